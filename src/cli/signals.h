/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The signals that ask the program to stop: SIGINT and SIGTERM. They belong to the process, not to a command, and so does
 * the note that one has come: it is the only variable of the program that outlives a command. */
#ifndef SALVO_CLI_SIGNALS_H
#define SALVO_CLI_SIGNALS_H

/* From now on a first signal is noted, and a second one, half a second later or more, ends the program. A signal that is
 * ignored (a job in the background) stays ignored. May be called any number of times. */
void signals_listen(void);

/* The signal that was noted; 0: none. */
int signals_caught(void);

#endif
