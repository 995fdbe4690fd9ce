/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/scenario.h"

#include "cli/option_file.h"

/* The ruleset, both armies and the range have no default in a file either. */
static const option_key KEYS[] = {
    {"ruleset", true, offsetof(options, ruleset)},
    {"a", true, offsetof(options, army_a)},
    {"b", true, offsetof(options, army_b)},
    {"range", true, offsetof(options, range)},
    {"scenario", false, offsetof(options, scenario)},
    {"close-to", false, offsetof(options, close_to)},
    {"halt-a", false, offsetof(options, halt_a)},
    {"halt-b", false, offsetof(options, halt_b)},
    {"targets", false, offsetof(options, targets)},
    {"targets-a", false, offsetof(options, targets_a)},
    {"targets-b", false, offsetof(options, targets_b)},
    {"acts", false, offsetof(options, acts)},
    {"acts-a", false, offsetof(options, acts_a)},
    {"acts-b", false, offsetof(options, acts_b)},
    {"cover-a", false, offsetof(options, cover_a)},
    {"cover-b", false, offsetof(options, cover_b)},
    {"turns", false, offsetof(options, turns)},
    {"break-at", false, offsetof(options, break_at)},
};

static const option_file SCENARIO = {.keys = KEYS,
                                     .n_keys = sizeof KEYS / sizeof *KEYS,
                                     .has_rules = true,
                                     .beginning = "the battle's title, as in 'title: Four Shermans on a Tiger'"};

salvo_status scenario_read(options *o, const char *path, salvo_arena *memory, salvo_error *err)
{
    return option_file_read(o, &SCENARIO, path, memory, err);
}
