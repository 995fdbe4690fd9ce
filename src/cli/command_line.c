/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/command_line.h"

#include <string.h>
#include <unistd.h>

#include <salvo/salvo.h>

#include "answers/schema.h"
#include "base/try.h"
#include "cli/books.h"
#include "cli/commands.h"
#include "cli/complete.h"
#include "cli/memory_limit.h"
#include "cli/named_files.h"
#include "cli/picture.h"
#include "cli/sharing.h"
#include "data/names.h"

static void help_all(FILE *out)
{
    fprintf(out,
            "salvo %s: odds, fights and points costs in tabletop wargames\n"
            "\n",
            salvo_version());
    for (size_t i = 0; COMMANDS[i]; i++)
        fprintf(out, "  salvo %-11s %s\n", COMMANDS[i]->name, COMMANDS[i]->help);
    fputs("\nsalvo COMMAND --help describes a command and its options; salvo --version prints the version.\n"
          "Try: salvo duel \"Tiger I\" \"Sherman Firefly\" -r mad --range 750 a-cover=normal\n",
          out);
}

static void help_one(FILE *out, const command *c, bool all)
{
    /* The help comes from the command's row and the table of options, so it always agrees with what is read. */
    fprintf(out, "salvo %s %s\n\n%s\n\n", c->name, c->usage, c->help);
    if (c->about) {
        salvo_text subjects = {0};

        subject_help(c->about, &subjects);
        fprintf(out, "%s\n", salvo_text_of(&subjects));
        salvo_text_free(&subjects);
    }
    options_help(out, c->takes, all);
    if (c->more)
        fprintf(out, "\n%s\n", c->more);
}

/* Programs get the options as a schema, like the parameters of a procedure. */
static salvo_status help_to_each(context *x, const command *c, salvo_error *err)
{
    const salvo_rulebook none = {.ruleset = NULL};
    salvo_schema schema;

    TRY(options_schema(&schema, c->name, c->takes, x->memory, err));
    for (EACH_OUTPUT(&x->outputs, to))
        if (to->format.kind == SALVO_TABLE)
            help_one(to->stream, c, x->options.help_all);
        else
            TRY(schema_report(to->stream, to->format, &none, &schema, c->help, err));
    return SALVO_OK;
}

salvo_status command_find(const char *name, const command **found, salvo_error *err)
{
    const char *names[COMMANDS_MAX];
    size_t n = 0;

    for (; COMMANDS[n]; n++) {
        names[n] = COMMANDS[n]->name;
        *found = COMMANDS[n];
        if (strcmp(names[n], name) == 0)
            return SALVO_OK;
    }
    if (!salvo_names_near(names, n, name))
        return salvo_fail(err, SALVO_BAD_INPUT, "unknown command '%s'; salvo --help lists the commands", name);
    return salvo_names_fail(err, names, n, name, "unknown command '%s'", name);
}

/* The ending of the name decides the format: --format is for the first output only. */
static salvo_status add_output(context *x, const char *path, salvo_error *err)
{
    salvo_format format = x->options.format;

    TRY(outputs_format(path, &format, err));
    return outputs_add(&x->outputs, path, format, err);
}

/* Opens the outputs that the options name. The first is for what a command writes itself. */
static salvo_status open_outputs(context *x, uint64_t takes, salvo_error *err)
{
    const options *o = &x->options;
    salvo_status status = SALVO_OK;

    /* If -o names a folder or a place, the command itself opens its outputs; its own words go to stdout. */
    if (!x->keeps)
        status = outputs_add(&x->outputs, takes & (TAKES_FOLDER | TAKES_PLACE) ? NULL : o->output, o->format, err);

    for (size_t i = 0; i < o->also.n && status == SALVO_OK; i++)
        status = add_output(x, o->also.text[i], err);
    return status;
}

static salvo_status read_command(context *x, int argc, char **argv, const command **c, salvo_error *err)
{
    options *o = &x->options;
    salvo_status status;

    TRY(command_find(argv[0], c, err));
    /* The command comes first, because it decides which options there are. */
    status = options_read(o, argc, argv, (*c)->takes, books_have_flag, x, x->memory, err);
    if (status != SALVO_OK || o->help)
        return status;
    TRY(named_files_read(o, (*c)->takes, err));
    /* Before any work: a missing program or a wrong name must not appear after minutes of simulation. */
    return picture_check(o, err);
}

/* A part of a run writes no answer, so there is nothing to check. */
static salvo_status check_files(const context *x, const command *c, salvo_error *err)
{
    return x->delivers && !x->options.shard ? named_files_check(&x->options, c->takes, err) : SALVO_OK;
}

/* Refuses bytes that would garble a terminal; they may go into a pipe or a file. */
static salvo_status check_terminal(const options *o, uint64_t takes, salvo_error *err)
{
    if (o->output || !isatty(STDOUT_FILENO))
        return SALVO_OK;
    if (o->format.kind == SALVO_XLSX)
        return salvo_fail(err, SALVO_BAD_INPUT, "a terminal cannot show a spreadsheet; add -o FILE.xlsx");
    if (takes & TAKES_FILE)
        return salvo_fail(err, SALVO_BAD_INPUT, "a terminal cannot show the page; add -o salvo.html");
    return SALVO_OK;
}

static salvo_status run_command(context *x, int argc, char **argv, salvo_error *err)
{
    options *o = &x->options;
    const command *c;
    salvo_status status;

    TRY(read_command(x, argc, argv, &c, err));
    TRY(open_outputs(x, c->takes, err));
    /* Help goes through the outputs like any answer, so -o and pipes work for it, too. */
    if (o->help && !(c->helps && c->helps(o)))
        return help_to_each(x, c, err);
    TRY(check_terminal(o, c->takes, err));
    if (x->progress) {
        progress_begin(x->progress, x->quiet || o->quiet);
        /* Every simulation reports to it, and asks it whether a signal has arrived. */
        o->approach.plan.progress = &x->progress->watch;
    }
    memory_limit limit = {0};

    TRY(memory_limit_set(&limit, o->memory, err));
    /* If an answer cannot be written, salvo makes nothing, not even a store. */
    status = check_files(x, c, err);
    if (status == SALVO_OK)
        status = sharing_begin(x, c, err);
    if (status == SALVO_OK)
        status = c->run(x, err);
    return memory_limit_lift(&limit, sharing_end(x, status, err), err);
}

/* "salvo help duel" prints the same as "salvo duel --help"; "all" may follow either. */
static salvo_status help_named(FILE *out, int n, char **words, salvo_error *err)
{
    const bool all = n > 1 && strcmp(words[n - 1], OPTIONS_ALL) == 0;
    const command *c;

    TRY(command_find(words[n - 1 - all], &c, err));
    help_one(out, c, all);
    return SALVO_OK;
}

/* For shells: every word after it is one of a line that the user is typing. */
static salvo_status tell_completions(context *x, int argc, char **argv, salvo_error *err)
{
    salvo_status status = outputs_add(&x->outputs, NULL, (salvo_format){.kind = SALVO_TABLE}, err);

    if (status == SALVO_OK)
        complete(x->outputs.at[0].stream, x, argc - 1, argv + 1);
    return status;
}

/* Prints what salvo says about itself. */
static salvo_status tell_help(outputs *to, int argc, char **argv, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    TRY(outputs_add(to, NULL, (salvo_format){.kind = SALVO_TABLE}, err));
    if (strcmp(argv[0], "--version") == 0)
        fprintf(to->at[0].stream, "salvo %s\n", salvo_version());
    else if (argc == 1)
        help_all(to->at[0].stream);
    else
        status = help_named(to->at[0].stream, argc - 1, argv + 1, err);
    return status;
}

/* Whether the words are a subject without a command: a file, a procedure with its rulebook, or two names, unless the
 * first one is a command, or a slip in the name of one. */
static bool is_subject(int argc, char **argv)
{
    const char *names[COMMANDS_MAX], *dot = strrchr(argv[0], '.');
    size_t n = 0;

    for (; COMMANDS[n]; n++)
        names[n] = COMMANDS[n]->name;
    if (salvo_names_near(names, n, argv[0]))
        return false;
    switch (options_count_names(argc, argv)) {
    case 1:
        return dot && dot > argv[0] && dot[1];
    case 2:
        return true;
    default:
        return false;
    }
}

/* "salvo 'Tiger I' Firefly" is salvo odds about that subject. */
static salvo_status run_words(context *x, int argc, char **argv, salvo_error *err)
{
    char **words;

    if (!is_subject(argc, argv))
        return run_command(x, argc, argv, err);
    words = salvo_arena_array(x->memory, (size_t)argc + 1, sizeof *words);
    if (!words)
        return salvo_fail_memory(err);
    words[0] = (char *)(uintptr_t)ODDS_COMMAND.name;
    memcpy(words + 1, argv, (size_t)argc * sizeof *argv);
    return run_command(x, argc + 1, words, err);
}

salvo_status command_line_run(context *x, int argc, char **argv, salvo_error *err)
{
    static const char *const ABOUT[] = {"--version", "--help", "-h", "help"};
    const bool commanded = options_behind(argc, argv);
    bool about = false;
    salvo_status status;

    for (size_t i = 0; i < sizeof ABOUT / sizeof *ABOUT && argc > 0; i++)
        /* These replace a command; beside a command, --help is its option. */
        about = about || strcmp(argv[0], ABOUT[i]) == 0;
    if (!about && !commanded)
        status = salvo_fail(err, SALVO_BAD_INPUT, "the command is missing; salvo --help lists them");
    else if (strcmp(argv[0], "--complete") == 0)
        status = tell_completions(x, argc, argv, err);
    else if (about)
        status = tell_help(&x->outputs, strcmp(argv[0], "help") == 0 ? argc : 1, argv, err);
    else
        status = run_words(x, argc, argv, err);
    /* A failed command leaves its outputs open: context_free drops them, and nothing is delivered. */
    return status == SALVO_OK ? outputs_close(&x->outputs, err) : status;
}
