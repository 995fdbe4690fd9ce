/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The draws of a walk as lists of landings, before they become columns of a table. Rows can be unrolled (a copy for
 * every draw, for a limit of turns) and folded (several draws in one). */
#ifndef SALVO_SIMULATE_ROWS_H
#define SALVO_SIMULATE_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ROWS_COUNT_MAX = 63 }; /* the greatest count that one landing can carry */

/* One result of a draw: the class it leads to, and how many units were gained on the way (walk.h). */
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

/* How many landings a row may have; 0: it is not folded. */
typedef struct rows_room {
    size_t start;      /* the start's row ... */
    size_t long_start; /* ... if most trials would go on from that */
    size_t whole;      /* any row while it is folded; no less than the others */
    size_t row;        /* any other */
    uint32_t count_max;
} rows_room;

/* Fills a zeroed *r with n empty rows. false when memory is out. */
bool rows_init(rows *r, size_t n);
void rows_free(rows *r);

/* Adds landings to the end of row i, which is the last that has any. false when memory is out. */
bool rows_add(rows *r, size_t i, const landing *landings, size_t n);

/* Fills *unrolled, which is empty, with rows that know how many draws came before: class c after d of them is class
 * (d - 1) n + c, where n classes go on in *r, and those that end stand behind all of these in the same order. What
 * would go on after `limit` draws lands in class `undecided` of *r instead, which ends. false when memory is out. */
bool rows_unroll(rows *unrolled, const rows *r, uint32_t undecided, size_t limit);

/* Fills *folded, which is empty, with the rows of *r in which one draw decides as much as fits: the likeliest landing
 * that goes on gives way to the landings of its own row, counts added, again and again, as long as the row has room and
 * no count is above count_max. A row that has more from the beginning stays as it is. Where most trials would go on
 * from the start's row, the whole walk is folded into it, if that takes no more than long_start in the end and `whole`
 * on the way. Landings come out in the order of classes and counts. false when memory is out. */
bool rows_fold(rows *folded, const rows *r, size_t n_classes, const rows_room *room);

#endif
