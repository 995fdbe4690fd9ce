/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "answers/policy_words.h"

void put_target(salvo_text *text, salvo_targets policy, price_use prices, const char *list, const char *whose)
{
    static const char *const STRONGEST[] = {
        [ALL_PRICED] = "the enemy with the highest price, even if it is damaged",
        [NONE_PRICED] = "the enemy with the most strength left",
        [SOME_PRICED] = "the enemy with the highest price (or the most strength, if it has no price)",
    };

    switch (policy) {
    case SALVO_IN_ORDER:
        salvo_text_add(text, "the first survivor in %s", list);
        break;
    case SALVO_WEAKEST:
        salvo_text_put(text, "the enemy with the least strength left");
        break;
    case SALVO_STRONGEST:
        salvo_text_put(text, STRONGEST[prices]);
        break;
    case SALVO_SPREAD:
        salvo_text_put(text, "the enemy that was attacked least in this turn");
        break;
    case SALVO_BEST:
        salvo_text_add(text, "the enemy at which %s fire is worth most", whose);
        break;
    case SALVO_OPPOSITE:
        salvo_text_add(text, "the enemy in the same place of %s, or the next survivor", list);
        break;
    case SALVO_USUAL:
    case SALVO_N_TARGETS:
        salvo_text_put(text, "the enemy that the rulebook prescribes");
        break;
    }
}

void put_aim(salvo_text *text, salvo_targets policy, price_use prices, const char *list, const char *whose)
{
    if (policy == SALVO_BEST) {
        salvo_text_add(text, "where %s fire is worth most", whose);
        return;
    }
    salvo_text_put(text, "at ");
    put_target(text, policy, prices, list, whose);
}

void put_fires(salvo_text *text, const salvo_rulebook *book, salvo_targets policy)
{
    salvo_text_put(text, "fires ");
    put_aim(text, policy, book->ruleset->battle->price ? SOME_PRICED : NONE_PRICED, "the enemy's list", "its");
}
