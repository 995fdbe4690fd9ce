/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Folding: a draw that leads to a class which goes on is replaced by the draws from there. The likeliest first is the
 * greedy choice: it takes away the most further draws for the room that it costs. The draft finds a landing by class
 * and count in one look-up and the likeliest by blocks, so that a row of thousands of landings folds in
 * milliseconds. */
#include "simulate/rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

/* Below a quarter of what one word can tell apart (2^-32), a landing mostly gets no weight at all: not worth
 * folding. */
static const double HARDLY_EVER = 0x1p-34;

/* Shares of trials that go on after their first draw. Above MOST the kernel for walks of many draws runs the walk;
 * folding all of it into the first draw pays when that leaves no more than FEW. Measured, not derived: both are where
 * the time of a run changes over, and the answer depends on neither. */
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

/* Landings of one row are added one after the other, so a row is a span of the common list. */
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

/* Copy d of class c is class (d - 1) n_live + c; row 0 is the start, after no draw. With a limit of turns the number of
 * draws decides on the ending; written into the class, it costs nothing when drawing. */
bool rows_unroll(rows *unrolled, const rows *r, uint32_t undecided, size_t limit)
{
    size_t n_live = r->n - 1, n_unrolled = n_live * (limit - 1);
    bool done = rows_init(unrolled, 1 + n_unrolled);

    for (size_t i = 0; i < unrolled->n && done; i++) {
        size_t draws = i ? 1 + (i - 1) / n_live : 0; /* made before this row is drawn from */
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

/* The first of the likeliest landings in a block that go on, so that long rows need not be searched from end to end. */
typedef struct candidate {
    bool known; /* false: the block has changed and must be searched */
    size_t at;
    double p; /* 0: none goes on */
} candidate;

/* A row while it is folded: at most `max` landings, and where the one of a class and count stands among them. */
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

/* Landing i becomes the candidate if it is likelier than the one so far, or as likely and before it. The tie rule makes
 * the result independent of how the row was searched. */
static void stand(const draft *d, size_t i, candidate *c)
{
    const landing *l = &d->landings[i];

    if (l->class < d->n_live && (l->p > c->p || (l->p == c->p && i < c->at)))
        *c = (candidate){true, i, l->p};
}

/* An addition only makes a landing likelier: a known candidate stays right after one comparison. */
static void add(draft *d, const landing *l)
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

/* The last landing takes the free place; the blocks of both must be searched again. Nobody keeps places of landings
 * across a change, so they may move. */
static void take_away(draft *d, size_t i)
{
    *place_of(d, &d->landings[i]) = 0;
    d->landings[i] = d->landings[--d->n];
    if (i < d->n)
        *place_of(d, &d->landings[i]) = (uint16_t)(i + 1);
    d->candidates[i / BLOCK].known = d->candidates[d->n / BLOCK].known = false;
}

/* Searched only when asked for and only where something was taken away. */
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
    double p = HARDLY_EVER; /* the least that counts as likely */

    for (size_t block = 0; block * BLOCK < d->n; block++) {
        const candidate *c = candidate_of(d, block);

        if (c->p > p) {
            p = c->p;
            *found = c->at;
        }
    }
    return p > HARDLY_EVER;
}

/* Whether the landings of `next` fit in, behind a landing that is taken away. Counted before anything is changed: a row
 * is either folded or left as it was. */
static bool fits(const draft *d, const landing *before, const landing *next, size_t n)
{
    size_t fresh = 0;

    for (size_t i = 0; i < n; i++) {
        landing behind = {next[i].class, before->count + next[i].count, 0}; /* as it would be with the counts of both */

        if (behind.count > d->count_max)
            return false;
        fresh += *place_of(d, &behind) == 0; /* landings that are not there yet */
    }
    return d->n - 1 + fresh <= d->max; /* -1: the one that is taken away */
}

static void begin_row(draft *d, const rows *r, size_t from)
{
    const landing *own = r->landings + r->list[from].first;

    d->n = 0;
    for (size_t k = 0; k < r->list[from].n; k++)
        add(d, &own[k]);
}

/* Landing i gives way to the row of its class. false: that does not fit. Chances multiply, counts add: that is what
 * makes two draws into one. */
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
        add(d, &behind);
    }
    return true;
}

/* Of the landings left only: take_away has cleared those of the others. */
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

/* Folds the whole walk into its first draw, count by count: a landing of count c is folded only after everything that
 * adds to it, so each is folded once. It needs much room on the way (`room`) and little in the end. false when more
 * than `max` are left, when it takes too much work, or when too many trials would still go on. */
static bool fold_whole(draft *d, const rows *r, size_t room, size_t max)
{
    size_t work = 0;

    d->max = room;
    begin_row(d, r, 0);
    /* Stops early where the counts are used up; what is left then goes on. */
    for (uint32_t count = 0; count <= d->count_max && work <= WHOLE_WORK_MAX; count++)
        for (size_t i = 0; i < d->n && work <= WHOLE_WORK_MAX;) {
            landing l = d->landings[i];
            /* A folded landing's place is taken by the last one, which is looked at next: i stays. */
            bool folded = l.class < d->n_live && l.count == count && fold_away(d, r, i);

            work += folded ? r->list[1 + l.class].n : 0;
            i += !folded;
        }
    clear_places(d);
    return d->n <= max && chance_to_go_on(d) <= FEW;
}

/* The start's row, in order of preference: a short one that ends most trials; the whole walk in one long row; a long
 * row. Returns whether most trials still go on after it. The first draw of a trial is the one that every trial makes; a
 * long row there pays most. */
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

/* Sorted by class, so that classes which are close in a row are close in the table that is drawn from next. */
bool rows_fold(rows *folded, const rows *r, size_t n_classes, const rows_room *room)
{
    size_t most = longest(r); /* room for the longest row as it is, too */
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
