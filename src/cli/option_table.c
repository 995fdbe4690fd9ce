/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/option_table.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <salvo/matrix.h>
#include <salvo/sensitivity.h>

#include "chart/chart.h"
#include "data/names.h"

/* Commands whose work can be stored. */
enum { TAKES_STORED = TAKES_METHOD | TAKES_POINTS | TAKES_FOLDER | TAKES_AGAINST };

/* Subjects whose method the user can choose: points are only simulated. Dice are in no rulebook. */
enum {
    SIMULATED = OF_PROCEDURE | OF_DUEL | OF_BATTLE | OF_FIRE | OF_DICE,
    BY_BOOK = OF_PROCEDURE | OF_DUEL | OF_BATTLE | OF_FIRE | OF_POINTS | OF_AUDIT | FIGHT,
};

enum { DIGITS_MAX = 15 }; /* a double holds no more decimal digits */

static const char *const INSTRUCTION_SETS[] = {"auto", "portable", "avx2", "avx512", "avx512-vbmi", NULL};

/* clang-format off */
/* Kinds of values. Further members of the parameter may follow. */
#define WORDS            {.kind = SALVO_TEXT}
#define NEEDED           {.kind = SALVO_TEXT, .required = true}
#define AMONG(...)       {.kind = SALVO_CHOICE, .choices = __VA_ARGS__}
#define SEVERAL(...)     {.kind = SALVO_TEXT, .choices = __VA_ARGS__}
#define WHOLE(least, ...) {.kind = SALVO_INTEGER, .min = (least), .max = __VA_ARGS__}
#define NUMBER(least, ...) {.kind = SALVO_DECIMAL, .min = (least), .max = __VA_ARGS__}
#define DISTANCE(...)    {.kind = SALVO_DECIMAL, .min = 0, .max = INFINITY, .distance = true, __VA_ARGS__}
#define AT(member)       offsetof(options, member)

/* name, letter, placeholder, form, place, commands, subjects, value, role, whether it is seldom needed, help */
static const option OPTIONS[] = {
    {"--ruleset", 'r', "ID", TEXT, AT(ruleset), TAKES_RULESET, BY_BOOK | IN_BATTLE, NEEDED, OPTION_ASKS, false,
     "the rulebook; salvo list rulesets lists them"},
    {"--nation", 0, "NAME", TEXT, AT(nation), TAKES_NATION, FIGHT | OF_AUDIT | OF_POINTS, WORDS, OPTION_ASKS, false,
     "only units of this nation"},
    {"--kind", 0, "TABLE", TEXT, AT(kind), TAKES_KIND, 0, WORDS, OPTION_ASKS, false,
     "only one of the tables with units or record cards, as in aircraft"},
    {"--range", 0, "N", TEXT, AT(range), TAKES_RANGE, OF_DUEL | OF_BATTLE | OF_FIRE | OF_POINTS | IN_BATTLE, DISTANCE(.required = true, .bracketed = true), OPTION_ASKS, false,
     "distance in the rulebook's unit; the same as range=N in a duel"},
    {"--range", 0, "LIST", TEXT, AT(range), TAKES_POINTS, FIGHT | IN_CONDITIONS, WORDS, OPTION_ASKS, false,
     "distances, with weights: 100,500:2 (all range brackets, at most 8)"},
    {"--first", 0, "WHO", TEXT, AT(first), TAKES_FIRST, OF_DUEL, WORDS, OPTION_ASKS, false,
     "who fires first; the same as first=WHO"},
    {"--a", 0, "ARMY", TEXT, AT(army_a), TAKES_BATTLE, OF_BATTLE | IN_BATTLE, NEEDED, OPTION_ASKS, false,
     "army a: \"2 Tiger I, 1 Panther (cover=normal)\""},
    {"--b", 0, "ARMY", TEXT, AT(army_b), TAKES_BATTLE, OF_BATTLE | IN_BATTLE, NEEDED, OPTION_ASKS, false,
     "army b"},
    {"--cover-a", 0, "COVER", TEXT, AT(cover_a), TAKES_PLAN | TAKES_DUEL, OF_DUEL | OF_BATTLE | IN_BATTLE, WORDS, OPTION_ASKS, true,
     "cover of a, or of all its elements; the same as a-cover=COVER"},
    {"--cover-b", 0, "COVER", TEXT, AT(cover_b), TAKES_PLAN | TAKES_DUEL, OF_DUEL | OF_BATTLE | IN_BATTLE, WORDS, OPTION_ASKS, true,
     "cover of b, or of all its elements; the same as b-cover=COVER"},
    {"--scenario", 0, "NAME", TEXT, AT(scenario), TAKES_PLAN, OF_BATTLE | OF_POINTS | IN_BATTLE, AMONG(SALVO_SCENARIOS, .fallback = "hold", .without = SALVO_HOLD), OPTION_ASKS, false,
     "which lines move: hold (the default), advance (a's line) or meeting (both lines)"},
    {"--scenario", 0, "NAMES", TEXT, AT(scenario), TAKES_POINTS, FIGHT | IN_CONDITIONS, SEVERAL(SALVO_SCENARIOS), OPTION_ASKS, false,
     "scenarios, with weights: hold:2,meeting (hold, advance and meeting)"},
    {"--close-to", 0, "N", TEXT, AT(close_to), TAKES_PLAN | TAKES_POINTS, OF_BATTLE | OF_POINTS | FIGHT | IN_BATTLE | IN_CONDITIONS, DISTANCE(.without = -1), OPTION_ASKS, true,
     "never move lines nearer than N (the shortest range bracket)"},
    {"--halt-a", 0, "N", TEXT, AT(halt_a), TAKES_PLAN, OF_BATTLE | IN_BATTLE, DISTANCE(.word = "best"), OPTION_ASKS, true,
     "distance at which a's line halts, or best: where a wins most (--close-to)"},
    {"--halt-b", 0, "N", TEXT, AT(halt_b), TAKES_PLAN, OF_BATTLE | IN_BATTLE, DISTANCE(.word = "best"), OPTION_ASKS, true,
     "distance at which b's line halts in a meeting, or best: where b wins most (--close-to)"},
    {"--targets", 0, "POLICY", TEXT, AT(targets), TAKES_PLAN, OF_BATTLE | OF_POINTS | IN_BATTLE, AMONG(SALVO_TARGETS, .fallback = "usual", .without = SALVO_USUAL), OPTION_ASKS, false,
     "how elements choose targets: best (the default), in-order, weakest, strongest, spread or opposite"},
    {"--targets", 0, "NAMES", TEXT, AT(targets), TAKES_POINTS, FIGHT | IN_CONDITIONS, SEVERAL(SALVO_TARGETS), OPTION_ASKS, true,
     "target policies, of best, in-order, weakest, strongest, spread and opposite, with weights: best:2,in-order (best)"},
    {"--attack-odds", 0, "N", TEXT, AT(attack_odds), TAKES_POINTS, FIGHT | IN_CONDITIONS, NUMBER(0.1, 10, .word = "even"), OPTION_ASKS, true,
     "give the attacker N times the defender's points; 1: equal points, and both sides attack in turn (the ratio that makes the fight even)"},
    {"--conditions", 0, "FILE", TEXT, AT(conditions), TAKES_POINTS, FIGHT, WORDS, OPTION_ASKS, true,
     "read range, scenario, targets and other conditions from a YAML file; options override it"},
    {"--targets-a", 0, "POLICY", TEXT, AT(targets_a), TAKES_PLAN, OF_BATTLE | IN_BATTLE, AMONG(SALVO_TARGETS, .without = SALVO_USUAL), OPTION_ASKS, true,
     "target policy of side a; the same values as for --targets"},
    {"--targets-b", 0, "POLICY", TEXT, AT(targets_b), TAKES_PLAN, OF_BATTLE | IN_BATTLE, AMONG(SALVO_TARGETS, .without = SALVO_USUAL), OPTION_ASKS, true,
     "target policy of side b; the same values as for --targets"},
    {"--acts", 0, "POLICY", TEXT, AT(acts), TAKES_PLAN | TAKES_POINTS, OF_BATTLE | OF_POINTS | FIGHT | IN_BATTLE | IN_CONDITIONS, AMONG(SALVO_ACTS, .fallback = "usual", .without = SALVO_ACTS_USUAL), OPTION_ASKS, true,
     "how a side chooses the element that acts next: best (the default) or in-order"},
    {"--acts-a", 0, "POLICY", TEXT, AT(acts_a), TAKES_PLAN, OF_BATTLE | IN_BATTLE, AMONG(SALVO_ACTS, .without = SALVO_ACTS_USUAL), OPTION_ASKS, true,
     "acting policy of side a; the same values as for --acts"},
    {"--acts-b", 0, "POLICY", TEXT, AT(acts_b), TAKES_PLAN, OF_BATTLE | IN_BATTLE, AMONG(SALVO_ACTS, .without = SALVO_ACTS_USUAL), OPTION_ASKS, true,
     "acting policy of side b; the same values as for --acts"},
    {"--turns", 0, "N", TEXT, AT(turns), TAKES_PLAN | TAKES_POINTS | TAKES_DUEL, OF_DUEL | OF_BATTLE | OF_POINTS | FIGHT | IN_BATTLE | IN_CONDITIONS, WHOLE(1, SALVO_TURNS_MAX, .word = "unlimited"), OPTION_ASKS, true,
     "end the fight after N turns (unlimited; 20 in battles of MBT 2030)"},
    {"--break-at", 0, "SHARE", TEXT, AT(break_at), TAKES_PLAN | TAKES_POINTS, OF_BATTLE | OF_POINTS | FIGHT | IN_BATTLE | IN_CONDITIONS, NUMBER(0, 1, .without = 0), OPTION_ASKS, true,
     "withdraw a side after it has lost this share of its elements: 0.5 (never)"},
    {"--units", 0, "FILTER", TEXT, AT(units), TAKES_UNITS | TAKES_POINTS, 0, WORDS, OPTION_ASKS, false,
     "only these units: names, *patterns*, nation=german, points<=80; a comma means or, & means and"},
    {"--against", 0, "TARGET", TEXT, AT(against), TAKES_AGAINST, 0, WORDS, OPTION_ASKS, false,
     "target of the fire: a unit, a mix, FILE.yaml or all (every class of target)"},
    {"--at", 0, "HOW", TEXT, AT(at), TAKES_MATCHING, 0, AMONG(SALVO_MATCHINGS, .fallback = "one"), OPTION_ASKS, false,
     "how units meet: one (one on one, the default), numbers (--numbers of each) or points (equal points, --budgets)"},
    {"--numbers", 0, "N", TEXT, AT(numbers), TAKES_MATCHING, 0, WHOLE(1, SALVO_ELEMENTS_MAX), OPTION_ASKS, false,
     "elements of each side; implies --at numbers (3)"},
    {"--budgets", 0, "K", TEXT, AT(budgets), TAKES_MATCHING, 0, WHOLE(1, SALVO_BUDGETS_MAX), OPTION_ASKS, false,
     "budgets of 1 to K times the dearer price; implies --at points (3)"},
    {"--of", 0, "WHAT", TEXT, AT(of), TAKES_SENSITIVITY, 0, SEVERAL(SALVO_ANSWER_METRICS), OPTION_ASKS, false,
     "result to examine: p_a (the default), p_b, p_mutual, p_undecided, score or turns; of a procedure or of fire, outcomes or an expectation: \"single|double\", damage"},
    {"--of", 0, "OUTCOMES", TEXT, AT(of), TAKES_LUCK, 0, WORDS, OPTION_ASKS, false,
     "outcomes that are a success: \"single|double|critical\""},
    {"--won", 0, "K/N", TEXT, AT(won), TAKES_LUCK, 0, WORDS, OPTION_ASKS, false,
     "what happened: K successes in N tries, or the outcome of one try"},
    {"--log", 0, "FILE", TEXT, AT(log), TAKES_LUCK, 0, WORDS, OPTION_ASKS, false,
     "read what happened from a CSV with the columns id, question, happened and success"},
    {"--step", 0, "N", TEXT, AT(step), TAKES_SENSITIVITY, 0, WORDS, OPTION_ASKS, true,
     "change cells by N, or by a percentage of them: 10% (1 in the last digit)"},
    {"--only", 0, "CELLS", LIST, AT(only), TAKES_SENSITIVITY, 0, WORDS, OPTION_ASKS, false,
     "change only these cells: weapons, weapons.cannon-b, units.*.hp; may be repeated"},
    {"--variants", 0, "DIR", TEXT, AT(variants), TAKES_VARIANTS, 0, WORDS, OPTION_ASKS, false,
     "ask again with every variant of the rules in DIR: house rules (NAME.lua) and changed copies of the rulebook (folders)"},
    {"--top", 0, "N", TEXT, AT(top), TAKES_SENSITIVITY, 0, WHOLE(1, 1000000), OPTION_SHOWN, false,
     "list the first N cells (20 in a table, all in csv and json)"},
    {"--sort", 0, "METRIC", TEXT, AT(sort), TAKES_AGAINST, 0, WORDS, OPTION_SHOWN, false,
     "list the units with the highest METRIC first (the order of the rulebook; with --top damage)"},
    {"--top", 0, "N", TEXT, AT(top), TAKES_AGAINST, 0, WHOLE(1, 1000000), OPTION_SHOWN, false,
     "list the first N units by --sort"},
    {"--restore", 0, "P", TEXT, AT(restore), TAKES_SENSITIVITY, 0, WORDS, OPTION_ASKS, false,
     "find the smallest single change that brings the result to P: 0.5"},
    {"--like", 0, "KIND", TEXT, AT(like), TAKES_LIKE, 0, WORDS, OPTION_ASKS, false,
     "kind of game: hit-and-save, penetration, opposed-dice, dice-pool, chain or blank; or a rulebook of salvo"},
    {"--over", 0, "KEY=...", LIST, AT(over), TAKES_OVER, 0, WORDS, OPTION_ASKS, false,
     "sweep a parameter: KEY, KEY=a,b,c, KEY=1..40 or KEY=100..2000..100; may be given twice"},
    {"--method", 0, "HOW", TEXT, AT(method), TAKES_METHOD, SIMULATED, AMONG(METHODS), OPTION_ASKS, false,
     "exact, mc (Monte Carlo), both, or dice: every die by the reference engine (exact if that is quick, else mc)"},
    {"--trials", 0, "N", TEXT, AT(trials), TAKES_METHOD, SIMULATED, WHOLE(1, 1000000000000), OPTION_LIMIT, true,
     "simulate exactly N trials"},
    {"--precision", 0, "H", TEXT, AT(precision), TAKES_METHOD, SIMULATED | OF_POINTS, NUMBER(1e-5, 1), OPTION_LIMIT, true,
     "simulate until the half-widths of 95 % intervals are at most H (0.001)"},
    {"--precision", 0, "H", TEXT, AT(precision), TAKES_POINTS, FIGHT, NUMBER(0.001, 0.5), OPTION_ASKS, true,
     "fight each pair of armies until the half-width of its score is at most H (0.04)"},
    {"--precision-of", 0, "WHAT", TEXT, AT(precision_of), TAKES_HEADLINE, SIMULATED, AMONG(SALVO_PRECISION_OF), OPTION_LIMIT, true,
     "figures that --precision is about: win, all, and for a battle also turns, losses or survivors (win)"},
    {"--time", 0, "SECONDS", TEXT, AT(time), TAKES_METHOD, SIMULATED, NUMBER(0.001, 1e6), OPTION_LIMIT, true,
     "simulate for at most this many seconds; without another limit, for exactly this many"},
    {"--time", 0, "SECONDS", TEXT, AT(time), TAKES_POINTS, OF_FIT, NUMBER(0.001, 1e6), OPTION_LIMIT, true,
     "fit: improve and judge prices for about this many seconds"},
    {"--seed", 0, "S", TEXT, AT(seed), TAKES_METHOD | TAKES_POINTS, SIMULATED | OF_POINTS | FIGHT, WHOLE(0, INT64_MAX), OPTION_ASKS, true,
     "seed of the random numbers; the same seed gives the same counts everywhere (1)"},
    {"--threads", 0, "T", TEXT, AT(threads), TAKES_METHOD | TAKES_POINTS | TAKES_AGAINST, SIMULATED | OF_POINTS | FIGHT, WHOLE(1, 1024), OPTION_WHERE, true,
     "number of threads (one for each processor)"},
    {"--isa", 0, "ISA", TEXT, AT(isa), TAKES_METHOD | TAKES_POINTS, SIMULATED | OF_POINTS | FIGHT, AMONG(INSTRUCTION_SETS), OPTION_WHERE, true,
     "instruction set: auto (the default), portable, avx2, avx512 or avx512-vbmi"},
    {"--pairs", 0, "N", TEXT, AT(pairs), TAKES_POINTS | TAKES_ARMIES, OF_POINTS | FIGHT, WHOLE(20, 1000000), OPTION_ASKS, true,
     "pairs of armies in each set (400; 40 for sensitivity)"},
    {"--elements", 0, "N,...", TEXT, AT(elements), TAKES_POINTS | TAKES_ARMIES, OF_POINTS | FIGHT | IN_CONDITIONS, WHOLE(1, SALVO_ELEMENTS_MAX), OPTION_ASKS, true,
     "largest number of elements in an army; several sizes with weights: 4,12:2 (12)"},
    {"--kinds", 0, "N", TEXT, AT(kinds), TAKES_POINTS | TAKES_ARMIES, OF_POINTS | FIGHT | IN_CONDITIONS, WHOLE(1, SALVO_ARMY_KINDS_MAX), OPTION_ASKS, true,
     "largest number of different units in an army (3)"},
    {"--tolerance", 0, "SHARE", TEXT, AT(tolerance), TAKES_POINTS | TAKES_ARMIES, OF_POINTS | FIGHT, NUMBER(0, 0.5), OPTION_ASKS, true,
     "largest difference between the costs of two armies, as a share (0.01)"},
    {"--prices", 0, "FILE", TEXT, AT(prices), TAKES_POINTS | TAKES_ARMIES, OF_POINTS | FIGHT, WORDS, OPTION_ASKS, false,
     "read prices from a CSV with id and rounded, price or points, as points fit --format csv writes it"},
    {"--rounds", 0, "N", TEXT, AT(rounds), TAKES_POINTS, OF_FIT, WHOLE(1, 20), OPTION_ASKS, true,
     "fit: number of rounds, each with new armies (3; 5 without prices)"},
    {"--prior", 0, "SD", TEXT, AT(prior), TAKES_POINTS, OF_TEST | OF_FIT, NUMBER(0.01, 10), OPTION_ASKS, true,
     "fit or test: standard deviation of worth / price, as a logarithm (0.5; 1.5 without prices)"},
    {"--per", 0, "WHAT", TEXT, AT(per), TAKES_POINTS, OF_FIT, WORDS, OPTION_ASKS, true,
     "fit: also make a list for each scenario, range, targets, or option with several values: cover, elements"},
    {"--army-rules", 0, "N", TEXT, AT(army_rules), TAKES_POINTS, OF_FIT, WHOLE(0, 20), OPTION_ASKS, true,
     "fit: also make a list with at most N rules about the army as a whole"},
    {"--army-list", 0, "FILE", TEXT, AT(army_list), TAKES_POINTS, FIGHT, WORDS, OPTION_ASKS, true,
     "read what armies may buy from a CSV with the column unit, and optionally least and most"},
    {"--against", 0, "FILE", TEXT, AT(against), TAKES_POINTS, OF_TEST, WORDS, OPTION_ASKS, false,
     "test: compare with a second price list on the same armies and battles (FILE as for --prices), or with changed rules: a house rule FILE.lua or a changed copy of the rulebook"},
    {"--keep", 0, "UNITS", LIST, AT(keep), TAKES_POINTS, OF_FIT, WORDS, OPTION_ASKS, false,
     "fit: prices that stay: \"Tiger I=120, Panther, *sherman*\""},
    {"--least", 0, "PRICES", LIST, AT(least), TAKES_POINTS, OF_FIT, WORDS, OPTION_ASKS, true,
     "fit: lowest price of all units, or of some: 10, \"Tiger I=100, Panther=80\""},
    {"--greatest", 0, "PRICES", LIST, AT(greatest), TAKES_POINTS, OF_FIT, WORDS, OPTION_ASKS, true,
     "fit: highest price of all units, or of some"},
    {"--change-at-most", 0, "SHARE", TEXT, AT(change_at_most), TAKES_POINTS, OF_FIT, WORDS, OPTION_ASKS, true,
     "fit: largest change of a price, up or down: 20%"},
    {"--order", 0, "UNITS", LIST, AT(order), TAKES_POINTS, OF_FIT, WORDS, OPTION_ASKS, true,
     "fit: units that cost more than others: \"Tiger II > Tiger I > Panther, T-34/85 > T-34/76\""},
    {"--keep-mean", 0, NULL, SWITCH, AT(keep_mean), TAKES_POINTS, OF_FIT, WORDS, OPTION_ASKS, true,
     "fit: keep the average price beside --keep (the kept prices set the level)"},
    {"--round-to", 0, "STEP", TEXT, AT(round_to), TAKES_POINTS, OF_FIT | OF_PRICE, WORDS, OPTION_ASKS, false,
     "fit or price: round to multiples of 1, 5, 10 ..., or to preferred values: preferred (fit: the finest step that another seed repeats)"},
    {"--why", 0, "UNITS", TEXT, AT(why), TAKES_POINTS, OF_TEST | OF_FIT, WORDS, OPTION_ASKS, false,
     "fit or test: explain the prices of these units, or of all"},
    {"--export-units", 0, "FILE", TEXT, AT(export_units), TAKES_POINTS, OF_FIT, WORDS, OPTION_FILE, true,
     "fit: write the units' table with the new prices, for --data; FILE.diff has the changes"},
    {"--round", 0, NULL, SWITCH, AT(round), TAKES_POINTS, OF_FIT | OF_PRICE, WORDS, OPTION_ASKS, true,
     "fit or price: round to 1, 2, 3, 5, 8, 10, 12, 15, 20, 25, 30, 40 ...; the same as --round-to preferred"},
    {"--format", 0, "FORMAT", TEXT, AT(format_name), TAKES_OUTPUT | TAKES_PLACE, 0, AMONG(SALVO_FORMATS, .fallback = "table"), OPTION_SHOWN, false,
     "format of the answer: table (the default), csv, json, markdown, latex, html or xlsx"},
    {"--format", 0, "html", TEXT, AT(page), TAKES_FOLDER, 0, WORDS, OPTION_SHOWN, false,
     "also write report.html, the whole study as one page with its pictures"},
    {"--digits", 0, "N", TEXT, AT(digits), TAKES_OUTPUT | TAKES_PLACE, 0, WHOLE(0, DIGITS_MAX), OPTION_SHOWN, true,
     "number of decimal places (as many as a number supports)"},
    {"--output", 'o', "FILE", TEXT, AT(output), TAKES_OUTPUT, 0, WORDS, OPTION_FILE, false,
     "write to FILE; without --format, its ending sets the format: .csv, .json, .md, .html ... (standard output)"},
    {"--output", 'o', "FILE", TEXT, AT(output), TAKES_FILE, 0, WORDS, OPTION_FILE, false,
     "write to FILE (standard output)"},
    {"--also", 0, "FILE", LIST, AT(also), TAKES_OUTPUT | TAKES_PLACE, 0, WORDS, OPTION_FILE, true,
     "also write the answer to FILE, in the format of its ending; may be repeated"},
    {"--totals", 0, "NAME", TEXT, AT(totals), TAKES_TOTALS, OF_PROCEDURE | OF_FIRE, WORDS, OPTION_ASKS, false,
     "replace outcomes by the totals of an expectation: damage, hits"},
    {"--cumulative", 0, NULL, SWITCH, AT(cumulative), TAKES_CUMULATIVE, 0, WORDS, OPTION_SHOWN, false,
     "add the chances of at least and of at most each number, if outcomes are numbers"},
    {"--chart", 0, "FILE", LIST, AT(charts), TAKES_CHART, 0, WORDS, OPTION_FILE, false,
     "draw a picture, FILE.svg or FILE.png; FILE.csv gets its numbers; may be repeated"},
    {"--chart-width", 0, "N", TEXT, AT(chart_pixels), TAKES_CHART, 0, WHOLE(PICTURE_WIDTH_LEAST, PICTURE_WIDTH_MOST), OPTION_SHOWN, true,
     "width of the picture in pixels; below 500 it suits a telephone (800)"},
    {"--with-chart", 0, NULL, SWITCH, AT(with_chart), TAKES_CHART, 0, WORDS, OPTION_SHOWN, true,
     "put the picture into HTML and xlsx, or beside Markdown and LaTeX"},
    {"--plot", 0, NULL, SWITCH, AT(plot), TAKES_CHART, 0, WORDS, OPTION_SHOWN, true,
     "draw a small plot in text below the answer"},
    {"--show", 0, "NAME", LIST, AT(show), TAKES_SHOW, 0, WORDS, OPTION_SHOWN, true,
     "what the picture shows, as in --show damage; without a picture, a column of the tables; may be repeated"},
    {"--output", 'o', "DIR", TEXT, AT(output), TAKES_FOLDER, 0, WORDS, OPTION_FILE, false,
     "write into the folder DIR (results/NAME)"},
    {"--output", 'o', "PLACE", TEXT, AT(output), TAKES_PLACE, 0, WORDS, OPTION_FILE, false,
     "write into a folder, or to a file whose ending sets the format (standard output)"},
    {"--quiet", 'q', NULL, SWITCH, AT(quiet), TAKES_OUTPUT | TAKES_FOLDER | TAKES_PLACE | TAKES_STORE, 0, WORDS, OPTION_WHERE, true,
     "print only errors, no remarks and no progress"},
    {"--store", 0, "FILE", TEXT, AT(store), TAKES_STORED | TAKES_STORE, 0, WORDS, OPTION_WHERE, true,
     "keep finished work in FILE and reuse it, so that a killed run continues"},
    {"--resume", 0, NULL, SWITCH, AT(resume), TAKES_STORED, 0, WORDS, OPTION_WHERE, true,
     "continue a run; fail if the store does not exist"},
    {"--shard", 0, "K/N", TEXT, AT(shard), TAKES_STORED, 0, WORDS, OPTION_WHERE, true,
     "compute only part K of N, into the store; salvo merge combines the parts"},
    {"--data", 0, "DIR", TEXT, AT(data), TAKES_DATA, BY_BOOK, WORDS, OPTION_ASKS, true,
     "a rulebook of your own, or tables in place of the shipped ones"},
    {"--set", 0, "CELL=V", LIST, AT(set), TAKES_SET, BY_BOOK, WORDS, OPTION_ASKS, false,
     "change one cell for this run: weapons.cannon-b.damage=36; may be repeated"},
    {"--rules", 0, "FILE", LIST, AT(rules), TAKES_SET, BY_BOOK, WORDS, OPTION_ASKS, false,
     "house rules, a Lua file that replaces functions of the rulebook's rules; may be repeated"},
    {"--KEY", 0, NULL, FLAG, 0, TAKES_WORDS, 0, WORDS, OPTION_ASKS, true,
     "yes-or-no parameter of the procedure: --moving means moving=yes"},
    {"--memory", 0, "SIZE", TEXT, AT(memory), 0, 0, WORDS, OPTION_WHERE, true,
     "largest amount of memory: 500M, 2G (unlimited)"},
    {"--help", 'h', NULL, SWITCH, AT(help), 0, 0, WORDS, OPTION_WHERE, false,
     "print this help; --help all lists every option"},
};
/* clang-format on */

enum { N_OPTIONS = sizeof OPTIONS / sizeof *OPTIONS };

/* An option without bits belongs to every command. */
static bool is_taken(const option *known, uint64_t takes)
{
    return known->takes == 0 || (known->takes & takes) != 0;
}

const option *option_next(const option *last, uint64_t takes)
{
    for (size_t i = last ? (size_t)(last - OPTIONS) + 1 : 0; i < N_OPTIONS; i++)
        if (is_taken(&OPTIONS[i], takes))
            return &OPTIONS[i];
    return NULL;
}

/* Only options of this command are proposed: another command's option would be refused next. */
salvo_status option_unknown(const char *word, size_t length, uint64_t takes, salvo_error *err)
{
    const char *names[N_OPTIONS] = {NULL};
    char typed[64];
    size_t n = 0;

    for (const option *known = option_next(NULL, takes); known; known = option_next(known, takes))
        if (known->kind != FLAG)
            names[n++] = known->name;
    snprintf(typed, sizeof typed, "%.*s", (int)(length < sizeof typed ? length : sizeof typed - 1), word);
    if (n > SALVO_NAMES_LISTED && !salvo_names_near(names, n, typed))
        return salvo_fail(err, SALVO_BAD_INPUT, "unknown option '%s'; add --help to see the options of this command",
                          typed);
    return salvo_names_fail(err, names, n, typed, "unknown option '%s'", typed);
}

/* Returns the offset in struct options of a value after "--". If variants share the option, it is the same offset. */
static size_t changed_offset(size_t offset)
{
    static const size_t CHANGED[][2] = {{offsetof(options, ruleset), offsetof(options, changed_ruleset)},
                                        {offsetof(options, range), offsetof(options, changed_range)},
                                        {offsetof(options, first), offsetof(options, changed_first)},
                                        {offsetof(options, data), offsetof(options, changed_data)},
                                        {offsetof(options, set), offsetof(options, changed_set)},
                                        {offsetof(options, rules), offsetof(options, changed_rules)}};

    static_assert(offsetof(options, break_at) - offsetof(options, army_a) == (PLAN_WORDS - 1) * sizeof(char *),
                  "the words of a battle are neighbours");
    if (offset >= offsetof(options, army_a) && offset <= offsetof(options, break_at))
        return offsetof(options, changed_plan) + (offset - offsetof(options, army_a));
    for (size_t i = 0; i < sizeof CHANGED / sizeof *CHANGED; i++)
        if (offset == CHANGED[i][0])
            return CHANGED[i][1];
    return offset;
}

salvo_parameter option_parameter(const option *known)
{
    salvo_parameter p = known->as;

    p.key = known->name + strlen("--");
    p.help = known->help;
    if (known->kind == SWITCH) {
        p.kind = SALVO_FLAG;
        p.fallback = "no";
    }
    return p;
}

const option *option_at(const options *o, size_t offset)
{
    const option *known = option_next(NULL, o->takes);

    while (known->kind == FLAG || known->offset != offset)
        known = option_next(known, o->takes);
    return known;
}

static bool has_value(const option *known, const void *member)
{
    return known->kind == SWITCH ? *(const bool *)member
           : known->kind == LIST ? ((const list *)member)->n > 0
                                 : known->kind == TEXT && *(const char *const *)member != NULL;
}

bool option_is_given(const options *o, const option *known)
{
    return has_value(known, (const char *)o + known->offset) ||
           has_value(known, (const char *)o + changed_offset(known->offset));
}

const option *option_stranger(const options *o, uint64_t takes, unsigned kind)
{
    const option *known = option_next(NULL, takes);

    while (known && (!known->of || known->of & kind || !option_is_given(o, known)))
        known = option_next(known, takes);
    return known;
}

const option *option_find(const char *word, size_t length, uint64_t takes)
{
    for (const option *known = option_next(NULL, takes); known; known = option_next(known, takes)) {
        /* Only whole names match: with abbreviations, every new option could break a script. */
        bool named = strlen(known->name) == length && strncmp(known->name, word, length) == 0;

        if (named || (word[1] != '-' && known->letter == word[1]))
            return known;
    }
    return NULL;
}

void *option_member(options *o, const option *known)
{
    return (char *)o + (o->split ? changed_offset(known->offset) : known->offset);
}

const char *option_changed(const options *o, size_t offset)
{
    const size_t changed = changed_offset(offset);

    return changed == offset ? NULL : *(const char *const *)((const char *)o + changed);
}
