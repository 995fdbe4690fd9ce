/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Folding: the draws from a class replace the landing in it. Taking the likeliest landing first is the greedy choice:
 * it removes the most further draws for its room. The draft finds a landing by class and count in one look-up and the
 * likeliest by blocks. So a row of thousands of landings folds in milliseconds. */
#include "simulate/rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

/* Below a quarter of what one word can distinguish (2^-32), a landing mostly gets no weight, so folding it is
 * useless. */
static const double HARDLY_EVER = 0x1p-34;

/* Shares of trials that go on after their first draw. Above MOST, the kernel for walks of many draws runs the walk.
 * Folding all of it into the first draw pays if at most FEW go on then. Both are measured: they are where the run
 * times cross, and do not affect the answer. */
static const double MOST = 0.5, FEW = 0.1;

enum { WHOLE_WORK_MAX = 1 << 22 }; /* landings added to fold a whole walk into its start: some hundredths of a second */

bool rows_init(rows *r, size_t n)
{
    *r = (rows){.list = calloc(n, sizeof *r->list), .n = n};
    return r->list != NULL;
}

void rows_free(rows *r)
{
    free(r->landings);
    free(r->list);
    memset(r, 0, sizeof *r);
}

/* Landings are added row by row, so a row is a span of the common list. */
bool rows_add(rows *r, size_t i, const landing *landings, size_t n)
{
    if (!salvo_grow(&r->landings, &r->capacity, r->n_landings + n, sizeof *r->landings))
        return false;
    if (r->list[i].n == 0)
        r->list[i].first = r->n_landings;
    memcpy(r->landings + r->n_landings, landings, n * sizeof *landings);
    r->n_landings += n;
    r->list[i].n += n;
    return true;
}

/* Copy d of class c is class (d - 1) n_live + c; row 0 is the start, after no draw. With a turn limit the number of
 * draws decides the ending. As part of the class, it costs nothing when drawing. */
bool rows_unroll(rows *unrolled, const rows *r, uint32_t undecided, size_t limit)
{
    size_t n_live = r->n - 1, n_unrolled = n_live * (limit - 1);
    bool done = rows_init(unrolled, 1 + n_unrolled);

    for (size_t i = 0; i < unrolled->n && done; i++) {
        size_t draws = i ? 1 + (i - 1) / n_live : 0; /* draws made before this row is used */
        const row_span *from = &r->list[i ? 1 + (i - 1) % n_live : 0];

        for (size_t k = 0; k < from->n && done; k++) {
            landing l = r->landings[from->first + k];

            if (l.class < n_live && draws + 1 < limit)
                l.class += (uint32_t)(draws * n_live);
            else
                l.class = (uint32_t)((l.class < n_live ? undecided : l.class) - n_live + n_unrolled);
            done = rows_add(unrolled, i, &l, 1);
        }
    }
    return done;
}

enum { BLOCK = 64 };

/* The first of the likeliest landings of a block that go on, so that long rows need not be searched completely. */
typedef struct candidate {
    bool known; /* false: the block has changed and must be searched */
    size_t at;
    double p; /* 0: none goes on */
} candidate;

/* A row during folding: at most `max` landings, and a table of their places by class and count. */
typedef struct draft {
    landing *landings;
    size_t n, max;
    size_t n_live; /* classes that go on */
    uint32_t count_max;
    candidate *candidates; /* by block */
    uint16_t *places;      /* by class and count: place + 1; 0: none */
} draft;

/* A direct table: at most WALK_CLASSES_MAX (2^16) times 64 counts of two bytes, 8 MB, and no hashing. */
static uint16_t *place_of(const draft *d, const landing *l)
{
    return &d->places[l->class * (ROWS_COUNT_MAX + 1) + l->count];
}

/* Landing i becomes the candidate if it is likelier, or equally likely and earlier. The tie rule makes the result
 * independent of the search order. */
static void stand(const draft *d, size_t i, candidate *c)
{
    const landing *l = &d->landings[i];

    if (l->class < d->n_live && (l->p > c->p || (l->p == c->p && i < c->at)))
        *c = (candidate){true, i, l->p};
}

/* An addition only makes a landing likelier, so a known candidate needs only one comparison. */
static void add_landing(draft *d, const landing *l)
{
    uint16_t *place = place_of(d, l);
    size_t i = *place ? *place - 1U : d->n;
    candidate *c = &d->candidates[i / BLOCK];

    if (*place) {
        d->landings[i].p += l->p;
    } else {
        d->landings[d->n++] = *l;
        *place = (uint16_t)d->n;
        if (i % BLOCK == 0)
            *c = (candidate){.known = true};
    }
    if (c->known)
        stand(d, i, c);
}

/* The last landing takes the free place; the blocks of both must be searched again. No caller keeps places of landings
 * across a change, so they may move. */
static void take_away(draft *d, size_t i)
{
    *place_of(d, &d->landings[i]) = 0;
    d->landings[i] = d->landings[--d->n];
    if (i < d->n)
        *place_of(d, &d->landings[i]) = (uint16_t)(i + 1);
    d->candidates[i / BLOCK].known = d->candidates[d->n / BLOCK].known = false;
}

/* Searches a block only on demand, and only if something was removed from it. */
static const candidate *candidate_of(draft *d, size_t block)
{
    candidate *c = &d->candidates[block];
    size_t end = (block + 1) * BLOCK < d->n ? (block + 1) * BLOCK : d->n;

    if (c->known)
        return c;
    *c = (candidate){.known = true};
    for (size_t i = block * BLOCK; i < end; i++)
        stand(d, i, c);
    return c;
}

/* The first of the likeliest landings that go on. */
static bool likeliest(draft *d, size_t *found)
{
    double p = HARDLY_EVER; /* the minimum to count as likely */

    for (size_t block = 0; block * BLOCK < d->n; block++) {
        const candidate *c = candidate_of(d, block);

        if (c->p > p) {
            p = c->p;
            *found = c->at;
        }
    }
    return p > HARDLY_EVER;
}

/* Whether the landings of `next` fit behind a landing that is removed. It is checked before any change, so a row is
 * either folded or unchanged. */
static bool fits(const draft *d, const landing *before, const landing *next, size_t n)
{
    size_t fresh = 0;

    for (size_t i = 0; i < n; i++) {
        landing behind = {next[i].class, before->count + next[i].count, 0}; /* as it would be, with both counts */

        if (behind.count > d->count_max)
            return false;
        fresh += *place_of(d, &behind) == 0; /* landings that do not exist yet */
    }
    return d->n - 1 + fresh <= d->max; /* -1: the landing that is removed */
}

static void begin_row(draft *d, const rows *r, size_t from)
{
    const landing *own = r->landings + r->list[from].first;

    d->n = 0;
    for (size_t k = 0; k < r->list[from].n; k++)
        add_landing(d, &own[k]);
}

/* Replaces landing i by the row of its class; returns false if that does not fit. Chances multiply and counts add, so
 * that one draw replaces two. */
static bool fold_away(draft *d, const rows *r, size_t i)
{
    landing before = d->landings[i];
    const row_span *next = &r->list[1 + before.class];

    if (!fits(d, &before, r->landings + next->first, next->n))
        return false;
    take_away(d, i);
    for (size_t k = 0; k < next->n; k++) {
        landing behind = r->landings[next->first + k];

        behind.count += before.count;
        behind.p *= before.p;
        add_landing(d, &behind);
    }
    return true;
}

/* Only for remaining landings: take_away has cleared the others. */
static void clear_places(draft *d)
{
    for (size_t k = 0; k < d->n; k++)
        *place_of(d, &d->landings[k]) = 0;
}

/* The likeliest first, as long as there is room. */
static void fold_row(draft *d, const rows *r, size_t from, size_t max)
{
    size_t i = 0;

    d->max = max;
    begin_row(d, r, from);
    while (likeliest(d, &i) && fold_away(d, r, i))
        ;
    clear_places(d);
}

static double chance_to_go_on(const draft *d)
{
    double p = 0;

    for (size_t i = 0; i < d->n; i++)
        if (d->landings[i].class < d->n_live)
            p += d->landings[i].p;
    return p;
}

/* Folds the whole walk into its first draw, count by count. A landing of count c is folded only after everything that
 * adds to it, so each is folded once. It needs much space meanwhile (`room`) and little in the end. Returns false if
 * more than `max` are left, if it takes too much work, or if too many trials still go on. */
static bool fold_whole(draft *d, const rows *r, size_t room, size_t max)
{
    size_t work = 0;

    d->max = room;
    begin_row(d, r, 0);
    /* Stops early when the counts are used up; the rest then goes on. */
    for (uint32_t count = 0; count <= d->count_max && work <= WHOLE_WORK_MAX; count++)
        for (size_t i = 0; i < d->n && work <= WHOLE_WORK_MAX;) {
            landing l = d->landings[i];
            /* The last landing takes the place of a folded one and is next, so i does not change. */
            bool folded = l.class < d->n_live && l.count == count && fold_away(d, r, i);

            work += folded ? r->list[1 + l.class].n : 0;
            i += !folded;
        }
    clear_places(d);
    return d->n <= max && chance_to_go_on(d) <= FEW;
}

/* Makes the start's row, by preference: a short one that ends most trials; the whole walk in one long row; a long row.
 * Returns whether most trials still go on after it. Every trial draws from this row first, so a long row pays most
 * here. */
static bool fold_start(draft *d, const rows *r, const rows_room *room)
{
    fold_row(d, r, 0, room->start);
    if (chance_to_go_on(d) <= MOST)
        return false;
    if (!room->long_start)
        return true;
    if (fold_whole(d, r, room->whole, room->long_start))
        return false;
    fold_row(d, r, 0, room->long_start);
    return true;
}

static int by_class(const void *a, const void *b)
{
    const landing *x = a, *y = b;

    if (x->class != y->class)
        return x->class < y->class ? -1 : 1;
    return (x->count > y->count) - (x->count < y->count);
}

static size_t longest(const rows *r)
{
    size_t n = 0;

    for (size_t i = 0; i < r->n; i++)
        n = r->list[i].n > n ? r->list[i].n : n;
    return n;
}

/* Sorted by class, so that classes that are close in a row are close in the table of the next draw. */
bool rows_fold(rows *folded, const rows *r, size_t n_classes, const rows_room *room)
{
    size_t most = longest(r); /* also room for the longest unfolded row */
    draft d = {.n_live = r->n - 1, .count_max = room->count_max};
    bool done = rows_init(folded, r->n);

    most = most > room->whole ? most : room->whole;
    d.landings = calloc(most, sizeof *d.landings);
    d.candidates = calloc(most / BLOCK + 1, sizeof *d.candidates);
    d.places = calloc(n_classes * (ROWS_COUNT_MAX + 1), sizeof *d.places);
    done = done && d.landings && d.candidates && d.places;
    for (size_t i = 0; i < r->n && done; i++) {
        if (i == 0)
            folded->goes_on = fold_start(&d, r, room);
        else
            fold_row(&d, r, i, room->row);
        qsort(d.landings, d.n, sizeof *d.landings, by_class);
        done = rows_add(folded, i, d.landings, d.n);
    }
    free(d.landings);
    free(d.candidates);
    free(d.places);
    return done;
}
