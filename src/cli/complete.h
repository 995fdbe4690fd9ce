/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Completes command lines for shells. The candidates follow from what the program reads: commands, the table of
 * options, the usage of a command, parameters of procedures, and tables of rulebooks. */
#ifndef SALVO_CLI_COMPLETE_H
#define SALVO_CLI_COMPLETE_H

#include <stdio.h>

#include "cli/context.h"

/* words[0] .. words[n - 1] are the words typed after "salvo". complete completes the last one, which may be empty. It
 * writes a line for each candidate: the whole word, then a tab and a short help, if there is one. If it writes nothing,
 * salvo has no candidates, and the user may mean a file. It never fails: words without a meaning have no candidates. */
void complete(FILE *out, context *x, int n, char **words);

#endif
