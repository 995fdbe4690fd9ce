/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAD-07, one try to spot one element (7.0 "Spotting"), for both games: they differ only in the row of numbers and have
 * the same modifiers. */
#include "rules/mad/spotting.h"

#include <salvo/text.h>

#include "rules/mad/attack.h"
#include "rules/mad/words.h"

enum { SPOTTED, HIDDEN, NO_ROLL, N_OUTCOMES };

static const char *const OUTCOMES[N_OUTCOMES] = {[SPOTTED] = "spotted", [HIDDEN] = "hidden", [NO_ROLL] = "no-roll"};

static const char *const DICE_CHOICES[] = {"one", "two", NULL};

/* The modifiers are kept one by one for the explanation; only the sum decides. */
struct spotting {
    const struct mad_tables *tables;
    double range_m;
    int spotter; /* row of the spotters */
    bool target_moves, spotter_moves, contact, two_dice;
    enum mad_cover in_cover;
    enum mad_tech tech;

    bool may_roll;
    int number, target_number; /* of the table; with all modifiers */
    int target_moving, cover, spotter_moving;
};

/* The rule of two dice is about firing, so one D10 is thrown; dice=two is the other reading. */
static const salvo_parameter PARAMETERS[] = {
    MAD_RANGE_OF("spotting", .unless = "contact", INTO(struct spotting, range_m)),
    ROW("spotter", "the spotter", "spotters", "infantry", INTO(struct spotting, spotter)),
    FLAG("target-moving", "the target is moving", INTO(struct spotting, target_moves)),
    FLAG("spotter-moving", "the spotter is moving; an aircraft always is", INTO(struct spotting, spotter_moves)),
    MAD_CONTACT(INTO(struct spotting, contact)),
    MAD_COVER("cover", "the target's cover", INTO(struct spotting, in_cover)),
    MAD_TECH(INTO(struct spotting, tech)),
    CHOICE("dice", "D10 thrown; one of them must succeed", DICE_CHOICES, "one", INTO(struct spotting, two_dice)),
};

/* At most one line of cover applies, and none in contact. A fortification keeps its full value for spotting,
 * even if fire has lowered it. */
static int cover_modifier(const struct spotting *s)
{
    if (s->contact || s->in_cover == COVER_NONE)
        return 0;
    return s->tables->spotting_modifier[s->in_cover == COVER_NORMAL ? SPOTTING_COVER : SPOTTING_FORTIFICATION];
}

/* The allowance of the spotter and the last column both limit the range. Aircraft never stand still, so they always
 * count as moving. */
static void derive(const void *tables, void *situation)
{
    const struct mad_tables *t = tables;
    struct spotting *s = situation;
    const int *to_spot = t->spotting[t->spotting_row[s->tech]].to_spot;
    const struct mad_spotter *spotter = &t->spotters[s->spotter];
    int bracket;

    if (s->contact)
        s->range_m = 0;
    bracket = salvo_brackets_find(&t->spotting_brackets, s->range_m);
    s->may_roll = s->range_m <= spotter->allowance_m && bracket >= 0 && to_spot[bracket] != SALVO_BLANK;
    if (!s->may_roll)
        return;
    if (s->target_moves)
        s->target_moving = t->spotting_modifier[SPOTTING_TARGET_MOVING];
    if (s->spotter_moves || spotter->always_moving)
        s->spotter_moving = t->spotting_modifier[SPOTTING_SPOTTER_MOVING];
    s->cover = cover_modifier(s);
    s->number = to_spot[bracket];
    s->target_number = s->number + s->target_moving + s->spotter_moving + s->cover;
}

static int dice_of(const struct spotting *s)
{
    return s->two_dice ? 2 : 1;
}

static void dice(const void *situation, salvo_dice *dice)
{
    const struct spotting *s = situation;

    *dice = salvo_dice_of(s->may_roll ? dice_of(s) : 0, 10);
}

/* With two dice either one is enough, as with the successes of an attack. */
static int resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct spotting *s = situation;

    (void)gain;
    if (!s->may_roll)
        return NO_ROLL;
    for (int i = 0; i < dice_of(s); i++)
        if (faces[i] >= s->target_number)
            return SPOTTED;
    return HIDDEN;
}

static void explain(const void *situation, salvo_text *text)
{
    const struct spotting *s = situation;
    const struct mad_addend addends[] = {
        {s->target_moving, "a moving target"}, {s->cover, "cover"}, {s->spotter_moving, "a moving spotter"}};

    if (!s->may_roll) {
        salvo_text_add(text, "No roll: %.15g m is beyond the spotting allowance of %d m\n", s->range_m,
                       s->tables->spotters[s->spotter].allowance_m);
        return;
    }
    salvo_text_add(text, "%d or more on %s (%d at %.15g m", s->target_number,
                   s->two_dice ? "either of two D10" : "one D10", s->number, s->range_m);
    mad_tell_addends(addends, COUNT_OF(addends), text);
    salvo_text_put(text, ")\n");
}

const salvo_procedure MAD_SPOTTING = {
    .id = "MAD-07",
    .schema = {.name = "mad.spotting",
               ALL_OF(parameters, PARAMETERS),
               SITUATION(struct spotting, tables),
               .derive = derive,
               .explain = explain},
    .documentation = {.chapter = "Spotting and line of sight",
                      .title = "one line of sight, one try",
                      .section = "7.0 Spotting",
                      .rulings = "R-07, R-08, R-14"},
    ALL_OF(outcomes, OUTCOMES),
    .roll = &(const salvo_roll){.dice = dice, .resolve = resolve},
};
