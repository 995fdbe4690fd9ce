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
    {"--ruleset", 'r', "ID",      TEXT,   offsetof(options, ruleset),     TAKES_RULESET, "the rulebook: salvo list rulesets", OPTION_ASKS},
    {"--nation",  0,   "NAME",    TEXT,   offsetof(options, nation),      TAKES_NATION,  "only units of this nation", OPTION_ASKS},
    {"--range",   0,   "N",       TEXT,   offsetof(options, range),       TAKES_RANGE,   "distance in the rulebook's unit; the same as range=N in a duel", OPTION_ASKS},
    {"--range",   0,   "LIST",    TEXT,   offsetof(options, range),       TAKES_POINTS,  "all range brackets (the default, 8 at most), or some distances, with weights: 100,500:2", OPTION_ASKS},
    {"--first",   0,   "WHO",     TEXT,   offsetof(options, first),       TAKES_FIRST,   "who fires first; the same as first=WHO", OPTION_ASKS},
    {"--a",       0,   "ARMY",    TEXT,   offsetof(options, army_a),      TAKES_BATTLE,  "one side: \"2 Tiger I, 1 Panther (cover=normal)\"", OPTION_ASKS},
    {"--b",       0,   "ARMY",    TEXT,   offsetof(options, army_b),      TAKES_BATTLE,  "the other side", OPTION_ASKS},
    {"--cover-a", 0,   "COVER",   TEXT,   offsetof(options, cover_a),     TAKES_PLAN,  "the cover of all of a; the same as a-cover=COVER", OPTION_ASKS},
    {"--cover-b", 0,   "COVER",   TEXT,   offsetof(options, cover_b),     TAKES_PLAN,  "the cover of all of b", OPTION_ASKS},
    {"--scenario", 0,  "NAME",    TEXT,   offsetof(options, scenario),    TAKES_PLAN,  "hold (the default), advance (a closes in) or meeting (both do)", OPTION_ASKS},
    {"--scenario", 0,  "NAMES",   TEXT,   offsetof(options, scenario),    TAKES_POINTS,  "all of hold, advance and meeting (the default), or some, with weights: hold:2,meeting", OPTION_ASKS},
    {"--close-to", 0,  "N",       TEXT,   offsetof(options, close_to),    TAKES_PLAN | TAKES_POINTS,  "where lines stop closing in (the shortest range bracket)", OPTION_ASKS},
    {"--halt-a",  0,   "N",       TEXT,   offsetof(options, halt_a),      TAKES_PLAN,  "a's line moves no nearer than N and then stands (--close-to); best: where a wins most", OPTION_ASKS},
    {"--halt-b",  0,   "N",       TEXT,   offsetof(options, halt_b),      TAKES_PLAN,  "the same for side b, in a meeting", OPTION_ASKS},
    {"--cover-a", 0,   "COVER",   TEXT,   offsetof(options, cover_a),     TAKES_DUEL,  "the cover of a; the same as a-cover=COVER", OPTION_ASKS},
    {"--cover-b", 0,   "COVER",   TEXT,   offsetof(options, cover_b),     TAKES_DUEL,  "the cover of b", OPTION_ASKS},
    {"--turns",   0,   "N",       TEXT,   offsetof(options, turns),       TAKES_DUEL,  "break the duel off after N turns; the same as turns=N", OPTION_ASKS},
    {"--targets", 0,   "POLICY",  TEXT,   offsetof(options, targets),     TAKES_PLAN,  "best (the default), in-order, weakest, strongest, spread or opposite", OPTION_ASKS},
    {"--targets", 0,   "NAMES",   TEXT,   offsetof(options, targets),     TAKES_POINTS,  "policies, with weights: best:2,in-order (best)", OPTION_ASKS},
    {"--attack-odds", 0, "N",     TEXT,   offsetof(options, attack_odds), TAKES_POINTS,  "an attacker has N times the defender's points; 1: both are equal and take turns to attack (even: found)", OPTION_ASKS},
    {"--conditions", 0, "FILE",   TEXT,   offsetof(options, conditions),  TAKES_POINTS,  "range, scenario, targets and other conditions from a YAML file; options go before it", OPTION_ASKS},
    {"--targets-a", 0, "POLICY",  TEXT,   offsetof(options, targets_a),   TAKES_PLAN,  "the same for side a alone", OPTION_ASKS},
    {"--targets-b", 0, "POLICY",  TEXT,   offsetof(options, targets_b),   TAKES_PLAN,  "the same for side b alone", OPTION_ASKS},
    {"--acts",    0,   "POLICY",  TEXT,   offsetof(options, acts),        TAKES_PLAN | TAKES_POINTS,  "who of a side acts next: best (the default) or in-order", OPTION_ASKS},
    {"--acts-a",  0,   "POLICY",  TEXT,   offsetof(options, acts_a),      TAKES_PLAN,  "the same for side a alone", OPTION_ASKS},
    {"--acts-b",  0,   "POLICY",  TEXT,   offsetof(options, acts_b),      TAKES_PLAN,  "the same for side b alone", OPTION_ASKS},
    {"--turns",   0,   "N",       TEXT,   offsetof(options, turns),       TAKES_PLAN | TAKES_POINTS,  "break the battle off after N turns (20 in MBT 2030, else unlimited)", OPTION_ASKS},
    {"--break-at", 0,  "SHARE",   TEXT,   offsetof(options, break_at),    TAKES_PLAN | TAKES_POINTS,  "a side withdraws after losing that share of its elements: 0.5 (never)", OPTION_ASKS},
    {"--units",   0,   "FILTER",  TEXT,   offsetof(options, units),       TAKES_UNITS | TAKES_POINTS,   "only these: names, *patterns*, nation=german, points<=80; a comma means or, & means and", OPTION_ASKS},
    {"--against", 0,   "TARGET",  TEXT,   offsetof(options, against),     TAKES_AGAINST, "what is fired at: a unit, a mix, FILE.yaml, or all", OPTION_ASKS},
    {"--at",      0,   "HOW",     TEXT,   offsetof(options, at),          TAKES_MATCHING, "one (the default), numbers (--numbers N of each) or points (--budgets K)", OPTION_ASKS},
    {"--numbers", 0,   "N",       TEXT,   offsetof(options, numbers),     TAKES_MATCHING, "elements of each side (3)", OPTION_ASKS},
    {"--budgets", 0,   "K",       TEXT,   offsetof(options, budgets),     TAKES_MATCHING, "budgets of 1 to K times the dearer price (3)", OPTION_ASKS},
    {"--of",      0,   "WHAT",    TEXT,   offsetof(options, of),          TAKES_SENSITIVITY, "the number to be moved: p_a (the default), p_b, p_mutual, p_undecided, score or turns", OPTION_ASKS},
    {"--of",      0,   "OUTCOMES", TEXT,  offsetof(options, of),          TAKES_LUCK,    "which outcomes are a success: \"single|double|critical\"", OPTION_ASKS},
    {"--won",     0,   "K/N",     TEXT,   offsetof(options, won),         TAKES_LUCK,    "what happened: K successes in N tries, or the outcome of one try", OPTION_ASKS},
    {"--log",     0,   "FILE",    TEXT,   offsetof(options, log),         TAKES_LUCK,    "a CSV of what happened: id, question, happened and success", OPTION_ASKS},
    {"--step",    0,   "N",       TEXT,   offsetof(options, step),        TAKES_SENSITIVITY, "move cells by N (1), or by a part of them: 10%", OPTION_ASKS},
    {"--only",    0,   "CELLS",   LIST,   offsetof(options, only),        TAKES_SENSITIVITY, "move only these: weapons, weapons.cannon-b, units.*.hp; may stand several times", OPTION_ASKS},
    {"--top",     0,   "N",       TEXT,   offsetof(options, top),         TAKES_SENSITIVITY, "list the first N (20 in a table, all in csv and json)", OPTION_SHOWN},
    {"--restore", 0,   "P",       TEXT,   offsetof(options, restore),     TAKES_SENSITIVITY, "search the single change that brings the number to P: 0.5", OPTION_ASKS},
    {"--like",    0,   "KIND",    TEXT,   offsetof(options, like),        TAKES_LIKE,    "what it resembles: hit-and-save, penetration, opposed-dice, dice-pool or blank", OPTION_ASKS},
    {"--over",    0,   "KEY=...", LIST,   offsetof(options, over),        TAKES_OVER,    "sweep a parameter: KEY, KEY=a,b,c, KEY=1..40, KEY=100..2000..100", OPTION_ASKS},
    {"--method",  0,   "HOW",     TEXT,   offsetof(options, method),      TAKES_METHOD,  "exact (the default; mc if too large), mc (Monte Carlo), both, dice (the reference engine: every die is rolled)", OPTION_ASKS},
    {"--trials",  0,   "N",       TEXT,   offsetof(options, trials),      TAKES_METHOD,  "simulate exactly N trials", OPTION_LIMIT},
    {"--precision", 0, "H",       TEXT,   offsetof(options, precision),   TAKES_METHOD,  "simulate until 95 % half-widths are at most H (0.001)", OPTION_LIMIT},
    {"--precision", 0, "H",       TEXT,   offsetof(options, precision),   TAKES_POINTS,  "fight every pair until the 95 % half-width of its score is at most H (0.04)", OPTION_ASKS},
    {"--precision-of", 0, "WHAT", TEXT,   offsetof(options, precision_of), TAKES_HEADLINE,  "whose: win (the default: the chances alone) or all; of battles also turns, losses or survivors", OPTION_LIMIT},
    {"--time",    0,   "SECONDS", TEXT,   offsetof(options, time),        TAKES_METHOD,  "simulate for at most so long; alone, exactly so long", OPTION_LIMIT},
    {"--time",    0,   "SECONDS", TEXT,   offsetof(options, time),        TAKES_POINTS,  "of a fit: improve the prices for about so long, and judge them", OPTION_LIMIT},
    {"--seed",    0,   "S",       TEXT,   offsetof(options, seed),        TAKES_METHOD | TAKES_POINTS,  "the dice: one seed gives the same counts everywhere (1)", OPTION_ASKS},
    {"--threads", 0,   "T",       TEXT,   offsetof(options, threads),     TAKES_METHOD | TAKES_POINTS,  "simulate on T threads (all)", OPTION_WHERE},
    {"--threads", 0,   "T",       TEXT,   offsetof(options, threads),     TAKES_AGAINST, "compute on T threads (all)", OPTION_WHERE},
    {"--isa",     0,   "ISA",     TEXT,   offsetof(options, isa),         TAKES_METHOD | TAKES_POINTS,  "auto (the default), portable, avx2, avx512 or avx512-vbmi", OPTION_WHERE},
    {"--pairs",   0,   "N",       TEXT,   offsetof(options, pairs),       TAKES_POINTS | TAKES_ARMIES,  "pairs of armies in every set that is drawn (400; 40 of a sensitivity)", OPTION_ASKS},
    {"--elements", 0,  "N,...",     TEXT,   offsetof(options, elements),    TAKES_POINTS | TAKES_ARMIES,  "an army has up to N elements (12); several sizes with weights: 4,12:2", OPTION_ASKS},
    {"--kinds",   0,   "N",       TEXT,   offsetof(options, kinds),       TAKES_POINTS | TAKES_ARMIES,  "of up to N kinds (3)", OPTION_ASKS},
    {"--tolerance", 0, "SHARE",   TEXT,   offsetof(options, tolerance),   TAKES_POINTS | TAKES_ARMIES,  "costs are equal up to this share (0.01)", OPTION_ASKS},
    {"--prices",  0,   "FILE",    TEXT,   offsetof(options, prices),      TAKES_POINTS | TAKES_ARMIES,  "prices from a CSV: id and rounded, price or points, as points fit --format csv writes it", OPTION_ASKS},
    {"--rounds",  0,   "N",       TEXT,   offsetof(options, rounds),      TAKES_POINTS,  "of a fit: how often armies are drawn (3; 5 where there are no prices)", OPTION_ASKS},
    {"--prior",   0,   "SD",      TEXT,   offsetof(options, prior),       TAKES_POINTS,  "of a fit or test: how far worths may lie from prices, as a logarithm (0.5; 1.5)", OPTION_ASKS},
    {"--per",     0,   "WHAT",    TEXT,   offsetof(options, per),         TAKES_POINTS,  "of a fit: beside the one list, one for each scenario, range, targets, or any option of several values: cover, elements", OPTION_ASKS},
    {"--army-rules", 0, "N",      TEXT,   offsetof(options, army_rules),  TAKES_POINTS,  "of a fit: beside the one list, one with at most N rules for the army as a whole", OPTION_ASKS},
    {"--army-list", 0, "FILE",    TEXT,   offsetof(options, army_list),   TAKES_POINTS,  "what armies may buy, from a CSV: unit, and if you like least and most in an army", OPTION_ASKS},
    {"--against", 0,   "FILE",    TEXT,   offsetof(options, against),     TAKES_POINTS,  "of a test: a second list of prices, compared on the same armies and battles; FILE as for --prices", OPTION_ASKS},
    {"--keep",    0,   "UNITS",   LIST,   offsetof(options, keep),        TAKES_POINTS,  "of a fit: prices that stay: \"Tiger I=120, Panther, *sherman*\"; the others are fitted beside them", OPTION_ASKS},
    {"--least",   0,   "PRICES",  LIST,   offsetof(options, least),       TAKES_POINTS,  "of a fit: the least price, of every unit (10) or of some (\"Tiger I=100, Panther=80\")", OPTION_ASKS},
    {"--greatest", 0,  "PRICES",  LIST,   offsetof(options, greatest),    TAKES_POINTS,  "of a fit: the greatest price, likewise", OPTION_ASKS},
    {"--change-at-most", 0, "SHARE", TEXT, offsetof(options, change_at_most), TAKES_POINTS, "of a fit: no price goes up or down by more than this: 20%", OPTION_ASKS},
    {"--order",   0,   "UNITS",   LIST,   offsetof(options, order),       TAKES_POINTS,  "of a fit: which units cost more than which: \"Tiger II > Tiger I > Panther, T-34/85 > T-34/76\"", OPTION_ASKS},
    {"--keep-mean", 0, NULL,      SWITCH, offsetof(options, keep_mean),   TAKES_POINTS,  "of a fit with --keep: the average price stays, too; else the kept prices say how dear the list is", OPTION_ASKS},
    {"--round-to", 0,  "STEP",    TEXT,   offsetof(options, round_to),    TAKES_POINTS,  "of a fit or price: to multiples of 1, 5, 10 ..., or to preferred values: preferred (a fit chooses the finest that another seed repeats)", OPTION_ASKS},
    {"--why",     0,   "UNITS",   TEXT,   offsetof(options, why),         TAKES_POINTS,  "of a fit: why these units cost what they do (all: every one); of a test: tell about them in any case", OPTION_ASKS},
    {"--export-units", 0, "FILE", TEXT,   offsetof(options, export_units), TAKES_POINTS, "of a fit: the units' table with the new prices, ready for --data; FILE.diff: what changes in it", OPTION_FILE},
    {"--round",   0,   NULL,      SWITCH, offsetof(options, round),       TAKES_POINTS,  "of a fit or price: to preferred values (1, 2, 3, 5, 8, 10, 12, 15, 20, 25, 30, 40 ...), as --round-to preferred", OPTION_ASKS},
    {"--format",  0,   "FORMAT",  TEXT,   offsetof(options, format_name), TAKES_OUTPUT | TAKES_PLACE,  "table (the default), csv, json, markdown, latex, html or xlsx", OPTION_SHOWN},
    {"--format",  0,   "html",    TEXT,   offsetof(options, page),        TAKES_FOLDER,  "also write report.html: the whole study as one page with its pictures", OPTION_SHOWN},
    {"--digits",  0,   "N",       TEXT,   offsetof(options, digits),      TAKES_OUTPUT | TAKES_PLACE,  "N decimal places, not as many as a number supports", OPTION_SHOWN},
    {"--output",  'o', "FILE",    TEXT,   offsetof(options, output),      TAKES_OUTPUT,  "write to FILE, whole or not at all; without --format as its name ends: .csv, .json, .md, .html ...", OPTION_FILE},
    {"--output",  'o', "FILE",    TEXT,   offsetof(options, output),      TAKES_FILE,    "write to FILE, whole or not at all", OPTION_FILE},
    {"--also",    0,   "FILE",    LIST,   offsetof(options, also),        TAKES_OUTPUT | TAKES_PLACE,  "write the same answer to FILE too, in the format that its name ends in", OPTION_FILE},
    {"--totals",  0,   "NAME",    TEXT,   offsetof(options, totals),      TAKES_TOTALS,  "in place of outcomes, how likely every total of an expectation is: damage, hits", OPTION_ASKS},
    {"--cumulative", 0, NULL,     SWITCH, offsetof(options, cumulative),  TAKES_CUMULATIVE, "of outcomes that are numbers also the chances of so many or more, and of so many or less", OPTION_SHOWN},
    {"--chart",   0,   "FILE",    LIST,   offsetof(options, charts),      TAKES_CHART,   "draw a picture, FILE.svg or FILE.png (gnuplot does it); FILE.csv takes its numbers", OPTION_FILE},
    {"--with-chart", 0, NULL,     SWITCH, offsetof(options, with_chart),  TAKES_CHART,   "put the picture into the document: within HTML and xlsx, beside Markdown and LaTeX (gnuplot does it)", OPTION_SHOWN},
    {"--plot",    0,   NULL,      SWITCH, offsetof(options, plot),        TAKES_CHART,   "draw a small plot in text below the answer", OPTION_SHOWN},
    {"--show",    0,   "NAME",    LIST,   offsetof(options, show),        TAKES_SHOW,    "what the picture shows: in a curve an outcome or an expectation", OPTION_SHOWN},
    {"--output",  'o', "DIR",     TEXT,   offsetof(options, output),      TAKES_FOLDER,  "write into the folder DIR", OPTION_FILE},
    {"--output",  'o', "PLACE",   TEXT,   offsetof(options, output),      TAKES_PLACE,   "a folder, or a file whose name ends in its format", OPTION_FILE},
    {"--quiet",   'q', NULL,      SWITCH, offsetof(options, quiet),       TAKES_OUTPUT | TAKES_FOLDER | TAKES_PLACE | TAKES_STORE,  "no remarks on stderr, only errors", OPTION_WHERE},
    {"--store",   0,   "FILE",    TEXT,   offsetof(options, store),       TAKES_STORED | TAKES_STORE, "keep finished work in FILE, and take from it what is there: a run that was killed goes on", OPTION_WHERE},
    {"--resume",  0,   NULL,      SWITCH, offsetof(options, resume),      TAKES_STORED,  "go on with a run: the store must be there already", OPTION_WHERE},
    {"--shard",   0,   "K/N",     TEXT,   offsetof(options, shard),       TAKES_STORED,  "work out only the K-th of N parts, into the store; salvo merge makes the answer of all", OPTION_WHERE},
    {"--data",    0,   "DIR",     TEXT,   offsetof(options, data),        TAKES_DATA,    "a rulebook of your own, or tables in place of the shipped ones", OPTION_ASKS},
    {"--set",     0,   "CELL=V",  LIST,   offsetof(options, set),         TAKES_SET,     "change one table cell for this run: weapons.cannon-b.damage=36", OPTION_ASKS},
    {"--KEY",     0,   NULL,      FLAG,   0,                              TAKES_WORDS,   "a yes-or-no parameter of the procedure: --moving is moving=yes", OPTION_ASKS},
    {"--memory",  0,   "SIZE",    TEXT,   offsetof(options, memory),      0,             "take at most so much memory: 500M, 2G; more is refused", OPTION_WHERE},
    {"--help",    'h', NULL,      SWITCH, offsetof(options, help),        0,             "show this", OPTION_WHERE},
};
/* clang-format on */

enum { N_OPTIONS = sizeof OPTIONS / sizeof *OPTIONS };

/* No bit at all: every command takes it. */
static bool is_taken(const option *known, unsigned takes)
{
    return known->takes == 0 || (known->takes & takes) != 0;
}

const option *option_next(const option *last, unsigned takes)
{
    for (size_t i = last ? (size_t)(last - OPTIONS) + 1 : 0; i < N_OPTIONS; i++)
        if (is_taken(&OPTIONS[i], takes))
            return &OPTIONS[i];
    return NULL;
}

/* Only what this command takes is suggested: the nearest name of another command's option would be refused next. */
salvo_status option_unknown(const char *word, size_t length, unsigned takes, salvo_error *err)
{
    const char *names[N_OPTIONS] = {NULL};
    char typed[64];
    size_t n = 0;

    for (const option *known = option_next(NULL, takes); known; known = option_next(known, takes))
        if (known->kind != FLAG)
            names[n++] = known->name;
    snprintf(typed, sizeof typed, "%.*s", (int)(length < sizeof typed ? length : sizeof typed - 1), word);
    return salvo_names_fail(err, names, n, typed, "unknown option '%s'", typed);
}

const option *option_find(const char *word, size_t length, unsigned takes)
{
    for (const option *known = option_next(NULL, takes); known; known = option_next(known, takes)) {
        /* Whole names only: with abbreviations, every new option could break a script. */
        bool named = strlen(known->name) == length && strncmp(known->name, word, length) == 0;

        if (named || (word[1] != '-' && known->letter == word[1]))
            return known;
    }
    return NULL;
}

/* Where, in struct options, what is given behind "--" goes; the same place where variants have it in common. */
static size_t changed_offset(size_t offset)
{
    static const size_t CHANGED[][2] = {{offsetof(options, ruleset), offsetof(options, changed_ruleset)},
                                        {offsetof(options, range), offsetof(options, changed_range)},
                                        {offsetof(options, first), offsetof(options, changed_first)},
                                        {offsetof(options, data), offsetof(options, changed_data)},
                                        {offsetof(options, set), offsetof(options, changed_set)}};

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
