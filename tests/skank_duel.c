/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Skank's duels against an independent solver, which knows whole rounds only: what all shots of a round do is a
 * distribution in closed form, and a fight is solved from its end backwards. Then what must hold of duels whatever the
 * numbers: twins are even, mirrors are mirrored, cover and firing second never help. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "skank_book.h"

enum { WORDS = 512, POOL_MAX = 24, STATES = POOL_MAX + 1 > WRECKED + 1 ? POOL_MAX + 1 : WRECKED + 1 };

OWN_BOOK(book, "skank")

typedef struct side {
    const figure *f; /* or */
    const vehicle *v;
    const figure *crew;
    const arm *weapon;
    int count, wounds, rating, modifier;
    bool moving, cover;
} side;

enum order { SIMULTANEOUS, A_FIRST, B_FIRST, BY_CHANCE };
static const char *const ORDERS[] = {"simultaneous", "a", "b", "initiative"};

typedef struct duel {
    side side[2];
    double range;
    enum order order;
    bool mission_kill, max, descending;
    int rounds;
} duel;

static void put_side(char words[WORDS], char x, const side *s)
{
    size_t n = strlen(words);

    n += (size_t)snprintf(words + n, WORDS - n,
                          "%c=%s %c-weapon=%s %c-moving=%s %c-cover=%s %c-modifier=%d %c-rating=%d ", x,
                          s->f ? s->f->id : s->v->id, x, s->weapon->id, x, yes(s->moving), x, yes(s->cover), x,
                          s->modifier, x, s->rating);
    if (s->f)
        snprintf(words + n, WORDS - n, "%c-count=%d %c-wounds=%d ", x, s->count, x, s->wounds);
    else
        snprintf(words + n, WORDS - n, "%c-crew=%s ", x, s->crew->id);
}

static void put_duel(char words[WORDS], const duel *d)
{
    snprintf(words, WORDS, "range=%g first=%s win=%s burst=%s star=%s rounds=%d ", d->range, ORDERS[d->order],
             d->mission_kill ? "mission-kill" : "destroyed", d->max ? "max" : "multiply",
             d->descending ? "descending" : "zero", d->rounds);
    put_side(words, 'a', &d->side[0]);
    put_side(words, 'b', &d->side[1]);
}

/* A side's state is a number: the pool of wounds of figures; of a vehicle what it has suffered, as bits (tracks never
 * matter), WRECKED when it is gone. */
static int fresh(const side *s)
{
    return s->f ? s->count * s->wounds : 0;
}

static bool gone(const side *s, int state)
{
    return s->f ? state == 0 : state == WRECKED;
}

static bool rolls_on(const side *s, int state)
{
    return s->moving && !(s->v && (state & STOPPED));
}

/* Faces that hit when the motions are as given. */
static int good_of(const duel *d, int who, bool moves, bool enemy_moves)
{
    const side *s = &d->side[who], *enemy = &d->side[!who];
    const figure *gunner = s->f ? s->f : s->crew;
    int number = chart(moves, enemy_moves, d->range, d->descending);

    if (number == NO_SHOT || d->range > s->weapon->range)
        return 0;
    return faces(number, gunner->bonus + s->weapon->hit + (s->v ? -1 : 0) + (enemy->v && enemy->v->large ? -1 : 0) +
                             enemy->cover + s->modifier);
}

static int shots_of(const duel *d, int who, int state)
{
    const side *s = &d->side[who];
    int attacks = s->f ? s->f->attacks : s->crew->attacks, standing = s->f ? (state + s->wounds - 1) / s->wounds : 1;

    if (gone(s, state) || (s->v && (state & SILENCED)))
        return 0;
    return standing * (d->max ? most(attacks, s->weapon->shots) : attacks * s->weapon->shots);
}

typedef struct spread {
    mpq_t p[STATES];
} spread;

static void spread_init(spread *s)
{
    for (int i = 0; i < STATES; i++)
        mpq_init(s->p[i]);
}

static void spread_free(spread *s)
{
    for (int i = 0; i < STATES; i++)
        mpq_clear(s->p[i]);
}

static void spread_clear(spread *s)
{
    for (int i = 0; i < STATES; i++)
        mpq_set_ui(s->p[i], 0, 1);
}

/* What n shots of the enemy's of which `good` of ten hit make of a side's state. */
static void shoot(spread *to, const duel *d, int at, int state, int n, int good)
{
    const side *s = &d->side[at];
    const arm *weapon = d->side[!at].weapon;
    bool effective = weapon->rating >= s->rating, kills = weapon->cap && s->rating <= weapon->cap;
    mpq_t p;

    spread_clear(to);
    mpq_init(p);
    if (s->f) {
        for (int hits = 0; hits <= n; hits++) {
            int standing = (state + s->wounds - 1) / s->wounds;
            int left = !effective || hits == 0 ? state
                       : kills                 ? most(0, standing - hits) * s->wounds
                                               : most(0, state - hits);

            binomial(p, n, hits, good);
            mpq_add(to->p[left], to->p[left], p);
        }
    } else {
        harm h;

        harm_init(&h);
        harm_of(&h, s->v, n, good, effective, kills, weapon->damage);
        for (int i = 0; i <= WRECKED; i++) {
            int after = i == WRECKED || state == WRECKED ? WRECKED : (state | i) & ~TRACKLESS;

            mpq_add(to->p[after], to->p[after], h.p[i]);
        }
        harm_free(&h);
    }
    mpq_clear(p);
}

/* The states of both after a round, as chances. */
typedef struct both {
    mpq_t p[STATES][STATES];
} both;

/* Adds one outcome of the fire, after the brakes. */
static void brake(both *to, const duel *d, const int before[2], int a, int b, mpq_srcptr p, int from)
{
    mpq_t q, share;

    mpq_inits(q, share, NULL);
    for (int who = from; who < 2; who++) {
        const side *s = &d->side[who];
        int now = who ? b : a, holds;

        if (!s->v || !s->moving || (now & STOPPED) || now == WRECKED || !(before[who] & BRAKELESS))
            continue;
        holds = faces(s->crew->ability, 0);
        mpq_set_si(share, 10 - holds, 10);
        mpq_canonicalize(share);
        mpq_mul(q, p, share);
        brake(to, d, before, who ? a : WRECKED, who ? WRECKED : b, q, who + 1);
        mpq_set_si(share, holds, 10);
        mpq_canonicalize(share);
        mpq_mul(q, p, share);
        brake(to, d, before, a, b, q, who + 1);
        mpq_clears(q, share, NULL);
        return;
    }
    mpq_add(to->p[a][b], to->p[a][b], p);
    mpq_clears(q, share, NULL);
}

static int good_at(const duel *d, int who, const int before[2])
{
    return good_of(d, who, rolls_on(&d->side[who], before[who]), rolls_on(&d->side[!who], before[!who]));
}

static void together(both *to, const duel *d, const int before[2])
{
    spread on_a, on_b;
    mpq_t p;

    spread_init(&on_a);
    spread_init(&on_b);
    mpq_init(p);
    shoot(&on_b, d, 1, before[1], shots_of(d, 0, before[0]), good_at(d, 0, before));
    shoot(&on_a, d, 0, before[0], shots_of(d, 1, before[1]), good_at(d, 1, before));
    for (int a = 0; a < STATES; a++)
        for (int b = 0; b < STATES; b++) {
            mpq_mul(p, on_a.p[a], on_b.p[b]);
            if (mpq_sgn(p))
                brake(to, d, before, a, b, p, 0);
        }
    mpq_clear(p);
    spread_free(&on_a);
    spread_free(&on_b);
}

/* `first` fires, then the other if it still can; with weight over/under. */
static void in_turn(both *to, const duel *d, const int before[2], int first, unsigned long under)
{
    spread on_second, on_first;
    mpq_t p, weight;

    spread_init(&on_second);
    spread_init(&on_first);
    mpq_inits(p, weight, NULL);
    mpq_set_ui(weight, 1, under);
    shoot(&on_second, d, !first, before[!first], shots_of(d, first, before[first]), good_at(d, first, before));
    for (int second = 0; second < STATES; second++) {
        if (mpq_sgn(on_second.p[second]) == 0)
            continue;
        shoot(&on_first, d, first, before[first], shots_of(d, !first, second), good_at(d, !first, before));
        for (int i = 0; i < STATES; i++) {
            mpq_mul(p, on_second.p[second], on_first.p[i]);
            mpq_mul(p, p, weight);
            if (mpq_sgn(p))
                brake(to, d, before, first ? second : i, first ? i : second, p, 0);
        }
    }
    mpq_clears(p, weight, NULL);
    spread_free(&on_second);
    spread_free(&on_first);
}

static void one_round(both *to, const duel *d, int a, int b)
{
    const int before[2] = {a, b};

    if (d->order == SIMULTANEOUS)
        together(to, d, before);
    if (d->order == A_FIRST || d->order == BY_CHANCE)
        in_turn(to, d, before, 0, d->order == BY_CHANCE ? 2 : 1);
    if (d->order == B_FIRST || d->order == BY_CHANCE)
        in_turn(to, d, before, 1, d->order == BY_CHANCE ? 2 : 1);
}

/* From some state on; worked out once. */
typedef struct fate {
    bool known;
    mpq_t a, b, both, closed_classes, rounds;
} fate;

static fate fates[STATES][STATES];
static both *transitions[STATES][STATES];

static void forget(void)
{
    for (int i = 0; i < STATES; i++)
        for (int k = 0; k < STATES; k++) {
            if (fates[i][k].known)
                mpq_clears(fates[i][k].a, fates[i][k].b, fates[i][k].both, fates[i][k].closed_classes,
                           fates[i][k].rounds, NULL);
            fates[i][k].known = false;
            for (int x = 0; x < STATES && transitions[i][k]; x++)
                for (int y = 0; y < STATES; y++)
                    mpq_clear(transitions[i][k]->p[x][y]);
            free(transitions[i][k]);
            transitions[i][k] = NULL;
        }
}

static const both *round_from(const duel *d, int a, int b)
{
    both *to = transitions[a][b];

    if (to)
        return to;
    to = transitions[a][b] = calloc(1, sizeof *to);
    assert_non_null(to);
    for (int x = 0; x < STATES; x++)
        for (int y = 0; y < STATES; y++)
            mpq_init(to->p[x][y]);
    one_round(to, d, a, b);
    return to;
}

static bool lost(const duel *d, int who, int state)
{
    const side *s = &d->side[who];

    return gone(s, state) || (d->mission_kill && s->v && (state & SILENCED));
}

static void add_product(mpq_ptr to, mpq_srcptr p, mpq_srcptr q)
{
    mpq_t share;

    mpq_init(share);
    mpq_mul(share, p, q);
    mpq_add(to, to, share);
    mpq_clear(share);
}

static const fate *fate_of(const duel *d, int a, int b, bool begun)
{
    fate *f = &fates[a][b];
    const both *to;
    mpq_t leave;

    if (f->known)
        return f;
    f->known = true;
    mpq_inits(f->a, f->b, f->both, f->closed_classes, f->rounds, NULL);
    if (begun && (lost(d, 0, a) || lost(d, 1, b))) {
        mpq_set_ui(lost(d, 0, a) && lost(d, 1, b) ? f->both : lost(d, 0, a) ? f->b : f->a, 1, 1);
        return f;
    }
    to = round_from(d, a, b);
    mpq_init(leave);
    mpq_set_ui(leave, 1, 1);
    mpq_sub(leave, leave, to->p[a][b]);
    if (mpq_sgn(leave) == 0) {
        mpq_set_ui(f->closed_classes, 1, 1);
        mpq_clear(leave);
        return f;
    }
    mpq_set_ui(f->rounds, 1, 1);
    for (int x = 0; x < STATES; x++)
        for (int y = 0; y < STATES; y++) {
            const fate *then;

            if ((x == a && y == b) || mpq_sgn(to->p[x][y]) == 0)
                continue;
            then = fate_of(d, x, y, true);
            add_product(f->a, to->p[x][y], then->a);
            add_product(f->b, to->p[x][y], then->b);
            add_product(f->both, to->p[x][y], then->both);
            add_product(f->closed_classes, to->p[x][y], then->closed_classes);
            add_product(f->rounds, to->p[x][y], then->rounds);
        }
    mpq_div(f->a, f->a, leave);
    mpq_div(f->b, f->b, leave);
    mpq_div(f->both, f->both, leave);
    mpq_div(f->closed_classes, f->closed_classes, leave);
    mpq_div(f->rounds, f->rounds, leave);
    mpq_clear(leave);
    return f;
}

/* With a limit: forward, round by round; whoever is still at it after the last is at a closed classes. */
static void limited(expected *e, const duel *d)
{
    both *now = calloc(1, sizeof *now), *next = calloc(1, sizeof *next);
    mpq_t rounds;

    assert_true(now && next);
    mpq_init(rounds);
    for (int x = 0; x < STATES; x++)
        for (int y = 0; y < STATES; y++)
            mpq_inits(now->p[x][y], next->p[x][y], NULL);
    mpq_set_ui(now->p[fresh(&d->side[0])][fresh(&d->side[1])], 1, 1);
    for (int round = 0; round < d->rounds; round++) {
        for (int i = 0; i < STATES * STATES; i++) {
            int a = i / STATES, b = i % STATES;
            const both *to;

            if (mpq_sgn(now->p[a][b]) == 0)
                continue;
            mpq_add(rounds, rounds, now->p[a][b]);
            to = round_from(d, a, b);
            for (int x = 0; x < STATES; x++)
                for (int y = 0; y < STATES; y++)
                    if (mpq_sgn(to->p[x][y]))
                        add_product(next->p[x][y], now->p[a][b], to->p[x][y]);
        }
        for (int a = 0; a < STATES; a++)
            for (int b = 0; b < STATES; b++) {
                bool a_lost = lost(d, 0, a), b_lost = lost(d, 1, b);

                mpq_set_ui(now->p[a][b], 0, 1);
                if (a_lost || b_lost)
                    expect_chance(e, a_lost && b_lost ? "both-lost" : a_lost ? "b-wins" : "a-wins", next->p[a][b]);
                else
                    mpq_set(now->p[a][b], next->p[a][b]);
                mpq_set_ui(next->p[a][b], 0, 1);
            }
    }
    for (int a = 0; a < STATES; a++)
        for (int b = 0; b < STATES; b++) {
            expect_chance(e, "stalemate", now->p[a][b]);
            mpq_clears(now->p[a][b], next->p[a][b], NULL);
        }
    expect_mean(e, "rounds", rounds);
    mpq_clear(rounds);
    free(now);
    free(next);
}

static void check_duel(const duel *d)
{
    expected e = {.n = 0};
    char words[WORDS];

    forget();
    if (d->rounds) {
        limited(&e, d);
    } else {
        const fate *f = fate_of(d, fresh(&d->side[0]), fresh(&d->side[1]), false);

        expect_chance(&e, "a-wins", f->a);
        expect_chance(&e, "b-wins", f->b);
        expect_chance(&e, "both-lost", f->both);
        expect_chance(&e, "stalemate", f->closed_classes);
        expect_mean(&e, "rounds", f->rounds);
    }
    put_duel(words, d);
    check_answer(&book, "skank.duel", words, &e);
    forget();
}

static unsigned long next;

static int pick(int n)
{
    next = (next * 1664525UL + 1013904223UL) & 0xFFFFFFFFUL;
    return (int)((next >> 8) % (unsigned long)n);
}

static side any_side(bool is_vehicle, int figures_max)
{
    side s = {.count = 1, .wounds = 1, .modifier = pick(5) - 3, .moving = pick(2), .cover = pick(3) == 0};

    if (is_vehicle) {
        s.v = &VEHICLES[pick(N_VEHICLES)];
        s.crew = &FIGURES[pick(N_FIGURES)];
        s.rating = pick(4) ? s.v->rating : 1 + pick(7);
    } else {
        s.f = &FIGURES[pick(N_FIGURES)];
        s.count = 1 + pick(figures_max);
        s.wounds = pick(3) ? s.f->wounds : 1 + pick(3);
        s.rating = pick(5) ? 1 : 1 + pick(6);
    }
    do
        s.weapon = &ARMS[pick(N_ARMS)];
    while (!s.weapon->direct);
    return s;
}

static duel any_duel(int vehicles, int figures_max)
{
    static const double RANGES[] = {5, 15, 18, 25, 33, 45, 55, 65, 75, 80, 82};
    duel d = {.range = RANGES[pick(COUNT_OF(RANGES))],
              .order = (enum order)pick(4),
              .mission_kill = pick(3) == 0,
              .max = pick(2),
              .descending = pick(2),
              .rounds = pick(4) ? 0 : 1 + pick(4)};

    d.side[0] = any_side(vehicles & 1, figures_max);
    d.side[1] = any_side(vehicles & 2, figures_max);
    return d;
}

static void duels_of_figures(void **state)
{
    (void)state;
    next = 11;
    for (int i = 0; i < 350; i++) {
        duel d = any_duel(0, 3);

        check_duel(&d);
    }
}

static void duels_of_vehicles(void **state)
{
    (void)state;
    next = 12;
    for (int i = 0; i < 500; i++) {
        duel d = any_duel(3, 1);

        check_duel(&d);
    }
}

static void vehicles_against_figures(void **state)
{
    (void)state;
    next = 13;
    for (int i = 0; i < 400; i++) {
        duel d = any_duel(1 + i % 2, 4);

        check_duel(&d);
    }
}

/* Fire that needs more than one die a side: fifteen and more shots, halves of which one die takes 31. */
static void heavy_fire(void **state)
{
    static const char *const WEAPONS[] = {"chain-gun", "light-mg", "heavy-mg"};

    (void)state;
    next = 14;
    for (int i = 0; i < 60; i++) {
        duel d = any_duel(i % 4, 4);

        for (int k = 0; k < 2; k++)
            d.side[k].weapon = arm_of(WEAPONS[pick(3)]);
        d.range = 55 + 10 * pick(3);
        check_duel(&d);
    }
}

static void take(mpq_ptr to, const answer *from, const char *label)
{
    take_fraction(to, from, probability_of(from, label));
}

static void ask_duel(answer *is, const duel *d)
{
    char words[WORDS];

    put_duel(words, d);
    ask(is, &book, "skank.duel", words);
}

static void twins_are_even(void **state)
{
    (void)state;
    next = 15;
    for (int i = 0; i < 300; i++) {
        duel d = any_duel(i % 2 ? 3 : 0, 2);
        mpq_t a, b;
        answer is;

        d.side[1] = d.side[0];
        d.order = i % 3 ? SIMULTANEOUS : BY_CHANCE;
        mpq_inits(a, b, NULL);
        ask_duel(&is, &d);
        take(a, &is, "a-wins");
        take(b, &is, "b-wins");
        if (!mpq_equal(a, b))
            fail_msg("%s: twins are not even", is.words);
        answer_free(&is);
        mpq_clears(a, b, NULL);
    }
}

static void mirrors_are_mirrored(void **state)
{
    static const char *const HERE[] = {"a-wins", "b-wins", "both-lost", "stalemate"};
    static const char *const THERE[] = {"b-wins", "a-wins", "both-lost", "stalemate"};

    (void)state;
    next = 16;
    for (int i = 0; i < 300; i++) {
        duel here = any_duel(i % 4, 3), there = here;
        answer is, other;

        there.side[0] = here.side[1];
        there.side[1] = here.side[0];
        there.order = here.order == A_FIRST ? B_FIRST : here.order == B_FIRST ? A_FIRST : here.order;
        ask_duel(&is, &here);
        ask_duel(&other, &there);
        for (size_t k = 0; k < COUNT_OF(HERE); k++)
            if (probability_of(&is, HERE[k])->value != probability_of(&other, THERE[k])->value)
                fail_msg("%s: '%s' is not mirrored", is.words, HERE[k]);
        if (mean_of(&is, "rounds")->value != mean_of(&other, "rounds")->value)
            fail_msg("%s: the rounds are not mirrored", is.words);
        answer_free(&is);
        answer_free(&other);
    }
}

/* The chances that a side comes out best, and that it is lost. */
static void never_helps(const duel *better, const duel *worse, const char *why)
{
    answer is, other;

    ask_duel(&is, better);
    ask_duel(&other, worse);
    if (probability_of(&is, "a-wins")->value < probability_of(&other, "a-wins")->value - 1e-12 ||
        probability_of(&is, "b-wins")->value > probability_of(&other, "b-wins")->value + 1e-12)
        fail_msg("%s: %s", is.words, why);
    answer_free(&is);
    answer_free(&other);
}

static void trouble_never_helps(void **state)
{
    (void)state;
    next = 17;
    for (int i = 0; i < 150; i++) {
        duel d = any_duel(0, 4), worse = d;

        d.rounds = worse.rounds = 0;
        worse.side[1].cover = true;
        d.side[1].cover = false;
        never_helps(&d, &worse, "cover of the enemy helps");
        worse = d;
        worse.side[0].modifier++;
        never_helps(&d, &worse, "a worse die helps");
        worse = d;
        worse.side[1].count++;
        never_helps(&d, &worse, "another enemy helps");
        worse = d;
        worse.side[1].wounds++;
        never_helps(&d, &worse, "tougher enemies help");
        d.order = A_FIRST;
        worse = d;
        worse.order = BY_CHANCE;
        never_helps(&d, &worse, "giving up the first shot helps");
        d.order = BY_CHANCE;
        worse.order = B_FIRST;
        never_helps(&d, &worse, "giving up the first shot helps");
    }
}

static void better_troops_are_better(void **state)
{
    static const char *const RISING[] = {"rabble", "trained", "elite", "hero"};

    (void)state;
    next = 18;
    for (int i = 0; i < 60; i++) {
        duel d = any_duel(0, 3), worse;

        d.rounds = 0;
        for (size_t k = 1; k < COUNT_OF(RISING); k++) {
            worse = d;
            d.side[0].f = figure_of(RISING[k]);
            worse.side[0].f = figure_of(RISING[k - 1]);
            d.side[0].wounds = d.side[0].f->wounds;
            worse.side[0].wounds = worse.side[0].f->wounds;
            never_helps(&d, &worse, "better troops are worse");
        }
    }
}

/* With u(n) the chance that it goes on after n rounds, the mean of the first n is u(0) + ... + u(n-1), and grows towards
 * that of the whole duel where that has no closed classes. */
static void limits_agree(void **state)
{
    (void)state;
    next = 19;
    for (int i = 0; i < 60; i++) {
        duel d = any_duel(i % 4, 2);
        mpq_t sum, goes_on;
        answer is;

        mpq_inits(sum, goes_on, NULL);
        mpq_set_ui(goes_on, 1, 1);
        for (d.rounds = 1; d.rounds <= 5; d.rounds++) {
            mpq_add(sum, sum, goes_on);
            ask_duel(&is, &d);
            assert_mean(&is, "rounds", sum);
            take(goes_on, &is, "stalemate");
            answer_free(&is);
        }
        mpq_clears(sum, goes_on, NULL);
    }
}

/* Twenty a side are still counted in fractions. */
static void large_duels(void **state)
{
    answer is;

    (void)state;
    ask(&is, &book, "skank.duel", "a-count=20 b-count=20 range=15 a-cover=yes b-cover=yes");
    assert_int_equal(is.odds.arithmetic, SALVO_RATIONAL);
    assert_true(probability_of(&is, "a-wins")->value == probability_of(&is, "b-wins")->value);
    answer_free(&is);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(duels_of_figures),
        cmocka_unit_test(duels_of_vehicles),
        cmocka_unit_test(vehicles_against_figures),
        cmocka_unit_test(heavy_fire),
        cmocka_unit_test(twins_are_even),
        cmocka_unit_test(mirrors_are_mirrored),
        cmocka_unit_test(trouble_never_helps),
        cmocka_unit_test(better_troops_are_better),
        cmocka_unit_test(limits_agree),
        cmocka_unit_test(large_duels),
    };

    return cmocka_run_group_tests_name("Skank duels", tests, open_book, close_book);
}
