/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spoiled.h"

#include <string.h>

#include "example_book.h"
#include "rules/rulebook.h"
#include "scratch.h"
#include "support.h"

salvo_status folder_open(salvo_rulebook *book, const char *ruleset, const char *directory, salvo_error *err)
{
    return rulebook_open(book, ruleset, directory, NULL, 0, err);
}

/* Where it should be, and the file that it should name. */
static void check_place(const mistake *m, const char *directory, const char *blamed, const salvo_error *err)
{
    char path[SCRATCH_PATH];

    if (err->line != m->line || err->column != m->column)
        fail_msg("%s, %s: %d:%d: %s", m->file, m->replace, err->line, err->column, err->text);
    if (m->line)
        assert_string_equal(err->path, scratch_path(path, directory, blamed));
}

/* `ruleset` NULL: the folder has rules of its own. */
static salvo_error complaint_in(char directory[SCRATCH_PATH], const char *ruleset, const mistake *m, const char *blamed)
{
    salvo_error err = {0};
    salvo_rulebook spoiled;
    salvo_status status;

    scratch_edit(directory, m->file, m->find, m->replace);
    status = ruleset ? folder_open(&spoiled, ruleset, directory, &err)
                     : salvo_rulebook_open(&spoiled, NULL, directory, NULL, 0, &err);
    if (status == SALVO_OK)
        salvo_rulebook_close(&spoiled);
    scratch_remove(directory);
    assert_int_equal(err.status, SALVO_BAD_INPUT);
    check_place(m, directory, blamed, &err);
    return err;
}

static salvo_error complaint_about(const char *ruleset, const mistake *m, const char *blamed)
{
    char directory[SCRATCH_PATH];

    scratch_make_of(directory, ruleset);
    return complaint_in(directory, ruleset, m, blamed);
}

void mistake_is_refused_in_lua(const mistake *m, const char *blamed)
{
    char directory[SCRATCH_PATH], folder[EXAMPLE_PATH];
    salvo_error err;

    scratch_make_from(directory, example_path(folder, "mad-lua", ""));
    err = complaint_in(directory, NULL, m, blamed);
    if (!mistake_is_the_same(m->message, err.text))
        fail_msg("%s, %s: %s", m->file, m->replace, err.text);
}

static bool begins(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

/* A cell is called by its heading: "500m must be one", not "a target number must be one". */
static bool is_called(const char *name, const char *in_c, const char *in_lua)
{
    const char *at = strstr(in_c, name), *rest = at ? at + strlen(name) : NULL;

    return at && strncmp(in_c, in_lua, (size_t)(at - in_c)) == 0 && strlen(in_lua) > strlen(rest) &&
           strcmp(in_lua + strlen(in_lua) - strlen(rest), rest) == 0;
}

/* An empty list is refused as an empty cell. A missing column is refused with the table whose rules read it.
 * The rulebook has another id. */
bool mistake_is_the_same(const char *in_c, const char *in_lua)
{
    if (begins(in_c, "mad.") && begins(in_lua, "mad-lua."))
        return mistake_is_the_same(in_c + strlen("mad"), in_lua + strlen("mad-lua"));
    if (strcmp(in_c, in_lua) == 0 || is_called("a target number", in_c, in_lua) ||
        is_called("a turn rating", in_c, in_lua))
        return true;
    if (begins(in_lua, "the cell is empty; it must hold the "))
        return strstr(in_c, "''") != NULL;
    return begins(in_lua, "the column '") && begins(in_lua, in_c) && strstr(in_lua, "; the rules read it (tables.");
}

void mistake_is_refused(const char *ruleset, const mistake *m, const char *blamed)
{
    salvo_error err = complaint_about(ruleset, m, blamed);

    assert_string_equal(err.text, m->message);
}

void mistake_is_refused_about(const char *ruleset, const mistake *m, const char *blamed)
{
    salvo_error err = complaint_about(ruleset, m, blamed);

    if (!strstr(err.text, m->message))
        fail_msg("%s, %s: %s", m->file, m->replace, err.text);
}
