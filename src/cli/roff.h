/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text for man pages. */
#ifndef SALVO_CLI_ROFF_H
#define SALVO_CLI_ROFF_H

#include <stdio.h>

/* Text as roff shows it: a backslash, a hyphen, a dot at the beginning of a line are only themselves. */
void roff_put(FILE *out, const char *text);

#endif
