/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names as people type them: what counts as the same name, which row of the unit list is meant, what is suggested for a
 * name that misses. */
#include "support.h"

#include <stdio.h>
#include <string.h>

#include <salvo/arena.h>
#include <salvo/selection.h>

#include "base/lookup.h"
#include "data/find.h"
#include "data/names.h"

enum { LONG = 10000 };

static const struct pair {
    const char *a, *b;
    bool same;
} PAIRS[] = {
    {"Tiger I", "Tiger I", true},
    {"Tiger I", "tiger i", true},
    {"Tiger I", "TIGER-I", true},
    {"Tiger I", "Tiger 1", true},
    {"Tiger I", "tigeri", true},
    {"Tiger I", "  Tiger_(I) ", true},
    {"Tiger I", "Tiger II", false},
    {"Tiger I", "Tiger", false},
    {"Tiger II", "tiger 2", true},
    {"Tiger II", "Tiger I I", true}, /* without their spaces they are one */
    {"Tiger II", "Tiger 11", false},
    {"Pz IV F2 to J", "pz 4 f2 to j", true},
    {"Pz IX", "pz 9", true},
    {"Mark X", "mark 10", true},
    {"T34/76", "T-34 76", true},
    {"Churchill Mk3 & Mk4", "churchill mk3 mk4", true},
    {"Sherman M4 A1", "Sherman M4A1", true},
    {"cannon-b", "Cannon B", true},
    {"anti_infantry", "Anti Infantry", true},
    {"M\u00F6belwagen", "m\u00F6belwagen", true},
    {"M\u00F6belwagen", "Mobelwagen", false},
    {"Te-34", "\u0422e-34", false}, /* a Cyrillic letter that looks alike */
    {"", "", false},
    {"---", "", false},
    {"---", "---", false}, /* without a letter it is no name */
    {"", "Tiger I", false},
};

static void matching_is_as_listed_both_ways(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(PAIRS); i++)
        if (salvo_name_matches(PAIRS[i].a, PAIRS[i].b) != PAIRS[i].same ||
            salvo_name_matches(PAIRS[i].b, PAIRS[i].a) != PAIRS[i].same)
            fail_msg("'%s' and '%s'", PAIRS[i].a, PAIRS[i].b);
}

static const struct words_case {
    const char *whole, *part;
    bool has;
} WORDS_CASES[] = {
    {"Sherman M4 A1", "sherman", true},
    {"Sherman M4 A1", "SHERMAN m4", true},
    {"Sherman M4 A1", "m4-a1", true},
    {"Sherman M4 A1", "Sherman A1", false}, /* side by side, or not at all */
    {"Sherman M4A1", "M4 A1", true},        /* blanks do not count */
    {"Sherman M4 A1", "m4a1", true},
    {"Sherman M4 A1", "m4a", false},    /* the end of a part is the end of a word, */
    {"Sherman M4 A1", "man m4", false}, /* and so is its beginning */
    {"BF109 E3", "bf 109", true},
    {"JU87 B1", "Ju 87", true},
    {"JU87 B1", "JU 87 B", false},
    {"Pz III ausf F", "pziii", true},
    {"Sherman M4 A1", "sher", false},
    {"Sherman M4 A1", "M4", false}, /* two letters and digits say too little */
    {"T34/76", "t34", true},        /* three are enough */
    {"Tiger II", "2", false},
    {"Churchill Mk VII late", "mk 7", true},
    {"Sherman M4 A1", "Sherman M4 A1 Firefly", false},
    {"Sherman M4 A1", "", false},
    {"", "Sherman", false},
};

static void words_are_whole_and_neighbours(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(WORDS_CASES); i++)
        if (salvo_name_has_words(WORDS_CASES[i].whole, WORDS_CASES[i].part) != WORDS_CASES[i].has)
            fail_msg("'%s' in '%s'", WORDS_CASES[i].part, WORDS_CASES[i].whole);
}

/* A letter wrong, missing, doubled or swapped with its neighbour is one slip; a name that is only like one word of the
 * other is one more away. */
static const struct distance_case {
    const char *typed, *name;
    size_t slips;
} DISTANCES[] = {
    {"Tiger I", "tiger 1", 0},
    {"hezter", "Hetzer", 1},  /* t and z swapped */
    {"hetser", "Hetzer", 1},  /* s for z */
    {"hetzr", "Hetzer", 1},   /* e missing */
    {"hettzer", "Hetzer", 1}, /* t doubled */
    {"hteezr", "Hetzer", 2},  /* two swaps */
    {"Tigre", "Tiger", 1},    /* e and r swapped */
    {"Tigre", "Tiger I", 2},  /* swapped, and not the whole name */
    {"Panter", "Panther A to G", 2},
    {"Firefly", "Sherman Firefly", 1},
    {"Sherman Fyrefly", "Sherman Firefly", 1},
    {"ca", "abc", 3}, /* no letter is moved twice: not 2 */
    {"kitten", "sitting", 3},
    {"", "abc", 3},
    {"abc", "", 3},
    {"", "", 1}, /* not a match */
    {"abc", "xyz", 3},
};

static void slips_are_counted(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(DISTANCES); i++)
        if (salvo_name_distance(DISTANCES[i].typed, DISTANCES[i].name) != DISTANCES[i].slips)
            fail_msg("'%s' to '%s': %zu", DISTANCES[i].typed, DISTANCES[i].name,
                     salvo_name_distance(DISTANCES[i].typed, DISTANCES[i].name));
}

static void assert_hint(const char *const *names, size_t n, const char *typed, const char *expected)
{
    salvo_error err = {0};

    assert_int_equal(salvo_names_fail(&err, names, n, typed, "no '%s'", typed), SALVO_BAD_INPUT);
    assert_string_equal(err.text, expected);
    assert_int_equal(err.status, SALVO_BAD_INPUT);
}

static void one_name_among_several(void **state)
{
    static const char *const NAMES[] = {"yes", "no", "Tiger I"};
    static const char *const TWINS[] = {"t34", "t-34", "other"};

    (void)state;
    assert_int_equal(salvo_name_among(NAMES, 3, "YES"), 0);
    assert_int_equal(salvo_name_among(NAMES, 3, "tiger-1"), 2);
    assert_int_equal(salvo_name_among(NAMES, 3, "tiger"), -1);
    assert_int_equal(salvo_name_among(NAMES, 0, "yes"), -1);
    assert_int_equal(salvo_name_among(TWINS, 3, "t-34"), 1);  /* as it is spelled */
    assert_int_equal(salvo_name_among(TWINS, 3, "t 34"), -1); /* either */
    assert_hint(TWINS, 3, "t 34", "no 't 34'; did you mean 't34' or 't-34'?");
}

static void a_message_helps_as_well_as_it_can(void **state)
{
    static const char *const KEYS[] = {"weapon", "weapons", "range", "ranges", "targets", "wagon"};
    static const char *const MANY[] = {"aa", "bb", "cc", "dd", "ee", "ff", "gg", "hh", "ii", "jj", "kk",
                                       "ll", "mm", "nn", "oo", "pp", "qq", "rr", "ss", "tt", "uu"};

    (void)state;
    /* near is one slip, and one more for every three letters typed; the nearest stand first */
    assert_hint(KEYS, 6, "targts", "no 'targts'; did you mean 'targets' or 'ranges'?");
    assert_hint(KEYS, 6, "rnge", "no 'rnge'; did you mean 'range' or 'ranges'?");
    assert_hint(KEYS, 6, "wapon", "no 'wapon'; did you mean 'weapon', 'wagon' or 'weapons'?");
    assert_hint(KEYS, 1, "zz", "no 'zz'; there is 'weapon'");
    assert_hint(KEYS, 2, "zz", "no 'zz'; there are 'weapon' and 'weapons'");
    assert_hint(KEYS, 3, "", "no ''; there are 'weapon', 'weapons' and 'range'");
    assert_hint(KEYS, 0, "zz", "no 'zz'");
    /* too many to list: the nearest, however far; of equally far ones the first */
    assert_hint(MANY, 21, "zzz", "no 'zzz'; no name here is similar");
    assert_hint(MANY, 21, "zzzzpp", "no 'zzzzpp'; no name here is similar");
    assert_hint(
        MANY, 20, "zzz",
        "no 'zzz'; there are 'aa', 'bb', 'cc', 'dd', 'ee', 'ff', 'gg', 'hh', 'ii', 'jj', 'kk', 'll', 'mm', 'nn', "
        "'oo', 'pp', 'qq', 'rr', 'ss' and 'tt'");
    /* nothing typed is near to nothing, not even to a name of one letter */
    assert_hint(KEYS, 0, "", "no ''");
    assert_hint((const char *const[]){"a", "b"}, 2, "", "no ''; there are 'a' and 'b'");
    assert_hint((const char *const[]){"a", "b"}, 2, "---", "no '---'; there are 'a' and 'b'");
}

static const salvo_table *units_of_mad(void)
{
    const salvo_table *units = salvo_store_table(&mad()->store, "units");

    assert_non_null(units);
    return units;
}

static void assert_found(const salvo_table *units, const char *typed, const char *id)
{
    salvo_error err = {0};
    size_t row = SIZE_MAX;

    if (salvo_table_find(units, "unit", typed, &row, &err) != SALVO_OK)
        fail_msg("'%s': %s", typed, err.text);
    assert_string_equal(salvo_table_text(units, row, "id"), id);
}

static void assert_lost(const salvo_table *units, const char *typed, const char *message)
{
    salvo_error err = {0};
    size_t row;

    assert_int_equal(salvo_table_find(units, "unit", typed, &row, &err), SALVO_BAD_INPUT);
    assert_string_equal(err.text, message);
    assert_string_equal(err.path, "");
}

static void assert_unknown(const salvo_table *units, const char *typed)
{
    char start[128];
    salvo_error err = {0};
    size_t row;

    assert_int_equal(salvo_table_find(units, "unit", typed, &row, &err), SALVO_BAD_INPUT);
    /* Where no name is near, the command that lists them all. */
    snprintf(start, sizeof start, "there is no unit '%s'; salvo list units -r mad", typed);
    if (strncmp(err.text, start, strlen(start)) == 0)
        return;
    snprintf(start, sizeof start, "unknown unit '%s'; ", typed);
    assert_memory_equal(err.text, start, strlen(start));
}

/* Both are of the data: the nickname is what players say of the unit that the book calls otherwise. */
static void nicknames_and_plurals_are_understood(void **state)
{
    static const struct {
        const char *typed, *id;
    } MEANT[] = {{"King Tiger", "german-tiger-ii"},      {"royal tigers", "german-tiger-ii"},
                 {"Panthers", "german-panther-a-to-g"},  {"Tigers I", "german-tiger-i"},
                 {"Firefly", "british-sherman-firefly"}, {"Easy Eights", "us-sherman-m4a3-e8"},
                 {"KINGTIGER", "german-tiger-ii"}};
    const salvo_table *units = units_of_mad();
    salvo_error err;
    size_t row;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(MEANT); i++) {
        assert_int_equal(salvo_table_find(units, "unit", MEANT[i].typed, &row, &err), SALVO_OK);
        assert_string_equal(units->cells[row * units->n_columns].text, MEANT[i].id);
    }
}

static void every_unit_has_its_id_and_its_name(void **state)
{
    const salvo_table *units = units_of_mad();

    (void)state;
    assert_int_equal(units->n_rows, 105);
    for (size_t i = 0; i < units->n_rows; i++) {
        const char *id = salvo_table_text(units, i, "id");

        assert_found(units, id, id);
        assert_found(units, salvo_table_text(units, i, "name"), id);
    }
}

static void a_unit_is_found_however_it_is_spelled(void **state)
{
    static const char *const FOUND[][2] = {
        {"Tiger 1", "german-tiger-i"},
        {"tiger i", "german-tiger-i"},
        {"german-tiger-i", "german-tiger-i"},
        {"GERMAN TIGER 1", "german-tiger-i"},
        {"TIGER-I", "german-tiger-i"},
        {"tigeri", "german-tiger-i"},
        {"tiger 2", "german-tiger-ii"},
        {"Sherman M4 A1", "british-sherman-m4-a1"}, /* the exact spelling tells the two apart */
        {"sherman m4 a1", "british-sherman-m4-a1"},
        {"Sherman M4A1", "us-sherman-m4a1"},
        {"Firefly", "british-sherman-firefly"}, /* the only one with the word */
        {"luchs", "german-pz-ii-l-luchs"},
        {"type 97 tankette", "japanese-te-ke-type-97-tankette"},
        {"pz 1", "german-pz-i"},
        {"T34-85", "russian-t34-85"},
        {"t3485", "russian-t34-85"},
        {"sdkfz 250 10 apc", "german-sdkfz-250-10-apc"},
        {"Infantry", "generic-infantry"}, /* though "Infantry (Support)" has the word too */
        {"Half Track", "us-half-track"},
    };
    const salvo_table *units = units_of_mad();

    (void)state;
    for (size_t i = 0; i < COUNT_OF(FOUND); i++)
        assert_found(units, FOUND[i][0], FOUND[i][1]);
}

static void an_ambiguous_name_lists_the_candidates(void **state)
{
    const salvo_table *units = units_of_mad();

    (void)state;
    assert_lost(units, "sherman-m4-a1",
                "unit 'sherman-m4-a1' could be any of 2: Sherman M4 A1 (british-sherman-m4-a1, Great Britain), "
                "Sherman M4A1 (us-sherman-m4a1, United States)");
    assert_lost(units, "Sherman",
                "unit 'Sherman' could be any of 5: Sherman Firefly (british-sherman-firefly, Great Britain), "
                "Sherman M4 A1 (british-sherman-m4-a1, Great Britain), Sherman M4A1 (us-sherman-m4a1, United States), "
                "Sherman M4A3 (us-sherman-m4a3, United States), Sherman M4A3 E8 (us-sherman-m4a3-e8, United States)");
    assert_lost(units, "Pz IV",
                "unit 'Pz IV' could be any of 4: Pz IV C to D (german-pz-iv-c-to-d, Germany), Pz IV E to F1 "
                "(german-pz-iv-e-to-f1, Germany), Pz IV F2 to J (german-pz-iv-f2-to-j, Germany), Pz IV Brummbar "
                "(german-pz-iv-brummbar, Germany)");
    /* eight are shown */
    assert_lost(
        units, "german",
        "unit 'german' could be any of 33: Pz I (german-pz-i, Germany), Pz II D to J (german-pz-ii-d-to-j, "
        "Germany), Pz II L (Luchs) (german-pz-ii-l-luchs, Germany), Pz III D (german-pz-iii-d, Germany), Pz III F "
        "to G (german-pz-iii-f-to-g, Germany), Pz III H (german-pz-iii-h, Germany), Pz III J to M "
        "(german-pz-iii-j-to-m, Germany), Pz III N (german-pz-iii-n, Germany) and 25 more");
}

static void an_unknown_name_has_its_nearest(void **state)
{
    const salvo_table *units = units_of_mad();

    (void)state;
    assert_lost(units, "Tigre", "unknown unit 'Tigre'; did you mean 'Tiger I' or 'Tiger II'?");
    assert_lost(units, "Panter", "unknown unit 'Panter'; did you mean 'Panther A to G'?");
    assert_lost(units, "Sherman Fyrefly", "unknown unit 'Sherman Fyrefly'; did you mean 'Sherman Firefly'?");
    /* what is written like an id is compared with ids too */
    assert_lost(units, "german-tigre-i",
                "unknown unit 'german-tigre-i'; did you mean 'german-tiger-i', 'german-tiger-ii' or 'german-pz-i'?");
}

static void nothing_is_no_unit(void **state)
{
    const salvo_table *units = units_of_mad();

    (void)state;
    assert_unknown(units, "");
    assert_unknown(units, "---");
    assert_unknown(units, "   ");
    assert_unknown(units, "M8"); /* though "HMC M8" and "M8 Armoured Car" have the word: it is too short */
}

/* `letter`, again and again. */
static void fill(char long_name[LONG + 1], const char *letter)
{
    for (size_t i = 0; i < LONG; i++)
        long_name[i] = letter[i % strlen(letter)];
    long_name[LONG] = '\0';
}

static void very_long_names_are_only_unknown(void **state)
{
    static const char *const LETTERS[] = {"x", "x ", "tiger i ", "i ", "\xC3\xA4", " ", "-", "tiger-i", "\xFF"};
    const salvo_table *units = units_of_mad();
    char name[LONG + 1];
    salvo_error err;
    size_t row;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(LETTERS); i++) {
        fill(name, LETTERS[i]);
        assert_int_equal(salvo_table_find(units, "unit", name, &row, &err), SALVO_BAD_INPUT);
        assert_memory_equal(err.text, "there is no unit '", strlen("there is no unit '"));
        assert_false(salvo_name_matches(name, "Tiger I"));
        assert_true(salvo_name_distance(name, "Tiger I") > 0);
        assert_true(salvo_name_distance("Tiger I", name) > 0);
        assert_false(salvo_name_has_words("Tiger I", name));
    }
}

static void foreign_letters_are_only_unknown(void **state)
{
    const salvo_table *units = units_of_mad();

    (void)state;
    assert_unknown(units, "\u30BF\u30A4\u30AC\u30FC");
    assert_unknown(units, "\U0001F42F");
    assert_lost(units, "T\u00EFger I", "unknown unit 'T\u00EFger I'; did you mean 'Tiger I' or 'Tiger II'?");
}

/* A table without the columns "name" and "nation" has its ids. */
static void a_table_of_ids_is_searched_by_id(void **state)
{
    const salvo_table *modifiers = salvo_store_table(&mad()->store, "modifiers");
    salvo_error err;
    size_t row;

    (void)state;
    assert_int_equal(salvo_table_find(modifiers, "row", "Cover Vehicle", &row, &err), SALVO_OK);
    assert_string_equal(salvo_table_text(modifiers, row, "id"), "cover-vehicle");
    assert_int_equal(salvo_table_find(modifiers, "row", "cover", &row, &err), SALVO_BAD_INPUT);
    assert_string_equal(
        err.text, "row 'cover' could be any of 2: cover-vehicle (cover-vehicle), cover-infantry (cover-infantry)");
}

#define TEXT(word)                                               \
    {                                                            \
        .text = (word), .origin = "test", .line = 1, .column = 1 \
    }

static const salvo_cell HEADER[] = {TEXT("id"), TEXT("name"), TEXT("1.5m"), TEXT("15m"), TEXT("Long Range")};

/* Ids and names that differ in a hyphen, a sign or a blank alone. */
static salvo_cell ALIKE[] = {
    TEXT("t34"),  TEXT("INF-"), TEXT("1"), TEXT("2"), TEXT("3"), /* row 0 */
    TEXT("t-34"), TEXT("INF+"), TEXT("1"), TEXT("2"), TEXT("3"), /* row 1 */
    TEXT("kv-1"), TEXT("KV I"), TEXT("1"), TEXT("2"), TEXT("3"), /* row 2 */
};
static salvo_cell MORE[] = {
    TEXT("kv-2"), TEXT("KV II"), TEXT("1"), TEXT("2"), TEXT("3"), /* row 3 */
    TEXT("kv1"),  TEXT("KV 1"),  TEXT("1"), TEXT("2"), TEXT("3"), /* row 4 */
};

static salvo_table table_of(salvo_cell *cells, size_t n)
{
    return (salvo_table){.name = "test",
                         .path = "test",
                         .n_columns = COUNT_OF(HEADER),
                         .n_rows = n / COUNT_OF(HEADER),
                         .header = HEADER,
                         .cells = cells};
}

static void index_table(salvo_table *table, salvo_arena *memory)
{
    salvo_lookup *ids = salvo_lookup_new(table->n_rows, memory);

    for (size_t row = 0; row < table->n_rows; row++)
        assert_int_equal(salvo_lookup_add(ids, table->cells[row * table->n_columns].text), -1);
    table->by_id = ids;
    assert_int_equal(salvo_table_index_names(table, memory, NULL), SALVO_OK);
}

/* What is spelled like one of them means it, though others match. */
static void a_name_that_is_spelled_out_means_its_own(void **state)
{
    static const struct {
        const char *typed;
        size_t row;
    } FOUND[] = {{"t34", 0},  {"T34", 0}, {"t-34", 1}, {"INF-", 0}, {"inf+", 1}, {"kv-1", 2},
                 {"KV I", 2}, {"kv1", 4}, {"kv 1", 4}, {"kv-2", 3}, {"KV2", 3}};
    static const char *const LOST[] = {"T 34", "inf", "KV.1", "kv"};
    salvo_arena *memory = salvo_arena_new();
    salvo_table first = table_of(ALIKE, COUNT_OF(ALIKE)), second = table_of(MORE, COUNT_OF(MORE));
    salvo_unit_set muster = {.table = &first, .more = &second, .noun = "unit"};
    salvo_error err;
    size_t row;

    (void)state;
    for (int indexed = 0; indexed < 2; indexed++) {
        for (size_t i = 0; i < COUNT_OF(FOUND); i++) {
            if (salvo_unit_set_find(&muster, FOUND[i].typed, &row, &err) != SALVO_OK)
                fail_msg("'%s': %s", FOUND[i].typed, err.text);
            assert_int_equal(row, FOUND[i].row);
        }
        for (size_t i = 0; i < COUNT_OF(LOST); i++)
            if (salvo_unit_set_find(&muster, LOST[i], &row, &err) == SALVO_OK)
                fail_msg("'%s' is row %zu", LOST[i], row);
        index_table(&first, memory);
        index_table(&second, memory);
    }
    assert_int_equal(salvo_unit_set_find(&muster, "T 34", &row, &err), SALVO_BAD_INPUT);
    assert_string_equal(err.text, "unit 'T 34' could be any of 2: INF- (t34), INF+ (t-34)");
    assert_int_equal(salvo_unit_set_row(&muster, "kv1"), 4);
    assert_int_equal(salvo_unit_set_row(&muster, "KV1"), -1);
    salvo_arena_free(memory);
}

static void a_heading_that_is_spelled_out_means_its_own(void **state)
{
    const salvo_table table = table_of(ALIKE, COUNT_OF(ALIKE));

    (void)state;
    assert_int_equal(salvo_table_column_named(&table, "1.5m"), 2);
    assert_int_equal(salvo_table_column_named(&table, "15m"), 3);
    assert_int_equal(salvo_table_column_named(&table, "15 M"), -1);
    assert_int_equal(salvo_table_column_named(&table, "long-range"), 4);
    assert_int_equal(salvo_table_column_named(&table, "range"), -1);
}

/* --set of such a cell reaches the one that is named, and a name that was set is found. */
static void a_setting_reaches_the_cell_that_is_named(void **state)
{
    salvo_rulebook book;
    size_t row;

    (void)state;
    book_open(&book, "mad", "units.german-tiger-i.name=Porsche units.german-tiger-ii.name=Tiger_I");
    assert_int_equal(salvo_table_find(salvo_store_table(&book.store, "units"), "unit", "Porsche", &row, NULL),
                     SALVO_OK);
    assert_string_equal(salvo_table_text(salvo_store_table(&book.store, "units"), row, "id"), "german-tiger-i");
    assert_int_equal(salvo_table_find(salvo_store_table(&book.store, "units"), "unit", "tiger_i", &row, NULL),
                     SALVO_OK);
    assert_string_equal(salvo_table_text(salvo_store_table(&book.store, "units"), row, "id"), "german-tiger-ii");
    salvo_rulebook_close(&book);
}

/* A minus is no hyphen. */
static void outcomes_are_told_apart_by_their_signs(void **state)
{
    static const char *const DIFFER[][2] = {{"-1", "1"}, {"-1", "+1"}, {"a+1", "a-1"}, {"-2 or less", "2 or less"}};
    static const char *const SAME[][2] = {{"1", "1"},
                                          {"-1", "-1"},
                                          {"+1", "1"},
                                          {"a-1", "a 1"},
                                          {"A-1", "a-1"},
                                          {"a-wins", "A wins"},
                                          {"2-3 lost", "2 3 lost"}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(DIFFER); i++) {
        assert_false(salvo_outcome_matches(DIFFER[i][0], DIFFER[i][1]));
        assert_false(salvo_outcome_matches(DIFFER[i][1], DIFFER[i][0]));
    }
    for (size_t i = 0; i < COUNT_OF(SAME); i++) {
        assert_true(salvo_outcome_matches(SAME[i][0], SAME[i][1]));
        assert_true(salvo_outcome_matches(SAME[i][1], SAME[i][0]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matching_is_as_listed_both_ways),
        cmocka_unit_test(words_are_whole_and_neighbours),
        cmocka_unit_test(outcomes_are_told_apart_by_their_signs),
        cmocka_unit_test(slips_are_counted),
        cmocka_unit_test(one_name_among_several),
        cmocka_unit_test(a_message_helps_as_well_as_it_can),
        cmocka_unit_test(nicknames_and_plurals_are_understood),
        cmocka_unit_test(every_unit_has_its_id_and_its_name),
        cmocka_unit_test(a_unit_is_found_however_it_is_spelled),
        cmocka_unit_test(an_ambiguous_name_lists_the_candidates),
        cmocka_unit_test(an_unknown_name_has_its_nearest),
        cmocka_unit_test(nothing_is_no_unit),
        cmocka_unit_test(very_long_names_are_only_unknown),
        cmocka_unit_test(foreign_letters_are_only_unknown),
        cmocka_unit_test(a_table_of_ids_is_searched_by_id),
        cmocka_unit_test(a_name_that_is_spelled_out_means_its_own),
        cmocka_unit_test(a_heading_that_is_spelled_out_means_its_own),
        cmocka_unit_test(a_setting_reaches_the_cell_that_is_named),
    };

    return cmocka_run_group_tests_name("names", tests, mad_open, mad_close);
}
