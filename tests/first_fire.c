/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When elements can do harm for the first time, against battles that are broken off turn by turn: of random battles of every
 * rulebook, one against one and many against many. */
#include <math.h>
#include <stdio.h>

#include <salvo/selection.h>

#include "fight/first_fire.h"
#include "splitmix.h"
#include "support.h"

enum { BATTLES = IS_SANITISED ? 10 : 30, TURNS = 12 };

static const salvo_approach EXACTLY = {.method = SALVO_EXACT,
                                       .options = {.arithmetic = SALVO_DOUBLE, .effort = SALVO_BATTLE_EFFORT / 10}};

static const struct field {
    const char *ruleset;
    double ranges[4], halts[4]; /* 0: none */
    bool suffers;               /* whoever acts may lose by it, so that losses tell nothing of the other's fire */
} FIELDS[] = {
    {"mad", {300, 1100, 1700, 3000}, {0, 400, 925, 1600}, false}, {"trr", {20, 40, 90, 300}, {0, 25, 60, 100}, false},
    {"skank", {15, 30, 45, 90}, {0, 14, 25, 50}, false},          {"mbt2030", {6, 11, 18, 30}, {0, 9, 10, 12}, true},
    {"rookie", {15, 25, 40, 60}, {0, 12, 20, 50}, false},
};

/* The strength that each side loses within so many turns on average; false: it is not to be had in little time. */
static bool losses_of(double lost[2], const salvo_rulebook *book, salvo_battle_plan plan, int64_t turns)
{
    salvo_battle battle;

    plan.turns = turns;
    if (salvo_battle_fight(&battle, book, &plan, &EXACTLY, NULL) != SALVO_OK)
        return false;
    for (int s = 0; s < 2; s++)
        lost[s] = battle.side[s].strength_lost.exact.value;
    salvo_battle_free(&battle);
    return true;
}

/* No enemy of a side that is silent loses anything before the turn; alone against one, it does then, unless it is lost for
 * certain before. */
static bool check(const salvo_rulebook *book, const salvo_battle_plan *plan, bool alone)
{
    salvo_arena *memory = salvo_arena_new();
    first_fires f;
    double lost[2];
    bool known = true;
    salvo_error err = {0};

    if (first_fires_find(&f, book, plan, memory, &err) != SALVO_OK || !f.known) {
        salvo_arena_free(memory);
        return false;
    }
    for (int turns = 1; turns <= TURNS && known; turns++) {
        known = losses_of(lost, book, *plan, turns);
        for (int s = 0; s < 2 && known; s++) {
            int64_t first = f.of[s][0].turn;

            if (!alone) /* two kinds, either of which may be the first */
                first = first == 0 || (f.of[s][1].turn && f.of[s][1].turn < first) ? f.of[s][1].turn : first;
            if ((first == 0 || turns < first) && lost[!s] != 0)
                fail_msg("%s, %s against %s from %g: %c harms in turn %d, not %d", book->ruleset->id,
                         plan->army[0].list, plan->army[1].list, plan->range, "ab"[s], turns, (int)first);
            if (alone && turns == first && lost[!s] == 0 && lost[s] == 0)
                fail_msg("%s, %s against %s from %g: %c harms nobody in turn %d", book->ruleset->id, plan->army[0].list,
                         plan->army[1].list, plan->range, "ab"[s], turns);
        }
    }
    salvo_arena_free(memory);
    return known;
}

static void check_random_battles(void **state)
{
    const struct field *f = *state;
    uint64_t rng = 11;
    int checked = 0;
    salvo_rulebook book;
    salvo_unit_set set;

    book_open(&book, f->ruleset, "");
    assert_int_equal(salvo_unit_set_units(&set, &book, NULL), SALVO_OK);
    for (int n = 0; n < BATTLES; n++) {
        const bool alone = n % 2 == 0;
        char lists[2][256];
        salvo_battle_plan plan = {.range = f->ranges[splitmix_next(&rng) % 4], .close_to = -1};

        plan.scenario = (salvo_scenario)(splitmix_next(&rng) % SALVO_N_SCENARIOS);
        for (int s = 0; s < 2; s++) {
            const char *units[2];

            for (int i = 0; i < 2; i++)
                units[i] = salvo_unit_set_id(&set, splitmix_next(&rng) % salvo_unit_set_size(&set));
            snprintf(lists[s], sizeof lists[s], alone || units[0] == units[1] ? "%s" : "%s, %s", units[0], units[1]);
            plan.army[s].list = lists[s];
            plan.army[s].halt = f->halts[splitmix_next(&rng) % 4];
        }
        if (!f->suffers)
            checked += check(&book, &plan, alone);
    }
    if (!f->suffers && checked < BATTLES / 5)
        fail_msg("%d of %d battles checked", checked, BATTLES);
    salvo_rulebook_close(&book);
}

int main(void)
{
    struct CMUnitTest tests[COUNT_OF(FIELDS)];

    for (size_t i = 0; i < COUNT_OF(FIELDS); i++)
        tests[i] = row_test(FIELDS[i].ruleset, check_random_battles, &FIELDS[i]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
