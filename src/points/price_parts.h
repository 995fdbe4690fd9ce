/* What prices would be if only some of the meetings counted: one scenario, or one range. */
#ifndef SALVO_POINTS_PRICE_PARTS_H
#define SALVO_POINTS_PRICE_PARTS_H

#include "points/value_model.h"

/* The scores of observations at every meeting. Owned by its arena. */
typedef struct battle_log {
    const unit_pool *m;
    observation *seen;
    float *scores; /* n x the pool's meetings */
    size_t n, room;
    salvo_arena *memory;
} battle_log;

/* Adds the pairs of a run. SALVO_NO_MEMORY. */
salvo_status battle_log_add(battle_log *log, const pair_run *run, salvo_error *err);

typedef struct price_parts {
    salvo_price_part *parts;
    size_t n; /* 0: all meetings are of one kind */
} price_parts;

/* The scenarios of the pool, then its ranges; of neither where there is one. Memory is the arena's. */
salvo_status price_parts_list(price_parts *to, const unit_pool *m, salvo_arena *memory, salvo_error *err);

/* Whether the meeting belongs to the part. */
bool price_part_has(const salvo_price_part *part, const meeting *at);

/* Fits the design to the meetings of one part. Ends as value_model_fit does. */
salvo_status price_part_fit(value_model *v, const battle_log *log, const salvo_price_part *part,
                            const worth_design *design, double prior_sd, salvo_error *err);

#endif
