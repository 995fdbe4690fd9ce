/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAD-09: infantry aboard a destroyed vehicle. */
#ifndef SALVO_RULES_MAD_PASSENGERS_H
#define SALVO_RULES_MAD_PASSENGERS_H

#include <salvo/rules.h>

extern const salvo_procedure MAD_PASSENGERS;

#endif
