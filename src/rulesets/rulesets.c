/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of salvo's rulebooks, in the order in which commands list them, and of the languages of rules. */
#include "rules/shipped.h"

#include "rules/lua/lua.h"

const char *const SALVO_BOOKS[] = {"mad", "trr", "skank", "mbt2030", "rookie"};
const size_t SALVO_N_BOOKS = sizeof SALVO_BOOKS / sizeof *SALVO_BOOKS;

const salvo_language SALVO_LANGUAGES[] = {{".lua", salvo_lua_describe}, {NULL, NULL}};
