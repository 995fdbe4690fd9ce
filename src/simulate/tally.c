/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulate/tally.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

/* What distinguishes endings that occurred. Without padding, because keys are compared by their bytes. */
typedef struct seen_key {
    int32_t outcome;
    uint32_t turn;
} seen_key;

bool tally_init(tally *t, size_t n_results, size_t n_gains)
{
    /* One more, because calloc may return NULL for an array of size 0. */
    *t = (tally){.results = calloc(n_results + 1, sizeof *t->results),
                 .n_results = n_results,
                 .n_gains = n_gains,
                 .seen = {.key_size = sizeof(seen_key)}};
    return t->results != NULL;
}

void tally_free(tally *t)
{
    free(t->results);
    intern_table_free(&t->seen);
    free(t->times);
    memset(t, 0, sizeof *t);
}

void tally_add(tally *t, const tally *more)
{
    t->trials += more->trials;
    for (size_t i = 0; i < t->n_results; i++)
        t->results[i] += more->results[i];
    for (size_t k = 0; k < t->n_gains; k++)
        salvo_moments_join(&t->gain[k], &more->gain[k]);
}

/* Endings are numbered as they occur, in an order that depends on the thread, so nothing may depend on the numbers. */
bool tally_note(tally *t, int outcome, uint32_t turn, uint64_t times)
{
    const seen_key key = {outcome, turn};
    uint32_t number;
    bool is_new;

    if (!intern_table_of(&t->seen, &key, &number, &is_new) ||
        !salvo_grow(&t->times, &t->times_capacity, number + (size_t)1, sizeof *t->times))
        return false;
    t->times[number] += times;
    return true;
}

ending tally_seen(const tally *t, size_t i)
{
    seen_key key;

    memcpy(&key, intern_table_key(&t->seen, i), sizeof key);
    return (ending){key.outcome, key.turn, t->times[i]};
}

/* Packs an ending that occurred: number `i`, or the next one that is read. */
static void pack_seen(tally *t, size_t i, packed *p)
{
    const ending one = p->reads ? (ending){.count = 0} : tally_seen(t, i);
    uint64_t outcome = (uint32_t)one.outcome, turn = one.turn, times = one.count;

    packed_number(p, &outcome);
    packed_number(p, &turn);
    packed_number(p, &times);
    if (p->reads && !p->damaged && !tally_note(t, (int32_t)(uint32_t)outcome, (uint32_t)turn, times))
        p->no_memory = true;
}

/* Known results have the same numbers everywhere; those that occurred do not. */
void tally_pack(tally *t, packed *p)
{
    size_t n;

    packed_sum(p, &t->trials);
    packed_sums(p, t->results, t->n_results);
    if (!t->n_results) {
        packed_sum(p, &t->endless);
        packed_sum(p, &t->thrown);
    }
    for (size_t k = 0; k < t->n_gains; k++)
        salvo_moments_pack(&t->gain[k], p);
    if (t->n_results)
        return;
    n = packed_count(p, t->seen.count, UINT32_MAX);
    for (size_t i = 0; i < n && !p->damaged; i++)
        pack_seen(t, i, p);
}
