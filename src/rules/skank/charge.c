/* A charge into melee, and the snap shot at it (Melee Phase: Snap Shot special rule; Prepared barricades; SKANK-19).
 * The attacker is side a, the defender side b. */
#include "rules/skank/melee.h"
#include "rules/skank/procedures.h"
#include "rules/skank/shot.h"

enum {
    ATTACKER,
    DEFENDER,
    WEAPON,
    RESPONSE,
    DEFENDER_MOVED,
    OBSTACLE,
    OBSTACLE_ATTACKS,
    ATTACKER_WOUNDS,
    DEFENDER_WOUNDS,
    ATTACKER_RATING,
    MODIFIER,
    N_KEYS,
};

enum response { SNAP_SHOT, MELEE };
enum obstacle_attacks { MINUS_ONE, ONE };

static const char *const RESPONSES[] = {[SNAP_SHOT] = "snap-shot", [MELEE] = "melee", NULL};
static const char *const OBSTACLE_CHOICES[] = {[MINUS_ONE] = "minus-one", [ONE] = "one", NULL};

/* clang-format off */
static const salvo_parameter PARAMETERS[N_KEYS] = {
    [ATTACKER] = SKANK_TROOP("attacker", "who charges"),
    [DEFENDER] = SKANK_TROOP("defender", "who is charged"),
    [WEAPON] = SKANK_WEAPON("direct", "rifle", "the defender's, for the snap shot"),
    [RESPONSE] = SKANK_CHOICE("response", "what the defender does", RESPONSES, "snap-shot"),
    [DEFENDER_MOVED] = SKANK_FLAG("defender-moved", "the defender moved this turn"),
    [OBSTACLE] = SKANK_FLAG("obstacle", "the charge goes over an obstacle"),
    [OBSTACLE_ATTACKS] = SKANK_CHOICE("obstacle-attacks", "attacks left behind an obstacle", OBSTACLE_CHOICES,
                                      "minus-one"),
    [ATTACKER_WOUNDS] = SKANK_WHOLE("attacker-wounds", "in place of the troop's", 1, SKANK_WOUNDS_MAX, NULL),
    [DEFENDER_WOUNDS] = SKANK_WHOLE("defender-wounds", "in place of the troop's", 1, SKANK_WOUNDS_MAX, NULL),
    [ATTACKER_RATING] = SKANK_WHOLE("attacker-rating", "rating of the attacker", 0, SKANK_RATING_MAX, "1"),
    [MODIFIER] = SKANK_MODIFIER("modifier", "added to the snap shot"),
};
/* clang-format on */

struct charge {
    const struct skank_tables *tables;
    bool shoots;
    struct skank_shot shot;
    int faces; /* of the snap shot */
    struct skank_hit hit;
    struct skank_brawl brawl;
};

static struct skank_shot snap_shot(const struct skank_tables *t, const salvo_value *values)
{
    int weapon = (int)values[WEAPON].integer;

    return (struct skank_shot){
        .weapon = weapon,
        .shooter = (int)values[DEFENDER].integer,
        .target = (int)values[ATTACKER].integer,
        .range_in = 0,
        .max_range_in = skank_weapon_range(&t->weapons[weapon]),
        .shooter_moving = values[DEFENDER_MOVED].integer,
        .target_moving = true,
        .modifier = (int)values[MODIFIER].integer,
        .target_rating = (int)values[ATTACKER_RATING].integer,
        .target_wounds = skank_given_or(&values[ATTACKER_WOUNDS], t->troops[values[ATTACKER].integer].wounds),
    };
}

/* R17: what an obstacle leaves. */
static int attacks_over(const struct skank_troop *troop, enum obstacle_attacks reading)
{
    if (reading == ONE)
        return troop->attacks_over_obstacle;
    return troop->attacks > 0 ? troop->attacks - 1 : 0;
}

static struct skank_brawl brawl_of(const struct skank_tables *t, const salvo_value *values)
{
    int attacker = (int)values[ATTACKER].integer, defender = (int)values[DEFENDER].integer;
    bool obstacle = values[OBSTACLE].integer, strikes_back = values[RESPONSE].integer == MELEE || obstacle;

    return (struct skank_brawl){
        .good = {skank_melee_faces(t, attacker, defender, 0), skank_melee_faces(t, defender, attacker, 0)},
        .attacks = {obstacle
                        ? attacks_over(&t->troops[attacker], (enum obstacle_attacks)values[OBSTACLE_ATTACKS].integer)
                        : t->troops[attacker].attacks,
                    strikes_back ? t->troops[defender].attacks : 0},
        .wounds = {skank_given_or(&values[ATTACKER_WOUNDS], t->troops[attacker].wounds),
                   skank_given_or(&values[DEFENDER_WOUNDS], t->troops[defender].wounds)},
    };
}

static salvo_status prepare(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    struct charge *c = situation;

    (void)err;
    c->tables = tables;
    c->shoots = values[RESPONSE].integer == SNAP_SHOT;
    c->shot = snap_shot(tables, values);
    c->faces = skank_shot_faces(tables, &c->shot);
    c->hit = skank_shot_hit(tables, &c->shot);
    c->brawl = brawl_of(tables, values);
    return SALVO_OK;
}

struct state {
    int32_t shot_to_come;
    struct skank_blows blows;
};

enum { WOUNDS_LOST_ATTACKER = SIDE_A, WOUNDS_LOST_DEFENDER = SIDE_B };

static const char *const OUTCOMES[] = {"neither", "attacker-down", "defender-down", "both-down"};

static const salvo_expectation EXPECTATIONS[] = {
    [WOUNDS_LOST_ATTACKER] = {.name = "attacker-wounds-lost", .help = "mean number of wounds of the attacker"},
    [WOUNDS_LOST_DEFENDER] = {.name = "defender-wounds-lost", .help = "mean number of wounds of the defender"},
};

static void start(const void *situation, void *state)
{
    const struct charge *c = situation;
    const int16_t wounds[N_SIDES] = {(int16_t)c->brawl.wounds[SIDE_A], (int16_t)c->brawl.wounds[SIDE_B]};

    *(struct state *)state = (struct state){.shot_to_come = c->shoots, .blows = skank_round_of(&c->brawl, wounds)};
}

static int outcome(const void *situation, const void *state)
{
    const struct state *s = state;

    (void)situation;
    return s->shot_to_come || !skank_round_is_over(&s->blows) ? SALVO_GOES_ON : skank_down(s->blows.wounds);
}

static void dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation;
    (void)state;
    *dice = salvo_dice_of(1, FACES);
}

/* R18: a hit that counts ends the charge. */
static void shoot(const struct charge *c, struct state *s, int face, int64_t *gain)
{
    int lost = skank_hit_wounds(&c->hit);

    s->shot_to_come = 0;
    if (face > c->faces || lost == 0)
        return;
    gain[WOUNDS_LOST_ATTACKER] += lost;
    s->blows = (struct skank_blows){.wounds = {(int16_t)(s->blows.wounds[SIDE_A] - lost), s->blows.wounds[SIDE_B]}};
}

static bool step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct charge *c = situation;
    struct state *s = state;

    if (s->shot_to_come)
        shoot(c, s, faces[0], gain);
    else
        skank_strike(&c->brawl, &s->blows, faces[0], gain);
    return false;
}

static void explain(const void *situation, salvo_text *text)
{
    const struct charge *c = situation;

    if (c->shoots) {
        skank_shot_explain(c->tables, &c->shot, text);
        skank_hit_explain(&c->hit, text);
    }
    for (int side = 0; side < N_SIDES; side++)
        salvo_text_add(text, "%s: %d attack%s with %d of %d faces\n", side == SIDE_A ? "attacker" : "defender",
                       c->brawl.attacks[side], c->brawl.attacks[side] == 1 ? "" : "s", c->brawl.good[side], FACES);
}

static const salvo_chain CHAIN = {
    .state_size = sizeof(struct state), .start = start, .outcome = outcome, .dice = dice, .step = step};

const salvo_procedure SKANK_CHARGE = {
    .id = "SKANK-19",
    .schema = {.name = "skank.charge",
               .parameters = PARAMETERS,
               .n_parameters = N_KEYS,
               .situation_size = sizeof(struct charge),
               .prepare_from_values = prepare,
               .explain = explain},
    .documentation = {.chapter = "Melee",
                      .title = "a charge, and the snap shot or the melee that meets it",
                      .section = "Melee Phase: Snap Shot special rule; Prepared barricades",
                      .rulings = "R2 R7 R8 R17 R18 R19"},
    .expectations = EXPECTATIONS,
    .n_expectations = sizeof EXPECTATIONS / sizeof *EXPECTATIONS,
    .outcomes = OUTCOMES,
    .n_outcomes = sizeof OUTCOMES / sizeof *OUTCOMES,
    .chain = &CHAIN,
};
