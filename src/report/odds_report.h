/* Parts of the answer to one question that other reports show too. */
#ifndef SALVO_REPORT_ODDS_REPORT_H
#define SALVO_REPORT_ODDS_REPORT_H

#include <jansson.h>

#include <salvo/odds.h>

#include "report/page.h"

/* "exact", with how it was counted: the last line of a page. */
void add_method(page *p, const salvo_procedure *procedure, salvo_arithmetic arithmetic, uint64_t size);

/* The situation in the rule's own words, as a paragraph. */
void add_situation(page *p, const salvo_question *question);

/* "rational" or "double": what every JSON document says of its numbers. */
const char *arithmetic_name(salvo_arithmetic arithmetic);

/* The document of one answer: procedure, parameters, method, outcomes, expectations. NULL when memory is out. */
json_t *odds_json(const salvo_question *question, const salvo_odds *odds);

/* Sets `key` to the value, and "exact" to the fraction where there is one. */
void put_number(json_t *object, const char *key, const salvo_number *number);

#endif
