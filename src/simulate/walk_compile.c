/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiles a chain in five passes: states in which a draw starts (steps.c), classes (walk_classes.c), rows of
 * landings, folding of turns into rows (rows.c), and columns with whole-number weights. Every pass reduces the draws
 * of a trial or the bytes of a table; none changes a chance by more than 2^-32. */
#include <stdlib.h>
#include <string.h>

#include "base/try.h"
#include "simulate/alias.h"
#include "simulate/walk_classes.h"
#include "simulate/weights.h"

/* Limits of tables, by the caches of today's processors. They affect speed, never an answer. */
enum {
    FOLDED_COLUMNS_MAX = 1 << 17, /* folding stops if the table would exceed the second cache: a megabyte */
    UNROLLED_MAX = 1 << 12,       /* classes */
    LONG_START = 1 << 13,         /* columns */
    WHOLE_START = 1 << 15,        /* the same during folding */
    LANE_SUM_MAX = 1 << 22,       /* limit of a trial's gains: 2^16 squares of them fit 64 bits */
};

/* The reference engine runs chains with more states, however many of them could be folded. `counted` limits the
 * counting of states without edges, for the message. */
static const graph_limits LIMITS = {.states = 262144, .edges = 10000000, .results = 15000000, .counted = 5000000};

/* Landings of uncounted walks have a count of 0. */
static salvo_status add_row(walk_builder *b, const walk *w, size_t number, const step *s, salvo_error *err)
{
    for (size_t i = 0; i < s->n; i++) {
        const step_result *r = &b->steps.results[s->first + i];
        landing l = {b->class_of[r->arrival], w->counted ? b->count_of[r->arrival] : 0, r->p};

        if (!rows_add(&b->rows, number, &l, 1))
            return salvo_fail_memory(err);
    }
    return SALVO_OK;
}

/* Fills the start's row, then a row for each class that goes on. */
static salvo_status fill_rows(walk_builder *b, const walk *w, const step **step_of, uint32_t *arrival_of,
                              salvo_error *err)
{
    salvo_status status;

    for (size_t i = 0; i < b->steps.n; i++)
        step_of[b->steps.list[i].from] = &b->steps.list[i];
    for (uint32_t i = 0; i < b->steps.arrivals.count; i++)
        if (b->class_of[i] < w->n_live)
            arrival_of[b->class_of[i]] = i;
    status = add_row(b, w, 0, &b->steps.list[0], err);
    for (uint32_t c = 0; c < w->n_live && status == SALVO_OK; c++)
        status = add_row(b, w, 1 + c, step_of[steps_arrival(&b->steps, arrival_of[c])->to], err);
    return status;
}

static salvo_status make_rows(walk_builder *b, walk *w, salvo_error *err)
{
    const step **step_of = calloc(b->graph->n_states, sizeof(const step *));
    uint32_t *arrival_of = calloc(w->n_live + 1, sizeof *arrival_of);
    salvo_status status = step_of && arrival_of && rows_init(&b->rows, w->n_live + 1)
                              ? fill_rows(b, w, step_of, arrival_of, err)
                              : salvo_fail_memory(err);

    free(step_of);
    free(arrival_of);
    return status;
}

static size_t longest_row(const rows *r)
{
    size_t n = 2;

    /* A row has at least two columns, so that a shift by 32 - column_bits stays below 32. */
    for (size_t i = 1; i < r->n; i++)
        n = r->list[i].n > n ? r->list[i].n : n;
    return n;
}

/* Puts a limit of few turns into the classes, so that turns can be folded. Only if there are few copies: unrolled rows
 * that leave the cache cost more than counting turns. */
static salvo_status unroll_rows(walk_builder *b, walk *w, salvo_error *err)
{
    uint32_t n_ends = w->n_classes - w->n_live;
    rows unrolled;
    bool fits;

    /* Divides instead of multiplying, because turns times classes can overflow. */
    if (!w->counted || !w->turn_limit || n_ends > UNROLLED_MAX || w->turn_limit > (UNROLLED_MAX - n_ends) / w->n_live)
        return SALVO_OK;
    fits = rows_unroll(&unrolled, &b->rows, w->undecided, (size_t)w->turn_limit); /* few */
    rows_free(&b->rows);
    b->rows = unrolled;
    w->n_live = (uint32_t)(unrolled.n - 1);
    w->n_classes = w->n_live + n_ends;
    w->undecided = w->n_classes - 1;
    w->turn_limit = 0;
    return fits ? SALVO_OK : salvo_fail_memory(err);
}

/* The number of columns of a row: few enough that the table stays in the cache, but no fewer than it needs. Halved
 * until they fit, because columns are a power of two. */
static size_t row_columns(const walk_builder *b, const walk *w)
{
    size_t longest = (size_t)1 << walk_bits_for(longest_row(&b->rows)), columns = (size_t)1 << WALK_START_BITS;

    while (columns > longest && (uint64_t)w->n_live * columns > FOLDED_COLUMNS_MAX)
        columns /= 2;
    return columns;
}

/* The start's row stays in registers if that ends most trials. A trial draws from it only once. So if it does not end
 * most trials, it may be much longer than the others. */
static salvo_status fold_rows(walk_builder *b, walk *w, salvo_error *err)
{
    /* A limit that kernels check counts draws, so a draw must stay a turn. */
    bool folds = w->counted && !w->turn_limit, fits;
    uint32_t count_max = w->counted ? (1U << (16 - walk_bits_for(w->n_classes))) - 1 : 0;
    rows_room room = {.count_max = count_max < ROWS_COUNT_MAX ? count_max : ROWS_COUNT_MAX};
    rows folded;

    if (folds) {
        room.start = 1 << WALK_START_BITS;
        room.long_start = LONG_START;
        room.whole = WHOLE_START;
        room.row = row_columns(b, w);
    }
    fits = rows_fold(&folded, &b->rows, w->n_classes, &room);
    w->goes_on = folded.goes_on;
    rows_free(&b->rows); /* in any case: r owns one set of rows */
    b->rows = folded;
    if (!fits)
        return salvo_fail_memory(err);
    w->column_bits = walk_bits_for(longest_row(&folded));
    w->start_bits = walk_bits_for(folded.list[0].n); /* a kernel may rely on WALK_START_BITS (kernel_walk.h) */
    w->start_bits = w->start_bits < WALK_START_BITS ? WALK_START_BITS : w->start_bits;
    return SALVO_OK;
}

/* The count is above the class; class_bits is 16 without counts. */
static uint16_t packed(const walk *w, const landing *l)
{
    return (uint16_t)(l->count << w->class_bits | l->class);
}

/* Space for making the longest row. */
typedef struct row_maker {
    double *p;
    uint64_t *weight;
    uint32_t *stack;
    alias_column *columns;
} row_maker;

/* A walk's threshold is that of a whole word, including the column's place. The upper bits of the word are the
 * column's number, so one comparison with the whole word serves both. */
static void fill_row(const walk *w, walk_column *to, uint32_t bits, const landing *landings, size_t n, row_maker *m)
{
    for (size_t k = 0; k < n; k++)
        m->p[k] = landings[k].p;
    memset(m->weight, 0, sizeof *m->weight << bits);
    round_weights(m->p, n, m->weight);
    alias_fill(m->columns, bits, n, m->weight, m->stack);
    for (uint32_t i = 0; i < 1U << bits; i++) {
        const alias_column *column = &m->columns[i];

        to[i] = (walk_column){(i << (32 - bits)) + column->share, packed(w, &landings[column->own]),
                              packed(w, &landings[column->other])};
    }
}

static salvo_status fill_columns(const walk_builder *b, walk *w, salvo_error *err)
{
    const size_t n = (size_t)1 << (w->start_bits > w->column_bits ? w->start_bits : w->column_bits);
    row_maker m = {calloc(n, sizeof *m.p), calloc(n, sizeof *m.weight), calloc(n, sizeof *m.stack),
                   calloc(n, sizeof *m.columns)};
    const bool fits = m.p && m.weight && m.stack && m.columns;

    for (size_t i = 0; i < b->rows.n && fits; i++) {
        const landing *landings = b->rows.landings + b->rows.list[i].first;

        if (i == 0)
            fill_row(w, w->start, w->start_bits, landings, b->rows.list[i].n, &m);
        else
            fill_row(w, w->columns + ((i - 1) << w->column_bits), w->column_bits, landings, b->rows.list[i].n, &m);
    }
    free(m.p);
    free(m.weight);
    free(m.stack);
    free(m.columns);
    return fits ? SALVO_OK : salvo_fail_memory(err);
}

static salvo_status cast_columns(walk_builder *b, walk *w, salvo_error *err)
{
    w->class_bits = w->counted ? walk_bits_for(w->n_classes) : 16; /* without counts a landing is only a class */
    if ((uint64_t)w->n_live << w->column_bits > WALK_COLUMNS_MAX)  /* in 64 bits, because size_t may have 32 */
        return salvo_fail(err, SALVO_TOO_LARGE, "the simulation would need a table of more than %d columns",
                          WALK_COLUMNS_MAX);
    return walk_make_room(w) ? fill_columns(b, w, err) : salvo_fail_memory(err);
}

/* Kernels sum gains in 32 bits and count steps as turns. So they can check a limit only if every step ends a turn.
 * steps_max shrinks until that many of the greatest gain stay within LANE_SUM_MAX. */
static salvo_status prepare_lanes(walk_builder *b, walk *w, salvo_error *err)
{
    int64_t most = 1;

    (void)b;
    w->in_lanes = true;
    w->steps_max = WALK_STEPS_MAX;
    if (w->counted)
        return SALVO_OK;
    for (uint32_t c = 0; c < w->n_live && w->turn_limit; c++)
        w->in_lanes = w->in_lanes && w->ends_turn[c];
    for (size_t i = 0; i < w->n_classes * w->n_gains; i++)
        most = (int64_t)walk_gain_size(w->gain[i]) > most ? (int64_t)walk_gain_size(w->gain[i]) : most;
    while (w->steps_max > 0 && most > LANE_SUM_MAX / w->steps_max)
        w->steps_max /= 2;
    w->in_lanes = w->in_lanes && w->steps_max > 0;
    w->lane_gain = calloc(w->n_classes * w->n_gains + 1, sizeof *w->lane_gain);
    if (!w->lane_gain)
        return salvo_fail_memory(err);
    for (size_t c = 0; c < w->n_classes && w->in_lanes; c++)
        for (size_t k = 0; k < w->n_gains; k++)
            w->lane_gain[k * w->n_classes + c] = (int32_t)w->gain[c * w->n_gains + k];
    return SALVO_OK;
}

/* A walk that is over before it begins has one class. Every trial has the same result, so nothing is drawn. */
static salvo_status settle(walk_builder *b, walk *w, salvo_error *err)
{
    w->settled = true;
    w->n_classes = 1;
    w->turn_limit = 0;
    w->limited = false;
    b->class_of[0] = 0;
    return walk_classes_note(b, w, err);
}

/* walk_free frees the walk's arrays, also after a failure. */
static salvo_status build(walk_builder *b, walk *w, salvo_error *err)
{
    /* Classes, then their rows, which are unrolled, folded and made into columns. */
    static salvo_status (*const STEPS[])(walk_builder *, walk *, salvo_error *) = {
        walk_classes_find, walk_classes_note, prepare_lanes, make_rows, unroll_rows, fold_rows, cast_columns,
    };
    size_t n = b->steps.arrivals.count;
    salvo_status status = SALVO_OK;

    b->class_of = calloc(n, sizeof *b->class_of);
    b->count_of = calloc(n, sizeof *b->count_of);
    w->gain = calloc(w->n_gains + 1, sizeof *w->gain);
    if (!b->class_of || !b->count_of || !w->gain)
        return salvo_fail_memory(err);
    if (b->steps.n == 0)
        return settle(b, w, err);
    for (size_t i = 0; i < sizeof STEPS / sizeof *STEPS && status == SALVO_OK; i++)
        status = STEPS[i](b, w, err);
    return status;
}

/* Which components are ever left decides what is endless. */
static salvo_status build_from(components *c, walk_builder *b, walk *w, salvo_error *err)
{
    TRY(components_find(c, b->graph, w->limited, err));
    TRY(steps_find(&b->steps, b->graph, c, w->n_gains, err));
    return build(b, w, err);
}

salvo_status walk_compile(walk *w, const salvo_question *question, salvo_error *err)
{
    const salvo_chain *chain = question->procedure->chain; /* program.c handles rolls without a walk */
    int64_t limit = graph_turn_limit(question);
    state_graph graph;
    walk_builder b = {.graph = &graph, .undecided = chain->undecided};
    components c = {0};
    salvo_status status;

    if (limit && chain->stopped)
        return salvo_fail(err, SALVO_TOO_LARGE, "they count no total at a limit of turns");
    *w = (walk){.limited = limit != 0, .turn_limit = (uint64_t)limit, .n_gains = question->procedure->n_expectations};
    TRY(state_graph_compile(&graph, NULL, question, &LIMITS, err));
    status = build_from(&c, &b, w, err);
    components_free(&c);
    state_graph_free(&graph);
    steps_free(&b.steps);
    rows_free(&b.rows);
    free(b.class_of);
    free(b.count_of);
    if (status != SALVO_OK)
        walk_free(w);
    return status;
}

bool walk_make_room(walk *w)
{
    /* In one block behind the rows, so that one base address serves the start's row, too. */
    size_t before_start = (size_t)w->n_live << w->column_bits;

    w->columns = calloc(before_start + ((size_t)1 << w->start_bits), sizeof *w->columns);
    w->start = w->columns ? w->columns + before_start : NULL;
    return w->columns != NULL;
}

void walk_free(walk *w)
{
    free(w->columns);
    free(w->outcome);
    free(w->endless);
    free(w->gain);
    free(w->ends_turn);
    free(w->lane_gain);
    memset(w, 0, sizeof *w);
}
