/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where rulebooks are found, and what a folder may name. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <salvo/fight.h>

#include "data/file.h"
#include "scratch.h"
#include "support.h"

static void put_file(const char *folder, const char *name, const char *text)
{
    char path[SCRATCH_PATH];
    FILE *out = fopen(scratch_path(path, folder, name), "w");

    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

/* A folder of `files`, which are removed again with it. */
static void make_folder(char folder[SCRATCH_PATH], const char *parent, const char *name)
{
    assert_int_equal(mkdir(scratch_path(folder, parent, name), 0777), 0);
}

static void drop(const char *folder, const char *name)
{
    char path[SCRATCH_PATH];

    assert_int_equal(remove(scratch_path(path, folder, name)), 0);
}

static const char MANIFEST[] =
    "id: %s\ntitle: A book\nedition: none\nauthors: [us]\ndistance_unit: in\nsummary: None.\n"
    "tables:\n  - {name: units, file: units.csv, title: Units, section: none}\n";

static void put_manifest(const char *folder, const char *id)
{
    char text[512];

    snprintf(text, sizeof text, MANIFEST, id);
    put_file(folder, "ruleset.yaml", text);
}

static char root[] = "/tmp/salvo-folders-XXXXXX";
static char one[SCRATCH_PATH], two[SCRATCH_PATH], torn[SCRATCH_PATH];

static int make_root(void **state)
{
    (void)state;
    assert_non_null(mkdtemp(root));
    make_folder(two, root, "b");
    make_folder(one, root, "a");
    make_folder(torn, root, "c");
    put_manifest(one, "one");
    put_manifest(two, "two");
    put_file(torn, "ruleset.yaml", "id: [\n");
    put_file(root, "outside.csv", "id\n");
    put_file(one, "inside.csv", "id\n");
    return 0;
}

static int remove_root(void **state)
{
    (void)state;
    drop(one, "ruleset.yaml");
    drop(one, "inside.csv");
    drop(two, "ruleset.yaml");
    drop(torn, "ruleset.yaml");
    drop(root, "outside.csv");
    drop(root, "a");
    drop(root, "b");
    drop(root, "c");
    return rmdir(root);
}

static void a_place_is_a_rulebook_or_holds_them(void **state)
{
    const char *const places[] = {two, "/nowhere", root, one};
    salvo_arena *memory = salvo_arena_new();
    salvo_folder *folders;
    size_t n;

    (void)state;
    assert_non_null(memory);
    assert_int_equal(salvo_folders_find(&folders, &n, places, COUNT_OF(places), memory, NULL), SALVO_OK);
    /* Each once, in the order of the places and then of names; a broken one among them. */
    assert_int_equal(n, 3);
    assert_string_equal(folders[0].id, "two");
    assert_string_equal(folders[1].id, "one");
    assert_null(folders[2].id);
    assert_string_equal(folders[2].directory, torn);
    assert_int_equal(folders[2].fault.status, SALVO_BAD_INPUT);
    assert_int_equal(folders[2].fault.line, 1);
    assert_int_equal(salvo_folders_find(&folders, &n, NULL, 0, memory, NULL), SALVO_OK);
    assert_int_equal(n, 0);
    salvo_arena_free(memory);
}

static void files_stay_inside(void **state)
{
    char path[SCRATCH_PATH];

    (void)state;
    assert_true(salvo_file_stays_inside(one, "inside.csv"));
    assert_true(salvo_file_stays_inside(one, "./inside.csv"));
    assert_true(salvo_file_stays_inside(one, "not-there.csv"));
    assert_true(salvo_file_stays_inside(one, "..inside.csv"));
    assert_true(salvo_file_stays_inside("/", "etc"));
    assert_false(salvo_file_stays_inside(one, "../outside.csv"));
    assert_false(salvo_file_stays_inside(one, "x/../../outside.csv"));
    assert_false(salvo_file_stays_inside(one, ".."));
    assert_false(salvo_file_stays_inside(one, "/etc/passwd"));
    assert_int_equal(symlink("../outside.csv", scratch_path(path, one, "link.csv")), 0);
    assert_false(salvo_file_stays_inside(one, "link.csv"));
    drop(one, "link.csv");
    assert_int_equal(symlink("inside.csv", path), 0);
    assert_true(salvo_file_stays_inside(one, "link.csv"));
    drop(one, "link.csv");
}

/* A copy with another id: its duel is asked by the new name, and has the old numbers. */
static void tables_with_an_id_of_their_own_take_rules(void **state)
{
    static const char *const WORDS[] = {"range=750"};
    char directory[SCRATCH_PATH], path[SCRATCH_PATH], text[1 << 14] = "id: my-mad\nrules: mad\n";
    salvo_rulebook book;
    salvo_duel duel;
    salvo_error err = {.text = ""};
    FILE *file;
    char *own;
    size_t n = strlen(text);

    (void)state;
    scratch_make(directory);
    file = fopen(scratch_path(path, directory, "ruleset.yaml"), "r");
    assert_non_null(file);
    assert_non_null(fgets(text + n, 64, file)); /* its own id */
    n += fread(text + n, 1, sizeof text - n - 1, file);
    text[n] = '\0';
    fclose(file);
    own = strstr(text + 1, "\nrules: rules.lua"); /* the tables alone */
    if (own)
        memmove(own, strstr(own, "\ntables:"), strlen(strstr(own, "\ntables:")) + 1);
    put_file(directory, "ruleset.yaml", text);
    if (salvo_rulebook_open(&book, NULL, directory, NULL, 0, &err) != SALVO_OK)
        fail_msg("%s", err.text);
    assert_string_equal(book.ruleset->id, "my-mad");
    assert_string_equal(book.ruleset->duel->procedure, "my-mad.duel");
    assert_int_equal(salvo_duel_fight(&duel, &book, "Tiger I", "Sherman Firefly", WORDS, 1, NULL, &err), SALVO_OK);
    assert_string_equal(duel.question.procedure->schema.name, "my-mad.duel");
    salvo_duel_free(&duel);
    salvo_rulebook_close(&book);
    assert_int_equal(salvo_rulebook_open_changed(&book, "mad", directory, NULL, &err), SALVO_BAD_INPUT);
    scratch_remove(directory);
}

/* salvo's rulebooks are the folders of its data: the list says their order alone. */
static void the_list_of_salvos_rulebooks_is_complete(void **state)
{
    const char *const places[] = {getenv("SALVO_DATA")};
    salvo_arena *memory = salvo_arena_new();
    salvo_folder *folders;
    size_t n;

    (void)state;
    assert_non_null(memory);
    assert_non_null(places[0]);
    assert_int_equal(salvo_folders_find(&folders, &n, places, 1, memory, NULL), SALVO_OK);
    assert_int_equal(n, SALVO_N_BOOKS);
    for (size_t i = 0; i < SALVO_N_BOOKS; i++) {
        bool found = false;

        for (size_t k = 0; k < n && !found; k++)
            found = strcmp(folders[k].id, SALVO_BOOKS[i]) == 0;
        if (!found)
            fail_msg("there is no rulebook '%s' in %s", SALVO_BOOKS[i], places[0]);
    }
    salvo_arena_free(memory);
}

/* Tables without rules get those of another folder, by that folder's paths, and their hash has them. */
static void tables_take_the_rules_of_a_folder(void **state)
{
    char directory[SCRATCH_PATH], rules[SCRATCH_PATH], path[SCRATCH_PATH];
    salvo_store store;
    salvo_error err = {0};
    uint64_t hash;

    (void)state;
    scratch_make_of(directory, "mad");
    snprintf(rules, sizeof rules, "%s/templates/blank", getenv("SALVO_DATA"));
    scratch_path(path, rules, "rules.lua");
    assert_int_equal(salvo_store_load(&store, directory, &err), SALVO_OK);
    hash = salvo_store_hash(&store);
    assert_int_equal(salvo_store_take_rules(&store, "no-such-folder", &err), SALVO_IO);
    assert_true(salvo_store_hash(&store) == hash);
    assert_int_equal(salvo_store_take_rules(&store, rules, &err), SALVO_OK);
    assert_string_equal(store.id, "mad");
    assert_string_equal(store.rules, path);
    assert_int_equal(store.n_rules_files, 1);
    assert_true(salvo_store_hash(&store) != hash);
    salvo_store_free(&store);
    scratch_remove(directory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_place_is_a_rulebook_or_holds_them),
        cmocka_unit_test(files_stay_inside),
        cmocka_unit_test(tables_with_an_id_of_their_own_take_rules),
        cmocka_unit_test(the_list_of_salvos_rulebooks_is_complete),
        cmocka_unit_test(tables_take_the_rules_of_a_folder),
    };

    return cmocka_run_group_tests(tests, make_root, remove_root);
}
