/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A breadth-first search from one state over all dice results. A set of states that nothing leaves is closed, and a
 * trial in it never ends. The search stops at the first exit, which in most chains is near, so an unsuccessful search
 * costs little. */
#include "simulate/closed_classes.h"

#include <string.h>

/* Asks once whether turns are limited, because the state does not change this. */
void closed_classes_init(closed_classes *s, const salvo_question *question)
{
    const salvo_chain *chain = question->procedure->chain;

    *s = (closed_classes){.question = question};
    if (!chain)
        return; /* A roll has no states to check. */
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

/* Adds the state that one result of the dice leads to. `around` is both the queue and the set of states seen: its keys
 * are numbered in their order of arrival. Returns false if the result is an exit, or if memory is out. Both are safe,
 * because a trial is undecided only after a proof. The search does not need all faces: one exit ends it. */
static bool follow(closed_classes *s, const void *here, const uint8_t *faces)
{
    _Alignas(max_align_t) unsigned char next[SALVO_STATE_MAX];
    const salvo_chain *chain = s->question->procedure->chain;
    int64_t gain[SALVO_EXPECTATIONS_MAX] = {0};
    uint32_t number;
    bool is_new;

    memcpy(next, here, chain->state_size); /* step() works in place */
    /* With a turn limit, every trial that ends turns will end. */
    if (chain->step(s->question->situation, next, faces, gain) && s->limited)
        return false;
    return chain->outcome(s->question->situation, next) == SALVO_CONTINUES &&
           intern_table_of(&s->around, next, &number, &is_new);
}

/* Follows every throw from one state. Returns false if one is an exit, or if there are more results than are left in
 * *results. */
static bool follow_all(closed_classes *s, size_t from, uint64_t *results)
{
    _Alignas(max_align_t) unsigned char here[SALVO_STATE_MAX];
    const salvo_chain *chain = s->question->procedure->chain;
    uint8_t faces[SALVO_DICE_MAX];
    salvo_dice dice;
    uint64_t n;

    /* A copy, because `around` grows and its keys may move. */
    memcpy(here, intern_table_key(&s->around, from), chain->state_size);
    chain->dice(s->question->situation, here, &dice);
    n = salvo_dice_results(&dice);
    if (n == 0 || n > *results) /* 0 means more than 64 bits can hold */
        return false;
    *results -= n;
    salvo_dice_first(&dice, faces);
    do {
        if (salvo_dice_weight(&dice, faces) && !follow(s, here, faces)) /* faces without weight never occur */
            return false;
    } while (salvo_dice_next(&dice, faces));
    return true;
}

/* All states that were examined are closed, not only the first. Later trials that reach the same class are recognised
 * at once. */
static bool learn(closed_classes *s)
{
    uint32_t number;
    bool is_new;

    for (size_t i = 0; i < s->around.count; i++)
        if (!intern_table_of(&s->known, intern_table_key(&s->around, i), &number, &is_new))
            return false;
    return true;
}

/* `results` limits the search. If a class is too large for a proof, the trial continues and in the end fails with a
 * message, but never with a wrong answer. */
bool closed_classes_search(closed_classes *s, const void *state, uint64_t results)
{
    uint32_t number;
    bool is_new;

    intern_table_clear(&s->around);
    if (!intern_table_of(&s->around, state, &number, &is_new))
        return false;
    for (size_t i = 0; i < s->around.count; i++) /* the list grows during the loop */
        if (!follow_all(s, i, &results))
            return false;
    return learn(s);
}
