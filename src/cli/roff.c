/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/roff.h"

void roff_put(FILE *out, const char *text)
{
    char before = '\n';

    for (; *text; before = *text++) {
        /* At the beginning of a line these two would be requests to roff. */
        if (before == '\n' && (*text == '.' || *text == '\''))
            fputs("\\&", out);
        if (*text == '\\')
            fputs("\\e", out);
        /* A bare hyphen may be set as a typographic one, which cannot be copied into a shell. */
        else if (*text == '-')
            fputs("\\-", out);
        else
            fputc(*text, out);
    }
}
