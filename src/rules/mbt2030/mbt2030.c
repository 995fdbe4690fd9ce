/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The registration of MBT 2030: its procedures in the order of their ids, its record cards, and the adapters for duels
 * and battles. The book has neither fire by weapons nor points. */
#include "rules/mbt2030/mbt2030.h"

#include "rules/mbt2030/battle.h"
#include "rules/mbt2030/battle_adapter.h"
#include "rules/mbt2030/best_hand.h"
#include "rules/mbt2030/conditions.h"
#include "rules/mbt2030/duel.h"
#include "rules/mbt2030/engagement.h"
#include "rules/mbt2030/terrain.h"
#include "rules/parameters.h"

static const salvo_procedure *const PROCEDURES[] = {
    &MBT_RPS,    &MBT_ELIGIBILITY,   &MBT_DISADVANTAGE,   &MBT_RESOLVE,     &MBT_ENGAGE,     &MBT_CLIMATE,
    &MBT_SEASON, &MBT_MAJOR_TERRAIN, &MBT_MAJOR_BUILT_UP, &MBT_MINOR_COUNT, &MBT_MINOR_TYPE, &MBT_TABLE,
    &MBT_HOUR,   &MBT_WEATHER,       &MBT_CONDITIONS,     &MBT_DUEL,        &MBT_BATTLE,     &MBT_BEST_HAND,
};

enum { FACTS = 5 };

/* Lists ids, the usual one first: "mobile (usual), static, fast". */
static const char *list_modes(salvo_arena *memory, const struct mbt_stand_class *stand)
{
    salvo_text text = {0};
    const char *list;

    for (int mode = 0; mode < N_MODES; mode++)
        if (stand->mode[mode] != NOT_ALLOWED)
            salvo_text_add(&text, "%s%s%s", text.length ? ", " : "", MBT_MODE_IDS[mode],
                           stand->mode[mode] == ALLOWED_DEFAULT ? " (usual)" : "");
    list = salvo_arena_text(memory, salvo_text_of(&text));
    salvo_text_free(&text);
    return list;
}

/* The postures depend on the class and not on the sub-class, so its row is not used. */
static const char *list_postures(salvo_arena *memory, const struct mbt_tables *t, int class)
{
    salvo_text text = {0};
    const char *list;

    for (int p = 0; p < N_POSTURES; p++)
        if (t->posture[p].class == class)
            salvo_text_add(&text, "%s%s%s", text.length ? ", " : "", MBT_POSTURE_IDS[p],
                           t->posture[p].is_default ? " (usual)" : "");
    list = salvo_arena_text(memory, salvo_text_of(&text));
    salvo_text_free(&text);
    return list;
}

/* Returns "8/24 in, in bad going 4/8". Artillery and aircraft have no row of movement. */
static const char *describe_movement(salvo_arena *memory, const struct mbt_tables *t, const char *id)
{
    const struct mbt_movement *m = mbt_movement_of(t, id);

    return m ? salvo_arena_printf(memory, "%d/%d in, in bad going %d/%d", m->good_tactical, m->good_march,
                                  m->bad_tactical, m->bad_march)
             : "none";
}

/* Facts are checked together at the end: each can only fail because memory is out, and is then NULL. */
static salvo_status card(const salvo_store *store, const void *tables, size_t unit, salvo_arena *memory,
                         salvo_card *card, salvo_error *err)
{
    const struct mbt_tables *t = tables;
    const struct mbt_stand_class *stand = &t->stands[unit];
    const salvo_table *stands = salvo_store_table(store, "stands");
    salvo_fact *facts = salvo_arena_array(memory, FACTS, sizeof *facts);

    if (!facts)
        return salvo_fail_memory(err);
    *card = (salvo_card){
        .id = stands->cells[unit * stands->n_columns].text, .name = stand->name, .facts = facts, .n_facts = FACTS};
    facts[0] = (salvo_fact){"class", "general class", MBT_CLASS_IDS[stand->class]};
    facts[1] = (salvo_fact){"level", "sub-class", MBT_SIGN_IDS[stand->level]};
    facts[2] = (salvo_fact){"postures", "postures", list_postures(memory, t, stand->class)};
    facts[3] = (salvo_fact){"modes", "modes", list_modes(memory, stand)};
    facts[4] = (salvo_fact){"movement", "tactical move/march", describe_movement(memory, t, card->id)};
    for (size_t i = 0; i < FACTS; i++)
        if (!facts[i].value)
            return salvo_fail_memory(err);
    return SALVO_OK;
}

/* Efficiency tables need fire by one side, but an engagement affects both; no_fire has the message. */
const salvo_ruleset SALVO_MBT2030 = {
    .id = "mbt2030",
    ALL_OF(procedures, PROCEDURES),
    .units = "stands",
    .tables_size = sizeof(struct mbt_tables),
    .load = mbt_load,
    .card = card,
    .duel = &MBT_DUEL_ADAPTER,
    .no_fire = "an engagement decides about both stands at once; see salvo odds mbt2030.engage and salvo matrix",
    .battle = &MBT_BATTLE_ADAPTER,
};
