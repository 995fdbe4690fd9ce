/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report of a battle: who wins, the losses of each side, and the course turn by turn. */
#include <salvo/report.h>

#include <math.h>
#include <string.h>

#include "answers/answer.h"
#include "answers/assumed.h"
#include "answers/charts.h"
#include "answers/held_up_words.h"
#include "answers/lines_words.h"
#include "answers/never_fire_words.h"
#include "answers/odds_report.h"
#include "base/phrase.h"

enum { N_SIDES = 2, TURNS_READ = 20 };
static const char *const SIDE_NAMES[N_SIDES] = {"a", "b"};

void put_elements(salvo_text *text, const salvo_battle_side *side)
{
    for (size_t k = 0; k < side->n_kinds; k++)
        salvo_text_add(text, "%s%d %s", k ? ", " : "", side->kinds[k].count, side->kinds[k].name);
}

static void put_side(salvo_text *text, const salvo_battle_side *side, const char *name)
{
    salvo_text_add(text, "%s: ", name);
    put_elements(text, side);
    if (side->priced)
        salvo_text_add(text, " (%g points)", side->points);
}

/* Returns what a limit counts. NULL: the side has no survivors. */
static const char *defeat_words(const salvo_battle *battle, salvo_defeat by)
{
    const salvo_battle_words *words = battle->book->ruleset->battle->words;

    if (by == SALVO_WORN)
        return words->worn ? words->worn : "worn";
    if (by == SALVO_OUT)
        return words->out ? words->out : "out of the fight";
    return by == SALVO_WITHDRAWN ? "lost at the end of a turn" : NULL;
}

/* Returns the parameter that sets the limit. NULL: none. */
static const char *defeat_key(const salvo_battle *battle, salvo_defeat by)
{
    const salvo_battle_words *words = battle->book->ruleset->battle->words;

    return by == SALVO_WORN ? words->worn_key : by == SALVO_OUT ? words->out_key : NULL;
}

static void put_sides(salvo_text *text, const salvo_battle *battle)
{
    put_side(text, &battle->side[0], "a");
    salvo_text_put(text, "\n");
    put_side(text, &battle->side[1], "b");
}

void put_battle(salvo_text *text, const salvo_battle *battle)
{
    put_sides(text, battle);
    salvo_text_put(text, "\n");
    put_assumed(text, battle);
}

/* Adds the question in full, so that a reader can repeat it. */
static void add_head(page *p, const salvo_battle *battle)
{
    salvo_text text = {0};

    page_heading(p, "%s against %s: %s", battle->side[0].list, battle->side[1].list, battle->book->store.title);
    add_engine_remark(p, &battle->answer);
    add_note(p, battle->remark);
    put_sides(&text, battle);
    page_text(p, &text);
    add_assumed(p, battle);
}

/* Adds the four outcomes, which exclude each other and add up to 1. */
static void add_ends(page *p, const salvo_battle *battle)
{
    salvo_line lines[] = {{.name = "a", .figure = battle->p_a},
                          {.name = "b", .figure = battle->p_b},
                          {.name = "both lost", .figure = battle->p_mutual},
                          {.name = "undecided", .figure = battle->p_undecided}};

    add_probabilities(p, "winner", &battle->answer, lines, sizeof lines / sizeof *lines);
}

static bool is_limited(const salvo_battle *battle)
{
    return battle->side[0].limited || battle->side[1].limited;
}

static datum as_defeat(const salvo_battle *battle, int s, salvo_defeat by)
{
    const salvo_battle_side *side = &battle->side[s];

    if (side->defeat_at[by] == 0)
        return in_column(COLUMN_PROBABILITY, as_text(NULL));
    return as_reading(COLUMN_PROBABILITY, read_probability(&battle->answer, &side->loses_by[by], 2));
}

/* Describes what ended the battle for the loser. */
static void describe_defeat(record *to, const void *of, size_t i)
{
    const salvo_battle *battle = of;
    const salvo_defeat by = (salvo_defeat)i;
    const char *words = defeat_words(battle, by), *key = defeat_key(battle, by);
    const field fields[] = {
        {"loses with", !words ? as_text("no survivors")
                       : key  ? as_words(to, "too many %s (%s)", words, key)
                              : as_words(to, "too many %s", words)},
        {"a", as_defeat(battle, 0, by)},
        {"b", as_defeat(battle, 1, by)},
    };

    if (to->blank || battle->side[0].defeat_at[by] || battle->side[1].defeat_at[by])
        PUT_FIELDS(to, fields);
}

static void add_defeats(page *p, const salvo_battle *battle)
{
    if (is_limited(battle))
        page_rows(p, READ, describe_defeat, battle, SALVO_N_DEFEATS);
}

/* In a sentence an interval is in parentheses. The digits are those that it supports. */
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

/* A side of one kind needs no list of kinds, because its total has the same values. */
static void put_losses(salvo_text *text, const salvo_battle *battle, int s, salvo_format format)
{
    const salvo_battle_side *side = &battle->side[s];

    salvo_text_add(text, "%s loses on average ", SIDE_NAMES[s]);
    put_mean(text, battle, &side->lost, format);
    salvo_text_add(text, " of %s", salvo_counted((uint64_t)side->count, "element").text);
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

/* Averages are over all battles, also over those that the side wins. */
static void add_losses(page *p, const salvo_battle *battle)
{
    salvo_text text = {0};

    put_losses(&text, battle, 0, p->format);
    salvo_text_put(&text, "\n");
    put_losses(&text, battle, 1, p->format);
    if (battle->ends) {
        salvo_text_put(&text, "\nAverage number of turns: ");
        put_mean(&text, battle, &battle->expected_turns, p->format);
    }
    page_text(p, &text);
}

/* The larger army has more rows than the smaller one can fill. */
static datum as_lost(const salvo_battle *battle, int side, int lost)
{
    const salvo_battle_side *s = &battle->side[side];

    /* The side does not have that many elements. */
    if (lost > s->count)
        return in_column(COLUMN_PROBABILITY, as_text(NULL));
    return as_reading(COLUMN_PROBABILITY, read_probability(&battle->answer, &s->lost_exactly[lost], 2));
}

/* Describes the chance that a side loses exactly this number of elements. */
static void describe_lost(record *to, const void *of, size_t i)
{
    const field fields[] = {
        {"elements lost", as_whole(i)},
        {"by a", as_lost(of, 0, (int)i)},
        {"by b", as_lost(of, 1, (int)i)},
    };

    PUT_FIELDS(to, fields);
}

/* Adds a row for each number of losses, up to the larger army. */
static void add_distribution(page *p, const salvo_battle *battle)
{
    const int n = battle->side[0].count > battle->side[1].count ? battle->side[0].count : battle->side[1].count;

    page_rows(p, READ, describe_lost, battle, (size_t)n + 1);
}

static const double STILL = 5e-4; /* a smaller part of an element lost in a turn counts as nothing */

/* Returns whether nothing happens in the turn. */
static bool is_still(const salvo_battle *battle, size_t turn)
{
    bool still = true;

    for (int s = 0; s < N_SIDES; s++)
        still = still && fabs(figure_value(&battle->answer, &battle->by_turn[turn].left[s]) -
                              figure_value(&battle->answer, &battle->by_turn[turn - 1].left[s])) < STILL;
    return still;
}

/* Turns in which nothing happens are left out only at the end: lines may move in one in the middle. */
size_t battle_turns(const salvo_battle *battle, size_t least, size_t most)
{
    size_t n = battle->n_turns;

    while (n > least && is_still(battle, n - 1))
        n--;
    return n < most ? n : most;
}

/* The number at the start is known without dice. */
static datum as_left(const salvo_battle *battle, const salvo_battle_turn *turn, int side)
{
    if (turn->turn == 0 && !battle->answer.exact)
        return as_whole(battle->side[side].count);
    return as_reading(COLUMN_NUMBER, read_expectation(&battle->answer, &turn->left[side], 3));
}

/* Turn 0 is the start. */
static void describe_turn(record *to, const void *of, size_t i)
{
    const salvo_battle *battle = of;
    const salvo_battle_turn *turn = &battle->by_turn[i];
    const field fields[] = {
        {"turn", as_whole(turn->turn)},
        {"a", read_as(to, OBJECT({"left", as_mean(&battle->answer, &turn->left[0])}), as_left(battle, turn, 0))},
        {"b", read_as(to, OBJECT({"left", as_mean(&battle->answer, &turn->left[1])}), as_left(battle, turn, 1))},
    };

    PUT_FIELDS(to, fields);
}

static const view_column TURNS[] = {{"turn", "after turn"}, {"a", "a has left"}, {"b", "b has left"}};

/* The order is from what most readers ask to what few do: who wins, the losses, the course; the method is last. */
static void add_to_read(page *p, const void *answer)
{
    const salvo_battle *battle = answer;

    add_head(p, battle);
    add_ends(p, battle);
    add_defeats(p, battle);
    add_held_up(p, held_up_battle(battle));
    add_never_fire(p, battle);
    add_halts(p, battle);
    add_losses(p, battle);
    add_distribution(p, battle);
    page_view(p, VIEW(TURNS), describe_turn, battle, battle_turns(battle, 1, TURNS_READ));
    add_method(p, battle->procedure, &battle->answer);
}

/* Adds one row: a quantity of a side, of a kind or of a number. */
static void add_figure(record *to, const salvo_battle *battle, const salvo_figure *figure, const char *quantity,
                       const char *side, datum item)
{
    const field fields[] = {
        {"quantity", as_text(quantity)},
        {"side", as_text(side)},
        {"item", item},
        {"remark", as_note(battle->remark)},
        {"value", as_mean(&battle->answer, figure)},
        {"engine_remark", as_note(battle->answer.engine_remark)},
    };

    PUT_FIELDS(to, fields);
    record_next(to);
}

/* Adds all losses of one side, for every kind and in every unit of account. */
static void add_side(record *to, const salvo_battle *battle, int at)
{
    const salvo_battle_side *side = &battle->side[at];
    const char *name = SIDE_NAMES[at];

    add_figure(to, battle, &side->lost, "lost", name, as_text(NULL));
    for (size_t k = 0; k < side->n_kinds; k++)
        add_figure(to, battle, &side->kinds[k].lost, "lost", name, as_text(side->kinds[k].name));
    for (int lost = 0; lost <= side->count; lost++)
        add_figure(to, battle, &side->lost_exactly[lost], "p_lost", name, as_whole(lost));
    for (int by = 0; by < SALVO_N_DEFEATS && side->limited; by++)
        if (side->defeat_at[by])
            add_figure(to, battle, &side->loses_by[by], "p_loses_by", name, as_text(SALVO_DEFEATS[by]));
    if (side->priced)
        add_figure(to, battle, &side->points_lost, "points_lost", name, as_text(NULL));
    add_figure(to, battle, &side->strength_lost, "strength_lost", name, as_text(NULL));
}

static void add_tidy(page *p, const void *answer)
{
    const salvo_battle *battle = answer;
    record to = page_record(p, TIDY);

    add_figure(&to, battle, &battle->p_a, "p_wins", "a", as_text(NULL));
    add_figure(&to, battle, &battle->p_b, "p_wins", "b", as_text(NULL));
    add_figure(&to, battle, &battle->p_mutual, "p_mutual", "", as_text(NULL));
    add_figure(&to, battle, &battle->p_undecided, "p_undecided", "", as_text(NULL));
    if (battle->ends)
        add_figure(&to, battle, &battle->expected_turns, "turns", "", as_text(NULL));
    for (int side = 0; side < N_SIDES; side++)
        add_side(&to, battle, side);
    for (size_t t = 0; t < battle->n_turns; t++)
        for (int side = 0; side < N_SIDES; side++)
            add_figure(&to, battle, &battle->by_turn[t].left[side], "left_after_turn", SIDE_NAMES[side],
                       as_whole(battle->by_turn[t].turn));
}

/* A side, and the battle that it belongs to. */
typedef struct side_of {
    const salvo_battle *battle;
    const salvo_answer *answer;
    const salvo_battle_side *side;
} side_of;

/* A kind is an entry of the army list, "2 Tiger I". */
static void describe_kind(record *to, const void *of, size_t i)
{
    const side_of *s = of;
    const field fields[] = {
        {"name", as_text(s->side->kinds[i].name)},
        {"count", as_whole(s->side->kinds[i].count)},
        {"lost", as_mean(s->answer, &s->side->kinds[i].lost)},
    };

    PUT_FIELDS(to, fields);
}

/* The index in the list is the number of losses. */
static void describe_lost_exactly(record *to, const void *of, size_t i)
{
    const side_of *s = of;
    const field fields[] = {{"probability", as_probability(s->answer, &s->side->lost_exactly[i], 0)}};

    PUT_FIELDS(to, fields);
}

/* Describes a limit that is set, and the chance that it ends the battle. */
static void describe_defeat_of(record *to, const void *of, size_t i)
{
    const side_of *s = of;
    const salvo_defeat by = (salvo_defeat)i;
    const char *words = defeat_words(s->battle, by), *key = defeat_key(s->battle, by);
    const field fields[] = {
        {"how", as_text(SALVO_DEFEATS[by])},
        {"elements", as_whole(s->side->defeat_at[by])},
        {"of", if_there(words != NULL, as_text(words))},
        {"parameter", if_there(key != NULL, as_text(key))},
        {"probability", as_probability(s->answer, &s->side->loses_by[by], 0)},
    };

    if (s->side->defeat_at[by])
        PUT_FIELDS(to, fields);
}

/* Unless every element has a price, there is no sum of points, and no key for it. */
static void describe_side(record *to, const void *of, size_t i)
{
    const salvo_battle *battle = of;
    const salvo_battle_side *side = &battle->side[i];
    const side_of s = {battle, &battle->answer, side};
    const field choices[] = {
        {"army", as_text(side->list)},
        {"targets", as_text(SALVO_TARGETS[side->targets])},
        {"acts", as_text(SALVO_ACTS[side->acts])},
    };
    const field fields[] = {
        {"count", as_whole(side->count)},
        {"units", as_objects(describe_kind, &s, side->n_kinds)},
        {"lost", OBJECT({"value", as_mean(s.answer, &side->lost)})},
        {"lost_exactly", as_objects(describe_lost_exactly, &s, (size_t)side->count + 1)},
        {"loses_by", if_there(side->limited, as_objects(describe_defeat_of, &s, SALVO_N_DEFEATS))},
        {"strength", as_whole(side->strength)},
        {"strength_lost", OBJECT({"value", as_mean(s.answer, &side->strength_lost)})},
        {"points", if_there(side->priced, as_number(side->points))},
        {"points_lost", if_there(side->priced, OBJECT({"value", as_mean(s.answer, &side->points_lost)}))},
    };

    PUT_FIELDS(to, choices);
    put_halt(to, side);
    PUT_FIELDS(to, fields);
}

/* "turns" is null if the battle may go on for ever, because then the average does not exist. */
static void describe_battle(record *to, const void *of)
{
    const salvo_battle *battle = of;
    const salvo_answer *answer = &battle->answer;
    const named_figure ends[] = {{"p_a", &battle->p_a, false},
                                 {"p_b", &battle->p_b, false},
                                 {"p_mutual", &battle->p_mutual, false},
                                 {"p_undecided", &battle->p_undecided, false}};
    const field question[] = {
        {"ruleset", as_text(battle->book->ruleset->id)},
        {"range", as_number(battle->plan->range)},
        {"scenario", as_text(SALVO_SCENARIOS[battle->plan->scenario])},
        {"acts_first", as_note(SALVO_ACTS_FIRST[battle->acts_first])},
        {"turn_limit", or_empty(battle->turn_limit > 0, as_whole(battle->turn_limit))},
        {"remark", as_note(battle->remark)},
    };
    const field results[] = {
        {"ci95", if_there(answer->simulated, as_parts(PART_INTERVAL, ends, sizeof ends / sizeof *ends))},
        {"turns", or_empty(battle->ends, OBJECT({"value", as_mean(answer, &battle->expected_turns)}))},
        {"a", as_row(describe_side, battle, 0)},
        {"b", as_row(describe_side, battle, 1)},
        {"by_turn", as_objects(describe_turn, battle, battle->n_turns)},
    };

    PUT_FIELDS(to, question);
    put_held_up(to, held_up_battle(battle));
    put_never_fire(to, battle);
    put_other_targets(to, battle);
    put_method(to, answer, &answer->agreement, false);
    put_values(to, answer->exact, ends, sizeof ends / sizeof *ends);
    PUT_FIELDS(to, results);
    put_assumed_fields(to, battle);
}

ANSWER_FUNCTIONS(battle, BATTLE_ANSWER)

const answer_kind BATTLE_ANSWER = {
    .read = add_to_read, .tidy = add_tidy, .document = describe_battle, .draw = draw_battle, .free = free_battle};
