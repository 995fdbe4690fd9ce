/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A store in memory as bytes. The bytes of several stores may be concatenated: together they are one. */
#ifndef SALVO_SHARE_MEMORY_STORE_H
#define SALVO_SHARE_MEMORY_STORE_H

#include "share/result_store.h"

/* Appends all work in the store to *p. */
void memory_store_write(result_store *s, packed *p);

/* Puts in the unread rest of *p. Returns SALVO_BAD_INPUT if these are not bytes of a store. */
salvo_status memory_store_read(result_store *s, packed *p, salvo_error *err);

#endif
