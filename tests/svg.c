/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "svg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/text.h>

#include "base/grow.h"
#include "base/utf8.h"
#include "support.h"

enum { DEPTH_MAX = 16 };

/* An element that is open, and what its children take over from it. */
typedef struct element {
    const char *name, *of;
    uint32_t colour;   /* of what has the current colour */
    const char *title; /* its own; NULL: none */
} element;

typedef struct reader {
    svg *to;
    const char *at, *end;
    element open[DEPTH_MAX];
    size_t depth;
    salvo_text text; /* of the innermost element so far */
} reader;

static void fail_here(const reader *r, const char *what)
{
    fail_msg("SVG: %s at '%.60s'", what, r->at);
}

static element *innermost(reader *r)
{
    return &r->open[r->depth];
}

static void put_code(salvo_text *to, unsigned long code)
{
    if (code < 0x80)
        salvo_text_add(to, "%c", (int)code);
    else if (code < 0x800)
        salvo_text_add(to, "%c%c", (int)(0xC0 | code >> 6), (int)(0x80 | (code & 0x3F)));
    else
        salvo_text_add(to, "%c%c%c", (int)(0xE0 | code >> 12), (int)(0x80 | (code >> 6 & 0x3F)),
                       (int)(0x80 | (code & 0x3F)));
}

/* What stands behind an ampersand. */
static void read_entity(reader *r)
{
    static const char *const NAMED[][2] = {
        {"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}, {"&quot;", "\""}, {"&apos;", "'"}};
    char *end;
    unsigned long code;

    for (size_t i = 0; i < COUNT_OF(NAMED); i++)
        if (strncmp(r->at, NAMED[i][0], strlen(NAMED[i][0])) == 0) {
            salvo_text_put(&r->text, NAMED[i][1]);
            r->at += strlen(NAMED[i][0]);
            return;
        }
    if (strncmp(r->at, "&#", 2) != 0)
        fail_here(r, "an ampersand that is no entity");
    code = r->at[2] == 'x' ? strtoul(r->at + 3, &end, 16) : strtoul(r->at + 2, &end, 10);
    if (*end != ';' || code == 0 || code > 0xFFFF)
        fail_here(r, "a character without a number");
    put_code(&r->text, code);
    r->at = end + 1;
}

static void read_text(reader *r)
{
    while (*r->at && *r->at != '<') {
        const unsigned char *at = (const unsigned char *)r->at;
        size_t bytes = salvo_character(at, (const unsigned char *)r->end);

        if (strncmp(r->at, "]]>", 3) == 0)
            fail_here(r, "the end of a section of data that never began");
        if (bytes == 0 || (*at < ' ' && !strchr("\t\r\n", *at)) || memcmp(at, "\xEF\xBF\xBE", bytes) == 0)
            fail_here(r, "a byte that is no character of XML");
        if (*at == '&') {
            read_entity(r);
            continue;
        }
        salvo_text_add(&r->text, "%.*s", (int)bytes, r->at);
        r->at += bytes;
    }
}

/* The value of the attribute in the tag that ends at `end`; NULL when it has none. */
static const char *attribute(const reader *r, const char *tag, const char *end, const char *name)
{
    const char *at = tag;
    size_t length = strlen(name);

    while (at < end) {
        const char *equals = memchr(at, '=', (size_t)(end - at)), *quote, *close, *key = equals;

        if (!equals)
            return NULL;
        quote = equals + 1 + strspn(equals + 1, " \n\t");
        if (quote >= end || !(*quote == '"' || *quote == '\''))
            fail_here(r, "an attribute without quotes");
        close = memchr(quote + 1, *quote, (size_t)(end - quote - 1));
        if (!close || memchr(quote, '<', (size_t)(close - quote)))
            fail_here(r, "an attribute without an end");
        while (key > at && strchr(" \n\t", key[-1]))
            key--;
        if ((size_t)(key - at) >= length && memcmp(key - length, name, length) == 0 &&
            ((size_t)(key - at) == length || strchr(" \n\t", key[-1 - (long)length])))
            return salvo_arena_slice(r->to->memory, quote + 1, (size_t)(close - quote - 1));
        at = close + 1;
    }
    return NULL;
}

/* The colour that the attribute names; without one, that of the group. */
static uint32_t colour_of(const reader *r, const char *text)
{
    unsigned all;

    return text && sscanf(text, "#%6x", &all) == 1 ? all : r->open[r->depth].colour;
}

static double number_of(const reader *r, const char *text)
{
    char *end;
    double number = text ? strtod(text, &end) : 0;

    if (text && *end)
        fail_here(r, "an attribute that is no number");
    return number;
}

static svg_point place_of(const reader *r, const char *transform)
{
    svg_point at = {0, 0};

    if (transform && sscanf(transform, "translate(%lf %lf)", &at.x, &at.y) != 2)
        fail_here(r, "a mark without a place");
    return at;
}

static svg_shape *add_shape(reader *r, int kind, uint32_t colour)
{
    svg *s = r->to;

    assert_true(salvo_grow(&s->shapes, &s->capacity, s->n + 1, sizeof *s->shapes));
    s->shapes[s->n] = (svg_shape){.of = innermost(r)->of, .colour = colour, .first = s->n_points};
    s->shapes[s->n].kind = kind;
    return &s->shapes[s->n++];
}

static void add_point(reader *r, svg_point point)
{
    svg *s = r->to;

    assert_true(salvo_grow(&s->points, &s->points_capacity, s->n_points + 1, sizeof *s->points));
    s->points[s->n_points++] = point;
    s->shapes[s->n - 1].n++;
}

/* "M1 2L3 4M5 6": strokes that a letter M begins. */
static void read_points(reader *r, const char *text, int kind, uint32_t colour)
{
    while (*text) {
        bool moves = *text == 'M';
        svg_point point;
        int length;

        if (*text == 'Z') { /* back to its beginning */
            text++;
            continue;
        }
        if (*text != 'M' && *text != 'L')
            fail_here(r, "a path of something else");
        if (sscanf(text + 1, "%lf %lf%n", &point.x, &point.y, &length) != 2)
            fail_here(r, "a line of something else");
        if (moves)
            add_shape(r, kind, colour);
        add_point(r, point);
        text += 1 + length;
    }
}

/* Its corners, from the lower left one on. */
static void read_box(reader *r, const char *tag, const char *end)
{
    double left = number_of(r, attribute(r, tag, end, "x")), top = number_of(r, attribute(r, tag, end, "y"));
    double right = left + number_of(r, attribute(r, tag, end, "width"));
    double bottom = top + number_of(r, attribute(r, tag, end, "height"));

    add_shape(r, SVG_AREA, colour_of(r, attribute(r, tag, end, "fill")));
    add_point(r, (svg_point){left, bottom});
    add_point(r, (svg_point){right, bottom});
    add_point(r, (svg_point){right, top});
    add_point(r, (svg_point){left, top});
}

static void read_words(reader *r, const char *tag, const char *end)
{
    const char *transform = attribute(r, tag, end, "transform"), *anchor = attribute(r, tag, end, "text-anchor");
    svg_point at = {number_of(r, attribute(r, tag, end, "x")), number_of(r, attribute(r, tag, end, "y"))};
    svg_shape *words = add_shape(r, SVG_WORDS, colour_of(r, attribute(r, tag, end, "fill")));

    words->anchor = anchor ? anchor : "start";
    words->size = number_of(r, attribute(r, tag, end, "font-size"));
    words->upright = transform && strstr(transform, "rotate(-90)");
    at = transform ? place_of(r, transform) : at;
    *(words->upright ? &at.x : &at.y) -= 0.35 * words->size; /* from the line on which they stand to their middle */
    add_point(r, at);
}

static void read_shape(reader *r, const char *tag, const char *end)
{
    const char *name = innermost(r)->name, *transform = attribute(r, tag, end, "transform");
    const bool is_path = strcmp(name, "path") == 0, is_area = strncmp(innermost(r)->of, "band ", 5) == 0;

    if ((is_path && transform) || strcmp(name, "circle") == 0) {
        add_shape(r, SVG_MARK, innermost(r)->colour);
        add_point(r, place_of(r, transform));
    } else if (is_path) {
        read_points(r, attribute(r, tag, end, "d"), is_area ? SVG_AREA : SVG_STROKE,
                    colour_of(r, attribute(r, tag, end, "stroke")));
    } else if (strcmp(name, "text") == 0) {
        read_words(r, tag, end);
    } else if (strcmp(name, "rect") == 0 && !strchr(attribute(r, tag, end, "width"), '%')) {
        read_box(r, tag, end);
    }
}

/* A group within another takes over its class, unless it has one of its own. */
static void take_group(reader *r, const char *tag, const char *end)
{
    const char *class = attribute(r, tag, end, "class"), *colour = attribute(r, tag, end, "color");

    innermost(r)->of = class ? class : innermost(r)->of;
    innermost(r)->colour = colour_of(r, colour);
}

static void open_element(reader *r, const char *tag, size_t length, const char *end)
{
    if (r->depth + 1 == DEPTH_MAX)
        fail_here(r, "too many elements");
    r->open[r->depth + 1] = r->open[r->depth];
    r->depth++;
    innermost(r)->name = salvo_arena_slice(r->to->memory, tag, length);
    innermost(r)->title = NULL;
    if (strcmp(innermost(r)->name, "g") == 0)
        take_group(r, tag, end);
    if (strcmp(innermost(r)->name, "svg") == 0) {
        r->to->width = number_of(r, attribute(r, tag, end, "width"));
        r->to->height = number_of(r, attribute(r, tag, end, "height"));
    }
    read_shape(r, tag, end);
    salvo_text_free(&r->text);
}

/* Words that were cut have all of them in their title. */
static void close_element(reader *r)
{
    element *e = innermost(r);
    const char *text = salvo_arena_text(r->to->memory, salvo_text_of(&r->text));

    if (strcmp(e->name, "title") == 0)
        e[-1].title = text;
    if (strcmp(e->name, "text") == 0) {
        r->to->shapes[r->to->n - 1].shown = text;
        r->to->shapes[r->to->n - 1].text = e->title ? e->title : text;
    }
    if (strcmp(e->name, "svg") == 0)
        r->to->title = e->title;
    r->depth--;
    salvo_text_free(&r->text);
}

static void read_tag(reader *r)
{
    const char *tag = r->at + 1, *end = strchr(tag, '>');
    size_t length = strcspn(tag, " \n\t/>");

    if (!end)
        fail_here(r, "a tag without an end");
    if (*tag == '/') {
        length = strcspn(tag + 1, " \n\t>");
        if (r->depth == 0 || strlen(innermost(r)->name) != length || strncmp(innermost(r)->name, tag + 1, length) != 0)
            fail_here(r, "the end of an element that is not open");
        close_element(r);
    } else if (*tag != '?') {
        open_element(r, tag, length, end);
        if (end[-1] == '/')
            close_element(r);
    }
    r->at = end + 1;
}

void svg_read(svg *s, const char *bytes, size_t length)
{
    reader r = {.to = s, .at = bytes, .end = bytes + length};

    *s = (svg){.memory = salvo_arena_new(), .title = ""};
    assert_non_null(s->memory);
    r.open[0] = (element){.name = "", .of = ""};
    while (*r.at) {
        read_text(&r);
        if (*r.at)
            read_tag(&r);
    }
    if (r.depth || r.at != r.end)
        fail_here(&r, "the end within an element");
    salvo_text_free(&r.text);
}

void svg_free(svg *s)
{
    free(s->shapes);
    free(s->points);
    salvo_arena_free(s->memory);
    memset(s, 0, sizeof *s);
}

svg_point svg_at(const svg *s, const svg_shape *shape)
{
    return s->points[shape->first];
}
