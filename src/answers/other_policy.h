/* Who is fired at decides battles as much as the dice, and nobody has to say it: what the default gives beside others. */
#ifndef SALVO_ANSWERS_OTHER_POLICY_H
#define SALVO_ANSWERS_OTHER_POLICY_H

#include <salvo/fight.h>

/* *sentence, in the battle's memory, where a side has no policy of its own and another for both sides would move the
 * chance that a wins by more than the simulation that compares them can err; else NULL, as it is of
 * more than 16 elements, which would take too long. False: memory ran out. */
bool other_policy(const salvo_battle *battle, const char **sentence);

#endif
