/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decides whether an answer is exact, simulated or both, and joins the two line by line. Both engines list outcomes in ascending order, but neither has all.
 * The exact engine has only possible outcomes, a simulation those of its engine. */
#include <salvo/arena.h>
#include <salvo/simulate.h>

#include <math.h>
#include <string.h>

#include "base/try.h"
#include "rules/fault.h"
#include "simulate/answer.h"
#include "simulate/trial_run.h"

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
static salvo_status list_lines(salvo_answer *a, salvo_error *err)
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

static salvo_status join_parts(salvo_answer *answer, salvo_error *err)
{
    if (answer->exact && answer->simulated) {
        answer->agreement = salvo_simulation_agrees(&answer->simulation, &answer->odds);
        if (isnan(answer->agreement.p))
            return salvo_fail_memory(err);
    }
    return list_lines(answer, err);
}

/* Solves exactly; *too_large keeps the message, which is the reason to simulate or the error of the answer. Only a
 * default answer has a limit of effort. */
static salvo_status add_odds(salvo_answer *answer, const salvo_question *question, const salvo_approach *how,
                             const engine_set *set, salvo_error *too_large)
{
    salvo_odds_options options = how->options;
    salvo_status status;

    if (how->method == SALVO_EXACT_IF_QUICK && options.effort == 0) /* otherwise the caller waits for exact numbers */
        options.effort = set->effort(question);
    status = set->solve(&answer->odds, question, &options, too_large);
    answer->exact = status == SALVO_OK;
    return status;
}

static salvo_status add_simulation(salvo_answer *answer, const salvo_question *question, const salvo_approach *how,
                                   const engine_set *set, trial_run *run, salvo_error *err)
{
    salvo_status status = trial_run_prepare(run, set, question, &how->plan, err);

    run->options = &how->options;
    if (status == SALVO_OK)
        status = trial_run_all(run, err);
    if (status == SALVO_OK)
        status = trial_run_report(&answer->simulation, run, err);
    status = salvo_fault_or(status, question->book, err);
    answer->simulated = status == SALVO_OK;
    return status;
}

salvo_status answer_engine_remark(const char **remark, const engine_set *set, const char *too_large, const char *why,
                                  salvo_arena *memory, salvo_error *err)
{
    *remark = NULL;
    if (too_large && *too_large)
        *remark = salvo_arena_printf(memory, "Simulated, because it is too large to be computed exactly: %s%s%s%s.",
                                     too_large, why ? "; the reference engine rolls every die" : "",
                                     why && set->remarks_in_full ? ": " : "", why && set->remarks_in_full ? why : "");
    else if (why)
        *remark = salvo_arena_printf(
            memory, "The reference engine rolls every die, because it is too large for %s: %s.", set->fast, why);
    else
        return SALVO_OK;
    return *remark ? SALVO_OK : salvo_fail_memory(err);
}

/* Keeps the exact engine's message apart from `err`: it is an error only if no other engine answers. */
salvo_status answer_find(salvo_answer *answer, const salvo_question *question, const salvo_approach *how,
                         const engine_set *set, trial_run *run, salvo_error *err)
{
    salvo_error too_large = {.text = ""};
    salvo_status status = SALVO_OK;
    bool given_up; /* only if the method leaves the choice */

    *answer = (salvo_answer){.exact = false};
    *run = (trial_run){.set = NULL};
    if (how->method != SALVO_MONTE_CARLO)
        status = add_odds(answer, question, how, set, &too_large);
    given_up = status == SALVO_TOO_LARGE && how->method == SALVO_EXACT_IF_QUICK;
    if (status != SALVO_OK && !given_up) {
        if (err)
            *err = too_large;
        return status;
    }
    if (given_up || how->method == SALVO_MONTE_CARLO || how->method == SALVO_BOTH)
        TRY(add_simulation(answer, question, how, set, run, err));
    TRY(join_parts(answer, err));
    /* A computed answer has no remark on simulation, whatever was tried before. */
    return answer_engine_remark(&answer->engine_remark, set, answer->exact ? NULL : too_large.text,
                                answer->simulation.why, answer->memory, err);
}

/* Without an approach the answer is exact, as a program that calls the library expects. */
salvo_status salvo_answer_find(salvo_answer *answer, const salvo_question *question, const salvo_approach *approach,
                               salvo_error *err)
{
    trial_run run;
    salvo_status status =
        answer_find(answer, question, approach ? approach : &SALVO_APPROACH, &QUESTION_ENGINES, &run, err);

    trial_run_free(&run);
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
