#include <salvo/error.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static salvo_status fill(salvo_error *err, salvo_status status, const char *path, int line, int column,
                         const char *format, va_list values)
{
    if (!err)
        return status;
    memset(err, 0, sizeof *err);
    err->status = status;
    err->line = line;
    err->column = column;
    snprintf(err->path, sizeof err->path, "%s", path);
    vsnprintf(err->text, sizeof err->text, format, values);
    return status;
}

salvo_status salvo_fail(salvo_error *err, salvo_status status, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    fill(err, status, "", 0, 0, format, values);
    va_end(values);
    return status;
}

salvo_status salvo_fail_at(salvo_error *err, salvo_status status, const char *path, int line, int column,
                           const char *format, ...)
{
    va_list values;

    va_start(values, format);
    fill(err, status, path, line, column, format, values);
    va_end(values);
    return status;
}

salvo_status salvo_fail_memory(salvo_error *err)
{
    return salvo_fail(err, SALVO_NO_MEMORY, "out of memory");
}
