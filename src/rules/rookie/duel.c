/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ROOKIE-24, a duel of two squads. It is a battle of one squad on each side at a constant range. So the chain of all
 * duels (one_on_one) runs it by the adapter of battles. The deck has one card for each (K10). */
#include "rules/rookie/duel.h"

#include <math.h>

#include "base/phrase.h"
#include "rules/one_on_one.h"
#include "rules/rookie/battle.h"

enum { A = SIDE_OF_A, B = SIDE_OF_B };
enum { PHASES_MAX = 1000000 };

static const char *const FIRST_CHOICES[] = {"initiative", "a", "b", NULL};

struct duel {
    one_on_one both;
    double range_inches;
    int first; /* from the choices */
    struct rookie_field field;
    struct rookie_element side[N_DUEL_SIDES];
    struct rookie_fire fire[N_DUEL_SIDES];
};

/* clang-format off */
static const salvo_parameter PARAMETERS[] = {
    ROW("a", "the squad of a, with its men and factors", "squads", "standard", INTO(struct duel, side[A].squad)),
    ROW("b", "the squad of b, with its men and factors", "squads", "standard", INTO(struct duel, side[B].squad)),
    ROOKIE_MEN("a-men", "a's men; squad: the number of the squad (5)", INTO(struct duel, side[A].shooter.men)),
    ROOKIE_MEN("b-men", "b's men", INTO(struct duel, side[B].shooter.men)),
    ROOKIE_PER_MAN("a-per-man", "firing factor of each man; squad: that of the squad (3)",
                   INTO(struct duel, side[A].shooter.per_man)),
    ROOKIE_PER_MAN("b-per-man", "firing factor of each man", INTO(struct duel, side[B].shooter.per_man)),
    ROOKIE_COVER("a-cover", "cover of a", INTO(struct duel, side[A].asked_cover)),
    ROOKIE_COVER("b-cover", "cover of b", INTO(struct duel, side[B].asked_cover)),
    ROOKIE_SHIFT("a-shift", "further columns of a's fire", INTO(struct duel, side[A].shift)),
    ROOKIE_SHIFT("b-shift", "further columns of b's fire", INTO(struct duel, side[B].shift)),
    DECIMAL("range", "distance in inches", 0, INFINITY, "20", .distance = true, INTO(struct duel, range_inches)),
    CHOICE("first", "who acts first in a phase; initiative: one card each", FIRST_CHOICES, "initiative",
           INTO(struct duel, first)),
    ROOKIE_POLICY(INTO(struct duel, field.policy)),
    WHOLE("phases", "phases after which the duel ends, undecided; 0: no limit", 0, PHASES_MAX, "0", .word = "unlimited",
          INTO(struct duel, both.turn_limit)),
    ROOKIE_DATA(struct duel, field.asked, "reconstruction"),
};
/* clang-format on */

/* No squad is harmed by its own fire, so both are never lost at once: a stalemate uses that outcome's number. */
enum { STALEMATE = DUEL_MUTUAL };

/* The elements of a battle are filled directly here, because a duel's words have a prefix for each side: the squad's
 * men and factors if none were given, and the policy of the field for both. */
static salvo_status prepare(const void *tables, void *situation, salvo_error *err)
{
    const struct rookie_tables *t = tables;
    struct duel *d = situation;
    salvo_status status = rookie_data_of(t, &d->field.asked, &d->field.set, err);

    if (status != SALVO_OK)
        return status;
    for (int side = A; side < N_DUEL_SIDES; side++) {
        rookie_shooter_men(&d->side[side].shooter, &t->squads[d->side[side].squad]);
        d->side[side].policy = POLICY_OF_FIELD;
    }
    one_on_one_between(&d->both, &ROOKIE_BATTLE_ADAPTER, &d->field, d->side, d->fire);
    d->both.first = DUEL_FIRST_OF[d->first];
    d->both.stalemate = STALEMATE;
    return one_on_one_aim(&d->both, d->range_inches, NULL, err);
}

/* The average length of a duel with a limit would depend on the limit. */
static bool expects(const void *situation, size_t expectation)
{
    (void)expectation;
    return ((const struct duel *)situation)->both.turn_limit == 0;
}

/* Columns are those of all men without a marker, the best that each squad ever has. */
static void explain(const void *situation, salvo_text *text)
{
    static const char *const ORDER_WORDS[] = {[SALVO_FIRST_CARDS] = "cards are drawn for every phase",
                                              [SALVO_FIRST_A] = "a acts first in every phase",
                                              [SALVO_FIRST_B] = "b acts first in every phase"};
    const struct duel *d = situation;
    long long limit = d->both.turn_limit;

    for (int side = A; side < N_DUEL_SIDES; side++) {
        const struct rookie_shooter *squad = &d->fire[side].shooter;
        int column = rookie_shooter_column(squad, &d->field.set, squad->men, MARKER_NONE);

        salvo_text_add(
            text, "%s: %s of %d, %s at that range, column %s\n", side == A ? "a" : "b",
            salvo_counted((uint64_t)squad->men, "man").text, squad->per_man,
            salvo_counted((uint64_t)(squad->men * squad->per_man * squad->range_factor), "firing factor").text,
            column == NO_COLUMN ? "none" : ROOKIE_COLUMNS[column]);
    }
    salvo_text_add(text, "%s; %s",
                   d->field.policy == POLICY_RALLY ? "Squads rally before they fire" : "Squads always fire",
                   ORDER_WORDS[one_on_one_acts_first(&d->both)]);
    if (limit)
        salvo_text_add(text, ", for at most %s", salvo_counted((uint64_t)limit, "phase").text);
    salvo_text_put(text, "\n");
}

static const char *remark(const void *situation)
{
    return rookie_data_remark(&((const struct duel *)situation)->field.set);
}

static const char *const OUTCOMES[N_DUEL_OUTCOMES] = {
    [DUEL_A_WINS] = "a-wins", [DUEL_B_WINS] = "b-wins", [STALEMATE] = "stalemate", [DUEL_UNDECIDED] = "undecided"};

static const salvo_expectation EXPECTATIONS[] = {
    {.name = "phases", .help = "mean number of phases until the duel is decided or nobody can be killed"}};

const salvo_procedure ROOKIE_DUEL = {
    .id = "ROOKIE-24",
    .schema = {.name = "rookie.duel",
               ALL_OF(parameters, PARAMETERS),
               .situation_size = sizeof(struct duel),
               .prepare = prepare,
               .explain = explain,
               .remark = remark},
    .documentation = {.chapter = "Duel",
                      .title = "two squads fight a duel, by the reconstruction",
                      .section = "The Sequence of the Game, Movement and Firing, Firing the Unit",
                      .rulings = "K1 K3 K9 K10 K13",
                      .notes = "Both squads stay at their range and in command, and check no morale."},
    ALL_OF(expectations, EXPECTATIONS),
    ALL_OF(outcomes, OUTCOMES),
    .expects = expects,
    .chain = &DUEL_CHAIN,
};

const salvo_duel_adapter ROOKIE_DUEL_ADAPTER = {
    .procedure = "rookie.duel",
    .a = "a",
    .b = "b",
    .range = "range",
    .first = "first",
    .turns = "phases",
    .a_wins = "a-wins",
    .b_wins = "b-wins",
    .mutual = "",
    .counts = "phases",
    .mirrors = true,
    .acts_first = one_on_one_acts_first,
};
