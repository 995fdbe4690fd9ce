/* A battle from plan to report. The exact engine and the simulation both answer with outcome codes, each of which says
 * how many of every kind are left (battle_model.h); all that is reported of probabilities and losses is read from the
 * codes, so both engines go through the same functions here. */
#include <salvo/arena.h>
#include <salvo/fight.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fight/army.h"
#include "fight/battle_chain.h"
#include "fight/battle_ready.h"
#include "fight/battle_run.h"
#include "fight/battle_solve.h"
#include "rules/fault.h"
#include "simulate/answer.h"

const char *const SALVO_SCENARIOS[SALVO_N_SCENARIOS] = {"hold", "advance", "meeting"};
/* In the order of the enum; options, reports and experiments use these words. */
const char *const SALVO_TARGETS[SALVO_N_TARGETS] = {"usual",  "nearest", "weakest", "strongest",
                                                    "spread", "best",    "opposite"};

enum { POINT_PARTS = 1000 }; /* prices are tallied in thousandths */

/* A battle that was fought, and the model that says what its outcomes mean. */
typedef struct reading {
    const battle_model *e;
    const salvo_answer *answer;
} reading;

/* Intervals of a run that was stopped by what it showed must be valid at any time (statistics.h). */
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

/* The fraction of a sum is not known; one outcome alone keeps its own. "0" is exact as long as nothing was added. */
static void add_outcome(salvo_figure *to, const salvo_line *line)
{
    to->exact.exact = to->exact.value == 0 ? line->figure.exact.exact : NULL;
    to->exact.value += line->figure.exact.value;
    to->count += line->figure.count;
}

/* Adds up the outcomes of each group: figures[group_of(outcome)]. */
static void read_groups(const reading *r, salvo_figure *figures, size_t n,
                        int (*group_of)(const battle_model *e, int outcome, int side), int side)
{
    for (size_t i = 0; i < n; i++)
        figures[i] = (salvo_figure){.exact = {0, "0"}};
    for (size_t i = 0; i < r->answer->n_outcomes; i++)
        add_outcome(&figures[group_of(r->e, r->answer->outcomes[i].number, side)], &r->answer->outcomes[i]);
    for (size_t i = 0; i < n; i++)
        finish_probability(r->answer, &figures[i]);
}

/* The interval of a mean of values from 0 to `most`, told in parts. */
static salvo_estimate estimate_mean(const salvo_answer *answer, const salvo_moments *moments, double most, double parts)
{
    salvo_interval i = is_watched(answer) ? salvo_mean_sequence(moments, (salvo_interval){0, most})
                                          : salvo_mean_student(moments, (salvo_interval){0, most});

    return (salvo_estimate){salvo_moments_mean(moments) / parts, i.low / parts, i.high / parts};
}

/* The mean of a whole number that each outcome has, from 0 to `most`, kept in parts of its unit. The bound `most`
 * narrows the interval of a mean: no battle can lose more than there is. */
static salvo_figure read_mean(const reading *r,
                              int64_t (*value_of)(const battle_model *e, int outcome, int side, int kind), int side,
                              int kind, int64_t most, double parts)
{
    salvo_figure f = {.exact = {0, NULL}};
    salvo_moments moments = {0};

    for (size_t k = 0; k < r->answer->n_outcomes; k++) {
        const salvo_line *line = &r->answer->outcomes[k];
        int64_t value = value_of(r->e, line->number, side, kind);

        /* With no exact answer exact.value is 0 and nothing is added. */
        f.exact.value += line->figure.exact.value * (double)value / parts;
        salvo_moments_add(&moments, value, line->figure.count);
    }
    if (r->answer->simulated)
        f.simulated = estimate_mean(r->answer, &moments, (double)most, parts);
    return f;
}

enum { A_WINS, B_WINS, MUTUAL, UNDECIDED, N_ENDS }; /* how a battle can end, as it is reported */

/* Outcome groups for read_groups; `side` is for those that need one. */
static int end_of(const battle_model *e, int code, int side)
{
    int winner = battle_model_winner(e, code);

    (void)side;
    return winner == SIDE_A ? A_WINS : winner == SIDE_B ? B_WINS : winner == -2 ? MUTUAL : UNDECIDED;
}

/* The last parameters follow read_mean(), which calls all of these alike. */
static int64_t lost_of_kind(const battle_model *e, int code, int side, int kind)
{
    return e->side[side].kinds[kind].count - battle_model_left(e, code, side, kind);
}

/* `kind` is not used: the signature is that of read_mean's values. */
static int64_t lost_in_all(const battle_model *e, int code, int side, int kind)
{
    int64_t lost = 0;

    (void)kind;
    for (int k = 0; k < e->side[side].n_kinds; k++)
        lost += lost_of_kind(e, code, side, k);
    return lost;
}

static int lost_exactly(const battle_model *e, int code, int side)
{
    return (int)lost_in_all(e, code, side, 0);
}

static int64_t points_lost(const battle_model *e, int code, int side, int kind)
{
    double points = 0;

    (void)kind;
    for (int k = 0; k < e->side[side].n_kinds; k++)
        points += e->side[side].kinds[k].price * (double)lost_of_kind(e, code, side, k);
    return llround(points * POINT_PARTS); /* prices may have fractions; moments take whole numbers */
}

/* The name that the unit has in its table. */
static const char *unit_name(const salvo_rulebook *book, size_t unit)
{
    const salvo_table *units = salvo_store_table(&book->store, book->ruleset->units);
    const char *name;

    if (unit >= units->n_rows) { /* units from the ruleset's second table are numbered behind those of the first */
        unit -= units->n_rows;
        units = salvo_store_table(&book->store, book->ruleset->more_units);
    }
    name = salvo_table_text(units, unit, "name");
    /* A table without the column "name" has the name in its first cell. */
    return name ? name : units->cells[unit * units->n_columns].text;
}

/* Losses are read from outcomes, so they are exact where the outcomes are. A side has points only if every unit of it
 * has a price: half a sum would look like a whole one. */
static salvo_status read_side(salvo_battle *b, const reading *r, int at, salvo_error *err)
{
    const battle_side *from = &r->e->side[at];
    salvo_battle_side *to = &b->side[at];

    *to =
        (salvo_battle_side){.list = b->plan->army[at].list, .targets = from->targets, .count = from->n, .priced = true};
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

/* Means of the chain, not of outcomes: turns, and strength lost, which outcomes do not tell. Strength lost is a gain of
 * the chain because the code of an outcome says how many are left, not how badly they are hurt. */
static void read_means(salvo_battle *b)
{
    for (size_t i = 0; i < b->answer.n_means; i++) {
        const salvo_line *mean = &b->answer.means[i];

        if (mean->number == GAIN_TURNS) {
            b->ends = true;
            b->expected_turns = mean->figure;
        } else if (mean->number == GAIN_LOST_A || mean->number == GAIN_LOST_B) {
            b->side[mean->number - GAIN_LOST_A].strength_lost = mean->figure;
        }
    }
}

/* The survivors of a side after a turn, over all trials: those of battles that went on, and those of battles that ended
 * before. The tally counts battles by survivors; battles that ended keep theirs for all later turns. */
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

/* Battles that went on after the turn; either side tells, since all are counted in both. */
static uint64_t going_after(const battle_tally *t, size_t turn)
{
    uint64_t going = 0;

    for (int n = 0; n <= SALVO_ELEMENTS_MAX; n++)
        going += t->going[turn][SIDE_A][n];
    return going;
}

/* The number of turns that a simulation alone lists: until less than the tail of the battles goes on. */
static size_t turns_simulated(const battle_tally *t, const salvo_odds_options *options)
{
    size_t n = 0;

    while (n < options->turns_max && n < TURNS_TOLD && going_after(t, n) > options->turns_tail * (double)t->trials)
        n++;
    return n;
}

/* Turn 0 is the beginning. `tally` is NULL when nothing was simulated. Exact and simulated numbers stand in the same
 * rows as far as either goes. */
static salvo_status read_turns(salvo_battle *b, const battle_model *e, const battle_tally *tally,
                               const salvo_odds_options *options, salvo_error *err)
{
    const salvo_odds *odds = &b->answer.odds;
    size_t n = b->answer.counted ? odds->n_turns : turns_simulated(tally, options);
    double left[N_SIDES] = {e->side[SIDE_A].n, e->side[SIDE_B].n};

    b->by_turn = salvo_arena_array(b->memory, n + 1, sizeof *b->by_turn);
    if (!b->by_turn)
        return salvo_fail_memory(err);
    for (size_t t = 0; t <= n; t++) {
        salvo_battle_turn *turn = &b->by_turn[b->n_turns++];

        turn->turn = (int64_t)t;
        for (int side = SIDE_A; side <= SIDE_B; side++) {
            int most = e->side[side].n;

            /* Survivors by turn are the beginning less the mean losses so far. */
            left[side] -= b->answer.counted && t > 0 ? odds->turns[t - 1].gain[GAIN_DOWN_A + side] : 0;
            /* Differences of sums may fall a rounding below 0. */
            turn->left[side].exact.value = left[side] > 0 ? left[side] : 0;
            if (tally && t <= TURNS_TOLD) {
                salvo_moments moments = living_after(tally, t, side, most);

                turn->left[side].simulated = estimate_mean(&b->answer, &moments, most, 1);
            }
        }
        if (tally && t == TURNS_TOLD) /* beyond it the tally does not tell turns apart */
            break;
    }
    return SALVO_OK;
}

/* Everything but the turns, which need the tally. */
static salvo_status read_answer(salvo_battle *b, const battle_model *e, salvo_error *err)
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

/* Negated comparisons, so that NaN is refused. 255 turns, because the state of a battle keeps its turn in a byte. */
static salvo_status check_plan(const salvo_rulebook *book, const salvo_battle_plan *plan, salvo_error *err)
{
    if (!book->ruleset->battle)
        return salvo_fail(err, SALVO_BAD_INPUT, "the ruleset '%s' has no battles", book->ruleset->id);
    if (!(plan->range >= 0) || !isfinite(plan->range))
        return salvo_fail(err, SALVO_BAD_INPUT, "the range of a battle is a number from 0, as in --range 1000");
    if (plan->turns > 255)
        return salvo_fail(err, SALVO_BAD_INPUT, "a battle is limited to 1 to 255 turns, or not at all");
    if (!(plan->break_at >= 0 && plan->break_at <= 1))
        return salvo_fail(err, SALVO_BAD_INPUT, "a side breaks off at a share of losses from 0 to 1, as in 0.5");
    return SALVO_OK;
}

/* Reads both army lists into the model's sides. breaks_at is a number of elements from here on, so that no engine
 * compares shares. */
static salvo_status enlist(battle_model *e, const salvo_rulebook *book, const salvo_battle_plan *plan,
                           salvo_arena *memory, salvo_error *err)
{
    for (int at = SIDE_A; at <= SIDE_B; at++) {
        const salvo_army *army = &plan->army[at];
        salvo_status status = army_read(&e->side[at], book, army, memory, err);

        if (status != SALVO_OK)
            return status;
        e->side[at].targets = army->targets;
        e->side[at].breaks_at = battle_model_breaks_at(e->side[at].n, plan->break_at);
    }
    return SALVO_OK;
}

/* The field's question stays with the caller: the model borrows its situation. */
salvo_status battle_ready_make(battle_ready *r, const salvo_rulebook *book, const salvo_battle_plan *plan,
                               salvo_arena *memory, salvo_error *err)
{
    const salvo_battle_adapter *adapter = book->ruleset->battle;
    salvo_status status = check_plan(book, plan, err);

    *r = (battle_ready){.battle_model = NULL};
    if (status != SALVO_OK)
        return status;
    r->battle_model = salvo_arena_array(memory, 1, sizeof *r->battle_model);
    if (!r->battle_model)
        return salvo_fail_memory(err);
    status = salvo_schema_ask(&r->field, book, adapter->field, plan->words, plan->n_words, err);
    if (status != SALVO_OK)
        return status;
    r->battle_model->book = book;
    r->battle_model->adapter = adapter;
    r->battle_model->field = r->field.situation;
    r->battle_model->turn_limit = plan->turns;
    status = enlist(r->battle_model, book, plan, memory, err);
    status = status == SALVO_OK ? battle_chain_prepare(r->battle_model, plan, memory, err) : status;
    return salvo_fault_or(status, book, err);
}

void battle_ready_free(battle_ready *r)
{
    salvo_question_free(&r->field);
}

/* Codes ascend as in every report; where they are numbered as they come, their order depends on the threads. */
static int by_code(const void *a, const void *b)
{
    const salvo_count *x = a, *y = b;

    return (x->outcome > y->outcome) - (x->outcome < y->outcome);
}

/* Outcomes with a count of 0 are not listed: there are too many that can come. */
static salvo_status add_count(salvo_battle *b, const battle_model *e, int code, uint64_t count, salvo_error *err)
{
    salvo_simulation *s = &b->answer.simulation;
    salvo_figure f = {.count = count};
    char label[SALVO_LABEL_MAX];

    if (count == 0)
        return SALVO_OK;
    finish_probability(&b->answer, &f);
    e->procedure.label(e, code, label);
    s->counts[s->n_counts] = (salvo_count){code, salvo_arena_text(s->memory, label), count, f.simulated};
    return s->counts[s->n_counts++].label ? SALVO_OK : salvo_fail_memory(err);
}

/* Lists the outcomes that came, in order, and hashes them. Codes are hashed with their counts, because outcomes that
 * never came are not listed. Small battles have a counter for every code; where there are too many codes, those that
 * came are numbered as they come. */
static salvo_status add_counts(salvo_battle *b, const battle_run *r, salvo_error *err)
{
    salvo_simulation *s = &b->answer.simulation;
    size_t n = r->tally.codes ? r->tally.n_codes : r->tally.seen.count;
    uint64_t *hashed = salvo_arena_array(s->memory, 2 * n, sizeof *hashed);
    salvo_status status = SALVO_OK;

    s->counts = salvo_arena_array(s->memory, n, sizeof *s->counts);
    if (!s->counts || !hashed)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        status = r->tally.codes ? add_count(b, r->e, (int)i, r->tally.codes[i], err)
                                : add_count(b, r->e, *(const int *)intern_table_key(&r->tally.seen, i),
                                            r->tally.seen_counts[i], err);
    qsort(s->counts, s->n_counts, sizeof *s->counts, by_code);
    for (size_t i = 0; i < s->n_counts; i++) {
        hashed[2 * i] = (uint64_t)s->counts[i].outcome;
        hashed[2 * i + 1] = s->counts[i].count;
    }
    s->hash = salvo_counts_hash(hashed, 2 * s->n_counts);
    return status;
}

/* Means of the tally's moments; `most` bounds what one battle can give. */
static void add_sampled(salvo_battle *b, const battle_model *e, size_t k, const salvo_moments *moments, double most)
{
    salvo_simulation *s = &b->answer.simulation;

    s->means[s->n_means++] =
        (salvo_sampled_mean){k, e->procedure.expectations[k].name, estimate_mean(&b->answer, moments, most, 1)};
}

/* Without a limit of turns a battle may last any time: that mean has no upper bound. Bounds again: turns by the limit,
 * losses by what a side has. */
static salvo_status add_means(salvo_battle *b, const battle_run *r, salvo_error *err)
{
    salvo_simulation *s = &b->answer.simulation;
    const battle_model *e = r->e;

    s->means = salvo_arena_array(s->memory, N_GAINS, sizeof *s->means);
    if (!s->means)
        return salvo_fail_memory(err);
    add_sampled(b, e, GAIN_TURNS, &r->tally.turns, e->turn_limit ? (double)e->turn_limit : INFINITY);
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        double full = 0;

        for (int k = 0; k < e->side[side].n_kinds; k++)
            full += (double)e->side[side].kinds[k].full * e->side[side].kinds[k].count;
        add_sampled(b, e, (size_t)(GAIN_LOST_A + side), &r->tally.lost[side], full);
    }
    return SALVO_OK;
}

/* Makes the answer's simulation of what the trials have come to so far. */
static salvo_status tell_trials(salvo_battle *b, const battle_run *r, salvo_error *err)
{
    salvo_simulation *s = &b->answer.simulation;
    salvo_status status;

    *s = (salvo_simulation){.seed = r->plan->seed,
                            .trials = r->tally.trials,
                            .stopped_by = r->stopped_by,
                            .precision = r->plan->trials ? 0 : r->plan->precision,
                            .precision_of = r->plan->precision_of,
                            .seconds = r->seconds,
                            .isa = battle_run_engine(r),
                            .memory = salvo_arena_new()};
    if (!s->memory)
        return salvo_fail_memory(err);
    b->answer.simulated = true;
    status = add_counts(b, r, err);
    return status == SALVO_OK ? add_means(b, r, err) : status;
}

/* Means count relative to the greater of 1 and the mean, as everywhere (simulate.h). */
static void widen(double *widest, const salvo_figure *f, double precision, bool is_mean)
{
    const salvo_estimate *e = &f->simulated;
    double width = (e->high - e->low) / 2 / precision;

    if (is_mean)
        width /= fmax(1, fabs(e->value));
    if (isfinite(width)) /* a mean without bounds does not count, or no run would end */
        *widest = fmax(*widest, width);
}

/* As many numbers as a report prints of a side's losses. Losses of a kind, points and the chance of each number of
 * losses: all of it is printed, and so has to be precise. */
static void widen_side(double *widest, const salvo_battle_side *side, double precision)
{
    widen(widest, &side->lost, precision, true);
    widen(widest, &side->strength_lost, precision, true);
    if (side->priced)
        widen(widest, &side->points_lost, precision, true);
    for (size_t k = 0; k < side->n_kinds; k++)
        widen(widest, &side->kinds[k].lost, precision, true);
    for (int lost = 0; lost <= side->count; lost++)
        widen(widest, &side->lost_exactly[lost], precision, false);
}

/* The widest interval of any number that the precision is about, in units of it: of who wins in any case. */
static double widest_of(const salvo_battle *b, const salvo_plan *plan)
{
    const double precision = plan->precision;
    const bool all = plan->precision_of == SALVO_OF_ALL;
    const salvo_figure *const ends[] = {&b->p_a, &b->p_b, &b->p_mutual, &b->p_undecided};
    double widest = 0;

    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        widen(&widest, ends[i], precision, false);
    if (b->ends && (all || plan->precision_of == SALVO_OF_TURNS))
        widen(&widest, &b->expected_turns, precision, true);
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        if (all || plan->precision_of == SALVO_OF_LOSSES)
            widen_side(&widest, &b->side[side], precision);
        for (size_t t = 0; t < b->n_turns && (all || plan->precision_of == SALVO_OF_SURVIVORS); t++)
            widen(&widest, &b->by_turn[t].left[side], precision, true);
    }
    return widest;
}

/* What `look` needs while the run goes on. */
typedef struct observer {
    const salvo_battle *battle;
    const salvo_odds_options *options;
} observer;

/* Fills the battle from its answer: outcomes, means, turns. */
static salvo_status read_all(salvo_battle *b, const battle_run *r, const salvo_odds_options *options, salvo_error *err)
{
    salvo_status status = salvo_answer_join(&b->answer, err);

    if (status == SALVO_OK)
        status = read_answer(b, r->e, err);
    return status == SALVO_OK ? read_turns(b, r->e, r->tally.trials ? &r->tally : NULL, options, err) : status;
}

/* Reports the battle as if the run ended here, only to look at its widest interval: what is checked is then exactly
 * what is reported. -1 when memory is out. Looks come at each doubling, so the cost does not matter. Without memory the
 * run goes on; the report that follows will fail and say so. */
static double look(void *context, battle_run *r)
{
    const observer *by = context;
    salvo_battle told = {.book = by->battle->book, .plan = by->battle->plan, .memory = salvo_arena_new()};
    double width = -1;

    if (told.memory && tell_trials(&told, r, NULL) == SALVO_OK && read_all(&told, r, by->options, NULL) == SALVO_OK)
        width = widest_of(&told, r->plan);
    salvo_battle_free(&told);
    return width;
}

/* Solves exactly; *too_large keeps the message, which is a reason to simulate or the error of the whole. An effort that
 * was given is kept: whoever sets it knows what it is for. */
static salvo_status count(salvo_battle *b, const battle_model *e, const salvo_approach *how, salvo_error *too_large)
{
    /* The chain only reads it. */
    const salvo_question question = {.book = b->book, .procedure = &e->procedure, .situation = (void *)e};
    salvo_odds_options options = how->options;
    salvo_status status;

    if (how->method == SALVO_WHICHEVER && options.effort == 0)
        options.effort = battle_effort(e);
    status = battle_solve(&b->answer.odds, &question, e, &options, too_large);
    b->answer.counted = status == SALVO_OK;
    return status;
}

static salvo_status simulate(salvo_battle *b, battle_run *r, const battle_model *e, const salvo_approach *how,
                             salvo_error *err)
{
    observer by = {b, &how->options};
    salvo_status status = battle_run_prepare_alone(r, e, &how->plan, err);

    if (status == SALVO_OK)
        status = battle_run_all(r, look, &by, err);
    return status == SALVO_OK ? tell_trials(b, r, err) : status;
}

/* Notes which engine answered though another was to be expected, and why. */
static salvo_status note_engines(salvo_battle *b, const char *too_large, const char *why, salvo_error *err)
{
    if (!*too_large && !*why)
        return SALVO_OK;
    if (*too_large)
        b->answer.engine_remark =
            salvo_arena_printf(b->memory, "Simulated, because it is too large to be computed exactly: %s%s%s.",
                               too_large, *why ? "; the reference engine rolls every die: " : "", why);
    else
        b->answer.engine_remark = salvo_arena_printf(
            b->memory, "The reference engine rolls every die, because it is too large for tables: %s.", why);
    return b->answer.engine_remark ? SALVO_OK : salvo_fail_memory(err);
}

/* The remark about engines is made last, when it is known which of them ran. */
static salvo_status resolve(salvo_battle *b, battle_run *r, const battle_model *e, const salvo_approach *how,
                            salvo_error *err)
{
    salvo_error too_large = {.text = ""};
    salvo_status status = how->method == SALVO_MONTE_CARLO ? SALVO_OK : count(b, e, how, &too_large);
    bool given_up = status == SALVO_TOO_LARGE && how->method == SALVO_WHICHEVER;

    if (status != SALVO_OK && !given_up) {
        if (err)
            *err = too_large;
        return status;
    }
    status = SALVO_OK; /* SALVO_TOO_LARGE has been dealt with */
    r->e = e;
    if (given_up || how->method == SALVO_MONTE_CARLO || how->method == SALVO_BOTH)
        status = simulate(b, r, e, how, err);
    if (status == SALVO_OK)
        status = read_all(b, r, &how->options, err);
    return status == SALVO_OK ? note_engines(b, too_large.text, r->why, err) : status;
}

/* Keeps what the field says of its numbers, beyond the field's question. Copied, as the field's question is freed
 * before the battle is reported. */
static salvo_status keep_remark(salvo_battle *b, const salvo_question *field, salvo_error *err)
{
    const char *remark = salvo_question_remark(field);

    b->remark = remark ? salvo_arena_text(b->memory, remark) : NULL;
    return b->remark || !remark ? SALVO_OK : salvo_fail_memory(err);
}

/* battle_run_free() and battle_ready_free() also take what was never made: both begin zeroed. */
static salvo_status fight(salvo_battle *b, const salvo_approach *approach, salvo_error *err)
{
    static const salvo_approach EXACT = {.method = SALVO_EXACT};
    battle_run *run = salvo_arena_array(b->memory, 1, sizeof *run); /* tables and tally: too large for the stack */
    battle_ready ready;
    salvo_status status;

    if (!run)
        return salvo_fail_memory(err);
    status = battle_ready_make(&ready, b->book, b->plan, b->memory, err);
    if (status == SALVO_OK) {
        b->procedure = &ready.battle_model->procedure;
        b->turn_limit = ready.battle_model->turn_limit;
        status = keep_remark(b, &ready.field, err);
    }
    if (status == SALVO_OK)
        status = resolve(b, run, ready.battle_model, approach ? approach : &EXACT, err);
    battle_run_free(run);
    battle_ready_free(&ready);
    return status;
}

salvo_status salvo_battle_fight(salvo_battle *battle, const salvo_rulebook *book, const salvo_battle_plan *plan,
                                const salvo_approach *approach, salvo_error *err)
{
    salvo_status status;

    *battle = (salvo_battle){.book = book, .plan = plan, .memory = salvo_arena_new()};
    status = battle->memory ? fight(battle, approach, err) : salvo_fail_memory(err);
    status = salvo_fault_or(status, book, err);
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
