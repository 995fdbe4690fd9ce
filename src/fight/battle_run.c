#include "fight/battle_run.h"

#include <omp.h>
#include <string.h>

#include "simulate/by_the_book.h"

enum {
    BLOCK_TRIALS = 1 << 12, /* what a thread takes at a time: a millisecond or a few */
    BOOK_BLOCK_TRIALS = 1 << 8,
    FIRST_LOOK = 1 << 14, /* trials before a run asks whether it is precise enough; then at each doubling */
};

/* ---- by the book ---------------------------------------------------------------------------------------------------------- */

static void note_book_turn(const battle_run *r, survivors to, const int64_t *gain)
{
    int64_t turn = gain[GAIN_TURNS] <= TURNS_TOLD ? gain[GAIN_TURNS] : TURNS_TOLD + 1;

    for (int side = SIDE_A; side <= SIDE_B; side++)
        to[turn][side][r->e->side[side].n - gain[GAIN_DOWN_A + side]]++;
}

/* One battle of the chain. false when it used up its draws. */
static bool fight_by_the_book(const battle_run *r, pcg32 *rng, battle_tally *t)
{
    enum { STEPS_MAX = (1 << 24) / (SALVO_DICE_MAX + 1) };
    _Alignas(max_align_t) unsigned char state[SALVO_STATE_MAX] = {0};
    const salvo_chain *chain = &r->e->chain;
    int64_t gain[N_GAINS] = {0};
    bool begins = true;

    chain->start(r->e, state);
    for (int step = 0; step < STEPS_MAX; step++) {
        int outcome = chain->outcome(r->e, state);
        uint8_t faces[SALVO_DICE_MAX];
        salvo_dice dice;

        if (outcome != SALVO_GOES_ON) {
            battle_tally_code(t, outcome, 1);
            salvo_moments_add(&t->turns, gain[GAIN_TURNS], 1);
            note_book_turn(r, t->ended, gain);
            for (int side = SIDE_A; side <= SIDE_B; side++)
                salvo_moments_add(&t->lost[side], gain[GAIN_LOST_A + side], 1);
            return true;
        }
        if (begins && gain[GAIN_TURNS] <= TURNS_TOLD)
            note_book_turn(r, t->going, gain);
        chain->dice(r->e, state, &dice);
        by_the_book_throw(&dice, rng, faces);
        begins = chain->step(r->e, state, faces, gain);
    }
    return false;
}

static void throw_block(const battle_run *r, const stretch *s, battle_tally *t)
{
    t->trials += s->count;
    for (uint64_t i = 0; i < s->count && !t->too_long; i++) {
        pcg32 rng = pcg32_trial(s->seed, s->first + i);

        t->too_long = !fight_by_the_book(r, &rng, t);
    }
}

/* ---- trials ---------------------------------------------------------------------------------------------------------------- */

static void run_block(const battle_run *r, const stretch *s, battle_tally *t)
{
    if (r->kernel)
        r->kernel->fight(&r->tables, s, t);
    else
        throw_block(r, s, t);
}

static uint64_t battles_counted(const battle_tally *t)
{
    uint64_t n = 0;

    for (size_t i = 0; t->codes && i < t->n_codes; i++)
        n += t->codes[i];
    for (size_t i = 0; i < t->seen.count; i++)
        n += t->seen_counts[i];
    return n;
}

/* What every run asserts: no battle is lost, and in each of them start is lost and left. */
static salvo_status check(const battle_tally *t, salvo_error *err)
{
    if (t->no_memory)
        return salvo_fail_memory(err);
    if (t->too_long)
        return salvo_fail(err, SALVO_TOO_LARGE, "a battle took more turns than it has dice for; it hardly ever ends");
    if (t->leaks || battles_counted(t) != t->trials)
        return salvo_fail(err, SALVO_TOO_LARGE,
                          "an internal check failed: what battles began with is not what was lost and what is left");
    return SALVO_OK;
}

/* Runs trials first .. first + count - 1. Blocks are shared out as threads come free; sums do not mind. */
static salvo_status run_trials(battle_run *r, uint64_t first, uint64_t count, salvo_error *err)
{
    const uint64_t size = r->kernel ? BLOCK_TRIALS : BOOK_BLOCK_TRIALS;
    int64_t n_blocks = (int64_t)((count + size - 1) / size);

#pragma omp parallel num_threads(r->plan->threads > 0 ? r->plan->threads : omp_get_max_threads()) if (n_blocks > 1)
    {
        battle_tally own;
        bool ready = battle_tally_init(&own, r->e);

#pragma omp for schedule(dynamic)
        for (int64_t b = 0; b < n_blocks; b++) {
            uint64_t from = (uint64_t)b * size;
            stretch s = {r->plan->seed, first + from, count - from < size ? count - from : size};

            if (ready && !own.too_long)
                run_block(r, &s, &own);
        }
#pragma omp critical
        if (!ready || !battle_tally_add(&r->tally, &own))
            r->tally.no_memory = true;
        battle_tally_free(&own);
    }
    return check(&r->tally, err);
}

salvo_status battle_run_all(battle_run *r, double (*width)(void *context, battle_run *r), void *context,
                            salvo_error *err)
{
    r->stopped_by = SALVO_STOPPED_BY_TRIALS;
    if (r->plan->trials)
        return run_trials(r, 0, r->plan->trials, err);
    for (uint64_t goal = FIRST_LOOK;; goal *= 2) {
        salvo_status status = run_trials(r, r->tally.trials, goal - r->tally.trials, err);
        double widest;

        if (status != SALVO_OK)
            return status;
        r->stopped_by = SALVO_STOPPED_BY_CAP; /* what is looked at is told as what holds at any time */
        widest = width(context, r);
        if (widest < 0)
            return salvo_fail_memory(err);
        if (widest <= 1)
            r->stopped_by = SALVO_STOPPED_BY_PRECISION;
        if (widest <= 1 || goal >= SALVO_TRIALS_CAP)
            return SALVO_OK;
    }
}

/* ---- making ready ------------------------------------------------------------------------------------------------------------ */

static salvo_status check_plan(const salvo_plan *plan, salvo_error *err)
{
    if (plan->trials > PCG32_TRIALS_MAX)
        return salvo_fail(err, SALVO_BAD_INPUT, "%llu trials are more than a seed has room for; %llu at most",
                          (unsigned long long)plan->trials, (unsigned long long)PCG32_TRIALS_MAX);
    if (!plan->trials && !(plan->precision > 0 && plan->precision < 1))
        return salvo_fail(err, SALVO_BAD_INPUT, "the precision is a half-width between 0 and 1, as in 0.001");
    return SALVO_OK;
}

salvo_status battle_run_prepare(battle_run *r, const engagement *e, const salvo_plan *plan, salvo_error *err)
{
    salvo_error too_large = {.text = ""};
    salvo_status status = check_plan(plan, err);

    memset(r, 0, sizeof *r);
    r->e = e;
    r->plan = plan;
    if (status == SALVO_OK)
        status = battle_kernel_find(plan->isa, &r->kernel, err);
    if (status == SALVO_OK && !battle_tally_init(&r->tally, e))
        status = salvo_fail_memory(err);
    if (status != SALVO_OK)
        return status;
    if (!plan->by_the_book)
        status = battle_tables_compile(&r->tables, e, &too_large);
    if (status == SALVO_TOO_LARGE)
        memcpy(r->why, too_large.text, sizeof r->why);
    if (plan->by_the_book || status == SALVO_TOO_LARGE) {
        r->kernel = NULL;
        return SALVO_OK;
    }
    return status == SALVO_OK ? SALVO_OK : salvo_fail_memory(err);
}

void battle_run_free(battle_run *r)
{
    battle_tables_free(&r->tables);
    battle_tally_free(&r->tally);
}

const char *battle_run_engine(const battle_run *r)
{
    return r->kernel ? r->kernel->name : "by-the-book";
}
