/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The interface between the page and the program. A command line goes in, and the program's output comes out. The page
 * uses nothing else of salvo, so it can ask whatever a command can answer. */
#ifndef SALVO_WEB_ASK_H
#define SALVO_WEB_ASK_H

#include <stddef.h>
#include <stdint.h>

/* The result of a command line. The page reads the fields by their offsets, four bytes each. */
typedef struct web_reply {
    int32_t status;    /* the program's exit status */
    const char *bytes; /* of the answer; NULL: there is none */
    size_t length;
    const char *complaint; /* the program's text for stderr; "": none */
    const char *picture;   /* of the answer, the SVG that --chart asks for; NULL: there is none */
} web_reply;

/* Answers n words, each ended by a zero byte, as the program answers its command line. The caller owns the reply and
 * frees it with web_free. NULL: memory is out. */
web_reply *web_ask(const char *words, size_t n);

/* Shares the same words among workers (web/parts.h). web_part returns the work of part k as bytes, with k from 1 to
 * `parts`, which is at least 1. web_merge returns the answer from the bytes of the parts, concatenated. Both borrow
 * their arguments. */
web_reply *web_part(const char *words, size_t n, uint32_t k, uint32_t parts);
web_reply *web_merge(const char *words, size_t n, const void *parts, size_t length);
void web_free(web_reply *reply);

#endif
