/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The odds of a dice expression, or of two side by side. */
#include "base/try.h"
#include "cli/ask.h"
#include "cli/commands.h"

/* Without --method it computes exactly. If expressions are too large for that, it simulates them on the same dice. */
static salvo_status compare_two(context *x, salvo_error *err)
{
    const char *const *names = x->options.names.text;
    const subject expressions[] = {{.kind = OF_DICE, .name = names[0]}, {.kind = OF_DICE, .name = names[1]}};
    asked first, second;
    salvo_status status;

    TRY(asked_make(&first, x, &expressions[0], NULL, NULL, err));
    status = asked_make(&second, x, &expressions[1], NULL, NULL, err);
    if (status == SALVO_OK) {
        status = answer_comparison(x, first.question, second.question, SALVO_EXACT, err);
        asked_free(&second);
    }
    asked_free(&first);
    return status;
}

static salvo_status run(context *x, salvo_error *err)
{
    const options *o = &x->options;
    subject dice;

    if (o->names.n == 0 || o->names.n > 2)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "give one expression, or two to compare, each in quotes: salvo dice \"2d6 >= 7\"");
    if (o->names.n == 2)
        return compare_two(x, err);
    TRY(subject_read_short(&dice, x, OF_DICE, err));
    return subject_answer(x, &dice, err);
}

const command DICE_COMMAND = {
    .name = "dice",
    .usage = "\"EXPRESSION\" [\"EXPRESSION\"]",
    .help = "compute the odds of a dice expression such as \"2d6 >= 7\", or compare two",
    .more =
        "  salvo dice \"4d6 drop lowest\"\n"
        "  salvo dice \"count(5d10 >= 7)\"\n"
        "  salvo dice \"2d6 > 1d12\"\n"
        "  salvo dice \"d20 + 5 vs 15\"                   win, tie or lose\n"
        "  salvo dice \"2d6 >= 7\" \"3d6 >= 10\"            two, and the difference of each outcome\n"
        "An expression consists of\n"
        "  3, d6, 5d10, d%        numbers and dice; d% has 100 sides\n"
        "  + - * / ( )            whole numbers; / rounds down\n"
        "  >= > <= < = !=         yes or no; in sums 1 or 0: (d6 >= 4) + (d8 >= 4)\n"
        "  vs                     win, tie or lose; in sums 1, 0 or -1\n"
        "  count(5d10 >= 7)       how many dice pass\n"
        "  min(a, b), max(a, b)   the lesser, the greater of two expressions\n"
        "  repeat(3, a)           the sum of three, each thrown anew\n"
        "After dice you can write\n"
        "  keep 2, keep lowest 2 (kh2, kl2)             the highest two count; the lowest two\n"
        "  drop lowest, drop highest 2 (dl1, dh2)       all other dice count\n"
        "  reroll 1, reroll <= 2 max 3                  thrown again while the test holds: once, or up to three times\n"
        "  explode max 3, explode >= 5 max 3            thrown again and added, up to three times; without a test on the\n"
        "                                               highest face\n"
        "* and / bind more strongly than + and -, and these more strongly than a comparison. Each die is rerolled\n"
        "first, then it explodes, then some dice are kept. Dice that an explosion adds are not rerolled, and count\n"
        "tests each of them. Every die is thrown separately: \"d6 - d6\" is not 0. Case does not matter. Write --\n"
        "before an expression that begins with -.\n"
        "Answers are fractions. A sum of sixty dice takes no time, because salvo adds dice by convolution. Products,\n"
        "quotients and kept dice take longer; if they take too long, salvo simulates them. --method mc or both throws\n"
        "the dice. An expression throws at most 600 dice, with up to 255 sides.",
    .takes = TAKES_EXPRESSIONS | TAKES_METHOD | TAKES_HEADLINE | TAKES_CUMULATIVE | TAKES_CHART | TAKES_OUTPUT,
    .run = run,
};
