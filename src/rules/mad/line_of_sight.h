/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAD-10: a disputed line of sight. */
#ifndef SALVO_RULES_MAD_LINE_OF_SIGHT_H
#define SALVO_RULES_MAD_LINE_OF_SIGHT_H

#include <salvo/rules.h>

extern const salvo_procedure MAD_LINE_OF_SIGHT;

#endif
