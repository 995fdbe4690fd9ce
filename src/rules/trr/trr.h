/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ten Rounds Rapid (Ian Shaw, 1997): the ruleset's registration. */
#ifndef SALVO_RULES_TRR_TRR_H
#define SALVO_RULES_TRR_TRR_H

#include <salvo/rules.h>

extern const salvo_ruleset SALVO_TRR;

#endif
