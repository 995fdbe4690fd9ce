/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of records (data/lines.h) that a question names: one of the rulebook, or a user's own file of that form. */
#ifndef SALVO_RULES_LUA_RECORDS_H
#define SALVO_RULES_LUA_RECORDS_H

#include <salvo/rules.h>
#include <salvo/text.h>

/* Returns the place of the table that the text means; -1: it is the path of a file. */
int records_place(const char *const *names, const char *text);

/* Returns whether the value of a parameter is the path of a file. */
bool records_is_file(const salvo_parameter *parameter, const salvo_value *value);

/* Reads the file that a value names and adds a text to `key` that differs for files with other records. Fails if the
 * file cannot be read, with the place of any fault. */
salvo_status records_add_key(const salvo_parameter *parameter, const salvo_value *value, salvo_text *key,
                             salvo_error *err);

/* Reads a file that could be read before. NULL: memory is out, or the file has changed meanwhile. */
const salvo_table *records_read(const char *path, salvo_arena *memory, uint64_t *hash);

/* Returns the column of the i-th word after the name of a record, or of the last one. */
size_t records_column(const salvo_table *table, size_t i);

/* Returns whether the table is one of records. */
bool records_is_table(const salvo_table *table);

#endif
