/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A rulebook in Lua, tests/lua/tiny: its answers are those of the page, worked out by hand, whoever throws the dice. Dice made
 * of dice are those that were counted by hand. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sys/stat.h>

#include <salvo/fight.h>
#include <salvo/matrix.h>
#include <salvo/simulate.h>

#include "support.h"

static salvo_rulebook tiny;

static void open_book(salvo_rulebook *book, const salvo_ruleset *ruleset, const char *folder)
{
    char path[512];
    salvo_error err = {.text = ""};

    snprintf(path, sizeof path, "%s/%s", getenv("SALVO_TESTS"), folder);
    if (salvo_rulebook_open(book, ruleset, path, NULL, 0, &err) != SALVO_OK)
        fail_msg("%s:%d:%d: %s", err.path, err.line, err.column, err.text);
}

static int open_books(void **state)
{
    (void)state;
    open_book(&tiny, NULL, "lua/tiny");
    return 0;
}

static int close_books(void **state)
{
    (void)state;
    salvo_rulebook_close(&tiny);
    return 0;
}

static void assert_no_fault(const salvo_rulebook *book)
{
    salvo_error err = {.text = ""};

    if (salvo_rulebook_fault(book, &err) != SALVO_OK)
        fail_msg("%s:%d: %s", err.path, err.line, err.text);
}

/* Worked out by hand. */
static void answers_are_those_of_the_page(void **state)
{
    answer is;

    (void)state;
    ask(&is, &tiny, "tiny.shot", "target=heavy range=5");
    assert_answer(&is, "miss=1/3 saved=1/3 hurt=1/3", "damage=1/3");
    answer_free(&is);
    ask(&is, &tiny, "tiny.shot", "target=light range=12 moving=yes");
    assert_answer(&is, "miss=2/3 saved=1/18 hurt=5/18", "damage=5/18");
    answer_free(&is);
    ask(&is, &tiny, "tiny.volley", "target=heavy range=5 shots=2");
    assert_answer(&is, "0=4/9 1=4/9 2=1/9", "");
    answer_free(&is);
    ask(&is, &tiny, "tiny.siege", "target=heavy range=5 turns=3");
    assert_answer(&is, "out=1/27 alive=26/27", "shots=3");
    answer_free(&is);
    assert_refused(&tiny, "tiny.shot", "target=light range=24.5 moving=yes", "out of range");
    assert_refused(&tiny, "tiny.shot", "target=light range=99", "range");
    assert_no_fault(&tiny);
}

/* The dice thrown one by one, by several threads, each with a Lua state of its own. */
static void threads_roll_the_same(void **state)
{
    static const char *const ASKED[][2] = {{"tiny.siege", "target=heavy range=12"},
                                           {"tiny.duel", "a=battery b=heavy range=12 first=simultaneous"}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(ASKED); i++) {
        uint64_t hashes[2];
        answer is;

        ask(&is, &tiny, ASKED[i][0], ASKED[i][1]);
        for (int threads = 1; threads <= 4; threads += 3) {
            const salvo_plan plan = {.seed = 7, .trials = 5000, .threads = threads, .reference_engine = true};
            salvo_error err = {.text = ""};
            salvo_simulation simulation;

            if (salvo_simulate(&simulation, &is.question, &plan, &err) != SALVO_OK)
                fail_msg("%s", err.text);
            hashes[threads > 1] = simulation.hash;
            salvo_simulation_free(&simulation);
        }
        assert_true(hashes[0] == hashes[1]);
        answer_free(&is);
    }
    assert_no_fault(&tiny);
}

/* All engines, in every order of acting: tables and the graph compose activations, the chain and the reference engine go
 * from throw to throw. */
static void engines_agree_in_every_order(void **state)
{
    static const struct {
        const char *folder, *a, *b;
        salvo_targets targets;
    } BOOKS[] = {
        {"lua/at-once", "Heavy tank", "Medium tank, Light tank", SALVO_USUAL},
        {"lua/squads", "Light tank, Medium tank", "2 Light tank", SALVO_USUAL}, /* each shot is aimed by itself */
        {"lua/wounds", "Deep, Wide", "Deep", SALVO_USUAL},                      /* hits depend on the actor's wounds */
        {"lua/by-cards", "Heavy tank", "Medium tank, Light tank", SALVO_USUAL},
        {"lua/by-sides", "Heavy tank", "Medium tank, Light tank", SALVO_USUAL},
        {"lua/by-sides", "2 Medium tank", "2 Light tank", SALVO_SPREAD},       /* who is worn is beaten */
        {"lua/mends", "Heavy tank", "Medium tank, Light tank", SALVO_WEAKEST}, /* and may be the weakest no more */
        {"lua/bursts", "2 Gun", "Twin gun", SALVO_USUAL},                      /* never composed */
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(BOOKS); i++)
        for (int by_the_book = 0; by_the_book <= 1; by_the_book++) {
            const salvo_approach both = {
                .method = SALVO_BOTH,
                .options = {.arithmetic = by_the_book ? SALVO_DOUBLE : SALVO_RATIONAL}, /* composed; throw by throw */
                .plan = {.seed = 1, .trials = by_the_book ? 1 << 11 : 1 << 16, .reference_engine = by_the_book != 0}};
            const salvo_battle_plan plan = {.army = {{.list = BOOKS[i].a, .targets = BOOKS[i].targets},
                                                     {.list = BOOKS[i].b, .targets = BOOKS[i].targets}},
                                            .range = 12,
                                            .close_to = -1};
            salvo_error err = {.text = ""};
            salvo_rulebook book;
            salvo_battle battle;

            open_book(&book, NULL, BOOKS[i].folder);
            if (salvo_battle_fight(&battle, &book, &plan, &both, &err) != SALVO_OK)
                fail_msg("%s: %s:%d: %s", BOOKS[i].folder, err.path, err.line, err.text);
            assert_no_fault(&book);
            assert_true(battle.answer.agreement.p >
                        1e-4); /* one false alarm in ten thousand seeds; the seed is fixed */
            salvo_battle_free(&battle);
            salvo_rulebook_close(&book);
        }
}

/* An answer is either computed or simulated, and what is said of the engine is said of that one: also where activations cannot be
 * composed, and the battle is worked out throw by throw. */
static void the_engine_that_answered_is_named(void **state)
{
    static const struct {
        const char *a, *b, *remark; /* NULL: none */
    } CASES[] = {
        {"3 Gun", "2 Gun", NULL},
        {"2 Gun nest, 1 Twin gun", "3 Gun nest", "Simulated, because it is too large to be computed exactly: "},
    };
    const salvo_approach whichever = {
        .method = SALVO_EXACT_IF_QUICK, .options.arithmetic = SALVO_DOUBLE, .plan = {.seed = 1, .trials = 256}};
    salvo_rulebook book;

    (void)state;
    open_book(&book, NULL, "lua/bursts");
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        const salvo_battle_plan plan = {
            .army = {{.list = CASES[i].a}, {.list = CASES[i].b}}, .range = 12, .close_to = -1};
        const char *remark;
        salvo_battle battle;

        assert_int_equal(salvo_battle_fight(&battle, &book, &plan, &whichever, NULL), SALVO_OK);
        remark = battle.answer.engine_remark;
        assert_int_equal(battle.answer.exact, !CASES[i].remark);
        assert_int_equal(battle.answer.simulated, CASES[i].remark != NULL);
        if (CASES[i].remark)
            assert_true(remark && strncmp(remark, CASES[i].remark, strlen(CASES[i].remark)) == 0);
        else
            assert_null(remark);
        salvo_battle_free(&battle);
    }
    salvo_rulebook_close(&book);
}

/* Who mends may be stronger than he was at the beginning. Ten survivors' curves and losses; five standard errors are a false
 * alarm in a hundred thousand seeds, and the seed is fixed. */
static void who_grows_stronger_is_left_as_computed(void **state)
{
    enum { TRIALS = 100000, LISTED = 10 };
    const salvo_battle_plan plan = {
        .army = {{.list = "Light tank"}, {.list = "Medium tank"}}, .range = 6, .close_to = -1};
    const salvo_approach both = {
        .method = SALVO_BOTH, .plan = {.seed = 1, .trials = TRIALS}, .options = {.turns_max = LISTED}};
    const double error = sqrt(0.25 / TRIALS);
    salvo_error err = {.text = ""};
    salvo_rulebook book;
    salvo_battle battle;

    (void)state;
    open_book(&book, NULL, "lua/mends");
    if (salvo_battle_fight(&battle, &book, &plan, &both, &err) != SALVO_OK)
        fail_msg("%s", err.text);
    assert_true(battle.n_turns >= LISTED);
    for (int side = 0; side < 2; side++) {
        const salvo_figure *lost = &battle.side[side].strength_lost;

        for (size_t i = 0; i < LISTED; i++) {
            const salvo_figure *left = &battle.by_turn[i].left[side];

            assert_true(fabs(left->simulated.value - left->exact.value) < 5 * error);
        }
        assert_true(fabs(lost->simulated.value - lost->exact.value) < 5 * 4 * error); /* from -2 to 2 */
    }
    salvo_battle_free(&battle);
    salvo_rulebook_close(&book);
}

static void units_have_cards_and_prices(void **state)
{
    salvo_arena *memory = salvo_arena_new();
    salvo_error err = {.text = ""};
    salvo_price_breakdown price;
    salvo_card card;

    (void)state;
    assert_int_equal(salvo_unit_card(&tiny, 2, memory, &card, &err), SALVO_OK);
    assert_string_equal(card.name, "Heavy tank");
    assert_string_equal(card.facts[1].label, "saves on");
    assert_string_equal(card.facts[1].value, "4+");
    assert_int_equal(tiny.ruleset->prices[0].breakdown(&tiny.store, tiny.tables, 2, memory, &price, &err), SALVO_OK);
    assert_int_equal(price.printed, 30);
    assert_int_equal(price.computed, 15 + 4);
    assert_string_equal(price.items[0].words, "3 hits");
    salvo_arena_free(memory);
}

/* Another book with one cell changed has other answers, and the first keeps its own. */
static void a_changed_cell_changes_the_answer(void **state)
{
    const salvo_table *units = salvo_store_table(&tiny.store, "units");
    const salvo_change change = {.table = (size_t)(units - tiny.store.tables),
                                 .row = 2,
                                 .column = (size_t)salvo_table_column(units, "save"),
                                 .text = "7"};
    salvo_rulebook variant;
    salvo_error err = {.text = ""};
    answer is;

    (void)state;
    if (salvo_rulebook_vary(&variant, &tiny, &change, &err) != SALVO_OK)
        fail_msg("%s", err.text);
    ask(&is, &variant, "tiny.shot", "target=heavy range=5");
    assert_answer(&is, "miss=1/3 hurt=2/3", "damage=2/3");
    answer_free(&is);
    salvo_rulebook_close(&variant);
    ask(&is, &tiny, "tiny.shot", "target=heavy range=5");
    assert_answer(&is, "miss=1/3 saved=1/3 hurt=1/3", "damage=1/3");
    answer_free(&is);
}

/* Dice made of dice: what comes of `value`, which sees the dice as v, w and so on. Counted by hand. */
static const struct die_case {
    const char *dice, *value, *outcomes;
} DICE[] = {
    {"d(3)", "v", "1=1/3 2=1/3 3=1/3"},
    {"dice(2, d4), d6", "v == w and 1 or 0", "0=3/4 1=1/4"},
    {"sum(2, d4)", "v", "2=1/16 3=1/8 4=3/16 5=1/4 6=3/16 7=1/8 8=1/16"},
    {"sum(0, d4)", "v", "0=1"},
    {"sum(d4, d(2))", "v", "2=1/8 3=1/4 4=1/4 5=1/4 6=1/8"},
    {"keep(1, 2, d4)", "v", "1=1/16 2=3/16 3=5/16 4=7/16"},
    {"lowest(1, 2, d4)", "v", "1=7/16 2=5/16 3=3/16 4=1/16"},
    {"keep(3, 4, d6)", "v >= 18 and 1 or 0", "0=425/432 1=7/432"}, /* 21 of 1296 */
    {"keep(2, 3, d(2))", "v", "2=1/8 3=3/8 4=1/2"},
    {"pool(3, d6, 4)", "v", "0=1/8 1=3/8 2=3/8 3=1/8"},
    {"pool(2, d6, 3, 4)", "v", "0=4/9 1=4/9 2=1/9"},
    {"pool(2, d6, 4, {d8, 7})", "v", "0=49/64 1=7/32 2=1/64"},
    {"pool(2, d6, function(x) return x == 6 end)", "v", "0=25/36 1=5/18 2=1/36"},
    {"pool(0, d6, 4)", "v", "0=1"},
    {"pool(5, d6, 7)", "v", "0=1"},
    {"chance(2, 7)", "v and 1 or 0", "0=5/7 1=2/7"},
    {"chance(0, 7)", "v and 1 or 0", "0=1"},
    {"reroll(d6, {1})", "v", "1=1/36 2=7/36 3=7/36 4=7/36 5=7/36 6=7/36"},
    {"reroll(d6, function(x) return x < 3 end)", "v", "1=1/18 2=1/18 3=2/9 4=2/9 5=2/9 6=2/9"},
    {"explode(d(2), 2, 2)", "v", "1=1/2 3=1/4 5=1/8 6=1/8"},
    {"sorted(2, d(3))", "10 * v[1] + v[2]", "11=1/9 21=2/9 22=1/9 31=2/9 32=2/9 33=1/9"},
    {"sorted(3, d6)", "#v == 3 and v[1] >= v[2] and v[2] >= v[3] and 1 or 0", "1=1"},
    {"sorted_pairs(1, d6, 1, d6)", "v", "0=7/12 1=5/12"},
    {"sorted_pairs(3, d6, 2, d6)", "v", "0=2275/7776 1=2611/7776 2=2890/7776"},
    {"sorted_pairs(2, d(2), 1, d4)", "v", "0=13/16 1=3/16"}, /* a 2 of two, against a 1 */
    {"sorted_pairs(4, card {1, 1, 2, 5}, 2, d6)", "v", "0=4645/9216 1=2934/9216 2=1637/9216"},
    {"sorted_pairs(3, d4, 3, d8)", "v", "0=24791/32768 1=5643/32768 2=1953/32768 3=381/32768"},
    {"sorted_pairs(1, d6, 4, d4)", "v", "0=926/1536 1=610/1536"},
    {"sorted_pairs(0, d6, 3, d6)", "v", "0=1"},
    {"sorted_pairs(2, map(d6, function(x) return x // 2 - 3 end), 2, d6)", "v", "0=1"},
    {"opposed(d4, d4)", "v + 3", "0=1/16 1=1/8 2=3/16 3=1/4 4=3/16 5=1/8 6=1/16"},
    {"card {ace = 4, king = 4, other = 44}", "v == 'ace' and 1 or 0", "0=12/13 1=1/13"},
    {"card {5, 5, 7}", "v", "5=2/3 7=1/3"},
    {"map(d6, function(x) return x // 2 end)", "v", "0=1/6 1=1/3 2=1/3 3=1/6"},
    {"map(d6, function(x) return {x > 4} end)", "v[1] and 1 or 0", "0=2/3 1=1/3"},
    {"combine(d4, d4, math.max)", "v", "1=1/16 2=3/16 3=5/16 4=7/16"},
    {"combine(d(2), d(2), d(2), function(a, b, c) return a * b * c end)", "v", "1=1/8 2=3/8 4=3/8 8=1/8"},
    {"pool(d2, d6, 4)", "v", "0=3/8 1=1/2 2=1/8"},
    {"pool(card {0, 0, 3}, d6, 5)", "v", "0=62/81 1=4/27 2=2/27 3=1/81"},
    {"pool(sum(2, d2), d2, 2)", "v", "0=9/64 1=3/8 2=11/32 3=1/8 4=1/64"},
    {"pool(31, d6, 4)", "v >= 0 and 1 or 0", "1=1"},
};

static void put_file(const char *folder, const char *name, const char *text)
{
    char path[600];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void remove_folder(const char *folder)
{
    static const char *const FILES[] = {"rules.lua", "ruleset.yaml", "rulings.csv"};
    char path[600];

    for (size_t i = 0; i < COUNT_OF(FILES); i++) {
        snprintf(path, sizeof path, "%s/%s", folder, FILES[i]);
        unlink(path);
    }
    rmdir(folder);
}

/* A rulebook of one procedure. */
static void open_rules(salvo_rulebook *book, char *folder, const char *rules)
{
    salvo_error err = {.text = ""};

    assert_non_null(mkdtemp(folder));
    put_file(
        folder, "ruleset.yaml",
        "id: dice\ntitle: Dice\nedition: '1'\nauthors: [salvo]\ndistance_unit: in\nsummary: Dice.\n"
        "rules: rules.lua\ntables:\n  - name: rulings\n    file: rulings.csv\n    title: Rulings\n    section: page 1\n");
    put_file(folder, "rulings.csv", "id,question,ruling,option\n");
    put_file(folder, "rules.lua", rules);
    if (salvo_rulebook_open(book, NULL, folder, NULL, 0, &err) != SALVO_OK)
        fail_msg("%s:%d: %s", err.path, err.line, err.text);
}

static void assert_rules_answer(const char *rules, const char *procedure, const char *outcomes, const char *means)
{
    char folder[] = "/tmp/salvo-lua-XXXXXX";
    salvo_rulebook book;
    answer is;

    open_rules(&book, folder, rules);
    ask(&is, &book, procedure, "");
    assert_no_fault(&book);
    assert_answer(&is, outcomes, means);
    answer_free(&is);
    salvo_rulebook_close(&book);
    remove_folder(folder);
}

static void dice_are_those_counted_by_hand(void **state)
{
    const struct die_case *c = *state;
    char text[2048];

    snprintf(text, sizeof text,
             "return {procedures = {roll {name = 'die', title = 'a die', numbers = 'what it shows', dice = {%s},\n"
             "resolve = function(s, v, w) return %s end}}}\n",
             c->dice, c->value);
    assert_rules_answer(text, "dice.die", c->outcomes, "");
}

/* Three targets of 2, 2 and 1 hits; a D3 says which one is hit, until one is down. Counted by hand over the sequences: the
 * third is down first in 17/27. Each place of an array keeps what is put there, beside fields of other kinds. */
static void arrays_are_fields_of_a_state(void **state)
{
    static const char RULES[] =
        "return {procedures = {chain {name = 'c', title = 't', outcomes = {'one', 'two', 'three', 'wrong'},\n"
        "expectations = {{'throws', 'how many'}},\n"
        "state = {left = array(3, whole(0, 2)), far = array(9, whole(-40, 300)), seen = array(3, flag),\n"
        "  last = array(2, choice {'a', 'b', 'c'}), n = whole(0, 5)},\n"
        "start = function() return {left = {2, 2, 1}, far = {7, [9] = 300}} end,\n"
        "outcome = function(s, st)\n"
        "  for i = 1, 9 do\n"
        "    if st.far[i] ~= (i == 1 and 7 + st.n or i == 9 and 300 - st.n or -40 + i * st.n) then return 'wrong' end\n"
        "  end\n"
        "  if #st.left ~= 3 or st.last[1] ~= 'a' or st.last[2] ~= ({[0] = 'a', 'b', 'c'})[st.n % 3] then return 'wrong' end\n"
        "  for i, n in ipairs(st.left) do if n == 0 then return ({'one', 'two', 'three'})[i] end end\n"
        "end,\n"
        "dice = {d(3)},\n"
        "step = function(s, st, hit)\n"
        "  st.left[hit], st.seen[hit], st.n = st.left[hit] - 1, true, st.n + 1\n"
        "  st.far[1], st.far[9] = st.far[1] + 1, st.far[9] - 1\n"
        "  for i = 2, 8 do st.far[i] = st.far[i] + i end\n"
        "  st.last = {'a', ({[0] = 'a', 'b', 'c'})[st.n % 3]}\n"
        "  return true, {throws = 1}\n"
        "end}}}\n";

    (void)state;
    assert_rules_answer(RULES, "dice.c", "one=5/27 two=5/27 three=17/27", "throws=17/9");
}

/* Words of a question that a choice, a default or an expectation depends on. */
static void parameters_have_other_words_and_defaults(void **state)
{
    static const char RULES[] =
        "return {procedures = {roll {name = 'r', title = 't', outcomes = {'hit', 'miss'}, dice = {d6},\n"
        "parameters = {\n"
        "  {'cover', choice {'none', 'soft'}, 'its cover', default = 'none', aliases = {'in-cover', 'hidden'},\n"
        "   synonyms = {soft = {'wood', 'hedge'}}, phrases = {'in the open', 'in soft cover'}},\n"
        "  {'needs', whole(1, 6), 'needed', defaults = {{5, 'cover=soft'}}, default = 3},\n"
        "  {'hp', whole(1, 9), 'left', optional = true}},\n"
        "expectations = {{'kill', 'k'}, {'damage', 'd'}},\n"
        "expects = function(s, name) return name ~= 'kill' or s.hp ~= nil end,\n"
        "resolve = function(s, v)\n"
        "  if v < s.needs then return 'miss' end\n"
        "  return 'hit', {damage = 1, kill = s.hp == 1 and 1 or 0}\n"
        "end}}}\n";
    static const struct {
        const char *words, *outcomes, *means;
    } ASKED[] = {
        {"", "hit=2/3 miss=1/3", "damage=2/3"},
        {"hidden=hedge", "hit=1/3 miss=2/3", "damage=1/3"},
        {"in-cover=soft needs=6", "hit=1/6 miss=5/6", "damage=1/6"},
        {"hp=1", "hit=2/3 miss=1/3", "kill=2/3 damage=2/3"},
        {"hp=2", "hit=2/3 miss=1/3", "kill=0 damage=2/3"},
    };
    char folder[] = "/tmp/salvo-lua-XXXXXX";
    salvo_rulebook book;

    (void)state;
    open_rules(&book, folder, RULES);
    for (size_t i = 0; i < COUNT_OF(ASKED); i++) {
        answer is;

        ask(&is, &book, "dice.r", ASKED[i].words);
        assert_answer(&is, ASKED[i].outcomes, ASKED[i].means);
        answer_free(&is);
    }
    assert_string_equal(book.ruleset->procedures[0]->schema.parameters[0].phrases[1], "in soft cover");
    salvo_rulebook_close(&book);
    remove_folder(folder);
}

/* Four dice, of which a 5 or 6 counts 1 and the others -1: a binomial distribution. The limit comes before. */
static void chains_end_with_numbers(void **state)
{
    static const char RULES[] =
        "return {procedures = {chain {name = 'c', title = 't', outcomes = {'late'}, numbers = 'what it comes to',\n"
        "state = {n = whole(-4, 4), k = whole(0, 4)}, start = function() return {n = 0} end, dice = {d6},\n"
        "outcome = function(s, st) if st.k == 4 then return st.n end end,\n"
        "step = function(s, st, v) st.k, st.n = st.k + 1, st.n + (v > 4 and 1 or -1) return true end,\n"
        "turns = %d, undecided = 'late'}}}\n";
    char rules[sizeof RULES + 16];

    (void)state;
    snprintf(rules, sizeof rules, RULES, 4);
    assert_rules_answer(rules, "dice.c", "-4=16/81 -2=32/81 0=24/81 2=8/81 4=1/81", "");
    snprintf(rules, sizeof rules, RULES, 3);
    assert_rules_answer(rules, "dice.c", "late=1", "");
}

/* The names before and behind the numbers keep their places, in a roll and in a chain that always ends: throws until a 5
 * or 6, of which at most two are counted. */
static void numbers_have_their_place_among_names(void **state)
{
    static const char RULES[] =
        "return {procedures = {\n"
        "  roll {name = 'r', title = 't', outcomes = {'none', '#', 'more'}, numbers = 'none; 1, 2; more', dice = {d4},\n"
        "    resolve = function(s, v) return v == 4 and 'none' or v == 3 and 'more' or v end},\n"
        "  chain {name = 'c', title = 't', outcomes = {'#', 'more'}, numbers = '1, 2; more', undecided = false,\n"
        "    state = {thrown = whole(0, 3), over = flag}, dice = {d6},\n"
        "    outcome = function(s, st) if st.over then return st.thrown < 3 and st.thrown or 'more' end end,\n"
        "    step = function(s, st, v) st.thrown, st.over = min(3, st.thrown + 1), v > 4 end},\n"
        "}}\n";
    static const char *const ROLL[] = {"none", "1", "2", "more"}, *const CHAIN[] = {"1", "2", "more"};
    char folder[] = "/tmp/salvo-lua-XXXXXX";
    salvo_rulebook book;
    answer is;

    (void)state;
    open_rules(&book, folder, RULES);
    ask(&is, &book, "dice.r", "");
    assert_answer(&is, "none=1/4 1=1/4 2=1/4 more=1/4", "");
    for (size_t i = 0; i < COUNT_OF(ROLL); i++)
        assert_string_equal(is.odds.outcomes[i].label, ROLL[i]);
    answer_free(&is);
    ask(&is, &book, "dice.c", "");
    assert_answer(&is, "1=1/3 2=2/9 more=4/9", "");
    for (size_t i = 0; i < COUNT_OF(CHAIN); i++)
        assert_string_equal(is.odds.outcomes[i].label, CHAIN[i]);
    answer_free(&is);
    assert_no_fault(&book);
    salvo_rulebook_close(&book);
    remove_folder(folder);
}

/* Nothing is decided by a chain that says that it always ends and does not. */
static void a_chain_can_fail_to_end(void **state)
{
    (void)state;
    assert_rules_answer(
        "return {procedures = {chain {name = 'c', title = 't', outcomes = {'over'}, undecided = false,\n"
        "state = {over = flag}, dice = {d6}, outcome = function(s, st) return st.over and 'over' or nil end,\n"
        "step = function() end}}}\n",
        "dice.c", "undecided=1", "");
}

/* Dice that depend on the actor's state, and a resolve that does not look at him. Whoever is asked about first, each state
 * has its own dice, and each actor stays as he is. Fractions by a recursion over both sides' hits, a miss on either side
 * divided out. */
static void results_are_those_of_the_actors_dice(void **state)
{
    static const char *const ASKED[][2] = {
        {"a=one b=one range=5 first=a", "a-wins=3/5 b-wins=2/5"},
        {"a=one b=three range=5 first=a", "a-wins=216/6175 b-wins=5959/6175"},
        {"a=two b=one range=5 first=a", "a-wins=87/95 b-wins=8/95"},
        {"a=two b=two range=5 first=a", "a-wins=783/1235 b-wins=452/1235"},
        {"a=three b=two range=5 first=a", "a-wins=1167237/1302925 b-wins=135688/1302925"},
        {"a=three b=three range=5 first=a", "a-wins=30230523/45602375 b-wins=15371852/45602375"},
    };

    (void)state;
    for (int turn = 0; turn < 2; turn++) {
        salvo_rulebook book;

        open_book(&book, NULL, "lua/volleys"); /* anew: what it remembers depends on what was asked first */
        for (size_t i = 0; i < COUNT_OF(ASKED); i++) {
            const size_t k = turn ? COUNT_OF(ASKED) - 1 - i : i;
            answer is;

            ask(&is, &book, "volleys.duel", ASKED[k][0]);
            assert_answer(&is, ASKED[k][1], NULL);
            answer_free(&is);
        }
        assert_no_fault(&book);
        salvo_rulebook_close(&book);
    }
}

/* Words that the other rulebooks of the tests do without. Worked out by hand: a pool of five dice, 4 or more; a walk that ends
 * on every second throw; five throws of 0 or 1 until two are 1; two dice with walls added, twice; and two forts that hit with
 * every second throw while both act at once, a system of four equations for the states of both. */
static void every_word_has_its_answer(void **state)
{
    static const struct {
        const char *folder, *procedure, *words, *outcomes, *means;
    } ASKED[] = {
        {"forts", "barrage", "target=keep arms=bow:2,sling", "0=1/32 1=5/32 2=5/16 3=5/16 4=5/32 5=1/32", "damage=5/4"},
        {"forts", "barrage", "target=bow arms=bow bonus=1", "0=1/9 1=4/9 2=4/9", "damage=2/3"},
        {"forts", "arm", "", "bow=2/3 sling=1/3", ""},
        {"forts", "far", "", "equal=1/100 other=99/100", ""},
        {"forts", "words", "", "right=1", ""},
        {"forts", "walk", "", "home=7/8 undecided=1/8", "steps=7/4"},
        {"forts", "walk", "limit=0", "home=1", "steps=2"},
        {"forts", "long", "", "full=13/16 undecided=3/16", "throws=57/16"},
        {"forts", "joust", "left=keep right=tower apart=5", "left=287/432 right=205/648 both=25/1296", "rounds=41/36"},
        {"moats", "duel", "a=wide b=deep range=5", "a-wins=55/119 b-wins=55/119 mutual=9/119", "turns=576/119"},
        {"moats", "duel", "a=wide b=deep range=5 fire=halves", "a-wins=55/119 b-wins=55/119 mutual=9/119", NULL},
        {"moats", "duel", "a=wide b=deep range=5 fire=test", "a-wins=55/119 b-wins=55/119 mutual=9/119", NULL},
        {"moats", "duel", "a=wide b=deep range=5 fire=many", "a-wins=55/119 b-wins=55/119 mutual=9/119", NULL},
        {"moats", "duel", "a=wide b=deep range=5 first=a", "a-wins=64/119 b-wins=55/119", NULL},
        {"wounds", "duel", "a=wide b=deep range=5 first=simultaneous", "a-wins=37/77 b-wins=37/77 mutual=3/77", NULL},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(ASKED); i++) {
        char folder[64], procedure[64];
        salvo_rulebook book;
        answer is;

        snprintf(folder, sizeof folder, "lua/%s", ASKED[i].folder);
        snprintf(procedure, sizeof procedure, "%s.%s", ASKED[i].folder, ASKED[i].procedure);
        open_book(&book, NULL, folder);
        ask(&is, &book, procedure, ASKED[i].words);
        assert_no_fault(&book);
        assert_answer(&is, ASKED[i].outcomes, ASKED[i].means);
        answer_free(&is);
        salvo_rulebook_close(&book);
    }
}

int main(void)
{
    struct CMUnitTest tests[9 + COUNT_OF(DICE)] = {
        cmocka_unit_test(answers_are_those_of_the_page),
        cmocka_unit_test(threads_roll_the_same),
        cmocka_unit_test(the_engine_that_answered_is_named),
        cmocka_unit_test(who_grows_stronger_is_left_as_computed),
        cmocka_unit_test(units_have_cards_and_prices),
        cmocka_unit_test(a_changed_cell_changes_the_answer),
        cmocka_unit_test(engines_agree_in_every_order),
        cmocka_unit_test(arrays_are_fields_of_a_state),
        cmocka_unit_test(chains_end_with_numbers),
        cmocka_unit_test(numbers_have_their_place_among_names),
        cmocka_unit_test(a_chain_can_fail_to_end),
        cmocka_unit_test(parameters_have_other_words_and_defaults),
        cmocka_unit_test(results_are_those_of_the_actors_dice),
        cmocka_unit_test(every_word_has_its_answer),
    };

    for (size_t i = 0; i < COUNT_OF(DICE); i++)
        tests[9 + i] = row_test(DICE[i].dice, dice_are_those_counted_by_hand, &DICE[i]);
    return cmocka_run_group_tests_name("rules in Lua", tests, open_books, close_books);
}
