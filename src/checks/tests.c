/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tests.csv of a rulebook: its author's own numbers, each beside the question that it answers. Fractions are compared
 * exactly, decimals to the last written digit. All lines are tried. The message names the first that fails and says how
 * many do. */
#include "checks/tests.h"

#include <gmp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/fight.h>
#include <salvo/odds.h>

#include "base/shell_words.h"
#include "base/try.h"
#include "data/csv.h"
#include "data/names.h"
#include "rules/parse.h"

/* shell_words() refuses a question of more than 64 words; a message proposes at most 128 names. */
enum { WORDS_ROOM = 64, NAMES_ROOM = 128, COLUMNS = 3 };
enum { QUESTION, WHAT, EXPECTED };
static const char *const HEADINGS[COLUMNS] = {"question", "what", "expected"};

/* One line of the file. Its cells are found by heading, because the columns may be in any order. */
typedef struct line {
    const salvo_rulebook *book;
    const salvo_cell *cells[COLUMNS];
    salvo_arena *memory;
} line;

/* A fault from the library has no place in the file, so its text is kept and its place is replaced. */
static salvo_status refuse(const salvo_cell *cell, salvo_status status, const char *text, salvo_error *err)
{
    return salvo_fail_at(err, status, cell->origin, cell->line, cell->column, "%s", text);
}

/* Asking. */

/* Words of a question: names without a key, and key=value. */
typedef struct words {
    char *text[WORDS_ROOM];
    size_t n;
    const char *names[WORDS_ROOM], *given[WORDS_ROOM];
    size_t n_names, n_given;
} words;

/* Takes "--range 12" and "--moving", because authors copy questions from their command lines. Options of a duel have
 * the names of the adapter's parameters. Any other option counts as a flag with yes, which the question's parser then
 * checks. */
static bool take_option(words *w, size_t *i, const salvo_duel_adapter *duel, salvo_arena *memory)
{
    const char *name = w->text[*i] + 2;
    const char *key = duel && strcmp(name, "range") == 0   ? duel->range
                      : duel && strcmp(name, "first") == 0 ? duel->first
                                                           : NULL;
    const char *value = key && *i + 1 < w->n ? w->text[++*i] : "yes";
    const char *word = strchr(name, '=') ? name : salvo_arena_printf(memory, "%s=%s", key ? key : name, value);

    w->given[w->n_given++] = word;
    return word != NULL;
}

static salvo_status read_words(words *w, const line *l, salvo_error *err)
{
    salvo_status status = shell_words(l->cells[QUESTION]->text, w->text, WORDS_ROOM, &w->n, l->memory, err);

    for (size_t i = 0; i < w->n && status == SALVO_OK; i++) {
        if (strncmp(w->text[i], "--", 2) == 0)
            status = take_option(w, &i, l->book->ruleset->duel, l->memory) ? SALVO_OK : salvo_fail_memory(err);
        else if (strchr(w->text[i], '='))
            w->given[w->n_given++] = w->text[i];
        else
            w->names[w->n_names++] = w->text[i];
    }
    return status;
}

/* "shot" means "tiny.shot", because the file is about one rulebook. The full name is tried first, so that it is never
 * hidden by another rulebook's prefix. */
static salvo_status find_procedure(const line *l, const char *name, const salvo_procedure **procedure, salvo_error *err)
{
    const char *full = salvo_arena_printf(l->memory, "%s.%s", l->book->ruleset->id, name);

    if (!full)
        return salvo_fail_memory(err);
    if (salvo_procedure_find(l->book->ruleset, full, procedure, NULL) == SALVO_OK)
        return SALVO_OK;
    return salvo_procedure_find(l->book->ruleset, name, procedure, err);
}

/* "duel A B" is the only question with names besides the procedure's. */
static salvo_status ask(salvo_question *question, const line *l, salvo_error *err)
{
    words w = {.n = 0};
    const salvo_procedure *procedure;

    TRY(read_words(&w, l, err));
    if (w.n_names == 3 && strcmp(w.names[0], "duel") == 0)
        return salvo_duel_ask(question, l->book, w.names[1], w.names[2], w.given, w.n_given, err);
    if (w.n_names != 1)
        return salvo_fail(
            err, SALVO_BAD_INPUT,
            "'%s' is not a question; write it as for salvo odds, as in shot range=12, or duel A B range=12",
            l->cells[QUESTION]->text);
    TRY(find_procedure(l, w.names[0], &procedure, err));
    return salvo_question_ask(question, l->book, procedure, w.given, w.n_given, err);
}

/* The number that the answer has under that name. */

/* Lists outcomes, then numbers that occurred here, then expectations, as proposals for a misspelt word. */
static salvo_status unknown(const line *l, const salvo_procedure *p, const salvo_odds *odds, salvo_error *err)
{
    const char *names[NAMES_ROOM];
    size_t n = 0;

    for (size_t i = 0; i < p->n_outcomes && n < NAMES_ROOM; i++)
        names[n++] = p->outcomes[i];
    for (size_t i = 0; i < odds->n_outcomes && n < NAMES_ROOM; i++)
        if ((size_t)odds->outcomes[i].outcome >= p->n_outcomes)
            names[n++] = odds->outcomes[i].label;
    for (size_t i = 0; i < p->n_expectations && n < NAMES_ROOM; i++)
        names[n++] = p->expectations[i].name;
    return salvo_names_fail(err, names, n, l->cells[WHAT]->text, "%s has no outcome or expectation '%s'",
                            p->schema.name, l->cells[WHAT]->text);
}

/* A name that is not in the answer may still be an outcome of the procedure. Its chance is 0 here, and a test may say
 * so. */
static salvo_status find_number(salvo_number *found, const line *l, const salvo_procedure *p, const salvo_odds *odds,
                                salvo_error *err)
{
    const char *name = l->cells[WHAT]->text;

    *found = (salvo_number){0, "0"};
    for (size_t i = 0; i < odds->n_outcomes; i++)
        if (strcmp(odds->outcomes[i].label, name) == 0) {
            *found = odds->outcomes[i].probability;
            return SALVO_OK;
        }
    for (size_t i = 0; i < odds->n_means; i++)
        if (strcmp(odds->means[i].name, name) == 0) {
            *found = odds->means[i].mean;
            return SALVO_OK;
        }
    /* This is an outcome that is impossible here. */
    return salvo_outcome_form_of(p, name) != SALVO_NO_OUTCOME ? SALVO_OK : unknown(l, p, odds, err);
}

/* Comparing. */

/* Reads a fraction or a decimal number; *step is the value of its last digit, 0 for a fraction. Decimals go through a
 * double: half a step of the last digit is far more than its error. */
static bool read_number(const char *text, mpq_t number, double *step)
{
    const char *point = strchr(text, '.');
    double value;

    *step = 0;
    if (strchr(text, '/')) {
        if (mpq_set_str(number, text, 10) != 0 || mpz_sgn(mpq_denref(number)) == 0)
            return false;
        mpq_canonicalize(number);
        return true;
    }
    if (!salvo_number_parse(text, &value))
        return false;
    /* A whole number without a point is exact, and not an interval of a half. */
    if (!point)
        return mpq_set_str(number, text, 10) == 0;
    mpq_set_d(number, value);
    *step = pow(10, -(double)strlen(point + 1));
    return true;
}

/* Cuts "0.25±0.01" or "0.25+-0.01" in place; NULL: there is no tolerance. The sign in UTF-8 is tried first, then its
 * two forms in ASCII. */
static char *cut_tolerance(char *text)
{
    static const char *const SIGNS[] = {"\xC2\xB1", "+-", "+/-"};

    for (size_t i = 0; i < sizeof SIGNS / sizeof *SIGNS; i++) {
        char *sign = strstr(text, SIGNS[i]);

        if (sign) {
            *sign = '\0';
            return sign + strlen(SIGNS[i]);
        }
    }
    return NULL;
}

/* Returns whether the numbers are equal; without a fraction they are compared as doubles. Chains with real loops are
 * solved in doubles and have no fraction; 1e-12 is a few thousand roundings. */
static bool equals(const salvo_number *found, mpq_t expected)
{
    mpq_t exact;
    bool same;

    if (!found->exact)
        return fabs(found->value - mpq_get_d(expected)) <= 1e-12 * fmax(1, fabs(found->value));
    mpq_init(exact);
    mpq_set_str(exact, found->exact, 10);
    mpq_canonicalize(exact);
    same = mpq_equal(exact, expected) != 0;
    mpq_clear(exact);
    return same;
}

/* Compares with the expected number: exactly, rounded to a last digit, or within a tolerance. A decimal is an interval
 * of half a unit of its last place to either side. A tolerance replaces that. */
static bool holds(const salvo_number *found, char *text, bool *readable)
{
    char *tolerance = cut_tolerance(text);
    double step = 0, room = 0;
    bool same;
    mpq_t expected;

    mpq_init(expected);
    *readable = !tolerance || read_number(tolerance, expected, &step);
    if (tolerance && *readable)
        room = mpq_get_d(expected);
    *readable = *readable && read_number(text, expected, &step);
    if (!tolerance)
        room = step / 2;
    /* At half a digit both neighbours are accepted, because a decimal number is no double. */
    same = *readable &&
           (room > 0 ? fabs(found->value - mpq_get_d(expected)) <= room * (1 + 1e-9) + 1e-15 : equals(found, expected));
    mpq_clear(expected);
    return same;
}

/* A message omits fractions of more than 200 digits. */
static salvo_status compare(const line *l, const salvo_number *found, salvo_error *err)
{
    const salvo_cell *expected = l->cells[EXPECTED];
    char *text = (char *)salvo_arena_text(l->memory, expected->text);
    bool readable;

    if (!text)
        return salvo_fail_memory(err);
    if (holds(found, text, &readable))
        return SALVO_OK;
    if (!readable)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "'%s' is not a number; write a fraction (5/12), a decimal number (0.417), or one with "
                          "its tolerance (0.42+-0.01)",
                          expected->text);
    return salvo_fail(err, SALVO_BAD_INPUT, "%s: %s is %.10g%s%s, not %s", l->cells[QUESTION]->text,
                      l->cells[WHAT]->text, found->value, found->exact ? ", exactly " : "",
                      found->exact && strlen(found->exact) < 200 ? found->exact : "", expected->text);
}

/* Tries the whole line. A fault has the place of its cell: `at` moves with the stages, so that one line at the end
 * names the right cell. */
static salvo_status try_line(const line *l, salvo_error *err)
{
    salvo_error inner = {.text = ""};
    salvo_question question;
    salvo_number found;
    salvo_odds odds;
    int at = QUESTION;
    salvo_status status = ask(&question, l, &inner);

    if (status != SALVO_OK)
        return refuse(l->cells[at], status, inner.text, err);
    status = salvo_odds_solve(&odds, &question, NULL, &inner);
    if (status == SALVO_OK) {
        at = WHAT;
        status = find_number(&found, l, question.procedure, &odds, &inner);
        if (status == SALVO_OK) {
            at = EXPECTED;
            status = compare(l, &found, &inner);
        }
        salvo_odds_free(&odds);
    }
    salvo_question_free(&question);
    return status == SALVO_OK ? SALVO_OK : refuse(l->cells[at], status, inner.text, err);
}

/* The file. */

static salvo_status find_columns(const salvo_table *table, int columns[COLUMNS], salvo_error *err)
{
    for (int i = 0; i < COLUMNS; i++) {
        columns[i] = salvo_table_column(table, HEADINGS[i]);
        if (columns[i] < 0)
            return salvo_fail_at(err, SALVO_BAD_INPUT, table->path, 1, 1,
                                 "the column '%s' is missing; the header row is question,what,expected", HEADINGS[i]);
    }
    return SALVO_OK;
}

/* The failures: the first in full, of the others the lines. */
typedef struct failures {
    salvo_error first;
    size_t n;
    const char *lines; /* "3, 7" */
} failures;

static salvo_status note_failure(failures *f, const salvo_error *fault, const salvo_cell *cell, salvo_arena *memory,
                                 salvo_error *err)
{
    if (f->n++ == 0)
        f->first = *fault;
    f->lines = salvo_arena_printf(memory, "%s%s%d", f->n > 1 ? f->lines : "", f->n > 1 ? ", " : "", cell->line);
    return f->lines ? SALVO_OK : salvo_fail_memory(err);
}

static salvo_status report_failures(const failures *f, size_t n_tests, salvo_error *err)
{
    const salvo_error *first = &f->first;

    if (f->n == 0)
        return SALVO_OK;
    if (f->n == 1)
        return salvo_fail_at(err, first->status, first->path, first->line, first->column, "%s", first->text);
    return salvo_fail_at(err, first->status, first->path, first->line, first->column,
                         "%s (%zu of the %zu tests fail, those of lines %s)", first->text, f->n, n_tests, f->lines);
}

/* A failing line does not hide the next, so that authors can correct them together. */
static salvo_status try_all(const salvo_rulebook *book, const salvo_table *table, const int columns[COLUMNS],
                            salvo_arena *memory, salvo_error *err)
{
    failures f = {.n = 0};

    for (size_t row = 0; row < table->n_rows; row++) {
        salvo_error fault = {.status = SALVO_OK};
        line l = {.book = book, .memory = memory};

        for (int i = 0; i < COLUMNS; i++)
            l.cells[i] = &table->cells[row * table->n_columns + (size_t)columns[i]];
        if (try_line(&l, &fault) == SALVO_OK)
            continue;
        if (note_failure(&f, &fault, l.cells[0], memory, err) != SALVO_OK)
            return SALVO_NO_MEMORY;
        if (salvo_rulebook_fault(book, NULL) != SALVO_OK) /* then nothing more can be asked */
            break;
    }
    return report_failures(&f, table->n_rows, err);
}

static salvo_status run(const salvo_rulebook *book, const char *path, size_t *n, salvo_arena *memory, salvo_error *err)
{
    salvo_table table = {.name = "tests"};
    int columns[COLUMNS];

    TRY(salvo_csv_read_rows(&table, path, memory, err));
    TRY(find_columns(&table, columns, err));
    *n = table.n_rows;
    return try_all(book, &table, columns, memory, err);
}

salvo_status tests_run(const salvo_rulebook *book, const char *path, size_t *n, salvo_error *err)
{
    salvo_arena *memory = salvo_arena_new();
    salvo_status status = memory ? run(book, path, n, memory, err) : salvo_fail_memory(err);

    salvo_arena_free(memory);
    return status;
}
