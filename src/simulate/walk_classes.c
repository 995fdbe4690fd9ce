/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A class of a counted walk is a state of the graph; otherwise it is a state together with the gain of the step into
 * it. */
#include "simulate/walk_classes.h"

#include <stdlib.h>
#include <string.h>

#include "base/divisor.h"
#include "simulate/rows.h"

static bool is_end(const walk_builder *b, uint32_t arrived)
{
    return steps_is_end(b->graph, steps_arrival(&b->steps, arrived)->to);
}

/* Finds the greatest gain of which all gains could be whole multiples. Its direction is that of the first gain that is
 * not zero, divided by its own common divisor. Its length is the common divisor of all components of all gains.
 * count_units finds whether all gains have that direction. */
static void find_unit(const walk_builder *b, walk *w)
{
    uint64_t all = 0, own = 0;
    const int64_t *like = NULL;

    for (size_t i = 0; i < b->steps.n_results; i++) {
        const int64_t *gain = steps_arrival(&b->steps, b->steps.results[i].arrival)->gain;

        for (size_t k = 0; k < w->n_gains; k++) {
            all = common_divisor(walk_gain_size(gain[k]), all);
            like = !like && gain[k] ? gain : like;
        }
    }
    for (size_t k = 0; k < w->n_gains && like; k++)
        own = common_divisor(walk_gain_size(like[k]), own);
    for (size_t k = 0; k < w->n_gains && like; k++)
        w->gain[k] = like[k] / (int64_t)own * (int64_t)all;
}

/* The gain as a multiple of the unit; ROWS_COUNT_MAX + 1 if that is no whole number or too great. If nothing is ever
 * gained, the count is 1, so that counts are draws. */
static uint32_t count_units(const walk *w, const int64_t *gain)
{
    uint32_t count = 0;
    size_t k = 0;

    while (k < w->n_gains && !w->gain[k])
        k++;
    if (k == w->n_gains)
        return 1;
    if (walk_gain_size(gain[k]) <=
        ROWS_COUNT_MAX * walk_gain_size(w->gain[k])) /* otherwise 0, which the comparison below refuses */
        count = (uint32_t)(walk_gain_size(gain[k]) / walk_gain_size(w->gain[k]));
    for (k = 0; k < w->n_gains; k++)
        if (gain[k] != count * w->gain[k])
            return ROWS_COUNT_MAX + 1;
    return count;
}

/* Every arrival that goes on must have a count of at least 1, so that the count bounds the draws of a trial, as
 * steps_max requires. And the turn in which a trial ends must follow from its count: either every step is a turn, or
 * no step ends one. Counted walks have 16 bits for class and count together instead of a sum for each expectation, and
 * can be folded. */
static bool count_arrivals(walk_builder *b, walk *w)
{
    bool one_turn = true;

    find_unit(b, w);
    w->counts_turns = true;
    for (size_t i = 0; i < b->steps.n_results; i++) {
        uint32_t arrived = b->steps.results[i].arrival, count;
        const arrival *at = steps_arrival(&b->steps, arrived);

        count = count_units(w, at->gain);
        if (count > ROWS_COUNT_MAX || (count == 0 && !is_end(b, arrived)))
            return false;
        w->counts_turns = w->counts_turns && count == 1 && (at->ends_turn || is_end(b, arrived));
        one_turn = one_turn && !at->ends_turn;
        b->count_of[arrived] = count;
    }
    return w->counts_turns || (one_turn && !w->turn_limit);
}

/* A walk of one step needs no counts: its gains follow from the results. */
static bool is_one_step(const walk_builder *b)
{
    for (size_t i = 0; i < b->steps.n_results; i++)
        if (!is_end(b, b->steps.results[i].arrival))
            return false;
    return true;
}

/* Arrivals of a counted walk are one class if they are one state. */
static salvo_status find_alike(const walk_builder *b, bool counted, uint32_t *alike, salvo_error *err)
{
    /* By state, and for the endless one: the first arrival plus one. */
    uint32_t *first = calloc(b->graph->n_states + 1, sizeof *first);

    if (!first)
        return salvo_fail_memory(err);
    for (uint32_t i = 0; i < b->steps.arrivals.count; i++) {
        uint32_t to = steps_arrival(&b->steps, i)->to;
        size_t place = to == STEPS_ENDLESS ? b->graph->n_states : to;

        if (!first[place])
            first[place] = i + 1;
        alike[i] = counted ? first[place] - 1 : i;
    }
    free(first);
    return SALVO_OK;
}

/* Classes that go on come first. The class of the limit is the last: turns.c relies on that. */
static void put_classes(walk_builder *b, walk *w, const uint32_t *alike)
{
    for (int ends = 0; ends < 2; ends++) {
        /* In the order of results, so that classes of one row are close to each other. */
        for (size_t i = 0; i < b->steps.n_results; i++) {
            uint32_t arrived = b->steps.results[i].arrival, *class = &b->class_of[alike[arrived]];

            if (is_end(b, arrived) == ends && *class == WALK_NO_CLASS)
                *class = w->n_classes++;
            b->class_of[arrived] = *class;
        }
        if (!ends)
            w->n_live = w->n_classes;
    }
    if (w->turn_limit)
        w->undecided = w->n_classes++;
}

static salvo_status number_classes(walk_builder *b, walk *w, salvo_error *err)
{
    uint32_t *alike = calloc(b->steps.arrivals.count, sizeof *alike);
    salvo_status status = alike ? find_alike(b, w->counted, alike, err) : salvo_fail_memory(err);

    for (size_t i = 0; i < b->steps.arrivals.count; i++)
        b->class_of[i] = WALK_NO_CLASS;
    if (status == SALVO_OK)
        put_classes(b, w, alike);
    free(alike);
    if (status != SALVO_OK || w->n_classes <= WALK_CLASSES_MAX)
        return status;
    return salvo_fail(err, SALVO_TOO_LARGE, "the simulation would need more than %d classes of states",
                      WALK_CLASSES_MAX);
}

/* A landing has 16 bits for class and count. */
static bool counts_fit(const walk_builder *b, const walk *w)
{
    uint32_t most = 1;

    for (size_t i = 0; i < b->steps.n_results; i++) {
        uint32_t count = b->count_of[b->steps.results[i].arrival];

        most = count > most ? count : most;
    }
    return walk_bits_for(w->n_classes) < 16 && most >> (16 - walk_bits_for(w->n_classes)) == 0;
}

/* Counted if possible, because only counted walks are folded. If class and count do not fit 16 bits, numbers the
 * classes again without counts. Running out of memory is the only failure that this could not repair. */
salvo_status walk_classes_find(walk_builder *b, walk *w, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    w->counted = !is_one_step(b) && count_arrivals(b, w);
    if (w->counted) {
        status = number_classes(b, w, err);
        w->counted = status == SALVO_OK && counts_fit(b, w);
        if (w->counted || status == SALVO_NO_MEMORY)
            return status;
        w->n_live = w->n_classes = 0;
    }
    return number_classes(b, w, err);
}

/* Several arrivals may be one class; they agree in what is noted here. */
static void note_class(const walk_builder *b, walk *w, uint32_t class, const arrival *at)
{
    if (!w->counted) /* a counted walk has one gain, which find_unit has set */
        memcpy(w->gain + class * w->n_gains, at->gain, w->n_gains * sizeof *w->gain);
    w->ends_turn[class] = (uint8_t)at->ends_turn;
    if (class < w->n_live)
        return;
    w->endless[class - w->n_live] = at->to == STEPS_ENDLESS;
    w->outcome[class - w->n_live] = at->to == STEPS_ENDLESS ? b->undecided : b->graph->states[at->to].outcome;
}

/* Outcomes are stored by class - n_live, so they stay right when unrolling puts more classes before the endings. */
salvo_status walk_classes_note(walk_builder *b, walk *w, salvo_error *err)
{
    /* One more, because calloc may return NULL for an array of size 0. */
    size_t n_ends = w->n_classes - w->n_live;

    if (!w->counted) {
        free(w->gain);
        w->gain = calloc(w->n_classes * w->n_gains + 1, sizeof *w->gain);
    }
    w->outcome = calloc(n_ends + 1, sizeof *w->outcome);
    w->endless = calloc(n_ends + 1, sizeof *w->endless);
    w->ends_turn = calloc(w->n_classes, sizeof *w->ends_turn);
    if (!w->gain || !w->outcome || !w->endless || !w->ends_turn)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < b->steps.arrivals.count; i++)
        if (b->class_of[i] != WALK_NO_CLASS)
            note_class(b, w, b->class_of[i], steps_arrival(&b->steps, i));
    if (w->turn_limit)
        w->outcome[w->undecided - w->n_live] =
            b->undecided; /* the class of trials that the limit stops is no arrival */
    return SALVO_OK;
}
