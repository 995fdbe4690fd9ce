/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The worked examples of Ten Rounds Rapid's digest, numbers worked out by hand from the printed tables, and what the
 * rules refuse. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

OWN_BOOK(trr, "trr")

static const struct example {
    const char *procedure, *words, *outcomes, *means;
} EXAMPLES[] = {
    /* the digest's own */
    {"trr.anti-tank", "gun=german-75-l70 unit=soviet-t34-85 distance=65",
     "no-effect=2/5 out-of-action=3/10 destroyed=3/10", "markers=2 score=13/2"},
    {"trr.anti-tank", "gun=german-75-l70 unit=soviet-t34-85 distance=65 damage-model=graded",
     "no-effect=2/5 damaged=1/5 out-of-action=1/10 destroyed=3/10", "markers=2 score=13/2"},
    {"trr.small-arms", "figures=8 lmg=2 distance=30 cover=light", "0=3/5 1=2/5",
     "hits=2/5 figures-lost=2/5 soft-markers=0"},
    {"trr.duel", "a=german-hetzer b=american-m24-chaffee range=40", "p-a=119/158 p-b=39/158", NULL},
    /* TRR-01 */
    {"trr.turn-order", "", "a=1/2 b=1/2", "rolls=10/9"},
    {"trr.turn-order", "ties=keep", "a=9/20 b=9/20 tie=1/10", "rolls=1"},
    /* TRR-02: normal armour D10 + 7 always acts; green other losing its officer and ten figures: D10 + 5 - 2 - 10 */
    {"trr.motivation", "", "act=1", "score=25/2"},
    {"trr.motivation", "grade=elite type=other advancing=yes", "act=8/10 charge=2/10", "score=31/2"},
    {"trr.motivation", "grade=green type=other officer-lost=yes lost=10", "rout=7/10 retire=3/10", "score=-3/2"},
    {"trr.motivation", "grade=green type=other officer-lost=yes lost=10 other-gap=rout", "rout=1", "score=-3/2"},
    {"trr.motivation", "grade=green type=other officer-lost=yes lost=10 role=off-table", "rout=7/10 continue=3/10",
     "score=-3/2"},
    {"trr.motivation", "type=other role=towed", "continue=3/10 act=7/10", "score=23/2"},
    {"trr.rally", "grade=green damage=3", "rallied=4/10 halted=6/10", "score=17/2"},
    /* TRR-04 */
    {"trr.location", "target=foot posture=concealed distance=12.5", "seen=1", "known=1"},
    {"trr.location", "target=foot posture=concealed distance=12.6", "located=1/5 not-located=4/5", "known=1/5"},
    {"trr.location", "target=vehicle posture=concealed distance=42.5 weather=fog", "out-of-sight=1", "known=0"},
    {"trr.location", "target=vehicle posture=concealed distance=15 weather=fog", "seen=1", "known=1"},
    {"trr.location", "target=sniper firing=heavy distance=1", "located=1/5 not-located=4/5", "known=1/5"},
    {"trr.location", "target=foot posture=concealed firing=light distance=100", "seen=1", "known=1"},
    {"trr.location", "posture=edge distance=37.5 weather=mist", "seen=1", "known=1"},
    {"trr.location", "posture=open distance=37.6 weather=mist", "out-of-sight=1", "known=0"},
    /* TRR-05: infantry in poor going 20 - D10; jeeps do not cross wire */
    {"trr.movement", "going=poor", "10=1/10 11=1/10 12=1/10 13=1/10 14=1/10 15=1/10 16=1/10 17=1/10 18=1/10 19=1/10",
     "distance=29/2"},
    {"trr.movement", "infantry-rate=29 speed=half", "14=1", "distance=14"},
    {"trr.movement", "type=jeep wire=1", "not-allowed=1", "distance=0"},
    {"trr.movement", "type=half-track wire=20", "40=1", "distance=40"},
    {"trr.movement", "type=normal-tracked linear=2 cutter=yes", "40=1", "distance=40"},
    {"trr.movement", "type=manhandled-gun going=bad", "not-allowed=1", "distance=0"},
    /* TRR-06 */
    {"trr.engineering", "penalties=0", "2=1", "moves=2"},
    {"trr.engineering", "penalties=1 rate=2 need=1 moves=2", "1=1/10 2=9/100 unfinished=81/100", "moves=10"},
    /* TRR-09: row 8 is 0 twice, 1 six times, 2 twice; 10 figures lose 1 to one hit and 19/10 to two */
    {"trr.casualties", "", "0=1/5 1=3/5 2=1/5", "hits=1 figures-lost=49/50 soft-markers=1/5"},
    {"trr.casualties", "shift=3", "ineffective=1", "hits=0 figures-lost=0 soft-markers=0"},
    {"trr.casualties", "factor=0", "ineffective=1", "hits=0 figures-lost=0 soft-markers=0"},
    {"trr.casualties", "factor=60 die-modifier=-10", "0=1", "hits=0 figures-lost=0 soft-markers=0"},
    /* TRR-08: single tripod 6; TRR-11: factor 4, light cover 3 */
    {"trr.support-fire", "distance=40", "0=2/5 1=3/5", NULL},
    {"trr.sniper", "", "hit=2/5 miss=3/5", "hits=2/5"},
    {"trr.sniper", "cover=light", "hit=3/10 miss=7/10", "hits=3/10"},
    {"trr.sniper", "distance=60.5", "out-of-range=1", "hits=0"},
    /* TRR-10 */
    {"trr.allocation", "hits=2 specialists=1", "1=1/10 2=9/10", "figures-lost=19/10 specialists-lost=19/100"},
    {"trr.allocation", "hits=2 figures=1 excess=reroll", "1=1", "figures-lost=1 specialists-lost=0"},
    {"trr.allocation", "hits=0", "0=1", "figures-lost=0 specialists-lost=0"},
    /* TRR-12: 75 mm at 30 cm: two rounds, 9 of 10 hit; row 7 has a mean of 8/10 */
    {"trr.direct-he", "shots=1", "0=37/100 1=54/100 2=9/100",
     "hits=18/25 figures-lost=711/1000 soft-markers=9/100 "
     "shots-hit=9/10"},
    {"trr.direct-he", "cover=heavy moving=yes", "ineffective=1", "hits=0 figures-lost=0 soft-markers=0 shots-hit=1/2"},
    {"trr.direct-he", "distance=4.5", "out-of-range=1", "hits=0 figures-lost=0 soft-markers=0 shots-hit=0"},
    {"trr.direct-he", "distance=151", "out-of-range=1", "hits=0 figures-lost=0 soft-markers=0 shots-hit=0"},
    /* TRR-13: row 15 has a mean of 25/10, the bunker's column E gives row 8 */
    {"trr.flame-thrower", "", "1=1/10 2=2/5 3=2/5 4=1/10", NULL},
    {"trr.flame-thrower", "target=bunker", "0=1/5 1=3/5 2=1/5", NULL},
    {"trr.flame-thrower", "target=bunker off-right=ineffective", "ineffective=1", NULL},
    {"trr.flame-thrower", "mount=manpack distance=5", "out-of-range=1", NULL},
    /* TRR-14: at 60 cm 4 or more hits; 1, 2, 3 fall at 15, 30, 45 */
    {"trr.he-landing", "", "hit=7/10 15=1/10 30=1/10 45=1/10", "landing=51"},
    {"trr.he-landing", "distance=12.5 moving=yes", "5=4/10 12.5=1/10 hit=5/10", "landing=19/2"},
    /* TRR-15 to 18 */
    {"trr.ignite", "", "burning=1/2 not-burning=1/2", ""},
    {"trr.fire-spread", "", "0=1/2 1=1/10 2=1/10 3=1/10 4=1/10 5=1/10", "distance=3/2"},
    {"trr.drift", "moves=2", NULL, "distance=11"},
    {"trr.smoke-pot", "", NULL, "moves=11"},
    /* TRR-19 */
    {"trr.counter-battery", "turns-fired=9", NULL, "penalty=99/200"},
    /* TRR-21 to 23 */
    {"trr.flame-armour", "defence=2", "no-effect=2/5 out-of-action=3/10 destroyed=3/10", "markers=2"},
    {"trr.passengers", "score=6", "0=2/5 1=3/5", "hits=3/5"},
    {"trr.passengers", "score=10", NULL, "hits=7"},
    {"trr.repair", "", "0=1/2 1=1/2", "removed=1/2 left=1/2"},
    /* TRR-24 */
    {"trr.fire-request", "", "granted=7/10 refused=3/10", "granted=7/10"},
    {"trr.fire-request", "moving-target=yes jamming=2", "granted=1/10 refused=9/10", "granted=1/10"},
    {"trr.fire-request", "method=telephone artillery-between=yes other-battery=yes", "granted=3/10 refused=7/10",
     "granted=3/10"},
    {"trr.fire-request", "method=own-sight", "granted=1", "granted=1"},
    {"trr.fire-request", "method=own-sight moving-target=yes", "granted=1/2 refused=1/2", "granted=1/2"},
    /* TRR-25: observed fire covers with a scatter die of 1 or 2 */
    {"trr.indirect-landing", "", "on-target=1/5 over=1/5 short=1/5 right=1/5 left=1/5", "scatter=44/5 covered=9/25"},
    {"trr.indirect-landing", "visibility=visible previous-turns=4", "on-target=1", "scatter=0 covered=1"},
    /* TRR-26, 27, 31 */
    {"trr.barrage", "target=closed", "no-effect=97/100 out-of-action=3/100", "markers=3/50 struck=1/10"},
    {"trr.barrage", "batteries=3 target-figures=1", NULL, "hits=5/2 figures-lost=22879/100000 soft-markers=1"},
    {"trr.indirect-fire", "method=own-sight previous-turns=4", "0=1/5 1=3/5 2=1/5", NULL},
    {"trr.gas", "target=closed prepared=yes", "no-effect=1", "markers=0 struck=1"},
    {"trr.gas", "prepared=yes", "0=3/5 1=2/5", NULL},
    /* TRR-28 to 30, 32 */
    {"trr.mines", "", "0=3/5 1=3/10 2=1/10", "hits=1/2 strikes=1/2"},
    {"trr.mines", "target=armour field=personnel", "not-attacked=1", "markers=0 strikes=0"},
    {"trr.mines", "target=armour", "no-effect=3/4 out-of-action=3/20 destroyed=1/10", "markers=3/4 strikes=1/2"},
    {"trr.mines", "distance=3 partial=round-down", "0=1", "hits=0 strikes=0"},
    {"trr.bunker-slit", "distance=31", "out-of-range=1", "hits=0 penetrated=0"},
    {"trr.bunker-charge", "", "destroyed=1", "markers=5"},
    {"trr.bunker-charge", "weapon=rocket-380 distance=150", "no-effect=9/10 damaged=1/100 destroyed=9/100", NULL},
    {"trr.bunker-he", "mode=indirect factor=9", "no-effect=97/100 damaged=3/100", NULL},
    /* TRR-33 to 38 */
    {"trr.air-scatter", "", "on-target=1/5 over=2/5 short=2/5", "scatter=22/5 covered=3/5"},
    {"trr.air-scatter", "altitude=dive aircraft-damage=2", "over=1/10 short=9/10", "scatter=11/2 covered=1/2"},
    {"trr.strafe", "target=closed", "no-effect=1", "markers=0 struck=0"},
    {"trr.strafe", "", "0=1/5 1=3/5 2=1/5", "hits=1 figures-lost=49/50 soft-markers=1/5"},
    {"trr.air-at-gun", "", "no-effect=3/5 out-of-action=3/10 destroyed=1/10", "markers=1"},
    {"trr.air-to-air", "", "a=1/2 b=1/2", "delay=11/3"},
    {"trr.air-to-air", "ties=both-off", "a=9/20 b=9/20 both-off=1/10", "delay=33/10"},
    {"trr.aa-fire", "", "unhurt=2/5 one-marker=1/10 two-markers=1/10 crashed=1/5 aborted=1/5", "markers=2"},
    {"trr.aa-fire", "firer=target altitude=medium", "no-fire=1", "markers=0"},
    /* TRR-39 to 41; the book's own glider: 15 by 20 cm needs 8 */
    {"trr.airborne-arrival", "", "1=3/10 2=1/10 3=1/10 4=1/10 5=1/10 6=1/10 7=1/10 8=1/10", "move=19/5"},
    {"trr.paradrop", "terrain=wood", "0=2/5 1=3/5", "landed=3/5"},
    {"trr.paradrop", "markers=1", "0=1/10 1=9/10", "landed=9/10"},
    {"trr.paradrop", "markers=1 para-need=more-than", "0=1/5 1=4/5", "landed=4/5"},
    {"trr.paradrop", "aborted=yes squares=10", NULL, "landed=2"},
    {"trr.glider", "short-a=5", "landed=3/10 crashed=7/10", "landed=3/10"},
    {"trr.glider", "aborted=yes", "crashed=1", "landed=0"},
    /* TRR-42: Tiger 7/10, Firefly 5/10 at 40 cm; twins; out of range */
    {"trr.duel", "a=german-tiger-i b=british-sherman-firefly range=40", "p-a=21/34 p-b=13/34", NULL},
    {"trr.duel", "a=german-tiger-i b=british-sherman-firefly range=40 first=a", "p-a=14/17 p-b=3/17", NULL},
    {"trr.duel", "a=german-tiger-i b=british-sherman-firefly range=40 first=simultaneous",
     "p-a=7/17 p-b=3/17 p-mutual=7/17", NULL},
    {"trr.duel", "a=german-tiger-i b=british-sherman-firefly range=151", "p-undecided=1",
     "expected-turns=0 destroyed-a=0 destroyed-b=0"},
};

static void example(void **state)
{
    const struct example *e = *state;
    answer is;

    ask(&is, &trr, e->procedure, e->words);
    assert_answer(&is, e->outcomes, e->means);
    answer_free(&is);
}

static const struct refusal {
    const char *procedure, *words, *reason;
} REFUSALS[] = {
    {"trr.motivation", "officer-lost=yes", "officer-lost=yes has no effect with type=armour"},
    {"trr.motivation", "type=other damage=1", "damage=1 has no effect with type=other"},
    {"trr.motivation", "defences=plus", "defences=plus has no effect with type=armour"},
    {"trr.motivation", "role=towed", "role=towed is only for type=other"},
    {"trr.motivation", "other-gap=rout", "other-gap=rout is only for type=other"},
    {"trr.motivation", "lost=21 type=other", "lost"},
    {"trr.rally", "other-gap=rout type=other", "no parameter 'other-gap'"},
    {"trr.location", "distance=201", "distance"},
    {"trr.movement", "type=jeep infantry-rate=29", "infantry-rate=29 is only for type=infantry"},
    {"trr.engineering", "rate=3", "no move can make progress"},
    {"trr.engineering", "rate=6 penalties=6", "no move can make progress"},
    {"trr.small-arms", "smg-shift=replace", "smg-shift=replace is only for weapon=smg"},
    {"trr.support-fire", "mount=pivot barrels=3", "mount=pivot has 1 to 2 barrels"},
    {"trr.support-fire", "barrels=5", "mount=tripod has 1 to 4 barrels"},
    {"trr.support-fire", "mount=multiple barrels=17", "barrels"},
    {"trr.allocation", "figures=4 specialists=5", "specialists=5"},
    {"trr.flame-thrower", "target=bunker cover=heavy", "cover"},
    {"trr.flame-thrower", "target=bunker cover=none", "a bunker is total cover"},
    {"trr.he-landing", "distance=4", "distance"},
    {"trr.anti-tank", "gun=hmg strike=3", "exclude each other"},
    {"trr.anti-tank", "gun=hmg class=gun-50", "exclude each other"},
    {"trr.anti-tank", "unit=german-tiger-i defence=3", "exclude each other"},
    {"trr.anti-tank", "gun=hmg ammo=apds", "these guns have it: british-6pdr, british-17pdr, british-77"},
    {"trr.anti-tank", "kind=soft aspect=flank", "aspect=flank is only for kind=armour"},
    {"trr.anti-tank", "gun=german-88", "gun=german-88"},
    {"trr.passengers", "", "needs score="},
    {"trr.passengers", "score=5", "score"},
    {"trr.bunker-slit", "ammo=ap", "no parameter 'ammo'"},
    {"trr.bunker-he", "mode=indirect shots=1", "shots=1 is only for mode=direct"},
    {"trr.bunker-he", "mode=indirect distance=60", "is only for mode=direct"},
    {"trr.mines", "defence=3", "defence=3 is only for target=armour"},
    {"trr.mines", "unit=german-tiger-i", "is only for target=armour"},
    {"trr.fire-request", "method=telephone jamming=1", "jamming=1 is only for method=radio"},
    {"trr.fire-request", "artillery-between=yes", "is only for method=telephone"},
    {"trr.fire-request", "method=own-sight other-battery=yes", "is only for method=radio|telephone"},
    {"trr.indirect-landing", "visibility=unobserved previous-turns=1", "is only for visibility=observed|visible"},
    {"trr.barrage", "strength=4", "strength=4 is only for target=open|closed"},
    {"trr.barrage", "target=open cover=heavy", "cover=heavy is only for target=foot"},
    {"trr.counter-battery", "method=own-sight", "'own-sight' is not a value of method"},
    {"trr.gas", "gas-minus-5=no", "is only for target=open|closed"},
    {"trr.gas", "cover=light", "no parameter 'cover'"},
    {"trr.air-attack", "aircraft=medium-bomber altitude=dive", "cannot dive"},
    {"trr.air-attack", "aircraft=heavy-bomber altitude=low", "attacks from altitude=high only"},
    {"trr.air-attack", "factor=8", "no parameter 'factor'"},
    {"trr.strafe", "closed-immune=no", "is only for target=closed"},
    {"trr.duel", "a=german-tiger-i b=british-sherman-firefly a-ammo=apds",
     "a-ammo=apds: the German 88 mm L56 has none"},
    {"trr.duel", "a=german-tiger-i", "needs b="},
};

static void refusal(void **state)
{
    const struct refusal *r = *state;

    assert_refused(&trr, r->procedure, r->words, r->reason);
}

/* The casualty table keeps the rule that it was checked by; the data says which columns of a unit were assigned. */
static void the_casualty_table_follows_its_rule(void **state)
{
    const salvo_table *table = salvo_store_table(&trr.store, "casualties");

    (void)state;
    assert_int_equal(table->n_rows, 15);
    for (size_t row = 0; row < 15; row++)
        for (size_t die = 1; die <= 10; die++) {
            int s = (int)(row + 1 + die), is = atoi(table->cells[row * table->n_columns + die].text);

            assert_int_equal(is, s <= 10 ? 0 : s <= 16 ? 1 : s <= 20 ? 2 : s <= 24 ? 3 : 4);
        }
}

static void units_say_what_was_assigned(void **state)
{
    static const char *const ROWS[][3] = {{"british-comet", "british-77", "-"},
                                          {"british-sherman-firefly", "british-17pdr", "defence + gun"},
                                          {"german-hetzer", "german-75-l43", "gun + speed"},
                                          {"german-tiger-i", "german-88-l56", "gun"}};
    const salvo_table *units = salvo_store_table(&trr.store, "units");

    (void)state;
    assert_int_equal(units->n_rows, 105);
    for (size_t i = 0; i < COUNT_OF(ROWS); i++) {
        size_t row;

        assert_int_equal(salvo_table_find(units, "unit", ROWS[i][0], &row, NULL), SALVO_OK);
        assert_string_equal(salvo_table_text(units, row, "gun"), ROWS[i][1]);
        assert_string_equal(salvo_table_text(units, row, "assigned"), ROWS[i][2]);
    }
}

int main(void)
{
    struct CMUnitTest tests[COUNT_OF(EXAMPLES) + COUNT_OF(REFUSALS) + 2];
    static char names[COUNT_OF(EXAMPLES) + COUNT_OF(REFUSALS)][160];
    size_t n = 0;

    for (size_t i = 0; i < COUNT_OF(EXAMPLES); i++, n++) {
        snprintf(names[n], sizeof names[n], "%s %s", EXAMPLES[i].procedure, EXAMPLES[i].words);
        tests[n] = row_test(names[n], example, &EXAMPLES[i]);
    }
    for (size_t i = 0; i < COUNT_OF(REFUSALS); i++, n++) {
        snprintf(names[n], sizeof names[n], "refused: %s %s", REFUSALS[i].procedure, REFUSALS[i].words);
        tests[n] = row_test(names[n], refusal, &REFUSALS[i]);
    }
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(the_casualty_table_follows_its_rule);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(units_say_what_was_assigned);
    return cmocka_run_group_tests_name("Ten Rounds Rapid's examples", tests, open_book, close_book);
}
