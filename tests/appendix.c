/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Appendices against the book: hit tables from the weapons' own numbers, quantities against the odds they are made of, and
 * lists that are wrong, by line and column. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <salvo/appendix.h>
#include <salvo/report.h>

#include "support.h"

/* Writes the list that `yaml` is to a file of its own. */
static void write_list(char path[64], const char *yaml)
{
    int file;

    snprintf(path, 64, "/tmp/salvo-appendix-XXXXXX");
    file = mkstemp(path);
    assert_true(file >= 0 && write(file, yaml, strlen(yaml)) == (ssize_t)strlen(yaml));
    close(file);
}

/* Makes the list; the caller frees *appendix where SALVO_OK is returned. */
static salvo_status make(salvo_appendix *appendix, const salvo_rulebook *book, const char *yaml,
                         const salvo_approach *approach, salvo_error *err)
{
    char path[64];
    salvo_status status;

    write_list(path, yaml);
    status = salvo_appendix_make(appendix, book, path, approach, err);
    unlink(path);
    return status;
}

static salvo_status check(const salvo_rulebook *book, const char *yaml, salvo_error *err)
{
    char path[64];
    salvo_status status;

    write_list(path, yaml);
    status = salvo_appendix_check(book, path, err);
    unlink(path);
    return status;
}

/* Both D10 must reach the target number for two successes, one for one: nothing only when both miss. A number above 10
 * is never reached, one of 1 or less always. */
static double chance_to_hit(int number)
{
    double miss = number > 10 ? 1 : number <= 1 ? 0 : (number - 1) / 10.0;

    return 1 - miss * miss;
}

static const salvo_appendix_entry *entry_of(const salvo_appendix *a, const char *name)
{
    for (size_t i = 0; i < a->n_entries; i++)
        if (strcmp(a->entries[i].name, name) == 0)
            return &a->entries[i];
    fail_msg("there is no entry '%s'", name);
    return NULL;
}

/* The weapon's number at that range: the table's column of that heading; 0 where it does not reach. */
static int printed_number(const salvo_table *weapons, const char *weapon, const char *range)
{
    char heading[32];
    size_t row;

    snprintf(heading, sizeof heading, "%sm", range);
    assert_int_equal(salvo_table_find(weapons, "weapon", weapon, &row, NULL), SALVO_OK);
    if (salvo_table_column(weapons, heading) < 0)
        fail_msg("the weapons have no column '%s'", heading);
    return atoi(salvo_table_text(weapons, row, heading));
}

static void hit_tables_are_the_books(void **state)
{
    static const int COVER[] = {0, 1, 4}; /* added to the number: none, normal, fortification */
    const salvo_table *weapons = salvo_store_table(&mad()->store, "weapons");
    salvo_appendix a;
    const salvo_appendix_entry *e;
    size_t cells = 0;

    (void)state;
    assert_int_equal(salvo_appendix_make(&a, mad(), NULL, NULL, NULL), SALVO_OK);
    e = entry_of(&a, "to-hit");
    assert_int_equal(e->n_grids, 3);
    for (size_t k = 0; k < e->n_grids; k++)
        for (size_t r = 0; r < e->grids[k].n_rows; r++)
            for (size_t c = 0; c < e->grids[k].n_columns; c++) {
                const salvo_appendix_grid *g = &e->grids[k];
                const salvo_appendix_cell *cell = &g->cells[r * g->n_columns + c];
                int printed = printed_number(weapons, g->rows[r].text, g->columns[c].value.text);
                double expected = printed ? chance_to_hit(printed + COVER[k]) : 0;

                assert_true(cell->present && cell->exact);
                if (fabs(cell->figure.exact.value - expected) > 1e-12)
                    fail_msg("%s at %s, cover %s: %g instead of %g", g->rows[r].name, g->columns[c].value.name,
                             g->table.name, cell->figure.exact.value, expected);
                cells++;
            }
    assert_int_equal(cells, 3 * 8 * 8);
    salvo_appendix_free(&a);
}

static const char QUANTITIES[] = "title: t\n"
                                 "entries:\n"
                                 "  - name: q\n"
                                 "    title: t\n"
                                 "    kind: table\n"
                                 "    procedure: mad.direct-fire\n"
                                 "    rows: range=500\n"
                                 "    words: [weapon=cannon-b]\n"
                                 "    cells: [miss, hit = single + double + critical, all - miss, damage]\n";

/* Class B at 500 m needs 6: a miss is 1/4; 18.7 is the book's mean of 17, 34 and 68 with 1/2, 1/5, 1/20. */
static void quantities_are_sums(void **state)
{
    static const double EXPECTED[] = {0.25, 0.75, 0.75, 17 * 0.5 + 34 * 0.2 + 68 * 0.05};
    salvo_appendix a;
    const salvo_appendix_grid *g;

    (void)state;
    assert_int_equal(make(&a, mad(), QUANTITIES, NULL, NULL), SALVO_OK);
    g = &a.entries[0].grids[0];
    assert_int_equal(g->n_columns, 4);
    for (size_t c = 0; c < 4; c++) {
        assert_true(g->cells[c].present);
        assert_true(fabs(g->cells[c].figure.exact.value - EXPECTED[c]) < 1e-12);
        assert_int_equal(g->columns[c].probability, c < 3);
    }
    assert_string_equal(g->columns[1].value.name, "hit");
    assert_string_equal(g->columns[2].value.name, "all - miss");
    salvo_appendix_free(&a);
}

/* Trials are counted, so a sum's count is the sum of the counts. */
static void simulated_sums_are_counts(void **state)
{
    salvo_approach approach = {.method = SALVO_MONTE_CARLO, .plan = SALVO_PLAN};
    salvo_appendix a;
    const salvo_appendix_cell *cells;

    (void)state;
    approach.plan.trials = 10000;
    assert_int_equal(make(&a, mad(), QUANTITIES, &approach, NULL), SALVO_OK);
    cells = a.entries[0].grids[0].cells;
    assert_true(cells[0].simulated && !cells[0].exact);
    assert_int_equal(cells[0].trials, 10000);
    assert_int_equal(cells[1].figure.count, 10000 - cells[0].figure.count);
    assert_int_equal(cells[2].figure.count, cells[1].figure.count);
    assert_true(fabs(cells[1].figure.simulated.value - 0.75) < 0.02);
    assert_true(cells[1].figure.simulated.low < 0.75 && cells[1].figure.simulated.high > 0.75);
    salvo_appendix_free(&a);
}

#define HEAD  "title: t\nentries:\n  - name: q\n    title: t\n"
#define TABLE HEAD "    kind: table\n    procedure: mad.direct-fire\n"
#define SHOTS                                                                             \
    HEAD "    kind: table\n    procedure: mad.shots-to-kill\n    rows: weapon=cannon-b\n" \
         "    words: [range=500, hp=28, max=5]\n"

static const struct wrong_case {
    const char *name, *yaml, *reason;
    int line, column;
} WRONG[] = {
    {"an unknown key", HEAD "    kind: data\n    tabel: weapons\n", "unknown key 'tabel'; did you mean 'table'", 6, 5},
    {"a missing title", "entries:\n  - name: q\n    title: t\n    kind: data\n    table: weapons\n",
     "the key 'title' is missing", 1, 1},
    {"no entries", "title: t\nentries: []\n", "at least one entry", 2, 10},
    {"no YAML", "title: \"t\nentries:\n", "cannot be read as YAML", 1, 1},
    {"a list for a text", "title: [t]\n", "expected a text here, but found a list", 1, 8},
    {"an unknown kind", HEAD "    kind: tabel\n", "there is no kind 'tabel'; did you mean 'table'", 5, 11},
    {"a kind without what it needs", HEAD "    kind: data\n",
     "the key 'table' is missing; add it, because an entry of kind data", 3, 5},
    {"a kind with what it does not take", HEAD "    kind: data\n    table: weapons\n    rows: range\n",
     "'rows' is not a key of an entry of kind data", 7, 11},
    {"a name that is no file's",
     "title: t\nentries:\n  - name: To Hit\n    title: t\n    kind: data\n    table: weapons\n",
     "small letters, digits and hyphens", 3, 11},
    {"a name twice",
     HEAD "    kind: data\n    table: weapons\n  - name: q\n    title: t\n    kind: data\n    table: weapons\n",
     "two entries are called 'q'", 7, 11},
    {"an unknown procedure",
     HEAD "    kind: table\n    procedure: mad.direct-fyre\n    rows: range\n    cells: [miss]\n",
     "unknown procedure 'mad.direct-fyre'", 6, 16},
    {"an unknown row", TABLE "    rows: rnge\n    cells: [miss]\n", "no parameter 'rnge'", 7, 11},
    {"an unknown cell", TABLE "    rows: weapon\n    words: [range=500]\n    cells: [miss, singel]\n",
     "no outcome or expectation 'singel'; did you mean 'single'", 9, 19},
    {"a sum with a mean", TABLE "    rows: weapon\n    words: [range=500]\n    cells: [miss + damage]\n",
     "'damage' is an expectation", 9, 13},
    {"a word that nothing takes", TABLE "    rows: weapon\n    words: [moving=yes, rnage=500]\n    cells: [miss]\n",
     "no parameter 'rnage'; did you mean 'range'", 8, 25},
    {"a word that is none", TABLE "    rows: weapon\n    words: [moving]\n    cells: [miss]\n",
     "'moving' is not a parameter; write key=value", 8, 13},
    {"a word with a value that its key does not take",
     TABLE "    rows: weapon\n    words: [moving=perhaps]\n    cells: [miss]\n", "'perhaps' is not a value of moving",
     8, 13},
    {"a word twice", TABLE "    rows: weapon\n    words: [range=500, range=600]\n    cells: [miss]\n",
     "range is given twice", 8, 24},
    {"a key in the words and the rows", TABLE "    rows: weapon\n    words: [weapon=cannon-b]\n    cells: [miss]\n",
     "weapon is given twice", 7, 11},
    {"a key in the rows and the columns", TABLE "    rows: range\n    columns: range=500\n    cells: [miss]\n",
     "range is given twice", 8, 14},
    {"a key in the tables and the columns",
     TABLE "    rows: weapon\n    tables: range=250\n    columns: range=500\n    cells: [miss]\n",
     "range is given twice", 9, 14},
    {"a value of a column that is none", TABLE "    rows: weapon\n    columns: range=500,wood\n    cells: [miss]\n",
     "range=wood: range must be a number", 8, 14},
    {"a value of a row that is none",
     TABLE "    rows: weapon=cannon-b,cannon-z\n    columns: range=500\n    cells: [miss]\n",
     "unknown weapon 'cannon-z'; did you mean 'cannon-a', 'cannon-b' or 'cannon-c'", 7, 11},
    {"a value of a table that is none",
     TABLE "    rows: weapon\n    tables: cover=none,wodd\n    columns: range=500\n    cells: [miss]\n",
     "'wodd' is not a value of cover", 8, 13},
    {"a value beyond its limits", TABLE "    rows: weapon\n    columns: range=-500..500..100\n    cells: [miss]\n",
     "range=-500: range must be a number", 8, 14},
    {"an unknown column of a table", TABLE "    rows: weapon\n    columns: rnage\n    cells: [miss]\n",
     "no parameter 'rnage'; did you mean 'range'", 8, 14},
    {"an unknown key of tables", TABLE "    rows: weapon\n    tables: covr\n    columns: range\n    cells: [miss]\n",
     "no parameter 'covr'; did you mean 'cover'", 8, 13},
    {"an unknown cell where outcomes are made", SHOTS "    cells: [foo]\n",
     "mad.shots-to-kill has no outcome or expectation 'foo'", 9, 13},
    {"a word near to a made outcome", SHOTS "    cells: [moer]\n", "did you mean 'more'", 9, 13},
    {"a made outcome that never comes", SHOTS "    cells: [1, more, kill in six = 6]\n",
     "'6' is impossible in every combination of this entry", 9, 22},
    {"a number that is written otherwise", SHOTS "    cells: [01]\n", "'01' is impossible in every combination", 9, 13},
    {"an expectation without a value", TABLE "    rows: weapon\n    words: [range=500]\n    cells: [damage, kill %]\n",
     "'kill' has no value in any combination", 9, 21},
    {"an expectation that is no chance", TABLE "    rows: weapon\n    words: [range=500]\n    cells: [damage %]\n",
     "'damage' is not a chance, but", 9, 13},
    {"an outcome counted twice",
     TABLE "    rows: weapon\n    words: [range=500]\n    cells: [miss, single + double + single]\n",
     "'single' is counted 2 times", 9, 19},
    {"an outcome beside all", TABLE "    rows: weapon\n    words: [range=500]\n    cells: [all + miss]\n",
     "'miss' is counted 2 times", 9, 13},
    {"an outcome taken from nothing", TABLE "    rows: weapon\n    words: [range=500]\n    cells: [single - miss]\n",
     "'miss' is subtracted, but no term before contains it", 9, 13},
    {"a table of nothing", TABLE "    rows: weapon\n    words: [moving=yes, fixed=yes]\n    cells: [miss]\n", "range",
     3, 5},
    {"digits beyond measure", TABLE "    rows: weapon\n    words: [range=500]\n    cells: [miss]\n    digits: 12\n",
     "a whole number from 0 to 9", 10, 13},
    {"no pair", HEAD "    kind: duels\n    pairs: [Tiger I and Sherman]\n    columns: range=500\n", "write A against B",
     6, 13},
    {"an unknown unit in a pair",
     HEAD "    kind: duels\n    pairs: [Tyger against Sherman Firefly]\n    columns: range=500\n",
     "unknown unit 'Tyger'; did you mean 'Tiger I' or 'Tiger II'", 6, 13},
    {"an unknown second unit in a pair",
     HEAD
     "    kind: duels\n    pairs: [Tiger I against Tiger I, Tiger I against Sherman Fyrefly]\n    columns: range=500\n",
     "did you mean 'Sherman Firefly'", 6, 38},
    {"a side of a pair in the words",
     HEAD "    kind: duels\n    pairs: [Tiger I against Tiger I]\n    words: [a=Tiger II]\n    columns: range=500\n",
     "a is given twice", 6, 12},
    {"a wrong column of duels", HEAD "    kind: duels\n    pairs: [Tiger I against Tiger I]\n    columns: range=near\n",
     "range=near: range must be a number", 7, 14},
    {"units of a table", HEAD "    kind: cards\n    units: [Tiger I]\n    table: aircraft\n",
     "units and table exclude each other", 7, 12},
    {"nations of cards without any", HEAD "    kind: cards\n    table: aircraft\n    by-nation: yes\n",
     "none of these cards has a nation", 7, 16},
    {"an unknown unit", HEAD "    kind: cards\n    units: [Tiger I, Tygr]\n",
     "there is no unit or aircraft 'Tygr'; salvo list units -r mad", 6, 22},
    {"an unknown field of a card", HEAD "    kind: cards\n    units: [Tiger I]\n    fields: [points, prize]\n",
     "no card has a line 'prize'; there are 'hit points', 'mobility', 'points'", 7, 22},
    {"a table without cards", HEAD "    kind: cards\n    table: weapons\n", "the table 'weapons' has no record cards",
     6, 12},
    {"an unknown table", HEAD "    kind: data\n    table: wepons\n",
     "there is no table 'wepons'; did you mean 'weapons'", 6, 12},
    {"an unknown column", HEAD "    kind: data\n    table: weapons\n    fields: [name, dammage]\n",
     "the table 'weapons' has no column 'dammage'", 7, 20},
    {"neither yes nor no", HEAD "    kind: cards\n    by-nation: perhaps\n", "yes or no", 6, 16},
};

static void is_told(const struct wrong_case *c, const salvo_error *err)
{
    if (!strstr(err->text, c->reason))
        fail_msg("'%s' does not say '%s'", err->text, c->reason);
    if (err->line != c->line || err->column != c->column)
        fail_msg("'%s' at %d:%d instead of %d:%d", err->text, err->line, err->column, c->line, c->column);
    assert_non_null(strstr(err->path, "salvo-appendix"));
}

/* Whoever only checks the list says the same. */
static void wrong_lists_are_told(void **state)
{
    const struct wrong_case *c = *state;
    salvo_appendix a;
    salvo_error err = {0};

    assert_int_equal(make(&a, mad(), c->yaml, NULL, &err), SALVO_BAD_INPUT);
    assert_null(a.memory);
    is_told(c, &err);
    assert_int_equal(check(mad(), c->yaml, &err), SALVO_BAD_INPUT);
    is_told(c, &err);
}

/* By hand: Class B at 500 m does 17, 34 or 68 with 1/2, 1/5 and 1/20, so that 28 hit points go with the first shot in 1/4
 * of all cases. */
static void made_outcomes_are_cells(void **state)
{
    static const char YAML[] =
        SHOTS "    cells: [1, not in five = more, \"later = 2 + 3 + 4 + 5\", in five = all - more]\n";
    salvo_appendix a;
    const salvo_appendix_cell *cells;

    (void)state;
    assert_int_equal(check(mad(), YAML, NULL), SALVO_OK);
    assert_int_equal(make(&a, mad(), YAML, NULL, NULL), SALVO_OK);
    cells = a.entries[0].grids[0].cells;
    assert_true(fabs(cells[0].figure.exact.value - 0.25) < 1e-12);
    assert_true(fabs(cells[0].figure.exact.value + cells[1].figure.exact.value + cells[2].figure.exact.value - 1) <
                1e-12);
    assert_true(fabs(cells[3].figure.exact.value + cells[1].figure.exact.value - 1) < 1e-12);
    salvo_appendix_free(&a);
}

/* What comes in one combination may be a cell of all, in trials too, however few they are. */
static void a_made_outcome_of_one_row_is_a_cell_of_all(void **state)
{
    static const char YAML[] = HEAD "    kind: table\n    procedure: mad.shots-to-kill\n    rows: max=2,5\n"
                                    "    words: [weapon=cannon-b, range=500, hp=28]\n    cells: [4, 5]\n";
    static const salvo_method METHODS[] = {SALVO_EXACT, SALVO_MONTE_CARLO};

    (void)state;
    assert_int_equal(check(mad(), YAML, NULL), SALVO_OK);
    for (size_t m = 0; m < COUNT_OF(METHODS); m++) {
        salvo_approach approach = {.method = METHODS[m], .plan = SALVO_PLAN};
        salvo_appendix a;

        approach.plan.trials = 2;
        assert_int_equal(make(&a, mad(), YAML, &approach, NULL), SALVO_OK);
        for (size_t c = 0; c < 4; c++)
            assert_true(a.entries[0].grids[0].cells[c].present);
        assert_true(a.entries[0].grids[0].cells[0].figure.exact.value == 0); /* of two shots, none is the fourth */
        salvo_appendix_free(&a);
    }
}

/* The Bazooka has no tungsten: a cell without a number, beside others. */
static void refused_combinations_are_empty(void **state)
{
    static const char YAML[] = HEAD "    kind: table\n"
                                    "    procedure: trr.anti-tank\n"
                                    "    rows: gun=german-37,bazooka\n"
                                    "    columns: ammo=ap,apcr\n"
                                    "    cells: [no-effect]\n";
    static const bool PRESENT[] = {true, true, true, false};
    salvo_rulebook book;
    salvo_appendix a;

    (void)state;
    book_open(&book, "trr", "");
    assert_int_equal(make(&a, &book, YAML, NULL, NULL), SALVO_OK);
    assert_int_equal(a.entries[0].grids[0].n_rows * a.entries[0].grids[0].n_columns, COUNT_OF(PRESENT));
    for (size_t i = 0; i < COUNT_OF(PRESENT); i++)
        assert_int_equal(a.entries[0].grids[0].cells[i].present, PRESENT[i]);
    salvo_appendix_free(&a);
    salvo_rulebook_close(&book);
}

/* An entry "a" with a table "2", and an entry "a-2", and so on: tables that would be called alike are numbered, and no
 * number makes a name that another table has. */
static void every_table_has_a_name_of_its_own(void **state)
{
    static salvo_appendix_list lists[] = {{.title = ""},    {.title = "!"}, {.title = "c"}, {.title = "C?"},
                                          {.title = ""},    {.title = " "}, {.title = "."}, {.title = ""},
                                          {.title = "c-2"}, {.title = "-"}};
    static salvo_appendix_entry entries[] = {{.name = "a", .n_lists = 2},   {.name = "b", .n_lists = 2},
                                             {.name = "a-2", .n_lists = 1}, {.name = "a", .n_lists = 1},
                                             {.name = "a-2", .n_lists = 1}, {.name = "b-c", .n_lists = 1},
                                             {.name = "b", .n_lists = 1},   {.name = "a", .n_lists = 1}};
    static const char *const EXPECTED[] = {"a", "a-3", "b-c", "b-c-3", "a-2", "a-4", "a-2-2", "b-c-4", "b-c-2", "a-5"};
    const salvo_appendix a = {.entries = entries, .n_entries = COUNT_OF(entries)};
    size_t table = 0;

    (void)state;
    for (size_t i = 0; i < a.n_entries; i++) {
        entries[i].lists = &lists[table];
        table += entries[i].n_lists;
    }
    table = 0;
    for (size_t i = 0; i < a.n_entries; i++)
        for (size_t k = 0; k < entries[i].n_lists; k++) {
            char name[SALVO_TABLE_NAME_MAX];

            salvo_appendix_table_name(name, &a, i, k);
            assert_string_equal(name, EXPECTED[table++]);
        }
}

static void every_rulebook_has_its_appendix(void **state)
{
    (void)state;
    for (size_t i = 0; i < SALVO_N_BOOKS; i++) {
        salvo_rulebook book;
        salvo_appendix a;
        salvo_error err = {0};

        book_open(&book, SALVO_BOOKS[i], "");
        if (salvo_appendix_check(&book, NULL, &err) != SALVO_OK)
            fail_msg("%s: %d:%d: %s", SALVO_BOOKS[i], err.line, err.column, err.text);
        if (salvo_appendix_make(&a, &book, NULL, NULL, &err) != SALVO_OK)
            fail_msg("%s: %s", SALVO_BOOKS[i], err.text);
        assert_true(a.n_entries >= 5);
        for (size_t e = 0; e < a.n_entries; e++)
            for (size_t k = 0; k < a.entries[e].n_grids; k++)
                for (size_t c = 0; c < a.entries[e].grids[k].n_rows * a.entries[e].grids[k].n_columns; c++) {
                    const salvo_appendix_grid *g = &a.entries[e].grids[k];
                    const salvo_appendix_cell *cell = &g->cells[c];

                    if (cell->present && g->columns[c % g->n_columns].probability)
                        assert_true(cell->figure.exact.value >= 0 && cell->figure.exact.value <= 1);
                }
        salvo_appendix_free(&a);
        salvo_rulebook_close(&book);
    }
}

int main(void)
{
    const struct CMUnitTest others[] = {
        cmocka_unit_test(hit_tables_are_the_books),
        cmocka_unit_test(quantities_are_sums),
        cmocka_unit_test(simulated_sums_are_counts),
        cmocka_unit_test(made_outcomes_are_cells),
        cmocka_unit_test(a_made_outcome_of_one_row_is_a_cell_of_all),
        cmocka_unit_test(refused_combinations_are_empty),
        cmocka_unit_test(every_rulebook_has_its_appendix),
        cmocka_unit_test(every_table_has_a_name_of_its_own),
    };
    struct CMUnitTest tests[COUNT_OF(WRONG)];

    for (size_t i = 0; i < COUNT_OF(WRONG); i++)
        tests[i] = row_test(WRONG[i].name, wrong_lists_are_told, &WRONG[i]);
    return cmocka_run_group_tests_name("appendix", others, mad_open, mad_close) +
           cmocka_run_group_tests_name("wrong appendices", tests, mad_open, mad_close);
}
