/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Monte Carlo: the same rules, simulated. Every draw has an address (seed, trial, draw), and tallies are whole
 * numbers. One seed gives the same counts, to the last digit, for any number of threads and any instruction set, and
 * the trials of a longer run begin with those of a shorter one. The chance of each result of a step is within 2^-32 of
 * the true one; the reference engine simulates every die without bias. */
#ifndef SALVO_SIMULATE_H
#define SALVO_SIMULATE_H

#include <salvo/odds.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#define SALVO_TRIALS_CAP (UINT64_C(1) << 32) /* the most trials of a run that stops at a precision */
#define SALVO_WORK       UINT64_C(12000000)  /* dice that the reference engine rolls in a second or two */

/* The progress of a run. */
typedef struct salvo_progress {
    uint64_t trials;
    double part;            /* share of the work, 0 to 1, as far as it can be predicted; otherwise 0 */
    const char *if_stopped; /* what a stop now would leave, in words, if that matters; else NULL */
} salvo_progress;

/* A progress callback, called several times a second by the calling thread. It returns false to stop; the answer is
 * then what was done so far. */
typedef struct salvo_progress_callback {
    bool (*report)(void *context, const salvo_progress *progress);
    void *context;
} salvo_progress_callback;

/* The figures that a precision limits: always the chance to win, or a procedure's outcomes; a name adds figures. Other
 * figures have whatever interval results. */
typedef enum {
    SALVO_OF_WIN,
    SALVO_OF_TURNS,     /* of a battle: its average number of turns */
    SALVO_OF_LOSSES,    /* of a battle: averages, and the chances of exact numbers */
    SALVO_OF_SURVIVORS, /* of a battle: turn by turn */
    SALVO_OF_ALL,       /* every figure; for a procedure, its averages too */
    SALVO_N_PRECISION_OF,
} salvo_precision_of;
extern const char *const SALVO_PRECISION_OF[SALVO_N_PRECISION_OF + 1]; /* "win", "turns" ...; ends with NULL */

typedef struct salvo_plan {
    uint64_t seed;
    uint64_t trials; /* exactly this many, unless work_max ends the run; 0: until the precision or the cap is reached */
    /* The largest 95 % half-width of a probability, and of a mean in units of the greater of 1 and the mean; checked
     * during the run. */
    double precision;
    salvo_precision_of precision_of;
    /* Stop after this many seconds at the latest; 0: no limit. If there is neither a number of trials nor a precision
     * (0), stop only then. */
    double time_s;
    /* Ends the run at a number of trials that is a power of two, if twice as many would be more work than this. Work
     * is measured in dice that the reference engine rolls; a die of rules in a script counts as many, one of a large
     * battle as some. Other engines have no limit. 0: none. */
    uint64_t work_max;
    int threads;           /* 0: as many as the machine has */
    const char *isa;       /* "auto" (or NULL), "portable", "avx2", "avx512", "avx512-vbmi" */
    bool reference_engine; /* simulate every die of every trial one by one: slow and simple, the reference */
    size_t turns;          /* for a chain: the number of turns to report one by one; 0: none */
    const salvo_progress_callback *progress; /* borrowed; NULL: none */
    /* shares the work and keeps it: the program's own, for one call at a time. Borrowed; NULL: neither */
    struct salvo_share *share;
} salvo_plan;

/* Seed 1, precision 0.001 for the chance to win, everything else 0. */
extern const salvo_plan SALVO_PLAN;

/* A simulated number with its 95 % interval: Wilson's or Student's for a fixed number of trials, otherwise a
 * confidence sequence, which is valid at any time. */
typedef struct salvo_estimate {
    double value, low, high;
} salvo_estimate;

typedef struct salvo_count {
    int outcome;
    const char *label;
    uint64_t count;
    salvo_estimate probability;
} salvo_count;

typedef struct salvo_sampled_mean {
    size_t expectation; /* place among the procedure's expectations */
    const char *name;
    salvo_estimate mean;
} salvo_sampled_mean;

typedef enum {
    SALVO_STOPPED_BY_TRIALS,
    SALVO_STOPPED_BY_PRECISION,
    SALVO_STOPPED_BY_CAP,
    SALVO_STOPPED_BY_TIME,
    SALVO_INTERRUPTED, /* the progress callback stopped it; the answer is what was done so far */
} salvo_stop;

/* "trials", "precision", "cap", "time", "interrupt", in the order of the enum. */
extern const char *const SALVO_STOPPED_BY[];

/* One turn of a simulated chain: how many trials ended in it, by outcome. */
typedef struct salvo_sampled_turn {
    int64_t turn;          /* 1, 2, ... */
    const uint64_t *count; /* one for each of the simulation's counts */
} salvo_sampled_turn;

typedef struct salvo_simulation {
    uint64_t seed, trials;
    salvo_stop stopped_by;
    double precision; /* the plan's; 0 for a fixed number of trials */
    salvo_precision_of precision_of;
    double seconds;  /* the duration of the trials */
    const char *isa; /* the kernel that ran, or "by-the-book" */
    const char *why; /* the reason why the reference engine ran instead of the kernels; else NULL */
    uint64_t hash;   /* of the counts, outcome by outcome */
    /* Every possible outcome, in the order of the procedure's list, also with a count of 0. The reference engine does
     * not know which outcomes are possible and has only those that occurred. */
    salvo_count *counts;
    size_t n_counts;
    salvo_estimate unseen;     /* reference engine: the probability of all other outcomes */
    salvo_sampled_mean *means; /* without infinite and undefined ones */
    size_t n_means;
    /* For chains, if turns were requested: up to the last turn in which a trial ended, or the last one that was
     * requested or can be distinguished. */
    salvo_sampled_turn *turns;
    size_t n_turns;
    size_t turns_known; /* turns up to this one are known; 0 if none were requested */
    salvo_arena *memory;
} salvo_simulation;

/* Answers the question by simulation; `plan` NULL: SALVO_PLAN. The reference engine runs what is too large for the
 * kernels, and `why` says so. SALVO_TOO_LARGE if a trial needs more draws than it has. A chain that may never end is
 * undecided if that can be found: by the kernels in its graph, by the reference engine in a search. On failure,
 * *simulation is zeroed and owns nothing. */
salvo_status salvo_simulate(salvo_simulation *simulation, const salvo_question *question, const salvo_plan *plan,
                            salvo_error *err);
void salvo_simulation_free(salvo_simulation *simulation);

/* The interval of the probability of an outcome that occurred `count` times, of the simulation's kind. */
salvo_estimate salvo_simulation_estimate(const salvo_simulation *simulation, uint64_t count);

/* Pearson's test of the counts against the exact probabilities of the same question. */
typedef struct salvo_chi_square {
    double chi2;
    size_t df;
    double p;
} salvo_chi_square;

salvo_chi_square salvo_simulation_agrees(const salvo_simulation *simulation, const salvo_odds *odds);

/* Exactly, by simulation, or both. */

typedef enum { SALVO_EXACT, SALVO_MONTE_CARLO, SALVO_BOTH, SALVO_EXACT_IF_QUICK } salvo_method;

/* How a question is answered: exactly, by simulation, by both, or exactly if that takes a few seconds at most and
 * otherwise by simulation. */
typedef struct salvo_approach {
    salvo_method method;
    salvo_odds_options options; /* options of the exact engine */
    salvo_plan plan;            /* plan of the simulation */
} salvo_approach;               /* for several questions: the plan's callback is also called between exact ones */

/* Exact, with SALVO_PLAN for anything that is simulated nevertheless. An `approach` of NULL means this one,
 * everywhere. */
extern const salvo_approach SALVO_APPROACH;

/* One number of an answer, as it was computed exactly and as it was simulated. */
typedef struct salvo_figure {
    salvo_number exact;
    salvo_estimate simulated;
    uint64_t count; /* trials, of a probability */
} salvo_figure;

typedef struct salvo_line {
    int number; /* the outcome, or the expectation's place */
    const char *name;
    salvo_figure figure;
} salvo_line;

/* What reports find out about an answer beyond its figures, once for all formats. Only salvo's own reports read it. */
typedef struct salvo_claims {
    bool held_up_found, choices_found, never_fires_found;
    const struct held_up *held_up;         /* why nobody wins; or NULL */
    const struct other_choices *choices;   /* the effect of other target and acting policies; or NULL */
    const struct never_fires *never_fires; /* elements that never fire with effect, or late; or NULL */
    salvo_arena *memory;                   /* the answer's */
} salvo_claims;

/* Possible outcomes and means that exist, each with its figures. Without an exact answer figure.exact has no meaning,
 * and without a simulation figure.simulated has none. */
typedef struct salvo_answer {
    bool exact, simulated;     /* at least one is true */
    const char *engine_remark; /* the engine that answered instead of the expected one, and the reason; or NULL */
    salvo_odds odds;
    salvo_simulation simulation;
    salvo_chi_square agreement; /* if there are both */
    salvo_line *outcomes;
    size_t n_outcomes;
    salvo_line *means;
    size_t n_means;
    salvo_claims *claims;
    salvo_arena *memory;
} salvo_answer;

/* On failure, *answer is zeroed and owns nothing. */
salvo_status salvo_answer_find(salvo_answer *answer, const salvo_question *question, const salvo_approach *approach,
                               salvo_error *err);
void salvo_answer_free(salvo_answer *answer);

/* The chances of at least and at most the number of an outcome. */
typedef struct salvo_tail {
    size_t line; /* place among the answer's outcomes */
    double value;
    salvo_figure at_least, at_most;
} salvo_tail;

/* The tails of every outcome whose name is a number, ascending, in `memory`; none if no name is a number. Sums are
 * over all outcomes that are numbers: exact if each of them has a fraction; sums of counts have an interval of their
 * own. */
salvo_status salvo_answer_tails(const salvo_answer *answer, salvo_arena *memory, salvo_tail **tails, size_t *n,
                                salvo_error *err);

/* Curves. */

enum { SALVO_SWEEPS_MAX = 2, SALVO_CURVE_POINTS_MAX = 100000 };

/* One question for each value of one swept parameter, or for each pair of values of two; the last parameter changes
 * fastest. */
typedef struct salvo_curve {
    const salvo_procedure *procedure;   /* of all points */
    const salvo_schema *schema;         /* of their questions; the swept keys are in it */
    const char *over[SALVO_SWEEPS_MAX]; /* the swept keys */
    /* Swept over the upper ends of brackets; a value between two of them has the answer of the next one. */
    bool by_brackets[SALVO_SWEEPS_MAX];
    size_t n_over;
    salvo_question *questions;
    bool borrows; /* the questions */
    salvo_answer *answers;
    size_t n_points;
    size_t n_requested; /* more than n_points after a stop; the others were not answered */
    salvo_arena *memory;
} salvo_curve;

/* Answers the procedure with `words` at every value of one or two `sweeps` ("range", "range=100,500", "hp=1..40",
 * "range=100..2000..100"; a key alone sweeps all its values). The plan's time is divided among the points, and its
 * progress callback sees the curve as a whole. SALVO_BAD_INPUT if there is no sweep. On failure, *curve is zeroed. */
salvo_status salvo_curve_draw(salvo_curve *curve, const salvo_rulebook *book, const salvo_procedure *procedure,
                              const char *const *words, size_t n_words, const char *const *sweeps, size_t n_sweeps,
                              const salvo_approach *approach, salvo_error *err);

/* A question that is asked anew at every point, whatever it is. */
typedef struct salvo_curve_source {
    const salvo_rulebook *book;
    const salvo_schema *schema; /* with the parameters that can be swept; a key without values sweeps them all */
    /* Asks with these words in addition. The question has the swept keys among its parameters, it is one of the same
     * procedure at every point, and it stays the caller's, who frees it after the curve. */
    salvo_status (*ask)(void *context, size_t point, const char *const *words, size_t n_words, salvo_question *question,
                        salvo_error *err);
    void *context;
} salvo_curve_source;

salvo_status salvo_curve_draw_from(salvo_curve *curve, const salvo_curve_source *source, const char *const *sweeps,
                                   size_t n_sweeps, const salvo_approach *approach, salvo_error *err);
void salvo_curve_free(salvo_curve *curve);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
