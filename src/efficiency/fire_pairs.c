/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "efficiency/fire_pairs.h"

#include <stdlib.h>
#include <string.h>

#include "base/try.h"
#include "simulate/work.h"

/* A pair takes a fraction of a millisecond to solve, and a row of a store takes a hundredth of one. So this many share
 * a row. */
enum { PAIRS_AT_A_TIME = 16 };

typedef struct solved_pair {
    uint32_t firer, target;
    const char *remark; /* about its numbers; or NULL */
} solved_pair;

/* The memory of a thread: words and texts of one pair, freed before the next one. */
typedef struct scratch {
    salvo_arena *memory;
    const char **words;
} scratch;

salvo_status fire_pairs_begin(fire_pairs *p, const fire *f, const double *ranges, size_t n_ranges, salvo_arena *memory,
                              salvo_error *err)
{
    const size_t n = salvo_unit_set_size(&f->firers) * salvo_unit_set_size(&f->targets);

    *p = (fire_pairs){.fire = f, .ranges = ranges, .n_ranges = n_ranges, .memory = memory};
    p->place = salvo_arena_array(memory, n, sizeof *p->place);
    return p->place ? SALVO_OK : salvo_fail_memory(err);
}

static uint32_t *place_of(const fire_pairs *p, size_t firer, size_t target)
{
    return &p->place[firer * salvo_unit_set_size(&p->fire->targets) + target];
}

void fire_pairs_ask(fire_pairs *p, size_t firer, size_t target)
{
    uint32_t *place = place_of(p, firer, target);

    p->n += *place == 0;
    *place = 1;
}

/* Returns the probability of all outcomes that do harm: all except those named in `harmless`, which are separated by
 * "|". So a new outcome of a ruleset does harm until its adapter says otherwise. */
static double harm_of(const salvo_odds *odds, const char *harmless)
{
    double harm = 0;

    for (size_t i = 0; i < odds->n_outcomes; i++) {
        size_t length = strlen(odds->outcomes[i].label);
        bool harms = true;

        for (const char *word = harmless; word; word = strchr(word, '|') ? strchr(word, '|') + 1 : NULL)
            if (strcspn(word, "|") == length && strncmp(word, odds->outcomes[i].label, length) == 0)
                harms = false;
        harm += harms ? odds->outcomes[i].probability.value : 0;
    }
    return harm;
}

/* "Killed" may be an expectation or an outcome, depending on how a ruleset counts kills. */
static bool is_expectation(const salvo_procedure *procedure, const char *name)
{
    for (size_t k = 0; k < procedure->n_expectations; k++)
        if (strcmp(procedure->expectations[k].name, name) == 0)
            return true;
    return false;
}

/* Any thread may have a remark for its pair. The texts are in the arena, which threads share. */
static salvo_status note_remark(fire_pairs *p, solved_pair *of, const char *remark, salvo_error *err)
{
    if (!remark || of->remark)
        return SALVO_OK;
#pragma omp critical(salvo_fire_pairs)
    of->remark = salvo_arena_text(p->memory, remark);
    return of->remark ? SALVO_OK : salvo_fail_memory(err);
}

/* One pair at one range while it is solved. */
typedef struct measuring {
    fire_pairs *pairs;
    solved_pair *pair;
    scratch *scratch;
    size_t n_words; /* without that of a single shot */
} measuring;

static const salvo_fire_adapter *adapter_of(const fire_pairs *p)
{
    return p->fire->book->ruleset->fire;
}

/* What an activation does, and its number of shots. Questions of rules in Lua that cannot differ share it. */
typedef struct measured {
    salvo_effect effect;
    int shots;
} measured;

/* Solves the question, always exactly, because an activation is a handful of dice. */
static salvo_status solve(const measuring *m, const salvo_question *question, measured *to, salvo_error *err)
{
    const salvo_fire_adapter *adapter = adapter_of(m->pairs);
    salvo_odds odds;
    salvo_status status = note_remark(m->pairs, m->pair, salvo_question_remark(question), err);

    memset(to, 0, sizeof *to); /* shared answers are compared byte by byte */
    to->shots = adapter->shots ? adapter->shots(question->situation) : 1;
    status = status == SALVO_OK ? salvo_odds_solve(&odds, question, NULL, err) : status;
    if (status != SALVO_OK)
        return status;
    to->effect.hit = harm_of(&odds, adapter->harmless);
    to->effect.kill = is_expectation(question->procedure, adapter->killed)
                          ? salvo_odds_mean(&odds, adapter->killed)
                          : salvo_odds_probability(&odds, adapter->killed);
    to->effect.damage = salvo_odds_mean(&odds, adapter->damage);
    salvo_odds_free(&odds);
    return SALVO_OK;
}

/* Measures the effect of the question of the first n words. */
static salvo_status measure(const measuring *m, size_t n, measured *to, salvo_error *err)
{
    const fire *f = m->pairs->fire;
    salvo_question question;
    const void *known;
    salvo_status status =
        salvo_question_ask_shared(&question, f->book, f->procedure, m->scratch->words, n, &known, err);

    if (status != SALVO_OK)
        return status;
    if (known) {
        memcpy(to, known, sizeof *to);
    } else {
        status = solve(m, &question, to, err);
        if (status == SALVO_OK)
            salvo_question_keep(&question, to, sizeof *to);
    }
    salvo_question_free(&question);
    return status;
}

/* Measures only the k-th shot of the activation. */
static salvo_status measure_one(const measuring *m, int k, salvo_effect *one, salvo_error *err)
{
    const char **word = &m->scratch->words[m->n_words];
    measured of_shot = {.shots = 1};
    salvo_status status;

    *word = salvo_arena_printf(m->scratch->memory, "%s=%d", adapter_of(m->pairs)->each, k);
    status = *word ? measure(m, m->n_words + 1, &of_shot, err) : salvo_fail_memory(err);
    *one = of_shot.effect;
    return status;
}

/* If all shots are alike, one represents all. Shots that cannot do harm do not count, so that an average over them is
 * undefined. */
static salvo_status measure_alike(const measuring *m, fire_effect *e, int shots, salvo_error *err)
{
    salvo_status status = measure_one(m, 1, &e->shot, err);

    e->shots = e->shot.hit > 0 ? shots : 0;
    return status;
}

/* Shots that differ (other weapons) are solved one by one and averaged. */
static salvo_status measure_shots(const measuring *m, fire_effect *e, int shots, salvo_error *err)
{
    for (int k = 1; k <= shots; k++) {
        salvo_effect one;
        salvo_status status = measure_one(m, k, &one, err);

        if (status != SALVO_OK)
            return status;
        if (!(one.hit > 0)) /* a shot that cannot harm does not count */
            continue;
        e->shots++;
        e->shot.hit += one.hit;
        e->shot.kill += one.kill;
        e->shot.damage += one.damage;
    }
    if (e->shots)
        e->shot = (salvo_effect){e->shot.hit / e->shots, e->shot.kill / e->shots, e->shot.damage / e->shots};
    return SALVO_OK;
}

/* Measures the activation, and its shots if the ruleset can ask about one. */
static salvo_status measure_range(measuring *m, double range, fire_effect *e, salvo_error *err)
{
    const salvo_fire_adapter *adapter = adapter_of(m->pairs);
    scratch *s = m->scratch;
    size_t n = fire_words(m->pairs->fire, m->pair->firer, m->pair->target, s->memory, s->words);
    measured all;

    if (n == 0 || !(s->words[n++] = salvo_arena_printf(s->memory, "%s=%.15g", adapter->range, range)))
        return salvo_fail_memory(err);
    m->n_words = n;
    TRY(measure(m, n, &all, err));
    e->activation = all.effect;
    if (adapter->each && all.shots > 1)
        return adapter->alike ? measure_alike(m, e, all.shots, err) : measure_shots(m, e, all.shots, err);
    e->shot = e->activation; /* one shot, or no question about one: the activation is the shot */
    e->shots = e->activation.hit > 0;
    return SALVO_OK;
}

static void *scratch_new(void *context)
{
    (void)context;
    return calloc(1, sizeof(scratch));
}

static void scratch_free(void *own)
{
    salvo_arena_free(((scratch *)own)->memory);
    free(own);
}

/* A thread's scratch arena is made at the first need, so that a failure has a place, like any other. */
static salvo_status clear_scratch(scratch *s, const fire *f, salvo_error *err)
{
    if (!s->memory)
        s->memory = salvo_arena_new();
    if (!s->memory)
        return salvo_fail_memory(err);
    salvo_arena_clear(s->memory);
    s->words = salvo_arena_array(s->memory, fire_words_max(f), sizeof *s->words);
    return s->words ? SALVO_OK : salvo_fail_memory(err);
}

/* work_run's callback: solves a pair at all ranges. It writes only to its own place, so that neither the number of
 * threads nor their order matters. */
static salvo_status work(void *context, void *own, size_t at, salvo_error *err)
{
    fire_pairs *p = context;
    measuring m = {.pairs = p, .pair = &p->solved[at], .scratch = own};

    for (size_t r = 0; r < p->n_ranges; r++) {
        salvo_status status = clear_scratch(own, p->fire, err);

        if (status == SALVO_OK)
            status = measure_range(&m, p->ranges[r], &p->effects[at * p->n_ranges + r], err);
        if (status != SALVO_OK)
            return status;
    }
    return SALVO_OK;
}

static void pack_effect(packed *q, salvo_effect *e)
{
    packed_real(q, &e->hit);
    packed_real(q, &e->kill);
    packed_real(q, &e->damage);
}

/* work_run's callback: doubles are packed unchanged, so that a cell is the same byte by byte wherever they were
 * computed. */
static bool pack(void *context, size_t at, packed *q)
{
    fire_pairs *p = context;
    solved_pair *pair = &p->solved[at];
    char *remark = q->reads ? NULL : (char *)(uintptr_t)pair->remark;

    for (size_t r = 0; r < p->n_ranges; r++) {
        fire_effect *e = &p->effects[at * p->n_ranges + r];
        uint64_t shots = (uint64_t)e->shots;

        pack_effect(q, &e->activation);
        pack_effect(q, &e->shot);
        packed_number(q, &shots);
        e->shots = (int)shots;
    }
    packed_text(q, &remark);
    if (!q->reads)
        return true;
    if (note_remark(p, pair, remark, NULL) != SALVO_OK)
        q->no_memory = true;
    free(remark);
    return true;
}

/* Numbers the requested pairs in the order of the list: the same on every rank and in every part. */
static salvo_status list(fire_pairs *p, salvo_error *err)
{
    const size_t n_targets = salvo_unit_set_size(&p->fire->targets);
    const size_t n_all = salvo_unit_set_size(&p->fire->firers) * n_targets;
    uint32_t n = 0;

    p->solved = salvo_arena_array(p->memory, p->n, sizeof *p->solved);
    p->effects = salvo_arena_array(p->memory, p->n * p->n_ranges, sizeof *p->effects);
    if (!p->solved || !p->effects)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < n_all; i++)
        if (p->place[i]) {
            p->solved[n] = (solved_pair){.firer = (uint32_t)(i / n_targets), .target = (uint32_t)(i % n_targets)};
            p->place[i] = ++n;
        }
    return SALVO_OK;
}

salvo_status fire_pairs_solve(fire_pairs *p, const salvo_plan *how, salvo_error *err)
{
    static const salvo_plan ALL_THREADS = {.threads = 0};
    const pieces all = {.n = p->n,
                        .at_a_time = PAIRS_AT_A_TIME,
                        .context = p,
                        .own_new = scratch_new,
                        .own_free = scratch_free,
                        .work = work,
                        .pack = pack,
                        .kind = "pairs of fire"};
    size_t done = 0;
    salvo_status status;

    TRY(list(p, err));
    status = work_run(how ? how : &ALL_THREADS, &all, &done, err);
    if (status == SALVO_OK && done < p->n)
        return salvo_fail(err, SALVO_STOPPED, "the table was interrupted");
    return status;
}

const fire_effect *fire_pairs_effect(const fire_pairs *p, size_t firer, size_t target, size_t range)
{
    return &p->effects[(size_t)(*place_of(p, firer, target) - 1) * p->n_ranges + range];
}

const char *fire_pairs_remark(const fire_pairs *p)
{
    for (size_t i = 0; i < p->n; i++)
        if (p->solved[i].remark)
            return p->solved[i].remark;
    return NULL;
}
