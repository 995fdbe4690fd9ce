/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mistakes in M.A.D.'s tables of spotting, artillery, hi-tech and the air: which file, line and column the complaint names, and
 * its words. Each case is the shipped data with one edit, in a scratch directory. */
#include "support.h"

#include <string.h>

#include "scratch.h"
#include "spoiled.h"

#define TYPES "write vehicle, infantry, walker, grav, vtol or power-armour joined by +, or - for none"

static const mistake MISTAKES[] = {
    /* clang-format off */
    /* -- row 5 of hitech-weapons.csv: "kinetic-a,Kinetic Kill Class A,no,gun,3,3,4,5,6,7,8,9,58,-,vtol + ..." -- */
    {"an unknown excluded type", "hitech-weapons.csv", "vtol + power-armour", "vtol + power-armor", 5, 67,
     "'power-armor' is not a type of element; " TYPES},
    {"no type behind a plus", "hitech-weapons.csv", "vtol + power-armour + infantry", "vtol +", 5, 66,
     "'' is not a type of element; " TYPES},
    {"an empty cell of types", "hitech-weapons.csv", "vtol + power-armour + infantry", "", 5, 60,
     "the cell is empty; it must hold the excluded"},
    {"a missing column of types", "hitech-weapons.csv", "excluded", "forbidden", 1, 1,
     "the column 'excluded' is missing from the header; the rules read it (tables.hitech-weapons)"},
    {"an unknown class", "hitech-weapons.csv", "Kinetic Kill Class A,no,gun", "Kinetic Kill Class A,no,cannon", 5, 35,
     "'cannon' is not a value of class; there are 'gun', 'energy' and 'missile'"},
    {"a word for damage at infantry", "hitech-weapons.csv", "58,-,", "58,half,", 5, 58,
     "'half' is not a whole number; infantry_damage must be one from 0 to 1000, or '-' for none"},
    {"no WW2 infantry support", "weapons.csv", "infantry-support,", "support,", 1, 1,
     "the row 'infantry-support' is missing from the table"},
    {"no infantry support", "hitech-weapons.csv", "infantry-support,", "support,", 1, 1,
     "the row 'infantry-support' is missing from the table"},
    {"a target number above its limit", "hitech-weapons.csv", "5,6,7,8,9,58", "5,6,7,8,100,58", 5, 53,
     "100 is out of range; 2000m must be from -99 to 99"},
    {"a hi-tech modifier left out", "hitech-modifiers.csv", "walker-open,target is a walker in the open,-1\n", "", 1, 1,
     "the row 'walker-open' is missing from the table"},
    {"a hi-tech modifier that no rule knows", "hitech-modifiers.csv", "shield,", "sheild,", 11, 1,
     "salvo does not use a row 'sheild'; did you mean 'shield'?"},
    {"a target of no kind", "hitech-movement.csv", "VTOL,vtol", "VTOL,plane", 8, 11,
     "'plane' is not a value of target; there are 'vehicle', 'infantry', 'walker', 'grav', 'vtol' and 'power-armour'"},
    {"armour without hit points", "hitech-armour.csv", "Class H,16", "Class H,0", 4, 11,
     "0 is out of range; hp must be from 1 to 10000"},
    {"a price in words", "hitech-equipment.csv", "ADF,150,100", "ADF,150,dear", 5, 13,
     "'dear' is not a whole number; points must be one from 0 to 100000"},
    {"a shell without damage", "hitech-artillery.csv", "20,40,200", "20,,200", 4, 26,
     "the cell is empty; damage must be a whole number from 0 to 1000"},
    {"a situation left out", "artillery-to-hit.csv", "infantry-prepared,infantry in a prepared position,10\n", "", 1, 1,
     "the row 'infantry-prepared' is missing from the table"},
    {"a situation that no rule knows", "artillery-to-hit.csv", "vehicle-cover,", "vehicle-woods,", 3, 1,
     "salvo does not use a row 'vehicle-woods'; did you mean 'vehicle-open' or 'vehicle-cover'?"},
    {"more than all of them", "chances.csv", "carries it,50", "carries it,101", 2, 77,
     "101 is out of range; percent must be from 0 to 100"},
    {"a game without spotting", "spotting.csv", "hitech,", "future,", 3, 1,
     "salvo does not use a row 'future'; there are 'ww2' and 'hitech'"},
    {"no number to spot", "spotting.csv", "Hi-tech,1", "Hi-tech,x", 3, 16,
     "'x' is not a whole number; 100m must be one from -99 to 99, or '-' for none"},
    {"an allowance below nothing", "spotters.csv", "Other,1000", "Other,-1", 4, 13,
     "-1 is out of range; allowance_m must be from 0 to 100000"},
    {"a spotter that may be moving", "spotters.csv", "Aircraft,1000,yes", "Aircraft,1000,maybe", 5, 24,
     "'maybe' is not a value of always_moving; there are 'no' and 'yes'"},
    {"a spotting modifier left out", "spotting-modifiers.csv", "cover,the target has ordinary cover,2\n", "", 1, 1,
     "the row 'cover' is missing from the table"},
    /* -- the air -- */
    {"a group without a count", "aircraft.csv", "2xmachine-gun fwd + 2xmachine-gun rear90", "machine-gun fwd + 2xmachine-gun rear90", 2, 56,
     "'machine-gun fwd' is not a group of 1 to 99 guns; write COUNTxGUN FACING, as in 2xmachine-gun fwd"},
    {"a group of too many guns", "aircraft.csv", "2xmachine-gun fwd + 2xmachine-gun rear90", "2xmachine-gun fwd + 100xmachine-gun rear90", 2, 76,
     "'100xmachine-gun rear90' is not a group of 1 to 99 guns; write COUNTxGUN FACING, as in 2xmachine-gun fwd"},
    {"an unknown gun in a group", "aircraft.csv", "2xmachine-gun fwd + 2xmachine-gun rear90", "2xmachine-gun fwd + 2xmachin-gun rear90", 2, 78,
     "unknown aircraft weapon 'machin-gun'; did you mean 'machine-gun' or 'heavy-machine-gun'?"},
    {"a group without a facing", "aircraft.csv", "2xmachine-gun fwd + 2xmachine-gun rear90", "2xmachine-gun + 2xmachine-gun rear90", 2, 69,
     "'' is not a facing; write fwd, rear, left or right, followed by the degrees (to 360) of a gun that turns, as in rear90"},
    {"an unknown facing", "aircraft.csv", "2xmachine-gun fwd + 2xmachine-gun rear90", "2xmachine-gun up + 2xmachine-gun rear90", 2, 70,
     "'up' is not a facing; write fwd, rear, left or right, followed by the degrees (to 360) of a gun that turns, as in rear90"},
    {"an arc beyond the circle", "aircraft.csv", "rear90,800", "rear361,800", 2, 90,
     "'rear361' is not a facing; write fwd, rear, left or right, followed by the degrees (to 360) of a gun that turns, as in rear90"},
    {"an arc in words", "aircraft.csv", "rear90,800", "rear wide,800", 2, 90,
     "'rear wide' is not a facing; write fwd, rear, left or right, followed by the degrees (to 360) of a gun that turns, as in rear90"},
    {"no group behind a plus", "aircraft.csv", "4xheavy-machine-gun fwd,", "4xheavy-machine-gun fwd +,", 3, 99,
     "'' is not a group of 1 to 99 guns; write COUNTxGUN FACING, as in 2xmachine-gun fwd"},
    {"nine groups", "aircraft.csv", "4xheavy-machine-gun fwd,", "1xmachine-gun fwd+1xmachine-gun fwd+1xmachine-gun fwd+1xmachine-gun fwd+1xmachine-gun fwd+1xmachine-gun fwd+1xmachine-gun fwd+1xmachine-gun fwd+1xmachine-gun fwd,", 3, 74,
     "there are more than 8 groups of weapons"},
    {"an unknown theatre", "aircraft.csv", "A3,pacific", "A3,atlantic", 3, 47,
     "unknown theatre 'atlantic'; there are 'pacific' and 'battle-of-britain'"},
    {"a turn that is not priced", "aircraft.csv", "110,5,16,2,4x", "110,11,16,2,4x", 3, 67,
     "unknown turn '11'; did you mean '10'?"},
    {"a top speed below the minimum", "aircraft.csv", "pacific,120,310,", "pacific,120,110,", 3, 59,
     "110 is less than the minimum speed, 120; the top speed must be at least that"},
    {"bombs in words", "aircraft.csv", "fwd,-,no", "fwd,some,no", 3, 98,
     "'some' is not a whole number; bomb_load_lbs must be one from 0 to 1000000, or '-' for none"},
    {"the wrong sign for an aircraft without a price", "aircraft.csv", "fwd,-,no,?", "fwd,-,no,#", 3, 103,
     "'#' is not a whole number; points must be one from 0 to 100000, or '?' for none"},
    {"an aircraft without hit points", "aircraft.csv", "110,5,16,2,4x", "110,5,0,2,4x", 3, 69,
     "0 is out of range; hp must be from 1 to 10000"},
    {"a missing column of groups", "aircraft.csv", "weapons,", "guns,", 1, 1,
     "the column 'weapons' is missing from the header; the rules read it (tables.aircraft)"},
    {"a face of the D10 in no row", "air-criticals.csv", "hit,5,7", "hit,6,7", 1, 1,
     "5 of the D10 is in no rows; each of 1 to 10 must be in one"},
    {"a face of the D10 in two rows", "air-criticals.csv", "hit,5,7", "hit,5,8", 1, 1,
     "8 of the D10 is in several rows; each of 1 to 10 must be in one"},
    {"a face that no D10 has", "air-criticals.csv", "up,8,10", "up,8,11", 4, 32,
     "11 is out of range; to must be from 1 to 10"},
    {"a critical hit that no rule knows", "air-criticals.csv", "crew-hit,", "crew-hurt,", 3, 1,
     "salvo does not use a row 'crew-hurt'; did you mean 'crew-hit'?"},
    {"an air modifier left out", "air-modifiers.csv", "side,air to air: deflection shot from the side,3\n", "", 1, 1,
     "the row 'side' is missing from the table"},
    {"bombs that weigh nothing", "air-values.csv", "in pounds,550", "in pounds,0", 2, 59,
     "0 is out of range; bomb-template-lbs must be from 1 to 10000"},
    {"speed for nothing", "air-values.csv", "one point,10", "one point,0", 7, 51,
     "0 is out of range; speed-mm-per-point must be from 1 to 10000"},
    {"a turn that is no number", "turns.csv", "3,60", "three,60", 2, 1,
     "'three' is not a whole number; id must be one from 1 to 99"},
    {"a turn with a leading zero", "turns.csv", "3,60", "03,60", 2, 1,
     "'03' does not begin with a digit from 1 to 9; write 3"},
    {"no fixed guns among the arcs", "fire-arcs.csv", "fixed,", "rigid,", 2, 1,
     "salvo does not use a row 'rigid'; there are 'fixed', 'turret' and 'limited'"},
    {"a manoeuvre without its cost", "manoeuvres.csv", "Loop,300", "Loop,-", 4, 11,
     "'-' is not a whole number; move_cost_mm must be one from 0 to 100000"},
    {"a gun that may be one", "aircraft-weapons.csv", "machine-gun,Machine Gun,yes", "machine-gun,Machine Gun,perhaps", 2, 25,
     "'perhaps' is not a value of gun; there are 'no' and 'yes'"},

    /* -- single numbers -- */
    {"a value above its limit", "values.csv", "in mm,50", "in mm,1001", 11, 63,
     "1001 is out of range; value must be from 0 to 1000"},
    /* clang-format on */
};

static void is_refused(void **state)
{
    const mistake *m = *state;

    mistake_is_refused("mad", m, m->file);
}

/* A calibre of the WW2 table only serves the WW2 game. */
static void a_calibre_of_one_game(void **state)
{
    static const char *const HITECH[] = {"calibre=huge", "tech=hitech"};
    char directory[SCRATCH_PATH];
    salvo_error err = {0};
    salvo_rulebook book;
    salvo_question question;
    const salvo_procedure *procedure;
    answer is;

    (void)state;
    scratch_make(directory);
    scratch_edit(directory, "artillery.csv", "heavy,", "huge,Railway gun,30,60,400\nheavy,");
    assert_int_equal(folder_open(&book, "mad", directory, &err), SALVO_OK);
    scratch_remove(directory);
    ask(&is, &book, "mad.artillery-hit", "calibre=huge");
    assert_answer(&is, NULL, "damage=132/5 successes=4/5");
    answer_free(&is);
    assert_int_equal(salvo_procedure_find(book.ruleset, "mad.artillery-hit", &procedure, NULL), SALVO_OK);
    assert_int_equal(salvo_question_ask(&question, &book, procedure, HITECH, 2, &err), SALVO_BAD_INPUT);
    assert_string_equal(err.text, "calibre=huge: the table hitech-artillery has no row 'huge'; add it, or use "
                                  "tech=ww2");
    salvo_rulebook_close(&book);
}

/* A type of spotter is a row. */
static void another_spotter(void **state)
{
    char directory[SCRATCH_PATH];
    salvo_rulebook book;
    answer is;

    (void)state;
    scratch_make(directory);
    scratch_edit(directory, "spotters.csv", "aircraft,", "drone,Drone,1500,no\naircraft,");
    assert_int_equal(folder_open(&book, "mad", directory, NULL), SALVO_OK);
    scratch_remove(directory);
    ask(&is, &book, "mad.spotting", "spotter=drone range=1500 tech=hitech");
    assert_answer(&is, "spotted=4/10 hidden=6/10", "");
    answer_free(&is);
    ask(&is, &book, "mad.spotting", "spotter=drone range=1501");
    assert_answer(&is, "no-roll=1", "");
    answer_free(&is);
    salvo_rulebook_close(&book);
}

int main(void)
{
    const struct CMUnitTest rows[] = {cmocka_unit_test(a_calibre_of_one_game), cmocka_unit_test(another_spotter)};
    struct CMUnitTest tests[COUNT_OF(MISTAKES)];

    for (size_t i = 0; i < COUNT_OF(MISTAKES); i++)
        tests[i] = row_test(MISTAKES[i].name, is_refused, &MISTAKES[i]);
    return cmocka_run_group_tests_name("mistakes in M.A.D.'s tables", tests, NULL, NULL) +
           cmocka_run_group_tests_name("rows of one's own", rows, NULL, NULL);
}
