/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merges the parts of a run: their stores become one store, and salvo answers the command from it. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/grow.h"
#include "base/try.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/sharing.h"

/* A part, and the store that holds it. */
typedef struct found_part {
    unsigned part;
    const char *path;
} found_part;

/* A question that a store is about, and the path of the store. */
typedef struct found_question {
    const char *command, *tables, *path;
} found_question;

typedef struct merger {
    salvo_arena *memory;
    salvo_error *err;
    const char *path;  /* of the present store */
    size_t n_here;     /* number of parts in it */
    const char *first; /* the store of the first part; then its command, and its number of parts */
    stored_run run;
    found_part *found;
    size_t n_found, found_capacity;
    found_question *asked;
    size_t n_asked, asked_capacity;
} merger;

/* Describes one side: "1.db was made with '--seed 2'". It names the word at which the lines differ: an option with its
 * value. */
static const char *side_at(const merger *m, const char *path, const stored_run *r, size_t at, size_t before)
{
    const char *word = r->line + at, *next = at < r->length ? word + strlen(word) + 1 : NULL;
    const char *side;

    if (at >= r->length)
        side = salvo_arena_printf(m->memory, "%s without it", path);
    else if (r->line[before] == '-' && *word != '-')
        side = salvo_arena_printf(m->memory, "%s was made with '%s %s'", path, r->line + before, word);
    else if (*word == '-' && next < r->line + r->length)
        side = salvo_arena_printf(m->memory, "%s was made with '%s %s'", path, word, next);
    else
        side = salvo_arena_printf(m->memory, "%s was made with '%s'", path, word);
    return side ? side : "";
}

/* The lines agree up to one word. The message names that word and its option, because the user can correct it. */
static salvo_status refuse_other_run(merger *m, const stored_run *r)
{
    const stored_run *ours = &m->run;
    const char *sides[2];
    size_t at = 0, before = 0;

    while (at < ours->length && at < r->length && strcmp(ours->line + at, r->line + at) == 0) {
        before = at;
        at += strlen(r->line + at) + 1;
    }
    if (at == ours->length && at == r->length)
        return salvo_fail(m->err, SALVO_BAD_INPUT,
                          "these parts belong to different runs: %s is one of %u parts, and %s is one of %u", m->first,
                          ours->parts, m->path, r->parts);
    sides[at >= ours->length] = side_at(m, m->first, ours, at, before); /* the side with more words is first */
    sides[at < ours->length] = side_at(m, m->path, r, at, before);
    return salvo_fail(m->err, SALVO_BAD_INPUT, "these parts belong to different runs: %s, and %s", sides[0], sides[1]);
}

/* The first part says what is merged, and every other part must belong to it. A repeated part is refused even if both
 * copies agree: usually a file was copied under the wrong name, and another part is missing. */
static salvo_status note_part(void *of, const stored_run *r)
{
    merger *m = of;
    char *line;

    if (!r->parts) /* a whole run, which belongs to no other */
        return SALVO_OK;
    m->n_here++;
    if (!m->first) {
        m->first = m->path;
        m->run = *r;
        line = salvo_arena_array(m->memory, r->length, 1);
        if (!line)
            return salvo_fail_memory(m->err);
        m->run.line = memcpy(line, r->line, r->length);
    }
    if (r->parts != m->run.parts || r->length != m->run.length || memcmp(r->line, m->run.line, r->length) != 0)
        return refuse_other_run(m, r);
    for (size_t i = 0; i < m->n_found; i++)
        if (m->found[i].part == r->part)
            return salvo_fail(m->err, SALVO_BAD_INPUT, "%s and %s both hold part %u of %u", m->found[i].path, m->path,
                              r->part, r->parts);
    if (!salvo_grow(&m->found, &m->found_capacity, m->n_found + 1, sizeof *m->found))
        return salvo_fail_memory(m->err);
    m->found[m->n_found++] = (found_part){r->part, m->path};
    return SALVO_OK;
}

/* Finds the same question for two sets of tables: one of the parts was made with other data. Their keys differ, so each
 * would lack the work of the other. An error here can name the reason. */
static salvo_status note_question(void *of, const stored_work *w)
{
    merger *m = of;
    const stored_question *q = &w->question;

    for (size_t i = 0; i < m->n_asked; i++)
        if (strcmp(m->asked[i].command, q->command) == 0) {
            if (strcmp(m->asked[i].tables, q->tables) == 0)
                return SALVO_OK;
            return salvo_fail(m->err, SALVO_BAD_INPUT, "the tables of these parts differ: %s has %s, and %s has %s",
                              m->asked[i].path, m->asked[i].tables, m->path, q->tables);
        }
    if (!salvo_grow(&m->asked, &m->asked_capacity, m->n_asked + 1, sizeof *m->asked))
        return salvo_fail_memory(m->err);
    m->asked[m->n_asked] =
        (found_question){salvo_arena_text(m->memory, q->command), salvo_arena_text(m->memory, q->tables), m->path};
    return m->asked[m->n_asked].command && m->asked[m->n_asked++].tables ? SALVO_OK : salvo_fail_memory(m->err);
}

/* Refuses a foreign store before it copies anything, so a kept merged store has whole parts or none of them. */
static salvo_status read_store(merger *m, result_store *from, result_store *to)
{
    m->n_here = 0;
    TRY(result_store_each_run(from, note_part, m, m->err));
    if (!m->n_here)
        return salvo_fail_at(m->err, SALVO_BAD_INPUT, m->path, 0, 0,
                             "this store holds no part of a run; --shard K/N makes one");
    TRY(result_store_each_work(from, note_question, m, m->err));
    return result_store_add(to, from, m->err);
}

static salvo_status read_file(context *x, merger *m, const char *path, result_store *to)
{
    result_store *from;
    salvo_status status;

    m->path = path;
    TRY(sharing_open(&from, path, STORE_TO_READ, x->options.quiet, m->err));
    status = read_store(m, from, to);
    result_store_close(from);
    return status;
}

/* SQLite keeps files of its own beside an open store; they are not stores. */
static int is_store(const struct dirent *file)
{
    static const char *const BESIDE[] = {"-wal", "-shm", "-journal"};
    const size_t n = strlen(file->d_name);
    bool is = file->d_name[0] != '.';

    for (size_t i = 0; i < sizeof BESIDE / sizeof *BESIDE; i++)
        is = is && (n < strlen(BESIDE[i]) || strcmp(file->d_name + n - strlen(BESIDE[i]), BESIDE[i]) != 0);
    return is;
}

/* Reads all stores in a folder, by name: a command line has no room for thousands. */
static salvo_status read_folder(context *x, merger *m, const char *folder, result_store *to)
{
    struct dirent **files;
    int n = scandir(folder, &files, is_store, alphasort);
    salvo_status status = SALVO_OK;

    if (n < 0)
        return salvo_fail_at(m->err, SALVO_IO, folder, 0, 0, "this folder cannot be read");
    for (int i = 0; i < n && status == SALVO_OK; i++) {
        const char *path = salvo_arena_printf(m->memory, "%s/%s", folder, files[i]->d_name);

        status = path ? read_file(x, m, path, to) : salvo_fail_memory(m->err);
    }
    for (int i = 0; i < n; i++)
        free(files[i]);
    free(files);
    return status;
}

static salvo_status read_all(context *x, merger *m, result_store *to)
{
    const list *names = &x->options.names;

    for (size_t i = 0; i < names->n; i++) {
        const char *path = names->text[i];
        struct stat found;
        const bool is_folder = stat(path, &found) == 0 && S_ISDIR(found.st_mode);
        salvo_status status = (is_folder ? read_folder : read_file)(x, m, path, to);

        if (status != SALVO_OK)
            return status;
    }
    return m->first ? SALVO_OK : salvo_fail(m->err, SALVO_BAD_INPUT, "the folder holds no stores");
}

/* Fails with the first few missing parts, by number. */
static salvo_status check_whole(const merger *m)
{
    salvo_text missing = {.bytes = NULL};
    unsigned n = 0;
    bool *has;
    salvo_status status;

    if (m->n_found == m->run.parts)
        return SALVO_OK;
    has = calloc(m->run.parts + 1, sizeof *has);
    for (size_t i = 0; has && i < m->n_found; i++)
        has[m->found[i].part] = true;
    for (unsigned part = 1; has && part <= m->run.parts; part++)
        if (!has[part] && ++n <= 10)
            salvo_text_add(&missing, "%s%u", n > 1 ? ", " : "", part);
    status = has && !missing.failed ? salvo_fail(m->err, SALVO_BAD_INPUT, "of %u parts, these are missing: %s%s",
                                                 m->run.parts, salvo_text_of(&missing), n > 10 ? ", ..." : "")
                                    : salvo_fail_memory(m->err);
    salvo_text_free(&missing);
    free(has);
    return status;
}

/* The answer comes from the run's own context, with its outputs. */
static salvo_status take_answer(context *x, context *of, salvo_error *err)
{
    outputs_drop(&x->outputs);
    for (size_t i = 0; i < of->outputs.n; i++) {
        salvo_status status = outputs_take(&x->outputs, &of->outputs.at[i], err);

        if (status != SALVO_OK)
            return status;
    }
    outputs_take_folder(&x->outputs, &of->outputs);
    return SALVO_OK;
}

/* Runs the parts' command again with all work present. The command itself makes the answer from the tallies, so no
 * other code must know what an answer is. */
static salvo_status answer(context *x, const merger *m, result_store *all, salvo_error *err)
{
    salvo_share share = {.store = all, .keeps = true, .merged = m->run.parts};
    char *words[WORDS_MAX];
    context again;
    int n = 0;
    salvo_status status;

    TRY(context_init(&again, x->progress, err));
    for (size_t at = 0; at < m->run.length && n < WORDS_MAX; at += strlen(m->run.line + at) + 1)
        words[n++] = (char *)(uintptr_t)(m->run.line + at);
    again.quiet = x->options.quiet;
    again.delivers = x->delivers;
    again.share = &share;
    status = command_line_run(&again, n, words, err);
    if (status == SALVO_OK)
        status = take_answer(x, &again, err);
    context_free(&again);
    return status;
}

/* Saves the merged work before it asks for the answer. If more work is needed, the next round begins with it. */
static salvo_status merge(context *x, merger *m, result_store *all, salvo_error *err)
{
    TRY(read_all(x, m, all));
    TRY(check_whole(m));
    TRY(result_store_settle(all, err));
    return answer(x, m, all, err);
}

/* Refuses one of the parts as the target, because parts must stay unchanged. (Each is locked while it is read, so the
 * merge waits for an unfinished one.) */
static salvo_status check_target(const options *o, salvo_error *err)
{
    for (size_t i = 0; o->store && i < o->names.n; i++)
        if (strcmp(o->store, o->names.text[i]) == 0)
            return salvo_fail(err, SALVO_BAD_INPUT, "--store %s is one of the parts; name a new file", o->store);
    return SALVO_OK;
}

static salvo_status run(context *x, salvo_error *err)
{
    const options *o = &x->options;
    merger m = {.memory = x->memory, .err = err};
    result_store *all;
    salvo_status status;

    if (o->names.n == 0 || o->parameters.n)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "which stores should be merged? as in salvo merge 1.db 2.db, or a "
                          "folder of them");
    TRY(check_target(o, err));
    TRY(sharing_open(&all, o->store, STORE_MAY_MAKE, o->quiet, err));
    status = merge(x, &m, all, err);
    result_store_close(all);
    free(m.found);
    free(m.asked);
    return status;
}

const command MERGE_COMMAND = {
    .name = "merge",
    .usage = "STORE|FOLDER... [--store FILE]",
    .help = "combine the parts of a run (--shard) into one answer",
    .more =
        "  salvo matrix -r mad --method mc --trials 100000 --shard 1/2 --store 1.db\n"
        "  salvo matrix -r mad --method mc --trials 100000 --shard 2/2 --store 2.db\n"
        "  salvo merge 1.db 2.db            prints what one run would have printed, byte for byte\n"
        "With --store FILE, all parts are also kept there. Some commands need the results of all parts before they\n"
        "can continue, such as points fit after each round. Merge these with --store FILE, then continue the parts\n"
        "with --shard K/N --store FILE.",
    .takes = TAKES_STORE,
    .run = run,
};
