/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/report.h"

#include "answers/odds_report.h"
#include "base/try.h"
#include "cli/picture.h"

static salvo_status write_to_all(context *x, const answer_kind *kind, const void *answer, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < x->outputs.n && status == SALVO_OK; i++)
        status = picture_write(x, i, NULL, kind, answer, err);
    return status;
}

/* A picture travels alone, so it names the changed rules as the answer does. */
static void caption_rules(chart *c, const changed_rules *rules)
{
    enum { CAPTIONS_MOST = 3 };

    for (size_t i = 0; i < rules->n && rules->n <= CAPTIONS_MOST; i++)
        chart_caption(c, chart_text(c, "Changed rules: %s.", rules->at[i]));
    if (rules->n > CAPTIONS_MOST)
        chart_caption(c, chart_text(c, "%zu rules are changed; the answer in words names them.", rules->n));
}

static salvo_status draw_chart(chart *c, context *x, const answer_kind *kind, const void *answer, salvo_error *err)
{
    salvo_status status = answer_draw(c, kind, answer, x->options.show.text, x->options.show.n, err);

    if (status == SALVO_OK)
        caption_rules(c, &x->rules);
    return status;
}

/* Pictures beside a document are added outputs, and nothing else is written to them. */
static salvo_status write_shown(context *x, const answer_kind *kind, const void *answer, salvo_error *err)
{
    const size_t n = x->outputs.n;
    chart c;
    salvo_status status = draw_chart(&c, x, kind, answer, err);

    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        status = picture_write(x, i, &c, kind, answer, err);
    chart_free(&c);
    return status;
}

static salvo_status draw(context *x, const answer_kind *kind, const void *answer, salvo_error *err)
{
    chart c;
    salvo_status status = draw_chart(&c, x, kind, answer, err);

    return picture_draw(x, &c, status, err);
}

salvo_status report(context *x, const answer_kind *kind, void *answer, salvo_status found, salvo_error *err)
{
    /* Build a chart only if the user wants one. */
    const bool has_picture = x->options.charts.n || x->options.plot;
    salvo_status status;

    if (found != SALVO_OK)
        return found;
    /* Pictures come last: their outputs follow those of the answer. */
    status = (x->options.with_chart ? write_shown : write_to_all)(x, kind, answer, err);
    status = status == SALVO_OK && has_picture ? draw(x, kind, answer, err) : status;
    if (kind->free)
        kind->free(answer);
    return status;
}

/* A tail is the chance of at least that many. Tails exist only if outcomes are numbers. */
static salvo_status find_tails(context *x, asked_answer *a, salvo_error *err)
{
    salvo_tail *tails;

    TRY(salvo_answer_tails(a->answer, x->memory, &tails, &a->n_tails, err));
    a->tails = tails;
    a->tail_of = salvo_arena_array(x->memory, a->answer->n_outcomes, sizeof *a->tail_of);
    if (!a->tail_of)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < a->n_tails; i++)
        a->tail_of[tails[i].line] = &tails[i];
    a->cumulative = x->options.cumulative;
    if (a->cumulative && a->n_tails == 0)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "--cumulative is for outcomes that are numbers, and '%s' is not a "
                          "number; leave it out",
                          a->answer->outcomes[0].name);
    return SALVO_OK;
}

salvo_status report_odds(context *x, const salvo_question *question, const salvo_fire_list *fires,
                         const salvo_answer *answer, salvo_error *err)
{
    asked_answer a = {.question = question, .answer = answer, .fires = fires};
    salvo_status status = x->options.cumulative || picture_wanted(&x->options) ? find_tails(x, &a, err) : SALVO_OK;

    return report(x, &ODDS_ANSWER, &a, status, err);
}
