#include "rules/rookie/duel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rules/rookie/skirmish.h"

enum side { A, B, N_SIDES };
enum first { FIRST_INITIATIVE, FIRST_A, FIRST_B };
enum { PHASES_MAX = 1000000 };

static const char *const FIRST_CHOICES[] = {[FIRST_INITIATIVE] = "initiative", [FIRST_A] = "a", [FIRST_B] = "b", NULL};

/* What is known of a pair of conditions at a place of the phase: it comes up; somebody may still be killed. */
enum fact { REACHED, MAY_KILL, N_FACTS };

struct duel {
    struct rookie_asked asked;
    struct rookie_set set;
    int row[N_SIDES]; /* of the squads */
    const char *cover[N_SIDES];
    int shift[N_SIDES];
    double range_inches;
    enum rookie_policy policy;
    struct rookie_shooter squad[N_SIDES];
    enum first first;
    int64_t phase_limit;                                               /* 0: unlimited */
    uint8_t known[MEN_LIMIT + 1][MEN_LIMIT + 1][N_MARKERS][N_MARKERS]; /* bits: place * N_FACTS + fact */
};

/* clang-format off */
static const salvo_parameter PARAMETERS[] = {
    ROW("a", "the squad that a's men and factors are of", "squads", "standard", INTO(struct duel, row[A])),
    ROW("b", "the squad that b's men and factors are of", "squads", "standard", INTO(struct duel, row[B])),
    ROOKIE_MEN("a-men", "a's men; squad: as many as the squad has (5)", INTO(struct duel, squad[A].men)),
    ROOKIE_MEN("b-men", "b's men", INTO(struct duel, squad[B].men)),
    ROOKIE_PER_MAN("a-per-man", "firing factor of each; squad: as the squad has (3)",
                   INTO(struct duel, squad[A].per_man)),
    ROOKIE_PER_MAN("b-per-man", "firing factor of each", INTO(struct duel, squad[B].per_man)),
    ROOKIE_COVER("a-cover", "a's own cover", INTO(struct duel, cover[A])),
    ROOKIE_COVER("b-cover", "b's own cover", INTO(struct duel, cover[B])),
    ROOKIE_SHIFT("a-shift", "further columns of a's fire", INTO(struct duel, shift[A])),
    ROOKIE_SHIFT("b-shift", "further columns of b's fire", INTO(struct duel, shift[B])),
    DECIMAL("range", "distance in inches", 0, INFINITY, "20", INTO(struct duel, range_inches)),
    CHOICE("first", "who acts first in a phase; initiative: one card each", FIRST_CHOICES, "initiative",
           INTO(struct duel, first)),
    ROOKIE_POLICY(INTO(struct duel, policy)),
    WHOLE("phases", "phases after which it is broken off; 0: never", 0, PHASES_MAX, "0", .word = "unlimited",
          INTO(struct duel, phase_limit)),
    ROOKIE_DATA(struct duel, asked, "reconstruction"),
};
/* clang-format on */

static enum side enemy_of(enum side side)
{
    return side == A ? B : A;
}

/* The activation of `side`, whose shots roll `faces`. */
static void act(const struct duel *d, enum side side, struct rookie_condition state[N_SIDES], const uint8_t *faces)
{
    rookie_act(&d->squad[side], &d->set, &state[side], &state[enemy_of(side)], faces);
}

static int dice_of(const struct duel *d, enum side side, const struct rookie_condition *own)
{
    return rookie_act_dice(&d->squad[side], &d->set, own);
}

/* Where a phase stands: at its start, or before the second activation, a's or b's. */
enum place { AT_START, BEFORE_A, BEFORE_B };

struct explorer {
    struct duel *d;
    bool changed; /* what is known has grown */
    salvo_error *err;
};

static bool knows(const struct duel *d, const struct rookie_condition state[N_SIDES], enum place place, enum fact fact)
{
    return d->known[state[A].men][state[B].men][state[A].marker][state[B].marker] >> (place * N_FACTS + fact) & 1;
}

static void learn(struct explorer *x, const struct rookie_condition state[N_SIDES], enum place place, enum fact fact)
{
    if (knows(x->d, state, place, fact))
        return;
    x->d->known[state[A].men][state[B].men][state[A].marker][state[B].marker] |=
        (uint8_t)(1 << (place * N_FACTS + fact));
    x->changed = true;
}

/* Every result of `side`'s activation, which leads from one place to another. A kill is possible where an activation
 * kills, or leads to where one is possible. */
static salvo_status explore_activation(struct explorer *x, enum side side, const struct rookie_condition from[N_SIDES],
                                       enum place at, enum place to)
{
    uint8_t faces[SALVO_DICE_MAX];
    salvo_dice dice = salvo_dice_of(dice_of(x->d, side, &from[side]), ROLLS);
    salvo_status status = rookie_act_check(&x->d->squad[side], &x->d->set, &from[side], x->err);

    if (status != SALVO_OK)
        return status;
    salvo_dice_first(&dice, faces);
    do {
        struct rookie_condition next[N_SIDES] = {from[A], from[B]};

        act(x->d, side, next, faces);
        if (next[A].men && next[B].men)
            learn(x, next, to, REACHED);
        if (next[A].men + next[B].men < from[A].men + from[B].men || knows(x->d, next, to, MAY_KILL))
            learn(x, from, at, MAY_KILL);
    } while (salvo_dice_next(&dice, faces));
    return SALVO_OK;
}

static salvo_status explore_state(struct explorer *x, const struct rookie_condition state[N_SIDES])
{
    bool start = knows(x->d, state, AT_START, REACHED);
    salvo_status status = SALVO_OK;

    if (start && x->d->first != FIRST_B)
        status = explore_activation(x, A, state, AT_START, BEFORE_B);
    if (start && x->d->first != FIRST_A && status == SALVO_OK)
        status = explore_activation(x, B, state, AT_START, BEFORE_A);
    if (knows(x->d, state, BEFORE_A, REACHED) && status == SALVO_OK)
        status = explore_activation(x, A, state, BEFORE_A, AT_START);
    if (knows(x->d, state, BEFORE_B, REACHED) && status == SALVO_OK)
        status = explore_activation(x, B, state, BEFORE_B, AT_START);
    return status;
}

/* Over everything that has been reached, until nothing new is learnt. */
static salvo_status explore(struct duel *d, salvo_error *err)
{
    struct explorer x = {.d = d, .err = err};
    const struct rookie_condition whole[N_SIDES] = {{(uint8_t)d->squad[A].men, 0}, {(uint8_t)d->squad[B].men, 0}};
    salvo_status status = SALVO_OK;

    learn(&x, whole, AT_START, REACHED);
    while (x.changed && status == SALVO_OK) {
        x.changed = false;
        for (int a = d->squad[A].men; a > 0; a--)
            for (int b = d->squad[B].men; b > 0; b--)
                for (int i = 0; i < N_MARKERS * N_MARKERS && status == SALVO_OK; i++)
                    status = explore_state(&x, (struct rookie_condition[]){{(uint8_t)a, (uint8_t)(i / N_MARKERS)},
                                                                           {(uint8_t)b, (uint8_t)(i % N_MARKERS)}});
    }
    return status;
}

static salvo_status prepare_side(const struct rookie_tables *t, struct duel *d, enum side side, salvo_error *err)
{
    struct rookie_shooter *own = &d->squad[side];

    rookie_shooter_men(own, &t->squads[d->row[side]]);
    own->policy = d->policy;
    own->functions = FUNCTIONS_MAX;
    return rookie_shooter_aim(own, &d->set, d->range_inches, d->cover[enemy_of(side)], d->shift[side], err);
}

static salvo_status prepare(const void *tables, void *situation, salvo_error *err)
{
    struct duel *d = situation;
    salvo_status status = rookie_data_of(tables, &d->asked, &d->set, err);

    if (status == SALVO_OK)
        status = prepare_side(tables, d, A, err);
    if (status == SALVO_OK)
        status = prepare_side(tables, d, B, err);
    return status == SALVO_OK ? explore(d, err) : status;
}

/* A phase is one ORDER step, then an activation of each side. */
enum phase_step { ORDER, ACTIVATION };

struct state {
    struct rookie_condition squad[N_SIDES];
    uint8_t step;
    uint8_t active; /* enum side */
    uint8_t second; /* it is the second activation of the phase */
};

enum outcome { A_WINS, B_WINS, STALEMATE, UNDECIDED, N_OUTCOMES };
enum { PHASES_EXPECTED };

static void start(const void *situation, void *state)
{
    const struct duel *d = situation;

    for (int side = 0; side < N_SIDES; side++)
        ((struct state *)state)->squad[side].men = (uint8_t)d->squad[side].men;
}

static int outcome(const void *situation, const void *state)
{
    const struct duel *d = situation;
    const struct state *s = state;
    const struct rookie_condition *a = &s->squad[A], *b = &s->squad[B];

    if (!a->men || !b->men)
        return a->men ? A_WINS : B_WINS;
    if (s->step == ORDER && !d->phase_limit && !knows(d, s->squad, AT_START, MAY_KILL))
        return STALEMATE;
    return SALVO_GOES_ON;
}

/* One card of each side: either comes first as often. */
static void dice(const void *situation, const void *state, salvo_dice *dice)
{
    const struct duel *d = situation;
    const struct state *s = state;

    if (s->step == ORDER)
        *dice = salvo_dice_of(d->first == FIRST_INITIATIVE ? 1 : 0, N_SIDES);
    else
        *dice = salvo_dice_of(dice_of(d, (enum side)s->active, &s->squad[s->active]), ROLLS);
}

/* The other side's activation, or the next phase. True at the end of a phase. */
static bool move_on(struct state *s)
{
    if (!s->second) {
        s->second = 1;
        s->active = (uint8_t)enemy_of((enum side)s->active);
        return false;
    }
    s->second = s->active = 0;
    s->step = ORDER;
    return true;
}

static bool step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct duel *d = situation;
    struct state *s = state;

    if (s->step == ORDER) {
        bool a_first = d->first == FIRST_A || (d->first == FIRST_INITIATIVE && faces[0] == 1);

        gain[PHASES_EXPECTED]++;
        s->step = ACTIVATION;
        s->active = a_first ? A : B;
        return false;
    }
    act(d, (enum side)s->active, s->squad, faces);
    return move_on(s);
}

static int64_t phase_limit(const void *situation)
{
    return ((const struct duel *)situation)->phase_limit;
}

static bool expects(const void *situation, size_t expectation)
{
    (void)expectation;
    return ((const struct duel *)situation)->phase_limit == 0;
}

static void explain(const void *situation, salvo_text *text)
{
    static const char *const ORDER_WORDS[] = {[FIRST_INITIATIVE] = "cards are drawn for every phase",
                                              [FIRST_A] = "a acts first in every phase",
                                              [FIRST_B] = "b acts first in every phase"};
    const struct duel *d = situation;

    for (int side = 0; side < N_SIDES; side++) {
        const struct rookie_shooter *squad = &d->squad[side];
        int column = rookie_shooter_column(squad, &d->set, squad->men, MARKER_NONE);

        salvo_text_add(text, "%s: %d m%sn of %d, %d firing factors at that range, column %s\n", side == A ? "a" : "b",
                       squad->men, squad->men == 1 ? "a" : "e", squad->per_man,
                       squad->men * squad->per_man * squad->range_factor,
                       column == NO_COLUMN ? "none" : ROOKIE_COLUMNS[column]);
    }
    salvo_text_add(text, "%s; %s",
                   d->squad[A].policy == POLICY_RALLY ? "Squads rally before they fire" : "Squads always fire",
                   ORDER_WORDS[d->first]);
    if (d->phase_limit)
        salvo_text_add(text, ", for at most %lld phase%s", (long long)d->phase_limit, d->phase_limit == 1 ? "" : "s");
    salvo_text_put(text, "\n");
}

static const char *remark(const void *situation)
{
    return rookie_data_remark(&((const struct duel *)situation)->set);
}

static const char *const OUTCOMES[N_OUTCOMES] = {
    [A_WINS] = "a-wins", [B_WINS] = "b-wins", [STALEMATE] = "stalemate", [UNDECIDED] = "undecided"};

static const salvo_expectation EXPECTATIONS[] = {
    [PHASES_EXPECTED] = {.name = "phases",
                         .help = "mean number of phases until it is decided or nobody can be killed"}};

static const salvo_chain CHAIN = {
    .state_size = sizeof(struct state),
    .start = start,
    .outcome = outcome,
    .dice = dice,
    .step = step,
    .turn_limit = phase_limit,
    .undecided = UNDECIDED,
};

const salvo_procedure ROOKIE_DUEL = {
    .id = "ROOKIE-24",
    .schema = {.name = "rookie.duel",
               ALL_OF(parameters, PARAMETERS),
               .situation_size = sizeof(struct duel),
               .prepare = prepare,
               .explain = explain,
               .remark = remark},
    .documentation = {.chapter = "Duel",
                      .title = "two squads shoot it out, by the reconstruction",
                      .section = "The Sequence of the Game, Movement and Firing, Firing the Unit",
                      .rulings = "K1 K3 K9 K10 K13",
                      .notes = "Both squads stay at the range, in command, and check no morale."},
    ALL_OF(expectations, EXPECTATIONS),
    ALL_OF(outcomes, OUTCOMES),
    .expects = expects,
    .chain = &CHAIN,
};

const salvo_duel_adapter ROOKIE_DUEL_ADAPTER = {
    .procedure = "rookie.duel",
    .a = "a",
    .b = "b",
    .range = "range",
    .first = "first",
    .turns = "phases",
    .a_wins = "a-wins",
    .b_wins = "b-wins",
    .mutual = "",
    .counts = "phases",
    .mirrors = true,
};
