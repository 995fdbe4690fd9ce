/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the jobs of an experiment as command lines in this process, one after another. Nothing of one job remains for
 * the next. */
#include "cli/study.h"

#include <stdio.h>
#include <string.h>

#include "base/shell_words.h"
#include "base/try.h"
#include "cli/books.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/finished.h"
#include "cli/named_files.h"

/* A command that is built word by word. The first word that fails ends it, so the caller checks `status` once. */
typedef struct words {
    char *text[WORDS_MAX];
    size_t n;
    size_t at; /* where the next word goes: before a "--", which ends the options or divides two variants */
    salvo_error *err;
    salvo_status status;
} words;

/* A NULL word means that memory ran out. */
static void add_word(words *w, const char *word)
{
    if (w->status != SALVO_OK)
        return;
    if (!word) {
        w->status = salvo_fail_memory(w->err);
    } else if (w->n == WORDS_MAX) {
        w->status = salvo_fail(w->err, SALVO_BAD_INPUT, "the command has more than %d words", WORDS_MAX);
    } else {
        memmove(&w->text[w->at + 1], &w->text[w->at], (w->n - w->at) * sizeof *w->text);
        w->text[w->at++] = (char *)word;
        w->n++;
    }
}

/* Adds nothing if there is no value. */
static void add_option(words *w, const char *name, const char *value)
{
    if (value) {
        add_word(w, name);
        add_word(w, value);
    }
}

/* Reads the command's own options into s->asked. */
static salvo_status read_options(study *s, const command *c, words *w, salvo_error *err)
{
    return options_read(&s->asked->options, (int)w->n, w->text, c->takes, books_have_flag, s->asked, s->memory, err);
}

static salvo_status find_command(words *w, const command **c, salvo_error *err)
{
    salvo_status status;

    if (!options_behind((int)w->n, w->text))
        return salvo_fail(err, SALVO_BAD_INPUT, "the command is empty");
    /* A study in a study would write files of its own, and could run itself for ever. */
    if (strcmp(w->text[0], "run") == 0 || strcmp(w->text[0], "salvo") == 0)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "the command begins with '%s'; begin it with the name of a "
                          "command, such as odds",
                          w->text[0]);
    status = command_find(w->text[0], c, err);
    if (status == SALVO_OK && !((*c)->takes & (TAKES_OUTPUT | TAKES_PLACE)))
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "the command is '%s', which has no answer for the report; use "
                          "another command",
                          w->text[0]);
    return status;
}

/* Refuses options that belong to the study, not to a job. */
static salvo_status refuse_outputs(const options *asked, salvo_error *err)
{
    const struct {
        bool given;
        const char *name;
    } ours[] = {{asked->output != NULL, "-o"},
                {asked->also.n > 0, "--also"},
                {asked->format_name != NULL, "--format"},
                {asked->charts.n > 0, "--chart"},
                {asked->export_units != NULL, "--export-units"}};

    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (ours[i].given)
            return salvo_fail(err, SALVO_BAD_INPUT, "the command has %s; write under 'outputs' what to keep",
                              ours[i].name);
    return SALVO_OK;
}

/* Adds the study's --data, --set and --rules before the job's own words, which come later and take precedence. */
static void add_tables(words *w, const options *ours, const command *c, const char *own_data)
{
    if (c->takes & TAKES_DATA && !own_data)
        add_option(w, "--data", ours->data);
    for (size_t i = 0; i < ours->set.n && c->takes & TAKES_SET; i++)
        add_option(w, "--set", ours->set.text[i]);
    for (size_t i = 0; i < ours->rules.n && c->takes & TAKES_SET; i++)
        add_option(w, "--rules", ours->rules.text[i]);
}

/* One option runs the whole study on other tables, including both variants of a comparison. The second variant shares
 * the first one's tables. If it is in another rulebook, it gets the options itself. */
static void add_study_tables(words *w, const options *ours, const command *c, const options *asked)
{
    size_t dashes = (size_t)asked->dashes;

    w->at = 1;
    add_tables(w, ours, c, asked->data);
    dashes += dashes ? w->at - 1 : 0;
    if (asked->changed_ruleset) {
        w->at = dashes + 1;
        add_tables(w, ours, c, asked->changed_data);
    }
    w->at = dashes ? dashes : w->n;
}

static salvo_status read_words(study *s, const job *j, const options *o, words *w, const command **c, salvo_error *err)
{
    const bool simulates = j->trials || j->precision;
    salvo_status status = shell_words(j->command, w->text, WORDS_MAX, &w->n, s->memory, err);

    if (status == SALVO_OK)
        status = find_command(w, c, err);
    if (status != SALVO_OK)
        return status;
    read_options(s, *c, w, NULL); /* faults in the options are reported when all words are there */
    status = refuse_outputs(&s->asked->options, err);
    if (status != SALVO_OK)
        return status;
    add_study_tables(w, o, *c, &s->asked->options);
    add_option(w, "--trials", j->trials);
    add_option(w, "--precision", j->precision);
    add_option(w, "--seed", j->seed ? j->seed : simulates ? s->experiment->seed : NULL);
    return w->status;
}

/* Writes the command line as a user would type it, with a chart of that name unless it is NULL. */
static const char *typed(const study *s, const words *w, const char *drawn)
{
    const char *line = "salvo";

    for (size_t i = 0; i <= w->n && line; i++) {
        /* A reader must be able to paste the line into a shell. */
        const char *word = i < w->n ? w->text[i] : "";
        const char *quote = strpbrk(word, " ()\"") ? strchr(word, '"') ? "'" : "\"" : "";

        if (i == w->at && drawn)
            line = salvo_arena_printf(s->memory, "%s --chart %s.svg", line, drawn);
        if (i < w->n && line)
            line = salvo_arena_printf(s->memory, "%s %s%s%s", line, quote, word, quote);
    }
    return line;
}

/* Adds a file of the job in the study's folder. */
static void add_file(const study *s, finding *f, words *w, const char *option, const char *ending)
{
    const char *name = salvo_arena_printf(s->memory, "%s%s", f->job->name, ending);

    add_word(w, option);
    add_word(w, name ? salvo_arena_printf(s->memory, "%s/%s", s->folder, name) : NULL);
    if (w->status == SALVO_OK)
        f->files[f->n_files++] = name;
}

/* Adds the kept files. */
static void add_outputs(const study *s, finding *f, words *w)
{
    static const char *const CSV[] = {"csv"};
    const job *j = f->job;
    const char *const *endings = j->outputs_count ? (const char *const *)j->outputs : CSV;
    size_t n = j->outputs_count ? j->outputs_count : 1;
    bool none = n == 1 && strcmp(endings[0], "none") == 0;

    f->files = salvo_arena_array(s->memory, n + 2, sizeof *f->files);
    if (!f->files)
        w->status = w->status == SALVO_OK ? salvo_fail_memory(w->err) : w->status;
    for (size_t i = 0; i < n && !none; i++)
        add_file(s, f, w, "--also", salvo_arena_printf(s->memory, ".%s", endings[i]));
}

/* Adds a picture and its data, if the command draws one. */
static void add_charts(const study *s, finding *f, words *w)
{
    add_file(s, f, w, "--chart", "-chart.csv");
    add_file(s, f, w, "--chart", ".svg");
}

static salvo_status write_command(study *s, finding *f, const options *o, salvo_error *err)
{
    const command *c;
    words *w = salvo_arena_array(s->memory, 1, sizeof *w);

    if (!w)
        return salvo_fail_memory(err);
    w->err = err;
    TRY(read_words(s, f->job, o, w, &c, err));
    f->has_chart = !(f->job->chart && strcmp(f->job->chart, "no") == 0) && (c->takes & TAKES_CHART);
    f->command = typed(s, w, f->has_chart ? f->job->name : NULL);
    if (!f->command)
        return salvo_fail_memory(err);
    add_outputs(s, f, w);
    if (f->has_chart)
        add_charts(s, f, w);
    if (w->status != SALVO_OK)
        return w->status;
    f->words = w->text;
    f->n_words = w->n;
    TRY(read_options(s, c, w, err));
    return named_files_read(&s->asked->options, c->takes, err);
}

static salvo_status run_job(finding *f, context *x, salvo_error *err)
{
    TRY(context_init(&f->context, x->progress, err));
    f->context.quiet = x->options.quiet;
    f->context.share = x->share;
    f->context.keeps = &f->answer;
    TRY(command_line_run(&f->context, (int)f->n_words, f->words, err));
    if (!f->answer.page.first)
        return salvo_fail(err, SALVO_BAD_INPUT, "the command has no answer for the report; use another command");
    /* A report must not show half a job as a whole one. */
    return x->progress && x->progress->signal ? salvo_fail(err, SALVO_STOPPED, "the study was interrupted") : SALVO_OK;
}

static salvo_status blame(const study *s, const job *j, salvo_status status, salvo_error *err)
{
    char why[SALVO_ERROR_TEXT];

    /* The job does not cause other failures. */
    if (status != SALVO_BAD_INPUT && status != SALVO_TOO_LARGE)
        return status;
    snprintf(why, sizeof why, "%s", err->text);
    return salvo_fail_at(err, status, err->path[0] ? err->path : s->path, err->line, err->column, "the job '%s': %s",
                         j->name, why);
}

/* "experiments/tiger.yaml" -> "tiger" */
static const char *name_of(salvo_arena *memory, const char *path)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path, *dot = strrchr(base, '.');

    return salvo_arena_slice(memory, base, dot && dot > base ? (size_t)(dot - base) : strlen(base));
}

static salvo_status prepare(study *s, const char *path, const options *o, salvo_error *err)
{
    TRY(experiment_read(path, s->memory, &s->experiment, err));
    s->name = name_of(s->memory, path);
    s->folder = o->output ? o->output : s->name ? salvo_arena_printf(s->memory, "results/%s", s->name) : NULL;
    s->has_page = o->page != NULL;
    if (o->page && strcmp(o->page, "html") != 0)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "--format %s: a study writes README.md, in Markdown; --format html adds report.html",
                          o->page);
    s->findings = salvo_arena_array(s->memory, s->experiment->jobs_count, sizeof *s->findings);
    return s->folder && s->findings ? SALVO_OK : salvo_fail_memory(err);
}

/* Shows on the bar where a long study is. */
static void label(context *x, const char *text)
{
    if (x->progress)
        x->progress->label = text;
}

/* Makes all commands before the first one runs: a wrong word must not make a study fail at its end. */
static salvo_status write_commands(study *s, const options *o, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    s->asked = salvo_arena_array(s->memory, 1, sizeof *s->asked);
    if (!s->asked)
        return salvo_fail_memory(err);
    s->asked->memory = s->memory;
    for (unsigned i = 0; status == SALVO_OK && i < s->experiment->jobs_count; i++) {
        s->findings[i].job = &s->experiment->jobs[i];
        status = write_command(s, &s->findings[i], o, err);
        if (status != SALVO_OK)
            status = blame(s, s->findings[i].job, status, err);
    }
    return status;
}

static salvo_status refuse_foreign(const study *s, const char *name, salvo_error *err)
{
    bool may;
    salvo_status status = study_may_write(&may, s->folder, name, err);

    if (status != SALVO_OK || may)
        return status;
    return salvo_fail_at(err, SALVO_BAD_INPUT, s->folder, 0, 0,
                         "%s exists and does not belong to a study; move it, or name another folder (-o)", name);
}

/* Only a study's own files may be replaced. */
static salvo_status check_folder(const void *of, salvo_error *err)
{
    const study *s = of;
    static const char *const NAMES[] = {"README.md", "manifest.json", "report.html"};
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < (s->has_page ? 3 : 2) && status == SALVO_OK; i++)
        status = refuse_foreign(s, NAMES[i], err);
    for (unsigned i = 0; i < s->experiment->jobs_count; i++)
        for (size_t k = 0; k < s->findings[i].n_files && status == SALVO_OK; k++)
            status = refuse_foreign(s, s->findings[i].files[k], err);
    return status;
}

static void tell_unfinished(const study *s, bool quiet)
{
    salvo_text why = {.bytes = NULL};

    if (!quiet && !study_is_finished(s->folder, &why))
        fprintf(stderr, "salvo: the study in %s is unfinished: %s; salvo repeats it\n", s->folder, salvo_text_of(&why));
    salvo_text_free(&why);
}

salvo_status study_run(study *s, context *x, const char *path, salvo_error *err)
{
    salvo_status status;

    *s = (study){.path = path, .memory = x->memory};
    status = prepare(s, path, &x->options, err);
    if (status == SALVO_OK)
        status = write_commands(s, &x->options, err);
    if (status == SALVO_OK)
        status = context_claim(x, s->folder, check_folder, s, err);
    if (status == SALVO_OK && x->outputs.folder.path)
        tell_unfinished(s, x->options.quiet || x->quiet);
    for (unsigned i = 0; status == SALVO_OK && i < s->experiment->jobs_count; i++) {
        finding *f = &s->findings[i];

        label(x, salvo_arena_printf(s->memory, "%u/%u %s", i + 1, s->experiment->jobs_count, f->job->name));
        status = run_job(f, x, err);
        if (status == SALVO_STOPPED && x->share && x->share->incomplete && !(x->progress && x->progress->signal))
            status = SALVO_OK; /* other parts have the rest of the job; the next job may not need it */
        if (status != SALVO_OK)
            status = blame(s, f->job, status, err);
    }
    label(x, NULL);
    if (status == SALVO_OK && x->share && x->share->incomplete)
        return salvo_fail(err, SALVO_STOPPED, "the answers need the other parts");
    return status;
}

void study_free(study *s)
{
    for (unsigned i = 0; s->findings && i < s->experiment->jobs_count; i++) {
        context_free(&s->findings[i].context);
        kept_answer_free(&s->findings[i].answer);
    }
    memset(s, 0, sizeof *s);
}
