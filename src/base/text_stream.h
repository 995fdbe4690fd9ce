/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stream that writes into a text. In place of open_memstream, whose streams forget, with glibc, that memory ran out: what
 * they hold is then cut off without a sign. */
#ifndef SALVO_BASE_TEXT_STREAM_H
#define SALVO_BASE_TEXT_STREAM_H

#include <stdio.h>

#include <salvo/text.h>

/* What is written is added to *to, zeroed or not, which stays at its address until the stream is closed; the text is complete
 * then, and `failed` says whether anything is missing. NULL when memory is out. */
FILE *text_stream(salvo_text *to);

#endif
