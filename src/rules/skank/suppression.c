/* Suppression fire (SKANK-04, SKANK-05). */
#include "rules/skank/basics.h"
#include "rules/skank/procedures.h"
#include "rules/skank/tries.h"
#include "rules/skank/words.h"

enum { WEAPON, TARGET, ABILITY, TARGETS, BUILDING, MODIFIER, N_SUPPRESSION };
enum { TARGETS_MAX = 50 };

/* clang-format off */
static const salvo_parameter SUPPRESSION[N_SUPPRESSION] = {
    [WEAPON] = SKANK_WEAPON("suppression", "light-mg", "the weapon that suppresses"),
    [TARGET] = SKANK_TROOP("target", "who is suppressed"),
    [ABILITY] = SKANK_ABILITY("ability of the targets, in place of the troop's"),
    [TARGETS] = SKANK_WHOLE("targets", "figures in the area", 1, TARGETS_MAX, "1"),
    [BUILDING] = SKANK_FLAG("building", "the targets are inside a building"),
    [MODIFIER] = SKANK_MODIFIER("modifier", "added to the ability roll"),
};
/* clang-format on */

static const salvo_expectation SUPPRESSION_EXPECTATIONS[] = {
    {.name = "suppressed", .help = "mean number of figures suppressed"}};

static salvo_status prepare_suppression(const void *tables, const salvo_value *values, void *situation,
                                        salvo_error *err)
{
    const struct skank_tables *t = tables;
    int modifier = (int)values[MODIFIER].integer;

    (void)err;
    if (values[BUILDING].integer)
        modifier += t->modifier[MODIFIER_SUPPRESSED_BUILDING];
    *(struct skank_tries *)situation = (struct skank_tries){
        .tries = (int)values[TARGETS].integer,
        .gate = t->value[CLIP_SUPPRESSION],
        .gated = t->weapons[values[WEAPON].integer].clip,
        .n_dice = 1,
        .over = {skank_ability_faces(t, &values[TARGET], &values[ABILITY], modifier)},
    };
    return SALVO_OK;
}

const salvo_procedure SKANK_SUPPRESSION = {
    .id = "SKANK-04",
    .schema = {.name = "skank.suppression",
               .parameters = SUPPRESSION,
               .n_parameters = N_SUPPRESSION,
               .situation_size = sizeof(struct skank_tries),
               .prepare_from_values = prepare_suppression},
    .documentation = {.chapter = "Fire phase",
                      .title = "how many figures of an area are suppressed",
                      .section = "Fire Phase: Suppression Fire, Burning the Clip",
                      .rulings = "R3 R12"},
    .expectations = SUPPRESSION_EXPECTATIONS,
    .n_expectations = 1,
    .outcomes_help = "figures suppressed 0, 1, ... targets",
    .chain = &SKANK_TRIES,
};

enum { TIES, N_CONTEST };
enum ties { TIES_REROLL, TIES_BOTH, TIES_NEITHER };

static const char *const TIES_CHOICES[] = {
    [TIES_REROLL] = "reroll", [TIES_BOTH] = "both", [TIES_NEITHER] = "neither", NULL};

static const salvo_parameter CONTEST[N_CONTEST] = {
    [TIES] = SKANK_CHOICE("ties", "what equal dice do", TIES_CHOICES, "reroll")};

enum contest { A_SUPPRESSED, B_SUPPRESSED, BOTH_SUPPRESSED, NEITHER, N_CONTEST_OUTCOMES };

static const char *const CONTEST_OUTCOMES[N_CONTEST_OUTCOMES] = {[A_SUPPRESSED] = "a-suppressed",
                                                                 [B_SUPPRESSED] = "b-suppressed",
                                                                 [BOTH_SUPPRESSED] = "both-suppressed",
                                                                 [NEITHER] = "neither"};

static salvo_status prepare_contest(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    static const int OF_TIES[] = {[TIES_REROLL] = ROLL_AGAIN, [TIES_BOTH] = BOTH_SUPPRESSED, [TIES_NEITHER] = NEITHER};

    (void)tables;
    (void)err;
    *(struct skank_roll_off *)situation =
        (struct skank_roll_off){.a_lower = B_SUPPRESSED, .b_lower = A_SUPPRESSED, .tie = OF_TIES[values[TIES].integer]};
    return SALVO_OK;
}

const salvo_procedure SKANK_SUPPRESSION_CONTEST = {
    .id = "SKANK-05",
    .schema = {.name = "skank.suppression-contest",
               .parameters = CONTEST,
               .n_parameters = N_CONTEST,
               .situation_size = sizeof(struct skank_roll_off),
               .prepare_from_values = prepare_contest},
    .documentation = {.chapter = "Fire phase",
                      .title = "two weapons suppress each other",
                      .section = "Fire Phase: Suppression Fire",
                      .rulings = "R13"},
    .outcomes = CONTEST_OUTCOMES,
    .n_outcomes = N_CONTEST_OUTCOMES,
    .chain = &SKANK_ROLL_OFF,
};
