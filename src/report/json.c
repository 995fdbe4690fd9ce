#include "report/json.h"

#include <math.h>

salvo_status json_write(FILE *out, json_t *document, salvo_error *err)
{
    int failed;

    if (!document)
        return salvo_fail_memory(err);
    failed = json_dumpf(document, out, JSON_INDENT(1) | JSON_REAL_PRECISION(15));
    fputc('\n', out);
    json_decref(document);
    return failed && !ferror(out) ? salvo_fail_memory(err) : SALVO_OK;
}

json_t *json_number(double value)
{
    if (value == floor(value) && fabs(value) < 9007199254740992.0)
        return json_integer((json_int_t)value);
    return json_real(value);
}

json_t *json_value(const salvo_parameter *parameter, const salvo_value *value)
{
    bool number = parameter->kind == SALVO_INTEGER || parameter->kind == SALVO_DECIMAL;

    return number && !value->word ? json_number(value->decimal) : json_string(value->text);
}
