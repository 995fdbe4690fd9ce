/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A duel and a battle are read into one struct, so that averages over budgets and ranges need no cases. Averages are
 * linear: probabilities and points are. For intervals the ends are averaged, which is wider than necessary. */
#include "matrix/match.h"

#include <math.h>
#include <string.h>

#include "base/try.h"
#include "fight/duel.h"
#include "matrix/purchase.h"
#include "simulate/statistics.h"

/* Without --method a battle is solved exactly only if that takes about a hundredth of a second, because a matrix has
 * thousands. */
enum { BATTLE_EFFORT = SALVO_EFFORT / 200 };

static salvo_method method_of(const salvo_answer *answer)
{
    return !answer->simulated ? SALVO_EXACT : answer->exact ? SALVO_BOTH : SALVO_MONTE_CARLO;
}

/* An exact value is preferred even if a simulation checked it. */
double match_value(const salvo_match *match, const salvo_figure *figure)
{
    return match->method == SALVO_MONTE_CARLO ? figure->simulated.value : figure->exact.value;
}

/* Keeps a figure without its fraction, whose memory belongs to the answer. An exact value becomes its own estimate, so
 * that a reader of matches may take either number. */
static salvo_figure keep(const salvo_answer *answer, const salvo_figure *from)
{
    salvo_figure f = *from;

    f.exact.exact = NULL; /* the text belongs to the answer */
    if (!answer->exact)
        f.exact.value = 0;
    if (!answer->simulated)
        f.simulated = (salvo_estimate){f.exact.value, f.exact.value, f.exact.value};
    return f;
}

/* The simulation proves that it is impossible: no count, and an upper bound of 0. */
static bool is_impossible(const salvo_answer *answer, const salvo_figure *f)
{
    return answer->simulated && f->count == 0 && f->simulated.high == 0;
}

/* Returns the chance of one of two results that exclude each other. If one is impossible, the other's interval is kept,
 * which may be exact. The interval of a count of both is narrower than two intervals added, and has the same
 * coverage. */
static salvo_figure either(const salvo_answer *answer, const salvo_figure *x, const salvo_figure *y)
{
    salvo_figure f = {.exact = {x->exact.value + y->exact.value, NULL}, .count = x->count + y->count};

    if (is_impossible(answer, x) || is_impossible(answer, y))
        f.simulated = is_impossible(answer, x) ? y->simulated : x->simulated;
    else if (answer->simulated) /* the interval of the sum, not the sum of intervals */
        f.simulated = salvo_simulation_estimate(&answer->simulation, f.count);
    return keep(answer, &f);
}

/* The count is left out: losses in points are not a count of trials. */
static salvo_figure times(const salvo_figure *from, double factor)
{
    return (salvo_figure){
        .exact = {from->exact.value * factor, NULL},
        .simulated = {from->simulated.value * factor, from->simulated.low * factor, from->simulated.high * factor}};
}

/* Reads what every match notes about the engine. */
static void read_answer(salvo_match *m, const salvo_answer *answer)
{
    m->known = true;
    m->method = method_of(answer);
    m->agreement = 1; /* 1: nothing disagrees */
    if (answer->simulated) {
        m->trials = answer->simulation.trials;
        m->hash = answer->simulation.hash;
    }
    if (m->method == SALVO_BOTH)
        m->agreement = answer->agreement.p;
}

/* An incomplete simulation is not a match. */
static bool is_broken_off(const salvo_answer *answer)
{
    return answer->simulated && answer->simulation.stopped_by == SALVO_INTERRUPTED;
}

/* There is one element on each side, and a side that loses the duel loses its price. */
static void read_duel(salvo_match *match, const pairing *m, const salvo_duel *duel)
{
    const salvo_answer *answer = &duel->answer;

    read_answer(match, answer);
    match->p_a = keep(answer, &duel->p_a);
    match->p_b = keep(answer, &duel->p_b);
    match->p_mutual = keep(answer, &duel->p_mutual);
    match->p_undecided = keep(answer, &duel->p_undecided);
    match->p_nobody = either(answer, &duel->p_mutual, &duel->p_undecided);
    match->ends = duel->ends;
    if (duel->ends)
        match->turns = keep(answer, &duel->expected_turns);
    match->priced = m->price[0] >= 0 && m->price[1] >= 0;
    for (int s = 0; s < 2; s++) {
        /* The side is beaten, or both are. */
        salvo_figure loses = either(answer, s ? &duel->p_a : &duel->p_b, &duel->p_mutual);

        match->number[s] = 1;
        match->cost[s] = m->price[s];
        match->lost[s] = times(&loses, m->price[s]);
    }
}

/* The range precedes the plan's words. The remark is copied, because it is freed with the question. */
static salvo_status duel(salvo_match *match, const pairing *m, const salvo_approach *approach, bool *interrupted,
                         const char **remark, salvo_arena *memory, salvo_error *err)
{
    const salvo_duel_adapter *adapter = m->book->ruleset->duel;
    const char **words = salvo_arena_array(memory, m->plan->n_words + 1, sizeof *words);
    salvo_duel d;
    salvo_status status = SALVO_OK;

    if (!words || !(words[0] = salvo_arena_printf(memory, "%s=%.15g", adapter->range, m->range)))
        return salvo_fail_memory(err);
    for (size_t i = 0; i < m->plan->n_words; i++)
        words[i + 1] = m->plan->words[i];
    TRY(duel_answer(&d, m->book, salvo_unit_set_id(m->unit_set, m->row[0]), salvo_unit_set_id(m->unit_set, m->row[1]),
                    words, m->plan->n_words + 1, approach, err));
    *interrupted = is_broken_off(&d.answer);
    if (salvo_question_remark(&d.question) && !(*remark = salvo_arena_text(memory, salvo_question_remark(&d.question))))
        status = salvo_fail_memory(err);
    read_duel(match, m, &d);
    salvo_duel_free(&d);
    return status;
}

/* Does the same as read_duel; a battle has its own numbers and losses. */
static void read_battle(salvo_match *match, const salvo_battle *battle)
{
    const salvo_answer *answer = &battle->answer;

    read_answer(match, answer);
    match->p_a = keep(answer, &battle->p_a);
    match->p_b = keep(answer, &battle->p_b);
    match->p_mutual = keep(answer, &battle->p_mutual);
    match->p_undecided = keep(answer, &battle->p_undecided);
    match->p_nobody = either(answer, &battle->p_mutual, &battle->p_undecided);
    match->ends = battle->ends;
    if (battle->ends)
        match->turns = keep(answer, &battle->expected_turns);
    match->priced = battle->side[0].priced && battle->side[1].priced;
    for (int s = 0; s < 2; s++) {
        match->number[s] = battle->side[s].count;
        match->cost[s] = battle->side[s].priced ? battle->side[s].points : -1;
        if (match->priced)
            match->lost[s] = keep(answer, &battle->side[s].points_lost);
    }
}

/* Both armies are of one kind; the plan's words and policies hold for both. */
static salvo_status battle(salvo_match *match, const pairing *m, const int number[2], const salvo_approach *approach,
                           bool *interrupted, salvo_arena *memory, salvo_error *err)
{
    salvo_battle_plan plan = *m->plan->battle;
    salvo_approach how = *approach;
    salvo_battle b;

    plan.range = m->range;
    how.options.arithmetic = SALVO_DOUBLE; /* fractions are not reported */
    how.options.solved = NULL;             /* every battle has a procedure of its own */
    if (how.method == SALVO_EXACT_IF_QUICK && how.options.effort == 0)
        how.options.effort = BATTLE_EFFORT;
    for (int s = 0; s < 2; s++) {
        plan.army[s].list = salvo_arena_printf(memory, "%d %s", number[s], salvo_unit_set_id(m->unit_set, m->row[s]));
        if (!plan.army[s].list)
            return salvo_fail_memory(err);
    }
    TRY(salvo_battle_fight(&b, m->book, &plan, &how, err));
    *interrupted = is_broken_off(&b.answer);
    read_battle(match, &b);
    salvo_battle_free(&b);
    return SALVO_OK;
}

/* Averages all battles of the pair's budgets. */
static salvo_status equal_points(salvo_match *match, const pairing *m, const salvo_approach *approach,
                                 bool *interrupted, salvo_arena *memory, salvo_error *err)
{
    purchase list[PURCHASES_MAX];
    size_t n = purchases_of(m->price, m->plan->budgets, list);
    salvo_status status = SALVO_OK;

    /* A stopped match is invalid: the caller drops what was added. */
    for (size_t i = 0; i < n && !*interrupted; i++) {
        salvo_match one = {.known = false};

        status = battle(&one, m, list[i].number, approach, interrupted, memory, err);
        if (status != SALVO_OK)
            break;
        match_add(match, &one, list[i].weight);
    }
    return status;
}

/* It is first set to not known, so that an early return does not look like a match. */
salvo_status match_fight(salvo_match *match, const pairing *m, const salvo_approach *approach, bool *interrupted,
                         const char **remark, salvo_arena *memory, salvo_error *err)
{
    const int numbers[2] = {m->plan->numbers, m->plan->numbers};

    *match = (salvo_match){.known = false};
    *interrupted = false;
    switch (m->plan->matching) {
    case SALVO_EQUAL_NUMBERS:
        return battle(match, m, numbers, approach, interrupted, memory, err);
    case SALVO_EQUAL_POINTS:
        return equal_points(match, m, approach, interrupted, memory, err);
    case SALVO_ONE_ON_ONE:
    case SALVO_N_MATCHINGS:
        break;
    }
    return duel(match, m, approach, interrupted, remark, memory, err);
}

/* The count is a sum: the trials of all matches together. */
static void add_figure(salvo_figure *sum, const salvo_figure *f, double weight)
{
    sum->exact.value += weight * f->exact.value;
    sum->simulated.value += weight * f->simulated.value;
    sum->simulated.low += weight * f->simulated.low;
    sum->simulated.high += weight * f->simulated.high;
    sum->count += f->count;
}

/* A sum of exact and simulated matches counts as simulated, because an exact value is its own estimate. */
static salvo_method method_with(const salvo_match *sum, const salvo_match *match)
{
    return !sum->known || sum->method == match->method ? match->method : SALVO_MONTE_CARLO;
}

/* The order of matches is fixed, so the hash is, too. */
static uint64_t hash_with(const salvo_match *sum, const salvo_match *match)
{
    const uint64_t both[] = {sum->hash, match->hash};

    return match->trials == 0 ? sum->hash : sum->trials == 0 ? match->hash : salvo_counts_hash(both, 2);
}

/* `known` is still that of the sum before this match. Turns are averaged only if all matches end, because an average
 * over some of them would be one of the short matches. */
void match_add(salvo_match *sum, const salvo_match *match, double weight)
{
    salvo_figure *const to[] = {&sum->p_a,         &sum->p_b,   &sum->p_nobody, &sum->p_mutual,
                                &sum->p_undecided, &sum->turns, &sum->lost[0],  &sum->lost[1]};
    const salvo_figure *const from[] = {&match->p_a,         &match->p_b,   &match->p_nobody, &match->p_mutual,
                                        &match->p_undecided, &match->turns, &match->lost[0],  &match->lost[1]};

    for (size_t i = 0; i < sizeof to / sizeof *to; i++)
        add_figure(to[i], from[i], weight);
    sum->method = method_with(sum, match);
    sum->ends = match->ends && (sum->ends || !sum->known); /* only if all end */
    sum->priced = match->priced && (sum->priced || !sum->known);
    sum->agreement = sum->known ? fmin(sum->agreement, match->agreement) : match->agreement; /* the worst of all */
    sum->hash = hash_with(sum, match);
    sum->trials += match->trials;
    for (int s = 0; s < 2; s++) { /* averages, like the figures */
        sum->number[s] += weight * match->number[s];
        sum->cost[s] += weight * match->cost[s];
    }
    sum->known = true;
}

static void swap(salvo_figure *a, salvo_figure *b)
{
    salvo_figure held = *a;

    *a = *b;
    *b = held;
}

/* Nobody's win and the turns are the same from both sides. Only what belongs to a side is exchanged. */
salvo_match match_mirrored(const salvo_match *match)
{
    salvo_match m = *match;

    m.mirrored = true;
    swap(&m.p_a, &m.p_b);
    swap(&m.lost[0], &m.lost[1]);
    for (int s = 0; s < 2; s++) {
        m.number[s] = match->number[1 - s];
        m.cost[s] = match->cost[1 - s];
    }
    return m;
}
