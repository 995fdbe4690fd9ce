/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranks by MPI: `mpirun -n N salvo ...` makes each of the N processes one of them. */
#ifndef SALVO_CLUSTER_CLUSTER_H
#define SALVO_CLUSTER_CLUSTER_H

#include "share/ranks.h"

/* Joins the other ranks if mpirun or a similar program started this process. Otherwise, or if there are no others,
 * *joined is NULL. Returns SALVO_BAD_INPUT if there are others and this salvo was built without MPI. */
salvo_status cluster_join(ranks **joined, salvo_error *err);

/* How a run ends. */
typedef enum {
    CLUSTER_TOGETHER, /* all ranks alike, with success or failure: rank 0 reports and delivers */
    CLUSTER_HERE,     /* by a failure of this rank, which reports it */
    CLUSTER_ELSEWHERE /* by a failure that another rank reports */
} cluster_end;

/* Call it if this rank's command has failed. The others notice when they wait for a message or ask for work, and fail,
 * too (`broken`). cluster_leave ends a rank that does not within a second. Returns CLUSTER_TOGETHER for NULL. */
cluster_end cluster_fail(ranks *joined);

/* Leaves the ranks at the end, and waits for the others. It aborts a run that did not end together, with `status` as
 * the exit status of mpirun, and does not return. Accepts NULL. */
void cluster_leave(ranks *joined, cluster_end how, int status);

#endif
