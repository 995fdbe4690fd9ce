/* What a study leaves behind: its report, and its manifest. */
#include <stdlib.h>
#include <string.h>

#include <salvo/salvo.h>

#include "base/hash.h"
#include "cli/books.h"
#include "cli/study.h"
#include "report/json.h"

enum { REPORT, DOCUMENT, FIRST_KEPT };

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

static bool ends_in(const char *path, const char *ending)
{
    size_t length = strlen(path), n = strlen(ending);

    return length >= n && strcmp(path + length - n, ending) == 0;
}

static bool is_picture(const char *path)
{
    return ends_in(path, ".svg") || ends_in(path, ".png");
}

/* ---- the report ------------------------------------------------------------------------------------------------------------ */

/* Copies the answer one level of headings deeper, with at most `rows` rows of each table. */
static void put_answer(FILE *out, const char *text, long rows)
{
    long row = 0;

    while (*text) {
        size_t length = strcspn(text, "\n");

        row = *text == '|' ? row + 1 : 0;
        if (row <= rows + 2)
            fprintf(out, "%s%.*s\n", *text == '#' ? "#" : "", (int)length, text);
        else if (row == rows + 3)
            fputs("\n*... and more, in the files below.*\n", out);
        text += length + (text[length] == '\n');
    }
}

static void put_files(FILE *out, const finding *f)
{
    bool any = false;

    for (size_t i = FIRST_KEPT; i < f->answers.n; i++) {
        const char *name = file_name(f->answers.at[i].path);

        if (is_picture(name))
            continue;
        fprintf(out, "%s[%s](%s)", any ? ", " : "Files: ", name, name);
        any = true;
    }
    fputs(any ? "\n\n" : "", out);
}

/* Whether it could be drawn here or not: the report is the same everywhere. */
static void put_picture(FILE *out, const finding *f)
{
    if (f->has_chart)
        fprintf(out, "![%s](%s.svg)\n\n", f->job->title, f->job->name);
}

static void put_finding(FILE *out, const finding *f)
{
    const char *rows = f->job->rows;

    fprintf(out, "## %s\n\n", f->job->title);
    if (f->job->text)
        fprintf(out, "%s\n\n", f->job->text);
    fprintf(out, "    %s\n\n", f->command);
    put_picture(out, f);
    if (!rows || strcmp(rows, "none") != 0)
        put_answer(out, f->answers.at[REPORT].bytes, rows ? strtol(rows, NULL, 10) : 1000000);
    fputc('\n', out);
    put_files(out, f);
}

static salvo_status write_report(const study *s, outlets *to, salvo_error *err)
{
    const experiment *x = s->experiment;
    const char *path = salvo_arena_printf(s->memory, "%s/README.md", s->folder);
    salvo_status status =
        path ? outlets_add(to, path, (salvo_format){.kind = SALVO_MARKDOWN}, err) : salvo_fail_memory(err);
    FILE *out;

    if (status != SALVO_OK)
        return status;
    out = to->at[to->n - 1].stream;
    fprintf(out, "# %s\n\n*%s*\n\n", x->title, x->question);
    if (x->text)
        fprintf(out, "%s\n\n", x->text);
    for (unsigned i = 0; i < x->jobs_count; i++)
        put_finding(out, &s->findings[i]);
    fprintf(out,
            "---\n\nMade by `salvo run %s`, salvo %s; [manifest.json](manifest.json) has the data's and the files'\n"
            "hashes. The same program, data and seeds make the same files.\n",
            s->path, salvo_version());
    return SALVO_OK;
}

/* ---- the manifest ----------------------------------------------------------------------------------------------------------- */

static json_t *hash_json(uint64_t hash)
{
    char text[20];

    snprintf(text, sizeof text, "%016llx", (unsigned long long)hash);
    return json_string(text);
}

static json_t *files_json(const finding *f)
{
    json_t *files = json_array();

    for (size_t i = FIRST_KEPT; i < f->answers.n; i++) {
        const outlet *at = &f->answers.at[i];
        json_t *file;

        /* Pictures differ from one gnuplot to the next; what they show stands in the other files. */
        if (is_picture(at->path))
            continue;
        file = json_object();
        json_object_set_new(file, "file", json_string(file_name(at->path)));
        json_object_set_new(file, "hash", hash_json(salvo_hash(SALVO_HASH, at->bytes, at->length)));
        json_array_append_new(files, file);
    }
    return files;
}

/* How the numbers came about is in the answer's JSON, where that is one object. */
static json_t *job_json(const finding *f)
{
    static const char *const KEYS[] = {"method", "trials", "seed", "stopped_by", "counts_hash"};
    json_t *object = json_object();

    json_object_set_new(object, "job", json_string(f->job->name));
    json_object_set_new(object, "command", json_string(f->command));
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++) {
        json_t *value = json_object_get(f->json, KEYS[i]);

        if (value)
            json_object_set(object, KEYS[i], value);
    }
    json_object_set_new(object, "files", files_json(f));
    return object;
}

static salvo_status data_json(const study *s, const options *o, json_t *data, salvo_error *err)
{
    for (size_t k = 0; k < SALVO_N_RULESETS; k++) {
        salvo_rulebook book;
        salvo_status status;
        json_t *object;

        if (!(s->rulesets >> k & 1))
            continue;
        status = book_open(&book, o, SALVO_RULESETS[k], err);
        if (status != SALVO_OK)
            return status;
        object = json_object();
        json_object_set_new(object, "ruleset", json_string(SALVO_RULESETS[k]->id));
        json_object_set_new(object, "hash", hash_json(book.store.hash));
        json_array_append_new(data, object);
        salvo_rulebook_close(&book);
    }
    return SALVO_OK;
}

static salvo_status write_manifest(const study *s, const options *o, outlets *to, salvo_error *err)
{
    const char *path = salvo_arena_printf(s->memory, "%s/manifest.json", s->folder);
    const char *command = salvo_arena_printf(s->memory, "salvo run %s", s->path);
    salvo_status status =
        path && command ? outlets_add(to, path, (salvo_format){.kind = SALVO_JSON}, err) : salvo_fail_memory(err);
    json_t *document, *data, *jobs;

    if (status != SALVO_OK)
        return status;
    document = json_object();
    data = json_array();
    jobs = json_array();
    json_object_set_new(document, "study", json_string(s->name));
    json_object_set_new(document, "question", json_string(s->experiment->question));
    json_object_set_new(document, "salvo", json_string(salvo_version()));
    json_object_set_new(document, "command", json_string(command));
    json_object_set_new(document, "data", data);
    json_object_set_new(document, "jobs", jobs);
    for (unsigned i = 0; i < s->experiment->jobs_count; i++)
        json_array_append_new(jobs, job_json(&s->findings[i]));
    status = data_json(s, o, data, err);
    if (status != SALVO_OK) {
        json_decref(document);
        return status;
    }
    return json_write(to->at[to->n - 1].stream, document, err);
}

/* ---- all of it ---------------------------------------------------------------------------------------------------------------- */

salvo_status study_tell(study *s, const options *o, outlets *to, salvo_error *err)
{
    salvo_status status = write_report(s, to, err);

    if (status == SALVO_OK)
        status = write_manifest(s, o, to, err);
    for (unsigned i = 0; i < s->experiment->jobs_count; i++)
        for (size_t k = FIRST_KEPT; k < s->findings[i].answers.n && status == SALVO_OK; k++)
            status = outlets_take(to, &s->findings[i].answers.at[k], err);
    return status;
}
