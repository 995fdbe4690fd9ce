/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where fire goes where it is worth most and the best acts, as by default, the order in which an army is typed decides nothing:
 * small battles of every rulebook, with their lists in every order, have the same fractions and the same trials. Where everything is done in
 * order, some of the same lists do not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/fight.h>

#include "support.h"

enum { ENTRIES_MAX = 4, TEXT = 512, PERMUTATIONS_MIN = 100 };

static const struct scene {
    const char *name, *folder; /* from the folder of the tests */
    const char *whole[2];      /* another way to write a list; or NULL */
    const char *list[2][ENTRIES_MAX + 1];
    double range;
    salvo_scenario scenario;
    int turns;
    bool by_cards;
    const char *words[4];
} SCENES[] = {
    {.name = "M.A.D., three kinds on two",
     .folder = "../data/mad",
     .list = {{"Tiger I", "Hetzer", "Panther"}, {"Sherman Firefly", "Sherman M4A1"}},
     .range = 750},
    {.name = "M.A.D., entries that are split",
     .folder = "../data/mad",
     .whole = {"2 Tiger I, 1 Panther", "2 Sherman Firefly, Sherman M4A1"},
     .list = {{"1 Tiger I", "1 Panther", "1 Tiger I"}, {"Sherman Firefly", "Sherman M4A1", "Sherman Firefly"}},
     .range = 350},
    {.name = "M.A.D., a meeting in cover and without prices",
     .folder = "../data/mad",
     .list = {{"Tiger I (cover=normal)", "Tiger I", "Truck etc."},
              {"Sherman Firefly (cover=normal)", "Flakpz IV Wirbelwind"}},
     .range = 1200,
     .scenario = SALVO_MEETING,
     .turns = 4},
    {.name = "Ten Rounds Rapid",
     .folder = "../data/trr",
     .list = {{"german-tiger-i", "german-hetzer (strength=2)", "german-hetzer"},
              {"soviet-kv-i", "british-sherman-firefly", "american-sherman-m4"}},
     .range = 60,
     .words = {"damage-model=graded", "first=initiative"}},
    {.name = "Ten Rounds Rapid, options",
     .folder = "../data/trr",
     .list = {{"german-panther (moving=yes)", "german-panther (camouflaged=yes)", "german-pz-iv-h"},
              {"soviet-t34-85 (aspect=flank)", "soviet-t34-85 (concealment=wood)", "soviet-t34-85"}},
     .range = 90,
     .scenario = SALVO_ADVANCE},
    {.name = "MBT 2030",
     .folder = "../data/mbt2030",
     .list = {{"mbt-plus", "inf-norm", "art-norm"}, {"mbt-norm (state=pinned)", "mbt-minus"}},
     .range = 6,
     .words = {"pin-limit=6", "break-limit=4"}},
    {.name = "MBT 2030, entries that are split",
     .folder = "../data/mbt2030",
     .whole = {"2 mbt-norm, inf-plus", NULL},
     .list = {{"mbt-norm", "inf-plus", "mbt-norm"}, {"mbt-minus", "mbt-plus"}},
     .range = 3,
     .turns = 4,
     .words = {"accumulate=step", "a-rock=3", "b-paper=2"}},
    {.name = "Skank",
     .folder = "../data/skank",
     .list = {{"trained (weapon=anti-tank-rocket)", "elite (weapon=assault-rifle)", "trained"},
              {"car (weapon=heavy-mg)", "rabble", "elite (cover=yes)"}},
     .range = 25},
    {.name = "Skank, squads of whom shots leave some wounded",
     .folder = "../data/skank",
     .list = {{"hero (count=2)", "elite (weapon=light-cannon)", "trained (weapon=smg)"},
              {"hero (count=2, weapon=light-mg)", "trained (weapon=light-cannon)"}},
     .range = 22},
    {.name = "Rookie Rules",
     .folder = "../data/rookie",
     .list = {{"american (men=2)", "russian (men=3)"}, {"standard (men=3, cover=light)", "standard (men=2)"}},
     .range = 20,
     .turns = 5,
     .by_cards = true},
    {.name = "in Lua, at once",
     .folder = "lua/at-once",
     .list = {{"heavy", "light"}, {"medium", "light"}},
     .range = 8,
     .turns = 3},
    {.name = "in Lua, by sides",
     .folder = "lua/by-sides",
     .list = {{"heavy", "light", "medium"}, {"light", "medium"}},
     .range = 8},
    {.name = "in Lua, by cards",
     .folder = "lua/by-cards",
     .list = {{"light", "medium"}, {"heavy", "medium (hidden=yes)"}},
     .range = 8,
     .turns = 4,
     .by_cards = true},
    {.name = "in Lua, alternately, without prices",
     .folder = "lua/volleys",
     .list = {{"three", "one", "two"}, {"two", "three", "one"}}},
    {.name = "Tiny Tanks",
     .folder = "../examples/rulebooks/tiny",
     .list = {{"heavy", "light", "battery"}, {"light", "medium"}},
     .range = 10},
    {.name = "M.A.D. in Lua",
     .folder = "../data/mad",
     .list = {{"Tiger I", "Hetzer"}, {"Sherman Firefly", "Sherman M4A1"}},
     .range = 750},
};

static int permuted; /* lists, in all tests */

static void open_book(salvo_rulebook *book, const struct scene *s)
{
    char path[TEXT];
    salvo_error err = {0};

    snprintf(path, sizeof path, "%s/%s", getenv("SALVO_TESTS"), s->folder);
    if (salvo_rulebook_open(book, NULL, path, NULL, 0, &err) != SALVO_OK)
        fail_msg("%s: %s", s->name, err.text);
}

static int count(const char *const *entries)
{
    int n = 0;

    while (entries[n])
        n++;
    return n;
}

static int orders_of(int n)
{
    return n > 1 ? n * orders_of(n - 1) : 1;
}

/* The entries in one of their orders; the 0th is that of the scene. */
static void put_list(char text[TEXT], const char *const *entries, int order)
{
    const char *left[ENTRIES_MAX];
    int n = count(entries);
    size_t used = 0;

    memcpy(left, entries, (size_t)n * sizeof *left);
    for (; n > 0; n--) {
        int i = order / orders_of(n - 1) % n;

        used += (size_t)snprintf(text + used, TEXT - used, "%s%s", used ? ", " : "", left[i]);
        memmove(left + i, left + i + 1, (size_t)(n - i - 1) * sizeof *left);
    }
}

/* What a side does: the best, which is the default of every book, or everything in order. */
static const struct policy {
    salvo_targets targets;
    salvo_acts acts;
} BEST = {SALVO_BEST, SALVO_ACTS_BEST}, USUAL = {SALVO_USUAL, SALVO_ACTS_USUAL},
  IN_ORDER = {SALVO_IN_ORDER, SALVO_ACTS_IN_ORDER};

/* A battle, by fractions and by trials. */
struct fights {
    salvo_battle exact, trials;
};

static void fight(struct fights *f, const salvo_rulebook *book, const struct scene *s, const char *const lists[2],
                  const struct policy *policy)
{
    static const salvo_approach EXACT = {.method = SALVO_EXACT, .options = {.arithmetic = SALVO_RATIONAL}},
                                TRIALS = {.method = SALVO_MONTE_CARLO, .plan = {.seed = 3, .trials = 500}};
    static salvo_battle_plan plan; /* battles point at it */
    salvo_error err = {0};

    plan = (salvo_battle_plan){.words = s->words,
                               .n_words = (size_t)count(s->words),
                               .range = s->range,
                               .scenario = s->scenario,
                               .turns = s->turns,
                               .close_to = -1};
    for (int side = 0; side < 2; side++)
        plan.army[side] = (salvo_army){
            .list = lists[side], .targets = policy->targets, .acts = s->by_cards ? SALVO_ACTS_USUAL : policy->acts};
    if (salvo_battle_fight(&f->exact, book, &plan, &EXACT, &err) != SALVO_OK ||
        salvo_battle_fight(&f->trials, book, &plan, &TRIALS, &err) != SALVO_OK)
        fail_msg("%s, %s against %s: %s", s->name, lists[0], lists[1], err.text);
}

static void fights_free(struct fights *f)
{
    salvo_battle_free(&f->exact);
    salvo_battle_free(&f->trials);
}

/* The same text, or the same double where the fraction is too long to print. */
static bool is_same(const salvo_figure *x, const salvo_figure *y)
{
    const char *a = x->exact.exact, *b = y->exact.exact;

    return x->exact.value == y->exact.value && !a == !b && (!a || strcmp(a, b) == 0);
}

/* NULL: nothing. */
static const char *what_differs(const salvo_battle *x, const salvo_battle *y)
{
    if (!is_same(&x->p_a, &y->p_a) || !is_same(&x->p_b, &y->p_b) || !is_same(&x->p_mutual, &y->p_mutual) ||
        !is_same(&x->p_undecided, &y->p_undecided))
        return "who wins";
    if (x->ends != y->ends || (x->ends && !is_same(&x->expected_turns, &y->expected_turns)))
        return "turns";
    for (int s = 0; s < 2; s++) {
        const salvo_battle_side *a = &x->side[s], *b = &y->side[s];

        assert_int_equal(a->n_kinds, b->n_kinds);
        assert_int_equal(a->count, b->count);
        for (int k = 0; k <= a->count; k++)
            if (!is_same(&a->lost_exactly[k], &b->lost_exactly[k]))
                return "a number of losses";
        for (size_t k = 0; k < a->n_kinds; k++)
            if (a->kinds[k].unit != b->kinds[k].unit || !is_same(&a->kinds[k].lost, &b->kinds[k].lost))
                return "the losses of a kind";
        if (!is_same(&a->strength_lost, &b->strength_lost))
            return "strength lost";
    }
    return NULL;
}

static void lists_decide_nothing(void **state)
{
    const struct scene *s = *state;
    const int orders[2] = {orders_of(count(s->list[0])), orders_of(count(s->list[1]))};
    char text[2][TEXT], first[2][TEXT];
    const char *const lists[2] = {text[0], text[1]}, *whole[2];
    struct fights typed;
    salvo_rulebook book;

    open_book(&book, s);
    for (int side = 0; side < 2; side++) {
        put_list(first[side], s->list[side], 0);
        whole[side] = s->whole[side] ? s->whole[side] : first[side];
    }
    fight(&typed, &book, s, whole, &BEST);
    for (int i = 0; i < orders[0] * orders[1]; i++) {
        struct fights other;
        const char *differs;

        put_list(text[0], s->list[0], i / orders[1]);
        put_list(text[1], s->list[1], i % orders[1]);
        fight(&other, &book, s, lists, &USUAL);
        differs = what_differs(&typed.exact, &other.exact);
        if (differs)
            fail_msg("%s: %s is not the same for %s against %s and %s against %s", s->name, differs, whole[0], whole[1],
                     text[0], text[1]);
        if (typed.trials.answer.simulation.hash != other.trials.answer.simulation.hash)
            fail_msg("%s: other trials for %s against %s and %s against %s", s->name, whole[0], whole[1], text[0],
                     text[1]);
        fights_free(&other);
        permuted++;
    }
    fights_free(&typed);
    salvo_rulebook_close(&book);
}

static bool is_otherwise(const salvo_battle *x, const salvo_battle *y)
{
    return !is_same(&x->p_a, &y->p_a) || !is_same(&x->side[0].strength_lost, &y->side[0].strength_lost) ||
           !is_same(&x->side[1].strength_lost, &y->side[1].strength_lost);
}

static void lists_decide_in_order(void **state)
{
    const struct scene *s = *state;
    const int orders[2] = {orders_of(count(s->list[0])), orders_of(count(s->list[1]))};
    char text[2][2][TEXT];
    struct fights typed, other;
    salvo_rulebook book;
    bool differs = false;

    open_book(&book, s);
    for (int side = 0; side < 2; side++)
        put_list(text[0][side], s->list[side], 0);
    fight(&typed, &book, s, (const char *const[]){text[0][0], text[0][1]}, &IN_ORDER);
    for (int i = 1; i < orders[0] * orders[1] && !differs; i++) {
        put_list(text[1][0], s->list[0], i / orders[1]);
        put_list(text[1][1], s->list[1], i % orders[1]);
        fight(&other, &book, s, (const char *const[]){text[1][0], text[1][1]}, &IN_ORDER);
        differs = is_otherwise(&typed.exact, &other.exact);
        fights_free(&other);
    }
    if (!differs)
        fail_msg("%s: in order the list decides nothing either", s->name);
    fights_free(&typed);
    salvo_rulebook_close(&book);
}

static void many_lists_were_tried(void **state)
{
    (void)state;
    assert_in_range(permuted, PERMUTATIONS_MIN, 10000);
}

int main(void)
{
    struct CMUnitTest tests[2 * COUNT_OF(SCENES) + 1];
    size_t n = 0;

    for (size_t i = 0; i < COUNT_OF(SCENES); i++) {
        tests[n++] = row_test(SCENES[i].name, lists_decide_nothing, &SCENES[i]);
        tests[n++] = row_test(SCENES[i].name, lists_decide_in_order, &SCENES[i]);
    }
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(many_lists_were_tried);
    return _cmocka_run_group_tests("the order of a list", tests, n, NULL, NULL);
}
