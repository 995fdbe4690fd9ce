#include "cli/outlets.h"

#include <stdlib.h>
#include <string.h>

#include "cli/deliver.h"
#include "data/names.h"

salvo_status outlets_add(outlets *o, const char *path, salvo_format format, salvo_error *err)
{
    outlet *to = &o->at[o->n];

    if (o->n == OUTLETS_MAX)
        return salvo_fail(err, SALVO_BAD_INPUT, "an answer goes to %d files at most", OUTLETS_MAX);
    *to = (outlet){.path = path, .format = format};
    to->stream = open_memstream(&to->bytes, &to->length);
    if (!to->stream)
        return salvo_fail_memory(err);
    o->n++;
    return SALVO_OK;
}

salvo_status outlets_format(const char *path, salvo_format *format, salvo_error *err)
{
    static const char *const ALIASES[][2] = {{"txt", "table"}, {"md", "markdown"}, {"tex", "latex"}};
    const char *dot = strrchr(path, '.'), *name = dot && !strchr(dot, '/') ? dot + 1 : "";
    int known;

    for (size_t i = 0; i < sizeof ALIASES / sizeof *ALIASES; i++)
        if (strcmp(name, ALIASES[i][0]) == 0)
            name = ALIASES[i][1];
    known = salvo_name_among(SALVO_FORMATS, SALVO_N_FORMATS, name);
    if (known < 0)
        return salvo_names_fail(err, SALVO_FORMATS, SALVO_N_FORMATS, name,
                                "%s: a file's name ends in its format, as in answer.csv or answer.md", path);
    *format = (salvo_format)known;
    return SALVO_OK;
}

salvo_status outlets_close(outlets *o, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < o->n; i++) {
        FILE *stream = o->at[i].stream;
        bool failed = stream && ferror(stream);

        o->at[i].stream = NULL;
        if (stream && (fclose(stream) != 0 || failed) && status == SALVO_OK)
            status = salvo_fail_memory(err);
    }
    return status;
}

salvo_status outlets_deliver(const outlets *o, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < o->n && status == SALVO_OK; i++)
        status = deliver(o->at[i].path, o->at[i].bytes, o->at[i].length, err);
    return status;
}

void outlets_free(outlets *o)
{
    outlets_close(o, NULL);
    for (size_t i = 0; i < o->n; i++)
        free(o->at[i].bytes);
    o->n = 0;
}
