/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A quantity is parsed into terms with signs. A term without a number in it ("miss") is always possible. For a term
 * with one ("3"), only answers show whether it ever occurs. */
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

/* Returns its place, or -1. */
static int expectation_of(const salvo_procedure *p, const char *name)
{
    for (size_t i = 0; i < p->n_expectations; i++)
        if (strcmp(p->expectations[i].name, name) == 0)
            return (int)i;
    return -1;
}

/* Returns whether a made outcome is a word ("more") and not a placeholder ("#"). */
static bool is_word(const char *made)
{
    return made[strlen(made) - 1] != '#';
}

/* Lists the procedure's outcomes, made words and expectations. */
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

/* Expectations cannot be added, because their sum would not be a chance. The name of an expectation is refused before
 * outcomes are looked at, because it is the likelier mistake and has its own message. */
static salvo_status add_term(appendix_quantity *q, const salvo_procedure *p, const char *name, bool minus,
                             salvo_error *err)
{
    bool all = strcmp(name, "all") == 0; /* "all" is not an outcome but the sum of them */
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

/* Returns how often the sum counts that outcome; NULL: an outcome that it does not name. */
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

/* Checks that the sum is a chance: it must count every outcome once or not at all. Outcomes exclude each other, so
 * their chances may be added if none is added twice. */
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

/* Returns the next " + " or " - ", or NULL. Blanks are part of a sign, because outcomes have hyphens. */
static const char *next_sign(const char *text)
{
    const char *plus = strstr(text, " + "), *minus = strstr(text, " - ");

    return !plus ? minus : !minus ? plus : plus < minus ? plus : minus;
}

/* Reads terms between " + " and " - ". */
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
        text = sign + 3; /* after the sign and its blanks */
    }
}

static bool ends_in_percent(const char *text)
{
    size_t length = strlen(text);

    return length > 2 && strcmp(text + length - 2, " %") == 0;
}

/* Memory is checked twice: `whole` is cut anew if a percent sign is removed. */
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

/* Returns whether the answer has all possible outcomes; the reference engine has only those that occurred. */
static bool knows_outcomes(const salvo_answer *answer)
{
    return answer->exact || strcmp(answer->simulation.isa, "by-the-book") != 0;
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
        .exact = answer->exact, .simulated = answer->simulated, .trials = answer->simulation.trials};
}

/* The cell is not present if the answer has no such mean. */
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

/* A sum of doubles may exceed 0 or 1 by a rounding. 1e-14 is above the error of a few dozen doubles between 0 and 1,
 * and far below any chance that dice make. */
static double probability(double sum)
{
    return fabs(sum) < 1e-14 ? 0 : fabs(sum - 1) < 1e-14 ? 1 : sum;
}

/* A chance is checked by its value, because no schema says which expectations are chances. */
salvo_status quantity_meet(appendix_quantity *q, const salvo_question *question, const salvo_answer *answer,
                           salvo_error *err)
{
    const salvo_procedure *p = question->procedure;
    salvo_appendix_cell cell;
    double value;

    if (q->expectation >= 0 && (!p->expects || p->expects(question->situation, (size_t)q->expectation)))
        q->has_value = true;
    for (size_t i = 0; i < q->n_terms && answer; i++)
        /* If the answer does not have all outcomes, it may be possible. */
        if (!knows_outcomes(answer) || (q->terms[i].outcome && figure_of(answer, q->terms[i].outcome)))
            q->terms[i].can_come = true;
    if (q->expectation < 0 || !q->chance || !answer)
        return SALVO_OK;
    cell = mean_of(q, answer);
    value = value_by(cell.exact, &cell.figure);
    if (cell.present && !(value > -ROUNDING && value < 1 + ROUNDING)) /* in this form NaN is refused */
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

        sum += sign * (all ? 1 : f ? f->exact.value : 0); /* an outcome that the answer does not list has chance 0 */
        count += sign * (int64_t)(all ? cell.trials : f ? f->count : 0);
    }
    cell.present = true;
    cell.figure.exact.value = probability(sum);
    cell.figure.count = count > 0 ? (uint64_t)count : 0; /* a sum with "-" falls below 0 only by mistake */
    if (cell.simulated)
        cell.figure.simulated = salvo_simulation_estimate(&answer->simulation, cell.figure.count);
    return cell;
}
