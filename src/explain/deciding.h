/* Which cells of the tables an answer rests on. */
#ifndef SALVO_EXPLAIN_DECIDING_H
#define SALVO_EXPLAIN_DECIDING_H

#include <salvo/explain.h>

/* What is asked of a rulebook: a number that differs where what is asked comes about differently. SALVO_BAD_INPUT where the
 * book cannot be asked. Any thread may call it. */
typedef struct asked_print {
    salvo_status (*print)(const void *of, const salvo_rulebook *book, uint64_t *print, salvo_error *err);
    const void *of;
    const char *const *names; /* what the question names: "Tiger I", "cannon-b,machine-gun" */
    size_t n_names;
    int threads;
} asked_print;

/* Lists the cells, table by table, in `memory`. Of tables whose rows a question names, only those rows are looked at, and
 * the rows that those name in turn. */
salvo_status deciding_cells(const salvo_rulebook *book, const asked_print *asked, salvo_arena *memory,
                            salvo_deciding_cell **cells, size_t *n, salvo_error *err);

/* The fingerprint of a question: of all results of a roll, of a chain's first states. */
salvo_status print_of(const salvo_question *q, uint64_t *print, salvo_error *err);

/* The fingerprint of a question asked with these words. */
salvo_status question_print(const salvo_rulebook *book, const char *procedure, const char *const *words, size_t n_words,
                            uint64_t *print, salvo_error *err);

#endif
