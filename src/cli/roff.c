#include "cli/roff.h"

void roff_put(FILE *out, const char *text)
{
    char before = '\n';

    for (; *text; before = *text++) {
        if (before == '\n' && (*text == '.' || *text == '\''))
            fputs("\\&", out);
        if (*text == '\\')
            fputs("\\e", out);
        else if (*text == '-')
            fputs("\\-", out);
        else
            fputc(*text, out);
    }
}
