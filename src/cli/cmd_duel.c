/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/try.h"
#include "cli/ask.h"
#include "cli/commands.h"

static salvo_status run(context *x, salvo_error *err)
{
    subject duel;

    TRY(subject_read_short(&duel, x, OF_DUEL, err));
    return subject_answer(x, &duel, err);
}

const command DUEL_COMMAND = {
    .name = "duel",
    .usage = "A B -r ID [--range N] [--first WHO] [key=value ...]",
    .help = "fight a duel of two units: who wins, and in how many turns",
    .more = "  salvo duel \"Tiger I\" \"Sherman Firefly\" -r mad --range 500\n"
            "  salvo duel \"Tiger I\" \"Sherman Firefly\" -r mad --range 750 a-cover=normal --first simultaneous\n"
            "The key=value words are parameters of the rulebook's duel; salvo odds mad.duel --help lists them.",
    .takes = TAKES_RULESET | TAKES_RANGE | TAKES_FIRST | TAKES_DUEL | TAKES_METHOD | TAKES_HEADLINE | TAKES_WORDS |
             TAKES_DATA | TAKES_SET | TAKES_CHART | TAKES_OUTPUT,
    .run = run,
};
