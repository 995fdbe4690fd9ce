/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports: tables to read; CSV and JSON to compute with; Markdown, LaTeX and HTML to publish; spreadsheets.
 * Every function writes one whole document to `out`, which it neither opens nor closes; write errors are the caller's
 * to find (ferror). They fail with SALVO_NO_MEMORY; for a spreadsheet also with SALVO_IO when no temporary file can be
 * made, and with SALVO_BAD_INPUT when this salvo was built without libxlsxwriter. CSV is RFC 4180 in long form, one
 * observation a row; the JSON shapes are described in docs/json.md. A LaTeX document compiles as it is, with pdfTeX or
 * LuaTeX; an HTML page needs no other files; a spreadsheet has a worksheet for each table, with the numbers as
 * numbers. */
#ifndef SALVO_REPORT_H
#define SALVO_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include <salvo/appendix.h>
#include <salvo/audit.h>
#include <salvo/compare.h>
#include <salvo/explain.h>
#include <salvo/fight.h>
#include <salvo/luck.h>
#include <salvo/matrix.h>
#include <salvo/odds.h>
#include <salvo/points.h>
#include <salvo/sensitivity.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef enum {
    SALVO_TABLE,
    SALVO_CSV,
    SALVO_JSON,
    SALVO_MARKDOWN,
    SALVO_LATEX,
    SALVO_HTML,
    SALVO_XLSX,
    SALVO_N_FORMATS,
} salvo_format_kind;

/* "table", "csv", "json", "markdown", "latex", "html", "xlsx", in the order of the enum. */
extern const char *const SALVO_FORMATS[SALVO_N_FORMATS + 1]; /* ends with NULL */

enum { SALVO_TABLE_NAME_MAX = 128 };

/* How a document is written. CSV and JSON always have all digits. */
typedef struct salvo_format {
    salvo_format_kind kind;
    bool fixed; /* figures have `digits` decimals (0 to 15); otherwise as many as each of them supports */
    int digits;
} salvo_format;

salvo_status salvo_report_odds(FILE *out, salvo_format format, const salvo_question *question,
                               const salvo_answer *answer, salvo_error *err);
salvo_status salvo_report_explanation(FILE *out, salvo_format format, const salvo_explanation *explanation,
                                      salvo_error *err);
salvo_status salvo_report_curve(FILE *out, salvo_format format, const salvo_curve *curve, salvo_error *err);
salvo_status salvo_report_duel(FILE *out, salvo_format format, const salvo_duel *duel, salvo_error *err);
salvo_status salvo_report_battle(FILE *out, salvo_format format, const salvo_battle *battle, salvo_error *err);
salvo_status salvo_report_tipping(FILE *out, salvo_format format, const salvo_tipping *tipping, salvo_error *err);
salvo_status salvo_report_luck(FILE *out, salvo_format format, const salvo_luck *luck, salvo_error *err);
salvo_status salvo_report_comparison(FILE *out, salvo_format format, const salvo_comparison *comparison,
                                     salvo_error *err);
salvo_status salvo_report_matrix(FILE *out, salvo_format format, const salvo_matrix *matrix, salvo_error *err);
salvo_status salvo_report_efficiency(FILE *out, salvo_format format, const salvo_efficiency *table, salvo_error *err);

/* Printed prices beside the formula's, with the calculation of each. */
salvo_status salvo_report_audit(FILE *out, salvo_format format, const salvo_audit *audit, salvo_error *err);

/* The sensitive cells with the greatest swing, and the minimal changes with the least change: `top` of them, 0 for
 * all. */
salvo_status salvo_report_sensitivity(FILE *out, salvo_format format, const salvo_sensitivity *s, size_t top,
                                      salvo_error *err);
salvo_status salvo_report_search(FILE *out, salvo_format format, const salvo_search *search, size_t top,
                                 salvo_error *err);
salvo_status salvo_report_compared_variants(FILE *out, salvo_format format, const salvo_compared_variants *variants,
                                            salvo_error *err);
salvo_status salvo_report_rule_sensitivity(FILE *out, salvo_format format, const salvo_rule_sensitivity *s,
                                           salvo_error *err);

/* The whole appendix: as CSV and JSON in long form, otherwise a document with a table for every grid and list. */
salvo_status salvo_report_appendix(FILE *out, salvo_format format, const salvo_appendix *appendix, salvo_error *err);

/* One of its tables as CSV, row by row as printed, with all digits: the grids of the entry, then its lists. The name
 * of its file ("to-hit-cover-normal") is unique within the appendix; the list of all files is in Markdown. */
salvo_status salvo_report_appendix_table(FILE *out, const salvo_appendix *appendix, size_t entry, size_t table,
                                         salvo_error *err);
void salvo_appendix_table_name(char name[SALVO_TABLE_NAME_MAX], const salvo_appendix *appendix, size_t entry,
                               size_t table);
salvo_status salvo_report_appendix_index(FILE *out, const salvo_appendix *appendix, salvo_error *err);

/* Whether prices are fair in battle. In CSV, a row has one measure of one thing. */
salvo_status salvo_report_points_test(FILE *out, salvo_format format, const salvo_points_test *test, salvo_error *err);

/* New prices, and how fair the old and the new ones are. In CSV, a row has one unit. */
salvo_status salvo_report_points_fit(FILE *out, salvo_format format, const salvo_points_fit *fit, salvo_error *err);

/* Two price lists on the same armies. In CSV, a row has one measure of one thing. */
salvo_status salvo_report_points_comparison(FILE *out, salvo_format format, const salvo_points_comparison *comparison,
                                            salvo_error *err);

/* What single units should cost if all other prices stay. In CSV, a row has one unit in one kind of condition. */
salvo_status salvo_report_points_price(FILE *out, salvo_format format, const salvo_points_price *price,
                                       salvo_error *err);

/* What is available. With `nation` NULL, every unit; otherwise only those of that row of the nations table. */
salvo_status salvo_report_rulesets(FILE *out, salvo_format format, const salvo_rulebook *books, size_t n,
                                   salvo_error *err);
salvo_status salvo_report_procedures(FILE *out, salvo_format format, const salvo_rulebook *books, size_t n,
                                     salvo_error *err);
salvo_status salvo_report_units(FILE *out, salvo_format format, const salvo_rulebook *book, const size_t *nation,
                                salvo_error *err);
salvo_status salvo_report_weapons(FILE *out, salvo_format format, const salvo_rulebook *book, salvo_error *err);
salvo_status salvo_report_table(FILE *out, salvo_format format, const salvo_table *table, salvo_error *err);
salvo_status salvo_report_card(FILE *out, salvo_format format, const salvo_rulebook *book, const salvo_card *card,
                               salvo_error *err);

/* Confirms that the books' data are in order: tables, rows, hash. */
salvo_status salvo_report_check(FILE *out, salvo_format format, const salvo_rulebook *books, size_t n,
                                salvo_error *err);

/* The parameters, outcomes and expectations of a procedure, and its rulings, from its description. */
salvo_status salvo_report_help(FILE *out, salvo_format format, const salvo_rulebook *book,
                               const salvo_procedure *procedure, salvo_error *err);

/* The reference manual of a rulebook: every procedure by chapter, the rulings, the tables. In CSV and JSON, the
 * parameters of every procedure, one in each row. */
salvo_status salvo_report_manual(FILE *out, salvo_format format, const salvo_rulebook *book, salvo_error *err);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
