/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The attack roll, shared by almost every rule of the book: 6.0 "To Hit Roll", "Infantry Damage", "Cover", "Fixed &
 * Limited Traverse Weapons", and the tables "Weapon to Hit Numbers" and "To Hit Modifiers". */
#ifndef SALVO_RULES_MAD_ATTACK_H
#define SALVO_RULES_MAD_ATTACK_H

#include <salvo/dice.h>
#include <salvo/text.h>

#include "rules/mad/tables.h"

enum mad_cover { COVER_NONE, COVER_NORMAL, COVER_FORTIFICATION };

/* The circumstances of a shot before the dice are thrown. */
struct mad_shot {
    int weapon; /* row of the weapons table */
    double range_m;
    enum mad_target target;
    enum mad_cover cover;
    int fort_value; /* what COVER_FORTIFICATION adds */
    bool contact;   /* base to base: range 0, no cover */
    bool moving;    /* the firer moved this activation */
    bool fixed;     /* the weapon may not fire after moving */
    bool opportunity;
    bool large_static;        /* a building or the like: the firer's movement does not matter */
    bool small_arms_vehicles; /* small arms may fire at vehicles */
    bool round_down;          /* half damage of a single success */
};

enum mad_verdict {
    MAY_FIRE,
    NOT_AT_VEHICLES,
    FIXED_AND_MOVED,
    OUT_OF_RANGE,
    NOT_AT_GROUND,
    NOT_AT_VTOLS,
    CARRIER_EXCLUDED,
    TARGET_EXCLUDED,
    TOO_HIGH,
};

/* A shot with its computed numbers: what the dice need, and their effect. */
struct mad_attack {
    enum mad_verdict verdict; /* anything except MAY_FIRE: no shot */
    int target_number;
    int damage[N_LEVELS];
};

/* Returns the dice of an attack roll; none if the shot is forbidden. */
salvo_dice mad_attack_dice(const struct mad_attack *attack);

/* Compares two D10 with a target number. It is never clamped: 1 or less always succeeds, 11 or more never does
 * (R-05). */
enum mad_level mad_attack_level(int target_number, const uint8_t *faces);

/* Returns how many of the two dice succeeded. */
int mad_level_successes(enum mad_level level);

/* Computes the damage of an attack with `full` damage at each level. A half rounds up, or down. If `halved`,
 * infantry's share follows, which always rounds up. `full` is at most 2^31 / 2. */
void mad_level_damages(const struct mad_tables *tables, int full, bool round_down, bool halved, int damage[N_LEVELS]);

/* Returns the attack of a shot. Checks run in the book's order: small arms at vehicles, fixed and moved, range. */
struct mad_attack mad_attack_of(const struct mad_tables *tables, const struct mad_shot *shot);

/* Returns the damage of the roll; 0 if the shot is forbidden. */
int mad_attack_damage(const struct mad_attack *attack, const uint8_t *faces);

/* Writes "in the 500 m column"; nothing for -1, beyond the last. */
enum { MAD_COLUMN_WORDS_MAX = 48 };
void mad_column_words(const salvo_brackets *brackets, int bracket, char words[MAD_COLUMN_WORDS_MAX]);

/* A number added to the table's, and its reason. */
struct mad_addend {
    int number;
    const char *why;
};

/* Adds ", +2 for cover" for each of them that is not 0. */
void mad_tell_addends(const struct mad_addend *addends, size_t n_addends, salvo_text *text);

/* Adds "Class B Cannon: needs 8 or more on each die (6 in the 500 m column, +2 for cover)" and its effect, in two
 * lines; or the reason why there is no shot. `base` is the source of the table's number, "in the 500 m column". */
void mad_attack_tell(const struct mad_attack *attack, const char *weapon, const char *base,
                     const struct mad_addend *addends, size_t n_addends, salvo_text *text);

/* The same for a shot. */
void mad_attack_explain(const struct mad_tables *tables, const struct mad_shot *shot, salvo_text *text);

/* Returns "in normal cover". */
const char *mad_cover_words(enum mad_cover cover);

/* Adds "at an infantry target in normal cover, 500 m away", for the head of an answer. */
void mad_shot_explain_target(const struct mad_shot *shot, salvo_text *text);

#endif
