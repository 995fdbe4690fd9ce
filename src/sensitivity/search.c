/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One independent search for every cell and direction, distributed to threads. Steps double until the change is enough
 * or the table refuses. Then the interval is halved. The last part is searched number by number, because answers need
 * not change monotonically with a cell. */
#include <salvo/sensitivity.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/try.h"
#include "odds/number.h"
#include "rules/fault.h"
#include "sensitivity/baseline.h"
#include "simulate/work.h"

enum {
    SCAN_MAX = 32,            /* a range of numbers this short is searched completely */
    TRIALS = 1 << 16,         /* of one look, unless the plan sets it */
    TRIALS_AT_ONCE = 1 << 10, /* after this many equal trials the rest counts as equal */
    DIRECTIONS = 2,
};

static const int64_t FAR_MOST = INT64_C(1) << 40; /* a guard: far beyond any table's limits */
static const double NOISE = 1e-11;                /* of answers in floating point */

/* The common data of all looks; constant while threads search. */
typedef struct seeker {
    batch *batch;
    bool counts;
    double base, target;
    salvo_figure base_figure;
    uint64_t trials;
    int64_t first[TRIALS_AT_ONCE]; /* all that happens in the base's first trials */
} seeker;

/* The search of one cell in one direction. */
typedef struct direction {
    const seeker *seeker;
    const number_cell *cell;
    int direction; /* -1 or 1 */
    bool found;
    int64_t near, far; /* units in that direction: the greatest known that is not enough, the least known that is */
    salvo_figure at_near, at_far;
    char *exact[DIRECTIONS]; /* of at_near and at_far, on the heap; or NULL */
} direction;

/* The answer at one number of the cell. */
typedef struct look {
    bool refused;
    salvo_figure figure;
    char *exact;
} look;

/* The trials run in blocks, because values are kept for one block only. They are always the same trials, block by
 * block, from the first on. */
static salvo_status throw_rest(const seeker *s, const sampler *thrower, closed_classes *watch, salvo_figure *figure,
                               salvo_error *err)
{
    int64_t values[TRIALS_AT_ONCE];
    salvo_moments m = {0};

    for (uint64_t first = 0; first < s->trials; first += TRIALS_AT_ONCE) {
        const uint64_t left = s->trials - first;
        const trial_range trials = {s->batch->how->plan.seed, first, left < TRIALS_AT_ONCE ? left : TRIALS_AT_ONCE};
        salvo_status status = sampler_throw(thrower, watch, &trials, values, err);

        if (status != SALVO_OK)
            return status;
        for (uint64_t i = 0; i < trials.count; i++)
            salvo_moments_add(&m, values[i], 1);
    }
    figure->simulated = sampler_estimate(thrower, &m, true);
    return SALVO_OK;
}

/* Simulates the first trials and records what happens in each as one number. */
static salvo_status throw_first(const seeker *s, const salvo_rulebook *book, int64_t *values, salvo_error *err)
{
    return subject_ends(s->batch->subject, book, &s->batch->how->plan, TRIALS_AT_ONCE, values, err);
}

/* Simulates the variant with all trials. */
static salvo_status throw_all(const seeker *s, const salvo_rulebook *book, salvo_figure *figure, const char **isa,
                              salvo_error *err)
{
    closed_classes watch = {.question = NULL};
    sampler thrower;
    salvo_status status;

    TRY(sampler_make(&thrower, s->batch->subject, book, &s->batch->how->plan, err));
    status = throw_rest(s, &thrower, &watch, figure, err);
    if (isa)
        *isa = sampler_engine(&thrower);
    closed_classes_free(&watch);
    sampler_free(&thrower);
    return status;
}

/* Simulates the variant. If it is the same battle (by its fingerprint), or all its first trials end as the base's do,
 * the base's answer is taken. After a thousand equal trials, a difference is at most a few in a thousand, which the
 * trials of a look could hardly show. */
static salvo_status simulate(const seeker *s, const salvo_rulebook *book, look *l, salvo_error *err)
{
    int64_t values[TRIALS_AT_ONCE];
    uint64_t print = 0;
    salvo_status status = SALVO_OK;

    TRY(subject_print(s->batch->subject, book, &s->batch->how->plan, &print, err));
    l->figure = s->base_figure;
    if (print && print == s->batch->print)
        return SALVO_OK;
    if (!print) { /* without a fingerprint: no battle */
        status = throw_first(s, book, values, err);
        if (status != SALVO_OK || memcmp(values, s->first, sizeof values) == 0)
            return status;
    }
    return throw_all(s, book, &l->figure, NULL, err);
}

/* Solves the variant exactly, unless its fingerprint is the base's. */
static salvo_status count(const seeker *s, const salvo_rulebook *book, salvo_arithmetic with, look *l, salvo_error *err)
{
    salvo_odds_options options = s->batch->options;
    uint64_t print;
    measurement r;

    TRY(subject_print(s->batch->subject, book, &s->batch->how->plan, &print, err));
    l->figure.exact.value = s->base; /* unless it is solved below */
    if (print && print == s->batch->print)
        return SALVO_OK;
    options.arithmetic = with;
    TRY(subject_count(s->batch->subject, book, &options, &r, err));
    l->figure.exact.value = r.value;
    l->exact = r.exact;
    return SALVO_OK;
}

static salvo_status look_in(const seeker *s, const salvo_change *change, salvo_arithmetic with, look *l,
                            salvo_error *err)
{
    salvo_rulebook book;
    salvo_status status;

    TRY(salvo_rulebook_vary(&book, s->batch->book, change, err));
    status = s->counts ? count(s, &book, with, l, err) : simulate(s, &book, l, err);
    salvo_rulebook_close(&book);
    return status;
}

/* Asks with the cell moved by k units in the direction. A number that the table or the rules refuse is not a failure.
 * The arena is freed after the look, because a search makes thousands. */
static salvo_status look_at(const direction *w, int64_t k, salvo_arithmetic with, look *l, salvo_error *err)
{
    salvo_arena *memory = salvo_arena_new();
    const char *text = memory ? number_cell_text(w->cell, w->cell->units + w->direction * k, memory) : NULL;
    salvo_change change = number_cell_change(w->cell, text);
    salvo_error why = {.text = ""};
    salvo_status status;

    *l = (look){.refused = false};
    status = text ? look_in(w->seeker, &change, with, l, &why) : salvo_fail_memory(&why);
    salvo_arena_free(memory);
    l->refused = status != SALVO_OK; /* whatever the reason, this number is unusable */
    return status == SALVO_NO_MEMORY ? salvo_fail_memory(err) : SALVO_OK;
}

static double value_of(const seeker *s, const salvo_figure *figure)
{
    return s->counts ? figure->exact.value : figure->simulated.value;
}

/* An answer is enough if it reaches the target or passes it, seen from the base. NOISE lets a rounding error count as
 * the target. */
static bool is_enough(const seeker *s, const salvo_figure *figure)
{
    double value = value_of(s, figure);

    return s->base < s->target ? value >= s->target - NOISE : value <= s->target + NOISE;
}

/* Looks at k and narrows near or far. *refused says that the number is not permitted. Doubles are precise enough for
 * the target, which is itself a decimal. */
static salvo_status explore(direction *w, int64_t k, bool *refused, salvo_error *err)
{
    look l;
    salvo_status status = look_at(w, k, SALVO_DOUBLE, &l, err);

    free(l.exact);
    *refused = l.refused;
    if (status != SALVO_OK || l.refused)
        return status;
    if (is_enough(w->seeker, &l.figure)) {
        w->found = true;
        w->far = k;
        w->at_far = l.figure;
    } else {
        w->near = k;
        w->at_near = l.figure;
    }
    return SALVO_OK;
}

/* Tries 1, 2, 4, 8 ... until one is enough or refused; *far is that number. Doubling reaches FAR_MOST in some forty
 * looks. */
static salvo_status leap(direction *w, int64_t *far, bool *refused, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    *refused = false;
    for (*far = 1; *far <= FAR_MOST; *far *= 2) {
        status = explore(w, *far, refused, err);
        if (status != SALVO_OK || w->found || *refused)
            return status;
    }
    return status;
}

/* Halves the interval between not enough and refused, up to the last number that the table accepts. */
static salvo_status reach(direction *w, int64_t refused_at, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    while (!w->found && refused_at - w->near > 1 && status == SALVO_OK) {
        int64_t middle = w->near + (refused_at - w->near) / 2;
        bool refused;

        status = explore(w, middle, &refused, err);
        if (refused)
            refused_at = middle; /* near is always accepted */
    }
    return status;
}

/* Goes back to the first number that is enough: by halves down to SCAN_MAX, then one by one. Halving assumes that
 * answers between near and far are monotonic. The last part is searched completely, so that the smallest change nearby
 * is found even if they are not. */
static salvo_status settle(direction *w, salvo_error *err)
{
    salvo_status status = SALVO_OK;
    int64_t from, most;
    bool refused = false;

    while (w->far - w->near > SCAN_MAX && status == SALVO_OK && !refused)
        status = explore(w, w->near + (w->far - w->near) / 2, &refused, err);
    from = w->near;
    most = w->far;
    for (int64_t k = from + 1; k < most && w->far == most && status == SALVO_OK; k++) /* until explore has moved far */
        status = explore(w, k, &refused, err);
    return status;
}

/* Asks again in fractions at the result, if the base's answer is a fraction. */
static salvo_status refine(direction *w, salvo_error *err)
{
    const int64_t at[] = {w->near, w->far};
    salvo_figure *const to[] = {&w->at_near, &w->at_far};

    for (int i = w->near ? 0 : 1; i < 2; i++) { /* near 0 is the base, whose fraction is known */
        look l;
        salvo_status status = look_at(w, at[i], SALVO_RATIONAL, &l, err);

        if (status != SALVO_OK)
            return status;
        to[i]->exact.value = l.figure.exact.value;
        w->exact[i] = l.exact;
    }
    return SALVO_OK;
}

/* Searches one cell in one direction. If the base's answer does not depend on the cell, no number can be enough. */
static salvo_status walk_one(void *context, void *own, size_t i, salvo_error *err)
{
    direction *w = &((direction *)context)[i];
    const seeker *s = w->seeker;
    bool refused, in_fractions = s->counts && s->batch->base.arithmetic == SALVO_RATIONAL;
    int64_t far;
    salvo_status status;

    (void)own;
    if (!book_rests_on(s->batch->book, w->cell))
        return SALVO_OK;
    TRY(leap(w, &far, &refused, err));
    status = refused ? reach(w, far, err) : SALVO_OK;
    if (status != SALVO_OK || !w->found)
        return status;
    status = settle(w, err);
    return status == SALVO_OK && in_fractions ? refine(w, err) : status;
}

static void pack_figure(packed *p, salvo_figure *f)
{
    packed_real(p, &f->exact.value);
    packed_real(p, &f->simulated.value);
    packed_real(p, &f->simulated.low);
    packed_real(p, &f->simulated.high);
}

/* Packs the result of a search. */
static bool pack_one(void *context, size_t i, packed *p)
{
    direction *w = &((direction *)context)[i];
    uint64_t near = (uint64_t)w->near, far = (uint64_t)w->far;

    packed_flag(p, &w->found);
    packed_number(p, &near);
    packed_number(p, &far);
    pack_figure(p, &w->at_near);
    pack_figure(p, &w->at_far);
    for (int k = 0; k < DIRECTIONS; k++)
        packed_text(p, &w->exact[k]);
    w->near = (int64_t)near;
    w->far = (int64_t)far;
    return true;
}

static bool tell_exact(salvo_figure *figure, const char *exact, salvo_arena *memory)
{
    figure->exact.exact = exact ? salvo_arena_text(memory, exact) : NULL;
    return !exact || figure->exact.exact;
}

/* `near` is the last insufficient step, `far` the first that is enough. */
static salvo_status add_minimal_change(salvo_search *search, const direction *w, salvo_error *err)
{
    salvo_arena *memory = search->baseline.memory;
    salvo_minimal_change *r = &search->minimal_changes[search->n_minimal_changes++];
    const double unit = pow(10, -w->cell->decimals);

    *r = (salvo_minimal_change){.cell = w->cell->name,
                                .now = w->cell->text,
                                .to = number_cell_text(w->cell, w->cell->units + w->direction * w->far, memory),
                                .before = number_cell_text(w->cell, w->cell->units + w->direction * w->near, memory),
                                .change = (double)(w->direction * w->far) * unit,
                                /* From 0 any relative change is infinite. */
                                .relative = w->cell->units ? fabs((double)w->far / (double)w->cell->units) : INFINITY,
                                .value = w->at_far,
                                .value_before = w->near ? w->at_near : search->baseline.base};
    r->on_target = fabs(value_of(w->seeker, &r->value) - search->target) <= NOISE;
    if (!r->to || !r->before || !tell_exact(&r->value, w->exact[1], memory) ||
        (w->near && !tell_exact(&r->value_before, w->exact[0], memory)))
        return salvo_fail_memory(err);
    return SALVO_OK;
}

/* The smallest relative change is first; ties by the smallest absolute one. */
static bool comes_before(const salvo_minimal_change *a, const salvo_minimal_change *b)
{
    if (a->relative != b->relative)
        return a->relative < b->relative;
    return fabs(a->change) < fabs(b->change);
}

/* An insertion sort is stable, so ties keep the order of the tables. */
static void sort(salvo_minimal_change *minimal_changes, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        salvo_minimal_change now = minimal_changes[i];
        size_t at = i;

        for (; at > 0 && comes_before(&now, &minimal_changes[at - 1]); at--)
            minimal_changes[at] = minimal_changes[at - 1];
        minimal_changes[at] = now;
    }
}

/* Collects the results in the order of the tables, then sorts them. */
static salvo_status collect(salvo_search *search, const direction *directions, size_t n, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    search->minimal_changes = salvo_arena_array(search->baseline.memory, n, sizeof *search->minimal_changes);
    if (!search->minimal_changes)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        if (directions[i].found)
            status = add_minimal_change(search, &directions[i], err);
    sort(search->minimal_changes, search->n_minimal_changes);
    return status;
}

/* Searches every cell down and up. The directions are independent, and threads divide them. Threads make the answers'
 * texts on the heap, and they are freed here in any case. */
static salvo_status walk_all(salvo_search *search, const seeker *s, salvo_error *err)
{
    const salvo_plan *plan = &s->batch->how->plan;
    number_cell *cells;
    size_t n, done = 0;
    direction *directions;
    salvo_status status;

    TRY(number_cells_list(&s->batch->book->store, s->batch->subject, search->baseline.memory, &cells,
                          &search->baseline.n_cells, err));
    n = DIRECTIONS * search->baseline.n_cells;
    directions = salvo_arena_array(search->baseline.memory, n, sizeof *directions);
    if (!directions)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < n; i++)
        directions[i] = (direction){.seeker = s, .cell = &cells[i / DIRECTIONS], .direction = i % DIRECTIONS ? 1 : -1};
    status = work_run(
        plan, &(pieces){.n = n, .context = directions, .work = walk_one, .pack = pack_one, .kind = "cells searched"},
        &done, err);
    search->baseline.n_not_examined = (n - done + 1) / DIRECTIONS; /* cells of which a direction was not searched */
    status = status == SALVO_OK ? collect(search, directions, n, err) : status;
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < DIRECTIONS; k++)
            free(directions[i].exact[k]);
    return status;
}

/* Also notes the first trials, with which variants are compared. */
static salvo_status simulate_base(salvo_search *search, seeker *s, salvo_error *err)
{
    const salvo_plan *plan = &s->batch->how->plan;
    const char *isa = "by-the-book";
    uint64_t counts[2];
    salvo_status status;

    TRY(throw_all(s, s->batch->book, &search->baseline.base, &isa, err));
    status = throw_first(s, s->batch->book, s->first, err);
    s->base_figure = search->baseline.base;
    s->base = s->base_figure.simulated.value;
    counts[0] = s->trials;
    counts[1] = (uint64_t)llround(s->base * (double)s->trials); /* a fingerprint of the run for its report */
    search->baseline.simulated = true;
    search->baseline.simulation = (salvo_simulation){.seed = plan->seed,
                                                     .trials = s->trials,
                                                     .stopped_by = SALVO_STOPPED_BY_TRIALS,
                                                     .isa = isa,
                                                     .hash = salvo_counts_hash(counts, 2)};
    return status;
}

/* Whether the figure is a chance is known only now. */
static salvo_status check_target(const salvo_search *search, const salvo_subject *subject, salvo_error *err)
{
    if (subject->metric != SALVO_CHANCE_OF_OUTCOMES || (search->target >= 0 && search->target <= 1))
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT, "%.15g is not a chance; give a number from 0 to 1, as in 0.5",
                      search->target);
}

/* The seeker is in the arena: with a thousand values it is large for a stack. */
static salvo_status search_all(salvo_search *search, batch *b, salvo_error *err)
{
    base_answer base;
    seeker *s;
    salvo_status status = SALVO_OK;

    TRY(base_find(&base, &search->baseline, b, err));
    TRY(check_target(search, b->subject, err));
    s = salvo_arena_array(search->baseline.memory, 1, sizeof *s);
    if (!s)
        return salvo_fail_memory(err);
    s->batch = b;
    s->counts = base.counts;
    s->base = b->base.value;
    s->target = search->target;
    /* Every look uses the same trials, so that differences are due to the cell alone. */
    s->trials = b->how->plan.trials ? b->how->plan.trials : TRIALS;
    if (!s->counts)
        status = simulate_base(search, s, err);
    if (status != SALVO_OK)
        return status;
    search->already_reached = fabs(s->base - s->target) <= NOISE;
    if (isnan(s->base))
        return salvo_fail(err, SALVO_BAD_INPUT, "it may never end, so there is no %s to restore",
                          b->subject->metric == SALVO_TURNS_TAKEN ? "average number of turns" : "mean");
    return search->already_reached ? SALVO_OK : walk_all(search, s, err);
}

salvo_status salvo_search_run(salvo_search *search, const salvo_rulebook *book, const salvo_subject *subject,
                              double target, const salvo_approach *approach, salvo_error *err)
{
    batch b = {.book = book, .subject = subject, .how = approach ? approach : &SALVO_APPROACH};
    salvo_status status;

    *search = (salvo_search){.target = target};
    status = salvo_fault_or(search_all(search, &b, err), book, err);
    free(b.base.exact);
    if (status != SALVO_OK)
        salvo_search_free(search);
    return status;
}

void salvo_search_free(salvo_search *search)
{
    baseline_free(&search->baseline);
    *search = (salvo_search){.n_minimal_changes = 0};
}
