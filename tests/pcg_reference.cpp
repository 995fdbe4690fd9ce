// SPDX-License-Identifier: GPL-3.0-or-later
// Our PCG32 against the author's own (pcg-cpp), word by word.
#include <cstdint>
#include <cstdio>

#include <pcg_random.hpp>

namespace ours // both call it pcg32
{
#include "rng/pcg32.h"
}

int main()
{
    const struct {
        std::uint64_t seed, sequence;
    } streams[] = {{42, 54}, {1, PCG32_SEQUENCE}, {UINT64_C(0xfedcba9876543210), UINT64_C(0x7fffffffffffffff)}};

    for (const auto &s : streams) {
        pcg32 theirs(s.seed, s.sequence);
        ours::pcg32 rng = ours::pcg32_seeded(s.seed, s.sequence);

        for (int i = 0; i < 1000000; i++) {
            std::uint32_t expected = theirs(), word = ours::pcg32_next(&rng);

            if (word != expected) {
                std::fprintf(stderr, "seed %llu, sequence %llu: word %d is %08x, pcg-cpp's is %08x\n",
                             (unsigned long long)s.seed, (unsigned long long)s.sequence, i, word, expected);
                return 1;
            }
        }
        theirs.advance(UINT64_C(1) << 40);
        ours::pcg32_advance(&rng, UINT64_C(1) << 40);
        if (theirs() != ours::pcg32_next(&rng)) {
            std::fprintf(stderr, "seed %llu: a jump leads elsewhere\n", (unsigned long long)s.seed);
            return 1;
        }
    }
    return 0;
}
