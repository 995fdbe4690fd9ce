/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The door between the page and the program: a command line goes in, and out comes what the program would have written.
 * Nothing else of salvo is seen from the page, so that whatever a command can answer the page can ask. */
#ifndef SALVO_WEB_ASK_H
#define SALVO_WEB_ASK_H

#include <stddef.h>
#include <stdint.h>

/* What a command line came to. The page reads the fields at their places, four bytes each. */
typedef struct web_reply {
    int32_t status;    /* the program's exit status */
    const char *bytes; /* of the answer; NULL: there is none */
    size_t length;
    const char *complaint; /* what the program would have written to stderr; "": nothing */
} web_reply;

/* Answers n words, each ended by a zero byte, as the program answers its command line. The reply belongs to the caller,
 * who gives it back with web_free. NULL: memory is out. */
web_reply *web_ask(const char *words, size_t n);

/* The same words shared out among workers (web/parts.h): a reply whose bytes are the work of the k-th part, k from 1 to
 * `parts`, which is at least 1; and the answer from the bytes of parts, one behind the other. They are borrowed. */
web_reply *web_part(const char *words, size_t n, uint32_t k, uint32_t parts);
web_reply *web_merge(const char *words, size_t n, const void *parts, size_t length);
void web_free(web_reply *reply);

#endif
