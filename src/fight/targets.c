/* A policy gives every enemy a worth; the first of the greatest is the target. Worth depends on unit states only, so
 * that compiled battles can rank it beforehand; what depends on places or on fire received is added where it is
 * known. */
#include "fight/targets.h"

#include <string.h>

#include "fight/activation.h"

/* The chance that the activation puts the target out of the fight; 0 when it cannot be composed. Composed anew each
 * time; the compiled engines ask it once for each pair of states. */
static double kill_chance(const battle_model *e, const void *fire, const element_kind *at, const uint8_t *actor,
                          const uint8_t *target)
{
    activation a;
    double lost = 0;

    a.tried = 0;
    if (activation_compose(&a, e->adapter, fire, actor, target))
        for (size_t i = 0; i < a.n; i++)
            lost += e->adapter->strength(at->element, a.joint_states[i].target) > 0 ? 0 : (double)a.joint_states[i].p;
    return lost;
}

/* Ties are left to the order of the list, which a player decides on by how he writes it. */
double battle_model_worth(const battle_model *e, int place, int side, int actor_kind, const uint8_t *actor,
                          int target_kind, const uint8_t *target)
{
    const element_kind *at = &e->side[enemy_of(side)].kinds[target_kind];
    int strength = e->adapter->strength(at->element, target);

    switch (e->side[side].targets) {
    case SALVO_WEAKEST:
        return -strength;
    case SALVO_STRONGEST:
        return at->price < 0 ? strength : at->price; /* units without prices are ranked by strength */
    case SALVO_BEST:
        return kill_chance(e, battle_model_fire(e, place, side, actor_kind, target_kind), at, actor, target) *
               (at->price < 0 ? 1 : at->price);
    /* Equal worth: the order of the list decides, or `worth` below. */
    case SALVO_SPREAD:
    case SALVO_OPPOSITE:
    case SALVO_USUAL:
    case SALVO_NEAREST:
    case SALVO_N_TARGETS:
        break;
    }
    return 0;
}

/* The worth in a state. SALVO_SPREAD prefers who was fired at least, SALVO_OPPOSITE the nearest place behind the own
 * one. */
static double worth(const battle_model *e, const struct state *s, int side, int actor, int target)
{
    int enemy = enemy_of(side), n = e->side[enemy].n;

    if (e->side[side].targets == SALVO_SPREAD)
        return -packed_state_at(e, s, enemy, target)->received;
    if (e->side[side].targets == SALVO_OPPOSITE)
        return -((target - actor % n + n) % n); /* places are counted round the enemy's list */
    return battle_model_worth(e, s->place, side, e->side[side].kind_of[actor], seen_at(e, s, side, actor),
                              e->side[enemy].kind_of[target], seen_at(e, s, enemy, target));
}

/* Whether the enemy's element is as its predecessor in everything that its worth depends on: then it is no better. Only to
 * save the work of SALVO_BEST. */
static bool is_repeated(const battle_model *e, const struct state *s, int side, int target)
{
    int enemy = enemy_of(side);

    return e->side[side].targets == SALVO_BEST && target > 0 &&
           e->side[enemy].kind_of[target] == e->side[enemy].kind_of[target - 1] && is_seen(e, s, enemy, target - 1) &&
           memcmp(seen_at(e, s, enemy, target), seen_at(e, s, enemy, target - 1), SALVO_ELEMENT_BYTES) == 0;
}

/* Elements are gone through in list order: with equal worth the first one is fired at, in all engines. */
int choose_target(const battle_model *e, const struct state *s, int side, int actor)
{
    int enemy = enemy_of(side), chosen = -1;
    double most = 0;

    for (int i = 0; i < e->side[enemy].n; i++) {
        double value;

        if (!is_seen(e, s, enemy, i) || is_repeated(e, s, side, i))
            continue;
        value = worth(e, s, side, actor, i);
        if (chosen < 0 || value > most) { /* strictly greater: the first of equals */
            chosen = i;
            most = value;
        }
    }
    return chosen;
}
