/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Intervals and tests from integer tallies. The header has the sources; this file computes without losing digits.
 * Counts reach 2^46. So differences of log-gammas, and p near 0 or 1, need forms that cancel on paper. */
#include "simulate/statistics.h"

#include <assert.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sf_gamma.h>
#include <gsl/gsl_sf_log.h>
#include <math.h>
#include <stdbool.h>

#include "base/hash.h"

/* All intervals are 95 % intervals: 2.5 % at either end, or 20 times as likely under the mixture. */
static const double UPPER = 0.975;
static const double LN_LIMIT = 2.9957322735539909; /* ln 20 */

/* The scales of the mixture, in trials, without its first part. It mixes sample sizes: at whatever number of trials
 * the run stops, one part is nearly the best for it. Not knowing the number costs a few percent of width. */
static const double SCALES[] = {1e2, 1e4, 1e6, 1e8, 1e10};
enum { N_SCALES = sizeof SCALES / sizeof *SCALES, PARTS = N_SCALES + 1 };

double salvo_normal_reach(void)
{
    return gsl_cdf_ugaussian_Pinv(UPPER);
}

/* The two roots of (count - trials p)^2 = z^2 trials p (1 - p). The lower one is computed from their product, because
 * a difference would lose digits for small counts. */
salvo_interval salvo_wilson(uint64_t count, uint64_t trials)
{
    double k = (double)count, n = (double)trials, zz = salvo_normal_reach() * salvo_normal_reach();
    double reach;

    assert(count <= trials && trials <= SALVO_TALLY_MAX);
    if (trials == 0)
        return (salvo_interval){0, 1};
    /* k (n - k) / n in this order, because k (n - k) might lose bits beyond 2^53. */
    reach = k + zz / 2 + sqrt(zz * (k * ((n - k) / n) + zz / 4));
    return (salvo_interval){
        .low = k * (k / n) / reach, /* product of the roots: k^2 / (n (n + zz)); exactly 0 for k = 0 */
        .high = count == trials ? 1 : reach / (n + zz), /* exactly 1, without a rounding error */
    };
}

/* Doubles hold counts up to 2^53 exactly, and tallies end at 2^46. */
typedef struct tally {
    double hits, misses, trials;
} tally;

/* A probability and its complement, each with full relative precision. */
typedef struct chance {
    double p, q;
} chance;

/* From a logit, so that both are precise at either end. */
static chance chance_of(double logit)
{
    return (chance){1 / (1 + exp(-logit)), 1 / (1 + exp(logit))};
}

/* The remainder of Stirling's formula: ln Gamma(x) = (x - 1/2) ln x - x + ln sqrt(2 pi) + stirling(x). With it the
 * large terms of the beta functions below cancel on paper, not in the computer. */
static double stirling(double x)
{
    return log(gsl_sf_gammastar(x));
}

/* x ln(x / m) + m - x >= 0, where gap = m - x is more exact than a subtraction. */
static double excess(double x, double m, double gap)
{
    if (x == 0) /* x = 0: 0 ln 0 is 0 */
        return m;
    /* Near m the logarithm's leading terms cancel: GSL has ln(1 + x) - x. */
    return fabs(gap) < x / 2 ? -x * gsl_sf_log_1plusx_mx(gap / x) : x * log(x / m) + gap;
}

/* N KL(hits / N, at), N = hits + misses; gap = N at.p - hits. */
static double misfit(double hits, double misses, chance at, double gap)
{
    double total = hits + misses;

    return excess(hits, total * at.p, gap) + excess(misses, total * at.q, -gap);
}

/* ln of B(a + hits, b + misses) / B(a, b) / (p^hits q^misses), a = r p, b = r q. With Stirling's formula, all large
 * terms are N KL(posterior mean, p), whose gap is that of the tally. */
static double log_centred(const tally *t, chance at, double gap, double r)
{
    double a = r * at.p, b = r * at.q, hits = a + t->hits, misses = b + t->misses, total = r + t->trials;

    return misfit(hits, misses, at, gap) - log((hits / a) * (misses / b) * (r / total)) / 2 + stirling(hits) +
           stirling(misses) - stirling(total) - stirling(a) - stirling(b) + stirling(r);
}

/* x ln((x + c) / x) */
static double shifted(double x, double c)
{
    return x > 0 ? x * log1p(c / x) : 0;
}

/* The same with a = b = 1/2, for any p; B(a, b) = pi. */
static double log_jeffreys(const tally *t, chance at, double gap)
{
    return misfit(t->hits, t->misses, at, gap) + shifted(t->hits, 0.5) + shifted(t->misses, 0.5) -
           shifted(t->trials, 1) + stirling(t->hits + 0.5) + stirling(t->misses + 0.5) - stirling(t->trials + 1) -
           log((t->trials + 1) * M_PI / 2) / 2;
}

/* ln of the mean of exp(part[k]), without the exp of the largest. */
static double log_mean(const double part[PARTS])
{
    double largest = part[0], sum = 0;

    for (int k = 1; k < PARTS; k++)
        largest = fmax(largest, part[k]);
    for (int k = 0; k < PARTS; k++)
        sum += exp(part[k] - largest);
    return largest + log(sum / PARTS);
}

/* ln M of the header. The search uses logits: near 0 and 1 they separate values by their relative precision. */
static double log_ratio(const tally *t, double logit)
{
    chance at = chance_of(logit);
    /* One rounding (fma) of the smaller side. */
    double gap = at.p <= at.q ? fma(t->trials, at.p, -t->hits) : -fma(t->trials, at.q, -t->misses);
    double part[PARTS] = {log_jeffreys(t, at, gap)};

    for (int k = 0; k < N_SCALES; k++)
        part[k + 1] = log_centred(t, at, gap, SCALES[k]);
    return log_mean(part);
}

/* How far the logit is beyond the end: 0 where ln M is ln 20, negative inside. The root makes it almost a straight
 * line, because ln M is almost a parabola around `inside`, where it is `inner`. */
static double beyond(const tally *t, double logit, double inner)
{
    return sqrt(fmax(log_ratio(t, logit) - inner, 0)) - sqrt(LN_LIMIT - inner);
}

/* The logit at which ln M reaches its limit, on the side of `inside` to which `step` points; ln M grows without bound
 * there. Regula falsi with the Illinois rule, after doubling steps. */
static double crossing(const tally *t, double inside, double step)
{
    enum { ROUNDS = 50 }; /* 4 to 8 are used */
    const double close = 1e-8;
    double inner = log_ratio(t, inside);
    double a = inside, f_a = -sqrt(LN_LIMIT - inner), b = a + step, f_b = beyond(t, b, inner);

    while (f_b < 0) {
        a = b;
        f_a = f_b;
        step *= 2; /* until the end is bracketed */
        b += step;
        f_b = beyond(t, b, inner);
    }
    for (int i = 0; i < ROUNDS && fabs(f_b) > close; i++) {
        double c = b - f_b * (b - a) / (f_b - f_a), f_c = beyond(t, c, inner);

        if ((f_c < 0) == (f_b < 0)) {
            f_a /= 2; /* Illinois: halve the value of the end that stays, otherwise it might stay for ever */
        } else {
            a = b;
            f_a = f_b;
        }
        b = c;
        f_b = f_c;
    }
    return b;
}

/* Both searches start at (hits + 1/2) / (trials + 1). It is never on the edge, and always inside, because it costs
 * half a hit. The first step is the expected half-width: 3.56 to 3.70 standard errors from 1000 trials on. */
salvo_interval salvo_sequence(uint64_t count, uint64_t trials)
{
    const tally t = {(double)count, (double)(trials - count), (double)trials};
    double inside = log((t.hits + 0.5) / (t.misses + 0.5));
    double step = 3.7 * sqrt((t.trials + 1) / (t.hits + 0.5) / (t.misses + 0.5)); /* standard errors of a logit */

    assert(count <= trials && trials <= SALVO_TALLY_MAX);
    if (trials == 0)
        return (salvo_interval){0, 1};
    return (salvo_interval){
        .low = count == 0 ? 0 : chance_of(crossing(&t, inside, -step)).p,
        .high = count == trials ? 1 : chance_of(crossing(&t, inside, step)).p,
    };
}

void salvo_moments_add(salvo_moments *moments, int64_t value, uint64_t times)
{
    wide sum = wide_times(wide_of(value), (int64_t)times);

    assert(-SALVO_VALUE_MAX <= value && value <= SALVO_VALUE_MAX);
    moments->trials += times;
    moments->sum = wide_plus(moments->sum, sum);
    moments->squares = wide_plus(moments->squares, wide_times(sum, value));
    assert(moments->trials <= SALVO_TALLY_MAX);
}

void salvo_moments_join(salvo_moments *moments, const salvo_moments *more)
{
    moments->trials += more->trials;
    moments->sum = wide_plus(moments->sum, more->sum);
    moments->squares = wide_plus(moments->squares, more->squares);
}

/* The result of centre(): mean and variance as doubles. */
typedef struct centred {
    double mean, variance;
    bool constant; /* only one value occurred */
} centred;

/* The moments around a whole number near the mean are exact integers. The square of the remaining mean is hardly more
 * than half of the mean square. So doubles can take their difference without losing the variance. */
static centred centre(const salvo_moments *m)
{
    /* The whole number nearest to the mean, within doubles. */
    int64_t next = llround(wide_value(m->sum) / (double)m->trials);
    wide rest = wide_minus(m->sum, wide_times(wide_of(next), (int64_t)m->trials));
    /* Sum of (x - next)^2 = squares - next (sum + rest), exactly. */
    wide squares = wide_minus(m->squares, wide_times(wide_plus(m->sum, rest), next));
    double left = wide_value(rest), offset = left / (double)m->trials;

    return (centred){
        .mean = (double)next + offset,
        .variance = m->trials > 1 ? (wide_value(squares) - offset * left) / (double)(m->trials - 1) : 0,
        .constant = wide_equal(squares, wide_of(0)),
    };
}

void salvo_moments_pack(salvo_moments *moments, packed *p)
{
    packed_sum(p, &moments->trials);
    packed_wide_sum(p, &moments->sum);
    packed_wide_sum(p, &moments->squares);
}

uint64_t salvo_moments_total(const salvo_moments *moments)
{
    return moments->sum.low;
}

double salvo_moments_mean(const salvo_moments *moments)
{
    return moments->trials ? centre(moments).mean : 0;
}

double salvo_moments_variance(const salvo_moments *moments)
{
    return moments->trials ? centre(moments).variance : 0;
}

/* Only one value occurred: the interval is that of a zero count of all other values, over the range. An unknown end of
 * the range makes that end of the interval infinite. */
static salvo_interval around_constant(double mean, salvo_interval range, double unseen)
{
    return (salvo_interval){mean - unseen * (mean - range.low), mean + unseen * (range.high - mean)};
}

/* Limited to the range, which contains every mean of possible values. */
static salvo_interval around(const centred *c, salvo_interval range, double half_width)
{
    return (salvo_interval){fmax(c->mean - half_width, range.low), fmin(c->mean + half_width, range.high)};
}

/* Student's distribution is exact only for normal values. For others it is right at the usual numbers of trials. */
salvo_interval salvo_mean_student(const salvo_moments *moments, salvo_interval range)
{
    double n = (double)moments->trials;
    centred c;

    if (moments->trials == 0)
        return range;
    c = centre(moments);
    if (c.constant)
        return around_constant(c.mean, range, salvo_wilson(0, moments->trials).high);
    return around(&c, range, gsl_cdf_tdist_Pinv(UPPER, n - 1) * sqrt(c.variance / n));
}

/* The y of the header. The logarithm of the sum is convex and grows with y, and each part alone would reach the limit
 * later. Newton's method starts at the earliest of those. From above, on a convex function, each step decreases y
 * without overshooting, so the loop ends. */
static double robbins_boundary(double n)
{
    double weight[PARTS], slope[PARTS], part[PARTS];
    double y = INFINITY, step;

    for (int k = 0; k < PARTS; k++) {
        double r = k == 0 ? 1 : SCALES[k - 1];

        weight[k] = -log1p(n / r) / 2;
        slope[k] = n / (r + n);
        y = fmin(y, (LN_LIMIT + log(PARTS) - weight[k]) / slope[k]);
    }
    do {
        double value, derivative = 0; /* derivative of ln sum by y: an average of the slopes, weighted by the parts */

        for (int k = 0; k < PARTS; k++)
            part[k] = weight[k] + slope[k] * y;
        value = log_mean(part);
        for (int k = 0; k < PARTS; k++)
            derivative += slope[k] * exp(part[k] - value) / PARTS;
        step = (value - LN_LIMIT) / derivative;
        y -= step;
    } while (step > 1e-9);
    return y;
}

salvo_interval salvo_mean_sequence(const salvo_moments *moments, salvo_interval range)
{
    double n = (double)moments->trials;
    centred c;

    if (moments->trials == 0)
        return range;
    c = centre(moments);
    if (c.constant)
        return around_constant(c.mean, range, salvo_sequence(0, moments->trials).high);
    return around(&c, range, sqrt(2 * robbins_boundary(n) * c.variance / n));
}

/* Bonett and Price: one pair is added to either side; a and b are then the shares of pairs that differ. */
static salvo_interval pairs(uint64_t only_first, uint64_t only_second, uint64_t trials, double errors)
{
    double n = (double)trials + 2, a = ((double)only_first + 1) / n, b = ((double)only_second + 1) / n, d = b - a;
    double half_width = errors * sqrt((a + b - d * d) / n);

    assert(only_first + only_second <= trials && trials <= SALVO_TALLY_MAX);
    return trials ? (salvo_interval){fmax(d - half_width, -1), fmin(d + half_width, 1)} : (salvo_interval){-1, 1};
}

salvo_interval salvo_pairs_fixed(uint64_t only_first, uint64_t only_second, uint64_t trials)
{
    return pairs(only_first, only_second, trials, salvo_normal_reach());
}

salvo_interval salvo_pairs_sequence(uint64_t only_first, uint64_t only_second, uint64_t trials)
{
    /* The boundary is sqrt(2 y) standard errors, as in salvo_mean_sequence. */
    return pairs(only_first, only_second, trials, sqrt(2 * robbins_boundary((double)trials)));
}

static const double EXPECTED_MIN = 5; /* the usual rule for Pearson's test: a cell below it is too far from normal */

/* One or several outcomes. */
typedef struct cell {
    double probability;
    uint64_t count;
} cell;

static void cell_add(cell *to, double probability, uint64_t count)
{
    to->probability += probability;
    to->count += count;
}

static bool often_expected(double probability, double trials)
{
    return probability * trials >= EXPECTED_MIN;
}

/* Puts the rare outcomes together, because Pearson's test needs cells with at least five expected. If they are still
 * too rare, the next rarest joins them. *joined is that one, or n if none had to join. */
static cell pool(const double exact[], const uint64_t counts[], size_t n, double trials, size_t *joined)
{
    cell rare = {0, 0};
    size_t least = n; /* none yet */

    for (size_t i = 0; i < n; i++) {
        if (!often_expected(exact[i], trials))
            cell_add(&rare, exact[i], counts[i]);
        else if (least == n || exact[i] < exact[least]) /* strictly less, for the first among equals */
            least = i;
    }
    *joined = n;
    /* A probability of 0: nothing was rare, or only impossible outcomes. */
    if (rare.probability > 0 && !often_expected(rare.probability, trials) && least < n) {
        cell_add(&rare, exact[least], counts[least]);
        *joined = least;
    }
    return rare;
}

/* One such trial disproves the agreement, however many others fit. */
static bool impossible_seen(const double exact[], const uint64_t counts[], size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (exact[i] <= 0 && counts[i] > 0)
            return true;
    return false;
}

static double pearson(double probability, uint64_t count, double trials)
{
    double expected = trials * probability, off = (double)count - expected;

    return off * off / expected;
}

/* With one cell there is nothing to compare, and the two agree trivially. */
salvo_agreement_test salvo_agreement(const double exact[], const uint64_t counts[], size_t n, uint64_t trials)
{
    double all = (double)trials, chi2 = 0;
    size_t joined, cells = 0, df;
    cell rare = pool(exact, counts, n, all, &joined);

    assert(trials <= SALVO_TALLY_MAX);
    if (rare.probability > 0) {
        chi2 += pearson(rare.probability, rare.count, all);
        cells++;
    }
    for (size_t i = 0; i < n; i++)
        if (often_expected(exact[i], all) && i != joined) {
            chi2 += pearson(exact[i], counts[i], all);
            cells++;
        }

    df = cells > 1 ? cells - 1 : 0;
    if (impossible_seen(exact, counts, n))
        return (salvo_agreement_test){INFINITY, df, 0};
    if (df == 0)
        return (salvo_agreement_test){0, 0, 1};
    return (salvo_agreement_test){chi2, df, gsl_cdf_chisq_Q(chi2, (double)df)};
}

uint64_t salvo_counts_hash(const uint64_t counts[], size_t n)
{
    uint64_t hash = SALVO_HASH; /* FNV-1a's start */

    for (size_t i = 0; i < n; i++)
        hash = salvo_hash_number(hash, counts[i]);
    return hash;
}

/* As many decimals as the interval justifies: the first uncertain digit is the last one printed. */
int salvo_digits(double low, double high)
{
    double half_width = (high - low) / 2 * (1 + 1e-9); /* so that a computed 0.001 is not just missed */
    double unit = 1;
    int digits = 0;

    for (; digits < SALVO_DIGITS_MAX && unit > half_width; digits++)
        unit /= 10;
    return digits;
}
