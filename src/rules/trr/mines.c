/* SPDX-License-Identifier: GPL-3.0-or-later */
/* TRR-28, crossing a minefield (section 10): a roll for each 4 cm, and a roll for the effect of each mine that goes
 * off. Fields of one kind do not affect the other kind of target. */
#include "rules/trr/mines.h"

#include "base/phrase.h"
#include "rules/trr/anti_tank.h"
#include "rules/trr/soft_fire.h"

enum field { FIELD_MIXED, FIELD_PERSONNEL, FIELD_TANK };
enum target { TARGET_FOOT, TARGET_SOFT_TRANSPORT, TARGET_ARMOUR };

static const char *const FIELD_CHOICES[] = {
    [FIELD_MIXED] = "mixed", [FIELD_PERSONNEL] = "personnel", [FIELD_TANK] = "tank", NULL};
static const char *const TARGET_CHOICES[] = {
    [TARGET_FOOT] = "foot", [TARGET_SOFT_TRANSPORT] = "soft-transport", [TARGET_ARMOUR] = "armour", NULL};
static const char *const PARTIAL_CHOICES[] = {"round-up", "round-down", NULL};

enum { NOT_ATTACKED = N_STATUSES, N_WORDS };

static const char *const WORDS[N_WORDS] = {[NO_EFFECT] = "no-effect",
                                           [DAMAGED] = "damaged",
                                           [OUT_OF_ACTION] = "out-of-action",
                                           [DESTROYED] = "destroyed",
                                           [NOT_ATTACKED] = "not-attacked"};

enum { CASUALTIES, MARKERS, STRIKES };

static const salvo_expectation EXPECTATIONS[] = {
    [CASUALTIES] = {.name = "hits", .help = "mean number of casualties"},
    [MARKERS] = {.name = "markers", .help = "mean number of markers scored until the vehicle stops"},
    [STRIKES] = {.name = "strikes", .help = "mean number of mines set off"},
};

enum { FARTHEST_CM = 60 };

struct mines {
    const struct trr_tables *tables;
    enum field field;
    enum target target;
    double distance_cm;
    bool round_down;
    struct trr_armoured vehicle;

    bool attacked, armour;
    int rolls, density;
    int modifier; /* of the score at armour */
    struct trr_stand stand;
};

/* clang-format off */
static const salvo_parameter PARAMETERS[] = {
    CHOICE("field", "the target of the mines", FIELD_CHOICES, "mixed", INTO(struct mines, field)),
    WHOLE("density", "density of the field", 1, 10, "5", INTO(struct mines, density)),
    DECIMAL("distance", "distance in cm moved in the field", 1, FARTHEST_CM, "4", .bracketed = true, .aliases = "range", .distance = true,
            INTO(struct mines, distance_cm)),
    CHOICE("partial", "a part of 4 cm", PARTIAL_CHOICES, "round-up", INTO(struct mines, round_down)),
    CHOICE("target", "what crosses the part", TARGET_CHOICES, "foot", INTO(struct mines, target)),
    TRR_DEFENCE_PARAMETERS(struct mines, vehicle, "target=armour"),
    TRR_STAND_PARAMETERS(struct mines, vehicle, "target=armour"),
};
/* clang-format on */

struct state {
    uint8_t rolled, stopped;
    uint8_t total; /* casualties, or markers; at most as many markers as destroy the vehicle */
};

/* Soft transport sets off mines of either kind. */
static bool is_attacked(enum field field, enum target target)
{
    return !(field == FIELD_TANK && target == TARGET_FOOT) && !(field == FIELD_PERSONNEL && target == TARGET_ARMOUR);
}

/* A part of a step is a roll, unless partial=round-down. */
static int rolls_of(const struct mines *m)
{
    double steps = m->distance_cm / m->tables->values[MINE_STEP_CM];

    return (int)(m->round_down ? floor(steps) : ceil(steps));
}

/* The mine's strike and the defence are the whole sum: no modifier of anti-tank fire applies. */
static void derive(const void *tables, void *situation)
{
    const struct trr_tables *t = tables;
    struct mines *m = situation;

    m->attacked = is_attacked(m->field, m->target);
    m->armour = m->target == TARGET_ARMOUR;
    m->rolls = rolls_of(m);
    m->modifier = t->values[MINE_STRIKE] - trr_defence_of(t, &m->vehicle);
    m->stand = trr_stand_of(&m->vehicle);
}

/* The status of a vehicle depends on the markers of all mines together; for a soft target the outcome is the
 * casualties. */
static int outcome(const void *situation, const void *state)
{
    const struct mines *m = situation;
    const struct state *s = state;

    if (!m->attacked)
        return NOT_ATTACKED;
    if (s->rolled < m->rolls && !s->stopped)
        return SALVO_CONTINUES;
    return m->armour ? (int)trr_status_of(&m->stand, s->total) : N_WORDS + s->total;
}

/* The die that sets a mine off is first, then the die of its effect. */
static void dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation;
    (void)state;
    *dice = salvo_dice_of(2, D10);
}

/* A vehicle that is out of action or destroyed moves no further. `markers` counts all scored ones, the state at most as
 * many as destroy it. */
static void blow_up_vehicle(const struct mines *m, struct state *s, int die, int64_t *gain)
{
    int markers = trr_markers(m->tables, die + m->modifier, false), total = s->total + markers;
    enum trr_status status = trr_status_of(&m->stand, total);

    gain[MARKERS] += markers;
    s->total = (uint8_t)(total <= m->stand.remaining ? total : m->stand.remaining + 1);
    s->stopped = status == OUT_OF_ACTION || status == DESTROYED;
}

/* Casualties add up without a limit: in the book nobody leaves a minefield. */
static void blow_up_soft(const struct mines *m, struct state *s, int die, int64_t *gain)
{
    int casualties = trr_casualties(m->tables, m->tables->values[MINE_FACTOR], die);

    gain[CASUALTIES] += casualties;
    s->total = (uint8_t)(s->total + casualties);
}

/* The die of the effect is thrown with the first, whether a mine goes off or not. */
static bool step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct mines *m = situation;
    struct state *s = state;

    s->rolled++;
    if (faces[0] > m->density)
        return false;
    gain[STRIKES]++;
    if (m->armour)
        blow_up_vehicle(m, s, faces[1], gain);
    else
        blow_up_soft(m, s, faces[1], gain);
    return false;
}

/* Casualties are for soft targets, markers for armour; strikes are for both. */
static bool expects(const void *situation, size_t expectation)
{
    return expectation != (((const struct mines *)situation)->armour ? CASUALTIES : MARKERS);
}

static void explain(const void *situation, salvo_text *text)
{
    const struct mines *m = situation;

    if (!m->attacked)
        return;
    salvo_text_add(text, "%s, each sets off a mine on %d or less", salvo_counted((uint64_t)m->rolls, "roll").text,
                   m->density);
    if (m->armour)
        salvo_text_add(text, ", score D10 %+d\n", m->modifier);
    else
        salvo_text_add(text, ", factor %d on the casualty table\n", m->tables->values[MINE_FACTOR]);
}

/* The ends are every whole step that fits in the longest way. */
static size_t brackets(const void *situation, double upto[SALVO_BRACKETS_MAX])
{
    const struct mines *m = situation;
    int step = m->tables->values[MINE_STEP_CM];
    size_t n = 0;

    for (int cm = step; cm <= FARTHEST_CM && n < SALVO_BRACKETS_MAX; cm += step)
        upto[n++] = cm;
    return n;
}

static const salvo_state_field TOLD[] = {
    SALVO_STATE_FIELD("casualties or markers", struct state, total),
    {NULL, 0, 0},
};

static const salvo_chain CHAIN = {.state_size = sizeof(struct state),
                                  .outcome = outcome,
                                  .dice = dice,
                                  .step = step,
                                  .throw_name = "a roll in the minefield",
                                  .fields = TOLD};

const salvo_procedure TRR_MINES = {
    .id = "TRR-28",
    .schema = {.name = "trr.mines",
               ALL_OF(parameters, PARAMETERS),
               SITUATION(struct mines, tables),
               .derive = derive,
               .explain = explain,
               .brackets = brackets},
    .documentation = {.chapter = "Mines and bunkers",
                      .title = "crossing a minefield",
                      .section = "10 Mines",
                      .rulings = "R-02, R-04, R-19, R-22"},
    ALL_OF(expectations, EXPECTATIONS),
    ALL_OF(outcomes, WORDS),
    .outcomes_help = "casualties 0, 1, ... of soft targets",
    .expects = expects,
    .chain = &CHAIN,
};
