/* Section 9: a request for fire (TRR-24), where it lands (TRR-25), what it does (TRR-26), all three in a row (TRR-27),
 * and fire at a battery that fires (TRR-19). */
#include "rules/trr/indirect_fire.h"

#include "rules/trr/effect.h"

#define CHAPTER "Indirect fire"

enum method { METHOD_RADIO, METHOD_TELEPHONE, METHOD_OWN_SIGHT };

static const char *const METHOD_CHOICES[] = {
    [METHOD_RADIO] = "radio", [METHOD_TELEPHONE] = "telephone", [METHOD_OWN_SIGHT] = "own-sight", NULL};
static const char *const COUNTER_METHOD_CHOICES[] = {[METHOD_RADIO] = "radio", [METHOD_TELEPHONE] = "telephone", NULL};

/* A request: the die and `modifier` reach `needed`; 0: it is always granted. */
struct request {
    enum method method;
    int jamming;
    bool artillery_between, other_battery, moving_target;
    int needed, modifier;
};

/* `at` leads to the struct request in the situation: "request.", or nothing where it is all of it. */
/* clang-format off */
#define REQUEST_PARAMETERS(type, at, methods) \
    CHOICE("method", "how the fire is requested", methods, "radio", INTO(type, at method)), \
    WHOLE("jamming", "points of jamming", 0, 10, "0", .only = "method=radio", INTO(type, at jamming)), \
    FLAG("artillery-between", "artillery falls on the telephone line", .only = "method=telephone", \
         INTO(type, at artillery_between)), \
    FLAG("other-battery", "not the observer's own (British and US, 1943 on)", .only = "method=radio|telephone", \
         INTO(type, at other_battery))

#define MOVING_TARGET(type, at) \
    FLAG("moving-target", "the target moves more than 6 cm this move", INTO(type, at moving_target))
/* clang-format on */

/* A weapon that sees its target needs no request, and no modifier applies to its fire at a moving one. */
static void request_prepare(const struct trr_tables *t, struct request *r)
{
    if (r->method == METHOD_OWN_SIGHT) {
        r->needed = r->moving_target ? t->values[OWN_SIGHT_MOVING] : 0;
        return;
    }
    r->needed = t->values[r->moving_target ? REQUEST_MOVING : REQUEST];
    r->modifier = r->jamming * t->values[JAMMING] + (r->artillery_between ? t->values[ARTILLERY_BETWEEN] : 0) +
                  (r->other_battery ? t->values[OTHER_BATTERY] : 0);
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

static const salvo_parameter FIRE_REQUEST[] = {
    REQUEST_PARAMETERS(struct request, , METHOD_CHOICES),
    MOVING_TARGET(struct request, ),
};

enum { GRANTED, REFUSED, N_REQUEST_OUTCOMES };

static const char *const REQUEST_OUTCOMES[N_REQUEST_OUTCOMES] = {[GRANTED] = "granted", [REFUSED] = "refused"};
static const salvo_expectation REQUEST_EXPECTATIONS[] = {
    {.name = "granted", .help = "probability that the request is granted"}};

static void derive_request(const void *tables, void *situation)
{
    request_prepare(tables, situation);
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

const salvo_procedure TRR_FIRE_REQUEST = {
    .id = "TRR-24",
    .schema = {.name = "trr.fire-request",
               ALL_OF(parameters, FIRE_REQUEST),
               .situation_size = sizeof(struct request),
               .derive = derive_request,
               .explain = explain_fire_request},
    .documentation = {.chapter = CHAPTER, .title = "a request for fire", .section = "9 Requesting Fire"},
    ALL_OF(expectations, REQUEST_EXPECTATIONS),
    ALL_OF(outcomes, REQUEST_OUTCOMES),
    .roll = &(const salvo_roll){.dice = fire_request_dice, .resolve = resolve_request},
};

enum visibility { OBSERVED, VISIBLE, UNOBSERVED };

static const char *const VISIBILITY_CHOICES[] = {
    [OBSERVED] = "observed", [VISIBLE] = "visible", [UNOBSERVED] = "unobserved", NULL};

enum landing_outcome { LANDS_ON_TARGET, LANDS_OVER, LANDS_SHORT, LANDS_RIGHT, LANDS_LEFT, N_LANDINGS };

/* Kept apart from the effect, because TRR-25 asks for the landing alone. */
struct landing {
    const struct trr_tables *tables;
    enum visibility visibility;
    int previous_turns;
    int modifier;
    int scatter_cm; /* for each point of the scatter die */
};

/* `at` leads to the struct landing in the situation, as with requests. */
/* clang-format off */
#define LANDING_PARAMETERS(type, at, ...) \
    CHOICE("visibility", "who sees the point: the observer, the weapon or nobody", VISIBILITY_CHOICES, "observed", \
           INTO(type, at visibility), __VA_ARGS__), \
    WHOLE("previous-turns", "earlier turns of fire at the point", 0, 5, "0", .only = "visibility=observed|visible", \
          INTO(type, at previous_turns))
/* clang-format on */

/* Two for each turn before this one, so the first turn has none. The parameter is refused for unobserved fire, which
 * nobody corrects. */
static void landing_prepare(struct landing *l)
{
    static const enum trr_value SCATTER[] = {
        [OBSERVED] = OBSERVED_SCATTER, [VISIBLE] = VISIBLE_SCATTER, [UNOBSERVED] = UNOBSERVED_SCATTER};

    l->modifier = l->previous_turns * l->tables->values[PREVIOUS_TURN];
    l->scatter_cm = l->tables->values[SCATTER[l->visibility]];
}

enum { LANDING_DICE = 2 };

/* The bands are printed from the best down; below the last of them it falls to the left. */
static enum landing_outcome direction_of(const struct landing *l, int die)
{
    static const enum trr_value LEAST[N_LANDINGS - 1] = {
        [LANDS_ON_TARGET] = ON_TARGET, [LANDS_OVER] = OVER, [LANDS_SHORT] = SHORT, [LANDS_RIGHT] = RIGHT};

    for (int i = LANDS_ON_TARGET; i < LANDS_LEFT; i++)
        if (die + l->modifier >= l->tables->values[LEAST[i]])
            return (enum landing_outcome)i;
    return LANDS_LEFT;
}

/* The die for the direction, the die for the distance. One die times 1, 2 or 3, by who sees the point; not a sum of
 * dice. */
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

/* The macro needs a last argument, which the whole request uses for a default of its own. */
static const salvo_parameter INDIRECT_LANDING[] = {LANDING_PARAMETERS(struct landing, , .defaults = NULL)};

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

static void derive_landing(const void *tables, void *situation)
{
    (void)tables;
    landing_prepare(situation);
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

const salvo_procedure TRR_INDIRECT_LANDING = {
    .id = "TRR-25",
    .schema = {.name = "trr.indirect-landing",
               ALL_OF(parameters, INDIRECT_LANDING),
               SITUATION(struct landing, tables),
               .derive = derive_landing,
               .explain = explain_indirect_landing},
    .documentation = {.chapter = CHAPTER,
                      .title = "where indirect fire lands",
                      .section = "9 Hitting The Target, Area Covered",
                      .rulings = "R-15, R-18"},
    ALL_OF(expectations, LANDING_EXPECTATIONS),
    ALL_OF(outcomes, LANDINGS),
    .roll = &(const salvo_roll){.count = LANDING_DICE, .sides = D10, .resolve = resolve_landing},
};

struct barrage {
    struct trr_effect effect; /* first: the roll's situation */
    int factor, batteries;
};

/* `at` leads to the struct barrage in the situation. */
/* clang-format off */
#define BARRAGE_PARAMETERS(type, at) \
    TRR_EFFECT_PARAMETERS(type, at effect.), \
    WHOLE("factor", "factor of the battery", 1, 36, "8", INTO(type, at factor)), \
    WHOLE("batteries", "batteries superimposed", 1, 6, "1", INTO(type, at batteries))
/* clang-format on */

static const salvo_parameter BARRAGE[] = {BARRAGE_PARAMETERS(struct barrage, )};

/* the factors of superimposed batteries are added. There is still one roll for where they land. */
static void barrage_prepare(const struct trr_tables *t, struct barrage *b, int n_words)
{
    trr_effect_prepare(&b->effect, b->factor * b->batteries, t->cover[b->effect.fire.cover], n_words);
}

static void derive_barrage(const void *tables, void *situation)
{
    barrage_prepare(tables, situation, N_EFFECT_WORDS);
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
               ALL_OF(parameters, BARRAGE),
               SITUATION(struct barrage, effect.fire.tables),
               .derive = derive_barrage,
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

/* A weapon that needs no observer sees the point itself. */
static const salvo_default OWN_SIGHT_SEES[] = {{"method=own-sight", "visible"}, {NULL, NULL}};

/* The stages share their parameters and their preparation with the procedures that ask for one stage alone, so that the
 * whole cannot differ from its parts. */
struct mission {
    struct request request;
    struct landing landing;
    struct barrage barrage;
};

static const salvo_parameter INDIRECT_FIRE[] = {
    BARRAGE_PARAMETERS(struct mission, barrage.),
    REQUEST_PARAMETERS(struct mission, request., METHOD_CHOICES),
    MOVING_TARGET(struct mission, request.),
    LANDING_PARAMETERS(struct mission, landing., .defaults = OWN_SIGHT_SEES),
};

enum { STAGE_REQUEST, STAGE_LANDING, STAGE_EFFECT, STAGE_OVER };

struct mission_state {
    uint8_t stage, outcome;
};

static void derive_mission(const void *tables, void *situation)
{
    struct mission *m = situation;

    m->landing.tables = m->barrage.effect.fire.tables = tables;
    request_prepare(tables, &m->request);
    landing_prepare(&m->landing);
    barrage_prepare(tables, &m->barrage, N_REQUEST_WORDS);
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
                                        : trr_effect_dice(&m->barrage.effect);
}

/* On to the next stage, or over with that outcome. */
static struct mission_state go_on(bool on, int stage, int outcome)
{
    return on ? (struct mission_state){.stage = (uint8_t)stage}
              : (struct mission_state){.stage = STAGE_OVER, .outcome = (uint8_t)outcome};
}

/* The target stands at the aiming point, so the area either covers it or falls wide. */
static bool mission_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct mission *m = situation;
    struct mission_state *s = state;

    if (s->stage == STAGE_REQUEST)
        *s = go_on(is_granted(&m->request, faces), STAGE_LANDING, EFFECT_REFUSED);
    else if (s->stage == STAGE_LANDING)
        *s = go_on(is_covered(m->landing.tables, scatter_of(&m->landing, faces)), STAGE_EFFECT, EFFECT_WIDE);
    else
        *s = go_on(false, STAGE_OVER, trr_effect_resolve(&m->barrage.effect, faces, gain));
    return false;
}

static bool mission_expects(const void *situation, size_t expectation)
{
    return trr_effect_expects(&((const struct mission *)situation)->barrage.effect, expectation);
}

static void explain_mission(const void *situation, salvo_text *text)
{
    const struct mission *m = situation;

    explain_request(&m->request, text);
    explain_landing(&m->landing, text);
    trr_effect_explain(&m->barrage.effect, text);
}

static void mission_tell(const void *situation, const void *state, salvo_told *told)
{
    static const char *const STAGES[] = {
        [STAGE_REQUEST] = "the request", [STAGE_LANDING] = "where it lands", [STAGE_EFFECT] = "the effect"};
    const struct mission_state *s = state;

    (void)situation;
    told->throw = s->stage < STAGE_OVER ? STAGES[s->stage] : NULL;
}

static const salvo_chain MISSION_CHAIN = {.state_size = sizeof(struct mission_state),
                                          .outcome = mission_outcome,
                                          .dice = mission_dice,
                                          .step = mission_step,
                                          .tell = mission_tell};

const salvo_procedure TRR_INDIRECT_FIRE = {
    .id = "TRR-27",
    .schema = {.name = "trr.indirect-fire",
               ALL_OF(parameters, INDIRECT_FIRE),
               .situation_size = sizeof(struct mission),
               .derive = derive_mission,
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

/* A request, and then two contests that no other fire has. */
struct counter {
    struct request request;
    bool bonus, is_dug_in;
    int turns_fired;
    int needed, modifier; /* to locate the battery */
    int dug_in;           /* on the target's die */
};

static const salvo_parameter COUNTER[] = {
    REQUEST_PARAMETERS(struct counter, request., COUNTER_METHOD_CHOICES),
    FLAG("bonus", "an air observer, or British or US against mortars or rockets from 1944",
         INTO(struct counter, bonus)),
    WHOLE("turns-fired", "turns the target has fired from there before", 0, 9, "0", INTO(struct counter, turns_fired)),
    FLAG("dug-in", "the target is dug in or self-propelled", INTO(struct counter, is_dug_in)),
};

enum { NOT_REQUESTED, COUNTER_NOT_LOCATED, N_COUNTER_WORDS };

static const char *const COUNTER_WORDS[N_COUNTER_WORDS] = {
    [NOT_REQUESTED] = "not-requested", [COUNTER_NOT_LOCATED] = "not-located"};
static const salvo_expectation COUNTER_EXPECTATIONS[] = {
    {.name = "penalty", .help = "mean of what the target's motivation loses"}};

/* The target counts as moving. A request for counter-battery fire is as hard as one for a moving target. */
static void derive_counter(const void *tables, void *situation)
{
    const struct trr_tables *t = tables;
    struct counter *c = situation;

    c->request.moving_target = true;
    request_prepare(t, &c->request);
    c->needed = t->values[COUNTER_LOCATION];
    c->modifier = (c->bonus ? t->values[COUNTER_BONUS] : 0) + c->turns_fired * t->values[COUNTER_TURN];
    c->dug_in = c->is_dug_in ? t->values[COUNTER_DUG_IN] : 0;
}

static void counter_dice(const void *situation, const void *state, salvo_dice *dice)
{
    const struct mission_state *s = state;

    *dice = s->stage == STAGE_REQUEST ? request_dice(&((const struct counter *)situation)->request)
                                      : salvo_dice_of(s->stage == STAGE_LANDING ? 1 : 2, D10);
}

/* Its stages are the request, the location and the dice of both batteries. A stage's number has another meaning here
 * than in a mission: STAGE_LANDING is the location, STAGE_EFFECT the contest. A negative difference costs the target
 * nothing. */
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

static void counter_tell(const void *situation, const void *state, salvo_told *told)
{
    static const char *const STAGES[] = {
        [STAGE_REQUEST] = "the request", [STAGE_LANDING] = "the location", [STAGE_EFFECT] = "both batteries"};
    const struct mission_state *s = state;

    (void)situation;
    told->throw = s->stage < STAGE_OVER ? STAGES[s->stage] : NULL;
}

static const salvo_chain COUNTER_CHAIN = {.state_size = sizeof(struct mission_state),
                                          .outcome = mission_outcome,
                                          .dice = counter_dice,
                                          .step = counter_step,
                                          .tell = counter_tell};

const salvo_procedure TRR_COUNTER_BATTERY = {
    .id = "TRR-19",
    .schema = {.name = "trr.counter-battery",
               ALL_OF(parameters, COUNTER),
               .situation_size = sizeof(struct counter),
               .derive = derive_counter,
               .explain = explain_counter},
    .documentation = {.chapter = CHAPTER, .title = "fire at a battery that fires", .section = "9 Counter Battery Fire"},
    ALL_OF(expectations, COUNTER_EXPECTATIONS),
    ALL_OF(outcomes, COUNTER_WORDS),
    .outcomes_help = "the penalty 0, 1, ...",
    .chain = &COUNTER_CHAIN,
};
