/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The counters are a window of rank 0's memory, to which the others add by themselves. Between machines that still needs
 * rank 0 to look at its network now and then: a thread of its own does, so that nobody waits for rank 0's blocks.
 * A rank that fails counts itself among the failures. Whoever waits for a message looks at that number now and then, and gives
 * up; whoever works finds no block left. */
#include "cluster/cluster.h"

#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TAG = 1, LOOK_NS = 200000 };

/* What is counted. */
enum {
    BLOCKS,   /* that were taken */
    FAILURES, /* ranks that failed by themselves */
    ENDED,    /* ranks that are at their end, after some failure */
    TELLERS,  /* ranks that would tell why; the first does */
    N_COUNTERS
};

/* How often a rank that waits asks for failures; how long it still waits for a message that may be under way when there is
 * one; how long a rank that failed waits for the others, who may have failed alike or are soon at their end. */
static const double ASK_S = 0.05, GRACE_S = 0.2, LEAVE_S = 0.6;

typedef struct cluster {
    ranks ranks;          /* the first member: what everybody else sees */
    pthread_mutex_t lock; /* calls of MPI come one at a time */
    MPI_Win window;
    uint64_t *counters; /* of rank 0 */
    bool looks;         /* its thread runs */
    atomic_bool leaving;
    pthread_t looker;
} cluster;

static double now_s(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Adds to a counter of rank 0; returns what it was. MPI's own way to report an error is to end all processes with a message.
 * Only sums: MPI need not keep operations of different kinds apart. */
static uint64_t add(cluster *c, int counter, uint64_t count)
{
    uint64_t before = 0;

    pthread_mutex_lock(&c->lock);
    MPI_Fetch_and_op(&count, &before, MPI_UINT64_T, 0, counter, MPI_SUM, c->window);
    MPI_Win_flush(0, c->window);
    pthread_mutex_unlock(&c->lock);
    return before;
}

static uint64_t take(ranks *r, uint64_t count)
{
    return add((cluster *)r, BLOCKS, count);
}

/* Longer and longer, up to a millisecond: short waits are short, and long ones leave the processor to others. */
static void rest(double waited_s)
{
    const double ns = waited_s * 1e9 / 50;

    nanosleep(&(struct timespec){.tv_nsec = ns < LOOK_NS / 10.0 ? LOOK_NS / 10 : ns > 1e6 ? 1000000 : (long)ns}, NULL);
}

/* Whether a failure elsewhere leaves no hope; asks only now and then. *hopeless is when it does, once a failure is known. */
static bool gives_up(cluster *c, double now, double *ask_at, double *hopeless)
{
    if (*hopeless > 0)
        return now > *hopeless;
    if (now < *ask_at)
        return false;
    *ask_at = now + ASK_S;
    if (add(c, FAILURES, 0) > 0)
        *hopeless = now + GRACE_S;
    return false;
}

/* A thread that waits for a message holds the lock for no longer than a look, or rank 0's looker could not serve others.
 * false: it is given up, and the run is broken. What was sent or is to be received stays with MPI until all processes end. */
static bool wait_for(cluster *c, MPI_Request *request)
{
    const double began = now_s();
    double ask_at = began + ASK_S, hopeless = 0;

    for (;;) {
        const double now = now_s();
        int done;

        pthread_mutex_lock(&c->lock);
        MPI_Test(request, &done, MPI_STATUS_IGNORE);
        pthread_mutex_unlock(&c->lock);
        if (done)
            return true;
        if (gives_up(c, now, &ask_at, &hopeless)) {
            c->ranks.broken = true;
            return false;
        }
        rest(now - began);
    }
}

/* Two gigabytes are more than MPI counts in an int; no tally comes near. Failing alone would leave the others waiting for
 * ever: all end. */
static int length_of(uint64_t n)
{
    if (n > INT32_MAX)
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    return (int)n;
}

static bool send_piece(cluster *c, int to, const void *bytes, uint64_t n)
{
    MPI_Request request;

    pthread_mutex_lock(&c->lock);
    MPI_Isend(bytes, length_of(n), MPI_BYTE, to, TAG, MPI_COMM_WORLD, &request);
    pthread_mutex_unlock(&c->lock);
    return wait_for(c, &request);
}

static bool receive_piece(cluster *c, int from, void *bytes, uint64_t n)
{
    MPI_Request request;

    pthread_mutex_lock(&c->lock);
    MPI_Irecv(bytes, length_of(n), MPI_BYTE, from, TAG, MPI_COMM_WORLD, &request);
    pthread_mutex_unlock(&c->lock);
    return wait_for(c, &request);
}

/* The length goes first, so that the receiver can make room; MPI keeps messages of one sender in their order. */
static bool send(ranks *r, int to, const packed *bytes)
{
    cluster *c = (cluster *)r;
    const uint64_t n = bytes->n;

    return !r->broken &&
           send_piece(c, to, &n, sizeof n) && /* machines of one kind, like all that ranks tell each other */
           send_piece(c, to, bytes->bytes, n);
}

static bool receive(ranks *r, int from, packed *bytes)
{
    cluster *c = (cluster *)r;
    uint64_t n;

    packed_clear(bytes);
    if (r->broken || !receive_piece(c, from, &n, sizeof n))
        return false;
    if (!packed_room(bytes, (size_t)n))
        return true; /* the bytes say so, and this rank fails */
    if (!receive_piece(c, from, bytes->bytes, n))
        return false;
    packed_rewind(bytes);
    return true;
}

/* Any call lets MPI serve what others have asked. */
static void *look(void *of)
{
    cluster *c = of;

    while (!atomic_load(&c->leaving)) {
        int any;

        pthread_mutex_lock(&c->lock);
        MPI_Iprobe(MPI_ANY_SOURCE, TAG + 1, MPI_COMM_WORLD, &any, MPI_STATUS_IGNORE);
        pthread_mutex_unlock(&c->lock);
        nanosleep(&(struct timespec){.tv_nsec = LOOK_NS}, NULL);
    }
    return NULL;
}

/* Whether all ranks share one machine's memory: the counters then need nobody's help. */
static bool is_one_machine(const cluster *c)
{
    MPI_Comm here;
    int n;

    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
    MPI_Comm_size(here, &n);
    MPI_Comm_free(&here);
    return n == c->ranks.n;
}

/* The window stays open for sums from here to the end (lock_all), so that taking a block is one operation. The barrier keeps
 * anybody from taking before the counters are 0. */
static void make_counters(cluster *c)
{
    const MPI_Aint size = c->ranks.rank == 0 ? N_COUNTERS * sizeof *c->counters : 0;

    MPI_Win_allocate(size, sizeof *c->counters, MPI_INFO_NULL, MPI_COMM_WORLD, &c->counters, &c->window);
    if (c->ranks.rank == 0)
        memset(c->counters, 0, N_COUNTERS * sizeof *c->counters);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, c->window);
    if (!is_one_machine(c) && c->ranks.rank == 0)
        c->looks = pthread_create(&c->looker, NULL, look, c) == 0;
}

/* Without mpirun MPI would take a while to find out that it is alone. */
static bool is_started_by_mpi(void)
{
    static const char *const SIGNS[] = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "PMI_SIZE"};

    for (size_t i = 0; i < sizeof SIGNS / sizeof *SIGNS; i++)
        if (getenv(SIGNS[i]))
            return true;
    return false;
}

/* SERIALIZED: calls come from any thread, one at a time, which `lock` sees to. No other lock is taken while it is held, and
 * it is never held while a message is waited for. */
static salvo_status join(cluster *c, salvo_error *err)
{
    int level;

    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level) != MPI_SUCCESS || level < MPI_THREAD_SERIALIZED)
        return salvo_fail(err, SALVO_BAD_INPUT, "this MPI cannot be called from threads; run salvo without mpirun");
    MPI_Comm_rank(MPI_COMM_WORLD, &c->ranks.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &c->ranks.n);
    pthread_mutex_init(&c->lock, NULL);
    make_counters(c);
    return SALVO_OK;
}

salvo_status cluster_join(ranks **joined, salvo_error *err)
{
    cluster *c;
    salvo_status status;

    *joined = NULL;
    if (!is_started_by_mpi())
        return SALVO_OK;
    c = calloc(1, sizeof *c);
    if (!c)
        return salvo_fail_memory(err);
    c->ranks = (ranks){.take = take, .send = send, .receive = receive};
    status = join(c, err);
    if (status != SALVO_OK) {
        free(c);
        return status;
    }
    *joined = &c->ranks;
    return SALVO_OK;
}

/* Whether all ranks failed by themselves. One that still works is waited for only so long. */
static bool all_have_failed(cluster *c)
{
    const double until = now_s() + LEAVE_S;
    const uint64_t n = (uint64_t)c->ranks.n;

    while (add(c, ENDED, 0) < n && now_s() < until)
        rest(now_s() + LEAVE_S - until);
    return add(c, FAILURES, 0) == n;
}

/* The first teller is the only one, since two ranks may see the others at different times. Whoever failed and comes later
 * leaves as if all had failed alike: either they have, or the teller ends him while he waits. */
static cluster_end share_failure(cluster *c)
{
    const bool alike = all_have_failed(c), first = c->ranks.rank == 0 || !alike ? add(c, TELLERS, 1) == 0 : false;

    if (first)
        return alike ? CLUSTER_TOGETHER : CLUSTER_HERE;
    return c->ranks.rank == 0 ? CLUSTER_ELSEWHERE : CLUSTER_TOGETHER;
}

cluster_end cluster_fail(ranks *joined)
{
    cluster *c = (cluster *)joined;

    if (!c || c->ranks.n < 2)
        return CLUSTER_TOGETHER;
    if (!c->ranks.broken)
        add(c, FAILURES, 1);
    add(c, ENDED, 1);
    if (c->ranks.broken)
        return CLUSTER_ELSEWHERE;
    add(c, BLOCKS, RANKS_STOP);
    return share_failure(c);
}

/* mpirun sends SIGTERM to those that are left. */
static void abort_all(cluster_end how, int status)
{
    signal(SIGTERM, SIG_DFL);
    if (how == CLUSTER_HERE)
        MPI_Abort(MPI_COMM_WORLD, status);
    for (;;)
        pause();
}

/* The looker goes first: it must not look at what is being taken down. Freeing the window waits for all ranks, so that rank
 * 0's counters outlive everybody's last take. */
void cluster_leave(ranks *joined, cluster_end how, int status)
{
    cluster *c = (cluster *)joined;

    if (!c)
        return;
    if (how != CLUSTER_TOGETHER)
        abort_all(how, status);
    atomic_store(&c->leaving, true);
    if (c->looks)
        pthread_join(c->looker, NULL);
    MPI_Win_unlock_all(c->window);
    MPI_Win_free(&c->window);
    MPI_Finalize();
    pthread_mutex_destroy(&c->lock);
    free(c);
}
