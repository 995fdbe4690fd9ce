/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists inside a cell, joined by "+". A spreadsheet has one cell for all weapons of an element, so the list needs its
 * own grammar. */
#include "rules/mad/items.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void mad_item_drop(struct mad_item *item, size_t bytes)
{
    item->text += bytes;
    item->length -= bytes;
}

/* Blanks around a plus are allowed, because people write lists that way. */
void mad_item_trim(struct mad_item *item)
{
    while (item->length && isspace((unsigned char)item->text[0]))
        mad_item_drop(item, 1);
    while (item->length && isspace((unsigned char)item->text[item->length - 1]))
        item->length--;
}

/* A plus at the end leaves an empty item after it, which the caller refuses: *rest is NULL only if nothing follows. */
bool mad_item_next(const char **rest, struct mad_item *item)
{
    const char *plus;

    if (!*rest)
        return false;
    plus = strchr(*rest, '+');
    *item = (struct mad_item){*rest, plus ? (size_t)(plus - *rest) : strlen(*rest)};
    *rest = plus ? plus + 1 : NULL;
    mad_item_trim(item);
    return true;
}

/* A column of 0 means that the cell has no place in a file: it is from the command line, and stays without one. */
salvo_cell mad_item_place(const salvo_cell *cell, struct mad_item item)
{
    salvo_cell at = *cell;

    if (at.column)
        at.column += (int)(item.text - cell->text);
    return at;
}

/* strtol may read past the item, but only digits: an "x" must follow them, so the number is the item's own. Blanks and
 * signs, which strtol would accept, are refused. */
bool mad_item_take_count(struct mad_item *item, int max, int *count)
{
    char *end;
    long number = strtol(item->text, &end, 10);

    if (!isdigit((unsigned char)item->text[0]) || *end != 'x' || number < 1 || number > max)
        return false;
    *count = (int)number;
    mad_item_drop(item, (size_t)(end + 1 - item->text));
    return true;
}
