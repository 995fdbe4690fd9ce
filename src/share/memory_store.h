/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A store in memory as bytes. Those of several stores may stand one behind the other: together they are one. */
#ifndef SALVO_SHARE_MEMORY_STORE_H
#define SALVO_SHARE_MEMORY_STORE_H

#include "share/result_store.h"

/* All work that is in the store, written behind what *p has. */
void memory_store_write(result_store *s, packed *p);

/* Puts in what *p has left to be read. SALVO_BAD_INPUT: these are not bytes of a store. */
salvo_status memory_store_read(result_store *s, packed *p, salvo_error *err);

#endif
