/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A curve asks the procedure once for every point. Points are answered one after the other, each with all threads; the
 * curve's own progress callback stands between the points' and the caller's. */
#include <salvo/arena.h>
#include <salvo/simulate.h>

#include <math.h>
#include <string.h>

#include "rules/fault.h"
#include "simulate/sweep.h"

/* Asks and answers one point: its own words stand behind the words that all points share. The point's number is read as
 * digits in the base of the sweeps' lengths, the last sweep running fastest. */
static salvo_status answer_point(salvo_curve *curve, const salvo_rulebook *book, const sweep *sweeps, size_t point,
                                 const char **words, size_t n_words, const salvo_approach *approach, salvo_error *err)
{
    size_t rest = point;
    salvo_status status;

    for (size_t i = curve->n_over; i-- > 0;) {
        words[n_words + i] =
            salvo_arena_printf(curve->memory, "%s=%s", sweeps[i].key, sweeps[i].texts[rest % sweeps[i].n]);
        rest /= sweeps[i].n;
        if (!words[n_words + i])
            return salvo_fail_memory(err);
    }
    status = salvo_question_ask(&curve->questions[point], book, curve->procedure, words, n_words + curve->n_over, err);
    if (status != SALVO_OK)
        return status;
    return salvo_answer_find(&curve->answers[point], &curve->questions[point], approach, err);
}

/* How the points are answered: each with its share of what is left of the time, watched as a part of the whole. Points
 * share the time of the whole curve and one bar of progress, while each is answered by a function that knows of one
 * question only. */
typedef struct course {
    const salvo_curve *curve;
    salvo_approach approach;              /* of the next point; its watch is the one below, its time_s a share */
    salvo_progress_callback watch;        /* of its trials */
    const salvo_progress_callback *outer; /* the caller's; NULL: nobody looks on */
    double time_left_s;                   /* may fall below 0 when points took longer than their share */
    uint64_t trials;                      /* of the points before */
    bool broken_off;
} course;

/* The progress of the point becomes that of the curve. A stop is remembered: it ends this point and the curve. The
 * callback sees trials of all points together and the part of the whole that is done. */
static bool look(void *context, const salvo_progress *of_point)
{
    course *c = context;
    size_t n = c->curve->n_asked;
    salvo_progress progress = {.trials = c->trials + of_point->trials,
                               .part = ((double)c->curve->n_points + of_point->part) / (double)n};

    c->broken_off = c->broken_off || !c->outer->look(c->outer->context, &progress);
    return !c->broken_off;
}

/* The caller's approach is copied, because every point changes its time and its callback. */
static void start_course(course *c, const salvo_curve *curve, const salvo_approach *approach)
{
    *c = (course){.curve = curve, .outer = approach->plan.watch, .approach = *approach};
    c->time_left_s = c->approach.plan.time_s;
    c->watch = (salvo_progress_callback){look, c};
    if (c->outer)
        c->approach.plan.watch = &c->watch;
}

/* Time that earlier points did not use (a precision was reached) is shared out among the later ones. */
static void next_share(course *c)
{
    const double least = 1e-9; /* when the time is up, a point still gets a few trials */
    size_t left = c->curve->n_asked - c->curve->n_points;

    if (c->approach.plan.time_s > 0)
        c->approach.plan.time_s = fmax(c->time_left_s / (double)left, least);
}

/* Notes a point that was answered. An exact point has no trials during which the callback could be asked, so it is
 * asked here; not after the last point, when a stop would have nothing to stop. */
static void note_point(course *c)
{
    const salvo_simulation *s = &c->curve->answers[c->curve->n_points - 1].simulation;

    c->time_left_s -= s->seconds;
    c->trials += s->trials;
    if (c->outer && c->curve->n_points < c->curve->n_asked)
        look(c, &(salvo_progress){0});
}

/* Broken off, the curve keeps the points that are done: a signal is no reason to throw them away. */
static salvo_status draw_points(salvo_curve *curve, const salvo_rulebook *book, const sweep *sweeps, const char **words,
                                size_t n_words, const salvo_approach *approach, salvo_error *err)
{
    salvo_status status;
    course c;

    start_course(&c, curve, approach);
    while (curve->n_points < curve->n_asked && !c.broken_off) {
        next_share(&c);
        status = answer_point(curve, book, sweeps, curve->n_points, words, n_words, &c.approach, err);
        curve->n_points++; /* counted also when it failed, so that salvo_curve_free frees it */
        if (status != SALVO_OK)
            return status;
        note_point(&c);
    }
    return SALVO_OK;
}

/* The words of all points share one array; the last entries change from point to point. */
static salvo_status draw(salvo_curve *curve, const salvo_rulebook *book, const sweep *sweeps, const char *const *given,
                         size_t n_words, const salvo_approach *approach, salvo_error *err)
{
    const char **words = salvo_arena_array(curve->memory, n_words + SALVO_SWEEPS_MAX, sizeof *words);
    size_t n = 1;

    /* Points; sweeps have at most SALVO_CURVE_POINTS_MAX values, so two fit size_t. */
    for (size_t i = 0; i < curve->n_over; i++)
        n *= sweeps[i].n;
    if (n > SALVO_CURVE_POINTS_MAX)
        return salvo_fail(err, SALVO_TOO_LARGE, "the curve would have %zu points; reduce them to %d at most", n,
                          SALVO_CURVE_POINTS_MAX);
    curve->questions = salvo_arena_array(curve->memory, n, sizeof *curve->questions);
    curve->answers = salvo_arena_array(curve->memory, n, sizeof *curve->answers);
    if (!words || !curve->questions || !curve->answers)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < n_words; i++)
        words[i] = given[i];
    curve->n_asked = n;
    return draw_points(curve, book, sweeps, words, n_words, approach, err);
}

/* A distance without values is swept over its brackets. What is swept over brackets is drawn as steps, since within a
 * bracket nothing changes. */
static bool is_by_brackets(const salvo_procedure *procedure, const char *key, const char *text)
{
    /* Only decimals have brackets. */
    return !strchr(text, '=') &&
           procedure->schema.parameters[salvo_parameter_find(&procedure->schema, key)].kind == SALVO_DECIMAL;
}

static salvo_status draw_over(salvo_curve *curve, const salvo_rulebook *book, const char *const *words, size_t n_words,
                              const char *const *sweeps, size_t n_sweeps, const salvo_approach *approach,
                              salvo_error *err)
{
    sweep read[SALVO_SWEEPS_MAX] = {0};
    salvo_status status;

    if (n_sweeps == 0 || n_sweeps > SALVO_SWEEPS_MAX)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "the parameter is missing; a curve needs one or two, as in --over "
                          "range");
    status = sweeps_read(read, n_sweeps, sweeps, book, curve->procedure, words, n_words, curve->memory, err);
    if (status != SALVO_OK)
        return status;
    for (size_t i = 0; i < n_sweeps; i++) {
        curve->over[curve->n_over] = read[i].key;
        curve->by_brackets[curve->n_over++] = is_by_brackets(curve->procedure, read[i].key, sweeps[i]);
    }
    return draw(curve, book, read, words, n_words, approach, err);
}

salvo_status salvo_curve_draw(salvo_curve *curve, const salvo_rulebook *book, const salvo_procedure *procedure,
                              const char *const *words, size_t n_words, const char *const *sweeps, size_t n_sweeps,
                              const salvo_approach *approach, salvo_error *err)
{
    salvo_status status;

    *curve = (salvo_curve){.procedure = procedure, .memory = salvo_arena_new()};
    if (!curve->memory)
        return salvo_fail_memory(err);
    status = draw_over(curve, book, words, n_words, sweeps, n_sweeps, approach ? approach : &SALVO_APPROACH, err);
    status = salvo_fault_or(status, book, err);
    if (status != SALVO_OK)
        salvo_curve_free(curve);
    return status;
}

void salvo_curve_free(salvo_curve *curve)
{
    for (size_t i = 0; i < curve->n_points; i++) {
        salvo_answer_free(&curve->answers[i]);
        salvo_question_free(&curve->questions[i]);
    }
    salvo_arena_free(curve->memory);
    memset(curve, 0, sizeof *curve);
}
