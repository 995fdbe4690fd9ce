/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether the folder of a study is complete. The manifest is the last file that a study writes. */
#ifndef SALVO_CLI_FINISHED_H
#define SALVO_CLI_FINISHED_H

#include <stdbool.h>

#include <salvo/error.h>
#include <salvo/text.h>

/* Whether manifest.json and every file that it names exist, with the hashes that it names. If not, `why` gets the
 * reason. For a folder without manifest and report, in which no study has begun, it returns true. */
bool study_is_finished(const char *folder, salvo_text *why);

/* The beginning of the last sentence of a study's report. It identifies a README.md as a study's. */
#define STUDY_SIGN "Made by `salvo run "

/* Whether a study may write its file of that name: no such file exists, or the folder holds a finished or begun study.
 * An existing README.md must be a study's own. */
salvo_status study_may_write(bool *may, const char *folder, const char *name, salvo_error *err);

#endif
