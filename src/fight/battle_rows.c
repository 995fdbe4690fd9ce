/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows: alias columns, for each fire class, class and target. */
#include "fight/battle_lay.h"

#include <stdlib.h>

#include "fight/at_once.h"

enum { COLUMNS_MAX = 1 << 26 }; /* in all rows: 512 MB */

/* Whether all codes fit 8 bits. */
static bool is_narrow(const compiler *c)
{
    bool narrow = true;

    for (int side = SIDE_A; side <= SIDE_B; side++)
        narrow = narrow && c->t->side[side].n_codes <= NARROW_CODES;
    return narrow;
}

uint32_t compiler_representative(const compiler *c, int side, uint32_t class)
{
    const uint32_t number = c->t->side[side].acts_by_state ? number_of_code(c, side, class) : class;

    return number != NO_NUMBER && strength_of(c, side, number) > 0 && unit_state_at(c, side, number)->acts ? number
                                                                                                           : NO_NUMBER;
}

/* The subject of a row. */
typedef struct occasion {
    fire_pair *by;
    int side;
    uint32_t number;        /* the row's number */
    uint32_t actor, target; /* numbers of unit states */
    int place;
} occasion;

/* Fills in what depends on the target. Returns false if the row is never read. */
static bool find_target(const compiler *c, const uint32_t *fire_pair_of, uint32_t code, occasion *o)
{
    const int enemy = enemy_of(o->side);

    o->target = number_of_code(c, enemy, code);
    if (o->target == NO_NUMBER)
        return false;
    o->by = &c->fire_pairs[fire_pair_of[unit_state_at(c, enemy, o->target)->kind]];
    return true;
}

typedef salvo_status row_visitor(compiler *c, const occasion *o, salvo_error *err);

/* Visits the rows of an actor, from `first` on. */
static salvo_status visit_actor(compiler *c, row_visitor *visit, int side, int place, uint32_t actor, uint32_t first,
                                salvo_error *err)
{
    const uint32_t n_codes = c->t->side[enemy_of(side)].n_codes,
                   *fire_pair_of = compiler_fire_pair(c, place, side, unit_state_at(c, side, actor)->kind, 0);
    occasion o = {.side = side, .place = place, .actor = actor};
    salvo_status status = SALVO_OK;

    for (uint32_t code = 0; code < n_codes && status == SALVO_OK; code++) {
        o.number = first + code;
        if (find_target(c, fire_pair_of, code, &o))
            status = visit(c, &o, err);
    }
    return status;
}

/* Visits rows in the order of their numbers: fire class, class, target. */
static salvo_status visit_rows(compiler *c, row_visitor *visit, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (int side = SIDE_A; side <= SIDE_B; side++) {
        const side_tables *s = &c->t->side[side];
        uint32_t row = s->first_row;

        for (uint32_t fire_class = 0; fire_class < s->n_fire_classes; fire_class++)
            for (uint32_t actor_class = 0; actor_class < s->n_classes;
                 actor_class++, row += c->t->side[enemy_of(side)].n_codes) {
                const uint32_t actor = compiler_representative(c, side, actor_class);

                if (actor != NO_NUMBER && status == SALVO_OK)
                    status = visit_actor(c, visit, side, c->place_of[side][fire_class], actor, row, err);
            }
    }
    return status;
}

/* Makes columns of codes from columns of cache numbers. The loop does nothing else, because a battle with moving lines
 * has tens of thousands of rows. */
static void fill_targets(walk_column *to, const composed_column *from, size_t n, const uint32_t *code_in)
{
    for (size_t i = 0; i < n; i++)
        to[i] = (walk_column){from[i].threshold, (uint16_t)code_in[from[i].target[0]],
                              (uint16_t)code_in[from[i].target[1]]};
}

/* The same for the actor's new states; narrow columns have both. */
static void fill_owned(battle_tables *t, size_t first, const composed_column *from, size_t n, const uint32_t *code_in)
{
    const walk_column *columns = &t->columns[first];
    walk_column *narrow = t->narrow ? &t->narrow[first] : NULL;
    uint32_t *own = &t->own[first];

    for (size_t i = 0; i < n; i++)
        own[i] = code_in[from[i].actor[1]] << 16 | code_in[from[i].actor[0]];
    for (size_t i = 0; i < n && narrow; i++)
        narrow[i] = (walk_column){columns[i].threshold, two_codes(own[i] & UINT16_MAX, columns[i].own),
                                  two_codes(own[i] >> 16, columns[i].other)};
}

/* An outcome is the target's new code. */
static bool fill_codes(compiler *c, const occasion *o, composed *of)
{
    battle_tables *t = c->t;
    const size_t first = (size_t)o->number << t->bits, n_columns = (size_t)1 << t->bits;
    const composed_column *columns = compile_cache_columns(c->cache, of, t->bits);

    if (!columns)
        return false;
    fill_targets(&t->columns[first], columns, n_columns, c->code_in[enemy_of(o->side)][o->by->at]);
    if (t->own)
        fill_owned(t, first, columns, n_columns, c->code_in[o->side][o->by->kind]);
    return true;
}

/* Sets the flags of the row's activation. */
static void flag_row(compiler *c, const occasion *o, bool throws, bool harms)
{
    const uint32_t fire_class = c->t->side[o->side].fire_class[o->place];

    c->t->flags[o->number] = (throws ? ROW_ATTACKS : 0) | (harms ? ROW_HARMS : 0);
    c->t->always_attacks = c->t->always_attacks && throws;
    if (harms)
        c->harms[fire_class][o->side][o->by->kind] |= (uint8_t)(1 << o->by->at);
    else
        c->harmless[fire_class][o->side] = true;
}

/* Codes are the same in every fire class, so the row's bytes are, too. */
static void copy_row(compiler *c, const occasion *o, uint32_t from)
{
    battle_tables *t = c->t;
    const size_t n = (size_t)1 << t->bits, source = (size_t)from << t->bits, place = (size_t)o->number << t->bits;

    memcpy(&t->columns[place], &t->columns[source], n * sizeof *t->columns);
    if (t->own)
        memcpy(&t->own[place], &t->own[source], n * sizeof *t->own);
    if (t->own && t->narrow)
        memcpy(&t->narrow[place], &t->narrow[source], n * sizeof *t->narrow);
    flag_row(c, o, t->flags[from] & ROW_ATTACKS, t->flags[from] & ROW_HARMS);
}

/* Makes a row from the composed activation. */
static salvo_status make_row(compiler *c, const occasion *o, salvo_error *err)
{
    composed *of = compiler_composed(c, o->by, o->actor, o->target);

    flag_row(c, o, of->throws, of->harms);
    return fill_codes(c, o, of) ? SALVO_OK : salvo_fail_memory(err);
}

/* A fire pair has the same rows in each of its fire classes. */
static salvo_status fill_row(compiler *c, const occasion *o, salvo_error *err)
{
    const side_tables *s = &c->t->side[o->side];
    const uint32_t fire_class = s->fire_class[o->place];

    if (!o->by->next_fire_class)
        o->by->next_fire_class = fire_class + 1;
    if (o->by->next_fire_class <= fire_class) {
        const uint32_t before = fire_class + 1 - o->by->next_fire_class;

        copy_row(c, o, o->number - before * s->n_classes * c->t->side[enemy_of(o->side)].n_codes);
        return SALVO_OK;
    }
    return make_row(c, o, err);
}

/* A row that is read, with its sort keys. */
typedef struct ranked_row {
    uint32_t row, class, worth, order; /* `order`: among rows of equal worth */
} ranked_row;

static int best_first(const void *a, const void *b)
{
    const ranked_row *x = a, *y = b;

    return x->worth != y->worth ? (x->worth < y->worth ? 1 : -1) : (x->order > y->order) - (x->order < y->order);
}

/* Notes the worth of fire for an actor's rows, and returns the number of rows that are read. Codes are in the order in
 * which equally good targets are chosen. */
static size_t weigh_rows(compiler *c, int side, int place, uint32_t class, uint32_t row, ranked_row *list)
{
    const int enemy = enemy_of(side);
    const uint32_t by = compiler_representative(c, side, class);
    size_t n = 0;

    for (uint32_t code = 0; by != NO_NUMBER && code < c->t->side[enemy].n_codes; code++) {
        uint32_t worth;

        if (number_of_code(c, enemy, code) == NO_NUMBER)
            continue;
        worth = compiler_worth(c, place, side, by, number_of_code(c, enemy, code));
        list[n++] = (ranked_row){row + code, class, worth, code};
    }
    return n;
}

/* Ranks the rows of one fire class. For each actor its targets are ranked; if the best acts, all actors are, too. */
static void rank_fire_class(compiler *c, int side, uint32_t fire_class, ranked_row *list)
{
    const side_tables *s = &c->t->side[side];
    const uint32_t n_codes = c->t->side[enemy_of(side)].n_codes;
    size_t n = 0;
    uint32_t turn = 0;

    for (uint32_t actor_class = 0; actor_class < s->n_classes; actor_class++) {
        const uint32_t row = s->first_row + (fire_class * s->n_classes + actor_class) * n_codes;
        const size_t own = weigh_rows(c, side, c->place_of[side][fire_class], actor_class, row, list + n);

        if (s->choice == FIND_RANK) {
            qsort(list + n, own, sizeof *list, best_first);
            for (size_t i = 0; i < own; i++)
                c->t->ranks[list[n + i].row] = (uint32_t)i;
        }
        n += own;
    }
    if (!s->best_acts)
        return;
    for (size_t i = 0; i < n; i++)
        list[i].order = s->acts_as[list[i].class];
    qsort(list, n, sizeof *list, best_first);
    for (size_t i = 0; i < n; i++) {
        turn += i > 0 && best_first(&list[i - 1], &list[i]) != 0;
        c->t->turns[list[i].row] = turn;
    }
}

static bool rank_rows(compiler *c, int side)
{
    const side_tables *s = &c->t->side[side];
    ranked_row *list = calloc((size_t)s->n_classes * c->t->side[enemy_of(side)].n_codes + 1, sizeof *list);

    for (uint32_t fire_class = 0; list && fire_class < s->n_fire_classes; fire_class++)
        rank_fire_class(c, side, fire_class, list);
    if (!list)
        return false;
    free(list);
    return true;
}

static salvo_status too_many_rows(salvo_error *err)
{
    return salvo_fail(err, SALVO_TOO_LARGE, "its elements can have too many unit states to be compiled");
}

/* Gives every row a number, and all rows one width. */
salvo_status number_rows(compiler *c, salvo_error *err)
{
    uint64_t rows = 1; /* idle lanes read row 0 */
    salvo_status status = SALVO_OK;

    for (int side = SIDE_A; side <= SIDE_B && rows <= COLUMNS_MAX; side++) {
        side_tables *s = &c->t->side[side];

        s->first_row = (uint32_t)rows;
        rows += (uint64_t)s->n_fire_classes * s->n_classes * c->t->side[enemy_of(side)].n_codes;
    }
    if (rows > COLUMNS_MAX)
        return too_many_rows(err);
    c->after_row = (uint32_t)rows;
    if (is_at_once(c->model))
        status = at_once_measure(c, &rows, err);
    if (status != SALVO_OK)
        return status;
    while (1U << c->t->bits < c->most_results)
        c->t->bits++;
    c->t->n_rows = (uint32_t)rows;
    return rows << c->t->bits > COLUMNS_MAX ? too_many_rows(err) : SALVO_OK;
}

/* In the arena that goes back to the cache, because rows are most of a battle's memory. */
salvo_status make_room(compiler *c, salvo_error *err)
{
    battle_tables *t = c->t;
    const size_t n_columns = (size_t)1 << t->bits,
                 n = ((size_t)(t->n_rows + 1) << t->bits) + LOOK_UP_ROOM; /* for idle lanes */
    const bool ranked = t->side[SIDE_A].choice == FIND_RANK || t->side[SIDE_B].choice == FIND_RANK;
    const bool taken = t->side[SIDE_A].best_acts || t->side[SIDE_B].best_acts;
    const bool owned = !c->fixed && !is_at_once(c->model), narrow = is_narrow(c);

    t->columns = salvo_arena_array(t->memory, n, sizeof *t->columns);
    t->own = owned ? salvo_arena_array(t->memory, n, sizeof *t->own) : NULL;
    t->narrow = !narrow ? NULL : owned ? salvo_arena_array(t->memory, n, sizeof *t->narrow) : t->columns;
    t->flags = salvo_arena_array(t->memory, t->n_rows + 1, sizeof *t->flags);
    t->ranks = ranked ? salvo_arena_array(t->memory, t->n_rows + 1, sizeof *t->ranks) : NULL;
    t->turns = taken ? salvo_arena_array(t->memory, t->n_rows + 1, sizeof *t->turns) : NULL;
    c->columns = salvo_arena_array(c->memory, n_columns, sizeof *c->columns);
    c->weight = salvo_arena_array(c->memory, n_columns, sizeof *c->weight);
    c->stack = salvo_arena_array(c->memory, n_columns, sizeof *c->stack);
    if (!t->columns || (owned && !t->own) || (narrow && !t->narrow) || !t->flags || (ranked && !t->ranks) ||
        (taken && !t->turns) || !c->columns || !c->weight || !c->stack)
        return salvo_fail_memory(err);
    return SALVO_OK;
}

salvo_status fill_rows(compiler *c, salvo_error *err)
{
    c->t->always_attacks = true;
    return visit_rows(c, fill_row, err);
}

/* Only if the effect of activations matters; otherwise targets follow the order of the codes. */
salvo_status lay_ranks(compiler *c, salvo_error *err)
{
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        const side_tables *s = &c->t->side[side];

        if ((s->choice == FIND_RANK || s->best_acts) && !rank_rows(c, side))
            return salvo_fail_memory(err);
    }
    return SALVO_OK;
}
