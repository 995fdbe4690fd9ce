/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What goes wrong in a rulebook in Lua: every mistake has a message that names the line and says what would do; and what a
 * stranger's file must not do. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support.h"

/* Pieces that most cases share: a roll in which one line is wrong. `%s` is that line. */
#define ROLL_OF(fields) "return {procedures = {roll {name = 'r', title = 't', " fields "}}}"
#define RESOLVE_IS(body) \
    ROLL_OF("outcomes = {'hit', 'miss'}, expectations = {{'damage', 'what is lost'}}, dice = {d6},\nresolve = " body)
#define CHAIN_OF(fields)                                                                                                        \
    "return {procedures = {chain {name = 'c', title = 't', outcomes = {'over', 'open'}, state = {hits = whole(0, 3)},\n" fields \
    "}}}"
#define BATTLE_OF(fields)                                                                                          \
    "local r = roll {name = 'r', title = 't', outcomes = {'o'}, dice = {}, resolve = function() return 'o' end}\n" \
    "return {procedures = {r}, battle = battle {order = 'alternately', strength = 'hits', duel = true,\n" fields "}}"

#define FIRE_OF(fields)                                                                                                              \
    "local r = roll {name = 'r', title = 't', parameters = {{'unit', row 'units', 'who'}, {'range', decimal(0), 'how far'}},\n"      \
    "outcomes = {'hit', 'miss'}, expectations = {{'damage', 'what is lost'}}, dice = {d6}, resolve = function() return 'hit' end}\n" \
    "return {procedures = {r}, fire = {procedure = 'r', " fields "}}"

/* A battle whose duel has words of its own. */
#define DUEL_OF(fields)                                                                                                    \
    "local b = battle {order = 'alternately', strength = 'hits', element = {{'cover', choice {'none', 'soft'}, 'its'}},\n" \
    "state = {hits = whole(0, 3)}, start = function() return {hits = 3} end, dice = {d6}, resolve = function() end,\n"     \
    "can_harm = function() return true end}\n"                                                                             \
    "local sides, near = {{'a', row 'units', 'one'}, {'b', row 'units', 'other'}}, {'range', decimal(0), 'how far'}\n"     \
    "return {battle = b, procedures = {" fields "}}"
#define DUEL_WITH(more) "duel {parameters = {sides[1], sides[2], near, " more "}}"
#define FIRST           "{'first', choice {'a', 'b'}, 'who'}, "

#define BOOK_OF(fields)                                                                                            \
    "local r = roll {name = 'r', title = 't', outcomes = {'a'}, dice = {}, resolve = function() return 'a' end}\n" \
    "return {procedures = {r}, " fields "}"

static const struct mistake {
    const char *name, *rules, *message;
    int line;          /* 0: not compared */
    const char *words; /* of the first procedure; NULL: the file is refused when it is opened */
} MISTAKES[] = {
    {"a broken line", "return {procedures = {roll {name = 'r'\n", "'}' expected (to close '{' at line 1)", 2, NULL},
    {"nothing is returned", "local x = 1", "the file returns nil", 0, NULL},
    {"a hyphen in a name", "return {tables = {units = {\nto-hit = whole(2, 7)}}}",
     " near '=' (is there a hyphen in a name? Write to_hit for the column to-hit)", 2, NULL},
    {"no procedures", "return {}", "no procedures", 0, NULL},
    {"a misspelt field of the rulebook", "return {procedure = {}}", "did you mean 'procedures'?", 0, NULL},
    {"a roll without a name", "\nreturn {procedures = {roll {title = 't'}}}", "roll needs 'name'", 2, NULL},
    {"a misspelt option", "return {procedures = {\nroll {name = 'r', title = 't', outcome = {'a'}}}}",
     "did you mean 'outcomes'?", 2, NULL},
    {"an option of the wrong type", ROLL_OF("outcomes = {'a'}, dice = {d6}, resolve = 'hit'"),
     "'resolve' of roll is 'hit'; it must be a function", 1, NULL},
    {"a name that is no id",
     "return {procedures = {roll {name = 'My Roll', title = 't', outcomes = {'a'}, dice = {},\n"
     "resolve = function() end}}}",
     "'my-roll'", 1, NULL},
    {"two procedures of one name",
     "local function one()\nreturn roll {name = 'r', title = 't', outcomes = {'a'}, dice = {}, resolve = function() end} end\n"
     "return {procedures = {one(), one()}}",
     "two procedures are called wrong.r", 2, NULL},
    {"two outcomes of one name", ROLL_OF("outcomes = {'a', 'A'}, dice = {}, resolve = function() end"), "the same name",
     1, NULL},
    {"no outcomes", ROLL_OF("dice = {}, resolve = function() end"), "needs outcomes", 1, NULL},
    {"a parameter without help",
     ROLL_OF("parameters = {{'x', flag}}, outcomes = {'a'}, dice = {}, resolve = function() end"), "the help", 1, NULL},
    {"a parameter that is no list",
     ROLL_OF("parameters = {'x'}, outcomes = {'a'}, dice = {}, resolve = function() end"),
     "a parameter of wrong.r is 'x'", 1, NULL},
    {"a misspelt option of a parameter",
     ROLL_OF(
         "parameters = {{'x', whole(1, 2), 'help', defualt = 1}}, outcomes = {'a'}, dice = {}, resolve = function() end"),
     "did you mean 'default'", 1, NULL},
    {"a parameter of no kind",
     ROLL_OF("parameters = {{'x', 'number', 'help'}}, outcomes = {'a'}, dice = {}, resolve = function() end"),
     "the kind of the parameter 'x' of wrong.r is 'number'", 1, NULL},
    {"a default out of limits",
     ROLL_OF(
         "parameters = {{'x', whole(1, 2), 'help', default = 3}}, outcomes = {'a'}, dice = {}, resolve = function() end"),
     "its default", 1, NULL},
    {"a phrase for one of two values",
     ROLL_OF(
         "parameters = {{'y', flag, 'help'}, {'x', choice {'a', 'b'}, 'help', phrases = {'p'}, default = 'a'}}, outcomes = {'a'}, dice = {}, resolve = function() end"),
     "has 1 phrases; it needs one for each of its 2 values", 1, NULL},
    {"a synonym of no value",
     ROLL_OF(
         "parameters = {{'y', flag, 'help'}, {'x', choice {'a', 'b'}, 'help', synonyms = {c = {'q'}}, default = 'a'}}, outcomes = {'a'}, dice = {}, resolve = function() end"),
     "its synonym 'q': x=c: 'c' is not a value of x", 1, NULL},
    {"a default on a condition of nothing",
     ROLL_OF(
         "parameters = {{'y', flag, 'help'}, {'x', choice {'a', 'b'}, 'help', defaults = {{'a', 'z=yes'}}, default = 'a'}}, outcomes = {'a'}, dice = {}, resolve = function() end"),
     "'z=yes' does not depend on a parameter before it", 1, NULL},
    {"a default that is no value",
     ROLL_OF(
         "parameters = {{'y', flag, 'help'}, {'x', choice {'a', 'b'}, 'help', defaults = {{'c', 'y=yes'}}, default = 'a'}}, outcomes = {'a'}, dice = {}, resolve = function() end"),
     "its default for y=yes: x=c: 'c' is not a value of x", 1, NULL},
    {"defaults that are no list",
     ROLL_OF(
         "parameters = {{'y', flag, 'help'}, {'x', choice {'a', 'b'}, 'help', defaults = {'a'}, default = 'a'}}, outcomes = {'a'}, dice = {}, resolve = function() end"),
     "defaults must be a list of {value, \"target=open|closed\"}", 1, NULL},
    {"a default of no cell",
     ROLL_OF(
         "parameters = {{'y', flag, 'help'}, {'x', choice {'a', 'b'}, 'help', default_cell = 'units.x.hits'}}, outcomes = {'a'}, dice = {}, resolve = function() end"),
     "default_cell = 'units.x.hits' is no cell of the tables", 1, NULL},
    {"a default of no row",
     ROLL_OF(
         "parameters = {{'y', flag, 'help'}, {'x', choice {'a', 'b'}, 'help', default_row = 'z.hits'}}, outcomes = {'a'}, dice = {}, resolve = function() end"),
     "'z.hits' names no parameter before it", 1, NULL},
    {"a table that is not there",
     ROLL_OF("parameters = {{'x', row 'unit', 'help'}}, outcomes = {'a'}, dice = {}, resolve = function() end"),
     "did you mean 'units'?", 1, NULL},
    {"a condition on nothing",
     ROLL_OF(
         "parameters = {{'x', flag, 'help', only = 'y=yes'}}, outcomes = {'a'}, dice = {}, resolve = function() end"),
     "'y=yes' does not depend on a parameter before it", 1, NULL},
    {"a word in a column of texts", "return {tables = {units = {name = {text, word = '*'}}}}",
     "the column 'name' of the table 'units': only a number has a word", 0, NULL},
    {"columns of no table", "return {tables = {units = {columns = {'tanks', flag}}}}",
     "the columns of the table 'units': ruleset.yaml lists no table 'tanks'", 0, NULL},
    {"columns of no kind", "return {tables = {units = {columns = {'units'}}}}",
     "the columns of the table 'units' is nil; a column must be a kind", 0, NULL},
    {"parts of no numbers", ROLL_OF("parts = 10, outcomes = {'a'}, dice = {}, resolve = function() end"),
     "parts are those of numbers; add numbers", 1, NULL},
    {"a flag that is a distance",
     ROLL_OF(
         "parameters = {{'x', flag, 'help', distance = true}}, outcomes = {'a'}, dice = {}, resolve = function() end"),
     "the parameter 'x' of wrong.r: only a decimal is a distance", 1, NULL},
    {"a misspelt option of told",
     CHAIN_OF("told = {hits = {'hits', coded = true}}, outcome = function() end, dice = {d6}, step = function() end"),
     "did you mean 'code'?", 1, NULL},
    {"arms without parameters", FIRE_OF("unit = {unit = 'id'}, target = {}, damage = 'damage', arms = 'units'"),
     "fire.arms, their table, and fire.arm, what is set from its rows, belong together", 0, NULL},
    {"a class without a strength", FIRE_OF("unit = {unit = 'id'}, target = {}, damage = 'damage', class = 'name'"),
     "fire.class is a part of what makes targets equal; add strength", 0, NULL},
    {"a second table of firers that is none",
     FIRE_OF("unit = {unit = 'id'}, more_unit = {unit = 'id'}, target = {}, damage = 'damage'"),
     "fire.more_unit needs a second table of units", 0, NULL},
    {"a column of arms that is not there",
     FIRE_OF(
         "unit = {unit = 'id'}, target = {}, damage = 'damage', arms = 'units', arms_among = 'x', arm = {unit = 'id'}"),
     "fire.arms_among: the table units has no column 'x'", 0, NULL},
    {"shots one after the other",
     BATTLE_OF("state = {hits = whole(0, 3)}, start = function() end, dice = {d6}, resolve = function() end,\n"
               "can_harm = function() return true end, shots = function() return 2 end"),
     "shots are for battles with order = \"at-once\"", 0, NULL},
    {"what a throw shows, one after the other",
     BATTLE_OF("state = {hits = whole(0, 3)}, start = function() end, dice = {d6}, resolve = function() end,\n"
               "can_harm = function() return true end, shows = whole(1, 6)"),
     "shows is for battles with order = \"at-once\"", 0, NULL},
    {"a throw that shows texts",
     BATTLE_OF("state = {hits = whole(0, 3)}, start = function() end, dice = {d6}, resolve = function() end,\n"
               "can_harm = function() return true end, shows = text"),
     "shows must be whole(min, max)", 0, NULL},
    {"ways of no die", ROLL_OF("numbers = 'n', dice = {}, resolve = function() return ways(6) end"),
     "ways needs a die, such as d6, and got 6", 1, ""},
    {"limits the wrong way round", "\nlocal x = whole(7, 2)\nreturn {}", "the first limit must be the lower one", 2,
     NULL},
    {"a kind without limits", "local x = whole()\nreturn {}", "whole needs its limits", 1, NULL},
    {"an array of nothing", "\nlocal x = array(3)\nreturn {}", "array must be written array(3, whole(0, 5))", 2, NULL},
    {"a parameter that is an array",
     ROLL_OF("parameters = {{'x', array(2, flag), 'help'}}, outcomes = {'a'}, dice = {}, resolve = function() end"),
     "only fields of states can be arrays", 1, NULL},
    {"a place behind the array",
     "return {procedures = {chain {name = 'c', title = 't', outcomes = {'o'}, state = {hits = array(2, whole(0, 3))},\n"
     "outcome = function() return nil end, dice = {d6},\nstep = function(s, st) st.hits[3] = 1 end}}}",
     "this array of a state has places 1 to 2, and none is called 3", 3, ""},
    {"a list that is too long for its array",
     "return {procedures = {chain {name = 'c', title = 't', outcomes = {'o'}, state = {hits = array(2, whole(0, 3))},\n"
     "outcome = function() return nil end, dice = {d6},\nstep = function(s, st) st.hits = {1, 2, 3} end}}}",
     "a longer list; it must be a list of 2 values", 3, ""},
    {"a value too many for its array",
     "return {procedures = {chain {name = 'c', title = 't', outcomes = {'o'}, state = {hits = array(2, whole(0, 3))},\n"
     "outcome = function() return nil end, dice = {d6},\nstep = function(s, st) st.hits[2] = 4 end}}}",
     "step set the state's hits to 4; it must be a whole number from 0 to 3", 3, ""},
    {"a misspelt option of a column", "return {tables = {units = {hits = {whole(1, 9), bracket = 'units'}}}}",
     "no field 'bracket'", 1, NULL},
    {"a column that is not there", "return {tables = {units = {armour = whole(1, 9)}}}",
     "the column 'armour' is missing from the header", 0, NULL},
    {"a table that makes the rules wrong",
     "return {tables = {units = {hits = whole(1, 2)}}, procedures = {roll {name = 'r', title = 't', outcomes = {'a'}, dice = {},\n"
     "parameters = {{'x', whole(0, 9), 'help', default_cell = 'units.panther.hits'}}, resolve = function() return 'a' end}}}",
     "3 is out of range; hits must be from 1 to 2", 0, NULL},
    {"rows that are no texts", "return {tables = {units = {rows = {'tiger', 5}}}}",
     "the rows of the table 'units' must be a list of texts; one of them is 5", 1, NULL},
    {"rows that are kinds", "return {tables = {units = {rows = {5}}}}", "the column 'rows' of the table 'units'", 1,
     NULL},
    {"a row that is not there", BOOK_OF("tables = {units = {rows = {'panther', others = true}}}"),
     "the row 'panther' is missing from the table", 0, NULL},
    {"a row that may not be there", BOOK_OF("tables = {units = {rows = {'tiger'}}}"),
     "salvo does not use a row 'leopard'", 0, NULL},
    {"two tables after the units", BOOK_OF("more_units = 'rulings', more_cards = 'rulings'"),
     "a rulebook has more_units or more_cards, and not both", 2, NULL},
    {"cards of no table", BOOK_OF("card = {unit = function() end}"),
     "card must have a function for each table with cards; card.units is nil", 2, NULL},
    {"a check that fails", BOOK_OF("\ncheck = function() local x = tables.units.tiger.armour end"),
     "the table units has no column 'armour'", 3, NULL},
    {"a cell of no row", BOOK_OF("\ncheck = function() refuse_cell('tiger', 'hits', 'too many') end"),
     "refuse_cell needs a row or a table, a column and the reason", 3, NULL},
    {"a cell of no column", BOOK_OF("\ncheck = function() refuse_cell(tables.units.tiger, 'hit', 'too many') end"),
     "refuse_cell: the table units has no column 'hit'; did you mean 'hits' or 'id'?", 3, NULL},
    {"a place before the cell",
     BOOK_OF("\ncheck = function() refuse_cell(tables.units.tiger, 'hits', 'too many', 0) end"),
     "the place in the cell is 0; it must be from 1", 3, NULL},
    {"parts between words", BOOK_OF("\ncheck = function() parts('a and b', 'and') end"),
     "parts needs a text and the character between its parts", 3, NULL},
    {"the nearest of nothing", BOOK_OF("\ncheck = function() nearest('a', 'b') end"),
     "nearest needs a text and a table of the rulebook or a list of texts", 3, NULL},
    {"brackets that are not there", BOOK_OF("\ncheck = function() brackets(tables.units) end"),
     "brackets needs a table of the rulebook with brackets", 3, NULL},
    {"each of a row", BOOK_OF("\ncheck = function() each(tables.units.tiger) end"),
     "each needs a table of the rulebook", 3, NULL},
    {"a check that never ends", BOOK_OF("\ncheck = function() while true do end end"),
     "the rules ran more than 10006000 instructions", 3, NULL},
    {"a name that nobody gave", "\nlocal x = pol(3, d6, 4)", "unknown name 'pol'; did you mean 'pool'", 2, NULL},
    {"a word of salvo as a global", "function pool() end", "'pool' is a word of salvo", 1, NULL},
    {"tables while the file is read", "local x = tables.units[1]", "only in a function of the rules", 1, NULL},
    {"a die without dice", ROLL_OF("outcomes = {'a'}, dice = {6}, resolve = function() end"), "needs a die, such as d6",
     1, NULL},
    {"too many dice", ROLL_OF("outcomes = {'a'}, dice = {dice(9, d6), dice(9, d6)}, resolve = function() end"),
     "it has at most 16", 1, NULL},
    {"a die of too many ways", "local x = pool(254, chance(1, 100000), function(v) return v end)",
     "the dice have more than 2^4096 equally likely ways", 1, NULL},
    {"a die of too many values", "local x = combine(d20, d20, function(a, b) return a * 20 + b end)",
     "has 400 different values, more than 255", 1, NULL},
    {"a value of nil", "local x = map(d6, function(v) if v > 3 then return 1 end end)", "returns nothing for 1", 1,
     NULL},
    {"a field of a die", "local x = d6.sides", "a die has no field 'sides'", 1, NULL},

    {"no outcome is returned", RESOLVE_IS("function(s, v) if v > 9 then return 'hit' end end"), "is a return missing?",
     2, ""},
    {"an outcome that is not declared", RESOLVE_IS("function(s, v) return 'hti' end"), "did you mean 'hit'?", 2, ""},
    {"a number as outcome", RESOLVE_IS("function(s, v) return v end"), "declare numbers", 2, ""},
    {"gains of an unknown name", RESOLVE_IS("function(s, v) return 'hit', {damge = 1} end"), "there is 'damage'", 2,
     ""},
    {"half a gain", RESOLVE_IS("function(s, v) return 'hit', {damage = 0.5} end"), "it must be a whole number", 2, ""},
    {"gains that are no table", RESOLVE_IS("function(s, v) return 'hit', 5 end"), "returned 5 as gains", 2, ""},
    {"a misspelt field of s", RESOLVE_IS("function(s, v)\nif v > s.needz then return 'hit' end return 'miss' end"),
     "nothing here is called 'needz'", 3, ""},
    {"a row that is not there", RESOLVE_IS("function(s, v)\nreturn tables.units.tigre.name end"),
     "did you mean 'tiger'?", 3, ""},
    {"a column of a row that is not there", RESOLVE_IS("function(s, v)\nreturn tables.units.tiger.hist end"),
     "did you mean 'hits'?", 3, ""},
    {"a table that a rule misspells", RESOLVE_IS("function(s, v)\nreturn tables.unit end"), "did you mean 'units'?", 3,
     ""},
    {"a row is changed", RESOLVE_IS("function(s, v)\ntables.units.tiger.hits = 1 end"), "'hits' cannot be set here", 3,
     ""},
    {"s is changed", RESOLVE_IS("function(s, v)\ns.count = 1 end"), "'count' cannot be set here", 3, ""},
    {"a global is set", RESOLVE_IS("function(s, v)\ncount = 1 end"), "write local count", 3, ""},
    {"divided by zero", RESOLVE_IS("function(s, v)\nreturn 7 // (v - v) end"), "attempt to divide by zero", 3, ""},
    {"divided by zero as a point", RESOLVE_IS("function(s, v)\nreturn 'hit', {damage = ceil(1 / (v - v))} end"),
     "was something divided by 0?", 3, ""},
    {"a loop without an end", RESOLVE_IS("function(s, v)\nwhile true do end end"), "a loop that never stops", 3, ""},
    {"calls without an end", RESOLVE_IS("function(s, v)\nlocal function f() return 1 + f() end return f() end"),
     "a function call itself without an end", 0, ""}, /* the stack's limit or memory's, by the size of pointers */
    {"too much memory", RESOLVE_IS("function(s, v)\nlocal t = {} for i = 1, 1e9 do t[i] = {i} end end"),
     "MiB of memory", 2, ""},
    {"a long text", RESOLVE_IS("function(s, v)\nlocal t = 'x' while true do t = t .. t end end"),
     "a text is longer than", 2, ""},
    {"a text repeated", RESOLVE_IS("function(s, v)\nreturn ('x'):rep(1e9) end"), "repeated more than", 3, ""},
    {"an empty text repeated", RESOLVE_IS("function(s, v)\nreturn (''):rep(1e15) end"), "repeated more than", 3, ""},
    {"a pattern that takes long", RESOLVE_IS("function(s, v)\nreturn (('a'):rep(3000)):find('a-a-a-a-b') end"),
     "may take too long", 3, ""},
    {"an address", RESOLVE_IS("function(s, v)\nreturn ('%p'):format('x') end"), "%p is not allowed in a format", 3, ""},
    {"a table as text", RESOLVE_IS("function(s, v)\nreturn ('%s'):format({}) end"), "cannot be part of a text", 3, ""},
    {"an error of the rules' own", RESOLVE_IS("function(s, v)\nerror('no such thing') end"), "no such thing", 3, ""},
    {"an error that is no text", RESOLVE_IS("function(s, v)\nerror({}) end"), "error() was called without a text", 3,
     ""},
    {"the value of a die is changed",
     ROLL_OF("outcomes = {'hit'}, dice = {map(d6, function(v) return {pips = v} end)},\nresolve = function(s, v)\n"
             "v.pips = 7 return 'hit' end"),
     "'pips' cannot be set here", 3, ""},
    {"what the dice show is said", RESOLVE_IS("function(s, v) if v == 4 then error('four') end return 'hit' end"),
     "the dice show 4", 2, ""},

    {"a loop in prepare",
     ROLL_OF("outcomes = {'a'}, dice = {},\nprepare = function(s) while true do end end,\n"
             "resolve = function() return 'a' end"),
     "never stops", 2, "refused"},
    {"refuse without a reason",
     ROLL_OF("outcomes = {'a'}, dice = {},\nprepare = function(s) refuse() end,\n"
             "resolve = function() return 'a' end"),
     "a text that gives the reason", 2, "refused"},
    {"dice that are none",
     ROLL_OF("outcomes = {'a'},\ndice = function(s) return d6, d6 end,\nresolve = function(s, v)\n"
             "return 'a', v.x end"),
     "attempt to index a number value", 4, ""},
    {"no dice are returned", ROLL_OF("outcomes = {'a'},\ndice = function(s) end, resolve = function() return 'a' end"),
     "dice returned nil", 2, "refused"},

    {"a state out of its limits",
     CHAIN_OF("outcome = function(s, st) if st.hits == 3 then return 'over' end end, dice = {d6},\n"
              "step = function(s, st, v) st.hits = st.hits - 1 end"),
     "set the state's hits to -1; it must be a whole number from 0 to 3", 3, ""},
    {"an unknown field of a state",
     CHAIN_OF("outcome = function(s, st) if st.hits == 3 then return 'over' end end, dice = {d6},\n"
              "step = function(s, st, v) st.hist = 2 end"),
     "did you mean 'hits'?", 3, ""},
    {"an outcome of a chain that is not declared",
     CHAIN_OF("outcome = function(s, st) return 'end' end, dice = {d6}, step = function() end"),
     "'end', which is not one of the outcomes", 2, ""},
    {"a turn that is a number",
     CHAIN_OF("outcome = function(s, st) end, dice = {d6},\nstep = function(s, st, v) return 1 end"), "step returned 1",
     3, ""},
    {"a chain without a step", CHAIN_OF("outcome = function(s, st) end, dice = {d6}"),
     "wrong.c needs 'step', what all dice of a throw do, or 'each', what each die does alone", 1, NULL},
    {"a step and what each die does",
     CHAIN_OF("outcome = function(s, st) end, dice = {d6}, step = function() end, each = function() end"),
     "wrong.c has both; it needs either 'step'", 1, NULL},
    {"dice that change the same field",
     CHAIN_OF("outcome = function(s, st) end, dice = {d6, d6, d6},\n"
              "each = function(s, st, i, v) if i > 1 and v == 5 then st.hits = 1 end end"),
     "dice 2 and 3 of a throw both change the state's hits; dice that act alone must change different fields", 3, ""},
    {"a turn of one die that is a number",
     CHAIN_OF("outcome = function(s, st) end, dice = {d6, d6},\neach = function(s, st, i, v) return i end"),
     "each returned 1; it must return true at the end of a turn, and then its gains; the question was wrong.c; the dice "
     "show 1",
     3, ""},
    {"a die that leaves the limits of a state",
     CHAIN_OF("outcome = function(s, st) end, dice = {d6},\neach = function(s, st, i, v) st.hits = v end"),
     "each set the state's hits to 4; it must be a whole number from 0 to 3", 3, ""},
    {"an unknown field that one die changes",
     CHAIN_OF("outcome = function(s, st) end, dice = {d6},\neach = function(s, st, i, v) st.hist = st.hits end"),
     "did you mean 'hits'?", 3, ""},
    {"an unknown field that one die reads",
     CHAIN_OF("outcome = function(s, st) end, dice = {d6},\neach = function(s, st, i, v) st.hits = st.hist end"),
     "did you mean 'hits'?", 3, ""},
    {"an array that one die changes",
     "return {procedures = {chain {name = 'c', title = 't', outcomes = {'o'}, state = {hits = array(2, whole(0, 3))},\n"
     "outcome = function() return nil end, dice = {d6},\neach = function() end}}}",
     "a chain with 'each' has fields of one value; 'hits' is an array", 3, NULL},
    {"a start out of limits",
     CHAIN_OF(
         "start = function(s) return {hits = 9} end, outcome = function(s, st) end, dice = {d6}, step = function() end"),
     "set the state's hits to 9", 2, ""},
    {"turns of no parameter",
     CHAIN_OF("turns = 'limit', outcome = function(s, st) end, dice = {d6}, step = function() end"),
     "is not a parameter", 1, NULL},

    {"a state of an element that is too large",
     BATTLE_OF("state = {hits = whole(0, 100000), more = whole(0, 1000000)}, start = function(e) return {} end,\n"
               "dice = {d6}, resolve = function() end, can_harm = function() return true end"),
     "takes 5 bytes, and 4 are available", 2, NULL},
    {"an unknown order",
     "return {units = 'units', procedures = {}, battle = battle {order = 'alternate', strength = 'hits', state = {},\n"
     "start = function() end, dice = {}, resolve = function() end, can_harm = function() end}}",
     "did you mean 'alternately'?", 1, NULL},
    {"a strength that is no field",
     "return {procedures = {}, battle = battle {order = 'at-once', strength = 'hp', state = {hits = whole(0, 3)},\n"
     "start = function() end, dice = {}, resolve = function() end, can_harm = function() end}}",
     "not a field of the state", 1, NULL},
    {"a fire that is nothing",
     BATTLE_OF(
         "state = {hits = whole(0, 3)}, start = function(e) return {hits = 3} end, aim = function(f, by, at, now) end,\n"
         "dice = {d6}, resolve = function() end, can_harm = function() return true end"),
     "aim returned nil", 3, "wrong.duel a=tiger b=tiger range=5"},
    {"a fire that holds no number",
     BATTLE_OF("state = {hits = whole(0, 3)}, start = function(e) return {hits = 3} end,\n"
               "aim = function(f, by, at, now) return {need = 0 / 0} end,\n"
               "dice = {d6}, resolve = function() end, can_harm = function() return true end"),
     "a value is not a number (0/0)", 0, "wrong.duel a=tiger b=tiger range=5"},
    {"an activation without an end",
     BATTLE_OF("state = {hits = whole(0, 3)}, start = function(e) return {hits = 3} end,\n"
               "dice = function() return {d6} end, resolve = function() end, can_harm = function() return true end"),
     "dice returned dice for throw 256", 4, "wrong.duel a=tiger b=tiger range=5"},
    {"a target that is looked at too early",
     BATTLE_OF("state = {hits = whole(0, 3)}, start = function(e) return {hits = 3} end,\n"
               "dice = function(fire, n, actor, target) if target.hits > 0 then return {d6} end end,\n"
               "resolve = function() end, can_harm = function() return true end"),
     "cannot, because others may have hit it", 4, "wrong.duel a=tiger b=tiger range=5 first=simultaneous"},
    {"brackets of a table without them",
     ROLL_OF(
         "parameters = {{'x', decimal(0), 'help', brackets = 'units'}}, outcomes = {'a'}, dice = {}, resolve = function() end"),
     "has no range brackets", 1, NULL},
    {"a target that is hurt too much",
     BATTLE_OF("state = {hits = whole(0, 3)}, start = function(e) return {hits = 3} end,\ndice = {d6},\n"
               "resolve = function(fire, n, actor, target, v) target.hits = target.hits - v end,\n"
               "can_harm = function() return true end"),
     "set the state's hits to -", 5, "wrong.duel a=tiger b=tiger range=5"},

    {"fire whose columns are no texts",
     FIRE_OF("unit = {unit = {1}}, target = {}, damage = 'damage', strength = 'hits'"),
     "fire.unit must be {parameter = \"column\"}, with at most 3 parameters", 3, NULL},
    {"fire whose kill is nothing",
     FIRE_OF("unit = {unit = 'id'}, target = {}, damage = 'damage', killed = 'dead', strength = 'hits'"),
     "fire: wrong.r has no outcome or expectation 'dead'", 3, NULL},
    {"fire of a table that is not there",
     FIRE_OF("firers = 'unit', unit = {unit = 'id'}, target = {}, damage = 'damage', strength = 'hits'"),
     "fire.firers: ruleset.yaml lists no table 'unit'; did you mean 'units'?", 3, NULL},
    {"fire without its range",
     FIRE_OF("range = 'distance', unit = {unit = 'id'}, target = {}, damage = 'damage', strength = 'hits'"),
     "fire: wrong.r has no parameter 'distance'", 3, NULL},
    {"fire of a column that is not there",
     FIRE_OF("unit = {unit = 'ids'}, target = {}, damage = 'damage', strength = 'hits'"),
     "fire.unit: the table units has no column 'ids'", 3, NULL},
    {"fire's price that is no column",
     FIRE_OF("unit = {unit = 'id'}, target = {}, damage = 'damage', strength = 'hits', price = 'points'"),
     "fire.price: the table units has no column 'points'", 3, NULL},
    {"fire's words that are no texts",
     FIRE_OF("unit = {unit = 'id'}, target = {}, damage = 'damage', strength = 'hits', words = {1}"),
     "words must be a list of texts; one of them is 1", 3, NULL},
    {"fire's harmless outcome that is not declared",
     FIRE_OF("unit = {unit = 'id'}, target = {}, damage = 'damage', strength = 'hits', harmless = {'mis'}"),
     "fire.harmless: wrong.r has no outcome 'mis'", 3, NULL},
    {"duel of nothing",
     "return {procedures = {chain {name = 'c', title = 't', outcomes = {'over', 'open'}, state = {hits = whole(0, 3)},\n"
     "outcome = function() end, dice = {d6}, step = function() end\n"
     "}}, duel = {procedure = 'd'}}",
     "duel: there is no procedure 'd'; did you mean 'c'?", 1, NULL},
    {"duel without sides",
     "return {procedures = {chain {name = 'c', title = 't', outcomes = {'over', 'open'}, state = {hits = whole(0, 3)},\n"
     "outcome = function() end, dice = {d6}, step = function() end\n"
     "}}, duel = {procedure = 'c'}}",
     "duel: wrong.c has no parameter 'a', no parameter 'b', no parameter 'range', no parameter 'first', no expectation "
     "'turns', no outcome 'a-wins', no outcome 'b-wins'; add it, or name another one with duel.a",
     1, NULL},
    {"duel without turns",
     "return {procedures = {chain {name = 'c', title = 't', outcomes = {'over', 'open'}, state = {hits = whole(0, 3)},\n"
     "parameters = {{'a', row 'units', 'a'}, {'b', row 'units', 'b'}, {'range', decimal(0), 'r'}, {'first', choice {'a'}, 'f'}},\n"
     "outcome = function() end, dice = {d6}, step = function() end\n"
     "}}, duel = {procedure = 'c'}}",
     "duel: wrong.c has no expectation 'turns', no outcome 'a-wins'", 1, NULL},
    {"duel without winners",
     "return {procedures = {chain {name = 'c', title = 't', outcomes = {'over', 'open'}, state = {hits = whole(0, 3)},\n"
     "parameters = {{'a', row 'units', 'a'}, {'b', row 'units', 'b'}, {'range', decimal(0), 'r'}, {'first', choice {'a'}, 'f'}},\n"
     "expectations = {{'turns', 't'}}, outcome = function() end, dice = {d6}, step = function() end\n"
     "}}, duel = {procedure = 'c'}}",
     "duel: wrong.c has no outcome 'a-wins', no outcome 'b-wins'; add it", 1, NULL},
    {"prices that are no functions",
     "return {procedures = {roll {name = 'r', title = 't', outcomes = {'a'}, dice = {}, resolve = function() return 'a' end}}, prices = {units = 5}}",
     "prices must be {table = function(row), ...}, with at most 4 tables", 1, NULL},
    {"prices of no table",
     "return {procedures = {roll {name = 'r', title = 't', outcomes = {'a'}, dice = {}, resolve = function() return 'a' end}}, prices = {unit = function() end}}",
     "prices: ruleset.yaml lists no table 'unit'; did you mean 'units'?", 1, NULL},
    {"a strength below 0",
     BATTLE_OF(
         "state = {hits = whole(-1, 3)}, start = function() return {hits = 3} end, dice = {d6}, resolve = function() end,\n"
         "can_harm = function() return true end"),
     "strength = 'hits': the limits of a strength must be 0 or more", 2, NULL},
    {"can_stop by itself",
     BATTLE_OF(
         "state = {hits = whole(0, 3)}, can_stop = function() return true end, start = function() return {hits = 3} end, dice = {d6}, resolve = function() end,\n"
         "can_harm = function() return true end"),
     "can_stop and is_stopped belong together; one of them is missing", 2, NULL},
    {"limits by themselves",
     BATTLE_OF(
         "state = {hits = whole(0, 3)}, limits = function() return 1, 1 end, start = function() return {hits = 3} end, dice = {d6}, resolve = function() end,\n"
         "can_harm = function() return true end"),
     "limits and worn belong together; one of them is missing", 2, NULL},
    {"numbers of which only those that occur are listed",
     "local r = roll {name = 'r', title = 't', numbers = 'hits', occurring = 'hits', dice = {}, resolve = function() return 1 end}\n"
     "return {procedures = {r}}",
     "wrong.r has numbers, and lists only those that occur; leave out occurring", 1, NULL},
    {"the end of a turn where all do not act at once",
     BATTLE_OF(
         "state = {hits = whole(0, 3)}, after = {dice = {d6}, resolve = function() end}, start = function() return {hits = 3} end, dice = {d6}, resolve = function() end,\n"
         "can_harm = function() return true end"),
     "`after` is for battles in which all elements act at once; add order = \"at-once\"", 2, NULL},
    {"a battle that is a plain table", "return {procedures = {}, battle = {order = 'alternately'}}",
     "the rulebook's battle must be made by battle {...}", 1, NULL},
    {"a field's parameter that a duel has",
     BATTLE_OF(
         "state = {hits = whole(0, 3)}, field = {{'range', decimal(0), 'how far'}}, start = function() return {hits = 3} end, dice = {d6}, resolve = function() end,\n"
         "can_harm = function() return true end"),
     "the battle's duel has two parameters 'range'; rename the one of the field", 2, NULL},
    {"an element of 257 parameters",
     "local many = {}\n"
     "for i = 1, 256 do many[i] = {'p' .. i, flag, 'one'} end\n"
     "local r = roll {name = 'r', title = 't', outcomes = {'o'}, dice = {}, resolve = function() return 'o' end}\n"
     "return {procedures = {r}, battle = battle {order = 'alternately', strength = 'hits', duel = true,\n"
     "state = {hits = whole(0, 3)}, element = many, start = function() return {hits = 3} end, dice = {d6}, resolve = function() end,\n"
     "can_harm = function() return true end}}",
     "an element or a field has more than 256 parameters", 4, NULL},
    {"records of columns",
     ROLL_OF(
         "parameters = {{'data', records {'units'}, 'which'}}, outcomes = {'a'}, dice = {}, resolve = function() end"),
     "the table 'units' must be a plain-text file of records, NAME.txt", 0, NULL},
    {"a column of records", "return {tables = {units = {hits = records {'units'}}}}",
     "the column 'hits' of the table 'units': only parameters can be records", 1, NULL},
    {"words of no record", RESOLVE_IS("function() return tables.units.tiger.words() end"), "has no column 'words'", 2,
     ""},
    {"the path of no records", RESOLVE_IS("function() return path('units') end"),
     "path needs the records of a parameter", 2, ""},
    {"one name", RESOLVE_IS("function() return same_name('tiger') end"), "same_name needs two texts", 2, ""},
    {"a unit that nobody can type",
     BATTLE_OF("unit = 'The Squad', state = {hits = whole(0, 9)}, start = function() return {} end, dice = {d6},\n"
               "resolve = function() end, can_harm = function() return true end"),
     "'The Squad' cannot be the name of a parameter of an element; write letters a to z, digits and hyphens: 'the-squad'",
     2, NULL},
    {"a stalemate beside fire at once", DUEL_OF("duel {stalemate = 'mutual'}"),
     "stalemate: wrong.duel lets both fire at the same time, so both can be lost; leave out one of the two", 5, NULL},
    {"a duel of no battle", "return {procedures = {\nduel {}}}", "duel {...} needs a battle", 2, NULL},
    {"two duels", DUEL_OF("duel {},\nduel {name = 'other'}"), "there is a second duel {...}; a battle makes one", 6,
     NULL},
    {"a duel without a range", DUEL_OF("duel {parameters = {sides[1], sides[2]}}"),
     "wrong.duel has no parameter 'range', which a duel needs", 5, NULL},
    {"a duel without a parameter of its elements",
     DUEL_OF(DUEL_WITH(FIRST "{'a-cover', choice {'none', 'soft'}, 'its'}")),
     "wrong.duel has no parameter 'b-cover', which an element needs", 5, NULL},
    {"a parameter of a duel that is of another kind",
     DUEL_OF(DUEL_WITH(FIRST "{'a-cover', flag, 'its'}, {'b-cover', choice {'none', 'soft'}, 'its'}")),
     "the parameter 'a-cover' of wrong.duel must have the kind of 'cover' of an element", 5, NULL},
    {"a parameter of a duel with other words",
     DUEL_OF(
         DUEL_WITH(FIRST "{'a-cover', choice {'soft', 'none'}, 'its'}, {'b-cover', choice {'none', 'soft'}, 'its'}")),
     "the parameter 'a-cover' of wrong.duel must have the kind of 'cover' of an element", 5, NULL},
    {"a parameter of a duel that is nobody's",
     DUEL_OF(DUEL_WITH(FIRST
                       "{'a-cover', choice {'none', 'soft'}, 'its'}, {'b-cover', choice {'none', 'soft'}, 'its'},\n"
                       "{'wind', flag, 'from where'}")),
     "the parameter 'wind' of wrong.duel belongs to neither an element nor the field", 5, NULL},
    {"a duel that leaves out what is not there", DUEL_OF("duel {leaves_out = {'wind'}}"),
     "leaves_out = 'wind': neither an element nor the field has that parameter, or the duel has it, too", 5, NULL},
    {"a duel that leaves out what must be given",
     DUEL_OF("duel {leaves_out = {'cover'}, parameters = {sides[1], sides[2], near, " FIRST "}}"),
     "leaves_out = 'cover': only a parameter with a default that depends on no other one can be left out", 5, NULL},
    {"a duel that leaves out what it has", DUEL_OF("duel {leaves_out = {'cover'}}"),
     "leaves_out = 'cover': neither an element nor the field has that parameter, or the duel has it, too", 5, NULL},
    {"a duel of three outcomes", DUEL_OF("duel {outcomes = {'a', 'b', 'both'}}"),
     "wrong.duel has 3 outcomes; it needs four", 5, NULL},
    {"a stalemate that is a win", DUEL_OF("duel {stalemate = 'a-wins'}"),
     "stalemate = 'a-wins' is not one of the last two outcomes of wrong.duel", 5, NULL},
    {"an average of a duel that nobody counts",
     DUEL_OF("duel {expectations = {{'turns', 'how long'}, {'burnt', 'who burns'}}}"),
     "wrong.duel: averages besides the turns and the function `ends` belong together; one is missing", 5, NULL},
    {"brackets of a duel that its elements do not have",
     DUEL_OF("duel {parameters = {sides[1], sides[2], {'range', decimal(0), 'how far', bracketed = true}, " FIRST
             "{'a-cover', choice {'none', 'soft'}, 'its'}, {'b-cover', choice {'none', 'soft'}, 'its'}}}"),
     "wrong.duel: `bracketed` needs a function `brackets` of the battle", 5, NULL},
    {"reads_actor without throws",
     BATTLE_OF(
         "state = {hits = whole(0, 3)}, reads_actor = true, start = function() return {hits = 3} end, dice = {d6}, resolve = function() end,\n"
         "can_harm = function() return true end"),
     "reads_actor is for throws that are counted; add throws, or leave it out", 2, NULL},
    {"counted throws that depend on the actor",
     BATTLE_OF(
         "state = {hits = whole(0, 3)}, throws = 1, start = function() return {hits = 3} end, dice = {d6},\n"
         "resolve = function(fire, n, actor, target, v) target.hits = v > actor.hits and target.hits - 1 or target.hits end,\n"
         "can_harm = function() return true end"),
     "resolve depends on the actor's state, or changes it; add reads_actor = true beside throws", 4,
     "wrong.duel a=tiger b=tiger range=5"},
    {"parts of no numbers", ROLL_OF("outcomes = {'a'}, parts = 10, dice = {}, resolve = function() return 'a' end"),
     "parts are those of numbers; add numbers = \"what they count\"", 1, NULL},
    {"somebody else who is first",
     DUEL_OF(DUEL_WITH("{'first', choice {'a', 'simultanous'}, 'who'}, {'a-cover', choice {'none', 'soft'}, 'its'},\n"
                       "{'b-cover', choice {'none', 'soft'}, 'its'}")),
     "did you mean 'simultaneous'?", 5, NULL},
    {"too many throws",
     BATTLE_OF(
         "state = {hits = whole(0, 3)}, throws = 256, start = function() return {hits = 3} end, dice = {d6}, resolve = function() end,\n"
         "can_harm = function() return true end"),
     "throws is 256; it must be from 0 to 255", 2, NULL},
    {"a kind that is nothing",
     BATTLE_OF("state = {hits = whole(0, 3)}, throws = 1, kind = function()\n"
               "end, start = function() return {hits = 3} end, dice = {d6}, resolve = function() end,\n"
               "can_harm = function() return true end"),
     "kind returned nil; it must return a text or a number, the same for results with the same effect", 3,
     "wrong.duel a=tiger b=tiger range=5"},
    {"kinds of too many results",
     BATTLE_OF("state = {hits = whole(0, 3)}, throws = 1, kind = function() return 1 end,\n"
               "start = function() return {hits = 3} end, dice = {dice(5, d20)}, resolve = function() end,\n"
               "can_harm = function() return true end"),
     "kind is for throws with at most 1048576 results", 3, "wrong.duel a=tiger b=tiger range=5"},
    {"kinds of dice that the target changes",
     BATTLE_OF(
         "state = {hits = whole(0, 3)}, start = function() return {hits = 3} end, kind = function() return 1 end,\n"
         "dice = function(fire, n, actor, target) return n == 1 and {target.hits == 3 and d6 or d8} or nil end,\n"
         "resolve = function(fire, n, actor, target) target.hits = target.hits - 1 end,\n"
         "can_harm = function() return true end"),
     "kind is for dice that the state of the target does not change; leave it out", 3,
     "wrong.duel a=tiger b=tiger range=5"},
    {"dice of an activation that go away",
     "local n = 0\n"
     "local r = roll {name = 'r', title = 't', outcomes = {'o'}, dice = {}, resolve = function() return 'o' end}\n"
     "return {procedures = {r}, battle = battle {order = 'alternately', strength = 'hits', duel = true,\n"
     "state = {hits = whole(0, 3)}, start = function() return {hits = 3} end,\n"
     "dice = function() n = n + 1 if n == 1 then return {d6} end end, resolve = function() end,\n"
     "can_harm = function() return true end}}",
     "dice returned no dice for a throw that it returned dice for before", 5, "wrong.duel a=tiger b=tiger range=5"},
    {"a fire of nested tables",
     "local function nest(t, n) for i = 1, n do t = {t} end return t end\n"
     "local r = roll {name = 'r', title = 't', outcomes = {'o'}, dice = {}, resolve = function() return 'o' end}\n"
     "return {procedures = {r}, battle = battle {order = 'alternately', strength = 'hits', duel = true,\n"
     "state = {hits = whole(0, 3)}, enlist = function(e) e.deep = nest({}, 10) end,\n"
     "aim = function(f, by) return nest({by.deep}, 12) end,start = function() return {hits = 3} end, dice = {d6}, resolve = function() end,\n"
     "can_harm = function() return true end}}",
     "a value is a table nested too deep to be compared", 5, "wrong.duel a=tiger b=tiger range=5"},
    {"a fire that contains itself",
     BATTLE_OF(
         "state = {hits = whole(0, 3)}, aim = function()\n"
         "local t = {} t.t = t return t end,start = function() return {hits = 3} end, dice = {d6}, resolve = function() end,\n"
         "can_harm = function() return true end"),
     "a table is nested 16 deep; it must be flatter, and must not contain itself", 3,
     "wrong.duel a=tiger b=tiger range=5"},
    {"a fresh element that is a number",
     BATTLE_OF("state = {hits = whole(0, 3)},\n"
               "start = function() return 3 end, dice = {d6}, resolve = function() end,\n"
               "can_harm = function() return true end"),
     "start returned 3; it must return the fields of a state: {hits = 3}", 4, "wrong.duel a=tiger b=tiger range=5"},
    {"told as a list", CHAIN_OF("told = {'hits'}, outcome = function() end, dice = {d6}, step = function() end"),
     "told must be {field = \"words\"}", 1, NULL},
    {"undecided that is not declared",
     CHAIN_OF("undecided = 'opne', outcome = function() end, dice = {d6}, step = function() end"),
     "undecided = 'opne' is not one of the outcomes; did you mean 'open'?", 1, NULL},
    {"a place for numbers in a name", ROLL_OF("outcomes = {'a', 'd#'}, dice = {}, resolve = function() end"),
     "'#' in outcomes is the place of the numbers; add numbers = \"what they count\"", 1, NULL},
    {"a number that is too long for a name",
     ROLL_OF("outcomes = {'a', 'd#'}, numbers = 'd0, d1', dice = {},\nresolve = function() return 'd1000000' end"),
     "resolve returned 'd1000000', which is not one of the outcomes", 2, ""},
    {"a place for numbers that are not there", ROLL_OF("outcomes = {'a', '#'}, dice = {}, resolve = function() end"),
     "'#' in outcomes is the place of the numbers; add numbers = \"what they count\"", 1, NULL},
    {"a state without fields",
     "return {procedures = {chain {name = 'c', title = 't', outcomes = {'o'}, state = {},\n"
     "outcome = function() end, dice = {d6}, step = function() end}}}",
     "the state of wrong.c takes 0 bytes; it must take 1 to 2048", 1, NULL},
    {"a state that is too large",
     "return {procedures = {chain {name = 'c', title = 't', outcomes = {'o'}, state = {n = array(1024, whole(0, 1000000))},\n"
     "outcome = function() end, dice = {d6}, step = function() end}}}",
     "the state of wrong.c takes 2560 bytes; it must take 1 to 2048", 1, NULL},
    {"no turns", CHAIN_OF("turns = 0, outcome = function() end, dice = {d6}, step = function() end"),
     "turns is 0; it must be from 1 to 2147483647", 1, NULL},
    {"half a turn by a function",
     CHAIN_OF("turns = function() return 1.5 end,\n"
              "outcome = function() end, dice = {d6}, step = function() end"),
     "the number of turns is 1.5; it must be a whole number from 0 to 2147483647", 2, ""},
    {"turns below 0",
     CHAIN_OF("turns = function() return -1 end,\n"
              "outcome = function() end, dice = {d6}, step = function() end"),
     "the number of turns is -1; it must be from 0 to 2147483647", 2, ""},
    {"a state that is a list",
     "return {procedures = {chain {name = 'c', title = 't', outcomes = {'o'}, state = {whole(0, 3)},\n"
     "outcome = function() end, dice = {d6}, step = function() end}}}",
     "the fields of a state need names: hits = whole(0, 9)", 1, NULL},
    {"a place of a state",
     CHAIN_OF("outcome = function(s, st)\n"
              "return st[1] end, dice = {d6}, step = function() end"),
     "the fields of a state have names, and none is called 1", 3, ""},
    {"a start with an unknown field",
     CHAIN_OF("start = function()\n"
              "return {hist = 1} end, outcome = function() end, dice = {d6}, step = function() end"),
     "a state has no field 'hist'; did you mean 'hits'?", 2, ""},
    {"a start that is a number",
     CHAIN_OF("start = function() return 3 end,\n"
              "outcome = function() end, dice = {d6}, step = function() end"),
     "start returned 3; it must return the fields of a state: {hits = 3}", 2, ""},
    {"a start that is a list",
     CHAIN_OF("start = function() return {3} end,\n"
              "outcome = function() end, dice = {d6}, step = function() end"),
     "the fields of a state need names: {hits = 3}", 2, ""},
    {"a field of a state that is a decimal",
     "return {procedures = {chain {name = 'c', title = 't', outcomes = {'over'}, turns = 2,\n"
     "state = {who = decimal(0, 2)}, outcome = function() end, dice = {d6}, step = function() return true end}}}",
     "the field 'who' of a state must be whole(min, max), flag, choice {...} or row \"table\", or an array of one of them",
     1, NULL},
    {"a choice of numbers",
     "\n"
     "local x = choice {1, 2}\n"
     "return {}",
     "choice must consist of texts, as in choice {\"none\", \"soft\", \"hard\"}", 2, NULL},
    {"a choice of nothing",
     "\n"
     "local x = choice {}\n"
     "return {}",
     "choice must be written choice {\"none\", \"soft\", \"hard\"}", 2, NULL},
    {"row of a number",
     "\n"
     "local x = row(1)\n"
     "return {}",
     "row must be written row \"units\"", 2, NULL},
    {"outcomes of numbers", ROLL_OF("outcomes = {1}, dice = {}, resolve = function() end"),
     "outcomes must be a list of texts; one of them is 1", 1, NULL},
    {"values are moved without an end",
     RESOLVE_IS("function(s, v)\n"
                "return table.move({}, 1, 1e12, 2) end"),
     "more than 65536 values are moved", 3, ""},
    {"a column without a name", "return {tables = {units = {whole(1, 9)}}}",
     "the columns of tables.units need names: save = whole(2, 7)", 1, NULL},
    {"tables without names", "return {tables = {{hits = whole(1, 9)}}}", "tables need names: tables = {units = {...}}",
     1, NULL},
    {"a column of lists", "return {tables = {units = {hits = list 'units'}}}",
     "the column 'hits' of the table 'units': only parameters can be lists", 1, NULL},
    {"a column of arrays", "return {tables = {units = {hits = array(2, flag)}}}",
     "the column 'hits' of the table 'units' is an array; only fields of states can be arrays", 1, NULL},
    {"a table that is a number", "return {tables = {units = 5}}", "tables.units is 5; it must be {column = kind, ...}",
     1, NULL},
    {"251 procedures",
     "local all = {}\n"
     "for i = 1, 251 do all[i] = roll {name = 'r' .. i, title = 't', outcomes = {'a'}, dice = {}, resolve = function() return 'a' end} end\n"
     "return {procedures = all}",
     "more than 250 procedures", 3, NULL},
    {"a procedure that is a plain table", "return {procedures = {{name = 'r'}}}",
     "procedures[1] is a table; procedures must be made by roll {...} or chain {...}", 1, NULL},
    {"a procedure that is a text", "return {procedures = {'r'}}",
     "procedures[1] is 'r'; procedures must be made by roll {...} or chain {...}", 1, NULL},
    {"a battle among procedures",
     "local r = roll {name = 'r', title = 't', outcomes = {'o'}, dice = {}, resolve = function() return 'o' end}\n"
     "return {procedures = {r, battle {order = 'alternately', strength = 'hits', duel = true,\n"
     "state = {hits = whole(0, 3)}, start = function() return {hits = 3} end, dice = {d6}, resolve = function() end,\n"
     "can_harm = function() return true end}}}",
     "procedures[2] is a battle; write it beside them: battle = ...", 2, NULL},
    {"a roll of a text",
     "\n"
     "local x = roll 'r'\n"
     "return {}",
     "roll must be written roll {name = value, ...}", 2, NULL},
    {"what is not a number is rounded",
     RESOLVE_IS("function(s, v)\n"
                "return 'hit', {damage = ceil(0 / 0)} end"),
     "a value is not a number (0/0)", 3, ""},
    {"divided by zero and rounded up",
     RESOLVE_IS("function(s, v)\n"
                "return 'hit', {damage = round_up(v, 0)} end"),
     "1 divided by 0", 3, ""},
    {"divided by zero and rounded down",
     RESOLVE_IS("function(s, v)\n"
                "return 'hit', {damage = round_down(v, v - v)} end"),
     "1 divided by 0", 3, ""},
    {"limits of clamp the wrong way round",
     RESOLVE_IS("function(s, v)\n"
                "return 'hit', {damage = clamp(v, 3, 1)} end"),
     "clamp(x, 3, 1): the first limit must be the lower one", 3, ""},
    {"an outcome that is too long", ROLL_OF("outcomes = {('x'):rep(200)}, dice = {}, resolve = function() end"),
     "the outcome 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...' is longer than 63 bytes", 1, NULL},
    {"an expectation that is a text",
     ROLL_OF("outcomes = {'a'}, expectations = {'damage'}, dice = {}, resolve = function() end"),
     "an expectation must be {\"damage\", \"hit points lost\"}: its name and a few words", 1, NULL},
    {"an expectation without words",
     ROLL_OF("outcomes = {'a'}, expectations = {{'damage'}}, dice = {}, resolve = function() end"),
     "an expectation must be {\"damage\", \"hit points lost\"}: its name and a few words", 1, NULL},
    {"an expectation in no parts",
     ROLL_OF("outcomes = {'a'}, expectations = {{'damage', 'lost', parts = 0}}, dice = {}, resolve = function() end"),
     "parts is 0; it must be from 1 to 1000000", 1, NULL},
    {"too many expectations",
     ROLL_OF(
         "outcomes = {'a'}, expectations = (function() local l = {} for i = 1, 99 do l[i] = {'e' .. i, 'x'} end return l end)(), dice = {}, resolve = function() end"),
     "wrong.r has 99 expectations; it can have 8", 1, NULL},
    {"two expectations of one name",
     ROLL_OF(
         "outcomes = {'a'}, expectations = {{'damage', 'x'}, {'damage', 'y'}}, dice = {}, resolve = function() return 'a', {damage = 1} end"),
     "the expectation 'damage' of wrong.r is defined twice", 1, NULL},
    {"a row of three tables",
     ROLL_OF(
         "parameters = {{'x', row {'units', 'rulings', 'units'}, 'help'}}, outcomes = {'a'}, dice = {}, resolve = function() return 'a' end"),
     "the parameter 'x' of wrong.r: a row must be of one table or of two", 1, NULL},
    {"brackets of a whole number",
     ROLL_OF(
         "parameters = {{'x', whole(0, 9), 'help', brackets = 'units'}}, outcomes = {'a'}, dice = {}, resolve = function() return 'a' end"),
     "the parameter 'x' of wrong.r: only a decimal has brackets", 1, NULL},
    {"ids of a text",
     ROLL_OF(
         "parameters = {{'x', text, 'help', ids = 'units'}}, outcomes = {'a'}, dice = {}, resolve = function() return 'a' end"),
     "the parameter 'x' of wrong.r: only a whole number has ids", 1, NULL},
    {"a suffix of a row",
     ROLL_OF(
         "parameters = {{'x', row 'units', 'help', suffix = '-f'}}, outcomes = {'a'}, dice = {}, resolve = function() return 'a' end"),
     "the parameter 'x' of wrong.r: only a list has prefixes and a suffix", 1, NULL},
    {"a prefix that is a number",
     ROLL_OF(
         "parameters = {{'x', list 'units', 'help', prefixes = {units = 3}}}, outcomes = {'a'}, dice = {}, resolve = function() return 'a' end"),
     "the parameter 'x' of wrong.r: prefixes must be {table = \"text\", ...}", 1, NULL},
    {"a parameter that excludes nothing",
     ROLL_OF(
         "parameters = {{'x', flag, 'help', excludes = 'y'}}, outcomes = {'a'}, dice = {}, resolve = function() return 'a' end"),
     "the parameter 'x' of wrong.r: 'y' is not a parameter", 1, NULL},
    {"a parameter that nothing spares",
     ROLL_OF(
         "parameters = {{'x', flag, 'help', unless = 'y'}}, outcomes = {'a'}, dice = {}, resolve = function() return 'a' end"),
     "the parameter 'x' of wrong.r: 'y' is not a parameter", 1, NULL},
    {"one parameter in place of a list",
     ROLL_OF(
         "parameters = {name = 'x', help = 'help'}, outcomes = {'a'}, dice = {}, resolve = function() return 'a' end"),
     "the parameters of wrong.r must be a list of lists: {{\"range\", decimal(0, 60), \"help\"}, ...}", 1, NULL},
    {"a parameter without its braces",
     ROLL_OF("parameters = {'x', flag, 'help'}, outcomes = {'a'}, dice = {}, resolve = function() return 'a' end"),
     "a parameter of wrong.r is 'x'; it must be a list {\"range\", decimal(0, 60), \"distance in inches\"}", 1, NULL},
    {"a row among no column",
     ROLL_OF(
         "parameters = {{'x', row 'units', 'help', among = 'tank'}}, outcomes = {'a'}, dice = {}, resolve = function() return 'a' end"),
     "the parameter 'x' of wrong.r: among = 'tank' is not a column of its table", 1, NULL},
    {"a row's column by number",
     RESOLVE_IS("function(s, v)\n"
                "return tables.units.tiger[1] end"),
     "a row of the table units has columns by name, and none is called 1", 3, ""},
    {"a table by number",
     RESOLVE_IS("function(s, v)\n"
                "return tables[1] end"),
     "tables have names: tables.units", 3, ""},
    {"a row by a table",
     RESOLVE_IS("function(s, v)\n"
                "return tables.units[{}] end"),
     "a row of the table units has an id or a number, not a table", 3, ""},
    {"a row by half a number",
     RESOLVE_IS("function(s, v)\n"
                "return tables.units[1.5] end"),
     "a row of the table units has an id or a number, not 1.5", 3, ""},
    {"each of a number",
     RESOLVE_IS("function(s, v)\n"
                "for row in each(5) do end end"),
     "each needs a table of the rulebook, as in for row in each(tables.units) do", 3, ""},
    {"each of a row",
     RESOLVE_IS("function(s, v)\n"
                "for row in each(tables.units.tiger) do end end"),
     "each needs a table of the rulebook, as in for row in each(tables.units) do", 3, ""},
    {"find without an id",
     RESOLVE_IS("function(s, v)\n"
                "return find(tables.units) end"),
     "find needs a table of the rulebook and an id, as in find(tables.units, \"tiger\")", 3, ""},
    {"an error of two lines",
     RESOLVE_IS("function(s, v)\n"
                "error('one\\ntwo') end"),
     "one two", 3, ""},
    {"dice that are others the second time",
     "local n = 0\n"
     "return {procedures = {roll {name = 'r', title = 't', outcomes = {'a'},\n"
     "dice = function(s) n = n + 1 return n == 1 and {d6} or {d4} end, resolve = function() return 'a' end}}}",
     "dice returned other dice when it was called again; dice must depend on s alone", 2, ""},
    {"dice that are more the second time",
     "local n = 0\n"
     "return {procedures = {roll {name = 'r', title = 't', outcomes = {'a'},\n"
     "dice = function(s) n = n + 1 return n == 1 and {d6} or {d6, d6} end, resolve = function() return 'a' end}}}",
     "dice returned other dice when it was called again; dice must depend on s alone", 2, ""},
    {"a table in s that contains itself",
     ROLL_OF("prepare = function(s)\n"
             "local t = {} t.t = t s.t = t end,\n"
             "outcomes = {'a'}, dice = {}, resolve = function() return 'a' end"),
     "a table is nested 16 deep; it must be flatter, and must not contain itself", 1, ""},
    {"a format that is too long",
     RESOLVE_IS("function(s, v)\n"
                "return (('x'):rep(300)):format() end"),
     "the format is longer than 256 bytes", 3, ""},
    {"a global that is a number",
     "\n"
     "_ENV[1] = 2\n"
     "return {}",
     "the name of a global must be a text", 2, NULL},
    {"a number for a name",
     "\n"
     "local x = _ENV[1]\n"
     "return {}",
     "unknown name '(no name)'; no name here is similar", 2, NULL},
    {"s number",
     RESOLVE_IS("function(s, v)\n"
                "return s[1] end"),
     "resolve returned no outcome; is a return missing?", 2, ""},
    {"a list of s is changed",
     ROLL_OF("outcomes = {'a'}, dice = {d6}, prepare = function(s) s.t = {1, 2} end,\n"
             "resolve = function(s)\n"
             "s.t[3] = 1 return 'a' end"),
     "3 cannot be set here; rules can change only s in prepare, and a state in a function that receives one", 3, ""},
    {"names of throws without their purpose",
     CHAIN_OF("thrown = {'a', 'b'},\n"
              "outcome = function() end, dice = {d6}, step = function() return true end, turns = 2"),
     "thrown is a list by `purpose`, which is missing; write a text, or add purpose", 1, NULL},
    {"half a turn",
     CHAIN_OF("turns = 1.5,\n"
              "outcome = function() end, dice = {d6}, step = function() return true end"),
     "turns is 1.5; it must be a whole number from 1 to 2147483647", 1, NULL},
    {"too many throws by a function",
     BATTLE_OF("state = {hits = whole(0, 3)}, throws = function() return 300 end,\n"
               "start = function() return {hits = 3} end, dice = {d6}, resolve = function() end,\n"
               "can_harm = function() return true end"),
     "the number of throws is 300; it must be from 0 to 255", 3, "wrong.duel a=tiger b=tiger range=5"},
    {"a choice that is none",
     "return {procedures = {chain {name = 'c', title = 't', outcomes = {'over'}, turns = 2,\n"
     "state = {way = choice {'up', 'down'}, seen = flag, who = row 'units', list = array(2, flag), n = array(2, whole(0, 3))},\n"
     "outcome = function() end, dice = {d6}, step = function(s, st)\n"
     "st.way = 'left' return true end}}}",
     "step set the state's way to 'left', which is not one of its choices; there are 'up' and 'down'", 3, ""},
    {"a flag that is a number",
     "return {procedures = {chain {name = 'c', title = 't', outcomes = {'over'}, turns = 2,\n"
     "state = {way = choice {'up', 'down'}, seen = flag, who = row 'units', list = array(2, flag), n = array(2, whole(0, 3))},\n"
     "outcome = function() end, dice = {d6}, step = function(s, st)\n"
     "st.seen = 1 return true end}}}",
     "step set the state's seen to 1; it must be true or false", 3, ""},
    {"a row that is a text",
     "return {procedures = {chain {name = 'c', title = 't', outcomes = {'over'}, turns = 2,\n"
     "state = {way = choice {'up', 'down'}, seen = flag, who = row 'units', list = array(2, flag), n = array(2, whole(0, 3))},\n"
     "outcome = function() end, dice = {d6}, step = function(s, st)\n"
     "st.who = 'tiger' return true end}}}",
     "step set the state's who to 'tiger'; it must be a row of the table units", 3, ""},
    {"an array's word",
     "return {procedures = {chain {name = 'c', title = 't', outcomes = {'over'}, turns = 2,\n"
     "state = {way = choice {'up', 'down'}, seen = flag, who = row 'units', list = array(2, flag), n = array(2, whole(0, 3))},\n"
     "outcome = function() end, dice = {d6}, step = function(s, st)\n"
     "st.n.first = 1 return true end}}}",
     "this array of a state has places 1 to 2, and none is called 'first'", 4, ""},
    {"an array read by a word",
     "return {procedures = {chain {name = 'c', title = 't', outcomes = {'over'}, turns = 2,\n"
     "state = {way = choice {'up', 'down'}, seen = flag, who = row 'units', list = array(2, flag), n = array(2, whole(0, 3))},\n"
     "outcome = function() end, dice = {d6}, step = function(s, st)\n"
     "local n = st.n.first return true end}}}",
     "an array of a state has places 1, 2, ..., and none is called 'first'", 4, ""},
    {"an array that is a number",
     "return {procedures = {chain {name = 'c', title = 't', outcomes = {'over'}, turns = 2,\n"
     "state = {way = choice {'up', 'down'}, seen = flag, who = row 'units', list = array(2, flag), n = array(2, whole(0, 3))},\n"
     "outcome = function() end, dice = {d6}, step = function(s, st)\n"
     "st.n = 3 return true end}}}",
     "step set the state's n to 3; it must be a list of 2 values", 3, ""},
    {"an array that is too short",
     "return {procedures = {chain {name = 'c', title = 't', outcomes = {'over'}, turns = 2,\n"
     "state = {way = choice {'up', 'down'}, seen = flag, who = row 'units', list = array(2, flag), n = array(2, whole(0, 3))},\n"
     "outcome = function() end, dice = {d6}, step = function(s, st)\n"
     "st.n = {3} return true end}}}",
     "step set the state's n to nil; it must be a whole number from 0 to 3", 3, ""},
    {"a row of an empty table",
     "return {procedures = {chain {name = 'c', title = 't', outcomes = {'over'}, state = {who = row 'rulings'},\n"
     "outcome = function() end, dice = {d6}, step = function() end}}}",
     "the field 'who' of a state: the table rulings has no rows", 1, NULL},
    {"a roll in place of a chain",
     "return {procedures = {roll {name = 'r', title = 't', outcomes = {'a'}, dice = {}, resolve = function() return 'a' end}}, duel = {procedure = 'r'}}",
     "duel: wrong.r is a roll; a duel must be a chain", 1, NULL},
    {"fire among no column",
     FIRE_OF("among = 'tank', unit = {unit = 'id'}, target = {}, damage = 'damage', strength = 'hits'"),
     "fire.among: the table units has no column 'tank'", 3, NULL},
    {"a range at a row without brackets",
     RESOLVE_IS("function(s, v)\n"
                "return tables.units.tiger.at(5) end"),
     "at() needs brackets of the table units", 3, ""},
};

static void put_file(const char *folder, const char *name, const char *text)
{
    char path[600];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void make_folder(char *folder, const char *rules)
{
    assert_non_null(mkdtemp(folder));
    put_file(folder, "ruleset.yaml",
             "id: wrong\ntitle: Wrong\nedition: '1'\nauthors: [salvo]\ndistance_unit: in\nsummary: Mistakes.\n"
             "rules: rules.lua\ntables:\n"
             "  - name: units\n    file: units.csv\n    title: Units\n    section: page 1\n"
             "  - name: rulings\n    file: rulings.csv\n    title: Rulings\n    section: page 1\n");
    put_file(folder, "rulings.csv", "id,question,ruling,option\n");
    put_file(folder, "units.csv", "id,name,hits\ntiger,Tiger,3\nleopard,Leopard,2\n");
    put_file(folder, "rules.lua", rules);
}

static void remove_folder(const char *folder)
{
    static const char *const FILES[] = {"rules.lua", "ruleset.yaml", "rulings.csv", "units.csv"};
    char path[600];

    for (size_t i = 0; i < COUNT_OF(FILES); i++) {
        snprintf(path, sizeof path, "%s/%s", folder, FILES[i]);
        unlink(path);
    }
    rmdir(folder);
}

/* Asks "procedure words", or without a procedure the first one; the error of asking, or the fault of the answer. */
static salvo_status ask_wrong(const salvo_rulebook *book, const char *words, salvo_error *err)
{
    char text[256], *list[16], *rest = text;
    size_t n = 0;
    const salvo_procedure *procedure = book->ruleset->procedures[0];
    salvo_question question;
    salvo_status status;
    salvo_odds odds;

    snprintf(text, sizeof text, "%s", strchr(words, '=') ? words : "");
    for (char *word = strtok_r(rest, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        list[n++] = word;
    if (n && !strchr(list[0], '='))
        assert_int_equal(salvo_procedure_find(book->ruleset, list[0], &procedure, NULL), SALVO_OK);
    status = salvo_question_ask(&question, book, procedure,
                                (const char *const *)&list[n && procedure != book->ruleset->procedures[0]],
                                n - (n && procedure != book->ruleset->procedures[0]), err);
    if (status != SALVO_OK)
        return status;
    if (salvo_odds_solve(&odds, &question, NULL, err) == SALVO_OK)
        salvo_odds_free(&odds);
    salvo_question_free(&question);
    return salvo_rulebook_fault(book, err);
}

enum { TRIES = 3 };

static void mistakes_have_a_message(void **state)
{
    const struct mistake *m = *state;
    char folder[] = "/tmp/salvo-lua-XXXXXX";
    salvo_rulebook book;
    salvo_error err = {.text = ""};
    salvo_status status;

    make_folder(folder, m->rules);
    status = salvo_rulebook_open(&book, NULL, folder, NULL, 0, &err);
    if (status == SALVO_OK && !m->words)
        fail_msg("the file is taken");
    if (status != SALVO_OK && m->words)
        fail_msg("the file is refused: %d: %s", err.line, err.text);
    /* Some mistakes contradict what a memo knows, and once in a hundred runs two of its keys, which are addresses, meet. */
    for (int tries = 0; tries < TRIES && status == SALVO_OK; tries++) {
        status = ask_wrong(&book, m->words, &err);
        salvo_rulebook_close(&book);
        if (status == SALVO_OK && tries + 1 < TRIES)
            assert_int_equal(salvo_rulebook_open(&book, NULL, folder, NULL, 0, &err), SALVO_OK);
    }
    remove_folder(folder);
    assert_int_not_equal(status, SALVO_OK);
    if (!strstr(err.text, m->message))
        fail_msg("line %d: '%s' has no '%s' in it", err.line, err.text, m->message);
    if (m->line && (m->line != err.line || !strstr(err.path, "rules.lua")))
        fail_msg("%s:%d: %s", err.path, err.line, err.text);
}

/* Names that rules must not reach. */
static void strangers_reach_nothing(void **state)
{
    static const char *const NAMES[] = {"io",           "os",     "package",   "debug",          "load",
                                        "loadstring",   "dofile", "coroutine", "collectgarbage", "setmetatable",
                                        "getmetatable", "rawset", "rawget",    "rawequal",       "next",
                                        "pcall",        "xpcall", "loadfile",  "print",          "_G",
                                        "utf8",         "warn",   "rawlen"};
    static const char *const FIELDS[] = {"math.random", "math.randomseed", "string.dump",
                                         "string.pack", "string.unpack",   "string.packsize"};
    char folder[] = "/tmp/salvo-lua-XXXXXX", text[256];
    salvo_rulebook book;
    salvo_error err;

    (void)state;
    make_folder(folder, "");
    for (size_t i = 0; i < COUNT_OF(NAMES); i++) {
        snprintf(text, sizeof text, "local x = %s", NAMES[i]);
        put_file(folder, "rules.lua", text);
        assert_int_not_equal(salvo_rulebook_open(&book, NULL, folder, NULL, 0, &err), SALVO_OK);
        if (!strstr(err.text, "unknown name") && !strstr(err.text, "rules have no "))
            fail_msg("%s: %s", NAMES[i], err.text);
    }
    for (size_t i = 0; i < COUNT_OF(FIELDS); i++) {
        snprintf(text, sizeof text, "local x = %s", FIELDS[i]);
        put_file(folder, "rules.lua", text);
        assert_int_not_equal(salvo_rulebook_open(&book, NULL, folder, NULL, 0, &err), SALVO_OK);
        if (!strstr(err.text, "rules have no ") && !strstr(err.text, "the library has no"))
            fail_msg("%s: %s", FIELDS[i], err.text);
    }
    remove_folder(folder);
}

/* Bytecode is no text. */
static void bytecode_is_refused(void **state)
{
    char folder[] = "/tmp/salvo-lua-XXXXXX";
    salvo_rulebook book;
    salvo_error err;

    (void)state;
    make_folder(folder, "\x1bLua\x54");
    assert_int_not_equal(salvo_rulebook_open(&book, NULL, folder, NULL, 0, &err), SALVO_OK);
    remove_folder(folder);
}

/* A wrong cell has its line and column. */
static void wrong_cells_have_a_place(void **state)
{
    static const char RULES[] =
        "return {tables = {units = {hits = {whole(1, 9), word = '*'}}},\n"
        "procedures = {roll {name = 'r', title = 't', outcomes = {'a'}, dice = {}, resolve = function() return 'a' end}}}";
    static const struct {
        const char *units, *message;
        int line, column;
    } CELLS[] = {
        {"id,name,hits\ntiger,Tiger,3\nleopard,Leopard,many\n",
         "'many' is not a whole number; hits must be one from 1 to 9, or '*'", 3, 17},
        {"id,name,hits\ntiger,Tiger,12\n", "12 is out of range", 2, 13},
        {"id,name,hist\ntiger,Tiger,3\n", "the column 'hits' is missing from the header", 1, 1},
    };
    char folder[] = "/tmp/salvo-lua-XXXXXX";

    (void)state;
    make_folder(folder, RULES);
    for (size_t i = 0; i < COUNT_OF(CELLS); i++) {
        salvo_rulebook book;
        salvo_error err;

        put_file(folder, "units.csv", CELLS[i].units);
        assert_int_not_equal(salvo_rulebook_open(&book, NULL, folder, NULL, 0, &err), SALVO_OK);
        if (!strstr(err.text, CELLS[i].message) || err.line != CELLS[i].line || err.column != CELLS[i].column)
            fail_msg("%d:%d: %s", err.line, err.column, err.text);
    }
    remove_folder(folder);
}

/* Columns headed by the ids of rows are read by these, and each row needs one. */
static void rows_have_columns(void **state)
{
    static const char RULES[] =
        "return {tables = {units = {columns = {'units', whole(1, 9)}}},\n"
        "procedures = {roll {name = 'r', title = 't', parameters = {{'a', row 'units', 'one'}, {'b', row 'units', 'two'}},\n"
        "numbers = 'n', dice = {}, resolve = function(s) return s.a[s.b.id] end}}}";
    static const struct {
        const char *units, *message;
        int line, column;
    } CELLS[] = {
        {"id,name,leopard,kv-2\nleopard,Leopard,1,2\nkv-2,KV 2,3,x\n", "'x' is not a whole number; kv-2 must be", 3,
         13},
        {"id,name,leopard\nleopard,Leopard,1\nkv-2,KV 2,3\n", "the column 'kv-2' is missing from the header", 1, 1},
    };
    char folder[] = "/tmp/salvo-lua-XXXXXX";
    salvo_rulebook book;
    salvo_error err;
    answer is;

    (void)state;
    make_folder(folder, RULES);
    for (size_t i = 0; i < COUNT_OF(CELLS); i++) {
        put_file(folder, "units.csv", CELLS[i].units);
        assert_int_not_equal(salvo_rulebook_open(&book, NULL, folder, NULL, 0, &err), SALVO_OK);
        if (!strstr(err.text, CELLS[i].message) || err.line != CELLS[i].line || err.column != CELLS[i].column)
            fail_msg("%d:%d: %s", err.line, err.column, err.text);
    }
    put_file(folder, "units.csv", "id,name,leopard,kv-2\nleopard,Leopard,1,2\nkv-2,KV 2,3,4\n");
    assert_int_equal(salvo_rulebook_open(&book, NULL, folder, NULL, 0, &err), SALVO_OK);
    ask(&is, &book, "wrong.r", "a=kv-2 b=leopard");
    assert_answer(&is, "3=1", "");
    answer_free(&is);
    salvo_rulebook_close(&book);
    remove_folder(folder);
}

/* A table need not have an optional column. */
static void columns_may_be_missing(void **state)
{
    static const char RULES[] =
        "return {tables = {units = {mood = {whole(1, 9), optional = true}}},\n"
        "procedures = {roll {name = 'r', title = 't', parameters = {{'a', row 'units', 'one'}}, outcomes = {'none'}, "
        "numbers = 'n', dice = {}, resolve = function(s) return s.a.mood or 'none' end}}}";
    static const struct {
        const char *units, *outcomes;
    } TABLES[] = {{"id,name\ntiger,Tiger\n", "none=1"}, {"id,name,mood\ntiger,Tiger,3\n", "3=1"}};
    char folder[] = "/tmp/salvo-lua-XXXXXX";
    salvo_rulebook book;
    salvo_error err;
    answer is;

    (void)state;
    make_folder(folder, RULES);
    for (size_t i = 0; i < COUNT_OF(TABLES); i++) {
        put_file(folder, "units.csv", TABLES[i].units);
        assert_int_equal(salvo_rulebook_open(&book, NULL, folder, NULL, 0, &err), SALVO_OK);
        ask(&is, &book, "wrong.r", "a=tiger");
        assert_answer(&is, TABLES[i].outcomes, "");
        answer_free(&is);
        salvo_rulebook_close(&book);
    }
    put_file(folder, "units.csv", "id,name,mood\ntiger,Tiger,12\n");
    assert_int_not_equal(salvo_rulebook_open(&book, NULL, folder, NULL, 0, &err), SALVO_OK);
    assert_int_equal(err.column, 13);
    remove_folder(folder);
}

/* A die of dice has as many ways as its lowest terms, and a column may be called as a method that its table lacks. */
static void dice_have_ways(void **state)
{
    static const char RULES[] =
        "return {tables = {units = {upto = whole(1, 9)}}, procedures = {roll {name = 'r', title = 't', numbers = 'n',\n"
        "parameters = {{'a', row 'units', 'one'}}, dice = {}, resolve = function(s)\n"
        "return ways(d6) + 10 * ways(chance(2, 6)) + 100 * ways(pool(3, d6, 4)) + 1000 * s.a.upto end}}}";
    char folder[] = "/tmp/salvo-lua-XXXXXX";
    salvo_rulebook book;
    salvo_error err;
    answer is;

    (void)state;
    make_folder(folder, RULES);
    put_file(folder, "units.csv", "id,name,upto\ntiger,Tiger,4\n");
    assert_int_equal(salvo_rulebook_open(&book, NULL, folder, NULL, 0, &err), SALVO_OK);
    ask(&is, &book, "wrong.r", "a=tiger");
    assert_answer(&is, "4836=1", "");
    answer_free(&is);
    salvo_rulebook_close(&book);
    remove_folder(folder);
}

/* Numbers of halves are printed as such, and keep their order. */
static void numbers_have_parts(void **state)
{
    static const char RULES[] =
        "return {procedures = {roll {name = 'r', title = 't', numbers = 'n', parts = 2, dice = {d3},\n"
        "resolve = function(s, shown) return shown - 2 end}}}";
    char folder[] = "/tmp/salvo-lua-XXXXXX";
    salvo_rulebook book;
    salvo_error err;
    answer is;

    (void)state;
    make_folder(folder, RULES);
    assert_int_equal(salvo_rulebook_open(&book, NULL, folder, NULL, 0, &err), SALVO_OK);
    ask(&is, &book, "wrong.r", "");
    assert_answer(&is, "-0.5=1/3 0=1/3 0.5=1/3", "");
    answer_free(&is);
    salvo_rulebook_close(&book);
    remove_folder(folder);
}

/* A code in a state is described as a mark, and what the fields say is not repeated. */
static void states_have_codes(void **state)
{
    static const char RULES[] =
        "return {procedures = {chain {name = 'c', title = 't', outcomes = {'over'}, undecided = false, tells_gains = true,\n"
        "state = {hull = whole(0, 3), hits = whole(0, 3)}, told = {hull = {'its condition', code = true}, hits = 'hits'},\n"
        "outcome = function(s, now) return now.hits == 3 and 'over' or nil end, dice = {d6},\n"
        "step = function(s, now) now.hits = now.hits + 1 return false end}}}";
    char folder[] = "/tmp/salvo-lua-XXXXXX";
    const uint8_t first[4] = {0};
    salvo_state_description told = {.n = 0};
    salvo_rulebook book;
    salvo_error err;
    answer is;

    (void)state;
    make_folder(folder, RULES);
    assert_int_equal(salvo_rulebook_open(&book, NULL, folder, NULL, 0, &err), SALVO_OK);
    ask(&is, &book, "wrong.c", "");
    assert_true(is.question.procedure->chain->describes_gains);
    salvo_chain_describe(is.question.procedure->chain, is.question.situation, first, &told);
    assert_int_equal(told.n, 2);
    assert_string_equal(told.at[0].name, "hits");
    assert_int_equal(told.at[0].kind, SALVO_FIELD_NUMBER);
    assert_string_equal(told.at[1].name, "its condition");
    assert_int_equal(told.at[1].kind, SALVO_FIELD_PACKED);
    answer_free(&is);
    salvo_rulebook_close(&book);
    remove_folder(folder);
}

/* What a rule refuses has one, too: in a row, within a cell, in the header, and for a question. */
static void refused_cells_have_a_place(void **state)
{
    static const struct {
        const char *rule, *message;
        int line, column;
    } REFUSALS[] = {
        {"check = function() refuse_cell(tables.units.leopard, 'hits', 'too few') end", "too few", 3, 17},
        {"check = function() refuse_cell(tables.units.leopard, 'name', 'odd', 4) end", "odd", 3, 12},
        {"check = function() refuse_cell(tables.units, 'hits', 'not all') end", "not all", 1, 9},
        {"check = function() local p = parts(' a  + b ', '+') refuse_cell(tables.units.tiger, 'name', p[2].text, p[2].at) end",
         "b", 2, 13},
        {"check = function() refuse_cell(tables.units.tiger, 'name', 'who' .. nearest('leopart', tables.units)) end",
         "who; did you mean 'leopard'?", 2, 7},
        {"check = function() refuse_cell(tables.units.tiger, 'name', 'who' .. nearest('x', {'no', 'yes'})) end",
         "who; there are 'no' and 'yes'", 2, 7},
    };
    char folder[] = "/tmp/salvo-lua-XXXXXX", rules[600];

    (void)state;
    make_folder(folder, "");
    for (size_t i = 0; i < COUNT_OF(REFUSALS); i++) {
        salvo_rulebook book;
        salvo_error err;

        snprintf(rules, sizeof rules, BOOK_OF("%s"), REFUSALS[i].rule);
        put_file(folder, "rules.lua", rules);
        assert_int_not_equal(salvo_rulebook_open(&book, NULL, folder, NULL, 0, &err), SALVO_OK);
        if (strcmp(err.text, REFUSALS[i].message) != 0 || !strstr(err.path, "units.csv") ||
            err.line != REFUSALS[i].line || err.column != REFUSALS[i].column)
            fail_msg("%s:%d:%d: %s", err.path, err.line, err.column, err.text);
    }
    remove_folder(folder);
}

/* A setting has no column, so no part of it has one. The check sees it, and the cells that it reads are not those that
 * answers depend on. */
static void settings_are_checked(void **state)
{
    static const char RULES[] = "return {tables = {units = {hits = whole(0, 9)}}, check = function()\n"
                                "for unit in each(tables.units) do\n"
                                "if unit.hits == 0 then refuse_cell(unit, 'hits', 'too few', 2) end end end,\n"
                                "procedures = {roll {name = 'r', title = 't', outcomes = {'a', 'b'}, dice = {},\n"
                                "resolve = function() return tables.units.tiger.hits == 3 and 'a' or 'b' end}}}";
    static const char *const SETTING[] = {"units.leopard.hits=0"};
    char folder[] = "/tmp/salvo-lua-XXXXXX";
    salvo_rulebook book, variant;
    const salvo_change change = {.table = 0, .row = 1, .column = 2, .text = "0"};
    salvo_error err;

    (void)state;
    make_folder(folder, RULES);
    assert_int_not_equal(salvo_rulebook_open(&book, NULL, folder, SETTING, 1, &err), SALVO_OK);
    assert_string_equal(err.text, "too few");
    assert_string_equal(err.path, "--set");
    assert_int_equal(err.column, 0);
    assert_int_equal(salvo_rulebook_open(&book, NULL, folder, NULL, 0, &err), SALVO_OK);
    assert_int_not_equal(salvo_rulebook_vary(&variant, &book, &change, &err), SALVO_OK);
    assert_string_equal(err.text, "too few");
    assert_int_equal(ask_wrong(&book, "", &err), SALVO_OK);
    assert_int_equal(book.ruleset->has_read(book.tables, 0, 0, 2), SALVO_READ);
    assert_int_equal(book.ruleset->has_read(book.tables, 0, 1, 2), SALVO_UNREAD);
    salvo_rulebook_close(&book);
    remove_folder(folder);
}

/* A question may refuse a cell, too. The next refusal is not about that cell. */
static void questions_refuse_cells(void **state)
{
    static const char RULES[] =
        "return {procedures = {roll {name = 'r', title = 't', outcomes = {'a'}, dice = {},\n"
        "parameters = {{'x', whole(0, 9), 'help'}}, resolve = function() return 'a' end, prepare = function(s)\n"
        "if s.x == 1 then refuse_cell(tables.units.tiger, 'hits', 'too few') end refuse('not at all') end}}}";
    char folder[] = "/tmp/salvo-lua-XXXXXX";
    salvo_rulebook book;
    salvo_error err = {.text = ""}, other = {.text = ""};

    (void)state;
    make_folder(folder, RULES);
    assert_int_equal(salvo_rulebook_open(&book, NULL, folder, NULL, 0, &err), SALVO_OK);
    assert_int_not_equal(ask_wrong(&book, "x=1", &err), SALVO_OK);
    assert_string_equal(err.text, "too few");
    assert_non_null(strstr(err.path, "units.csv"));
    assert_int_equal(err.line, 2);
    assert_int_not_equal(ask_wrong(&book, "x=2", &other), SALVO_OK);
    assert_string_equal(other.text, "not at all");
    assert_string_equal(other.path, "");
    salvo_rulebook_close(&book);
    remove_folder(folder);
}

/* Only reports ask who acts first. */
static void who_acts_first_is_a_word(void **state)
{
    static const char RULES[] =
        "local c = chain {name = 'fight', title = 't', outcomes = {'a-wins', 'b-wins', 'mutual', 'open'}, undecided = 'open',\n"
        "parameters = {{'a', row 'units', 'one'}, {'b', row 'units', 'other'}, {'range', decimal(0), 'how far', default = 1},\n"
        "{'first', choice {'a', 'any', 'odd'}, 'who', default = 'a'}}, expectations = {{'turns', 'turns'}}, state = {n = flag},\n"
        "outcome = function(s, now) return now.n and 'a-wins' or nil end, dice = {d6},\n"
        "step = function(s, now) now.n = true return true, {turns = 1} end}\n"
        "return {procedures = {c}, duel = {procedure = 'fight', acts_first = function(s)\n"
        "return s.first == 'any' and 'chance' or s.first end}}";
    char folder[] = "/tmp/salvo-lua-XXXXXX";
    salvo_rulebook book;
    salvo_error err = {.text = ""};
    answer is;

    (void)state;
    make_folder(folder, RULES);
    assert_int_equal(salvo_rulebook_open(&book, NULL, folder, NULL, 0, &err), SALVO_OK);
    ask(&is, &book, "wrong.fight", "a=tiger b=tiger first=any");
    assert_int_equal(book.ruleset->duel->acts_first(is.question.situation), SALVO_FIRST_CHANCE);
    answer_free(&is);
    ask(&is, &book, "wrong.fight", "a=tiger b=tiger");
    assert_int_equal(book.ruleset->duel->acts_first(is.question.situation), SALVO_FIRST_A);
    answer_free(&is);
    ask(&is, &book, "wrong.fight", "a=tiger b=tiger first=odd");
    book.ruleset->duel->acts_first(is.question.situation);
    assert_int_not_equal(salvo_rulebook_fault(&book, &err), SALVO_OK);
    assert_non_null(strstr(err.text, "duel.acts_first returned what does not say who acts first; there are 'a', 'b'"));
    assert_int_equal(err.line, 6);
    answer_free(&is);
    salvo_rulebook_close(&book);
    remove_folder(folder);
}

/* Only reports ask for the class of a target. */
static void classes_are_texts(void **state)
{
    static const char RULES[] = FIRE_OF("unit = {unit = 'id'}, target = {}, damage = 'damage', strength = 'hits',\n"
                                        "class = function(unit) return unit.id == 'tiger' and 'heavy' or 5 end");
    char folder[] = "/tmp/salvo-lua-XXXXXX";
    salvo_rulebook book;
    salvo_error err = {.text = ""};

    (void)state;
    make_folder(folder, RULES);
    assert_int_equal(salvo_rulebook_open(&book, NULL, folder, NULL, 0, &err), SALVO_OK);
    assert_string_equal(book.ruleset->fire->target_class(book.tables, 0), "heavy");
    assert_int_equal(salvo_rulebook_fault(&book, &err), SALVO_OK);
    book.ruleset->fire->target_class(book.tables, 1);
    assert_int_not_equal(salvo_rulebook_fault(&book, &err), SALVO_OK);
    assert_string_equal(err.text, "fire.class returned 5; it must return a text");
    assert_int_equal(err.line, 4);
    salvo_rulebook_close(&book);
    remove_folder(folder);
}

int main(void)
{
    struct CMUnitTest tests[13 + COUNT_OF(MISTAKES)] = {cmocka_unit_test(strangers_reach_nothing),
                                                        cmocka_unit_test(bytecode_is_refused),
                                                        cmocka_unit_test(wrong_cells_have_a_place),
                                                        cmocka_unit_test(refused_cells_have_a_place),
                                                        cmocka_unit_test(settings_are_checked),
                                                        cmocka_unit_test(questions_refuse_cells),
                                                        cmocka_unit_test(classes_are_texts),
                                                        cmocka_unit_test(rows_have_columns),
                                                        cmocka_unit_test(numbers_have_parts),
                                                        cmocka_unit_test(states_have_codes),
                                                        cmocka_unit_test(who_acts_first_is_a_word),
                                                        cmocka_unit_test(columns_may_be_missing),
                                                        cmocka_unit_test(dice_have_ways)};

    for (size_t i = 0; i < COUNT_OF(MISTAKES); i++)
        tests[13 + i] = row_test(MISTAKES[i].name, mistakes_have_a_message, &MISTAKES[i]);
    return cmocka_run_group_tests_name("mistakes in Lua", tests, NULL, NULL);
}
