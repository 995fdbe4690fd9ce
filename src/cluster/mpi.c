/* The counter is a window of rank 0's memory, to which the others add by themselves. Between machines that still needs
 * rank 0 to look at its network now and then: a thread of its own does, so that nobody waits for rank 0's blocks. */
#include "cluster/cluster.h"

#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

enum { TAG = 1, LOOK_NS = 200000 };

typedef struct cluster {
    ranks ranks;          /* the first member: what everybody else sees */
    pthread_mutex_t lock; /* calls of MPI come one at a time */
    MPI_Win window;
    uint64_t *counter; /* of rank 0 */
    bool looks;        /* its thread runs */
    atomic_bool leaving;
    pthread_t looker;
} cluster;

/* MPI's own way to report an error is to end all processes with a message. Only sums: MPI need not keep operations of
 * different kinds apart. */
static uint64_t take(ranks *r, uint64_t count)
{
    cluster *c = (cluster *)r;
    uint64_t before = 0;

    pthread_mutex_lock(&c->lock);
    MPI_Fetch_and_op(&count, &before, MPI_UINT64_T, 0, 0, MPI_SUM, c->window);
    MPI_Win_flush(0, c->window);
    pthread_mutex_unlock(&c->lock);
    return before;
}

/* A thread that waits for a message holds the lock for no longer than a look, or rank 0's looker could not serve others. */
static void wait_for(cluster *c, MPI_Request *request)
{
    int done = 0;

    while (!done) {
        pthread_mutex_lock(&c->lock);
        MPI_Test(request, &done, MPI_STATUS_IGNORE);
        pthread_mutex_unlock(&c->lock);
        if (!done)
            nanosleep(&(struct timespec){.tv_nsec = LOOK_NS / 10}, NULL);
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

static void send_piece(cluster *c, int to, const void *bytes, uint64_t n)
{
    MPI_Request request;

    pthread_mutex_lock(&c->lock);
    MPI_Isend(bytes, length_of(n), MPI_BYTE, to, TAG, MPI_COMM_WORLD, &request);
    pthread_mutex_unlock(&c->lock);
    wait_for(c, &request);
}

static void receive_piece(cluster *c, int from, void *bytes, uint64_t n)
{
    MPI_Request request;

    pthread_mutex_lock(&c->lock);
    MPI_Irecv(bytes, length_of(n), MPI_BYTE, from, TAG, MPI_COMM_WORLD, &request);
    pthread_mutex_unlock(&c->lock);
    wait_for(c, &request);
}

/* The length goes first, so that the receiver can make room; MPI keeps messages of one sender in their order. */
static void send(ranks *r, int to, const packed *bytes)
{
    cluster *c = (cluster *)r;
    const uint64_t n = bytes->n;

    send_piece(c, to, &n, sizeof n); /* machines of one kind, like all that ranks tell each other */
    send_piece(c, to, bytes->bytes, n);
}

static void receive(ranks *r, int from, packed *bytes)
{
    cluster *c = (cluster *)r;
    uint64_t n;

    receive_piece(c, from, &n, sizeof n);
    packed_clear(bytes);
    if (!packed_room(bytes, (size_t)n))
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE); /* the others would wait for ever */
    receive_piece(c, from, bytes->bytes, n);
    packed_rewind(bytes);
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

/* Whether all ranks share one machine's memory: the counter then needs nobody's help. */
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
 * anybody from taking before the counter is 0. */
static void make_counter(cluster *c)
{
    const MPI_Aint size = c->ranks.rank == 0 ? sizeof *c->counter : 0;

    MPI_Win_allocate(size, sizeof *c->counter, MPI_INFO_NULL, MPI_COMM_WORLD, &c->counter, &c->window);
    if (c->ranks.rank == 0)
        *c->counter = 0;
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
        return salvo_fail(err, SALVO_BAD_INPUT, "this MPI cannot be called from threads; salvo runs without mpirun");
    MPI_Comm_rank(MPI_COMM_WORLD, &c->ranks.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &c->ranks.n);
    pthread_mutex_init(&c->lock, NULL);
    make_counter(c);
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

/* The looker goes first: it must not look at what is being taken down. Freeing the window waits for all ranks, so that rank
 * 0's counter outlives everybody's last take. */
void cluster_leave(ranks *joined)
{
    cluster *c = (cluster *)joined;

    if (!c)
        return;
    atomic_store(&c->leaving, true);
    if (c->looks)
        pthread_join(c->looker, NULL);
    MPI_Win_unlock_all(c->window);
    MPI_Win_free(&c->window);
    MPI_Finalize();
    pthread_mutex_destroy(&c->lock);
    free(c);
}
