/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where an answer goes: one output for every file, each in its own format. An output collects bytes until the answer is
 * complete. Only then does salvo deliver it. */
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
    char *bytes;  /* once the stream is closed */
    size_t length;
    salvo_text *collected; /* what the stream writes; its address stays valid when outputs move */
} output;

/* Begins zeroed. */
typedef struct outputs {
    output *at;
    size_t n, capacity;
    claim folder; /* the folder of the outputs; path NULL: they have none */
} outputs;

/* Adds an output, open for writing. On failure the number of outputs is unchanged. */
salvo_status outputs_add(outputs *o, const char *path, salvo_format format, salvo_error *err);

/* Removes the last output. */
void outputs_drop(outputs *o);

/* Moves a closed output of another struct to the end. */
salvo_status outputs_take(outputs *o, output *from, salvo_error *err);

/* Makes the folder for the outputs and locks it (claim_folder) until they are freed. Returns SALVO_IO also for a folder
 * that accepts no files. */
salvo_status outputs_folder(outputs *o, const char *folder, salvo_error *err);

/* Takes over the claim of other outputs, if they have one. */
void outputs_take_folder(outputs *o, outputs *from);

/* Sets the format's kind from the ending of a file name (csv, json, txt, md ...). */
salvo_status outputs_format(const char *path, salvo_format *format, salvo_error *err);

/* The ending of files in that format: "csv", "md". */
const char *outputs_ending(salvo_format format);

/* Closes all outputs, which sets their bytes and lengths. Returns SALVO_NO_MEMORY if an output ran out of memory. */
salvo_status outputs_close(outputs *o, salvo_error *err);

/* Delivers every output or none, in this order. */
salvo_status outputs_deliver(const outputs *o, salvo_error *err);
void outputs_free(outputs *o);

/* for (EACH_OUTPUT(&x->outputs, to))
 *     status = status == SALVO_OK ? report(to->stream, to->format, ...) : status; */
#define EACH_OUTPUT(outputs, to)       \
    const output *to = (outputs)->at;  \
    to < (outputs)->at + (outputs)->n; \
    to++

#endif
