/* A command line of the page, answered in a context of its own. */
#define _GNU_SOURCE
#include "web/ask.h"

#include <emscripten.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text_stream.h"
#include "cli/command_line.h"
#include "cli/complaint.h"

enum { ASKED_MAX = 1024 };

/* How far the work is, 0 to 1. Stopping is the page's affair: it ends the worker. */
EM_JS(void, web_tell, (double part), {
    if (Module.onPart)
        Module.onPart(part);
})

static bool look(void *context, const salvo_progress *progress)
{
    (void)context;
    web_tell(progress->part);
    return true;
}

/* Only the answer to standard output is the page's; it asks for no other. */
static void take_answer(web_reply *reply, const context *x)
{
    const output *first = x->outputs.at;

    if (x->outputs.n == 0 || !first->bytes)
        return;
    char *bytes = malloc(first->length + 1);

    if (!bytes)
        return;
    memcpy(bytes, first->bytes, first->length);
    bytes[first->length] = '\0';
    reply->bytes = bytes;
    reply->length = first->length;
}

static void answer(web_reply *reply, FILE *complaint, int argc, char **argv)
{
    salvo_error err = {0};
    progress by = {.watch = {look, NULL}};
    context x;
    salvo_status status = context_init(&x, &by, &err);

    if (status == SALVO_OK)
        status = command_line_run(&x, argc, argv, &err);
    if (status == SALVO_OK)
        take_answer(reply, &x);
    else
        complaint_put(complaint, &x, &err);
    reply->status = complaint_status(status);
    context_free(&x);
}

EMSCRIPTEN_KEEPALIVE web_reply *web_ask(const char *words, size_t n)
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
        argv[i] = (char *)words; /* getopt may reorder them, and changes none */
    argv[n] = NULL;
    answer(reply, complaint, (int)n, argv);
    fclose(complaint);
    reply->complaint = text.bytes ? text.bytes : strdup("");
    return reply;
}

EMSCRIPTEN_KEEPALIVE void web_free(web_reply *reply)
{
    free((void *)reply->bytes);
    free((void *)reply->complaint);
    free(reply);
}
