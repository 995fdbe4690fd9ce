/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/signals.h"

#include <signal.h>
#include <string.h>
#include <time.h>

static const double SECOND_SIGNAL_S = 0.5; /* after the first */

/* The handler writes it. Nothing else in the process outlives a command. */
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

/* Some programs send a signal twice at once: timeout sends it to the program and to its group. A second signal that a
 * user intends comes later. */
static void note_signal(int number)
{
    if (!caught.number) {
        struct timespec now;

        clock_gettime(CLOCK_MONOTONIC, &now);
        caught.at = now;
        /* Set after the time: a reader that sees the number may read the time. */
        caught.number = number;
    } else if (seconds_since(&caught.at) > SECOND_SIGNAL_S) {
        /* An intended second signal has its default effect, with the status that shells expect. */
        signal(number, SIG_DFL);
        raise(number);
    }
}

static void listen_for(int number)
{
    struct sigaction old, fresh;

    memset(&fresh, 0, sizeof fresh);
    fresh.sa_handler = note_signal;
    /* Reads and writes of libraries continue, because the libraries may not handle EINTR. */
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
