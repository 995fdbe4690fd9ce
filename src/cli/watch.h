/* Who looks on while salvo works: a bar with the time left, on stderr, only on a terminal and only when the work takes
 * more than a second; and the signals that ask it to stop (SIGINT, SIGTERM). The first one ends the work where it is, a
 * second one, half a second later or more, the program. Before the first trial or point there is nothing to report, and a signal ends the program. */
#ifndef SALVO_CLI_WATCH_H
#define SALVO_CLI_WATCH_H

#include <stdbool.h>

#include <salvo/simulate.h>

/* The one watch of the program. `quiet`: no bar, no remark. */
const salvo_watch *watch_start(bool quiet);

/* Wipes the bar away, and remarks on work that was broken off. */
void watch_end(void);

/* What the work is called on the bar; NULL: nothing. Borrowed. */
void watch_label(const char *label);

/* What was broken off leaves nothing behind, and the remark says so. */
void watch_discard(void);

/* The signal that broke the work off; 0: none did. */
int watch_signal(void);

#endif
