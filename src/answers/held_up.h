/* What holds an answer up in which nothing is decided, or in which only one thing can come: out of range, no weapon that
 * could damage it, a limit of turns; and what would help. */
#ifndef SALVO_ANSWERS_HELD_UP_H
#define SALVO_ANSWERS_HELD_UP_H

#include <salvo/fight.h>
#include <salvo/matrix.h>

#include "answers/fields.h"
#include "document/page.h"

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
    held_up_reason reasons[HELD_UP_MAX];
    size_t n;
    const char *lines; /* the same, a reason a line */
} held_up;

/* In `memory`; NULL where nothing holds it up, or it cannot be found out. A duel or battle is held up
 * when it is more likely than not that nobody wins; a procedure, when only one outcome can come and another range, or the
 * default of a parameter, lets others come. */
const held_up *held_up_duel(const salvo_duel *duel);
const held_up *held_up_battle(const salvo_battle *battle);
const held_up *held_up_tipping(const salvo_tipping *tipping);
const held_up *held_up_odds(const salvo_question *question, const salvo_answer *answer, salvo_arena *memory);

/* A curve that is one certain outcome, and a matrix in which nobody is likely to win anything: what holds up the first point,
 * the first match. */
const held_up *held_up_curve(const salvo_curve *curve);
const held_up *held_up_matrix(const salvo_matrix *matrix);

/* As a paragraph, as text, and as a list of objects; NULL is none. */
void add_held_up(page *p, const held_up *h);
const char *held_up_lines(const held_up *h);
datum as_held_up(const held_up *h);

#endif
