/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "planted.h"

#include <math.h>

#include "splitmix.h"

enum { PARAMETERS_MAX = 20 };
static const double TRUE_WORTH[PLANTED_CLASSES] = {10, 14, 20, 31, 45, 80}, TRUE_GROWTH = 0.4;
const double PLANTED_PRICES[PLANTED_CLASSES] = {30, 30, 30, 30, 30, 30};
const double PLANTED_STEEPNESS = 3;

static double worth_of(const observation *o, int side)
{
    double sum = 0;

    for (int k = 0; k < o->n_kinds[side]; k++)
        sum += o->count[side][k] * TRUE_WORTH[o->class[side][k]];
    return sum;
}

observation planted_pair(uint64_t *random, scored *at)
{
    observation o = {.n_kinds = {0, 0}, .at = at, .n = 1};
    int size[2] = {0, 0}, won = 0;
    double p;

    for (int s = 0; s < 2; s++) {
        o.n_kinds[s] = 1 + (int)(splitmix_next(random) % 2);
        for (int k = 0; k < o.n_kinds[s]; k++) {
            o.class[s][k] = (uint32_t)(splitmix_next(random) % PLANTED_CLASSES);
            o.count[s][k] = 1 + (double)(splitmix_next(random) % 6);
            size[s] += (int)o.count[s][k];
        }
    }
    o.log_size = log((double)size[0] * size[1]) / 2;
    p = 1 / (1 + pow(worth_of(&o, 1) / worth_of(&o, 0), PLANTED_STEEPNESS * exp(TRUE_GROWTH * o.log_size)));
    for (int i = 0; i < 10; i++)
        won += splitmix_happens(random, p);
    *at = (scored){0, won / 10.0};
    return o;
}

int planted_covered(const value_model *v)
{
    double g[PARAMETERS_MAX], mean = 0, true_mean = 0;
    int covered = 0;

    for (int c = 0; c < PLANTED_CLASSES; c++) {
        mean += log(value_model_worth(v, (size_t)c)) / PLANTED_CLASSES;
        true_mean += log(TRUE_WORTH[c]) / PLANTED_CLASSES;
    }
    for (size_t c = 0; c < PLANTED_CLASSES; c++) {
        double off = log(value_model_worth(v, c)) - mean - (log(TRUE_WORTH[c]) - true_mean);

        value_model_gradient(v, c, g);
        for (int i = 0; i < PLANTED_CLASSES; i++)
            g[i] -= 1.0 / PLANTED_CLASSES;
        covered += fabs(off) < 1.96 * value_model_error(v, g);
    }
    return covered;
}

/* Three conditions of different steepness; in the last the first army attacks and needs 1.6 times the worth. A rule for the
 * army as a whole makes one with share 1 worth a tenth more. */
const double PLANTED_ODDS[PLANTED_CONDITIONS] = {1, 1, 1.6};
static const double STEEP[PLANTED_CONDITIONS] = {2, 4, 3}, TRUE_EFFECT = 0.1;

/* The logit of the pair in a condition, by the text of the model. */
static double true_logit(const observation *o, int condition)
{
    const double a = worth_of(o, 0) * (1 + TRUE_EFFECT * o->share[0][0]);
    const double b = worth_of(o, 1) * (1 + TRUE_EFFECT * o->share[1][0]);

    return STEEP[condition] * exp(TRUE_GROWTH * o->log_size) * log(a / b / PLANTED_ODDS[condition]);
}

/* Normal enough: the sum of twelve even numbers less its mean. */
static double noise_of(uint64_t *random)
{
    double sum = -6;

    for (int i = 0; i < 12; i++)
        sum += (double)(splitmix_next(random) >> 11) * 0x1p-53;
    return sum;
}

observation planted_in_all(uint64_t *random, scored at[PLANTED_CONDITIONS], double noise)
{
    observation o = planted_pair(random, at);

    for (int s = 0; s < 2; s++)
        o.share[s][0] = (double)(splitmix_next(random) % 2);
    o.n = PLANTED_CONDITIONS;
    for (int c = 0; c < PLANTED_CONDITIONS; c++) {
        const double p = 1 / (1 + exp(-true_logit(&o, c) - noise * noise_of(random)));
        int won = 0;

        for (int i = 0; i < 10; i++)
            won += splitmix_happens(random, p);
        at[c] = (scored){(size_t)c, noise > 0 ? p : won / 10.0};
    }
    return o;
}

observation planted_about_even(uint64_t *random, scored at[PLANTED_CONDITIONS], double noise)
{
    enum { ATTACK = PLANTED_CONDITIONS - 1 };
    static const double NEAR = 0.25;

    for (;;) {
        observation o = planted_in_all(random, at, noise);
        const double ratio = log(worth_of(&o, 0) / worth_of(&o, 1));

        if (fabs(ratio) < NEAR) {
            o.n = ATTACK;
            return o;
        }
        if (fabs(ratio - log(PLANTED_ODDS[ATTACK])) < NEAR) {
            o.at = at + ATTACK;
            o.n = 1;
            return o;
        }
    }
}

int planted_all_covered(const value_model *v)
{
    double g[PARAMETERS_MAX] = {0};
    int covered = planted_covered(v);

    g[v->odds + 2] = 1;
    covered += fabs(v->parameters[v->odds + 2] - log(PLANTED_ODDS[2])) < 1.96 * value_model_error(v, g);
    g[v->odds + 2] = 0;
    g[v->rules] = 1;
    return covered + (fabs(v->parameters[v->rules] - TRUE_EFFECT) < 1.96 * value_model_error(v, g));
}
