/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A breadth-first search from one state over all dice results. A set of states that nothing leaves is closed; a trial
 * in it never ends. The search stops at the first way out, which in most chains is near, so that a failed look costs
 * little. */
#include "simulate/closed_classes.h"

#include <string.h>

/* Whether turns are limited is asked once: it does not change with the state. */
void closed_classes_init(closed_classes *s, const salvo_question *question)
{
    const salvo_chain *chain = question->procedure->chain;

    *s = (closed_classes){.question = question};
    if (!chain)
        return; /* A roll has no states to watch. */
    s->limited = chain->turn_limit && chain->turn_limit(question->situation);
    s->known.key_size = s->around.key_size = chain->state_size;
}

void closed_classes_free(closed_classes *s)
{
    intern_table_free(&s->known);
    intern_table_free(&s->around);
}

bool closed_classes_contain(const closed_classes *s, const void *state)
{
    return intern_table_has(&s->known, state);
}

/* Adds what one result of the dice leads to. `around` is the queue and the set of states seen: its keys are numbered in
 * the order in which they came. false when the result is a way out, or when memory is out, which is the safe side: an
 * undecided trial is only claimed when it is proved. Faces without end are not needed: one way out is enough to give
 * the look up. */
static bool follow(closed_classes *s, const void *here, const uint8_t *faces)
{
    _Alignas(max_align_t) unsigned char next[SALVO_STATE_MAX];
    const salvo_chain *chain = s->question->procedure->chain;
    int64_t gain[SALVO_EXPECTATIONS_MAX] = {0};
    uint32_t number;
    bool is_new;

    memcpy(next, here, chain->state_size); /* step works in place */
    /* With a limit of turns every trial that ends turns ends. */
    if (chain->step(s->question->situation, next, faces, gain) && s->limited)
        return false;
    return chain->outcome(s->question->situation, next) == SALVO_GOES_ON &&
           intern_table_of(&s->around, next, &number, &is_new);
}

/* Follows every throw from one state. false when one leads out, or when the throws are more than are left of
 * *results. */
static bool follow_all(closed_classes *s, size_t from, uint64_t *results)
{
    _Alignas(max_align_t) unsigned char here[SALVO_STATE_MAX];
    const salvo_chain *chain = s->question->procedure->chain;
    uint8_t faces[SALVO_DICE_MAX];
    salvo_dice dice;
    uint64_t n;

    /* A copy: around grows, and its keys may move. */
    memcpy(here, intern_table_key(&s->around, from), chain->state_size);
    chain->dice(s->question->situation, here, &dice);
    n = salvo_dice_results(&dice);
    if (n == 0 || n > *results) /* 0 stands for more than 64 bits hold */
        return false;
    *results -= n;
    salvo_dice_first(&dice, faces);
    do {
        if (salvo_dice_weight(&dice, faces) && !follow(s, here, faces)) /* faces without weight never come up */
            return false;
    } while (salvo_dice_next(&dice, faces));
    return true;
}

/* All that was looked at is closed, not only the state that the look began at. Later trials that wander into the same
 * class are recognised at once. */
static bool learn(closed_classes *s)
{
    uint32_t number;
    bool is_new;

    for (size_t i = 0; i < s->around.count; i++)
        if (!intern_table_of(&s->known, intern_table_key(&s->around, i), &number, &is_new))
            return false;
    return true;
}

/* `results` bounds the look. A class that is too large to be proved closed leaves the trial running, and in the end
 * failing with a message, but never with a wrong answer. */
bool closed_classes_search(closed_classes *s, const void *state, uint64_t results)
{
    uint32_t number;
    bool is_new;

    intern_table_clear(&s->around);
    if (!intern_table_of(&s->around, state, &number, &is_new))
        return false;
    for (size_t i = 0; i < s->around.count; i++) /* grows while it is walked */
        if (!follow_all(s, i, &results))
            return false;
    return learn(s);
}
