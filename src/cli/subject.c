/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/subject.h"

#include <stddef.h>

#include "base/phrase.h"
#include "cli/approach.h"
#include "cli/option_table.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* Subjects whose method the user can choose. Points are only simulated, and fire is only exact. */
enum {
    SIMULATED = OF_PROCEDURE | OF_DUEL | OF_BATTLE | OF_DICE,
    BY_BOOK = OF_PROCEDURE | OF_DUEL | OF_BATTLE | OF_FIRE | OF_POINTS, /* dice are in no rulebook */
};

/* Options that one subject takes and another does not. All subjects take the options for the method and the output. */
static const struct own {
    size_t offset; /* in struct options */
    const char *name;
    unsigned of;
} OWN[] = {{offsetof(options, ruleset), "--ruleset", BY_BOOK},
           {offsetof(options, data), "--data", BY_BOOK},
           {offsetof(options, set), "--set", BY_BOOK}, /* a list begins with its first word */
           {offsetof(options, rules), "--rules", BY_BOOK},
           {offsetof(options, range), "--range", OF_DUEL | OF_BATTLE | OF_FIRE | OF_POINTS},
           {offsetof(options, first), "--first", OF_DUEL},
           {offsetof(options, army_a), "--a", OF_BATTLE},
           {offsetof(options, army_b), "--b", OF_BATTLE},
           {offsetof(options, cover_a), "--cover-a", OF_DUEL | OF_BATTLE},
           {offsetof(options, cover_b), "--cover-b", OF_DUEL | OF_BATTLE},
           {offsetof(options, targets_a), "--targets-a", OF_BATTLE},
           {offsetof(options, targets_b), "--targets-b", OF_BATTLE},
           {offsetof(options, acts), "--acts", OF_BATTLE | OF_POINTS},
           {offsetof(options, acts_a), "--acts-a", OF_BATTLE},
           {offsetof(options, acts_b), "--acts-b", OF_BATTLE},
           {offsetof(options, scenario), "--scenario", OF_BATTLE | OF_POINTS},
           {offsetof(options, close_to), "--close-to", OF_BATTLE | OF_POINTS},
           {offsetof(options, halt_a), "--halt-a", OF_BATTLE},
           {offsetof(options, halt_b), "--halt-b", OF_BATTLE},
           {offsetof(options, targets), "--targets", OF_BATTLE | OF_POINTS},
           {offsetof(options, turns), "--turns", OF_DUEL | OF_BATTLE | OF_POINTS},
           {offsetof(options, break_at), "--break-at", OF_BATTLE | OF_POINTS},
           {offsetof(options, method), "--method", SIMULATED},
           {offsetof(options, trials), "--trials", SIMULATED},
           {offsetof(options, time), "--time", SIMULATED},
           {offsetof(options, precision), "--precision", SIMULATED | OF_POINTS},
           {offsetof(options, precision_of), "--precision-of", SIMULATED},
           {offsetof(options, seed), "--seed", SIMULATED | OF_POINTS},
           {offsetof(options, isa), "--isa", SIMULATED | OF_POINTS},
           {offsetof(options, nation), "--nation", OF_POINTS},
           {offsetof(options, pairs), "--pairs", OF_POINTS},
           {offsetof(options, elements), "--elements", OF_POINTS},
           {offsetof(options, kinds), "--kinds", OF_POINTS},
           {offsetof(options, tolerance), "--tolerance", OF_POINTS},
           {offsetof(options, prices), "--prices", OF_POINTS}};

static const struct subject {
    unsigned bit;
    const char *one, *many;
} SUBJECTS[] = {{OF_DUEL, "a duel", "duels"},
                {OF_BATTLE, "a battle", "battles"},
                {OF_FIRE, "fire", "fire"},
                {OF_POINTS, "points", "points"},
                {OF_PROCEDURE, "a procedure, whose own parameters are words, as in range=500", "procedures"},
                {OF_DICE, "a dice expression", "dice expressions"}};

static const char *text_at(const options *o, size_t offset)
{
    return *(const char *const *)((const char *)o + offset);
}

/* Writes "duels, battles and points". */
static void put_places(salvo_text *to, unsigned of)
{
    size_t n = 0, put = 0;

    for (size_t i = 0; i < COUNT_OF(SUBJECTS); i++)
        n += (of & SUBJECTS[i].bit) != 0;
    for (size_t i = 0; i < COUNT_OF(SUBJECTS); i++)
        if (of & SUBJECTS[i].bit)
            salvo_text_add(to, "%s%s", salvo_between(put++, n, " and "), SUBJECTS[i].many);
}

static salvo_status refuse(const struct own *stranger, unsigned subject, salvo_error *err)
{
    const struct subject *s = SUBJECTS;
    salvo_text places = {0};

    while (s->bit != subject)
        s++;
    put_places(&places, stranger->of);
    salvo_fail(err, SALVO_BAD_INPUT, "%s is for %s, not for %s", stranger->name, salvo_text_of(&places), s->one);
    salvo_text_free(&places);
    return SALVO_BAD_INPUT;
}

salvo_status subject_refuse_strangers(const options *o, unsigned subject, salvo_error *err)
{
    for (size_t i = 0; i < COUNT_OF(OWN); i++)
        if (!(OWN[i].of & subject) && (text_at(o, OWN[i].offset) || option_changed(o, OWN[i].offset)))
            return refuse(&OWN[i], subject, err);
    return approach_precision_of_check(o, subject == OF_BATTLE, err);
}
