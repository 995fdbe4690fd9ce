/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ruleset.yaml: the name of a ruleset and its tables. */
#ifndef SALVO_DATA_MANIFEST_H
#define SALVO_DATA_MANIFEST_H

#include <salvo/arena.h>
#include <salvo/data.h>

/* The version of the words that rules in Lua may use. It grows when rules that use a new word, or a word's new meaning,
 * fail in the salvo before. ruleset.yaml names the version that its rules need. */
enum { MANIFEST_VOCABULARY = 1 };

/* Reads directory/ruleset.yaml into store->{id, title, edition, distance_unit, summary, authors, conventions, tables,
 * rules, rules_of}. Each table gets its name, title, section and the path of its file, which is not read yet. All is
 * owned by `memory`. SALVO_BAD_INPUT, with the position, for unknown, missing and repeated keys. */
salvo_status salvo_manifest_read(salvo_store *store, const char *directory, salvo_arena *memory, salvo_error *err);

#endif
