/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks the question once, unchanged. This finds its answer, its fingerprint, and whether it can be solved exactly in a
 * few seconds. That decides how its hundreds of variants are answered. */
#include "sensitivity/baseline.h"

#include "base/try.h"
#include "simulate/answer.h"

/* Solves exactly. If that would take long, it fails with SALVO_TOO_LARGE, unless the method insists on exact answers. A
 * battle may take longer than the others, because fingerprints often save solving its variants. */
static salvo_status count(base_answer *base, batch *b, salvo_error *too_large)
{
    salvo_method method = b->how->method;
    salvo_status status;

    b->options = b->how->options;
    b->options.turns_max = 0; /* turns are not needed */
    if (method != SALVO_EXACT && method != SALVO_BOTH && b->options.effort == 0)
        b->options.effort = b->subject->battle ? SALVO_BATTLE_EFFORT : SALVO_EFFORT;
    if (method == SALVO_MONTE_CARLO) /* then it only decides whether variants can be screened exactly */
        b->options.arithmetic = SALVO_DOUBLE;
    status = subject_count(b->subject, b->book, &b->options, &b->base, too_large);
    base->can_count = status == SALVO_OK;
    return status;
}

/* The fractions are copied, because the measurement's own are freed with the batch. */
static salvo_status note_effects(salvo_baseline *asked, const batch *b, salvo_error *err)
{
    asked->exact = true;
    asked->arithmetic = b->base.arithmetic;
    asked->base.exact = (salvo_number){b->base.value, NULL};
    if (b->base.exact && !(asked->base.exact.exact = salvo_arena_text(asked->memory, b->base.exact)))
        return salvo_fail_memory(err);
    return SALVO_OK;
}

/* A question that is too large for an exact solution is simulated, unless the method insists. If the user asked for a
 * simulation, there is no reason to report. */
static salvo_status give_up(base_answer *base, salvo_baseline *asked, const batch *b, const salvo_error *too_large,
                            salvo_error *err)
{
    base->simulates = true;
    if (b->how->method == SALVO_MONTE_CARLO)
        return SALVO_OK;
    return answer_engine_remark(&asked->engine_remark, NULL, too_large->text, NULL, asked->memory, err);
}

static salvo_status keep_remark(salvo_baseline *asked, const salvo_question *question, salvo_error *err)
{
    const char *remark = salvo_question_remark(question);

    asked->remark = remark ? salvo_arena_text(asked->memory, remark) : NULL;
    return asked->remark || !remark ? SALVO_OK : salvo_fail_memory(err);
}

/* The remark is the field's, because a battle is not a procedure of the ruleset. */
static salvo_status remark_on_battle(salvo_baseline *asked, const salvo_battle_plan *plan, salvo_error *err)
{
    salvo_question field;
    salvo_status status =
        salvo_schema_ask(&field, asked->book, asked->book->ruleset->battle->field, plan->words, plan->n_words, err);

    if (status != SALVO_OK)
        return status;
    status = keep_remark(asked, &field, err);
    salvo_question_free(&field);
    return status;
}

/* Returns the outcomes joined by "|", or the name of the expectation. */
static const char *figure_of(const subject_question *q, salvo_arena *memory)
{
    const char *figure = "";

    if (q->metric == SALVO_MEAN_OF_EXPECTATION)
        return q->question->procedure->expectations[q->expectation].name;
    for (size_t i = 0; i < q->n_outcomes && figure; i++)
        figure = salvo_arena_printf(memory, "%s%s%s", figure, i ? "|" : "", q->outcomes[i]);
    return figure;
}

/* Variants are asked for the same kind of figure, so the batch's subject notes it. */
static salvo_status note_figure(salvo_baseline *asked, batch *b, salvo_error *err)
{
    salvo_subject *subject = salvo_arena_array(asked->memory, 1, sizeof *subject);
    salvo_text words = {0};

    subject_question_put_figure(&words, asked->asked);
    asked->figure = figure_of(asked->asked, asked->memory);
    asked->figure_words = words.failed ? NULL : salvo_arena_text(asked->memory, salvo_text_of(&words));
    salvo_text_free(&words);
    if (!subject || !asked->figure || !asked->figure_words)
        return salvo_fail_memory(err);
    *subject = *b->subject;
    subject->metric = asked->asked->metric;
    asked->subject = b->subject = subject;
    return SALVO_OK;
}

static salvo_status ask_question(salvo_baseline *asked, batch *b, salvo_error *err)
{
    const salvo_subject *s = b->subject;

    asked->asked = salvo_arena_array(asked->memory, 1, sizeof *asked->asked);
    if (!asked->asked)
        return salvo_fail_memory(err);
    TRY(subject_question_ask(asked->asked, s, b->book, err));
    asked->question = asked->asked->question;
    TRY(s->procedure || s->fire ? note_figure(asked, b, err) : SALVO_OK);
    return keep_remark(asked, asked->question, err);
}

static salvo_status ask(salvo_baseline *asked, batch *b, salvo_error *err)
{
    const salvo_battle_plan *battle = b->subject->battle;

    if (!battle)
        return ask_question(asked, b, err);
    TRY(subject_print(b->subject, b->book, &b->how->plan, &b->print, err));
    return remark_on_battle(asked, battle, err);
}

/* A fingerprint identifies variants that cannot differ without solving them, so a simulation needs no exact answer. */
static salvo_status find(base_answer *base, salvo_baseline *asked, batch *b, salvo_error *err)
{
    salvo_error too_large = {.text = ""};
    salvo_method method = b->how->method;
    salvo_status status = SALVO_OK;

    TRY(ask(asked, b, err));
    if (method != SALVO_MONTE_CARLO || !b->print)
        status = count(base, b, &too_large);
    if (status == SALVO_TOO_LARGE && (method == SALVO_EXACT_IF_QUICK || method == SALVO_MONTE_CARLO))
        return give_up(base, asked, b, &too_large, err);
    if (status != SALVO_OK && err)
        *err = too_large;
    base->counts = base->can_count && method != SALVO_MONTE_CARLO;
    return status == SALVO_OK && base->counts ? note_effects(asked, b, err) : status;
}

salvo_status base_find(base_answer *base, salvo_baseline *asked, batch *b, salvo_error *err)
{
    *base = (base_answer){.simulates = b->how->method == SALVO_MONTE_CARLO || b->how->method == SALVO_BOTH};
    *asked = (salvo_baseline){.book = b->book, .subject = b->subject, .memory = salvo_arena_new()};
    return asked->memory ? find(base, asked, b, err) : salvo_fail_memory(err);
}

/* The memory is freed last, because it holds the question's texts. */
void baseline_free(salvo_baseline *asked)
{
    if (asked->asked)
        subject_question_free(asked->asked);
    salvo_arena_free(asked->memory);
    *asked = (salvo_baseline){.book = NULL};
}
