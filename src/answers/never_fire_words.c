/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "answers/never_fire_words.h"

#include <math.h>

#include "claims/never_fire.h"
#include "document/figures.h"

static const char *const SIDES[] = {"a", "b"};
static const char *const SILENCES[N_SILENCES] = {
    [SILENT_MOVING] = "moving", [SILENT_FAR] = "out-of-reach", [SILENT_HARMLESS] = "harmless"};

/* The elements that a battle's answer lists, and the battle. */
typedef struct told {
    const salvo_battle *battle;
    const never_fires *found;
} told;

/* "they can damage b up to 1000 m, and the lines are 1500 m apart" */
static void put_far(salvo_text *text, const salvo_battle *battle, const never_fire *of, const char *they)
{
    const first_fire *f = &of->fire;
    const char *unit = battle->book->store.distance_unit, *enemy = SIDES[1 - of->side];

    if (f->why)
        salvo_text_add(text, "%s; ", f->why);
    salvo_text_add(text, "%s can damage %s ", they, enemy);
    if (f->upto < f->nearest)
        salvo_text_add(text, "up to %g %s", f->upto, unit);
    else
        salvo_text_add(text, "from %g to %g %s", f->from, f->upto, unit);
    if (battle->plan->scenario == SALVO_HOLD)
        salvo_text_add(text, ", and the lines are %g %s apart", f->nearest, unit);
    else
        salvo_text_add(text, ", and the lines come no nearer than %g %s", f->nearest, unit);
}

static void put_reason(salvo_text *text, const salvo_battle *battle, const never_fire *of, bool one)
{
    const first_fire *f = &of->fire;
    const char *they = one ? "it" : "they";

    if (f->silence == SILENT_MOVING)
        salvo_text_add(text, ", because %s %s: even at %g %s %s", they, one ? "moves" : "move", f->nearest,
                       battle->book->store.distance_unit, f->why ? f->why : "fire on the move damages nothing");
    else
        salvo_text_put(text, ": ");
    if (f->silence == SILENT_FAR)
        put_far(text, battle, of, they);
    else if (f->silence == SILENT_HARMLESS)
        salvo_text_put(text, f->why ? f->why : "nothing changes, whatever is rolled");
}

/* Puts "2 JagdPanther of a never fire with effect, because ...". */
static void put_one(salvo_text *text, const salvo_battle *battle, const never_fire *of)
{
    const salvo_battle_kind *kind = &battle->side[of->side].kinds[of->kind];
    const bool one = kind->count == 1;

    salvo_text_add(text, "%d %s of %s ", kind->count, kind->name, SIDES[of->side]);
    if (of->fire.turn)
        salvo_text_add(text, "%s not fire with effect before turn %d", one ? "does" : "do", (int)of->fire.turn);
    else
        salvo_text_put(text, one ? "never fires with effect" : "never fire with effect");
    put_reason(text, battle, of, one);
    salvo_text_put(text, ".");
}

static void put_halt_of(salvo_text *text, const salvo_battle *battle, const never_fires *found, int side)
{
    const salvo_halt *h = &found->halt[side];

    salvo_text_add(text, " With --halt-%s %g%s, %s wins about %.0f %% of battles.", SIDES[side], h->distance,
                   h->distance >= battle->plan->range ? " (it stays where it is)" : "", SIDES[side], 100 * h->p_win);
}

/* The halt follows the last kind of its side. */
void add_never_fire(page *p, const salvo_battle *battle)
{
    const never_fires *found = never_fires_of(battle, &p->failed);
    salvo_text text = {0};

    if (!found)
        return;
    for (size_t i = 0; i < found->n; i++) {
        const int side = found->of[i].side;

        salvo_text_put(&text, i ? "\n" : "");
        put_one(&text, battle, &found->of[i]);
        if (found->helps[side] && (i + 1 == found->n || found->of[i + 1].side != side))
            put_halt_of(&text, battle, found, side);
    }
    page_text(p, &text);
}

/* If a halt helps a side, every listed kind of the side has it. */
static void describe_silent(record *to, const void *of, size_t i)
{
    const told *t = of;
    const never_fire *one = &t->found->of[i];
    const first_fire *f = &one->fire;
    const salvo_battle_kind *kind = &t->battle->side[one->side].kinds[one->kind];
    const salvo_halt *halt = &t->found->halt[one->side];
    const bool far = f->silence == SILENT_FAR, helps = t->found->helps[one->side];
    const field fields[] = {
        {"side", as_text(SIDES[one->side])},
        {"unit", as_text(kind->name)},
        {"count", as_whole(kind->count)},
        {"before_turn", if_there(f->turn > 0, as_whole(f->turn))},
        {"reason", as_text(SILENCES[f->silence])},
        {"why", if_there(f->why, as_text(f->why))},
        {"from", if_there(far, as_number(f->from))},
        {"upto", if_there(far, as_number(f->upto))},
        {"nearest", as_number(f->nearest)},
        {"halt", if_there(helps, as_number(halt->distance))},
        {"p_win", if_there(helps, as_number(halt->p_win))},
        {"ci95", if_there(helps && halt->low < halt->high, as_pair(halt->low, halt->high))},
    };

    PUT_FIELDS(to, fields);
}

void put_never_fire(record *to, const salvo_battle *battle)
{
    const never_fires *found = never_fires_of(battle, to->failed);
    const told t = {battle, found};
    const field fields[] = {{"never_fire", if_there(found, as_objects(describe_silent, &t, found ? found->n : 0))}};

    PUT_FIELDS(to, fields);
}
