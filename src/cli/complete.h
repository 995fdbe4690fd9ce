/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What could stand next on a command line, for the shells' completion. It follows from what the program reads: commands,
 * the table of options, the usage of a command, the parameters of procedures, the tables of the rulebooks. */
#ifndef SALVO_CLI_COMPLETE_H
#define SALVO_CLI_COMPLETE_H

#include <stdio.h>

#include "cli/context.h"

/* words[0] .. words[n - 1] are typed behind "salvo"; the last is to be completed and may be empty. Writes a line for each
 * candidate: the whole word, and behind a tab a few words of help, if there are some. No line: salvo knows none, and a file may be meant.
 * Nothing fails: words that make no sense have no candidates. */
void complete(FILE *out, context *x, int n, char **words);

#endif
