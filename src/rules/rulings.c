#include <string.h>

#include <salvo/rules.h>

/* The next word of a list, without the comma behind it; its length, 0 at the end. *at moves over it. */
static size_t next_word(const char **at, const char **word)
{
    size_t length;

    *at += strspn(*at, " ,");
    *word = *at;
    length = strcspn(*at, " ,");
    *at += length;
    return length;
}

static bool is_word(const char *word, size_t length, const char *text)
{
    return strlen(text) == length && strncmp(word, text, length) == 0;
}

/* The row with that id, or n_rows. */
static size_t row_of(const salvo_table *table, const char *id, size_t length)
{
    size_t row = 0;

    while (row < table->n_rows && !is_word(id, length, table->cells[row * table->n_columns].text))
        row++;
    return row;
}

int salvo_rulings_of(const salvo_procedure *procedure, const salvo_table *rulings, size_t *rows, size_t max)
{
    const char *at = procedure->rulings ? procedure->rulings : "", *word;
    bool to = false; /* the word before was "to" */
    size_t n = 0, length;

    while ((length = next_word(&at, &word)) > 0) {
        size_t row = row_of(rulings, word, length), first = row;

        if (!to && n && is_word(word, length, "to")) {
            to = true;
            continue;
        }
        if (to)
            first = rows[n - 1] + 1;
        to = false;
        if (row == rulings->n_rows || row < first || n + (row - first + 1) > max)
            return -1;
        while (first <= row)
            rows[n++] = first++;
    }
    return to ? -1 : (int)n;
}
