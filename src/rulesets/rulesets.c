/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of all rulesets in salvo, in the order in which commands list them. */
#include <salvo/rules.h>

#include "rules/lua/lua.h"
#include "rules/mad/mad.h"
#include "rules/mbt2030/mbt2030.h"
#include "rules/rookie/rookie.h"
#include "rules/skank/skank.h"
#include "rules/trr/trr.h"

const salvo_ruleset *const SALVO_RULESETS[] = {
    &SALVO_MAD, &SALVO_TRR, &SALVO_SKANK, &SALVO_MBT2030, &SALVO_ROOKIE,
};

const size_t SALVO_N_RULESETS = sizeof SALVO_RULESETS / sizeof *SALVO_RULESETS;

const salvo_language SALVO_LANGUAGES[] = {{".lua", salvo_lua_describe}, {NULL, NULL}};
