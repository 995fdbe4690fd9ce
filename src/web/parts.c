/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "web/parts.h"

#include "base/try.h"
#include "cli/command_line.h"
#include "cli/sources.h"
#include "share/memory_store.h"

/* A part ends when it needs another part's results, which is not a failure. */
static salvo_status work_out(context *x, salvo_share *share, int argc, char **argv, packed *work, salvo_error *err)
{
    salvo_status status;

    x->share = share;
    status = command_line_run(x, argc, argv, err);
    x->share = NULL;
    if (status != SALVO_OK && !(status == SALVO_STOPPED && share->incomplete))
        return status;
    memory_store_write(share->store, work);
    return packed_status(work, err);
}

salvo_status part_run(context *x, part of, int argc, char **argv, packed *work, salvo_error *err)
{
    salvo_share share = {.keeps = true, .part = of.k, .parts = of.n};
    salvo_status status;

    if (of.k < 1 || of.k > of.n || of.n > STORE_PARTS_MAX)
        return salvo_fail(err, SALVO_BAD_INPUT, "there is no part %u of %u", of.k, of.n);
    TRY(result_store_open(&share.store, NULL, &(store_opening){.sources = SALVO_SOURCES}, err));
    status = work_out(x, &share, argc, argv, work, err);
    result_store_close(share.store);
    return status;
}

salvo_status part_merge(context *x, int argc, char **argv, packed *work, salvo_error *err)
{
    salvo_share share = {.keeps = true};
    salvo_status status;

    TRY(result_store_open(&share.store, NULL, &(store_opening){.sources = SALVO_SOURCES}, err));
    status = memory_store_read(share.store, work, err);
    x->share = &share;
    if (status == SALVO_OK)
        status = command_line_run(x, argc, argv, err);
    x->share = NULL;
    result_store_close(share.store);
    return status;
}
