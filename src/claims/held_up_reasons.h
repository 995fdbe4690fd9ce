/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reasons why nobody wins, or why only one thing can come, in fields: what is known of each, and not how it is worded. */
#ifndef SALVO_CLAIMS_HELD_UP_REASONS_H
#define SALVO_CLAIMS_HELD_UP_REASONS_H

#include <salvo/arena.h>
#include <salvo/rules.h>

typedef enum {
    HELD_UP_REACH,     /* a side can harm nobody at this range */
    HELD_UP_TURNS,     /* a limit of turns */
    HELD_UP_PARAMETER, /* what was given in place of a default */
    HELD_UP_ONLY_AT,   /* only one thing can come at this distance */
    HELD_UP_ONLY_WITH, /* only one thing can come with what was given in place of a default */
} held_up_kind;

/* What holds an answer up. `here` and `otherwise` are chances: that nobody wins, or of the outcome `only`, as it was asked,
 * and without the limit, with the default, or at `upto`. Texts that do not apply are NULL. */
typedef struct held_up_reason {
    held_up_kind kind;
    int side;              /* REACH: whose fire; 0 a, 1 b */
    bool fires;            /* REACH: it throws at something, at some range */
    const char *why;       /* REACH: in the rulebook's words; or NULL */
    double range, from;    /* REACH: the range asked for; the nearest at which it can do harm, NAN: none */
    double upto;           /* REACH, ONLY_AT: the farthest range at which it can, or something else may come */
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

/* Without a reason, the sides called "a" and "b"; NULL: memory is out. */
held_up *held_up_begin(const salvo_rulebook *book, salvo_arena *memory);

/* One more, with copies of its texts, as a question may be freed before its answer. Nothing where `h` is NULL or full. */
void held_up_add(held_up *h, const held_up_reason *reason);

#endif
