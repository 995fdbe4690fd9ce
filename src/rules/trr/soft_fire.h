/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fire at infantry and soft targets, for every rule that uses the casualty table: section 7 "Final Fire Factors",
 * "Casualty Table", "Allocating Casualties". */
#ifndef SALVO_RULES_TRR_SOFT_FIRE_H
#define SALVO_RULES_TRR_SOFT_FIRE_H

#include <salvo/rules.h>
#include <salvo/text.h>

#include "rules/trr/tables.h"
#include "rules/trr/words.h"

/* The outcomes of fire at a soft target; casualties follow the words. */
enum trr_soft_outcome { SOFT_OUT_OF_RANGE, SOFT_INEFFECTIVE, N_SOFT_WORDS };
extern const char *const TRR_SOFT_OUTCOMES[N_SOFT_WORDS];

#define TRR_CASUALTIES_HELP "casualties 0, 1, ..."

/* The first three expectations of every procedure with casualties. */
enum { HITS, FIGURES_LOST, SOFT_MARKERS, N_SOFT_EXPECTATIONS };

/* A figure that is hit twice is lost once. Of n figures, h hits lose n (1 - (9/10)^h) on average (section 7 "Allocating
 * Casualties"): a whole number of 10^-8 of a figure for up to 8 hits. */
enum { FIGURE_PARTS = 100000000, HITS_MOST = 8 };

/* clang-format off */
#define TRR_SOFT_EXPECTATIONS \
    [HITS] = {.name = "hits", .help = "mean number of casualties"}, \
    [FIGURES_LOST] = {.name = "figures-lost", .help = "mean number of figures lost; several hits on one figure " \
                                                      "count once", \
                      .parts = FIGURE_PARTS}, \
    [SOFT_MARKERS] = {.name = "soft-markers", .help = "mean number of markers on soft transport or a deployed gun"}
/* clang-format on */

extern const salvo_expectation TRR_SOFT_EXPECTED[N_SOFT_EXPECTATIONS];

/* Fire with its computed factor. */
struct trr_soft_fire {
    const struct trr_tables *tables;
    enum trr_cover cover; /* of the target */
    bool column_e;        /* a shift beyond column E stays there */
    int figures;          /* of the target */
    bool out_of_range;
    int factor;       /* row of the casualty table; 0: ineffective */
    int die_modifier; /* of the casualty die */
    int basic, shift; /* the sources of the factor, for explanations */
};

/* The parameters of a soft target, which are in a struct trr_soft_fire. */
/* clang-format off */
#define TRR_SOFT_TARGET(type, fire) \
    TRR_COVER(INTO(type, fire.cover)), TRR_OFF_RIGHT(INTO(type, fire.column_e)), \
    TRR_TARGET_FIGURES(INTO(type, fire.figures))
/* clang-format on */

/* Sets the factor of *fire; the shift of its cover is part of `shift`. */
void trr_soft_fire_aim(struct trr_soft_fire *fire, int basic, int shift);

/* Returns the casualties in the row of that factor, which may be 0; a die below 1 after its modifier has no effect
 * (R-08). */
int trr_casualties(const struct trr_tables *tables, int factor, int die);

/* Adds the gains of `hits` casualties of one call. */
void trr_soft_gain(const struct trr_soft_fire *fire, int hits, int64_t *gain);

/* One D10 on the casualty table: a roll on the situation struct trr_soft_fire, whose outcomes are TRR_SOFT_OUTCOMES. */
extern const salvo_roll TRR_SOFT_ROLL;

/* The members of a procedure that ends there, except for its schema and documentation. */
/* clang-format off */
#define TRR_SOFT_PROCEDURE \
    .expectations = TRR_SOFT_EXPECTED, .n_expectations = N_SOFT_EXPECTATIONS, \
    .outcomes = TRR_SOFT_OUTCOMES, .n_outcomes = N_SOFT_WORDS, .outcomes_help = TRR_CASUALTIES_HELP, \
    .roll = &TRR_SOFT_ROLL
/* clang-format on */

/* Writes the brackets' upper ends, for procedures. */
size_t trr_put_brackets(const double upto_cm[N_BRACKETS], double *upto);

/* Adds a line: "basic factor 9, 2 columns to the right: factor 4 on the casualty table". */
void trr_soft_fire_explain(const struct trr_soft_fire *fire, salvo_text *text);

#endif
