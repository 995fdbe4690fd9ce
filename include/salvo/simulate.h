/* Monte Carlo: the same rules, thrown instead of counted.
 *
 * Every draw has an address (seed, trial, draw), and tallies are whole numbers: one seed gives the same counts, to the
 * last digit, for any number of threads and any instruction set, and the trials of a longer run begin with those of a
 * shorter one. The chance of each result of a step is within 2^-32 of the true one; the by-the-book roller throws every
 * die without bias. */
#ifndef SALVO_SIMULATE_H
#define SALVO_SIMULATE_H

#include <salvo/odds.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#define SALVO_TRIALS_CAP (UINT64_C(1) << 32) /* a run that stops at a precision makes no more trials than that */

/* How far a run has come. */
typedef struct salvo_progress {
    uint64_t trials;
    double part; /* of the work, 0 to 1, as far as it can be foreseen; 0 while it cannot */
} salvo_progress;

/* Whoever looks on: called by the thread that called, some times a second. false: stop here; what was done so far is
 * the answer. */
typedef struct salvo_progress_callback {
    bool (*look)(void *context, const salvo_progress *progress);
    void *context;
} salvo_progress_callback;

typedef struct salvo_plan {
    uint64_t seed;
    uint64_t trials; /* exactly so many; 0: until the precision is reached, or the cap */
    double
        precision; /* 95 % half-width at most, of every probability, and of every mean in units of the greater of 1 and
                         the mean itself; looked at while the run goes on */
    double time_s; /* stop after so many seconds at the latest; 0: no matter. With neither trials nor a precision (0):
                      only then */
    int threads;   /* 0: as many as the machine has */
    const char *isa;       /* "auto" (or NULL), "portable", "avx2", "avx512", "avx512-vbmi" */
    bool reference_engine; /* throw every die of every trial one by one: slow, simple, the reference */
    size_t turns;          /* of a chain: tell turn by turn how it ends, for so many turns; 0: not at all */
    const salvo_progress_callback *watch; /* borrowed; NULL: nobody looks on */
} salvo_plan;

/* Seed 1, precision 0.001, everything else 0. */
extern const salvo_plan SALVO_PLAN;

/* A simulated number with its 95 % interval: Wilson's or Student's for a fixed number of trials; a confidence sequence,
 * valid whenever it is looked at, when anything else ended the run. */
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
    SALVO_INTERRUPTED, /* the watch said stop: what was done so far */
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
    double precision;    /* the one that was asked for; 0 with a fixed number of trials */
    double seconds;      /* that the trials took */
    const char *isa;     /* the kernel that ran, or "by-the-book" */
    const char *why;     /* by the book although kernels were asked for: what is too large for them; else NULL */
    uint64_t hash;       /* of the counts, outcome by outcome */
    salvo_count *counts; /* of every outcome that can come, in the order of the procedure's list; 0 counts too. By the
                            book nobody knows what can come: only what came */
    size_t n_counts;
    salvo_estimate
        unseen; /* the probability of an outcome that is none of these: by the book it may come all the same */
    salvo_sampled_mean *means; /* infinite and undefined ones are left out */
    size_t n_means;
    salvo_sampled_turn
        *turns; /* chains, when asked for: up to the last turn in which a trial ended, or the last one that
                                  was asked for or can be told apart */
    size_t n_turns;
    size_t turns_told; /* what happened in turns up to this one is known; 0 when nobody asked */
    struct salvo_arena *memory;
} salvo_simulation;

/* Answers the question by trials. What is too large for the kernels is thrown by the book instead, and `why` tells.
 * SALVO_TOO_LARGE when a trial needs more draws than it owns: a chain that may never end is undecided where that can be
 * seen, by the kernels in its graph, by the book in a look around. On failure *simulation is zeroed and owns nothing. */
salvo_status salvo_simulate(salvo_simulation *simulation, const salvo_question *question, const salvo_plan *plan,
                            salvo_error *err);
void salvo_simulation_free(salvo_simulation *simulation);

/* The interval of a probability that was seen `count` times, of the simulation's kind. */
salvo_estimate salvo_simulation_estimate(const salvo_simulation *simulation, uint64_t count);

/* Pearson's test of the counts against the exact probabilities of the same question. */
typedef struct salvo_chi_square {
    double chi2;
    size_t df;
    double p;
} salvo_chi_square;

salvo_chi_square salvo_simulation_agrees(const salvo_simulation *simulation, const salvo_odds *odds);

/* Either way, or both. */

typedef enum { SALVO_EXACT, SALVO_MONTE_CARLO, SALVO_BOTH, SALVO_WHICHEVER } salvo_method;

/* How a question is to be answered: by counting, by trials, by both side by side, or by counting where that takes a few
 * seconds at most and else by trials. */
typedef struct salvo_approach {
    salvo_method method;
    salvo_odds_options options; /* of the counting */
    salvo_plan plan;            /* of the trials */
} salvo_approach; /* the plan's watch looks on between questions that are counted, too, where there are several */

/* One number of an answer, as it was counted and as it was simulated. */
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

/* Outcomes that can come and means that exist, each with what is known of it. Without counting, figure.exact is of no
 * meaning, and without trials figure.simulated. */
typedef struct salvo_answer {
    bool counted, simulated;   /* at least one of them */
    const char *engine_remark; /* another engine than the expected one answered, and why; or NULL */
    salvo_odds odds;
    salvo_simulation simulation;
    salvo_chi_square agreement; /* with both */
    salvo_line *outcomes;
    size_t n_outcomes;
    salvo_line *means;
    size_t n_means;
    struct salvo_arena *memory;
} salvo_answer;

/* `approach` NULL: exact. On failure *answer is zeroed and owns nothing. */
salvo_status salvo_answer_find(salvo_answer *answer, const salvo_question *question, const salvo_approach *approach,
                               salvo_error *err);
void salvo_answer_free(salvo_answer *answer);

/* Curves. */

enum { SALVO_SWEEPS_MAX = 2, SALVO_CURVE_POINTS_MAX = 100000 };

/* One question for each value of one swept parameter, or for each pair of values of two, the last running fastest. */
typedef struct salvo_curve {
    const salvo_procedure *procedure;
    const char *over[SALVO_SWEEPS_MAX]; /* the swept keys */
    bool by_brackets
        [SALVO_SWEEPS_MAX]; /* swept over the upper ends of brackets: between two, the answer is the next's */
    size_t n_over;
    salvo_question *questions;
    salvo_answer *answers;
    size_t n_points;
    size_t n_asked; /* more than n_points when the watch said stop: the others were not answered */
    struct salvo_arena *memory;
} salvo_curve;

/* Answers the procedure with `words` at every value of `sweeps` ("range", "range=100,500", "hp=1..40",
 * "range=100..2000..100"; a key alone sweeps every value that it has). The plan's
 * time is shared out among the points, and its watch looks at the curve as a whole. On failure *curve is zeroed. */
salvo_status salvo_curve_draw(salvo_curve *curve, const salvo_rulebook *book, const salvo_procedure *procedure,
                              const char *const *words, size_t n_words, const char *const *sweeps, size_t n_sweeps,
                              const salvo_approach *approach, salvo_error *err);
void salvo_curve_free(salvo_curve *curve);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
