/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether prices are fair, and prices that are: many random armies fight each other, and a unit's worth is what best
 * explains who wins.
 * A score is P(the first army wins) plus half of P(nobody wins); an encounter that nobody wins in any trial is left out,
 * because no price could make it fairer. A condition is a range, a scenario, a target policy and a setting, with a weight;
 * pairs of armies meet in the conditions of the plan that have their setting. In an advance the attacker has more points, by
 * odds that make it about even; or armies are equal and each attacks in half of the battles. */
#ifndef SALVO_POINTS_H
#define SALVO_POINTS_H

#include <salvo/audit.h>
#include <salvo/fight.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum { SALVO_POINTS_RANGES_MAX = 16, SALVO_POINTS_SETTINGS_MAX = 16, SALVO_ARMY_KINDS_MAX = 3 };

/* What a fit has price lists of its own for. */
typedef enum {
    SALVO_PER_NOTHING,
    SALVO_PER_SCENARIO,
    SALVO_PER_RANGE,
    SALVO_PER_TARGETS,
    SALVO_PER_SETTING, /* by the parts of settings */
    SALVO_N_PERS
} salvo_points_per;
extern const char *const SALVO_PERS[SALVO_N_PERS]; /* "nothing", "scenario", "range", "targets", "setting" */
/* What the author of a list decides himself about new prices. A price that is kept has equal bounds. */
typedef struct salvo_price_bound {
    const char *id;         /* of a unit; NULL: every unit */
    double least, greatest; /* 0 and INFINITY: none; NAN, both: the price that the unit has */
    const char *by;         /* the option that says so, for messages: "--keep" */
} salvo_price_bound;

typedef struct salvo_price_order {
    const char *dearer, *cheaper; /* ids */
} salvo_price_order;

typedef struct salvo_price_limits {
    const salvo_price_bound *bounds; /* all of them hold */
    size_t n_bounds;
    const salvo_price_order *orders;
    size_t n_orders;
    double change; /* no price changes by more than this share, up or down; 0: by anything */
    bool
        keep_mean; /* the list keeps its average price though some prices are kept; without kept prices it always does */
} salvo_price_limits;

/* A unit that armies may buy, and how many of them an army has. */
typedef struct salvo_army_choice {
    const char *id;
    int least, most; /* 0 <= least <= most */
} salvo_army_choice;

/* In front of the key of an element's word, where users give it: of an army that defends alone. */
#define SALVO_DEFENDER "defender-"

/* Whatever a pair of armies has at all of its meetings: the sizes of armies, and options of the ruleset's battles, as cover.
 * Words have the form key=value. */
typedef struct salvo_points_setting {
    const char *name; /* for reports: "up to 4 elements and cover=normal" */
    const char *part; /* with SALVO_PER_SETTING: settings of one part share a list: "cover=normal" */
    double weight;    /* above 0: so much of all pairs meet in it */
    int elements_max; /* as in the plan */
    const char *const *field, *const *element; /* words of the field, and of every element */
    const char *const *defender; /* of elements of an army that defends: these before those of the same key */
    size_t n_field, n_element, n_defender;
} salvo_points_setting;

/* How armies are drawn and fought. The pairs of one seed are the same for any number of threads. */
typedef struct salvo_points_plan {
    uint64_t seed;
    int threads;     /* 0: as many as the machine has */
    const char *isa; /* of the battle kernels, as in salvo_plan */
    const salvo_progress_callback *watch;
    struct salvo_share *share;   /* as in salvo_plan */
    size_t pairs;                /* of armies, in every set that is drawn: at least 20; 0: 400 */
    double precision;            /* 95 % half-width at most of the score of every battle */
    int elements_max, kinds_max; /* of an army: 1 .. SALVO_ELEMENTS_MAX, 1 .. 3 */
    double tolerance;            /* costs that differ by this share at most are equal */
    const double *ranges;        /* n of them; NULL: the ruleset's brackets, 8 at most */
    size_t n_ranges;
    size_t brackets_max;                 /* where ranges is NULL: so many of the brackets in place of 8; 0: 8 */
    const double *range_weights;         /* n_ranges, above 0; NULL, or ranges NULL: all 1 */
    double scenarios[SALVO_N_SCENARIOS]; /* weights; at least one is above 0 */
    double targets[SALVO_N_TARGETS];     /* weights of target policies; all 0: the battle's alone */
    double
        attack_odds; /* of an advance, the attacker's points over the defender's. 1: equal armies, each attacks in half of
                           the battles; 0: at every range those that make it about even */
    bool turn_lists;          /* the order of an army's list differs between conditions */
    salvo_battle_plan battle; /* targets, turns, break_at, close_to; words of the field, and of side a for both sides */
    /* Words of elements of an army that defends, as in salvo_points_setting. Whoever holds his ground defends: both armies in
     * hold, the one that is attacked in an advance, nobody in a meeting */
    const char *const *defender;
    size_t n_defender;
    /* n of them, at most SALVO_POINTS_SETTINGS_MAX, in place of elements_max and of all words; 0: these. Every pair
     * meets in one of them */
    const salvo_points_setting *settings;
    size_t n_settings;
    const size_t *nation;      /* a row of the nations table: only its units; NULL: all */
    const salvo_table *prices; /* by id, in its column "rounded", "price" or "points": what units cost in place of the
                                  book's prices; NULL: nothing. Units that it does not list keep theirs */
    const salvo_army_choice *choices; /* n of them: only these units can be bought; NULL: all */
    size_t n_choices;
    const salvo_price_limits *limits; /* of a fit; NULL: none */
    const char *const *named; /* n ids of units that are told about in any case, and why they cost what they do */
    size_t n_named;
    int rounds;            /* of a fit: how often armies are drawn; 0: 3, or 5 where there are no prices */
    double prior_sd;       /* of the logarithm of a worth over the price; 0: 0.5, or 1.5 where there are no prices */
    bool round_preferred;  /* of a fit: to preferred values; false: to multiples of the step */
    double step;           /* 0: of a fit the finest rounding at which nine of ten prices would come out the same with
                              another seed, preferred values included; else 1 */
    salvo_points_per per;  /* of a fit: lists of their own beside the one for all conditions */
    const char *per_words; /* with SALVO_PER_SETTING, for reports: what each part is, "value of cover" */
    int army_rules;        /* of a fit: rules for the army as a whole, at most; 0: none */
    double time_s; /* of a fit: all of it takes about so long. What has to be done in any case may take longer: the
                              units, a first list from 20 pairs of armies, two pairs that judge each list. 0: the number of
                              rounds */
} salvo_points_plan;

/* Seed 1, armies of up to 12 elements of 3 kinds, every scenario; the defaults of the command line. */
extern const salvo_points_plan SALVO_POINTS_PLAN;

typedef enum {
    SALVO_PRICE_PRINTED,
    SALVO_PRICE_FORMULA, /* the book prints none; its own formula gives one */
    SALVO_PRICE_NONE,    /* neither: everybody costs 100 */
    SALVO_PRICE_GIVEN,   /* in the plan's list */
} salvo_price_source;

/* "printed", "formula", "none", "given", in the order of the enum. */
extern const char *const SALVO_PRICE_SOURCES[];

/* A number with its 95 % interval. */
typedef struct salvo_bounds {
    double value, low, high;
} salvo_bounds;

/* One unit that can be bought. */
typedef struct salvo_priced {
    const char *id, *name, *nation; /* nation "" when there is none */
    double price;
    salvo_price_source source;
    size_t group;         /* units that nothing in the rules distinguishes share one */
    size_t n_alike;       /* units of that group, with this one */
    double harms, harmed; /* share of units and ranges where it can weaken the other, and the other can weaken it */
} salvo_priced;

/* A unit that is left out: the ruleset's battles refuse it, or it can never harm anybody in them. */
typedef struct salvo_left_out {
    const char *id, *name, *why;
} salvo_left_out;

/* The units that armies were bought from, and where armies met. */
typedef struct salvo_unit_pool {
    salvo_priced *units;
    size_t n_units, n_classes;
    salvo_left_out *left_out;
    size_t n_left_out;
    const double *ranges;
    size_t n_ranges;
    bool hurried; /* no time was left to compare units: each has a group of its own, and harms and harmed are NAN */
} salvo_unit_pool;

/* Imbalance. */

/* The imbalance in one condition. */
typedef struct salvo_meeting {
    double range;
    salvo_scenario scenario;
    salvo_targets targets;
    size_t setting;   /* of the plan; 0 where there are none */
    double weight;    /* those of all sum to 1 */
    double odds;      /* the attacker's points over the defender's; 1: equal armies */
    double imbalance; /* NAN: nobody won there */
    double nobody;    /* share of its encounters in which nobody won any trial; they are left out */
} salvo_meeting;

typedef struct salvo_imbalance {
    size_t pairs;
    uint64_t trials; /* of a pair at one meeting */
    double residual; /* mean difference of costs, as a share */
    double elements; /* mean number in an army */
    double nobody;   /* share of all encounters in which nobody won any trial; they are left out */
    salvo_bounds
        plain; /* mean over pairs of |score - 1/2|, averaged by weight over the conditions in which each has one */
    salvo_bounds scenario[SALVO_N_SCENARIOS]; /* of its conditions alone; NAN where there are none */
    salvo_scenario worst;                     /* the scenario with the greatest imbalance */
    const salvo_points_setting *settings;     /* the plan's, n of them */
    salvo_bounds *setting;                    /* of the pairs that meet in it alone */
    size_t n_settings;                        /* 0: the plan has none */
    double at_least; /* of `plain`, from independent halves: the part that is no noise of the simulation; 0: nothing of
                        it is certain */
    salvo_bounds
        mixed; /* mean over pairs of |mean score over the conditions - 1/2|, in which what is unfair one way here
                            and the other way there cancels: armies bought before anybody knows where they will meet.
                            Attacks at odds have armies of their own and are not in it, unless there is nothing else. NAN
                            where each pair met at one range only */
    salvo_meeting *meetings;
    size_t n_meetings;
} salvo_imbalance;

/* Points test. */

/* Pairs with similar predictions. */
typedef struct salvo_calibration {
    double from, to; /* predicted */
    size_t pairs;
    double predicted, came; /* means of the scores */
    double low, high;       /* of `came` */
} salvo_calibration;

enum { SALVO_CALIBRATION_BINS = 10 };

/* How well the ratio of two armies' prices predicts the winner of one battle: logistic(k log ratio), with k from other
 * pairs than those that are judged. */
typedef struct salvo_predicted {
    size_t pairs;  /* 0: not measured */
    double spread; /* ratios lie between 1 / spread and spread */
    double k;
    salvo_bounds right;    /* how often the army that costs more wins, half of the battles that nobody wins included */
    salvo_bounds log_loss; /* of one battle */
    double right_of_coin, log_loss_of_coin, right_at_best, log_loss_at_best; /* always 1/2; the true scores */
    salvo_calibration bins[SALVO_CALIBRATION_BINS];
} salvo_predicted;

/* What an interval says of a number beside another: it lies above or below it with all of its 95 %, or that is not known.
 * "unsure", "less", "more". */
typedef enum { SALVO_NOT_SURE, SALVO_SURELY_LESS, SALVO_SURELY_MORE, SALVO_N_SURELY } salvo_surely;
extern const char *const SALVO_SURELY[SALVO_N_SURELY];

/* A unit's worth for its price; 1 is the list's average. */
typedef struct salvo_bargain {
    size_t unit;        /* place in the unit pool */
    salvo_bounds ratio; /* worth over price */
    salvo_surely worth; /* than its price: more is a bargain, less is overpriced */
} salvo_bargain;

/* One class against another at nearly equal cost, and the score that the best single price for each class predicts. */
typedef struct salvo_counter {
    size_t a, b; /* places in the unit pool of units that stand for the classes */
    int n_a, n_b;
    double score, explained; /* of a */
    double part;             /* of all that is left unexplained */
} salvo_counter;

enum { SALVO_COUNTERS_MAX = 10 };

typedef struct salvo_intransitivity {
    size_t pairs;                               /* of classes; 0: not measured */
    double imbalance;                           /* mean |score - 1/2| */
    double left;                                /* mean |score - the best price's| */
    double explained;                           /* part of the sum of (score - 1/2)^2 that the best prices explain */
    salvo_counter counters[SALVO_COUNTERS_MAX]; /* those that leave most */
    size_t n_counters;
} salvo_intransitivity;

typedef struct salvo_points_test {
    const salvo_rulebook *book;
    salvo_points_plan plan;
    salvo_unit_pool unit_pool;
    salvo_imbalance imbalance;
    salvo_predicted predicted;
    salvo_bargain *bargains; /* one for each unit, the best first; NULL: not measured */
    salvo_intransitivity intransitivity;
    bool interrupted; /* what was done so far */
    salvo_arena *memory;
} salvo_points_test;

/* Tests the prices. The plan is copied; what it points to must outlive *test. SALVO_BAD_INPUT for a plan whose numbers are
 * outside their limits, and when the ruleset has no battles, fewer than two units that fight, or no armies of equal cost. On failure *test is zeroed. */
salvo_status salvo_points_test_run(salvo_points_test *test, const salvo_rulebook *book, const salvo_points_plan *plan,
                                   salvo_error *err);
void salvo_points_test_free(salvo_points_test *test);

/* Why a unit costs what it does. */

/* Some of the meetings: those in one scenario, at one range, or in one setting. */
typedef enum { SALVO_PART_SCENARIO, SALVO_PART_RANGE, SALVO_PART_SETTING } salvo_price_part_of;

typedef struct salvo_price_part {
    salvo_price_part_of of; /* which of these three it is */
    salvo_scenario scenario;
    double range;
    size_t setting;
} salvo_price_part;

/* A unit that another is like: shares of all opponents, ranges and states of motion at which both fire alike, and at
 * which both are fired at alike. */
typedef struct salvo_likeness {
    size_t unit; /* place in the unit pool */
    double fires, fired_at;
    double strength, speed; /* of that unit, as a share of this one's; NAN: this one has none */
    bool same;              /* nothing in the rules tells them apart */
} salvo_likeness;

/* How much one meeting alone would move the price from what it was: 0.1 is up by a tenth. */
typedef struct salvo_price_move {
    double range;
    salvo_scenario scenario;
    size_t setting;
    double change;
} salvo_price_move;

enum { SALVO_LIKE_MAX = 3, SALVO_MOVES_MAX = 3 };

typedef struct salvo_price_reason {
    size_t unit;         /* place in the unit pool */
    salvo_bounds *parts; /* the price if only those meetings counted */
    salvo_likeness like[SALVO_LIKE_MAX];
    size_t n_like;
    salvo_price_move moves[SALVO_MOVES_MAX]; /* those that moved it most */
    size_t n_moves;
    double by_numbers; /* what a regression on the numbers of the units' table gives; NAN: not measured */
} salvo_price_reason;

/* A number of the units' table and how prices follow it, as rank correlations over units. */
typedef struct salvo_price_number {
    const char *words; /* "hp", "gun: penetration" */
    double published, fitted;
} salvo_price_number;

typedef struct salvo_price_reasons {
    const salvo_price_part *parts;
    size_t n_parts; /* 0: all meetings are of one kind */
    salvo_price_reason *units;
    size_t n_units;
    salvo_price_number *numbers; /* those that fitted prices follow most first */
    size_t n_numbers;
} salvo_price_reasons;

/* Two lists compared. */

/* One measure of both lists: of whoever was there first, of the other, and the other less the first, from the same armies
 * and battles. Less is better. */
typedef struct salvo_list_measure {
    const char *name; /* "imbalance", "imbalance-averaged", "imbalance-in", "imbalance-with", "log-loss" */
    int scenario;     /* of "imbalance-in"; else -1 */
    int setting;      /* of "imbalance-with"; else -1 */
    salvo_bounds list[2], difference;
    salvo_surely other; /* of the other list than of this: less is fairer */
} salvo_list_measure;

/* A unit under both lists: what it is worth over its price, 1 being the list's average. */
typedef struct salvo_listed_unit {
    size_t unit; /* place in the unit pool, whose prices are the first list's */
    double price[2];
    salvo_bounds ratio[2];
    salvo_surely worth[2]; /* than its price in that list */
    int nearer; /* the list whose price is nearer to what it is worth; -1: as near, or sure of neither list */
} salvo_listed_unit;

enum { SALVO_LIST_MEASURES_MAX = 3 + SALVO_N_SCENARIOS + SALVO_POINTS_SETTINGS_MAX };

typedef struct salvo_points_comparison {
    const salvo_rulebook *book;
    salvo_points_plan plan;
    salvo_unit_pool unit_pool;
    size_t pairs, shared; /* of armies of equal cost, for each list; those that are the same for both */
    uint64_t trials;
    salvo_list_measure measures[SALVO_LIST_MEASURES_MAX];
    size_t n_measures;
    salvo_listed_unit *units; /* in the order of the unit pool */
    salvo_arena *memory;
} salvo_points_comparison;

/* Compares the plan's list with another, as plan->prices is one. A pair of armies has one address for both lists, so that
 * lists share what they agree about: it is fought once. As salvo_points_test_run, but stopping it fails: SALVO_STOPPED. */
salvo_status salvo_points_compare(salvo_points_comparison *to, const salvo_rulebook *book,
                                  const salvo_points_plan *plan, const salvo_table *against, salvo_error *err);
void salvo_points_comparison_free(salvo_points_comparison *comparison);

/* Points fit. */

/* Limits to how well a unit's price can be known. */
enum {
    SALVO_LIMIT_HARMS = 1,  /* it can weaken fewer than half of the others, over all ranges */
    SALVO_LIMIT_HARMED = 2, /* fewer than half of the others can weaken it */
    SALVO_LIMIT_WIDE = 4,   /* its interval is wider than a quarter of its price to either side */
};

/* What holds a new price where it is. */
typedef enum {
    SALVO_HELD_BY_NOTHING,
    SALVO_HELD_FIXED,
    SALVO_HELD_AT_LEAST,
    SALVO_HELD_AT_GREATEST,
    SALVO_HELD_BY_ORDER,
    SALVO_N_HOLDS
} salvo_hold;

/* "", "kept", "least", "greatest", "order", in the order of the enum. */
extern const char *const SALVO_HOLDS[SALVO_N_HOLDS];

/* A unit with its prices. New prices have the mean of the published ones. */
typedef struct salvo_new_price {
    size_t unit;         /* place in the unit pool */
    salvo_bounds fitted; /* on its own */
    double rounded;      /* to multiples of the step, or to preferred values */
    double repeats;      /* the chance that a fit with another seed rounds to the same */
    double unlimited;    /* fitted without the author's limits; the same where there are none */
    salvo_hold hold;
    salvo_surely change;       /* of the fitted price, beside the published one; unsure where none is published */
    salvo_bounds formula;      /* by the refitted formula; without one NAN */
    salvo_bounds with_rules;   /* beside rules for the army as a whole, within the author's limits; without any NAN */
    double with_rules_rounded; /* the same, rounded as `rounded` is */
    unsigned limits;
} salvo_new_price;

/* One item of the formula. */
typedef struct salvo_refitted {
    const char *part, *words; /* "weapon", "Class D Cannon"; of what qualifies items only `words`: "fixed" */
    double published;         /* points; NAN where they differ from unit to unit (hit points) */
    salvo_bounds factor;      /* new points over the published ones */
} salvo_refitted;

/* Two classes whose published prices differ most among those whose fitted ones cannot be told apart. */
typedef struct salvo_indistinguishable {
    size_t a, b;        /* places in the unit pool of units that stand for them */
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
    salvo_predicted predicted; /* on the same armies */
} salvo_judgement;

/* A rule for the army as a whole. */
typedef struct salvo_army_rule {
    const char *words;   /* with its effect: "each unit beyond the third of a kind costs 10 % less" */
    salvo_bounds effect; /* -0.1: so much less */
    salvo_bounds gain;   /* of imbalance beyond the rules before it, estimated on armies that did not choose it */
} salvo_army_rule;

/* Prices for some of the conditions alone. */
typedef struct salvo_own_list {
    salvo_scenario scenario; /* by the plan's `per`, one of these four */
    double range;
    salvo_targets targets;
    const char *part;
    salvo_bounds *prices;                /* by unit, within the author's limits */
    salvo_bounds imbalance, of_one_list; /* there, of this list and of the one for all; NAN after a stop */
} salvo_own_list;

/* How a list is rounded. */
typedef struct salvo_rounding {
    bool preferred;
    double step;    /* without preferred values */
    double repeats; /* so many of the prices would come out the same with another seed: a share, expected */
    size_t same;    /* how many prices that is, to the nearest whole number */
    bool chosen;    /* by the fit; the plan does not say */
} salvo_rounding;

enum { SALVO_INDISTINGUISHABLE_MAX = 10 };

enum { SALVO_MISPRICED_MAX = 10 };

typedef struct salvo_points_fit {
    const salvo_rulebook *book;
    salvo_points_plan plan;
    salvo_unit_pool unit_pool;
    size_t pairs;    /* that were fitted */
    uint64_t trials; /* of each at every meeting */
    double
        emphasis[SALVO_N_SCENARIOS]; /* times its weight a scenario counted, so that it is not less fair than before; 0:
                                           there is none */
    double
        part; /* of the way from the published prices to those that battles ask for: 1, or as far as no scenario becomes
                    less fair than before */
    double steepness, growth; /* P(a wins) = logistic(steepness x size^growth x log(worth of a / worth of b)) */
    double dispersion;        /* of scores about that, in units of p (1 - p) */
    salvo_new_price *prices;  /* one for each unit of the unit pool, in its order */
    salvo_rounding rounding;
    salvo_refitted *formula;
    size_t n_formula; /* 0: the ruleset has no formula */
    salvo_indistinguishable indistinguishable[SALVO_INDISTINGUISHABLE_MAX];
    size_t n_indistinguishable, n_alike,
        n_compared; /* listed; pairs of classes that cannot be told apart, of so many */
    salvo_judgement judged[SALVO_N_LISTS];
    bool has_floor;
    salvo_bounds
        floor; /* the imbalance that prices fitted to endlessly many battles would leave: an estimate, and never
                           above what the fitted list leaves, because that has been reached */
    salvo_army_rule *rules; /* as they were chosen */
    size_t n_rules;
    salvo_own_list *own; /* by the plan's `per` */
    size_t n_own;
    bool interrupted;                  /* prices are those of the battles so far; what was not judged is not there */
    bool less_fair[SALVO_N_SCENARIOS]; /* where the fitted list errs by more than the published one: by more than a
                                        * standard error of the difference */
    salvo_bounds imbalance_change; /* of the fitted list beside the published one; of a fit that nobody judged NAN */
    salvo_surely imbalance_is;     /* less: the fitted list is surely fairer */
    salvo_surely floor_is; /* less: with more battles prices would surely become fairer than the fitted list is */
    double mean_price[2];  /* of the published list, of the fitted one */
    bool keeps_mean;       /* both are the same: the fit keeps how dear the list is */
    size_t n_held;         /* prices that the author's limits decide */
    size_t mispriced[SALVO_MISPRICED_MAX]; /* places of the prices that change most, one of each class and price */
    size_t n_mispriced;                    /* 0 where none is published */
    bool out_of_time;                      /* it took much longer than the time that the plan gives */
    double seconds,
        opening_s; /* that the fit took; that it took to prepare the units, which no time in the plan makes shorter */
    salvo_price_reasons reasons; /* of the units that the plan names */
    salvo_arena *memory;
} salvo_points_fit;

/* Fits new prices. When the progress callback stops it before there are any: SALVO_STOPPED. On failure *fit is zeroed.
 * With a time in the plan the clock decides how many battles there are. */
salvo_status salvo_points_fit_run(salvo_points_fit *fit, const salvo_rulebook *book, const salvo_points_plan *plan,
                                  salvo_error *err);
void salvo_points_fit_free(salvo_points_fit *fit);

/* Prices of some units beside a list whose prices all stay. */

/* What a unit should cost. */
typedef struct salvo_asked_price {
    double before;      /* its price in the list; NAN: none */
    salvo_bounds price; /* at which armies with it are even with the others, over all meetings */
    double rounded;     /* as the plan says */
    size_t pairs;       /* of armies, one of each has it */
    salvo_price_reason reason;
} salvo_asked_price;

typedef struct salvo_points_price {
    const salvo_rulebook *book;
    salvo_points_plan plan;
    salvo_unit_pool unit_pool;
    const salvo_price_part *parts;
    size_t n_parts;
    salvo_asked_price *asked; /* as they were asked for */
    size_t n_asked;
    uint64_t trials; /* of a pair at one meeting */
    salvo_arena *memory;
} salvo_points_price;

/* Prices n units, by their ids, beside all others of the pool, whose prices are kept. The plan's pairs are of each unit; 0:
 * 150. SALVO_BAD_INPUT as for a test, for no units, and for a unit that is not in the pool or left out. On failure *price is zeroed. */
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
