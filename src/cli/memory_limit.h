/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much memory a command may take: --memory. */
#ifndef SALVO_CLI_MEMORY_LIMIT_H
#define SALVO_CLI_MEMORY_LIMIT_H

#include <stdint.h>

#include <salvo/error.h>

/* Zeroed: no limit is set. */
typedef struct memory_limit {
    uint64_t before; /* the process's own limit in bytes, put back by memory_limit_lift */
    const char *set; /* as it was written; NULL: none is */
} memory_limit;

/* Sets a limit of "500M", "2G" (K, M, G: 2^10, 2^20, 2^30 bytes; a number alone is bytes); `text` NULL: none. What the
 * process takes beyond it is refused, and the command ends with SALVO_NO_MEMORY. `text` is borrowed. SALVO_BAD_INPUT. */
salvo_status memory_limit_set(memory_limit *m, const char *text, salvo_error *err);

/* Puts the old limit back. A failure for want of memory is told with the limit that it met. Returns `status`. */
salvo_status memory_limit_lift(memory_limit *m, salvo_status status, salvo_error *err);

/* GMP ends the process where memory is out, with a message of its own: this makes it end as salvo's other failures do. For
 * the program alone: a library must leave that to its caller. */
void memory_limit_tell_gmp(void);

#endif
