/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAD-15 to MAD-17, artillery fire (6.0 "Artillery Fire", "Hit Roll"): whether an element is under the template, the
 * attack on one that is, and both together. deviation.c provides the distance. */
#include "rules/mad/artillery.h"

#include <string.h>

#include "rules/mad/deviation.h"
#include "rules/mad/geometry.h"
#include "rules/mad/one_attack.h"
#include "rules/mad/words.h"
#include "rules/told.h"

/* The weapon and the game. Both games have the same sizes of guns. The question decides which table has their
 * effects. */
struct battery {
    int calibre; /* row of the WW2 artillery */
    enum mad_tech tech;
};

/* Finds the row of a calibre in the current game. The parameter names a row of the WW2 table. The same id is looked up
 * in the hi-tech table, which a user's data may have changed. */
static salvo_status find_artillery(const struct mad_tables *t, const struct battery *battery,
                                   const struct mad_artillery **artillery, salvo_error *err)
{
    const salvo_table *ww2 = salvo_store_table(t->store, "artillery"),
                      *hitech = salvo_store_table(t->store, "hitech-artillery");
    const char *calibre = ww2->cells[(size_t)battery->calibre * ww2->n_columns].text;
    long row;

    if (battery->tech == WW2) {
        *artillery = &t->artillery[battery->calibre];
        return SALVO_OK;
    }
    row = salvo_table_row(hitech, calibre, strlen(calibre));
    if (row >= 0) {
        *artillery = &t->hitech_artillery[row];
        return SALVO_OK;
    }
    return salvo_fail(err, SALVO_BAD_INPUT,
                      "calibre=%s: the table hitech-artillery has no row '%s'; add it, or use tech=ww2", calibre,
                      calibre);
}

/* One attack of a battery, up to the place where it lands. */
struct burst {
    struct mad_deviation deviation;
    struct battery battery;
    int guns;
    int radius_mm; /* of the template */
    struct mad_element element;
};

/* clang-format off */
#define MAD_CALIBRE(...) ROW_REQUIRED("calibre", "size of the guns", "artillery", __VA_ARGS__)

#define BURST_PARAMETERS(type, at) \
    MAD_DEVIATION_PARAMETERS(type, at deviation.), \
    MAD_CALIBRE(INTO(type, at battery.calibre)), \
    MAD_COUNT("guns", "guns or tubes of the unit", "1", INTO(type, at guns)), \
    MAD_TECH(INTO(type, at battery.tech)), \
    MAD_OFFSET_X(INTO(type, at element.x_mm)), \
    MAD_OFFSET_Y(INTO(type, at element.y_mm)), \
    MAD_ELEMENT_RADIUS(INTO(type, at element.radius_mm))
/* clang-format on */

/* The distance is first, then the direction unless the distance is 0. */
struct burst_state {
    struct mad_deviation_state deviation;
    int32_t landed;
    int32_t under;
};

static int smaller(int64_t a, int b)
{
    return a < b ? (int)a : b;
}

/* The radius grows with each gun up to a limit, 100 mm in the book. */
static salvo_status burst_prepare(const struct mad_tables *t, struct burst *burst, salvo_error *err)
{
    const struct mad_artillery *artillery;
    salvo_status status = find_artillery(t, &burst->battery, &artillery, err);

    if (status != SALVO_OK)
        return status;
    mad_deviation_prepare(t, &burst->deviation);
    burst->radius_mm = smaller((int64_t)burst->guns * artillery->radius_mm, t->value[TEMPLATE_RADIUS_MAX_MM]);
    return SALVO_OK;
}

/* This uses the deviation's own start, because an earlier attack may limit the distance. */
static void burst_start(const struct burst *b, struct burst_state *s)
{
    *s = (struct burst_state){.deviation = mad_deviation_start(&b->deviation)};
}

static salvo_dice burst_dice(const struct burst *b, const struct burst_state *s)
{
    return mad_deviation_settled(&b->deviation, &s->deviation) ? salvo_dice_of(1, MAD_DIRECTION_SIDES)
                                                               : mad_deviation_dice(&b->deviation);
}

/* The distance is cleared after its use, so that burst states that differ in nothing else become one. */
static void land(const struct burst *b, struct burst_state *s, int face)
{
    s->landed = 1;
    s->under = mad_under_template(s->deviation.distance_mm, face, b->radius_mm, &b->element);
    s->deviation.distance_mm = 0; /* no longer matters */
}

/* A burst that does not deviate needs no direction. Any face is right then, and one die less is thrown. */
static void burst_step(const struct burst *b, struct burst_state *s, const uint8_t *faces)
{
    if (mad_deviation_settled(&b->deviation, &s->deviation)) {
        land(b, s, faces[0]);
        return;
    }
    mad_deviation_roll(&b->deviation, &s->deviation, faces);
    if (mad_deviation_settled(&b->deviation, &s->deviation) && s->deviation.distance_mm == 0)
        land(b, s, MAD_DIRECTION_SIDES);
}

static void burst_explain(const struct burst *b, salvo_text *text)
{
    salvo_text_add(text, "A template of %d mm radius, the element at (%.15g, %.15g)", b->radius_mm, b->element.x_mm,
                   b->element.y_mm);
    if (b->element.radius_mm > 0)
        salvo_text_add(text, " and %.15g mm round it", b->element.radius_mm);
    salvo_text_put(text, " from the target point\n");
    mad_deviation_explain(&b->deviation, text);
}

enum { UNDER, CLEAR, N_COVERAGE_OUTCOMES };
enum { RADIUS };

static const salvo_parameter COVERAGE[] = {BURST_PARAMETERS(struct burst, )};

static const char *const COVERAGE_OUTCOMES[N_COVERAGE_OUTCOMES] = {[UNDER] = "under", [CLEAR] = "clear"};

static const salvo_expectation COVERAGE_EXPECTATIONS[] = {
    [RADIUS] = {.name = "radius", .help = "radius of the template in mm"}};

static salvo_status prepare_coverage(const void *tables, void *situation, salvo_error *err)
{
    return burst_prepare(tables, situation, err);
}

static void coverage_start(const void *situation, void *state)
{
    burst_start(situation, state);
}

/* A burst that deviates by 0 lands without a direction, so `landed` and not the distance marks the end. */
static int coverage_outcome(const void *situation, const void *state)
{
    const struct burst_state *s = state;

    (void)situation;
    return !s->landed ? SALVO_CONTINUES : s->under ? UNDER : CLEAR;
}

static void coverage_dice(const void *situation, const void *state, salvo_dice *dice)
{
    *dice = burst_dice(situation, state);
}

/* The radius is certain. It is an expectation so that every report shows it, and it is counted once, on landing. */
static bool coverage_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct burst *b = situation;
    struct burst_state *s = state;

    burst_step(b, s, faces);
    gain[RADIUS] += s->landed ? b->radius_mm : 0;
    return false;
}

static void explain_coverage(const void *situation, salvo_text *text)
{
    burst_explain(situation, text);
}

static const char *burst_thrown(const struct burst *b, const struct burst_state *s)
{
    return mad_deviation_settled(&b->deviation, &s->deviation) ? "the direction" : "the deviation";
}

static void coverage_tell(const void *situation, const void *state, salvo_state_description *told)
{
    const struct burst_state *s = state;

    told->throw_name = burst_thrown(situation, s);
    told_number(told, "deviation in mm", s->deviation.distance_mm);
}

static const salvo_chain COVERAGE_CHAIN = {.state_size = sizeof(struct burst_state),
                                           .start = coverage_start,
                                           .outcome = coverage_outcome,
                                           .dice = coverage_dice,
                                           .step = coverage_step,
                                           .describe = coverage_tell};

const salvo_procedure MAD_ARTILLERY_COVERAGE = {
    .id = "MAD-15",
    .schema = {.name = "mad.artillery-coverage",
               ALL_OF(parameters, COVERAGE),
               .situation_size = sizeof(struct burst),
               .prepare = prepare_coverage,
               .explain = explain_coverage},
    .documentation = {.chapter = "Artillery",
                      .title = "whether an element is under the template",
                      .section = "6.0 Artillery Fire",
                      .rulings = "R-19, R-32, R-33, R-44, R-46"},
    ALL_OF(expectations, COVERAGE_EXPECTATIONS),
    ALL_OF(outcomes, COVERAGE_OUTCOMES),
    .chain = &COVERAGE_CHAIN,
};

static const char *const SITUATION_CHOICES[] = {
    [SITUATION_OPEN] = "open", [SITUATION_COVER] = "cover", [SITUATION_PREPARED] = "prepared", NULL};

/* The element under the template, and its position. */
struct covered {
    enum mad_target target;
    enum mad_situation situation;
};

/* clang-format off */
#define COVERED_PARAMETERS(type, covered) \
    MAD_TARGET_OF("target", "the target under the template", INTO(type, covered.target)), \
    CHOICE("situation", "the position of the target", SITUATION_CHOICES, "open", INTO(type, covered.situation))
/* clang-format on */

/* The table of situations says everything: modifiers of direct fire do not apply to artillery, but criticals do.
 * The same numbers serve both games. Walkers and grav vehicles are vehicles, and power armour is infantry. Artillery
 * cannot reach VTOLs. */
static salvo_status attack_of(const struct mad_tables *t, const struct battery *battery, const struct covered *covered,
                              struct mad_attack *attack, salvo_error *err)
{
    bool on_foot = mad_is_infantry(covered->target);
    const struct mad_artillery *artillery;
    salvo_status status = mad_target_check(battery->tech, covered->target, err);

    if (status != SALVO_OK)
        return status;
    status = find_artillery(t, battery, &artillery, err);
    if (status != SALVO_OK)
        return status;
    *attack = (struct mad_attack){.verdict = covered->target == VTOL ? NOT_AT_VTOLS : MAY_FIRE};
    if (covered->target == VTOL)
        return SALVO_OK;
    attack->target_number = t->artillery_to_hit[on_foot][covered->situation];
    mad_level_damages(t, artillery->damage, false, on_foot, attack->damage);
    return SALVO_OK;
}

static void attack_explain(const struct mad_attack *attack, salvo_text *text)
{
    mad_attack_tell(attack, "Artillery", "in this situation", NULL, 0, text);
    salvo_text_put(text, "\n");
}

/* MAD-16 assumes that the element is under the template. */
struct hit {
    struct mad_one_attack one;
    struct battery battery;
    struct covered covered;
};

static const salvo_parameter HIT[] = {
    MAD_CALIBRE(INTO(struct hit, battery.calibre)),
    COVERED_PARAMETERS(struct hit, covered),
    MAD_TECH(INTO(struct hit, battery.tech)),
    MAD_HP(INTO(struct hit, one.hp)),
};

static salvo_status prepare_hit(const void *tables, void *situation, salvo_error *err)
{
    struct hit *hit = situation;

    return attack_of(tables, &hit->battery, &hit->covered, &hit->one.attack, err);
}

static void explain_hit(const void *situation, salvo_text *text)
{
    attack_explain(&((const struct mad_one_attack *)situation)->attack, text);
}

const salvo_procedure MAD_ARTILLERY_HIT = {
    .id = "MAD-16",
    .schema = {.name = "mad.artillery-hit",
               ALL_OF(parameters, HIT),
               .situation_size = sizeof(struct hit),
               .prepare = prepare_hit,
               .explain = explain_hit},
    .documentation = {.chapter = "Artillery",
                      .title = "the attack on an element under the template",
                      .section = "6.0 Artillery Fire, Hit Roll",
                      .rulings = "R-01, R-02, R-05, R-06, R-18"},
    MAD_ONE_ATTACK_PROCEDURE,
};

/* Outcomes: clear of the template, then those of the attack, which are the attack's own plus one. */
enum { BARRAGE_CLEAR, UNDER_FIRE, N_BARRAGE_OUTCOMES = UNDER_FIRE + N_SHOT_OUTCOMES };

static const char *const BARRAGE_OUTCOMES[N_BARRAGE_OUTCOMES] = {
    [BARRAGE_CLEAR] = "clear",        [UNDER_FIRE + MISS] = "miss",         [UNDER_FIRE + SINGLE] = "single",
    [UNDER_FIRE + DOUBLE] = "double", [UNDER_FIRE + CRITICAL] = "critical", [UNDER_FIRE + NO_SHOT] = "no-shot",
};

/* MAD-17 is MAD-15 and then, for an element under the template, MAD-16. */
struct barrage {
    struct mad_one_attack one; /* first: its expectations are this procedure's */
    struct burst burst;
    struct covered covered;
};

static const salvo_parameter BARRAGE[] = {
    BURST_PARAMETERS(struct barrage, burst.),
    COVERED_PARAMETERS(struct barrage, covered),
    MAD_HP(INTO(struct barrage, one.hp)),
};

struct barrage_state {
    struct burst_state burst;
    int32_t over;
    int32_t outcome;
};

static salvo_status prepare_barrage(const void *tables, void *situation, salvo_error *err)
{
    struct barrage *b = situation;
    salvo_status status = attack_of(tables, &b->burst.battery, &b->covered, &b->one.attack, err);

    return status == SALVO_OK ? burst_prepare(tables, &b->burst, err) : status;
}

/* If no shot is permitted, the outcome is no-shot wherever the burst would land, so nothing is thrown. */
static void barrage_start(const void *situation, void *state)
{
    const struct barrage *b = situation;
    struct barrage_state *s = state;

    burst_start(&b->burst, &s->burst);
    if (b->one.attack.verdict != MAY_FIRE) {
        s->over = 1;
        s->outcome = UNDER_FIRE + NO_SHOT;
    }
}

/* A template that lands clear of the element ends it: there is no attack roll. */
static int barrage_outcome(const void *situation, const void *state)
{
    const struct barrage_state *s = state;

    (void)situation;
    if (s->over)
        return s->outcome;
    return s->burst.landed && !s->burst.under ? BARRAGE_CLEAR : SALVO_CONTINUES;
}

static void barrage_dice(const void *situation, const void *state, salvo_dice *dice)
{
    const struct barrage *b = situation;
    const struct barrage_state *s = state;

    *dice = s->burst.landed ? mad_attack_dice(&b->one.attack) : burst_dice(&b->burst, &s->burst);
}

/* The attack is thrown only after the burst has landed on the element. */
static bool barrage_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct barrage *b = situation;
    struct barrage_state *s = state;

    if (s->burst.landed) {
        s->over = 1;
        s->outcome = UNDER_FIRE + mad_one_attack_resolve(&b->one, faces, gain);
    } else {
        burst_step(&b->burst, &s->burst, faces);
    }
    return false;
}

static void explain_barrage(const void *situation, salvo_text *text)
{
    const struct barrage *b = situation;

    burst_explain(&b->burst, text);
    attack_explain(&b->one.attack, text);
}

static void barrage_tell(const void *situation, const void *state, salvo_state_description *told)
{
    const struct barrage *b = situation;
    const struct barrage_state *s = state;

    told->throw_name = s->burst.landed ? "the attack" : burst_thrown(&b->burst, &s->burst);
    told_number(told, "deviation in mm", s->burst.deviation.distance_mm);
}

static const salvo_chain BARRAGE_CHAIN = {.state_size = sizeof(struct barrage_state),
                                          .start = barrage_start,
                                          .outcome = barrage_outcome,
                                          .dice = barrage_dice,
                                          .step = barrage_step,
                                          .describe = barrage_tell};

const salvo_procedure MAD_ARTILLERY_ATTACK = {
    .id = "MAD-17",
    .schema = {.name = "mad.artillery-attack",
               ALL_OF(parameters, BARRAGE),
               .situation_size = sizeof(struct barrage),
               .prepare = prepare_barrage,
               .explain = explain_barrage},
    .documentation = {.chapter = "Artillery",
                      .title = "a whole artillery attack on one element",
                      .section = "6.0 Artillery Fire, Hit Roll",
                      .rulings = "R-01, R-02, R-05, R-06, R-18, R-19, R-32, R-33, R-44, R-46"},
    .expectations = MAD_ATTACK_EXPECTATIONS,
    .n_expectations = N_ATTACK_EXPECTATIONS,
    ALL_OF(outcomes, BARRAGE_OUTCOMES),
    .expects = mad_one_attack_expects,
    .chain = &BARRAGE_CHAIN,
};
