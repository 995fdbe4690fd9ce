/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The only place that makes the key of a question. It consists of the command, all words and options that affect the
 * answer, and the contents of the named files. The tables join it when they are opened (context_note_tables). */
#include "cli/sharing.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/hash.h"
#include "base/shell_words.h"
#include "base/try.h"
#include "cli/sources.h"
#include "data/file.h"
#include "rules/lua/sandbox.h"

/* The words of a command, in order: as one text, and hashed. */
typedef struct words {
    salvo_text told;  /* as a user would type them */
    salvo_text line;  /* each word ends with a line feed for a NUL, because salvo_text has no NULs */
    salvo_text files; /* the named files: a line with path and hash for each */
    uint64_t hash;
    salvo_arena *memory;
    salvo_status status;
    salvo_error *err;
} words;

/* The contents of a named file, such as a battle or a list of prices, affect the answer. Only the two kinds that
 * options name are read; any other word with a dot is only a word. Output files are not part of the question
 * (OPTION_SHOWN), or a run that has written its answer would become another run. */
static void hash_file(words *w, const char *word)
{
    const char *dot = strrchr(word, '.');
    struct stat found;
    char *bytes;
    size_t n;

    if (strcmp(word, "-") == 0)
        w->status = salvo_fail(w->err, SALVO_BAD_INPUT,
                               "standard input can be read only once; with --store, give a file in place of -");
    if (!dot || (strcmp(dot, ".yaml") != 0 && strcmp(dot, ".csv") != 0) || stat(word, &found) != 0 ||
        !S_ISREG(found.st_mode))
        return;
    w->status = salvo_file_read(word, w->memory, &bytes, &n, w->err);
    if (w->status != SALVO_OK)
        return;
    w->hash = salvo_hash(w->hash, bytes, n);
    salvo_text_add(&w->files, "%s %016llx\n", word, (unsigned long long)salvo_hash(SALVO_HASH, bytes, n));
}

static void put_word(void *to, const char *word)
{
    words *w = to;

    shell_word_put(&w->told, word);
    salvo_text_add(&w->line, "%s\n", word);
    w->hash = salvo_hash(w->hash, word, strlen(word) + 1);
    if (w->status == SALVO_OK)
        hash_file(w, word);
}

static void words_free(words *w)
{
    salvo_text_free(&w->told);
    salvo_text_free(&w->line);
    salvo_text_free(&w->files);
}

/* Reads the command with its options of roles up to `most`. */
static salvo_status read_words(words *w, context *x, const command *c, option_role most, salvo_error *err)
{
    *w = (words){.hash = SALVO_HASH, .memory = x->memory, .err = err};
    put_word(w, c->name);
    options_words(&x->options, c->takes, most, put_word, w);
    if (w->told.failed || w->line.failed || w->files.failed)
        return salvo_fail_memory(err);
    return w->status;
}

static salvo_status ask(context *x, const command *c, salvo_error *err)
{
    words w;
    salvo_status status = read_words(&w, x, c, OPTION_ASKS, err);
    const char *told = status == SALVO_OK ? salvo_arena_text(x->memory, salvo_text_of(&w.told)) : NULL;

    words_free(&w);
    if (status != SALVO_OK)
        return status;
    if (!told)
        return salvo_fail_memory(err);
    share_ask(x->share, told, w.hash);
    return SALVO_OK;
}

/* Where the parts of an answer go determines which messages ranks send each other. */
static void put_keeping(salvo_text *to, const options *o)
{
    if (o->store)
        salvo_text_put(to, "--store\n");
    if (o->shard)
        salvo_text_add(to, "--shard %s\n", o->shard);
}

/* Compares what determines a rank's work and the times of its messages. Ranks compare tables when they open them. */
static salvo_status compare_words(ranks *r, const words *w, salvo_error *err)
{
    const sandbox_limits limits = sandbox_limits_now(false);
    char settings[128];
    const ranks_matter matters[] = {
        {SALVO_SOURCES, "is another build of salvo", "start the same program on all machines"},
        {salvo_text_of(&w->line), "was given another command", "run the same command on all ranks"},
        {salvo_text_of(&w->files), "has another file", "put the same files on all machines"},
        {settings, "has other limits", "set the same environment on all ranks, as with mpirun -x NAME"},
    };

    snprintf(settings, sizeof settings, "SALVO_RULES_MEMORY=%zu\nSALVO_RULES_INSTRUCTIONS=%ld\n", limits.memory >> 20,
             (long)limits.instructions);
    return ranks_agree(r, RANKS_BEGIN, matters, sizeof matters / sizeof *matters, err);
}

/* Compares the ranks before one of them works or opens a store. Threads and memory may differ from rank to rank. */
static salvo_status agree(context *x, const command *c, salvo_error *err)
{
    ranks *r = x->share ? x->share->ranks : x->ranks;
    words w;
    salvo_status status;

    if (!r || r->n < 2)
        return SALVO_OK;
    status = read_words(&w, x, c, OPTION_SHOWN, err);
    put_keeping(&w.line, &x->options);
    if (status == SALVO_OK && w.line.failed)
        status = salvo_fail_memory(err);
    if (status == SALVO_OK)
        status = compare_words(r, &w, err);
    words_free(&w);
    return status;
}

/* Notes the line with which a merger asks for the answer again. */
static salvo_status note_line(const salvo_share *s, salvo_text *line, salvo_error *err)
{
    for (size_t i = 0; i < line->length; i++)
        line->bytes[i] = line->bytes[i] == '\n' ? '\0' : line->bytes[i];
    return result_store_note_run(
        s->store, &(stored_run){.line = line->bytes, .length = line->length, .part = s->part, .parts = s->parts}, err);
}

static salvo_status note_run(context *x, const command *c, salvo_error *err)
{
    words w;
    salvo_status status = read_words(&w, x, c, OPTION_SHOWN, err);

    if (status == SALVO_OK)
        status = note_line(x->share, &w.line, err);
    words_free(&w);
    return status;
}

const char *sharing_typed(const stored_run *run, salvo_arena *memory)
{
    salvo_text told = {.bytes = NULL};
    const char *text;

    salvo_text_put(&told, "salvo");
    for (size_t at = 0; at < run->length; at += strlen(run->line + at) + 1)
        shell_word_put(&told, run->line + at);
    text = told.failed ? NULL : salvo_arena_text(memory, salvo_text_of(&told));
    salvo_text_free(&told);
    return text;
}

static void tell_waiting(const char *path)
{
    fprintf(stderr, "salvo: %s is in use by another salvo; waiting until it is free\n", path);
}

salvo_status sharing_open(result_store **s, const char *path, store_purpose purpose, bool quiet, salvo_error *err)
{
    const store_opening how = {.sources = SALVO_SOURCES, .purpose = purpose, .waits = quiet ? NULL : tell_waiting};

    return result_store_open(s, path, &how, err);
}

/* Reads "2/5". */
static salvo_status read_part(const options *o, salvo_share *s, salvo_error *err)
{
    char end;

    if (!o->shard)
        return SALVO_OK;
    if (strspn(o->shard, "0123456789/") == strlen(o->shard) && strlen(o->shard) < 16 &&
        sscanf(o->shard, "%u/%u%c", &s->part, &s->parts, &end) == 2 && s->part >= 1 && s->part <= s->parts &&
        s->parts <= STORE_PARTS_MAX)
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT, "--shard %s: not a part; give K/N, as in 2/5, with K from 1 to N",
                      o->shard);
}

/* Refuses options that need a store before any work begins. */
static salvo_status check_options(const options *o, salvo_error *err)
{
    if (!o->store && (o->shard || o->resume))
        return salvo_fail(err, SALVO_BAD_INPUT, "%s needs --store FILE, %s", o->shard ? "--shard" : "--resume",
                          o->shard ? "which keeps the part" : "which holds the run");
    if (o->shard && o->time)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "--shard and --time exclude each other, because parts end at a number of trials; give "
                          "one of them");
    return SALVO_OK;
}

static salvo_status open_own(context *x, const command *c, salvo_error *err)
{
    const options *o = &x->options;
    salvo_status status =
        sharing_open(&x->share->store, o->store, o->resume ? STORE_MUST_EXIST : STORE_MAY_MAKE, o->quiet, err);

    return status == SALVO_OK ? note_run(x, c, err) : status;
}

/* Only rank 0 opens the store, and the other ranks receive the result. */
static salvo_status open_store(context *x, const command *c, salvo_error *err)
{
    const bool keeps = x->options.store != NULL, own = keeps && (!x->ranks || x->ranks->rank == 0);

    x->share->keeps = keeps;
    return share_agree(x->share, own ? open_own(x, c, err) : SALVO_OK, err);
}

static salvo_status share_command(context *x, const command *c, salvo_error *err)
{
    TRY(check_options(&x->options, err));
    x->share = salvo_arena_array(x->memory, 1, sizeof *x->share);
    if (!x->share)
        return salvo_fail_memory(err);
    x->owns_share = true;
    x->share->ranks = x->ranks;
    TRY(read_part(&x->options, x->share, err));
    return open_store(x, c, err);
}

/* Joins the share of the context (a study's job or a merger's command has one), or makes one. */
static salvo_status join_share(context *x, const command *c, salvo_error *err)
{
    const options *o = &x->options;

    if (!x->share)
        return share_command(x, c, err);
    if (o->store || o->shard || o->resume)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "--store and --shard belong to the whole study; remove them from "
                          "the job");
    return SALVO_OK;
}

salvo_status sharing_begin(context *x, const command *c, salvo_error *err)
{
    options *o = &x->options;
    salvo_status status;

    if (c->takes & TAKES_STORE || !(o->store || o->shard || o->resume || x->ranks || x->share))
        return SALVO_OK;
    status = agree(x, c, err);
    if (status == SALVO_OK)
        status = join_share(x, c, err);
    if (status != SALVO_OK)
        return status;
    o->approach.plan.share = x->share;
    if (x->progress)
        x->progress->elsewhere = &x->share->interrupted;
    return ask(x, c, err);
}

/* Replaces the command's output, which is not the answer. */
static salvo_status tell_part(context *x, salvo_error *err)
{
    const salvo_share *s = x->share;
    salvo_status status;

    outputs_free(&x->outputs);
    status = outputs_add(&x->outputs, NULL, (salvo_format){.kind = SALVO_TABLE}, err);
    if (status != SALVO_OK || x->options.quiet)
        return status;
    fprintf(x->outputs.at[0].stream, "Part %u of %u is in %s; salvo merge combines the parts into the answer.\n",
            s->part, s->parts, x->options.store);
    return SALVO_OK;
}

/* Prints what a part prints instead of an answer. That includes a part that lacks the others' work (SALVO_STOPPED with
 * `incomplete`). For a whole run it returns `status`. */
static salvo_status tell_end(context *x, salvo_status status, salvo_error *err)
{
    const salvo_share *s = x->share;

    if (!s->parts)
        return status;
    if (x->progress && x->progress->signal)
        return salvo_fail(err, SALVO_STOPPED, "the part is not finished; the same command continues it");
    return status == SALVO_OK || (status == SALVO_STOPPED && s->incomplete) ? tell_part(x, err) : status;
}

/* The store is complete before the answer is delivered: an answer that a user has read is stored. */
salvo_status sharing_end(context *x, salvo_status status, salvo_error *err)
{
    salvo_share *s = x->share;

    if (!x->owns_share)
        return status;
    status = tell_end(x, status, err);
    if (s->store && status == SALVO_OK)
        status = result_store_settle(s->store, err);
    result_store_close(s->store);
    if (x->progress)
        x->progress->elsewhere = NULL;
    x->share = NULL;
    return status;
}
