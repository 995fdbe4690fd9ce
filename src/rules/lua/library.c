#include "rules/lua/library.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <lualib.h>

#include "rules/lua/dice_source.h"
#include "rules/lua/kind.h"

enum { FREEZE_DEPTH_MAX = 16, PATTERN_STEPS_MAX = 10000000, REPEATS_MAX = 1 << 16, FORMAT_MAX = 256 };

/* Their addresses are keys, of the registry or of tables that roll {} and its like have made. */
static const char WORDS, OWN, THROW, KEY, MADE, LINE;

/* Tables that cannot be changed. */

static int refuse_change(lua_State *L)
{
    sandbox_fail(L, 0,
                 "'%s' cannot be set here: rules change only s in prepare, and states where a state is handed to them",
                 lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "this");
}

static int length_of_shown(lua_State *L)
{
    check_push_shown(L, 1);
    lua_pushinteger(L, (lua_Integer)lua_rawlen(L, -1));
    return 1;
}

void library_show(lua_State *L)
{
    lua_createtable(L, 0, 0);
    lua_createtable(L, 0, 4);
    lua_rotate(L, -3, -1); /* proxy, metatable, shown */
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, refuse_change);
    lua_setfield(L, -2, "__newindex");
    lua_pushcfunction(L, length_of_shown);
    lua_setfield(L, -2, "__len");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
}

static void freeze(lua_State *L, int depth)
{
    const int from = lua_gettop(L);

    if (lua_type(L, from) != LUA_TTABLE)
        return;
    if (lua_getmetatable(L, from)) { /* rows, dice, and what is frozen already */
        lua_pop(L, 1);
        return;
    }
    if (depth == FREEZE_DEPTH_MAX)
        sandbox_fail(L, 0, "a table in a table, %d deep: it may not be larger, or contain itself", FREEZE_DEPTH_MAX);
    luaL_checkstack(L, 8, "tables in tables");
    lua_newtable(L);
    for (lua_pushnil(L); lua_next(L, from);) {
        freeze(L, depth + 1);
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, from + 1);
    }
    library_show(L);
    lua_replace(L, from);
}

void library_freeze(lua_State *L)
{
    freeze(L, 0);
}

static int lib_freeze(lua_State *L)
{
    lua_settop(L, 1);
    library_freeze(L);
    return 1;
}

/* Keys in their order: Lua's own order is another in every run. */

static int next_pair(lua_State *L)
{
    const lua_Integer at = lua_tointeger(L, lua_upvalueindex(3)) + 1;

    lua_pushinteger(L, at);
    lua_replace(L, lua_upvalueindex(3));
    if (lua_rawgeti(L, lua_upvalueindex(1), at) == LUA_TNIL)
        return 1;
    lua_pushvalue(L, -1);
    lua_rawget(L, lua_upvalueindex(2));
    return 2;
}

static int lib_pairs(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    check_push_shown(L, 1);
    check_push_keys(L, -1);
    lua_insert(L, -2);
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, next_pair, 3);
    return 1;
}

/* Texts without addresses, and in limited time. */

static int lib_tostring(lua_State *L)
{
    luaL_checkany(L, 1);
    switch (lua_type(L, 1)) {
    case LUA_TNIL:
    case LUA_TBOOLEAN:
    case LUA_TNUMBER:
    case LUA_TSTRING:
        luaL_tolstring(L, 1, NULL);
        break;
    default:
        lua_pushfstring(L, "(%s)", luaL_typename(L, 1)); /* its address would differ in every run */
    }
    return 1;
}

static int lib_format(lua_State *L)
{
    const char *format = luaL_checkstring(L, 1);

    if (strlen(format) > FORMAT_MAX)
        sandbox_fail(L, 0, "a format of more than %d bytes", FORMAT_MAX);
    for (const char *c = strchr(format, '%'); c; c = strchr(c + 1 + (c[1] == '%'), '%'))
        if (c[1 + strspn(c + 1, "-+ #0123456789.")] == 'p')
            sandbox_fail(L, 0, "%%p is no format here");
    for (int i = 2; i <= lua_gettop(L); i++)
        if (lua_type(L, i) > LUA_TSTRING)
            sandbox_fail(L, 0, "%s cannot be put into a text; give one of its fields", check_words_of(L, i));
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    return lua_gettop(L);
}

static int lib_rep(lua_State *L)
{
    const lua_Integer n = luaL_checkinteger(L, 2);

    if (n > REPEATS_MAX)
        sandbox_fail(L, 0, "a text repeated more than %d times", REPEATS_MAX);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, 1);
    return 1;
}

static int lib_move(lua_State *L)
{
    if (luaL_checkinteger(L, 3) / 2 - luaL_checkinteger(L, 2) / 2 > REPEATS_MAX / 2)
        sandbox_fail(L, 0, "more than %d values moved", REPEATS_MAX);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, 1);
    return 1;
}

/* A pattern tries at most as many places as the text has, for where it begins and for each of its repetitions. */
static int lib_pattern(lua_State *L)
{
    size_t length;
    const char *pattern = luaL_checkstring(L, 2);
    double steps;

    luaL_checklstring(L, 1, &length);
    steps = (double)length + 1;
    for (const char *c = pattern; *c && steps <= PATTERN_STEPS_MAX; c++)
        if (strchr("*+-?", *c))
            steps *= (double)length + 1;
    if (steps > PATTERN_STEPS_MAX)
        sandbox_fail(L, 0, "the pattern '%.40s' may take too long in a text of %zu bytes; use fewer of * + - ?",
                     pattern, length);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    return lua_gettop(L);
}

/* Numbers. */

static lua_Number number_of(lua_State *L, int index)
{
    const lua_Number value = luaL_checknumber(L, index);

    if (isnan(value))
        sandbox_fail(L, 0, "a number is not one (0/0)");
    return value;
}

static int push_whole(lua_State *L, lua_Number value)
{
    if (fabs(value) > 9e15)
        sandbox_fail(L, 0, "%g is no whole number that can be counted with; was something divided by 0?", value);
    lua_pushinteger(L, (lua_Integer)value);
    return 1;
}

static int lib_ceil(lua_State *L)
{
    return push_whole(L, ceil(number_of(L, 1)));
}

static int lib_floor(lua_State *L)
{
    return push_whole(L, floor(number_of(L, 1)));
}

static int divide(lua_State *L, lua_Number (*rounded)(lua_Number))
{
    const lua_Number n = number_of(L, 1), d = number_of(L, 2);

    if (d == 0)
        sandbox_fail(L, 0, "%s divided by 0", lua_tostring(L, 1));
    return push_whole(L, rounded(n / d));
}

static int lib_round_up(lua_State *L)
{
    return divide(L, ceil);
}

static int lib_round_down(lua_State *L)
{
    return divide(L, floor);
}

static int lib_clamp(lua_State *L)
{
    const lua_Number value = number_of(L, 1), least = number_of(L, 2), most = number_of(L, 3);

    if (least > most)
        sandbox_fail(L, 0, "clamp(x, %s, %s): the first limit is the lower one", lua_tostring(L, 2),
                     lua_tostring(L, 3));
    lua_pushvalue(L, value < least ? 2 : value > most ? 3 : 1);
    return 1;
}

static int lib_refuse(lua_State *L)
{
    if (lua_type(L, 1) != LUA_TSTRING)
        sandbox_fail(L, 0, "refuse needs a text that says why");
    lua_settop(L, 1);
    sandbox_refuse(L);
}

static int lib_fail(lua_State *L)
{
    sandbox_fail(L, 0, "%s", luaL_checkstring(L, 1));
}

/* roll {}, chain {} and battle {}: their options are checked where they stand. */
static int make(lua_State *L)
{
    const lua_options *options = lua_touserdata(L, lua_upvalueindex(1));

    if (lua_type(L, 1) != LUA_TTABLE || lua_gettop(L) != 1)
        sandbox_fail(L, 0, "%s is written %s {name = value, ...}", options->of, options->of);
    check_options(L, 1, options, 1, 0);
    lua_settop(L, 1);
    lua_pushlightuserdata(L, (void *)(uintptr_t)options);
    lua_rawsetp(L, 1, &MADE);
    lua_pushinteger(L, sandbox_running_line(L));
    lua_rawsetp(L, 1, &LINE);
    return 1;
}

const lua_options *library_made(lua_State *L, int index)
{
    const lua_options *made;

    if (lua_type(L, index) != LUA_TTABLE)
        return NULL;
    lua_rawgetp(L, index, &MADE);
    made = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return made;
}

int library_line(lua_State *L, int index)
{
    int line;

    if (lua_type(L, index) != LUA_TTABLE)
        return 0;
    lua_rawgetp(L, index, &LINE);
    line = (int)lua_tointeger(L, -1);
    lua_pop(L, 1);
    return line;
}

/* Names that rules see. */

/* What Lua has and rules have not. */
static const struct {
    const char *name, *why;
} LEFT_OUT[] = {
    {"random", "name the dice in `dice`; salvo goes through all that they can show"},
    {"randomseed", "name the dice in `dice`; salvo goes through all that they can show"},
    {"print", "write explain = \"...\" to show something, or error(text)"},
    {"require", "rules are one file"},
    {"dofile", "rules are one file"},
    {"loadfile", "rules are one file"},
    {"load", "rules are one file"},
    {"loadstring", "rules are one file"},
    {"package", "rules are one file"},
    {"io", "rules see their tables and dice alone"},
    {"os", "rules see their tables and dice alone"},
    {"debug", "rules see their tables and dice alone"},
    {"coroutine", "a chain goes on step by step"},
    {"pcall", "a rule that fails is to be mended; refuse(text) refuses a question"},
    {"xpcall", "a rule that fails is to be mended; refuse(text) refuses a question"},
    {"setmetatable", "tables are plain ones"},
    {"getmetatable", "tables are plain ones"},
    {"rawget", "tables are plain ones"},
    {"rawset", "tables are plain ones"},
    {"next", "use pairs, which goes through keys in their order"},
    {"collectgarbage", "SALVO_RULES_MEMORY sets the limit on memory"},
};

static void refuse_left_out(lua_State *L, const char *name)
{
    for (size_t i = 0; i < sizeof LEFT_OUT / sizeof *LEFT_OUT; i++)
        if (strcmp(LEFT_OUT[i].name, name) == 0)
            sandbox_fail(L, 0, "there is no %s in rules: %s", name, LEFT_OUT[i].why);
}

static int unknown_in_library(lua_State *L)
{
    const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
    char what[128];

    refuse_left_out(L, name);
    snprintf(what, sizeof what, "the library has no '%.64s' here", name);
    check_fail_unknown(L, 1, 0, name, what);
}

/* As library_show, of a library on top of the stack. */
static void show_library(lua_State *L)
{
    lua_createtable(L, 0, 1);
    lua_pushcfunction(L, unknown_in_library);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
    library_show(L);
}

static int unknown_name(lua_State *L)
{
    char what[128];

    if (lua_type(L, 2) == LUA_TSTRING)
        refuse_left_out(L, lua_tostring(L, 2));

    snprintf(what, sizeof what, "unknown name '%.64s'",
             lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "(no name)");
    check_fail_unknown(L, 1, 0, lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "", what);
}

/* Functions and tables of the rules' own may be global, while the file is read. */
static int set_global(lua_State *L)
{
    if (lua_type(L, 2) != LUA_TSTRING)
        sandbox_fail(L, 0, "the name of a global is a text");
    lua_rawgetp(L, LUA_REGISTRYINDEX, &OWN);
    if (lua_type(L, -1) != LUA_TTABLE)
        sandbox_fail(L, 0, "the global '%s' cannot be set in a rule; write local %s", lua_tostring(L, 2),
                     lua_tostring(L, 2));
    lua_rawgetp(L, LUA_REGISTRYINDEX, &WORDS);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, -2) != LUA_TNIL) {
        lua_pushvalue(L, 2);
        if (lua_rawget(L, -4) == LUA_TNIL)
            sandbox_fail(L, 0, "'%s' is a word of salvo; write local %s, or another name", lua_tostring(L, 2),
                         lua_tostring(L, 2));
    }
    lua_settop(L, 3);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &OWN);
    lua_pushvalue(L, 2);
    lua_pushboolean(L, 1);
    lua_rawset(L, -3);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &WORDS);
    lua_insert(L, 2);
    lua_settop(L, 4);
    lua_rawset(L, 2);
    return 0;
}

/* Copies `names` of Lua's own library on top of the stack to the table below it. */
static void copy_names(lua_State *L, const char *const *names)
{
    for (; *names; names++) {
        lua_getfield(L, -1, *names);
        lua_setfield(L, -3, *names);
    }
}

static void replace_guarded(lua_State *L, const char *name, lua_CFunction guard)
{
    lua_getfield(L, -1, name);
    lua_pushcclosure(L, guard, 1);
    lua_setfield(L, -3, name);
}

static void open_library(lua_State *L, const char *name, lua_CFunction open)
{
    luaL_requiref(L, name, open, 1);
}

/* Leaves nothing: the frozen copy becomes a word. The stack is words, library. */
static void install_string(lua_State *L)
{
    static const char *const NAMES[] = {"byte", "char", "len", "lower", "reverse", "sub", "upper", NULL};
    static const char *const PATTERNS[] = {"find", "match", "gmatch", "gsub", NULL};

    lua_newtable(L);
    open_library(L, LUA_STRLIBNAME, luaopen_string);
    copy_names(L, NAMES);
    for (const char *const *name = PATTERNS; *name; name++)
        replace_guarded(L, *name, lib_pattern);
    replace_guarded(L, "rep", lib_rep);
    replace_guarded(L, "format", lib_format);
    lua_pop(L, 1);
    show_library(L);
    lua_pushliteral(L, ""); /* all texts have one metatable: ("x"):rep(3) */
    lua_getmetatable(L, -1);
    lua_pushvalue(L, -3);
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 2);
    lua_setfield(L, -2, "string");
}

static void install_math(lua_State *L)
{
    static const char *const NAMES[] = {"abs", "ceil", "cos",        "deg",       "exp",        "floor", "fmod", "huge",
                                        "log", "max",  "maxinteger", "min",       "mininteger", "modf",  "pi",   "rad",
                                        "sin", "sqrt", "tan",        "tointeger", "type",       "ult",   NULL};

    lua_newtable(L);
    open_library(L, LUA_MATHLIBNAME, luaopen_math);
    copy_names(L, NAMES);
    for (const char *const *name = (const char *const[]){"min", "max", "abs", NULL}; *name; name++) {
        lua_getfield(L, -1, *name);
        lua_setfield(L, -4, *name);
    }
    lua_pop(L, 1);
    show_library(L);
    lua_setfield(L, -2, "math");
}

static void install_base(lua_State *L)
{
    static const char *const NAMES[] = {"assert", "error", "ipairs", "select", "tonumber", "type", NULL};
    static const luaL_Reg OWN_ONES[] = {
        {"pairs", lib_pairs}, {"tostring", lib_tostring}, {"refuse", lib_refuse},     {"clamp", lib_clamp},
        {"ceil", lib_ceil},   {"floor", lib_floor},       {"round_up", lib_round_up}, {"round_down", lib_round_down},
        {NULL, NULL}};

    open_library(L, LUA_GNAME, luaopen_base);
    copy_names(L, NAMES);
    lua_pop(L, 1);
    luaL_setfuncs(L, OWN_ONES, 0);
}

static int add_word(lua_State *L)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &WORDS);
    lua_insert(L, 1);
    lua_settop(L, 3);
    lua_rawset(L, 1);
    return 0;
}

/* dice.lua runs with Lua's whole library: it is salvo's own. */
static void install_dice(lua_State *L, int row_key)
{
    static const char *const NAMES[] = {"concat", "insert", "remove", "unpack", "pack", NULL};

    open_library(L, LUA_TABLIBNAME, luaopen_table);
    lua_newtable(L);
    lua_insert(L, -2);
    copy_names(L, NAMES);
    replace_guarded(L, "move", lib_move);
    lua_pop(L, 1);
    lua_setfield(L, -2, "table");
    if (luaL_loadbufferx(L, (const char *)DICE_SOURCE, sizeof DICE_SOURCE, "=dice", "t") != LUA_OK)
        lua_error(L);
    lua_pushglobaltable(L);
    lua_pushcfunction(L, lib_pairs);
    lua_setfield(L, -2, "pairs");
    lua_setupvalue(L, -2, 1);
    lua_pushcfunction(L, lib_fail);
    lua_pushcfunction(L, lib_freeze);
    lua_pushcfunction(L, add_word);
    lua_pushvalue(L, row_key);
    lua_call(L, 4, 3);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &KEY);
    lua_getfield(L, -3, "table");
    lua_insert(L, -2);
    lua_setfield(L, -2, "sort");
    show_library(L);
    lua_setfield(L, -3, "table");
    lua_rawsetp(L, LUA_REGISTRYINDEX, &THROW);
}

static void install_makers(lua_State *L)
{
    static const lua_options *const MAKERS[] = {&ROLL_OPTIONS, &CHAIN_OPTIONS, &BATTLE_OPTIONS};

    for (size_t i = 0; i < sizeof MAKERS / sizeof *MAKERS; i++) {
        lua_pushlightuserdata(L, (void *)(uintptr_t)MAKERS[i]);
        lua_pushcclosure(L, make, 1);
        lua_setfield(L, -2, MAKERS[i]->of);
    }
    kind_add_words(L);
}

void library_install(lua_State *L, lua_CFunction row_key)
{
    lua_pushcfunction(L, row_key);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &WORDS);
    lua_newtable(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &OWN);
    install_base(L);
    install_string(L);
    install_math(L);
    install_makers(L);
    install_dice(L, lua_absindex(L, -2));
    lua_createtable(L, 0, 1); /* names that nobody has given */
    lua_pushcfunction(L, unknown_name);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
    lua_remove(L, -2);
}

/* The rules' globals are an empty table that shows the words, so that every new name is noticed. */
void library_run(lua_State *L, const char *text, size_t length)
{
    if (luaL_loadbufferx(L, text, length, SANDBOX_RULES, "t") != LUA_OK)
        lua_error(L);
    lua_newtable(L);
    lua_createtable(L, 0, 3);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &WORDS);
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, set_global);
    lua_setfield(L, -2, "__newindex");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
    if (!lua_setupvalue(L, -2, 1))
        lua_pop(L, 1); /* the chunk uses no names at all */
    lua_call(L, 0, 1);
    lua_pushnil(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &OWN);
}

void library_throw(lua_State *L)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &THROW);
    lua_insert(L, -2);
    lua_call(L, 1, 1);
}

void library_key(lua_State *L)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &KEY);
    lua_insert(L, -2);
    lua_call(L, 1, 1);
}
