/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "first_question.h"

#include <stdio.h>
#include <string.h>

#include "support.h"

/* Words that a procedure needs in place of the first value of a required parameter, or of a default that has no answer or
 * takes too long. */
static const struct start {
    const char *procedure, *key, *value;
} STARTS[] = {
    {"mbt2030.battle", "stands", "2"},
    {"rookie.fire", "data", "reconstruction"},
    {"rookie.overrun", "data", "reconstruction"},
    {"rookie.mines", "data", "reconstruction"},
    {"rookie.sniper", "data", "reconstruction"},
    {"fleet-and-front.assault", "attack-militia", "2"},
    {"fleet-and-front.assault", "defence-militia", "2"},
    {NULL, NULL, NULL},
};

void add_word(word_list *w, const char *key, const char *value)
{
    assert_true(w->n < WORDS_MAX);
    assert_in_range(snprintf(w->text[w->n++], WORD_MAX, "%s=%s", key, value), 1, WORD_MAX - 1);
}

const char *start_of(const salvo_procedure *procedure, const char *key)
{
    for (const struct start *s = STARTS; s->procedure; s++)
        if (strcmp(s->procedure, procedure->schema.name) == 0 && strcmp(s->key, key) == 0)
            return s->value;
    return NULL;
}

const char *first_name(const salvo_rulebook *book, const salvo_parameter *p)
{
    const salvo_table *table = salvo_store_table(&book->store, p->table);

    for (size_t row = 0; row < table->n_rows; row++)
        if (!p->among || strcmp(salvo_table_text(table, row, p->among), "yes") == 0)
            return table->cells[row * table->n_columns].text;
    fail_msg("no row of %s will do for %s", p->table, p->key);
    return NULL;
}

static void add_first_value(word_list *w, const salvo_rulebook *book, const salvo_procedure *procedure,
                            const salvo_parameter *p)
{
    const char *start = start_of(procedure, p->key);
    char number[32];

    if (start) {
        add_word(w, p->key, start);
        return;
    }
    switch (p->kind) {
    case SALVO_CHOICE:
        add_word(w, p->key, p->choices[0]);
        break;
    case SALVO_INTEGER:
    case SALVO_DECIMAL:
        snprintf(number, sizeof number, "%g", p->min > 1 || p->max < 1 ? p->min : 1);
        add_word(w, p->key,
                 p->kind == SALVO_INTEGER && p->table ? salvo_store_table(&book->store, p->table)->cells[0].text
                                                      : number);
        break;
    case SALVO_NAME:
        add_word(w, p->key, first_name(book, p));
        break;
    default:
        add_word(w, p->key, "none");
        break;
    }
}

/* The required parameters and those of STARTS, and nothing else. */
word_list first_question(const salvo_rulebook *book, const salvo_procedure *procedure)
{
    word_list w = {.n = 0};

    for (size_t i = 0; i < procedure->schema.n_parameters; i++)
        if (procedure->schema.parameters[i].required || start_of(procedure, procedure->schema.parameters[i].key))
            add_first_value(&w, book, procedure, &procedure->schema.parameters[i]);
    return w;
}

salvo_status ask_words(salvo_question *question, const salvo_rulebook *book, const salvo_procedure *procedure,
                       const word_list *w, salvo_error *err)
{
    const char *text[WORDS_MAX];

    for (size_t i = 0; i < w->n; i++)
        text[i] = w->text[i];
    return salvo_question_ask(question, book, procedure, text, w->n, err);
}
