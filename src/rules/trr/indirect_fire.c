#include "rules/trr/indirect_fire.h"

#include "rules/trr/effect.h"

#define CHAPTER "Indirect fire"

enum { METHOD_RADIO, METHOD_TELEPHONE, METHOD_OWN_SIGHT };

static const char *const METHOD_CHOICES[] = {
    [METHOD_RADIO] = "radio", [METHOD_TELEPHONE] = "telephone", [METHOD_OWN_SIGHT] = "own-sight", NULL};
static const char *const COUNTER_METHOD_CHOICES[] = {[METHOD_RADIO] = "radio", [METHOD_TELEPHONE] = "telephone", NULL};

/* Places of the request's parameters behind the first of them. */
enum {
    RQ_METHOD,
    RQ_JAMMING,
    RQ_ARTILLERY_BETWEEN,
    RQ_OTHER_BATTERY,
    N_COUNTER_REQUEST,
    RQ_MOVING_TARGET = N_COUNTER_REQUEST,
    N_REQUEST
};

/* clang-format off */
#define REQUEST_PARAMETERS(first, methods, words) \
    [(first) + RQ_METHOD] = TRR_CHOICE("method", words, methods, "radio"), \
    [(first) + RQ_JAMMING] = TRR_NUMBER("jamming", "points of jamming", 0, 10, "0", .only = "method=radio"), \
    [(first) + RQ_ARTILLERY_BETWEEN] = TRR_FLAG("artillery-between", "artillery falls on the telephone line", \
                                                .only = "method=telephone"), \
    [(first) + RQ_OTHER_BATTERY] = TRR_FLAG("other-battery", "not the observer's own (British and US, 1943 on)", \
                                            .only = "method=radio|telephone")

#define MOVING_TARGET(first) \
    [(first) + RQ_MOVING_TARGET] = TRR_FLAG("moving-target", "the target moves more than 6 cm this move")
/* clang-format on */

/* A request: the die and `modifier` reach `needed`; 0: it is always granted. */
struct request {
    int needed, modifier;
};

/* `values` begin with the request's. */
static struct request request_of(const struct trr_tables *t, const salvo_value *values, bool moving_target)
{
    struct request request = {.needed = t->values[moving_target ? REQUEST_MOVING : REQUEST]};

    if (values[RQ_METHOD].integer == METHOD_OWN_SIGHT)
        return (struct request){.needed = moving_target ? t->values[OWN_SIGHT_MOVING] : 0};
    request.modifier += (int)values[RQ_JAMMING].integer * t->values[JAMMING];
    request.modifier += values[RQ_ARTILLERY_BETWEEN].integer ? t->values[ARTILLERY_BETWEEN] : 0;
    request.modifier += values[RQ_OTHER_BATTERY].integer ? t->values[OTHER_BATTERY] : 0;
    return request;
}

static salvo_dice request_dice(const struct request *request)
{
    return salvo_dice_of(request->needed ? 1 : 0, D10);
}

static bool is_granted(const struct request *request, const uint8_t *faces)
{
    return request->needed == 0 || faces[0] + request->modifier >= request->needed;
}

static void explain_request(const struct request *request, salvo_text *text)
{
    if (request->needed)
        salvo_text_add(text, "Granted on %d or more", request->needed);
    else
        salvo_text_put(text, "Always granted");
    if (request->modifier)
        salvo_text_add(text, ", %+d on the die", request->modifier);
    salvo_text_put(text, "\n");
}

static const salvo_parameter FIRE_REQUEST[N_REQUEST] = {
    REQUEST_PARAMETERS(0, METHOD_CHOICES, "how the fire is requested"), MOVING_TARGET(0)};

enum { GRANTED, REFUSED, N_REQUEST_OUTCOMES };

static const char *const REQUEST_OUTCOMES[N_REQUEST_OUTCOMES] = {[GRANTED] = "granted", [REFUSED] = "refused"};
static const salvo_expectation REQUEST_EXPECTATIONS[] = {
    {.name = "granted", .help = "probability that the request is granted"}};

static salvo_status prepare_request(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    (void)err;
    *(struct request *)situation = request_of(tables, values, values[RQ_MOVING_TARGET].integer);
    return SALVO_OK;
}

static void fire_request_dice(const void *situation, salvo_dice *dice)
{
    *dice = request_dice(situation);
}

static int resolve_request(const void *situation, const uint8_t *faces, int64_t *gain)
{
    bool granted = is_granted(situation, faces);

    gain[0] += granted;
    return granted ? GRANTED : REFUSED;
}

static void explain_fire_request(const void *situation, salvo_text *text)
{
    explain_request(situation, text);
}

static const salvo_roll REQUEST_ROLL = {.dice = fire_request_dice, .resolve = resolve_request};

const salvo_procedure TRR_FIRE_REQUEST = {
    .id = "TRR-24",
    .schema = {.name = "trr.fire-request",
               .parameters = FIRE_REQUEST,
               .n_parameters = N_REQUEST,
               .situation_size = sizeof(struct request),
               .prepare_from_values = prepare_request,
               .explain = explain_fire_request},
    .documentation = {.chapter = CHAPTER, .title = "a request for fire", .section = "9 Requesting Fire"},
    .expectations = REQUEST_EXPECTATIONS,
    .n_expectations = 1,
    .outcomes = REQUEST_OUTCOMES,
    .n_outcomes = N_REQUEST_OUTCOMES,
    .roll = &REQUEST_ROLL,
};

enum { OBSERVED, VISIBLE, UNOBSERVED };

static const char *const VISIBILITY_CHOICES[] = {
    [OBSERVED] = "observed", [VISIBLE] = "visible", [UNOBSERVED] = "unobserved", NULL};

enum { LD_VISIBILITY, LD_PREVIOUS_TURNS, N_LANDING };

/* clang-format off */
#define LANDING_PARAMETERS(first, ...) \
    [(first) + LD_VISIBILITY] = TRR_CHOICE("visibility", "who sees the point: the observer, the weapon or nobody", \
                                           VISIBILITY_CHOICES, "observed", __VA_ARGS__), \
    [(first) + LD_PREVIOUS_TURNS] = TRR_NUMBER("previous-turns", "earlier turns of fire at the point", 0, 5, "0", \
                                               .only = "visibility=observed|visible")
/* clang-format on */

enum landing_outcome { LANDS_ON_TARGET, LANDS_OVER, LANDS_SHORT, LANDS_RIGHT, LANDS_LEFT, N_LANDINGS };

struct landing {
    const struct trr_tables *tables;
    int modifier;
    int scatter_cm; /* for each point of the scatter die */
};

/* */
static struct landing landing_of(const struct trr_tables *t, const salvo_value *values)
{
    static const enum trr_value SCATTER[] = {
        [OBSERVED] = OBSERVED_SCATTER, [VISIBLE] = VISIBLE_SCATTER, [UNOBSERVED] = UNOBSERVED_SCATTER};

    return (struct landing){
        .tables = t,
        .modifier = (int)values[LD_PREVIOUS_TURNS].integer * t->values[PREVIOUS_TURN],
        .scatter_cm = t->values[SCATTER[values[LD_VISIBILITY].integer]],
    };
}

enum { LANDING_DICE = 2 };

static enum landing_outcome direction_of(const struct landing *l, int die)
{
    static const enum trr_value LEAST[N_LANDINGS - 1] = {
        [LANDS_ON_TARGET] = ON_TARGET, [LANDS_OVER] = OVER, [LANDS_SHORT] = SHORT, [LANDS_RIGHT] = RIGHT};

    for (int i = LANDS_ON_TARGET; i < LANDS_LEFT; i++)
        if (die + l->modifier >= l->tables->values[LEAST[i]])
            return (enum landing_outcome)i;
    return LANDS_LEFT;
}

/* The die for the direction, the die for the distance. */
static int scatter_of(const struct landing *l, const uint8_t *faces)
{
    return direction_of(l, faces[0]) == LANDS_ON_TARGET ? 0 : faces[1] * l->scatter_cm;
}

/* a point target is covered by fire that lands within half the area's side of it. */
static bool is_covered(const struct trr_tables *t, int scatter_cm)
{
    return scatter_cm <= t->values[AREA_HALF_CM];
}

static void explain_landing(const struct landing *l, salvo_text *text)
{
    salvo_text_add(text, "On target on %d or more", l->tables->values[ON_TARGET]);
    if (l->modifier)
        salvo_text_add(text, ", %+d on the die", l->modifier);
    salvo_text_add(text, "; else scatter by %d cm for each point of a D10\n", l->scatter_cm);
}

static const salvo_parameter INDIRECT_LANDING[N_LANDING] = {LANDING_PARAMETERS(0, .table = NULL)};

static const char *const LANDINGS[N_LANDINGS] = {[LANDS_ON_TARGET] = "on-target",
                                                 [LANDS_OVER] = "over",
                                                 [LANDS_SHORT] = "short",
                                                 [LANDS_RIGHT] = "right",
                                                 [LANDS_LEFT] = "left"};

enum { SCATTER, COVERED };

static const salvo_expectation LANDING_EXPECTATIONS[] = {
    [SCATTER] = {.name = "scatter", .help = "mean scatter in cm; 0 on target"},
    [COVERED] = {.name = "covered", .help = "probability that the area covers the target"},
};

static salvo_status prepare_landing(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    (void)err;
    *(struct landing *)situation = landing_of(tables, values);
    return SALVO_OK;
}

static void landing_dice(const void *situation, salvo_dice *dice)
{
    (void)situation;
    *dice = salvo_dice_of(LANDING_DICE, D10);
}

static int resolve_landing(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct landing *l = situation;
    int scatter = scatter_of(l, faces);

    gain[SCATTER] += scatter;
    gain[COVERED] += is_covered(l->tables, scatter);
    return (int)direction_of(l, faces[0]);
}

static void explain_indirect_landing(const void *situation, salvo_text *text)
{
    explain_landing(situation, text);
}

static const salvo_roll LANDING_ROLL = {.dice = landing_dice, .resolve = resolve_landing};

const salvo_procedure TRR_INDIRECT_LANDING = {
    .id = "TRR-25",
    .schema = {.name = "trr.indirect-landing",
               .parameters = INDIRECT_LANDING,
               .n_parameters = N_LANDING,
               .situation_size = sizeof(struct landing),
               .prepare_from_values = prepare_landing,
               .explain = explain_indirect_landing},
    .documentation = {.chapter = CHAPTER,
                      .title = "where indirect fire lands",
                      .section = "9 Hitting The Target, Area Covered",
                      .rulings = "R-15, R-18"},
    .expectations = LANDING_EXPECTATIONS,
    .n_expectations = sizeof LANDING_EXPECTATIONS / sizeof *LANDING_EXPECTATIONS,
    .outcomes = LANDINGS,
    .n_outcomes = N_LANDINGS,
    .roll = &LANDING_ROLL,
};

enum { BA_FACTOR = N_EFFECT, BA_BATTERIES, N_BARRAGE };

/* clang-format off */
#define BARRAGE_PARAMETERS \
    TRR_EFFECT_PARAMETERS, \
    [BA_FACTOR] = TRR_NUMBER("factor", "factor of the battery", 1, 36, "8"), \
    [BA_BATTERIES] = TRR_NUMBER("batteries", "batteries superimposed", 1, 6, "1")
/* clang-format on */

static const salvo_parameter BARRAGE[N_BARRAGE] = {BARRAGE_PARAMETERS};

/* the factors of superimposed batteries are added. */
static struct trr_effect barrage_of(const struct trr_tables *t, const salvo_value *values, int n_words)
{
    return trr_effect_of(t, values, (int)(values[BA_FACTOR].integer * values[BA_BATTERIES].integer),
                         t->cover[values[EF_COVER].integer], values[EF_OFF_RIGHT].integer, n_words);
}

static salvo_status prepare_barrage(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    (void)err;
    *(struct trr_effect *)situation = barrage_of(tables, values, N_EFFECT_WORDS);
    return SALVO_OK;
}

static bool barrage_expects(const void *situation, size_t expectation)
{
    return trr_effect_expects(situation, expectation);
}

static void explain_barrage(const void *situation, salvo_text *text)
{
    trr_effect_explain(situation, text);
}

const salvo_procedure TRR_BARRAGE = {
    .id = "TRR-26",
    .schema = {.name = "trr.barrage",
               .parameters = BARRAGE,
               .n_parameters = N_BARRAGE,
               .situation_size = sizeof(struct trr_effect),
               .prepare_from_values = prepare_barrage,
               .explain = explain_barrage},
    .documentation = {.chapter = CHAPTER,
                      .title = "artillery on a target that it covers",
                      .section = "9 Area Covered, Effects on Armoured Vehicles",
                      .rulings = "R-02, R-04, R-05, R-06, R-12, R-22, R-29, R-30"},
    .expectations = TRR_EFFECT_EXPECTED,
    .n_expectations = N_EFFECT_EXPECTATIONS,
    .outcomes = TRR_EFFECT_OUTCOMES,
    .n_outcomes = N_EFFECT_WORDS,
    .outcomes_help = TRR_EFFECT_HELP,
    .expects = barrage_expects,
    .roll = &TRR_EFFECT_ROLL,
};

enum { IF_REQUEST = N_BARRAGE, IF_LANDING = IF_REQUEST + N_REQUEST, N_INDIRECT_FIRE = IF_LANDING + N_LANDING };

static const salvo_default OWN_SIGHT_SEES[] = {{"method=own-sight", "visible"}, {NULL, NULL}};

static const salvo_parameter INDIRECT_FIRE[N_INDIRECT_FIRE] = {
    BARRAGE_PARAMETERS,
    REQUEST_PARAMETERS(IF_REQUEST, METHOD_CHOICES, "how the fire is requested"),
    MOVING_TARGET(IF_REQUEST),
    LANDING_PARAMETERS(IF_LANDING, .defaults = OWN_SIGHT_SEES),
};

struct mission {
    struct request request;
    struct landing landing;
    struct trr_effect effect;
};

enum { STAGE_REQUEST, STAGE_LANDING, STAGE_EFFECT, STAGE_OVER };

struct mission_state {
    uint8_t stage, outcome;
};

static salvo_status prepare_mission(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    struct mission *m = situation;

    (void)err;
    m->request = request_of(tables, &values[IF_REQUEST], values[IF_REQUEST + RQ_MOVING_TARGET].integer);
    m->landing = landing_of(tables, &values[IF_LANDING]);
    m->effect = barrage_of(tables, values, N_REQUEST_WORDS);
    return SALVO_OK;
}

static void mission_start(const void *situation, void *state)
{
    (void)situation;
    (void)state;
}

static int mission_outcome(const void *situation, const void *state)
{
    const struct mission_state *s = state;

    (void)situation;
    return s->stage == STAGE_OVER ? s->outcome : SALVO_GOES_ON;
}

static void mission_dice(const void *situation, const void *state, salvo_dice *dice)
{
    const struct mission *m = situation;
    const struct mission_state *s = state;

    *dice = s->stage == STAGE_REQUEST   ? request_dice(&m->request)
            : s->stage == STAGE_LANDING ? salvo_dice_of(LANDING_DICE, D10)
                                        : trr_effect_dice(&m->effect);
}

/* On to the next stage, or over with that outcome. */
static struct mission_state go_on(bool on, int stage, int outcome)
{
    return on ? (struct mission_state){.stage = (uint8_t)stage}
              : (struct mission_state){.stage = STAGE_OVER, .outcome = (uint8_t)outcome};
}

static bool mission_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct mission *m = situation;
    struct mission_state *s = state;

    if (s->stage == STAGE_REQUEST)
        *s = go_on(is_granted(&m->request, faces), STAGE_LANDING, EFFECT_REFUSED);
    else if (s->stage == STAGE_LANDING)
        *s = go_on(is_covered(m->landing.tables, scatter_of(&m->landing, faces)), STAGE_EFFECT, EFFECT_WIDE);
    else
        *s = go_on(false, STAGE_OVER, trr_effect_resolve(&m->effect, faces, gain));
    return false;
}

static bool mission_expects(const void *situation, size_t expectation)
{
    return trr_effect_expects(&((const struct mission *)situation)->effect, expectation);
}

static void explain_mission(const void *situation, salvo_text *text)
{
    const struct mission *m = situation;

    explain_request(&m->request, text);
    explain_landing(&m->landing, text);
    trr_effect_explain(&m->effect, text);
}

static const salvo_chain MISSION_CHAIN = {
    .state_size = sizeof(struct mission_state),
    .start = mission_start,
    .outcome = mission_outcome,
    .dice = mission_dice,
    .step = mission_step,
};

const salvo_procedure TRR_INDIRECT_FIRE = {
    .id = "TRR-27",
    .schema = {.name = "trr.indirect-fire",
               .parameters = INDIRECT_FIRE,
               .n_parameters = N_INDIRECT_FIRE,
               .situation_size = sizeof(struct mission),
               .prepare_from_values = prepare_mission,
               .explain = explain_mission},
    .documentation = {.chapter = CHAPTER,
                      .title = "request, landing and effect at the aiming point",
                      .section = "9 Requesting Fire, Hitting The Target, Area Covered",
                      .rulings = "R-02, R-04, R-05, R-06, R-12, R-15, R-18, R-22, R-29, R-30"},
    .expectations = TRR_EFFECT_EXPECTED,
    .n_expectations = N_EFFECT_EXPECTATIONS,
    .outcomes = TRR_EFFECT_OUTCOMES,
    .n_outcomes = N_REQUEST_WORDS,
    .outcomes_help = TRR_EFFECT_HELP,
    .expects = mission_expects,
    .chain = &MISSION_CHAIN,
};

enum { CB_BONUS = N_COUNTER_REQUEST, CB_TURNS_FIRED, CB_DUG_IN, N_COUNTER };

static const salvo_parameter COUNTER[N_COUNTER] = {
    REQUEST_PARAMETERS(0, COUNTER_METHOD_CHOICES, "how the fire is requested"),
    [CB_BONUS] = TRR_FLAG("bonus", "an air observer, or British or US against mortars or rockets from 1944"),
    [CB_TURNS_FIRED] = TRR_NUMBER("turns-fired", "turns the target has fired from there before", 0, 9, "0"),
    [CB_DUG_IN] = TRR_FLAG("dug-in", "the target is dug in or self-propelled"),
};

struct counter {
    struct request request;
    int needed, modifier; /* to locate the battery */
    int dug_in;           /* on the target's die */
};

enum { NOT_REQUESTED, COUNTER_NOT_LOCATED, N_COUNTER_WORDS };

static const char *const COUNTER_WORDS[N_COUNTER_WORDS] = {
    [NOT_REQUESTED] = "not-requested", [COUNTER_NOT_LOCATED] = "not-located"};
static const salvo_expectation COUNTER_EXPECTATIONS[] = {
    {.name = "penalty", .help = "mean of what the target's motivation loses"}};

/* The target counts as moving. */
static salvo_status prepare_counter(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct trr_tables *t = tables;

    (void)err;
    *(struct counter *)situation = (struct counter){
        .request = request_of(t, values, true),
        .needed = t->values[COUNTER_LOCATION],
        .modifier = (values[CB_BONUS].integer ? t->values[COUNTER_BONUS] : 0) +
                    (int)values[CB_TURNS_FIRED].integer * t->values[COUNTER_TURN],
        .dug_in = values[CB_DUG_IN].integer ? t->values[COUNTER_DUG_IN] : 0,
    };
    return SALVO_OK;
}

static void counter_dice(const void *situation, const void *state, salvo_dice *dice)
{
    const struct mission_state *s = state;

    *dice = s->stage == STAGE_REQUEST ? request_dice(&((const struct counter *)situation)->request)
                                      : salvo_dice_of(s->stage == STAGE_LANDING ? 1 : 2, D10);
}

/* Its stages are the request, the location and the dice of both batteries. */
static bool counter_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct counter *c = situation;
    struct mission_state *s = state;
    int penalty;

    if (s->stage == STAGE_REQUEST) {
        *s = go_on(is_granted(&c->request, faces), STAGE_LANDING, NOT_REQUESTED);
        return false;
    }
    if (s->stage == STAGE_LANDING) {
        *s = go_on(faces[0] + c->modifier >= c->needed, STAGE_EFFECT, COUNTER_NOT_LOCATED);
        return false;
    }
    penalty = faces[0] - faces[1] - c->dug_in;
    if (penalty < 0)
        penalty = 0;
    gain[0] += penalty;
    *s = go_on(false, STAGE_OVER, N_COUNTER_WORDS + penalty);
    return false;
}

static void explain_counter(const void *situation, salvo_text *text)
{
    const struct counter *c = situation;

    explain_request(&c->request, text);
    salvo_text_add(text, "Located on %d or more", c->needed);
    if (c->modifier)
        salvo_text_add(text, ", %+d on the die", c->modifier);
    salvo_text_put(text, "\n");
}

static const salvo_chain COUNTER_CHAIN = {
    .state_size = sizeof(struct mission_state),
    .start = mission_start,
    .outcome = mission_outcome,
    .dice = counter_dice,
    .step = counter_step,
};

const salvo_procedure TRR_COUNTER_BATTERY = {
    .id = "TRR-19",
    .schema = {.name = "trr.counter-battery",
               .parameters = COUNTER,
               .n_parameters = N_COUNTER,
               .situation_size = sizeof(struct counter),
               .prepare_from_values = prepare_counter,
               .explain = explain_counter},
    .documentation = {.chapter = CHAPTER, .title = "fire at a battery that fires", .section = "9 Counter Battery Fire"},
    .expectations = COUNTER_EXPECTATIONS,
    .n_expectations = 1,
    .outcomes = COUNTER_WORDS,
    .n_outcomes = N_COUNTER_WORDS,
    .outcomes_help = "the penalty 0, 1, ...",
    .chain = &COUNTER_CHAIN,
};
