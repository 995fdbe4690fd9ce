/* Running sums over the outcomes that are numbers. */
#include <salvo/simulate.h>

#include <stdlib.h>

#include "odds/number.h"

static bool is_number(const char *name, int64_t *value)
{
    char *end;

    *value = strtoll(name, &end, 10);
    return end != name && !*end;
}

static int by_value(const void *a, const void *b)
{
    const int64_t x = ((const salvo_tail *)a)->value, y = ((const salvo_tail *)b)->value;

    return (x > y) - (x < y);
}

/* A sum of figures that grows outcome by outcome. */
typedef struct running {
    const salvo_answer *answer;
    arithmetic with;
    num *numbers; /* the sum, and what is added next */
    bool fractions;
    salvo_figure sum;
} running;

static bool add_figure(running *r, const salvo_figure *more, salvo_arena *memory)
{
    r->sum.exact = (salvo_number){.value = r->sum.exact.value + more->exact.value};
    r->fractions = r->fractions && number_read(&r->with, &r->numbers[1], &more->exact);
    if (r->fractions) {
        number_add(&r->with, &r->numbers[0], &r->numbers[1]);
        if (!number_report(&r->with, &r->numbers[0], memory, &r->sum.exact))
            return false;
    }
    r->sum.count += more->count;
    if (r->answer->simulated)
        r->sum.simulated = salvo_simulation_estimate(&r->answer->simulation, r->sum.count);
    return true;
}

/* From the least to the greatest, or the other way. */
static bool add_up(const salvo_answer *answer, salvo_tail *tails, size_t n, bool at_least, salvo_arena *memory)
{
    running r = {.answer = answer, .fractions = answer->counted && answer->odds.arithmetic == SALVO_RATIONAL};
    bool done = true;

    arithmetic_init(&r.with, SALVO_RATIONAL);
    r.numbers = numbers_new(&r.with, 2);
    for (size_t i = 0; i < n && done && r.numbers; i++) {
        salvo_tail *tail = &tails[at_least ? n - 1 - i : i];

        done = add_figure(&r, &answer->outcomes[tail->line].figure, memory);
        *(at_least ? &tail->at_least : &tail->at_most) = r.sum;
    }
    done = done && r.numbers;
    numbers_free(&r.with, r.numbers, 2);
    arithmetic_free(&r.with);
    return done;
}

salvo_status salvo_answer_tails(const salvo_answer *answer, salvo_arena *memory, salvo_tail **tails, size_t *n,
                                salvo_error *err)
{
    *n = 0;
    *tails = salvo_arena_array(memory, answer->n_outcomes, sizeof **tails);
    if (!*tails)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < answer->n_outcomes; i++) {
        salvo_tail tail = {.line = i};

        if (is_number(answer->outcomes[i].name, &tail.value))
            (*tails)[(*n)++] = tail;
    }
    qsort(*tails, *n, sizeof **tails, by_value);
    return add_up(answer, *tails, *n, true, memory) && add_up(answer, *tails, *n, false, memory)
               ? SALVO_OK
               : salvo_fail_memory(err);
}
