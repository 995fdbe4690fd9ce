#include <salvo/report.h>

#include "answers/schema.h"

salvo_status salvo_report_help(FILE *out, salvo_format format, const salvo_rulebook *book,
                               const salvo_procedure *procedure, salvo_error *err)
{
    page p;
    salvo_status status = page_init(&p, err);

    if (status == SALVO_OK) {
        page_heading(&p, "%s: %s", procedure->schema.name, procedure->documentation.title);
        page_paragraph(&p, "%s, %s; %s", procedure->id, book->store.title, procedure->documentation.section);
        schema_add(&p, format, book, procedure);
        schema_add_rulings(&p, book, procedure);
        status = page_write(out, format, &p, err);
    }
    page_free(&p);
    return status;
}
