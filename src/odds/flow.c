/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In a large chain, a turn reaches few places. Bits mark these, so the cost of a turn depends on what it reaches, not
 * on the whole graph. */
#include "odds/flow.h"
#include "base/try.h"

#include <stdlib.h>
#include <string.h>

salvo_status flow_init(flow *f, const flow_map *map, const flow_needs *needs, salvo_error *err)
{
    const bool real = needs->kind == SALVO_DOUBLE;

    *f = (flow){.map = map, .outcome_of = needs->outcome_of, .notes_visits = needs->notes_visits};
    f->outcomes = map->outcomes;
    f->endless = f->outcomes + needs->n_outcomes;
    f->gains = f->endless + 1;
    f->visits = f->gains + SALVO_EXPECTATIONS_MAX;
    f->notes = f->visits + (needs->notes_visits ? map->n : 0);
    f->free = f->notes + needs->n_notes;
    f->n = f->free + 1;
    f->reached = calloc(f->n / 64 + 1, sizeof *f->reached);
    if (real)
        f->reals = malloc(f->n * sizeof *f->reals);
    else
        f->sums = malloc(f->n * sizeof *f->sums);
    if (f->reached && (real ? f->reals != NULL : f->sums && residues_init(&f->residues, map, needs->residues_limit)))
        return SALVO_OK;
    flow_free(f);
    return salvo_fail_memory(err);
}

void flow_free(flow *f)
{
    free(f->reals);
    free(f->sums);
    free(f->reached);
    residues_free(&f->residues);
    memset(f, 0, sizeof *f);
}

static void reach(flow *f, size_t sum)
{
    f->reached[sum / 64] |= UINT64_C(1) << sum % 64;
}

void flow_begin(flow *f, size_t first_prime)
{
    const size_t start = f->map->start;

    memset(f->reached, 0, (f->n / 64 + 1) * sizeof *f->reached);
    reach(f, start);
    f->work.done = 0;
    if (f->reals) {
        memset(f->reals, 0, f->n * sizeof *f->reals);
        f->reals[start] = 1;
        return;
    }
    memset(f->sums, 0, f->n * sizeof *f->sums);
    for (size_t k = 0; k < RESIDUES; k++)
        f->sums[start].of[k] = (wide){0, 1};
    residues_begin(&f->residues, first_prime);
}

void flow_add(flow *f, size_t to, size_t sum)
{
    if (f->reals)
        f->reals[to] += f->reals[sum];
    else
        for (size_t k = 0; k < RESIDUES; k++)
            f->sums[to].of[k] = wide_plus(f->sums[to].of[k], f->sums[sum].of[k]);
}

/* Whether enough flows into the component of a place to be followed: more than `least` in doubles, something in
 * residues. */
static bool is_reached(const flow *f, const flow_place *place)
{
    for (size_t i = place->first; i < place->end; i++) {
        if (f->reals && f->reals[i] > f->least)
            return true;
        for (size_t k = 0; !f->reals && k < RESIDUES; k++)
            if (f->sums[i].of[k].low || f->sums[i].of[k].high)
                return true;
    }
    return false;
}

/* Nothing leaves the component, so what arrived stays there for ever. */
static void strand(flow *f, const flow_place *first)
{
    for (size_t i = first->first; i < first->end; i++) {
        flow_add(f, f->endless, i);
        if (f->outcome_of)
            flow_add(f, f->outcomes + f->outcome_of[f->map->places[i].state], i);
    }
}

/* Sends on everything that leaves a settled place. */
static void send_on(flow *f, size_t at)
{
    const flow_place *place = &f->map->places[at];

    reach(f, at); /* places of a cycle have visits, even if nothing flows into them from outside */
    if (f->reals)
        reals_send(f->map, place, f->reals, &f->reals[f->gains], f->reached);
    else
        residues_send(&f->residues, place, f->sums, &f->sums[f->gains], f->reached);
    if (f->notes_visits && f->reals)
        flow_add(f, f->visits + at, at);
    else if (f->notes_visits)
        residues_add_visits(&f->residues, place, f->sums, &f->sums[f->visits + at]);
    f->work.done += f->map->graph->states[place->state].n_edges;
}

/* Makes the component's visits final, because everything that flows into it was settled before. */
static salvo_status settle_component(flow *f, const flow_place *first, salvo_error *err)
{
    if (!first->leaves) {
        strand(f, first);
        return SALVO_OK;
    }
    TRY(f->reals ? reals_visit(f->map, first, f->reals, &f->work, err)
                 : residues_visit(&f->residues, first, f->sums, err));
    for (size_t i = first->first; i < first->end && !f->residues.stopped; i++)
        send_on(f, i);
    return flow_work_check(&f->work, f->map->graph, err);
}

/* The first place from `at` on with its bit set; `n` or more if there is none. */
static size_t next_place(const flow *f, size_t at, size_t n)
{
    size_t word = at / 64;
    uint64_t left;

    if (at >= n)
        return n;
    left = f->reached[word] >> at % 64 << at % 64; /* clears the bits before it; a shift by 64 cannot occur */
    while (!left && ++word * 64 < n)
        left = f->reached[word];
    return left ? word * 64 + (size_t)__builtin_ctzll(left) : n;
}

/* Flow goes to later components only, so bits may be set during the loop, and no component is settled twice. */
salvo_status flow_settle(flow *f, salvo_error *err)
{
    const size_t n = f->map->n;

    for (size_t i = next_place(f, 0, n); i < n && !f->residues.stopped; i = next_place(f, i, n)) {
        const flow_place *first = &f->map->places[f->map->places[i].first];

        if (is_reached(f, first)) {
            salvo_status status = settle_component(f, first, err);

            if (status != SALVO_OK)
                return status;
        }
        i = first->end;
    }
    return SALVO_OK;
}

/* Moves what was carried to a place, and clears what has flowed through it. */
static void carry(flow *f, size_t place)
{
    const size_t from = f->map->carried + place;

    if (f->reals) {
        f->reals[place] = f->reals[from];
        f->reals[from] = 0;
    } else {
        f->sums[place] = f->sums[from];
        f->sums[from] = (residue_sum){.of = {{0, 0}}};
    }
}

/* Does not look at all places of the chain: after the first turns, a battle is in a few of them. */
bool flow_next_turn(flow *f)
{
    const size_t words = f->map->carried / 64; /* also the first word of what is carried */
    bool any = false;

    for (size_t word = 0; word < words; word++) {
        const uint64_t carried = f->reached[words + word];

        for (uint64_t left = f->reached[word] | carried; left; left &= left - 1)
            carry(f, word * 64 + (size_t)__builtin_ctzll(left));
        f->reached[word] = carried;
        f->reached[words + word] = 0;
        any = any || carried;
    }
    return any;
}

double flow_in_places(const flow *f)
{
    double sum = 0;

    for (size_t i = next_place(f, 0, f->map->n); i < f->map->n; i = next_place(f, i + 1, f->map->n))
        sum += f->reals[i];
    return sum;
}

void flow_residues(const flow *f, size_t first, size_t n, uint64_t *values, size_t stride)
{
    for (size_t k = 0; k < RESIDUES; k++)
        for (size_t i = 0; i < n; i++)
            values[k * stride + i] = prime_reduce(&f->residues.primes[k], f->sums[first + i].of[k]);
}
