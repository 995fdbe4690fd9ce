/* Psionics (SKANK-12 to SKANK-15). */
#include "rules/skank/basics.h"
#include "rules/skank/procedures.h"
#include "rules/skank/shot.h"
#include "rules/skank/tries.h"

enum {
    RATING,
    TARGET,
    TARGET_RATING,
    TARGET_WOUNDS,
    TARGET_PSIONIST,
    SCAN,
    SCAN_ABILITY,
    DAMAGE_MODIFIER,
    N_ATTACK,
};

/* clang-format off */
static const salvo_parameter ATTACK[N_ATTACK] = {
    [RATING] = SKANK_WHOLE("rating", "rating chosen for the attack", 1, PSIONIC_RATINGS, "1"),
    [TARGET] = SKANK_UNIT("target", "figure or vehicle attacked", "trained"),
    [TARGET_RATING] = SKANK_TARGET_RATING("rating of the target, in place of its own"),
    [TARGET_WOUNDS] = SKANK_TARGET_WOUNDS,
    [TARGET_PSIONIST] = SKANK_FLAG("target-psionist", "the target is a psionist and saves"),
    [SCAN] = SKANK_FLAG("scan", "the target must first be found by a scan"),
    [SCAN_ABILITY] = SKANK_WHOLE("ability", "the psionist's, for the scan", 0, SKANK_MODIFIER_MAX, "5"),
    [DAMAGE_MODIFIER] = SKANK_DAMAGE_MODIFIER,
};
/* clang-format on */

struct attack {
    bool scan;
    int finds;   /* faces of the scan that find the target */
    int affects; /* faces of the attack that work */
    bool psionist;
    int saves; /* faces of the psionist that save */
    struct skank_hit hit;
};

enum attack_outcome { NOT_FOUND, FAIL, SAVED, ATTACK_RESULT /* + enum skank_result, but for "destroyed" */ };

static const char *const ATTACK_OUTCOMES[] = {"not-found",        "fail", "saved", "no-effect", "wound", "killed",
                                              SKANK_DAMAGE_LABELS};

/* The rating difference helps the damage roll (Overkill); no troop's bonus matters (R32). */
static salvo_status prepare_attack(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct skank_tables *t = tables;
    struct attack *a = situation;
    int unit = (int)values[TARGET].integer, rating = (int)values[RATING].integer;
    bool is_vehicle = skank_is_vehicle(t, unit);
    int own_rating = is_vehicle ? skank_vehicle_of(t, unit)->rating : t->troops[unit].rating;
    int target_rating = skank_given_or(&values[TARGET_RATING], own_rating);

    (void)err;
    a->scan = values[SCAN].integer;
    a->finds = skank_good_faces((int)values[SCAN_ABILITY].integer, 0);
    a->affects = skank_good_faces(t->psionic[rating - 1], 0);
    a->psionist = values[TARGET_PSIONIST].integer;
    a->saves = skank_good_faces(t->value[PSIONIC_SAVE], 0);
    a->hit = (struct skank_hit){
        .effective = rating >= target_rating,
        .vehicle = is_vehicle ? skank_vehicle_of(t, unit) : NULL,
        .damage_modifier = (int)values[DAMAGE_MODIFIER].integer - (rating - target_rating),
        .wounds = skank_given_or(&values[TARGET_WOUNDS], is_vehicle ? 1 : t->troops[unit].wounds),
    };
    return SALVO_OK;
}

enum { SCAN_DIE, ATTACK_DIE, SAVE_DIE, DAMAGE_DIE, N_ATTACK_DICE };

static void attack_dice(const void *situation, salvo_dice *dice)
{
    (void)situation;
    *dice = salvo_dice_of(N_ATTACK_DICE, FACES);
}

static int attack_resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct attack *a = situation;
    enum skank_result result;

    (void)gain;
    if (a->scan && faces[SCAN_DIE] > a->finds)
        return NOT_FOUND;
    if (faces[ATTACK_DIE] > a->affects)
        return FAIL;
    if (a->psionist && faces[SAVE_DIE] <= a->saves)
        return SAVED;
    result = skank_hit_resolve(&a->hit, faces[DAMAGE_DIE]);
    return ATTACK_RESULT + (int)result - (result > RESULT_DESTROYED);
}

static void explain_attack(const void *situation, salvo_text *text)
{
    const struct attack *a = situation;

    if (a->scan)
        salvo_text_add(text, "the scan finds with %d of %d faces\n", a->finds, FACES);
    salvo_text_add(text, "the attack works with %d of %d faces\n", a->affects, FACES);
    if (a->psionist)
        salvo_text_add(text, "the target saves with %d of %d faces\n", a->saves, FACES);
    skank_hit_explain(&a->hit, text);
}

static const salvo_roll ATTACK_ROLL = {.dice = attack_dice, .resolve = attack_resolve};

const salvo_procedure SKANK_PSIONIC_ATTACK = {
    .id = "SKANK-12",
    .schema = {.name = "skank.psionic-attack",
               .parameters = ATTACK,
               .n_parameters = N_ATTACK,
               .situation_size = sizeof(struct attack),
               .prepare_from_values = prepare_attack,
               .explain = explain_attack},
    .documentation = {.chapter = "Psionics",
                      .title = "a psionic attack",
                      .section = "Psionics 1, 3, 6; Overkill",
                      .rulings = "R2 R3 R8 R32"},
    .outcomes = ATTACK_OUTCOMES,
    .n_outcomes = sizeof ATTACK_OUTCOMES / sizeof *ATTACK_OUTCOMES,
    .roll = &ATTACK_ROLL,
};

enum { ATTEMPTS, WOUNDS, N_HEAL };

static const salvo_parameter HEAL[N_HEAL] = {
    [ATTEMPTS] = SKANK_WHOLE("attempts", "attempts to heal", 0, SKANK_TRIES_MAX, "1"),
    [WOUNDS] = SKANK_WHOLE("wounds", "wounds missing", 0, SKANK_WOUNDS_MAX, "2"),
};

static const salvo_expectation HEAL_EXPECTATIONS[] = {{.name = "healed", .help = "mean number of wounds healed"}};

/* A figure that lacks no wound needs no attempt. */
static salvo_status prepare_heal(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct skank_tables *t = tables;
    int wounds = (int)values[WOUNDS].integer;

    (void)err;
    *(struct skank_tries *)situation = (struct skank_tries){
        .tries = wounds ? (int)values[ATTEMPTS].integer : 0,
        .enough = wounds,
        .n_dice = 1,
        .over = {t->value[PSIONIC_HEAL]},
        .under = true,
    };
    return SALVO_OK;
}

const salvo_procedure SKANK_PSIONIC_HEAL = {
    .id = "SKANK-13",
    .schema = {.name = "skank.psionic-heal",
               .parameters = HEAL,
               .n_parameters = N_HEAL,
               .situation_size = sizeof(struct skank_tries),
               .prepare_from_values = prepare_heal},
    .documentation = {.chapter = "Psionics",
                      .title = "how many wounds a psionist heals",
                      .section = "Psionics 2",
                      .rulings = "R2 R3"},
    .expectations = HEAL_EXPECTATIONS,
    .n_expectations = 1,
    .outcomes_help = "wounds healed 0, 1, ... those missing",
    .chain = &SKANK_TRIES,
};

enum { SCANNER, SCANNER_ABILITY, SCAN_MODIFIER, N_SCAN };

static const salvo_parameter SCAN_PARAMETERS[N_SCAN] = {
    [SCANNER] = SKANK_TROOP("troop", "the psionist"),
    [SCANNER_ABILITY] = SKANK_ABILITY("the psionist's ability, in place of the troop's"),
    [SCAN_MODIFIER] = SKANK_MODIFIER("modifier", "added to the roll"),
};

static const char *const SCAN_OUTCOMES[] = {"revealed", "hidden"};

static salvo_status prepare_scan(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    (void)err;
    ((struct skank_test *)situation)->good =
        skank_ability_faces(tables, &values[SCANNER], &values[SCANNER_ABILITY], (int)values[SCAN_MODIFIER].integer);
    return SALVO_OK;
}

const salvo_procedure SKANK_PSIONIC_SCAN = {
    .id = "SKANK-14",
    .schema = {.name = "skank.psionic-scan",
               .parameters = SCAN_PARAMETERS,
               .n_parameters = N_SCAN,
               .situation_size = sizeof(struct skank_test),
               .prepare_from_values = prepare_scan},
    .documentation = {.chapter = "Psionics",
                      .title = "a scan of a hidden area",
                      .section = "Psionics 3",
                      .rulings = "R2 R3"},
    .outcomes = SCAN_OUTCOMES,
    .n_outcomes = 2,
    .roll = &SKANK_TEST,
};

enum { STUNNED, STUNNED_ABILITY, STUN_TARGETS, STUN_PSIONIST, STUN_MODIFIER, N_STUN };
enum { STUN_TARGETS_MAX = 200 };

static const salvo_parameter STUN[N_STUN] = {
    [STUNNED] = SKANK_TROOP("target", "who stands in the zone"),
    [STUNNED_ABILITY] = SKANK_ABILITY("ability of the targets, in place of the troop's"),
    [STUN_TARGETS] = SKANK_WHOLE("targets", "figures in the zone", 1, STUN_TARGETS_MAX, "1"),
    [STUN_PSIONIST] = SKANK_FLAG("target-psionist", "the targets are psionists and save"),
    [STUN_MODIFIER] = SKANK_MODIFIER("modifier", "added to the ability roll"),
};

static const salvo_expectation STUN_EXPECTATIONS[] = {{.name = "stunned", .help = "mean number of figures stunned"}};

static salvo_status prepare_stun(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct skank_tables *t = tables;

    (void)err;
    *(struct skank_tries *)situation = (struct skank_tries){
        .tries = (int)values[STUN_TARGETS].integer,
        .n_dice = values[STUN_PSIONIST].integer ? 2 : 1,
        .over = {skank_ability_faces(t, &values[STUNNED], &values[STUNNED_ABILITY], (int)values[STUN_MODIFIER].integer),
                 t->value[PSIONIC_SAVE]},
    };
    return SALVO_OK;
}

const salvo_procedure SKANK_TELEKINETIC_STUN = {
    .id = "SKANK-15",
    .schema = {.name = "skank.telekinetic-stun",
               .parameters = STUN,
               .n_parameters = N_STUN,
               .situation_size = sizeof(struct skank_tries),
               .prepare_from_values = prepare_stun},
    .documentation = {.chapter = "Psionics",
                      .title = "how many figures a telekinetic stun throws back",
                      .section = "Psionics 5, 6",
                      .rulings = "R2 R3"},
    .expectations = STUN_EXPECTATIONS,
    .n_expectations = 1,
    .outcomes_help = "figures stunned 0, 1, ... targets",
    .chain = &SKANK_TRIES,
};
