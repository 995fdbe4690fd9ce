/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The content of a file of rules for C. It is read once when the folder is opened, and is the same for every variant of
 * the book. The functions stay in Lua. A worker (book.h) finds them by the number of their subject. */
#ifndef SALVO_RULES_LUA_SCRIPT_H
#define SALVO_RULES_LUA_SCRIPT_H

#include <stdatomic.h>

#include <salvo/rules.h>

#include "rules/lua/kind.h"
#include "rules/lua/words.h"

/* The functions in the tables of rules. */
typedef enum {
    FN_PREPARE,
    FN_EXPLAIN,
    FN_EXPECTS,
    FN_BRACKETS,
    FN_REMARK,
    FN_DICE,
    FN_RESOLVE,
    FN_START,
    FN_OUTCOME,
    FN_STEP,
    FN_EACH,
    FN_TURNS,
    FN_THROWN,
    FN_PURPOSE,
    FN_ENLIST,
    FN_STRENGTH,
    FN_PRICE,
    FN_SPEED,
    FN_CLOSEST,
    FN_TURN_LIMIT,
    FN_AIM,
    FN_THROWS,
    FN_KIND,
    FN_CAN_HARM,
    FN_WHY_HARMLESS,
    FN_LIMITS,
    FN_WORN,
    FN_CAN_STOP,
    FN_IS_STOPPED,
    FN_INITIATIVE_DICE,
    FN_INITIATIVE_FIRST,
    FN_AFTER_WHEN,
    FN_AFTER_DICE,
    FN_AFTER_RESOLVE,
    FN_SHOTS,
    FN_MAY_FIRE,
    FN_READS_ACTOR,
    FN_ENDS,
    N_FUNCTIONS
} function_name;

extern const char *const FUNCTION_NAMES[N_FUNCTIONS]; /* "prepare" */

/* A field of a state and where it is packed. */
typedef struct state_field {
    const char *name;
    value_kind kind;
    int64_t least;
    uint64_t count;    /* number of different values */
    size_t length;     /* length of its list; 0: it is one value */
    size_t first;      /* the number of values in the fields before it */
    unsigned at, bits; /* of the first; the others follow */
} state_field;

typedef struct state_layout {
    const state_field *fields;
    size_t n, bytes;
} state_layout;

typedef enum { A_ROLL, A_CHAIN, A_DUEL, AN_ELEMENT, A_FIELD, THE_BATTLE } subject_kind;

struct content;
struct table_data;
struct prepared;

/* What has functions (a procedure, the battle) or only parameters (an element, a field). */
typedef struct subject {
    salvo_procedure procedure; /* of an element and a field: only the schema */
    const struct script *script;
    subject_kind is;
    int number, line;
    bool has[N_FUNCTIONS];  /* the functions that are there */
    int lines[N_FUNCTIONS]; /* where they begin */
    bool constant_dice;     /* dice = {...} */
    bool is_shared;         /* states share answers by what rules read of them (chain_reads.h) */
    /* Computes the parts of a content besides its object, which is there. NULL: there are none. */
    void (*finish)(lua_State *L, const struct content *of, struct prepared *to);
    const char *const *explained; /* lines with {names}; NULL: a function, or nothing */
    state_layout state;
    const char *const *told;   /* chains: names of fields in descriptions, by place; NULL in it: hidden */
    const bool *is_code;       /* ... and whether only their change means something, by place */
    const char *const *thrown; /* ... and the name of a throw, by its stream; or NULL */
    size_t n_thrown;
    const char *const *names; /* the outcomes that are names, or a name before a number: "d#" ... */
    const int *firsts;        /* ... by number: of each, the first ... */
    size_t n_names, n_before; /* ... and how many are listed before the numbers ... */
    int numbers;              /* ... which begin here */
    bool always_ends;         /* chains: undecided = false */
    bool has_numbers;         /* resolve may return whole numbers ... */
    bool highest_first;       /* ... which answers list in this order */
    int64_t parts;            /* ... and which are these parts of one */
    int turns_parameter;      /* chains: the parameter with the limit; -1: none */
    int64_t turns;            /* ... or the limit */
    salvo_roll roll;
    salvo_chain chain;
} subject;

/* A table whose columns have kinds. */
typedef struct column_schema {
    const char *name;
    value_kind kind;
} column_schema;

typedef struct table_schema {
    const char *name;
    int line;
    const column_schema *columns;
    size_t n_columns;
    bool has_brackets;
    value_kind brackets;
    const char *columns_of; /* the table whose ids head further columns; NULL: none */
    value_kind columns_kind;
    const char *const *rows; /* n_rows ids that the table must have; NULL: it may have any */
    size_t n_rows;
    bool has_other_rows; /* ... beside any others */
} table_schema;

/* The source of a number about a unit. */
typedef struct unit_number {
    enum { NUMBER_NONE, NUMBER_GIVEN, NUMBER_COLUMN, NUMBER_FUNCTION } from;
    double number;
    const char *column;
} unit_number;

typedef struct script_battle {
    salvo_battle_adapter adapter;
    salvo_battle_words words;
    subject battle, element, field;
    unit_number price, speed, closest, turn_limit;
    int strength_field; /* of the state; -1: a function */
    bool has_initiative, initiative_constant, after_constant, counts_throws;
    bool reads_actor; /* of every fire; with the function, each fire says it */
    int throws;       /* of every fire, if there is no function */
    bool has_shows;   /* what a throw of one die shows has a kind, whole(least, most) */
    int64_t shows_least, shows_most;
    const char *brackets; /* the table with the range brackets; or NULL */
} script_battle;

enum { PRICE_LISTS_MAX = 4 };

enum { IDLE_WORKERS = 16 };

typedef struct script {
    salvo_ruleset ruleset;
    const char *id;
    bool is_salvos; /* the files are salvo's own */
    rules_files files;
    _Atomic(struct worker *) idle[IDLE_WORKERS]; /* for the next book (worker.c); NULL: no worker */
    const subject **subjects;                    /* those with functions */
    size_t n_subjects;
    const table_schema *tables;
    size_t n_tables;
    uint64_t hash;                  /* of the files */
    const struct table_data *first; /* the tables of the first book with these rules, of which others are variants */
    uint64_t first_hash;            /* of that book */
    const bool *const *salvos;      /* by table and column of the store: salvo itself reads it (salvos_columns.h) */
    script_battle *battle;          /* NULL: none */
    subject *one_on_one;            /* the duel that a battle makes; or NULL */
    const struct duel_places *duel_places;
    salvo_duel_adapter duel;
    salvo_fire_adapter fire;
    const char *class_column;
    bool has_class; /* a function in its place */
    salvo_price_list prices[PRICE_LISTS_MAX + 1];
    const char *printed, *priced_by;
    bool has_cards; /* card = {table = function} */
    bool has_check;
} script;

#endif
