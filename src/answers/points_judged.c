/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The effects of a price list, before and after a fit. All lists are tested on armies that no fit has seen. */
#include "answers/points_judged.h"

#include <math.h>

#include "answers/points_words.h"
#include "answers/statistics_words.h"

static const char *const LIST_WORDS[SALVO_N_LISTS] = {"published",
                                                      "fitted",
                                                      "fitted and rounded",
                                                      "formula refitted",
                                                      "fitted, with army rules",
                                                      "fitted without limits"};

/* Returns whether any unit had a price before. */
bool points_is_priced(const salvo_points_fit *f)
{
    for (size_t i = 0; i < f->unit_pool.n_units; i++)
        if (f->unit_pool.units[i].source != SALVO_PRICE_NONE)
            return true;
    return false;
}

/* Returns whether armies meet in the scenario. */
bool points_has_scenario(const salvo_points_fit *f, salvo_scenario scenario)
{
    return f->plan.scenarios[scenario] > 0;
}

/* With a limit of time each pair meets at one range, so there is no average over ranges. */
static bool has_average(const salvo_imbalance *i)
{
    return isfinite(i->mixed.value);
}

/* Puts a column for each setting. */
static void put_in_settings(record *to, const salvo_imbalance *i)
{
    for (size_t in = 0; in < i->n_settings; in++) {
        const field one[] = {{i->settings[in].name, as_decimal(i->setting[in].value, 4)}};

        PUT_FIELDS(to, one);
    }
}

/* A book without prices is tested as if all units cost 100. */
static void describe_judged_to_read(record *to, const void *of, size_t list)
{
    const salvo_points_fit *f = of;
    const salvo_judgement *j = &f->judged[list];
    const salvo_imbalance *i = &j->imbalance;
    const bool all_alike = list == SALVO_LIST_PUBLISHED && !points_is_priced(f), predicted = j->prediction.pairs > 0;
    const field scenarios[] = {
        {"prices", as_text(all_alike ? "100 for all" : LIST_WORDS[list])},
        {"imbalance", as_bounds(&i->plain, 4)},
        {"hold", if_there(points_has_scenario(f, SALVO_HOLD), as_decimal(i->scenario[SALVO_HOLD].value, 4))},
        {"advance", if_there(points_has_scenario(f, SALVO_ADVANCE), as_decimal(i->scenario[SALVO_ADVANCE].value, 4))},
        {"meeting", if_there(points_has_scenario(f, SALVO_MEETING), as_decimal(i->scenario[SALVO_MEETING].value, 4))},
    };
    const field others[] = {
        {"averaged", if_there(has_average(i), as_decimal(i->mixed.value, 4))},
        {"predicted right", or_empty(predicted, as_decimal(j->prediction.accuracy.value, 4))},
        {"log loss", or_empty(predicted, as_decimal(j->prediction.log_loss.value, 4))},
    };

    if (!j->judged)
        return;
    PUT_FIELDS(to, scenarios);
    put_in_settings(to, i);
    PUT_FIELDS(to, others);
}

void describe_judged(record *to, const void *of, size_t list)
{
    const salvo_judgement *j = &((const salvo_points_fit *)of)->judged[list];
    const salvo_imbalance *i = &j->imbalance;
    const field fields[] = {
        {SALVO_LISTS[list],
         OBJECT({"pairs", as_whole(i->pairs)}, {"residual", as_real(i->residual)},
                {"imbalance", as_bounds(&i->plain, 0)}, {"at_least", as_real(i->at_least)},
                {"averaged", if_there(has_average(i), as_bounds(&i->mixed, 0))},
                {"nobody_wins", if_there(i->nobody > 0, as_real(i->nobody))}, {"attack_odds", as_mean_odds(i)},
                {"scenarios", as_object(describe_in_scenario, i, SALVO_N_SCENARIOS)},
                {"settings", if_there(i->n_settings, as_object(describe_in_setting, i, i->n_settings))},
                {"right", as_bounds(&j->prediction.accuracy, 0)},
                {"right_at_best", as_real(j->prediction.accuracy_at_best)},
                {"log_loss", as_bounds(&j->prediction.log_loss, 0)},
                {"log_loss_at_best", as_real(j->prediction.log_loss_at_best)}, {"meetings", as_conditions(i)})},
    };

    if (j->judged)
        PUT_FIELDS(to, fields);
}

/* Returns whether the author set any limits for prices. */
bool points_is_limited(const salvo_points_fit *f)
{
    return f->judged[SALVO_LIST_UNLIMITED].judged;
}

/* Adds the cost of the author's limits and of rounding. Both are differences of averages over different pairs of
 * armies: each list has the pairs that have equal costs under it. */
static void add_what_limits_cost(page *p, const salvo_points_fit *f)
{
    const double fitted = f->judged[SALVO_LIST_FITTED].imbalance.plain.value;
    const double rounded = f->judged[SALVO_LIST_ROUNDED].imbalance.plain.value;

    if (points_is_limited(f))
        page_paragraph(p,
                       "Your limits hold %zu of %zu prices. The imbalance is %.4f without them and %.4f with them. "
                       "\"Without limits\" is what a unit would cost then.",
                       f->n_limited, f->unit_pool.n_units, f->judged[SALVO_LIST_UNLIMITED].imbalance.plain.value,
                       fitted);
    page_paragraph(p, "Rounding changes the imbalance from %.4f to %.4f.", fitted, rounded);
}

/* An author must know first in which scenarios the new prices are less fair. */
static void add_worse(page *p, const salvo_points_fit *f)
{
    const salvo_imbalance *published = &f->judged[SALVO_LIST_PUBLISHED].imbalance;
    const salvo_imbalance *fitted = &f->judged[SALVO_LIST_FITTED].imbalance;

    for (int s = 0; s < SALVO_N_SCENARIOS; s++) {
        const salvo_bounds *before = &published->scenario[s], *after = &fitted->scenario[s];

        if (f->less_fair[s])
            page_paragraph(p, "In %s the new prices are less fair than the published ones: %.4f instead of %.4f.",
                           SALVO_SCENARIOS[s], after->value, before->value);
    }
}

/* The author asked for certain weights, so the report names those that the fit raised. */
static void add_emphasis(page *p, const salvo_points_fit *f)
{
    for (int s = 0; s < SALVO_N_SCENARIOS; s++)
        if (f->emphasis[s] > 1)
            page_paragraph(p,
                           "In the fit, %s has %.0f times its weight; with less, it would be less fair than at the "
                           "published prices.",
                           SALVO_SCENARIOS[s], f->emphasis[s]);
    if (f->part < 1)
        page_paragraph(
            p,
            "The new prices go %.0f %% of the way from the published prices to those that fit the battles best. "
            "Farther on, a scenario would be less fair than at the published prices. The intervals are for prices "
            "at this point of the way; another seed may stop at another point.",
            100 * f->part);
}

/* Adds the distance from the best possible list. If the estimate does not exclude the reached value, only its end is
 * printed. */
static void add_floor(page *p, const salvo_points_fit *f)
{
    const double reached = f->judged[SALVO_LIST_FITTED].imbalance.plain.value;

    if (!f->has_floor)
        return;
    if (f->floor_relation == SALVO_RELATION_LESS)
        page_paragraph(
            p,
            "With unlimited battles, the best list would reach about %.4f (%.4f to %.4f); the fitted list reaches "
            "%.4f.",
            f->floor.value, f->floor.low, f->floor.high, reached);
    else
        page_paragraph(
            p,
            "The fitted list reaches %.4f. More battles may not make it fairer: with unlimited battles, the best "
            "list would reach %.4f at most.",
            reached, f->floor.low);
    page_paragraph(p, "This estimate, with its 95 %% interval, comes from lists that are fitted to half of the "
                      "battles: they are about as much less fair than the fitted list as the fitted list is less "
                      "fair than one from unlimited battles.");
}

/* Adds the number of pairs in the test. Lists have the same number unless the time was short. */
static void add_judges(page *p, const salvo_points_fit *f)
{
    const salvo_imbalance *fitted = &f->judged[SALVO_LIST_FITTED].imbalance;
    size_t least = SIZE_MAX, most = 0;
    salvo_text number = {0};

    for (int list = 0; list < SALVO_N_LISTS; list++)
        if (f->judged[list].judged) {
            const size_t pairs = f->judged[list].imbalance.pairs;

            least = pairs < least ? pairs : least;
            most = pairs > most ? pairs : most;
        }
    salvo_text_add(&number, least == most ? "%zu" : "%zu to %zu", least, most);
    page_paragraph(
        p,
        "The imbalance is measured within a range, scenario and target policy, and averaged over them%s. It is "
        "judged on %s pairs of other armies%s that are equal under the list that is judged (costs differ by %.2f "
        "%% on average).",
        has_average(fitted) ? "; \"averaged\" is that of the average score, in which errors of opposite sign cancel"
                            : "",
        page_words(p, &number), has_average(fitted) ? "" : ", each at one range,", 100 * fitted->residual);
    salvo_text_free(&number);
}

static void add_doubt(page *p, const salvo_points_fit *f)
{
    if (f->imbalance_relation == SALVO_RELATION_UNSURE)
        page_paragraph(p,
                       "These pairs do not show whether the fitted list is fairer than the one before: the "
                       "imbalance changes by %+.4f (95 %% interval %+.4f to %+.4f). More pairs, or more time, "
                       "would show it.",
                       f->imbalance_change.value, f->imbalance_change.low, f->imbalance_change.high);
}

/* Adds what tested the lists, and how. After a stop there may be no test. */
void points_judged(page *p, const salvo_points_fit *f)
{
    const salvo_judgement *published = &f->judged[SALVO_LIST_PUBLISHED], *fitted = &f->judged[SALVO_LIST_FITTED];

    if (!fitted->judged || !published->judged) {
        page_paragraph(p, "Interrupted: these are the prices found so far, not yet tested.");
        return;
    }
    add_worse(p, f);
    page_rows(p, READ, describe_judged_to_read, f, SALVO_N_LISTS);
    add_judges(p, f);
    add_doubt(p, f);
    if (published->prediction.pairs)
        page_paragraph(
            p,
            "Prices predict the winner of %zu pairs that are the same for all lists. A coin is right in %.4f of "
            "them, with a log loss of %.4f; the best possible, with the true odds known, is %.4f and %.4f.",
            published->prediction.pairs, published->prediction.accuracy_of_coin, published->prediction.log_loss_of_coin,
            published->prediction.accuracy_at_best, published->prediction.log_loss_at_best);
    points_nobody(p, f->book->store.distance_unit, &fitted->imbalance);
    add_scores_explained(p);
    add_emphasis(p, f);
    add_what_limits_cost(p, f);
    add_floor(p, f);
    points_odds(p, f->book->store.distance_unit, &fitted->imbalance, f->plan.attack_odds > 0);
}
