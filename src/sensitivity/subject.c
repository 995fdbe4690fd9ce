/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One number of the subject, from the exact engine or trial by trial. The values of trials are whole numbers of parts,
 * so that sums and differences are exact. */
#include "sensitivity/subject.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/try.h"
#include "rules/fault.h"
#include "sensitivity/fire_mean.h"
#include "simulate/contrast.h"
#include "simulate/figure_sum.h"
#include "simulate/reference_engine.h"

const char *const SALVO_ANSWER_METRICS[SALVO_N_ANSWER_METRICS + 1] = {"p_a",         "p_b",   "p_mutual",
                                                                      "p_undecided", "score", "turns"};

/* The four chances and the turns of a duel or a battle, in the order of the metrics. */
typedef struct ends {
    const salvo_figure *chance[4];
    const salvo_figure *turns; /* NULL: it may never end */
} ends;

/* A sum has no fraction of its own here. */
static salvo_number number_of(const ends *e, salvo_answer_metric metric)
{
    if (metric == SALVO_TURNS_TAKEN)
        return e->turns ? e->turns->exact : (salvo_number){NAN, NULL};
    if (metric != SALVO_SCORE_OF_A)
        return e->chance[metric]->exact;
    return (salvo_number){
        e->chance[SALVO_CHANCE_OF_A]->exact.value +
            (e->chance[SALVO_CHANCE_OF_MUTUAL]->exact.value + e->chance[SALVO_CHANCE_OF_UNDECIDED]->exact.value) / 2,
        NULL};
}

/* The number is copied, because the answer is freed after it. */
static salvo_status take(measurement *r, salvo_number number, salvo_arithmetic how, salvo_error *err)
{
    /* It is on the heap, because it outlives the answer, and threads make it. */
    *r = (measurement){number.value, number.exact ? strdup(number.exact) : NULL, how};
    return number.exact && !r->exact ? salvo_fail_memory(err) : SALVO_OK;
}

static salvo_status count_duel(const salvo_subject *s, const salvo_rulebook *book, const salvo_approach *how,
                               measurement *r, salvo_error *err)
{
    salvo_duel duel;
    salvo_status status = salvo_duel_fight(&duel, book, s->a, s->b, s->words, s->n_words, how, err);
    const ends e = {{&duel.p_a, &duel.p_b, &duel.p_mutual, &duel.p_undecided},
                    status == SALVO_OK && duel.ends ? &duel.expected_turns : NULL};

    if (status != SALVO_OK)
        return status;
    status = take(r, number_of(&e, s->metric), duel.answer.odds.arithmetic, err);
    salvo_duel_free(&duel);
    return status;
}

static salvo_status count_battle(const salvo_subject *s, const salvo_rulebook *book, const salvo_approach *how,
                                 measurement *r, salvo_error *err)
{
    salvo_battle battle;
    salvo_status status = salvo_battle_fight(&battle, book, s->battle, how, err);
    const ends e = {{&battle.p_a, &battle.p_b, &battle.p_mutual, &battle.p_undecided},
                    status == SALVO_OK && battle.ends ? &battle.expected_turns : NULL};

    if (status != SALVO_OK)
        return status;
    status = take(r, number_of(&e, s->metric), battle.answer.odds.arithmetic, err);
    salvo_battle_free(&battle);
    return status;
}

/* A mean that does not exist is not in the answer. */
static salvo_number mean_of(const subject_question *q, const salvo_answer *answer)
{
    for (size_t i = 0; i < answer->n_means; i++)
        if (answer->means[i].number == (int)q->expectation)
            return answer->means[i].figure.exact;
    return (salvo_number){NAN, NULL};
}

/* Outcomes exclude each other, so chances add up. An outcome that is impossible here adds nothing. */
static salvo_status add_chances(salvo_number *sum, const subject_question *q, const salvo_answer *answer,
                                salvo_error *err)
{
    figure_sum chances;
    bool done = figure_sum_init(&chances, answer, answer->memory);

    for (size_t i = 0; i < answer->n_outcomes && done; i++)
        if (subject_question_chooses(q, answer->outcomes[i].number))
            done = figure_sum_add(&chances, &answer->outcomes[i].figure, answer->memory);
    *sum = chances.sum.exact;
    sum->value = fmin(sum->value, 1); /* a sum of doubles may slightly exceed it */
    figure_sum_free(&chances);
    return done ? SALVO_OK : salvo_fail_memory(err);
}

static salvo_status read_figure(const subject_question *q, const salvo_answer *answer, measurement *r, salvo_error *err)
{
    salvo_number number = mean_of(q, answer);

    if (q->metric == SALVO_CHANCE_OF_OUTCOMES)
        TRY(add_chances(&number, q, answer, err));
    return take(r, number, answer->odds.arithmetic, err);
}

static salvo_status count_answer(const subject_question *q, const salvo_approach *how, measurement *r, salvo_error *err)
{
    salvo_answer answer;
    salvo_status status;

    TRY(salvo_answer_find(&answer, q->question, how, err));
    status = read_figure(q, &answer, r, err);
    salvo_answer_free(&answer);
    return status;
}

/* The mean of the total of fire needs no distribution, unless a fire has no mean of its own. */
static salvo_status count_question(const subject_question *q, const salvo_approach *how, measurement *r,
                                   salvo_error *err)
{
    salvo_arithmetic kind;
    salvo_number mean;
    bool is_known = false;

    if (q->fires.n && q->metric == SALVO_MEAN_OF_EXPECTATION)
        TRY(fire_mean_find(&mean, &kind, &is_known, &q->fires, how, q->memory, err));
    return is_known ? take(r, mean, kind, err) : count_answer(q, how, r, err);
}

static salvo_status count_figure(const salvo_subject *s, const salvo_rulebook *book, const salvo_approach *how,
                                 measurement *r, salvo_error *err)
{
    subject_question q;
    salvo_status status;

    TRY(subject_question_ask(&q, s, book, err));
    status = count_question(&q, how, r, err);
    subject_question_free(&q);
    return status;
}

static bool has_figure(const salvo_subject *s)
{
    return s->procedure || s->fire;
}

salvo_status subject_count(const salvo_subject *subject, const salvo_rulebook *book, const salvo_odds_options *options,
                           measurement *r, salvo_error *err)
{
    const salvo_approach how = {.method = SALVO_EXACT, .options = *options};

    return (subject->battle       ? count_battle
            : has_figure(subject) ? count_figure
                                  : count_duel)(subject, book, &how, r, err);
}

static salvo_status prepare_battle(battle_ready *ready, const salvo_subject *subject, const salvo_rulebook *book,
                                   const salvo_plan *plan, salvo_error *err)
{
    TRY(battle_ready_make(ready, book, subject->battle, NULL, err));
    return battle_ready_for_trials(ready, plan, err);
}

/* The fingerprint covers everything that the engines see of a battle. Two books with equal ones have equal answers,
 * whatever else differs. */
salvo_status subject_print(const salvo_subject *subject, const salvo_rulebook *book, const salvo_plan *plan,
                           uint64_t *print, salvo_error *err)
{
    battle_ready ready;
    salvo_status status;

    *print = 0;
    if (!subject->battle) /* nothing else has a fingerprint: 0 */
        return SALVO_OK;
    status = prepare_battle(&ready, subject, book, plan, err);
    *print = ready.print;
    battle_ready_free(&ready);
    return status;
}

static salvo_status ask(sampler *s, const salvo_rulebook *book, salvo_error *err)
{
    salvo_status status;

    s->asked = calloc(1, sizeof *s->asked);
    status = s->asked ? subject_question_ask(s->asked, s->subject, book, err) : salvo_fail_memory(err);
    if (status != SALVO_OK)
        free(s->asked);
    return status;
}

/* After a failure the sampler is empty, and freeing it does nothing. */
salvo_status sampler_make(sampler *s, const salvo_subject *subject, const salvo_rulebook *book, const salvo_plan *plan,
                          salvo_error *err)
{
    salvo_status status;

    *s = (sampler){.subject = subject, .in_battle = subject->battle != NULL};
    status = s->in_battle ? prepare_battle(&s->battle, subject, book, plan, err) : ask(s, book, err);
    if (status != SALVO_OK && s->in_battle)
        battle_ready_free(&s->battle);
    if (status != SALVO_OK)
        *s = (sampler){.subject = NULL};
    return status;
}

void sampler_free(sampler *s)
{
    if (s->in_battle)
        battle_ready_free(&s->battle);
    else if (s->asked)
        subject_question_free(s->asked);
    free(s->asked);
    *s = (sampler){.subject = NULL};
}

/* Returns the value as a whole number of parts of the metric. */
static int64_t value_of(salvo_answer_metric metric, salvo_answer_metric end, int64_t turns)
{
    if (metric == SALVO_N_ANSWER_METRICS)
        return 4 * turns + (int64_t)end; /* the end and the length in one number: four ends */
    if (metric == SALVO_TURNS_TAKEN)
        return turns;
    if (metric == SALVO_SCORE_OF_A)
        /* The value is in halves: a win is 2, nobody's is 1. */
        return end == SALVO_CHANCE_OF_A ? 2 : end == SALVO_CHANCE_OF_B ? 0 : 1;
    return metric == end;
}

/* Returns the end that a duel's outcome means. Outcomes that the adapter does not name are undecided. */
static salvo_answer_metric end_of_duel(const sampler *s, int outcome)
{
    const salvo_duel_adapter *adapter = s->asked->question->book->ruleset->duel;
    char label[SALVO_LABEL_MAX];

    salvo_outcome_label(s->asked->question, outcome, label);
    return strcmp(label, adapter->a_wins) == 0   ? SALVO_CHANCE_OF_A
           : strcmp(label, adapter->b_wins) == 0 ? SALVO_CHANCE_OF_B
           : strcmp(label, adapter->mutual) == 0 ? SALVO_CHANCE_OF_MUTUAL
                                                 : SALVO_CHANCE_OF_UNDECIDED;
}

static salvo_status fail_endless(salvo_answer_metric metric, salvo_error *err)
{
    return salvo_fail(err, SALVO_TOO_LARGE, "it may never end, so it has no %s",
                      metric == SALVO_TURNS_TAKEN ? "average number of turns" : "mean");
}

/* Outcomes that were met, by their last digits: comparing labels takes longer than a throw. */
enum { MET_MAX = 64 };
typedef struct met_outcome {
    bool met, chosen;
    int outcome;
} met_outcome;

static bool is_chosen(const sampler *s, met_outcome met[MET_MAX], int outcome)
{
    met_outcome *m = &met[(unsigned)outcome % MET_MAX];

    if (!m->met || m->outcome != outcome)
        *m = (met_outcome){true, subject_question_chooses(s->asked, outcome), outcome};
    return m->chosen;
}

/* Mixes the outcome and all gains into one number. */
static int64_t fingerprint_of(const reference_trial *trial)
{
    const uint64_t prime = UINT64_C(0x100000001b3);
    uint64_t all = (uint64_t)trial->outcome;

    for (int k = 0; k < SALVO_EXPECTATIONS_MAX; k++)
        all = all * prime ^ (uint64_t)trial->gain[k];
    return (int64_t)all;
}

static int64_t value_of_trial(const sampler *s, met_outcome met[MET_MAX], const reference_trial *trial)
{
    const salvo_answer_metric metric = s->subject->metric;

    if (!has_figure(s->subject))
        return value_of(metric, end_of_duel(s, trial->outcome), trial->gain[s->asked->expectation]);
    if (metric == SALVO_N_ANSWER_METRICS)
        return fingerprint_of(trial);
    return s->asked->metric == SALVO_MEAN_OF_EXPECTATION ? trial->gain[s->asked->expectation]
                                                         : is_chosen(s, met, trial->outcome);
}

/* Uses the reference engine, because only it shares dice between variants. A roll cannot go on for ever, and needs no
 * watch. */
static salvo_status throw_by_dice(const sampler *s, closed_classes *watch, const trial_range *trials, int64_t *values,
                                  salvo_error *err)
{
    const salvo_question *question = s->asked->question;
    draws d = draws_of(trials->seed, trials->first);
    met_outcome met[MET_MAX] = {{.met = false}};

    for (uint64_t i = 0; i < trials->count; i++, draws_next_trial(&d)) {
        reference_trial trial;

        TRY(reference_engine_throw(&trial, question, &d, question->procedure->chain ? watch : NULL, err));
        if (trial.endless && metric_is_mean(s->subject->metric)) /* other metrics count it as undecided */
            return fail_endless(s->subject->metric, err);
        values[i] = value_of_trial(s, met, &trial);
    }
    return SALVO_OK;
}

static salvo_status throw_question(const sampler *s, closed_classes *watch, const trial_range *trials, int64_t *values,
                                   salvo_error *err)
{
    return salvo_fault_or(throw_by_dice(s, watch, trials, values, err), s->asked->question->book, err);
}

/* Returns the end by the winner from battle_model_winner. */
static salvo_answer_metric end_of_battle(const battle_model *model, int code)
{
    int winner = battle_model_winner(model, code);

    return winner == SIDE_A   ? SALVO_CHANCE_OF_A
           : winner == SIDE_B ? SALVO_CHANCE_OF_B
           : winner == -2     ? SALVO_CHANCE_OF_MUTUAL
                              : SALVO_CHANCE_OF_UNDECIDED;
}

static salvo_status value_battles(const sampler *s, const battle_ending *endings, size_t n, int64_t *values,
                                  salvo_error *err)
{
    const battle_model *model = s->battle.battle_model;

    for (size_t i = 0; i < n; i++) {
        salvo_answer_metric end = end_of_battle(model, endings[i].code);

        /* Without a limit an undecided battle is endless. */
        if (end == SALVO_CHANCE_OF_UNDECIDED && s->subject->metric == SALVO_TURNS_TAKEN && !model->turn_limit)
            return fail_endless(SALVO_TURNS_TAKEN, err);
        values[i] = value_of(s->subject->metric, end, endings[i].turns);
    }
    return SALVO_OK;
}

/* Uses the kernel if there is one: each element has its own random word. */
static salvo_status throw_battles(const sampler *s, const trial_range *trials, int64_t *values, salvo_error *err)
{
    battle_ending *endings = calloc(trials->count, sizeof *endings);
    salvo_status status =
        endings ? battle_engine_each(&s->battle.engine, trials, endings, err) : salvo_fail_memory(err);

    if (status == SALVO_OK)
        status = value_battles(s, endings, trials->count, values, err);
    free(endings);
    return status;
}

salvo_status sampler_throw(const sampler *s, closed_classes *watch, const trial_range *trials, int64_t *values,
                           salvo_error *err)
{
    return s->in_battle ? throw_battles(s, trials, values, err) : throw_question(s, watch, trials, values, err);
}

salvo_status subject_ends(const salvo_subject *subject, const salvo_rulebook *book, const salvo_plan *plan, size_t n,
                          int64_t *values, salvo_error *err)
{
    salvo_subject everything = *subject;
    const trial_range trials = {plan->seed, 0, n};
    closed_classes watch = {.question = NULL};
    sampler s;
    salvo_status status;

    everything.metric = SALVO_N_ANSWER_METRICS; /* this metric's value contains both */
    TRY(sampler_make(&s, &everything, book, plan, err));
    status = sampler_throw(&s, &watch, &trials, values, err);
    closed_classes_free(&watch);
    sampler_free(&s);
    return status;
}

int64_t sampler_parts(const sampler *s)
{
    int64_t parts = 1;

    if (s->subject->metric == SALVO_SCORE_OF_A)
        return 2;
    if (metric_is_mean(s->subject->metric) && !s->in_battle) /* a procedure may count in parts */
        parts = s->asked->question->procedure->expectations[s->asked->expectation].parts;
    return parts > 1 ? parts : 1;
}

/* While the results may still stop a run, intervals must hold at every look, which those for a fixed number of trials
 * do not. */
salvo_estimate sampler_estimate(const sampler *s, const salvo_moments *m, bool fixed)
{
    const salvo_answer_metric metric = s->subject->metric;
    /* An expectation may be below 0. */
    const salvo_interval range = {metric == SALVO_MEAN_OF_EXPECTATION ? -INFINITY : 0,
                                  metric == SALVO_SCORE_OF_A ? 2 : INFINITY};
    const bool is_chance = metric_is_chance(metric);

    return contrast_estimate(
        m, is_chance ? (fixed ? salvo_wilson : salvo_sequence)(m->sum.low, m->trials) : contrast_mean(m, range, fixed),
        (double)sampler_parts(s));
}

const char *sampler_engine(const sampler *s)
{
    return s->in_battle ? s->battle.engine.name : "by-the-book";
}
