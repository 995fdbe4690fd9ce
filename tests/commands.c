/* SPDX-License-Identifier: GPL-3.0-or-later */
/* No command keeps anything. Every command of the catalogue is run in this process, after itself and after every other one,
 * in both orders, with options that differ: each answer must be, byte for byte, that of a process of its own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include <salvo/text.h>

#include "cli/command_line.h"
#include "every_command.h"
#include "sanitised.h"

/* The lines of one command, from first to behind: all pairs of them, and each in its turn among other commands. */
typedef struct lines_of {
    size_t first, behind, next;
} lines_of;

static struct {
    salvo_arena *memory;
    const catalogued *line;
    salvo_text *alone; /* what each is answered with in a process of its own */
    lines_of *command;
    size_t n_lines, n_commands;
} asked;

/* What a run leaves stands in the way of the next, and pictures are drawn by another process. */
static bool is_left_out(const catalogued *c)
{
    return has_tag(c, "once") || has_tag(c, "drawn") || has_tag(c, "slow");
}

static size_t name_length(const catalogued *c)
{
    return strcspn(c->line, " ");
}

static bool is_same_command(const catalogued *a, const catalogued *b)
{
    return name_length(a) == name_length(b) && strncmp(a->line, b->line, name_length(a)) == 0;
}

/* Everything that the line is answered with, each output behind its path. */
static void answer(salvo_text *to, const catalogued *c)
{
    salvo_error err = {0};
    context x;
    char **words;
    size_t n;

    assert_int_equal(context_init(&x, NULL, &err), SALVO_OK);
    words = words_of(c, &n, x.memory);
    if (command_line_run(&x, (int)n, words, &err) != SALVO_OK)
        fail_msg("salvo %s: %s", c->line, err.text);
    for (EACH_OUTPUT(&x.outputs, out)) {
        salvo_text_add(to, "--- %s\n", out->path ? out->path : "standard output");
        salvo_text_add(to, "%.*s", (int)out->length, out->bytes);
    }
    context_free(&x);
}

/* The same from a process of its own, in which no command was run before. */
static void answer_alone(salvo_text *to, const catalogued *c)
{
    int ends[2], ended = 0;
    char bytes[4096];
    ssize_t n;
    pid_t child;

    assert_int_equal(pipe(ends), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        salvo_text text = {0};
        FILE *out = fdopen(ends[1], "w");

        close(ends[0]);
        answer(&text, c);
        fwrite(text.bytes, 1, text.length, out);
        fclose(out);
        _exit(0);
    }
    close(ends[1]);
    while ((n = read(ends[0], bytes, sizeof bytes)) > 0)
        salvo_text_add(to, "%.*s", (int)n, bytes);
    close(ends[0]);
    assert_int_equal(waitpid(child, &ended, 0), child);
    assert_int_equal(ended, 0);
}

static void ask(size_t line, size_t before)
{
    salvo_text text = {0};

    answer(&text, &asked.line[line]);
    if (strcmp(salvo_text_of(&text), salvo_text_of(&asked.alone[line])) != 0)
        fail_msg("salvo %s\nis answered otherwise after salvo %s:\n%s\nalone:\n%s", asked.line[line].line,
                 asked.line[before].line, salvo_text_of(&text), salvo_text_of(&asked.alone[line]));
    salvo_text_free(&text);
}

/* The command's next line. */
static size_t turn(size_t command)
{
    lines_of *of = &asked.command[command];
    size_t line = of->next;

    of->next = line + 1 < of->behind ? line + 1 : of->first;
    return line;
}

static void sort_by_command(void)
{
    for (size_t i = 0; i < asked.n_lines; i++) {
        if (i == 0 || !is_same_command(&asked.line[i - 1], &asked.line[i]))
            asked.command[asked.n_commands++] = (lines_of){.first = i, .next = i};
        asked.command[asked.n_commands - 1].behind = i + 1;
    }
}

static int set_up(void **state)
{
    catalogued *line;
    const catalogued *all;
    size_t n;

    (void)state;
    asked.memory = salvo_arena_new();
    all = every_command(&n, asked.memory);
    asked.line = line = salvo_arena_array(asked.memory, n, sizeof *line);
    asked.alone = salvo_arena_array(asked.memory, n, sizeof *asked.alone);
    asked.command = salvo_arena_array(asked.memory, n, sizeof *asked.command);
    assert_true(line && asked.alone && asked.command);
    enter_folder();
    for (size_t i = 0; i < n; i++) {
        salvo_text made = {0};

        if (has_tag(&all[i], "first"))
            answer_alone(&made, &all[i]);
        else if (!is_left_out(&all[i]))
            line[asked.n_lines++] = all[i];
        salvo_text_free(&made);
    }
    for (size_t i = 0; i < asked.n_lines; i++)
        answer_alone(&asked.alone[i], &line[i]);
    sort_by_command();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    for (size_t i = 0; i < asked.n_lines; i++)
        salvo_text_free(&asked.alone[i]);
    salvo_arena_free(asked.memory);
    leave_folder();
    return 0;
}

static void no_line_sees_another_of_its_command(void **state)
{
    (void)state;
    for (size_t c = 0; c < asked.n_commands; c++)
        for (size_t i = asked.command[c].first; i < asked.command[c].behind; i++) {
            /* Sanitisers look at each line behind itself and between its neighbours. */
            const size_t behind = IS_SANITISED && i + 2 < asked.command[c].behind ? i + 2 : asked.command[c].behind;

            ask(i, i);
            for (size_t k = i + 1; k < behind; k++) {
                ask(k, i);
                ask(i, k);
            }
        }
}

/* i, then j i for every later j: each pair of commands in both orders. */
static void no_command_sees_another(void **state)
{
    (void)state;
    for (size_t i = 0; i < asked.n_commands; i++) {
        size_t before = turn(i);

        ask(before, before);
        for (size_t j = i + 1; j < asked.n_commands; j++) {
            size_t line = turn(j), again = turn(i);

            ask(line, before);
            ask(again, line);
            before = again;
        }
    }
}

int main(void)
{
    const struct CMUnitTest commands[] = {
        cmocka_unit_test(no_line_sees_another_of_its_command),
        cmocka_unit_test(no_command_sees_another),
    };
    /* What sanitisers find, they find in the lines of each command. */
    const struct CMUnitTest lines[] = {cmocka_unit_test(no_line_sees_another_of_its_command)};

    if (IS_SANITISED)
        return cmocka_run_group_tests_name("commands", lines, set_up, tear_down);
    return cmocka_run_group_tests_name("commands", commands, set_up, tear_down);
}
