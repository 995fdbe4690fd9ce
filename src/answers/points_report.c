/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Printed prices beside the formula's, with its working. Readers look for disagreements first, so the summary lists
 * only these. */
#include <salvo/report.h>

#include <string.h>

#include "answers/answer.h"
#include "answers/charts.h"
#include "base/phrase.h"

/* The difference is positive if the book's price is higher than its formula's. */
static long long difference(const salvo_price_breakdown *breakdown)
{
    return (long long)(breakdown->printed - breakdown->computed);
}

/* Puts "15 (Medium speed) + 28 (hit points) + 65 (Class B Cannon)". */
static void put_working(salvo_text *text, const salvo_price_breakdown *breakdown)
{
    for (size_t i = 0; i < breakdown->n_items; i++)
        salvo_text_add(text, "%s%lld (%s)", i ? " + " : "", (long long)breakdown->items[i].points,
                       breakdown->items[i].words);
}

/* Some of the units: all of a list, or those with one verdict. */
typedef struct chosen {
    const salvo_audit *audit;
    const char *list; /* NULL: of all lists */
    int verdict;      /* -1: of every verdict */
} chosen;

/* Returns whether the unit has the chosen list and the chosen verdict, if these are set. */
static bool is_chosen(const chosen *c, const salvo_audited_unit *unit)
{
    return (!c->list || strcmp(unit->list, c->list) == 0) &&
           (c->verdict < 0 || salvo_audit_verdict(&unit->breakdown) == (salvo_verdict)c->verdict);
}

/* Describes the working item by item, for programs. Tables have it in one cell. */
static void describe_item(record *to, const void *breakdown, size_t i)
{
    const salvo_price_item *item = &((const salvo_price_breakdown *)breakdown)->items[i];
    const field fields[] = {
        {"part", as_text(item->part)},
        {"what", as_text(item->words)},
        {"points", as_whole(item->points)},
    };

    PUT_FIELDS(to, fields);
}

/* A unit that is not chosen puts nothing, which leaves its row out. */
static void describe_unit(record *to, const void *of, size_t i)
{
    static const salvo_audited_unit NOBODY = {0};
    const chosen *c = of;
    const salvo_audited_unit *u = to->blank ? &NOBODY : &c->audit->units[i];
    const salvo_price_breakdown *b = &u->breakdown;
    const salvo_verdict verdict = salvo_audit_verdict(b);
    salvo_text working = {0};

    if (!to->blank && !is_chosen(c, u))
        return;
    if (!to->json)
        put_working(&working, b);

    const datum printed = or_empty(b->is_printed, as_whole(b->printed));
    const datum differs = in_column(COLUMN_NUMBER, as_words(to, "%+lld", difference(b)));
    const field fields[] = {
        {"ruleset", only_in(TIDY, as_text(c->audit->book->ruleset->id))},
        {"list", as_text(u->list)},
        {"id", as_text(u->id)},
        {"unit", as_text(u->name)},
        {"nation", as_name(u->nation)},
        {"printed", b->is_printed ? printed : read_as(to, printed, in_column(COLUMN_NUMBER, as_text(b->substitute)))},
        {"formula", as_whole(b->computed)},
        {"difference",
         read_as(to, or_empty(b->is_printed, as_whole(difference(b))), or_empty(verdict == SALVO_DISAGREES, differs))},
        {"verdict", as_text(SALVO_VERDICTS[verdict])},
        {"by", as_text(b->by)},
        {"class", only_in(JSON, or_empty(u->group, as_whole((int64_t)u->group)))},
        {"working", to->json ? as_objects(describe_item, b, b->n_items) : as_built(to, &working)},
    };

    PUT_FIELDS(to, fields);
}

static const view_column UNITS[] = {{"unit", NULL},       {"nation", NULL}, {"printed", NULL}, {"formula", NULL},
                                    {"difference", NULL}, {"by", NULL},     {"working", NULL}};

/* The worksheet has the name of the table that contains the prices. */
static void add_list(page *p, const salvo_audit *a, const char *list, int verdict)
{
    const chosen units = {a, list, verdict};

    sheet_name(page_view(p, VIEW(UNITS), describe_unit, &units, a->n_units), list ? list : "disagreements");
}

/* A list may be empty if the user selected units. */
static size_t count_of_list(const salvo_audit *a, const char *list)
{
    size_t n = 0;

    for (size_t i = 0; i < a->n_units; i++)
        n += strcmp(a->units[i].list, list) == 0;
    return n;
}

/* The order is that of the list: "4 by R-50, 17 by MAD-29". */
static void put_filled_in(salvo_text *text, const salvo_audit *a)
{
    for (size_t i = 0; i < a->n_units; i++) {
        const salvo_audited_unit *u = &a->units[i];

        if (u->n_by_ruling)
            salvo_text_add(text, "%s%zu by %s", text->length ? ", " : "", u->n_by_ruling, u->breakdown.by);
    }
}

static void describe_filled_in(record *to, const void *audit, size_t i)
{
    const salvo_audited_unit *u = &((const salvo_audit *)audit)->units[i];
    const field fields[] = {{u->breakdown.by, as_whole((int64_t)u->n_by_ruling)}};

    if (u->n_by_ruling)
        PUT_FIELDS(to, fields);
}

/* Counts come first, then wrong prices, then prices that a ruling fills in. */
static void add_summary(page *p, const salvo_audit *a)
{
    salvo_text filled_in = {0};

    put_filled_in(&filled_in, a);
    page_heading(p, "Summary");
    page_paragraph(p, "%s %s with the formula, %zu %s not.", salvo_counted(a->n[SALVO_AGREES], "printed price").text,
                   salvo_agree(a->n[SALVO_AGREES], "agrees", "agree"), a->n[SALVO_DISAGREES],
                   salvo_agree(a->n[SALVO_DISAGREES], "does", "do"));
    if (a->n[SALVO_DISAGREES])
        add_list(p, a, NULL, SALVO_DISAGREES);
    if (a->n[SALVO_FILLED_IN])
        page_paragraph(p, "%s without a printed price %s priced by the formula: %s.",
                       salvo_counted(a->n[SALVO_FILLED_IN], "unit").text,
                       salvo_agree(a->n[SALVO_FILLED_IN], "is", "are"), page_words(p, &filled_in));
    salvo_text_free(&filled_in);
}

/* Units that fight the same. */

static void put_unequal(salvo_text *text, const salvo_audit *a, size_t unit)
{
    salvo_text_add(text, "%s", text->length ? "; " : "");
    for (size_t i = unit; i < a->n_units; i++)
        if (a->units[i].group == a->units[unit].group)
            salvo_text_add(text, "%s%s %d", i == unit ? "" : ", ", a->units[i].name, a->units[i].price);
}

/* A class, named by its first unit, and one of its units. */
typedef struct unequal {
    const salvo_audit *audit;
    size_t first;
} unequal;

static void describe_member(record *to, const void *of, size_t i)
{
    const unequal *p = of;
    const salvo_audited_unit *u = &p->audit->units[i];
    const field fields[] = {{"id", as_text(u->id)}, {"price", as_whole(u->price)}};

    if (u->group == p->audit->units[p->first].group)
        PUT_FIELDS(to, fields);
}

static void describe_unequal(record *to, const void *audit, size_t i)
{
    const salvo_audit *a = audit;
    const unequal class = {a, i};
    const field fields[] = {{"units", as_objects(describe_member, &class, a->n_units)}};

    if (a->units[i].begins_unequal)
        PUT_FIELDS(to, fields);
}

static void add_unequal(page *p, const salvo_audit *a)
{
    salvo_text text = {0};

    for (size_t i = 0; i < a->n_units; i++)
        if (a->units[i].begins_unequal)
            put_unequal(&text, a, i);
    if (text.length || text.failed)
        page_paragraph(p, "Equal in salvo's battles, at different prices: %s.", page_words(p, &text));
    salvo_text_free(&text);
}

static void add_to_read(page *p, const void *audit)
{
    const salvo_audit *a = audit;

    for (const salvo_price_list *list = a->book->ruleset->prices; list->table; list++) {
        if (count_of_list(a, list->table) == 0)
            continue;
        page_heading(p, "%s: %s, printed prices and prices by the formula", a->book->store.title, list->table);
        add_list(p, a, list->table, -1);
    }
    add_summary(p, a);
    add_unequal(p, a);
}

static void add_tidy(page *p, const void *audit)
{
    const chosen all = {audit, NULL, -1};

    page_rows(p, TIDY, describe_unit, &all, all.audit->n_units);
}

static void describe_audit(record *to, const void *audit)
{
    const salvo_audit *a = audit;
    const chosen all = {a, NULL, -1};
    const field fields[] = {
        {"ruleset", as_text(a->book->ruleset->id)},
        {"summary", OBJECT({"agrees", as_whole(a->n[SALVO_AGREES])}, {"disagrees", as_whole(a->n[SALVO_DISAGREES])},
                           {"filled_in", as_whole(a->n[SALVO_FILLED_IN])})},
        {"filled_in_by", as_object(describe_filled_in, a, a->n_units)},
        {"identical", as_objects(describe_unequal, a, a->n_units)},
        {"units", as_objects(describe_unit, &all, a->n_units)},
    };

    PUT_FIELDS(to, fields);
}

ANSWER_FUNCTIONS(audit, AUDIT_ANSWER)

const answer_kind AUDIT_ANSWER = {
    .read = add_to_read, .tidy = add_tidy, .document = describe_audit, .draw = draw_audit, .free = free_audit};
