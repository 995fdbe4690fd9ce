/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A quantity of an answer, as an editor writes it: an outcome, an expectation, or a named sum of outcomes, "hit = all -
 * miss - no-shot". "all" means all outcomes together; "kill %" is an expectation that is a chance. */
#ifndef SALVO_APPENDIX_QUANTITY_H
#define SALVO_APPENDIX_QUANTITY_H

#include <salvo/appendix.h>
#include <salvo/arena.h>

enum { QUANTITY_TERMS_MAX = 32 };

typedef struct appendix_quantity {
    const char *name; /* "hit" */
    int expectation;  /* its place; -1: it is a sum of outcomes */
    bool chance;      /* an expectation that is a probability, or a sum of them */
    struct {
        const char *outcome; /* NULL: all */
        bool minus;
        bool can_come; /* in some combination that was met; words always can */
    } terms[QUANTITY_TERMS_MAX];
    size_t n_terms;
    bool has_value; /* an expectation, in some combination that was met */
} appendix_quantity;

/* SALVO_BAD_INPUT for what the procedure does not have, with the nearest names. The same for a sum that counts an
 * outcome twice or a negative number of times. Borrows from the arena and the procedure. */
salvo_status quantity_read(appendix_quantity *q, const char *text, const salvo_procedure *procedure,
                           salvo_arena *memory, salvo_error *err);

/* Notes what part of the quantity is possible in a combination, and in its answer if there is one. SALVO_BAD_INPUT for
 * an expectation that should be a chance and is not. */
salvo_status quantity_meet(appendix_quantity *q, const salvo_question *question, const salvo_answer *answer,
                           salvo_error *err);

/* Returns whether only answers can show that the quantity is valid: it names a result with a number that has not
 * occurred yet, or an expectation that should be a chance. */
bool quantity_needs_answer(const appendix_quantity *q);

/* Refuses a quantity with a part that is impossible in all combinations that were met. */
salvo_status quantity_check(const appendix_quantity *q, const salvo_procedure *procedure, salvo_error *err);

/* Returns the quantity's cell for the answer. */
salvo_appendix_cell quantity_of(const appendix_quantity *q, const salvo_answer *answer);

#endif
