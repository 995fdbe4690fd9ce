#include "rules/one_on_one.h"

#include <salvo/text.h>

const char *const DUEL_FIRST_CHOICES[] = {
    [FIRST_A] = "a", [FIRST_B] = "b", [FIRST_INITIATIVE] = "initiative", [FIRST_SIMULTANEOUS] = "simultaneous", NULL};

const char *const DUEL_OUTCOMES[N_DUEL_OUTCOMES] = {
    [DUEL_A_WINS] = "a-wins", [DUEL_B_WINS] = "b-wins", [DUEL_MUTUAL] = "mutual", [DUEL_UNDECIDED] = "undecided"};

const salvo_expectation DUEL_EXPECTATIONS[1] = {{.name = "turns", .help = "mean number of turns begun until the end"}};

/* A turn is one ORDER step, then a FIRE step for each throw of the first side and of the second. */
enum phase { ORDER, FIRE };

/* Bytes alone: states are compared byte by byte. */
struct state {
    uint8_t unit_state[N_DUEL_SIDES][SALVO_ELEMENT_BYTES];
    uint8_t phase;
    uint8_t shooter; /* its side */
    uint8_t second;  /* the shooter is the second to fire this turn */
    uint8_t throw;   /* of the shooter's activation */
};

static void start(const void *situation, void *state)
{
    const one_on_one *duel = situation;
    struct state *s = state;

    for (int side = 0; side < N_DUEL_SIDES; side++)
        duel->adapter->initial_state(duel->element[side], s->unit_state[side]);
}

static bool is_left(const one_on_one *duel, const struct state *s, int side)
{
    return duel->adapter->strength(duel->element[side], s->unit_state[side]) > 0;
}

/* A shot decides at once, but shots that are simultaneous count when both sides have fired. */
static int outcome(const void *situation, const void *state)
{
    const one_on_one *duel = situation;
    const struct state *s = state;
    bool a_left = is_left(duel, s, SIDE_OF_A), b_left = is_left(duel, s, SIDE_OF_B);

    if ((a_left && b_left) || (duel->first == FIRST_SIMULTANEOUS && s->phase == FIRE))
        return SALVO_GOES_ON;
    return a_left ? DUEL_A_WINS : b_left ? DUEL_B_WINS : DUEL_MUTUAL;
}

/* The dice of the shooter's throw; false when its activation has no such throw. Where both fire at the same time, whoever is
 * out by now was still there to be fired at. */
static bool throw_dice(const one_on_one *duel, const struct state *s, salvo_dice *dice)
{
    const int target = !s->shooter;
    const uint8_t *seen = s->unit_state[target];
    uint8_t fresh[SALVO_ELEMENT_BYTES] = {0};

    if (duel->first == FIRST_SIMULTANEOUS && !is_left(duel, s, target)) {
        duel->adapter->initial_state(duel->element[target], fresh);
        seen = fresh;
    }
    return duel->adapter->dice(duel->fire[s->shooter], s->throw, s->unit_state[s->shooter], seen, dice);
}

static void dice(const void *situation, const void *state, salvo_dice *dice)
{
    const one_on_one *duel = situation;
    const struct state *s = state;

    *dice = (salvo_dice){.count = 0};
    if (s->phase == FIRE)
        throw_dice(duel, s, dice);
    else if (duel->first == FIRST_INITIATIVE)
        duel->adapter->order_dice(duel->field, dice);
}

static void step_order(const one_on_one *duel, struct state *s, const uint8_t *faces, int64_t *gain)
{
    int first = duel->first == FIRST_B ? SIDE_OF_B : SIDE_OF_A;

    if (duel->first == FIRST_INITIATIVE)
        first = duel->adapter->order(duel->field, faces);
    if (first < 0)
        return;
    gain[0]++;
    s->phase = FIRE;
    s->shooter = (uint8_t)first;
}

/* The activation is over: the other side's, or the next turn. True at the end of a turn. */
static bool pass(struct state *s)
{
    s->throw = 0;
    if (!s->second) {
        s->second = 1;
        s->shooter = !s->shooter;
        return false;
    }
    s->second = 0;
    s->shooter = SIDE_OF_A;
    s->phase = ORDER;
    return true;
}

/* Asked twice for every result of the dice: building the dice each time would take a third of an exact solve. */
static bool has_throw(const one_on_one *duel, const struct state *s)
{
    salvo_dice dice;

    if (duel->adapter->throws)
        return s->throw < duel->adapter->throws(duel->fire[s->shooter]);
    return throw_dice(duel, s, &dice);
}

static bool step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const one_on_one *duel = situation;
    struct state *s = state;

    if (s->phase == ORDER) {
        step_order(duel, s, faces, gain);
        return false;
    }
    if (!has_throw(duel, s)) /* it has nothing to fire with */
        return pass(s);
    duel->adapter->resolve(duel->fire[s->shooter], s->throw, faces, s->unit_state[s->shooter],
                           s->unit_state[!s->shooter]);
    s->throw ++;
    return has_throw(duel, s) ? false : pass(s);
}

/* Throws beyond the streams that there are share the side's last one. */
static int purpose(const void *situation, const void *state)
{
    const struct state *s = state;
    const int last = (SALVO_PURPOSES_MAX - 1) / N_DUEL_SIDES - 1;

    (void)situation;
    return s->phase == ORDER ? 0 : 1 + s->shooter + N_DUEL_SIDES * (s->throw < last ? s->throw : last);
}

static int64_t turn_limit(const void *situation)
{
    return ((const one_on_one *)situation)->turn_limit;
}

const salvo_chain DUEL_CHAIN = {
    .state_size = sizeof(struct state),
    .start = start,
    .outcome = outcome,
    .dice = dice,
    .step = step,
    .turn_limit = turn_limit,
    .undecided = DUEL_UNDECIDED,
    .purpose = purpose,
};

void one_on_one_aim(one_on_one *duel, double range, const bool moves[N_DUEL_SIDES])
{
    for (int side = 0; side < N_DUEL_SIDES; side++) {
        const salvo_conditions now = {
            .side = side, .range = range, .moving = moves[side], .target_moving = moves[!side]};

        duel->adapter->aim(duel->field, duel->element[side], duel->element[!side], &now, duel->fire[side]);
    }
}

void one_on_one_explain(const one_on_one *duel, salvo_text *text)
{
    static const char *const WORDS[] = {
        [FIRST_A] = "a fires first in every turn",
        [FIRST_B] = "b fires first in every turn",
        [FIRST_INITIATIVE] = "initiative is rolled for every turn",
        [FIRST_SIMULTANEOUS] = "both fire at the same time",
    };

    salvo_text_put(text, WORDS[duel->first]);
    if (duel->turn_limit)
        salvo_text_add(text, ", for at most %lld turn%s", (long long)duel->turn_limit,
                       duel->turn_limit == 1 ? "" : "s");
}
