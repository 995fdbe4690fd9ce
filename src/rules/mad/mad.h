/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Micro Armour Devastation (Jon Gregory and Nick Whittock, September 2006): the ruleset's registration. */
#ifndef SALVO_RULES_MAD_MAD_H
#define SALVO_RULES_MAD_MAD_H

#include <salvo/rules.h>

extern const salvo_ruleset SALVO_MAD;

#endif
