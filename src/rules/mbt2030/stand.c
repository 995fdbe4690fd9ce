/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stand as users describe it: its sub-class determines class and level, and its posture and mode must be permitted
 * for the class. */
#include "rules/mbt2030/stand.h"

#include <string.h>

#include "base/phrase.h"

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

/* Lists the ids whose `allowed` is true: "static, mobile or fast". */
static void put_allowed(salvo_text *text, const char *const *ids, const bool *allowed, int n)
{
    size_t count = 0, put = 0;

    for (int i = 0; i < n; i++)
        count += allowed[i];
    for (int i = 0; i < n; i++)
        if (allowed[i])
            salvo_text_add(text, "%s%s", salvo_between(put++, count, " or "), ids[i]);
}

/* The message lists what is permitted, which depends on the class and so is not a fixed text. */
static salvo_status refuse(const char *side, const char *key, const char *given, const char *what,
                           const char *const *ids, const bool *allowed, int n, salvo_error *err)
{
    salvo_text would = {0};

    put_allowed(&would, ids, allowed, n);
    salvo_fail(err, SALVO_BAD_INPUT, "%s%s=%s: %s takes %s", side, key, given, what, salvo_text_of(&would));
    salvo_text_free(&would);
    return SALVO_BAD_INPUT;
}

/* The usual posture and mode depend on the class, so no fixed default is possible; until here -1 means "not given". */
static salvo_status take_posture(const struct mbt_tables *t, struct mbt_stand *stand, const char *side,
                                 salvo_error *err)
{
    bool allowed[N_POSTURES];

    for (int p = 0; p < N_POSTURES; p++)
        allowed[p] = t->posture[p].class == (int)stand->class;
    if ((int)stand->posture == MBT_USUAL)
        stand->posture = (enum mbt_posture)t->default_posture[stand->class];
    return allowed[stand->posture] ? SALVO_OK
                                   : refuse(side, "posture", MBT_POSTURE_IDS[stand->posture], stand->id,
                                            MBT_POSTURE_IDS, allowed, N_POSTURES, err);
}

/* A mode is looked up in the row of the sub-class: inf-minus is never fast, and art-minus only static. */
static salvo_status take_mode(const struct mbt_stand_class *class, struct mbt_stand *stand, const char *side,
                              salvo_error *err)
{
    bool allowed[N_MODES], is_usual = (int)stand->mode == MBT_USUAL;

    if (is_usual)
        stand->mode = MODE_STATIC;
    for (int mode = 0; mode < N_MODES; mode++) {
        allowed[mode] = class->mode[mode] != NOT_ALLOWED;
        if (is_usual && class->mode[mode] == ALLOWED_DEFAULT)
            stand->mode = (enum mbt_mode)mode;
    }
    return allowed[stand->mode]
               ? SALVO_OK
               : refuse(side, "mode", MBT_MODE_IDS[stand->mode], stand->id, MBT_MODE_IDS, allowed, N_MODES, err);
}

/* The posture precedes the mode: if both are wrong, the message is about the one that users name first. */
salvo_status mbt_stand_prepare(const struct mbt_tables *t, struct mbt_stand *stand, const char *side, salvo_error *err)
{
    const struct mbt_stand_class *class = &t->stands[stand->row];
    const salvo_table *stands = salvo_store_table(t->store, "stands");
    salvo_status status;

    stand->id = stands->cells[(size_t)stand->row * stands->n_columns].text;
    stand->class = (enum mbt_class) class->class;
    stand->level = (enum mbt_sign) class->level;
    status = take_posture(t, stand, side, err);
    return status == SALVO_OK ? take_mode(class, stand, side, err) : status;
}

salvo_status mbt_pair_prepare(const struct mbt_tables *t, struct mbt_stand *own, struct mbt_stand *opp,
                              salvo_error *err)
{
    salvo_status status = mbt_stand_prepare(t, own, "own-", err);

    return status == SALVO_OK ? mbt_stand_prepare(t, opp, "opp-", err) : status;
}

/* Usual values (steady, good going) are not mentioned. */
void mbt_stand_explain(const struct mbt_stand *stand, salvo_text *text)
{
    static const char *const GOING[] = {"", ", in bad going", ", in a built-up area"};

    salvo_text_add(text, "%s in posture %s, %s, grade %s", stand->id, MBT_POSTURE_IDS[stand->posture],
                   MBT_MODE_IDS[stand->mode], MBT_SIGN_IDS[stand->grade]);
    if (stand->state != STATE_STEADY)
        salvo_text_add(text, ", %s", MBT_STATE_IDS[stand->state]);
    salvo_text_put(text, GOING[stand->going]);
}
