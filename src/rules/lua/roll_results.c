/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules/lua/roll_results.h"

#include <string.h>

#include "rules/lua/chain_steps.h"
#include "rules/lua/identity.h"
#include "rules/lua/object.h"
#include "rules/lua/reads.h"
#include "rules/lua/situation.h"
#include "rules/lua/watched.h"

/* What is kept of one question: for each result its outcome and then its gains. */
typedef struct shared_results {
    size_t n, n_numbers;
    int64_t numbers[];
} shared_results;

static bool are_equal(const void *kept, const void *found)
{
    const shared_results *one = kept, *other = found;

    return one->n_numbers == other->n_numbers &&
           memcmp(one->numbers, other->numbers, one->n_numbers * sizeof *one->numbers) == 0;
}

static size_t numbers_each(const content *of)
{
    return 1 + of->subject->procedure.n_expectations;
}

void roll_results_number(lua_State *L, const content *of, prepared *to)
{
    worker *w = worker_of(L);
    uint64_t of_values, of_fields;
    bool done;

    if (of->log || !worker_has_reads(L)) /* a whole question has a log of its own */
        return;
    worker_begin_identity(w);
    for (int i = 0; i < to->dice.count; i++)
        salvo_text_add(&w->identity, "%d,", to->dice.sides[i]);
    done = identity_add_exact(L, -1, &w->identity, &of_values);
    situation_push(L, of);
    done = done && object_add_set(L, &w->identity, &of_fields);
    lua_pop(L, 1);
    if (!done)
        return;
    to->set = worker_number_identity(L);
    to->set_tables = of_values | of_fields;
}

bool roll_results_take(lua_State *L, const content *of)
{
    const salvo_dice *dice = &of->ready.dice;
    const shared_results *known = worker_recall_results(L, of);
    const size_t each = numbers_each(of);
    step_answer *after;

    if (!known)
        return false;
    after = chain_steps_begin(L, dice);
    for (size_t i = 0; i < known->n; i++) {
        const int64_t *from = &known->numbers[i * each];

        after[i].number = (int)from[0];
        memcpy(after[i].gain, from + 1, (each - 1) * sizeof *from);
    }
    chain_steps_end(L, of, (const uint8_t[1]){0}, 0, dice);
    return true;
}

void roll_results_push_object(lua_State *L, const content *of)
{
    if (!of->ready.set || !worker_has_reads(L)) {
        situation_push(L, of);
        return;
    }
    watched_push(L, 0, of);
    worker_begin_log(L, &(read_inputs){.book = worker_of(L)->book, .root = {of}});
    reads_join(worker_of(L)->log, of->ready.set, of->ready.set_tables);
}

void roll_results_keep(lua_State *L, const content *of)
{
    worker *w = worker_of(L);
    const size_t n = salvo_dice_results(&of->ready.dice), each = numbers_each(of);
    const size_t size = sizeof(shared_results) + n * each * sizeof(int64_t);
    shared_results *kept;

    if (!of->ready.set || !w->log || w->kept_bytes + size > WORKER_KEPT_BYTES)
        return;
    kept = worker_kept(L, size);
    kept->n = n;
    kept->n_numbers = n * each;
    for (size_t i = 0; i < n; i++) {
        kept->numbers[i * each] = w->steps[i].number;
        memcpy(&kept->numbers[i * each + 1], w->steps[i].gain, (each - 1) * sizeof(int64_t));
    }
    worker_keep_log(L, of->subject, FN_RESOLVE, kept, are_equal);
}
