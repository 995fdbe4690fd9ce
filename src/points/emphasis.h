/* How much a scenario counts in a fit beyond its weight, so that none becomes less fair than it was. */
#ifndef SALVO_POINTS_EMPHASIS_H
#define SALVO_POINTS_EMPHASIS_H

#include "points/value_model.h"

/* Triples of->emphasis, which is `emphasis`, for every scenario in which the model's prices leave more of the imbalance
 * than those of the design's bases at of->odds. *raised: any was, so that a new fit is due; false also where all
 * scenarios are less fair, which no emphasis mends, or count as much as they may. emphasis: by meeting of the pool. Memory
 * is the arena's. */
salvo_status emphasis_raise(double *emphasis, bool *raised, const value_model *v, const value_question *of,
                            const unit_pool *m, salvo_arena *memory, salvo_error *err);

#endif
