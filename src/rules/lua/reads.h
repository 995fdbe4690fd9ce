/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a rule reads of a question, and a memo of answers by what was read.
 *
 * Rules are pure: after equal reads a rule makes the same next read, or returns the same answer. So the answers of a
 * function form a trie. A node asks one read, its edges are the values of that read, and its leaves are answers. A
 * million pairs of elements at all ranges need some ten thousand evaluations, because rules read a few cells of each.
 *
 * A log notes the reads of one evaluation. It belongs to the worker that evaluates. A trie belongs to a worker, too, so
 * neither needs a lock. */
#ifndef SALVO_RULES_LUA_READS_H
#define SALVO_RULES_LUA_READS_H

#include "rules/lua/book.h"

enum {
    READS_ROOTS = 3,     /* contents that a question is about */
    READS_MAX = 250,     /* reads of one evaluation; an answer with more is not kept */
    READS_CHECKED = 256, /* hits; one of so many is evaluated again and compared at first, and one of more later */
};

typedef enum {
    READ_NOTHING,
    READ_SAME,      /* whether two roots are the same content */
    READ_TABLE,     /* a parameter that is a row: of which table it is, if it has a value */
    READ_SAME_ROW,  /* whether two such parameters are the same row */
    READ_CELL,      /* a cell of such a row */
    READ_PARAMETER, /* the whole value of a parameter */
    READ_CONDITION, /* one of the conditions of fire */
    READ_FIELD,     /* a value of a field of a chain's state */
    READ_SHOWN,     /* what the throw shows, or which die of it shows what */
    READ_ALL,       /* everything in a root */
    READ_JOIN,      /* what `prepare` has set. What was read before decides it, and counts no more from here on */
} read_kind;

typedef enum {
    CONDITION_SIDE,
    CONDITION_RANGE,
    CONDITION_MOVING,
    CONDITION_TARGET_MOVING,
    CONDITION_EVER,
    CONDITION_DUEL
} condition;

/* A value of a read. Equal values of the same read have equal numbers, others differ. */
typedef struct read_value {
    uint64_t kind, number;
} read_value;

/* One read. `at` is a parameter, a root (READ_SAME), a condition or a field. `more` is a column, for READ_SAME_ROW the other
 * parameter (the low half) and its root, for READ_FIELD the place in the field. */
typedef struct read_key {
    uint8_t kind, root;
    uint16_t at;
    uint32_t more;
} read_key;

/* The question: its contents, and the conditions of fire, or NULL; the state of a chain, or NULL,
 * and what its dice show. A question that is only to be found has no contents,
 * but the values of the first root's parameters. */
typedef struct read_inputs {
    const lua_book *book;
    const content *root[READS_ROOTS];
    const salvo_circumstances *now;
    const uint8_t *state;
    read_value shown;
    const salvo_schema *schema;
    const salvo_value *const *values;
} read_inputs;

typedef struct one_read {
    read_key key;
    read_value value;
} one_read;

/* A parameter with a row that a rule has received. */
typedef struct row_read {
    uint8_t root;
    uint16_t parameter;
    bool is_whole; /* its value was noted as a whole */
    row_value row;
} row_read;

typedef struct read_log {
    struct read_log *next, *next_free; /* in the book's lists */
    read_inputs of;
    bool is_lost; /* there were too many reads, or one that cannot be noted */
    size_t n, n_rows;
    size_t joined; /* reads up to and with READ_JOIN; 0: it is not there */
    one_read reads[READS_MAX];
    row_read rows[READS_MAX];
    uint64_t entered; /* tables of which a rule has a row that is no parameter (reads_table) */
} read_log;

typedef struct read_trie read_trie;

void reads_begin(read_log *log, const read_inputs *of);

/* Take a log from the book, or return one. NULL: memory is out. The third frees all logs at the end. */
read_log *reads_take_log(lua_book *book);
void reads_return_log(lua_book *book, read_log *log);
void reads_free_logs(lua_book *book);

/* Notes a read. */
void reads_note(read_log *log, read_key key);

/* Notes that a rule receives a parameter. The cells of a row count when they are read. */
void reads_parameter(read_log *log, int root, size_t parameter);

/* Notes that a rule has a row from elsewhere: a table, or a cell of another row. Rules compare rows with ==, which no
 * function observes. So parameters with rows of that table count as wholes from now on. */
void reads_enters(read_log *log, row_value row);

/* Notes that a rule receives what the log does not know by itself: everything in a root. Rows of any table may be among
 * it. */
void reads_all(read_log *log, int root);

/* Returns the bit of the row's table in `entered`; tables beyond the 63rd share one. */
uint64_t reads_table(row_value row);

/* Notes that from here on rules see what was read so far only in what `prepare` has set. `number` is equal for equal
 * values of all that it has set; `tables` are those of rows in it (reads_table). */
void reads_join(read_log *log, uint64_t number, uint64_t tables);

/* Notes that a rule reads a cell of a row, or the identity of the row itself. */
void reads_cell(read_log *log, row_value row, size_t column);
void reads_identity(read_log *log, row_value row);

/* Returns NULL if memory is out. */
read_trie *reads_new(void);
void reads_free(read_trie *t);

/* Finds the answer of a function to a question; NULL: it is unknown. Cells on its path count as read, as the evaluation
 * would have read them. `function` counts from 0, and is below N_FUNCTIONS times the number of subjects. */
const void *reads_find(read_trie *t, size_t function, const read_inputs *of);

/* Finds the answer to a question about which `prepare` has set what has this number, by its reads from there on. The
 * second function returns the number of a log that has joined. */
const void *reads_find_joined(read_trie *t, size_t function, uint64_t number, const read_inputs *of);
uint64_t reads_joined(const read_log *log);

/* Keeps that the reads of the log lead to where it has joined. Returns false if this evaluation contradicts an earlier
 * one. */
bool reads_keep_joined(read_trie *t, size_t function, const read_log *log);

/* Returns whether it is worth while to note the reads of a function: there is room, and its questions repeat. t NULL: there
 * is no trie yet. */
bool reads_pay(const read_trie *t, size_t function);

/* Keeps the answer under the reads of the log, unless there is one. Returns the answer that is there now. NULL: this
 * evaluation contradicts an earlier one, because after equal reads the rule has read something else. The caller owns
 * the answer, which must outlive the trie. */
const void *reads_keep(read_trie *t, size_t function, const read_log *log, const void *answer);

#endif
