/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/try.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/curve_source.h"
#include "cli/report.h"

static const subject_verb CURVE = {
    .name = "curve", .kinds = OF_PROCEDURE | OF_DUEL | OF_BATTLE | OF_FIRE, .finds_ranges = true};

/* A duel is the rulebook's procedure with both units as parameters. */
static salvo_status put_words(list *words, context *x, const subject *s, const salvo_rulebook *book, salvo_error *err)
{
    const salvo_duel_adapter *duel = s->kind == OF_DUEL ? book->ruleset->duel : NULL;

    if (duel) {
        list_put_pair(words, duel->a, s->a, x->memory);
        list_put_pair(words, duel->b, s->b, x->memory);
    }
    return duel_words(words, x, duel, err);
}

static salvo_status draw_procedure(salvo_curve *curve, context *x, const subject *s, const subject_book *of,
                                   salvo_error *err)
{
    const options *o = &x->options;
    list words = {.n = 0};

    TRY(put_words(&words, x, s, &of->book, err));
    return salvo_curve_draw(curve, &of->book, of->procedure, words.text, words.n, o->over.text, o->over.n, &o->approach,
                            err);
}

static salvo_status draw(context *x, const subject *s, const subject_book *of, salvo_error *err)
{
    curve_source *source = NULL;
    salvo_curve curve;
    salvo_status status;

    if (s->kind == OF_PROCEDURE || s->kind == OF_DUEL)
        status = draw_procedure(&curve, x, s, of, err);
    else
        status = curve_source_draw(&curve, &source, x, s, &of->book, err);
    status = report(x, &CURVE_ANSWER, &curve, status, err);
    curve_source_free(source);
    return status;
}

static salvo_status run(context *x, salvo_error *err)
{
    subject_book of;
    subject s;
    salvo_status status;

    TRY(subject_read(&s, x, &CURVE, err));
    TRY(subject_open(&of, x, &s, err));
    status = draw(x, &s, &of, err);
    subject_close(&of);
    return status;
}

const command CURVE_COMMAND = {
    .name = "curve",
    .usage = "SUBJECT --over KEY[=VALUES] [--over KEY[=VALUES]]",
    .help = "compute a procedure over one or two swept parameters",
    .more = "  salvo curve mad.direct-fire weapon=cannon-b --over range\n"
            "  salvo curve duel \"Tiger I\" \"Sherman Firefly\" -r mad --over range --over a-cover\n"
            "  salvo curve mad.duel b=german-tiger-i range=750 --over a",
    .about = &CURVE,
    .takes = TAKES_SUBJECT | TAKES_OVER | TAKES_CHART | TAKES_SHOW | TAKES_OUTPUT,
    .run = run,
};
