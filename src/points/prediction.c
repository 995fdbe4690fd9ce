/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Judges forecasts P(a wins) = logistic(k log(cost a / cost b)). A battle counts with its mean score and not as a
 * single win, so all measures are expectations over a battle of that score. k is fitted on one half of the pairs and
 * judged on the other. */
#include "points/judge.h"

#include <math.h>

#include "points/bounds.h"

enum { ALL = 2, HALVINGS = 60 };  /* 60 halvings of 0 .. 1000 are below 1e-15 */
static const double K_MAX = 1000; /* steeper than any list; practically a step */

static double log_ratio_of(const army_pair *p, const double *prices, const army_rules *rules)
{
    return log(army_cost(&p->side[0], prices, rules) / army_cost(&p->side[1], prices, rules));
}

predicted_pair predicted_pair_of(const pair_run *run, size_t pair, const double *prices, const army_rules *rules)
{
    const unit_pool *pool = run->pool;
    double sum = 0, weights = 0;

    for (size_t at = 0; at < pool->n_conditions; at++) {
        const pool_condition *where = &pool->conditions[at];

        if (!pair_is_won(run, pair, at))
            continue;
        if (pair_armies(run, pair, at) == &run->pairs[pair]) /* these are the pair's score */
            return (predicted_pair){log_ratio_of(&run->pairs[pair], prices, rules), run->results[pair].mean};
        sum += where->weight * (log_ratio_of(pair_armies(run, pair, at), prices, rules) - log(where->odds));
        weights += where->weight;
    }
    return (predicted_pair){weights > 0 ? sum / weights : NAN, run->results[pair].mean};
}

static double logistic(double x)
{
    return 1 / (1 + exp(-x));
}

/* Returns the derivative of the log likelihood by k. It falls as k grows, so halving finds its zero. */
static double slope_at(const predicted_pair *pairs, size_t n, int fold, double k)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        if (fold == ALL || (int)(i % 2) == fold)
            sum += (pairs[i].score - logistic(k * pairs[i].log_ratio)) * pairs[i].log_ratio;
    return sum;
}

/* Returns the k between 0 and 1000 with the greatest likelihood of the scores under logistic(k log ratio). `fold` 0 or
 * 1: of the even or the odd pairs; 2: of all. */
static double likeliest_k(const predicted_pair *pairs, size_t n, int fold)
{
    double low = 0, high = K_MAX;

    for (int i = 0; i < HALVINGS; i++) {
        double middle = (low + high) / 2;

        if (slope_at(pairs, n, fold, middle) > 0)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The limit at 0 is 0. */
static double x_log_x(double x)
{
    return x > 0 ? x * log(x) : 0;
}

/* Returns the average loss of a forecast in a battle of that true score. A forecast of 0 or 1 is moved inwards
 * slightly, because its loss could be infinite. */
static double log_loss(double score, double forecast)
{
    double p = fmin(1 - 1e-12, fmax(1e-12, forecast));

    return -score * log(p) - (1 - score) * log(1 - p);
}

/* Returns how often the expected winner wins. A coin is right half of the time, and so is a forecast of 1/2. */
static double share_right(double score, double log_ratio)
{
    return log_ratio > 0 ? score : log_ratio < 0 ? 1 - score : 0.5;
}

/* Pair i, with the forecast by the k of the other half. */
typedef struct forecasts {
    const predicted_pair *pairs;
    size_t n;
    double k[2];
} forecasts;

static double forecast_of(const forecasts *f, size_t i)
{
    return logistic(f->k[i % 2] * f->pairs[i].log_ratio);
}

/* These are shares or means of shares: an interval beyond 0 or 1 would mean nothing. */
static salvo_bounds bounds_of_share(double sum, double squares, size_t n)
{
    const salvo_bounds b = bounds_of_mean(sum, squares, n);

    return (salvo_bounds){b.value, fmax(0, b.low), fmin(1, b.high)};
}

/* Sums become means. The interval is over pairs, because battles of a pair share their armies. */
static void calibrate(salvo_prediction *to, const forecasts *f)
{
    double squares[SALVO_CALIBRATION_BINS] = {0};

    for (int b = 0; b < SALVO_CALIBRATION_BINS; b++)
        to->bins[b] = (salvo_calibration){.from = b / (double)SALVO_CALIBRATION_BINS,
                                          .to = (b + 1) / (double)SALVO_CALIBRATION_BINS};
    for (size_t i = 0; i < f->n; i++) {
        const double forecast = forecast_of(f, i), score = f->pairs[i].score;
        /* A forecast of exactly 1 belongs to the last bin. */
        const int b = (int)fmin(SALVO_CALIBRATION_BINS - 1, forecast * SALVO_CALIBRATION_BINS);

        to->bins[b].pairs++;
        to->bins[b].predicted += forecast;
        to->bins[b].observed += score;
        squares[b] += score * score;
    }
    for (int b = 0; b < SALVO_CALIBRATION_BINS; b++) {
        salvo_calibration *bin = &to->bins[b];
        salvo_bounds came;

        if (bin->pairs == 0)
            continue;
        came = bounds_of_share(bin->observed, squares[b], bin->pairs);
        bin->predicted /= (double)bin->pairs;
        bin->observed = came.value;
        bin->low = came.low;
        bin->high = came.high;
    }
}

static void score_forecasts(salvo_prediction *to, const forecasts *f)
{
    double rights[2] = {0, 0}, logs[2] = {0, 0}; /* sums, and sums of squares */

    for (size_t i = 0; i < f->n; i++) {
        const double score = f->pairs[i].score, r = share_right(score, f->pairs[i].log_ratio);
        const double l = log_loss(score, forecast_of(f, i));

        rights[0] += r;
        rights[1] += r * r;
        logs[0] += l;
        logs[1] += l * l;
        to->accuracy_at_best += fmax(score, 1 - score) / (double)f->n;
        /* The least possible log loss is the entropy of the true score. */
        to->log_loss_at_best -= (x_log_x(score) + x_log_x(1 - score)) / (double)f->n;
    }
    to->accuracy = bounds_of_share(rights[0], rights[1], f->n);
    to->log_loss = bounds_of_mean(logs[0], logs[1], f->n);
    to->log_loss.low = fmax(0, to->log_loss.low);
    to->accuracy_of_coin = 0.5;
    to->log_loss_of_coin = log(2); /* that of a forecast of 1/2 is ln 2 for any score */
}

size_t predicted_pairs_of(predicted_pair *pairs, const pair_run *run, const double *prices, const army_rules *rules)
{
    size_t n = 0;

    for (size_t i = 0; i < run->n; i++) {
        pairs[n] = predicted_pair_of(run, i, prices, rules);
        n += !isnan(pairs[n].score);
    }
    return n;
}

void prediction_judge(salvo_prediction *to, const predicted_pair *pairs, size_t n)
{
    /* The halves go by the parity of the index: pairs are drawn at random, so the halves are alike. */
    const forecasts f = {pairs, n, {likeliest_k(pairs, n, 1), likeliest_k(pairs, n, 0)}};

    *to = (salvo_prediction){.pairs = n, .k = likeliest_k(pairs, n, ALL)};
    score_forecasts(to, &f);
    calibrate(to, &f);
}
