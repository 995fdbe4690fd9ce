/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work that is shared out: packed numbers against the numbers themselves, trial ranges of a store against a plain array, parts
 * that cover every job exactly once, and ranks (here threads with letter boxes) against one process. */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <salvo/simulate.h>

#include "share/share.h"
#include "simulate/schedule.h"
#include "splitmix.h"
#include "support.h"

/* Packed numbers. */

static const uint64_t NUMBERS[] = {0, 0, 1, 127, 128, 16383, 16384, 0, 0, 0, UINT32_MAX, UINT64_MAX, 0};
enum { N_NUMBERS = COUNT_OF(NUMBERS) };

static void sums_add_up(void **state)
{
    uint64_t from[N_NUMBERS], to[N_NUMBERS];
    packed p = {.n = 0};

    (void)state;
    memcpy(from, NUMBERS, sizeof from);
    memcpy(to, NUMBERS, sizeof to);
    packed_sums(&p, from, N_NUMBERS);
    assert_memory_equal(from, NUMBERS, sizeof from); /* writing changes nothing */
    packed_rewind(&p);
    packed_sums(&p, to, N_NUMBERS);
    assert_int_equal(packed_status(&p, NULL), SALVO_OK);
    for (size_t i = 0; i < N_NUMBERS; i++)
        assert_int_equal(to[i], 2 * NUMBERS[i]); /* modulo 2^64, like any sum */
    packed_free(&p);
}

/* Against the compiler's own numbers of 128 bits, where it has them. */
static void wide_sums_keep_their_sign(void **state)
{
#ifdef __SIZEOF_INT128__
    uint64_t dice = 5;

    (void)state;
    for (int i = 0; i < 10000; i++) {
        const int shift = (int)(splitmix_next(&dice) % 120), back = (int)(splitmix_next(&dice) % 120);
        __extension__ const __int128 a = (__int128)((int64_t)splitmix_next(&dice)) * ((__int128)1 << (shift / 2)),
                                     b = -(__int128)(splitmix_next(&dice) >> (back / 2));
        wide x = {(uint64_t)a, (int64_t)(a >> 64)}, y = {(uint64_t)b, (int64_t)(b >> 64)};
        packed p = {.n = 0};

        packed_wide_sum(&p, &x);
        packed_rewind(&p);
        packed_wide_sum(&p, &y);
        assert_int_equal(packed_status(&p, NULL), SALVO_OK);
        assert_int_equal(y.low, (uint64_t)(a + b));
        assert_int_equal(y.high, (int64_t)((a + b) >> 64));
        packed_free(&p);
    }
#else
    (void)state;
#endif
}

static void values_come_back(void **state)
{
    double real = -0.1, infinite = INFINITY, nan = NAN;
    float half = 0.3F;
    bool flag = true;
    char *text = strdup("Tiger I"), *none = NULL;
    packed p = {.n = 0};

    (void)state;
    packed_real(&p, &real);
    packed_real(&p, &infinite);
    packed_real(&p, &nan);
    packed_float(&p, &half);
    packed_flag(&p, &flag);
    packed_text(&p, &text);
    packed_text(&p, &none);
    real = infinite = nan = half = 0;
    flag = false;
    text[0] = '?';
    none = strdup("freed");
    packed_rewind(&p);
    packed_real(&p, &real);
    packed_real(&p, &infinite);
    packed_real(&p, &nan);
    packed_float(&p, &half);
    packed_flag(&p, &flag);
    packed_text(&p, &text);
    packed_text(&p, &none);
    assert_int_equal(packed_status(&p, NULL), SALVO_OK);
    /* The cast: on some machines (s390x) C's float constants have more digits than a float. */
    assert_true(real == -0.1 && isinf(infinite) && isnan(nan) && half == (float)0.3F && flag);
    assert_string_equal(text, "Tiger I");
    assert_null(none);
    free(text);
    packed_free(&p);
}

/* Bytes cut off anywhere, and bytes that are left over, are noticed; nothing is read beyond them. */
static void damage_is_noticed(void **state)
{
    uint64_t from[N_NUMBERS];
    packed p = {.n = 0};

    (void)state;
    memcpy(from, NUMBERS, sizeof from);
    packed_sums(&p, from, N_NUMBERS);
    for (size_t n = 0; n < p.n; n++) {
        unsigned char *cut = malloc(n + 1); /* of just that size, for the sanitiser */
        packed rest = packed_of(memcpy(cut, p.bytes, n), n);

        packed_sums(&rest, from, N_NUMBERS);
        assert_int_equal(packed_status(&rest, NULL), SALVO_BAD_INPUT);
        free(cut);
    }
    packed_rewind(&p);
    packed_sums(&p, from, N_NUMBERS - 2);
    assert_int_equal(packed_status(&p, NULL), SALVO_BAD_INPUT);
    packed_free(&p);
}

/* Parts. */

/* Walks through a job of `total` as part `part` of `parts` and notes what is worked out. */
static void walk_part(salvo_share *s, uint64_t total, int *worked)
{
    share_job walked;
    packed words = {.n = 0};
    uint64_t at = 0;

    share_begin(s, &walked, 1, total, true);
    while (at < total) {
        share_step step;
        uint64_t until;

        assert_int_equal(share_next(s, &walked, at, total, &step, &until, &words, NULL), SALVO_OK);
        assert_true(until > at && until <= total);
        assert_int_not_equal(step, SHARE_FOUND); /* there is no store */
        for (uint64_t i = at; i < until; i++)
            worked[i] += step == SHARE_WORK;
        at = until;
    }
    share_end(s);
    packed_free(&words);
}

static void parts_cover_all_once(void **state)
{
    enum { MOST = 40 };

    (void)state;
    for (uint64_t total = 1; total <= MOST; total++)
        for (unsigned parts = 1; parts <= MOST + 2; parts++) {
            int worked[MOST] = {0};

            for (unsigned part = 1; part <= parts; part++) {
                salvo_share s = {.part = part, .parts = parts};

                walk_part(&s, total, worked);
            }
            for (uint64_t i = 0; i < total; i++)
                assert_int_equal(worked[i], 1);
        }
}

/* Stores. */

static const store_opening OURS = {.sources = "0123456789abcdef"};

/* The store in memory; NULL where salvo was built without. */
static result_store *open_store(void)
{
    result_store *s;

    if (result_store_open(&s, NULL, &OURS, NULL) != SALVO_OK)
        print_message("this salvo was built without SQLite\n");
    return s;
}

static void put(result_store *s, uint64_t of, uint64_t first, uint64_t count)
{
    uint64_t number = first * 1000 + count;
    packed words = {.n = 0};

    packed_number(&words, &number);
    assert_int_equal(result_store_put(s, 7, of, first, count, &words, NULL), SALVO_OK);
    packed_free(&words);
}

static void trial_ranges_are_found(void **state)
{
    result_store *s = open_store();
    packed words = {.n = 0};
    uint64_t end, next, number;

    (void)state;
    if (!s)
        return;
    put(s, 1, 0, 10);
    put(s, 1, 0, 20);
    put(s, 1, 30, 5);
    put(s, 2, 3, 5);
    assert_int_equal(result_store_find(s, 1, 0, 15, &end, &words, NULL), SALVO_OK);
    assert_int_equal(end, 10); /* the longest that ends in time */
    packed_number(&words, &number);
    assert_int_equal(number, 10);
    assert_int_equal(result_store_find(s, 1, 0, 25, &end, &words, NULL), SALVO_OK);
    assert_int_equal(end, 20);
    assert_int_equal(result_store_find(s, 1, 20, 100, &end, &words, NULL), SALVO_OK);
    assert_int_equal(end, 20); /* none begins there */
    assert_int_equal(words.n, 0);
    assert_int_equal(result_store_next(s, 1, 20, &next, NULL), SALVO_OK);
    assert_int_equal(next, 30);
    assert_int_equal(result_store_next(s, 2, 3, &next, NULL), SALVO_OK);
    assert_true(next == UINT64_MAX);
    packed_free(&words);
    result_store_close(s);
}

/* One version may be built of several sources: a store serves those that made it. */
static void a_store_serves_its_sources(void **state)
{
    const store_opening theirs = {.sources = "0123456789abcdee", .purpose = STORE_MUST_EXIST};
    char path[] = "store-XXXXXX";
    const int file = mkstemp(path);
    result_store *s;
    salvo_error err;

    (void)state;
    assert_true(file >= 0);
    close(file); /* an empty file is a new store */
    if (result_store_open(&s, path, &OURS, NULL) == SALVO_OK) {
        result_store_close(s);
        assert_int_equal(result_store_open(&s, path, &theirs, &err), SALVO_BAD_INPUT);
        assert_non_null(strstr(err.text, "with other sources (0123456789abcdef; these are 0123456789abcdee)"));
        assert_null(s);
        assert_int_equal(result_store_open(&s, path, &OURS, NULL), SALVO_OK);
        result_store_close(s);
    }
    unlink(path);
}

/* Ranks. */

enum { RANKS_MAX = 8 };

typedef struct letter {
    packed bytes;
    bool there;
} letter;

/* What all ranks have in common: a counter, and a box for letters from each to each. */
typedef struct post {
    pthread_mutex_t lock;
    pthread_cond_t news;
    uint64_t counter;
    letter box[RANKS_MAX][RANKS_MAX];
} post;

typedef struct fake_rank {
    ranks ranks;
    post *post;
} fake_rank;

static uint64_t take(ranks *r, uint64_t count)
{
    post *p = ((fake_rank *)r)->post;
    uint64_t before;

    pthread_mutex_lock(&p->lock);
    before = p->counter;
    p->counter += count;
    pthread_mutex_unlock(&p->lock);
    return before;
}

static bool send_letter(ranks *r, int to, const packed *bytes)
{
    post *p = ((fake_rank *)r)->post;
    letter *box = &p->box[r->rank][to];

    pthread_mutex_lock(&p->lock);
    while (box->there)
        pthread_cond_wait(&p->news, &p->lock);
    assert_int_equal(packed_copy(&box->bytes, bytes, NULL), SALVO_OK);
    box->there = true;
    pthread_cond_broadcast(&p->news);
    pthread_mutex_unlock(&p->lock);
    return true;
}

static bool receive_letter(ranks *r, int from, packed *bytes)
{
    post *p = ((fake_rank *)r)->post;
    letter *box = &p->box[from][r->rank];

    pthread_mutex_lock(&p->lock);
    while (!box->there)
        pthread_cond_wait(&p->news, &p->lock);
    assert_int_equal(packed_copy(bytes, &box->bytes, NULL), SALVO_OK);
    box->there = false;
    pthread_cond_broadcast(&p->news);
    pthread_mutex_unlock(&p->lock);
    return true;
}

/* One rank: its share, and what it came to. */
typedef struct member {
    fake_rank rank;
    salvo_share share;
    const salvo_question *question;
    salvo_plan plan;
    salvo_simulation simulation;
    salvo_status status;
    salvo_error err;
} member;

static void *simulate(void *of)
{
    member *m = of;

    m->status = salvo_simulate(&m->simulation, m->question, &m->plan, &m->err);
    return NULL;
}

/* Runs the plan on n ranks; each of them has its own answer. `store`: of rank 0, or NULL. */
static void simulate_together(member *all, int n, const salvo_question *question, const salvo_plan *plan,
                              result_store *store)
{
    static post office;
    pthread_t threads[RANKS_MAX];

    office = (post){.counter = 0};
    pthread_mutex_init(&office.lock, NULL);
    pthread_cond_init(&office.news, NULL);
    for (int i = 0; i < n; i++) {
        all[i] = (member){
            .rank = {{i, n, take, send_letter, receive_letter, false}, &office}, .question = question, .plan = *plan};
        all[i].share = (salvo_share){.ranks = &all[i].rank.ranks, .store = i ? NULL : store, .keeps = store != NULL};
        share_ask(&all[i].share, "asked by a test", 42);
        all[i].plan.share = &all[i].share;
        all[i].plan.threads = 1 + i % 2;
    }
    for (int i = 0; i < n; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, simulate, &all[i]), 0);
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < RANKS_MAX; i++)
        for (int k = 0; k < RANKS_MAX; k++)
            packed_free(&office.box[i][k].bytes);
}

static void check_same(const salvo_simulation *a, const salvo_simulation *b)
{
    assert_int_equal(a->trials, b->trials);
    assert_int_equal(a->stopped_by, b->stopped_by);
    assert_int_equal(a->hash, b->hash);
    assert_int_equal(a->n_means, b->n_means);
    for (size_t i = 0; i < a->n_means; i++)
        assert_true(a->means[i].mean.value == b->means[i].mean.value && a->means[i].mean.low == b->means[i].mean.low);
}

static const struct ranks_case {
    const char *name;
    salvo_plan plan;
} RANKS_CASES[] = {
    {"a number of trials", {.seed = 3, .trials = 1000003}},
    {"a precision", {.seed = 3, .precision = 0.002}},
    {"fewer trials than ranks", {.seed = 3, .trials = 2}},
    {"the reference engine", {.seed = 3, .trials = 9001, .reference_engine = true}},
};

static void ranks_are_one(void **state)
{
    const struct ranks_case *c = *state;
    static member all[RANKS_MAX];
    salvo_simulation alone;
    answer is;

    ask(&is, mad(), "mad.duel", "a=german-tiger-i b=british-sherman-firefly range=750");
    assert_int_equal(salvo_simulate(&alone, &is.question, &c->plan, NULL), SALVO_OK);
    for (int n = 1; n <= RANKS_MAX; n++)
        for (int stores = 0; stores < 3; stores++) { /* without; one that is new; one that has it all */
            static result_store *store;

            if (stores == 1 && !(store = open_store()))
                break;
            simulate_together(all, n, &is.question, &c->plan, stores ? store : NULL);
            for (int i = 0; i < n; i++) {
                assert_int_equal(all[i].status, SALVO_OK);
                check_same(&all[i].simulation, &alone);
                salvo_simulation_free(&all[i].simulation);
            }
            if (stores == 2)
                result_store_close(store);
        }
    salvo_simulation_free(&alone);
    answer_free(&is);
}

/* Any rank may be told to stop: all end with the same prefix. */
static bool stops(void *context, const salvo_progress *progress)
{
    (void)context;
    return progress->trials < 200000;
}

static void a_stop_is_heard_by_all(void **state)
{
    static member all[RANKS_MAX];
    const salvo_progress_callback watch = {stops, NULL};
    const salvo_plan plan = {.seed = 9, .precision = 0.00001, .progress = &watch};
    salvo_simulation alone;
    answer is;

    (void)state;
    ask(&is, mad(), "mad.duel", "a=german-tiger-i b=british-sherman-firefly range=750");
    simulate_together(all, 4, &is.question, &plan, NULL);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(all[i].status, SALVO_OK);
        assert_true(all[i].share.interrupted);
        check_same(&all[i].simulation, &all[0].simulation);
        assert_int_equal(all[i].simulation.stopped_by, SALVO_INTERRUPTED);
    }
    assert_int_equal(
        salvo_simulate(&alone, &is.question, &(salvo_plan){.seed = 9, .trials = all[0].simulation.trials}, NULL),
        SALVO_OK);
    assert_int_equal(alone.hash, all[0].simulation.hash);
    for (int i = 0; i < 4; i++)
        salvo_simulation_free(&all[i].simulation);
    salvo_simulation_free(&alone);
    answer_free(&is);
}

/* Parts. */

static result_store *copy_of(result_store *from)
{
    result_store *s = open_store();

    assert_non_null(s);
    assert_int_equal(result_store_add(s, from, NULL), SALVO_OK);
    return s;
}

static salvo_status simulate_on(salvo_simulation *to, salvo_share share, const salvo_question *question,
                                const salvo_plan *plan, salvo_error *err)
{
    salvo_plan how = *plan;

    share.keeps = true;
    share_ask(&share, "asked by a test", 42);
    how.share = &share;
    return salvo_simulate(to, question, &how, err);
}

/* All parts but one, each on a copy of what there is, which is all of theirs in the end. `missing` 0: all. */
static void make_parts(result_store *all, unsigned parts, unsigned missing, const salvo_question *question,
                       const salvo_plan *plan)
{
    result_store *begun = copy_of(all);

    for (unsigned part = 1; part <= parts; part++) {
        result_store *own = copy_of(begun);
        salvo_simulation nobody_sees;

        if (part != missing) {
            assert_int_equal(simulate_on(&nobody_sees, (salvo_share){.store = own, .part = part, .parts = parts},
                                         question, plan, NULL),
                             SALVO_OK);
            salvo_simulation_free(&nobody_sees);
            assert_int_equal(result_store_add(all, own, NULL), SALVO_OK);
        }
        result_store_close(own);
    }
    result_store_close(begun);
}

static void check_merged(result_store *all, unsigned parts, const salvo_question *question, const salvo_plan *plan)
{
    salvo_simulation merged, alone;
    salvo_error err = {.text = ""};

    if (simulate_on(&merged, (salvo_share){.store = all, .merged = parts}, question, plan, &err) != SALVO_OK)
        fail_msg("%s", err.text);
    assert_int_equal(salvo_simulate(&alone, question, plan, NULL), SALVO_OK);
    check_same(&merged, &alone);
    salvo_simulation_free(&merged);
    salvo_simulation_free(&alone);
}

static void check_refused(result_store *all, unsigned parts, const salvo_question *question, const salvo_plan *plan,
                          const char *why)
{
    salvo_simulation merged;
    salvo_error err;

    assert_int_equal(simulate_on(&merged, (salvo_share){.store = all, .merged = parts}, question, plan, &err),
                     SALVO_BAD_INPUT);
    if (!strstr(err.text, why))
        fail_msg("'%s' does not say '%s'", err.text, why);
}

/* Nobody tells a part how many trials it takes: all of them foresee the same, and what they make is enough, or the next
 * round is told. */
static void parts_reach_a_precision(void **state)
{
    static const salvo_plan COARSE = {.seed = 5, .precision = 0.002}, FINE = {.seed = 5, .precision = 0.0005};
    result_store *all;
    answer is;

    (void)state;
    ask(&is, mad(), "mad.duel", "a=german-tiger-i b=british-sherman-firefly range=750");
    for (unsigned parts = 1; parts <= 7 && (all = open_store()); parts += 2) {
        make_parts(all, parts, parts > 1 ? 2 : 0, &is.question, &COARSE);
        if (parts > 1) {
            check_refused(all, parts, &is.question, &COARSE, "is not finished");
            make_parts(all, parts, 0, &is.question, &COARSE); /* each on what there is: it makes what it lacks */
        }
        check_merged(all, parts, &is.question, &COARSE);
        check_refused(all, parts, &is.question, &FINE, "is not finished"); /* of what they would make now */
        make_parts(all, parts, 0, &is.question, &FINE);
        check_merged(all, parts, &is.question, &FINE);
        result_store_close(all);
    }
    answer_free(&is);
}

/* Trials whose interval shrinks with the fourth root of their number, in place of the square root: what is foreseen is not
 * enough. Their tally is the sum of their numbers. */
typedef struct slow_tally {
    uint64_t trials, sum;
} slow_tally;

enum { SLOW_ENOUGH = 1 << 20 }; /* a power of two, where runs look */

static void *slow_new(void *context)
{
    (void)context;
    return calloc(1, sizeof(slow_tally));
}

static salvo_status slow_run(void *context, void *tally, uint64_t first, uint64_t count, salvo_error *err)
{
    slow_tally *t = tally;

    (void)context, (void)err;
    t->trials += count;
    t->sum += count * first + count * (count - 1) / 2;
    return SALVO_OK;
}

static void slow_pack(void *context, void *tally, packed *p)
{
    slow_tally *t = tally;

    (void)context;
    packed_sum(p, &t->trials);
    packed_sum(p, &t->sum);
}

static void slow_free(void *context, void *tally)
{
    (void)context;
    free(tally);
}

static double slow_width(void *context)
{
    return pow((double)SLOW_ENOUGH / (double)((slow_tally *)context)->trials, 0.25);
}

static salvo_status run_slowly(slow_tally *sum, salvo_share share, salvo_error *err)
{
    const salvo_plan plan = {.precision = 0.5, .share = &share};
    const trial_job slow = {sum, sum, slow_new, slow_run, slow_pack, slow_free, slow_width, 1, false, NULL};
    schedule s = {.plan = &plan, .block_max = 1 << 14};

    *sum = (slow_tally){.trials = 0};
    share.keeps = true;
    share_ask(&share, "asked by a test", 43);
    return schedule_run(&s, &slow, err);
}

/* 2^16 trials are half as narrow as they should be, so that parts foresee 2^19: it takes 2^20. */
static void parts_go_on_in_rounds(void **state)
{
    enum { PARTS = 3 };
    result_store *all = open_store();
    slow_tally sum = {.trials = 0};
    salvo_error err;
    int rounds = 1;

    (void)state;
    for (; all && rounds < 9; rounds++) {
        result_store *begun = copy_of(all);

        for (unsigned part = 1; part <= PARTS; part++) {
            result_store *own = copy_of(begun);

            assert_int_equal(run_slowly(&sum, (salvo_share){.store = own, .part = part, .parts = PARTS}, NULL),
                             SALVO_OK);
            assert_int_equal(result_store_add(all, own, NULL), SALVO_OK);
            result_store_close(own);
        }
        result_store_close(begun);
        if (run_slowly(&sum, (salvo_share){.store = all, .merged = PARTS}, &err) == SALVO_OK)
            break;
        assert_string_equal(err.text,
                            "524288 more trials are needed that no part has made: run all 3 parts again, each on "
                            "a copy of the merged store (salvo merge --store FILE)");
    }
    assert_true(!all || rounds == 2);
    assert_true(!all || (sum.trials == SLOW_ENOUGH && sum.sum == (uint64_t)SLOW_ENOUGH * (SLOW_ENOUGH - 1) / 2));
    result_store_close(all);
}

int main(void)
{
    const struct CMUnitTest alone[] = {
        cmocka_unit_test(sums_add_up),           cmocka_unit_test(wide_sums_keep_their_sign),
        cmocka_unit_test(values_come_back),      cmocka_unit_test(damage_is_noticed),
        cmocka_unit_test(parts_cover_all_once),  cmocka_unit_test(trial_ranges_are_found),
        cmocka_unit_test(parts_go_on_in_rounds), cmocka_unit_test(a_store_serves_its_sources),
    };
    struct CMUnitTest together[COUNT_OF(RANKS_CASES) + 2];
    size_t n = 0;

    for (; n < COUNT_OF(RANKS_CASES); n++)
        together[n] = row_test(RANKS_CASES[n].name, ranks_are_one, &RANKS_CASES[n]);
    together[n++] = (struct CMUnitTest){"a stop is heard by all", a_stop_is_heard_by_all, NULL, NULL, NULL};
    together[n] = (struct CMUnitTest){"parts reach a precision", parts_reach_a_precision, NULL, NULL, NULL};
    return cmocka_run_group_tests_name("packed numbers, parts, stores", alone, NULL, NULL) +
           cmocka_run_group_tests_name("ranks", together, mad_open, mad_close);
}
