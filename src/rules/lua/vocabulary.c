/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every word that rules may use, with the sentence that explains it. The reader checks files against these lists,
 * messages propose names from them, and docs/lua-reference.md is written from them: a word that is not here does not
 * exist. */
#include "rules/lua/vocabulary.h"

const lua_type_name TYPES_OF_RULES[N_TYPES_OF_RULES] = {
    {"text", "a text"},         {"number", "a number"},     {"true or false", "true or false"},
    {"function", "a function"}, {"table", "a table {...}"},
};

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* Short names, because the tables below are read more often than the checks. */
enum {
    TEXT = IS_TEXT,
    NUMBER = IS_NUMBER,
    YES_NO = IS_BOOLEAN,
    FUNCTION = IS_FUNCTION,
    TABLE = IS_TABLE,
    NEEDED = IS_NEEDED,
};

/* clang-format off */

/* Rolls and chains are documented alike. */
#define DOCUMENTATION \
    {"id", TEXT, "a short id, \"T-01\"; its name if it is left out"}, \
    {"name", TEXT | NEEDED, "how the command line calls it, behind the rulebook's id and a point: \"shot\""}, \
    {"title", TEXT | NEEDED, "what it settles, in one line"}, \
    {"chapter", TEXT, "the heading it is listed under; \"Rules\" if it is left out"}, \
    {"section", TEXT, "where the rulebook says it"}, \
    {"rulings", TEXT, "ids of rows of the table rulings that it rests on, \"R-1, R-4 to R-6\""}, \
    {"notes", TEXT, "what else a reader of the manual should know"}, \
    {"parameters", TABLE, "what is asked with: a list of {key, kind, help, options ...}"}, \
    {"expectations", TABLE, "what is counted besides outcomes: a list of {name, help}"}, \
    {"prepare", FUNCTION, "prepare(s): works out what follows from the parameters and puts it into s; may refuse()"}, \
    {"explain", TEXT | FUNCTION | TABLE, \
     "the situation in words: a text with {names} of s, a list of such lines, or explain(s) -> text or list of lines"}

static const lua_option ROLL[] = {
    DOCUMENTATION,
    {"outcomes", TABLE, "the names that resolve may return, in the order in which they are shown"},
    {"numbers", TEXT, "that resolve may also return a whole number, and what it counts: \"hits\""},
    {"dice", FUNCTION | TABLE | NEEDED, "the dice that are thrown: a list, or dice(s) -> list"},
    {"resolve", FUNCTION | NEEDED, "resolve(s, ...) -> outcome, gains: what comes of the dice, one argument a die"},
    {NULL, 0, NULL}};

/* `turns` may be a text (the parameter with the limit), so that the limit of a question is the one that its help
 * describes. */
static const lua_option CHAIN[] = {
    DOCUMENTATION,
    {"outcomes", TABLE | NEEDED, "the names that outcome may return"},
    {"state", TABLE | NEEDED, "the fields of a state: name = kind, with limits"},
    {"start", FUNCTION, "start(s) -> fields: how it begins; what is left out begins at its least"},
    {"outcome", FUNCTION | NEEDED, "outcome(s, st) -> the outcome that has come, or nil: it goes on"},
    {"dice", FUNCTION | TABLE | NEEDED, "the dice of a step: a list, or dice(s, st) -> list"},
    {"step", FUNCTION | NEEDED,
     "step(s, st, ...) -> turn_is_over, gains: changes the fields of st as the dice say"},
    {"turns", TEXT | NUMBER | FUNCTION,
     "turns after which it stops: the parameter that says so, a number, or turns(s) -> number or nil"},
    {"undecided", TEXT, "the outcome when it stops so, or can never end; an outcome `undecided` is added if it is left out"},
    {"purpose", FUNCTION, "purpose(s, st) -> 0 to 15: what the throw is for, so that variants throw alike"},
    {"thrown", TEXT | TABLE, "what salvo explain calls a throw, \"a shot\": a text, or a list of them by `purpose`"},
    {"told", TABLE,
     "what salvo explain calls fields of a state: field = \"words\", and no others; if it is left out, all by their names"},
    {NULL, 0, NULL}};

static const lua_option PARAMETER[] = {
    {"default", TEXT | NUMBER | YES_NO, "its value when it is not given; without one it must be given"},
    {"optional", YES_NO, "it may be left out without a default: the value is nil"},
    {"brackets", TEXT, "of a decimal: the table whose range brackets a sweep takes"},
    {"among", TEXT, "of a row: only rows that say yes in this column"},
    {"only", TEXT, "it has a meaning only under a condition on an earlier parameter: \"target=open|closed\""},
    {"excludes", TEXT, "the parameter that it may not be given together with"},
    {"unless", TEXT, "it need not be given if this flag is yes"},
    {"word", TEXT, "of a number: a word in place of a number (\"unlimited\"); its value is nil, or that of `without`"},
    {"without", NUMBER, "of a number: what the value is when there is none"},
    {"count", NUMBER, "of a list: how many of a thing there may be (\"machine-gun:4\" is in the list four times)"},
    {NULL, 0, NULL}};

static const lua_option COLUMN[] = {
    {"blank", TEXT, "what stands in a cell without a value (\"-\"); the value is nil"},
    {NULL, 0, NULL}};

static const lua_option EXPECTATION[] = {
    {"parts", NUMBER, "gains are counted in so many parts of one: 2 for halves"},
    {NULL, 0, NULL}};

static const lua_option BATTLE[] = {
    {"order", TEXT | NEEDED, "\"alternately\", \"at-once\", \"by-sides\" or \"by-cards\""},
    {"element", TABLE, "further parameters of an element, behind `unit`; e.unit is its row"},
    {"field", TABLE, "parameters of the whole battle; f has their values"},
    {"enlist", FUNCTION, "enlist(e): works out what follows for an element; may refuse()"},
    {"state", TABLE | NEEDED, "what becomes of an element: fields with limits, 4 bytes altogether"},
    {"start", FUNCTION | NEEDED, "start(e) -> fields of a fresh element; what is left out begins at its least"},
    {"strength", TEXT | FUNCTION | NEEDED, "what is left of it, 0: out. A field of the state, or strength(e, st) -> number"},
    {"price", TEXT | FUNCTION, "a column of the units, or price(e) -> number or nil"},
    {"speed", TEXT | NUMBER | FUNCTION, "distance in a turn: a column of the units, a number, or speed(e); 0 if left out"},
    {"closest", NUMBER | FUNCTION, "where lines stop closing in: a number, or closest(f); 0 if left out"},
    {"turn_limit", NUMBER | FUNCTION, "turns after which it is broken off: a number, or turn_limit(f); or never"},
    {"initiative", TABLE, "who begins a turn; 2D6 each side if it is left out: high begins, equal is thrown again"},
    {"aim", FUNCTION, "aim(f, by, at, now) -> fire: what one element does to another; may refuse(). now.side, now.range, "
                      "now.moving, now.target_moving"},
    {"throws", FUNCTION | NUMBER,
     "throws(fire) -> how many throws it has, where no state changes them: then `dice` sees no states"},
    {"kind", FUNCTION, "kind(fire, n, ...) -> text or number: results of one kind do the same to any two elements, and `resolve` "
                       "is asked for one of each. Together with `throws`, to save time where dice have many results"},
    {"dice", FUNCTION | TABLE | NEEDED,
     "the dice of a throw: a list, or dice(fire, n, actor, target) -> list, nil when there is no n-th throw. Where both act "
     "at the same time they may not depend on the state of the target"},
    {"resolve", FUNCTION | NEEDED, "resolve(fire, n, actor, target, ...): changes the states as the dice say"},
    {"can_harm", FUNCTION | NEEDED, "can_harm(fire, actor, target) -> whether anything that matters can ever come of it"},
    {"limits", FUNCTION, "limits(f) -> worn, out: so many worn elements, or so many that are out, beat a side; they are counted after every activation"},
    {"worn", FUNCTION, "worn(e, st) -> whether it is worn; together with `limits`"},
    {"can_stop", FUNCTION, "can_stop(e) -> whether damage may stop it for good"},
    {"is_stopped", FUNCTION, "is_stopped(e, st) -> whether it has; together with `can_stop`"},
    {"after", TABLE, "what happens to an element at the end of a turn, where all act at once"},
    {"recovers", YES_NO, "an element may act otherwise later though nobody was weakened meanwhile"},
    {"opposite", YES_NO, "one fires at the enemy in the same place of his list"},
    {"mirrors", YES_NO, "two armies exchanged are the same battle seen from the other side: salvo may then solve one of them"},
    {"words", TABLE, "what the manual says of it"},
    {"brackets", TEXT, "the table whose range brackets sweeps and curves take"},
    {"explain", FUNCTION, "explain(fire) -> text or list of lines: what a duel says of either side"},
    {"duel", YES_NO, "makes the procedure `duel`: a battle of one against one"},
    {NULL, 0, NULL}};

static const lua_option INITIATIVE[] = {
    {"dice", FUNCTION | TABLE | NEEDED, "the dice that are thrown: a list, or dice(f) -> list"},
    {"first", FUNCTION | NEEDED, "first(f, ...) -> \"a\", \"b\", or nil: throw again"},
    {NULL, 0, NULL}};

static const lua_option AFTER[] = {
    {"when", FUNCTION, "when(e, moving, before, now) -> whether it throws; `before` is its state when the turn began"},
    {"dice", FUNCTION | TABLE | NEEDED, "the dice: a list, or dice(e, now) -> list"},
    {"resolve", FUNCTION | NEEDED, "resolve(e, now, ...): changes the state"},
    {NULL, 0, NULL}};

/* "end_" because `end` is a keyword of Lua, which a field cannot be called without brackets. */
static const lua_option WORDS[] = {
    {"strength", TEXT, "what an element's strength is: \"its hit points\""},
    {"attack", TEXT, "ends \"an attack is an activation in which ...\""},
    {"fire", TEXT, "what happens in an activation, in sentences"},
    {"pace", TEXT, "how far elements move in a turn, and what that does to their fire"},
    {"end_", TEXT, "the rulebook's own end of a battle"},
    {NULL, 0, NULL}};

static const lua_option DUEL[] = {
    {"procedure", TEXT | NEEDED, "the name of the chain that is a duel"},
    {"a", TEXT, "its parameter for one side; \"a\" if it is left out, and so on"},
    {"b", TEXT, "for the other side"},
    {"range", TEXT, "for the range"},
    {"first", TEXT, "for who is first"},
    {"turns", TEXT, "the expectation that counts turns"},
    {"a_wins", TEXT, "the outcome \"a-wins\""},
    {"b_wins", TEXT, "the outcome \"b-wins\""},
    {"mutual", TEXT, "the outcome \"mutual\""},
    {"counts", TEXT, "what the expectation counts: \"rounds\""},
    {"mirrors", YES_NO, "b against a is a against b with the sides exchanged"},
    {NULL, 0, NULL}};

static const lua_option FIRE[] = {
    {"procedure", TEXT | NEEDED, "the name of the roll that is one unit's fire at another"},
    {"firers", TEXT, "the table of what fires; the units if it is left out"},
    {"among", TEXT, "only rows that say yes in this column of it"},
    {"unit", TABLE | NEEDED, "the parameters set from the row of who fires: parameter = \"column\""},
    {"target", TABLE | NEEDED, "the parameters set from the row of the target: parameter = \"column\""},
    {"range", TEXT, "the parameter for the range; \"range\" if it is left out"},
    {"words", TABLE, "what holds unless it is said otherwise: a list of \"key=value\""},
    {"each", TEXT, "the parameter that counts the shots of an activation"},
    {"alike", YES_NO, "all shots of an activation are alike"},
    {"shots", FUNCTION, "shots(s) -> how many shots an activation has"},
    {"about", TEXT, "what every shot has in common, whatever is asked"},
    {"damage", TEXT | NEEDED, "the expectation that is the damage"},
    {"killed", TEXT, "the outcome that is a kill, or the expectation that is the chance of one"},
    {"harmless", TEXT | TABLE, "the outcomes that are no hit"},
    {"price", TEXT, "the column of the units with their prices"},
    {"strength", TEXT | NEEDED, "the column of the units that target classes are made of"},
    {"class", TEXT, "the column of the units that says what class of target they are; units of one class and strength are one target. Without "
     "it each unit is a class of its own"},
    {NULL, 0, NULL}};

static const lua_option PRICES[] = {
    {"printed", TEXT, "the column with the printed price; \"points\" if it is left out"},
    {"by", TEXT, "the procedure or the page that says how to price"},
    {NULL, 0, NULL}};

static const lua_option RULEBOOK[] = {
    {"tables", TABLE, "the tables whose columns have kinds: name = {column = kind, ...}"},
    {"units", TEXT, "the table of the units; \"units\" if there is one of that name"},
    {"more_units", TEXT, "a second table of units"},
    {"weapons", TEXT, "the table of the weapons; \"weapons\" if there is one of that name"},
    {"procedures", TABLE, "the rolls and chains, in the order in which they are listed"},
    {"battle", TABLE, "how units fight in numbers: battle {...}"},
    {"duel", TABLE, "which chain is a duel, if the battle does not make one"},
    {"fire", TABLE, "which roll is one unit's fire at another"},
    {"no_fire", TEXT, "why there is none, a clause"},
    {"prices", TABLE, "the formula of the prices: table = function(row) -> list of {part, words, points}"},
    {"card", FUNCTION, "card(row) -> the lines of a unit's record card: a list of {key, label, value}"},
    {NULL, 0, NULL}};

/* The array's name is not enough for messages: "the rulebook" is how users call what they return. */
#define LIST(list, name, words) const lua_options list##_OPTIONS = {name, words, list}

LIST(RULEBOOK, "the rulebook", "What rules.lua returns.");
LIST(ROLL, "roll", "One throw of a fixed set of dice, and what comes of it.");
LIST(CHAIN, "chain", "A throw repeated, each from the state that the last one left, until there is an outcome.");
LIST(PARAMETER, "parameter", "Behind key, kind and help.");
LIST(COLUMN, "column", "Of a table, where a column is {kind, options ...} and not a kind alone.");
LIST(EXPECTATION, "expectation", "Behind name and help.");
LIST(BATTLE, "battle", "How the elements of two armies fight.");
LIST(INITIATIVE, "initiative", "Who begins a turn of a battle.");
LIST(AFTER, "after", "The end of a turn of a battle.");
LIST(WORDS, "words", "What the manual says of battles.");
LIST(DUEL, "duel", "Which chain is a duel.");
LIST(FIRE, "fire", "Which roll is one unit's fire at another.");
LIST(PRICES, "prices", "Besides one function for each table that has prices.");

const lua_options *const ALL_OPTIONS[] = {
    &RULEBOOK_OPTIONS, &COLUMN_OPTIONS, &ROLL_OPTIONS, &CHAIN_OPTIONS, &PARAMETER_OPTIONS, &EXPECTATION_OPTIONS,
    &BATTLE_OPTIONS, &INITIATIVE_OPTIONS, &AFTER_OPTIONS, &WORDS_OPTIONS, &DUEL_OPTIONS, &FIRE_OPTIONS, &PRICES_OPTIONS,
};
const size_t N_ALL_OPTIONS = COUNT_OF(ALL_OPTIONS);

const lua_word WORDS_OF_RULES[] = {
    {"kinds", "whole(min, max)", "A whole number with its limits.", "save = whole(2, 7)"},
    {"kinds", "decimal(min, max)", "A number with its limits; without the second there is none upwards.", "{\"range\", decimal(0, 60), \"distance in inches\"}"},
    {"kinds", "flag", "Yes or no.", NULL},
    {"kinds", "text", "A text.", NULL},
    {"kinds", "choice {word, ...}", "One of these words.", "{\"cover\", choice {\"none\", \"soft\"}, \"its cover\", default = \"none\"}"},
    {"kinds", "row \"table\"", "A row of a table, or of two: row {\"troops\", \"vehicles\"}.", "gun = row \"guns\""},
    {"kinds", "list \"table\"", "Rows of a table, or of several; of parameters only.", NULL},
    {"kinds", "array(n, kind)", "A list of n values of one kind; a field of a state only. Its places are 1 to n.", "wounds = array(3, whole(0, 5))"},
    {"dice", "d(sides)", "One die. d4, d6, d8, d10, d12, d20 and d100 are there.", "dice = {d6, d(3)}"},
    {"dice", "dice(n, die)", "n dice, each of which is an argument of its own.", "dice = {dice(2, d6)}"},
    {"dice", "sum(die, ...)", "All of them added up: one die. sum(3, d6) is sum(d6, d6, d6).", "dice = {sum(2, d6)}"},
    {"dice", "keep(n, count, die)", "The sum of the n highest of count dice.", "keep(3, 4, d6)"},
    {"dice", "lowest(n, count, die)", "The sum of the n lowest of count dice.", NULL},
    {"dice", "pool(count, die, least, ...)",
     "How many of count dice show `least` or more. With further numbers each success is thrown again against the next: hit, wound, "
     "save. A stage may be a function(value), or {die, least} for another die.", "pool(10, d6, 3, 4)"},
    {"dice", "sorted(count, die)", "The dice from the highest to the lowest, as a list.", "sorted(3, d6)"},
    {"dice", "opposed(die, die)", "The first less the second.", "opposed(d6, d10)"},
    {"dice", "reroll(die, which)", "The die is thrown once again if it shows one of a list of values, or one for which a function "
     "says true.", "reroll(d6, {1})"},
    {"dice", "explode(die, value, times)", "As often as it shows the value it is thrown again and added, up to so many times.",
     "explode(d6, 6, 3)"},
    {"dice", "chance(n, m)", "True n times out of m, false otherwise.", "chance(1, 6)"},
    {"dice", "card {name = count, ...}", "A card of a deck; or card {value, value, ...}, one of each.", "card {ace = 4, other = 48}"},
    {"dice", "map(die, f)", "What the function makes of what the die shows. Equal results are one.", "map(d6, function(v) return v > 3 end)"},
    {"dice", "combine(die, ..., f)", "What the function makes of several dice: one die.", "combine(d6, d6, math.max)"},
    {"helpers", "tables", "The tables of the folder, while a rule runs: tables.units[\"tiger-i\"].save, tables.units[1], #tables.units. A "
     "hyphen in a name may be written as an underscore. Nothing in them can be changed.", NULL},
    {"helpers", "row:at(range)", "In the bracket that covers the range; nil beyond the last.", "tables.to_hit.gun:at(s.range)"},
    {"helpers", "each(table)", "All rows of a table.", "for row in each(tables.units) do ... end"},
    {"helpers", "find(table, id)", "The row with that id, or nil.", NULL},
    {"helpers", "refuse(text)", "Refuses what was asked, with a message to the user; in prepare, enlist and aim.", NULL},
    {"helpers", "clamp(x, min, max)", "x, but at least min and at most max.", NULL},
    {"helpers", "ceil(x), floor(x)", "The next whole number, upwards and downwards.", NULL},
    {"helpers", "round_up(n, d), round_down(n, d)", "n divided by d, as a whole number.", NULL},
    {"helpers", "min, max, abs", "As those of math.", NULL},
    {"Lua", "math, string, table", "The libraries of Lua 5.4, without chance, bytecode and what would take unlimited time.", NULL},
    {"Lua", "assert, error, ipairs, pairs, select, tonumber, tostring, type", "As in Lua 5.4; pairs goes through keys in their order.", NULL},
};
const size_t N_WORDS_OF_RULES = COUNT_OF(WORDS_OF_RULES);
/* clang-format on */
