/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a procedure takes and gives, from its description: the matter of help and of the manual. */
#ifndef SALVO_ANSWERS_SCHEMA_H
#define SALVO_ANSWERS_SCHEMA_H

#include <salvo/report.h>
#include <salvo/rules.h>

#include "document/page.h"

/* Notes, parameters, outcomes, expectations. */
void schema_add(page *p, const salvo_rulebook *book, const salvo_procedure *procedure);

/* The parameters alone. */
void schema_add_parameters(page *p, const salvo_store *store, const salvo_schema *schema);

/* An answer of the parameters alone, like salvo_report_help; `title` stands behind the schema's name. */
salvo_status schema_report(FILE *out, salvo_format format, const salvo_rulebook *book, const salvo_schema *schema,
                           const char *title, salvo_error *err);

/* One sheet with the parameters of every procedure, to compute with. */
void schema_add_tidy(page *p, const salvo_rulebook *book);

#endif
