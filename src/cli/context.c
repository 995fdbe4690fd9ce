/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/context.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/try.h"
#include "cli/deliver.h"

salvo_status context_init(context *x, progress *by, salvo_error *err)
{
    memset(x, 0, sizeof *x);
    x->progress = by;
    x->memory = salvo_arena_new();
    return x->memory ? SALVO_OK : salvo_fail_memory(err);
}

void context_free(context *x)
{
    outputs_free(&x->outputs);
    free(x->rules.at);
    salvo_arena_free(x->memory);
    memset(x, 0, sizeof *x);
}

/* Ranks open the same tables in the same order if they run the same command. */
static salvo_status share_tables(salvo_share *s, const char *ruleset, uint64_t hash, salvo_error *err)
{
    char words[128];
    const ranks_matter tables = {words, "has other tables",
                                 "install the same rulebook on all machines, and check SALVO_DATA there"};

    snprintf(words, sizeof words, "%s %016llx\n", ruleset, (unsigned long long)hash);
    share_ask_tables(s, ruleset, hash);
    return s->ranks ? ranks_agree(s->ranks, RANKS_TABLES, &tables, 1, err) : SALVO_OK;
}

/* The hash distinguishes variants of one rulebook: with --set, both are listed. */
salvo_status context_note_tables(context *x, const char *ruleset, const char *folder, uint64_t hash, salvo_error *err)
{
    tables_used **at = &x->tables;

    TRY(x->share ? share_tables(x->share, ruleset, hash, err) : SALVO_OK);
    for (; *at; at = &(*at)->next)
        if ((*at)->hash == hash && strcmp((*at)->ruleset, ruleset) == 0)
            return SALVO_OK;
    *at = salvo_arena_array(x->memory, 1, sizeof **at);
    if (!*at)
        return salvo_fail_memory(err);
    **at = (tables_used){.ruleset = salvo_arena_text(x->memory, ruleset), .folder = folder, .hash = hash};
    return (*at)->ruleset ? SALVO_OK : salvo_fail_memory(err);
}

salvo_status context_note_rule(context *x, const char *whose, const char *rule, salvo_error *err)
{
    changed_rules *r = &x->rules;
    const char *text;

    for (size_t i = 0; i < r->n; i++)
        if (strcmp(r->at[i], rule) == 0)
            return SALVO_OK;
    text = whose ? salvo_arena_printf(x->memory, "%s: %s", whose, rule) : salvo_arena_text(x->memory, rule);
    if (!text || !salvo_grow(&r->at, &r->capacity, r->n + 1, sizeof *r->at))
        return salvo_fail_memory(err);
    r->at[r->n++] = text;
    return SALVO_OK;
}

salvo_status context_claim(context *x, const char *folder, check_function *check, const void *of, salvo_error *err)
{
    const bool writes = !x->ranks || x->ranks->rank == 0;
    salvo_status status;

    if (x->share && x->share->parts)
        return SALVO_OK;
    status = writes ? outputs_folder(&x->outputs, folder, err) : SALVO_OK;
    if (writes && status == SALVO_OK)
        status = check(of, err);
    return x->share ? share_agree(x->share, status, err) : status;
}

salvo_status context_check_file(context *x, const char *path, salvo_error *err)
{
    salvo_status status;

    if (x->share && x->share->parts)
        return SALVO_OK;
    status = x->delivers ? deliver_check(path, err) : SALVO_OK;
    return x->share ? share_agree(x->share, status, err) : status;
}
