/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dice made of dice multiply their ways, and a pool of forty dice has more than any word holds. So ways are GMP
 * numbers, and even a large die is exact. GMP's memory is not part of Lua's, so it is charged to the state. */
#include "rules/lua/ways.h"

#include <string.h>

#include "base/sorted_pairs.h"

enum {
    BITS_MAX = 4096,
    WAYS_MAX = 1 << 20,
    CONTEST_MAX = 400000000, /* multiplications, most of them with 0: some seconds */
};

static const char WAYS; /* its address is the key of their metatable */

/* The userdata that dice.lua holds. */
typedef struct die_ways {
    distribution of;
    size_t charged; /* bytes charged to the state's memory */
} die_ways;

static const distribution *ways_or_null(lua_State *L, int index)
{
    const die_ways *d = lua_touserdata(L, index);
    bool are = false;

    if (d && lua_getmetatable(L, index)) {
        lua_rawgetp(L, LUA_REGISTRYINDEX, &WAYS);
        are = lua_rawequal(L, -1, -2) != 0;
        lua_pop(L, 2);
    }
    return are ? &d->of : NULL;
}

const distribution *ways_at(lua_State *L, int index)
{
    const distribution *d = ways_or_null(L, index);

    if (!d)
        luaL_error(L, "this is not a number of ways");
    return d;
}

/* Estimates the bytes of n numbers with that many bits, with malloc's overhead. */
static size_t bytes_of(size_t n, size_t bits)
{
    return n * (sizeof(mpz_t) + 32 + bits / 8);
}

static size_t bits_of(const mpz_t number)
{
    return mpz_sizeinbase(number, 2);
}

static void charge(lua_State *L, die_ways *d, size_t bytes)
{
    const ptrdiff_t more = (ptrdiff_t)bytes - (ptrdiff_t)d->charged;

    d->charged = bytes;
    sandbox_charge(L, more);
}

static int free_ways(lua_State *L)
{
    die_ways *d = lua_touserdata(L, 1);

    charge(L, d, 0);
    distribution_free(&d->of);
    return 0;
}

/* Pushes n ways, all 0. The total must stay below 2^bits. */
static distribution *push_new(lua_State *L, size_t n, size_t bits)
{
    die_ways *d = lua_newuserdatauv(L, sizeof *d, 0);

    *d = (die_ways){.charged = 0};
    lua_rawgetp(L, LUA_REGISTRYINDEX, &WAYS);
    lua_setmetatable(L, -2);
    if (n > WAYS_MAX)
        sandbox_fail(L, 0, "the dice have more than a million results; combine some of them first");
    if (bits > BITS_MAX)
        sandbox_fail(L, 0, "the dice have more than 2^%d equally likely ways; use fewer dice", BITS_MAX);
    charge(L, d, bytes_of(n, bits));
    if (!distribution_init(&d->of, 0, (int64_t)n - 1))
        sandbox_no_memory(L);
    return &d->of;
}

/* Completes the ways on top of the stack. */
static int end_new(lua_State *L)
{
    die_ways *d = lua_touserdata(L, -1);

    distribution_add_up(&d->of);
    charge(L, d, bytes_of(d->of.n, bits_of(d->of.total)));
    return 1;
}

enum { WORD_BITS = 64 };

static void set_word(mpz_t to, lua_Integer number)
{
    const uint64_t word = (uint64_t)number;

    mpz_import(to, 1, -1, sizeof word, 0, 0, &word);
}

static int of(lua_State *L)
{
    const bool is_list = lua_istable(L, 1);
    const size_t n = is_list ? lua_rawlen(L, 1) : (size_t)lua_tointeger(L, 2);
    distribution *d = push_new(L, n, WORD_BITS);

    for (size_t i = 0; i < n; i++) {
        if (is_list)
            lua_rawgeti(L, 1, (lua_Integer)i + 1);
        else
            lua_pushvalue(L, 1);
        set_word(d->ways[i], lua_tointeger(L, -1));
        lua_pop(L, 1);
    }
    return end_new(L);
}

/* dice.lua goes through the values of both in two loops in this order. */
static int pairs(lua_State *L)
{
    const distribution *a = ways_at(L, 1), *b = ways_at(L, 2);
    const size_t bits = bits_of(a->total) + bits_of(b->total);
    distribution *d = push_new(L, a->n * b->n, bits);

    for (size_t i = 0; i < a->n; i++)
        for (size_t k = 0; k < b->n; k++)
            mpz_mul(d->ways[i * b->n + k], a->ways[i], b->ways[k]);
    return end_new(L);
}

/* Divides by the common factor, so that pools of equal chances are one die, however a rule writes them. */
static void reduce(distribution *d)
{
    mpz_t common;

    mpz_init(common);
    for (size_t i = 0; i < d->n && mpz_cmp_ui(common, 1) != 0; i++)
        mpz_gcd(common, common, d->ways[i]);
    for (size_t i = 0; i < d->n && mpz_cmp_ui(common, 1) > 0; i++)
        mpz_divexact(d->ways[i], d->ways[i], common);
    mpz_clear(common);
}

/* Equal values become one face. The ways are reduced to lowest terms, because numbers would grow with every die that is
 * made of dice. */
static int join(lua_State *L)
{
    const distribution *from = ways_at(L, 1);
    const size_t n = (size_t)luaL_checkinteger(L, 3), bits = bits_of(from->total);
    distribution *d = push_new(L, n, bits);

    for (size_t i = 0; i < from->n; i++) {
        lua_Integer place;

        lua_rawgeti(L, 2, (lua_Integer)i + 1);
        place = lua_tointeger(L, -1);
        lua_pop(L, 1);
        if (place >= 1 && (size_t)place <= n) /* a face without ways has no place */
            mpz_add(d->ways[place - 1], d->ways[place - 1], from->ways[i]);
    }
    reduce(d);
    return end_new(L);
}

/* Handles dice with the values 1 and 0. */
static int power(lua_State *L)
{
    const distribution *of = ways_at(L, 1);
    const int count = (int)luaL_checkinteger(L, 2);
    const size_t bits = bits_of(of->total) * (size_t)count + 1;
    distribution *d = push_new(L, (size_t)count + 1, bits), one, all;
    bool done;

    if (!distribution_init(&one, 0, 1))
        sandbox_no_memory(L);
    mpz_set(one.ways[1], of->ways[0]);
    mpz_set(one.ways[0], of->ways[1]);
    distribution_add_up(&one);
    done = distribution_power(&all, &one, count);
    distribution_free(&one);
    if (!done)
        sandbox_no_memory(L);
    distribution_free(d);
    *d = all;
    return end_new(L);
}

/* A die of dice: the i-th of the list in argument 2 is thrown in the i-th ways of argument 1. A face of the result has the
 * place that it has in each of them. */
static int mix(lua_State *L)
{
    enum { CHOICE = 1, DICE, N };
    const distribution *choice = ways_at(L, CHOICE);
    const size_t n = (size_t)luaL_checkinteger(L, N);
    mpz_t *common = push_new(L, 2, 0)->ways, *factor = common + 1; /* collected with their userdata */
    distribution *d;

    mpz_set_ui(*common, 1);
    for (size_t i = 0; i < choice->n; i++, lua_pop(L, 1)) {
        lua_rawgeti(L, DICE, (lua_Integer)i + 1);
        mpz_lcm(*common, *common, ways_at(L, -1)->total);
    }
    d = push_new(L, n, bits_of(*common) + bits_of(choice->total));
    for (size_t i = 0; i < choice->n; i++, lua_pop(L, 1)) {
        const distribution *one;

        lua_rawgeti(L, DICE, (lua_Integer)i + 1);
        one = ways_at(L, -1);
        mpz_divexact(*factor, *common, one->total);
        mpz_mul(*factor, *factor, choice->ways[i]);
        for (size_t k = 0; k < one->n && k < n; k++)
            mpz_addmul(d->ways[k], one->ways[k], *factor);
    }
    reduce(d);
    return end_new(L);
}

/* Both have the ways of the same values, from the lowest to the highest. */
static int contest(lua_State *L)
{
    const distribution *first = ways_at(L, 1), *second = ways_at(L, 3);
    const int n = (int)luaL_checkinteger(L, 2), m = (int)luaL_checkinteger(L, 4);
    const size_t bits = bits_of(first->total) * (size_t)n + bits_of(second->total) * (size_t)m + 1;
    distribution *d, won;

    if (sorted_pairs_effort(first->n, n, m) > CONTEST_MAX)
        sandbox_fail(L, 0,
                     "sorted_pairs of %d dice against %d, with %d different values, takes too long; use fewer dice", n,
                     m, (int)first->n);
    d = push_new(L, sorted_pairs_numbers(n, m), bits);
    if (!sorted_pairs(&won, first, n, second, m))
        sandbox_no_memory(L);
    distribution_free(d);
    *d = won;
    return end_new(L);
}

/* Dice with a side that is never thrown (chance(0, 6)) have faces without ways, which must not become values. */
static int any(lua_State *L)
{
    const distribution *d = ways_at(L, 1);
    const lua_Integer i = luaL_checkinteger(L, 2);

    lua_pushboolean(L, i >= 1 && (size_t)i <= d->n && mpz_sgn(d->ways[i - 1]) != 0);
    return 1;
}

/* A hexadecimal digit takes four bits: a number has room in a quarter of BITS_MAX. */
static int text(lua_State *L)
{
    const distribution *d = ways_at(L, 1);
    luaL_Buffer all;

    luaL_buffinit(L, &all);
    for (size_t i = 0; i < d->n; i++) {
        char digits[BITS_MAX / 4 + 8];

        luaL_addstring(&all, mpz_get_str(digits, 16, d->ways[i]));
        luaL_addchar(&all, ',');
    }
    luaL_pushresult(&all);
    return 1;
}

/* More than 62 bits are pushed as a float, rounded. */
static int total(lua_State *L)
{
    const distribution *d = ways_at(L, 1);
    uint64_t word = 0;

    if (bits_of(d->total) > 62) {
        lua_pushnumber(L, mpz_get_d(d->total));
        return 1;
    }
    mpz_export(&word, NULL, -1, sizeof word, 0, 0, d->total);
    lua_pushinteger(L, (lua_Integer)word);
    return 1;
}

void ways_push_library(lua_State *L)
{
    static const luaL_Reg FUNCTIONS[] = {{"of", of},           {"pairs", pairs}, {"join", join},   {"power", power},
                                         {"any", any},         {"text", text},   {"total", total}, {"mix", mix},
                                         {"contest", contest}, {NULL, NULL}};

    lua_createtable(L, 0, 2);
    lua_pushcfunction(L, free_ways);
    lua_setfield(L, -2, "__gc");
    lua_rawsetp(L, LUA_REGISTRYINDEX, &WAYS);
    luaL_newlib(L, FUNCTIONS);
}
