/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fire at soft targets: from a basic factor and its shifts to the casualties, for every rule that uses the casualty
 * table. */
#include "rules/trr/soft_fire.h"

#include <stdlib.h>
#include <string.h>

#include "base/phrase.h"

const char *const TRR_SOFT_OUTCOMES[N_SOFT_WORDS] = {
    [SOFT_OUT_OF_RANGE] = "out-of-range", [SOFT_INEFFECTIVE] = "ineffective"};

const salvo_expectation TRR_SOFT_EXPECTED[N_SOFT_EXPECTATIONS] = {TRR_SOFT_EXPECTATIONS};

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* All shifts are added before the basic factor's column moves once, so a shift to the left can offset one to the right.
 * Left of A stays in A; right of E is ineffective: 0. Factors above 16 use the last row, results above 15
 * the casualty table's last. */
static int final_factor(const struct trr_tables *tables, int basic, int shift, bool column_e)
{
    int column = COLUMN_C + shift;

    if (basic < 1 || (column > COLUMN_E && !column_e))
        return 0;
    if (column < COLUMN_A)
        column = COLUMN_A;
    return least(tables->factors[least(basic, FACTOR_ROWS) - 1][least(column, COLUMN_E)], CASUALTY_ROWS);
}

/* The shift is kept beside the factor for the explanation. */
void trr_soft_fire_aim(struct trr_soft_fire *fire, int basic, int shift)
{
    fire->basic = basic;
    fire->shift = shift;
    fire->factor = final_factor(fire->tables, basic, shift, fire->column_e);
}

/* A die below 1 after its modifier has no effect, whatever the factor; one above 10 counts as 10. */
int trr_casualties(const struct trr_tables *tables, int factor, int die)
{
    return factor < 1 || die < 1 ? 0 : tables->casualties[least(factor, CASUALTY_ROWS) - 1][least(die, D10) - 1];
}

/* Returns n (10^8 - 9^h 10^(8-h)). Eight hits are enough: HE does at most two rounds of four casualties, and all others
 * fewer. */
static int64_t figures_lost(int figures, int hits)
{
    int64_t spared = FIGURE_PARTS;

    for (int i = 0; i < hits && i < HITS_MOST; i++)
        spared = spared / 10 * 9;
    return figures * (FIGURE_PARTS - spared);
}

/* Figures are lost as if each casualty hit one of ten positions, where a repeated one is absorbed. Markers on
 * soft transport are the hits divided by two, rounded down. */
void trr_soft_gain(const struct trr_soft_fire *fire, int hits, int64_t *gain)
{
    gain[HITS] += hits;
    gain[FIGURES_LOST] += figures_lost(fire->figures, hits);
    gain[SOFT_MARKERS] += hits / fire->tables->values[HITS_PER_MARKER];
}

static void dice(const void *situation, salvo_dice *dice)
{
    const struct trr_soft_fire *fire = situation;

    *dice = salvo_dice_of(fire->out_of_range || fire->factor == 0 ? 0 : 1, D10);
}

/* Range is checked first: fire that is out of range and ineffective is out of range. */
static int resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct trr_soft_fire *fire = situation;
    int hits;

    if (fire->out_of_range)
        return SOFT_OUT_OF_RANGE;
    if (fire->factor == 0)
        return SOFT_INEFFECTIVE;
    hits = trr_casualties(fire->tables, fire->factor, faces[0] + fire->die_modifier);
    trr_soft_gain(fire, hits, gain);
    return N_SOFT_WORDS + hits;
}

const salvo_roll TRR_SOFT_ROLL = {.dice = dice, .resolve = resolve};

size_t trr_put_brackets(const double upto_cm[N_BRACKETS], double *upto)
{
    memcpy(upto, upto_cm, N_BRACKETS * sizeof *upto);
    return N_BRACKETS;
}

void trr_soft_fire_explain(const struct trr_soft_fire *fire, salvo_text *text)
{
    if (fire->out_of_range) {
        salvo_text_put(text, "No fire: out of range\n");
        return;
    }
    salvo_text_add(text, "Basic factor %d", fire->basic);
    if (fire->shift)
        salvo_text_add(text, ", %s to the %s", salvo_counted((uint64_t)abs(fire->shift), "column").text,
                       fire->shift < 0 ? "left" : "right");
    if (fire->factor)
        salvo_text_add(text, ": row %d of the casualty table", fire->factor);
    else
        salvo_text_put(text, ": ineffective");
    if (fire->die_modifier)
        salvo_text_add(text, ", %+d on the die", fire->die_modifier);
    salvo_text_put(text, "\n");
}
