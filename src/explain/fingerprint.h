/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A number that differs if a question's answer is computed differently: from all results of a roll, or of a chain's
 * first states. */
#ifndef SALVO_EXPLAIN_FINGERPRINT_H
#define SALVO_EXPLAIN_FINGERPRINT_H

#include <salvo/rules.h>

typedef struct fingerprint {
    uint64_t hash;
    uint64_t results; /* results of the dice that were looked at */
    bool is_whole;    /* they are all results */
} fingerprint;

/* SALVO_BAD_INPUT if a rule is at fault. */
salvo_status fingerprint_of(const salvo_question *q, fingerprint *print, salvo_error *err);

/* Finds that of a question with these words. */
salvo_status fingerprint_ask(const salvo_rulebook *book, const char *procedure, const char *const *words,
                             size_t n_words, fingerprint *print, salvo_error *err);

#endif
