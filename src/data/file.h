/* Files that people write. All that is read of them is opened here. */
#ifndef SALVO_DATA_FILE_H
#define SALVO_DATA_FILE_H

#include <stddef.h>

#include <salvo/error.h>

#include "base/arena.h"
#include "base/text.h"

/* The whole file as bytes with a NUL behind them, in `memory`: a regular file, or a pipe that somebody writes to (who may
 * take a second to open it). SALVO_IO for everything else and for what cannot be read; SALVO_BAD_INPUT for what is too
 * large or no text: bytes that are no UTF-8, and characters that nobody would see (salvo_code_fault), with their
 * position. */
salvo_status salvo_file_read(const char *path, salvo_arena *memory, char **bytes, size_t *length, salvo_error *err);

/* Refuses a text with that fault; line and column say where it stands. */
salvo_status salvo_file_refuse(const char *path, int line, int column, const salvo_text_fault *fault, salvo_error *err);

#endif
