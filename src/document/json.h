/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Short functions for JSON documents (jansson). */
#ifndef SALVO_DOCUMENT_JSON_H
#define SALVO_DOCUMENT_JSON_H

#include <jansson.h>
#include <stdio.h>

#include <salvo/error.h>

/* Writes the document and a newline, and frees the document, even on failure; NULL means that memory is out. Keys stay
 * in the order in which they were set. Numbers have 15 digits: what a double holds for certain. */
salvo_status json_write(FILE *out, json_t *document, salvo_error *err);

/* Put a value, which they then own, under a key or at the end. If memory is out, *object or *array becomes NULL, and so
 * does everything that it is put into: the code that writes the document asks once. */
void json_put(json_t **object, const char *key, json_t *value);
void json_push(json_t **array, json_t *value);

/* Returns a whole number as an integer, any other as a real. */
json_t *json_number(double value);

#endif
