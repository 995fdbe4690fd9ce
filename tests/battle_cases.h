/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Battles that are small enough to be counted, and fought by the book too: every policy, scenario and way to end. */
#ifndef SALVO_TESTS_BATTLE_CASES_H
#define SALVO_TESTS_BATTLE_CASES_H

#include <stdio.h>
#include <string.h>

#include <salvo/fight.h>

#include "support.h"

enum { SIDE_MAX = 8 };

static const struct battle_case {
    const char *name;
    const char *a[SIDE_MAX + 1], *b[SIDE_MAX + 1];
    double range;
    salvo_scenario scenario;
    salvo_targets targets_a, targets_b; /* SALVO_USUAL and SALVO_ACTS_USUAL: in order */
    salvo_acts acts_a, acts_b;
    const char *cover_a, *cover_b; /* NULL: none */
    int turns;
    double break_at, close_to; /* close_to 0: the ruleset's own */
    double halt_a, halt_b;     /* 0: none */
} BATTLE_CASES[] = {
#define TIGER   "german-tiger-i"
#define FIREFLY "british-sherman-firefly"
#define SHERMAN "us-sherman-m4a1"
#define GRANT   "british-m3-grant"
#define HETZER  "german-hetzer"
#define TRUCK   "generic-truck"
#define FOOT    "generic-infantry"
#define SUPPORT "generic-infantry-support"
    {.name = "two on two", .a = {TIGER, TIGER}, .b = {FIREFLY, FIREFLY}, .range = 750},
    {.name = "cover for one side", .a = {TIGER, TIGER}, .b = {FIREFLY, FIREFLY}, .range = 750, .cover_a = "normal"},
    {.name = "many on few", .a = {TIGER, TIGER}, .b = {SHERMAN, SHERMAN, SHERMAN, SHERMAN, FIREFLY}, .range = 1000},
    {.name = "the strongest first",
     .a = {TIGER, TIGER},
     .b = {SHERMAN, SHERMAN, FIREFLY},
     .range = 500,
     .targets_a = SALVO_STRONGEST,
     .targets_b = SALVO_STRONGEST},
    {.name = "the weakest first",
     .a = {TIGER, HETZER},
     .b = {SHERMAN, FIREFLY, SHERMAN},
     .range = 500,
     .targets_a = SALVO_WEAKEST,
     .targets_b = SALVO_WEAKEST},
    {.name = "fire is spread",
     .a = {TIGER, TIGER, HETZER},
     .b = {SHERMAN, FIREFLY, SHERMAN},
     .range = 500,
     .targets_a = SALVO_SPREAD,
     .targets_b = SALVO_SPREAD},
    {.name = "the best target",
     .a = {TIGER, TIGER},
     .b = {SHERMAN, FIREFLY, TRUCK},
     .range = 700,
     .targets_a = SALVO_BEST,
     .targets_b = SALVO_BEST},
    {.name = "the best acts",
     .a = {HETZER, TIGER},
     .b = {SHERMAN, FIREFLY, GRANT},
     .range = 700,
     .targets_a = SALVO_BEST,
     .targets_b = SALVO_BEST,
     .acts_a = SALVO_ACTS_BEST,
     .acts_b = SALVO_ACTS_BEST},
    {.name = "the best of the list's fire",
     .a = {HETZER, GRANT, TIGER},
     .b = {SHERMAN, FIREFLY},
     .range = 400,
     .targets_b = SALVO_SPREAD,
     .acts_a = SALVO_ACTS_BEST,
     .cover_a = "normal"},
    {.name = "the best of who have no price",
     .a = {SHERMAN, FOOT},
     .b = {TRUCK, "german-flakpz-iv-wirbelwind", FOOT},
     .range = 100,
     .targets_a = SALVO_BEST,
     .targets_b = SALVO_BEST,
     .acts_b = SALVO_ACTS_BEST},
    {.name = "a meeting of the best",
     .a = {HETZER, TIGER},
     .b = {SHERMAN, FIREFLY},
     .range = 1800,
     .scenario = SALVO_MEETING,
     .targets_a = SALVO_BEST,
     .targets_b = SALVO_BEST,
     .acts_a = SALVO_ACTS_BEST,
     .acts_b = SALVO_ACTS_BEST,
     .close_to = 200},
    {.name = "policies differ",
     .a = {TIGER, HETZER},
     .b = {SHERMAN, FIREFLY},
     .range = 700,
     .targets_a = SALVO_BEST,
     .targets_b = SALVO_SPREAD,
     .cover_b = "normal"},
    {.name = "several weapons",
     .a = {GRANT, GRANT},
     .b = {"german-pz-iii-j-to-m", "german-pz-iii-d"},
     .range = 300,
     .targets_b = SALVO_WEAKEST},
    {.name = "on foot", .a = {FOOT, FOOT, FOOT}, .b = {FOOT, TRUCK}, .range = 100},
    {.name = "an advance", .a = {SHERMAN, SHERMAN, SHERMAN}, .b = {TIGER}, .range = 1500, .scenario = SALVO_ADVANCE},
    {.name = "an advance of the slow and the fast",
     .a = {"us-hellcat-gmc-m18", "british-churchill-mk7-crocodile"},
     .b = {TIGER},
     .range = 1500,
     .scenario = SALVO_ADVANCE},
    {.name = "fixed guns are silent on the move",
     .a = {HETZER, HETZER},
     .b = {SHERMAN, SHERMAN},
     .range = 1000,
     .scenario = SALVO_ADVANCE,
     .close_to = 500},
    {.name = "a meeting",
     .a = {TIGER, TIGER},
     .b = {FIREFLY, SHERMAN, SHERMAN},
     .range = 2000,
     .scenario = SALVO_MEETING},
    {.name = "a meeting with fixed guns",
     .a = {HETZER, TIGER},
     .b = {FIREFLY, SHERMAN},
     .range = 1800,
     .scenario = SALVO_MEETING,
     .targets_a = SALVO_WEAKEST,
     .targets_b = SALVO_BEST,
     .close_to = 200},
    {.name = "fixed guns halt in time",
     .a = {HETZER, HETZER},
     .b = {SHERMAN, SHERMAN},
     .range = 1000,
     .scenario = SALVO_ADVANCE,
     .halt_a = 750},
    {.name = "who halts and who comes on",
     .a = {HETZER, "us-hellcat-gmc-m18"},
     .b = {FIREFLY, SHERMAN},
     .range = 1800,
     .scenario = SALVO_MEETING,
     .halt_a = 1100,
     .halt_b = 500},
    {.name = "the defender never moves",
     .a = {TIGER, SHERMAN},
     .b = {FIREFLY, "british-churchill-mk7-crocodile"},
     .range = 1500,
     .scenario = SALVO_MEETING,
     .targets_a = SALVO_WEAKEST,
     .close_to = 350,
     .halt_a = 400,
     .halt_b = 2000},
    {.name = "three turns", .a = {TIGER, TIGER}, .b = {FIREFLY, FIREFLY, SHERMAN}, .range = 1000, .turns = 3},
    {.name = "an advance broken off",
     .a = {SHERMAN, SHERMAN, SHERMAN},
     .b = {TIGER},
     .range = 1500,
     .scenario = SALVO_ADVANCE,
     .turns = 4},
    {.name = "half are enough", .a = {TIGER, TIGER}, .b = {FIREFLY, SHERMAN}, .range = 350, .break_at = 0.5},
    {.name = "a third is enough",
     .a = {TIGER, TIGER, TIGER},
     .b = {SHERMAN, SHERMAN, SHERMAN, SHERMAN},
     .range = 750,
     .targets_a = SALVO_SPREAD,
     .break_at = 0.33},
    {.name = "spread, and some of the weapons out of range",
     .a = {SUPPORT, SUPPORT, SUPPORT, SUPPORT},
     .b = {"german-pz-i", "german-pz-ii-l-luchs"},
     .range = 500,
     .targets_a = SALVO_SPREAD},
    {.name = "a stalemate of the rest", .a = {TRUCK, HETZER}, .b = {TIGER, TRUCK}, .range = 500},
};

static inline void list_of(char *text, size_t size, const char *const *ids)
{
    size_t used = 0;

    for (; *ids; ids++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", *ids);
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
    const char *const covers[2] = {c->cover_a, c->cover_b};
    const salvo_targets targets[2] = {c->targets_a, c->targets_b};
    const salvo_acts acts[2] = {c->acts_a, c->acts_b};
    const double halts[2] = {c->halt_a, c->halt_b};

    t->plan = (salvo_battle_plan){.range = c->range,
                                  .scenario = c->scenario,
                                  .close_to = c->close_to > 0 ? c->close_to : -1,
                                  .turns = c->turns,
                                  .break_at = c->break_at};
    for (int s = 0; s < 2; s++) {
        list_of(t->lists[s], sizeof t->lists[s], ids[s]);
        snprintf(t->covers[s], sizeof t->covers[s], "cover=%s", covers[s] ? covers[s] : "none");
        t->words[s] = t->covers[s];
        t->plan.army[s] = (salvo_army){.list = t->lists[s],
                                       .words = &t->words[s],
                                       .n_words = 1,
                                       .targets = targets[s],
                                       .acts = acts[s],
                                       .halt = halts[s]};
    }
    plan_in_order(&t->plan);
}

#endif
