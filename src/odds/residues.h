/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Flow modulo a few primes at once, so that each edge is read once for all of them. No number grows, and no common
 * divisor is needed. */
#ifndef SALVO_ODDS_RESIDUES_H
#define SALVO_ODDS_RESIDUES_H

#include "odds/flow_map.h"
#include "odds/primes.h"

/* A sum for each prime, times 2^64: a number below p * 2^64, which prime_reduce() turns into the residue. Flow adds
 * products of a residue and a word of 32 bits. It takes more than 2^32 of them to overflow. */
typedef struct residue_sum {
    wide of[RESIDUES];
} residue_sum;

/* A residue for each prime. */
typedef struct residue {
    uint64_t of[RESIDUES];
} residue;

/* Long ways as digits of 32 bits, the lowest first. Those of one place are a row, and have the same number of digits. */
typedef struct long_rows {
    size_t *first;    /* by number of its divisor: where the row of a place begins; and the end */
    uint32_t *digits; /* of all rows */
    residue *powers;  /* scratch: the flow along one way, times 2^32 to the power of a digit's place */
} long_rows;

typedef struct residues {
    const flow_map *map;
    prime primes[RESIDUES];
    residue *inverses; /* times 2^128, of the short divisors of the map and then of the long ones */
    long_rows rows;
    uint64_t work, limit; /* done since residues_init, and its limit, about in edges */
    bool stopped;         /* the limit is reached, or a prime divides a pivot of a cycle: sums are worthless */
} residues;

/* Returns false if memory is out. The map must outlive *r. */
bool residues_init(residues *r, const flow_map *map, uint64_t limit);
void residues_free(residues *r);

/* Whether the cycles of a map are small enough. */
bool residues_fit(const flow_map *map);

/* The least work of following the map once: without the systems of cycles. */
uint64_t residues_work(const flow_map *map);

/* Takes the primes from that number on. Stops if one of them divides a divisor of the map: then take others. */
void residues_begin(residues *r, size_t first);

/* Turns the flow into the component of `place`, which is its first, into the flow along one way of each of its places;
 * something must leave it. Fails only with SALVO_NO_MEMORY. */
salvo_status residues_visit(residues *r, const flow_place *place, residue_sum *sums, salvo_error *err);

/* Adds everything that leaves a place to its sums, `gains` to those of the expectations, and sets the bits of sums that
 * were added to. */
void residues_send(residues *r, const flow_place *place, residue_sum *sums, residue_sum *gains, uint64_t *reached);

/* Adds the visits of a place after residues_visit. */
void residues_add_visits(const residues *r, const flow_place *place, const residue_sum *sums, residue_sum *to);

#endif
