/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as bytes, for a store and for messages. One function of a type both writes and reads its numbers, so that
 * the two cannot differ. For example, a tally's function writes its counts into an empty packed, and adds to a tally
 * when it reads. Small numbers take one byte, and a run of zeros a few. The bytes are the same on every machine. No
 * call fails: errors are recorded, and the caller asks once, at the end. */
#ifndef SALVO_SHARE_PACKED_H
#define SALVO_SHARE_PACKED_H

#include <salvo/error.h>

#include "base/wide.h"

#include <stddef.h>

/* A zeroed one is empty and can be written. It owns its bytes, unless packed_of made it. */
typedef struct packed {
    unsigned char *bytes;
    size_t n, capacity;
    size_t at;    /* reading: the next byte */
    bool reads;   /* otherwise it is written */
    bool damaged; /* reading: these are not the bytes that were written */
    bool no_memory;
} packed;

/* Reads bytes that the caller keeps. */
packed packed_of(const void *bytes, size_t n);

/* Makes *to a copy of *from, to be read. */
salvo_status packed_copy(packed *to, const packed *from, salvo_error *err);

/* Allocates n bytes, which the caller fills as if they had been written. Returns false if memory is out. */
bool packed_room(packed *p, size_t n);

/* Starts to read from the first byte what was written, or reads again. */
void packed_rewind(packed *p);
void packed_clear(packed *p); /* empties it for writing, and keeps the memory */
void packed_free(packed *p);

/* Sums: reading adds to the present value. */
void packed_sum(packed *p, uint64_t *number);
void packed_sums(packed *p, uint64_t *numbers, size_t n);
void packed_wide_sum(packed *p, wide *number);

/* Values: reading replaces the present value. */
void packed_number(packed *p, uint64_t *number);
void packed_flag(packed *p, bool *flag);
void packed_real(packed *p, double *number);
void packed_float(packed *p, float *number);
void packed_text(packed *p, char **text); /* or NULL; read: on the heap, replacing one that is freed */

void packed_raw(packed *p, void *bytes, size_t n); /* as in memory */

/* The number of items that follow: `n` when written. If it exceeds `most` when read, the bytes are damaged and it is
 * 0. */
size_t packed_count(packed *p, size_t n, size_t most);

/* Writes all bytes of *inner into *p, or reads them from *p into it. */
void packed_bytes(packed *p, packed *inner);

/* Returns SALVO_NO_MEMORY if memory was out, or SALVO_BAD_INPUT if bytes are damaged or left over. */
salvo_status packed_status(const packed *p, salvo_error *err);

#endif
