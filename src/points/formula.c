/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the rulebook's own formula from its price breakdowns: every item that occurs becomes a factor. It reads nothing
 * else, so a ruleset need not describe its formula. */
#include "points/formula.h"

#include <math.h>
#include <string.h>

enum { CHARGES_MAX = 16 }; /* of a unit */

/* Finds the factor of that name, or adds it. A name is part and words together. */
static int factor_of(formula *f, const char *part, const char *words)
{
    size_t i = 0;

    while (i < f->design.n_factors && (strcmp(f->items[i].part, part) != 0 || strcmp(f->items[i].words, words) != 0))
        i++;
    if (i == f->design.n_factors)
        /* INFINITY: no published points so far. It becomes these points, or NAN if they differ. */
        f->items[f->design.n_factors++] = (salvo_formula_item){.part = part, .words = words, .published = INFINITY};
    return (int)i;
}

/* Reads one item. "Class D Cannon, fixed" is an item and a word that qualifies it, each with a factor. Returns false if
 * memory is out. */
static bool read_item(formula *f, const salvo_price_item *c, worth_term *term, salvo_arena *memory)
{
    const char *comma = strstr(c->words, ", ");
    const char *item = comma ? salvo_arena_slice(memory, c->words, (size_t)(comma - c->words)) : c->words;
    const char *qualifier = comma ? salvo_arena_text(memory, comma + 2) : NULL;
    salvo_formula_item *r;

    if (!item || (comma && !qualifier))
        return false;
    *term = (worth_term){.base = (double)c->points, .factor = {factor_of(f, c->part, item), NO_FACTOR}};
    r = &f->items[term->factor[0]];
    if (!comma) /* the published points of the item itself: one value for all, or none */
        r->published = isinf(r->published) || r->published == term->base ? term->base : NAN;
    if (comma)
        term->factor[1] = factor_of(f, "", qualifier);
    return true;
}

static salvo_status read_breakdown(formula *f, const unit_pool *pool, const salvo_price_list *list, size_t class,
                                   salvo_arena *memory, salvo_error *err)
{
    worth_design *d = &f->design;
    salvo_price_breakdown breakdown;
    salvo_status status = list->breakdown(&pool->book->store, pool->book->tables,
                                          pool->units[pool->first_of[class]].unit, memory, &breakdown, err);
    size_t at = d->first_term[class]; /* terms of a class are adjacent */

    if (status != SALVO_OK)
        return status;
    f->exists = f->exists && breakdown.n_items > 0 && breakdown.n_items <= CHARGES_MAX;
    for (size_t i = 0; f->exists && i < breakdown.n_items; i++)
        /* An item for 0 points says nothing about its factor. */
        if (breakdown.items[i].points > 0 && !read_item(f, &breakdown.items[i], &d->terms[at++], memory))
            return salvo_fail_memory(err);
    f->exists = f->exists && at > d->first_term[class];
    d->first_term[class + 1] = at;
    return SALVO_OK;
}

salvo_status formula_read(formula *f, const unit_pool *pool, salvo_arena *memory, salvo_error *err)
{
    const salvo_price_list *list = unit_pool_formula(pool);
    salvo_status status = SALVO_OK;

    *f = (formula){.exists = list != NULL, .design.n_classes = pool->n_classes};
    if (!list)
        return SALVO_OK;
    /* There is room for an item and a qualifier each. */
    f->items = salvo_arena_array(memory, 2 * CHARGES_MAX * pool->n_classes, sizeof *f->items);
    f->design.terms = salvo_arena_array(memory, CHARGES_MAX * pool->n_classes, sizeof *f->design.terms);
    f->design.first_term = salvo_arena_array(memory, pool->n_classes + 1, sizeof *f->design.first_term);
    if (!f->items || !f->design.terms || !f->design.first_term)
        return salvo_fail_memory(err);
    for (size_t c = 0; c < pool->n_classes && f->exists && status == SALVO_OK; c++)
        status = read_breakdown(f, pool, list, c, memory, err);
    for (size_t i = 0; i < f->design.n_factors; i++)
        f->items[i].published = isinf(f->items[i].published) ? NAN : f->items[i].published;
    return status;
}
