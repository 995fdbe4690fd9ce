/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Locks the folder that an answer goes into, so that no other run writes there before the answer is complete. */
#ifndef SALVO_CLI_CLAIM_H
#define SALVO_CLI_CLAIM_H

#include <stddef.h>

#include <salvo/error.h>

typedef struct claim {
    char *path;   /* NULL: no folder is claimed */
    size_t found; /* length of the prefix that names an existing folder */
    int lock;     /* the lock, while it is open; -1: the file system has no locks */
} claim;

/* Makes the folder and its parents, and locks it. Returns SALVO_IO if it cannot make the folder or another run holds
 * it. On failure nothing is claimed, and no folder remains. */
salvo_status claim_folder(claim *c, const char *path, salvo_error *err);

/* Releases the claim, if there is one. Removes the folders that the claim made if they are empty. */
void claim_release(claim *c);

#endif
