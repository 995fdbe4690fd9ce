/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Battles that are prepared from what others have left in a cache are, table by table, those that are prepared alone:
 * of every ruleset, with random armies at every meeting of a points plan, under every policy. What decides on it, the
 * bytes of fires, is the same whatever the stack held. */
#include <stdlib.h>
#include <string.h>

#include <salvo/arena.h>

#include "fight/battle_compile.h"
#include "points/pair_match.h"
#include "support.h"

enum { PAIRS = IS_SANITISED ? 2 : 6 };

static void assert_same_words(const uint32_t *a, const uint32_t *b, size_t n, const char *what)
{
    if (!a != !b || (a && memcmp(a, b, n * sizeof *a) != 0))
        fail_msg("%s differ", what);
}

static void assert_same_sides(const battle_tables *a, const battle_tables *b, int side)
{
    const side_tables *x = &a->side[side], *y = &b->side[side];
    side_tables like = *y;

    assert_int_equal(x->n_codes, y->n_codes);
    assert_same_words(x->strength, y->strength, x->n_codes, "strengths");
    assert_same_words(x->stopped, y->stopped, x->n_codes, "who is stopped");
    assert_same_words(x->worn, y->worn, x->n_codes, "who is worn");
    assert_same_words(x->throws, y->throws, x->n_classes, "throws");
    assert_same_words(x->next, y->next, x->n_codes, "the next turn");
    assert_same_words(x->after, y->after, 2 * (size_t)x->n_codes, "throws at the end of a turn");
    like.strength = x->strength;
    like.stopped = x->stopped;
    like.worn = x->worn;
    like.throws = x->throws;
    like.next = x->next;
    like.after = x->after;
    assert_same_words(x->acts_as, y->acts_as, x->n_classes, "the order of actors");
    like.acts_as = x->acts_as;
    assert_memory_equal(x, &like, sizeof like); /* both were zeroed */
}

static void assert_same_tables(const battle_tables *a, const battle_tables *b)
{
    const size_t n = (size_t)a->n_rows << a->bits;

    assert_int_equal(a->bits, b->bits);
    assert_int_equal(a->n_rows, b->n_rows);
    for (int side = SIDE_A; side <= SIDE_B; side++)
        assert_same_sides(a, b, side);
    assert_same_words((const uint32_t *)a->columns, (const uint32_t *)b->columns, 2 * n, "columns");
    assert_same_words(a->own, b->own, n, "actors' results");
    assert_same_words((const uint32_t *)a->narrow, (const uint32_t *)b->narrow, 2 * n, "narrow columns");
    assert_same_words(a->flags, b->flags, a->n_rows, "flags");
    assert_same_words(a->ranks, b->ranks, a->n_rows, "ranks");
    assert_same_words(a->turns, b->turns, a->n_rows, "turns");
    assert_memory_equal(a->harms, b->harms, sizeof a->harms);
    assert_same_words(a->next_place, b->next_place, (size_t)a->model->n_places * N_PACES * N_PACES, "places");
    assert_true(a->always_attacks == b->always_attacks && a->first_a == b->first_a && a->can_rest == b->can_rest &&
                a->can_idle == b->can_idle && a->asks_first == b->asks_first && a->draws_a_turn == b->draws_a_turn);
}

/* The battle prepared with the cache and alone; NULL: neither can be. */
static bool compile(battle_tables *t, const unit_pool *pool, const army_pair *pair, const pool_condition *at,
                    int attacker, compile_cache *cache, salvo_arena *memory)
{
    battle_model *model = salvo_arena_array(memory, 1, sizeof *model);
    salvo_error err = {0};

    return pair_match_prepare(model, pool, pair, at, attacker, cache, memory, &err) == SALVO_OK &&
           battle_tables_compile(t, model, cache, &err) == SALVO_OK;
}

/* What a function finds on its stack, and may leave in the padding of a structure that it fills. */
__attribute__((noinline)) static void leave_on_stack(int byte)
{
    volatile unsigned char left[1 << 15];

    for (size_t i = 0; i < sizeof left; i++)
        left[i] = (unsigned char)byte;
}

static void assert_same_fires(const battle_model *a, const battle_model *b)
{
    for (int place = 0; place < a->n_places; place++)
        for (int side = SIDE_A; side <= SIDE_B; side++)
            for (int kind = 0; kind < a->side[side].n_kinds; kind++)
                for (int at = 0; at < a->side[enemy_of(side)].n_kinds; at++) {
                    const size_t number = battle_model_fire_number(a, place, side, kind, at);

                    assert_memory_equal(a->fires[number]->bytes, b->fires[number]->bytes, a->adapter->fire_size);
                }
}

/* Fires are told apart by their bytes: whatever was on the stack, the same fire has the same. */
static void compare_fires(const unit_pool *pool, const army_pair *pair, const pool_condition *at)
{
    salvo_arena *memory = salvo_arena_new();
    battle_model *made[2];
    bool done[2];

    for (int i = 0; i < 2; i++) {
        made[i] = salvo_arena_array(memory, 1, sizeof *made[i]);
        leave_on_stack(i ? 0xff : 0);
        done[i] = pair_match_prepare(made[i], pool, pair, at, 0, NULL, memory, NULL) == SALVO_OK;
    }
    assert_int_equal(done[0], done[1]);
    if (done[0])
        assert_same_fires(made[0], made[1]);
    salvo_arena_free(memory);
}

static size_t compare(const unit_pool *pool, const army_pair *pair, const pool_condition *at, compile_cache *cache)
{
    size_t n = 0;

    for (int attacker = 0; attacker < attackers_at(at); attacker++) {
        salvo_arena *memory = salvo_arena_new();
        battle_tables cached = {0}, alone = {0};
        bool done;

        assert_true(compile_cache_make_room(cache));
        done = compile(&cached, pool, pair, at, attacker, cache, memory);
        assert_int_equal(compile(&alone, pool, pair, at, attacker, NULL, memory), done);
        if (done)
            assert_same_tables(&cached, &alone);
        n += done;
        battle_tables_free(&cached);
        battle_tables_free(&alone);
        salvo_arena_free(memory);
    }
    return n;
}

/* How many battles were compared. */
static size_t compare_pairs(const salvo_rulebook *book, salvo_targets targets, size_t bytes_max)
{
    salvo_points_plan plan = SALVO_POINTS_PLAN;
    compile_cache cache;
    double *prices;
    size_t n = 0;
    unit_pool pool;

    plan.pairs = 20;
    plan.brackets_max = 2;
    plan.elements_max = 4;
    for (int side = 0; side < 2; side++)
        plan.battle.army[side].targets = targets;
    assert_int_equal(unit_pool_open(&pool, book, &plan, NULL), SALVO_OK);
    assert_true(compile_cache_init(&cache, pool.adapter));
    cache.bytes_max = bytes_max;
    prices = calloc(pool.n, sizeof *prices);
    for (size_t u = 0; u < pool.n; u++)
        prices[u] = pool.units[u].price;
    for (uint64_t i = 0; i < PAIRS; i++) {
        const army_sampler sampler = {.pool = &pool, .prices = prices, .seed = 3, .stream = STREAM_EQUAL};
        army_pair pair;

        assert_true(army_pair_draw(&pair, &sampler, i));
        for (size_t at = 0; at < pool.n_conditions; at++) {
            compare_fires(&pool, &pair, &pool.conditions[at]);
            n += compare(&pool, &pair, &pool.conditions[at], &cache);
        }
    }
    free(prices);
    compile_cache_free(&cache);
    unit_pool_close(&pool);
    return n;
}

static void prepared_from_a_cache_or_alone(void **state)
{
    const char *ruleset = *state;
    salvo_rulebook book;
    size_t n = 0;

    book_open(&book, ruleset, "");
    for (int targets = 0; targets < SALVO_N_TARGETS; targets++)
        n += compare_pairs(&book, (salvo_targets)targets, SIZE_MAX);
    assert_true(n > 0);
    salvo_rulebook_close(&book);
}

/* A cache that forgets all before every battle. */
static void forgotten_in_between(void **state)
{
    (void)state;
    assert_true(compare_pairs(mad(), SALVO_WEAKEST, 0) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        row_test("mad", prepared_from_a_cache_or_alone, "mad"),
        row_test("trr", prepared_from_a_cache_or_alone, "trr"),
        row_test("skank", prepared_from_a_cache_or_alone, "skank"),
        row_test("mbt2030", prepared_from_a_cache_or_alone, "mbt2030"),
        row_test("rookie", prepared_from_a_cache_or_alone, "rookie"),
        cmocka_unit_test(forgotten_in_between),
    };

    return cmocka_run_group_tests_name("compile cache", tests, mad_open, mad_close);
}
