/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "odds/primes.h"

/* 2^62 - p of the largest primes p below 2^62. The test `primes` checks that they are primes. */
static const uint16_t BELOW_2_62[PRIMES] = {
    57,    87,    117,   143,   153,   167,   171,   195,   203,   273,   287,   317,   443,   483,   495,   575,
    581,   603,   633,   663,   765,   773,   777,   791,   813,   831,   923,   981,   993,   1001,  1007,  1017,
    1197,  1241,  1293,  1353,  1433,  1515,  1553,  1575,  1581,  1595,  1617,  1673,  1697,  1701,  1703,  1823,
    1881,  1911,  1923,  2043,  2073,  2103,  2141,  2187,  2217,  2247,  2285,  2351,  2367,  2375,  2397,  2421,
    2511,  2541,  2583,  2661,  2675,  2753,  2777,  2793,  2861,  2891,  2927,  3023,  3041,  3221,  3251,  3255,
    3257,  3263,  3317,  3377,  3521,  3537,  3545,  3551,  3563,  3671,  3705,  3767,  3797,  3803,  3873,  3933,
    4163,  4247,  4275,  4301,  4377,  4403,  4485,  4557,  4595,  4641,  4661,  4707,  4781,  4815,  4821,  4857,
    4881,  4917,  4941,  4971,  4991,  4997,  5003,  5055,  5103,  5133,  5153,  5265,  5355,  5393,  5445,  5465,
    5475,  5483,  5547,  5571,  5637,  5645,  5693,  5771,  5805,  5817,  5883,  5885,  5915,  5927,  5943,  5991,
    6027,  6035,  6057,  6063,  6077,  6123,  6135,  6147,  6225,  6237,  6273,  6281,  6323,  6327,  6333,  6411,
    6425,  6525,  6573,  6597,  6617,  6627,  6665,  6827,  6905,  7007,  7043,  7071,  7113,  7283,  7335,  7371,
    7395,  7415,  7521,  7535,  7541,  7547,  7601,  7637,  7707,  7757,  7815,  7821,  7841,  7845,  7911,  8015,
    8115,  8121,  8135,  8151,  8183,  8231,  8253,  8261,  8321,  8325,  8351,  8373,  8393,  8457,  8567,  8585,
    8601,  8613,  8631,  8645,  8687,  8703,  8763,  8823,  8847,  8871,  8895,  8907,  8975,  8997,  9005,  9033,
    9063,  9095,  9287,  9347,  9435,  9513,  9593,  9731,  9753,  9777,  9791,  9821,  9855,  9905,  9977,  10023,
    10163, 10197, 10227, 10233, 10251, 10323, 10361, 10373, 10425, 10431, 10433, 10457, 10503, 10523, 10565, 10613,
    10635, 10643, 10683, 10691, 10785, 10797, 10811, 10863, 10865, 10887, 10985, 11031, 11121, 11123, 11187, 11207,
    11217, 11255, 11271, 11273, 11307, 11343, 11363, 11423, 11451, 11453, 11493, 11585, 11657, 11661, 11667, 11733,
    11817, 11823, 11891, 11901, 11915, 11943, 12045, 12053, 12087, 12113, 12123, 12153, 12161, 12173, 12183, 12257,
    12327, 12371, 12425, 12461, 12515, 12531, 12543, 12623, 12645, 12651, 12717, 12741, 12785, 12825, 12915, 12917,
    12923, 12963, 13013, 13125, 13187, 13217, 13263, 13335, 13337, 13467, 13487, 13593, 13631, 13643, 13707, 13755,
    13793, 13811, 13845, 13847, 13877, 13925, 13995, 14097, 14103, 14141, 14177, 14201, 14247, 14283, 14325, 14391,
};

/* Newton's iteration doubles the number of correct low bits of 1 / p. An odd number is its own inverse modulo 8. */
static uint64_t inverse_of_word(uint64_t p)
{
    uint64_t inverse = p;

    for (int bits = 3; bits < 64; bits *= 2)
        inverse *= 2 - p * inverse;
    return inverse;
}

/* 2^62 is `below` modulo p, and 16 times the square of a number of 16 bits is less than p. */
prime prime_of(size_t number)
{
    const uint64_t below = BELOW_2_62[number], p = (UINT64_C(1) << 62) - below;

    return (prime){p, -inverse_of_word(p), 16 * below * below};
}

/* Horner's rule over the words of 64 bits, from the highest. */
uint64_t prime_of_long(const prime *p, const mpz_t number)
{
    uint64_t residue = 0;

    for (size_t i = long_words(number); i-- > 0;)
        residue = prime_plus(p, prime_times(p, residue, p->square), prime_of_word(p, long_word(number, i)));
    return mpz_sgn(number) < 0 ? prime_minus(p, 0, residue) : residue;
}

/* Euclid's algorithm. The coefficients stay below p, and so within 62 bits. */
uint64_t prime_inverse(const prime *p, uint64_t number)
{
    uint64_t rest = p->p, next = number;
    int64_t times = 0, next_times = 1; /* rest = times * number, next = next_times * number, modulo p */

    while (next) {
        const uint64_t quotient = rest / next, after = rest % next;
        const int64_t times_after = times - (int64_t)quotient * next_times;

        rest = next;
        next = after;
        times = next_times;
        next_times = times_after;
    }
    if (rest != 1)
        return 0;
    return times < 0 ? p->p - (uint64_t)-times : (uint64_t)times;
}
