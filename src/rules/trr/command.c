/* SPDX-License-Identifier: GPL-3.0-or-later */
/* TRR-01 to TRR-03: which side goes first (section 3), what a unit does (section 4), and whether a retired unit
 * rallies. Battles use its order. */
#include "rules/trr/command.h"

#include <salvo/text.h>

#include "rules/trr/tables.h"
#include "rules/trr/words.h"

#define CHAPTER "Command and morale"

static const char *const TIES_CHOICES[] = {"reroll", "keep", NULL};
static const char *const ORDERS[N_ORDERS] = {[ORDER_A] = "a", [ORDER_B] = "b", [ORDER_TIE] = "tie"};

static const salvo_expectation TURN_ORDER_EXPECTATIONS[] = {
    {.name = "rolls", .help = "mean number of pairs of dice thrown"}};

struct turn_order {
    bool keep;
};

/* Both players throw, and the higher die goes first in the move. */
static const salvo_parameter TURN_ORDER[] = {
    CHOICE("ties", "equal dice", TIES_CHOICES, "reroll", INTO(struct turn_order, keep)),
};

struct order_state {
    uint8_t over, first;
};

static int order_outcome(const void *situation, const void *state)
{
    const struct order_state *s = state;

    (void)situation;
    return s->over ? s->first : SALVO_CONTINUES;
}

static void order_dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation;
    (void)state;
    *dice = salvo_dice_of(TRR_ORDER_DICE, D10);
}

enum trr_order trr_order_of(const uint8_t *faces)
{
    return faces[0] > faces[1] ? ORDER_A : faces[0] < faces[1] ? ORDER_B : ORDER_TIE;
}

/* Equal dice are rolled again, or are an outcome under ties=keep. */
static bool order_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    struct order_state *s = state;
    enum trr_order order = trr_order_of(faces);

    gain[0]++;
    s->over = order != ORDER_TIE || ((const struct turn_order *)situation)->keep;
    if (s->over)
        s->first = (uint8_t)order;
    return false;
}

static const salvo_chain ORDER_CHAIN = {.state_size = sizeof(struct order_state),
                                        .outcome = order_outcome,
                                        .dice = order_dice,
                                        .step = order_step,
                                        .undecided = ORDER_TIE,
                                        .throw_name = "the order of the turn"};

const salvo_procedure TRR_TURN_ORDER = {
    .id = "TRR-01",
    .schema = {.name = "trr.turn-order", ALL_OF(parameters, TURN_ORDER), .situation_size = sizeof(struct turn_order)},
    .documentation = {.chapter = CHAPTER,
                      .title = "the side that goes first",
                      .section = "3 Move Sequence",
                      .rulings = "R-01"},
    ALL_OF(expectations, TURN_ORDER_EXPECTATIONS),
    ALL_OF(outcomes, ORDERS),
    .chain = &ORDER_CHAIN,
};

static const char *const GRADE_CHOICES[] = {
    [GRADE_GREEN] = "green", [GRADE_NORMAL] = "normal", [GRADE_ELITE] = "elite", NULL};
static const char *const TYPE_CHOICES[] = {[TYPE_ARMOUR] = "armour", [TYPE_OTHER] = "other", NULL};
static const char *const ROLE_CHOICES[] = {
    [ROLE_LINE] = "line", [ROLE_TOWED] = "towed", [ROLE_ON_TABLE] = "on-table", [ROLE_OFF_TABLE] = "off-table", NULL};
enum { NO_DEFENCES, PLUS_DEFENCES, MINUS_DEFENCES };
/* This is one parameter for two lines of the table, which exclude each other. */
static const char *const DEFENCES_CHOICES[] = {
    [NO_DEFENCES] = "none", [PLUS_DEFENCES] = "plus", [MINUS_DEFENCES] = "minus", NULL};
static const char *const OTHER_GAP_CHOICES[] = {"retire", "rout", NULL};

/* Every line of the adjustments has a parameter and a row of the table, with a number for either type. So a loop goes
 * over the lines, which are not named one by one. */
struct motivation {
    const struct trr_tables *tables;
    enum trr_grade grade;
    enum trr_type type;
    enum trr_role role;
    const salvo_value *said[N_MOTIVES]; /* by line of the adjustments; the two of defences have one parameter */
    bool gap_routs;
    int number, modifier;
};

/* clang-format off */
#define SAID(motive) INTO(struct motivation, said[motive])
#define YES(name, motive, words) FLAG(name, words, SAID(motive))
#define COUNT(name, motive, words) WHOLE(name, words, 0, 20, "0", SAID(motive))

#define SHARED \
    CHOICE("grade", "the quality of the unit", GRADE_CHOICES, "normal", INTO(struct motivation, grade)), \
    CHOICE("type", "a unit of vehicles, or any other", TYPE_CHOICES, "armour", INTO(struct motivation, type)), \
    CHOICE("role", "a unit of the line, or artillery", ROLE_CHOICES, "line", .only = "type=other", \
           INTO(struct motivation, role)), \
    YES("advancing", ADVANCING, "advancing, or firing artillery"), \
    YES("poor-visibility", POOR_VISIBILITY, "entering poor visibility with no friendly foot within 5 cm"), \
    YES("enemy-infantry", ENEMY_INFANTRY, "enemy infantry located in cover within 15 cm"), \
    YES("no-company", NO_COMPANY, "no friendly vehicle of the company within 20 cm"), \
    YES("no-friends", NO_FRIENDS, "no friends within 20 cm"), \
    COUNT("damage", DAMAGE, "markers on the unit in this move"), \
    COUNT("vehicles-lost", VEHICLES_LOST, "vehicles lost in the game"), \
    YES("enemy-armour", ENEMY_ARMOUR, "enemy armour within 20 cm, and nothing within 30 cm that can fight it"), \
    YES("officer-lost", OFFICER_LOST, "the officer is lost"), \
    CHOICE("defences", "field defences for the unit or against it", DEFENCES_CHOICES, "none", SAID(DEFENCES_PLUS)), \
    COUNT("lost", LOST, "figures lost in the game"), \
    COUNT("lost-now", LOST_NOW, "figures lost in this move, in addition"), \
    YES("flame", FLAME, "under flame attack"), \
    YES("gas", GAS, "under gas attack"), \
    COUNT("counter-battery", COUNTER_BATTERY, "penalty of counter-battery fire")
/* clang-format on */

static const salvo_parameter MOTIVATION[] = {
    SHARED,
    CHOICE("other-gap", "what other units do with a score of 1, 2 or 3", OTHER_GAP_CHOICES, "retire",
           .only = "type=other", INTO(struct motivation, gap_routs)),
};

/* A rally asks the same questions but has no gap to fill: its results are three ranges without one. */
static const salvo_parameter RALLYING[] = {SHARED};

enum { SCORE };

static const salvo_expectation MOTIVATION_EXPECTATIONS[] = {[SCORE] = {.name = "score", .help = "mean score"}};

/* Returns the parameter of a line of the adjustments. It is found by the place of its value, so that no second list of
 * keys can differ from the first. */
static const char *key_of(enum trr_motive motive)
{
    const salvo_parameter *p = RALLYING;

    while (p->into.offset != offsetof(struct motivation, said) + (size_t)motive * sizeof(const salvo_value *))
        p++;
    return p->key;
}

/* Returns how often a line counts. */
static int count_of(enum trr_motive motive, const salvo_value *said)
{
    if (motive == DEFENCES_PLUS)
        return said->integer == PLUS_DEFENCES;
    return motive == DEFENCES_MINUS ? said->integer == MINUS_DEFENCES : (int)said->integer;
}

/* no friends and no vehicle of the company both count. A line that the table leaves blank for the type is refused
 * and not ignored, because the user would think that it counted. */
static salvo_status prepare(const void *tables, void *situation, salvo_error *err)
{
    const struct trr_tables *t = tables;
    struct motivation *m = situation;

    m->number = t->grades[m->grade][m->type];
    m->said[DEFENCES_MINUS] = m->said[DEFENCES_PLUS];
    for (int i = 0; i < N_MOTIVES; i++) {
        int count = count_of((enum trr_motive)i, m->said[i]), modifier = t->motives[i][m->type];

        if (count && modifier == SALVO_BLANK)
            return salvo_fail(err, SALVO_BAD_INPUT, "%s=%s has no effect with type=%s; leave it out",
                              key_of(i == DEFENCES_MINUS ? DEFENCES_PLUS : (enum trr_motive)i), m->said[i]->text,
                              TYPE_CHOICES[m->type]);
        m->modifier += count ? count * modifier : 0;
    }
    return SALVO_OK;
}

/* Returns the first band that the score reaches; below all of them the unit routs. No band is printed for others with
 * 1, 2 or 3. They get the lowest band above the rout, unless other-gap=rout. */
static enum trr_conduct conduct_of(const struct motivation *m, int score)
{
    for (int i = 0; i < BANDS; i++) {
        const struct trr_band *band = &m->tables->bands[i];

        if (i == BAND_GAP && m->gap_routs)
            continue;
        if (band->from[m->type] != SALVO_BLANK && score >= band->from[m->type])
            return (enum trr_conduct)band->conduct[m->role];
    }
    return ROUT;
}

/* The average score is useful even if the result has the same name: it shows how near the next band is. */
static int score_of(const struct motivation *m, const uint8_t *faces, int64_t *gain)
{
    int score = faces[0] + m->number + m->modifier;

    gain[SCORE] += score;
    return score;
}

static int resolve_motivation(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct motivation *m = situation;

    return (int)conduct_of(m, score_of(m, faces, gain));
}

/* The text has the grade's number and the sum of all circumstances; lines that do not apply were refused before. */
static void explain(const void *situation, salvo_text *text)
{
    const struct motivation *m = situation;

    salvo_text_add(text, "D10 + %d, %+d for circumstances\n", m->number, m->modifier);
}

const salvo_procedure TRR_MOTIVATION = {
    .id = "TRR-02",
    .schema = {.name = "trr.motivation",
               ALL_OF(parameters, MOTIVATION),
               SITUATION(struct motivation, tables),
               .prepare = prepare,
               .explain = explain},
    .documentation = {.chapter = CHAPTER,
                      .title = "what a unit will do",
                      .section = "4 Morale",
                      .rulings = "R-09, R-23"},
    ALL_OF(expectations, MOTIVATION_EXPECTATIONS),
    .outcomes = TRR_CONDUCTS,
    .n_outcomes = N_CONDUCTS,
    .roll = &(const salvo_roll){.count = 1, .sides = D10, .resolve = resolve_motivation},
};

enum { RALLIED, HALTED, ROUTED, N_RALLIES };

static const char *const RALLIES[N_RALLIES] = {[RALLIED] = "rallied", [HALTED] = "halted", [ROUTED] = "rout"};

/* Rallying needs 10 or more for vehicles too, although armour acts freely from 8. */
static int resolve_rally(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct motivation *m = situation;
    int score = score_of(m, faces, gain);

    if (score >= m->tables->values[RALLY])
        return RALLIED;
    return score <= m->tables->values[ROUT_SCORE] ? ROUTED : HALTED;
}

const salvo_procedure TRR_RALLY = {
    .id = "TRR-03",
    .schema = {.name = "trr.rally",
               ALL_OF(parameters, RALLYING),
               SITUATION(struct motivation, tables),
               .prepare = prepare,
               .explain = explain},
    .documentation = {.chapter = CHAPTER,
                      .title = "a retired unit tests again",
                      .section = "4 Morale: Results",
                      .rulings = "R-23"},
    ALL_OF(expectations, MOTIVATION_EXPECTATIONS),
    ALL_OF(outcomes, RALLIES),
    .roll = &(const salvo_roll){.count = 1, .sides = D10, .resolve = resolve_rally},
};
