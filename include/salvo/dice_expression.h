/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dice expressions: rules that are in no rulebook, asked in one line, "2d6 >= 7", "count(5d10 >= 7)", "4d6 drop lowest".
 *
 *   expression   sum [compare sum]                   compare: >= > <= < = != vs
 *   sum          product {(+ | -) product}
 *   product      factor {(* | /) factor}             / rounds down
 *   factor       - factor | number | pool | (expression) | function
 *   pool         [number] d (number | %) {change}    5d10: five dice of ten sides; d%: of 100
 *   change       keep [highest | lowest] [number]    only these dice count; keep 2 keeps the highest two
 *                drop [lowest | highest] [number]    all but these
 *                reroll test [max number]            thrown again, once or up to max times, while the test holds
 *                explode [test] max number           thrown again and added, at most that many times; without a test,
 *                                                    on the highest face
 *   test         [compare] number                    reroll 1: reroll = 1
 *   function     count(pool compare number)          how many dice pass; each die that an explosion adds is tested alone
 *                min(expression, expression), max(expression, expression)
 *                repeat(number, expression)          the sum of that many, each thrown separately
 *
 * Case does not matter; blanks separate. Each die is rerolled first, then explodes, then some are kept.
 * In sums, a comparison is 1 or 0. The outcomes of a whole expression are "yes" and "no" for a comparison; "win", "tie"
 * and "lose" for `vs`; and numbers otherwise.
 *
 * An expression is a question like any other (<salvo/rules.h>). salvo_answer_find answers it, exactly by convolution or
 * by throwing every die. salvo_compare compares two of them, and salvo_report_odds writes the answer. */
#ifndef SALVO_DICE_EXPRESSION_H
#define SALVO_DICE_EXPRESSION_H

#include <salvo/odds.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum {
    SALVO_EXPRESSION_DICE_MAX = 600,      /* thrown by one expression, with rerolls and explosions */
    SALVO_EXPRESSION_SPAN_MAX = 1000000,  /* from its least to its greatest value */
    SALVO_EXPRESSION_NUMBER_MAX = 1000000 /* the largest number in it */
};

/* The question that an expression asks. SALVO_BAD_INPUT, with the column (in characters, from 1), for a mistake in it. On
 * failure, *question is zeroed. */
salvo_status salvo_dice_ask(salvo_question *question, const char *expression, salvo_error *err);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
