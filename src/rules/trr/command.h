/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sections 3 "Move Sequence" and 4 "Morale": TRR-01 to TRR-03. */
#ifndef SALVO_RULES_TRR_COMMAND_H
#define SALVO_RULES_TRR_COMMAND_H

#include <salvo/rules.h>

/* TRR-01: faces[0] is side a's D10, faces[1] side b's; the higher goes first. */
enum trr_order { ORDER_A, ORDER_B, ORDER_TIE, N_ORDERS };
enum { TRR_ORDER_DICE = 2 };
enum trr_order trr_order_of(const uint8_t *faces);

extern const salvo_procedure TRR_TURN_ORDER, TRR_MOTIVATION, TRR_RALLY;

#endif
