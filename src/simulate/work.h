/* Pieces of work that know nothing of each other, shared out among threads. */
#ifndef SALVO_SIMULATE_WORK_H
#define SALVO_SIMULATE_WORK_H

#include <salvo/simulate.h>

/* Does n pieces on so many threads (0: as many as the machine has), handing them out in order until one fails or the
 * watch (NULL: nobody) says stop. *done of them, the first ones, were begun, and all that were begun have ended. A failure
 * is that of the first piece that failed, whatever the number of threads. */
salvo_status work_run(int threads, const salvo_progress_callback *watch, size_t n, size_t *done,
                      salvo_status (*work)(void *context, size_t i, salvo_error *err), void *context, salvo_error *err);

#endif
