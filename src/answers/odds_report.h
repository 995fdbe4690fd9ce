/* Parts of the answer to one question that other reports show too. */
#ifndef SALVO_ANSWERS_ODDS_REPORT_H
#define SALVO_ANSWERS_ODDS_REPORT_H

#include <jansson.h>

#include <salvo/compare.h>
#include <salvo/simulate.h>

#include "chart/chart.h"
#include "document/page.h"

/* How the numbers were obtained: counted, simulated with trials and seed, and whether the two agree. The last lines of
 * a page. */
void add_method(page *p, const salvo_procedure *procedure, const salvo_answer *answer);

/* Whether every die was thrown one by one. */
bool is_reference_engine(const salvo_simulation *simulation);

/* At the head of a page, that another engine answered than was to be expected, and why; nothing where there is nothing
 * to say. */
void add_engine_remark(page *p, const salvo_answer *answer);

/* The remark on the question's numbers, if there is one: at the head of a page, and as "remark" in a document. In long
 * form it is a column of that name, which only answers with a remark have. */
void add_remark(page *p, const salvo_question *question);
void put_remark(json_t *document, const salvo_question *question);

/* The same of a remark that is known; NULL: nothing. */
void add_note(page *p, const char *remark);
void put_note(json_t *document, const char *remark);

/* The situation in the rule's own words, as a paragraph. */
void add_situation(page *p, const salvo_question *question);

/* A sheet of probabilities: names under `heading`, then what is known of each. */
void add_probabilities(page *p, const char *heading, const salvo_answer *answer, const salvo_line *lines, size_t n);

/* The columns of a figure in long form (value, exact, low, high, method, trials, seed, stopped_by, and engine_remark
 * where an answer of the sheet has one), and one row for each method that
 * the answer has, behind `before` cells that `put` writes. */
void add_figure_columns(sheet *s, bool engine_remarks);
void add_figure_rows(sheet *s, const salvo_answer *answer, const salvo_figure *figure,
                     void (*put)(sheet *s, const void *context), const void *context);

/* "exact", "monte-carlo" or "both". */
const char *method_name(const salvo_answer *answer);

/* Sets method, arithmetic, trials, seed, stopped_by, partial, agreement: what every JSON document says of how it came about. */
void put_method(json_t *document, const salvo_answer *answer);

/* Sets `key` to the figure's value, and beside it "exact", "count", "simulated", "ci95" where there are such. */
void put_figure(json_t *object, const char *key, const salvo_answer *answer, const salvo_figure *figure, bool counted);

/* The interval as a pair; null for an end that is not known. */
json_t *interval_json(const salvo_estimate *estimate);

/* Every parameter that has a value. */
json_t *parameters_json(const salvo_question *question);

/* The document of one answer: procedure, parameters, method, outcomes, expectations. NULL when memory is out. */
json_t *odds_json(const salvo_question *question, const salvo_answer *answer);

/* The remarks on a curve's points, for the head of a page; how they were obtained, for its end. */
void add_curve_remarks(page *p, const salvo_curve *curve);
void add_curve_methods(page *p, const salvo_curve *curve);

/* The same of a comparison; one remark on both variants, or each one's own. */
void add_comparison_remarks(page *p, const salvo_comparison *comparison);
void add_comparison_methods(page *p, const salvo_comparison *comparison);

/* How the answer came about, in the words of its report, below its picture. */
void caption_method(chart *c, const salvo_procedure *procedure, const salvo_answer *answer);

#endif
