/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The draws of a walk as lists of landings, before they become columns of a table. Rows can be unrolled (a copy for
 * every draw, for a turn limit) and folded (several draws in one). */
#ifndef SALVO_SIMULATE_ROWS_H
#define SALVO_SIMULATE_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ROWS_COUNT_MAX = 63 }; /* the greatest count of one landing */

/* One result of a draw: its class, and the number of units gained by it (walk.h). */
typedef struct landing {
    uint32_t class;
    uint32_t count; /* 0 .. ROWS_COUNT_MAX */
    double p;
} landing;

typedef struct row_span {
    size_t first, n;
} row_span;

/* list[0] is the start's row, list[1 + c] that of class c, for all classes that go on. */
typedef struct rows {
    landing *landings;
    size_t n_landings, capacity;
    row_span *list;
    size_t n;     /* rows */
    bool goes_on; /* after rows_fold: most trials go on after a draw from the start's row */
} rows;

/* The maximum number of landings in a row; 0: it is not folded. */
typedef struct rows_room {
    size_t start;      /* the start's row ... */
    size_t long_start; /* ... if most trials would go on from a row of that size */
    size_t whole;      /* any row during folding; no less than the others */
    size_t row;        /* any other */
    uint32_t count_max;
} rows_room;

/* Fills a zeroed *r with n empty rows. Returns false if memory is out. */
bool rows_init(rows *r, size_t n);
void rows_free(rows *r);

/* Appends landings to row i, which is the last row with any. Returns false if memory is out. */
bool rows_add(rows *r, size_t i, const landing *landings, size_t n);

/* Fills *unrolled, which is empty, with rows that count the draws before them. Class c after d draws is class (d - 1)
 * n + c, where n classes go on in *r. Classes that end follow all of these in the same order. What would go on after
 * `limit` draws lands in class `undecided` of *r instead, which ends. Returns false if memory is out. */
bool rows_unroll(rows *unrolled, const rows *r, uint32_t undecided, size_t limit);

/* Fills *folded, which is empty, with the rows of *r, so that one draw decides as much as fits. Repeatedly, the
 * landings of its own row, with counts added, replace the likeliest landing that goes on. This ends when the row is
 * full or a count would exceed count_max. A row that is longer from the start is not changed. If most trials would go
 * on from the start's row, the whole walk is folded into it. This requires at most long_start landings in the end and
 * `whole` meanwhile. Landings are in the order of classes and counts. Returns false if memory is out. */
bool rows_fold(rows *folded, const rows *r, size_t n_classes, const rows_room *room);

#endif
