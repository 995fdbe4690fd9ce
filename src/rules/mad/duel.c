/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAD-05, a duel of two listed elements. The duel is a battle of one against one: one_on_one.c defines who acts, in
 * which order and until when, and battle.c what they fire. This file only reads the two sides. */
#include "rules/mad/duel.h"

#include "rules/mad/battle.h"
#include "rules/mad/words.h"
#include "rules/one_on_one.h"

enum { A = SIDE_OF_A, B = SIDE_OF_B };

/* The parameters fill it in place, so that preparing a duel allocates nothing. */
struct duel {
    one_on_one both;
    const struct mad_tables *tables;
    struct mad_field field;
    struct mad_element side[N_DUEL_SIDES];
    struct mad_fire fire[N_DUEL_SIDES];
    bool moves[N_DUEL_SIDES];
    double range_m;
};

static const char *const WEAPONS[N_DUEL_SIDES] = {"a-weapons", "b-weapons"};

/* Movement, opportunity and weapons of a side affect its own shots, and its cover the enemy's. The range stays the
 * same: moving changes the numbers, not the distance. */
/* clang-format off */
static const salvo_parameter PARAMETERS[] = {
    MAD_UNIT("a", "one element", INTO(struct duel, side[A].unit)),
    MAD_UNIT("b", "the other element", INTO(struct duel, side[B].unit)),
    MAD_RANGE(INTO(struct duel, range_m)),
    CHOICE("first", "who fires first in a turn", DUEL_FIRST_CHOICES, "initiative", INTO(struct duel, both.first)),
    FLAG("a-moves", "a moves every turn", .aliases = "a-moving|a-moved", .phrases = SALVO_MOVING_PHRASES,
         INTO(struct duel, moves[A])),
    FLAG("b-moves", "b moves every turn", .aliases = "b-moving|b-moved", .phrases = SALVO_MOVING_PHRASES,
         INTO(struct duel, moves[B])),
    MAD_COVER("a-cover", "cover of a", INTO(struct duel, side[A].cover)),
    MAD_COVER("b-cover", "cover of b", INTO(struct duel, side[B].cover)),
    FLAG("a-opportunity", "a's shots are opportunity fire", INTO(struct duel, side[A].opportunity)),
    FLAG("b-opportunity", "b's shots are opportunity fire", INTO(struct duel, side[B].opportunity)),
    CHOICE("a-weapons", "the weapons of a that fire", MAD_WEAPONS_CHOICES, "main", INTO(struct duel, side[A].weapons)),
    CHOICE("b-weapons", "the weapons of b that fire", MAD_WEAPONS_CHOICES, "main", INTO(struct duel, side[B].weapons)),
    MAD_SMALL_ARMS_VEHICLES(INTO(struct duel, field.small_arms_vehicles)),
    MAD_COUNT("turns", "turns after which the duel ends, undecided", "unlimited", .word = "unlimited",
              INTO(struct duel, both.turn_limit)),
};
/* clang-format on */

/* The element and the field are filled here, because a duel's parameters have other keys than those of an army list. */
static salvo_status prepare(const void *tables, void *situation, salvo_error *err)
{
    struct duel *duel = situation;
    salvo_status status = SALVO_OK;

    duel->field.tables = tables;
    one_on_one_between(&duel->both, &MAD_BATTLE_ADAPTER, &duel->field, duel->side, duel->fire);
    for (int side = A; side < N_DUEL_SIDES && status == SALVO_OK; side++) {
        duel->side[side].tables = tables;
        status = mad_activation_check(tables, duel->side[side].unit, duel->side[side].weapons, WEAPONS[side], err);
    }
    return status == SALVO_OK ? one_on_one_aim(&duel->both, duel->range_m, duel->moves, err) : status;
}

/* Aims again instead of keeping the shots: a battle keeps only attacks, and an explanation is requested once. */
static void explain_side(const struct duel *duel, int side, salvo_text *text)
{
    const struct mad_element *own = &duel->side[side];
    const char *name = duel->tables->units[own->unit].name;
    struct mad_activation activation =
        mad_activation_of(&duel->field, own, &duel->side[!side], duel->range_m, duel->moves[side]);
    struct mad_shot shots[MOUNTS_MAX];
    struct mad_attack attacks[MOUNTS_MAX];
    int n;

    mad_activation_aim(duel->tables, &activation, shots, attacks, &n);
    for (int i = 0; i < n; i++) {
        salvo_text_add(text, "%s, ", name);
        mad_attack_explain(duel->tables, &shots[i], text);
        salvo_text_put(text, "\n");
    }
    if (n == 0)
        salvo_text_add(text, "%s: no weapon to fire\n", name);
}

static void explain(const void *situation, salvo_text *text)
{
    const struct duel *duel = situation;
    const struct mad_unit *units = duel->tables->units, *a = &units[duel->side[A].unit],
                          *b = &units[duel->side[B].unit];

    salvo_text_add(text, "%s (a, %d hp) against %s (b, %d hp); ", a->name, a->hp, b->name, b->hp);
    one_on_one_explain(&duel->both, text);
    salvo_text_put(text, "\n");
    explain_side(duel, A, text);
    explain_side(duel, B, text);
}

const salvo_procedure MAD_DUEL = {
    .id = "MAD-05",
    .schema = {.name = "mad.duel",
               ALL_OF(parameters, PARAMETERS),
               .situation_size = sizeof(struct duel),
               .tables = SALVO_PLACE(struct duel, tables),
               .prepare = prepare,
               .explain = explain},
    .documentation = {.chapter = "Direct fire",
                      .title = "two listed elements fight a duel",
                      .section = "6.0 Activation, Direct Fire, Opportunity Fire",
                      .rulings = "R-01 to R-13, R-25, R-38, R-41, R-49"},
    ALL_OF(expectations, DUEL_EXPECTATIONS),
    ALL_OF(outcomes, DUEL_OUTCOMES),
    .chain = &DUEL_CHAIN,
};

const salvo_duel_adapter MAD_DUEL_ADAPTER = DUEL_ADAPTER_OF("mad.duel");
