/* From composed activations to what kernels read. Codes: the enemy's policy orders them, so that the least code is the
 * target. Classes: where an actor's state makes no difference, its kind stands for all. Stands: places at which a side
 * fires alike. Rows: alias columns, for each stand, class and target. */
#include "fight/battle_lay.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fight/at_once.h"
#include "fight/lines.h"
#include "fight/sequence.h"
#include "fight/targets.h"

enum { COLUMNS_MAX = 1 << 26 }; /* of all rows: 512 MB */

/* Codes. */

static int descending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x < y) - (x > y);
}

/* Sets ranks[i] to the number of different worths that are greater. Unit states out of the fight get the last rank,
 * which equals no worth. */
static bool rank(const compiler *c, int side, const double *worth, uint32_t *ranks)
{
    uint32_t n = (uint32_t)c->unit_states[side].count, n_sorted = 0, n_ranks = 0;
    double *sorted = calloc(n + 1, sizeof *sorted);

    if (!sorted)
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (strength_of(c, side, i) > 0)
            sorted[n_sorted++] = worth[i];
    qsort(sorted, n_sorted, sizeof *sorted, descending);
    for (uint32_t i = 0; i < n_sorted; i++)
        if (i == 0 || sorted[i] != sorted[n_ranks - 1])
            sorted[n_ranks++] = sorted[i];
    for (uint32_t i = 0; i < n; i++)
        for (ranks[i] = 0; ranks[i] < n_ranks && sorted[ranks[i]] != worth[i];) /* linear search: ranks are few */
            ranks[i]++;
    free(sorted);
    return true;
}

/* Ranks the enemy's unit states by how much `side` wants to fire at each. */
static bool rank_for(const compiler *c, int side, int place, uint32_t actor, uint32_t *ranks)
{
    int enemy = enemy_of(side);
    uint32_t n = (uint32_t)c->unit_states[enemy].count;
    const unit_state *by = unit_state_at(c, side, actor);
    double *worth = calloc(n + 1, sizeof *worth);
    bool done;

    for (uint32_t i = 0; worth && i < n; i++) {
        const unit_state *at = unit_state_at(c, enemy, i);

        if (is_fit(c, enemy, at->kind, i))
            worth[i] = battle_model_worth(c->e, place, side, by->kind, by->bytes, at->kind, at->bytes);
    }
    done = worth && rank(c, enemy, worth, ranks);
    free(worth);
    return done;
}

/* Deals out codes in the order of the ranks, as many for each as its unit states need, rounded up to 2^tied_bits: so a
 * code with its low bits set is the greatest that is wanted as much. */
static void order_codes(compiler *c, int side, const uint32_t *ranks)
{
    uint32_t n = (uint32_t)c->unit_states[side].count, most = 1, bits = 0;

    for (uint32_t i = 0; i < n; i++) {
        uint32_t like = 0;

        for (uint32_t k = 0; k <= i; k++)
            like += ranks[k] == ranks[i] && strength_of(c, side, k) > 0;
        c->code_of[side][i] = like - 1; /* within its rank */
        most = strength_of(c, side, i) > 0 && like > most ? like : most;
    }
    while (1U << bits < most)
        bits++;
    for (uint32_t i = 0; i < n; i++)
        c->code_of[side][i] = strength_of(c, side, i) > 0 ? (ranks[i] << bits) + c->code_of[side][i] : CODE_GONE;
    c->t->side[enemy_of(side)].tied = (1U << bits) - 1;
}

/* Where the policy does not look at unit states. */
static void count_codes(compiler *c, int side)
{
    uint32_t code = 0;

    for (uint32_t i = 0; i < c->unit_states[side].count; i++)
        c->code_of[side][i] = strength_of(c, side, i) > 0 ? code++ : CODE_GONE;
}

static target_choice choice_of(salvo_targets policy)
{
    switch (policy) {
    case SALVO_WEAKEST:
    case SALVO_STRONGEST:
        return CHOOSE_LEAST;
    case SALVO_BEST:
        return CHOOSE_RANK;
    case SALVO_OPPOSITE:
        return CHOOSE_OPPOSITE;
    case SALVO_SPREAD:
        return CHOOSE_SPREAD;
    default:
        return CHOOSE_FIRST;
    }
}

/* Of this side's elements, which the enemy chooses among. */
static salvo_status lay_codes(compiler *c, int side, salvo_error *err)
{
    side_tables *s = &c->t->side[side];
    const int enemy = enemy_of(side);
    const uint32_t n = (uint32_t)c->unit_states[side].count;
    uint32_t *ranks = calloc(n + 1, sizeof *ranks);
    bool done = ranks != NULL;

    c->code_of[side] = calloc(n + 1, sizeof *c->code_of[side]);
    done = done && c->code_of[side];
    if (done && c->t->side[enemy].choice == CHOOSE_LEAST) {
        done = rank_for(c, enemy, 0, 0, ranks);
        order_codes(c, side, ranks);
    } else if (done) {
        count_codes(c, side);
    }
    free(ranks);
    if (!done)
        return salvo_fail_memory(err);
    for (uint32_t i = 0; i < n; i++)
        if (c->code_of[side][i] != CODE_GONE && s->n_codes <= c->code_of[side][i])
            s->n_codes = c->code_of[side][i] + 1;
    c->number_of[side] = calloc(s->n_codes + 1, sizeof *c->number_of[side]);
    if (!c->number_of[side])
        return salvo_fail_memory(err);
    for (uint32_t code = 0; code < s->n_codes; code++)
        c->number_of[side][code] = NO_NUMBER;
    for (uint32_t i = 0; i < n; i++)
        if (c->code_of[side][i] != CODE_GONE)
            c->number_of[side][c->code_of[side][i]] = i;
    return SALVO_OK;
}

/* What does not depend on rows. */

/* Insertion sort: kinds are few. The slowest first, because the slowest sets the pace. */
static void order_by_speed(const battle_side *army, side_tables *s)
{
    for (int k = 0; k < army->n_kinds; k++) {
        uint32_t at = s->n_speeds;

        if (army->kinds[k].speed <= 0)
            continue;
        for (; at > 0 && army->kinds[k].speed < army->kinds[s->by_speed[at - 1]].speed; at--)
            s->by_speed[at] = s->by_speed[at - 1];
        s->by_speed[at] = (uint8_t)k;
        s->n_speeds++;
    }
}

/* Where all codes are narrow they, and effects, fit 8 bits. */
static bool is_narrow(const compiler *c)
{
    bool narrow = true;

    for (int side = SIDE_A; side <= SIDE_B; side++)
        narrow = narrow && c->t->side[side].n_codes <= NARROW_CODES && c->effects[side].count <= NARROW_CODES;
    return narrow;
}

/* By code: what `is` says of the unit state. The code behind the last has 0. */
static uint32_t *lay_by_code(compiler *c, int side, uint32_t (*is)(const compiler *c, int side, uint32_t number))
{
    const side_tables *s = &c->t->side[side];
    uint32_t *table = salvo_arena_array(c->t->memory, s->n_codes + LOOK_UP_ROOM, sizeof *table);

    for (uint32_t code = 0; table && code < s->n_codes; code++)
        if (c->number_of[side][code] != NO_NUMBER)
            table[code] = is(c, side, c->number_of[side][code]);
    return table;
}

static uint32_t strength_by_number(const compiler *c, int side, uint32_t number)
{
    return (uint32_t)strength_of(c, side, number);
}

static uint32_t is_stopped(const compiler *c, int side, uint32_t number)
{
    const unit_state *at = unit_state_at(c, side, number);

    return c->e->adapter->is_stopped(c->e->side[side].kinds[at->kind].element, at->bytes);
}

static uint32_t is_worn(const compiler *c, int side, uint32_t number)
{
    const unit_state *at = unit_state_at(c, side, number);

    return c->e->adapter->is_worn(c->e->side[side].kinds[at->kind].element, at->bytes);
}

static salvo_status lay_side(compiler *c, int side, salvo_error *err)
{
    side_tables *s = &c->t->side[side];
    const battle_side *army = &c->e->side[side];
    const salvo_battle_adapter *adapter = c->e->adapter;

    s->strength = lay_by_code(c, side, strength_by_number);
    s->stopped = adapter->is_stopped ? lay_by_code(c, side, is_stopped) : NULL;
    s->worn = adapter->limits ? lay_by_code(c, side, is_worn) : NULL;
    if (!s->strength || (adapter->is_stopped && !s->stopped) || (adapter->limits && !s->worn))
        return salvo_fail_memory(err);
    for (int i = 0; i < army->n; i++) { /* the fresh unit state of kind k has number k */
        s->fresh[i] = c->code_of[side][army->kind_of[i]];
        s->full += s->fresh[i] == CODE_GONE ? 0 : s->strength[s->fresh[i]];
        s->opposite[i] = (uint8_t)(i % c->e->side[enemy_of(side)].n); /* a smaller side is gone through again */
    }
    /* 0: the side never breaks off. */
    s->living_at_break = army->breaks_at <= army->n ? (uint32_t)(army->n - army->breaks_at) : 0;
    s->is_fickle = is_fickle(c->e, side);
    order_by_speed(army, s);
    return SALVO_OK;
}

/* Classes. */

/* Whether both actions have the same results with the same chances, and leave their actors as they are. Chances are
 * compared exactly: both come from the same arithmetic. */
static bool is_alike(const compiler *c, const action *a, const action *b)
{
    bool alike = a->n == b->n && a->throws == b->throws;

    for (size_t i = 0; i < a->n && alike; i++) {
        const end *x = &c->ends[a->first + i], *y = &c->ends[b->first + i];

        alike = x->target == y->target && x->p == y->p && x->actor == a->actor && y->actor == b->actor;
    }
    return alike;
}

/* Whether it makes no difference in which unit state an element of the kind acts. Compared with the fresh state, number
 * `kind`. */
static bool is_one_class(const compiler *c, int side, int kind)
{
    for (size_t i = 0; i < c->n_matchups; i++) {
        const matchup *by = &c->matchups[i];

        for (size_t k = 0; by->side == side && by->kind == kind && k < by->n_actions; k++)
            if (!is_alike(c, &by->actions[k], compiler_action(by, (uint32_t)kind, by->actions[k].target)))
                return false;
    }
    return true;
}

/* Whether that holds for every kind. Where it does not, rows must tell what becomes of the actor, and then every unit
 * state of every kind is a class of its own. */
static bool are_classes_fixed(const compiler *c)
{
    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int kind = 0; kind < c->e->side[side].n_kinds; kind++)
            if (!is_one_class(c, side, kind))
                return false;
    return true;
}

static void lay_classes(compiler *c, int side, bool fixed)
{
    side_tables *s = &c->t->side[side];
    const battle_side *army = &c->e->side[side];

    s->acts_by_state = !fixed;
    s->n_classes = fixed ? (uint32_t)army->n_kinds : s->n_codes;
    for (int i = 0; i < army->n; i++)
        s->class_of[i] = army->kind_of[i];
}

/* The number of the unit state that stands for a class; NO_NUMBER where nobody of the class is ever in the fight. */
static uint32_t representative_of(const compiler *c, int side, uint32_t class)
{
    const side_tables *s = &c->t->side[side];

    if (s->acts_by_state)
        return c->number_of[side][class];
    return strength_of(c, side, class) > 0 ? class : NO_NUMBER;
}

/* Stands. */

static bool fires_alike(const compiler *c, int side, int place, int like)
{
    for (int kind = 0; kind < c->e->side[side].n_kinds; kind++)
        for (int at = 0; at < c->e->side[enemy_of(side)].n_kinds; at++)
            if (*compiler_matchup(c, place, side, kind, at) != *compiler_matchup(c, like, side, kind, at))
                return false;
    return true;
}

static void lay_stands(compiler *c, int side)
{
    side_tables *s = &c->t->side[side];

    for (int place = 0; place < c->e->n_places; place++) {
        int like = 0;

        s->moved[place] = c->e->places[place].moved[side];
        while (like < place && !fires_alike(c, side, place, like))
            like++;
        if (like == place)
            c->place_of[side][s->n_stands] = (uint8_t)place;
        s->stand[place] = like == place ? s->n_stands++ : s->stand[like];
    }
}

/* Rows. */

/* What a row is about. */
typedef struct occasion {
    const matchup *by;
    action *d;
    int side;
    uint32_t number;        /* the row's */
    uint32_t actor, target; /* numbers of unit states */
    int place;
} occasion;

/* false where the row is never read. */
static bool find_occasion(const compiler *c, int side, uint32_t stand, uint32_t class, uint32_t code, occasion *o)
{
    const int enemy = enemy_of(side), place = c->place_of[side][stand];

    o->actor = representative_of(c, side, class);
    o->target = c->number_of[enemy][code];
    if (o->actor == NO_NUMBER || o->target == NO_NUMBER)
        return false;
    o->by = &c->matchups[*compiler_matchup(c, place, side, unit_state_at(c, side, o->actor)->kind,
                                           unit_state_at(c, enemy, o->target)->kind)];
    o->d = (action *)compiler_action(o->by, o->actor, o->target);
    o->side = side;
    o->place = place;
    return true;
}

typedef salvo_status row_visitor(compiler *c, const occasion *o, salvo_error *err);

static salvo_status visit_rows(compiler *c, row_visitor *visit, salvo_error *err)
{
    salvo_status status = SALVO_OK;
    occasion o;

    for (int side = SIDE_A; side <= SIDE_B; side++) {
        const side_tables *s = &c->t->side[side];

        o.number = s->first_row;
        for (uint32_t stand = 0; stand < s->n_stands; stand++)
            for (uint32_t class = 0; class < s->n_classes; class ++)
                for (uint32_t code = 0; code < c->t->side[enemy_of(side)].n_codes && status == SALVO_OK;
                     code++, o.number++)
                    if (find_occasion(c, side, stand, class, code, &o))
                        status = visit(c, &o, err);
    }
    return status;
}

static salvo_status measure_row(compiler *c, const occasion *o, salvo_error *err)
{
    if (o->d->n > WEIGHTS_MAX)
        return salvo_fail(err, SALVO_TOO_LARGE, "the activations of its elements have too many results to be compiled");
    c->most_results = o->d->n > c->most_results ? o->d->n : c->most_results;
    return SALVO_OK;
}

/* From these two unit states, or any that follow (salvo_battle_adapter). */
static bool can_harm(const compiler *c, const occasion *o)
{
    return c->e->adapter->can_harm(o->by->fire, unit_state_at(c, o->side, o->actor)->bytes,
                                   unit_state_at(c, enemy_of(o->side), o->target)->bytes);
}

/* An outcome is the target's new code or, where all act at once, an effect. */
static salvo_status fill_row(compiler *c, const occasion *o, salvo_error *err)
{
    const int enemy = enemy_of(o->side);
    uint32_t results[WEIGHTS_MAX], own[WEIGHTS_MAX];
    double p[WEIGHTS_MAX];

    (void)err;
    for (size_t i = 0; i < o->d->n; i++) {
        const end *to = &c->ends[o->d->first + i];

        results[i] = is_at_once(c->e) ? to->target : c->code_of[enemy][to->target];
        own[i] = c->code_of[o->side][to->actor];
        p[i] = to->p;
    }
    compiler_row(c, o->number, results, own, p, o->d->n);
    return SALVO_OK;
}

static salvo_status flag_row(compiler *c, const occasion *o, salvo_error *err)
{
    (void)err;
    c->t->flags[o->number] = (o->d->throws ? ROW_ATTACKS : 0) | (can_harm(c, o) ? ROW_HARMS : 0);
    c->t->always_attacks = c->t->always_attacks && o->d->throws;
    return SALVO_OK;
}

/* Ranks of SALVO_BEST, which looks at what the activation does. */
static bool rank_rows(compiler *c, int side)
{
    const int enemy = enemy_of(side);
    const side_tables *s = &c->t->side[side];
    uint32_t *ranks = calloc(c->unit_states[enemy].count + 1, sizeof *ranks), row = s->first_row;
    bool done = ranks != NULL;

    for (uint32_t stand = 0; stand < s->n_stands; stand++)
        for (uint32_t class = 0; class < s->n_classes && done; class ++, row += c->t->side[enemy].n_codes) {
            const uint32_t by = representative_of(c, side, class);

            done = by == NO_NUMBER || rank_for(c, side, c->place_of[side][stand], by, ranks);
            for (uint32_t code = 0; done && by != NO_NUMBER && code < c->t->side[enemy].n_codes; code++)
                if (c->number_of[enemy][code] != NO_NUMBER)
                    c->t->ranks[row + code] = ranks[c->number_of[enemy][code]];
        }
    free(ranks);
    return done;
}

static salvo_status too_many_rows(salvo_error *err)
{
    return salvo_fail(err, SALVO_TOO_LARGE, "its elements can be in too many conditions to be compiled");
}

/* Every row a number and all of them one width. */
static salvo_status number_rows(compiler *c, salvo_error *err)
{
    uint64_t rows = 1; /* row 0 is what idle lanes read */
    salvo_status status;

    c->most_results = 2; /* at least one bit: no word is shifted by 32 */
    for (int side = SIDE_A; side <= SIDE_B && rows <= COLUMNS_MAX; side++) {
        side_tables *s = &c->t->side[side];

        s->first_row = (uint32_t)rows;
        rows += (uint64_t)s->n_stands * s->n_classes * c->t->side[enemy_of(side)].n_codes;
    }
    if (rows > COLUMNS_MAX)
        return too_many_rows(err);
    c->after_row = (uint32_t)rows;
    status = visit_rows(c, measure_row, err);
    if (status == SALVO_OK && is_at_once(c->e))
        status = at_once_measure(c, &rows, err);
    if (status != SALVO_OK)
        return status;
    while (1U << c->t->bits < c->most_results)
        c->t->bits++;
    c->t->n_rows = (uint32_t)rows;
    return rows << c->t->bits > COLUMNS_MAX ? too_many_rows(err) : SALVO_OK;
}

static salvo_status make_room(compiler *c, salvo_error *err)
{
    battle_tables *t = c->t;
    const size_t n_columns = (size_t)1 << t->bits,
                 n = ((size_t)(t->n_rows + 1) << t->bits) + LOOK_UP_ROOM; /* idle lanes read */
    const bool ranked = t->side[SIDE_A].choice == CHOOSE_RANK || t->side[SIDE_B].choice == CHOOSE_RANK;
    const bool owned = !c->fixed && !is_at_once(c->e), narrow = is_narrow(c);

    t->columns = salvo_arena_array(t->memory, n, sizeof *t->columns);
    t->own = owned ? salvo_arena_array(t->memory, n, sizeof *t->own) : NULL;
    t->narrow = !narrow ? NULL : owned ? salvo_arena_array(t->memory, n, sizeof *t->narrow) : t->columns;
    t->flags = salvo_arena_array(t->memory, t->n_rows + 1, sizeof *t->flags);
    t->ranks = ranked ? salvo_arena_array(t->memory, t->n_rows + 1, sizeof *t->ranks) : NULL;
    c->columns = calloc(n_columns, sizeof *c->columns);
    c->weight = calloc(n_columns, sizeof *c->weight);
    c->stack = calloc(n_columns, sizeof *c->stack);
    if (!t->columns || (owned && !t->own) || (narrow && !t->narrow) || !t->flags || (ranked && !t->ranks) ||
        !c->columns || !c->weight || !c->stack)
        return salvo_fail_memory(err);
    return SALVO_OK;
}

static salvo_status fill_rows(compiler *c, salvo_error *err)
{
    salvo_status status = visit_rows(c, fill_row, err);

    c->t->always_attacks = true;
    return status == SALVO_OK ? visit_rows(c, flag_row, err) : status;
}

static salvo_status lay_ranks(compiler *c, salvo_error *err)
{
    for (int side = SIDE_A; side <= SIDE_B; side++)
        if (c->t->side[side].choice == CHOOSE_RANK && !rank_rows(c, side))
            return salvo_fail_memory(err);
    return SALVO_OK;
}

static salvo_status lay_at_once(compiler *c, salvo_error *err)
{
    return is_at_once(c->e) ? at_once_lay(c, err) : SALVO_OK;
}

/* Stalemates. */

/* Whether the lines may stay at the place for another turn. */
static bool is_rest(const battle_model *e, int place)
{
    for (int a = 0; a < N_PACES; a++)
        for (int b = 0; b < N_PACES; b++)
            if (is_pace(e, SIDE_A, a) && is_pace(e, SIDE_B, b) && e->next_place[place][a][b] == place)
                return true;
    return false;
}

/* By kind: who could ever harm whom where the lines stand, whatever unit states they are in. */
static salvo_status note_harm(compiler *c, const occasion *o, salvo_error *err)
{
    const uint8_t kind = unit_state_at(c, o->side, o->actor)->kind,
                  at = unit_state_at(c, enemy_of(o->side), o->target)->kind;

    (void)err;
    for (int place = 0; place < c->e->n_places; place++) {
        if (c->t->side[o->side].stand[place] != c->t->side[o->side].stand[o->place])
            continue;
        if (c->t->flags[o->number] & ROW_HARMS)
            c->t->harms[place][o->side][kind] |= (uint8_t)(1 << at);
        else
            c->t->can_idle = c->t->can_idle || c->rests[place];
    }
    return SALVO_OK;
}

/* Whether some pair cannot harm where lines rest: a stalemate may come. */
static void note_rests(compiler *c)
{
    const battle_model *e = c->e;

    for (int place = 0; place < e->n_places && !is_at_once(e); place++)
        for (int side = SIDE_A; side <= SIDE_B && c->rests[place]; side++)
            for (int kind = 0; kind < e->side[side].n_kinds; kind++)
                if (c->t->harms[place][side][kind] != (1 << e->side[enemy_of(side)].n_kinds) - 1)
                    c->t->can_rest = true;
}

static salvo_status lay_next_places(compiler *c, salvo_error *err)
{
    const battle_model *e = c->e;
    battle_tables *t = c->t;
    size_t n = 0;

    t->next_place = salvo_arena_array(t->memory, (size_t)e->n_places * N_PACES * N_PACES, sizeof *t->next_place);
    if (!t->next_place)
        return salvo_fail_memory(err);
    for (int place = 0; place < e->n_places; place++)
        for (int a = 0; a < N_PACES; a++)
            for (int b = 0; b < N_PACES; b++)
                t->next_place[n++] = e->next_place[place][a][b];
    return SALVO_OK;
}

/* The beginning of a turn. */

/* The chance that side a begins, as a weight of 2^32. */
static void weigh_order(compiler *c)
{
    double ways[N_SIDES], p[N_SIDES];
    uint64_t weight[N_SIDES];

    if (!c->e->adapter->order || c->e->never_begins) /* first_a decides nothing then */
        return;
    order_ways(c->e, ways);
    for (int side = SIDE_A; side <= SIDE_B; side++)
        p[side] = ways[side] / (ways[SIDE_A] + ways[SIDE_B]);
    weigh(p, N_SIDES, weight);
    c->t->first_a = weight[SIDE_A];
}

/* The stages. Whatever comes later reads what came before. */

static salvo_status lay_all_codes(compiler *c, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (int side = SIDE_A; side <= SIDE_B; side++)
        c->t->side[side].choice = choice_of(c->e->side[side].targets);
    for (int side = SIDE_A; side <= SIDE_B && status == SALVO_OK; side++)
        status = lay_codes(c, side, err);
    return status;
}

static salvo_status lay_both_sides(compiler *c, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    c->fixed = are_classes_fixed(c);
    for (int side = SIDE_A; side <= SIDE_B && status == SALVO_OK; side++) {
        status = lay_side(c, side, err);
        lay_classes(c, side, c->fixed);
        lay_stands(c, side);
    }
    return status;
}

static salvo_status lay_stalemates(compiler *c, salvo_error *err)
{
    salvo_status status;

    for (int place = 0; place < c->e->n_places; place++)
        c->rests[place] = is_rest(c->e, place);
    status = visit_rows(c, note_harm, err);
    note_rests(c);
    return status;
}

static salvo_status lay_order(compiler *c, salvo_error *err)
{
    (void)err;
    if (!is_at_once(c->e))
        weigh_order(c);
    return SALVO_OK;
}

salvo_status battle_lay(compiler *c, salvo_error *err)
{
    static salvo_status (*const STAGES[])(compiler * c, salvo_error * err) = {
        lay_all_codes, lay_both_sides, number_rows,     make_room,      fill_rows,
        lay_ranks,     lay_at_once,    lay_next_places, lay_stalemates, lay_order,
    };
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < sizeof STAGES / sizeof *STAGES && status == SALVO_OK; i++)
        status = STAGES[i](c, err);
    return status;
}
