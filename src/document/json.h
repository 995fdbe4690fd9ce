/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small words for JSON documents (jansson). */
#ifndef SALVO_DOCUMENT_JSON_H
#define SALVO_DOCUMENT_JSON_H

#include <jansson.h>
#include <stdio.h>

#include <salvo/error.h>

/* Writes the document and a newline and gives it up, also when it fails; NULL reads as out of memory. Keys stay in the
 * order they were set. Numbers have 15 digits: what a double holds for certain. */
salvo_status json_write(FILE *out, json_t *document, salvo_error *err);

/* Put a value, which is theirs then, under a key or at the end. Where memory is out, *object or *array becomes NULL, and with
 * it, in turn, whatever it is put into: whoever writes the document asks once. */
void json_put(json_t **object, const char *key, json_t *value);
void json_push(json_t **array, json_t *value);

/* A whole number as one, any other as a real. */
json_t *json_number(double value);

#endif
