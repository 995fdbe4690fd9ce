/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Direct fire at one target: the number of the fire chart, the modifiers of the die, and the faces that hit. A test at
 * number N with modifier m succeeds on faces up to N - m: on none, some or all ten (R2). */
#include "rules/skank/shot.h"

#include <math.h>

const char *const SKANK_BURST_CHOICES[] = {[BURST_MULTIPLY] = "multiply", [BURST_MAX] = "max", NULL};

const char *const SKANK_LARGE_CHOICES[] = {[LARGE_AUTO] = "auto", [LARGE_YES] = "yes", [LARGE_NO] = "no", NULL};

/* A weapon without a range of its own reaches as far as the chart. */
double skank_weapon_range(const struct skank_weapon *weapon)
{
    return weapon->max_range == SALVO_BLANK ? INFINITY : weapon->max_range;
}

/* Vehicles from the car up are large; motorcycles, figures and monsters are not (R10). A column of the table has
 * this. */
static bool is_large(const struct skank_tables *t, int unit, enum skank_large large)
{
    if (large != LARGE_AUTO)
        return large == LARGE_YES;
    return skank_is_vehicle(t, unit) && skank_vehicle_of(t, unit)->large;
}

/* In these parameters -1 means "not given"; this replaces each by a number. */
void skank_shot_prepare(const struct skank_tables *t, struct skank_shot *s)
{
    if (s->max_range_in == SKANK_OWN)
        s->max_range_in = skank_weapon_range(&t->weapons[s->weapon]);
    s->large = is_large(t, s->target, s->size);
    s->target_rating = skank_given_or(s->target_rating, skank_rating_of(t, s->target));
    s->target_wounds = skank_given_or(s->target_wounds, skank_wounds_of(t, s->target));
}

/* The chart has a column for each combination, and not a modifier for either movement. */
static enum skank_motion motion_of(const struct skank_shot *s)
{
    if (s->shooter_moving)
        return s->target_moving ? MOVING_MOVING : MOVING_STATIONARY;
    return s->target_moving ? STATIONARY_MOVING : STATIONARY_STATIONARY;
}

/* R1: the chart's `*` means "possible with modifier" and prints no number. By default it is 0, so that a bonus of one
 * hits on one face. Under star=descending, stars continue down the column: 0, -1, -2. */
static int star_number(const int *column, int row, bool descends)
{
    int number = 0;

    while (descends && row > 0 && column[row - 1] == CELL_STAR) {
        number--;
        row--;
    }
    return number;
}

int skank_fire_number(const struct skank_tables *t, enum skank_motion motion, double range_in, bool star_descends)
{
    int row = salvo_brackets_find(&t->brackets, range_in);

    if (row < 0)
        return NO_NUMBER;
    return t->fire[motion][row] == CELL_STAR ? star_number(t->fire[motion], row, star_descends) : t->fire[motion][row];
}

/* The modifiers of the die, kept apart for explanations. */
struct sum {
    struct {
        const char *what;
        int value;
    } terms[N_MODIFIERS];
    int n;
};

/* Zeros are left out, because the explanation lists what matters. */
static void add(struct sum *sum, bool applies, const char *what, int value)
{
    if (!applies || value == 0)
        return;
    sum->terms[sum->n].what = what;
    sum->terms[sum->n++].value = value;
}

/* All of them add up. The -1 of a gun mount is that of a mounted weapon, counted once (R9). */
static struct sum modifiers(const struct skank_tables *t, const struct skank_shot *s)
{
    const int *m = t->modifier;
    struct sum sum = {.n = 0};

    add(&sum, true, t->troops[s->shooter].name, t->troops[s->shooter].to_hit);
    add(&sum, true, t->weapons[s->weapon].name, t->weapons[s->weapon].hit_modifier);
    add(&sum, s->cover, "cover", m[MODIFIER_COVER]);
    add(&sum, s->prone, "prone", m[MODIFIER_PRONE]);
    add(&sum, s->building, "building", m[MODIFIER_BUILDING]);
    add(&sum, s->concealed, "concealed", m[MODIFIER_CONCEALED]);
    add(&sum, s->invisible, "invisible", m[MODIFIER_INVISIBLE]);
    add(&sum, s->large, "large target", m[MODIFIER_LARGE]);
    add(&sum, s->mounted, "mounted", m[MODIFIER_MOUNTED]);
    add(&sum, s->entering, "entering", m[MODIFIER_ENTERING]);
    add(&sum, s->burning, "burning", m[MODIFIER_BURNING]);
    add(&sum, true, "modifier", s->modifier);
    return sum;
}

static int total(const struct sum *sum)
{
    int total = 0;

    for (int i = 0; i < sum->n; i++)
        total += sum->terms[i].value;
    return total;
}

/* Blind fire ignores every modifier and the number, but not the range and not an N cell (R34). */
int skank_shot_faces(const struct skank_tables *t, const struct skank_shot *s)
{
    int number = skank_fire_number(t, motion_of(s), s->range_in, s->star_descends);
    struct sum sum = modifiers(t, s);

    if (s->range_in > s->max_range_in || number == NO_NUMBER)
        return NOT_ALLOWED;
    return s->blind ? skank_good_faces(t->value[BLIND_FIRE], 0) : skank_good_faces(number, total(&sum));
}

/* The rating gate is first, even for weapons that the text lets hit everything (R8): code that reads `kills` must also
 * read `effective`. The book rates two weapons twice. Light machine guns are 2 as in the lists (R4), chain guns 3 as in
 * their entry (R5); rating_bonus serves the other reading. */
struct skank_hit skank_hit_with(const struct skank_tables *t, int weapon, int rating_bonus, int target,
                                int target_rating)
{
    const struct skank_weapon *w = &t->weapons[weapon];
    bool is_vehicle = skank_is_vehicle(t, target);

    return (struct skank_hit){
        .effective = w->rating + rating_bonus >= target_rating,
        /* a kill rating of 0 means none, even for a target of rating 0 */
        .kills = w->kill_rating == SALVO_BLANK || (w->kill_rating > 0 && target_rating <= w->kill_rating),
        .vehicle = is_vehicle ? skank_vehicle_of(t, target) : NULL,
        .damage_modifier = w->damage_modifier,
        .wounds = is_vehicle ? 1 : t->troops[target].wounds,
    };
}

struct skank_hit skank_shot_hit(const struct skank_tables *t, const struct skank_shot *s)
{
    struct skank_hit hit = skank_hit_with(t, s->weapon, s->rating_bonus, s->target, s->target_rating);

    hit.damage_modifier += s->damage_modifier;
    hit.wounds = s->target_wounds;
    hit.instant_wounds = s->instant_wounds;
    return hit;
}

/* Elite figures and heroes have several attacks, and some weapons several shots an attack. R6 multiplies the two;
 * burst=max takes the greater. */
int skank_shots(int attacks, int weapon_shots, enum skank_burst burst)
{
    if (burst == BURST_MULTIPLY)
        return attacks * weapon_shots;
    return attacks > weapon_shots ? attacks : weapon_shots;
}

/* Values in the question replace the book's numbers one by one. */
int skank_shots_of(const struct skank_tables *t, const struct skank_shot *shot, const struct skank_shots_asked *asked)
{
    int attacks = skank_given_or(asked->attacks, t->troops[shot->shooter].attacks);

    return skank_given_or(asked->shots, skank_shots(attacks, t->weapons[shot->weapon].shots, asked->burst));
}

static void explain_sum(const struct sum *sum, salvo_text *text)
{
    if (sum->n == 0)
        return;
    salvo_text_add(text, ", %+d on the die (", total(sum));
    for (int i = 0; i < sum->n; i++)
        salvo_text_add(text, "%s%s %+d", i ? ", " : "", sum->terms[i].what, sum->terms[i].value);
    salvo_text_put(text, ")");
}

/* Adds "1 to 5", because low is good. */
static void explain_faces(int faces, salvo_text *text)
{
    if (faces <= 0)
        salvo_text_put(text, "cannot hit\n");
    else
        salvo_text_add(text, "hits on %s%d of %d\n", faces > 1 ? "1 to " : "", faces, FACES);
}

void skank_shot_explain(const struct skank_tables *t, const struct skank_shot *s, salvo_text *text)
{
    static const char *const MOTIONS[N_MOTIONS] = {
        [STATIONARY_STATIONARY] = "stationary to stationary",
        [STATIONARY_MOVING] = "stationary to moving",
        [MOVING_STATIONARY] = "moving to stationary",
        [MOVING_MOVING] = "moving to moving",
    };
    enum skank_motion motion = motion_of(s);
    int number = skank_fire_number(t, motion, s->range_in, s->star_descends), faces = skank_shot_faces(t, s);
    struct sum sum = modifiers(t, s);

    salvo_text_add(text, "%s, %s, %.15g in, %s: ", t->troops[s->shooter].name, t->weapons[s->weapon].name, s->range_in,
                   MOTIONS[motion]);
    if (s->range_in > s->max_range_in) {
        salvo_text_add(text, "out of range (%.15g in)\n", s->max_range_in);
    } else if (number == NO_NUMBER) {
        salvo_text_put(text, "the fire chart allows no shot\n");
    } else if (s->blind) {
        salvo_text_put(text, "blind, ");
        explain_faces(faces, text);
    } else {
        salvo_text_add(text, "%d or less", number);
        explain_sum(&sum, text);
        salvo_text_put(text, ": ");
        explain_faces(faces, text);
    }
}

void skank_hit_explain(const struct skank_hit *hit, salvo_text *text)
{
    if (!hit->effective)
        salvo_text_put(text, "its rating is too low for the target\n");
    else if (hit->kills && (hit->vehicle || !hit->instant_wounds))
        salvo_text_put(text, hit->vehicle ? "a hit destroys the vehicle\n" : "a hit kills outright\n");
    else if (!hit->vehicle && hit->wounds == 1)
        salvo_text_put(text, "a hit kills\n");
    else if (!hit->vehicle)
        salvo_text_add(text, "a hit takes one of %d wounds\n", hit->wounds);
    else if (hit->damage_modifier)
        salvo_text_add(text, "a hit causes a damage roll, %+d\n", hit->damage_modifier);
    else
        salvo_text_put(text, "a hit causes a damage roll\n");
}
