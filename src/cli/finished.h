/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether the folder of a study holds a whole one: its manifest is put there last. */
#ifndef SALVO_CLI_FINISHED_H
#define SALVO_CLI_FINISHED_H

#include <stdbool.h>

#include <salvo/error.h>
#include <salvo/text.h>

/* Whether manifest.json is there, and every file that it names, with the hash that it names. Else `why` says what is not
 * so. A folder without manifest and report holds no study that was begun: true. */
bool study_is_finished(const char *folder, salvo_text *why);

/* How the last sentence of a study's report begins; by it a README.md is known as a study's. */
#define STUDY_SIGN "Made by `salvo run "

/* Whether a study may write its file of that name: there is none yet, or the folder holds a study, a whole one or one that
 * was begun. README.md itself must be a study's. */
salvo_status study_may_write(bool *may, const char *folder, const char *name, salvo_error *err);

#endif
