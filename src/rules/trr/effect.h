/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The effect of an area of fire on a target that it covers, common to artillery, gas and aircraft: section 9 "Effects
 * on Armoured Vehicles", section 7 for those on foot. */
#ifndef SALVO_RULES_TRR_EFFECT_H
#define SALVO_RULES_TRR_EFFECT_H

#include <salvo/rules.h>

#include "rules/trr/anti_tank.h"
#include "rules/trr/soft_fire.h"
#include "rules/trr/words.h"

/* The statuses of a vehicle, then the other results of an effect. Casualties follow the words of a procedure. */
enum {
    EFFECT_INEFFECTIVE = N_STATUSES,
    N_EFFECT_WORDS,
    EFFECT_WIDE = N_EFFECT_WORDS, /* the fire does not cover the target */
    N_SCATTER_WORDS,
    EFFECT_REFUSED = N_SCATTER_WORDS, /* the fire is not granted */
    N_REQUEST_WORDS,
};
extern const char *const TRR_EFFECT_OUTCOMES[N_REQUEST_WORDS];

#define TRR_EFFECT_HELP "casualties 0, 1, ... for targets on foot"

/* The expectations of fire at foot, then those of fire at vehicles. */
enum { EFFECT_MARKERS = N_SOFT_EXPECTATIONS, EFFECT_STRUCK, N_EFFECT_EXPECTATIONS };
extern const salvo_expectation TRR_EFFECT_EXPECTED[N_EFFECT_EXPECTATIONS];

enum trr_target { TARGET_FOOT, TARGET_OPEN, TARGET_CLOSED };
extern const char *const TRR_TARGET_CHOICES[];

/* An effect with its computed numbers. Procedures change them if their page says so. */
struct trr_effect {
    enum trr_target target;
    struct trr_armoured vehicle; /* the target's, unless it is on foot */
    struct trr_soft_fire fire;   /* for a target on foot */
    bool foot;
    int needed;   /* die that hits the vehicle; 1 or less: always, more than 10: never */
    int modifier; /* of the die for the score */
    struct trr_stand stand;
    int n_words; /* of the procedure's outcomes: where casualties begin */
};

/* The parameters of every effect are first in a procedure's list; gas has no cover. `at` is the path to the struct
 * trr_effect in the situation: "effect.", or nothing if it is all of it. */
/* clang-format off */
#define TRR_VEHICLES "target=open|closed"
#define TRR_AT_VEHICLES .only = TRR_VEHICLES
#define TRR_AT_FOOT .only = "target=foot"

#define TRR_BARE_EFFECT_PARAMETERS(type, at) \
    CHOICE("target", "a target on foot, an open or a closed vehicle", TRR_TARGET_CHOICES, "foot", \
           INTO(type, at target)), \
    TRR_TARGET_FIGURES(TRR_AT_FOOT, INTO(type, at fire.figures)), \
    TRR_DEFENCE_PARAMETERS(type, at vehicle, TRR_VEHICLES), \
    TRR_STAND_PARAMETERS(type, at vehicle, TRR_VEHICLES)

#define TRR_EFFECT_PARAMETERS(type, at) \
    TRR_BARE_EFFECT_PARAMETERS(type, at), \
    TRR_COVER(TRR_AT_FOOT, INTO(type, at fire.cover)), \
    TRR_OFF_RIGHT(TRR_AT_FOOT, INTO(type, at fire.column_e))
/* clang-format on */

/* Computes the effect of a factor: moved by `shift` on the casualty table, or reduced by artillery's 5 as a strike
 * value, never limited. The target and its tables are set. */
void trr_effect_prepare(struct trr_effect *effect, int factor, int shift, int n_words);

salvo_dice trr_effect_dice(const struct trr_effect *effect);
int trr_effect_resolve(const struct trr_effect *effect, const uint8_t *faces, int64_t *gain);

/* Returns whether the expectation applies to such a target. */
bool trr_effect_expects(const struct trr_effect *effect, size_t expectation);

void trr_effect_explain(const struct trr_effect *effect, salvo_text *text);

/* One throw on the situation struct trr_effect. */
extern const salvo_roll TRR_EFFECT_ROLL;

#endif
