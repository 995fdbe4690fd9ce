/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scaling of salvo on thousands of ranks: its scheduler, event by event, with ranks of different speed. If mpirun
 * starts it, it measures instead the cost of an exchange between ranks. The numbers of the measurement are the
 * parameters of the model.
 *
 *     scheduler TAKE_US SERVE_US SEND_US     efficiency by number of ranks, as CSV
 *     mpirun -n 2 scheduler                  those three, in microseconds
 *
 * The model: each rank works at its own speed, uniform between 0.5 and 1.5. It requests blocks from rank 0's counter,
 * which serves one request at a time; the rule of schedule.c decides their duration. When no block is left, tallies go
 * up a binary tree and the sum goes down again. Efficiency is the work done over what all ranks could have done. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "cluster/cluster.h"

enum { RANKS_MAX = 10000 };

/* As in schedule.c. */
static const double BLOCK_MIN_S = 0.002, BLOCK_MAX_S = 0.05, RANKS_AT_EASE = 500;

/* A kind of work: the time of a unit on an average rank, and the number of units. */
typedef struct workload {
    const char *name;
    double unit_s;       /* a trial, a match, a pair */
    double units_a_rank; /* the number is proportional to that of ranks; 0: ... */
    double units;        /* ... it is this, for any number of ranks */
    double spread;       /* a unit takes from 1 - spread to 1 + spread of that time */
    double looks;        /* how often all ranks settle */
    double settle_bytes; /* what a rank then sends */
    int divisible;       /* blocks have as many units as fill their time; otherwise one */
} workload;

static const workload WORKLOADS[] = {
    {.name = "odds", .unit_s = 5e-9, .units_a_rank = 2e9, .looks = 15, .settle_bytes = 100, .divisible = 1},
    {.name = "battle", .unit_s = 1e-6, .units_a_rank = 1e7, .looks = 12, .settle_bytes = 2000, .divisible = 1},
    {.name = "matrix", .unit_s = 0.05, .units = 160000, .spread = 0.9, .looks = 1, .settle_bytes = 200},
    {.name = "fit", .unit_s = 0.05, .units = 4000, .spread = 0.5, .looks = 5, .settle_bytes = 400},
};

typedef struct network {
    double take_s, serve_s, send_s;
    double block_min_s; /* which grows with the number of ranks */
} network;

/* The next number of a small generator (splitmix64), in [0, 1). */
static double draw(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

/* Ranks by the time of their next request: a heap, the earliest first. */
typedef struct waiting {
    double at;
    double speed, block; /* `block`: in units */
} waiting;

/* Moves the first of the heap, which has a later time now, to its place. */
static void sift(waiting *heap, int n)
{
    waiting moved = heap[0];
    int i = 0;

    for (int child = 1; child < n; child = 2 * i + 1) {
        if (child + 1 < n && heap[child + 1].at < heap[child].at)
            child++;
        if (heap[child].at >= moved.at)
            break;
        heap[i] = heap[child];
        i = child;
    }
    heap[i] = moved;
}

/* One block of the rank at the top. Returns the seconds that an average rank would have worked. */
static double work_block(const workload *w, const network *net, waiting *rank, double units, double *counter_free,
                         uint64_t *dice)
{
    const double served = fmax(rank->at + net->take_s / 2, *counter_free) + net->serve_s;
    const double luck = 1 + w->spread * (2 * draw(dice) - 1), seconds = units * w->unit_s * luck / rank->speed;

    *counter_free = served;
    rank->at = served + net->take_s / 2 + seconds;
    if (w->divisible && seconds < net->block_min_s)
        rank->block *= 2;
    else if (w->divisible && seconds > BLOCK_MAX_S)
        rank->block /= 2;
    return seconds * rank->speed;
}

/* A trial range with that many units, from the start of the heap's ranks. Adds their work, and returns when all are
 * done. */
static double stretch(const workload *w, const network *net, waiting *heap, int n, double units, double *worked,
                      uint64_t *dice)
{
    double counter_free = 0, last = 0;

    while (units > 0) {
        const double block = fmin(units, heap[0].block);

        *worked += work_block(w, net, &heap[0], block, &counter_free, dice);
        last = fmax(last, heap[0].at);
        units -= block;
        sift(heap, n);
    }
    for (int i = 0; i < n; i++) /* ranks that find nothing left */
        last = fmax(last, heap[i].at + net->take_s);
    return last;
}

/* Up the tree and down again; a kilobyte takes a microsecond more. */
static double settle_s(const workload *w, const network *net, int n)
{
    return 2 * ceil(log2(n + 1.0)) * (2 * net->send_s + w->settle_bytes * 1e-9);
}

/* Runs that check their precision settle at doubling numbers of trials; the last range is half of the work. */
static double efficiency(const workload *w, const network *given, int n)
{
    const network with = {given->take_s, given->serve_s, given->send_s,
                          fmin(BLOCK_MIN_S * (1 + n / RANKS_AT_EASE), BLOCK_MAX_S / 2)},
                  *net = &with;
    waiting heap[RANKS_MAX]; /* 240 kB of stack, of which n are used */
    uint64_t dice = 1;
    const double units = w->units > 0 ? w->units : w->units_a_rank * n;
    double now = 0, worked = 0, speeds = 0, done = 0;

    for (int i = 0; i < n; i++) {
        heap[i] = (waiting){.speed = n > 1 ? 0.5 + draw(&dice) : 1, .block = w->divisible ? 256 : 1};
        speeds += heap[i].speed;
    }
    for (int look = 0; look < (int)w->looks; look++) {
        const double goal = w->divisible ? units / pow(2, w->looks - 1 - look) : units * (look + 1) / w->looks;

        for (int i = 0; i < n; i++)
            heap[i].at = now;
        now = stretch(w, net, heap, n, goal - done, &worked, &dice) + settle_s(w, net, n);
        done = goal;
    }
    return worked / (now * speeds);
}

static int simulate(const network *net)
{
    static const int RANKS[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000};

    printf("ranks");
    for (size_t k = 0; k < sizeof WORKLOADS / sizeof *WORKLOADS; k++)
        printf(",%s", WORKLOADS[k].name);
    for (size_t i = 0; i < sizeof RANKS / sizeof *RANKS; i++) {
        printf("\n%d", RANKS[i]);
        for (size_t k = 0; k < sizeof WORKLOADS / sizeof *WORKLOADS; k++)
            printf(",%.3f", efficiency(&WORKLOADS[k], net, RANKS[i]));
    }
    printf("\n");
    return EXIT_SUCCESS;
}

static double now_s(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The last rank takes from rank 0's counter and exchanges messages with it; both do nothing else. */
static void measure(ranks *r)
{
    enum { TIMES = 2000 };
    packed letter = {.n = 0};
    uint64_t number = UINT64_MAX;
    double began = now_s(), take_s, send_s;

    for (int i = 0; r->rank == r->n - 1 && i < TIMES; i++)
        r->take(r, 1);
    take_s = (now_s() - began) / TIMES;
    packed_number(&letter, &number);
    began = now_s();
    for (int i = 0; i < TIMES; i++)
        if (r->rank == 0) {
            r->receive(r, r->n - 1, &letter);
            r->send(r, r->n - 1, &letter);
        } else if (r->rank == r->n - 1) {
            r->send(r, 0, &letter);
            r->receive(r, 0, &letter);
        }
    send_s = (now_s() - began) / TIMES / 2;
    if (r->rank == r->n - 1)
        printf("%.3f %.3f %.3f\n", 1e6 * take_s, 1e6 * take_s, 1e6 * send_s);
    packed_free(&letter);
}

int main(int argc, char **argv)
{
    ranks *r;
    network net = {.take_s = 0};

    if (cluster_join(&r, NULL) != SALVO_OK)
        return EXIT_FAILURE;
    if (r) {
        measure(r);
        cluster_leave(r, CLUSTER_TOGETHER, EXIT_SUCCESS);
        return EXIT_SUCCESS;
    }
    if (argc != 4) {
        fprintf(stderr, "usage: scheduler TAKE_US SERVE_US SEND_US, or mpirun -n 2 scheduler\n");
        return EXIT_FAILURE;
    }
    net.take_s = 1e-6 * strtod(argv[1], NULL);
    net.serve_s = 1e-6 * strtod(argv[2], NULL);
    net.send_s = 1e-6 * strtod(argv[3], NULL);
    return simulate(&net);
}
