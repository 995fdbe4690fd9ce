/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A charge into melee, and the snap shot at it (Melee Phase: Snap Shot special rule; Prepared barricades; SKANK-19).
 * The attacker is side a, the defender side b. */
#include "base/phrase.h"
#include "rules/skank/melee.h"
#include "rules/skank/procedures.h"
#include "rules/skank/shot.h"

enum response { SNAP_SHOT, MELEE };

static const char *const RESPONSES[] = {[SNAP_SHOT] = "snap-shot", [MELEE] = "melee", NULL};
static const char *const OBSTACLE_CHOICES[] = {"minus-one", "one", NULL};

/* One struct covers both answers to a charge, because the snap shot may fail and the melee then follows (R18). */
struct charge {
    const struct skank_tables *tables;
    enum response response;
    bool obstacle, one_attack; /* one_attack: an obstacle leaves only one */
    struct skank_shot shot;    /* of the defender at the attacker, whose wounds are its target's */
    int faces;                 /* of the snap shot */
    struct skank_hit hit;
    struct skank_brawl brawl;
};

/* The attacker's rating matters only for the snap shot: the melee table has none. */
/* clang-format off */
static const salvo_parameter PARAMETERS[] = {
    SKANK_TROOP("attacker", "the attacker", INTO(struct charge, shot.target)),
    SKANK_TROOP("defender", "the defender", INTO(struct charge, shot.shooter)),
    SKANK_WEAPON("direct", "rifle", "the defender's weapon, for the snap shot", INTO(struct charge, shot.weapon)),
    CHOICE("response", "the defender's reaction", RESPONSES, "snap-shot", INTO(struct charge, response)),
    FLAG("defender-moved", "the defender moved this turn", INTO(struct charge, shot.shooter_moving)),
    FLAG("obstacle", "the charge crosses an obstacle", INTO(struct charge, obstacle)),
    CHOICE("obstacle-attacks", "attacks that remain behind an obstacle", OBSTACLE_CHOICES, "minus-one",
           INTO(struct charge, one_attack)),
    SKANK_IN_PLACE("attacker-wounds", "in place of the troop's", 1, SKANK_WOUNDS_MAX,
                   INTO(struct charge, shot.target_wounds)),
    SKANK_IN_PLACE("defender-wounds", "in place of the troop's", 1, SKANK_WOUNDS_MAX,
                   INTO(struct charge, brawl.wounds[SIDE_B])),
    WHOLE("attacker-rating", "rating of the attacker", 0, SKANK_RATING_MAX, "1",
          INTO(struct charge, shot.target_rating)),
    SKANK_MODIFIER("modifier", "added to the snap shot", INTO(struct charge, shot.modifier)),
};
/* clang-format on */

/* R17: returns the attacks that an obstacle leaves. One attack is lost over an obstacle. The other reading leaves a
 * hero exactly one and all others none; those numbers are in the table of troops. */
static int attacks_over(const struct skank_troop *troop, bool one)
{
    if (one)
        return troop->attacks_over_obstacle;
    return troop->attacks > 0 ? troop->attacks - 1 : 0;
}

/* A defender that took the snap shot has no attack left, unless the attacker crosses an obstacle: then it has all of
 * them. */
static struct skank_brawl brawl_of(const struct charge *c)
{
    const struct skank_tables *t = c->tables;
    int attacker = c->shot.target, defender = c->shot.shooter;
    const struct skank_troop *charges = &t->troops[attacker], *stands = &t->troops[defender];
    bool strikes_back = c->response == MELEE || c->obstacle;

    return (struct skank_brawl){
        .good = {skank_melee_faces(t, attacker, defender, 0), skank_melee_faces(t, defender, attacker, 0)},
        .attacks = {c->obstacle ? attacks_over(charges, c->one_attack) : charges->attacks,
                    strikes_back ? stands->attacks : 0},
        .wounds = {c->shot.target_wounds, skank_given_or(c->brawl.wounds[SIDE_B], stands->wounds)},
    };
}

/* The snap shot is at range 0, in the row 0-10, at a target that moves and has no cover. */
static void derive(const void *tables, void *situation)
{
    const struct skank_tables *t = tables;
    struct charge *c = situation;

    c->shot.max_range_in = skank_weapon_range(&t->weapons[c->shot.weapon]);
    c->shot.target_moving = true;
    c->shot.target_wounds = skank_given_or(c->shot.target_wounds, t->troops[c->shot.target].wounds);
    c->faces = skank_shot_faces(t, &c->shot);
    c->hit = skank_shot_hit(t, &c->shot);
    c->brawl = brawl_of(c);
}

struct state {
    int32_t shot_to_come;
    struct skank_blows blows;
};

enum { WOUNDS_LOST_ATTACKER = SIDE_A, WOUNDS_LOST_DEFENDER = SIDE_B };

static const char *const OUTCOMES[] = {"neither", "attacker-down", "defender-down", "both-down"};

static const salvo_expectation EXPECTATIONS[] = {
    [WOUNDS_LOST_ATTACKER] = {.name = "attacker-wounds-lost", .help = "mean number of wounds of the attacker"},
    [WOUNDS_LOST_DEFENDER] = {.name = "defender-wounds-lost", .help = "mean number of wounds of the defender"},
};

/* The melee is prepared from the beginning; the snap shot is one more throw before it. */
static void start(const void *situation, void *state)
{
    const struct charge *c = situation;
    const int16_t wounds[N_SIDES] = {(int16_t)c->brawl.wounds[SIDE_A], (int16_t)c->brawl.wounds[SIDE_B]};

    *(struct state *)state =
        (struct state){.shot_to_come = c->response == SNAP_SHOT, .blows = skank_round_of(&c->brawl, wounds)};
}

static int outcome(const void *situation, const void *state)
{
    const struct state *s = state;

    (void)situation;
    return s->shot_to_come || !skank_round_is_over(&s->blows) ? SALVO_CONTINUES : skank_down(s->blows.wounds);
}

static void dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation;
    (void)state;
    *dice = salvo_dice_of(1, FACES);
}

/* R18: a hit that counts ends the charge. A hit whose rating is too low does not count, and the charge goes on.
 * Otherwise nobody strikes this turn. */
static void shoot(const struct charge *c, struct state *s, int face, int64_t *gain)
{
    int lost = skank_hit_wounds(&c->hit);

    s->shot_to_come = 0;
    if (face > c->faces || lost == 0)
        return;
    gain[WOUNDS_LOST_ATTACKER] += lost;
    s->blows = (struct skank_blows){.wounds = {(int16_t)(s->blows.wounds[SIDE_A] - lost), s->blows.wounds[SIDE_B]}};
}

/* The single shot at the attacker precedes the first blow. */
static bool step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct charge *c = situation;
    struct state *s = state;

    if (s->shot_to_come)
        shoot(c, s, faces[0], gain);
    else
        skank_strike(&c->brawl, &s->blows, faces[0], gain);
    return false;
}

static void explain(const void *situation, salvo_text *text)
{
    const struct charge *c = situation;

    if (c->response == SNAP_SHOT) {
        skank_shot_explain(c->tables, &c->shot, text);
        skank_hit_explain(&c->hit, text);
    }
    for (int side = 0; side < N_SIDES; side++)
        salvo_text_add(text, "%s: %s with %d of %d faces\n", side == SIDE_A ? "attacker" : "defender",
                       salvo_counted((uint64_t)c->brawl.attacks[side], "attack").text, c->brawl.good[side], FACES);
}

static void tell(const void *situation, const void *state, salvo_state_description *told)
{
    const struct state *s = state;

    (void)situation;
    if (s->shot_to_come)
        told->throw_name = "the snap shot";
    else
        skank_blows_tell(&s->blows, told);
}

static const salvo_chain CHAIN = {.state_size = sizeof(struct state),
                                  .start = start,
                                  .outcome = outcome,
                                  .dice = dice,
                                  .step = step,
                                  .describe = tell};

const salvo_procedure SKANK_CHARGE = {
    .id = "SKANK-19",
    .schema = {.name = "skank.charge",
               ALL_OF(parameters, PARAMETERS),
               SITUATION(struct charge, tables),
               .derive = derive,
               .explain = explain},
    .documentation = {.chapter = "Melee",
                      .title = "a charge, and the snap shot or the melee against it",
                      .section = "Melee Phase: Snap Shot special rule; Prepared barricades",
                      .rulings = "R2 R7 R8 R17 R18 R19"},
    ALL_OF(expectations, EXPECTATIONS),
    ALL_OF(outcomes, OUTCOMES),
    .chain = &CHAIN,
};
