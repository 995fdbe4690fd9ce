/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/variants.h"

#include <string.h>

#include "base/try.h"
#include "cli/books.h"
#include "data/file.h"

static const char ENDING[] = ".lua", BOOK[] = "ruleset.yaml";

static bool is_house_rule(const char *name)
{
    const size_t length = strlen(name), ending = sizeof ENDING - 1;

    return length > ending && strcmp(name + length - ending, ENDING) == 0;
}

/* Whether the folder's entry is a folder with a rulebook. */
static bool is_book(const char *path, salvo_arena *memory)
{
    const char *manifest = salvo_arena_printf(memory, "%s/%s", path, BOOK);

    return manifest && salvo_file_is_there(manifest);
}

salvo_status variant_open(salvo_rulebook *to, bool *is, context *x, const salvo_rulebook *book, const char *path,
                          const char *whose, salvo_error *err)
{
    const options *o = &x->options;
    list rules = o->rules;

    *is = is_house_rule(path) || is_book(path, x->memory);
    if (!*is)
        return SALVO_OK;
    if (!is_house_rule(path))
        return book_open_again(to, x, book, path, &o->set, &rules, whose, err);
    list_put(&rules, path);
    TRY(list_check(&rules, err));
    return book_open_again(to, x, book, NULL, &o->set, &rules, whose, err);
}

/* Other files, such as notes, are passed over. */
static salvo_status open_one(variant_list *v, context *x, const salvo_rulebook *book, const char *entry,
                             salvo_error *err)
{
    const char *path = salvo_arena_printf(x->memory, "%s/%s", x->options.variants, entry);
    const char *name =
        salvo_arena_slice(x->memory, entry, strlen(entry) - (is_house_rule(entry) ? sizeof ENDING - 1 : 0));
    salvo_rulebook *to = salvo_arena_array(x->memory, 1, sizeof *to);
    bool is;
    salvo_status status;

    if (!path || !name || !to)
        return salvo_fail_memory(err);
    status = variant_open(to, &is, x, book, path, name, err);
    if (status == SALVO_OK && is)
        v->at[v->n++] = (salvo_variant){name, to};
    return status;
}

static salvo_status check_some(const variant_list *v, const context *x, salvo_error *err)
{
    if (v->n)
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT,
                      "--variants %s: no variants; put house rules (NAME.lua) or changed copies of the rulebook "
                      "(salvo new DIR --like ID) into this folder",
                      x->options.variants);
}

salvo_status variants_open(variant_list *v, context *x, const salvo_rulebook *book, salvo_error *err)
{
    const char **names;
    size_t n;
    salvo_status status = SALVO_OK;

    *v = (variant_list){.n = 0};
    if (!salvo_file_is_there(x->options.variants))
        return salvo_fail_at(err, SALVO_IO, x->options.variants, 0, 0, "there is no such folder");
    TRY(salvo_file_names(x->options.variants, &names, &n, x->memory, err));
    v->at = salvo_arena_array(x->memory, n + 1, sizeof *v->at);
    if (!v->at)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        status = open_one(v, x, book, names[i], err);
    status = status == SALVO_OK ? check_some(v, x, err) : status;
    if (status != SALVO_OK)
        variants_close(v);
    return status;
}

void variants_close(variant_list *v)
{
    for (size_t i = 0; i < v->n; i++)
        salvo_rulebook_close((salvo_rulebook *)v->at[i].book);
    v->n = 0;
}
