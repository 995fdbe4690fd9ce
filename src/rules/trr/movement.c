/* SPDX-License-Identifier: GPL-3.0-or-later */
/* TRR-05, how far a model moves (section 6), and TRR-06, work that counts as movement (section 10). A penalty is a D10
 * of centimetres off the rate, so both are sums of dice. */
#include "rules/trr/movement.h"

#include <salvo/text.h>

#include "rules/trr/words.h"

#define CHAPTER "Movement and engineering"

static const char *const LINEAR_SIZE_CHOICES[] = {
    [OBSTACLE_NORMAL] = "normal", [OBSTACLE_LARGE] = "large", [OBSTACLE_BOCAGE] = "bocage", NULL};
static const char *const SPEED_CHOICES[] = {"full", "half", NULL};
static const char *const INFANTRY_RATE_CHOICES[] = {"20", "29", NULL};

/* The question's parameters, and the move that follows from them; the chain uses only the move. */
struct movement {
    struct trr_move move; /* first: the chain's situation */
    int type;             /* row */
    enum trr_surface surface;
    enum trr_going going;
    int linear, wire_cm, extra;
    enum trr_obstacle linear_size;
    bool cutter, half_speed, as_printed; /* as_printed: infantry's rate off the road */
};

/* infantry-rate is a reading: 29 is printed, and treated as a misprint of 20. */
/* clang-format off */
static const salvo_parameter MOVEMENT[] = {
    ROW("type", "what moves", "movement", "infantry", INTO(struct movement, type)),
    TRR_SURFACE(INTO(struct movement, surface)),
    TRR_GOING(INTO(struct movement, going)),
    WHOLE("linear", "linear obstacles crossed", 0, 3, "0", INTO(struct movement, linear)),
    CHOICE("linear-size", "the size of the obstacles", LINEAR_SIZE_CHOICES, "normal", INTO(struct movement, linear_size)),
    FLAG("cutter", "with a hedgerow cutter, or a bulldozer", INTO(struct movement, cutter)),
    WHOLE("wire", "depth of barbed wire in cm", 0, 20, "0", INTO(struct movement, wire_cm)),
    TRR_EXTRA("further penalties: firing, dismounting, unlimbering, fog", INTO(struct movement, extra)),
    CHOICE("speed", "full or half speed", SPEED_CHOICES, "full", INTO(struct movement, half_speed)),
    CHOICE("infantry-rate", "infantry off the road; 29 as printed", INFANTRY_RATE_CHOICES, "20",
           .only = "type=infantry", INTO(struct movement, as_printed)),
};
/* clang-format on */

enum { NOT_ALLOWED, N_MOVEMENT_WORDS };
static const char *const MOVEMENT_WORDS[N_MOVEMENT_WORDS] = {[NOT_ALLOWED] = "not-allowed"};
static const salvo_expectation MOVEMENT_EXPECTATIONS[] = {{.name = "distance", .help = "mean distance in cm"}};

struct movement_state {
    uint16_t penalties, cm; /* still to be thrown; still to be moved */
    uint16_t moved;
};

/* Adds penalties. If the type has no entry, the move is forbidden. An entry of 0 costs nothing but permits the
 * move, which a blank does not. An obstacle that a cutter makes easy costs nothing, never less. */
static void burden(struct trr_move *m, int times, int entry, int more)
{
    if (times == 0)
        return;
    if (entry == SALVO_BLANK) {
        m->allowed = false;
        return;
    }
    m->penalties += times * (entry + more > 0 ? entry + more : 0);
}

/* Normal going costs nothing, and every type has it. */
static void add_going(struct trr_move *m, const struct trr_movement *type, enum trr_going going)
{
    const int entries[] = {
        [GOING_NORMAL] = 0, [GOING_POOR] = type->poor, [GOING_BAD] = type->bad, [GOING_IMPASSABLE] = type->impassable};

    burden(m, going != GOING_NORMAL, entries[going], 0);
}

struct trr_move trr_move_of(const struct trr_movement *type, enum trr_surface surface, enum trr_going going, int extra)
{
    struct trr_move m = {
        .allowed = true,
        .rate_cm = surface == SURFACE_ROAD ? type->road_cm : type->cross_country_cm,
        .penalties = extra,
    };

    add_going(&m, type, going);
    return m;
}

/* Adds a die; ways[s] is the share of throws of the D10 so far with the sum s. */
static void add_die(double *ways, int most)
{
    for (int sum = most; sum >= 0; sum--) {
        double all = 0;

        for (int face = 1; face <= D10 && face <= sum; face++)
            all += ways[sum - face];
        ways[sum] = all / D10;
    }
}

/* Sums beyond the rate are left out: they move 0 cm. A double suffices, because battles measure distances in
 * doubles. */
double trr_move_mean_cm(const struct trr_move *m)
{
    double ways[CM_MOST + 1] = {1}, mean = 0;

    for (int i = 0; i < m->penalties; i++)
        add_die(ways, m->rate_cm);
    for (int sum = 0; sum < m->rate_cm; sum++)
        mean += ways[sum] * (m->rate_cm - sum);
    return mean;
}

/* Adds a penalty for each cm of wire, up to the type's maximum. */
static void add_wire(struct trr_move *m, const struct trr_movement *type, int wire_cm)
{
    int most = type->wire_most;

    burden(m, wire_cm > 0, most == SALVO_BLANK || most < wire_cm ? most : wire_cm, 0);
}

/* Returns the rate: for infantry off the road as printed or repaired, then half for half speed. Infantry's 29 cm
 * would be faster off the road than on it, so it counts as a misprint of 20. Half speed halves the rate before the
 * penalties. */
static int rate_of(const struct trr_tables *t, const struct movement *m)
{
    int rate_cm = m->move.rate_cm;

    if (m->type == t->infantry && m->surface != SURFACE_ROAD && m->as_printed)
        rate_cm = t->values[INFANTRY_RATE_PRINTED_CM];
    return m->half_speed ? rate_cm / 2 : rate_cm;
}

/* Size and cutter change the cost of each crossing before the crossings are counted. */
static void derive_movement(const void *tables, void *situation)
{
    const struct trr_tables *t = tables;
    struct movement *m = situation;
    const struct trr_movement *type = &t->movement[m->type];
    int size = t->obstacles[m->linear_size];

    m->move = trr_move_of(type, m->surface, m->going, m->extra);
    m->move.rate_cm = rate_of(t, m);
    if (m->cutter)
        size += t->obstacles[OBSTACLE_CUTTER];
    burden(&m->move, m->linear, type->linear, size);
    add_wire(&m->move, type, m->wire_cm);
}

static void movement_start(const void *situation, void *state)
{
    const struct trr_move *m = situation;

    *(struct movement_state *)state =
        (struct movement_state){.penalties = (uint16_t)m->penalties, .cm = (uint16_t)m->rate_cm};
}

/* A rate that penalties use up is a move of 0 cm, which is another outcome than a forbidden move. */
static int movement_outcome(const void *situation, const void *state)
{
    const struct movement_state *s = state;

    if (!((const struct trr_move *)situation)->allowed)
        return NOT_ALLOWED;
    return s->moved ? N_MOVEMENT_WORDS + s->cm : SALVO_CONTINUES;
}

static void movement_dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation;
    *dice = salvo_dice_of(((const struct movement_state *)state)->penalties ? 1 : 0, D10);
}

/* Each penalty throws a die, then the model moves the rest. The penalties end when nothing is left to lose: the
 * remaining dice change nothing. */
static bool movement_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    struct movement_state *s = state;

    (void)situation;
    if (s->penalties == 0) {
        gain[0] += s->cm;
        s->moved = 1;
        return true;
    }
    s->cm = (uint16_t)(s->cm > faces[0] ? s->cm - faces[0] : 0);
    s->penalties = (uint16_t)(s->cm ? s->penalties - 1 : 0);
    return false;
}

static void explain_movement(const void *situation, salvo_text *text)
{
    const struct trr_move *m = situation;

    if (m->allowed)
        salvo_text_add(text, "%d cm less %d D10\n", m->rate_cm, m->penalties);
}

static const salvo_state_field MOVEMENT_TOLD[] = {
    SALVO_STATE_FIELD("cm left", struct movement_state, cm),
    SALVO_STATE_FIELD("cm moved", struct movement_state, moved),
    {NULL, 0, 0},
};

static const salvo_chain MOVEMENT_CHAIN = {.state_size = sizeof(struct movement_state),
                                           .start = movement_start,
                                           .outcome = movement_outcome,
                                           .dice = movement_dice,
                                           .step = movement_step,
                                           .throw_name = "a penalty",
                                           .fields = MOVEMENT_TOLD};

const salvo_procedure TRR_MOVEMENT = {
    .id = "TRR-05",
    .schema = {.name = "trr.movement",
               ALL_OF(parameters, MOVEMENT),
               .situation_size = sizeof(struct movement),
               .derive = derive_movement,
               .explain = explain_movement},
    .documentation = {.chapter = CHAPTER,
                      .title = "how far a model moves",
                      .section = "6 Movement",
                      .rulings = "R-20, R-21"},
    ALL_OF(expectations, MOVEMENT_EXPECTATIONS),
    ALL_OF(outcomes, MOVEMENT_WORDS),
    .outcomes_help = "the distance in cm",
    .chain = &MOVEMENT_CHAIN,
};

enum { RATE_MOST = 100, PENALTIES_MOST = 6 };

enum { UNFINISHED, N_ENGINEERING_WORDS };
static const char *const ENGINEERING_WORDS[N_ENGINEERING_WORDS] = {[UNFINISHED] = "unfinished"};
static const salvo_expectation ENGINEERING_EXPECTATIONS[] = {
    {.name = "moves", .help = "mean number of moves to finish, without a limit"}};

/* A move's progress is one die with a face for each distance from 0 on, weighted by the dice of the penalties that
 * leave it. */
struct engineering {
    int need_cm, moves, rate_cm, penalties;
    uint32_t ways[RATE_MOST + 1];
};

/* clang-format off */
static const salvo_parameter ENGINEERING[] = {
    WHOLE("need", "movement that the work takes, in cm", 1, 200, "40", INTO(struct engineering, need_cm)),
    WHOLE("moves", "moves that are reported one by one", 1, 30, "10", INTO(struct engineering, moves)),
    WHOLE("rate", "movement in a move, in cm", 1, RATE_MOST, "20",
          .fallback_cell = "movement.infantry.cross_country_cm", INTO(struct engineering, rate_cm)),
    WHOLE("penalties", "D10 taken off each move", 0, PENALTIES_MOST, "3",
          .fallback_cell = "movement.infantry.impassable", INTO(struct engineering, penalties)),
};
/* clang-format on */

struct engineering_state {
    uint16_t made_cm;
    uint16_t moves; /* up to one more than are listed */
};

/* It tries at most a million throws, once. With one die, a move of the work is one step of the chain, not six. */
static void count_ways(struct engineering *e)
{
    salvo_dice dice = salvo_dice_of(e->penalties, D10);
    uint8_t faces[SALVO_DICE_MAX];

    salvo_dice_first(&dice, faces);
    do {
        int cm = e->rate_cm;

        for (int i = 0; i < e->penalties; i++)
            cm -= faces[i];
        e->ways[cm > 0 ? cm : 0]++;
    } while (salvo_dice_next(&dice, faces));
}

/* Without any progress the average number of moves would be infinite. The defaults are cells of the movement table,
 * which has wider limits than these parameters. */
static salvo_status prepare_engineering(const void *tables, void *situation, salvo_error *err)
{
    struct engineering *e = situation;

    (void)tables;
    if (e->rate_cm > RATE_MOST || e->penalties > PENALTIES_MOST) /* the table's own may be larger */
        return salvo_fail(err, SALVO_BAD_INPUT, "rate=%d, penalties=%d: at most %d cm and %d dice are possible",
                          e->rate_cm, e->penalties, RATE_MOST, PENALTIES_MOST);
    if (e->rate_cm <= e->penalties)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "rate=%d, penalties=%d: no move can make progress; the rate must exceed %d", e->rate_cm,
                          e->penalties, e->penalties);
    count_ways(e);
    return SALVO_OK;
}

/* More moves than are listed are one outcome, unfinished. The work still goes on to its end, because the average number
 * of moves has no limit. */
static int engineering_outcome(const void *situation, const void *state)
{
    const struct engineering *e = situation;
    const struct engineering_state *s = state;

    if (s->made_cm < e->need_cm)
        return SALVO_CONTINUES;
    return s->moves <= e->moves ? N_ENGINEERING_WORDS + s->moves : UNFINISHED;
}

static void engineering_dice(const void *situation, const void *state, salvo_dice *dice)
{
    const struct engineering *e = situation;

    (void)state;
    *dice = salvo_dice_of(1, e->rate_cm + 1);
    dice->weights[0] = e->ways;
}

/* Every move counts in the average, even those that are not listed. */
static bool engineering_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct engineering *e = situation;
    struct engineering_state *s = state;
    int made = s->made_cm + faces[0] - 1;

    s->made_cm = (uint16_t)(made < e->need_cm ? made : e->need_cm);
    if (s->moves <= e->moves)
        s->moves++;
    gain[0]++;
    return true;
}

static const salvo_state_field ENGINEERING_TOLD[] = {
    SALVO_STATE_FIELD("cm made", struct engineering_state, made_cm),
    {NULL, 0, 0},
};

static const salvo_chain ENGINEERING_CHAIN = {.state_size = sizeof(struct engineering_state),
                                              .outcome = engineering_outcome,
                                              .dice = engineering_dice,
                                              .step = engineering_step,
                                              .undecided = UNFINISHED,
                                              .throw_name = "a move's work",
                                              .fields = ENGINEERING_TOLD};

const salvo_procedure TRR_ENGINEERING = {
    .id = "TRR-06",
    .schema = {.name = "trr.engineering",
               ALL_OF(parameters, ENGINEERING),
               .situation_size = sizeof(struct engineering),
               .prepare = prepare_engineering},
    .documentation = {.chapter = CHAPTER,
                      .title = "how many moves digging, camouflaging or bridging takes",
                      .section = "10 Entrenching, Bridging and Water Crossing"},
    ALL_OF(expectations, ENGINEERING_EXPECTATIONS),
    ALL_OF(outcomes, ENGINEERING_WORDS),
    .outcomes_help = "1, 2, ...: the move in which it is finished",
    .chain = &ENGINEERING_CHAIN,
};
