/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "every_command.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/shell_words.h"
#include "data/file.h"

enum { LINES_MAX = 512, WORDS = 64, PATH = 1024 };

static const char *tests_path(char path[PATH], const char *name)
{
    assert_non_null(getenv("SALVO_TESTS"));
    assert_true(snprintf(path, PATH, "%s/%s", getenv("SALVO_TESTS"), name) < PATH);
    return path;
}

const catalogued *every_command(size_t *n, salvo_arena *memory)
{
    catalogued *commands = salvo_arena_array(memory, LINES_MAX, sizeof *commands);
    char path[PATH], *text, *rest = NULL;
    size_t length;

    assert_non_null(commands);
    assert_int_equal(salvo_file_read(tests_path(path, "commands/catalogue.txt"), memory, &text, &length, NULL),
                     SALVO_OK);
    *n = 0;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        size_t tags = strcspn(line, " ");

        if (line[0] == '#')
            continue;
        assert_true(*n < LINES_MAX && line[tags] == ' ');
        line[tags] = '\0';
        commands[(*n)++] = (catalogued){line, line + tags + 1 + strspn(line + tags + 1, " ")};
    }
    return commands;
}

bool has_tag(const catalogued *command, const char *tag)
{
    const size_t length = strlen(tag);
    bool has = false;

    for (const char *at = command->tags; *at && !has; at += *at == ',') {
        size_t n = strcspn(at, ",");

        has = n == length && strncmp(at, tag, n) == 0;
        at += n;
    }
    return has;
}

char **words_of(const catalogued *command, size_t *n, salvo_arena *memory)
{
    static const char ROOT[] = "{root}";
    char **words = salvo_arena_array(memory, WORDS, sizeof *words);

    assert_non_null(words);
    assert_int_equal(shell_words(command->line, words, WORDS, n, memory, NULL), SALVO_OK);
    for (size_t i = 0; i < *n; i++)
        if (strncmp(words[i], ROOT, strlen(ROOT)) == 0) {
            char *filled = salvo_arena_array(memory, PATH, 1);

            assert_non_null(filled);
            assert_true(snprintf(filled, PATH, "%s/..%s", getenv("SALVO_TESTS"), words[i] + strlen(ROOT)) < PATH);
            words[i] = filled;
        }
    return words;
}

static char folder[] = "/tmp/salvo-commands-XXXXXX";

void enter_folder(void)
{
    static const char *const FILES[] = {"study.yaml", "list.yaml"};

    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    assert_int_equal(mkdir("out", 0777), 0);
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++) {
        char name[64], path[PATH];

        snprintf(name, sizeof name, "commands/%s", FILES[i]);
        assert_int_equal(symlink(tests_path(path, name), FILES[i]), 0);
    }
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *where)
{
    (void)about, (void)kind, (void)where;
    return remove(path);
}

void empty_out(void)
{
    assert_int_equal(nftw("out", remove_one, 16, FTW_DEPTH | FTW_PHYS), 0);
    assert_int_equal(mkdir("out", 0777), 0);
}

void leave_folder(void)
{
    assert_int_equal(chdir("/"), 0);
    assert_int_equal(nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS), 0);
}
