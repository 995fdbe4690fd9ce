/* The man page of the program, in roff, from the tables of commands and options. */
#ifndef SALVO_CLI_MAN_PAGE_H
#define SALVO_CLI_MAN_PAGE_H

#include <stdio.h>

void man_page_write(FILE *out);

/* Text as roff shows it: a backslash, a hyphen, a dot at the beginning of a line are only themselves. */
void man_page_put(FILE *out, const char *text);

#endif
