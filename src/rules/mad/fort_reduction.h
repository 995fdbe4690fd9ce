/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAD-13: reducing the cover value of a fortification. */
#ifndef SALVO_RULES_MAD_FORT_REDUCTION_H
#define SALVO_RULES_MAD_FORT_REDUCTION_H

#include <salvo/rules.h>

extern const salvo_procedure MAD_FORT_REDUCTION;

#endif
