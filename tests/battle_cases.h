/* Battles that are small enough to be counted, and fought by the book too: every policy, scenario and way to end. */
#ifndef SALVO_TESTS_BATTLE_CASES_H
#define SALVO_TESTS_BATTLE_CASES_H

#include <stdio.h>
#include <string.h>

#include <salvo/fight.h>

enum { SIDE_MAX = 8 };

static const struct battle_case {
    const char *name;
    const char *a[SIDE_MAX + 1], *b[SIDE_MAX + 1];
    double range;
    const char *scenario, *targets_a, *targets_b, *cover_a, *cover_b;
    int turns;
    double break_at, close_to;
} BATTLE_CASES[] = {
#define TIGER   "german-tiger-i"
#define FIREFLY "british-sherman-firefly"
#define SHERMAN "us-sherman-m4a1"
#define GRANT   "british-m3-grant"
#define HETZER  "german-hetzer"
#define TRUCK   "generic-truck"
#define FOOT    "generic-infantry"
#define SUPPORT "generic-infantry-support"
    {"two on two", {TIGER, TIGER}, {FIREFLY, FIREFLY}, 750, "hold", "nearest", "nearest", "none", "none", 0, 0, -1},
    {"cover for one side",
     {TIGER, TIGER},
     {FIREFLY, FIREFLY},
     750,
     "hold",
     "nearest",
     "nearest",
     "normal",
     "none",
     0,
     0,
     -1},
    {"many on few",
     {TIGER, TIGER},
     {SHERMAN, SHERMAN, SHERMAN, SHERMAN, FIREFLY},
     1000,
     "hold",
     "nearest",
     "nearest",
     "none",
     "none",
     0,
     0,
     -1},
    {"the strongest first",
     {TIGER, TIGER},
     {SHERMAN, SHERMAN, FIREFLY},
     500,
     "hold",
     "strongest",
     "strongest",
     "none",
     "none",
     0,
     0,
     -1},
    {"the weakest first",
     {TIGER, HETZER},
     {SHERMAN, FIREFLY, SHERMAN},
     500,
     "hold",
     "weakest",
     "weakest",
     "none",
     "none",
     0,
     0,
     -1},
    {"fire is spread",
     {TIGER, TIGER, HETZER},
     {SHERMAN, FIREFLY, SHERMAN},
     500,
     "hold",
     "spread",
     "spread",
     "none",
     "none",
     0,
     0,
     -1},
    {"the best target",
     {TIGER, TIGER},
     {SHERMAN, FIREFLY, TRUCK},
     700,
     "hold",
     "best",
     "best",
     "none",
     "none",
     0,
     0,
     -1},
    {"policies differ", {TIGER, HETZER}, {SHERMAN, FIREFLY}, 700, "hold", "best", "spread", "none", "normal", 0, 0, -1},
    {"several weapons",
     {GRANT, GRANT},
     {"german-pz-iii-j-to-m", "german-pz-iii-d"},
     300,
     "hold",
     "nearest",
     "weakest",
     "none",
     "none",
     0,
     0,
     -1},
    {"on foot", {FOOT, FOOT, FOOT}, {FOOT, TRUCK}, 100, "hold", "nearest", "nearest", "none", "none", 0, 0, -1},
    {"an advance",
     {SHERMAN, SHERMAN, SHERMAN},
     {TIGER},
     1500,
     "advance",
     "nearest",
     "nearest",
     "none",
     "none",
     0,
     0,
     -1},
    {"an advance of the slow and the fast",
     {"us-hellcat-gmc-m18", "british-churchill-mk7-crocodile"},
     {TIGER},
     1500,
     "advance",
     "nearest",
     "nearest",
     "none",
     "none",
     0,
     0,
     -1},
    {"fixed guns are silent on the move",
     {HETZER, HETZER},
     {SHERMAN, SHERMAN},
     1000,
     "advance",
     "nearest",
     "nearest",
     "none",
     "none",
     0,
     0,
     500},
    {"a meeting",
     {TIGER, TIGER},
     {FIREFLY, SHERMAN, SHERMAN},
     2000,
     "meeting",
     "nearest",
     "nearest",
     "none",
     "none",
     0,
     0,
     -1},
    {"a meeting with fixed guns",
     {HETZER, TIGER},
     {FIREFLY, SHERMAN},
     1800,
     "meeting",
     "weakest",
     "best",
     "none",
     "none",
     0,
     0,
     200},
    {"three turns",
     {TIGER, TIGER},
     {FIREFLY, FIREFLY, SHERMAN},
     1000,
     "hold",
     "nearest",
     "nearest",
     "none",
     "none",
     3,
     0,
     -1},
    {"an advance broken off",
     {SHERMAN, SHERMAN, SHERMAN},
     {TIGER},
     1500,
     "advance",
     "nearest",
     "nearest",
     "none",
     "none",
     4,
     0,
     -1},
    {"half are enough",
     {TIGER, TIGER},
     {FIREFLY, SHERMAN},
     350,
     "hold",
     "nearest",
     "nearest",
     "none",
     "none",
     0,
     0.5,
     -1},
    {"a third is enough",
     {TIGER, TIGER, TIGER},
     {SHERMAN, SHERMAN, SHERMAN, SHERMAN},
     750,
     "hold",
     "spread",
     "nearest",
     "none",
     "none",
     0,
     0.33,
     -1},
    {"spread, and some of the weapons out of range",
     {SUPPORT, SUPPORT, SUPPORT, SUPPORT},
     {"german-pz-i", "german-pz-ii-l-luchs"},
     500,
     "hold",
     "spread",
     "nearest",
     "none",
     "none",
     0,
     0,
     -1},
    {"a stalemate of the rest",
     {TRUCK, HETZER},
     {TIGER, TRUCK},
     500,
     "hold",
     "nearest",
     "nearest",
     "none",
     "none",
     0,
     0,
     -1},
};

static inline void list_of(char *text, size_t size, const char *const *ids)
{
    size_t used = 0;

    for (; *ids; ids++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", *ids);
}

static inline int place_of(const char *name, const char *const *names)
{
    int i = 0;

    while (strcmp(names[i], name) != 0)
        i++;
    return i;
}

/* A case as a plan, with what it points at. */
typedef struct battle_text {
    char lists[2][256], covers[2][64];
    const char *words[2];
    salvo_battle_plan plan;
} battle_text;

static inline void battle_plan_of(battle_text *t, const struct battle_case *c)
{
    const char *const *ids[2] = {c->a, c->b};
    const char *const covers[2] = {c->cover_a, c->cover_b}, *const targets[2] = {c->targets_a, c->targets_b};

    t->plan =
        (salvo_battle_plan){.range = c->range, .close_to = c->close_to, .turns = c->turns, .break_at = c->break_at};
    t->plan.scenario = (salvo_scenario)place_of(c->scenario, SALVO_SCENARIOS);
    for (int s = 0; s < 2; s++) {
        list_of(t->lists[s], sizeof t->lists[s], ids[s]);
        snprintf(t->covers[s], sizeof t->covers[s], "cover=%s", covers[s]);
        t->words[s] = t->covers[s];
        t->plan.army[s] =
            (salvo_army){t->lists[s], &t->words[s], 1, (salvo_targets)place_of(targets[s], SALVO_TARGETS)};
    }
}

#endif
