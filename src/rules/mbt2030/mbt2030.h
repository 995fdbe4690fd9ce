/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ruleset MBT 2030 in the registry. */
#ifndef SALVO_RULES_MBT2030_MBT2030_H
#define SALVO_RULES_MBT2030_MBT2030_H

#include <salvo/rules.h>

extern const salvo_ruleset SALVO_MBT2030;

#endif
