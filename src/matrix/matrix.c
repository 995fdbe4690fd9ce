/* A list of matches is made first, then shared out among threads by work_run; each match is simulated by one thread,
 * with the matrix's seed, and written to its own place. So the result does not depend on the number of threads. */
#include <salvo/matrix.h>

#include <math.h>
#include <omp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "matrix/match.h"
#include "odds/solved.h"
#include "rules/fault.h"
#include "simulate/statistics.h"
#include "simulate/work.h"

const char *const SALVO_MATCHINGS[SALVO_N_MATCHINGS] = {"one", "numbers", "points"};

/* One match to fight: places among the picked units, and of a range. Four bytes each: a matrix may have millions of
 * them. */
typedef struct job {
    uint32_t a, b, range;
} job;

/* All matches, and how far they have come. Threads share it: what they write is atomic, or each job's own. */
typedef struct campaign {
    salvo_matrix *matrix;
    const salvo_approach *approach;
    int threads; /* of one match */
    job *jobs;
    size_t n_jobs;
    salvo_match *fought;  /* by job; not known until fought */
    const char **remarks; /* by job: on its numbers; or NULL */
    size_t taken;         /* jobs that were handed out: the first so many */
    atomic_size_t done;
    atomic_bool stopped; /* by the progress callback, or because a match failed */
} campaign;

/* Parameters of one side begin with its letter, or have it as their value ("first=a"). It is taken for one-sided too
 * often rather than too seldom: then both orders are fought, which costs time and no truth. */
static bool is_one_sided(const char *word)
{
    const char *equals = strchr(word, '=');

    return strncmp(word, "a-", 2) == 0 || strncmp(word, "b-", 2) == 0 ||
           (equals && (strcmp(equals, "=a") == 0 || strcmp(equals, "=b") == 0));
}

/* Whether b against a is a against b mirrored: the ruleset says that its sequence favours neither side, and nothing
 * that was given makes a difference between them. */
static bool mirrors(const salvo_rulebook *book, const salvo_matrix_plan *plan)
{
    const salvo_battle_plan *battle = plan->battle;
    bool by_duel = plan->at == SALVO_ONE_ON_ONE;
    const char *const *words = by_duel ? plan->words : battle->words;
    size_t n_words = by_duel ? plan->n_words : battle->n_words;

    for (size_t i = 0; i < n_words; i++)
        if (is_one_sided(words[i]))
            return false;
    if (by_duel)
        return book->ruleset->duel->mirrors;
    return book->ruleset->battle->mirrors && battle->army[0].n_words == 0 && battle->army[1].n_words == 0 &&
           /* In an advance only side a moves. */
           battle->army[0].targets == battle->army[1].targets && battle->scenario != SALVO_ADVANCE;
}

/* What the ruleset cannot do is refused before units are read. */
static salvo_status check_plan(const salvo_rulebook *book, const salvo_matrix_plan *plan, salvo_error *err)
{
    const salvo_ruleset *ruleset = book->ruleset;

    if (plan->at == SALVO_ONE_ON_ONE && !ruleset->duel)
        return salvo_fail(err, SALVO_BAD_INPUT, "the ruleset '%s' has no duel", ruleset->id);
    if (plan->at != SALVO_ONE_ON_ONE && !ruleset->battle)
        return salvo_fail(err, SALVO_BAD_INPUT, "the ruleset '%s' has no battles; only --at one", ruleset->id);
    if (plan->at == SALVO_EQUAL_NUMBERS && (plan->numbers < 1 || plan->numbers > SALVO_ELEMENTS_MAX))
        return salvo_fail(err, SALVO_BAD_INPUT, "a side has 1 to %d elements, not %d", SALVO_ELEMENTS_MAX,
                          plan->numbers);
    if (plan->at == SALVO_EQUAL_POINTS && (plan->budgets < 1 || plan->budgets > SALVO_BUDGETS_MAX))
        return salvo_fail(err, SALVO_BAD_INPUT, "there are 1 to %d budgets, not %d", SALVO_BUDGETS_MAX, plan->budgets);
    return SALVO_OK;
}

/* Leaves out units without a price above 0: nothing can be bought of them. In place: the list is the matrix's own. */
static salvo_status drop_unpriced(salvo_matrix *x, salvo_error *err)
{
    size_t kept = 0;

    for (size_t i = 0; i < x->picked.n; i++)
        if (salvo_unit_set_price(&x->unit_set, x->picked.rows[i]) > 0)
            x->picked.rows[kept++] = x->picked.rows[i];
    x->n_without_price = x->picked.n - kept;
    x->picked.n = kept;
    if (kept)
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT, "none of these units has a price: nothing can be bought; use --at numbers");
}

/* Units by the filter, then ranges. */
static salvo_status enlist(salvo_matrix *x, salvo_error *err)
{
    salvo_status status = salvo_unit_set_units(&x->unit_set, x->book, err);

    if (status != SALVO_OK)
        return status;
    status = salvo_unit_set_select(&x->unit_set, x->plan->units, x->memory, &x->picked, err);
    if (status != SALVO_OK)
        return status;
    status = x->plan->at == SALVO_EQUAL_POINTS ? drop_unpriced(x, err) : SALVO_OK;
    if (status != SALVO_OK)
        return status;
    status = salvo_ranges_read(&x->ranges, x->plan->range, x->book, x->memory, err);
    x->n_units = x->picked.n;
    x->n_stretches = x->ranges.averaged ? 1 : x->ranges.n; /* ranges that are averaged become one */
    return status;
}

/* Refuses a matrix whose matches would not fit into memory, before anything is fought. */
static salvo_status check_size(const salvo_matrix *x, salvo_error *err)
{
    /* A product of three numbers may not fit size_t everywhere. */
    double matches = (double)x->n_units * (double)x->n_units * (double)x->ranges.n;

    if (matches <= SALVO_MATCHES_MAX)
        return SALVO_OK;
    return salvo_fail(err, SALVO_TOO_LARGE,
                      "%zu units at %zu range%s are %.0f matches, and a matrix has room for %d; choose fewer units "
                      "(--units) or one --range",
                      x->n_units, x->ranges.n, x->ranges.n == 1 ? "" : "s", matches, SALVO_MATCHES_MAX);
}

/* Lists every ordered pair or, where pairs mirror each other, one of each two. The ranges of a pair follow each other:
 * put_pair needs them together. Room for all ordered pairs is made also where half of them are listed: check_size() has
 * seen to it that it fits. */
static salvo_status list_jobs(campaign *c, salvo_error *err)
{
    salvo_matrix *x = c->matrix;
    size_t n = x->n_units;

    c->jobs = salvo_arena_array(x->memory, n * n * x->ranges.n, sizeof *c->jobs);
    if (!c->jobs)
        return salvo_fail_memory(err);
    for (size_t a = 0; a < n; a++)
        for (size_t b = x->mirrors ? a : 0; b < n; b++)
            for (size_t r = 0; r < x->ranges.n; r++)
                c->jobs[c->n_jobs++] = (job){(uint32_t)a, (uint32_t)b, (uint32_t)r};
    c->fought = salvo_arena_array(x->memory, c->n_jobs, sizeof *c->fought);
    c->remarks = salvo_arena_array(x->memory, c->n_jobs, sizeof *c->remarks);
    x->n_asked = c->n_jobs;
    return c->fought && c->remarks ? SALVO_OK : salvo_fail_memory(err);
}

/* What a thread needs while it fights; only the calling thread asks the progress callback. */
typedef struct worker {
    campaign *c;
    bool calls; /* the first thread of the team: the one that called */
} worker;

/* The progress of a match becomes that of the matrix, roughly: others are under way as well. */
static bool look_into_match(void *context, const salvo_progress *of_match)
{
    const worker *w = context;
    campaign *c = w->c;
    const salvo_progress_callback *watch = c->approach->plan.watch;
    salvo_progress all = {.part = ((double)c->done + of_match->part) / (double)c->n_jobs};

    if (w->calls && watch && !c->stopped && !watch->look(watch->context, &all))
        c->stopped = true;
    return !c->stopped;
}

/* work_run asks between pieces, from the calling thread; the callback itself is asked within matches. But where others
 * share the work, this one may have none left when one of them is told to stop. */
static bool goes_on(void *context, const salvo_progress *progress)
{
    campaign *c = context;
    worker w = {c, true};

    (void)progress;
    return c->approach->plan.share ? look_into_match(&w, &(salvo_progress){.part = 0}) : !c->stopped;
}

/* The first to come is kept; which one does not matter, because all pairs are asked of the same data. */
static salvo_status note_remark(campaign *c, size_t at, const char *remark, salvo_error *err)
{
    salvo_matrix *x = c->matrix;

    if (!remark)
        return SALVO_OK;
#pragma omp critical(salvo_matrix) /* memory of the matrix is shared */
    {
        if (!x->remark || strcmp(x->remark, remark) != 0)
            x->remark = salvo_arena_text(x->memory, remark);
        c->remarks[at] = x->remark;
    }
    return c->remarks[at] ? SALVO_OK : salvo_fail_memory(err);
}

/* Places in the picked list become rows of the unit set. */
static salvo_status fight_job(campaign *c, size_t at, const salvo_approach *how, salvo_arena *memory, salvo_error *err)
{
    salvo_matrix *x = c->matrix;
    const job *j = &c->jobs[at];
    const size_t unit[2] = {j->a, j->b};
    pairing m = {.book = x->book, .plan = x->plan, .unit_set = &x->unit_set, .range = x->ranges.at[j->range]};
    const char *remark = NULL;
    bool interrupted;
    salvo_status status;

    for (int s = 0; s < 2; s++) {
        m.row[s] = x->picked.rows[unit[s]];
        m.price[s] = salvo_unit_set_price(&x->unit_set, m.row[s]);
    }
    status = match_fight(&c->fought[at], &m, how, &interrupted, &remark, memory, err);
    if (status != SALVO_OK || interrupted) {
        c->fought[at].known = false; /* not a match: left out of the averages */
        return status;
    }
    c->done++;
    return note_remark(c, at, remark, err);
}

static void pack_figure(packed *p, salvo_figure *f)
{
    packed_real(p, &f->exact.value);
    packed_real(p, &f->simulated.value);
    packed_real(p, &f->simulated.low);
    packed_real(p, &f->simulated.high);
    packed_number(p, &f->count);
}

static void pack_match(packed *p, salvo_match *m)
{
    salvo_figure *const figures[] = {&m->p_a,         &m->p_b,   &m->p_nobody, &m->p_mutual,
                                     &m->p_undecided, &m->turns, &m->lost[0],  &m->lost[1]};
    uint64_t method = (uint64_t)m->method;

    packed_flag(p, &m->known);
    packed_flag(p, &m->mirrored);
    packed_flag(p, &m->ends);
    packed_flag(p, &m->priced);
    packed_number(p, &method);
    m->method = (salvo_method)method;
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        pack_figure(p, figures[i]);
    for (int side = 0; side < 2; side++) {
        packed_real(p, &m->number[side]);
        packed_real(p, &m->staked[side]);
    }
    packed_number(p, &m->trials);
    packed_number(p, &m->hash);
    packed_real(p, &m->agreement);
}

/* work_run's callback: a match and the remark on it. One that was stopped is none. */
static bool pack_job(void *context, size_t at, packed *p)
{
    campaign *c = context;
    char *remark = p->reads ? NULL : (char *)(uintptr_t)c->remarks[at];

    if (!p->reads && !c->fought[at].known && c->stopped)
        return false;
    c->done += p->reads && !c->fought[at].known;
    pack_match(p, &c->fought[at]);
    packed_text(p, &remark);
    if (p->reads && note_remark(c, at, remark, NULL) != SALVO_OK)
        p->no_memory = true;
    if (p->reads)
        free(remark);
    return true;
}

/* Many matches are the same but for their names: a thread keeps those that it solved. */
static void *solved_for_thread(void *context)
{
    (void)context;
    return solved_new();
}

static void free_solved(void *own)
{
    solved_free(own);
}

/* work_run's callback: one job in the calling thread. Memory of a match is its own arena and is freed with it: a
 * campaign of a million matches would else keep all of their words. */
static salvo_status work(void *context, void *own, size_t at, salvo_error *err)
{
    worker w = {context, omp_get_thread_num() == 0};
    const salvo_progress_callback watch = {look_into_match, &w};
    salvo_approach how = *w.c->approach;
    salvo_arena *memory;
    salvo_status status;

    if (!look_into_match(&w, &(salvo_progress){.part = 0})) /* stopped: no more matches are begun */
        return SALVO_OK;
    how.options.turns_max = 0; /* turns are not reported */
    how.plan.watch = &watch;
    how.plan.threads = w.c->threads; /* many matches: one thread each */
    how.options.solved = own;
    memory = salvo_arena_new();
    status = memory ? fight_job(w.c, at, &how, memory, err) : salvo_fail_memory(err);
    salvo_arena_free(memory);
    if (status != SALVO_OK)
        w.c->stopped = true; /* the others end soon */
    return status;
}

/* Fights all jobs. Matches are shared out, not their trials, unless there is only one. What has been solved is
 * remembered by each thread for itself, without locks. A NULL among them is no failure: that thread then solves
 * everything anew. */
static salvo_status fight_jobs(campaign *c, int threads, salvo_error *err)
{
    const salvo_progress_callback watch = {goes_on, c};
    const pieces matches = {.n = c->n_jobs,
                            .context = c,
                            .own_new = solved_for_thread,
                            .own_free = free_solved,
                            .work = work,
                            .pack = pack_job,
                            .kind = "matches"};
    salvo_plan how = c->approach->plan;

    how.threads = threads;
    how.watch = &watch;
    c->threads = c->n_jobs > 1 ? 1 : threads;
    return work_run(&how, &matches, &c->taken, err);
}

/* Every ordered pair has a place, also where mirrored. */
static salvo_match *match_at(const salvo_matrix *x, size_t a, size_t b, size_t stretch)
{
    return &x->matches[(a * x->n_units + b) * x->n_stretches + stretch];
}

/* In the order of jobs, so that the hash is the same for any threads. */
static void count_match(salvo_matrix *x, const salvo_match *m)
{
    const uint64_t both[] = {x->hash, m->hash};

    x->n_fought++; /* known or not: a pair that no budget buys was asked */
    x->n_none += !m->known;
    if (!m->known)
        return;
    x->n_counted += m->method != SALVO_MONTE_CARLO;
    x->n_simulated += m->method != SALVO_EXACT;
    x->trials += m->trials;
    if (m->trials) /* exact matches have no hash */
        x->hash = salvo_counts_hash(both, 2);
}

/* Puts a pair in its place. Of averaged ranges it is known only when every range is. */
static void put_pair(salvo_matrix *x, const salvo_match *by_range, size_t a, size_t b)
{
    salvo_match mean = {.known = false};

    for (size_t r = 0; r < x->ranges.n; r++)
        if (!x->ranges.averaged)
            *match_at(x, a, b, r) = by_range[r];
        else if (!by_range[r].known)
            return;
        else
            match_add(&mean, &by_range[r], x->ranges.weight[r]);
    if (x->ranges.averaged)
        *match_at(x, a, b, 0) = mean;
}

/* Puts what was fought into the matrix. After a stop, jobs that nobody took are left out: their places are zeroed, not
 * known. Mirrors are made from what stands in the matrix already, also of pairs that were not fought: then both are not
 * known. */
static salvo_status put_matches(campaign *c, salvo_error *err)
{
    salvo_matrix *x = c->matrix;
    size_t n = (c->taken + x->ranges.n - 1) / x->ranges.n * x->ranges.n; /* whole pairs: all ranges of one */

    x->matches = salvo_arena_array(x->memory, x->n_units * x->n_units * x->n_stretches, sizeof *x->matches);
    if (!x->matches)
        return salvo_fail_memory(err);
    for (size_t at = 0; at < n; at += x->ranges.n) {
        size_t a = c->jobs[at].a, b = c->jobs[at].b;

        put_pair(x, &c->fought[at], a, b);
        for (size_t r = 0; x->mirrors && a != b && r < x->n_stretches; r++)
            *match_at(x, b, a, r) = match_mirrored(match_at(x, a, b, r));
    }
    x->remark = NULL; /* of the first match that has one, whichever was fought first */
    for (size_t at = 0; at < n && !x->remark; at++)
        x->remark = c->remarks[at];
    for (size_t at = 0; at < n; at++)
        if (c->fought[at].known || !c->stopped) /* after a stop a match that is not known was not fought */
            count_match(x, &c->fought[at]);
    return SALVO_OK;
}

/* Sums over the ranges of one pair, not yet divided by the weights. */
typedef struct summary {
    double weight, p_win, p_nobody, turns_weight, turns, destroyed, lost;
    bool priced;
} summary;

static summary sum_pair(const salvo_matrix *x, size_t a, size_t b)
{
    summary s = {.priced = true};

    for (size_t r = 0; r < x->n_stretches; r++) {
        const salvo_match *m = match_at(x, a, b, r);
        double weight = x->n_stretches > 1 ? x->ranges.weight[r] : 1; /* averaged ranges are one match already */

        if (!m->known) /* what is missing counts in no average */
            continue;
        s.weight += weight;
        s.p_win += weight * match_value(m, &m->p_a);
        s.p_nobody += weight * match_value(m, &m->p_nobody);
        s.turns_weight += m->ends ? weight : 0;
        s.turns += m->ends ? weight * match_value(m, &m->turns) : 0;
        s.priced = s.priced && m->priced;
        s.destroyed += m->priced ? weight * match_value(m, &m->lost[1]) : 0;
        s.lost += m->priced ? weight * match_value(m, &m->lost[0]) : 0;
    }
    return s;
}

/* The first of equals stays. */
static void note_opponent(salvo_standing *s, size_t opponent, double p_win)
{
    if (s->n == 0 || p_win > s->p_best) {
        s->best = opponent;
        s->p_best = p_win;
    }
    if (s->n == 0 || p_win < s->p_worst) {
        s->worst = opponent;
        s->p_worst = p_win;
    }
}

/* A unit against itself is fought, and does not count. Each opponent weighs alike, however many ranges are known of it.
 * A best opponent of n_units says that there is none. */
static salvo_standing stand(const salvo_matrix *x, size_t unit)
{
    salvo_standing s = {.unit = unit, .best = x->n_units, .worst = x->n_units};
    double turns = 0, priced = 0;

    for (size_t b = 0; b < x->n_units; b++) {
        summary pair = b == unit ? (summary){0} : sum_pair(x, unit, b);

        if (!(pair.weight > 0)) /* written so that NaN counts as none */
            continue;
        note_opponent(&s, b, pair.p_win / pair.weight);
        s.n++;
        s.p_win += pair.p_win / pair.weight;
        s.p_nobody += pair.p_nobody / pair.weight;
        turns += pair.turns_weight > 0; /* pairs that end, and pairs with prices, are counted on their own */
        s.turns += pair.turns_weight > 0 ? pair.turns / pair.turns_weight : 0;
        priced += pair.priced;
        s.destroyed += pair.priced ? pair.destroyed / pair.weight : 0;
        s.lost += pair.priced ? pair.lost / pair.weight : 0;
    }
    s.p_win /= s.n ? (double)s.n : 1;
    s.p_nobody /= s.n ? (double)s.n : 1;
    s.turns = turns > 0 ? s.turns / turns : NAN;
    s.destroyed = priced > 0 ? s.destroyed / priced : NAN;
    s.lost = priced > 0 ? s.lost / priced : NAN;
    return s;
}

/* The best first; ties by unit. */
static int by_wins(const void *a, const void *b)
{
    const salvo_standing *x = a, *y = b;

    if (x->p_win != y->p_win)
        return x->p_win > y->p_win ? -1 : 1;
    return (x->unit > y->unit) - (x->unit < y->unit);
}

static salvo_status rank(salvo_matrix *x, salvo_error *err)
{
    x->standings = salvo_arena_array(x->memory, x->n_units, sizeof *x->standings);
    if (!x->standings)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < x->n_units; i++)
        x->standings[i] = stand(x, i);
    qsort(x->standings, x->n_units, sizeof *x->standings, by_wins);
    return SALVO_OK;
}

static salvo_status prepare(salvo_matrix *x, salvo_error *err)
{
    salvo_status status = check_plan(x->book, x->plan, err);

    if (status != SALVO_OK)
        return status;
    status = enlist(x, err);
    return status == SALVO_OK ? check_size(x, err) : status;
}

/* The plan is copied, because the time of a match is settled here. */
static salvo_status fight(salvo_matrix *x, const salvo_approach *approach, salvo_error *err)
{
    salvo_approach how = *approach;
    campaign c = {.matrix = x, .approach = &how};
    int threads = how.plan.threads > 0 ? how.plan.threads : omp_get_max_threads();
    salvo_status status = prepare(x, err);

    if (status != SALVO_OK)
        return status;
    x->mirrors = mirrors(x->book, x->plan);
    x->seed = how.plan.seed;
    status = list_jobs(&c, err);
    if (status != SALVO_OK)
        return status;
    if (c.n_jobs > 1)
        how.plan.time_s *= (double)threads / (double)c.n_jobs; /* each match has its share of the time of all threads */
    status = fight_jobs(&c, threads, err);
    if (status != SALVO_OK)
        return status;
    status = put_matches(&c, err);
    return status == SALVO_OK ? rank(x, err) : status;
}

salvo_status salvo_matrix_fight(salvo_matrix *matrix, const salvo_rulebook *book, const salvo_matrix_plan *plan,
                                const salvo_approach *approach, salvo_error *err)
{
    static const salvo_approach EXACT = {.method = SALVO_EXACT};
    salvo_status status;

    *matrix = (salvo_matrix){.book = book, .plan = plan, .memory = salvo_arena_new()};
    status = matrix->memory ? fight(matrix, approach ? approach : &EXACT, err) : salvo_fail_memory(err);
    status = salvo_fault_or(status, book, err);
    if (status != SALVO_OK)
        salvo_matrix_free(matrix);
    return status;
}

void salvo_matrix_free(salvo_matrix *matrix)
{
    salvo_arena_free(matrix->memory);
    memset(matrix, 0, sizeof *matrix);
}

const salvo_match *salvo_matrix_match(const salvo_matrix *matrix, size_t a, size_t b, size_t stretch)
{
    return match_at(matrix, a, b, stretch);
}

const char *salvo_matrix_name(const salvo_matrix *matrix, size_t unit)
{
    return salvo_unit_set_name(&matrix->unit_set, matrix->picked.rows[unit]);
}

double salvo_matrix_price(const salvo_matrix *matrix, size_t unit)
{
    return salvo_unit_set_price(&matrix->unit_set, matrix->picked.rows[unit]);
}
