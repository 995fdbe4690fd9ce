/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A figure is named by words: outcomes with | between them, or an expectation. They are looked up in each book, because
 * a variant may have other outcomes. */
#include "sensitivity/question.h"

#include <stdio.h>
#include <string.h>

#include "base/phrase.h"
#include "base/try.h"
#include "data/names.h"
#include "rules/parse.h"

enum { NAMES_MAX = 128 }; /* of outcomes and expectations in a message */

static bool is_expected(const salvo_question *question, size_t expectation)
{
    const salvo_procedure *p = question->procedure;

    return !p->expects || p->expects(question->situation, expectation);
}

/* Blanks and punctuation do not count in words, but "4.0" is not "40". */
static bool names_outcome(const char *name, const char *label)
{
    double number, other;
    const bool is_number = salvo_number_parse(name, &number), is_other = salvo_number_parse(label, &other);

    return is_number && is_other ? number == other : is_number == is_other && salvo_outcome_matches(name, label);
}

/* Returns the procedure's own spelling of an outcome, or NULL. An outcome that is made from numbers is as it is typed. */
static const char *outcome_of(const salvo_procedure *p, const char *name)
{
    for (size_t i = 0; i < p->n_outcomes; i++)
        if (names_outcome(name, p->outcomes[i]))
            return p->outcomes[i];
    return salvo_outcome_form_of(p, name) != SALVO_NO_OUTCOME ? name : NULL;
}

/* The user may give an expectation as a curve shows it: E(damage). */
static bool names_expectation(const char *name, const char *expectation)
{
    char shown[SALVO_LABEL_MAX];

    snprintf(shown, sizeof shown, "E(%s)", expectation);
    return salvo_name_matches(name, expectation) || salvo_name_matches(name, shown);
}

/* Returns whether there is such an expectation. */
static bool find_expectation(subject_question *q, const char *name)
{
    const salvo_procedure *p = q->question->procedure;

    for (size_t k = 0; k < p->n_expectations; k++)
        if (is_expected(q->question, k) && names_expectation(name, p->expectations[k].name)) {
            q->expectation = k;
            q->metric = SALVO_MEAN_OF_EXPECTATION;
            return true;
        }
    return false;
}

/* Lists the outcomes, with "#" for a number in them, and the expectations. */
static size_t list_names(const subject_question *q, const char *names[NAMES_MAX])
{
    const salvo_procedure *p = q->question->procedure;
    size_t n = 0;

    for (size_t i = 0; i < p->n_outcomes && n < NAMES_MAX; i++)
        names[n++] = p->outcomes[i];
    for (size_t i = 0; p->made && p->made[i] && n < NAMES_MAX; i++)
        names[n++] = p->made[i];
    for (size_t k = 0; k < p->n_expectations && n < NAMES_MAX; k++)
        if (is_expected(q->question, k))
            names[n++] = p->expectations[k].name;
    return n;
}

static salvo_status refuse_missing(const subject_question *q, salvo_error *err)
{
    const char *names[NAMES_MAX];
    const size_t n = list_names(q, names);

    return salvo_names_fail(err, names, n, "",
                            "which figure of %s? --of takes outcomes with | between them, or an expectation",
                            q->question->schema->name);
}

static salvo_status refuse_unknown(const subject_question *q, const char *name, salvo_error *err)
{
    const char *names[NAMES_MAX];
    const size_t n = list_names(q, names);

    if (q->totalled)
        return salvo_fail(err, SALVO_BAD_INPUT, "'%s' is no total; give numbers, as in 4|5, or %s for the mean", name,
                          q->question->procedure->expectations[q->expectation].name);
    return salvo_names_fail(err, names, n, name, "%s has no outcome and no expectation '%s'", q->question->schema->name,
                            name);
}

/* Cuts the next name off a list such as "single|double", without blanks at its ends; NULL after the last one. */
static const char *next_name(char **list)
{
    char *begin = *list + strspn(*list, " |");
    size_t length = strcspn(begin, "|");

    *list = begin + length + (begin[length] == '|');
    while (length && begin[length - 1] == ' ')
        length--;
    begin[length] = '\0';
    return length ? begin : NULL;
}

static salvo_status add_outcome(subject_question *q, const char *name, salvo_error *err)
{
    const char *outcome = outcome_of(q->question->procedure, name);

    if (!outcome && find_expectation(q, name))
        return salvo_fail(err, SALVO_BAD_INPUT, "'%s' is an expectation and no outcome; give it alone", name);
    if (!outcome)
        return refuse_unknown(q, name, err);
    q->outcomes[q->n_outcomes++] = outcome;
    return SALVO_OK;
}

/* An outcome comes before an expectation of the same name, as in a curve. `known` is what the figure is elsewhere. */
static salvo_status read_figure(subject_question *q, const char *figure, salvo_answer_metric known, salvo_error *err)
{
    const bool may_be_mean = known != SALVO_CHANCE_OF_OUTCOMES && !strchr(figure, '|');
    const bool may_be_chance = known != SALVO_MEAN_OF_EXPECTATION;
    char *list = salvo_arena_text(q->memory, figure);

    if (may_be_mean && (!may_be_chance || !outcome_of(q->question->procedure, figure)) && find_expectation(q, figure))
        return SALVO_OK;
    q->metric = SALVO_CHANCE_OF_OUTCOMES;
    q->outcomes = salvo_arena_array(q->memory, strlen(figure) + 1, sizeof *q->outcomes);
    if (!q->outcomes || !list)
        return salvo_fail_memory(err);
    for (const char *name; (name = next_name(&list));)
        TRY(may_be_chance ? add_outcome(q, name, err) : refuse_unknown(q, name, err));
    return q->n_outcomes ? SALVO_OK : refuse_missing(q, err);
}

/* A total has a mean, which is the figure unless another one is named. */
static salvo_status find_figure(subject_question *q, const salvo_subject *s, salvo_error *err)
{
    const char *figure = s->figure ? s->figure : q->totalled;

    if (q->totalled && !find_expectation(q, q->totalled))
        return refuse_unknown(q, q->totalled, err);
    return figure ? read_figure(q, figure, s->metric, err) : refuse_missing(q, err);
}

static salvo_status ask_procedure(subject_question *q, const salvo_subject *s, const salvo_rulebook *book,
                                  salvo_error *err)
{
    const salvo_procedure *p;

    TRY(salvo_procedure_find(book->ruleset, s->procedure, &p, err));
    TRY(salvo_question_ask(&q->own, book, p, s->words, s->n_words, err));
    if (!s->total)
        return SALVO_OK;
    TRY(salvo_question_total(&q->total, &q->own, s->total, err));
    q->question = &q->total;
    q->totalled = s->total;
    return SALVO_OK;
}

static salvo_status ask_fire(subject_question *q, const salvo_subject *s, const salvo_rulebook *book, salvo_error *err)
{
    TRY(salvo_fire_list_ask(&q->fires, book, s->fire, err));
    TRY(salvo_fire_list_describe(&q->fires, s->fire, err));
    q->question = &q->fires.sum;
    q->totalled = q->fires.total;
    return SALVO_OK;
}

static salvo_status ask_duel(subject_question *q, const salvo_subject *s, const salvo_rulebook *book, salvo_error *err)
{
    const salvo_procedure *p;

    TRY(salvo_duel_ask(&q->own, book, s->a, s->b, s->words, s->n_words, err));
    p = q->own.procedure;
    /* This finds the expectation that the adapter names. */
    while (q->expectation < p->n_expectations &&
           strcmp(p->expectations[q->expectation].name, book->ruleset->duel->turns) != 0)
        q->expectation++;
    return SALVO_OK;
}

static salvo_status ask(subject_question *q, const salvo_subject *s, const salvo_rulebook *book, salvo_error *err)
{
    if (!q->memory)
        return salvo_fail_memory(err);
    if (!s->fire && !s->procedure)
        return ask_duel(q, s, book, err);
    TRY((s->fire ? ask_fire : ask_procedure)(q, s, book, err));
    return find_figure(q, s, err);
}

salvo_status subject_question_ask(subject_question *q, const salvo_subject *subject, const salvo_rulebook *book,
                                  salvo_error *err)
{
    salvo_status status;

    *q = (subject_question){.question = &q->own, .metric = subject->metric, .memory = salvo_arena_new()};
    status = ask(q, subject, book, err);
    if (status != SALVO_OK)
        subject_question_free(q);
    return status;
}

/* The total borrows the question, so it is freed first. */
void subject_question_free(subject_question *q)
{
    salvo_question_free(&q->total);
    salvo_question_free(&q->own);
    salvo_fire_list_free(&q->fires);
    salvo_arena_free(q->memory);
    *q = (subject_question){.question = NULL};
}

bool subject_question_chooses(const subject_question *q, int outcome)
{
    char label[SALVO_LABEL_MAX];

    salvo_outcome_label(q->question, outcome, label);
    for (size_t i = 0; i < q->n_outcomes; i++)
        if (names_outcome(q->outcomes[i], label))
            return true;
    return false;
}

/* Puts "total damage", "number of targets destroyed"; of a procedure's own total its name. */
static void put_total(salvo_text *to, const subject_question *q)
{
    const salvo_procedure *p = q->fires.n ? q->fires.fires[0].procedure : NULL;
    bool is_tally = false;

    for (size_t k = 0; p && k < p->n_expectations; k++)
        is_tally = is_tally || strcmp(p->expectations[k].name, q->totalled) == 0;
    if (!p || is_tally)
        salvo_text_add(to, "total %s", q->totalled);
    else if (strcmp(q->fires.fires[0].book->ruleset->fire->killed, q->totalled) == 0)
        salvo_text_add(to, "number of targets %s", q->totalled);
    else
        salvo_text_add(to, "number of %s", q->totalled);
}

static void put_outcomes(salvo_text *to, const subject_question *q)
{
    for (size_t i = 0; i < q->n_outcomes; i++)
        salvo_text_add(to, "%s%s", salvo_between(i, q->n_outcomes, " or "), q->outcomes[i]);
}

void subject_question_put_figure(salvo_text *to, const subject_question *q)
{
    const bool is_mean = q->metric == SALVO_MEAN_OF_EXPECTATION;
    const char *expectation = is_mean ? q->question->procedure->expectations[q->expectation].name : NULL;

    salvo_text_put(to, is_mean ? "the mean " : q->totalled ? "the chance that the " : "the chance of ");
    if (q->totalled && (!is_mean || strcmp(expectation, q->totalled) == 0))
        put_total(to, q);
    else if (is_mean)
        salvo_text_put(to, expectation);
    if (!is_mean && q->totalled)
        salvo_text_put(to, " is ");
    put_outcomes(to, q);
}
