/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The record card of a listed aircraft. */
#ifndef SALVO_RULES_MAD_AIRCRAFT_CARD_H
#define SALVO_RULES_MAD_AIRCRAFT_CARD_H

#include <salvo/arena.h>
#include <salvo/rules.h>

/* Makes the card of that row of the aircraft. */
salvo_status mad_aircraft_card(const salvo_store *store, const void *tables, size_t row, salvo_arena *memory,
                               salvo_card *card, salvo_error *err);

#endif
