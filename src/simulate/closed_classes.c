/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A breadth-first search from one state over all dice results. A set of states that nothing leaves is closed, and a
 * trial in it never ends. The search stops at the first exit, which in most chains is near, so an unsuccessful search
 * costs little. */
#include "simulate/closed_classes.h"

#include "odds/explorer.h"

/* Asks once whether turns are limited, because the state does not change this. */
void closed_classes_init(closed_classes *s, const salvo_question *question)
{
    const salvo_chain *chain = question->procedure->chain;

    *s = (closed_classes){.question = question};
    if (!chain)
        return; /* A roll has no states to check. */
    s->limited = chain->turn_limit && chain->turn_limit(question->situation);
    s->known.key_size = chain->state_size;
}

void closed_classes_free(closed_classes *s)
{
    intern_table_free(&s->known);
}

bool closed_classes_contain(const closed_classes *s, const void *state)
{
    return intern_table_has(&s->known, state);
}

/* Adds the state that one result of the dice leads to. Returns false if the result is an exit, or if memory is out.
 * Both are safe, because a trial is undecided only after a proof. The search does not need all faces: one exit ends
 * it. */
static bool follow(explorer *x, bool limited, const uint8_t *faces)
{
    int64_t gain[SALVO_EXPECTATIONS_MAX];
    uint32_t number;
    bool is_new;

    /* With a turn limit, every trial that ends turns will end. */
    if (explorer_step(x, faces, gain) && limited)
        return false;
    return x->chain->outcome(x->situation, x->next) == SALVO_CONTINUES && explorer_number(x, &number, &is_new);
}

/* Follows every throw from one state. Returns false if one is an exit, or if there are more results than are left in
 * *results. */
static bool follow_all(explorer *x, size_t from, bool limited, uint64_t *results)
{
    uint8_t faces[SALVO_DICE_MAX];
    salvo_dice dice;
    uint64_t n;

    explorer_go_to(x, from);
    x->chain->dice(x->situation, x->here, &dice);
    n = salvo_dice_results(&dice);
    if (n == 0 || n > *results) /* 0 means more than 64 bits can hold */
        return false;
    *results -= n;
    salvo_dice_first(&dice, faces);
    do {
        if (salvo_dice_weight(&dice, faces) && !follow(x, limited, faces)) /* faces without weight never occur */
            return false;
    } while (salvo_dice_next(&dice, faces));
    return true;
}

/* All states that were examined are closed, not only the first. Later trials that reach the same class are recognised
 * at once. */
static bool learn(closed_classes *s, const intern_table *closed)
{
    uint32_t number;
    bool is_new;

    for (size_t i = 0; i < closed->count; i++)
        if (!intern_table_of(&s->known, intern_table_key(closed, i), &number, &is_new))
            return false;
    return true;
}

/* `results` limits the search. If a class is too large for a proof, the trial continues and in the end fails with a
 * message, but never with a wrong answer. */
bool closed_classes_search(closed_classes *s, const void *state, uint64_t results)
{
    explorer x;
    bool closed;

    explorer_init(&x, s->question);
    closed = explorer_start_from(&x, state);
    for (size_t i = 0; closed && i < x.states.count; i++) /* the list grows during the loop */
        closed = follow_all(&x, i, s->limited, &results);
    closed = closed && learn(s, &x.states);
    explorer_free(&x);
    return closed;
}
