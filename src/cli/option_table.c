/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/option_table.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "data/names.h"

/* Commands whose work can be stored. */
enum { TAKES_STORED = TAKES_METHOD | TAKES_POINTS | TAKES_FOLDER | TAKES_AGAINST };

/* clang-format off */
static const option OPTIONS[] = {
    {"--ruleset", 'r', "ID",      TEXT,   offsetof(options, ruleset),     TAKES_RULESET, "the rulebook; salvo list rulesets lists them", OPTION_ASKS},
    {"--nation",  0,   "NAME",    TEXT,   offsetof(options, nation),      TAKES_NATION,  "only units of this nation", OPTION_ASKS},
    {"--kind",    0,   "TABLE",   TEXT,   offsetof(options, kind),        TAKES_KIND,    "only one of the tables with units or record cards, as in aircraft", OPTION_ASKS},
    {"--range",   0,   "N",       TEXT,   offsetof(options, range),       TAKES_RANGE,   "distance in the rulebook's unit; the same as range=N in a duel", OPTION_ASKS},
    {"--range",   0,   "LIST",    TEXT,   offsetof(options, range),       TAKES_POINTS,  "distances, with weights: 100,500:2 (all range brackets, at most 8)", OPTION_ASKS},
    {"--first",   0,   "WHO",     TEXT,   offsetof(options, first),       TAKES_FIRST,   "who fires first; the same as first=WHO", OPTION_ASKS},
    {"--a",       0,   "ARMY",    TEXT,   offsetof(options, army_a),      TAKES_BATTLE,  "army a: \"2 Tiger I, 1 Panther (cover=normal)\"", OPTION_ASKS},
    {"--b",       0,   "ARMY",    TEXT,   offsetof(options, army_b),      TAKES_BATTLE,  "army b", OPTION_ASKS},
    {"--cover-a", 0,   "COVER",   TEXT,   offsetof(options, cover_a),     TAKES_PLAN,  "cover of all elements of a; the same as a-cover=COVER", OPTION_ASKS},
    {"--cover-b", 0,   "COVER",   TEXT,   offsetof(options, cover_b),     TAKES_PLAN,  "cover of all elements of b; the same as b-cover=COVER", OPTION_ASKS},
    {"--scenario", 0,  "NAME",    TEXT,   offsetof(options, scenario),    TAKES_PLAN,  "which lines move: hold (the default), advance (a's line) or meeting (both lines)", OPTION_ASKS},
    {"--scenario", 0,  "NAMES",   TEXT,   offsetof(options, scenario),    TAKES_POINTS,  "scenarios, with weights: hold:2,meeting (hold, advance and meeting)", OPTION_ASKS},
    {"--close-to", 0,  "N",       TEXT,   offsetof(options, close_to),    TAKES_PLAN | TAKES_POINTS,  "never move lines nearer than N (the shortest range bracket)", OPTION_ASKS},
    {"--halt-a",  0,   "N",       TEXT,   offsetof(options, halt_a),      TAKES_PLAN,  "distance at which a's line halts, or best: where a wins most (--close-to)", OPTION_ASKS},
    {"--halt-b",  0,   "N",       TEXT,   offsetof(options, halt_b),      TAKES_PLAN,  "distance at which b's line halts in a meeting, or best: where b wins most (--close-to)", OPTION_ASKS},
    {"--cover-a", 0,   "COVER",   TEXT,   offsetof(options, cover_a),     TAKES_DUEL,  "cover of a; the same as a-cover=COVER", OPTION_ASKS},
    {"--cover-b", 0,   "COVER",   TEXT,   offsetof(options, cover_b),     TAKES_DUEL,  "cover of b; the same as b-cover=COVER", OPTION_ASKS},
    {"--turns",   0,   "N",       TEXT,   offsetof(options, turns),       TAKES_DUEL,  "end the duel after N turns; the same as turns=N", OPTION_ASKS},
    {"--targets", 0,   "POLICY",  TEXT,   offsetof(options, targets),     TAKES_PLAN,  "how elements choose targets: best (the default), in-order, weakest, strongest, spread or opposite", OPTION_ASKS},
    {"--targets", 0,   "NAMES",   TEXT,   offsetof(options, targets),     TAKES_POINTS,  "target policies, with weights: best:2,in-order (best)", OPTION_ASKS},
    {"--attack-odds", 0, "N",     TEXT,   offsetof(options, attack_odds), TAKES_POINTS,  "give the attacker N times the defender's points; 1: equal points, and both sides attack in turn (the ratio that makes the fight even)", OPTION_ASKS},
    {"--conditions", 0, "FILE",   TEXT,   offsetof(options, conditions),  TAKES_POINTS,  "read range, scenario, targets and other conditions from a YAML file; options override it", OPTION_ASKS},
    {"--targets-a", 0, "POLICY",  TEXT,   offsetof(options, targets_a),   TAKES_PLAN,  "target policy of side a; the same values as for --targets", OPTION_ASKS},
    {"--targets-b", 0, "POLICY",  TEXT,   offsetof(options, targets_b),   TAKES_PLAN,  "target policy of side b; the same values as for --targets", OPTION_ASKS},
    {"--acts",    0,   "POLICY",  TEXT,   offsetof(options, acts),        TAKES_PLAN | TAKES_POINTS,  "how a side chooses the element that acts next: best (the default) or in-order", OPTION_ASKS},
    {"--acts-a",  0,   "POLICY",  TEXT,   offsetof(options, acts_a),      TAKES_PLAN,  "acting policy of side a; the same values as for --acts", OPTION_ASKS},
    {"--acts-b",  0,   "POLICY",  TEXT,   offsetof(options, acts_b),      TAKES_PLAN,  "acting policy of side b; the same values as for --acts", OPTION_ASKS},
    {"--turns",   0,   "N",       TEXT,   offsetof(options, turns),       TAKES_PLAN | TAKES_POINTS,  "end the battle after N turns (20 in MBT 2030, unlimited elsewhere)", OPTION_ASKS},
    {"--break-at", 0,  "SHARE",   TEXT,   offsetof(options, break_at),    TAKES_PLAN | TAKES_POINTS,  "withdraw a side after it has lost this share of its elements: 0.5 (never)", OPTION_ASKS},
    {"--units",   0,   "FILTER",  TEXT,   offsetof(options, units),       TAKES_UNITS | TAKES_POINTS,   "only these units: names, *patterns*, nation=german, points<=80; a comma means or, & means and", OPTION_ASKS},
    {"--against", 0,   "TARGET",  TEXT,   offsetof(options, against),     TAKES_AGAINST, "target of the fire: a unit, a mix, FILE.yaml or all (every class of target)", OPTION_ASKS},
    {"--at",      0,   "HOW",     TEXT,   offsetof(options, at),          TAKES_MATCHING, "how units meet: one (one on one, the default), numbers (--numbers of each) or points (equal points, --budgets)", OPTION_ASKS},
    {"--numbers", 0,   "N",       TEXT,   offsetof(options, numbers),     TAKES_MATCHING, "elements of each side; implies --at numbers (3)", OPTION_ASKS},
    {"--budgets", 0,   "K",       TEXT,   offsetof(options, budgets),     TAKES_MATCHING, "budgets of 1 to K times the dearer price; implies --at points (3)", OPTION_ASKS},
    {"--of",      0,   "WHAT",    TEXT,   offsetof(options, of),          TAKES_SENSITIVITY, "result to examine: p_a (the default), p_b, p_mutual, p_undecided, score or turns", OPTION_ASKS},
    {"--of",      0,   "OUTCOMES", TEXT,  offsetof(options, of),          TAKES_LUCK,    "outcomes that are a success: \"single|double|critical\"", OPTION_ASKS},
    {"--won",     0,   "K/N",     TEXT,   offsetof(options, won),         TAKES_LUCK,    "what happened: K successes in N tries, or the outcome of one try", OPTION_ASKS},
    {"--log",     0,   "FILE",    TEXT,   offsetof(options, log),         TAKES_LUCK,    "read what happened from a CSV with the columns id, question, happened and success", OPTION_ASKS},
    {"--step",    0,   "N",       TEXT,   offsetof(options, step),        TAKES_SENSITIVITY, "change cells by N, or by a percentage of them: 10% (1 in the last digit)", OPTION_ASKS},
    {"--only",    0,   "CELLS",   LIST,   offsetof(options, only),        TAKES_SENSITIVITY, "change only these cells: weapons, weapons.cannon-b, units.*.hp; may be repeated", OPTION_ASKS},
    {"--variants", 0,  "DIR",     TEXT,   offsetof(options, variants),    TAKES_VARIANTS, "ask again with every variant of the rules in DIR: house rules (NAME.lua) and changed copies of the rulebook (folders)", OPTION_ASKS},
    {"--top",     0,   "N",       TEXT,   offsetof(options, top),         TAKES_SENSITIVITY, "list the first N cells (20 in a table, all in csv and json)", OPTION_SHOWN},
    {"--sort",    0,   "METRIC",  TEXT,   offsetof(options, sort),        TAKES_AGAINST, "list the units with the highest METRIC first (the order of the rulebook; with --top damage)", OPTION_SHOWN},
    {"--top",     0,   "N",       TEXT,   offsetof(options, top),         TAKES_AGAINST, "list the first N units by --sort", OPTION_SHOWN},
    {"--restore", 0,   "P",       TEXT,   offsetof(options, restore),     TAKES_SENSITIVITY, "find the smallest single change that brings the result to P: 0.5", OPTION_ASKS},
    {"--like",    0,   "KIND",    TEXT,   offsetof(options, like),        TAKES_LIKE,    "kind of game: hit-and-save, penetration, opposed-dice, dice-pool, chain or blank; or a rulebook of salvo", OPTION_ASKS},
    {"--over",    0,   "KEY=...", LIST,   offsetof(options, over),        TAKES_OVER,    "sweep a parameter: KEY, KEY=a,b,c, KEY=1..40 or KEY=100..2000..100; may be given twice", OPTION_ASKS},
    {"--method",  0,   "HOW",     TEXT,   offsetof(options, method),      TAKES_METHOD,  "exact, mc (Monte Carlo), both, or dice: every die by the reference engine (exact if that is quick, else mc)", OPTION_ASKS},
    {"--trials",  0,   "N",       TEXT,   offsetof(options, trials),      TAKES_METHOD,  "simulate exactly N trials", OPTION_LIMIT},
    {"--precision", 0, "H",       TEXT,   offsetof(options, precision),   TAKES_METHOD,  "simulate until the half-widths of 95 % intervals are at most H (0.001)", OPTION_LIMIT},
    {"--precision", 0, "H",       TEXT,   offsetof(options, precision),   TAKES_POINTS,  "fight each pair of armies until the half-width of its score is at most H (0.04)", OPTION_ASKS},
    {"--precision-of", 0, "WHAT", TEXT,   offsetof(options, precision_of), TAKES_HEADLINE,  "figures that --precision is about: win, all, and for a battle also turns, losses or survivors (win)", OPTION_LIMIT},
    {"--time",    0,   "SECONDS", TEXT,   offsetof(options, time),        TAKES_METHOD,  "simulate for at most this many seconds; without another limit, for exactly this many", OPTION_LIMIT},
    {"--time",    0,   "SECONDS", TEXT,   offsetof(options, time),        TAKES_POINTS,  "fit: improve and judge prices for about this many seconds", OPTION_LIMIT},
    {"--seed",    0,   "S",       TEXT,   offsetof(options, seed),        TAKES_METHOD | TAKES_POINTS,  "seed of the random numbers; the same seed gives the same counts everywhere (1)", OPTION_ASKS},
    {"--threads", 0,   "T",       TEXT,   offsetof(options, threads),     TAKES_METHOD | TAKES_POINTS | TAKES_AGAINST,  "number of threads (one for each processor)", OPTION_WHERE},
    {"--isa",     0,   "ISA",     TEXT,   offsetof(options, isa),         TAKES_METHOD | TAKES_POINTS,  "instruction set: auto (the default), portable, avx2, avx512 or avx512-vbmi", OPTION_WHERE},
    {"--pairs",   0,   "N",       TEXT,   offsetof(options, pairs),       TAKES_POINTS | TAKES_ARMIES,  "pairs of armies in each set (400; 40 for sensitivity)", OPTION_ASKS},
    {"--elements", 0,  "N,...",     TEXT,   offsetof(options, elements),    TAKES_POINTS | TAKES_ARMIES,  "largest number of elements in an army; several sizes with weights: 4,12:2 (12)", OPTION_ASKS},
    {"--kinds",   0,   "N",       TEXT,   offsetof(options, kinds),       TAKES_POINTS | TAKES_ARMIES,  "largest number of different units in an army (3)", OPTION_ASKS},
    {"--tolerance", 0, "SHARE",   TEXT,   offsetof(options, tolerance),   TAKES_POINTS | TAKES_ARMIES,  "largest difference between the costs of two armies, as a share (0.01)", OPTION_ASKS},
    {"--prices",  0,   "FILE",    TEXT,   offsetof(options, prices),      TAKES_POINTS | TAKES_ARMIES,  "read prices from a CSV with id and rounded, price or points, as points fit --format csv writes it", OPTION_ASKS},
    {"--rounds",  0,   "N",       TEXT,   offsetof(options, rounds),      TAKES_POINTS,  "fit: number of rounds, each with new armies (3; 5 without prices)", OPTION_ASKS},
    {"--prior",   0,   "SD",      TEXT,   offsetof(options, prior),       TAKES_POINTS,  "fit or test: standard deviation of worth / price, as a logarithm (0.5; 1.5 without prices)", OPTION_ASKS},
    {"--per",     0,   "WHAT",    TEXT,   offsetof(options, per),         TAKES_POINTS,  "fit: also make a list for each scenario, range, targets, or option with several values: cover, elements", OPTION_ASKS},
    {"--army-rules", 0, "N",      TEXT,   offsetof(options, army_rules),  TAKES_POINTS,  "fit: also make a list with at most N rules about the army as a whole", OPTION_ASKS},
    {"--army-list", 0, "FILE",    TEXT,   offsetof(options, army_list),   TAKES_POINTS,  "read what armies may buy from a CSV with the column unit, and optionally least and most", OPTION_ASKS},
    {"--against", 0,   "FILE",    TEXT,   offsetof(options, against),     TAKES_POINTS,  "test: compare with a second price list on the same armies and battles (FILE as for --prices), or with changed rules: a house rule FILE.lua or a changed copy of the rulebook", OPTION_ASKS},
    {"--keep",    0,   "UNITS",   LIST,   offsetof(options, keep),        TAKES_POINTS,  "fit: prices that stay: \"Tiger I=120, Panther, *sherman*\"", OPTION_ASKS},
    {"--least",   0,   "PRICES",  LIST,   offsetof(options, least),       TAKES_POINTS,  "fit: lowest price of all units, or of some: 10, \"Tiger I=100, Panther=80\"", OPTION_ASKS},
    {"--greatest", 0,  "PRICES",  LIST,   offsetof(options, greatest),    TAKES_POINTS,  "fit: highest price of all units, or of some", OPTION_ASKS},
    {"--change-at-most", 0, "SHARE", TEXT, offsetof(options, change_at_most), TAKES_POINTS, "fit: largest change of a price, up or down: 20%", OPTION_ASKS},
    {"--order",   0,   "UNITS",   LIST,   offsetof(options, order),       TAKES_POINTS,  "fit: units that cost more than others: \"Tiger II > Tiger I > Panther, T-34/85 > T-34/76\"", OPTION_ASKS},
    {"--keep-mean", 0, NULL,      SWITCH, offsetof(options, keep_mean),   TAKES_POINTS,  "fit: keep the average price beside --keep (the kept prices set the level)", OPTION_ASKS},
    {"--round-to", 0,  "STEP",    TEXT,   offsetof(options, round_to),    TAKES_POINTS,  "fit or price: round to multiples of 1, 5, 10 ..., or to preferred values: preferred (fit: the finest step that another seed repeats)", OPTION_ASKS},
    {"--why",     0,   "UNITS",   TEXT,   offsetof(options, why),         TAKES_POINTS,  "fit or test: explain the prices of these units, or of all", OPTION_ASKS},
    {"--export-units", 0, "FILE", TEXT,   offsetof(options, export_units), TAKES_POINTS, "fit: write the units' table with the new prices, for --data; FILE.diff has the changes", OPTION_FILE},
    {"--round",   0,   NULL,      SWITCH, offsetof(options, round),       TAKES_POINTS,  "fit or price: round to 1, 2, 3, 5, 8, 10, 12, 15, 20, 25, 30, 40 ...; the same as --round-to preferred", OPTION_ASKS},
    {"--format",  0,   "FORMAT",  TEXT,   offsetof(options, format_name), TAKES_OUTPUT | TAKES_PLACE,  "format of the answer: table (the default), csv, json, markdown, latex, html or xlsx", OPTION_SHOWN},
    {"--format",  0,   "html",    TEXT,   offsetof(options, page),        TAKES_FOLDER,  "also write report.html, the whole study as one page with its pictures", OPTION_SHOWN},
    {"--digits",  0,   "N",       TEXT,   offsetof(options, digits),      TAKES_OUTPUT | TAKES_PLACE,  "number of decimal places (as many as a number supports)", OPTION_SHOWN},
    {"--output",  'o', "FILE",    TEXT,   offsetof(options, output),      TAKES_OUTPUT,  "write to FILE; without --format, its ending sets the format: .csv, .json, .md, .html ... (standard output)", OPTION_FILE},
    {"--output",  'o', "FILE",    TEXT,   offsetof(options, output),      TAKES_FILE,    "write to FILE (standard output)", OPTION_FILE},
    {"--also",    0,   "FILE",    LIST,   offsetof(options, also),        TAKES_OUTPUT | TAKES_PLACE,  "also write the answer to FILE, in the format of its ending; may be repeated", OPTION_FILE},
    {"--totals",  0,   "NAME",    TEXT,   offsetof(options, totals),      TAKES_TOTALS,  "replace outcomes by the totals of an expectation: damage, hits", OPTION_ASKS},
    {"--cumulative", 0, NULL,     SWITCH, offsetof(options, cumulative),  TAKES_CUMULATIVE, "add the chances of at least and of at most each number, if outcomes are numbers", OPTION_SHOWN},
    {"--chart",   0,   "FILE",    LIST,   offsetof(options, charts),      TAKES_CHART,   "draw a picture, FILE.svg or FILE.png, with gnuplot; FILE.csv gets its numbers; may be repeated", OPTION_FILE},
    {"--with-chart", 0, NULL,     SWITCH, offsetof(options, with_chart),  TAKES_CHART,   "put the picture into HTML and xlsx, or beside Markdown and LaTeX; needs gnuplot", OPTION_SHOWN},
    {"--plot",    0,   NULL,      SWITCH, offsetof(options, plot),        TAKES_CHART,   "draw a small plot in text below the answer", OPTION_SHOWN},
    {"--show",    0,   "NAME",    LIST,   offsetof(options, show),        TAKES_SHOW,    "what the picture shows: in a curve, an outcome or an expectation", OPTION_SHOWN},
    {"--output",  'o', "DIR",     TEXT,   offsetof(options, output),      TAKES_FOLDER,  "write into the folder DIR (results/NAME)", OPTION_FILE},
    {"--output",  'o', "PLACE",   TEXT,   offsetof(options, output),      TAKES_PLACE,   "write into a folder, or to a file whose ending sets the format (standard output)", OPTION_FILE},
    {"--quiet",   'q', NULL,      SWITCH, offsetof(options, quiet),       TAKES_OUTPUT | TAKES_FOLDER | TAKES_PLACE | TAKES_STORE,  "print only errors, no remarks and no progress", OPTION_WHERE},
    {"--store",   0,   "FILE",    TEXT,   offsetof(options, store),       TAKES_STORED | TAKES_STORE, "keep finished work in FILE and reuse it, so that a killed run continues", OPTION_WHERE},
    {"--resume",  0,   NULL,      SWITCH, offsetof(options, resume),      TAKES_STORED,  "continue a run; fail if the store does not exist", OPTION_WHERE},
    {"--shard",   0,   "K/N",     TEXT,   offsetof(options, shard),       TAKES_STORED,  "compute only part K of N, into the store; salvo merge combines the parts", OPTION_WHERE},
    {"--data",    0,   "DIR",     TEXT,   offsetof(options, data),        TAKES_DATA,    "a rulebook of your own, or tables in place of the shipped ones", OPTION_ASKS},
    {"--set",     0,   "CELL=V",  LIST,   offsetof(options, set),         TAKES_SET,     "change one cell for this run: weapons.cannon-b.damage=36; may be repeated", OPTION_ASKS},
    {"--rules",   0,   "FILE",    LIST,   offsetof(options, rules),       TAKES_SET,     "house rules, a Lua file that replaces functions of the rulebook's rules; may be repeated", OPTION_ASKS},
    {"--KEY",     0,   NULL,      FLAG,   0,                              TAKES_WORDS,   "yes-or-no parameter of the procedure: --moving means moving=yes", OPTION_ASKS},
    {"--memory",  0,   "SIZE",    TEXT,   offsetof(options, memory),      0,             "largest amount of memory: 500M, 2G (unlimited)", OPTION_WHERE},
    {"--help",    'h', NULL,      SWITCH, offsetof(options, help),        0,             "print this help", OPTION_WHERE},
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

void *option_member(options *o, const option *known)
{
    return (char *)o + (o->split ? changed_offset(known->offset) : known->offset);
}

const char *option_changed(const options *o, size_t offset)
{
    const size_t changed = changed_offset(offset);

    return changed == offset ? NULL : *(const char *const *)((const char *)o + changed);
}
