/* The CSV reader on any bytes: it never crashes, and what it takes is a table. LLVMFuzzerTestOneInput is the entry
 * point of a fuzzer (clang -fsanitize=fuzzer -DSALVO_FUZZER); without one, main replays tests/data/fuzz_csv and every
 * beginning of the shipped unit list. */
#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <salvo/arena.h>

#include "data/csv.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void must(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "fuzz_csv: %s\n", what);
    abort();
}

#define MUST(holds) must(holds, #holds)

/* What every reader of a table relies on. */
static void check_table(const salvo_table *table)
{
    MUST(table->n_columns > 0 && strcmp(table->header[0].text, "id") == 0);
    for (size_t i = 0; i < table->n_rows * table->n_columns; i++) {
        MUST(table->cells[i].text && table->cells[i].line > 0 && table->cells[i].column > 0);
        MUST(i % table->n_columns != 0 || *table->cells[i].text);
    }
}

static const char *file_of(const uint8_t *bytes, size_t length)
{
    static char path[] = "/tmp/salvo-fuzz-XXXXXX";
    static int file = -1;

    if (file < 0)
        file = mkstemp(path);
    MUST(file >= 0 && ftruncate(file, 0) == 0 && pwrite(file, bytes, length, 0) == (ssize_t)length);
    return path;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    salvo_arena *memory = salvo_arena_new();
    salvo_table table = {0};
    salvo_error err = {0};
    salvo_status status = salvo_csv_read(&table, file_of(bytes, length), memory, &err);

    MUST(status == SALVO_OK || status == SALVO_BAD_INPUT);
    MUST(status == SALVO_OK || (err.line > 0 && err.column > 0 && *err.text));
    if (status == SALVO_OK)
        check_table(&table);
    salvo_arena_free(memory);
    return 0;
}

#ifndef SALVO_FUZZER
static size_t read_file(const char *path, uint8_t *bytes, size_t room)
{
    FILE *in = fopen(path, "rb");
    size_t length;

    MUST(in != NULL);
    length = fread(bytes, 1, room, in);
    MUST(length < room);
    fclose(in);
    return length;
}

static int replay_folder(const char *folder, uint8_t *bytes, size_t room)
{
    char path[1024];
    DIR *files = opendir(folder);
    int replayed = 0;

    MUST(files != NULL);
    for (struct dirent *file; (file = readdir(files));)
        if (file->d_name[0] != '.') {
            snprintf(path, sizeof path, "%s/%s", folder, file->d_name);
            LLVMFuzzerTestOneInput(bytes, read_file(path, bytes, room));
            replayed++;
        }
    closedir(files);
    return replayed;
}

int main(void)
{
    static uint8_t bytes[1 << 16];
    char path[512];
    int replayed;
    size_t length;

    MUST(getenv("SALVO_TESTS") && getenv("SALVO_DATA"));
    snprintf(path, sizeof path, "%s/data/fuzz_csv", getenv("SALVO_TESTS"));
    replayed = replay_folder(path, bytes, sizeof bytes);
    MUST(replayed > 0);
    snprintf(path, sizeof path, "%s/mad/units.csv", getenv("SALVO_DATA"));
    length = read_file(path, bytes, sizeof bytes);
    for (size_t end = 0; end <= length; end++)
        LLVMFuzzerTestOneInput(bytes, end);
    remove(file_of(bytes, 0));
    printf("%d files and %zu beginnings of units.csv\n", replayed, length + 1);
    return 0;
}
#endif
