/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Skank, 25 mm skirmish rules: the ruleset's registration. */
#ifndef SALVO_RULES_SKANK_SKANK_H
#define SALVO_RULES_SKANK_SKANK_H

#include <salvo/rules.h>

extern const salvo_ruleset SALVO_SKANK;

#endif
