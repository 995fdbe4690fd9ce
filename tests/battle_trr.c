/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Battles of Ten Rounds Rapid against a solution of their own, written by the book (trr_book.c) and without a line of
 * the library's: what a turn makes of every state of the two armies is spelled out die by die, as a matrix for each place
 * where the lines stand, and turns are played until nothing is left that could change. Winners, losses, strength, turns
 * and the survival curve must be the exact engine's to nine digits.
 *
 * Then exact and simulated are compared, by the battle kernels and by the book, with a fixed seed: shares by the tails of
 * their binomials, means at five standard errors. A true answer fails one comparison in 1.7 million, and there are about
 * 1600: one seed in 1000 would raise a false alarm. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/fight.h>

#include "merit.h"
#include "tails.h"
#include "trr_book.h"

enum { SIDE_MAX = 5, STATES_MAX = 1100, GROUNDS_MAX = 24, TURNS_MAX = 4000, CURVE = 12 };
enum { TRIALS = 100000, BOOK_TRIALS = 2000 };

OWN_BOOK(trr, "trr")

/* In the order of the book. */
static const struct unit {
    const char *id, *gun;
    int defence, road, off_road;
} UNITS[] = {
    {"american-m24-chaffee", "american-75-l40", 3, 80, 50},
    {"american-sherman-m4", "american-75-l40", 5, 70, 45},
    {"british-sherman-firefly", "british-17pdr", 5, 70, 45},
    {"german-pz-i", "hmg", 1, 60, 40},
    {"german-pz-iv-h", "german-75-l43", 5, 60, 40},
    {"german-panther", "german-75-l70", 8, 70, 45},
    {"german-tiger-i", "german-88-l56", 8, 60, 40},
    {"german-hetzer", "german-75-l43", 8, 60, 40},
    {"soviet-t34-85", "russian-85", 6, 70, 45},
    {"soviet-kv-i", "russian-76-l30", 6, 40, 30},
    {"soviet-is-iii", "russian-122", 15, 60, 40},
};

#define HETZER  "german-hetzer"
#define CHAFFEE "american-m24-chaffee"
#define TIGER   "german-tiger-i"
#define FIREFLY "british-sherman-firefly"
#define SHERMAN "american-sherman-m4"
#define T34     "soviet-t34-85"
#define KV      "soviet-kv-i"
#define PZ_I    "german-pz-i"
#define IS_III  "soviet-is-iii"
#define PZ_IV   "german-pz-iv-h"
#define PANTHER "german-panther"

enum aspect { FRONT, FLANK, REAR };
enum concealment { OPEN, WOOD, DUG_IN };
enum applies { FIRER, EASIER, HARDER, NONE };
enum first { INITIATIVE, FIRST_A, FIRST_B };

static const char *const ASPECTS[] = {"front", "flank", "rear"}, *const PLACES[] = {"none", "wood", "dug-in"},
                         *const APPLIES[] = {"firer", "target-easier", "target-harder", "none"},
                         *const FIRSTS[] = {"initiative", "a", "b"};

/* Models that are alike; strength 0 is the default, 3. */
struct troop {
    const char *id;
    int n;
    enum aspect aspect;
    enum concealment concealment;
    bool moving, camouflaged, special, road;
    int strength, extra;
};

static const struct battle_case {
    const char *name;
    struct troop a[SIDE_MAX], b[SIDE_MAX];
    double range, close_to; /* close_to 0: the ruleset's own */
    const char *scenario, *targets[2];
    bool best_acts[2];
    bool graded, continued;
    enum applies applies;
    enum first first;
    int turns;
    double break_at;
} CASES[] = {
    {.name = "two on four",
     .a = {{.id = HETZER, .n = 2}},
     .b = {{.id = CHAFFEE, .n = 4}},
     .range = 40,
     .first = INITIATIVE},
    {.name = "side a begins",
     .a = {{.id = TIGER, .n = 2}},
     .b = {{.id = SHERMAN, .n = 3}},
     .range = 55,
     .first = FIRST_A},
    {.name = "side b begins, markers count",
     .a = {{.id = PZ_IV, .n = 2}},
     .b = {{.id = T34, .n = 2}},
     .range = 70,
     .first = FIRST_B,
     .graded = true},
    {.name = "markers on the firer",
     .a = {{.id = TIGER, .n = 1}, {.id = PZ_IV, .n = 1}},
     .b = {{.id = T34, .n = 2}, {.id = FIREFLY, .n = 1}},
     .range = 65,
     .graded = true},
    {.name = "markers make it easier",
     .a = {{.id = TIGER, .n = 2}},
     .b = {{.id = SHERMAN, .n = 2}, {.id = FIREFLY, .n = 1}},
     .range = 90,
     .graded = true,
     .applies = EASIER},
    {.name = "markers make it harder",
     .a = {{.id = PANTHER, .n = 1}, {.id = HETZER, .n = 1}},
     .b = {{.id = FIREFLY, .n = 1}, {.id = SHERMAN, .n = 2}},
     .range = 60,
     .graded = true,
     .applies = HARDER,
     .targets = {"weakest", "strongest"}},
    {.name = "markers do not count",
     .a = {{.id = PANTHER, .n = 2}},
     .b = {{.id = T34, .n = 3}},
     .range = 125,
     .graded = true,
     .applies = NONE,
     .continued = true},
    {.name = "many markers",
     .a = {{.id = PANTHER, .n = 1, .strength = 5}},
     .b = {{.id = T34, .n = 2, .strength = 4}, {.id = KV, .n = 1, .strength = 1}},
     .range = 30,
     .graded = true,
     .continued = true},
    {.name = "places, faces and nets",
     .a = {{.id = HETZER, .n = 1, .concealment = DUG_IN}, {.id = HETZER, .n = 1, .camouflaged = true}},
     .b = {{.id = SHERMAN, .n = 1, .aspect = FLANK},
           {.id = FIREFLY, .n = 2, .concealment = WOOD, .moving = true},
           {.id = SHERMAN, .n = 1, .concealment = WOOD, .camouflaged = true}},
     .range = 50},
    {.name = "the rear, and better rounds",
     .a = {{.id = TIGER, .n = 1, .special = true}, {.id = PZ_IV, .n = 1, .aspect = REAR}},
     .b = {{.id = FIREFLY, .n = 1, .special = true}, {.id = SHERMAN, .n = 2}},
     .range = 60,
     .graded = true},
    {.name = "the strongest first",
     .a = {{.id = TIGER, .n = 1, .strength = 2}, {.id = PZ_IV, .n = 1, .strength = 3}},
     .b = {{.id = SHERMAN, .n = 1, .strength = 2}, {.id = FIREFLY, .n = 1, .strength = 3}, {.id = SHERMAN, .n = 1}},
     .range = 60,
     .graded = true,
     .targets = {"strongest", "strongest"}},
    {.name = "the weakest first",
     .a = {{.id = TIGER, .n = 1, .strength = 2}, {.id = PZ_IV, .n = 1, .strength = 3}},
     .b = {{.id = SHERMAN, .n = 1, .strength = 3}, {.id = FIREFLY, .n = 1, .strength = 2}, {.id = SHERMAN, .n = 1}},
     .range = 60,
     .graded = true,
     .targets = {"weakest", "weakest"}},
    {.name = "fire is spread",
     .a = {{.id = TIGER, .n = 2}},
     .b = {{.id = SHERMAN, .n = 3}},
     .range = 60,
     .graded = true,
     .targets = {"spread", "spread"}},
    {.name = "the best target",
     .a = {{.id = TIGER, .n = 1}, {.id = HETZER, .n = 1}},
     .b = {{.id = KV, .n = 1}, {.id = FIREFLY, .n = 1}, {.id = PZ_I, .n = 1}},
     .range = 60,
     .graded = true,
     .targets = {"best", "best"}},
    {.name = "the best acts",
     .a = {{.id = TIGER, .n = 1}, {.id = HETZER, .n = 1}},
     .b = {{.id = KV, .n = 1}, {.id = FIREFLY, .n = 1}, {.id = PZ_I, .n = 1}},
     .range = 60,
     .graded = true,
     .targets = {"best", "best"},
     .best_acts = {true, true}},
    {.name = "the best of the list's fire",
     .a = {{.id = PZ_I, .n = 1}, {.id = PANTHER, .n = 1, .strength = 2}},
     .b = {{.id = KV, .n = 1}, {.id = SHERMAN, .n = 2}},
     .range = 60,
     .graded = true,
     .best_acts = {true, false}},
    {.name = "the best acts, fire is spread",
     .a = {{.id = PZ_IV, .n = 1}, {.id = TIGER, .n = 1}},
     .b = {{.id = SHERMAN, .n = 1}, {.id = FIREFLY, .n = 2}},
     .range = 60,
     .graded = true,
     .targets = {"spread", "best"},
     .best_acts = {true, true},
     .turns = 6},
    {.name = "equals, of whom one can bite",
     .a = {{.id = PZ_IV, .n = 2}},
     .b = {{.id = SHERMAN, .n = 1}, {.id = FIREFLY, .n = 1}, {.id = SHERMAN, .n = 1, .strength = 2}},
     .range = 60,
     .targets = {"best", "best"},
     .best_acts = {false, true}},
    {.name = "equals that differ by their options",
     .a = {{.id = TIGER, .n = 1}, {.id = PZ_IV, .n = 1, .strength = 2}},
     .b = {{.id = SHERMAN, .n = 1, .moving = true},
           {.id = SHERMAN, .n = 1, .camouflaged = true},
           {.id = SHERMAN, .n = 1, .strength = 4}},
     .range = 60,
     .graded = true,
     .targets = {"best", "best"},
     .best_acts = {true, true}},
    {.name = "equals, of whom one can bite when the lines have moved",
     .a = {{.id = PZ_IV, .n = 2}},
     .b = {{.id = SHERMAN, .n = 1}, {.id = FIREFLY, .n = 1}},
     .range = 150,
     .scenario = "advance",
     .targets = {"best", "best"},
     .best_acts = {true, false}},
    {.name = "the weaker of equals",
     .a = {{.id = KV, .n = 2, .strength = 5}},
     .b = {{.id = TIGER, .n = 2, .strength = 4}},
     .range = 25,
     .graded = true,
     .applies = NONE,
     .targets = {"best", "best"},
     .best_acts = {true, true}},
    {.name = "a meeting of the best",
     .a = {{.id = PANTHER, .n = 1}, {.id = PZ_IV, .n = 1}},
     .b = {{.id = KV, .n = 1}, {.id = T34, .n = 1}},
     .range = 180,
     .close_to = 30,
     .scenario = "meeting",
     .graded = true,
     .targets = {"best", "best"},
     .best_acts = {true, true}},
    {.name = "one to one",
     .a = {{.id = TIGER, .n = 1}, {.id = HETZER, .n = 1}},
     .b = {{.id = KV, .n = 1}, {.id = FIREFLY, .n = 1}, {.id = SHERMAN, .n = 1}},
     .range = 60,
     .targets = {"opposite", "opposite"}},
    {.name = "policies differ",
     .a = {{.id = PANTHER, .n = 2}},
     .b = {{.id = T34, .n = 3}},
     .range = 80,
     .graded = true,
     .targets = {"best", "spread"}},
    {.name = "an advance",
     .a = {{.id = T34, .n = 3}},
     .b = {{.id = TIGER, .n = 1}},
     .range = 200,
     .scenario = "advance"},
    {.name = "an advance of the slow and the fast",
     .a = {{.id = CHAFFEE, .n = 1}, {.id = KV, .n = 1}, {.id = T34, .n = 1}},
     .b = {{.id = HETZER, .n = 1}},
     .range = 160,
     .scenario = "advance",
     .targets = {"in-order", "best"}},
    {.name = "an advance on the road, with penalties",
     .a = {{.id = T34, .n = 2, .road = true, .extra = 1}, {.id = FIREFLY, .n = 1, .extra = 2}},
     .b = {{.id = HETZER, .n = 1, .concealment = WOOD}},
     .range = 200,
     .close_to = 20,
     .scenario = "advance"},
    {.name = "a meeting",
     .a = {{.id = TIGER, .n = 1}, {.id = PZ_IV, .n = 1}},
     .b = {{.id = FIREFLY, .n = 1}, {.id = SHERMAN, .n = 2}},
     .range = 150,
     .scenario = "meeting"},
    {.name = "a meeting with markers",
     .a = {{.id = PANTHER, .n = 1}, {.id = PZ_IV, .n = 1}},
     .b = {{.id = KV, .n = 1}, {.id = T34, .n = 1}},
     .range = 180,
     .close_to = 30,
     .scenario = "meeting",
     .graded = true,
     .targets = {"weakest", "best"}},
    {.name = "three turns",
     .a = {{.id = TIGER, .n = 2}},
     .b = {{.id = SHERMAN, .n = 3}},
     .range = 60,
     .graded = true,
     .turns = 3},
    {.name = "an advance broken off",
     .a = {{.id = T34, .n = 3}},
     .b = {{.id = TIGER, .n = 1}},
     .range = 200,
     .scenario = "advance",
     .turns = 4},
    {.name = "half are enough",
     .a = {{.id = TIGER, .n = 2}},
     .b = {{.id = SHERMAN, .n = 4}},
     .range = 60,
     .break_at = 0.5},
    {.name = "a third is enough",
     .a = {{.id = PZ_IV, .n = 3}},
     .b = {{.id = T34, .n = 4}},
     .range = 60,
     .break_at = 0.33,
     .targets = {"spread", "in-order"}},
    {.name = "who has no enemy left does not break off",
     .a = {{.id = HETZER, .n = 3}},
     .b = {{.id = CHAFFEE, .n = 1}, {.id = FIREFLY, .n = 1}},
     .range = 30,
     .break_at = 0.3},
    {.name = "nobody can do harm", .a = {{.id = PZ_I, .n = 2}}, .b = {{.id = IS_III, .n = 1}}, .range = 100},
    {.name = "a stalemate of the rest",
     .a = {{.id = PZ_I, .n = 1}, {.id = HETZER, .n = 1}},
     .b = {{.id = IS_III, .n = 1}, {.id = PZ_I, .n = 1}},
     .range = 60},
    {.name = "worn until nobody can",
     .a = {{.id = KV, .n = 2, .strength = 4}},
     .b = {{.id = KV, .n = 2, .strength = 4}},
     .range = 60,
     .graded = true,
     .applies = HARDER},
    {.name = "worn until nobody can, at the weakest",
     .a = {{.id = KV, .n = 1, .strength = 4}, {.id = T34, .n = 1, .strength = 4}},
     .b = {{.id = KV, .n = 2, .strength = 4, .moving = true}},
     .range = 60,
     .graded = true,
     .applies = HARDER,
     .targets = {"weakest", "spread"}},
    {.name = "harmless to what is whole",
     .a = {{.id = KV, .n = 1}, {.id = PZ_IV, .n = 1}},
     .b = {{.id = TIGER, .n = 1}, {.id = HETZER, .n = 1}},
     .range = 65,
     .graded = true,
     .applies = EASIER,
     .targets = {"best", "spread"}},
    {.name = "out of range", .a = {{.id = PZ_I, .n = 2}}, .b = {{.id = T34, .n = 1}}, .range = 140, .scenario = "hold"},
};

struct element {
    struct troop is;
    const struct unit *unit;
    const struct gun *gun;
    int strength;
    double cm; /* in a turn */
};

struct battle {
    const struct battle_case *c;
    struct element of[2][2 * SIDE_MAX];
    int n[2], states;
    int place[2][2 * SIDE_MAX];     /* in the book */
    double threat[2][2 * SIDE_MAX]; /* the most that its fire is worth in the first turn */
};

static double mean_move(int rate, int dice)
{
    int face[SIDE_MAX];
    double all = 0;

    first_throw(face, dice);
    do {
        int left = rate;

        for (int i = 0; i < dice; i++)
            left -= face[i];
        all += left > 0 ? left : 0;
    } while (next_throw(face, dice));
    return all / (double)ten_to(dice);
}

static struct element element_of(const struct troop *t)
{
    struct element e = {.is = *t, .unit = UNITS, .strength = t->strength ? t->strength : 3};

    while (strcmp(e.unit->id, t->id) != 0)
        e.unit++;
    e.gun = gun_named(e.unit->gun);
    e.cm = mean_move(t->road ? e.unit->road : e.unit->off_road, t->extra);
    return e;
}

/* States number how every element stands: by its markers, the last for all that are out; two where one marker is enough. */
static int radix(const struct battle *b, const struct element *e)
{
    return b->c->graded ? e->strength + 1 : 2;
}

static void find_places_of(struct battle *b, int s)
{
    char keys[2 * SIDE_MAX][BOOK_KEY_MAX];

    for (int i = 0; i < b->n[s]; i++) {
        const struct element *e = &b->of[s][i];

        snprintf(keys[i], BOOK_KEY_MAX, "%03d %s %s %s %s %s %d %s %d", (int)(e->unit - UNITS), yes(e->is.moving),
                 ASPECTS[e->is.aspect], PLACES[e->is.concealment], yes(e->is.camouflaged),
                 e->is.special ? e->gun->ammo : "ap", e->strength, e->is.road ? "road" : "cross-country", e->is.extra);
    }
    find_places(keys, b->n[s], b->place[s]);
}

static struct battle battle_of(const struct battle_case *c)
{
    struct battle b = {.c = c, .states = 1};

    for (int s = 0; s < 2; s++)
        for (const struct troop *t = s ? c->b : c->a; t < (s ? c->b : c->a) + SIDE_MAX && t->id; t++)
            for (int i = 0; i < t->n; i++) {
                b.of[s][b.n[s]] = element_of(t);
                b.states *= radix(&b, &b.of[s][b.n[s]++]);
            }
    for (int s = 0; s < 2; s++)
        find_places_of(&b, s);
    assert_true(b.states <= STATES_MAX);
    return b;
}

/* Markers of all; -1 is out. */
struct standing {
    int markers[2][2 * SIDE_MAX];
};

static struct standing standing_of(const struct battle *b, int state)
{
    struct standing at = {{{0}}};

    for (int s = 0; s < 2; s++)
        for (int i = 0; i < b->n[s]; i++) {
            int r = radix(b, &b->of[s][i]);

            at.markers[s][i] = state % r == r - 1 ? -1 : state % r;
            state /= r;
        }
    return at;
}

static int state_of(const struct battle *b, const struct standing *at)
{
    int state = 0;

    for (int s = 1; s >= 0; s--)
        for (int i = b->n[s] - 1; i >= 0; i--) {
            int r = radix(b, &b->of[s][i]);

            state = state * r + (at->markers[s][i] < 0 ? r - 1 : at->markers[s][i]);
        }
    return state;
}

static int strength_left(const struct battle *b, const struct standing *at, int s, int i)
{
    return at->markers[s][i] < 0 ? 0 : b->of[s][i].strength - at->markers[s][i];
}

static int living(const struct battle *b, const struct standing *at, int s)
{
    int n = 0;

    for (int i = 0; i < b->n[s]; i++)
        n += at->markers[s][i] >= 0;
    return n;
}

struct ground {
    double range;
    bool moved[2];
    bool *known;  /* states whose row is worked out */
    double *turn; /* from state to state */
};

static struct ground grounds[GROUNDS_MAX];
static int n_grounds;

static bool in_range(const struct battle *b, const struct ground *g, int s, int by)
{
    return bracket(class_named(b->of[s][by].gun->class)->ends, g->range) < 5;
}

/* The markers that the die scores; section 8. */
static int shot(const struct battle *b, const struct ground *g, const struct standing *now, int s, int by, int at,
                int die)
{
    const struct element *firer = &b->of[s][by], *target = &b->of[!s][at];
    int range = bracket(class_named(firer->gun->class)->ends, g->range), score = die;
    int own = now->markers[s][by], theirs = now->markers[!s][at];

    score += firer->gun->strike - target->unit->defence + 2 - range;
    if (firer->is.special)
        score += ammo_modifier(firer->gun->ammo, range);
    score -= firer->is.moving || g->moved[s] ? 2 : 0;
    score -= target->is.moving || g->moved[!s] ? 1 : 0;
    score -= target->is.concealment == WOOD ? 1 : target->is.concealment == DUG_IN ? 2 : 0;
    score -= target->is.camouflaged ? 2 : 0;
    score += target->is.aspect == FLANK ? 1 : target->is.aspect == REAR ? 2 : 0;
    score += b->c->applies == FIRER ? -own : b->c->applies == EASIER ? theirs : b->c->applies == HARDER ? -theirs : 0;
    return markers(score, b->c->continued);
}

static void hit(const struct battle *b, struct standing *now, int s, int i, int more)
{
    int all = now->markers[s][i] + more;

    now->markers[s][i] = all > 0 && (!b->c->graded || all >= b->of[s][i].strength) ? -1 : all;
}

static double worth(const struct battle *b, const struct ground *g, const struct standing *now, int s, int by, int at)
{
    double destroyed = 0, weakened = 0;

    for (int die = 1; die <= 10 && in_range(b, g, s, by); die++) {
        struct standing then = *now;

        hit(b, &then, !s, at, shot(b, g, now, s, by, at, die));
        if (then.markers[!s][at] < 0)
            destroyed += 0.1;
        else
            weakened +=
                0.1 * (strength_left(b, now, !s, at) - strength_left(b, &then, !s, at)) / b->of[!s][at].strength;
    }
    return worth_of_fire(1, destroyed, weakened); /* the book has no prices */
}

static struct merit appeal(const struct battle *b, const struct ground *g, const struct standing *now,
                           const int *received, int s, int by, int at)
{
    const char *policy = b->c->targets[s] ? b->c->targets[s] : "in-order";
    int left = strength_left(b, now, !s, at);

    if (strcmp(policy, "best") == 0)
        return merit_of_target(worth(b, g, now, s, by, at), b->threat[!s][at], b->place[!s][at], left, 0);
    if (strcmp(policy, "weakest") == 0)
        return (struct merit){{-left}};
    if (strcmp(policy, "strongest") == 0)
        return (struct merit){{left}}; /* the book has no prices */
    if (strcmp(policy, "spread") == 0)
        return (struct merit){{-received[at]}};
    if (strcmp(policy, "opposite") == 0)
        return (struct merit){{-((at + b->n[!s] - by % b->n[!s]) % b->n[!s])}};
    return (struct merit){{0}};
}

/* In the midst of a turn. */
struct moment {
    struct standing now;
    bool acted[2][2 * SIDE_MAX];
    int received[2][2 * SIDE_MAX];
    int side;
    double p;
};

static int target_of(const struct battle *b, const struct ground *g, const struct moment *m, int s, int by)
{
    struct merit most;
    int at = -1;

    for (int i = 0; i < b->n[!s]; i++)
        if (m->now.markers[!s][i] >= 0) {
            struct merit own = appeal(b, g, &m->now, m->received[!s], s, by, i);

            if (at < 0 || is_better(&own, &most)) {
                at = i;
                most = own;
            }
        }
    return at;
}

/* Who acts next; -1 for nobody. An enemy is left. */
static int next_ready(const struct battle *b, const struct ground *g, const struct moment *m, int s)
{
    struct merit most;
    int by = -1;

    for (int i = 0; i < b->n[s]; i++)
        if (m->now.markers[s][i] >= 0 && !m->acted[s][i]) {
            int at = b->c->best_acts[s] ? target_of(b, g, m, s, i) : -1;
            struct merit own =
                at < 0 ? (struct merit){{0}} : merit_of_actor(worth(b, g, &m->now, s, i, at), b->place[s][i]);

            if (by < 0 || is_better(&own, &most)) {
                by = i;
                most = own;
            }
        }
    return by;
}

static void play_on(const struct battle *b, const struct ground *g, struct moment m, double *row)
{
    int by = -1, at, ways[100] = {0};

    if (living(b, &m.now, 0) && living(b, &m.now, 1)) {
        if (next_ready(b, g, &m, m.side) < 0)
            m.side = !m.side;
        by = next_ready(b, g, &m, m.side);
    }
    if (by < 0) {
        row[state_of(b, &m.now)] += m.p;
        return;
    }
    at = target_of(b, g, &m, m.side, by);
    m.acted[m.side][by] = true;
    m.received[!m.side][at] += in_range(b, g, m.side, by);
    for (int die = 1; die <= 10; die++)
        ways[in_range(b, g, m.side, by) ? shot(b, g, &m.now, m.side, by, at, die) : 0]++;
    for (int k = 0; k < 100; k++)
        if (ways[k]) {
            struct moment then = m;

            hit(b, &then.now, !m.side, at, k);
            then.p *= ways[k] / 10.0;
            then.side = !m.side;
            play_on(b, g, then, row);
        }
}

static const double *row_of(const struct battle *b, struct ground *g, int state)
{
    double *row = g->turn + (size_t)state * (size_t)b->states;

    if (!g->known[state])
        for (int side = 0; side < 2; side++) {
            struct moment m = {.now = standing_of(b, state), .side = side, .p = b->c->first == INITIATIVE ? 0.5 : 1};

            if (b->c->first == INITIATIVE || side == (b->c->first == FIRST_B))
                play_on(b, g, m, row);
        }
    g->known[state] = true;
    return row;
}

static int ground_of(const struct battle *b, double range, bool a_moved, bool b_moved)
{
    int i = 0;

    while (i < n_grounds &&
           (grounds[i].range != range || grounds[i].moved[0] != a_moved || grounds[i].moved[1] != b_moved))
        i++;
    assert_true(i < GROUNDS_MAX);
    if (i == n_grounds)
        grounds[n_grounds++] = (struct ground){.range = range,
                                               .moved = {a_moved, b_moved},
                                               .known = calloc((size_t)b->states, sizeof(bool)),
                                               .turn = calloc((size_t)b->states * (size_t)b->states, sizeof(double))};
    return i;
}

static double pace(const struct battle *b, const struct standing *at, int s)
{
    double least = INFINITY;

    for (int i = 0; i < b->n[s]; i++)
        if (at->markers[s][i] >= 0)
            least = fmin(least, b->of[s][i].cm);
    return least;
}

/* Where the next turn is fought. */
static int next_ground(const struct battle *b, int from, int state)
{
    const char *scenario = b->c->scenario ? b->c->scenario : "hold";
    struct standing at = standing_of(b, state);
    double range = grounds[from].range, close_to = b->c->close_to > 0 ? b->c->close_to : 4;
    bool closes = strcmp(scenario, "hold") != 0 && range > close_to, both = strcmp(scenario, "meeting") == 0;

    if (closes)
        range = fmax(close_to, range - pace(b, &at, 0) - (both ? pace(b, &at, 1) : 0));
    return ground_of(b, range, closes, closes && both);
}

struct result {
    double end[4]; /* a, b, both lost, undecided */
    double lost[2][2 * SIDE_MAX + 1], strength[2], turns;
    double curve[CURVE][2];
};

/* Nobody breaks off who has no enemy left. */
static bool is_down(const struct battle *b, const struct standing *at, int s)
{
    int lost = b->n[s] - living(b, at, s);

    if (!living(b, at, 0) || !living(b, at, 1))
        return lost == b->n[s];
    return b->c->break_at > 0 && lost > 0 && lost >= b->c->break_at * b->n[s] - 1e-9;
}

static void finish(const struct battle *b, struct result *r, int state, double p)
{
    struct standing at = standing_of(b, state);
    bool down[2] = {is_down(b, &at, 0), is_down(b, &at, 1)};

    r->end[down[0] && down[1] ? 2 : down[1] ? 0 : down[0] ? 1 : 3] += p;
    for (int s = 0; s < 2; s++) {
        r->lost[s][b->n[s] - living(b, &at, s)] += p;
        for (int i = 0; i < b->n[s]; i++)
            r->strength[s] += p * (b->of[s][i].strength - strength_left(b, &at, s, i));
    }
}

static void note(const struct battle *b, struct result *r, int from, int state, double p)
{
    struct standing at = standing_of(b, state);

    for (int turn = from; turn < CURVE; turn++)
        for (int s = 0; s < 2; s++)
            r->curve[turn][s] += p * living(b, &at, s);
}

/* Whether the battle is over in that state, before a turn is fought on that ground. */
static bool is_over(const struct battle *b, int turn, int ground, int state)
{
    struct standing at = standing_of(b, state);

    if (is_down(b, &at, 0) || is_down(b, &at, 1) || (b->c->turns && turn == b->c->turns))
        return true;
    return next_ground(b, ground, state) == ground && row_of(b, &grounds[ground], state)[state] > 1 - 1e-12;
}

/* One turn for all that still fight; what is over is taken out of it. How much goes on. */
static double play_turn(const struct battle *b, struct result *r, int turn, double (*p)[STATES_MAX],
                        double (*then)[STATES_MAX])
{
    double going = 0;

    memset(then, 0, GROUNDS_MAX * sizeof *then);
    for (int g = 0; g < GROUNDS_MAX; g++)
        for (int state = 0; state < b->states; state++) {
            int to;
            const double *row;

            if (p[g][state] <= 0)
                continue;
            to = next_ground(b, g, state);
            if (is_over(b, turn, to, state)) {
                finish(b, r, state, p[g][state]);
                note(b, r, turn, state, p[g][state]);
                continue;
            }
            going += p[g][state];
            if (turn < CURVE) {
                struct standing at = standing_of(b, state);

                for (int s = 0; s < 2; s++)
                    r->curve[turn][s] += p[g][state] * living(b, &at, s);
            }
            row = row_of(b, &grounds[to], state);
            for (int k = 0; k < b->states; k++)
                then[to][k] += p[g][state] * row[k];
        }
    r->turns += going;
    return going;
}

/* Of all as they are at the start. */
static void find_threats(struct battle *b, const struct ground *first)
{
    const struct standing fresh = standing_of(b, 0);

    for (int s = 0; s < 2; s++)
        for (int i = 0; i < b->n[s]; i++)
            for (int at = 0; at < b->n[!s]; at++)
                b->threat[s][i] = fmax(b->threat[s][i], worth(b, first, &fresh, s, i, at));
}

static struct result fight_by_the_book(struct battle *b)
{
    static double p[2][GROUNDS_MAX][STATES_MAX];
    struct result r = {.turns = 0};
    int turn = 0;

    memset(p, 0, sizeof p);
    n_grounds = 0;
    p[0][ground_of(b, b->c->range, false, false)][0] = 1;
    find_threats(b, &grounds[next_ground(b, 0, 0)]);
    while (play_turn(b, &r, turn, p[turn % 2], p[!(turn % 2)]) > 1e-14 && turn < TURNS_MAX)
        turn++;
    assert_true(turn < TURNS_MAX);
    for (int i = 0; i < n_grounds; i++) {
        free(grounds[i].known);
        free(grounds[i].turn);
    }
    return r;
}

struct question {
    char list[2][1024], field[4][40];
    const char *words[4];
    salvo_battle_plan plan;
};

static void put(char *text, const char *format, const char *word)
{
    size_t n = strlen(text);

    snprintf(text + n, 1024 - n, format, word); /* NOLINT: formats are literals below */
}

static void put_number(char *text, const char *key, int number)
{
    size_t n = strlen(text);

    snprintf(text + n, 1024 - n, " %s=%d", key, number);
}

static void put_troop(char *text, const struct troop *t)
{
    size_t n = strlen(text);

    snprintf(text + n, 1024 - n, "%s%d %s (aspect=%s concealment=%s", n ? ", " : "", t->n, t->id, ASPECTS[t->aspect],
             PLACES[t->concealment]);
    if (t->moving)
        put(text, " moving=%s", "yes");
    if (t->camouflaged)
        put(text, " camouflaged=%s", "yes");
    if (t->special)
        put(text, " ammo=%s", element_of(t).gun->ammo);
    if (t->road)
        put(text, " surface=%s", "road");
    if (t->strength)
        put_number(text, "strength", t->strength);
    if (t->extra)
        put_number(text, "extra", t->extra);
    put(text, "%s", ")");
}

static int place_in(const char *name, const char *const *names)
{
    int i = 0;

    while (strcmp(names[i], name) != 0)
        i++;
    return i;
}

static void question_of(struct question *q, const struct battle_case *c)
{
    memset(q, 0, sizeof *q);
    snprintf(q->field[0], sizeof q->field[0], "damage-model=%s", c->graded ? "graded" : "knockout");
    snprintf(q->field[1], sizeof q->field[1], "damage-applies=%s", APPLIES[c->applies]);
    snprintf(q->field[2], sizeof q->field[2], "over-10=%s", c->continued ? "continue" : "five");
    snprintf(q->field[3], sizeof q->field[3], "first=%s", FIRSTS[c->first]);
    for (int i = 0; i < 4; i++)
        q->words[i] = q->field[i];
    q->plan = (salvo_battle_plan){.words = q->words,
                                  .n_words = 4,
                                  .range = c->range,
                                  .close_to = c->close_to > 0 ? c->close_to : -1,
                                  .turns = c->turns,
                                  .break_at = c->break_at};
    if (c->scenario)
        q->plan.scenario = (salvo_scenario)place_in(c->scenario, SALVO_SCENARIOS);
    for (int s = 0; s < 2; s++) {
        for (const struct troop *t = s ? c->b : c->a; t < (s ? c->b : c->a) + SIDE_MAX && t->id; t++)
            put_troop(q->list[s], t);
        q->plan.army[s].list = q->list[s];
        if (c->targets[s])
            q->plan.army[s].targets = (salvo_targets)place_in(c->targets[s], SALVO_TARGETS);
        if (c->best_acts[s])
            q->plan.army[s].acts = SALVO_ACTS_BEST;
    }
    plan_in_order(&q->plan);
}

static void fight_it(salvo_battle *battle, const salvo_battle_plan *plan, const salvo_approach *how)
{
    salvo_error err = {0};

    if (salvo_battle_fight(battle, &trr, plan, how, &err) != SALVO_OK)
        fail_msg("%s against %s: %s", plan->army[0].list, plan->army[1].list, err.text);
}

static void assert_equal(double is, double should, const char *what, const char *name)
{
    if (fabs(is - should) > 1e-9 * fmax(1, fabs(should)))
        fail_msg("%s: %s is %.12f, by the book %.12f", name, what, is, should);
}

static void compare_with_book(const salvo_battle *is, const struct battle *b, const struct result *should)
{
    const salvo_figure *const ends[] = {&is->p_a, &is->p_b, &is->p_mutual, &is->p_undecided};
    static const char *const WHAT[] = {"P(a wins)", "P(b wins)", "P(both lost)", "P(undecided)"};

    for (int i = 0; i < 4; i++)
        assert_equal(ends[i]->exact.value, should->end[i], WHAT[i], b->c->name);
    assert_equal(is->expected_turns.exact.value, should->turns, "turns", b->c->name);
    for (int s = 0; s < 2; s++) {
        assert_int_equal(is->side[s].count, b->n[s]);
        for (int k = 0; k <= b->n[s]; k++)
            assert_equal(is->side[s].lost_exactly[k].exact.value, should->lost[s][k], "a number of losses", b->c->name);
        assert_equal(is->side[s].strength_lost.exact.value, should->strength[s], "strength lost", b->c->name);
        assert_false(is->side[s].priced);
        for (size_t t = 0; t < is->n_turns && t < CURVE; t++)
            assert_equal(is->by_turn[t].left[s].exact.value, should->curve[t][s], "the survival curve", b->c->name);
    }
}

static void exact_is_by_the_book(void **state)
{
    const struct battle_case *c = *state;
    const salvo_approach how = {.method = SALVO_EXACT,
                                .options = {.arithmetic = SALVO_DOUBLE, .turns_max = CURVE, .turns_tail = 1e-6}};
    struct battle b = battle_of(c);
    struct result should = fight_by_the_book(&b);
    struct question q;
    salvo_battle is;

    question_of(&q, c);
    fight_it(&is, &q.plan, &how);
    compare_with_book(&is, &b, &should);
    salvo_battle_free(&is);
}

static void assert_share(const salvo_figure *f, uint64_t trials, const char *what, const char *name)
{
    double p = f->exact.value, is = f->simulated.value;

    if (is_alarm(p, is, (double)trials))
        fail_msg("%s: %s is %.6f, in %u trials %.6f", name, what, p, (unsigned)trials, is);
}

/* The half-width of the interval is 1.96 standard errors. A trial adds `most` or less: where it seldom adds anything the
 * errors are not normal, and Bernstein's bound leaves room for that. */
static void assert_mean_near(const salvo_figure *f, double most, uint64_t trials, const char *what, const char *name)
{
    double error = fmax(f->simulated.high - f->simulated.value, f->simulated.value - f->simulated.low) / 1.95;

    if (fabs(f->exact.value - f->simulated.value) > 5 * error + 8.4 * most / (double)trials + 1e-9)
        fail_msg("%s: %s is %.6f, simulated %.6f +- %.6f", name, what, f->exact.value, f->simulated.value, error);
}

static void compare_ways(const salvo_battle *b, const char *name)
{
    const salvo_figure *const ends[] = {&b->p_a, &b->p_b, &b->p_mutual, &b->p_undecided};
    const uint64_t trials = b->answer.simulation.trials;

    for (size_t i = 0; i < COUNT_OF(ends); i++)
        assert_share(ends[i], trials, "an end", name);
    if (b->ends)
        assert_mean_near(&b->expected_turns, 0, trials, "turns", name);
    for (int s = 0; s < 2; s++) {
        for (int k = 0; k <= b->side[s].count; k++)
            assert_share(&b->side[s].lost_exactly[k], trials, "a number of losses", name);
        for (size_t k = 0; k < b->side[s].n_kinds; k++)
            assert_mean_near(&b->side[s].kinds[k].lost, b->side[s].kinds[k].count, trials, "a kind's losses", name);
        assert_mean_near(&b->side[s].lost, b->side[s].count, trials, "losses", name);
        assert_mean_near(&b->side[s].strength_lost, b->side[s].strength, trials, "strength lost", name);
    }
}

static void simulated_is_exact(void **state)
{
    const struct battle_case *c = *state;
    static const salvo_plan PLANS[] = {{.seed = 8, .trials = TRIALS},
                                       {.seed = 8, .trials = BOOK_TRIALS, .reference_engine = true}};
    struct question q;

    question_of(&q, c);
    for (size_t i = 0; i < COUNT_OF(PLANS); i++) {
        const salvo_approach how = {.method = SALVO_BOTH, .options = {.arithmetic = SALVO_DOUBLE}, .plan = PLANS[i]};
        salvo_battle b;

        fight_it(&b, &q.plan, &how);
        compare_ways(&b, c->name);
        salvo_battle_free(&b);
    }
}

static void assert_same_number(const salvo_number *a, const salvo_number *b, const char *what)
{
    if (fabs(a->value - b->value) >= 1e-15)
        fail_msg("%s: %.17g in the battle, %.17g in the duel", what, a->value, b->value);
    if (a->exact && b->exact)
        assert_string_equal(a->exact, b->exact);
}

/* Options of an element with the duel's side in front. */
static void split_options(const char *own, const char *side, char text[][64], const char **words, size_t *n)
{
    char copy[256], *rest = copy, *word;

    snprintf(copy, sizeof copy, "%s", own);
    while ((word = strtok_r(rest, " ", &rest))) {
        snprintf(text[*n], sizeof text[*n], "%s%s", side, word);
        words[*n] = text[*n];
        ++*n;
    }
}

struct pair {
    const char *a, *b;
    double range;
    const char *a_words, *b_words; /* options of their elements */
};

static void compare_with_duel(const struct pair *p, const char *field)
{
    static const salvo_approach EXACT = {.method = SALVO_EXACT, .options = {.arithmetic = SALVO_RATIONAL}};
    char text[3][16][64];
    const char *own[2][16], *common[16], *all[32];
    size_t n_own[2] = {0, 0}, n_common = 0, n = 0;
    salvo_battle_plan plan = {.range = p->range, .close_to = -1};
    salvo_error err = {0};
    salvo_battle battle;
    salvo_duel duel;
    char range[64], label[512];

    split_options(p->a_words, "", text[0], own[0], &n_own[0]);
    split_options(p->b_words, "", text[1], own[1], &n_own[1]);
    split_options(field, "", text[2], common, &n_common);
    plan.army[0] = (salvo_army){.list = p->a, .words = own[0], .n_words = n_own[0]};
    plan.army[1] = (salvo_army){.list = p->b, .words = own[1], .n_words = n_own[1]};
    plan.words = common;
    plan.n_words = n_common;
    fight_it(&battle, &plan, &EXACT);

    char of_duel[32][64];
    split_options(p->a_words, "a-", of_duel, all, &n);
    split_options(p->b_words, "b-", of_duel, all, &n);
    split_options(field, "", of_duel, all, &n);
    snprintf(range, sizeof range, "range=%g", p->range);
    all[n++] = range;
    snprintf(label, sizeof label, "%s against %s, %s", p->a, p->b, field);
    if (salvo_duel_fight(&duel, &trr, p->a, p->b, all, n, &EXACT, &err) != SALVO_OK)
        fail_msg("%s: %s", label, err.text);
    assert_same_number(&battle.p_a.exact, &duel.p_a.exact, label);
    assert_same_number(&battle.p_b.exact, &duel.p_b.exact, label);
    assert_same_number(&battle.p_mutual.exact, &duel.p_mutual.exact, label);
    assert_same_number(&battle.p_undecided.exact, &duel.p_undecided.exact, label);
    assert_int_equal(battle.ends, duel.ends);
    if (duel.ends)
        assert_same_number(&battle.expected_turns.exact, &duel.expected_turns.exact, label);
    salvo_battle_free(&battle);
    salvo_duel_free(&duel);
}

static void one_against_one_is_the_duel(void **state)
{
    static const struct pair PAIRS[] = {
        {"german-hetzer", "american-m24-chaffee", 40, "", ""},
        {"german-tiger-i", "british-sherman-firefly", 75, "ammo=apcr aspect=flank", "strength=5 ammo=apds moving=yes"},
        {"german-pz-i", "soviet-is-iii", 60, "", "aspect=rear"},
        {"german-panther", "soviet-t34-85", 130, "concealment=dug-in camouflaged=yes", "concealment=wood strength=2"},
        {"german-pz-iv-h", "german-hetzer", 125, "strength=4", "strength=1"},
        {"american-sherman-m4", "german-tiger-i", 20, "", "moving=yes"},
        {"soviet-kv-i", "soviet-kv-i", 90, "", ""},
    };
    static const char *const APPLIED[] = {"firer", "target-easier", "target-harder", "none"};
    static const char *const OVER[] = {"five", "continue"}, *const MODEL[] = {"knockout", "graded"};
    char field[160];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(PAIRS); i++)
        for (int k = 0; k < 2 * 4 * 2 * 3; k++) {
            snprintf(field, sizeof field, "damage-model=%s damage-applies=%s over-10=%s first=%s", MODEL[k % 2],
                     APPLIED[k / 2 % 4], OVER[k / 8 % 2], FIRSTS[k / 16]);
            compare_with_duel(&PAIRS[i], field);
        }
}

static void what_cannot_be_is_refused(void **state)
{
    static const struct {
        const char *a, *word, *reason;
    } REFUSED[] = {
        {"German Hetzer (ammo=hvap)", NULL, "the German 75 mm L43/48 has none"},
        {"German Hetzer (strength=6)", NULL, "strength=6"},
        {"German Hetzer (cover=light)", NULL, "'light' is not a value of concealment"},
        {"Panhard 178 (going=impassable)", NULL, "going=impassable"},
        {"German Hetzer", "first=simultaneous", "first=simultaneous"},
        {"German Hetzer", "damage-model=half", "damage-model=half"},
        {"German Hetzer", "strength=2", "no parameter 'strength'"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(REFUSED); i++) {
        const salvo_battle_plan plan = {.army = {{.list = REFUSED[i].a}, {.list = "Tiger I"}},
                                        .words = &REFUSED[i].word,
                                        .n_words = REFUSED[i].word != NULL,
                                        .range = 50,
                                        .close_to = -1};
        salvo_error err = {0};
        salvo_battle battle;

        assert_int_equal(salvo_battle_fight(&battle, &trr, &plan, NULL, &err), SALVO_BAD_INPUT);
        if (!strstr(err.text, REFUSED[i].reason))
            fail_msg("'%s' is refused with: %s", REFUSED[i].a, err.text);
    }
}

int main(void)
{
    struct CMUnitTest tests[2 * COUNT_OF(CASES) + 2];
    size_t n = 0;

    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        tests[n++] = row_test(CASES[i].name, exact_is_by_the_book, &CASES[i]);
        tests[n++] = row_test(CASES[i].name, simulated_is_exact, &CASES[i]);
    }
    tests[n++] = row_test("one against one is the duel", one_against_one_is_the_duel, NULL);
    tests[n++] = row_test("what cannot be is refused", what_cannot_be_is_refused, NULL);
    return _cmocka_run_group_tests("battles of Ten Rounds Rapid", tests, n, open_book, close_book);
}
