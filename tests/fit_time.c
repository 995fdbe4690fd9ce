/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A fit that is given a time. The clock is the work: it counts what the rules are asked, so that nothing depends on how busy
 * the machine is. */
#include "support.h"

#include <salvo/points.h>

#include "points/fit_context.h"
#include "six_equals.h"

/* M.A.D. as rules that take a second for every fire that is aimed and every throw that is asked for. */
static struct {
    const salvo_battle_adapter *of;
    double seconds;
} asked;

static void slow_aim(const void *field, const void *actor, const void *target, const salvo_circumstances *circumstances,
                     void *fire)
{
    asked.seconds++;
    asked.of->aim(field, actor, target, circumstances, fire);
}

static bool slow_dice(const void *fire, int number, const uint8_t *actor, const uint8_t *target, salvo_dice *dice)
{
    asked.seconds++;
    return asked.of->dice(fire, number, actor, target, dice);
}

static double count(void *context)
{
    (void)context;
    return asked.seconds;
}

static const fit_clock COUNTED = {count, NULL};

/* One thread: others would count at the same time. */
static void open_slow(salvo_rulebook *book, salvo_points_plan *plan, salvo_ruleset *ruleset,
                      salvo_battle_adapter *adapter)
{
    static const double RANGES[] = {500, 1000};
    static size_t nation;

    *plan = SALVO_POINTS_PLAN;
    plan->pairs = 100;
    plan->threads = 1;
    plan->tolerance = 0.02;
    open_equals(book, plan, &nation, SIX_EQUALS("30", "45", "60", "75", "50", "40"));
    plan->ranges = RANGES;
    plan->n_ranges = 2;
    asked.of = book->ruleset->battle;
    asked.seconds = 0;
    *adapter = *asked.of;
    adapter->aim = slow_aim;
    adapter->dice = slow_dice;
    *ruleset = *book->ruleset;
    ruleset->battle = adapter;
    book->ruleset = ruleset;
}

/* What it took, by the clock; *opening: before the first battle. */
static double seconds_of(double given, double *opening)
{
    salvo_battle_adapter adapter;
    salvo_ruleset ruleset;
    salvo_rulebook book;
    salvo_points_plan plan;
    salvo_points_fit f;
    double seconds;

    open_slow(&book, &plan, &ruleset, &adapter);
    plan.time_s = given;
    assert_int_equal(fit_run_by(&f, &book, &plan, &COUNTED, NULL), SALVO_OK);
    for (int list = 0; list < SALVO_N_LISTS; list++)
        assert_true(!f.judged[list].judged || f.judged[list].imbalance.pairs >= 2);
    assert_true(f.judged[SALVO_LIST_PUBLISHED].judged && f.judged[SALVO_LIST_FITTED].judged);
    seconds = f.seconds;
    *opening = f.opening_s;
    salvo_points_fit_free(&f);
    salvo_rulebook_close(&book);
    return seconds;
}

/* Units are prepared by asking for every fire once: from every unit at every unit, standing and moving, at every range and
 * halfway before it. Which of them are harmless is looked up before. */
static void every_fire_is_asked_for_once(void **state)
{
    enum { UNITS = 6, RANGES = 2, PLACES = 2 * RANGES * 2, LOOKED_UP = RANGES + 1 };
    double opening;

    (void)state;
    seconds_of(0, &opening);
    assert_true(opening == UNITS * UNITS * (PLACES + LOOKED_UP));
}

/* Where time is short units are not compared: of each it is only found out whether it can harm anybody. */
static void units_are_compared_in_a_part_of_the_time(void **state)
{
    double all, some;

    (void)state;
    seconds_of(0, &all);
    seconds_of(all, &some);
    if (some > 0.5 * all)
        fail_msg("preparing takes %.0f of %.0f seconds", some, all);
}

/* With the least time only what has to be done is done. With more the time is kept: beyond it there is one pair in hand. */
static void the_time_is_kept(void **state)
{
    static const double TIMES[] = {2, 4, 8};
    double opening;
    const double least = seconds_of(1, &opening);

    (void)state;
    for (size_t i = 0; i < COUNT_OF(TIMES); i++) {
        const double given = TIMES[i] * least, taken = seconds_of(given, &opening);

        if (taken > 1.2 * given || taken < 0.5 * given)
            fail_msg("of %.0f seconds the fit took %.0f; the least is %.0f", given, taken, least);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_fire_is_asked_for_once),
        cmocka_unit_test(units_are_compared_in_a_part_of_the_time),
        cmocka_unit_test(the_time_is_kept),
    };

    return cmocka_run_group_tests_name("fit_time", tests, NULL, NULL);
}
