/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a plan to the matrix: the pairs, the matches in their places, and the statements about all of them. campaign.c
 * fights the matches. */
#include <salvo/matrix.h>

#include <omp.h>
#include <string.h>

#include "base/phrase.h"
#include "base/try.h"
#include "matrix/campaign.h"
#include "matrix/match.h"
#include "matrix/standings.h"
#include "rules/fault.h"
#include "simulate/answer.h"
#include "simulate/statistics.h"

const char *const SALVO_MATCHINGS[SALVO_N_MATCHINGS + 1] = {"one", "numbers", "points"};

/* Parameters of one side begin with its letter, or have it as their value ("first=a"). In doubt a word counts as
 * one-sided: then both orders are fought, which costs time but is still right. */
static bool is_one_sided(const char *word)
{
    const char *equals = strchr(word, '=');

    return strncmp(word, "a-", 2) == 0 || strncmp(word, "b-", 2) == 0 ||
           (equals && (strcmp(equals, "=a") == 0 || strcmp(equals, "=b") == 0));
}

/* Returns whether b against a is the mirror of a against b: the ruleset's sequence favours neither side, and no given
 * word distinguishes them. */
static bool mirrors(const salvo_rulebook *book, const salvo_matrix_plan *plan)
{
    const salvo_battle_plan *battle = plan->battle;
    bool by_duel = plan->matching == SALVO_ONE_ON_ONE;
    const char *const *words = by_duel ? plan->words : battle->words;
    size_t n_words = by_duel ? plan->n_words : battle->n_words;

    for (size_t i = 0; i < n_words; i++)
        if (is_one_sided(words[i]))
            return false;
    if (by_duel)
        return book->ruleset->duel->mirrors;
    return book->ruleset->battle->mirrors && battle->army[0].n_words == 0 && battle->army[1].n_words == 0 &&
           /* In an advance only side a moves. */
           battle->army[0].targets == battle->army[1].targets && battle->army[0].acts == battle->army[1].acts &&
           battle->army[0].halt == battle->army[1].halt && battle->scenario != SALVO_ADVANCE;
}

/* Refuses a plan that the ruleset cannot fight, before units are read. */
static salvo_status check_plan(const salvo_rulebook *book, const salvo_matrix_plan *plan, salvo_error *err)
{
    const salvo_ruleset *ruleset = book->ruleset;

    if (plan->matching == SALVO_ONE_ON_ONE && !ruleset->duel)
        return salvo_fail(err, SALVO_BAD_INPUT, "the ruleset '%s' has no duel", ruleset->id);
    if (plan->matching != SALVO_ONE_ON_ONE && !ruleset->battle)
        return salvo_fail(err, SALVO_BAD_INPUT, "the ruleset '%s' has no battles; use --at one", ruleset->id);
    if (plan->matching != SALVO_ONE_ON_ONE && !plan->battle)
        return salvo_fail(err, SALVO_BAD_INPUT, "battles have no plan");
    if (plan->matching == SALVO_EQUAL_NUMBERS && (plan->numbers < 1 || plan->numbers > SALVO_ELEMENTS_MAX))
        return salvo_fail(err, SALVO_BAD_INPUT, "a side has 1 to %d elements, not %d", SALVO_ELEMENTS_MAX,
                          plan->numbers);
    if (plan->matching == SALVO_EQUAL_POINTS && (plan->budgets < 1 || plan->budgets > SALVO_BUDGETS_MAX))
        return salvo_fail(err, SALVO_BAD_INPUT, "there are 1 to %d budgets, not %d", SALVO_BUDGETS_MAX, plan->budgets);
    return SALVO_OK;
}

/* Leaves out units without a price above 0, because they cannot be bought. It works in place: the list is the matrix's
 * own. */
static salvo_status drop_unpriced(salvo_matrix *x, salvo_error *err)
{
    size_t kept = 0;

    for (size_t i = 0; i < x->selection.n; i++)
        if (salvo_unit_set_price(&x->unit_set, x->selection.rows[i]) > 0)
            x->selection.rows[kept++] = x->selection.rows[i];
    x->n_without_price = x->selection.n - kept;
    x->selection.n = kept;
    if (kept)
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT,
                      "none of these units has a price, so nothing can be bought; use --at "
                      "numbers");
}

/* Selects the units by the filter, then the ranges. */
static salvo_status enlist(salvo_matrix *x, salvo_error *err)
{
    salvo_status status;

    TRY(salvo_unit_set_units(&x->unit_set, x->book, err));
    TRY(salvo_unit_set_select(&x->unit_set, x->plan->units, x->memory, &x->selection, err));
    TRY(x->plan->matching == SALVO_EQUAL_POINTS ? drop_unpriced(x, err) : SALVO_OK);
    status = salvo_ranges_read(&x->ranges, x->plan->range, x->book, x->memory, err);
    x->n_units = x->selection.n;
    x->n_reported_ranges = x->ranges.averaged ? 1 : x->ranges.n; /* averaged ranges become one */
    return status;
}

/* Refuses a matrix whose matches would not fit into memory, before anything is fought. */
static salvo_status check_size(const salvo_matrix *x, salvo_error *err)
{
    /* A product of three numbers may not fit size_t on every machine. */
    double matches = (double)x->n_units * (double)x->n_units * (double)x->ranges.n;

    if (matches <= SALVO_MATCHES_MAX)
        return SALVO_OK;
    return salvo_fail(
        err, SALVO_TOO_LARGE,
        "%s at %s are %.0f matches, and a matrix has room for %d; choose fewer units (--units) or one --range",
        salvo_counted(x->n_units, "unit").text, salvo_counted(x->ranges.n, "range").text, matches, SALVO_MATCHES_MAX);
}

/* Every ordered pair has a place, also if it is a mirror. */
static salvo_match *match_at(const salvo_matrix *x, size_t a, size_t b, size_t range)
{
    return &x->matches[(a * x->n_units + b) * x->n_reported_ranges + range];
}

/* Matches are counted in the order of fixtures, so that the hash is the same for any number of threads. */
static void count_match(salvo_matrix *x, const salvo_match *m)
{
    const uint64_t both[] = {x->hash, m->hash};

    x->n_fought++; /* known or not: a pair that no budget buys counts as fought */
    x->n_without_match += !m->known;
    if (!m->known)
        return;
    x->n_exact += m->method != SALVO_MONTE_CARLO;
    x->n_simulated += m->method != SALVO_EXACT;
    x->trials += m->trials;
    if (m->trials) /* exact matches have no hash */
        x->hash = salvo_counts_hash(both, 2);
}

/* Puts a pair in its place. With averaged ranges it is known only if every range is. */
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

/* Puts the fought matches into the matrix. After a stop, fixtures that were not taken are left out: their places are
 * zeroed, not known. Mirrors are made from the matrix itself, also for pairs that were not fought: then both are not
 * known. */
static salvo_status put_matches(campaign *c, salvo_error *err)
{
    salvo_matrix *x = c->matrix;
    size_t n = (c->taken + x->ranges.n - 1) / x->ranges.n * x->ranges.n; /* whole pairs: all ranges of one */

    x->matches = salvo_arena_array(x->memory, x->n_units * x->n_units * x->n_reported_ranges, sizeof *x->matches);
    if (!x->matches)
        return salvo_fail_memory(err);
    for (size_t at = 0; at < n; at += x->ranges.n) {
        size_t a = c->fixtures[at].a, b = c->fixtures[at].b;

        put_pair(x, &c->fought[at], a, b);
        for (size_t r = 0; x->mirrors && a != b && r < x->n_reported_ranges; r++)
            *match_at(x, b, a, r) = match_mirrored(match_at(x, a, b, r));
    }
    x->remark = NULL; /* of the first match that has one, in the order of fixtures */
    for (size_t at = 0; at < n && !x->remark; at++)
        x->remark = c->remarks[at];
    for (size_t at = 0; at < n; at++)
        if (c->fought[at].known || !c->stopped) /* after a stop a match that is not known was not fought */
            count_match(x, &c->fought[at]);
    return SALVO_OK;
}

static salvo_status prepare(salvo_matrix *x, salvo_error *err)
{
    TRY(check_plan(x->book, x->plan, err));
    TRY(enlist(x, err));
    return check_size(x, err);
}

/* The plan is copied, because the time of a match is settled here. */
static salvo_status fight(salvo_matrix *x, const salvo_approach *approach, salvo_error *err)
{
    salvo_approach how = *approach;
    campaign c = {.matrix = x, .approach = &how};
    int threads = how.plan.threads > 0 ? how.plan.threads : omp_get_max_threads();

    TRY(prepare(x, err));
    x->mirrors = mirrors(x->book, x->plan);
    x->seed = how.plan.seed;
    TRY(campaign_list(&c, err));
    if (c.n > 1)
        how.plan.time_s *= (double)threads / (double)c.n; /* each match has its share of the time of all threads */
    TRY(campaign_fight(&c, threads, err));
    TRY(put_matches(&c, err));
    return standings_rank(x, err);
}

salvo_status salvo_matrix_fight(salvo_matrix *matrix, const salvo_rulebook *book, const salvo_matrix_plan *plan,
                                const salvo_approach *approach, salvo_error *err)
{
    salvo_status status;

    *matrix = (salvo_matrix){.book = book, .plan = plan, .memory = salvo_arena_new()};
    if (matrix->memory)
        matrix->claims = claims_begin(matrix->memory);
    status = matrix->claims ? fight(matrix, approach ? approach : &SALVO_APPROACH, err) : salvo_fail_memory(err);
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

const salvo_match *salvo_matrix_match(const salvo_matrix *matrix, size_t a, size_t b, size_t range)
{
    return match_at(matrix, a, b, range);
}

const char *salvo_matrix_name(const salvo_matrix *matrix, size_t unit)
{
    return salvo_unit_set_name(&matrix->unit_set, matrix->selection.rows[unit]);
}

double salvo_matrix_price(const salvo_matrix *matrix, size_t unit)
{
    return salvo_unit_set_price(&matrix->unit_set, matrix->selection.rows[unit]);
}
