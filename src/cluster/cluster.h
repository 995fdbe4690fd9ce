/* Ranks by MPI: `mpirun -n N salvo ...` makes each of the N processes one of them. */
#ifndef SALVO_CLUSTER_CLUSTER_H
#define SALVO_CLUSTER_CLUSTER_H

#include "share/ranks.h"

/* Joins the others, if this process was started by mpirun or its like; else, and when there are no others, *joined is NULL.
 * SALVO_BAD_INPUT when there are and this salvo was built without MPI. */
salvo_status cluster_join(ranks **joined, salvo_error *err);

/* Leaves them, at the end; waits for the others. NULL: nothing. */
void cluster_leave(ranks *joined);

#endif
