/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MBT 2030 written a second time, from the rules' text in plain ifs, without a line of the library's: who may engage whom,
 * causes of disadvantage, results; and random situations from a fixed seed. */
#ifndef SALVO_TESTS_MBT2030_BOOK_H
#define SALVO_TESTS_MBT2030_BOOK_H

#include <stdbool.h>
#include <stddef.h>

enum { NEVER = -1, ANY = 100000 }; /* inches */

struct stand {
    int class; /* 0 .. 11 */
    const char *posture, *mode;
    int grade, state, going;
    int support, near_ecm, rear, extra;
};

struct field {
    double range;
    int dark, awc, blocked;
    int by_posture, by_type, both, full, absolute, mild_weather;
};

extern const char *const CLASSES[12];

bool is(const char *a, const char *b);
int general(const struct stand *s); /* 0 INFANTRY, 1 ARMOUR, 2 ARTILLERY, 3 AIRCRAFT */

/* The engager's line of the text; the same after darkness and weather, 0 never, -1 any. */
int reach(const struct stand *e, const struct stand *t, const struct field *f);
double reach_now(const struct stand *e, const struct stand *t, const struct field *f);

/* 1 mutual, 0 unilateral, -1 opposing only, -2 none. */
int kind(const struct stand *a, const struct stand *b, const struct field *f);
int causes(const struct stand *s, const struct stand *t, const struct field *f, bool engages, bool twos);

/* What each stand receives: 0 nothing, 1 pinned, 2 shaken, 3 broken, 4 left; result 0 win, 1 draw, 2 lose. */
void engage(const struct stand *a, const struct stand *b, const struct field *f, bool mutual, int result, int *own,
            int *opp);
int receive(const struct stand *s, int state, int result, bool step);

/* Win, draw, lose of three hands against three. */
void show(const int own[3], const int opp[3], double p[3]);

/* At random. */

int roll(int n); /* 0 .. n - 1 */
struct stand any_stand(void);
struct field any_field(void);
void any_hands(int hands[3]);

/* As words: of a stand whose keys begin with the prefix, of a field but for its range. */
void put_stand(char *text, size_t size, const char *prefix, const struct stand *s);
void put_field(char *text, size_t size, const struct field *f);

#endif
