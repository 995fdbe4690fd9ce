/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Skank's worked examples, cases counted by hand from the book, what is refused, and cells that are changed. */
#include "support.h"

OWN_BOOK(book, "skank")

static const struct example {
    const char *name;
    const char *procedure, *words;
    const char *outcomes, *means;
} EXAMPLES[] = {
    /* clang-format off */
    {"an elite shotgun, both on the move", "skank.direct-fire",
     "weapon=shotgun shooter=elite range=18 shooter-moving=yes target-moving=yes cover=yes",
     "killed=1/2 miss=1/2", "hit=1/2"},
    {"a heavy machine gun at a moving car", "skank.volley", "weapon=heavy-mg range=33 target=car target-moving=yes",
     "intact=12167/125000 damaged=5409/125000 immobile=4662/15625 destroyed=8766/15625",
     "hits=9/5 kill=8766/15625"},
    {"a hero charges over an obstacle", "skank.charge", "attacker=hero defender=trained weapon=rifle obstacle=yes",
     "neither=101/125 defender-down=24/125", "attacker-wounds-lost=41/50 defender-wounds-lost=24/125"},
    {"a duel with the first shot", "skank.duel", "a=trained b=trained b-weapon=pistol range=15 first=a",
     "a-wins=5/6 b-wins=1/6", "rounds=25/24"},

    {"the light machine gun of the book at a car", "skank.direct-fire", "weapon=light-mg target=car range=30",
     "miss=1/5 wreck=2/25 crash=6/25 engine=8/25 brakes=2/25 superficial=2/25", "hit=4/5"},
    {"its bullets bounce off a tank", "skank.direct-fire", "weapon=light-mg target=tank range=30",
     "miss=1/5 no-effect=4/5", "hit=4/5"},
    {"armour piercing does not help it either", "skank.direct-fire",
     "weapon=light-mg target=tank range=30 rating-bonus=3", "miss=1/5 no-effect=4/5", "hit=4/5"},
    {"a star is a nought", "skank.direct-fire", "range=65 shooter-moving=yes target-moving=yes modifier=-1",
     "miss=9/10 killed=1/10", "hit=1/10"},
    {"the third star of a column", "skank.direct-fire",
     "range=65 shooter-moving=yes target-moving=yes modifier=-3 star=descending", "miss=9/10 killed=1/10",
     "hit=1/10"},
    {"no shot on the move beyond seventy", "skank.direct-fire", "range=70.5 shooter-moving=yes", "not-allowed=1",
     "hit=0"},
    {"blind fire hits with a 1", "skank.direct-fire", "range=75 blind=yes cover=yes prone=yes", "miss=9/10 killed=1/10",
     "hit=1/10"},
    {"a pistol reaches 18", "skank.direct-fire", "weapon=pistol range=18.01", "not-allowed=1", "hit=0"},

    {"a rocket takes a hero with all wounds", "skank.volley", "weapon=anti-tank-rocket target=hero range=15",
     "0=1/5 3=4/5", "hits=4/5 wounds=12/5 kill=4/5"},
    {"or one wound", "skank.volley", "weapon=anti-tank-rocket target=hero range=15 instant=wound", "0=1/5 1=4/5",
     "hits=4/5 wounds=4/5 kill=0"},
    {"a clip at two trained figures", "skank.burn-clip", "range=5 models=2", "2=1", "hits=3 kills=2"},
    {"the clip of the book, then one of five", "skank.suppression", "weapon=smg target=trained", "0=3/4 1=1/4",
     "suppressed=1/4"},
    {"a mortar far off", "skank.indirect-fire", "weapon=mortar range=75",
     "0=1/5 2=2/15 4=2/15 6=2/15 8=2/15 10=2/15 12=2/15", "on-target=1/5 deviation=28/5"},
    {"fragments", "skank.area-effect", "distance=3", "no-effect=4/5 killed=1/5", "affected=1/5"},
    {"a grenade indoors", "skank.area-effect", "distance=4 indoors=yes", "killed=1", "affected=1"},
    {"on the edge of the blast", "skank.indirect-attack", "range=5 offset=2 modifier=-9", "killed=1", "affected=1"},

    {"overkill on a car", "skank.psionic-attack", "rating=4 target=car",
     "fail=7/10 wreck=9/100 crash=9/100 engine=3/25", ""},
    {"a rabble cannot touch a monster", "skank.melee-attack", "attacker=rabble target=large-monster", "miss=1", "hit=0"},
    {"the two cars of the example", "skank.collision", "class=car twos=1 threes=1",
     "intact=1/100 damaged=3/100 immobile=8/25 destroyed=16/25", "total=7 damage-rolls=2"},
    {"and its armored car", "skank.collision", "class=armored-car twos=2",
     "intact=1/10 damaged=1/10 immobile-disarmed=2/5 destroyed=2/5", "total=7 damage-rolls=1"},
    {"into a pile-up", "skank.collision", "class=car pile-up=yes",
     "intact=1/100 damaged=3/100 immobile=8/25 destroyed=16/25", "total=8 damage-rolls=2"},
    {"motorcycles and a tank", "skank.collision", "class=tank ones=40 prow=yes", "intact=1", "total=46 damage-rolls=0"},
    {"the warehouse on the third turn", "skank.arson", "turn=3", "damaging=1",
     "fire-rating=5 hits=0 collapse-turn=6 fighters=5 fight-turns=3"},
    {"and on the sixth", "skank.arson", "turn=6", "collapsed=1",
     "fire-rating=5 hits=5 collapse-turn=6 fighters=5 fight-turns=3"},
    {"the raider in the bushes, by the example", "skank.spotting", "prone=yes woods=yes woods-modifier=2",
     "hidden=4/5 spotted=1/5", ""},
    {"tracks have no tires", "skank.tire-shot", "target=tank", "not-allowed=1", "tires=0"},
    {"two of a motorcycle's tires", "skank.tire-shot", "target=motorcycle range=25 shots=1",
     "mobile=1/2 immobilized=1/2", "tires=1/2"},
    {"half a squad", "skank.morale", "", "hold=1/2 rout=1/2", ""},
    {"not quite half", "skank.morale", "losses=4", "no-check=1", ""},

    {"nobody hits anybody", "skank.duel", "range=81", "stalemate=1", "rounds=0"},
    {"for three rounds", "skank.duel", "range=81 rounds=3", "stalemate=1", "rounds=3"},
    {"one round of both", "skank.duel", "range=15 rounds=1", "a-wins=4/25 b-wins=4/25 both-lost=16/25 stalemate=1/25",
     "rounds=1"},
    {"two tanks that stand", "skank.duel", "a=tank b=tank a-weapon=missile b-weapon=missile range=5",
     "both-lost=1", "rounds=1"},
    /* clang-format on */
};

static void example_is_right(void **state)
{
    const struct example *e = *state;
    answer is;

    ask(&is, &book, e->procedure, e->words);
    assert_answer(&is, e->outcomes, e->means);
    answer_free(&is);
}

static const struct {
    const char *procedure, *words, *reason;
} REFUSED[] = {
    {"skank.direct-fire", "weapon=grenade", "'grenade' is not a direct weapon; did you mean 'grenade-launcher'?"},
    {"skank.direct-fire", "weapon=raygun", "weapon=raygun: unknown direct weapon 'raygun'"},
    {"skank.direct-fire", "shooter=tank", "unknown troop 'tank'"},
    {"skank.direct-fire", "target=dragon", "unknown troop or vehicle 'dragon'"},
    {"skank.direct-fire", "range=-1", "range must be a number of at least 0"},
    {"skank.direct-fire", "range=near", "range must be a number of at least 0"},
    {"skank.direct-fire", "cover=maybe", "cover"},
    {"skank.direct-fire", "large=huge", "'huge' is not a value of large"},
    {"skank.direct-fire", "modifier=1.5", "modifier must be a whole number"},
    {"skank.direct-fire", "target-wounds=0", "target-wounds must be a whole number from 1"},
    {"skank.direct-fire", "attacks=2", "has no parameter 'attacks'"},
    {"skank.burn-clip", "weapon=rifle", "'rifle' is not a clip weapon"},
    {"skank.burn-clip", "target=car", "a clip is fired at figures, not at vehicles"},
    {"skank.burn-clip", "models=0", "models must be a whole number from 1"},
    {"skank.suppression", "weapon=rifle", "'rifle' is not a suppression weapon"},
    {"skank.suppression", "target=tank", "unknown troop 'tank'"},
    {"skank.suppression", "targets=51", "targets must be a whole number from 1 to 50"},
    {"skank.suppression", "targets=0", "targets must be a whole number from 1 to 50"},
    {"skank.suppression-contest", "ties=keep", "'keep' is not a value of ties"},
    {"skank.initiative", "ties=both", "'both' is not a value of ties"},
    {"skank.indirect-fire", "weapon=rifle", "'rifle' is not an indirect weapon"},
    {"skank.indirect-fire", "cover=yes", "has no parameter 'cover'"},
    {"skank.area-effect", "weapon=rifle", "'rifle' is not an area weapon"},
    {"skank.area-effect", "distance=-0.5", "distance must be a number of at least 0"},
    {"skank.psionic-attack", "rating=9", "rating must be a whole number from 1 to 8"},
    {"skank.melee-attack", "target=tank", "unknown troop 'tank'"},
    {"skank.vehicle-damage", "class=hero", "unknown vehicle 'hero'"},
    {"skank.damage-rolls", "rolls=11", "rolls must be a whole number from 0 to 10"},
    {"skank.spotting", "woods-modifier=3", "woods-modifier must be a whole number from 1 to 2"},
    {"skank.tire-shot", "target=hero", "a figure has no tires; name a vehicle"},
    {"skank.radiation", "policy=run", "'run' is not a value of policy"},
    {"skank.duel", "a=tank a-count=2", "a vehicle fights alone"},
    {"skank.duel", "a-weapon=mortar", "'mortar' is not a direct weapon"},
    {"skank.duel", "first=c", "'c' is not a value of first"},
    {"skank.duel", "rounds=-1", "rounds must be a whole number from 0"},
};

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(REFUSED); i++)
        assert_refused(&book, REFUSED[i].procedure, REFUSED[i].words, REFUSED[i].reason);
}

static const struct {
    const char *settings, *procedure, *words, *outcomes;
} SETTINGS[] = {
    {"fire.stationary-stationary.20in=5", "skank.direct-fire", "range=15", "miss=1/2 killed=1/2"},
    {"weapons.rifle.kill_rating=6 weapons.rifle.rating=6", "skank.direct-fire", "range=5 target=tank", "destroyed=1"},
    {"weapons.pistol.clip=yes weapons.pistol.suppression=yes", "skank.suppression", "weapon=pistol", "0=3/4 1=1/4"},
    {"values.clip-shots.value=1", "skank.burn-clip", "range=15 models=3", "0=1/10 1=9/10"},
    {"modifiers.cover.modifier=4", "skank.direct-fire", "range=15 cover=yes", "miss=3/5 killed=2/5"},
    {"damage.roll-8.car=weapons", "skank.damage-rolls", "",
     "intact=1/10 damaged=1/10 disarmed=1/10 immobile=3/10 destroyed=2/5"},
    {"areas.mortar-fragments.targets=all", "skank.area-effect", "weapon=mortar distance=4 target=car",
     "no-effect=4/5 wreck=1/50 crash=3/50 engine=2/25 brakes=1/50 superficial=1/50"},
    {"melee.rabble.large-monster=5", "skank.melee-attack", "attacker=rabble target=horse", "miss=1/2 killed=1/2"},
    {"values.satchel-radius.value=9", "skank.area-effect", "weapon=satchel-charge target=car distance=8.5",
     "destroyed=1"},
    {"collisions.rating-2.totalled=7", "skank.collision", "twos=1 threes=1", "totalled=4/5 totalled-explodes=1/5"},
    {"deviation.near.tenths_per_pip=3", "skank.indirect-fire", "range=5 modifier=9",
     "0.3=1/6 0.6=1/6 0.9=1/6 1.2=1/6 1.5=1/6 1.8=1/6"},
    {"vehicles.tank.tires=8", "skank.tire-shot", "target=tank range=5 shots=4 modifier=-5", "immobilized=1"},
};

static void a_cell_changes_the_answer(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(SETTINGS); i++) {
        salvo_rulebook changed;
        answer is;

        book_open(&changed, "skank", SETTINGS[i].settings);
        ask(&is, &changed, SETTINGS[i].procedure, SETTINGS[i].words);
        assert_answer(&is, SETTINGS[i].outcomes, NULL);
        answer_free(&is);
        salvo_rulebook_close(&changed);
    }
}

int main(void)
{
    struct CMUnitTest tests[COUNT_OF(EXAMPLES) + 2];
    size_t n = 0;

    for (; n < COUNT_OF(EXAMPLES); n++)
        tests[n] = row_test(EXAMPLES[n].name, example_is_right, &EXAMPLES[n]);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(what_cannot_be_is_refused);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(a_cell_changes_the_answer);
    return _cmocka_run_group_tests("Skank's examples", tests, n, open_book, close_book);
}
