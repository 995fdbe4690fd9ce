/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A walk does not know in which turn it ends. To distinguish endings by turn, its classes are copied for each turn (a
 * layer). A step that ends a turn leads into the next layer. A counted walk needs no copies, because its count implies
 * the turn. */
#include "simulate/turns.h"

#include <stdlib.h>
#include <string.h>

enum { TURNS_TOLD_MAX = 1 << 16 }; /* more turns are not distinguished; every turn costs a tally */

/* One walk unfolded into another. A layer is a turn; the last layer represents all later turns and leads to itself. */
typedef struct unfolding {
    const walk *from;
    walk *to;
    uint32_t layers;  /* including the last one */
    uint32_t endings; /* in a layer, without that of the limit */
} unfolding;

/* A limit's ending is one for all turns, so it belongs to no layer. */
static uint32_t endings_of(const walk *w)
{
    return w->n_classes - w->n_live - w->limited;
}

/* Turns that do not fit the tables are put together in the last layer. The answer then lists fewer turns and is
 * otherwise the same. */
static uint32_t turns_that_fit(const walk *w, size_t most)
{
    /* At least one more class than layers: the limit's. */
    uint64_t fit = (WALK_CLASSES_MAX - 1) / w->n_classes, columns = (uint64_t)w->n_live << w->column_bits;

    if (columns && fit > WALK_COLUMNS_MAX / columns)
        fit = WALK_COLUMNS_MAX / columns;
    fit = fit ? fit - 1 : 0; /* the last layer takes the place of one */
    return (uint32_t)(fit < most ? fit : most);
}

/* The place of a class in the unfolded walk, for a step that starts in the layer. */
static uint16_t place(const unfolding *u, uint32_t layer, uint32_t class)
{
    const walk *w = u->from;

    if (class >= w->n_live)
        return (uint16_t)(u->to->n_live + layer * u->endings + (class - w->n_live));
    if (w->ends_turn[class] && layer + 1 < u->layers) /* in the last layer turns are no longer counted */
        layer++;
    return (uint16_t)(layer * w->n_live + class);
}

/* Changes only where columns lead, not their thresholds: the same words have the same effect in every layer. */
static void unfold_row(const unfolding *u, uint32_t layer, walk_column *to, const walk_column *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = (walk_column){from[i].threshold, place(u, layer, from[i].own), place(u, layer, from[i].other)};
}

static void unfold_columns(const unfolding *u)
{
    const walk *w = u->from;
    size_t n = (size_t)w->n_live << w->column_bits;

    unfold_row(u, 0, u->to->start, w->start, (size_t)1 << w->start_bits);
    for (uint32_t layer = 0; layer < u->layers; layer++)
        unfold_row(u, layer, u->to->columns + layer * n, w->columns, n);
}

static void copy_outcome(const unfolding *u, uint32_t to, uint32_t from)
{
    u->to->outcome[to] = u->from->outcome[from];
    u->to->endless[to] = u->from->endless[from];
}

/* Outcomes layer by layer; the limit's ending is the last. */
static void unfold_outcomes(const unfolding *u)
{
    for (uint32_t layer = 0; layer < u->layers; layer++)
        for (uint32_t e = 0; e < u->endings; e++)
            copy_outcome(u, layer * u->endings + e, e);
    if (u->from->limited)
        copy_outcome(u, u->layers * u->endings, u->endings);
}

static void copy_class(const unfolding *u, uint32_t to, uint32_t from)
{
    const walk *w = u->from;

    if (w->n_gains)
        memcpy(u->to->gain + to * w->n_gains, w->gain + from * w->n_gains, w->n_gains * sizeof *w->gain);
    for (size_t k = 0; k < w->n_gains; k++)
        u->to->lane_gain[k * u->to->n_classes + to] = w->lane_gain[k * w->n_classes + from];
    u->to->ends_turn[to] = w->ends_turn[from];
}

/* Gains and ends of turns are those of the class in every layer. */
static void unfold_classes(const unfolding *u)
{
    const walk *w = u->from;

    for (uint32_t layer = 0; layer < u->layers; layer++) {
        for (uint32_t c = 0; c < w->n_live; c++)
            copy_class(u, layer * w->n_live + c, c);
        for (uint32_t e = 0; e < u->endings; e++)
            copy_class(u, u->to->n_live + layer * u->endings + e, w->n_live + e);
    }
    if (w->limited)
        copy_class(u, u->to->undecided, w->undecided);
}

/* The caller frees what was made before a failure. */
static bool make_outcomes(walk *w)
{
    size_t n_ends = w->n_classes - w->n_live;

    w->outcome = calloc(n_ends + 1, sizeof *w->outcome);
    w->endless = calloc(n_ends + 1, sizeof *w->endless);
    return w->outcome && w->endless;
}

/* Tries all three before it checks them, so that walk_free() finds each pointer either made or NULL. */
static bool make_classes(walk *w)
{
    bool has_columns = walk_make_room(w);

    w->gain = calloc(w->n_classes * w->n_gains + 1, sizeof *w->gain);
    w->ends_turn = calloc(w->n_classes, sizeof *w->ends_turn);
    w->lane_gain = calloc(w->n_classes * w->n_gains + 1, sizeof *w->lane_gain);
    return has_columns && w->gain && w->ends_turn && w->lane_gain;
}

/* A counted walk keeps its rows: the turn follows from the count, so only its endings are distinguished. The columns,
 * gains and lane data move from *w to the new walk, so only replaced arrays are freed. */
static salvo_status tell_counts_apart(const unfolding *u, walk *w, salvo_error *err)
{
    if (!make_outcomes(u->to)) {
        free(u->to->outcome);
        free(u->to->endless);
        return salvo_fail_memory(err);
    }
    u->to->turns_told = u->layers - 1;
    u->to->turn_endings = u->endings;
    unfold_outcomes(u);
    free(w->outcome);
    free(w->endless);
    *w = *u->to;
    return SALVO_OK;
}

/* Any other walk is copied for every turn. */
static salvo_status unfold(const unfolding *u, walk *w, salvo_error *err)
{
    bool has_outcomes, has_classes;

    u->to->n_live = u->layers * w->n_live;
    u->to->n_classes += u->to->n_live - w->n_live;
    u->to->undecided = u->to->n_classes - 1;
    has_outcomes = make_outcomes(u->to);
    has_classes = make_classes(u->to);
    if (!has_outcomes || !has_classes) {
        walk_free(u->to); /* frees only what was made here: walk_make_room and the two makers replaced every pointer */
        return salvo_fail_memory(err);
    }
    unfold_columns(u);
    unfold_outcomes(u);
    unfold_classes(u);
    walk_free(w); /* the original's arrays; *w is then the unfolded walk */
    *w = *u->to;
    return SALVO_OK;
}

salvo_status turns_unfold(turns *t, walk *w, size_t most, salvo_error *err)
{
    walk to = *w;
    unfolding u = {.from = w, .to = &to, .endings = endings_of(w)};
    size_t fit = w->counted ? most : turns_that_fit(w, most);
    salvo_status status;

    *t = (turns){.endings = u.endings};
    if (w->settled || fit == 0) /* A settled walk never draws. */
        return SALVO_OK;
    if (fit > TURNS_TOLD_MAX)
        fit = TURNS_TOLD_MAX;
    u.layers = (uint32_t)fit + 1;
    to.n_classes = w->n_live + u.layers * u.endings + w->limited;
    status = w->counted ? tell_counts_apart(&u, w, err) : unfold(&u, w, err);
    t->told_apart = status == SALVO_OK ? (uint32_t)fit : 0;
    return status;
}
