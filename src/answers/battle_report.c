#include <salvo/report.h>

#include <math.h>
#include <string.h>

#include "answers/odds_report.h"
#include "document/figures.h"
#include "document/json.h"

enum { N_SIDES = 2 };
static const char *const SIDE_NAMES[N_SIDES] = {"a", "b"};

static void put_side(salvo_text *text, const salvo_battle_side *side, const char *name)
{
    salvo_text_add(text, "%s: ", name);
    for (size_t k = 0; k < side->n_kinds; k++)
        salvo_text_add(text, "%s%d %s", k ? ", " : "", side->kinds[k].count, side->kinds[k].name);
    if (side->priced)
        salvo_text_add(text, " (%g points)", side->points);
}

static void put_plan(salvo_text *text, const salvo_battle *battle)
{
    const salvo_battle_plan *plan = battle->plan;
    const char *unit = battle->book->store.distance_unit;

    salvo_text_add(text, "%s at %g %s", SALVO_SCENARIOS[plan->scenario], plan->range, unit);
    for (int s = 0; s < N_SIDES; s++)
        salvo_text_add(text, "; %s fires at the %s", SIDE_NAMES[s],
                       battle->side[s].targets == SALVO_OPPOSITE ? "one opposite"
                                                                 : SALVO_TARGETS[battle->side[s].targets]);
    if (battle->turn_limit)
        salvo_text_add(text, "; %d turns at most", (int)battle->turn_limit);
    if (plan->break_at > 0)
        salvo_text_add(text, "; a side breaks off at %g %% lost", 100 * plan->break_at);
}

static void add_head(page *p, const salvo_battle *battle)
{
    salvo_text text = {0};

    page_heading(p, "%s against %s: %s", battle->side[0].list, battle->side[1].list, battle->book->store.title);
    add_engine_remark(p, &battle->answer);
    add_note(p, battle->remark);
    put_side(&text, &battle->side[0], "a");
    salvo_text_put(&text, "\n");
    put_side(&text, &battle->side[1], "b");
    salvo_text_put(&text, "\n");
    put_plan(&text, battle);
    page_text(p, &text);
    salvo_text_free(&text);
}

static void add_ends(page *p, const salvo_battle *battle)
{
    salvo_line lines[] = {{.name = "a", .figure = battle->p_a},
                          {.name = "b", .figure = battle->p_b},
                          {.name = "both lost", .figure = battle->p_mutual},
                          {.name = "undecided", .figure = battle->p_undecided}};

    add_probabilities(p, "winner", &battle->answer, lines, sizeof lines / sizeof *lines);
}

static void put_mean(salvo_text *text, const salvo_battle *battle, const salvo_figure *figure, salvo_format format)
{
    reading interval = read_mean_interval(&figure->simulated);
    char mean[FIGURE_MAX];

    reading_put(mean, read_expectation(&battle->answer, figure, SIX_DIGITS), format);
    salvo_text_put(text, mean);
    if (!battle->answer.simulated || interval.kind == READ_NOTHING)
        return;
    reading_put(mean, interval, format);
    salvo_text_add(text, " (%s)", mean);
}

static void put_losses(salvo_text *text, const salvo_battle *battle, int s, salvo_format format)
{
    const salvo_battle_side *side = &battle->side[s];

    salvo_text_add(text, "%s loses in the mean ", SIDE_NAMES[s]);
    put_mean(text, battle, &side->lost, format);
    salvo_text_add(text, " of %d elements", side->count);
    for (size_t k = 0; side->n_kinds > 1 && k < side->n_kinds; k++) {
        salvo_text_add(text, "%s %s ", k ? "," : ":", side->kinds[k].name);
        put_mean(text, battle, &side->kinds[k].lost, format);
        salvo_text_add(text, " of %d", side->kinds[k].count);
    }
    if (side->priced) {
        salvo_text_put(text, "; ");
        put_mean(text, battle, &side->points_lost, format);
        salvo_text_add(text, " of %g points", side->points);
    }
}

static void add_losses(page *p, const salvo_battle *battle)
{
    salvo_text text = {0};

    put_losses(&text, battle, 0, p->format);
    salvo_text_put(&text, "\n");
    put_losses(&text, battle, 1, p->format);
    if (battle->ends) {
        salvo_text_put(&text, "\nTurns in the mean: ");
        put_mean(&text, battle, &battle->expected_turns, p->format);
    }
    page_text(p, &text);
    salvo_text_free(&text);
}

static void add_distribution(page *p, const salvo_battle *battle)
{
    sheet *s = page_sheet(p);
    int n = battle->side[0].count > battle->side[1].count ? battle->side[0].count : battle->side[1].count;

    sheet_column(s, "elements lost", COLUMN_NUMBER);
    sheet_column(s, "by a", COLUMN_PROBABILITY);
    sheet_column(s, "by b", COLUMN_PROBABILITY);
    for (int lost = 0; lost <= n; lost++) {
        sheet_cell(s, "%d", lost);
        for (int side = 0; side < N_SIDES; side++)
            if (lost <= battle->side[side].count)
                sheet_reading(s, read_probability(&battle->answer, &battle->side[side].lost_exactly[lost], 2));
            else
                sheet_cell(s, "%s", "");
    }
}

enum { TURNS_READ = 20 };
static const double TOO_LITTLE_TO_READ = 5e-4;

/* Turns that a reader sees: until nothing more happens, and not too many. */
static size_t turns_read(const salvo_battle *battle)
{
    size_t n = battle->n_turns;
    bool same = true;

    while (n > 1 && same) {
        for (int s = 0; s < N_SIDES; s++)
            same = same && fabs(figure_value(&battle->answer, &battle->by_turn[n - 1].left[s]) -
                                figure_value(&battle->answer, &battle->by_turn[n - 2].left[s])) < TOO_LITTLE_TO_READ;
        n -= same;
    }
    return n < TURNS_READ ? n : TURNS_READ;
}

/* How many there are at the start, nobody needs to throw dice for. */
static void add_left(sheet *s, const salvo_battle *battle, const salvo_battle_turn *turn, int side)
{
    if (turn->turn == 0 && !battle->answer.counted)
        sheet_cell(s, "%d", battle->side[side].count);
    else
        sheet_reading(s, read_expectation(&battle->answer, &turn->left[side], 3));
}

static void add_survival(page *p, const salvo_battle *battle)
{
    sheet *s = page_sheet(p);

    sheet_column(s, "after turn", COLUMN_NUMBER);
    sheet_column(s, "a has left", COLUMN_NUMBER);
    sheet_column(s, "b has left", COLUMN_NUMBER);
    for (size_t t = 0; t < turns_read(battle); t++) {
        sheet_cell(s, "%d", (int)battle->by_turn[t].turn);
        for (int side = 0; side < N_SIDES; side++)
            add_left(s, battle, &battle->by_turn[t], side);
    }
}

static void add_for_reading(page *p, const salvo_battle *battle)
{
    add_head(p, battle);
    add_ends(p, battle);
    add_losses(p, battle);
    add_distribution(p, battle);
    add_survival(p, battle);
}

/* One row: a quantity of a side, of a kind or of a number lost. */
typedef struct row {
    const char *quantity, *side, *item;
    const char *remark; /* NULL: without that column */
} row;

static void put_row(sheet *s, const void *context)
{
    const row *r = context;

    sheet_cell(s, "%s", r->quantity);
    sheet_cell(s, "%s", r->side);
    sheet_cell(s, "%s", r->item);
    if (r->remark)
        sheet_cell(s, "%s", r->remark);
}

static void add_row(sheet *s, const salvo_battle *battle, const salvo_figure *figure, const char *quantity,
                    const char *side, const char *item)
{
    const row r = {quantity, side, item, battle->remark};

    add_figure_rows(s, &battle->answer, figure, put_row, &r);
}

static void add_side_rows(sheet *s, const salvo_battle *battle, int at)
{
    const salvo_battle_side *side = &battle->side[at];
    const char *name = SIDE_NAMES[at];

    add_row(s, battle, &side->lost, "lost", name, "");
    for (size_t k = 0; k < side->n_kinds; k++)
        add_row(s, battle, &side->kinds[k].lost, "lost", name, side->kinds[k].name);
    for (int lost = 0; lost <= side->count; lost++) {
        char number[FIGURE_MAX];

        snprintf(number, sizeof number, "%d", lost);
        add_row(s, battle, &side->lost_exactly[lost], "p_lost", name, number);
    }
    if (side->priced)
        add_row(s, battle, &side->points_lost, "points_lost", name, "");
    add_row(s, battle, &side->strength_lost, "strength_lost", name, "");
}

static void add_turn_rows(sheet *s, const salvo_battle *battle)
{
    for (size_t t = 0; t < battle->n_turns; t++)
        for (int side = 0; side < N_SIDES; side++) {
            char turn[FIGURE_MAX];

            snprintf(turn, sizeof turn, "%d", (int)battle->by_turn[t].turn);
            add_row(s, battle, &battle->by_turn[t].left[side], "left_after_turn", SIDE_NAMES[side], turn);
        }
}

static void add_long(page *p, const salvo_battle *battle)
{
    sheet *s = page_sheet(p);

    sheet_column(s, "quantity", COLUMN_TEXT);
    sheet_column(s, "side", COLUMN_TEXT);
    sheet_column(s, "item", COLUMN_TEXT);
    if (battle->remark)
        sheet_column(s, "remark", COLUMN_TEXT);
    add_figure_columns(s, battle->answer.engine_remark != NULL);
    add_row(s, battle, &battle->p_a, "p_wins", "a", "");
    add_row(s, battle, &battle->p_b, "p_wins", "b", "");
    add_row(s, battle, &battle->p_mutual, "p_mutual", "", "");
    add_row(s, battle, &battle->p_undecided, "p_undecided", "", "");
    if (battle->ends)
        add_row(s, battle, &battle->expected_turns, "turns", "", "");
    add_side_rows(s, battle, 0);
    add_side_rows(s, battle, 1);
    add_turn_rows(s, battle);
}

static json_t *kinds_json(const salvo_battle *battle, const salvo_battle_side *side)
{
    json_t *kinds = json_array();

    for (size_t k = 0; k < side->n_kinds; k++) {
        json_t *one = json_object();

        json_object_set_new(one, "name", json_string(side->kinds[k].name));
        json_object_set_new(one, "count", json_integer(side->kinds[k].count));
        put_figure(one, "lost", &battle->answer, &side->kinds[k].lost, false);
        json_array_append_new(kinds, one);
    }
    return kinds;
}

static const char *const END_KEYS[] = {"p_a", "p_b", "p_mutual", "p_undecided"};
enum { N_ENDS = sizeof END_KEYS / sizeof *END_KEYS };

static void put_ends(json_t *document, const salvo_battle *battle)
{
    const salvo_figure *const ends[N_ENDS] = {&battle->p_a, &battle->p_b, &battle->p_mutual, &battle->p_undecided};
    json_t *intervals = json_object();

    for (size_t i = 0; i < N_ENDS; i++) {
        json_object_set_new(document, END_KEYS[i], json_number(figure_value(&battle->answer, ends[i])));
        json_object_set_new(intervals, END_KEYS[i], interval_json(&ends[i]->simulated));
    }
    if (battle->answer.simulated)
        json_object_set(document, "ci95", intervals);
    json_decref(intervals);
}

static json_t *figure_json(const salvo_battle *battle, const salvo_figure *figure, const char *key, bool counted)
{
    json_t *object = json_object();

    put_figure(object, key, &battle->answer, figure, counted);
    return object;
}

static json_t *side_json(const salvo_battle *battle, const salvo_battle_side *side)
{
    json_t *object = json_object(), *lost = json_array();

    json_object_set_new(object, "army", json_string(side->list));
    json_object_set_new(object, "targets", json_string(SALVO_TARGETS[side->targets]));
    json_object_set_new(object, "count", json_integer(side->count));
    json_object_set_new(object, "units", kinds_json(battle, side));
    json_object_set_new(object, "lost", figure_json(battle, &side->lost, "value", false));
    for (int k = 0; k <= side->count; k++)
        json_array_append_new(lost, figure_json(battle, &side->lost_exactly[k], "probability", true));
    json_object_set_new(object, "lost_exactly", lost);
    json_object_set_new(object, "strength", json_integer(side->strength));
    json_object_set_new(object, "strength_lost", figure_json(battle, &side->strength_lost, "value", false));
    if (side->priced) {
        json_object_set_new(object, "points", json_number(side->points));
        json_object_set_new(object, "points_lost", figure_json(battle, &side->points_lost, "value", false));
    }
    return object;
}

static json_t *turns_json(const salvo_battle *battle)
{
    json_t *turns = json_array();

    for (size_t t = 0; t < battle->n_turns; t++) {
        json_t *turn = json_object();

        json_object_set_new(turn, "turn", json_integer((json_int_t)battle->by_turn[t].turn));
        for (int s = 0; s < N_SIDES; s++)
            json_object_set_new(turn, SIDE_NAMES[s], figure_json(battle, &battle->by_turn[t].left[s], "left", false));
        json_array_append_new(turns, turn);
    }
    return turns;
}

static salvo_status write_json(FILE *out, const salvo_battle *battle, salvo_error *err)
{
    const salvo_battle_plan *plan = battle->plan;
    json_t *document = json_object();

    json_object_set_new(document, "ruleset", json_string(battle->book->ruleset->id));
    json_object_set_new(document, "range", json_number(plan->range));
    json_object_set_new(document, "scenario", json_string(SALVO_SCENARIOS[plan->scenario]));
    json_object_set_new(document, "turn_limit", battle->turn_limit ? json_integer(battle->turn_limit) : json_null());
    put_note(document, battle->remark);
    put_method(document, &battle->answer);
    put_ends(document, battle);
    json_object_set_new(document, "turns",
                        battle->ends ? figure_json(battle, &battle->expected_turns, "value", false) : json_null());
    json_object_set_new(document, "a", side_json(battle, &battle->side[0]));
    json_object_set_new(document, "b", side_json(battle, &battle->side[1]));
    json_object_set_new(document, "by_turn", turns_json(battle));
    return json_write(out, document, err);
}

salvo_status salvo_report_battle(FILE *out, salvo_format format, const salvo_battle *battle, salvo_error *err)
{
    page p;
    salvo_status status;

    if (format.kind == SALVO_JSON)
        return write_json(out, battle, err);
    status = page_begin(&p, format, err);
    if (status == SALVO_OK) {
        if (format.kind == SALVO_CSV) {
            add_long(&p, battle);
        } else {
            add_for_reading(&p, battle);
            add_method(&p, battle->procedure, &battle->answer);
        }
        status = page_write(out, format, &p, err);
    }
    page_free(&p);
    return status;
}
