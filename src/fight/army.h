/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Army lists: "2 Tiger I, 1 Panther (cover=normal)". */
#ifndef SALVO_FIGHT_ARMY_H
#define SALVO_FIGHT_ARMY_H

#include "fight/battle_model.h"

enum { ITEM_WORDS_MAX = 32 }; /* options of one item; more are surely a mistake */

/* One item of a list. */
typedef struct army_item {
    int count;
    const char *name;
    const char *words[ITEM_WORDS_MAX];
    size_t n_words;
} army_item;

/* Cuts the first item off *list, which then starts behind it, or is NULL after the last item. */
salvo_status army_item_read(army_item *i, const char **list, salvo_arena *memory, salvo_error *err);

/* Reads the list into side->kinds, kind_of and n. An item is a count (1 if missing), a unit and, in parentheses,
 * options of the ruleset's element. The army's words are options of every item that does not give them itself. */
salvo_status army_read(battle_side *side, const salvo_rulebook *book, const salvo_army *army, salvo_arena *memory,
                       salvo_error *err);

/* Sets in_book of the side's kinds: their order in the units' table, and within one unit by their options. Each kind
 * has n_words words. */
void army_find_places(battle_side *side, size_t n_words);

/* Sorts the side's kinds, and its elements with them, by the order of the book. */
void army_in_order_of_book(battle_side *side);

#endif
