/* SPDX-License-Identifier: GPL-3.0-or-later */
/* TRR-42, a duel of two vehicles (section 8). It is a battle of one against one: one_on_one.c defines who acts and
 * until when, and battle.c the shots. It differs from other duels in two things. Outcomes are called p-a and p-b, as in
 * the digest. It also says how often either side ends destroyed and not only out of action. */
#include "rules/trr/duel.h"

#include "rules/one_on_one.h"
#include "rules/trr/battle.h"
#include "rules/trr/soft_fire.h"
#include "rules/trr/words.h"

enum { A = SIDE_OF_A, B = SIDE_OF_B };

static const char *const FIRST_CHOICES[] = {"initiative", "a", "b", "simultaneous", NULL};

/* Both elements are those of battles. What a duel does not use (surface, going) stays 0, because no line moves. */
struct duel {
    one_on_one both;
    const struct trr_tables *tables;
    double range_cm;
    int first; /* from the choices */
    struct trr_field field;
    struct trr_element side[N_DUEL_SIDES];
    struct trr_fire fire[N_DUEL_SIDES];
};

static const char *const AMMO[N_DUEL_SIDES] = {"a-ammo", "b-ammo"};

/* clang-format off */
#define SIDE(s, member) INTO(struct duel, side[s].vehicle.member)

static const salvo_parameter PARAMETERS[] = {
    TRR_VEHICLE("a", "one vehicle", SIDE(A, unit)),
    TRR_VEHICLE("b", "the other vehicle", SIDE(B, unit)),
    TRR_DISTANCE_OF("range", "30", INTO(struct duel, range_cm)),
    CHOICE("first", "who fires first in a turn", FIRST_CHOICES, "initiative", INTO(struct duel, first)),
    FLAG("a-moving", "a moves every turn", .aliases = "a-moves|a-moved", .phrases = SALVO_MOVING_PHRASES, SIDE(A, moving)),
    FLAG("b-moving", "b moves every turn", .aliases = "b-moves|b-moved", .phrases = SALVO_MOVING_PHRASES, SIDE(B, moving)),
    TRR_ASPECT("a-aspect", "the face of a towards b", SIDE(A, aspect)),
    TRR_ASPECT("b-aspect", "the face of b towards a", SIDE(B, aspect)),
    TRR_CONCEALMENT("a-concealment", "a's place", .aliases = "a-cover", SIDE(A, concealment)),
    TRR_CONCEALMENT("b-concealment", "b's place", .aliases = "b-cover", SIDE(B, concealment)),
    FLAG("a-camouflaged", "a is camouflaged", SIDE(A, camouflaged)),
    FLAG("b-camouflaged", "b is camouflaged", SIDE(B, camouflaged)),
    TRR_AMMO("a-ammo", "a's ammunition", SIDE(A, ammo)),
    TRR_AMMO("b-ammo", "b's ammunition", SIDE(B, ammo)),
    WHOLE("a-strength", "markers that destroy a", 1, 5, "3", SIDE(A, strength)),
    WHOLE("b-strength", "markers that destroy b", 1, 5, "3", SIDE(B, strength)),
    TRR_DAMAGE_MODEL(INTO(struct duel, field.terms.graded)),
    TRR_DAMAGE_APPLIES(INTO(struct duel, field.terms.damage_applies)),
    TRR_OVER_10(INTO(struct duel, field.terms.continued)),
};
/* clang-format on */

enum { TURNS, DESTROYED_A, DESTROYED_B };

/* Called once, at the end of the duel: more markers than the strength means destroyed. */
static void count_destroyed(const one_on_one *both, uint8_t markers[N_DUEL_SIDES][SALVO_ELEMENT_BYTES], int64_t *gain)
{
    for (int side = A; side < N_DUEL_SIDES; side++) {
        const struct trr_element *model = both->element[side];

        gain[DESTROYED_A + side] += markers[side][0] > model->vehicle.strength;
    }
}

/* tells_destroyed separates wrecks and vehicles out of action in the unit state, which battles do not need. A stalemate
 * is undecided: the book has no draw. */
static salvo_status prepare(const void *tables, void *situation, salvo_error *err)
{
    struct duel *duel = situation;
    salvo_status status = SALVO_OK;

    duel->field.tables = tables;
    duel->field.terms.tells_destroyed = true;
    one_on_one_between(&duel->both, &TRR_BATTLE_ADAPTER, &duel->field, duel->side, duel->fire);
    duel->both.first = DUEL_FIRST_OF[duel->first];
    duel->both.stalemate = DUEL_UNDECIDED;
    duel->both.count_end = count_destroyed;
    for (int side = A; side < N_DUEL_SIDES && status == SALVO_OK; side++) {
        duel->side[side].tables = tables;
        status = trr_check_vehicle(tables, &duel->side[side].vehicle, AMMO[side], err);
    }
    return status == SALVO_OK ? one_on_one_aim(&duel->both, duel->range_cm, NULL, err) : status;
}

static const struct trr_unit *unit_of(const struct duel *duel, int side)
{
    return &duel->tables->units[duel->side[side].vehicle.unit];
}

/* Both shots are computed without markers; damage-applies says how markers change them. */
static void explain(const void *situation, salvo_text *text)
{
    const struct duel *duel = situation;

    salvo_text_add(text, "%s (a, strength %d) against %s (b, strength %d); ", unit_of(duel, A)->name,
                   duel->side[A].vehicle.strength, unit_of(duel, B)->name, duel->side[B].vehicle.strength);
    one_on_one_explain(&duel->both, text);
    salvo_text_put(text, "\n");
    for (int side = A; side < N_DUEL_SIDES; side++) {
        const struct trr_unit *unit = unit_of(duel, side);
        struct trr_shot shot = trr_shot_at(duel->tables, &duel->side[side].vehicle, &duel->side[!side].vehicle,
                                           &duel->field.terms, duel->range_cm);

        salvo_text_add(text, "%s, %s: ", unit->name, duel->tables->guns[unit->gun].name);
        trr_shot_explain(duel->tables, &shot, text);
    }
}

/* The brackets are those of both guns. The caller sorts them and removes duplicates. */
static size_t brackets(const void *situation, double upto[SALVO_BRACKETS_MAX])
{
    const struct duel *duel = situation;
    size_t n = 0;

    for (int side = A; side < N_DUEL_SIDES; side++) {
        const struct trr_gun *gun = &duel->tables->guns[unit_of(duel, side)->gun];

        n += trr_put_brackets(duel->tables->gun_classes[gun->class].upto_cm, upto + n);
    }
    return n;
}

/* The names are those of the digest, and a contract: studies and scripts use them. */
static const char *const OUTCOMES[N_DUEL_OUTCOMES] = {
    [DUEL_A_WINS] = "p-a", [DUEL_B_WINS] = "p-b", [DUEL_MUTUAL] = "p-mutual", [DUEL_UNDECIDED] = "p-undecided"};

static const salvo_expectation EXPECTATIONS[] = {
    [TURNS] = {.name = "expected-turns",
               .help = "mean number of turns until the duel is decided or can change no more"},
    [DESTROYED_A] = {.name = "destroyed-a", .help = "probability that the duel ends with a destroyed"},
    [DESTROYED_B] = {.name = "destroyed-b", .help = "probability that the duel ends with b destroyed"},
};

const salvo_procedure TRR_DUEL = {
    .id = "TRR-42",
    .schema = {.name = "trr.duel",
               ALL_OF(parameters, PARAMETERS),
               .situation_size = sizeof(struct duel),
               .tables = SALVO_PLACE(struct duel, tables),
               .prepare = prepare,
               .explain = explain,
               .brackets = brackets},
    .documentation = {.chapter = "Anti-tank fire",
                      .title = "two vehicles fight a duel",
                      .section = "8 Anti-tank fire",
                      .rulings = "R-01, R-02, R-03, R-04, R-10, R-24"},
    ALL_OF(expectations, EXPECTATIONS),
    ALL_OF(outcomes, OUTCOMES),
    .chain = &DUEL_CHAIN,
};

const salvo_duel_adapter TRR_DUEL_ADAPTER = {
    .procedure = "trr.duel",
    .a = "a",
    .b = "b",
    .range = "range",
    .first = "first",
    .turns = "expected-turns",
    .a_wins = "p-a",
    .b_wins = "p-b",
    .mutual = "p-mutual",
    .mirrors = true,
    .acts_first = one_on_one_acts_first,
};
