/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the messages of failed commands. */
#include "cli/complaint.h"

int complaint_status(salvo_status status)
{
    /* A question that is too large is bad input: the user can ask differently, for example with --method mc. */
    switch (status) {
    case SALVO_OK:
        return 0;
    case SALVO_BAD_INPUT:
    case SALVO_TOO_LARGE:
        return 2;
    case SALVO_IO:
        return 3;
    case SALVO_NO_MEMORY:
    case SALVO_STOPPED:
        break;
    }
    return 1;
}

/* Messages quote what users typed. A message must stay one line, and must not control the terminal. */
static void put_plainly(FILE *to, const char *text)
{
    for (; *text; text++)
        fputc((unsigned char)*text < ' ' || *text == 0x7F ? '?' : *text, to);
}

static void put_line(FILE *to, const salvo_error *err)
{
    fputs("salvo: ", to);
    put_plainly(to, err->path);
    if (*err->path)
        fputc(':', to);
    if (err->line)
        /* Line and column count from 1; 0 means that the fault has no place in a file, or none in its line. */
        fprintf(to, "%d:", err->line);
    if (err->line && err->column)
        fprintf(to, "%d:", err->column);
    fputs(*err->path || err->line ? " " : "", to);
    put_plainly(to, err->text);
    fputc('\n', to);
}

/* A fault in typed text is shown below it, at its column. A fault in a file has line and column in the message. */
void complaint_put(FILE *to, const context *x, const salvo_error *err)
{
    put_line(to, err);
    if (x->typed && err->column) {
        fputs("    ", to);
        put_plainly(to, x->typed);
        fprintf(to, "\n    %*s\n", err->column, "^");
    }
}
