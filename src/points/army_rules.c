/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Candidates use what every rulebook has: kinds, numbers, and columns of text in the units table that sort units into
 * few groups. */
#include "points/army_rules.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rules/parse.h"

/* A column with more different words distinguishes units rather than groups. */
enum { GROUPS_MAX = 6 };
static const int BEYOND[] = {1, 2, 3, 4}, SIZES[] = {1, 4, 6, 8};

/* More candidates are dropped: two dozen are enough to find the few that matter. */
static void put_rule(army_rules *to, army_rule rule)
{
    if (to->n < ARMY_RULES_MAX)
        to->of[to->n++] = rule;
}

/* Adds the candidates that apply to any army in any rulebook. */
static void put_numbers(army_rules *to, const unit_pool *pool)
{
    static const army_rule_about OF_STRENGTH[] = {ABOUT_TOUGH, ABOUT_LOPSIDED, ABOUT_MIXED};

    for (size_t i = 0; i < sizeof BEYOND / sizeof *BEYOND; i++)
        put_rule(to, (army_rule){.about = ABOUT_BEYOND, .n = BEYOND[i]});
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++)
        put_rule(to, (army_rule){.about = ABOUT_SIZE, .n = SIZES[i]});
    put_rule(to, (army_rule){.about = ABOUT_ONE_KIND});
    for (size_t i = 0; i < sizeof OF_STRENGTH / sizeof *OF_STRENGTH; i++)
        put_rule(to, (army_rule){.about = OF_STRENGTH[i], .pool = pool});
}

/* Returns the number of different words in a column; 0 if it does not sort units into groups. */
static size_t words_of(const unit_pool *pool, const salvo_table *table, const char *column,
                       const char *words[GROUPS_MAX])
{
    size_t n = 0;

    for (size_t u = 0; u < pool->n; u++) {
        const char *word = salvo_table_text(table, pool->units[u].unit, column);
        double number;
        size_t k = 0;

        /* A number is a quantity and not a group; an empty cell leaves its unit without a group. */
        if (!word || !*word || salvo_number_parse(word, &number))
            return 0;
        while (k < n && strcmp(words[k], word) != 0)
            k++;
        if (k == GROUPS_MAX)
            return 0;
        if (k == n)
            words[n++] = word;
    }
    return n > 1 ? n : 0;
}

/* Adds both directions: armies without the group, and armies with nothing else. */
static salvo_status put_group(army_rules *to, const unit_pool *pool, const salvo_table *table, const char *column,
                              const char *word, salvo_arena *memory, salvo_error *err)
{
    bool *is_member = salvo_arena_array(memory, pool->n, sizeof *is_member);
    army_rule rule = {.about = ABOUT_WITHOUT, .column = column, .group = word, .is_member = is_member};

    if (!is_member)
        return salvo_fail_memory(err);
    for (size_t u = 0; u < pool->n; u++)
        is_member[u] = strcmp(salvo_table_text(table, pool->units[u].unit, column), word) == 0;
    put_rule(to, rule);
    rule.about = ABOUT_ONLY;
    put_rule(to, rule);
    return SALVO_OK;
}

/* Nations are not groups: army rules are about the composition of armies. */
static bool is_sorting(const char *column)
{
    static const char *const NAMES[] = {"id", "name", "nation", "note", "notes"};

    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (strcmp(column, NAMES[i]) == 0)
            return false;
    return true;
}

salvo_status army_rules_list(army_rules *to, const unit_pool *pool, salvo_arena *memory, salvo_error *err)
{
    const salvo_table *table = salvo_store_table(&pool->book->store, pool->adapter->element->parameters[0].table);
    salvo_status status = SALVO_OK;

    *to = (army_rules){.n = 0};
    put_numbers(to, pool);
    /* A second table of units, such as a user's own, has its own columns. Then there are no groups. */
    for (size_t u = 0; table && u < pool->n; u++)
        if (pool->units[u].unit >= table->n_rows)
            table = NULL;
    for (size_t c = 0; table && c < table->n_columns; c++) {
        const char *column = table->header[c].text, *words[GROUPS_MAX];
        const size_t n = is_sorting(column) ? words_of(pool, table, column, words) : 0;

        for (size_t i = 0; i < n && status == SALVO_OK; i++)
            status = put_group(to, pool, table, column, words[i], memory, err);
    }
    return status;
}

/* Returns how many of the army's kinds are in the group. */
static int members_in(const army_rule *rule, const army *a)
{
    int n = 0;

    for (int k = 0; k < a->n_kinds; k++)
        n += rule->is_member[a->kind[k]];
    return n;
}

int army_size(const army *a)
{
    int n = 0;

    for (int k = 0; k < a->n_kinds; k++)
        n += a->count[k];
    return n;
}

/* The share is by cost and not by number: the rule is about the cost of the units beyond the limit. */
static double share_beyond(const army_rule *rule, const army *a, const double *prices)
{
    double all = 0, beyond = 0;

    for (int k = 0; k < a->n_kinds; k++) {
        all += a->count[k] * prices[a->kind[k]];
        beyond += fmax(0, a->count[k] - rule->n) * prices[a->kind[k]];
    }
    return beyond / all;
}

/* Returns the average of all units, with which armies are compared. */
static double strength_of_list(const unit_pool *pool)
{
    double sum = 0;

    for (size_t u = 0; u < pool->n; u++)
        sum += pool->units[u].in->full;
    return fmax(sum, 1) / (double)pool->n;
}

/* A unit without strength points is destroyed by one hit, so it counts as 1. */
static double strength_of(const unit_pool *pool, const army *a)
{
    double sum = 0;

    for (int k = 0; k < a->n_kinds; k++)
        sum += a->count[k] * fmax(pool->units[a->kind[k]].in->full, 1);
    return sum;
}

/* Armies with much strength for their points and those with little are both hard to price by a sum. */
static double share_lopsided(const unit_pool *pool, const army *a, const double *prices)
{
    double points = 0, of_list = 0;

    for (int k = 0; k < a->n_kinds; k++)
        points += a->count[k] * prices[a->kind[k]];
    for (size_t u = 0; u < pool->n; u++)
        of_list += prices[u] / (double)pool->n;
    return fabs(log2(strength_of(pool, a) / points / (strength_of_list(pool) / of_list)));
}

/* The share counts doublings, so that the rule means the same for cheap lists and expensive ones. */
static double share_mixed(const army *a, const double *prices)
{
    double least = INFINITY, greatest = 0;

    for (int k = 0; k < a->n_kinds; k++) {
        least = fmin(least, prices[a->kind[k]]);
        greatest = fmax(greatest, prices[a->kind[k]]);
    }
    return log2(greatest / least);
}

double army_rule_share(const army_rule *rule, const army *a, const double *prices)
{
    switch (rule->about) {
    case ABOUT_BEYOND:
        return share_beyond(rule, a, prices);
    case ABOUT_SIZE:
        return fmax(0, army_size(a) - rule->n);
    case ABOUT_ONE_KIND:
        return a->n_kinds == 1;
    case ABOUT_TOUGH:
        return log2(strength_of(rule->pool, a) / army_size(a) / strength_of_list(rule->pool));
    case ABOUT_LOPSIDED:
        return share_lopsided(rule->pool, a, prices);
    case ABOUT_MIXED:
        return share_mixed(a, prices);
    case ABOUT_WITHOUT:
        return members_in(rule, a) == 0;
    case ABOUT_ONLY:
        return members_in(rule, a) == a->n_kinds;
    }
    return 0;
}

double army_rules_factor(const army_rules *rules, const army *a, const double *prices)
{
    double factor = 1;

    for (size_t r = 0; rules && r < rules->n; r++)
        factor += rules->of[r].effect * army_rule_share(&rules->of[r], a, prices);
    return fmax(factor, 0.05); /* as in the value model */
}

const char *army_rule_words(const army_rule *rule, double effect, salvo_arena *memory)
{
    static const char *const ORDINALS[] = {"",      "first", "second",  "third", "fourth",
                                           "fifth", "sixth", "seventh", "eighth"};
    const char *more = effect < 0 ? "less" : "more";
    const double percent = 100 * fabs(effect);

    switch (rule->about) {
    case ABOUT_BEYOND:
        return salvo_arena_printf(memory, "each unit beyond the %s of a kind costs %.1f %% %s", ORDINALS[rule->n],
                                  percent, more);
    case ABOUT_SIZE:
        return salvo_arena_printf(memory, "an army costs %.1f %% %s for each element beyond the %s", percent, more,
                                  ORDINALS[rule->n]);
    case ABOUT_ONE_KIND:
        return salvo_arena_printf(memory, "an army of a single kind costs %.1f %% %s", percent, more);
    case ABOUT_TOUGH:
        return salvo_arena_printf(memory,
                                  "an army costs %.1f %% %s for each doubling of its elements' average strength "
                                  "beyond %.3g, and the reverse for each halving",
                                  percent, more, strength_of_list(rule->pool));
    case ABOUT_LOPSIDED:
        return salvo_arena_printf(memory,
                                  "an army costs %.1f %% %s for each doubling or halving of its strength per point "
                                  "against the list's",
                                  percent, more);
    case ABOUT_MIXED:
        return salvo_arena_printf(
            memory, "an army costs %.1f %% %s for each doubling from its cheapest to its dearest unit", percent, more);
    case ABOUT_WITHOUT:
        return salvo_arena_printf(memory, "an army without any unit of %s %s costs %.1f %% %s", rule->column,
                                  rule->group, percent, more);
    case ABOUT_ONLY:
        return salvo_arena_printf(memory, "an army of %s %s alone costs %.1f %% %s", rule->column, rule->group, percent,
                                  more);
    }
    return NULL;
}
