/* SPDX-License-Identifier: GPL-3.0-or-later */
/* salvo: the odds, the winner and the price in a tabletop wargame. The whole public interface of libsalvo.
 *
 * A program opens a rulebook, asks a question and reads the answer:
 *
 *     salvo_rulebook book;
 *     salvo_question question;
 *     salvo_odds odds;
 *     const char *words[] = {"weapon=cannon-b", "range=500"};
 *
 *     salvo_rulebook_find(&book, "mad", NULL, NULL, 0, &err);
 *     salvo_question_ask(&question, &book, procedure, words, 2, &err);
 *     salvo_odds_solve(&odds, &question, NULL, &err);
 *
 * Four things hold for every call; a comment at the call says where it differs.
 *
 * Pointers. A pointer must not be NULL, with these exceptions: `err`; a list of 0 items; an `approach`, which is then
 * SALVO_APPROACH, exact; and options, which are then the defaults: a salvo_plan is SALVO_PLAN, a salvo_points_plan
 * SALVO_POINTS_PLAN. A call that needs at least one item refuses an empty list: SALVO_BAD_INPUT.
 *
 * Results. A call fills in the struct that is its first argument, and ignores its previous contents. On failure, the
 * struct is zeroed and owns nothing. Freeing a zeroed struct does nothing, and freeing a struct zeroes it.
 *
 * Moving. Such a struct may be moved by assignment: after `b = a` the program uses and frees b, and forgets a. What was
 * borrowed must not be moved, because its borrower has its address: a question borrows its rulebook, a comparison its
 * questions, the log of a salvo_luck its entries.
 *
 * Threads. The library has no state of its own, and a call does not change its const arguments. Any number of threads
 * may therefore ask the same rulebook and answer the same question at the same time, also if the rules are in Lua.
 * Everything else belongs to one thread at a time: the struct that a call fills in, an arena, a text, an error, a FILE,
 * and the progress callback and the share of a plan. Close a rulebook after all threads have finished with it. A call
 * may use several threads itself: `threads` of its plan says how many. */
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
