/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Goes through an editor's list entry by entry. */
#include <salvo/appendix.h>
#include <salvo/arena.h>

#include <string.h>
#include <unistd.h>

#include "appendix/grids.h"
#include "appendix/lists.h"
#include "appendix/translation.h"

/* The list, and how its entries are answered. */
typedef struct task {
    salvo_appendix *appendix;
    salvo_yaml list;
    const salvo_approach *approach;
    bool asks_only; /* only a check: nothing is printed */
} task;

/* The entry's own keys are first, then the results of its kind. */
static salvo_status answer(task *t, size_t at, salvo_error *err)
{
    const appendix_wish *wish = &((const appendix_document *)t->list.document)->entries[at];

    t->appendix->entries[at] = (salvo_appendix_entry){.name = wish->name,
                                                      .title = wish->title,
                                                      .text = wish->text,
                                                      .caption = wish->caption,
                                                      .words = t->appendix->words,
                                                      .decimal_comma = t->appendix->decimal_comma,
                                                      .by_names = t->appendix->by_names,
                                                      .drawn = wish->chart && strcmp(wish->chart, "yes") == 0,
                                                      /* This is one digit, which the reader has checked; -1: none. */
                                                      .digits = wish->digits ? *wish->digits - '0' : -1};
    switch (appendix_wish_kind(wish)) {
    case APPENDIX_CARDS:
        return appendix_cards_make(t->appendix, at, wish, &t->list, t->asks_only, err);
    case APPENDIX_DATA:
        return appendix_data_make(t->appendix, at, wish, &t->list, err);
    case APPENDIX_TABLE:
    case APPENDIX_DUELS:
    case APPENDIX_N_KINDS:
        break;
    }
    return appendix_grids_make(t->appendix, at, wish, &t->list, t->approach, t->asks_only, err);
}

static salvo_status answer_all(task *t, const char *path, salvo_error *err)
{
    salvo_appendix *a = t->appendix;
    salvo_status status = appendix_document_read(&t->list, path, a->memory, err);
    const appendix_document *d = t->list.document;

    if (status != SALVO_OK)
        return status;
    a->title = d->title;
    a->text = d->text;
    a->untitled = d->prefix && strcmp(d->prefix, "no") == 0;
    a->page_each = d->page_each && strcmp(d->page_each, "yes") == 0;
    a->by_names = d->names && strcmp(d->names, "yes") == 0;
    status = translation_read(a, &t->list, err);
    if (status != SALVO_OK)
        return status;
    a->n_entries = d->entries_count;
    a->entries = salvo_arena_array(a->memory, a->n_entries, sizeof *a->entries);
    if (!a->entries)
        return salvo_fail_memory(err);
    /* After a stop the entries so far are the appendix. */
    for (size_t i = 0; i < a->n_entries && status == SALVO_OK && !a->interrupted; i++)
        status = answer(t, i, err);
    return status;
}

/* Without a path the list is in the folder of the book's tables. */
static salvo_status make(salvo_appendix *appendix, const salvo_rulebook *book, const char *path,
                         const salvo_approach *approach, bool asks_only, salvo_error *err)
{
    const bool is_default = !path;
    task t = {.appendix = appendix, .approach = approach ? approach : &SALVO_APPROACH, .asks_only = asks_only};
    salvo_status status;

    *appendix = (salvo_appendix){.book = book, .memory = salvo_arena_new()};
    if (appendix->memory && !path)
        /* Each book has its own. */
        path = salvo_arena_printf(appendix->memory, "%s/appendix.yaml", book->store.directory);
    if (appendix->memory && path && is_default && access(path, F_OK) != 0)
        status = salvo_fail(err, SALVO_IO,
                            "%s has no list of the tables to print, %s; docs/appendix.md describes such a list",
                            book->ruleset->id, path);
    else
        status = appendix->memory && path ? answer_all(&t, path, err) : salvo_fail_memory(err);
    if (status != SALVO_OK)
        salvo_appendix_free(appendix);
    return status;
}

salvo_status salvo_appendix_make(salvo_appendix *appendix, const salvo_rulebook *book, const char *path,
                                 const salvo_approach *approach, salvo_error *err)
{
    return make(appendix, book, path, approach, false, err);
}

/* A check makes the appendix as for printing and discards it, so that it cannot miss what an editor would get. */
salvo_status salvo_appendix_check(const salvo_rulebook *book, const char *path, salvo_error *err)
{
    salvo_appendix appendix;
    salvo_status status = make(&appendix, book, path, NULL, true, err);

    salvo_appendix_free(&appendix);
    return status;
}

void salvo_appendix_free(salvo_appendix *appendix)
{
    salvo_arena_free(appendix->memory);
    memset(appendix, 0, sizeof *appendix);
}
