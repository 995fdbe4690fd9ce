/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One side of a duel or one element of a battle (SKANK-35): a pool of figures or a vehicle, its fire at another, and
 * the effect on it. */
#ifndef SALVO_RULES_SKANK_FORCE_H
#define SALVO_RULES_SKANK_FORCE_H

#include "rules/skank/barrage.h"
#include "rules/skank/shot.h"

/* Parameters. */

enum skank_force_key {
    FORCE_UNIT,
    FORCE_WEAPON,
    FORCE_COUNT,
    FORCE_MOVING,
    FORCE_COVER,
    FORCE_MODIFIER,
    FORCE_RATING,
    FORCE_WOUNDS,
    FORCE_CREW,
};

enum { SKANK_COUNT_MAX = 1000 };

/* When a vehicle counts as lost. */
enum skank_win { WIN_DESTROYED, WIN_MISSION_KILL };
extern const char *const SKANK_WIN_CHOICES[];

/* A force. */
struct skank_force {
    const struct skank_tables *tables;
    const struct skank_vehicle *vehicle; /* NULL: figures */
    const struct skank_troop *gunner;    /* each of the figures, or the crew */
    const char *name;
    int unit, gunner_row, weapon;
    int count, wounds; /* number of figures, and wounds of each; for a vehicle 1 */
    int rating, modifier;
    bool moving, cover;
};

/* The parameters of a force, the first at `at` and the others `stride` apart. Keys begin with `prefix`, except for the
 * unit's. `it` is the force's name in help; the member `force` of the situation receives it. */
/* clang-format off */
#define SKANK_FORCE(type, force, at, stride, key, prefix, it, where) \
    [at + FORCE_UNIT * stride] = SKANK_UNIT(key, "figure or vehicle " where, "trained", INTO(type, force.unit)), \
    [at + FORCE_WEAPON * stride] = ROW(prefix "weapon", "weapon of " it, "weapons", "rifle", .among = "direct", \
                                       .fallback_row = key ".weapon", \
                                       INTO(type, force.weapon)), \
    [at + FORCE_COUNT * stride] = WHOLE(prefix "count", "figures of " it, 1, SKANK_COUNT_MAX, "1", \
                                        INTO(type, force.count)), \
    [at + FORCE_MOVING * stride] = FLAG(prefix "moving", it " moves every turn", .aliases = prefix "moves|" prefix "moved", \
                                      .phrases = SALVO_MOVING_PHRASES, INTO(type, force.moving)), \
    [at + FORCE_COVER * stride] = FLAG(prefix "cover", it " is behind cover", .synonyms = SKANK_COVER_SYNONYMS, \
                                     .phrases = SKANK_COVER_PHRASES, INTO(type, force.cover)), \
    [at + FORCE_MODIFIER * stride] = SKANK_MODIFIER(prefix "modifier", "added to the rolls to hit of " it, \
                                                    INTO(type, force.modifier)), \
    [at + FORCE_RATING * stride] = SKANK_IN_PLACE(prefix "rating", "rating of " it ", in place of its own", 0, \
                                                  SKANK_RATING_MAX, INTO(type, force.rating)), \
    [at + FORCE_WOUNDS * stride] = SKANK_IN_PLACE(prefix "wounds", "wounds of each figure of " it \
                                                  ", in place of the troop's", 1, SKANK_WOUNDS_MAX, \
                                                  INTO(type, force.wounds)), \
    [at + FORCE_CREW * stride] = SKANK_TROOP(prefix "crew", "crew of " it ", when it is a vehicle", \
                                             INTO(type, force.gunner_row))

#define SKANK_WIN(...) \
    CHOICE("win", "when a vehicle counts as lost; mission-kill: also when it cannot fire", SKANK_WIN_CHOICES, "destroyed", \
           __VA_ARGS__)
/* clang-format on */

/* Computes what follows from the parameters. Refuses several vehicles; `count` is the key of their number. */
salvo_status skank_force_prepare(const struct skank_tables *t, struct skank_force *force, const char *count,
                                 salvo_error *err);

/* Returns the shots of each figure, or of the vehicle, in a round. */
int skank_force_shots(const struct skank_force *force, enum skank_burst burst);

/* Returns the faces of the crew's ability that save a vehicle without brakes. */
int skank_force_brakes(const struct skank_force *force);

/* Returns the relevant bits of its damage: for a stationary vehicle, engine and brakes do not matter. */
uint8_t skank_force_matters(const struct skank_force *force, bool moves);

/* Returns a shot of one at the other; `by` and `at` say whether they move. */
struct skank_shot skank_force_shot(const struct skank_force *by, const struct skank_force *at, double range_in,
                                   bool star_descends);

/* Fire. */

enum { MOTIONS = 2 }; /* stationary, moving */

struct skank_fire {
    struct skank_hit hit;
    bool allowed;                                   /* for the given shot: in range, and no N cell */
    struct skank_barrage barrage[MOTIONS][MOTIONS]; /* by own motion and the target's */
};

/* Loads the effects of such shots for every motion of both; a target that moves keeps its cover, or leaves it. */
void skank_fire_load(struct skank_fire *fire, const struct skank_tables *t, struct skank_shot shot, bool keeps_cover,
                     uint8_t matters);

/* Its condition. */

struct skank_condition {
    int32_t left;  /* wounds of all figures together; a vehicle: 1, destroyed 0 */
    uint32_t hull; /* relevant damage of a vehicle */
};

static inline struct skank_condition skank_fresh(const struct skank_force *force)
{
    return (struct skank_condition){.left = force->count * force->wounds};
}

static inline bool skank_moves(const struct skank_condition *c, bool moving)
{
    return moving && !(c->hull & HULL_IMMOBILE);
}

/* Returns the shots of the remaining figures, with that many wounds and shots each; damage to a figure does not reduce
 * its shots. */
static inline int skank_shots_left(const struct skank_condition *c, int wounds, int each)
{
    return c->hull & HULL_DISARMED ? 0 : (c->left + wounds - 1) / wounds * each;
}

/* Returns whether it begins a round in which it would need its brakes. */
static inline bool skank_sets_out_brakeless(const struct skank_condition *c, bool moving)
{
    return skank_moves(c, moving) && (c->hull & HULL_BRAKES);
}

/* Returns whether it still needs them after the fire. */
static inline bool skank_runs_on(const struct skank_condition *c)
{
    return c->left > 0 && !(c->hull & HULL_IMMOBILE);
}

void skank_destroy(struct skank_condition *c);

/* Applies the face of a barrage's die. An instant kill removes the figure in front with all its remaining wounds. */
void skank_suffer(struct skank_condition *c, const struct skank_hit *hit, int face);

#endif
