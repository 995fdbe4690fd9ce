/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules for an army as a whole that a book could print: their subject, and the share of an army that it covers. With
 * its effect x, a rule multiplies the price of an army by 1 + x share. The effects of several rules add up. */
#ifndef SALVO_POINTS_ARMY_RULES_H
#define SALVO_POINTS_ARMY_RULES_H

#include "points/unit_pool.h"

enum { ARMY_RULES_MAX = 24 };

typedef struct army {
    uint32_t kind[SALVO_ARMY_KINDS_MAX]; /* places in the unit pool, each of them once */
    int count[SALVO_ARMY_KINDS_MAX];
    int n_kinds;
} army;

/* Returns the number of its elements. */
int army_size(const army *a);

typedef enum {
    ABOUT_BEYOND,   /* units beyond the n-th of a kind: their share of the cost */
    ABOUT_SIZE,     /* elements beyond the n-th: their number */
    ABOUT_ONE_KIND, /* 1 for an army of one kind */
    ABOUT_TOUGH,    /* doublings of the elements' average strength over the list's average */
    ABOUT_LOPSIDED, /* doublings or halvings of its strength for its points against that of the list */
    ABOUT_MIXED,    /* doublings from its cheapest to its most expensive unit */
    ABOUT_WITHOUT,  /* 1 for an army without any unit of the group */
    ABOUT_ONLY,     /* 1 for an army of the group only */
} army_rule_about;

typedef struct army_rule {
    army_rule_about about;
    int n;
    const char *column, *group; /* a column of the units table, and its text: "mobility", "foot"; or NULL */
    const bool *is_member;      /* of the group, by place in the unit pool */
    const unit_pool *pool;      /* borrowed */
    double effect;
} army_rule;

typedef struct army_rules {
    army_rule of[ARMY_RULES_MAX];
    size_t n;
} army_rules;

/* Lists all candidate rules, without effects. Groups are the different words in columns of the units table. Memory is
 * the arena's. */
salvo_status army_rules_list(army_rules *to, const unit_pool *pool, salvo_arena *memory, salvo_error *err);

/* Returns the share of the army that the rule covers, at these prices. */
double army_rule_share(const army_rule *rule, const army *a, const double *prices);

/* Returns 1 plus all effects on the army; `rules` may be NULL. */
double army_rules_factor(const army_rules *rules, const army *a, const double *prices);

/* Describes the rule with its effect: "each unit beyond the third of a kind costs 10 % less". NULL if memory is out. */
const char *army_rule_words(const army_rule *rule, double effect, salvo_arena *memory);

#endif
