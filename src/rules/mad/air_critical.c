/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAD-21, the critical hit table of the air rules, and its part in MAD-22. The table is a short chain: a D10, a D3 for
 * crew hits, then one throw for the place of each hit. */
#include "rules/mad/air_critical.h"

#include "rules/mad/air.h"
#include "rules/mad/words.h"
#include "rules/told.h"

/* The stages of the throws. A zeroed state is before the D10, so that a chain can begin without a start function. */
enum { D10, D3, PLACE };
/* A place is thrown on a die of two weighted faces. Only the cockpit matters, so the other places share a face, and the
 * number of states does not grow with the crew. */
enum { COCKPIT = 1, ELSEWHERE = 2 }; /* faces of the die of a place */

/* Without repetition there are at most as many hits as places. Hit k is only thrown if the earlier hits missed the
 * cockpit. So k of the other places are used up, and their weight falls by k. A plane with one seat has only the
 * cockpit, so any crew hit brings it down. */
void mad_victim_prepare(const struct mad_tables *t, struct mad_victim *victim)
{
    int places = victim->crew_locations;

    victim->air = &t->air;
    victim->crew_hits_max = victim->repeat || places > CREW_HITS_MAX ? CREW_HITS_MAX : places;
    for (int k = 0; k < victim->crew_hits_max; k++) {
        victim->place[k][COCKPIT - 1] = 1;
        victim->place[k][ELSEWHERE - 1] = (uint32_t)(places - 1 - (victim->repeat ? 0 : k));
    }
}

/* There are three different dice, one at a time: throwing all of them at once would make the table of results a hundred
 * times larger. */
void mad_critical_dice(const struct mad_victim *victim, const struct mad_critical *critical, salvo_dice *dice)
{
    if (critical->thrown == D10) {
        *dice = salvo_dice_of(1, CRITICAL_SIDES);
    } else if (critical->thrown == D3) {
        *dice = salvo_dice_of(1, CREW_HITS_MAX);
    } else {
        *dice = salvo_dice_of(1, 2);
        dice->weights[0] = victim->place[critical->hit];
    }
}

/* The second engine hit is a crash, however many engines the plane has. The caller says whether there was a
 * first one. Speed, which the first one halves, does not affect the odds. */
static enum mad_air_outcome read_table(const struct mad_victim *victim, struct mad_critical *critical, int face)
{
    switch (victim->air->critical[face]) {
    case CRITICAL_ENGINE:
        return victim->engine_hits ? AIR_CRASH_ENGINE : AIR_ENGINE_HIT;
    case CRITICAL_CREW:
        critical->thrown = D3;
        return AIR_PENDING;
    default:
        return AIR_BREAK_UP;
    }
}

/* Each place is diced; the first hit on the cockpit ends it, the others change nothing. */
static enum mad_air_outcome hit_place(struct mad_critical *critical, int face)
{
    if (face == COCKPIT)
        return AIR_CRASH_COCKPIT;
    return ++critical->hit < critical->hits ? AIR_PENDING : AIR_CREW_HIT;
}

const char *mad_critical_thrown(const struct mad_critical *critical)
{
    return critical->thrown == D10     ? "the critical hit table"
           : critical->thrown == PLACE ? "the place of a crew hit"
                                       : "the number of crew hits";
}

/* After the D3 only the number of hits is known. It is limited if the plane has fewer places than hits. */
enum mad_air_outcome mad_critical_step(const struct mad_victim *victim, struct mad_critical *critical,
                                       const uint8_t *faces)
{
    if (critical->thrown == D10)
        return read_table(victim, critical, faces[0]);
    if (critical->thrown == PLACE)
        return hit_place(critical, faces[0]);
    critical->hits = faces[0] < victim->crew_hits_max ? faces[0] : victim->crew_hits_max;
    critical->thrown = PLACE;
    return AIR_PENDING;
}

/* An engine or a crew hit leaves the plane flying. */
bool mad_is_loss(enum mad_air_outcome outcome)
{
    return outcome == AIR_CRASH_ENGINE || outcome == AIR_CRASH_COCKPIT || outcome == AIR_BREAK_UP;
}

enum { LOSS };

static const salvo_parameter PARAMETERS[] = {MAD_VICTIM_PARAMETERS(struct mad_victim, )};

static const salvo_expectation EXPECTATIONS[] = {
    [LOSS] = {.name = "loss", .help = "probability of a crash or a break-up"}};

static const char *const OUTCOMES[N_AIR_OUTCOMES] = {
    [AIR_ENGINE_HIT] = "engine-hit",       [AIR_CRASH_ENGINE] = "crash-engine", [AIR_CREW_HIT] = "crew-hit",
    [AIR_CRASH_COCKPIT] = "crash-cockpit", [AIR_BREAK_UP] = "break-up",
};

/* The member is int32_t and not bool, because states are compared by their bytes and must have no padding. */
struct state {
    struct mad_critical critical;
    int32_t over;
    int32_t outcome;
};

static void derive(const void *tables, void *situation)
{
    mad_victim_prepare(tables, situation);
}

static int outcome(const void *situation, const void *state)
{
    const struct state *s = state;

    (void)situation;
    return s->over ? s->outcome : SALVO_CONTINUES;
}

static void dice(const void *situation, const void *state, salvo_dice *dice)
{
    mad_critical_dice(situation, &((const struct state *)state)->critical, dice);
}

/* The state is rewritten at the end, so that all ways to the same outcome are one state. */
static bool step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    struct state *s = state;
    enum mad_air_outcome now = mad_critical_step(situation, &s->critical, faces);

    if (now == AIR_PENDING)
        return false;
    gain[LOSS] += mad_is_loss(now);
    *s = (struct state){.over = 1, .outcome = (int32_t)now};
    return false;
}

static void tell(const void *situation, const void *state, salvo_state_description *told)
{
    const struct state *s = state;

    (void)situation;
    told->throw_name = mad_critical_thrown(&s->critical);
    told_number(told, "crew hits placed", s->critical.hit);
}

static const salvo_chain CHAIN = {
    .state_size = sizeof(struct state), .outcome = outcome, .dice = dice, .step = step, .describe = tell};

const salvo_procedure MAD_AIR_CRITICAL = {
    .id = "MAD-21",
    .schema = {.name = "mad.air-critical",
               ALL_OF(parameters, PARAMETERS),
               .situation_size = sizeof(struct mad_victim),
               .derive = derive},
    .documentation = {.chapter = "In the air",
                      .title = "the critical hit table",
                      .section = "Aircraft Rules, Critical Hits",
                      .rulings = "R-36, R-37"},
    ALL_OF(expectations, EXPECTATIONS),
    ALL_OF(outcomes, OUTCOMES),
    .chain = &CHAIN,
};
