/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A battle's fingerprint. */
#ifndef SALVO_FIGHT_BATTLE_PRINT_H
#define SALVO_FIGHT_BATTLE_PRINT_H

#include "fight/battle_tables.h"

/* Hashes all that decides a battle: the states that throws lead to, the movement of lines, the end. It covers whatever
 * could change the end of one trial. Two battles with the same fingerprint need not both run: their difference is 0.
 * Never 0. */
uint64_t battle_print(const battle_tables *tables);

#endif
