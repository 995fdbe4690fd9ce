/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is answered as a user asks for it, under many seeds, against the exact answer: the intervals of a simulation, watched
 * and not, of a comparison and of a log of luck. Seeds are irregular: consecutive ones are not independent. */
#include "coverage_answers.h"

#include <stdio.h>
#include <stdlib.h>

#include <salvo/compare.h>
#include <salvo/dice_expression.h>
#include <salvo/luck.h>

#include "splitmix.h"

enum { LINES = 4 };

/* Questions of yes or no, with something that was rolled. */
static const char *const ASKED[LINES] = {"2d6 >= 7", "d6 >= 5", "d20 = 20", "d10 <= 9"};
static const char *const HAPPENED[LINES] = {"1/4", "3/5", "1/3", "5/6"};

typedef struct held {
    uint64_t held, asked;
} held;

static void note(held *h, const salvo_estimate *e, double truth)
{
    h->asked++;
    h->held += e->low <= truth && truth <= e->high;
}

static void print(const char *what, held h)
{
    printf("%-44s  %8d  %7.4f\n", what, (int)h.asked, (double)h.held / (double)h.asked);
}

static void must(salvo_status status)
{
    if (status == SALVO_OK)
        return;
    fprintf(stderr, "coverage: a question has no answer\n");
    exit(1);
}

/* P(yes) of one expression. */
static void answer(held *h, const salvo_question *question, const salvo_plan *plan, bool watched)
{
    const salvo_approach how = {.method = SALVO_BOTH, .plan = *plan};
    salvo_answer a;

    must(salvo_answer_find(&a, question, &how, NULL));
    for (size_t i = 0; i < 1 && i < a.n_outcomes; i++)
        note(h, &a.outcomes[i].figure.simulated, a.outcomes[i].figure.exact.value);
    if (watched != (a.simulation.stopped_by != SALVO_STOPPED_BY_TRIALS))
        must(SALVO_BAD_INPUT);
    salvo_answer_free(&a);
}

static void answers_line(const salvo_question questions[LINES], int runs, bool watched)
{
    held h = {0, 0};
    uint64_t seed = 7;

    for (int run = 0; run < runs; run++)
        for (int i = 0; i < LINES; i++)
            answer(&h, &questions[i],
                   &(salvo_plan){
                       .seed = splitmix_next(&seed), .threads = 1, .trials = watched ? 0 : 2000, .precision = 0.02},
                   watched);
    print(watched ? "chances, until half-widths are 0.02" : "chances, 2000 trials", h);
}

static void compare_line(const salvo_question questions[LINES], int runs)
{
    held h = {0, 0};
    uint64_t seed = 8;

    for (int run = 0; run < runs; run++) {
        const salvo_approach how = {.method = SALVO_BOTH,
                                    .plan = {.seed = splitmix_next(&seed), .threads = 1, .trials = 500}};
        salvo_comparison c;

        must(salvo_compare(&c, &questions[0], &questions[1], &how, NULL));
        note(&h, &c.outcomes[0].difference.simulated, c.outcomes[0].difference.exact.value);
        salvo_comparison_free(&c);
    }
    print("differences on the same dice, 500 trials", h);
}

static void find_luck(salvo_luck *luck, const salvo_question questions[], size_t n, const salvo_approach *how)
{
    salvo_luck_entry entries[LINES];

    for (size_t i = 0; i < n; i++)
        entries[i] = (salvo_luck_entry){.name = ASKED[i],
                                        .words = ASKED[i],
                                        .question = &questions[i],
                                        .success = {.text = "yes"},
                                        .happened = {.text = HAPPENED[i]}};
    must(salvo_luck_find(luck, entries, n, how, NULL));
}

/* Percentiles of all lines together. */
static void luck_line(const salvo_question questions[LINES], size_t lines, int runs)
{
    const salvo_approach exactly = {.method = SALVO_EXACT};
    held percentile = {0, 0};
    uint64_t seed = 9;
    salvo_luck truth, luck;
    char what[64];

    find_luck(&truth, questions, lines, &exactly);
    for (int run = 0; run < runs; run++) {
        const salvo_approach how = {.method = SALVO_MONTE_CARLO,
                                    .plan = {.seed = splitmix_next(&seed), .threads = 1, .trials = 2000}};

        find_luck(&luck, questions, lines, &how);
        note(&percentile, &luck.tails.percentile, truth.tails.percentile.value);
        salvo_luck_free(&luck);
    }
    salvo_luck_free(&truth);
    snprintf(what, sizeof what, "percentiles of luck, lines: %d, 2000 trials", (int)lines);
    print(what, percentile);
}

void coverage_answers(int runs)
{
    salvo_question questions[LINES];

    for (int i = 0; i < LINES; i++)
        must(salvo_dice_ask(&questions[i], ASKED[i], NULL));
    printf("\nAnswers as they are asked for, against exact ones\n%-44s  %8s  %7s\n", "", "asked", "held");
    answers_line(questions, runs, false);
    answers_line(questions, runs, true);
    compare_line(questions, runs);
    luck_line(questions, 1, runs);
    luck_line(questions, LINES, runs);
    for (int i = 0; i < LINES; i++)
        salvo_question_free(&questions[i]);
}
