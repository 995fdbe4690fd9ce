/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line for each side: the average number of its survivors after each turn. */
#include "answers/charts.h"
#include "answers/lines_words.h"
#include "answers/odds_report.h"
#include "document/figures.h"

/* After 80 turns lines hardly change. */
enum { N_SIDES = 2, TURNS_DRAWN = 80 };
/* A side of one kind has its name; a mixed side has its letter. */
static void add_side(chart *c, const salvo_battle *battle, int side, size_t turns)
{
    const salvo_figure *const wins[N_SIDES] = {&battle->p_a, &battle->p_b};
    const salvo_battle_side *who = &battle->side[side];
    chart_series *s = chart_add_series(c, side ? "b" : "a");
    char percent[FIGURE_MAX];

    percent_text(percent, figure_value(&battle->answer, wins[side]), 1);
    s->label = chart_text(c, "%s: wins %s",
                          who->n_kinds == 1 ? who->kinds[0].name
                          : side            ? "side b"
                                            : "side a",
                          percent);
    for (size_t i = 0; i < turns; i++)
        chart_add_point(c, s,
                        chart_figure((double)battle->by_turn[i].turn, &battle->answer, &battle->by_turn[i].left[side]));
}

/* The axis begins at 0, so half the height is half the side. */
static void add_titles(chart *c, const salvo_battle *battle)
{
    salvo_text text = {0};

    put_elements(&text, &battle->side[0]);
    salvo_text_put(&text, " against ");
    put_elements(&text, &battle->side[1]);
    c->title = chart_built(c, &text);
    salvo_text_add(&text, "%s: average number of survivors after each turn. ", battle->book->store.title);
    put_scene(&text, battle->plan, battle->book->store.distance_unit);
    c->subtitle = chart_built(c, &text);
    c->x.title = "after turn";
    c->x.whole = true;
    c->y.title = "survivors (average)";
    c->y.low = 0;
}

/* At least two turns are drawn, because one alone is not a line. */
void draw_battle(chart *c, const void *answer)
{
    const salvo_battle *battle = answer;
    const size_t turns = battle_turns(battle, 2, TURNS_DRAWN); /* one is not a line */

    add_titles(c, battle);
    for (int side = 0; side < N_SIDES; side++)
        add_side(c, battle, side, turns);
    caption_answer(c, battle->book, battle->procedure, &battle->answer, battle->remark);
}
