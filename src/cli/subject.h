/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a question is about, for commands that ask about several kinds of things, and which options each kind knows. */
#ifndef SALVO_CLI_SUBJECT_H
#define SALVO_CLI_SUBJECT_H

#include "cli/options.h"

enum { OF_PROCEDURE = 1, OF_DUEL = 2, OF_BATTLE = 4, OF_FIRE = 8, OF_POINTS = 16, OF_DICE = 32 };

/* Refuses the first option, before or behind "--", that the subject does not know, and says where it would do. An option
 * that is passed over in silence leaves the user with the answer to another question. */
salvo_status subject_refuse_strangers(const options *o, unsigned subject, salvo_error *err);

#endif
