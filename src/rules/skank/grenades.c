/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The automatic grenade launcher (Weapons Descriptions; SKANK-11). The first grenade follows the rules of indirect
 * fire. Each further one lands d6 inches in a random direction from the first. The target is at the aim point. */
#include <math.h>

#include "rules/skank/area.h"
#include "rules/skank/indirect.h"
#include "rules/skank/procedures.h"
#include "rules/skank/shot.h"

enum { GRENADES_MAX = 100 };

enum { PLACES = 1 + DEVIATION_SIDES }; /* where the first landed: on target, or 1 .. 6 pips off */

/* The first grenade and the others have few possible distances, so the effect of the burst is computed for each
 * beforehand. The target has its own ability; no parameter replaces it. */
struct launcher {
    struct skank_lob lob;
    int grenades;
    struct skank_burst_on burst;
    struct skank_reach first[PLACES];
    /* All directions are alike, so the first grenade is assumed to have gone in direction 0. */
    struct skank_reach further[PLACES][DEVIATION_SIDES][DIRECTIONS];
};

/* clang-format off */
static const salvo_parameter PARAMETERS[] = {
    SKANK_LOB_PARAMETERS(struct launcher, lob),
    WHOLE("grenades", "total number of grenades", 1, GRENADES_MAX, "3", .fallback_cell = "values.grenades.value",
          INTO(struct launcher, grenades)),
    SKANK_UNIT("target", "figure or vehicle at the aim point", "trained", INTO(struct launcher, burst.target)),
    SKANK_TARGET_WOUNDS(INTO(struct launcher, burst.target_wounds)),
    SKANK_TARGET_RATING(INTO(struct launcher, burst.target_rating)),
    FLAG("indoors", "shot into a building", INTO(struct launcher, burst.indoors)),
};
/* clang-format on */

struct state {
    int16_t fired;
    int16_t place; /* of the first grenade */
    int16_t lost;  /* wounds of a figure */
    int16_t hull;  /* of a vehicle */
};

/* The first grenade landed off_in away from the target, which is in the opposite direction: 180 degrees. The others
 * land whole inches away, whatever the range (R14). */
static void reach_all(struct launcher *l)
{
    for (int place = 0; place < PLACES; place++) {
        double off_in = place * l->lob.tenths_per_pip / 10.0;

        l->first[place] = skank_area_reach(&l->burst, off_in);
        for (int pips = 1; pips <= DEVIATION_SIDES; pips++)
            for (int at = 0; at < DIRECTIONS; at++)
                l->further[place][pips - 1][at] =
                    skank_area_reach(&l->burst, skank_impact_distance(off_in, 180, pips, at));
    }
}

/* A grenade has few possible places, so what reaches the target is computed once and looked up for every throw. */
static void derive(const void *tables, void *situation)
{
    const struct skank_tables *t = tables;
    struct launcher *l = situation;

    l->burst.ability = SKANK_OWN;
    skank_burst_prepare(t, &l->burst, t->launcher);
    skank_lob_prepare(t, &l->lob, t->launcher, skank_weapon_range(&t->weapons[t->launcher]), false);
    reach_all(l);
}

enum outcome {
    FIGURE_NO_EFFECT,
    FIGURE_WOUND,
    FIGURE_KILLED,
    VEHICLE_STATE, /* + enum skank_state */
    LAUNCHER_NOT_ALLOWED = VEHICLE_STATE + N_STATES,
};

static const char *const OUTCOMES[] = {"no-effect", "wound", "killed", SKANK_STATE_LABELS, "not-allowed"};

/* A figure that is wounded but alive is `wound`, whatever number of wounds it lost. */
static int outcome(const void *situation, const void *state)
{
    const struct launcher *l = situation;
    const struct state *s = state;

    if (l->lob.good == NOT_ALLOWED)
        return LAUNCHER_NOT_ALLOWED;
    if (s->fired < l->grenades)
        return SALVO_CONTINUES;
    if (l->burst.hit.vehicle)
        return VEHICLE_STATE + (int)skank_state_of((uint8_t)s->hull);
    return s->lost == 0 ? FIGURE_NO_EFFECT : s->lost < l->burst.hit.wounds ? FIGURE_WOUND : FIGURE_KILLED;
}

/* The first: on target, and how far off. The others: how far, and in which direction. Then the dice of the burst. Both
 * kinds of throw have the same number of dice; only the meaning of the first die differs. */
static void dice(const void *situation, const void *state, salvo_dice *dice)
{
    const struct state *s = state;

    (void)situation;
    *dice = (salvo_dice){.count = 2 + AREA_DICE, .sides = {FACES, DEVIATION_SIDES, FACES, FACES}};
    if (s->fired)
        dice->sides[0] = DIRECTIONS;
}

/* Each grenade counts separately: wounds add up, and damage accumulates on a vehicle. */
static void burst(const struct launcher *l, struct state *s, const struct skank_reach *reach, const uint8_t *faces)
{
    if (!skank_reach_hits(reach, faces[0]))
        return;
    if (l->burst.hit.vehicle) {
        s->hull = skank_hull_hit(&reach->hit, (uint8_t)s->hull, faces[1]);
    } else {
        int lost = s->lost + skank_hit_wounds(&reach->hit);

        s->lost = (int16_t)(lost < l->burst.hit.wounds ? lost : l->burst.hit.wounds);
    }
}

/* The first grenade decides where the others begin, and only its place is kept. */
static bool step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct launcher *l = situation;
    struct state *s = state;

    (void)gain;
    if (s->fired == 0) {
        s->place = faces[0] <= l->lob.good ? 0 : faces[1];
        burst(l, s, &l->first[s->place], &faces[2]);
    } else {
        burst(l, s, &l->further[s->place][faces[1] - 1][faces[0] - 1], &faces[2]);
    }
    if (++s->fired == l->grenades)
        s->place = 0; /* it no longer matters */
    return false;
}

static void explain(const void *situation, salvo_text *text)
{
    const struct launcher *l = situation;

    skank_lob_explain(&l->lob, text);
    if (l->grenades > 1)
        salvo_text_add(text, "%d more d6 in from there\n", l->grenades - 1);
}

static const salvo_chain CHAIN = {
    .state_size = sizeof(struct state), .outcome = outcome, .dice = dice, .step = step, .throw_name = "a grenade"};

const salvo_procedure SKANK_AUTO_GRENADES = {
    .id = "SKANK-11",
    .schema = {.name = "skank.auto-grenades",
               ALL_OF(parameters, PARAMETERS),
               .situation_size = sizeof(struct launcher),
               .derive = derive,
               .explain = explain},
    .documentation = {.chapter = "Indirect fire and areas",
                      .title = "an automatic grenade launcher at one target",
                      .section = "Weapons Descriptions: Auto Grenade Launcher",
                      .rulings = "R1 R2 R7 R8 R14 R15 R16"},
    ALL_OF(outcomes, OUTCOMES),
    .chain = &CHAIN,
};
