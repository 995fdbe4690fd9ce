/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Error handling. A function that can fail returns a salvo_status and fills a salvo_error that the caller owns; `err`
 * may be NULL if the caller needs only the status. Reporting an error allocates nothing. */
#ifndef SALVO_ERROR_H
#define SALVO_ERROR_H

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef enum {
    SALVO_OK = 0,
    SALVO_BAD_INPUT, /* a name, a number or a table cell that the caller can correct */
    SALVO_IO,        /* a file could not be read or written */
    SALVO_TOO_LARGE, /* the exact answer needs more states or dice than the engine accepts */
    SALVO_NO_MEMORY,
    SALVO_STOPPED, /* the progress callback stopped the work before there was an answer */
} salvo_status;

enum { SALVO_ERROR_PATH = 512, SALVO_ERROR_TEXT = 1024 };

typedef struct salvo_error {
    salvo_status status;
    char path[SALVO_ERROR_PATH]; /* the file or option with the mistake; "" if there is none */
    int line, column;            /* 1-based, column in characters; 0 when unknown */
    char text[SALVO_ERROR_TEXT]; /* one sentence that begins with a small letter, without a newline: what is wrong,
                                    what was found, and what to do */
} salvo_error;

#if defined(__GNUC__)
#define SALVO_PRINTF(format_at, first_at) __attribute__((format(printf, format_at, first_at)))
#else
#define SALVO_PRINTF(format_at, first_at)
#endif

/* Fills *err (unless NULL), without a position, and returns `status`: `return salvo_fail(err, ...)`. */
salvo_status salvo_fail(salvo_error *err, salvo_status status, const char *format, ...) SALVO_PRINTF(3, 4);

/* The same with a position. `path` is copied, cut to SALVO_ERROR_PATH. */
salvo_status salvo_fail_at(salvo_error *err, salvo_status status, const char *path, int line, int column,
                           const char *format, ...) SALVO_PRINTF(6, 7);

/* Reports that memory is exhausted. */
salvo_status salvo_fail_memory(salvo_error *err);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
