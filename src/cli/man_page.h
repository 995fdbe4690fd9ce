/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The man page of the program, in roff, from the tables of commands and options. */
#ifndef SALVO_CLI_MAN_PAGE_H
#define SALVO_CLI_MAN_PAGE_H

#include <stdio.h>

void man_page_write(FILE *out);

#endif
