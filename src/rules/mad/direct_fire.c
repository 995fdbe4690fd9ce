/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAD-01 to MAD-03, one weapon against one element (6.0 "Direct Fire"): a single attack, several of them, and as many
 * as a kill takes. All three have the same shot, so its parameters are written once. */
#include "rules/mad/direct_fire.h"

#include <stdio.h>

#include "base/phrase.h"
#include "rules/mad/attack.h"
#include "rules/mad/one_attack.h"
#include "rules/mad/volley.h"
#include "rules/mad/words.h"

/* Two of these are readings of the book and not circumstances: small-arms-vehicles (R-11) and rounding (R-01). */
/* clang-format off */
#define SHOT_PARAMETERS(type, shot) \
    MAD_WEAPON(INTO(type, shot.weapon)), \
    MAD_RANGE(.unless = "contact", INTO(type, shot.range_m)), \
    CHOICE("target", "the target", MAD_TARGET_CHOICES, "vehicle", INTO(type, shot.target)), \
    MAD_COVER("cover", "the target's cover", INTO(type, shot.cover)), \
    MAD_FORT_VALUE(INTO(type, shot.fort_value)), \
    MAD_MOVING(INTO(type, shot.moving)), \
    MAD_FIXED(INTO(type, shot.fixed)), \
    MAD_OPPORTUNITY(INTO(type, shot.opportunity)), \
    MAD_CONTACT(INTO(type, shot.contact)), \
    MAD_LARGE_STATIC(INTO(type, shot.large_static)), \
    MAD_SMALL_ARMS_VEHICLES(INTO(type, shot.small_arms_vehicles)), \
    CHOICE("rounding", "how half damage of a single success is rounded", MAD_ROUNDING_CHOICES, "up", \
           INTO(type, shot.round_down))
/* clang-format on */

struct direct_fire {
    struct mad_one_attack one;
    const struct mad_tables *tables;
    struct mad_shot shot;
};

static const salvo_parameter DIRECT_FIRE[] = {
    SHOT_PARAMETERS(struct direct_fire, shot),
    MAD_HP(INTO(struct direct_fire, one.hp)),
};

/* The explanation computes its words from the shot again, so only the attack is kept. */
static void derive_direct_fire(const void *tables, void *situation)
{
    struct direct_fire *fire = situation;

    fire->one.attack = mad_attack_of(tables, &fire->shot);
}

static void explain_direct_fire(const void *situation, salvo_text *text)
{
    const struct direct_fire *fire = situation;

    salvo_text_put(text, "One attack ");
    mad_shot_explain_target(&fire->shot, text);
    salvo_text_put(text, "\n");
    mad_attack_explain(fire->tables, &fire->shot, text);
    salvo_text_put(text, "\n");
}

const salvo_procedure MAD_DIRECT_FIRE = {
    .id = "MAD-01",
    .schema = {.name = "mad.direct-fire",
               ALL_OF(parameters, DIRECT_FIRE),
               SITUATION(struct direct_fire, tables),
               .derive = derive_direct_fire,
               .explain = explain_direct_fire},
    .documentation = {.chapter = "Direct fire",
                      .title = "one attack with one weapon",
                      .section = "6.0 Direct Fire",
                      .rulings = "R-01 to R-11, R-49"},
    MAD_ONE_ATTACK_PROCEDURE,
};

/* MAD-02 repeats the same attack: a volley of one kind of attack. */
static const salvo_parameter VOLLEY[] = {
    SHOT_PARAMETERS(struct mad_volley, shot[0]),
    MAD_HP_REQUIRED(INTO(struct mad_volley, hp)),
    MAD_COUNT("shots", "attacks made", "1", INTO(struct mad_volley, shots)),
};

/* If no shot is permitted, nothing is thrown: the outcome is `unharmed` at once. */
static void derive_volley(const void *tables, void *situation)
{
    struct mad_volley *v = situation;

    v->attack[0] = mad_attack_of(tables, &v->shot[0]);
    v->n_attacks = 1;
    if (v->attack[0].verdict != MAY_FIRE)
        v->shots = 0;
}

static void explain_volley(const void *situation, salvo_text *text)
{
    const struct mad_volley *v = situation;

    salvo_text_add(text, "%s ", salvo_counted((uint64_t)v->shots, "attack").text);
    mad_shot_explain_target(&v->shot[0], text);
    salvo_text_add(text, ", %d hp\n", v->hp);
    mad_volley_explain(situation, text);
}

const salvo_procedure MAD_VOLLEY_FIRE = {
    .id = "MAD-02",
    .schema = {.name = "mad.volley",
               ALL_OF(parameters, VOLLEY),
               SITUATION(struct mad_volley, tables),
               .derive = derive_volley,
               .explain = explain_volley},
    .documentation = {.chapter = "Direct fire",
                      .title = "several identical attacks on one element",
                      .section = "6.0 Direct Fire, BANG!",
                      .rulings = "R-01 to R-11, R-49"},
    .expectations = MAD_VOLLEY_EXPECTATIONS,
    .n_expectations = N_VOLLEY_EXPECTATIONS,
    .outcomes = MAD_VOLLEY_OUTCOMES,
    .n_outcomes = N_VOLLEY_OUTCOMES,
    .chain = &MAD_VOLLEY,
};

struct until {
    const struct mad_tables *tables;
    struct mad_shot shot;
    struct mad_attack attack;
    bool hopeless; /* no throw can damage: the shots need not be counted */
    int hp, max;
};

/* `max` only limits the listed numbers of shots: the average is that of a fight without a limit. */
static const salvo_parameter UNTIL[] = {
    SHOT_PARAMETERS(struct until, shot),
    MAD_HP_REQUIRED(INTO(struct until, hp)),
    MAD_COUNT("max", "shots that are reported one by one", "20", INTO(struct until, max)),
};

/* The number of shots stops at `max` + 1: without a last number the chain would have infinitely many states. */
struct until_state {
    int32_t fired; /* 0 .. max, and max + 1 for any more */
    int32_t hp_left;
};

enum { MORE = 1 << 30 }; /* above every number of shots */

static const salvo_expectation UNTIL_EXPECTATIONS[] = {
    {.name = "shots", .help = "mean number of shots needed, without a limit"}};

/* A target number of 11 or more never succeeds (R-05). */
static void derive_until(const void *tables, void *situation)
{
    struct until *u = situation;

    u->attack = mad_attack_of(tables, &u->shot);
    u->hopeless = u->attack.verdict != MAY_FIRE || u->attack.target_number > 10;
}

/* The state is mostly the remaining hit points; the rest is the count up to `max`. */
static void until_start(const void *situation, void *state)
{
    *(struct until_state *)state = (struct until_state){.hp_left = ((const struct until *)situation)->hp};
}

/* MORE has a number above every count, so that it is last. It is also the outcome of a chain that never ends. */
static int until_outcome(const void *situation, const void *state)
{
    const struct until *u = situation;
    const struct until_state *s = state;

    if (s->hp_left > 0)
        return SALVO_CONTINUES;
    return s->fired <= u->max ? s->fired : MORE;
}

static void until_dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)state;
    *dice = mad_attack_dice(&((const struct until *)situation)->attack);
}

/* Every shot counts in the average, even those beyond `max`. Hopeless shots leave the state unchanged, which shows that
 * the chain never ends. */
static bool until_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct until *u = situation;
    struct until_state *s = state;
    int damage = mad_attack_damage(&u->attack, faces);

    gain[0]++;
    s->hp_left = damage < s->hp_left ? s->hp_left - damage : 0;
    if (s->fired <= u->max && !u->hopeless)
        s->fired++;
    return false;
}

static void until_label(const void *situation, int outcome, char text[SALVO_LABEL_MAX])
{
    (void)situation;
    if (outcome == MORE)
        snprintf(text, SALVO_LABEL_MAX, "more");
    else
        snprintf(text, SALVO_LABEL_MAX, "%d", outcome);
}

static void explain_until(const void *situation, salvo_text *text)
{
    const struct until *u = situation;

    salvo_text_put(text, "Attack after attack ");
    mad_shot_explain_target(&u->shot, text);
    salvo_text_add(text, ", %d hp\n", u->hp);
    mad_attack_explain(u->tables, &u->shot, text);
    salvo_text_put(text, "\n");
}

static const salvo_state_field UNTIL_TOLD[] = {
    SALVO_STATE_FIELD("hit points left", struct until_state, hp_left),
    {NULL, 0, 0},
};

static const salvo_chain UNTIL_CHAIN = {.state_size = sizeof(struct until_state),
                                        .start = until_start,
                                        .outcome = until_outcome,
                                        .dice = until_dice,
                                        .step = until_step,
                                        .undecided = MORE,
                                        .throw_name = "a shot",
                                        .fields = UNTIL_TOLD};

static const char *const UNTIL_MADE[] = {"more", "#", NULL};

const salvo_procedure MAD_SHOTS_TO_KILL = {
    .id = "MAD-03",
    .schema = {.name = "mad.shots-to-kill",
               ALL_OF(parameters, UNTIL),
               SITUATION(struct until, tables),
               .derive = derive_until,
               .explain = explain_until},
    .documentation = {.chapter = "Direct fire",
                      .title = "how many attacks a kill takes",
                      .section = "6.0 Direct Fire, BANG!",
                      .rulings = "R-01 to R-11, R-49"},
    ALL_OF(expectations, UNTIL_EXPECTATIONS),
    .outcomes_help = "1, 2, ... max: destroyed by exactly that shot; more",
    .label = until_label,
    .made = UNTIL_MADE,
    .chain = &UNTIL_CHAIN,
};
