/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Army lists: "2 Tiger I, 1 Panther (cover=normal)". */
#ifndef SALVO_FIGHT_ARMY_H
#define SALVO_FIGHT_ARMY_H

#include "fight/battle_model.h"

enum { ITEM_WORDS_MAX = 32 }; /* options of one item; more is surely a mistake */

/* One entry of a list, cut out of it. */
typedef struct army_item {
    int count;
    const char *name;
    const char *words[ITEM_WORDS_MAX];
    size_t n_words;
} army_item;

/* Cuts the first entry off the list, which then begins behind it; NULL when there is no more. */
salvo_status army_item_read(army_item *i, const char **list, salvo_arena *memory, salvo_error *err);

/* Reads the list into side->kinds, kind_of and n. Each item is a count (1 when it has none), a unit and, in
 * parentheses, options of the ruleset's element; the army's words are options of every item that does not give them
 * itself. */
salvo_status army_read(battle_side *side, const salvo_rulebook *book, const salvo_army *army, salvo_arena *memory,
                       salvo_error *err);

/* Fills in where the kinds stand in the order of the book: by the units' table; of one unit, by their words, n_words of each. */
void army_find_places(battle_side *side, size_t n_words);

/* Puts the side's kinds, and its elements with them, in the order of the book. */
void army_in_order_of_book(battle_side *side);

#endif
