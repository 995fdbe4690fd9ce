/* What a result does is its effect: the outcome that comes, or how what is told of the state changes. Two states make the
 * same throw when their dice are the same and the same effects come in equally many ways: a shot at 56 hit points and one
 * at 32, neither of which can destroy, are one kind. So the states of a duel become a dozen throws, and nothing is lost:
 * the chance of an outcome is the sum over kinds of how often they are thrown times their chance of it. */
#include "explain/throws.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/hash.h"
#include "explain/results.h"
#include "odds/outcome_table.h"

/* No padding: compared byte by byte. */
typedef struct effect {
    int64_t outcome; /* SALVO_GOES_ON: of no meaning for a state that goes on */
    int64_t stays;   /* the state is the same as before */
    int64_t next;    /* place of the next throw's name among the names, where results differ in it; else -1 */
    int64_t gain[SALVO_EXPECTATIONS_MAX]; /* beyond what every result gains */
    int64_t change[SALVO_TOLD_MAX];
    int64_t becomes[SALVO_TOLD_MAX]; /* of a flag that changes */
} effect;

/* A state while it is looked at, with what every result of its throw does. */
typedef struct look {
    _Alignas(max_align_t) unsigned char here[SALVO_STATE_MAX];
    salvo_told told;
    salvo_dice dice;
    int purpose;
    uint32_t *effects; /* by result */
    uint64_t n;
} look;

typedef struct kind {
    size_t state; /* the first that makes it */
    const char *name;
    int64_t low[SALVO_TOLD_MAX], high[SALVO_TOLD_MAX]; /* what is told of the states that make it */
    size_t n_told;
    num *times;   /* one; NULL without a course */
    size_t place; /* among the throws that are told; SIZE_MAX: the rest */
    uint64_t ways;
    bool ends; /* it may end the chain */
} kind;

/* No padding. */
typedef struct kind_key {
    uint64_t hash, ways;
    int64_t purpose;
} kind_key;

typedef struct finder {
    salvo_explanation *e;
    const salvo_chain *chain;
    const void *situation;
    const intern_table *states;
    const chain_course *course;
    intern_table effects, keys;
    kind *kinds;
    size_t n_kinds, capacity;
    look look;
    size_t results_capacity;
} finder;

static const char *gain_words(const salvo_expectation *x, int64_t gain, salvo_arena *memory)
{
    return salvo_arena_printf(memory, "%s %+.6g", x->name, (double)gain / (double)(x->parts > 1 ? x->parts : 1));
}

static void add_words(salvo_text *text, const char *words)
{
    salvo_text_add(text, "%s%s", text->length ? ", " : "", words ? words : "");
}

static void add_changes(salvo_text *text, const effect *x, const salvo_told *told)
{
    for (size_t i = 0; i < told->n; i++) {
        if (!x->change[i])
            continue;
        if (told->at[i].kind == SALVO_TOLD_MARK)
            salvo_text_add(text, "%s%s changes", text->length ? ", " : "", told->at[i].name);
        else if (told->at[i].kind == SALVO_TOLD_NUMBER)
            salvo_text_add(text, "%s%s %+lld", text->length ? ", " : "", told->at[i].name, (long long)x->change[i]);
        else
            salvo_text_add(text, x->becomes[i] ? "%s%s" : "%sno longer: %s", text->length ? ", " : "",
                           told->at[i].name);
    }
}

/* NULL when memory is out. */
static const char *effect_words(const salvo_explanation *e, const effect *x, const salvo_told *told)
{
    const salvo_procedure *p = e->question->procedure;
    char label[SALVO_LABEL_MAX];
    salvo_text text = {0};
    const char *words;

    if (x->outcome != SALVO_GOES_ON) {
        salvo_outcome_label(e->question, (int)x->outcome, label);
        salvo_text_put(&text, label);
    } else {
        add_changes(&text, x, told);
    }
    for (size_t k = 0; k < p->n_expectations; k++)
        if (x->gain[k])
            add_words(&text, gain_words(&p->expectations[k], x->gain[k], e->memory));
    if (x->next >= 0)
        salvo_text_add(&text, "%sthen %s", text.length ? ", " : "", (const char *)(intptr_t)x->next);
    if (!text.length)
        salvo_text_put(&text, x->stays ? "once more" : told->n ? "no effect" : "goes on");
    words = text.failed ? NULL : salvo_arena_text(e->memory, salvo_text_of(&text));
    salvo_text_free(&text);
    return words;
}

/* What a state becomes by one result. */
typedef struct result {
    int outcome;
    bool stays;
    int64_t gain[SALVO_EXPECTATIONS_MAX];
    salvo_told told;
} result;

static void take_result(const finder *f, const uint8_t *faces, result *r)
{
    _Alignas(max_align_t) unsigned char next[SALVO_STATE_MAX];

    memset(r, 0, sizeof *r);
    memcpy(next, f->look.here, f->chain->state_size);
    f->chain->step(f->situation, next, faces, r->gain);
    r->outcome = f->chain->outcome(f->situation, next);
    r->stays = memcmp(next, f->look.here, f->chain->state_size) == 0;
    if (f->chain->tell)
        f->chain->tell(f->situation, next, &r->told);
}

/* What all results of a throw have in common need not be said of each. */
typedef struct common {
    int64_t gain[SALVO_EXPECTATIONS_MAX];
    const char *next;
    bool any, goes_on, next_differs;
} common;

static void find_common(common *c, const result *r)
{
    for (size_t k = 0; k < SALVO_EXPECTATIONS_MAX; k++)
        if (!c->any || (c->gain[k] > r->gain[k] && r->gain[k] >= 0))
            c->gain[k] = r->gain[k];
    c->any = true;
    if (r->outcome != SALVO_GOES_ON)
        return;
    c->next_differs = c->next_differs || (c->goes_on && c->next != r->told.throw);
    c->next = r->told.throw;
    c->goes_on = true;
}

static effect effect_of(const look *l, const common *c, const result *r)
{
    effect x = {.outcome = r->outcome, .stays = r->stays, .next = -1};
    bool any = false;

    for (size_t k = 0; k < SALVO_EXPECTATIONS_MAX; k++)
        x.gain[k] = r->gain[k] - c->gain[k];
    if (r->outcome != SALVO_GOES_ON)
        return x;
    if (c->next_differs && r->told.throw)
        x.next = (int64_t)(intptr_t)r->told.throw;
    for (size_t i = 0; i < l->told.n; i++) {
        const int64_t change = r->told.at[i].value - l->told.at[i].value;

        if (l->told.at[i].kind != SALVO_TOLD_MARK)
            x.change[i] = change;
        else /* beside another change it says nothing more */
            x.change[i] = change && !any;
        any = any || change;
        x.becomes[i] = l->told.at[i].kind == SALVO_TOLD_FLAG && change ? r->told.at[i].value : 0;
    }
    return x;
}

static bool next_result(const look *l, uint8_t *faces)
{
    return salvo_dice_next(&l->dice, faces);
}

/* Calls the step twice for every result: what they have in common is known only then. */
static salvo_status find_effects(finder *f, salvo_error *err)
{
    look *l = &f->look;
    uint8_t faces[SALVO_DICE_MAX];
    common c = {.any = false};
    result r;
    uint64_t i = 0;

    salvo_dice_first(&l->dice, faces);
    do {
        if (salvo_dice_weight(&l->dice, faces) == 0)
            continue;
        take_result(f, faces, &r);
        find_common(&c, &r);
    } while (next_result(l, faces));
    salvo_dice_first(&l->dice, faces);
    do {
        effect x;
        bool is_new;

        l->effects[i] = NO_EFFECT;
        if (salvo_dice_weight(&l->dice, faces) == 0)
            continue;
        take_result(f, faces, &r);
        x = effect_of(l, &c, &r);
        if (!intern_table_of(&f->effects, &x, &l->effects[i], &is_new))
            return salvo_fail_memory(err);
    } while (i++, next_result(l, faces));
    return SALVO_OK;
}

/* Looks at one state that goes on. */
static salvo_status look_at(finder *f, size_t state, salvo_error *err)
{
    look *l = &f->look;
    salvo_status status;

    memcpy(l->here, intern_table_key(f->states, state), f->chain->state_size);
    l->told = (salvo_told){.n = 0};
    if (f->chain->tell)
        f->chain->tell(f->situation, l->here, &l->told);
    f->chain->dice(f->situation, l->here, &l->dice);
    l->purpose = f->chain->purpose ? f->chain->purpose(f->situation, l->here) : -1;
    status = throw_check_short(&l->dice, f->e->question->schema->name, err);
    if (status != SALVO_OK)
        return status;
    l->n = salvo_dice_results(&l->dice);
    if (!salvo_grow(&l->effects, &f->results_capacity, l->n, sizeof *l->effects))
        return salvo_fail_memory(err);
    return find_effects(f, err);
}

/* Equal for throws that are told as one. */
static salvo_status key_of(finder *f, kind_key *key, salvo_error *err)
{
    const look *l = &f->look;
    uint64_t *ways = calloc(f->effects.count, sizeof *ways), i = 0;
    uint8_t faces[SALVO_DICE_MAX];

    if (!ways)
        return salvo_fail_memory(err);
    *key = (kind_key){SALVO_HASH, salvo_dice_ways(&l->dice), l->purpose};
    key->hash = salvo_hash(key->hash, &l->dice.count, 1);
    key->hash = salvo_hash(key->hash, l->dice.sides, l->dice.count);
    if (l->told.throw)
        key->hash = salvo_hash(key->hash, l->told.throw, strlen(l->told.throw));
    salvo_dice_first(&l->dice, faces);
    do
        if (l->effects[i] != NO_EFFECT)
            ways[l->effects[i]] += salvo_dice_weight(&l->dice, faces);
    while (i++, next_result(l, faces));
    for (size_t k = 0; k < f->effects.count; k++) /* effects found later leave the hash as it is */
        if (ways[k])
            key->hash = salvo_hash_number(salvo_hash_number(key->hash, k), ways[k]);
    free(ways);
    return SALVO_OK;
}

static salvo_status add_kind(finder *f, size_t state, const kind_key *key, salvo_error *err)
{
    kind *k;

    if (!salvo_grow(&f->kinds, &f->capacity, f->n_kinds + 1, sizeof *f->kinds))
        return salvo_fail_memory(err);
    k = &f->kinds[f->n_kinds++];
    *k = (kind){.state = state, .name = f->look.told.throw, .n_told = f->look.told.n, .ways = key->ways};
    for (size_t i = 0; i < k->n_told; i++)
        k->low[i] = k->high[i] = f->look.told.at[i].value;
    for (uint64_t i = 0; i < f->look.n && !k->ends; i++)
        if (f->look.effects[i] != NO_EFFECT)
            k->ends = ((const effect *)intern_table_key(&f->effects, f->look.effects[i]))->outcome != SALVO_GOES_ON;
    k->times = f->course ? numbers_new(&f->course->totals.with, 1) : NULL;
    return f->course && !k->times ? salvo_fail_memory(err) : SALVO_OK;
}

static salvo_status find_kind(finder *f, size_t state, salvo_error *err)
{
    kind_key key;
    uint32_t number;
    bool is_new;
    kind *k;
    salvo_status status = look_at(f, state, err);

    if (status == SALVO_OK)
        status = key_of(f, &key, err);
    if (status != SALVO_OK)
        return status;
    if (!intern_table_of(&f->keys, &key, &number, &is_new))
        return salvo_fail_memory(err);
    status = is_new ? add_kind(f, state, &key, err) : SALVO_OK;
    if (status != SALVO_OK)
        return status;
    k = &f->kinds[number];
    for (size_t i = 0; i < k->n_told; i++) {
        const int64_t value = f->look.told.at[i].value;

        k->low[i] = value < k->low[i] ? value : k->low[i];
        k->high[i] = value > k->high[i] ? value : k->high[i];
    }
    if (f->course)
        number_add((arithmetic *)&f->course->totals.with, k->times, &f->course->visits[state]);
    return SALVO_OK;
}

enum { FIRST_STATES = 200 }; /* from which throws are told where there is no course */

/* States that nothing ever ends are left out: from there dice are thrown for ever. */
static salvo_status find_kinds(finder *f, salvo_error *err)
{
    _Alignas(max_align_t) unsigned char here[SALVO_STATE_MAX];
    const size_t n =
        f->course ? f->course->graph->n_states : (f->states->count < FIRST_STATES ? f->states->count : FIRST_STATES);
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < n && status == SALVO_OK; i++) {
        memcpy(here, intern_table_key(f->states, i), f->chain->state_size);
        if (f->chain->outcome(f->situation, here) != SALVO_GOES_ON || (f->course && f->course->is_stuck[i]))
            continue;
        status = find_kind(f, i, err);
    }
    return status;
}

/* What is told before others: throws that are made often; those that may end it count tenfold, because they decide. */
static double weight_of(const finder *f, size_t at)
{
    const kind *k = &f->kinds[at];

    return f->course ? number_value(&f->course->totals.with, k->times) * (k->ends ? 10 : 1) : 0;
}

/* The throws that are told, in the order in which they are first made. */
static size_t choose(finder *f)
{
    size_t told = 0;

    for (size_t i = 0; i < f->n_kinds; i++) {
        const double weight = weight_of(f, i);
        size_t before = 0;

        for (size_t k = 0; k < f->n_kinds; k++)
            before += weight_of(f, k) > weight || (weight_of(f, k) == weight && k < i);
        f->kinds[i].place = f->n_kinds <= SALVO_THROWS_TOLD || before < SALVO_THROWS_TOLD - 1 ? told++ : SIZE_MAX;
    }
    return told;
}

/* The number of this throw among those of its name; 0 when it is the only one. */
static size_t number_of(const finder *f, size_t at)
{
    size_t same = 0, before = 0;

    for (size_t i = 0; i < f->n_kinds; i++)
        if (f->kinds[i].place != SIZE_MAX && f->kinds[i].name == f->kinds[at].name) {
            same++;
            before += i <= at;
        }
    return same > 1 ? before : 0;
}

/* What tells this throw from the others of its name: "b's strength 1 to 24". */
static void add_when(salvo_text *text, const finder *f, const kind *k, size_t i, const salvo_told *told)
{
    bool differs = false;

    for (size_t o = 0; o < f->n_kinds; o++)
        differs = differs || (f->kinds[o].name == k->name &&
                              (f->kinds[o].low[i] != k->low[i] || f->kinds[o].high[i] != k->high[i]));
    if (!differs || told->at[i].kind == SALVO_TOLD_MARK ||
        (told->at[i].kind == SALVO_TOLD_FLAG && k->low[i] != k->high[i]))
        return;
    if (told->at[i].kind == SALVO_TOLD_FLAG)
        salvo_text_add(text, k->low[i] ? "%s%s" : "%snot: %s", text->length ? ", " : "", told->at[i].name);
    else
        salvo_text_add(text, k->low[i] == k->high[i] ? "%s%s %lld" : "%s%s %lld to %lld", text->length ? ", " : "",
                       told->at[i].name, (long long)k->low[i], (long long)k->high[i]);
}

static salvo_status tell_results(finder *f, salvo_throw *to, salvo_error *err)
{
    const look *l = &f->look;
    const results r = {l->dice, l->effects, l->n};
    const char **words = salvo_arena_array(f->e->memory, f->effects.count, sizeof *words);

    if (!words)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < f->effects.count; i++)
        if (!(words[i] = effect_words(f->e, intern_table_key(&f->effects, i), &l->told)))
            return salvo_fail_memory(err);
    return results_tell(&r, words, f->effects.count, f->e->memory, &to->thrown, &to->n_thrown, err);
}

static salvo_status tell_kind(finder *f, size_t at, salvo_error *err)
{
    const kind *k = &f->kinds[at];
    salvo_throw *to = &f->e->throws[k->place];
    const char *name = k->name ? k->name : "throw";
    const size_t number = number_of(f, at);
    salvo_text when = {0};
    salvo_status status = look_at(f, k->state, err); /* its results are those of the first state that makes it */

    if (status != SALVO_OK)
        return status;
    for (size_t i = 0; i < k->n_told; i++)
        add_when(&when, f, k, i, &f->look.told);
    to->ways = k->ways;
    to->name =
        number ? salvo_arena_printf(f->e->memory, "%s (%zu)", name, number) : salvo_arena_text(f->e->memory, name);
    to->when = when.failed ? NULL : salvo_arena_text(f->e->memory, salvo_text_of(&when));
    to->dice = dice_words(&f->look.dice, f->e->memory);
    to->times = (salvo_number){NAN, NULL};
    salvo_text_free(&when);
    if (!to->name || !to->when || !to->dice ||
        (f->course && !number_report(&f->course->totals.with, k->times, f->e->memory, &to->times)))
        return salvo_fail_memory(err);
    return tell_results(f, to, err);
}

/* The last of the throws stands for all that are not told. */
static salvo_status tell_rest(finder *f, salvo_error *err)
{
    salvo_throw *to = &f->e->throws[f->e->n_throws - 1];
    arithmetic *with = (arithmetic *)&f->course->totals.with;
    num *sum = numbers_new(with, 1);
    size_t n = 0;
    bool done = sum != NULL;

    for (size_t i = 0; i < f->n_kinds && done; i++)
        if (f->kinds[i].place == SIZE_MAX) {
            number_add(with, sum, f->kinds[i].times);
            n++;
        }
    *to = (salvo_throw){
        .when = "", .dice = "", .is_rest = true, .name = salvo_arena_printf(f->e->memory, "%zu rarer throws", n)};
    done = done && to->name && number_report(with, sum, f->e->memory, &to->times);
    numbers_free(with, sum, 1);
    return done ? SALVO_OK : salvo_fail_memory(err);
}

static salvo_status tell_kinds(finder *f, salvo_error *err)
{
    const size_t told = choose(f);
    const bool rest = told < f->n_kinds && f->course;
    salvo_status status = SALVO_OK;

    f->e->n_throws = told + rest;
    f->e->throws = salvo_arena_array(f->e->memory, f->e->n_throws, sizeof *f->e->throws);
    if (!f->e->throws)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < f->n_kinds && status == SALVO_OK; i++)
        if (f->kinds[i].place != SIZE_MAX)
            status = tell_kind(f, i, err);
    return status == SALVO_OK && rest ? tell_rest(f, err) : status;
}

/* In how many ways the throw that f->look holds comes to the outcome. */
static uint64_t ways_to(const finder *f, int outcome)
{
    uint8_t faces[SALVO_DICE_MAX];
    uint64_t i = 0, ways = 0;

    salvo_dice_first(&f->look.dice, faces);
    do {
        const effect *x = f->look.effects[i] == NO_EFFECT ? NULL : intern_table_key(&f->effects, f->look.effects[i]);

        if (x && x->outcome == outcome)
            ways += salvo_dice_weight(&f->look.dice, faces);
    } while (i++, next_result(&f->look, faces));
    return ways;
}

/* The chance of an outcome, split by the throws that it comes by. */
typedef struct split {
    num *by_throw; /* for each that is told; the rest is the last of them */
    num *other;    /* one: what comes by none */
    uint64_t *ways;
} split;

static salvo_status split_outcome(finder *f, split *s, size_t place, salvo_error *err)
{
    const totals *t = &f->course->totals;
    arithmetic *with = (arithmetic *)&t->with;
    salvo_status status = SALVO_OK;

    number_set(with, s->other, &t->probability[place]);
    number_negate(with, s->other);
    for (size_t i = 0; i < f->n_kinds && status == SALVO_OK; i++) {
        const kind *k = &f->kinds[i];
        const size_t throw = k->place != SIZE_MAX ? k->place : f->e->n_throws - 1;
        uint64_t ways;

        status = look_at(f, k->state, err);
        if (status != SALVO_OK)
            return status;
        ways = ways_to(f, t->outcomes[place]);
        s->ways[throw] = ways;
        number_add_share(with, &s->by_throw[throw], k->times, (int64_t)ways, k->ways);
        number_add_share(with, s->other, k->times, (int64_t)ways, k->ways);
    }
    number_negate(with, s->other);
    return status;
}

/* Of doubles only what rounding leaves. */
static bool is_nothing(const arithmetic *with, const num *a)
{
    return with->kind == SALVO_RATIONAL ? number_is_zero(with, a) : fabs(a->real) < 1e-12;
}

static bool report_ratio(const salvo_explanation *e, arithmetic *with, uint64_t ways, uint64_t of, salvo_number *to)
{
    num *n = numbers_new(with, 1);
    bool done = n != NULL;

    if (done) {
        number_add_ratio(with, n, (int64_t)ways, of);
        done = number_report(with, n, e->memory, to);
    }
    numbers_free(with, n, 1);
    return done;
}

static salvo_status report_split(finder *f, const split *s, salvo_explained_outcome *to, salvo_error *err)
{
    salvo_explanation *e = f->e;
    arithmetic *with = (arithmetic *)&f->course->totals.with;

    to->shares = salvo_arena_array(e->memory, e->n_throws + 1, sizeof *to->shares);
    if (!to->shares)
        return salvo_fail_memory(err);
    for (size_t i = 0; i <= e->n_throws; i++) {
        const bool other = i == e->n_throws;
        const num *part = other ? s->other : &s->by_throw[i];
        salvo_contribution *share = &to->shares[to->n_shares];

        if (is_nothing(with, part))
            continue;
        *share = (salvo_contribution){.throw = other ? SIZE_MAX : i};
        if (!number_report(with, part, e->memory, &share->probability) ||
            (!other && !e->throws[i].is_rest && !report_ratio(e, with, s->ways[i], e->throws[i].ways, &share->given)))
            return salvo_fail_memory(err);
        to->n_shares++;
    }
    return SALVO_OK;
}

/* The chance in each turn is what has come by its end less what had come before; what is left comes later. */
static salvo_status report_turns(finder *f, size_t place, salvo_explained_outcome *to, salvo_error *err)
{
    const chain_course *c = f->course;
    arithmetic *with = (arithmetic *)&c->totals.with;
    const size_t n = c->totals.n_outcomes;
    num *part = numbers_new(with, 1);
    bool done = part != NULL;

    to->by_turn = salvo_arena_array(f->e->memory, f->e->n_turns, sizeof *to->by_turn);
    done = done && to->by_turn;
    for (size_t t = 0; t <= f->e->n_turns && done; t++) {
        if (t > 0)
            number_set(with, part, &c->by_turn[(t - 1) * n + place]);
        number_negate(with, part);
        number_add(with, part, t < f->e->n_turns ? &c->by_turn[t * n + place] : &c->totals.probability[place]);
        if (with->kind == SALVO_DOUBLE && fabs(part->real) < 1e-15)
            number_set_zero(with, part);
        done = number_report(with, part, f->e->memory, t < f->e->n_turns ? &to->by_turn[t] : &to->later);
    }
    numbers_free(with, part, 1);
    return done ? SALVO_OK : salvo_fail_memory(err);
}

static salvo_status tell_outcome(finder *f, size_t place, salvo_error *err)
{
    const totals *t = &f->course->totals;
    arithmetic *with = (arithmetic *)&t->with;
    salvo_explained_outcome *to = &f->e->outcomes[f->e->n_outcomes];
    const size_t n = f->e->n_throws + 1;
    split s = {numbers_new(with, n), numbers_new(with, 1), calloc(n, sizeof *s.ways)};
    char label[SALVO_LABEL_MAX];
    salvo_status status = s.by_throw && s.other && s.ways ? SALVO_OK : salvo_fail_memory(err);

    salvo_outcome_label(f->e->question, t->outcomes[place], label);
    to->name = salvo_arena_text(f->e->memory, label);
    if (!to->name || !number_report(with, &t->probability[place], f->e->memory, &to->probability))
        status = salvo_fail_memory(err);
    if (status == SALVO_OK)
        status = split_outcome(f, &s, place, err);
    if (status == SALVO_OK)
        status = report_split(f, &s, to, err);
    if (status == SALVO_OK)
        status = report_turns(f, place, to, err);
    numbers_free(with, s.by_throw, n);
    numbers_free(with, s.other, 1);
    free(s.ways);
    f->e->n_outcomes++;
    return status;
}

/* What cannot come is left out. */
static salvo_status tell_outcomes(finder *f, salvo_error *err)
{
    const totals *t = &f->course->totals;
    salvo_status status = SALVO_OK;

    f->e->n_turns = f->course->n_turns > 1 ? f->course->n_turns : 0;
    f->e->arithmetic = t->with.kind;
    f->e->outcomes = salvo_arena_array(f->e->memory, t->n_outcomes, sizeof *f->e->outcomes);
    if (!f->e->outcomes)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < t->n_outcomes && status == SALVO_OK; i++)
        if (!number_is_zero(&t->with, &t->probability[i]))
            status = tell_outcome(f, i, err);
    return status;
}

static void finder_free(finder *f)
{
    for (size_t i = 0; i < f->n_kinds && f->course; i++)
        numbers_free(&f->course->totals.with, f->kinds[i].times, 1);
    intern_table_free(&f->effects);
    intern_table_free(&f->keys);
    free(f->kinds);
    free(f->look.effects);
}

salvo_status throws_of_chain(salvo_explanation *e, const intern_table *states, const chain_course *course,
                             salvo_error *err)
{
    finder f = {.e = e,
                .chain = e->question->procedure->chain,
                .situation = e->question->situation,
                .states = states,
                .course = course,
                .effects = {.key_size = sizeof(effect)},
                .keys = {.key_size = sizeof(kind_key)}};
    salvo_status status = find_kinds(&f, err);

    if (status == SALVO_OK)
        status = tell_kinds(&f, err);
    if (status == SALVO_OK && course)
        status = tell_outcomes(&f, err);
    finder_free(&f);
    return status;
}

/* A roll is thrown once: its effects are its outcomes with what they gain. */
typedef struct roll {
    salvo_explanation *e;
    salvo_dice dice;
    intern_table effects;
    uint32_t *by_result;
    uint64_t *ways; /* by effect */
} roll;

static salvo_status find_roll(roll *r, salvo_error *err)
{
    const salvo_question *q = r->e->question;
    uint8_t faces[SALVO_DICE_MAX];
    uint64_t i = 0;

    salvo_dice_first(&r->dice, faces);
    do {
        effect x = {.next = -1};
        bool is_new;

        r->by_result[i] = NO_EFFECT;
        if (salvo_dice_weight(&r->dice, faces) == 0)
            continue;
        x.outcome = q->procedure->roll->resolve(q->situation, faces, x.gain);
        if (!intern_table_of(&r->effects, &x, &r->by_result[i], &is_new))
            return salvo_fail_memory(err);
    } while (i++, salvo_dice_next(&r->dice, faces));
    return SALVO_OK;
}

static salvo_status tell_roll(roll *r, salvo_throw *to, salvo_error *err)
{
    const salvo_told nothing = {.n = 0};
    const results all = {r->dice, r->by_result, salvo_dice_results(&r->dice)};
    const char **words = salvo_arena_array(r->e->memory, r->effects.count, sizeof *words);

    if (!words)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < r->effects.count; i++)
        if (!(words[i] = effect_words(r->e, intern_table_key(&r->effects, i), &nothing)))
            return salvo_fail_memory(err);
    *to = (salvo_throw){.name = "the throw",
                        .when = "",
                        .ways = salvo_dice_ways(&r->dice),
                        .times = {1, "1"},
                        .dice = dice_words(&r->dice, r->e->memory)};
    if (!to->dice)
        return salvo_fail_memory(err);
    return results_tell(&all, words, r->effects.count, r->e->memory, &to->thrown, &to->n_thrown, err);
}

/* Every outcome comes by the one throw. */
static salvo_status tell_roll_outcomes(roll *r, const salvo_odds *odds, salvo_error *err)
{
    salvo_explanation *e = r->e;

    e->arithmetic = SALVO_RATIONAL;
    e->outcomes = salvo_arena_array(e->memory, odds->n_outcomes, sizeof *e->outcomes);
    if (!e->outcomes)
        return salvo_fail_memory(err);
    for (; e->n_outcomes < odds->n_outcomes; e->n_outcomes++) {
        const salvo_outcome *from = &odds->outcomes[e->n_outcomes];
        salvo_explained_outcome *to = &e->outcomes[e->n_outcomes];
        arithmetic with;
        uint64_t ways = 0, i = 0;
        uint8_t faces[SALVO_DICE_MAX];
        bool done;

        to->shares = salvo_arena_array(e->memory, 1, sizeof *to->shares);
        to->name = salvo_arena_text(e->memory, from->label);
        if (!to->shares || !to->name)
            return salvo_fail_memory(err);
        salvo_dice_first(&r->dice, faces);
        do {
            const effect *x = r->by_result[i] == NO_EFFECT ? NULL : intern_table_key(&r->effects, r->by_result[i]);

            ways += x && x->outcome == from->outcome ? salvo_dice_weight(&r->dice, faces) : 0;
        } while (i++, salvo_dice_next(&r->dice, faces));
        arithmetic_init(&with, SALVO_RATIONAL);
        done = report_ratio(e, &with, ways, salvo_dice_ways(&r->dice), &to->probability);
        arithmetic_free(&with);
        if (!done)
            return salvo_fail_memory(err);
        to->shares[to->n_shares++] = (salvo_contribution){0, to->probability, to->probability};
    }
    return SALVO_OK;
}

static salvo_status explain_roll(roll *r, salvo_error *err)
{
    salvo_odds odds;
    salvo_status status = find_roll(r, err);

    if (status != SALVO_OK)
        return status;
    r->e->throws = salvo_arena_array(r->e->memory, 1, sizeof *r->e->throws);
    if (!r->e->throws)
        return salvo_fail_memory(err);
    r->e->n_throws = 1;
    status = tell_roll(r, &r->e->throws[0], err);
    if (status == SALVO_OK)
        status = salvo_odds_solve(&odds, r->e->question, NULL, err);
    if (status != SALVO_OK)
        return status;
    status = tell_roll_outcomes(r, &odds, err);
    r->e->size = odds.size;
    salvo_odds_free(&odds);
    return status;
}

salvo_status throws_of_roll(salvo_explanation *e, salvo_error *err)
{
    roll r = {.e = e, .effects = {.key_size = sizeof(effect)}};
    salvo_status status;

    salvo_roll_dice(e->question->procedure->roll, e->question->situation, &r.dice);
    status = throw_check_short(&r.dice, e->question->schema->name, err);
    if (status != SALVO_OK)
        return status;
    r.by_result = calloc(salvo_dice_results(&r.dice) + 1, sizeof *r.by_result);
    status = r.by_result ? explain_roll(&r, err) : salvo_fail_memory(err);
    intern_table_free(&r.effects);
    free(r.by_result);
    return status;
}
