/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "answers/lines_words.h"

#include <math.h>

#include "document/figures.h"
#include "fight/lines.h"

enum { DECIMALS = 1 }; /* for a short simulation */
static const char *const SIDES[] = {"a", "b"};

/* How the sides are called: at the beginning of a sentence, and in a list. */
typedef struct names {
    const char *a, *both, *lines;
} names;

static const names AT_BEGIN = {"Side a", "Both sides", "The lines"}, IN_LIST = {"a", "both sides", "the lines"};

static void put_halts(salvo_text *text, const salvo_battle_plan *plan, const char *unit)
{
    for (int s = 0; s < 2; s++)
        if (plan->army[s].halt > 0 && line_moves(plan, s))
            salvo_text_add(text, "; %s halts at %g %s", SIDES[s], plan->army[s].halt, unit);
}

static void put_moves(salvo_text *text, const names *n, salvo_scenario scenario)
{
    if (scenario == SALVO_ADVANCE)
        salvo_text_add(text, "%s advances", n->a);
    else
        salvo_text_add(text, scenario == SALVO_HOLD ? "%s stand still" : "%s advance", n->both);
}

/* `close_to` is the distance at which lines stop; below 0, the sentence leaves it out. */
static void put_lines(salvo_text *text, const names *n, const salvo_battle_plan *plan, double close_to,
                      const char *unit)
{
    const double halt = plan->scenario == SALVO_ADVANCE ? plan->army[0].halt : 0;

    if (plan->scenario != SALVO_HOLD && plan->range <= close_to) {
        salvo_text_add(text, "%s are %g %s apart and move no nearer than %g %s", n->lines, plan->range, unit, close_to,
                       unit);
        return;
    }
    if (halt >= plan->range) {
        salvo_text_add(text, "%s could advance, but stays where it is, %g %s from b", n->a, plan->range, unit);
        return;
    }
    put_moves(text, n, plan->scenario);
    salvo_text_add(text, plan->scenario == SALVO_HOLD ? ", %g %s apart" : " from %g %s", plan->range, unit);
    if (halt > 0)
        salvo_text_add(text, " and halts %g %s from b", halt, unit);
    else if (plan->scenario != SALVO_HOLD && close_to >= 0)
        salvo_text_add(text, ", until the lines are %g %s apart", close_to, unit);
    if (plan->scenario == SALVO_MEETING)
        put_halts(text, plan, unit);
}

void put_scene(salvo_text *text, const salvo_battle_plan *plan, const char *unit)
{
    put_lines(text, &AT_BEGIN, plan, -1, unit);
}

void put_scene_at_every_range(salvo_text *text, const salvo_battle_plan *plan, const char *unit)
{
    put_moves(text, &AT_BEGIN, plan->scenario);
    salvo_text_add(text, ", at every range in %s", unit);
    put_halts(text, plan, unit);
}

void put_lines_moves(salvo_text *text, const salvo_battle *battle)
{
    put_lines(text, &IN_LIST, battle->plan, battle->close_to, battle->book->store.distance_unit);
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
        {at->side ? "b halts at" : "a halts at",
         as_words(to, "%g %s", h->distance, at->battle->book->store.distance_unit)},
        {at->side ? "b wins" : "a wins", as_percent(h->p_win, DECIMALS)},
        {"95 %", as_ends(&ends, DECIMALS)},
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
        {"distance", as_number(h->distance)},
        {"p_win", as_number(h->p_win)},
        {"ci95", if_there(is_simulated(h), as_pair(h->low, h->high))},
    };

    PUT_FIELDS(to, fields);
}

void put_halt(record *to, const salvo_battle_side *side)
{
    const field fields[] = {
        {"halt", if_there(side->halt > 0, as_number(side->halt))},
        {"halts", if_there(side->halts, as_objects(describe_try, side, side->n_halts))},
    };

    PUT_FIELDS(to, fields);
}
