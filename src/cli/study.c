/* Carries out the jobs of an experiment as command lines in this process, one after the other, each with nothing
 * left of the one before. */
#include "cli/study.h"

#include <stdio.h>
#include <string.h>

#include "base/shell_words.h"
#include "chart/gnuplot.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/finished.h"

/* A command that is written word by word. The first word that fails ends it: whoever writes asks once, for `status`. */
typedef struct words {
    char *text[WORDS_MAX];
    size_t n;
    salvo_error *err;
    salvo_status status;
} words;

/* NULL: memory ran out when it was made. */
static void add_word(words *w, const char *word)
{
    if (w->status != SALVO_OK)
        return;
    if (!word)
        w->status = salvo_fail_memory(w->err);
    else if (w->n == WORDS_MAX)
        w->status = salvo_fail(w->err, SALVO_BAD_INPUT, "more than %d words in a command", WORDS_MAX);
    else
        w->text[w->n++] = (char *)word;
}

/* Nothing without a value. */
static void add_option(words *w, const char *name, const char *value)
{
    if (value) {
        add_word(w, name);
        add_word(w, value);
    }
}

/* Options that a job leaves to the study. */
static salvo_status refuse_outputs(const words *w, salvo_error *err)
{
    static const char *const OURS[] = {"-o", "--output", "--also", "--format", "--chart"};

    if (w->n == 0)
        return salvo_fail(err, SALVO_BAD_INPUT, "its command is empty");
    /* A study in a study would write files of its own, and could run itself for ever. */
    if (strcmp(w->text[0], "run") == 0 || strcmp(w->text[0], "salvo") == 0)
        return salvo_fail(err, SALVO_BAD_INPUT, "its command begins with '%s'; it must begin with a command like odds",
                          w->text[0]);
    for (size_t i = 0; i < w->n; i++)
        for (size_t k = 0; k < sizeof OURS / sizeof *OURS; k++)
            if (strcmp(w->text[i], OURS[k]) == 0)
                return salvo_fail(err, SALVO_BAD_INPUT, "its command has %s; 'outputs' says what is kept", OURS[k]);
    return SALVO_OK;
}

static salvo_status read_words(const study *s, const job *j, const options *o, words *w, salvo_error *err)
{
    bool simulates = j->trials || j->precision;
    salvo_status status = shell_words(j->command, w->text, WORDS_MAX, &w->n, s->memory, err);

    if (status != SALVO_OK)
        return status;
    /* Before our own options are added, which it would refuse. */
    w->status = refuse_outputs(w, err);
    add_option(w, "--trials", j->trials);
    add_option(w, "--precision", j->precision);
    add_option(w, "--seed", j->seed ? j->seed : simulates ? s->experiment->seed : NULL);
    /* The data of the whole study, so that one option tries all of it on other tables. */
    add_option(w, "--data", o->data);
    for (size_t i = 0; i < o->set.n; i++)
        add_option(w, "--set", o->set.text[i]);
    return w->status;
}

/* The command line as somebody would type it. */
static const char *typed(const study *s, const words *w)
{
    const char *line = "salvo";

    for (size_t i = 0; i < w->n && line; i++) {
        /* A reader must be able to paste the line into a shell. */
        const char *quote = strpbrk(w->text[i], " ()\"") ? strchr(w->text[i], '"') ? "'" : "\"" : "";

        line = salvo_arena_printf(s->memory, "%s %s%s%s", line, quote, w->text[i], quote);
    }
    return line;
}

/* Where the job's answers go besides the report: JSON for the manifest, and what is kept. */
static void add_outputs(const study *s, const job *j, words *w)
{
    static const char *const CSV[] = {"csv"};
    const char *const *endings = j->outputs_count ? (const char *const *)j->outputs : CSV;
    size_t n = j->outputs_count ? j->outputs_count : 1;
    bool none = n == 1 && strcmp(endings[0], "none") == 0;

    /* The order of outputs is that of JOB_REPORT, JOB_DOCUMENT, JOB_KEPT. */
    add_option(w, "--format", "markdown");
    /* The name is never a file's: only its ending counts. */
    add_option(w, "--also", "answer.json");
    add_option(w, "--also", "answer.html");
    for (size_t i = 0; i < n && !none; i++) {
        add_word(w, "--also");
        add_word(w, salvo_arena_printf(s->memory, "%s/%s.%s", s->folder, j->name, endings[i]));
    }
}

/* A picture, where the command draws any; and what it shows, which is compared when the study is made anew. Without gnuplot
 * there is only the latter. */
static void add_charts(const study *s, const job *j, words *w)
{
    add_word(w, "--chart");
    add_word(w, salvo_arena_printf(s->memory, "%s/%s-chart.csv", s->folder, j->name));
    if (gnuplot_find(NULL) != SALVO_OK)
        return;
    add_word(w, "--chart");
    add_word(w, salvo_arena_printf(s->memory, "%s/%s.svg", s->folder, j->name));
}

static bool has_chart(const job *j, const words *w)
{
    const command *c;

    return !(j->chart && strcmp(j->chart, "no") == 0) && command_find(w->text[0], &c, NULL) == SALVO_OK &&
           (c->takes & TAKES_CHART);
}

static salvo_status write_command(study *s, finding *f, const options *o, words *w, salvo_error *err)
{
    salvo_status status = read_words(s, f->job, o, w, err);

    if (status != SALVO_OK)
        return status;
    f->command = typed(s, w);
    f->has_chart = has_chart(f->job, w);
    if (f->command && f->has_chart)
        f->command = salvo_arena_printf(s->memory, "%s --chart %s.svg", f->command, f->job->name);
    if (!f->command)
        return salvo_fail_memory(err);
    add_outputs(s, f->job, w);
    if (f->has_chart)
        add_charts(s, f->job, w);
    return w->status;
}

static salvo_status run_job(study *s, finding *f, context *x, salvo_error *err)
{
    const output *document;
    words w = {.err = err};
    salvo_status status = write_command(s, f, &x->options, &w, err);

    if (status != SALVO_OK)
        return status;
    status = context_init(&f->context, x->progress, err);
    if (status != SALVO_OK)
        return status;
    f->context.quiet = x->options.quiet;
    f->context.share = x->share;
    /* A study of an hour is not lost for one picture; main tells of it and fails with 3. */
    f->context.spares_pictures = true;
    status = command_line_run(&f->context, (int)w.n, w.text, err);
    if (status != SALVO_OK)
        return status;
    document = &f->context.outputs.at[JOB_DOCUMENT];
    f->json = json_loadb(document->bytes, document->length, 0, NULL);
    if (!f->json && document->length > 0) /* what salvo wrote is JSON */
        return salvo_fail_memory(err);
    /* Half a job must not stand in a report as a whole one. */
    return x->progress && x->progress->signal ? salvo_fail(err, SALVO_STOPPED, "the study was broken off") : SALVO_OK;
}

static salvo_status blame(const study *s, const job *j, salvo_status status, salvo_error *err)
{
    char why[SALVO_ERROR_TEXT];

    /* Other failures are not the job's fault. */
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
    salvo_status status = experiment_read(path, s->memory, &s->experiment, err);

    if (status != SALVO_OK)
        return status;
    s->name = name_of(s->memory, path);
    s->folder = o->output ? o->output : s->name ? salvo_arena_printf(s->memory, "results/%s", s->name) : NULL;
    s->has_page = o->page != NULL;
    if (o->page && strcmp(o->page, "html") != 0)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "--format %s: a study has README.md, in markdown, and with --format html "
                          "report.html too",
                          o->page);
    s->findings = salvo_arena_array(s->memory, s->experiment->jobs_count, sizeof *s->findings);
    return s->folder && s->findings ? SALVO_OK : salvo_fail_memory(err);
}

/* On the bar, so that a long study tells where it is. */
static void label(context *x, const char *text)
{
    if (x->progress)
        x->progress->label = text;
}

static void tell_unfinished(const study *s, bool quiet)
{
    salvo_text why = {.bytes = NULL};

    if (!quiet && !study_is_finished(s->folder, &why))
        fprintf(stderr, "salvo: the study in %s is unfinished: %s; it is made anew\n", s->folder, salvo_text_of(&why));
    salvo_text_free(&why);
}

salvo_status study_run(study *s, context *x, const char *path, salvo_error *err)
{
    salvo_status status;

    *s = (study){.path = path, .memory = x->memory};
    status = prepare(s, path, &x->options, err);
    if (status == SALVO_OK)
        status = context_claim(x, s->folder, err);
    if (status == SALVO_OK && x->outputs.folder.path)
        tell_unfinished(s, x->options.quiet || x->quiet);
    for (unsigned i = 0; status == SALVO_OK && i < s->experiment->jobs_count; i++) {
        finding *f = &s->findings[i];

        f->job = &s->experiment->jobs[i];
        label(x, salvo_arena_printf(s->memory, "%u/%u %s", i + 1, s->experiment->jobs_count, f->job->name));
        status = run_job(s, f, x, err);
        if (status == SALVO_STOPPED && x->share && x->share->incomplete && !(x->progress && x->progress->signal))
            status = SALVO_OK; /* other parts have the rest of the job; the next one may not need it */
        if (status != SALVO_OK)
            status = blame(s, f->job, status, err);
    }
    label(x, NULL);
    if (status == SALVO_OK && x->share && x->share->incomplete)
        return salvo_fail(err, SALVO_STOPPED, "the other parts are needed for the answers");
    return status;
}

void study_free(study *s)
{
    for (unsigned i = 0; s->findings && i < s->experiment->jobs_count; i++) {
        context_free(&s->findings[i].context);
        json_decref(s->findings[i].json);
    }
    memset(s, 0, sizeof *s);
}
