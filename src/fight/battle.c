#include <salvo/fight.h>

#include <math.h>
#include <string.h>

#include "fight/army.h"
#include "fight/engagement.h"
#include "simulate/statistics.h"

const char *const SALVO_SCENARIOS[SALVO_N_SCENARIOS] = {"hold", "advance", "meeting"};
const char *const SALVO_TARGETS[SALVO_N_TARGETS] = {"nearest", "weakest", "strongest", "spread", "best"};

enum { POINT_PARTS = 1000 }; /* prices are tallied in thousandths */

/* ---- numbers that are made of several outcomes -------------------------------------------------------------------------- */

/* The battle fought, and what its outcomes mean. */
typedef struct reading {
    const engagement *e;
    const salvo_answer *answer;
} reading;

static bool is_watched(const salvo_answer *answer)
{
    return answer->simulated && answer->simulation.stopped_by != SALVO_STOPPED_BY_TRIALS;
}

/* Turns the counted trials of a figure into an estimate. */
static void finish_probability(const salvo_answer *answer, salvo_figure *f)
{
    uint64_t trials = answer->simulation.trials;
    salvo_interval i;

    if (!answer->simulated)
        return;
    i = is_watched(answer) ? salvo_sequence(f->count, trials) : salvo_wilson(f->count, trials);
    f->simulated = (salvo_estimate){(double)f->count / (double)trials, i.low, i.high};
}

static void add_outcome(salvo_figure *to, const salvo_line *line)
{
    to->exact.exact = to->exact.value == 0 ? line->figure.exact.exact : NULL;
    to->exact.value += line->figure.exact.value;
    to->count += line->figure.count;
}

/* figures[group_of(outcome)] for every outcome. */
static void read_groups(const reading *r, salvo_figure *figures, size_t n,
                        int (*group_of)(const engagement *e, int outcome, int side), int side)
{
    for (size_t i = 0; i < n; i++)
        figures[i] = (salvo_figure){.exact = {0, "0"}};
    for (size_t i = 0; i < r->answer->n_outcomes; i++)
        add_outcome(&figures[group_of(r->e, r->answer->outcomes[i].number, side)], &r->answer->outcomes[i]);
    for (size_t i = 0; i < n; i++)
        finish_probability(r->answer, &figures[i]);
}

/* The mean of a whole number that each outcome has, from 0 to `most`, told in parts. */
static salvo_figure read_mean(const reading *r,
                              int64_t (*value_of)(const engagement *e, int outcome, int side, int kind), int side,
                              int kind, int64_t most, double parts)
{
    salvo_figure f = {.exact = {0, NULL}};
    salvo_moments moments = {0};
    salvo_interval i;

    for (size_t k = 0; k < r->answer->n_outcomes; k++) {
        const salvo_line *line = &r->answer->outcomes[k];
        int64_t value = value_of(r->e, line->number, side, kind);

        f.exact.value += line->figure.exact.value * (double)value / parts;
        salvo_moments_add(&moments, value, line->figure.count);
    }
    if (!r->answer->simulated)
        return f;
    i = is_watched(r->answer) ? salvo_mean_sequence(&moments, (salvo_interval){0, (double)most})
                              : salvo_mean_student(&moments, (salvo_interval){0, (double)most});
    f.simulated = (salvo_estimate){salvo_moments_mean(&moments) / parts, i.low / parts, i.high / parts};
    return f;
}

/* ---- what an outcome means ------------------------------------------------------------------------------------------------ */

enum { A_WINS, B_WINS, MUTUAL, UNDECIDED, N_ENDS };

static int end_of(const engagement *e, int code, int side)
{
    int winner = engagement_winner(e, code);

    (void)side;
    return winner == SIDE_A ? A_WINS : winner == SIDE_B ? B_WINS : winner == -2 ? MUTUAL : UNDECIDED;
}

static int64_t lost_of_kind(const engagement *e, int code, int side, int kind)
{
    return e->side[side].kinds[kind].count - engagement_left(e, code, side, kind);
}

static int64_t lost_in_all(const engagement *e, int code, int side, int kind)
{
    int64_t lost = 0;

    (void)kind;
    for (int k = 0; k < e->side[side].n_kinds; k++)
        lost += lost_of_kind(e, code, side, k);
    return lost;
}

static int lost_exactly(const engagement *e, int code, int side)
{
    return (int)lost_in_all(e, code, side, 0);
}

static int64_t points_lost(const engagement *e, int code, int side, int kind)
{
    double points = 0;

    (void)kind;
    for (int k = 0; k < e->side[side].n_kinds; k++)
        points += e->side[side].kinds[k].price * (double)lost_of_kind(e, code, side, k);
    return llround(points * POINT_PARTS);
}

/* ---- reading the answer ----------------------------------------------------------------------------------------------------- */

static const char *unit_name(const salvo_rulebook *book, size_t unit)
{
    const salvo_table *units = salvo_store_table(&book->store, book->ruleset->units);
    const char *name = salvo_table_text(units, unit, "name");

    return name ? name : units->cells[unit * units->n_columns].text;
}

static salvo_status read_side(salvo_battle *b, const reading *r, int at, salvo_error *err)
{
    const battle_side *from = &r->e->side[at];
    salvo_battle_side *to = &b->side[at];

    *to = (salvo_battle_side){.list = b->plan->army[at].list, .count = from->n, .priced = true};
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
    if (to->priced)
        to->points_lost = read_mean(r, points_lost, at, 0, llround(to->points * POINT_PARTS), POINT_PARTS);
    return SALVO_OK;
}

static void read_means(salvo_battle *b)
{
    for (size_t i = 0; i < b->answer.n_means; i++) {
        const salvo_line *mean = &b->answer.means[i];

        if (mean->number == GAIN_TURNS) {
            b->ends = true;
            b->expected_turns = mean->figure;
        } else {
            b->side[mean->number == GAIN_LOST_A ? SIDE_A : SIDE_B].strength_lost = mean->figure;
        }
    }
}

static salvo_status read_answer(salvo_battle *b, const engagement *e, salvo_error *err)
{
    const reading r = {e, &b->answer};
    salvo_figure ends[N_ENDS];
    salvo_status status;

    read_groups(&r, ends, N_ENDS, end_of, 0);
    b->p_a = ends[A_WINS];
    b->p_b = ends[B_WINS];
    b->p_mutual = ends[MUTUAL];
    b->p_undecided = ends[UNDECIDED];
    status = read_side(b, &r, SIDE_A, err);
    if (status == SALVO_OK)
        status = read_side(b, &r, SIDE_B, err);
    read_means(b);
    return status;
}

/* ---- fighting ---------------------------------------------------------------------------------------------------------------- */

static salvo_status check_plan(const salvo_rulebook *book, const salvo_battle_plan *plan, salvo_error *err)
{
    if (!book->ruleset->battle)
        return salvo_fail(err, SALVO_BAD_INPUT, "the ruleset '%s' has no battles", book->ruleset->id);
    if (!(plan->range >= 0) || !isfinite(plan->range))
        return salvo_fail(err, SALVO_BAD_INPUT, "the range of a battle is a number from 0, as in --range 1000");
    if (plan->turns < 0 || plan->turns > 255)
        return salvo_fail(err, SALVO_BAD_INPUT, "a battle is limited to 1 to 255 turns, or not at all");
    if (!(plan->break_at >= 0 && plan->break_at <= 1))
        return salvo_fail(err, SALVO_BAD_INPUT, "a side breaks off at a share of losses from 0 to 1, as in 0.5");
    return SALVO_OK;
}

/* So many lost break the side off. */
static int losses_that_break(int n, double share)
{
    int lost = (int)ceil(share * n - 1e-9);

    return share > 0 ? lost > 1 ? lost : 1 : n + 1;
}

static salvo_status muster(salvo_battle *b, engagement *e, salvo_error *err)
{
    for (int at = SIDE_A; at <= SIDE_B; at++) {
        const salvo_army *army = &b->plan->army[at];
        salvo_status status = army_read(&e->side[at], b->book, army, b->memory, err);

        if (status != SALVO_OK)
            return status;
        e->side[at].targets = army->targets;
        e->side[at].breaks_at = losses_that_break(e->side[at].n, b->plan->break_at);
    }
    return SALVO_OK;
}

static salvo_status fight(salvo_battle *b, const salvo_approach *approach, salvo_error *err)
{
    const salvo_battle_face *face = b->book->ruleset->battle;
    engagement *e = salvo_arena_array(b->memory, 1, sizeof *e);
    salvo_question field, question;
    salvo_status status;

    if (!e)
        return salvo_fail_memory(err);
    status = salvo_question_ask(&field, b->book, face->field, b->plan->words, b->plan->n_words, err);
    if (status != SALVO_OK)
        return status;
    e->face = face;
    e->field = field.situation;
    e->turn_limit = b->plan->turns;
    status = muster(b, e, err);
    if (status == SALVO_OK)
        status = engagement_prepare(e, b->plan, b->memory, err);
    b->procedure = &e->procedure;
    question = (salvo_question){.book = b->book, .procedure = &e->procedure, .situation = e};
    if (status == SALVO_OK)
        status = salvo_answer_find(&b->answer, &question, approach, err);
    if (status == SALVO_OK)
        status = read_answer(b, e, err);
    salvo_question_free(&field);
    return status;
}

salvo_status salvo_battle_fight(salvo_battle *battle, const salvo_rulebook *book, const salvo_battle_plan *plan,
                                const salvo_approach *approach, salvo_error *err)
{
    salvo_status status = check_plan(book, plan, err);

    *battle = (salvo_battle){.book = book, .plan = plan};
    if (status != SALVO_OK)
        return status;
    battle->memory = salvo_arena_new();
    status = battle->memory ? fight(battle, approach, err) : salvo_fail_memory(err);
    if (status != SALVO_OK)
        salvo_battle_free(battle);
    return status;
}

void salvo_battle_free(salvo_battle *battle)
{
    salvo_answer_free(&battle->answer);
    salvo_arena_free(battle->memory);
    memset(battle, 0, sizeof *battle);
}
