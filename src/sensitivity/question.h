/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The question of a duel, a procedure or fire in one book, and the figure of its answer that is examined. */
#ifndef SALVO_SENSITIVITY_QUESTION_H
#define SALVO_SENSITIVITY_QUESTION_H

#include <salvo/sensitivity.h>

typedef struct salvo_subject_question {
    const salvo_question *question; /* one of those below, so the struct must not move */
    salvo_question own, total;
    salvo_fire_list fires;
    const char *totalled;       /* the name of what is added up; NULL: outcomes are no totals */
    salvo_answer_metric metric; /* the subject's; of a procedure or fire what its figure is */
    size_t expectation;         /* of a mean; of a duel the one that counts turns */
    const char **outcomes;      /* of a chance: the names of the figure, as the procedure spells them */
    size_t n_outcomes;
    salvo_arena *memory;
} subject_question;

/* Asks the subject, which is no battle and no points. If its metric is that of a figure already, the figure must be of
 * that kind. SALVO_BAD_INPUT for a figure that the procedure does not have. On failure *q is zeroed. */
salvo_status subject_question_ask(subject_question *q, const salvo_subject *subject, const salvo_rulebook *book,
                                  salvo_error *err);
void subject_question_free(subject_question *q); /* accepts a zeroed one */

/* Returns whether the outcome is one of the figure. */
bool subject_question_chooses(const subject_question *q, int outcome);

/* Puts the figure as the subject of a sentence: "the chance of single or double", "the mean damage". */
void subject_question_put_figure(salvo_text *to, const subject_question *q);

#endif
