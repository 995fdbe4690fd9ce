/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One command line shared out among workers that have no memory in common: each works out a part of its trials and gives
 * it as bytes; who has the bytes of all parts answers, with the same bytes as a program that worked alone. */
#ifndef SALVO_WEB_PARTS_H
#define SALVO_WEB_PARTS_H

#include "cli/context.h"

/* Works out the K-th of N parts, K from 1, in a fresh context; *work is zeroed, and the caller's to free. Of a command that
 * stops at a precision a part foresees how many trials all of them need, as --shard does. */
typedef struct part {
    unsigned k, n;
} part;
salvo_status part_run(context *x, part of, int argc, char **argv, packed *work, salvo_error *err);

/* Answers the command in a fresh context with the work of parts, one behind the other, that is to be read; what no part
 * brought is worked out here. So the same command without --trials may take them, too, and go on to its precision. */
salvo_status part_merge(context *x, int argc, char **argv, packed *work, salvo_error *err);

#endif
