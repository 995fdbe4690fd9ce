/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "answers/held_up_words.h"

#include <math.h>
#include <stdlib.h>

#include "base/phrase.h"

static const char *const LETTERS[] = {"a", "b"};

/* A unit that fires and cannot do harm has another text than one that may not fire. The rulebook names the rule. Its
 * reason for a range precedes the range at which it can do harm. */
static void put_reach(salvo_text *text, const held_up *h, const held_up_reason *r)
{
    const char *by = h->names[r->side], *at = h->names[1 - r->side], *unit = h->unit;

    if (isnan(r->upto))
        salvo_text_add(text,
                       r->fires ? "%s cannot damage %s at any range: %s." : "%s never fires at %s, at any range: %s.",
                       by, at,
                       r->why     ? r->why
                       : r->fires ? "nothing changes, whatever it rolls"
                                  : "the rules give it no throw");
    else if (r->why && r->upto == 0)
        salvo_text_add(text, "%s cannot damage %s at %g %s: %s; it can in contact.", by, at, r->range, unit, r->why);
    else if (r->why)
        salvo_text_add(text, "%s cannot damage %s at %g %s: %s; it can %s %g %s.", by, at, r->range, unit, r->why,
                       r->upto < r->range ? "up to" : "at", r->upto < r->range ? r->upto : r->from, unit);
    else if (r->upto < r->range)
        salvo_text_add(text, "%s is out of range at %g %s: it can damage %s up to %g %s.", by, r->range, unit, at,
                       r->upto, unit);
    else
        salvo_text_add(text, "%s cannot damage %s at %g %s: it can from %g to %g %s.", by, at, r->range, unit, r->from,
                       r->upto, unit);
}

static void put_limit(salvo_text *text, const held_up *h, const held_up_reason *r)
{
    (void)h;
    salvo_text_add(text, "With at most %s nobody wins in %.2f %% of battles; without this limit, in %.2f %%.",
                   salvo_counted(strtoull(r->value, NULL, 10), "turn").text, 100 * r->here, 100 * r->otherwise);
}

static void put_parameter(salvo_text *text, const held_up *h, const held_up_reason *r)
{
    (void)h;
    salvo_text_add(text, "With %s=%s nobody wins in %.2f %%; without it, in %.2f %%.", r->parameter, r->value,
                   100 * r->here, 100 * r->otherwise);
}

static void put_only_at(salvo_text *text, const held_up *h, const held_up_reason *r)
{
    salvo_text_add(text, "With %s=%s the only possible outcome is %s; up to %g %s its chance is %.2f %%.", r->parameter,
                   r->value, r->only, r->upto, h->unit, 100 * r->otherwise);
}

static void put_only_with(salvo_text *text, const held_up *h, const held_up_reason *r)
{
    (void)h;
    salvo_text_add(text, "With %s=%s the only possible outcome is %s; without it, its chance is %.2f %%.", r->parameter,
                   r->value, r->only, 100 * r->otherwise);
}

static const struct {
    const char *name; /* in JSON */
    void (*put)(salvo_text *text, const held_up *h, const held_up_reason *r);
} KINDS[] = {[HELD_UP_REACH] = {"reach", put_reach},
             [HELD_UP_TURNS] = {"turns", put_limit},
             [HELD_UP_PARAMETER] = {"parameter", put_parameter},
             [HELD_UP_ONLY_AT] = {"only-at-range", put_only_at},
             [HELD_UP_ONLY_WITH] = {"only-with-parameter", put_only_with}};

static void put_lines(salvo_text *text, const held_up *h)
{
    for (size_t i = 0; i < h->n; i++) {
        salvo_text_put(text, i ? "\n" : "");
        KINDS[h->reasons[i].kind].put(text, h, &h->reasons[i]);
    }
}

void add_held_up(page *p, const held_up *h)
{
    salvo_text text = {0};

    if (!h)
        return;
    put_lines(&text, h);
    page_text(p, &text);
}

static void describe_reason(record *to, const void *of, size_t i)
{
    const held_up_reason *r = &((const held_up *)of)->reasons[i];
    const bool of_reach = r->kind == HELD_UP_REACH, ranged = of_reach || r->kind == HELD_UP_ONLY_AT;
    const field fields[] = {
        {"kind", as_text(KINDS[r->kind].name)},
        {"side", if_there(of_reach, as_text(LETTERS[r->side]))},
        {"fires", if_there(of_reach, as_flag(r->fires))},
        {"why", if_there(of_reach && r->why, as_text(r->why))},
        {"only", if_there(r->only, as_text(r->only))},
        {"parameter", if_there(r->parameter, as_text(r->parameter))},
        {"value", if_there(r->value, as_text(r->value))},
        {"range", if_there(of_reach, as_number(r->range))},
        {"from", if_there(of_reach, as_number(r->from))},
        {"upto", if_there(ranged, as_number(r->upto))},
        {"here", if_there(!of_reach, as_number(r->here))},
        {"otherwise", if_there(!of_reach, as_number(r->otherwise))},
    };

    PUT_FIELDS(to, fields);
}

void put_held_up(record *to, const held_up *h)
{
    salvo_text text = {0};

    if (!h)
        return;
    put_lines(&text, h);

    const field fields[] = {
        {"held_up", as_built(to, &text)},
        {"held_up_by", as_objects(describe_reason, h, h->n)},
    };

    PUT_FIELDS(to, fields);
}
