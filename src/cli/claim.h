/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A folder that an answer goes into, held against other runs until its answer is there. */
#ifndef SALVO_CLI_CLAIM_H
#define SALVO_CLI_CLAIM_H

#include <stddef.h>

#include <salvo/error.h>

typedef struct claim {
    char *path;   /* NULL: nothing is claimed */
    size_t found; /* so many of its characters name the folder that was there already */
    int lock;     /* held while it is open; -1: none, where the file system knows no locks */
} claim;

/* Makes the folder, and those that it is in, and holds it. SALVO_IO where it cannot be made, and where another run holds
 * it. On failure nothing is claimed, and nothing was made. */
salvo_status claim_folder(claim *c, const char *path, salvo_error *err);

/* Lets go of it, if anything is claimed. Folders that the claim made and nothing was put into are removed. */
void claim_release(claim *c);

#endif
