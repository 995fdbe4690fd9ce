/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All matches of a matrix as one list. Threads or other ranks fight them, part by part, or a store has them already. */
#ifndef SALVO_MATRIX_CAMPAIGN_H
#define SALVO_MATRIX_CAMPAIGN_H

#include <stdatomic.h>

#include <salvo/matrix.h>

/* One match to fight: places among the selected units, and of a range. Each takes four bytes, because a matrix may have
 * millions of matches. */
typedef struct fixture {
    uint32_t a, b, range;
} fixture;

/* Threads share it: they write atomic members, or each match's own. Arrays are the matrix's. */
typedef struct campaign {
    salvo_matrix *matrix;
    const salvo_approach *approach;
    fixture *fixtures;
    size_t n;
    salvo_match *fought;  /* by fixture; not known until fought */
    const char **remarks; /* by fixture: on its numbers; or NULL */
    size_t taken;         /* number of fixtures handed out, from the first on */
    int threads;          /* of one match */
    atomic_size_t done;
    atomic_bool stopped; /* by the progress callback, or because a match failed */
} campaign;

/* Lists every ordered pair at every range or, if pairs mirror each other, one of each two. The ranges of a pair are
 * adjacent. */
salvo_status campaign_list(campaign *c, salvo_error *err);

/* Fights them all. After a stop, the first `taken` had begun, and those of them that are not known were interrupted. */
salvo_status campaign_fight(campaign *c, int threads, salvo_error *err);

#endif
