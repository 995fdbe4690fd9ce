/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the cell of an aircraft's weapons, "2xmachine-gun fwd + 1xmachine-gun rear90". Each message points at the
 * column of the wrong part, not at the start of the cell. */
#include "rules/mad/groups.h"

#include <ctype.h>
#include <string.h>

#include "data/records.h"
#include "rules/mad/items.h"

enum { BARRELS_MAX = 99 };

const char *const MAD_FACINGS[] = {
    [FACING_FWD] = "fwd", [FACING_REAR] = "rear", [FACING_LEFT] = "left", [FACING_RIGHT] = "right", NULL};

/* No facing begins with another one, so the first match is right. */
static bool take_facing(struct mad_item *item, int *facing)
{
    for (int i = 0; MAD_FACINGS[i]; i++) {
        size_t length = strlen(MAD_FACINGS[i]);

        if (item->length >= length && strncmp(item->text, MAD_FACINGS[i], length) == 0) {
            *facing = i;
            mad_item_drop(item, length);
            return true;
        }
    }
    return false;
}

/* Reads the degrees of the arc after the facing; none means a fixed gun. The loop stops when the number is too large,
 * before it could overflow. */
static bool take_arc(struct mad_item item, int *degrees)
{
    int number = 0;

    for (; item.length && isdigit((unsigned char)item.text[0]) && number <= ARC_MAX; mad_item_drop(&item, 1))
        number = 10 * number + item.text[0] - '0';
    *degrees = number;
    return item.length == 0 && number <= ARC_MAX;
}

static salvo_status refuse_facing(const salvo_cell *at, struct mad_item item, salvo_error *err)
{
    return salvo_cell_refuse(
        at, err,
        "'%.*s' is not a facing; write fwd, rear, left or right, followed by the degrees (to %d) of a gun that "
        "turns, as in rear90",
        (int)item.length, item.text, ARC_MAX);
}

/* The gun's name is looked up at its own place in the cell, where the message points. */
static salvo_status read_gun(const salvo_store *store, const salvo_cell *cell, struct mad_item gun, int *weapon,
                             salvo_error *err)
{
    const salvo_table *guns;
    salvo_cell at = mad_item_place(cell, gun);
    salvo_status status = salvo_records_table(store, "aircraft-weapons", &guns, err);

    return status == SALVO_OK ? salvo_cell_reference(&at, gun.text, gun.length, guns, "aircraft weapon", weapon, err)
                              : status;
}

/* An item is not a string of its own: the gun's name ends at a blank, or at the plus before the next group. */
static salvo_status read_group(const salvo_store *store, const salvo_cell *cell, struct mad_item item,
                               struct mad_group *group, salvo_error *err)
{
    struct mad_item whole = item, gun, facing;
    salvo_cell at = mad_item_place(cell, item);

    if (!mad_item_take_count(&item, BARRELS_MAX, &group->count))
        return salvo_cell_refuse(&at, err, "'%.*s' is not a group of 1 to %d guns; write COUNTxGUN FACING, as in %s",
                                 (int)whole.length, whole.text, BARRELS_MAX, "2xmachine-gun fwd");
    gun = (struct mad_item){item.text, strcspn(item.text, " \t+")};
    mad_item_drop(&item, gun.length);
    mad_item_trim(&item);
    facing = item;
    at = mad_item_place(cell, facing);
    if (!take_facing(&item, &group->facing) || !take_arc(item, &group->arc_degrees))
        return refuse_facing(&at, facing, err);
    return read_gun(store, cell, gun, &group->weapon, err);
}

/* "-" is an aircraft without guns; an empty cell is an error. */
salvo_status mad_groups_read(const salvo_store *store, const salvo_cell *cell, struct mad_group groups[GROUPS_MAX],
                             int *n, salvo_error *err)
{
    const char *rest = cell->text;
    struct mad_item item;
    salvo_status status = SALVO_OK;

    if (strcmp(rest, "-") == 0)
        return SALVO_OK;
    while (status == SALVO_OK && mad_item_next(&rest, &item)) {
        if (*n == GROUPS_MAX)
            return salvo_cell_refuse(cell, err, "there are more than %d groups of weapons", GROUPS_MAX);
        status = read_group(store, cell, item, &groups[(*n)++], err);
    }
    return status;
}
