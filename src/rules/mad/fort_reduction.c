/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAD-13, reducing the cover value of a fortification (6.0 "Reduction of Fortifications"). R-17 settles what the text
 * leaves open. The fortification is a stationary vehicle in the open, and only the damage of a single attack counts,
 * not the sum of several. */
#include "rules/mad/fort_reduction.h"

#include <stdio.h>

#include "base/phrase.h"
#include "rules/mad/attack.h"
#include "rules/mad/words.h"

enum { VALUE_LEFT };

static const salvo_expectation EXPECTATIONS[] = {
    [VALUE_LEFT] = {.name = "fort-value", .help = "mean cover value that is left"}};

struct reduction {
    const struct mad_tables *tables;
    struct mad_shot shot; /* at a stationary vehicle in the open */
    struct mad_attack attack;
    int shots;
    int fort_value, lowest, enough; /* damage above `enough` counts */
    bool can_hurt;                  /* some level of success does that much */
};

/* The target, its cover and contact are not parameters, because R-17 fixes them. Moving costs its +2 unless
 * large-static says that the fortification is such a target. */
/* clang-format off */
static const salvo_parameter PARAMETERS[] = {
    MAD_WEAPON(INTO(struct reduction, shot.weapon)),
    MAD_RANGE(INTO(struct reduction, shot.range_m)),
    MAD_COUNT("shots", "attacks made", "1", INTO(struct reduction, shots)),
    MAD_FORT_VALUE_OF("the cover value before the first attack", "modifiers.fortification.modifier",
                      INTO(struct reduction, fort_value)),
    MAD_MOVING(INTO(struct reduction, shot.moving)),
    MAD_FIXED(INTO(struct reduction, shot.fixed)),
    FLAG("large-static", "moving has no effect against such a large target",
         INTO(struct reduction, shot.large_static)),
};
/* clang-format on */

struct state {
    int32_t fired, fort_value;
};

/* small_arms_vehicles is set; otherwise small arms would be refused for another reason than their damage. If no level
 * of success does enough, all throws except the first are left out. */
static void derive(const void *tables, void *situation)
{
    const struct mad_tables *t = tables;
    struct reduction *r = situation;

    r->shot.small_arms_vehicles = true;
    r->attack = mad_attack_of(t, &r->shot);
    r->lowest = t->value[FORT_VALUE_LOWEST];
    r->enough = t->value[FORT_REDUCTION_DAMAGE];
    for (int level = MISS; level < N_LEVELS; level++)
        r->can_hurt |= r->attack.damage[level] > r->enough;
}

/* The value before the first attack may be any, because an earlier barrage may have lowered it. */
static void start(const void *situation, void *state)
{
    *(struct state *)state = (struct state){.fort_value = ((const struct reduction *)situation)->fort_value};
}

/* The outcome is how far the value has fallen. One throw is made even if none matters, because the average counts in
 * it. */
static int outcome(const void *situation, const void *state)
{
    const struct reduction *r = situation;
    const struct state *s = state;
    bool settled = s->fired && (s->fort_value <= r->lowest || !r->can_hurt);

    return s->fired == r->shots || settled ? r->fort_value - s->fort_value : SALVO_CONTINUES;
}

static void label(const void *situation, int outcome, char text[SALVO_LABEL_MAX])
{
    snprintf(text, SALVO_LABEL_MAX, "%d", ((const struct reduction *)situation)->fort_value - outcome);
}

static void dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)state;
    *dice = mad_attack_dice(&((const struct reduction *)situation)->attack);
}

/* One attack lowers the value by one, however large its damage, even for a critical. The first step adds the start
 * value to the average, and every step subtracts the loss. */
static bool step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct reduction *r = situation;
    struct state *s = state;
    bool falls = s->fort_value > r->lowest && mad_attack_damage(&r->attack, faces) > r->enough;

    gain[VALUE_LEFT] += (s->fired ? 0 : s->fort_value) - falls;
    s->fort_value -= falls;
    s->fired++;
    return false;
}

static void explain(const void *situation, salvo_text *text)
{
    const struct reduction *r = situation;

    salvo_text_add(text, "%s ", salvo_counted((uint64_t)r->shots, "attack").text);
    mad_shot_explain_target(&r->shot, text);
    salvo_text_put(text, ": the fortification\n");
    mad_attack_explain(r->tables, &r->shot, text);
    salvo_text_add(text, "\n  more than %d lowers the cover value by 1, not below %d\n", r->enough, r->lowest);
}

static const salvo_state_field TOLD[] = {
    SALVO_STATE_FIELD("cover value", struct state, fort_value),
    {NULL, 0, 0},
};

static const salvo_chain CHAIN = {.state_size = sizeof(struct state),
                                  .start = start,
                                  .outcome = outcome,
                                  .dice = dice,
                                  .step = step,
                                  .throw_name = "a shot",
                                  .fields = TOLD};

const salvo_procedure MAD_FORT_REDUCTION = {
    .id = "MAD-13",
    .schema = {.name = "mad.fort-reduction",
               ALL_OF(parameters, PARAMETERS),
               SITUATION(struct reduction, tables),
               .derive = derive,
               .explain = explain},
    .documentation = {.chapter = "Mines and fortifications",
                      .title = "shooting a fortification's cover value down",
                      .section = "6.0 Reduction of Fortifications",
                      .rulings = "R-01, R-05 to R-07, R-09, R-10, R-17"},
    ALL_OF(expectations, EXPECTATIONS),
    .outcomes_help = "4, 3, 2, 1: the cover value that is left",
    .label = label,
    .chain = &CHAIN,
};
