#include <salvo/appendix.h>

#include <string.h>

#include "balance/appendix_grids.h"
#include "balance/appendix_lists.h"
#include "base/arena.h"

static salvo_status answer(salvo_appendix *a, size_t at, const appendix_wish *wish, const char *path,
                           const salvo_approach *approach, salvo_error *err)
{
    salvo_appendix_entry *entry = &a->entries[at];

    *entry = (salvo_appendix_entry){.name = wish->name,
                                    .title = wish->title,
                                    .text = wish->text,
                                    .digits = wish->digits ? *wish->digits - '0' : -1};
    switch (appendix_wish_kind(wish)) {
    case APPENDIX_CARDS:
        return appendix_cards_make(a, at, wish, path, err);
    case APPENDIX_DATA:
        return appendix_data_make(a, at, wish, path, err);
    case APPENDIX_TABLE:
    case APPENDIX_DUELS:
    case APPENDIX_N_KINDS:
        break;
    }
    return appendix_grids_make(a, at, wish, path, approach, err);
}

static salvo_status make(salvo_appendix *a, const char *path, const salvo_approach *approach, salvo_error *err)
{
    appendix_document *d = NULL;
    salvo_status status = appendix_document_read(&d, path, a->memory, err);

    if (status != SALVO_OK)
        return status;
    a->document = d;
    a->title = d->title;
    a->text = d->text;
    a->n_entries = d->entries_count;
    a->entries = salvo_arena_array(a->memory, a->n_entries, sizeof *a->entries);
    if (!a->entries)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < a->n_entries && status == SALVO_OK && !a->broken_off; i++)
        status = answer(a, i, &d->entries[i], path, approach, err);
    return status;
}

salvo_status salvo_appendix_make(salvo_appendix *appendix, const salvo_rulebook *book, const char *path,
                                 const salvo_approach *approach, salvo_error *err)
{
    salvo_status status;

    *appendix = (salvo_appendix){.book = book, .memory = salvo_arena_new()};
    if (appendix->memory && !path)
        path = salvo_arena_printf(appendix->memory, "%s/appendix.yaml", book->store.directory);
    status = appendix->memory && path ? make(appendix, path, approach, err) : salvo_fail_memory(err);
    if (status != SALVO_OK)
        salvo_appendix_free(appendix);
    return status;
}

void salvo_appendix_free(salvo_appendix *appendix)
{
    appendix_document_free(appendix->document);
    salvo_arena_free(appendix->memory);
    memset(appendix, 0, sizeof *appendix);
}
