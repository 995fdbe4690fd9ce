/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The record card of an aircraft: hit points, flight, price and theatre, then a block for each group of guns, then the
 * bombs. */
#include "rules/mad/aircraft_card.h"

#include "base/phrase.h"
#include "rules/mad/card_words.h"
#include "rules/mad/prices.h"
#include "rules/mad/tables.h"

/* Each group of guns takes three lines. Sixteen leave room for the eight other lines of a card. */
enum { FACTS_OF_GROUP = 3, FACTS_MAX = 16 + FACTS_OF_GROUP * GROUPS_MAX };

static const char *const FACING_WORDS[N_FACINGS] = {
    [FACING_FWD] = "forward", [FACING_REAR] = "rear", [FACING_LEFT] = "left", [FACING_RIGHT] = "right"};

static void put(salvo_card *card, const char *key, const char *label, const char *value)
{
    card->facts[card->n_facts++] = (salvo_fact){key, label, value};
}

/* A fixed gun has no arc but a corridor. If the table leaves the corridor blank, it is not shown. */
static const char *arc_words(const struct mad_tables *t, const struct mad_group *group, salvo_arena *memory)
{
    if (group->arc_degrees)
        return salvo_arena_printf(memory, "%d degrees", group->arc_degrees);
    if (t->air.arcs[ARC_FIXED].corridor_mm == SALVO_BLANK)
        return "fixed";
    return salvo_arena_printf(memory, "fixed, %d mm corridor", t->air.arcs[ARC_FIXED].corridor_mm);
}

/* The damage is that of the group. The damage of one gun is beside it, for group-damage=single. */
static void put_group(const struct mad_tables *t, const struct mad_group *group, salvo_arena *memory, salvo_card *card)
{
    const struct mad_air_weapon *weapon = &t->air_weapons[group->weapon];
    const char *arc = arc_words(t, group, memory);

    put(card, "weapon", "weapons",
        arc ? salvo_arena_printf(memory, "%d x %s, %s, %s", group->count, weapon->name, FACING_WORDS[group->facing],
                                 arc)
            : NULL);
    put(card, "damage", "  damage",
        salvo_arena_printf(memory, "%d, each %d", group->count * weapon->damage, weapon->damage));
    put(card, "to-hit", mad_range_words(memory, t->store, &t->air_brackets),
        mad_numbers_words(memory, &t->air_brackets, weapon->to_hit));
}

/* "Bombs or torpedo" is one load in the book. The rules give a torpedo no numbers, so the card only names it. */
static void put_bombs(const struct mad_tables *t, const struct mad_aircraft *a, salvo_arena *memory, salvo_card *card)
{
    int64_t templates = mad_bomb_templates(&t->air, a->bomb_load_lbs);

    if (a->bomb_load_lbs)
        put(card, "bombs", "bombs",
            salvo_arena_printf(memory, "%d lbs, %s of %d damage%s", a->bomb_load_lbs,
                               salvo_counted((uint64_t)templates, "template").text, t->air.value[BOMB_DAMAGE],
                               a->torpedo ? ", or a torpedo" : ""));
    else if (a->torpedo)
        put(card, "bombs", "bombs", "a torpedo");
}

/* Turn ratings are printed with their radius, which players measure. */
static void put_flight(const struct mad_tables *t, const struct mad_aircraft *a, salvo_arena *memory, salvo_card *card)
{
    const salvo_table *turns = salvo_store_table(t->store, "turns");

    put(card, "speed", "speed", salvo_arena_printf(memory, "%d to %d mm", a->min_speed_mm, a->top_speed_mm));
    put(card, "acceleration", "acceleration", salvo_arena_printf(memory, "%d mm", a->acceleration_mm));
    put(card, "turn", "turn",
        salvo_arena_printf(memory, "%s, radius %d mm", turns->cells[(size_t)a->turn * turns->n_columns].text,
                           t->air.turns[a->turn].radius_mm));
    put(card, "manoeuvre-rating", "manoeuvre rating", salvo_arena_printf(memory, "%d", a->manoeuvre_rating));
}

/* Words are NULL if the arena had no memory for them. This is checked once at the end, instead of after each line. */
salvo_status mad_aircraft_card(const salvo_store *store, const void *tables, size_t row, salvo_arena *memory,
                               salvo_card *card, salvo_error *err)
{
    const struct mad_tables *t = tables;
    const struct mad_aircraft *a = &t->air.aircraft[row];
    const salvo_table *list = salvo_store_table(store, "aircraft"), *theatres = salvo_store_table(store, "theatres");

    *card = (salvo_card){.id = list->cells[row * list->n_columns].text,
                         .name = a->name,
                         .facts = salvo_arena_array(memory, FACTS_MAX, sizeof *card->facts)};
    if (!card->facts)
        return salvo_fail_memory(err);
    put(card, "hp", "hit points", salvo_arena_printf(memory, "%d", a->hp));
    put_flight(t, a, memory, card);
    put(card, "points", "points", mad_price_words(&MAD_PRICES[PRICES_AIRCRAFT], store, tables, row, memory));
    put(card, "theatre", "theatre", salvo_table_text(theatres, (size_t)a->theatre, "name"));
    for (int i = 0; i < a->n_groups; i++)
        put_group(t, &a->groups[i], memory, card);
    put_bombs(t, a, memory, card);
    for (size_t i = 0; i < card->n_facts; i++)
        if (!card->facts[i].label || !card->facts[i].value)
            return salvo_fail_memory(err);
    return SALVO_OK;
}
