/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What moves an answer: every number in a ruleset's tables, alone, one step down and one step up; and how far each
 * must move for the answer to reach a given value.
 *
 * A number is a cell whose whole text is one: "8", "+2", "12.5". Its unit is 1, or the unit of its last printed digit:
 * 0.1 for 12.5. Cells with other contents ("-", "41-45", names) stay unchanged. */
#ifndef SALVO_SENSITIVITY_H
#define SALVO_SENSITIVITY_H

#include <salvo/fight.h>
#include <salvo/points.h>
#include <salvo/selection.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* The figure of the answer that is examined. */
typedef enum {
    SALVO_CHANCE_OF_A, /* that a wins */
    SALVO_CHANCE_OF_B,
    SALVO_CHANCE_OF_MUTUAL,
    SALVO_CHANCE_OF_UNDECIDED,
    SALVO_SCORE_OF_A,  /* the chance that a wins plus half the chance that nobody wins */
    SALVO_TURNS_TAKEN, /* average; not a number if the fight may never end */
    SALVO_N_ANSWER_METRICS,
    /* Of a procedure or fire, which name their figure in words. */
    SALVO_CHANCE_OF_OUTCOMES,
    SALVO_MEAN_OF_EXPECTATION, /* not a number if it does not exist */
} salvo_answer_metric;

/* Of duels and battles: "p_a", "p_b", "p_mutual", "p_undecided", "score", "turns", in the order of the enum. */
extern const char *const SALVO_ANSWER_METRICS[SALVO_N_ANSWER_METRICS + 1]; /* ends with NULL */

/* The question. Borrowed. */
typedef struct salvo_subject {
    const salvo_points_plan *points; /* the imbalance of random armies of equal cost; `metric` is ignored. Or NULL */
    const salvo_battle_plan *battle; /* or NULL */
    const salvo_fire_plan *fire;     /* the total of the fire of many units; or NULL */
    const char *procedure;           /* "mad.direct-fire"; or NULL. All four NULL: a duel */
    const char *a, *b;               /* units of a duel */
    const char *const *words;        /* parameters of a procedure, or the other ones of a duel */
    size_t n_words;
    const char *total;          /* of a procedure: outcomes are the totals of this expectation; or NULL */
    salvo_answer_metric metric; /* of a duel or a battle; for others it is found and may be 0 */
    /* Of a procedure or fire: outcomes, "single|double", or an expectation, "damage". NULL: the mean of the total; a
     * procedure without a total needs it. */
    const char *figure;
    /* The numbers to move: "weapons", "weapons.cannon-b", "weapons.cannon-b.damage", "units.*.hp", named as for --set;
     * none: all. */
    const char *const *only;
    size_t n_only;
} salvo_subject;

/* The size of a step, by default 1 unit: `units` of the cell or, with a percentage above 0, that share of its value,
 * rounded to its unit and at least one unit. */
typedef struct salvo_step_size {
    int64_t units; /* at least 1 */
    double percent;
} salvo_step_size;

/* The unchanged answer, and how it and its variants were computed. */
typedef struct salvo_baseline {
    const salvo_rulebook *book;
    const salvo_subject *subject;   /* with the metric of its figure */
    const salvo_question *question; /* of a duel, a procedure or fire; else NULL */
    const char *figure;             /* of a procedure or fire: the expectation, or the outcomes joined by "|" ... */
    const char *figure_words;       /* ... and in words: "the chance of single or double" */
    struct salvo_subject_question *asked; /* holds the question */
    salvo_points_plan armies; /* for points: with the ranges and the number of pairs that were used; else zeroed */
    bool exact, simulated;    /* at least one of them */
    salvo_arithmetic arithmetic;
    salvo_figure base;
    salvo_simulation simulation; /* seed, trials, stopped_by, precision, seconds, isa, hash; nothing else. For
                                    points, the trials are those of a pair in one condition, and seconds is 0 */
    const char *engine_remark;   /* why it was simulated although that was not requested; or NULL */
    const char *remark;          /* the procedure's remark about the origin of the numbers; or NULL */
    bool of_rules;               /* the changes are variants of the rules, and not cells */
    size_t n_cells;              /* numbers in the tables, or variants of the rules */
    size_t n_not_examined;       /* not examined; above 0 after a stop */
    salvo_arena *memory;
} salvo_baseline;

/* The answer after one change. */
typedef struct salvo_changed_answer {
    const char *to;      /* the new content of a cell, or the name of a variant of the rules */
    const char *refused; /* why the change is not possible, in words; NULL: it is */
    bool known;          /* the answer is known; otherwise the change was refused, or the run stopped */
    salvo_figure value;
    salvo_figure difference; /* minus the unchanged answer */
    uint64_t pairs_less,
        pairs_greater; /* simulated: trials (for points, pairs of armies) with a lower result than before; with a
                          higher one */
} salvo_changed_answer;

/* A cell that moves the answer. */
typedef struct salvo_sensitive_cell {
    const char *cell; /* "weapons.cannon-b.damage", as for --set */
    const char *now;
    salvo_changed_answer down, up;
    double swing; /* the highest minus the lowest of down, now and up; of the exact ones, if there are any */
} salvo_sensitive_cell;

typedef struct salvo_sensitivity {
    salvo_baseline baseline;
    salvo_step_size step_size;
    salvo_sensitive_cell *sensitive_cells; /* the greatest swing first */
    size_t n_sensitive_cells;
    salvo_sensitive_cell *refused; /* one step was refused, and the other had no effect */
    size_t n_refused;
    size_t n_without_effect; /* both steps are possible, and neither has an effect */
} salvo_sensitivity;

/* Moves every number of the book. Exact answers are fractions if possible; a difference of less than 1e-11 between
 * answers in floating point counts as none. Simulated answers are pairs with the same dice: trial i of every variant
 * draws the same words for the same stream of the same turn. The interval is that of the differences of the pairs; a
 * cell that changes no trial has no effect. The plan's precision is that of the differences (for a mean, in units of the
 * greater of 1 and the mean). The number of threads has no effect. On failure, *s is zeroed.
 *
 * For points: armies are drawn once, at the present prices, and keep their units and prices. A step in a price, or in
 * what a price is made of, has no effect. The imbalance is the mean over pairs of the mean over conditions of
 * |score - 1/2|, as in a points test with that seed. The same pairs fight every variant with the same dice; intervals
 * are Student's, of the differences over the pairs. The plan is the subject's; only the threads and the progress
 * callback of the approach's plan are used. A step that an army's unit or a battle refuses is refused. The defaults are
 * 40 pairs and 2 ranges. */
salvo_status salvo_sensitivity_measure(salvo_sensitivity *s, const salvo_rulebook *book, const salvo_subject *subject,
                                       const salvo_step_size *step_size, const salvo_approach *approach,
                                       salvo_error *err);
void salvo_sensitivity_free(salvo_sensitivity *s);

/* Changed rules. */

/* A variant of a rulebook: the same with house rules, or a changed copy of it. Borrowed. */
typedef struct salvo_variant {
    const char *name;
    const salvo_rulebook *book;
} salvo_variant;

typedef struct salvo_rule_sensitivity {
    salvo_baseline baseline;
    /* The largest difference first, then those without effect, then those that are refused or not known. */
    salvo_changed_answer *variants;
    size_t n_variants;
    size_t n_moving; /* that move the answer */
} salvo_rule_sensitivity;

/* Asks the subject in every variant, as salvo_sensitivity_measure does for every moved number. A variant that refuses
 * the question is refused. Fails with SALVO_BAD_INPUT for a mistake in its rules. For points: the armies are those of the book, and they keep their prices. */
salvo_status salvo_sensitivity_of_rules(salvo_rule_sensitivity *s, const salvo_rulebook *book,
                                        const salvo_subject *subject, const salvo_variant *variants, size_t n,
                                        const salvo_approach *approach, salvo_error *err);
void salvo_rule_sensitivity_free(salvo_rule_sensitivity *s);

/* Minimal changes. */

/* One cell, moved in one direction until the answer reaches the target or passes it. */
typedef struct salvo_minimal_change {
    const char *cell;
    const char *now, *to;
    double change;             /* minus now */
    double relative;           /* the size of the change for each 1 of `now`; INFINITY from 0 */
    const char *before;        /* the last number before, which is not enough */
    salvo_figure value;        /* of the answer at `to` ... */
    salvo_figure value_before; /* ... and at `before` */
    bool on_target;            /* the answer at `to` is exactly the target */
} salvo_minimal_change;

typedef struct salvo_search {
    salvo_baseline baseline;
    double target;
    bool already_reached;                  /* the answer is already the target: nothing was searched */
    salvo_minimal_change *minimal_changes; /* the smallest relative change first, then the smallest change */
    size_t n_minimal_changes;
} salvo_search;

/* Moves every number of the book alone, as far as its table allows: by 1, 2, 4, 8 ... units until the answer has
 * reached or crossed the target, then back to the first number that is enough, step by step within 32 units, by halves
 * beyond. A change between 1, 2, 4, 8 that is undone again is not found. Simulations have the plan's trials, or
 * 65536. SALVO_BAD_INPUT for a mean that does not exist, and for a target outside 0 to 1 of the chance of outcomes. */
salvo_status salvo_search_run(salvo_search *search, const salvo_rulebook *book, const salvo_subject *subject,
                              double target, const salvo_approach *approach, salvo_error *err);
void salvo_search_free(salvo_search *search);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
