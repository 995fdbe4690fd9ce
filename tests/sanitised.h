/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sanitisers make a program ten times slower. Under them a test takes a smaller sample: its numbers are checked whole in
 * the release build. SALVO_AS_SANITISED makes the samples of a build without sanitisers the same (scripts/gcov). */
#ifndef SALVO_TESTS_SANITISED_H
#define SALVO_TESTS_SANITISED_H

#if defined __SANITIZE_ADDRESS__ || defined SALVO_AS_SANITISED
enum { IS_SANITISED = 1 };
#else
enum { IS_SANITISED = 0 };
#endif

#endif
