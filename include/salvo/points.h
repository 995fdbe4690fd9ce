/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether prices are fair, and which prices are: many random armies fight each other, and a unit's worth is what
 * explains the results best. A score is P(the first army wins) plus half of P(nobody wins). A matchup that nobody wins
 * in any trial is left out, because no price could make it fairer. A condition is a range, a scenario, a target policy
 * and a setting, with a weight; pairs of armies meet in the conditions of the plan that have their setting. In an
 * advance, the attacker has more points, by odds that make it about even; or armies are equal, and each attacks in
 * half of the battles. */
#ifndef SALVO_POINTS_H
#define SALVO_POINTS_H

#include <salvo/audit.h>
#include <salvo/fight.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum { SALVO_POINTS_RANGES_MAX = 16, SALVO_POINTS_SETTINGS_MAX = 16, SALVO_ARMY_KINDS_MAX = 3 };

/* The conditions for which a fit has price lists of their own. */
typedef enum {
    SALVO_PER_NOTHING,
    SALVO_PER_SCENARIO,
    SALVO_PER_RANGE,
    SALVO_PER_TARGETS,
    SALVO_PER_SETTING, /* by the parts of settings */
    SALVO_N_PERS
} salvo_points_per;
extern const char *const SALVO_PERS[SALVO_N_PERS]; /* "nothing", "scenario", "range", "targets", "setting" */
/* The author's limits to new prices. A price that is kept has equal bounds. */
typedef struct salvo_price_bound {
    const char *id;         /* of a unit; NULL: of every unit */
    double least, greatest; /* 0 and INFINITY: none; both NAN: the present price */
    const char *by;         /* the option that sets it, for messages: "--keep" */
} salvo_price_bound;

typedef struct salvo_price_order {
    const char *dearer, *cheaper; /* ids */
} salvo_price_order;

typedef struct salvo_price_limits {
    const salvo_price_bound *bounds; /* all of them must hold */
    size_t n_bounds;
    const salvo_price_order *orders;
    size_t n_orders;
    double change;  /* the largest change of a price, as a share, up or down; 0: no limit */
    bool keep_mean; /* the average price stays although some prices are kept; without kept prices it always stays */
} salvo_price_limits;

/* A unit that armies may buy, and how many of them an army has. */
typedef struct salvo_army_choice {
    const char *id;
    int least, most; /* 0 <= least <= most */
} salvo_army_choice;

/* The prefix of an element's word for the army that defends. */
#define SALVO_DEFENDER "defender-"

/* What a pair of armies has in all of its conditions: the sizes of armies, and options of the ruleset's battles such as
 * cover. Words have the form key=value. */
typedef struct salvo_points_setting {
    const char *name; /* for reports: "up to 4 elements and cover=normal" */
    const char *part; /* with SALVO_PER_SETTING: settings of one part share a list: "cover=normal" */
    double weight;    /* above 0: its share of all pairs */
    int elements_max; /* as in the plan */
    const char *const *field, *const *element; /* words of the field, and of every element */
    const char *const *defender; /* of elements of an army that defends; these replace those with the same key */
    size_t n_field, n_element, n_defender;
} salvo_points_setting;

/* How armies are drawn and fought. The pairs of one seed are the same for any number of threads. */
typedef struct salvo_points_plan {
    uint64_t seed;
    int threads;     /* 0: as many as the machine has */
    const char *isa; /* of the battle kernels, as in salvo_plan */
    const salvo_progress_callback *progress;
    struct salvo_share *share;   /* as in salvo_plan */
    size_t pairs;                /* of armies, in every set that is drawn: at least 20; 0: 400 */
    double precision;            /* the largest 95 % half-width of the score of a battle */
    int elements_max, kinds_max; /* of an army: 1 .. SALVO_ELEMENTS_MAX, 1 .. 3 */
    double tolerance;            /* costs are equal if they differ by this share at most */
    const double *ranges;        /* n of them; NULL: the ruleset's brackets, 8 at most */
    size_t n_ranges;
    size_t brackets_max;                 /* if ranges is NULL: the number of brackets; 0: 8 */
    const double *range_weights;         /* n_ranges, above 0; NULL, or ranges NULL: all 1 */
    double scenarios[SALVO_N_SCENARIOS]; /* weights; at least one is above 0 */
    double targets[SALVO_N_TARGETS];     /* weights of target policies; all 0: the battle's alone */
    double attack_odds; /* in an advance, the attacker's points over the defender's. 1: equal armies, each attacks in
                        half of the battles; 0: at every range the odds that make it about even */
    bool rotate_lists;  /* the order of an army's list differs between conditions */
    salvo_battle_plan battle; /* targets, turns, break_at, close_to; words of the field, and of side a for both sides */
    /* Words of elements of an army that defends, as in salvo_points_setting. Both armies defend in hold, the attacked
     * one in an advance, neither in a meeting */
    const char *const *defender;
    size_t n_defender;
    /* n of them, at most SALVO_POINTS_SETTINGS_MAX, in place of elements_max and of all words; 0: none. Every pair
     * meets in one of them */
    const salvo_points_setting *settings;
    size_t n_settings;
    const size_t *nation;      /* a row of the nations table: only its units; NULL: all */
    const salvo_table *prices; /* by id, in its column "rounded", "price" or "points": prices in place of the book's;
                                  NULL: the book's. Units that are not in the list keep theirs */
    const salvo_army_choice *choices; /* n of them: only these units can be bought; NULL: all */
    size_t n_choices;
    const salvo_price_limits *limits; /* of a fit; NULL: none */
    const char *const *named;         /* n ids of units that are always listed, with the reasons of their prices */
    size_t n_named;
    int rounds;            /* for a fit: how often armies are drawn; 0: 3, or 5 without published prices */
    double prior_sd;       /* of the logarithm of worth over price; 0: 0.5, or 1.5 without published prices */
    bool round_preferred;  /* for a fit: to preferred values; false: to multiples of the step */
    double step;           /* 0: for a fit, the finest rounding at which nine out of ten prices would be the same
                              with another seed, including preferred values; else 1 */
    salvo_points_per per;  /* for a fit: lists in addition to the one for all conditions */
    const char *per_words; /* with SALVO_PER_SETTING, for reports: what each part is, "value of cover" */
    int army_rules;        /* for a fit: the most rules for the army as a whole; 0: none */
    double time_s; /* for a fit: its duration. The necessary work may take longer: the units, a first list from 20
                      pairs of armies, two pairs that judge each list. 0: the number of rounds decides */
} salvo_points_plan;

/* Seed 1, armies of up to 12 elements of 3 kinds, every scenario; the defaults of the command line. */
extern const salvo_points_plan SALVO_POINTS_PLAN;

typedef enum {
    SALVO_PRICE_PRINTED,
    SALVO_PRICE_FORMULA, /* the book prints none; its own formula gives one */
    SALVO_PRICE_NONE,    /* neither: every unit costs 100 */
    SALVO_PRICE_GIVEN,   /* in the plan's list */
} salvo_price_source;

/* "printed", "formula", "none", "given", in the order of the enum. */
extern const char *const SALVO_PRICE_SOURCES[];

/* A number with its 95 % interval. */
typedef struct salvo_bounds {
    double value, low, high;
} salvo_bounds;

/* One unit that can be bought. */
typedef struct salvo_pool_unit {
    const char *id, *name, *nation; /* nation "" when there is none */
    double price;
    salvo_price_source source;
    size_t group;         /* units with equal rules share one */
    size_t group_size;    /* units of that group, including this one */
    double harms, harmed; /* share of units and ranges where it can weaken the other, and where the other can weaken
                             it */
} salvo_pool_unit;

/* A unit that is left out: the ruleset's battles refuse it, or it can never damage anything in them. */
typedef struct salvo_excluded_unit {
    const char *id, *name, *why;
} salvo_excluded_unit;

/* The units that armies were bought from, and where armies met. */
typedef struct salvo_unit_pool {
    salvo_pool_unit *units;
    size_t n_units, n_classes;
    salvo_excluded_unit *left_out;
    size_t n_left_out;
    const double *ranges;
    size_t n_ranges;
    bool
        not_compared; /* there was no time to compare units: each has a group of its own, and harms and harmed are NAN */
} salvo_unit_pool;

/* Imbalance. */

/* The imbalance in one condition. */
typedef struct salvo_condition {
    double range;
    salvo_scenario scenario;
    salvo_targets targets;
    size_t setting;   /* the plan's number; 0 if there are none */
    double weight;    /* the sum of all is 1 */
    double odds;      /* the attacker's points over the defender's; 1: equal armies */
    double imbalance; /* NAN: nobody won there */
    double nobody;    /* share of its matchups in which nobody won any trial; they are left out */
} salvo_condition;

typedef struct salvo_imbalance {
    size_t pairs;
    uint64_t trials; /* of a pair in one condition */
    double residual; /* mean difference of costs, as a share */
    double elements; /* mean number in an army */
    double nobody;   /* share of all matchups in which nobody won any trial; they are left out */
    salvo_bounds
        plain; /* mean over pairs of |score - 1/2|, averaged by weight over the conditions in which each has one */
    salvo_bounds scenario[SALVO_N_SCENARIOS]; /* for its conditions alone; NAN if there are none */
    salvo_scenario worst;                     /* the scenario with the greatest imbalance */
    const salvo_points_setting *settings;     /* the plan's, n of them */
    salvo_bounds *setting;                    /* for the pairs that meet in it */
    size_t n_settings;                        /* 0: the plan has none */
    double at_least; /* of `plain`, from independent halves: the part that is not noise; 0: nothing of it is certain */
    salvo_bounds
        mixed; /* mean over pairs of |mean score over the conditions - 1/2|, in which errors of opposite sign cancel:
                  for armies that are bought before the conditions are known. Attacks at odds have armies of their
                  own and are not included, unless there is nothing else. NAN if each pair met at one range only */
    salvo_condition *conditions;
    size_t n_conditions;
} salvo_imbalance;

/* Points test. */

/* Pairs with similar predictions. */
typedef struct salvo_calibration {
    double from, to; /* predicted */
    size_t pairs;
    double predicted, observed; /* means of the scores */
    double low, high;           /* of `came` */
} salvo_calibration;

enum { SALVO_CALIBRATION_BINS = 10 };

/* How well the ratio of two armies' prices predicts the winner of one battle: logistic(k log ratio), with k from other
 * pairs than those that judge it. */
typedef struct salvo_prediction {
    size_t pairs;  /* 0: not measured */
    double spread; /* ratios lie between 1 / spread and spread */
    double k;
    salvo_bounds accuracy; /* how often the army that costs more wins; battles that nobody wins count half */
    salvo_bounds log_loss; /* of one battle */
    double accuracy_of_coin, log_loss_of_coin, accuracy_at_best, log_loss_at_best; /* always 1/2; the true scores */
    salvo_calibration bins[SALVO_CALIBRATION_BINS];
} salvo_prediction;

/* The relation of an interval to another number: all of its 95 % is above or below it, or that is unknown. "unsure",
 * "less", "more". */
typedef enum { SALVO_RELATION_UNSURE, SALVO_RELATION_LESS, SALVO_RELATION_MORE, SALVO_N_RELATIONS } salvo_relation;
extern const char *const SALVO_RELATIONS[SALVO_N_RELATIONS];

/* A unit's worth for its price; 1 is the list's average. */
typedef struct salvo_bargain {
    size_t unit;          /* place in the unit pool */
    salvo_bounds ratio;   /* worth over price */
    salvo_relation worth; /* than its price: more is a bargain, less is overpriced */
} salvo_bargain;

/* One class against another at nearly equal cost, and the score that the best single price for each class predicts. */
typedef struct salvo_counter {
    size_t a, b; /* places in the unit pool of units that represent the classes */
    int n_a, n_b;
    double score, explained; /* of a */
    double part;             /* of everything that is unexplained */
} salvo_counter;

enum { SALVO_COUNTERS_MAX = 10 };

typedef struct salvo_intransitivity {
    size_t pairs;                               /* of classes; 0: not measured */
    double imbalance;                           /* mean |score - 1/2| */
    double left;                                /* mean |score - the best price's| */
    double explained;                           /* part of the sum of (score - 1/2)^2 that the best prices explain */
    salvo_counter counters[SALVO_COUNTERS_MAX]; /* the pairs with the largest rest */
    size_t n_counters;
} salvo_intransitivity;

typedef struct salvo_points_test {
    const salvo_rulebook *book;
    salvo_points_plan plan;
    salvo_unit_pool unit_pool;
    salvo_imbalance imbalance;
    salvo_prediction prediction;
    salvo_bargain *bargains; /* one for each unit, the best first; NULL: not measured */
    salvo_intransitivity intransitivity;
    bool interrupted; /* it was stopped: only what was done so far */
    salvo_arena *memory;
} salvo_points_test;

/* Tests the prices. The plan is copied; what it points to must outlive *test. SALVO_BAD_INPUT for a plan whose numbers
 * are outside their limits, and if the ruleset has no battles, fewer than two units that can fight, or no armies of
 * equal cost. On failure, *test is zeroed. */
salvo_status salvo_points_test_run(salvo_points_test *test, const salvo_rulebook *book, const salvo_points_plan *plan,
                                   salvo_error *err);
void salvo_points_test_free(salvo_points_test *test);

/* The reasons of a unit's price. */

/* Some of the conditions: those in one scenario, at one range, or in one setting. */
typedef enum { SALVO_PART_SCENARIO, SALVO_PART_RANGE, SALVO_PART_SETTING } salvo_price_part_of;

typedef struct salvo_price_part {
    salvo_price_part_of of; /* which of these three it is */
    salvo_scenario scenario;
    double range;
    size_t setting;
} salvo_price_part;

/* A unit that another one resembles: the shares of all opponents, ranges and states of motion at which the fire of
 * both is equal, and at which the fire at both is equal. */
typedef struct salvo_similar_unit {
    size_t unit; /* place in the unit pool */
    double fires, fired_at;
    double strength, speed; /* of that unit, as a share of this one's; NAN: this one has none */
    bool same;              /* their rules are equal */
} salvo_similar_unit;

/* How much one condition alone would change the price: 0.1 is up by a tenth. */
typedef struct salvo_price_effect {
    double range;
    salvo_scenario scenario;
    size_t setting;
    double change;
} salvo_price_effect;

enum { SALVO_SIMILAR_MAX = 3, SALVO_PRICE_EFFECTS_MAX = 3 };

typedef struct salvo_price_reason {
    size_t unit;         /* place in the unit pool */
    salvo_bounds *parts; /* the price if only those conditions counted */
    salvo_similar_unit similar[SALVO_SIMILAR_MAX];
    size_t n_similar;
    salvo_price_effect effects[SALVO_PRICE_EFFECTS_MAX]; /* those with the largest effect */
    size_t n_effects;
    double by_numbers; /* the result of a regression on the numbers of the units' table; NAN: not measured */
} salvo_price_reason;

/* A number of the units' table and how prices follow it, as rank correlations over units. */
typedef struct salvo_price_number {
    const char *words; /* "hp", "gun: penetration" */
    double published, fitted;
} salvo_price_number;

typedef struct salvo_price_reasons {
    const salvo_price_part *parts;
    size_t n_parts; /* 0: all conditions are of one kind */
    salvo_price_reason *units;
    size_t n_units;
    salvo_price_number *numbers; /* those that fitted prices follow most closely first */
    size_t n_numbers;
} salvo_price_reasons;

/* Two lists compared. */

/* One measure of both lists: of the first, of the other, and the other minus the first, by the same armies. Less is
 * better. */
typedef struct salvo_list_measure {
    const char *name; /* "imbalance", "imbalance-averaged", "imbalance-in", "imbalance-with", "log-loss" */
    int scenario;     /* of "imbalance-in"; else -1 */
    int setting;      /* of "imbalance-with"; else -1 */
    salvo_bounds list[2], difference;
    salvo_relation relation; /* of the other list than of this: less is fairer */
} salvo_list_measure;

/* A unit under both lists: its worth over its price; 1 is the list's average. */
typedef struct salvo_listed_unit {
    size_t unit; /* place in the unit pool, whose prices are the first list's */
    double price[2];
    salvo_bounds ratio[2];
    salvo_relation worth[2]; /* than its price in that list */
    int nearer; /* the list whose price is nearer to its worth; -1: equally near, or not certain for either list */
    /* Of two rulebooks: the worth in the other over that in this one, each relative to its list's mean. Its interval is
     * as wide as if the two had no luck in common. */
    salvo_bounds change;
    salvo_relation changed; /* than 1 */
} salvo_listed_unit;

enum { SALVO_LIST_MEASURES_MAX = 3 + SALVO_N_SCENARIOS + SALVO_POINTS_SETTINGS_MAX };

typedef struct salvo_points_comparison {
    const salvo_rulebook *book;
    salvo_points_plan plan;
    salvo_unit_pool unit_pool;
    bool two_books;               /* the other list is that of a changed rulebook, in which its battles are fought */
    size_t pairs, shared;         /* of armies of equal cost, for each list; those that are the same for both */
    size_t battles, same_battles; /* of two rulebooks: of one rulebook, and those that both fight alike */
    uint64_t trials;
    salvo_list_measure measures[SALVO_LIST_MEASURES_MAX];
    size_t n_measures;
    salvo_listed_unit *units; /* in the order of the unit pool */
    salvo_arena *memory;
} salvo_points_comparison;

/* The other list. Borrowed. */
typedef struct salvo_other_list {
    const salvo_table *prices; /* in the form of plan->prices; or NULL: */
    const salvo_rulebook
        *book; /* a variant of the rulebook: other rules, other tables. It has its own prices, unless the
                                   plan gives some, which then hold in both */
} salvo_other_list;

/* Compares the plan's list with another one. A pair of armies has one address for both lists, so a pair that both lists
 * share is fought once; in two rulebooks, a battle that both fight alike is. The units are those of `book`.
 * SALVO_BAD_INPUT if the other book has not all of them. As salvo_points_test_run, except that stopping it fails:
 * SALVO_STOPPED. */
salvo_status salvo_points_compare(salvo_points_comparison *to, const salvo_rulebook *book,
                                  const salvo_points_plan *plan, const salvo_other_list *against, salvo_error *err);
void salvo_points_comparison_free(salvo_points_comparison *comparison);

/* Points fit. */

/* Reasons why a unit's price cannot be known well. */
enum {
    SALVO_LIMIT_HARMS = 1,  /* it can weaken fewer than half of the others, over all ranges */
    SALVO_LIMIT_HARMED = 2, /* fewer than half of the others can weaken it */
    SALVO_LIMIT_WIDE = 4,   /* its interval is wider than a quarter of its price to either side */
};

/* The limit that holds a new price. */
typedef enum {
    SALVO_BINDING_NONE,
    SALVO_BINDING_FIXED,
    SALVO_BINDING_LEAST,
    SALVO_BINDING_GREATEST,
    SALVO_BINDING_ORDER,
    SALVO_N_BINDINGS
} salvo_binding_limit;

/* "", "kept", "least", "greatest", "order", in the order of the enum. */
extern const char *const SALVO_BINDINGS[SALVO_N_BINDINGS];

/* A unit with its prices. New prices have the average of the published ones. */
typedef struct salvo_new_price {
    size_t unit;         /* place in the unit pool */
    salvo_bounds fitted; /* on its own */
    double rounded;      /* to multiples of the step, or to preferred values */
    double repeats;      /* the chance that a fit with another seed rounds to the same price */
    double unlimited;    /* fitted without the author's limits; the same if there are none */
    salvo_binding_limit binding;
    salvo_relation change;     /* of the fitted price against the published one; unsure if none is published */
    salvo_bounds formula;      /* by the refitted formula; NAN without one */
    salvo_bounds with_rules;   /* with rules for the army as a whole, within the author's limits; NAN without any */
    double with_rules_rounded; /* the same, rounded as `rounded` is */
    unsigned limits;
} salvo_new_price;

/* One item of the formula. */
typedef struct salvo_formula_item {
    const char *part, *words; /* "weapon", "Class D Cannon"; for a qualifier only `words`: "fixed" */
    double published;         /* points; NAN if they differ from unit to unit (hit points) */
    salvo_bounds factor;      /* new points over the published ones */
} salvo_formula_item;

/* Two classes whose published prices differ most among those whose fitted prices cannot be distinguished. */
typedef struct salvo_indistinguishable {
    size_t a, b;        /* places in the unit pool of units that represent them */
    salvo_bounds ratio; /* fitted price of a over that of b */
} salvo_indistinguishable;

typedef enum {
    SALVO_LIST_PUBLISHED,
    SALVO_LIST_FITTED,
    SALVO_LIST_ROUNDED,
    SALVO_LIST_FORMULA,
    SALVO_LIST_RULES,     /* fitted together with rules for the army as a whole */
    SALVO_LIST_UNLIMITED, /* fitted without the author's limits */
    SALVO_N_LISTS
} salvo_list;

/* "published", "fitted", "rounded", "formula", "army-rules", "unlimited", in the order of the enum. */
extern const char *const SALVO_LISTS[SALVO_N_LISTS];

/* A price list judged on armies that no fit has seen: armies of equal cost under that list, and armies that are the
 * same for all lists. */
typedef struct salvo_judgement {
    bool judged; /* there is such a list */
    salvo_imbalance imbalance;
    salvo_prediction prediction; /* on the same armies */
} salvo_judgement;

/* A rule for the army as a whole. */
typedef struct salvo_army_rule {
    const char *words;   /* with its effect: "each unit beyond the third of a kind costs 10 % less" */
    salvo_bounds effect; /* -0.1: a tenth less */
    salvo_bounds gain;   /* of imbalance after the rules before it, estimated on armies that did not select it */
} salvo_army_rule;

/* Prices for some of the conditions alone. */
typedef struct salvo_separate_list {
    salvo_scenario scenario; /* by the plan's `per`, one of these four */
    double range;
    salvo_targets targets;
    const char *part;
    salvo_bounds *prices;                /* by unit, within the author's limits */
    salvo_bounds imbalance, of_one_list; /* there, of this list and of the one for all; NAN after a stop */
} salvo_separate_list;

/* How a list is rounded. */
typedef struct salvo_rounding {
    bool preferred;
    double step;    /* without preferred values */
    double repeats; /* the expected share of prices that would be the same with another seed */
    size_t same;    /* the number of those prices, to the nearest whole number */
    bool chosen;    /* chosen by the fit, because the plan does not say */
} salvo_rounding;

enum { SALVO_INDISTINGUISHABLE_MAX = 10 };

enum { SALVO_MISPRICED_MAX = 10 };

typedef struct salvo_points_fit {
    const salvo_rulebook *book;
    salvo_points_plan plan;
    salvo_unit_pool unit_pool;
    size_t pairs;                       /* that were fitted */
    uint64_t trials;                    /* of each in every condition */
    double emphasis[SALVO_N_SCENARIOS]; /* a scenario counted this many times its weight, so that it is not less fair
                                        than before; 0: there is none */
    double part; /* how far from the published prices to those that fit the battles best: 1, or as far as no scenario
                 becomes less fair than before */
    double steepness, growth; /* P(a wins) = logistic(steepness x size^growth x log(worth of a / worth of b)) */
    double dispersion;        /* of scores around that, in units of p (1 - p) */
    salvo_new_price *prices;  /* one for each unit of the unit pool, in its order */
    salvo_rounding rounding;
    salvo_formula_item *formula;
    size_t n_formula; /* 0: the ruleset has no formula */
    salvo_indistinguishable indistinguishable[SALVO_INDISTINGUISHABLE_MAX];
    size_t n_indistinguishable, n_not_distinguished,
        n_compared; /* listed; pairs of classes that cannot be distinguished, and all pairs */
    salvo_judgement judged[SALVO_N_LISTS];
    bool has_floor;
    salvo_bounds
        floor; /* the imbalance that prices fitted to unlimited battles would leave: an estimate, never above that of
                  the fitted list, because that has been reached */
    salvo_army_rule *rules; /* as they were chosen */
    size_t n_rules;
    salvo_separate_list *separate; /* by the plan's `per` */
    size_t n_separate;
    bool interrupted;                  /* prices are those of the battles so far; lists that were not judged are
                                          missing */
    bool less_fair[SALVO_N_SCENARIOS]; /* the fitted list errs by more than the published one, by more than a
                                          standard error of the difference */
    salvo_bounds imbalance_change;     /* of the fitted list against the published one; NAN if the fit was not judged */
    salvo_relation imbalance_relation; /* less: the fitted list is certainly fairer */
    salvo_relation
        floor_relation;   /* less: with more battles, prices would certainly become fairer than the fitted list */
    double mean_price[2]; /* of the published list, of the fitted one */
    bool keeps_mean;      /* both are the same: the fit keeps the level of the list */
    size_t n_limited;     /* prices that the author's limits determine */
    size_t mispriced[SALVO_MISPRICED_MAX]; /* places of the prices that change most, one for each class and price */
    size_t n_mispriced;                    /* 0 where none is published */
    bool out_of_time;                      /* it took much longer than the time in the plan */
    double seconds, opening_s; /* the duration of the fit; of preparing the units, which no time in the plan shortens */
    salvo_price_reasons reasons; /* of the units that the plan names */
    salvo_arena *memory;
} salvo_points_fit;

/* Fits new prices. If the progress callback stops it before there are any: SALVO_STOPPED. On failure, *fit is zeroed.
 * With a time in the plan, the clock decides how many battles there are. */
salvo_status salvo_points_fit_run(salvo_points_fit *fit, const salvo_rulebook *book, const salvo_points_plan *plan,
                                  salvo_error *err);
void salvo_points_fit_free(salvo_points_fit *fit);

/* Prices of some units in a list whose prices all stay. */

/* What a unit should cost. */
typedef struct salvo_unit_price {
    double before;      /* its price in the list; NAN: none */
    salvo_bounds price; /* at which armies with it are even with the others, over all conditions */
    double rounded;     /* rounded as the plan says */
    size_t pairs;       /* of armies, one with it and one without */
    salvo_price_reason reason;
} salvo_unit_price;

typedef struct salvo_points_price {
    const salvo_rulebook *book;
    salvo_points_plan plan;
    salvo_unit_pool unit_pool;
    const salvo_price_part *parts;
    size_t n_parts;
    salvo_unit_price *prices; /* in the order of the ids */
    size_t n_prices;
    uint64_t trials; /* of a pair in one condition */
    salvo_arena *memory;
} salvo_points_price;

/* Prices n units, by their ids, beside all others of the pool, whose prices stay. The plan's pairs are for each unit;
 * 0: 150. SALVO_BAD_INPUT as for a test, for no units, and for a unit that is not in the pool or is left out. On
 * failure, *price is zeroed. */
salvo_status salvo_points_price_run(salvo_points_price *price, const salvo_rulebook *book,
                                    const salvo_points_plan *plan, const char *const *units, size_t n,
                                    salvo_error *err);
void salvo_points_price_free(salvo_points_price *price);

/* The nearest preferred value in ratio (1, 2, 3, 5, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 120 ...). */
double salvo_preferred_value(double price);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
