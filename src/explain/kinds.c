/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explain/kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/hash.h"
#include "base/try.h"
#include "explain/results.h"

/* Throws with equal keys share a description. The struct has no padding. */
typedef struct kind_key {
    uint64_t hash, ways;
    int64_t stream;
} kind_key;

kinds kinds_of(salvo_explanation *e, const intern_table *states, const chain_course *course)
{
    return (kinds){.e = e,
                   .states = states,
                   .course = course,
                   .look = look_of(e->question),
                   .keys = {.key_size = sizeof(kind_key)}};
}

void kinds_free(kinds *k)
{
    for (size_t i = 0; i < k->n && k->course; i++)
        numbers_free(&k->course->totals.with, k->at[i].times, 1);
    intern_table_free(&k->keys);
    look_free(&k->look);
    free(k->at);
}

salvo_status kinds_look(kinds *k, const kind *at, salvo_error *err)
{
    return look_at(&k->look, intern_table_key(k->states, at->state), err);
}

size_t kinds_throw(const kinds *k, const kind *at)
{
    return at->place != SIZE_MAX ? at->place : k->e->n_throws - 1;
}

/* Finding kinds. */

/* Sides count and not weights: weighted dice differ in the ways of their effects, which are hashed too. */
static uint64_t hash_dice(uint64_t hash, const salvo_dice *dice)
{
    return salvo_hash(salvo_hash(hash, &dice->count, 1), dice->sides, dice->count);
}

/* Effects that are found later do not change the hash. */
static uint64_t hash_effects(uint64_t hash, const portion *by, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (by[i].ways)
            hash = salvo_hash_number(salvo_hash_number(hash, i), by[i].ways);
        else if (by[i].chance > 0)
            hash = salvo_hash(salvo_hash_number(hash, i), &by[i].chance, sizeof by[i].chance);
    return hash;
}

/* The stream of a throw distinguishes it from others only if it has no name: elements have a stream each, and similar
 * ones share a description. */
static int64_t stream_of(const look *l)
{
    const salvo_chain *chain = l->question->procedure->chain;

    return l->description.throw_name || !chain->stream ? -1 : chain->stream(l->question->situation, l->at.here);
}

static salvo_status key_of(const look *l, kind_key *key, salvo_error *err)
{
    const results r = results_of(&l->throw.dice, l->effects);
    portion *by = calloc(l->known.count, sizeof *by);

    if (!by)
        return salvo_fail_memory(err);
    *key = (kind_key){hash_dice(SALVO_HASH, &l->throw.dice), r.ways, stream_of(l)};
    if (l->description.throw_name)
        key->hash = salvo_hash(key->hash, l->description.throw_name, strlen(l->description.throw_name));
    results_by_effect(&r, by);
    key->hash = hash_effects(key->hash, by, l->known.count);
    free(by);
    return SALVO_OK;
}

/* Throws that can end the chain decide it, so they are described before others. */
static bool may_end(const look *l)
{
    for (uint64_t i = 0; i < l->n; i++) {
        const effect *x = look_effect(l, i);

        if (x && x->outcome != SALVO_CONTINUES)
            return true;
    }
    return false;
}

static salvo_status add_kind(kinds *k, size_t state, uint64_t ways, salvo_error *err)
{
    const salvo_state_description *description = &k->look.description;
    kind *to;

    if (!salvo_grow(&k->at, &k->capacity, k->n + 1, sizeof *k->at))
        return salvo_fail_memory(err);
    to = &k->at[k->n++];
    *to = (kind){.state = state,
                 .name = description->throw_name,
                 .n_told = description->n,
                 .ways = ways,
                 .ends = may_end(&k->look)};
    for (size_t i = 0; i < description->n; i++)
        to->low[i] = to->high[i] = description->at[i].value;
    to->times = k->course ? numbers_new(&k->course->totals.with, 1) : NULL;
    return k->course && !to->times ? salvo_fail_memory(err) : SALVO_OK;
}

/* Counts one more state that makes it. */
static void count_state(kinds *k, kind *to, size_t state)
{
    for (size_t i = 0; i < to->n_told; i++) {
        const int64_t value = k->look.description.at[i].value;

        to->low[i] = value < to->low[i] ? value : to->low[i];
        to->high[i] = value > to->high[i] ? value : to->high[i];
    }
    if (k->course)
        number_add((arithmetic *)&k->course->totals.with, to->times, &k->course->visits[state]);
}

static salvo_status find_kind(kinds *k, size_t state, salvo_error *err)
{
    kind_key key;
    uint32_t number;
    bool is_new;
    salvo_status status;

    TRY(look_at(&k->look, intern_table_key(k->states, state), err));
    TRY(key_of(&k->look, &key, err));
    if (!intern_table_of(&k->keys, &key, &number, &is_new))
        return salvo_fail_memory(err);
    status = is_new ? add_kind(k, state, key.ways, err) : SALVO_OK;
    if (status == SALVO_OK)
        count_state(k, &k->at[number], state);
    return status;
}

/* Without a course the probabilities of states are unknown, and the first ones are those that a game reaches first. */
static size_t states_asked(const kinds *k)
{
    if (k->course)
        return k->course->graph->n_states;
    return k->states->count < KINDS_FIRST_STATES ? k->states->count : KINDS_FIRST_STATES;
}

/* States without an end are left out: from there dice are thrown for ever, and "how often" has no answer. */
static bool is_thrown_from(kinds *k, size_t state)
{
    explorer *x = &k->look.at;

    explorer_stand(x, intern_table_key(k->states, state));
    return x->chain->outcome(x->situation, x->here) == SALVO_CONTINUES && !(k->course && k->course->is_stuck[state]);
}

salvo_status kinds_find(kinds *k, salvo_error *err)
{
    const size_t n = states_asked(k);
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        if (is_thrown_from(k, i))
            status = find_kind(k, i, err);
    return status;
}

/* Describing kinds. */

/* Returns the priority of a throw: how often it is made. Throws that may end the chain count tenfold, because they
 * decide. */
static double weight_of(const kinds *k, size_t at)
{
    return k->course ? number_value(&k->course->totals.with, k->at[at].times) * (k->at[at].ends ? 10 : 1) : 0;
}

/* Returns how many kinds precede it by weight; ties keep their order. */
static size_t rank_of(const kinds *k, size_t at)
{
    const double weight = k->at[at].weight;
    size_t before = 0;

    for (size_t i = 0; i < k->n; i++)
        before += k->at[i].weight > weight || (k->at[i].weight == weight && i < at);
    return before;
}

/* Selects the throws that are described, in the order in which they are first made. Returns their number. */
static size_t choose(kinds *k)
{
    const bool all = k->n <= SALVO_THROWS_LISTED;
    size_t told = 0;

    for (size_t i = 0; i < k->n; i++)
        k->at[i].weight = weight_of(k, i);
    for (size_t i = 0; i < k->n; i++)
        k->at[i].place = all || rank_of(k, i) < SALVO_THROWS_LISTED - 1 ? told++ : SIZE_MAX;
    return told;
}

/* Compares the letters, because a name from a user's rulebook need not be one text in memory. */
static bool same_name(const kind *a, const kind *b)
{
    return a->name == b->name || (a->name && b->name && strcmp(a->name, b->name) == 0);
}

/* Returns the number of this throw among those of its name; 0 if it is the only one. */
static size_t number_of(const kinds *k, size_t at)
{
    size_t same = 0, before = 0;

    for (size_t i = 0; i < k->n; i++)
        if (k->at[i].place != SIZE_MAX && same_name(&k->at[i], &k->at[at])) {
            same++;
            before += i <= at;
        }
    return same > 1 ? before : 0;
}

/* A fact that holds for every throw of the name does not distinguish them. */
static bool differs(const kinds *k, const kind *at, size_t i)
{
    for (size_t o = 0; o < k->n; o++)
        if (same_name(&k->at[o], at) && (k->at[o].low[i] != at->low[i] || k->at[o].high[i] != at->high[i]))
            return true;
    return false;
}

/* Adds "b's strength 1 to 24", "not: a is worn". A flag with both values says nothing. */
static void put_description(salvo_text *text, const kind *at, size_t i, const salvo_state_description *description)
{
    const char *name = description->at[i].name;
    const bool one = at->low[i] == at->high[i], flag = description->at[i].kind == SALVO_FIELD_FLAG;

    if (flag && !one)
        return;
    salvo_text_put(text, text->length ? ", " : "");
    if (flag)
        salvo_text_add(text, at->low[i] ? "%s" : "not: %s", name);
    else if (one)
        salvo_text_add(text, "%s %lld", name, (long long)at->low[i]);
    else
        salvo_text_add(text, "%s %lld to %lld", name, (long long)at->low[i], (long long)at->high[i]);
}

/* Returns NULL if memory is out. */
static const char *when_words(const kinds *k, const kind *at)
{
    const salvo_state_description *description = &k->look.description;
    salvo_text text = {0};
    const char *words;

    for (size_t i = 0; i < at->n_told; i++)
        if (description->at[i].kind != SALVO_FIELD_PACKED && differs(k, at, i))
            put_description(&text, at, i, description);
    words = text.failed ? NULL : salvo_arena_text(k->e->memory, salvo_text_of(&text));
    salvo_text_free(&text);
    return words;
}

/* Effects are numbered over all states, so this throw uses only some of the words; the results say which. */
static salvo_status tell_results(kinds *k, salvo_throw *to, salvo_error *err)
{
    const look *l = &k->look;
    const results r = results_of(&l->throw.dice, l->effects);
    const char **words = salvo_arena_array(k->e->memory, l->known.count, sizeof *words);

    if (!words)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < l->known.count; i++) {
        const effect *x = intern_table_key(&l->known, i);

        if (!(words[i] = effect_words(k->e, x, &l->description, look_next(l, x))))
            return salvo_fail_memory(err);
    }
    return results_tell(&r, words, l->known.count, k->e->memory, &to->results, &to->n_results, err);
}

/* The only throw of a chain needs no name to distinguish it. */
static const char *name_of(const kinds *k, size_t at)
{
    const char *name = k->at[at].name ? k->at[at].name : k->n == 1 ? "the throw" : "throw";
    const size_t number = number_of(k, at);

    return number ? salvo_arena_printf(k->e->memory, "%s (%zu)", name, number) : salvo_arena_text(k->e->memory, name);
}

/* The results are those of the first state that makes it. */
static salvo_status tell_kind(kinds *k, size_t at, salvo_error *err)
{
    const kind *from = &k->at[at];
    salvo_throw *to = &k->e->throws[from->place];

    TRY(kinds_look(k, from, err));
    *to = (salvo_throw){.name = name_of(k, at),
                        .when = when_words(k, from),
                        .dice = dice_words(&k->look.throw.dice, k->e->memory),
                        .ways = from->ways,
                        .times = {NAN, NULL}};
    if (!to->name || !to->when || !to->dice ||
        (k->course && !number_report(&k->course->totals.with, from->times, k->e->memory, &to->times)))
        return salvo_fail_memory(err);
    return tell_results(k, to, err);
}

/* The last throw represents all that are not described. */
static salvo_status tell_rest(kinds *k, salvo_error *err)
{
    salvo_throw *to = &k->e->throws[k->e->n_throws - 1];
    arithmetic *with = (arithmetic *)&k->course->totals.with;
    num *sum = numbers_new(with, 1);
    size_t n = 0;
    bool done = sum != NULL;

    for (size_t i = 0; i < k->n && done; i++)
        if (k->at[i].place == SIZE_MAX) {
            number_add(with, sum, k->at[i].times);
            n++;
        }
    *to = (salvo_throw){
        .when = "", .dice = "", .is_rest = true, .name = salvo_arena_printf(k->e->memory, "%zu rarer throws", n)};
    done = done && to->name && number_report(with, sum, k->e->memory, &to->times);
    numbers_free(with, sum, 1);
    return done ? SALVO_OK : salvo_fail_memory(err);
}

/* Ten throws and a line for the rest fill a page. Nothing is lost: the rest has its share in every outcome. */
salvo_status kinds_tell(kinds *k, salvo_error *err)
{
    const size_t told = choose(k);
    const bool rest = told < k->n && k->course;
    salvo_status status = SALVO_OK;

    k->e->n_throws = told + rest;
    k->e->throws = salvo_arena_array(k->e->memory, k->e->n_throws, sizeof *k->e->throws);
    if (!k->e->throws)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < k->n && status == SALVO_OK; i++)
        if (k->at[i].place != SIZE_MAX)
            status = tell_kind(k, i, err);
    return status == SALVO_OK && rest ? tell_rest(k, err) : status;
}
