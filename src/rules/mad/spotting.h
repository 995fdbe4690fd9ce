/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAD-07: one try at spotting along one line of sight. */
#ifndef SALVO_RULES_MAD_SPOTTING_H
#define SALVO_RULES_MAD_SPOTTING_H

#include <salvo/rules.h>

extern const salvo_procedure MAD_SPOTTING;

#endif
