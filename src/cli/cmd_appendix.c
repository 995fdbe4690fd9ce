#include <string.h>

#include "base/arena.h"
#include "cli/books.h"
#include "cli/commands.h"
#include "cli/outlets.h"
#include "cli/watch.h"

/* One more file, open to be written. */
static salvo_status add_file(outlets *to, const char *folder, const char *name, salvo_format format, FILE **out,
                             salvo_error *err)
{
    salvo_arena *memory = salvo_arena_new();
    const char *path = memory ? salvo_arena_printf(memory, "%s/%s.%s", folder, name, outlets_ending(format)) : NULL;
    salvo_status status = path ? outlets_add(to, path, format, err) : salvo_fail_memory(err);

    salvo_arena_free(memory);
    if (status == SALVO_OK)
        *out = to->at[to->n - 1].stream;
    return status;
}

/* A file for each table, and a list of them. */
static salvo_status write_tables(outlets *to, const char *folder, const salvo_appendix *a, salvo_error *err)
{
    FILE *out;
    salvo_status status = add_file(to, folder, "README", (salvo_format){.kind = SALVO_MARKDOWN}, &out, err);

    if (status == SALVO_OK)
        status = salvo_report_appendix_index(out, a, err);
    for (size_t i = 0; i < a->n_entries; i++)
        for (size_t k = 0; k < a->entries[i].n_grids + a->entries[i].n_lists && status == SALVO_OK; k++) {
            char name[SALVO_TABLE_NAME_MAX];

            salvo_appendix_table_name(name, a, i, k);
            status = add_file(to, folder, name, (salvo_format){.kind = SALVO_CSV}, &out, err);
            if (status == SALVO_OK)
                status = salvo_report_appendix_table(out, a, i, k, err);
        }
    return status;
}

static salvo_status write_folder(const options *o, const salvo_appendix *a, salvo_error *err)
{
    FILE *out;
    salvo_status status = outlets_folder(o->outlets, o->output, err);

    if (status != SALVO_OK || o->format.kind == SALVO_CSV)
        return status == SALVO_OK ? write_tables(o->outlets, o->output, a, err) : status;
    status = add_file(o->outlets, o->output, "appendix", o->format, &out, err);
    return status == SALVO_OK ? salvo_report_appendix(out, o->format, a, err) : status;
}

/* -o FILE.tex: the name says the format. */
static salvo_status write_file(const options *o, salvo_format format, const salvo_appendix *a, salvo_error *err)
{
    salvo_status status;

    if (o->format_name && o->format.kind != format.kind)
        return salvo_fail(err, SALVO_BAD_INPUT, "--format %s and -o %s are two formats; give one of them",
                          o->format_name, o->output);
    status = outlets_add(o->outlets, o->output, format, err);
    if (status != SALVO_OK)
        return status;
    return salvo_report_appendix(o->outlets->at[o->outlets->n - 1].stream, format, a, err);
}

static salvo_status tell(const options *o, const salvo_appendix *a, salvo_error *err)
{
    salvo_format format = o->format;
    salvo_error none;
    salvo_status status = SALVO_OK;

    for (size_t i = o->output ? 1 : 0; i < o->outlets->n && status == SALVO_OK; i++)
        status = salvo_report_appendix(o->outlets->at[i].stream, o->outlets->at[i].format, a, err);
    if (!o->output || status != SALVO_OK)
        return status;
    if (outlets_format(o->output, &format, &none) == SALVO_OK)
        return write_file(o, format, a, err);
    return write_folder(o, a, err);
}

static salvo_status run(const options *o, salvo_error *err)
{
    salvo_rulebook book;
    salvo_appendix appendix;
    salvo_status status = SALVO_OK;

    if (o->names.n > 1 || o->parameters.n)
        status = salvo_fail(err, SALVO_BAD_INPUT,
                            "an appendix is made from one list, as in salvo appendix -r mad, or salvo appendix "
                            "my-list.yaml -r mad");
    if (status == SALVO_OK)
        status = book_open_named(&book, o, err);
    if (status != SALVO_OK)
        return status;
    status = salvo_appendix_make(&appendix, &book, o->names.n ? o->names.text[0] : NULL, &o->approach, err);
    if (status == SALVO_OK) {
        if (appendix.broken_off)
            watch_discard();
        else
            status = tell(o, &appendix, err);
        salvo_appendix_free(&appendix);
    }
    salvo_rulebook_close(&book);
    return status;
}

const command APPENDIX_COMMAND = {
    .name = "appendix",
    .usage = "[LIST.yaml] -r ID [-o PLACE]",
    .help = "the tables for a rulebook's back pages, from a list that an editor can change",
    .more =
        "  salvo appendix -r mad -o appendix.tex                a document that compiles as it is\n"
        "  salvo appendix -r mad -o appendix.xlsx               a worksheet for each table\n"
        "  salvo appendix -r mad --format csv -o tables         a folder with a file for each table, and an index\n"
        "Without LIST.yaml it is the appendix.yaml beside the rulebook's tables; docs/appendix.md says what can stand\n"
        "in one. Into a folder, CSV goes table by table, as printed; everything else is one file, appendix.tex or so.\n"
        "CSV and JSON in one file, or on standard output, are in long form.",
    .takes = TAKES_RULESET | TAKES_METHOD | TAKES_DATA | TAKES_SET | TAKES_PLACE,
    .run = run,
};
