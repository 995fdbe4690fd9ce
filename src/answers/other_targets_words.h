/* What other targets would change in a battle, in words and in JSON. Nothing where no policy differs. */
#ifndef SALVO_ANSWERS_OTHER_TARGETS_WORDS_H
#define SALVO_ANSWERS_OTHER_TARGETS_WORDS_H

#include <salvo/fight.h>

#include "answers/fields.h"
#include "document/page.h"

/* A paragraph. */
void add_other_targets(page *p, const salvo_battle *battle);

/* JSON: the object "other_targets". */
void put_other_targets(record *to, const salvo_battle *battle);

#endif
