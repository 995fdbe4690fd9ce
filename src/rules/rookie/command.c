/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ROOKIE-20 to ROOKIE-23, command and morale: removed markers, the remaining class of speed, and two tables that are
 * wholly lost and known only by reconstruction: morale, and the die that hits a leader. */
#include "rules/rookie/command.h"

#include <salvo/text.h>

#include "rules/rookie/data.h"

enum { REMOVALS_MAX = 10, MODIFIER_MAX = 100, FIGURES_MAX = 255 };

struct markers {
    const struct rookie_tables *tables;
    enum rookie_marker marker;
    int removals, left;
};

static const salvo_parameter MARKERS[] = {
    CHOICE("marker", "the unit's marker", ROOKIE_MARKERS, "disrupted", INTO(struct markers, marker)),
    WHOLE("removals", "steps to remove", 0, REMOVALS_MAX, "1", INTO(struct markers, removals)),
};

/* Markers are steps of one ladder, and a unit has only the worst. */
static void derive_markers(const void *tables, void *situation)
{
    struct markers *m = situation;
    int left = (int)m->marker - m->removals;

    (void)tables;
    m->left = left > 0 ? left : MARKER_NONE;
}

static int resolve_markers(const void *situation, const uint8_t *faces, int64_t *gain)
{
    (void)faces;
    (void)gain;
    return ((const struct markers *)situation)->left;
}

static void explain_markers(const void *situation, salvo_text *text)
{
    const struct markers *m = situation;

    salvo_text_add(text, "A leader in that state commands within %d inches.\n",
                   m->tables->marker[m->left].command_radius_inches);
}

const salvo_procedure ROOKIE_MARKERS_PROCEDURE = {
    .id = "ROOKIE-20",
    .schema = {.name = "rookie.markers",
               ALL_OF(parameters, MARKERS),
               SITUATION(struct markers, tables),
               .derive = derive_markers,
               .explain = explain_markers},
    .documentation =
        {.chapter = "Command and morale",
         .title = "what is left of a penalty marker",
         .section = "How Do You Get Rid of the Penalty Markers?",
         .notes = "Each removal is one step: suppressed, pinned, disrupted, steady. A leader may remove up to two in "
                  "the command step and then stays inactive; a unit in command spends one function for each step."},
    .outcomes = ROOKIE_MARKERS,
    .n_outcomes = N_MARKERS,
    .roll = &(const salvo_roll){.resolve = resolve_markers},
};

/* The order is that of speed, so that slower is more. */
enum move_class { CLASS_A, CLASS_B, CLASS_C, CLASS_NONE, N_MOVE_CLASSES };
enum unit { UNIT_INFANTRY, UNIT_CAVALRY, UNIT_VEHICLE };

static const char *const MOVE_TERRAINS[] = {"a", "b", "c", NULL};
static const char *const UNITS[] = {
    [UNIT_INFANTRY] = "infantry", [UNIT_CAVALRY] = "cavalry", [UNIT_VEHICLE] = "vehicle", NULL};
static const char *const MOVE_CLASSES[N_MOVE_CLASSES] = {
    [CLASS_A] = "a", [CLASS_B] = "b", [CLASS_C] = "c", [CLASS_NONE] = "none"};

struct move {
    enum move_class terrain; /* that it permits */
    enum rookie_marker marker;
    bool wire, out_of_command;
    enum unit unit;
    enum move_class class;
};

/* Speed comes in classes, a the fastest. Each marker, wire and being out of command make it slower by one (K14); a unit
 * without a class left does not move. */
static const salvo_parameter MOVE[] = {
    CHOICE("terrain", "class of speed that the terrain permits", MOVE_TERRAINS, "a", INTO(struct move, terrain)),
    CHOICE("marker", "the unit's marker", ROOKIE_MARKERS, "steady", INTO(struct move, marker)),
    FLAG("wire", "it crosses barbed wire", INTO(struct move, wire)),
    FLAG("out-of-command", "it is outside its leader's radius", INTO(struct move, out_of_command)),
    CHOICE("unit", "what moves", UNITS, "infantry", INTO(struct move, unit)),
};

/* Each cause makes it one class slower, including being out of command, though the text also says that the move is
 * halved (K14). Wire slows vehicles and stops all others. */
static void derive_move(const void *tables, void *situation)
{
    struct move *m = situation;
    int slower = ((const struct rookie_tables *)tables)->marker[m->marker].classes_slower;
    bool stopped = slower == SALVO_BLANK || (m->wire && m->unit != UNIT_VEHICLE);
    int64_t class = (int64_t)m->terrain + slower + m->wire + m->out_of_command;

    m->class = stopped || class > CLASS_C ? CLASS_NONE : (enum move_class) class;
}

static int resolve_move(const void *situation, const uint8_t *faces, int64_t *gain)
{
    (void)faces;
    (void)gain;
    return (int)((const struct move *)situation)->class;
}

const salvo_procedure ROOKIE_MOVE_CLASS = {
    .id = "ROOKIE-21",
    .schema = {.name = "rookie.move-class",
               ALL_OF(parameters, MOVE),
               .situation_size = sizeof(struct move),
               .derive = derive_move},
    .documentation = {.chapter = "Command and morale",
                      .title = "the class of speed that is left",
                      .section = "Terrain and Penalty Effects on Movement",
                      .rulings = "K14",
                      .notes = "The table of movement rates is lost."},
    ALL_OF(outcomes, MOVE_CLASSES),
    .roll = &(const salvo_roll){.resolve = resolve_move},
};

/* The situation holds a copy of its set, because a user's file is closed before the question is answered. */
struct morale {
    struct rookie_asked asked;
    struct rookie_set set;
    enum rookie_marker marker;
    bool half_losses;
    int modifier;
};

/* Nothing in this table is proved. The reconstruction rolls a 10d, less the steps of the marker and one for half
 * losses. */
static const salvo_parameter MORALE[] = {
    CHOICE("marker", "the unit's marker", ROOKIE_MARKERS, "steady", INTO(struct morale, marker)),
    FLAG("half-losses", "half of its men are lost", INTO(struct morale, half_losses)),
    WHOLE("modifier", "further points of the roll", -MODIFIER_MAX, MODIFIER_MAX, "0", INTO(struct morale, modifier)),
    ROOKIE_DATA(struct morale, asked, "reconstruction"),
};

/* All ten rolls must have a result before the question is answered: a morale that is unknown for some rolls has no
 * odds. */
static salvo_status check_morale(const struct morale *m, salvo_error *err)
{
    for (int roll = 0; roll < ROLLS; roll++)
        if (rookie_band_of(m->set.morale, m->set.n_morale, roll + m->modifier) < 0)
            return rookie_unknown(&m->set, err, "morale %d", roll + m->modifier);
    return SALVO_OK;
}

/* Modifiers of the user's set may be unknown one by one; only those that the question needs are required. */
static salvo_status prepare_morale(const void *tables, void *situation, salvo_error *err)
{
    struct morale *m = situation;
    salvo_status status = rookie_data_of(tables, &m->asked, &m->set, err);
    int steps = (int)m->marker;

    if (status != SALVO_OK)
        return status;
    if (m->set.n_morale == 0)
        return rookie_unknown(&m->set, err, "morale results");
    if (steps && !m->set.morale_marker.known)
        return rookie_unknown(&m->set, err, "morale marker");
    if (m->half_losses && !m->set.morale_half_losses.known)
        return rookie_unknown(&m->set, err, "morale half-losses");
    m->modifier += steps * m->set.morale_marker.columns + (m->half_losses ? m->set.morale_half_losses.columns : 0);
    return check_morale(m, err);
}

/* A face of 1 is the roll 0 (K1). */
static int resolve_morale(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct morale *m = situation;

    (void)gain;
    return rookie_band_of(m->set.morale, m->set.n_morale, faces[0] - 1 + m->modifier);
}

/* Every answer from a lost table names its set. */
static const char *remark_morale(const void *situation)
{
    return rookie_data_remark(&((const struct morale *)situation)->set);
}

const salvo_procedure ROOKIE_MORALE = {
    .id = "ROOKIE-22",
    .schema = {.name = "rookie.morale",
               ALL_OF(parameters, MORALE),
               .situation_size = sizeof(struct morale),
               .prepare = prepare_morale,
               .remark = remark_morale},
    .documentation = {.chapter = "Command and morale",
                      .title = "a check of morale, by the reconstruction",
                      .section = "Morale (the table is lost)",
                      .rulings = "K1 K13"},
    .outcomes = ROOKIE_MORALES,
    .n_outcomes = N_MORALES,
    .roll = &(const salvo_roll){.count = 1, .sides = ROLLS, .resolve = resolve_morale},
};

enum { HIT, SAFE };

static const char *const FATES[] = {[HIT] = "hit", [SAFE] = "safe"};

struct leader {
    struct rookie_asked asked;
    struct rookie_set set;
    int figures, die;
};

/* Nothing of this is proved either: in the reconstruction the hit may be on any figure of the group. */
static const salvo_parameter LEADER[] = {
    WHOLE("figures", "figures of the group, the leader among them", 1, FIGURES_MAX, "6", INTO(struct leader, figures)),
    ROOKIE_DATA(struct leader, asked, "reconstruction"),
};

/* The text does not name the die. A set has faces of it, or 1 in the figures of the group. */
static salvo_status prepare_leader(const void *tables, void *situation, salvo_error *err)
{
    struct leader *l = situation;
    salvo_status status = rookie_data_of(tables, &l->asked, &l->set, err);

    if (status != SALVO_OK)
        return status;
    if (l->set.leader_hits == 0)
        return rookie_unknown(&l->set, err, "leader hit");
    l->die = l->set.leader_die ? l->set.leader_die : l->figures;
    return SALVO_OK;
}

/* A group has at most 255 figures, because a die has no more faces. */
static void leader_dice(const void *situation, salvo_dice *dice)
{
    *dice = salvo_dice_of(1, ((const struct leader *)situation)->die);
}

static int resolve_leader(const void *situation, const uint8_t *faces, int64_t *gain)
{
    (void)gain;
    return faces[0] <= ((const struct leader *)situation)->set.leader_hits ? HIT : SAFE;
}

static const char *remark_leader(const void *situation)
{
    return rookie_data_remark(&((const struct leader *)situation)->set);
}

const salvo_procedure ROOKIE_LEADER_HIT = {
    .id = "ROOKIE-23",
    .schema = {.name = "rookie.leader-hit",
               ALL_OF(parameters, LEADER),
               .situation_size = sizeof(struct leader),
               .prepare = prepare_leader,
               .remark = remark_leader},
    .documentation = {.chapter = "Command and morale",
                      .title = "whether the casualty is the leader, by the reconstruction",
                      .section = "Vulnerability of Command (the die is not named)",
                      .rulings = "K13"},
    ALL_OF(outcomes, FATES),
    .roll = &(const salvo_roll){.dice = leader_dice, .resolve = resolve_leader},
};
