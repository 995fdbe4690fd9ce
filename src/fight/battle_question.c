/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A battle as a question about its winner, which can be compared or explained. It wraps the chain of the battle:
 * outcomes of survivors become outcomes of winners. */
#include <salvo/arena.h>
#include <salvo/fight.h>

#include <stdlib.h>
#include <string.h>

#include "base/try.h"
#include "fight/battle_ready.h"
#include "fight/battle_solve.h"
#include "fight/battle_state.h"
#include "rules/told.h"

/* The numbers of the outcomes, in the order of reports. */
enum { A_WINS, B_WINS, BOTH_LOST, NOBODY_WINS, N_ENDS };
static const char *const ENDS[N_ENDS] = {"a wins", "b wins", "both lost", "undecided"};

/* The plan's parameters; the field's own follow. */
enum {
    OF_A,
    OF_B,
    OPTIONS_A,
    OPTIONS_B,
    RANGE,
    SCENARIO,
    CLOSE_TO,
    HALT_A,
    HALT_B,
    TARGETS_A,
    TARGETS_B,
    ACTS_A,
    ACTS_B,
    TURNS,
    BREAK_AT,
    N_OF_PLAN
};
static const salvo_parameter OF_PLAN[N_OF_PLAN] = {
    [OF_A] = {.key = "a", .kind = SALVO_TEXT},
    [OF_B] = {.key = "b", .kind = SALVO_TEXT},
    [OPTIONS_A] = {.key = "a-all", .kind = SALVO_TEXT},
    [OPTIONS_B] = {.key = "b-all", .kind = SALVO_TEXT},
    [RANGE] = {.key = "range", .kind = SALVO_DECIMAL},
    [SCENARIO] = {.key = "scenario", .kind = SALVO_TEXT},
    [CLOSE_TO] = {.key = "close-to", .kind = SALVO_DECIMAL},
    [HALT_A] = {.key = "halt-a", .kind = SALVO_DECIMAL},
    [HALT_B] = {.key = "halt-b", .kind = SALVO_DECIMAL},
    [TARGETS_A] = {.key = "targets-a", .kind = SALVO_TEXT},
    [TARGETS_B] = {.key = "targets-b", .kind = SALVO_TEXT},
    [ACTS_A] = {.key = "acts-a", .kind = SALVO_TEXT},
    [ACTS_B] = {.key = "acts-b", .kind = SALVO_TEXT},
    [TURNS] = {.key = "turns", .kind = SALVO_INTEGER},
    [BREAK_AT] = {.key = "break-at", .kind = SALVO_DECIMAL},
};

/* The situation of the question is the battle model, which the chain's functions use. The procedure is the first
 * member, so its address is that of the struct. */
typedef struct battle_question {
    salvo_procedure procedure;
    salvo_chain chain;
    battle_ready ready;
} battle_question;

/* Whether nothing can change from the beginning. Such a battle never ends, and has no number of turns. */
static bool is_idle_from_start(const battle_model *model)
{
    _Alignas(max_align_t) unsigned char state[SALVO_STATE_MAX] = {0};

    model->chain.start(model, state);
    return !model->turn_limit && model->chain.outcome(model, state) != SALVO_CONTINUES;
}

/* The kernels' endings do not contain strength, so it is no expectation of a question. */
static bool expects(const void *situation, size_t expectation)
{
    if (expectation == GAIN_TURNS)
        return !is_idle_from_start(situation);
    return expectation != GAIN_LOST_A && expectation != GAIN_LOST_B;
}

static int end_of_code(const battle_model *model, int code)
{
    const int winner = code == SALVO_CONTINUES ? SALVO_CONTINUES : battle_model_winner(model, code);

    return code == SALVO_CONTINUES ? SALVO_CONTINUES
           : winner == SIDE_A      ? A_WINS
           : winner == SIDE_B      ? B_WINS
           : winner == -2          ? BOTH_LOST
                                   : NOBODY_WINS;
}

static int winner_of_state(const void *situation, const void *state)
{
    const battle_model *model = situation;

    return end_of_code(model, model->chain.outcome(model, state));
}

/* The element's number is not shown, so that throws of equal elements appear as one. */
static void describe_state(const void *situation, const void *state, salvo_state_description *description)
{
    static const char *const FIRES[] = {"a's fire", "b's fire"}, *const LEFT[] = {"elements of a", "elements of b"},
                             *const STRENGTH[] = {"a's strength", "b's strength"};
    const battle_model *model = situation;
    const struct state *s = state;

    description->throw_name = s->phase == ORDER ? "who acts" : s->phase == ACT ? FIRES[s->side] : "the end of the turn";
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        int64_t left = 0, strength = 0;

        for (int i = 0; i < model->side[side].n; i++) {
            const int own = strength_at(model, s, side, i);

            left += own > 0;
            strength += own > 0 ? own : 0;
        }
        told_number(description, LEFT[side], left);
        told_number(description, STRENGTH[side], strength);
    }
}

static int by_number(const void *a, const void *b)
{
    return ((const salvo_outcome *)a)->outcome - ((const salvo_outcome *)b)->outcome;
}

/* A sum has no fraction. A single code keeps its own. */
static void add_code(salvo_odds *odds, const salvo_outcome *code, int end)
{
    size_t i = 0;

    while (i < odds->n_outcomes && odds->outcomes[i].outcome != end)
        i++;
    if (i < odds->n_outcomes) {
        odds->outcomes[i].probability.value += code->probability.value;
        odds->outcomes[i].probability.exact = NULL;
    } else {
        odds->outcomes[odds->n_outcomes++] = (salvo_outcome){end, ENDS[end], code->probability};
    }
}

static void fold_means(salvo_odds *odds, const battle_model *model)
{
    const size_t n = odds->n_means;

    odds->n_means = 0;
    for (size_t i = 0; i < n; i++) {
        odds->means[odds->n_means] = odds->means[i];
        odds->n_means += expects(model, odds->means[i].expectation);
    }
}

/* Codes of survivors become ends in place: an end is never behind the first code that it is made of. */
static void fold_codes(salvo_odds *odds, const battle_model *model)
{
    const size_t n = odds->n_outcomes;

    odds->n_outcomes = 0;
    for (size_t i = 0; i < n; i++) {
        const salvo_outcome code = odds->outcomes[i];

        add_code(odds, &code, code.outcome == model->n_outcomes ? NOBODY_WINS : end_of_code(model, code.outcome));
    }
    qsort(odds->outcomes, odds->n_outcomes, sizeof *odds->outcomes, by_number);
    fold_means(odds, model);
}

/* Uses the battle's own solver, which is faster than its chain. Its memory replaces the caller's. */
static salvo_status solve_for_winner(salvo_odds *odds, const salvo_question *question, salvo_error *err)
{
    const battle_model *model = question->situation;
    const salvo_odds_options options = {.arithmetic = SALVO_RATIONAL, .effort = battle_effort(&model->question)};
    salvo_odds solved;

    TRY(battle_solve(&solved, &model->question, &options, err));
    salvo_odds_free(odds);
    *odds = solved;
    fold_codes(odds, model);
    return SALVO_OK;
}

static int elements_lost(const battle_model *model, int code, int side)
{
    int lost = 0;

    for (int k = 0; k < model->side[side].n_kinds; k++)
        lost += model->side[side].kinds[k].count - battle_model_left(model, code, side, k);
    return lost;
}

/* Uses the kernels. */
static salvo_status run_trials(const salvo_question *question, uint64_t seed, uint64_t first, size_t count,
                               int64_t *values, salvo_error *err)
{
    const battle_question *b = (const battle_question *)question->procedure;
    const battle_model *model = question->situation;
    const trial_range range = {seed, first, count};
    battle_ending *endings = calloc(count, sizeof *endings);
    salvo_status status = endings ? battle_engine_each(&b->ready.engine, &range, endings, err) : salvo_fail_memory(err);

    for (size_t i = 0; i < count && status == SALVO_OK; i++, values += 1 + N_GAINS) {
        int64_t *gain = values + 1;

        memset(values, 0, (1 + N_GAINS) * sizeof *values);
        values[0] = end_of_code(model, endings[i].code);
        gain[GAIN_TURNS] = endings[i].turns;
        gain[GAIN_DOWN_A] = elements_lost(model, endings[i].code, SIDE_A);
        gain[GAIN_DOWN_B] = elements_lost(model, endings[i].code, SIDE_B);
    }
    free(endings);
    return status;
}

static const char *remark(const void *situation)
{
    const battle_model *model = situation;

    return model->remark;
}

/* Sets a value as in the plan; without `given` the value is hidden. */
static void set_text(salvo_value *value, bool given, const char *text)
{
    *value = (salvo_value){.given = given && *text, .absent = !*text, .text = text};
}

static void set_number(salvo_value *value, bool given, double number, salvo_arena *memory)
{
    const char *text = given ? salvo_arena_printf(memory, "%.15g", number) : "";

    *value = (salvo_value){
        .given = given, .absent = !given, .decimal = number, .integer = given ? (int64_t)number : 0, .text = text};
}

/* "cover=normal, moves=yes" */
static const char *joined(const salvo_army *army, salvo_arena *memory)
{
    const char *text = "";

    for (size_t i = 0; i < army->n_words && text; i++)
        text = salvo_arena_printf(memory, "%s%s%s", text, i ? ", " : "", army->words[i]);
    return text;
}

static void set_plan(salvo_question *q, const salvo_battle_plan *plan, const battle_model *model)
{
    salvo_value *v = q->values;

    for (int side = SIDE_A; side <= SIDE_B; side++) {
        set_text(&v[OF_A + side], true, plan->army[side].list);
        set_text(&v[OPTIONS_A + side], true, joined(&plan->army[side], q->memory));
        /* The settled policy: "usual" may mean something else in another ruleset. */
        set_text(&v[TARGETS_A + side], plan->army[side].targets != SALVO_USUAL,
                 SALVO_TARGETS[model->side[side].targets]);
        set_number(&v[HALT_A + side], plan->army[side].halt > 0, plan->army[side].halt, q->memory);
        set_text(&v[ACTS_A + side], plan->army[side].acts != SALVO_ACTS_USUAL, SALVO_ACTS[model->side[side].acts]);
    }
    set_number(&v[RANGE], true, plan->range, q->memory);
    set_text(&v[SCENARIO], plan->scenario != SALVO_HOLD, SALVO_SCENARIOS[plan->scenario]);
    set_number(&v[CLOSE_TO], plan->close_to >= 0, plan->close_to, q->memory);
    set_number(&v[TURNS], model->turn_limit > 0, (double)model->turn_limit, q->memory);
    set_number(&v[BREAK_AT], plan->break_at > 0, plan->break_at, q->memory);
}

/* Sets the plan's parameters, then the field's. */
static salvo_status set_values(salvo_question *q, battle_question *b, const salvo_battle_plan *plan, salvo_error *err)
{
    const salvo_schema *field = b->ready.field.schema;
    const size_t n = N_OF_PLAN + field->n_parameters;
    salvo_parameter *parameters = salvo_arena_array(q->memory, n, sizeof *parameters);

    q->values = salvo_arena_array(q->memory, n, sizeof *q->values);
    if (!parameters || !q->values)
        return salvo_fail_memory(err);
    memcpy(parameters, OF_PLAN, sizeof OF_PLAN);
    for (size_t i = 0; i < field->n_parameters; i++) {
        parameters[N_OF_PLAN + i] = field->parameters[i];
        q->values[N_OF_PLAN + i] = b->ready.field.values[i];
    }
    set_plan(q, plan, b->ready.battle_model);
    for (size_t i = 0; i < n; i++)
        if (!q->values[i].text)
            return salvo_fail_memory(err);
    b->procedure.schema.parameters = parameters;
    b->procedure.schema.n_parameters = n;
    return SALVO_OK;
}

static void set_procedure(battle_question *b)
{
    const battle_model *model = b->ready.battle_model;

    b->chain = model->chain;
    b->chain.outcome = winner_of_state;
    b->chain.never_ends = NULL; /* a side that has not lost by then never does */
    b->chain.undecided = NOBODY_WINS;
    b->chain.describe = describe_state;
    b->chain.describes_gains = true;
    b->procedure = (salvo_procedure){
        .schema = {.situation_size = sizeof *model, .remark = remark},
        .documentation = {.title = "two armies fight a battle"},
        .expectations = BATTLE_EXPECTATIONS,
        .n_expectations = N_GAINS,
        .expects = expects,
        .outcomes = ENDS,
        .n_outcomes = N_ENDS,
        .chain = &b->chain,
        .solve = solve_for_winner,
        .trials = battle_engine_tables(&b->ready.engine) ? run_trials : NULL,
    };
}

static salvo_status make_question(salvo_question *q, const salvo_battle_plan *plan, const salvo_plan *how,
                                  salvo_error *err)
{
    battle_question *b = salvo_arena_array(q->memory, 1, sizeof *b);

    if (!b)
        return salvo_fail_memory(err);
    q->procedure = &b->procedure;
    TRY(battle_ready_make(&b->ready, q->book, plan, q->memory, err));
    if (how)
        TRY(battle_ready_for_trials(&b->ready, how, err));
    set_procedure(b);
    b->procedure.schema.name = salvo_arena_printf(q->memory, "%s battle", q->book->ruleset->id);
    b->ready.battle_model->remark = battle_ready_remark(&b->ready);
    q->schema = &b->procedure.schema;
    q->situation = b->ready.battle_model;
    return b->procedure.schema.name ? set_values(q, b, plan, err) : salvo_fail_memory(err);
}

salvo_status salvo_battle_ask(salvo_question *question, const salvo_rulebook *book, const salvo_battle_plan *plan,
                              const salvo_plan *how, salvo_error *err)
{
    salvo_status status;

    *question = (salvo_question){.book = book, .memory = salvo_arena_new()};
    status = question->memory ? make_question(question, plan, how, err) : salvo_fail_memory(err);
    if (status != SALVO_OK)
        salvo_battle_question_free(question);
    return status;
}

void salvo_battle_question_free(salvo_question *question)
{
    /* The procedure was made with the question, and contains the field's question. */
    battle_question *b = (battle_question *)(void *)(uintptr_t)question->procedure;

    if (b)
        battle_ready_free(&b->ready);
    salvo_question_free(question);
}

size_t salvo_battle_units(const salvo_question *question, size_t units[2 * SALVO_KINDS_MAX])
{
    const battle_model *model = question->situation;
    size_t n = 0;

    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int k = 0; k < model->side[side].n_kinds; k++)
            units[n++] = model->side[side].kinds[k].unit;
    return n;
}
