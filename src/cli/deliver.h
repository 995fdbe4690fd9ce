/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where an answer goes when it is whole, and the pictures beside it. */
#ifndef SALVO_CLI_DELIVER_H
#define SALVO_CLI_DELIVER_H

#include <stddef.h>

#include <salvo/error.h>

/* Bytes for a file; path NULL: for stdout. */
typedef struct parcel {
    const char *path;
    const char *bytes;
    size_t length;
} parcel;

/* Delivers all n parcels or none: each is written to a file without a name, or with a temporary one, beside its place, and
 * only when all are complete, and stdout has taken what is for it, do they get their names. No file is ever half-written.
 * What is no regular file (a pipe, a device) is written directly. A closed pipe is no failure. SALVO_IO otherwise. */
salvo_status deliver(const parcel *parcels, size_t n, salvo_error *err);

/* Whether deliver could put a file there: its folder takes a new file, which is gone again at once, and no folder has its
 * name. Called before the work; SALVO_IO with the words of deliver. */
salvo_status deliver_check(const char *path, salvo_error *err);

/* The same of every file in a folder. */
salvo_status deliver_check_folder(const char *folder, salvo_error *err);

#endif
