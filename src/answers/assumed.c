/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "answers/assumed.h"

#include <math.h>
#include <string.h>

#include "answers/lines_words.h"
#include "answers/policy_words.h"
#include "base/phrase.h"
#include "claims/other_choices.h"

enum { SIDE_A, SIDE_B, N_SIDES, BOTH = N_SIDES };

enum { NAMES_MAX = 2 };

/* One line of the list: its text; the words of the command line that say the same; the rulings that it follows. If no
 * single value holds for both sides, `names` has the names of parameters. */
typedef struct line {
    salvo_text says, words;
    const char *names[NAMES_MAX], *rulings; /* or NULL */
} line;

static void free_line(line *l)
{
    salvo_text_free(&l->says);
    salvo_text_free(&l->words);
}

static void put_words(line *l, const char *option, const char *value)
{
    salvo_text_add(&l->words, "%s%s %s", l->words.length ? " " : "", option, value);
}

static void put_number(line *l, const char *option, double value)
{
    salvo_text_add(&l->words, "%s%s %.15g", l->words.length ? " " : "", option, value);
}

static const salvo_battle_adapter *adapter_of(const salvo_battle *battle)
{
    return battle->book->ruleset->battle;
}

/* The choice of targets. */

static price_use price_use_of(const salvo_battle *battle, int side)
{
    const salvo_battle_side *enemy = &battle->side[!side];
    size_t priced = 0;

    for (size_t k = 0; k < enemy->n_kinds; k++)
        priced += enemy->kinds[k].price >= 0;
    return priced == enemy->n_kinds ? ALL_PRICED : priced ? SOME_PRICED : NONE_PRICED;
}

static bool targets_are_alike(const salvo_battle *battle)
{
    const salvo_targets policy = battle->side[SIDE_A].targets;

    return targets_matter(battle, SIDE_A) && targets_matter(battle, SIDE_B) && battle->side[SIDE_B].targets == policy &&
           (policy != SALVO_STRONGEST || price_use_of(battle, SIDE_A) == price_use_of(battle, SIDE_B));
}

static void put_targets(line *l, const salvo_battle *battle, int side)
{
    static const char *const WHO[] = {"a fires ", "b fires ", "both sides fire "};
    static const char *const LISTS[] = {"b's list", "a's list", "the enemy's list"};
    static const char *const OPTIONS[] = {"--targets-a", "--targets-b", "--targets"};
    const int told = side == BOTH ? SIDE_A : side;
    const salvo_targets policy = battle->side[told].targets;

    if (targets_are_alike(battle) != (side == BOTH) || !targets_matter(battle, told))
        return;
    salvo_text_put(&l->says, WHO[side]);
    put_aim(&l->says, policy, price_use_of(battle, told), LISTS[side], side == BOTH ? "their" : "its");
    put_words(l, OPTIONS[side], SALVO_TARGETS[policy]);
}

/* The choice of the element that acts next. */

static bool acts_are_alike(const salvo_battle *battle)
{
    return acts_matter(battle, SIDE_A) && acts_matter(battle, SIDE_B) &&
           battle->side[SIDE_A].acts == battle->side[SIDE_B].acts;
}

static void put_acts(line *l, const salvo_battle *battle, int side)
{
    static const char *const WHO[] = {"on side a, ", "on side b, ", "on each side, "};
    static const char *const OPTIONS[] = {"--acts-a", "--acts-b", "--acts"};
    const int told = side == BOTH ? SIDE_A : side;
    const salvo_acts policy = battle->side[told].acts;

    if (acts_are_alike(battle) != (side == BOTH) || !acts_matter(battle, told))
        return;
    if (policy == SALVO_ACTS_BEST)
        salvo_text_add(&l->says, "%sthe element whose fire is worth most acts next", WHO[side]);
    else
        salvo_text_add(&l->says, "%sthe first in the list that has not acted yet acts next", WHO[side]);
    put_words(l, OPTIONS[side], SALVO_ACTS[policy]);
}

/* If a throw or a card decides it, the line is left out, because the rulebook sets it. */
static void put_beginner(line *l, const salvo_battle *battle, int side)
{
    (void)side;
    if (battle->acts_first == SALVO_FIRST_A || battle->acts_first == SALVO_FIRST_B)
        salvo_text_add(&l->says, "%s begins every turn", SALVO_ACTS_FIRST[battle->acts_first]);
}

/* Movement, and the halts of lines. */

static void put_halt_words(line *l, const salvo_battle *battle)
{
    static const char *const OPTIONS[] = {"--halt-a", "--halt-b"};

    for (int s = 0; s < N_SIDES; s++)
        if (battle->side[s].halt > 0)
            put_number(l, OPTIONS[s], battle->side[s].halt);
}

static void put_lines(line *l, const salvo_battle *battle, int side)
{
    const salvo_scenario scenario = battle->plan->scenario;

    (void)side;
    put_lines_moves(&l->says, battle);
    put_words(l, "--scenario", SALVO_SCENARIOS[scenario]);
    if (scenario != SALVO_HOLD)
        put_number(l, "--close-to", battle->close_to);
    put_halt_words(l, battle);
}

/* When a side gives up. */

static bool has_limits(const salvo_battle_side *side)
{
    return side->defeat_at[SALVO_WORN] || side->defeat_at[SALVO_OUT];
}

static bool limits_are_alike(const salvo_battle *battle)
{
    const salvo_battle_side *a = &battle->side[SIDE_A], *b = &battle->side[SIDE_B];

    return a->count == b->count && a->defeat_at[SALVO_WORN] == b->defeat_at[SALVO_WORN] &&
           a->defeat_at[SALVO_OUT] == b->defeat_at[SALVO_OUT];
}

static void put_limit(line *l, const salvo_battle_side *side, salvo_defeat by, const char *what)
{
    const int at = side->defeat_at[by];

    if (at)
        salvo_text_add(&l->says, "%s%d %s%s", by == SALVO_OUT && side->defeat_at[SALVO_WORN] ? ", or with " : "", at,
                       what, at > side->count ? " (more than it has, so never)" : "");
}

/* The parameter can state a number of elements only if it is the same for both sides. */
static void put_limit_words(line *l, const salvo_battle_side *side, salvo_defeat by, const char *key)
{
    if (side->defeat_at[by] && key)
        salvo_text_add(&l->words, "%s%s=%d", l->words.length ? " " : "", key, side->defeat_at[by]);
}

static void put_limits(line *l, const salvo_battle *battle, int side)
{
    static const char *const WHO[] = {"a", "b", "either side"};
    const salvo_battle_words *words = adapter_of(battle)->words;
    const salvo_battle_side *told = &battle->side[side == BOTH ? SIDE_A : side];

    if (limits_are_alike(battle) != (side == BOTH) || !has_limits(told))
        return;
    salvo_text_add(&l->says, "%s (%s) is beaten with ", WHO[side],
                   salvo_counted((uint64_t)told->count, "element").text);
    put_limit(l, told, SALVO_WORN, words->worn ? words->worn : "worn");
    put_limit(l, told, SALVO_OUT, words->out ? words->out : "out of the fight");
    l->rulings = words->limit_rulings;
    if (side != BOTH) {
        l->names[0] = words->worn_key;
        l->names[1] = words->out_key;
        return;
    }
    put_limit_words(l, told, SALVO_WORN, words->worn_key);
    put_limit_words(l, told, SALVO_OUT, words->out_key);
}

/* A side of one element has no survivors when it gives up, so breaking off makes no difference. */
static bool may_break(const salvo_battle *battle)
{
    return battle->side[SIDE_A].count > 1 || battle->side[SIDE_B].count > 1;
}

/* Returns whether only the limit of turns can end it before a side has no survivors. */
static bool goes_on(const salvo_battle *battle)
{
    return !has_limits(&battle->side[SIDE_A]) && !has_limits(&battle->side[SIDE_B]) &&
           (battle->plan->break_at <= 0 || !may_break(battle));
}

static void put_breaking(line *l, const salvo_battle *battle, int side)
{
    const salvo_battle_side *a = &battle->side[SIDE_A], *b = &battle->side[SIDE_B];
    const double share = battle->plan->break_at;

    (void)side;
    if (share <= 0 || !may_break(battle))
        return;
    salvo_text_add(
        &l->says,
        "a side that has lost %g %% of its elements at the end of a turn withdraws and is beaten: %d of a's %d, %d "
        "of b's %d",
        100 * share, a->defeat_at[SALVO_WITHDRAWN], a->count, b->defeat_at[SALVO_WITHDRAWN], b->count);
    put_number(l, "--break-at", share);
}

/* The limit of turns; or, if nothing else ends a battle, that fact. */
static void put_end(line *l, const salvo_battle *battle, int side)
{
    const bool whole = goes_on(battle);

    (void)side;
    if (whole && may_break(battle))
        put_number(l, "--break-at", 0);
    if (battle->turn_limit == 0) {
        salvo_text_put(&l->says, whole ? "the battle continues until a side has no survivors, without a limit of "
                                         "turns"
                                       : "the number of turns is not limited");
        put_words(l, "--turns", "unlimited");
        return;
    }
    salvo_text_add(&l->says, "%safter %s it ends undecided",
                   whole ? "the battle continues until a side has no survivors; " : "",
                   salvo_counted((uint64_t)battle->turn_limit, "turn").text);
    put_number(l, "--turns", (double)battle->turn_limit);
}

/* The effect of other policies. */

/* Puts "1", "fewer than 1" or "all"; "about 1" for a short simulation, which cannot prove that there are none. */
static void put_of_a_hundred(salvo_text *text, double p, bool exact, const char *about)
{
    if (exact && (p <= 0 || p >= 1))
        salvo_text_put(text, p <= 0 ? "none" : "all");
    else if (p < 0.01 || p > 0.99)
        salvo_text_put(text, p < 0.01 ? "fewer than 1" : "more than 99");
    else
        salvo_text_add(text, "%s%.0f", about, 100 * p);
}

static void put_choice(salvo_text *text, const other_choice *choice, const char *between)
{
    if (choice->targets != SALVO_USUAL)
        salvo_text_add(text, "%s with --targets %s ", between, SALVO_TARGETS[choice->targets]);
    else
        salvo_text_add(text, "%s with --acts %s ", between, SALVO_ACTS[choice->acts]);
    put_of_a_hundred(text, choice->p_a, choice->trials == 0, choice->trials ? "about " : "");
}

static uint64_t fewest_trials(const other_choices *of)
{
    uint64_t fewest = 0;

    for (size_t i = 0; i < of->n; i++)
        if (of->tried[i].trials && (!fewest || of->tried[i].trials < fewest))
            fewest = of->tried[i].trials;
    return fewest;
}

static const char *open_words(const other_choices *of)
{
    return of->of_targets && of->of_acts ? "--targets or --acts" : of->of_targets ? "--targets" : "--acts";
}

/* A bound above a quarter of all battles is not worth a line. */
static const double BOUND_MAX = 0.25;

static void put_found(salvo_text *text, const salvo_battle *battle, const other_choices *of)
{
    const other_choice *least = least_choice(of, false), *most = most_choice(of, false);

    if (least || most) {
        salvo_text_put(text, "a wins ");
        put_of_a_hundred(text, of->p_a, battle->answer.exact, "");
        salvo_text_put(text, " of 100 battles");
        if (least)
            put_choice(text, least, ";");
        if (most)
            put_choice(text, most, least ? "," : ";");
    } else if (of->change <= 0)
        salvo_text_add(text, "no other %s changes how often a wins", open_words(of));
    else if (of->change <= BOUND_MAX)
        salvo_text_add(text, "a's wins change by at most %.0f of 100 battles with any other %s",
                       ceil(100 * of->change - 1e-9), open_words(of));
    else
        return;
    if (fewest_trials(of))
        salvo_text_add(text, " (%llu simulated battles each)", (unsigned long long)fewest_trials(of));
}

static void put_other_choices(line *l, const salvo_battle *battle, int side)
{
    const other_choices *found = other_choices_of(battle, &l->says.failed);

    (void)side;
    if (found)
        put_found(&l->says, battle, found);
}

/* All lines in their order; a line without text is left out. A new assumption is a new row. The last row fights battles
 * of its own. */
static const struct {
    void (*put)(line *l, const salvo_battle *battle, int side);
    int side;
} LINES[] = {
    {put_targets, BOTH},  {put_targets, SIDE_A}, {put_targets, SIDE_B}, {put_acts, BOTH},          {put_acts, SIDE_A},
    {put_acts, SIDE_B},   {put_beginner, BOTH},  {put_lines, BOTH},     {put_limits, BOTH},        {put_limits, SIDE_A},
    {put_limits, SIDE_B}, {put_breaking, BOTH},  {put_end, BOTH},       {put_other_choices, BOTH},
};
enum { N_LINES = sizeof LINES / sizeof *LINES, N_ASSUMED = N_LINES - 1 };

/* "pin-limit, break-limit; M21, M22" */
static void put_said(salvo_text *text, const line *l)
{
    const char *between = " (";

    salvo_text_add(text, "\n- %s", salvo_text_of(&l->says));
    if (l->words.length) {
        salvo_text_add(text, "%s%s", between, salvo_text_of(&l->words));
        between = "; ";
    }
    for (int i = 0; i < NAMES_MAX; i++)
        if (l->names[i]) {
            salvo_text_add(text, "%s%s", i ? ", " : between, l->names[i]);
            between = "; ";
        }
    if (l->rulings) {
        salvo_text_add(text, "%s%s", between, l->rulings);
        between = "; ";
    }
    if (*between == ';')
        salvo_text_put(text, ")");
}

static void put_list(salvo_text *text, const salvo_battle *battle, int n)
{
    salvo_text_put(text, "Assumptions (the words in parentheses set them):");
    for (int i = 0; i < n; i++) {
        line l = {.rulings = NULL};

        LINES[i].put(&l, battle, LINES[i].side);
        text->failed = text->failed || l.says.failed || l.words.failed;
        if (l.says.length)
            put_said(text, &l);
        free_line(&l);
    }
}

void put_assumed(salvo_text *text, const salvo_battle *battle)
{
    put_list(text, battle, N_ASSUMED);
}

void add_assumed(page *p, const salvo_battle *battle)
{
    salvo_text text = {0};

    put_list(&text, battle, N_LINES);
    page_text(p, &text);
}

/* JSON. */

static void describe_line(record *to, const void *of, size_t i)
{
    const salvo_battle *battle = of;
    line l = {.rulings = NULL};

    LINES[i].put(&l, battle, LINES[i].side);
    if (l.says.length) {
        const bool words = l.words.length > 0;
        const field fields[] = {
            {"says", as_built(to, &l.says)},
            {"words", if_there(words, as_built(to, &l.words))},
            {"rulings", if_there(l.rulings != NULL, as_text(l.rulings))},
        };

        PUT_FIELDS(to, fields);
        return;
    }
    *to->failed = *to->failed || l.says.failed;
    free_line(&l);
}

static void describe_choice(record *to, const void *of, size_t i)
{
    const other_choice *choice = (const other_choice *)of + i;
    const bool targets = choice->targets != SALVO_USUAL;
    const field fields[] = {
        {"targets", if_there(targets, as_text(SALVO_TARGETS[choice->targets]))},
        {"acts", if_there(!targets, as_text(SALVO_ACTS[choice->acts]))},
        {"p_a", as_number(choice->p_a)},
        {"trials", or_empty(choice->trials > 0, as_whole((int64_t)choice->trials))},
        {"differs", as_flag(choice->differs)},
    };

    PUT_FIELDS(to, fields);
}

static void describe_choices(record *to, const void *of, size_t i)
{
    const other_choices *others = of;
    const field fields[] = {
        {"p_a", as_number(others->p_a)},
        {"change", as_number(others->change)},
        {"seed", as_whole((int64_t)others->seed)},
        {"tried", as_objects(describe_choice, others->tried, others->n)},
    };

    (void)i;
    PUT_FIELDS(to, fields);
}

static datum as_limit(const salvo_battle_side *side, salvo_defeat by)
{
    return or_empty(side->defeat_at[by] > 0, as_whole(side->defeat_at[by]));
}

static void describe_limits(record *to, const void *of, size_t i)
{
    const salvo_battle *battle = of;
    const salvo_battle_side *side = &battle->side[i];
    const field fields[] = {
        {"worn", as_limit(side, SALVO_WORN)},
        {"out", as_limit(side, SALVO_OUT)},
    };

    PUT_FIELDS(to, fields);
}

/* A side without a choice has no key. */
static void describe_policies(record *to, const void *of, size_t acts)
{
    const salvo_battle *battle = of;
    const salvo_battle_side *a = &battle->side[SIDE_A], *b = &battle->side[SIDE_B];
    const field fields[] = {
        {"a", acts ? if_there(acts_matter(battle, SIDE_A), as_text(SALVO_ACTS[a->acts]))
                   : if_there(targets_matter(battle, SIDE_A), as_text(SALVO_TARGETS[a->targets]))},
        {"b", acts ? if_there(acts_matter(battle, SIDE_B), as_text(SALVO_ACTS[b->acts]))
                   : if_there(targets_matter(battle, SIDE_B), as_text(SALVO_TARGETS[b->targets]))},
    };

    PUT_FIELDS(to, fields);
}

static void describe_assumed(record *to, const void *of, size_t i)
{
    const salvo_battle *battle = of;
    const salvo_battle_plan *plan = battle->plan;
    const other_choices *others = other_choices_of(battle, to->failed);
    const bool limits = has_limits(&battle->side[SIDE_A]) || has_limits(&battle->side[SIDE_B]);
    const field fields[] = {
        {"targets", as_row(describe_policies, battle, 0)},
        {"acts", as_row(describe_policies, battle, 1)},
        {"scenario", as_text(SALVO_SCENARIOS[plan->scenario])},
        {"close_to", or_empty(plan->scenario != SALVO_HOLD, as_number(battle->close_to))},
        {"break_at", or_empty(plan->break_at > 0, as_number(plan->break_at))},
        {"limits", if_there(limits, OBJECT({"a", as_row(describe_limits, battle, SIDE_A)},
                                           {"b", as_row(describe_limits, battle, SIDE_B)}))},
        {"turn_limit", or_empty(battle->turn_limit > 0, as_whole(battle->turn_limit))},
        {"lines", as_objects(describe_line, battle, N_LINES)},
        {"other_choices", if_there(others != NULL, as_row(describe_choices, others, 0))},
    };

    (void)i;
    PUT_FIELDS(to, fields);
}

static void describe_target(record *to, const void *of, size_t i)
{
    const other_choice *choice = (const other_choice *)of + i;
    const field fields[] = {
        {"targets", as_text(SALVO_TARGETS[choice->targets])},
        {"p_a", as_number(choice->p_a)},
    };

    PUT_FIELDS(to, fields);
}

/* Puts for programs what "assumed" says in words, for targets alone. */
static void describe_other_targets(record *to, const void *of, size_t i)
{
    const other_choices *others = of;
    const other_choice *least = least_choice(others, true), *most = most_choice(others, true);
    const field fields[] = {
        {"p_a", as_number(others->p_a)},
        {"least", if_there(least != NULL, as_row(describe_target, least, 0))},
        {"most", if_there(most != NULL, as_row(describe_target, most, 0))},
        {"trials", as_whole((int64_t)fewest_trials(others))},
    };

    (void)i;
    PUT_FIELDS(to, fields);
}

void put_other_targets(record *to, const salvo_battle *battle)
{
    const other_choices *others = other_choices_of(battle, to->failed);
    const bool differ = others && (least_choice(others, true) || most_choice(others, true));
    const field fields[] = {{"other_targets", if_there(differ, as_row(describe_other_targets, others, 0))}};

    PUT_FIELDS(to, fields);
}

void put_assumed_fields(record *to, const salvo_battle *battle)
{
    const field fields[] = {{"assumed", as_row(describe_assumed, battle, 0)}};

    PUT_FIELDS(to, fields);
}
