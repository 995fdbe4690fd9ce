/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes what kernels read from composed activations, in stages: codes, classes and fire classes (battle_codes.c); rows
 * (battle_rows.c); stalemates; the beginning of a turn. */
#include "fight/battle_lay.h"

#include "fight/at_once.h"
#include "fight/lines.h"
#include "fight/sequence.h"

static salvo_status lay_at_once(compiler *c, salvo_error *err)
{
    return is_at_once(c->model) ? at_once_lay(c, err) : SALVO_OK;
}

/* Stalemates. */

/* Whether the lines may stay at the place for another turn. */
static bool is_rest(const battle_model *model, const pace_list paces[N_SIDES], int place)
{
    for (int i = 0; i < paces[SIDE_A].n; i++)
        for (int k = 0; k < paces[SIDE_B].n; k++)
            if (model->next_place[place][paces[SIDE_A].pace[i]][paces[SIDE_B].pace[k]] == place)
                return true;
    return false;
}

/* Notes by kind which enemies it could ever harm at that place, in any unit state. */
static void note_harms(compiler *c, int place, int side)
{
    battle_tables *t = c->t;
    const uint32_t fire_class = t->side[side].fire_class[place];

    memcpy(t->harms[place][side], c->harms[fire_class][side], sizeof t->harms[place][side]);
    t->can_idle = t->can_idle || (c->rests[place] && c->harmless[fire_class][side]);
}

/* Notes whether some pair cannot harm each other where lines rest: a stalemate may occur. */
static void note_rests(compiler *c)
{
    const battle_model *model = c->model;

    for (int place = 0; place < model->n_places && !is_at_once(model); place++)
        for (int side = SIDE_A; side <= SIDE_B && c->rests[place]; side++)
            for (int kind = 0; kind < model->side[side].n_kinds; kind++)
                if (c->t->harms[place][side][kind] != (1 << model->side[enemy_of(side)].n_kinds) - 1)
                    c->t->can_rest = true;
}

/* Paces that a side never has lead to place 0, which is never read. */
static salvo_status lay_next_places(compiler *c, salvo_error *err)
{
    const battle_model *model = c->model;
    const pace_list a = paces_of(model, SIDE_A), b = paces_of(model, SIDE_B);
    battle_tables *t = c->t;

    t->next_place = salvo_arena_array(t->memory, (size_t)model->n_places * N_PACES * N_PACES, sizeof *t->next_place);
    if (!t->next_place)
        return salvo_fail_memory(err);
    for (int place = 0; place < model->n_places; place++)
        for (int i = 0; i < a.n; i++)
            for (int k = 0; k < b.n; k++)
                t->next_place[(place * N_PACES + a.pace[i]) * N_PACES + b.pace[k]] =
                    model->next_place[place][a.pace[i]][b.pace[k]];
    return SALVO_OK;
}

/* The stages. Each reads the results of the previous ones. */

/* Notes first where lines rest, place by place, because missing harm matters only there. */
static salvo_status lay_stalemates(compiler *c, salvo_error *err)
{
    const pace_list paces[] = {paces_of(c->model, SIDE_A), paces_of(c->model, SIDE_B)};

    (void)err;
    for (int place = 0; place < c->model->n_places; place++) {
        c->rests[place] = is_rest(c->model, paces, place);
        for (int side = SIDE_A; side <= SIDE_B; side++)
            note_harms(c, place, side);
    }
    note_rests(c);
    return SALVO_OK;
}

/* Computes the chance that side a begins a turn, as a weight of 2^32. */
static salvo_status lay_order(compiler *c, salvo_error *err)
{
    double ways[N_SIDES], p[N_SIDES];
    uint64_t weight[N_SIDES];

    (void)err;
    if (is_at_once(c->model) || !c->model->adapter->order || c->model->never_begins) /* first_a has no effect then */
        return SALVO_OK;
    order_ways(c->model, ways);
    for (int side = SIDE_A; side <= SIDE_B; side++)
        p[side] = ways[side] / (ways[SIDE_A] + ways[SIDE_B]);
    round_weights(p, N_SIDES, weight);
    c->t->first_a = weight[SIDE_A];
    return SALVO_OK;
}

salvo_status battle_lay(compiler *c, salvo_error *err)
{
    static salvo_status (*const STAGES[])(compiler * c, salvo_error * err) = {
        lay_all_codes, lay_both_sides,  number_rows,    make_room, fill_rows,  lay_ranks,
        lay_at_once,   lay_next_places, lay_stalemates, lay_order, lay_fronts,
    };
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < sizeof STAGES / sizeof *STAGES && status == SALVO_OK; i++)
        status = STAGES[i](c, err);
    return status;
}
