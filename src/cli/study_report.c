/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the report and the manifest of a study. */
#include <stdlib.h>
#include <string.h>

#include <salvo/salvo.h>

#include "base/hash.h"
#include "cli/finished.h"
#include "cli/study.h"
#include "document/json.h"

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

/* Copies the answer one level of headings deeper, with at most `rows` rows of each table. */
static void put_answer(FILE *out, const char *text, long rows)
{
    long row = 0;

    while (*text) {
        size_t length = strcspn(text, "\n");

        /* The first two lines of a Markdown table are its head and its rule. */
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

    for (size_t i = JOB_KEPT; i < f->context.outputs.n; i++) {
        const char *name = file_name(f->context.outputs.at[i].path);

        if (is_picture(name))
            continue;
        fprintf(out, "%s[%s](%s)", any ? ", " : "Files: ", name, name);
        any = true;
    }
    fputs(any ? "\n\n" : "", out);
}

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
        put_answer(out, f->context.outputs.at[JOB_REPORT].bytes, rows ? strtol(rows, NULL, 10) : 1000000);
    fputc('\n', out);
    put_files(out, f);
}

static salvo_status write_report(const study *s, outputs *to, salvo_error *err)
{
    const experiment *x = s->experiment;
    const char *path = salvo_arena_printf(s->memory, "%s/README.md", s->folder);
    salvo_status status =
        path ? outputs_add(to, path, (salvo_format){.kind = SALVO_MARKDOWN}, err) : salvo_fail_memory(err);
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
            "---\n\n" STUDY_SIGN "%s`, salvo %s; [manifest.json](manifest.json) has the hashes of the data and\n"
            "the files. The same program, data and seeds make the same files.\n",
            s->path, salvo_version());
    return SALVO_OK;
}

static salvo_status write_page(const study *s, outputs *to, salvo_error *err)
{
    const char *path = salvo_arena_printf(s->memory, "%s/report.html", s->folder);
    salvo_status status =
        path ? outputs_add(to, path, (salvo_format){.kind = SALVO_HTML}, err) : salvo_fail_memory(err);

    if (status != SALVO_OK)
        return status;
    study_page(s, to->at[to->n - 1].stream);
    return SALVO_OK;
}

static json_t *hash_json(uint64_t hash)
{
    char text[20];

    /* As text: many JSON readers store numbers as doubles, which lose digits of 64 bits. */
    snprintf(text, sizeof text, "%016llx", (unsigned long long)hash);
    return json_string(text);
}

static json_t *files_json(const finding *f)
{
    json_t *files = json_array();

    for (size_t i = JOB_KEPT; i < f->context.outputs.n; i++) {
        const output *at = &f->context.outputs.at[i];
        json_t *file;

        /* The file of its numbers has the content of a picture. */
        if (is_picture(at->path))
            continue;
        file = json_object();
        json_put(&file, "file", json_string(file_name(at->path)));
        json_put(&file, "hash", hash_json(salvo_hash(SALVO_HASH, at->bytes, at->length)));
        json_push(&files, file);
    }
    return files;
}

/* Adds each entry once. */
static void add_tables(json_t **to, const tables_used *tables)
{
    for (const tables_used *t = tables; t; t = t->next) {
        json_t *object = json_object(), *other;
        size_t i;
        bool known = false;

        json_put(&object, "ruleset", json_string(t->ruleset));
        if (t->folder)
            json_put(&object, "folder", json_string(t->folder));
        json_put(&object, "hash", hash_json(t->hash));
        json_array_foreach (*to, i, other)
            known = known || json_equal(object, other);
        if (known)
            json_decref(object);
        else
            json_push(to, object);
    }
}

static json_t *rules_json(const changed_rules *rules)
{
    json_t *told = json_array();

    for (size_t i = 0; i < rules->n; i++)
        json_push(&told, json_string(rules->at[i]));
    return told;
}

/* The answer's JSON says how its numbers were computed, if it is one object. */
static json_t *job_json(const finding *f)
{
    static const char *const KEYS[] = {"method", "trials", "seed", "stopped_by", "counts_hash"};
    json_t *object = json_object(), *data = json_array();

    json_put(&object, "job", json_string(f->job->name));
    json_put(&object, "command", json_string(f->command));
    add_tables(&data, f->context.tables);
    json_put(&object, "data", data);
    if (f->context.rules.n)
        json_put(&object, "changed_rules", rules_json(&f->context.rules));
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++) {
        json_t *value = json_object_get(f->json, KEYS[i]);

        if (value)
            json_put(&object, KEYS[i], json_incref(value));
    }
    json_put(&object, "files", files_json(f));
    return object;
}

static salvo_status write_manifest(const study *s, outputs *to, salvo_error *err)
{
    const char *path = salvo_arena_printf(s->memory, "%s/manifest.json", s->folder);
    const char *command = salvo_arena_printf(s->memory, "salvo run %s", s->path);
    salvo_status status =
        path && command ? outputs_add(to, path, (salvo_format){.kind = SALVO_JSON}, err) : salvo_fail_memory(err);
    json_t *document, *data, *jobs;

    if (status != SALVO_OK)
        return status;
    document = json_object();
    data = json_array();
    jobs = json_array();
    json_put(&document, "study", json_string(s->name));
    json_put(&document, "question", json_string(s->experiment->question));
    json_put(&document, "salvo", json_string(salvo_version()));
    json_put(&document, "command", json_string(command));
    for (unsigned i = 0; i < s->experiment->jobs_count; i++) {
        json_push(&jobs, job_json(&s->findings[i]));
        add_tables(&data, s->findings[i].context.tables);
    }
    json_put(&document, "data", data);
    json_put(&document, "jobs", jobs);
    return json_write(to->at[to->n - 1].stream, document, err);
}

/* Moves the kept files of one job. */
static salvo_status take_files(finding *f, context *x, salvo_error *err)
{
    outputs *from = &f->context.outputs;
    salvo_status status = SALVO_OK;

    for (size_t k = JOB_KEPT; k < from->n && status == SALVO_OK; k++)
        status = outputs_take(&x->outputs, &from->at[k], err);
    return status;
}

/* The manifest describes the jobs' files, so it is written before they are moved, and it follows them. */
static salvo_status take_all(study *s, context *x, outputs *manifest, salvo_error *err)
{
    salvo_status status = write_manifest(s, manifest, err);

    for (unsigned i = 0; i < s->experiment->jobs_count && status == SALVO_OK; i++)
        status = take_files(&s->findings[i], x, err);
    return status == SALVO_OK ? outputs_take(&x->outputs, &manifest->at[0], err) : status;
}

salvo_status study_tell(study *s, context *x, salvo_error *err)
{
    outputs manifest = {.n = 0};
    salvo_status status = write_report(s, &x->outputs, err);

    if (status == SALVO_OK && s->has_page)
        status = write_page(s, &x->outputs, err);
    if (status == SALVO_OK)
        status = take_all(s, x, &manifest, err);
    outputs_free(&manifest);
    return status;
}
