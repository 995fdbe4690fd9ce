/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mbt2030_book.h"

#include <stdio.h>
#include <string.h>

#include "splitmix.h"

const char *const CLASSES[] = {"inf-minus", "inf-norm", "inf-plus", "mbt-minus", "mbt-norm", "mbt-plus",
                               "art-minus", "art-norm", "art-plus", "air-minus", "air-norm", "air-plus"};
static const char *const POSTURES[4][7] = {{"infantry", "las", "atm", "rec", "ada", "pda", NULL},
                                           {"armour", NULL},
                                           {"cba", "otf", NULL},
                                           {"ecm", "asf", "cas", NULL}};
static const char *const SIGNS[] = {"minus", "norm", "plus"}, *const STATES[] = {"steady", "pinned", "shaken"},
                         *const GOING[] = {"good", "bad", "built-up"};

int general(const struct stand *s)
{
    return s->class / 3;
}

static int level(const struct stand *s)
{
    return s->class % 3;
}

bool is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

static int infantry_range(const struct stand *e, const struct stand *t)
{
    if (is(t->posture, "rec") && level(e) > 0)
        return 4;
    if (is(t->mode, "static"))
        return 1;
    if (is(t->mode, "mobile"))
        return 2;
    return level(e) == 0 ? 2 : 3;
}

/* The engager's line of the text. */
int reach(const struct stand *e, const struct stand *t, const struct field *f)
{
    bool infantry = general(t) == 0, armour = general(t) == 1, plain = is(t->posture, "infantry");
    bool counts = infantry && (!f->by_posture || plain);
    bool slow = is(t->mode, "static");

    if (is(e->posture, "infantry")) {
        if (infantry)
            return counts || (is(t->posture, "rec") && level(e) > 0) ? infantry_range(e, t) : NEVER;
        if (level(e) == 0)
            return NEVER;
        if (armour)
            return slow ? 4 : 8;
        return is(t->posture, "cas") ? 12 : NEVER;
    }
    if (is(e->posture, "las"))
        return counts ? 8 : NEVER;
    if (is(e->posture, "atm") || is(e->posture, "armour"))
        return armour ? 12 : NEVER;
    if (is(e->posture, "ada"))
        return is(t->posture, "asf") || is(t->posture, "ecm") ? 36 : NEVER;
    if (is(e->posture, "pda"))
        return general(t) == 3 ? 12 : NEVER;
    if (is(e->posture, "otf"))
        return (counts || armour) && (level(e) > 0 || slow) ? ANY : NEVER;
    if (is(e->posture, "cba"))
        return is(t->posture, "las") || general(t) == 2 ? ANY : NEVER;
    if (is(e->posture, "cas")) {
        if (f->awc && !f->mild_weather)
            return NEVER;
        if (is(t->posture, "las"))
            return 8;
        if (is(t->posture, "atm") || armour)
            return 12;
        return counts ? 4 : NEVER;
    }
    if (is(e->posture, "asf"))
        return general(t) == 3 ? 36 : NEVER;
    if (is(e->posture, "ecm")) {
        if (is(t->posture, "ada"))
            return 36;
        if (is(t->posture, "pda"))
            return 24;
        return is(t->posture, "ecm") || is(t->posture, "cba") ? ANY : NEVER;
    }
    return NEVER; /* rec */
}

static bool seen_on_table(const struct stand *s)
{
    return general(s) < 2 || is(s->posture, "cas");
}

double reach_now(const struct stand *e, const struct stand *t, const struct field *f)
{
    double inches = reach(e, t, f);

    if (inches == NEVER || (f->blocked && seen_on_table(e) && seen_on_table(t)))
        return 0;
    if (inches == ANY)
        return -1;
    return inches * (f->dark ? 0.5 : 1) * (f->awc ? 0.5 : 1);
}

static bool may(const struct stand *e, const struct stand *t, const struct field *f)
{
    double inches = reach_now(e, t, f);

    return reach(e, t, f) != NEVER && (inches < 0 || f->range <= inches);
}

int causes(const struct stand *s, const struct stand *t, const struct field *f, bool engages, bool twos)
{
    bool bad = t->going > 0;
    int n = s->extra;

    if (twos && level(s) < level(t))
        n += 2;
    if (twos && s->grade < t->grade)
        n += 2;
    if (twos && general(s) == 1 && general(t) == 1 && !s->support)
        n += 2;
    if (level(t) > level(s))
        n += 1;
    if (general(s) == 1 && s->rear)
        n += 1;
    if (!engages)
        return n;
    n += is(t->mode, "fast") || is(t->mode, "static") || bad;
    n += general(s) == 3 && f->awc && general(t) < 2;
    n += s->class == 0 && is(t->posture, "cas");
    n += is(s->posture, "atm") && general(t) == 1;
    n += is(s->posture, "atm") && (is(t->mode, "fast") || bad);
    n += is(s->posture, "las") && general(t) == 0;
    n += is(s->posture, "cba") && is(t->mode, "sns");
    n += is(t->posture, "ecm") || (general(t) == 3 && t->near_ecm);
    n += (is(s->mode, "mobile") || is(s->mode, "fast")) && s->going > 0;
    n += s->state > 0;
    n += general(t) == 0 && t->going == 2;
    return n;
}

/* 0 none, 1 pinned, 2 shaken, 3 broken, 4 left; result 0 win, 1 draw, 2 lose. */
static void resolve(bool mutual, int o, int q, bool absolute, int result, int *own, int *opp)
{
    *own = *opp = 0;
    if (mutual && result == 0)
        *opp = o - q >= 2 ? 1 : (absolute ? q >= 2 : q - o >= 2) ? 3 : 2;
    if (mutual && result == 1 && o != q)
        *(o > q ? own : opp) = 1;
    if (mutual && result == 2)
        *own = o - q >= 2 ? 3 : 2;
    if (!mutual && result == 0)
        *opp = o >= 2 ? 1 : 2;
    if (!mutual && result == 1) {
        *opp = q > o;
        *own = o >= 3;
    }
}

static int convert(const struct stand *s, int result)
{
    if (result == 1 && (is(s->posture, "ada") || is(s->posture, "pda")))
        return 3;
    return result == 2 && general(s) == 3 ? 4 : result;
}

/* 1 mutual, 0 unilateral, -1 opposing only, -2 none. */
int kind(const struct stand *a, const struct stand *b, const struct field *f)
{
    bool own = may(a, b, f), opp = f->by_type ? reach(b, a, f) != NEVER : may(b, a, f);

    return own ? opp : opp ? -1 : -2;
}

void engage(const struct stand *a, const struct stand *b, const struct field *f, bool mutual, int result, int *own,
            int *opp)
{
    bool engages = mutual || f->full;
    int o = causes(a, b, f, true, true), q = causes(b, a, f, engages, engages && f->both);

    resolve(mutual, o, q, f->absolute, result, own, opp);
    *own = convert(a, *own);
    *opp = convert(b, *opp);
}

int receive(const struct stand *s, int state, int result, bool step)
{
    if (result == 0)
        return state;
    if (result > state)
        return result;
    return step ? convert(s, state + 1) : state;
}

static uint64_t seed = 20300;

int roll(int n)
{
    return (int)(splitmix_next(&seed) % (uint64_t)n);
}

struct stand any_stand(void)
{
    struct stand s = {.class = roll(12), .grade = roll(3), .state = roll(2) * roll(3), .going = roll(2) * roll(3)};
    int n = 0;

    while (POSTURES[s.class / 3][n])
        n++;
    s.posture = POSTURES[s.class / 3][roll(n)];
    if (s.class < 6)
        s.mode = s.class == 0 ? (roll(2) ? "static" : "mobile") : roll(3) ? (roll(2) ? "mobile" : "fast") : "static";
    else if (s.class < 9)
        s.mode = s.class > 6 && roll(2) ? "sns" : "static";
    else
        s.mode = roll(4) ? "mobile" : "static";
    s.support = roll(3) > 0;
    s.near_ecm = roll(4) == 0;
    s.rear = roll(4) == 0;
    s.extra = roll(5) ? 0 : roll(5) - 2;
    return s;
}

struct field any_field(void)
{
    static const double RANGES[] = {0, 0.25, 0.5, 1, 1.5, 2, 3, 4, 6, 8, 9, 12, 18, 24, 36, 37, 100};

    return (struct field){RANGES[roll(17)], roll(3) == 0, roll(3) == 0, roll(4) == 0, roll(3) == 0,
                          roll(4) == 0,     roll(3) == 0, roll(3) == 0, roll(3) == 0, roll(3) == 0};
}

void put_stand(char *text, size_t size, const char *side, const struct stand *s)
{
    snprintf(text, size,
             "%sclass=%s %sposture=%s %smode=%s %sgrade=%s %sstate=%s %sterrain=%s %ssupport=%s %snear-ecm=%s "
             "%srear=%s %sextra=%d",
             side, CLASSES[s->class], side, s->posture, side, s->mode, side, SIGNS[s->grade], side, STATES[s->state],
             side, GOING[s->going], side, s->support ? "yes" : "no", side, s->near_ecm ? "yes" : "no", side,
             s->rear ? "yes" : "no", side, s->extra);
}

void put_field(char *text, size_t size, const struct field *f)
{
    snprintf(text, size,
             "light=%s awc=%s los=%s infantry-target=%s reciprocity=%s two-cause=%s target-count=%s "
             "break-count=%s awc-air=%s",
             f->dark ? "dark" : "day", f->awc ? "yes" : "no", f->blocked ? "blocked" : "clear",
             f->by_posture ? "posture" : "class", f->by_type ? "type" : "range", f->both ? "both" : "owner",
             f->full ? "full" : "passive", f->absolute ? "absolute" : "relative",
             f->mild_weather ? "disadvantage" : "banned");
}

/* Win, draw, lose of three hands against three, counted pair by pair. */
void show(const int own[3], const int opp[3], double p[3])
{
    double all = (own[0] + own[1] + own[2]) * (double)(opp[0] + opp[1] + opp[2]);

    p[0] = p[1] = p[2] = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            bool wins = (i == 0 && k == 2) || (i == 1 && k == 0) || (i == 2 && k == 1);

            p[i == k ? 1 : wins ? 0 : 2] += own[i] * (double)opp[k] / all;
        }
}

void any_hands(int hands[3])
{
    do
        for (int i = 0; i < 3; i++)
            hands[i] = roll(3) ? roll(20001) : roll(3);
    while (hands[0] + hands[1] + hands[2] == 0);
}
