#include "cli/watch.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { LINE_MAX_BYTES = 160, BAR_CELLS = 30, NARROW = 60 /* columns; no bar below, only words */ };

static const double SECOND_SIGNAL_S = 0.5;      /* after the first */
static const double FIRST_S = 1, AGAIN_S = 0.2; /* when the bar appears; how often it moves */

static volatile sig_atomic_t signalled;

static struct {
    bool quiet, listens, heeded;
    bool draws;
    double began, drawn;
    int width; /* of what stands on the terminal */
    const char *label;
    bool discarded;
} watch;

/* ---- signals ------------------------------------------------------------------------------------------------------------- */

static double now_s(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Some send a signal twice at once (timeout, to the program and to its group); a second one that somebody means comes
 * later. */
static void note_signal(int number)
{
    static double noted_s;

    if (!signalled) {
        signalled = number;
        noted_s = now_s();
    } else if (now_s() - noted_s > SECOND_SIGNAL_S) {
        signal(number, SIG_DFL);
        raise(number);
    }
}

/* A signal that is ignored (a job in the background) stays so. */
static void listen_for(int number)
{
    struct sigaction old, fresh;

    memset(&fresh, 0, sizeof fresh);
    fresh.sa_handler = note_signal;
    fresh.sa_flags = SA_RESTART;
    sigemptyset(&fresh.sa_mask);
    if (sigaction(number, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
        sigaction(number, &fresh, NULL);
}

/* ---- the bar ---------------------------------------------------------------------------------------------------------------- */

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
    put_time(left, sizeof left, part > 0 ? elapsed * (1 - part) / part : 0);
    snprintf(line, LINE_MAX_BYTES, "%3d %% %s %s left", (int)(100 * part), cells, left);
}

/* Over what stood there. */
static void put_line(const char *line)
{
    const char *label = watch.label && *line ? watch.label : "";
    int width = (int)(strlen(label) + strlen(line)) + (*label != 0);

    fprintf(stderr, "\r%s%s%s%*s\r", label, *label ? " " : "", line, watch.width > width ? watch.width - width : 0, "");
    fflush(stderr);
    watch.width = width;
}

static void draw(const salvo_progress *progress)
{
    double now = now_s(), elapsed = now - watch.began;
    char line[LINE_MAX_BYTES];

    if (elapsed < FIRST_S || now - watch.drawn < AGAIN_S)
        return;
    watch.drawn = now;
    if (progress->part > 0)
        put_bar(line, progress->part < 1 ? progress->part : 1, elapsed);
    else
        snprintf(line, sizeof line, "%llu trials", (unsigned long long)progress->trials);
    put_line(line);
}

/* ---- the watch ---------------------------------------------------------------------------------------------------------------- */

static bool look(void *context, const salvo_progress *progress)
{
    (void)context;
    if (!watch.listens) {
        watch.listens = true;
        listen_for(SIGINT);
        listen_for(SIGTERM);
    }
    if (watch.draws)
        draw(progress);
    watch.heeded = watch.heeded || signalled;
    return !watch.heeded;
}

const salvo_watch *watch_start(bool quiet)
{
    static const salvo_watch WATCH = {.look = look};

    watch.quiet = quiet;
    watch.draws = !quiet && isatty(STDERR_FILENO);
    watch.began = now_s();
    return &WATCH;
}

void watch_end(void)
{
    if (watch.width)
        put_line("");
    if (watch.heeded && !watch.quiet)
        fprintf(stderr, "salvo: broken off by %s; %s\n", signalled == SIGINT ? "SIGINT" : "SIGTERM",
                watch.discarded ? "nothing is written" : "what was done so far is the answer");
}

void watch_label(const char *label)
{
    watch.label = label;
}

void watch_discard(void)
{
    watch.discarded = true;
}

int watch_signal(void)
{
    return watch.heeded ? signalled : 0;
}
