/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Buildings (Rules Concerning Buildings and Urban Warfare): blown up (SKANK-27) and burned down (SKANK-28). */
#include "base/phrase.h"
#include "rules/skank/procedures.h"
#include "rules/skank/shot.h"

/* The shot has a figure as its target, because a building is no unit; the building's rating replaces the figure's. */
struct demolition {
    const struct skank_tables *tables;
    struct skank_shot shot;
    int faces; /* that hit */
    struct skank_shots_asked asked;
    int shots;
    bool effective, collapses; /* a hit counts; a hit destroys it */
    int rating, prior;
};

/* SKANK-27 takes the parameters of any shot. target, target-rating, target-wounds and target-moving are accepted and
 * have no effect. */
/* clang-format off */
static const salvo_parameter DEMOLITION[] = {
    SKANK_SHOT_PARAMETERS(struct demolition, shot, "direct", "rifle", "trained"),
    WHOLE("building-rating", "rating of the building", 1, SKANK_RATING_MAX, "3", INTO(struct demolition, rating)),
    SKANK_SHOTS_PARAMETERS(struct demolition, asked),
    WHOLE("prior-hits", "hits that the building took before", 0, SKANK_RATING_MAX, "0",
          INTO(struct demolition, prior)),
};
/* clang-format on */

struct state {
    int16_t fired;
    int16_t hits;
};

enum demolition_outcome { STANDING, COLLAPSED, DEMOLITION_NOT_ALLOWED };
static const char *const DEMOLITION_OUTCOMES[] = {
    [STANDING] = "standing", [COLLAPSED] = "collapsed", [DEMOLITION_NOT_ALLOWED] = "not-allowed"};

static const salvo_expectation DEMOLITION_EXPECTATIONS[] = {
    {.name = "hits", .help = "mean number of hits that count, including those beyond what the building can take"}};

/* A building stands still and is a large target (R10). Only ratings decide whether a hit counts, as against any target
 * (R8). */
static void derive_demolition(const void *tables, void *situation)
{
    const struct skank_tables *t = tables;
    struct demolition *d = situation;
    struct skank_hit hit;

    skank_shot_prepare(t, &d->shot);
    d->shot.large = d->shot.size != LARGE_NO;
    d->shot.target_moving = false;
    d->faces = skank_shot_faces(t, &d->shot);
    d->shots = skank_shots_of(t, &d->shot, &d->asked);
    hit = skank_hit_with(t, d->shot.weapon, d->shot.rating_bonus, d->shot.target, d->rating);
    d->effective = hit.effective;
    d->collapses = hit.effective && hit.kills;
}

/* All shots are fired even after the building has collapsed: `hits` is the average over all of them. */
static int demolition_outcome(const void *situation, const void *state)
{
    const struct demolition *d = situation;
    const struct state *s = state;

    if (d->faces == NOT_ALLOWED)
        return DEMOLITION_NOT_ALLOWED;
    if (s->fired < d->shots)
        return SALVO_CONTINUES;
    return d->prior + s->hits >= d->rating ? COLLAPSED : STANDING;
}

static void demolition_dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation;
    (void)state;
    *dice = salvo_dice_of(1, FACES);
}

/* A hit with a weapon that kills such a rating counts as all the hits that the building takes. The count stops at its
 * rating, beyond which nothing changes. */
static bool demolition_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct demolition *d = situation;
    struct state *s = state;
    int hits;

    s->fired++;
    if (faces[0] > d->faces || !d->effective)
        return false;
    gain[0]++;
    hits = d->collapses ? d->rating : s->hits + 1;
    s->hits = (int16_t)(hits < d->rating ? hits : d->rating);
    return false;
}

static void explain_demolition(const void *situation, salvo_text *text)
{
    const struct demolition *d = situation;

    skank_shot_explain(d->tables, &d->shot, text);
    salvo_text_add(text, "%s at a building of rating %d: ", salvo_counted((uint64_t)d->shots, "shot").text, d->rating);
    if (!d->effective)
        salvo_text_put(text, "the weapon's rating is too low\n");
    else if (d->collapses)
        salvo_text_put(text, "one hit destroys it\n");
    else
        salvo_text_add(text, "%d hits destroy it\n", d->rating);
}

static const salvo_state_field DEMOLITION_TOLD[] = {
    SALVO_STATE_FIELD("hits", struct state, hits),
    {NULL, 0, 0},
};

static const salvo_chain DEMOLITION_CHAIN = {.state_size = sizeof(struct state),
                                             .outcome = demolition_outcome,
                                             .dice = demolition_dice,
                                             .step = demolition_step,
                                             .throw_name = "a shot",
                                             .fields = DEMOLITION_TOLD};

const salvo_procedure SKANK_DEMOLITION = {
    .id = "SKANK-27",
    .schema = {.name = "skank.demolition",
               ALL_OF(parameters, DEMOLITION),
               SITUATION(struct demolition, tables),
               .derive = derive_demolition,
               .explain = explain_demolition},
    .documentation = {.chapter = "Buildings",
                      .title = "shots at a building",
                      .section = "Urban Warfare: Blowing stuff up",
                      .rulings = "R1 R2 R6 R8 R9 R10 R34"},
    ALL_OF(expectations, DEMOLITION_EXPECTATIONS),
    ALL_OF(outcomes, DEMOLITION_OUTCOMES),
    .chain = &DEMOLITION_CHAIN,
};

enum { TURNS_MAX = 1000000 };

/* A fire grows by two a turn until it reaches the building's rating. From the next turn on it hits twice a turn, and
 * the building falls when its rating is used up (R28). No dice are thrown. */
struct fire {
    int64_t rating;   /* of the building */
    int64_t begins;   /* the fire's initial rating */
    int64_t strength; /* this turn */
    int64_t hits;     /* so far */
    int64_t damaging; /* the turn in which it reaches the building's rating */
    int64_t collapse; /* the turn in which the building falls */
    int64_t turn;
};

/* A fire grows every turn until it is as strong as the building; from the next turn on it does damage (R28). No die
 * is thrown. */
static const salvo_parameter ARSON[] = {
    WHOLE("building-rating", "rating of the building", 1, SKANK_RATING_MAX, "5", INTO(struct fire, rating)),
    WHOLE("fire-rating", "rating of the fire at the beginning", 0, SKANK_RATING_MAX, "1", INTO(struct fire, begins)),
    WHOLE("turn", "turns of fire; turn 1 is the first", 1, TURNS_MAX, "1", INTO(struct fire, turn)),
};

enum { E_FIRE_RATING, E_HITS, E_COLLAPSE_TURN, E_FIGHTERS, E_FIGHT_TURNS };
enum arson_outcome { GROWING, DAMAGING, ARSON_COLLAPSED };

static const char *const ARSON_OUTCOMES[] = {
    [GROWING] = "growing", [DAMAGING] = "damaging", [ARSON_COLLAPSED] = "collapsed"};

static const salvo_expectation ARSON_EXPECTATIONS[] = {
    [E_FIRE_RATING] = {.name = "fire-rating", .help = "rating of the fire this turn"},
    [E_HITS] = {.name = "hits", .help = "hits of the fire so far, at most the building's rating"},
    [E_COLLAPSE_TURN] = {.name = "collapse-turn", .help = "turn in which the building collapses"},
    [E_FIGHTERS] = {.name = "fighters", .help = "figures needed to put the fire out"},
    [E_FIGHT_TURNS] = {.name = "fight-turns", .help = "turns they need"},
};

/* The numbers are not negative, such as ratings. */
static int64_t divide_up(int64_t over, int64_t under)
{
    return (over + under - 1) / under;
}

/* This is R28 in closed form, so that turn 1000000 costs no more than turn 1. A fire that starts at the building's
 * rating or above hits from the second turn on. With a growth or hits of 0, which --set permits, the building would
 * never fall. */
static salvo_status prepare_arson(const void *tables, void *situation, salvo_error *err)
{
    const struct skank_tables *t = tables;
    struct fire *f = situation;
    int64_t growth = t->value[FIRE_GROWTH], hits = t->value[FIRE_HITS], grown;

    if (growth == 0 || hits == 0)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "a fire that never grows or never hits has no end; values.fire-growth and "
                          "values.fire-hits must be 1 or more");
    f->damaging = f->begins >= f->rating ? 1 : 1 + divide_up(f->rating - f->begins, growth);
    f->collapse = f->damaging + divide_up(f->rating, hits);
    grown = (f->turn < f->damaging ? f->turn : f->damaging) - 1;
    f->strength = f->begins + growth * grown;
    f->hits = f->turn > f->damaging ? hits * (f->turn - f->damaging) : 0;
    f->hits = f->hits < f->rating ? f->hits : f->rating;
    return SALVO_OK;
}

/* The number of fighters is the fire's rating, for half as many turns, rounded up. */
static int arson_resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct fire *f = situation;

    (void)faces;
    gain[E_FIRE_RATING] += f->strength;
    gain[E_HITS] += f->hits;
    gain[E_COLLAPSE_TURN] += f->collapse;
    gain[E_FIGHTERS] += f->strength;
    gain[E_FIGHT_TURNS] += divide_up(f->strength, 2);
    if (f->turn < f->damaging)
        return GROWING;
    return f->turn < f->collapse ? DAMAGING : ARSON_COLLAPSED;
}

const salvo_procedure SKANK_ARSON = {
    .id = "SKANK-28",
    .schema = {.name = "skank.arson",
               ALL_OF(parameters, ARSON),
               .situation_size = sizeof(struct fire),
               .prepare = prepare_arson},
    .documentation = {.chapter = "Buildings",
                      .title = "the progress of a fire",
                      .section = "Urban Warfare: Burning 'em out",
                      .rulings = "R28"},
    ALL_OF(expectations, ARSON_EXPECTATIONS),
    ALL_OF(outcomes, ARSON_OUTCOMES),
    .roll = &(const salvo_roll){.resolve = arson_resolve},
};
