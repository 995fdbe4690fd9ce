/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every word that rules may use, with a sentence that explains it. The reader checks files against these lists,
 * messages propose names from them, and docs/lua-reference.md is made from them. A word that is not here does not
 * exist. */
#include "rules/lua/vocabulary.h"

const lua_type_name TYPES_OF_RULES[N_TYPES_OF_RULES] = {
    {"text", "a text"},         {"number", "a number"},     {"true or false", "true or false"},
    {"function", "a function"}, {"table", "a table {...}"},
};

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* The names are short, because the tables below are read more often than the checks. */
enum {
    TEXT = IS_TEXT,
    NUMBER = IS_NUMBER,
    YES_NO = IS_BOOLEAN,
    FUNCTION = IS_FUNCTION,
    TABLE = IS_TABLE,
    NEEDED = IS_NEEDED,
};

/* clang-format off */

#define ID {"id", TEXT, "a short id, such as \"T-01\" (the name)"}
#define PLACE_IN_BOOK \
    {"section", TEXT, "the section of the rulebook"}, \
    {"rulings", TEXT, "ids of the rows of the table rulings that it uses: \"R-1, R-4 to R-6\""}, \
    {"notes", TEXT, "further notes for the manual"}

/* Rolls and chains are documented alike. */
#define DOCUMENTATION \
    ID, \
    {"name", TEXT | NEEDED, "its name in commands, after the rulebook's id and a dot: \"shot\""}, \
    {"title", TEXT | NEEDED, "what it resolves, in one line"}, \
    {"chapter", TEXT, "the heading that lists it (\"Rules\")"}, \
    PLACE_IN_BOOK, \
    {"parameters", TABLE, "the parameters of the question: a list of {key, kind, help, options ...}"}, \
    {"expectations", TABLE, "averages besides the outcomes: a list of {name, help}"}, \
    {"expects", FUNCTION, "expects(s, name) -> whether that average has a meaning in this question; others are left out (all have)"}, \
    {"brackets", FUNCTION, "brackets(s) -> the range brackets that a sweep over the parameter with `bracketed` uses: the name of a table, or a list of distances"}, \
    {"remark", FUNCTION, "remark(s) -> a short warning about the numbers, without a full stop, which every answer shows; or nil"}, \
    {"prepare", FUNCTION, "prepare(s): computes what follows from the parameters and puts it into s; may refuse()"}, \
    {"explain", TEXT | FUNCTION | TABLE, \
     "the situation in words: a text with {names} of s, a list of such lines, or explain(s) -> text or list of lines"}

static const lua_option ROLL[] = {
    DOCUMENTATION,
    {"outcomes", TABLE, "the names that resolve can return, in the order of the answer; \"#\" is the place of numbers, and \"d#\" of d0, d1 and so on"},
    {"numbers", TEXT, "what a whole number counts, if resolve can also return one: \"hits\"; with \"#\" in outcomes, all outcomes in words"},
    {"occurring", TEXT, "the outcomes in words; answers then list only those that occur, and not all of them"},
    {"parts", NUMBER, "numbers are whole numbers of this part of one: 10 for tenths, so that 5 is the outcome 0.5"},
    {"highest_first", YES_NO, "answers list the numbers from the highest to the lowest"},
    {"dice", FUNCTION | TABLE | NEEDED, "the dice that are thrown: a list, or dice(s) -> list"},
    {"resolve", FUNCTION | NEEDED, "resolve(s, ...) -> outcome, gains: the result of the dice, with one argument for each die"},
    {NULL, 0, NULL}};

/* `turns` may be a text (the parameter with the limit), so that the limit of a question is the one that its help
 * describes. */
static const lua_option CHAIN[] = {
    DOCUMENTATION,
    {"outcomes", TABLE, "the names that outcome can return; \"#\" is the place of numbers, and \"d#\" of d0, d1 and so on"},
    {"numbers", TEXT, "what a whole number counts, if outcome can also return one: \"survivors\"; with \"#\" in outcomes, all outcomes in words"},
    {"occurring", TEXT, "the outcomes in words; answers then list only those that occur, and not all of them"},
    {"parts", NUMBER, "numbers are whole numbers of this part of one: 10 for tenths, so that 5 is the outcome 0.5"},
    {"highest_first", YES_NO, "answers list the numbers from the highest to the lowest"},
    {"state", TABLE | NEEDED, "the fields of a state: name = kind, with limits"},
    {"start", FUNCTION, "start(s) -> fields: the first state (each field at its minimum)"},
    {"outcome", FUNCTION | NEEDED, "outcome(s, st) -> the outcome that ends the chain, or nil to continue"},
    {"dice", FUNCTION | TABLE | NEEDED, "the dice of a step: a list, or dice(s, st) -> list"},
    {"step", FUNCTION, "step(s, st, ...) -> turn_is_over, gains: changes the fields of st by the dice"},
    {"each", FUNCTION,
     "each(s, st, i, shown) -> turn_is_over, gains: in place of step, what the i-th die alone does to the state before the throw. "
     "Two dice of a throw cannot change the same field. salvo then asks once for all states in which a die reads the same"},
    {"kind", FUNCTION,
     "kind(s, ...) -> text or number: results of one kind have the same effect in every state with the same dice, so `step` is called "
     "for one of each. It saves time if dice have many results"},
    {"turns", TEXT | NUMBER | FUNCTION,
     "limit of turns: the name of a parameter, a number, or turns(s) -> number or nil. salvo counts the turns, so the state need "
     "not; `outcome` is also asked about states that the limit never lets happen"},
    {"undecided", TEXT | YES_NO,
     "the outcome at the limit of turns, or if the chain can never end (a new outcome `undecided`); false if it always ends"},
    {"purpose", FUNCTION, "purpose(s, st) -> 0 to 15: the purpose of the throw, so that variants use the same dice for the same purpose"},
    {"thrown", TEXT | TABLE | FUNCTION,
     "the name of a throw in salvo explain, such as \"a shot\": a text, a list of texts by `purpose`, or thrown(s, st) -> text"},
    {"told", TABLE,
     "the fields of a state that salvo explain shows, with their names: field = \"words\" (all fields by their own names). "
     "With field = {\"words\", code = true}, the number is a code, and only its change is shown"},
    {"tells_gains", YES_NO, "the fields that salvo explain shows say all that a step gains, so that it leaves the gains out"},
    {NULL, 0, NULL}};

static const lua_option PARAMETER[] = {
    {"default", TEXT | NUMBER | YES_NO, "the value if the question gives none; without a default, the parameter is required"},
    {"optional", YES_NO, "the parameter can be omitted without a default; its value is then nil"},
    {"brackets", TEXT, "for a decimal: the table whose range brackets a sweep uses"},
    {"distance", YES_NO, "for a decimal: it is a distance, so that its unit can be written (`range`, and with brackets, always)"},
    {"bracketed", YES_NO, "for a decimal: a sweep uses the table that `brackets` of the procedure returns"},
    {"among", TEXT, "for a row: only rows with yes in this column"},
    {"only", TEXT, "a condition on an earlier parameter, without which it is not allowed: \"target=open|closed\""},
    {"excludes", TEXT, "a parameter that cannot be given together with this one"},
    {"unless", TEXT, "a flag; if it is yes, the parameter is not required"},
    {"word", TEXT, "for a number: a word instead of a number (\"unlimited\"); its value is nil, or that of `without`"},
    {"without", NUMBER, "for a number: the value if there is none"},
    {"aliases", TEXT | TABLE, "other keys with this meaning: a text, or a list of texts"},
    {"synonyms", TABLE, "for a choice, a flag or a text: words that players use for a value: {soft = {\"hedge\", \"wood\"}}"},
    {"phrases", TABLE, "for a choice or a flag: its values in pictures and titles, in their order (no, yes): {\"in the open\", \"in cover\"}"},
    {"defaults", TABLE, "defaults that depend on an earlier parameter, before `default`: a list of {value, \"target=open|closed\"}"},
    {"default_cell", TEXT, "the default is this cell: \"modifiers.fort.modifier\""},
    {"default_row", TEXT, "the default is this cell of the row of an earlier parameter, unless it is empty or there is no such column: \"a.weapon\""},
    {"ids", TEXT, "for a whole number: the table with these ids; its value is the row with that id"},
    {"prefixes", TABLE, "for a list: what the entries of a table begin with: {artillery = \"artillery-\"}"},
    {"suffix", TEXT,
     "for a list: an end that an entry can have, such as \"-fixed\"; then each place of the list is {row, whether it has that end}"},
    {"count", NUMBER, "for a list: how often an entry can occur (\"machine-gun:4\" is in the list four times)"},
    {NULL, 0, NULL}};

static const lua_option COLUMN[] = {
    {"blank", TEXT, "the text of a cell without a value (\"-\"); its value is nil"},
    {"optional", YES_NO, "the table need not have the column; its values are then nil"},
    {"word", TEXT, "for a number: a text that a cell may have instead (\"*\"); its value is that text"},
    {NULL, 0, NULL}};

static const lua_option TOLD[] = {
    {"code", YES_NO, "the number is a code, and only its change is shown"},
    {NULL, 0, NULL}};

static const lua_option EXPECTATION[] = {
    {"parts", NUMBER, "gains are whole numbers of this part of one: 2 for halves"},
    {NULL, 0, NULL}};

static const lua_option BATTLE[] = {
    {"order", TEXT | NEEDED,
     "who acts: \"alternately\" (an element of one side, then one of the other), \"by-sides\" (all of one side, then all of the "
     "other), \"by-cards\" (a card for each element, in random order), \"at-once\" (all, and losses count at the end of the turn)"},
    {"unit", TEXT,
     "the name of an element's unit among its parameters (\"unit\"). A duel {...} has it as a and b, or like other parameters of an "
     "element as a-unit and b-unit"},
    {"element", TABLE, "further parameters of an element, after its unit; e.unit is its row"},
    {"field", TABLE, "parameters of the whole battle; f has their values"},
    {"prepare", FUNCTION, "prepare(f): computes what follows for the whole battle and puts it into f; may refuse()"},
    {"enlist", FUNCTION, "enlist(e): computes what follows for an element; may refuse()"},
    {"state", TABLE | NEEDED, "the state of an element: fields with limits, at most 4 bytes in total"},
    {"start", FUNCTION | NEEDED, "start(e) -> fields of an element at the beginning (each field at its minimum)"},
    {"strength", TEXT | FUNCTION | NEEDED, "the strength that is left, 0 if it is out: a field of the state, or strength(e, st) -> number"},
    {"price", TEXT | FUNCTION, "a column of the units, or price(e) -> number or nil"},
    {"speed", TEXT | NUMBER | FUNCTION, "distance in a turn: a column of the units, a number, or speed(e) (0)"},
    {"closest", NUMBER | FUNCTION, "the distance at which lines stop: a number, or closest(f) (0)"},
    {"turn_limit", NUMBER | FUNCTION, "limit of turns: a number, or turn_limit(f) (unlimited)"},
    {"initiative", TABLE, "which side begins a turn (2D6 each: the higher one begins, equal ones are thrown again)"},
    {"aim", FUNCTION, "aim(f, by, at, now) -> fire: what one element does to another; may refuse(). now.side, now.range, "
                      "now.moving, now.target_moving, now.target_ever_moves (in some turn of the battle), now.duel"},
    {"throws", FUNCTION | NUMBER,
     "throws(fire) -> the number of throws, if no state changes it; `dice` then gets no states, and `resolve` neither depends on the "
     "actor's state nor changes it, unless all act at once, or there is `reads_actor`"},
    {"reads_actor", YES_NO | FUNCTION,
     "together with `throws`: what `resolve` does depends on the actor's state, or changes it; or reads_actor(fire) -> whether "
     "it does"},
    {"shots", FUNCTION,
     "shots(fire, actor) -> the number of throws, if each one is aimed by itself, at an enemy that those before it have left; they "
     "are alike, so that n is 1. If all act at once, in place of `throws`"},
    {"shows", TABLE,
     "the kind of what a throw of one die shows, as in whole(0, 3). If all act at once, dice may then depend on the state of the "
     "target at the beginning of the turn, because what they show means the same in every state"},
    {"may_fire", FUNCTION, "may_fire(fire) -> whether the rules allow it at all, harmful or not (if there is a throw)"},
    {"kind", FUNCTION, "kind(fire, n, ...) -> text or number: results of one kind have the same effect on any two elements, so `resolve` "
                       "is called for one of each. It saves time if dice have many results. Without `throws` it is kind(fire, n, actor, ...), "
                       "and the same effect is that of this actor on any target"},
    {"dice", FUNCTION | TABLE | NEEDED,
     "the dice of a throw: a list, or dice(fire, n, actor, target) -> list, nil if there is no n-th throw. If both sides act "
     "at the same time, they must not depend on the state of the target, except with `shows`"},
    {"resolve", FUNCTION | NEEDED, "resolve(fire, n, actor, target, ...): changes the states by the dice"},
    {"can_harm", FUNCTION | NEEDED, "can_harm(fire, actor, target) -> whether it can ever have an effect"},
    {"limits", FUNCTION,
     "limits(f, n) -> worn, out: how many worn elements, and how many that are out, beat a side that begins with n elements; they "
     "are counted after every activation"},
    {"worn", FUNCTION, "worn(e, st) -> whether it is worn; together with `limits`"},
    {"can_stop", FUNCTION, "can_stop(e) -> whether damage can stop it for good"},
    {"is_stopped", FUNCTION, "is_stopped(e, st) -> whether it is stopped; together with `can_stop`"},
    {"after", TABLE, "what happens to an element at the end of a turn, if all act at once"},
    {"recovers", YES_NO, "an element can act differently later although nobody was weakened in between"},
    {"opposite", YES_NO, "an element fires at the enemy in the same place of the list"},
    {"mirrors", YES_NO, "a battle with exchanged armies is its mirror, so that salvo can solve one of the two"},
    {"words", TABLE, "sentences for the manual"},
    {"brackets", TEXT | FUNCTION,
     "the table whose range brackets sweeps and curves use, or brackets(f, e) -> a list of the distances at which those of an element end"},
    {"remark", FUNCTION,
     "remark(f, n) -> a short warning about the numbers of a battle in which a side begins with n elements, without a full stop; or "
     "nil. In a duel, n is 1"},
    {"why_harmless", FUNCTION,
     "why_harmless(f, by, at, now) -> why such fire damages nothing, as a clause for the answer that nobody wins: \"it has no "
     "weapons\"; nil if the target is merely out of range"},
    {"explain", FUNCTION, "explain(fire, f, by, at, now) -> text or list of lines: remarks of a duel about each side"},
    {"duel", YES_NO, "makes the procedure `duel`, a battle of one against one, and lists it after the others; duel {...} among the "
     "procedures does the same in words of your own"},
    {NULL, 0, NULL}};

static const lua_option DUEL_OF_BATTLE[] = {
    ID,
    {"name", TEXT, "its name in commands (\"duel\")"},
    {"title", TEXT, "what it resolves, in one line (\"a battle of one against one\")"},
    {"chapter", TEXT, "the heading that lists it (\"Battles\")"},
    PLACE_IN_BOOK,
    {"parameters", TABLE,
     "its parameters, if they should have other words or another order: a, b, range and first; turns, or the name of the average that counts "
     "them, a-moves and b-moves if you like; each parameter of an element twice, as a-cover and b-cover; and those of the field. A key can be an alias"},
    {"leaves_out", TABLE, "the parameters of an element and of the field that the duel does not have: there they have their defaults"},
    {"outcomes", TABLE, "the names of its outcomes, in this order: a wins, b wins, both are lost, undecided (a-wins, b-wins, mutual, undecided)"},
    {"stalemate", TEXT,
     "the outcome once neither side can ever harm the other again: the last one, or the third, in place of both are lost, if fire never "
     "puts both out together (the duel goes on, without an end or until its limit of turns)"},
    {"expectations", TABLE, "its averages: first the turns that have begun, then those that `ends` returns (turns)"},
    {"ends", FUNCTION, "ends(at_a, at_b) -> gains: what the states of both at the end of the duel add to the other averages"},
    {"counts_activations", YES_NO, "the first average counts activations in place of turns, and reports call them by its name"},
    {"expects", FUNCTION, "expects(f, name, asked) -> whether an average has a meaning in this question (always); asked: as of `explain`"},
    {"explain", FUNCTION,
     "explain(f, a, b, range, order, asked) -> text or list of lines: the two sides in words, before the lines of `explain` of the battle. "
     "`order` is a clause: \"initiative is rolled for every turn\". asked.first is who begins a turn: \"a\", \"b\", \"both\", "
     "\"initiative\", \"cards\", \"chance\" or \"nobody\"; asked.turns is the limit of turns, or nil"},
    {NULL, 0, NULL}};

static const lua_option INITIATIVE[] = {
    {"dice", FUNCTION | TABLE | NEEDED, "the dice that are thrown: a list, or dice(f) -> list"},
    {"first", FUNCTION | NEEDED, "first(f, ...) -> \"a\", \"b\", or nil to throw again"},
    {NULL, 0, NULL}};

static const lua_option AFTER[] = {
    {"when", FUNCTION, "when(e, moving, before, now) -> whether it throws; `before` is its state at the beginning of the turn"},
    {"dice", FUNCTION | TABLE | NEEDED, "the dice: a list, or dice(e, now) -> list"},
    {"resolve", FUNCTION | NEEDED, "resolve(e, now, ...): changes the state"},
    {NULL, 0, NULL}};

/* "end_", because `end` is a keyword of Lua, which a field's name cannot be without brackets. */
static const lua_option WORDS[] = {
    {"element", TEXT, "an element in messages: \"a tank\" (\"an element of\" and the title)"},
    {"battle", TEXT, "a battle in messages (\"a battle of\" and the title)"},
    {"unit", TEXT, "the unit of an element, in help (\"a unit\")"},
    {"strength", TEXT, "what an element's strength is: \"its hit points\""},
    {"attack", TEXT, "the end of the sentence \"an attack is an activation in which ...\""},
    {"fire", TEXT, "what happens in an activation, in sentences"},
    {"pace", TEXT, "how far elements move in a turn, and how this affects their fire"},
    {"end_", TEXT, "how a battle ends by the rulebook"},
    {"worn", TEXT, "what worn elements are: \"pinned or shaken\" (\"worn\")"},
    {"out", TEXT, "what elements are that are out (\"out of the fight\")"},
    {"worn_key", TEXT, "the parameter of the field that sets the limit of worn elements"},
    {"out_key", TEXT, "the parameter of the field that sets the limit of those that are out"},
    {"limit_rulings", TEXT, "the rulings that the limits follow: \"M21, M22\""},
    {NULL, 0, NULL}};

static const lua_option DUEL[] = {
    {"procedure", TEXT | NEEDED, "the name of the chain that is a duel"},
    {"a", TEXT, "its parameter for one side (\"a\"); the next ones likewise have their own names as default"},
    {"b", TEXT, "its parameter for the other side"},
    {"range", TEXT, "its parameter for the range"},
    {"first", TEXT, "its parameter for the side that is first"},
    {"turns", TEXT, "the expectation that counts turns"},
    {"a_wins", TEXT, "the outcome \"a-wins\""},
    {"b_wins", TEXT, "the outcome \"b-wins\""},
    {"mutual", TEXT, "the outcome \"mutual\""},
    {"counts", TEXT, "what the expectation counts: \"rounds\""},
    {"mirrors", YES_NO, "b against a is the mirror of a against b"},
    {"acts_first", FUNCTION,
     "acts_first(s) -> who acts first in a turn, for reports: \"a\", \"b\", \"both\", \"initiative\" (a throw says it), \"cards\", "
     "\"chance\" (either side, without a throw of the rulebook), \"nobody\", or nil"},
    {NULL, 0, NULL}};

static const lua_option FIRE[] = {
    {"procedure", TEXT | NEEDED, "the name of the roll that is one unit's fire at another"},
    {"firers", TEXT, "the table of the firers (the units)"},
    {"among", TEXT, "only rows with yes in this column of it"},
    {"unit", TABLE | NEEDED, "parameters set from the row of the firer: parameter = \"column\" (an empty cell leaves the default); "
     "parameter = true, false or a number is the value for every row"},
    {"more_unit", TABLE, "the same for rows of more_units, where these differ"},
    {"target", TABLE | NEEDED, "parameters set from the row of the target, likewise"},
    {"arms", TEXT, "a table of weapons that can be named in place of a unit that carries them"},
    {"arms_among", TEXT, "only rows of it with yes in this column"},
    {"arm", TABLE, "parameters set from the row of such a weapon, likewise; together with `arms`"},
    {"range", TEXT, "the parameter for the range (\"range\")"},
    {"words", TABLE, "values that hold by default: a list of \"key=value\""},
    {"each", TEXT, "the parameter that counts the shots of an activation"},
    {"alike", YES_NO, "all shots of an activation are the same"},
    {"shots", FUNCTION, "shots(s) -> how many shots an activation has"},
    {"about", TEXT, "a remark about every shot"},
    {"damage", TEXT | NEEDED, "the expectation for the damage"},
    {"killed", TEXT, "the outcome that is a kill, or the expectation for the chance of a kill"},
    {"harmless", TEXT | TABLE, "the outcomes without a hit"},
    {"price", TEXT, "the column of the units with their prices"},
    {"strength", TEXT, "the column of the units that defines the strength of target classes; without it, reports do not group targets"},
    {"class", TEXT | FUNCTION, "the class of a unit as a target: a column of the units, or class(row) -> text; units of one class and "
     "strength are one target. Without it, each unit is a class of its own"},
    {NULL, 0, NULL}};

static const lua_option PRICES[] = {
    {"printed", TEXT, "the column with the printed price (\"points\")"},
    {"by", TEXT, "the procedure or the page with the formula, for lists whose function does not return it"},
    {NULL, 0, NULL}};

static const lua_option RULEBOOK[] = {
    {"tables", TABLE, "the tables with the kinds of their columns: name = {column = kind, ...}. A hyphen in a name can be an underscore. "
     "`brackets = kind` is for all columns headed by a distance. `rows = {\"moving\", \"cover\"}` are the ids that the table must have; "
     "it may have no others, except with others = true in that list. `columns = {\"units\", kind}` are columns headed by the ids of "
     "another table, one for each of its rows"},
    {"units", TEXT, "the table of the units (\"units\", if there is one)"},
    {"more_units", TEXT, "a second table of units"},
    {"more_cards", TEXT, "a table of things with a record card that are no units, such as aircraft; not beside more_units"},
    {"weapons", TEXT, "the table of the weapons (\"weapons\", if there is one)"},
    {"procedures", TABLE, "the rolls and chains, in the order of lists"},
    {"battle", TABLE, "how armies fight: battle {...}"},
    {"duel", TABLE, "the chain that is a duel, if the battle does not make one"},
    {"fire", TABLE, "the roll that is the fire of one unit at another"},
    {"no_fire", TEXT, "the reason why there is no fire, as a clause"},
    {"prices", TABLE, "the formula for prices: table = function(row) -> list of {part, words, points}, the procedure or page with it"},
    {"card", FUNCTION | TABLE, "card(row) -> the lines of a unit's record card: a list of {key, label, value}; or one function for each "
     "table, card = {units = function(row) ...}"},
    {"check", FUNCTION, "check(): looks at the tables when the book is opened, after --set, and refuses wrong cells with refuse_cell()"},
    {NULL, 0, NULL}};

/* Messages need more than the array's name: "the rulebook" is the users' term for what they return. */
#define LIST(list, name, words) const lua_options list##_OPTIONS = {name, words, list}

LIST(RULEBOOK, "the rulebook", "What rules.lua returns.");
LIST(ROLL, "roll", "One throw of a fixed set of dice, and its result.");
LIST(CHAIN, "chain", "Repeated throws, each from the state after the last one, until there is an outcome.");
LIST(PARAMETER, "parameter", "Options after key, kind and help.");
LIST(COLUMN, "column", "Options of a column, which is then {kind, options ...} instead of a kind alone.");
LIST(TOLD, "told", "Options after the words of a field.");
LIST(EXPECTATION, "expectation", "Options after name and help.");
LIST(BATTLE, "battle", "How the elements of two armies fight.");
LIST(DUEL_OF_BATTLE, "duel", "One of the procedures: the battle of one against one, in words of your own.");
LIST(INITIATIVE, "initiative", "How a battle decides which side begins a turn.");
LIST(AFTER, "after", "The end of a turn of a battle.");
LIST(WORDS, "words", "What the manual says about battles.");
LIST(DUEL, "the rulebook's duel", "The chain that is a duel.");
LIST(FIRE, "fire", "Which roll is one unit's fire at another.");
LIST(PRICES, "prices", "Options beside one function for each table with prices.");

const lua_options *const ALL_OPTIONS[] = {
    &RULEBOOK_OPTIONS, &COLUMN_OPTIONS, &ROLL_OPTIONS, &CHAIN_OPTIONS, &PARAMETER_OPTIONS, &TOLD_OPTIONS, &EXPECTATION_OPTIONS,
    &BATTLE_OPTIONS, &DUEL_OF_BATTLE_OPTIONS, &INITIATIVE_OPTIONS, &AFTER_OPTIONS, &WORDS_OPTIONS, &DUEL_OPTIONS, &FIRE_OPTIONS, &PRICES_OPTIONS,
};
const size_t N_ALL_OPTIONS = COUNT_OF(ALL_OPTIONS);

const lua_word WORDS_OF_RULES[] = {
    {"kinds", "whole(min, max)", "A whole number with its limits.", "save = whole(2, 7)"},
    {"kinds", "decimal(min, max)", "A number with its limits; the second one can be omitted.", "{\"range\", decimal(0, 60), \"distance in inches\"}"},
    {"kinds", "flag", "Yes or no.", NULL},
    {"kinds", "text", "A text.", NULL},
    {"kinds", "choice {word, ...}", "One of these words.", "{\"cover\", choice {\"none\", \"soft\"}, \"its cover\", default = \"none\"}"},
    {"kinds", "row \"table\"", "A row of a table, or of two: row {\"troops\", \"vehicles\"}.", "gun = row \"guns\""},
    {"kinds", "list \"table\"", "Rows of a table, or of several, in the order of the question; for parameters only. A row can be in it several times: "
     "\"gun, gun\"; with `count`, also as \"gun:2\" or \"2 gun\".", "{\"weapons\", list \"guns\", \"its weapons\", count = 9}"},
    {"kinds", "records {name, ...}", "For parameters: one of these tables of records (files NAME.txt of words and \"#\" before comments), or the path of "
     "a user's own file of that form. Its value is that table.", "{\"data\", records {\"printed\", \"guessed\"}, \"the chart\", default = \"printed\"}"},
    {"kinds", "array(n, kind)", "A list of n values of one kind; only for a field of a state. Its places are 1 to n.", "wounds = array(3, whole(0, 5))"},
    {"dice", "d(sides)", "One die. d2, d3, d4, d6, d8, d10, d12, d20 and d100 are defined.", "dice = {d6, d(3)}"},
    {"dice", "dice(n, die)", "n dice; each one is a separate argument.", "dice = {dice(2, d6)}"},
    {"dice", "sum(die, ...)", "The sum as one die. sum(3, d6) is sum(d6, d6, d6).", "dice = {sum(2, d6)}"},
    {"dice", "keep(n, count, die)", "The sum of the n highest of count dice.", "keep(3, 4, d6)"},
    {"dice", "lowest(n, count, die)", "The sum of the n lowest of count dice.", NULL},
    {"dice", "pool(count, die, least, ...)",
     "How many of count dice show at least `least`. With further numbers, each success is thrown again against the next one: "
     "hit, wound, save. A stage can be a function(value), or {die, least} for another die. The number of dice can be a die, too.", "pool(10, d6, 3, 4)"},
    {"dice", "sorted(count, die)", "The dice as a list, from the highest to the lowest.", "sorted(3, d6)"},
    {"dice", "sorted_pairs(n, die, m, die)",
     "How many pairs n dice win against m dice, if both are sorted and the highest are compared, then the next, as in Risk. An equal "
     "die does not win.", "sorted_pairs(3, d6, 2, d6)"},
    {"dice", "opposed(die, die)", "The first less the second.", "opposed(d6, d10)"},
    {"dice", "reroll(die, which)", "The die is thrown once again if it shows one of a list of values, or one for which a function "
     "is true.", "reroll(d6, {1})"},
    {"dice", "explode(die, value, times)", "While the die shows the value, it is thrown again and added, up to `times` times.",
     "explode(d6, 6, 3)"},
    {"dice", "chance(n, m)", "True n times out of m, false otherwise.", "chance(1, 6)"},
    {"dice", "card {name = count, ...}", "A card of a deck; card {value, value, ...} has one of each.", "card {ace = 4, other = 48}"},
    {"dice", "map(die, f)", "The result of the function for the face of the die. Equal results are combined.", "map(d6, function(v) return v > 3 end)"},
    {"dice", "combine(die, ..., f)", "The result of the function for several dice, as one die.", "combine(d6, d6, math.max)"},
    {"dice", "ways(die)", "How many equally likely ways a die has, in lowest terms: 6 for d6 and for chance(1, 6).", "ways(pool(3, d6, 4))"},
    {"helpers", "tables", "The tables of the folder, in rules: tables.units[\"tiger-i\"].save, tables.units[1], #tables.units. A "
     "hyphen in a name can be an underscore. Rules cannot change them.", NULL},
    {"helpers", "row:at(range)", "The value in the bracket that covers the range; nil beyond the last one.", "tables.to_hit.gun:at(s.range)"},
    {"helpers", "row:upto(range)", "The upper end of that bracket.", NULL},
    {"helpers", "record:words()", "The words of a record after its kind and its name, as a list. A record of two words has no name. Its id is kind-name.",
     "find(s.data, \"chart-6-10\"):words()[3]"},
    {"helpers", "path(records)", "The path of a user's own file; nil for a table of the rulebook.", NULL},
    {"helpers", "same_name(a, b)", "Whether two names are the same to a user, as \"Tiger 1\", \"tiger i\" and \"TIGER-I\" are.", NULL},
    {"helpers", "each(table)", "All rows of a table.", "for row in each(tables.units) do ... end"},
    {"helpers", "find(table, id)", "The row with that id, or nil.", NULL},
    {"helpers", "brackets(table)", "The upper ends of the brackets of a table, as a list.", "for i, range in ipairs(brackets(tables.to_hit)) do ... end"},
    {"helpers", "parts(text, separator)", "The parts of a text between single characters, without blanks around them: a list of {text = ..., "
     "at = its place}. For cells with lists.", "parts(\"sword + shield\", \"+\")[2].text"},
    {"helpers", "nearest(text, table)", "The end of a message about an unknown name, with the nearest ids of the table, or the nearest of a "
     "list of texts: \"; did you mean 'sword'?\".", "refuse(\"unknown weapon '\" .. id .. \"'\" .. nearest(id, tables.weapons))"},
    {"helpers", "refuse_cell(row, column, text, at)", "Refuses a cell with a message that has its file, line and column; in `check`. With `at`, "
     "the place of a part in it. A table in place of the row stands for its header. The column of a record can be the number of a word.", "refuse_cell(unit, \"weapons\", \"there are more than 6 weapons\")"},
    {"helpers", "refuse(text)", "Refuses the question with a message; in prepare, enlist and aim. \"cover=soft: ...\" begins with a parameter; in a duel, an element's "
     "parameter becomes that of its side, a-cover.", NULL},
    {"helpers", "clamp(x, min, max)", "x, limited to at least min and at most max.", NULL},
    {"helpers", "ceil(x), floor(x)", "The next whole number, up or down.", NULL},
    {"helpers", "round_up(n, d), round_down(n, d)", "n divided by d, as a whole number.", NULL},
    {"helpers", "min, max, abs", "The same as in math.", NULL},
    {"helpers", "require(name)", "What another file of rules returns. ruleset.yaml lists such files in more_rules.", "local air = require \"air\""},
    {"Lua", "math, string, table", "The libraries of Lua 5.4, without random numbers, bytecode, and functions that can take unlimited time.", NULL},
    {"Lua", "assert, error, ipairs, pairs, select, tonumber, tostring, type", "The same as in Lua 5.4; pairs takes keys in order.", NULL},
};
const size_t N_WORDS_OF_RULES = COUNT_OF(WORDS_OF_RULES);
/* clang-format on */
