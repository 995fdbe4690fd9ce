/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The differences between two rulebooks' tables, for comparisons. */
#ifndef SALVO_ANSWERS_TABLES_COMPARED_H
#define SALVO_ANSWERS_TABLES_COMPARED_H

#include "document/page.h"

/* Adds a row of three cells for each table cell that differs, "weapons.cannon-b.damage" with both values. A last row
 * counts what is not listed: further cells, and rows or tables that only one rulebook has. Adds nothing for equal
 * tables. */
void tables_compared(sheet *s, const salvo_store *first, const salvo_store *second);

#endif
