/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A book of rules in Lua, opened: its tables as values, what has been asked of it, its workers, and the first thing that
 * went wrong. */
#ifndef SALVO_RULES_LUA_BOOK_H
#define SALVO_RULES_LUA_BOOK_H

#include <pthread.h>
#include <stdatomic.h>

#include "rules/lua/memos.h"
#include "rules/lua/script.h"
#include "rules/lua/tables.h"
#include "rules/lua/value.h"

/* What is worked out when a content is prepared, so that rules need not be asked again. */
typedef struct prepared {
    salvo_dice dice;                    /* a roll's; a field's, for the initiative */
    uint8_t fresh[SALVO_ELEMENT_BYTES]; /* an element's */
    double price, speed;
    bool can_stop;
    double closest; /* a field's */
    int turn_limit, worn, out;
    int throws;                 /* a fire's, where its throws are counted beforehand */
    const struct content *same; /* a fire's: fires that come to the same are one */
    uint64_t hash;              /* of that, and of the tables */
} prepared;

/* What a Lua state makes an object of: the values that a question gives its parameters, or the fire of one element at
 * another. The same content is there once, whoever asks for it, and as long as the book. */
typedef struct content {
    size_t number;
    const subject *subject;
    const rule_value *values; /* one for each parameter of the subject; NULL: it is fire */
    const char *words;        /* for messages: "target=tiger-i range=5" */

    atomic_bool is_ready; /* it was prepared once, and nothing was refused */
    prepared ready;

    /* Fire: who at whom, and when. */
    const struct content *field, *actor, *target;
    salvo_conditions now;

    /* Of weights and of faces, which belong to no subject. */
    const struct die_weights *die;
    const struct die_faces *faces;

    const char *key;
    size_t key_size;
    struct content *next; /* in its chain of the hash table */
    uint64_t hash;
} content;

typedef struct lua_book {
    const script *script; /* first: put here before the tables are loaded */
    const salvo_store *store;
    const table_data *tables; /* by table of the store */
    uint64_t hash;            /* of the tables and the rules */
    struct worker_pool *pool;

    pthread_mutex_t lock; /* of what follows, the flag aside */
    bool has_lock;
    salvo_arena *memory;
    content **chains; /* of contents with equal hashes, modulo n_chains */
    size_t n_chains, n_contents;
    atomic_bool is_faulty, is_watched;
    salvo_error fault;
} lua_book;

/* What engines ask over and over: of what, and with what. Keys are compared by their bytes, and a struct is as long as
 * its longest member wants it aligned: so no padding, on machines of 32 bits too. */
typedef struct memo_key {
    union {
        const content *content;
        uint64_t word; /* zeroed first */
    };
    uint8_t function, throw, at_once, n_faces, more[4];
    uint8_t states[2 * SALVO_ELEMENT_BYTES];
    uint8_t faces[SALVO_DICE_MAX];
} memo_key;

enum { CHAIN_STATE_MEMO = 64 }; /* bytes; longer states of chains are asked for anew */

/* Of a chain in a state, or of a roll; with the faces of a throw. */
typedef struct chain_key {
    union {
        const content *content;
        uint64_t word;
    };
    uint8_t function, more[7];
    uint8_t state[CHAIN_STATE_MEMO];
    uint8_t faces[SALVO_DICE_MAX];
} chain_key;

typedef struct dice_answer {
    salvo_dice dice;
    bool is_thrown;
} dice_answer;

typedef struct step_answer {
    uint8_t state[CHAIN_STATE_MEMO];
    int64_t gain[SALVO_EXPECTATIONS_MAX];
    int number; /* whether a turn is over; of a roll the outcome */
} step_answer;

/* A whole number; the dice of a throw; all results of a throw, or their kinds; a whole number about a state of a chain, and
 * its dice; a step from it, or a result of a roll. */
typedef enum { MEMO_SMALL, MEMO_DICE, MEMO_RESULTS, MEMO_STATE, MEMO_STATE_DICE, MEMO_STEP, N_MEMOS } memo_kind;

/* A variable as a function sees it. */
typedef struct kept_variable {
    char name[40];
    int function;  /* of the rulebook, a function_name; -1: a helper of theirs */
    int line;      /* where the function begins */
    uint64_t hash; /* of its value, with all that is in it */
} kept_variable;

/* The variables of a worker; a zeroed one is empty. */
typedef struct kept_variables {
    kept_variable *list;
    size_t n, capacity;
} kept_variables;

/* A Lua state with the rules in it. One thread at a time uses it. */
typedef struct worker {
    sandbox box;                  /* first: worker_of */
    const lua_book *book;         /* NULL while the file is only described */
    int *functions;               /* references, N_FUNCTIONS for each subject */
    const content *about;         /* what is asked, for messages; or NULL */
    const salvo_dice *asked_dice; /* the throw that is resolved, or NULL; and what it shows */
    const uint8_t *asked_faces;
    int64_t asked_values[SALVO_DICE_MAX]; /* what the faces are worth, where that is a whole number */
    bool asked_whole[SALVO_DICE_MAX];
    /* The throw that was prepared last: of which content, in which state. */
    const content *throw_of;
    uint8_t throw_state[SALVO_STATE_MAX];
    salvo_dice throw_dice;
    uint8_t faces[SALVO_DICE_MAX]; /* that are shown of it in messages, where nobody else keeps them */
    /* The state that is shown lazily, and whether a rule has looked at it. */
    const state_layout *lazy_layout;
    const uint8_t *lazy_state;
    bool is_looked_at;
    memos memos[N_MEMOS];
    /* What rules keep from one call to the next is a fault. */
    bool is_watched;
    kept_variables kept, now; /* as they were before, and are */
    uint64_t called;          /* functions since, a bit for each function_name */
    size_t n_watched;         /* calls */
    salvo_arena *results;     /* what MEMO_RESULTS point to; or NULL */
    size_t results_bytes;
} worker;

worker *worker_of(lua_State *L);

/* The battle of the rules that the content is of. */
const script_battle *battle_of(const content *of);

/* A book is handed about as what nobody changes: its tables never do, its contents grow under its lock. */
lua_book *book_changeable(const lua_book *book);

/* Notes what went wrong, unless something was noted before. */
void book_fault(lua_book *book, const salvo_error *err);
bool book_is_faulty(const lua_book *book);
salvo_status book_fault_of(const lua_book *book, salvo_error *err);

/* The error of a failed call, and what was asked. */
salvo_status book_error(const worker *w, salvo_error *err);

/* Finds or makes the content with that key. NULL when memory is out. A new one has its subject and key only, and is made
 * whole by `fill`, which may use the memory and returns false when there is none left; NULL: there is nothing to fill. */
content *book_content(lua_book *book, const subject *of, const void *key, size_t size,
                      bool (*fill)(content *made, lua_book *book, void *with), void *with);

#endif
