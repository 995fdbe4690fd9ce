/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One command for many subjects. Each reads its own options, and all share what changes, and how far. */
#include <string.h>

#include "base/try.h"
#include "cli/approach.h"
#include "cli/ask.h"
#include "cli/battle_options.h"
#include "cli/books.h"
#include "cli/commands.h"
#include "cli/numbers.h"
#include "cli/points_options.h"
#include "cli/report.h"
#include "cli/variants.h"
#include "data/names.h"
#include "rules/parse.h"

static const subject_verb SENSITIVITY = {.name = "sensitivity",
                                         .kinds = OF_PROCEDURE | OF_DUEL | OF_BATTLE | OF_FIRE | OF_POINTS};

/* The subjects whose figures have names of their own. */
enum { NAMES_FIGURES = OF_PROCEDURE | OF_FIRE };

/* As many lines as fit a screen. CSV and JSON have all lines. */
enum { TOP_IN_A_TABLE = 20 };

typedef struct request {
    salvo_subject subject; /* borrows the plan */
    salvo_battle_plan battle;
    salvo_fire_plan fire;
    salvo_points_plan points;
    salvo_step_size step_size;
    bool searches;
    double target;
    int top; /* 0: not given */
} request;

/* The default is the chance of a, which most people mean by the answer. */
static salvo_status read_metric(const options *o, salvo_answer_metric *metric, salvo_error *err)
{
    option_reader r = {.of = o, .err = err};
    int at = SALVO_CHANCE_OF_A;

    option_choice(&r, OPTION(of), &at);
    *metric = (salvo_answer_metric)at;
    return r.status;
}

/* Reads "2" or "10%". */
static salvo_status read_step_size(const char *text, salvo_step_size *step_size, salvo_error *err)
{
    const double most = 1e6;
    size_t length = text ? strlen(text) : 0;
    /* A percentage is of the cell's own value; a plain number is the same for every cell. */
    bool relative = length && text[length - 1] == '%';
    char number[64] = "1";
    double value;

    if (length && length < sizeof number)
        memcpy(number, text, length + 1);
    if (relative && length < sizeof number)
        number[length - 1] = '\0';
    if (length >= sizeof number || !salvo_number_parse(number, &value) || value > most ||
        !(relative ? value > 0 : value >= 1 && value == (double)(int64_t)value))
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "--step %s: not a step; give a whole number from 1 to %.0f, or a "
                          "percentage, as in 10%%",
                          text, most);
    *step_size = relative ? (salvo_step_size){1, value} : (salvo_step_size){(int64_t)value, 0};
    return SALVO_OK;
}

/* A chance is a number from 0 to 1; turns are a number of turns. What a figure with a name is, only its question
 * knows. */
static salvo_status read_target(const options *o, request *r, unsigned kind, salvo_error *err)
{
    const bool is_named = kind & NAMES_FIGURES, is_mean = r->subject.metric == SALVO_TURNS_TAKEN;

    r->searches = o->restore != NULL;
    if (!o->restore)
        return SALVO_OK;
    if (!salvo_number_parse(o->restore, &r->target) ||
        (!is_named && (!(r->target >= 0) || (!is_mean && r->target > 1))))
        return salvo_fail(err, SALVO_BAD_INPUT, "--restore %s: %s", o->restore,
                          is_named  ? "not a number; give a chance, as in 0.5, or a mean"
                          : is_mean ? "not a number of turns; give one of at least 0, as in 3"
                                    : "not a chance; give a number from 0 to 1, as in 0.5");
    /* Both say how far a cell moves. */
    if (o->step)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "--step is for a search without --restore, which moves a cell as "
                          "far as needed; give one of them");
    return SALVO_OK;
}

/* --variants changes rules, and these options choose numbers of the tables. */
static salvo_status refuse_cells(const options *o, salvo_error *err)
{
    const struct {
        const char *name;
        bool given;
    } OF_CELLS[] = {{"--step", o->step}, {"--only", o->only.n}, {"--restore", o->restore}, {"--top", o->top}};

    for (size_t i = 0; o->variants && i < sizeof OF_CELLS / sizeof *OF_CELLS; i++)
        if (OF_CELLS[i].given)
            return salvo_fail(err, SALVO_BAD_INPUT,
                              "%s is for numbers of the tables, and --variants changes rules; give one of them",
                              OF_CELLS[i].name);
    return SALVO_OK;
}

static salvo_status read_figure(const options *o, request *r, unsigned kind, salvo_error *err)
{
    if (!(kind & NAMES_FIGURES))
        return read_metric(o, &r->subject.metric, err);
    r->subject.figure = o->of;
    return SALVO_OK;
}

static salvo_status read_request(const options *o, request *r, unsigned kind, salvo_error *err)
{
    option_reader numbers = {.of = o, .err = err};
    salvo_status status = refuse_cells(o, err);

    status = status == SALVO_OK ? read_figure(o, r, kind, err) : status;
    r->subject.only = o->only.text;
    r->subject.n_only = o->only.n;
    if (status != SALVO_OK)
        return status;
    numbers.status = read_step_size(o->step, &r->step_size, err);
    option_count(&numbers, OPTION(top), &r->top);
    return numbers.status == SALVO_OK ? read_target(o, r, kind, err) : numbers.status;
}

/* Formats for readers begin with the first few lines; formats for programs have all of them. */
static first_lines lines_of(const request *r, const void *answer)
{
    return (first_lines){answer, r->top ? (size_t)r->top : TOP_IN_A_TABLE, (size_t)r->top};
}

static salvo_status search(context *x, const request *r, const salvo_rulebook *book, salvo_error *err)
{
    salvo_search found;
    first_lines lines = lines_of(r, &found);
    salvo_status status;

    TRY(salvo_search_run(&found, book, &r->subject, r->target, &x->options.approach, err));
    status = report(x, &SEARCH_ANSWER, &lines, SALVO_OK, err);
    salvo_search_free(&found);
    return status;
}

/* Asks the question in every variant of the rules. */
static salvo_status vary(context *x, const request *r, const salvo_rulebook *book, salvo_error *err)
{
    salvo_rule_sensitivity s;
    variant_list variants;
    salvo_status status;

    TRY(variants_open(&variants, x, book, err));
    status = salvo_sensitivity_of_rules(&s, book, &r->subject, variants.at, variants.n, &x->options.approach, err);
    status = report(x, &RULE_SENSITIVITY_ANSWER, &s, status, err);
    variants_close(&variants);
    return status;
}

static salvo_status answer(context *x, const request *r, const salvo_rulebook *book, salvo_error *err)
{
    salvo_sensitivity s;
    first_lines lines = lines_of(r, &s);
    salvo_status status;

    if (r->searches)
        return search(x, r, book, err);
    if (x->options.variants)
        return vary(x, r, book, err);
    TRY(salvo_sensitivity_measure(&s, book, &r->subject, &r->step_size, &x->options.approach, err));
    status = report(x, &SENSITIVITY_ANSWER, &lines, SALVO_OK, err);
    salvo_sensitivity_free(&s);
    return status;
}

static salvo_status procedure(context *x, request *r, const salvo_rulebook *book, salvo_error *err)
{
    const options *o = &x->options;

    r->subject.words = o->parameters.text;
    r->subject.n_words = o->parameters.n;
    r->subject.total = o->totals;
    return answer(x, r, book, err);
}

static salvo_status fire(context *x, const subject *s, request *r, const salvo_rulebook *book, salvo_error *err)
{
    const options *o = &x->options;

    r->fire = (salvo_fire_plan){.list = s->a,
                                .target = s->b,
                                .range = o->range,
                                .words = o->parameters.text,
                                .n_words = o->parameters.n,
                                .total = o->totals};
    r->subject.fire = &r->fire;
    return answer(x, r, book, err);
}

static salvo_status duel(context *x, const subject *s, request *r, const salvo_rulebook *book, salvo_error *err)
{
    list *words = salvo_arena_array(x->memory, 1, sizeof *words);
    salvo_status status;

    if (!words)
        return salvo_fail_memory(err);
    status = duel_words(words, x, book->ruleset->duel, err);
    r->subject.a = s->a;
    r->subject.b = s->b;
    r->subject.words = words->text;
    r->subject.n_words = words->n;
    return status == SALVO_OK ? answer(x, r, book, err) : status;
}

static salvo_status battle(context *x, const subject *s, request *r, const salvo_rulebook *book, salvo_error *err)
{
    TRY(battle_options_read(&r->battle, x, book, s->a, s->b, err));
    r->subject.battle = &r->battle;
    return answer(x, r, book, err);
}

/* Takes few pairs and ranges, because they are fought for every number in the tables. */
static salvo_status points(context *x, request *r, const salvo_rulebook *book, salvo_error *err)
{
    enum { ALL_RANGES = 8 };
    salvo_status status = points_options_read(&r->points, x, book, err);

    /* Two ranges represent all unless the user names some, because every cell costs a whole test. */
    r->points.brackets_max = x->options.range ? ALL_RANGES : 0;
    r->subject.points = &r->points;
    return status == SALVO_OK ? answer(x, r, book, err) : status;
}

/* Points take no --restore, because no single number makes all armies even. */
static salvo_status refuse_for_points(const options *o, salvo_error *err)
{
    if (o->of)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "--of is for procedures, duels, battles and fire, not for points; leave it out");
    if (o->restore)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "--restore is not for points, because no single number makes all armies even; "
                          "salvo points fit finds fairer prices");
    return SALVO_OK;
}

static salvo_status read_all(context *x, subject *s, request *r, salvo_error *err)
{
    const options *o = &x->options;

    TRY(subject_read(s, x, &SENSITIVITY, err));
    TRY(s->kind == OF_POINTS ? refuse_for_points(o, err) : SALVO_OK);
    TRY(approach_check(o, SENSITIVITY_COMMAND.takes, err));
    return read_request(o, r, s->kind, err);
}

static salvo_status open(salvo_rulebook *book, request *r, context *x, const subject *s, salvo_error *err)
{
    const salvo_procedure *procedure;

    if (s->kind != OF_PROCEDURE)
        return book_open_named(book, x, err);
    TRY(book_open_procedure(book, &procedure, x, s->name, err));
    r->subject.procedure = procedure->schema.name;
    return SALVO_OK;
}

static salvo_status run(context *x, salvo_error *err)
{
    request r = {.top = 0};
    subject s;
    salvo_rulebook book;
    salvo_status status;

    TRY(read_all(x, &s, &r, err));
    TRY(open(&book, &r, x, &s, err));
    status = s.kind == OF_PROCEDURE ? procedure(x, &r, &book, err)
             : s.kind == OF_DUEL    ? duel(x, &s, &r, &book, err)
             : s.kind == OF_BATTLE  ? battle(x, &s, &r, &book, err)
             : s.kind == OF_FIRE    ? fire(x, &s, &r, &book, err)
                                    : points(x, &r, &book, err);
    salvo_rulebook_close(&book);
    return status;
}

const command SENSITIVITY_COMMAND = {
    .name = "sensitivity",
    .usage = "SUBJECT",
    .help = "find which number in the tables moves the answer most, and which one restores 50 %",
    .more =
        "  salvo sensitivity duel \"Tiger I\" \"Sherman Firefly\" -r mad --range 750\n"
        "  salvo sensitivity duel \"Tiger I\" \"Sherman Firefly\" -r mad --range 750 a-cover=normal --restore 0.5\n"
        "  salvo sensitivity battle --a \"2 Tiger I\" --b \"4 Sherman M4A1\" -r mad --range 1000 --of score\n"
        "  salvo sensitivity mad.direct-fire weapon=cannon-b range=500 --of \"single|double|critical\"\n"
        "  salvo sensitivity fire \"2 Tiger I\" \"Sherman M4A1\" -r mad --range 500\n"
        "  salvo sensitivity points -r mad --only weapons --top 10\n"
        "salvo moves each number in the tables alone, one step down and one step up: a whole number by 1, a decimal\n"
        "by 1 in its last digit; with --step N by N, with --step P% by that percentage. The columns down and up are\n"
        "the answers, and swing is the largest less the smallest of down, base and up. Numbers without effect are\n"
        "counted and not listed. If the table refuses a step, the report says why.\n"
        "--restore finds the cell with the smallest relative change that brings the answer to 0.5 or past it.\n"
        "\n"
        "For a procedure or fire, --of names outcomes, whose chances are added, or an expectation, whose mean is the\n"
        "answer. Without --of, the answer is the mean of the total; a procedure needs --of or --totals.\n"
        "\n"
        "--variants DIR asks in every variant of the rules instead: each NAME.lua in DIR is a house rule, each folder\n"
        "a changed copy of the rulebook. The variant that moves the answer most is first:\n"
        "  salvo sensitivity duel \"Tiger I\" \"Sherman Firefly\" -r mad --range 750 --variants house-rules\n"
        "\n"
        "points takes the imbalance of random armies of equal cost, as salvo points test defines it. The --pairs\n"
        "armies (40) are drawn once, at today's prices, and fight in every variant with the same dice, at two ranges\n"
        "(--range 100,500 for others, --range all for all brackets, at most 8) in every scenario (--scenario\n"
        "hold,meeting for some), until each score is accurate to --precision (0.04). They keep their units and\n"
        "prices, so a step in a price has no effect. Intervals are Student's over the pairs.",
    .about = &SENSITIVITY,
    .takes =
        TAKES_SUBJECT | TAKES_NATION | TAKES_ARMIES | TAKES_CHART | TAKES_OUTPUT | TAKES_SENSITIVITY | TAKES_VARIANTS,
    .run = run,
};
