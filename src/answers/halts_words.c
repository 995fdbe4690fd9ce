/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "answers/halts_words.h"

#include <math.h>

#include "document/figures.h"
#include "fight/lines.h"

enum { DECIMALS = 1 }; /* for a short simulation */
static const char *const SIDES[] = {"a", "b"};

void put_halts(salvo_text *text, const salvo_battle_plan *plan, const char *unit)
{
    for (int s = 0; s < 2; s++)
        if (plan->army[s].halt > 0 && line_moves(plan, s))
            salvo_text_add(text, "; %s halts at %g %s", SIDES[s], plan->army[s].halt, unit);
}

/* The halts of one side. */
typedef struct halts_of {
    const salvo_battle *battle;
    int side;
} halts_of;

static bool is_simulated(const salvo_halt *h)
{
    return h->low < h->high;
}

/* At the first distance, all lines stop. */
static void describe_halt(record *to, const void *of, size_t i)
{
    const halts_of *at = of;
    const salvo_halt *h = &at->battle->side[at->side].halts[i];
    const salvo_bounds ends = {.value = h->p_win, .low = is_simulated(h) ? 100 * h->low : NAN, .high = 100 * h->high};
    const field fields[] = {
        {READ, at->side ? "b halts at" : "a halts at",
         as_words(to, "%g %s", h->distance, at->battle->book->store.distance_unit)},
        {READ, at->side ? "b wins" : "a wins", as_percent(h->p_win, DECIMALS)},
        {READ, "95 %", as_ends(&ends, DECIMALS)},
    };

    PUT_FIELDS(to, fields);
}

/* Without a halt the line goes on to the distance where all lines stop, the first one that was compared. */
static void add_side(page *p, const salvo_battle *battle, int s)
{
    const salvo_battle_side *side = &battle->side[s];
    const halts_of of = {battle, s};
    const char *unit = battle->book->store.distance_unit;

    if (!side->halts)
        return;
    if (side->halt >= battle->plan->range)
        page_paragraph(p, "Among the distances tried, %s wins most often if it stays where it is, at %g %s.", SIDES[s],
                       side->halt, unit);
    else if (side->halt > 0)
        page_paragraph(p, "Among the distances tried, %s wins most often if it halts at %g %s.", SIDES[s], side->halt,
                       unit);
    else
        page_paragraph(p, "No halt that was tried makes %s win more often; without one it closes in to %g %s.",
                       SIDES[s], side->halts[0].distance, unit);
    page_rows(p, READ, describe_halt, &of, side->n_halts);
}

void add_halts(page *p, const salvo_battle *battle)
{
    for (int s = 0; s < 2; s++)
        add_side(p, battle, s);
}

static void describe_try(record *to, const void *of, size_t i)
{
    const salvo_halt *h = &((const salvo_battle_side *)of)->halts[i];
    const field fields[] = {
        {JSON, "distance", as_number(h->distance)},
        {JSON, "p_win", as_number(h->p_win)},
        {JSON, "ci95", if_there(is_simulated(h), as_pair(h->low, h->high))},
    };

    PUT_FIELDS(to, fields);
}

void put_halt(record *to, const salvo_battle_side *side)
{
    const field fields[] = {
        {JSON, "halt", if_there(side->halt > 0, as_number(side->halt))},
        {JSON, "halts", if_there(side->halts, as_objects(describe_try, side, side->n_halts))},
    };

    PUT_FIELDS(to, fields);
}
