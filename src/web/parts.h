/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shares one command line among workers without common memory. Each worker computes a part of the trials and returns it
 * as bytes. The worker that has the bytes of all parts answers, with the same bytes as a single program. */
#ifndef SALVO_WEB_PARTS_H
#define SALVO_WEB_PARTS_H

#include "cli/context.h"

/* Computes part k of n, k from 1, in a fresh context. *work begins zeroed; the caller frees it. If the command stops at
 * a precision, a part predicts how many trials all parts need, as --shard does. */
typedef struct part {
    unsigned k, n;
} part;
salvo_status part_run(context *x, part of, int argc, char **argv, packed *work, salvo_error *err);

/* Answers the command in a fresh context with `work`, the concatenated work of parts, open for reading. It computes
 * what the parts lack. So the same command without --trials can use them, too, and continue to its precision. */
salvo_status part_merge(context *x, int argc, char **argv, packed *work, salvo_error *err);

#endif
