/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranks by MPI: `mpirun -n N salvo ...` makes each of the N processes one of them. */
#ifndef SALVO_CLUSTER_CLUSTER_H
#define SALVO_CLUSTER_CLUSTER_H

#include "share/ranks.h"

/* Joins the others, if this process was started by mpirun or its like; else, and when there are no others, *joined is NULL.
 * SALVO_BAD_INPUT when there are and this salvo was built without MPI. */
salvo_status cluster_join(ranks **joined, salvo_error *err);

/* How a run ends. */
typedef enum {
    CLUSTER_TOGETHER, /* all ranks alike, well or not: rank 0 tells and delivers */
    CLUSTER_HERE,     /* by a failure of this rank, which tells why */
    CLUSTER_ELSEWHERE /* by a failure that another rank tells */
} cluster_end;

/* The command of this rank has failed. The others hear of it where they wait for a message or want more work, and fail, too
 * (`broken`); one that does not within a second is ended by cluster_leave. NULL: CLUSTER_TOGETHER. */
cluster_end cluster_fail(ranks *joined);

/* Leaves them, at the end; waits for the others. A run that did not end together is aborted, and `status` is that of mpirun;
 * then this does not return. NULL: nothing. */
void cluster_leave(ranks *joined, cluster_end how, int status);

#endif
