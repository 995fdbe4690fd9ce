/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/which_book.h"

#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include <salvo/text.h>

#include "base/phrase.h"
#include "base/try.h"
#include "data/names.h"
#include "data/yaml.h"
#include "fight/army.h"
#include "rules/shipped.h"

typedef struct document {
    char *ruleset;
} document;

static const cyaml_schema_field_t FIELDS[] = {
    YAML_TEXT(document, "ruleset", ruleset),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t DOCUMENT = {CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, document, FIELDS)};
static const salvo_yaml_form FORM = {.schema = &DOCUMENT,
                                     .top = FIELDS,
                                     .noun = "setting",
                                     .beginning = "the rulebook to use without -r, as in 'ruleset: mad'"};

/* Reads the only key, the rulebook. Other options are on the command line, where readers of the answer see them. */
static salvo_status read_config(context *x, const char *path, const char **id, salvo_error *err)
{
    salvo_yaml yaml;
    salvo_status status = salvo_yaml_read(&yaml, path, &FORM, x->memory, err);

    if (status == SALVO_OK)
        *id = ((const document *)yaml.document)->ruleset;
    return status;
}

salvo_status which_default(context *x, const char **id, salvo_error *err)
{
    const char *config = shipped_variable("XDG_CONFIG_HOME"), *home = shipped_variable("HOME");
    const char *path = config ? salvo_arena_printf(x->memory, "%s/salvo/config.yaml", config)
                       : home ? salvo_arena_printf(x->memory, "%s/.config/salvo/config.yaml", home)
                              : "";

    *id = shipped_variable("SALVO_RULESET");
    if (!path)
        return salvo_fail_memory(err);
    /* The file is optional, but an unreadable one is an error. */
    return *id || !*path || access(path, F_OK) != 0 ? SALVO_OK : read_config(x, path, id, err);
}

/* The words by which a command may name units: its names and its armies. */
typedef struct named_units {
    const char *text[WORDS_MAX + 2];
    size_t n;
} named_units;

static named_units units_of(const options *o)
{
    const char *const armies[] = {o->army_a, o->army_b};
    named_units units = {.n = 0};

    for (size_t i = 0; i < o->names.n; i++)
        units.text[units.n++] = o->names.text[i];
    for (int s = 0; s < 2; s++)
        if (armies[s])
            units.text[units.n++] = armies[s];
    return units;
}

/* Finds a unit, or a list of units. An error is reported as for a unit, because armies consist of units. */
static salvo_status find_unit(const salvo_rulebook *book, const char *text, salvo_arena *memory, salvo_error *err)
{
    const salvo_army army = {.list = text};
    battle_side *side = salvo_arena_array(memory, 1, sizeof *side);
    size_t unit;

    if (book->ruleset->units && salvo_unit_find(book, text, memory, &unit, err) == SALVO_OK)
        return SALVO_OK;
    if (!side || !book->ruleset->battle)
        return SALVO_BAD_INPUT;
    return army_read(side, book, &army, memory, strpbrk(text, ",0123456789") ? err : NULL);
}

/* How many of the units a rulebook has, and its message about the last missing one. */
typedef struct fit {
    const known_book *known;
    size_t n;
    salvo_error why;
} fit;

/* A rulebook that cannot be opened has no units. */
static fit fit_of(const known_book *known, const named_units *units, salvo_arena *memory)
{
    fit f = {.known = known};
    salvo_rulebook book;

    if (units->n == 0 || !known->id || shelf_open(&book, known, NULL, NULL) != SALVO_OK)
        return f;
    for (size_t i = 0; i < units->n; i++)
        f.n += find_unit(&book, units->text[i], memory, &f.why) == SALVO_OK;
    salvo_rulebook_close(&book);
    return f;
}

/* "Tiger I" is in mad and trr, so the user must choose. */
static salvo_status ask_which(const known_book *const *found, size_t n, salvo_error *err)
{
    salvo_text names = {0};

    for (size_t i = 0; i < n; i++)
        salvo_text_add(&names, "%s-r %s", salvo_between(i, n, " or "), found[i]->id);
    salvo_fail(err, SALVO_BAD_INPUT,
               "which rulebook? %zu of them have these units; add %s (SALVO_RULESET=%s sets a default)", n,
               salvo_text_of(&names), found[0]->id);
    salvo_text_free(&names);
    return SALVO_BAD_INPUT;
}

/* If no rulebook has all units, the gaps of the nearest one help more than a list of all rulebooks. */
static salvo_status tell_nearest(const fit *nearest, salvo_error *err)
{
    if (nearest->n && *nearest->why.text)
        return salvo_fail(err, SALVO_BAD_INPUT, "which rulebook? none has one unit for each of these names; in %s: %s",
                          nearest->known->id, nearest->why.text);
    return salvo_fail(err, SALVO_BAD_INPUT,
                      "which rulebook? add -r ID, as in -r %s (salvo list rulesets); SALVO_RULESET=%s sets a default",
                      SALVO_BOOKS[0], SALVO_BOOKS[0]);
}

/* Opens every rulebook, including users' own. A user who names one avoids that. */
static salvo_status by_units(const shelf *s, context *x, const known_book **known, salvo_error *err)
{
    const named_units units = units_of(&x->options);
    const known_book **found = salvo_arena_array(x->memory, s->n + 1, sizeof *found);
    fit nearest = {.n = 0};
    size_t n = 0;

    if (!found)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < s->n; i++) {
        const fit f = fit_of(&s->at[i], &units, x->memory);

        if (units.n && f.n == units.n)
            found[n++] = f.known;
        else if (f.n > nearest.n)
            nearest = f;
    }
    *known = n == 1 ? found[0] : NULL;
    return n == 1 ? SALVO_OK : n ? ask_which(found, n, err) : tell_nearest(&nearest, err);
}

/* A default has precedence over the units: a user who sets it plays one game. */
salvo_status which_book(const shelf *s, context *x, const known_book **known, salvo_error *err)
{
    const char *id;

    TRY(which_default(x, &id, err));
    return id ? shelf_find(s, id, known, x->memory, err) : by_units(s, x, known, err);
}
