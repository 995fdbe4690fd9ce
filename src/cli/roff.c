/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/roff.h"

void roff_put(FILE *out, const char *text)
{
    char before = '\n';

    for (; *text; before = *text++) {
        /* At the beginning of a line, these two would be requests to roff. */
        if (before == '\n' && (*text == '.' || *text == '\''))
            fputs("\\&", out);
        if (*text == '\\')
            fputs("\\e", out);
        /* roff may replace a bare hyphen by a typographic one, which does not work in a shell. */
        else if (*text == '-')
            fputs("\\-", out);
        else
            fputc(*text, out);
    }
}
