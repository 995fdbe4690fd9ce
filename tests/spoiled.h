/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mistakes in a rulebook's tables: the shipped data with one edit, in a scratch folder, and the complaint about it. */
#ifndef SALVO_TESTS_SPOILED_H
#define SALVO_TESTS_SPOILED_H

#include <salvo/rules.h>

typedef struct mistake {
    const char *name;                  /* of the case; NULL: it has none of its own */
    const char *file, *find, *replace; /* the first `find` becomes `replace` */
    int line, column;                  /* of the complaint; 0: it has no place */
    const char *message;               /* all of it, or a part that tells it from others */
} mistake;

/* Opens the folder by the rules of that ruleset. */
salvo_status folder_open(salvo_rulebook *book, const char *ruleset, const char *directory, salvo_error *err);

/* Data with that mistake are refused, in words that are the message, or have it in them. The complaint names `blamed`, in
 * most cases the file that was edited. */
void mistake_is_refused(const char *ruleset, const mistake *m, const char *blamed);
void mistake_is_refused_about(const char *ruleset, const mistake *m, const char *blamed);

#endif
