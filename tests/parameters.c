/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions in words: parameters invented here, over two small tables made here. */
#include <math.h>
#include <string.h>

#include "support.h"

enum { COUNT, FREE, TOOLS, LEFT, RIGHT, SIZE, WEIGHT, COLOUR, BOX, GRADE, N_KEYS };

static const char *const COLOURS[] = {"red", "sea green", NULL};
static const salvo_source SOURCES[] = {{"tools", ""}, {"toys", "toy-"}, {NULL, NULL}};

struct shelf {
    int8_t count;
    bool is_free;
    const salvo_value *tools;
    double left;
    int16_t size;
    int64_t weight;
    uint32_t grade;
    enum { RED, SEA_GREEN } colour;
    const void *tables;
};

#define INTO(member) .into = SALVO_PLACE(struct shelf, member)

/* clang-format off */
static const salvo_parameter KEYS[N_KEYS] = {
    [COUNT]  = {.key = "count", .kind = SALVO_INTEGER, .min = 1, .max = 10, .required = true, .unless = "free",
                INTO(count)},
    [FREE]   = {.key = "free", .kind = SALVO_FLAG, .fallback = "no", INTO(is_free)},
    [TOOLS]  = {.key = "tools", .kind = SALVO_LIST, .sources = SOURCES, .suffix = "-broken", .fallback = "none",
                INTO(tools)},
    [LEFT]   = {.key = "left", .kind = SALVO_DECIMAL, .min = -1, .max = 2.5, .excludes = "right",
                INTO(left), .without = -9},
    [RIGHT]  = {.key = "right", .kind = SALVO_DECIMAL, .min = 0, .max = INFINITY},
    [SIZE]   = {.key = "size", .kind = SALVO_INTEGER, .min = 0, .max = 9, .word = "any", .fallback = "any",
                INTO(size), .without = -300},
    [WEIGHT] = {.key = "weight", .kind = SALVO_INTEGER, .min = 1, .max = 9, .fallback = "1",
                .fallback_cell = "tools.saw.weight", INTO(weight)},
    [BOX]    = {.key = "box", .kind = SALVO_LIST, .sources = SOURCES, .suffix = "-broken", .count_max = 20,
                .fallback = "none"},
    [GRADE]  = {.key = "grade", .kind = SALVO_INTEGER, .min = 0, .max = 100, .table = "grades", INTO(grade)},
    [COLOUR] = {.key = "dark-colour", .kind = SALVO_CHOICE, .choices = COLOURS, .fallback = "red", INTO(colour)},
};

static const salvo_cell TOOL_HEADER[] = {{.text = "id"}, {.text = "weight"}};
static salvo_cell tool_cells[] = {{.text = "hammer"}, {.text = "3"}, {.text = "saw"}, {.text = "12"}};
static const salvo_cell TOY_HEADER[] = {{.text = "id"}};
static salvo_cell toy_cells[] = {{.text = "robot"}, {.text = "hammer"}, {.text = "ball"}};
static salvo_cell grade_cells[] = {{.text = "3"}, {.text = "10"}};
static salvo_table tables[] = {
    {.name = "grades", .n_columns = 1, .n_rows = 2, .header = TOY_HEADER, .cells = grade_cells},
    {.name = "tools", .n_columns = 2, .n_rows = 2, .header = TOOL_HEADER, .cells = tool_cells},
    {.name = "toys", .n_columns = 1, .n_rows = 3, .header = TOY_HEADER, .cells = toy_cells},
};
/* clang-format on */

static void dice(const void *situation, salvo_dice *dice)
{
    (void)situation;
    *dice = salvo_dice_of(0, 6);
}

static int resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    (void)situation;
    (void)faces;
    (void)gain;
    return 0;
}

static const salvo_roll ROLL = {.dice = dice, .resolve = resolve};

static salvo_status prepare_shelf(const void *given, void *situation, salvo_error *err)
{
    (void)given;
    return ((const struct shelf *)situation)->count == 7 ? salvo_fail(err, SALVO_BAD_INPUT, "count=7 is unlucky")
                                                         : SALVO_OK;
}

static const salvo_procedure SHELF = {
    .id = "T-1",
    .schema = {.name = "test.shelf",
               .parameters = KEYS,
               .n_parameters = N_KEYS,
               .situation_size = sizeof(struct shelf),
               .tables = SALVO_PLACE(struct shelf, tables),
               .prepare = prepare_shelf},
    .roll = &ROLL,
};
static const salvo_procedure *const SHELVES[] = {&SHELF};
static const salvo_ruleset RULES = {.id = "test", .procedures = SHELVES, .n_procedures = 1};
static const salvo_rulebook BOOK = {.ruleset = &RULES, .store = {.tables = tables, .n_tables = 3}, .tables = tables};

/* One parameter's value in its canonical spelling; "" where it is absent. */
struct value_case {
    const char *name, *words;
    int key;
    const char *text;
    double number; /* integer, decimal or number of items */
};

/* clang-format off */
static const struct value_case VALUES[] = {
    {"a number",                             "count=10",                    COUNT,  "10", 10},
    {"a number in powers of ten",            "count=1e1",                   COUNT,  "10", 10},
    {"a key in other letters",               "Count=3",                     COUNT,  "3", 3},
    {"a required key that is excused",       "free=yes",                    COUNT,  "", 0},
    {"excused and given",                    "free=yes count=2",            COUNT,  "2", 2},
    {"an empty list is the default",         "count=1",                     TOOLS,  "none", 0},
    {"an empty list in words",               "count=1 tools=None",          TOOLS,  "none", 0},
    {"a list of one",                        "count=1 tools=saw",           TOOLS,  "saw", 1},
    {"a list with prefix and suffix",        "count=1 tools=hammer,SAW-broken,toy-hammer,toy-ball-broken", TOOLS,
     "hammer,saw-broken,toy-hammer,toy-ball-broken", 4},
    {"a list with the same twice",           "count=1 tools=saw,saw",       TOOLS,  "saw,saw", 2},
    {"one of two that exclude each other",   "count=1 left=-1",             LEFT,   "-1", -1},
    {"and the other one is absent",          "count=1 left=-1",             RIGHT,  "", 0},
    {"the other of the two",                 "right=0.125 count=1",         RIGHT,  "0.125", 0.125},
    {"a word in place of a number",          "count=1",                     SIZE,   "any", 0},
    {"the number in place of the word",      "count=1 size=0",              SIZE,   "0", 0},
    {"a default from a cell, beyond limits", "count=1",                     WEIGHT, "12", 12},
    {"the limits hold for who gives it",     "count=1 weight=9",            WEIGHT, "9", 9},
    {"a counted list",                       "count=1 box=saw:4,Hammer-broken:20,toy-ball", BOX,
     "saw:4,hammer-broken:20,toy-ball:1", 3},
    {"a number that is listed",              "count=1 grade=10",            GRADE,  "10", 10},
    {"a listed number in other digits",      "count=1 grade=03",            GRADE,  "3", 3},
    {"a choice of two words",                "count=1 dark-colour=Sea-Green", COLOUR, "sea green", 1},
};

static const struct { const char *name, *words, *reason; } REFUSALS[] = {
    {"a required key is missing",            "",                            "count="},
    {"and not excused by no",                "free=no",                     "count="},
    {"below the limit",                      "count=0",                     "from 1 to 10"},
    {"above the limit",                      "count=11",                    "from 1 to 10"},
    {"between two whole numbers",            "count=1.5",                   "whole"},
    {"an empty number",                      "count=",                      "count"},
    {"not a number",                         "count=nan",                   "count"},
    {"an endless number",                    "count=1 right=inf",           "right"},
    {"a number too long for a double",       "count=1 right=1e999",         "right"},
    {"a number and more",                    "count=3x",                    "count"},
    {"a word that is another key's",         "count=any",                   "count"},
    {"beyond the limit that a cell may pass", "count=1 weight=12",          "weight"},
    {"a key twice",                          "count=1 count=1",             "twice"},
    {"a key twice in other letters",         "count=1 dark-colour=red Dark_Colour=red", "twice"},
    {"both of two that exclude each other",  "count=1 left=0 right=0",      "exclude"},
    {"the same the other way round",         "right=0 left=0 count=1",      "exclude"},
    {"an unknown key, with the nearest",     "conut=1",                     "'count'"},
    {"a word without a key",                 "count",                       "key=value"},
    {"an empty key",                         "=1",                          "key=value"},
    {"an unknown choice",                    "count=1 dark-colour=blue",    "blue"},
    {"a flag that is neither",               "count=1 free=maybe",          "maybe"},
    {"an unknown item, with the nearest",    "count=1 tools=hamer",         "'hammer'"},
    {"an item of the other table",           "count=1 tools=robot",         "robot"},
    {"an empty item",                        "count=1 tools=saw,,saw",      "tools"},
    {"an empty list without its word",       "count=1 tools=",              "tools"},
    {"a count of nothing",                   "count=1 box=saw:0",           "'saw:0' has no valid count; write saw:N, with N from 1 to 20"},
    {"a count beyond the limit",             "count=1 box=saw:21",          "from 1 to 20"},
    {"a broken count",                       "count=1 box=saw:1.5",         "from 1 to 20"},
    {"no count behind the colon",            "count=1 box=saw:",            "from 1 to 20"},
    {"two counts",                           "count=1 box=saw:1:2",         "from 1 to 20"},
    {"an unknown item with a count",         "count=1 box=sow:2",           "'saw'"},
    {"a count where none are counted",       "count=1 tools=saw:2",         "'saw:2' is not something"},
    {"a number that is not listed",          "count=1 grade=4",             "grade must be one of the numbers in the table 'grades'; there are '3' and '10'"},
    {"a listed number and a half",           "count=1 grade=3.5",           "whole"},
    {"a suffix alone",                       "count=1 tools=-broken",       "tools"},
    {"what only the procedure can refuse",   "count=7",                     "unlucky"},
};
/* clang-format on */

static double number_of(const salvo_value *value, salvo_parameter_kind kind)
{
    return kind == SALVO_LIST      ? (double)value->n_items
           : kind == SALVO_DECIMAL ? value->decimal
                                   : (double)value->integer;
}

static void value_is_read(void **state)
{
    const struct value_case *c = *state;
    const salvo_value *value;
    answer is;

    ask(&is, &BOOK, "test.shelf", c->words);
    value = &is.question.values[c->key];
    assert_string_equal(value->text, c->text);
    assert_true(number_of(value, KEYS[c->key].kind) == c->number);
    assert_int_equal(value->absent, !*c->text);
    assert_int_equal(value->word, strcmp(c->text, "any") == 0);
    answer_free(&is);
}

static void value_is_refused(void **state)
{
    const char *const *c = *state;

    assert_refused(&BOOK, "test.shelf", c[1], c[2]);
}

static void items_know_their_rows(void **state)
{
    static const salvo_item EXPECTED[] = {{0, 1, true, 1}, {1, 2, false, 1}, {0, 0, false, 1}};
    answer is;

    (void)state;
    ask(&is, &BOOK, "T-1", "count=1 tools=saw-broken,toy-ball,hammer");
    for (size_t i = 0; i < COUNT_OF(EXPECTED); i++) {
        const salvo_item *item = &is.question.values[TOOLS].items[i];

        assert_int_equal(item->source, EXPECTED[i].source);
        assert_int_equal(item->row, EXPECTED[i].row);
        assert_int_equal(item->suffixed, EXPECTED[i].suffixed);
        assert_int_equal(item->count, EXPECTED[i].count);
    }
    assert_true(is.question.values[TOOLS].given);
    assert_false(is.question.values[SIZE].given);
    answer_free(&is);
}

/* A listed number says where it stands; a list says how many. */
static void values_know_their_rows(void **state)
{
    const salvo_value *values;
    answer is;

    (void)state;
    ask(&is, &BOOK, "T-1", "count=1 grade=10 box=saw:7");
    values = is.question.values;
    assert_int_equal(values[GRADE].items[0].row, 1);
    assert_int_equal(values[GRADE].integer, 10);
    assert_int_equal(values[BOX].items[0].count, 7);
    answer_free(&is);
}

static void values_go_into_their_members(void **state)
{
    const struct shelf *shelf;
    answer is;

    (void)state;
    ask(&is, &BOOK, "test.shelf", "count=3 tools=saw left=-0.5 size=4 weight=9 dark-colour=sea-green grade=10");
    shelf = is.question.situation;
    assert_int_equal(shelf->count, 3);
    assert_false(shelf->is_free);
    assert_ptr_equal(shelf->tools, &is.question.values[TOOLS]);
    assert_true(shelf->left == -0.5);
    assert_int_equal(shelf->size, 4);
    assert_int_equal(shelf->weight, 9);
    assert_int_equal(shelf->colour, SEA_GREEN);
    assert_int_equal(shelf->grade, 1); /* the row of its id */
    assert_ptr_equal(shelf->tables, BOOK.tables);
    answer_free(&is);
}

static void values_without_a_number_have_a_place_too(void **state)
{
    const struct shelf *shelf;
    answer is;

    (void)state;
    ask(&is, &BOOK, "test.shelf", "free=yes");
    shelf = is.question.situation;
    assert_int_equal(shelf->count, 0); /* absent */
    assert_true(shelf->is_free);
    assert_true(shelf->left == -9);
    assert_int_equal(shelf->size, -300); /* a word */
    assert_int_equal(shelf->grade, 0);
    answer_free(&is);
}

int main(void)
{
    struct CMUnitTest tests[COUNT_OF(VALUES) + COUNT_OF(REFUSALS) + 4];
    size_t n = 0;

    for (size_t i = 0; i < COUNT_OF(VALUES); i++)
        tests[n++] = row_test(VALUES[i].name, value_is_read, &VALUES[i]);
    for (size_t i = 0; i < COUNT_OF(REFUSALS); i++)
        tests[n++] = row_test(REFUSALS[i].name, value_is_refused, &REFUSALS[i]);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(items_know_their_rows);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(values_know_their_rows);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(values_go_into_their_members);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(values_without_a_number_have_a_place_too);
    return cmocka_run_group_tests_name("parameters", tests, NULL, NULL);
}
