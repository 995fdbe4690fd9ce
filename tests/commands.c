/* No command keeps anything. Every command is run in this process, after itself and after every other one, in both orders,
 * with options that differ: each answer must be, byte for byte, that of a process of its own.
 *
 *     commands          every command but the benchmark
 *     commands bench    the benchmark */
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

#include "base/shell_words.h"
#include "cli/command_line.h"
#include "cli/commands.h"

/* Two questions of every command: what one sets, the other must not find. */
static const char *const QUESTIONS[][2] = {
    {"list units -r mad --nation german --digits 1", "list procedures -r rookie --format json"},
    {"show 'Tiger I' -r mad --set units.german-tiger-i.hp=30", "show 'Sherman Firefly' -r mad --format markdown"},
    {"odds mad.direct-fire weapon=cannon-b range=500 cover=normal --method both --trials 2000 --seed 7",
     "odds mad.shots-to-kill weapon=cannon-a range=800 hp=28"},
    {"explain duel 'Tiger I' 'Sherman Firefly' -r mad --range 500", "explain dice '2d6 >= 7' --format csv"},
    {"fire '2 Tiger I' 'Sherman M4A1' -r mad --range 500 --totals kills",
     "fire '2 rifle' trained -r skank --range 5 --format json"},
    {"dice 'count(5d10 >= 7)' --cumulative --method both --trials 1000", "dice '2d6 >= 7' '3d6 >= 10' --format json"},
    {"luck mad.direct-fire weapon=cannon-b range=500 --of 'single|double|critical' --won 1/5",
     "luck mad.direct-fire weapon=cannon-b range=500 --of miss --won miss --format csv"},
    {"curve mad.direct-fire weapon=cannon-b --over range --show damage --chart {here}/out.csv",
     "curve mad.shots-to-kill weapon=cannon-a range=500 --over hp=10..30..10 --format csv"},
    {"duel 'Tiger I' 'Sherman Firefly' -r mad --range 750 a-cover=normal --first a",
     "duel T34/76 'Pz IV H' -r trr --range 20 --format json"},
    {"compare 'Tiger I' 'Sherman Firefly' -r mad --range 750 --method exact -- a-cover=normal --set weapons.cannon-b.damage=20",
     "compare mad.direct-fire weapon=cannon-b range=500 --trials 1000 -- cover=normal"},
    {"compare --a '2 Tiger I' --b '3 Sherman M4A1' -r mad --range 500 --trials 500 -- --scenario advance --targets-a weakest",
     "compare 'Tiger I' 'Sherman Firefly' -r mad --range 750 a-cover=normal -- -r trr --range 75"},
    {"battle --a '2 Tiger I' --b '3 Sherman M4A1' -r mad --range 500 a-cover=normal --break-at 0.5 --turns 4",
     "battle --a '2 Tiger I' --b '3 Sherman M4A1' -r mad --range 500 --targets-a weakest --scenario advance"},
    {"tipping 'Tiger I' 'Sherman M4A1' -r mad --range 1000 a-cover=normal --turns 3 --method mc --trials 500",
     "tipping 'Sherman M4A1' 'Tiger I' -r mad --range 2000 --method mc --trials 500 --break-at 0.5"},
    {"efficiency -r mad --against 'Tiger I' --range 500 --units '*sherman*'",
     "efficiency -r mad --range 1000 --units 'nation=german & points>=100' --format csv"},
    {"matrix -r mad --range 500 --units 'Tiger I, Panther*, *firefly*' --first a",
     "matrix -r mad --range 1000 --units 'Tiger I, *firefly*' --at numbers --numbers 2 --turns 2 --cover-a normal --trials 500"},
    {"points audit -r mad --nation japan",
     "points test -r mad --nation japan --pairs 20 --elements 2 --kinds 1 --range 500 --scenario hold --precision 0.2 "
     "cover=normal"},
    {"points fit -r mad --nation japan --pairs 20 --elements 2 --rounds 1 --range 100 --scenario hold --precision 0.3",
     "points audit -r mad --digits 3 --set units.german-tiger-i.points=200"},
    {"points price 'Ho-Ha (APC)' -r mad --nation japan --pairs 20 --elements 2 --range 100 --scenario hold --precision 0.3",
     "points fit -r mad --nation japan --pairs 20 --elements 2 --rounds 1 --range 100 --scenario hold --precision 0.3 "
     "--keep '*Ha*' --greatest 90 --round-to 5 --why all"},
    {"web --help", "web --help -o {here}/page.txt"},
    {"sensitivity duel 'Tiger I' 'Sherman Firefly' -r mad --range 750 --only weapons --top 3 --format csv",
     "sensitivity battle --a 'Tiger I' --b 'Sherman Firefly' -r mad --range 750 --break-at 1 --only units.*.hp b-cover=normal"},
    {"appendix {here}/list.yaml -r mad --digits 2",
     "appendix {here}/list.yaml -r mad --set weapons.cannon-b.500m=5 --format json"},
    {"run {here}/study.yaml -o {here}/out", "run {here}/study.yaml -o {here}/out --set weapons.cannon-b.500m=5"},
    {"store list {here}/part.db", "store show {here}/part.db 1 --format csv"},
    {"merge {here}/part.db", "merge --quiet {here}/part.db"},
    {"check {data}/mad", "check {data} --format json"},
    {"manual -r rookie --format markdown", "manual program"},
};

enum { N_COMMANDS = sizeof QUESTIONS / sizeof *QUESTIONS };

static const char STUDY[] =
    "title: A cover more\n"
    "question: Does one job see the options of the one before?\n"
    "jobs:\n"
    "  - name: covered\n"
    "    title: Covered\n"
    "    command: battle --a '2 Tiger I' --b '3 Sherman M4A1' -r mad --range 500 a-cover=normal\n"
    "    chart: no\n"
    "  - name: open\n"
    "    title: In the open\n"
    "    command: battle --a '2 Tiger I' --b '3 Sherman M4A1' -r mad --range 500\n"
    "    chart: no\n";

static const char LIST[] = "title: To hit\n"
                           "entries:\n"
                           "  - name: class-b\n"
                           "    kind: table\n"
                           "    title: Class B\n"
                           "    procedure: mad.direct-fire\n"
                           "    words: [weapon=cannon-b]\n"
                           "    rows: range=200,500\n"
                           "    cells: [miss]\n";

/* Where the questions' files are. */
static char folder[] = "/tmp/salvo-commands-XXXXXX";

static void write_file(const char *name, const char *text)
{
    char path[256];
    FILE *out;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

/* The question with its {places} filled in. */
static void fill(salvo_text *to, const char *question)
{
    static const char DATA[] = "{data}", HERE[] = "{here}";

    while (*question)
        if (strncmp(question, DATA, strlen(DATA)) == 0) {
            salvo_text_put(to, getenv("SALVO_DATA"));
            question += strlen(DATA);
        } else if (strncmp(question, HERE, strlen(HERE)) == 0) {
            salvo_text_put(to, folder);
            question += strlen(HERE);
        } else {
            salvo_text_add(to, "%c", *question++);
        }
}

/* Everything that the question is answered with, each output behind its path. */
static void answer(salvo_text *to, const char *question)
{
    salvo_text line = {0};
    salvo_error err = {0};
    context x;
    char *words[WORDS_MAX];
    size_t n;

    fill(&line, question);
    assert_int_equal(context_init(&x, NULL, &err), SALVO_OK);
    assert_int_equal(shell_words(salvo_text_of(&line), words, WORDS_MAX, &n, x.memory, &err), SALVO_OK);
    if (command_line_run(&x, (int)n, words, &err) != SALVO_OK)
        fail_msg("salvo %s: %s", salvo_text_of(&line), err.text);
    for (EACH_OUTPUT(&x.outputs, out)) {
        salvo_text_add(to, "--- %s\n", out->path ? out->path : "standard output");
        salvo_text_add(to, "%.*s", (int)out->length, out->bytes);
    }
    context_free(&x);
    salvo_text_free(&line);
}

/* The same from a process of its own, in which no command was run before. */
static void answer_alone(salvo_text *to, const char *question)
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
        answer(&text, question);
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

static salvo_text alone[N_COMMANDS][2];

/* The command's next question, the other one than last time. */
static void ask(size_t at, size_t before)
{
    static int turn[N_COMMANDS];
    int which = turn[at]++ % 2;
    salvo_text text = {0};

    answer(&text, QUESTIONS[at][which]);
    if (strcmp(salvo_text_of(&text), salvo_text_of(&alone[at][which])) != 0)
        fail_msg("salvo %s\nis answered otherwise after salvo %s ...:\n%s\nalone:\n%s", QUESTIONS[at][which],
                 QUESTIONS[before][0], salvo_text_of(&text), salvo_text_of(&alone[at][which]));
    salvo_text_free(&text);
}

static int set_up(void **state)
{
    salvo_text made = {0};

    (void)state;
    assert_non_null(mkdtemp(folder));
    write_file("study.yaml", STUDY);
    write_file("list.yaml", LIST);
    answer_alone(&made, "odds mad.shots-to-kill weapon=cannon-a range=800 hp=28 --method mc --trials 9000 --shard 1/1 "
                        "--store {here}/part.db");
    salvo_text_free(&made);
    for (size_t i = 0; i < N_COMMANDS; i++)
        for (int k = 0; k < 2; k++)
            answer_alone(&alone[i][k], QUESTIONS[i][k]);
    return 0;
}

static int tear_down(void **state)
{
    static const char *const FILES[] = {"study.yaml", "list.yaml", "part.db"};
    char path[256];

    (void)state;
    for (size_t i = 0; i < N_COMMANDS; i++)
        for (int k = 0; k < 2; k++)
            salvo_text_free(&alone[i][k]);
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, FILES[i]);
        unlink(path);
    }
    return rmdir(folder);
}

/* i i, then i j i for every later j: each pair in both orders. */
static void no_command_sees_another(void **state)
{
    size_t before = 0;

    (void)state;
    for (size_t i = 0; i < N_COMMANDS; i++) {
        ask(i, before);
        ask(i, i);
        for (size_t j = i + 1; j < N_COMMANDS; j++) {
            ask(j, i);
            ask(i, j);
        }
        before = i;
    }
}

/* The benchmark tells times, which differ: it is only run twice, with the least of work, and leaves nothing to the command
 * after it. It checks its contenders' answers itself. */
static void the_benchmark_runs_twice(void **state)
{
    salvo_text text = {0};

    (void)state;
    assert_int_equal(setenv("SALVO_BENCH_QUICK", "1", 1), 0);
    answer(&text, "bench --format csv");
    answer(&text, "bench");
    salvo_text_free(&text);
    ask(0, 0);
}

static void every_command_is_asked(void **state)
{
    (void)state;
    for (size_t c = 0; COMMANDS[c]; c++) {
        /* A new rulebook is written once. */
        bool asked = strcmp(COMMANDS[c]->name, "bench") == 0 || strcmp(COMMANDS[c]->name, "new") == 0;

        for (size_t i = 0; i < N_COMMANDS; i++) {
            size_t length = strlen(COMMANDS[c]->name);

            asked = asked || (strncmp(QUESTIONS[i][0], COMMANDS[c]->name, length) == 0 &&
                              strncmp(QUESTIONS[i][1], COMMANDS[c]->name, length) == 0);
        }
        if (!asked)
            fail_msg("the command %s has no two questions here", COMMANDS[c]->name);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest commands[] = {
        cmocka_unit_test(every_command_is_asked),
        cmocka_unit_test(no_command_sees_another),
    };
    const struct CMUnitTest benchmark[] = {cmocka_unit_test(the_benchmark_runs_twice)};

    if (argc > 1 && strcmp(argv[1], "bench") == 0)
        return cmocka_run_group_tests_name("bench", benchmark, set_up, tear_down);
    return cmocka_run_group_tests_name("commands", commands, set_up, tear_down);
}
