/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each test counts, and what chance gives. Tests that cost much look at a part of the words, always the same. */
#include "word_tests.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BYTES = 256,
    HISTORY = 1 << 12, /* words before the block: the longest lag, a turn of a thousand seeds */
    LEVELS = 40,
    GAPS = 96,
    ORDER = 5,       /* words to be put in order */
    PATTERNS = 1024, /* what 10 comparisons can say */
    BIRTHDAYS = 1 << 12,
    LONG_BIRTHDAYS = 1 << 17,
    LONG_WORDS = 2 * LONG_BIRTHDAYS,
    LONG_EVERY = 16,  /* of so many samples one is taken */
    RANKS = 3,        /* full, one less, less */
    SMALL = 32,       /* rows and columns of a matrix */
    SMALL_TAKEN = 16, /* of a block */
    LARGE = 256,
    LARGE_EVERY = 4, /* of so many blocks one is looked at */
    LARGE_WORDS = LARGE * LARGE / 32,
};

static const unsigned LAGS[] = {1, 2, 3, 4, 8, 16, 32, 64, 128, 256, 1000, 4000};
enum { N_LAGS = sizeof LAGS / sizeof *LAGS };

static const unsigned STEPS[] = {1, 4, 64};
enum { N_STEPS = sizeof STEPS / sizeof *STEPS };

/* Sums of what has a mean of 0. */
typedef struct lagged {
    int64_t weights; /* products of two words' weights, less their means */
    int64_t equal;   /* weight of the difference in bits of two words, less its mean */
    int64_t squares;
} lagged;

typedef struct spacings {
    uint64_t samples, equal;
} spacings;

struct word_tests {
    uint64_t words;
    uint32_t window[HISTORY + WORD_ROOM];
    int16_t weight[HISTORY + WORD_ROOM]; /* ones in a word, less 16 */
    uint64_t bytes[4][BYTES];
    uint32_t pairs[2][BYTES * BYTES]; /* of the high bytes of two words, of the low ones */
    uint64_t gaps[2][GAPS + 1], since[2];
    uint64_t order[PATTERNS];
    uint64_t second[N_STEPS][BYTES];
    lagged lags[N_LAGS];
    uint64_t level_blocks[LEVELS];
    double level_squares[LEVELS];
    int64_t level_half[LEVELS]; /* the first half of a block to come */
    spacings birthdays[2];
    uint64_t day[LONG_BIRTHDAYS], scratch[LONG_BIRTHDAYS];
    size_t days, skipped;
    uint64_t ranks[2][RANKS];
};

word_tests *word_tests_new(void)
{
    return calloc(1, sizeof(word_tests));
}

void word_tests_free(word_tests *t)
{
    free(t);
}

static void count_bytes(word_tests *t, const uint32_t *w)
{
    for (int i = 0; i < WORD_ROOM; i++)
        for (int k = 0; k < 4; k++)
            t->bytes[k][w[i] >> 8 * k & 0xff]++;
    for (int i = 0; i < WORD_ROOM; i += 2) {
        t->pairs[0][w[i] >> 24 << 8 | w[i + 1] >> 24]++;
        t->pairs[1][(w[i] & 0xff) << 8 | (w[i + 1] & 0xff)]++;
    }
}

static void end_gap(word_tests *t, int k, uint64_t at)
{
    uint64_t gap = at - t->since[k];

    t->gaps[k][gap < GAPS ? gap : GAPS]++;
    t->since[k] = at + 1;
}

/* Words between two whose highest four bits are 0; whose lowest are. */
static void count_gaps(word_tests *t, const uint32_t *w)
{
    for (int i = 0; i < WORD_ROOM; i++) {
        if (w[i] >> 28 == 0)
            end_gap(t, 0, t->words + (uint64_t)i);
        if ((w[i] & 15) == 0)
            end_gap(t, 1, t->words + (uint64_t)i);
    }
}

static void count_orders(word_tests *t, const uint32_t *w)
{
    for (int i = 0; i + ORDER <= WORD_ROOM; i += ORDER) {
        unsigned pattern = 0;

        for (int a = 0; a < ORDER; a++)
            for (int b = a + 1; b < ORDER; b++)
                pattern = pattern << 1 | (w[i + a] < w[i + b]);
        t->order[pattern]++;
    }
}

/* The high byte of x - 2 y + z of words a step apart: 0 of a linear sequence. No word is used twice. */
static void count_second(word_tests *t, const uint32_t *w)
{
    for (int s = 0; s < N_STEPS; s++) {
        const unsigned step = STEPS[s];

        for (unsigned i = 0; i + 3 * step <= WORD_ROOM; i += 3 * step)
            for (unsigned k = i; k < i + step; k++)
                t->second[s][(w[k] - 2 * w[k + step] + w[k + 2 * step]) >> 24]++;
    }
}

static uint64_t two_words(const uint32_t *w)
{
    uint64_t both;

    memcpy(&both, w, sizeof both);
    return both;
}

static void add_lag(word_tests *t, int k, const uint32_t *w, const int16_t *weight)
{
    const unsigned lag = LAGS[k];
    int32_t weights = 0, equal = 0, squares = 0; /* of 2^14 words: at most 2^14 * 16^2, 2^13 * 32^2 */

    for (int i = 0; i < WORD_ROOM; i++)
        weights += weight[i] * weight[i - (int)lag];
    for (int i = 0; i < WORD_ROOM; i += 2) {
        int differ = __builtin_popcountll(two_words(w + i) ^ two_words(w + i - lag)) - 32;

        equal += differ;
        squares += differ * differ;
    }
    t->lags[k].weights += weights;
    t->lags[k].equal += equal;
    t->lags[k].squares += squares;
}

/* Blocks of 2^level words: the squares of their surplus of ones. */
static void add_level(word_tests *t, unsigned level, int64_t surplus)
{
    const bool second = t->level_blocks[level]++ & 1;

    t->level_squares[level] += (double)surplus * (double)surplus;
    if (!second)
        t->level_half[level] = surplus;
    else if (level + 1 < LEVELS)
        add_level(t, level + 1, t->level_half[level] + surplus);
}

static void add_levels(word_tests *t, const int16_t *weight)
{
    int32_t sum[WORD_ROOM / 2];
    unsigned level = 0;

    for (int i = 0; i < WORD_ROOM / 2; i++)
        sum[i] = weight[2 * i] + weight[2 * i + 1];
    for (int n = WORD_ROOM / 2; n > 1; n /= 2) {
        int64_t squares = 0;

        level++;
        for (int i = 0; i < n; i++)
            squares += (int64_t)sum[i] * sum[i];
        t->level_squares[level] += (double)squares;
        t->level_blocks[level] += (uint64_t)n;
        for (int i = 0; i < n / 2; i++)
            sum[i] = sum[2 * i] + sum[2 * i + 1];
    }
    add_level(t, level + 1, sum[0]);
}

static void sort_by(uint64_t *to, const uint64_t *from, size_t n, unsigned shift)
{
    enum { DIGIT = 1 << 11 };
    uint32_t at[DIGIT] = {0}, sum = 0;

    for (size_t i = 0; i < n; i++)
        at[from[i] >> shift & (DIGIT - 1)]++;
    for (int d = 0; d < DIGIT; d++) {
        uint32_t these = at[d];

        at[d] = sum;
        sum += these;
    }
    for (size_t i = 0; i < n; i++)
        to[at[from[i] >> shift & (DIGIT - 1)]++] = from[i];
}

/* Sorts numbers of at most 66 bits; an even number of rounds ends where it began. */
static void sort(uint64_t *of, uint64_t *scratch, size_t n, unsigned bits)
{
    for (unsigned shift = 0; shift < bits; shift += 22) {
        sort_by(scratch, of, n, shift);
        sort_by(of, scratch, n, shift + 11);
    }
}

/* Marsaglia's birthday spacings: how many of the spacings between n days of a year of 2^bits are equal to the one before
 * in order of size. Near Poisson of n^3 / 2^(bits + 2) (Knuth 3.3.2 J). */
static uint64_t equal_spacings(uint64_t *day, uint64_t *scratch, size_t n, unsigned bits)
{
    const uint64_t year = (UINT64_C(1) << bits) - 1;
    uint64_t equal = 0, first;

    sort(day, scratch, n, bits);
    first = day[0];
    for (size_t i = 0; i + 1 < n; i++)
        day[i] = day[i + 1] - day[i];
    day[n - 1] = (first - day[n - 1]) & year;
    sort(day, scratch, n, bits);
    for (size_t i = 1; i < n; i++)
        equal += day[i] == day[i - 1];
    return equal;
}

static void add_birthdays(word_tests *t, const uint32_t *w)
{
    uint64_t day[BIRTHDAYS], scratch[BIRTHDAYS];

    for (int i = 0; i < BIRTHDAYS; i++)
        day[i] = w[i];
    t->birthdays[0].equal += equal_spacings(day, scratch, BIRTHDAYS, 32);
    t->birthdays[0].samples++;
}

/* Days of 48 bits from two words each. */
static void add_long_birthdays(word_tests *t, const uint32_t *w)
{
    if (t->skipped) {
        t->skipped--;
        return;
    }
    for (int i = 0; i < WORD_ROOM; i += 2)
        t->day[t->days++] = (uint64_t)(w[i] >> 8) << 24 | w[i + 1] >> 8;
    if (t->days < LONG_BIRTHDAYS)
        return;
    t->birthdays[1].equal += equal_spacings(t->day, t->scratch, LONG_BIRTHDAYS, 48);
    t->birthdays[1].samples++;
    t->days = 0;
    t->skipped = (LONG_EVERY - 1) * (LONG_WORDS / WORD_ROOM);
}

/* The rank over GF(2) of a matrix of n rows of n bits; the rows are lost. */
static unsigned rank_of(uint32_t *rows, unsigned n)
{
    const unsigned width = n / 32;
    unsigned rank = 0;

    for (unsigned column = 0; column < n; column++) {
        const unsigned word = column / 32, bit = column % 32;
        unsigned pivot = rank;

        while (pivot < n && !(rows[pivot * width + word] >> bit & 1))
            pivot++;
        if (pivot == n)
            continue;
        for (unsigned k = word; k < width; k++) {
            uint32_t swapped = rows[pivot * width + k];

            rows[pivot * width + k] = rows[rank * width + k];
            rows[rank * width + k] = swapped;
        }
        for (unsigned row = pivot + 1; row < n; row++)
            if (rows[row * width + word] >> bit & 1)
                for (unsigned k = word; k < width; k++)
                    rows[row * width + k] ^= rows[rank * width + k];
        rank++;
    }
    return rank;
}

static void add_rank(word_tests *t, int k, const uint32_t *w, unsigned n)
{
    uint32_t rows[LARGE_WORDS];
    unsigned lost;

    memcpy(rows, w, n * n / 32 * sizeof *rows);
    lost = n - rank_of(rows, n);
    t->ranks[k][lost < RANKS ? lost : RANKS - 1]++;
}

static void add_ranks(word_tests *t, const uint32_t *w)
{
    for (int i = 0; i < SMALL_TAKEN; i++)
        add_rank(t, 0, w + i * SMALL, SMALL);
    if (t->words / WORD_ROOM % LARGE_EVERY == 0)
        add_rank(t, 1, w + SMALL_TAKEN * SMALL, LARGE);
}

void word_tests_add(word_tests *t, const uint32_t words[WORD_ROOM])
{
    uint32_t *w = t->window + HISTORY;
    int16_t *weight = t->weight + HISTORY;

    memmove(t->window, t->window + WORD_ROOM, HISTORY * sizeof *t->window);
    memmove(t->weight, t->weight + WORD_ROOM, HISTORY * sizeof *t->weight);
    memcpy(w, words, WORD_ROOM * sizeof *w);
    for (int i = 0; i < WORD_ROOM; i++)
        weight[i] = (int16_t)(__builtin_popcount(w[i]) - 16);
    count_bytes(t, w);
    count_gaps(t, w);
    count_orders(t, w);
    count_second(t, w);
    for (int k = 0; k < N_LAGS && t->words > 0; k++) /* the first block has nothing before it */
        add_lag(t, k, w, weight);
    add_levels(t, weight);
    add_birthdays(t, w);
    add_long_birthdays(t, w);
    add_ranks(t, w);
    t->words += WORD_ROOM;
}

/* Who is told. */
typedef struct listener {
    word_verdict *verdict;
    void *context;
} listener;

static void tell(const listener *l, const char *test, unsigned of, double below, double above)
{
    l->verdict(l->context, test, of, fmin(1, 2 * fmin(below, above)), below < above);
}

static void tell_normal(const listener *l, const char *test, unsigned of, double z)
{
    tell(l, test, of, gsl_cdf_ugaussian_P(z), gsl_cdf_ugaussian_Q(z));
}

/* GSL's gamma function fails of a million degrees and more; Wilson and Hilferty's cube root (1931) is then as good. */
static void tell_chi2(const listener *l, const char *test, unsigned of, double chi2, double df)
{
    const double off = 2 / (9 * df);

    if (df > 1e5)
        tell_normal(l, test, of, (cbrt(chi2 / df) - 1 + off) / sqrt(off));
    else
        tell(l, test, of, gsl_cdf_chisq_P(chi2, df), gsl_cdf_chisq_Q(chi2, df));
}

/* Of n counts that are expected equally often; chi-squared, without its distribution. */
static double evenness(const uint64_t *counts, size_t n)
{
    double all = 0, chi2 = 0;

    for (size_t i = 0; i < n; i++)
        all += (double)counts[i];
    for (size_t i = 0; i < n; i++)
        chi2 += pow((double)counts[i] - all / (double)n, 2) / (all / (double)n);
    return chi2;
}

static void tell_bytes(const word_tests *t, const listener *l)
{
    double chi2 = 0;

    for (int k = 0; k < 4; k++)
        chi2 += evenness(t->bytes[k], BYTES);
    tell_chi2(l, "bytes", 0, chi2, 4 * (BYTES - 1));
}

/* How often each bit is set. */
static void tell_bits(const word_tests *t, const listener *l)
{
    const double n = (double)t->words;
    double chi2 = 0;

    for (int bit = 0; bit < 32; bit++) {
        double ones = 0;

        for (int byte = 0; byte < BYTES; byte++)
            ones += byte >> bit % 8 & 1 ? (double)t->bytes[bit / 8][byte] : 0;
        chi2 += pow(ones - n / 2, 2) / (n / 4);
    }
    tell_chi2(l, "bits", 0, chi2, 32);
}

static void tell_pairs(const word_tests *t, const listener *l)
{
    const double expected = (double)t->words / 2 / (BYTES * BYTES);

    for (unsigned k = 0; k < 2 && expected >= 5; k++) {
        double chi2 = 0;

        for (int i = 0; i < BYTES * BYTES; i++)
            chi2 += pow(t->pairs[k][i] - expected, 2) / expected;
        tell_chi2(l, "pairs", k, chi2, BYTES * BYTES - 1);
    }
}

static void tell_gaps(const word_tests *t, const listener *l)
{
    for (unsigned k = 0; k < 2; k++) {
        double all = 0, chi2 = 0, longer = 1;

        for (int i = 0; i <= GAPS; i++)
            all += (double)t->gaps[k][i];
        for (int i = 0; i <= GAPS; i++) {
            double expected = all * (i < GAPS ? longer / 16 : longer);

            chi2 += pow((double)t->gaps[k][i] - expected, 2) / expected;
            longer *= 15.0 / 16;
        }
        tell_chi2(l, "gaps", k, chi2, GAPS);
    }
}

/* Of 1024 patterns 120 can be; two equal words in five come once in 10^8. */
static void tell_orders(const word_tests *t, const listener *l)
{
    uint64_t seen[120] = {0}, more = 0;
    size_t n = 0;

    for (int i = 0; i < PATTERNS; i++)
        if (t->order[i] > t->words / ORDER / 2000)
            seen[n++ % 120] += t->order[i];
        else
            more += t->order[i];
    seen[0] += more;
    tell_chi2(l, "order", 0, evenness(seen, 120), 119);
}

static void tell_lag(const word_tests *t, int k, const listener *l)
{
    const double n = (double)(t->words - WORD_ROOM);
    const lagged *of = &t->lags[k];

    if (t->words == WORD_ROOM)
        return;
    tell_normal(l, "weights", LAGS[k], (double)of->weights / sqrt(64 * n));
    tell_normal(l, "equal-bits", LAGS[k], (double)of->equal / sqrt(8 * n));
    /* Of 64 bits: mean square 16, mean fourth power 3 * 16^2 - 32. */
    tell_normal(l, "equal-squares", LAGS[k], ((double)of->squares - 8 * n) / sqrt((736 - 256) * n / 2));
}

/* A sum of squares of about normal numbers, with the fourth power of a sum of bits: its mean and variance are those of
 * chi-squared of `n` degrees, a little scaled. */
static void tell_level(const word_tests *t, unsigned level, const listener *l)
{
    const double n = (double)t->level_blocks[level], bits = 32 * ldexp(1, (int)level);
    const double scale = 1 - 1 / bits;

    if (n >= 16)
        tell_chi2(l, "block-ones", level, t->level_squares[level] / (bits / 4) / scale, n / scale);
}

static void tell_birthdays(const word_tests *t, int k, const listener *l)
{
    static const double MEAN[] = {0x1p36 / 0x1p34, 0x1p51 / 0x1p50};
    const double mean = MEAN[k] * (double)t->birthdays[k].samples;
    const unsigned equal = (unsigned)t->birthdays[k].equal;
    double half = gsl_ran_poisson_pdf(equal, mean) / 2; /* what is discrete counts half in either tail */

    if (mean >= 32)
        tell(l, "birthdays", k ? 48 : 32, gsl_cdf_poisson_P(equal, mean) - half, gsl_cdf_poisson_Q(equal, mean) + half);
}

/* The chance that an n x n matrix of random bits lacks `lost` of its rank (Kovalenko 1972). */
static double rank_chance(unsigned n, unsigned lost)
{
    const unsigned rank = n - lost;
    double p = ldexp(1, -(int)(lost * lost));

    for (unsigned i = 0; i < rank; i++)
        p *= pow(1 - ldexp(1, (int)i - (int)n), 2) / (1 - ldexp(1, (int)i - (int)rank));
    return p;
}

static void tell_ranks(const word_tests *t, int k, unsigned n, const listener *l)
{
    const uint64_t *of = t->ranks[k];
    double all = (double)of[0] + (double)of[1] + (double)of[2], chi2 = 0, left = 1;

    for (unsigned lost = 0; lost < RANKS; lost++) {
        double p = lost < RANKS - 1 ? rank_chance(n, lost) : left;

        chi2 += pow((double)of[lost] - all * p, 2) / (all * p);
        left -= p;
    }
    if (all >= 100)
        tell_chi2(l, "rank", n, chi2, RANKS - 1);
}

void word_tests_report(const word_tests *t, word_verdict *verdict, void *context)
{
    const listener l = {verdict, context};

    tell_bytes(t, &l);
    tell_bits(t, &l);
    tell_pairs(t, &l);
    tell_gaps(t, &l);
    tell_orders(t, &l);
    for (int s = 0; s < N_STEPS; s++)
        tell_chi2(&l, "second-differences", STEPS[s], evenness(t->second[s], BYTES), BYTES - 1);
    for (int k = 0; k < N_LAGS; k++)
        tell_lag(t, k, &l);
    for (unsigned level = 1; level < LEVELS; level++)
        tell_level(t, level, &l);
    for (int k = 0; k < 2; k++)
        tell_birthdays(t, k, &l);
    tell_ranks(t, 0, SMALL, &l);
    tell_ranks(t, 1, LARGE, &l);
}
