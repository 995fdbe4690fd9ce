/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A list whose true prices are known: six units that differ in nothing that matters in the battles that are fought. */
#ifndef SALVO_TESTS_SIX_EQUALS_H
#define SALVO_TESTS_SIX_EQUALS_H

#include <salvo/points.h>

#include "support.h"

/* Six units of one armour and one gun. They differ in their speed, which does not matter where nobody moves, and in a
 * second weapon that does not reach: each is worth exactly what any other is. */
#define SIX_EQUALS(a, b, c, d, e, f)                                   \
    EQUAL("char-b1-bis", "cannon-d", "slow", a)                        \
    EQUAL("renault-r35", "cannon-d", "medium", b)                      \
    EQUAL("somua-s35", "cannon-d", "fast", c)                          \
    EQUAL("hotchkiss-h39-h40", "cannon-d+infantry-support", "slow", d) \
    EQUAL("panhard-178", "cannon-d+infantry-support", "medium", e)     \
    EQUAL("lorraine-apc", "cannon-d+infantry-support", "fast", f)
#define EQUAL(name, weapons, mobility, points)                                                                       \
    "units.french-" name ".hp=22 units.french-" name ".weapons=" weapons " units.french-" name ".mobility=" mobility \
    " units.french-" name ".points=" points " "

/* Opens them and makes the plan one of battles in which they are equal. */
static inline void open_equals(salvo_rulebook *book, salvo_points_plan *plan, size_t *nation, const char *settings)
{
    static const double FAR = 1000;

    book_open(book, "mad", settings);
    assert_int_equal(salvo_table_find(salvo_store_table(&book->store, "nations"), "nation", "french", nation, NULL),
                     SALVO_OK);
    plan->nation = nation;
    plan->ranges = &FAR;
    plan->n_ranges = 1;
    plan->scenarios[SALVO_ADVANCE] = plan->scenarios[SALVO_MEETING] = false;
    plan->precision = 0.1;
}

#endif
