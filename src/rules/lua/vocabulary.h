/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words that rules may use: constructors with their options, dice, helpers. This one list is the source for checks
 * of options, for messages and for docs/lua-reference.md. */
#ifndef SALVO_RULES_LUA_VOCABULARY_H
#define SALVO_RULES_LUA_VOCABULARY_H

#include <stddef.h>

/* The permitted types of a value, one bit each. */
enum {
    IS_TEXT = 1,
    IS_NUMBER = 2,
    IS_BOOLEAN = 4,
    IS_FUNCTION = 8,
    IS_TABLE = 16,
    IS_NEEDED = 32, /* may not be left out */
};

/* Their names, bit by bit from IS_TEXT on, up to IS_NEEDED. */
enum { N_TYPES_OF_RULES = 5 };
typedef struct lua_type_name {
    const char *name, *one; /* "table"; in a sentence, "a table {...}" */
} lua_type_name;
extern const lua_type_name TYPES_OF_RULES[N_TYPES_OF_RULES];

/* A field of a table that a rulebook writes. */
typedef struct lua_option {
    const char *name;
    unsigned is;
    const char *help;
} lua_option;

typedef struct lua_options {
    const char *of; /* "roll": the name of the table in messages */
    const char *help;
    const lua_option *options; /* ends with a NULL name */
} lua_options;

extern const lua_options ROLL_OPTIONS, CHAIN_OPTIONS, PARAMETER_OPTIONS, COLUMN_OPTIONS, TOLD_OPTIONS,
    EXPECTATION_OPTIONS, BATTLE_OPTIONS, DUEL_OF_BATTLE_OPTIONS, INITIATIVE_OPTIONS, AFTER_OPTIONS, WORDS_OPTIONS,
    DUEL_OPTIONS, FIRE_OPTIONS, PRICES_OPTIONS, RULEBOOK_OPTIONS;

/* All lists, in the order of the reference. */
extern const lua_options *const ALL_OPTIONS[];
extern const size_t N_ALL_OPTIONS;

/* A word that is a value or a function. */
typedef struct lua_word {
    const char *group;   /* "dice" */
    const char *form;    /* "pool(n, die, least, ...)" */
    const char *help;    /* a sentence or two */
    const char *example; /* or NULL */
} lua_word;

extern const lua_word WORDS_OF_RULES[];
extern const size_t N_WORDS_OF_RULES;

#endif
