/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An explanation adds up. Asked of every procedure of every rulebook, in fractions that are compared exactly: the results of
 * a throw are all of its ways; an outcome is the sum of its shares, each of which is how often the throw is made times its
 * chance; it is the sum of its turns; and it is what salvo odds says, which shares no sum with it. Cells that decide are
 * compared with a list that was made by reading the book's rule. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/dice_expression.h>
#include <salvo/explain.h>

#include "example_book.h"
#include "first_question.h"
#include "support.h"

/* A sum of fractions as they are told. */
typedef struct sum {
    mpq_t value, part;
} sum;

static void sum_init(sum *s)
{
    mpq_inits(s->value, s->part, NULL);
}

static void sum_clear(sum *s)
{
    mpq_clears(s->value, s->part, NULL);
}

/* false where the fraction is too long to be told, or was not computed. */
static bool sum_add(sum *s, const salvo_number *n)
{
    if (!n->exact || mpq_set_str(s->part, n->exact, 10) != 0)
        return false;
    mpq_add(s->value, s->value, s->part);
    return true;
}

static void check_equals(const sum *s, const salvo_number *n, const char *what, const char *name)
{
    mpq_t other;

    mpq_init(other);
    assert_int_equal(mpq_set_str(other, n->exact, 10), 0);
    if (!mpq_equal(s->value, other)) {
        gmp_fprintf(stderr, "%s: %s add up to %Qd in place of %s\n", name, what, s->value, n->exact);
        fail();
    }
    mpq_clear(other);
}

static void check_throws(const salvo_explanation *e, const char *name)
{
    for (size_t i = 0; i < e->n_throws; i++) {
        const salvo_throw *t = &e->throws[i];
        uint64_t ways = 0;
        double chance = 0;

        for (size_t k = 0; k < t->n_results; k++) {
            ways += t->results[k].ways;
            chance += t->results[k].chance;
            if (!*t->results[k].effect)
                fail_msg("%s: a result of %s has no effect", name, t->name);
        }
        if (!t->is_rest && ways != t->ways)
            fail_msg("%s: %s has %llu ways, its results %llu", name, t->name, (unsigned long long)t->ways,
                     (unsigned long long)ways);
        if (!t->is_rest)
            assert_float_equal(chance, 1, 1e-12);
    }
}

/* times x given, which is told beside it. */
static void check_share(const salvo_explanation *e, const salvo_contribution *share, const char *name)
{
    const salvo_throw *t = share->place == SIZE_MAX ? NULL : &e->throws[share->place];
    sum s;

    if (!t || t->is_rest || !t->times.exact || !share->probability.exact)
        return;
    sum_init(&s);
    assert_true(sum_add(&s, &share->given));
    assert_int_equal(mpq_set_str(s.part, t->times.exact, 10), 0);
    mpq_mul(s.value, s.value, s.part);
    check_equals(&s, &share->probability, "times and chance", name);
    sum_clear(&s);
}

/* What comes by no throw is undecided, or had come before the first. */
static bool may_come_by_none(const salvo_explanation *e, const salvo_explained_outcome *o)
{
    return strcmp(o->name, "undecided") == 0 || e->question->procedure->chain->turn_limit || e->size == 1 ||
           o->n_shares == 1;
}

static void check_outcome(const salvo_explanation *e, const salvo_explained_outcome *o, const char *name)
{
    bool told = true;
    sum s;

    sum_init(&s);
    for (size_t k = 0; k < o->n_shares; k++) {
        told = sum_add(&s, &o->shares[k].probability) && told;
        check_share(e, &o->shares[k], name);
        if (o->shares[k].place == SIZE_MAX && !may_come_by_none(e, o))
            fail_msg("%s: %s comes by no throw", name, o->name);
    }
    if (told && o->probability.exact)
        check_equals(&s, &o->probability, "shares", name);
    mpq_set_ui(s.value, 0, 1);
    for (size_t t = 0; t < e->n_turns; t++)
        told = sum_add(&s, &o->by_turn[t]) && told;
    if (e->n_turns && sum_add(&s, &o->later) && told && o->probability.exact)
        check_equals(&s, &o->probability, "turns", name);
    sum_clear(&s);
}

/* The same outcomes with the same chances, found by the exact engine alone. */
static void check_answer(const salvo_explanation *e, const char *name)
{
    salvo_odds odds;
    salvo_error err = {0};

    assert_int_equal(salvo_odds_solve(&odds, e->question, NULL, &err), SALVO_OK);
    if (odds.n_outcomes != e->n_outcomes)
        fail_msg("%s: %zu outcomes are explained, of %zu", name, e->n_outcomes, odds.n_outcomes);
    for (size_t i = 0; i < odds.n_outcomes; i++) {
        const salvo_number *a = &odds.outcomes[i].probability, *b = &e->outcomes[i].probability;

        assert_string_equal(odds.outcomes[i].label, e->outcomes[i].name);
        if (a->exact && b->exact)
            assert_string_equal(a->exact, b->exact);
        assert_float_equal(a->value, b->value, 1e-9);
    }
    salvo_odds_free(&odds);
}

static void check_question(const salvo_question *question)
{
    const salvo_approach few = {.method = SALVO_MONTE_CARLO, .plan = {.seed = 1, .trials = 100, .threads = 1}};
    const char *name = question->schema->name;
    salvo_explanation e;
    salvo_error err = {0};

    if (salvo_explain(&e, question, &few, &err) != SALVO_OK)
        fail_msg("%s: %s", name, err.text);
    check_throws(&e, name);
    assert_true(e.n_throws > 0 || e.size == 1 || !e.is_whole);
    for (size_t i = 0; i < e.n_outcomes; i++)
        check_outcome(&e, &e.outcomes[i], name);
    if (e.is_whole)
        check_answer(&e, name);
    salvo_explanation_free(&e);
}

/* Procedures of a book whose cells are looked for: a thousand times as much work as the rest. */
static const size_t with_cells = IS_SANITISED ? 0 : 3;

static void check_book(const salvo_rulebook *book)
{
    salvo_rulebook bare = *book; /* to what is asked it is the same book, but no cell of it can be tried */

    bare.store.n_tables = 0;
    for (size_t i = 0; i < book->ruleset->n_procedures; i++) {
        const salvo_procedure *p = book->ruleset->procedures[i];
        const word_list w = first_question(book, p);
        salvo_question question;
        salvo_error err = {0};

        if (ask_words(&question, book, p, &w, &err) != SALVO_OK)
            fail_msg("%s: %s", p->schema.name, err.text);
        question.book = i < with_cells ? book : &bare;
        check_question(&question);
        salvo_question_free(&question);
    }
}

static void a_ruleset_adds_up(void **state)
{
    salvo_rulebook book;

    book_open(&book, *state, "");
    check_book(&book);
    salvo_rulebook_close(&book);
}

static void rules_in_lua_add_up(void **state)
{
    static const char *const BOOKS[] = {"fleet-and-front", "risk", "tiny"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(BOOKS); i++) {
        salvo_rulebook book;

        example_open(&book, BOOKS[i]);
        check_book(&book);
        salvo_rulebook_close(&book);
    }
}

static void dice_add_up(void **state)
{
    static const char *const EXPRESSIONS[] = {"2d6 >= 7", "4d6 drop lowest", "d20 + 5 vs 15", "20d6 >= 70"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(EXPRESSIONS); i++) {
        salvo_question question;

        assert_int_equal(salvo_dice_ask(&question, EXPRESSIONS[i], NULL), SALVO_OK);
        check_question(&question);
        salvo_question_free(&question);
    }
}

/* Two explanations, all that is told of them. */
static void check_alike(const salvo_explanation *a, const salvo_explanation *b, const char *name)
{
    if (a->is_whole != b->is_whole || a->n_throws != b->n_throws || a->size != b->size || a->n_turns != b->n_turns)
        fail_msg("%s: %d %d, %zu and %zu throws, %llu and %llu states", name, a->is_whole, b->is_whole, a->n_throws,
                 b->n_throws, (unsigned long long)a->size, (unsigned long long)b->size);
    for (size_t i = 0; i < a->n_throws; i++) {
        const salvo_throw *s = &a->throws[i], *t = &b->throws[i];

        assert_string_equal(s->name, t->name);
        assert_string_equal(s->dice, t->dice);
        assert_int_equal(s->ways, t->ways);
        assert_int_equal(s->n_results, t->n_results);
        if (a->is_whole)
            assert_string_equal(s->times.exact, t->times.exact);
        for (size_t k = 0; k < s->n_results; k++) {
            assert_string_equal(s->results[k].dice, t->results[k].dice);
            assert_string_equal(s->results[k].effect, t->results[k].effect);
            assert_int_equal(s->results[k].ways, t->results[k].ways);
        }
    }
    assert_int_equal(a->n_outcomes, b->n_outcomes);
    for (size_t i = 0; i < a->n_outcomes; i++) {
        const salvo_explained_outcome *o = &a->outcomes[i], *p = &b->outcomes[i];

        assert_string_equal(o->name, p->name);
        assert_string_equal(o->probability.exact, p->probability.exact);
        assert_int_equal(o->n_shares, p->n_shares);
        for (size_t k = 0; k < o->n_shares; k++) {
            assert_int_equal(o->shares[k].place, p->shares[k].place);
            assert_string_equal(o->shares[k].probability.exact, p->shares[k].probability.exact);
        }
        for (size_t t = 0; t < a->n_turns; t++)
            assert_string_equal(o->by_turn[t].exact, p->by_turn[t].exact);
    }
}

/* Faces of equal dice are told by their futures; the second way is the explanation of the same chain one by one. */
static void futures_tell_what_states_do(void **state)
{
    static const char *const EXPRESSIONS[] = {
        "3d6",
        "4d6 drop lowest",
        "2d6 + 1d8",
        "d20 vs d20",
        "3d6 reroll 1",
        "3d4 reroll <= 2 max 2",
        "2d6 reroll 1 explode 6 max 2",
        "3d3 explode 3 max 2",
        "3d4 explode >= 3 max 2 keep 2", /* who explodes matters */
        "4d4 reroll 1 keep 2",
        "count(4d6 >= 5)",
        "count(3d6 reroll 1 >= 4) - count(2d4 >= 2)",
        "repeat(3, d6 reroll 1)",
        "repeat(2, 2d4 keep 1) * d3",
        "max(2d4, d8) / d2",
        "17d2", /* sixteen at a time */
        "d6 + 7",
        "4d20 reroll 1", /* not whole */
    };

    (void)state;
    for (size_t i = 0; i + IS_SANITISED < COUNT_OF(EXPRESSIONS); i++) { /* the last takes as long as all others */
        salvo_question question;
        salvo_procedure procedure;
        salvo_chain one_by_one;
        salvo_explanation a, b;

        assert_int_equal(salvo_dice_ask(&question, EXPRESSIONS[i], NULL), SALVO_OK);
        assert_int_equal(salvo_explain(&a, &question, NULL, NULL), SALVO_OK);
        procedure = *question.procedure;
        one_by_one = *procedure.chain;
        assert_non_null(one_by_one.future);
        one_by_one.future = NULL;
        procedure.chain = &one_by_one;
        question.procedure = &procedure;
        assert_int_equal(salvo_explain(&b, &question, NULL, NULL), SALVO_OK);
        if (b.arithmetic == SALVO_RATIONAL)
            check_alike(&a, &b, EXPRESSIONS[i]);
        assert_int_equal(a.arithmetic, SALVO_RATIONAL);
        salvo_explanation_free(&a);
        salvo_explanation_free(&b);
        salvo_question_free(&question);
    }
}

static bool (*dice_step)(const void *, void *, const uint8_t *, int64_t *);
static uint64_t steps_taken;

static bool counted_step(const void *situation, void *now, const uint8_t *faces, int64_t *gain)
{
    steps_taken++;
    return dice_step(situation, now, faces, gain);
}

/* Ten million results are 16! / (7! 9!) = 11440 sets of faces. Each is looked at a few times. */
static void many_results_are_few_sets_of_faces(void **state)
{
    salvo_question question;
    salvo_procedure procedure;
    salvo_chain counting;
    salvo_explanation e;

    (void)state;
    assert_int_equal(salvo_dice_ask(&question, "7d10", NULL), SALVO_OK);
    procedure = *question.procedure;
    counting = *procedure.chain;
    dice_step = counting.step;
    counting.step = counted_step;
    procedure.chain = &counting;
    question.procedure = &procedure;
    assert_int_equal(salvo_explain(&e, &question, NULL, NULL), SALVO_OK);
    assert_int_equal(e.n_throws, 1);
    assert_int_equal(e.throws[0].ways, 10000000);
    assert_true(steps_taken > 11440 && steps_taken < 10 * 11440);
    salvo_explanation_free(&e);
    salvo_question_free(&question);
}

static void ask_pools(salvo_question *question, const salvo_rulebook *pools, const char *name, const char *const *words,
                      size_t n)
{
    const salvo_procedure *procedure;

    assert_int_equal(salvo_procedure_find(pools->ruleset, name, &procedure, NULL), SALVO_OK);
    assert_int_equal(salvo_question_ask(question, pools, procedure, words, n, NULL), SALVO_OK);
}

/* Throws of 9^20 ways, of 3^24, and of 9^200. */
static void long_pools_add_up(void **state)
{
    static const struct {
        const char *procedure, *words[3];
        size_t n_words;
    } CASES[] = {{"pools.kills", {"unit=squad"}, 1}, {"pools.kills", {"unit=horde"}, 1},
                 {"pools.both", {NULL}, 0},          {"pools.wipe", {"unit=squad", "men=6"}, 2},
                 {"pools.turns", {"unit=squad"}, 1}, {"pools.duel", {"a=squad", "b=squad", "range=1"}, 3}};
    salvo_rulebook pools;
    char path[512];

    (void)state;
    snprintf(path, sizeof path, "%s/lua/pools", getenv("SALVO_TESTS"));
    assert_int_equal(salvo_rulebook_open(&pools, NULL, path, NULL, 0, NULL), SALVO_OK);
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        salvo_question question;

        ask_pools(&question, &pools, CASES[i].procedure, CASES[i].words, CASES[i].n_words);
        check_question(&question);
        salvo_question_free(&question);
    }
    salvo_rulebook_close(&pools);
}

static bool rests_on(const salvo_explanation *e, const char *column)
{
    for (size_t i = 0; i < e->n_cells; i++)
        if (strcmp(e->cells[i].column, column) == 0)
            return true;
    return false;
}

/* Ten dice hit on 5 or more, and a save of 6 fails with 5/6: 18^10 ways, and nobody falls with (13/18)^10. Another number to
 * hit changes no result, but only how often each comes. */
static void a_long_pool_by_hand(void **state)
{
    static const char *const TWICE[] = {"units.militia.attacks=2"};
    static const char *const WORDS[] = {"by=militia", "models=5", "target=militia"};
    salvo_rulebook book;
    salvo_question question;
    salvo_explanation e;
    char path[512];

    (void)state;
    snprintf(path, sizeof path, "%s/templates/dice-pool", getenv("SALVO_DATA"));
    assert_int_equal(salvo_rulebook_open(&book, NULL, path, TWICE, 1, NULL), SALVO_OK);
    ask_pools(&question, &book, "my-game.attack", WORDS, 3);
    assert_int_equal(salvo_explain(&e, &question, NULL, NULL), SALVO_OK);
    assert_true(rests_on(&e, "hit") && rests_on(&e, "save") && !rests_on(&e, "speed"));
    assert_true(e.n_throws == 1 && e.throws[0].n_results == 11 && e.throws[0].ways == 0);
    assert_float_equal(e.throws[0].results[0].chance, pow(13.0 / 18, 10), 1e-12);
    salvo_explanation_free(&e);
    salvo_question_free(&question);
    salvo_rulebook_close(&book);
}

/* MAD's attack roll, read in the book: the weapon's number in the column of the range, its damage, and what the levels of
 * success make of it. */
static void the_cells_of_an_attack(void **state)
{
    static const char *const CELLS[] = {"weapons.cannon-b.500m",        "weapons.cannon-b.damage",
                                        "levels.miss.damage_percent",   "levels.single.damage_percent",
                                        "levels.double.damage_percent", "levels.critical.damage_percent"};
    const salvo_procedure *procedure;
    const char *const asked[] = {"weapon=cannon-b", "range=500"};
    salvo_question question;
    salvo_explanation e;

    (void)state;
    assert_int_equal(salvo_procedure_find(mad()->ruleset, "mad.direct-fire", &procedure, NULL), SALVO_OK);
    assert_int_equal(salvo_question_ask(&question, mad(), procedure, asked, 2, NULL), SALVO_OK);
    assert_int_equal(salvo_explain(&e, &question, NULL, NULL), SALVO_OK);
    assert_int_equal(e.n_cells, COUNT_OF(CELLS));
    for (size_t i = 0; i < e.n_cells; i++) {
        char name[WORD_MAX];

        snprintf(name, sizeof name, "%s.%s.%s", e.cells[i].table, e.cells[i].row, e.cells[i].column);
        assert_string_equal(name, CELLS[i]);
        assert_true(e.cells[i].line > 1);
    }
    salvo_explanation_free(&e);
    salvo_question_free(&question);
}

/* The answer of a book with another value in a cell, as a text: outcomes and means, or that there is none. */
static void answer_with(const salvo_question *asked, const word_list *w, const salvo_change *change, salvo_text *text)
{
    salvo_rulebook variant;
    salvo_question question;
    salvo_odds odds;

    if (salvo_rulebook_vary(&variant, asked->book, change, NULL) != SALVO_OK) {
        salvo_text_put(text, "refused");
        return;
    }
    if (ask_words(&question, &variant, asked->procedure, w, NULL) == SALVO_OK) {
        assert_int_equal(salvo_odds_solve(&odds, &question, NULL, NULL), SALVO_OK);
        for (size_t i = 0; i < odds.n_outcomes; i++)
            if (odds.outcomes[i].probability.value > 0)
                salvo_text_add(text, "%s %.12g\n", odds.outcomes[i].label, odds.outcomes[i].probability.value);
        for (size_t i = 0; i < odds.n_means; i++)
            salvo_text_add(text, "%s %.12g\n", odds.means[i].name, odds.means[i].mean.value);
        salvo_odds_free(&odds);
        salvo_question_free(&question);
    }
    salvo_rulebook_close(&variant);
}

/* A question with what it is asked by and its answer as the book is. */
typedef struct asked {
    const salvo_explanation *e;
    const word_list *w;
    salvo_text here;
} asked;

static bool answers_alike(const asked *a, const salvo_change *change)
{
    salvo_text there = {0};
    bool alike;

    answer_with(a->e->question, a->w, change, &there);
    alike =
        strcmp(salvo_text_of(&there), "refused") == 0 || strcmp(salvo_text_of(&a->here), salvo_text_of(&there)) == 0;
    salvo_text_free(&there);
    return alike;
}

static const salvo_deciding_cell *told_cell(const salvo_explanation *e, const salvo_table *table, size_t at)
{
    for (size_t i = 0; i < e->n_cells; i++)
        if (strcmp(e->cells[i].table, table->name) == 0 &&
            strcmp(e->cells[i].row, table->cells[at / table->n_columns * table->n_columns].text) == 0 &&
            strcmp(e->cells[i].column, table->header[at % table->n_columns].text) == 0)
            return &e->cells[i];
    return NULL;
}

/* One cell against the answers themselves, with every value of its column: where it is told, the value that is told with it
 * changes the answer; where it is not, none does. Any cell of any row, named by the question or not. */
static void check_cell(const asked *a, size_t t, size_t at)
{
    const salvo_explanation *e = a->e;
    const salvo_table *table = &e->question->book->store.tables[t];
    const salvo_deciding_cell *told = told_cell(e, table, at);
    salvo_change change = {t, at / table->n_columns, at % table->n_columns, NULL};

    if (told && told->instead) {
        change.text = told->instead;
        if (answers_alike(a, &change))
            fail_msg("%s: %s.%s.%s=%s changes nothing", e->question->schema->name, told->table, told->row, told->column,
                     told->instead);
    }
    for (size_t r = 0; r < table->n_rows && !told; r++) {
        change.text = table->cells[r * table->n_columns + change.column].text;
        if (!answers_alike(a, &change))
            fail_msg("%s: %s.%s.%s=%s changes the answer and is not told", e->question->schema->name, table->name,
                     table->cells[change.row * table->n_columns].text, table->header[change.column].text, change.text);
    }
}

/* One cell in so many: all of them take a minute. */
static size_t cells_apart = IS_SANITISED ? 307 : 59;

/* A name that two rows share is nobody's, so that a question in words cannot be asked: names are left out. */
static bool is_checked(const salvo_table *table, size_t at)
{
    return at % table->n_columns && strcmp(table->header[at % table->n_columns].text, "name") != 0;
}

static const char LONG[] = "trr.duel"; /* There is no time for all values of its cells. */

static void check_cells(const salvo_rulebook *book, const char *procedure, const char *const *words)
{
    const salvo_procedure *p;
    salvo_question question;
    salvo_explanation e;
    word_list w = {.n = 0};
    asked a = {&e, &w, {0}};

    for (; *words; words++)
        strcpy(w.text[w.n++], *words);
    assert_int_equal(salvo_procedure_find(book->ruleset, procedure, &p, NULL), SALVO_OK);
    assert_int_equal(ask_words(&question, book, p, &w, NULL), SALVO_OK);
    assert_int_equal(salvo_explain(&e, &question, NULL, NULL), SALVO_OK);
    assert_true(e.tried.cells > 0 && e.tried.values >= e.tried.cells && e.tried.all_results);
    assert_true((e.tried.each_max == 0) == (strcmp(procedure, LONG) != 0));
    answer_with(&question, &w, &(salvo_change){0, 0, 0, book->store.tables[0].cells[0].text}, &a.here);
    for (size_t t = 0, i = 0; t < book->store.n_tables; t++)
        for (size_t at = 0; at < book->store.tables[t].n_rows * book->store.tables[t].n_columns; at++)
            if (is_checked(&book->store.tables[t], at) &&
                (i++ % cells_apart == 0 || told_cell(&e, &book->store.tables[t], at)))
                check_cell(&a, t, at);
    salvo_text_free(&a.here);
    salvo_explanation_free(&e);
    salvo_question_free(&question);
}

typedef struct cells_case {
    const char *ruleset, *procedure, *words[6];
} cells_case;

static const cells_case CELLS_CASES[] = {
    {"mad", "mad.direct-fire", {"weapon=cannon-b", "range=500"}},
    {"mad", "mad.duel", {"a=german-tiger-i", "b=british-sherman-firefly", "range=500"}},
    {"trr", "trr.duel", {"a=german-tiger-i", "b=british-sherman-firefly", "range=50"}},
    {"skank", "skank.direct-fire", {"weapon=rifle", "range=10"}},
    {"rookie", "rookie.fire", {"data=reconstruction"}},
};

static void cells_that_decide_change_the_answer(void **state)
{
    const cells_case *c = *state;
    salvo_rulebook book;

    book_open(&book, c->ruleset, "");
    check_cells(&book, c->procedure, c->words);
    salvo_rulebook_close(&book);
}

/* Rules in Lua note what they read; the default of a parameter is read by salvo. */
static void cells_of_rules_in_lua_change_the_answer(void **state)
{
    static const struct {
        const char *folder, *procedure, *words[5];
    } CASES[] = {
        {"templates/opposed-dice", "my-game.duel", {"a=hero", "b=recruit", "range=12"}},
        {"mad", "mad.direct-fire", {"weapon=cannon-d", "range=100", "cover=fortification"}},
        {"mad", "mad.artillery-attack", {"calibre=medium"}},
        {"mad", "mad.duel", {"a=german-tiger-i", "b=british-sherman-firefly", "range=500", "b-cover=fortification"}},
    };
    const size_t apart = cells_apart;
    salvo_rulebook book;
    char path[512];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        cells_apart = i && apart > 1 ? 20 * apart : apart; /* a copy of a large book takes milliseconds */
        snprintf(path, sizeof path, "%s/%s", getenv("SALVO_DATA"), CASES[i].folder);
        assert_int_equal(salvo_rulebook_open(&book, NULL, path, NULL, 0, NULL), SALVO_OK);
        check_cells(&book, CASES[i].procedure, CASES[i].words);
        salvo_rulebook_close(&book);
    }
    cells_apart = apart;
}

int main(void)
{
    const char *all = getenv("SALVO_ALL_CELLS");
    struct CMUnitTest tests[24];
    size_t n = 0;

    cells_apart = all ? 1 : cells_apart;
    for (; n < SALVO_N_BOOKS; n++)
        tests[n] = row_test(SALVO_BOOKS[n], a_ruleset_adds_up, SALVO_BOOKS[n]);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(rules_in_lua_add_up);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(dice_add_up);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(futures_tell_what_states_do);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(many_results_are_few_sets_of_faces);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(long_pools_add_up);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(a_long_pool_by_hand);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(the_cells_of_an_attack);
    for (size_t i = 0; i < COUNT_OF(CELLS_CASES); i++)
        tests[n++] = row_test(CELLS_CASES[i].procedure, cells_that_decide_change_the_answer, &CELLS_CASES[i]);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(cells_of_rules_in_lua_change_the_answer);
    return _cmocka_run_group_tests("explained", tests, n, mad_open, mad_close);
}
