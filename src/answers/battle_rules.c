/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The manual's chapter on battles. Its sentences follow from the ruleset's battle adapter, so the values that describe
 * a rulebook are those that its battles use. */
#include "answers/battle_rules.h"

#include "answers/fields.h"
#include "answers/policy_words.h"

/* Returns the policy that SALVO_USUAL means. */
static const char *default_policy(const salvo_battle_adapter *adapter)
{
    return SALVO_TARGETS[adapter->opposite ? SALVO_OPPOSITE : SALVO_BEST];
}

/* Returns what a turn is, in each of the four sequences that an adapter can choose. */
static const char *order_of(salvo_battle_order sequence)
{
    switch (sequence) {
    case SALVO_ALTERNATELY:
        return "In every turn, the winner of the initiative begins. The sides take turns, one element at a time, "
               "and every element acts once a turn. If one side has no element left to act, the other continues. "
               "Every result counts at once.";
    case SALVO_AT_ONCE:
        return "In every turn, all elements act at the same time. Each element fires in its state at the beginning of the "
               "turn, even if it falls in that turn. Within a side they fire one after the other, at enemies that the "
               "fire before has left. Losses count when both sides have fired.";
    case SALVO_BY_SIDES:
        return "In every turn, the winner of the initiative acts first, with all elements, and then the other side "
               "does. Every result counts at once.";
    case SALVO_BY_CARDS:
        return "In every turn, each survivor has one card. The cards of both sides are shuffled together, and the "
               "element whose card is turned acts. Every result counts at once; the cards of elements that are out "
               "by then are skipped.";
    }
    return "";
}

/* Returns what --acts decides. If a card decides, this is nothing. */
static const char *who_acts(salvo_battle_order sequence)
{
    switch (sequence) {
    case SALVO_ALTERNATELY:
    case SALVO_AT_ONCE:
    case SALVO_BY_SIDES:
        return " A side acts with the first element of its list that has not acted in this turn or, with --acts "
               "best, with the element whose fire is worth most now (see Targets); among equals, with the first in "
               "the book.";
    case SALVO_BY_CARDS:
        break;
    }
    return "";
}

static void add_turns(page *p, const salvo_battle_adapter *adapter)
{
    page_heading_at(p, 3, "Turns");
    page_paragraph(p, "%s%s %s", order_of(adapter->sequence), who_acts(adapter->sequence), adapter->words->fire);
}

/* A policy, and the details of its target. */
typedef struct policy {
    salvo_targets name;
    const char *details;
} policy;

/* The policies of a book. */
typedef struct policy_list {
    const salvo_battle_adapter *adapter;
    const policy *at;
} policy_list;

static void describe_policy(record *to, const void *policies, size_t i)
{
    const policy_list *list = policies;
    const policy *p = &list->at[i];
    salvo_text target = {0};

    if (p->name != SALVO_USUAL)
        put_target(&target, p->name, list->adapter->price ? ALL_PRICED : NONE_PRICED,
                   p->name == SALVO_OPPOSITE ? "its list" : "the enemy's list", "its");
    salvo_text_put(&target, p->details ? p->details : ""); /* NULL: memory is out, which the page has noted */
    const field fields[] = {
        {"policy", as_text(SALVO_TARGETS[p->name])},
        {"the target", as_built(to, &target)},
    };

    PUT_FIELDS(to, fields);
}

/* The default is last, because it is one of the policies above. */
static void add_policies(page *p, const salvo_battle_adapter *adapter)
{
    record to = page_record(p, READ);
    /* Two policies compare prices, or something else if the book prints none. */
    const bool priced = adapter->price != NULL;
    const policy policies[] = {
        {SALVO_IN_ORDER, ""},
        {SALVO_WEAKEST, as_words(&to, ": %s", adapter->words->strength).text},
        {SALVO_STRONGEST, priced ? "; for an element without a price, its strength counts in place of a price"
                                 : ", because the book prints no prices"},
        {SALVO_SPREAD, ""},
        {SALVO_BEST,
         priced ? ": the target's undamaged price, times the chance that this activation destroys it plus the share of "
                  "its full strength that it otherwise loses on average; if an element in the battle has no price, "
                  "every price counts as 1"
                : ": the chance that this activation destroys the target plus the share of its full strength that it "
                  "otherwise loses on average"},
        {SALVO_OPPOSITE,
         ", round to the start of the list; places beyond the end of a shorter list continue from its start"},
        {SALVO_USUAL, as_words(&to, "%s, the default of this book", default_policy(adapter)).text},
    };

    for (size_t i = 0; i < sizeof policies / sizeof *policies; i++, record_next(&to))
        describe_policy(&to, &(policy_list){adapter, policies}, i);
}

static void add_targets(page *p, const salvo_battle_adapter *adapter)
{
    page_heading_at(p, 3, "Targets");
    page_paragraph(
        p,
        "An element chooses its target when it acts, among the survivors of the enemy, by the policy of its side "
        "(--targets, or --targets-a and --targets-b). Among equally good targets it takes the first in the enemy's "
        "list; with best, it takes the one whose own fire is worth most against this side at the start, then the "
        "first in the book, then the weaker. So with --targets best and --acts best, the order in which an army is "
        "written has no effect. The default is %s.",
        default_policy(adapter));
    add_policies(p, adapter);
    page_paragraph(
        p,
        "An element keeps to the target of its policy. If it cannot damage that target, or may not fire at it "
        "because of its range or a rule, it does not choose another one. For spread, an attack is an activation in "
        "which %s.",
        adapter->words->attack);
}

/* `unit` is the distance unit of the book, for --range and --close-to. */
static void add_lines(page *p, const salvo_battle_adapter *adapter, const char *unit, const void *situation)
{
    page_heading_at(p, 3, "Lines");
    page_paragraph(
        p,
        "The two armies are two lines, --range apart, and all fire is measured between the lines. With --scenario "
        "hold, the default, neither line moves; with advance, the line of side a moves; with meeting, both move. "
        "Lines move at the start of a turn, before any fire, until they are %g %s apart (the default of this "
        "book), or as near as --close-to says. The last step may be shorter, and still counts as movement. Lines "
        "that are as near at the beginning do not move. With --halt-a or --halt-b, the line of that side moves no "
        "nearer than the given distance and then stands. If both lines move and the halts differ, the line with "
        "the farther halt moves after the other: up to its halt, or not at all.",
        adapter->closest(situation), unit);
    page_paragraph(
        p,
        "A line moves at the speed of its slowest survivor that can still move, so losses change its speed. An "
        "element that cannot move%s does not hold the line up: it stays while the others move, but the distance to "
        "it is still that of the lines. A line in which no element can move stays where it is. %s",
        adapter->can_stop ? ", because its speed is 0 or because damage has stopped it for good,"
                          : " because its speed is 0",
        adapter->words->pace);
}

/* 0 or less: the book has no limit of turns. */
static void add_limit(page *p, int turns)
{
    if (turns > 0)
        page_paragraph(
            p,
            "A battle ends undecided after %d turns, the default of this book, or after the number of --turns; "
            "--turns unlimited removes the limit.",
            turns);
    else
        page_paragraph(p, "With --turns N, a battle ends undecided after N turns. By default, this book has no limit.");
}

/* The end of a battle decides who wins it, so this paragraph defines P(a wins). */
static void add_end(page *p, const salvo_battle_adapter *adapter, const void *situation)
{
    page_heading_at(p, 3, "The end of a battle");
    page_paragraph(
        p,
        "A side without survivors has lost, and the other side has won if it has survivors, whatever its losses. "
        "If neither has survivors, both have lost. The battle is over %s.%s%s",
        adapter->sequence == SALVO_AT_ONCE ? "at the end of the turn in which this happens" : "as soon as this happens",
        adapter->words->end ? " " : "", adapter->words->end ? adapter->words->end : "");
    page_paragraph(p, "With --break-at SHARE, a side withdraws, and has lost, when it has lost at least that share of "
                      "its elements at the end of a turn. This applies only while both sides have survivors; if both "
                      "withdraw in the same turn, both have lost. By default, nobody withdraws in this book.");
    add_limit(p, adapter->turn_limit ? adapter->turn_limit(situation) : 0);
    page_paragraph(
        p, "A battle is undecided at once, and no further turns are counted, when nothing can change any more: the "
           "lines have stopped moving, and no fire of any element at its target can weaken it. If fire goes on for "
           "ever without a loss, the battle is undecided, too. Only an exact answer finds that; a simulation says "
           "that the battle hardly ever ends.");
}

void battle_rules_add(page *p, const salvo_rulebook *book, const void *situation)
{
    const salvo_battle_adapter *adapter = book->ruleset->battle;

    add_turns(p, adapter);
    add_targets(p, adapter);
    add_lines(p, adapter, book->store.distance_unit, situation);
    add_end(p, adapter, situation);
}
