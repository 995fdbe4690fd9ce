/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The counters are a window of rank 0's memory, to which all ranks add directly. Between machines, rank 0 must look at
 * its network now and then for this. A separate thread does, so that no rank waits for rank 0's blocks. A rank that
 * fails adds itself to the counter of failures. A rank that waits for a message checks that counter now and then, and
 * gives up. A rank that works finds no block left. */
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

/* The counters. */
enum {
    BLOCKS,   /* blocks taken */
    FAILURES, /* ranks that failed on their own */
    ENDED,    /* ranks that reached their end after some failure */
    TELLERS,  /* ranks that would report the reason; the first does */
    N_COUNTERS
};

/* Seconds between two checks for failures while a rank waits; seconds that it waits after a failure, for a message
 * that may still arrive; seconds that a failed rank waits for the others, which may have failed alike or end soon. */
static const double ASK_S = 0.05, GRACE_S = 0.2, LEAVE_S = 0.6;

typedef struct cluster {
    ranks ranks;          /* the first member, and the only one that other files see */
    pthread_mutex_t lock; /* calls of MPI occur one at a time */
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

/* Adds to a counter of rank 0, and returns its previous value. After an error, MPI ends all processes with a message.
 * Only additions, because MPI need not separate operations of different kinds. */
static uint64_t add_to_counter(cluster *c, int counter, uint64_t count)
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
    return add_to_counter((cluster *)r, BLOCKS, count);
}

/* Waits longer and longer, up to a millisecond: short waits stay short, and long ones free the processor. */
static void rest(double waited_s)
{
    const double ns = waited_s * 1e9 / 50;

    nanosleep(&(struct timespec){.tv_nsec = ns < LOOK_NS / 10.0 ? LOOK_NS / 10 : ns > 1e6 ? 1000000 : (long)ns}, NULL);
}

/* Whether a failure elsewhere makes waiting useless; checks only now and then. *hopeless is the time when waiting
 * ends, after a known failure. */
static bool gives_up(cluster *c, double now, double *ask_at, double *hopeless)
{
    if (*hopeless > 0)
        return now > *hopeless;
    if (now < *ask_at)
        return false;
    *ask_at = now + ASK_S;
    if (add_to_counter(c, FAILURES, 0) > 0)
        *hopeless = now + GRACE_S;
    return false;
}

/* Holds the lock only for one look at a time, so that rank 0's looker can serve others. Returns false if it gives up,
 * and the run is broken. MPI keeps unfinished messages until all processes end. */
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

/* MPI counts in an int, so at most two gigabytes; no tally is near that. Failing alone would leave the others waiting
 * for ever, so all end. */
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

/* The length goes first, so that the receiver can allocate. MPI keeps the order of messages from one sender. */
static bool send(ranks *r, int to, const packed *bytes)
{
    cluster *c = (cluster *)r;
    const uint64_t n = bytes->n;

    return !r->broken && send_piece(c, to, &n, sizeof n) && /* machines of one kind, as in all messages between ranks */
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
        return true; /* the bytes record it, and this rank fails */
    if (!receive_piece(c, from, bytes->bytes, n))
        return false;
    packed_rewind(bytes);
    return true;
}

/* Any call lets MPI serve the requests of others. */
static void *serve(void *of)
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

/* Whether all ranks share one machine's memory, so that the counters need no help. */
static bool is_one_machine(const cluster *c)
{
    MPI_Comm here;
    int n;

    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
    MPI_Comm_size(here, &n);
    MPI_Comm_free(&here);
    return n == c->ranks.n;
}

/* The window stays open for additions until the end (lock_all), so taking a block is one operation. The barrier keeps
 * ranks from taking before the counters are 0. */
static void make_counters(cluster *c)
{
    const MPI_Aint size = c->ranks.rank == 0 ? N_COUNTERS * sizeof *c->counters : 0;

    MPI_Win_allocate(size, sizeof *c->counters, MPI_INFO_NULL, MPI_COMM_WORLD, &c->counters, &c->window);
    if (c->ranks.rank == 0)
        memset(c->counters, 0, N_COUNTERS * sizeof *c->counters);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, c->window);
    if (!is_one_machine(c) && c->ranks.rank == 0)
        c->looks = pthread_create(&c->looker, NULL, serve, c) == 0;
}

/* Without mpirun, MPI would take a while to find that it is alone. */
static bool is_started_by_mpi(void)
{
    static const char *const SIGNS[] = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "PMI_SIZE"};

    for (size_t i = 0; i < sizeof SIGNS / sizeof *SIGNS; i++)
        if (getenv(SIGNS[i]))
            return true;
    return false;
}

/* SERIALIZED: calls come from any thread, one at a time, which `lock` ensures. No other lock is taken while it is
 * held, and it is never held while waiting for a message. */
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

/* Whether all ranks failed on their own. Waits a limited time for ranks that still work. */
static bool all_have_failed(cluster *c)
{
    const double until = now_s() + LEAVE_S;
    const uint64_t n = (uint64_t)c->ranks.n;

    while (add_to_counter(c, ENDED, 0) < n && now_s() < until)
        rest(now_s() + LEAVE_S - until);
    return add_to_counter(c, FAILURES, 0) == n;
}

/* Only the first rank reports, because two ranks may see the others at different times. A failed rank that comes later
 * leaves as if all had failed alike: either they have, or the reporting rank ends it while it waits. */
static cluster_end share_failure(cluster *c)
{
    const bool alike = all_have_failed(c),
               first = c->ranks.rank == 0 || !alike ? add_to_counter(c, TELLERS, 1) == 0 : false;

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
        add_to_counter(c, FAILURES, 1);
    add_to_counter(c, ENDED, 1);
    if (c->ranks.broken)
        return CLUSTER_ELSEWHERE;
    add_to_counter(c, BLOCKS, RANKS_STOP);
    return share_failure(c);
}

/* mpirun sends SIGTERM to the remaining ranks. */
static void abort_all(cluster_end how, int status)
{
    signal(SIGTERM, SIG_DFL);
    if (how == CLUSTER_HERE)
        MPI_Abort(MPI_COMM_WORLD, status);
    for (;;)
        pause();
}

/* The looker ends first, because it must not use what is being freed. Freeing the window waits for all ranks, so rank
 * 0's counters outlive every last take. */
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
