/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The manual of the program, made from the tables of commands and options. It has every command, every option, the exit
 * statuses and the environment. */
#ifndef SALVO_CLI_PROGRAM_MANUAL_H
#define SALVO_CLI_PROGRAM_MANUAL_H

#include <stdio.h>

#include <salvo/error.h>

/* The forms of the manual: the man page, and docs/reference.md. */
typedef struct manual_form manual_form;
extern const manual_form MANUAL_IN_ROFF, MANUAL_IN_MARKDOWN;

/* Writes the manual. The same program always writes the same bytes. Returns SALVO_NO_MEMORY if memory runs out. */
salvo_status program_manual_write(FILE *out, const manual_form *form, salvo_error *err);

#endif
