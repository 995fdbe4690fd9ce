#include "simulate/turns.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MAX = 1 << 22 }; /* of the tables of an unfolded walk */

/* One walk unfolded into another. A layer is a turn; the last one is all later turns. */
typedef struct unfolding {
    const walk *from;
    walk *to;
    uint32_t layers;  /* with the last one */
    uint32_t endings; /* of a layer: without the one of the limit */
} unfolding;

static uint32_t endings_of(const walk *w)
{
    return w->n_classes - w->n_live - (w->turn_limit > 0);
}

static uint32_t turns_that_fit(const walk *w, size_t most)
{
    uint64_t fit = (WALK_CLASSES_MAX - 1) / w->n_classes;

    if (fit > COLUMNS_MAX / w->n_columns)
        fit = COLUMNS_MAX / w->n_columns;
    fit = fit ? fit - 1 : 0; /* the last layer */
    return (uint32_t)(fit < most ? fit : most);
}

/* Where the class stands when a step leads to it out of the layer. */
static uint32_t place(const unfolding *u, uint32_t layer, uint32_t class)
{
    const walk *w = u->from;

    if (class >= w->n_live)
        return u->to->n_live + layer * u->endings + (class - w->n_live);
    if (w->ends_turn[class] && layer + 1 < u->layers)
        layer++;
    return layer * w->n_live + class;
}

static void unfold_columns(const unfolding *u)
{
    const walk *w = u->from;

    for (uint32_t layer = 0; layer < u->layers; layer++)
        for (uint32_t i = 0; i < w->n_columns; i++) {
            uint32_t at = layer * w->n_columns + i;

            u->to->threshold[at] = w->threshold[i];
            u->to->classes[at] = place(u, layer, w->classes[i] >> 16) << 16 | place(u, layer, w->classes[i] & 0xFFFF);
        }
}

static void copy_class(const unfolding *u, uint32_t to, uint32_t from)
{
    size_t n = u->from->n_gains;

    if (n)
        memcpy(u->to->gain + to * n, u->from->gain + from * n, n * sizeof *u->to->gain);
    u->to->ends_turn[to] = u->from->ends_turn[from];
    if (from >= u->from->n_live) {
        u->to->outcome[to - u->to->n_live] = u->from->outcome[from - u->from->n_live];
        u->to->endless[to - u->to->n_live] = u->from->endless[from - u->from->n_live];
    }
}

static void unfold_classes(const unfolding *u)
{
    const walk *w = u->from;

    for (uint32_t layer = 0; layer < u->layers; layer++) {
        for (uint32_t c = 0; c < w->n_live; c++)
            copy_class(u, layer * w->n_live + c, c);
        for (uint32_t e = 0; e < u->endings; e++)
            copy_class(u, u->to->n_live + layer * u->endings + e, w->n_live + e);
    }
    if (w->turn_limit)
        copy_class(u, u->to->undecided, w->undecided);
}

static bool make_room(walk *w)
{
    size_t n_ends = w->n_classes - w->n_live;

    w->threshold = calloc(w->n_columns + WALK_PADDING, sizeof *w->threshold);
    w->classes = calloc(w->n_columns + WALK_PADDING, sizeof *w->classes);
    w->outcome = calloc(n_ends + 1, sizeof *w->outcome);
    w->endless = calloc(n_ends + 1, sizeof *w->endless);
    w->gain = calloc(w->n_classes * w->n_gains + 1, sizeof *w->gain);
    w->ends_turn = calloc(w->n_classes, sizeof *w->ends_turn);
    return w->threshold && w->classes && w->outcome && w->endless && w->gain && w->ends_turn;
}

salvo_status turns_unfold(turns *t, walk *w, size_t most, salvo_error *err)
{
    walk to = *w;
    unfolding u = {.from = w, .to = &to, .endings = endings_of(w)};

    *t = (turns){.endings = u.endings};
    if (w->n_live == 0 || (t->told_apart = turns_that_fit(w, most)) == 0)
        return SALVO_OK;
    u.layers = t->told_apart + 1;
    to.n_live = u.layers * w->n_live;
    to.n_columns = u.layers * w->n_columns;
    to.n_classes = to.n_live + u.layers * u.endings + (w->turn_limit > 0);
    to.undecided = to.n_classes - 1;
    if (!make_room(&to)) {
        walk_free(&to);
        t->told_apart = 0;
        return salvo_fail_memory(err);
    }
    if (w->step_class >= w->n_live)
        to.step_class = place(&u, 0, w->step_class);
    unfold_columns(&u);
    unfold_classes(&u);
    walk_free(w);
    *w = to;
    return SALVO_OK;
}
