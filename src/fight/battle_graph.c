/* Positions are numbered as they are found, and expanded turn by turn; activations are composed when they are first
 * met. Then positions are put in order: the level only rises while a battle goes on, because elements are worn down and
 * lines close in, and within a level those of a turn come in the order of its activations. */
#include "fight/battle_graph.h"

#include <stdlib.h>

#include "base/grow.h"
#include "fight/lines.h"
#include "fight/sequence.h"
#include "fight/targets.h"
#include "rules/fault.h"

/* A code is the number of a unit state among those of its side. With one byte a code and a bit for "has acted" share
 * it, so that keys, and with them the greater part of the memory, are half as long. */
enum {
    RESULTS_FOR_AN_EDGE = 4, /* dice results that the chain tries in the time that an edge takes */
    GONE = INT16_MAX,        /* as a code */
    NARROW_GONE = INT8_MAX,  /* as a code of one byte: codes below are told apart */
    NO_PLACE = UINT8_MAX,    /* the key of an outcome has it */
    KEY_MIN = 8,
    KEY_MAX = 2 + 2 * SALVO_ELEMENTS_MAX * 3,
};

/* A position. At the beginning of a turn `side` is N_SIDES. What a key says, unpacked: bytes are for the interning
 * table, this is for reading and changing. */
typedef struct standing {
    uint8_t place, side;
    uint16_t unit[N_SIDES][SALVO_ELEMENTS_MAX]; /* codes */
    uint8_t acted[N_SIDES][SALVO_ELEMENTS_MAX];
    uint8_t received[N_SIDES][SALVO_ELEMENTS_MAX]; /* more attacks than the one who received least */
} standing;

/* At once, and by cards, battles pass through too many orders of acting to be told apart as positions. */
bool battle_graph_takes(const battle_model *e)
{
    return e->adapter->sequence == SALVO_ALTERNATELY || e->adapter->sequence == SALVO_BY_SIDES;
}

/* Unit states. */

/* Any state that is out of the fight does for all of its kind: nothing looks at it but the rule that counts who is
 * left. */
static const uint8_t *bytes_of(const battle_graph *g, int side, int i, uint16_t code)
{
    return code == GONE ? g->gone[side][g->e->side[side].kind_of[i]]
                        : unit_state_at(g->c, side, g->units[side][code].number)->bytes;
}

/* What policies and lines ask of a state is worked out once here. SALVO_BEST is left out: what it asks depends on both
 * states, and is kept with the action. */
static salvo_status add_unit(battle_graph *g, int side, uint32_t number, salvo_error *err)
{
    const salvo_battle_adapter *adapter = g->e->adapter;
    const unit_state *at = unit_state_at(g->c, side, number);
    const element_kind *kind = &g->e->side[side].kinds[at->kind];
    graph_unit unit = {.number = number, .kind = at->kind, .strength = adapter->strength(kind->element, at->bytes)};

    if (unit.strength <= 0) {
        memcpy(g->gone[side][at->kind], at->bytes, sizeof at->bytes);
        g->code_of[side][number] = GONE + 1;
        return SALVO_OK;
    }
    unit.moves = kind->speed > 0 && !(adapter->is_stopped && adapter->is_stopped(kind->element, at->bytes));
    if (g->e->side[enemy_of(side)].targets != SALVO_BEST)
        unit.worth = battle_model_worth(g->e, 0, enemy_of(side), 0, at->bytes, at->kind, at->bytes);
    if (!salvo_grow(&g->units[side], &g->units_capacity[side], g->n_units[side] + 1, sizeof unit))
        return salvo_fail_memory(err);
    g->units[side][g->n_units[side]] = unit;
    g->code_of[side][number] = (uint16_t)++g->n_units[side];
    return SALVO_OK;
}

/* The compiler numbers states of all kinds of a side in one row; codes are its states in the fight, and denser. */
static salvo_status find_code(battle_graph *g, int side, uint32_t number, uint16_t *code, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    if (!salvo_grow(&g->code_of[side], &g->codes_capacity[side], number + 1, sizeof *g->code_of[side]))
        return salvo_fail_memory(err);
    if (!g->code_of[side][number])
        status = add_unit(g, side, number, err);
    *code = (uint16_t)(g->code_of[side][number] - 1);
    return status;
}

static int strength_of_code(const battle_graph *g, int side, uint16_t code)
{
    return code == GONE ? 0 : g->units[side][code].strength;
}

/* Actions. */

/* Adds a result, or its chance to one that is alike: those who are out of the fight are all alike. */
static salvo_status add_result(battle_graph *g, graph_action *a, const graph_result *result, salvo_error *err)
{
    for (uint32_t i = a->first; i < a->first + a->n; i++)
        if (g->results[i].actor == result->actor && g->results[i].target == result->target) {
            g->results[i].p += result->p;
            return SALVO_OK;
        }
    if (!salvo_grow(&g->results, &g->results_capacity, g->n_results + 1, sizeof *g->results))
        return salvo_fail_memory(err);
    g->results[g->n_results++] = *result;
    a->n++;
    return SALVO_OK;
}

/* Mean gains of the activation: positions that share it then need no gains of their own. */
static void add_losses(const battle_graph *g, graph_action *a, int side, uint16_t from, const graph_result *result,
                       uint16_t to)
{
    const int before = strength_of_code(g, side, from), now = strength_of_code(g, side, to);

    a->gain[GAIN_LOST_A + side] += result->p * (before - now);
    a->gain[GAIN_DOWN_A + side] += result->p * ((before > 0) - (now > 0));
}

/* Takes the outcomes of a composed activation. Both starting codes are looked up first: finding new ones may move the
 * tables that they are read from. */
static salvo_status take_ends(battle_graph *g, graph_action *a, const matchup *by, const uint32_t from[2],
                              const composed *of, salvo_error *err)
{
    const int side = by->side, enemy = enemy_of(side);
    uint16_t actor, target;
    salvo_status status = find_code(g, side, from[0], &actor, err);

    if (status == SALVO_OK)
        status = find_code(g, enemy, from[1], &target, err);
    for (size_t i = 0; i < of->n && status == SALVO_OK; i++) {
        graph_result result = {.p = of->ends[i].p}; /* not rounded */
        uint32_t number[2];

        status = compiler_number_end(g->c, by, from[0], &of->ends[i], number, err);
        if (status == SALVO_OK)
            status = find_code(g, side, number[0], &result.actor, err);
        if (status == SALVO_OK)
            status = find_code(g, enemy, number[1], &result.target, err);
        if (status == SALVO_OK)
            status = add_result(g, a, &result, err);
        if (status != SALVO_OK)
            break;
        add_losses(g, a, side, actor, &result, result.actor);
        add_losses(g, a, enemy, target, &result, result.target);
    }
    return status;
}

/* Results of one action lie one behind the other, so the action is added once all of them are there. */
static salvo_status compose(battle_graph *g, int place, const matchup *by, const uint32_t from[2], salvo_error *err)
{
    graph_action a = {.first = (uint32_t)g->n_results};
    const composed *of;
    salvo_status status = compiler_compose(g->c, by, from[0], from[1], &of, err);

    if (status == SALVO_OK)
        status = take_ends(g, &a, by, from, of, err);
    if (status != SALVO_OK)
        return status;
    a.attacks = of->throws;
    if (g->e->side[by->side].targets == SALVO_BEST)
        a.worth = battle_model_worth(g->e, place, by->side, by->kind, unit_state_at(g->c, by->side, from[0])->bytes,
                                     by->at, unit_state_at(g->c, enemy_of(by->side), from[1])->bytes);
    if (!salvo_grow(&g->actions, &g->actions_capacity, g->n_actions + 1, sizeof *g->actions))
        return salvo_fail_memory(err);
    g->actions[g->n_actions++] = a;
    return SALVO_OK;
}

/* The number of the action of one code on another; it is composed when it is asked for the first time. */
static salvo_status find_action(battle_graph *g, int place, int side, uint16_t actor, uint16_t target, uint32_t *number,
                                salvo_error *err)
{
    const graph_unit *by = &g->units[side][actor], *at = &g->units[enemy_of(side)][target];
    const uint32_t matchup_number = *compiler_matchup(g->c, place, side, by->kind, at->kind),
                   key[] = {matchup_number, (uint32_t)actor << 16 | target}, from[] = {by->number, at->number};
    bool is_new;

    if (!intern_table_of(&g->known, key, number, &is_new))
        return salvo_fail_memory(err);
    ++*number; /* behind ORDER_ACTION */
    return is_new ? compose(g, place, &g->c->matchups[matchup_number], from, err) : SALVO_OK;
}

/* Keys. */

/* Armies of one battle have the same length in every position. KEY_MIN leaves room for the key of an outcome. */
static size_t key_size(const battle_graph *g)
{
    size_t n = 2;

    for (int side = SIDE_A; side <= SIDE_B; side++)
        n += (size_t)g->e->side[side].n * (1U + g->wide + g->spread[side]);
    return n < KEY_MIN ? KEY_MIN : n;
}

/* "Has acted" is the highest bit, which codes below GONE never use. */
static void pack(const battle_graph *g, const standing *s, uint8_t key[KEY_MAX])
{
    size_t n = 0;

    key[n++] = s->place;
    key[n++] = s->side;
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        for (int i = 0; i < g->e->side[side].n; i++) {
            if (g->wide)
                key[n++] = (uint8_t)(s->unit[side][i] >> 8 | s->acted[side][i] << 7);
            key[n++] = (uint8_t)(g->wide ? s->unit[side][i] & UINT8_MAX
                                         : (s->unit[side][i] & NARROW_GONE) | s->acted[side][i] << 7);
        }
        for (int i = 0; g->spread[side] && i < g->e->side[side].n; i++)
            key[n++] = s->received[side][i];
    }
    while (n < KEY_MIN)
        key[n++] = 0;
}

static void unpack(const battle_graph *g, const uint8_t *key, standing *s)
{
    s->place = *key++;
    s->side = *key++;
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        for (int i = 0; i < g->e->side[side].n; i++) {
            s->acted[side][i] = *key >> 7;
            s->unit[side][i] = *key++ & INT8_MAX;
            if (g->wide)
                s->unit[side][i] = (uint16_t)(s->unit[side][i] << 8 | *key++);
            else if (s->unit[side][i] == NARROW_GONE)
                s->unit[side][i] = GONE;
        }
        for (int i = 0; i < g->e->side[side].n; i++)
            s->received[side][i] = g->spread[side] ? *key++ : 0;
    }
}

/* Of arrays that grow as if all had just doubled, and of what solving takes. An estimate from above of the peak: arrays
 * double, and old and new stand side by side for a moment. */
static uint64_t memory_of(const battle_graph *g)
{
    const uint64_t grown = g->keys.key_size + sizeof(graph_position) + 2 * sizeof(intern_table_place);

    return g->keys.count * (2 * grown + sizeof *g->order + BATTLE_FOLD_MEMORY) + 2 * g->n_edges * sizeof *g->to;
}

/* Asked at every new position, since nothing tells beforehand how many a battle has. */
static salvo_status check_limits(battle_graph *g, salvo_error *err)
{
    const battle_graph_limits *limits = &g->limits;
    const char *why = NULL;

    if (limits->effort && RESULTS_FOR_AN_EDGE * (uint64_t)g->n_edges + g->c->tried > limits->effort)
        why = "to follow them all would take long";
    else if (memory_of(g) > BATTLE_GRAPH_MEMORY)
        why = "more would take over 1 GiB of memory";
    g->is_full = why != NULL;
    return why ? salvo_fail(err, SALVO_TOO_LARGE, "the battle needs more than %zu states; %s", g->keys.count - 1, why)
               : SALVO_OK;
}

static void fill_state(const battle_graph *g, const standing *s, struct state *state)
{
    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int i = 0; i < g->e->side[side].n; i++)
            memcpy(packed_state_of(g->e, state, side, i)->unit_state, bytes_of(g, side, i, s->unit[side][i]),
                   SALVO_ELEMENT_BYTES);
}

/* The outcome is the chain's to tell: one rule for both. */
static int outcome_at(const battle_graph *g, const standing *s)
{
    struct state state = {.phase = s->side == N_SIDES ? ORDER : ACT, .place = s->place};

    fill_state(g, s, &state);
    return g->e->chain.outcome(g->e, &state);
}

int battle_graph_left(const battle_graph *g, uint32_t position)
{
    struct state state = {.phase = ORDER};
    standing s;

    unpack(g, intern_table_key(&g->keys, position), &s);
    fill_state(g, &s, &state);
    return g->e->chain.never_ends(g->e, &state);
}

static salvo_status add_position(battle_graph *g, const uint8_t *key, uint32_t *number, bool *is_new, salvo_error *err)
{
    if (!intern_table_of(&g->keys, key, number, is_new))
        return salvo_fail_memory(err);
    if (!*is_new)
        return SALVO_OK;
    if (!salvo_grow(&g->positions, &g->positions_capacity, g->keys.count, sizeof *g->positions))
        return salvo_fail_memory(err);
    g->positions[*number].outcome = SALVO_GOES_ON;
    return check_limits(g, err);
}

/* What has come within a turn: one position for each outcome. An ending within a turn is not a position of elements:
 * however it came about, what is left is all that counts. */
static salvo_status find_outcome(battle_graph *g, int outcome, uint32_t *number, salvo_error *err)
{
    uint8_t key[KEY_MAX] = {NO_PLACE};
    bool is_new;
    salvo_status status;

    memcpy(key + 2, &outcome, sizeof outcome);
    status = add_position(g, key, number, &is_new, err);
    if (status == SALVO_OK)
        g->positions[*number].outcome = outcome;
    return status;
}

/* Only beginnings of turns can be over: within a turn follow() has looked already. */
static salvo_status find_position(battle_graph *g, const standing *s, uint32_t *number, salvo_error *err)
{
    uint8_t key[KEY_MAX];
    bool is_new;
    salvo_status status;

    pack(g, s, key);
    status = add_position(g, key, number, &is_new, err);
    if (status == SALVO_OK && is_new && s->side == N_SIDES)
        g->positions[*number].outcome = outcome_at(g, s);
    return status;
}

/* A turn. */

/* As first_ready() of the chain, without reading states. */
static int first_of(const battle_graph *g, const standing *s, int side)
{
    for (int i = 0; i < g->e->side[side].n; i++)
        if (s->unit[side][i] != GONE && !s->acted[side][i])
            return i;
    return -1;
}

/* As the chain's: the slowest that still moves by itself. */
static int pace_of(const battle_graph *g, const standing *s, int side)
{
    const element_kind *kinds = g->e->side[side].kinds;
    int pace = NOBODY_MOVES;

    for (int i = 0; i < g->e->side[side].n; i++) {
        const graph_unit *unit = &g->units[side][s->unit[side][i]];

        if (s->unit[side][i] != GONE && unit->moves &&
            (pace == NOBODY_MOVES || kinds[unit->kind].speed < kinds[pace].speed))
            pace = unit->kind;
    }
    return pace;
}

/* One place means that nobody moves, and saves the walk through both armies. */
static void begin_turn(const battle_graph *g, standing *s)
{
    if (g->e->n_places > 1)
        s->place = g->e->next_place[s->place][pace_of(g, s, SIDE_A)][pace_of(g, s, SIDE_B)];
    s->side = N_SIDES;
    memset(s->acted, 0, sizeof s->acted);
    memset(s->received, 0, sizeof s->received);
}

/* Only who received more than others counts, and only while the enemy still fires. Policies compare these numbers only
 * with each other, so subtracting the least makes more positions equal. */
static void level_received(const battle_graph *g, standing *s, int side)
{
    const bool fires = first_of(g, s, enemy_of(side)) >= 0;
    uint8_t least = UINT8_MAX;

    for (int i = 0; i < g->e->side[side].n; i++)
        if (s->unit[side][i] != GONE && s->received[side][i] < least)
            least = s->received[side][i];
    for (int i = 0; i < g->e->side[side].n; i++)
        s->received[side][i] = (uint8_t)(fires && s->unit[side][i] != GONE ? s->received[side][i] - least : 0);
}

/* Who is next after an activation of that side, or the next turn. The chain alternates in the same way: a side that has
 * nobody ready gives way. */
static void pass(const battle_graph *g, standing *s, int side)
{
    const int next = g->e->adapter->sequence == SALVO_BY_SIDES ? side : enemy_of(side);

    for (int at = SIDE_A; at <= SIDE_B; at++)
        if (g->spread[at])
            level_received(g, s, at);
    if (first_of(g, s, next) >= 0)
        s->side = (uint8_t)next;
    else if (first_of(g, s, enemy_of(next)) >= 0)
        s->side = (uint8_t)enemy_of(next);
    else
        begin_turn(g, s);
}

/* Sets the unit state; one who is out of the fight goes behind the others of his run. */
static void set_unit(const battle_graph *g, standing *s, int side, int i, uint16_t code)
{
    s->unit[side][i] = code;
    if (code != GONE)
        return;
    for (; i + 1 < g->run_end[side][i]; i++) {
        s->unit[side][i] = s->unit[side][i + 1];
        s->acted[side][i] = s->acted[side][i + 1];
        s->received[side][i] = s->received[side][i + 1];
    }
    s->unit[side][i] = GONE;
    s->acted[side][i] = s->received[side][i] = 0;
}

/* As choose_target; -1 when nobody is left. Only SALVO_BEST needs the composed activations of all targets; the others
 * read what is kept with the state. */
static salvo_status choose(battle_graph *g, const standing *s, int side, int actor, int *chosen, salvo_error *err)
{
    const int enemy = enemy_of(side), n = g->e->side[enemy].n;
    double most = 0;

    *chosen = -1;
    for (int i = 0; i < n; i++) {
        double worth = 0;
        uint32_t number;
        salvo_status status;

        if (s->unit[enemy][i] == GONE)
            continue;
        switch (g->e->side[side].targets) {
        case SALVO_SPREAD:
            worth = -s->received[enemy][i];
            break;
        case SALVO_OPPOSITE:
            worth = -((i - actor % n + n) % n);
            break;
        case SALVO_BEST:
            status = find_action(g, s->place, side, s->unit[side][actor], s->unit[enemy][i], &number, err);
            if (status != SALVO_OK)
                return status;
            worth = g->actions[number].worth;
            break;
        case SALVO_USUAL:
        case SALVO_NEAREST:
        case SALVO_WEAKEST:
        case SALVO_STRONGEST:
        case SALVO_N_TARGETS:
            worth = g->units[enemy][s->unit[enemy][i]].worth;
        }
        if (*chosen < 0 || worth > most) {
            *chosen = i;
            most = worth;
        }
    }
    return SALVO_OK;
}

static salvo_status add_edge(battle_graph *g, uint32_t to, salvo_error *err)
{
    if (!salvo_grow(&g->to, &g->edges_capacity, g->n_edges + 1, sizeof *g->to))
        return salvo_fail_memory(err);
    g->to[g->n_edges++] = to;
    return SALVO_OK;
}

/* Where one result of the activation leads. Without limits a battle can be over only when somebody is gone, which
 * spares asking for most results. */
static salvo_status follow(battle_graph *g, const standing *from, int actor, int target, const graph_result *result,
                           salvo_error *err)
{
    const int side = from->side, enemy = enemy_of(side);
    const bool limits = g->e->adapter->limits != NULL;
    int outcome = SALVO_GOES_ON;
    standing s = *from;
    uint32_t number;
    salvo_status status;

    s.acted[side][actor] = 1;
    set_unit(g, &s, side, actor, result->actor);
    set_unit(g, &s, enemy, target, result->target);
    if (limits || result->target == GONE || result->actor == GONE)
        outcome = outcome_at(g, &s);
    if (outcome == SALVO_GOES_ON) {
        pass(g, &s, side);
        status = find_position(g, &s, &number, err);
    } else {
        status = find_outcome(g, outcome, &number, err);
    }
    return status == SALVO_OK ? add_edge(g, number, err) : status;
}

/* One element acts on one target, and each result of the whole activation is an edge. */
static salvo_status act(battle_graph *g, uint32_t position, standing *s, salvo_error *err)
{
    const int side = s->side, enemy = enemy_of(side), actor = first_of(g, s, side);
    uint32_t number = 0;
    int target;
    salvo_status status = choose(g, s, side, actor, &target, err);

    if (status == SALVO_OK)
        status = find_action(g, s->place, side, s->unit[side][actor], s->unit[enemy][target], &number, err);
    if (status != SALVO_OK)
        return status;
    g->positions[position].action = number;
    s->received[enemy][target] += g->spread[enemy] && g->actions[number].attacks;
    for (uint32_t i = 0; i < g->actions[number].n && status == SALVO_OK; i++)
        status = follow(g, s, actor, target, &g->results[g->actions[number].first + i], err);
    return status;
}

/* The throw leads to the same position with a side that begins. */
static salvo_status throw_order(battle_graph *g, uint32_t position, standing *s, salvo_error *err)
{
    const graph_action *order = &g->actions[ORDER_ACTION];
    salvo_status status = SALVO_OK;

    g->positions[position].action = ORDER_ACTION;
    for (uint32_t i = order->first; i < order->first + order->n && status == SALVO_OK; i++) {
        uint32_t number;

        s->side = (uint8_t)g->results[i].actor;
        status = find_position(g, s, &number, err);
        if (status == SALVO_OK)
            status = add_edge(g, number, err);
    }
    return status;
}

static bool is_beginning(const battle_graph *g, uint32_t position)
{
    const uint8_t *key = intern_table_key(&g->keys, position);

    return key[1] == N_SIDES;
}

static salvo_status expand(battle_graph *g, uint32_t position, salvo_error *err)
{
    standing s;

    unpack(g, intern_table_key(&g->keys, position), &s);
    g->positions[position].first = (uint32_t)g->n_edges;
    return s.side == N_SIDES ? throw_order(g, position, &s, err) : act(g, position, &s, err);
}

/* The beginning. */

/* Ties are left out of the chances: they are thrown again until somebody begins. A battle in which nobody can ever
 * begin has no results here, and its start is an outcome. */
static salvo_status add_order_action(battle_graph *g, salvo_error *err)
{
    graph_action order = {.gain = {[GAIN_TURNS] = 1}};
    double ways[N_SIDES];
    salvo_status status = SALVO_OK;

    order_ways(g->e, ways);
    for (int side = SIDE_A; side <= SIDE_B && status == SALVO_OK; side++)
        if (ways[side] > 0)
            status = add_result(
                g, &order,
                &(graph_result){.actor = (uint16_t)side, .p = (long double)ways[side] / (ways[SIDE_A] + ways[SIDE_B])},
                err);
    if (status == SALVO_OK && !salvo_grow(&g->actions, &g->actions_capacity, 1, sizeof *g->actions))
        status = salvo_fail_memory(err);
    if (status == SALVO_OK)
        g->actions[g->n_actions++] = order;
    return status;
}

/* Where the chain starts. */
static salvo_status add_start(battle_graph *g, salvo_error *err)
{
    struct state start = {.phase = ORDER};
    standing s = {.side = N_SIDES};
    uint32_t number;
    salvo_status status = SALVO_OK;

    g->e->chain.start(g->e, &start);
    s.place = start.place;
    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int i = 0; i < g->e->side[side].n && status == SALVO_OK; i++) {
            status = compiler_number(g->c, side, g->e->side[side].kind_of[i],
                                     packed_state_at(g->e, &start, side, i)->unit_state, &number, err);
            if (status == SALVO_OK)
                status = find_code(g, side, number, &s.unit[side][i], err);
        }
    return status == SALVO_OK ? find_position(g, &s, &number, err) : status;
}

/* From the end, so that each element learns where its run ends from the one behind it. */
static void find_runs(battle_graph *g)
{
    const bool closes = g->e->side[SIDE_A].targets != SALVO_OPPOSITE && g->e->side[SIDE_B].targets != SALVO_OPPOSITE;

    for (int side = SIDE_A; side <= SIDE_B; side++) {
        const battle_side *army = &g->e->side[side];

        g->spread[side] = g->e->side[enemy_of(side)].targets == SALVO_SPREAD;
        for (int i = army->n - 1; i >= 0; i--)
            g->run_end[side][i] = closes && i + 1 < army->n && army->kind_of[i + 1] == army->kind_of[i]
                                      ? g->run_end[side][i + 1]
                                      : (uint8_t)(i + 1);
    }
}

/* The order. */

/* Raises ranks until every step leads to a higher one; false where some circle leads ever higher. The longest path to
 * each unit state, by repeated passes: a state that can come back, as by recovering, would rise for ever, and more
 * passes than states prove it. */
static bool rank_units(const battle_graph *g, int side, uint32_t *rank)
{
    const size_t n = g->n_units[side];
    bool raised = true;

    for (size_t round = 0; raised; round++) {
        raised = false;
        if (round > n + 1)
            return false;
        for (size_t a = 0; a + 1 < g->n_actions; a++) {
            const uint32_t *key = intern_table_key(&g->known, a);
            const int by = g->c->matchups[key[0]].side;
            const size_t from = by == side ? key[1] >> 16 : key[1] & UINT16_MAX;
            const graph_action *act = &g->actions[a + 1];

            for (uint32_t i = act->first; i < act->first + act->n; i++) {
                const uint16_t code = by == side ? g->results[i].actor : g->results[i].target;
                const size_t to = code == GONE ? n : code;

                if (to != from && rank[to] <= rank[from]) {
                    rank[to] = rank[from] + 1;
                    raised = true;
                }
            }
        }
    }
    return true;
}

/* The same for places: lines only close in, but users' rules may say otherwise. */
static bool rank_places(const battle_model *e, uint32_t rank[PLACES_MAX])
{
    bool raised = true;

    for (int round = 0; raised; round++) {
        raised = false;
        if (round > e->n_places)
            return false;
        for (int place = 0; place < e->n_places; place++)
            for (int a = 0; a < N_PACES; a++)
                for (int b = 0; b < N_PACES; b++) {
                    const int to = e->next_place[place][a][b];

                    if (is_pace(e, SIDE_A, a) && is_pace(e, SIDE_B, b) && to != place && rank[to] <= rank[place]) {
                        rank[to] = rank[place] + 1;
                        raised = true;
                    }
                }
    }
    return true;
}

/* The level, and behind it how many of the turn's activations are over. The sum of all ranks rises with every change,
 * whoever changed. */
static uint32_t place_in_order(const battle_graph *g, uint32_t position, uint32_t *const rank[N_SIDES],
                               const uint32_t *place_rank)
{
    const uint32_t all = N_SIDES * SALVO_ELEMENTS_MAX + 1;
    uint32_t level, ready = 0;
    standing s;

    unpack(g, intern_table_key(&g->keys, position), &s);
    level = g->circles ? 0 : place_rank[s.place];
    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int i = 0; i < g->e->side[side].n; i++) {
            const uint16_t code = s.unit[side][i];

            level += g->circles ? 0 : rank[side][code == GONE ? g->n_units[side] : code];
            ready += code != GONE && !s.acted[side][i];
        }
    return level * (all + 1) + (s.side == N_SIDES ? 0 : all - ready);
}

/* A counting sort, of positions that go on, by place in order, which then makes way for the level. A counting sort
 * keeps positions that are equal in order where they were found, so the sums are added in the same order in every
 * run. */
static salvo_status sort_positions(battle_graph *g, uint32_t *const rank[N_SIDES], const uint32_t *place_rank,
                                   salvo_error *err)
{
    const size_t n = graph_size(g);
    const uint32_t a_level = N_SIDES * SALVO_ELEMENTS_MAX + 2;
    uint32_t most = 0, *first;

    for (uint32_t i = 0; i < n; i++) {
        if (g->positions[i].outcome != SALVO_GOES_ON)
            continue;
        g->positions[i].level = place_in_order(g, i, rank, place_rank);
        most = g->positions[i].level > most ? g->positions[i].level : most;
    }
    first = calloc((size_t)most + 2, sizeof *first);
    g->order = calloc(n, sizeof *g->order);
    if (!first || !g->order) {
        free(first);
        return salvo_fail_memory(err);
    }
    for (size_t i = 0; i < n; i++)
        first[g->positions[i].level + 1] += g->positions[i].outcome == SALVO_GOES_ON;
    for (size_t i = 0; i < most; i++)
        first[i + 1] += first[i];
    for (uint32_t i = 0; i < n; i++)
        if (g->positions[i].outcome == SALVO_GOES_ON)
            g->order[first[g->positions[i].level]++] = i;
    g->n_order = first[most];
    free(first);
    for (size_t i = 0; i < n; i++)
        g->positions[i].level /= a_level;
    return SALVO_OK;
}

/* Where something can come back, ranks mean nothing; positions then stay in one level and the chain solves the
 * battle. */
static salvo_status order_positions(battle_graph *g, salvo_error *err)
{
    uint32_t place_rank[PLACES_MAX] = {0}, *rank[N_SIDES];
    salvo_status status = SALVO_OK;

    for (int side = SIDE_A; side <= SIDE_B; side++)
        rank[side] = calloc(g->n_units[side] + 1, sizeof *rank[side]);
    if (!rank[SIDE_A] || !rank[SIDE_B])
        status = salvo_fail_memory(err);
    if (status == SALVO_OK) {
        g->circles = !rank_units(g, SIDE_A, rank[SIDE_A]) || !rank_units(g, SIDE_B, rank[SIDE_B]) ||
                     !rank_places(g->e, place_rank);
        status = sort_positions(g, rank, place_rank, err);
    }
    free(rank[SIDE_A]);
    free(rank[SIDE_B]);
    return status;
}

/* Whether more unit states turned up than codes of one byte tell apart. */
static bool is_outgrown(const battle_graph *g)
{
    return !g->wide && (g->n_units[SIDE_A] > NARROW_GONE || g->n_units[SIDE_B] > NARROW_GONE);
}

/* Expands positions from number *at up to `upto`, beginnings of turns or others, that go on. */
static salvo_status expand_all(battle_graph *g, uint32_t *at, const size_t *upto, bool beginnings, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (; status == SALVO_OK && !is_outgrown(g) && *at < *upto; ++*at) /* there may come more while it is walked */
        if (g->positions[*at].outcome == SALVO_GOES_ON && is_beginning(g, *at) == beginnings)
            status = expand(g, *at, err);
    return status;
}

/* Turn by turn, so that a position is met first in the earliest turn in which it can come: the limit of turns leaves
 * out what can only come later. Beginnings and the rest are walked by separate counters over one growing list: every
 * turn expands its beginnings first, then everything that follows within the turn. */
static salvo_status find_all(battle_graph *g, salvo_error *err)
{
    uint32_t beginning = 0, within = 0;
    salvo_status status;

    g->keys.key_size = key_size(g);
    status = add_start(g, err);
    for (int64_t turn = 0; status == SALVO_OK && !is_outgrown(g) && beginning < g->keys.count; turn++) {
        const size_t upto = g->keys.count;

        if (g->e->turn_limit && turn == g->e->turn_limit)
            break;
        status = expand_all(g, &beginning, &upto, true, err);
        if (status == SALVO_OK)
            status = expand_all(g, &within, &g->keys.count, false, err);
    }
    for (; status == SALVO_OK && beginning < g->keys.count; beginning++)
        if (g->positions[beginning].outcome == SALVO_GOES_ON && is_beginning(g, beginning))
            g->positions[beginning].outcome = battle_graph_left(g, beginning);
    return status;
}

/* Keys of one byte do for nearly all battles. The few others are begun anew with two, and keep the activations that
 * were composed. */
static salvo_status find_positions(battle_graph *g, salvo_error *err)
{
    salvo_status status = find_all(g, err);

    if (status != SALVO_OK || !is_outgrown(g))
        return status;
    g->wide = true; /* what was found of actions stays */
    intern_table_free(&g->keys);
    g->n_edges = 0;
    return find_all(g, err);
}

salvo_status battle_graph_build(battle_graph *g, const battle_model *e, const battle_graph_limits *limits,
                                salvo_error *err)
{
    salvo_status status;

    *g = (battle_graph){
        .e = e, .limits = *limits, .known = {.key_size = 2 * sizeof(uint32_t)}, .c = calloc(1, sizeof *g->c)};
    if (!g->c)
        return salvo_fail_memory(err);
    find_runs(g);
    status = compiler_prepare(g->c, e, NULL, err);
    if (status == SALVO_OK)
        status = add_order_action(g, err);
    if (status == SALVO_OK)
        status = find_positions(g, err);
    status = salvo_fault_or(status, e->book, err);
    return status == SALVO_OK ? order_positions(g, err) : status;
}

void battle_graph_free(battle_graph *g)
{
    if (g->c)
        compiler_free(g->c);
    free(g->c);
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        free(g->units[side]);
        free(g->code_of[side]);
    }
    intern_table_free(&g->known);
    intern_table_free(&g->keys);
    free(g->actions);
    free(g->results);
    free(g->positions);
    free(g->to);
    free(g->order);
    memset(g, 0, sizeof *g);
}
