/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words with several values, and several sizes of armies, multiply to settings. The other words apply to all armies. */
#include "cli/settings_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/phrase.h"
#include "base/try.h"
#include "cli/numbers.h"
#include "cli/weighted_words.h"
#include "data/names.h"
#include "rules/parse.h"

/* The options to read, and the plan that they fill. */
typedef struct reader {
    salvo_points_plan *plan;
    context *x;
    const salvo_rulebook *book;
} reader;

enum { CHOICES_MAX = 8 };

/* The owner of a word. */
typedef enum { OF_FIELD, OF_ELEMENT, OF_DEFENDER, N_OWNERS } word_owner;

/* An option or word with several values and their weights: "--elements 6,12:2", "cover=none,normal". */
typedef struct several {
    const char *name; /* as in --per: "cover", "defender-cover", "elements" */
    const char *key;  /* as in the table of parameters; NULL: elements of an army */
    const char *values[SALVO_POINTS_SETTINGS_MAX];
    double weights[SALVO_POINTS_SETTINGS_MAX];
    size_t n;
    word_owner owner;
} several;

typedef struct setting_reader {
    const reader *from;
    list *words; /* by owner: the words that all settings have */
    several of[CHOICES_MAX];
    size_t n;
} setting_reader;

/* A word whose key an element has belongs to every element, or to a defender's. Any other word belongs to the field.
 * NULL: neither has the key. */
static const salvo_parameter *parameter_of(const salvo_rulebook *book, const char *word, word_owner *owner)
{
    const salvo_battle_adapter *battle = book->ruleset->battle;
    const size_t length = strlen(SALVO_DEFENDER), before = strncmp(word, SALVO_DEFENDER, length) == 0 ? length : 0;
    char key[WORD_BYTES];
    int at;

    snprintf(key, sizeof key, "%.*s", (int)strcspn(word + before, "="), word + before);
    at = battle ? salvo_parameter_find(battle->element, key) : 0;
    *owner = at <= 0 ? OF_FIELD : before ? OF_DEFENDER : OF_ELEMENT;
    if (at > 0)
        return &battle->element->parameters[at];
    at = battle ? salvo_parameter_find(battle->field, key) : -1;
    return at >= 0 && !before ? &battle->field->parameters[at] : NULL;
}

/* Refuses "b-cover" and "cover-b". They belong to one side of a duel, but drawn armies alternate between a and b. */
static salvo_status refuse_sides(const salvo_rulebook *book, const char *word, salvo_error *err)
{
    const char *key = strncmp(word, "a-", 2) == 0 || strncmp(word, "b-", 2) == 0 ? word + 2 : word;
    int length = (int)strcspn(key, "=");
    char own[WORD_BYTES];

    if (key == word && length > 2 &&
        (strncmp(key + length - 2, "-a", 2) == 0 || strncmp(key + length - 2, "-b", 2) == 0))
        length -= 2;
    snprintf(own, sizeof own, "%.*s", length, key);
    if (length == (int)strcspn(word, "=") || salvo_parameter_find(book->ruleset->battle->element, own) <= 0)
        return SALVO_OK;
    return salvo_fail(
        err, SALVO_BAD_INPUT,
        "%s: the armies here are drawn and have no side a or b; use %s%s for both armies, or %s%s%s for the defender",
        word, own, strchr(word, '=') ? strchr(word, '=') : "", SALVO_DEFENDER, own,
        strchr(word, '=') ? strchr(word, '=') : "");
}

static salvo_status take_several(const setting_reader *r, several *to, const char *option, const char *text,
                                 salvo_error *err)
{
    const char *rest = text;

    while (rest) {
        char word[WORD_BYTES];

        if (to->n == SALVO_POINTS_SETTINGS_MAX)
            return salvo_fail(err, SALVO_BAD_INPUT, "%s %s: too many values; give at most %d", option, text,
                              SALVO_POINTS_SETTINGS_MAX);
        weighted_word_take(&rest, word);
        TRY(weighted_word_cut(option, word, &to->weights[to->n], err));
        for (size_t i = 0; i < to->n; i++)
            if (salvo_name_matches(to->values[i], word))
                return weighted_word_twice(option, word, err);
        to->values[to->n] = salvo_arena_text(r->from->x->memory, word);
        if (!to->values[to->n++])
            return salvo_fail_memory(err);
    }
    return SALVO_OK;
}

static several *next_several(setting_reader *r, const char *name, salvo_error *err)
{
    if (r->n == CHOICES_MAX) {
        salvo_fail(err, SALVO_BAD_INPUT, "there are more than %d words with several values", CHOICES_MAX);
        return NULL;
    }
    r->of[r->n].name = name;
    return &r->of[r->n++];
}

static salvo_status take_sizes(setting_reader *r, salvo_error *err)
{
    const char *text = r->from->x->options.elements;
    option_reader numbers = {.of = &r->from->x->options, .err = err};
    several *to;
    salvo_status status;

    if (!text || !strchr(text, ',')) {
        option_count(&numbers, OPTION(elements), &r->from->plan->elements_max);
        return numbers.status;
    }
    to = next_several(r, "elements", err);
    status = to ? take_several(r, to, "--elements", text, err) : SALVO_BAD_INPUT;
    r->from->plan->elements_max = 1;
    for (size_t i = 0; status == SALVO_OK && i < to->n; i++) {
        int size = 1;

        option_count_of(&numbers, OPTION(elements), to->values[i], &size);
        if (size > r->from->plan->elements_max)
            r->from->plan->elements_max = size;
    }
    return status == SALVO_OK ? numbers.status : status;
}

/* Whether the word lists several values. Texts and lists may contain commas of their own. */
static bool has_several(const salvo_parameter *p, const char *word)
{
    return p && p->kind != SALVO_TEXT && p->kind != SALVO_LIST && strchr(word, ',');
}

static salvo_status take_several_values(setting_reader *r, const salvo_parameter *p, word_owner owner, const char *word,
                                        salvo_error *err)
{
    const reader *from = r->from;
    const char *name =
        owner == OF_DEFENDER ? salvo_arena_printf(from->x->memory, "%s%s", SALVO_DEFENDER, p->key) : p->key;
    several *to = name ? next_several(r, name, err) : NULL;
    salvo_status status = !name ? salvo_fail_memory(err)
                          : to  ? take_several(r, to, p->key, strchr(word, '=') + 1, err)
                                : SALVO_BAD_INPUT;
    salvo_value value;

    for (size_t i = 0; status == SALVO_OK && i < to->n; i++)
        status = salvo_parameter_parse(p, &from->book->store, to->values[i], from->x->memory, &value, err);
    if (status != SALVO_OK)
        return status;
    to->key = p->key;
    to->owner = owner;
    return SALVO_OK;
}

/* Called before units are checked: each unit that refused the value would be left out. */
static salvo_status check_value(const reader *r, const salvo_parameter *p, const char *word, salvo_error *err)
{
    const char *equals = strchr(word, '=');
    salvo_value value;

    return equals ? salvo_parameter_parse(p, &r->book->store, equals + 1, r->x->memory, &value, err) : SALVO_OK;
}

static salvo_status take_parameter_word(setting_reader *r, const char *word, salvo_error *err)
{
    word_owner owner;
    const salvo_parameter *p = parameter_of(r->from->book, word, &owner);

    TRY(!p && r->from->book->ruleset->battle ? refuse_sides(r->from->book, word, err) : SALVO_OK);
    if (has_several(p, word))
        return take_several_values(r, p, owner, word, err);
    TRY(p ? check_value(r->from, p, word, err) : SALVO_OK);
    list_put(&r->words[owner], owner == OF_DEFENDER ? word + strlen(SALVO_DEFENDER) : word);
    return SALVO_OK;
}

/* Returns the index of the value of choice c in combination `number`. The first choice changes fastest. */
static size_t value_at(const setting_reader *r, size_t number, size_t c)
{
    for (size_t i = 0; i < c; i++)
        number /= r->of[i].n;
    return number % r->of[c].n;
}

/* Describes one choice: "cover=normal", "defender-cover=normal", "up to 4 elements". */
static const char *part_of(const setting_reader *r, size_t number, size_t c)
{
    const several *of = &r->of[c];
    const char *value = of->values[value_at(r, number, c)];

    return of->key ? salvo_arena_printf(r->from->x->memory, "%s=%s", of->name, value)
                   : salvo_arena_printf(r->from->x->memory, "up to %s elements", value);
}

/* Copies the words of one owner that all settings have, with room for more. NULL: memory is out. */
static const char **begin_words(const setting_reader *r, word_owner owner, const char *const **to, size_t *n)
{
    const list *common = &r->words[owner];
    const char **words = salvo_arena_array(r->from->x->memory, common->n + r->n, sizeof *words);

    if (words)
        memcpy(words, common->text, common->n * sizeof *words);
    *to = words;
    *n = common->n;
    return words;
}

/* Fills in the words of a combination, after those that all have, and its name. Returns false if memory is out. */
static bool make_setting(const setting_reader *r, size_t number, salvo_points_setting *to)
{
    salvo_arena *memory = r->from->x->memory;
    const char **words[N_OWNERS];
    size_t *counts[N_OWNERS] = {&to->n_field, &to->n_element, &to->n_defender};

    *to = (salvo_points_setting){.name = "", .weight = 1, .elements_max = r->from->plan->elements_max};
    words[OF_FIELD] = begin_words(r, OF_FIELD, &to->field, &to->n_field);
    words[OF_ELEMENT] = begin_words(r, OF_ELEMENT, &to->element, &to->n_element);
    words[OF_DEFENDER] = begin_words(r, OF_DEFENDER, &to->defender, &to->n_defender);
    if (!words[OF_FIELD] || !words[OF_ELEMENT] || !words[OF_DEFENDER])
        return false;
    for (size_t c = 0; c < r->n && to->name; c++) {
        const several *of = &r->of[c];
        const char *value = of->values[value_at(r, number, c)], *part = part_of(r, number, c);

        if (!part)
            return false;
        if (of->key)
            words[of->owner][(*counts[of->owner])++] = part + (of->owner == OF_DEFENDER ? strlen(SALVO_DEFENDER) : 0);
        else
            to->elements_max = atoi(value); /* already checked */
        to->weight *= of->weights[value_at(r, number, c)];
        to->name = salvo_arena_printf(memory, "%s%s%s", to->name, salvo_between(c, r->n, " and "), part);
    }
    return to->name;
}

/* Finds the choice that --per names; r->n: it names something else. */
static size_t find_per(const setting_reader *r)
{
    const char *text = r->from->x->options.per;
    size_t c = 0;

    while (c < r->n && !(text && salvo_name_matches(r->of[c].name, text)))
        c++;
    return c;
}

static salvo_status take_per(const setting_reader *r, salvo_points_setting *settings, salvo_error *err)
{
    salvo_points_plan *plan = r->from->plan;
    const size_t c = find_per(r);

    if (c == r->n)
        return SALVO_OK;
    plan->per = SALVO_PER_SETTING;
    plan->per_words =
        r->of[c].key ? salvo_arena_printf(r->from->x->memory, "value of %s", r->of[c].name) : "size of armies";
    if (!plan->per_words)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < plan->n_settings; i++)
        if (!(settings[i].part = part_of(r, i, c)))
            return salvo_fail_memory(err);
    return SALVO_OK;
}

static salvo_status make_settings(const setting_reader *r, salvo_error *err)
{
    salvo_points_plan *plan = r->from->plan;
    salvo_points_setting *settings;
    size_t n = 1;

    for (size_t c = 0; c < r->n; c++)
        n *= r->of[c].n;
    if (n > SALVO_POINTS_SETTINGS_MAX)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "there are %zu combinations of army sizes and options; give at "
                          "most %d",
                          n, SALVO_POINTS_SETTINGS_MAX);
    settings = salvo_arena_array(r->from->x->memory, n, sizeof *settings);
    for (size_t i = 0; i < n; i++)
        if (!settings || !make_setting(r, i, &settings[i]))
            return salvo_fail_memory(err);
    plan->settings = settings;
    plan->n_settings = r->n ? n : 0;
    return take_per(r, settings, err);
}

salvo_status settings_options_read(salvo_points_plan *plan, context *x, const salvo_rulebook *book, salvo_error *err)
{
    const reader r = {plan, x, book};
    const list *words = &x->options.parameters;
    list *shares = salvo_arena_array(x->memory, N_OWNERS, sizeof *shares);
    setting_reader s = {.from = &r, .words = shares};
    salvo_status status = shares ? take_sizes(&s, err) : salvo_fail_memory(err);

    for (size_t i = 0; i < words->n && status == SALVO_OK; i++)
        status = take_parameter_word(&s, words->text[i], err);
    if (status != SALVO_OK)
        return status;
    plan->battle.words = shares[OF_FIELD].text;
    plan->battle.n_words = shares[OF_FIELD].n;
    for (int side = 0; side < 2; side++) {
        plan->battle.army[side].words = shares[OF_ELEMENT].text;
        plan->battle.army[side].n_words = shares[OF_ELEMENT].n;
    }
    plan->defender = shares[OF_DEFENDER].text;
    plan->n_defender = shares[OF_DEFENDER].n;
    return make_settings(&s, err);
}

bool settings_options_know(const salvo_rulebook *book, const char *name)
{
    word_owner owner;

    return salvo_name_matches("elements", name) || parameter_of(book, name, &owner);
}
