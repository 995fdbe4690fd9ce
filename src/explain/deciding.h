/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cells of the tables that an answer depends on. */
#ifndef SALVO_EXPLAIN_DECIDING_H
#define SALVO_EXPLAIN_DECIDING_H

#include <salvo/explain.h>

#include "explain/fingerprint.h"

/* A question to a rulebook. SALVO_BAD_INPUT if the book cannot be asked. Any thread may call it. */
typedef struct asked_print {
    salvo_status (*print)(const void *of, const salvo_rulebook *book, fingerprint *print, salvo_error *err);
    const void *of;
    const char *const *names; /* rows and numbers that the question names: "Tiger I", "cannon-b,machine-gun", "500" */
    const char *const *cells; /* cells that its defaults name: "squads.standard.per_man" */
    size_t n_names, n_cells;
    int threads;
} asked_print;

/* Lists the cells, table by table, in `memory`, and reports what was tried. */
salvo_status deciding_cells(const salvo_rulebook *book, const asked_print *asked, salvo_arena *memory,
                            salvo_explanation *to, salvo_error *err);

#endif
