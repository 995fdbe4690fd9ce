/* salvo: the odds, the winner and the price in a tabletop wargame. The whole public face of libsalvo.
 *
 * A program opens a rulebook, asks a question and reads the answer:
 *
 *     salvo_rulebook book;
 *     salvo_question question;
 *     salvo_odds odds;
 *     const char *words[] = {"weapon=cannon-b", "range=500"};
 *
 *     salvo_rulebook_open(&book, ruleset, "data/mad", NULL, 0, &err);
 *     salvo_question_ask(&question, &book, procedure, words, 2, &err);
 *     salvo_odds_solve(&odds, &question, NULL, &err);
 */
#ifndef SALVO_SALVO_H
#define SALVO_SALVO_H

#include <salvo/appendix.h>
#include <salvo/arena.h>
#include <salvo/audit.h>
#include <salvo/compare.h>
#include <salvo/data.h>
#include <salvo/dice.h>
#include <salvo/dice_expression.h>
#include <salvo/efficiency.h>
#include <salvo/error.h>
#include <salvo/explain.h>
#include <salvo/fight.h>
#include <salvo/luck.h>
#include <salvo/matrix.h>
#include <salvo/odds.h>
#include <salvo/report.h>
#include <salvo/rules.h>
#include <salvo/sensitivity.h>
#include <salvo/simulate.h>
#include <salvo/text.h>
#include <salvo/version.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* The library's version, "0.1.0". */
const char *salvo_version(void);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
