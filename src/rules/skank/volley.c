/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several shots in one fire phase. SKANK-02: all shots of a figure at one target. SKANK-03: a clip burned at a group of
 * figures. SKANK-30: shots at the tires of a vehicle. */
#include "base/phrase.h"
#include "rules/skank/procedures.h"
#include "rules/skank/shot.h"

enum { MODELS_MAX = 1000, TIRES_MAX = 100 };

/* Three procedures have the same situation and the same shot; each uses the part that it needs. */
struct volley {
    const struct skank_tables *tables;
    struct skank_shot shot;
    int faces; /* that hit */
    struct skank_hit hit;
    struct skank_shots_asked asked;
    int shots; /* 0 if none is permitted */
    int models;
    int tires, prior;
};

/* `attacks` and `shots` replace the troop's and the weapon's; `burst` is a reading of how they combine (R6). */
/* clang-format off */
static const salvo_parameter VOLLEY[] = {
    SKANK_SHOT_PARAMETERS(struct volley, shot, "direct", "rifle", "trained"),
    SKANK_SHOTS_PARAMETERS(struct volley, asked),
};

/* Submachine guns and assault rifles may empty the clip in one turn, at figures that are close together; the next turn
 * is for reloading. */
static const salvo_parameter BURN_CLIP[] = {
    SKANK_SHOT_PARAMETERS(struct volley, shot, "clip", "smg", "trained"),
    WHOLE("models", "identical figures within 4 inches of each other", 1, MODELS_MAX, "1",
          INTO(struct volley, models)),
};

/* Half the tires of a vehicle, rounded up, stop it. Ratings do not protect tires, and vehicles with tracks have
 * none. */
static const salvo_parameter TIRE_SHOT[] = {
    SKANK_SHOT_PARAMETERS(struct volley, shot, "direct", "rifle", "car"),
    SKANK_SHOTS_PARAMETERS(struct volley, asked),
    SKANK_IN_PLACE("tires", "tires of the vehicle, in place of its class's", 1, TIRES_MAX, INTO(struct volley, tires)),
    WHOLE("prior", "tires shot out before", 0, TIRES_MAX, "0", INTO(struct volley, prior)),
};
/* clang-format on */

struct state {
    int32_t fired;
    int16_t suffered; /* wounds of a figure, hits of a clip, tires of a vehicle */
    int16_t hull;     /* of a vehicle */
};

static void aim(struct volley *v)
{
    skank_shot_prepare(v->tables, &v->shot);
    v->faces = skank_shot_faces(v->tables, &v->shot);
    v->hit = skank_shot_hit(v->tables, &v->shot);
    v->shots = skank_shots_of(v->tables, &v->shot, &v->asked);
}

/* Shots are fired whatever the state of the target. Those at a dead one are wasted (R35) but still count as hits. */
static bool goes_on(const struct volley *v, const struct state *s)
{
    return v->faces != NOT_ALLOWED && s->fired < v->shots;
}

static void explain_shots(const struct volley *v, salvo_text *text)
{
    skank_shot_explain(v->tables, &v->shot, text);
    salvo_text_add(text, "%s\n", salvo_counted((uint64_t)v->shots, "shot").text);
}

enum { VOLLEY_HITS, VOLLEY_WOUNDS, VOLLEY_KILL };

/* Hits without effect count: the roll to hit precedes the rating. */
static const salvo_expectation VOLLEY_EXPECTATIONS[] = {
    [VOLLEY_HITS] = {.name = "hits", .help = "mean number of hits, including those without effect"},
    [VOLLEY_WOUNDS] = {.name = "wounds", .help = "mean number of wounds of a figure, at most what it has"},
    [VOLLEY_KILL] = {.name = "kill", .help = "probability that the target is killed or destroyed"},
};

static void derive_volley(const void *tables, void *situation)
{
    (void)tables;
    aim(situation);
}

int skank_volley_shots(const void *situation)
{
    return ((const struct volley *)situation)->shots;
}

/* Counts and states are outcomes of one procedure, because target= decides which of them occur. */
static int volley_outcome(const void *situation, const void *state)
{
    const struct volley *v = situation;
    const struct state *s = state;

    if (v->faces == NOT_ALLOWED)
        return OUTCOME_NOT_ALLOWED;
    if (goes_on(v, s))
        return SALVO_CONTINUES;
    return v->hit.vehicle ? OUTCOME_STATE + (int)skank_state_of((uint8_t)s->hull) : s->suffered;
}

static void volley_dice(const void *situation, const void *state, salvo_dice *dice)
{
    const struct volley *v = situation;

    (void)state;
    *dice = salvo_dice_of(1 + skank_hit_rolls_damage(&v->hit), FACES);
}

/* A wound is limited to what the figure has left, so that `wounds` and the outcome agree. The kill is counted once. */
static void wound(const struct volley *v, struct state *s, int64_t *gain)
{
    int left = v->hit.wounds - s->suffered, wounds = skank_hit_wounds(&v->hit);
    int lost = wounds < left ? wounds : left;

    s->suffered = (int16_t)(s->suffered + lost);
    gain[VOLLEY_WOUNDS] += lost;
    gain[VOLLEY_KILL] += lost > 0 && lost == left;
}

/* The kill is counted once, when the hull is destroyed: later hits on a wreck change nothing. */
static void damage(const struct volley *v, struct state *s, int face, int64_t *gain)
{
    uint8_t hull = skank_hull_hit(&v->hit, (uint8_t)s->hull, face);

    gain[VOLLEY_KILL] += hull == HULL_DESTROYED && s->hull != HULL_DESTROYED;
    s->hull = hull;
}

/* The second die is thrown with each roll to hit, and read only if a hit on a vehicle needs damage. */
static bool volley_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct volley *v = situation;
    struct state *s = state;

    s->fired++;
    if (faces[0] > v->faces)
        return false;
    gain[VOLLEY_HITS]++;
    if (v->hit.vehicle)
        damage(v, s, skank_hit_rolls_damage(&v->hit) ? faces[1] : 0, gain);
    else
        wound(v, s, gain);
    return false;
}

/* A vehicle has no wounds. */
static bool volley_expects(const void *situation, size_t expectation)
{
    const struct volley *v = situation;

    return expectation != VOLLEY_WOUNDS || !v->hit.vehicle;
}

static void explain_volley(const void *situation, salvo_text *text)
{
    explain_shots(situation, text);
    skank_hit_explain(&((const struct volley *)situation)->hit, text);
}

static const salvo_state_field VOLLEY_TOLD[] = {
    SALVO_STATE_FIELD("wounds suffered", struct state, suffered),
    {NULL, 0, 0},
};

static const salvo_chain VOLLEY_CHAIN = {.state_size = sizeof(struct state),
                                         .outcome = volley_outcome,
                                         .dice = volley_dice,
                                         .step = volley_step,
                                         .throw_name = "a shot",
                                         .fields = VOLLEY_TOLD};

const salvo_procedure SKANK_VOLLEY = {
    .id = "SKANK-02",
    .schema = {.name = "skank.volley",
               ALL_OF(parameters, VOLLEY),
               SITUATION(struct volley, tables),
               .derive = derive_volley,
               .explain = explain_volley},
    .documentation = {.chapter = "Fire phase",
                      .title = "all shots of one figure or gunner at one target",
                      .section = "Fire Phase: Direct Fire",
                      .rulings = "R1 R2 R4 R5 R6 R7 R8 R9 R10 R34 R35"},
    ALL_OF(expectations, VOLLEY_EXPECTATIONS),
    .outcomes_help = "wounds of a figure 0, 1, ... all of them; a vehicle "
                     "intact, damaged, disarmed, immobile, immobile-disarmed, destroyed; not-allowed",
    .label = skank_label,
    .made = SKANK_MADE,
    .expects = volley_expects,
    .chain = &VOLLEY_CHAIN,
};

enum { CLIP_HITS, CLIP_KILLS };

static const salvo_expectation CLIP_EXPECTATIONS[] = {
    [CLIP_HITS] = {.name = "hits", .help = "mean number of hits, including those without effect"},
    [CLIP_KILLS] = {.name = "kills", .help = "mean number of figures killed"},
};

/* Burning the clip is exactly three shots, whatever attacks the figure has (R11). */
static salvo_status prepare_burn_clip(const void *tables, void *situation, salvo_error *err)
{
    const struct skank_tables *t = tables;
    struct volley *v = situation;

    aim(v);
    v->shots = t->value[CLIP_SHOTS];
    if (v->hit.vehicle)
        return salvo_fail(err, SALVO_BAD_INPUT, "target=%s: a clip is fired at figures, not at vehicles",
                          skank_unit_id(t, v->shot.target));
    return SALVO_OK;
}

/* Each hit wounds the figure in front; when it dies, hits wound the next one. With an instant kill each hit removes a
 * figure. */
static int kills_of(const struct volley *v, int hits)
{
    int wounds = skank_hit_wounds(&v->hit), kills;

    if (wounds == 0)
        return 0;
    kills = wounds == v->hit.wounds ? hits : hits / v->hit.wounds;
    return kills < v->models ? kills : v->models;
}

/* A clip is fired at a group of figures: the outcome is how many of them are down. */
static int clip_outcome(const void *situation, const void *state)
{
    const struct volley *v = situation;
    const struct state *s = state;

    if (v->faces == NOT_ALLOWED)
        return OUTCOME_NOT_ALLOWED;
    return goes_on(v, s) ? SALVO_CONTINUES : kills_of(v, s->suffered);
}

static void one_die(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation;
    (void)state;
    *dice = salvo_dice_of(1, FACES);
}

/* The kills of a hit are the difference that it makes. Partial wounds are not in the state, because the hits determine
 * them. */
static bool clip_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct volley *v = situation;
    struct state *s = state;

    s->fired++;
    if (faces[0] > v->faces)
        return false;
    gain[CLIP_HITS]++;
    gain[CLIP_KILLS] += kills_of(v, s->suffered + 1) - kills_of(v, s->suffered);
    s->suffered++;
    return false;
}

static void explain_burn_clip(const void *situation, salvo_text *text)
{
    const struct volley *v = situation;

    explain_shots(v, text);
    skank_hit_explain(&v->hit, text);
    salvo_text_add(text, "%s; the next turn is spent reloading\n", salvo_counted((uint64_t)v->models, "figure").text);
}

static const salvo_state_field CLIP_TOLD[] = {
    SALVO_STATE_FIELD("hits", struct state, suffered),
    {NULL, 0, 0},
};

static const salvo_chain CLIP_CHAIN = {.state_size = sizeof(struct state),
                                       .outcome = clip_outcome,
                                       .dice = one_die,
                                       .step = clip_step,
                                       .throw_name = "a shot of the clip",
                                       .fields = CLIP_TOLD};

const salvo_procedure SKANK_BURN_CLIP = {
    .id = "SKANK-03",
    .schema = {.name = "skank.burn-clip",
               ALL_OF(parameters, BURN_CLIP),
               SITUATION(struct volley, tables),
               .prepare = prepare_burn_clip,
               .explain = explain_burn_clip},
    .documentation = {.chapter = "Fire phase",
                      .title = "a whole clip at figures that stand together",
                      .section = "Fire Phase: Burning the Clip",
                      .rulings = "R1 R2 R7 R8 R11 R34 R35"},
    ALL_OF(expectations, CLIP_EXPECTATIONS),
    .outcomes_help = "figures killed 0, 1, ... 3; not-allowed",
    .label = skank_label,
    .made = SKANK_MADE,
    .chain = &CLIP_CHAIN,
};

/* A tank has no tires: its result is `not-allowed`, as out of range is. */
enum tire_outcome { MOBILE, IMMOBILIZED, TIRE_NOT_ALLOWED, N_TIRE_OUTCOMES };

static const char *const TIRE_OUTCOMES[N_TIRE_OUTCOMES] = {
    [MOBILE] = "mobile", [IMMOBILIZED] = "immobilized", [TIRE_NOT_ALLOWED] = "not-allowed"};

static const salvo_expectation TIRE_EXPECTATIONS[] = {
    {.name = "tires", .help = "mean number of tires shot out, at most those left"}};

/* Tires are harder to hit by 2, and ratings do not protect them (R8). The modifier follows aim(), which does not handle
 * tires, so the faces are counted again. */
static salvo_status prepare_tire_shot(const void *tables, void *situation, salvo_error *err)
{
    const struct skank_tables *t = tables;
    struct volley *v = situation;
    int own;

    if (!skank_is_vehicle(t, v->shot.target))
        return salvo_fail(err, SALVO_BAD_INPUT, "target=%s: a figure has no tires; name a vehicle",
                          skank_unit_id(t, v->shot.target));
    aim(v);
    v->shot.modifier += t->modifier[MODIFIER_TIRE];
    v->faces = skank_shot_faces(t, &v->shot);
    own = skank_vehicle_of(t, v->shot.target)->tires;
    v->tires = own == SALVO_BLANK ? 0 : skank_given_or(v->tires, own);
    return SALVO_OK;
}

/* Half of the tires, rounded up, stop it: doubling both sides avoids the rounding. */
static int tire_outcome(const void *situation, const void *state)
{
    const struct volley *v = situation;
    const struct state *s = state;

    if (v->faces == NOT_ALLOWED || v->tires == 0)
        return TIRE_NOT_ALLOWED;
    if (goes_on(v, s))
        return SALVO_CONTINUES;
    return 2 * (v->prior + s->suffered) >= v->tires ? IMMOBILIZED : MOBILE;
}

/* Hits beyond the last tire do not count, because there is nothing left to hit. */
static bool tire_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct volley *v = situation;
    struct state *s = state;

    s->fired++;
    if (faces[0] > v->faces || v->prior + s->suffered >= v->tires)
        return false;
    s->suffered++;
    gain[0]++;
    return false;
}

static void explain_tire_shot(const void *situation, salvo_text *text)
{
    const struct volley *v = situation;

    explain_shots(v, text);
    if (v->tires == 0)
        salvo_text_put(text, "it runs on tracks\n");
    else
        salvo_text_add(text, "%d of %d tires shot out before; losing half of them stops it\n", v->prior, v->tires);
}

static const salvo_state_field TIRE_TOLD[] = {
    SALVO_STATE_FIELD("tires lost", struct state, suffered),
    {NULL, 0, 0},
};

static const salvo_chain TIRE_CHAIN = {.state_size = sizeof(struct state),
                                       .outcome = tire_outcome,
                                       .dice = one_die,
                                       .step = tire_step,
                                       .throw_name = "a shot at the tires",
                                       .fields = TIRE_TOLD};

const salvo_procedure SKANK_TIRE_SHOT = {
    .id = "SKANK-30",
    .schema = {.name = "skank.tire-shot",
               ALL_OF(parameters, TIRE_SHOT),
               SITUATION(struct volley, tables),
               .prepare = prepare_tire_shot,
               .explain = explain_tire_shot},
    .documentation = {.chapter = "Optional rules",
                      .title = "shots at the tires of a vehicle",
                      .section = "Special and Optional Rules C",
                      .rulings = "R1 R2 R6 R8 R34"},
    ALL_OF(expectations, TIRE_EXPECTATIONS),
    ALL_OF(outcomes, TIRE_OUTCOMES),
    .chain = &TIRE_CHAIN,
};
