#include <math.h>

#include "answers/charts.h"
#include "answers/odds_report.h"
#include "document/figures.h"

enum { N_SIDES = 2, TURNS_DRAWN = 80 };
static const double STILL = 5e-4; /* less than that an element lost in a turn is nothing */

static double left_after(const salvo_battle *battle, size_t turn, int side)
{
    return figure_value(&battle->answer, &battle->by_turn[turn].left[side]);
}

/* Turns until nothing more happens. */
static size_t turns_drawn(const salvo_battle *battle)
{
    size_t n = battle->n_turns;

    while (n > 2 && fabs(left_after(battle, n - 1, 0) - left_after(battle, n - 2, 0)) < STILL &&
           fabs(left_after(battle, n - 1, 1) - left_after(battle, n - 2, 1)) < STILL)
        n--;
    return n < TURNS_DRAWN ? n : TURNS_DRAWN;
}

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

static void put_side(salvo_text *text, const salvo_battle_side *side)
{
    for (size_t k = 0; k < side->n_kinds; k++)
        salvo_text_add(text, "%s%d %s", k ? ", " : "", side->kinds[k].count, side->kinds[k].name);
}

static void add_titles(chart *c, const salvo_battle *battle)
{
    const salvo_battle_plan *plan = battle->plan;
    salvo_text text = {0};

    put_side(&text, &battle->side[0]);
    salvo_text_put(&text, " against ");
    put_side(&text, &battle->side[1]);
    c->title = chart_text(c, "%s", salvo_text_of(&text));
    c->failed = c->failed || text.failed;
    salvo_text_free(&text);
    c->subtitle =
        chart_text(c, "%s: mean number of elements that live, turn by turn; %s at %g %s", battle->book->store.title,
                   SALVO_SCENARIOS[plan->scenario], plan->range, battle->book->store.distance_unit);
    c->x.title = "after turn";
    c->x.whole = true;
    c->y.title = "elements left (mean)";
    c->y.low = 0;
}

void draw_battle(chart *c, const void *answer)
{
    const salvo_battle *battle = answer;
    const size_t turns = turns_drawn(battle);

    add_titles(c, battle);
    for (int side = 0; side < N_SIDES; side++)
        add_side(c, battle, side, turns);
    if (battle->answer.engine_remark)
        chart_caption(c, battle->answer.engine_remark);
    chart_remark(c, battle->remark);
    caption_method(c, battle->procedure, &battle->answer);
    chart_caption_book(c, battle->book);
}
