/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Section 12, aircraft against each other and fire at them: TRR-37 and TRR-38. */
#include "rules/trr/anti_aircraft.h"

#include "base/phrase.h"
#include "rules/trr/aircraft.h"
#include "rules/trr/anti_tank.h"

enum { A_ATTACKS, B_ATTACKS, BOTH_OFF, N_COMBATS };

static const char *const TIES_CHOICES[] = {"reroll", "both-off", NULL};
static const char *const COMBATS[N_COMBATS] = {[A_ATTACKS] = "a", [B_ATTACKS] = "b", [BOTH_OFF] = "both-off"};

static const salvo_expectation AIR_TO_AIR_EXPECTATIONS[] = {
    {.name = "delay", .help = "mean number of moves that the attack is delayed"}};

struct combat {
    bool both_off;
};

/* The book does not mention equal dice here. As with the initiative they are thrown again, unless
 * ties=both-off. */
static const salvo_parameter AIR_TO_AIR[] = {
    CHOICE("ties", "equal dice", TIES_CHOICES, "reroll", INTO(struct combat, both_off)),
};

struct combat_state {
    uint8_t over, outcome;
};

static int combat_outcome(const void *situation, const void *state)
{
    const struct combat_state *s = state;

    (void)situation;
    return s->over ? s->outcome : SALVO_CONTINUES;
}

static void combat_dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation;
    (void)state;
    *dice = salvo_dice_of(2, D10);
}

/* The higher die attacks, delayed by the lower. Without rerolls a tie sends both off and counts no delay. */
static bool combat_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    struct combat_state *s = state;

    if (faces[0] == faces[1]) {
        s->over = ((const struct combat *)situation)->both_off;
        s->outcome = s->over ? BOTH_OFF : 0;
        return false;
    }
    gain[0] += faces[0] < faces[1] ? faces[0] : faces[1];
    *s = (struct combat_state){.over = 1, .outcome = faces[0] > faces[1] ? A_ATTACKS : B_ATTACKS};
    return false;
}

static const salvo_chain COMBAT_CHAIN = {
    .state_size = sizeof(struct combat_state), .outcome = combat_outcome, .dice = combat_dice, .step = combat_step};

const salvo_procedure TRR_AIR_TO_AIR = {
    .id = "TRR-37",
    .schema = {.name = "trr.air-to-air", ALL_OF(parameters, AIR_TO_AIR), .situation_size = sizeof(struct combat)},
    .documentation = {.chapter = TRR_AIRCRAFT_CHAPTER,
                      .title = "whose fighters attack",
                      .section = "12 Air To Air Combat"},
    ALL_OF(expectations, AIR_TO_AIR_EXPECTATIONS),
    ALL_OF(outcomes, COMBATS),
    .chain = &COMBAT_CHAIN,
};

static const char *const FIRER_CHOICES[] = {
    [AA_TARGET] = "target", [AA_LIGHT_30] = "light-30", [AA_LIGHT_40] = "light-40", [AA_HEAVY] = "heavy", NULL};
static const char *const ENGINES_CHOICES[] = {
    [GLIDER] = "glider", [SINGLE] = "single", [TWIN] = "twin", [MULTI] = "multi", NULL};
/* A build is added to the defence of the engines: transports are easier by one, armour and jets harder by one. */
enum build { BUILD_NORMAL, BUILD_TRANSPORT, BUILD_ARMOURED };
static const char *const BUILD_CHOICES[] = {
    [BUILD_NORMAL] = "normal", [BUILD_TRANSPORT] = "transport", [BUILD_ARMOURED] = "armoured", NULL};

enum aa_outcome { UNHURT, ONE_MARKER, TWO_MARKERS, CRASHED, ABORTED, NO_FIRE, N_AA_OUTCOMES };

static const char *const AA_OUTCOMES[N_AA_OUTCOMES] = {
    [UNHURT] = "unhurt",   [ONE_MARKER] = "one-marker", [TWO_MARKERS] = "two-markers",
    [CRASHED] = "crashed", [ABORTED] = "aborted",       [NO_FIRE] = "no-fire"};

static const salvo_expectation AA_EXPECTATIONS[] = {{.name = "markers", .help = "mean number of markers scored"}};

/* The defence of an aircraft is the sum of its engines' and its build's. */
struct aa {
    const struct trr_tables *tables;
    enum trr_aa firer;
    enum trr_altitude altitude;
    enum trr_frame engines;
    enum build build;
    bool fires;
    int modifier, shots, damage;
};

static const salvo_parameter AA_PARAMETERS[] = {
    CHOICE("firer", "the firer: the target of the attack, or anti-aircraft guns", FIRER_CHOICES, "light-40",
           INTO(struct aa, firer)),
    TRR_ALTITUDE("the altitude of the aircraft", INTO(struct aa, altitude)),
    CHOICE("engines", "its engines; a glider or helicopter", ENGINES_CHOICES, "single", INTO(struct aa, engines)),
    CHOICE("build", "transport or light observation; armoured or jet", BUILD_CHOICES, "normal", INTO(struct aa, build)),
    WHOLE("shots", "firers, one after another until the aircraft aborts", 1, 6, "1", INTO(struct aa, shots)),
    TRR_AIRCRAFT_DAMAGE(TRR_DAMAGE_WORDS " before", INTO(struct aa, damage)),
};

struct aa_state {
    uint8_t fired, markers; /* markers: all on the aircraft, at most as many as abort it */
    uint8_t over, outcome;
};

/* A dive begins at medium altitude, but its target may fire when the aircraft is low. */
static enum trr_aa_column aa_column(enum trr_aa firer, enum trr_altitude altitude)
{
    switch (altitude) {
    case ALTITUDE_LOW:
        return AA_LOW;
    case ALTITUDE_DIVE:
        return firer == AA_TARGET ? AA_LOW : AA_MEDIUM;
    case ALTITUDE_MEDIUM:
        return AA_MEDIUM;
    default:
        return AA_HIGH;
    }
}

/* The table of defences has the builds after the engines, as rows to be added. */
static int aircraft_defence(const struct trr_tables *t, const struct aa *aa)
{
    static const int BUILD[] = {[BUILD_TRANSPORT] = TRANSPORT, [BUILD_ARMOURED] = ARMOURED};

    return t->frames[aa->engines] + (aa->build == BUILD_NORMAL ? 0 : t->frames[BUILD[aa->build]]);
}

/* A "-" in the table is an altitude that the firer does not reach. */
static void derive_aa(const void *tables, void *situation)
{
    const struct trr_tables *t = tables;
    struct aa *aa = situation;
    const int *row = t->aa[aa->firer];
    int altitude = row[aa_column(aa->firer, aa->altitude)];

    aa->fires = row[AA_FACTOR] != SALVO_BLANK && altitude != SALVO_BLANK;
    if (aa->fires)
        aa->modifier = row[AA_FACTOR] + altitude - aircraft_defence(t, aa);
}

/* Earlier markers count towards an abort. The expectation excludes them, because it is about scored markers. */
static void aa_start(const void *situation, void *state)
{
    ((struct aa_state *)state)->markers = (uint8_t)((const struct aa *)situation)->damage;
}

static bool aborts(const struct aa *aa, const struct aa_state *s)
{
    return s->markers >= aa->tables->values[ABORT];
}

/* The firers stop at an abort; the remaining ones do not fire. */
static int aa_outcome(const void *situation, const void *state)
{
    const struct aa *aa = situation;
    const struct aa_state *s = state;

    if (!aa->fires)
        return NO_FIRE;
    if (s->over)
        return s->outcome;
    return aborts(aa, s) || s->fired < aa->shots ? SALVO_CONTINUES : UNHURT + s->markers;
}

static void aa_dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation;
    (void)state;
    *dice = salvo_dice_of(1, D10);
}

/* altitude replaces range. An aircraft that aborts throws for a crash. Markers are counted up to the number that
 * aborts, so that more of them are no further states. */
static bool aa_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct aa *aa = situation;
    struct aa_state *s = state;
    int markers, most = aa->tables->values[ABORT];

    if (aborts(aa, s)) {
        *s = (struct aa_state){.over = 1, .outcome = faces[0] <= aa->tables->values[CRASH] ? CRASHED : ABORTED};
        return false;
    }
    markers = trr_markers(aa->tables, faces[0] + aa->modifier, false);
    gain[0] += markers;
    s->fired++;
    s->markers = (uint8_t)(s->markers + markers < most ? s->markers + markers : most);
    return false;
}

/* An altitude that the firer does not reach has no shot to explain. */
static void explain_aa(const void *situation, salvo_text *text)
{
    const struct aa *aa = situation;

    if (aa->fires)
        salvo_text_add(text, "%s, score D10 %+d\n", salvo_counted((uint64_t)aa->shots, "shot").text, aa->modifier);
}

static const salvo_chain AA_CHAIN = {
    .state_size = sizeof(struct aa_state), .start = aa_start, .outcome = aa_outcome, .dice = aa_dice, .step = aa_step};

const salvo_procedure TRR_AA_FIRE = {
    .id = "TRR-38",
    .schema = {.name = "trr.aa-fire",
               ALL_OF(parameters, AA_PARAMETERS),
               SITUATION(struct aa, tables),
               .derive = derive_aa,
               .explain = explain_aa},
    .documentation = {.chapter = TRR_AIRCRAFT_CHAPTER,
                      .title = "fire at an aircraft",
                      .section = "12 Anti-Aircraft Fire",
                      .rulings = "R-33"},
    ALL_OF(expectations, AA_EXPECTATIONS),
    ALL_OF(outcomes, AA_OUTCOMES),
    .chain = &AA_CHAIN,
};
