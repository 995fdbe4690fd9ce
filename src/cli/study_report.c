/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the report and the manifest of a study. */
#include <stdlib.h>
#include <string.h>

#include <salvo/salvo.h>

#include "base/hash.h"
#include "base/try.h"
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

/* Adds links to the files of a job. Pictures are shown instead. */
static void add_files(page *p, const finding *f, salvo_arena *memory)
{
    const outputs *files = &f->context.outputs;
    span *spans = salvo_arena_array(memory, 2 * files->n + 1, sizeof *spans);
    size_t n = 0;

    if (!spans)
        p->failed = true;
    for (size_t i = 0; spans && i < files->n; i++) {
        const char *name = file_name(files->at[i].path);

        if (is_picture(name))
            continue;
        spans[n] = (span){SPAN_WORDS, n ? ", " : "Files: "};
        spans[n + 1] = (span){SPAN_FILE, name};
        n += 2;
    }
    if (n)
        page_spans(p, spans, n);
}

static void add_picture(page *p, finding *f)
{
    const outputs *files = &f->context.outputs;

    for (size_t i = 0; i < files->n; i++) {
        const output *at = &files->at[i];

        if (!ends_in(at->path, ".svg"))
            continue;
        f->picture = (placed_picture){
            .title = f->job->title, .file = file_name(at->path), .bytes = at->bytes, .length = at->length};
        page_picture(p, &f->picture);
    }
}

static void add_finding(page *p, finding *f, salvo_arena *memory)
{
    const char *rows = f->job->rows;

    page_heading(p, "%s", f->job->title);
    if (f->job->text)
        page_authored(p, f->job->text);
    page_code(p, f->command);
    add_picture(p, f);
    if (!rows || strcmp(rows, "none") != 0)
        page_append(p, &f->answer.page, rows ? (size_t)strtol(rows, NULL, 10) : SIZE_MAX);
    add_files(p, f, memory);
}

/* The last paragraph begins with STUDY_SIGN, by which a folder is known as a study's. */
static void add_origin(page *p, const study *s)
{
    const span origin[] = {
        {SPAN_WORDS, "Made by "},
        {SPAN_CODE, salvo_arena_printf(s->memory, "salvo run %s", s->path)},
        {SPAN_WORDS, salvo_arena_printf(s->memory, ", salvo %s; ", salvo_version())},
        {SPAN_FILE, "manifest.json"},
        {SPAN_WORDS,
         " has the hashes of the data and the files. The same program, data and seeds make the same files."},
    };

    page_spans(p, origin, sizeof origin / sizeof *origin);
}

static void add_study(page *p, study *s)
{
    const experiment *x = s->experiment;

    page_heading_at(p, 1, "%s", x->title);
    page_spans(p, &(span){SPAN_EMPHASIS, x->question}, 1);
    if (x->text)
        page_authored(p, x->text);
    for (unsigned i = 0; i < x->jobs_count; i++)
        add_finding(p, &s->findings[i], s->memory);
    add_origin(p, s);
}

static salvo_status write_page(const study *s, page *p, const char *name, salvo_format_kind kind, outputs *to,
                               salvo_error *err)
{
    const salvo_format format = {.kind = kind};
    const char *path = salvo_arena_printf(s->memory, "%s/%s", s->folder, name);

    TRY(path ? outputs_add(to, path, format, err) : salvo_fail_memory(err));
    return page_write(to->at[to->n - 1].stream, format, p, err);
}

static salvo_status write_report(study *s, outputs *to, salvo_error *err)
{
    page p;
    salvo_status status;

    page_begin(&p, (salvo_format){.kind = SALVO_MARKDOWN});
    add_study(&p, s);
    status = write_page(s, &p, "README.md", SALVO_MARKDOWN, to, err);
    if (status == SALVO_OK && s->has_page)
        status = write_page(s, &p, "report.html", SALVO_HTML, to, err);
    page_free(&p);
    return status;
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

    for (size_t i = 0; i < f->context.outputs.n; i++) {
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
        json_t *value = json_object_get(f->answer.document, KEYS[i]);

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

    for (size_t k = 0; k < from->n && status == SALVO_OK; k++)
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

    if (status == SALVO_OK)
        status = take_all(s, x, &manifest, err);
    outputs_free(&manifest);
    return status;
}
