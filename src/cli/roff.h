/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text for man pages. */
#ifndef SALVO_CLI_ROFF_H
#define SALVO_CLI_ROFF_H

#include <stdio.h>

/* Writes text so that roff shows it unchanged, including backslashes, hyphens, and dots at the beginning of a line. */
void roff_put(FILE *out, const char *text);

#endif
