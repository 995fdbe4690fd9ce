#include <salvo/report.h>

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "answers/odds_report.h"
#include "document/figures.h"
#include "document/json.h"

enum { TURNS_SHOWN = 12, TURN_DECIMALS = 2, NAME_MAX_BYTES = 128 };
static const double TAIL_SHOWN = 0.0005; /* turns are listed until fewer duels than this are left */

static const salvo_value *value_of(const salvo_duel *duel, const char *key)
{
    return &duel->question.values[salvo_parameter_find(&duel->question.procedure->schema, key)];
}

static const salvo_duel_adapter *face_of(const salvo_duel *duel)
{
    return duel->question.book->ruleset->duel;
}

/* Two names that differ: twins become "Tiger I (a)" and "Tiger I (b)". */
static void name_sides(const salvo_duel *duel, char a[NAME_MAX_BYTES], char b[NAME_MAX_BYTES])
{
    bool twins = strcmp(duel->a.name, duel->b.name) == 0;

    snprintf(a, NAME_MAX_BYTES, "%s%s", duel->a.name, twins ? " (a)" : "");
    snprintf(b, NAME_MAX_BYTES, "%s%s", duel->b.name, twins ? " (b)" : "");
}

static const char *const FIGURE_KEYS[] = {"p_a", "p_b", "p_mutual", "p_undecided"};
enum { N_FIGURES = sizeof FIGURE_KEYS / sizeof *FIGURE_KEYS };

static const salvo_figure *figure_at(const salvo_duel *duel, size_t i)
{
    const salvo_figure *const figures[N_FIGURES] = {&duel->p_a, &duel->p_b, &duel->p_mutual, &duel->p_undecided};

    return figures[i];
}

/* The fact of `card` that fact i of `of` stands beside: of the same key, the second of a key beside the second. */
static const salvo_fact *fact_beside(const salvo_card *card, const salvo_card *of, size_t i)
{
    size_t before = 0;

    for (size_t k = 0; k < i; k++)
        before += strcmp(of->facts[k].key, of->facts[i].key) == 0;
    for (size_t k = 0; k < card->n_facts; k++)
        if (strcmp(card->facts[k].key, of->facts[i].key) == 0 && before-- == 0)
            return &card->facts[k];
    return NULL;
}

static void add_fact(sheet *s, const salvo_fact *of_a, const salvo_fact *of_b)
{
    sheet_cell(s, "%s", of_a ? of_a->label : of_b->label);
    sheet_cell(s, "%s", of_a ? of_a->value : "");
    sheet_cell(s, "%s", of_b ? of_b->value : "");
}

static void add_cards(page *p, const salvo_duel *duel, const char *a, const char *b)
{
    sheet *s = page_sheet(p);

    sheet_name(s, "cards");
    sheet_column(s, "", COLUMN_TEXT);
    sheet_column(s, a, COLUMN_TEXT);
    sheet_column(s, b, COLUMN_TEXT);
    if (duel->a.nation || duel->b.nation) {
        sheet_cell(s, "nation");
        sheet_cell(s, "%s", duel->a.nation ? duel->a.nation : "");
        sheet_cell(s, "%s", duel->b.nation ? duel->b.nation : "");
    }
    for (size_t i = 0; i < duel->a.n_facts; i++)
        add_fact(s, &duel->a.facts[i], fact_beside(&duel->b, &duel->a, i));
    for (size_t i = 0; i < duel->b.n_facts; i++)
        if (!fact_beside(&duel->a, &duel->b, i))
            add_fact(s, NULL, &duel->b.facts[i]);
}

/* The kernels know what can come; by the book it is known once it came. */
static bool may_come(const salvo_answer *answer, const salvo_figure *figure)
{
    bool seen_only = answer->simulated && is_reference_engine(&answer->simulation);

    return figure->exact.value > 0 || figure->count > 0 || (figure->simulated.high > 0 && !seen_only);
}

static void add_results(page *p, const salvo_duel *duel, const char *a, const char *b)
{
    salvo_line lines[] = {{.name = a, .figure = duel->p_a},
                          {.name = b, .figure = duel->p_b},
                          {.name = "both destroyed", .figure = duel->p_mutual},
                          {.name = "nobody", .figure = duel->p_undecided}};
    size_t n = 2;

    for (size_t i = n; i < sizeof lines / sizeof *lines; i++)
        if (may_come(&duel->answer, &lines[i].figure))
            lines[n++] = lines[i];
    add_probabilities(p, "winner", &duel->answer, lines, n);
}

static bool is_limited(const salvo_duel *duel)
{
    const salvo_chain *chain = duel->question.procedure->chain;

    return chain && chain->turn_limit && chain->turn_limit(duel->question.situation) > 0;
}

/* In the ruleset's word: "Turns", "Rounds". */
static void add_turns_mean(page *p, const salvo_duel *duel)
{
    const char *counts = face_of(duel)->counts ? face_of(duel)->counts : "turns";
    const char *fraction = short_fraction(duel->expected_turns.exact.exact);
    reading interval = read_mean_interval(&duel->expected_turns.simulated);
    char mean[FIGURE_MAX], ends[FIGURE_MAX];

    if (!duel->ends) {
        if (!is_limited(duel) && figure_value(&duel->answer, &duel->p_undecided) == 1)
            page_paragraph(p, "It never ends: neither side can destroy the other.");
        return;
    }
    reading_put(mean, read_expectation(&duel->answer, &duel->expected_turns, SIX_DIGITS), p->format);
    reading_put(ends, interval, p->format);
    if (duel->answer.counted || interval.kind == READ_NOTHING)
        snprintf(ends, sizeof ends, "%s", duel->answer.counted ? fraction : "");
    counts = strrchr(counts, '-') ? strrchr(counts, '-') + 1 : counts; /* "expected-turns" counts turns */
    page_paragraph(p, "%c%s in the mean: %s%s%s%s.", toupper((unsigned char)counts[0]), counts + 1, mean,
                   *ends ? " (" : "", ends, *ends ? ")" : "");
}

static bool has_mutual(const salvo_duel *duel)
{
    return duel->p_mutual.exact.value > 0 || duel->p_mutual.count > 0;
}

/* A side that can never win was not just lucky this turn. */
static void add_share(sheet *s, const salvo_duel *duel, const salvo_figure *whole, const salvo_figure *of_turn)
{
    bool never = !duel->answer.counted && whole->simulated.high == 0;

    sheet_reading(s, never ? read_percent(0, 0) : read_probability(&duel->answer, of_turn, TURN_DECIMALS));
}

/* `going` trials are not over, or that part of the probability. */
static void add_left(sheet *s, const salvo_duel *duel, double left, uint64_t going)
{
    const salvo_simulation *simulation = &duel->answer.simulation;
    salvo_estimate estimate;

    if (duel->answer.counted) {
        sheet_reading(s, read_percent(left, TURN_DECIMALS));
        return;
    }
    estimate = salvo_simulation_estimate(simulation, going);
    sheet_reading(s, read_share(&estimate, going, simulation->trials));
}

static void add_by_turn(page *p, const salvo_duel *duel, const char *a, const char *b)
{
    sheet *s = page_sheet(p);
    bool mutual = has_mutual(duel);
    uint64_t going = duel->answer.simulation.trials;
    double left = 1;

    sheet_column(s, "turn", COLUMN_NUMBER);
    sheet_column(s, a, COLUMN_PROBABILITY);
    sheet_column(s, b, COLUMN_PROBABILITY);
    if (mutual)
        sheet_column(s, "both", COLUMN_PROBABILITY);
    sheet_column(s, "goes on", COLUMN_PROBABILITY);
    for (size_t i = 0; i < duel->n_turns && i < TURNS_SHOWN && left > TAIL_SHOWN; i++) {
        const salvo_duel_turn *turn = &duel->by_turn[i];
        double p_a = figure_value(&duel->answer, &turn->p_a), p_b = figure_value(&duel->answer, &turn->p_b);
        double p_mutual = figure_value(&duel->answer, &turn->p_mutual);

        left = fmax(0, left - p_a - p_b - p_mutual);
        if (left < 1e-12)
            left = 0;
        sheet_cell(s, "%lld", (long long)turn->turn);
        add_share(s, duel, &duel->p_a, &turn->p_a);
        add_share(s, duel, &duel->p_b, &turn->p_b);
        if (mutual)
            add_share(s, duel, &duel->p_mutual, &turn->p_mutual);
        going -= turn->p_a.count + turn->p_b.count + turn->p_mutual.count;
        add_left(s, duel, left, going);
    }
}

static void fill_page(page *p, const salvo_duel *duel)
{
    char a[NAME_MAX_BYTES], b[NAME_MAX_BYTES];

    name_sides(duel, a, b);
    page_heading(p, "%s against %s at %s %s", a, b, value_of(duel, face_of(duel)->range)->text,
                 duel->question.book->store.distance_unit);
    add_engine_remark(p, &duel->answer);
    add_remark(p, &duel->question);
    add_cards(p, duel, a, b);
    add_situation(p, &duel->question);
    add_results(p, duel, a, b);
    add_turns_mean(p, duel);
    if (duel->ends && duel->n_turns && duel->p_undecided.exact.value < 1)
        add_by_turn(p, duel, a, b);
    add_method(p, duel->question.procedure, &duel->answer);
}

/* What stands before the figure in a row; `turn` is 0 for what holds of the whole duel. */
struct row {
    const salvo_duel *duel;
    int64_t turn;
    const char *quantity;
};

static void put_row(sheet *s, const void *context)
{
    const struct row *row = context;
    const salvo_duel *duel = row->duel;

    sheet_cell(s, "%s", duel->question.book->ruleset->id);
    sheet_cell(s, "%s", duel->a.name);
    sheet_cell(s, "%s", duel->b.name);
    sheet_cell(s, "%s", value_of(duel, face_of(duel)->range)->text);
    sheet_cell(s, "%s", value_of(duel, face_of(duel)->first)->text);
    if (row->turn)
        sheet_cell(s, "%lld", (long long)row->turn);
    else
        sheet_cell(s, "%s", "");
    sheet_cell(s, "%s", row->quantity);
    if (salvo_question_remark(&duel->question))
        sheet_cell(s, "%s", salvo_question_remark(&duel->question));
}

enum { N_TURN_FIGURES = 3 }; /* the first of FIGURE_KEYS */

static const salvo_figure *turn_figure_at(const salvo_duel_turn *turn, size_t i)
{
    const salvo_figure *const figures[N_TURN_FIGURES] = {&turn->p_a, &turn->p_b, &turn->p_mutual};

    return figures[i];
}

static void add_turn_rows(sheet *s, const salvo_duel *duel, const salvo_duel_turn *turn)
{
    salvo_answer known = duel->answer;

    known.simulated = turn->simulated;
    for (size_t i = 0; i < N_TURN_FIGURES; i++)
        add_figure_rows(s, &known, turn_figure_at(turn, i), put_row, &(struct row){duel, turn->turn, FIGURE_KEYS[i]});
}

static void fill_tidy(page *p, const salvo_duel *duel)
{
    static const char *const COLUMNS[] = {"ruleset", "a", "b", "range", "first", "turn", "quantity"};
    sheet *s = page_sheet(p);

    for (size_t i = 0; i < sizeof COLUMNS / sizeof *COLUMNS; i++)
        sheet_column(s, COLUMNS[i], COLUMN_TEXT);
    if (salvo_question_remark(&duel->question))
        sheet_column(s, "remark", COLUMN_TEXT);
    add_figure_columns(s, duel->answer.engine_remark != NULL);
    for (size_t i = 0; i < N_FIGURES; i++)
        add_figure_rows(s, &duel->answer, figure_at(duel, i), put_row, &(struct row){duel, 0, FIGURE_KEYS[i]});
    if (duel->ends)
        add_figure_rows(s, &duel->answer, &duel->expected_turns, put_row, &(struct row){duel, 0, "expected_turns"});
    for (size_t i = 0; i < duel->n_turns; i++)
        add_turn_rows(s, duel, &duel->by_turn[i]);
}

/* What trials say of a turn, beside what is counted. */
static void put_sampled(json_t *turn, const salvo_duel_turn *from, bool counted)
{
    json_t *values = json_object(), *counts = json_object(), *intervals = json_object();

    for (size_t i = 0; i < N_TURN_FIGURES; i++) {
        const salvo_figure *f = turn_figure_at(from, i);

        json_object_set_new(values, FIGURE_KEYS[i], json_number(f->simulated.value));
        json_object_set_new(counts, FIGURE_KEYS[i], json_integer((json_int_t)f->count));
        json_object_set_new(intervals, FIGURE_KEYS[i], interval_json(&f->simulated));
    }
    if (counted)
        json_object_set(turn, "simulated", values);
    json_decref(values);
    json_object_set_new(turn, "count", counts);
    json_object_set_new(turn, "ci95", intervals);
}

static json_t *turns_json(const salvo_duel *duel)
{
    json_t *turns = json_array();

    for (size_t i = 0; i < duel->n_turns; i++) {
        const salvo_duel_turn *from = &duel->by_turn[i];
        json_t *turn = json_object();

        json_object_set_new(turn, "turn", json_integer(from->turn));
        for (size_t k = 0; k < N_TURN_FIGURES; k++)
            json_object_set_new(turn, FIGURE_KEYS[k],
                                json_number(figure_value(&duel->answer, turn_figure_at(from, k))));
        if (from->simulated)
            put_sampled(turn, from, duel->answer.counted);
        json_array_append_new(turns, turn);
    }
    return turns;
}

/* The simulated values, the fractions, the intervals of all numbers by name. */
static json_t *simulated_json(const salvo_duel *duel)
{
    json_t *simulated = json_object();

    for (size_t i = 0; i < N_FIGURES; i++)
        json_object_set_new(simulated, FIGURE_KEYS[i], json_number(figure_at(duel, i)->simulated.value));
    if (duel->ends)
        json_object_set_new(simulated, "expected_turns", json_number(duel->expected_turns.simulated.value));
    return simulated;
}

static json_t *fractions_json(const salvo_duel *duel)
{
    json_t *fractions = json_object();

    for (size_t i = 0; i < N_FIGURES; i++)
        if (figure_at(duel, i)->exact.exact)
            json_object_set_new(fractions, FIGURE_KEYS[i], json_string(figure_at(duel, i)->exact.exact));
    if (duel->ends && duel->expected_turns.exact.exact)
        json_object_set_new(fractions, "expected_turns", json_string(duel->expected_turns.exact.exact));
    return fractions;
}

static json_t *intervals_json(const salvo_duel *duel)
{
    json_t *intervals = json_object();

    for (size_t i = 0; i < N_FIGURES; i++)
        json_object_set_new(intervals, FIGURE_KEYS[i], interval_json(&figure_at(duel, i)->simulated));
    if (duel->ends)
        json_object_set_new(intervals, "expected_turns", interval_json(&duel->expected_turns.simulated));
    return intervals;
}

static json_t *duel_json(const salvo_duel *duel)
{
    const salvo_duel_adapter *adapter = face_of(duel);
    const salvo_answer *answer = &duel->answer;
    json_t *document = json_object();

    json_object_set_new(document, "ruleset", json_string(duel->question.book->ruleset->id));
    json_object_set_new(document, "a", json_string(duel->a.name));
    json_object_set_new(document, "b", json_string(duel->b.name));
    json_object_set_new(document, "range", json_number(value_of(duel, adapter->range)->decimal));
    json_object_set_new(document, "first", json_string(value_of(duel, adapter->first)->text));
    put_remark(document, &duel->question);
    put_method(document, answer);
    for (size_t i = 0; i < N_FIGURES; i++)
        json_object_set_new(document, FIGURE_KEYS[i], json_number(figure_value(answer, figure_at(duel, i))));
    json_object_set_new(document, "expected_turns",
                        duel->ends ? json_number(figure_value(answer, &duel->expected_turns)) : json_null());
    if (answer->counted)
        json_object_set_new(document, "exact", fractions_json(duel));
    if (answer->counted && answer->simulated)
        json_object_set_new(document, "simulated", simulated_json(duel));
    if (answer->simulated)
        json_object_set_new(document, "ci95", intervals_json(duel));
    json_object_set_new(document, "by_turn", turns_json(duel));
    return document;
}

salvo_status salvo_report_duel(FILE *out, salvo_format format, const salvo_duel *duel, salvo_error *err)
{
    page p;
    salvo_status status;

    if (format.kind == SALVO_JSON)
        return json_write(out, duel_json(duel), err);
    status = page_begin(&p, format, err);
    if (status == SALVO_OK) {
        if (format.kind == SALVO_CSV)
            fill_tidy(&p, duel);
        else
            fill_page(&p, duel);
        status = page_write(out, format, &p, err);
    }
    page_free(&p);
    return status;
}
