/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses one word of a user against one parameter's schema. */
#ifndef SALVO_RULES_PARSE_H
#define SALVO_RULES_PARSE_H

#include <salvo/arena.h>
#include <salvo/rules.h>

/* Reads `text` as a value of `parameter` and looks up names in `store`. */
salvo_status salvo_parameter_parse(const salvo_parameter *parameter, const salvo_store *store, const char *text,
                                   salvo_arena *memory, salvo_value *value, salvo_error *err);

/* Reads the default of a parameter that depends on no other one; it is absent if there is none. */
salvo_status salvo_parameter_default(const salvo_parameter *parameter, const salvo_store *store, salvo_arena *memory,
                                     salvo_value *value, salvo_error *err);

/* Reads "key=value" as a value of one of the schema's parameters, and sets *at to the parameter's place. */
salvo_status salvo_word_parse(const salvo_schema *schema, const salvo_store *store, const char *word,
                              salvo_arena *memory, size_t *at, salvo_value *value, salvo_error *err);

/* Reads a finite decimal number without blanks, hexadecimals or "nan". */
bool salvo_number_parse(const char *text, double *number);

/* Fails because the schema has no parameter `key`, and proposes the nearest ones. */
salvo_status salvo_parameter_unknown(const salvo_schema *schema, const char *key, salvo_error *err);

/* Lists the values of a sweep over the parameter if the user names none: every choice, yes and no, every row, the
 * brackets of a range, or a short range of whole numbers. SALVO_BAD_INPUT if there is no such list. */
salvo_status salvo_parameter_sweep(const salvo_parameter *parameter, const salvo_store *store, salvo_arena *memory,
                                   const char ***texts, size_t *n, salvo_error *err);

#endif
