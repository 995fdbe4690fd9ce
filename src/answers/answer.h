/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kinds of answers, and how each is written and drawn. A kind describes its answers once; every format uses that
 * description. */
#ifndef SALVO_ANSWERS_ANSWER_H
#define SALVO_ANSWERS_ANSWER_H

#include "answers/fields.h"
#include "chart/chart.h"

typedef struct answer_kind {
    void (*read)(page *p, const void *answer); /* paragraphs and sheets for people */
    void (*tidy)(page *p, const void *answer); /* one sheet in long form: CSV */
    document_function *document;               /* the JSON object */
    document_function *list;                   /* or the JSON list; without either, JSON has the tidy rows */
    unsigned spreadsheet;                      /* which sheets an xlsx file has: READ, TIDY or both; 0: READ */

    /* Draws the picture; draw_shown is for kinds with a choice: the n quantities that the user asked for, or the most
     * telling one. A kind without a picture has neither. SALVO_BAD_INPUT for a quantity that the answer does not
     * have. */
    void (*draw)(chart *c, const void *answer);
    salvo_status (*draw_shown)(chart *c, const void *answer, const char *const *show, size_t n, salvo_error *err);
    void (*free)(void *answer); /* NULL: the caller frees the answer */
} answer_kind;

/* An answer of many lines. Tables for reading have only the first `read` lines, CSV and JSON the first `computed`; 0:
 * all. */
typedef struct first_lines {
    const void *answer;
    size_t read, computed;
} first_lines;

/* Writes the answer as one whole document; as in <salvo/report.h>. */
salvo_status answer_write(FILE *out, salvo_format format, const answer_kind *kind, const void *answer,
                          salvo_error *err);

/* What is added to an answer of any kind. */
typedef struct answer_addition {
    const placed_picture *shown; /* a picture at the end, if the format can hold one; NULL: none */
    const char *plot;            /* a picture of letters at the end; NULL: none */
    const char *const *columns;  /* n_columns columns of its tables for reading; 0: all of them */
    size_t n_columns;
    const char *const *rules; /* n_rules places of changed rules, which every format names */
    size_t n_rules;
} answer_addition;

salvo_status answer_write_with(FILE *out, salvo_format format, const answer_kind *kind, const void *answer,
                               const answer_addition *with, salvo_error *err);

/* An answer that is kept, for reading and as a document. Begins zeroed. */
typedef struct kept_answer {
    page page;        /* prepared for reading (page_prepare) */
    json_t *document; /* NULL: it is no JSON object */
} kept_answer;

/* Keeps the answer beyond its own life. `format` determines the figures of the page. */
salvo_status answer_keep(kept_answer *kept, salvo_format format, const answer_kind *kind, const void *answer,
                         const answer_addition *with, salvo_error *err);
void kept_answer_free(kept_answer *kept);

/* The caller frees *c with chart_free, also after a failure. */
salvo_status answer_draw(chart *c, const answer_kind *kind, const void *answer, const char *const *show, size_t n,
                         salvo_error *err);

/* Defines what differs between kinds only by type: the function of <salvo/report.h> that writes a salvo_duel
 * (salvo_report_duel), and the function that frees it for its answer_kind (free_duel). */
#define ANSWER_FUNCTIONS(name, kind)                                                                               \
    salvo_status salvo_report_##name(FILE *out, salvo_format format, const salvo_##name *answer, salvo_error *err) \
    {                                                                                                              \
        return answer_write(out, format, &(kind), answer, err);                                                    \
    }                                                                                                              \
    static void free_##name(void *answer)                                                                          \
    {                                                                                                              \
        salvo_##name##_free(answer);                                                                               \
    }

extern const answer_kind AUDIT_ANSWER, BATTLE_ANSWER, COMPARISON_ANSWER, CURVE_ANSWER, DUEL_ANSWER, EFFICIENCY_ANSWER,
    EXPLANATION_ANSWER, LUCK_ANSWER, MATRIX_ANSWER, ODDS_ANSWER, POINTS_COMPARISON_ANSWER, POINTS_FIT_ANSWER,
    POINTS_PRICE_ANSWER, POINTS_TEST_ANSWER, RULE_SENSITIVITY_ANSWER, SEARCH_ANSWER, SENSITIVITY_ANSWER, TIPPING_ANSWER,
    VARIANTS_ANSWER;

#endif
