/* What can be found out about a rulebook with rules of its own without knowing them: that its rules are functions of the
 * dice, which outcomes come, what never ends; and whether it passes its author's tests. */
#ifndef SALVO_CHECKS_CHECKS_H
#define SALVO_CHECKS_CHECKS_H

#include <salvo/rules.h>

/* What was tried of a procedure. Texts belong to the check. */
typedef struct checked_procedure {
    const salvo_procedure *procedure;
    size_t questions;    /* that were answered */
    uint64_t results;    /* dice results that were tried in them */
    const char *never;   /* outcomes that came in none of them, "saved, hurt"; "" */
    const char *endless; /* a question that may go on for ever; "" */
} checked_procedure;

typedef struct rulebook_check {
    checked_procedure *procedures;
    size_t n;
    size_t n_tests;     /* of tests.csv; all hold */
    const char *unread; /* columns that no rule has looked at in all of that, "units.hits, units.morale"; "" */
    salvo_arena *memory;
} rulebook_check;

/* Tries every procedure of the book with its defaults and with a sample of values, always the same, and asks the questions
 * of its tests.csv, if it has one. SALVO_BAD_INPUT for a rule that breaks or that does not follow from its dice, and for
 * tests that do not hold, with the place of the first. On failure *check is zeroed. */
salvo_status rulebook_check_run(rulebook_check *check, const salvo_rulebook *book, salvo_error *err);
void rulebook_check_free(rulebook_check *check); /* of a zeroed one: nothing */

#endif
