/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An open book of rules in Lua: its tables as values, the questions asked of it, its workers, and its first fault. */
#ifndef SALVO_RULES_LUA_BOOK_H
#define SALVO_RULES_LUA_BOOK_H

#include <pthread.h>
#include <stdatomic.h>

#include <salvo/text.h>

#include "rules/lua/memos.h"
#include "rules/lua/script.h"
#include "rules/lua/tables.h"
#include "rules/lua/value.h"

/* What the preparation of a content computes once, so that the rules are not asked again. */
typedef struct prepared {
    salvo_dice dice;                    /* a roll's; a field's, for the initiative */
    uint8_t fresh[SALVO_ELEMENT_BYTES]; /* an element's */
    double price, speed;
    uint64_t set;        /* a roll's: equal for all that `prepare` has set and the dice show; 0: it has no number */
    uint64_t set_tables; /* of rows in it (reads_table) */
    uint64_t replaced;   /* parameters whose value `enlist` has replaced, by bits; see content_is_replaced */
    bool can_stop;
    double closest; /* a field's */
    int turn_limit;
    int throws;                 /* a fire's, if its throws are counted beforehand */
    bool may_fire;              /* a fire's */
    bool reads_actor;           /* a fire's */
    const struct content *same; /* a fire's: fires with the same effect share one */
    uint64_t hash;              /* of that effect, and of the tables */
} prepared;

enum { THROWS_NUMBERED = 4 }; /* throws of fire whose kinds are kept in its content */

typedef struct throw_numbers throw_numbers;

/* The source of an object in a Lua state: the values that a question gives its parameters, or the fire of one element
 * at another. The same content exists once for all callers, and as long as the book. */
typedef struct content {
    size_t number;
    const subject *subject;
    const rule_value *values; /* one for each parameter of the subject; NULL: this is fire */
    const uint64_t *marks;    /* of the values: equal for equal values of the same kind */
    const char *words;        /* for messages: "target=tiger-i range=5" */

    struct read_log *log; /* notes what the answer to the question depends on; NULL: that is not asked */
    bool is_lazy;         /* its object shows parameters when rules look at them */

    atomic_bool is_ready; /* it was prepared, and nothing was refused */
    prepared ready;

    /* Fire: the field, and which element fires at which. */
    const struct content *field, *actor, *target;
    salvo_circumstances now;
    _Atomic(const throw_numbers *) numbers[THROWS_NUMBERED]; /* by throw; of a field: its initiative */

    /* For weights and faces, which belong to no subject. */
    const struct die_weights *die;
    const struct die_faces *faces;

    const char *key;
    size_t key_size;
    struct content *next; /* in its chain of the hash table */
    uint64_t hash;
} content;

typedef struct lua_book {
    const script *script; /* first: set before the tables are loaded */
    const salvo_store *store;
    const table_data *tables;       /* by table of the store */
    _Atomic(const char *) *classes; /* of units as targets, if a rule makes them; NULL in it: not asked yet */
    uint64_t hash;                  /* of the tables and the rules */
    struct worker_pool *pool;

    pthread_mutex_t lock; /* guards what follows, except the flags */
    bool has_lock;
    bool has_memo, has_marks;          /* reads are noted at all (reads.h); the tables have the marks for it */
    struct read_log *logs, *free_logs; /* all logs of questions, and those that are free */
    salvo_arena *memory;
    content **chains; /* of contents with equal hashes, modulo n_chains */
    size_t n_chains, n_contents;
    atomic_bool is_faulty, is_watched;
    salvo_error fault;
} lua_book;

/* Frequent questions of engines: the subject and the values of a question. Keys are compared by their bytes. The size
 * of the struct is a multiple of its longest member's alignment, so it has no padding, even on machines of 32 bits. */
typedef struct memo_key {
    union {
        const content *content;
        uint64_t word; /* the struct is zeroed first */
    };
    uint8_t function, throw, at_once, more[5];
    uint8_t states[2 * SALVO_ELEMENT_BYTES];
} memo_key;

/* One element's fire at another by the numbers of their contents. It has no padding. */
typedef struct fire_key {
    double range;
    uint64_t field, actor, target;
    uint64_t conditions;
} fire_key;

enum { CHAIN_STATE_MEMO = 64 }; /* bytes; chains with longer states are asked each time */

/* The key for a chain in a state. */
typedef struct chain_key {
    union {
        const content *content;
        uint64_t word;
    };
    uint8_t function, more[7];
    uint8_t state[CHAIN_STATE_MEMO];
} chain_key;

typedef struct dice_answer {
    salvo_dice dice;
    bool is_thrown;
} dice_answer;

typedef struct step_answer {
    uint8_t state[CHAIN_STATE_MEMO];
    int64_t gain[SALVO_EXPECTATIONS_MAX];
    int number; /* whether a turn is over; for a roll the outcome */
} step_answer;

/* The kinds of answers, in the order of the enum: a whole number; the dice of a throw; all results of a throw, or their
 * kinds; a fire; a whole number about a state of a chain; the dice of that state. */
typedef enum { MEMO_SMALL, MEMO_DICE, MEMO_RESULTS, MEMO_FIRE, MEMO_STATE, MEMO_STATE_DICE, N_MEMOS } memo_kind;

/* Results of a throw, and what they depend on. Engines ask for them by the million, each time for other faces. */
typedef struct recent_results {
    const content *fire; /* NULL: none */
    const struct results *results;
    uint8_t states[2 * SALVO_ELEMENT_BYTES]; /* of actor and target */
    uint8_t throw;
    bool at_once, by_actor; /* by_actor: they hold for that state of the actor only */
} recent_results;

/* The dice of a throw in both states. */
typedef struct recent_dice {
    const content *fire; /* NULL: none */
    uint8_t states[2 * SALVO_ELEMENT_BYTES];
    uint8_t throw;
    bool at_once;
    dice_answer answer;
} recent_dice;

enum { RECENT = 1024 }; /* a power of 2 */

/* A variable that a function sees. */
typedef struct kept_variable {
    char name[40];
    int function;  /* of the rulebook, a function_name; -1: a helper function */
    int line;      /* where the function begins */
    uint64_t hash; /* of its value and everything in it */
} kept_variable;

/* The variables of a worker; a zeroed one is empty. */
typedef struct kept_variables {
    kept_variable *list;
    size_t n, capacity;
} kept_variables;

/* A Lua state that has run the rules. One thread at a time uses it. */
typedef struct worker {
    sandbox box; /* first: worker_of */
    const script *script;
    const lua_book *book;         /* NULL while the file is only described */
    int *functions;               /* references, N_FUNCTIONS for each subject */
    const content *about;         /* the content that a question is about, for messages; or NULL */
    bool is_checking;             /* the cells that are read belong to no answer */
    salvo_cell refused;           /* the cell that a call refuses; its origin is NULL: none */
    const salvo_dice *asked_dice; /* the throw that is being resolved, or NULL; and the faces that it shows */
    const uint8_t *asked_faces;
    int64_t asked_values[SALVO_DICE_MAX]; /* the values of the faces, if they are whole numbers */
    bool asked_whole[SALVO_DICE_MAX];
    /* The throw that was prepared last: its content and its state. */
    const content *throw_of;
    uint8_t throw_state[SALVO_STATE_MAX];
    salvo_dice throw_dice;
    /* The dice that were found last for a state (chain_reads.h). */
    const content *dice_of;
    const struct chain_dice *last_dice;
    uint8_t dice_state[CHAIN_STATE_MEMO];
    uint8_t faces[SALVO_DICE_MAX]; /* the faces of that throw for messages, if nothing else keeps them */
    /* All results of the last throw that was enumerated (chain_steps.h): its content and its state. */
    const content *steps_of;
    uint8_t steps_state[CHAIN_STATE_MEMO];
    uint8_t steps_count, steps_sides[SALVO_DICE_MAX];
    step_answer *steps;
    size_t steps_capacity;
    struct lone_throw *lone; /* what the dice of the last throw do, if each acts alone (lone_dice.h); or NULL */
    void (*free_lone)(struct lone_throw *lone);
    struct state_watch *watch; /* the state that is watched (state_watch.h); NULL until the first */
    /* The state that is filled lazily, and whether a rule has looked at it. */
    const state_layout *lazy_layout;
    const uint8_t *lazy_state;
    bool is_looked_at;
    memos memos[N_MEMOS];
    /* If set, it is a fault when rules keep something from one call to the next. */
    bool is_watched;
    kept_variables kept, now; /* the variables before the call, and now */
    uint64_t called;          /* functions called since, one bit for each function_name */
    size_t n_watched;         /* calls */
    salvo_arena *results;     /* memory for MEMO_RESULTS; or NULL */
    size_t results_bytes;
    recent_results recent[RECENT]; /* a newer one replaces an older one in the same place */
    recent_dice dice[RECENT];
    salvo_text identity; /* room for the text of one value */
    /* Answers by what the rules read (reads.h). */
    struct read_trie *reads;         /* NULL until the first */
    struct read_log *log, *log_room; /* the reads of the present evaluation; NULL: they are not noted */
    uint64_t n_hits, next_check;     /* answers found in it; which of them is evaluated again */
    salvo_arena *kept_results;       /* memory for answers in it; or NULL */
    size_t kept_bytes;
} worker;

worker *worker_of(lua_State *L);

/* Returns whether the function that prepares objects may have replaced the value of a parameter of a ready content. */
static inline bool content_is_replaced(const content *of, size_t parameter)
{
    return parameter < 64 ? of->ready.replaced >> parameter & 1 : of->ready.replaced != 0;
}

/* Returns the battle whose rules the content belongs to. */
const script_battle *battle_of(const content *of);

/* Users of a book see it as const: its tables never change, and its contents grow under its lock. */
lua_book *book_changeable(const lua_book *book);

/* Records the fault, unless an earlier one is recorded. */
void book_fault(lua_book *book, const salvo_error *err);
/* Memory is out: describes it in `err`, or records it as the fault if `err` is NULL. */
void book_fault_memory(lua_book *book, salvo_error *err);
bool book_is_faulty(const lua_book *book);
salvo_status book_fault_of(const lua_book *book, salvo_error *err);

/* Makes the error of a failed call, with the question. */
salvo_status book_error(const worker *w, salvo_error *err);

/* Finds or makes the content with that key. Returns NULL if memory is out. A new content has only its subject and key,
 * and `fill` completes it. `fill` may use the memory, and returns false if memory is out; NULL: there is nothing to
 * fill. */
content *book_content(lua_book *book, const subject *of, const void *key, size_t size,
                      bool (*fill)(content *made, lua_book *book, void *with), void *with);

/* Makes a content that no other question finds. */
content *book_private(lua_book *book, const subject *of, bool (*fill)(content *made, lua_book *book, void *with),
                      void *with);

/* Returns the mark of a parameter's value, which was made of `from`: equal for equal values of the same kind, and
 * different for others. The second is only for `fill`, which runs under the lock. */
uint64_t book_mark(lua_book *book, const rule_value *value, const salvo_value *from);
uint64_t book_mark_held(lua_book *book, const rule_value *value, const salvo_value *from);

#endif
