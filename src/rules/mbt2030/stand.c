#include "rules/mbt2030/stand.h"

#include <string.h>

const char *const MBT_STATE_IDS[] = {"steady", "pinned", "shaken", "broken", "left", NULL};
const char *const MBT_LIVE_STATE_CHOICES[] = {"steady", "pinned", "shaken", NULL};
const char *const MBT_GOING_CHOICES[] = {"good", "bad", "built-up", NULL};
const char *const MBT_LIGHT_CHOICES[] = {"day", "dark", NULL};
const char *const MBT_LOS_CHOICES[] = {"clear", "blocked", NULL};
const char *const MBT_INFANTRY_TARGET_CHOICES[] = {"class", "posture", NULL};
const char *const MBT_RECIPROCITY_CHOICES[] = {"range", "type", NULL};
const char *const MBT_TWO_CAUSE_CHOICES[] = {"owner", "both", NULL};
const char *const MBT_TARGET_COUNT_CHOICES[] = {"passive", "full", NULL};
const char *const MBT_BREAK_COUNT_CHOICES[] = {"relative", "absolute", NULL};
const char *const MBT_AWC_AIR_CHOICES[] = {"banned", "disadvantage", NULL};
const char *const MBT_TYPE_CHOICES[] = {"mutual", "unilateral", "auto", NULL};

enum { CLASS, POSTURE, MODE, GRADE, STATE, TERRAIN, SUPPORT, NEAR_ECM, REAR, EXTRA };

enum { LIGHT, AWC, LOS, INFANTRY_TARGET, RECIPROCITY, TWO_CAUSE, TARGET_COUNT, BREAK_COUNT, AWC_AIR };
enum { RANGE, CIRCUMSTANCES };

/* "static, mobile or fast": the ids whose `allowed` is true. */
static void put_allowed(salvo_text *text, const char *const *ids, const bool *allowed, int n)
{
    int left = 0;

    for (int i = 0; i < n; i++)
        left += allowed[i];
    for (int i = 0; i < n; i++)
        if (allowed[i])
            salvo_text_add(text, "%s%s", ids[i], --left > 1 ? ", " : left == 1 ? " or " : "");
}

static salvo_status refuse(const char *key, const char *given, const char *what, const char *const *ids,
                           const bool *allowed, int n, salvo_error *err)
{
    salvo_text would = {0};

    put_allowed(&would, ids, allowed, n);
    salvo_fail(err, SALVO_BAD_INPUT, "%s=%s: %s takes %s", key, given, what, salvo_text_of(&would));
    salvo_text_free(&would);
    return SALVO_BAD_INPUT;
}

static salvo_status take_posture(const struct mbt_tables *t, const char *key, const salvo_value *value,
                                 struct mbt_stand *stand, salvo_error *err)
{
    bool allowed[N_POSTURES];

    for (int p = 0; p < N_POSTURES; p++)
        allowed[p] = t->posture[p].class == (int)stand->class;
    stand->posture =
        value->absent ? (enum mbt_posture)t->default_posture[stand->class] : (enum mbt_posture)value->integer;
    return allowed[stand->posture] ? SALVO_OK
                                   : refuse(key, value->text, stand->id, MBT_POSTURE_IDS, allowed, N_POSTURES, err);
}

static salvo_status take_mode(const struct mbt_stand_class *class, const char *key, const salvo_value *value,
                              struct mbt_stand *stand, salvo_error *err)
{
    bool allowed[N_MODES];

    for (int mode = 0; mode < N_MODES; mode++) {
        allowed[mode] = class->mode[mode] != NOT_ALLOWED;
        if (class->mode[mode] == ALLOWED_DEFAULT)
            stand->mode = (enum mbt_mode)mode;
    }
    if (!value->absent)
        stand->mode = (enum mbt_mode)value->integer;
    return allowed[stand->mode] ? SALVO_OK : refuse(key, value->text, stand->id, MBT_MODE_IDS, allowed, N_MODES, err);
}

salvo_status mbt_stand_of(const struct mbt_tables *t, const salvo_parameter *parameters, const salvo_value *values,
                          struct mbt_stand *stand, salvo_error *err)
{
    const struct mbt_stand_class *class = &t->stands[values[CLASS].integer];
    salvo_status status;

    *stand = (struct mbt_stand){
        .id = values[CLASS].text,
        .class = (enum mbt_class) class->class,
        .level = (enum mbt_sign) class->level,
        .grade = (enum mbt_sign)values[GRADE].integer,
        .state = (enum mbt_state)values[STATE].integer,
        .going = (enum mbt_going)values[TERRAIN].integer,
        .support = values[SUPPORT].integer,
        .near_ecm = values[NEAR_ECM].integer,
        .rear = values[REAR].integer,
        .extra = (int)values[EXTRA].integer,
    };
    status = take_posture(t, parameters[POSTURE].key, &values[POSTURE], stand, err);
    return status == SALVO_OK ? take_mode(class, parameters[MODE].key, &values[MODE], stand, err) : status;
}

struct mbt_situation mbt_circumstances_of(const salvo_value *values)
{
    return (struct mbt_situation){
        .dark = values[LIGHT].integer,
        .adverse = values[AWC].integer,
        .blocked = values[LOS].integer,
        .infantry_posture = values[INFANTRY_TARGET].integer,
        .reciprocity_type = values[RECIPROCITY].integer,
        .two_cause_both = values[TWO_CAUSE].integer,
        .target_count_full = values[TARGET_COUNT].integer,
        .break_count_absolute = values[BREAK_COUNT].integer,
        .weather_disadvantage = values[AWC_AIR].integer,
    };
}

struct mbt_situation mbt_situation_of(const salvo_value *values)
{
    struct mbt_situation s = mbt_circumstances_of(&values[CIRCUMSTANCES]);

    s.range_inches = values[RANGE].decimal;
    return s;
}

const char *mbt_plural(double inches)
{
    return inches == 1 ? "" : "es";
}

void mbt_stand_explain(const struct mbt_stand *stand, salvo_text *text)
{
    static const char *const GOING[] = {"", ", in bad going", ", in a built-up area"};

    salvo_text_add(text, "%s in posture %s, %s, grade %s", stand->id, MBT_POSTURE_IDS[stand->posture],
                   MBT_MODE_IDS[stand->mode], MBT_SIGN_IDS[stand->grade]);
    if (stand->state != STATE_STEADY)
        salvo_text_add(text, ", %s", MBT_STATE_IDS[stand->state]);
    salvo_text_put(text, GOING[stand->going]);
}
