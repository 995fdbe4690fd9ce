/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Psionics (SKANK-12 to SKANK-15). A psionist chooses the rating of an attack: the higher it is, the harder is the
 * roll. The rating gate of weapons applies to it (R8). */
#include "rules/skank/basics.h"
#include "rules/skank/procedures.h"
#include "rules/skank/shot.h"
#include "rules/skank/tries.h"

/* Each throw of the attack is a precomputed number of faces; the dice are only compared with it. */
struct attack {
    int rating, scan_ability;
    int target; /* unit */
    int target_rating, target_wounds, damage_modifier;
    bool scan;
    int finds;   /* faces of the scan that find the target */
    int affects; /* faces at which the attack works */
    bool psionist;
    int saves; /* faces at which the psionist saves */
    struct skank_hit hit;
};

/* clang-format off */
static const salvo_parameter ATTACK[] = {
    WHOLE("rating", "rating chosen for the attack", 1, PSIONIC_RATINGS, "1", INTO(struct attack, rating)),
    SKANK_UNIT("target", "figure or vehicle attacked", "trained", INTO(struct attack, target)),
    SKANK_TARGET_RATING(INTO(struct attack, target_rating)),
    SKANK_TARGET_WOUNDS(INTO(struct attack, target_wounds)),
    FLAG("target-psionist", "the target is a psionist and saves", INTO(struct attack, psionist)),
    FLAG("scan", "the target must first be found by a scan", INTO(struct attack, scan)),
    WHOLE("ability", "the psionist's, for the scan", 0, SKANK_MODIFIER_MAX, "5", INTO(struct attack, scan_ability)),
    SKANK_DAMAGE_MODIFIER(INTO(struct attack, damage_modifier)),
};
/* clang-format on */

enum attack_outcome { NOT_FOUND, FAIL, SAVED, ATTACK_RESULT /* + enum skank_result, but for "destroyed" */ };

static const char *const ATTACK_OUTCOMES[] = {"not-found",        "fail", "saved", "no-effect", "wound", "killed",
                                              SKANK_DAMAGE_LABELS};

/* The rating difference helps the damage roll (Overkill); no troop's bonus matters (R32). A psionic attack never kills
 * outright: it takes one wound of a figure, or a damage roll of a vehicle. Each point of rating above the target's
 * lowers that roll by one, and low rolls are worse. */
static void derive_attack(const void *tables, void *situation)
{
    const struct skank_tables *t = tables;
    struct attack *a = situation;
    const struct skank_vehicle *vehicle = skank_is_vehicle(t, a->target) ? skank_vehicle_of(t, a->target) : NULL;
    int target_rating = skank_given_or(a->target_rating, skank_rating_of(t, a->target));

    a->finds = skank_good_faces(a->scan_ability, 0);
    a->affects = skank_good_faces(t->psionic[a->rating - 1], 0);
    a->saves = skank_good_faces(t->value[PSIONIC_SAVE], 0);
    a->hit = (struct skank_hit){
        .effective = a->rating >= target_rating,
        .vehicle = vehicle,
        .damage_modifier = a->damage_modifier - (a->rating - target_rating),
        .wounds = skank_given_or(a->target_wounds, skank_wounds_of(t, a->target)),
    };
}

enum { SCAN_DIE, ATTACK_DIE, SAVE_DIE, DAMAGE_DIE, N_ATTACK_DICE };

/* The order is that of SKANK-12: found, worked, saved, then the rating. A failed step hides the later ones. The result
 * `destroyed` is impossible, so the labels leave it out and later results move up by one. */
static int attack_resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct attack *a = situation;
    enum skank_result result;

    (void)gain;
    if (a->scan && faces[SCAN_DIE] > a->finds)
        return NOT_FOUND;
    if (faces[ATTACK_DIE] > a->affects)
        return FAIL;
    if (a->psionist && faces[SAVE_DIE] <= a->saves)
        return SAVED;
    result = skank_hit_resolve(&a->hit, faces[DAMAGE_DIE]);
    return ATTACK_RESULT + (int)result - (result > RESULT_DESTROYED);
}

/* The lines follow the order of the dice, without those that this attack does not have. */
static void explain_attack(const void *situation, salvo_text *text)
{
    const struct attack *a = situation;

    if (a->scan)
        salvo_text_add(text, "the scan finds the target with %d of %d faces\n", a->finds, FACES);
    salvo_text_add(text, "the attack works with %d of %d faces\n", a->affects, FACES);
    if (a->psionist)
        salvo_text_add(text, "the target saves with %d of %d faces\n", a->saves, FACES);
    skank_hit_explain(&a->hit, text);
}

const salvo_procedure SKANK_PSIONIC_ATTACK = {
    .id = "SKANK-12",
    .schema = {.name = "skank.psionic-attack",
               ALL_OF(parameters, ATTACK),
               .situation_size = sizeof(struct attack),
               .derive = derive_attack,
               .explain = explain_attack},
    .documentation = {.chapter = "Psionics",
                      .title = "a psionic attack",
                      .section = "Psionics 1, 3, 6; Overkill",
                      .rulings = "R2 R3 R8 R32"},
    ALL_OF(outcomes, ATTACK_OUTCOMES),
    .roll = &(const salvo_roll){.count = N_ATTACK_DICE, .sides = FACES, .resolve = attack_resolve},
};

struct heal {
    struct skank_tries tries; /* first: the chain's situation */
    int attempts;
};

/* Each attempt may heal one of the missing wounds of a figure. */
static const salvo_parameter HEAL[] = {
    WHOLE("attempts", "attempts to heal", 0, SKANK_TRIES_MAX, "1", INTO(struct heal, attempts)),
    WHOLE("wounds", "wounds missing", 0, SKANK_WOUNDS_MAX, "2", INTO(struct heal, tries.enough)),
};

static const salvo_expectation HEAL_EXPECTATIONS[] = {{.name = "healed", .help = "mean number of wounds healed"}};

/* A figure without missing wounds needs no attempt. The tries end when all missing wounds are healed; `enough` of 0
 * would mean that all are made. */
static void derive_heal(const void *tables, void *situation)
{
    struct heal *heal = situation;
    struct skank_tries *tries = &heal->tries;

    tries->tries = tries->enough ? heal->attempts : 0;
    tries->n_dice = 1;
    tries->over[0] = ((const struct skank_tables *)tables)->value[PSIONIC_HEAL];
    tries->under = true;
}

const salvo_procedure SKANK_PSIONIC_HEAL = {
    .id = "SKANK-13",
    .schema = {.name = "skank.psionic-heal",
               ALL_OF(parameters, HEAL),
               .situation_size = sizeof(struct heal),
               .derive = derive_heal},
    .documentation = {.chapter = "Psionics",
                      .title = "how many wounds a psionist heals",
                      .section = "Psionics 2",
                      .rulings = "R2 R3"},
    ALL_OF(expectations, HEAL_EXPECTATIONS),
    .outcomes_help = "wounds healed 0, 1, ... those missing",
    .chain = &SKANK_TRIES,
};

struct scan {
    struct skank_test test; /* first: the roll's situation */
    struct skank_tester psionist;
};

/* A test of the psionist's ability reveals what is hidden in an area. */
static const salvo_parameter SCAN_PARAMETERS[] = {
    SKANK_TESTER(struct scan, psionist, "troop", "the psionist", "the psionist's ability, in place of the troop's"),
    SKANK_MODIFIER("modifier", "added to the roll", INTO(struct scan, psionist.modifier)),
};

static const char *const SCAN_OUTCOMES[] = {"revealed", "hidden"};

static void derive_scan(const void *tables, void *situation)
{
    struct scan *scan = situation;

    scan->test.good = skank_ability_faces(tables, &scan->psionist, 0);
}

const salvo_procedure SKANK_PSIONIC_SCAN = {
    .id = "SKANK-14",
    .schema = {.name = "skank.psionic-scan",
               ALL_OF(parameters, SCAN_PARAMETERS),
               .situation_size = sizeof(struct scan),
               .derive = derive_scan},
    .documentation = {.chapter = "Psionics",
                      .title = "a scan of a hidden area",
                      .section = "Psionics 3",
                      .rulings = "R2 R3"},
    ALL_OF(outcomes, SCAN_OUTCOMES),
    .roll = &SKANK_TEST,
};

enum { STUN_TARGETS_MAX = 200 };

struct stun {
    struct skank_tries tries; /* first: the chain's situation */
    struct skank_tester target;
    bool psionist;
};

/* All figures within the zone are thrown back, except those that pass a test of ability. */
static const salvo_parameter STUN[] = {
    SKANK_TESTER(struct stun, target, "target", "the troop in the zone",
                 "ability of the targets, in place of the troop's"),
    WHOLE("targets", "number of figures in the zone", 1, STUN_TARGETS_MAX, "1", INTO(struct stun, tries.tries)),
    FLAG("target-psionist", "the targets are psionists and save", INTO(struct stun, psionist)),
    SKANK_MODIFIER("modifier", "added to the ability roll", INTO(struct stun, target.modifier)),
};

static const salvo_expectation STUN_EXPECTATIONS[] = {{.name = "stunned", .help = "mean number of figures stunned"}};

/* A figure is stunned if its ability roll fails, and a psionist's save as well: both dice have to be high. */
static void derive_stun(const void *tables, void *situation)
{
    const struct skank_tables *t = tables;
    struct stun *stun = situation;

    stun->tries.n_dice = stun->psionist ? 2 : 1;
    stun->tries.over[0] = skank_ability_faces(t, &stun->target, 0);
    stun->tries.over[1] = t->value[PSIONIC_SAVE];
}

const salvo_procedure SKANK_TELEKINETIC_STUN = {
    .id = "SKANK-15",
    .schema = {.name = "skank.telekinetic-stun",
               ALL_OF(parameters, STUN),
               .situation_size = sizeof(struct stun),
               .derive = derive_stun},
    .documentation = {.chapter = "Psionics",
                      .title = "how many figures a telekinetic stun throws back",
                      .section = "Psionics 5, 6",
                      .rulings = "R2 R3"},
    ALL_OF(expectations, STUN_EXPECTATIONS),
    .outcomes_help = "figures stunned 0, 1, ... targets",
    .chain = &SKANK_TRIES,
};
