/* What a sensitivity and a search both say: what was asked, and how the numbers came about. */
#ifndef SALVO_REPORT_INQUIRY_REPORT_H
#define SALVO_REPORT_INQUIRY_REPORT_H

#include <salvo/sensitivity.h>

#include "report/json.h"
#include "report/page.h"

enum { ANSWER_TEXT = 48 };

/* "the chance that a wins" */
const char *aspect_words(const salvo_inquiry *asked);

/* "Tiger I against Sherman Firefly" */
void add_inquiry_heading(page *p, const char *what, const salvo_inquiry *asked);

/* Where it stands: the words of a duel, the lines of a battle; what else is to be remarked. */
void add_inquiry_situation(page *p, const salvo_inquiry *asked);

/* How the numbers came about, and how trials belong together. The last lines of a page. */
void add_inquiry_method(page *p, const salvo_inquiry *asked, const char *trials);

/* The number as a reader takes it: a percentage with so many decimals, or turns; "-" for none. */
void answer_text(char text[ANSWER_TEXT], const salvo_inquiry *asked, double value, int decimals);

/* What a reader takes for a figure: what was counted, if it was. */
double inquiry_value(const salvo_inquiry *asked, const salvo_figure *figure);

/* "+0.52 [+0.48, +0.57]": a simulated difference with its interval, in points. */
void put_interval(sheet *s, const salvo_inquiry *asked, const salvo_estimate *difference);

/* The document's first keys. */
json_t *inquiry_json(const salvo_inquiry *asked);

/* A number; null for none. */
json_t *answer_json(double value);

/* Sets `key`, and beside it its fraction, what was simulated and the interval, under names that begin with the key. */
void put_answer(json_t *object, const char *key, const salvo_inquiry *asked, const salvo_figure *figure);

/* The last columns in long form: method, trials, seed, stopped_by; and their cells for a counted or a simulated row. */
void add_method_columns(sheet *s);
void put_method_cells(sheet *s, const salvo_inquiry *asked, bool counted);

#endif
