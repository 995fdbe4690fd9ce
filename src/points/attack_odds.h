/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many more points an attacker needs for an even fight. */
#ifndef SALVO_POINTS_ATTACK_ODDS_H
#define SALVO_POINTS_ATTACK_ODDS_H

#include "points/pair_run.h"

/* Sets the odds, between 1/2 and 8, of every condition of the pool that has none yet, at these prices. */
salvo_status attack_odds_find(unit_pool *pool, const double *prices, pair_progress *watch, salvo_error *err);

#endif
