/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The appendix command, the only one whose -o is a folder or a file. So this file opens its outputs, not the command
 * line. */
#include <string.h>
#include <sys/stat.h>

#include "answers/appendix_report.h"
#include "base/try.h"
#include "cli/books.h"
#include "cli/commands.h"
#include "cli/picture.h"
#include "data/file.h"

/* The pictures of an appendix for one output, with their bytes. */
typedef struct pictures {
    appendix_picture *of;
    salvo_text *bytes;
    placed_picture *shown;
    size_t n;
} pictures;

/* A picture has the name of its table, as the file of a table does. */
static salvo_status draw(context *x, size_t at, const salvo_appendix *a, pictures *all, size_t i, salvo_error *err)
{
    char name[SALVO_TABLE_NAME_MAX];
    const char *kept;
    chart c;
    salvo_status status = chart_init(&c, CHART_LINES, err);

    salvo_appendix_table_name(name, a, all->of[i].entry, all->of[i].grid);
    kept = salvo_arena_text(x->memory, name);
    if (status == SALVO_OK && kept) {
        appendix_draw(&c, a, &all->of[i]);
        status = chart_check(&c, err);
    }
    if (status == SALVO_OK)
        status = kept ? picture_place(x, at, kept, &c, &all->bytes[i], &all->shown[i], err) : salvo_fail_memory(err);
    /* The title alone does not identify one of several tables. The chart itself is freed. */
    all->shown[i].title =
        salvo_arena_printf(x->memory, "%s%s%s", c.title, c.subtitle && *c.subtitle ? ": " : "", c.subtitle);
    chart_free(&c);
    return status;
}

static salvo_status draw_all(context *x, size_t at, const salvo_appendix *a, pictures *all, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    all->bytes = salvo_arena_array(x->memory, all->n, sizeof *all->bytes);
    all->shown = salvo_arena_array(x->memory, all->n, sizeof *all->shown);
    if (!all->bytes || !all->shown)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < all->n && status == SALVO_OK; i++)
        status = draw(x, at, a, all, i, err);
    return status;
}

/* Pictures beside the document are added outputs, which can move the array. So the stream is looked up again. */
static salvo_status print(context *x, size_t at, const salvo_appendix *a, salvo_error *err)
{
    const salvo_format format = x->outputs.at[at].format;
    pictures all = {.n = 0};
    salvo_status status;

    all.of = appendix_pictures(a, x->memory, &all.n);
    if (!all.of)
        return salvo_fail_memory(err);
    if (all.n == 0 || !picture_has_place(x, at))
        return salvo_report_appendix(x->outputs.at[at].stream, format, a, err);
    status = draw_all(x, at, a, &all, err);
    if (status == SALVO_OK)
        status = appendix_report(x->outputs.at[at].stream, format, a, all.shown, err);
    for (size_t i = 0; i < all.n && all.bytes; i++)
        salvo_text_free(&all.bytes[i]);
    return status;
}

/* Adds a file, open for writing. */
static salvo_status add_file(context *x, const char *name, salvo_format format, FILE **out, salvo_error *err)
{
    const char *path = salvo_arena_printf(x->memory, "%s/%s.%s", x->options.output, name, outputs_ending(format));

    TRY(path ? outputs_add(&x->outputs, path, format, err) : salvo_fail_memory(err));
    /* The stream keeps its address when the array of outputs moves. */
    *out = x->outputs.at[x->outputs.n - 1].stream;
    return SALVO_OK;
}

static salvo_status write_index(context *x, const salvo_appendix *a, salvo_error *err)
{
    FILE *out;

    TRY(add_file(x, "README", (salvo_format){.kind = SALVO_MARKDOWN}, &out, err));
    return salvo_report_appendix_index(out, a, err);
}

static salvo_status write_table(context *x, const salvo_appendix *a, size_t entry, size_t table, salvo_error *err)
{
    FILE *out;
    char name[SALVO_TABLE_NAME_MAX];

    salvo_appendix_table_name(name, a, entry, table);
    TRY(add_file(x, name, (salvo_format){.kind = SALVO_CSV}, &out, err));
    return salvo_report_appendix_table(out, a, entry, table, err);
}

/* Writes a file for each table, and a list of them. */
static salvo_status write_tables(context *x, const salvo_appendix *a, salvo_error *err)
{
    salvo_status status = write_index(x, a, err);

    for (size_t i = 0; i < a->n_entries; i++)
        for (size_t k = 0; k < a->entries[i].n_grids + a->entries[i].n_lists && status == SALVO_OK; k++)
            status = write_table(x, a, i, k, err);
    return status;
}

static salvo_status write_folder(context *x, const salvo_appendix *a, salvo_error *err)
{
    FILE *out;
    salvo_format format = x->options.format;

    /* A CSV file holds one table; every other format holds them all. */
    if (format.kind == SALVO_CSV)
        return write_tables(x, a, err);
    TRY(add_file(x, "appendix", format, &out, err));
    return print(x, x->outputs.n - 1, a, err);
}

/* The place that -o names. */
typedef struct place {
    enum { STDOUT, FOLDER, ONE_FILE } kind;
    salvo_format format; /* of a single file: its name decides */
} place;

static bool is_folder(const char *path)
{
    struct stat found;

    /* A slash at the end means a folder, which may not exist yet. */
    return path[strlen(path) - 1] == '/' || (stat(path, &found) == 0 && S_ISDIR(found.st_mode));
}

/* A name with an ending is a file's, and the ending must be a format's. */
static salvo_status find_place(place *p, const options *o, salvo_error *err)
{
    const char *slash = o->output ? strrchr(o->output, '/') : NULL, *name = slash ? slash + 1 : o->output;

    *p = (place){.kind = o->output ? FOLDER : STDOUT, .format = o->format};
    /* A dot at the beginning makes a hidden file; it is not an ending. */
    if (!o->output || is_folder(o->output) || !strchr(name + strspn(name, "."), '.'))
        return SALVO_OK;
    TRY(outputs_format(o->output, &p->format, err));
    /* Either can be the mistake. */
    if (o->format_name && o->format.kind != p->format.kind)
        return salvo_fail(err, SALVO_BAD_INPUT, "--format %s and -o %s name two formats; give one of them",
                          o->format_name, o->output);
    p->kind = ONE_FILE;
    return SALVO_OK;
}

/* The first output is stdout, which stays empty if the answer goes elsewhere. After it are the outputs of --also. */
static salvo_status print_summary(context *x, const place *p, const salvo_appendix *a, salvo_error *err)
{
    const size_t n = x->outputs.n; /* pictures are added after them */
    salvo_status status = x->keeps ? appendix_keep(x->keeps, x->options.format, a, err) : SALVO_OK;

    for (size_t i = p->kind == STDOUT ? 0 : 1; i < n && status == SALVO_OK; i++)
        status = print(x, i, a, err);
    if (status != SALVO_OK || p->kind == STDOUT)
        return status;
    if (p->kind == FOLDER)
        return write_folder(x, a, err);
    TRY(outputs_add(&x->outputs, x->options.output, p->format, err));
    return print(x, x->outputs.n - 1, a, err);
}

static salvo_status make(context *x, const place *p, const salvo_rulebook *book, salvo_error *err)
{
    const options *o = &x->options;
    salvo_appendix appendix;
    salvo_status status;

    TRY(salvo_appendix_make(&appendix, book, o->names.n ? o->names.text[0] : NULL, &o->approach, err));
    /* Half an appendix would look complete in print, so an interrupted one writes nothing. */
    status = appendix.interrupted ? salvo_fail(err, SALVO_STOPPED, "the appendix was interrupted")
                                  : print_summary(x, p, &appendix, err);
    salvo_appendix_free(&appendix);
    return status;
}

/* A folder for an appendix. */
typedef struct appendix_folder {
    const context *x;
    const salvo_rulebook *book;
} appendix_folder;

/* The index of the tables replaces no other README.md. An index begins with the rulebook's title. */
static salvo_status check_index(const void *of, salvo_error *err)
{
    const appendix_folder *f = of;
    const char *path = salvo_arena_printf(f->x->memory, "%s/README.md", f->x->options.output);
    const char *beginning = salvo_arena_printf(f->x->memory, "# %s: ", f->book->store.title);
    char *bytes;
    size_t n;

    if (!path || !beginning)
        return salvo_fail_memory(err);
    if (f->x->options.format.kind != SALVO_CSV || !salvo_file_is_there(path) ||
        (salvo_file_read(path, f->x->memory, &bytes, &n, NULL) == SALVO_OK &&
         strncmp(bytes, beginning, strlen(beginning)) == 0))
        return SALVO_OK;
    return salvo_fail_at(err, SALVO_BAD_INPUT, f->x->options.output, 0, 0,
                         "README.md exists and is not an index of such tables; move it, or name another folder (-o)");
}

/* Called before the tables are computed. */
static salvo_status check_place(context *x, const place *p, const salvo_rulebook *book, salvo_error *err)
{
    const appendix_folder folder = {x, book};

    if (p->kind == STDOUT)
        return SALVO_OK;
    return p->kind == FOLDER ? context_claim(x, x->options.output, check_index, &folder, err)
                             : context_check_file(x, x->options.output, err);
}

static salvo_status run(context *x, salvo_error *err)
{
    const options *o = &x->options;
    place p;
    salvo_rulebook book;
    /* Report a wrong ending before all tables are computed. */
    salvo_status status;

    TRY(find_place(&p, o, err));
    if (o->names.n > 1 || o->parameters.n)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "an appendix needs one list or one rulebook, as in salvo appendix -r mad, or salvo "
                          "appendix my-list.yaml -r mad");
    TRY(book_open_named(&book, x, err));
    status = check_place(x, &p, &book, err);
    if (status == SALVO_OK)
        status = make(x, &p, &book, err);
    salvo_rulebook_close(&book);
    return status;
}

const command APPENDIX_COMMAND = {
    .name = "appendix",
    .usage = "[LIST.yaml] -r ID [-o PLACE]",
    .help = "write the tables for a rulebook's back pages",
    .more =
        "  salvo appendix -r mad -o appendix.tex                a document that compiles as it is\n"
        "  salvo appendix -r mad -o appendix.xlsx               a worksheet for each table\n"
        "  salvo appendix -r mad --format csv -o tables         a folder with a file for each table, and an index\n"
        "LIST.yaml says what the appendix contains; docs/appendix.md describes it. Without LIST.yaml, salvo takes\n"
        "the appendix.yaml beside the rulebook's tables. In a folder, CSV has a file for each table, as printed. All\n"
        "other formats are one file. CSV and JSON in one file, or on standard output, are in long form.",
    .takes = TAKES_RULESET | TAKES_METHOD | TAKES_DATA | TAKES_SET | TAKES_PLACE,
    .run = run,
};
