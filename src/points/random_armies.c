/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the first army freely and searches for an opponent of the wanted cost. It draws kinds, enumerates their
 * numbers, and draws one of the suitable combinations. The generator is the pair's own, so a failed try changes no
 * other pair. */
#include "points/random_armies.h"

#include <math.h>
#include <string.h>

#include "points/settings.h"
#include "rng/draws.h"

/* OPPONENTS_TRIED: an army is abandoned after this many opponents that cannot be its equal. FIRSTS_TRIED: the tolerance
 * doubles after this many abandoned armies. DOUBLINGS: how often it doubles before the draw fails. */
enum { OPPONENTS_TRIED = 60, FIRSTS_TRIED = 12, DOUBLINGS = 8, OFFERS_MAX = 512 };

double army_cost(const army *a, const double *prices, const army_rules *rules)
{
    double cost = 0;

    for (int k = 0; k < a->n_kinds; k++)
        cost += a->count[k] * prices[a->kind[k]];
    return cost * army_rules_factor(rules, a, prices);
}

/* Bounds are small: units, kinds, sizes. */
static uint32_t draw_below(pcg32 *rng, size_t bound)
{
    return pcg32_below(rng, (uint32_t)bound);
}

static bool has_kind(const army *a, uint32_t unit)
{
    for (int k = 0; k < a->n_kinds; k++)
        if (a->kind[k] == unit)
            return true;
    return false;
}

static void add_kind(army *a, uint32_t unit)
{
    if (!has_kind(a, unit))
        a->kind[a->n_kinds++] = unit;
}

/* Draws what every army has: the unit asked about (NULL: none), and what the army list demands. */
static void draw_demanded(const army_sampler *sampler, const size_t *asked, army *a)
{
    if (asked)
        add_kind(a, (uint32_t)*asked);
    for (size_t u = 0; sampler->pool->n_demanded && u < sampler->pool->n; u++)
        if (sampler->pool->units[u].least)
            add_kind(a, (uint32_t)u);
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* Draws kinds without counts. Their number is drawn first, each equally likely. */
static void draw_kinds(const army_sampler *sampler, pcg32 *rng, const size_t *asked, army *a)
{
    const int units = (int)(sampler->pool->n - sampler->pool->n_asked) + (asked != NULL);
    int n = 1 + (int)draw_below(rng, (size_t)smaller(sampler->pool->plan->kinds_max, units));

    memset(a, 0, sizeof *a);
    draw_demanded(sampler, asked, a);
    n = smaller(n, a->n_kinds + sampler->elements_max - sampler->pool->n_demanded);
    while (a->n_kinds < n) { /* again if the unit is there already */
        uint32_t unit = draw_below(rng, sampler->pool->n);

        if (!sampler->pool->is_asked || !sampler->pool->is_asked[unit])
            add_kind(a, unit);
    }
}

static int least_of(const army_sampler *sampler, const army *a, int kind)
{
    const int least = sampler->pool->units[a->kind[kind]].least;

    return least ? least : 1;
}

static int most_of(const army_sampler *sampler, const army *a, int kind)
{
    return sampler->pool->units[a->kind[kind]].most;
}

/* Draws counts. Every size from the least one on is equally likely. Every element beyond the least of each kind is
 * equally likely to be of any kind. It is dropped if the army list has no more. */
static void draw_counts(const army_sampler *sampler, pcg32 *rng, army *a)
{
    int least = 0, size;

    for (int k = 0; k < a->n_kinds; k++)
        least += a->count[k] = least_of(sampler, a, k);
    size = least + (int)draw_below(rng, (size_t)(sampler->elements_max - least) + 1);
    for (int i = least; i < size; i++) {
        const int kind = (int)draw_below(rng, (size_t)a->n_kinds);

        a->count[kind] += a->count[kind] < most_of(sampler, a, kind);
    }
}

/* The counts at which the kinds cost nearly the wanted amount. */
typedef struct offers {
    int count[OFFERS_MAX][SALVO_ARMY_KINDS_MAX];
    int n;
} offers;

/* Lists counts of the kinds from `at` on whose costs fill the missing amount, low .. high. The last kind's count
 * follows from the others', which saves one loop. */
static void look_for_offers(const army_sampler *sampler, army *a, int at, int room, double low, double high, offers *o)
{
    const double price = sampler->prices[a->kind[at]];
    const int least = least_of(sampler, a, at), most = most_of(sampler, a, at);

    if (at + 1 == a->n_kinds) {
        for (int n = (int)fmax(least, ceil(low / price)); n <= smaller(room, most) && n * price <= high; n++) {
            a->count[at] = n;
            if (o->n < OFFERS_MAX) /* more are not needed, because one of them is drawn */
                memcpy(o->count[o->n++], a->count, sizeof a->count);
        }
        return;
    }
    /* Leaves room for one of each later kind. */
    for (int n = least; n <= smaller(room - (a->n_kinds - at - 1), most) && n * price < high; n++) {
        a->count[at] = n;
        look_for_offers(sampler, a, at + 1, room - n, low - n * price, high - n * price, o);
    }
}

/* Drops the counts whose cost is wrong after the army rules are applied. */
static void keep_offers(const army_sampler *sampler, army *a, double low, double high, offers *o)
{
    int kept = 0;

    for (int i = 0; sampler->rules && i < o->n; i++) {
        double cost;

        memcpy(a->count, o->count[i], sizeof a->count);
        cost = army_cost(a, sampler->prices, sampler->rules);
        if (cost >= low && cost <= high)
            memcpy(o->count[kept++], a->count, sizeof a->count);
    }
    o->n = sampler->rules ? kept : o->n;
}

/* Returns whether both are the same units in the same numbers; such a pair would say nothing. */
static bool is_same_army(const army *a, const army *b)
{
    int same = 0;

    for (int i = 0; i < a->n_kinds; i++)
        for (int k = 0; k < b->n_kinds; k++)
            /* Kinds occur once in an army, so each match is counted once. */
            same += a->kind[i] == b->kind[k] && a->count[i] == b->count[k];
    return a->n_kinds == b->n_kinds && same == a->n_kinds;
}

static bool draw_opponent(const army_sampler *sampler, pcg32 *rng, const army *of, double cost, double tolerance,
                          army *a)
{
    const double low = cost * (1 - tolerance), high = cost * (1 + tolerance);
    /* The effect of army rules on a sum of prices: the search covers a third less to a half more. */
    const double least = sampler->rules ? 0.67 : 1, most = sampler->rules ? 1.5 : 1;

    for (int i = 0; i < OPPONENTS_TRIED; i++) {
        offers o = {.n = 0};

        draw_kinds(sampler, rng, NULL, a);
        /* The tolerance is a share of the cost. */
        look_for_offers(sampler, a, 0, sampler->elements_max, low / most, high / least, &o);
        keep_offers(sampler, a, low, high, &o);
        if (o.n == 0)
            continue;
        memcpy(a->count, o.count[draw_below(rng, (size_t)o.n)], sizeof a->count);
        if (!is_same_army(a, of))
            return true;
    }
    return false;
}

static bool search_pair(army_pair *pair, const army_sampler *from, uint64_t number)
{
    /* The generator is of a stream of the seed; the pair's number is the trial. */
    pcg32 rng = pcg32_trial(pcg32_mixed(from->seed, from->stream), number);
    const size_t *asked = from->pool->asked ? &from->pool->asked[number % from->pool->n_asked] : NULL;
    double tolerance = from->pool->plan->tolerance;

    for (int d = 0; d < DOUBLINGS; d++, tolerance *= 2) /* doubles only for this pair */
        for (int i = 0; i < FIRSTS_TRIED; i++) {
            const double uniform = 2 * (pcg32_next(&rng) * 0x1p-32) - 1; /* in [-1, 1) */

            pair->wanted = from->centre + from->spread * uniform;
            draw_kinds(from, &rng, asked, &pair->side[0]);
            draw_counts(from, &rng, &pair->side[0]);
            /* Cost a / cost b is about exp(wanted). */
            if (draw_opponent(from, &rng, &pair->side[0],
                              army_cost(&pair->side[0], from->prices, from->rules) * exp(-pair->wanted), tolerance,
                              &pair->side[1])) {
                for (int s = 0; s < 2; s++)
                    pair->cost[s] = army_cost(&pair->side[s], from->prices, from->rules);
                return true;
            }
        }
    return false;
}

bool army_pair_draw(army_pair *pair, const army_sampler *from, uint64_t number)
{
    army_sampler sampler = *from;

    pair->setting = setting_of_pair(from->pool, number);
    sampler.elements_max = from->pool->settings[pair->setting].of->elements_max;
    return search_pair(pair, &sampler, number);
}
