/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAD-10: if players cannot agree whether an element is seen, chance decides (4.0 "Line of sight"). The chance is a
 * cell in percent, so the die is a weighted one with two faces. */
#include "rules/mad/line_of_sight.h"

#include "rules/mad/tables.h"
#include "rules/parameters.h"

enum { CLEAR, BLOCKED, N_OUTCOMES };

static const char *const OUTCOMES[N_OUTCOMES] = {[CLEAR] = "clear", [BLOCKED] = "blocked"};

/* It has weights and not a threshold: with --set any percentage is exact. */
struct dispute {
    uint32_t weights[N_OUTCOMES];
};

static void derive(const void *tables, void *situation)
{
    uint32_t percent = (uint32_t)((const struct mad_tables *)tables)->chance_percent[LINE_OF_SIGHT];

    *(struct dispute *)situation = (struct dispute){.weights = {[CLEAR] = percent, [BLOCKED] = 100 - percent}};
}

static void dice(const void *situation, salvo_dice *dice)
{
    *dice = salvo_dice_of(1, N_OUTCOMES);
    dice->weights[0] = ((const struct dispute *)situation)->weights;
}

static int resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    (void)situation;
    (void)gain;
    return faces[0] - 1;
}

const salvo_procedure MAD_LINE_OF_SIGHT = {
    .id = "MAD-10",
    .schema = {.name = "mad.line-of-sight", .situation_size = sizeof(struct dispute), .derive = derive},
    .documentation = {.chapter = "Spotting and line of sight",
                      .title = "a disputed line of sight",
                      .section = "4.0 Line of sight"},
    ALL_OF(outcomes, OUTCOMES),
    .roll = &(const salvo_roll){.dice = dice, .resolve = resolve},
};
