#include <stdio.h>

#include "cli/books.h"
#include "cli/commands.h"
#include "cli/picture.h"

enum { WORD_MAX = 256 };

/* --range and --first are words of the duel's procedure in a friendlier spelling. */
static salvo_status put_word(list *words, char room[WORD_MAX], const char *key, const char *value, salvo_error *err)
{
    int length;

    if (!value)
        return SALVO_OK;
    length = snprintf(room, WORD_MAX, "%s=%s", key, value);
    if (length < 0 || length >= WORD_MAX || words->n == WORDS_MAX)
        return salvo_fail(err, SALVO_BAD_INPUT, "--%s: the value is too long", key);
    words->text[words->n++] = room;
    return SALVO_OK;
}

static salvo_status fight(const options *o, const salvo_rulebook *book, salvo_error *err)
{
    const salvo_duel_face *face = book->ruleset->duel;
    char range[WORD_MAX], first[WORD_MAX];
    list words = o->parameters;
    salvo_duel duel;
    chart c;
    salvo_status status = SALVO_OK;

    if (face)
        status = put_word(&words, range, face->range, o->range, err);
    if (face && status == SALVO_OK)
        status = put_word(&words, first, face->first, o->first, err);
    if (status == SALVO_OK)
        status =
            salvo_duel_fight(&duel, book, o->names.text[0], o->names.text[1], words.text, words.n, &o->approach, err);
    if (status != SALVO_OK)
        return status;
    for (EACH_OUTLET(o->outlets, to))
        status = status == SALVO_OK ? salvo_report_duel(to->stream, to->format, &duel, err) : status;
    if (status == SALVO_OK && picture_wanted(o))
        status = picture_draw(o, &c, chart_of_duel(&c, &duel, err), err);
    salvo_duel_free(&duel);
    return status;
}

static salvo_status run(const options *o, salvo_error *err)
{
    salvo_rulebook book;
    salvo_status status;

    if (o->names.n != 2)
        return salvo_fail(
            err, SALVO_BAD_INPUT,
            "a duel is of two units, as in salvo duel \"Tiger I\" \"Sherman Firefly\" -r mad --range 500");
    status = book_open_named(&book, o, err);
    if (status != SALVO_OK)
        return status;
    status = fight(o, &book, err);
    salvo_rulebook_close(&book);
    return status;
}

const command DUEL_COMMAND = {
    .name = "duel",
    .usage = "A B -r ID [--range N] [--first WHO] [key=value ...]",
    .help = "two units shoot it out: who wins, and when",
    .more = "  salvo duel \"Tiger I\" \"Sherman Firefly\" -r mad --range 500\n"
            "  salvo duel \"Tiger I\" \"Sherman Firefly\" -r mad --range 750 a-cover=normal --first simultaneous\n"
            "The key=value words are parameters of the rulebook's own duel: salvo odds mad.duel --help",
    .takes = TAKES_RULESET | TAKES_RANGE | TAKES_FIRST | TAKES_METHOD | TAKES_WORDS | TAKES_DATA | TAKES_SET |
             TAKES_CHART | TAKES_OUTPUT,
    .run = run,
};
