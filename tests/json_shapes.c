/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the program prints for other programs: the JSON documents of docs/json.md, and CSV (RFC 4180). The program runs as
 * a user would run it; what the numbers should be is tested elsewhere, here they must fit each other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <assert.h>
#include <csv.h>
#include <gmp.h>
#include <jansson.h>
#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

enum { COMMAND_MAX = 2048, WORD_MAX = 256, TURNS_LISTED = 1000 };

static const double PRINTED = 5e-15;   /* relative: half a unit of the 15th digit */
static const double SUMS = 1e-12;      /* of printed probabilities */
static const double TURNS_TAIL = 1e-6; /* duels that still go on where by_turn ends */

static void expect(bool holds, const char *arguments, const char *what)
{
    if (!holds)
        fail_msg("salvo %s\n    %s", arguments, what);
}

/* What salvo says to the arguments, as the shell reads them; `before` stands before the program ("LC_ALL=C"). */
static char *say_in(const char *before, const char *arguments, size_t *length)
{
    char command[COMMAND_MAX];
    char *bytes = NULL;
    FILE *out = open_memstream(&bytes, length);
    FILE *salvo;
    int c;

    assert_non_null(out);
    assert_in_range(snprintf(command, sizeof command, "%s \"$SALVO_PROGRAM\" %s", before, arguments), 1,
                    sizeof command - 1);
    salvo = popen(command, "r");
    assert_non_null(salvo);
    while ((c = getc(salvo)) != EOF)
        putc(c, out);
    expect(pclose(salvo) == 0, arguments, "fails");
    assert_int_equal(fclose(out), 0);
    return bytes;
}

static char *say(const char *arguments, const char *format, size_t *length)
{
    char words[COMMAND_MAX];

    assert_in_range(snprintf(words, sizeof words, "%s --format %s", arguments, format), 1, sizeof words - 1);
    return say_in("", words, length);
}

/* Documents by their arguments, because several tests look at the same one. */
static json_t *documents;

static json_t *ask_json(const char *arguments)
{
    json_t *document = json_incref(json_object_get(documents, arguments));
    json_error_t error;
    size_t length;
    char *text;

    if (document)
        return document;
    text = say(arguments, "json", &length);
    document = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    expect(document != NULL, arguments, document ? "" : error.text);
    expect(length > 0 && text[length - 1] == '\n', arguments, "does not end its document with a newline");
    free(text);
    if (!documents)
        documents = json_object();
    assert_int_equal(json_object_set(documents, arguments, document), 0);
    return document;
}

static int forget_documents(void **state)
{
    (void)state;
    json_decref(documents);
    return 0;
}

static const char *text_at(const json_t *object, const char *key, const char *arguments)
{
    const char *text = json_string_value(json_object_get(object, key));

    expect(text != NULL && *text, arguments, key);
    return text;
}

static double number_at(const json_t *object, const char *key, const char *arguments)
{
    const json_t *number = json_object_get(object, key);

    expect(json_is_number(number), arguments, key);
    return json_number_value(number);
}

static double probability_at(const json_t *object, const char *key, const char *arguments)
{
    double p = number_at(object, key, arguments);

    expect(p >= 0 && p <= 1, arguments, "has a probability outside of 0 to 1");
    return p;
}

/* `text` is a fraction in lowest terms, and `value` what it is as a printed double. */
static void check_fraction(const char *text, double value, mpq_t fraction, const char *arguments)
{
    mpq_t given, canonical;
    char *spelled;

    mpq_inits(given, canonical, NULL);
    expect(mpq_set_str(fraction, text, 10) == 0, arguments, "has an 'exact' that is no fraction");
    mpq_set(canonical, fraction);
    mpq_canonicalize(canonical);
    spelled = mpq_get_str(NULL, 10, canonical);
    expect(strcmp(spelled, text) == 0, arguments, "has a fraction that is not in its lowest terms");
    free(spelled);

    mpq_set_d(given, value);
    mpq_sub(given, given, fraction);
    if (mpq_sgn(fraction) != 0)
        mpq_div(given, given, fraction);
    expect(fabs(mpq_get_d(given)) <= PRINTED, arguments, "has a fraction and a value that differ");
    mpq_clears(given, canonical, NULL);
}

/* At least one question for each procedure there is. */
static const char *const QUESTIONS[] = {
    "mad.direct-fire weapon=cannon-b range=500",
    "mad.direct-fire weapon=cannon-c range=400.5 cover=normal moving=yes hp=28",
    "mad.direct-fire weapon=cannon-b contact=yes",
    "mad.direct-fire weapon=cannon-b range=5000",
    "mad.volley weapon=cannon-d range=900 hp=16 shots=2",
    "mad.volley weapon=cannon-e range=500 hp=100 shots=40",
    "mad.shots-to-kill weapon=cannon-b range=500 hp=28 max=5",
    "mad.shots-to-kill weapon=small-arms range=5000 hp=28",
    "mad.unit-fire unit=british-m3-grant target=german-pz-iii-d range=900",
    "mad.duel a=german-tiger-i b=british-sherman-firefly range=750",
    "mad.duel a=german-tiger-i b=british-sherman-firefly range=750 turns=20000",
    "mad.duel a=us-m16-half-track-aa b=german-tiger-i range=5000",
    "mad.initiative",
    "mad.initiative ties=report",
    "mad.points mobility=medium hp=22 weapons=cannon-d,cannon-d-fixed",
    "mad.spotting range=1500.5 spotter=recon cover=normal",
    "mad.spotting contact=yes dice=two",
    "mad.spotting range=2000 spotter=other",
    "mad.at-grenade",
    "mad.at-grenade hp=28",
    "mad.passengers elements=40",
    "mad.passengers elements=2 roll=together",
    "mad.line-of-sight",
    "mad.minefield tech=hitech target=vtol hp=26",
    "mad.minefield-crossing tiles=2 hp=16",
    "mad.fort-reduction weapon=cannon-c range=600 shots=5",
    "mad.artillery-deviation observed=yes attack=3",
    "mad.artillery-deviation registered=yes",
    "mad.artillery-coverage calibre=medium guns=4 offset-x=-20.5 offset-y=7",
    "mad.artillery-hit calibre=heavy target=infantry situation=prepared hp=5",
    "mad.artillery-attack calibre=medium guns=4 observed=yes situation=cover hp=22",
    "mad.artillery-attack calibre=light tech=hitech target=vtol",
    "mad.hitech-fire weapon=missile-a range=350 target=power-armour hp=16",
    "mad.hitech-fire weapon=kinetic-a range=100 firer=vtol",
    "mad.air-initiative skill-a=2",
    "mad.air-initiative ties=report",
    "mad.air-fire weapon=20mm-cannon range=300 count=2 angle=side hp=10",
    "mad.air-fire weapon=machine-gun range=400",
    "mad.air-critical crew-locations=4 repeat=no",
    "mad.air-kill weapon=heavy-machine-gun range=200 count=6 hp=16 crew-locations=3",
    "mad.strafe weapon=machine-gun range=100 target=infantry",
    "mad.rocket-attack weapon=single-heavy-rocket range=500 hp=25",
    "mad.bombing skill=1 offset-x=15",
    "mad.bombing bomb-load=4400 hp=80",
    "mad.aa-fire weapon=small-arms range=90 hp=5",
    "mad.aa-fire weapon=20mm-cannon count=4 range=300 altitude=high",
    "mad.air-points hp=16 top-speed=360 turn=3 weapons=machine-gun:4,machine-gun:4 bomb-load=275",
    "mad.hitech-points mobility=fast armour=b weapons=laser-a,missile-c-fixed equipment=shield",
    "skank.direct-fire",
    "skank.volley",
    "skank.burn-clip",
    "skank.suppression",
    "skank.suppression-contest",
    "skank.initiative",
    "skank.ability",
    "skank.indirect-fire",
    "skank.area-effect",
    "skank.indirect-attack",
    "skank.auto-grenades",
    "skank.psionic-attack",
    "skank.psionic-heal",
    "skank.psionic-scan",
    "skank.telekinetic-stun",
    "skank.melee-attack",
    "skank.melee-round",
    "skank.melee-fight",
    "skank.charge",
    "skank.vehicle-damage",
    "skank.damage-rolls",
    "skank.crew-fate",
    "skank.brakes",
    "skank.thrown-track",
    "skank.collision",
    "skank.run-over",
    "skank.demolition",
    "skank.arson",
    "skank.spotting",
    "skank.tire-shot",
    "skank.morale",
    "skank.rally",
    "skank.radiation",
    "skank.horse-survival",
    "skank.duel",
    "skank.direct-fire weapon=pistol range=18.5",
    "skank.volley weapon=light-mg target=tank rating-bonus=4 range=30.5",
    "skank.duel a=hero b-count=5 range=15 first=initiative",
    "skank.duel a-count=5 b-count=5 range=12.5",
    "trr.turn-order",
    "trr.turn-order ties=keep",
    "trr.motivation type=other officer-lost=yes lost=2",
    "trr.rally grade=green damage=1 vehicles-lost=1",
    "trr.location target=foot posture=concealed distance=20",
    "trr.movement type=half-track going=bad linear=2 linear-size=bocage",
    "trr.movement type=cavalry wire=3",
    "trr.engineering need=60 moves=6",
    "trr.small-arms figures=8 lmg=2 distance=30 cover=light",
    "trr.small-arms weapon=smg distance=61",
    "trr.support-fire mount=pivot barrels=2 distance=7.5",
    "trr.casualties factor=20 shift=-1 target-figures=6",
    "trr.casualties shift=3",
    "trr.allocation hits=4 figures=6 specialists=2 excess=reroll",
    "trr.sniper cover=light",
    "trr.direct-he calibre=105 distance=75 cover=medium",
    "trr.flame-thrower target=bunker",
    "trr.he-landing distance=62.5 moving=yes",
    "trr.ignite",
    "trr.fire-spread moves=4",
    "trr.drift moves=3",
    "trr.smoke-pot",
    "trr.counter-battery turns-fired=4 bonus=yes",
    "trr.anti-tank gun=german-75-l70 unit=soviet-t34-85 distance=65",
    "trr.anti-tank strike=13 over-10=continue report=markers",
    "trr.anti-tank gun=hmg distance=80",
    "trr.flame-armour defence=2",
    "trr.passengers score=11",
    "trr.repair defence=6 markers=3 attempts=4",
    "trr.fire-request method=telephone artillery-between=yes",
    "trr.indirect-landing visibility=visible previous-turns=1",
    "trr.barrage factor=9 batteries=2 cover=light",
    "trr.barrage target=open unit=german-nashorn",
    "trr.indirect-fire method=own-sight previous-turns=1",
    "trr.indirect-fire target=closed defence=3 factor=10",
    "trr.mines distance=17 density=3",
    "trr.mines target=armour distance=12 damage-model=graded",
    "trr.bunker-slit gun=german-88-l56",
    "trr.bunker-charge weapon=petard distance=6",
    "trr.gas target=closed defence=2 prepared=yes",
    "trr.bunker-he factor=12 strength=1",
    "trr.air-scatter altitude=high",
    "trr.air-attack aircraft=heavy-bomber cover=heavy",
    "trr.air-attack target=open defence=8 aircraft-damage=1",
    "trr.strafe barrels=8 target=foot cover=light",
    "trr.strafe target=closed closed-immune=no defence=3",
    "trr.air-at-gun unit=german-panther aspect=rear",
    "trr.air-to-air",
    "trr.air-to-air ties=both-off",
    "trr.aa-fire firer=heavy altitude=high shots=3",
    "trr.airborne-arrival",
    "trr.paradrop terrain=wood squares=4 markers=1",
    "trr.glider short-a=3",
    "trr.duel a=german-tiger-i b=british-sherman-firefly range=40",
    "trr.duel a=german-hetzer b=american-m24-chaffee first=simultaneous damage-model=graded",
    "trr.duel a=german-tiger-ii b=german-pz-i range=200",
    "mbt2030.rps own-rock=3 opp-paper=2 draws=reroll",
    "mbt2030.eligibility range=9 own-class=inf-norm",
    "mbt2030.disadvantage own-class=mbt-minus own-extra=-4",
    "mbt2030.resolve own-disadvantage=3 opp-rock=7",
    "mbt2030.engage own-class=mbt-minus own-grade=minus opp-class=mbt-norm range=11",
    "mbt2030.engage own-class=art-norm opp-class=air-norm",
    "mbt2030.climate",
    "mbt2030.season",
    "mbt2030.major-terrain zone=any",
    "mbt2030.major-built-up squares=7 zone=any",
    "mbt2030.minor-count given-open=no zone=any",
    "mbt2030.minor-type",
    "mbt2030.table squares=4 zone=any",
    "mbt2030.hour",
    "mbt2030.weather zone=any",
    "mbt2030.conditions zone=cold",
    "mbt2030.duel a-class=mbt-plus range=10 b-rock=5",
    "mbt2030.duel accumulate=step turns=3 range=4",
    "mbt2030.battle stands=2 turns=3 a-class=mbt-plus pin-limit=2",
    "mbt2030.best-hand opp-class=mbt-plus rock=5 paper=2",
    "rookie.column men=4 switch=yes",
    "rookie.column column=21-25 shift=-3",
    "rookie.fire column=21-25 data=reconstruction functions=2",
    "rookie.fire column=below",
    "rookie.fire-bounds column=16-20",
    "rookie.overrun data=reconstruction shift=-1",
    "rookie.mines data=reconstruction target-men=1",
    "rookie.sniper data=reconstruction",
    "rookie.penetration weapon=small-arms ff=11",
    "rookie.special-damage",
    "rookie.special-damage data=reconstruction",
    "rookie.breakdown terrain=mud vehicle=special phases=3",
    "rookie.unbog attempts=2",
    "rookie.aircraft-arrival turns=3",
    "rookie.anti-aircraft squads=3 multi-guns=1 barrels=3 functions=2",
    "rookie.artillery-drift",
    "rookie.melee",
    "rookie.melee ties=both",
    "rookie.melee-fight a=3 b=4 ties=both",
    "rookie.sniper-detection turns=3",
    "rookie.observe base=60 camouflaged=yes attempts=2",
    "rookie.activation a-nth=2",
    "rookie.opening-run a-cards=3",
    "rookie.markers",
    "rookie.move-class wire=yes unit=vehicle",
    "rookie.morale marker=pinned half-losses=yes",
    "rookie.leader-hit figures=4",
    "rookie.duel a-men=3 b-men=2",
    "rookie.duel policy=fire phases=4 range=5",
};

/* The rows of the procedure's own help. */
static json_t *schema_of(const char *procedure)
{
    char arguments[COMMAND_MAX];

    snprintf(arguments, sizeof arguments, "odds %s --help", procedure);
    return ask_json(arguments);
}

static bool starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* A number where the schema has numbers, unless it is the word that stands for none. */
static void check_kind(const json_t *value, const char *values, const char *arguments)
{
    bool numeric = starts(values, "number") || starts(values, "whole number");

    expect(json_is_number(value) || json_is_string(value), arguments,
           "has a parameter that is neither number nor text");
    expect(!json_is_number(value) || numeric, arguments, "has a number where the schema has words");
    expect(!numeric || json_is_number(value) || strstr(values, json_string_value(value)), arguments,
           "has a word where the schema has numbers");
    expect(!starts(values, "whole number") || json_is_integer(value) || json_is_string(value), arguments,
           "has a broken number where the schema has whole ones");
}

/* Was key=... among the words? */
static bool is_given(const char *arguments, const char *key)
{
    char word[COMMAND_MAX];

    snprintf(word, sizeof word, " %s=", key);
    return strstr(arguments, word) != NULL;
}

/* A number or a text as it would be typed. */
static void spell(char text[WORD_MAX], const json_t *value)
{
    if (json_is_number(value))
        snprintf(text, WORD_MAX, "%.15g", json_number_value(value));
    else
        snprintf(text, WORD_MAX, "%s", json_is_string(value) ? json_string_value(value) : "");
}

/* Behind the default may stand the cell it comes from, "4 (modifiers.fortification.modifier)", or what it depends on,
 * "5; only with target=armour", or a default that holds under a condition, "low; high with aircraft=heavy-bomber". */
static void check_default(const json_t *value, const char *fallback, const char *arguments)
{
    char text[WORD_MAX], conditional[WORD_MAX + 16];

    spell(text, value);
    snprintf(conditional, sizeof conditional, "; %s with ", text);
    expect((starts(fallback, text) && strchr(" ;", fallback[strlen(text)])) || strstr(fallback, conditional) ||
               strstr(fallback, " (or "), /* or a cell of the row that another parameter names */
           arguments, "has a parameter that was not given and is not the default");
}

/* "1 without bomb-load", and bomb-load is among the words. */
static bool gives_way(const char *fallback, const char *arguments)
{
    const char *without = strstr(fallback, " without ");

    return without && is_given(arguments, without + strlen(" without "));
}

static void check_parameters(const json_t *document, const char *arguments)
{
    const json_t *parameters = json_object_get(document, "parameters");
    json_t *schema = schema_of(text_at(document, "procedure", arguments));
    size_t found = 0;

    expect(json_is_object(parameters), arguments, "parameters are no object");
    for (size_t i = 0; i < json_array_size(schema); i++) {
        const json_t *row = json_array_get(schema, i);
        const char *key = text_at(row, "parameter", arguments);
        const json_t *value = json_object_get(parameters, key);
        char fallback[WORD_MAX];
        bool optional;

        spell(fallback, json_object_get(row, "default"));
        optional = starts(fallback, "not given") || starts(fallback, "required unless") ||
                   gives_way(fallback, arguments) || strstr(fallback, "; only with ") ||
                   strstr(fallback, "; none with ");
        expect(value || (optional && !is_given(arguments, key)), arguments, key);
        found += value != NULL;
        if (value)
            check_kind(value, text_at(row, "values", arguments), arguments);
        if (value && !is_given(arguments, key))
            check_default(value, fallback, arguments);
    }
    expect(found == json_object_size(parameters), arguments, "has parameters that are not in the schema");
    json_decref(schema);
}

/* `key` of the object is a number, with its fraction in "exact" where there is one. True with a fraction. */
static bool check_exact(const json_t *object, const char *key, mpq_t fraction, const char *arguments)
{
    double value = number_at(object, key, arguments);
    const json_t *exact = json_object_get(object, "exact");

    if (!exact)
        return false;
    check_fraction(text_at(object, "exact", arguments), value, fraction, arguments);
    return true;
}

static void check_outcomes(const json_t *outcomes, const char *arguments)
{
    mpq_t fraction, all;
    size_t n_exact = 0, n = json_array_size(outcomes);
    double sum = 0;

    mpq_inits(fraction, all, NULL);
    expect(json_is_array(outcomes) && n > 0, arguments, "has no array of outcomes");
    for (size_t i = 0; i < n; i++) {
        const json_t *outcome = json_array_get(outcomes, i);
        const char *label = text_at(outcome, "outcome", arguments);

        for (size_t k = 0; k < i; k++)
            expect(strcmp(label, text_at(json_array_get(outcomes, k), "outcome", arguments)) != 0, arguments,
                   "lists an outcome twice");
        sum += probability_at(outcome, "probability", arguments);
        if (check_exact(outcome, "probability", fraction, arguments)) {
            mpq_add(all, all, fraction);
            n_exact++;
        }
    }
    expect(fabs(sum - 1) <= SUMS, arguments, "has probabilities that do not sum to 1");
    expect(n_exact < n || mpq_cmp_ui(all, 1, 1) == 0, arguments, "has fractions that do not sum to 1");
    mpq_clears(fraction, all, NULL);
}

static void check_expectations(json_t *expectations, const char *arguments)
{
    const char *name;
    json_t *mean;
    mpq_t fraction;

    mpq_init(fraction);
    expect(json_is_object(expectations), arguments, "expectations are no object");
    json_object_foreach (expectations, name, mean) {
        expect(*name, arguments, "has an expectation without a name");
        check_exact(mean, "value", fraction, arguments);
    }
    mpq_clear(fraction);
}

/* Fractions only where arithmetic is "rational". */
static void check_arithmetic(const json_t *document, const char *arguments)
{
    const char *arithmetic = text_at(document, "arithmetic", arguments);
    char *text = json_dumps(document, JSON_COMPACT);

    assert_non_null(text);
    expect(strcmp(arithmetic, "rational") == 0 || strcmp(arithmetic, "double") == 0, arguments, "arithmetic");
    expect(strcmp(arithmetic, "rational") == 0 || !strstr(text, "\"exact\":"), arguments,
           "has fractions that were computed in floating point");
    free(text);
}

static void check_odds(const json_t *document, const char *arguments)
{
    expect(strcmp(text_at(document, "method", arguments), "exact") == 0, arguments, "method is not exact");
    check_parameters(document, arguments);
    check_arithmetic(document, arguments);
    check_outcomes(json_object_get(document, "outcomes"), arguments);
    check_expectations(json_object_get(document, "expectations"), arguments);
}

static void odds_have_their_shape(void **state)
{
    char arguments[COMMAND_MAX];
    json_t *document;

    snprintf(arguments, sizeof arguments, "odds %s", (const char *)*state);
    document = ask_json(arguments);
    expect(starts(*state, text_at(document, "procedure", arguments)), arguments, "answers for another procedure");
    check_odds(document, arguments);
    json_decref(document);
}

static void every_procedure_is_asked(void **state)
{
    json_t *procedures = ask_json("list procedures");

    (void)state;
    for (size_t i = 0; i < json_array_size(procedures); i++) {
        const char *name = text_at(json_array_get(procedures, i), "procedure", "list procedures");
        bool asked = false;

        for (size_t k = 0; k < COUNT_OF(QUESTIONS); k++)
            asked = asked || (starts(QUESTIONS[k], name) && strchr(" ", QUESTIONS[k][strlen(name)]));
        if (!asked)
            fail_msg("QUESTIONS of json_shapes.c has none for %s", name);
    }
    json_decref(procedures);
}

static const json_t *outcome_named(const json_t *odds, const char *label)
{
    const json_t *outcomes = json_object_get(odds, "outcomes");

    for (size_t i = 0; i < json_array_size(outcomes); i++)
        if (strcmp(json_string_value(json_object_get(json_array_get(outcomes, i), "outcome")), label) == 0)
            return json_array_get(outcomes, i);
    return NULL;
}

enum { TRIALS = 4000 };

static const char *const SIMULATED[] = {
    "odds mad.direct-fire weapon=cannon-b range=500 hp=28",
    "odds mad.shots-to-kill weapon=cannon-b range=500 hp=28 max=5",
    "odds mad.duel a=german-tiger-i b=british-sherman-firefly range=750 first=simultaneous",
    "odds mad.points mobility=medium hp=22 weapons=cannon-d,cannon-d-fixed",
};
static const char *const NEVER_ENDS = "odds mad.duel a=us-m16-half-track-aa b=german-flakpz-iv-wirbelwind range=100";

/* "ci95" holds the value, as far as its ends are known. */
static void check_interval(const json_t *pair, double value, const char *arguments)
{
    const json_t *low = json_array_get(pair, 0), *high = json_array_get(pair, 1);

    expect(json_array_size(pair) == 2, arguments, "has a ci95 that is no pair");
    expect(json_is_null(low) || json_number_value(low) <= value, arguments, "has a ci95 above its value");
    expect(json_is_null(high) || json_number_value(high) >= value, arguments, "has a ci95 below its value");
}

static void check_simulation(const json_t *document, json_int_t seed, const char *arguments)
{
    const char *hash = text_at(document, "counts_hash", arguments);

    expect(json_integer_value(json_object_get(document, "trials")) == TRIALS, arguments, "trials");
    expect(json_integer_value(json_object_get(document, "seed")) == seed, arguments, "seed");
    expect(strcmp(text_at(document, "stopped_by", arguments), "trials") == 0, arguments, "stopped_by");
    expect(strlen(hash) == 16 && strspn(hash, "0123456789abcdef") == 16, arguments, "counts_hash");
}

/* Counts sum to the trials, and `key` is their share of them. */
static void check_counts(const json_t *document, const char *key, const char *arguments)
{
    const json_t *outcomes = json_object_get(document, "outcomes");
    json_int_t sum = 0;

    for (size_t i = 0; i < json_array_size(outcomes); i++) {
        const json_t *outcome = json_array_get(outcomes, i), *count = json_object_get(outcome, "count");
        double share = (double)json_integer_value(count) / TRIALS;

        expect(json_is_integer(count), arguments, "count");
        expect(fabs(number_at(outcome, key, arguments) - share) <= PRINTED, arguments, key);
        check_interval(json_object_get(outcome, "ci95"), share, arguments);
        sum += json_integer_value(count);
    }
    expect(sum == TRIALS, arguments, "has counts that do not sum to the trials");
}

static void check_simulated_means(const json_t *document, const char *key, const char *arguments)
{
    json_t *expectations = json_object_get(document, "expectations"), *mean;
    const char *name;

    json_object_foreach (expectations, name, mean) {
        check_interval(json_object_get(mean, "ci95"), number_at(mean, key, arguments), arguments);
    }
}

static void simulations_have_their_shape(void **state)
{
    static const char *const METHODS[] = {"mc", "dice"};

    for (size_t i = 0; i < COUNT_OF(METHODS); i++) {
        char arguments[COMMAND_MAX];
        json_t *document;

        snprintf(arguments, sizeof arguments, "%s --method %s --trials %d --seed 7", (const char *)*state, METHODS[i],
                 TRIALS);
        document = ask_json(arguments);
        assert_string_equal(text_at(document, "method", arguments), "monte-carlo");
        check_parameters(document, arguments);
        check_simulation(document, 7, arguments);
        check_outcomes(json_object_get(document, "outcomes"), arguments);
        check_counts(document, "probability", arguments);
        check_simulated_means(document, "value", arguments);
        json_decref(document);
    }
}

/* The plain numbers are those of the exact answer; what was simulated is what --method mc gives. */
static void both_is_the_exact_and_the_simulated(void **state)
{
    char words[3][COMMAND_MAX];
    const json_t *agreement;
    json_t *both, *exact, *simulated;

    snprintf(words[0], COMMAND_MAX, "%s --method both --trials %d", (const char *)*state, TRIALS);
    snprintf(words[1], COMMAND_MAX, "%s", (const char *)*state);
    snprintf(words[2], COMMAND_MAX, "%s --method mc --trials %d", (const char *)*state, TRIALS);
    both = ask_json(words[0]);
    exact = ask_json(words[1]);
    simulated = ask_json(words[2]);

    assert_string_equal(text_at(both, "method", words[0]), "both");
    check_parameters(both, words[0]);
    check_arithmetic(both, words[0]);
    check_simulation(both, 1, words[0]);
    check_outcomes(json_object_get(both, "outcomes"), words[0]);
    check_counts(both, "simulated", words[0]);
    check_simulated_means(both, "simulated", words[0]);
    agreement = json_object_get(both, "agreement");
    expect(number_at(agreement, "chi2", words[0]) >= 0, words[0], "chi2");
    expect(json_is_integer(json_object_get(agreement, "df")), words[0], "df");
    probability_at(agreement, "p", words[0]);
    expect(json_equal(json_object_get(both, "counts_hash"), json_object_get(simulated, "counts_hash")), words[0],
           "counts other things than --method mc");
    for (size_t i = 0; i < json_array_size(json_object_get(exact, "outcomes")); i++) {
        const json_t *of_exact = json_array_get(json_object_get(exact, "outcomes"), i);
        const json_t *of_both = outcome_named(both, text_at(of_exact, "outcome", words[1]));

        expect(json_equal(json_object_get(of_exact, "probability"), json_object_get(of_both, "probability")), words[0],
               "has other probabilities than the exact answer");
    }
    json_decref(both);
    json_decref(exact);
    json_decref(simulated);
}

/* One seed, one answer: however many threads, whichever instructions. */
static void a_seed_fixes_every_byte(void **state)
{
    static const char *const HOW[] = {"--threads 1", "--threads 2", "--threads 7", "--isa portable",
                                      "--isa portable --threads 3"};
    size_t length;
    char *text, words[COMMAND_MAX];

    snprintf(words, sizeof words, "%s --method mc --trials %d", (const char *)*state, TRIALS);
    text = say(words, "json", &length);
    for (size_t i = 0; i < COUNT_OF(HOW); i++) {
        size_t other_length;
        char *other;

        snprintf(words, sizeof words, "%s --method mc --trials %d --seed 1 %s", (const char *)*state, TRIALS, HOW[i]);
        other = say(words, "json", &other_length);
        expect(length == other_length && memcmp(text, other, length) == 0, words, "gives other bytes");
        free(other);
    }
    free(text);
}

static const struct curve_case {
    const char *arguments;
    const char *over[2];
    const char *values[2]; /* as the points must have them, the last key fastest */
} CURVES[] = {
    {"curve mad.direct-fire weapon=cannon-b --over range", {"range"}, {"100 200 350 500 750 1000 1500 2000"}},
    {"curve mad.direct-fire weapon=cannon-b range=500 --over hp=5,16.0,none", {"hp"}, {"5 16 none"}},
    {"curve mad.direct-fire weapon=cannon-b --over range=0.5..2 --over moving",
     {"range", "moving"},
     {"0.5 1.5", "no yes"}},
    {"curve mad.duel a=german-tiger-i b=british-sherman-firefly --over first --over range=750,100",
     {"first", "range"},
     {"a b initiative simultaneous", "750 100"}},
};

/* Is the value the i-th of the words? */
static bool is_word(const json_t *value, const char *words, size_t i)
{
    char text[WORD_MAX];
    size_t length;

    while (i-- > 0)
        words += strcspn(words, " ") + 1;
    spell(text, value);
    length = strcspn(words, " ");
    return strlen(text) == length && strncmp(text, words, length) == 0;
}

static size_t count_words(const char *words)
{
    size_t n = words != NULL;

    for (; words && *words; words++)
        n += *words == ' ';
    return n;
}

static void curves_have_their_shape(void **state)
{
    const struct curve_case *c = *state;
    json_t *document = ask_json(c->arguments);
    const json_t *over = json_object_get(document, "over"), *points = json_object_get(document, "points");
    size_t n_keys = c->over[1] ? 2 : 1;
    size_t n[2] = {count_words(c->values[0]), n_keys == 2 ? count_words(c->values[1]) : 1};

    expect(json_array_size(over) == n_keys, c->arguments, "over");
    expect(json_array_size(points) == n[0] * n[1], c->arguments, "has another number of points");
    for (size_t k = 0; k < n_keys; k++)
        assert_string_equal(json_string_value(json_array_get(over, k)), c->over[k]);
    for (size_t i = 0; i < n[0] * n[1]; i++) {
        const json_t *point = json_array_get(points, i), *parameters = json_object_get(point, "parameters");
        size_t place[2] = {i / n[1], i % n[1]};

        assert_string_equal(text_at(point, "procedure", c->arguments), text_at(document, "procedure", c->arguments));
        check_arithmetic(point, c->arguments);
        check_outcomes(json_object_get(point, "outcomes"), c->arguments);
        check_expectations(json_object_get(point, "expectations"), c->arguments);
        for (size_t k = 0; k < n_keys; k++)
            expect(is_word(json_object_get(parameters, c->over[k]), c->values[k], place[k]), c->arguments,
                   "has its points in another order");
    }
    json_decref(document);
}

static const char *const ORDERS[] = {"initiative", "a", "b", "simultaneous"};

static const struct duel_case {
    const char *name, *a, *b, *more; /* `more`: words of the procedure */
} DUELS[] = {
    {"two tanks", "german-tiger-i", "british-sherman-firefly", "range=750 a-cover=normal"},
    {"worked example E", "us-hellcat-gmc-m18", "german-marder-iii", "range=1000"},
    {"twins", "german-tiger-i", "german-tiger-i", "range=500"},
    {"a limit of turns", "german-tiger-i", "british-sherman-firefly", "range=500.5 turns=3 b-moves=yes"},
    {"one-sided", "generic-infantry", "german-tiger-i", "range=500"},
    {"never ending", "us-m16-half-track-aa", "german-flakpz-iv-wirbelwind", "range=100"},
    {"never ending, with a limit", "us-m16-half-track-aa", "german-flakpz-iv-wirbelwind", "range=100 turns=3"},
};

static const char *const SIDES[] = {"p_a", "p_b", "p_mutual", "p_undecided"};
static const char *const OUTCOMES[] = {"a-wins", "b-wins", "mutual", "undecided"};
enum { UNDECIDED = 3 };

static void check_by_turn(const json_t *duel, const double p[], const char *arguments)
{
    const json_t *turns = json_object_get(duel, "by_turn");
    size_t n = json_array_size(turns);
    double sum[UNDECIDED] = {0}, left = 1 - p[UNDECIDED];

    expect(json_is_array(turns) && n <= TURNS_LISTED, arguments, "by_turn");
    for (size_t i = 0; i < n; i++) {
        const json_t *turn = json_array_get(turns, i);

        expect(json_integer_value(json_object_get(turn, "turn")) == (json_int_t)i + 1, arguments, "turn");
        for (size_t k = 0; k < UNDECIDED; k++)
            sum[k] += probability_at(turn, SIDES[k], arguments);
    }
    for (size_t k = 0; k < UNDECIDED; k++)
        left -= sum[k];
    expect(fabs(left) <= SUMS || left < TURNS_TAIL || n == TURNS_LISTED, arguments, "ends its list of turns early");
    for (size_t k = 0; k < UNDECIDED; k++)
        expect(p[k] - sum[k] >= -SUMS && p[k] - sum[k] <= left + 2 * SUMS, arguments,
               "has turns that do not sum to the whole");
}

static void check_duel(const json_t *duel, const char *arguments)
{
    const json_t *exact = json_object_get(duel, "exact"), *turns = json_object_get(duel, "expected_turns");
    double p[COUNT_OF(SIDES)], sum = 0;
    mpq_t fraction;

    mpq_init(fraction);
    assert_string_equal(text_at(duel, "ruleset", arguments), "mad");
    text_at(duel, "a", arguments);
    text_at(duel, "b", arguments);
    check_arithmetic(duel, arguments);
    expect(json_is_object(exact), arguments, "exact");
    for (size_t k = 0; k < COUNT_OF(SIDES); k++) {
        p[k] = probability_at(duel, SIDES[k], arguments);
        sum += p[k];
        check_fraction(text_at(exact, SIDES[k], arguments), p[k], fraction, arguments);
    }
    expect(fabs(sum - 1) <= SUMS, arguments, "has probabilities that do not sum to 1");
    expect(json_is_number(turns) || json_is_null(turns), arguments, "expected_turns");
    if (json_is_number(turns))
        check_fraction(text_at(exact, "expected_turns", arguments), json_number_value(turns), fraction, arguments);
    check_by_turn(duel, p, arguments);
    mpq_clear(fraction);
}

/* The same numbers, to the last digit. */
static void check_same(const json_t *duel, const json_t *odds, const char *arguments)
{
    const json_t *parameters = json_object_get(odds, "parameters"), *exact = json_object_get(duel, "exact");
    const json_t *turns = json_object_get(json_object_get(odds, "expectations"), "turns");

    for (size_t k = 0; k < COUNT_OF(SIDES); k++) {
        const json_t *outcome = outcome_named(odds, OUTCOMES[k]), *fraction = json_object_get(exact, SIDES[k]);
        double p = number_at(duel, SIDES[k], arguments);

        expect(p == (outcome ? number_at(outcome, "probability", arguments) : 0), arguments, SIDES[k]);
        expect(!outcome || json_equal(fraction, json_object_get(outcome, "exact")), arguments, "fractions");
    }
    expect(json_is_null(json_object_get(duel, "expected_turns")) == (turns == NULL), arguments, "expected_turns");
    if (turns) {
        expect(json_equal(json_object_get(duel, "expected_turns"), json_object_get(turns, "value")), arguments,
               "turns");
        expect(json_equal(json_object_get(exact, "expected_turns"), json_object_get(turns, "exact")), arguments,
               "turns");
    }
    expect(json_equal(json_object_get(duel, "range"), json_object_get(parameters, "range")), arguments, "range");
    expect(json_equal(json_object_get(duel, "first"), json_object_get(parameters, "first")), arguments, "first");
}

static void duels_are_the_odds_of_the_duel(void **state)
{
    const struct duel_case *c = *state;

    for (size_t i = 0; i < COUNT_OF(ORDERS); i++) {
        char duel_words[COMMAND_MAX], odds_words[COMMAND_MAX];
        json_t *duel, *odds;

        snprintf(duel_words, sizeof duel_words, "duel %s %s -r mad --first %s %s", c->a, c->b, ORDERS[i], c->more);
        snprintf(odds_words, sizeof odds_words, "odds mad.duel a=%s b=%s first=%s %s", c->a, c->b, ORDERS[i], c->more);
        duel = ask_json(duel_words);
        odds = ask_json(odds_words);
        check_duel(duel, duel_words);
        check_same(duel, odds, duel_words);
        json_decref(duel);
        json_decref(odds);
    }
}

/* a against b is b against a with the orders swapped. */
static void a_duel_turned_round_is_the_same(void **state)
{
    static const char *const TURNED[] = {"initiative", "b", "a", "simultaneous"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(ORDERS); i++) {
        char words[2][COMMAND_MAX];
        json_t *duel[2];

        snprintf(words[0], COMMAND_MAX, "duel german-tiger-i firefly -r mad --range 750 a-cover=normal --first %s",
                 ORDERS[i]);
        snprintf(words[1], COMMAND_MAX, "duel firefly german-tiger-i -r mad --range 750 b-cover=normal --first %s",
                 TURNED[i]);
        duel[0] = ask_json(words[0]);
        duel[1] = ask_json(words[1]);
        assert_string_equal(text_at(duel[0], "a", words[0]), "Tiger I");
        assert_string_equal(text_at(duel[0], "b", words[0]), "Sherman Firefly");
        assert_string_equal(text_at(duel[1], "a", words[1]), "Sherman Firefly");
        expect(json_equal(json_object_get(duel[0], "p_a"), json_object_get(duel[1], "p_b")), words[1], "p_b");
        expect(json_equal(json_object_get(duel[0], "p_b"), json_object_get(duel[1], "p_a")), words[1], "p_a");
        expect(json_equal(json_object_get(duel[0], "p_mutual"), json_object_get(duel[1], "p_mutual")), words[1],
               "mutual");
        json_decref(duel[0]);
        json_decref(duel[1]);
    }
}

/* Cells row by row, the header first; `arguments` for messages. */
typedef struct grid {
    const char *arguments;
    char **cells;
    size_t n_cells, n_columns, n_rows, in_row;
} grid;

static void take_cell(void *cell, size_t length, void *to)
{
    grid *g = to;

    g->cells = realloc(g->cells, (g->n_cells + 1) * sizeof *g->cells);
    assert_non_null(g->cells);
    g->cells[g->n_cells] = calloc(1, length + 1);
    assert_non_null(g->cells[g->n_cells]);
    memcpy(g->cells[g->n_cells++], cell, length);
    g->in_row++;
}

static void take_row(int end, void *to)
{
    grid *g = to;

    (void)end;
    if (g->n_rows == 0)
        g->n_columns = g->in_row;
    expect(g->in_row == g->n_columns, g->arguments, "has a line with more or fewer fields than the header");
    g->in_row = 0;
    g->n_rows++;
}

/* CRLF behind every line, the last one too, and nowhere else outside of quotes. */
static void check_line_ends(const char *text, size_t length, const char *arguments)
{
    bool quoted = false;

    expect(length > 2 && memcmp(text + length - 2, "\r\n", 2) == 0, arguments, "does not end in CRLF");
    for (size_t i = 0; i < length; i++) {
        quoted = quoted != (text[i] == '"');
        if (!quoted && text[i] == '\n')
            expect(i > 0 && text[i - 1] == '\r', arguments, "has a line that does not end in CRLF");
        if (!quoted && text[i] == '\r')
            expect(i + 1 < length && text[i + 1] == '\n', arguments, "has a stray CR");
    }
}

/* RFC 4180: blanks belong to the field. */
static int is_no_space(unsigned char c)
{
    (void)c;
    return 0;
}

static grid ask_csv(const char *arguments)
{
    grid g = {.arguments = arguments};
    struct csv_parser parser;
    size_t length;
    char *text = say(arguments, "csv", &length);

    check_line_ends(text, length, arguments);
    assert_int_equal(csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI), 0);
    csv_set_space_func(&parser, is_no_space);
    expect(csv_parse(&parser, text, length, take_cell, take_row, &g) == length, arguments, "is no CSV");
    expect(csv_fini(&parser, take_cell, take_row, &g) == 0, arguments, "is no CSV");
    csv_free(&parser);
    free(text);
    expect(g.n_rows > 1, arguments, "has no header, or nothing below it");
    return g;
}

static void free_grid(grid *g)
{
    for (size_t i = 0; i < g->n_cells; i++)
        free(g->cells[i]);
    free(g->cells);
}

static const char *cell_at(const grid *g, size_t row, size_t column)
{
    return g->cells[row * g->n_columns + column];
}

/* The cell in the column that has this heading. */
static const char *cell_named(const grid *g, size_t row, const char *heading)
{
    for (size_t c = 0; c < g->n_columns; c++)
        if (strcmp(cell_at(g, 0, c), heading) == 0)
            return cell_at(g, row, c);
    fail_msg("salvo %s has no column %s", g->arguments, heading);
    return "";
}

static double number_in(const char *cell, const char *arguments)
{
    char *end;
    double number = strtod(cell, &end);

    expect(*cell && !*end, arguments, "has a number with something else in it");
    return number;
}

/* Every command whose JSON is not simply its rows. */
static const char *const TIDY[] = {
    "odds mad.direct-fire weapon=cannon-b range=500 hp=28",
    "odds mad.volley weapon=cannon-e range=500 hp=100 shots=40",
    "curve mad.direct-fire weapon=cannon-b --over range --over hp=5,none",
    "duel german-tiger-i firefly -r mad --range 750.5",
    "duel us-m16-half-track-aa german-tiger-i -r mad --range 2500",
    "odds mad.direct-fire weapon=cannon-b range=500 hp=28 --method both --trials 1000",
    "curve mad.direct-fire weapon=cannon-b --over range --method mc --trials 1000",
    "duel german-tiger-i firefly -r mad --range 750.5 --method both --trials 1000",
};

static void csv_has_a_header_and_even_rows(void **state)
{
    grid g = ask_csv(*state);

    for (size_t c = 0; c < g.n_columns; c++) {
        expect(*cell_at(&g, 0, c), *state, "has a column without a heading");
        for (size_t k = 0; k < c; k++)
            expect(strcmp(cell_at(&g, 0, c), cell_at(&g, 0, k)) != 0, *state, "has two columns with one heading");
    }
    for (size_t row = 1; row < g.n_rows; row++) {
        double value = number_in(cell_named(&g, row, "value"), *state);
        const char *exact = cell_named(&g, row, "exact");
        mpq_t fraction;

        mpq_init(fraction);
        if (*exact)
            check_fraction(exact, value, fraction, *state);
        mpq_clear(fraction);
        if (strcmp(cell_named(&g, row, "method"), "exact") == 0) {
            assert_string_equal(cell_named(&g, row, "trials"), "");
        } else {
            assert_string_equal(cell_named(&g, row, "method"), "monte-carlo");
            assert_true(number_in(cell_named(&g, row, "trials"), *state) >= 1);
        }
    }
    free_grid(&g);
}

static void check_tidy_row(const grid *g, size_t row, const char *quantity, const char *name, const json_t *number,
                           const char *key)
{
    const char *exact = json_string_value(json_object_get(number, "exact"));

    assert_string_equal(cell_named(g, row, "quantity"), quantity);
    assert_string_equal(cell_named(g, row, "name"), name);
    assert_string_equal(cell_named(g, row, "exact"), exact ? exact : "");
    assert_true(number_in(cell_named(g, row, "value"), g->arguments) == number_at(number, key, g->arguments));
}

static void odds_are_the_same_in_csv_and_json(void **state)
{
    char arguments[COMMAND_MAX];
    const json_t *outcomes;
    json_t *document, *expectations, *mean;
    const char *name;
    size_t row = 1;
    grid g;

    snprintf(arguments, sizeof arguments, "odds %s", (const char *)*state);
    g = ask_csv(arguments);
    document = ask_json(arguments);
    outcomes = json_object_get(document, "outcomes");
    expectations = json_object_get(document, "expectations");
    assert_int_equal(g.n_rows - 1, json_array_size(outcomes) + json_object_size(expectations));
    for (size_t i = 0; i < json_array_size(outcomes); i++) {
        const json_t *outcome = json_array_get(outcomes, i);

        check_tidy_row(&g, row++, "probability", text_at(outcome, "outcome", arguments), outcome, "probability");
    }
    json_object_foreach (expectations, name, mean)
        check_tidy_row(&g, row++, "expectation", name, mean, "value");
    json_decref(document);
    free_grid(&g);
}

/* Every command whose JSON is its rows. */
static const char *const ROWS[] = {
    "list rulesets",
    "list procedures",
    "list units -r mad",
    "list units -r mad --nation japanese",
    "list weapons -r mad",
    "show 'Lee M3' -r mad",
    "show 'M16 Half Track (AA)' -r mad",
    "efficiency -r mad --range 500",
    "efficiency -r mad --range 350,500 --against 'mid war' --units 'nation=british'",
    "efficiency -r trr --range 40 --against all --units '*stuart*'",
    "efficiency -r rookie --range 6",
    "odds mad.duel --help",
    "odds mad.air-points --help",
    "list aircraft -r mad",
    "list turns -r mad",
    "show 'HE111 H3' -r mad",
};

static bool is_same_cell(const json_t *value, const char *cell, const char *arguments)
{
    if (json_is_null(value))
        return !*cell;
    if (json_is_number(value))
        return json_number_value(value) == number_in(cell, arguments);
    return json_is_string(value) && strcmp(json_string_value(value), cell) == 0;
}

/* What all rows of a table of fire have in common stands in JSON alone. */
static const char CONDITIONS[] = "conditions";

static void rows_are_the_same_in_csv_and_json(void **state)
{
    const char *arguments = *state;
    json_t *document = ask_json(arguments);
    grid g = ask_csv(arguments);

    expect(json_is_array(document), arguments, "is no array");
    assert_int_equal(json_array_size(document), g.n_rows - 1);
    for (size_t row = 1; row < g.n_rows; row++) {
        const json_t *object = json_array_get(document, row - 1);

        expect(json_is_object(object), arguments, "is no array of objects");
        assert_int_equal(json_object_size(object), g.n_columns + (json_object_get(object, CONDITIONS) != NULL));
        for (size_t c = 0; c < g.n_columns; c++)
            expect(is_same_cell(json_object_get(object, cell_at(&g, 0, c)), cell_at(&g, row, c), arguments), arguments,
                   cell_at(&g, 0, c));
    }
    json_decref(document);
    free_grid(&g);
}

/* Every command that has numbers in both formats, answered exactly and simulated. */
static const char *const DIGITS[] = {
    "battle --a '2 Tiger I' --b '3 Sherman M4A1' -r mad --range 500 --method both --trials 700",
    "compare 'Tiger I' 'Sherman Firefly' -r mad --range 750 --trials 700 -- a-cover=normal",
    "compare 'Tiger I' 'Sherman Firefly' -r mad --range 750 -- -r trr --range 75",
    "compare -r mad --a 'Tiger I' --b 'Sherman M4A1' --range 500 --method mc --trials 700 -- b-cover=normal",
    "curve mad.direct-fire weapon=cannon-b --over range --method both --trials 700",
    "dice 'count(5d10 explode max 1 >= 7) + 2d6' --cumulative --method both --trials 700",
    "dice 'd6 + d8' 'd12 + 2' --method both --trials 700",
    "duel T34/76 'Pz IV H' -r trr --range 20 --method both --trials 700",
    "efficiency -r mad --against 'Tiger I' --range 500 --units '*sherman*'",
    "explain duel 'Tiger I' 'Sherman Firefly' -r mad --range 500",
    "fire '2 Tiger I' 'Sherman M4A1' -r mad --range 500 --totals kills",
    "list units -r mad --nation german",
    "luck mad.direct-fire weapon=cannon-b range=500 --of 'single|double|critical' --won 1/5",
    "matrix -r mad --range 500,1000 --units 'Tiger I, *firefly*, Sherman M4A1' --trials 700",
    "matrix -r mad --at points --range 500 --units 'Tiger I, *firefly*' --method mc --trials 700",
    "odds mad.direct-fire weapon=cannon-b range=500 cover=normal hp=28 --method both --trials 700",
    "points audit -r mad --nation japan",
    "points test -r mad --nation japan --pairs 20 --elements 2 --kinds 1 --range 500 --scenario hold --precision 0.3",
    "points fit -r mad --nation japan --pairs 20 --elements 2 --kinds 1 --range 100 --scenario hold --precision 0.3",
    "points price 'Ho-Ha (APC)' -r mad --nation japan --pairs 20 --elements 2 --range 100 --scenario hold --precision 0.3",
    "sensitivity duel 'Tiger I' 'Sherman Firefly' -r mad --range 750 --only weapons.cannon-b.damage --step 20",
    "sensitivity duel 'Tiger I' 'Sherman Firefly' -r mad --range 750 --only weapons.cannon-b.damage --step 20 --method mc --trials 700",
    "sensitivity fire '2 Tiger I' 'Sherman M4A1' -r mad --range 500 --only weapons.cannon-b --method both --trials 700",
    "sensitivity mad.direct-fire weapon=cannon-b range=500 --of 'single|double' --only weapons.cannon-b --method mc --trials 700",
    "show 'Tiger I' -r mad",
    "tipping 'Tiger I' 'Sherman M4A1' -r mad --range 1000 --turns 3 --method mc --trials 700",
    "tipping 'Tiger I' 'Sherman M4A1' -r mad --range 1000",
};

/* A sanitised build asks the first of them. */
enum { N_DIGITS = IS_SANITISED ? 6 : COUNT_OF(DIGITS) };

enum { FEWEST_DIGITS = 3, DIGITS_OF_ENDS = 10, DIGITS_OF_NUMBERS = 15 };

static double rounded(double number, int digits)
{
    char text[WORD_MAX];

    snprintf(text, sizeof text, "%.*e", digits - 1, number);
    return strtod(text, NULL);
}

/* The ends of intervals, and what has its interval beside it, have ten digits in JSON. */
static bool is_same_number(double cell, double number)
{
    return cell == rounded(number, DIGITS_OF_NUMBERS) || rounded(cell, DIGITS_OF_ENDS) == number;
}

/* The number with digits left out. */
static bool is_cut_short(double cell, double number)
{
    for (int digits = FEWEST_DIGITS; digits < DIGITS_OF_ENDS; digits++)
        if (cell == rounded(number, digits))
            return true;
    return false;
}

/* Looks for a number in a document, and for one of which it is the beginning. */
typedef struct look_for {
    double cell;
    bool found, cut_short;
} look_for;

static void look_through(json_t *value, look_for *l)
{
    const char *key;
    json_t *part;

    if (json_is_number(value)) {
        l->found = l->found || is_same_number(l->cell, json_number_value(value));
        l->cut_short = l->cut_short || is_cut_short(l->cell, json_number_value(value));
    }
    for (size_t i = 0; i < json_array_size(value); i++)
        look_through(json_array_get(value, i), l);
    json_object_foreach (value, key, part)
        look_through(part, l);
}

/* A number with a fraction that is in both is in the CSV with as many digits. */
static void csv_has_the_digits_of_json(void **state)
{
    const char *arguments = *state;
    json_t *document = ask_json(arguments);
    grid g = ask_csv(arguments);

    for (size_t row = 1; row < g.n_rows; row++)
        for (size_t c = 0; c < g.n_columns; c++) {
            const char *cell = cell_at(&g, row, c);
            char *end;
            look_for l = {.cell = strtod(cell, &end)};

            if (end == cell || *end || l.cell == floor(l.cell))
                continue;
            look_through(document, &l);
            if (!l.found && l.cut_short)
                fail_msg("salvo %s\n    row %zu: %s %s has more digits in JSON", arguments, row, cell_at(&g, 0, c),
                         cell);
        }
    json_decref(document);
    free_grid(&g);
}

/* Where a comma is the decimal point, salvo still writes a point. */
static void numbers_do_not_follow_the_locale(void **state)
{
    static const char *const ARGUMENTS[] = {
        "odds mad.direct-fire weapon=cannon-b range=240.5 hp=5 --format csv",
        "odds mad.direct-fire weapon=cannon-b range=240.5 hp=5 --format json",
        "odds mad.direct-fire weapon=cannon-b range=240.5 hp=5",
        "duel german-tiger-i firefly -r mad --range 750.5 --format json",
        "curve mad.direct-fire weapon=cannon-b --over range=0.5..2 --format csv",
        "efficiency -r mad --range 0.5 --format csv",
        "odds mad.direct-fire weapon=cannon-b range=500 --method both --trials 1000 --format csv",
    };

    (void)state;
    if (!setlocale(LC_ALL, "de_DE.UTF-8"))
        skip();
    setlocale(LC_ALL, "C");
    for (size_t i = 0; i < COUNT_OF(ARGUMENTS); i++) {
        size_t length, length_c;
        char *text = say_in("LC_ALL=de_DE.UTF-8", ARGUMENTS[i], &length);
        char *text_c = say_in("LC_ALL=C", ARGUMENTS[i], &length_c);

        expect(length == length_c && memcmp(text, text_c, length) == 0, ARGUMENTS[i], "follows the locale");
        free(text);
        free(text_c);
    }
}

enum {
    N_TESTS = 2 * COUNT_OF(QUESTIONS) + 3 * COUNT_OF(SIMULATED) + COUNT_OF(CURVES) + COUNT_OF(DUELS) + COUNT_OF(TIDY) +
              COUNT_OF(ROWS) + N_DIGITS + 4
};

static struct CMUnitTest tests[N_TESTS];
static size_t n_tests;

static void add(const char *name, CMUnitTestFunction test, const void *state)
{
    tests[n_tests++] = (struct CMUnitTest){.name = name, .test_func = test, .initial_state = (void *)(uintptr_t)state};
}

/* Each test runs the program several times, which takes sanitisers long to begin: they see every fourth. */
static size_t thinned(size_t n)
{
    size_t kept = 0;

    for (size_t i = 0; i < n; i += IS_SANITISED ? 4 : 1)
        tests[kept++] = tests[i];
    return kept;
}

int main(void)
{
    if (!getenv("SALVO_PROGRAM") || !getenv("SALVO_DATA")) {
        fputs("json_shapes: SALVO_PROGRAM and SALVO_DATA tell what to run and where the tables are\n", stderr);
        return 1;
    }
    add("every procedure is asked", every_procedure_is_asked, NULL);
    for (size_t i = 0; i < COUNT_OF(QUESTIONS); i++)
        add(QUESTIONS[i], odds_have_their_shape, QUESTIONS[i]);
    for (size_t i = 0; i < COUNT_OF(SIMULATED); i++) {
        add(SIMULATED[i], simulations_have_their_shape, SIMULATED[i]);
        add(SIMULATED[i], both_is_the_exact_and_the_simulated, SIMULATED[i]);
        add(SIMULATED[i], a_seed_fixes_every_byte, SIMULATED[i]);
    }
    add(NEVER_ENDS, both_is_the_exact_and_the_simulated, NEVER_ENDS);
    for (size_t i = 0; i < COUNT_OF(CURVES); i++)
        add(CURVES[i].arguments, curves_have_their_shape, &CURVES[i]);
    for (size_t i = 0; i < COUNT_OF(DUELS); i++)
        add(DUELS[i].name, duels_are_the_odds_of_the_duel, &DUELS[i]);
    add("a duel turned round is the same", a_duel_turned_round_is_the_same, NULL);
    for (size_t i = 0; i < COUNT_OF(TIDY); i++)
        add(TIDY[i], csv_has_a_header_and_even_rows, TIDY[i]);
    for (size_t i = 0; i < COUNT_OF(QUESTIONS); i++)
        add(QUESTIONS[i], odds_are_the_same_in_csv_and_json, QUESTIONS[i]);
    for (size_t i = 0; i < COUNT_OF(ROWS); i++)
        add(ROWS[i], rows_are_the_same_in_csv_and_json, ROWS[i]);
    for (size_t i = 0; i < N_DIGITS; i++)
        add(DIGITS[i], csv_has_the_digits_of_json, DIGITS[i]);
    add("numbers do not follow the locale", numbers_do_not_follow_the_locale, NULL);
    assert(n_tests == N_TESTS);
    return _cmocka_run_group_tests("json_shapes", tests, thinned(part_of_tests(tests, n_tests)), NULL,
                                   forget_documents);
}
