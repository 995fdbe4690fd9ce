#include "rules/mad/duel.h"

#include <string.h>

#include "rules/mad/activation.h"
#include "rules/mad/initiative.h"
#include "rules/mad/words.h"

enum side { A, B, N_SIDES };

enum first { FIRST_A, FIRST_B, FIRST_INITIATIVE, FIRST_SIMULTANEOUS };

static const char *const FIRST_CHOICES[] = {
    [FIRST_A] = "a", [FIRST_B] = "b", [FIRST_INITIATIVE] = "initiative", [FIRST_SIMULTANEOUS] = "simultaneous", NULL};

struct side_of_duel {
    struct mad_activation activation; /* its own moves, opportunity and weapons, the enemy's cover */
    const char *name;
    int hp;
    struct mad_shot shot[MOUNTS_MAX];
    struct mad_attack attack[MOUNTS_MAX];
    int n_attacks; /* may be 0 */
};

struct duel {
    const struct mad_tables *tables;
    double range_m;
    bool small_arms_vehicles;
    enum first first;
    int64_t turn_limit; /* 0: unlimited */
    struct side_of_duel side[N_SIDES];
};

static const char *const WEAPONS[N_SIDES] = {"a-weapons", "b-weapons"};

/* clang-format off */
static const salvo_parameter PARAMETERS[] = {
    MAD_UNIT("a", "one element", INTO(struct duel, side[A].activation.unit)),
    MAD_UNIT("b", "the other element", INTO(struct duel, side[B].activation.unit)),
    MAD_RANGE(INTO(struct duel, range_m)),
    CHOICE("first", "who fires first in a turn", FIRST_CHOICES, "initiative", INTO(struct duel, first)),
    FLAG("a-moves", "a moves every turn", INTO(struct duel, side[A].activation.shot.moving)),
    FLAG("b-moves", "b moves every turn", INTO(struct duel, side[B].activation.shot.moving)),
    MAD_COVER("a-cover", "a's own cover", INTO(struct duel, side[B].activation.shot.cover)),
    MAD_COVER("b-cover", "b's own cover", INTO(struct duel, side[A].activation.shot.cover)),
    FLAG("a-opportunity", "a's shots are opportunity fire", INTO(struct duel, side[A].activation.shot.opportunity)),
    FLAG("b-opportunity", "b's shots are opportunity fire", INTO(struct duel, side[B].activation.shot.opportunity)),
    CHOICE("a-weapons", "what a fires", MAD_WEAPONS_CHOICES, "main", INTO(struct duel, side[A].activation.weapons)),
    CHOICE("b-weapons", "what b fires", MAD_WEAPONS_CHOICES, "main", INTO(struct duel, side[B].activation.weapons)),
    MAD_SMALL_ARMS_VEHICLES(INTO(struct duel, small_arms_vehicles)),
    MAD_COUNT("turns", "turns after which the duel is broken off", "unlimited", .word = "unlimited",
              INTO(struct duel, turn_limit)),
};
/* clang-format on */

static salvo_status prepare_side(struct duel *duel, enum side side, salvo_error *err)
{
    const struct mad_tables *t = duel->tables;
    struct side_of_duel *own = &duel->side[side];
    struct mad_activation *activation = &own->activation;

    activation->target = duel->side[side == A ? B : A].activation.unit;
    activation->shot.range_m = duel->range_m;
    activation->shot.fort_value = t->modifier[MODIFIER_FORTIFICATION];
    activation->shot.small_arms_vehicles = duel->small_arms_vehicles;
    own->name = t->units[activation->unit].name;
    own->hp = t->units[activation->unit].hp;
    mad_activation_aim(t, activation, own->shot, own->attack, &own->n_attacks);
    return mad_activation_check(t, activation->unit, activation->weapons, WEAPONS[side], err);
}

static salvo_status prepare(const void *tables, void *situation, salvo_error *err)
{
    salvo_status status = prepare_side(situation, A, err);

    (void)tables;
    return status == SALVO_OK ? prepare_side(situation, B, err) : status;
}

/* A turn is one ORDER step, then a FIRE step for each attack of the first side and of the second. */
enum phase { ORDER, FIRE };

struct state {
    int32_t hp[N_SIDES];
    uint8_t phase;
    uint8_t shooter; /* enum side */
    uint8_t second;  /* the shooter is the second to fire this turn */
    uint8_t attack;  /* place among the shooter's attacks */
};

enum outcome { A_WINS, B_WINS, MUTUAL, UNDECIDED, N_OUTCOMES };
enum { TURNS };

static void start(const void *situation, void *state)
{
    const struct duel *duel = situation;
    struct state *s = state;

    s->hp[A] = duel->side[A].hp;
    s->hp[B] = duel->side[B].hp;
}

/* A shot kills at once, but shots that are simultaneous count when both sides have fired. */
static int outcome(const void *situation, const void *state)
{
    const struct duel *duel = situation;
    const struct state *s = state;
    bool a_lives = s->hp[A] > 0, b_lives = s->hp[B] > 0;

    if ((a_lives && b_lives) || (duel->first == FIRST_SIMULTANEOUS && s->phase == FIRE))
        return SALVO_GOES_ON;
    return a_lives ? A_WINS : b_lives ? B_WINS : MUTUAL;
}

static void dice(const void *situation, const void *state, salvo_dice *dice)
{
    const struct duel *duel = situation;
    const struct state *s = state;
    const struct side_of_duel *shooter = &duel->side[s->shooter];

    if (s->phase == ORDER)
        *dice = salvo_dice_of(duel->first == FIRST_INITIATIVE ? MAD_INITIATIVE_DICE : 0, MAD_INITIATIVE_SIDES);
    else
        *dice = shooter->n_attacks ? mad_attack_dice(&shooter->attack[s->attack]) : salvo_dice_of(0, 10);
}

static void step_order(const struct duel *duel, struct state *s, const uint8_t *faces, int64_t *gain)
{
    enum side first = duel->first == FIRST_B ? B : A;

    if (duel->first == FIRST_INITIATIVE) {
        enum mad_initiative winner = mad_initiative_of(faces);

        if (winner == INITIATIVE_TIE)
            return;
        first = winner == INITIATIVE_A ? A : B;
    }
    gain[TURNS]++;
    s->phase = FIRE;
    s->shooter = (uint8_t)first;
}

/* The next attack of this activation, the other side's, or the next turn. True at the end of a turn. */
static bool move_on(const struct duel *duel, struct state *s)
{
    if (++s->attack < duel->side[s->shooter].n_attacks)
        return false;
    s->attack = 0;
    if (!s->second) {
        s->second = 1;
        s->shooter = s->shooter == A ? B : A;
        return false;
    }
    s->second = 0;
    s->shooter = A;
    s->phase = ORDER;
    return true;
}

static bool step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct duel *duel = situation;
    struct state *s = state;
    const struct side_of_duel *shooter = &duel->side[s->shooter];
    int32_t *enemy_hp = &s->hp[s->shooter == A ? B : A];

    if (s->phase == ORDER) {
        step_order(duel, s, faces, gain);
        return false;
    }
    if (shooter->n_attacks) {
        int damage = mad_attack_damage(&shooter->attack[s->attack], faces);

        *enemy_hp = damage < *enemy_hp ? *enemy_hp - damage : 0;
    }
    return move_on(duel, s);
}

/* Each mount of each side has its own dice, whoever is first. */
static int purpose(const void *situation, const void *state)
{
    const struct state *s = state;

    (void)situation;
    return s->phase == ORDER ? 0 : 1 + s->shooter + N_SIDES * s->attack;
}

static int64_t turn_limit(const void *situation)
{
    return ((const struct duel *)situation)->turn_limit;
}

static void explain_side(const struct duel *duel, enum side side, salvo_text *text)
{
    const struct side_of_duel *own = &duel->side[side];

    for (int i = 0; i < own->n_attacks; i++) {
        salvo_text_add(text, "%s, ", own->name);
        mad_attack_explain(duel->tables, &own->shot[i], text);
        salvo_text_put(text, "\n");
    }
    if (own->n_attacks == 0)
        salvo_text_add(text, "%s: nothing to fire with\n", own->name);
}

static void explain(const void *situation, salvo_text *text)
{
    static const char *const ORDER_WORDS[] = {
        [FIRST_A] = "a fires first in every turn",
        [FIRST_B] = "b fires first in every turn",
        [FIRST_INITIATIVE] = "initiative is rolled for every turn",
        [FIRST_SIMULTANEOUS] = "both fire at the same time",
    };
    const struct duel *duel = situation;

    salvo_text_add(text, "%s (a, %d hp) against %s (b, %d hp); %s", duel->side[A].name, duel->side[A].hp,
                   duel->side[B].name, duel->side[B].hp, ORDER_WORDS[duel->first]);
    if (duel->turn_limit)
        salvo_text_add(text, ", for at most %lld turn%s", (long long)duel->turn_limit,
                       duel->turn_limit == 1 ? "" : "s");
    salvo_text_put(text, "\n");
    explain_side(duel, A, text);
    explain_side(duel, B, text);
}

static const char *const OUTCOMES[N_OUTCOMES] = {
    [A_WINS] = "a-wins", [B_WINS] = "b-wins", [MUTUAL] = "mutual", [UNDECIDED] = "undecided"};

static const salvo_expectation EXPECTATIONS[] = {
    [TURNS] = {.name = "turns", .help = "mean number of turns begun until the end"}};

static const salvo_chain CHAIN = {
    .state_size = sizeof(struct state),
    .start = start,
    .outcome = outcome,
    .dice = dice,
    .step = step,
    .turn_limit = turn_limit,
    .undecided = UNDECIDED,
    .purpose = purpose,
};

const salvo_procedure MAD_DUEL = {
    .id = "MAD-05",
    .schema = {.name = "mad.duel",
               ALL_OF(parameters, PARAMETERS),
               .situation_size = sizeof(struct duel),
               .tables = SALVO_PLACE(struct duel, tables),
               .prepare = prepare,
               .explain = explain},
    .documentation = {.chapter = "Direct fire",
                      .title = "two listed elements shoot it out",
                      .section = "6.0 Activation, Direct Fire, Opportunity Fire",
                      .rulings = "R-01 to R-13, R-25, R-38, R-41, R-49"},
    ALL_OF(expectations, EXPECTATIONS),
    ALL_OF(outcomes, OUTCOMES),
    .chain = &CHAIN,
};

const salvo_duel_adapter MAD_DUEL_ADAPTER = {
    .procedure = "mad.duel",
    .a = "a",
    .b = "b",
    .range = "range",
    .first = "first",
    .turns = "turns",
    .a_wins = "a-wins",
    .b_wins = "b-wins",
    .mutual = "mutual",
    .mirrors = true,
};
