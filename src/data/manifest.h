/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ruleset.yaml: what a ruleset is called and which tables it has. */
#ifndef SALVO_DATA_MANIFEST_H
#define SALVO_DATA_MANIFEST_H

#include <salvo/arena.h>
#include <salvo/data.h>

/* Reads directory/ruleset.yaml into store->{id, title, edition, distance_unit, summary, authors, conventions, tables, rules, rules_of}.
 * Each table gets its name, title, section and the path of its file, which is not read yet. All owned by `memory`.
 * Unknown, missing and repeated keys are refused with their position. */
salvo_status salvo_manifest_read(salvo_store *store, const char *directory, salvo_arena *memory, salvo_error *err);

#endif
