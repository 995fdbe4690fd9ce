/* What an area of fire does to a target that it covers, shared by artillery, gas and aircraft: section 9 "Effects on
 * Armoured Vehicles", section 7 for those on foot. */
#ifndef SALVO_RULES_TRR_EFFECT_H
#define SALVO_RULES_TRR_EFFECT_H

#include <salvo/rules.h>

#include "rules/trr/anti_tank.h"
#include "rules/trr/soft_fire.h"
#include "rules/trr/words.h"

/* The statuses of a vehicle, and then what else an effect can come to; behind the words that a procedure has stand the
 * casualties. */
enum {
    EFFECT_INEFFECTIVE = N_STATUSES,
    N_EFFECT_WORDS,
    EFFECT_WIDE = N_EFFECT_WORDS, /* the fire does not cover the target */
    N_SCATTER_WORDS,
    EFFECT_REFUSED = N_SCATTER_WORDS, /* the fire is not granted */
    N_REQUEST_WORDS,
};
extern const char *const TRR_EFFECT_OUTCOMES[N_REQUEST_WORDS];

#define TRR_EFFECT_HELP "casualties 0, 1, ... of those on foot"

/* The expectations of fire at foot, then those of fire at vehicles. */
enum { EFFECT_MARKERS = N_SOFT_EXPECTATIONS, EFFECT_STRUCK, N_EFFECT_EXPECTATIONS };
extern const salvo_expectation TRR_EFFECT_EXPECTED[N_EFFECT_EXPECTATIONS];

enum trr_target { TARGET_FOOT, TARGET_OPEN, TARGET_CLOSED };
extern const char *const TRR_TARGET_CHOICES[];

/* The parameters of every effect come first in a procedure's list; gas knows no cover. */
enum {
    EF_TARGET,
    EF_TARGET_FIGURES,
    EF_UNIT,
    EF_DEFENCE,
    EF_STRENGTH,
    EF_TARGET_DAMAGE,
    EF_DAMAGE_MODEL,
    N_BARE_EFFECT,
    EF_COVER = N_BARE_EFFECT,
    EF_OFF_RIGHT,
    N_EFFECT,
};

/* clang-format off */
#define TRR_AT_VEHICLES .only = "target=open|closed"
#define TRR_AT_FOOT .only = "target=foot"

#define TRR_BARE_EFFECT_PARAMETERS \
    [EF_TARGET] = TRR_CHOICE("target", "those on foot, an open or a closed vehicle", TRR_TARGET_CHOICES, "foot"), \
    [EF_TARGET_FIGURES] = TRR_TARGET_FIGURES(TRR_AT_FOOT), \
    [EF_UNIT] = TRR_UNIT(TRR_AT_VEHICLES), \
    [EF_DEFENCE] = TRR_DEFENCE("5", TRR_AT_VEHICLES), \
    [EF_STRENGTH] = TRR_STRENGTH(TRR_AT_VEHICLES), \
    [EF_TARGET_DAMAGE] = TRR_TARGET_DAMAGE(TRR_AT_VEHICLES), \
    [EF_DAMAGE_MODEL] = TRR_DAMAGE_MODEL(TRR_AT_VEHICLES)

#define TRR_EFFECT_PARAMETERS \
    TRR_BARE_EFFECT_PARAMETERS, \
    [EF_COVER] = TRR_COVER(TRR_AT_FOOT), \
    [EF_OFF_RIGHT] = TRR_OFF_RIGHT(TRR_AT_FOOT)
/* clang-format on */

/* An effect with its numbers worked out. Procedures change them where their page says so. */
struct trr_effect {
    struct trr_soft_fire fire; /* on those on foot */
    bool foot;
    int needed;   /* die that hits the vehicle; 1 or less: always, more than 10: never */
    int modifier; /* of the die that tells the score */
    struct trr_stand stand;
    int n_words; /* of the procedure's outcomes: where casualties begin */
};

/* The effect of a factor: moved by `shift` on the casualty table, and reduced by artillery's 5 as a strike value, never
 * cut. */
struct trr_effect trr_effect_of(const struct trr_tables *tables, const salvo_value *values, int factor, int shift,
                                bool column_e, int n_words);

salvo_dice trr_effect_dice(const struct trr_effect *effect);
int trr_effect_resolve(const struct trr_effect *effect, const uint8_t *faces, int64_t *gain);

/* Whether the expectation is one of such a target's. */
bool trr_effect_expects(const struct trr_effect *effect, size_t expectation);

void trr_effect_explain(const struct trr_effect *effect, salvo_text *text);

/* One throw on the situation struct trr_effect. */
extern const salvo_roll TRR_EFFECT_ROLL;

#endif
