/* What a parameter was given, for a reader. */
#ifndef SALVO_ANSWERS_READABLE_H
#define SALVO_ANSWERS_READABLE_H

#include <salvo/rules.h>

/* A row of a table by its name, everything else as it is written. */
const char *readable_value(const salvo_question *question, size_t parameter);

#endif
