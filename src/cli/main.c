/* salvo: the program. Runs its command line, delivers the answer or complains. */
#include <signal.h>
#include <stdio.h>

#include "cli/command_line.h"

enum {
    EXIT_DONE = 0,
    EXIT_INTERNAL = 1,
    EXIT_BAD_INPUT = 2,
    EXIT_IO = 3,
    EXIT_SIGNAL = 128 /* + the signal's number */
};

static int exit_status(salvo_status status)
{
    switch (status) {
    case SALVO_OK:
        return EXIT_DONE;
    case SALVO_BAD_INPUT:
    case SALVO_TOO_LARGE:
        return EXIT_BAD_INPUT;
    case SALVO_IO:
        return EXIT_IO;
    case SALVO_NO_MEMORY:
    case SALVO_STOPPED:
        break;
    }
    return EXIT_INTERNAL;
}

/* What users typed comes back in messages: a message stays one line, and a terminal is left alone. */
static void put_plainly(const char *text)
{
    for (; *text; text++)
        fputc((unsigned char)*text < ' ' || *text == 0x7F ? '?' : *text, stderr);
}

static void complain(const salvo_error *err)
{
    fputs("salvo: ", stderr);
    put_plainly(err->path);
    if (*err->path)
        fputc(':', stderr);
    if (err->line)
        fprintf(stderr, "%d:%d:", err->line, err->column);
    fputs(*err->path || err->line ? " " : "", stderr);
    put_plainly(err->text);
    fputc('\n', stderr);
}

static void complain_of_missing(const context *x)
{
    for (const missing_picture *m = x->missing; m; m = m->next) {
        salvo_error err;

        salvo_fail_at(&err, SALVO_IO, m->path, 0, 0, "this picture is missing: %s", m->reason);
        complain(&err);
    }
}

static salvo_status run(context *x, int argc, char **argv, progress *by, salvo_error *err)
{
    salvo_status status = command_line_run(x, argc - 1, argv + 1, err);

    progress_end(by, x->options.quiet, status == SALVO_OK);
    return status == SALVO_OK ? outputs_deliver(&x->outputs, err) : status;
}

int main(int argc, char **argv)
{
    salvo_error err = {0};
    progress by;
    context x;
    salvo_status status;

    signal(SIGPIPE, SIG_IGN);
    progress_init(&by);
    status = context_init(&x, &by, &err);
    if (status == SALVO_OK)
        status = run(&x, argc, argv, &by, &err);
    if (status != SALVO_OK && !(status == SALVO_STOPPED && by.signal))
        complain(&err);
    if (status == SALVO_OK && x.missing) {
        complain_of_missing(&x);
        status = SALVO_IO;
    }
    context_free(&x);
    return by.signal && (status == SALVO_OK || status == SALVO_STOPPED) ? EXIT_SIGNAL + by.signal : exit_status(status);
}
