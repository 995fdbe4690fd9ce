/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What salvo can find out about a rulebook's own rules without understanding them: that they are functions of the dice,
 * which outcomes occur, what never ends, and whether the author's tests pass. */
#ifndef SALVO_CHECKS_CHECKS_H
#define SALVO_CHECKS_CHECKS_H

#include <salvo/rules.h>

typedef struct checked_names {
    const char **at;
    size_t n;
} checked_names;

/* What was tried for a procedure. The check owns the texts. */
typedef struct checked_procedure {
    const salvo_procedure *procedure;
    size_t questions;            /* answered questions; 0: nothing is known of the procedure */
    size_t refused;              /* questions that the rules refused, or for which no words were found */
    const char *refused_because; /* the first of those, with its reason; "" */
    uint64_t results;            /* dice results tried in all questions */
    checked_names never;         /* outcomes that never occurred, except that of a chain that does not end */
    checked_names never_gained;  /* expectations that never gained anything */
    const char *endless;         /* the words of a question that may go on for ever; NULL: none was found */
    double endless_chance;       /* the chance that it does */
} checked_procedure;

typedef struct rulebook_check {
    checked_procedure *procedures;
    size_t n;
    size_t n_tests;       /* in tests.csv; all pass */
    checked_names unread; /* columns that no rule has read in all of that, "units.hits" */
    salvo_arena *memory;
} rulebook_check;

/* Returns whether a question about every procedure was answered. */
bool rulebook_check_is_whole(const rulebook_check *check);

/* Tries every procedure of the book with its defaults and with a sample of values, always the same. It also asks the
 * questions of its tests.csv if it has one. SALVO_BAD_INPUT for a rule that fails or that depends on more than its
 * dice, and for tests that fail. The message has the place of the first, and what may never end. After a failure *check
 * is zeroed. */
salvo_status rulebook_check_run(rulebook_check *check, const salvo_rulebook *book, salvo_error *err);
void rulebook_check_free(rulebook_check *check); /* of a zeroed one: nothing */

#endif
