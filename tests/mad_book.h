/* SPDX-License-Identifier: GPL-3.0-or-later */
/* M.A.D. once more, straight from the book: its tables typed again and its rules written again, without a line of the
 * library's. Every result of the dice is counted. */
#ifndef SALVO_TESTS_MAD_BOOK_H
#define SALVO_TESTS_MAD_BOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { COLUMNS = 8, NEVER = 1000, N_GUNS = 8, N_ELEMENTS = 105 };

struct gun {
    const char *id;
    bool dispersed; /* small arms and flame throwers: for infantry targets too */
    int number[COLUMNS];
    int damage;
};

struct element {
    const char *id;
    int hp;
    const char *weapons; /* "*" behind a fixed one; "aa" never fires at the ground */
    const char *mobility;
    int price; /* 0: the book prints "#" */
};

extern const struct gun GUNS[N_GUNS]; /* small arms first */
extern const struct element ELEMENTS[N_ELEMENTS];

/* The listed element; the test fails when there is none. */
const struct element *element(const char *id);
bool on_foot(const struct element *e);

struct shot {
    const struct gun *gun;
    double range;
    bool infantry, moving, fixed, opportunity, contact, large_static, spares_vehicles, down;
    const char *cover;
    int fort;
};

/* What each die must show, or NEVER for a shot that may not be taken. */
int needed(const struct shot *s);

/* Of a throw: dice that succeed, damage done. */
int successes(int number, int x, int y);
int damage(const struct shot *s, int number, int x, int y);

/* Damage as a distribution. */
struct spread {
    int n, damage[64];
    int64_t ways[64], total;
};

extern const struct spread NOTHING;
struct spread and_shot(const struct spread *before, const struct shot *s);

/* Hit points lost, over all ways. */
int64_t hp_lost(const struct spread *s, int hp);

/* All that `unit` does to `target` with "main", "machine-gun" or "best"; `s` says how it fires. */
struct spread activation(const struct element *unit, const struct element *target, const char *weapons, struct shot s);

/* Whether any listed weapon may fire at the target. */
bool may_attack(const struct element *unit, const struct element *target, struct shot s);

#endif
