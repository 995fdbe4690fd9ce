/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the bar on the terminal, and answers the library's question whether to continue. */
#include "cli/progress.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "cli/signals.h"

enum { LINE_MAX_BYTES = 160, BAR_CELLS = 30, NARROW = 60 /* columns; a narrower terminal shows only words */ };

static const double FIRST_S = 1, AGAIN_S = 0.2; /* when the bar appears; how often it moves */

static double now_s(void)
{
    struct timespec t;

    /* The wall clock can change during the work. */
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Writes at most two units: for hours, seconds do not matter. */
static void put_time(char *text, size_t size, double seconds)
{
    long s = (long)(seconds + 0.5);

    if (s < 60)
        snprintf(text, size, "%ld s", s);
    else if (s < 3600)
        snprintf(text, size, "%ld min %02ld s", s / 60, s % 60);
    else
        snprintf(text, size, "%ld h %02ld min", s / 3600, s / 60 % 60);
}

static int columns(void)
{
    struct winsize size;

    /* Some terminals do not report their width; 80 is the usual one. */
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

/* " 42 % [############                  ] 12 s left" */
static void put_bar(char line[LINE_MAX_BYTES], double part, double elapsed)
{
    char left[32] = "", cells[BAR_CELLS + 3] = "";

    if (columns() >= NARROW) {
        memset(cells, ' ', BAR_CELLS + 2);
        cells[0] = '[';
        memset(cells + 1, '#', (size_t)(part * BAR_CELLS));
        cells[BAR_CELLS + 1] = ']';
    }
    /* As if the rest had the speed so far. */
    put_time(left, sizeof left, part > 0 ? elapsed * (1 - part) / part : 0);
    snprintf(line, LINE_MAX_BYTES, "%3d %% %s %s left", (int)(100 * part), cells, left);
}

/* Writes over the previous line. */
static void put_line(progress *p, const char *line)
{
    /* An empty line removes the bar with its label. */
    const char *label = p->label && *line ? p->label : "";
    int width = (int)(strlen(label) + strlen(line)) + (*label != 0);

    fprintf(stderr, "\r%s%s%s%*s\r", label, *label ? " " : "", line, p->width > width ? p->width - width : 0, "");
    fflush(stderr);
    p->width = width;
}

static void draw(progress *p, const salvo_progress *so_far)
{
    double now = now_s(), elapsed = now - p->began;
    char line[LINE_MAX_BYTES];

    if (elapsed < FIRST_S || now - p->drawn < AGAIN_S)
        return;
    p->drawn = now;
    /* Work without a known end shows its progress, not the time left. */
    if (so_far->part > 0)
        put_bar(line, so_far->part < 1 ? so_far->part : 1, elapsed);
    else
        snprintf(line, sizeof line, "%llu trials", (unsigned long long)so_far->trials);
    put_line(p, line);
}

/* Informs the user once, because the results so far may be enough. */
static void tell_stop(progress *p, const salvo_progress *so_far)
{
    if (!so_far->if_stopped || p->told)
        return;
    p->told = true;
    put_line(p, "");
    fprintf(stderr, "salvo: after %.1f s %s; the search continues, and Ctrl-C keeps what it has found\n",
            now_s() - p->began, so_far->if_stopped);
}

static bool look_at_progress(void *context, const salvo_progress *so_far)
{
    progress *p = context;

    /* Not earlier: before the first report there is nothing to save, and a signal should end the program at once. */
    if (!p->listens) {
        p->listens = true;
        signals_listen();
    }
    if (p->draws) {
        tell_stop(p, so_far);
        draw(p, so_far);
    }
    /* The first signal determines the exit status. */
    if (!p->signal)
        p->signal = signals_caught();
    if (!p->signal && p->elsewhere && *p->elsewhere)
        p->signal = SIGTERM;
    return !p->signal;
}

void progress_init(progress *p)
{
    *p = (progress){.watch = {look_at_progress, p}};
}

void progress_begin(progress *p, bool quiet)
{
    /* In a log file, the bar's carriage returns would be noise. */
    p->draws = !quiet && isatty(STDERR_FILENO);
    p->began = now_s();
    p->told = false;
}

void progress_end(progress *p, bool quiet, bool written)
{
    if (p->width)
        put_line(p, "");
    if (p->signal && !quiet)
        fprintf(stderr, "salvo: interrupted by %s; %s\n", p->signal == SIGINT ? "SIGINT" : "SIGTERM",
                written ? "the answer holds what was finished" : "nothing was written");
}
