/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a squad does when its card is drawn. It has functions, with which it rallies or fires, depending on its policy,
 * and fire changes the men and the marker of one target. Duels and battles use the same code, so that a duel is a
 * battle of two. */
#include "rules/rookie/skirmish.h"

const char *const ROOKIE_POLICY_CHOICES[] = {[POLICY_RALLY] = "rally", [POLICY_FIRE] = "fire", NULL};

/* 0 means "as the squad has", because no squad has 0 men. */
void rookie_shooter_men(struct rookie_shooter *shooter, const struct rookie_squad *squad)
{
    if (!shooter->men)
        shooter->men = squad->men;
    if (!shooter->per_man)
        shooter->per_man = squad->per_man;
}

/* The range and the enemy's cover are the same throughout a fight at that range, so they are combined into one factor
 * and one shift. Men and marker change from shot to shot and are added later. */
salvo_status rookie_shooter_aim(struct rookie_shooter *shooter, const struct rookie_set *set, double range_inches,
                                const char *cover, int shift, salvo_error *err)
{
    struct rookie_shift covered = rookie_set_cover(set, cover);
    bool found;
    struct rookie_range range = rookie_set_range(set, range_inches, &found);

    if (!found)
        return rookie_unknown(set, err, "range %.15g", range_inches);
    if (!covered.known)
        return rookie_unknown(set, err, "cover %s", cover);
    shooter->range_factor = range.factor;
    shooter->shift = range.columns + covered.columns + shift;
    return SALVO_OK;
}

/* Too few factors cannot fire, and no shift can help. */
int rookie_shooter_column(const struct rookie_shooter *shooter, const struct rookie_set *set, int men, int marker)
{
    int column = rookie_column_of(men * shooter->per_man * shooter->range_factor);

    return column == NO_COLUMN ? NO_COLUMN : rookie_column_shifted(column, shooter->shift + set->firer[marker].columns);
}

/* Each function takes one step off a marker that is worse than disrupted, or fires. A disrupted squad fires: its marker
 * costs its shots one column, and removing it would cost one of the shots. */
struct rookie_effort rookie_effort_of(const struct rookie_shooter *shooter, int marker)
{
    int functions = shooter->functions;

    for (; shooter->policy == POLICY_RALLY && marker > MARKER_DISRUPTED && functions > 0; functions--)
        marker--;
    return (struct rookie_effort){marker, functions};
}

/* Both shots are thrown at once, though the second may have no target: an unused die does not change the odds. */
int rookie_act_dice(const struct rookie_shooter *shooter, const struct rookie_set *set,
                    const struct rookie_condition *own)
{
    struct rookie_effort effort = rookie_effort_of(shooter, own->marker);

    return rookie_shooter_column(shooter, set, own->men, effort.marker) == NO_COLUMN ? 0 : effort.shots;
}

/* Makes one shot: kills and the worst marker apply at once (K9). A squad without men loses its marker, so that all
 * destroyed squads are one state, whatever fire destroyed them. */
static void hit(const struct rookie_result *result, struct rookie_condition *target)
{
    target->men = (uint8_t)(target->men > result->kills ? target->men - result->kills : 0);
    target->marker = result->marker > target->marker ? result->marker : target->marker;
    if (target->men == 0)
        target->marker = MARKER_NONE;
}

/* The column is found before the first shot, because own men and marker do not change during the fire. */
void rookie_act(const struct rookie_shooter *shooter, const struct rookie_set *set, struct rookie_condition *own,
                struct rookie_condition *enemy, const uint8_t *faces)
{
    struct rookie_effort effort = rookie_effort_of(shooter, own->marker);
    int column = rookie_shooter_column(shooter, set, own->men, effort.marker);

    own->marker = (uint8_t)effort.marker;
    for (int i = 0; i < effort.shots && column != NO_COLUMN && enemy->men; i++)
        hit(&set->chart[column][faces[i] - 1], enemy);
}

/* A squad that spends all of its functions on its marker does not need the chart. */
salvo_status rookie_act_check(const struct rookie_shooter *shooter, const struct rookie_set *set,
                              const struct rookie_condition *own, salvo_error *err)
{
    struct rookie_effort effort = rookie_effort_of(shooter, own->marker);

    if (effort.shots == 0)
        return SALVO_OK;
    if (!set->firer[effort.marker].known)
        return rookie_unknown(set, err, "firer %s", ROOKIE_MARKERS[effort.marker]);
    return rookie_column_check(set, rookie_shooter_column(shooter, set, own->men, effort.marker), err);
}
