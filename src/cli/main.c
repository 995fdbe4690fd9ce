/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program salvo: runs its command line, and delivers the answer or reports an error. */
#include <signal.h>
#include <stdio.h>

#include "cli/command_line.h"
#include "cli/complaint.h"
#include "cli/memory_limit.h"
#include "cluster/cluster.h"

enum { EXIT_SIGNAL = 128 /* + the signal's number */ };

static salvo_status run(context *x, int argc, char **argv, progress *by, salvo_error *err)
{
    salvo_status status = command_line_run(x, argc - 1, argv + 1, err);

    /* If another rank could not finish, there is no answer. */
    if (status == SALVO_OK && x->ranks)
        status = ranks_agree(x->ranks, RANKS_END, NULL, 0, err);
    x->has_ended = status == SALVO_OK;
    if (!x->delivers)
        return status;
    /* The bar must disappear before the answer appears, because both may be on one terminal. */
    progress_end(by, x->options.quiet, status == SALVO_OK);
    return status == SALVO_OK ? outputs_deliver(&x->outputs, err) : status;
}

static void tell_fault(const context *x, salvo_status status, const progress *by, const salvo_error *err)
{
    /* progress_end reports a signal, unless --quiet is given. */
    if (status != SALVO_OK && !(status == SALVO_STOPPED && by->signal))
        complaint_put(stderr, x, err);
}

/* The user must know which machine to check. */
static void name_rank(const ranks *r, salvo_error *err)
{
    char why[SALVO_ERROR_TEXT];

    snprintf(why, sizeof why, "%s", err->text);
    snprintf(err->text, sizeof err->text, "rank %d of %d: %.*s", r->rank, r->n, SALVO_ERROR_TEXT - 64, why);
}

/* Frees unfinished outputs before the other ranks hear of a failure, since they may end this process. */
static cluster_end end(context *x, ranks *joined, salvo_error *err)
{
    cluster_end how;

    if (!joined || x->has_ended)
        return CLUSTER_TOGETHER;
    outputs_free(&x->outputs);
    how = cluster_fail(joined);
    if (how == CLUSTER_HERE)
        name_rank(joined, err);
    return how;
}

static salvo_status run_in_context(context *x, ranks *joined, progress *by, int argc, char **argv, salvo_error *err)
{
    const salvo_status status = context_init(x, by, err);

    if (status != SALVO_OK)
        return status;
    x->ranks = joined;
    x->delivers = !joined || joined->rank == 0; /* all ranks have the same answer; one is enough */
    return run(x, argc, argv, by, err);
}

int main(int argc, char **argv)
{
    salvo_error err = {0};
    progress by;
    context x = {.memory = NULL};
    ranks *joined;
    cluster_end how;
    salvo_status status;

    /* If a reader such as head exits early, the program must still deliver the other files. A limit on file sizes must
     * not end the program either: it is a failure like a full disk. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    memory_limit_tell_gmp();
    progress_init(&by);
    status = cluster_join(&joined, &err);
    if (joined) /* whole lines, because mpirun mixes the output of ranks */
        setvbuf(stderr, NULL, _IOLBF, BUFSIZ);
    if (status == SALVO_OK)
        status = run_in_context(&x, joined, &by, argc, argv, &err);
    how = end(&x, joined, &err);
    if (how == CLUSTER_HERE || (how == CLUSTER_TOGETHER && (!joined || joined->rank == 0)))
        tell_fault(&x, status, &by, &err);
    context_free(&x);
    cluster_leave(joined, how, complaint_status(status));
    /* A partial answer is a good answer, but scripts must be able to distinguish it from a complete one. A failure
     * keeps its own status. */
    return by.signal && (status == SALVO_OK || status == SALVO_STOPPED) ? EXIT_SIGNAL + by.signal
                                                                        : complaint_status(status);
}
