/* The reference of the words that rules may use, in Markdown, from the vocabulary. */
#ifndef SALVO_RULES_LUA_REFERENCE_H
#define SALVO_RULES_LUA_REFERENCE_H

#include <stdio.h>

void lua_reference_write(FILE *to);

#endif
