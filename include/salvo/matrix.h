/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All against all: who wins how often, and with which losses, one on one, in equal numbers, or at equal cost. */
#ifndef SALVO_MATRIX_H
#define SALVO_MATRIX_H

#include <salvo/fight.h>
#include <salvo/selection.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* How two units are matched. */
typedef enum {
    SALVO_ONE_ON_ONE,    /* the ruleset's duel */
    SALVO_EQUAL_NUMBERS, /* a battle with the same number of elements on either side */
    SALVO_EQUAL_POINTS,  /* battles at equal cost */
    SALVO_N_MATCHINGS,
} salvo_matching;

/* "one", "numbers", "points", in the order of the enum. */
extern const char *const SALVO_MATCHINGS[SALVO_N_MATCHINGS + 1]; /* ends with NULL */

enum { SALVO_BUDGETS_MAX = 20, SALVO_PURCHASE_MAX = 20 };
enum {
    SALVO_MATCHES_MAX = 1 << 22
}; /* the largest number of matches: 2048 units at one range, 724 at eight; half a gigabyte for each million */

/* At equal cost, budget k (1, 2, ... `budgets`) is k times the higher of the two prices: k elements of the dearer
 * unit, and as many of the cheaper one as the same points buy. If that is not a whole number, both neighbours are
 * fought, weighted so that the cheaper side spends exactly the budget on average: 2.25 elements are 2 with weight 3/4
 * and 3 with weight 1/4. All budgets have equal weight. Budgets that need more than SALVO_PURCHASE_MAX elements a side
 * are left out for the pair; a pair without any budget has no match. */
typedef struct salvo_matrix_plan {
    salvo_matching matching;
    const char *range; /* as for salvo_ranges_read */
    const char *units; /* as for salvo_unit_set_select */
    int numbers;       /* elements of each side, 1 to SALVO_ELEMENTS_MAX */
    int budgets;       /* 1 to SALVO_BUDGETS_MAX */
    const char *const *words;
    size_t n_words;                  /* parameters of the duel; not for battles */
    const salvo_battle_plan *battle; /* the plan of every battle, without armies and range; NULL for duels */
} salvo_matrix_plan;

/* One unit against another, at one range or averaged over several, and over several battles at equal cost. Figures
 * have no fractions. An average of intervals goes from the average of their lower ends to that of the upper ones,
 * which is wider than necessary. In a match that was solved exactly, `simulated` is the exact value, too. */
typedef struct salvo_match {
    bool known;          /* false: there is no match, or the matrix was stopped before it */
    bool mirrored;       /* the mirrored match was fought, and is seen from this side */
    salvo_method method; /* SALVO_EXACT, SALVO_MONTE_CARLO or SALVO_BOTH; never the last */
    salvo_figure p_a, p_b, p_nobody, p_mutual, p_undecided; /* nobody: both are lost, or undecided */
    bool ends;
    salvo_figure turns;    /* average, if it ends */
    double number[2];      /* average number of elements of a side */
    bool priced;           /* both have prices */
    double cost[2];        /* average points of a side */
    salvo_figure lost[2];  /* average points; the loser of a duel loses its price */
    uint64_t trials, hash; /* of the counts */
    double agreement;      /* with both methods: p of the chi-square test; the smallest of several */
} salvo_match;

/* A unit against all others, over all ranges by their weights. */
typedef struct salvo_standing {
    size_t unit;
    size_t n;                      /* number of opponents */
    double p_win, p_nobody, turns; /* averages; turns are NAN if any match may never end */
    double destroyed, lost;        /* average points of a match; NAN without prices */
    size_t best, worst;            /* the opponents that it beats most often and least often, as places; n_units if n
                                      is 0 */
    double p_best, p_worst;
} salvo_standing;

typedef struct salvo_matrix {
    const salvo_rulebook *book;
    const salvo_matrix_plan *plan;
    salvo_unit_set unit_set;
    salvo_selection selection;
    size_t n_units;
    size_t n_without_price; /* selected units that were left out, at equal cost */
    salvo_ranges ranges;
    size_t n_reported_ranges;     /* ranges that are reported one by one: 1 for a mix */
    salvo_match *matches;         /* n_units x n_units x n_reported_ranges: [a][b][range] */
    salvo_standing *standings;    /* by P(win), the highest first */
    double widest;                /* the widest 95 % half-width of a simulated chance */
    double least_agreement;       /* the least p of the matches that have both methods; 1: there are none */
    size_t n_agreements;          /* such matches, each pair once if it is mirrored */
    bool mirrors;                 /* b against a is a against b, and only one of them was fought */
    size_t n_requested, n_fought; /* matches, without mirrored ones; fewer were fought if the callback stopped it */
    size_t n_without_match;       /* among those fought: no budget buys a match */
    size_t n_exact, n_simulated;
    uint64_t seed, trials, hash; /* of all simulated ones */
    const char *remark;          /* the remark about the origin of the numbers; or NULL */
    salvo_claims *claims;
    salvo_arena *memory;
} salvo_matrix;

/* Fights all against all. Matches are divided among the plan's threads, and one thread simulates each of them, with
 * the same seed; a time is divided evenly. With SALVO_EXACT_IF_QUICK, a battle is solved exactly if that takes about a
 * hundredth of a second. The matrix plan must outlive *matrix. SALVO_BAD_INPUT if the ruleset has no such fights, or
 * no prices for equal cost; SALVO_TOO_LARGE for more than SALVO_MATCHES_MAX. On failure, *matrix is zeroed. */
salvo_status salvo_matrix_fight(salvo_matrix *matrix, const salvo_rulebook *book, const salvo_matrix_plan *plan,
                                const salvo_approach *approach, salvo_error *err);
void salvo_matrix_free(salvo_matrix *matrix);

const salvo_match *salvo_matrix_match(const salvo_matrix *matrix, size_t a, size_t b, size_t range);
const char *salvo_matrix_name(const salvo_matrix *matrix, size_t unit);
double salvo_matrix_price(const salvo_matrix *matrix, size_t unit); /* -1: none */

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
