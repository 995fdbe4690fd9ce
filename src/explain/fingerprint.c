/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fingerprint covers all results of the dice and not just the answer's last figure, so that two changes that cancel
 * out are noticed. */
#include "explain/fingerprint.h"

#include <string.h>

#include "base/hash.h"
#include "base/try.h"
#include "odds/explorer.h"
#include "rules/fault.h"

enum { RESULTS_MAX = 6000 }; /* of the dice: for a chain its first throws show what it depends on */

/* A chain while its first states are looked at. */
typedef struct walker {
    explorer states;
    uint64_t print, results;
    bool is_cut; /* some results of a state were skipped */
} walker;

static void add_number(walker *w, uint64_t number)
{
    w->print = salvo_hash_words(w->print, &number, sizeof number);
}

/* Returns in how many ways the dice show the faces. Long weights have none in salvo_dice_weight; for these it returns
 * the bits of the chance. */
static uint64_t weight_number(const salvo_dice *dice, const uint8_t *faces)
{
    uint64_t bits = salvo_dice_weight(dice, faces);
    double chance;

    if (bits && salvo_dice_are_long(dice)) {
        chance = (double)salvo_dice_chance(dice, 0, faces);
        memcpy(&bits, &chance, sizeof bits);
    }
    return bits;
}

/* States are identified by their order of discovery, and not by their bytes: another cell may change a stored value
 * that no rule reads. */
static bool walk_state(walker *w, size_t state)
{
    explorer *x = &w->states;
    const size_t n_gains = x->question->procedure->n_expectations;
    uint8_t faces[SALVO_DICE_MAX];
    salvo_dice dice;
    uint32_t number;
    bool is_new, more;

    explorer_go_to(x, state);
    add_number(w, (uint64_t)x->chain->outcome(x->situation, x->here));
    if (x->chain->outcome(x->situation, x->here) != SALVO_CONTINUES)
        return true;
    x->chain->dice(x->situation, x->here, &dice);
    salvo_dice_first(&dice, faces);
    do {
        int64_t gain[SALVO_EXPECTATIONS_MAX];
        const uint64_t weight = weight_number(&dice, faces);

        if (weight == 0)
            continue;
        add_number(w, weight * 2 + explorer_step(x, faces, gain));
        for (size_t k = 0; k < n_gains; k++)
            add_number(w, (uint64_t)gain[k]);
        if (!explorer_number(x, &number, &is_new))
            return false;
        add_number(w, number);
        w->results++;
    } while ((more = salvo_dice_next(&dice, faces)) && w->results < RESULTS_MAX);
    w->is_cut = more;
    return true;
}

static salvo_status print_chain(const salvo_question *q, fingerprint *print, salvo_error *err)
{
    const salvo_chain *chain = q->procedure->chain;
    walker w;
    bool done;
    size_t i = 0;

    w.print = SALVO_HASH;
    w.results = 0;
    w.is_cut = false;
    explorer_init(&w.states, q);
    done = explorer_start(&w.states);
    for (; done && i < w.states.states.count && w.results < RESULTS_MAX; i++)
        done = walk_state(&w, i);
    add_number(&w, chain->turn_limit ? (uint64_t)chain->turn_limit(q->situation) : 0);
    *print = (fingerprint){w.print, w.results, i == w.states.states.count && !w.is_cut};
    explorer_free(&w.states);
    return done ? SALVO_OK : salvo_fail_memory(err);
}

/* Finds the faces of result number `at`; the last die varies fastest. */
static void faces_of(const salvo_dice *dice, uint64_t at, uint8_t *faces)
{
    for (int d = dice->count; d-- > 0; at /= dice->sides[d])
        faces[d] = (uint8_t)(at % dice->sides[d] + 1);
}

/* Looks at all results. If there are many (0: more than 2^63), it takes only some that lie far apart, the same ones for
 * the same number. */
static salvo_status print_roll(const salvo_question *q, fingerprint *print, salvo_error *err)
{
    static const double GOLDEN = 0.6180339887498949; /* steps by this part of a whole spread evenly over it */
    salvo_dice dice;
    uint64_t n, step = 1, tried;

    (void)err; /* the signature is that of print_chain */
    salvo_roll_dice(q->procedure->roll, q->situation, &dice);
    n = salvo_dice_results(&dice);
    n = n ? n : UINT64_C(1) << 63;
    tried = n < RESULTS_MAX ? n : RESULTS_MAX;
    if (tried < n)
        step = (uint64_t)(GOLDEN * (double)n);
    *print = (fingerprint){salvo_hash_number(SALVO_HASH, salvo_dice_ways(&dice)), tried, tried == n};
    for (uint64_t i = 0; i < tried; i++) {
        int64_t gain[SALVO_EXPECTATIONS_MAX] = {0};
        uint8_t faces[SALVO_DICE_MAX];
        uint64_t values[2];

        faces_of(&dice, i * step % n, faces);
        values[0] = weight_number(&dice, faces);
        if (values[0] == 0)
            continue;
        values[1] = (uint64_t)q->procedure->roll->resolve(q->situation, faces, gain);
        print->hash = salvo_hash_words(print->hash, values, sizeof values);
        print->hash = salvo_hash_words(print->hash, gain, sizeof gain);
    }
    return SALVO_OK;
}

salvo_status fingerprint_of(const salvo_question *q, fingerprint *print, salvo_error *err)
{
    return salvo_fault_or((q->procedure->roll ? print_roll : print_chain)(q, print, err), q->book, err);
}

salvo_status fingerprint_ask(const salvo_rulebook *book, const char *procedure, const char *const *words,
                             size_t n_words, fingerprint *print, salvo_error *err)
{
    const salvo_procedure *p;
    salvo_question q;
    salvo_status status;

    TRY(salvo_procedure_find(book->ruleset, procedure, &p, err));
    TRY(salvo_question_ask(&q, book, p, words, n_words, err));
    status = fingerprint_of(&q, print, err);
    salvo_question_free(&q);
    return status;
}
