/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records of a set's file that are bands: of ranges, of a die's faces, of a sum. Each is added after the earlier
 * ones. */
#ifndef SALVO_RULES_ROOKIE_SET_BANDS_H
#define SALVO_RULES_ROOKIE_SET_BANDS_H

#include "rules/rookie/set_reader.h"

salvo_status rookie_read_range(const struct rookie_reader *r, const salvo_cell *row);
salvo_status rookie_read_fire(const struct rookie_reader *r, const salvo_cell *row);
salvo_status rookie_read_morale(const struct rookie_reader *r, const salvo_cell *row);

#endif
