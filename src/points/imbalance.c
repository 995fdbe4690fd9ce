/* Sums over pairs in double, from scores that are already simulated; all statistics of one run. */
#include "points/imbalance.h"

#include <math.h>

#include <gsl/gsl_cdf.h>

salvo_bounds bounds_of_mean(double sum, double squares, size_t n)
{
    /* One pass: the values are in 0 .. 1, so the difference of squares keeps enough digits. */
    double mean = sum / (double)n, variance, half;

    if (n < 2)
        return (salvo_bounds){mean, -INFINITY, INFINITY};
    variance = fmax(0, squares - sum * mean) / ((double)n - 1);
    half = gsl_cdf_tdist_Pinv(0.975, (double)n - 1) * sqrt(variance / (double)n);
    return (salvo_bounds){mean, mean - half, mean + half};
}

/* The sign of one half's deviation times the other half's size, averaged both ways. The halves are independent, so
 * noise averages out; the mean is at most that of |score - 1/2|, hence a lower bound. */
static double crossed(const float score[2])
{
    double a = (double)score[0] - 0.5, b = (double)score[1] - 0.5;

    /* A half that is exactly even gives no sign. */
    return ((a > 0 ? b : a < 0 ? -b : 0) + (b > 0 ? a : b < 0 ? -a : 0)) / 2;
}

static void note_meeting(salvo_imbalance *to, const pair_run *run, size_t at)
{
    size_t n = 0, met = 0;
    double sum = 0, sure = 0;

    for (size_t i = 0; i < run->n; i++) {
        met += pair_meets(run, i, at);
        if (!pair_is_won(run, i, at))
            continue;
        n++;
        sum += fabs(pair_score(run, i, at) - 0.5);
        sure += crossed(run->results[i].score[at]);
    }
    to->meetings[at].imbalance = n ? sum / (double)n : NAN;
    to->meetings[at].nobody = met ? (double)(met - n) / (double)met : 0;
    to->at_least += n ? sure / (double)n * run->m->meetings[at].weight : 0;
}

/* The imbalance of one pair, averaged over its meetings; `scenario` below 0: over all of them. NAN: it has none. */
static double imbalance_of(const pair_run *run, size_t pair, int scenario)
{
    double sum = 0, weights = 0;

    for (size_t at = 0; at < run->m->n_meetings; at++) {
        const meeting *m = &run->m->meetings[at];

        if (!pair_is_won(run, pair, at) || (scenario >= 0 && (int)m->scenario != scenario))
            continue;
        sum += m->weight * fabs(pair_score(run, pair, at) - 0.5);
        weights += m->weight;
    }
    return weights > 0 ? sum / weights : NAN;
}

enum { ALL = -1 };

/* Over the pairs of one setting, or of all. */
static salvo_bounds bounds_of(const pair_run *run, int scenario, int in)
{
    double sum = 0, squares = 0;
    size_t n = 0;

    for (size_t i = 0; i < run->n; i++) {
        const double one = imbalance_of(run, i, scenario);

        if (isnan(one) || (in != ALL && (int)run->pairs[i].setting != in))
            continue;
        n++;
        sum += one;
        squares += one * one;
    }
    return n ? bounds_of_mean(sum, squares, n) : (salvo_bounds){NAN, NAN, NAN};
}

static void note_scenarios(salvo_imbalance *to, const pair_run *run)
{
    double worst = -1;

    for (int s = 0; s < SALVO_N_SCENARIOS; s++) {
        to->scenario[s] = bounds_of(run, s, ALL);
        if (!(to->scenario[s].value > worst)) /* also where it is no number */
            continue;
        worst = to->scenario[s].value;
        to->worst = (salvo_scenario)s;
    }
}

double pair_imbalance(const pair_run *run, size_t pair)
{
    return imbalance_of(run, pair, ALL);
}

double pair_imbalance_in(const pair_run *run, size_t pair, salvo_scenario scenario)
{
    return imbalance_of(run, pair, (int)scenario);
}

/* Of all encounters, those that nobody won. */
static double share_of_nobody(const pair_run *run)
{
    size_t met = 0, won = 0;

    for (size_t i = 0; i < run->n; i++)
        for (size_t at = 0; at < run->m->n_meetings; at++) {
            met += pair_meets(run, i, at);
            won += pair_is_won(run, i, at);
        }
    return met ? (double)(met - won) / (double)met : 0;
}

/* plain: at each meeting; mixed: averaged over them before the deviation is taken. */
static void note_pairs(salvo_imbalance *to, const pair_run *run)
{
    double plain[2] = {0, 0}, mixed[2] = {0, 0}; /* sum, sum of squares */
    size_t n = 0;

    for (size_t i = 0; i < run->n; i++) {
        const army_pair *p = &run->pairs[i];
        /* Averaged over meetings first: armies bought for all of them. */
        double one = pair_imbalance(run, i), all = fabs(run->results[i].mean - 0.5);

        /* Log ratio: nearly the difference of costs as a share. */
        to->residual += fabs(log(p->cost[0] / p->cost[1])) / (double)run->n;
        to->elements += (army_size(&p->side[0]) + army_size(&p->side[1])) / (2.0 * (double)run->n);
        if (isnan(one))
            continue;
        n++;
        plain[0] += one;
        plain[1] += one * one;
        mixed[0] += all;
        mixed[1] += all * all;
    }
    to->nobody = share_of_nobody(run);
    to->plain = n ? bounds_of_mean(plain[0], plain[1], n) : (salvo_bounds){NAN, NAN, NAN};
    to->mixed = n && !(run->one_range && run->m->n_ranges > 1) ? bounds_of_mean(mixed[0], mixed[1], n)
                                                               : (salvo_bounds){NAN, NAN, NAN};
}

salvo_status imbalance_measure(salvo_imbalance *to, const pair_run *run, salvo_arena *memory, salvo_error *err)
{
    *to = (salvo_imbalance){.pairs = run->n,
                            .trials = run->trials,
                            .settings = run->m->plan->settings,
                            .n_settings = run->m->plan->n_settings,
                            .n_meetings = run->m->n_meetings};
    to->meetings = salvo_arena_array(memory, to->n_meetings, sizeof *to->meetings);
    to->setting = salvo_arena_array(memory, to->n_settings, sizeof *to->setting);
    if (!to->meetings || !to->setting)
        return salvo_fail_memory(err);
    for (size_t in = 0; in < to->n_settings; in++)
        to->setting[in] = bounds_of(run, ALL, (int)in);
    for (size_t at = 0; at < to->n_meetings; at++) {
        const meeting *m = &run->m->meetings[at];

        to->meetings[at] =
            (salvo_meeting){m->range, m->scenario, m->targets, m->setting, m->weight, run->attacks ? m->odds : 1, 0, 0};
        note_meeting(to, run, at);
    }
    note_scenarios(to, run);
    note_pairs(to, run);
    return SALVO_OK;
}
