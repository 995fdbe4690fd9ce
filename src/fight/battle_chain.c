/* A battle as a chain of states, which the exact engine solves and the reference engine rolls. It is the definition of
 * a battle: the compiled kernels (battle_kernel.c) must give the same chances. A step is one throw, so
 * that states between two throws of an activation exist; all that can be forgotten is (close_ranks), because every
 * state that is merged is one less to solve. */
#include "fight/battle_chain.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "fight/battle_fires.h"
#include "fight/battle_state.h"
#include "fight/lines.h"
#include "fight/sequence.h"
#include "fight/targets.h"

/* Survivors: elements in the fight. */
static int living(const battle_model *e, const struct state *s, int side)
{
    int n = 0;

    for (int i = 0; i < e->side[side].n; i++)
        n += strength_at(e, s, side, i) > 0;
    return n;
}

/* Withdrawn, after losing its share. Shares were turned into a number of elements when the plan was read. */
static bool is_broken(const battle_model *e, const struct state *s, int side)
{
    return e->side[side].n - living(e, s, side) >= e->side[side].breaks_at;
}

/* Whether the ruleset's limits beat the side at once: too many worn, or too many out of the fight. */
static bool is_beaten(const battle_model *e, const struct state *s, int side)
{
    int out = e->side[side].n - living(e, s, side), worn = 0;

    for (int i = 0; i < e->side[side].n; i++)
        worn += strength_at(e, s, side, i) > 0 &&
                e->adapter->is_worn(kind_at(e, side, i)->element, packed_state_at(e, s, side, i)->unit_state);
    return worn >= e->worn_limit || out >= e->out_limit;
}

/* Whether the element is in the fight and can move by itself. An element without speed of its own goes along with its
 * line, and one that was stopped is left behind: neither sets the pace. */
static bool can_move(const battle_model *e, const struct state *s, int side, int i)
{
    const element_kind *kind = kind_at(e, side, i);

    return strength_at(e, s, side, i) > 0 && kind->speed > 0 &&
           !(e->adapter->is_stopped &&
             e->adapter->is_stopped(kind->element, packed_state_at(e, s, side, i)->unit_state));
}

/* The kind that sets the line's pace: the slowest that still moves. As a line keeps together, its slowest element
 * decides. */
static int pace_of(const battle_model *e, const struct state *s, int side)
{
    const battle_side *army = &e->side[side];
    int pace = NOBODY_MOVES;

    for (int i = 0; i < army->n; i++) {
        int k = army->kind_of[i];

        if (can_move(e, s, side, i) && (pace == NOBODY_MOVES || army->kinds[k].speed < army->kinds[pace].speed))
            pace = k;
    }
    return pace;
}

/* Where the next turn's lines stand, from how fast either line is now. Looked up in what lines.c has laid out: a place
 * is a byte of the state. */
static int place_after(const battle_model *e, const struct state *s)
{
    return e->next_place[s->place][pace_of(e, s, SIDE_A)][pace_of(e, s, SIDE_B)];
}

/* Waits for an ORDER throw. All fields of the last activation are zeroed, so that states with another past are one. */
static void await_order(struct state *s)
{
    s->phase = ORDER;
    s->side = s->actor = s->target = s->throw = 0;
}

/* Moves elements that are out of the fight behind the others of their run of like elements, and forgets what they did
 * this turn: states that differ only in which of the run was lost become one. The order of those that are left stays,
 * and with it every choice that depends on order. Not done where a side fires at the element opposite: there places
 * matter. */
static void close_ranks(const battle_model *e, struct state *s, int side)
{
    const battle_side *army = &e->side[side];
    int from = 0;

    if (e->side[SIDE_A].targets == SALVO_OPPOSITE || e->side[SIDE_B].targets == SALVO_OPPOSITE)
        return;
    while (from < army->n) {
        struct packed_state out[SALVO_ELEMENTS_MAX];
        int to = from, n_out = 0, i = from;

        for (; i < army->n && army->kind_of[i] == army->kind_of[from]; i++)
            if (strength_at(e, s, side, i) > 0) {
                *packed_state_of(e, s, side, to++) = *packed_state_at(e, s, side, i);
            } else {
                out[n_out] = *packed_state_at(e, s, side, i);
                out[n_out].acted = out[n_out].received = 0;
                n_out++;
            }
        for (int k = 0; k < n_out; k++)
            *packed_state_of(e, s, side, to++) = out[k];
        from = i;
    }
}

/* Begins a turn: the lines move, and everybody may act again. */
static void begin_turn(const battle_model *e, struct state *s)
{
    await_order(s);
    close_ranks(e, s, SIDE_A);
    close_ranks(e, s, SIDE_B);
    s->place = (uint8_t)place_after(e, s);
    for (int i = 0; i < elements_of(e); i++) {
        s->element[i].acted = s->element[i].received = 0;
        if (is_at_once(e)) /* what all act by, until the turn ends */
            memcpy(unit_states_before(e, s) + i * SALVO_ELEMENT_BYTES, s->element[i].unit_state, SALVO_ELEMENT_BYTES);
    }
}

/* Whether nobody has acted in this turn. Order throws in the middle of a turn (cards) have somebody who has acted. */
static bool is_beginning(const battle_model *e, const struct state *s)
{
    if (s->phase != ORDER)
        return false;
    for (int i = 0; i < elements_of(e); i++)
        if (s->element[i].acted)
            return false;
    return true;
}

/* The dice that the element throws at the end of a turn which it began as `before`. */
static bool after_dice(const battle_model *e, const struct state *s, int side, int i, const uint8_t *before,
                       salvo_dice *dice)
{
    return e->adapter->after_dice(kind_at(e, side, i)->element,
                                  battle_model_moved(e, s->place, side, e->side[side].kind_of[i]), before,
                                  packed_state_at(e, s, side, i)->unit_state, dice);
}

/* Finds the next element, from that one on, that throws something at the end of the turn. true when there is none: the
 * next turn has begun. One element after the other, since each throw is a step of its own. */
static bool end_turn(const battle_model *e, struct state *s, int side, int i)
{
    salvo_dice dice;

    for (; side <= SIDE_B && e->adapter->after_dice; side++, i = 0)
        for (; i < e->side[side].n; i++)
            if (strength_at(e, s, side, i) > 0 && after_dice(e, s, side, i, seen_at(e, s, side, i), &dice)) {
                s->phase = AFTER;
                s->side = (uint8_t)side;
                s->actor = (uint8_t)i;
                s->target = s->throw = 0;
                return false;
            }
    begin_turn(e, s);
    return true;
}

/* Whether any die is thrown in the activation; one without dice is no attack. Works on copies of both unit states.
 * SALVO_SPREAD counts attacks, and an activation may have throws of no dice only. */
static bool is_attack(const battle_model *e, const struct state *s, int side, int actor, int target)
{
    const void *fire = fire_at(e, s, side, actor, target);
    const uint8_t none[SALVO_DICE_MAX] = {0};
    uint8_t own[SALVO_ELEMENT_BYTES], enemy[SALVO_ELEMENT_BYTES];
    salvo_dice dice;

    memcpy(own, seen_at(e, s, side, actor), sizeof own);
    memcpy(enemy, seen_at(e, s, enemy_of(side), target), sizeof enemy);
    for (int throw = 0; e->adapter->dice(fire, throw, own, enemy, &dice); throw ++) {
        if (dice.count > 0)
            return true;
        e->adapter->resolve(fire, throw, none, own, enemy);
    }
    return false;
}

/* Opens the activation of an element; false when it has nothing to throw. It has acted in either case. Marked as acted
 * in any case: somebody without a target must not be asked again. */
static bool activate(const battle_model *e, struct state *s, int side, int actor)
{
    int target = choose_target(e, s, side, actor), enemy = enemy_of(side);
    salvo_dice dice;

    packed_state_of(e, s, side, actor)->acted = 1;
    if (target < 0 || !e->adapter->dice(fire_at(e, s, side, actor, target), 0, seen_at(e, s, side, actor),
                                        seen_at(e, s, enemy, target), &dice))
        return false;
    if (e->side[side].targets == SALVO_SPREAD && is_attack(e, s, side, actor, target))
        packed_state_of(e, s, enemy, target)->received++;
    if (strength_at(e, s, enemy, target) <= 0)
        return false; /* others, at once, have left nothing to do */
    s->phase = ACT;
    s->side = (uint8_t)side;
    s->actor = (uint8_t)actor;
    s->target = (uint8_t)target;
    s->throw = 0;
    return true;
}

/* Goes on to the next activation, or to what comes after the last one; true when the turn is over. Cards are drawn one
 * at a time, so an order throw follows each activation there. */
static bool move_on(const battle_model *e, struct state *s)
{
    const sequence *q = sequence_of(e);
    int side, actor;

    /* An activation without a throw is over at once; a step must end at a throw, or at the end of the turn. */
    while (q->next(e, s, &side, &actor)) {
        if (activate(e, s, side, actor))
            return false;
        q->pass(s, side);
    }
    if (!q->many_orders || count_ready(e, s, SIDE_A) + count_ready(e, s, SIDE_B) == 0)
        return end_turn(e, s, SIDE_A, 0);
    await_order(s);
    return false;
}

/* As the adapter says, from the states that both act by. */
static bool can_harm(const battle_model *e, const struct state *s, int side, int actor, int target)
{
    return e->adapter->can_harm(fire_at(e, s, side, actor, target), seen_at(e, s, side, actor),
                                seen_at(e, s, enemy_of(side), target));
}

/* Sets whether in some, and whether in all pairs of elements that are left one could harm the other. Stops early once
 * both answers are settled. Both answers from one pass: `some` alone settles most stalemates, `all` most battles that
 * go on. */
static void look_for_harm(const battle_model *e, const struct state *s, bool *some, bool *all)
{
    *some = false;
    *all = true;
    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int i = 0; i < e->side[side].n; i++)
            for (int at = 0; at < e->side[enemy_of(side)].n && (*all || !*some); at++) {
                bool harms;

                if (!is_seen(e, s, side, i) || !is_seen(e, s, enemy_of(side), at))
                    continue;
                harms = can_harm(e, s, side, i, at);
                *some = *some || harms;
                *all = *all && harms;
            }
}

/* For fickle elements: anybody may be chosen in a later turn. */
static bool harms_anybody(const battle_model *e, const struct state *s, int side, int i)
{
    for (int at = 0; at < e->side[enemy_of(side)].n; at++)
        if (is_seen(e, s, enemy_of(side), at) && can_harm(e, s, side, i, at))
            return true;
    return false;
}

/* Whether everybody would fire at somebody he cannot harm. Such a turn changes nothing, and so the same is true of
 * every later one. Played on a copy, because under SALVO_SPREAD a choice depends on the fire of those before. */
static bool is_idle(const battle_model *e, const struct state *s)
{
    struct state turn = *s;

    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int i = 0; i < e->side[side].n; i++) {
            int target = is_seen(e, s, side, i) ? choose_target(e, &turn, side, i) : -1;

            if (target < 0)
                continue;
            /* A fickle one may choose anybody in a later turn. */
            if (is_fickle(e, side) ? harms_anybody(e, s, side, i) : can_harm(e, s, side, i, target))
                return false;
            activate(e, &turn, side, i);
        }
    return true;
}

/* Whether anything is thrown at the end of a turn for an element that was not hurt, where the lines stand. */
static bool throws_after(const battle_model *e, const struct state *s)
{
    salvo_dice dice;

    for (int side = SIDE_A; side <= SIDE_B && e->adapter->after_dice; side++)
        for (int i = 0; i < e->side[side].n; i++)
            if (strength_at(e, s, side, i) > 0 &&
                after_dice(e, s, side, i, packed_state_at(e, s, side, i)->unit_state, &dice))
                return true;
    return false;
}

/* Whether nothing can change any more: the lines have come to rest, and nobody left can harm anybody, or those who can
 * never fire at whom they could harm. Without it such chains would go round for ever. */
static bool is_stalemate(const battle_model *e, const struct state *s)
{
    bool some, all;

    if (place_after(e, s) != s->place || throws_after(e, s))
        return false;
    look_for_harm(e, s, &some, &all);
    return !some || (!all && is_idle(e, s));
}

/* A number in mixed radix: of every kind of side a, then of side b, how many are left; the verdict is the highest
 * digit. */
static int outcome_code(const battle_model *e, const struct state *s, int verdict)
{
    int code = 0;

    for (int side = SIDE_A; side <= SIDE_B; side++) {
        const battle_side *army = &e->side[side];
        int left[SALVO_KINDS_MAX] = {0};

        for (int i = 0; i < army->n; i++)
            left[army->kind_of[i]] += strength_at(e, s, side, i) > 0;
        for (int k = 0; k < army->n_kinds; k++)
            code = code * (army->kinds[k].count + 1) + left[k];
    }
    return code + verdict * e->n_left;
}

/* A bit for each side that a limit beats. */
static int verdict_of(const battle_model *e, const struct state *s)
{
    if (!e->adapter->limits)
        return NOBODY_BEATEN;
    return (is_beaten(e, s, SIDE_A) ? A_BEATEN : 0) + (is_beaten(e, s, SIDE_B) ? B_BEATEN : 0);
}

/* The order of the tests is that of the rules: gone, then beaten by limits, then withdrawn, then out of turns. */
static int outcome(const void *situation, const void *state)
{
    const battle_model *e = situation;
    const struct state *s = state;
    /* At once, a turn is played to its end before anybody counts what is left. */
    bool begins = is_beginning(e, s), over = begins && e->never_begins;
    int verdict = verdict_of(e, s);

    if (!over && (begins || !is_at_once(e))) /* one after the other: over as soon as somebody is gone */
        over = living(e, s, SIDE_A) == 0 || living(e, s, SIDE_B) == 0 || verdict != NOBODY_BEATEN;
    if (!over && begins) /* checked where a turn begins */
        over = is_broken(e, s, SIDE_A) || is_broken(e, s, SIDE_B) || (e->turn_limit && s->turn == e->turn_limit) ||
               is_stalemate(e, s);
    return over ? outcome_code(e, s, verdict) : SALVO_GOES_ON;
}

/* The outcome of a chain that goes on for ever: nobody is weakened any more, so the state tells what is left. */
static int never_ends(const void *situation, const void *state)
{
    return outcome_code(situation, state, NOBODY_BEATEN);
}

/* The state comes zeroed; the first turn's lines move before anybody acts. */
static void start(const void *situation, void *state)
{
    const battle_model *e = situation;
    struct state *s = state;

    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int i = 0; i < e->side[side].n; i++)
            e->adapter->initial_state(kind_at(e, side, i)->element, packed_state_of(e, s, side, i)->unit_state);
    begin_turn(e, s);
}

/* The throw of the phase: for the order, of an activation, at the end of a turn. */
static void dice(const void *situation, const void *state, salvo_dice *dice)
{
    const battle_model *e = situation;
    const struct state *s = state;

    if (s->phase == ORDER)
        sequence_of(e)->dice(e, s, dice);
    else if (s->phase == ACT)
        e->adapter->dice(fire_at(e, s, s->side, s->actor, s->target), s->throw, seen_at(e, s, s->side, s->actor),
                         seen_at(e, s, enemy_of(s->side), s->target), dice);
    else
        after_dice(e, s, s->side, s->actor, seen_at(e, s, s->side, s->actor), dice);
}

/* A throw that settles nothing (a tie of the initiative) leaves the state as it was and is thrown again. The tie is
 * thrown again as a loop of the state onto itself, which every engine sums exactly. */
static bool step_order(const battle_model *e, struct state *s, const uint8_t *faces, int64_t *gain)
{
    bool begins = is_beginning(e, s);

    if (!sequence_of(e)->order(e, s, faces))
        return false;
    gain[GAIN_TURNS] += begins;             /* a turn counts once its first throw is settled */
    s->turn += begins && e->turn_limit > 0; /* kept 0 without a limit: states of different turns are then one */
    return move_on(e, s);
}

/* Strength that comes back counts as a negative loss. */
static void count_losses(int64_t *gain, int side, int before, int now)
{
    gain[GAIN_LOST_A + side] += before - now;
    gain[GAIN_DOWN_A + side] += (before > 0) - (now > 0);
}

/* Resolves one throw of the activation; false when it was the last. Dice are asked once more to learn whether another
 * throw follows: only the adapter knows. */
static bool step_act(const battle_model *e, struct state *s, const uint8_t *faces, int64_t *gain)
{
    const int side = s->side, enemy = enemy_of(side),
              before[] = {strength_at(e, s, side, s->actor), strength_at(e, s, enemy, s->target)};
    const void *fire = fire_at(e, s, side, s->actor, s->target);
    uint8_t *target = packed_state_of(e, s, enemy, s->target)->unit_state,
            *actor = packed_state_of(e, s, side, s->actor)->unit_state;
    uint8_t as_it_was[SALVO_ELEMENT_BYTES];
    salvo_dice more;

    if (is_at_once(e))
        /* The actor's state after the throw is not kept: he acts in that of the turn's beginning. */
        actor = memcpy(as_it_was, seen_at(e, s, side, s->actor), sizeof as_it_was);
    e->adapter->resolve(fire, s->throw, faces, actor, target);
    count_losses(gain, side, before[0], strength_at(e, s, side, s->actor));
    count_losses(gain, enemy, before[1], strength_at(e, s, enemy, s->target));
    if (is_at_once(e) && strength_at(e, s, enemy, s->target) <= 0) /* the others' fire has left no target */
        return false;
    s->throw ++;
    return e->adapter->dice(fire, s->throw, seen_at(e, s, side, s->actor), seen_at(e, s, enemy, s->target), &more);
}

/* The next one is looked for behind this one: each element throws once. */
static bool step_after(const battle_model *e, struct state *s, const uint8_t *faces, int64_t *gain)
{
    int side = s->side, i = s->actor, before = strength_at(e, s, side, i);

    e->adapter->after(kind_at(e, side, i)->element, faces, packed_state_of(e, s, side, i)->unit_state);
    count_losses(gain, side, before, strength_at(e, s, side, i));
    return end_turn(e, s, side, i + 1);
}

/* true when a turn is over. Phases are what a step can be; each function leaves the state at the next throw. */
static bool step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const battle_model *e = situation;
    struct state *s = state;

    if (s->phase == ORDER)
        return step_order(e, s, faces, gain);
    if (s->phase == AFTER)
        return step_after(e, s, faces, gain);
    if (step_act(e, s, faces, gain))
        return false;
    if (!is_at_once(e)) /* ranks are closed only between turns there: places are looked up in `before`, too */
        close_ranks(e, s, SIDE_A);
    if (!is_at_once(e))
        close_ranks(e, s, SIDE_B);
    sequence_of(e)->pass(s, s->side);
    return move_on(e, s);
}

/* Every element has a stream of its own, whoever acts first, so that variants of a battle share dice. Streams are 16:
 * large armies share some. */
static int purpose(const void *situation, const void *state)
{
    const struct state *s = state;
    const int own = (SALVO_PURPOSES_MAX - 1) / N_SIDES;

    (void)situation;
    return s->phase == ORDER ? 0 : 1 + s->side * own + s->actor % own;
}

/* Throws of one activation that are known to be alike; later ones are throws of their own. */
enum { THROWS_NUMBERED = 16 };

/* As in a duel (rules/one_on_one.c): the initiative, and fire that no unit state changes. Numbers let the exact engine
 * find out once which results of a throw are alike. They have to be the same for the same fire, wherever the lines
 * stand. */
static int throw_number(const void *situation, const void *state)
{
    const battle_model *e = situation;
    const struct state *s = state;

    if (s->phase == ORDER)
        return e->adapter->order && !sequence_of(e)->many_orders ? 0 : -1;
    if (s->phase == AFTER || !e->adapter->throws || !e->adapter->kind || s->throw >= THROWS_NUMBERED)
        return -1;
    return 1 + s->throw +THROWS_NUMBERED * (int)battle_model_fire_number(e, s->place, s->side,
                                                                         e->side[s->side].kind_of[s->actor],
                                                                         e->side[enemy_of(s->side)].kind_of[s->target]);
}

static int throw_kind(const void *situation, int number, const uint8_t *faces)
{
    const battle_model *e = situation;
    const size_t fire = (size_t)(number - 1) / THROWS_NUMBERED;

    if (number == 0)
        return e->adapter->order(e->field, faces);
    return e->adapter->kind(e->fires[fire]->bytes, (number - 1) % THROWS_NUMBERED, faces);
}

/* A label need not be pretty: reports read codes. */
static void label(const void *situation, int outcome, char text[SALVO_LABEL_MAX])
{
    const battle_model *e = situation;

    /* n_outcomes itself is the code of the battle that never ends. */
    snprintf(text, SALVO_LABEL_MAX, outcome == e->n_outcomes ? "endless" : "left-%d", outcome);
}

static const salvo_expectation EXPECTATIONS[N_GAINS] = {
    [GAIN_TURNS] = {.name = "turns"},   [GAIN_LOST_A] = {.name = "lost-a"}, [GAIN_LOST_B] = {.name = "lost-b"},
    [GAIN_DOWN_A] = {.name = "down-a"}, [GAIN_DOWN_B] = {.name = "down-b"},
};

/* Whether every throw of the initiative is thrown again, so that no turn can begin. A rulebook of a user may have an
 * initiative that is always a tie; without this check its battles would never end. */
static bool never_begins(const battle_model *e)
{
    uint8_t faces[SALVO_DICE_MAX];
    salvo_dice dice;

    if (!e->adapter->order)
        return false;
    e->adapter->order_dice(e->field, &dice);
    salvo_dice_first(&dice, faces);
    do
        if (salvo_dice_weight(&dice, faces) && e->adapter->order(e->field, faces) >= 0)
            return false;
    while (salvo_dice_next(&dice, faces));
    return true;
}

/* Settles what the plan leaves to the ruleset. In this order: what the plan says, then the ruleset, then what holds for
 * all. */
static void settle_usual(battle_model *e)
{
    for (int side = SIDE_A; side <= SIDE_B; side++)
        if (e->side[side].targets == SALVO_USUAL)
            e->side[side].targets = e->adapter->opposite ? SALVO_OPPOSITE : SALVO_NEAREST;
    if (e->turn_limit == 0 && e->adapter->turn_limit)
        e->turn_limit = e->adapter->turn_limit(e->field);
    if (e->turn_limit < 0) /* below 0: expressly none */
        e->turn_limit = 0;
    if (e->adapter->limits)
        e->adapter->limits(e->field, &e->worn_limit, &e->out_limit);
}

/* The procedure is made for this battle and lives in the model, as its numbers of outcomes depend on the armies. */
salvo_status battle_chain_prepare(battle_model *e, const salvo_battle_plan *plan, salvo_arena *memory, salvo_error *err)
{
    int64_t codes = 1;
    salvo_status status;

    settle_usual(e);
    e->never_begins = never_begins(e);
    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int k = 0; k < e->side[side].n_kinds; k++)
            codes *= e->side[side].kinds[k].count + 1;
    assert(codes < INT32_MAX / N_VERDICTS); /* codes and verdicts fit an int: army sizes are limited */
    e->n_left = (int)codes;
    e->n_outcomes = e->n_left * (e->adapter->limits ? N_VERDICTS : 1);
    e->chain = (salvo_chain){
        .state_size = /* states are compared by their bytes: no longer than needed */
        offsetof(struct state, element) +
        (size_t)elements_of(e) * (sizeof(struct packed_state) + (is_at_once(e) ? SALVO_ELEMENT_BYTES : 0)),
        .start = start,
        .outcome = outcome,
        .dice = dice,
        .step = step,
        .purpose = purpose, /* undecided is a real code of its own */
        .undecided = e->n_outcomes,
        .never_ends = never_ends,
        .throw_number = throw_number,
        .throw_kind = throw_kind,
    };
    e->procedure = (salvo_procedure){
        .schema = {.name = "the battle", .situation_size = sizeof *e},
        .expectations = EXPECTATIONS,
        .n_expectations = N_GAINS,
        .label = label,
        .chain = &e->chain,
    };
    status = lay_places(e, plan, err);
    return status == SALVO_OK ? battle_fires_aim(e, memory, err) : status;
}
