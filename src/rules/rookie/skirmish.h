/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The common part of duels and battles of squads: a squad's condition, and the use of its functions when it acts. */
#ifndef SALVO_RULES_ROOKIE_SKIRMISH_H
#define SALVO_RULES_ROOKIE_SKIRMISH_H

#include "rules/rookie/fire.h"

enum rookie_policy { POLICY_RALLY, POLICY_FIRE };
extern const char *const ROOKIE_POLICY_CHOICES[];

struct rookie_condition {
    uint8_t men, marker; /* enum rookie_marker; none if no men are left */
};

/* A squad that fires at another: the sources of its column. */
struct rookie_shooter {
    int men; /* at the start */
    int per_man, range_factor;
    int shift; /* of everything except its own marker */
    enum rookie_policy policy;
    int functions; /* those for each activation, FUNCTIONS_MAX unless it moves */
};

/* Parameters. */

/* clang-format off */
#define ROOKIE_MEN(name, words, ...) \
    WHOLE(name, words, 1, MEN_LIMIT, "squad", .word = "squad", __VA_ARGS__)
#define ROOKIE_PER_MAN(name, words, ...) WHOLE(name, words, 1, 100, "squad", .word = "squad", __VA_ARGS__)

#define ROOKIE_POLICY(...) \
    CHOICE("policy", "rally: functions remove markers before they fire", ROOKIE_POLICY_CHOICES, "rally", __VA_ARGS__)
/* clang-format on */

/* Replaces men and factors that were not given (0) by the squad's. */
void rookie_shooter_men(struct rookie_shooter *shooter, const struct rookie_squad *squad);

/* Adds the effect of range and the enemy's cover on its fire to `shift`. Fails with "unknown cell" if the set lacks
 * either. */
salvo_status rookie_shooter_aim(struct rookie_shooter *shooter, const struct rookie_set *set, double range_inches,
                                const char *cover, int shift, salvo_error *err);

/* Acting. */

/* Returns the column for that many of its men with that marker; NO_COLUMN: too few to fire. */
int rookie_shooter_column(const struct rookie_shooter *shooter, const struct rookie_set *set, int men, int marker);

/* The marker that remains when the squad acts, and how often it then fires. */
struct rookie_effort {
    int marker, shots;
};
struct rookie_effort rookie_effort_of(const struct rookie_shooter *shooter, int marker);

/* Returns the number of rolls of its activation. */
int rookie_act_dice(const struct rookie_shooter *shooter, const struct rookie_set *set,
                    const struct rookie_condition *own);

/* Makes the activation: markers are removed, kills and the worst marker of each shot apply at once, and shots stop when
 * the target is destroyed. `faces` are 1 to 10 for rolls of 0 to 9. */
void rookie_act(const struct rookie_shooter *shooter, const struct rookie_set *set, struct rookie_condition *own,
                struct rookie_condition *enemy, const uint8_t *faces);

/* Fails unless everything is known that an activation under that marker needs. */
salvo_status rookie_act_check(const struct rookie_shooter *shooter, const struct rookie_set *set,
                              const struct rookie_condition *own, salvo_error *err);

#endif
