/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Readers that need a rulebook or what the commands are made of; most take microseconds. */
#include "targets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/dice_expression.h>
#include <salvo/fight.h>
#include <salvo/selection.h>

#include "appendix/document.h"
#include "base/shell_words.h"
#include "cli/context.h"
#include "cli/experiment.h"
#include "cli/option_file.h"
#include "cli/sources.h"
#include "share/result_store.h"

static void battle(const char *text, size_t length)
{
    context x;
    salvo_error err = {0};

    MUST(context_init(&x, NULL, &err) == SALVO_OK);
    fuzz_read(option_file_read(&x.options, &BATTLE_FILE, fuzz_file("input", text, length), x.memory, &err), err.text);
    context_free(&x);
}

static void conditions(const char *text, size_t length)
{
    context x;
    salvo_error err = {0};

    MUST(context_init(&x, NULL, &err) == SALVO_OK);
    fuzz_read(option_file_read(&x.options, &CONDITIONS_FILE, fuzz_file("input", text, length), x.memory, &err),
              err.text);
    context_free(&x);
}

static void study(const char *text, size_t length)
{
    salvo_arena *memory = salvo_arena_new();
    const experiment *x;
    salvo_error err = {0};

    if (fuzz_read(experiment_read(fuzz_file("input", text, length), memory, &x, &err), err.text))
        MUST(x->jobs_count > 0 && x->title);
    salvo_arena_free(memory);
}

static void appendix(const char *text, size_t length)
{
    salvo_arena *memory = salvo_arena_new();
    salvo_yaml read;
    salvo_error err = {0};

    fuzz_read(appendix_document_read(&read, fuzz_file("input", text, length), memory, &err), err.text);
    salvo_arena_free(memory);
}

/* The question is made, and small ones are answered. */
static void dice(const char *text, size_t length)
{
    const salvo_odds_options few = {.effort = 2000};
    salvo_question question;
    salvo_odds odds;
    salvo_error err = {0};

    (void)length;
    if (!fuzz_read(salvo_dice_ask(&question, text, &err), err.text))
        return;
    if (fuzz_read(salvo_odds_solve(&odds, &question, &few, &err), err.text))
        salvo_odds_free(&odds);
    salvo_question_free(&question);
}

/* Rulebooks that are opened once: M.A.D. */
static const salvo_rulebook *mad(void)
{
    static salvo_rulebook book;
    static bool is_open;

    if (!is_open) {
        char folder[1024];
        salvo_error err = {0};

        snprintf(folder, sizeof folder, "%s/mad", getenv("SALVO_DATA"));
        MUST(salvo_rulebook_open(&book, NULL, folder, NULL, 0, &err) == SALVO_OK);
        is_open = true;
    }
    return &book;
}

static void army(const char *text, size_t length)
{
    const salvo_battle_plan plan = {
        .army = {{.list = text}, {.list = "Tiger I"}}, .range = 500, .close_to = -1, .turns = 2};
    salvo_question question;
    salvo_error err = {0};

    (void)length;
    if (fuzz_read(salvo_battle_ask(&question, mad(), &plan, NULL, &err), err.text))
        salvo_battle_question_free(&question);
}

/* The first line is the procedure's name, the others are its words. */
static void question(const char *text, size_t length)
{
    enum { ROOM = 32 };
    salvo_arena *memory = salvo_arena_new();
    const salvo_procedure *procedure;
    salvo_question asked;
    char *found[ROOM];
    size_t n = 0;
    salvo_error err = {0};

    (void)length;
    if (shell_words(text, found, ROOM, &n, memory, &err) == SALVO_OK && n > 0 &&
        fuzz_read(salvo_procedure_find(mad()->ruleset, found[0], &procedure, &err), err.text) &&
        fuzz_read(salvo_question_ask(&asked, mad(), procedure, (const char *const *)found + 1, n - 1, &err), err.text))
        salvo_question_free(&asked);
    salvo_arena_free(memory);
}

static void units(const char *text, size_t length)
{
    salvo_arena *memory = salvo_arena_new();
    salvo_unit_set set;
    salvo_selection chosen;
    salvo_ranges ranges;
    salvo_error err = {0};

    (void)length;
    MUST(salvo_unit_set_units(&set, mad(), &err) == SALVO_OK);
    if (fuzz_read(salvo_unit_set_select(&set, text, memory, &chosen, &err), err.text))
        MUST(chosen.n > 0);
    if (fuzz_read(salvo_ranges_read(&ranges, text, mad(), memory, &err), err.text))
        MUST(ranges.n > 0);
    salvo_arena_free(memory);
}

static void setting(const char *text, size_t length)
{
    static salvo_store store;
    static bool is_loaded;
    salvo_error err = {0};

    (void)length;
    if (!is_loaded) {
        char folder[1024];

        snprintf(folder, sizeof folder, "%s/mad", getenv("SALVO_DATA"));
        MUST(salvo_store_load(&store, folder, &err) == SALVO_OK);
        is_loaded = true;
    }
    fuzz_read(salvo_store_set(&store, text, &err), err.text);
}

static salvo_status look_at_stretch(void *at, const stored_trial_range *t)
{
    (void)at;
    MUST(t->first + t->count >= t->first);
    return SALVO_OK;
}

static salvo_status look_at_work(void *store, const stored_work *w)
{
    salvo_error err = {0};

    MUST(w->question.command && w->question.tables);
    fuzz_read(result_store_each_trial_range(store, w->number, look_at_stretch, NULL, &err), err.text);
    return SALVO_OK;
}

/* A store of a stranger's: a file of a database, which has journals beside it; so it lies in the folder. */
static void store(const char *text, size_t length)
{
    const store_opening how = {.sources = SALVO_SOURCES, .purpose = STORE_MUST_EXIST};
    FILE *out = fopen("store.db", "wb");
    result_store *s;
    salvo_error err = {0};
    salvo_status status;

    MUST(out && fwrite(text, 1, length, out) == length && fclose(out) == 0);
    status = result_store_open(&s, "store.db", &how, &err);
    MUST(status == SALVO_OK || *err.text);
    if (status == SALVO_OK) {
        if (result_store_check(s, &err) == SALVO_OK)
            result_store_each_work(s, look_at_work, s, &err);
        result_store_close(s);
    }
    remove("store.db");
    remove("store.db-wal");
    remove("store.db-shm");
}

const fuzz_target FUZZ_READERS[] = {
    {"battle", battle, FUZZ_TEXT},
    {"conditions", conditions, FUZZ_TEXT},
    {"study", study, FUZZ_TEXT},
    {"appendix", appendix, FUZZ_TEXT},
    {"dice", dice, FUZZ_TEXT},
    {"army", army, FUZZ_TEXT},
    {"question", question, FUZZ_TEXT},
    {"units", units, FUZZ_TEXT},
    {"setting", setting, FUZZ_TEXT},
    {"store", store, FUZZ_BYTES},
    {0},
};
