/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Section 9: where indirect fire lands (TRR-25), its effect (TRR-26), and both after a request for it (TRR-27). */
#include "rules/trr/indirect_fire.h"

#include "rules/trr/effect.h"
#include "rules/trr/fire_request.h"

enum visibility { OBSERVED, VISIBLE, UNOBSERVED };

static const char *const VISIBILITY_CHOICES[] = {
    [OBSERVED] = "observed", [VISIBLE] = "visible", [UNOBSERVED] = "unobserved", NULL};

enum landing_outcome { LANDS_ON_TARGET, LANDS_OVER, LANDS_SHORT, LANDS_RIGHT, LANDS_LEFT, N_LANDINGS };

/* It is separate from the effect, because TRR-25 asks only for the landing. */
struct landing {
    const struct trr_tables *tables;
    enum visibility visibility;
    int previous_turns;
    int modifier;
    int scatter_cm; /* for each point of the scatter die */
};

/* `at` is the path to the struct landing in the situation, as with requests. */
/* clang-format off */
#define LANDING_PARAMETERS(type, at, ...) \
    CHOICE("visibility", "who sees the point: the observer, the weapon or nobody", VISIBILITY_CHOICES, "observed", \
           INTO(type, at visibility), __VA_ARGS__), \
    WHOLE("previous-turns", "earlier turns of fire at the point", 0, 5, "0", .only = "visibility=observed|visible", \
          INTO(type, at previous_turns))
/* clang-format on */

/* There are two for each earlier turn, so the first turn has none. The parameter is refused for unobserved fire, which
 * cannot be corrected. */
static void landing_prepare(struct landing *l)
{
    static const enum trr_value SCATTER[] = {
        [OBSERVED] = OBSERVED_SCATTER, [VISIBLE] = VISIBLE_SCATTER, [UNOBSERVED] = UNOBSERVED_SCATTER};

    l->modifier = l->previous_turns * l->tables->values[PREVIOUS_TURN];
    l->scatter_cm = l->tables->values[SCATTER[l->visibility]];
}

enum { LANDING_DICE = 2 };

/* The bands are printed from the best down; below the last of them the fire lands to the left. */
static enum landing_outcome direction_of(const struct landing *l, int die)
{
    static const enum trr_value LEAST[N_LANDINGS - 1] = {
        [LANDS_ON_TARGET] = ON_TARGET, [LANDS_OVER] = OVER, [LANDS_SHORT] = SHORT, [LANDS_RIGHT] = RIGHT};

    for (int i = LANDS_ON_TARGET; i < LANDS_LEFT; i++)
        if (die + l->modifier >= l->tables->values[LEAST[i]])
            return (enum landing_outcome)i;
    return LANDS_LEFT;
}

/* The die for the direction is first, then the die for the distance. It is one die times 1, 2 or 3, depending on who
 * sees the point; not a sum of dice. */
static int scatter_of(const struct landing *l, const uint8_t *faces)
{
    return direction_of(l, faces[0]) == LANDS_ON_TARGET ? 0 : faces[1] * l->scatter_cm;
}

/* fire that lands within half the area's side of a point target covers it. */
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

/* The macro needs a last argument, which the whole request uses for its own default. */
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

/* The outcome is the direction. The averages have the distance, and whether the area still covers the target. */
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
    .documentation = {.chapter = TRR_INDIRECT_CHAPTER,
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

/* `at` is the path to the struct barrage in the situation. */
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
    .documentation = {.chapter = TRR_INDIRECT_CHAPTER,
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

/* The stages use the parameters and the preparation of the procedures for one stage alone, so that the whole cannot
 * differ from its parts. */
struct mission {
    struct trr_request request;
    struct landing landing;
    struct barrage barrage;
};

static const salvo_parameter INDIRECT_FIRE[] = {
    BARRAGE_PARAMETERS(struct mission, barrage.),
    TRR_REQUEST_PARAMETERS(struct mission, request., TRR_METHOD_CHOICES),
    TRR_MOVING_TARGET(struct mission, request.),
    LANDING_PARAMETERS(struct mission, landing., .defaults = OWN_SIGHT_SEES),
};

enum { STAGE_REQUEST, STAGE_LANDING, STAGE_EFFECT, STAGE_OVER };

struct mission_state {
    uint8_t stage, outcome;
};

/* Refused fire, and fire that falls wide, are outcomes besides those of the effect. */
static void derive_mission(const void *tables, void *situation)
{
    struct mission *m = situation;

    m->landing.tables = m->barrage.effect.fire.tables = tables;
    trr_request_prepare(tables, &m->request);
    landing_prepare(&m->landing);
    barrage_prepare(tables, &m->barrage, N_REQUEST_WORDS);
}

static int mission_outcome(const void *situation, const void *state)
{
    const struct mission_state *s = state;

    (void)situation;
    return s->stage == STAGE_OVER ? s->outcome : SALVO_CONTINUES;
}

static void mission_dice(const void *situation, const void *state, salvo_dice *dice)
{
    const struct mission *m = situation;
    const struct mission_state *s = state;

    *dice = s->stage == STAGE_REQUEST   ? trr_request_dice(&m->request)
            : s->stage == STAGE_LANDING ? salvo_dice_of(LANDING_DICE, D10)
                                        : trr_effect_dice(&m->barrage.effect);
}

/* Goes on to the next stage, or ends with that outcome. */
static struct mission_state go_on(bool on, int stage, int outcome)
{
    return on ? (struct mission_state){.stage = (uint8_t)stage}
              : (struct mission_state){.stage = STAGE_OVER, .outcome = (uint8_t)outcome};
}

/* The target is at the aiming point, so the area either covers it or falls wide. */
static bool mission_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct mission *m = situation;
    struct mission_state *s = state;

    if (s->stage == STAGE_REQUEST)
        *s = go_on(trr_is_granted(&m->request, faces), STAGE_LANDING, EFFECT_REFUSED);
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

    trr_request_explain(&m->request, text);
    explain_landing(&m->landing, text);
    trr_effect_explain(&m->barrage.effect, text);
}

static void mission_tell(const void *situation, const void *state, salvo_state_description *told)
{
    static const char *const STAGES[] = {
        [STAGE_REQUEST] = "the request", [STAGE_LANDING] = "where it lands", [STAGE_EFFECT] = "the effect"};
    const struct mission_state *s = state;

    (void)situation;
    told->throw_name = s->stage < STAGE_OVER ? STAGES[s->stage] : NULL;
}

static const salvo_chain MISSION_CHAIN = {.state_size = sizeof(struct mission_state),
                                          .outcome = mission_outcome,
                                          .dice = mission_dice,
                                          .step = mission_step,
                                          .describe = mission_tell};

const salvo_procedure TRR_INDIRECT_FIRE = {
    .id = "TRR-27",
    .schema = {.name = "trr.indirect-fire",
               ALL_OF(parameters, INDIRECT_FIRE),
               .situation_size = sizeof(struct mission),
               .derive = derive_mission,
               .explain = explain_mission},
    .documentation = {.chapter = TRR_INDIRECT_CHAPTER,
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
