/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MBT-16, a duel of two stands. It is a battle of one stand on each side at a constant range. So the chain of all duels
 * (one_on_one) runs it by the adapter of battles. The duel itself defines who begins and how it ends. */
#include "rules/mbt2030/duel.h"

#include "rules/mbt2030/battle_adapter.h"
#include "rules/mbt2030/fight.h"

struct duel {
    one_on_one both;
    struct mbt_fight fight;
};

static const salvo_parameter PARAMETERS[] = {MBT_FIGHT(struct duel, fight., "0")};

/* Nothing recovers, so engagements of stands whose states no result can change go on for ever. That is reported as a
 * stalemate under the number of undecided, because both mean the same. The count is of rounds, two in a turn, because a
 * duel can end between them. */
static salvo_status prepare(const void *tables, void *situation, salvo_error *err)
{
    struct duel *duel = situation;
    struct mbt_fight *f = &duel->fight;
    salvo_status status = mbt_fight_prepare(tables, f, err);

    if (status != SALVO_OK)
        return status;
    one_on_one_between(&duel->both, &MBT_BATTLE_ADAPTER, &f->field, f->side, f->exchange);
    duel->both.first = f->field.hands.first;
    duel->both.turn_limit = f->turn_limit;
    duel->both.stalemate = DUEL_UNDECIDED;
    duel->both.never_begins = mbt_never_begins(&f->field.hands);
    duel->both.counts_activations = true;
    return one_on_one_aim(&duel->both, f->field.s.range_inches, NULL, err);
}

static void explain(const void *situation, salvo_text *text)
{
    mbt_fight_explain(&((const struct duel *)situation)->fight, text);
}

static const char *const OUTCOMES[N_DUEL_OUTCOMES] = {
    [DUEL_A_WINS] = "a-wins", [DUEL_B_WINS] = "b-wins", [DUEL_MUTUAL] = "both-out", [DUEL_UNDECIDED] = "stalemate"};

static const salvo_expectation EXPECTATIONS[] = {
    {.name = "rounds", .help = "mean number of rounds played; two make a turn"}};

const salvo_procedure MBT_DUEL = {
    .id = "MBT-16",
    .schema = {.name = "mbt2030.duel",
               ALL_OF(parameters, PARAMETERS),
               .situation_size = sizeof(struct duel),
               .prepare = prepare,
               .explain = explain},
    .documentation =
        {.chapter = "Fights",
         .title = "two stands engage each other until one is out or neither can change anything",
         .section = "The Turn Sequence, Conducting Engagement, Results of Engagement",
         .rulings = "M1 to M11, M15",
         .notes =
             "Two equal ARMOUR stands can never break each other, because a difference of two causes cannot arise; "
             "that duel is a stalemate. With accumulate=step they can."},
    ALL_OF(expectations, EXPECTATIONS),
    ALL_OF(outcomes, OUTCOMES),
    .chain = &DUEL_CHAIN,
};

const salvo_duel_adapter MBT_DUEL_ADAPTER = {
    .procedure = "mbt2030.duel",
    .a = "a-class",
    .b = "b-class",
    .range = "range",
    .first = "first",
    .turns = "rounds",
    .a_wins = "a-wins",
    .b_wins = "b-wins",
    .mutual = "both-out",
    .counts = "rounds",
    .mirrors = true,
    .acts_first = one_on_one_acts_first,
};
