/* The options of points test and fit, and of the sensitivity of points: they draw and fight armies alike. */
#include "cli/points_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/books.h"
#include "cli/numbers.h"
#include "cli/price_options.h"
#include "data/csv.h"
#include "data/names.h"
#include "rules/parse.h"

/* Longer words are cut off: no number, scenario or key is as long. */
enum { WORD_BYTES = 64 };

/* What options are read into, and from. */
typedef struct reader {
    salvo_points_plan *plan;
    context *x;
    const salvo_rulebook *book;
} reader;

/* Copies the word up to the next comma; *text moves behind it, to NULL at the end. */
static void take_word(const char **text, char word[WORD_BYTES])
{
    size_t length = strcspn(*text, ",");

    snprintf(word, WORD_BYTES, "%.*s", (int)length, *text);
    *text = (*text)[length] ? *text + length + 1 : NULL;
}

/* Cuts the weight off "500:2"; without one it is 1. */
static salvo_status take_weight(const char *option, char *word, double *weight, salvo_error *err)
{
    char *colon = strchr(word, ':');

    *weight = 1;
    if (!colon)
        return SALVO_OK;
    *colon = '\0';
    if (salvo_number_parse(colon + 1, weight) && *weight > 0)
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT, "%s %s:%s: a weight is a number above 0, as in %s:2", option, word,
                      colon + 1, word);
}

static salvo_status read_range(const reader *r, char *word, double *range, double *weight, salvo_error *err)
{
    const char *text = r->x->options.range;
    salvo_status status = take_weight("--range", word, weight, err);

    if (status != SALVO_OK)
        return status;
    if (r->plan->n_ranges == SALVO_POINTS_RANGES_MAX)
        return salvo_fail(err, SALVO_BAD_INPUT, "--range %s: at most %d ranges", text, SALVO_POINTS_RANGES_MAX);
    if (!salvo_number_parse(word, range) || *range < 0)
        return salvo_fail(err, SALVO_BAD_INPUT, "--range %s: all, or numbers of at least 0, as in 100,500,1000", text);
    r->plan->n_ranges++;
    return SALVO_OK;
}

static salvo_status read_ranges(const reader *r, salvo_error *err)
{
    const char *text = r->x->options.range, *rest = text;
    double *ranges = salvo_arena_array(r->x->memory, SALVO_POINTS_RANGES_MAX + 1, sizeof *ranges);
    double *weights = salvo_arena_array(r->x->memory, SALVO_POINTS_RANGES_MAX + 1, sizeof *weights);
    salvo_status status = SALVO_OK;

    if (!text || salvo_name_matches(text, "all"))
        return SALVO_OK;
    /* No list stands for every range bracket. */
    if (!ranges || !weights)
        return salvo_fail_memory(err);
    while (rest && status == SALVO_OK) {
        const size_t at = r->plan->n_ranges;
        char word[WORD_BYTES];

        take_word(&rest, word);
        status = read_range(r, word, &ranges[at], &weights[at], err);
    }
    r->plan->ranges = ranges;
    r->plan->range_weights = weights;
    return status;
}

/* "hold:2,meeting": names with weights into `weights`; what is not named has none. */
static salvo_status read_names(const char *option, const char *text, const char *const *names, int n, double *weights,
                               salvo_error *err)
{
    const char *rest = text;

    memset(weights, 0, (size_t)n * sizeof *weights);
    while (rest) {
        char word[WORD_BYTES];
        double weight;
        salvo_status status;
        int at;

        take_word(&rest, word);
        status = take_weight(option, word, &weight, err);
        if (status != SALVO_OK)
            return status;
        at = salvo_name_among(names, (size_t)n, word);
        if (at < 0)
            return salvo_names_fail(err, names, (size_t)n, word, "%s has no '%s'", option, word);
        weights[at] = weight;
    }
    return SALVO_OK;
}

static salvo_status read_scenarios(const reader *r, salvo_error *err)
{
    const char *text = r->x->options.scenario;

    if (!text || salvo_name_matches(text, "all"))
        return SALVO_OK;
    /* The plan begins with all of them; a list leaves only what it names. */
    return read_names("--scenario", text, SALVO_SCENARIOS, SALVO_N_SCENARIOS, r->plan->scenarios, err);
}

/* Odds that are given, or "even": found at every range. */
static salvo_status read_odds(const reader *r, salvo_error *err)
{
    const char *text = r->x->options.attack_odds;
    number_reader numbers = {.err = err};

    if (!text)
        return SALVO_OK;
    r->plan->attack_odds = 0;
    if (!salvo_name_matches(text, "even"))
        number_option(&numbers, "--attack-odds", text, 0.1, 10, &r->plan->attack_odds);
    return numbers.status;
}

static salvo_status read_per(const reader *r, salvo_error *err)
{
    const char *text = r->x->options.per;
    const int per = text ? salvo_name_among(SALVO_PERS, SALVO_N_PERS, text) : SALVO_PER_NOTHING;

    if (per < 0)
        return salvo_names_fail(err, SALVO_PERS, SALVO_N_PERS, text, "--per has no '%s'", text);
    r->plan->per = (salvo_points_per)per;
    return SALVO_OK;
}

static salvo_status read_numbers(const reader *r, salvo_error *err)
{
    const options *o = &r->x->options;
    number_reader numbers = {.err = err};
    int turns = 0;
    uint64_t pairs = r->plan->pairs;

    /* Fewer than 20 pairs would say too little about armies in general. */
    whole_option(&numbers, "--pairs", o->pairs, 20, 1000000, &pairs);
    number_option(&numbers, "--tolerance", o->tolerance, 0, 0.5, &r->plan->tolerance);
    number_option(&numbers, "--precision", o->precision, 0.001, 0.5, &r->plan->precision);
    number_option(&numbers, "--close-to", o->close_to, 0, 1e9, &r->plan->battle.close_to);
    number_option(&numbers, "--break-at", o->break_at, 0, 1, &r->plan->battle.break_at);
    number_option(&numbers, "--prior", o->prior, 0.01, 10, &r->plan->prior_sd);
    count_option(&numbers, "--kinds", o->kinds, 1, SALVO_ARMY_KINDS_MAX, &r->plan->kinds_max);
    count_option(&numbers, "--turns", o->turns, 1, SALVO_TURNS_MAX, &turns);
    count_option(&numbers, "--army-rules", o->army_rules, 0, 20, &r->plan->army_rules);
    count_option(&numbers, "--rounds", o->rounds, 1, 20, &r->plan->rounds);
    r->plan->pairs = (size_t)pairs;
    r->plan->battle.turns = turns;
    return numbers.status;
}

/* An army has no more kinds than elements. */
static salvo_status match_kinds(const reader *r, salvo_error *err)
{
    int elements = r->plan->elements_max;

    for (size_t i = 0; i < r->plan->n_settings; i++)
        if (r->plan->settings[i].elements_max < elements)
            elements = r->plan->settings[i].elements_max;

    if (r->plan->kinds_max <= elements)
        return SALVO_OK;
    /* Only what the user said himself is an error; the default gives way. */
    if (r->x->options.kinds)
        return salvo_fail(err, SALVO_BAD_INPUT, "an army of %d element%s cannot be of %d kinds; give a smaller --kinds",
                          elements, elements == 1 ? "" : "s", r->plan->kinds_max);
    r->plan->kinds_max = elements;
    return SALVO_OK;
}

/* Both sides alike: a policy of one side would be mistaken for the worth of its units. */
static salvo_status read_targets(const reader *r, salvo_error *err)
{
    const char *text = r->x->options.targets;
    salvo_status status;

    if (!text)
        return SALVO_OK;
    status = read_names("--targets", text, SALVO_TARGETS, SALVO_N_TARGETS, r->plan->targets, err);
    for (int t = 0; t < SALVO_N_TARGETS && status == SALVO_OK; t++)
        if (r->plan->targets[t] > 0)
            r->plan->battle.army[0].targets = r->plan->battle.army[1].targets = (salvo_targets)t;
    return status;
}

/* Settings: sizes of armies, and words of several values. */

enum { CHOICES_MAX = 8 };

/* Whose word it is. */
typedef enum { OF_FIELD, OF_ELEMENT, OF_DEFENDER, N_OWNERS } word_owner;

static const char DEFENDER[] = "defender-"; /* in front of an element's key: of an army that defends alone */

/* What has several values, with weights: "--elements 6,12:2", "cover=none,normal". */
typedef struct several {
    const char *key; /* as in the table of parameters; NULL: elements of an army */
    const char *values[SALVO_POINTS_SETTINGS_MAX];
    double weights[SALVO_POINTS_SETTINGS_MAX];
    size_t n;
    word_owner owner;
} several;

typedef struct setting_reader {
    const reader *from;
    list *words; /* by owner: those that all settings have */
    several of[CHOICES_MAX];
    size_t n;
} setting_reader;

/* A word whose key an element has is every element's, or a defender's; any other is the field's. NULL: neither has the key. */
static const salvo_parameter *parameter_of(const salvo_rulebook *book, const char *word, word_owner *owner)
{
    const salvo_battle_adapter *battle = book->ruleset->battle;
    const size_t before = strncmp(word, DEFENDER, sizeof DEFENDER - 1) == 0 ? sizeof DEFENDER - 1 : 0;
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

/* "b-cover" and "cover-b" are of a duel's side; armies that are drawn take turns at being a and b. */
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
        "%s: the armies that are drawn here have no side a or b; %s%s is of both armies, %s%s%s of the one "
        "that defends",
        word, own, strchr(word, '=') ? strchr(word, '=') : "", DEFENDER, own,
        strchr(word, '=') ? strchr(word, '=') : "");
}

static salvo_status take_several(const setting_reader *r, several *to, const char *option, const char *text,
                                 salvo_error *err)
{
    const char *rest = text;

    while (rest) {
        char word[WORD_BYTES];
        salvo_status status;

        if (to->n == SALVO_POINTS_SETTINGS_MAX)
            return salvo_fail(err, SALVO_BAD_INPUT, "%s %s: at most %d values", option, text,
                              SALVO_POINTS_SETTINGS_MAX);
        take_word(&rest, word);
        status = take_weight(option, word, &to->weights[to->n], err);
        if (status != SALVO_OK)
            return status;
        to->values[to->n] = salvo_arena_text(r->from->x->memory, word);
        if (!to->values[to->n++])
            return salvo_fail_memory(err);
    }
    return SALVO_OK;
}

static several *next_several(setting_reader *r, salvo_error *err)
{
    if (r->n == CHOICES_MAX) {
        salvo_fail(err, SALVO_BAD_INPUT, "at most %d words of several values", CHOICES_MAX);
        return NULL;
    }
    return &r->of[r->n++];
}

static salvo_status take_sizes(setting_reader *r, salvo_error *err)
{
    const char *text = r->from->x->options.elements;
    number_reader numbers = {.err = err};
    several *to;
    salvo_status status;

    if (!text || !strchr(text, ',')) {
        count_option(&numbers, "--elements", text, 1, SALVO_ELEMENTS_MAX, &r->from->plan->elements_max);
        return numbers.status;
    }
    to = next_several(r, err);
    status = to ? take_several(r, to, "--elements", text, err) : SALVO_BAD_INPUT;
    r->from->plan->elements_max = 1;
    for (size_t i = 0; status == SALVO_OK && i < to->n; i++) {
        int size = 1;

        count_option(&numbers, "--elements", to->values[i], 1, SALVO_ELEMENTS_MAX, &size);
        if (size > r->from->plan->elements_max)
            r->from->plan->elements_max = size;
    }
    return status == SALVO_OK ? numbers.status : status;
}

/* Texts and lists may have commas of their own. */
static bool has_several(const salvo_parameter *p, const char *word)
{
    return p && p->kind != SALVO_TEXT && p->kind != SALVO_LIST && strchr(word, ',');
}

static salvo_status take_several_values(setting_reader *r, const salvo_parameter *p, word_owner owner, const char *word,
                                        salvo_error *err)
{
    const reader *from = r->from;
    several *to = next_several(r, err);
    salvo_status status = to ? take_several(r, to, p->key, strchr(word, '=') + 1, err) : SALVO_BAD_INPUT;
    salvo_value value;

    for (size_t i = 0; status == SALVO_OK && i < to->n; i++)
        status = salvo_parameter_parse(p, &from->book->store, to->values[i], from->x->memory, &value, err);
    if (status != SALVO_OK)
        return status;
    to->key = p->key;
    to->owner = owner;
    return SALVO_OK;
}

/* Before units are asked: each that refused the value would be left out for it. */
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
    salvo_status status = !p && r->from->book->ruleset->battle ? refuse_sides(r->from->book, word, err) : SALVO_OK;

    if (status != SALVO_OK)
        return status;
    if (has_several(p, word))
        return take_several_values(r, p, owner, word, err);
    status = p ? check_value(r->from, p, word, err) : SALVO_OK;
    if (status != SALVO_OK)
        return status;
    list_put(&r->words[owner], owner == OF_DEFENDER ? word + sizeof DEFENDER - 1 : word);
    return SALVO_OK;
}

/* Of combination `number` the value of choice c: the first changes fastest. */
static size_t value_at(const setting_reader *r, size_t number, size_t c)
{
    for (size_t i = 0; i < c; i++)
        number /= r->of[i].n;
    return number % r->of[c].n;
}

/* Room for the words of one owner behind those that all settings have; NULL when memory is out. */
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

/* The combination's words behind those that all have, and its name; false when memory is out. */
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
        const char *value = of->values[value_at(r, number, c)], *and = c ? " and " : "";
        const char *word = of->key ? salvo_arena_printf(memory, "%s=%s", of->key, value)
                                   : salvo_arena_printf(memory, "up to %s elements", value);

        if (of->key)
            words[of->owner][(*counts[of->owner])++] = word;
        else
            to->elements_max = atoi(value); /* it was checked */
        to->weight *= of->weights[value_at(r, number, c)];
        to->name = word ? salvo_arena_printf(memory, "%s%s%s%s", to->name, and,
                                             of->key && of->owner == OF_DEFENDER ? DEFENDER : "", word)
                        : NULL;
    }
    return to->name;
}

static salvo_status make_settings(const setting_reader *r, salvo_error *err)
{
    salvo_points_plan *plan = r->from->plan;
    salvo_points_setting *settings;
    size_t n = 1;

    for (size_t c = 0; c < r->n; c++)
        n *= r->of[c].n;
    if (n > SALVO_POINTS_SETTINGS_MAX)
        return salvo_fail(err, SALVO_BAD_INPUT, "these are %zu combinations of army sizes and options; at most %d", n,
                          SALVO_POINTS_SETTINGS_MAX);
    settings = salvo_arena_array(r->from->x->memory, n, sizeof *settings);
    for (size_t i = 0; i < n; i++)
        if (!settings || !make_setting(r, i, &settings[i]))
            return salvo_fail_memory(err);
    plan->settings = settings;
    plan->n_settings = r->n ? n : 0;
    return SALVO_OK;
}

static salvo_status share_words(const reader *r, salvo_error *err)
{
    const list *words = &r->x->options.parameters;
    list *shares = salvo_arena_array(r->x->memory, N_OWNERS, sizeof *shares);
    setting_reader s = {.from = r, .words = shares};
    salvo_status status = shares ? take_sizes(&s, err) : salvo_fail_memory(err);

    for (size_t i = 0; i < words->n && status == SALVO_OK; i++)
        status = take_parameter_word(&s, words->text[i], err);
    if (status != SALVO_OK)
        return status;
    r->plan->battle.words = shares[OF_FIELD].text;
    r->plan->battle.n_words = shares[OF_FIELD].n;
    for (int side = 0; side < 2; side++) {
        r->plan->battle.army[side].words = shares[OF_ELEMENT].text;
        r->plan->battle.army[side].n_words = shares[OF_ELEMENT].n;
    }
    r->plan->defender = shares[OF_DEFENDER].text;
    r->plan->n_defender = shares[OF_DEFENDER].n;
    return make_settings(&s, err);
}

static salvo_status read_nation(const reader *r, salvo_error *err)
{
    size_t *nation = salvo_arena_array(r->x->memory, 1, sizeof *nation);

    /* The plan borrows the number, so it lives in the arena. */
    r->plan->nation = r->x->options.nation ? nation : NULL;
    if (!r->plan->nation)
        return nation ? SALVO_OK : salvo_fail_memory(err);
    return book_nation(r->book, r->x->options.nation, nation, err);
}

static salvo_status read_prices(const reader *r, salvo_error *err)
{
    salvo_table *prices = salvo_arena_array(r->x->memory, 1, sizeof *prices);

    if (!prices)
        return salvo_fail_memory(err);
    r->plan->prices = r->x->options.prices ? prices : NULL;
    return r->plan->prices ? salvo_csv_read(prices, r->x->options.prices, r->x->memory, err) : SALVO_OK;
}

static salvo_status read_price_options(const reader *r, salvo_error *err)
{
    return price_options_read(r->plan, r->x, r->book, err);
}

salvo_status points_options_read(salvo_points_plan *plan, context *x, const salvo_rulebook *book, salvo_error *err)
{
    /* Kinds are matched after the numbers were read; the others need nothing of each other. */
    static salvo_status (*const STEPS[])(const reader *, salvo_error *) = {
        share_words, read_numbers, match_kinds, read_ranges, read_scenarios,     read_odds,
        read_per,    read_targets, read_nation, read_prices, read_price_options,
    };
    const salvo_plan *trials = &x->options.approach.plan;
    const reader r = {plan, x, book};
    salvo_status status = SALVO_OK;

    /* The defaults; every step changes only what was said. */
    *plan = SALVO_POINTS_PLAN;
    plan->seed = trials->seed;
    plan->threads = trials->threads;
    plan->isa = trials->isa;
    plan->watch = trials->watch;
    plan->share = trials->share;
    plan->time_s = trials->time_s;
    for (size_t i = 0; i < sizeof STEPS / sizeof *STEPS && status == SALVO_OK; i++)
        status = STEPS[i](&r, err);
    return status;
}
