/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SIGINT and SIGTERM, the signals that ask the program to stop. They belong to the process, not to a command. So the
 * note of a caught signal is the only variable of the program that outlives a command. */
#ifndef SALVO_CLI_SIGNALS_H
#define SALVO_CLI_SIGNALS_H

/* From now on the program notes a first signal, and a second one ends it if at least half a second lies between them. A
 * signal that is ignored (a job in the background) stays ignored. You may call it any number of times. */
void signals_listen(void);

/* The noted signal; 0: none. */
int signals_caught(void);

#endif
