/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How well units fire: at which range, at which targets, and for their price. */
#ifndef SALVO_EFFICIENCY_H
#define SALVO_EFFICIENCY_H

#include <salvo/selection.h>
#include <salvo/simulate.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Every metric with its definition in one line; help, manual and reports print these. */
#define SALVO_EFFICIENCY_METRICS(METRIC)                                                                           \
    METRIC("hit", "chance that one activation damages the target")                                                 \
    METRIC("kill", "chance that one activation destroys a target at full strength")                                \
    METRIC("damage",                                                                                               \
           "average damage of one activation, in what the rulebook counts: hit points, markers, wounds, men")      \
    METRIC("shots", "shots of the activation that can do damage at this range")                                    \
    METRIC("shot_hit, shot_kill, shot_damage", "the same for one shot, averaged over these shots")                 \
    METRIC("hit_per_point, kill_per_point, damage_per_point",                                                      \
           "the same for one activation, divided by the unit's printed price")                                     \
    METRIC("points_destroyed", "kill times the target's printed price")                                            \
    METRIC("points_destroyed_per_point", "points_destroyed divided by the unit's price")                           \
    METRIC("points_answered", "points of the unit that one activation of the target destroys from the same range") \
    METRIC("exchange", "points_destroyed divided by points_answered; none if the answer destroys nothing")

typedef struct salvo_metric {
    const char *name, *help;
} salvo_metric;

enum { SALVO_N_METRICS = 10 };
extern const salvo_metric SALVO_METRICS[SALVO_N_METRICS];

/* A target: all units of one class and strength, one unit, or a mix. */
typedef struct salvo_target {
    const char *label; /* "vehicle 28", "Tiger I", "late war" */
    double strength;   /* -1: for a mix, or if the ruleset has none */
    size_t n_units;
    const size_t *units;   /* for a class: its first unit, which represents all */
    const double *weights; /* the sum is 1 */
} salvo_target;

typedef struct salvo_effect {
    double hit;    /* probability of any damage */
    double kill;   /* probability that the target is destroyed */
    double damage; /* average, including overkill */
} salvo_effect;

/* One unit's fire at a target from one range; for a mix, the weighted average over its units. */
typedef struct salvo_shot {
    double hit, kill, damage; /* of one activation */
    double shots;             /* shots of it that can do damage */
    salvo_effect shot;        /* their average; zero if there are none */
    /* In points; for a mix, over its units with a price. NAN if a price is missing or the target is a class. */
    double destroyed, answered;
} salvo_shot;

typedef struct salvo_efficiency {
    const salvo_rulebook *book;
    salvo_unit_set firers;
    salvo_selection selection; /* rows of `firers` that are measured */
    const char **units;        /* their names */
    double *prices;            /* -1: the rulebook prints none */
    size_t n_units;
    double *ranges;
    size_t n_ranges;
    bool brackets;         /* the ranges are the upper ends of the rulebook's brackets */
    const char *against;   /* as requested; NULL: classes */
    salvo_target *targets; /* classes: the weakest first */
    size_t n_targets;
    salvo_shot *shots;       /* n_units x n_targets x n_ranges */
    salvo_question question; /* for the first unit and the first target */
    const bool *common;      /* by parameter: all fire of the table has this value */
    const char *remark;      /* the remark about the origin of the numbers; or NULL */
    salvo_arena *memory;
} salvo_efficiency;

typedef struct salvo_efficiency_plan {
    const char *range;   /* as for salvo_ranges_read, without weights */
    const char *units;   /* as for salvo_unit_set_select */
    const char *against; /* NULL: classes of targets; "all": every unit; otherwise as for salvo_mix_find */
    const char *const *words;
    size_t n_words; /* other parameters of the ruleset's fire: "cover=normal" */
    /* Only its threads, progress callback and share matter, because everything is exact. NULL: all threads of the
     * machine. */
    const salvo_plan *how;
} salvo_efficiency_plan;

/* SALVO_BAD_INPUT if the ruleset has no fire of one unit at another; SALVO_STOPPED if the progress callback stopped
 * it. The plan's texts must outlive *table. On failure, *table is zeroed. */
salvo_status salvo_efficiency_measure(salvo_efficiency *table, const salvo_rulebook *book,
                                      const salvo_efficiency_plan *plan, salvo_error *err);
void salvo_efficiency_free(salvo_efficiency *table);

const salvo_shot *salvo_efficiency_shot(const salvo_efficiency *table, size_t unit, size_t target, size_t range);

/* Returns the average over all targets with equal weights; for points, over the targets that have a price. */
salvo_shot salvo_efficiency_mean_shot(const salvo_efficiency *table, size_t unit, size_t range);

/* Returns the value for each point of the unit's price. NAN without a price, and for a price of 0. */
double salvo_efficiency_per_point(const salvo_efficiency *table, size_t unit, double value);

/* Returns the points destroyed for each point answered; NAN without return fire. */
double salvo_shot_exchange(const salvo_shot *shot);

/* Figures by which units are compared. Those per point are for 100 points. */
typedef enum {
    SALVO_METRIC_HIT,
    SALVO_METRIC_KILL,
    SALVO_METRIC_DAMAGE,
    SALVO_METRIC_HIT_PER_POINT,
    SALVO_METRIC_KILL_PER_POINT,
    SALVO_METRIC_DAMAGE_PER_POINT,
    SALVO_METRIC_DESTROYED,
    SALVO_METRIC_DESTROYED_PER_POINT,
    SALVO_METRIC_EXCHANGE,
    SALVO_N_FIRE_METRICS
} salvo_fire_metric;

/* "hit", "kill", "damage", "hit-per-point" ... "exchange", in the order of the enum. */
extern const char *const SALVO_FIRE_METRICS[SALVO_N_FIRE_METRICS];

bool salvo_metric_is_per_point(salvo_fire_metric metric);

/* Returns NAN where the unit has no such figure: one per point without a price, an exchange without return fire. */
double salvo_efficiency_value(const salvo_efficiency *table, size_t unit, size_t target, size_t range,
                              salvo_fire_metric metric);

/* Returns the average over targets; with `range` n_ranges or more, also over ranges. Missing values do not count. The
 * exchange is the quotient of its two averages, as in tables. */
double salvo_efficiency_mean(const salvo_efficiency *table, size_t unit, size_t range, salvo_fire_metric metric);

/* Sorts the units by the mean over targets and ranges, the highest first, and keeps at most `most` of them (0: all).
 * `metric` is a name; NULL: damage. SALVO_BAD_INPUT for an unknown one, and for one that no unit has. */
salvo_status salvo_efficiency_sort(salvo_efficiency *table, const char *metric, size_t most, salvo_error *err);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
