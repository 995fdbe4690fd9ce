/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every mistake that an author can make in a ruleset's directory: which file, line and column the complaint names, and
 * its words. Each case is the shipped data with one edit, in a scratch directory. */
#include "support.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "example_book.h"
#include "scratch.h"
#include "spoiled.h"

#define WEAPONS                                                                                                        \
    "there are 'small-arms', 'infantry-support', 'flame-thrower', 'cannon-a', 'cannon-b', 'cannon-c', 'cannon-d' and " \
    "'cannon-e'"
#define NOT_UTF8 "a byte here is not UTF-8 text; save the file as UTF-8"
#define TOP_KEYS \
    "there are 'id', 'title', 'edition', 'authors', 'distance_unit', 'on_table', 'summary', 'rules', 'more_rules', 'vocabulary', 'conventions' and 'tables'"
#define STRAY "a quotation mark is inside a cell; put the whole cell in quotes, and double the quotation marks inside"

/* The first `find` in the file becomes `replace`. Without `find`, `replace` becomes the whole file; without both, the
 * file is removed. The complaint is about `file` unless `about` names another one ("": the directory itself). */
static const struct file_mistake {
    const char *name;
    const char *file, *find, *replace;
    int line, column;
    const char *message;
    const char *about;
    salvo_status status; /* SALVO_BAD_INPUT unless set */
} MISTAKES[] = {
    /* clang-format off */
    /* -- numbers: row 6 of weapons.csv is "cannon-b,Class B Cannon,no,3,3,4,6,7,8,9,-,34,65" -- */
    {"a word where a number must be", "weapons.csv", ",34,65", ",lots,65", 6, 44,
     .message = "'lots' is not a whole number; damage must be one from 0 to 1000"},
    {"a fraction where a whole number must be", "weapons.csv", ",34,65", ",34.5,65", 6, 44,
     .message = "'34.5' is not a whole number; damage must be one from 0 to 1000"},
    {"an empty cell where a number must be", "weapons.csv", ",34,65", ",,65", 6, 44,
     .message = "the cell is empty; damage must be a whole number from 0 to 1000"},
    {"a number above its limit", "weapons.csv", ",34,65", ",1001,65", 6, 44,
     .message = "1001 is out of range; damage must be from 0 to 1000"},
    {"a number below its limit", "weapons.csv", ",34,65", ",-1,65", 6, 44,
     .message = "-1 is out of range; damage must be from 0 to 1000"},
    {"a number that no machine word holds", "weapons.csv", ",34,65", ",99999999999999999999,65", 6, 44,
     .message = "99999999999999999999 is out of range; damage must be from 0 to 1000"},
    {"a word where a target number must be", "weapons.csv", "7,8,9,-,34", "7,8,9,x,34", 6, 42,
     .message = "'x' is not a whole number; 2000m must be one from -99 to 99, or '-' for none"},
    {"a target number above its limit", "weapons.csv", "7,8,9,-,34", "7,8,9,100,34", 6, 42,
     .message = "100 is out of range; 2000m must be from -99 to 99"},
    {"a unit without hit points", "units.csv", "Tiger I,german,28", "Tiger I,german,0", 32, 31,
     .message = "0 is out of range; hp must be from 1 to 10000"},
    {"the wrong sign for a unit without a price", "units.csv", "28,cannon-b,medium,108", "28,cannon-b,medium,-", 32, 50,
     .message = "'-' is not a whole number; points must be one from 0 to 100000, or '#' for none"},
    {"a percentage beyond all sense", "levels.csv", "critical,Critical,200", "critical,Critical,2000", 5, 19,
     .message = "2000 is out of range; damage_percent must be from 0 to 1000"},

    /* -- texts, choices and references -- */
    {"an empty name", "weapons.csv", "Class B Cannon", "", 6, 10,
     .message = "the cell is empty; it must hold the name"},
    {"neither yes nor no", "weapons.csv", "Class B Cannon,no", "Class B Cannon,maybe", 6, 25,
     .message = "'maybe' is not a value of anti_infantry; there are 'no' and 'yes'"},
    {"a no in capitals", "weapons.csv", "Class B Cannon,no", "Class B Cannon,NO", 6, 25,
     .message = "'NO' is not a value of anti_infantry; did you mean 'no'?"},
    {"a target that is neither vehicle nor infantry", "movement.csv", "Foot,infantry", "Foot,ship", 2, 11,
     .message = "'ship' is not a value of target; there are 'vehicle' and 'infantry'"},
    {"an unknown nation", "units.csv", "Tiger I,german", "Tiger I,germany", 32, 24,
     .message = "unknown nation 'germany'; did you mean 'german'?"},
    {"no nation", "units.csv", "Tiger I,german", "Tiger I,", 32, 24,
     .message = "unknown nation ''; there are 'generic', 'french', 'german', 'british', 'japanese', 'russian' and "
     "'us'"},
    {"an unknown mobility", "units.csv", "28,cannon-b,medium,108", "28,cannon-b,meduim,108", 32, 43,
     .message = "unknown mobility 'meduim'; did you mean 'medium'?"},

    /* -- weapons of a unit: row 6 of units.csv has "cannon-d + cannon-e*" from column 42 on -- */
    {"an unknown second weapon", "units.csv", "cannon-d + cannon-e*", "cannon-d + flame-trower*", 6, 53,
     .message = "unknown weapon 'flame-trower'; did you mean 'flame-thrower'?"},
    {"an unknown weapon in a quoted cell", "units.csv", "cannon-d + cannon-e*", "\"cannon-d + flame-trower*\"", 6, 54,
     .message = "unknown weapon 'flame-trower'; did you mean 'flame-thrower'?"},
    {"no weapon at all", "units.csv", "cannon-d + cannon-e*", "", 6, 42,
     .message = "the cell is empty; it must hold the weapons"},
    {"no weapon behind a plus", "units.csv", "cannon-d + cannon-e*", "cannon-d +", 6, 52,
     .message = "unknown weapon ''; " WEAPONS},
    {"seven weapons", "units.csv", "cannon-d + cannon-e*",
     "cannon-e+cannon-e+cannon-e+cannon-e+cannon-e+cannon-e+cannon-e", 6, 42,
     .message = "there are more than 6 weapons"},
    {"a battery without a count", "units.csv", "aa:4x20mm-cannon*", "aa:20mm-cannon*", 43, 63,
     .message = "'20mm-cannon' is not a battery of 1 to 99 guns; write aa:COUNTxGUN, as in aa:4x20mm-cannon*"},
    {"a battery of no guns", "units.csv", "aa:4x20mm-cannon*", "aa:0x20mm-cannon*", 43, 63,
     .message = "'0x20mm-cannon' is not a battery of 1 to 99 guns; write aa:COUNTxGUN, as in aa:4x20mm-cannon*"},
    {"a battery of too many guns", "units.csv", "aa:4x20mm-cannon*", "aa:100x20mm-cannon*", 43, 63,
     .message = "'100x20mm-cannon' is not a battery of 1 to 99 guns; write aa:COUNTxGUN, as in aa:4x20mm-cannon*"},
    {"an unknown gun in a battery", "units.csv", "aa:4x20mm-cannon*", "aa:4x20mm-canon*", 43, 65,
     .message = "unknown aircraft weapon '20mm-canon'; did you mean '20mm-cannon' or '30mm-cannon'?"},

    /* -- headings -- */
    {"a missing column", "levels.csv", "damage_percent", "percent", 1, 1,
     .message = "the column 'damage_percent' is missing from the header; the rules read it (tables.levels)"},
    {"a missing column of units", "units.csv", "hp,weapons,", "hp,armament,", 1, 1,
     .message = "the column 'weapons' is missing from the header; the rules read it (tables.units)"},
    {"a doubled column", "weapons.csv", "100m,200m", "100m,100m", 1, 28,
     .message = "two columns are called '100m'; rename one"},
    {"an empty heading", "weapons.csv", "id,name,", "id,,", 1, 4,
     .message = "a column has no heading; give it one, or remove it"},
    {"a first column other than id", "weapons.csv", "id,name,", "key,name,", 1, 1,
     .message = "the first column is 'key'; it must be 'id', so that the header row is 'id,...'"},
    {"thousands between semicolons", "mixes.csv", NULL, "id;name\na;1.234\n", 2, 3,
     .message = "'1.234' may have points or commas between thousands; write the number without them, or put a text in "
     "quotes"},
    {"thousands and decimals between semicolons", "mixes.csv", NULL, "id;name\na; 1.234,5\n", 2, 4,
     .message = "'1.234,5' may have points or commas between thousands; write the number without them, or put a text in "
     "quotes"},
    {"two decimal marks between semicolons", "mixes.csv", NULL, "id;name\na;1,5\nb;2.5\n", 3, 3,
     .message = "'2.5' has a decimal point, and line 2 has a decimal comma; use the same in all numbers"},
    {"cells separated by tabs", "nations.csv", NULL, "\nid\tname\ngerman\tGermany\n", 2, 1,
     .message = "the cells are separated by tabs; save the table with commas or semicolons"},
    {"no range columns", "weapons.csv", "100m,200m,350m,500m,750m,1000m,1500m,2000m", "a,b,c,d,e,f,g,h", 1, 1,
     .message = "the table has no range column; add one, with a heading as in '100m'"},
    {"ranges that do not ascend", "weapons.csv", "350m", "150m", 1, 33,
     .message = "the range '150m' does not follow '200m'; ranges must ascend from left to right"},
    {"a range twice in other words", "weapons.csv", "350m", "200.0m", 1, 33,
     .message = "the range '200.0m' does not follow '200m'; ranges must ascend from left to right"},
    {"a range in another unit", "weapons.csv", "350m", "350 yd", 1, 33,
     .message = "'350 yd' is not a range; write it as in '100m'"},

    /* -- rows -- */
    {"a short row", "weapons.csv", ",34,65", ",34", 6, 47,
     .message = "the row of 'cannon-b' ends here with 13 cells, and the header has 14; 'anti_aircraft' is missing"},
    {"a long row", "weapons.csv", "Class B Cannon", "Cannon, Class B", 6, 51,
     .message = "the row of 'cannon-b' has 15 cells, and the header has 14; remove the extra cells, or "
     "quote a cell that contains a comma"},
    {"an id twice", "nations.csv", "french,", "german,", 4, 1,
     .message = "the id 'german' is already used in line 3; ids must be unique"},
    {"an id twice in other letters", "nations.csv", "french,", "German,", 4, 1,
     .message = "the id 'german' is already used in line 3; ids must be unique"},
    {"an empty id", "nations.csv", "french,", ",", 3, 1,
     .message = "the row has no id; give it one that no other row has, or remove it"},
    {"a row of nothing but commas", "nations.csv", "us,United States,", ",,\nus,United States,", 8, 1,
     .message = "the row has no id; give it one that no other row has, or remove it"},
    {"a modifier that no rule knows", "modifiers.csv", "moving,", "movin,", 6, 1,
     .message = "salvo does not use a row 'movin'; did you mean 'moving'?"},
    {"a level that no rule knows", "levels.csv", "miss,", "misses,", 2, 1,
     .message = "salvo does not use a row 'misses'; did you mean 'miss'?"},
    {"a value that no rule knows", "values.csv", "at-grenades-points,", "mines,", 4, 1,
     .message = "salvo does not use a row 'mines'; there are 'infantry-damage-percent', 'fixed-mount-price-percent', "
     "'at-grenades-points', 'at-grenade-damage', 'at-grenade-failure', 'minefield-target-number', "
     "'fort-reduction-damage', 'fort-value-lowest', 'deviation-step-mm', 'observer-correction-mm', "
     "'template-radius-max-mm', 'hitech-at-grenades-points' and 'hitech-speed-points-per-100mm'"},
    {"a missing modifier", "modifiers.csv", "airborne,target is in the air,2\n", "", 1, 1,
     .message = "the row 'airborne' is missing from the table"},
    {"a missing level", "levels.csv", "critical,Critical,200\n", "", 1, 1,
     .message = "the row 'critical' is missing from the table"},
    {"a missing value", "values.csv", "at-grenades-points,Price of anti-tank grenades,12\n", "", 1, 1,
     .message = "the row 'at-grenades-points' is missing from the table"},
    {"a game that no rule knows", "spotting.csv", "hitech,Hi-tech", "medieval,Knights,1,2,3,4,5,6,7,8\nhitech,Hi-tech", 3, 1,
     .message = "salvo does not use a row 'medieval'; there are 'ww2' and 'hitech'"},
    {"a mount that no rule knows", "fire-arcs.csv", "fixed,", "fixd,", 2, 1,
     .message = "salvo does not use a row 'fixd'; did you mean 'fixed'?"},
    {"rulings without their questions", "rulings.csv", "id,question", "id,about", 1, 1,
     .message = "the column 'question' is missing from the header"},
    {"rulings without their options", "rulings.csv", "ruling,option", "ruling,choice", 1, 1,
     .message = "the column 'option' is missing from the header"},
    {"an empty ruling", "rulings.csv", "\"up (the air rules say so, the ground rules are silent)\"", "", 2, 50,
     .message = "the cell is empty; it must hold the ruling"},
    {"a ruling that a procedure rests on and that is gone", "rulings.csv", "R-02,", "R-02b,", 1, 1,
     .message = "mad.minefield depends on the rulings R-01, R-02, R-06, R-16, R-22; one of them is missing or in the wrong "
     "place"},
    {"weapons without small arms", "weapons.csv", "small-arms,", "machine-gun,", 1, 1,
     .message = "the row 'small-arms' is missing from the table"},

    /* -- ids -- */
    {"an id in capitals", "units.csv", "german-tiger-i,", "German-Tiger-I,", 32, 1,
     .message = "the id 'German-Tiger-I' is not valid; use the letters a to z, digits and single hyphens, as in "
     "'german-tiger-i'"},
    {"an id with blanks", "units.csv", "german-tiger-i,", "german tiger i,", 32, 1,
     .message = "the id 'german tiger i' is not valid; use the letters a to z, digits and single hyphens, as in "
     "'german-tiger-i'"},
    {"an id with an underscore", "weapons.csv", "cannon-b,", "cannon_b,", 6, 1,
     .message = "the id 'cannon_b' is not valid; use the letters a to z, digits and single hyphens, as in 'cannon-b'"},
    {"an id with two hyphens", "weapons.csv", "cannon-b,", "cannon--b,", 6, 1,
     .message = "the id 'cannon--b' is not valid; use the letters a to z, digits and single hyphens, as in 'cannon-b'"},
    {"an id that ends with a hyphen", "weapons.csv", "cannon-b,", "cannon-,", 6, 1,
     .message = "the id 'cannon-' is not valid; use the letters a to z, digits and single hyphens, as in 'cannon'"},
    {"an id of letters from elsewhere", "weapons.csv", "cannon-b,", "\u043F\u0443\u0448\u043A\u0430,", 6, 1,
     .message = "the id '\u043F\u0443\u0448\u043A\u0430' is not valid; use the letters a to z, digits and single hyphens"},
    {"an id that is an aircraft's", "units.csv", "german-pz-iv-brummbar,", "aichi-val-d3a1,", 29, 1,
     .message = "the id 'aichi-val-d3a1' is already used in line 2 of the table 'aircraft'; give each unit its own"},

    /* -- names -- */
    {"a name twice in a nation", "units.csv", ",Tiger II,", ",tiger i,", 33, 17,
     .message = "the name 'tiger i' is already used in line 32 of the table 'units'; names must be unique in a nation"},
    {"a name that is another unit's id", "units.csv", ",Tiger II,", ",German-Tiger-I,", 33, 17,
     .message = "the name 'German-Tiger-I' is the id of line 32 in the table 'units'; give it another name"},
    {"two weapons of one name", "weapons.csv", "Class C Cannon", "Class B Cannon", 7, 10,
     .message = "the name 'Class B Cannon' is already used in line 6 of the table 'weapons'; names must be unique"},
    {"two nations of one name", "nations.csv", "french,France", "french,Germany", 4, 8,
     .message = "the name 'Germany' is already used in line 3 of the table 'nations'; names must be unique"},

    /* -- text -- */
    {"a control character", "weapons.csv", "Class B", "Class \x1B[31mB", 6, 16,
     .message = "U+001B is here, a control character; remove it"},
    {"a zero", "weapons.csv", NULL, "id,name\nx,\x01", 2, 3,
     .message = "U+0001 is here, a control character; remove it"},
    {"a delete", "weapons.csv", "Class B", "Class \x7F", 6, 16,
     .message = "U+007F is here, a control character; remove it"},
    {"a control character of two bytes", "weapons.csv", "Class B", "Cl\u00E4ss \xC2\x9B", 6, 16,
     .message = "U+009B is here, a control character; remove it"},
    {"a mark of direction", "weapons.csv", "Class B", "Class \u202E", 6, 16,
     .message = "U+202E is here, a mark that changes the direction of text; remove it"},
    {"an isolate", "weapons.csv", "Class B", "Class \u2067", 6, 16,
     .message = "U+2067 is here, a mark that changes the direction of text; remove it"},
    {"a left-to-right mark", "weapons.csv", "Class B", "Class \u200E", 6, 16,
     .message = "U+200E is here, a mark that changes the direction of text; remove it"},
    {"an Arabic letter mark", "weapons.csv", "Class B", "Class \u061C", 6, 16,
     .message = "U+061C is here, a mark that changes the direction of text; remove it"},
    {"a blank without width", "weapons.csv", "Class B", "Class \u200B", 6, 16,
     .message = "U+200B is here, an invisible character; remove it"},
    {"a byte order mark inside", "weapons.csv", "Class B", "Class \uFEFF", 6, 16,
     .message = "U+FEFF is here, an invisible character; remove it"},
    {"not a character", "weapons.csv", "Class B", "Class \xEF\xBF\xBF", 6, 16,
     .message = "U+FFFF is here, not a character; remove it"},
    {"a mark of direction in a heading", "weapons.csv", "id,name", "id,na\u202Dme", 1, 6,
     .message = "U+202D is here, a mark that changes the direction of text; remove it"},
    {"a mark of direction behind lines of every kind", "weapons.csv", NULL, "id,name\r\na,b\rc,d\n\u202A", 4, 1,
     .message = "U+202A is here, a mark that changes the direction of text; remove it"},
    {"Latin-1", "weapons.csv", "Class B Cannon", "Klasse B, \xFC", 6, 20,
     .message = NOT_UTF8},
    {"UTF-16", "weapons.csv", "id,name", "\xFF\xFEi", 1, 1,
     .message = NOT_UTF8},
    {"a character written longer than it needs", "weapons.csv", "Class B", "Class \xE0\x80\xAF", 6, 16,
     .message = NOT_UTF8},
    {"half of a surrogate pair", "weapons.csv", "Class B", "Class \xED\xA0\x80", 6, 16,
     .message = NOT_UTF8},
    {"a code beyond the last", "weapons.csv", "Class B", "Class \xF4\x90\x80\x80", 6, 16,
     .message = NOT_UTF8},
    {"an unclosed quote", "weapons.csv", "Class B Cannon", "\"Class B Cannon", 6, 10,
     .message = "the quotation mark that opens this cell is never closed"},
    {"a stray quote", "weapons.csv", "Class B Cannon", "Class \"B\" Cannon", 6, 16,
     .message = STRAY},
    {"a single quote inside a quoted cell", "weapons.csv", "Class B Cannon", "\"Class \"B Cannon\"", 6, 18,
     .message = STRAY},
    {"an empty file", "weapons.csv", NULL, "", 1, 1,
     .message = "the file is empty; its first line must be the header 'id,...'"},
    {"a file of blank lines", "weapons.csv", NULL, "\n \n\r\n", 1, 1,
     .message = "the file is empty; its first line must be the header 'id,...'"},
    {"a missing file", "weapons.csv", NULL, NULL, 0, 0,
     .message = "cannot be opened: No such file or directory",
     .status = SALVO_IO},

    /* -- positions behind what is longer or taller than it looks -- */
    {"behind a line break in a cell", "weapons.csv", "Class B Cannon,no", "\"Class B\nCannon\",maybe", 7, 9,
     .message = "'maybe' is not a value of anti_infantry; there are 'no' and 'yes'"},
    {"behind letters of two bytes", "weapons.csv", "Class B Cannon,no", "Kl\u00E4sse B K\u00E4nn\u00F6n,maybe", 6, 26,
     .message = "'maybe' is not a value of anti_infantry; there are 'no' and 'yes'"},
    {"behind doubled quotes", "weapons.csv", "Class B Cannon,no", "\"Class \"\"B\"\"\",maybe", 6, 24,
     .message = "'maybe' is not a value of anti_infantry; there are 'no' and 'yes'"},
    {"behind blanks", "weapons.csv", "Class B Cannon,no", "Class B Cannon , \t maybe", 6, 29,
     .message = "'maybe' is not a value of anti_infantry; there are 'no' and 'yes'"},
    {"behind a byte order mark", "weapons.csv", "id,name", "\xEF\xBB\xBFid,", 1, 4,
     .message = "a column has no heading; give it one, or remove it"},
    {"in a row that no line break ends", "levels.csv", NULL, "id,name,damage_percent\nmiss,Miss,", 2, 11,
     .message = "the cell is empty; damage_percent must be a whole number from 0 to 1000"},
    {"in lines ended by carriage returns", "levels.csv", NULL, "id,name,damage_percent\rmiss,Miss,x\r", 2, 11,
     .message = "'x' is not a whole number; damage_percent must be one from 0 to 1000"},

    /* -- ruleset.yaml: id, title, edition, authors, ... from line 1 on; the table of units fills lines 40 to 43 -- */
    {"an open quote", "ruleset.yaml", "edition: September", "edition: \"September", 3, 10,
     .message = "the text from here on cannot be read as YAML: did not find expected key"},
    {"a tab for indentation", "ruleset.yaml", "  - name: weapons", "\t- name: weapons", 12, 1,
     .message = "the text from here on cannot be read as YAML: found character that cannot start any token"},
    {"a description that is not UTF-8", "ruleset.yaml", "Micro Armour", "Micro \xE4rmour", 2, 14,
     .message = NOT_UTF8},
    {"a control character in a description", "ruleset.yaml", "Micro Armour", "Micro \x1B[31mArmour", 2, 14,
     .message = "U+001B is here, a control character; remove it"},
    {"a mark of direction in a description", "ruleset.yaml", "Micro Armour", "Micro \u202EArmour", 2, 14,
     .message = "U+202E is here, a mark that changes the direction of text; remove it"},
    {"a control character that is written by its name", "ruleset.yaml", "title: Micro Armour Devastation",
     "title: \"Micro \\e[31mArmour\"", 2, 8,
     .message = "U+001B is here, a control character; remove it"},
    {"a mark of direction that is written by its number", "ruleset.yaml", "title: Micro Armour Devastation",
     "title: \"Micro \\u2066Armour\"", 2, 8,
     .message = "U+2066 is here, a mark that changes the direction of text; remove it"},
    {"a backslash and nothing wrong, then a misspelled key", "ruleset.yaml", "title: Micro Armour Devastation",
     "title: \"Micro \\u00E4 Armour\"\neditio: x", 3, 1,
     .message = "unknown key 'editio'; did you mean 'edition'?"},
    {"an alias", "ruleset.yaml", "title: Micro Armour Devastation", "title: *id", 2, 1,
     .message = "the text from here on cannot be read as YAML: YAML alias unsupported"},
    {"a misspelled key", "ruleset.yaml", "edition:", "editon:", 3, 1,
     .message = "unknown key 'editon'; did you mean 'edition'?"},
    {"an unknown key", "ruleset.yaml", "edition:", "licence: none\nedition:", 3, 1,
     .message = "unknown key 'licence'; " TOP_KEYS},
    {"an unknown key of a table", "ruleset.yaml", "    file: units.csv", "    path: units.csv", 46, 5,
     .message = "unknown key 'path'; there are 'name', 'file', 'title' and 'section'"},
    {"a vocabulary to come", "ruleset.yaml", "vocabulary: 1", "vocabulary: 2", 8, 13,
     .message = "the rules need version 2 of the vocabulary, and this salvo has version 1; install a newer salvo"},
    {"a vocabulary that is no number", "ruleset.yaml", "vocabulary: 1", "vocabulary: new", 8, 13,
     .message = "'new' is not the version of a vocabulary; write a whole number, as in vocabulary: 1"},
    {"a vocabulary before the first", "ruleset.yaml", "vocabulary: 1", "vocabulary: 0", 8, 13,
     .message = "'0' is not the version of a vocabulary; write a whole number, as in vocabulary: 1"},
    {"a missing key", "ruleset.yaml", "distance_unit: m\n", "", 1, 1,
     .message = "the key 'distance_unit' is missing; add it"},
    {"a missing key of a table", "ruleset.yaml", "    file: units.csv\n", "", 45, 5,
     .message = "the key 'file' is missing; add it"},
    {"a doubled key", "ruleset.yaml", "edition:", "title: again\nedition:", 3, 1,
     .message = "the key 'title' is here again; give it once"},
    {"a doubled key of a table", "ruleset.yaml", "    file: units.csv", "    file: units.csv\n    file: us.csv", 47, 5,
     .message = "the key 'file' is here again; give it once"},
    {"a text where a list must be", "ruleset.yaml", "[Jon Gregory, Nick Whittock]", "Jon Gregory", 4, 10,
     .message = "expected a list here, but found a text"},
    {"a list where a text must be", "ruleset.yaml", "title: Micro Armour Devastation", "title: [M, A, D]", 2, 8,
     .message = "expected a text here, but found a list"},
    {"keys where a text must be", "ruleset.yaml", "title: Micro Armour Devastation", "title: {en: MAD}", 2, 8,
     .message = "expected a text here, but found 'key: value' lines"},
    {"a key without a value", "ruleset.yaml", "distance_unit: m", "distance_unit:", 5, 15,
     .message = "the value is empty; expected a text here"},
    {"no tables", "ruleset.yaml", NULL, "id: mad\ntables: []\n", 2, 9,
     .message = "the list is empty; expected at least one table here"},
    {"a description that is a list", "ruleset.yaml", NULL, "- id: mad\n", 1, 1,
     .message = "expected 'key: value' lines here, but found a list"},
    {"an empty description", "ruleset.yaml", NULL, "", 1, 1,
     .message = "the file is empty; it must begin with the ruleset's id, as in 'id: mad'"},
    {"a description that is one comment", "ruleset.yaml", NULL, "# later\n", 1, 1,
     .message = "the file is empty; it must begin with the ruleset's id, as in 'id: mad'"},
    {"a missing description", "ruleset.yaml", NULL, NULL, 0, 0,
     .message = "cannot be opened: No such file or directory",
     .status = SALVO_IO},
    {"a table listed twice", "ruleset.yaml", "name: units", "name: weapons", 45, 11,
     .message = "two tables are called 'weapons'; rename one"},
    {"a table with a name that --set cannot take", "ruleset.yaml", "name: mixes", "name: my.Mixes", 49, 11,
     .message = "the table name 'my.Mixes' is not valid; use the letters a to z, digits and single hyphens"},
    {"no rulings", "ruleset.yaml", "name: rulings\n    file: rulings.csv", "name: readings\n    file: nations.csv", 0, 0,
     .message = "ruleset.yaml lists no table 'rulings'; the ruleset 'mad' needs one", .about = ""},
    {"a file that the description misspells", "ruleset.yaml", "file: units.csv", "file: unit.csv", 0, 0,
     .message = "cannot be opened: No such file or directory", .about = "unit.csv", .status = SALVO_IO},
    {"another ruleset", "ruleset.yaml", "id: mad", "id: skank", 0, 0,
     .message = "the data is for the ruleset 'skank', not 'mad'",
     .about = ""},
    {"another unit of distance", "ruleset.yaml", "distance_unit: m", "distance_unit: yd", 1, 23,
     .message = "'100m' is not a range; write it as in '100yd'", .about = "weapons.csv"},
    {"a length on the table of a unit on the table", "ruleset.yaml", "distance_unit: m", "distance_unit: cm", 133, 11,
     .message = "on_table is for distances on the ground, and distance_unit is 'cm'; leave it out"},
    {"a length on the table without a unit", "ruleset.yaml", "on_table: 1 mm", "on_table: 1", 133, 11,
     .message = "on_table '1' is not the length of a distance unit; write it as in 1 mm"},
    {"a length on the table on the ground", "ruleset.yaml", "on_table: 1 mm", "on_table: 1 m", 133, 11,
     .message = "on_table '1 m' is not the length of a distance unit; write it as in 1 mm"},
    /* clang-format on */
};

static salvo_status try_to_open(const char *directory, salvo_error *err)
{
    salvo_rulebook book;
    salvo_status status = salvo_rulebook_open_changed(&book, "mad", directory, NULL, err);

    if (status == SALVO_OK)
        salvo_rulebook_close(&book);
    else
        assert_null(book.store.memory);
    return status;
}

static void is_refused(void **state)
{
    const struct file_mistake *m = *state;
    char directory[SCRATCH_PATH], path[SCRATCH_PATH];
    salvo_error err = {0};
    salvo_status status;

    scratch_make(directory);
    scratch_edit(directory, m->file, m->find, m->replace);
    status = try_to_open(directory, &err);
    scratch_remove(directory);
    assert_string_equal(err.text, m->message);
    assert_int_equal(err.line, m->line);
    assert_int_equal(err.column, m->column);
    assert_string_equal(err.path, scratch_path(path, directory, m->about ? m->about : m->file));
    assert_int_equal(status, m->status ? m->status : SALVO_BAD_INPUT);
    assert_int_equal(err.status, status);
}

/* Rules that are salvo's own are right, so a table that they need is missing in the user's folder. */
static void tables_alone_must_be_complete(void **state)
{
    char directory[SCRATCH_PATH];
    salvo_error err = {0};

    (void)state;
    scratch_make(directory);
    scratch_edit(directory, "ruleset.yaml", NULL,
                 "id: mad\ntitle: Mine\nedition: first\nauthors: [I]\ndistance_unit: m\nsummary: One table.\ntables:\n"
                 "  - name: weapons\n    file: weapons.csv\n    title: Weapons\n    section: all\n");
    assert_int_equal(try_to_open(directory, &err), SALVO_BAD_INPUT);
    scratch_remove(directory);
    assert_string_equal(err.path, directory);
    assert_string_equal(err.text, "ruleset.yaml lists no table 'air-criticals'; the ruleset 'mad' needs one");
}

static void a_missing_directory_is_refused(void **state)
{
    salvo_error err = {0};

    (void)state;
    assert_int_equal(try_to_open("/nonexistent/salvo", &err), SALVO_IO);
    assert_string_equal(err.path, "/nonexistent/salvo/ruleset.yaml");
    assert_string_equal(err.text, "cannot be opened: No such file or directory");
}

static void a_file_in_place_of_the_directory_is_refused(void **state)
{
    char directory[SCRATCH_PATH], path[SCRATCH_PATH];
    salvo_error err = {0};

    (void)state;
    scratch_make(directory);
    assert_int_equal(try_to_open(scratch_path(path, directory, "units.csv"), &err), SALVO_IO);
    scratch_remove(directory);
    assert_string_equal(err.text, "cannot be opened: Not a directory");
}

static void a_directory_in_place_of_a_file_is_refused(void **state)
{
    char directory[SCRATCH_PATH], path[SCRATCH_PATH];
    salvo_error err = {0};
    salvo_status status;

    (void)state;
    scratch_make(directory);
    scratch_edit(directory, "units.csv", NULL, NULL);
    assert_int_equal(mkdir(scratch_path(path, directory, "units.csv"), 0700), 0);
    status = try_to_open(directory, &err);
    scratch_remove(directory);
    assert_int_equal(status, SALVO_IO);
    assert_string_equal(err.path, path);
    assert_string_equal(err.text, "cannot be read: Is a directory");
}

static void a_caller_may_want_no_words(void **state)
{
    (void)state;
    assert_int_equal(try_to_open("/nonexistent/salvo", NULL), SALVO_IO);
}

int main(void)
{
    const struct CMUnitTest odd_ones[] = {
        cmocka_unit_test(tables_alone_must_be_complete),
        cmocka_unit_test(a_missing_directory_is_refused),
        cmocka_unit_test(a_file_in_place_of_the_directory_is_refused),
        cmocka_unit_test(a_directory_in_place_of_a_file_is_refused),
        cmocka_unit_test(a_caller_may_want_no_words),
    };
    struct CMUnitTest tests[COUNT_OF(MISTAKES)];

    for (size_t i = 0; i < COUNT_OF(MISTAKES); i++)
        tests[i] = row_test(MISTAKES[i].name, is_refused, &MISTAKES[i]);
    return cmocka_run_group_tests_name("mistakes in files", tests, NULL, NULL) +
           cmocka_run_group_tests_name("mistakes around files", odd_ones, NULL, NULL);
}
