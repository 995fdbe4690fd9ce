/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A quantity is parsed into terms with signs. A term without a number in it ("miss") can always come; of a term with
 * one ("3") only answers can say whether it is ever met. */
#include "appendix/quantity.h"

#include <math.h>
#include <string.h>

#include "data/names.h"
#include "simulate/answer.h"

enum { NAMES_MAX = 128 };
static const double ROUNDING = 1e-9; /* an expectation this near to 0 .. 1 is a chance */

static const char *trimmed(salvo_arena *memory, const char *text, size_t length)
{
    while (length > 0 && *text == ' ')
        text++, length--;
    while (length > 0 && text[length - 1] == ' ')
        length--;
    return salvo_arena_slice(memory, text, length);
}

/* Its place, or -1. */
static int expectation_of(const salvo_procedure *p, const char *name)
{
    for (size_t i = 0; i < p->n_expectations; i++)
        if (strcmp(p->expectations[i].name, name) == 0)
            return (int)i;
    return -1;
}

/* Whether a made outcome is a word ("more") and no placeholder ("#"). */
static bool is_word(const char *made)
{
    return made[strlen(made) - 1] != '#';
}

/* Lists what the procedure has: outcomes, made words, expectations. */
static salvo_status unknown(const salvo_procedure *p, const char *name, salvo_error *err)
{
    const char *names[NAMES_MAX];
    size_t n = 0;

    for (size_t i = 0; i < p->n_outcomes && n < NAMES_MAX; i++)
        names[n++] = p->outcomes[i];
    for (const char *const *made = p->made; made && *made && n < NAMES_MAX; made++)
        if (is_word(*made))
            names[n++] = *made;
    for (size_t i = 0; i < p->n_expectations && n < NAMES_MAX; i++)
        names[n++] = p->expectations[i].name;
    return salvo_names_fail(err, names, n, name, "%s has no outcome or expectation '%s'%s%s%s", p->schema.name, name,
                            p->outcomes_help ? " (outcomes: " : "", p->outcomes_help ? p->outcomes_help : "",
                            p->outcomes_help ? ")" : "");
}

/* Expectations cannot be added: their sum would be no chance. A name that an expectation has is refused before outcomes
 * are looked at, because that is the likelier mistake and has a message of its own. */
static salvo_status add_term(appendix_quantity *q, const salvo_procedure *p, const char *name, bool minus,
                             salvo_error *err)
{
    bool all = strcmp(name, "all") == 0; /* "all" is no outcome but the sum of them */
    salvo_outcome_form form = all ? SALVO_OUTCOME_WORD : salvo_outcome_form_of(p, name);

    if (q->n_terms == QUANTITY_TERMS_MAX)
        return salvo_fail(err, SALVO_BAD_INPUT, "the sum has more than %d outcomes", QUANTITY_TERMS_MAX);
    if (expectation_of(p, name) >= 0)
        return salvo_fail(err, SALVO_BAD_INPUT, "'%s' is an expectation; only outcomes can be added up", name);
    if (form == SALVO_NO_OUTCOME)
        return unknown(p, name, err);
    q->terms[q->n_terms].outcome = all ? NULL : name;
    q->terms[q->n_terms].minus = minus;
    q->terms[q->n_terms++].can_come = form == SALVO_OUTCOME_WORD;
    return SALVO_OK;
}

/* How often the sum counts that outcome; NULL: an outcome that it does not name. */
static int times_counted(const appendix_quantity *q, const char *outcome)
{
    int times = 0;

    for (size_t i = 0; i < q->n_terms; i++) {
        const char *other = q->terms[i].outcome;

        if (!other || (outcome && strcmp(other, outcome) == 0)) /* "all" counts every outcome */
            times += q->terms[i].minus ? -1 : 1;
    }
    return times;
}

/* Checks that the sum is a chance: it must count every outcome once or not at all. Outcomes exclude each other, so that
 * their chances may be added as long as none is added twice. */
static salvo_status check_sum(const appendix_quantity *q, salvo_error *err)
{
    for (size_t i = 0; i < q->n_terms; i++) {
        const char *outcome = q->terms[i].outcome;
        int times = times_counted(q, outcome);

        if (times < 0)
            return salvo_fail(err, SALVO_BAD_INPUT, "'%s' is subtracted, but no term before contains it",
                              outcome ? outcome : "all");
        if (times > 1)
            return salvo_fail(err, SALVO_BAD_INPUT,
                              "'%s' is counted %d times; a sum of chances can count it only "
                              "once",
                              outcome ? outcome : "all", times);
    }
    return SALVO_OK;
}

/* The next " + " or " - ", or NULL. Blanks are part of a sign, because outcomes have hyphens. */
static const char *next_sign(const char *text)
{
    const char *plus = strstr(text, " + "), *minus = strstr(text, " - ");

    return !plus ? minus : !minus ? plus : plus < minus ? plus : minus;
}

/* Terms between " + " and " - ". */
static salvo_status read_sum(appendix_quantity *q, const char *text, const salvo_procedure *p, salvo_arena *memory,
                             salvo_error *err)
{
    bool minus = false;

    for (;;) {
        const char *sign = next_sign(text);
        const char *name = trimmed(memory, text, sign ? (size_t)(sign - text) : strlen(text));
        salvo_status status = name ? add_term(q, p, name, minus, err) : salvo_fail_memory(err);

        if (status != SALVO_OK || !sign)
            return status == SALVO_OK ? check_sum(q, err) : status;
        minus = sign[1] == '-';
        text = sign + 3; /* behind the sign and its blanks */
    }
}

static bool ends_in_percent(const char *text)
{
    size_t length = strlen(text);

    return length > 2 && strcmp(text + length - 2, " %") == 0;
}

/* Memory is looked at twice: `whole` is cut anew where a percent sign is taken off. */
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
    if (q->chance) { /* an expectation that is a chance is written with "%" */
        whole = trimmed(memory, whole, strlen(whole) - 1);
        q->name = equals ? q->name : whole;
    }
    q->expectation = whole ? expectation_of(procedure, whole) : -1;
    if (!whole || !q->name)
        return salvo_fail_memory(err);
    if (q->expectation >= 0)
        return SALVO_OK;
    q->chance = true; /* a sum of chances */
    return read_sum(q, whole, procedure, memory, err);
}

/* Whether the answer knows all outcomes that can come; the reference engine knows only what came. */
static bool knows_outcomes(const salvo_answer *answer)
{
    return answer->counted || strcmp(answer->simulation.isa, "by-the-book") != 0;
}

/* NULL: the answer does not list it. */
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

/* Not present where the answer has no such mean. */
static salvo_appendix_cell mean_of(const appendix_quantity *q, const salvo_answer *answer)
{
    salvo_appendix_cell cell = cell_of(answer);

    for (size_t i = 0; i < answer->n_means; i++)
        if (answer->means[i].number == q->expectation) {
            cell.present = cell.mean = true;
            cell.figure = answer->means[i].figure;
            cell.figure.exact.exact = NULL; /* the text belongs to the answer */
        }
    return cell;
}

/* A sum of doubles may be a rounding beyond 0 or 1. 1e-14 is above what a sum of a few dozen doubles between 0 and 1
 * can be off, and far below any chance that dice make. */
static double probability(double sum)
{
    return fabs(sum) < 1e-14 ? 0 : fabs(sum - 1) < 1e-14 ? 1 : sum;
}

/* A chance is checked by its value: no schema says which expectations are chances. */
salvo_status quantity_meet(appendix_quantity *q, const salvo_question *question, const salvo_answer *answer,
                           salvo_error *err)
{
    const salvo_procedure *p = question->procedure;
    salvo_appendix_cell cell;
    double value;

    if (q->expectation >= 0 && (!p->expects || p->expects(question->situation, (size_t)q->expectation)))
        q->has_value = true;
    for (size_t i = 0; i < q->n_terms && answer; i++)
        /* Where the answer does not know, it may come. */
        if (!knows_outcomes(answer) || (q->terms[i].outcome && figure_of(answer, q->terms[i].outcome)))
            q->terms[i].can_come = true;
    if (q->expectation < 0 || !q->chance || !answer)
        return SALVO_OK;
    cell = mean_of(q, answer);
    value = value_by(cell.counted, &cell.figure);
    if (cell.present && !(value > -ROUNDING && value < 1 + ROUNDING)) /* written so that NaN is refused */
        return salvo_fail(err, SALVO_BAD_INPUT, "'%s' is not a chance, but %.6g; leave the %% out",
                          p->expectations[q->expectation].name, value);
    return SALVO_OK;
}

bool quantity_needs_answer(const appendix_quantity *q)
{
    if (q->expectation >= 0)
        return q->chance;
    for (size_t i = 0; i < q->n_terms; i++)
        if (!q->terms[i].can_come)
            return true;
    return false;
}

salvo_status quantity_check(const appendix_quantity *q, const salvo_procedure *procedure, salvo_error *err)
{
    if (q->expectation >= 0 && !q->has_value)
        return salvo_fail(err, SALVO_BAD_INPUT, "'%s' has no value in any combination of this entry",
                          procedure->expectations[q->expectation].name);
    for (size_t i = 0; i < q->n_terms; i++)
        if (!q->terms[i].can_come)
            return salvo_fail(err, SALVO_BAD_INPUT,
                              "'%s' is impossible in every combination of this entry; the outcomes of %s are %s",
                              q->terms[i].outcome, procedure->schema.name, procedure->outcomes_help);
    return SALVO_OK;
}

/* The interval is made of the summed count, as if the sum were one outcome: intervals of single outcomes cannot be
 * added. */
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

        sum += sign * (all ? 1 : f ? f->exact.value : 0); /* what the answer does not list has chance 0 */
        count += sign * (int64_t)(all ? cell.trials : f ? f->count : 0);
    }
    cell.present = true;
    cell.figure.exact.value = probability(sum);
    cell.figure.count = count > 0 ? (uint64_t)count : 0; /* a sum with "-" may fall below 0 only by mistake */
    if (cell.simulated)
        cell.figure.simulated = salvo_simulation_estimate(&answer->simulation, cell.figure.count);
    return cell;
}
