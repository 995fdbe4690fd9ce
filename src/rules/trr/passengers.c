#include "rules/trr/passengers.h"

#include "rules/trr/anti_tank.h"
#include "rules/trr/soft_fire.h"
#include "rules/trr/words.h"

struct passengers {
    const struct trr_tables *tables;
    bool out_of_range;
    bool fired; /* the score is thrown first: D10 + modifier */
    int modifier;
    int score;   /* of the shot that is not thrown */
    int n_words; /* where casualties begin among the outcomes */
    struct trr_shot shot;
};

struct passengers_state {
    uint8_t hit; /* the score is known */
    uint8_t row; /* of the casualty table */
    uint8_t left, casualties;
};

enum { PENETRATED = 1 };

static const salvo_expectation EXPECTATIONS[] = {
    [HITS] = {.name = "hits", .help = "mean number of casualties"},
    [PENETRATED] = {.name = "penetrated", .help = "probability that the shot penetrates"},
};

/* The final score is the factor, and there are as many dice as markers. */
static struct passengers_state hit(const struct passengers *p, int score)
{
    int markers = trr_markers(p->tables, score, false);

    return (struct passengers_state){
        .hit = 1,
        .row = (uint8_t)(markers == 0            ? 0
                         : score < CASUALTY_ROWS ? score
                                                 : CASUALTY_ROWS),
        .left = (uint8_t)markers,
    };
}

static void start(const void *situation, void *state)
{
    const struct passengers *p = situation;

    if (!p->fired)
        *(struct passengers_state *)state = hit(p, p->score);
}

static int outcome(const void *situation, const void *state)
{
    const struct passengers *p = situation;
    const struct passengers_state *s = state;

    if (p->out_of_range)
        return 0;
    return s->hit && s->left == 0 ? p->n_words + s->casualties : SALVO_GOES_ON;
}

static void dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation;
    (void)state;
    *dice = salvo_dice_of(1, D10);
}

static bool step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct passengers *p = situation;
    struct passengers_state *s = state;
    int casualties;

    if (!s->hit) {
        *s = hit(p, faces[0] + p->modifier);
        gain[PENETRATED] += s->left > 0;
        return false;
    }
    casualties = trr_casualties(p->tables, s->row, faces[0]);
    s->casualties = (uint8_t)(s->casualties + casualties);
    s->left--;
    gain[HITS] += casualties;
    return false;
}

static const salvo_chain CHAIN = {
    .state_size = sizeof(struct passengers_state), .start = start, .outcome = outcome, .dice = dice, .step = step};

enum { PA_SCORE, N_PASSENGERS };

static const salvo_parameter PASSENGERS[N_PASSENGERS] = {
    [PA_SCORE] = {.key = "score",
                  .help = "final score of the shot that damaged the vehicle",
                  .kind = SALVO_INTEGER,
                  .min = 6,
                  .max = 25,
                  .required = true},
};

static salvo_status prepare_passengers(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    (void)err;
    *(struct passengers *)situation = (struct passengers){.tables = tables, .score = (int)values[PA_SCORE].integer};
    return SALVO_OK;
}

const salvo_procedure TRR_PASSENGERS = {
    .id = "TRR-22",
    .schema = {.name = "trr.passengers",
               .parameters = PASSENGERS,
               .n_parameters = N_PASSENGERS,
               .situation_size = sizeof(struct passengers),
               .prepare_from_values = prepare_passengers},
    .documentation = {.chapter = "Anti-tank fire",
                      .title = "casualties inside a damaged vehicle",
                      .section = "8 Results"},
    .expectations = EXPECTATIONS,
    .n_expectations = PENETRATED,
    /* hits alone */
    .outcomes_help = TRR_CASUALTIES_HELP,
    .chain = &CHAIN,
};

enum { SL_GUN, SL_STRIKE, SL_CLASS, SL_DISTANCE, SL_FIRER_MOVING, N_SLIT };

static const salvo_parameter SLIT[N_SLIT] = {
    [SL_GUN] = TRR_GUN(),
    [SL_STRIKE] = TRR_STRIKE("6"),
    [SL_CLASS] = TRR_CLASS,
    [SL_DISTANCE] = TRR_DISTANCE("20"),
    [SL_FIRER_MOVING] = TRR_FLAG("firer-moving", "the firer moves"),
};

enum { SLIT_OUT_OF_RANGE, N_SLIT_WORDS };
static const char *const SLIT_WORDS[N_SLIT_WORDS] = {[SLIT_OUT_OF_RANGE] = "out-of-range"};

/* Only from close range or closer. */
static salvo_status prepare_slit(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct trr_tables *t = tables;
    struct passengers *p = situation;
    struct trr_shot shot = {.defence = t->values[SLIT_DEFENCE],
                            .distance_cm = values[SL_DISTANCE].decimal,
                            .firer_moving = values[SL_FIRER_MOVING].integer};

    (void)err;
    trr_arm(t, &values[SL_GUN], &values[SL_STRIKE], &values[SL_CLASS], &shot);
    *p = (struct passengers){
        .tables = t,
        .out_of_range = shot.distance_cm > t->gun_classes[shot.class].upto_cm[CLOSE],
        .fired = true,
        .modifier = trr_attack_of(t, &shot).modifier,
        .n_words = N_SLIT_WORDS,
        .shot = shot,
    };
    return SALVO_OK;
}

static void explain_slit(const void *situation, salvo_text *text)
{
    const struct passengers *p = situation;

    if (p->out_of_range)
        salvo_text_put(text, "no shot: beyond close range\n");
    else
        trr_shot_explain(p->tables, &p->shot, text);
}

static size_t slit_brackets(const void *situation, double upto[SALVO_BRACKETS_MAX])
{
    const struct passengers *p = situation;

    trr_put_brackets(p->tables->gun_classes[p->shot.class].upto_cm, upto);
    return CLOSE + 1;
}

const salvo_procedure TRR_BUNKER_SLIT = {
    .id = "TRR-29",
    .schema = {.name = "trr.bunker-slit",
               .parameters = SLIT,
               .n_parameters = N_SLIT,
               .situation_size = sizeof(struct passengers),
               .prepare_from_values = prepare_slit,
               .explain = explain_slit,
               .brackets = slit_brackets},
    .documentation = {.chapter = "Mines and bunkers",
                      .title = "armour-piercing shot at a firing slit",
                      .section = "10 Demolitions"},
    .expectations = EXPECTATIONS,
    .n_expectations = sizeof EXPECTATIONS / sizeof *EXPECTATIONS,
    .outcomes = SLIT_WORDS,
    .n_outcomes = N_SLIT_WORDS,
    .outcomes_help = TRR_CASUALTIES_HELP,
    .chain = &CHAIN,
};
