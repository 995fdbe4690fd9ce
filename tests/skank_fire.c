/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Skank's fire against the second copy of the book: single shots, volleys, clips, tires, buildings, lobs and bursts. The
 * library must give the same fractions. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "skank_book.h"

enum { WORDS = 512 };

OWN_BOOK(book, "skank")

/* Everything that bears on a shot, chosen by a number. */
typedef struct shot {
    const arm *weapon;
    const figure *shooter, *at_figure;
    const vehicle *at_vehicle;
    double range, max_range; /* max_range < 0: the weapon's */
    bool shooter_moving, target_moving, cover, prone, building, concealed, invisible, entering, burning, mounted, blind;
    bool descending, wounds_only;
    int large; /* auto, yes, no */
    int modifier, rating_bonus, damage_modifier;
    int rating, wounds; /* -1: its own */
} shot;

static unsigned long next;

/* One of n, from a sequence of its own (Numerical Recipes' LCG): the choices of a run never change. */
static int pick(int n)
{
    next = (next * 1664525UL + 1013904223UL) & 0xFFFFFFFFUL;
    return (int)((next >> 8) % (unsigned long)n);
}

static bool rarely(void)
{
    return pick(4) == 0;
}

static const arm *direct_arm(void)
{
    const arm *a;

    do
        a = &ARMS[pick(N_ARMS)];
    while (!a->direct);
    return a;
}

static shot any_shot(void)
{
    static const double RANGES[] = {0, 5, 10, 10.5, 12, 18, 18.5, 20, 24, 30, 45, 55, 65, 75, 80, 80.5, 85, 90, 90.5};
    shot s = {
        .weapon = direct_arm(),
        .shooter = &FIGURES[pick(N_FIGURES)],
        .range = RANGES[pick(COUNT_OF(RANGES))],
        .max_range = pick(3) ? -1 : 90,
        .shooter_moving = pick(2),
        .target_moving = pick(2),
        .cover = rarely(),
        .prone = rarely(),
        .building = rarely(),
        .concealed = rarely(),
        .invisible = rarely(),
        .entering = rarely(),
        .burning = rarely(),
        .mounted = rarely(),
        .blind = pick(12) == 0,
        .descending = pick(2),
        .wounds_only = pick(2),
        .large = pick(3),
        .modifier = pick(7) - 4,
        .rating_bonus = rarely() ? pick(5) - 1 : 0,
        .damage_modifier = rarely() ? pick(9) - 4 : 0,
        .rating = rarely() ? pick(9) : -1,
        .wounds = rarely() ? 1 + pick(4) : -1,
    };

    if (pick(2))
        s.at_figure = &FIGURES[pick(N_FIGURES)];
    else
        s.at_vehicle = &VEHICLES[pick(N_VEHICLES)];
    return s;
}

static const char *target_of(const shot *s)
{
    return s->at_figure ? s->at_figure->id : s->at_vehicle->id;
}

static int rating_of(const shot *s)
{
    return s->rating >= 0 ? s->rating : s->at_figure ? 1 : s->at_vehicle->rating;
}

static int wounds_of(const shot *s)
{
    return s->wounds > 0 ? s->wounds : s->at_figure ? s->at_figure->wounds : 1;
}

static bool is_large(const shot *s)
{
    return s->large == 1 || (s->large == 0 && s->at_vehicle && s->at_vehicle->large);
}

static int sum_of(const shot *s)
{
    return s->shooter->bonus + s->weapon->hit + s->cover + s->prone + 2 * s->building + s->concealed +
           3 * s->invisible + 2 * s->entering + 2 * s->burning - is_large(s) - s->mounted + s->modifier;
}

/* Faces that hit, or NO_SHOT. */
static int good_of(const shot *s, int extra)
{
    int number = chart(s->shooter_moving, s->target_moving, s->range, s->descending);
    double max_range = s->max_range >= 0 ? s->max_range : s->weapon->range;

    if (s->range > max_range || number == NO_SHOT)
        return NO_SHOT;
    return s->blind ? 1 : faces(number, sum_of(s) + extra);
}

static bool reaches(const shot *s, int rating)
{
    return s->weapon->rating + s->rating_bonus >= rating;
}

static bool kills(const shot *s, int rating)
{
    return s->weapon->cap > 0 && rating <= s->weapon->cap;
}

static int put_shot(char words[WORDS], const shot *s)
{
    static const char *const LARGE[] = {"auto", "yes", "no"};
    int n = snprintf(words, WORDS,
                     "weapon=%s shooter=%s target=%s range=%g shooter-moving=%s target-moving=%s cover=%s prone=%s "
                     "building=%s concealed=%s invisible=%s entering=%s burning=%s large=%s mounted=%s blind=%s "
                     "modifier=%d star=%s rating-bonus=%d damage-modifier=%d instant=%s ",
                     s->weapon->id, s->shooter->id, target_of(s), s->range, yes(s->shooter_moving),
                     yes(s->target_moving), yes(s->cover), yes(s->prone), yes(s->building), yes(s->concealed),
                     yes(s->invisible), yes(s->entering), yes(s->burning), LARGE[s->large], yes(s->mounted),
                     yes(s->blind), s->modifier, s->descending ? "descending" : "zero", s->rating_bonus,
                     s->damage_modifier, s->wounds_only ? "wound" : "kill");

    if (s->max_range >= 0)
        n += snprintf(words + n, WORDS - (size_t)n, "max-range=%g ", s->max_range);
    if (s->rating >= 0)
        n += snprintf(words + n, WORDS - (size_t)n, "target-rating=%d ", s->rating);
    if (s->wounds > 0)
        n += snprintf(words + n, WORDS - (size_t)n, "target-wounds=%d ", s->wounds);
    return n;
}

static const char *one_hit(const shot *s, int roll)
{
    int rating = rating_of(s);
    bool last = wounds_of(s) == 1;

    if (!reaches(s, rating))
        return "no-effect";
    if (kills(s, rating))
        return s->at_vehicle ? "destroyed" : s->wounds_only && !last ? "wound" : "killed";
    if (s->at_figure)
        return last ? "killed" : "wound";
    return label_of_letter(letter(s->at_vehicle, roll + s->weapon->damage + s->damage_modifier));
}

static void single_shots(void **state)
{
    (void)state;
    next = 1;
    for (int i = 0; i < 3000; i++) {
        shot s = any_shot();
        int good = good_of(&s, 0);
        expected e = {.n = 0};
        char words[WORDS];

        put_shot(words, &s);
        if (good == NO_SHOT)
            expect_ratio(&e, "not-allowed", 1, 1);
        else
            expect_ratio(&e, "miss", 10 - good, 10);
        for (int roll = 1; roll <= 10 && good > 0; roll++)
            expect_ratio(&e, one_hit(&s, roll), good, 100);
        expect_mean_ratio(&e, "hit", most(good, 0), 10);
        check_answer(&book, "skank.direct-fire", words, &e);
    }
}

typedef struct burst {
    int attacks, shots; /* -1: not given */
    bool max;
} burst;

static burst any_burst(void)
{
    return (burst){.attacks = rarely() ? pick(5) : -1, .shots = rarely() ? pick(12) : -1, .max = pick(2)};
}

static int shots_of(const shot *s, burst b)
{
    int attacks = b.attacks >= 0 ? b.attacks : s->shooter->attacks;

    if (b.shots >= 0)
        return b.shots;
    return b.max ? most(attacks, s->weapon->shots) : attacks * s->weapon->shots;
}

static void put_burst(char *words, int n, burst b)
{
    n += snprintf(words + n, WORDS - (size_t)n, "burst=%s ", b.max ? "max" : "multiply");
    if (b.attacks >= 0)
        n += snprintf(words + n, WORDS - (size_t)n, "attacks=%d ", b.attacks);
    if (b.shots >= 0)
        snprintf(words + n, WORDS - (size_t)n, "shots=%d ", b.shots);
}

/* Wounds of a figure after n shots: of k hits, all when one kills outright. */
static void expect_wounds(expected *e, const shot *s, int n, int good)
{
    int rating = rating_of(s), wounds = wounds_of(s);
    mpq_t p, mean, kill;

    mpq_inits(p, mean, kill, NULL);
    for (int k = 0; k <= n; k++) {
        int lost = !reaches(s, rating) || k == 0 ? 0 : kills(s, rating) && !s->wounds_only ? wounds : least(k, wounds);
        char label[16];
        mpq_t share;

        snprintf(label, sizeof label, "%d", lost);
        binomial(p, n, k, good);
        expect_chance(e, label, p);
        if (lost == wounds)
            mpq_add(kill, kill, p);
        mpq_init(share);
        mpq_set_si(share, lost, 1);
        mpq_mul(share, share, p);
        mpq_add(mean, mean, share);
        mpq_clear(share);
    }
    expect_mean(e, "wounds", mean);
    expect_mean(e, "kill", kill);
    mpq_clears(p, mean, kill, NULL);
}

static void expect_states(expected *e, const shot *s, int n, int good)
{
    harm h;

    harm_init(&h);
    harm_of(&h, s->at_vehicle, n, good, reaches(s, rating_of(s)), kills(s, rating_of(s)),
            s->weapon->damage + s->damage_modifier);
    for (int i = 0; i <= WRECKED; i++)
        expect_chance(e, state_label(i), h.p[i]);
    expect_mean(e, "kill", h.p[WRECKED]);
    harm_free(&h);
}

static void volleys(void **state)
{
    (void)state;
    next = 2;
    for (int i = 0; i < 3000; i++) {
        shot s = any_shot();
        burst b = any_burst();
        int good = good_of(&s, 0), n = shots_of(&s, b);
        expected e = {.n = 0};
        char words[WORDS];

        put_burst(words, put_shot(words, &s), b);
        expect_mean_ratio(&e, "hits", good == NO_SHOT ? 0 : n * good, 10);
        if (good == NO_SHOT) {
            expect_ratio(&e, "not-allowed", 1, 1);
            expect_mean_ratio(&e, "kill", 0, 1);
            if (s.at_figure)
                expect_mean_ratio(&e, "wounds", 0, 1);
        } else if (s.at_figure) {
            expect_wounds(&e, &s, n, good);
        } else {
            expect_states(&e, &s, n, good);
        }
        check_answer(&book, "skank.volley", words, &e);
    }
}

static void clips(void **state)
{
    (void)state;
    next = 3;
    for (int i = 0; i < 1500; i++) {
        shot s = any_shot();
        int models = 1 + pick(4), good, n;
        expected e = {.n = 0};
        char words[WORDS];
        mpq_t mean, p;

        s.weapon = arm_of(pick(2) ? "smg" : "assault-rifle");
        s.at_figure = &FIGURES[pick(N_FIGURES)];
        s.at_vehicle = NULL;
        good = good_of(&s, 0);
        n = put_shot(words, &s);
        snprintf(words + n, WORDS - (size_t)n, "models=%d", models);
        mpq_inits(mean, p, NULL);
        if (good == NO_SHOT)
            expect_ratio(&e, "not-allowed", 1, 1);
        for (int hits = 0; hits <= 3 && good != NO_SHOT; hits++) {
            int dead = reaches(&s, rating_of(&s)) ? least(models, hits / wounds_of(&s)) : 0;
            char label[16];

            snprintf(label, sizeof label, "%d", dead);
            binomial(p, 3, hits, good);
            expect_chance(&e, label, p);
            while (dead-- > 0)
                mpq_add(mean, mean, p);
        }
        expect_mean_ratio(&e, "hits", 3 * most(good, 0), 10);
        expect_mean(&e, "kills", mean);
        check_answer(&book, "skank.burn-clip", words, &e);
        mpq_clears(mean, p, NULL);
    }
}

static void tires(void **state)
{
    (void)state;
    next = 4;
    for (int i = 0; i < 1000; i++) {
        shot s = any_shot();
        burst b = any_burst();
        int all = rarely() ? 1 + pick(10) : -1, prior = rarely() ? pick(4) : 0, good, n, length;
        expected e = {.n = 0};
        char words[WORDS];
        mpq_t p, mean, share;

        s.at_figure = NULL;
        s.at_vehicle = &VEHICLES[pick(N_VEHICLES)];
        s.wounds = -1;
        good = good_of(&s, 2);
        n = shots_of(&s, b);
        put_burst(words, put_shot(words, &s), b);
        length = (int)strlen(words);
        length += snprintf(words + length, WORDS - (size_t)length, "prior=%d ", prior);
        if (all > 0)
            snprintf(words + length, WORDS - (size_t)length, "tires=%d", all);
        else
            all = s.at_vehicle->tires;
        mpq_inits(p, mean, share, NULL);
        if (s.at_vehicle->tires == 0 || good == NO_SHOT) {
            expect_ratio(&e, "not-allowed", 1, 1);
        } else {
            for (int k = 0; k <= n; k++) {
                binomial(p, n, k, good);
                expect_chance(&e, prior + k >= (all + 1) / 2 ? "immobilized" : "mobile", p);
                mpq_set_si(share, least(k, most(0, all - prior)), 1);
                mpq_mul(share, share, p);
                mpq_add(mean, mean, share);
            }
        }
        expect_mean(&e, "tires", mean);
        check_answer(&book, "skank.tire-shot", words, &e);
        mpq_clears(p, mean, share, NULL);
    }
}

static void buildings(void **state)
{
    (void)state;
    next = 5;
    for (int i = 0; i < 1000; i++) {
        shot s = any_shot(), at_building;
        burst b = any_burst();
        int rating = 1 + pick(8), prior = rarely() ? pick(6) : 0, good, n, length;
        bool counts;
        expected e = {.n = 0};
        char words[WORDS];
        mpq_t p;

        put_burst(words, put_shot(words, &s), b);
        length = (int)strlen(words);
        snprintf(words + length, WORDS - (size_t)length, "building-rating=%d prior-hits=%d", rating, prior);
        at_building = s;
        at_building.target_moving = false;
        at_building.large = s.large == 2 ? 2 : 1;
        good = good_of(&at_building, 0);
        n = shots_of(&s, b);
        counts = reaches(&s, rating);
        mpq_init(p);
        if (good == NO_SHOT)
            expect_ratio(&e, "not-allowed", 1, 1);
        for (int k = 0; k <= n && good != NO_SHOT; k++) {
            bool falls = prior + (counts ? k : 0) >= rating || (counts && k > 0 && kills(&s, rating));

            binomial(p, n, k, good);
            expect_chance(&e, falls ? "collapsed" : "standing", p);
        }
        expect_mean_ratio(&e, "hits", good == NO_SHOT || !counts ? 0 : n * good, 10);
        check_answer(&book, "skank.demolition", words, &e);
        mpq_clear(p);
    }
}

typedef struct lob {
    const arm *weapon;
    const figure *shooter;
    double range, max_range;
    bool moving, spotter, mounted, descending;
    int modifier;
} lob;

static lob any_lob(void)
{
    static const double RANGES[] = {0, 7, 10, 10.25, 12, 15, 20, 33, 45, 55, 60, 60.5, 75, 80, 85, 91};
    lob l = {
        .shooter = &FIGURES[pick(N_FIGURES)],
        .range = RANGES[pick(COUNT_OF(RANGES))],
        .max_range = pick(2) ? -1 : 95,
        .moving = pick(2),
        .spotter = pick(2),
        .mounted = rarely(),
        .descending = pick(2),
        .modifier = pick(5) - 2,
    };

    do
        l.weapon = &ARMS[pick(N_ARMS)];
    while (!l.weapon->indirect);
    return l;
}

static int good_lob(const lob *l)
{
    int number = chart(l->moving, false, l->range, l->descending);
    double max_range = l->max_range >= 0 ? l->max_range : l->weapon->range;

    if (number == NO_SHOT || l->range > max_range)
        return NO_SHOT;
    return faces(number, l->shooter->bonus + l->weapon->hit - 2 * l->spotter - l->mounted + l->modifier);
}

static double step_of(double range)
{
    return range <= 10 ? 0.5 : range <= 60 ? 1 : 2;
}

static int put_lob(char words[WORDS], const lob *l, bool whole)
{
    int n = snprintf(words, WORDS, "range=%g shooter=%s shooter-moving=%s spotter=%s mounted=%s modifier=%d ", l->range,
                     l->shooter->id, yes(l->moving), yes(l->spotter), yes(l->mounted), l->modifier);

    if (whole)
        n += snprintf(words + n, WORDS - (size_t)n, "weapon=%s star=%s ", l->weapon->id,
                      l->descending ? "descending" : "zero");
    if (whole && l->max_range >= 0)
        n += snprintf(words + n, WORDS - (size_t)n, "max-range=%g ", l->max_range);
    return n;
}

static void lobs(void **state)
{
    (void)state;
    next = 6;
    for (int i = 0; i < 1000; i++) {
        lob l = any_lob();
        int good = good_lob(&l), halves = (int)(2 * step_of(l.range));
        expected e = {.n = 0};
        char words[WORDS], label[16];

        put_lob(words, &l, true);
        if (good == NO_SHOT)
            expect_ratio(&e, "not-allowed", 1, 1);
        else
            expect_ratio(&e, "0", good, 10);
        for (int pips = 1; pips <= 6 && good != NO_SHOT; pips++) {
            snprintf(label, sizeof label, "%g", pips * halves / 2.0);
            expect_ratio(&e, label, 10 - good, 60);
        }
        expect_mean_ratio(&e, "on-target", most(good, 0), 10);
        expect_mean_ratio(&e, "deviation", good == NO_SHOT ? 0 : (10 - good) * 21 * halves, 120);
        check_answer(&book, "skank.indirect-fire", words, &e);
    }
}

/* What stands in an area. */
typedef struct victim {
    const figure *at_figure;
    const vehicle *at_vehicle;
    int rating, wounds, ability; /* -1: its own */
    int rating_bonus, damage_modifier;
    bool indoors, save, wounds_only;
    double radius;
} victim;

static victim any_victim(void)
{
    victim v = {
        .rating = rarely() ? pick(9) : -1,
        .wounds = rarely() ? 1 + pick(4) : -1,
        .ability = rarely() ? pick(11) : -1,
        .rating_bonus = rarely() ? pick(4) - 1 : 0,
        .damage_modifier = rarely() ? pick(9) - 4 : 0,
        .indoors = rarely(),
        .save = pick(2),
        .wounds_only = pick(2),
        .radius = pick(2) ? 4 : 2.5,
    };

    if (pick(2))
        v.at_figure = &FIGURES[pick(N_FIGURES)];
    else
        v.at_vehicle = &VEHICLES[pick(N_VEHICLES)];
    return v;
}

static int put_victim(char *words, int n, const victim *v)
{
    n += snprintf(words + n, WORDS - (size_t)n,
                  "target=%s indoors=%s radius=%g save=%s rating-bonus=%d damage-modifier=%d instant=%s ",
                  v->at_figure ? v->at_figure->id : v->at_vehicle->id, yes(v->indoors), v->radius, yes(v->save),
                  v->rating_bonus, v->damage_modifier, v->wounds_only ? "wound" : "kill");
    if (v->rating >= 0)
        n += snprintf(words + n, WORDS - (size_t)n, "target-rating=%d ", v->rating);
    if (v->wounds > 0)
        n += snprintf(words + n, WORDS - (size_t)n, "target-wounds=%d ", v->wounds);
    if (v->ability >= 0)
        n += snprintf(words + n, WORDS - (size_t)n, "ability=%d ", v->ability);
    return n;
}

static int victim_rating(const victim *v)
{
    return v->rating >= 0 ? v->rating : v->at_figure ? 1 : v->at_vehicle->rating;
}

static blast blast_on(const arm *weapon, const victim *v, double distance)
{
    int ability = v->ability >= 0 ? v->ability : v->at_figure ? v->at_figure->ability : 0;

    return blast_at(weapon->id, distance, v->at_figure != NULL, victim_rating(v), v->rating_bonus, ability, v->indoors,
                    v->radius, v->save);
}

/* Adds what the blast does, with weight over/under; returns the part of `over` that is affected, in tenths of tenths. */
static long expect_blast(expected *e, const arm *weapon, const victim *v, blast b, long over, unsigned long under)
{
    int wounds = v->wounds > 0 ? v->wounds : v->at_figure ? v->at_figure->wounds : 1;
    const char *figure_result = wounds == 1 || (b.kills && !v->wounds_only) ? "killed" : "wound";

    if (!b.effective) {
        expect_ratio(e, "no-effect", over, under);
        return 0;
    }
    expect_ratio(e, "no-effect", over * (10 - b.tenths), under * 10);
    if (v->at_figure)
        expect_ratio(e, figure_result, over * b.tenths, under * 10);
    else if (b.kills)
        expect_ratio(e, "destroyed", over * b.tenths, under * 10);
    for (int roll = 1; roll <= 10 && v->at_vehicle && !b.kills; roll++)
        expect_ratio(e, label_of_letter(letter(v->at_vehicle, roll + weapon->damage + v->damage_modifier)),
                     over * b.tenths, under * 100);
    return over * b.tenths;
}

static void bursts(void **state)
{
    static const char *const AREA_ARMS[] = {"grenade",
                                            "grenade-launcher",
                                            "auto-grenade-launcher",
                                            "incendiary-grenade",
                                            "molotov",
                                            "flamethrower",
                                            "mortar",
                                            "heavy-energy-weapon",
                                            "missile",
                                            "anti-tank-rocket",
                                            "tank-main-gun",
                                            "light-cannon",
                                            "claymore",
                                            "satchel-charge"};
    static const double DISTANCES[] = {0, 0.5, 1, 1.01, 2, 2.25, 2.5, 3, 3.5, 4, 4.001, 9};

    (void)state;
    next = 7;
    for (int i = 0; i < 3000; i++) {
        const arm *weapon = arm_of(AREA_ARMS[pick(COUNT_OF(AREA_ARMS))]);
        double distance = DISTANCES[pick(COUNT_OF(DISTANCES))];
        victim v = any_victim();
        expected e = {.n = 0};
        char words[WORDS];
        int n = snprintf(words, WORDS, "weapon=%s distance=%g ", weapon->id, distance);

        put_victim(words, n, &v);
        expect_mean_ratio(&e, "affected", expect_blast(&e, weapon, &v, blast_on(weapon, &v, distance), 1, 1), 10);
        check_answer(&book, "skank.area-effect", words, &e);
    }
}

/* From the impact, `off` away from the aim point in direction k, to the target. */
static double distance_to(double off, int k, double offset, double bearing)
{
    double turn = acos(-1) / 180, x = off * cos(36 * k * turn) - offset * cos(bearing * turn),
           y = off * sin(36 * k * turn) - offset * sin(bearing * turn);

    return sqrt(x * x + y * y);
}

static void lobbed_bursts(void **state)
{
    static const double OFFSETS[] = {0, 0, 0.5, 1, 2, 2.5, 4, 5, 8};
    static const double BEARINGS[] = {0, 36, 18, 90, 180, -72, 400, 33.3};

    (void)state;
    next = 8;
    for (int i = 0; i < 400; i++) {
        lob l = any_lob();
        victim v = any_victim();
        double offset = OFFSETS[pick(COUNT_OF(OFFSETS))], bearing = BEARINGS[pick(COUNT_OF(BEARINGS))];
        int good = good_lob(&l), n;
        long affected = 0;
        expected e = {.n = 0};
        char words[WORDS];

        if (rarely())
            l.range = 8;
        good = good_lob(&l);
        n = put_victim(words, put_lob(words, &l, true), &v);
        snprintf(words + n, WORDS - (size_t)n, "offset=%g bearing=%g", offset, bearing);
        if (good == NO_SHOT)
            expect_ratio(&e, "not-allowed", 1, 1);
        else
            affected = 60 * expect_blast(&e, l.weapon, &v, blast_on(l.weapon, &v, offset), good, 10);
        for (int pips = 1; pips <= 6 && good != NO_SHOT; pips++)
            for (int k = 0; k < 10; k++)
                affected += expect_blast(
                    &e, l.weapon, &v, blast_on(l.weapon, &v, distance_to(pips * step_of(l.range), k, offset, bearing)),
                    10 - good, 600);
        expect_mean_ratio(&e, "affected", affected, 6000);
        check_answer(&book, "skank.indirect-attack", words, &e);
    }
}

/* Whole distributions of one grenade from one place: nothing, a hit, a kill. */
typedef struct grenade {
    mpq_t nothing, hit, kill;
} grenade;

static void add_share(mpq_ptr to, long over, unsigned long under)
{
    mpq_t share;

    mpq_init(share);
    mpq_set_si(share, over, under);
    mpq_canonicalize(share);
    mpq_add(to, to, share);
    mpq_clear(share);
}

static void add_blast(grenade *g, blast b, long over, unsigned long under)
{
    int tenths = b.effective ? b.tenths : 0;

    add_share(g->nothing, over * (10 - tenths), under * 10);
    add_share(b.kills ? g->kill : g->hit, over * tenths, under * 10);
}

/* After the first came down `off` from the target: grenades after grenade, by what each did to the target so far. `lost`
 * counts wounds, or holds bits of damage. */
static void throw_more(expected *e, const victim *v, const grenade *further, int left, int lost, mpq_srcptr p)
{
    int wounds = v->wounds > 0 ? v->wounds : v->at_figure ? v->at_figure->wounds : 1;
    mpq_t q;

    if (left == 0) {
        expect_chance(e,
                      v->at_vehicle   ? state_label(lost)
                      : lost == 0     ? "no-effect"
                      : lost < wounds ? "wound"
                                      : "killed",
                      p);
        return;
    }
    mpq_init(q);
    mpq_mul(q, p, further->nothing);
    if (mpq_sgn(q))
        throw_more(e, v, further, left - 1, lost, q);
    mpq_mul(q, p, further->kill);
    if (mpq_sgn(q))
        throw_more(e, v, further, left - 1, v->at_figure ? wounds : WRECKED, q);
    mpq_mul(q, p, further->hit);
    if (mpq_sgn(q) && v->at_figure)
        throw_more(e, v, further, left - 1, least(wounds, lost + 1), q);
    for (int roll = 1; roll <= 10 && mpq_sgn(q) && v->at_vehicle; roll++) {
        mpq_t tenth;

        mpq_init(tenth);
        mpq_set_si(tenth, 1, 10);
        mpq_mul(tenth, tenth, q);
        throw_more(e, v, further, left - 1,
                   lost == WRECKED || bits(v->at_vehicle, letter(v->at_vehicle, roll)) == WRECKED
                       ? WRECKED
                       : lost | bits(v->at_vehicle, letter(v->at_vehicle, roll)),
                   tenth);
        mpq_clear(tenth);
    }
    mpq_clear(q);
}

/* Everything behind a first grenade that came down `off` from the target. */
static void follow(expected *e, const arm *weapon, const victim *v, double off, int grenades, long over,
                   unsigned long under)
{
    grenade first, further;
    grenade *both[] = {&first, &further};
    mpq_t p;

    for (int i = 0; i < 2; i++)
        mpq_inits(both[i]->nothing, both[i]->hit, both[i]->kill, NULL);
    mpq_init(p);
    add_blast(&first, blast_on(weapon, v, off), 1, 1);
    for (int pips = 1; pips <= 6; pips++)
        for (int k = 0; k < 10; k++) /* the first lies in direction 0; all its directions are alike */
            add_blast(&further, blast_on(weapon, v, distance_to(pips, k, off, 180)), 1, 60);
    add_share(p, over, under);
    {
        mpq_t q;

        mpq_init(q);
        mpq_mul(q, p, first.nothing);
        throw_more(e, v, &further, grenades - 1, 0, q);
        mpq_mul(q, p, first.kill);
        throw_more(e, v, &further, grenades - 1, v->at_figure ? 99 : WRECKED, q);
        mpq_mul(q, p, first.hit);
        if (v->at_figure)
            throw_more(e, v, &further, grenades - 1, 1, q);
        for (int roll = 1; roll <= 10 && v->at_vehicle; roll++) {
            mpq_t tenth;

            mpq_init(tenth);
            mpq_set_si(tenth, 1, 10);
            mpq_mul(tenth, tenth, q);
            throw_more(e, v, &further, grenades - 1, bits(v->at_vehicle, letter(v->at_vehicle, roll)), tenth);
            mpq_clear(tenth);
        }
        mpq_clear(q);
    }
    for (int i = 0; i < 2; i++)
        mpq_clears(both[i]->nothing, both[i]->hit, both[i]->kill, NULL);
    mpq_clear(p);
}

static void launchers(void **state)
{
    const arm *weapon = arm_of("auto-grenade-launcher");

    (void)state;
    next = 9;
    for (int i = 0; i < 150; i++) {
        lob l = any_lob();
        victim v = any_victim();
        int grenades = 1 + pick(3), good, n;
        expected e = {.n = 0};
        char words[WORDS];

        l.weapon = weapon;
        l.max_range = -1;
        l.descending = false;
        v.ability = -1;
        v.rating_bonus = v.damage_modifier = 0;
        v.wounds_only = false;
        good = good_lob(&l);
        n = put_lob(words, &l, false);
        n += snprintf(words + n, WORDS - (size_t)n, "grenades=%d target=%s indoors=%s ", grenades,
                      v.at_figure ? v.at_figure->id : v.at_vehicle->id, yes(v.indoors));
        if (v.rating >= 0)
            n += snprintf(words + n, WORDS - (size_t)n, "target-rating=%d ", v.rating);
        if (v.wounds > 0)
            snprintf(words + n, WORDS - (size_t)n, "target-wounds=%d ", v.wounds);
        if (good == NO_SHOT)
            expect_ratio(&e, "not-allowed", 1, 1);
        else
            follow(&e, weapon, &v, 0, grenades, good, 10);
        for (int pips = 1; pips <= 6 && good != NO_SHOT; pips++)
            follow(&e, weapon, &v, pips * step_of(l.range), grenades, 10 - good, 60);
        check_answer(&book, "skank.auto-grenades", words, &e);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(single_shots), cmocka_unit_test(volleys),       cmocka_unit_test(clips),
        cmocka_unit_test(tires),        cmocka_unit_test(buildings),     cmocka_unit_test(lobs),
        cmocka_unit_test(bursts),       cmocka_unit_test(lobbed_bursts), cmocka_unit_test(launchers),
    };

    return cmocka_run_group_tests_name("Skank fire, by the book", tests, open_book, close_book);
}
