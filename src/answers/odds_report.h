/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of the answer to one question that other reports show, too. */
#ifndef SALVO_ANSWERS_ODDS_REPORT_H
#define SALVO_ANSWERS_ODDS_REPORT_H

#include <salvo/compare.h>
#include <salvo/fight.h>
#include <salvo/selection.h>
#include <salvo/simulate.h>

#include "answers/fields.h"
#include "chart/chart.h"

/* Adds how the numbers were obtained: computed exactly, or simulated with trials and seed; and whether the two agree.
 * These are the last lines of a page. */
void add_method(page *p, const salvo_procedure *procedure, const salvo_answer *answer);

/* Does the same for an exact answer alone. The last argument names the answer: "" or ", the first". */
void add_counting(page *p, const salvo_procedure *procedure, const salvo_odds *odds, const char *whose);

/* Returns whether the reference engine made it, which rolls every die. */
bool is_reference_engine(const salvo_simulation *simulation);

/* Adds a remark at the head of a page if an unexpected engine answered, with the reason. Otherwise it adds nothing. */
void add_engine_remark(page *p, const salvo_answer *answer);

/* Adds a remark on the numbers at the head of a page. CSV and JSON have a field "remark" for it, but only in answers
 * with a remark. NULL: none. */
void add_note(page *p, const char *remark);
datum as_note(const char *remark);

/* Adds the situation in the rule's own words, as a paragraph. */
void add_situation(page *p, const salvo_question *question);

/* Adds a sheet of probabilities: names under `heading`, then the figures of each. */
void add_probabilities(page *p, const char *heading, const salvo_answer *answer, const salvo_line *lines, size_t n);

/* "exact", "monte-carlo" or "both". */
const char *method_word(salvo_method method);

/* Returns the interval of a simulated difference times `unit` for a table, with signs. A certain difference has an
 * interval, too, without width. */
datum as_difference_interval(const salvo_estimate *difference, double unit);

/* Puts the JSON keys that every document has about its method: method, arithmetic, trials, seed, stopped_by, partial,
 * engine_remark, agreement (NULL: without it). An interrupted simulation is always partial. */
void put_method(record *to, const salvo_answer *answer, const salvo_chi_square *agreement, bool partial);

/* Returns the parameters of a question that have a value, as an object. */
datum as_parameters(const salvo_question *question);

/* One question and its answer. */
typedef struct asked_answer {
    const salvo_question *question;
    const salvo_answer *answer;
    /* The tails of outcomes that are numbers, for a picture. With `cumulative` they are listed beside the
     * probabilities, too. */
    const salvo_tail *tails; /* ascending by number */
    size_t n_tails;
    const salvo_tail **tail_of; /* by outcome; NULL: it is not a number */
    bool cumulative;
    const salvo_fire_list *fires; /* the list that the answer is the total of; or NULL */
} asked_answer;

void draw_odds(chart *c, const void *answer);

void describe_odds(record *to, const void *of);

/* Appends the parameter as a user would type it: "weapon=cannon-b". Appends nothing for a parameter that was not
 * given. */
void put_given(salvo_text *text, const salvo_question *question, size_t parameter);

/* A quantity of a curve's points: the probability of an outcome, or an expectation. */
typedef struct curve_quantity {
    bool mean;
    int number;       /* of the outcome or of the expectation */
    const char *name; /* "a-wins"; for an expectation without its E() */
} curve_quantity;

/* Lists the quantities that occur at any point: outcomes in the procedure's order, then expectations. Outcomes beyond
 * QUANTITIES_MAX are left out. */
enum { QUANTITIES_MAX = 256 };
size_t curve_quantities(curve_quantity known[QUANTITIES_MAX], const salvo_curve *curve);

/* Returns NULL if the quantity does not occur. */
const salvo_figure *quantity_figure(const salvo_answer *answer, const curve_quantity *q);

bool is_swept(const salvo_curve *curve, const char *key);

/* Adds the remarks on a curve's points, for the head of a page; the methods of the points, for its end. */
void add_curve_remarks(page *p, const salvo_curve *curve);
void add_curve_methods(page *p, const salvo_curve *curve);

/* Returns whether the parameter differs between the variants. */
bool is_changed(const salvo_comparison *comparison, size_t parameter);

/* Puts "Tiger I against Panther or Comet at 500 m: two variants". */
void put_comparison_title(salvo_text *text, const salvo_comparison *comparison);

/* Does the same for a comparison: one remark for both variants, or one for each. */
void add_comparison_remarks(page *p, const salvo_comparison *comparison);
void add_comparison_methods(page *p, const salvo_comparison *comparison);

/* Puts the line of an outcome, or of an expectation, as a comparison prints it. */
void put_contrast(record *to, const salvo_comparison *comparison, bool outcome, size_t i);

/* The rows of a comparison in tidy form: how many, and row i. */
size_t n_comparison_rows(const salvo_comparison *comparison);
void put_comparison_row(record *to, const salvo_comparison *comparison, size_t i);

/* Puts "outcomes" and "expectations", the results in JSON; and before them the method. */
void put_comparison_results(record *to, const salvo_comparison *comparison);
void put_comparison_method(record *to, const salvo_comparison *comparison);

/* Returns the number of turns to list: until nothing more happens, at least `least` and at most `most`, if there are as
 * many. */
size_t battle_turns(const salvo_battle *battle, size_t least, size_t most);

/* Puts both armies and the assumptions: two lines and a list. */
void put_battle(salvo_text *text, const salvo_battle *battle);

/* "2 Tiger I, 1 Panther" */
void put_elements(salvo_text *text, const salvo_battle_side *side);

/* Returns the ruleset's word for the turns of a duel: "turns", "rounds". */
const char *duel_counts(const salvo_duel *duel);

#endif
