/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be found out about a rulebook with rules of its own without knowing them: that its rules are functions of the
 * dice, which outcomes come, what never ends; and whether it passes its author's tests. */
#ifndef SALVO_CHECKS_CHECKS_H
#define SALVO_CHECKS_CHECKS_H

#include <salvo/rules.h>

typedef struct checked_names {
    const char **at;
    size_t n;
} checked_names;

/* What was tried of a procedure. Texts belong to the check. */
typedef struct checked_procedure {
    const salvo_procedure *procedure;
    size_t questions;            /* that were answered; 0: nothing is known of the procedure */
    size_t refused;              /* questions that the rules refused, or for which no words were found */
    const char *refused_because; /* the first of those, with its reason; "" */
    uint64_t results;            /* dice results that were tried in all questions */
    checked_names never;         /* outcomes that came in none of them, but for that of a chain that does not end */
    checked_names never_gained;  /* expectations that nothing was added to */
    const char *endless;         /* the words of a question that may go on for ever; NULL: none was found */
    double endless_chance;       /* that it does */
} checked_procedure;

typedef struct rulebook_check {
    checked_procedure *procedures;
    size_t n;
    size_t n_tests;       /* of tests.csv; all hold */
    checked_names unread; /* columns that no rule has looked at in all of that, "units.hits" */
    salvo_arena *memory;
} rulebook_check;

/* Whether a question about every procedure was answered. */
bool rulebook_check_is_whole(const rulebook_check *check);

/* Tries every procedure of the book with its defaults and with a sample of values, always the same, and asks the questions
 * of its tests.csv, if it has one. SALVO_BAD_INPUT for a rule that breaks or that does not follow from its dice, and for
 * tests that do not hold, with the place of the first and with what may never end. On failure *check is zeroed. */
salvo_status rulebook_check_run(rulebook_check *check, const salvo_rulebook *book, salvo_error *err);
void rulebook_check_free(rulebook_check *check); /* of a zeroed one: nothing */

#endif
