#include "rules/mad/spotting.h"

#include "base/text.h"
#include "rules/mad/attack.h"
#include "rules/mad/words.h"

enum { RANGE, SPOTTER, TARGET_MOVING, SPOTTER_MOVING, CONTACT, COVER, TECH, DICE, N_KEYS };
enum { SPOTTED, HIDDEN, NO_ROLL, N_OUTCOMES };

static const char *const DICE_CHOICES[] = {"one", "two", NULL};

/* clang-format off */
static const salvo_parameter PARAMETERS[N_KEYS] = {
    [RANGE] = MAD_RANGE_OF("spotting", .unless = "contact"),
    [SPOTTER] = {.key = "spotter", .help = "who spots", .kind = SALVO_NAME, .table = "spotters",
                 .fallback = "infantry"},
    [TARGET_MOVING] = MAD_FLAG("target-moving", "the target is moving"),
    [SPOTTER_MOVING] = MAD_FLAG("spotter-moving", "the spotter is moving; an aircraft always is"),
    [CONTACT] = MAD_FLAG("contact", "base to base: range 0, no cover"),
    [COVER] = MAD_COVER("cover", "the target's cover"),
    [TECH] = MAD_TECH,
    [DICE] = {.key = "dice", .help = "D10 thrown, of which one must succeed", .kind = SALVO_CHOICE,
              .choices = DICE_CHOICES, .fallback = "one"},
};
/* clang-format on */

static const char *const OUTCOMES[N_OUTCOMES] = {[SPOTTED] = "spotted", [HIDDEN] = "hidden", [NO_ROLL] = "no-roll"};

struct spotting {
    const struct mad_tables *tables;
    const struct mad_spotter *spotter;
    double range_m;
    bool may_roll;
    int n_dice;
    int number, target_number; /* of the table; with everything that is added */
    int target_moving, cover, spotter_moving;
};

static int cover_modifier(const struct mad_tables *t, const salvo_value *values)
{
    if (values[CONTACT].integer || values[COVER].integer == COVER_NONE)
        return 0;
    return t->spotting_modifier[values[COVER].integer == COVER_NORMAL ? SPOTTING_COVER : SPOTTING_FORTIFICATION];
}

static salvo_status prepare(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct mad_tables *t = tables;
    const int *to_spot = t->spotting[t->spotting_row[values[TECH].integer]].to_spot;
    struct spotting *s = situation;
    int bracket;

    (void)err;
    s->tables = t;
    s->spotter = &t->spotters[values[SPOTTER].integer];
    s->range_m = values[CONTACT].integer ? 0 : values[RANGE].decimal;
    s->n_dice = values[DICE].integer ? 2 : 1;
    bracket = salvo_brackets_find(&t->spotting_brackets, s->range_m);
    s->may_roll = s->range_m <= s->spotter->allowance_m && bracket >= 0 && to_spot[bracket] != SALVO_BLANK;
    if (!s->may_roll)
        return SALVO_OK;
    if (values[TARGET_MOVING].integer)
        s->target_moving = t->spotting_modifier[SPOTTING_TARGET_MOVING];
    if (values[SPOTTER_MOVING].integer || s->spotter->always_moving)
        s->spotter_moving = t->spotting_modifier[SPOTTING_SPOTTER_MOVING];
    s->cover = cover_modifier(t, values);
    s->number = to_spot[bracket];
    s->target_number = s->number + s->target_moving + s->spotter_moving + s->cover;
    return SALVO_OK;
}

static void dice(const void *situation, salvo_dice *dice)
{
    const struct spotting *s = situation;

    *dice = salvo_dice_of(s->may_roll ? s->n_dice : 0, 10);
}

static int resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct spotting *s = situation;

    (void)gain;
    if (!s->may_roll)
        return NO_ROLL;
    for (int i = 0; i < s->n_dice; i++)
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
        salvo_text_add(text, "No roll: %.15g m are beyond the spotting allowance of %d m\n", s->range_m,
                       s->spotter->allowance_m);
        return;
    }
    salvo_text_add(text, "%d or more on %s (%d at %.15g m", s->target_number,
                   s->n_dice == 1 ? "one D10" : "either of two D10", s->number, s->range_m);
    mad_tell_addends(addends, sizeof addends / sizeof *addends, text);
    salvo_text_put(text, ")\n");
}

static const salvo_roll ROLL = {.dice = dice, .resolve = resolve};

const salvo_procedure MAD_SPOTTING = {
    .id = "MAD-07",
    .schema = {.name = "mad.spotting",
               .parameters = PARAMETERS,
               .n_parameters = N_KEYS,
               .situation_size = sizeof(struct spotting),
               .prepare = prepare,
               .explain = explain},
    .documentation = {.chapter = "Spotting and line of sight",
                      .title = "one line of sight, one try",
                      .section = "7.0 Spotting",
                      .rulings = "R-07, R-08, R-14"},
    .outcomes = OUTCOMES,
    .n_outcomes = N_OUTCOMES,
    .roll = &ROLL,
};
