/* Hashes everything that the battle chain reads: fires, speeds, places, the initiative, strengths. Rulesets whose
 * adapters have functions that cannot be listed in a table get no fingerprint. */
#include "points/fingerprint.h"

#include <string.h>

#include "base/hash.h"

static uint64_t hash_number(uint64_t hash, int64_t number)
{
    return salvo_hash_words(hash, &number, sizeof number);
}

/* Who begins, for every throw of the initiative. */
static uint64_t hash_order(uint64_t hash, const battle_model *e)
{
    uint8_t faces[SALVO_DICE_MAX];
    salvo_dice dice;

    if (!e->adapter->order)
        return hash;
    e->adapter->order_dice(e->field, &dice);
    hash = hash_number(hash, dice.count);
    salvo_dice_first(&dice, faces);
    do {
        hash = hash_number(hash, (int64_t)salvo_dice_weight(&dice, faces));
        hash = hash_number(hash, e->adapter->order(e->field, faces));
    } while (salvo_dice_next(&dice, faces));
    return hash;
}

/* The strength in every unit state that differs from the fresh one in one byte. */
static uint64_t hash_strengths(uint64_t hash, const battle_model *e, const void *element, const uint8_t *fresh)
{
    for (size_t i = 0; i < SALVO_ELEMENT_BYTES; i++)
        for (int byte = 0; byte <= UINT8_MAX; byte++) {
            uint8_t unit_state[SALVO_ELEMENT_BYTES];

            memcpy(unit_state, fresh, sizeof unit_state);
            unit_state[i] = (uint8_t)byte;
            hash = hash_number(hash, e->adapter->strength(element, unit_state));
        }
    return hash;
}

static uint64_t hash_side(uint64_t hash, const battle_model *e, int side)
{
    const battle_side *army = &e->side[side];

    hash = hash_number(hash, army->targets);
    hash = hash_number(hash, army->breaks_at);
    for (int k = 0; k < army->n_kinds; k++) {
        const element_kind *kind = &army->kinds[k];
        uint8_t fresh[SALVO_ELEMENT_BYTES];

        e->adapter->initial_state(kind->element, fresh);
        hash = salvo_hash_words(hash, fresh, sizeof fresh);
        hash = hash_strengths(hash, e, kind->element, fresh);
        hash = salvo_hash_words(hash, &kind->price, sizeof kind->price);
        hash = salvo_hash_words(hash, &kind->speed, sizeof kind->speed);
        hash = hash_number(hash, kind->count);
        hash = hash_number(hash, kind->full);
    }
    return hash;
}

static uint64_t hash_place(uint64_t hash, const battle_model *e, int place)
{
    hash = hash_number(hash, e->places[place].moved[SIDE_A] << 1 | e->places[place].moved[SIDE_B]);
    hash = salvo_hash_words(hash, e->next_place[place], sizeof e->next_place[place]);
    for (int by = SIDE_A; by <= SIDE_B; by++)
        for (int k = 0; k < e->side[by].n_kinds; k++)
            for (int at = 0; at < e->side[!by].n_kinds; at++)
                hash = salvo_hash_words(hash, battle_model_fire(e, place, by, k, at), e->adapter->fire_size);
    return hash;
}

uint64_t fingerprint(const battle_model *e)
{
    uint64_t hash = SALVO_HASH;

    /* Functions whose results are not covered by what is hashed. */
    if (e->adapter->limits || e->adapter->after_dice || e->adapter->is_stopped)
        return 0;
    hash = hash_number(hash, e->turn_limit);
    hash = hash_number(hash, e->n_places);
    hash = hash_order(hash, e);
    for (int side = SIDE_A; side <= SIDE_B; side++)
        hash = hash_side(hash, e, side);
    for (int place = 0; place < e->n_places; place++)
        hash = hash_place(hash, e, place);
    return hash ? hash : 1; /* 0 means that it is not known */
}
