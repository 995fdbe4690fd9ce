/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joins exact and simulated results, line by line. Both engines list outcomes in ascending order, but neither has all.
 * The exact engine has only possible outcomes, a simulation those of its engine. */
#include <salvo/arena.h>
#include <salvo/simulate.h>

#include <math.h>
#include <string.h>

#include "base/try.h"
#include "simulate/answer.h"

/* Returns the line of that number; if there is none, inserts it in ascending order. The array has room for it.
 * Searches from the end, because lines mostly come in order. Lines of both engines meet by number, not by place, so
 * neither needs to list what the other left out. */
static salvo_line *line_of(salvo_line *lines, size_t *n, int number, const char *name)
{
    size_t at = *n;

    while (at > 0 && lines[at - 1].number >= number)
        at--;
    if (at < *n && lines[at].number == number)
        return &lines[at];
    memmove(lines + at + 1, lines + at, (*n - at) * sizeof *lines);
    /* An outcome that the exact engine does not list is impossible. */
    lines[at] = (salvo_line){.number = number, .name = name, .figure = {.exact = {.value = 0, .exact = "0"}}};
    ++*n;
    return &lines[at];
}

salvo_claims *claims_begin(salvo_arena *memory)
{
    salvo_claims *claims = salvo_arena_array(memory, 1, sizeof *claims);

    if (claims)
        *claims = (salvo_claims){.memory = memory};
    return claims;
}

double value_by(bool exact, const salvo_figure *figure)
{
    return exact ? figure->exact.value : figure->simulated.value;
}

double figure_value(const salvo_answer *answer, const salvo_figure *figure)
{
    return value_by(answer->exact, figure);
}

/* Room for all lines of both engines, even if no two of them meet. */
static salvo_status merge(salvo_answer *a, salvo_error *err)
{
    const salvo_odds *o = &a->odds;
    const salvo_simulation *s = &a->simulation;

    a->memory = salvo_arena_new();
    if (!a->memory)
        return salvo_fail_memory(err);
    a->outcomes = salvo_arena_array(a->memory, o->n_outcomes + s->n_counts, sizeof *a->outcomes);
    a->means = salvo_arena_array(a->memory, o->n_means + s->n_means, sizeof *a->means);
    a->claims = claims_begin(a->memory);
    if (!a->outcomes || !a->means || !a->claims)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < o->n_outcomes; i++)
        line_of(a->outcomes, &a->n_outcomes, o->outcomes[i].outcome, o->outcomes[i].label)->figure.exact =
            o->outcomes[i].probability;
    /* Exact outcomes that never occurred in the reference engine have a count of 0, with the interval of a zero
     * count. */
    for (size_t i = 0; i < o->n_outcomes && a->simulated; i++)
        a->outcomes[i].figure.simulated = s->unseen;
    for (size_t i = 0; i < s->n_counts; i++) {
        salvo_figure *f = &line_of(a->outcomes, &a->n_outcomes, s->counts[i].outcome, s->counts[i].label)->figure;

        f->simulated = s->counts[i].probability;
        f->count = s->counts[i].count;
    }
    for (size_t i = 0; i < o->n_means; i++)
        line_of(a->means, &a->n_means, (int)o->means[i].expectation, o->means[i].name)->figure.exact = o->means[i].mean;
    for (size_t i = 0; i < s->n_means; i++)
        line_of(a->means, &a->n_means, (int)s->means[i].expectation, s->means[i].name)->figure.simulated =
            s->means[i].mean;
    return SALVO_OK;
}

salvo_status salvo_answer_join(salvo_answer *answer, salvo_error *err)
{
    if (answer->exact && answer->simulated) {
        answer->agreement = salvo_simulation_agrees(&answer->simulation, &answer->odds);
        if (isnan(answer->agreement.p))
            return salvo_fail_memory(err);
    }
    return merge(answer, err);
}

/* A user who did not ask for an engine should learn why the answer is not exact. */
salvo_status answer_engine_remark(const char **remark, bool counted, const engine_reasons *reasons, salvo_arena *memory,
                                  salvo_error *err)
{
    const bool gave_up = !counted && reasons->too_large && *reasons->too_large;
    const char *why = reasons->why && *reasons->why ? reasons->why : NULL;

    *remark = NULL;
    if (!gave_up && !why)
        return SALVO_OK;
    if (gave_up)
        *remark = salvo_arena_printf(memory, "Simulated, because it is too large to be computed exactly: %s%s%s%s.",
                                     reasons->too_large, why ? "; the reference engine rolls every die" : "",
                                     why && reasons->in_full ? ": " : "", why && reasons->in_full ? why : "");
    else
        *remark = salvo_arena_printf(
            memory, "The reference engine rolls every die, because it is too large for %s: %s.", reasons->fast, why);
    return *remark ? SALVO_OK : salvo_fail_memory(err);
}

/* Solves exactly; *too_large keeps the message, which is the reason to simulate or the error of the answer. The
 * default answer must take at most two seconds, hence the limit of effort. */
static salvo_status count(salvo_answer *answer, const salvo_question *question, const salvo_approach *how,
                          salvo_error *too_large)
{
    salvo_odds_options options = how->options;
    salvo_status status;

    /* Otherwise the caller asked for exact numbers and waits for them. */
    if (how->method == SALVO_EXACT_IF_QUICK && options.effort == 0)
        options.effort = SALVO_EFFORT;
    status = salvo_odds_solve(&answer->odds, question, &options, too_large);
    answer->exact = status == SALVO_OK;
    return status;
}

/* Keeps the exact engine's message apart from `err`: it is an error only if no other engine answers. */
static salvo_status find(salvo_answer *answer, const salvo_question *question, const salvo_approach *how,
                         salvo_error *err)
{
    salvo_error too_large = {.text = ""};
    engine_reasons reasons = {.too_large = too_large.text, .fast = "the kernels"};
    salvo_status status = how->method == SALVO_MONTE_CARLO ? SALVO_OK : count(answer, question, how, &too_large);
    /* Only if the method leaves the choice. */
    bool given_up = status == SALVO_TOO_LARGE && how->method == SALVO_EXACT_IF_QUICK;

    if (status != SALVO_OK && !given_up) {
        if (err)
            *err = too_large;
        return status;
    }
    if (given_up || how->method == SALVO_MONTE_CARLO || how->method == SALVO_BOTH) {
        status = salvo_simulate(&answer->simulation, question, &how->plan, err);
        answer->simulated = status == SALVO_OK;
    }
    if (status != SALVO_OK)
        return status;
    TRY(salvo_answer_join(answer, err));
    reasons.why = answer->simulation.why;
    return answer_engine_remark(&answer->engine_remark, answer->exact, &reasons, answer->memory, err);
}

/* Without an approach the answer is exact, as a program that calls the library expects. */
salvo_status salvo_answer_find(salvo_answer *answer, const salvo_question *question, const salvo_approach *approach,
                               salvo_error *err)
{
    salvo_status status;

    memset(answer, 0, sizeof *answer);
    status = find(answer, question, approach ? approach : &SALVO_APPROACH, err);
    if (status != SALVO_OK)
        salvo_answer_free(answer);
    return status;
}

void salvo_answer_free(salvo_answer *answer)
{
    salvo_odds_free(&answer->odds);
    salvo_simulation_free(&answer->simulation);
    salvo_arena_free(answer->memory);
    memset(answer, 0, sizeof *answer);
}
