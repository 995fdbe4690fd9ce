/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MBT-03, the causes of disadvantage. Each cause is in the list under "Disadvantage". A cell of the table has its
 * count, two for some and one for the rest. The same function counts both stands, each from its own view. */
#include "rules/mbt2030/disadvantage.h"

#include <stdio.h>

/* One stand's side of an engagement. */
struct view {
    const struct mbt_stand *self, *other;
    const struct mbt_situation *s;
    bool engages;    /* or counts as if it did */
    bool two_causes; /* counts the two-cause items */
};

/* Built-up areas are bad going. Moving by night is too, but only for movement: it is no cause (M16). */
static bool in_bad_going(const struct mbt_stand *stand)
{
    return stand->going != GOING_GOOD;
}

/* Returns whether a cause applies that requires the stand to engage. The class of a target is its general class here,
 * whatever infantry-target says about the matrix of ranges (M1). */
static bool applies_engaging(const struct view *v, enum mbt_cause cause)
{
    const struct mbt_stand *self = v->self, *other = v->other;

    switch (cause) {
    case CAUSE_HARD_TARGET:
        return other->mode == MODE_FAST || other->mode == MODE_STATIC || in_bad_going(other);
    case CAUSE_WEATHER_AIRCRAFT:
        return self->class == CLASS_AIRCRAFT && v->s->adverse && mbt_is_on_the_ground(other);
    case CAUSE_INF_MINUS_CAS:
        return self->class == CLASS_INFANTRY && self->level == SIGN_MINUS && other->posture == POSTURE_CAS;
    case CAUSE_ATM_ARMOUR:
        return self->posture == POSTURE_ATM && other->class == CLASS_ARMOUR;
    case CAUSE_ATM_FAST_BAD:
        return self->posture == POSTURE_ATM && (other->mode == MODE_FAST || in_bad_going(other));
    case CAUSE_LAS_INFANTRY:
        return self->posture == POSTURE_LAS && other->class == CLASS_INFANTRY;
    case CAUSE_CBA_SNS:
        return self->posture == POSTURE_CBA && other->mode == MODE_SNS;
    case CAUSE_ECM:
        return other->posture == POSTURE_ECM || (other->class == CLASS_AIRCRAFT && other->near_ecm);
    case CAUSE_BAD_GOING:
        return (self->mode == MODE_MOBILE || self->mode == MODE_FAST) && in_bad_going(self);
    case CAUSE_PINNED_SHAKEN:
        return self->state == STATE_PINNED || self->state == STATE_SHAKEN;
    case CAUSE_BUILT_UP:
        return other->class == CLASS_INFANTRY && other->going == GOING_BUILT_UP;
    case CAUSE_LOWER_LEVEL:
    case CAUSE_LOWER_GRADE:
    case CAUSE_NO_SUPPORT:
    case CAUSE_HIGHER_LEVEL:
    case CAUSE_REAR:
    case N_CAUSES:
        break;
    }
    return false;
}

/* For a stand that does not engage, only the other's higher sub-class and its own exposed rear count (M9); all other
 * causes require it to engage. Sub-classes are compared by their sign across general classes (M7). */
static bool applies(const struct view *v, enum mbt_cause cause)
{
    const struct mbt_stand *self = v->self, *other = v->other;

    switch (cause) {
    case CAUSE_LOWER_LEVEL:
        return v->two_causes && self->level < other->level;
    case CAUSE_LOWER_GRADE:
        return v->two_causes && self->grade < other->grade;
    case CAUSE_NO_SUPPORT:
        return v->two_causes && self->class == CLASS_ARMOUR && other->class == CLASS_ARMOUR && !self->support;
    case CAUSE_HIGHER_LEVEL:
        return other->level > self->level;
    case CAUSE_REAR:
        return self->class == CLASS_ARMOUR && self->rear;
    default:
        return v->engages && applies_engaging(v, cause);
    }
}

/* Extra causes are the user's own and always count, even below 0: they cover everything that the list does not have. */
static int count(const struct mbt_tables *t, const struct view *v)
{
    int causes = v->self->extra;

    for (int cause = 0; cause < N_CAUSES; cause++)
        causes += applies(v, (enum mbt_cause)cause) ? t->causes[cause] : 0;
    return causes;
}

/* Rulings M3 and M4: the target of a unilateral engagement does not engage, unless an option counts it as if it did.
 * Only the owner counts two-cause items, unless an option makes both count them. */
static struct view view_of_target(const struct mbt_stand *own, const struct mbt_stand *opp,
                                  const struct mbt_situation *s, bool mutual)
{
    bool engages = mutual || s->target_count_full;

    return (struct view){opp, own, s, engages, engages && s->two_cause_both};
}

/* The owner always engages, and always counts the two-cause items. */
struct mbt_counts mbt_counts_of(const struct mbt_tables *t, const struct mbt_stand *own, const struct mbt_stand *opp,
                                const struct mbt_situation *s, bool mutual)
{
    const struct view of_owner = {own, opp, s, true, true}, of_target = view_of_target(own, opp, s, mutual);

    return (struct mbt_counts){count(t, &of_owner), count(t, &of_target)};
}

enum { OUTCOME_ZERO = 1 << 20 }; /* `extra` may bring a count below 0, but an outcome is never negative */
enum { OWN_DISADVANTAGE, OPP_DISADVANTAGE };

static const char *const TYPE_CHOICES[] = {"mutual", "unilateral", NULL};

struct disadvantage {
    const struct mbt_tables *tables;
    struct mbt_stand own, opp;
    struct mbt_situation s;
    bool unilateral;
};

static const salvo_parameter PARAMETERS[] = {
    MBT_STAND(struct disadvantage, own, "own-", "the owner's"),
    MBT_STAND(struct disadvantage, opp, "opp-", "the other's"),
    MBT_SITUATION(struct disadvantage, s),
    CHOICE("type", "kind of engagement, without a check whether it may take place", TYPE_CHOICES, "mutual",
           INTO(struct disadvantage, unilateral)),
};

static const salvo_expectation EXPECTATIONS[] = {
    [OWN_DISADVANTAGE] = {.name = "own-disadvantage", .help = "causes that the owner counts"},
    [OPP_DISADVANTAGE] = {.name = "opp-disadvantage", .help = "causes that the other player counts"},
};

static salvo_status prepare(const void *tables, void *situation, salvo_error *err)
{
    struct disadvantage *d = situation;

    return mbt_pair_prepare(tables, &d->own, &d->opp, err);
}

/* There are no dice: the answer is certain, and its expectations are the two counts themselves. */
static int resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct disadvantage *d = situation;
    struct mbt_counts counts = mbt_counts_of(d->tables, &d->own, &d->opp, &d->s, !d->unilateral);

    (void)faces;
    gain[OWN_DISADVANTAGE] += counts.own;
    gain[OPP_DISADVANTAGE] += counts.opp;
    return counts.own + OUTCOME_ZERO;
}

static void label(const void *situation, int outcome, char text[SALVO_LABEL_MAX])
{
    (void)situation;
    snprintf(text, SALVO_LABEL_MAX, "%d", outcome - OUTCOME_ZERO);
}

/* Adds "Owner, mbt-minus ...: lower-sub-class 2, higher-sub-class 1". The causes have the ids of the table, so that a
 * reader finds the cell to change. */
static void explain_view(const struct mbt_tables *t, const char *who, const struct view *v, salvo_text *text)
{
    const salvo_table *table = salvo_store_table(t->store, "disadvantage");
    const char *before = ": ";

    salvo_text_add(text, "%s, ", who);
    mbt_stand_explain(v->self, text);
    for (int cause = 0; cause < N_CAUSES; cause++)
        if (applies(v, (enum mbt_cause)cause)) {
            salvo_text_add(text, "%s%s %d", before, table->cells[(size_t)t->cause_row[cause] * table->n_columns].text,
                           t->causes[cause]);
            before = ", ";
        }
    if (v->self->extra)
        salvo_text_add(text, "%sextra %d", before, v->self->extra);
    salvo_text_add(text, "%s\n", *before == ':' && !v->self->extra ? ": no cause" : "");
}

/* The views are those of mbt_counts_of(), so that the text agrees with the counts. */
static void explain(const void *situation, salvo_text *text)
{
    const struct disadvantage *d = situation;
    const struct view of_owner = {&d->own, &d->opp, &d->s, true, true};
    const struct view of_target = view_of_target(&d->own, &d->opp, &d->s, !d->unilateral);

    explain_view(d->tables, "Owner", &of_owner, text);
    explain_view(d->tables, "Other", &of_target, text);
}

const salvo_procedure MBT_DISADVANTAGE = {
    .id = "MBT-03",
    .schema = {.name = "mbt2030.disadvantage",
               ALL_OF(parameters, PARAMETERS),
               SITUATION(struct disadvantage, tables),
               .prepare = prepare,
               .explain = explain},
    .documentation = {.chapter = "Engagement",
                      .title = "the causes of disadvantage of two stands",
                      .section = "Disadvantage",
                      .rulings = "M3 M4 M7 M9 M16"},
    ALL_OF(expectations, EXPECTATIONS),
    .outcomes_help = "the owner's count",
    .label = label,
    .roll = &(const salvo_roll){.resolve = resolve},
};
