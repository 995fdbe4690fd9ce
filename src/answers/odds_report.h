/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of the answer to one question that other reports show too. */
#ifndef SALVO_ANSWERS_ODDS_REPORT_H
#define SALVO_ANSWERS_ODDS_REPORT_H

#include <salvo/compare.h>
#include <salvo/fight.h>
#include <salvo/selection.h>
#include <salvo/simulate.h>

#include "answers/fields.h"
#include "chart/chart.h"

/* How the numbers were obtained: counted, simulated with trials and seed, and whether the two agree. The last lines of
 * a page. */
void add_method(page *p, const salvo_procedure *procedure, const salvo_answer *answer);

/* The same of an exact answer alone; whose: "" or ", the first". */
void add_counting(page *p, const salvo_procedure *procedure, const salvo_odds *odds, const char *whose);

/* Whether every die was thrown one by one. */
bool is_reference_engine(const salvo_simulation *simulation);

/* At the head of a page, that another engine answered than was to be expected, and why; nothing where there is nothing
 * to say. */
void add_engine_remark(page *p, const salvo_answer *answer);

/* A remark on the numbers, if there is one: at the head of a page, and where it is computed with as "remark", a field that
 * only answers with a remark have. NULL: none. */
void add_note(page *p, const char *remark);
datum as_note(const char *remark);

/* "Both sides stand still, 1000 m apart", "Side a advances from 1500 m". */
void put_scene(salvo_text *text, salvo_scenario scenario, double range, const char *unit);

/* The first part of it. */
extern const char *const SCENE_WORDS[SALVO_N_SCENARIOS];

/* The situation in the rule's own words, as a paragraph. */
void add_situation(page *p, const salvo_question *question);

/* A sheet of probabilities: names under `heading`, then what is known of each. */
void add_probabilities(page *p, const char *heading, const salvo_answer *answer, const salvo_line *lines, size_t n);

/* "exact", "monte-carlo" or "both". */
const char *method_word(salvo_method method);

/* In a table, the interval of a simulated difference times `unit`, with signs. A difference that is known for certain has
 * one all the same, from itself to itself. */
datum as_difference_interval(const salvo_estimate *difference, double unit);

/* JSON: method, arithmetic, trials, seed, stopped_by, partial, engine_remark, agreement (NULL: without it): what every
 * document says of how it came about. A simulation that was interrupted is partial in any case. */
void put_method(record *to, const salvo_answer *answer, const salvo_chi_square *agreement, bool partial);

/* The parameters of a question that have a value, as an object. */
datum as_parameters(const salvo_question *question);

/* One question and its answer; as a document. */
typedef struct asked_answer {
    const salvo_question *question;
    const salvo_answer *answer;
    /* Of outcomes that are numbers, for a picture; with `cumulative` they stand beside the probabilities, too. */
    const salvo_tail *tails; /* ascending by number */
    size_t n_tails;
    const salvo_tail **tail_of; /* by outcome; NULL: it is no number */
    bool cumulative;
    const salvo_fire_list *fires; /* whose total it is; or NULL */
} asked_answer;

void draw_odds(chart *c, const void *answer);

void describe_odds(record *to, const void *of);

/* The parameter as a user would type it, behind what the text holds already: "weapon=cannon-b". Nothing where it was not
 * given. */
void put_given(salvo_text *text, const salvo_question *question, size_t parameter);

/* What a point of a curve can have: the probability of an outcome, or an expectation. */
typedef struct curve_quantity {
    bool mean;
    int number;       /* of the outcome, of the expectation */
    const char *name; /* "a-wins"; of an expectation without its E() */
} curve_quantity;

/* Fills in the quantities that come at any point: outcomes in the procedure's order, then expectations. Beyond
 * QUANTITIES_MAX outcomes are passed over. */
enum { QUANTITIES_MAX = 256 };
size_t curve_quantities(curve_quantity known[QUANTITIES_MAX], const salvo_curve *curve);

/* NULL where it does not come. */
const salvo_figure *quantity_figure(const salvo_answer *answer, const curve_quantity *q);

bool is_swept(const salvo_curve *curve, const char *key);

/* The remarks on a curve's points, for the head of a page; how they were obtained, for its end. */
void add_curve_remarks(page *p, const salvo_curve *curve);
void add_curve_methods(page *p, const salvo_curve *curve);

/* Whether the variants do not share the parameter. */
bool is_changed(const salvo_comparison *comparison, size_t parameter);

/* "Tiger I against Panther or Comet at 500 m: two variants" */
void put_comparison_title(salvo_text *text, const salvo_comparison *comparison);

/* The same of a comparison; one remark on both variants, or each one's own. */
void add_comparison_remarks(page *p, const salvo_comparison *comparison);
void add_comparison_methods(page *p, const salvo_comparison *comparison);

/* How many turns are told of a battle: until nothing more happens, from `least` to `most` as far as there are so many. */
size_t battle_turns(const salvo_battle *battle, size_t least, size_t most);

/* Both armies, and what is assumed: two lines and a list. */
void put_battle(salvo_text *text, const salvo_battle *battle);

/* "2 Tiger I, 1 Panther" */
void put_elements(salvo_text *text, const salvo_battle_side *side);

/* What a duel counts, in the ruleset's word: "turns", "rounds". */
const char *duel_counts(const salvo_duel *duel);

#endif
