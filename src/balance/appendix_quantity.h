/* A quantity of an answer, as an editor writes it: an outcome, an expectation, or a sum of outcomes with a name,
 * "hit = all - miss - no-shot". "all" is every outcome together; "kill %" an expectation that is a chance. */
#ifndef SALVO_BALANCE_APPENDIX_QUANTITY_H
#define SALVO_BALANCE_APPENDIX_QUANTITY_H

#include <salvo/appendix.h>

#include "base/arena.h"

enum { QUANTITY_TERMS_MAX = 32 };

typedef struct appendix_quantity {
    const char *name; /* "hit" */
    int expectation;  /* its place; -1: it is a sum of outcomes */
    bool chance;      /* an expectation that is a probability, or a sum of them */
    struct {
        const char *outcome; /* NULL: all */
        bool minus;
    } terms[QUANTITY_TERMS_MAX];
    size_t n_terms;
} appendix_quantity;

/* SALVO_BAD_INPUT for what the procedure does not have, with the nearest. Borrows from the arena and the procedure. */
salvo_status quantity_read(appendix_quantity *q, const char *text, const salvo_procedure *procedure,
                           salvo_arena *memory, salvo_error *err);

/* What the answer says of it. */
salvo_appendix_cell quantity_of(const appendix_quantity *q, const salvo_answer *answer);

#endif
