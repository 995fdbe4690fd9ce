/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One shot (SKANK-01). shot.c has the number and the modifiers, hit.c the effect of a hit; this file combines the two
 * dice. */
#include "rules/skank/procedures.h"
#include "rules/skank/shot.h"

struct direct_fire {
    const struct skank_tables *tables;
    struct skank_shot shot;
    int faces; /* that hit */
    struct skank_hit hit;
};

static const salvo_parameter PARAMETERS[] = {
    SKANK_SHOT_PARAMETERS(struct direct_fire, shot, "direct", "rifle", "trained"),
};

/* The results of a hit follow the two outcomes without one, so addition makes a result an outcome. */
enum outcome { SHOT_NOT_ALLOWED, MISS, HIT /* + enum skank_result */ };
enum { HITS };

static const char *const OUTCOMES[] = {"not-allowed", "miss", SKANK_RESULT_LABELS};

static const salvo_expectation EXPECTATIONS[] = {[HITS] = {.name = "hit", .help = "probability of a hit"}};

static void derive(const void *tables, void *situation)
{
    struct direct_fire *fire = situation;

    skank_shot_prepare(tables, &fire->shot);
    fire->faces = skank_shot_faces(tables, &fire->shot);
    fire->hit = skank_shot_hit(tables, &fire->shot);
}

/* The roll to hit is first, then the damage roll, which is left out if no hit can need it. */
static void dice(const void *situation, salvo_dice *dice)
{
    const struct direct_fire *fire = situation;

    *dice = salvo_dice_of(fire->faces == NOT_ALLOWED ? 0 : 1 + skank_hit_rolls_damage(&fire->hit), FACES);
}

/* A hit whose rating is too low is still a hit, with the result no-effect: the expectation counts it. */
static int resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct direct_fire *fire = situation;

    if (fire->faces == NOT_ALLOWED)
        return SHOT_NOT_ALLOWED;
    if (faces[0] > fire->faces)
        return MISS;
    gain[HITS]++;
    return HIT + (int)skank_hit_resolve(&fire->hit, skank_hit_rolls_damage(&fire->hit) ? faces[1] : 0);
}

static void explain(const void *situation, salvo_text *text)
{
    const struct direct_fire *fire = situation;

    skank_shot_explain(fire->tables, &fire->shot, text);
    skank_hit_explain(&fire->hit, text);
}

const salvo_procedure SKANK_DIRECT_FIRE = {
    .id = "SKANK-01",
    .schema = {.name = "skank.direct-fire",
               ALL_OF(parameters, PARAMETERS),
               SITUATION(struct direct_fire, tables),
               .derive = derive,
               .explain = explain},
    .documentation = {.chapter = "Fire phase",
                      .title = "one shot",
                      .section = "Fire Phase: Direct Fire",
                      .rulings = "R1 R2 R4 R5 R7 R8 R9 R10 R34"},
    ALL_OF(expectations, EXPECTATIONS),
    ALL_OF(outcomes, OUTCOMES),
    .roll = &(const salvo_roll){.dice = dice, .resolve = resolve},
};
