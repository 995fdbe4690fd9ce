#include <salvo/simulate.h>

#include <string.h>

#include "base/arena.h"

/* The line of that number, a new one at its place if there is none; the array has room. */
static salvo_line *line_of(salvo_line *lines, size_t *n, int number, const char *name)
{
    size_t at = *n;

    while (at > 0 && lines[at - 1].number >= number)
        at--;
    if (at < *n && lines[at].number == number)
        return &lines[at];
    memmove(lines + at + 1, lines + at, (*n - at) * sizeof *lines);
    lines[at] = (salvo_line){.number = number, .name = name, .figure = {.exact = {.value = 0, .exact = "0"}}};
    ++*n;
    return &lines[at];
}

static salvo_status merge(salvo_answer *a, salvo_error *err)
{
    const salvo_odds *o = &a->odds;
    const salvo_simulation *s = &a->simulation;

    a->memory = salvo_arena_new();
    if (!a->memory)
        return salvo_fail_memory(err);
    a->outcomes = salvo_arena_array(a->memory, o->n_outcomes + s->n_counts, sizeof *a->outcomes);
    a->means = salvo_arena_array(a->memory, o->n_means + s->n_means, sizeof *a->means);
    if (!a->outcomes || !a->means)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < o->n_outcomes; i++)
        line_of(a->outcomes, &a->n_outcomes, o->outcomes[i].outcome, o->outcomes[i].label)->figure.exact =
            o->outcomes[i].probability;
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

salvo_status salvo_answer_find(salvo_answer *answer, const salvo_question *question, const salvo_approach *approach,
                               salvo_error *err)
{
    static const salvo_approach EXACT = {.method = SALVO_EXACT};
    const salvo_approach *how = approach ? approach : &EXACT;
    salvo_status status = SALVO_OK;

    memset(answer, 0, sizeof *answer);
    if (how->method != SALVO_MONTE_CARLO) {
        status = salvo_odds_solve(&answer->odds, question, &how->options, err);
        answer->counted = status == SALVO_OK;
    }
    if (status == SALVO_OK && how->method != SALVO_EXACT) {
        status = salvo_simulate(&answer->simulation, question, &how->plan, err);
        answer->simulated = status == SALVO_OK;
    }
    if (status == SALVO_OK && answer->counted && answer->simulated)
        answer->agreement = salvo_simulation_agrees(&answer->simulation, &answer->odds);
    if (status == SALVO_OK)
        status = merge(answer, err);
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
