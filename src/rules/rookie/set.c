/* Reads a set of the lost tables from plain text, record by record, and checks each against what the text of the rules
 * proves. Most of this file is checks: a user types his chart from paper, and a mistake must be found at its place. */
#include "rules/rookie/set.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/rules.h>

#include "data/lines.h"
#include "data/names.h"
#include "data/records.h"

enum { SHIFT_MAX = 99, FACTOR_MAX = 99, DIE_MAX = 100, NUMBER_MAX = 999 };

const char *const ROOKIE_COLUMNS[] = {ROOKIE_COLUMN_NAMES, NULL};
const char *const ROOKIE_MARKERS[] = {"steady", "disrupted", "pinned", "suppressed", NULL};
const char *const ROOKIE_FIRE_RESULTS[] = {"explodes", "abandoned", "out", NULL};
const char *const ROOKIE_MORALES[] = {"rally", "hold", "worse", "run", NULL};

/* The file that is being read. */
struct reader {
    struct rookie_set *set;
    const salvo_table *table;
    const struct rookie_set *proved; /* or NULL */
    bool allow, is_users;
    salvo_error *err;
};

/* A "?" is what a user leaves where he cannot read his copy. */
static bool is_unknown(const salvo_cell *cell)
{
    return strcmp(cell->text, "?") == 0;
}

/* The place among words that end with NULL, or -1. Names must be spelled in full here: a chart is typed once and read
 * often, and an abbreviation would hide a slip. */
static int place_among(const char *const *words, const char *text)
{
    for (int i = 0; words[i]; i++)
        if (strcmp(words[i], text) == 0)
            return i;
    return -1;
}

static size_t count_words(const char *const *words)
{
    size_t n = 0;

    while (words[n])
        n++;
    return n;
}

/* A word among others; what else it is called "no ...". */
static salvo_status read_word(const struct reader *r, const salvo_cell *cell, const char *noun,
                              const char *const *words, int *place)
{
    salvo_error inner;
    char what[256];

    *place = place_among(words, cell->text);
    if (*place >= 0)
        return SALVO_OK;
    snprintf(what, sizeof what, "'%.64s' is no %s", cell->text, noun);
    salvo_names_fail(&inner, words, count_words(words), cell->text, "%s", what);
    return salvo_cell_refuse(cell, r->err, "%s", inner.text);
}

static salvo_status read_whole(const struct reader *r, const salvo_cell *cell, const char *what, int least, int most,
                               int *number)
{
    return salvo_cell_integer(cell, what, least, most, number, r->err);
}

/* It is kept, unless it contradicts what is proved and may not. Each contradiction that is allowed is counted, and the
 * remark on the answer says how many there are. */
static salvo_status contradict(const struct reader *r, const salvo_cell *cell, const char *proved)
{
    r->set->contradictions++;
    if (r->allow)
        return SALVO_OK;
    return salvo_cell_refuse(cell, r->err, "'%s' contradicts the text, which proves %s; correct it%s", cell->text,
                             proved, r->is_users ? ", or allow it with allow-contradiction=yes" : "");
}

/* strtol would take a sign, as in "D-1", so signs are refused by hand. */
static salvo_status read_token(const struct reader *r, const salvo_cell *cell, struct rookie_result *result)
{
    static const char LETTERS[] = "NDPS";
    const char *letter = *cell->text ? strchr(LETTERS, cell->text[0]) : NULL;
    char *end = NULL;
    long kills = letter ? strtol(cell->text + 1, &end, 10) : 0;

    *result = (struct rookie_result){0};
    if (is_unknown(cell))
        return SALVO_OK;
    result->known = true;
    if (strcmp(cell->text, "-") == 0)
        return SALVO_OK;
    if (!letter || end == cell->text + 1 || *end || cell->text[1] == '-' || cell->text[1] == '+' || kills > KILLS_MAX)
        return salvo_cell_refuse(cell, r->err,
                                 "'%s' is no result of fire; write - for a miss, D0 P1 S2 for a marker and kills, "
                                 "N1 for kills alone, or ? for unknown",
                                 cell->text);
    result->marker = (uint8_t)(letter - LETTERS);
    result->kills = (uint8_t)kills;
    return SALVO_OK;
}

/* "chart 6-10 roll 4: -" */
static void spell_proved_cell(char text[64], int column, int roll, const struct rookie_result *result)
{
    if (result->marker == MARKER_NONE && result->kills == 0)
        snprintf(text, 64, "chart %s roll %d to be -", ROOKIE_COLUMNS[column], roll);
    else
        snprintf(text, 64, "chart %s roll %d to be %c%d", ROOKIE_COLUMNS[column], roll, "NDPS"[result->marker],
                 result -> kills);
}

/* An unknown cell of the file that is proved is filled in; a different one is a contradiction. */
static salvo_status check_cell(const struct reader *r, const salvo_cell *cell, int column, int roll,
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
    return contradict(r, cell, text);
}

static salvo_status read_result(const struct reader *r, const salvo_cell *row, int column, int roll)
{
    bool stands = (size_t)(SALVO_LINES_FIRST + roll) < r->table->n_columns;
    const salvo_cell *cell = &row[stands ? (size_t)(SALVO_LINES_FIRST + roll) : r->table->n_columns - 1];
    salvo_status status;

    if (!*cell->text || !stands)
        return salvo_cell_refuse(cell, r->err, "the column has no result for the roll %d; it needs ten, 0 to 9", roll);
    status = read_token(r, cell, &r->set->chart[column][roll]);
    return status == SALVO_OK ? check_cell(r, cell, column, roll, &r->set->chart[column][roll]) : status;
}

/* A short row points at its last word, since the missing one has no place. */
static salvo_status read_chart(const struct reader *r, const salvo_cell *row)
{
    int column;
    salvo_status status = read_word(r, &row[SALVO_LINES_NAME], "column of the chart", ROOKIE_COLUMNS, &column);

    for (int roll = 0; roll < ROLLS && status == SALVO_OK; roll++)
        status = read_result(r, row, column, roll);
    return status;
}

/* A band says where it ends and how: under, up to, exactly, or not at all. */
static salvo_status read_edge(const struct reader *r, const salvo_cell *cell, struct rookie_range *range)
{
    char *end;

    if (strcmp(cell->text, "any") == 0) {
        range->edge = EDGE_ANY;
        return SALVO_OK;
    }
    range->inches = strtod(cell->text, &end);
    range->edge = *end == '-' ? EDGE_UNDER : *end == '=' ? EDGE_EXACTLY : EDGE_UPTO;
    if (end == cell->text || cell->text[0] < '0' || cell->text[0] > '9' || range->inches > NUMBER_MAX ||
        strlen(end) > (range->edge != EDGE_UPTO))
        return salvo_cell_refuse(cell, r->err,
                                 "'%s' is no edge of a range band; write 24 for 'up to 24', 8- for 'under 8', 26= for "
                                 "'exactly 26', or any",
                                 cell->text);
    return SALVO_OK;
}

/* A band either multiplies the factor or shifts the column: the two known ones do one each. */
static salvo_status read_range_effect(const struct reader *r, const salvo_cell *cell, struct rookie_range *range)
{
    char *end;
    long factor = cell->text[0] == 'x' ? strtol(cell->text + 1, &end, 10) : 0;

    range->factor = 1;
    range->known = !is_unknown(cell);
    if (!range->known)
        return SALVO_OK;
    if (cell->text[0] != 'x')
        return read_whole(r, cell, "a shift of columns", -SHIFT_MAX, SHIFT_MAX, &range->columns);
    if (*end || factor < 1 || factor > FACTOR_MAX)
        return salvo_cell_refuse(cell, r->err, "'%s' multiplies by nothing; write x2 as in 'range 8- x2'", cell->text);
    range->factor = (int)factor;
    return SALVO_OK;
}

/* Where the bands before this one end: what it covers lies beyond. */
static double band_begins(const struct rookie_set *set)
{
    double edge = 0;

    for (int i = 0; i < set->n_ranges; i++)
        if (set->range[i].edge != EDGE_EXACTLY)
            edge = set->range[i].edge == EDGE_ANY ? 2 * NUMBER_MAX : set->range[i].inches;
    return edge;
}

/* Whether a band holds its lower end depends on the one before it, "under 8" or "up to 8". */
static bool covers(const struct rookie_range *band, double begins, double inches, bool begins_inside)
{
    switch (band->edge) {
    case EDGE_EXACTLY:
        return inches == band->inches;
    case EDGE_UNDER:
        return (begins_inside ? inches >= begins : inches > begins) && inches < band->inches;
    case EDGE_UPTO:
        return (begins_inside ? inches >= begins : inches > begins) && inches <= band->inches;
    case EDGE_ANY:
        break;
    }
    return begins_inside ? inches >= begins : inches > begins;
}

/* Whether the band `begins` is its own first point: the one before it ends just below, or there is none before. */
static bool begins_inside(const struct rookie_set *set)
{
    for (int i = set->n_ranges - 1; i >= 0; i--)
        if (set->range[i].edge != EDGE_EXACTLY)
            return set->range[i].edge == EDGE_UNDER;
    return true;
}

/* Whether the new band speaks of ranges that the proved one speaks of. Only then can the two contradict each other. */
static bool overlaps(const struct rookie_set *set, const struct rookie_range *band, const struct rookie_range *proved)
{
    double begins = band_begins(set);

    if (proved->edge == EDGE_EXACTLY)
        return covers(band, begins, proved->inches, begins_inside(set));
    if (band->edge == EDGE_EXACTLY)
        return proved->edge == EDGE_UNDER ? band->inches < proved->inches : band->inches <= proved->inches;
    return begins < proved->inches || (begins == proved->inches && proved->edge == EDGE_UPTO && begins_inside(set));
}

/* A band without a known effect contradicts nothing; the proved one behind it then answers. */
static salvo_status check_range(const struct reader *r, const salvo_cell *row, const struct rookie_range *band)
{
    salvo_status status = SALVO_OK;

    for (int i = 0; r->proved && band->known && i < r->proved->n_ranges && status == SALVO_OK; i++) {
        const struct rookie_range *proved = &r->proved->range[i];
        char text[64];

        if (!overlaps(r->set, band, proved) || (band->factor == proved->factor && band->columns == proved->columns))
            continue;
        if (proved->factor != 1)
            snprintf(text, sizeof text, "range %s%g to be x%d", proved->edge == EDGE_EXACTLY ? "" : "under ",
                     proved->inches, proved->factor);
        else
            snprintf(text, sizeof text, "range %s%g to be %d", proved->edge == EDGE_EXACTLY ? "" : "under ",
                     proved->inches, proved->columns);
        status = contradict(r, &row[SALVO_LINES_FIRST], text);
    }
    return status;
}

/* Half of the places are left for the proved bands, which complete() puts behind the file's own. */
static salvo_status read_range(const struct reader *r, const salvo_cell *row)
{
    struct rookie_range band = {0};
    salvo_status status = read_edge(r, &row[SALVO_LINES_NAME], &band);

    if (status != SALVO_OK)
        return status;
    status = read_range_effect(r, &row[SALVO_LINES_FIRST], &band);
    if (status != SALVO_OK)
        return status;
    if (r->set->n_ranges == BANDS_MAX / 2)
        return salvo_cell_refuse(&row[0], r->err, "more than %d range bands; that many are the most", BANDS_MAX / 2);
    if (band.edge != EDGE_EXACTLY && band.edge != EDGE_ANY && band.inches <= band_begins(r->set))
        return salvo_cell_refuse(&row[SALVO_LINES_NAME], r->err,
                                 "the band ends at %g, where the ones before it have ended; bands ascend", band.inches);
    if (band.edge == EDGE_ANY && band_begins(r->set) > NUMBER_MAX)
        return salvo_cell_refuse(&row[SALVO_LINES_NAME], r->err, "a band 'any' stands before; it is the last");
    status = check_range(r, row, &band);
    r->set->range[r->set->n_ranges++] = band;
    return status;
}

static salvo_status read_shift(const struct reader *r, const salvo_cell *cell, const char *what,
                               struct rookie_shift *shift)
{
    *shift = (struct rookie_shift){.known = !is_unknown(cell)};
    return shift->known ? read_whole(r, cell, what, -SHIFT_MAX, SHIFT_MAX, &shift->columns) : SALVO_OK;
}

/* As with cells of the chart: what is unknown is filled in, what differs is a contradiction. */
static salvo_status check_shift(const struct reader *r, const salvo_cell *row, struct rookie_shift proved,
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
    return contradict(r, &row[SALVO_LINES_FIRST], text);
}

/* `proved` that is not known contradicts nothing. */
static salvo_status take_shift(const struct reader *r, const salvo_cell *row, struct rookie_shift proved,
                               struct rookie_shift *shift)
{
    salvo_status status = read_shift(r, &row[SALVO_LINES_FIRST], "a shift of columns", shift);

    return status == SALVO_OK ? check_shift(r, row, proved, shift) : status;
}

/* Names of covers are the user's own, so they are kept in the set, each in a place of fixed length. */
static salvo_status read_cover(const struct reader *r, const salvo_cell *row)
{
    struct rookie_cover *cover = &r->set->cover[r->set->n_covers];
    const char *name = row[SALVO_LINES_NAME].text;
    struct rookie_shift proved = {0};

    if (r->set->n_covers == BANDS_MAX / 2 || strlen(name) >= sizeof cover->name)
        return salvo_cell_refuse(&row[SALVO_LINES_NAME], r->err,
                                 "at most %d kinds of cover, each with a name of at most %d characters", BANDS_MAX / 2,
                                 NAME_BYTES - 1);
    snprintf(cover->name, sizeof cover->name, "%s", name);
    r->set->n_covers++;
    if (r->proved)
        proved = rookie_set_cover(r->proved, name);
    return take_shift(r, row, proved, &cover->shift);
}

static salvo_status read_firer(const struct reader *r, const salvo_cell *row)
{
    int marker;
    salvo_status status = read_word(r, &row[SALVO_LINES_NAME], "marker", ROOKIE_MARKERS, &marker);

    if (status != SALVO_OK)
        return status;
    return take_shift(r, row, r->proved ? r->proved->firer[marker] : (struct rookie_shift){0}, &r->set->firer[marker]);
}

static bool is_number(long long number)
{
    return -NUMBER_MAX <= number && number <= NUMBER_MAX;
}

/* "3-6", "7+", "0-", "5" Open ends are the limits of an int, which no sum of a roll and its modifiers reaches; numbers
 * that are written are kept far below, so that the two cannot be confused. */
static salvo_status read_band(const struct reader *r, const salvo_cell *cell, struct rookie_band *band)
{
    char *end;
    long long from = strtoll(cell->text, &end, 10), to = from;
    const char *rest = end;

    if (end != cell->text && strcmp(rest, "+") == 0)
        to = INT_MAX;
    else if (end != cell->text && strcmp(rest, "-") == 0)
        from = INT_MIN;
    else if (end != cell->text && *rest == '-')
        to = strtoll(rest + 1, &end, 10);
    if (rest == cell->text || (*rest && rest[1] && *end) || (*rest && !strchr("+-", *rest)) ||
        (*rest == '+' && rest[1]) || from > to || (from != INT_MIN && !is_number(from)) ||
        (to != INT_MAX && !is_number(to)))
        return salvo_cell_refuse(cell, r->err, "'%s' is no band of numbers; write 3-6, 7+ or 0-", cell->text);
    band->from = (int)from;
    band->to = (int)to;
    return SALVO_OK;
}

/* The first that holds: bands do not overlap, so there is no other. */
int rookie_band_of(const struct rookie_band *bands, int n, int number)
{
    for (int i = 0; i < n; i++)
        if (number >= bands[i].from && number <= bands[i].to)
            return bands[i].result;
    return -1;
}

/* The text proves that 1-3 explodes, and no other roll does: a band that says so of a different range is as much
 * against it as one that says another result of these. */
static salvo_status check_fire(const struct reader *r, const salvo_cell *row, const struct rookie_band *band)
{
    for (int i = 0; r->proved && i < r->proved->n_fire; i++) {
        const struct rookie_band *proved = &r->proved->fire[i];
        bool apart = band->from > proved->to || band->to < proved->from;
        char text[64];

        if ((apart && band->result != proved->result) ||
            (!apart && band->result == proved->result && band->from >= proved->from && band->to <= proved->to))
            continue;
        snprintf(text, sizeof text, "fire %d-%d alone to be %s", proved->from, proved->to,
                 ROOKIE_FIRE_RESULTS[proved->result]);
        return contradict(r, &row[SALVO_LINES_FIRST], text);
    }
    return SALVO_OK;
}

/* The bands ascend without gaps, so the end of the last one is the number of the die's faces, which no record names. */
static salvo_status read_fire(const struct reader *r, const salvo_cell *row)
{
    struct rookie_set *set = r->set;
    struct rookie_band *band = &set->fire[set->n_fire];
    int begins = set->n_fire ? set->fire[set->n_fire - 1].to + 1 : 1;
    salvo_status status;

    if (set->n_fire == BANDS_MAX - 1)
        return salvo_cell_refuse(&row[0], r->err, "more bands than a die has use for");
    status = read_band(r, &row[SALVO_LINES_NAME], band);
    if (status != SALVO_OK)
        return status;
    if (band->from != begins || band->to > DIE_MAX)
        return salvo_cell_refuse(&row[SALVO_LINES_NAME], r->err,
                                 "'%s' does not go on at %d; bands of fire ascend from 1, and the last ends with the "
                                 "die's last face",
                                 row[SALVO_LINES_NAME].text, begins);
    if (is_unknown(&row[SALVO_LINES_FIRST]))
        return SALVO_OK;
    set->n_fire++;
    status = read_word(r, &row[SALVO_LINES_FIRST], "result of a fire", ROOKIE_FIRE_RESULTS, &band->result);
    return status == SALVO_OK ? check_fire(r, row, band) : status;
}

/* Modifiers and results share the kind of record: two names are modifiers, all others are bands. Bands may stand in any
 * order and leave gaps, but not overlap. */
static salvo_status read_morale(const struct reader *r, const salvo_cell *row)
{
    struct rookie_set *set = r->set;
    struct rookie_band *band = &set->morale[set->n_morale];
    const salvo_cell *name = &row[SALVO_LINES_NAME], *said = &row[SALVO_LINES_FIRST];
    salvo_status status;

    if (strcmp(name->text, "half-losses") == 0)
        return read_shift(r, said, "a modifier", &set->morale_half_losses);
    if (strcmp(name->text, "marker") == 0)
        return read_shift(r, said, "a modifier", &set->morale_marker);
    if (is_unknown(said))
        return SALVO_OK;
    if (set->n_morale == BANDS_MAX)
        return salvo_cell_refuse(&row[0], r->err, "more than %d bands of morale; that many are the most", BANDS_MAX);
    status = read_band(r, name, band);
    for (int i = 0; i < set->n_morale && status == SALVO_OK; i++)
        if (band->from <= set->morale[i].to && band->to >= set->morale[i].from)
            status =
                salvo_cell_refuse(name, r->err, "'%s' overlaps a band before it; a number has one result", name->text);
    set->n_morale++;
    return status == SALVO_OK ? read_word(r, said, "result of morale", ROOKIE_MORALES, &band->result) : status;
}

/* A die of 0 faces stands for "figures", whose number only the question knows. */
static salvo_status read_leader(const struct reader *r, const salvo_cell *row)
{
    const salvo_cell *cell = &row[SALVO_LINES_FIRST];
    char *end;
    long hits, die;

    if (is_unknown(cell))
        return SALVO_OK;
    hits = strtol(cell->text, &end, 10);
    die = *end == '/' && strcmp(end + 1, "figures") != 0 ? strtol(end + 1, &end, 10) : 0;
    if (hits < 1 || hits > DIE_MAX || (die == 0 && strcmp(end, "/figures") != 0) ||
        (die != 0 && (*end || die < hits)) || die > DIE_MAX)
        return salvo_cell_refuse(cell, r->err,
                                 "'%s' is no chance; write 1/figures, or hits of a die's faces as in 2/10", cell->text);
    r->set->leader_hits = (int)hits;
    r->set->leader_die = (int)die;
    return SALVO_OK;
}

/* A longer name is cut: it is shown and never looked up. */
static salvo_status read_name(const struct reader *r, const salvo_cell *row)
{
    snprintf(r->set->name, sizeof r->set->name, "%.60s", row[SALVO_LINES_FIRST].text);
    return SALVO_OK;
}

/* A record's first word chooses the reader. */
static const struct kind {
    const char *name;
    salvo_status (*read)(const struct reader *r, const salvo_cell *row);
    size_t words;      /* behind the kind and the name */
    const char *named; /* what its name is; NULL when it has none */
} KINDS[] = {
    {"set", read_name, 1, NULL},        {"chart", read_chart, ROLLS, "column"}, {"range", read_range, 1, "band"},
    {"cover", read_cover, 1, "cover"},  {"firer", read_firer, 1, "marker"},     {"fire", read_fire, 1, "band"},
    {"morale", read_morale, 1, "band"}, {"leader", read_leader, 1, NULL},
};

enum { N_KINDS = sizeof KINDS / sizeof *KINDS };

static salvo_status refuse_kind(const struct reader *r, const salvo_cell *cell)
{
    const char *names[N_KINDS];
    salvo_error inner;

    for (size_t i = 0; i < N_KINDS; i++)
        names[i] = KINDS[i].name;
    salvo_names_fail(&inner, names, N_KINDS, cell->text, "salvo does not use a record '%.64s'", cell->text);
    return salvo_cell_refuse(cell, r->err, "%s", inner.text);
}

/* Whether the record has the words that its kind needs, and no more. */
static salvo_status check_words(const struct reader *r, const struct kind *kind, const salvo_cell *row)
{
    size_t words = 0;

    for (size_t i = SALVO_LINES_FIRST; i < r->table->n_columns; i++)
        words += *row[i].text != '\0';
    if (kind->named && !*row[SALVO_LINES_NAME].text)
        return salvo_cell_refuse(&row[SALVO_LINES_KIND], r->err, "'%s' needs a %s and what it says", kind->name,
                                 kind->named);
    if (!kind->named && (*row[SALVO_LINES_NAME].text || words != kind->words))
        return salvo_cell_refuse(&row[SALVO_LINES_KIND], r->err, "'%s' is followed by one word", kind->name);
    if (words > kind->words)
        return salvo_cell_refuse(&row[SALVO_LINES_FIRST + kind->words], r->err,
                                 "'%s' stands behind the last word of the record; '#' begins a comment",
                                 row[SALVO_LINES_FIRST + kind->words].text);
    return SALVO_OK;
}

static salvo_status read_record(const struct reader *r, const salvo_cell *row)
{
    for (size_t i = 0; i < N_KINDS; i++)
        if (strcmp(KINDS[i].name, row[SALVO_LINES_KIND].text) == 0) {
            salvo_status status = check_words(r, &KINDS[i], row);

            return status == SALVO_OK ? KINDS[i].read(r, row) : status;
        }
    return refuse_kind(r, &row[SALVO_LINES_KIND]);
}

/* What the file leaves out is as proved: its ranges and covers stand behind the file's own, which come first. */
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

/* Everything that is proved, and no range yet: the file's own bands come first. */
static void begin(struct rookie_set *set, const struct rookie_set *proved)
{
    memset(set, 0, sizeof *set);
    set->firer[MARKER_NONE].known = true;
    if (!proved)
        return;
    memcpy(set->chart, proved->chart, sizeof set->chart);
    memcpy(set->firer, proved->firer, sizeof set->firer);
}

/* The text's own line does not tell the die. A file with more lines than that is taken to list all of them: the last
 * ends with the die's last face. */
static bool knows_fire(const struct rookie_set *set, const struct rookie_set *proved)
{
    return proved && set->n_fire > proved->n_fire;
}

/* An answer from a user's file says so, and one from the reconstruction that it is not the author's chart. */
static void write_remark(struct rookie_set *set, const char *file)
{
    const char *label = strcmp(set->name, "reconstruction") == 0 ? "reconstruction, not the author's chart" : "";
    char against[64] = "";

    if (set->contradictions)
        snprintf(against, sizeof against, ", against what the text proves in %d place%s", set->contradictions,
                 set->contradictions == 1 ? "" : "s");
    if (file)
        snprintf(set->remark, sizeof set->remark, "%s%sdata set '%s' of the user's file %.300s%s", label,
                 *label ? "; " : "", set->name, file, against);
    else
        snprintf(set->remark, sizeof set->remark, "%s", label);
}

/* What the file says comes before what is proved is added to it, and the remark last, when contradictions have been
 * counted. */
salvo_status rookie_set_read(struct rookie_set *set, const salvo_table *table, const struct rookie_set *proved,
                             bool allow, const char *file, salvo_error *err)
{
    const struct reader r = {set, table, proved, allow, file != NULL, err};
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

static bool is_at(const struct rookie_range *range, double inches)
{
    switch (range->edge) {
    case EDGE_EXACTLY:
        return inches == range->inches;
    case EDGE_UNDER:
        return inches < range->inches;
    case EDGE_UPTO:
        return inches <= range->inches;
    case EDGE_ANY:
        break;
    }
    return true;
}

/* The first that holds, exact ones before bands; NULL when there is none or it is unknown. A band covers what lies
 * beyond the one before it, which the order of the search gives without a lower edge. */
static const struct rookie_range *find_range(const struct rookie_range *ranges, int n, double inches)
{
    for (int exact = 1; exact >= 0; exact--)
        for (int i = 0; i < n; i++)
            if ((ranges[i].edge == EDGE_EXACTLY) == exact && is_at(&ranges[i], inches))
                return ranges[i].known ? &ranges[i] : NULL;
    return NULL;
}

/* The file's own bands come first, the proved ones fill what it leaves out. */
struct rookie_range rookie_set_range(const struct rookie_set *set, double inches, bool *found)
{
    const struct rookie_range *range = find_range(set->range, set->n_own_ranges, inches);

    if (!range)
        range = find_range(set->range + set->n_own_ranges, set->n_ranges - set->n_own_ranges, inches);
    *found = range != NULL;
    return range ? *range : (struct rookie_range){.factor = 1};
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Sweeps try one range in each band. Beyond the last edge any range would do; an inch more is one. */
size_t rookie_set_edges(const struct rookie_set *set, double upto[BANDS_MAX + 1])
{
    size_t n = 0;

    for (int i = 0; i < set->n_ranges; i++)
        if (set->range[i].known && set->range[i].edge != EDGE_ANY)
            upto[n++] = set->range[i].inches;
    qsort(upto, n, sizeof *upto, ascending);
    if (n > 0) {
        upto[n] = upto[n - 1] + 1;
        n++;
    }
    return n;
}

/* K16. At the very edge of a band that is "under" so many inches the next one holds already, so lines go an inch
 * further. Without any band that ends, ranges make no difference and lines close in to contact. */
double rookie_set_closest(const struct rookie_set *set)
{
    double closest = INFINITY;

    for (int i = 0; i < set->n_ranges; i++)
        if (set->range[i].known && set->range[i].edge != EDGE_ANY)
            closest = fmin(closest, set->range[i].inches - (set->range[i].edge == EDGE_UNDER));
    return isfinite(closest) && closest > 0 ? closest : 0;
}

/* A cover of the file that is unknown is passed over, so that the proved one of the same name behind it answers. */
static struct rookie_shift cover_named(const struct rookie_set *set, const char *name)
{
    for (int i = 0; i < set->n_covers; i++)
        if (salvo_name_matches(set->cover[i].name, name) && set->cover[i].shift.known)
            return set->cover[i].shift;
    return (struct rookie_shift){0};
}

/* A set may call its covers as it likes, so players' words come after its own. */
struct rookie_shift rookie_set_cover(const struct rookie_set *set, const char *name)
{
    static const salvo_synonym SYNONYMS[] = {{"none", "open"},      {"no", "open"},      {"clear", "open"},
                                             {"wood", "woods"},     {"forest", "woods"}, {"trees", "woods"},
                                             {"hedge", "light"},    {"soft", "light"},   {"house", "building"},
                                             {"pillbox", "bunker"}, {NULL, NULL}};
    struct rookie_shift shift = cover_named(set, name);

    for (const salvo_synonym *s = SYNONYMS; s->said && !shift.known; s++)
        if (salvo_name_matches(s->said, name))
            shift = cover_named(set, s->meant);
    return shift;
}
