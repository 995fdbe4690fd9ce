#include "fight/engagement.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fight/activation.h"

/* ---- the state of a battle -------------------------------------------------------------------------------------------- */

/* A turn is one ORDER throw and then, element by element, the throws of its activation. */
enum phase { ORDER, ACT };

struct mark {
    uint8_t condition[SALVO_ELEMENT_BYTES];
    uint8_t acted;
    uint8_t received; /* activations this turn; kept only where the enemy spreads his fire */
};

/* `element` has as many entries as there are elements, side b's behind side a's. */
struct state {
    uint8_t phase;
    uint8_t side, actor, target, throw; /* of the activation */
    uint8_t place, turn;                /* turns are counted only towards a limit */
    uint8_t unused;
    struct mark element[2 * SALVO_ELEMENTS_MAX];
};

static int enemy_of(int s)
{
    return s == SIDE_A ? SIDE_B : SIDE_A;
}

static struct mark *mark_of(const engagement *e, struct state *s, int side, int i)
{
    return &s->element[(side == SIDE_A ? 0 : e->side[SIDE_A].n) + i];
}

static const struct mark *mark_at(const engagement *e, const struct state *s, int side, int i)
{
    return &s->element[(side == SIDE_A ? 0 : e->side[SIDE_A].n) + i];
}

static const element_kind *kind_at(const engagement *e, int side, int i)
{
    return &e->side[side].kinds[e->side[side].kind_of[i]];
}

static int strength_at(const engagement *e, const struct state *s, int side, int i)
{
    return e->face->strength(kind_at(e, side, i)->element, mark_at(e, s, side, i)->condition);
}

static int living(const engagement *e, const struct state *s, int side)
{
    int n = 0;

    for (int i = 0; i < e->side[side].n; i++)
        n += strength_at(e, s, side, i) > 0;
    return n;
}

/* ---- fires ---------------------------------------------------------------------------------------------------------------- */

static size_t fire_number(int place, int side, int actor_kind, int target_kind)
{
    return (((size_t)place * N_SIDES + (size_t)side) * SALVO_KINDS_MAX + (size_t)actor_kind) * SALVO_KINDS_MAX +
           (size_t)target_kind;
}

static const void *fire_of(const engagement *e, const struct state *s, int side, int actor, int target)
{
    return engagement_fire(e, s->place, side, e->side[side].kind_of[actor], e->side[enemy_of(side)].kind_of[target]);
}

const void *engagement_fire(const engagement *e, int place, int side, int actor_kind, int target_kind)
{
    return e->fires + fire_number(place, side, actor_kind, target_kind) * e->face->fire_size;
}

bool engagement_harms(const engagement *e, int place, int side, int actor_kind, int target_kind)
{
    return e->harms[fire_number(place, side, actor_kind, target_kind)];
}

/* The chance that the activation destroys the target. */
static double kill_chance(const engagement *e, const void *fire, const element_kind *at, const uint8_t *actor,
                          const uint8_t *target)
{
    activation a;
    double lost = 0;

    a.tried = 0;
    if (activation_compose(&a, e->face, fire, actor, target))
        for (size_t i = 0; i < a.n; i++)
            lost += e->face->strength(at->element, a.spots[i].target) > 0 ? 0 : a.spots[i].p;
    return lost;
}

/* ---- targets -------------------------------------------------------------------------------------------------------------- */

double engagement_worth(const engagement *e, int place, int side, int actor_kind, const uint8_t *actor, int target_kind,
                        const uint8_t *target)
{
    const element_kind *at = &e->side[enemy_of(side)].kinds[target_kind];
    int strength = e->face->strength(at->element, target);

    switch (e->side[side].targets) {
    case SALVO_WEAKEST:
        return -strength;
    case SALVO_STRONGEST:
        return at->price < 0 ? strength : at->price;
    case SALVO_BEST:
        return kill_chance(e, engagement_fire(e, place, side, actor_kind, target_kind), at, actor, target) *
               (at->price < 0 ? 1 : at->price);
    case SALVO_SPREAD:
    case SALVO_NEAREST:
    case SALVO_N_TARGETS:
        break;
    }
    return 0;
}

/* The first of the greatest is taken. */
static double worth(const engagement *e, const struct state *s, int side, int actor, int target)
{
    int enemy = enemy_of(side);
    const struct mark *at = mark_at(e, s, enemy, target);

    if (e->side[side].targets == SALVO_SPREAD)
        return -at->received;
    return engagement_worth(e, s->place, side, e->side[side].kind_of[actor], mark_at(e, s, side, actor)->condition,
                            e->side[enemy].kind_of[target], at->condition);
}

static int choose_target(const engagement *e, const struct state *s, int side, int actor)
{
    int enemy = enemy_of(side), chosen = -1;
    double most = 0;

    for (int i = 0; i < e->side[enemy].n; i++) {
        double value;

        if (strength_at(e, s, enemy, i) <= 0)
            continue;
        value = worth(e, s, side, actor, i);
        if (chosen < 0 || value > most) {
            chosen = i;
            most = value;
        }
    }
    return chosen;
}

/* ---- whose turn it is ----------------------------------------------------------------------------------------------------- */

static int slowest(const engagement *e, const struct state *s, int side)
{
    int slow = -1;

    for (int i = 0; i < e->side[side].n; i++) {
        int k = e->side[side].kind_of[i];

        if (strength_at(e, s, side, i) > 0 &&
            (slow < 0 || e->side[side].kinds[k].speed < e->side[side].kinds[slow].speed))
            slow = k;
    }
    return slow < 0 ? 0 : slow;
}

/* The lines move, and everybody may act again. */
static void begin_turn(const engagement *e, struct state *s)
{
    s->phase = ORDER;
    s->side = s->actor = s->target = s->throw = 0;
    s->place = e->next_place[s->place][slowest(e, s, SIDE_A)][slowest(e, s, SIDE_B)];
    for (int i = 0; i < e->side[SIDE_A].n + e->side[SIDE_B].n; i++)
        s->element[i].acted = s->element[i].received = 0;
}

static int next_actor(const engagement *e, const struct state *s, int side)
{
    for (int i = 0; i < e->side[side].n; i++)
        if (!mark_at(e, s, side, i)->acted && strength_at(e, s, side, i) > 0)
            return i;
    return -1;
}

/* Opens the activation of an element; false when it has nothing to throw. */
static bool activate(const engagement *e, struct state *s, int side, int actor)
{
    int target = choose_target(e, s, side, actor);
    const uint8_t *own = mark_at(e, s, side, actor)->condition;
    salvo_dice dice;

    mark_of(e, s, side, actor)->acted = 1;
    if (target < 0 || !e->face->dice(fire_of(e, s, side, actor, target), 0, own,
                                     mark_at(e, s, enemy_of(side), target)->condition, &dice))
        return false;
    if (e->side[side].targets == SALVO_SPREAD)
        mark_of(e, s, enemy_of(side), target)->received++;
    s->side = (uint8_t)side;
    s->actor = (uint8_t)actor;
    s->target = (uint8_t)target;
    s->throw = 0;
    return true;
}

/* The next activation, `side` first; true when there is none and the turn is over. */
static bool move_on(const engagement *e, struct state *s, int side)
{
    for (;;) {
        int actor = next_actor(e, s, side);

        if (actor < 0) {
            side = enemy_of(side);
            actor = next_actor(e, s, side);
        }
        if (actor < 0) {
            begin_turn(e, s);
            return true;
        }
        if (activate(e, s, side, actor))
            return false;
        side = enemy_of(side);
    }
}

/* ---- the chain --------------------------------------------------------------------------------------------------------------- */

static void start(const void *situation, void *state)
{
    const engagement *e = situation;
    struct state *s = state;

    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int i = 0; i < e->side[side].n; i++)
            e->face->muster(kind_at(e, side, i)->element, mark_of(e, s, side, i)->condition);
    begin_turn(e, s);
}

static int left_of_kind(const engagement *e, const struct state *s, int side, int k)
{
    int n = 0;

    for (int i = 0; i < e->side[side].n; i++)
        n += e->side[side].kind_of[i] == k && strength_at(e, s, side, i) > 0;
    return n;
}

static int outcome_code(const engagement *e, const struct state *s)
{
    int code = 0;

    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int k = 0; k < e->side[side].n_kinds; k++)
            code = code * (e->side[side].kinds[k].count + 1) + left_of_kind(e, s, side, k);
    return code;
}

static bool is_broken(const engagement *e, const struct state *s, int side)
{
    return e->side[side].n - living(e, s, side) >= e->side[side].breaks_at;
}

/* Some and all of the pairs of living kinds in which one could harm the other. */
static void look_for_harm(const engagement *e, const struct state *s, bool *some, bool *all)
{
    *some = false;
    *all = true;
    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int k = 0; k < e->side[side].n_kinds; k++)
            for (int at = 0; at < e->side[enemy_of(side)].n_kinds; at++) {
                bool harms = engagement_harms(e, s->place, side, k, at);

                if (!left_of_kind(e, s, side, k) || !left_of_kind(e, s, enemy_of(side), at))
                    continue;
                *some = *some || harms;
                *all = *all && harms;
            }
}

/* Whether everybody would fire at someone he cannot harm: a turn that changes nothing, and so does every one behind it. */
static bool is_idle(const engagement *e, const struct state *s)
{
    struct state turn = *s;

    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int i = 0; i < e->side[side].n; i++) {
            if (strength_at(e, &turn, side, i) <= 0 || !activate(e, &turn, side, i))
                continue;
            if (engagement_harms(e, turn.place, side, e->side[side].kind_of[i],
                                 e->side[enemy_of(side)].kind_of[turn.target]))
                return false;
        }
    return true;
}

/* The lines have come to rest, and nobody hurts anybody: nobody left can, or those who can fire at others. */
static bool is_stalemate(const engagement *e, const struct state *s)
{
    bool some, all;

    if (e->next_place[s->place][slowest(e, s, SIDE_A)][slowest(e, s, SIDE_B)] != s->place)
        return false;
    look_for_harm(e, s, &some, &all);
    return !some || (!all && is_idle(e, s));
}

static int outcome(const void *situation, const void *state)
{
    const engagement *e = situation;
    const struct state *s = state;
    bool over = living(e, s, SIDE_A) == 0 || living(e, s, SIDE_B) == 0;

    if (!over && s->phase == ORDER)
        over = is_broken(e, s, SIDE_A) || is_broken(e, s, SIDE_B) || (e->turn_limit && s->turn == e->turn_limit) ||
               is_stalemate(e, s);
    return over ? outcome_code(e, s) : SALVO_GOES_ON;
}

static void dice(const void *situation, const void *state, salvo_dice *dice)
{
    const engagement *e = situation;
    const struct state *s = state;

    if (s->phase == ORDER)
        e->face->order_dice(e->field, dice);
    else
        e->face->dice(fire_of(e, s, s->side, s->actor, s->target), s->throw,
                      mark_at(e, s, s->side, s->actor)->condition,
                      mark_at(e, s, enemy_of(s->side), s->target)->condition, dice);
}

static bool step_order(const engagement *e, struct state *s, const uint8_t *faces, int64_t *gain)
{
    int first = e->face->order(e->field, faces);

    if (first < 0)
        return false;
    gain[GAIN_TURNS]++;
    s->phase = ACT;
    s->turn += e->turn_limit > 0;
    return move_on(e, s, first);
}

/* Every element has dice of its own, whoever acts first; large armies share some. */
static int purpose(const void *situation, const void *state)
{
    const struct state *s = state;
    const int own = (SALVO_PURPOSES_MAX - 1) / N_SIDES;

    (void)situation;
    return s->phase == ORDER ? 0 : 1 + s->side * own + s->actor % own;
}

static bool step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const engagement *e = situation;
    struct state *s = state;
    const void *fire;
    uint8_t *actor, *target;
    int enemy, before[N_SIDES], now[N_SIDES];
    salvo_dice more;

    if (s->phase == ORDER)
        return step_order(e, s, faces, gain);
    enemy = enemy_of(s->side);
    fire = fire_of(e, s, s->side, s->actor, s->target);
    actor = mark_of(e, s, s->side, s->actor)->condition;
    target = mark_of(e, s, enemy, s->target)->condition;
    before[s->side] = strength_at(e, s, s->side, s->actor);
    before[enemy] = strength_at(e, s, enemy, s->target);
    e->face->resolve(fire, s->throw, faces, actor, target);
    now[s->side] = strength_at(e, s, s->side, s->actor);
    now[enemy] = strength_at(e, s, enemy, s->target);
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        gain[GAIN_LOST_A + side] += before[side] - now[side];
        gain[GAIN_DOWN_A + side] += (before[side] > 0) - (now[side] > 0);
    }
    s->throw ++;
    return e->face->dice(fire, s->throw, actor, target, &more) ? false : move_on(e, s, enemy);
}

/* ---- making ready ------------------------------------------------------------------------------------------------------------ */

/* How far the line of a side moves: by the speed of its slowest, in a scenario that moves it. */
static double advance(const engagement *e, const salvo_battle_plan *plan, int side, int slow)
{
    bool moves = plan->scenario == SALVO_MEETING || (plan->scenario == SALVO_ADVANCE && side == SIDE_A);

    return moves ? e->side[side].kinds[slow].speed : 0;
}

static bool is_place(const line_place *p, double range, bool a_moved, bool b_moved)
{
    return p->range == range && p->moved[SIDE_A] == a_moved && p->moved[SIDE_B] == b_moved;
}

static int find_place(engagement *e, double range, bool a_moved, bool b_moved)
{
    for (int i = 0; i < e->n_places; i++)
        if (is_place(&e->places[i], range, a_moved, b_moved))
            return i;
    if (e->n_places < PLACES_MAX)
        e->places[e->n_places] = (line_place){.range = range, .moved = {a_moved, b_moved}};
    return e->n_places++;
}

/* Both lines move at once; what is left to go between them is the same for both, and nobody goes past it. */
static int place_after(engagement *e, const salvo_battle_plan *plan, int from, int slow_a, int slow_b, double close_to)
{
    double range = e->places[from].range;
    double a = advance(e, plan, SIDE_A, slow_a), b = advance(e, plan, SIDE_B, slow_b);

    if (range <= close_to || a + b <= 0)
        return find_place(e, range, false, false);
    return find_place(e, fmax(close_to, range - a - b), a > 0, b > 0);
}

static salvo_status lay_places(engagement *e, const salvo_battle_plan *plan, salvo_error *err)
{
    double close_to = plan->close_to >= 0 ? plan->close_to : e->face->closest(e->field);

    e->n_places = 0;
    find_place(e, plan->range, false, false);
    for (int from = 0; from < e->n_places && e->n_places <= PLACES_MAX; from++)
        for (int a = 0; a < e->side[SIDE_A].n_kinds && e->n_places <= PLACES_MAX; a++)
            for (int b = 0; b < e->side[SIDE_B].n_kinds && e->n_places <= PLACES_MAX; b++)
                e->next_place[from][a][b] = (uint8_t)place_after(e, plan, from, a, b, close_to);
    if (e->n_places > PLACES_MAX)
        return salvo_fail(err, SALVO_TOO_LARGE,
                          "the lines could stand at more than %d ranges before they meet; start nearer, or use fewer "
                          "speeds",
                          PLACES_MAX);
    return SALVO_OK;
}

static salvo_status lay_fires(engagement *e, salvo_arena *memory, salvo_error *err)
{
    size_t n = fire_number(e->n_places, 0, 0, 0);

    e->fires = salvo_arena_array(memory, n, e->face->fire_size);
    e->harms = salvo_arena_array(memory, n, sizeof *e->harms);
    if (!e->fires || !e->harms)
        return salvo_fail_memory(err);
    for (int p = 0; p < e->n_places; p++)
        for (int by = SIDE_A; by <= SIDE_B; by++)
            for (int k = 0; k < e->side[by].n_kinds; k++)
                for (int at = 0; at < e->side[enemy_of(by)].n_kinds; at++) {
                    const salvo_conditions conditions = {.range = e->places[p].range,
                                                         .moving = e->places[p].moved[by],
                                                         .target_moving = e->places[p].moved[enemy_of(by)]};
                    size_t number = fire_number(p, by, k, at);
                    void *fire = e->fires + number * e->face->fire_size;

                    e->face->aim(e->field, e->side[by].kinds[k].element, e->side[enemy_of(by)].kinds[at].element,
                                 &conditions, fire);
                    e->harms[number] = e->face->can_harm(fire);
                }
    return SALVO_OK;
}

static void label(const void *situation, int outcome, char text[SALVO_LABEL_MAX])
{
    const engagement *e = situation;

    snprintf(text, SALVO_LABEL_MAX, outcome == e->n_outcomes ? "endless" : "left-%d", outcome);
}

static const salvo_expectation EXPECTATIONS[N_GAINS] = {
    [GAIN_TURNS] = {.name = "turns"},   [GAIN_LOST_A] = {.name = "lost-a"}, [GAIN_LOST_B] = {.name = "lost-b"},
    [GAIN_DOWN_A] = {.name = "down-a"}, [GAIN_DOWN_B] = {.name = "down-b"},
};

salvo_status engagement_prepare(engagement *e, const salvo_battle_plan *plan, salvo_arena *memory, salvo_error *err)
{
    int64_t codes = 1;
    salvo_status status;

    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int k = 0; k < e->side[side].n_kinds; k++)
            codes *= e->side[side].kinds[k].count + 1;
    assert(codes < INT32_MAX);
    e->n_outcomes = (int)codes;
    e->chain = (salvo_chain){
        .state_size =
            offsetof(struct state, element) + (size_t)(e->side[SIDE_A].n + e->side[SIDE_B].n) * sizeof(struct mark),
        .start = start,
        .outcome = outcome,
        .dice = dice,
        .step = step,
        .purpose = purpose,
        .undecided = e->n_outcomes,
    };
    e->procedure = (salvo_procedure){
        .name = "the battle",
        .expectations = EXPECTATIONS,
        .n_expectations = N_GAINS,
        .label = label,
        .situation_size = sizeof *e,
        .chain = &e->chain,
    };
    status = lay_places(e, plan, err);
    return status == SALVO_OK ? lay_fires(e, memory, err) : status;
}

/* ---- reading the outcome ------------------------------------------------------------------------------------------------------ */

int engagement_left(const engagement *e, int code, int side, int kind)
{
    for (int s = SIDE_B; s >= SIDE_A; s--)
        for (int k = e->side[s].n_kinds - 1; k >= 0; k--) {
            int radix = e->side[s].kinds[k].count + 1;

            if (s == side && k == kind)
                return code % radix;
            code /= radix;
        }
    return 0;
}

int engagement_winner(const engagement *e, int code)
{
    bool down[N_SIDES];

    for (int s = SIDE_A; s <= SIDE_B; s++) {
        int left = 0;

        for (int k = 0; k < e->side[s].n_kinds; k++)
            left += engagement_left(e, code, s, k);
        down[s] = left == 0 || e->side[s].n - left >= e->side[s].breaks_at;
    }
    if (down[SIDE_A] == down[SIDE_B])
        return down[SIDE_A] ? -2 : -1;
    return down[SIDE_A] ? SIDE_B : SIDE_A;
}
