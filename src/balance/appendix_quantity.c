#include "balance/appendix_quantity.h"

#include <math.h>
#include <string.h>

#include "data/names.h"

enum { NAMES_MAX = 128 };

/* ---- reading ------------------------------------------------------------------------------------------------------------ */

static const char *trimmed(salvo_arena *memory, const char *text, size_t length)
{
    while (length > 0 && *text == ' ')
        text++, length--;
    while (length > 0 && text[length - 1] == ' ')
        length--;
    return salvo_arena_slice(memory, text, length);
}

static int expectation_of(const salvo_procedure *p, const char *name)
{
    for (size_t i = 0; i < p->n_expectations; i++)
        if (strcmp(p->expectations[i].name, name) == 0)
            return (int)i;
    return -1;
}

static bool is_outcome(const salvo_procedure *p, const char *name)
{
    for (size_t i = 0; i < p->n_outcomes; i++)
        if (strcmp(p->outcomes[i], name) == 0)
            return true;
    return p->outcomes_help != NULL; /* made ones have any name */
}

static salvo_status unknown(const salvo_procedure *p, const char *name, salvo_error *err)
{
    const char *names[NAMES_MAX];
    size_t n = 0;

    for (size_t i = 0; i < p->n_outcomes && n < NAMES_MAX; i++)
        names[n++] = p->outcomes[i];
    for (size_t i = 0; i < p->n_expectations && n < NAMES_MAX; i++)
        names[n++] = p->expectations[i].name;
    return salvo_names_fail(err, names, n, name, "%s has no outcome or expectation '%s'", p->name, name);
}

static salvo_status add_term(appendix_quantity *q, const salvo_procedure *p, const char *name, bool minus,
                             salvo_error *err)
{
    bool all = strcmp(name, "all") == 0;

    if (q->n_terms == QUANTITY_TERMS_MAX)
        return salvo_fail(err, SALVO_BAD_INPUT, "more than %d outcomes in one sum", QUANTITY_TERMS_MAX);
    if (expectation_of(p, name) >= 0)
        return salvo_fail(err, SALVO_BAD_INPUT, "'%s' is an expectation; only outcomes are added up", name);
    if (!all && !is_outcome(p, name))
        return unknown(p, name, err);
    q->terms[q->n_terms].outcome = all ? NULL : name;
    q->terms[q->n_terms++].minus = minus;
    return SALVO_OK;
}

/* The next " + " or " - ", or NULL. */
static const char *next_sign(const char *text)
{
    const char *plus = strstr(text, " + "), *minus = strstr(text, " - ");

    return !plus ? minus : !minus ? plus : plus < minus ? plus : minus;
}

static salvo_status read_sum(appendix_quantity *q, const char *text, const salvo_procedure *p, salvo_arena *memory,
                             salvo_error *err)
{
    bool minus = false;

    for (;;) {
        const char *sign = next_sign(text);
        const char *name = trimmed(memory, text, sign ? (size_t)(sign - text) : strlen(text));
        salvo_status status = name ? add_term(q, p, name, minus, err) : salvo_fail_memory(err);

        if (status != SALVO_OK || !sign)
            return status;
        minus = sign[1] == '-';
        text = sign + 3;
    }
}

static bool ends_in_percent(const char *text)
{
    size_t length = strlen(text);

    return length > 2 && strcmp(text + length - 2, " %") == 0;
}

salvo_status quantity_read(appendix_quantity *q, const char *text, const salvo_procedure *procedure,
                           salvo_arena *memory, salvo_error *err)
{
    const char *equals = strstr(text, " = ");
    const char *sum = equals ? equals + 3 : text;
    const char *whole = trimmed(memory, sum, strlen(sum));

    *q = (appendix_quantity){.name = trimmed(memory, text, equals ? (size_t)(equals - text) : strlen(text))};
    if (!q->name || !whole)
        return salvo_fail_memory(err);
    q->chance = ends_in_percent(whole);
    if (q->chance) {
        whole = trimmed(memory, whole, strlen(whole) - 1);
        q->name = equals ? q->name : whole;
    }
    q->expectation = whole ? expectation_of(procedure, whole) : -1;
    if (!whole || !q->name)
        return salvo_fail_memory(err);
    if (q->expectation >= 0)
        return SALVO_OK;
    q->chance = true;
    return read_sum(q, whole, procedure, memory, err);
}

/* ---- answers -------------------------------------------------------------------------------------------------------------- */

static const salvo_figure *figure_of(const salvo_answer *answer, const char *outcome)
{
    for (size_t i = 0; i < answer->n_outcomes; i++)
        if (strcmp(answer->outcomes[i].name, outcome) == 0)
            return &answer->outcomes[i].figure;
    return NULL;
}

static salvo_appendix_cell cell_of(const salvo_answer *answer)
{
    return (salvo_appendix_cell){
        .counted = answer->counted, .simulated = answer->simulated, .trials = answer->simulation.trials};
}

static salvo_appendix_cell mean_of(const appendix_quantity *q, const salvo_answer *answer)
{
    salvo_appendix_cell cell = cell_of(answer);

    for (size_t i = 0; i < answer->n_means; i++)
        if (answer->means[i].number == q->expectation) {
            cell.present = cell.mean = true;
            cell.figure = answer->means[i].figure;
            cell.figure.exact.exact = NULL; /* the answer's own, which goes */
        }
    return cell;
}

/* Rounding may leave a sum a little beyond what a probability can be. */
static double probability(double sum)
{
    return fabs(sum) < 1e-14 ? 0 : fabs(sum - 1) < 1e-14 ? 1 : sum;
}

salvo_appendix_cell quantity_of(const appendix_quantity *q, const salvo_answer *answer)
{
    salvo_appendix_cell cell = cell_of(answer);
    double sum = 0;
    int64_t count = 0;

    if (q->expectation >= 0)
        return mean_of(q, answer);
    for (size_t i = 0; i < q->n_terms; i++) {
        const salvo_figure *f = q->terms[i].outcome ? figure_of(answer, q->terms[i].outcome) : NULL;
        bool all = !q->terms[i].outcome;
        int sign = q->terms[i].minus ? -1 : 1;

        sum += sign * (all ? 1 : f ? f->exact.value : 0);
        count += sign * (int64_t)(all ? cell.trials : f ? f->count : 0);
    }
    cell.present = true;
    cell.figure.exact.value = probability(sum);
    cell.figure.count = count > 0 ? (uint64_t)count : 0;
    if (cell.simulated)
        cell.figure.simulated = salvo_simulation_estimate(&answer->simulation, cell.figure.count);
    return cell;
}
