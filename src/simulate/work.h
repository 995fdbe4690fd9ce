/* Independent pieces of work, shared out among threads. */
#ifndef SALVO_SIMULATE_WORK_H
#define SALVO_SIMULATE_WORK_H

#include <salvo/simulate.h>

/* Runs n pieces on `threads` threads (0: as many as the machine has), in order, until one fails or the progress
 * callback (NULL: none) says stop. The first *done of them were begun, and all that were begun have ended. The failure
 * that is returned is that of the first piece that failed, whatever the number of threads. */
salvo_status work_run(int threads, const salvo_progress_callback *watch, size_t n, size_t *done,
                      salvo_status (*work)(void *context, size_t i, salvo_error *err), void *context, salvo_error *err);

#endif
