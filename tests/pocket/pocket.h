/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pocket Tanks: a ruleset of one page in C, which shows the contract between rules and engines without a language. A tank rolls a D6 to hit by range; the
 * target rolls a D6 for its armour; what gets through takes one of its hits. A rocket battery fires nine times. */
#ifndef SALVO_TESTS_POCKET_H
#define SALVO_TESTS_POCKET_H

#include <salvo/rules.h>

extern const salvo_ruleset POCKET;

#endif
