/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mistakes in Skank's tables: which file, line and column the complaint names, and its words. Each case is the shipped
 * data with one edit, in a scratch directory. */
#include "support.h"

#include <string.h>

#include "scratch.h"
#include "spoiled.h"

static const mistake MISTAKES[] = {
    /* clang-format off */
    /* -- row 2 of fire.csv: "stationary-stationary,Stationary to stationary,9,8,7,6,5,4,3,2,1" -- */
    {"a word in the fire chart", "fire.csv", "stationary,9,8", "stationary,9,eight", 2, 50,
     "'eight' is not a whole number; 20in must be one from -99 to 99, 'N' or '*'"},
    {"no such motion", "fire.csv", "moving-moving,", "moving,", 5, 1,
     "salvo does not use a row 'moving'; did you mean 'stationary-moving', 'moving-stationary' or 'moving-moving'?"},
    {"a motion too few", "fire.csv", "moving-moving,Moving to moving,3,3,2,1,*,*,*,N,N\n", "", 1, 1,
     "the row 'moving-moving' is missing from the table"},

    /* -- deviation.csv: "near,10,5", "middle,60,10", "far,-,20" -- */
    {"no end of the deviation", "deviation.csv", "far,-,", "far,99,", 4, 5,
     "'99': only the last row must have '-' for its range"},
    {"an end of the deviation too early", "deviation.csv", "middle,60,", "middle,-,", 3, 8,
     "'-': only the last row must have '-' for its range"},
    {"deviations that do not ascend", "deviation.csv", "middle,60,", "middle,10,", 3, 8,
     "the range is not longer than the one above; ranges must ascend"},
    {"no deviation", "deviation.csv", "near,10,5\nmiddle,60,10\nfar,-,20\n", "", 1, 1,
     "the table has no rows; the last row must have '-' for its range"},
    {"ranges out of order", "fire.csv", "20in,30in", "30in,20in", 1, 19,
     "the range '20in' does not follow '30in'; ranges must ascend from left to right"},
    {"a range without a unit", "fire.csv", "20in,", "20,", 1, 14, "'20' is not a range; write it as in '100in'"},

    /* -- row 2 of weapons.csv: "bow-crossbow,Bow or Crossbow,1,80,0,0,1,0,yes,no,no,no,no," -- */
    {"no rating", "weapons.csv", "Crossbow,1,", "Crossbow,,", 2, 30, "the cell is empty; rating must be a whole number from 0 to 20"},
    {"too high a rating", "weapons.csv", "Crossbow,1,", "Crossbow,21,", 2, 30, "21 is out of range; rating must be from 0 to 20"},
    {"a half no", "weapons.csv", "0,yes,no,no,no,no,", "0,yes,nope,no,no,no,", 2, 47,
     "'nope' is not a value of indirect; did you mean 'no'?"},
    {"no shots", "weapons.csv", "80,0,0,1,0,yes", "80,0,0,0,0,yes", 2, 39, "0 is out of range; shots must be from 1 to 20"},
    {"an odd kill rating", "weapons.csv", "80,0,0,1,any", "80,0,0,1,all", 25, 28,
     "'all' is not a whole number; kill_rating must be one from 0 to 20, or 'any' for none"},
    {"an area that is not there", "weapons.csv", "0,yes,no,no,no,no,", "0,yes,no,no,no,yes,", 2, 56,
     "'bow-crossbow' says yes, but the table of areas has no row for it"},
    {"an area that is denied", "weapons.csv", "0,yes,yes,no,no,yes,", "0,yes,yes,no,no,no,", 7, 53,
     "'molotov' says no, but the table of areas has a row for it"},
    {"no launcher", "weapons.csv", "auto-grenade-launcher,", "auto-launcher,", 1, 1,
     "the row 'auto-grenade-launcher' is missing from the table"},
    {"a missing column", "weapons.csv", "hit_modifier", "hit", 1, 1, "the column 'hit_modifier' is missing from the header; the rules read it (tables.weapons)"},

    /* -- row 2 of areas.csv: "grenade-blast,grenade,2,4,all,-,none,kill" -- */
    {"a weapon that is none", "areas.csv", "grenade-blast,grenade,", "grenade-blast,grenada,", 2, 15,
     "unknown weapon 'grenada'; did you mean 'grenade', 'incendiary-grenade' or 'grenade-launcher'?"},
    {"an effect that is none", "areas.csv", "none,kill", "none,maim", 2, 38,
     "'maim' is not a value of effect; there are 'hit', 'kill' and 'destroy'"},
    {"a radius in words", "areas.csv", "grenade,2,4", "grenade,two,4", 2, 23,
     "'two' is not a whole number; radius must be one from 0 to 1000, '-' or 'given'"},
    {"targets that are none", "areas.csv", ",all,", ",everybody,", 2, 27,
     "'everybody' is not a value of targets; there are 'all', 'figures' and 'vehicles'"},

    /* -- damage.csv: a row for each roll, a column for each vehicle -- */
    {"a damage that is none", "damage.csv", "roll-1,1,wreck", "roll-1,1,wrack", 2, 10,
     "'wrack' is not a value of motorcycle; did you mean 'wreck' or 'track'?"},
    {"a roll twice", "damage.csv", "roll-2,2,", "roll-2,1,", 3, 1, "the roll 1 already has a row; each roll from 1 to 10 has one"},
    {"a roll beyond the die", "damage.csv", "roll-2,2,", "roll-2,11,", 3, 8, "11 is out of range; roll must be from 1 to 10"},
    {"a roll left out", "damage.csv", "roll-2,2,crash,crash,crash,crash,knocked-out\n", "", 1, 1,
     "the table has 9 rows; each roll from 1 to 10 has one"},
    {"a vehicle without damage", "vehicles.csv", "\ntank,", "\nhover-tank,", 1, 1,
     "the column 'hover-tank' is missing from the header; the rules read it (tables.damage)"},
    {"a vehicle called like a troop", "troops.csv", "\nhorse,", "\ntank,", 6, 1,
     "'tank' is already the id of a troop; give the vehicle its own"},

    {"an unknown way of melee", "troops.csv", "rabble,10,", "mob,10,", 2, 27, "unknown melee 'mob'; there are 'rabble', 'human', "
     "'elite', 'hero' and 'large-monster'"},
    {"no wounds", "troops.csv", "Rabble,3,0,1,0,1,", "Rabble,3,0,1,0,0,", 2, 23, "0 is out of range; wounds must be from 1 to 20"},
    {"a melee column short", "melee.csv", ",elite,hero", ",hero,elites", 1, 1, "the column 'elite' is missing from the header; the rules read it (tables.melee)"},
    {"a melee number in words", "melee.csv", "Rabble,4", "Rabble,four", 2, 15,
     "'four' is not a whole number; rabble must be one from 0 to 99, or 'N' for none"},
    {"a psionic rating short", "psionics.csv", "rating-8,1\n", "", 1, 1, "the row 'rating-8' is missing from the table"},
    {"a psionic rating too many", "psionics.csv", "rating-8,1\n", "rating-8,1\nrating-9,1\n", 10, 1,
     "salvo does not use a row 'rating-9'; did you mean 'rating-1', 'rating-2' or 'rating-3'?"},
    {"a collision row too many", "collisions.csv", "rating-6,", "rating-7,", 7, 1,
     "salvo does not use a row 'rating-7'; did you mean 'rating-1', 'rating-2' or 'rating-3'?"},
    {"an explosion beyond the die", "collisions.csv", "-,9,9,", "-,9,11,", 3, 18,
     "11 is out of range; explodes_from must be from 1 to 10"},
    {"a modifier left out", "modifiers.csv", "spotter,indirect fire with a spotter,-2\n", "", 1, 1,
     "the row 'spotter' is missing from the table"},
    {"a modifier that no rule knows", "modifiers.csv", "prone,", "pron,", 3, 1, "salvo does not use a row 'pron'; did you mean 'prone' or 'spot-prone'?"},
    {"a value too large", "values.csv", "blind fire,1", "blind fire,101", 2, 44, "101 is out of range; value must be from 0 to 100"},
    /* clang-format on */
};

static void is_refused(void **state)
{
    const mistake *m = *state;
    /* A vehicle of another name lacks a column of the damage. Of two things of one name, it is the vehicle. */
    const bool lacks_damage = strcmp(m->name, "a vehicle without damage") == 0;
    const bool is_troop_too = strcmp(m->name, "a vehicle called like a troop") == 0;

    mistake_is_refused("skank", m, lacks_damage ? "damage.csv" : is_troop_too ? "vehicles.csv" : m->file);
}

static void another_weapon_and_another_troop(void **state)
{
    char directory[SCRATCH_PATH];
    salvo_rulebook opened;
    answer is;

    (void)state;
    scratch_make_of(directory, "skank");
    scratch_edit(directory, "weapons.csv", "claymore,", "railgun,Rail Gun,8,90,-1,0,2,6,yes,no,no,no,no,\nclaymore,");
    scratch_edit(directory, "troops.csv", "horse,", "android,Android,9,-1,1,0,4,2,robot,12,,,\nhorse,");
    scratch_edit(directory, "melee.csv", "hero,large-monster", "hero,large-monster,robot");
    scratch_edit(directory, "melee.csv", "4,3,1,1,N", "4,3,1,1,N,N");
    scratch_edit(directory, "melee.csv", "6,4,2,1,1", "6,4,2,1,1,1");
    scratch_edit(directory, "melee.csv", "8,7,5,3,2", "8,7,5,3,2,1");
    scratch_edit(directory, "melee.csv", "9,8,7,5,4", "9,8,7,5,4,3");
    scratch_edit(directory, "melee.csv", "N,9,8,7,5\n", "N,9,8,7,5,4\nrobot,Robot,10,9,9,7,6,5\n");
    assert_int_equal(folder_open(&opened, "skank", directory, NULL), SALVO_OK);
    scratch_remove(directory);
    ask(&is, &opened, "skank.volley", "weapon=railgun shooter=android target=tank range=85");
    assert_answer(&is, "intact=9/25 destroyed=16/25", "hits=4/5 kill=16/25");
    answer_free(&is);
    ask(&is, &opened, "skank.melee-attack", "attacker=trained target=android");
    assert_answer(&is, "miss=9/10 wound=1/10", "hit=1/10");
    answer_free(&is);
    salvo_rulebook_close(&opened);
}

int main(void)
{
    const struct CMUnitTest rows[] = {cmocka_unit_test(another_weapon_and_another_troop)};
    struct CMUnitTest tests[COUNT_OF(MISTAKES)];

    for (size_t i = 0; i < COUNT_OF(MISTAKES); i++)
        tests[i] = row_test(MISTAKES[i].name, is_refused, &MISTAKES[i]);
    return cmocka_run_group_tests_name("mistakes in Skank's tables", tests, NULL, NULL) +
           cmocka_run_group_tests_name("rows of one's own", rows, NULL, NULL);
}
