/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sections 5 "Observation", 13 "Weather and Night", "Snipers": TRR-04. */
#ifndef SALVO_RULES_TRR_OBSERVATION_H
#define SALVO_RULES_TRR_OBSERVATION_H

#include <salvo/rules.h>

extern const salvo_procedure TRR_LOCATION;

#endif
