/* Whether the folder of a study holds a whole one: its manifest is put there last. */
#ifndef SALVO_CLI_FINISHED_H
#define SALVO_CLI_FINISHED_H

#include <stdbool.h>

#include <salvo/text.h>

/* Whether manifest.json is there, and every file that it names, with the hash that it names. Else `why` says what is not
 * so. A folder with nothing in it is no study that was begun: true. */
bool study_is_finished(const char *folder, salvo_text *why);

#endif
