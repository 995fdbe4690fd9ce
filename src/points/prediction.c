/* Judges forecasts P(a wins) = logistic(k log(cost a / cost b)). Battles are not single wins but mean scores, so all
 * measures are expectations over a battle of that score. k is fitted on one half of the pairs and judged on the
 * other. */
#include "points/prediction.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "points/imbalance.h"

enum { ALL = 2, HALVINGS = 60 };  /* 60 halvings of 0 .. 1000 are below 1e-15 */
static const double K_MAX = 1000; /* steeper than any list; a step in practice */

static double log_ratio_of(const army_pair *p, const double *prices, const army_rules *rules)
{
    return log(army_cost(&p->side[0], prices, rules) / army_cost(&p->side[1], prices, rules));
}

predicted_pair predicted_pair_of(const pair_run *run, size_t pair, const double *prices, const army_rules *rules)
{
    const unit_pool *m = run->m;
    double sum = 0, weights = 0;

    for (size_t at = 0; at < m->n_meetings; at++) {
        const meeting *where = &m->meetings[at];

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

/* The derivative of the log likelihood by k. It falls as k grows, so its zero is found by halving. */
static double slope(const predicted_pair *pairs, size_t n, int fold, double k)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        if (fold == ALL || (int)(i % 2) == fold)
            sum += (pairs[i].score - logistic(k * pairs[i].log_ratio)) * pairs[i].log_ratio;
    return sum;
}

/* The k between 0 and 1000 with the greatest likelihood of the scores under logistic(k log ratio). `fold` 0 or 1: of the
 * even or the odd pairs; 2: of all. */
static double likeliest_k(const predicted_pair *pairs, size_t n, int fold)
{
    double low = 0, high = K_MAX;

    for (int i = 0; i < HALVINGS; i++) {
        double middle = (low + high) / 2;

        if (slope(pairs, n, fold, middle) > 0)
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

/* What a forecast costs on average in a battle of that true score. A forecast of 0 or 1 is moved in by a hair, because
 * its cost could be infinite. */
static double log_loss(double score, double forecast)
{
    double p = fmin(1 - 1e-12, fmax(1e-12, forecast));

    return -score * log(p) - (1 - score) * log(1 - p);
}

/* (score - forecast)^2 plus the variance of the outcome: the expected squared error of one battle. */
static double brier(double score, double forecast)
{
    return (score - forecast) * (score - forecast) + score * (1 - score);
}

typedef struct judged {
    double forecast, score;
} judged;

/* Equal forecasts need no order: auc takes them together. */
static int by_forecast(const void *a, const void *b)
{
    const judged *x = a, *y = b;

    return (x->forecast > y->forecast) - (x->forecast < y->forecast);
}

/* The chance that of two battles, one won and one lost, the won one had the greater forecast. `all` is ascending. */
static double auc(const judged *all, size_t n)
{
    double won = 0, lost = 0, area = 0;

    for (size_t i = 0; i < n;) { /* ties together: half of their pairs count */
        double won_here = 0, lost_here = 0;
        size_t k = i;

        for (; k < n && all[k].forecast == all[i].forecast; k++) {
            won_here += all[k].score;
            lost_here += 1 - all[k].score;
        }
        area += won_here * (lost + lost_here / 2);
        won += won_here;
        lost += lost_here;
        i = k;
    }
    return won > 0 && lost > 0 ? area / (won * lost) : 0.5; /* 1/2 where there is nothing to compare */
}

static void calibrate(salvo_predicted *to, const judged *all, size_t n)
{
    double squares[SALVO_CALIBRATION_BINS] = {0};

    for (int b = 0; b < SALVO_CALIBRATION_BINS; b++)
        to->bins[b] = (salvo_calibration){.from = b / (double)SALVO_CALIBRATION_BINS,
                                          .to = (b + 1) / (double)SALVO_CALIBRATION_BINS};
    for (size_t i = 0; i < n; i++) {
        /* A forecast of exactly 1 belongs to the last bin. */
        int b = (int)fmin(SALVO_CALIBRATION_BINS - 1, all[i].forecast * SALVO_CALIBRATION_BINS);

        to->bins[b].pairs++;
        to->bins[b].predicted += all[i].forecast;
        to->bins[b].came += all[i].score;
        squares[b] += all[i].score * all[i].score;
    }
    for (int b = 0; b < SALVO_CALIBRATION_BINS; b++) {
        salvo_calibration *bin = &to->bins[b];
        salvo_bounds came;

        if (bin->pairs == 0)
            continue;
        /* The interval is over pairs: battles of a pair share their armies. */
        came = bounds_of_mean(bin->came, squares[b], bin->pairs);
        bin->predicted /= (double)bin->pairs;
        bin->came = came.value;
        bin->low = fmax(0, came.low);
        bin->high = fmin(1, came.high);
    }
}

static void add_losses(salvo_predicted *to, const judged *all, size_t n)
{
    double logs[2] = {0, 0}, briers[2] = {0, 0};

    for (size_t i = 0; i < n; i++) {
        double score = all[i].score, l = log_loss(score, all[i].forecast), b = brier(score, all[i].forecast);

        logs[0] += l;
        logs[1] += l * l;
        briers[0] += b;
        briers[1] += b * b;
        /* The least log loss there is: the entropy of the true score. */
        to->log_loss_at_best -= (x_log_x(score) + x_log_x(1 - score)) / (double)n;
        to->brier_at_best += score * (1 - score) / (double)n;
        to->brier_of_coin += brier(score, 0.5) / (double)n;
    }
    to->log_loss = bounds_of_mean(logs[0], logs[1], n);
    to->brier = bounds_of_mean(briers[0], briers[1], n);
    to->log_loss_of_coin = log(2); /* log loss of a forecast of 1/2 is ln 2 for any score */
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

salvo_status prediction_judge(salvo_predicted *to, const predicted_pair *pairs, size_t n, salvo_error *err)
{
    /* By index parity: pairs are drawn at random, so halves are alike. */
    double k[2] = {likeliest_k(pairs, n, 1), likeliest_k(pairs, n, 0)}; /* of the other half */
    judged *all = calloc(n + 1, sizeof *all);

    memset(to, 0, sizeof *to);
    if (!all)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < n; i++)
        all[i] = (judged){logistic(k[i % 2] * pairs[i].log_ratio), pairs[i].score};
    qsort(all, n, sizeof *all, by_forecast);
    to->pairs = n;
    to->k = likeliest_k(pairs, n, ALL);
    to->auc = auc(all, n);
    add_losses(to, all, n);
    calibrate(to, all, n);
    free(all);
    return SALVO_OK;
}
