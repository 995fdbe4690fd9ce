/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The critical hit table of the air game, thrown die after die: the D10, the D3 for crew hits, then each hit's
 * place. */
#ifndef SALVO_RULES_MAD_AIR_CRITICAL_H
#define SALVO_RULES_MAD_AIR_CRITICAL_H

#include <salvo/rules.h>

#include "rules/mad/tables.h"

enum { CREW_HITS_MAX = 3 }; /* 1D3 */

/* The target of the critical hit table. */
struct mad_victim {
    const struct mad_air_tables *air;
    int engine_hits; /* before, 0 or 1 */
    int crew_locations;
    bool repeat; /* the same place may be hit again */
    /* Weights for hit k: the cockpit, another place. Without repetition, places already hit do not count. */
    uint32_t place[CREW_HITS_MAX][2];
    int crew_hits_max; /* number of hits with a place */
};

/* `at` is the path to the struct mad_victim in the situation: "victim.", or nothing if it is all of it. */
/* clang-format off */
#define MAD_VICTIM_PARAMETERS(type, at) \
    WHOLE("engine-hits", "engine hits suffered before", 0, 1, "0", INTO(type, at engine_hits)), \
    MAD_COUNT("crew-locations", "places of the crew, including the cockpit", "1", \
              INTO(type, at crew_locations)), \
    FLAG_YES("repeat", "may the same place be hit again", INTO(type, at repeat))
/* clang-format on */

enum mad_air_outcome {
    AIR_ENGINE_HIT,
    AIR_CRASH_ENGINE,
    AIR_CREW_HIT,
    AIR_CRASH_COCKPIT,
    AIR_BREAK_UP,
    N_AIR_OUTCOMES,
    AIR_PENDING = N_AIR_OUTCOMES, /* more dice are thrown */
};

/* Computes the values that follow from the parameters. */
void mad_victim_prepare(const struct mad_tables *tables, struct mad_victim *victim);

/* The stage of the dice. Zeroed: nothing is thrown yet. */
struct mad_critical {
    int32_t thrown;    /* 0: the D10 is next; 1: the D3; 2: places */
    int32_t hits, hit; /* crew hits in total, and those already thrown */
};

/* Returns the stream of its next throw. */
const char *mad_critical_thrown(const struct mad_critical *critical);

void mad_critical_dice(const struct mad_victim *victim, const struct mad_critical *critical, salvo_dice *dice);
enum mad_air_outcome mad_critical_step(const struct mad_victim *victim, struct mad_critical *critical,
                                       const uint8_t *faces);

/* Returns whether the outcome is a crash or a break-up. */
bool mad_is_loss(enum mad_air_outcome outcome);

#endif
