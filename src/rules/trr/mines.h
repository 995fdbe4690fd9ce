/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Section 10 "Mines": TRR-28. */
#ifndef SALVO_RULES_TRR_MINES_H
#define SALVO_RULES_TRR_MINES_H

#include <salvo/rules.h>

extern const salvo_procedure TRR_MINES;

#endif
