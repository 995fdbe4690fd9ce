/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All against all: who wins how often, and what it costs both, one on one, in equal numbers, or for equal points. */
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
    SALVO_EQUAL_NUMBERS, /* a battle of as many on either side */
    SALVO_EQUAL_POINTS,  /* battles of what the same points buy */
    SALVO_N_MATCHINGS,
} salvo_matching;

/* "one", "numbers", "points", in the order of the enum. */
extern const char *const SALVO_MATCHINGS[SALVO_N_MATCHINGS];

enum { SALVO_BUDGETS_MAX = 20, SALVO_PURCHASE_MAX = 20 };
enum {
    SALVO_MATCHES_MAX = 1 << 22
}; /* places of a matrix: 2048 units at one range, 724 at eight; half of a gigabyte for each million */

/* For equal points, budget k (1, 2, ... `budgets`) is k times the dearer of the two prices: k elements of the dearer
 * unit, and of the cheaper one as many as the same points buy. Where that is not a whole number, both neighbours are
 * fought, weighted so that the cheaper side spends exactly the budget on average: 2.25 elements are 2 with weight 3/4
 * and 3 with weight 1/4. All budgets weigh alike. Budgets that would need more than SALVO_PURCHASE_MAX elements of a
 * side are left out for the pair; a pair without any budget has no match. */
typedef struct salvo_matrix_plan {
    salvo_matching at;
    const char *range; /* as salvo_ranges_read takes it */
    const char *units; /* as salvo_unit_set_select takes it */
    int numbers;       /* elements of each side, 1 to SALVO_ELEMENTS_MAX */
    int budgets;       /* 1 to SALVO_BUDGETS_MAX */
    const char *const *words;
    size_t n_words;                  /* parameters of the duel; not with battles */
    const salvo_battle_plan *battle; /* what holds in every battle but armies and range; NULL with duels */
} salvo_matrix_plan;

/* One unit against another, at one range or averaged over several, and over several battles for equal points. Figures
 * have no fractions. An average of intervals goes from the average of their lower ends to that of the upper ones, which
 * is wider than need be. In a match that was solved exactly `simulated` is the exact value, too. */
typedef struct salvo_match {
    bool known;          /* false: there is no match, or the matrix was stopped before it */
    bool mirrored;       /* the opposite match was fought, and is seen from this side */
    salvo_method method; /* SALVO_EXACT, SALVO_MONTE_CARLO or SALVO_BOTH; never the last */
    salvo_figure p_a, p_b, p_nobody, p_mutual, p_undecided; /* nobody: both lost, or undecided */
    bool ends;
    salvo_figure turns;    /* mean, where it ends */
    double number[2];      /* elements of a side, mean */
    bool priced;           /* both have prices */
    double staked[2];      /* points of a side, mean */
    salvo_figure lost[2];  /* points, mean; whoever loses a duel loses its price */
    uint64_t trials, hash; /* of the counts */
    double agreement;      /* with both: p of the chi-square test; the least of several */
} salvo_match;

/* A unit against all others, over all ranges by their weights. */
typedef struct salvo_standing {
    size_t unit;
    size_t n;                      /* opponents that it has met */
    double p_win, p_nobody, turns; /* means; turns NAN if any match may never end */
    double destroyed, lost;        /* mean points of a match; NAN without prices */
    size_t best, worst;            /* whom it beats most often, and least often: places; n_units when n is 0 */
    double p_best, p_worst;
} salvo_standing;

typedef struct salvo_matrix {
    const salvo_rulebook *book;
    const salvo_matrix_plan *plan;
    salvo_unit_set unit_set;
    salvo_selection picked;
    size_t n_units;
    size_t n_without_price; /* that were picked and left out, for equal points */
    salvo_ranges ranges;
    size_t n_stretches;        /* ranges that are told apart: 1 of a mix */
    salvo_match *matches;      /* n_units x n_units x n_stretches: [a][b][range] */
    salvo_standing *standings; /* by P(win), best first */
    bool mirrors;              /* b against a is a against b, and only one of them was fought */
    size_t n_asked, n_fought;  /* matches, without mirrored ones; fewer fought when the watch said stop */
    size_t n_none;             /* of those fought: no budget buys a match */
    size_t n_counted, n_simulated;
    uint64_t seed, trials, hash; /* of all simulated ones */
    const char *remark;          /* on the numbers; or NULL */
    salvo_claims *claims;
    salvo_arena *memory;
} salvo_matrix;

/* Fights all against all. Matches are shared out among the plan's threads, each simulated by
 * one, with the same seed; a time is shared out evenly. Where the method is SALVO_WHICHEVER, a battle is solved exactly
 * when that takes about a hundredth of a second. The matrix plan must outlive *matrix. SALVO_BAD_INPUT when the ruleset
 * has no such fights, or no prices for equal points; SALVO_TOO_LARGE for more than SALVO_MATCHES_MAX. On failure
 * *matrix is zeroed. */
salvo_status salvo_matrix_fight(salvo_matrix *matrix, const salvo_rulebook *book, const salvo_matrix_plan *plan,
                                const salvo_approach *approach, salvo_error *err);
void salvo_matrix_free(salvo_matrix *matrix);

const salvo_match *salvo_matrix_match(const salvo_matrix *matrix, size_t a, size_t b, size_t stretch);
const char *salvo_matrix_name(const salvo_matrix *matrix, size_t unit);
double salvo_matrix_price(const salvo_matrix *matrix, size_t unit); /* -1: none */

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
