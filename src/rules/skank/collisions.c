/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collisions (Vehicles: Collisions and Crashing). SKANK-25 asks for the effect of a crash on one of the vehicles in it;
 * each vehicle of a crash is a separate question. SKANK-26 is about a figure in the way. */
#include <salvo/text.h>

#include "base/phrase.h"
#include "rules/skank/basics.h"
#include "rules/skank/hit.h"
#include "rules/skank/procedures.h"
#include "rules/skank/words.h"

enum { VEHICLES_MAX = 1000 };

static const char *const RATING_FIVE_CHOICES[] = {"three-rolls", "totalled", NULL};

/* Other vehicles by number and rating, because the chart needs nothing else about them. */
struct collision {
    int class, rating;                              /* row; SKANK_OWN: that of its class */
    int64_t others[COLLISION_RATINGS], fixed, fast; /* other vehicles by rating less one */
    bool pile_up, head_on, prow, fives_are_totalled;

    const struct skank_vehicle *vehicle;
    int64_t total;
    bool totalled;
    int explodes_from; /* face of the die; above FACES: never */
    int rolls;
};

/* clang-format off */
#define VEHICLES(name, words, member) WHOLE(name, words, 0, VEHICLES_MAX, "0", INTO(struct collision, member))

/* The ratings of all vehicles in the collision are added up, with more for speed and for a head-on crash. The sum is
 * looked up in the row of the vehicle's own rating. */
static const salvo_parameter COLLISION[] = {
    SKANK_CLASS(INTO(struct collision, class)),
    SKANK_IN_PLACE("rating", "of the vehicle, in place of its class's", 1, SKANK_RATING_MAX,
                   INTO(struct collision, rating)),
    VEHICLES("ones", "other vehicles of rating 1", others[0]),
    VEHICLES("twos", "other vehicles of rating 2", others[1]),
    VEHICLES("threes", "other vehicles of rating 3", others[2]),
    VEHICLES("fours", "other vehicles of rating 4", others[3]),
    VEHICLES("fives", "other vehicles of rating 5", others[4]),
    VEHICLES("sixes", "other vehicles of rating 6", others[5]),
    WHOLE("fixed", "rating of a fixed object; 0: none", 0, SKANK_RATING_MAX, "0", INTO(struct collision, fixed)),
    FLAG("pile-up", "into a pile-up of an earlier turn", INTO(struct collision, pile_up)),
    VEHICLES("fast", "vehicles going 18 inches or faster", fast),
    FLAG("head-on", "a head-on crash", INTO(struct collision, head_on)),
    FLAG("prow", "an enemy's ramming prow touches this vehicle", INTO(struct collision, prow)),
    CHOICE("rating-five", "the damaged line of the chart", RATING_FIVE_CHOICES, "three-rolls",
           INTO(struct collision, fives_are_totalled)),
};
/* clang-format on */

enum { TOTAL, DAMAGE_ROLLS };
enum collision_outcome { COLLISION_STATE /* + enum skank_state */, TOTALLED = N_STATES, TOTALLED_EXPLODES };

static const char *const COLLISION_OUTCOMES[] = {SKANK_STATE_LABELS, "totalled", "totalled-explodes"};

static const salvo_expectation COLLISION_EXPECTATIONS[] = {
    [TOTAL] = {.name = "total", .help = "rating points of the crash"},
    [DAMAGE_ROLLS] = {.name = "damage-rolls", .help = "number of damage rolls"},
};

/* Returns the points of all vehicles in the crash, including the vehicle's own. Each vehicle at 18 inches or faster
 * adds five, and head-on adds ten once, not for each vehicle (R21). */
static int64_t total_of(const struct skank_tables *t, const struct collision *c)
{
    int64_t total = c->rating + c->fixed + t->value[CRASH_FAST] * c->fast;

    for (int i = 0; i < COLLISION_RATINGS; i++)
        total += (i + 1) * c->others[i];
    if (c->pile_up)
        total += t->value[CRASH_PILE_UP];
    if (c->head_on)
        total += t->value[CRASH_HEAD_ON];
    return total;
}

/* Vehicles of rating 1, in any number, do not affect a heavy one; anything else in the crash cancels that. */
static bool is_immune(const struct skank_tables *t, const struct collision *c)
{
    bool alone = c->fixed == 0 && !c->pile_up;

    for (int i = 1; i < COLLISION_RATINGS; i++)
        alone = alone && c->others[i] == 0;
    return alone && c->rating >= t->value[CRASH_IMMUNE];
}

/* The chart has no such result if the cell is blank, however high the total. */
static bool reaches(int64_t total, int lowest)
{
    return lowest != SALVO_BLANK && total >= lowest;
}

/* The chart prints 21-28 and 29+ in one cell for rating 5. The default assumes a lost line of three rolls between them;
 * rating-five=totalled takes the cell as printed. The column `repaired` marks that row. The book's example puts a total
 * of 7 into the row 8-10; the chart has it in 5-7 (R23). */
static void consult(struct collision *c, const struct skank_collision *row)
{
    bool three = reaches(c->total, row->three_rolls);

    c->totalled = reaches(c->total, row->totalled) || (three && row->repaired && c->fives_are_totalled);
    c->explodes_from = row->explodes_from == SALVO_BLANK ? FACES + 1 : row->explodes_from;
    c->rolls = three ? 3 : reaches(c->total, row->two_rolls) ? 2 : reaches(c->total, row->one_roll) ? 1 : 0;
}

/* The chart decides whatever the barrier: one much weaker than the vehicle has no rule of its own (R22). Ratings above 6
 * use the last row (R25). A prow adds a roll even to none, but not to an immune or a totalled vehicle
 * (R24). */
static void derive_collision(const void *tables, void *situation)
{
    const struct skank_tables *t = tables;
    struct collision *c = situation;
    int row;

    c->vehicle = &t->vehicles[c->class];
    c->rating = skank_given_or(c->rating, c->vehicle->rating);
    row = c->rating < COLLISION_RATINGS ? c->rating : COLLISION_RATINGS; /* R25 */
    c->total = total_of(t, c);
    if (is_immune(t, c))
        return;
    consult(c, &t->collision[row - 1]);
    c->rolls += c->prow ? 1 : 0; /* R24 */
}

/* One die is for the explosion of a totalled vehicle; otherwise there are the damage rolls. */
static void collision_dice(const void *situation, salvo_dice *dice)
{
    const struct collision *c = situation;

    *dice = salvo_dice_of(c->totalled ? 1 : c->rolls, FACES);
}

/* All rolls are one throw: the chart has at most three, and the prow adds one. */
static int collision_resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct collision *c = situation;
    uint8_t hull = 0;

    gain[TOTAL] += c->total;
    if (c->totalled)
        return faces[0] >= c->explodes_from ? TOTALLED_EXPLODES : TOTALLED;
    gain[DAMAGE_ROLLS] += c->rolls;
    for (int i = 0; i < c->rolls; i++)
        hull = skank_hull_after(c->vehicle, hull, skank_damage_of(c->vehicle, faces[i], 0));
    return COLLISION_STATE + (int)skank_state_of(hull);
}

static void explain_collision(const void *situation, salvo_text *text)
{
    const struct collision *c = situation;

    salvo_text_add(text, "%lld rating points: ", (long long)c->total);
    if (c->totalled)
        salvo_text_put(text, "totalled\n");
    else
        salvo_text_add(text, "%s\n", salvo_counted((uint64_t)c->rolls, "damage roll").text);
}

const salvo_procedure SKANK_COLLISION = {
    .id = "SKANK-25",
    .schema = {.name = "skank.collision",
               ALL_OF(parameters, COLLISION),
               .situation_size = sizeof(struct collision),
               .derive = derive_collision,
               .explain = explain_collision},
    .documentation = {.chapter = "Vehicles",
                      .title = "the damage of a crash to one of its vehicles",
                      .section = "Vehicles: Collision and Damage, Vehicle Collision Chart",
                      .rulings = "R21 R22 R23 R24 R25"},
    ALL_OF(expectations, COLLISION_EXPECTATIONS),
    ALL_OF(outcomes, COLLISION_OUTCOMES),
    .roll = &(const salvo_roll){.dice = collision_dice, .resolve = collision_resolve},
};

struct run_over {
    struct skank_tester target;
    bool dodge;
    int rating; /* of the target */
    int dodges; /* number of faces */
    bool immune;
};

/* dodge=no is the other reading of R30, in which figures cannot dodge. */
static const salvo_parameter RUN_OVER[] = {
    SKANK_TESTER(struct run_over, target, "target", "the figure in the way",
                 "ability of the target, in place of the troop's"),
    SKANK_MODIFIER("modifier", "added to the roll to dodge", INTO(struct run_over, target.modifier)),
    FLAG_YES("dodge", "an ability roll dodges", INTO(struct run_over, dodge)),
    WHOLE("target-rating", "rating of the target", 0, SKANK_RATING_MAX, "1", INTO(struct run_over, rating)),
};

enum run_over_outcome { DODGED, UNHURT, KILLED };
static const char *const RUN_OVER_OUTCOMES[] = {[DODGED] = "dodged", [UNHURT] = "unhurt", [KILLED] = "killed"};

/* The dodge is first whatever the rating. A rating of 3 or more protects only a figure that failed it (R30). */
static void derive_run_over(const void *tables, void *situation)
{
    const struct skank_tables *t = tables;
    struct run_over *r = situation;

    if (r->dodge)
        r->dodges = skank_ability_faces(t, &r->target, 0);
    r->immune = r->rating >= t->value[RUN_OVER_IMMUNE];
}

/* A figure that dodges is unhurt by its skill, and an immune one by its rating: players ask for both, so they are two
 * outcomes. */
static int run_over_resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct run_over *r = situation;

    (void)gain;
    if (faces[0] <= r->dodges)
        return DODGED;
    return r->immune ? UNHURT : KILLED;
}

const salvo_procedure SKANK_RUN_OVER = {
    .id = "SKANK-26",
    .schema = {.name = "skank.run-over",
               ALL_OF(parameters, RUN_OVER),
               .situation_size = sizeof(struct run_over),
               .derive = derive_run_over},
    .documentation = {.chapter = "Vehicles",
                      .title = "a figure in the way of a vehicle",
                      .section = "Vehicles: Collision and Damage",
                      .rulings = "R2 R3 R30"},
    ALL_OF(outcomes, RUN_OVER_OUTCOMES),
    .roll = &(const salvo_roll){.count = 1, .sides = FACES, .resolve = run_over_resolve},
};
