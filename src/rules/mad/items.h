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

/* The next item of what is left of the cell, *rest, which moves on; false when nothing is left. A list has one item
 * more than it has pluses, and some may be empty. *rest is the cell's text at first and NULL at the end. */
bool mad_item_next(const char **rest, struct mad_item *item);

/* Takes its first bytes off the item; takes the blanks around it off. */
void mad_item_drop(struct mad_item *item, size_t bytes);
void mad_item_trim(struct mad_item *item);

/* The cell, as if it began at the item: where a message about a part of it points. */
salvo_cell mad_item_place(const salvo_cell *cell, struct mad_item item);

/* "4x" before a gun: takes it off the item. False when there is no count from 1 to `max`. */
bool mad_item_take_count(struct mad_item *item, int max, int *count);

#endif
