/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exact engine and the simulation both answer with outcome codes, which contain the survivors of every kind
 * (battle_model.h). All reported probabilities and losses are read from codes, so both answers pass through the same
 * functions here. */
#include "fight/battle_reading.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include <salvo/arena.h>

#include "base/try.h"
#include "fight/lines.h"

enum { POINT_PARTS = 1000 }; /* prices are tallied in thousandths */

static const double ROUNDING = 1e-12; /* in sums of probabilities */

/* A fought battle, and the model that gives its outcomes a meaning. */
typedef struct reading {
    const battle_model *model;
    const salvo_answer *answer;
} reading;

/* If results stopped a run, its intervals must be valid at any time (statistics.h). */
static bool is_watched(const salvo_answer *answer)
{
    return answer->simulated && answer->simulation.stopped_by != SALVO_STOPPED_BY_TRIALS;
}

/* Wilson's interval, or that of a confidence sequence if results stopped the run. */
void battle_estimate_share(const salvo_answer *answer, salvo_figure *f)
{
    uint64_t trials = answer->simulation.trials;
    salvo_interval i;

    if (!answer->simulated)
        return;
    i = is_watched(answer) ? salvo_sequence(f->count, trials) : salvo_wilson(f->count, trials);
    f->simulated = (salvo_estimate){(double)f->count / (double)trials, i.low, i.high};
}

/* The score is 1/2 + (P(win) - P(loss)) / 2. The interval of a win alone would not suffice. If nobody wins often, a
 * loss that does not occur moves the score as much as a win. */
salvo_estimate battle_estimate_score(const salvo_answer *answer, uint64_t wins, uint64_t losses)
{
    const uint64_t trials = answer->simulation.trials;
    const salvo_interval i =
        is_watched(answer) ? salvo_pairs_sequence(losses, wins, trials) : salvo_pairs_fixed(losses, wins, trials);

    return (salvo_estimate){((double)wins + (double)(trials - wins - losses) / 2) / (double)trials, 0.5 + i.low / 2,
                            0.5 + i.high / 2};
}

/* A sum has no known fraction. A single outcome keeps its own. "0" is exact as long as nothing was added. */
static void add_outcome(salvo_figure *to, const salvo_line *line)
{
    to->exact.exact = to->exact.value == 0 ? line->figure.exact.exact : NULL;
    to->exact.value += line->figure.exact.value;
    to->count += line->figure.count;
}

/* Adds up the outcomes of each group: figures[group_of(outcome)]. */
static void read_groups(const reading *r, salvo_figure *figures, size_t n,
                        int (*group_of)(const battle_model *model, int outcome, int side), int side)
{
    for (size_t i = 0; i < n; i++)
        figures[i] = (salvo_figure){.exact = {0, "0"}};
    for (size_t i = 0; i < r->answer->n_outcomes; i++)
        add_outcome(&figures[group_of(r->model, r->answer->outcomes[i].number, side)], &r->answer->outcomes[i]);
    for (size_t i = 0; i < n; i++)
        battle_estimate_share(r->answer, &figures[i]);
}

/* The interval of a mean of values from 0 to `most`, counted in parts. In rulebooks whose elements mend, strength lost
 * can be below 0. */
salvo_estimate battle_estimate_mean(const salvo_answer *answer, const salvo_moments *moments, double most, double parts)
{
    const double mean = salvo_moments_mean(moments);
    const salvo_interval range = {mean < 0 ? -most : 0, most};
    const salvo_interval i =
        is_watched(answer) ? salvo_mean_sequence(moments, range) : salvo_mean_student(moments, range);

    return (salvo_estimate){mean / parts, i.low / parts, i.high / parts};
}

/* The mean of an outcome's whole number from 0 to `most`, in parts of its unit. The bound `most` narrows the interval:
 * no battle can lose more than there is. */
static salvo_figure read_mean(const reading *r,
                              int64_t (*value_of)(const battle_model *model, int outcome, int side, int kind), int side,
                              int kind, int64_t most, double parts)
{
    salvo_figure f = {.exact = {0, NULL}};
    salvo_moments moments = {0};

    for (size_t k = 0; k < r->answer->n_outcomes; k++) {
        const salvo_line *line = &r->answer->outcomes[k];
        int64_t value = value_of(r->model, line->number, side, kind);

        /* Without an exact answer, exact.value is 0 and nothing is added. */
        f.exact.value += line->figure.exact.value * (double)value / parts;
        salvo_moments_add(&moments, value, line->figure.count);
    }
    if (r->answer->simulated)
        f.simulated = battle_estimate_mean(r->answer, &moments, (double)most, parts);
    return f;
}

enum { A_WINS, B_WINS, MUTUAL, UNDECIDED, N_ENDS }; /* the reported ends of a battle */

/* Outcome groups for read_groups; some need `side`. */
static int end_of(const battle_model *model, int code, int side)
{
    int winner = battle_model_winner(model, code);

    (void)side;
    return winner == SIDE_A ? A_WINS : winner == SIDE_B ? B_WINS : winner == -2 ? MUTUAL : UNDECIDED;
}

/* The signature is that of read_mean's values, so some ignore the last parameters. */
static int64_t lost_of_kind(const battle_model *model, int code, int side, int kind)
{
    return model->side[side].kinds[kind].count - battle_model_left(model, code, side, kind);
}

/* Ignores `kind`, which read_mean's signature requires. */
static int64_t lost_in_all(const battle_model *model, int code, int side, int kind)
{
    int64_t lost = 0;

    (void)kind;
    for (int k = 0; k < model->side[side].n_kinds; k++)
        lost += lost_of_kind(model, code, side, k);
    return lost;
}

/* With the signature of read_groups: a group for each possible number of losses. */
static int lost_exactly(const battle_model *model, int code, int side)
{
    return (int)lost_in_all(model, code, side, 0);
}

/* Only for sides whose kinds all have a price. */
static int64_t points_lost(const battle_model *model, int code, int side, int kind)
{
    double points = 0;

    (void)kind;
    for (int k = 0; k < model->side[side].n_kinds; k++)
        points += model->side[side].kinds[k].price * (double)lost_of_kind(model, code, side, k);
    return llround(points * POINT_PARTS); /* prices may have fractions; moments take whole numbers */
}

/* A group for each kind of defeat, and one for battles that the side has not lost. */
static int defeat_of(const battle_model *model, int code, int side)
{
    return (int)battle_model_defeat(model, code, side);
}

/* A script without a limit returns one that no army reaches. */
static void read_defeats(const reading *r, int at, salvo_battle_side *to)
{
    const battle_side *from = &r->model->side[at];
    salvo_figure defeats[SALVO_N_DEFEATS + 1];

    read_groups(r, defeats, SALVO_N_DEFEATS + 1, defeat_of, at);
    memcpy(to->loses_by, defeats, sizeof to->loses_by);
    to->defeat_at[SALVO_WIPED_OUT] = from->n;
    to->defeat_at[SALVO_WORN] = from->worn_limit < INT_MAX ? from->worn_limit : 0;
    to->defeat_at[SALVO_OUT] = from->out_limit < INT_MAX ? from->out_limit : 0;
    to->defeat_at[SALVO_WITHDRAWN] = from->breaks_at <= from->n ? from->breaks_at : 0;
    for (int by = SALVO_WORN; by < SALVO_N_DEFEATS; by++)
        to->limited = to->limited || to->defeat_at[by] > 0;
}

/* The unit's name in its table. */
static const char *unit_name(const salvo_rulebook *book, size_t unit)
{
    const salvo_table *units = salvo_store_table(&book->store, book->ruleset->units);
    const char *name;

    if (unit >= units->n_rows) { /* units of the ruleset's second table are numbered behind those of the first */
        unit -= units->n_rows;
        units = salvo_store_table(&book->store, book->ruleset->more_units);
    }
    name = salvo_table_text(units, unit, "name");
    /* Without a column "name", the first cell is the name. */
    return name ? name : units->cells[unit * units->n_columns].text;
}

/* Losses are read from outcomes, so they are exact if the outcomes are. A side has points only if every unit has a
 * price: half a sum would look like a whole one. */
static salvo_status read_side(salvo_battle *b, const reading *r, int at, salvo_error *err)
{
    const battle_side *from = &r->model->side[at];
    salvo_battle_side *to = &b->side[at];

    *to = (salvo_battle_side){.list = b->plan->army[at].list,
                              .targets = from->targets,
                              .acts = from->acts,
                              .halt = line_moves(b->plan, at) ? b->plan->army[at].halt : 0,
                              .count = from->n,
                              .priced = true};
    to->kinds = salvo_arena_array(b->memory, (size_t)from->n_kinds, sizeof *to->kinds);
    to->lost_exactly = salvo_arena_array(b->memory, (size_t)from->n + 1, sizeof *to->lost_exactly);
    if (!to->kinds || !to->lost_exactly)
        return salvo_fail_memory(err);
    for (int k = 0; k < from->n_kinds; k++) {
        const element_kind *one = &from->kinds[k];

        to->kinds[to->n_kinds++] = (salvo_battle_kind){.name = unit_name(b->book, one->unit),
                                                       .unit = one->unit,
                                                       .count = one->count,
                                                       .price = one->price,
                                                       .lost = read_mean(r, lost_of_kind, at, k, one->count, 1)};
        to->priced = to->priced && one->price >= 0;
        to->points += one->price * one->count;
        to->strength += one->full * one->count;
    }
    read_groups(r, to->lost_exactly, (size_t)from->n + 1, lost_exactly, at);
    to->lost = read_mean(r, lost_in_all, at, 0, from->n, 1);
    read_defeats(r, at, to);
    if (to->priced)
        to->points_lost = read_mean(r, points_lost, at, 0, llround(to->points * POINT_PARTS), POINT_PARTS);
    return SALVO_OK;
}

bool fight_ends(const salvo_answer *answer, const salvo_figure *undecided, const salvo_figure *turns, int64_t limit)
{
    const bool certain =
        answer->exact ? undecided->exact.value >= 1 - ROUNDING : undecided->count == answer->simulation.trials;

    return !certain || (limit > 0 && (answer->exact ? turns->exact.value : turns->simulated.value) > 0);
}

/* Means of the chain: turns and strength lost. Strength is a gain of the chain, because outcome codes contain the
 * number of survivors but not their damage. */
static void read_means(salvo_battle *b)
{
    for (size_t i = 0; i < b->answer.n_means; i++) {
        const salvo_line *mean = &b->answer.means[i];

        if (mean->number == GAIN_TURNS) {
            b->ends = fight_ends(&b->answer, &b->p_undecided, &mean->figure, b->turn_limit);
            b->expected_turns = mean->figure;
        } else if (mean->number == GAIN_LOST_A || mean->number == GAIN_LOST_B) {
            b->side[mean->number - GAIN_LOST_A].strength_lost = mean->figure;
        }
    }
}

/* The survivors of a side after a turn, over all trials. The tally counts battles by survivors; battles that ended
 * keep their number in all later turns. */
static salvo_moments living_after(const battle_tally *t, size_t turn, int side, int most)
{
    salvo_moments moments = {0};

    for (int n = 0; n <= most; n++) {
        uint64_t times = t->going[turn][side][n];

        for (size_t before = 0; before <= turn; before++)
            times += t->ended[before][side][n];
        salvo_moments_add(&moments, n, times);
    }
    return moments;
}

/* Battles that continued after the turn. Either side shows the number, because all are counted in both. */
static uint64_t going_after(const battle_tally *t, size_t turn)
{
    uint64_t going = 0;

    for (int n = 0; n <= SALVO_ELEMENTS_MAX; n++)
        going += t->going[turn][SIDE_A][n];
    return going;
}

/* The number of turns that a list from simulation alone has: until the share of battles still going is below the
 * tail. */
static size_t turns_simulated(const battle_tally *t, const salvo_odds_options *options)
{
    size_t n = 0;

    while (n < options->turns_max && n < TURNS_TOLD && going_after(t, n) > options->turns_tail * (double)t->trials)
        n++;
    return n;
}

/* Turn 0 is the beginning. `tally` is NULL if nothing was simulated. Exact and simulated numbers share rows as far as
 * both exist. */
salvo_status battle_read_turns(salvo_battle *b, const battle_model *model, const battle_tally *tally,
                               const salvo_odds_options *options, salvo_error *err)
{
    const salvo_odds *odds = &b->answer.odds;
    size_t n = b->answer.exact ? odds->n_turns : turns_simulated(tally, options);
    double left[N_SIDES] = {model->side[SIDE_A].n, model->side[SIDE_B].n};

    b->by_turn = salvo_arena_array(b->memory, n + 1, sizeof *b->by_turn);
    if (!b->by_turn)
        return salvo_fail_memory(err);
    for (size_t t = 0; t <= n; t++) {
        salvo_battle_turn *turn = &b->by_turn[b->n_turns++];

        turn->turn = (int64_t)t;
        for (int side = SIDE_A; side <= SIDE_B; side++) {
            int most = model->side[side].n;

            /* Survivors by turn are the initial number less the mean losses so far. */
            left[side] -= b->answer.exact && t > 0 ? odds->turns[t - 1].gain[GAIN_DOWN_A + side] : 0;
            /* Differences of sums may fall slightly below 0 by rounding. */
            turn->left[side].exact.value = left[side] > 0 ? left[side] : 0;
            if (tally && t <= TURNS_TOLD) {
                salvo_moments moments = living_after(tally, t, side, most);

                turn->left[side].simulated = battle_estimate_mean(&b->answer, &moments, most, 1);
            }
        }
        if (tally && t == TURNS_TOLD) /* the tally does not distinguish later turns */
            break;
    }
    return SALVO_OK;
}

/* Reads everything but the turns, which need the tally. */
salvo_status battle_read_answer(salvo_battle *b, const battle_model *model, salvo_error *err)
{
    const reading r = {model, &b->answer};
    salvo_figure ends[N_ENDS];

    read_groups(&r, ends, N_ENDS, end_of, 0);
    b->p_a = ends[A_WINS];
    b->p_b = ends[B_WINS];
    b->p_mutual = ends[MUTUAL];
    b->p_undecided = ends[UNDECIDED];
    TRY(read_side(b, &r, SIDE_A, err));
    TRY(read_side(b, &r, SIDE_B, err));
    read_means(b); /* the sides must exist first */
    return SALVO_OK;
}
