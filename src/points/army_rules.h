/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules for the army as a whole that a book could print: what they are about, and what share of an army that is. With
 * its effect x, a rule multiplies the price of an army by 1 + x share; the effects of several rules add up. */
#ifndef SALVO_POINTS_ARMY_RULES_H
#define SALVO_POINTS_ARMY_RULES_H

#include "points/unit_pool.h"

enum { ARMY_RULES_MAX = 24 };

typedef struct army {
    uint32_t kind[SALVO_ARMY_KINDS_MAX]; /* places in the unit pool, each once */
    int count[SALVO_ARMY_KINDS_MAX];
    int n_kinds;
} army;

typedef enum {
    ABOUT_BEYOND,   /* units beyond the n-th of a kind: their part of the cost */
    ABOUT_SIZE,     /* elements beyond the n-th: their number */
    ABOUT_ONE_KIND, /* 1 for an army of one kind */
    ABOUT_TOUGH,    /* doublings of the average strength of its elements beyond that of the list */
    ABOUT_LOPSIDED, /* doublings or halvings of its strength for its points against that of the list */
    ABOUT_MIXED,    /* doublings from its cheapest to its dearest unit */
    ABOUT_WITHOUT,  /* 1 for an army without any unit of the group */
    ABOUT_ONLY,     /* 1 for an army of the group alone */
} army_rule_about;

typedef struct army_rule {
    army_rule_about about;
    int n;
    const char *column, *group; /* of the units table, and what it says: "mobility", "foot"; or NULL */
    const bool *is_member;      /* of the group, by place in the unit pool */
    const unit_pool *m;         /* borrowed */
    double effect;
} army_rule;

typedef struct army_rules {
    army_rule of[ARMY_RULES_MAX];
    size_t n;
} army_rules;

/* All rules that there might be, without effects. Groups are what the columns of words in the units table tell apart.
 * Memory is the arena's. */
salvo_status army_rules_list(army_rules *to, const unit_pool *m, salvo_arena *memory, salvo_error *err);

/* The share of the army that the rule is about, at these prices. */
double army_rule_share(const army_rule *rule, const army *a, const double *prices);

/* 1 and all effects on the army; `rules` may be NULL. */
double army_rules_factor(const army_rules *rules, const army *a, const double *prices);

/* The rule in words with its effect: "each unit beyond the third of a kind costs 10 % less"; NULL when memory is out. */
const char *army_rule_words(const army_rule *rule, double effect, salvo_arena *memory);

#endif
