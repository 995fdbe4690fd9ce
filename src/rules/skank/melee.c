/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Melee: one attack (SKANK-16), one round (SKANK-17), a fight to the end (SKANK-18). Vehicles are not in the table and
 * take no part (R19). */
#include "rules/skank/melee.h"

#include <salvo/text.h>

#include "base/phrase.h"
#include "rules/skank/procedures.h"
#include "rules/skank/words.h"
#include "rules/told.h"

/* A troop's bonus to hit does not count, because it is for shooting only. A cell N cannot be hit with any modifier. */
int skank_melee_faces(const struct skank_tables *t, int attacker, int target, int modifier)
{
    int number = t->melee[t->troops[attacker].melee][t->troops[target].melee];

    return number == SALVO_BLANK ? 0 : skank_good_faces(number, modifier);
}

/* A side that cannot hit need not roll. Fights in which neither can are then over before they begin. */
struct skank_blows skank_round_of(const struct skank_brawl *brawl, const int16_t wounds[N_SIDES])
{
    struct skank_blows blows = {.wounds = {wounds[SIDE_A], wounds[SIDE_B]}};

    for (int side = 0; side < N_SIDES; side++)
        blows.to_come[side] = (int16_t)(brawl->good[side] ? brawl->attacks[side] : 0);
    return blows;
}

bool skank_round_is_over(const struct skank_blows *blows)
{
    return blows->to_come[SIDE_A] == 0 && blows->to_come[SIDE_B] == 0;
}

/* A round is simultaneous, so a's blows do not end b's, even when b goes down. The order of the blows does not matter;
 * a's are first. */
void skank_strike(const struct skank_brawl *brawl, struct skank_blows *blows, int face, int64_t *gain)
{
    enum skank_side side = blows->to_come[SIDE_A] ? SIDE_A : SIDE_B, other = skank_other(side);

    blows->to_come[side]--;
    if (face > brawl->good[side])
        return;
    blows->wounds[other]--;
    gain[other]++;
    if (blows->wounds[other] == 0)
        blows->to_come[side] = 0; /* there is nothing left to strike */
}

/* The bits are by side: neither, a, b, both, in the order of the outcomes. */
int skank_down(const int16_t wounds[N_SIDES])
{
    return (wounds[SIDE_A] == 0) + 2 * (wounds[SIDE_B] == 0);
}

struct attack {
    int attacker, target; /* troops */
    int wounds;           /* of the target */
    bool entering, burning, disable;
    int modifier;
    int good;
};

/* This is one attack of one figure. Entering a building held by the enemy, or fighting in a burning one, makes it
 * harder. */
static const salvo_parameter ATTACK[] = {
    SKANK_TROOP("attacker", "the attacker", INTO(struct attack, attacker)),
    SKANK_TROOP("target", "the target", INTO(struct attack, target)),
    SKANK_TARGET_WOUNDS(INTO(struct attack, wounds)),
    FLAG("entering", "the attacker enters an enemy-held building in this turn", INTO(struct attack, entering)),
    FLAG("burning", "the attacker is inside a burning building", INTO(struct attack, burning)),
    FLAG("disable", "to knock out and capture instead of wound", INTO(struct attack, disable)),
    SKANK_MODIFIER("modifier", "added to the roll", INTO(struct attack, modifier)),
};

enum attack_outcome { ATTACK_MISS, ATTACK_WOUND, ATTACK_KILLED, ATTACK_CAPTURED, N_ATTACK_OUTCOMES };

static const char *const ATTACK_OUTCOMES[N_ATTACK_OUTCOMES] = {
    [ATTACK_MISS] = "miss", [ATTACK_WOUND] = "wound", [ATTACK_KILLED] = "killed", [ATTACK_CAPTURED] = "captured"};

static const salvo_expectation ATTACK_EXPECTATIONS[] = {{.name = "hit", .help = "probability of a hit"}};

/* Disabling is harder by 2, and a success takes the target out whatever its wounds (R20). */
static void derive_attack(const void *tables, void *situation)
{
    const struct skank_tables *t = tables;
    struct attack *a = situation;

    a->modifier += a->entering ? t->modifier[MODIFIER_ENTERING] : 0;
    a->modifier += a->burning ? t->modifier[MODIFIER_BURNING] : 0;
    a->modifier += a->disable ? t->modifier[MODIFIER_DISABLE] : 0;
    a->good = skank_melee_faces(t, a->attacker, a->target, a->modifier);
    a->wounds = skank_given_or(a->wounds, t->troops[a->target].wounds);
}

/* A struck figure with more than one wound is `wound`, because the question is about one attack. */
static int attack_resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct attack *a = situation;

    if (faces[0] > a->good)
        return ATTACK_MISS;
    gain[0]++;
    if (a->disable)
        return ATTACK_CAPTURED;
    return a->wounds == 1 ? ATTACK_KILLED : ATTACK_WOUND;
}

static void explain_attack(const void *situation, salvo_text *text)
{
    salvo_text_add(text, "hits with %d of %d faces\n", ((const struct attack *)situation)->good, FACES);
}

const salvo_procedure SKANK_MELEE_ATTACK = {
    .id = "SKANK-16",
    .schema = {.name = "skank.melee-attack",
               ALL_OF(parameters, ATTACK),
               .situation_size = sizeof(struct attack),
               .derive = derive_attack,
               .explain = explain_attack},
    .documentation = {.chapter = "Melee",
                      .title = "one attack in melee",
                      .section = "Melee Phase; Special and Optional Rules B",
                      .rulings = "R2 R19 R20"},
    ALL_OF(expectations, ATTACK_EXPECTATIONS),
    ALL_OF(outcomes, ATTACK_OUTCOMES),
    .roll = &(const salvo_roll){.count = 1, .sides = FACES, .resolve = attack_resolve},
};

struct fight {
    struct skank_brawl brawl; /* first: the chains' situation; values that are not given are the troops' own */
    int troop[N_SIDES], modifier[N_SIDES];
};

/* clang-format off */
static const salvo_parameter FIGHT[] = {
    SKANK_TROOP("a", "one fighter", INTO(struct fight, troop[SIDE_A])),
    SKANK_TROOP("b", "the other", INTO(struct fight, troop[SIDE_B])),
    SKANK_IN_PLACE("a-attacks", "attacks of a, in place of the troop's", 0, SKANK_ATTACKS_MAX,
                   INTO(struct fight, brawl.attacks[SIDE_A])),
    SKANK_IN_PLACE("b-attacks", "attacks of b, in place of the troop's", 0, SKANK_ATTACKS_MAX,
                   INTO(struct fight, brawl.attacks[SIDE_B])),
    SKANK_IN_PLACE("a-wounds", "wounds of a, in place of the troop's", 1, SKANK_WOUNDS_MAX,
                   INTO(struct fight, brawl.wounds[SIDE_A])),
    SKANK_IN_PLACE("b-wounds", "wounds of b, in place of the troop's", 1, SKANK_WOUNDS_MAX,
                   INTO(struct fight, brawl.wounds[SIDE_B])),
    SKANK_MODIFIER("a-modifier", "added to the rolls of a", INTO(struct fight, modifier[SIDE_A])),
    SKANK_MODIFIER("b-modifier", "added to the rolls of b", INTO(struct fight, modifier[SIDE_B])),
};
/* clang-format on */

/* Values that are not given are the troop's own. Attacks may be 0, as for a figure that lost them to an obstacle. */
static void derive_fight(const void *tables, void *situation)
{
    const struct skank_tables *t = tables;
    struct fight *f = situation;

    for (int side = 0; side < N_SIDES; side++) {
        const struct skank_troop *own = &t->troops[f->troop[side]];

        f->brawl.good[side] =
            skank_melee_faces(t, f->troop[side], f->troop[skank_other((enum skank_side)side)], f->modifier[side]);
        f->brawl.attacks[side] = skank_given_or(f->brawl.attacks[side], own->attacks);
        f->brawl.wounds[side] = skank_given_or(f->brawl.wounds[side], own->wounds);
    }
}

static void explain_fight(const void *situation, salvo_text *text)
{
    const struct skank_brawl *brawl = situation;

    for (int side = 0; side < N_SIDES; side++)
        salvo_text_add(text, "%s: %s with %d of %d faces, %s\n", side == SIDE_A ? "a" : "b",
                       salvo_counted((uint64_t)brawl->attacks[side], "attack").text, brawl->good[side], FACES,
                       salvo_counted((uint64_t)brawl->wounds[side], "wound").text);
}

static void start(const void *situation, void *state)
{
    const struct skank_brawl *brawl = situation;
    const int16_t wounds[N_SIDES] = {(int16_t)brawl->wounds[SIDE_A], (int16_t)brawl->wounds[SIDE_B]};

    *(struct skank_blows *)state = skank_round_of(brawl, wounds);
}

static void dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation;
    (void)state;
    *dice = salvo_dice_of(1, FACES);
}

enum { WOUNDS_LOST_A, WOUNDS_LOST_B };

static const char *const ROUND_OUTCOMES[] = {"both-stand", "a-down", "b-down", "both-down"};

static const salvo_expectation ROUND_EXPECTATIONS[] = {
    [WOUNDS_LOST_A] = {.name = "a-wounds-lost", .help = "mean number of wounds that a loses"},
    [WOUNDS_LOST_B] = {.name = "b-wounds-lost", .help = "mean number of wounds that b loses"},
};

static int round_outcome(const void *situation, const void *state)
{
    const struct skank_blows *blows = state;

    (void)situation;
    return skank_round_is_over(blows) ? skank_down(blows->wounds) : SALVO_CONTINUES;
}

static bool round_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    skank_strike(situation, state, faces[0], gain);
    return false;
}

void skank_blows_tell(const struct skank_blows *blows, salvo_state_description *told)
{
    told->throw_name = "a blow";
    told_number(told, "a's wounds left", blows->wounds[SIDE_A]);
    told_number(told, "b's wounds left", blows->wounds[SIDE_B]);
}

static void tell(const void *situation, const void *state, salvo_state_description *told)
{
    (void)situation;
    skank_blows_tell(state, told);
}

static const salvo_chain ROUND_CHAIN = {.state_size = sizeof(struct skank_blows),
                                        .start = start,
                                        .outcome = round_outcome,
                                        .dice = dice,
                                        .step = round_step,
                                        .describe = tell,
                                        .describes_gains = true};

const salvo_procedure SKANK_MELEE_ROUND = {
    .id = "SKANK-17",
    .schema = {.name = "skank.melee-round",
               ALL_OF(parameters, FIGHT),
               .situation_size = sizeof(struct fight),
               .derive = derive_fight,
               .explain = explain_fight},
    .documentation = {.chapter = "Melee",
                      .title = "one round of two figures",
                      .section = "Melee Phase",
                      .rulings = "R2 R19"},
    ALL_OF(expectations, ROUND_EXPECTATIONS),
    ALL_OF(outcomes, ROUND_OUTCOMES),
    .chain = &ROUND_CHAIN,
};

enum fight_outcome { A_WINS, B_WINS, BOTH_DOWN, STALEMATE, N_FIGHT_OUTCOMES };

static const char *const FIGHT_OUTCOMES[N_FIGHT_OUTCOMES] = {
    [A_WINS] = "a-wins", [B_WINS] = "b-wins", [BOTH_DOWN] = "both-down", [STALEMATE] = "stalemate"};

static const salvo_expectation FIGHT_EXPECTATIONS[] = {{.name = "rounds", .help = "mean number of rounds"}};

/* Between rounds the blows of the next remain; there are none only if neither side can ever hit. */
static int fight_outcome(const void *situation, const void *state)
{
    static const int OF_DOWN[] = {STALEMATE, B_WINS, A_WINS, BOTH_DOWN};
    const struct skank_blows *blows = state;

    (void)situation;
    return skank_round_is_over(blows) ? OF_DOWN[skank_down(blows->wounds)] : SALVO_CONTINUES;
}

/* skank_strike counts the wounds of a round in a separate tally, because this procedure counts only rounds. A round in
 * which nobody goes down is followed by the next. */
static bool fight_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct skank_brawl *brawl = situation;
    struct skank_blows *blows = state;
    int64_t lost[N_SIDES] = {0};

    skank_strike(brawl, blows, faces[0], lost);
    if (!skank_round_is_over(blows))
        return false;
    gain[0]++;
    if (skank_down(blows->wounds) == 0)
        *blows = skank_round_of(brawl, blows->wounds);
    return true;
}

static const salvo_chain FIGHT_CHAIN = {.state_size = sizeof(struct skank_blows),
                                        .start = start,
                                        .outcome = fight_outcome,
                                        .dice = dice,
                                        .step = fight_step,
                                        .undecided = STALEMATE,
                                        .describe = tell,
                                        .describes_gains = true};

const salvo_procedure SKANK_MELEE_FIGHT = {
    .id = "SKANK-18",
    .schema = {.name = "skank.melee-fight",
               ALL_OF(parameters, FIGHT),
               .situation_size = sizeof(struct fight),
               .derive = derive_fight,
               .explain = explain_fight},
    .documentation = {.chapter = "Melee",
                      .title = "two figures fight until one is down",
                      .section = "Melee Phase",
                      .rulings = "R2 R19"},
    ALL_OF(expectations, FIGHT_EXPECTATIONS),
    ALL_OF(outcomes, FIGHT_OUTCOMES),
    .chain = &FIGHT_CHAIN,
};
