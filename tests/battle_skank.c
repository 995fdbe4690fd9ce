/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Skank's battles. One against one is the duel, to the last fraction and round; larger ones are fought again by hand, shot by
 * shot, with the second copy of the rules, and simulated: the exact answer must be what happens in both.
 *
 * Shares are judged by the tails of their binomials, means at five standard errors. A true answer fails one comparison in
 * 1.7 million, and there are about 2500: one seed in 700 would raise a false alarm. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/fight.h>

#include "merit.h"
#include "sanitised.h"
#include "skank_book.h"
#include "splitmix.h"
#include "tails.h"

enum { TRIALS = IS_SANITISED ? 2500 : 8000, ITEMS_MAX = 4, ELEMENTS_MAX = 8, TURNS_CAP = 2000, TEXT = 1024 };

OWN_BOOK(book, "skank")

/* An entry of an army list; what is left out is 1 element, 1 figure, a rifle, a trained crew, its own rating, wounds and
 * move. A move below 0 is move=0: it stands. */
typedef struct item {
    int n;
    const char *id, *weapon;
    int count, wounds, rating, modifier;
    bool moving, cover, prone, building, concealed, invisible;
    const char *crew;
    double move;
    bool morale;
    int ability, flight; /* 0: its own, 3 turns */
    bool burns_clip;
} item;

/* What makes a target harder to hit, and whether it goes along with a line that moves (B-13). */
enum { N_HIDINGS = 4 };

static const struct {
    const char *key;
    int harder;
    bool goes_along;
} HIDINGS[N_HIDINGS] = {{"prone", 1, false}, {"building", 2, false}, {"concealed", 1, false}, {"invisible", 3, true}};

static bool is_hiding(const item *i, int k)
{
    const bool of[N_HIDINGS] = {i->prone, i->building, i->concealed, i->invisible};

    return of[k];
}

/* Its options, each behind `prefix` and before `end`. */
static void put_options(char text[TEXT], const item *i, const char *prefix, const char *end)
{
    size_t n = strlen(text);

    n += (size_t)snprintf(text + n, TEXT - n, "%sweapon=%s%s%smoving=%s%s%scover=%s%s%smodifier=%d", prefix,
                          i->weapon ? i->weapon : "rifle", end, prefix, yes(i->moving), end, prefix, yes(i->cover), end,
                          prefix, i->modifier);
    if (i->count)
        n += (size_t)snprintf(text + n, TEXT - n, "%s%scount=%d", end, prefix, i->count);
    if (i->wounds)
        n += (size_t)snprintf(text + n, TEXT - n, "%s%swounds=%d", end, prefix, i->wounds);
    if (i->rating)
        n += (size_t)snprintf(text + n, TEXT - n, "%s%srating=%d", end, prefix, i->rating);
    if (i->crew)
        n += (size_t)snprintf(text + n, TEXT - n, "%s%screw=%s", end, prefix, i->crew);
    for (int k = 0; k < N_HIDINGS; k++)
        if (is_hiding(i, k))
            n += (size_t)snprintf(text + n, TEXT - n, "%s%s%s=yes", end, prefix, HIDINGS[k].key);
}

static void put_item(char text[TEXT], const item *i)
{
    size_t n = strlen(text);

    snprintf(text + n, TEXT - n, "%s%d %s (", n ? ", " : "", i->n ? i->n : 1, i->id);
    put_options(text, i, "", ", ");
    n = strlen(text);
    if (i->move != 0)
        n += (size_t)snprintf(text + n, TEXT - n, ", move=%g", fmax(0, i->move));
    if (i->burns_clip)
        n += (size_t)snprintf(text + n, TEXT - n, ", burn-clip=yes");
    if (i->morale)
        n += (size_t)snprintf(text + n, TEXT - n, ", morale=yes");
    if (i->ability)
        n += (size_t)snprintf(text + n, TEXT - n, ", ability=%d", i->ability);
    if (i->flight)
        n += (size_t)snprintf(text + n, TEXT - n, ", flight=%d", i->flight);
    snprintf(text + n, TEXT - n, ")");
}

static void put_list(char text[TEXT], const item *items)
{
    text[0] = '\0';
    for (int i = 0; i < ITEMS_MAX && items[i].id; i++)
        put_item(text, &items[i]);
}

static const salvo_approach EXACT = {.method = SALVO_EXACT, .options = {.arithmetic = SALVO_RATIONAL}};

/* The same text, or the same double where the fraction is too long to print. */
static void assert_same_number(const salvo_number *a, const salvo_number *b, const char *words)
{
    if (fabs(a->value - b->value) > 1e-15 * fmax(1, fabs(b->value)) ||
        (a->exact && b->exact && strcmp(a->exact, b->exact) != 0))
        fail_msg("%s: %.17g (%s) is not %.17g (%s)", words, a->value, a->exact ? a->exact : "", b->value,
                 b->exact ? b->exact : "");
}

/* Cuts at blanks. */
static size_t cut(char *text, const char **words)
{
    size_t n = 0;

    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
        words[n++] = word;
    return n;
}

/* Of entries with n elements the duel has n figures, each of them an element of the battle. */
static item in_duel(const item *i)
{
    item squad = *i;

    squad.count = i->n ? i->n : i->count;
    return squad;
}

static void compare_with_duel(const item *a, const item *b, double range, const char *field, int rounds)
{
    const item a_squad = in_duel(a), b_squad = in_duel(b);
    char duel_text[TEXT], all[TEXT], lists[2][TEXT] = {"", ""}, field_text[TEXT];
    const char *words[32], *field_words[8];
    salvo_battle_plan plan = {.army = {{.list = lists[0]}, {.list = lists[1]}}, .range = range, .close_to = -1};
    salvo_error err = {0};
    salvo_battle battle;
    salvo_duel duel;

    snprintf(duel_text, TEXT, "range=%g first=simultaneous rounds=%d %s ", range, rounds, field);
    put_options(duel_text, &a_squad, "a-", " ");
    strcat(duel_text, " ");
    put_options(duel_text, &b_squad, "b-", " ");
    snprintf(all, TEXT, "%s against %s, %.900s", a->id, b->id, duel_text);
    snprintf(field_text, TEXT, "%s", field);
    put_item(lists[0], a);
    put_item(lists[1], b);
    plan.words = field_words;
    plan.n_words = cut(field_text, field_words);
    plan.turns = rounds;
    if (salvo_duel_fight(&duel, &book, a->id, b->id, words, cut(duel_text, words), &EXACT, &err) != SALVO_OK ||
        salvo_battle_fight(&battle, &book, &plan, &EXACT, &err) != SALVO_OK)
        fail_msg("%s: %s", all, err.text);
    assert_same_number(&battle.p_a.exact, &duel.p_a.exact, all);
    assert_same_number(&battle.p_b.exact, &duel.p_b.exact, all);
    assert_same_number(&battle.p_mutual.exact, &duel.p_mutual.exact, all);
    assert_same_number(&battle.p_undecided.exact, &duel.p_undecided.exact, all);
    if (rounds == 0) {
        assert_int_equal(battle.ends, duel.ends);
        if (duel.ends)
            assert_same_number(&battle.expected_turns.exact, &duel.expected_turns.exact, all);
    }
    salvo_battle_free(&battle);
    salvo_duel_free(&duel);
}

static void pairs_are_duels(void **state)
{
    static const struct {
        item a, b;
        double range;
        const char *field;
        int rounds;
    } PAIRS[] = {
        {{.id = "trained"}, {.id = "trained", .weapon = "pistol"}, 15, "", 0},
        {{.id = "elite", .count = 4, .weapon = "assault-rifle"},
         {.id = "rabble", .count = 9, .weapon = "shotgun", .cover = true},
         14,
         "",
         0},
        {{.id = "hero", .count = 2, .weapon = "light-mg"},
         {.id = "trained", .count = 6, .weapon = "light-cannon"},
         33,
         "",
         0},
        {{.id = "hero", .weapon = "smg", .modifier = 2, .cover = true},
         {.id = "elite", .count = 3, .wounds = 3},
         20,
         "burst=max",
         0},
        {{.id = "car", .weapon = "heavy-mg", .crew = "elite", .moving = true},
         {.id = "motorcycle", .weapon = "smg", .moving = true},
         20,
         "",
         0},
        {{.id = "apc", .weapon = "light-cannon", .moving = true, .crew = "rabble"},
         {.id = "tank", .weapon = "heavy-energy-weapon", .moving = true, .rating = 4},
         45,
         "win=mission-kill",
         0},
        {{.id = "armored-car", .weapon = "heavy-mg", .moving = true},
         {.id = "trained", .count = 5, .weapon = "anti-tank-rocket"},
         60,
         "",
         0},
        {{.id = "tank", .weapon = "tank-main-gun"},
         {.id = "trained", .count = 8, .weapon = "missile", .cover = true},
         55,
         "win=mission-kill",
         0},
        {{.id = "elite", .moving = true, .weapon = "rifle"},
         {.id = "hero", .moving = true, .weapon = "rifle"},
         48,
         "star=descending",
         0},
        /* who cannot harm, whom a wreck would stop, who runs into the ditch */
        {{.id = "trained"}, {.id = "tank", .weapon = "pistol"}, 30, "", 0},
        {{.id = "car", .weapon = "shotgun"}, {.id = "car", .weapon = "pistol"}, 19, "", 0},
        {{.id = "car", .weapon = "chain-gun", .moving = true},
         {.id = "car", .weapon = "smg", .moving = true},
         24,
         "",
         0},
        {{.id = "apc", .weapon = "heavy-mg"}, {.id = "apc", .weapon = "grenade-launcher", .cover = true}, 24, "", 0},
        {{.id = "car", .weapon = "smg"},
         {.id = "apc", .weapon = "grenade-launcher", .cover = true, .moving = true},
         24,
         "",
         5},
        {{.id = "hero", .count = 3}, {.id = "hero", .count = 3}, 12, "", 2},
        {{.id = "trained", .count = 3, .prone = true, .concealed = true},
         {.id = "elite", .building = true, .moving = true},
         22,
         "",
         0},
        {{.id = "car", .weapon = "heavy-mg", .invisible = true},
         {.id = "hero", .prone = true, .cover = true},
         30,
         "",
         0},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(PAIRS); i++)
        compare_with_duel(&PAIRS[i].a, &PAIRS[i].b, PAIRS[i].range, PAIRS[i].field, PAIRS[i].rounds);
}

static const char *any_weapon(uint64_t *rng)
{
    const arm *weapon;

    do
        weapon = &ARMS[splitmix_next(rng) % N_ARMS];
    while (!weapon->direct);
    return weapon->id;
}

static item any_item(uint64_t *rng)
{
    bool on_foot = splitmix_happens(rng, 0.5);
    item i = {.weapon = any_weapon(rng),
              .moving = splitmix_happens(rng, 0.5),
              .cover = splitmix_happens(rng, 0.3),
              .modifier = (int)(splitmix_next(rng) % 5) - 2};

    i.id = on_foot ? FIGURES[splitmix_next(rng) % N_FIGURES].id : VEHICLES[splitmix_next(rng) % N_VEHICLES].id;
    i.crew = on_foot ? NULL : FIGURES[splitmix_next(rng) % N_FIGURES].id;
    i.count = on_foot ? 1 + (int)(splitmix_next(rng) % 3) : 0;
    return i;
}

static void any_pair_is_a_duel(void **state)
{
    static const char *const FIELDS[] = {"", "win=mission-kill", "burst=max", "star=descending"};
    uint64_t rng = 20261121;

    (void)state;
    for (int i = 0; i < (IS_SANITISED ? 40 : 120); i++) {
        item a = any_item(&rng), b = any_item(&rng);

        compare_with_duel(&a, &b, (double)(splitmix_next(&rng) % 70), FIELDS[i % COUNT_OF(FIELDS)], 0);
    }
}

/* Each shot is aimed by itself (B-1), so that a duel's count is as many elements: those that were hit are worth more. */
static void counts_are_as_many_elements(void **state)
{
    static const char *const TARGETS[] = {"rabble", "trained", "elite", "hero", "large-monster", "car"},
                             *const FIELDS[] = {"", "win=mission-kill", "burst=max"};
    uint64_t rng = 20261126;

    (void)state;
    for (int i = 0; i < (IS_SANITISED ? 20 : 60); i++) {
        item side[2];

        for (int s = 0; s < 2; s++) {
            const char *id = TARGETS[splitmix_next(&rng) % COUNT_OF(TARGETS)];

            side[s] = (item){.id = id,
                             .weapon = any_weapon(&rng),
                             .n = strcmp(id, "car") == 0 ? 1 : 1 + (int)(splitmix_next(&rng) % 4),
                             .modifier = (int)(splitmix_next(&rng) % 3) - 1};
        }
        compare_with_duel(&side[0], &side[1], (double)(splitmix_next(&rng) % 50), FIELDS[i % COUNT_OF(FIELDS)], 0);
    }
}

/* By hand. At 10 inches a hero hits for certain (9, and -2) with three shots, trained men in 9 of 10: two fall at once,
 * whether they are a squad or not, and what they hit meanwhile is less than the hero's three wounds. */
static void shots_left_go_on(void **state)
{
    static const struct {
        const char *a, *b;
        const char *p_a, *p_mutual;
    } ROWS[] = {
        {"hero", "2 trained", "1", "0"},
        {"hero", "trained (count=2)", "1", "0"},
        {"2 trained", "hero", "0", "0"},
        {"hero", "3 trained", "271/1000", "729/1000"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(ROWS); i++) {
        const salvo_battle_plan plan = {
            .army = {{.list = ROWS[i].a}, {.list = ROWS[i].b}}, .range = 10, .close_to = -1};
        salvo_battle battle;

        assert_int_equal(salvo_battle_fight(&battle, &book, &plan, &EXACT, NULL), SALVO_OK);
        assert_string_equal(battle.p_a.exact.exact, ROWS[i].p_a);
        assert_string_equal(battle.p_mutual.exact.exact, ROWS[i].p_mutual);
        salvo_battle_free(&battle);
    }
}

typedef struct scene {
    const char *name;
    item a[ITEMS_MAX], b[ITEMS_MAX];
    double range;
    const char *targets_a, *targets_b, *scenario; /* NULL: in order, hold */
    bool best_acts_a, best_acts_b;
    double close_to; /* 0: as the ruleset has it */
    int turns;
    double break_at;
    bool mission_kill, max, descending;
} scene;

/* An element as it stands: what is left of a pool of wounds, or what a vehicle has suffered, WRECKED when it is out. */
typedef struct soldier {
    const item *i;
    const figure *f, *gunner;
    const vehicle *v;
    const arm *weapon;
    int wounds, pool, full, suffered;
    bool reloads;
    int checked, fleeing; /* figures lost at its last check of morale; turns of its flight */
    int place;            /* in the book */
    double threat;        /* the most that its fire is worth in the first turn */
} soldier;

typedef struct army {
    int n;
    soldier s[ELEMENTS_MAX];
    const char *targets;
    bool best_acts;
    bool marches; /* this turn: its line closes in */
} army;

static bool is_best(const army *a)
{
    return strcmp(a->targets, "best") == 0;
}

/* Troops and vehicles stand in two tables, one behind the other. Options beyond these are alike in the scenes. */
static void find_places_of(army *a)
{
    char keys[ELEMENTS_MAX][BOOK_KEY_MAX];
    int place[ELEMENTS_MAX];

    for (int i = 0; i < a->n; i++) {
        const soldier *s = &a->s[i];

        snprintf(keys[i], BOOK_KEY_MAX, "%03d %s %d %s %s %d",
                 (int)(s->f ? s->f - FIGURES : N_FIGURES + (s->v - VEHICLES)), s->weapon->id, most(1, s->i->count),
                 yes(s->i->moving), yes(s->i->cover), s->i->modifier);
    }
    find_places(keys, a->n, place);
    for (int i = 0; i < a->n; i++)
        a->s[i].place = place[i];
}

/* Where the enemy's fire and the own order do not ask for the list, it is in the order of the book. */
static void put_in_order(army *own, const army *enemy)
{
    const army was = *own;
    int n = 0;

    if (!own->best_acts || !is_best(enemy) || strcmp(own->targets, "opposite") == 0)
        return;
    for (int place = 0; place < was.n; place++)
        for (int i = 0; i < was.n; i++)
            if (was.s[i].place == place)
                own->s[n++] = was.s[i];
}

static army army_of(const item *items, const char *targets, bool best_acts)
{
    army to = {.targets = targets ? targets : "in-order", .best_acts = best_acts};

    for (int i = 0; i < ITEMS_MAX && items[i].id; i++)
        for (int k = 0; k < most(1, items[i].n); k++) {
            soldier *s = &to.s[to.n++];

            s->i = &items[i];
            s->f = figure_of(items[i].id);
            s->v = s->f ? NULL : vehicle_of(items[i].id);
            s->gunner = s->f ? s->f : figure_of(items[i].crew ? items[i].crew : "trained");
            s->weapon = arm_of(items[i].weapon ? items[i].weapon : "rifle");
            s->wounds = s->v ? 1 : items[i].wounds ? items[i].wounds : s->f->wounds;
            s->full = s->pool = most(1, items[i].count) * s->wounds;
        }
    find_places_of(&to);
    return to;
}

static bool is_up(const soldier *s)
{
    return s->pool > 0 && s->suffered != WRECKED;
}

static int alive(const army *a)
{
    int n = 0;

    for (int i = 0; i < a->n; i++)
        n += is_up(&a->s[i]);
    return n;
}

/* Inches of a turn by the charts, or as the list says. */
static double move_of(const soldier *s)
{
    static const struct {
        const char *id;
        double in;
    } PACES[] = {{"horse", 20}, {"motorcycle", 80}, {"car", 60}, {"armored-car", 40}, {"apc", 36}, {"tank", 20}};

    if (s->i->move != 0)
        return fmax(0, s->i->move);
    for (size_t k = 0; k < COUNT_OF(PACES); k++)
        if (strcmp(PACES[k].id, s->i->id) == 0)
            return PACES[k].in;
    return 10;
}

static bool is_immobile(const soldier *s)
{
    return s->v && (s->suffered & STOPPED);
}

/* It moves this turn: with its line if it can, or by itself. */
static bool rolls(const army *a, int i)
{
    const soldier *s = &a->s[i];

    return ((a->marches && move_of(s) > 0) || s->i->moving || s->fleeing) && !is_immobile(s);
}

static int shots_of(const scene *c, const soldier *s)
{
    int standing = (s->pool + s->wounds - 1) / s->wounds;

    if (s->fleeing || s->reloads || (s->v && (s->suffered & SILENCED)))
        return 0;
    if (s->i->burns_clip)
        return 3 * standing;
    return standing * (c->max ? most(s->gunner->attacks, s->weapon->shots) : s->gunner->attacks * s->weapon->shots);
}

/* Faces that hit. */
static int good_of(const scene *c, const army *own, int by, const army *enemy, int at, double range)
{
    const soldier *s = &own->s[by], *t = &enemy->s[at];
    int number = chart(rolls(own, by), rolls(enemy, at), range, c->descending);
    bool keeps = t->i->moving || !rolls(enemy, at), cover = t->i->cover && keeps; /* B-7 */
    int hidden = 0;

    for (int k = 0; k < N_HIDINGS; k++)
        hidden += is_hiding(t->i, k) && (keeps || HIDINGS[k].goes_along) ? HIDINGS[k].harder : 0;
    if (number == NO_SHOT || range > s->weapon->range)
        return 0;
    return faces(number, s->gunner->bonus + s->weapon->hit + (s->v ? -1 : 0) + (t->v && t->v->large ? -1 : 0) + cover +
                             hidden + s->i->modifier);
}

static bool can_hurt(const soldier *s, const soldier *t)
{
    if (s->i->burns_clip && t->v)
        return false;
    return s->weapon->rating >= (t->i->rating ? t->i->rating : t->v ? t->v->rating : 1);
}

static bool kills(const soldier *s, const soldier *t)
{
    return s->weapon->cap && (t->i->rating ? t->i->rating : t->v ? t->v->rating : 1) <= s->weapon->cap;
}

/* One damage roll. */
static int damage(const scene *c, const soldier *s, const soldier *t, int roll)
{
    int more = bits(t->v, letter(t->v, roll + s->weapon->damage)), after;

    if (more == WRECKED || t->suffered == WRECKED)
        return WRECKED;
    after = t->suffered | more;
    return c->mission_kill && (after & SILENCED) ? WRECKED : after;
}

static void hit(const scene *c, const soldier *s, soldier *t, uint64_t *rng)
{
    int roll = 1 + (int)(splitmix_next(rng) % 10);

    if (t->f)
        t->pool = kills(s, t) ? ((t->pool - 1) / t->wounds) * t->wounds : t->pool - 1;
    else
        t->suffered = kills(s, t) ? WRECKED : damage(c, s, t, roll);
}

/* What one shot is worth: dice are thrown at the target as it began the turn, and fall on it as it is now. */
static double worth(const scene *c, const army *own, int by, const army *enemy, int at, const soldier *now,
                    double range)
{
    const soldier *s = &own->s[by];
    const double p = good_of(c, own, by, enemy, at, range) / 10.0;
    double fatal = 0;
    int lost;

    if (!can_hurt(s, now) || shots_of(c, s) == 0)
        return 0;
    for (int roll = 1; now->v && roll <= 10; roll++)
        fatal += (kills(s, now) || damage(c, s, now, roll) == WRECKED) / 10.0;
    if (now->v)
        return worth_of_fire(1, p * fatal, 0); /* the book has no prices */
    lost = kills(s, now) ? 1 + (now->pool - 1) % now->wounds : 1;
    return lost >= now->pool ? worth_of_fire(1, p, 0) : worth_of_fire(1, 0, p * lost / now->full);
}

/* At whom it fires, -1 for nobody: at those who are left. */
static int pick(const scene *c, const army *own, int by, const army *enemy, const army *now, const int *received,
                double range)
{
    int chosen = -1;
    struct merit best;

    for (int i = 0; i < now->n; i++) {
        const soldier *t = &now->s[i];
        struct merit value = {{0}};

        if (!is_up(t))
            continue;
        if (strcmp(own->targets, "weakest") == 0)
            value.of[0] = -t->pool;
        else if (strcmp(own->targets, "strongest") == 0)
            value.of[0] = t->pool;
        else if (strcmp(own->targets, "spread") == 0)
            value.of[0] = -received[i];
        else if (is_best(own))
            value = merit_of_target(worth(c, own, by, enemy, i, t, range), t->threat, t->place, t->pool, t->suffered);
        if (chosen < 0 || is_better(&value, &best)) {
            chosen = i;
            best = value;
        }
    }
    return chosen;
}

/* Who fires next of those who have not fired: the first of the list, or whose shot is worth most now. */
static int next_to_fire(const scene *c, const army *own, const army *enemy, const army *now, const int *received,
                        const bool *has_fired, double range)
{
    struct merit best;
    int by = -1;

    for (int i = 0; i < own->n; i++) {
        struct merit value = {{0}};
        int at;

        if (has_fired[i] || !is_up(&own->s[i]) || (by >= 0 && !own->best_acts))
            continue;
        at = pick(c, own, i, enemy, now, received, range);
        value = merit_of_actor(at < 0 ? 0 : worth(c, own, i, enemy, at, &now->s[at], range), own->s[i].place);
        if (by < 0 || is_better(&value, &best)) {
            by = i;
            best = value;
        }
    }
    return by;
}

/* Fires of one side, as it was when the turn began, each shot at who is left; counts those that could have done something.
 * rng NULL: only counts them. */
static int fire(const scene *c, const army *own, const army *enemy, army *now, double range, uint64_t *rng)
{
    bool has_fired[ELEMENTS_MAX] = {false};
    int received[ELEMENTS_MAX] = {0}, made = 0, by;

    while ((by = next_to_fire(c, own, enemy, now, received, has_fired, range)) >= 0) {
        has_fired[by] = true;
        for (int k = 0; k < shots_of(c, &own->s[by]); k++) {
            const int at = pick(c, own, by, enemy, now, received, range),
                      good = at < 0 ? 0 : good_of(c, own, by, enemy, at, range);

            if (good == 0 || !can_hurt(&own->s[by], &now->s[at]))
                break;
            received[at]++;
            made++;
            if (rng && (int)(splitmix_next(rng) % 10) < good)
                hit(c, &own->s[by], &now->s[at], rng);
        }
    }
    return made;
}

/* Crews that had no brakes when the turn began; rng NULL: only counts them. */
static int brake(const army *before, army *now, uint64_t *rng)
{
    int n = 0;

    for (int i = 0; i < before->n; i++) {
        soldier *s = &now->s[i];

        if (!s->v || !rolls(before, i) || !(before->s[i].suffered & BRAKELESS) || !is_up(s) || (s->suffered & STOPPED))
            continue;
        n++;
        if (rng && 1 + (int)(splitmix_next(rng) % 10) > s->gunner->ability)
            s->suffered = WRECKED;
    }
    return n;
}

/* Special and Optional Rules H, at the end of a turn: squads that have lost half test, and after a test another quarter;
 * those who flee rally, or leave the table at last. */
static void check_morale(army *now, uint64_t *rng)
{
    for (int i = 0; i < now->n; i++) {
        soldier *s = &now->s[i];
        const int figures = s->full / s->wounds, lost = figures - (s->pool + s->wounds - 1) / s->wounds,
                  flight = s->i->flight ? s->i->flight : 3;
        const bool is_due = s->checked ? 4 * (lost - s->checked) >= figures : lost > 0 && 2 * lost >= figures;
        bool passes;

        if (!s->i->morale || !is_up(s) || !(is_due || s->fleeing))
            continue;
        passes = 1 + (int)(splitmix_next(rng) % 10) <= (s->i->ability ? s->i->ability : s->f->ability);
        if (passes || !s->fleeing)
            s->checked = lost;
        s->fleeing = passes ? 0 : s->fleeing + 1;
        if (s->fleeing > flight)
            s->pool = 0;
    }
}

/* Who has burned a clip reloads; who reloads, or flees instead of firing, has a full one in the next turn. */
static void change_clips(army *now)
{
    for (int i = 0; i < now->n; i++)
        now->s[i].reloads = now->s[i].i->burns_clip && !now->s[i].reloads && !now->s[i].fleeing;
}

/* Whether somebody does not fire now, and may do so later. */
static bool anyone_recovers(const army *a)
{
    bool recovers = false;

    for (int i = 0; i < a->n; i++)
        recovers = recovers || (is_up(&a->s[i]) && (a->s[i].fleeing || a->s[i].reloads));
    return recovers;
}

/* Of the slowest that still moves; 0 where nobody does. */
static double pace(const army *a)
{
    double least = 0;

    for (int i = 0; i < a->n; i++) {
        double own = is_up(&a->s[i]) && !is_immobile(&a->s[i]) ? move_of(&a->s[i]) : 0;

        if (own > 0 && (least == 0 || own < least))
            least = own;
    }
    return least;
}

typedef struct fought {
    int winner; /* 0 a, 1 b, 2 both lost, 3 undecided */
    int lost[2], hurt[2], turns;
} fought;

static bool is_broken(const scene *c, const army *a)
{
    int lost = a->n - alive(a);

    return c->break_at > 0 && lost > 0 && lost >= c->break_at * a->n - 1e-9;
}

/* Nobody breaks off who has no enemy left. */
static int winner_of(const scene *c, const army now[2])
{
    int a = alive(&now[0]), b = alive(&now[1]);
    bool down[2] = {a == 0, b == 0};

    if (a && b) {
        down[0] = is_broken(c, &now[0]);
        down[1] = is_broken(c, &now[1]);
    }
    return down[0] && down[1] ? 2 : down[0] ? 1 : down[1] ? 0 : 3;
}

/* The lines before a turn; where they are then. */
static double close_in(const scene *c, army now[2], double range)
{
    double close_to = c->close_to > 0 ? c->close_to : 10;
    bool hold = !c->scenario || strcmp(c->scenario, "hold") == 0;
    double a = hold ? 0 : pace(&now[0]), b = hold || strcmp(c->scenario, "meeting") != 0 ? 0 : pace(&now[1]);
    bool closes = range > close_to && a + b > 0;

    now[0].marches = closes && a > 0;
    now[1].marches = closes && b > 0;
    return closes ? fmax(close_to, range - a - b) : range;
}

/* The armies of a scene, as they are at the start. */
static void set_up(const scene *c, army start[2])
{
    army first[2];
    double range;

    start[0] = army_of(c->a, c->targets_a, c->best_acts_a);
    start[1] = army_of(c->b, c->targets_b, c->best_acts_b);
    for (int s = 0; s < 2; s++)
        put_in_order(&start[s], &start[!s]);
    memcpy(first, start, sizeof first);
    range = close_in(c, first, c->range);
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < start[s].n; i++)
            for (int at = 0; at < start[!s].n; at++)
                start[s].s[i].threat =
                    fmax(start[s].s[i].threat, worth(c, &first[s], i, &first[!s], at, &first[!s].s[at], range));
}

static fought fight_by_hand(const scene *c, const army start[2], uint64_t *rng)
{
    army now[2] = {start[0], start[1]};
    double range = c->range;
    fought f = {.winner = 3};

    while (f.turns < TURNS_CAP) {
        bool closes;
        army before[2];

        f.winner = winner_of(c, now);
        if (f.winner != 3 || (c->turns && f.turns == c->turns))
            break;
        range = close_in(c, now, range);
        closes = now[0].marches || now[1].marches;
        memcpy(before, now, sizeof before);
        if (!closes && !anyone_recovers(&now[0]) && !anyone_recovers(&now[1]) &&
            fire(c, &before[0], &before[1], &now[1], range, NULL) +
                    fire(c, &before[1], &before[0], &now[0], range, NULL) + brake(&before[0], &now[0], NULL) +
                    brake(&before[1], &now[1], NULL) ==
                0)
            break;
        f.turns++;
        fire(c, &before[0], &before[1], &now[1], range, rng);
        fire(c, &before[1], &before[0], &now[0], range, rng);
        brake(&before[0], &now[0], rng);
        brake(&before[1], &now[1], rng);
        for (int s = 0; s < 2; s++) {
            change_clips(&now[s]);
            check_morale(&now[s], rng);
        }
    }
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < now[s].n; i++) {
            f.lost[s] += !is_up(&now[s].s[i]);
            f.hurt[s] += start[s].s[i].pool - (is_up(&now[s].s[i]) ? now[s].s[i].pool : 0);
        }
    return f;
}

static const scene SCENES[] = {
    {.name = "two squads with morale",
     .a = {{.id = "trained", .count = 5, .morale = true}},
     .b = {{.id = "rabble", .count = 8, .morale = true, .flight = 1}},
     .range = 65},
    {.name = "who flees is fired at as moving, without cover",
     .a = {{.id = "elite", .count = 3, .weapon = "assault-rifle"}},
     .b = {{.id = "trained", .count = 10, .cover = true, .prone = true, .morale = true, .flight = 4}},
     .range = 45},
    {.name = "a hero is with a squad",
     .a = {{.id = "trained", .count = 4, .wounds = 2, .morale = true, .ability = 8}},
     .b = {{.n = 2, .id = "trained", .count = 4, .morale = true, .flight = 2}},
     .range = 66,
     .targets_a = "weakest"},
    {.name = "an advance with morale",
     .a = {{.id = "trained", .count = 5, .morale = true, .concealed = true},
           {.id = "rabble", .count = 3, .weapon = "shotgun", .invisible = true}},
     .b = {{.id = "trained", .count = 4, .prone = true, .building = true, .morale = true}},
     .range = 38,
     .scenario = "advance"},
    {.name = "morale beside a car",
     .a = {{.id = "car", .weapon = "heavy-mg", .crew = "elite", .moving = true, .invisible = true}},
     .b = {{.id = "trained", .count = 6, .weapon = "light-mg", .morale = true, .flight = 2}, {.id = "hero"}},
     .range = 62,
     .targets_a = "spread"},
    {.name = "clips are burned",
     .a = {{.n = 3, .id = "trained", .weapon = "smg", .burns_clip = true}},
     .b = {{.n = 2, .id = "trained", .weapon = "assault-rifle", .burns_clip = true, .cover = true, .building = true},
           {.id = "elite"}},
     .range = 22},
    {.name = "a clip at men and not at a car",
     .a = {{.n = 2, .id = "trained", .weapon = "assault-rifle", .burns_clip = true},
           {.id = "trained", .weapon = "heavy-mg"}},
     .b = {{.id = "car", .weapon = "smg"}, {.n = 2, .id = "trained", .invisible = true}},
     .range = 35,
     .targets_a = "best",
     .targets_b = "weakest",
     .best_acts_a = true},
    {.name = "squads burn their clips and flee",
     .a = {{.id = "trained",
            .count = 6,
            .weapon = "assault-rifle",
            .burns_clip = true,
            .morale = true,
            .ability = 6,
            .flight = 9}},
     .b = {{.id = "trained", .count = 7, .wounds = 2, .building = true}},
     .range = 63},
    {.name = "hidden men",
     .a = {{.id = "elite", .prone = true, .concealed = true}, {.id = "trained", .building = true, .moving = true}},
     .b = {{.n = 2, .id = "trained", .weapon = "smg", .invisible = true}, {.id = "rabble", .prone = true}},
     .range = 12},
    {.name = "two on three",
     .a = {{.n = 2, .id = "trained"}},
     .b = {{.n = 3, .id = "rabble", .weapon = "smg", .cover = true}},
     .range = 15},
    {.name = "fire is spread",
     .a = {{.n = 3, .id = "trained"}},
     .b = {{.n = 4, .id = "trained", .weapon = "pistol"}},
     .range = 18,
     .targets_a = "spread",
     .targets_b = "spread"},
    {.name = "the strongest first",
     .a = {{.id = "hero"}, {.n = 2, .id = "trained", .weapon = "smg"}},
     .b = {{.n = 2, .id = "trained"}, {.id = "elite", .weapon = "assault-rifle", .cover = true}},
     .range = 24,
     .targets_a = "strongest",
     .targets_b = "strongest"},
    {.name = "the weakest first",
     .a = {{.id = "elite"}, {.id = "car", .weapon = "heavy-mg", .crew = "elite"}},
     .b = {{.id = "elite", .weapon = "assault-rifle"}, {.n = 2, .id = "rabble", .weapon = "light-cannon"}},
     .range = 35,
     .targets_a = "weakest",
     .targets_b = "weakest"},
    {.name = "the best target",
     .a = {{.id = "armored-car", .weapon = "light-cannon"},
           {.id = "trained", .weapon = "anti-tank-rocket", .cover = true}},
     .b = {{.id = "tank", .weapon = "tank-main-gun"},
           {.id = "apc", .weapon = "heavy-mg"},
           {.id = "trained", .cover = true}},
     .range = 40,
     .targets_a = "best",
     .targets_b = "best"},
    {.name = "the best target, one after the other",
     .a = {{.n = 2, .id = "trained", .weapon = "anti-tank-rocket"}, {.id = "elite", .weapon = "assault-rifle"}},
     .b = {{.id = "apc", .weapon = "light-mg"}, {.id = "car", .weapon = "heavy-mg"}, {.n = 2, .id = "trained"}},
     .range = 30,
     .targets_a = "best",
     .targets_b = "best"},
    {.name = "the best choose first",
     .a = {{.id = "rabble", .weapon = "smg"}, {.id = "hero", .weapon = "assault-rifle"}, {.id = "trained"}},
     .b = {{.id = "trained", .count = 2, .cover = true}, {.id = "elite"}, {.id = "rabble"}},
     .range = 22,
     .targets_a = "best",
     .targets_b = "best",
     .best_acts_a = true,
     .best_acts_b = true},
    {.name = "the best of a meeting",
     .a = {{.id = "car", .weapon = "heavy-mg", .move = 10}, {.id = "trained", .weapon = "anti-tank-rocket"}},
     .b = {{.id = "apc", .weapon = "light-cannon", .move = 9},
           {.id = "car", .weapon = "heavy-mg", .move = 9},
           {.id = "elite"}},
     .range = 70,
     .scenario = "meeting",
     .targets_a = "best",
     .targets_b = "best",
     .best_acts_b = true,
     .turns = 10},
    {.name = "squads",
     .a = {{.id = "trained", .count = 6, .weapon = "smg"}, {.id = "hero", .weapon = "light-mg"}},
     .b = {{.id = "elite", .count = 2, .weapon = "assault-rifle"}, {.id = "rabble", .count = 7, .weapon = "shotgun"}},
     .range = 15,
     .targets_b = "spread"},
    {.name = "heroes wounded and blown up",
     .a = {{.id = "hero", .count = 2, .cover = true}, {.id = "elite"}},
     .b = {{.n = 2, .id = "trained"}, {.n = 2, .id = "trained", .weapon = "light-cannon", .modifier = 1}},
     .range = 42},
    {.name = "an advance",
     .a = {{.n = 3, .id = "trained", .weapon = "assault-rifle", .cover = true}, {.id = "rabble"}},
     .b = {{.n = 2, .id = "trained", .cover = true}},
     .range = 65,
     .scenario = "advance"},
    {.name = "an advance of the slow and the fast",
     .a = {{.id = "trained", .count = 2, .move = 7.5}, {.n = 2, .id = "car", .weapon = "heavy-mg"}},
     .b = {{.id = "apc", .weapon = "light-cannon", .cover = true}, {.id = "elite"}},
     .range = 75,
     .targets_b = "weakest",
     .scenario = "advance",
     .close_to = 20},
    {.name = "a meeting without brakes",
     .a = {{.n = 2, .id = "motorcycle", .weapon = "chain-gun", .move = 10}, {.id = "horse", .weapon = "pistol"}},
     .b = {{.n = 2, .id = "car", .weapon = "heavy-mg", .crew = "rabble", .move = 5}},
     .range = 70,
     .scenario = "meeting",
     .close_to = 5},
    {.name = "on the move all the time",
     .a = {{.n = 2, .id = "car", .weapon = "chain-gun", .moving = true, .crew = "rabble"}},
     .b = {{.id = "apc", .weapon = "heavy-mg", .moving = true}, {.id = "car", .weapon = "chain-gun", .moving = true}},
     .range = 28},
    {.name = "into the ditch",
     .a = {{.id = "car", .weapon = "light-mg", .moving = true, .crew = "rabble"}},
     .b = {{.id = "trained", .weapon = "smg", .modifier = -2}, {.id = "tank", .weapon = "pistol"}},
     .range = 15},
    {.name = "a mission kill",
     .a = {{.n = 2, .id = "apc", .weapon = "grenade-launcher"}},
     .b = {{.id = "armored-car", .weapon = "heavy-energy-weapon"},
           {.n = 2, .id = "trained", .weapon = "energy-weapon"}},
     .range = 60,
     .targets_a = "spread",
     .mission_kill = true},
    {.name = "bursts and descending stars",
     .a = {{.n = 2, .id = "elite", .weapon = "light-mg", .moving = true, .modifier = -1}},
     .b = {{.id = "hero", .weapon = "heavy-mg", .moving = true}, {.id = "hero", .moving = true}},
     .range = 52,
     .max = true,
     .descending = true},
    {.name = "three turns",
     .a = {{.n = 3, .id = "elite", .cover = true}},
     .b = {{.id = "trained", .count = 8}, {.id = "hero"}},
     .range = 45,
     .turns = 3},
    {.name = "a meeting broken off in turn two",
     .a = {{.n = 2, .id = "elite"}, {.id = "trained"}},
     .b = {{.n = 3, .id = "trained", .weapon = "shotgun"}},
     .range = 55,
     .scenario = "meeting",
     .turns = 2},
    {.name = "half are enough",
     .a = {{.n = 4, .id = "trained", .cover = true}},
     .b = {{.n = 5, .id = "rabble"}},
     .range = 44,
     .targets_a = "spread",
     .break_at = 0.5},
    {.name = "a third is enough",
     .a = {{.id = "car", .weapon = "light-mg"}, {.n = 2, .id = "trained"}},
     .b = {{.n = 3, .id = "elite", .weapon = "shotgun", .cover = true}},
     .range = 18,
     .break_at = 0.33},
    {.name = "who has no enemy left does not break off",
     .a = {{.n = 3, .id = "trained", .weapon = "smg"}},
     .b = {{.n = 2, .id = "trained", .weapon = "light-mg"}},
     .range = 20,
     .targets_a = "spread",
     .break_at = 0.3},
    {.name = "a lone car is stopped on its way",
     .a = {{.id = "car", .weapon = "light-mg", .move = 15}},
     .b = {{.n = 2, .id = "trained", .weapon = "heavy-mg", .modifier = 1}},
     .range = 85,
     .scenario = "advance",
     .turns = 8},
    {.name = "a stopped tank holds nobody up",
     .a = {{.id = "tank", .weapon = "pistol", .move = 5}, {.n = 2, .id = "hero", .weapon = "smg", .move = 20}},
     .b = {{.n = 2, .id = "trained", .weapon = "tank-main-gun", .rating = 2, .cover = true}},
     .range = 90,
     .scenario = "advance",
     .turns = 9},
    {.name = "a meeting of cars that are stopped, one by one",
     .a = {{.id = "car", .weapon = "heavy-mg", .move = 9}, {.id = "armored-car", .weapon = "light-mg", .move = 5}},
     .b = {{.id = "motorcycle", .weapon = "heavy-mg", .move = 12}, {.id = "apc", .weapon = "light-mg", .move = 7}},
     .range = 88,
     .close_to = 15,
     .scenario = "meeting",
     .targets_a = "spread",
     .turns = 12},
    {.name = "cover on the move",
     .a = {{.id = "trained", .weapon = "smg", .cover = true, .moving = true},
           {.id = "trained", .weapon = "smg", .cover = true},
           {.id = "car", .weapon = "light-mg", .cover = true, .move = 10}},
     .b = {{.n = 2, .id = "trained", .weapon = "heavy-mg", .cover = true, .moving = true}},
     .range = 45,
     .scenario = "advance",
     .targets_b = "spread",
     .turns = 6},
    {.name = "who stands holds nobody up",
     .a = {{.id = "trained", .weapon = "heavy-mg", .cover = true, .move = -1},
           {.id = "car", .weapon = "smg", .move = 12},
           {.id = "car", .weapon = "light-mg", .move = -1}},
     .b = {{.id = "car", .weapon = "heavy-mg", .crew = "rabble"}, {.id = "trained", .cover = true}},
     .range = 50,
     .scenario = "meeting"},
    {.name = "a stalemate of the rest",
     .a = {{.id = "trained"}, {.id = "trained", .weapon = "anti-tank-rocket", .modifier = 3}},
     .b = {{.id = "tank", .weapon = "pistol"}, {.id = "elite", .modifier = 2}},
     .range = 30},
    {.name = "everybody fires at the wrong one",
     .a = {{.id = "trained"}, {.id = "trained", .cover = true}},
     .b = {{.id = "tank", .weapon = "pistol"}, {.id = "trained", .weapon = "pistol"}},
     .range = 30},
    {.name = "the best choose first, in the order of the book",
     .a = {{.id = "hero", .count = 2}, {.id = "elite", .weapon = "light-cannon"}, {.id = "trained", .weapon = "smg"}},
     .b = {{.id = "hero", .count = 2, .weapon = "light-mg"}, {.id = "trained", .weapon = "light-cannon"}},
     .range = 22,
     .targets_a = "best",
     .targets_b = "best",
     .best_acts_a = true},
};

static salvo_targets policy(const char *name)
{
    int i = 0;

    while (name && strcmp(SALVO_TARGETS[i], name) != 0)
        i++;
    return name ? (salvo_targets)i : SALVO_IN_ORDER;
}

static salvo_acts acts(bool best)
{
    return best ? SALVO_ACTS_BEST : SALVO_ACTS_IN_ORDER;
}

static void assert_share(double exact, double is, const char *what, const char *name)
{
    if (is_alarm(exact, is, TRIALS))
        fail_msg("%s: %s is %.6f, in %d trials %.6f", name, what, exact, TRIALS, is);
}

/* A trial adds `most` or less: where it seldom adds anything errors are not normal, and Bernstein's bound leaves room for
 * that. */
static void assert_mean_near(double exact, double is, double error, double most, const char *what, const char *name)
{
    if (fabs(exact - is) > 5 * error + 8.4 * most / TRIALS + 1e-9)
        fail_msg("%s: %s is %.6f, in %d trials %.6f +- %.6f", name, what, exact, TRIALS, is, error);
}

static void assert_sum(double exact, double sum, double squares, double most, const char *what, const char *name)
{
    double mean = sum / TRIALS;

    assert_mean_near(exact, mean, sqrt(fmax(squares / TRIALS - mean * mean, 0) / TRIALS), most, what, name);
}

/* The interval's half-width is 1.96 standard errors; it is cut off at what can be. */
static void assert_mean_simulated(const salvo_figure *f, double most, const char *what, const char *name)
{
    const salvo_estimate *e = &f->simulated;

    assert_mean_near(f->exact.value, e->value, fmax(e->high - e->value, e->value - e->low) / 1.95, most, what, name);
}

static const salvo_odds_options OPTIONS = {.arithmetic = SALVO_DOUBLE, .turns_max = 20, .turns_tail = 1e-6};

/* A scene is fought, one at a time. */
static void fight_so(salvo_battle *battle, const scene *c, const salvo_approach *how)
{
    static char lists[2][TEXT];
    static const char *words[3];
    static salvo_battle_plan plan;
    salvo_error err = {0};

    put_list(lists[0], c->a);
    put_list(lists[1], c->b);
    words[0] = c->mission_kill ? "win=mission-kill" : "win=destroyed";
    words[1] = c->max ? "burst=max" : "burst=multiply";
    words[2] = c->descending ? "star=descending" : "star=zero";
    plan = (salvo_battle_plan){
        .army = {{.list = lists[0], .targets = policy(c->targets_a), .acts = acts(c->best_acts_a)},
                 {.list = lists[1], .targets = policy(c->targets_b), .acts = acts(c->best_acts_b)}},
        .words = words,
        .n_words = COUNT_OF(words),
        .range = c->range,
        .close_to = c->close_to > 0 ? c->close_to : -1,
        .turns = c->turns,
        .break_at = c->break_at,
    };
    while (c->scenario && strcmp(SALVO_SCENARIOS[plan.scenario], c->scenario) != 0)
        plan.scenario++;
    if (salvo_battle_fight(battle, &book, &plan, how, &err) != SALVO_OK)
        fail_msg("%s: %s", c->name, err.text);
}

static void fight_both_ways(salvo_battle *battle, const scene *c, bool reference_engine)
{
    const salvo_approach both = {
        .method = SALVO_BOTH,
        .options = OPTIONS,
        .plan = {.seed = 8, .trials = TRIALS, .threads = 1, .reference_engine = reference_engine}};

    fight_so(battle, c, &both);
    assert_int_equal(strcmp(battle->answer.simulation.isa, "by-the-book") == 0, reference_engine);
}

static void check_simulation(const salvo_battle *b, const char *name)
{
    const salvo_figure *const ends[] = {&b->p_a, &b->p_b, &b->p_mutual, &b->p_undecided};

    for (size_t i = 0; i < COUNT_OF(ends); i++)
        assert_share(ends[i]->exact.value, ends[i]->simulated.value, "an end", name);
    if (b->ends)
        assert_mean_simulated(&b->expected_turns, 20, "turns", name);
    for (int s = 0; s < 2; s++) {
        for (int k = 0; k <= b->side[s].count; k++)
            assert_share(b->side[s].lost_exactly[k].exact.value, b->side[s].lost_exactly[k].simulated.value,
                         "a number of losses", name);
        assert_mean_simulated(&b->side[s].strength_lost, b->side[s].strength, "wounds lost", name);
        for (size_t t = 0; t < b->n_turns; t++)
            assert_mean_simulated(&b->by_turn[t].left[s], b->side[s].count, "the survival curve", name);
    }
}

static void exact_is_what_happens(void **state)
{
    const scene *c = *state;
    army start[2];
    uint64_t rng = 20261121;
    int ends[4] = {0}, lost[2][ELEMENTS_MAX + 1] = {{0}};
    double turns[2] = {0}, hurt[2][2] = {{0}};
    salvo_battle b;

    set_up(c, start);
    fight_both_ways(&b, c, false);
    for (int i = 0; i < TRIALS; i++) {
        fought f = fight_by_hand(c, start, &rng);

        ends[f.winner]++;
        turns[0] += f.turns;
        turns[1] += (double)f.turns * f.turns;
        for (int s = 0; s < 2; s++) {
            lost[s][f.lost[s]]++;
            hurt[s][0] += f.hurt[s];
            hurt[s][1] += (double)f.hurt[s] * f.hurt[s];
        }
    }
    assert_share(b.p_a.exact.value, (double)ends[0] / TRIALS, "P(a wins)", c->name);
    assert_share(b.p_b.exact.value, (double)ends[1] / TRIALS, "P(b wins)", c->name);
    assert_share(b.p_mutual.exact.value, (double)ends[2] / TRIALS, "P(both lost)", c->name);
    assert_share(b.p_undecided.exact.value, (double)ends[3] / TRIALS, "P(undecided)", c->name);
    if (b.ends)
        assert_sum(b.expected_turns.exact.value, turns[0], turns[1], 20, "turns", c->name);
    for (int s = 0; s < 2; s++) {
        for (int k = 0; k <= b.side[s].count; k++)
            assert_share(b.side[s].lost_exactly[k].exact.value, (double)lost[s][k] / TRIALS, "a number of losses",
                         c->name);
        assert_sum(b.side[s].strength_lost.exact.value, hurt[s][0], hurt[s][1], b.side[s].strength, "wounds lost",
                   c->name);
    }
    check_simulation(&b, c->name);
    salvo_battle_free(&b);
    fight_both_ways(&b, c, true);
    check_simulation(&b, c->name);
    salvo_battle_free(&b);
}

/* Too large to be counted. */
static const scene LARGE[] = {
    {.name = "squads of twenty",
     .a = {{.id = "trained", .count = 20, .weapon = "smg", .cover = true},
           {.n = 2, .id = "hero", .weapon = "light-mg"}},
     .b = {{.n = 3, .id = "elite", .count = 4, .weapon = "assault-rifle"},
           {.id = "rabble", .count = 15, .cover = true}},
     .range = 23,
     .targets_a = "best",
     .targets_b = "spread",
     .best_acts_a = true},
    {.name = "twenty on eighteen",
     .a = {{.n = 18, .id = "trained"}, {.n = 2, .id = "elite", .weapon = "assault-rifle"}},
     .b = {{.n = 14, .id = "rabble", .weapon = "smg"}, {.n = 4, .id = "hero", .weapon = "pistol"}},
     .range = 45,
     .targets_a = "spread",
     .targets_b = "weakest",
     .scenario = "meeting",
     .break_at = 0.7},
    {.name = "a chase without brakes",
     .a = {{.n = 5, .id = "car", .weapon = "chain-gun", .moving = true, .crew = "rabble"},
           {.n = 3, .id = "motorcycle", .weapon = "smg"}},
     .b = {{.n = 4, .id = "apc", .weapon = "heavy-mg", .moving = true},
           {.n = 4, .id = "car", .weapon = "light-mg", .crew = "elite"}},
     .range = 60,
     .targets_a = "spread",
     .targets_b = "strongest",
     .scenario = "meeting",
     .close_to = 15},
    {.name = "mission kills on the advance",
     .a = {{.n = 3, .id = "tank", .weapon = "tank-main-gun"}, {.n = 6, .id = "trained", .weapon = "rifle"}},
     .b = {{.n = 3, .id = "armored-car", .weapon = "energy-weapon"},
           {.n = 4, .id = "trained", .weapon = "anti-tank-rocket", .cover = true}},
     .range = 75,
     .targets_b = "best",
     .scenario = "advance",
     .turns = 9,
     .mission_kill = true},
};

static void assert_same_estimate(const salvo_estimate *x, const salvo_estimate *y, const char *what, const char *name)
{
    double a = fmax(x->high - x->value, x->value - x->low) / 1.95,
           b = fmax(y->high - y->value, y->value - y->low) / 1.95;

    if (fabs(x->value - y->value) > 5 * hypot(a, b) + 1e-9)
        fail_msg("%s: %s is %.6f by the kernel, %.6f by the book", name, what, x->value, y->value);
}

static void large_ones_are_as_by_the_book(void **state)
{
    const scene *c = *state;
    salvo_approach how = {.method = SALVO_MONTE_CARLO, .options = OPTIONS, .plan = {.seed = 11, .trials = 40000}};
    salvo_battle fast, slow;

    fight_so(&fast, c, &how);
    assert_string_not_equal(fast.answer.simulation.isa, "by-the-book");
    how.plan = (salvo_plan){.seed = 11, .trials = 4000, .reference_engine = true};
    fight_so(&slow, c, &how);
    assert_same_estimate(&fast.p_a.simulated, &slow.p_a.simulated, "P(a wins)", c->name);
    assert_same_estimate(&fast.p_b.simulated, &slow.p_b.simulated, "P(b wins)", c->name);
    assert_same_estimate(&fast.expected_turns.simulated, &slow.expected_turns.simulated, "turns", c->name);
    for (int s = 0; s < 2; s++) {
        for (size_t k = 0; k < fast.side[s].n_kinds; k++)
            assert_same_estimate(&fast.side[s].kinds[k].lost.simulated, &slow.side[s].kinds[k].lost.simulated,
                                 "a kind's losses", c->name);
        assert_same_estimate(&fast.side[s].strength_lost.simulated, &slow.side[s].strength_lost.simulated,
                             "wounds lost", c->name);
        for (size_t t = 0; t < fast.n_turns && t < slow.n_turns; t++)
            assert_same_estimate(&fast.by_turn[t].left[s].simulated, &slow.by_turn[t].left[s].simulated,
                                 "the survival curve", c->name);
    }
    salvo_battle_free(&fast);
    salvo_battle_free(&slow);
}

static bool is_same_estimate(const salvo_estimate *a, const salvo_estimate *b)
{
    return a->value == b->value && a->low == b->low && a->high == b->high;
}

static void assert_same_bytes(const salvo_battle *a, const salvo_battle *b, const char *name)
{
    bool same = a->answer.simulation.hash == b->answer.simulation.hash && a->n_turns == b->n_turns &&
                is_same_estimate(&a->expected_turns.simulated, &b->expected_turns.simulated);

    for (int s = 0; s < 2 && same; s++) {
        same = is_same_estimate(&a->side[s].strength_lost.simulated, &b->side[s].strength_lost.simulated);
        for (size_t t = 0; t < a->n_turns; t++)
            same = same && is_same_estimate(&a->by_turn[t].left[s].simulated, &b->by_turn[t].left[s].simulated);
    }
    if (!same)
        fail_msg("%s: not the same bytes with %s", name, b->answer.simulation.isa);
}

/* The end of a turn is not before the first one: a clip that is burned at a man who is hit for certain kills him in every
 * trial, also in those with which a simulation begins. */
static void clips_are_full_at_first(void **state)
{
    const salvo_battle_plan plan = {
        .army = {{.list = "trained (weapon=smg, burn-clip=yes, modifier=-9)"}, {.list = "3 trained (modifier=9)"}},
        .range = 10,
        .close_to = -1,
        .turns = 1};
    const salvo_approach some = {.method = SALVO_MONTE_CARLO, .plan = {.trials = 100, .threads = 1}};
    salvo_battle battle;

    (void)state;
    assert_int_equal(salvo_battle_fight(&battle, &book, &plan, &some, NULL), SALVO_OK);
    assert_true(battle.p_a.simulated.value == 1);
    salvo_battle_free(&battle);
}

/* The machine may not have every instruction set. */
static bool has(const char *isa)
{
    static const salvo_approach ONE = {.method = SALVO_MONTE_CARLO, .plan = {.trials = 1}};
    salvo_approach how = ONE;
    salvo_battle b;
    const salvo_battle_plan plan = {.army = {{.list = "trained"}, {.list = "trained"}}, .close_to = -1};

    how.plan.isa = isa;
    if (salvo_battle_fight(&b, &book, &plan, &how, NULL) != SALVO_OK)
        return false;
    salvo_battle_free(&b);
    return true;
}

static void same_everywhere(void **state)
{
    static const char *const ISAS[] = {"portable", "avx2", "avx512", "auto"};
    static const uint64_t TRIAL_COUNTS[] = {17, 4097};
    const scene *c = *state;

    for (size_t k = 0; k < COUNT_OF(TRIAL_COUNTS); k++) {
        salvo_approach how = {.method = SALVO_MONTE_CARLO, .options = OPTIONS, .plan = {.seed = 5}};
        salvo_battle base, other;

        how.plan.trials = TRIAL_COUNTS[k];
        how.plan.threads = 1;
        how.plan.isa = "portable";
        fight_so(&base, c, &how);
        for (size_t i = 0; i < COUNT_OF(ISAS); i++)
            for (how.plan.threads = 1; how.plan.threads <= 3 && has(ISAS[i]); how.plan.threads += 2) {
                how.plan.isa = ISAS[i];
                fight_so(&other, c, &how);
                assert_same_bytes(&base, &other, c->name);
                salvo_battle_free(&other);
            }
        salvo_battle_free(&base);
    }
}

int main(void)
{
    struct CMUnitTest tests[2 * COUNT_OF(SCENES) + 2 * COUNT_OF(LARGE) + 5];
    size_t n = 0;

    for (size_t i = 0; i < COUNT_OF(SCENES); i++) {
        tests[n++] = row_test(SCENES[i].name, exact_is_what_happens, &SCENES[i]);
        tests[n++] = row_test(SCENES[i].name, same_everywhere, &SCENES[i]);
    }
    for (size_t i = 0; i < COUNT_OF(LARGE); i++) {
        tests[n++] = row_test(LARGE[i].name, large_ones_are_as_by_the_book, &LARGE[i]);
        tests[n++] = row_test(LARGE[i].name, same_everywhere, &LARGE[i]);
    }
    tests[n++] = row_test("pairs are duels", pairs_are_duels, NULL);
    tests[n++] = row_test("any pair is a duel", any_pair_is_a_duel, NULL);
    tests[n++] = row_test("counts are as many elements", counts_are_as_many_elements, NULL);
    tests[n++] = row_test("shots left go on", shots_left_go_on, NULL);
    tests[n++] = row_test("clips are full at first", clips_are_full_at_first, NULL);
    return _cmocka_run_group_tests("battles of Skank", tests, n, open_book, close_book);
}
