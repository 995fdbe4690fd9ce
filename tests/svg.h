/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A picture read back from its SVG: strokes, areas, marks and words, in pixels. It reads what salvo writes and no other
 * SVG, and it is strict: a document that is not well-formed fails the test. */
#ifndef SALVO_TESTS_SVG_H
#define SALVO_TESTS_SVG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <salvo/arena.h>

typedef struct svg_point {
    double x, y;
} svg_point;

typedef struct svg_shape {
    enum {
        SVG_STROKE, /* a line without gaps */
        SVG_AREA,
        SVG_MARK,  /* one point */
        SVG_WORDS, /* one point, where they begin, end or have their middle */
    } kind;
    const char *of;     /* the class of the group that it belongs to ("line s0"); "": none */
    uint32_t colour;    /* 0xrrggbb */
    size_t first, n;    /* its points */
    const char *text;   /* WORDS: also those that were cut */
    const char *shown;  /* WORDS: what is left of them */
    double size;        /* WORDS: of the letters */
    const char *anchor; /* WORDS: start, middle or end */
    bool upright;       /* WORDS: they do not lie */
} svg_shape;

typedef struct svg {
    svg_shape *shapes;
    size_t n, capacity;
    svg_point *points;
    size_t n_points, points_capacity;
    const char *title; /* of the whole */
    double width, height;
    salvo_arena *memory;
} svg;

/* The document as salvo wrote it, `length` bytes and a NUL. */
void svg_read(svg *s, const char *bytes, size_t length);
void svg_free(svg *s);

/* The first point of a shape. */
svg_point svg_at(const svg *s, const svg_shape *shape);

#endif
