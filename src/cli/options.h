/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the words of the command line against one table of options. The help comes from the same table. */
#ifndef SALVO_CLI_OPTIONS_H
#define SALVO_CLI_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <salvo/report.h>
#include <salvo/rules.h>

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
    TAKES_MATCHING = 1 << 13,    /* how two units meet: --at, --numbers, --budgets */
    TAKES_POINTS = 1 << 14,      /* how to draw and fight armies of equal cost, and to fit prices */
    TAKES_SENSITIVITY = 1 << 15, /* which cells to change, and how far */
    TAKES_WORDS = 1 << 16,       /* flags of the procedure as options */
    TAKES_CHANGES = 1 << 17,     /* "--" divides two variants; adds a simulation to an exact answer */
    TAKES_OUTPUT = 1 << 18,      /* --format, --digits, -o, --quiet */
    TAKES_FOLDER = 1 << 19,      /* -o names a folder; the command decides what goes into it */
    TAKES_PLACE = 1 << 20,       /* -o names a folder or a file; --format, --digits, --also, --quiet */
    TAKES_CHART = 1 << 21,       /* --chart, --plot */
    TAKES_ARMIES = 1 << 22,      /* how to draw armies of equal cost */
    TAKES_HEADLINE = 1 << 23,    /* what --precision is about; without it, about all reported figures */
    TAKES_EXPRESSIONS = 1 << 24, /* words with "=" are names, too */
    TAKES_CUMULATIVE = 1 << 25,
    TAKES_LUCK = 1 << 26, /* what happened */
    TAKES_TOTALS = 1 << 27,
    TAKES_LIKE = 1 << 28,
    TAKES_DUEL = 1 << 29,  /* words of a duel that are options of a battle */
    TAKES_STORE = 1 << 30, /* --store names where finished work of other runs goes */
};
#define TAKES_FILE     (UINT64_C(1) << 31) /* -o names a file without a format */
#define TAKES_KIND     (UINT64_C(1) << 32) /* which table of units */
#define TAKES_VARIANTS (UINT64_C(1) << 33) /* --variants */

/* Which subjects of a command take an option: bits of `of`. The tasks of salvo points are subjects, too; FIGHT are those
 * that fight. */
enum {
    OF_PROCEDURE = 1 << 0,
    OF_DUEL = 1 << 1,
    OF_BATTLE = 1 << 2,
    OF_FIRE = 1 << 3,
    OF_POINTS = 1 << 4,
    OF_DICE = 1 << 5,
    OF_AUDIT = 1 << 6,
    OF_TEST = 1 << 7,
    OF_FIT = 1 << 8,
    OF_PRICE = 1 << 9,
    FIGHT = OF_TEST | OF_FIT | OF_PRICE,
    IN_BATTLE = 1 << 10,     /* also a key of a battle's file */
    IN_CONDITIONS = 1 << 11, /* also a key of a file of conditions */
};

/* The role of an option in an answer. */
typedef enum {
    OPTION_ASKS,  /* another value asks another question */
    OPTION_LIMIT, /* how long the same trials continue */
    OPTION_FILE,  /* a file or folder for the answer or a part of it */
    OPTION_SHOWN, /* how the answer is written and drawn */
    OPTION_WHERE, /* which resources to use, and where to keep parts */
} option_role;

/* The number of options that define a battle. They are neighbours in struct options. */
enum { PLAN_WORDS = 16 };

typedef struct options {
    const char *ruleset, *nation, *kind, *range, *first, *data, *output;
    const char *army_a, *army_b, *cover_a, *cover_b, *scenario, *close_to, *halt_a, *halt_b, *targets, *targets_a,
        *targets_b, *acts, *acts_a, *acts_b, *turns, *break_at;
    const char *variants, *units, *against, *at, *numbers, *budgets;
    const char *method, *trials, *precision, *precision_of, *time, *seed, *threads, *memory, *isa, *format_name,
        *digits, *chart_pixels; /* as written ... */
    const char *pairs, *elements, *kinds, *tolerance, *prices, *rounds, *prior, *page;
    const char *conditions, *attack_odds, *per, *army_rules;
    const char *army_list, *change_at_most, *round_to, *why, *export_units;
    const char *changed_plan[PLAN_WORDS]; /* army_a to break_at */
    const char *changed_range, *changed_first, *changed_data, *changed_ruleset;
    const char *store, *shard;
    const char *of, *won, *log, *totals, *step, *sort, *top, *restore, *like;
    list over, set, changed_set, rules, changed_rules, also, charts, show, only, keep, least, greatest, order;
    uint64_t takes;  /* what the command takes */
    bool seeks_halt; /* the command accepts --halt-a best */
    bool help, help_all, quiet, plot, with_chart, round, keep_mean, cumulative, resume;
    salvo_format format; /* ... and as read */
    int chart_width;
    salvo_approach approach;
    list names;                     /* words without "=" */
    list parameters;                /* words with "=" */
    int dashes;                     /* index of the first "--"; 0: there is none */
    bool split;                     /* the "--" divides two variants */
    list changes;                   /* words after it */
    list flags;                     /* of procedures, written as options: "--dug-in" */
    const char *flag, *behind_flag; /* the first flag that a name follows; the name may be meant as its value */
} options;

/* The values of --method. */
enum { N_METHODS = 4 };
extern const char *const METHODS[N_METHODS + 1]; /* ends with NULL */

/* Whether a procedure of a rulebook has that flag. The options already say which rulebook the user means. */
typedef bool flag_function(void *of, const char *key);

/* The word after --help for every option. */
#define OPTIONS_ALL "all"

/* Moves the command in front of the options before it: "-r mad duel" becomes "duel -r mad". Returns false if there are
 * only options; then nothing moves. */
bool options_behind(int argc, char **argv);

/* Returns the number of words up to "--" that are neither options, nor their values, nor key=value. */
int options_count_names(int argc, char **argv);

/* Reads argv[1 .. argc-1]; argv[0] is the command. Options may occur anywhere; "--" ends them. For an unknown option it
 * fails and proposes the nearest one that the command takes. Words that it makes live in `memory`. An unknown option is
 * a flag of a procedure if is_flag(of, key) says so. */
salvo_status options_read(options *o, int argc, char **argv, uint64_t takes, flag_function *is_flag, void *of,
                          salvo_arena *memory, salvo_error *err);

/* Fails if a name is a distance, such as "750", in a command with --range. */
salvo_status options_refuse_distance(const options *o, salvo_error *err);

/* Fails with the message because the command takes other names. If there are more than `most` names, and one follows a
 * flag, the user meant it as a parameter's value. Then the message says how to write that. */
salvo_status options_fail_names(const options *o, size_t most, salvo_error *err, const char *message);

/* Takes "turns=5" as --turns 5 if `takes` has a text option with that name; *is says whether it did. It fails if both
 * are given. */
salvo_status options_take(options *o, const char *key, const char *value, uint64_t takes, bool *is, salvo_error *err);

/* Passes on the words that produce the given options, in a fixed order: options with roles up to `most`, then names and
 * parameters. If options_read reads them, it produces the same options. */
typedef void word_sink(void *to, const char *word);
void options_words(const options *o, uint64_t takes, option_role most, word_sink *put, void *to);

/* A row of the table of options, for help and manuals. */
typedef struct option_told {
    const char *name;  /* with its "--" */
    char letter;       /* 0: none */
    const char *value; /* the placeholder of its value in the help; NULL: a switch */
    const char *help;
    option_role role;
    uint64_t takes;            /* the commands that take it, as bits; 0: all commands */
    const salvo_parameter *as; /* its value */
    bool is_flags;             /* represents the flags of procedures */
    const struct option *of;   /* the row */
} option_told;

/* Moves to the next option that the command takes; begins with a zeroed one. Returns false after the last option. */
bool options_next(option_told *told, uint64_t takes);

/* Lists the options that the command takes as the parameters of a schema, in the arena. */
salvo_status options_schema(salvo_schema *schema, const char *name, uint64_t takes, salvo_arena *memory,
                            salvo_error *err);

/* Prints a line for each option that the command takes; unless `all`, without those that are seldom needed, if they are
 * many. */
void options_help(FILE *out, uint64_t takes, bool all);

#endif
