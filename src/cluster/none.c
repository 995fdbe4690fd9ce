/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For salvo without MPI: it is alone, and refuses to be started several times by mpirun. */
#include "cluster/cluster.h"

#include <stdlib.h>

salvo_status cluster_join(ranks **joined, salvo_error *err)
{
    const char *n = getenv("OMPI_COMM_WORLD_SIZE");

    *joined = NULL;
    if (!n || atoi(n) < 2)
        return SALVO_OK;
    return salvo_fail(
        err, SALVO_BAD_INPUT,
        "this salvo was built without MPI, but mpirun started %s of it; install Debian's libopenmpi-dev and build "
        "salvo again, or use --shard",
        n);
}

cluster_end cluster_fail(ranks *joined)
{
    (void)joined;
    return CLUSTER_TOGETHER;
}

void cluster_leave(ranks *joined, cluster_end how, int status)
{
    (void)joined;
    (void)how;
    (void)status;
}
