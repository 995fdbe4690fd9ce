/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of the command line, read against one table of options. Help is printed from the same table. */
#ifndef SALVO_CLI_OPTIONS_H
#define SALVO_CLI_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

#include <salvo/report.h>

#include "cli/list.h"

/* Which options a command takes: bits of `takes`. */
enum {
    TAKES_RULESET = 1 << 0,
    TAKES_NATION = 1 << 1,
    TAKES_UNITS = 1 << 2, /* which units: --units */
    TAKES_RANGE = 1 << 3,
    TAKES_FIRST = 1 << 4,
    TAKES_OVER = 1 << 5,
    TAKES_SHOW = 1 << 6,   /* --show */
    TAKES_METHOD = 1 << 7, /* --method and how to simulate */
    TAKES_DATA = 1 << 8,
    TAKES_SET = 1 << 9,
    TAKES_BATTLE = 1 << 10,      /* two armies ... */
    TAKES_PLAN = 1 << 11,        /* ... and how they fight */
    TAKES_AGAINST = 1 << 12,     /* --against */
    TAKES_MATCHING = 1 << 13,    /* how two meet: --at, --numbers, --budgets */
    TAKES_POINTS = 1 << 14,      /* how armies of equal cost are drawn and fought, and prices fitted */
    TAKES_SENSITIVITY = 1 << 15, /* what is moved, and how far */
    TAKES_WORDS = 1 << 16,       /* the procedure's flags as options */
    TAKES_CHANGES = 1 << 17,     /* "--" divides two variants; a simulation is added to what is counted */
    TAKES_OUTPUT = 1 << 18,      /* --format, --digits, -o, --quiet */
    TAKES_FOLDER = 1 << 19,      /* -o names a folder, and the command says what goes into it */
    TAKES_PLACE = 1 << 20,       /* -o names a folder or a file; --format, --digits, --also, --quiet */
    TAKES_CHART = 1 << 21,       /* --chart, --plot */
    TAKES_ARMIES = 1 << 22,      /* how armies of equal cost are drawn */
    TAKES_HEADLINE = 1 << 23,    /* what --precision is about; elsewhere it is about all that is told */
    TAKES_EXPRESSIONS = 1 << 24, /* words with "=" are names, too */
    TAKES_CUMULATIVE = 1 << 25,
    TAKES_LUCK = 1 << 26, /* what happened */
    TAKES_TOTALS = 1 << 27,
    TAKES_LIKE = 1 << 28,
    TAKES_DUEL = 1 << 29,  /* words of a duel that are options of a battle */
    TAKES_STORE = 1 << 30, /* --store names where work goes that was done elsewhere */
};
#define TAKES_FILE (1U << 31) /* -o names a file, and nothing says its format */

/* What an option is to an answer. */
typedef enum {
    OPTION_ASKS,  /* another value is another question */
    OPTION_LIMIT, /* how long the same trials go on */
    OPTION_FILE,  /* a file or folder that the answer, or a part of it, is written to */
    OPTION_SHOWN, /* how the answer is written and drawn */
    OPTION_WHERE, /* on what, and where its parts are kept */
} option_role;

/* How many options say what a battle is: they are neighbours in struct options. */
enum { PLAN_WORDS = 16 };

typedef struct options {
    const char *ruleset, *nation, *range, *first, *data, *output;
    const char *army_a, *army_b, *cover_a, *cover_b, *scenario, *close_to, *halt_a, *halt_b, *targets, *targets_a,
        *targets_b, *acts, *acts_a, *acts_b, *turns, *break_at;
    const char *units, *against, *at, *numbers, *budgets;
    const char *method, *trials, *precision, *precision_of, *time, *seed, *threads, *memory, *isa, *format_name,
        *digits; /* as written ... */
    const char *pairs, *elements, *kinds, *tolerance, *prices, *rounds, *prior, *page;
    const char *conditions, *attack_odds, *per, *army_rules;
    const char *army_list, *change_at_most, *round_to, *why, *export_units;
    const char *changed_plan[PLAN_WORDS]; /* army_a to break_at */
    const char *changed_range, *changed_first, *changed_data, *changed_ruleset;
    const char *store, *shard;
    const char *of, *won, *log, *totals, *step, *top, *restore, *like;
    list over, set, changed_set, also, charts, show, only, keep, least, greatest, order;
    bool seeks_halt; /* the command takes --halt-a best */
    bool help, quiet, plot, with_chart, round, keep_mean, cumulative, resume;
    salvo_format format; /* ... and as read */
    salvo_approach approach;
    list names;                     /* words without "=" */
    list parameters;                /* words with "=" */
    int dashes;                     /* which word is the first "--"; 0: there is none */
    bool split;                     /* it divides two variants */
    list changes;                   /* words behind it */
    list flags;                     /* of procedures, written as options: "--dug-in" */
    const char *flag, *behind_flag; /* the first of them with a name behind it, which may be meant as its value */
} options;

/* What --method can be. */
enum { N_METHODS = 4 };
extern const char *const METHODS[N_METHODS];

/* Whether a procedure of a rulebook has that flag, now that the options say which rulebook they are about. */
typedef bool flag_function(void *of, const char *key);

/* Reads argv[1 .. argc-1]; argv[0] is the command. Options may stand anywhere; "--" ends them. An unknown option fails
 * with the nearest that the command takes. Words that it makes live in `memory`. A word that is no option is a flag
 * of a procedure, if is_flag(of, key) says so. */
salvo_status options_read(options *o, int argc, char **argv, unsigned takes, flag_function *is_flag, void *of,
                          salvo_arena *memory, salvo_error *err);

/* Fails with the message: there are other names than the command takes. Where there are more than `most`, and one stands
 * behind a flag, it was meant as the value of a parameter, and the message says how that is written. */
salvo_status options_fail_names(const options *o, size_t most, salvo_error *err, const char *message);

/* Takes "turns=5" as --turns 5, if one of those `takes` has an option of that name with a text; *is says so. Given in
 * both ways, it fails. */
salvo_status options_take(options *o, const char *key, const char *value, unsigned takes, bool *is, salvo_error *err);

/* The words with which the options were given, in an order of their own: those of roles up to `most`, then names and
 * parameters. Read again, they give the same options. */
typedef void word_sink(void *to, const char *word);
void options_words(const options *o, unsigned takes, option_role most, word_sink *put, void *to);

/* A row of the table of options, as it is told. */
typedef struct option_told {
    const char *name;  /* with its "--" */
    char letter;       /* 0 for none */
    const char *value; /* what help calls its value; NULL for a switch */
    const char *help;
    option_role role;
    unsigned takes;          /* the commands that take it, as bits; 0: all of them */
    bool is_flags;           /* stands for the flags of procedures */
    const struct option *of; /* the row */
} option_told;

/* The next option that the command takes, from a zeroed one on; false behind the last. */
bool options_next(option_told *told, unsigned takes);

/* A line for each option that the command takes. */
void options_help(FILE *out, unsigned takes);

#endif
