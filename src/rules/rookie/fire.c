/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ROOKIE-01, ROOKIE-02 and ROOKIE-04 to ROOKIE-06: firing factors, columns, and their results on the chart. Only five
 * cells of the chart survive; each question names the set of data for the rest. */
#include "rules/rookie/fire.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/phrase.h"

/* Modifiers shift columns. Beyond either end the last column counts; the first is the one below the chart. */
int rookie_column_shifted(int column, int shift)
{
    int shifted = column + shift;

    return shifted < COLUMN_BELOW ? COLUMN_BELOW : shifted > COLUMN_LAST ? COLUMN_LAST : shifted;
}

/* Columns are five factors wide: 1-5, 6-10 and so on. */
int rookie_column_of(int ff)
{
    int column = (ff + FACTORS_OF_COLUMN - 1) / FACTORS_OF_COLUMN;

    return ff < 1 ? NO_COLUMN : column > COLUMN_LAST ? COLUMN_LAST : column;
}

/* Range modifiers are for squads, which means small arms. Other weapons have none, so no range is unknown for them. */
static salvo_status take_range(const struct rookie_set *set, const struct rookie_firing *f, int *factor, int *shift,
                               salvo_error *err)
{
    struct rookie_range range = {.factor = 1};
    bool found = true;

    if (f->small_arms)
        range = rookie_set_range(set, f->range_inches, &found);
    *factor = range.factor;
    *shift += range.columns;
    return found ? SALVO_OK : rookie_unknown(set, err, "range %.15g", f->range_inches);
}

/* A cover that the set does not have is unknown, not open. */
static salvo_status take_cover(const struct rookie_set *set, const char *name, int *shift, salvo_error *err)
{
    struct rookie_shift cover = rookie_set_cover(set, name);

    *shift += cover.columns;
    return cover.known ? SALVO_OK : rookie_unknown(set, err, "cover %s", name);
}

static salvo_status take_firer(const struct rookie_set *set, int marker, int *shift, salvo_error *err)
{
    *shift += set->firer[marker].columns;
    return set->firer[marker].known ? SALVO_OK : rookie_unknown(set, err, "firer %s", ROOKIE_MARKERS[marker]);
}

/* Under 8 inches doubles and out of command halves: everything is multiplied first, then the fraction is dropped
 * (K3). */
static int factor_of(const struct rookie_tables *t, const struct rookie_firing *f, int range_factor)
{
    int64_t ff = f->ff < 0 ? (int64_t)f->men * f->per_man : f->ff;

    return (int)(ff * range_factor / (f->out_of_command ? t->value[VALUE_OUT_OF_COMMAND] : 1));
}

/* A given column replaces everything except `shift`. A factor below 1 cannot fire, and no shift can help. */
salvo_status rookie_aim_of(const struct rookie_tables *t, const struct rookie_set *set, const struct rookie_firing *f,
                           struct rookie_aim *aim, salvo_error *err)
{
    int factor;
    salvo_status status;

    *aim = (struct rookie_aim){.shift = f->shift, .has_ff = f->column < 0};
    if (!aim->has_ff) {
        aim->column = rookie_column_shifted(f->column, aim->shift);
        return SALVO_OK;
    }
    status = take_range(set, f, &factor, &aim->shift, err);
    if (status != SALVO_OK)
        return status;
    status = take_cover(set, f->cover, &aim->shift, err);
    if (status != SALVO_OK)
        return status;
    status = take_firer(set, (int)f->firer, &aim->shift, err);
    if (status != SALVO_OK)
        return status;
    aim->shift += f->switches ? t->modifier[MODIFIER_SWITCH] : 0;
    aim->shift += f->leader_target ? t->modifier[MODIFIER_LEADER_TARGET] : 0;
    aim->ff = factor_of(t, f, factor);
    aim->column = rookie_column_of(aim->ff);
    if (aim->column != NO_COLUMN)
        aim->column = rookie_column_shifted(aim->column, aim->shift);
    return SALVO_OK;
}

/* Odds need all ten cells of a column. An unknown one is an error, not a miss. */
salvo_status rookie_column_check(const struct rookie_set *set, int column, salvo_error *err)
{
    for (int roll = 0; column != NO_COLUMN && roll < ROLLS; roll++)
        if (!set->chart[column][roll].known)
            return rookie_unknown(set, err, "chart %s roll %d", ROOKIE_COLUMNS[column], roll);
    return SALVO_OK;
}

static void explain_aim(const struct rookie_aim *aim, salvo_text *text)
{
    if (aim->column == NO_COLUMN)
        salvo_text_add(text, "%d firing factors: too few to fire\n", aim->ff);
    else if (aim->has_ff)
        salvo_text_add(text, "%d firing factors, %s %s: column %s\n", aim->ff,
                       salvo_counted((uint64_t)abs(aim->shift), "column").text, aim->shift < 0 ? "left" : "right",
                       ROOKIE_COLUMNS[aim->column]);
    else
        salvo_text_add(text, "Column %s\n", ROOKIE_COLUMNS[aim->column]);
}

enum { FF, SHIFT };
/* The outcome after the columns: too little to fire. */
enum { NONE = N_COLUMNS };

static const char *const COLUMNS[] = {ROOKIE_COLUMN_NAMES, [NONE] = "none"};
static const salvo_expectation COLUMN_EXPECTATIONS[] = {
    [FF] = {.name = "ff", .help = "firing factor after range, command and dropped fractions"},
    [SHIFT] = {.name = "shift", .help = "columns of all modifiers together; left is negative"},
};

struct column {
    struct rookie_asked asked;
    struct rookie_firing firing;
    struct rookie_set set;
    struct rookie_aim aim;
};

static const salvo_parameter FIRE_SET[] = {ROOKIE_FIRE_SET(struct column, firing, asked)};

static salvo_status prepare_column(const void *tables, void *situation, salvo_error *err)
{
    struct column *c = situation;
    salvo_status status = rookie_data_of(tables, &c->asked, &c->set, err);

    return status == SALVO_OK ? rookie_aim_of(tables, &c->set, &c->firing, &c->aim, err) : status;
}

/* There are no dice, so the column is certain. It does not need the chart: the column is known even if its cells are
 * not. */
static int resolve_column(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct column *c = situation;

    (void)faces;
    gain[FF] += c->aim.ff;
    gain[SHIFT] += c->aim.shift;
    return c->aim.column == NO_COLUMN ? NONE : c->aim.column;
}

/* A given column has no firing factor to report. */
static bool column_expects(const void *situation, size_t expectation)
{
    return expectation != FF || ((const struct column *)situation)->aim.has_ff;
}

static void explain_column(const void *situation, salvo_text *text)
{
    explain_aim(&((const struct column *)situation)->aim, text);
}

static const char *remark_column(const void *situation)
{
    return rookie_data_remark(&((const struct column *)situation)->set);
}

const salvo_procedure ROOKIE_COLUMN = {
    .id = "ROOKIE-01",
    .schema = {.name = "rookie.column",
               ALL_OF(parameters, FIRE_SET),
               .situation_size = sizeof(struct column),
               .prepare = prepare_column,
               .explain = explain_column,
               .remark = remark_column},
    .documentation = {.chapter = "Fire",
                      .title = "the column of the firing chart",
                      .section = "Firing the Unit, Suggested Firing Values, Modifiers",
                      .rulings = "K3 K13"},
    ALL_OF(expectations, COLUMN_EXPECTATIONS),
    ALL_OF(outcomes, COLUMNS),
    .expects = column_expects,
    .roll = &(const salvo_roll){.resolve = resolve_column},
};

struct fire {
    struct rookie_asked asked;
    struct rookie_set set;
    struct rookie_aim aim;
    int functions, target_men;
};

enum { KILLS };

static const salvo_expectation FIRE_EXPECTATIONS[] = {
    [KILLS] = {.name = "kills", .help = "mean number of men killed, of those present"}};

/* Only this function maps results to numbers, so that bounds and attacks spell results alike. */
int rookie_fire_outcome(int marker, int kills)
{
    return marker * KILLS_OUTCOMES + kills;
}

/* Labels use the chart's own spelling, in small letters as all outcomes do: d0 is a marker without a kill, n1 a kill
 * without a marker. */
void rookie_fire_label(const void *situation, int outcome, char text[SALVO_LABEL_MAX])
{
    (void)situation;
    if (outcome == FIRE_DESTROYED || outcome == FIRE_UNKNOWN)
        snprintf(text, SALVO_LABEL_MAX, "%s", outcome == FIRE_DESTROYED ? "destroyed" : "unknown");
    else if (outcome == 0)
        snprintf(text, SALVO_LABEL_MAX, "miss");
    else
        snprintf(text, SALVO_LABEL_MAX, "%c%d", "ndps"[outcome / KILLS_OUTCOMES], outcome % KILLS_OUTCOMES);
}

/* Two functions at the same target use the same column, so both dice are thrown at once. */
static void fire_dice(const void *situation, salvo_dice *dice)
{
    const struct fire *f = situation;

    *dice = salvo_dice_of(f->aim.column == NO_COLUMN ? 0 : f->functions, ROLLS);
}

/* Markers do not add up, but kills do (K9). */
static int resolve_fire(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct fire *f = situation;
    int marker = MARKER_NONE, kills = 0;

    for (int i = 0; i < f->functions && f->aim.column != NO_COLUMN; i++) {
        const struct rookie_result *result = &f->set.chart[f->aim.column][faces[i] - 1];

        marker = result->marker > marker ? result->marker : marker;
        kills += result->kills;
    }
    kills = kills < f->target_men ? kills : f->target_men;
    gain[KILLS] += kills;
    return kills == f->target_men ? FIRE_DESTROYED : rookie_fire_outcome(marker, kills);
}

static void explain_fire(const void *situation, salvo_text *text)
{
    const struct fire *f = situation;

    explain_aim(&f->aim, text);
    salvo_text_add(text, "%s at %s\n", f->functions == 1 ? "One function" : "Two functions",
                   salvo_counted((uint64_t)f->target_men, "man").text);
}

static const char *remark_fire(const void *situation)
{
    return rookie_data_remark(&((const struct fire *)situation)->set);
}

const char *const ROOKIE_FIRE_MADE[] = {"miss", "destroyed", "unknown", "n#", "d#", "p#", "s#", NULL};

/* clang-format off */
/* `at` is the path to the struct fire in the situation. */
#define TARGET_PARAMETERS(type, at) \
    WHOLE("functions", "functions that fire at this target on this column", 1, FUNCTIONS_MAX, "1", \
          INTO(type, at functions)), \
    WHOLE("target-men", "men of the target", 1, TARGET_MEN_MAX, "5", .fallback_cell = "squads.standard.men", \
          INTO(type, at target_men))

#define FIRE_SCHEMA .explain = explain_fire, .remark = remark_fire
#define FIRE_PROCEDURE \
    .expectations = FIRE_EXPECTATIONS, \
    .n_expectations = 1, \
    .outcomes_help = "miss; n, d, p, s (no marker, disrupted, pinned, suppressed) and the kills, as d1; destroyed", \
    .label = rookie_fire_label, \
    .made = ROOKIE_FIRE_MADE, \
    .roll = &(const salvo_roll){.dice = fire_dice, .resolve = resolve_fire}
/* clang-format on */

struct burst {
    struct fire fire; /* first: the roll's situation */
    struct rookie_firing firing;
};

/* One function of fire, or both of them at the same target: then both dice use one column. */
static const salvo_parameter BURST[] = {
    ROOKIE_FIRE_SET(struct burst, firing, fire.asked),
    TARGET_PARAMETERS(struct burst, fire.),
};

/* The messages have the order in which a user can correct the faults: the file, a modifier, the resulting column. */
static salvo_status prepare_fire(const void *tables, void *situation, salvo_error *err)
{
    struct burst *b = situation;
    struct fire *f = &b->fire;
    salvo_status status = rookie_data_of(tables, &f->asked, &f->set, err);

    if (status != SALVO_OK)
        return status;
    status = rookie_aim_of(tables, &f->set, &b->firing, &f->aim, err);
    return status == SALVO_OK ? rookie_column_check(&f->set, f->aim.column, err) : status;
}

const salvo_procedure ROOKIE_FIRE = {
    .id = "ROOKIE-02",
    .schema = {.name = "rookie.fire",
               ALL_OF(parameters, BURST),
               .situation_size = sizeof(struct burst),
               .prepare = prepare_fire,
               FIRE_SCHEMA},
    .documentation = {.chapter = "Fire",
                      .title = "fire at a target with one function or two",
                      .section = "Firing the Unit, Firing Table, Modifiers",
                      .rulings = "K1 K3 K9 K13"},
    FIRE_PROCEDURE,
};

struct attack {
    struct fire fire; /* first: the roll's situation */
    int shift;
};

/* clang-format off */
#define ATTACK_PARAMETERS(shift_words) \
    ROOKIE_SHIFT("shift", shift_words, INTO(struct attack, shift)), \
    TARGET_PARAMETERS(struct attack, fire.), \
    ROOKIE_DATA(struct attack, fire.asked, "proved")
/* clang-format on */

static const salvo_parameter ATTACK[] = {ATTACK_PARAMETERS("columns of modifiers; left is negative")};

static const salvo_parameter SNIPER[] = {ATTACK_PARAMETERS("has no effect: snipers ignore every modifier")};

/* Overruns and mines have a column from the text and no firer. */
static salvo_status prepare_attack(const struct rookie_tables *t, struct attack *a, enum rookie_attack attack,
                                   salvo_error *err)
{
    struct fire *f = &a->fire;
    salvo_status status = rookie_data_of(t, &f->asked, &f->set, err);

    f->aim = (struct rookie_aim){.column = rookie_column_shifted(t->attack_column[attack], a->shift)};
    return status == SALVO_OK ? rookie_column_check(&f->set, f->aim.column, err) : status;
}

static salvo_status prepare_overrun(const void *tables, void *situation, salvo_error *err)
{
    return prepare_attack(tables, situation, ATTACK_OVERRUN, err);
}

static salvo_status prepare_mines(const void *tables, void *situation, salvo_error *err)
{
    return prepare_attack(tables, situation, ATTACK_MINES, err);
}

/* Snipers fire on the first column, and no modifier applies (K11). */
static salvo_status prepare_sniper(const void *tables, void *situation, salvo_error *err)
{
    ((struct attack *)situation)->shift = 0;
    return prepare_attack(tables, situation, ATTACK_SNIPER, err);
}

const salvo_procedure ROOKIE_OVERRUN = {
    .id = "ROOKIE-04",
    .schema = {.name = "rookie.overrun",
               ALL_OF(parameters, ATTACK),
               .situation_size = sizeof(struct attack),
               .prepare = prepare_overrun,
               FIRE_SCHEMA},
    .documentation = {.chapter = "Fire",
                      .title = "a unit is overrun by armoured vehicles",
                      .section = "Over Run",
                      .rulings = "K1 K9 K13"},
    FIRE_PROCEDURE,
};

const salvo_procedure ROOKIE_MINES = {
    .id = "ROOKIE-05",
    .schema = {.name = "rookie.mines",
               ALL_OF(parameters, ATTACK),
               .situation_size = sizeof(struct attack),
               .prepare = prepare_mines,
               FIRE_SCHEMA},
    .documentation = {.chapter = "Fire",
                      .title = "a unit in a minefield",
                      .section = "Mines and Booby Traps",
                      .rulings = "K1 K9 K13"},
    FIRE_PROCEDURE,
};

const salvo_procedure ROOKIE_SNIPER = {
    .id = "ROOKIE-06",
    .schema = {.name = "rookie.sniper",
               ALL_OF(parameters, SNIPER),
               .situation_size = sizeof(struct attack),
               .prepare = prepare_sniper,
               FIRE_SCHEMA},
    .documentation = {.chapter = "Fire", .title = "a sniper's fire", .section = "Snipers", .rulings = "K1 K9 K11 K13"},
    FIRE_PROCEDURE,
};
