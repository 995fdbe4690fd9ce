/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spoiled.h"

#include <string.h>

#include "scratch.h"
#include "support.h"

salvo_status folder_open(salvo_rulebook *book, const char *ruleset, const char *directory, salvo_error *err)
{
    return salvo_rulebook_open_changed(book, ruleset, directory, NULL, err);
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

static salvo_error complaint_about(const char *ruleset, const mistake *m, const char *blamed)
{
    char directory[SCRATCH_PATH];
    salvo_error err = {0};
    salvo_rulebook spoiled;

    scratch_make_of(directory, ruleset);
    scratch_edit(directory, m->file, m->find, m->replace);
    if (folder_open(&spoiled, ruleset, directory, &err) == SALVO_OK)
        salvo_rulebook_close(&spoiled);
    scratch_remove(directory);
    assert_int_equal(err.status, SALVO_BAD_INPUT);
    check_place(m, directory, blamed, &err);
    return err;
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
