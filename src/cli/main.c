/* salvo: the program. Runs its command line, delivers the answer or complains. */
#include <signal.h>
#include <stdio.h>

#include "cli/command_line.h"
#include "cluster/cluster.h"

enum {
    EXIT_DONE = 0,
    EXIT_INTERNAL = 1,
    EXIT_BAD_INPUT = 2,
    EXIT_IO = 3,
    EXIT_SIGNAL = 128 /* + the signal's number */
};

static int exit_status(salvo_status status)
{
    /* The numbers are a contract with scripts. What is too large is bad input: the user can ask otherwise, as with
     * --method mc. */
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
        /* Line and column count from 1; 0 means that the fault has no place in a file, or none in its line. */
        fprintf(stderr, "%d:", err->line);
    if (err->line && err->column)
        fprintf(stderr, "%d:", err->column);
    fputs(*err->path || err->line ? " " : "", stderr);
    put_plainly(err->text);
    fputc('\n', stderr);
}

/* What was typed, with a caret below the place. */
static void point(const char *typed, int column)
{
    fputs("    ", stderr);
    put_plainly(typed);
    fprintf(stderr, "\n    %*s\n", column, "^");
}

/* Everything else has been delivered by then: each message names a picture that its reader will look for in vain. */
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

    if (x->ranks && x->ranks->rank > 0) /* all ranks have the same answer; one is enough */
        return status;
    /* The bar must be gone before the answer appears: both may stand on one terminal. */
    progress_end(by, x->options.quiet, status == SALVO_OK);
    return status == SALVO_OK ? outputs_deliver(&x->outputs, err) : status;
}

/* What went wrong, or is missing. */
static salvo_status tell_faults(const context *x, salvo_status status, const progress *by, const salvo_error *err)
{
    /* progress_end tells of a signal; --quiet passes over it. */
    if (status != SALVO_OK && !(status == SALVO_STOPPED && by->signal))
        complain(err);
    if (status != SALVO_OK && x->typed && err->column)
        point(x->typed, err->column);
    if (status != SALVO_OK || !x->missing)
        return status;
    complain_of_missing(x);
    return SALVO_IO;
}

int main(int argc, char **argv)
{
    salvo_error err = {0};
    progress by;
    context x = {.memory = NULL};
    ranks *joined;
    salvo_status status;

    /* A reader that goes away early, as head does, must not kill the program before the other files are delivered; nor
     * must a limit on the size of files, which is a failure like a full disk. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    progress_init(&by);
    status = cluster_join(&joined, &err);
    if (status == SALVO_OK)
        status = context_init(&x, &by, &err);
    if (status == SALVO_OK) {
        x.ranks = joined;
        status = run(&x, argc, argv, &by, &err);
    }
    if (!joined || joined->rank == 0)
        status = tell_faults(&x, status, &by, &err);
    context_free(&x);
    cluster_leave(joined);
    /* A partial answer is a good answer, yet a script must be able to tell it from a whole one. A failure keeps
     * its own status. */
    return by.signal && (status == SALVO_OK || status == SALVO_STOPPED) ? EXIT_SIGNAL + by.signal : exit_status(status);
}
