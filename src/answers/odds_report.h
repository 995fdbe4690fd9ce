/* Parts of the answer to one question that other reports show too. */
#ifndef SALVO_ANSWERS_ODDS_REPORT_H
#define SALVO_ANSWERS_ODDS_REPORT_H

#include <salvo/compare.h>
#include <salvo/simulate.h>

#include "answers/fields.h"
#include "chart/chart.h"

/* How the numbers were obtained: counted, simulated with trials and seed, and whether the two agree. The last lines of
 * a page. */
void add_method(page *p, const salvo_procedure *procedure, const salvo_answer *answer);

/* Whether every die was thrown one by one. */
bool is_reference_engine(const salvo_simulation *simulation);

/* At the head of a page, that another engine answered than was to be expected, and why; nothing where there is nothing
 * to say. */
void add_engine_remark(page *p, const salvo_answer *answer);

/* The remark on the question's numbers, if there is one: at the head of a page, and where it is computed with as "remark",
 * a field that only answers with a remark have. */
void add_remark(page *p, const salvo_question *question);
datum as_remark(const salvo_question *question);

/* The same of a remark that is known; NULL: nothing. */
void add_note(page *p, const char *remark);
datum as_note(const char *remark);

/* The situation in the rule's own words, as a paragraph. */
void add_situation(page *p, const salvo_question *question);

/* A sheet of probabilities: names under `heading`, then what is known of each. */
void add_probabilities(page *p, const char *heading, const salvo_answer *answer, const salvo_line *lines, size_t n);

/* "exact", "monte-carlo" or "both". */
const char *method_name(const salvo_answer *answer);

/* JSON: method, arithmetic, trials, seed, stopped_by, partial, engine_remark, agreement (NULL: without it): what every
 * document says of how it came about. */
void put_method(record *to, const salvo_answer *answer, const salvo_chi_square *agreement);

/* The parameters of a question that have a value, as an object. */
datum as_parameters(const salvo_question *question);

/* One question and its answer; as a document. */
typedef struct asked_answer {
    const salvo_question *question;
    const salvo_answer *answer;
} asked_answer;

void describe_odds(record *to, const void *of);

/* The remarks on a curve's points, for the head of a page; how they were obtained, for its end. */
void add_curve_remarks(page *p, const salvo_curve *curve);
void add_curve_methods(page *p, const salvo_curve *curve);

/* The same of a comparison; one remark on both variants, or each one's own. */
void add_comparison_remarks(page *p, const salvo_comparison *comparison);
void add_comparison_methods(page *p, const salvo_comparison *comparison);

/* How the answer came about, in the words of its report, below its picture. */
void caption_method(chart *c, const salvo_procedure *procedure, const salvo_answer *answer);

#endif
