/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The effect of fire on a target that its area covers (section 9), for artillery, gas and aircraft. On foot a factor is
 * a row of the casualty table; against a vehicle it is a strike value, after a die that hits. */
#include "rules/trr/effect.h"

/* A procedure takes as many of these words as it can use: the later ones belong to longer procedures. Casualties begin
 * after the last word that it takes. */
const char *const TRR_EFFECT_OUTCOMES[N_REQUEST_WORDS] = {[NO_EFFECT] = "no-effect",
                                                          [DAMAGED] = "damaged",
                                                          [OUT_OF_ACTION] = "out-of-action",
                                                          [DESTROYED] = "destroyed",
                                                          [EFFECT_INEFFECTIVE] = "ineffective",
                                                          [EFFECT_WIDE] = "wide",
                                                          [EFFECT_REFUSED] = "refused"};

const salvo_expectation TRR_EFFECT_EXPECTED[N_EFFECT_EXPECTATIONS] = {
    TRR_SOFT_EXPECTATIONS,
    [EFFECT_MARKERS] = {.name = "markers", .help = "mean number of markers scored"},
    [EFFECT_STRUCK] = {.name = "struck", .help = "probability that the vehicle is hit"},
};

const char *const TRR_TARGET_CHOICES[] = {
    [TARGET_FOOT] = "foot", [TARGET_OPEN] = "open", [TARGET_CLOSED] = "closed", NULL};

/* Only one modifier of the die applies to vehicles, artillery's -5, and the factor is not limited to 15
 * (R-29). */
void trr_effect_prepare(struct trr_effect *effect, int factor, int shift, int n_words)
{
    const struct trr_tables *t = effect->fire.tables;

    effect->foot = effect->target == TARGET_FOOT;
    effect->n_words = n_words;
    if (effect->foot) {
        trr_soft_fire_aim(&effect->fire, factor, shift);
        return;
    }
    effect->needed = t->values[effect->target == TARGET_OPEN ? OPEN_HIT : CLOSED_HIT];
    effect->modifier = t->values[ARTILLERY_DIE] + factor - trr_defence_of(t, &effect->vehicle);
    effect->stand = trr_stand_of(&effect->vehicle);
}

/* The last die is the casualty die, or the one for the score; the die that hits precedes it. */
salvo_dice trr_effect_dice(const struct trr_effect *effect)
{
    if (effect->foot)
        return salvo_dice_of(effect->fire.factor ? 1 : 0, D10);
    return salvo_dice_of(effect->needed > D10 ? 0 : effect->needed > 1 ? 2 : 1, D10);
}

/* A factor of 0 is ineffective fire, for which no die is thrown. The die's modifier (gas, a damaged aircraft) is added
 * before the table is read; for results below 1. */
static int resolve_foot(const struct trr_effect *effect, int die, int64_t *gain)
{
    int hits = trr_casualties(effect->fire.tables, effect->fire.factor, die + effect->fire.die_modifier);

    trr_soft_gain(&effect->fire, hits, gain);
    return effect->n_words + hits;
}

/* `struck` counts hits, with or without markers. */
static int resolve_vehicle(const struct trr_effect *effect, int die, int64_t *gain)
{
    int markers = trr_markers(effect->fire.tables, die + effect->modifier, false);

    gain[EFFECT_STRUCK]++;
    gain[EFFECT_MARKERS] += markers;
    return (int)trr_status_of(&effect->stand, markers);
}

/* The die that hits is thrown only if it can miss, so the die of the score is the first or the second. */
int trr_effect_resolve(const struct trr_effect *effect, const uint8_t *faces, int64_t *gain)
{
    if (effect->foot)
        return effect->fire.factor ? resolve_foot(effect, faces[0], gain) : (int)EFFECT_INEFFECTIVE;
    if (effect->needed <= 1)
        return resolve_vehicle(effect, faces[0], gain);
    if (effect->needed > D10 || faces[0] < effect->needed)
        return NO_EFFECT;
    return resolve_vehicle(effect, faces[1], gain);
}

/* Lost figures mean nothing for a vehicle, and markers nothing on foot: each target has only its own expectations. */
bool trr_effect_expects(const struct trr_effect *effect, size_t expectation)
{
    return effect->foot == (expectation < N_SOFT_EXPECTATIONS);
}

void trr_effect_explain(const struct trr_effect *effect, salvo_text *text)
{
    if (effect->foot)
        trr_soft_fire_explain(&effect->fire, text);
    else if (effect->needed > D10)
        salvo_text_put(text, "It cannot be hit\n");
    else if (effect->needed > 1)
        salvo_text_add(text, "Hit on %d or more, score D10 %+d\n", effect->needed, effect->modifier);
    else
        salvo_text_add(text, "Always hit, score D10 %+d\n", effect->modifier);
}

static void dice(const void *situation, salvo_dice *dice)
{
    *dice = trr_effect_dice(situation);
}

static int resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    return trr_effect_resolve(situation, faces, gain);
}

const salvo_roll TRR_EFFECT_ROLL = {.dice = dice, .resolve = resolve};
