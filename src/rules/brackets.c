#include "rules/brackets.h"

#include <string.h>

salvo_status salvo_stops_insert(salvo_stops *stops, double upto, salvo_error *err)
{
    size_t at = 0;

    while (at < stops->count && stops->upto[at] < upto)
        at++;
    if (at < stops->count && stops->upto[at] == upto)
        return SALVO_OK;
    if (stops->count == SALVO_STOPS_MAX)
        return salvo_fail(err, SALVO_TOO_LARGE, "there are more than %d range brackets", SALVO_STOPS_MAX);
    memmove(&stops->upto[at + 1], &stops->upto[at], (stops->count - at) * sizeof upto);
    stops->upto[at] = upto;
    stops->count++;
    return SALVO_OK;
}

salvo_status salvo_stops_add(salvo_stops *stops, const salvo_rulebook *book, const salvo_procedure *procedure,
                             const char *const *words, size_t n, salvo_error *err)
{
    double upto[SALVO_BRACKETS_MAX];
    salvo_question question;
    salvo_status status = salvo_question_ask(&question, book, procedure, words, n, err);
    size_t count;

    if (status != SALVO_OK)
        return status;
    count = procedure->brackets(question.situation, upto);
    for (size_t i = 0; i < count && status == SALVO_OK; i++)
        status = salvo_stops_insert(stops, upto[i], err);
    salvo_question_free(&question);
    return status;
}
