/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The units from which armies are bought, with their prices, and the ranges and scenarios at which armies meet. */
#ifndef SALVO_POINTS_UNIT_POOL_H
#define SALVO_POINTS_UNIT_POOL_H

#include "points/pool.h"

/* Call unit_pool_close at the end, also after a failure. SALVO_BAD_INPUT if the ruleset has no battles, or fewer than
 * two units. */
salvo_status unit_pool_open(unit_pool *pool, const salvo_rulebook *book, const salvo_points_plan *plan,
                            salvo_error *err);

/* The same in less time: at the end of patience, units are not compared. Units that can harm anything are found in any
 * case. */
salvo_status unit_pool_open_soon(unit_pool *pool, const salvo_rulebook *book, const salvo_points_plan *plan,
                                 const pool_patience *patience, salvo_error *err);
void unit_pool_close(unit_pool *pool);

/* Opens the same unit pool in another book. The units of `of` that are `wanted` are prepared anew. Everything else
 * (prices, classes, conditions) is that of `of`, which must outlive it. SALVO_BAD_INPUT if the book refuses one of
 * them. Call unit_pool_close at the end, also after a failure. */
salvo_status unit_pool_vary(unit_pool *pool, const unit_pool *of, const salvo_rulebook *book, const bool *wanted,
                            salvo_error *err);

/* The same with all units, at the prices of that book, for the comparison of the two: afterwards units share a class
 * only if both books treat them alike, which changes the classes of `of`. */
salvo_status unit_pool_compare(unit_pool *pool, unit_pool *of, const salvo_rulebook *book, salvo_error *err);

/* Returns the unit's place in the pool; pool->n if it is not there. */
size_t unit_pool_find(const unit_pool *pool, const char *id);

/* Returns the unit among those that were left out, with the reason; NULL if it is not there. */
const salvo_excluded_unit *unit_pool_left_out(const unit_pool *pool, const char *id);

/* Returns the table that has the unit, whether it is in the pool or not, and its row there; NULL if none has it. */
const salvo_table *unit_pool_table(const unit_pool *pool, const char *id, size_t *row);

/* Returns whether the unit in that row is of the nation; NULL: all are. A table without nations has none of one. */
bool unit_is_of_nation(const salvo_table *table, size_t row, const size_t *nation);

/* Returns the book's formula for the units of the pool; NULL: it has none. */
const salvo_price_list *unit_pool_formula(const unit_pool *pool);

/* Describes the pool for reports; memory is the arena's, names are the book's. */
salvo_status unit_pool_describe(const unit_pool *pool, salvo_unit_pool *to, salvo_arena *memory, salvo_error *err);

#endif
