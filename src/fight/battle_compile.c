/* Compiles in four stages. Matchups: kinds that fire at each other, those with equal fires as one. Closure: every
 * activation of every unit state on every other is composed until no new unit state turns up. Classes: where an actor's
 * state makes no difference, one stands for all. Tables: rows of alias columns, and everything that kernels look up. */
#include "fight/battle_compile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "fight/at_once.h"
#include "fight/battle_compiler.h"
#include "fight/lines.h"
#include "fight/sequence.h"
#include "fight/targets.h"

enum { ROWS_MAX = 1 << 26 }; /* entries of a side's row table: 256 MB */

/* The table has room for the most kinds there can be, so that the index is the same for every battle. */
static uint32_t *matchup_at(const compiler *c, int place, int side, int kind, int at)
{
    return &c->matchup_of[((place * N_SIDES + side) * SALVO_KINDS_MAX + kind) * SALVO_KINDS_MAX + at];
}

/* Finds the matchup with that fire, or makes a new one. Fires are equal byte by byte, mostly at several places. */
static salvo_status find_matchup(compiler *c, int place, int side, int kind, int at, salvo_error *err)
{
    const void *fire = battle_model_fire(c->e, place, side, kind, at);
    size_t i = 0;

    for (; i < c->n_matchups; i++) {
        const matchup *known = &c->matchups[i];

        if (known->side == side && known->kind == kind && known->at == at &&
            memcmp(known->fire, fire, c->e->adapter->fire_size) == 0)
            break;
    }
    *matchup_at(c, place, side, kind, at) = (uint32_t)i;
    if (i < c->n_matchups)
        return SALVO_OK;
    if (!salvo_grow(&c->matchups, &c->capacity, i + 1, sizeof *c->matchups))
        return salvo_fail_memory(err);
    c->matchups[c->n_matchups++] =
        (matchup){.side = side, .kind = kind, .at = at, .fire = fire, .known = {.key_size = 2 * sizeof(uint32_t)}};
    if (c->cache && !activation_cache_fire(c->cache, fire, &c->matchups[i].fire_number))
        return salvo_fail_memory(err);
    return SALVO_OK;
}

/* Every place, either side, every kind at every kind of the enemy. */
static salvo_status find_matchups(compiler *c, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    c->matchup_of = calloc((size_t)PLACES_MAX * N_SIDES * SALVO_KINDS_MAX * SALVO_KINDS_MAX, sizeof *c->matchup_of);
    if (!c->matchup_of)
        return salvo_fail_memory(err);
    for (int place = 0; place < c->e->n_places; place++)
        for (int side = SIDE_A; side <= SIDE_B; side++)
            for (int kind = 0; kind < c->e->side[side].n_kinds; kind++)
                for (int at = 0; at < c->e->side[enemy_of(side)].n_kinds && status == SALVO_OK; at++)
                    status = find_matchup(c, place, side, kind, at, err);
    return status;
}

static salvo_status add_end(compiler *c, const matchup *by, const joint_state *from, salvo_error *err)
{
    end to = {.p = from->p}; /* packed numbers in place of bytes */
    salvo_status status = compiler_number(c, by->side, by->kind, from->actor, &to.actor, err);

    if (status == SALVO_OK)
        status = compiler_number(c, enemy_of(by->side), by->at, from->target, &to.target, err);
    return status == SALVO_OK ? compiler_end(c, &to, err) : status;
}

static salvo_status compose_ends(compiler *c, const matchup *by, action *d, salvo_error *err)
{
    unit_state from = *unit_state_at(c, by->side, d->actor), at = *unit_state_at(c, enemy_of(by->side), d->target);
    salvo_status status = SALVO_OK;
    bool composed = c->cache ? activation_recall(c->cache, &c->activation, by->fire_number, from.bytes, at.bytes)
                             : activation_compose(&c->activation, c->e->adapter, by->fire, from.bytes, at.bytes);

    if (!composed || c->activation.tried > TRIED_MAX) /* bounds the time that composing takes */
        return salvo_fail(err, SALVO_TOO_LARGE, "the activations of its elements have too many results to be compiled");
    for (size_t i = 0; i < c->activation.n && status == SALVO_OK; i++)
        status = add_end(c, by, &c->activation.joint_states[i], err);
    d->n = c->n_ends - d->first;
    d->throws = c->activation.throws;
    return status;
}

/* Adds the action to its matchup; the number under which it is known is its place there. */
static salvo_status compose(compiler *c, matchup *by, uint32_t actor, uint32_t target, salvo_error *err)
{
    action d = {.actor = actor, .target = target, .first = c->n_ends, .like = (uint32_t)by->n_actions};
    salvo_status status = is_at_once(c->e) ? at_once_compose(c, by, &d, err) : compose_ends(c, by, &d, err);

    if (status == SALVO_OK && !salvo_grow(&by->actions, &by->capacity, by->n_actions + 1, sizeof *by->actions))
        status = salvo_fail_memory(err);
    if (status == SALVO_OK)
        by->actions[by->n_actions++] = d;
    return status;
}

/* Composes the actions of the matchup that were not composed yet, for all unit states that have numbers. */
static salvo_status widen(compiler *c, matchup *by, salvo_error *err)
{
    int enemy = enemy_of(by->side);
    salvo_status status = SALVO_OK;

    for (uint32_t actor = 0; actor < c->unit_states[by->side].count; actor++)
        for (uint32_t target = 0; target < c->unit_states[enemy].count && status == SALVO_OK; target++) {
            /* The key of an action; its number is its place in by->actions. */
            const uint32_t key[] = {actor, target};
            uint32_t number;
            bool is_new;

            if (!is_fit(c, by->side, by->kind, actor) || !is_fit(c, enemy, by->at, target))
                continue;
            if (!intern_table_of(&by->known, key, &number, &is_new))
                return salvo_fail_memory(err);
            if (is_new)
                status = compose(c, by, actor, target, err);
        }
    return status;
}

/* Repeats until no action leads to a unit state without a number. */
static salvo_status close(compiler *c, salvo_error *err)
{
    size_t before;
    salvo_status status = is_at_once(c->e) ? at_once_close(c, err) : SALVO_OK;

    do {
        before = c->unit_states[SIDE_A].count + c->unit_states[SIDE_B].count;
        for (size_t i = 0; i < c->n_matchups && status == SALVO_OK; i++)
            status = widen(c, &c->matchups[i], err);
    } while (status == SALVO_OK && before < c->unit_states[SIDE_A].count + c->unit_states[SIDE_B].count);
    return status;
}

/* The fresh state of kind k gets number k: find_classes and make_packed_states rely on it. */
static salvo_status enlist_initial(compiler *c, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int kind = 0; kind < c->e->side[side].n_kinds && status == SALVO_OK; kind++) {
            uint8_t fresh[SALVO_ELEMENT_BYTES] = {0};
            uint32_t number;

            c->e->adapter->initial_state(c->e->side[side].kinds[kind].element, fresh);
            status = compiler_number(c, side, kind, fresh, &number, err);
        }
    return status;
}

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

/* Numbers the classes of actors. The fresh unit state of a kind has the kind's number, and stands for all where classes
 * are fixed. */
static void find_classes(compiler *c, int side, bool fixed, uint32_t *representative)
{
    side_tables *s = &c->t->side[side];
    const battle_side *army = &c->e->side[side];

    s->fixed_classes = fixed;
    for (int kind = 0; kind < army->n_kinds; kind++) {
        for (uint32_t i = 0; i < s->n; i++)
            if (is_fit(c, side, kind, i) && (!fixed || i == (uint32_t)kind)) {
                representative[s->n_classes] = i;
                s->class_of[i] = s->n_classes++;
            }
        for (uint32_t i = 0; i < s->n && fixed; i++)
            if (is_fit(c, side, kind, i))
                s->class_of[i] = s->class_of[kind];
    }
    for (int i = 0; i < army->n; i++)
        s->class_at_start[i] = s->class_of[army->kind_of[i]];
}

/* From these two unit states, or any that follow (salvo_battle_adapter). */
static bool can_harm(const compiler *c, const matchup *by, const action *d)
{
    return c->e->adapter->can_harm(by->fire, unit_state_at(c, by->side, d->actor)->bytes,
                                   unit_state_at(c, enemy_of(by->side), d->target)->bytes);
}

/* The strength that the target loses; of effects only the turn can tell, because it depends on what the target is by
 * then. */
static int loss_of(const compiler *c, const matchup *by, const action *d, const end *to)
{
    int enemy = enemy_of(by->side);

    return is_at_once(c->e) ? 0 : strength_of(c, enemy, d->target) - strength_of(c, enemy, to->target);
}

/* An outcome becomes a word: the target's new unit state, whether it was an attack, the strength lost. */
static salvo_status make_new_row(compiler *c, const matchup *by, action *d, salvo_error *err)
{
    uint32_t results[WEIGHTS_MAX], own[WEIGHTS_MAX];
    double p[WEIGHTS_MAX];

    if (d->n > WEIGHTS_MAX)
        return salvo_fail(err, SALVO_TOO_LARGE, "the activations of its elements have too many results to be compiled");
    for (size_t i = 0; i < d->n; i++) {
        const end *to = &c->ends[d->first + i];
        int loss = loss_of(c, by, d, to);

        /* A target never gains strength by fire; the loss has the bits above RESULT_LOSS_SHIFT. */
        if (loss < 0 || loss >= 1 << (32 - RESULT_LOSS_SHIFT))
            return salvo_fail(err, SALVO_TOO_LARGE, "an element loses %d of its strength at once", loss);
        /* Results carry what kernels need besides the new unit state. */
        results[i] = to->target | (d->throws ? RESULT_ATTACK : 0) | (uint32_t)loss << RESULT_LOSS_SHIFT;
        own[i] = to->actor;
        p[i] = to->p;
    }
    return compiler_row(c, results, own, p, d->n, &d->row, err);
}

/* Actions that share their outcomes share the row; whether the target can be harmed is each one's own. */
static salvo_status make_row(compiler *c, const matchup *by, action *d, salvo_error *err)
{
    const action *like = &by->actions[d->like];
    salvo_status status = like == d ? make_new_row(c, by, d, err) : SALVO_OK;

    d->row = (like->row & ~(uint32_t)ROW_HARMS) | (can_harm(c, by, d) ? ROW_HARMS : 0);
    return status;
}

/* Only rows of representatives are looked up. */
static bool is_representative(const compiler *c, int side, uint32_t actor, const uint32_t *representative)
{
    return representative[c->t->side[side].class_of[actor]] == actor;
}

/* In the order of compiling, so that `like` is made before it is needed. */
static salvo_status make_rows(compiler *c, uint32_t *const representative[N_SIDES], salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < c->n_matchups; i++) {
        matchup *by = &c->matchups[i];

        for (size_t k = 0; k < by->n_actions && status == SALVO_OK; k++)
            if (is_representative(c, by->side, by->actions[k].actor, representative[by->side]))
                status = make_row(c, by, &by->actions[k], err);
    }
    return status;
}

/* Whether the lines may stay at the place for another turn. */
static bool is_rest(const battle_model *e, int place)
{
    for (int a = 0; a < N_PACES; a++)
        for (int b = 0; b < N_PACES; b++)
            if (is_pace(e, SIDE_A, a) && is_pace(e, SIDE_B, b) && e->next_place[place][a][b] == place)
                return true;
    return false;
}

/* Rows of unit states that are not in the fight stay 0; nobody fires at them. */
static void point_at_rows(compiler *c, int side, const uint32_t *representative)
{
    side_tables *s = &c->t->side[side];
    int enemy = enemy_of(side);
    uint32_t n = c->t->side[enemy].n;

    for (int place = 0; place < c->e->n_places; place++)
        for (uint32_t class = 0; class < s->n_classes; class ++)
            for (uint32_t target = 0; target < n; target++) {
                const unit_state *by = unit_state_at(c, side, representative[class]);
                const unit_state *at = unit_state_at(c, enemy, target);
                uint32_t *row = &s->rows[((uint32_t)place * s->n_classes + class) * n + target];

                if (!is_fit(c, enemy, at->kind, target))
                    continue;
                *row = compiler_action(&c->matchups[*matchup_at(c, place, side, by->kind, at->kind)],
                                       representative[class], target)
                           ->row;
                c->t->can_idle = c->t->can_idle || (!(*row & ROW_HARMS) && is_rest(c->e, place));
            }
}

static int descending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x < y) - (x > y);
}

/* Sets ranks[i] to the number of different worths that are greater. Unit states out of the fight get the last rank,
 * which equals no worth. */
static bool rank(const compiler *c, int side, const double *worth, uint32_t *ranks)
{
    uint32_t n = c->t->side[side].n, n_sorted = 0, n_ranks = 0;
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
    uint32_t n = c->t->side[enemy].n;
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

/* The first place at which a kind fires as at this one: it ranks alike, so worths are computed once. SALVO_BEST
 * composes activations for each, which takes long. */
static int first_place_like(const compiler *c, int side, int place, int kind)
{
    int enemy = enemy_of(side);

    for (int like = 0; like < place; like++) {
        bool same = true;

        for (int at = 0; at < c->e->side[enemy].n_kinds && same; at++)
            same = *matchup_at(c, like, side, kind, at) == *matchup_at(c, place, side, kind, at);
        if (same)
            return like;
    }
    return place;
}

/* Ranks by place and class of actor, because SALVO_BEST looks at what the activation does. */
static bool rank_best(compiler *c, int side, const uint32_t *representative)
{
    side_tables *s = &c->t->side[side];
    uint32_t n = c->t->side[enemy_of(side)].n;
    bool done = true;

    for (int place = 0; place < c->e->n_places; place++)
        for (uint32_t class = 0; class < s->n_classes && done; class ++) {
            uint32_t *ranks = &s->ranks[((uint32_t)place * s->n_classes + class) * n];
            int like = first_place_like(c, side, place, unit_state_at(c, side, representative[class])->kind);

            if (like < place)
                memcpy(ranks, &s->ranks[((uint32_t)like * s->n_classes + class) * n], n * sizeof *ranks);
            else
                done = rank_for(c, side, place, representative[class], ranks);
        }
    return done;
}

/* Makes the packed states of the side's own elements. They are ranked by the enemy's policy, because the enemy chooses
 * among them. */
static bool make_packed_states(compiler *c, int side)
{
    side_tables *s = &c->t->side[side];
    int enemy = enemy_of(side);
    salvo_targets policy = c->e->side[enemy].targets;
    uint32_t *ranks = calloc(s->n + 1, sizeof *ranks); /* SALVO_BEST ranks by actor: side_tables.ranks */
    bool done = ranks && (policy == SALVO_BEST || rank_for(c, enemy, 0, 0, ranks));

    for (uint32_t i = 0; done && i < s->n; i++)
        s->packed_state[i] = s->strength[i] ? ranks[i] << RANK_SHIFT | i : PACKED_STATE_GONE;
    free(ranks);
    for (int i = 0; i < c->e->side[side].n; i++)
        s->fresh[i] = s->packed_state[c->e->side[side].kind_of[i]] | (uint32_t)i << INDEX_SHIFT;
    return done;
}

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

/* Only for adapters that can stop elements. */
static bool lay_stopped(compiler *c, int side)
{
    side_tables *s = &c->t->side[side];

    s->stopped = salvo_arena_array(c->t->memory, s->n + 1, sizeof *s->stopped);
    for (uint32_t i = 0; s->stopped && i < s->n; i++) {
        const unit_state *at = unit_state_at(c, side, i);

        s->stopped[i] = c->e->adapter->is_stopped(c->e->side[side].kinds[at->kind].element, at->bytes);
    }
    return s->stopped != NULL;
}

/* Only for adapters whose limits beat a side. */
static bool lay_worn(compiler *c, int side)
{
    side_tables *s = &c->t->side[side];

    s->worn = salvo_arena_array(c->t->memory, UNIT_STATES_MAX, sizeof *s->worn);
    for (uint32_t i = 0; s->worn && i < s->n; i++) {
        const unit_state *at = unit_state_at(c, side, i);

        s->worn[i] = s->strength[i] && c->e->adapter->is_worn(c->e->side[side].kinds[at->kind].element, at->bytes);
    }
    return s->worn != NULL;
}

/* What does not depend on rows. Both sides are laid before any row, because rows look at both. */
static bool lay_side(compiler *c, int side)
{
    side_tables *s = &c->t->side[side];
    const battle_side *army = &c->e->side[side];
    size_t room;

    s->n = (uint32_t)c->unit_states[side].count;
    room = s->n + TABLE_PADDING;
    s->strength = salvo_arena_array(c->t->memory, UNIT_STATES_MAX, sizeof *s->strength);
    s->packed_state = salvo_arena_array(c->t->memory, room, sizeof *s->packed_state);
    s->class_of = salvo_arena_array(c->t->memory, UNIT_STATES_MAX, sizeof *s->class_of);
    if (!s->strength || !s->packed_state || !s->class_of)
        return false;
    for (uint32_t i = 0; i < s->n; i++)
        s->strength[i] = strength_of(c, side, i) > 0 ? (uint32_t)strength_of(c, side, i) : 0;
    for (int i = 0; i < army->n; i++) { /* sets of elements have 32 bits: SALVO_ELEMENTS_MAX */
        s->of_kind[army->kind_of[i]] |= UINT32_C(1) << i;
        s->full += s->strength[army->kind_of[i]];
    }
    /* 0: the side never breaks off. */
    s->living_at_break = army->breaks_at <= army->n ? (uint32_t)(army->n - army->breaks_at) : 0;
    s->spreads = army->targets == SALVO_SPREAD;
    s->fires_opposite = army->targets == SALVO_OPPOSITE;
    s->is_fickle = is_fickle(c->e, side);
    for (int i = 0; i < army->n; i++) /* the list of the smaller side is gone through again */
        s->opposite[i] = (uint32_t)(i % c->e->side[enemy_of(side)].n);
    order_by_speed(army, s);
    return (!c->e->adapter->limits || lay_worn(c, side)) && (!c->e->adapter->is_stopped || lay_stopped(c, side));
}

/* By place, class and target's unit state; ranks in the same order. */
static salvo_status lay_rows(compiler *c, int side, salvo_error *err)
{
    side_tables *s = &c->t->side[side];
    /* Padding for an idle lane's look-up of PACKED_STATE_GONE. */
    size_t n = (size_t)c->e->n_places * s->n_classes * c->t->side[enemy_of(side)].n + UNIT_STATES_MAX;

    if (n > ROWS_MAX)
        return salvo_fail(err, SALVO_TOO_LARGE, "its elements can be in too many conditions to be compiled");
    s->rows = salvo_arena_array(c->t->memory, n, sizeof *s->rows);
    if (c->e->side[side].targets == SALVO_BEST)
        s->ranks = salvo_arena_array(c->t->memory, n, sizeof *s->ranks);
    if (!s->rows || (!s->ranks && c->e->side[side].targets == SALVO_BEST))
        return salvo_fail_memory(err);
    return SALVO_OK;
}

/* Whether the matchup harms in any unit state that either side can reach. */
static bool ever_harms(const matchup *by)
{
    for (size_t i = 0; i < by->n_actions; i++)
        if (by->actions[i].row & ROW_HARMS)
            return true;
    return false;
}

/* By kind, for stalemates: who could ever harm whom at a place. */
static void note_harms(compiler *c)
{
    const battle_model *e = c->e;

    for (int place = 0; place < e->n_places; place++)
        for (int side = SIDE_A; side <= SIDE_B; side++)
            for (int kind = 0; kind < e->side[side].n_kinds; kind++)
                for (int at = 0; at < e->side[enemy_of(side)].n_kinds; at++)
                    if (ever_harms(&c->matchups[*matchup_at(c, place, side, kind, at)]))
                        c->t->harms[place][side][kind] |= c->t->side[enemy_of(side)].of_kind[at];
                    else
                        /* Some pair cannot harm where lines rest: a stalemate may come. */
                        c->t->can_rest = c->t->can_rest || (is_rest(e, place) && !is_at_once(e));
}

/* The chance that side a begins, as a weight of 2^32. Dice results that are thrown again are left out. */
static void weigh_order(compiler *c)
{
    const battle_model *e = c->e;
    double ways[N_SIDES] = {0, 0}, p[N_SIDES];
    uint8_t faces[SALVO_DICE_MAX];
    uint64_t weight[N_SIDES];
    salvo_dice dice;

    if (!e->adapter->order || e->never_begins) /* first_a decides nothing then */
        return;
    e->adapter->order_dice(e->field, &dice);
    salvo_dice_first(&dice, faces);
    do {
        int first = e->adapter->order(e->field, faces);

        if (first >= 0)
            ways[first] += (double)salvo_dice_weight(&dice, faces);
    } while (salvo_dice_next(&dice, faces));
    for (int side = SIDE_A; side <= SIDE_B; side++)
        p[side] = ways[side] / (ways[SIDE_A] + ways[SIDE_B]);
    weigh(p, N_SIDES, weight);
    c->t->first_a = weight[SIDE_A];
}

/* Lays all tables. Unit states are numbered and actions composed by now; everything follows from them. */
static salvo_status lay_tables(compiler *c, salvo_error *err)
{
    const bool fixed = are_classes_fixed(c);
    uint32_t *representative[N_SIDES];
    salvo_status status;

    for (int side = SIDE_A; side <= SIDE_B; side++)
        if (!lay_side(c, side))
            return salvo_fail_memory(err);
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        representative[side] = salvo_arena_array(c->t->memory, c->t->side[side].n, sizeof **representative);
        if (!representative[side])
            return salvo_fail_memory(err);
        find_classes(c, side, fixed, representative[side]);
        status = lay_rows(c, side, err);
        if (status != SALVO_OK)
            return status;
    }
    status = make_rows(c, representative, err);
    for (int side = SIDE_A; side <= SIDE_B && status == SALVO_OK; side++) {
        point_at_rows(c, side, representative[side]);
        if (!make_packed_states(c, side) || (c->t->side[side].ranks && !rank_best(c, side, representative[side])))
            status = salvo_fail_memory(err);
    }
    note_harms(c);
    if (is_at_once(c->e))
        status = status == SALVO_OK ? at_once_lay(c, err) : status;
    else
        weigh_order(c);
    if (fixed || is_at_once(c->e)) { /* nobody's actor changes, or turned says what becomes of it */
        free(c->t->own);
        c->t->own = NULL;
    }
    return status;
}

/* The tables own what is in t; everything else ends here. */
static void compiler_free(compiler *c)
{
    for (size_t i = 0; i < c->n_matchups; i++) {
        free(c->matchups[i].actions);
        intern_table_free(&c->matchups[i].known);
    }
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        intern_table_free(&c->unit_states[side]);
        intern_table_free(&c->effects[side]);
    }
    free(c->matchups);
    free(c->matchup_of);
    free(c->ends);
    free(c);
}

salvo_status battle_tables_compile(battle_tables *t, const battle_model *e, activation_cache *cache, salvo_error *err)
{
    compiler *c = calloc(1, sizeof *c); /* too large for the stack */
    salvo_status status;

    *t = (battle_tables){.e = e, .memory = NULL};
    t->memory = salvo_arena_new();
    if (!c || !t->memory) {
        free(c);
        battle_tables_free(t);
        return salvo_fail_memory(err);
    }
    c->t = t;
    c->e = e;
    c->cache = cache; /* NULL: nothing is remembered */
    t->draws_a_turn = is_at_once(e) ? DRAWS_AT_ONCE : has_cards(t) ? DRAWS_BY_CARDS : DRAWS_A_TURN;
    t->asks_first = e->adapter->recovers;
    for (int side = SIDE_A; side <= SIDE_B; side++)
        c->unit_states[side].key_size = sizeof(unit_state);
    status = find_matchups(c, err);
    if (status == SALVO_OK)
        status = enlist_initial(c, err);
    if (status == SALVO_OK)
        status = close(c, err);
    if (status == SALVO_OK)
        status = lay_tables(c, err);
    t->tried = c->activation.tried;
    compiler_free(c);
    if (status != SALVO_OK)
        battle_tables_free(t);
    return status;
}
