#include "cli/report.h"

#include "cli/picture.h"

static salvo_status write_to_all(context *x, const answer_kind *kind, const void *answer, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (EACH_OUTPUT(&x->outputs, to))
        status = status == SALVO_OK ? answer_write(to->stream, to->format, kind, answer, err) : status;
    return status;
}

static salvo_status draw(context *x, const answer_kind *kind, const void *answer, salvo_error *err)
{
    const list *show = &x->options.show;
    chart c;
    salvo_status status = answer_draw(&c, kind, answer, show->text, show->n, err);

    return picture_draw(x, &c, status, err);
}

salvo_status report(context *x, const answer_kind *kind, void *answer, salvo_status found, salvo_error *err)
{
    salvo_status status;

    if (found != SALVO_OK)
        return found;
    /* Pictures come last: their outputs are added behind those that the answer is written to. */
    status = write_to_all(x, kind, answer, err);
    /* A chart is built only when somebody wants it. */
    if (status == SALVO_OK && picture_wanted(&x->options))
        status = draw(x, kind, answer, err);
    if (kind->free)
        kind->free(answer);
    return status;
}
