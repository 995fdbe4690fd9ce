/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/conditions.h"

#include "cli/option_file.h"

static const option_key KEYS[] = {
    {"range", false, offsetof(options, range)},       {"scenario", false, offsetof(options, scenario)},
    {"targets", false, offsetof(options, targets)},   {"attack-odds", false, offsetof(options, attack_odds)},
    {"acts", false, offsetof(options, acts)},         {"close-to", false, offsetof(options, close_to)},
    {"turns", false, offsetof(options, turns)},       {"break-at", false, offsetof(options, break_at)},
    {"elements", false, offsetof(options, elements)}, {"kinds", false, offsetof(options, kinds)},
};

static const option_file CONDITIONS = {.keys = KEYS,
                                       .n_keys = sizeof KEYS / sizeof *KEYS,
                                       .beginning = "the title of the conditions, as in 'title: Our club's tables'"};

salvo_status conditions_read(options *o, const char *path, salvo_arena *memory, salvo_error *err)
{
    return option_file_read(o, &CONDITIONS, path, memory, err);
}
