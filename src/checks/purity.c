/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks that a rule is a pure function of its situation and dice. The same question is asked twice, of two situations
 * made from the same words, in another order the second time. Rules in Lua cannot keep anything in variables, but a
 * changed table or a fault in salvo itself would show here. */
#include "checks/purity.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "rules/fault.h"

/* All results of six dice of four sides are still tried. A walk of 64 steps reaches the end of nearly every chain. */
enum {
    RESULTS = 4096, /* of a roll; with more results, this many are thrown */
    WALKS = 24,
    STEPS = 64, /* of a random walk */
    FAR = 1024, /* of a walk with constant faces */
};

/* Outcomes that are numbers have no name to note. */
static void note_outcome(const trial *t, int outcome)
{
    if (outcome >= 0 && (size_t)outcome < t->first->procedure->n_outcomes)
        t->seen[outcome] = true;
}

static void note_gains(const trial *t, const int64_t *gain)
{
    for (size_t k = 0; k < t->first->procedure->n_expectations; k++)
        t->gained[k] = t->gained[k] || gain[k] != 0;
}

/* Writes the faces as numbers: "3, 5". Of the 128 bytes, the check at 100 leaves room for one more number. */
static const char *faces_in_words(char text[128], const salvo_dice *dice, const uint8_t *faces)
{
    int used = 0;

    *text = '\0';
    for (int i = 0; i < dice->count && used < 100; i++)
        used += snprintf(text + used, 128 - (size_t)used, "%s%d", i ? ", " : "", faces[i]);
    return text;
}

/* The fault has no line, because any function of the procedure may be the cause. */
static salvo_status refuse(const trial *t, const salvo_dice *dice, const uint8_t *faces, const char *what,
                           salvo_error *err)
{
    char text[128];
    const salvo_store *store = &t->first->book->store;

    return salvo_fail_at(err, SALVO_BAD_INPUT, store->rules ? store->rules : store->directory, 0, 0,
                         "%s%s%s: the same dice (%s) gave %s; a rule must depend on its arguments alone",
                         t->first->procedure->schema.name, *t->words ? " " : "", t->words,
                         faces_in_words(text, dice, faces), what);
}

/* Weights are compared by their sum, which differs for any other die; equal weights may lie at two addresses. */
static bool are_alike(const salvo_dice *a, const salvo_dice *b)
{
    if (a->count != b->count)
        return false;
    for (int i = 0; i < a->count; i++)
        if (salvo_die_ways(a, i) != salvo_die_ways(b, i))
            return false;
    return true;
}

/* Draws a way and counts it off through the faces by their weights. Without weights the way is the face. */
static void throw_faces(const salvo_dice *dice, uint8_t *faces, pcg32 *rng)
{
    for (int i = 0; i < dice->count; i++) {
        uint64_t way = pcg32_below(rng, (uint32_t)salvo_die_ways(dice, i));

        faces[i] = 1;
        for (const uint32_t *weight = dice->weights[i]; weight && way >= *weight; weight++, faces[i]++)
            way -= *weight;
        faces[i] = dice->weights[i] ? faces[i] : (uint8_t)(way + 1);
    }
}

/* One result of a roll. */
typedef struct result {
    uint8_t faces[SALVO_DICE_MAX];
    int outcome;
    int64_t gain[SALVO_EXPECTATIONS_MAX];
} result;

/* Lists all results; if there is no room, throws as many as fit. Results of no weight cannot be thrown, and a rule need
 * not have an answer to them. */
static size_t list_results(result *results, const salvo_dice *dice, pcg32 *rng)
{
    const uint64_t all = salvo_dice_results(dice);
    uint8_t faces[SALVO_DICE_MAX];
    size_t n = 0;

    if (all == 0 || all > RESULTS) {
        for (; n < RESULTS; n++)
            throw_faces(dice, results[n].faces, rng);
        return n;
    }
    salvo_dice_first(dice, faces);
    do
        if (salvo_dice_weight(dice, faces))
            memcpy(results[n++].faces, faces, sizeof faces);
    while (salvo_dice_next(dice, faces));
    return n;
}

/* Asks again from the last to the first, so that anything that a rule keeps between calls is different. */
static salvo_status compare(const trial *t, const salvo_dice *dice, const result *results, size_t n, salvo_error *err)
{
    const salvo_roll *roll = t->second->procedure->roll;

    for (size_t i = n; i-- > 0;) {
        result again = {.outcome = 0};

        again.outcome = roll->resolve(t->second->situation, results[i].faces, again.gain);
        if (again.outcome != results[i].outcome)
            return refuse(t, dice, results[i].faces, "one outcome and then another", err);
        if (memcmp(again.gain, results[i].gain, sizeof again.gain) != 0)
            return refuse(t, dice, results[i].faces, "one gain and then another", err);
    }
    return SALVO_OK;
}

/* After a fault every answer is a harmless constant, and comparing them would report an impure rule instead of the
 * fault. */
salvo_status purity_of_roll(const trial *t, salvo_error *err)
{
    const salvo_roll *roll = t->first->procedure->roll;
    result *results = salvo_arena_array(t->memory, RESULTS, sizeof *results);
    salvo_dice dice, again;
    size_t n;

    if (!results)
        return salvo_fail_memory(err);
    salvo_roll_dice(roll, t->first->situation, &dice);
    salvo_roll_dice(roll, t->second->situation, &again);
    if (salvo_fault_or(SALVO_OK, t->first->book, err) != SALVO_OK)
        return SALVO_BAD_INPUT;
    if (!are_alike(&dice, &again))
        return refuse(t, &dice, (const uint8_t[SALVO_DICE_MAX]){0}, "different dice the second time", err);
    n = list_results(results, &dice, t->rng);
    for (size_t i = 0; i < n; i++) {
        results[i].outcome = roll->resolve(t->first->situation, results[i].faces, results[i].gain);
        note_outcome(t, results[i].outcome);
        note_gains(t, results[i].gain);
    }
    *t->results += n;
    return salvo_fault_or(compare(t, &dice, results, n, err), t->first->book, err);
}

/* A chain's state, twice, aligned for any struct of the ruleset. */
typedef struct walk {
    _Alignas(max_align_t) unsigned char here[SALVO_STATE_MAX], again[SALVO_STATE_MAX];
} walk;

/* How a walk throws: random faces, or always the least, or always the greatest. Constant faces lead farther than chance
 * if low or high dice do nothing. */
typedef enum { AT_RANDOM, LEAST, GREATEST } throwing;

static void throw_by(const trial *t, throwing how, const salvo_dice *dice, uint8_t *faces)
{
    if (how == AT_RANDOM) {
        throw_faces(dice, faces, t->rng);
        return;
    }
    for (int i = 0; i < dice->count; i++) {
        const uint32_t *weights = dice->weights[i];

        faces[i] = how == LEAST ? 1 : dice->sides[i];
        while (weights && weights[faces[i] - 1] == 0) /* some face has a weight */
            faces[i] = (uint8_t)(how == LEAST ? faces[i] + 1 : faces[i] - 1);
    }
}

/* Makes one step in both; *over if the walk ends. Both get the same faces. The outcome is asked before the dice,
 * because a finished state need not have any. */
static salvo_status step(const trial *t, walk *w, throwing how, bool *over, salvo_error *err)
{
    const salvo_chain *chain = t->first->procedure->chain;
    const void *one = t->first->situation, *other = t->second->situation;
    int outcome = chain->outcome(one, w->here);
    int64_t gain[2][SALVO_EXPECTATIONS_MAX] = {{0}};
    uint8_t faces[SALVO_DICE_MAX] = {0};
    salvo_dice dice = {.count = 0}, again = {.count = 0};
    bool ends[2];

    *over = outcome != SALVO_CONTINUES;
    if (outcome != chain->outcome(other, w->again))
        return refuse(t, &dice, faces, "a state that is both over and not over", err);
    if (*over) {
        note_outcome(t, outcome);
        return SALVO_OK;
    }
    chain->dice(one, w->here, &dice);
    chain->dice(other, w->again, &again);
    if (!are_alike(&dice, &again))
        return refuse(t, &dice, faces, "different dice the second time", err);
    throw_by(t, how, &dice, faces);
    ends[0] = chain->step(one, w->here, faces, gain[0]);
    ends[1] = chain->step(other, w->again, faces, gain[1]);
    ++*t->results;
    note_gains(t, gain[0]);
    if (memcmp(w->here, w->again, chain->state_size) != 0)
        return refuse(t, &dice, faces, "one state and then another", err);
    if (ends[0] != ends[1] || memcmp(gain[0], gain[1], sizeof *gain) != 0)
        return refuse(t, &dice, faces, "one gain and then another", err);
    return SALVO_OK;
}

/* A chain without start() begins with zeroed bytes, as in the engines. */
static salvo_status walk_chain(const trial *t, throwing how, salvo_error *err)
{
    const salvo_chain *chain = t->first->procedure->chain;
    salvo_status status = SALVO_OK;
    walk w = {.here = {0}};
    bool over = false;

    if (chain->start) {
        chain->start(t->first->situation, w.here);
        chain->start(t->second->situation, w.again);
    }
    for (int n = 0; n < (how == AT_RANDOM ? STEPS : FAR) && !over && status == SALVO_OK; n++)
        status = salvo_fault_or(step(t, &w, how, &over, err), t->first->book, err);
    return status;
}

salvo_status purity_of_chain(const trial *t, salvo_error *err)
{
    uint64_t apart = 0; /* results of far walks, which do not reduce the number of questions */
    trial far = *t;
    salvo_status status = SALVO_OK;

    far.results = &apart;
    for (int i = 0; i < WALKS && status == SALVO_OK; i++)
        status = walk_chain(t, AT_RANDOM, err);
    if (status == SALVO_OK && t->goes_far)
        status = walk_chain(&far, LEAST, err);
    if (status == SALVO_OK && t->goes_far)
        status = walk_chain(&far, GREATEST, err);
    return status;
}
