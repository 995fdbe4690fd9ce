/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers a command line of the page in a context of its own. */
#define _GNU_SOURCE
#include "web/ask.h"

#include <emscripten.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text_stream.h"
#include "cli/command_line.h"
#include "cli/complaint.h"
#include "web/parts.h"

enum { ASKED_MAX = 1024 };

/* Reports the progress of the work, from 0 to 1. The page itself stops the work: it ends the worker. */
EM_JS(void, web_tell, (double part), {
    if (Module.onPart)
        Module.onPart(part);
})

static bool report_progress(void *context, const salvo_progress *progress)
{
    (void)context;
    web_tell(progress->part);
    return true;
}

/* Returns a copy of the output, with a NUL after it; NULL if there is none, or no memory. */
static const char *copy_of(const context *x, size_t at)
{
    const output *from = at < x->outputs.n ? &x->outputs.at[at] : NULL;
    char *bytes = from && from->bytes ? malloc(from->length + 1) : NULL;

    if (bytes) {
        memcpy(bytes, from->bytes, from->length);
        bytes[from->length] = '\0';
    }
    return bytes;
}

/* Takes the answer to standard output, and the picture after it; the page requests no other files. */
static void take_answer(web_reply *reply, const context *x)
{
    reply->bytes = copy_of(x, 0);
    reply->length = reply->bytes ? x->outputs.at[0].length : 0;
    reply->picture = copy_of(x, 1);
}

/* What the page asks of the words: an answer, a part of its work, or an answer from the work of parts. */
typedef struct asked {
    part of;            /* n 0: no part */
    const void *brings; /* the work of parts; NULL: none */
    size_t length;
} asked;

static salvo_status run(web_reply *reply, context *x, const asked *a, int argc, char **argv, salvo_error *err)
{
    packed work = a->brings ? packed_of(a->brings, a->length) : (packed){.n = 0};
    salvo_status status = a->of.n     ? part_run(x, a->of, argc, argv, &work, err)
                          : a->brings ? part_merge(x, argc, argv, &work, err)
                                      : command_line_run(x, argc, argv, err);

    if (a->of.n && status == SALVO_OK) {
        reply->bytes = (char *)work.bytes; /* freed with the reply */
        reply->length = work.n;
    } else {
        packed_free(&work);
        if (status == SALVO_OK)
            take_answer(reply, x);
    }
    return status;
}

static void answer(web_reply *reply, FILE *complaint, const asked *a, int argc, char **argv)
{
    salvo_error err = {0};
    progress by = {.watch = {report_progress, NULL}};
    context x;
    salvo_status status = context_init(&x, &by, &err);

    if (status == SALVO_OK)
        status = run(reply, &x, a, argc, argv, &err);
    if (status != SALVO_OK)
        complaint_put(complaint, &x, &err);
    reply->status = complaint_status(status);
    context_free(&x);
}

static web_reply *reply_to(const asked *a, const char *words, size_t n)
{
    web_reply *reply = calloc(1, sizeof *reply);
    char *argv[ASKED_MAX + 1];
    salvo_text text = {0};
    FILE *complaint = reply && n <= ASKED_MAX ? text_stream(&text) : NULL;

    if (!complaint) {
        free(reply);
        return NULL;
    }
    for (size_t i = 0; i < n; i++, words += strlen(words) + 1)
        argv[i] = (char *)words; /* getopt may reorder them, but changes none */
    argv[n] = NULL;
    answer(reply, complaint, a, (int)n, argv);
    fclose(complaint);
    reply->complaint = text.bytes ? text.bytes : strdup("");
    return reply;
}

EMSCRIPTEN_KEEPALIVE web_reply *web_ask(const char *words, size_t n)
{
    return reply_to(&(asked){.brings = NULL}, words, n);
}

EMSCRIPTEN_KEEPALIVE web_reply *web_part(const char *words, size_t n, uint32_t k, uint32_t parts)
{
    return reply_to(&(asked){.of = {k, parts}}, words, n);
}

EMSCRIPTEN_KEEPALIVE web_reply *web_merge(const char *words, size_t n, const void *parts, size_t length)
{
    return reply_to(&(asked){.brings = parts, .length = length}, words, n);
}

EMSCRIPTEN_KEEPALIVE void web_free(web_reply *reply)
{
    free((void *)reply->bytes);
    free((void *)reply->complaint);
    free((void *)reply->picture);
    free(reply);
}
