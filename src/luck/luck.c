/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line is a binomial distribution, and a log is the convolution of its lines, in doubles. Nothing is subtracted, so
 * every term keeps its digits. */
#include <salvo/luck.h>

#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/phrase.h"
#include "base/try.h"
#include "data/records.h"
#include "rules/parse.h"
#include "simulate/figure_sum.h"

/* A simulated chance has an interval. Everything is computed three times, at its value and at either end. set_tails
 * derives the ends of the results. */
typedef enum { AT_VALUE, AT_LOW, AT_HIGH, N_ENDS } chance_end;

static double chance_at(const salvo_luck_line *line, chance_end end)
{
    return end == AT_LOW ? line->chance.low : end == AT_HIGH ? line->chance.high : line->chance.value;
}

/* Sets p[k] to P(k successes) of the line, k = 0 .. tries. GSL computes it through logarithms of factorials, so a
 * thousand tries do not overflow or underflow. */
static void set_binomial(const salvo_luck_line *line, chance_end end, double *p)
{
    for (unsigned k = 0; k <= line->tries; k++)
        p[k] = gsl_ran_binomial_pdf(k, chance_at(line, end), (unsigned)line->tries);
}

/* p holds 0 .. n; afterwards 0 .. n + m, with the contribution of `more`. It works in place, because a log has
 * thousands of tries and this runs for each line and each end. It goes from the end down, so that no place is read
 * after it was written. */
static void convolve(double *p, size_t n, const double *more, size_t m)
{
    for (size_t k = n + m + 1; k-- > 0;) {
        double sum = 0;

        for (size_t j = k > n ? k - n : 0; j <= m && j <= k; j++)
            sum += p[k - j] * more[j];
        p[k] = sum;
    }
}

/* Sets p to P(k successes) of all lines together; `one` is room for a line. */
static void set_all(const salvo_luck *luck, chance_end end, double *p, double *one)
{
    size_t n = 0;

    p[0] = 1;
    for (size_t i = 0; i < luck->n_lines; i++) {
        set_binomial(&luck->lines[i], end, one);
        convolve(p, n, one, luck->lines[i].tries);
        n += luck->lines[i].tries;
    }
}

/* The sum begins at the far end: the small terms are first. */
static double sum_at_most(const double *p, size_t won)
{
    double sum = 0;

    for (size_t k = 0; k <= won; k++)
        sum += p[k];
    return sum < 1 ? sum : 1;
}

/* Each tail is summed directly and not as 1 minus the other: a tail of 1e-20 would otherwise be 0. */
static double sum_at_least(const double *p, size_t won, size_t tries)
{
    double sum = 0;

    for (size_t k = tries + 1; k-- > won;)
        sum += p[k];
    return sum < 1 ? sum : 1;
}

/* With greater chances, many successes are more likely and few are less likely. So each end of an interval belongs to
 * one end of the chances. The percentile counts half of the results equal to this one (the mid-p). So an average result
 * is at 50 % for any number of tries. */
static void set_tails(salvo_luck_tails *t, double *const p[N_ENDS], size_t won, size_t tries)
{
    double most[N_ENDS], least[N_ENDS], percentile[N_ENDS];

    for (int end = 0; end < N_ENDS; end++) {
        most[end] = sum_at_most(p[end], won);
        least[end] = sum_at_least(p[end], won, tries);
        percentile[end] = most[end] - p[end][won] / 2;
    }
    t->at_most = (salvo_estimate){most[AT_VALUE], most[AT_HIGH], most[AT_LOW]};
    t->at_least = (salvo_estimate){least[AT_VALUE], least[AT_LOW], least[AT_HIGH]};
    t->percentile = (salvo_estimate){percentile[AT_VALUE], percentile[AT_HIGH], percentile[AT_LOW]};
}

/* The smaller of the two tails measures how unlikely a result is, good or bad. */
static double lesser_tail(const salvo_luck_tails *t)
{
    return t->at_most.value < t->at_least.value ? t->at_most.value : t->at_least.value;
}

/* Returns the chance that the line ends at least as unlikely, at either end. */
static double chance_of_extreme(const double *p, size_t tries, double extreme)
{
    static const double SAME = 1 + 1e-9; /* sums of the same terms in another order differ in their last digits */
    double chance = 0;

    for (size_t k = 0; k <= tries; k++)
        if (fmin(sum_at_most(p, k), sum_at_least(p, k, tries)) <= extreme * SAME)
            chance += p[k];
    return chance < 1 ? chance : 1;
}

/* Among many lines one is always unlikely. `any_as_extreme` is the chance that at least one of them is as extreme as
 * the most extreme one, if lines are independent. */
static void find_extreme(salvo_luck *luck, double *one)
{
    double none = 1; /* the chance that no line is */

    for (size_t i = 1; i < luck->n_lines; i++)
        if (lesser_tail(&luck->lines[i].tails) < lesser_tail(&luck->lines[luck->extreme].tails))
            luck->extreme = i;
    luck->extreme_chance = lesser_tail(&luck->lines[luck->extreme].tails);
    for (size_t i = 0; i < luck->n_lines; i++) {
        set_binomial(&luck->lines[i], AT_VALUE, one);
        none *= 1 - chance_of_extreme(one, luck->lines[i].tries, luck->extreme_chance);
    }
    luck->any_as_extreme = 1 - none;
}

/* One array holds all: three distributions of the whole log, and room for one line. */
static salvo_status weigh(salvo_luck *luck, salvo_error *err)
{
    const size_t room = luck->tries + 1;
    double *p[N_ENDS], *numbers = salvo_arena_array(luck->memory, room * (N_ENDS + 1), sizeof *numbers);

    if (!numbers)
        return salvo_fail_memory(err);
    for (int end = 0; end < N_ENDS; end++)
        p[end] = numbers + (size_t)end * room;
    for (size_t i = 0; i < luck->n_lines; i++) {
        salvo_luck_line *line = &luck->lines[i];

        for (int end = 0; end < N_ENDS; end++)
            set_binomial(line, (chance_end)end, p[end]);
        set_tails(&line->tails, p, line->won, line->tries);
        luck->expected += (double)line->tries * line->chance.value;
    }
    find_extreme(luck, numbers + N_ENDS * room);
    for (int end = 0; end < N_ENDS; end++)
        set_all(luck, (chance_end)end, p[end], numbers + N_ENDS * room);
    set_tails(&luck->tails, p, luck->won, luck->tries);
    luck->probability = p[AT_VALUE];
    return SALVO_OK;
}

/* Reading a line. */

/* Lists the possible outcomes, "miss, single and double". The list ends before the buffer is full, so that the last name
 * is whole. */
static const char *possible(const salvo_answer *answer, char text[SALVO_ERROR_TEXT / 2])
{
    size_t length = 0;

    *text = '\0';
    for (size_t i = 0; i < answer->n_outcomes && length < SALVO_ERROR_TEXT / 2 - SALVO_LABEL_MAX - 8; i++)
        length += (size_t)snprintf(text + length, SALVO_ERROR_TEXT / 2 - length, "%s%s",
                                   salvo_between(i, answer->n_outcomes, " and "), answer->outcomes[i].name);
    return text;
}

static const salvo_line *outcome_named(const salvo_answer *answer, const char *name)
{
    for (size_t i = 0; i < answer->n_outcomes; i++)
        if (strcmp(answer->outcomes[i].name, name) == 0)
            return &answer->outcomes[i];
    return NULL;
}

/* Returns whether `name` is in a list such as "single|double". */
static bool is_among(const char *list, const char *name)
{
    const size_t length = strlen(name);

    for (const char *at = list; *at; at += strcspn(at, "|"), at += *at == '|')
        if (strcspn(at, "|") == length && strncmp(at, name, length) == 0)
            return true;
    return false;
}

/* Checks that every word of the list is an outcome of the procedure, even if it is impossible here: "destroyed" remains
 * a success with a chance of 0. */
static salvo_status check_success(const salvo_luck_entry *e, const salvo_answer *answer, salvo_error *err)
{
    char text[SALVO_ERROR_TEXT / 2];

    if (!*e->success.text)
        return salvo_cell_refuse(&e->success, err,
                                 "the outcomes that are a success are missing; name some of %s, with | between them",
                                 possible(answer, text));
    for (const char *at = e->success.text; *at; at += strcspn(at, "|"), at += *at == '|') {
        char name[SALVO_LABEL_MAX];

        snprintf(name, sizeof name, "%.*s", (int)strcspn(at, "|"), at);
        if (salvo_outcome_form_of(e->question->procedure, name) == SALVO_NO_OUTCOME && !outcome_named(answer, name))
            return salvo_cell_refuse(&e->success, err, "%s has no outcome '%s'; possible here are %s%s",
                                     e->question->schema->name, name, possible(answer, text),
                                     strchr(name, ',') ? "; write | between outcomes" : "");
    }
    return SALVO_OK;
}

/* Outcomes exclude each other, so chances add up. For simulated ones figure_sum adds counts, which have an interval of
 * their own. */
static salvo_status sum_chance(salvo_luck_line *line, const salvo_answer *answer, salvo_arena *memory, salvo_error *err)
{
    figure_sum sum;
    double exact;
    bool done = figure_sum_init(&sum, answer, memory);

    for (size_t i = 0; i < answer->n_outcomes && done; i++)
        if (is_among(line->entry->success.text, answer->outcomes[i].name))
            done = figure_sum_add(&sum, &answer->outcomes[i].figure, memory);
    figure_sum_free(&sum);
    line->simulated = !answer->exact;
    /* A sum of doubles may slightly exceed 1. */
    exact = fmin(sum.sum.exact.value, 1);
    line->chance = answer->exact ? (salvo_estimate){exact, exact, exact} : sum.sum.simulated;
    return done ? SALVO_OK : salvo_fail_memory(err);
}

/* Reads a share such as "1/5". The limit of 1e9 is beyond any log and keeps the conversion exact. */
static bool read_share(const char *text, uint64_t *won, uint64_t *tries)
{
    const char *slash = strchr(text, '/');
    double over, under;
    char first[32];

    if (!slash || (size_t)(slash - text) >= sizeof first)
        return false;
    snprintf(first, sizeof first, "%.*s", (int)(slash - text), text);
    if (!salvo_number_parse(first, &over) || !salvo_number_parse(slash + 1, &under) || over < 0 || under < 1 ||
        over != floor(over) || under != floor(under) || over > 1e9 || under > 1e9)
        return false;
    *won = (uint64_t)over;
    *tries = (uint64_t)under;
    return true;
}

/* Reads a single try whose outcome is named. An outcome with an exact chance of 0 is a slip in the log; a simulated 0
 * does not prove that. */
static salvo_status read_outcome(salvo_luck_line *line, const salvo_answer *answer, salvo_error *err)
{
    const salvo_luck_entry *e = line->entry;
    const salvo_line *outcome = outcome_named(answer, e->happened.text);
    char text[SALVO_ERROR_TEXT / 2];

    if (!outcome || (answer->exact && outcome->figure.exact.value == 0))
        return salvo_cell_refuse(
            &e->happened, err,
            "'%s' is not a result; possible here are %s; for several tries write successes/tries, as in 1/5",
            e->happened.text, possible(answer, text));
    line->tries = 1;
    line->won = is_among(e->success.text, e->happened.text);
    return SALVO_OK;
}

/* A certain success cannot fail, and an impossible one cannot succeed: such a line would put 0 into every product. */
static salvo_status read_happened(salvo_luck_line *line, const salvo_answer *answer, salvo_error *err)
{
    const salvo_cell *cell = &line->entry->happened;

    if (!read_share(cell->text, &line->won, &line->tries))
        return read_outcome(line, answer, err);
    if (line->won > line->tries)
        return salvo_cell_refuse(cell, err, "%s: more successes than tries; write successes/tries", cell->text);
    if (line->won > 0 && line->chance.high == 0)
        return salvo_cell_refuse(cell, err, "%s is impossible: %s never occurs", cell->text, line->entry->success.text);
    if (line->won < line->tries && line->chance.low == 1)
        return salvo_cell_refuse(cell, err, "%s is impossible: %s always occurs", cell->text,
                                 line->entry->success.text);
    return SALVO_OK;
}

/* The limit holds for all lines together, because the convolution takes the square of the tries. */
static salvo_status read_answer(salvo_luck *luck, salvo_luck_line *line, const salvo_answer *answer, salvo_error *err)
{
    TRY(check_success(line->entry, answer, err));
    TRY(sum_chance(line, answer, luck->memory, err));
    TRY(read_happened(line, answer, err));
    luck->simulated = luck->simulated || line->simulated;
    luck->won += line->won;
    luck->tries += line->tries;
    if (luck->tries > SALVO_LUCK_TRIES_MAX)
        return salvo_cell_refuse(&line->entry->happened, err, "a log has room for %d tries", SALVO_LUCK_TRIES_MAX);
    return SALVO_OK;
}

static salvo_status read_line(salvo_luck *luck, salvo_luck_line *line, const salvo_approach *how, salvo_error *err)
{
    salvo_answer answer;
    salvo_status status;

    TRY(salvo_answer_find(&answer, line->entry->question, how, err));
    status = read_answer(luck, line, &answer, err);
    salvo_answer_free(&answer);
    return status;
}

/* Questions are answered one after the other and freed: only their chances are kept. */
static salvo_status find(salvo_luck *luck, const salvo_luck_entry *entries, const salvo_approach *approach,
                         salvo_error *err)
{
    if (luck->n_lines == 0)
        return salvo_fail(err, SALVO_BAD_INPUT, "the log has no lines");
    luck->lines = luck->memory ? salvo_arena_array(luck->memory, luck->n_lines, sizeof *luck->lines) : NULL;
    if (!luck->lines)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < luck->n_lines; i++) {

        luck->lines[i].entry = &entries[i];
        TRY(read_line(luck, &luck->lines[i], approach, err));
    }
    return weigh(luck, err);
}

salvo_status salvo_luck_find(salvo_luck *luck, const salvo_luck_entry *entries, size_t n,
                             const salvo_approach *approach, salvo_error *err)
{
    const salvo_approach *how = approach ? approach : &SALVO_APPROACH;
    salvo_status status;

    *luck = (salvo_luck){.n_lines = n, .seed = how->plan.seed, .memory = salvo_arena_new()};
    status = find(luck, entries, how, err);
    if (status != SALVO_OK)
        salvo_luck_free(luck);
    return status;
}

void salvo_luck_free(salvo_luck *luck)
{
    salvo_arena_free(luck->memory);
    memset(luck, 0, sizeof *luck);
}
