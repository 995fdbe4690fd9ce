/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options may name an outcome before any question is asked. This file says which names are possible outcomes of a
 * procedure. Outcomes made from numbers cannot be listed: a "#" in a pattern means the number. */
#include <salvo/rules.h>

#include <string.h>

#include "rules/parse.h"

/* Returns whether the name is the word itself, or the word with a number in place of the "#" at its end. */
static salvo_outcome_form form_of(const char *word, const char *name)
{
    size_t length = strlen(word);
    double number;

    if (length == 0 || word[length - 1] != '#')
        return strcmp(word, name) == 0 ? SALVO_OUTCOME_WORD : SALVO_NO_OUTCOME;
    if (strncmp(word, name, length - 1) != 0 || !salvo_number_parse(name + length - 1, &number))
        return SALVO_NO_OUTCOME;
    return SALVO_OUTCOME_NUMBER;
}

/* The fixed labels are compared first. If a procedure only describes its outcomes, they are plain numbers. */
salvo_outcome_form salvo_outcome_form_of(const salvo_procedure *procedure, const char *name)
{
    static const char *const NUMBERS[] = {"#", NULL}, *const NOTHING[] = {NULL};
    const char *const *made = procedure->made ? procedure->made : procedure->outcomes_help ? NUMBERS : NOTHING;

    for (size_t i = 0; i < procedure->n_outcomes; i++)
        if (strcmp(procedure->outcomes[i], name) == 0)
            return SALVO_OUTCOME_WORD;
    for (; *made; made++)
        if (form_of(*made, name) != SALVO_NO_OUTCOME)
            return form_of(*made, name);
    return SALVO_NO_OUTCOME;
}
