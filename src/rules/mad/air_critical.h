/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The critical hit table of the air game, thrown die after die: the D10, the D3 of crew hits, then each hit's place. */
#ifndef SALVO_RULES_MAD_AIR_CRITICAL_H
#define SALVO_RULES_MAD_AIR_CRITICAL_H

#include <salvo/rules.h>

#include "rules/mad/tables.h"

enum { CREW_HITS_MAX = 3 }; /* 1D3 */

/* Whom the table is thrown for. */
struct mad_victim {
    const struct mad_air_tables *air;
    int engine_hits; /* before, 0 or 1 */
    int crew_locations;
    bool repeat; /* the same place may be hit again */
    /* Of hit k: the cockpit, another place. Without repetition the places hit before no longer count. */
    uint32_t place[CREW_HITS_MAX][2];
    int crew_hits_max; /* hits there is a place for */
};

/* `at` leads to the struct mad_victim in the situation: "victim.", or nothing where it is all of it. */
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

/* What follows from the parameters. */
void mad_victim_prepare(const struct mad_tables *tables, struct mad_victim *victim);

/* Where the dice are. Zeroed: nothing is thrown yet. */
struct mad_critical {
    int32_t thrown;    /* 0: the D10 comes; 1: the D3; 2: places */
    int32_t hits, hit; /* crew hits altogether, and diced so far */
};

/* What its next throw is for. */
const char *mad_critical_thrown(const struct mad_critical *critical);

void mad_critical_dice(const struct mad_victim *victim, const struct mad_critical *critical, salvo_dice *dice);
enum mad_air_outcome mad_critical_step(const struct mad_victim *victim, struct mad_critical *critical,
                                       const uint8_t *faces);

/* A crash or a break-up. */
bool mad_is_loss(enum mad_air_outcome outcome);

#endif
