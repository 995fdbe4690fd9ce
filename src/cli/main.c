/* salvo: the program. Picks the command, gives it a buffer to write to, and delivers what it wrote. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/salvo.h>

#include "cli/commands.h"
#include "cli/deliver.h"
#include "cli/watch.h"
#include "data/names.h"

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

static void help_all(FILE *out)
{
    fprintf(out, "salvo %s: the odds, the winner and the price in a tabletop wargame\n\n", salvo_version());
    for (size_t i = 0; COMMANDS[i]; i++)
        fprintf(out, "  salvo %-11s %s\n", COMMANDS[i]->name, COMMANDS[i]->help);
    fputs("\nsalvo COMMAND --help tells what a command takes; salvo --version which salvo this is.\n"
          "Try: salvo duel \"Tiger I\" \"Sherman Firefly\" -r mad --range 750 a-cover=normal\n",
          out);
}

static void help_one(FILE *out, const command *c)
{
    fprintf(out, "salvo %s %s\n\n%s\n\n", c->name, c->usage, c->help);
    options_help(out, c->takes);
    if (c->more)
        fprintf(out, "\n%s\n", c->more);
}

static salvo_status find_command(const char *name, const command **found, salvo_error *err)
{
    const char *names[COMMANDS_MAX];
    size_t n = 0;

    for (; COMMANDS[n]; n++) {
        names[n] = COMMANDS[n]->name;
        *found = COMMANDS[n];
        if (strcmp(names[n], name) == 0)
            return SALVO_OK;
    }
    return salvo_names_fail(err, names, n, name, "unknown command '%s'", name);
}

static salvo_status run_command(int argc, char **argv, FILE *out, const char **output, salvo_error *err)
{
    static options o;
    const command *c;
    salvo_status status = find_command(argv[0], &c, err);

    if (status == SALVO_OK)
        status = options_read(&o, argc, argv, c->takes, err);
    if (status != SALVO_OK)
        return status;
    *output = o.output;
    if (o.help && !(c->helps && c->helps(&o))) {
        help_one(out, c);
        return SALVO_OK;
    }
    return c->run(&o, out, err);
}

static salvo_status run(int argc, char **argv, FILE *out, const char **output, salvo_error *err)
{
    if (argc < 2) {
        return salvo_fail(err, SALVO_BAD_INPUT, "no command; salvo --help lists them");
    } else if (strcmp(argv[1], "--version") == 0) {
        fprintf(out, "salvo %s\n", salvo_version());
    } else if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
               (strcmp(argv[1], "help") == 0 && argc == 2)) {
        help_all(out);
    } else if (strcmp(argv[1], "help") == 0) {
        const command *c;
        salvo_status status = find_command(argv[2], &c, err);

        if (status != SALVO_OK)
            return status;
        help_one(out, c);
    } else {
        return run_command(argc - 1, argv + 1, out, output, err);
    }
    return SALVO_OK;
}

int main(int argc, char **argv)
{
    salvo_error err = {0};
    const char *output = NULL;
    char *bytes = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&bytes, &length);
    salvo_status status;

    signal(SIGPIPE, SIG_IGN);
    status = out ? run(argc, argv, out, &output, &err) : salvo_fail_memory(&err);
    watch_end();
    if (out && (ferror(out) || fclose(out) != 0) && status == SALVO_OK)
        status = salvo_fail_memory(&err);
    if (status == SALVO_OK)
        status = deliver(output, bytes, length, &err);
    if (status != SALVO_OK)
        complain(&err);
    free(bytes);
    return status == SALVO_OK && watch_signal() ? EXIT_SIGNAL + watch_signal() : exit_status(status);
}
