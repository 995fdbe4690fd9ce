/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a set of the lost tables from plain text, record by record, and checks each against what the text of the rules
 * proves. Most of it is checks: a user types a chart from paper, and a mistake must be found at its place. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/rules.h>

#include "base/phrase.h"
#include "data/lines.h"
#include "data/names.h"
#include "data/records.h"
#include "rules/rookie/set_bands.h"

enum { DIE_MAX = 100 };

/* strtol would accept a sign, as in "D-1", so signs are refused explicitly. */
static salvo_status read_token(const struct rookie_reader *r, const salvo_cell *cell, struct rookie_result *result)
{
    static const char LETTERS[] = "NDPS";
    const char *letter = *cell->text ? strchr(LETTERS, cell->text[0]) : NULL;
    char *end = NULL;
    long kills = letter ? strtol(cell->text + 1, &end, 10) : 0;

    *result = (struct rookie_result){0};
    if (rookie_is_unknown(cell))
        return SALVO_OK;
    result->known = true;
    if (strcmp(cell->text, "-") == 0)
        return SALVO_OK;
    if (!letter || end == cell->text + 1 || *end || cell->text[1] == '-' || cell->text[1] == '+' || kills > KILLS_MAX)
        return salvo_cell_refuse(cell, r->err,
                                 "'%s' is not a result of fire; write - for a miss, D0 P1 S2 for a marker and "
                                 "kills, N1 for kills alone, or ? for unknown",
                                 cell->text);
    result->marker = (uint8_t)(letter - LETTERS);
    result->kills = (uint8_t)kills;
    return SALVO_OK;
}

/* Writes "chart 6-10 roll 4: -". */
static void spell_proved_cell(char text[64], int column, int roll, const struct rookie_result *result)
{
    if (result->marker == MARKER_NONE && result->kills == 0)
        snprintf(text, 64, "chart %s roll %d to be -", ROOKIE_COLUMNS[column], roll);
    else
        snprintf(text, 64, "chart %s roll %d to be %c%d", ROOKIE_COLUMNS[column], roll, "NDPS"[result->marker],
                 result -> kills);
}

/* An unknown cell of the file that is proved is filled in; a different one is a contradiction. */
static salvo_status check_cell(const struct rookie_reader *r, const salvo_cell *cell, int column, int roll,
                               struct rookie_result *result)
{
    const struct rookie_result *proved = r->proved ? &r->proved->chart[column][roll] : NULL;
    char text[64];

    if (!proved || !proved->known)
        return SALVO_OK;
    if (!result->known) {
        *result = *proved;
        return SALVO_OK;
    }
    if (result->marker == proved->marker && result->kills == proved->kills)
        return SALVO_OK;
    spell_proved_cell(text, column, roll, proved);
    return rookie_contradict(r, cell, text);
}

static salvo_status read_result(const struct rookie_reader *r, const salvo_cell *row, int column, int roll)
{
    bool stands = (size_t)(SALVO_LINES_FIRST + roll) < r->table->n_columns;
    const salvo_cell *cell = &row[stands ? (size_t)(SALVO_LINES_FIRST + roll) : r->table->n_columns - 1];
    salvo_status status;

    if (!*cell->text || !stands)
        return salvo_cell_refuse(cell, r->err, "the column has no result for the roll %d; it needs ten, 0 to 9", roll);
    status = read_token(r, cell, &r->set->chart[column][roll]);
    return status == SALVO_OK ? check_cell(r, cell, column, roll, &r->set->chart[column][roll]) : status;
}

/* A message about a short row points at its last word, because the missing one has no place. */
static salvo_status read_chart(const struct rookie_reader *r, const salvo_cell *row)
{
    int column;
    salvo_status status = rookie_read_word(r, &row[SALVO_LINES_NAME], "column of the chart", ROOKIE_COLUMNS, &column);

    for (int roll = 0; roll < ROLLS && status == SALVO_OK; roll++)
        status = read_result(r, row, column, roll);
    return status;
}

/* As for cells of the chart: an unknown value is filled in, and a different one is a contradiction. */
static salvo_status check_shift(const struct rookie_reader *r, const salvo_cell *row, struct rookie_shift proved,
                                struct rookie_shift *shift)
{
    char text[96];

    if (!proved.known || (shift->known && shift->columns == proved.columns))
        return SALVO_OK;
    if (!shift->known) {
        *shift = proved;
        return SALVO_OK;
    }
    snprintf(text, sizeof text, "%.20s %.30s to be %d", row[SALVO_LINES_KIND].text, row[SALVO_LINES_NAME].text,
             proved.columns);
    return rookie_contradict(r, &row[SALVO_LINES_FIRST], text);
}

/* An unknown `proved` contradicts nothing. */
static salvo_status take_shift(const struct rookie_reader *r, const salvo_cell *row, struct rookie_shift proved,
                               struct rookie_shift *shift)
{
    salvo_status status = rookie_read_shift(r, &row[SALVO_LINES_FIRST], "a shift of columns", shift);

    return status == SALVO_OK ? check_shift(r, row, proved, shift) : status;
}

/* Users choose the names of covers, so the set keeps them, each in a place of fixed length. */
static salvo_status read_cover(const struct rookie_reader *r, const salvo_cell *row)
{
    struct rookie_cover *cover = &r->set->cover[r->set->n_covers];
    const char *name = row[SALVO_LINES_NAME].text;
    struct rookie_shift proved = {0};

    if (r->set->n_covers == BANDS_MAX / 2 || strlen(name) >= sizeof cover->name)
        return salvo_cell_refuse(&row[SALVO_LINES_NAME], r->err,
                                 "there can be at most %d kinds of cover, each with a name of at most %d characters",
                                 BANDS_MAX / 2, NAME_BYTES - 1);
    snprintf(cover->name, sizeof cover->name, "%s", name);
    r->set->n_covers++;
    if (r->proved)
        proved = rookie_set_cover(r->proved, name);
    return take_shift(r, row, proved, &cover->shift);
}

/* A marker that no record names keeps its proved value. */
static salvo_status read_firer(const struct rookie_reader *r, const salvo_cell *row)
{
    int marker;
    salvo_status status = rookie_read_word(r, &row[SALVO_LINES_NAME], "marker", ROOKIE_MARKERS, &marker);

    if (status != SALVO_OK)
        return status;
    return take_shift(r, row, r->proved ? r->proved->firer[marker] : (struct rookie_shift){0}, &r->set->firer[marker]);
}

/* A die of 0 faces means "figures", whose number only the question has. */
static salvo_status read_leader(const struct rookie_reader *r, const salvo_cell *row)
{
    const salvo_cell *cell = &row[SALVO_LINES_FIRST];
    char *end;
    long hits, die;

    if (rookie_is_unknown(cell))
        return SALVO_OK;
    hits = strtol(cell->text, &end, 10);
    die = *end == '/' && strcmp(end + 1, "figures") != 0 ? strtol(end + 1, &end, 10) : 0;
    if (hits < 1 || hits > DIE_MAX || (die == 0 && strcmp(end, "/figures") != 0) ||
        (die != 0 && (*end || die < hits)) || die > DIE_MAX)
        return salvo_cell_refuse(
            cell, r->err, "'%s' is not a chance; write 1/figures, or hits of a die's faces as in 2/10", cell->text);
    r->set->leader_hits = (int)hits;
    r->set->leader_die = (int)die;
    return SALVO_OK;
}

/* A longer name is cut, because it is only shown and never looked up. */
static salvo_status read_name(const struct rookie_reader *r, const salvo_cell *row)
{
    snprintf(r->set->name, sizeof r->set->name, "%.60s", row[SALVO_LINES_FIRST].text);
    return SALVO_OK;
}

/* A record's first word selects the reader. */
static const struct kind {
    const char *name;
    salvo_status (*read)(const struct rookie_reader *r, const salvo_cell *row);
    size_t words;      /* after the kind and the name */
    const char *named; /* the meaning of its name; NULL if it has none */
} KINDS[] = {
    {"set", read_name, 1, NULL},
    {"chart", read_chart, ROLLS, "column"},
    {"range", rookie_read_range, 1, "band"},
    {"cover", read_cover, 1, "cover"},
    {"firer", read_firer, 1, "marker"},
    {"fire", rookie_read_fire, 1, "band"},
    {"morale", rookie_read_morale, 1, "band"},
    {"leader", read_leader, 1, NULL},
};

enum { N_KINDS = sizeof KINDS / sizeof *KINDS };

/* The nearest of the few kinds is proposed, because most such words are slips. */
static salvo_status refuse_kind(const struct rookie_reader *r, const salvo_cell *cell)
{
    const char *names[N_KINDS];
    salvo_error inner;

    for (size_t i = 0; i < N_KINDS; i++)
        names[i] = KINDS[i].name;
    salvo_names_fail(&inner, names, N_KINDS, cell->text, "salvo does not use a record '%.64s'", cell->text);
    return salvo_cell_refuse(cell, r->err, "%s", inner.text);
}

/* Checks that the record has exactly the words that its kind needs. */
static salvo_status check_words(const struct rookie_reader *r, const struct kind *kind, const salvo_cell *row)
{
    size_t words = 0;

    for (size_t i = SALVO_LINES_FIRST; i < r->table->n_columns; i++)
        words += *row[i].text != '\0';
    if (kind->named && !*row[SALVO_LINES_NAME].text)
        return salvo_cell_refuse(&row[SALVO_LINES_KIND], r->err, "'%s' needs a %s and its value", kind->name,
                                 kind->named);
    if (!kind->named && (*row[SALVO_LINES_NAME].text || words != kind->words))
        return salvo_cell_refuse(&row[SALVO_LINES_KIND], r->err, "'%s' must be followed by one word", kind->name);
    if (words > kind->words)
        return salvo_cell_refuse(&row[SALVO_LINES_FIRST + kind->words], r->err,
                                 "'%s' is after the last word of the record; '#' begins a comment",
                                 row[SALVO_LINES_FIRST + kind->words].text);
    return SALVO_OK;
}

/* Words are counted before they are read; otherwise a missing one would be reported as a bad one. */
static salvo_status read_record(const struct rookie_reader *r, const salvo_cell *row)
{
    for (size_t i = 0; i < N_KINDS; i++)
        if (strcmp(KINDS[i].name, row[SALVO_LINES_KIND].text) == 0) {
            salvo_status status = check_words(r, &KINDS[i], row);

            return status == SALVO_OK ? KINDS[i].read(r, row) : status;
        }
    return refuse_kind(r, &row[SALVO_LINES_KIND]);
}

/* What the file leaves out is as proved: its ranges and covers follow the file's own. */
static void complete(struct rookie_set *set, const struct rookie_set *proved)
{
    for (int i = 0; i < proved->n_ranges && set->n_ranges < BANDS_MAX; i++)
        set->range[set->n_ranges++] = proved->range[i];
    for (int i = 0; i < proved->n_covers && set->n_covers < BANDS_MAX; i++)
        set->cover[set->n_covers++] = proved->cover[i];
    if (set->n_fire == 0) {
        memcpy(set->fire, proved->fire, sizeof set->fire);
        set->n_fire = proved->n_fire;
    }
}

/* Sets everything that is proved, but no range yet, because the file's own bands are first. */
static void begin(struct rookie_set *set, const struct rookie_set *proved)
{
    memset(set, 0, sizeof *set);
    set->firer[MARKER_NONE].known = true;
    if (!proved)
        return;
    memcpy(set->chart, proved->chart, sizeof set->chart);
    memcpy(set->firer, proved->firer, sizeof set->firer);
}

/* The text's own line does not determine the die. A file with more lines is assumed to list all of them: the last ends
 * with the die's last face. */
static bool knows_fire(const struct rookie_set *set, const struct rookie_set *proved)
{
    return proved && set->n_fire > proved->n_fire;
}

/* An answer from a user's file says so, and one from the reconstruction says that it is not the author's chart. */
static void write_remark(struct rookie_set *set, const char *file)
{
    const char *label = strcmp(set->name, "reconstruction") == 0 ? "reconstruction, not the author's chart" : "";
    char against[80] = "";

    if (set->contradictions)
        snprintf(against, sizeof against, ", against what the text proves in %.40s",
                 salvo_counted((uint64_t)set->contradictions, "place").text);
    if (file)
        snprintf(set->remark, sizeof set->remark, "%s%sdata set '%s' of the user's file %.300s%s", label,
                 *label ? "; " : "", set->name, file, against);
    else
        snprintf(set->remark, sizeof set->remark, "%s", label);
}

/* The file's content is read before the proved part is added. The remark is last, when contradictions have been
 * counted. */
salvo_status rookie_set_read(struct rookie_set *set, const salvo_table *table, const struct rookie_set *proved,
                             bool allow, const char *file, salvo_error *err)
{
    const struct rookie_reader r = {set, table, proved, allow, file != NULL, err};
    salvo_status status = SALVO_OK;

    begin(set, proved);
    for (size_t row = 0; row < table->n_rows && status == SALVO_OK; row++)
        status = read_record(&r, &table->cells[row * table->n_columns]);
    if (status != SALVO_OK)
        return status;
    if (!*set->name)
        snprintf(set->name, sizeof set->name, "unnamed");
    set->fire_known = knows_fire(set, proved);
    set->n_own_ranges = set->n_ranges;
    if (proved)
        complete(set, proved);
    write_remark(set, file);
    return SALVO_OK;
}
