/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A duel of two vehicles by the rules of section 8: TRR-42. */
#ifndef SALVO_RULES_TRR_DUEL_H
#define SALVO_RULES_TRR_DUEL_H

#include <salvo/rules.h>

extern const salvo_procedure TRR_DUEL;
extern const salvo_duel_adapter TRR_DUEL_ADAPTER;

#endif
