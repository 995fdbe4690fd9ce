/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claims/held_up_reasons.h"

held_up *held_up_begin(const salvo_rulebook *book, salvo_arena *memory)
{
    held_up *h = salvo_arena_array(memory, 1, sizeof *h);

    if (h)
        *h = (held_up){.names = {"a", "b"}, .unit = book ? book->store.distance_unit : NULL, .memory = memory};
    return h;
}

/* Copies the text; returns whether there was memory. NULL stays NULL. */
static bool keep(const char **text, salvo_arena *memory)
{
    const char *const given = *text;

    *text = given ? salvo_arena_text(memory, given) : NULL;
    return !given || *text;
}

void held_up_add(held_up *h, const held_up_reason *reason)
{
    held_up_reason kept = *reason;

    if (h && h->n < HELD_UP_MAX && keep(&kept.why, h->memory) && keep(&kept.only, h->memory) &&
        keep(&kept.parameter, h->memory) && keep(&kept.value, h->memory))
        h->reasons[h->n++] = kept;
}
