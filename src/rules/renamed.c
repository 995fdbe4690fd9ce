/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules/renamed.h"

#include <string.h>

/* The parts of the new names, and whether memory has been enough so far. */
typedef struct renaming {
    size_t length; /* of the old id */
    const char *id;
    salvo_arena *memory;
    bool failed;
} renaming;

/* Returns "mad.duel" as "my-mad.duel", and NULL for NULL. */
static const char *rename_text(renaming *r, const char *name)
{
    const char *renamed = name ? salvo_arena_printf(r->memory, "%s%s", r->id, name + r->length) : NULL;

    r->failed = r->failed || (name && !renamed);
    return renamed;
}

/* The copy is shallow: it shares what is not renamed with the original, which lives as long as the program. */
static void *copy(renaming *r, const void *of, size_t size)
{
    void *made = salvo_arena_array(r->memory, 1, size);

    r->failed = r->failed || !made;
    return made ? memcpy(made, of, size) : NULL;
}

static const salvo_procedure *rename_procedure(renaming *r, const salvo_procedure *procedure)
{
    salvo_procedure *renamed = copy(r, procedure, sizeof *procedure);

    if (renamed)
        renamed->schema.name = rename_text(r, procedure->schema.name);
    return renamed;
}

/* The names of procedures begin with the ruleset's id, so that answers show whose they are. Ids such as MAD-05 stay. */
static const salvo_procedure *const *rename_procedures(renaming *r, const salvo_ruleset *ruleset)
{
    const salvo_procedure **renamed = salvo_arena_array(r->memory, ruleset->n_procedures, sizeof *renamed);

    r->failed = r->failed || !renamed;
    for (size_t i = 0; i < ruleset->n_procedures && !r->failed; i++)
        renamed[i] = rename_procedure(r, ruleset->procedures[i]);
    return renamed;
}

static const salvo_duel_adapter *rename_duel(renaming *r, const salvo_duel_adapter *duel)
{
    salvo_duel_adapter *renamed = duel ? copy(r, duel, sizeof *duel) : NULL;

    if (renamed)
        renamed->procedure = rename_text(r, duel->procedure);
    return renamed;
}

static const salvo_fire_adapter *rename_fire(renaming *r, const salvo_fire_adapter *fire)
{
    salvo_fire_adapter *renamed = fire ? copy(r, fire, sizeof *fire) : NULL;

    if (renamed)
        renamed->procedure = rename_text(r, fire->procedure);
    return renamed;
}

/* Battles and prices name no procedure, so their adapters stay as they are. */
salvo_status salvo_ruleset_renamed(const salvo_ruleset *ruleset, const char *id, salvo_arena *memory,
                                   const salvo_ruleset **renamed, salvo_error *err)
{
    renaming r = {.length = strlen(ruleset->id), .id = id, .memory = memory};
    salvo_ruleset *made = copy(&r, ruleset, sizeof *ruleset);

    if (!made)
        return salvo_fail_memory(err);
    made->id = id;
    made->procedures = rename_procedures(&r, ruleset);
    made->duel = rename_duel(&r, ruleset->duel);
    made->fire = rename_fire(&r, ruleset->fire);
    *renamed = made;
    return r.failed ? salvo_fail_memory(err) : SALVO_OK;
}
