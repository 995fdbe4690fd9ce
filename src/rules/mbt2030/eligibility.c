/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MBT-02, which stand may engage which: the matrix of ranges, its reduction by darkness, weather and sight, and whether
 * the other may answer. */
#include "rules/mbt2030/eligibility.h"

#include "base/phrase.h"
#include "rules/brackets.h"

/* Ranges are whole inches and are halved at most twice, so quarters keep them whole. */
enum { QUARTERS = 4 };

/* A column of the matrix is a class with its movement, or a posture. Infantry in a posture of its own has a column of
 * that posture (M1). The offsets depend on the order of three lists: columns of the matrix, postures and modes. */
static enum mbt_target target_of(const struct mbt_stand *stand)
{
    switch (stand->class) {
    case CLASS_INFANTRY:
        if (stand->posture == POSTURE_INFANTRY)
            return (enum mbt_target)(TARGET_INFANTRY + stand->mode);
        return (enum mbt_target)(TARGET_POSTURE + stand->posture - POSTURE_LAS);
    case CLASS_ARMOUR:
        return (enum mbt_target)(TARGET_ARMOUR + stand->mode);
    case CLASS_ARTILLERY:
    case CLASS_AIRCRAFT:
        break;
    }
    return (enum mbt_target)(TARGET_OTHER + stand->posture - POSTURE_CBA);
}

/* Ruling M10: the ban, unless the option makes weather only a disadvantage. It depends on the class, whatever M1
 * says. */
static bool is_banned(const struct mbt_stand *from, const struct mbt_stand *to, const struct mbt_situation *s)
{
    return s->adverse && !s->weather_disadvantage && from->posture == POSTURE_CAS && mbt_is_on_the_ground(to);
}

/* Returns the range of the matrix: inches, RANGE_ANY, or RANGE_NEVER, also for what the weather bans. If the posture's
 * column says `class`, the columns of INFANTRY decide, unless infantry-target=posture uses only postures (M1). */
static int reach_of(const struct mbt_tables *t, const struct mbt_stand *from, const struct mbt_stand *to,
                    const struct mbt_situation *s)
{
    const int *row = t->reach[from->posture][from->level];
    int reach = row[target_of(to)];

    if (is_banned(from, to, s))
        return RANGE_NEVER;
    if (reach != RANGE_OF_CLASS)
        return reach;
    return s->infantry_posture ? RANGE_NEVER : row[TARGET_INFANTRY + to->mode];
}

/* Artillery, and aircraft other than CAS, are off the table, and a blocked line of sight does not affect them. */
static bool both_on_table(const struct mbt_tables *t, const struct mbt_stand *from, const struct mbt_stand *to)
{
    return t->posture[from->posture].on_table && t->posture[to->posture].on_table;
}

/* Darkness and adverse weather halve a range. Both together leave a quarter (M11). */
static int quarters_of(int inches, const struct mbt_situation *s)
{
    return inches * QUARTERS / (s->dark ? 2 : 1) / (s->adverse ? 2 : 1);
}

/* Returns the same in quarters of an inch after darkness, weather and a blocked line of sight: 0 for never and for
 * contact only, RANGE_ANY for any. */
static int reach_quarters(const struct mbt_tables *t, const struct mbt_stand *from, const struct mbt_stand *to,
                          const struct mbt_situation *s)
{
    int reach = reach_of(t, from, to, s);

    if (reach == RANGE_NEVER || (s->blocked && both_on_table(t, from, to)))
        return 0;
    return reach == RANGE_ANY ? RANGE_ANY : quarters_of(reach, s);
}

/* Lists all ranges that could matter, for sweeps: a sweep may change the stands, on which they depend. A place is kept
 * free, because an insertion may follow the last. */
size_t mbt_ranges_inches(const struct mbt_tables *t, const struct mbt_situation *s, double upto[SALVO_BRACKETS_MAX])
{
    const int *reach = &t->reach[0][0][0];
    size_t n = s->blocked ? salvo_bracket_insert(upto, 0, 0) : 0;

    for (size_t i = 0; i < sizeof t->reach / sizeof *reach && n < SALVO_BRACKETS_MAX - 1; i++)
        if (reach[i] > 0)
            n = salvo_bracket_insert(upto, n, (double)quarters_of(reach[i], s) / QUARTERS);
    return n;
}

/* Tests at the actual range. In contact nothing blocks the sight. A range of 0 quarters means "in contact only" if the
 * matrix has a range and sight is blocked, but never if it has none. So the matrix itself is asked for that. */
static bool may_engage(const struct mbt_tables *t, const struct mbt_stand *from, const struct mbt_stand *to,
                       const struct mbt_situation *s)
{
    int quarters = reach_quarters(t, from, to, s);

    if (reach_of(t, from, to, s) == RANGE_NEVER)
        return false;
    return quarters == RANGE_ANY || s->range_inches * QUARTERS <= quarters;
}

/* An engagement is mutual if each could engage at this range. Under reciprocity=type it is enough that the other could
 * at some range (M2). */
enum mbt_eligibility mbt_eligibility_of(const struct mbt_tables *t, const struct mbt_stand *own,
                                        const struct mbt_stand *opp, const struct mbt_situation *s)
{
    bool own_may = may_engage(t, own, opp, s);
    bool opp_may = s->reciprocity_type ? reach_of(t, opp, own, s) != RANGE_NEVER : may_engage(t, opp, own, s);

    if (own_may)
        return opp_may ? ELIGIBLE_MUTUAL : ELIGIBLE_UNILATERAL;
    return opp_may ? ELIGIBLE_OPPOSING_ONLY : ELIGIBLE_NONE;
}

const char *mbt_why_not(const struct mbt_tables *t, const struct mbt_stand *from, const struct mbt_stand *to,
                        const struct mbt_situation *s)
{
    if (is_banned(from, to, s))
        return "it may not engage ground targets in adverse weather";
    if (reach_of(t, from, to, s) == RANGE_NEVER)
        return "its posture may not engage this target";
    return s->blocked && s->range_inches > 0 && both_on_table(t, from, to) ? "the line of sight is blocked" : NULL;
}

/* Adds "engages at up to 12 inches". */
static void explain_reach(const struct mbt_tables *t, const struct mbt_stand *from, const struct mbt_stand *to,
                          const struct mbt_situation *s, salvo_text *text)
{
    int quarters = reach_quarters(t, from, to, s);

    if (reach_of(t, from, to, s) == RANGE_NEVER)
        salvo_text_put(text, "may not engage the other");
    else if (quarters == RANGE_ANY)
        salvo_text_put(text, "engages at any range");
    else if (quarters == 0)
        salvo_text_put(text, "engages in contact only");
    else
        salvo_text_add(text, "engages at up to %s", salvo_measured((double)quarters / QUARTERS, "inch").text);
}

enum { OWN_RANGE, OPP_RANGE };

struct eligibility {
    const struct mbt_tables *tables;
    struct mbt_stand own, opp;
    struct mbt_situation s;
};

static const salvo_parameter PARAMETERS[] = {
    MBT_STAND(struct eligibility, own, "own-", "the owner's"),
    MBT_STAND(struct eligibility, opp, "opp-", "the other's"),
    MBT_SITUATION(struct eligibility, s),
};

static const char *const OUTCOMES[N_ELIGIBILITIES] = {
    [ELIGIBLE_MUTUAL] = "mutual",
    [ELIGIBLE_UNILATERAL] = "unilateral",
    [ELIGIBLE_OPPOSING_ONLY] = "opposing-only",
    [ELIGIBLE_NONE] = "none",
};

static const salvo_expectation EXPECTATIONS[] = {
    [OWN_RANGE] = {.name = "own-range",
                   .help = "inches at which the owner's stand may engage; 0: never or in contact only, -1: any",
                   .parts = QUARTERS},
    [OPP_RANGE] = {.name = "opp-range", .help = "the same for the other stand", .parts = QUARTERS},
};

static salvo_status prepare(const void *tables, void *situation, salvo_error *err)
{
    struct eligibility *e = situation;

    return mbt_pair_prepare(tables, &e->own, &e->opp, err);
}

/* After the division by the parts of the expectation, "any" becomes -1. */
static int64_t report_range(int quarters)
{
    return quarters == RANGE_ANY ? -QUARTERS : quarters;
}

/* No die is thrown, because permission is certain. Both ranges are reported, because one stand may engage while the
 * other cannot. */
static int resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct eligibility *e = situation;

    (void)faces;
    gain[OWN_RANGE] += report_range(reach_quarters(e->tables, &e->own, &e->opp, &e->s));
    gain[OPP_RANGE] += report_range(reach_quarters(e->tables, &e->opp, &e->own, &e->s));
    return (int)mbt_eligibility_of(e->tables, &e->own, &e->opp, &e->s);
}

static void explain(const void *situation, salvo_text *text)
{
    const struct eligibility *e = situation;

    salvo_text_put(text, "Owner: ");
    mbt_stand_explain(&e->own, text);
    salvo_text_put(text, "; ");
    explain_reach(e->tables, &e->own, &e->opp, &e->s, text);
    salvo_text_put(text, "\nOther: ");
    mbt_stand_explain(&e->opp, text);
    salvo_text_put(text, "; ");
    explain_reach(e->tables, &e->opp, &e->own, &e->s, text);
    salvo_text_add(text, "\nThey are %s apart.\n", salvo_measured(e->s.range_inches, "inch").text);
}

const salvo_procedure MBT_ELIGIBILITY = {
    .id = "MBT-02",
    .schema = {.name = "mbt2030.eligibility",
               ALL_OF(parameters, PARAMETERS),
               SITUATION(struct eligibility, tables),
               .prepare = prepare,
               .explain = explain},
    .documentation = {.chapter = "Engagement",
                      .title = "whether two stands may engage each other",
                      .section = "Engagement; Adverse Weather Conditions; Terrain Rules",
                      .rulings = "M1 M2 M10 M11"},
    ALL_OF(expectations, EXPECTATIONS),
    ALL_OF(outcomes, OUTCOMES),
    .roll = &(const salvo_roll){.resolve = resolve},
};
