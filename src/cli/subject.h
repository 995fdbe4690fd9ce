/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The subject of a question, for commands with several kinds of subjects, and the options that each kind takes. */
#ifndef SALVO_CLI_SUBJECT_H
#define SALVO_CLI_SUBJECT_H

#include "cli/options.h"

enum { OF_PROCEDURE = 1, OF_DUEL = 2, OF_BATTLE = 4, OF_FIRE = 8, OF_POINTS = 16, OF_DICE = 32 };

/* Refuses the first option, before or after "--", that the subject does not take, and names the subjects that do. An
 * option that has no effect would leave the user with the answer to another question. */
salvo_status subject_refuse_strangers(const options *o, unsigned subject, salvo_error *err);

#endif
