/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as bytes, for a store and for messages. One function of a type both writes its numbers and reads them, so that
 * the two cannot differ: a tally's function writes its counts into an empty packed, and adds them to a tally when it
 * reads. Small numbers take one byte, and a run of zeros a few; the bytes are the same on every machine.
 * No call fails: what went wrong is noted, and whoever packed or read asks once, at the end. */
#ifndef SALVO_SHARE_PACKED_H
#define SALVO_SHARE_PACKED_H

#include <salvo/error.h>

#include "base/wide.h"

#include <stddef.h>

/* Zeroed: empty, and ready to be written. It owns its bytes, unless packed_of made it. */
typedef struct packed {
    unsigned char *bytes;
    size_t n, capacity;
    size_t at;    /* reading: the next byte */
    bool reads;   /* else it is written */
    bool damaged; /* reading: these are not the bytes that were written */
    bool no_memory;
} packed;

/* To read bytes that stay the caller's. */
packed packed_of(const void *bytes, size_t n);

/* Makes *to, which is written, a copy that is read. */
salvo_status packed_copy(packed *to, const packed *from, salvo_error *err);

/* Room for n bytes, which the caller fills: they are there as if they had been written. false when memory is out. */
bool packed_room(packed *p, size_t n);

/* What was written is read from its first byte on; what is read, once more. */
void packed_rewind(packed *p);
void packed_clear(packed *p); /* empty, to be written; keeps the memory */
void packed_free(packed *p);

/* Sums: added to what stands there when they are read. */
void packed_sum(packed *p, uint64_t *number);
void packed_sums(packed *p, uint64_t *numbers, size_t n);
void packed_wide_sum(packed *p, wide *number);

/* Values: put in the place of what stands there when they are read. */
void packed_number(packed *p, uint64_t *number);
void packed_flag(packed *p, bool *flag);
void packed_real(packed *p, double *number);
void packed_float(packed *p, float *number);
void packed_text(packed *p, char **text); /* or NULL; read: on the heap, in the place of one that is freed */

void packed_raw(packed *p, void *bytes, size_t n); /* as they are in memory */

/* How many of something follow: `n` when it is written; `most` at most when it is read, or the bytes are damaged and it
 * is 0. */
size_t packed_count(packed *p, size_t n, size_t most);

/* All bytes of another, which is written into *p or, when *p is read, gets them. */
void packed_bytes(packed *p, packed *inner);

/* What went wrong, or that bytes are left over: SALVO_BAD_INPUT, SALVO_NO_MEMORY. */
salvo_status packed_status(const packed *p, salvo_error *err);

#endif
