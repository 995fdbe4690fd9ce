/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory that is freed all at once. What a call allocates from an arena lives until the arena is freed; no part of it is
 * freed alone. Calls that take an arena as `memory` put their answer there:
 *
 *     salvo_arena *memory = salvo_arena_new();
 *
 *     if (memory && salvo_unit_card(&book, unit, memory, &card, &err) == SALVO_OK)
 *         ...                     what the card points to is in the arena
 *     salvo_arena_free(memory);   and is gone
 *
 * If a call fails, its allocations stay in the arena, unused, until the arena is freed. An arena belongs to one thread at
 * a time. Several arenas are independent of each other. */
#ifndef SALVO_ARENA_H
#define SALVO_ARENA_H

#include <stdarg.h>
#include <stddef.h>

#include <salvo/error.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef struct salvo_arena salvo_arena;

/* A new arena, or NULL if memory is exhausted. */
salvo_arena *salvo_arena_new(void);
void salvo_arena_free(salvo_arena *arena); /* NULL is allowed */

/* Frees everything that was allocated, as if the arena were new, but keeps up to some megabytes of memory for later
 * allocations. This saves system calls if one thing is made after the other. */
void salvo_arena_clear(salvo_arena *arena);

/* `count` zeroed elements of `size` bytes, aligned for any type; NULL if memory is exhausted. Zero elements give a
 * valid pointer to no memory. */
void *salvo_arena_array(salvo_arena *arena, size_t count, size_t size);

/* A copy of the text; of its first `length` bytes, with a NUL after them; of what printf would print. NULL if memory
 * is exhausted. */
char *salvo_arena_text(salvo_arena *arena, const char *text);
char *salvo_arena_slice(salvo_arena *arena, const char *text, size_t length);
char *salvo_arena_printf(salvo_arena *arena, const char *format, ...) SALVO_PRINTF(2, 3);
char *salvo_arena_vprintf(salvo_arena *arena, const char *format, va_list values);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
