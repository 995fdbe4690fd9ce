/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What must hold in M.A.D. whatever its numbers are, over the whole unit list; and what must hold of every registered
 * procedure of every ruleset. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "first_question.h"
#include "support.h"

enum { WORDS = 512 };

/* Every question of this file goes through here: whatever else holds, the chances add up to exactly one. */
static void ask_whole(answer *to, const char *procedure, const char *words)
{
    mpq_t sum, part;

    ask(to, mad(), procedure, words);
    mpq_inits(sum, part, NULL);
    for (size_t i = 0; i < to->odds.n_outcomes; i++) {
        take_fraction(part, to, &to->odds.outcomes[i].probability);
        assert_true(mpq_sgn(part) > 0);
        mpq_add(sum, sum, part);
    }
    mpq_set_ui(part, 1, 1);
    if (!mpq_equal(sum, part))
        fail_msg("%s: the probabilities do not add up to 1", words);
    mpq_clears(sum, part, NULL);
}

static int compare_chance(const answer *a, const char *label_a, const answer *b, const char *label_b)
{
    return compare_numbers(a, probability_of(a, label_a), b, probability_of(b, label_b));
}

static int compare_mean(const answer *a, const answer *b, const char *name)
{
    return compare_numbers(a, mean_of(a, name), b, mean_of(b, name));
}

static void check(bool holds, const answer *a, const answer *b, const char *what)
{
    if (!holds)
        fail_msg("%s:\n    %s\n    %s", what, a->words, b->words);
}

static size_t n_units(void)
{
    return salvo_store_table(&mad()->store, "units")->n_rows;
}

static const char *unit(size_t i)
{
    const salvo_table *units = salvo_store_table(&mad()->store, "units");

    return units->cells[i % units->n_rows * units->n_columns].text;
}

/* An enemy for each unit, so that all kinds meet. */
static const char *enemy(size_t i)
{
    return unit(i * 37 + 11);
}

/* `worse` is no better for the firer than `better`. */
static void check_fire(const answer *better, const answer *worse, const char *what)
{
    check(compare_mean(better, worse, "damage") >= 0, better, worse, what);
    check(compare_mean(better, worse, "hp-lost") >= 0, better, worse, what);
    check(compare_chance(better, "destroyed", worse, "destroyed") >= 0, better, worse, what);
    check(compare_chance(better, "unharmed", worse, "unharmed") <= 0, better, worse, what);
}

static const char *const TARGETS[] = {"generic-infantry", "generic-truck", "german-tiger-i"};

static void more_range_never_helps(void **state)
{
    static const char *const RANGES[] = {"0", "100", "101", "350", "400", "700", "751", "1500", "2000", "2000.5"};

    (void)state;
    for (size_t i = 0; i < n_units() * COUNT_OF(TARGETS); i++) {
        answer is[2] = {0};

        for (size_t r = 0; r < COUNT_OF(RANGES); r++) {
            char words[WORDS];

            snprintf(words, sizeof words, "unit=%s target=%s range=%s", unit(i / COUNT_OF(TARGETS)),
                     TARGETS[i % COUNT_OF(TARGETS)], RANGES[r]);
            answer_free(&is[r % 2]);
            ask_whole(&is[r % 2], "mad.unit-fire", words);
            if (r)
                check_fire(&is[(r + 1) % 2], &is[r % 2], "more range helps");
        }
        answer_free(&is[0]);
        answer_free(&is[1]);
    }
}

static void trouble_never_helps(void **state)
{
    static const char *const TROUBLES[] = {"cover=normal", "cover=fortification", "moving=yes", "opportunity=yes",
                                           "small-arms-vehicles=no"};

    (void)state;
    for (size_t i = 0; i < n_units() * COUNT_OF(TARGETS); i++) {
        char words[WORDS], more[WORDS + 64];
        answer base, is;

        snprintf(words, sizeof words, "unit=%s target=%s range=%d", unit(i), TARGETS[i / n_units()],
                 50 + (int)(i % 10) * 100);
        ask_whole(&base, "mad.unit-fire", words);
        for (size_t t = 0; t < COUNT_OF(TROUBLES); t++) {
            snprintf(more, sizeof more, "%s %s", words, TROUBLES[t]);
            ask_whole(&is, "mad.unit-fire", more);
            check_fire(&base, &is, "trouble helps the firer");
            answer_free(&is);
        }
        answer_free(&base);
    }
}

/* The best costs the target what the better of the two does. */
static void best_is_the_better(void **state)
{
    static const char *const WEAPONS[] = {"main", "machine-gun", "best"};

    (void)state;
    for (size_t i = 0; i < 2 * n_units(); i++) {
        answer is[3];
        int better;

        if (strncmp(unit(i), "generic-infantry", strlen("generic-infantry")) == 0)
            continue;
        for (int w = 0; w < 3; w++) {
            char words[WORDS];

            snprintf(words, sizeof words, "unit=%s target=%s range=%d weapons=%s", unit(i), TARGETS[i / n_units()],
                     50 + (int)(i % 5) * 100, WEAPONS[w]);
            ask_whole(&is[w], "mad.unit-fire", words);
        }
        better = compare_mean(&is[0], &is[1], "hp-lost") >= 0 ? 0 : 1;
        check(compare_mean(&is[2], &is[better], "hp-lost") == 0, &is[2], &is[better], "best is not the better");
        for (int w = 0; w < 3; w++)
            answer_free(&is[w]);
    }
}

/* P(destroyed by k shots) = P(kill takes 1) + ... + P(kill takes k); k shots do k times the damage of one. */
static void volleys_agree_with_shots_to_kill(void **state)
{
    const salvo_table *weapons = salvo_store_table(&mad()->store, "weapons");

    (void)state;
    for (size_t i = 0; i < weapons->n_rows; i++) {
        char shot[128], words[WORDS], label[8];
        mpq_t sum, part, damage;
        answer until, volley;

        mpq_inits(sum, part, damage, NULL);
        snprintf(shot, sizeof shot, "weapon=%s range=200 hp=34", weapons->cells[i * weapons->n_columns].text);
        ask_whole(&until, "mad.shots-to-kill", shot);
        check(compare_chance(&until, "20", &until, "21") > 0, &until, &until, "max is not 20"); /* there is no 21 */
        for (int shots = 1; shots <= 9; shots++) {
            snprintf(words, sizeof words, "%s shots=%d", shot, shots);
            ask_whole(&volley, "mad.volley", words);
            snprintf(label, sizeof label, "%d", shots);
            take_fraction(part, &until, probability_of(&until, label));
            mpq_add(sum, sum, part);
            assert_probability(&volley, "destroyed", sum);
            if (shots == 1)
                take_fraction(damage, &volley, mean_of(&volley, "damage"));
            mpq_set_ui(part, (unsigned long)shots, 1);
            mpq_mul(part, part, damage);
            assert_mean(&volley, "damage", part);
            answer_free(&volley);
        }
        answer_free(&until);
        mpq_clears(sum, part, damage, NULL);
    }
}

/* Ranges at which something happens to most. */
static int range_for(size_t i)
{
    static const int RANGES[] = {80, 180, 340, 480, 740};

    return RANGES[i % COUNT_OF(RANGES)];
}

static void ask_duel(answer *to, const char *a, const char *b, int range, const char *more)
{
    char words[WORDS];

    snprintf(words, sizeof words, "a=%s b=%s range=%d %s", a, b, range, more);
    ask_whole(to, "mad.duel", words);
}

static void twins_are_even(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * n_units(); i++) {
        answer is;

        ask_duel(&is, unit(i), unit(i), range_for(i), i < n_units() ? "first=initiative" : "first=simultaneous");
        check(compare_chance(&is, "a-wins", &is, "b-wins") == 0, &is, &is, "twins are not even");
        answer_free(&is);
    }
}

static void mirrored_duels_are_mirrored(void **state)
{
    static const char *const HERE[] = {"first=a a-moves=yes", "first=initiative b-cover=normal b-opportunity=yes",
                                       "first=simultaneous a-cover=fortification turns=3", "first=b a-weapons=best"};
    static const char *const THERE[] = {"first=b b-moves=yes", "first=initiative a-cover=normal a-opportunity=yes",
                                        "first=simultaneous b-cover=fortification turns=3", "first=a b-weapons=best"};

    (void)state;
    for (size_t i = 0; i < n_units(); i++) {
        answer here, there;

        ask_duel(&here, unit(i), enemy(i), range_for(i), HERE[i % COUNT_OF(HERE)]);
        ask_duel(&there, enemy(i), unit(i), range_for(i), THERE[i % COUNT_OF(HERE)]);
        check(compare_chance(&here, "a-wins", &there, "b-wins") == 0, &here, &there, "not mirrored");
        check(compare_chance(&here, "b-wins", &there, "a-wins") == 0, &here, &there, "not mirrored");
        check(compare_chance(&here, "mutual", &there, "mutual") == 0, &here, &there, "not mirrored");
        check(!mean_of(&here, "turns") == !mean_of(&there, "turns"), &here, &there, "turns of one only");
        if (mean_of(&here, "turns"))
            check(compare_mean(&here, &there, "turns") == 0, &here, &there, "not mirrored");
        answer_free(&here);
        answer_free(&there);
    }
}

static void firing_first_never_hurts(void **state)
{
    static const char *const FIRST[] = {"first=a", "first=initiative", "first=b"};

    (void)state;
    for (size_t i = 0; i < n_units(); i++) {
        answer is[3];

        for (int f = 0; f < 3; f++)
            ask_duel(&is[f], unit(i), enemy(i), range_for(i), FIRST[f]);
        for (int f = 0; f < 2; f++) {
            check(compare_chance(&is[f], "a-wins", &is[f + 1], "a-wins") >= 0, &is[f], &is[f + 1],
                  "firing first hurts");
            check(compare_chance(&is[f], "b-wins", &is[f + 1], "b-wins") <= 0, &is[f], &is[f + 1],
                  "firing first hurts");
        }
        for (int f = 0; f < 3; f++)
            answer_free(&is[f]);
    }
}

static void nobody_wins_out_of_range(void **state)
{
    (void)state;
    for (size_t i = 0; i < n_units(); i++) {
        answer is;

        ask_duel(&is, unit(i), enemy(i), 2001, i % 2 ? "first=simultaneous" : "");
        assert_answer(&is, "undecided=1", "");
        answer_free(&is);
    }
}

/* With u(t) = P(undecided after t turns): the mean of min(limit, end) is u(0) + ... + u(limit - 1). */
static void limits_agree_with_each_other(void **state)
{
    enum { LIMITS = 6 };

    (void)state;
    for (size_t i = 0; i < n_units(); i += 2) {
        mpq_t turns, undecided;
        answer before, is;

        mpq_inits(turns, undecided, NULL);
        ask_duel(&before, unit(i), enemy(i), range_for(i), "turns=1");
        mpq_set_ui(turns, 1, 1);
        assert_mean(&before, "turns", turns);
        for (int limit = 2; limit <= LIMITS; limit++) {
            char more[32];

            snprintf(more, sizeof more, "turns=%d", limit);
            ask_duel(&is, unit(i), enemy(i), range_for(i), more);
            take_fraction(undecided, &before, probability_of(&before, "undecided"));
            mpq_add(turns, turns, undecided);
            assert_mean(&is, "turns", turns);
            check(compare_chance(&before, "undecided", &is, "undecided") >= 0, &before, &is, "time undoes decisions");
            check(compare_chance(&before, "a-wins", &is, "a-wins") <= 0, &before, &is, "time undoes wins");
            answer_free(&before);
            before = is;
        }
        ask_duel(&is, unit(i), enemy(i), range_for(i), "");
        check(compare_chance(&before, "a-wins", &is, "a-wins") <= 0, &before, &is, "a limit makes wins");
        check(compare_chance(&before, "b-wins", &is, "b-wins") <= 0, &before, &is, "a limit makes wins");
        check(!mean_of(&is, "turns") || compare_mean(&before, &is, "turns") <= 0, &before, &is, "a limit takes turns");
        answer_free(&before);
        answer_free(&is);
        mpq_clears(turns, undecided, NULL);
    }
}

static const char *first_id(const salvo_rulebook *book, const char *table)
{
    return salvo_store_table(&book->store, table)->cells[0].text;
}

/* Some value that the parameter takes: its least, or its greatest. */
static void put_value(char *text, size_t size, const salvo_rulebook *book, const salvo_parameter *p, bool greatest)
{
    double number = greatest ? p->max : p->min;

    switch (p->kind) {
    case SALVO_FLAG:
        snprintf(text, size, "%s=no", p->key);
        break;
    case SALVO_CHOICE:
        snprintf(text, size, "%s=%s", p->key, p->choices[0]);
        break;
    case SALVO_INTEGER:
    case SALVO_DECIMAL:
        if (p->kind == SALVO_INTEGER && p->table)
            snprintf(text, size, "%s=%s", p->key, first_id(book, p->table));
        else
            snprintf(text, size, "%s=%.17g", p->key, isfinite(number) ? number : isfinite(p->max) ? p->max : 0);
        break;
    case SALVO_NAME:
        snprintf(text, size, "%s=%s", p->key, p->fallback ? p->fallback : first_name(book, p));
        break;
    case SALVO_TEXT:
        snprintf(text, size, "%s=%s", p->key, p->fallback ? p->fallback : "text");
        break;
    case SALVO_LIST:
        snprintf(text, size, "%s=%s%s", p->key, p->sources[0].prefix, first_id(book, p->sources[0].table));
        break;
    }
}

static size_t place_of(const salvo_procedure *procedure, const char *key)
{
    return (size_t)salvo_parameter_find(&procedure->schema, key);
}

/* Values for all that is required or has a start, but for the parameter `but` and what it stands in place of; then
 * `more`. */
static void put_required(char words[WORDS], const salvo_rulebook *book, const salvo_procedure *procedure, size_t but,
                         const char *more)
{
    size_t n = 0;

    words[0] = '\0';
    for (size_t i = 0; i < procedure->schema.n_parameters; i++) {
        const salvo_parameter *p = &procedure->schema.parameters[i];
        const char *start = start_of(procedure, p->key);

        if (i == but || !(start || p->required) || (p->excludes && but == place_of(procedure, p->excludes)))
            continue;
        if (start)
            snprintf(words + n, WORDS - n, "%s=%s", p->key, start);
        else
            put_value(words + n, WORDS - n, book, p, false);
        n = strlen(words);
        words[n++] = ' ';
    }
    snprintf(words + n, WORDS - n, "%s", more);
}

static void assert_accepted(const salvo_rulebook *book, const salvo_procedure *procedure, size_t but, const char *more)
{
    char words[WORDS];
    answer is;

    put_required(words, book, procedure, but, more);
    ask(&is, book, procedure->schema.name, words);
    answer_free(&is);
}

/* "target=open target-damage=2" for a parameter that is only for target=open|closed. */
static void put_in_place(char *text, size_t size, const salvo_rulebook *book, const salvo_parameter *p, bool greatest)
{
    char value[128];

    put_value(value, sizeof value, book, p, greatest);
    snprintf(text, size, "%.*s %s", p->only ? (int)strcspn(p->only, "|") : 0, p->only ? p->only : "", value);
}

/* The least value may have no sense beside the other defaults; then the greatest has. */
static void check_accepted(const salvo_rulebook *book, const salvo_procedure *procedure, size_t i)
{
    char words[WORDS], value[256];
    const char *word[WORDS];
    salvo_question question;
    size_t n = 0;

    put_in_place(value, sizeof value, book, &procedure->schema.parameters[i], false);
    put_required(words, book, procedure, i, value);
    for (char *w = strtok(words, " "); w; w = strtok(NULL, " "))
        word[n++] = w;
    if (salvo_question_ask(&question, book, procedure, word, n, NULL) != SALVO_OK)
        put_in_place(value, sizeof value, book, &procedure->schema.parameters[i], true);
    salvo_question_free(&question);
    assert_accepted(book, procedure, i, value);
}

/* The parameter that a condition names stands before the one that has the condition. */
static void check_condition(const salvo_procedure *procedure, size_t i, const char *condition)
{
    char key[64];
    int at;

    snprintf(key, sizeof key, "%.*s", (int)strcspn(condition, "="), condition);
    at = salvo_parameter_find(&procedure->schema, key);
    if (at < 0 || (size_t)at >= i)
        fail_msg("%s: %s depends on %s", procedure->schema.name, procedure->schema.parameters[i].key, condition);
}

static void check_wording(const salvo_ruleset *ruleset, const salvo_procedure *procedure)
{
    size_t length = strlen(ruleset->id);

    assert_true(strncmp(procedure->schema.name, ruleset->id, length) == 0 && procedure->schema.name[length] == '.');
    assert_true(procedure->id && procedure->documentation.chapter && procedure->documentation.title &&
                procedure->documentation.section);
    assert_true(procedure->outcomes || procedure->outcomes_help);
    assert_true(!procedure->roll != !procedure->chain);
    for (size_t i = 0; i < procedure->n_expectations; i++)
        assert_true(procedure->expectations[i].name && *procedure->expectations[i].help);
    for (size_t i = 0; i < procedure->schema.n_parameters; i++) {
        const salvo_parameter *p = &procedure->schema.parameters[i];

        if (!p->help || !*p->help)
            fail_msg("%s: %s has no help", procedure->schema.name, p->key);
        assert_int_equal(salvo_parameter_find(&procedure->schema, p->key), i); /* no two of one name */
        assert_true(!p->unless || salvo_parameter_find(&procedure->schema, p->unless) >= 0);
        assert_true(!p->excludes || salvo_parameter_find(&procedure->schema, p->excludes) >= 0);
        assert_false(p->required && p->fallback);
        if (p->only)
            check_condition(procedure, i, p->only);
        for (const salvo_default *d = p->defaults; d && d->when; d++)
            check_condition(procedure, i, d->when);
    }
}

/* A default that is given by hand changes nothing. */
static void check_default(const salvo_rulebook *book, const salvo_procedure *procedure, size_t i)
{
    const salvo_parameter *p = &procedure->schema.parameters[i];
    char words[WORDS], more[128];
    answer silent, given;

    put_required(words, book, procedure, SIZE_MAX, "");
    ask(&silent, book, procedure->schema.name, words);
    snprintf(more, sizeof more, "%s=%s", p->key, p->fallback);
    put_required(words, book, procedure, SIZE_MAX, more);
    ask(&given, book, procedure->schema.name, words);
    assert_int_equal(silent.odds.n_outcomes, given.odds.n_outcomes);
    for (size_t k = 0; k < silent.odds.n_outcomes; k++) {
        const salvo_outcome *o = &silent.odds.outcomes[k];

        assert_int_equal(compare_numbers(&silent, &o->probability, &given, probability_of(&given, o->label)), 0);
    }
    assert_int_equal(silent.odds.n_means, given.odds.n_means);
    for (size_t k = 0; k < silent.odds.n_means; k++)
        assert_int_equal(compare_mean(&silent, &given, silent.odds.means[k].name), 0);
    answer_free(&silent);
    answer_free(&given);
}

static void refuse_value(const salvo_rulebook *book, const salvo_procedure *procedure, size_t i, const char *value)
{
    char words[WORDS], more[128];

    snprintf(more, sizeof more, "%s=%s", procedure->schema.parameters[i].key, value);
    put_required(words, book, procedure, i, more);
    assert_refused(book, procedure->schema.name, words, procedure->schema.parameters[i].key);
}

static void refuse_number(const salvo_rulebook *book, const salvo_procedure *procedure, size_t i, double number)
{
    char value[64];

    snprintf(value, sizeof value, "%.17g", number);
    if (isfinite(number))
        refuse_value(book, procedure, i, value);
}

static void check_parameter(const salvo_rulebook *book, const salvo_procedure *procedure, size_t i)
{
    const salvo_parameter *p = &procedure->schema.parameters[i];
    bool whole = p->kind == SALVO_INTEGER, number = whole || p->kind == SALVO_DECIMAL;
    char words[WORDS];

    /* What a choice without a default takes depends on other words. */
    if (!start_of(procedure, p->key) && (p->kind != SALVO_CHOICE || p->fallback || p->required))
        check_accepted(book, procedure, i);
    if (p->fallback && !start_of(procedure, p->key))
        check_default(book, procedure, i);
    if (p->required) {
        put_required(words, book, procedure, i, "");
        assert_refused(book, procedure->schema.name, words, p->key);
    }
    if (p->kind != SALVO_TEXT)
        refuse_value(book, procedure, i, "no-such-value");
    refuse_value(book, procedure, i, "");
    if (number) {
        refuse_number(book, procedure, i, whole ? p->min - 1 : nextafter(p->min, -INFINITY));
        refuse_number(book, procedure, i, whole ? p->max + 1 : nextafter(p->max, INFINITY));
    }
    if (whole)
        refuse_number(book, procedure, i, p->min + 0.5);
}

static void every_procedure_is_in_order(void **state)
{
    const salvo_ruleset *ruleset;
    salvo_rulebook book;

    book_open(&book, *state, "");
    ruleset = book.ruleset;
    for (size_t i = 0; i < ruleset->n_procedures; i++) {
        const salvo_procedure *procedure = ruleset->procedures[i], *found;

        check_wording(ruleset, procedure);
        assert_int_equal(salvo_procedure_find(ruleset, procedure->schema.name, &found, NULL), SALVO_OK);
        assert_ptr_equal(found, procedure);
        assert_int_equal(salvo_procedure_find(ruleset, procedure->id, &found, NULL), SALVO_OK);
        assert_ptr_equal(found, procedure);
        assert_accepted(&book, procedure, SIZE_MAX, "");
        for (size_t k = 0; k < procedure->schema.n_parameters; k++)
            check_parameter(&book, procedure, k);
    }
    salvo_rulebook_close(&book);
}

int main(void)
{
    const struct CMUnitTest alone[] = {
        cmocka_unit_test(more_range_never_helps),
        cmocka_unit_test(trouble_never_helps),
        cmocka_unit_test(best_is_the_better),
        cmocka_unit_test(volleys_agree_with_shots_to_kill),
        cmocka_unit_test(twins_are_even),
        cmocka_unit_test(mirrored_duels_are_mirrored),
        cmocka_unit_test(firing_first_never_hurts),
        cmocka_unit_test(nobody_wins_out_of_range),
        cmocka_unit_test(limits_agree_with_each_other),
    };
    struct CMUnitTest tests[COUNT_OF(alone) + 16];
    char names[16][64];
    size_t n = COUNT_OF(alone);

    memcpy(tests, alone, sizeof alone);
    for (size_t i = 0; i < SALVO_N_BOOKS && i < 16; i++) {
        snprintf(names[i], sizeof names[i], "every procedure of %s is in order", SALVO_BOOKS[i]);
        tests[n++] = row_test(names[i], every_procedure_is_in_order, SALVO_BOOKS[i]);
    }
    return _cmocka_run_group_tests("M.A.D. properties", tests, n, mad_open, mad_close);
}
