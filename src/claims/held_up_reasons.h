/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reasons why nobody wins, or why only one outcome is possible, in fields: the facts of each, and not their wording. */
#ifndef SALVO_CLAIMS_HELD_UP_REASONS_H
#define SALVO_CLAIMS_HELD_UP_REASONS_H

#include <salvo/arena.h>
#include <salvo/rules.h>

typedef enum {
    HELD_UP_REACH,     /* a side cannot harm anything at this range */
    HELD_UP_TURNS,     /* a limit of turns */
    HELD_UP_PARAMETER, /* a given value in place of a default */
    HELD_UP_ONLY_AT,   /* only one outcome is possible at this distance */
    HELD_UP_ONLY_WITH, /* only one outcome is possible with the given value in place of a default */
} held_up_kind;

/* What holds an answer up. `here` and `otherwise` are chances: that nobody wins, or of the outcome `only`. `here` is
 * for the question, `otherwise` is without the limit, with the default, or at `upto`. Unused texts are NULL. */
typedef struct held_up_reason {
    held_up_kind kind;
    int side;              /* REACH: the side of the fire; 0 a, 1 b */
    bool fires;            /* REACH: it throws at something, at some range */
    const char *why;       /* REACH: in the rulebook's words; or NULL */
    double range, from;    /* REACH: the given range; the nearest at which it can do harm, NAN: none */
    double upto;           /* REACH, ONLY_AT: the farthest range at which it can, or other outcomes are possible */
    const char *only;      /* ONLY_AT, ONLY_WITH: the outcome */
    const char *parameter; /* PARAMETER, ONLY_AT, ONLY_WITH */
    const char *value;     /* of it; TURNS: the limit */
    double here, otherwise;
} held_up_reason;

enum { HELD_UP_MAX = 16 };

typedef struct held_up {
    const char *names[2]; /* of the sides: of their units, or "a" and "b" */
    const char *unit;     /* of distances */
    held_up_reason reasons[HELD_UP_MAX];
    size_t n;
    salvo_arena *memory; /* of its texts */
} held_up;

/* Makes an empty list with the sides called "a" and "b"; NULL: memory is out. */
held_up *held_up_begin(const salvo_rulebook *book, salvo_arena *memory);

/* Adds a reason with copies of its texts, because a question may be freed before its answer. Does nothing if `h` is
 * NULL or full. */
void held_up_add(held_up *h, const held_up_reason *reason);

#endif
