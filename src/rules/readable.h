/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a question was given, for a reader. */
#ifndef SALVO_RULES_READABLE_H
#define SALVO_RULES_READABLE_H

#include <salvo/rules.h>

/* A row of a table by its name, everything else as it is written. */
const char *readable_value(const salvo_question *question, size_t parameter);

/* The parameters of both sides and of the range, of a duel or a battle; false: the question is neither. */
bool question_sides(const salvo_question *question, int at[3]);

#endif
