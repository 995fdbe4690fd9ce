/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stream that writes into a text. It replaces open_memstream: with glibc, its streams forget that memory ran out,
 * and their text is then cut off without notice. */
#ifndef SALVO_BASE_TEXT_STREAM_H
#define SALVO_BASE_TEXT_STREAM_H

#include <stdio.h>

#include <salvo/text.h>

/* Appends what is written to *to, zeroed or not, which must not move until the stream is closed. Then the text is
 * complete, and `failed` says whether anything is missing. Returns NULL if memory is out. */
FILE *text_stream(salvo_text *to);

#endif
