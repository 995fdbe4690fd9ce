/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/named_files.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "cli/deliver.h"
#include "cli/option_table.h"
#include "cli/outputs.h"

/* With these bits, -o names a folder, or the command finds out what it names. */
enum { TAKES_OTHERS = TAKES_FOLDER | TAKES_PLACE };

/* Endings of files that salvo does not write: no program could open salvo's text under such a name. Other endings that
 * are no format's, as in "notes.out" or "run-1.2", mean nothing. */
static const char *const FOREIGN[] = {
    "pdf", "ps",  "eps", "doc",  "docx", "odt", "rtf", "ppt", "pptx", "odp", "xls", "xlsm",   "xlsb",
    "ods", "tsv", "xml", "yaml", "yml",  "zip", "gz",  "bz2", "xz",   "zst", "db",  "sqlite", "parquet",
};
static const char *const PICTURES[] = {"svg", "png", "jpg", "jpeg", "gif", "webp", "bmp", "tif", "tiff"};

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static bool is_among(const char *const *endings, size_t n, const char *ending)
{
    for (size_t i = 0; i < n; i++)
        if (strcasecmp(endings[i], ending) == 0)
            return true;
    return false;
}

/* Returns what follows the last dot of the file's own name; "": nothing. */
static const char *ending_of(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');

    return dot && dot > name ? dot + 1 : "";
}

static bool is_folder(const char *path)
{
    struct stat found;

    return stat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

static bool is_foreign(const char *path)
{
    return is_among(FOREIGN, COUNT_OF(FOREIGN), ending_of(path)) ||
           is_among(PICTURES, COUNT_OF(PICTURES), ending_of(path));
}

/* Whether the name is that of a document, a picture or a table, which no folder has. */
static bool is_files(const char *path)
{
    salvo_format format;

    return is_foreign(path) || outputs_format(path, &format, NULL) == SALVO_OK;
}

/* Refuses a file whose name ends in no format. For a picture's ending, the message proposes --chart. */
static salvo_status read_format(const char *path, salvo_format *format, uint64_t takes, salvo_error *err)
{
    salvo_error why;
    const char *ending = ending_of(path);
    const salvo_status status = outputs_format(path, format, &why);

    if (status == SALVO_OK)
        return SALVO_OK;
    if (takes & TAKES_CHART && is_among(PICTURES, COUNT_OF(PICTURES), ending))
        return salvo_fail(err, status, "%s; --chart %s draws a picture", why.text,
                          strcasecmp(ending, "svg") == 0 || strcasecmp(ending, "png") == 0 ? path : "FILE.svg");
    return salvo_fail(err, status, "%s", why.text);
}

/* An ending without a meaning leaves the format unchanged; --format has precedence over it. */
static salvo_status read_answer(options *o, uint64_t takes, salvo_error *err)
{
    salvo_format format = o->format;
    const salvo_status status = read_format(o->output, &format, takes, err);

    if (status == SALVO_OK && !o->format_name)
        o->format.kind = format.kind;
    return is_foreign(o->output) ? status : SALVO_OK;
}

static salvo_status read_also(const options *o, uint64_t takes, salvo_error *err)
{
    salvo_format format;
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < o->also.n && status == SALVO_OK; i++)
        status = read_format(o->also.text[i], &format, takes, err);
    return status;
}

static salvo_status read_page(const options *o, salvo_error *err)
{
    salvo_format format = {.kind = SALVO_HTML};

    outputs_format(o->output, &format, NULL);
    if (format.kind == SALVO_HTML && !is_foreign(o->output))
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT, "-o %s: the page is HTML; name a file that ends in .html", o->output);
}

static salvo_status read_folder(const options *o, salvo_error *err)
{
    if (!is_files(o->output) || is_folder(o->output))
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT,
                      "-o %s: a study is a folder; name one, as in -o results/tiger (--format html writes report.html "
                      "into it)",
                      o->output);
}

static salvo_status read_output(options *o, uint64_t takes, salvo_error *err)
{
    if (!o->output || takes & TAKES_PLACE)
        return SALVO_OK;
    if (takes & TAKES_FOLDER)
        return read_folder(o, err);
    return takes & TAKES_FILE ? read_page(o, err) : read_answer(o, takes, err);
}

/* The export is a CSV file of the units' table, or a file of the differences. */
static salvo_status read_export(const options *o, salvo_error *err)
{
    const char *path = o->export_units;
    salvo_format format = {.kind = SALVO_CSV};

    if (!path || !is_files(path) || (outputs_format(path, &format, NULL) == SALVO_OK && format.kind == SALVO_CSV))
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT,
                      "--export-units %s: the units' table is a CSV file; name a file that ends in .csv, or in "
                      ".diff for its changes alone",
                      path);
}

/* A file, and the option that names it. */
typedef struct named {
    const option *by;
    const char *path;
} named;

/* Two options may occur several times. */
enum { NAMED_MAX = 2 * WORDS_MAX + 2 };

typedef struct named_list {
    named at[NAMED_MAX];
    size_t n;
} named_list;

static void list_named(named_list *files, const options *o, uint64_t takes)
{
    files->n = 0;
    for (const option *known = option_next(NULL, takes); known; known = option_next(known, takes)) {
        const void *member = (const char *)o + known->offset;
        const list *several = member;
        const size_t n = known->role != OPTION_FILE ? 0 : known->kind == LIST ? several->n : 1;

        for (size_t i = 0; i < n && files->n < NAMED_MAX; i++) {
            const char *path = known->kind == LIST ? several->text[i] : *(const char *const *)member;

            if (path)
                files->at[files->n++] = (named){known, path};
        }
    }
}

/* Of two answers in one file, one would be lost without a message. A path that is not a file, such as /dev/null, may
 * take both. Paths are compared as typed, so two spellings of one file are not detected. */
static salvo_status refuse_twins(const named_list *files, salvo_error *err)
{
    struct stat found;

    for (size_t i = 0; i < files->n; i++)
        for (size_t k = 0; k < i; k++) {
            const named *one = &files->at[k], *other = &files->at[i];

            if (strcmp(one->path, other->path) != 0 ||
                (stat(one->path, &found) == 0 && !S_ISREG(found.st_mode) && !S_ISDIR(found.st_mode)))
                continue;
            if (one->by == other->by)
                return salvo_fail(err, SALVO_BAD_INPUT, "%s %s is given twice; give it once", one->by->name, one->path);
            return salvo_fail(err, SALVO_BAD_INPUT, "%s and %s name the same file, '%s'; give each its own",
                              one->by->name, other->by->name, one->path);
        }
    return SALVO_OK;
}

salvo_status named_files_read(options *o, uint64_t takes, salvo_error *err)
{
    named_list files;
    salvo_status status = read_output(o, takes, err);

    if (status == SALVO_OK)
        status = read_also(o, takes, err);
    if (status == SALVO_OK)
        status = read_export(o, err);
    if (status != SALVO_OK)
        return status;
    list_named(&files, o, takes);
    return refuse_twins(&files, err);
}

salvo_status named_files_check(const options *o, uint64_t takes, salvo_error *err)
{
    named_list files;
    salvo_status status = SALVO_OK;

    list_named(&files, o, takes);
    for (size_t i = 0; i < files.n && status == SALVO_OK; i++)
        if (files.at[i].by->takes & ~(uint64_t)TAKES_OTHERS)
            status = deliver_check(files.at[i].path, err);
    return status;
}
