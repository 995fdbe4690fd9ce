/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mistakes in the tables of Ten Rounds Rapid: which file, line and column the complaint names, and its words. Each case
 * is the shipped data with one edit, in a scratch directory. And edits that are none: what an author may change. */
#include "support.h"

#include <string.h>

#include "scratch.h"
#include "spoiled.h"

static const mistake MISTAKES[] = {
    /* clang-format off */
    {"more casualties than the rules can add up", "casualties.csv", "15,1,2,2,2,2,3,3,3,3,4", "15,1,2,2,2,2,3,3,3,3,5", 16, 22,
     "5 is out of range; die_10 must be from 0 to 4"},
    {"a fire factor left out", "casualties.csv", "7,0,0,0,1,1,1,1,1,1,2\n", "", 1, 1,
     "the row '7' is missing from the table"},
    {"a basic factor beyond the table", "fire-factors.csv", "16,32,24,16,12,8", "17,32,24,16,12,8", 17, 1,
     "salvo does not use a row '17'; did you mean '1', '7' or '10'?"},
    {"a column left out", "fire-factors.csv", "id,a,b,c,d,e", "id,a,b,c,d,f", 1, 1,
     "the column 'e' is missing from the header; the rules read it (tables.fire-factors)"},
    {"a shift off the table", "cover.csv", "total,Total cover,4", "total,Total cover,5", 6, 19,
     "5 is out of range; shift must be from -4 to 4"},
    {"a bracket in words", "fire-ranges.csv", "4,8,24", "4,far,24", 2, 48,
     "'far' is not a number; close must be one from 0 to 1000"},
    {"brackets that do not ascend", "gun-ranges.csv", "4,30,60,80,125", "4,30,20,80,125", 6, 38,
     "the bracket ends before the one to its left; ranges must ascend from left to right"},
    {"a gun of no class", "guns.csv", "British 17 pdr,8,gun-85", "British 17 pdr,8,gun-86", 50, 32,
     "unknown class 'gun-86'; did you mean 'gun-85' or 'gun-50'?"},
    {"a strike value below nothing", "guns.csv", "British 17 pdr,8", "British 17 pdr,-8", 50, 30,
     "-8 is out of range; strike must be from 0 to 20"},
    {"ammunition of no gun", "ammunition.csv", "british-77-apds,british-77", "british-77-apds,british-78", 8, 17,
     "unknown gun 'british-78'; did you mean 'british-77', 'british-2pdr' or 'british-95-l21'?"},
    {"ammunition of no kind", "ammunition.csv", "british-77,apds", "british-77,heat", 8, 28,
     "'heat' is not a value of ammo; did you mean 'hvap'?"},
    {"markers that do not ascend", "markers.csv", "seven,7,2", "seven,6,2", 3, 7,
     "the score is not higher than the one before; scores must ascend from row to row"},
    {"no gun without a limit", "he-factors.csv", "gun-larger,gun,-,10", "gun-larger,gun,999,10", 1, 1,
     "no gun has '-' in upto_mm; one row must hold for all larger guns"},
    {"HE ranges that do not ascend", "he-ranges.csv", "to-90,90,6", "to-90,60,6", 4, 7,
     "the range is not longer than the one above; ranges must ascend from row to row"},
    {"a penalty in words", "movement.csv", "Cavalry,30,30,2", "Cavalry,30,30,two", 3, 23,
     "'two' is not a whole number; poor must be one from 0 to 100, or '-' for none"},
    {"an adjustment in words", "motivation.csv", "20 cm,-1,-", "20 cm,x,-", 5, 60,
     "'x' is not a whole number; armour must be one from -99 to 99, or '-' for none"},
    {"a unit that does what none does", "motivation-results.csv", "free,8,10,act", "free,8,10,sleep", 3, 11,
     "'sleep' is not a value of line; there are 'charge', 'act', 'half-speed', 'continue', 'limber', 'retire' and 'rout'"},
    {"a band of scores that no rule knows", "motivation-results.csv", "gap,", "gup,", 6, 1,
     "salvo does not use a row 'gup'; did you mean 'gap'?"},
    {"a target that no rule knows", "location.csv", "vehicle,150", "vehicle,150,150,50,25,50,7\nship,150", 3, 1,
     "salvo does not use a row 'ship'; there are 'vehicle' and 'foot'"},
    {"no ranges of high explosive", "he-ranges.csv", NULL, "id,upto_cm,needed\n", 1, 1,
     "the table has no rows; it needs a range for high explosive"},
    {"an altitude in words", "anti-aircraft.csv", "mm,2,1", "mm,2,low", 3, 43,
     "'low' is not a whole number; low must be one from -99 to 99, or '-' for none"},
    {"a number that the rules divide by", "values.csv", "each roll,10,4", "each roll,10,0", 29, 55,
     "0 is out of range; mine-step-cm must be from 2 to 1000"},
    {"more dice than can scatter", "values.csv", "high altitude,12,4", "high altitude,12,5", 63, 61,
     "5 is out of range; high-scatter-dice must be from 1 to 4"},
    {"a value left out", "values.csv", "sniper-factor,basic factor of a sniper,13,4\n", "", 1, 1,
     "the row 'sniper-factor' is missing from the table"},
    {"a value that no rule knows", "values.csv", "sniper-factor,", "sniper-skill,", 19, 1,
     "salvo does not use a row 'sniper-skill'; no name here is similar"},
    {"a unit with an unknown gun", "units.csv", "us,3,american-37", "us,3,american-38", 2, 37,
     "unknown gun 'american-38'; did you mean 'american-37', 'american-57' or 'american-76'?"},
    {"a unit with too much defence", "units.csv", "us,3,american-37", "us,21,american-37", 2, 35,
     "21 is out of range; defence must be from 0 to 20"},
    {"a unit that does not say what was assigned", "units.csv", "fast-tracked,tank,5,gun", "fast-tracked,tank,5,", 2, 69,
     "the cell is empty; it must hold the assigned"},
    {"a vehicle of no speed class", "speeds.csv", "matilda-i,Matilda I,very-slow-tracked", "matilda-i,Matilda I,slow", 4, 21,
     "unknown movement 'slow'; did you mean 'very-slow-tracked' or 'slow-tracked'?"},
    {"weather that is no percentage", "weather.csv", "Clear,100", "Clear,110", 2, 13,
     "110 is out of range; sight_percent must be from 0 to 100"},
    /* clang-format on */
};

static void is_refused(void **state)
{
    const mistake *m = *state;

    mistake_is_refused("trr", m, m->file);
}

static const struct change {
    const char *setting, *procedure, *words, *outcomes, *means;
} CHANGES[] = {
    {"casualties.8.die_1=4", "trr.casualties", "", "0=1/10 1=6/10 2=2/10 4=1/10", NULL},
    {"fire-factors.8.d=8", "trr.casualties", "shift=1", "0=1/5 1=3/5 2=1/5", NULL},
    {"cover.light.shift=0", "trr.sniper", "cover=light", "hit=2/5 miss=3/5", NULL},
    {"shifts.range.long=0", "trr.small-arms", "distance=40", "0=0 1=6/10 2=4/10", NULL},
    {"guns.british-17pdr.strike=9", "trr.anti-tank", "gun=british-17pdr report=markers defence=8", NULL,
     "markers=5/2 "
     "score=15/2"},
    {"gun-ranges.gun-85.close=29.5", "trr.anti-tank", "report=markers", NULL, "markers=2 score=13/2"},
    {"gun-ranges.at-grenade.medium=0.7", "trr.anti-tank", "gun=at-grenade-hand distance=0.8 defence=4",
     "no-effect=5/10 out-of-action=3/10 destroyed=2/10", "markers=3/2 score=11/2"},
    {"at-brackets.range.close=3", "trr.anti-tank", "", NULL, "markers=7/2 score=19/2"},
    {"markers.six.score=5", "trr.anti-tank", "distance=60 defence=6",
     "no-effect=4/10 out-of-action=4/10 "
     "destroyed=2/10",
     NULL},
    {"units.german-tiger-i.defence=4", "trr.anti-tank", "unit=german-tiger-i distance=60",
     "no-effect=3/10 "
     "out-of-action=3/10 destroyed=4/10",
     NULL},
    {"motivation.officer-lost.armour=-2", "trr.motivation", "officer-lost=yes", "half-speed=2/10 act=8/10",
     "score=21/2"},
    {"movement.infantry.cross_country_cm=29", "trr.movement", "", "29=1", "distance=29"},
    {"movement.infantry.cross_country_cm=45", "trr.engineering", "need=15", "1=1", "moves=1"},
    {"values.glider.value=5", "trr.glider", "", "landed=3/5 crashed=2/5", NULL},
    {"he-ranges.to-30.needed=6", "trr.direct-he", "shots=1", NULL,
     "hits=2/5 figures-lost=79/200 soft-markers=1/20 "
     "shots-hit=1/2"},
    {"he-factors.gun-85.factor=8", "trr.direct-he", "shots=1", NULL,
     "hits=9/10 figures-lost=441/500 "
     "soft-markers=9/50 shots-hit=9/10"},
    {"support-weapons.pivot.barrels_3=7", "trr.support-fire", "mount=pivot barrels=3 distance=20",
     "0=3/10 1=6/10 2=1/10", NULL},
    {"aircraft-damage.one.modifier=-9", "trr.air-scatter", "aircraft-damage=1", "short=1", NULL},
    {"anti-aircraft.target.high=10", "trr.aa-fire", "firer=target altitude=high engines=multi", NULL, "markers=22/5"},
    {"ammunition.british-77-apds.gun=hmg", "trr.anti-tank", "gun=hmg ammo=apds defence=0 report=markers distance=4",
     NULL, "markers=44/10 score=23/2"},
};

static void changes(void **state)
{
    const struct change *c = *state;
    salvo_rulebook book;
    answer is;

    book_open(&book, "trr", c->setting);
    ask(&is, &book, c->procedure, c->words);
    assert_answer(&is, c->outcomes, c->means);
    answer_free(&is);
    salvo_rulebook_close(&book);
}

/* A class of guns is a row, and so is a gun, a vehicle, a way to move. */
static void rows_of_ones_own(void **state)
{
    char directory[SCRATCH_PATH];
    salvo_rulebook book;
    answer is;

    (void)state;
    scratch_make_of(directory, "trr");
    scratch_edit(directory, "gun-ranges.csv", "gun-50,", "missile,Missiles,0,10,100,200,300.5\ngun-50,");
    scratch_edit(directory, "guns.csv", "hmg,", "missile,Missile,14,missile,all\nhmg,");
    scratch_edit(directory, "units.csv", "us,3,american-37", "us,3,missile");
    assert_int_equal(folder_open(&book, "trr", directory, NULL), SALVO_OK);
    scratch_remove(directory);
    ask(&is, &book, "trr.duel", "a=american-m3-stuart b=german-tiger-i range=300.5 damage-model=graded");
    assert_answer(&is, "p-a=1", NULL);
    answer_free(&is);
    salvo_rulebook_close(&book);
}

int main(void)
{
    const struct CMUnitTest rows[] = {cmocka_unit_test(rows_of_ones_own)};
    struct CMUnitTest mistakes[COUNT_OF(MISTAKES)], changed[COUNT_OF(CHANGES)];

    for (size_t i = 0; i < COUNT_OF(MISTAKES); i++)
        mistakes[i] = row_test(MISTAKES[i].name, is_refused, &MISTAKES[i]);
    for (size_t i = 0; i < COUNT_OF(CHANGES); i++)
        changed[i] = row_test(CHANGES[i].setting, changes, &CHANGES[i]);
    return cmocka_run_group_tests_name("mistakes in Ten Rounds Rapid's tables", mistakes, NULL, NULL) +
           cmocka_run_group_tests_name("changes of one cell", changed, NULL, NULL) +
           cmocka_run_group_tests_name("rows of one's own", rows, NULL, NULL);
}
