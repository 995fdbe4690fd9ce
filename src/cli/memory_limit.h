/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limits the memory of a command: --memory. */
#ifndef SALVO_CLI_MEMORY_LIMIT_H
#define SALVO_CLI_MEMORY_LIMIT_H

#include <stdint.h>

#include <salvo/error.h>

/* Zeroed: there is no limit. */
typedef struct memory_limit {
    uint64_t before; /* the process's own limit in bytes, which memory_limit_lift restores */
    const char *set; /* as the user wrote it; NULL: no limit */
} memory_limit;

/* Sets a limit such as "500M" or "2G" (K, M, G: 2^10, 2^20, 2^30 bytes; a number alone is bytes). If `text` is NULL, it
 * sets none. The process cannot allocate more than the limit, and the command then ends with SALVO_NO_MEMORY. `text` is
 * borrowed. Returns SALVO_BAD_INPUT for other texts. */
salvo_status memory_limit_set(memory_limit *m, const char *text, salvo_error *err);

/* Restores the old limit. If memory ran out, the message names the limit. Returns `status`. */
salvo_status memory_limit_lift(memory_limit *m, salvo_status status, salvo_error *err);

/* If memory runs out, GMP ends the process with its own message. After this call the process ends like salvo's other
 * failures. Only the program calls it: a library must leave that choice to its caller. */
void memory_limit_tell_gmp(void);

#endif
