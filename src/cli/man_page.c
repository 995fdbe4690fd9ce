/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/man_page.h"

#include <salvo/salvo.h>

#include "cli/commands.h"
#include "cli/roff.h"

static const char DESCRIPTION[] =
    "salvo settles the numbers of a tabletop wargame: what a roll of the dice brings, who wins a duel and when, what a "
    "unit is worth. It counts every result of the dice where they can be counted, simulates where they cannot, and "
    "does both where you want one to check the other. Every number says how it was obtained.";

/* The same numbers as in main.c. */
static const char *const EXIT_STATUSES[][2] = {
    {"0", "The whole answer was written."},
    {"1", "An internal failure."},
    {"2", "Bad usage or bad input; the message names what was found and what would do."},
    {"3", "A file could not be read or written."},
    {"130, 143",
     "The work was broken off by SIGINT (Ctrl-C) or SIGTERM; what was done so far was written, and says so."},
};

static const char *const EXAMPLES[] = {
    "salvo odds mad.direct-fire weapon=cannon-b range=500",
    "salvo duel \"Tiger I\" \"Sherman Firefly\" -r mad --range 750 a-cover=normal",
    "salvo duel \"Tiger I\" \"Sherman Firefly\" -r mad --range 750 --method both --precision 0.0001",
    "salvo curve mad.direct-fire weapon=cannon-b --over range --format csv -o curve.csv",
};

/* A tag may begin with a hyphen or hold a backslash: everything goes through roff_put. */
static void put_tagged(FILE *out, const char *tag, const char *text)
{
    fputs(".TP\n", out);
    roff_put(out, tag);
    fputc('\n', out);
    roff_put(out, text);
    fputc('\n', out);
}

/* Lines as they stand. */
static void put_verbatim(FILE *out, const char *text)
{
    fputs(".PP\n.nf\n", out);
    roff_put(out, text);
    fputs("\n.fi\n", out);
}

/* The texts are those of --help, so that page and program cannot disagree. */
static void put_command(FILE *out, const command *c)
{
    fprintf(out, ".SS salvo %s\n", c->name);
    roff_put(out, c->usage);
    fputs("\n.PP\n", out);
    roff_put(out, c->help);
    fputc('\n', out);
    if (c->more)
        put_verbatim(out, c->more);
}

void man_page_write(FILE *out)
{
    unsigned all = 0;

    /* No date: the same program writes the same page. */
    fprintf(out, ".TH SALVO 1 \"\" \"salvo %s\" \"User Commands\"\n", salvo_version());
    fputs(".SH NAME\nsalvo \\- the odds, the winner and the price in a tabletop wargame\n"
          ".SH SYNOPSIS\n.B salvo\n.I command\n[word ...] [key=value ...] [option ...]\n.SH DESCRIPTION\n",
          out);
    roff_put(out, DESCRIPTION);
    fputs("\n.SH COMMANDS\n", out);
    for (size_t i = 0; COMMANDS[i]; i++) {
        put_command(out, COMMANDS[i]);
        /* Every option once, however many commands take it. */
        all |= COMMANDS[i]->takes;
    }
    fputs(".SH OPTIONS\nNot every command takes every option; salvo COMMAND \\-\\-help lists those that it takes.\n",
          out);
    options_man(out, all);
    fputs(".SH EXIT STATUS\n", out);
    for (size_t i = 0; i < sizeof EXIT_STATUSES / sizeof *EXIT_STATUSES; i++)
        put_tagged(out, EXIT_STATUSES[i][0], EXIT_STATUSES[i][1]);
    fputs(".SH ENVIRONMENT\n", out);
    put_tagged(out, "SALVO_DATA", "A folder with a folder of tables for each ruleset, in place of the shipped ones.");
    put_tagged(out, "SALVO_RULES_PATH",
               "Folders, divided by colons, each of them a rulebook of your own or a folder that holds such.");
    put_tagged(out, "XDG_DATA_HOME",
               "Where your own data are, else ~/.local/share: rulebooks in its salvo/rulesets are found, too.");
    put_tagged(out, "SALVO_RULESET", "The rulebook that is meant where neither -r nor a name says it: mad.");
    put_tagged(out, "XDG_CONFIG_HOME",
               "Where your settings are, else ~/.config: salvo/config.yaml may say it for good, as in 'ruleset: mad'.");
    fputs(".SH SHELL COMPLETION\n", out);
    roff_put(out,
             "salvo --complete WORD ... prints what could stand in place of the last word, a line for each candidate, "
             "with a tab and a few words of help behind it. The completions for bash, zsh and fish ask it.");
    fputs("\n.SH EXAMPLES\n", out);
    for (size_t i = 0; i < sizeof EXAMPLES / sizeof *EXAMPLES; i++)
        put_verbatim(out, EXAMPLES[i]);
}
