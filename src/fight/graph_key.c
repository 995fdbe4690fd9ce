/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys of positions: packed for the interning table, unpacked for reading and changing, and their change after an
 * activation. */
#include "fight/graph_key.h"

/* A narrow key has a code and the bit "has acted" in one byte. So keys, which are most of the memory, are half as
 * long. */
enum {
    NARROW_GONE = INT8_MAX, /* as a one-byte code; lower codes are distinct */
    NO_PLACE = UINT8_MAX,   /* in the key of an outcome */
    KEY_MIN = 8,
};

/* Backwards, so that each element learns where its run ends from the one behind it. */
void graph_key_find_runs(battle_graph *g)
{
    const bool closes = turn_closes_ranks(g->model);

    for (int side = SIDE_A; side <= SIDE_B; side++) {
        const battle_side *army = &g->model->side[side];

        g->spread[side] = g->model->side[enemy_of(side)].targets == SALVO_SPREAD;
        for (int i = army->n - 1; i >= 0; i--)
            g->run_end[side][i] = closes && i + 1 < army->n && army->kind_of[i + 1] == army->kind_of[i]
                                      ? g->run_end[side][i + 1]
                                      : (uint8_t)(i + 1);
    }
}

/* The armies of a battle have the same length in every position. KEY_MIN leaves space for the key of an outcome. */
size_t graph_key_size(const battle_graph *g)
{
    size_t n = 2;

    for (int side = SIDE_A; side <= SIDE_B; side++)
        n += (size_t)g->model->side[side].n * (1U + g->wide + g->spread[side]);
    return n < KEY_MIN ? KEY_MIN : n;
}

/* Whether there are more unit states than one-byte codes can distinguish. */
bool graph_key_is_outgrown(const battle_graph *g)
{
    return !g->wide && (graph_units(g, SIDE_A) > NARROW_GONE || graph_units(g, SIDE_B) > NARROW_GONE);
}

/* "Has acted" is the highest bit, which codes below GRAPH_GONE never use. */
void graph_key_pack(const battle_graph *g, const graph_key *s, uint8_t key[GRAPH_KEY_MAX])
{
    size_t n = 0;

    key[n++] = s->place;
    key[n++] = s->side;
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        for (int i = 0; i < g->model->side[side].n; i++) {
            const unsigned acted = (s->acted[side] >> i & 1) << 7;

            if (g->wide)
                key[n++] = (uint8_t)(s->unit[side][i] >> 8 | acted);
            key[n++] = (uint8_t)(g->wide ? s->unit[side][i] & UINT8_MAX : (s->unit[side][i] & NARROW_GONE) | acted);
        }
        for (int i = 0; g->spread[side] && i < g->model->side[side].n; i++)
            key[n++] = s->received[side][i];
    }
    while (n < KEY_MIN)
        key[n++] = 0;
}

void graph_key_of_outcome(int outcome, uint8_t key[GRAPH_KEY_MAX])
{
    memset(key, 0, GRAPH_KEY_MAX);
    key[0] = NO_PLACE;
    memcpy(key + 2, &outcome, sizeof outcome);
}

void graph_key_at(const battle_graph *g, uint32_t position, graph_key *s)
{
    const uint8_t *key = intern_table_key(&g->keys, position);

    s->place = *key++;
    s->side = *key++;
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        element_set left = 0, acted = 0;

        for (int i = 0; i < g->model->side[side].n; i++) {
            uint16_t code = *key & INT8_MAX;

            acted |= (element_set)(*key++ >> 7) << i;
            if (g->wide)
                code = (uint16_t)(code << 8 | *key++);
            else if (code == NARROW_GONE)
                code = GRAPH_GONE;
            left |= (element_set)(code != GRAPH_GONE) << i;
            s->unit[side][i] = code;
        }
        s->left[side] = left;
        s->acted[side] = acted;
        for (int i = 0; i < g->model->side[side].n; i++)
            s->received[side][i] = g->spread[side] ? *key++ : 0;
    }
}

bool graph_begins_turn(const battle_graph *g, uint32_t position)
{
    const uint8_t *key = intern_table_key(&g->keys, position);

    return key[1] == N_SIDES;
}

static void fill_state(const battle_graph *g, const graph_key *s, struct state *state)
{
    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int i = 0; i < g->model->side[side].n; i++)
            memcpy(packed_state_of(g->model, state, side, i)->unit_state,
                   graph_unit_bytes(g, side, i, s->unit[side][i]), SALVO_ELEMENT_BYTES);
}

/* The chain decides the outcome, so there is one rule for both. */
int graph_key_outcome(const battle_graph *g, const graph_key *s)
{
    struct state state = {.phase = s->side == N_SIDES ? ORDER : ACT, .place = s->place};

    fill_state(g, s, &state);
    return g->model->chain.outcome(g->model, &state);
}

int graph_left(const battle_graph *g, uint32_t position)
{
    struct state state = {.phase = ORDER};
    graph_key s;

    graph_key_at(g, position, &s);
    fill_state(g, &s, &state);
    return g->model->chain.never_ends(g->model, &state);
}

/* The set without element i; those behind it, up to `end`, close up. */
static element_set closed_up(element_set set, int i, int end)
{
    const element_set before = set_below(i), behind = set_below(end) & ~set_below(i + 1), others = ~set_below(end);

    return (set & before) | (set & behind) >> 1 | (set & others);
}

/* Sets the unit state. An element out of the fight moves behind the others of its run. */
void graph_key_set_unit(const battle_graph *g, graph_key *s, int side, int i, uint16_t code)
{
    const int end = g->run_end[side][i];

    s->unit[side][i] = code;
    if (code != GRAPH_GONE)
        return;
    s->left[side] = closed_up(s->left[side], i, end);
    s->acted[side] = closed_up(s->acted[side], i, end);
    for (; i + 1 < end; i++) {
        s->unit[side][i] = s->unit[side][i + 1];
        s->received[side][i] = s->received[side][i + 1];
    }
    s->unit[side][i] = GRAPH_GONE;
    s->received[side][i] = 0;
}
