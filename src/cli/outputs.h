/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where an answer goes: one output for every file that it is written to, each in its own format. An output collects bytes
 * until the whole answer is there; only then anything is delivered. */
#ifndef SALVO_CLI_OUTPUTS_H
#define SALVO_CLI_OUTPUTS_H

#include <stdio.h>

#include <salvo/report.h>
#include <salvo/text.h>

#include "cli/claim.h"

typedef struct output {
    char *path; /* NULL: standard output */
    salvo_format format;
    FILE *stream; /* NULL: closed */
    char *bytes;  /* once it is closed */
    size_t length;
    salvo_text *collected; /* what the stream writes, at an address that stays when outputs are moved */
} output;

/* Begins zeroed. */
typedef struct outputs {
    output *at;
    size_t n, capacity;
    claim folder; /* that they go into; its path NULL: none of their own */
} outputs;

/* One output more, open to be written. On failure there are as many as before. */
salvo_status outputs_add(outputs *o, const char *path, salvo_format format, salvo_error *err);

/* Takes the last output away again. */
void outputs_drop(outputs *o);

/* Moves a closed output of others to the end. */
salvo_status outputs_take(outputs *o, output *from, salvo_error *err);

/* The folder that outputs go into is made and held (claim_folder) until they are freed; SALVO_IO, too, where it takes no
 * files. */
salvo_status outputs_folder(outputs *o, const char *folder, salvo_error *err);

/* Takes over the claim of others, if they have one. */
void outputs_take_folder(outputs *o, outputs *from);

/* The format that a file's name ends in (csv, json, txt, md ...) becomes the format's kind. */
salvo_status outputs_format(const char *path, salvo_format *format, salvo_error *err);

/* What the name of a file of that format ends in: "csv", "md". */
const char *outputs_ending(salvo_format format);

/* Ends the writing: bytes and length are settled. SALVO_NO_MEMORY when an output ran out of it. */
salvo_status outputs_close(outputs *o, salvo_error *err);

/* Delivers every output or none; each gets its place in this order. */
salvo_status outputs_deliver(const outputs *o, salvo_error *err);
void outputs_free(outputs *o);

/* for (EACH_OUTPUT(&x->outputs, to))
 *     status = status == SALVO_OK ? report(to->stream, to->format, ...) : status; */
#define EACH_OUTPUT(outputs, to)       \
    const output *to = (outputs)->at;  \
    to < (outputs)->at + (outputs)->n; \
    to++

#endif
