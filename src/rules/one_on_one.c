/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules/one_on_one.h"
#include "base/phrase.h"
#include "rules/told.h"

#include <salvo/text.h>

#include <string.h>

const char *const DUEL_FIRST_CHOICES[] = {
    [FIRST_A] = "a", [FIRST_B] = "b", [FIRST_INITIATIVE] = "initiative", [FIRST_SIMULTANEOUS] = "simultaneous", NULL};

/* Rulebooks list the initiative first, because it is their default. This array maps a place in their list to the
 * enum. */
const duel_first DUEL_FIRST_OF[] = {FIRST_INITIATIVE, FIRST_A, FIRST_B, FIRST_SIMULTANEOUS};

const char *const DUEL_OUTCOMES[N_DUEL_OUTCOMES] = {
    [DUEL_A_WINS] = "a-wins", [DUEL_B_WINS] = "b-wins", [DUEL_MUTUAL] = "mutual", [DUEL_UNDECIDED] = "undecided"};

const salvo_expectation DUEL_EXPECTATIONS[1] = {{.name = "turns", .help = "mean number of turns begun until the end"}};

/* A turn is one ORDER step, a FIRE step for each throw of the first side, and one for each throw of the second side. An
 * END step follows for each side that throws at the end of a turn. */
enum phase { ORDER, FIRE, END };

/* The struct has bytes alone, because states are compared byte by byte. */
struct state {
    uint8_t unit_state[N_DUEL_SIDES][SALVO_ELEMENT_BYTES];
    uint8_t before[N_DUEL_SIDES][SALVO_ELEMENT_BYTES]; /* which both act by if they act at the same time */
    uint8_t phase;
    uint8_t shooter;  /* its side; in END the side that throws */
    uint8_t second;   /* the shooter is the second to fire this turn */
    uint8_t throw_at; /* of the shooter's activation */
};

/* `before` matters only if both act at once, and at the end of a turn. It is always set, so that equal states are equal
 * bytes. */
static void start(const void *situation, void *state)
{
    const one_on_one *duel = situation;
    struct state *s = state;

    for (int side = 0; side < N_DUEL_SIDES; side++)
        duel->adapter->initial_state(duel->element[side], s->unit_state[side]);
    memcpy(s->before, s->unit_state, sizeof s->before);
}

static bool is_left(const one_on_one *duel, const struct state *s, int side)
{
    return duel->adapter->strength(duel->element[side], s->unit_state[side]) > 0;
}

/* The present unit states decide: a gun that is knocked out harms nothing, and a target that is out cannot be
 * harmed. */
static bool can_harm(const one_on_one *duel, const struct state *s, int side)
{
    return duel->adapter->can_harm(duel->fire[side], s->unit_state[side], s->unit_state[!side]);
}

/* With a limit of turns, sides that can no longer harm each other go on until that limit. */
static bool is_stuck(const one_on_one *duel, const struct state *s)
{
    return duel->never_begins || (!duel->turn_limit && !can_harm(duel, s, SIDE_OF_A) && !can_harm(duel, s, SIDE_OF_B));
}

/* A shot decides at once, but simultaneous shots count at the end of the turn. */
static int outcome(const void *situation, const void *state)
{
    const one_on_one *duel = situation;
    const struct state *s = state;
    bool a_left = is_left(duel, s, SIDE_OF_A), b_left = is_left(duel, s, SIDE_OF_B);

    if (duel->first == FIRST_SIMULTANEOUS && s->phase != ORDER)
        return SALVO_CONTINUES;
    if (!a_left || !b_left)
        return a_left ? DUEL_A_WINS : b_left ? DUEL_B_WINS : DUEL_MUTUAL;
    return duel->stalemate && s->phase == ORDER && is_stuck(duel, s) ? duel->stalemate : SALVO_CONTINUES;
}

/* Returns the dice of the shooter's throw; false if its activation has no such throw. If both fire at the same time, an
 * element that is out by now still fires, and is still a target. */
static bool throw_dice(const one_on_one *duel, const struct state *s, salvo_dice *dice)
{
    const uint8_t(*seen)[SALVO_ELEMENT_BYTES] = duel->first == FIRST_SIMULTANEOUS ? s->before : s->unit_state;

    return duel->adapter->dice(duel->fire[s->shooter], s->throw_at, seen[s->shooter], seen[!s->shooter], dice);
}

/* Only elements that are not out throw at the end of a turn, as in a battle. */
static bool end_dice(const one_on_one *duel, const struct state *s, int side, salvo_dice *dice)
{
    return duel->adapter->after_dice && is_left(duel, s, side) &&
           duel->adapter->after_dice(duel->element[side], duel->moves[side], s->before[side], s->unit_state[side],
                                     dice);
}

/* Sequences by cards have no initiative. Each side has one card, and both are equally likely to be first. */
static void order_dice(const one_on_one *duel, salvo_dice *dice)
{
    if (duel->adapter->order)
        duel->adapter->order_dice(duel->field, dice);
    else
        *dice = salvo_dice_of(1, N_DUEL_SIDES);
}

/* Returns -1 if the throw is a tie and is thrown again. The cards are a die of two faces. */
static int order(const one_on_one *duel, const uint8_t *faces)
{
    return duel->adapter->order ? duel->adapter->order(duel->field, faces) : faces[0] - 1;
}

static void dice(const void *situation, const void *state, salvo_dice *dice)
{
    const one_on_one *duel = situation;
    const struct state *s = state;

    *dice = (salvo_dice){.count = 0};
    if (s->phase == FIRE)
        throw_dice(duel, s, dice);
    else if (s->phase == END)
        end_dice(duel, s, s->shooter, dice);
    else if (duel->first == FIRST_INITIATIVE)
        order_dice(duel, dice);
}

/* A tied initiative leaves the phase unchanged, so that it is thrown again. The turn has not begun then, and is not
 * counted. */
static void step_order(const one_on_one *duel, struct state *s, const uint8_t *faces, int64_t *gain)
{
    int first = duel->first == FIRST_B ? SIDE_OF_B : SIDE_OF_A;

    if (duel->first == FIRST_INITIATIVE)
        first = order(duel, faces);
    if (first < 0)
        return;
    gain[0] += !duel->counts_activations;
    s->phase = FIRE;
    s->shooter = (uint8_t)first;
}

/* Goes on to the next side, from this one on, that throws at the end of the turn. Returns true if the turn is over. If
 * both act at the same time, `before` is updated only if it changes their fire. Otherwise states that differ in nothing
 * else would be solved twice. */
static bool end_turn(const one_on_one *duel, struct state *s, int side)
{
    salvo_dice dice;

    for (; side < N_DUEL_SIDES; side++)
        if (end_dice(duel, s, side, &dice)) {
            s->phase = END;
            s->shooter = (uint8_t)side;
            return false;
        }
    s->shooter = SIDE_OF_A;
    s->phase = ORDER;
    if (duel->adapter->after_dice ||
        (duel->first == FIRST_SIMULTANEOUS && (duel->looks_at_actor || !duel->adapter->throws)))
        memcpy(s->before, s->unit_state, sizeof s->before);
    return true;
}

/* Ends the activation: the other side acts next, or the turn ends. Returns true if the turn is over. */
static bool pass(const one_on_one *duel, struct state *s)
{
    s->throw_at = 0;
    if (!s->second) {
        s->second = 1;
        s->shooter = !s->shooter;
        return false;
    }
    s->second = 0;
    return end_turn(duel, s, SIDE_OF_A);
}

/* This is asked twice for every result of the dice: building the dice each time would take a third of an exact
 * solve. */
static bool has_throw(const one_on_one *duel, const struct state *s)
{
    salvo_dice dice;

    if (duel->adapter->throws)
        return s->throw_at < duel->adapter->throws(duel->fire[s->shooter]);
    return throw_dice(duel, s, &dice);
}

/* If both act at the same time, effects of a side on itself are lost unless they put it out, and so are throws at an
 * element that is out. */
static void resolve(const one_on_one *duel, struct state *s, const uint8_t *faces)
{
    const int side = s->shooter;
    uint8_t actor[SALVO_ELEMENT_BYTES], *own = s->unit_state[side];

    if (duel->first == FIRST_SIMULTANEOUS) {
        if (!is_left(duel, s, !side))
            return;
        own = memcpy(actor, s->before[side], sizeof actor);
    }
    duel->adapter->resolve(duel->fire[side], s->throw_at, faces, own, s->unit_state[!side]);
    if (own == actor && duel->adapter->strength(duel->element[side], own) <= 0)
        memcpy(s->unit_state[side], own, sizeof actor);
}

/* A side that cannot fire passes without a throw. An activation counts from its first throw, even if it then has
 * nothing to fire with, because the player has used it up. */
static bool step_fire(const one_on_one *duel, struct state *s, const uint8_t *faces, int64_t *gain)
{
    gain[0] += duel->counts_activations && s->throw_at == 0;
    if (!has_throw(duel, s)) /* it has nothing to fire with */
        return pass(duel, s);
    resolve(duel, s, faces);
    s->throw_at++;
    return has_throw(duel, s) ? false : pass(duel, s);
}

static bool step_end(const one_on_one *duel, struct state *s, const uint8_t *faces)
{
    duel->adapter->after(duel->element[s->shooter], faces, s->unit_state[s->shooter]);
    return end_turn(duel, s, s->shooter + 1);
}

/* The end is counted in the step that leads to it, because a chain cannot gain anything in a state that ends it. */
static bool step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const one_on_one *duel = situation;
    struct state *s = state;
    bool turn_ends = false;

    if (s->phase == ORDER)
        step_order(duel, s, faces, gain);
    else if (s->phase == FIRE)
        turn_ends = step_fire(duel, s, faces, gain);
    else
        turn_ends = step_end(duel, s, faces);
    if (duel->count_end && outcome(duel, s) != SALVO_CONTINUES)
        duel->count_end(duel, s->unit_state, gain);
    return turn_ends;
}

/* Throws beyond the number of streams share the side's last stream, and so do throws at the end of a turn. */
static int stream(const void *situation, const void *state)
{
    const struct state *s = state;
    const int last = (SALVO_STREAMS_MAX - 1) / N_DUEL_SIDES - 1;

    (void)situation;
    if (s->phase == ORDER)
        return 0;
    return 1 + s->shooter + N_DUEL_SIDES * (s->phase == FIRE && s->throw_at < last ? s->throw_at : last);
}

/* The throw for who begins never changes. A side's fire is constant if no unit state changes it. */
static int throw_number(const void *situation, const void *state)
{
    const one_on_one *duel = situation;
    const struct state *s = state;

    if (s->phase == ORDER)
        return 0;
    return s->phase == FIRE && duel->adapter->throws && duel->adapter->kind
               ? 1 + s->shooter + N_DUEL_SIDES * s->throw_at
               : -1;
}

/* Results of one kind lead to the same state, so the engines enumerate kinds instead of all faces. */
static int throw_kind(const void *situation, int number, const uint8_t *faces)
{
    const one_on_one *duel = situation;
    const unsigned fire = (unsigned)number - 1; /* of fire; unsigned for speed: every result needs it */

    if (number == 0)
        return order(duel, faces);
    return duel->adapter->kind(duel->fire[fire % N_DUEL_SIDES], (int)(fire / N_DUEL_SIDES), faces);
}

static int64_t turn_limit(const void *situation)
{
    return ((const one_on_one *)situation)->turn_limit;
}

/* Every state describes a side by the same facts. */
static void describe_side(const one_on_one *duel, int side, const uint8_t *unit_state,
                          salvo_state_description *description)
{
    static const char *const STRENGTH[] = {"a's strength", "b's strength"}, *const WORN[] = {"a is worn", "b is worn"},
                             *const STOPPED[] = {"a is stopped", "b is stopped"},
                             *const CONDITION[] = {"a's condition", "b's condition"};
    const salvo_battle_adapter *adapter = duel->adapter;
    const void *element = duel->element[side];
    uint32_t mark;

    memcpy(&mark, unit_state, sizeof mark);
    told_put(description, STRENGTH[side], adapter->strength(element, unit_state), SALVO_FIELD_NUMBER);
    if (adapter->is_worn)
        told_put(description, WORN[side], adapter->is_worn(element, unit_state), SALVO_FIELD_FLAG);
    if (adapter->is_stopped)
        told_put(description, STOPPED[side], adapter->is_stopped(element, unit_state), SALVO_FIELD_FLAG);
    told_put(description, CONDITION[side], mark, SALVO_FIELD_PACKED);
}

/* Describes a state for explanations, in words that a player would use at the table. */
static void describe_state(const void *situation, const void *state, salvo_state_description *description)
{
    static const char *const FIRES[] = {"a's fire", "b's fire"};
    const struct state *s = state;

    description->throw_name = s->phase == ORDER  ? "who fires first"
                              : s->phase == FIRE ? FIRES[s->shooter]
                                                 : "the end of the turn";
    for (int side = 0; side < N_DUEL_SIDES; side++)
        describe_side(situation, side, s->unit_state[side], description);
}

const salvo_chain DUEL_CHAIN = {
    .state_size = sizeof(struct state),
    .start = start,
    .outcome = outcome,
    .dice = dice,
    .step = step,
    .turn_limit = turn_limit,
    .undecided = DUEL_UNDECIDED,
    .stream = stream,
    .throw_number = throw_number,
    .throw_kind = throw_kind,
    .describe = describe_state,
};

/* Elements and fires lie one after the other in the duel, in the sizes that the adapter states. So a duel needs no
 * allocation of its own. */
void one_on_one_between(one_on_one *duel, const salvo_battle_adapter *adapter, const void *field, const void *elements,
                        void *fires)
{
    duel->adapter = adapter;
    duel->field = field;
    for (size_t side = 0; side < N_DUEL_SIDES; side++) {
        duel->element[side] = (const char *)elements + side * adapter->element->situation_size;
        duel->fire[side] = (char *)fires + side * adapter->fire_size;
    }
}

/* Both sides aim before the first die. Range and movement are constant for the whole duel, so nothing is looked up
 * while it is fought. */
salvo_status one_on_one_aim(one_on_one *duel, double range, const bool moves[N_DUEL_SIDES], salvo_error *err)
{
    const salvo_battle_adapter *adapter = duel->adapter;

    for (int side = 0; side < N_DUEL_SIDES; side++) {
        const void *own = duel->element[side], *enemy = duel->element[!side];
        const salvo_circumstances now = {.side = side,
                                         .range = range,
                                         .moving = moves && moves[side],
                                         .target_moving = moves && moves[!side],
                                         .is_duel = true};
        const salvo_status status = adapter->check ? adapter->check(duel->field, own, enemy, &now, err) : SALVO_OK;

        if (status != SALVO_OK)
            return status;
        duel->moves[side] = now.moving;
        adapter->aim(duel->field, own, enemy, &now, duel->fire[side]);
    }
    return SALVO_OK;
}

const char *const SALVO_ACTS_FIRST[SALVO_N_FIRST] = {
    [SALVO_FIRST_A] = "a",           [SALVO_FIRST_B] = "b",
    [SALVO_FIRST_BOTH] = "both",     [SALVO_FIRST_INITIATIVE] = "initiative",
    [SALVO_FIRST_CARDS] = "cards",   [SALVO_FIRST_CHANCE] = "chance",
    [SALVO_FIRST_NOBODY] = "nobody",
};

/* Returns what the throw can lead to: in some rulebooks one side always wins it, or neither can. */
static salvo_acts_first thrown_order(const salvo_battle_adapter *adapter, const void *field)
{
    uint8_t faces[SALVO_DICE_MAX];
    bool begins[N_DUEL_SIDES] = {false};
    salvo_dice dice;

    adapter->order_dice(field, &dice);
    salvo_dice_first(&dice, faces);
    do {
        const int side = salvo_dice_weight(&dice, faces) ? adapter->order(field, faces) : -1;

        if (side >= 0)
            begins[side] = true;
    } while (!(begins[SIDE_OF_A] && begins[SIDE_OF_B]) && salvo_dice_next(&dice, faces));
    if (begins[SIDE_OF_A])
        return begins[SIDE_OF_B] ? SALVO_FIRST_INITIATIVE : SALVO_FIRST_A;
    return begins[SIDE_OF_B] ? SALVO_FIRST_B : SALVO_FIRST_NOBODY;
}

salvo_acts_first order_of_sides(const salvo_battle_adapter *adapter, const void *field)
{
    if (adapter->order)
        return thrown_order(adapter, field);
    return adapter->sequence == SALVO_BY_CARDS ? SALVO_FIRST_CARDS : SALVO_FIRST_CHANCE;
}

salvo_acts_first one_on_one_acts_first(const void *situation)
{
    static const salvo_acts_first SAID[] = {
        [FIRST_A] = SALVO_FIRST_A, [FIRST_B] = SALVO_FIRST_B, [FIRST_SIMULTANEOUS] = SALVO_FIRST_BOTH};
    const one_on_one *duel = situation;

    return duel->first == FIRST_INITIATIVE ? order_of_sides(duel->adapter, duel->field) : SAID[duel->first];
}

void one_on_one_explain(const one_on_one *duel, salvo_text *text)
{
    static const char *const WORDS[SALVO_N_FIRST] = {
        [SALVO_FIRST_A] = "a fires first in every turn",
        [SALVO_FIRST_B] = "b fires first in every turn",
        [SALVO_FIRST_BOTH] = "both fire at the same time",
        [SALVO_FIRST_INITIATIVE] = "initiative is rolled for every turn",
        [SALVO_FIRST_CARDS] = "a card of each side is shuffled for every turn",
        [SALVO_FIRST_CHANCE] = "either side may fire first in a turn, with equal chances",
        [SALVO_FIRST_NOBODY] = "the throw for the initiative never settles who fires first, so no turn begins",
    };

    salvo_text_put(text, WORDS[one_on_one_acts_first(duel)]);
    if (duel->turn_limit)
        salvo_text_add(text, ", for at most %s", salvo_counted((uint64_t)duel->turn_limit, "turn").text);
}

bool one_on_one_own(salvo_parameter *parameter, int side, salvo_arena *memory)
{
    const char **const keys[] = {&parameter->key, &parameter->only, &parameter->unless, &parameter->excludes};

    parameter->aliases = NULL;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (!*keys[i])
            continue;
        *keys[i] = salvo_arena_printf(memory, "%c-%s", "ab"[side], *keys[i]);
        if (!*keys[i])
            return false;
    }
    return true;
}
