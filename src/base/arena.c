/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A list of blocks, the newest first. Allocations use only the newest, so they take a few instructions. When a larger
 * block is needed, the remainder of the old one is lost, which is at most a part of it. */
#include <salvo/arena.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* With the address sanitiser, only allocated arrays are accessible, with a gap behind each. Otherwise it would not
 * notice a step from one array into the next. */
#ifdef __SANITIZE_ADDRESS__ /* gcc's */
#define WATCHED
#elif defined __has_feature /* clang's */
#if __has_feature(address_sanitizer)
#define WATCHED
#endif
#endif
#ifdef WATCHED
#include <sanitizer/asan_interface.h>
#define FORBID(place, bytes) ASAN_POISON_MEMORY_REGION(place, bytes)
#define ALLOW(place, bytes)  ASAN_UNPOISON_MEMORY_REGION(place, bytes)
enum { GAP = sizeof(max_align_t) };
#else
#define FORBID(place, bytes)
#define ALLOW(place, bytes)
enum { GAP = 0 };
#endif

/* Blocks double in size, because most arenas hold little, and a curve has several per point. They stop at BLOCK_BYTES,
 * so that little is lost at the end. */
enum { FIRST_BLOCK_BYTES = 1024, BLOCK_BYTES = 16384 };

/* The maximum that is kept when an arena is cleared. */
enum { KEPT_BYTES_MAX = 1 << 24 };

typedef struct block {
    struct block *next;
    size_t used, size;
    max_align_t bytes[]; /* aligned for any type */
} block;

struct salvo_arena {
    block *newest;
};

salvo_arena *salvo_arena_new(void)
{
    return calloc(1, sizeof(salvo_arena));
}

static void free_blocks(salvo_arena *arena)
{
    for (block *b = arena->newest; b;) {
        block *next = b->next;

        free(b);
        b = next;
    }
    arena->newest = NULL;
}

void salvo_arena_free(salvo_arena *arena)
{
    if (!arena)
        return;
    free_blocks(arena);
    free(arena);
}

static block *add_block(salvo_arena *arena, size_t bytes)
{
    size_t usual = arena->newest ? 2 * arena->newest->size : FIRST_BLOCK_BYTES;
    size_t size;
    block *fresh;

    if (usual > BLOCK_BYTES)
        usual = BLOCK_BYTES;
    size = bytes > usual ? bytes : usual;    /* a large array has a block of its own size */
    fresh = calloc(1, sizeof *fresh + size); /* zeroed once, here, so arrays need not be */

    if (!fresh)
        return NULL;
    fresh->size = size;
    fresh->next = arena->newest;
    arena->newest = fresh;
    FORBID(fresh->bytes, size);
    return fresh;
}

static size_t bytes_of(const salvo_arena *arena)
{
    size_t bytes = 0;

    for (const block *b = arena->newest; b; b = b->next)
        bytes += b->size;
    return bytes;
}

/* Joins many blocks into one, which is large enough for the same amount again. If there is no memory for it, the arena
 * is empty. */
void salvo_arena_clear(salvo_arena *arena)
{
    const size_t bytes = bytes_of(arena);
    block *only = arena->newest;

    if (only && !only->next && bytes <= KEPT_BYTES_MAX) {
        ALLOW(only->bytes, only->used);
        memset(only->bytes, 0, only->used);
        FORBID(only->bytes, only->used);
        only->used = 0;
        return;
    }
    free_blocks(arena);
    if (bytes > 0 && bytes <= KEPT_BYTES_MAX)
        add_block(arena, bytes);
}

void *salvo_arena_array(salvo_arena *arena, size_t count, size_t size)
{
    const size_t align = sizeof(max_align_t);
    block *b = arena->newest;
    size_t bytes;
    char *place;

    if (size && count > (SIZE_MAX / 2 - align - GAP) / size) /* keeps the sum below from overflowing */
        return NULL;
    bytes = (count * size + align - 1) / align * align + GAP;
    if (!b || b->size - b->used < bytes)
        b = add_block(arena, bytes);
    if (!b)
        return NULL;
    place = (char *)b->bytes + b->used;
    b->used += bytes;
    ALLOW(place, count * size);
    return place;
}

char *salvo_arena_slice(salvo_arena *arena, const char *text, size_t length)
{
    char *copy = salvo_arena_array(arena, length + 1, 1);

    if (copy)
        memcpy(copy, text, length);
    return copy;
}

char *salvo_arena_text(salvo_arena *arena, const char *text)
{
    return salvo_arena_slice(arena, text, strlen(text));
}

char *salvo_arena_vprintf(salvo_arena *arena, const char *format, va_list values)
{
    char start[256]; /* most texts fit: they are formatted once, then copied */
    va_list again;
    int length;
    char *text;

    va_copy(again, values);
    length = vsnprintf(start, sizeof start, format, values);
    text = length < 0 ? NULL : salvo_arena_array(arena, (size_t)length + 1, 1);
    if (text && (size_t)length < sizeof start)
        memcpy(text, start, (size_t)length); /* memory is zeroed, so the NUL is there */
    else if (text)
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

char *salvo_arena_printf(salvo_arena *arena, const char *format, ...)
{
    va_list values;
    char *text;

    va_start(values, format);
    text = salvo_arena_vprintf(arena, format, values);
    va_end(values);
    return text;
}
