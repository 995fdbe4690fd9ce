/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Most dice are fair or have small weights. Large pools keep their exact weights for exact answers. Throws use chances
 * rounded to 31 bits, and no run is long enough to show the difference. */
#include "rules/lua/die_weights.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

enum { ROUNDED_BITS = 31, WORD_BYTES = 8 };

/* The data that makes a content of weights. */
typedef struct die_made {
    const distribution *ways;
    size_t words;
} die_made;

/* Writes as many words for each face as the total has. They are in GMP's order of words of 64 bits, which does not
 * depend on the machine. */
static void export_words(const distribution *ways, size_t words, uint64_t *to)
{
    memset(to, 0, ways->n * words * sizeof *to);
    for (size_t i = 0; i < ways->n; i++)
        mpz_export(to + i * words, NULL, -1, sizeof *to, 0, 0, ways->ways[i]);
}

/* The weights are differences of rounded sums. So they add up to 2^31, and none is off by more than one. */
static void round_weights(const distribution *ways, uint32_t *to)
{
    uint32_t before = 0;
    mpz_t sum, upto;

    mpz_inits(sum, upto, NULL);
    for (size_t i = 0; i < ways->n; i++) {
        mpz_add(sum, sum, ways->ways[i]);
        mpz_mul_2exp(upto, sum, ROUNDED_BITS);
        mpz_tdiv_q(upto, upto, ways->total);
        to[i] = (uint32_t)mpz_get_ui(upto) - before;
        before += to[i];
    }
    mpz_clears(sum, upto, NULL);
}

static double ratio(const mpz_t over, const mpz_t under)
{
    long of_over, of_under;
    const double a = mpz_get_d_2exp(&of_over, over), b = mpz_get_d_2exp(&of_under, under);

    return ldexp(a / b, (int)(of_over - of_under));
}

static const salvo_long_weights *make_long(const die_made *from, const uint64_t *words, salvo_arena *memory)
{
    salvo_long_weights *made = salvo_arena_array(memory, 1, sizeof *made);
    double *chance = salvo_arena_array(memory, from->ways->n, sizeof *chance);

    if (!made || !chance)
        return NULL;
    for (size_t i = 0; i < from->ways->n; i++)
        chance[i] = ratio(from->ways->ways[i], from->ways->total);
    *made = (salvo_long_weights){from->words, words, chance};
    return made;
}

static bool are_alike(const distribution *ways)
{
    for (size_t i = 1; i < ways->n; i++)
        if (mpz_cmp(ways->ways[i], ways->ways[0]) != 0)
            return false;
    return true;
}

/* The words themselves are the key of the content. They live as long as the book. */
static bool fill(content *made, lua_book *book, void *with)
{
    const die_made *from = with;
    const distribution *ways = from->ways;
    die_weights *die = salvo_arena_array(book->memory, 1, sizeof *die);
    uint32_t *weights = salvo_arena_array(book->memory, ways->n, sizeof *weights);
    const bool is_long = mpz_sizeinbase(ways->total, 2) > 32;

    if (!die || !weights)
        return false;
    *die = (die_weights){.sides = (uint8_t)ways->n};
    if (is_long)
        round_weights(ways, weights);
    for (size_t i = 0; i < ways->n && !is_long; i++)
        weights[i] = (uint32_t)mpz_get_ui(ways->ways[i]);
    if (is_long || !are_alike(ways))
        die->weights = weights;
    if (is_long)
        die->long_weights = make_long(from, (const uint64_t *)(const void *)made->key, book->memory);
    made->die = die;
    return !is_long || die->long_weights;
}

const die_weights *die_weights_find(lua_book *book, const distribution *ways)
{
    die_made from = {ways, mpz_sizeinbase(ways->total, 2) / (8 * WORD_BYTES) + 1};
    uint64_t *words = calloc(ways->n * from.words, sizeof *words);
    const content *kept = NULL;

    if (words) {
        export_words(ways, from.words, words);
        kept = book_content(book, NULL, words, ways->n * from.words * sizeof *words, fill, &from);
    }
    free(words);
    return kept ? kept->die : NULL;
}

/* A subject of their own, so that no content of weights has the same key. */
static const subject FACES;

/* The key of the content is the address of the weights, followed by the names. */
static bool fill_faces(content *made, lua_book *book, void *with)
{
    const die_weights *weights = with;
    const char *name = made->key + sizeof weights, *end = made->key + made->key_size;
    die_faces *faces = salvo_arena_array(book->memory, 1, sizeof *faces);
    salvo_text_fault fault;
    const char **names = name < end ? salvo_arena_array(book->memory, weights->sides, sizeof *names) : NULL;

    if (!faces || (name < end && !names))
        return false;
    for (int i = 0; i < weights->sides && name < end; i++, name += strlen(name) + 1)
        names[i] = *name && !salvo_text_has_fault(name, strlen(name), &fault) ? name : NULL;
    *faces = (die_faces){weights, names};
    made->faces = faces;
    return true;
}

const die_faces *die_faces_find(lua_book *book, const die_weights *weights, const char *names, size_t size)
{
    char *key = malloc(sizeof weights + size);
    const content *kept = NULL;

    if (key) {
        memcpy(key, &weights, sizeof weights);
        if (size)
            memcpy(key + sizeof weights, names, size);
        kept = book_content(book, &FACES, key, sizeof weights + size, fill_faces, (void *)(uintptr_t)weights);
    }
    free(key);
    return kept ? kept->faces : NULL;
}
