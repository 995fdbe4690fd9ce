/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values of a question, for a reader. */
#ifndef SALVO_RULES_READABLE_H
#define SALVO_RULES_READABLE_H

#include <salvo/rules.h>

/* Returns the name of a row, or the value as it is written. */
const char *readable_value(const salvo_question *question, size_t parameter);

/* Finds the parameters of both sides and of the range in a duel or a battle; false: the question is neither. */
bool question_sides(const salvo_question *question, int at[3]);

#endif
