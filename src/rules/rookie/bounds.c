/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ROOKIE-03, what the proved cells alone show about fire. If a cell of the chart is lost, the answer is two numbers:
 * what holds for any content of the cell, and what could hold at most. */
#include "rules/rookie/bounds.h"

#include "rules/rookie/fire.h"

/* Pairs of bounds: low, then high. */
enum { ANY_EFFECT, CASUALTY, PINNED, SUPPRESSED, N_EFFECTS, N_BOUNDS = 2 * N_EFFECTS };

/* The possible results of an unknown cell: a miss, and each marker with 0 to POSSIBLE_KILLS. Their order of severity is
 * (marker, kills). */
enum { POSSIBLE_KILLS = 5, SEVERITIES_OF_MARKER = KILLS_MAX + 1 };

struct span {
    int least, most; /* severities, inclusive */
};

struct bounds {
    struct rookie_asked asked;
    struct rookie_firing firing;
    bool monotone;
    struct rookie_aim aim;
    struct rookie_result cell[ROLLS];
    uint8_t low[ROLLS][N_EFFECTS], high[ROLLS][N_EFFECTS];
};

static const salvo_parameter PARAMETERS[] = {
    ROOKIE_FIRE_SET(struct bounds, firing, asked),
    FLAG_YES("monotone", "results never become milder when the roll or the column rises",
             INTO(struct bounds, monotone)),
};

static int severity(int marker, int kills)
{
    return marker * SEVERITIES_OF_MARKER + kills;
}

/* A suppressed unit counts as pinned: markers are a ladder, and a unit has only the worst. */
static bool has_effect(int effect, int marker, int kills)
{
    switch (effect) {
    case ANY_EFFECT:
        return marker != MARKER_NONE || kills > 0;
    case CASUALTY:
        return kills > 0;
    case PINNED:
        return marker >= MARKER_PINNED;
    default:
        return marker == MARKER_SUPPRESSED;
    }
}

/* The span lies between the greatest proved result to the upper left and the least to the lower right, including the
 * cell itself. It rests on one assumption: results never become milder with a higher roll or column. The row below the
 * chart is proved as a whole and bounds like any other cell. */
static struct span span_of(const struct rookie_set *proved, int column, int roll)
{
    struct span span = {severity(MARKER_NONE, 0), severity(MARKER_SUPPRESSED, POSSIBLE_KILLS)};

    for (int c = 0; c < N_COLUMNS; c++)
        for (int r = 0; r < ROLLS; r++) {
            const struct rookie_result *cell = &proved->chart[c][r];
            int is = severity(cell->marker, cell->kills);

            if (!cell->known)
                continue;
            if (c <= column && r <= roll && is > span.least)
                span.least = is;
            if (c >= column && r >= roll && is < span.most)
                span.most = is;
        }
    return span;
}

/* Finds whether all possible results in the span have the effect, and whether any has it. */
static void bound(struct span span, uint8_t low[N_EFFECTS], uint8_t high[N_EFFECTS])
{
    for (int effect = 0; effect < N_EFFECTS; effect++) {
        low[effect] = 1;
        high[effect] = 0;
        for (int marker = MARKER_NONE; marker < N_MARKERS; marker++)
            for (int kills = 0; kills <= (marker == MARKER_NONE ? 0 : POSSIBLE_KILLS); kills++) {
                bool within = severity(marker, kills) >= span.least && severity(marker, kills) <= span.most;

                if (within && has_effect(effect, marker, kills))
                    high[effect] = 1;
                else if (within)
                    low[effect] = 0;
            }
    }
}

/* A set of proved cells that contradicts the assumption leaves an empty span; then anything is possible. A known cell
 * is exact, whatever its neighbours and the assumption. */
static void find_bounds(const struct rookie_set *proved, bool monotone, struct bounds *b)
{
    const struct span anything = {severity(MARKER_NONE, 0), severity(MARKER_SUPPRESSED, POSSIBLE_KILLS)};

    for (int roll = 0; roll < ROLLS; roll++) {
        const struct rookie_result *cell = &proved->chart[b->aim.column][roll];
        struct span span = monotone ? span_of(proved, b->aim.column, roll) : anything;

        b->cell[roll] = *cell;
        if (!cell->known)
            bound(span.least <= span.most ? span : anything, b->low[roll], b->high[roll]);
        for (int effect = 0; effect < N_EFFECTS && cell->known; effect++)
            b->low[roll][effect] = b->high[roll][effect] = has_effect(effect, cell->marker, cell->kills);
    }
}

/* `data` is not used, because these are bounds from what is proved. */
static salvo_status prepare(const void *tables, void *situation, salvo_error *err)
{
    const struct rookie_tables *t = tables;
    struct bounds *b = situation;
    salvo_status status = rookie_aim_of(t, &t->proved, &b->firing, &b->aim, err);

    if (status != SALVO_OK)
        return status;
    if (b->aim.column != NO_COLUMN)
        find_bounds(&t->proved, b->monotone, b);
    return SALVO_OK;
}

static void dice(const void *situation, salvo_dice *dice)
{
    *dice = salvo_dice_of(((const struct bounds *)situation)->aim.column == NO_COLUMN ? 0 : 1, ROLLS);
}

/* A known cell is its own outcome, and both bounds are its effect. The rest is `unknown`. */
static int resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct bounds *b = situation;
    int roll = faces[0] - 1;

    if (b->aim.column == NO_COLUMN)
        return rookie_fire_outcome(MARKER_NONE, 0);
    for (int effect = 0; effect < N_EFFECTS; effect++) {
        gain[2 * effect] += b->low[roll][effect];
        gain[2 * effect + 1] += b->high[roll][effect];
    }
    return b->cell[roll].known ? rookie_fire_outcome(b->cell[roll].marker, b->cell[roll].kills) : FIRE_UNKNOWN;
}

static void explain(const void *situation, salvo_text *text)
{
    const struct bounds *b = situation;

    if (b->aim.column == NO_COLUMN)
        salvo_text_add(text, "%d firing factors: too few to fire\n", b->aim.ff);
    else
        salvo_text_add(text, "Column %s; the text proves its known cells\n", ROOKIE_COLUMNS[b->aim.column]);
}

/* clang-format off */
#define BOUNDS(effect, words) \
    [2 * effect] = {.name = words "-low", .help = "at least"}, \
    [2 * effect + 1] = {.name = words "-high", .help = "at most"}
/* clang-format on */

static const salvo_expectation EXPECTATIONS[N_BOUNDS] = {
    BOUNDS(ANY_EFFECT, "any-effect"),
    BOUNDS(CASUALTY, "casualty"),
    BOUNDS(PINNED, "pinned"),
    BOUNDS(SUPPRESSED, "suppressed"),
};

const salvo_procedure ROOKIE_FIRE_BOUNDS = {
    .id = "ROOKIE-03",
    .schema = {.name = "rookie.fire-bounds",
               ALL_OF(parameters, PARAMETERS),
               .situation_size = sizeof(struct bounds),
               .prepare = prepare,
               .explain = explain},
    .documentation =
        {.chapter = "Fire",
         .title = "what the proved cells alone say about one function of fire",
         .section = "Firing the Unit, Examples",
         .rulings = "K1 K3",
         .notes =
             "A casualty is at least one kill; pinned is a white or a blue marker, suppressed a blue one. An "
             "unknown cell may hold a miss, or any marker with up to five kills; with monotone=yes, only what lies "
             "between the proved cells around it. The parameter data has no effect."},
    ALL_OF(expectations, EXPECTATIONS),
    .outcomes_help = "miss, d0, d1 ... of the proved cells; unknown",
    .label = rookie_fire_label,
    .made = ROOKIE_FIRE_MADE,
    .roll = &(const salvo_roll){.dice = dice, .resolve = resolve},
};
