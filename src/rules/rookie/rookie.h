/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ruleset Rookie Rules in the registry. */
#ifndef SALVO_RULES_ROOKIE_ROOKIE_H
#define SALVO_RULES_ROOKIE_ROOKIE_H

#include <salvo/rules.h>

extern const salvo_ruleset SALVO_ROOKIE;

#endif
