/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fractions prime by prime: residues against GMP, fractions from their residues, and the flow through random chains against
 * plain rational arithmetic, which solves all states at once as one linear system. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "odds/course.h"
#include "odds/remainders.h"
#include "splitmix.h"
#include "support.h"

/* Residues. */

static void every_prime_is_a_prime(void **state)
{
    uint64_t before = UINT64_C(1) << 62;
    mpz_t p;

    (void)state;
    mpz_init(p);
    for (size_t i = 0; i < PRIMES; i++) {
        const prime of = prime_of(i);

        assert_true(of.p < before && of.p > UINT64_C(1) << 61);
        before = of.p;
        long_set_word(p, of.p);
        assert_int_not_equal(mpz_probab_prime_p(p, 30), 0);
        assert_true(of.p * of.minus_inverse == UINT64_MAX); /* -1 modulo 2^64 */
    }
    mpz_clear(p);
}

/* Often at an end of what is allowed, where carries are lost. */
static uint64_t below(uint64_t *random, uint64_t end)
{
    const uint64_t any = splitmix_next(random);

    return any % 8 == 0 ? 0 : any % 8 == 1 ? 1 : any % 8 == 2 ? end - 1 : splitmix_next(random) % end;
}

static void assert_residue(uint64_t is, const mpz_t number, const prime *p)
{
    mpz_t expected, of;

    mpz_inits(expected, of, NULL);
    long_set_word(of, p->p);
    mpz_mod(expected, number, of);
    if (long_word(expected, 0) != is)
        fail_msg("%" PRIu64 " and not %" PRIu64 " modulo %" PRIu64, is, long_word(expected, 0), p->p);
    mpz_clears(expected, of, NULL);
}

static void set_wide(mpz_t to, wide from)
{
    mpz_t low;

    mpz_init(low);
    long_set_word(to, (uint64_t)from.high);
    mpz_mul_2exp(to, to, 64);
    long_set_word(low, from.low);
    mpz_add(to, to, low);
    mpz_clear(low);
}

static void sums_are_reduced_as_by_gmp(void **state)
{
    uint64_t random = 2;
    mpz_t sum;

    (void)state;
    mpz_init(sum);
    for (int i = 0; i < 200000; i++) {
        const prime p = prime_of(splitmix_next(&random) % PRIMES);
        const wide of = {below(&random, UINT64_MAX), (int64_t)below(&random, p.p)};
        const uint64_t reduced = prime_reduce(&p, of);

        assert_true(reduced < p.p);
        set_wide(sum, of);
        assert_residue(prime_raise(&p, reduced), sum, &p);
    }
    mpz_clear(sum);
}

static void residues_are_added_and_multiplied_as_by_gmp(void **state)
{
    uint64_t random = 3;
    mpz_t a, b, c;

    (void)state;
    mpz_inits(a, b, c, NULL);
    for (int i = 0; i < 100000; i++) {
        const prime p = prime_of(splitmix_next(&random) % PRIMES);
        const uint64_t x = below(&random, p.p), y = below(&random, p.p);

        long_set_word(a, x);
        long_set_word(b, y);
        mpz_add(c, a, b);
        assert_residue(prime_plus(&p, x, y), c, &p);
        mpz_sub(c, a, b);
        assert_residue(prime_minus(&p, x, y), c, &p);
        mpz_mul(c, a, b);
        assert_residue(prime_times(&p, x, prime_raise(&p, y)), c, &p);
        set_wide(c, wide_product(x, y));
        assert_residue(prime_times(&p, x, prime_raise(&p, y)), c, &p);
        assert_true(prime_inverse(&p, x) == 0 ? x == 0
                                              : prime_times(&p, prime_raise(&p, x), prime_inverse(&p, x)) == 1);
    }
    mpz_clears(a, b, c, NULL);
}

static void random_long(mpz_t to, uint64_t *random, size_t words)
{
    mpz_t word;

    mpz_init(word);
    mpz_set_ui(to, 0);
    for (size_t i = 0; i < words; i++) {
        long_set_word(word, below(random, UINT64_MAX));
        mpz_mul_2exp(to, to, 64);
        mpz_add(to, to, word);
    }
    mpz_clear(word);
}

static void long_numbers_have_their_residues(void **state)
{
    uint64_t random = 4;
    mpz_t number;

    (void)state;
    mpz_init(number);
    for (int i = 0; i < 20000; i++) {
        const prime p = prime_of(splitmix_next(&random) % PRIMES);

        random_long(number, &random, splitmix_next(&random) % 6);
        if (i % 2)
            mpz_neg(number, number);
        assert_residue(prime_of_long(&p, number), number, &p);
    }
    for (size_t i = 0; i < PRIMES; i++) {
        const prime p = prime_of(i);

        long_set_word(number, UINT64_MAX);
        assert_residue(prime_of_word(&p, UINT64_MAX), number, &p);
        long_set_word(number, 2 * p.p);
        assert_residue(prime_of_word(&p, 2 * p.p), number, &p);
    }
    mpz_clear(number);
}

/* Fractions. */

static size_t bits_of(const mpq_t fraction)
{
    return mpz_sizeinbase(mpq_numref(fraction), 2) + mpz_sizeinbase(mpq_denref(fraction), 2);
}

static uint64_t residue_of(const mpq_t fraction, const prime *p)
{
    const uint64_t over = prime_of_long(p, mpq_numref(fraction)), under = prime_of_long(p, mpq_denref(fraction));

    return prime_times(p, prime_raise(p, over), prime_inverse(p, under));
}

/* Numbers are found as soon as the product of the primes has 64 bits more than the longest, and not before. */
static void assert_found(mpq_t *fractions, size_t n)
{
    remainders r;
    uint64_t values[8];
    size_t longest = 0;
    mpq_t is;

    assert_true(n <= 8 && remainders_init(&r, n));
    mpq_init(is);
    for (size_t i = 0; i < n; i++)
        longest = bits_of(fractions[i]) > longest ? bits_of(fractions[i]) : longest;
    for (size_t i = 0; i < PRIMES; i++) {
        const prime p = prime_of(i);
        const bool enough = longest + 64 < mpz_sizeinbase(r.product, 2);
        bool found = true;

        for (size_t k = 0; k < n && found; k++) {
            found = remainders_fraction(&r, k, is);
            if (found && !mpq_equal(is, fractions[k]))
                fail_msg("number %zu is wrong after %zu primes", k, i);
        }
        if (found != enough)
            fail_msg("%s after %zu primes with numbers of %zu bits", found ? "found" : "not found", i, longest);
        if (found)
            break;
        for (size_t k = 0; k < n; k++)
            values[k] = residue_of(fractions[k], &p);
        remainders_add(&r, &p, values);
    }
    mpq_clear(is);
    remainders_free(&r);
}

static void assert_found_alone(const char *text)
{
    mpq_t fraction;

    mpq_init(fraction);
    assert_int_equal(mpq_set_str(fraction, text, 10), 0);
    assert_found(&fraction, 1);
    mpq_clear(fraction);
}

static void known_fractions_are_found(void **state)
{
    static const char *const KNOWN[] = {"0",    "1",         "-1",
                                        "1/2",  "-3/7",      "5468211802/8729091379",
                                        "1000", "-1/604661", "18446744073709551616/18446744073709551615"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(KNOWN); i++)
        assert_found_alone(KNOWN[i]);
}

/* Of 5,000 bits and of up to 10,240; also with a numerator or denominator that is much shorter than the other. */
static void huge_fractions_are_found(void **state)
{
    static const struct {
        size_t over, under;
    } WORDS[] = {{78, 78}, {160, 160}, {1, 160}, {160, 1}, {0, 120}, {120, 0}, {20, 40}};
    uint64_t random = 5;
    mpq_t fraction;

    (void)state;
    mpq_init(fraction);
    for (size_t i = 0; i < COUNT_OF(WORDS); i++) {
        random_long(mpq_numref(fraction), &random, WORDS[i].over);
        random_long(mpq_denref(fraction), &random, WORDS[i].under);
        mpz_add_ui(mpq_numref(fraction), mpq_numref(fraction), 1);
        mpz_add_ui(mpq_denref(fraction), mpq_denref(fraction), 1);
        mpz_setbit(mpq_denref(fraction), WORDS[i].under * 64 - (WORDS[i].under > 0));
        mpq_canonicalize(fraction);
        if (i % 2)
            mpq_neg(fraction, fraction);
        assert_found(&fraction, 1);
    }
    mpq_clear(fraction);
}

/* Denominators that share factors, as those of one question do, and that do not. */
static void many_fractions_are_found_together(void **state)
{
    uint64_t random = 6;
    mpq_t of[6];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(of); i++)
        mpq_init(of[i]);
    for (int round = 0; round < 20; round++) {
        for (size_t i = 0; i < COUNT_OF(of); i++) {
            random_long(mpq_numref(of[i]), &random, (size_t)round);
            if (round % 2)
                random_long(mpq_denref(of[i]), &random, (size_t)round + i % 3);
            else
                mpz_ui_pow_ui(mpq_denref(of[i]), 36, 3 * (unsigned long)round + i);
            mpz_add_ui(mpq_denref(of[i]), mpq_denref(of[i]), round % 2);
            mpq_canonicalize(of[i]);
        }
        for (size_t i = 0; i < COUNT_OF(of); i++) /* alone, each is found at its own length */
            assert_found(&of[i], 1);
    }
    for (size_t i = 0; i < COUNT_OF(of); i++)
        mpq_clear(of[i]);
}

/* Residues that belong to no short fraction. With 64 spare bits one in 2^64 of them is found; with 16 it would be one in
 * 2^16. */
static void other_residues_are_no_fraction(void **state)
{
    uint64_t random = 7;
    mpq_t is;

    (void)state;
    mpq_init(is);
    for (int i = 0; i < 20000; i++) {
        remainders r;

        assert_true(remainders_init(&r, 1));
        for (size_t k = 0; k < 4; k++) {
            const prime p = prime_of(k);
            const uint64_t any = splitmix_next(&random) % p.p;

            remainders_add(&r, &p, &any);
        }
        assert_false(remainders_fraction(&r, 0, is));
        remainders_free(&r);
    }
    mpq_clear(is);
}

/* Chains. */

enum { LIMITED = 5, TURNS_NOTED = 3, STATES_MAX = 9, OUTCOMES = 3, GAINS = 2, UNDECIDED = 2 };

static int64_t limit_of(const void *situation)
{
    return *(const int64_t *)situation;
}

static int told_outcome(const void *situation, const void *state)
{
    (void)situation;
    (void)state;
    return 0;
}

/* A question with the chain's contract alone: the graph is made by hand. */
typedef struct asked {
    salvo_chain chain;
    salvo_procedure procedure;
    salvo_expectation expectations[GAINS];
    salvo_question question;
    int64_t limit;
    state_graph graph;
} asked;

/* Ways of a throw: small and large numbers of 32 bits, or long ones. Some long ones make ways less the loop a multiple of
 * the first prime. */
typedef struct throws {
    bool is_long, divided;
} throws;

/* `ways` is NULL if those of the edge are short. */
static void add_edge(state_graph *g, const graph_edge *edge, mpz_srcptr ways)
{
    graph_state *from = &g->states[g->n_states - 1];
    graph_edge *to = &g->edges[g->n_edges++];

    *to = *edge;
    from->n_edges++;
    if (ways) {
        assert_true(long_ways_add(&g->longs, &to->ways));
        mpz_set(g->longs.list[to->ways], ways);
    }
}

/* Edges with random goals and ways that add up to all. */
static void add_edges(asked *a, uint64_t *random, size_t n_states, throws how)
{
    state_graph *g = &a->graph;
    const size_t n = 1 + splitmix_next(random) % 4;
    const bool has_loop = splitmix_next(random) % 2;
    mpz_t ways, sum, p;

    mpz_inits(ways, sum, p, NULL);
    long_set_word(p, prime_of(0).p);
    for (size_t i = 0; i < n + has_loop; i++) {
        const bool is_loop = i == n;
        graph_edge edge = {.to = is_loop ? (uint32_t)g->n_states - 1 : (uint32_t)(splitmix_next(random) % n_states),
                           .gain = (uint32_t)(splitmix_next(random) % a->graph.gains.count) & INT32_MAX,
                           .ends_turn = splitmix_next(random) % 2,
                           .ways = 1 + (uint32_t)(splitmix_next(random) % (i % 2 ? 6 : UINT32_MAX / 8))};

        if (how.is_long)
            random_long(ways, random, 1 + splitmix_next(random) % 3);
        mpz_add_ui(ways, ways, 1);       /* not 0 */
        if (how.divided && i + 1 == n) { /* the ways so far and these are a multiple of p */
            mpz_add(ways, ways, sum);
            mpz_fdiv_q(ways, ways, p);
            mpz_add_ui(ways, ways, 1);
            mpz_mul(ways, ways, p);
            mpz_sub(ways, ways, sum);
            edge.ends_turn = 0;
        }
        add_edge(g, &edge, how.is_long ? ways : NULL);
        if (how.is_long)
            mpz_add(sum, sum, ways);
        else
            g->states[g->n_states - 1].ways += edge.ways;
    }
    if (how.is_long)
        mpz_set(g->longs.list[g->states[g->n_states - 1].long_ways], sum);
    mpz_clears(ways, sum, p, NULL);
}

static void make_chain(asked *a, uint64_t *random)
{
    const size_t n = 1 + splitmix_next(random) % STATES_MAX;
    state_graph *g = &a->graph;
    uint32_t number;
    bool is_new;

    memset(a, 0, sizeof *a);
    a->limit = splitmix_next(random) % 2 ? 0 : 1 + (int64_t)(splitmix_next(random) % LIMITED);
    a->chain = (salvo_chain){.turn_limit = limit_of, .undecided = UNDECIDED};
    if (splitmix_next(random) % 3 == 0)
        a->chain.never_ends = told_outcome;
    else if (splitmix_next(random) % 3 == 0)
        a->chain.stopped = told_outcome;
    a->procedure = (salvo_procedure){.chain = &a->chain, .expectations = a->expectations, .n_expectations = GAINS};
    a->question = (salvo_question){.procedure = &a->procedure, .situation = &a->limit};
    g->gains.key_size = SALVO_EXPECTATIONS_MAX * sizeof(int64_t);
    for (int i = 0; i < 3; i++) {
        const int64_t gain[SALVO_EXPECTATIONS_MAX] = {i, i == 2 ? -5 : 0};

        assert_true(intern_table_of(&g->gains, gain, &number, &is_new));
    }
    g->states = calloc(n, sizeof *g->states);
    g->edges = calloc(6 * n, sizeof *g->edges);
    assert_true(g->states && g->edges);
    for (size_t i = 0; i < n; i++) {
        graph_state *state = &g->states[g->n_states++];
        const uint64_t kind = splitmix_next(random) % 8;

        state->unended = (int)(splitmix_next(random) % OUTCOMES);
        state->outcome = kind < 2 ? (int)(splitmix_next(random) % OUTCOMES) : SALVO_CONTINUES;
        state->first_edge = g->n_edges;
        if (state->outcome != SALVO_CONTINUES)
            continue;
        if (kind >= 6)
            assert_true(long_ways_add(&g->longs, &state->long_ways));
        add_edges(a, random, n, (throws){.is_long = kind >= 6, .divided = kind == 7});
    }
    assert_true(state_graph_set_chances(g));
}

/* The judge: visits of every (turn, state) as one system of fractions. Turns are those of a limit, else there is one that
 * never ends. */
typedef struct judge {
    const asked *a;
    size_t turns, n;         /* n = turns * states */
    bool *ends, *is_endless; /* nothing that follows leaves */
    mpq_t *rows;             /* n times n + 1 */
    mpq_t outcomes[OUTCOMES], gains[GAINS], endless;
    mpq_t known[OUTCOMES]; /* of the outcomes: without what is undecided or stopped */
} judge;

static void set_chance(mpq_t to, const state_graph *g, size_t state, const graph_edge *edge)
{
    if (g->states[state].ways) {
        mpq_set_ui(to, edge->ways, (unsigned long)g->states[state].ways);
    } else {
        mpz_set(mpq_numref(to), graph_ways(g, edge));
        mpz_set(mpq_denref(to), graph_all_ways(g, &g->states[state]));
    }
    mpq_canonicalize(to);
}

/* The place that the edge leads to; n where the limit stops it. */
static size_t goal(const judge *j, size_t place, const graph_edge *edge)
{
    const size_t n_states = j->a->graph.n_states, turn = place / n_states;

    if (!j->a->limit || !edge->ends_turn || state_ends(&j->a->graph, edge->to))
        return turn * n_states + edge->to;
    return turn + 1 < j->turns ? (turn + 1) * n_states + edge->to : j->n;
}

/* Whether a place leads to another one, in any number of steps. */
static bool *make_reached(const judge *j)
{
    const state_graph *g = &j->a->graph;
    bool *reached = calloc(j->n * j->n, sizeof *reached);

    assert_non_null(reached);
    for (size_t i = 0; i < j->n; i++)
        for (size_t e = 0; e < g->states[i % g->n_states].n_edges; e++) {
            const size_t to = goal(j, i, &graph_edges(g, i % g->n_states)[e]);

            if (to < j->n)
                reached[i * j->n + to] = true;
        }
    for (size_t via = 0; via < j->n; via++)
        for (size_t i = 0; i < j->n; i++)
            for (size_t to = 0; to < j->n && reached[i * j->n + via]; to++)
                reached[i * j->n + to] = reached[i * j->n + to] || reached[via * j->n + to];
    return reached;
}

static bool is_stopped(const judge *j, size_t place)
{
    const state_graph *g = &j->a->graph;

    for (size_t e = 0; e < g->states[place % g->n_states].n_edges; e++)
        if (goal(j, place, &graph_edges(g, place % g->n_states)[e]) == j->n)
            return true;
    return false;
}

/* From an endless place every place that it leads to leads back, and the limit stops none of them. */
static void find_endless(judge *j)
{
    const state_graph *g = &j->a->graph;
    bool *reached = make_reached(j);

    for (size_t i = 0; i < j->n; i++) {
        j->ends[i] = state_ends(g, i % g->n_states);
        j->is_endless[i] = !j->ends[i] && !is_stopped(j, i);
        for (size_t to = 0; to < j->n && j->is_endless[i]; to++)
            if (reached[i * j->n + to] && (!reached[to * j->n + i] || is_stopped(j, to)))
                j->is_endless[i] = false;
    }
    free(reached);
}

static mpq_t *cell(const judge *j, size_t row, size_t column)
{
    return &j->rows[row * (j->n + 1) + column];
}

static void fill(judge *j)
{
    const state_graph *g = &j->a->graph;
    mpq_t chance;

    mpq_init(chance);
    for (size_t i = 0; i < j->n; i++) {
        mpq_set_ui(*cell(j, i, i), 1, 1);
        if (i == 0)
            mpq_set_ui(*cell(j, i, j->n), 1, 1);
    }
    for (size_t i = 0; i < j->n; i++)
        for (size_t e = 0; e < g->states[i % g->n_states].n_edges && !j->is_endless[i]; e++) {
            const graph_edge *edge = &graph_edges(g, i % g->n_states)[e];
            const size_t to = goal(j, i, edge);

            set_chance(chance, g, i % g->n_states, edge);
            if (to < j->n)
                mpq_sub(*cell(j, to, i), *cell(j, to, i), chance);
        }
    mpq_clear(chance);
}

static void eliminate(judge *j)
{
    mpq_t factor, part;

    mpq_inits(factor, part, NULL);
    for (size_t p = 0; p < j->n; p++)
        for (size_t i = 0; i < j->n; i++) {
            if (i == p || mpq_sgn(*cell(j, i, p)) == 0)
                continue;
            mpq_div(factor, *cell(j, i, p), *cell(j, p, p));
            for (size_t k = p; k <= j->n; k++) {
                mpq_mul(part, *cell(j, p, k), factor);
                mpq_sub(*cell(j, i, k), *cell(j, i, k), part);
            }
        }
    for (size_t p = 0; p < j->n; p++)
        mpq_div(*cell(j, p, j->n), *cell(j, p, j->n), *cell(j, p, p));
    mpq_clears(factor, part, NULL);
}

/* Adds what a place gives to the answer. */
static void add_up(judge *j, size_t i, mpq_t chance, mpq_t part)
{
    const state_graph *g = &j->a->graph;
    const graph_state *state = &g->states[i % g->n_states];
    mpq_t *visits = cell(j, i, j->n);

    if (j->ends[i]) {
        mpq_add(j->outcomes[state->outcome], j->outcomes[state->outcome], *visits);
        mpq_add(j->known[state->outcome], j->known[state->outcome], *visits);
    }
    if (j->is_endless[i]) {
        const int outcome = j->a->chain.never_ends ? state->unended : UNDECIDED;

        mpq_add(j->outcomes[outcome], j->outcomes[outcome], *visits);
        mpq_add(j->endless, j->endless, *visits);
        if (j->a->chain.never_ends)
            mpq_add(j->known[outcome], j->known[outcome], *visits);
        return;
    }
    for (size_t e = 0; e < state->n_edges; e++) {
        const graph_edge *edge = &graph_edges(g, i % g->n_states)[e];

        set_chance(chance, g, i % g->n_states, edge);
        mpq_mul(chance, chance, *visits);
        if (goal(j, i, edge) == j->n) {
            const int outcome = j->a->chain.stopped ? g->states[edge->to].unended : UNDECIDED;

            mpq_add(j->outcomes[outcome], j->outcomes[outcome], chance);
        }
        for (size_t k = 0; k < GAINS; k++) {
            const int64_t gain = graph_gain(g, edge)[k];

            mpq_set_si(part, (long)gain, 1);
            mpq_mul(part, part, chance);
            mpq_add(j->gains[k], j->gains[k], part);
        }
    }
}

static judge judge_of(const asked *a)
{
    judge j = {.a = a, .turns = a->limit ? (size_t)a->limit : 1};
    mpq_t chance, part;

    j.n = j.turns * a->graph.n_states;
    j.ends = calloc(j.n, sizeof *j.ends);
    j.is_endless = calloc(j.n, sizeof *j.is_endless);
    j.rows = calloc(j.n * (j.n + 1), sizeof *j.rows);
    assert_true(j.ends && j.is_endless && j.rows);
    for (size_t i = 0; i < j.n * (j.n + 1); i++)
        mpq_init(j.rows[i]);
    for (size_t i = 0; i < OUTCOMES; i++)
        mpq_inits(j.outcomes[i], j.known[i], NULL);
    mpq_inits(j.gains[0], j.gains[1], j.endless, chance, part, NULL);
    find_endless(&j);
    fill(&j);
    eliminate(&j);
    for (size_t i = 0; i < j.n; i++)
        add_up(&j, i, chance, part);
    mpq_clears(chance, part, NULL);
    return j;
}

static void judge_free(judge *j)
{
    for (size_t i = 0; i < j->n * (j->n + 1); i++)
        mpq_clear(j->rows[i]);
    for (size_t i = 0; i < OUTCOMES; i++)
        mpq_clears(j->outcomes[i], j->known[i], NULL);
    mpq_clears(j->gains[0], j->gains[1], j->endless, NULL);
    free(j->rows);
    free(j->ends);
    free(j->is_endless);
}

static void assert_equal(const num *is, const mpq_t expected, const char *what, uint64_t chain)
{
    if (!mpq_equal(is->fraction, expected))
        fail_msg("chain %" PRIu64 ": %s is %f and not %f", chain, what, mpq_get_d(is->fraction), mpq_get_d(expected));
}

static void assert_visits(const chain_course *c, const judge *j, uint64_t chain)
{
    mpq_t visits;

    mpq_init(visits);
    for (size_t i = 0; i < c->graph->n_states; i++) {
        bool endless = false;

        mpq_set_ui(visits, 0, 1);
        for (size_t turn = 0; turn < j->turns; turn++) {
            mpq_add(visits, visits, *cell(j, turn * c->graph->n_states + i, j->n));
            endless = endless || j->is_endless[turn * c->graph->n_states + i];
        }
        if (!state_ends(c->graph, i) && !endless)
            assert_equal(&c->visits[i], visits, "a number of visits", chain);
    }
    mpq_clear(visits);
}

/* A chain with a limit of so many turns has the same outcomes by then. */
static void assert_turns(asked *a, const chain_course *c, uint64_t chain)
{
    const int64_t limit = a->limit;

    for (size_t turn = 1; turn <= c->n_turns; turn++) {
        judge j;

        a->limit = (int64_t)turn;
        j = judge_of(a);
        for (size_t i = 0; i < c->totals.n_outcomes; i++)
            assert_equal(&c->by_turn[(turn - 1) * c->totals.n_outcomes + i], j.known[c->totals.outcomes[i]],
                         "an outcome by the end of a turn", chain);
        judge_free(&j);
    }
    a->limit = limit;
}

static void assert_chain(asked *a, uint64_t chain)
{
    judge j = judge_of(a);
    chain_course c;
    salvo_error err;

    if (chain_follow(&c, &a->question, &a->graph, TURNS_NOTED, &err) != SALVO_OK)
        fail_msg("chain %" PRIu64 ": %s", chain, err.text);
    assert_int_equal(c.totals.with.kind, SALVO_RATIONAL);
    for (size_t i = 0; i < c.totals.n_outcomes; i++)
        assert_equal(&c.totals.probability[i], j.outcomes[c.totals.outcomes[i]], "an outcome", chain);
    for (size_t k = 0; k < GAINS; k++)
        assert_equal(&c.totals.gain[k], j.gains[k], "a mean", chain);
    assert_equal(c.totals.endless, j.endless, "what never ends", chain);
    assert_visits(&c, &j, chain);
    assert_turns(a, &c, chain);
    chain_course_free(&c);
    judge_free(&j);
}

static void random_chains_are_solved_as_by_plain_fractions(void **state)
{
    uint64_t random = 8;

    (void)state;
    for (uint64_t i = 0; i < 1000; i++) {
        asked a;

        make_chain(&a, &random);
        assert_chain(&a, i);
        state_graph_free(&a.graph);
    }
}

/* A state that is left in 2 p of its ways; p is the first prime, which is taken with the next ones. */
static void primes_that_divide_a_divisor_stop(void **state)
{
    const uint32_t outcome_of[2] = {0, 0};
    const graph_edge on = {.to = 1}, loop = {.to = 0};
    graph_state states[2] = {{.outcome = SALVO_CONTINUES}, {.outcome = 0}};
    graph_edge edges[2];
    state_graph g = {.states = states, .edges = edges, .gains.key_size = SALVO_EXPECTATIONS_MAX * sizeof(int64_t)};
    flow_map map;
    residues r;
    mpz_t ways;

    (void)state;
    mpz_init(ways);
    g.n_states = 1;
    assert_true(long_ways_add(&g.longs, &states[0].long_ways));
    long_set_word(ways, 2 * prime_of(0).p);
    add_edge(&g, &on, ways);
    mpz_add_ui(g.longs.list[0], ways, 5);
    mpz_set_ui(ways, 5);
    add_edge(&g, &loop, ways);
    g.n_states = 2;
    assert_true(state_graph_set_chances(&g));
    assert_int_equal(flow_map_make(&map, &g, outcome_of, false, NULL), SALVO_OK);
    assert_true(residues_init(&r, &map, UINT64_MAX));
    residues_begin(&r, 0);
    assert_true(r.stopped);
    residues_begin(&r, RESIDUES);
    assert_false(r.stopped);
    residues_free(&r);
    flow_map_free(&map);
    long_ways_free(&g.longs);
    free(g.chances);
    mpz_clear(ways);
}

/* A cycle of two states: the first is left in 1 of b + 1 ways, the second in 1 of c. The determinant of their system, c + b,
 * is the first prime. So the first ends the chain with the chance c / p, and its second pivot is 0 modulo p. */
static void primes_that_divide_a_pivot_stop(void **state)
{
    salvo_chain chain = {.undecided = UNDECIDED};
    salvo_procedure procedure = {.chain = &chain};
    const salvo_question question = {.procedure = &procedure};
    graph_state states[4] = {
        {.outcome = SALVO_CONTINUES}, {.outcome = SALVO_CONTINUES, .first_edge = 2}, {.outcome = 0}, {.outcome = 1}};
    graph_edge edges[4];
    state_graph g = {.states = states, .edges = edges, .gains.key_size = SALVO_EXPECTATIONS_MAX * sizeof(int64_t)};
    const uint64_t p = prime_of(0).p, c = p / 3, b = p - c, to_other[2] = {b, c - 1};
    chain_course course;
    mpq_t expected;
    mpz_t ways;

    (void)state;
    mpz_init(ways);
    mpq_init(expected);
    for (uint32_t i = 0; i < 2; i++) {
        const graph_edge other = {.to = 1 - i}, out = {.to = 2 + i};

        g.n_states = i + 1;
        assert_true(long_ways_add(&g.longs, &states[i].long_ways));
        long_set_word(g.longs.list[states[i].long_ways], to_other[i] + 1);
        long_set_word(ways, to_other[i]);
        add_edge(&g, &other, ways);
        mpz_set_ui(ways, 1);
        add_edge(&g, &out, ways);
    }
    g.n_states = 4;
    assert_true(state_graph_set_chances(&g));
    assert_int_equal(chain_follow(&course, &question, &g, 0, NULL), SALVO_OK);
    assert_int_equal(course.totals.with.kind, SALVO_RATIONAL);
    long_set_word(mpq_numref(expected), c);
    long_set_word(mpq_denref(expected), p);
    assert_equal(&course.totals.probability[0], expected, "an outcome", 0);
    chain_course_free(&course);
    long_ways_free(&g.longs);
    free(g.chances);
    mpq_clear(expected);
    mpz_clear(ways);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_prime_is_a_prime),
        cmocka_unit_test(sums_are_reduced_as_by_gmp),
        cmocka_unit_test(residues_are_added_and_multiplied_as_by_gmp),
        cmocka_unit_test(long_numbers_have_their_residues),
        cmocka_unit_test(known_fractions_are_found),
        cmocka_unit_test(huge_fractions_are_found),
        cmocka_unit_test(many_fractions_are_found_together),
        cmocka_unit_test(other_residues_are_no_fraction),
        cmocka_unit_test(primes_that_divide_a_divisor_stop),
        cmocka_unit_test(primes_that_divide_a_pivot_stop),
        cmocka_unit_test(random_chains_are_solved_as_by_plain_fractions),
    };

    return cmocka_run_group_tests_name("primes", tests, NULL, NULL);
}
