/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists what is in a store: questions with their work, runs with their parts, trial range by trial range. */
#include <stdlib.h>

#include "base/grow.h"
#include "base/phrase.h"
#include "base/try.h"
#include "cli/commands.h"
#include "cli/numbers.h"
#include "cli/report.h"
#include "cli/sharing.h"
#include "data/names.h"

static const char *const ACTIONS[] = {"list", "show", "drop", "check"};
enum { LIST_WORK, SHOW_WORK, DROP_WORK, CHECK_STORE, N_ACTIONS };

/* The contents of a store; rows are on the heap. */
typedef struct contents {
    const char *path;
    salvo_arena *memory;
    int64_t which; /* the number of a question; 0: all */
    stored_work *work;
    size_t n_work, work_capacity;
    struct told_run {
        const char *line;
        unsigned part, parts;
    } * runs;
    size_t n_runs, runs_capacity;
    stored_trial_range *trial_ranges;
    size_t n_trial_ranges, trial_ranges_capacity;
    uint64_t n_damaged, n_dropped;
} contents;

static void contents_free(contents *c)
{
    free(c->work);
    free(c->runs);
    free(c->trial_ranges);
}

/* Copies rows, because their texts are valid only during the call. The answer is written after the store is closed, so
 * no other process waits for it. */
static salvo_status note_work(void *of, const stored_work *w)
{
    contents *c = of;
    stored_work *to;

    if (!salvo_grow(&c->work, &c->work_capacity, c->n_work + 1, sizeof *c->work))
        return SALVO_NO_MEMORY;
    to = &c->work[c->n_work++];
    *to = *w;
    to->question.command = salvo_arena_text(c->memory, w->question.command);
    to->question.tables = salvo_arena_text(c->memory, w->question.tables);
    return to->question.command && to->question.tables ? SALVO_OK : SALVO_NO_MEMORY;
}

static salvo_status note_run(void *of, const stored_run *r)
{
    contents *c = of;
    struct told_run *to;

    if (!salvo_grow(&c->runs, &c->runs_capacity, c->n_runs + 1, sizeof *c->runs))
        return SALVO_NO_MEMORY;
    to = &c->runs[c->n_runs++];
    *to = (struct told_run){sharing_typed(r, c->memory), r->part, r->parts};
    return to->line ? SALVO_OK : SALVO_NO_MEMORY;
}

static salvo_status note_trial_range(void *of, const stored_trial_range *t)
{
    contents *c = of;

    if (!salvo_grow(&c->trial_ranges, &c->trial_ranges_capacity, c->n_trial_ranges + 1, sizeof *c->trial_ranges))
        return SALVO_NO_MEMORY;
    c->trial_ranges[c->n_trial_ranges++] = *t;
    c->n_damaged += t->damaged;
    return SALVO_OK;
}

static void describe_work(record *to, const void *of, size_t i)
{
    static const stored_work NONE = {.number = 0};
    const stored_work *w = to->blank ? &NONE : &((const contents *)of)->work[i];
    const field fields[] = {
        {"number", as_whole(w->number)},
        {"question", as_text(w->question.command)},
        {"tables", as_text(w->question.tables)},
        {"jobs", as_whole((int64_t)w->jobs)},
        {"stretches", as_whole((int64_t)w->trial_ranges)},
        {"done", as_whole((int64_t)w->done)},
        {"bytes", as_whole((int64_t)w->bytes)},
    };

    PUT_FIELDS(to, fields);
}

static const view_column WORK[] = {
    {"number", "no."}, {"question", NULL},  {"tables", NULL},
    {"jobs", NULL},    {"stretches", NULL}, {"done", "trials and pieces"},
    {"bytes", NULL},
};

static void describe_run(record *to, const void *of, size_t i)
{
    static const struct told_run NONE = {.line = ""};
    const struct told_run *r = to->blank ? &NONE : &((const contents *)of)->runs[i];
    const field fields[] = {
        {"run", as_text(r->line)},
        {"part", r->parts ? as_words(to, "%u of %u", r->part, r->parts) : as_text("whole")},
    };

    PUT_FIELDS(to, fields);
}

static void describe_trial_range(record *to, const void *of, size_t i)
{
    static const stored_trial_range NONE = {.job = 0};
    const stored_trial_range *t = to->blank ? &NONE : &((const contents *)of)->trial_ranges[i];
    const field fields[] = {
        {"job", as_hash(t->job)},
        {"first", as_whole((int64_t)t->first)},
        {"count", as_whole((int64_t)t->count)},
        {"bytes", as_whole((int64_t)t->bytes)},
        {"state", as_text(t->damaged ? "damaged" : "good")},
    };

    PUT_FIELDS(to, fields);
}

static void read_list(page *p, const void *answer)
{
    const contents *c = answer;

    page_heading(p, "%s", c->path);
    page_view(p, VIEW(WORK), describe_work, c, c->n_work);
    page_rows(p, READ, describe_run, c, c->n_runs);
}

/* Prints one table only: runs are a second table with other columns, for which CSV has no place. */
static void tidy_list(page *p, const void *answer)
{
    page_rows(p, TIDY, describe_work, answer, ((const contents *)answer)->n_work);
}

static void read_trial_ranges(page *p, const void *answer)
{
    const contents *c = answer;

    page_heading(p, "%s", c->path);
    page_rows(p, READ, describe_trial_range, c, c->n_trial_ranges);
}

static void tidy_trial_ranges(page *p, const void *answer)
{
    page_rows(p, TIDY, describe_trial_range, answer, ((const contents *)answer)->n_trial_ranges);
}

static void read_dropped(page *p, const void *answer)
{
    const contents *c = answer;

    page_paragraph(p, "%s: dropped %s.", c->path, salvo_counted(c->n_dropped, "trial range").text);
}

static void read_checked(page *p, const void *answer)
{
    const contents *c = answer;

    page_paragraph(p, "%s: the store is good (%s, %s).", c->path, salvo_counted(c->n_work, "question").text,
                   salvo_counted(c->n_trial_ranges, "trial range").text);
}

static const answer_kind ANSWERS[N_ACTIONS] = {
    [LIST_WORK] = {.read = read_list, .tidy = tidy_list},
    [SHOW_WORK] = {.read = read_trial_ranges, .tidy = tidy_trial_ranges},
    [DROP_WORK] = {.read = read_dropped, .tidy = read_dropped},
    [CHECK_STORE] = {.read = read_checked, .tidy = read_checked},
};

static salvo_status read_rows(contents *c, result_store *s, salvo_error *err)
{
    TRY(result_store_each_work(s, note_work, c, err));
    TRY(result_store_each_run(s, note_run, c, err));
    return result_store_each_trial_range(s, c->which, note_trial_range, c, err);
}

/* The callback that notes rows can fail only for lack of memory. This function reports that. */
static salvo_status read_store(contents *c, result_store *s, salvo_error *err)
{
    salvo_status status = read_rows(c, s, err);

    return status == SALVO_NO_MEMORY ? salvo_fail_memory(err) : status;
}

/* Finds lost pages of the file, and changed numbers in intact pages. SQLite detects the former, hashes the latter. */
static salvo_status check(contents *c, result_store *s, salvo_error *err)
{
    salvo_status status = result_store_check(s, err);

    if (status != SALVO_OK || !c->n_damaged)
        return status;
    return salvo_fail_at(err, SALVO_BAD_INPUT, c->path, 0, 0, "%llu of %s %s damaged; salvo store show says which",
                         (unsigned long long)c->n_damaged, salvo_counted(c->n_trial_ranges, "trial range").text,
                         salvo_agree(c->n_damaged, "is", "are"));
}

static bool has_question(const contents *c)
{
    bool found = c->which == 0;

    for (size_t i = 0; i < c->n_work; i++)
        found = found || c->work[i].number == c->which;
    return found;
}

static salvo_status do_with(contents *c, result_store *s, int action, salvo_error *err)
{
    TRY(read_store(c, s, err));
    if (!has_question(c))
        return salvo_fail_at(err, SALVO_BAD_INPUT, c->path, 0, 0,
                             "there is no question %lld; salvo store list lists them", (long long)c->which);
    if (action == DROP_WORK)
        return result_store_drop(s, c->which, &c->n_dropped, err);
    return action == CHECK_STORE ? check(c, s, err) : SALVO_OK;
}

static salvo_status answer(context *x, contents *c, int action, salvo_error *err)
{
    result_store *s;
    const store_purpose purpose = action == DROP_WORK ? STORE_MUST_EXIST : STORE_TO_READ;
    salvo_status status;

    TRY(sharing_open(&s, c->path, purpose, x->options.quiet, err));
    status = do_with(c, s, action, err);
    result_store_close(s);
    return status == SALVO_OK ? report(x, &ANSWERS[action], c, SALVO_OK, err) : status;
}

/* The user removes a store by removing its file. A command for that would be too easy to give by mistake. */
static salvo_status run(context *x, salvo_error *err)
{
    const options *o = &x->options;
    const int action = o->names.n ? salvo_name_among(ACTIONS, N_ACTIONS, o->names.text[0]) : -1;
    contents c = {.memory = x->memory};
    uint64_t which = 0;
    salvo_status status;

    if (o->names.n && action < 0)
        return salvo_names_fail(err, ACTIONS, N_ACTIONS, o->names.text[0], "store has no verb '%s'", o->names.text[0]);
    if (o->names.n < 2 || o->names.n > 3 || o->parameters.n)
        return salvo_fail(err, SALVO_BAD_INPUT, "store needs a verb and a file, as in salvo store list FILE");
    if (o->names.n == 3)
        TRY(whole_word("NUMBER", o->names.text[2], 1, INT32_MAX, &which, err));
    if (action == DROP_WORK && o->names.n != 3)
        return salvo_fail(
            err, SALVO_BAD_INPUT,
            "drop needs the number of a question, which salvo store list shows; to drop all, remove the file");
    c.path = o->names.text[1];
    c.which = (int64_t)which;
    status = answer(x, &c, action, err);
    contents_free(&c);
    return status;
}

const command STORE_COMMAND = {
    .name = "store",
    .usage = "list FILE | show FILE [NUMBER] | drop FILE NUMBER | check FILE",
    .help = "show and manage a store of finished work (--store)",
    .more = "  salvo store list runs.db         list its questions, and the runs with work in it\n"
            "  salvo store show runs.db 2       show the second question, with each range of its trials\n"
            "  salvo store drop runs.db 2       delete its work from the store\n"
            "  salvo store check runs.db        check that the work is unchanged",
    .takes = TAKES_OUTPUT,
    .run = run,
};
