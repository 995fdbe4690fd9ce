/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lists of salvo's rulebooks, in the order in which commands list them, of the rulesets that are in C, and of the
 * languages for the others. */
#include "rules/shipped.h"

#include "rules/lua/lua.h"
#include "rules/mbt2030/mbt2030.h"

const char *const SALVO_BOOKS[] = {"mad", "trr", "skank", "mbt2030", "rookie"};
const size_t SALVO_N_BOOKS = sizeof SALVO_BOOKS / sizeof *SALVO_BOOKS;

const salvo_ruleset *const SALVO_RULESETS[] = {&SALVO_MBT2030, NULL};

const salvo_language SALVO_LANGUAGES[] = {{".lua", salvo_lua_describe}, {NULL, NULL}};
