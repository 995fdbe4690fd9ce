/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parameters and results of a procedure, from its description, for help and for the manual. */
#ifndef SALVO_ANSWERS_SCHEMA_H
#define SALVO_ANSWERS_SCHEMA_H

#include <salvo/report.h>
#include <salvo/rules.h>

#include "document/page.h"

/* Adds notes, parameters, outcomes and expectations. */
void schema_add(page *p, const salvo_rulebook *book, const salvo_procedure *procedure);

/* Adds the parameters alone. */
void schema_add_parameters(page *p, const salvo_store *store, const salvo_schema *schema);

/* Writes an answer with the parameters alone, like salvo_report_help. `title` follows the schema's name. */
salvo_status schema_report(FILE *out, salvo_format format, const salvo_rulebook *book, const salvo_schema *schema,
                           const char *title, salvo_error *err);

/* Adds one tidy sheet with the parameters of every procedure. */
void schema_add_tidy(page *p, const salvo_rulebook *book);

#endif
