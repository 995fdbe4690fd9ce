/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAD-18: one hi-tech weapon, one attack. */
#ifndef SALVO_RULES_MAD_HITECH_FIRE_H
#define SALVO_RULES_MAD_HITECH_FIRE_H

#include <salvo/rules.h>

extern const salvo_procedure MAD_HITECH_FIRE;

#endif
