/* Memory that is freed all at once. Whatever is allocated from an arena lives until the arena is freed; nothing in it
 * is freed alone. An arena belongs to one thread at a time. */
#ifndef SALVO_BASE_ARENA_H
#define SALVO_BASE_ARENA_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include <salvo/error.h>

typedef struct salvo_arena salvo_arena;

/* A new arena, or NULL when memory is out. */
salvo_arena *salvo_arena_new(void);
void salvo_arena_free(salvo_arena *arena); /* NULL: nothing */

/* `count` zeroed elements of `size` bytes, aligned for any type; NULL when memory is out. Zero elements give a valid
 * pointer to nothing. */
void *salvo_arena_array(salvo_arena *arena, size_t count, size_t size);

/* A copy of the text; of its first `length` bytes; of what printf would print. NULL when memory is out. */
char *salvo_arena_text(salvo_arena *arena, const char *text);
char *salvo_arena_slice(salvo_arena *arena, const char *text, size_t length);
char *salvo_arena_printf(salvo_arena *arena, const char *format, ...) SALVO_PRINTF(2, 3);
char *salvo_arena_vprintf(salvo_arena *arena, const char *format, va_list values);

/* Makes room for at least `needed` elements in an array on the heap, which grows by doubling. Fresh elements are
 * zeroed. false when memory is out; the array is then as it was. */
bool salvo_grow(void *array_of_pointer, size_t *capacity, size_t needed, size_t size);

#endif
