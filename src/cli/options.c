/* One table says every option: its spelling, its place in struct options, the commands that take it, its help. A
 * name stands twice where it means one thing to some commands and another to others; no command takes both. */
#include "cli/options.h"

#include <assert.h>
#include <string.h>

#include "cli/numbers.h"
#include "cli/roff.h"
#include "data/names.h"
#include "rules/parse.h"

typedef struct option {
    const char *name;                       /* with its "--" */
    char letter;                            /* behind "-"; 0 for none */
    const char *value;                      /* what help calls its value; NULL for a switch */
    enum { TEXT, LIST, SWITCH, FLAG } kind; /* FLAG: stands for the flags of procedures */
    size_t offset;                          /* in struct options */
    unsigned takes;
    const char *help;
    option_role role; /* most are part of the question */
} option;

/* Commands whose work can be stored. */
enum { TAKES_STORED = TAKES_METHOD | TAKES_POINTS | TAKES_FOLDER };

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
    {"--cover-a", 0,   "COVER",   TEXT,   offsetof(options, cover_a),     TAKES_DUEL,  "the cover of a; the same as a-cover=COVER", OPTION_ASKS},
    {"--cover-b", 0,   "COVER",   TEXT,   offsetof(options, cover_b),     TAKES_DUEL,  "the cover of b", OPTION_ASKS},
    {"--turns",   0,   "N",       TEXT,   offsetof(options, turns),       TAKES_DUEL,  "break the duel off after N turns; the same as turns=N", OPTION_ASKS},
    {"--targets", 0,   "POLICY",  TEXT,   offsetof(options, targets),     TAKES_PLAN,  "nearest (the default), weakest, strongest, spread, best or opposite (the default in MBT 2030)", OPTION_ASKS},
    {"--targets", 0,   "NAMES",   TEXT,   offsetof(options, targets),     TAKES_POINTS,  "policies, with weights: nearest:2,spread (nearest; opposite in MBT 2030)", OPTION_ASKS},
    {"--attack-odds", 0, "N",     TEXT,   offsetof(options, attack_odds), TAKES_POINTS,  "an attacker has N times the defender's points; 1: both are equal and take turns to attack (even: found)", OPTION_ASKS},
    {"--conditions", 0, "FILE",   TEXT,   offsetof(options, conditions),  TAKES_POINTS,  "range, scenario, targets and other conditions from a YAML file; options go before it", OPTION_ASKS},
    {"--targets-a", 0, "POLICY",  TEXT,   offsetof(options, targets_a),   TAKES_PLAN,  "the same for side a alone", OPTION_ASKS},
    {"--targets-b", 0, "POLICY",  TEXT,   offsetof(options, targets_b),   TAKES_PLAN,  "the same for side b alone", OPTION_ASKS},
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
    {"--isa",     0,   "ISA",     TEXT,   offsetof(options, isa),         TAKES_METHOD | TAKES_POINTS,  "auto (the default), portable, avx2, avx512 or avx512-vbmi", OPTION_WHERE},
    {"--pairs",   0,   "N",       TEXT,   offsetof(options, pairs),       TAKES_POINTS | TAKES_ARMIES,  "pairs of armies in every set that is drawn (400; 40 of a sensitivity)", OPTION_ASKS},
    {"--elements", 0,  "N",       TEXT,   offsetof(options, elements),    TAKES_POINTS | TAKES_ARMIES,  "an army has up to N elements (12)", OPTION_ASKS},
    {"--kinds",   0,   "N",       TEXT,   offsetof(options, kinds),       TAKES_POINTS | TAKES_ARMIES,  "of up to N kinds (3)", OPTION_ASKS},
    {"--tolerance", 0, "SHARE",   TEXT,   offsetof(options, tolerance),   TAKES_POINTS | TAKES_ARMIES,  "costs are equal up to this share (0.01)", OPTION_ASKS},
    {"--prices",  0,   "FILE",    TEXT,   offsetof(options, prices),      TAKES_POINTS | TAKES_ARMIES,  "prices from a CSV: id and rounded, price or points, as points fit --format csv writes it", OPTION_ASKS},
    {"--rounds",  0,   "N",       TEXT,   offsetof(options, rounds),      TAKES_POINTS,  "of a fit: how often armies are drawn anew at the prices so far (3; 5 where there are no prices)", OPTION_ASKS},
    {"--prior",   0,   "SD",      TEXT,   offsetof(options, prior),       TAKES_POINTS,  "how far worths may lie from prices, as a logarithm (0.5; 1.5)", OPTION_ASKS},
    {"--per",     0,   "WHAT",    TEXT,   offsetof(options, per),         TAKES_POINTS,  "of a fit: beside the one list, one for each scenario, or for each range", OPTION_ASKS},
    {"--army-rules", 0, "N",      TEXT,   offsetof(options, army_rules),  TAKES_POINTS,  "of a fit: beside the one list, one with at most N rules for the army as a whole", OPTION_ASKS},
    {"--army-list", 0, "FILE",    TEXT,   offsetof(options, army_list),   TAKES_POINTS,  "what armies may buy, from a CSV: unit, and if you like least and most in an army", OPTION_ASKS},
    {"--against", 0,   "FILE",    TEXT,   offsetof(options, against),     TAKES_POINTS,  "of a test: a second list of prices, compared on the same armies and battles; FILE as for --prices", OPTION_ASKS},
    {"--keep",    0,   "UNITS",   LIST,   offsetof(options, keep),        TAKES_POINTS,  "of a fit: prices that stay: \"Tiger I=120, Panther, *sherman*\"; the others are fitted beside them", OPTION_ASKS},
    {"--least",   0,   "PRICES",  LIST,   offsetof(options, least),       TAKES_POINTS,  "of a fit: the least price, of every unit (10) or of some (\"Tiger I=100, Panther=80\")", OPTION_ASKS},
    {"--greatest", 0,  "PRICES",  LIST,   offsetof(options, greatest),    TAKES_POINTS,  "of a fit: the greatest price, likewise", OPTION_ASKS},
    {"--change-at-most", 0, "SHARE", TEXT, offsetof(options, change_at_most), TAKES_POINTS, "of a fit: no price goes up or down by more than this: 20%", OPTION_ASKS},
    {"--order",   0,   "UNITS",   LIST,   offsetof(options, order),       TAKES_POINTS,  "of a fit: which units cost more than which: \"Tiger II > Tiger I > Panther, T-34/85 > T-34/76\"", OPTION_ASKS},
    {"--keep-mean", 0, NULL,      SWITCH, offsetof(options, keep_mean),   TAKES_POINTS,  "of a fit with --keep: the average price stays, too; else the kept prices say how dear the list is", OPTION_ASKS},
    {"--round-to", 0,  "STEP",    TEXT,   offsetof(options, round_to),    TAKES_POINTS,  "of a fit: to multiples of 5, 10 ... (1), or to preferred values: preferred", OPTION_ASKS},
    {"--why",     0,   "UNITS",   TEXT,   offsetof(options, why),         TAKES_POINTS,  "of a fit: why these units cost what they do (all: every one); of a test: tell about them in any case", OPTION_ASKS},
    {"--export-units", 0, "FILE", TEXT,   offsetof(options, export_units), TAKES_POINTS, "of a fit: the units' table with the new prices, ready for --data; FILE.diff: what changes in it", OPTION_SHOWN},
    {"--round",   0,   NULL,      SWITCH, offsetof(options, round),       TAKES_POINTS,  "of a fit: to preferred values (1, 2, 3, 5, 8, 10, 12, 15, 20, 25, 30, 40 ...), as --round-to preferred", OPTION_ASKS},
    {"--format",  0,   "FORMAT",  TEXT,   offsetof(options, format_name), TAKES_OUTPUT | TAKES_PLACE,  "table (the default), csv, json, markdown, latex, html or xlsx", OPTION_SHOWN},
    {"--format",  0,   "html",    TEXT,   offsetof(options, page),        TAKES_FOLDER,  "also write report.html: the whole study as one page with its pictures", OPTION_SHOWN},
    {"--digits",  0,   "N",       TEXT,   offsetof(options, digits),      TAKES_OUTPUT | TAKES_PLACE,  "N decimal places, not as many as a number supports", OPTION_SHOWN},
    {"--output",  'o', "FILE",    TEXT,   offsetof(options, output),      TAKES_OUTPUT,  "write to FILE, whole or not at all; without --format as its name ends: .csv, .json, .md, .html ...", OPTION_SHOWN},
    {"--output",  'o', "FILE",    TEXT,   offsetof(options, output),      TAKES_FILE,    "write to FILE, whole or not at all", OPTION_SHOWN},
    {"--also",    0,   "FILE",    LIST,   offsetof(options, also),        TAKES_OUTPUT | TAKES_PLACE,  "write the same answer to FILE too, in the format that its name ends in", OPTION_SHOWN},
    {"--totals",  0,   "NAME",    TEXT,   offsetof(options, totals),      TAKES_TOTALS,  "in place of outcomes, how likely every total of an expectation is: damage, hits", OPTION_ASKS},
    {"--cumulative", 0, NULL,     SWITCH, offsetof(options, cumulative),  TAKES_CUMULATIVE, "of outcomes that are numbers also the chances of so many or more, and of so many or less", OPTION_SHOWN},
    {"--chart",   0,   "FILE",    LIST,   offsetof(options, charts),      TAKES_CHART,   "draw a picture, FILE.svg or FILE.png (gnuplot does it); FILE.csv takes its numbers", OPTION_SHOWN},
    {"--with-chart", 0, NULL,     SWITCH, offsetof(options, with_chart),  TAKES_CHART,   "put the picture into the document: within HTML and xlsx, beside Markdown and LaTeX (gnuplot does it)", OPTION_SHOWN},
    {"--plot",    0,   NULL,      SWITCH, offsetof(options, plot),        TAKES_CHART,   "draw a small plot in text below the answer", OPTION_SHOWN},
    {"--show",    0,   "NAME",    LIST,   offsetof(options, show),        TAKES_SHOW,    "what the picture shows: in a curve an outcome or an expectation", OPTION_SHOWN},
    {"--output",  'o', "DIR",     TEXT,   offsetof(options, output),      TAKES_FOLDER,  "write into the folder DIR", OPTION_SHOWN},
    {"--output",  'o', "PLACE",   TEXT,   offsetof(options, output),      TAKES_PLACE,   "a folder, or a file whose name ends in its format", OPTION_SHOWN},
    {"--quiet",   'q', NULL,      SWITCH, offsetof(options, quiet),       TAKES_OUTPUT | TAKES_FOLDER | TAKES_PLACE | TAKES_STORE,  "no remarks on stderr, only errors", OPTION_WHERE},
    {"--store",   0,   "FILE",    TEXT,   offsetof(options, store),       TAKES_STORED | TAKES_STORE, "keep finished work in FILE, and take from it what is there: a run that was killed goes on", OPTION_WHERE},
    {"--resume",  0,   NULL,      SWITCH, offsetof(options, resume),      TAKES_STORED,  "go on with a run: the store must be there already", OPTION_WHERE},
    {"--shard",   0,   "K/N",     TEXT,   offsetof(options, shard),       TAKES_STORED,  "work out only the K-th of N parts, into the store; salvo merge makes the answer of all", OPTION_WHERE},
    {"--data",    0,   "DIR",     TEXT,   offsetof(options, data),        TAKES_DATA,    "a rulebook of your own, or tables in place of the shipped ones", OPTION_ASKS},
    {"--set",     0,   "CELL=V",  LIST,   offsetof(options, set),         TAKES_SET,     "change one table cell for this run: weapons.cannon-b.damage=36", OPTION_ASKS},
    {"--KEY",     0,   NULL,      FLAG,   0,                              TAKES_WORDS,   "a yes-or-no parameter of the procedure: --moving is moving=yes", OPTION_ASKS},
    {"--help",    'h', NULL,      SWITCH, offsetof(options, help),        0,             "show this", OPTION_WHERE},
};
/* clang-format on */

enum { N_OPTIONS = sizeof OPTIONS / sizeof *OPTIONS };

/* No bit at all: every command takes it. */
static bool is_taken(const option *known, unsigned takes)
{
    return known->takes == 0 || (known->takes & takes) != 0;
}

bool options_next(option_told *told, unsigned takes)
{
    for (size_t i = told->next; i < N_OPTIONS; i++) {
        const option *known = &OPTIONS[i];

        if (!is_taken(known, takes))
            continue;
        *told = (option_told){known->name, known->letter, known->value, known->help, known->kind == FLAG, i + 1};
        return true;
    }
    return false;
}

/* Only what this command takes is suggested: the nearest name of another command's option would be refused next. */
static salvo_status unknown(const char *word, size_t length, unsigned takes, salvo_error *err)
{
    const char *names[N_OPTIONS] = {NULL};
    char typed[64];
    size_t n = 0;

    for (size_t i = 0; i < N_OPTIONS; i++)
        if (is_taken(&OPTIONS[i], takes) && OPTIONS[i].kind != FLAG)
            names[n++] = OPTIONS[i].name;
    snprintf(typed, sizeof typed, "%.*s", (int)(length < sizeof typed ? length : sizeof typed - 1), word);
    return salvo_names_fail(err, names, n, typed, "unknown option '%s'", typed);
}

static const option *find(const char *word, size_t length, unsigned takes)
{
    for (size_t i = 0; i < N_OPTIONS; i++) {
        const option *known = &OPTIONS[i];
        /* Whole names only: with abbreviations, every new option could break a script. */
        bool named = strlen(known->name) == length && strncmp(known->name, word, length) == 0;

        if (is_taken(known, takes) && (named || (word[1] != '-' && known->letter == word[1])))
            return known;
    }
    return NULL;
}

/* Where an option goes: behind "--", what can differ between variants is the second one's. */
static char *member_of(options *o, const option *known)
{
    static const size_t CHANGED[][2] = {{offsetof(options, ruleset), offsetof(options, changed_ruleset)},
                                        {offsetof(options, range), offsetof(options, changed_range)},
                                        {offsetof(options, first), offsetof(options, changed_first)},
                                        {offsetof(options, data), offsetof(options, changed_data)},
                                        {offsetof(options, set), offsetof(options, changed_set)}};

    static_assert(offsetof(options, break_at) - offsetof(options, army_a) == (PLAN_WORDS - 1) * sizeof(char *),
                  "the words of a battle are neighbours");
    if (o->split && known->offset >= offsetof(options, army_a) && known->offset <= offsetof(options, break_at))
        return (char *)o->changed_plan + (known->offset - offsetof(options, army_a));
    for (size_t i = 0; o->split && i < sizeof CHANGED / sizeof *CHANGED; i++)
        if (known->offset == CHANGED[i][0])
            return (char *)o + CHANGED[i][1];
    return (char *)o + known->offset;
}

/* Options keep their text here; numbers are read later, when the defaults that depend on the command are known. */
static salvo_status take(options *o, const option *known, const char *value, salvo_error *err)
{
    char *member = member_of(o, known);

    /* "--seed=" or an empty shell variable is more likely a mistake than a wish for the default. */
    if (known->kind != SWITCH && !*value)
        return salvo_fail(err, SALVO_BAD_INPUT, "%s needs a value: %s %s", known->name, known->name, known->value);
    if (known->kind == SWITCH) {
        *(bool *)member = true;
        return SALVO_OK;
    }
    if (known->kind == LIST) {
        list_put((list *)member, value);
        return list_check((const list *)member, err);
    }
    /* Were the last one to win, a forgotten option in a long line would go unnoticed. */
    if (*(const char **)member)
        return salvo_fail(err, SALVO_BAD_INPUT, "%s is given twice; give it once", known->name);
    *(const char **)member = value;
    return SALVO_OK;
}

/* One option at argv[*at], its value behind "=", glued to a letter, or in the next word; *at moves over what it used. */
static salvo_status read_option(options *o, int argc, char **argv, int *at, unsigned takes, salvo_arena *memory,
                                salvo_error *err)
{
    const char *word = argv[*at];
    /* "--seed=7" ends at the sign; "-rmad" after its letter. */
    size_t length = word[1] == '-' ? strcspn(word, "=") : 2;
    const option *known = find(word, length, takes);
    const char *value = word[length] ? word + length + (word[1] == '-') : NULL;
    list *flags = o->split ? &o->changes : &o->parameters;

    /* Options come first: a rulebook's flag cannot take the name of one. */
    if (!known && word[1] == '-' && takes & TAKES_WORDS && !word[length]) {
        list_put_pair(flags, word + 2, "yes", memory);
        /* Which rulebook it is for, a later option may say. */
        list_put(&o->flags, word);
        return list_check(flags, err);
    }
    if (!known || known->kind == FLAG)
        return unknown(word, word[1] == '-' ? length : strlen(word), takes, err);
    if (known->kind == SWITCH && value)
        return salvo_fail(err, SALVO_BAD_INPUT, "%s takes no value", known->name);
    if (known->kind != SWITCH && !value) {
        if (*at + 1 >= argc)
            return salvo_fail(err, SALVO_BAD_INPUT, "%s needs a value: %s %s", known->name, known->name, known->value);
        /* Whatever it begins with: a value may start with a hyphen. */
        value = argv[++*at];
    }
    return take(o, known, value, err);
}

salvo_status options_take(options *o, const char *key, const char *value, unsigned takes, bool *is, salvo_error *err)
{
    for (size_t i = 0; i < N_OPTIONS; i++) {
        const option *known = &OPTIONS[i];

        *is = known->kind == TEXT && (known->takes & takes) && salvo_name_matches(known->name, key);
        if (*is)
            return take(o, known, value, err);
    }
    return SALVO_OK;
}

/* A double holds no more decimal digits than these. */
enum { DIGITS_MAX = 15 };

static salvo_status read_format(options *o, salvo_error *err)
{
    number_reader r = {.err = err};
    int format = o->format_name ? salvo_name_among(SALVO_FORMATS, SALVO_N_FORMATS, o->format_name) : SALVO_TABLE;

    if (format < 0)
        return salvo_names_fail(err, SALVO_FORMATS, SALVO_N_FORMATS, o->format_name, "unknown format '%s'",
                                o->format_name);
    o->format.kind = (salvo_format_kind)format;
    /* Without --digits every number gets as many as it supports. */
    o->format.fixed = o->digits != NULL;
    count_option(&r, "--digits", o->digits, 0, DIGITS_MAX, &o->format.digits);
    return r.status;
}

enum { TURNS_LISTED = 1000 };
static const double TURNS_TAIL = 1e-6; /* a list of turns ends when less than this is left */

/* Half-widths shrink with the root of the trials: 0.00001 already takes some ten thousand million of them. */
static salvo_status parse_precision(const options *o, double *precision, salvo_error *err)
{
    if (o->trials)
        /* Both say when to stop. A fixed number has an interval of another kind, too, so neither can give way. */
        return salvo_fail(err, SALVO_BAD_INPUT, "--trials and --precision exclude each other; give one of them");
    if (!salvo_number_parse(o->precision, precision) || *precision < 1e-5 || *precision >= 1)
        return salvo_fail(err, SALVO_BAD_INPUT, "--precision %s: a half-width from 0.00001 to less than 1, as in 0.001",
                          o->precision);
    return SALVO_OK;
}

static salvo_status read_precision_of(const options *o, unsigned takes, salvo_precision_of *of, salvo_error *err)
{
    int named =
        o->precision_of ? salvo_name_among(SALVO_PRECISION_OF, SALVO_N_PRECISION_OF, o->precision_of) : (int)*of;

    if (named < 0)
        return salvo_names_fail(err, SALVO_PRECISION_OF, SALVO_N_PRECISION_OF, o->precision_of,
                                "--precision-of has no '%s'", o->precision_of);
    if (o->precision_of && o->trials)
        return salvo_fail(err, SALVO_BAD_INPUT, "--trials and --precision-of exclude each other; give one of them");
    /* Losses and survivors exist in battles only. */
    if (!(takes & TAKES_PLAN) && named != SALVO_OF_WIN && named != SALVO_OF_ALL)
        return salvo_fail(err, SALVO_BAD_INPUT, "--precision-of %s is for battles; here it is win or all",
                          SALVO_PRECISION_OF[named]);
    *of = (salvo_precision_of)named;
    return SALVO_OK;
}

/* Only after what was read before it: the first fault is the one that is told. */
static void read_precision(number_reader *r, const options *o, double *precision)
{
    if (o->precision && r->status == SALVO_OK)
        r->status = parse_precision(o, precision, r->err);
}

static salvo_status read_plan(const options *o, unsigned takes, salvo_plan *plan, salvo_error *err)
{
    number_reader r = {.err = err};

    plan->isa = o->isa;
    whole_option(&r, "--trials", o->trials, 1, 1000000000000, &plan->trials);
    read_precision(&r, o, &plan->precision);
    if (r.status == SALVO_OK)
        r.status = read_precision_of(o, takes, &plan->precision_of, err);
    if (o->time && !o->precision)
        plan->precision = 0; /* only the time ends it, or the trials */
    number_option(&r, "--time", o->time, 0.001, 1e6, &plan->time_s);
    /* The seed stands in the answer's JSON, whose integers are signed. */
    whole_option(&r, "--seed", o->seed, 0, INT64_MAX, &plan->seed);
    count_option(&r, "--threads", o->threads, 1, 1024, &plan->threads);
    return r.status;
}

/* Without --method a precision and what else does no harm to an exact answer are for what is too large to be counted; but
 * whoever counts trials or seconds wants a simulation. */
static salvo_status check_method(const options *o, bool exact, unsigned takes, salvo_error *err)
{
    /* Sensitivity solves its variants in parallel, so threads serve an exact answer as well. */
    bool threads = o->threads && !(takes & TAKES_SENSITIVITY);

    if (o->method && exact && (o->trials || o->precision || o->precision_of || o->time || o->seed || o->isa || threads))
        return salvo_fail(
            err, SALVO_BAD_INPUT,
            "--trials, --precision, --time, --seed, --threads and --isa are for simulations, not for --method exact");
    /* In a matrix some pairs may be simulated while others are counted, so there trials have a meaning. */
    if (!o->method && exact && (o->trials || o->time) && !(takes & TAKES_MATCHING))
        return salvo_fail(err, SALVO_BAD_INPUT, "%s is for simulations; add --method mc",
                          o->trials ? "--trials" : "--time");
    return SALVO_OK;
}

const char *const METHODS[N_METHODS] = {"exact", "mc", "both", "dice"};

static salvo_status read_method(options *o, unsigned takes, salvo_error *err)
{
    enum { EXACT, MC, BOTH, DICE };
    /* Without --method: what the command is about; a comparison does both, prices are always fought out. */
    int method = o->method               ? salvo_name_among(METHODS, N_METHODS, o->method)
                 : takes & TAKES_CHANGES ? BOTH
                 : takes & TAKES_POINTS  ? MC
                                         : EXACT;
    salvo_status status;

    if (method < 0)
        return salvo_names_fail(err, METHODS, N_METHODS, o->method, "unknown method '%s'", o->method);
    o->approach = (salvo_approach){
        /* Nobody asked: the library counts, and simulates what is too large. */
        .method = !o->method        ? SALVO_WHICHEVER
                  : method == EXACT ? SALVO_EXACT
                  : method == BOTH  ? SALVO_BOTH
                                    : SALVO_MONTE_CARLO,
        .options = {.arithmetic = SALVO_RATIONAL, .turns_max = TURNS_LISTED, .turns_tail = TURNS_TAIL},
        .plan = SALVO_PLAN,
    };
    /* The slow engine is a simulation like any other, with other innards. */
    o->approach.plan.reference_engine = method == DICE;
    o->approach.plan.precision_of = takes & TAKES_HEADLINE ? SALVO_OF_WIN : SALVO_OF_ALL;
    status = check_method(o, method == EXACT, takes, err);
    return status == SALVO_OK ? read_plan(o, takes, &o->approach.plan, err) : status;
}

/* "range=500"; a name may have options of its own behind it: "Tiger I (cover=normal)". */
static bool is_parameter(const char *word)
{
    const char *equals = strchr(word, '='), *open = strchr(word, '(');

    return equals && (!open || equals < open);
}

/* "--": divides two variants, or says that only words follow. */
static salvo_status read_dashes(options *o, unsigned takes, bool *only_words, salvo_error *err)
{
    if (!(takes & TAKES_CHANGES))
        *only_words = true;
    else if (o->split)
        return salvo_fail(err, SALVO_BAD_INPUT, "one -- divides the two variants; there are two");
    else
        o->split = true;
    return SALVO_OK;
}

/* A battle has its range as an option, a duel as a word; either takes both. In a matrix the word is the duel's. */
static salvo_status read_word(options *o, list *words, const char *word, unsigned takes, salvo_arena *memory,
                              salvo_error *err)
{
    const bool fights = takes & TAKES_PLAN && !(takes & (TAKES_MATCHING | TAKES_WORDS));
    const char *key = words == &o->parameters ? salvo_arena_slice(memory, word, strcspn(word, "=")) : NULL;
    bool is_option = false;
    salvo_status status =
        fights && key ? options_take(o, key, strchr(word, '=') + 1, takes & TAKES_RANGE, &is_option, err) : SALVO_OK;

    if (status != SALVO_OK || is_option)
        return status;
    list_put(words, word);
    return list_check(words, err);
}

static salvo_status read_words(options *o, int argc, char **argv, unsigned takes, salvo_arena *memory, salvo_error *err)
{
    bool only_words = false;
    salvo_status status = SALVO_OK;

    for (int i = 1; i < argc && status == SALVO_OK; i++) {
        const char *word = argv[i];
        /* Behind the dividing "--" every word is a change, also one without "=". */
        const bool is_name = takes & TAKES_EXPRESSIONS || !is_parameter(word);
        list *words = o->split ? &o->changes : is_name ? &o->names : &o->parameters;

        /* After a "--" that ends the options, names may begin with a hyphen. */
        if (!only_words && strcmp(word, "--") == 0) {
            status = read_dashes(o, takes, &only_words, err);
        } else if (!only_words && word[0] == '-' && word[1]) {
            status = read_option(o, argc, argv, &i, takes, memory, err);
        } else {
            status = read_word(o, words, word, takes, memory, err);
        }
    }
    return status;
}

static salvo_status check_flags(const options *o, unsigned takes, flag_function *is_flag, void *of, salvo_error *err)
{
    for (size_t i = 0; i < o->flags.n; i++)
        if (!is_flag(of, o->flags.text[i] + 2))
            return unknown(o->flags.text[i], strlen(o->flags.text[i]), takes, err);
    return list_check(&o->flags, err);
}

salvo_status options_read(options *o, int argc, char **argv, unsigned takes, flag_function *is_flag, void *of,
                          salvo_arena *memory, salvo_error *err)
{
    salvo_status status;

    /* Nothing is left of an earlier command: a study runs many in one process. */
    memset(o, 0, sizeof *o);
    status = read_words(o, argc, argv, takes, memory, err);
    status = status == SALVO_OK ? check_flags(o, takes, is_flag, of, err) : status;
    if (status != SALVO_OK)
        return status;
    status = read_format(o, err);
    return status == SALVO_OK ? read_method(o, takes, err) : status;
}

/* The words of one option, where it was given. `from` is where the options of its side of "--" stand. */
static void put_option(const option *known, const char *member, word_sink *put, void *to)
{
    if (known->kind == SWITCH && *(const bool *)member)
        put(to, known->name);
    for (size_t i = 0; known->kind == LIST && i < ((const list *)member)->n; i++) {
        put(to, known->name);
        put(to, ((const list *)member)->text[i]);
    }
    if (known->kind == TEXT && *(const char *const *)member) {
        put(to, known->name);
        put(to, *(const char *const *)member);
    }
}

static void put_side(const options *o, unsigned takes, option_role most, word_sink *put, void *to)
{
    for (size_t i = 0; i < N_OPTIONS; i++) {
        const char *member = member_of((options *)(uintptr_t)o, &OPTIONS[i]);

        if (is_taken(&OPTIONS[i], takes) && OPTIONS[i].kind != FLAG && OPTIONS[i].role <= most &&
            (!o->split || member != (const char *)o + OPTIONS[i].offset))
            put_option(&OPTIONS[i], member, put, to);
    }
}

static void put_list(const list *words, word_sink *put, void *to)
{
    for (size_t i = 0; i < words->n; i++)
        put(to, words->text[i]);
}

static bool has_hyphen(const list *words)
{
    bool has = false;

    for (size_t i = 0; i < words->n; i++)
        has = has || words->text[i][0] == '-';
    return has;
}

static void put_words(const options *o, word_sink *put, void *to)
{
    put_list(&o->names, put, to);
    put_list(&o->parameters, put, to);
}

/* Words that begin with a hyphen must stand behind "--"; others come first, as people write them. */
void options_words(const options *o, unsigned takes, option_role most, word_sink *put, void *to)
{
    const bool last = has_hyphen(&o->names) || has_hyphen(&o->parameters);
    options first = *o;

    first.split = false;
    if (!last)
        put_words(o, put, to);
    put_side(&first, takes, most, put, to);
    if (last) {
        put(to, "--");
        put_words(o, put, to);
    }
    if (!o->split)
        return;
    put(to, "--");
    put_side(o, takes, most, put, to);
    put_list(&o->changes, put, to);
}

/* In the order of the table, so that an option has the same neighbours in every help. */
void options_help(FILE *out, unsigned takes)
{
    for (size_t i = 0; i < N_OPTIONS; i++) {
        const option *known = &OPTIONS[i];
        char letter[4] = {'-', known->letter, ',', '\0'}, left[40];

        if (!is_taken(known, takes))
            continue;
        snprintf(left, sizeof left, "%3s %s %s", known->letter ? letter : "", known->name,
                 known->value ? known->value : "");
        fprintf(out, "  %-24s %s\n", left, known->help);
    }
}

/* `takes` is the union over all commands, so an option with two meanings is listed with both. */
void options_man(FILE *out, unsigned takes)
{
    for (size_t i = 0; i < N_OPTIONS; i++) {
        const option *known = &OPTIONS[i];

        if (!is_taken(known, takes))
            continue;
        fputs(".TP\n", out);
        if (known->letter)
            fprintf(out, "\\fB\\-%c\\fR, ", known->letter);
        fputs("\\fB", out);
        roff_put(out, known->name);
        fputs("\\fR", out);
        if (known->value)
            fprintf(out, " \\fI%s\\fR", known->value);
        fputc('\n', out);
        roff_put(out, known->help);
        fputc('\n', out);
    }
}
