/* salvo: the program. Runs its command line, delivers the answer or complains. */
#include <signal.h>
#include <stdio.h>

#include "cli/command_line.h"
#include "cli/watch.h"

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

int main(int argc, char **argv)
{
    salvo_error err = {0};
    static outlets to;
    salvo_status status;

    signal(SIGPIPE, SIG_IGN);
    status = command_line_run(argc - 1, argv + 1, &to, &err);
    watch_end();
    if (status == SALVO_OK)
        status = outlets_deliver(&to, &err);
    if (status != SALVO_OK)
        complain(&err);
    outlets_free(&to);
    return status == SALVO_OK && watch_signal() ? EXIT_SIGNAL + watch_signal() : exit_status(status);
}
