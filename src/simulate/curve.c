/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A curve asks its question once for every point. Points are answered one after the other, each with all threads. The
 * curve's progress callback passes the points' progress to the caller's. */
#include <salvo/arena.h>
#include <salvo/simulate.h>

#include <math.h>
#include <string.h>

#include "base/try.h"
#include "rules/fault.h"
#include "simulate/sweep.h"

/* A curve while it is drawn. */
typedef struct drawing {
    salvo_curve *curve;
    const salvo_curve_source *source;
    const sweep *sweeps;
} drawing;

/* Asks and answers one point. The digits of the point's number, in the base of the sweeps' lengths, select the values.
 * The last sweep runs fastest. */
static salvo_status answer_point(const drawing *d, size_t point, const salvo_approach *approach, salvo_error *err)
{
    salvo_curve *curve = d->curve;
    const char *words[SALVO_SWEEPS_MAX];
    size_t rest = point;

    for (size_t i = curve->n_over; i-- > 0;) {
        const sweep *s = &d->sweeps[i];

        words[i] = salvo_arena_printf(curve->memory, "%s=%s", s->key, s->texts[rest % s->n]);
        rest /= s->n;
        if (!words[i])
            return salvo_fail_memory(err);
    }
    TRY(d->source->ask(d->source->context, point, words, curve->n_over, &curve->questions[point], err));
    if (point == 0) {
        curve->procedure = curve->questions[0].procedure;
        curve->schema = curve->questions[0].schema;
    }
    return salvo_answer_find(&curve->answers[point], &curve->questions[point], approach, err);
}

/* How the points are answered. Points share the time of the whole curve and one progress bar, while the function that
 * answers a point sees only one question. So each point gets its share of the remaining time and is reported as a part
 * of the whole. */
typedef struct curve_trace {
    const salvo_curve *curve;
    salvo_approach approach;              /* for the next point; its callback is `watch`, its time_s a share */
    salvo_progress_callback watch;        /* during its trials */
    const salvo_progress_callback *outer; /* the caller's; or NULL */
    double time_left_s;                   /* may fall below 0 if points took longer than their share */
    uint64_t trials;                      /* in earlier points */
    bool broken_off;
} curve_trace;

/* Turns the progress of the point into that of the curve: trials of all points together, and the part of the whole
 * that is done. A stop is remembered, because it ends this point and the curve. */
static bool trace_look(void *context, const salvo_progress *of_point)
{
    curve_trace *trace = context;
    size_t n = trace->curve->n_requested;
    salvo_progress progress = {.trials = trace->trials + of_point->trials,
                               .part = ((double)trace->curve->n_points + of_point->part) / (double)n};

    trace->broken_off = trace->broken_off || !trace->outer->report(trace->outer->context, &progress);
    return !trace->broken_off;
}

/* Copies the caller's approach, because every point changes its time and its callback. */
static void trace_begin(curve_trace *trace, const salvo_curve *curve, const salvo_approach *approach)
{
    *trace = (curve_trace){.curve = curve, .outer = approach->plan.progress, .approach = *approach};
    trace->time_left_s = trace->approach.plan.time_s;
    trace->watch = (salvo_progress_callback){trace_look, trace};
    if (trace->outer)
        trace->approach.plan.progress = &trace->watch;
}

/* Later points share the time that earlier points did not use (because they reached a precision). */
static void trace_next_share(curve_trace *trace)
{
    const double least = 1e-9; /* when the time is up, a point still gets a few trials */
    size_t left = trace->curve->n_requested - trace->curve->n_points;

    if (trace->approach.plan.time_s > 0)
        trace->approach.plan.time_s = fmax(trace->time_left_s / (double)left, least);
}

/* Notes an answered point. During an exact point there are no trials that would call the callback, so it is called
 * here. Not after the last point, when nothing is left to stop. */
static void trace_note_point(curve_trace *trace)
{
    const salvo_simulation *s = &trace->curve->answers[trace->curve->n_points - 1].simulation;

    trace->time_left_s -= s->seconds;
    trace->trials += s->trials;
    if (trace->outer && trace->curve->n_points < trace->curve->n_requested)
        trace_look(trace, &(salvo_progress){0});
}

/* An interrupted curve keeps its completed points. */
static salvo_status draw_points(const drawing *d, const salvo_approach *approach, salvo_error *err)
{
    salvo_curve *curve = d->curve;
    salvo_status status;
    curve_trace trace;

    trace_begin(&trace, curve, approach);
    while (curve->n_points < curve->n_requested && !trace.broken_off) {
        trace_next_share(&trace);
        status = answer_point(d, curve->n_points, &trace.approach, err);
        curve->n_points++; /* counted even after a failure, so that salvo_curve_free frees it */
        if (status != SALVO_OK)
            return status;
        trace_note_point(&trace);
    }
    return SALVO_OK;
}

static salvo_status draw(const drawing *d, const salvo_approach *approach, salvo_error *err)
{
    salvo_curve *curve = d->curve;
    size_t n = 1;

    /* The number of points; sweeps have at most SALVO_CURVE_POINTS_MAX values, so the product of two fits size_t. */
    for (size_t i = 0; i < curve->n_over; i++)
        n *= d->sweeps[i].n;
    if (n > SALVO_CURVE_POINTS_MAX)
        return salvo_fail(err, SALVO_TOO_LARGE, "the curve would have %zu points; reduce them to %d at most", n,
                          SALVO_CURVE_POINTS_MAX);
    curve->questions = salvo_arena_array(curve->memory, n, sizeof *curve->questions);
    curve->answers = salvo_arena_array(curve->memory, n, sizeof *curve->answers);
    if (!curve->questions || !curve->answers)
        return salvo_fail_memory(err);
    curve->n_requested = n;
    return draw_points(d, approach, err);
}

/* A distance without values sweeps over its brackets. Its curve has steps, because nothing changes within a bracket. */
static bool is_by_brackets(const salvo_schema *schema, const char *key, const char *text)
{
    /* Only decimals have brackets. */
    return !strchr(text, '=') && schema->parameters[salvo_parameter_find(schema, key)].kind == SALVO_DECIMAL;
}

/* The brackets of a range depend on the words that the points share. */
static salvo_status draw_over(salvo_curve *curve, const salvo_curve_source *source, const char *const *words,
                              size_t n_words, const char *const *sweeps, size_t n_sweeps,
                              const salvo_approach *approach, salvo_error *err)
{
    sweep read[SALVO_SWEEPS_MAX] = {0};
    const drawing d = {curve, source, read};

    if (n_sweeps == 0 || n_sweeps > SALVO_SWEEPS_MAX)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "the parameter is missing; a curve needs one or two, as in --over "
                          "range");
    TRY(sweeps_read(read, n_sweeps, sweeps, source->book, source->schema, words, n_words, curve->memory, err));
    for (size_t i = 0; i < n_sweeps; i++) {
        curve->over[curve->n_over] = read[i].key;
        curve->by_brackets[curve->n_over++] = is_by_brackets(source->schema, read[i].key, sweeps[i]);
    }
    return draw(&d, approach, err);
}

static salvo_status draw_curve(salvo_curve *curve, const salvo_curve_source *source, const char *const *words,
                               size_t n_words, const char *const *sweeps, size_t n_sweeps,
                               const salvo_approach *approach, salvo_error *err)
{
    salvo_status status =
        draw_over(curve, source, words, n_words, sweeps, n_sweeps, approach ? approach : &SALVO_APPROACH, err);

    status = salvo_fault_or(status, source->book, err);
    if (status != SALVO_OK)
        salvo_curve_free(curve);
    return status;
}

salvo_status salvo_curve_draw_from(salvo_curve *curve, const salvo_curve_source *source, const char *const *sweeps,
                                   size_t n_sweeps, const salvo_approach *approach, salvo_error *err)
{
    *curve = (salvo_curve){.schema = source->schema, .borrows = true, .memory = salvo_arena_new()};
    if (!curve->memory)
        return salvo_fail_memory(err);
    return draw_curve(curve, source, NULL, 0, sweeps, n_sweeps, approach, err);
}

/* A procedure, with the words that all points share. The words of a point follow them. */
typedef struct asked_procedure {
    const salvo_rulebook *book;
    const salvo_procedure *procedure;
    const char **words;
    size_t n_words;
} asked_procedure;

static salvo_status ask_procedure(void *context, size_t point, const char *const *words, size_t n_words,
                                  salvo_question *question, salvo_error *err)
{
    asked_procedure *a = context;

    (void)point;
    memcpy(a->words + a->n_words, words, n_words * sizeof *words);
    return salvo_question_ask(question, a->book, a->procedure, a->words, a->n_words + n_words, err);
}

salvo_status salvo_curve_draw(salvo_curve *curve, const salvo_rulebook *book, const salvo_procedure *procedure,
                              const char *const *words, size_t n_words, const char *const *sweeps, size_t n_sweeps,
                              const salvo_approach *approach, salvo_error *err)
{
    asked_procedure a = {.book = book, .procedure = procedure, .n_words = n_words};
    const salvo_curve_source source = {book, &procedure->schema, ask_procedure, &a};

    *curve = (salvo_curve){.procedure = procedure, .schema = &procedure->schema, .memory = salvo_arena_new()};
    a.words = curve->memory ? salvo_arena_array(curve->memory, n_words + SALVO_SWEEPS_MAX, sizeof *a.words) : NULL;
    if (!a.words) {
        salvo_curve_free(curve);
        return salvo_fail_memory(err);
    }
    for (size_t i = 0; i < n_words; i++)
        a.words[i] = words[i];
    return draw_curve(curve, &source, words, n_words, sweeps, n_sweeps, approach, err);
}

void salvo_curve_free(salvo_curve *curve)
{
    for (size_t i = 0; i < curve->n_points; i++) {
        salvo_answer_free(&curve->answers[i]);
        if (!curve->borrows)
            salvo_question_free(&curve->questions[i]);
    }
    salvo_arena_free(curve->memory);
    memset(curve, 0, sizeof *curve);
}
