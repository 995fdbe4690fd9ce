/* A stand on the table, and the situation that two of them stand in; their parameters, worded and limited once. */
#ifndef SALVO_RULES_MBT2030_STAND_H
#define SALVO_RULES_MBT2030_STAND_H

#include <math.h>

#include <salvo/rules.h>

#include "base/text.h"
#include "rules/mbt2030/tables.h"

/* Troop states, from good order to out of the game (Results of Engagement). */
enum mbt_state { STATE_STEADY, STATE_PINNED, STATE_SHAKEN, STATE_BROKEN, STATE_LEFT, N_STATES, N_LIVE_STATES = 3 };

enum mbt_going { GOING_GOOD, GOING_BAD, GOING_BUILT_UP };

struct mbt_stand {
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

extern const char *const MBT_LIVE_STATE_CHOICES[],
    *const MBT_GOING_CHOICES[], *const MBT_LIGHT_CHOICES[], *const MBT_LOS_CHOICES[],
                                                                *const MBT_INFANTRY_TARGET_CHOICES[],
                                                                    *const MBT_RECIPROCITY_CHOICES[],
                                                                        *const MBT_TWO_CAUSE_CHOICES[],
                                                                            *const MBT_TARGET_COUNT_CHOICES[],
                                                                                *const MBT_BREAK_COUNT_CHOICES[],
                                                                                    *const MBT_AWC_AIR_CHOICES[],
                                                                                        *const MBT_TYPE_CHOICES[];

enum { N_STAND_KEYS = 10, N_CIRCUMSTANCE_KEYS = 9, N_SITUATION_KEYS = 1 + N_CIRCUMSTANCE_KEYS, EXTRA_MAX = 100 };

/* clang-format off */
#define MBT_CHOICE(name, words, ids, preset) \
    {.key = name, .help = words, .kind = SALVO_CHOICE, .choices = ids, .fallback = preset}

#define MBT_FLAG(name, words, preset) {.key = name, .help = words, .kind = SALVO_FLAG, .fallback = preset}

/* N_STAND_KEYS parameters of the stand `side` ("own-"). */
#define MBT_STAND(side, whose) \
    {.key = side "class", .help = whose " sub-class of stand", .kind = SALVO_NAME, .table = "stands", \
     .fallback = "mbt-norm"}, \
    {.key = side "posture", .help = whose " posture; else the usual one of its class", .kind = SALVO_CHOICE, \
     .choices = MBT_POSTURE_IDS}, \
    {.key = side "mode", .help = whose " movement mode; else the usual one of its class", .kind = SALVO_CHOICE, \
     .choices = MBT_MODE_IDS}, \
    MBT_CHOICE(side "grade", whose " troop grading", MBT_SIGN_IDS, "norm"), \
    MBT_CHOICE(side "state", whose " state", MBT_LIVE_STATE_CHOICES, "steady"), \
    MBT_CHOICE(side "terrain", whose " going", MBT_GOING_CHOICES, "good"), \
    MBT_FLAG(side "support", whose " friendly INFANTRY is within 4 inches", "yes"), \
    MBT_FLAG(side "near-ecm", "it is within 3 inches of an ECM of its own", "no"), \
    MBT_FLAG(side "rear", "ARMOUR engaged from its rear arc", "no"), \
    {.key = side "extra", .help = "further causes of disadvantage", .kind = SALVO_INTEGER, .min = -EXTRA_MAX, \
     .max = EXTRA_MAX, .fallback = "0"}

/* N_SITUATION_KEYS parameters. */
#define MBT_SITUATION \
    {.key = "range", .help = "distance in inches", .kind = SALVO_DECIMAL, .min = 0, .max = INFINITY, .fallback = "1"}, \
    MBT_CIRCUMSTANCES

/* N_CIRCUMSTANCE_KEYS parameters: a situation without its range. */
#define MBT_CIRCUMSTANCES \
    MBT_CHOICE("light", "dark is dusk, dawn or night: ranges are halved", MBT_LIGHT_CHOICES, "day"), \
    MBT_FLAG("awc", "adverse weather: ranges are halved", "no"), \
    MBT_CHOICE("los", "line of sight between stands on the table", MBT_LOS_CHOICES, "clear"), \
    MBT_CHOICE("infantry-target", "what 'INFANTRY' means as a target (M1)", MBT_INFANTRY_TARGET_CHOICES, "class"), \
    MBT_CHOICE("reciprocity", "where the other stand must be able to engage (M2)", MBT_RECIPROCITY_CHOICES, "range"), \
    MBT_CHOICE("two-cause", "who counts the two-cause items (M3)", MBT_TWO_CAUSE_CHOICES, "owner"), \
    MBT_CHOICE("target-count", "what the target of a unilateral engagement counts (M4)", MBT_TARGET_COUNT_CHOICES, \
               "passive"), \
    MBT_CHOICE("break-count", "disadvantage that breaks the loser of a mutual win (M5)", MBT_BREAK_COUNT_CHOICES, \
               "relative"), \
    MBT_CHOICE("awc-air", "CAS in adverse weather against INFANTRY or ARMOUR (M10)", MBT_AWC_AIR_CHOICES, "banned")
/* clang-format on */

/* The stand that N_STAND_KEYS values describe. Refuses postures and modes that its class cannot take; `parameters` are
 * theirs. */
salvo_status mbt_stand_of(const struct mbt_tables *t, const salvo_parameter *parameters, const salvo_value *values,
                          struct mbt_stand *stand, salvo_error *err);

struct mbt_situation mbt_situation_of(const salvo_value *values);

/* The same at range 0, from N_CIRCUMSTANCE_KEYS values. */
struct mbt_situation mbt_circumstances_of(const salvo_value *values);

/* What makes "inch" plural. */
const char *mbt_plural(double inches);

/* "mbt-minus in posture armour, mobile, grade minus" */
void mbt_stand_explain(const struct mbt_stand *stand, salvo_text *text);

#endif
