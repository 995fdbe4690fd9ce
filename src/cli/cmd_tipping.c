#include "cli/books.h"
#include "cli/commands.h"
#include "cli/orders.h"

static salvo_status run(const options *o, salvo_error *err)
{
    static orders r;
    salvo_rulebook book;
    salvo_tipping tipping;
    salvo_approach how = o->approach;
    salvo_status status;

    if (o->names.n != 2)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "how many of what equal what? as in salvo tipping \"Tiger I\" \"Sherman M4A1\" -r mad");
    status = orders_read(&r, o, o->names.text[0], o->names.text[1], err);
    if (status == SALVO_OK)
        status = book_open_named(&book, o, err);
    if (status != SALVO_OK)
        return status;
    how.plan.watch = NULL; /* half a search says nothing: a signal ends it */
    status = salvo_tipping_find(&tipping, &book, &r.plan, &how, err);
    if (status == SALVO_OK) {
        for (EACH_OUTLET(o->outlets, to))
            status = status == SALVO_OK ? salvo_report_tipping(to->stream, to->format, &tipping, err) : status;
        salvo_tipping_free(&tipping);
    }
    salvo_rulebook_close(&book);
    return status;
}

const command TIPPING_COMMAND = {
    .name = "tipping",
    .usage = "A B -r ID [--range N] [--scenario NAME] [key=value ...]",
    .help = "how many of B equal one A, two and three, and at which range a duel or a battle changes hands",
    .more =
        "  salvo tipping \"Tiger I\" \"Sherman M4A1\" -r mad --range 1000\n"
        "  salvo tipping \"2 Tiger I\" \"4 Sherman M4A1, 1 Sherman Firefly\" -r mad     two armies: the range alone",
    .takes = TAKES_RULESET | TAKES_RANGE | TAKES_PLAN | TAKES_METHOD | TAKES_DATA | TAKES_SET | TAKES_OUTPUT,
    .run = run,
};
