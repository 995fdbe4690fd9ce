/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In what two rulebooks' tables differ, for comparisons. */
#ifndef SALVO_ANSWERS_TABLES_COMPARED_H
#define SALVO_ANSWERS_TABLES_COMPARED_H

#include "document/page.h"

/* Adds a row of three cells for each table cell that differs, "weapons.cannon-b.damage" with both values, and a last row
 * that counts what is not listed: further cells, and rows or tables that only one of them has. Nothing for equal tables. */
void tables_compared(sheet *s, const salvo_store *first, const salvo_store *second);

#endif
