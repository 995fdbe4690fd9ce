/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report of a duel: the cards of both sides, who wins, and the course turn by turn. */
#include <salvo/report.h>

#include <math.h>
#include <string.h>

#include "answers/answer.h"
#include "answers/charts.h"
#include "answers/held_up_words.h"
#include "answers/odds_report.h"
#include "answers/side_by_side.h"

enum { TURNS_SHOWN = 12, TURN_DECIMALS = 2, NAME_MAX_BYTES = 128 };
static const double TAIL_SHOWN = 0.0005; /* turns are listed until fewer duels than this are left */

/* The adapter names parameters of its own duel, so the key is always found. */
static const salvo_value *value_of(const salvo_duel *duel, const char *key)
{
    return &duel->question.values[salvo_parameter_find(&duel->question.procedure->schema, key)];
}

/* Only rulesets with a duel adapter have duels. */
static const salvo_duel_adapter *adapter_of(const salvo_duel *duel)
{
    return duel->question.book->ruleset->duel;
}

/* Makes two names that differ: twins become "Tiger I (a)" and "Tiger I (b)". */
static void name_sides(const salvo_duel *duel, char a[NAME_MAX_BYTES], char b[NAME_MAX_BYTES])
{
    bool twins = strcmp(duel->a.name, duel->b.name) == 0;

    snprintf(a, NAME_MAX_BYTES, "%s%s", duel->a.name, twins ? " (a)" : "");
    snprintf(b, NAME_MAX_BYTES, "%s%s", duel->b.name, twins ? " (b)" : "");
}

enum { N_TURN_FIGURES = 3 };

/* Lists the outcomes, and the number of turns if a duel ends at all. */
void duel_figures(named_figure figures[DUEL_FIGURES], const salvo_duel *duel)
{
    figures[0] = (named_figure){"p_a", &duel->p_a, false};
    figures[1] = (named_figure){"p_b", &duel->p_b, false};
    figures[2] = (named_figure){"p_mutual", &duel->p_mutual, false};
    figures[3] = (named_figure){"p_undecided", &duel->p_undecided, false};
    figures[4] = (named_figure){"expected_turns", &duel->expected_turns, !duel->ends};
}

/* Does the same for one turn, for the outcomes that end a duel in it. */
static void name_turn_figures(named_figure figures[N_TURN_FIGURES], const salvo_duel_turn *turn)
{
    figures[0] = (named_figure){"p_a", &turn->p_a, false};
    figures[1] = (named_figure){"p_b", &turn->p_b, false};
    figures[2] = (named_figure){"p_mutual", &turn->p_mutual, false};
}

/* Returns the fact of `card` that belongs beside fact i of `of`: the one with the same key; for the second of a key,
 * the second. A card with two weapons has two facts with one key. */
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

/* The labels have an empty heading, because their meaning is obvious. */
static void add_fact(record *to, const char *const names[2], const char *label, const char *of_a, const char *of_b)
{
    const field fields[] = {
        {"", as_text(label)},
        {names[0], as_text(of_a)},
        {names[1], as_text(of_b)},
    };

    PUT_FIELDS(to, fields);
    record_next(to);
}

/* Adds the first side's facts in their order, then those that only the second has. The nation is not a fact of a card,
 * but is compared like one. */
static void add_cards(page *p, const salvo_duel *duel, const char *const names[2])
{
    const salvo_card *a = &duel->a, *b = &duel->b;
    record to = page_record(p, READ);

    sheet_name(to.sheet, "cards");
    if (a->nation || b->nation)
        add_fact(&to, names, "nation", a->nation, b->nation);
    for (size_t i = 0; i < a->n_facts; i++) {
        const salvo_fact *beside = fact_beside(b, a, i);

        add_fact(&to, names, a->facts[i].label, a->facts[i].value, beside ? beside->value : NULL);
    }
    for (size_t i = 0; i < b->n_facts; i++)
        if (!fact_beside(a, b, i))
            add_fact(&to, names, b->facts[i].label, NULL, b->facts[i].value);
}

/* The kernels know which outcomes are possible. The reference engine knows only those that occurred. */
static bool may_come(const salvo_answer *answer, const salvo_figure *figure)
{
    bool seen_only = answer->simulated && is_reference_engine(&answer->simulation);

    return figure->exact.value > 0 || figure->count > 0 || (figure->simulated.high > 0 && !seen_only);
}

/* Adds both sides always, and rare outcomes if they are possible. */
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

/* "expected-turns" counts turns. */
const char *duel_counts(const salvo_duel *duel)
{
    const char *counts = adapter_of(duel)->counts ? adapter_of(duel)->counts : "turns";

    return strrchr(counts, '-') ? strrchr(counts, '-') + 1 : counts;
}

/* The average exists only if the duel certainly ends; otherwise the report gives the reason. */
static void add_turns_mean(page *p, const salvo_duel *duel)
{
    const char *fraction = short_fraction(duel->expected_turns.exact.exact);
    reading interval = read_mean_interval(&duel->expected_turns.simulated);
    char mean[FIGURE_MAX], ends[FIGURE_MAX];

    if (!duel->ends) {
        if (duel->never_ends)
            page_paragraph(p, "The duel never ends: neither side can destroy the other.");
        return;
    }
    reading_put(mean, read_expectation(&duel->answer, &duel->expected_turns, SIX_DIGITS), p->format);
    reading_put(ends, interval, p->format);
    if (duel->answer.exact || interval.kind == READ_NOTHING)
        snprintf(ends, sizeof ends, "%s", duel->answer.exact && strcmp(fraction, mean) != 0 ? fraction : "");
    page_paragraph(p, "Average number of %s: %s%s%s%s.", duel_counts(duel), mean, *ends ? " (" : "", ends,
                   *ends ? ")" : "");
}

/* The column exists only if both sides can be lost together. */
static bool has_mutual(const salvo_duel *duel)
{
    return duel->p_mutual.exact.value > 0 || duel->p_mutual.count > 0;
}

/* A side that can never win has exactly 0 %, and not an interval. */
static datum as_share(const salvo_duel *duel, const salvo_figure *whole, const salvo_figure *of_turn)
{
    const bool never = !duel->answer.exact && whole->simulated.high == 0;

    return as_reading(COLUMN_PROBABILITY,
                      never ? read_percent(0, 0) : read_probability(&duel->answer, of_turn, TURN_DECIMALS));
}

/* `going` trials have not ended; without trials, `left` is that part of the probability. */
static datum as_left(const salvo_duel *duel, double left, uint64_t going)
{
    const salvo_simulation *simulation = &duel->answer.simulation;
    salvo_estimate estimate;

    if (duel->answer.exact)
        return as_percent(left, TURN_DECIMALS);
    estimate = salvo_simulation_estimate(simulation, going);
    return as_reading(COLUMN_PROBABILITY, read_share(&estimate, going, simulation->trials));
}

/* A duel may also end without a winner. */
static const char *left_words(const salvo_duel *duel)
{
    return figure_value(&duel->answer, &duel->p_undecided) > 0 ? "undecided" : "goes on";
}

/* The rest is a sum of doubles. Values near 0 count as 0; otherwise the last row would show a rounding error as a
 * chance. */
static void add_by_turn(page *p, const salvo_duel *duel, const char *const names[2])
{
    record to = page_record(p, READ);
    uint64_t going = duel->answer.simulation.trials;
    double left = 1;

    for (size_t i = 0; i < duel->n_turns && i < TURNS_SHOWN && left > TAIL_SHOWN; i++) {
        const salvo_duel_turn *turn = &duel->by_turn[i];
        const double p_a = figure_value(&duel->answer, &turn->p_a), p_b = figure_value(&duel->answer, &turn->p_b);

        left = fmax(0, left - p_a - p_b - figure_value(&duel->answer, &turn->p_mutual));
        left = left < 1e-12 ? 0 : left;
        /* Whole numbers of trials have no rounding errors. */
        going -= turn->p_a.count + turn->p_b.count + turn->p_mutual.count;

        const field fields[] = {
            {"turn", as_whole(turn->turn)},
            {names[0], as_share(duel, &duel->p_a, &turn->p_a)},
            {names[1], as_share(duel, &duel->p_b, &turn->p_b)},
            {"both", if_there(has_mutual(duel), as_share(duel, &duel->p_mutual, &turn->p_mutual))},
            {left_words(duel), as_left(duel, left, going)},
        };

        PUT_FIELDS(&to, fields);
        record_next(&to);
    }
}

/* Turns are listed only if they lead to an end. */
static void add_to_read(page *p, const void *answer)
{
    const salvo_duel *duel = answer;
    char a[NAME_MAX_BYTES], b[NAME_MAX_BYTES];
    const char *const names[2] = {a, b};

    name_sides(duel, a, b);
    page_heading(p, "%s against %s at %s %s", a, b, value_of(duel, adapter_of(duel)->range)->text,
                 duel->question.book->store.distance_unit);
    add_engine_remark(p, &duel->answer);
    add_note(p, salvo_question_remark(&duel->question));
    add_cards(p, duel, names);
    add_situation(p, &duel->question);
    add_results(p, duel, a, b);
    add_turns_mean(p, duel);
    add_held_up(p, held_up_duel(duel));
    if (duel->ends && duel->n_turns && duel->p_undecided.exact.value < 1)
        add_by_turn(p, duel, names);
    add_method(p, duel->question.procedure, &duel->answer);
}

/* `turn` is 0 for figures of the whole duel. */
static void add_figure(record *to, const salvo_duel *duel, int64_t turn, const salvo_answer *known,
                       const named_figure *f)
{
    const field fields[] = {
        {"ruleset", as_text(duel->question.book->ruleset->id)},
        {"a", as_text(duel->a.name)},
        {"b", as_text(duel->b.name)},
        {"range", as_text(value_of(duel, adapter_of(duel)->range)->text)},
        {"first", as_text(value_of(duel, adapter_of(duel)->first)->text)},
        {"turn", or_empty(turn > 0, as_whole(turn))},
        {"quantity", as_text(f->key)},
        {"remark", as_note(salvo_question_remark(&duel->question))},
        {"value", as_mean(known, f->figure)},
        {"engine_remark", as_note(duel->answer.engine_remark)},
    };

    if (!f->absent)
        PUT_FIELDS(to, fields);
    record_next(to);
}

/* A turn that the simulation did not report has only exact rows. */
static void add_tidy(page *p, const void *answer)
{
    const salvo_duel *duel = answer;
    named_figure figures[DUEL_FIGURES];
    salvo_answer known = duel->answer;
    record to = page_record(p, TIDY);

    duel_figures(figures, duel);
    for (size_t i = 0; i < DUEL_FIGURES; i++)
        add_figure(&to, duel, 0, &known, &figures[i]);
    for (size_t t = 0; t < duel->n_turns; t++) {
        name_turn_figures(figures, &duel->by_turn[t]);
        known.simulated = duel->by_turn[t].simulated;
        for (size_t i = 0; i < N_TURN_FIGURES; i++)
            add_figure(&to, duel, duel->by_turn[t].turn, &known, &figures[i]);
    }
}

/* A turn may have exact values although the simulation did not report it. */
static void describe_turn(record *to, const void *answer, size_t i)
{
    const salvo_duel *duel = answer;
    const salvo_duel_turn *turn = &duel->by_turn[i];
    const bool counted = duel->answer.exact, simulated = turn->simulated;
    named_figure figures[N_TURN_FIGURES];

    name_turn_figures(figures, turn);

    const field fields[] = {
        {"turn", as_whole(turn->turn)},
        {"p_a", as_number(figure_value(&duel->answer, &turn->p_a))},
        {"p_b", as_number(figure_value(&duel->answer, &turn->p_b))},
        {"p_mutual", as_number(figure_value(&duel->answer, &turn->p_mutual))},
        {"simulated", if_there(counted && simulated, as_parts(PART_SIMULATED, figures, N_TURN_FIGURES))},
        {"count", if_there(simulated, as_parts(PART_COUNT, figures, N_TURN_FIGURES))},
        {"ci95", if_there(simulated, as_parts(PART_INTERVAL, figures, N_TURN_FIGURES))},
    };

    PUT_FIELDS(to, fields);
}

/* Fractions and simulated values are in objects of their own, so the keys above are the same for every method. */
static void describe_duel(record *to, const void *of)
{
    const salvo_duel *duel = of;
    const salvo_answer *answer = &duel->answer;
    const bool counted = answer->exact, simulated = answer->simulated;
    named_figure figures[DUEL_FIGURES];
    const field question[] = {
        {"ruleset", as_text(duel->question.book->ruleset->id)},
        {"a", as_text(duel->a.name)},
        {"b", as_text(duel->b.name)},
        {"range", as_number(value_of(duel, adapter_of(duel)->range)->decimal)},
        {"first", as_text(value_of(duel, adapter_of(duel)->first)->text)},
        {"acts_first", as_note(SALVO_ACTS_FIRST[duel->acts_first])},
        {"never_ends", as_flag(duel->never_ends)},
        {"remark", as_note(salvo_question_remark(&duel->question))},
    };
    const field results[] = {
        {"exact", if_there(counted, as_parts(PART_FRACTION, figures, DUEL_FIGURES))},
        {"simulated", if_there(counted && simulated, as_parts(PART_SIMULATED, figures, DUEL_FIGURES))},
        {"ci95", if_there(simulated, as_parts(PART_INTERVAL, figures, DUEL_FIGURES))},
        {"by_turn", as_objects(describe_turn, duel, duel->n_turns)},
    };

    duel_figures(figures, duel);
    PUT_FIELDS(to, question);
    put_held_up(to, held_up_duel(duel));
    put_method(to, answer, &answer->agreement, false);
    put_values(to, counted, figures, DUEL_FIGURES);
    PUT_FIELDS(to, results);
}

ANSWER_FUNCTIONS(duel, DUEL_ANSWER)

const answer_kind DUEL_ANSWER = {
    .read = add_to_read, .tidy = add_tidy, .document = describe_duel, .draw = draw_duel, .free = free_duel};
