/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who wins: a ruleset's own duel procedure between two sides, and battles of armies. */
#ifndef SALVO_FIGHT_H
#define SALVO_FIGHT_H

#include <salvo/simulate.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef struct salvo_duel_turn {
    int64_t turn;
    salvo_figure p_a, p_b, p_mutual; /* the chance that the duel ends in exactly this turn, and how; without
                                        fractions */
    bool simulated;                  /* also set if there are exact figures beside them */
} salvo_duel_turn;

typedef struct salvo_duel {
    salvo_question question; /* the procedure with its parameters: the situation in words, and the values */
    salvo_answer answer;
    salvo_card a, b;
    salvo_acts_first acts_first; /* in a turn */
    salvo_figure p_a, p_b, p_mutual, p_undecided;
    bool ends;       /* expected_turns is defined, because the duel certainly ends */
    bool never_ends; /* it certainly never ends: without a limit of turns, neither side can destroy the other */
    salvo_figure expected_turns;
    salvo_duel_turn *by_turn;
    size_t n_turns;
    salvo_arena *memory;
} salvo_duel;

/* Asks the question of the ruleset's duel, a against b, with `words` for its other parameters, without fighting it.
 * SALVO_BAD_INPUT if the ruleset has no duel. On failure, *question is zeroed. */
salvo_status salvo_duel_ask(salvo_question *question, const salvo_rulebook *book, const char *a, const char *b,
                            const char *const *words, size_t n_words, salvo_error *err);

/* Fights a against b. `words` are the other parameters of the ruleset's duel ("range=500"); approach->options says how
 * many turns are listed (NULL: none). SALVO_BAD_INPUT if the ruleset has no duel. On failure, *duel is zeroed. */
salvo_status salvo_duel_fight(salvo_duel *duel, const salvo_rulebook *book, const char *a, const char *b,
                              const char *const *words, size_t n_words, const salvo_approach *approach,
                              salvo_error *err);
void salvo_duel_free(salvo_duel *duel);

/* Battles. */

enum { SALVO_ELEMENTS_MAX = 64, SALVO_KINDS_MAX = 8 }; /* of one side */
enum { SALVO_TURNS_MAX = 255 };                        /* the highest limit of turns */
/* The dice results that are tried for a small battle before it is simulated, which takes a few tenths of a second; for
 * a large one they are fewer. */
enum { SALVO_BATTLE_EFFORT = SALVO_EFFORT / 8 };

typedef enum { SALVO_HOLD, SALVO_ADVANCE, SALVO_MEETING, SALVO_N_SCENARIOS } salvo_scenario;
extern const char *const SALVO_SCENARIOS[SALVO_N_SCENARIOS + 1]; /* ends with NULL */

/* The target policy. Among equal targets, an element takes the first in list order, except with SALVO_BEST. */
typedef enum {
    SALVO_USUAL,     /* opposite if the ruleset says so, else best */
    SALVO_IN_ORDER,  /* the first survivor */
    SALVO_WEAKEST,   /* the least strength left */
    SALVO_STRONGEST, /* the highest price; without prices, the most strength left */
    SALVO_SPREAD,    /* the fewest attacks received this turn */
    SALVO_BEST,      /* the one at which its fire is worth most */
    SALVO_OPPOSITE,  /* the one in the same place of the list, or the next survivor after it, round to the start */
    SALVO_N_TARGETS,
} salvo_targets;
extern const char *const SALVO_TARGETS[SALVO_N_TARGETS + 1]; /* ends with NULL */

/* The acting policy: which element of a side acts next, if the ruleset leaves that to the player. */
typedef enum {
    SALVO_ACTS_USUAL,    /* the best; in order if a card decides */
    SALVO_ACTS_IN_ORDER, /* the first in list order that has not acted */
    SALVO_ACTS_BEST,     /* the one whose fire is worth most now */
    SALVO_N_ACTS,
} salvo_acts;
extern const char *const SALVO_ACTS[SALVO_N_ACTS + 1]; /* ends with NULL */

/* In place of a distance: the one at which the side wins most often, among at most SALVO_HALTS_MAX, which
 * salvo_battle_fight finds. For one side only. */
enum { SALVO_HALT_BEST = -1, SALVO_HALTS_MAX = 12 };

/* One side: "2 Tiger I, 1 Panther (cover=normal)", and words that apply to all of its elements. */
typedef struct salvo_army {
    const char *list; /* NULL and an empty list are refused */
    const char *const *words;
    size_t n_words;
    salvo_targets targets;
    salvo_acts acts;
    double halt; /* the line moves no nearer to the enemy's line than this; 0: as near as close_to allows; or
                 SALVO_HALT_BEST */
} salvo_army;

typedef struct salvo_battle_plan {
    salvo_army army[2];
    const char *const *words; /* of the field */
    size_t n_words;
    double range;
    salvo_scenario scenario;
    double close_to; /* below 0: the ruleset's own */
    int64_t turns;   /* 0: the ruleset's own, mostly none; below 0: none; at most SALVO_TURNS_MAX */
    double break_at; /* a side withdraws when it has lost this share of its elements at the end of a turn while both
                        sides have survivors; 0: never */
} salvo_battle_plan;

/* Equal elements of one side, and their losses. */
typedef struct salvo_battle_kind {
    const char *name;
    size_t unit;       /* row of the units table */
    int count;         /* at the start */
    double price;      /* of one; below 0: the book prints none */
    salvo_figure lost; /* mean number */
} salvo_battle_kind;

/* How a side loses a battle. The rulebook's own limits count elements that are worn (in MBT 2030, pinned or shaken)
 * and elements that are out of the fight. */
typedef enum { SALVO_WIPED_OUT, SALVO_WORN, SALVO_OUT, SALVO_WITHDRAWN, SALVO_N_DEFEATS } salvo_defeat;
extern const char
    *const SALVO_DEFEATS[SALVO_N_DEFEATS + 1]; /* "wiped-out", "worn", "out", "withdrawn"; ends with NULL */

/* A distance at which a line can halt, and how often the side then wins: by a short simulation with the same dice for
 * all halts, or exactly; then low and high are p_win, too. */
typedef struct salvo_halt {
    double distance, p_win, low, high;
} salvo_halt;

typedef struct salvo_battle_side {
    const char *list;      /* as the user wrote it */
    salvo_targets targets; /* never SALVO_USUAL */
    salvo_acts acts;       /* never SALVO_ACTS_USUAL */
    double halt;           /* the distance at which its line halts; 0: it moves as near as lines come, or does not
                              move */
    salvo_halt *halts;     /* the halts tried for SALVO_HALT_BEST, ascending; or NULL */
    size_t n_halts;
    salvo_battle_kind *kinds;
    size_t n_kinds;
    int count;                      /* elements at the start */
    salvo_figure *lost_exactly;     /* [0 .. count]: the chance of exactly this many losses */
    salvo_figure lost;              /* average number of elements */
    int defeat_at[SALVO_N_DEFEATS]; /* the number of elements at which the side loses in this way; more than it has:
                                       never; 0: no such limit */
    bool limited;                   /* there is a limit besides having no survivors */
    salvo_figure loses_by[SALVO_N_DEFEATS]; /* the chance that it loses in this way; the ways exclude each other */
    bool priced;                            /* every element has a price */
    double points;                          /* of all, at the start */
    salvo_figure points_lost;               /* mean */
    int strength;                           /* of all, at the start */
    salvo_figure strength_lost;             /* mean; of means that exist */
} salvo_battle_side;

/* A point of the survival curve: the average number of survivors of each side after that turn (0: before the first).
 * Finished battles keep their final numbers. */
typedef struct salvo_battle_turn {
    int64_t turn;
    salvo_figure left[2];
} salvo_battle_turn;

typedef struct salvo_battle {
    const salvo_rulebook *book;
    const salvo_battle_plan *plan;    /* with a distance in place of SALVO_HALT_BEST */
    const salvo_procedure *procedure; /* the chain of the battle */
    int64_t turn_limit;               /* 0: none */
    double close_to;                  /* the distance at which lines stop */
    salvo_acts_first acts_first;      /* in a turn */
    const char *remark;               /* the remark about the origin of the numbers, as for a procedure; or NULL */
    salvo_answer answer;
    salvo_figure p_a, p_b, p_mutual, p_undecided;
    bool ends; /* expected_turns is defined */
    salvo_figure expected_turns;
    salvo_battle_side side[2];
    salvo_battle_turn *by_turn; /* as many turns as the approach's options list */
    size_t n_turns;
    salvo_arena *memory;
} salvo_battle;

/* Fights the battle, in the order of the ruleset's sequence. The battle kernels or the reference engine run the
 * trials. A precision limits the figures of salvo_precision_of. The plan must outlive *battle. SALVO_BAD_INPUT for
 * armies that cannot be read, or if the ruleset has no battles. On failure, *battle is zeroed. */
salvo_status salvo_battle_fight(salvo_battle *battle, const salvo_rulebook *book, const salvo_battle_plan *plan,
                                const salvo_approach *approach, salvo_error *err);
void salvo_battle_free(salvo_battle *battle);

/* The battle as a question about its winner ("a wins", "b wins", "both lost", "undecided"), with turns and losses as
 * expectations, to be compared with another battle of the book (salvo_compare) or explained. Its procedure is made for
 * it, and its parameters are those of the plan. `how` says which engine runs its trials; NULL: only its rules are
 * needed, and nothing is compiled for trials. Plan and words must outlive the question; free it with
 * salvo_battle_question_free. On failure, *question is zeroed. */
salvo_status salvo_battle_ask(salvo_question *question, const salvo_rulebook *book, const salvo_battle_plan *plan,
                              const salvo_plan *how, salvo_error *err);
void salvo_battle_question_free(salvo_question *question);

/* Writes the rows of the units that fight in it, once for every kind, and returns their number. */
size_t salvo_battle_units(const salvo_question *question, size_t units[2 * SALVO_KINDS_MAX]);

/* Who is more likely to win: a; b; neither, because both are exactly as likely; neither, because nobody can win; or,
 * for a simulation, unknown, because the interval contains one half. */
typedef enum {
    SALVO_FAVOURITE_A,
    SALVO_FAVOURITE_B,
    SALVO_EVEN,
    SALVO_NOBODY,
    SALVO_UNSURE,
    SALVO_N_FAVOURITES,
} salvo_favourite;
extern const char *const SALVO_FAVOURITES[SALVO_N_FAVOURITES]; /* "a", "b", "even", "nobody", "unsure" */

/* From the chances to win of an answer's duel or battle. Exact answers are compared as fractions; sums in doubles are
 * even within their rounding (1e-10). */
salvo_favourite salvo_favourite_of(const salvo_answer *answer, const salvo_figure *p_a, const salvo_figure *p_b);

/* How many of one unit equal another, and where the favourite changes. */

enum { SALVO_TIPPING_A_MAX = 3, SALVO_TIPPING_B_MAX = 20 }; /* of side a; of side b */

/* One battle of n_a against n_b. The score is P(a wins) plus half of P(nobody wins). */
typedef struct salvo_tipping_row {
    int n_a, n_b;
    double range;
    salvo_figure score; /* without its exact fraction */
    salvo_favourite favourite;
    salvo_method method;
} salvo_tipping_row;

/* How many of b are worth n_a of a. `upto` is the largest number of b against which a is the favourite (0: none),
 * `even` the number against which both are as likely to win (0: none), `loses` the smallest number of b that is the
 * favourite (0: none), and `unsure` the first number for which a simulation cannot decide (0: none). `equal` is the
 * point at which a straight line between the scores against two numbers is 1/2. If one of b beats n_a, it is n_a
 * divided by the number of a that is worth one of b. NAN if nobody can win, or if the most elements that a side can
 * have are not enough. */
typedef struct salvo_tipping_point {
    int n_a, beats, even, unsure, loses;
    double equal;
    double below, above; /* if `equal` is NAN and somebody can win: a bound that it is certainly below, or above; or
                            NAN */
    bool nobody;         /* nobody can win against one of b */
} salvo_tipping_point;

/* A range at which the favourite of one against one, or of army against army, changes: the score and the favourite up
 * to it, and beyond it. */
typedef struct salvo_tipping_range {
    double range, upto, beyond;
    salvo_favourite favourite_upto, favourite_beyond;
} salvo_tipping_range;

typedef struct salvo_tipping {
    const salvo_rulebook *book;
    const salvo_battle_plan *plan;
    salvo_tipping_row *rows;
    size_t n_rows;
    bool of_armies; /* of more than one element: no points, and a row for each range bracket */
    salvo_tipping_point points[SALVO_TIPPING_A_MAX];
    size_t n_points;
    salvo_tipping_range *ranges;
    size_t n_ranges;
    bool ranged;                /* ranges were searched, because the ruleset has range brackets */
    salvo_favourite at_contact; /* the favourite at range 0, if ranges were searched */
    const char *names[2];       /* of the units, as the rulebook writes them; or the armies as the user wrote them */
    const char *remark;         /* the remark of its battles */
    salvo_claims *claims;
    salvo_arena *memory;
} salvo_tipping;

/* If the armies of the plan are one unit each, with options but without a count, finds how many of the second are
 * worth the first. If they are armies as in a battle, only ranges are searched. Between two range brackets of the
 * ruleset, at most one change of the favourite is found. The approach's progress callback sees the search as a whole;
 * if the callback stops it, there is no answer: SALVO_STOPPED. On failure, *tipping is zeroed. */
salvo_status salvo_tipping_find(salvo_tipping *tipping, const salvo_rulebook *book, const salvo_battle_plan *plan,
                                const salvo_approach *approach, salvo_error *err);
void salvo_tipping_free(salvo_tipping *tipping);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
