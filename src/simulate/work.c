/* Pieces of work as a schedule whose trials are the pieces: order, failures and the progress callback come from there.
 * There is nothing to tally. */
#include "simulate/work.h"

#include "simulate/schedule.h"

typedef struct piecework {
    salvo_status (*work)(void *context, size_t i, salvo_error *err);
    void *context;
} piecework;

/* Anything but NULL, which would mean that memory is out. */
static void *no_tally(void *context)
{
    return context;
}

/* Pieces do not share random numbers or tallies: each keeps its result where the context has room for it. */
static salvo_status run_pieces(void *context, void *tally, uint64_t first, uint64_t count, salvo_error *err)
{
    const piecework *p = context;
    salvo_status status = SALVO_OK;

    (void)tally;
    for (uint64_t i = first; i < first + count && status == SALVO_OK; i++)
        status = p->work(p->context, (size_t)i, err);
    return status;
}

static salvo_status add_nothing(void *context, void *tally, salvo_error *err)
{
    (void)context, (void)tally, (void)err;
    return SALVO_OK;
}

static void free_nothing(void *context, void *tally)
{
    (void)context, (void)tally;
}

salvo_status work_run(int threads, const salvo_progress_callback *watch, size_t n, size_t *done,
                      salvo_status (*work)(void *context, size_t i, salvo_error *err), void *context, salvo_error *err)
{
    const salvo_plan pieces = {.trials = n, .threads = threads, .watch = watch};
    piecework p = {work, context};
    /* No width: the number of pieces is fixed. */
    const job l = {&p, no_tally, run_pieces, add_nothing, free_nothing, NULL};
    schedule s = {.plan = &pieces, .block_max = 1}; /* a piece is worth a thread */
    salvo_status status = n ? schedule_run(&s, &l, err) : SALVO_OK;

    *done = n ? (size_t)s.done : 0; /* of n */
    return status;
}
