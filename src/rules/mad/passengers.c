/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAD-09, the infantry aboard a destroyed vehicle (6.0 "Troop Carriers"). Each element has its own roll, unless
 * roll=together asks for the other reading. */
#include "rules/mad/passengers.h"

#include <salvo/text.h>

#include "base/divisor.h"
#include "base/phrase.h"
#include "rules/mad/tables.h"
#include "rules/mad/words.h"

enum { LOST };
/* With a chance of 1/2 a batch of 30 has 2^30 ways, within the 32 bits of a die's weights. Batches shorten the chain of
 * a large number of elements. */
enum { BATCH_MAX = 30 }; /* elements that one throw decides */

/* The two readings of R-40. */
static const char *const ROLL_CHOICES[] = {"each", "together", NULL};

static const salvo_expectation EXPECTATIONS[] = {[LOST] = {.name = "lost", .help = "mean number of elements lost"}};

/* How many of n elements are lost, as the weights of a die: its face k + 1 is k of them. */
struct tally {
    uint32_t weights[BATCH_MAX + 1];
};

/* The elements are decided batch by batch; the last batch may be smaller. With `together`, one throw decides for
 * all. */
struct passengers {
    int elements;
    bool together;
    int rolls, last; /* number of rolls: elements, or 1 for all of them; the size of the last batch */
    int batch;       /* the size of the others */
    int worth;       /* elements represented by each roll */
    int percent;     /* the chance of a loss */
    struct tally full, rest;
};

static const salvo_parameter PARAMETERS[] = {
    MAD_COUNT("elements", "infantry elements aboard", "1", INTO(struct passengers, elements)),
    CHOICE("roll", "one roll for each element, or one for all", ROLL_CHOICES, "each",
           INTO(struct passengers, together)),
};

struct state {
    int32_t rolled, lost;
};

/* Each roll is lost in `lost` of `lost + saved` ways, so n at once are lost in C(n, k) lost^k saved^(n - k). */
static struct tally tally_of(int n, uint32_t lost, uint32_t saved)
{
    struct tally tally = {.weights = {1}};

    for (int i = 1; i <= n; i++)
        for (int k = i; k >= 0; k--)
            tally.weights[k] = tally.weights[k] * saved + (k ? tally.weights[k - 1] * lost : 0);
    return tally;
}

/* Returns as many at once as a die's weights can count. */
static int batch_of(uint64_t ways)
{
    uint64_t total = ways;
    int n = 1;

    while (n < BATCH_MAX && total * ways <= UINT32_MAX) {
        total *= ways;
        n++;
    }
    return n;
}

/* With `together`, all elements are one roll that is worth all of them. */
static void derive(const void *tables, void *situation)
{
    struct passengers *p = situation;
    uint32_t percent = (uint32_t)((const struct mad_tables *)tables)->chance_percent[PASSENGER_LOSS];
    /* Lowest terms make smaller weights, and so larger batches. */
    uint32_t common = (uint32_t)common_divisor(percent, 100), lost = percent / common, saved = (100 - percent) / common;

    p->rolls = p->together ? 1 : p->elements;
    p->worth = p->elements / p->rolls;
    p->percent = (int)percent;
    p->batch = batch_of(lost + saved);
    p->last = p->rolls % p->batch ? p->rolls % p->batch : p->batch;
    p->full = tally_of(p->batch, lost, saved);
    p->rest = tally_of(p->last, lost, saved);
}

/* Returns the number of lost elements, from 0 up. */
static int outcome(const void *situation, const void *state)
{
    const struct passengers *p = situation;
    const struct state *s = state;

    return s->rolled < p->rolls ? SALVO_CONTINUES : s->lost;
}

/* The rest that is smaller than a batch is thrown last. It equals a whole batch if nothing is left over. */
static bool is_last(const struct passengers *p, const struct state *s)
{
    return p->rolls - s->rolled == p->last;
}

static void dice(const void *situation, const void *state, salvo_dice *dice)
{
    const struct passengers *p = situation;
    bool last = is_last(p, state);

    *dice = salvo_dice_of(1, (last ? p->last : p->batch) + 1);
    dice->weights[0] = last ? p->rest.weights : p->full.weights;
}

/* Rolls are taken in batches: a batch is one die whose faces are its number of losses, weighted by their binomial. */
static bool step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct passengers *p = situation;
    struct state *s = state;
    int lost = (faces[0] - 1) * p->worth;

    s->rolled += is_last(p, s) ? p->last : p->batch;
    s->lost += lost;
    gain[LOST] += lost;
    return false;
}

static void explain(const void *situation, salvo_text *text)
{
    const struct passengers *p = situation;

    if (p->rolls < p->elements)
        salvo_text_add(text, "One roll for all %d elements: lost with a chance of %d in 100\n", p->elements,
                       p->percent);
    else
        salvo_text_add(text, "%s, each lost with a chance of %d in 100\n",
                       salvo_counted((uint64_t)p->elements, "element").text, p->percent);
}

static const salvo_state_field TOLD[] = {
    SALVO_STATE_FIELD("elements lost", struct state, lost),
    {NULL, 0, 0},
};

static const salvo_chain CHAIN = {.state_size = sizeof(struct state),
                                  .outcome = outcome,
                                  .dice = dice,
                                  .step = step,
                                  .throw_name = "an element aboard",
                                  .fields = TOLD};

const salvo_procedure MAD_PASSENGERS = {
    .id = "MAD-09",
    .schema = {.name = "mad.passengers",
               ALL_OF(parameters, PARAMETERS),
               .situation_size = sizeof(struct passengers),
               .derive = derive,
               .explain = explain},
    .documentation = {.chapter = "Infantry",
                      .title = "infantry aboard a destroyed vehicle",
                      .section = "6.0 Troop Carriers, Infantry Damage",
                      .rulings = "R-40"},
    ALL_OF(expectations, EXPECTATIONS),
    .outcomes_help = "0, 1, ... elements: how many are lost",
    .chain = &CHAIN,
};
