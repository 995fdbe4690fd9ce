/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/report.h"

#include "answers/odds_report.h"
#include "base/try.h"
#include "cli/picture.h"

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

/* Pictures are added outputs, which follow those of the answer, and nothing else is written to them. */
static salvo_status write_to_all(context *x, const chart *c, const answer_kind *kind, const void *answer,
                                 salvo_error *err)
{
    const size_t n = x->outputs.n;
    salvo_status status = x->keeps ? picture_keep(x, c, kind, answer, err) : SALVO_OK;

    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        status = picture_write(x, i, c, kind, answer, err);
    return status == SALVO_OK && c ? picture_files(x, c, err) : status;
}

static salvo_status write_with_chart(context *x, const answer_kind *kind, const void *answer, salvo_error *err)
{
    chart c;
    salvo_status status = draw_chart(&c, x, kind, answer, err);

    if (status == SALVO_OK)
        status = write_to_all(x, &c, kind, answer, err);
    chart_free(&c);
    return status;
}

salvo_status report(context *x, const answer_kind *kind, void *answer, salvo_status found, salvo_error *err)
{
    salvo_status status;

    if (found != SALVO_OK)
        return found;
    status =
        picture_wanted(&x->options) ? write_with_chart(x, kind, answer, err) : write_to_all(x, NULL, kind, answer, err);
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
