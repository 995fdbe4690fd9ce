#include "rules/mad/initiative.h"

#include "rules/mad/words.h"

enum mad_initiative mad_initiative_of(const uint8_t *faces)
{
    if (faces[0] == faces[1])
        return INITIATIVE_TIE;
    return faces[0] > faces[1] ? INITIATIVE_A : INITIATIVE_B;
}

enum { TIES, N_KEYS };
enum ties { REROLL, REPORT };
enum { ROLLS };

static const char *const TIES_CHOICES[] = {[REROLL] = "reroll", [REPORT] = "report", NULL};

static const salvo_parameter PARAMETERS[N_KEYS] = {
    [TIES] =
        {.key = "ties", .help = "what a tie does", .kind = SALVO_CHOICE, .choices = TIES_CHOICES, .fallback = "reroll"},
};

static const salvo_expectation EXPECTATIONS[] = {[ROLLS] = {.name = "rolls", .help = "mean number of roll-offs"}};

static const char *const OUTCOMES[N_INITIATIVE] = {
    [INITIATIVE_A] = "a", [INITIATIVE_B] = "b", [INITIATIVE_TIE] = "tie"};

struct roll_off {
    enum ties ties;
};

struct state {
    int32_t over;
    int32_t winner;
};

static salvo_status prepare(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    (void)tables;
    (void)err;
    ((struct roll_off *)situation)->ties = (enum ties)values[TIES].integer;
    return SALVO_OK;
}

static void start(const void *situation, void *state)
{
    (void)situation;
    (void)state;
}

static int outcome(const void *situation, const void *state)
{
    const struct state *s = state;

    (void)situation;
    return s->over ? s->winner : SALVO_GOES_ON;
}

static void dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation;
    (void)state;
    *dice = salvo_dice_of(MAD_INITIATIVE_DICE, MAD_INITIATIVE_SIDES);
}

static bool step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    struct state *s = state;
    enum mad_initiative winner = mad_initiative_of(faces);

    gain[ROLLS]++;
    if (winner == INITIATIVE_TIE && ((const struct roll_off *)situation)->ties == REROLL)
        return false;
    *s = (struct state){.over = 1, .winner = (int32_t)winner};
    return false;
}

static bool expects(const void *situation, size_t expectation)
{
    (void)expectation;
    return ((const struct roll_off *)situation)->ties == REROLL;
}

static const salvo_chain CHAIN = {
    .state_size = sizeof(struct state),
    .start = start,
    .outcome = outcome,
    .dice = dice,
    .step = step,
    .undecided = INITIATIVE_TIE,
};

const salvo_procedure MAD_INITIATIVE = {
    .name = "mad.initiative",
    .id = "MAD-06",
    .chapter = "Sequence of play",
    .title = "who activates first",
    .section = "6.0 Initiative",
    .rulings = "R-25",
    .parameters = PARAMETERS,
    .n_parameters = N_KEYS,
    .expectations = EXPECTATIONS,
    .n_expectations = sizeof EXPECTATIONS / sizeof *EXPECTATIONS,
    .outcomes = OUTCOMES,
    .n_outcomes = N_INITIATIVE,
    .situation_size = sizeof(struct roll_off),
    .prepare = prepare,
    .expects = expects,
    .chain = &CHAIN,
};
