/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/signals.h"

#include <signal.h>
#include <string.h>
#include <time.h>

static const double SECOND_SIGNAL_S = 0.5; /* after the first */

/* The handler writes it; the one thing that a command leaves behind in the process. */
static volatile struct {
    sig_atomic_t number;
    struct timespec at;
} caught;

static double seconds_since(volatile const struct timespec *then)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - then->tv_sec) + 1e-9 * (double)(now.tv_nsec - then->tv_nsec);
}

/* Some programs send a signal twice at once (timeout sends it to the program and to its group); a second one that
 * somebody means comes later. */
static void note(int number)
{
    if (!caught.number) {
        struct timespec now;

        clock_gettime(CLOCK_MONOTONIC, &now);
        caught.at = now;
        /* After the time: who sees the number may read the time. */
        caught.number = number;
    } else if (seconds_since(&caught.at) > SECOND_SIGNAL_S) {
        /* Whoever insists gets what the signal does by itself, with the status that the shell expects. */
        signal(number, SIG_DFL);
        raise(number);
    }
}

static void listen_for(int number)
{
    struct sigaction old, fresh;

    memset(&fresh, 0, sizeof fresh);
    fresh.sa_handler = note;
    /* Reads and writes of libraries go on, which may not know of EINTR. */
    fresh.sa_flags = SA_RESTART;
    sigemptyset(&fresh.sa_mask);
    if (sigaction(number, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
        sigaction(number, &fresh, NULL);
}

void signals_listen(void)
{
    listen_for(SIGINT);
    listen_for(SIGTERM);
}

int signals_caught(void)
{
    return caught.number;
}
