/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stand on the table, and the situation of two of them; with their parameters, worded and limited once. */
#ifndef SALVO_RULES_MBT2030_STAND_H
#define SALVO_RULES_MBT2030_STAND_H

#include <salvo/text.h>

#include "rules/mbt2030/tables.h"
#include "rules/parameters.h"

/* Troop states, from good order to out of the game (Results of Engagement). */
enum mbt_state { STATE_STEADY, STATE_PINNED, STATE_SHAKEN, STATE_BROKEN, STATE_LEFT, N_STATES, N_LIVE_STATES = 3 };

enum mbt_going { GOING_GOOD, GOING_BAD, GOING_BUILT_UP };

struct mbt_stand {
    int row;        /* of its sub-class */
    const char *id; /* of its sub-class */
    enum mbt_class class;
    enum mbt_sign level, grade;
    enum mbt_posture posture;
    enum mbt_mode mode;
    enum mbt_state state;
    enum mbt_going going;
    bool support;  /* friendly INFANTRY within 4 inches */
    bool near_ecm; /* within 3 inches of a friendly ECM */
    bool rear;     /* engaged from its rear arc */
    int extra;     /* causes of disadvantage besides those of the list */
};

static inline bool mbt_is_on_the_ground(const struct mbt_stand *stand)
{
    return stand->class == CLASS_INFANTRY || stand->class == CLASS_ARMOUR;
}

struct mbt_situation {
    double range_inches;
    bool dark;    /* dusk, dawn, night */
    bool adverse; /* weather */
    bool blocked; /* line of sight */
    bool infantry_posture, reciprocity_type, two_cause_both, target_count_full, break_count_absolute,
        weather_disadvantage; /* rulings M1, M2, M3, M4, M5, M10: the option, not the default */
};

/* The outcomes' words for states; N_STATES of them, then NULL. */
extern const char *const MBT_STATE_IDS[];

/* Parameters. */

extern const char *const MBT_LIVE_STATE_CHOICES[];
extern const char *const MBT_GOING_CHOICES[];
extern const char *const MBT_LIGHT_CHOICES[];
extern const char *const MBT_LOS_CHOICES[];
extern const char *const MBT_INFANTRY_TARGET_CHOICES[];
extern const char *const MBT_RECIPROCITY_CHOICES[];
extern const char *const MBT_TWO_CAUSE_CHOICES[];
extern const char *const MBT_TARGET_COUNT_CHOICES[];
extern const char *const MBT_BREAK_COUNT_CHOICES[];
extern const char *const MBT_AWC_AIR_CHOICES[];

enum { EXTRA_MAX = 100, MBT_USUAL = -1 /* of a posture or a mode: the usual one of the class */ };

/* clang-format off */
/* The stand `side` ("own-"), a member of the situation. */
#define MBT_STAND(type, stand, side, whose) \
    ROW(side "class", whose " sub-class of stand", "stands", "mbt-norm", INTO(type, stand.row)), \
    CHOICE(side "posture", whose " posture (the usual one of its class)", MBT_POSTURE_IDS, NULL, \
           INTO(type, stand.posture), .without = MBT_USUAL), \
    CHOICE(side "mode", whose " movement mode (the usual one of its class)", MBT_MODE_IDS, NULL, \
           INTO(type, stand.mode), .without = MBT_USUAL), \
    CHOICE(side "grade", whose " troop grading", MBT_SIGN_IDS, "norm", INTO(type, stand.grade)), \
    CHOICE(side "state", whose " state", MBT_LIVE_STATE_CHOICES, "steady", INTO(type, stand.state)), \
    CHOICE(side "terrain", whose " going", MBT_GOING_CHOICES, "good", INTO(type, stand.going)), \
    FLAG_YES(side "support", whose " friendly INFANTRY is within 4 inches", INTO(type, stand.support)), \
    FLAG(side "near-ecm", "it is within 3 inches of an ECM of its own", INTO(type, stand.near_ecm)), \
    FLAG(side "rear", "ARMOUR engaged from its rear arc", INTO(type, stand.rear)), \
    WHOLE(side "extra", "further causes of disadvantage", -EXTRA_MAX, EXTRA_MAX, "0", INTO(type, stand.extra))

/* A struct mbt_situation, a member of the situation. */
#define MBT_SITUATION(type, s) \
    DECIMAL("range", "distance in inches", 0, INFINITY, "1", .distance = true, INTO(type, s.range_inches)), MBT_CIRCUMSTANCES(type, s)

/* The same without its range. */
#define MBT_CIRCUMSTANCES(type, s) \
    CHOICE("light", "dark is dusk, dawn or night: ranges are halved", MBT_LIGHT_CHOICES, "day", INTO(type, s.dark)), \
    FLAG("awc", "adverse weather: ranges are halved", INTO(type, s.adverse)), \
    CHOICE("los", "line of sight between stands on the table", MBT_LOS_CHOICES, "clear", INTO(type, s.blocked)), \
    CHOICE("infantry-target", "the meaning of 'INFANTRY' as a target (M1)", MBT_INFANTRY_TARGET_CHOICES, "class", \
           INTO(type, s.infantry_posture)), \
    CHOICE("reciprocity", "where the other stand must be able to engage (M2)", MBT_RECIPROCITY_CHOICES, "range", \
           INTO(type, s.reciprocity_type)), \
    CHOICE("two-cause", "who counts the two-cause items (M3)", MBT_TWO_CAUSE_CHOICES, "owner", \
           INTO(type, s.two_cause_both)), \
    CHOICE("target-count", "what the target of a unilateral engagement counts (M4)", MBT_TARGET_COUNT_CHOICES, \
           "passive", INTO(type, s.target_count_full)), \
    MBT_BREAK_COUNT(INTO(type, s.break_count_absolute)), \
    CHOICE("awc-air", "CAS in adverse weather against INFANTRY or ARMOUR (M10)", MBT_AWC_AIR_CHOICES, "banned", \
           INTO(type, s.weather_disadvantage))

#define MBT_BREAK_COUNT(...) \
    CHOICE("break-count", "the disadvantage that breaks the loser of a mutual win (M5)", MBT_BREAK_COUNT_CHOICES, \
           "relative", __VA_ARGS__)
/* clang-format on */

/* Computes what follows from the parameters. Refuses postures and modes that the class of the stand `side` cannot
 * have. */
salvo_status mbt_stand_prepare(const struct mbt_tables *t, struct mbt_stand *stand, const char *side, salvo_error *err);

/* The same for the stands "own-" and "opp-". */
salvo_status mbt_pair_prepare(const struct mbt_tables *t, struct mbt_stand *own, struct mbt_stand *opp,
                              salvo_error *err);

/* Adds "mbt-minus in posture armour, mobile, grade minus". */
void mbt_stand_explain(const struct mbt_stand *stand, salvo_text *text);

#endif
