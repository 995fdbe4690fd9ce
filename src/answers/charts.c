/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions that pictures of several kinds of answers share. */
#include "answers/charts.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "answers/odds_report.h"
#include "data/names.h"

/* A picture has the same remarks as a report, in the same words: they are made as a page, and the page is taken
 * apart. */
void caption_answer(chart *c, const salvo_rulebook *book, const salvo_procedure *procedure, const salvo_answer *answer,
                    const char *remark)
{
    page p;

    if (answer->engine_remark)
        chart_caption(c, answer->engine_remark);
    chart_remark(c, remark);
    page_begin(&p, (salvo_format){.kind = SALVO_TABLE});
    add_method(&p, procedure, answer);
    chart_caption_page(c, &p);
    page_free(&p);
    chart_caption_book(c, book);
}

static bool sides_of(const salvo_question *q, const char *names[2], int *range)
{
    int at[3];

    if (!question_sides(q, at))
        return false;
    names[0] = readable_value(q, (size_t)at[0]);
    names[1] = readable_value(q, (size_t)at[1]);
    *range = at[2];
    return true;
}

static bool is_in_title(const salvo_question *q, size_t parameter)
{
    int at[3];

    return question_sides(q, at) && ((int)parameter == at[0] || (int)parameter == at[1] || (int)parameter == at[2]);
}

/* Two sides with the same name are distinguished. */
static const char *named_side(chart *c, const char *const names[2], int side)
{
    return strcmp(names[0], names[1]) ? names[side] : chart_text(c, "%s (%c)", names[side], "ab"[side]);
}

/* Returns the unit of the side that the key's first letters name, "a-". NULL if the question is not a duel, or if the
 * key belongs to no side. */
static const char *side_name(chart *c, const salvo_question *q, const char *key)
{
    const int side = strncmp(key, "a-", 2) == 0 ? 0 : strncmp(key, "b-", 2) == 0 ? 1 : -1;
    const salvo_duel_adapter *adapter = q->book ? q->book->ruleset->duel : NULL;
    const char *names[2];
    int range;

    if (side < 0 || !adapter || strcmp(adapter->procedure, q->schema->name) != 0 || !sides_of(q, names, &range))
        return NULL;
    return named_side(c, names, side);
}

/* Keys are words with hyphens between them. */
static const char *spaced(chart *c, const char *key)
{
    char words[SALVO_LABEL_MAX];

    snprintf(words, sizeof words, "%s", key);
    for (char *at = words; *at; at++)
        *at = *at == '-' ? ' ' : *at;
    return chart_text(c, "%s", words);
}

const char *chart_key_words(chart *c, const salvo_question *q, size_t parameter)
{
    const char *key = q->schema->parameters[parameter].key, *name = side_name(c, q, key);

    return name ? chart_text(c, "%s of %s", spaced(c, key + 2), name) : spaced(c, key);
}

const char *chart_value_words(chart *c, const salvo_question *q, size_t parameter)
{
    const salvo_parameter *p = &q->schema->parameters[parameter];
    const salvo_value *v = &q->values[parameter];
    const char *name = side_name(c, q, p->key), *words = spaced(c, name ? p->key + 2 : p->key);

    if (p->phrases && !v->absent)
        return name ? chart_text(c, "%s %s", name, p->phrases[v->integer])
                    : chart_text(c, "%s", p->phrases[v->integer]);
    if (p->kind == SALVO_FLAG)
        words = v->integer ? words : chart_text(c, "not %s", words);
    else
        words = chart_text(c, "%s %s", words, v->absent ? "-" : readable_value(q, parameter));
    return name ? chart_text(c, "%s: %s", name, words) : words;
}

const char *question_words(chart *c, const salvo_question *question)
{
    const salvo_schema *schema = question->schema;
    salvo_text text = {0};

    if (schema->n_parameters == 1 && schema->parameters[0].kind == SALVO_TEXT && schema->parameters[0].required)
        return chart_text(c, "%s", question->values[0].text);
    for (size_t i = 0; i < schema->n_parameters; i++)
        if (question->values[i].given && !is_in_title(question, i))
            salvo_text_add(&text, "%s%s", text.length ? ", " : "", chart_value_words(c, question, i));
    return chart_built(c, &text);
}

/* Two names say more than the id of a procedure, and a picture is often passed on alone. */
const char *question_title(chart *c, const salvo_question *question)
{
    const salvo_procedure *p = question->procedure;
    const char *names[2];
    int range;

    if (question->schema->n_parameters == 0) /* made for this question alone: the title says everything */
        return chart_text(c, "%c%s", toupper((unsigned char)*p->documentation.title), p->documentation.title + 1);
    if (!sides_of(question, names, &range))
        return chart_text(c, "%s: %s", p->schema.name, p->documentation.title);
    return chart_text(c, "%s against %s at %s %s", names[0], names[1], question->values[range].text,
                      question->book->store.distance_unit);
}

const char *outcome_words(chart *c, const salvo_question *question, const char *outcome)
{
    const salvo_duel_adapter *adapter = question->book ? question->book->ruleset->duel : NULL;
    const char *names[2];
    int range;

    if (!sides_of(question, names, &range) || !adapter || strcmp(adapter->procedure, question->schema->name) != 0)
        return outcome;
    if (strcmp(outcome, adapter->a_wins) == 0)
        return chart_text(c, "%s wins", named_side(c, names, 0));
    if (strcmp(outcome, adapter->b_wins) == 0)
        return chart_text(c, "%s wins", named_side(c, names, 1));
    return strcmp(outcome, adapter->mutual) == 0 ? "both destroyed" : spaced(c, outcome);
}

/* Rules call what a side throws "a's fire". */
const char *throw_words(chart *c, const salvo_question *question, const char *thrown)
{
    const int side = strncmp(thrown, "a's ", 4) == 0 ? 0 : strncmp(thrown, "b's ", 4) == 0 ? 1 : -1;
    const salvo_duel_adapter *adapter = question->book ? question->book->ruleset->duel : NULL;
    const char *names[2];
    int range;

    if (side < 0 || !adapter || strcmp(adapter->procedure, question->schema->name) != 0 ||
        !sides_of(question, names, &range))
        return thrown;
    return chart_text(c, "%s's %s", named_side(c, names, side), thrown + 4);
}

/* Without --show, *picture keeps the caller's value. */
salvo_status choose_picture(const char *const *names, size_t n_names, const char *const *show, size_t n, int *picture,
                            salvo_error *err)
{
    const int at = n ? salvo_name_among(names, n_names, show[0]) : *picture;

    if (n > 1)
        return salvo_fail(err, SALVO_BAD_INPUT, "a chart shows one figure; give one --show");
    if (at < 0)
        return salvo_names_fail(err, names, n_names, show[0], "--show has no '%s'", show[0]);
    *picture = at;
    return SALVO_OK;
}
