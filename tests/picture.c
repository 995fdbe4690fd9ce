/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures as a user gets them: the program draws one of every kind and writes its numbers beside it, and both must say the
 * same, on paper and on a telephone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "drawn.h"
#include "support.h"

enum { LABELS_MAX = 8 };

/* Runs "salvo ARGUMENTS" and checks its picture of that width. What stands behind " -- " are changes, no options. */
static void draw_one(const char *arguments, int width, bool steps, const char *const *labels)
{
    const char *changes = strstr(arguments, " -- ");
    int length = changes ? (int)(changes - arguments) : (int)strlen(arguments);
    char folder[] = "/tmp/salvo-picture-XXXXXX", svg[64], csv[64], command[2048];

    assert_non_null(mkdtemp(folder));
    snprintf(svg, sizeof svg, "%s/chart.svg", folder);
    snprintf(csv, sizeof csv, "%s/chart.csv", folder);
    assert_true(snprintf(command, sizeof command,
                         "\"$SALVO_PROGRAM\" %.*s --quiet --chart-width %d --chart %s --chart %s%s >/dev/null", length,
                         arguments, width, svg, csv, changes ? changes : "") < (int)sizeof command);
    if (system(command) != 0)
        fail_msg("salvo %s failed", arguments);
    drawn_check(svg, csv, steps, labels);
    unlink(svg);
    unlink(csv);
    assert_int_equal(rmdir(folder), 0);
}

static void draw_and_check(const char *arguments, bool steps, const char *const *labels)
{
    draw_one(arguments, 800, steps, labels);
    draw_one(arguments, 340, steps, labels);
}

typedef struct kind_case {
    const char *name, *arguments;
    bool steps;
    const char *labels[LABELS_MAX]; /* in the ink of each series */
} kind_case;

#define DUEL   "\"Tiger I\" \"Sherman Firefly\" -r mad --range 750"
#define MANY   "--units \"Tiger I, Sherman Firefly, T34/76, Jagdpanther\""
#define TESTED "-r mad --nation germany --pairs 60 --precision 0.1 --range 500,1000 --scenario hold"

static const kind_case KINDS[] = {
    {"curve in steps",
     "curve mad.direct-fire weapon=cannon-b --over range",
     true,
     {"miss", "single", "double", "critical", "no-shot"}},
    {"curve with bands",
     "curve mad.duel a=\"Tiger I\" b=\"Sherman Firefly\" --over range=500..1000..50 --method mc --trials 300",
     false,
     {"Tiger I wins", "Sherman Firefly wins"}},
    {"curve of many points",
     "curve mad.duel a=\"Tiger I\" b=\"Sherman Firefly\" --over range=100..2000..40",
     false,
     {"Tiger I wins", "Sherman Firefly wins"}},
    {"curve over names",
     "curve mad.direct-fire range=500 --over weapon --method mc --trials 300",
     false,
     {"miss", "single", "double", "critical"}},
    {"curves over the range",
     "curve mad.direct-fire weapon=cannon-b --over range --over cover --show damage",
     true,
     {"in the open", "in cover", "in a fortification"}},
    {"curve as bars", "curve mad.direct-fire range=500 --over weapon --show single", false, {NULL}},
    {"curve as a field",
     "curve mad.duel range=750 --show a-wins --over \"a=Tiger I,T34/76,Sherman Firefly\" --over \"b=Hetzer,Panther A to G\"",
     false,
     {NULL}},
    {"bars without a number",
     "curve mad.duel a=us-m16-half-track-aa range=500 --show turns --over b=german-flakpz-iv-mobelwagen,german-tiger-i",
     false,
     {NULL}},
    {"a line that breaks off",
     "curve mad.duel a=generic-infantry b=generic-infantry --over range=100..1500..200 --show turns",
     false,
     {NULL}},
    {"duel", "duel " DUEL, false, {"Tiger I", "Sherman Firefly"}},
    {"duel with bands", "duel " DUEL " --method mc --trials 500", false, {"Tiger I", "Sherman Firefly"}},
    {"battle",
     "battle --a \"2 Tiger I\" --b \"3 Sherman M4A1\" -r mad --range 500 --method mc --trials 300",
     false,
     {"Tiger I", "Sherman M4A1"}},
    {"compare", "compare " DUEL " --method mc --trials 500 -- a-cover=normal", false, {"first", "second"}},
    {"matrix", "matrix -r mad --range 750 " MANY, false, {NULL}},
    {"ranking", "matrix -r mad --range 750 --show ranking " MANY, false, {NULL}},
    {"efficiency", "efficiency -r mad --range 500 " MANY, false, {NULL}},
    {"efficiency for its price",
     "efficiency -r mad --range 500 --against \"Tiger I\" --show price " MANY,
     false,
     {NULL}},
    {"sensitivity", "sensitivity duel " DUEL " --only weapons --method mc --trials 1000", false, {"down", "up"}},
    {"changes that are enough", "sensitivity duel " DUEL " a-cover=normal --only weapons --restore 0.5", false, {NULL}},
    {"audit", "points audit -r mad --nation japanese", false, {NULL}},
    {"bargains", "points test " TESTED, false, {NULL}},
    {"calibration", "points test --show calibration " TESTED, false, {NULL}},
    {"imbalance", "points test --show imbalance " TESTED, false, {NULL}},
    {"prices", "points fit --rounds 1 " TESTED, false, {NULL}},
};

static void a_picture_shows_its_numbers(void **state)
{
    const kind_case *c = *state;
    const char *labels[LABELS_MAX];

    memcpy(labels, c->labels, sizeof labels);
    draw_and_check(c->arguments, c->steps, labels[0] ? labels : NULL);
}

/* Names that mean something to XML or to a shell, at their beginning, at their end, or anywhere. */
static const char *const NAMES[][2] = {
    {"ONE", "'88"},
    {"TWO", "''"},
    {"THREE", "back\\"},
    {"FOUR", "\"{/Bold q}_a^b\" ~@x `touch pwned`"},
    {"FIVE", "]]> &#x41; &amp; <b>%d 100% #"},
    {"SIX", "$s0 $(touch pwned) END\\n a''b"},
};

#define NAMED                                                                                    \
    " -r mad --set \"units.german-tiger-i.name=$ONE\" --set \"units.german-tiger-ii.name=$TWO\"" \
    " --set \"units.german-jagdtiger.name=$THREE\" --set \"units.german-hetzer.name=$FOUR\""     \
    " --set \"units.german-elefant.name=$FIVE\" --set \"units.german-wesp.name=$SIX\""
#define UNITS "german-tiger-i,german-tiger-ii,german-jagdtiger,german-hetzer,german-elefant,german-wesp"

/* A duel or a battle has two of them; what shows many has all. */
static const char *const NAMED_CASES[] = {
    "duel german-tiger-i german-tiger-ii --range 750" NAMED,
    "duel german-jagdtiger german-hetzer --range 750 --method mc --trials 300" NAMED,
    "duel german-elefant german-wesp --range 750" NAMED,
    "battle --a german-tiger-i --b german-tiger-ii --range 500" NAMED,
    "battle --a german-hetzer --b german-wesp --range 500 --method mc --trials 300" NAMED,
    "compare german-tiger-i german-jagdtiger --range 750" NAMED " -- b=german-tiger-ii",
    "compare german-wesp german-elefant --range 750" NAMED " -- b=german-hetzer",
    "matrix --range 750 --units " UNITS NAMED,
    "matrix --range 750 --show ranking --units " UNITS NAMED,
    "efficiency --range 500 --units " UNITS NAMED,
    "efficiency --range 500 --show price --units " UNITS NAMED,
    "curve mad.duel b=german-tiger-i range=750 --over a=" UNITS NAMED,
    "curve mad.duel b=german-tiger-i range=750 --show a-wins --over a=" UNITS NAMED,
    "curve mad.duel range=750 --over b=" UNITS " --show a-wins --over a=" UNITS NAMED,
    "sensitivity duel german-tiger-i german-wesp --range 750 --only weapons" NAMED,
    "points audit --nation german" NAMED,
};

static void any_name_can_be_drawn(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(NAMES); i++)
        assert_int_equal(setenv(NAMES[i][0], NAMES[i][1], 1), 0);
    for (size_t i = 0; i < COUNT_OF(NAMED_CASES); i++)
        draw_and_check(NAMED_CASES[i], false, NULL);
    assert_int_equal(access("pwned", F_OK), -1);
}

int main(void)
{
    struct CMUnitTest tests[COUNT_OF(KINDS) + 1] = {cmocka_unit_test(any_name_can_be_drawn)};

    for (size_t i = 0; i < COUNT_OF(KINDS); i++)
        tests[i + 1] = row_test(KINDS[i].name, a_picture_shows_its_numbers, &KINDS[i]);
    return cmocka_run_group_tests_name("pictures", tests, NULL, NULL);
}
