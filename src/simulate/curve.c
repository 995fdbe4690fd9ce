#include <salvo/simulate.h>

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "rules/brackets.h"
#include "rules/parse.h"

/* The values that one key takes, as a user would write them. */
typedef struct sweep {
    const char *key;
    const char **texts;
    size_t n;
} sweep;

/* ---- values ----------------------------------------------------------------------------------------------------- */

static salvo_status bad_steps(const char *text, salvo_error *err)
{
    return salvo_fail(err, SALVO_BAD_INPUT,
                      "'%s' is no range of values; write FROM..TO or FROM..TO..STEP, as in 100..2000..100", text);
}

/* One bound of a range of values, up to the next ".." or the end; *text moves behind it. */
static bool read_bound(const char **text, double *bound, salvo_arena *memory)
{
    const char *dots = strstr(*text, "..");
    const char *part = salvo_arena_slice(memory, *text, dots ? (size_t)(dots - *text) : strlen(*text));

    *text = dots ? dots + 2 : NULL;
    return part && salvo_number_parse(part, bound);
}

/* "1..40" or "100..2000..100". */
static salvo_status step_through(sweep *s, const char *text, salvo_arena *memory, salvo_error *err)
{
    const char *rest = text;
    double from, to, by = 1, count;

    if (!read_bound(&rest, &from, memory) || !rest || !read_bound(&rest, &to, memory) ||
        (rest && !read_bound(&rest, &by, memory)) || rest)
        return bad_steps(text, err);
    count = floor((to - from) / by + 1e-9) + 1;
    if (!(by > 0) || !(count >= 1))
        return bad_steps(text, err);
    if (count > SALVO_CURVE_POINTS_MAX)
        return salvo_fail(err, SALVO_TOO_LARGE, "'%s' is %.0f values; a curve has at most %d points", text, count,
                          SALVO_CURVE_POINTS_MAX);
    s->texts = salvo_arena_array(memory, (size_t)count, sizeof *s->texts);
    for (size_t i = 0; s->texts && i < (size_t)count; i++)
        if (!(s->texts[s->n++] = salvo_arena_printf(memory, "%.15g", from + (double)i * by)))
            return salvo_fail_memory(err);
    return s->texts ? SALVO_OK : salvo_fail_memory(err);
}

/* "100,500". */
static salvo_status split_commas(sweep *s, const char *text, salvo_arena *memory, salvo_error *err)
{
    s->texts = salvo_arena_array(memory, strlen(text) + 1, sizeof *s->texts);
    while (s->texts) {
        size_t length = strcspn(text, ",");

        if (!(s->texts[s->n++] = salvo_arena_slice(memory, text, length)))
            return salvo_fail_memory(err);
        if (!text[length])
            return SALVO_OK;
        text += length + 1;
    }
    return salvo_fail_memory(err);
}

static salvo_status read_sweep(sweep *s, const salvo_rulebook *book, const salvo_procedure *procedure, const char *text,
                               salvo_arena *memory, salvo_error *err)
{
    const char *equals = strchr(text, '=');
    const char *key = salvo_arena_slice(memory, text, equals ? (size_t)(equals - text) : strlen(text));
    int at = key ? salvo_parameter_find(procedure, key) : -1;

    if (!key)
        return salvo_fail_memory(err);
    if (at < 0)
        return salvo_parameter_unknown(procedure, key, err);
    s->key = procedure->parameters[at].key;
    if (!equals && procedure->brackets && procedure->parameters[at].bracketed)
        return SALVO_OK; /* read_brackets does it when the other values are known */
    if (!equals)
        return salvo_parameter_sweep(&procedure->parameters[at], &book->store, memory, &s->texts, &s->n, err);
    if (strstr(equals, ".."))
        return step_through(s, equals + 1, memory, err);
    return split_commas(s, equals + 1, memory, err);
}

/* The brackets of a key without values: those of every question that the curve asks, so the other key takes all its
 * values. */
static salvo_status read_brackets(sweep *s, const sweep *other, const salvo_rulebook *book,
                                  const salvo_procedure *procedure, const char *const *given, size_t n_words,
                                  salvo_arena *memory, salvo_error *err)
{
    const char **words = salvo_arena_array(memory, n_words + 1, sizeof *words);
    salvo_stops stops = {0};
    salvo_status status = words ? SALVO_OK : salvo_fail_memory(err);

    for (size_t i = 0; i < n_words && words; i++)
        words[i] = given[i];
    for (size_t i = 0; i < (other ? other->n : 1) && status == SALVO_OK; i++) {
        if (other && !(words[n_words] = salvo_arena_printf(memory, "%s=%s", other->key, other->texts[i])))
            return salvo_fail_memory(err);
        status = salvo_stops_add(&stops, book, procedure, words, n_words + (other != NULL), err);
    }
    s->texts = salvo_arena_array(memory, stops.count, sizeof *s->texts);
    for (size_t i = 0; s->texts && i < stops.count && status == SALVO_OK; i++)
        if (!(s->texts[s->n++] = salvo_arena_printf(memory, "%.15g", stops.upto[i])))
            return salvo_fail_memory(err);
    return s->texts ? status : salvo_fail_memory(err);
}

/* ---- points ------------------------------------------------------------------------------------------------------- */

/* The point's own words behind the words that all points share. */
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
    if (status == SALVO_OK)
        status = salvo_answer_find(&curve->answers[point], &curve->questions[point], approach, err);
    return status;
}

/* How the points are answered: each with its share of what is left of the time, watched as a part of the whole. */
typedef struct course {
    const salvo_curve *curve;
    salvo_approach approach; /* of the next point */
    salvo_watch watch;       /* of its trials */
    const salvo_watch *outer;
    double time_left_s;
    uint64_t trials; /* of the points before */
    bool broken_off;
} course;

static bool look(void *context, const salvo_progress *of_point)
{
    course *c = context;
    size_t n = c->curve->n_asked;
    salvo_progress progress = {.trials = c->trials + of_point->trials,
                               .part = ((double)c->curve->n_points + of_point->part) / (double)n};

    c->broken_off = c->broken_off || !c->outer->look(c->outer->context, &progress);
    return !c->broken_off;
}

static void start_course(course *c, const salvo_curve *curve, const salvo_approach *approach)
{
    *c = (course){.curve = curve, .outer = approach ? approach->plan.watch : NULL};
    if (approach)
        c->approach = *approach;
    c->time_left_s = c->approach.plan.time_s;
    c->watch = (salvo_watch){look, c};
    if (c->outer)
        c->approach.plan.watch = &c->watch;
}

static void next_share(course *c)
{
    const double least = 1e-9; /* when the time is up, a point still gets a few trials */
    size_t left = c->curve->n_asked - c->curve->n_points;

    if (c->approach.plan.time_s > 0)
        c->approach.plan.time_s = fmax(c->time_left_s / (double)left, least);
}

/* After a point; the last one is the end in any case. */
static void note_point(course *c)
{
    const salvo_simulation *s = &c->curve->answers[c->curve->n_points - 1].simulation;

    c->time_left_s -= s->seconds;
    c->trials += s->trials;
    if (c->outer && c->curve->n_points < c->curve->n_asked)
        look(c, &(salvo_progress){0});
}

static salvo_status draw_points(salvo_curve *curve, const salvo_rulebook *book, const sweep *sweeps, const char **words,
                                size_t n_words, const salvo_approach *approach, salvo_error *err)
{
    salvo_status status = SALVO_OK;
    course c;

    start_course(&c, curve, approach);
    while (curve->n_points < curve->n_asked && status == SALVO_OK && !c.broken_off) {
        next_share(&c);
        status = answer_point(curve, book, sweeps, curve->n_points, words, n_words, &c.approach, err);
        curve->n_points++;
        if (status == SALVO_OK)
            note_point(&c);
    }
    return status;
}

static salvo_status draw(salvo_curve *curve, const salvo_rulebook *book, const sweep *sweeps, const char *const *given,
                         size_t n_words, const salvo_approach *approach, salvo_error *err)
{
    const char **words = salvo_arena_array(curve->memory, n_words + SALVO_SWEEPS_MAX, sizeof *words);
    size_t n = 1;

    for (size_t i = 0; i < curve->n_over; i++)
        n *= sweeps[i].n;
    if (n > SALVO_CURVE_POINTS_MAX)
        return salvo_fail(err, SALVO_TOO_LARGE, "the curve would have %zu points; at most %d are drawn", n,
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

/* A distance without values is swept over its brackets. */
static bool is_by_brackets(const salvo_procedure *procedure, const char *key, const char *text)
{
    return !strchr(text, '=') && procedure->parameters[salvo_parameter_find(procedure, key)].kind == SALVO_DECIMAL;
}

static salvo_status read_sweeps(salvo_curve *curve, sweep *sweeps, const salvo_rulebook *book, const char *const *words,
                                size_t n_words, const char *const *texts, size_t n, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    if (n == 0 || n > SALVO_SWEEPS_MAX)
        return salvo_fail(err, SALVO_BAD_INPUT, "a curve goes over one or two parameters: --over range");
    for (size_t i = 0; i < n; i++) {
        status = read_sweep(&sweeps[i], book, curve->procedure, texts[i], curve->memory, err);
        if (status != SALVO_OK)
            return status;
        curve->over[curve->n_over] = sweeps[i].key;
        curve->by_brackets[curve->n_over++] = is_by_brackets(curve->procedure, sweeps[i].key, texts[i]);
    }
    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        if (!sweeps[i].texts)
            status = read_brackets(&sweeps[i], n > 1 ? &sweeps[!i] : NULL, book, curve->procedure, words, n_words,
                                   curve->memory, err);
    return status;
}

salvo_status salvo_curve_draw(salvo_curve *curve, const salvo_rulebook *book, const salvo_procedure *procedure,
                              const char *const *words, size_t n_words, const char *const *sweeps, size_t n_sweeps,
                              const salvo_approach *approach, salvo_error *err)
{
    sweep read[SALVO_SWEEPS_MAX] = {0};
    salvo_status status;

    *curve = (salvo_curve){.procedure = procedure, .memory = salvo_arena_new()};
    if (!curve->memory)
        return salvo_fail_memory(err);
    status = read_sweeps(curve, read, book, words, n_words, sweeps, n_sweeps, err);
    if (status == SALVO_OK)
        status = draw(curve, book, read, words, n_words, approach, err);
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
