/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cell that lists things joined by "+": "cannon-d + cannon-e*". */
#ifndef SALVO_RULES_MAD_ITEMS_H
#define SALVO_RULES_MAD_ITEMS_H

#include <stdbool.h>
#include <stddef.h>

#include <salvo/data.h>

/* A part of the cell's text, without the blanks around it. */
struct mad_item {
    const char *text;
    size_t length;
};

/* Takes the next item of the rest of the cell, *rest, which moves on; returns false at the end. A list has one item
 * more than it has pluses, and some may be empty. *rest is the cell's text at first and NULL at the end. */
bool mad_item_next(const char **rest, struct mad_item *item);

/* The first removes the item's first bytes; the second removes the blanks around it. */
void mad_item_drop(struct mad_item *item, size_t bytes);
void mad_item_trim(struct mad_item *item);

/* Returns the cell as if it began at the item, which is the place for a message about that part. */
salvo_cell mad_item_place(const salvo_cell *cell, struct mad_item item);

/* Removes "4x" before a gun from the item. Returns false if there is no count from 1 to `max`. */
bool mad_item_take_count(struct mad_item *item, int max, int *count);

#endif
