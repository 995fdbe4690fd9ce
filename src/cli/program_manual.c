/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/program_manual.h"

#include <ctype.h>
#include <string.h>

#include <salvo/salvo.h>

#include "cli/commands.h"
#include "cli/roff.h"
#include "document/page_markdown.h"

/* The parts of a form. One walk writes the manual in every form. */
struct manual_form {
    void (*title)(FILE *out);
    void (*heading)(FILE *out, int level, const char *text); /* level 2 or 3 */

    /* A paragraph, or lines that keep their ends and their blanks. */
    void (*open)(FILE *out, bool as_typed);
    void (*line)(FILE *out, bool as_typed, const char *text);
    void (*close)(FILE *out, bool as_typed);

    /* A list of words with their meanings. For options it names the commands that take them, else NULL. */
    void (*list)(FILE *out, const char *word, const char *commands);
    void (*entry)(FILE *out, const char *word, const char *meaning, const char *commands);
    void (*command)(FILE *out, const command *c); /* an entry that leads to the command's own heading */
};

static const char DESCRIPTION[] =
    "salvo computes the numbers of a tabletop wargame: the odds of a roll, who wins a fight and when, and what a unit "
    "should cost. It enumerates every result of the dice if that is possible, simulates otherwise, and does both if "
    "you want one to check the other. Every answer says how it was obtained.";

static const char *const EXIT_STATUSES[][2] = {
    {"0", "The complete answer was written."},
    {"1", "An internal failure."},
    {"2", "Wrong usage or wrong input; the message says what was found and what is possible."},
    {"3", "A file could not be read or written."},
    {"130, 143", "SIGINT (Ctrl-C) or SIGTERM; the results so far were written."},
};

static const char *const ENVIRONMENT[][2] = {
    {"SALVO_DATA", "A folder with one folder of tables for each rulebook, in place of the shipped ones."},
    {"SALVO_RULES_PATH",
     "Folders, separated by colons: each is a rulebook of your own, or a folder that holds rulebooks."},
    {"XDG_DATA_HOME", "Your data, else ~/.local/share: salvo finds the rulebooks in its folder salvo/rulesets."},
    {"SALVO_RULESET", "The default rulebook, such as mad."},
    {"XDG_CONFIG_HOME",
     "Your settings, else ~/.config: the line 'ruleset: mad' in its file salvo/config.yaml sets the default rulebook."},
};

static const char COMPLETION[] =
    "salvo --complete WORD ... prints a line for each possible replacement of the last word, with a tab and a short "
    "help after it. The completions for bash, zsh and fish ask it, so they offer what the commands accept, including "
    "your own rulebooks.";

static const char *const EXAMPLES[] = {
    "salvo odds mad.direct-fire weapon=cannon-b range=500",
    "salvo duel \"Tiger I\" \"Sherman Firefly\" -r mad --range 750 a-cover=normal",
    "salvo duel \"Tiger I\" \"Sherman Firefly\" -r mad --range 750 --method both --precision 0.0001",
    "salvo curve mad.direct-fire weapon=cannon-b --over range --format csv -o curve.csv",
};

/* Options in groups by their role in an answer; those of prices are separate. */
enum { TAKES_PRICES = TAKES_POINTS | TAKES_ARMIES | TAKES_SENSITIVITY };
static const struct group {
    const char *title;
    option_role role;
    bool of_prices;
} GROUPS[] = {
    {"Options that ask the question", OPTION_ASKS, false},
    {"Options for prices and sensitivity", OPTION_ASKS, true},
    {"Options that end a simulation", OPTION_LIMIT, false},
    {"Options that show the answer", OPTION_SHOWN, false},
    {"Options for files", OPTION_FILE, false},
    {"Options for the machine and for stored work", OPTION_WHERE, false},
};

static bool is_of_group(const option_told *o, const struct group *g)
{
    const bool of_prices = o->takes && !(o->takes & ~(uint64_t)TAKES_PRICES);

    return o->role == g->role && (o->role != OPTION_ASKS || of_prices == g->of_prices);
}

/* Roff. */

static void roff_title(FILE *out)
{
    /* No date: the same program writes the same page. */
    fprintf(out, ".TH SALVO 1 \"\" \"salvo %s\" \"User Commands\"\n", salvo_version());
    fputs(".SH NAME\nsalvo \\- the odds, the winner and the price in a tabletop wargame\n"
          ".SH SYNOPSIS\n.B salvo\n.I command\n[word ...] [key=value ...] [option ...]\n.SH DESCRIPTION\n",
          out);
}

static void roff_heading(FILE *out, int level, const char *text)
{
    fputs(level == 2 ? ".SH " : ".SS ", out);
    for (; *text; text++)
        fputc(level == 2 ? toupper((unsigned char)*text) : *text, out);
    fputc('\n', out);
}

static void roff_open(FILE *out, bool as_typed)
{
    fputs(as_typed ? ".PP\n.nf\n" : ".PP\n", out);
}

static void roff_line(FILE *out, bool as_typed, const char *text)
{
    (void)as_typed;
    roff_put(out, text);
    fputc('\n', out);
}

static void roff_close(FILE *out, bool as_typed)
{
    if (as_typed)
        fputs(".fi\n", out);
}

static void roff_list(FILE *out, const char *word, const char *commands)
{
    (void)out, (void)word, (void)commands;
}

static void roff_entry(FILE *out, const char *word, const char *meaning, const char *commands)
{
    fputs(".TP\n\\fB", out);
    roff_put(out, word);
    fputs("\\fR\n", out);
    roff_put(out, meaning);
    if (commands) {
        fputs("\n.br\nCommands: ", out);
        roff_put(out, commands);
    }
    fputc('\n', out);
}

static void roff_command(FILE *out, const command *c)
{
    roff_entry(out, c->name, c->help, NULL);
}

const manual_form MANUAL_IN_ROFF = {roff_title, roff_heading, roff_open,  roff_line,
                                    roff_close, roff_list,    roff_entry, roff_command};

/* Markdown. */

static void markdown_title(FILE *out)
{
    fputs(
        "# Reference of the program\n\n"
        "This page lists every command and every option. `scripts/manual` writes it from the program; do not edit it.\n"
        "`salvo COMMAND --help` prints the part about one command, and `man salvo` has all of it. [using.md](using.md)\n"
        "explains what all commands have in common: names, methods, formats, reproducible results and limits.\n",
        out);
}

static void markdown_heading(FILE *out, int level, const char *text)
{
    fprintf(out, "\n%s ", level == 2 ? "##" : "###");
    page_markdown_text(out, text);
    fputc('\n', out);
}

static void markdown_open(FILE *out, bool as_typed)
{
    fputs(as_typed ? "\n```text\n" : "\n", out);
}

static void markdown_line(FILE *out, bool as_typed, const char *text)
{
    if (as_typed)
        fputs(text, out);
    else
        page_markdown_text(out, text);
    fputc('\n', out);
}

static void markdown_close(FILE *out, bool as_typed)
{
    if (as_typed)
        fputs("```\n", out);
}

static void markdown_list(FILE *out, const char *word, const char *commands)
{
    fprintf(out, "\n| %s | meaning |%s%s%s\n| --- | --- |%s\n", word, commands ? " " : "", commands ? commands : "",
            commands ? " |" : "", commands ? " --- |" : "");
}

static void markdown_entry(FILE *out, const char *word, const char *meaning, const char *commands)
{
    fprintf(out, "| `%s` | ", word);
    page_markdown_text(out, meaning);
    fprintf(out, " |%s%s%s\n", commands ? " " : "", commands ? commands : "", commands ? " |" : "");
}

static void markdown_command(FILE *out, const command *c)
{
    fprintf(out, "| [`salvo %s`](#salvo-%s) | ", c->name, c->name);
    page_markdown_text(out, c->help);
    fputs(" |\n", out);
}

const manual_form MANUAL_IN_MARKDOWN = {markdown_title, markdown_heading, markdown_open,  markdown_line,
                                        markdown_close, markdown_list,    markdown_entry, markdown_command};

/* The walk. */
typedef struct walk {
    FILE *out;
    const manual_form *form;
    bool failed; /* memory ran out */
} walk;

static void put(walk *w, bool as_typed, const char *text)
{
    w->form->open(w->out, as_typed);
    w->form->line(w->out, as_typed, text);
    w->form->close(w->out, as_typed);
}

/* Frees a text, and notes if it ran out of memory. */
static void drop(walk *w, salvo_text *text)
{
    w->failed = w->failed || text->failed;
    salvo_text_free(text);
}

enum { LINE_BYTES = 256 };

/* Writes lines of help. Lines that begin with two blanks are examples and stay as typed; others are paragraphs. */
static void put_more(walk *w, const char *text)
{
    bool is_open = false, as_typed = false;

    for (size_t length; *text; text += length + (text[length] == '\n')) {
        const bool blanks = strncmp(text, "  ", 2) == 0;
        char line[LINE_BYTES];

        length = strcspn(text, "\n");
        if (is_open && (length == 0 || blanks != as_typed)) {
            w->form->close(w->out, as_typed);
            is_open = false;
        }
        if (length == 0)
            continue;
        if (!is_open)
            w->form->open(w->out, as_typed = blanks);
        is_open = true;
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        w->form->line(w->out, as_typed, blanks ? line + 2 : line);
    }
    if (is_open)
        w->form->close(w->out, as_typed);
}

static bool takes_it(const command *c, const option_told *o)
{
    return o->takes == 0 || (c->takes & o->takes) != 0;
}

/* Names the commands that take the option, or those that do not if they are fewer. */
static void add_commands(salvo_text *names, const option_told *o)
{
    size_t taken = 0, all = 0;

    for (; COMMANDS[all]; all++)
        taken += takes_it(COMMANDS[all], o);
    const bool are_most = taken > all / 2;

    if (are_most)
        salvo_text_put(names, taken < all ? "all but " : "all");
    for (size_t i = 0, n = 0; i < all; i++)
        if (takes_it(COMMANDS[i], o) != are_most)
            salvo_text_add(names, "%s%s", n++ ? ", " : "", COMMANDS[i]->name);
}

static void put_option(walk *w, const option_told *o)
{
    const char letter[] = {'-', o->letter, ',', ' ', '\0'};
    salvo_text word = {0}, commands = {0};

    salvo_text_add(&word, "%s%s%s%s", o->letter ? letter : "", o->name, o->value ? " " : "", o->value ? o->value : "");
    add_commands(&commands, o);
    w->form->entry(w->out, salvo_text_of(&word), o->help, salvo_text_of(&commands));
    drop(w, &word);
    drop(w, &commands);
}

static void put_group(walk *w, const struct group *g, uint64_t all)
{
    w->form->heading(w->out, 3, g->title);
    w->form->list(w->out, "option", "commands");
    for (option_told o = {.of = NULL}; options_next(&o, all);)
        if (is_of_group(&o, g))
            put_option(w, &o);
}

/* Writes a phrase of help as a sentence. */
static void put_sentence(walk *w, const char *phrase)
{
    salvo_text text = {0};

    salvo_text_add(&text, "%c%s%s", toupper((unsigned char)phrase[0]), phrase + 1,
                   phrase[strlen(phrase) - 1] == '?' ? "" : ".");
    put(w, false, salvo_text_of(&text));
    drop(w, &text);
}

/* The texts are those of --help, so manual and program always agree. */
static void put_command(walk *w, const command *c)
{
    salvo_text words = {0}, names = {0}, subjects = {0};

    salvo_text_add(&words, "salvo %s", c->name);
    w->form->heading(w->out, 3, salvo_text_of(&words));
    put_sentence(w, c->help);
    salvo_text_add(&words, " %s", c->usage);
    put(w, true, salvo_text_of(&words));
    if (c->about) {
        subject_help(c->about, &subjects);
        put_more(w, salvo_text_of(&subjects));
    }
    if (c->more)
        put_more(w, c->more);
    salvo_text_put(&names, "Options:");
    for (option_told o = {.of = NULL}; options_next(&o, c->takes);)
        salvo_text_add(&names, " %s", o.name);
    put(w, false, salvo_text_of(&names));
    drop(w, &words);
    drop(w, &names);
    drop(w, &subjects);
}

static void put_commands(walk *w)
{
    w->form->heading(w->out, 2, "Commands");
    w->form->list(w->out, "command", NULL);
    for (size_t i = 0; COMMANDS[i]; i++)
        w->form->command(w->out, COMMANDS[i]);
    for (size_t i = 0; COMMANDS[i]; i++)
        put_command(w, COMMANDS[i]);
}

static void put_options(walk *w)
{
    uint64_t all = 0;

    for (size_t i = 0; COMMANDS[i]; i++)
        all |= COMMANDS[i]->takes;
    w->form->heading(w->out, 2, "Options");
    put(w, false, "The default is in parentheses. An option with two meanings has an entry for each of them.");
    for (size_t i = 0; i < sizeof GROUPS / sizeof *GROUPS; i++)
        put_group(w, &GROUPS[i], all);
}

static void put_pairs(walk *w, const char *title, const char *word, const char *const (*pairs)[2], size_t n)
{
    w->form->heading(w->out, 2, title);
    w->form->list(w->out, word, NULL);
    for (size_t i = 0; i < n; i++)
        w->form->entry(w->out, pairs[i][0], pairs[i][1], NULL);
}

salvo_status program_manual_write(FILE *out, const manual_form *form, salvo_error *err)
{
    walk w = {.out = out, .form = form};

    form->title(out);
    put(&w, false, DESCRIPTION);
    put_commands(&w);
    put_options(&w);
    put_pairs(&w, "Exit status", "status", EXIT_STATUSES, sizeof EXIT_STATUSES / sizeof *EXIT_STATUSES);
    put_pairs(&w, "Environment", "variable", ENVIRONMENT, sizeof ENVIRONMENT / sizeof *ENVIRONMENT);
    form->heading(out, 2, "Shell completion");
    put(&w, false, COMPLETION);
    form->heading(out, 2, "Examples");
    for (size_t i = 0; i < sizeof EXAMPLES / sizeof *EXAMPLES; i++)
        put(&w, true, EXAMPLES[i]);
    return w.failed ? salvo_fail_memory(err) : SALVO_OK;
}
