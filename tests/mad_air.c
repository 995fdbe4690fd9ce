/* SPDX-License-Identifier: GPL-3.0-or-later */
/* M.A.D. in the air by hand: the digest's worked example, and cases small enough to count on paper. */
#include <stdio.h>

#include "support.h"

struct example {
    const char *name, *procedure, *words, *outcomes, *means;
    const char *settings; /* NULL: the book as printed */
};

/* Of an attack roll that needs so many: n = 11 - number faces are good, (10-n)^2 results miss, 2n(10-n) are a single
 * success, n(n-1) a double and n a critical. */
#define NEEDS_2  "miss=1/100 single=18/100 double=72/100 critical=9/100"
#define NEEDS_3  "miss=4/100 single=32/100 double=56/100 critical=8/100"
#define NEEDS_4  "miss=9/100 single=42/100 double=42/100 critical=7/100"
#define NEEDS_5  "miss=16/100 single=48/100 double=30/100 critical=6/100"
#define NEEDS_6  "miss=25/100 single=50/100 double=20/100 critical=5/100"
#define NEEDS_7  "miss=36/100 single=48/100 double=12/100 critical=4/100"
#define NEEDS_8  "miss=49/100 single=42/100 double=6/100 critical=3/100"
#define NEEDS_9  "miss=64/100 single=32/100 double=2/100 critical=2/100"
#define NEEDS_10 "miss=81/100 single=18/100 critical=1/100"
#define NEVER    "miss=1"
#define NO_SHOT  "no-shot=1"

/* clang-format off */
static const struct example EXAMPLES[] = {
    /* -- MAD-19: a beats b on 45 of 100 throws, ties on 10 -- */
    {"equal skills", "mad.air-initiative", "", "a=1/2 b=1/2", "rolls=10/9", NULL},
    {"equal skills, ties told", "mad.air-initiative", "skill-a=3 skill-b=3 ties=report", "a=45/100 b=45/100 tie=10/100", "", NULL},
    /* a + 1 > b: 45 + 10; ties where b is one more: 9; b: 36 */
    {"an ace", "mad.air-initiative", "skill-a=1 ties=report", "a=55/100 tie=9/100 b=36/100", "", NULL},
    {"an ace, ties thrown again", "mad.air-initiative", "skill-a=1", "a=55/91 b=36/91", "rolls=100/91", NULL},
    {"ten times an ace", "mad.air-initiative", "skill-b=10", "b=1", "rolls=1", NULL},
    {"nine times an ace", "mad.air-initiative", "skill-b=9 ties=report", "b=99/100 tie=1/100", "", NULL},

    /* -- MAD-20 -- */
    {"machine gun, near", "mad.air-fire", "weapon=machine-gun range=100", NEEDS_2,
     "damage=198/100 successes=180/100", NULL}, /* 18 x 1 + 72 x 2 + 9 x 4 */
    {"beyond its last column", "mad.air-fire", "weapon=machine-gun range=350.5", NO_SHOT, "damage=0 successes=0", NULL},
    {"beyond every column", "mad.air-fire", "weapon=31mm-plus-cannon range=1000.5 hp=1", NO_SHOT, "damage=0 successes=0 kill=0", NULL},
    {"a dash before the first number", "mad.air-fire", "weapon=single-heavy-rocket range=100", NO_SHOT, NULL, NULL},
    {"a rocket at last", "mad.air-fire", "weapon=single-heavy-rocket range=101", NEEDS_5, NULL, NULL},
    {"from the side", "mad.air-fire", "weapon=heavy-machine-gun range=200 angle=side", NEEDS_8, NULL, NULL},
    {"head on", "mad.air-fire", "weapon=heavy-machine-gun range=200 angle=head-on", NEEDS_7, NULL, NULL},
    {"all lines", "mad.air-fire", "weapon=machine-gun range=50 angle=side mount=turret manoeuvre=yes hard-turn=yes", NEEDS_8, NULL, NULL},
    {"more than a die shows", "mad.air-fire", "weapon=20mm-cannon range=500 angle=side mount=turret hp=1", NEVER,
     "damage=0 successes=0 kill=0", NULL},
    {"tailing drops all lines", "mad.air-fire",
     "weapon=20mm-cannon range=500 angle=side mount=turret manoeuvre=yes hard-turn=yes tailing=yes", NEEDS_7, NULL, NULL},
    /* 3 x 3 = 9: single 5, double 9, critical 18 */
    {"half of the group's damage rounds up", "mad.air-fire", "weapon=heavy-machine-gun range=100 count=3 hp=9", NEEDS_4,
     "damage=714/100 successes=140/100 kill=49/100", NULL},
    {"one gun's damage", "mad.air-fire", "weapon=heavy-machine-gun range=100 count=3 group-damage=single", NEEDS_4,
     "damage=252/100 successes=140/100", NULL}, /* 42 x 2 + 42 x 3 + 7 x 6 */
    {"another modifier in the table", "mad.air-fire", "weapon=heavy-machine-gun range=200 angle=side", NEEDS_7, NULL,
     "air-modifiers.side.modifier=2"},

    /* -- MAD-21 -- */
    {"one seat: any crew hit is a crash", "mad.air-critical", "", "engine-hit=4/10 crash-cockpit=3/10 break-up=3/10", "loss=6/10", NULL},
    {"a second engine hit", "mad.air-critical", "engine-hits=1", "crash-engine=4/10 crash-cockpit=3/10 break-up=3/10", "loss=1", NULL},
    /* two places: 1, 2 or 3 hits spare the cockpit with 1/2, 1/4, 1/8: 7/24 */
    {"two places", "mad.air-critical", "crew-locations=2", "engine-hit=4/10 crew-hit=7/80 crash-cockpit=17/80 break-up=3/10",
     "loss=41/80", NULL},
    /* without repetition one hit spares it with 1/2, two or three never: 1/6 */
    {"two places, each once", "mad.air-critical", "crew-locations=2 repeat=no",
     "engine-hit=4/10 crew-hit=1/20 crash-cockpit=1/4 break-up=3/10", "loss=11/20", NULL},
    /* five places, each once: 1/5, 2/5 and 3/5 hit it: 2/5 of 3/10 */
    {"five places, each once", "mad.air-critical", "crew-locations=5 repeat=no",
     "engine-hit=4/10 crew-hit=9/50 crash-cockpit=6/50 break-up=3/10", "loss=42/100", NULL},
    {"another band in the table", "mad.air-critical", "", "engine-hit=1/10 crash-cockpit=6/10 break-up=3/10", "loss=9/10",
     "air-criticals.engine-hit.to=1 air-criticals.crew-hit.from=2"},

    /* -- MAD-22: needs 2; damage 1, 2 and 4 -- */
    {"a critical on a single-seater", "mad.air-kill", "weapon=machine-gun range=100 hp=16",
     "destroyed=54/1000 damaged=936/1000 unharmed=10/1000", "damage=198/100", NULL}, /* 9/100 x 6/10 */
    {"in a combined-arms game", "mad.air-kill", "weapon=machine-gun range=100 hp=16 combined=yes",
     "damaged=99/100 unharmed=1/100", "damage=198/100", NULL},
    {"enough damage needs no table", "mad.air-kill", "weapon=machine-gun range=100 hp=2",
     "destroyed=81/100 damaged=18/100 unharmed=1/100", "damage=198/100", NULL},
    {"an engine lost before", "mad.air-kill", "weapon=machine-gun range=100 hp=16 engine-hits=1",
     "destroyed=9/100 damaged=90/100 unharmed=1/100", "damage=198/100", NULL},
    {"a crew of two", "mad.air-kill", "weapon=machine-gun range=100 hp=5 crew-locations=2", /* 9/100 x 41/80 */
     "destroyed=369/8000 damaged=7551/8000 unharmed=80/8000", "damage=198/100", NULL},
    {"no shot", "mad.air-kill", "weapon=machine-gun range=400 hp=1", "unharmed=1", "damage=0", NULL},

    /* -- MAD-23 -- */
    {"strafing a vehicle", "mad.strafe", "weapon=machine-gun range=100", NEEDS_3, "damage=176/100 successes=160/100", NULL},
    {"strafing infantry in cover", "mad.strafe", "weapon=machine-gun range=100 target=infantry cover=normal", NEEDS_5, NULL, NULL},
    /* 3 x 2 = 6: 3, 6, 12, then halved 2, 3, 6 */
    {"infantry takes half, rounded up twice", "mad.strafe", "weapon=machine-gun range=100 target=infantry count=3 hp=3", NEEDS_4,
     "damage=252/100 successes=140/100 kill=49/100", NULL},
    {"machine guns as small arms", "mad.strafe", "weapon=machine-gun range=100 target=infantry count=3 mg-halved=no", NEEDS_4,
     "damage=462/100 successes=140/100", NULL},
    {"a heavy one is none", "mad.strafe", "weapon=heavy-machine-gun range=100 target=infantry count=2 mg-halved=no", NEEDS_6,
     "damage=190/100 successes=100/100", NULL}, /* 2 x 3: halved 2, 3 and 6 */

    /* -- MAD-24: needs 8; a single scatters and is over the centre at 0, 10 and 20 mm: D10 1 and 2, 24 of 120 -- */
    {"a heavy rocket", "mad.rocket-attack", "weapon=single-heavy-rocket range=500 hp=50",
     "miss=490/1000 scatter-clear=336/1000 scatter-hit=84/1000 double=60/1000 critical=30/1000", "damage=1020/100 kill=174/1000", NULL},
    {"a plain critical", "mad.rocket-attack", "weapon=single-heavy-rocket range=500 rocket-critical=plain hp=51",
     "miss=490/1000 scatter-clear=336/1000 scatter-hit=84/1000 double=60/1000 critical=30/1000", "damage=870/100 kill=0", NULL},
    {"an ace with rockets", "mad.rocket-attack", "weapon=single-heavy-rocket range=500 skill=8",
     "miss=49/100 scatter-hit=42/100 double=6/100 critical=3/100", "damage=2700/100", NULL},
    {"a wide element", "mad.rocket-attack", "weapon=multiple-rocket-salvo range=100 element-radius=10",
     "miss=160/1000 scatter-clear=336/1000 scatter-hit=144/1000 double=300/1000 critical=60/1000", "damage=2256/100", NULL},
    {"infantry takes half", "mad.rocket-attack", "weapon=multiple-rocket-salvo range=100 target=infantry cover=normal hp=20",
     "miss=360/1000 scatter-clear=384/1000 scatter-hit=96/1000 double=120/1000 critical=40/1000", "damage=592/100 kill=256/1000", NULL},
    {"no rocket flies so far", "mad.rocket-attack", "weapon=multiple-rocket-salvo range=750 hp=1", NO_SHOT, "damage=0 kill=0", NULL},

    /* -- MAD-25 -- */
    {"example D", "mad.bombing", "skill=1 offset-x=15", "0=31/40 1=9/40", "damage=9 templates-on=9/40", NULL},
    {"nothing to drop", "mad.bombing", "templates=0 hp=1", "0=1", "damage=0 templates-on=0 kill=0", NULL},
    {"a load too small", "mad.bombing", "bomb-load=274", "0=1", "damage=0 templates-on=0", NULL},
    {"half a template rounds up", "mad.bombing", "bomb-load=275", "0=4/5 1=1/5", "damage=8 templates-on=1/5", NULL},
    {"one and a half too", "mad.bombing", "bomb-load=825 hp=41", "0=16/25 1=8/25 2=1/25", "damage=16 templates-on=2/5 kill=1/25", NULL},
    {"infantry takes half of each", "mad.bombing", "templates=2 target=infantry hp=40", "0=16/25 1=8/25 2=1/25",
     "damage=8 templates-on=2/5 kill=1/25", NULL},
    {"skill that never misses", "mad.bombing", "skill=8", "1=1", "damage=40 templates-on=1", NULL},
    {"a point of the element at the edge", "mad.bombing", "skill=10 offset-x=12 offset-y=16", "1=1", "damage=40 templates-on=1", NULL},
    {"just beyond the edge", "mad.bombing", "skill=10 offset-x=12 offset-y=16.001", "0=1", "damage=0 templates-on=0", NULL},
    {"bigger templates in the table", "mad.bombing", "", "0=7/10 1=3/10", "damage=12 templates-on=3/10",
     "air-values.template-radius-mm.value=30"},

    /* -- MAD-26 -- */
    {"small arms", "mad.aa-fire", "weapon=small-arms range=100 hp=5", NEEDS_5, "damage=354/100 successes=120/100 kill=36/100", NULL},
    {"small arms no farther", "mad.aa-fire", "weapon=small-arms range=101", NO_SHOT, NULL, NULL},
    {"small arms no higher", "mad.aa-fire", "weapon=small-arms range=10 altitude=high", NO_SHOT, NULL, NULL},
    {"small arms are no group", "mad.aa-fire", "weapon=small-arms range=100 count=7", NEEDS_5, "damage=354/100 successes=120/100", NULL},
    {"a Wirbelwind", "mad.aa-fire", "weapon=20mm-cannon count=4 range=300 fixed=yes hp=16", NEEDS_9,
     "damage=528/100 successes=40/100 kill=4/100", NULL}, /* 24: 12, 24, 48 */
    {"it may not fire on the move", "mad.aa-fire", "weapon=20mm-cannon count=4 range=300 fixed=yes moving=yes", NO_SHOT, NULL, NULL},
    {"on the move", "mad.aa-fire", "weapon=machine-gun range=100 moving=yes", NEEDS_6, NULL, NULL},
    {"opportunity fire", "mad.aa-fire", "weapon=machine-gun range=100 moving=yes opportunity=yes", NEEDS_7, NULL, NULL},
    {"30 mm is not enough", "mad.aa-fire", "weapon=30mm-cannon range=100 altitude=high", NO_SHOT, NULL, NULL},
    {"a Bofors reaches high", "mad.aa-fire", "weapon=31mm-plus-cannon range=1000 altitude=high", NEEDS_10, "damage=220/100 successes=20/100", NULL},

    /* -- MAD-29 -- */
    {"Spitfire 1A", "mad.air-points", "hp=16 top-speed=360 turn=3 weapons=machine-gun:4,machine-gun:4", "108=1", "points=108", NULL},
    {"nothing at all", "mad.air-points", "hp=1 top-speed=0 turn=10", "5=1", "points=5", NULL},
    {"a broken speed rounds up", "mad.air-points", "hp=1 top-speed=361 turn=10", "42=1", "points=42", NULL},
    {"one gun without its count", "mad.air-points", "hp=1 top-speed=0 turn=4 weapons=30mm-cannon,single-heavy-rocket:2", "150=1", "points=150", NULL},
    {"bombs that are no template", "mad.air-points", "hp=1 top-speed=0 turn=9 bomb-load=274", "9=1", "points=9", NULL},
    {"bombs that are two", "mad.air-points", "hp=1 top-speed=0 turn=9 bomb-load=825", "49=1", "points=49", NULL},
};

static const struct { const char *procedure, *words, *reason; } REFUSALS[] = {
    {"mad.air-initiative", "skill-a=-1", "skill-a must be a whole number from 0"},
    {"mad.air-fire", "range=100", "needs weapon="},
    {"mad.air-fire", "weapon=machine-gun", "needs range="},
    {"mad.air-fire", "weapon=small-arms range=100", "unknown aircraft-weapon"},
    {"mad.air-fire", "weapon=machine-gun range=100 count=0", "count"},
    {"mad.air-fire", "weapon=machine-gun range=-1", "range"},
    {"mad.air-fire", "weapon=machine-gun range=1 angle=front", "'side'"},
    {"mad.air-critical", "engine-hits=2", "from 0 to 1"},
    {"mad.air-critical", "crew-locations=0", "crew-locations"},
    {"mad.air-kill", "weapon=machine-gun range=1", "needs hp="},
    {"mad.air-kill", "weapon=machine-gun range=1 hp=none", "hp"},
    {"mad.strafe", "weapon=single-heavy-rocket range=1", "is not a gun aircraft-weapon"},
    {"mad.strafe", "weapon=machine-gun range=1 cover=fortification", "'normal'"},
    {"mad.rocket-attack", "weapon=machine-gun range=1", "'single-heavy-rocket'"},
    {"mad.rocket-attack", "weapon=single-heavy-rocket range=1 template-radius=-1", "template-radius"},
    {"mad.bombing", "templates=2 bomb-load=550", "exclude each other"},
    {"mad.bombing", "templates=-1", "templates"},
    {"mad.bombing", "bomb-load=1000000000", "1818182 templates"},
    {"mad.aa-fire", "weapon=cannon-a range=1", "unknown aircraft-weapon or weapon"},
    {"mad.aa-fire", "weapon=multiple-rocket-salvo range=1", "is not an aircraft-weapon or weapon"},
    {"mad.air-points", "hp=1 top-speed=1", "needs turn="},
    {"mad.air-points", "hp=1 top-speed=1 turn=11", "'3', '4', '5', '6', '7', '8', '9' and '10'"},
    {"mad.air-points", "hp=1 top-speed=1 turn=3 weapons=machine-gun:0", "from 1 to"},
    {"mad.air-points", "hp=1 top-speed=1 turn=3 weapons=machine-gun:10000,single-heavy-rocket:x", "from 1 to"},
};
/* clang-format on */

static void example(void **state)
{
    const struct example *e = *state;
    salvo_rulebook own;
    answer is;

    if (e->settings)
        book_open(&own, "mad", e->settings);
    ask(&is, e->settings ? &own : mad(), e->procedure, e->words);
    assert_answer(&is, e->outcomes, e->means);
    answer_free(&is);
    if (e->settings)
        salvo_rulebook_close(&own);
}

static void refusals(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(REFUSALS); i++)
        assert_refused(mad(), REFUSALS[i].procedure, REFUSALS[i].words, REFUSALS[i].reason);
}

int main(void)
{
    struct CMUnitTest tests[COUNT_OF(EXAMPLES) + 1];
    size_t n = 0;

    for (; n < COUNT_OF(EXAMPLES); n++)
        tests[n] = row_test(EXAMPLES[n].name, example, &EXAMPLES[n]);
    tests[n] = (struct CMUnitTest)cmocka_unit_test(refusals);
    return cmocka_run_group_tests_name("mad air", tests, mad_open, mad_close);
}
