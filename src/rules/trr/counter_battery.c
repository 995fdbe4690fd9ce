/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules/trr/counter_battery.h"

#include "rules/trr/fire_request.h"

/* A battery itself sees nothing. */
static const char *const METHOD_CHOICES[] = {[METHOD_RADIO] = "radio", [METHOD_TELEPHONE] = "telephone", NULL};

/* A request, and then two contests that no other fire has. */
struct counter {
    struct trr_request request;
    bool bonus, is_dug_in;
    int turns_fired;
    int needed, modifier; /* to locate the battery */
    int dug_in;           /* on the target's die */
};

static const salvo_parameter PARAMETERS[] = {
    TRR_REQUEST_PARAMETERS(struct counter, request., METHOD_CHOICES),
    FLAG("bonus", "an air observer, or British or US against mortars or rockets from 1944",
         INTO(struct counter, bonus)),
    WHOLE("turns-fired", "earlier turns in which the target fired from there", 0, 9, "0",
          INTO(struct counter, turns_fired)),
    FLAG("dug-in", "the target is dug in or self-propelled", INTO(struct counter, is_dug_in)),
};

enum { NOT_REQUESTED, NOT_LOCATED, N_WORDS };

static const char *const WORDS[N_WORDS] = {[NOT_REQUESTED] = "not-requested", [NOT_LOCATED] = "not-located"};
static const salvo_expectation EXPECTATIONS[] = {{.name = "penalty", .help = "mean loss of the target's motivation"}};

/* The target counts as moving: a request for counter-battery fire is as hard as one for a moving target. */
static void derive(const void *tables, void *situation)
{
    const struct trr_tables *t = tables;
    struct counter *c = situation;

    c->request.moving_target = true;
    trr_request_prepare(t, &c->request);
    c->needed = t->values[COUNTER_LOCATION];
    c->modifier = (c->bonus ? t->values[COUNTER_BONUS] : 0) + c->turns_fired * t->values[COUNTER_TURN];
    c->dug_in = c->is_dug_in ? t->values[COUNTER_DUG_IN] : 0;
}

enum { AT_REQUEST, AT_LOCATION, AT_CONTEST, AT_END };

struct state {
    uint8_t stage, outcome;
};

static int outcome(const void *situation, const void *state)
{
    const struct state *s = state;

    (void)situation;
    return s->stage == AT_END ? s->outcome : SALVO_CONTINUES;
}

static void dice(const void *situation, const void *state, salvo_dice *dice)
{
    const struct state *s = state;

    *dice = s->stage == AT_REQUEST ? trr_request_dice(&((const struct counter *)situation)->request)
                                   : salvo_dice_of(s->stage == AT_LOCATION ? 1 : 2, D10);
}

/* Both batteries throw in the contest, and a negative difference costs the target nothing. */
static struct state contest(const struct counter *c, const uint8_t *faces, int64_t *gain)
{
    const int difference = faces[0] - faces[1] - c->dug_in, penalty = difference < 0 ? 0 : difference;

    gain[0] += penalty;
    return (struct state){.stage = AT_END, .outcome = (uint8_t)(N_WORDS + penalty)};
}

/* Each stage follows only a success in the previous one, and a refused request throws no further die. */
static bool step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct counter *c = situation;
    struct state *s = state;

    if (s->stage == AT_CONTEST)
        *s = contest(c, faces, gain);
    else if (s->stage == AT_REQUEST)
        *s = trr_is_granted(&c->request, faces) ? (struct state){.stage = AT_LOCATION}
                                                : (struct state){.stage = AT_END, .outcome = NOT_REQUESTED};
    else
        *s = faces[0] + c->modifier >= c->needed ? (struct state){.stage = AT_CONTEST}
                                                 : (struct state){.stage = AT_END, .outcome = NOT_LOCATED};
    return false;
}

static void explain(const void *situation, salvo_text *text)
{
    const struct counter *c = situation;

    trr_request_explain(&c->request, text);
    salvo_text_add(text, "Located on %d or more", c->needed);
    if (c->modifier)
        salvo_text_add(text, ", %+d on the die", c->modifier);
    salvo_text_put(text, "\n");
}

static const salvo_chain CHAIN = {.state_size = sizeof(struct state), .outcome = outcome, .dice = dice, .step = step};

const salvo_procedure TRR_COUNTER_BATTERY = {
    .id = "TRR-19",
    .schema = {.name = "trr.counter-battery",
               ALL_OF(parameters, PARAMETERS),
               .situation_size = sizeof(struct counter),
               .derive = derive,
               .explain = explain},
    .documentation = {.chapter = TRR_INDIRECT_CHAPTER,
                      .title = "fire at a battery that is firing",
                      .section = "9 Counter Battery Fire"},
    ALL_OF(expectations, EXPECTATIONS),
    ALL_OF(outcomes, WORDS),
    .outcomes_help = "the penalty 0, 1, ...",
    .chain = &CHAIN,
};
