/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares files line by line. If a file has as many lines as before, each run of different lines is one difference.
 * Otherwise the file has one, which begins at the first line that differs. */
#include "rules/lua/rule_differences.h"

#include <string.h>

/* A file of rules by its lines. */
typedef struct lines {
    const char **at; /* n + 1: the last one is the end */
    size_t n;
} lines;

static bool split(lines *l, const salvo_rules_file *file, salvo_arena *memory)
{
    const char *end = file->text + file->length;

    l->n = 0;
    for (const char *c = file->text; c < end; c++)
        l->n += *c == '\n' || c + 1 == end;
    l->at = salvo_arena_array(memory, l->n + 1, sizeof *l->at);
    if (!l->at)
        return false;
    l->n = 0;
    for (const char *c = file->text; c < end; c++)
        if (c == file->text || c[-1] == '\n')
            l->at[l->n++] = c;
    l->at[l->n] = end;
    return true;
}

static bool is_same(const lines *a, size_t i, const lines *b, size_t k)
{
    const size_t length = (size_t)(a->at[i + 1] - a->at[i]);

    return length == (size_t)(b->at[k + 1] - b->at[k]) && memcmp(a->at[i], b->at[k], length) == 0;
}

/* Returns the name of the function that the line belongs to, if it begins at the beginning of a line; "": none. */
static const char *function_of(const lines *l, size_t line, salvo_arena *memory)
{
    static const char *const BEGINNINGS[] = {"function ", "local function "};

    for (size_t i = line + 1; i-- > 0;) {
        if (i < line && strncmp(l->at[i], "end", 3) == 0)
            return "";
        for (size_t k = 0; k < sizeof BEGINNINGS / sizeof *BEGINNINGS; k++)
            if (strncmp(l->at[i], BEGINNINGS[k], strlen(BEGINNINGS[k])) == 0) {
                const char *name = l->at[i] + strlen(BEGINNINGS[k]);
                const char *text = salvo_arena_slice(memory, name, strcspn(name, "(\n"));

                return text ? salvo_arena_printf(memory, " (%s)", text) : NULL;
            }
    }
    return "";
}

/* What is reported, and to whom. */
typedef struct reporter {
    salvo_arena *memory;
    salvo_status (*take)(void *of, const char *text, salvo_error *err);
    void *of;
} reporter;

static salvo_status report(const reporter *r, const char *text, salvo_error *err)
{
    return text ? r->take(r->of, text, err) : salvo_fail_memory(err);
}

static salvo_status report_lines(const reporter *r, const salvo_rules_file *file, const lines *l, size_t line,
                                 salvo_error *err)
{
    const char *function = function_of(l, line < l->n ? line : l->n - 1, r->memory);

    return report(
        r, function ? salvo_arena_printf(r->memory, "%s:%zu%s differs", file->path, line + 1, function) : NULL, err);
}

static salvo_status compare(const reporter *r, const salvo_rules_file *file, const salvo_rules_file *other,
                            salvo_error *err)
{
    lines a, b;
    size_t first = 0;
    salvo_status status = SALVO_OK;

    if (file->length == other->length && memcmp(file->text, other->text, file->length) == 0)
        return SALVO_OK;
    if (!split(&a, file, r->memory) || !split(&b, other, r->memory))
        return salvo_fail_memory(err);
    if (a.n != b.n) {
        while (first < a.n && first < b.n && is_same(&a, first, &b, first))
            first++;
        return a.n ? report_lines(r, file, &a, first, err) : SALVO_OK;
    }
    for (size_t i = 0; i < a.n && status == SALVO_OK; i++)
        if (!is_same(&a, i, &b, i) && (i == 0 || is_same(&a, i - 1, &b, i - 1)))
            status = report_lines(r, file, &a, i, err);
    return status;
}

static const salvo_rules_file *file_named(const salvo_store *store, const char *name)
{
    for (size_t i = 0; i < store->n_rules_files - store->n_house_rules; i++)
        if (strcmp(store->rules_files[i].name, name) == 0)
            return &store->rules_files[i];
    return NULL;
}

salvo_status rule_differences(const salvo_store *now, const salvo_store *before, salvo_arena *memory,
                              salvo_status (*take)(void *of, const char *text, salvo_error *err), void *of,
                              salvo_error *err)
{
    const reporter r = {memory, take, of};
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < now->n_rules_files - now->n_house_rules && status == SALVO_OK; i++) {
        const salvo_rules_file *file = &now->rules_files[i], *other = file_named(before, file->name);

        status = other ? compare(&r, file, other, err)
                       : report(&r, salvo_arena_printf(memory, "%s is new", file->path), err);
    }
    for (size_t i = 0; i < before->n_rules_files - before->n_house_rules && status == SALVO_OK; i++)
        if (!file_named(now, before->rules_files[i].name))
            status =
                report(&r, salvo_arena_printf(memory, "%s lacks %s", now->directory, before->rules_files[i].name), err);
    return status;
}
