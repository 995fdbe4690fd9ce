/* Which units do alike in battle: how often two fire alike, and are fired at alike. */
#ifndef SALVO_POINTS_LIKENESS_H
#define SALVO_POINTS_LIKENESS_H

#include "points/unit_pool.h"

/* Every fire of the pool as a hash. Memory is the arena's. */
typedef struct fire_book {
    const unit_pool *m;
    size_t slots;            /* opponents x settings x ranges x states of motion */
    uint64_t *given, *taken; /* units x slots */
} fire_book;

salvo_status fire_book_read(fire_book *to, const unit_pool *m, salvo_arena *memory, salvo_error *err);

/* The units most like one of them, the most like first; `is_other` NULL or by unit: only these. Units that nothing tells
 * apart come first, and then they are all that is listed. */
void likeness_find(salvo_price_reason *of, const fire_book *book, const bool *is_other);

#endif
