/* One duel in two rulebooks. Nothing is subtracted: turns, ranges and dice of the two are not the same things. */
#include "answers/side_by_side.h"

#include "answers/charts.h"
#include "answers/odds_report.h"
#include "document/figures.h"

enum { N_FIGURES = 5, DECIMALS = 2 };

/* The keys are those of a duel's own answer. */
static void name_figures(named_figure figures[N_FIGURES], const salvo_duel *duel)
{
    figures[0] = (named_figure){"p_a", &duel->p_a, false};
    figures[1] = (named_figure){"p_b", &duel->p_b, false};
    figures[2] = (named_figure){"p_mutual", &duel->p_mutual, false};
    figures[3] = (named_figure){"p_undecided", &duel->p_undecided, false};
    figures[4] = (named_figure){"expected_turns", &duel->expected_turns, !duel->ends};
}

static const char *id_of(const salvo_duel *duel)
{
    return duel->question.book->ruleset->id;
}

static datum as_cell(const salvo_duel *duel, size_t i)
{
    named_figure figures[N_FIGURES];

    name_figures(figures, duel);
    if (figures[i].absent)
        return in_column(COLUMN_NUMBER, as_text("-"));
    return as_reading(COLUMN_NUMBER, i + 1 < N_FIGURES
                                         ? read_probability(&duel->answer, figures[i].figure, DECIMALS)
                                         : read_expectation(&duel->answer, figures[i].figure, SIX_DIGITS));
}

static void describe_to_read(record *to, const void *of, size_t i)
{
    static const char *const NAMES[N_FIGURES] = {"a wins", "b wins", "both destroyed", "nobody wins", "average turns"};
    const side_by_side *s = of;
    const field fields[] = {
        {READ, "", as_text(NAMES[i])},
        {READ, id_of(s->duels[0]), as_cell(s->duels[0], i)},
        {READ, id_of(s->duels[1]), as_cell(s->duels[1], i)},
    };

    PUT_FIELDS(to, fields);
}

/* What was asked of one rulebook, in its own words. */
static void add_asked(page *p, const salvo_duel *duel)
{
    const salvo_question *q = &duel->question;
    salvo_text text = {0};

    salvo_text_add(&text, "%s: %s against %s;", id_of(duel), duel->a.name, duel->b.name);
    for (size_t i = 0; i < q->procedure->schema.n_parameters; i++)
        if (q->values[i].given)
            salvo_text_add(&text, " %s=%s", q->procedure->schema.parameters[i].key, q->values[i].text);
    page_text(p, &text);
    add_note(p, salvo_question_remark(q));
    add_engine_remark(p, &duel->answer);
}

static void add_to_read(page *p, const void *answer)
{
    const side_by_side *s = answer;

    page_heading(p, "%s against %s in %s and in %s", s->duels[0]->a.name, s->duels[0]->b.name,
                 s->duels[0]->question.book->store.title, s->duels[1]->question.book->store.title);
    for (size_t i = 0; i < 2; i++)
        add_asked(p, s->duels[i]);
    for (size_t i = 0; i < s->n_left_out; i++)
        page_paragraph(p, "Not asked of %s, which has no such parameter or value: %s.", id_of(s->duels[1]),
                       s->left_out[i]);
    page_rows(p, READ, describe_to_read, s, N_FIGURES);
    page_paragraph(p, "Side by side, not paired: two rulebooks share no dice, and a turn, a range or cover need not be "
                      "the same thing in both.");
    for (size_t i = 0; i < 2; i++) {
        page_paragraph(p, "%s:", id_of(s->duels[i]));
        add_method(p, s->duels[i]->question.procedure, &s->duels[i]->answer);
    }
}

static void add_tidy(page *p, const void *answer)
{
    const side_by_side *s = answer;
    record to = page_record(p, TIDY);

    for (size_t i = 0; i < 2 * N_FIGURES; i++) {
        const salvo_duel *duel = s->duels[i / N_FIGURES];
        const salvo_duel_adapter *adapter = duel->question.book->ruleset->duel;
        const int range = salvo_parameter_find(&duel->question.procedure->schema, adapter->range);
        named_figure figures[N_FIGURES];

        name_figures(figures, duel);

        const field fields[] = {
            {TIDY, "ruleset", as_text(id_of(duel))},
            {TIDY, "a", as_text(duel->a.name)},
            {TIDY, "b", as_text(duel->b.name)},
            {TIDY, "range", as_text(duel->question.values[range].text)},
            {TIDY, "quantity", as_text(figures[i % N_FIGURES].key)},
            {TIDY, "value", as_mean(&duel->answer, figures[i % N_FIGURES].figure)},
        };

        if (!figures[i % N_FIGURES].absent)
            PUT_FIELDS(&to, fields);
        record_next(&to);
    }
}

/* As a duel by itself. */
static void describe_duel(record *to, const void *of, size_t i)
{
    DUEL_ANSWER.document(to, ((const side_by_side *)of)->duels[i]);
}

static void describe_left_out(record *to, const void *of, size_t i)
{
    const field fields[] = {{JSON, NULL, as_text(((const side_by_side *)of)->left_out[i])}};

    PUT_FIELDS(to, fields);
}

static void describe_both(record *to, const void *answer)
{
    const side_by_side *s = answer;
    const field fields[] = {
        {JSON, "paired", as_flag(false)},
        {JSON, "duels", as_objects(describe_duel, s, 2)},
        {JSON, "left_out", as_list(describe_left_out, s, s->n_left_out)},
    };

    PUT_FIELDS(to, fields);
}

/* A bar for each way to end, of either rulebook. */
static void draw(chart *to, const void *answer)
{
    static const char *const NAMES[N_FIGURES - 1] = {"a wins", "b wins", "both destroyed", "nobody wins"};
    const side_by_side *s = answer;

    to->kind = CHART_BARS;
    to->title = chart_text(to, "%s against %s", s->duels[0]->a.name, s->duels[0]->b.name);
    to->subtitle = "in two rulebooks, side by side: they share no dice";
    to->grouped = true;
    to->x.title = "probability";
    to->x.scale = AXIS_PERCENT;
    to->x.low = 0;
    to->y.scale = AXIS_NAMES;
    for (size_t side = 0; side < 2; side++) {
        const salvo_duel *duel = s->duels[side];
        chart_series *series = chart_add_series(to, id_of(duel));
        named_figure figures[N_FIGURES];

        name_figures(figures, duel);
        for (size_t i = 0; i + 1 < N_FIGURES; i++) {
            const double value = figure_value(&duel->answer, figures[i].figure);
            chart_point bar = chart_at(value, chart_name(to, &to->y, NAMES[i]));
            char percent[FIGURE_MAX];

            percent_text(percent, value, 1);
            bar.label = chart_text(to, "%s", percent);
            chart_add_point(to, series, bar);
        }
        chart_caption_book(to, duel->question.book);
    }
}

const answer_kind SIDE_BY_SIDE_ANSWER = {
    .read = add_to_read, .tidy = add_tidy, .document = describe_both, .draw = draw};
