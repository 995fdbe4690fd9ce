/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The variants of --variants DIR: each file NAME.lua in it is a house rule, each folder with a ruleset.yaml a changed
 * copy of the rulebook. */
#ifndef SALVO_CLI_VARIANTS_H
#define SALVO_CLI_VARIANTS_H

#include <salvo/sensitivity.h>

#include "cli/context.h"

typedef struct variant_list {
    salvo_variant *at; /* in the order of their names */
    size_t n;
} variant_list;

/* Opens every variant of `book`, which has the options' own --data, --set and --rules; a house rule is added to those.
 * The context notes the rules that differ under the variant's name. SALVO_BAD_INPUT if there is no variant, or for a
 * fault in one. After a failure nothing is open. */
salvo_status variants_open(variant_list *v, context *x, const salvo_rulebook *book, salvo_error *err);
/* Opens the variant at `path`, which may be neither of the two (*is false). `whose` has the rules that differ. */
salvo_status variant_open(salvo_rulebook *to, bool *is, context *x, const salvo_rulebook *book, const char *path,
                          const char *whose, salvo_error *err);
void variants_close(variant_list *v);

#endif
