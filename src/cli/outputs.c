/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The outputs of one command: streams in memory that become parcels for delivery. */
#include "cli/outputs.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/phrase.h"
#include "base/text_stream.h"
#include "cli/deliver.h"
#include "data/names.h"

/* Returns false if memory ran out; the written text is then lost. */
static bool close_output(output *to)
{
    bool written;

    /* The stream adds its buffered bytes only when it is closed. */
    fclose(to->stream);
    to->stream = NULL;
    to->bytes = to->collected->bytes;
    to->length = to->collected->length;
    written = !to->collected->failed;
    free(to->collected);
    to->collected = NULL;
    return written;
}

static void free_output(output *to)
{
    if (to->stream)
        close_output(to);
    free(to->bytes);
    free(to->collected);
    free(to->path);
}

salvo_status outputs_add(outputs *o, const char *path, salvo_format format, salvo_error *err)
{
    output *to;

    if (!salvo_grow(&o->at, &o->capacity, o->n + 1, sizeof *o->at))
        return salvo_fail_memory(err);
    /* The array may move when it grows, so `to` is set only now. `collected` has its own address for the same
     * reason. */
    to = &o->at[o->n];
    *to = (output){.path = path ? strdup(path) : NULL, .format = format, .collected = calloc(1, sizeof *to->collected)};
    to->stream = to->collected ? text_stream(to->collected) : NULL;
    if (!to->stream || (path && !to->path)) {
        free_output(to);
        return salvo_fail_memory(err);
    }
    o->n++;
    return SALVO_OK;
}

void outputs_drop(outputs *o)
{
    free_output(&o->at[--o->n]);
}

salvo_status outputs_take(outputs *o, output *from, salvo_error *err)
{
    if (!salvo_grow(&o->at, &o->capacity, o->n + 1, sizeof *o->at))
        return salvo_fail_memory(err);
    o->at[o->n++] = *from;
    /* The former owner then frees an empty output, not the moved one. */
    *from = (output){.path = NULL};
    return SALVO_OK;
}

salvo_status outputs_folder(outputs *o, const char *folder, salvo_error *err)
{
    salvo_status status;

    claim_release(&o->folder);
    status = claim_folder(&o->folder, folder, err);
    if (status == SALVO_OK)
        status = deliver_check_folder(folder, err);
    if (status != SALVO_OK)
        claim_release(&o->folder);
    return status;
}

void outputs_take_folder(outputs *o, outputs *from)
{
    claim_release(&o->folder);
    o->folder = from->folder;
    from->folder = (claim){.path = NULL};
}

/* Endings that differ from the format's name. */
static const char *const ALIASES[][2] = {{"txt", "table"}, {"md", "markdown"}, {"tex", "latex"}};

const char *outputs_ending(salvo_format format)
{
    for (size_t i = 0; i < sizeof ALIASES / sizeof *ALIASES; i++)
        if (strcmp(SALVO_FORMATS[format.kind], ALIASES[i][1]) == 0)
            return ALIASES[i][0];
    return SALVO_FORMATS[format.kind];
}

salvo_status outputs_format(const char *path, salvo_format *format, salvo_error *err)
{
    /* A dot in a folder's name does not begin an ending. */
    const char *dot = strrchr(path, '.'), *name = dot && !strchr(dot, '/') ? dot + 1 : "";
    char endings[128] = "";
    int known;

    for (size_t i = 0; i < sizeof ALIASES / sizeof *ALIASES; i++)
        if (strcmp(name, ALIASES[i][0]) == 0)
            name = ALIASES[i][1];
    known = salvo_name_among(SALVO_FORMATS, SALVO_N_FORMATS, name);
    if (known < 0) {
        for (int i = 0; i < SALVO_N_FORMATS; i++)
            /* The message lists the endings, which users type here, not the formats. */
            snprintf(endings + strlen(endings), sizeof endings - strlen(endings), "%s%s",
                     salvo_between((size_t)i, SALVO_N_FORMATS, " or "),
                     outputs_ending((salvo_format){.kind = (salvo_format_kind)i}));
        return salvo_fail(err, SALVO_BAD_INPUT, "%s: the ending of a file names its format; use one of %s", path,
                          endings);
    }
    format->kind = (salvo_format_kind)known;
    return SALVO_OK;
}

/* Closes all outputs, even after a failure, because an open one has no bytes to be freed. */
salvo_status outputs_close(outputs *o, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < o->n; i++)
        if (o->at[i].stream && !close_output(&o->at[i]))
            status = salvo_fail_memory(err);
    return status;
}

salvo_status outputs_deliver(const outputs *o, salvo_error *err)
{
    /* An answer without outputs is not a failure, and calloc may return NULL for size 0. */
    parcel *parcels = calloc(o->n + 1, sizeof *parcels);
    salvo_status status;

    if (!parcels)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < o->n; i++)
        parcels[i] = (parcel){o->at[i].path, o->at[i].bytes, o->at[i].length};
    /* One call delivers all: no file gets its name before every other is complete. */
    status = deliver(parcels, o->n, err);
    free(parcels);
    return status;
}

void outputs_free(outputs *o)
{
    for (size_t i = 0; i < o->n; i++)
        free_output(&o->at[i]);
    free(o->at);
    claim_release(&o->folder);
    *o = (outputs){.n = 0};
}
