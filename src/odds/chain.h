/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solves a chain: probability flows through the graph of its states. */
#ifndef SALVO_ODDS_CHAIN_H
#define SALVO_ODDS_CHAIN_H

#include <salvo/odds.h>

/* Fills *odds, whose memory must be set. */
salvo_status chain_solve(salvo_odds *odds, const salvo_question *q, const salvo_odds_options *options,
                         salvo_error *err);

#endif
