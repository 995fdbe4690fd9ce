/* Ability and initiative (Infantry Statistics; Who goes first: SKANK-06, SKANK-07). */
#include "rules/skank/basics.h"

#include "rules/skank/procedures.h"
#include "rules/skank/words.h"

int skank_ability_faces(const struct skank_tables *t, const salvo_value *troop, const salvo_value *ability,
                        int modifier)
{
    return skank_good_faces(skank_given_or(ability, t->troops[troop->integer].ability), modifier);
}

static void test_dice(const void *situation, salvo_dice *dice)
{
    (void)situation;
    *dice = salvo_dice_of(1, FACES);
}

static int test_resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    bool passed = faces[0] <= ((const struct skank_test *)situation)->good;

    gain[0] += passed;
    return passed ? 0 : 1;
}

const salvo_roll SKANK_TEST = {.dice = test_dice, .resolve = test_resolve};

struct state {
    int32_t over;
    int32_t outcome;
};

static void start(const void *situation, void *state)
{
    (void)situation;
    (void)state;
}

static int outcome(const void *situation, const void *state)
{
    const struct state *s = state;

    (void)situation;
    return s->over ? s->outcome : SALVO_GOES_ON;
}

static void dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation;
    (void)state;
    *dice = salvo_dice_of(2, FACES);
}

static bool step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct skank_roll_off *off = situation;
    int outcome = faces[0] < faces[1] ? off->a_lower : faces[0] > faces[1] ? off->b_lower : off->tie;

    (void)gain;
    if (outcome != ROLL_AGAIN)
        *(struct state *)state = (struct state){.over = 1, .outcome = outcome};
    return false;
}

const salvo_chain SKANK_ROLL_OFF = {
    .state_size = sizeof(struct state), .start = start, .outcome = outcome, .dice = dice, .step = step};

enum { TIES, N_INITIATIVE_KEYS };

static const char *const TIES_CHOICES[] = {"reroll", "keep", NULL};

static const salvo_parameter INITIATIVE[N_INITIATIVE_KEYS] = {
    [TIES] = SKANK_CHOICE("ties", "what equal dice do", TIES_CHOICES, "reroll")};

enum initiative { INITIATIVE_A, INITIATIVE_B, INITIATIVE_TIE, N_INITIATIVE };

static const char *const INITIATIVE_OUTCOMES[N_INITIATIVE] = {
    [INITIATIVE_A] = "a", [INITIATIVE_B] = "b", [INITIATIVE_TIE] = "tie"};

static salvo_status prepare_initiative(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    (void)tables;
    (void)err;
    *(struct skank_roll_off *)situation = (struct skank_roll_off){
        .a_lower = INITIATIVE_A, .b_lower = INITIATIVE_B, .tie = values[TIES].integer ? INITIATIVE_TIE : ROLL_AGAIN};
    return SALVO_OK;
}

const salvo_procedure SKANK_INITIATIVE = {
    .id = "SKANK-06",
    .schema = {.name = "skank.initiative",
               .parameters = INITIATIVE,
               .n_parameters = N_INITIATIVE_KEYS,
               .situation_size = sizeof(struct skank_roll_off),
               .prepare_from_values = prepare_initiative},
    .documentation = {.chapter = "Turn sequence",
                      .title = "who goes first",
                      .section = "Let the Combat Begin: Who goes first?",
                      .rulings = "R13"},
    .outcomes = INITIATIVE_OUTCOMES,
    .n_outcomes = N_INITIATIVE,
    .chain = &SKANK_ROLL_OFF,
};

enum { TROOP, ABILITY, MODIFIER, N_ABILITY };

static const salvo_parameter ABILITY_PARAMETERS[N_ABILITY] = {
    [TROOP] = SKANK_TROOP("troop", "whose ability"),
    [ABILITY] = SKANK_ABILITY("the ability, in place of the troop's"),
    [MODIFIER] = SKANK_MODIFIER("modifier", "added to the roll"),
};

static const char *const ABILITY_OUTCOMES[] = {"pass", "fail"};
static const salvo_expectation ABILITY_EXPECTATIONS[] = {{.name = "pass", .help = "probability of a pass"}};

static salvo_status prepare_ability(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    (void)err;
    ((struct skank_test *)situation)->good =
        skank_ability_faces(tables, &values[TROOP], &values[ABILITY], (int)values[MODIFIER].integer);
    return SALVO_OK;
}

const salvo_procedure SKANK_ABILITY_TEST = {
    .id = "SKANK-07",
    .schema = {.name = "skank.ability",
               .parameters = ABILITY_PARAMETERS,
               .n_parameters = N_ABILITY,
               .situation_size = sizeof(struct skank_test),
               .prepare_from_values = prepare_ability},
    .documentation = {.chapter = "Turn sequence",
                      .title = "a test of ability",
                      .section = "The Basics: Infantry Statistics",
                      .rulings = "R2 R3"},
    .expectations = ABILITY_EXPECTATIONS,
    .n_expectations = 1,
    .outcomes = ABILITY_OUTCOMES,
    .n_outcomes = 2,
    .roll = &SKANK_TEST,
};
