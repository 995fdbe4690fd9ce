/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rest of Skank against closed forms and a second copy of the rules: tests of ability and what rests on them,
 * psionics, melee, damage, collisions, fires, options. The library must give the same fractions. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "skank_book.h"

enum { WORDS = 512 };

OWN_BOOK(book, "skank")

static void check(const char *procedure, const char *words, expected *e)
{
    check_answer(&book, procedure, words, e);
}

/* to = (over/under)^n */
static void power(mpq_ptr to, int over, int under, int n)
{
    mpz_ui_pow_ui(mpq_numref(to), (unsigned long)over, (unsigned long)n);
    mpz_ui_pow_ui(mpq_denref(to), (unsigned long)under, (unsigned long)n);
    mpq_canonicalize(to);
}

static void one_less(mpq_ptr to, mpq_srcptr p)
{
    mpq_t one;

    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    mpq_sub(to, one, p);
    mpq_clear(one);
}

/* n over k times p^k (1-p)^(n-k) for p = over/under. */
static void spread(mpq_ptr to, int n, int k, int over, int under)
{
    mpq_t miss;
    mpz_t choices;

    mpq_init(miss);
    mpz_init(choices);
    mpz_bin_uiui(choices, (unsigned long)n, (unsigned long)k);
    power(to, over, under, k);
    power(miss, under - over, under, n - k);
    mpq_mul(to, to, miss);
    mpz_mul(mpq_numref(to), mpq_numref(to), choices);
    mpq_canonicalize(to);
    mpq_clear(miss);
    mpz_clear(choices);
}

static void expect_number(expected *e, int number, mpq_srcptr p)
{
    char label[16];

    snprintf(label, sizeof label, "%d", number);
    expect_chance(e, label, p);
}

/* Each figure, and abilities in place of a figure's. */
enum { N_ABLE = N_FIGURES + 4 };

static int able(char words[WORDS], const char *key, int i)
{
    static const int GIVEN[] = {0, 1, 10, 13};

    if (i < N_FIGURES) {
        snprintf(words, WORDS, "%s=%s ", key, FIGURES[i].id);
        return FIGURES[i].ability;
    }
    snprintf(words, WORDS, "%s=hero ability=%d ", key, GIVEN[i - N_FIGURES]);
    return GIVEN[i - N_FIGURES];
}

SALVO_PRINTF(2, 3) static void add_words(char words[WORDS], const char *format, ...)
{
    size_t n = strlen(words);
    va_list values;

    va_start(values, format);
    vsnprintf(words + n, WORDS - n, format, values);
    va_end(values);
}

static void ability(void **state)
{
    (void)state;
    for (int i = 0; i < N_ABLE; i++)
        for (int modifier = -3; modifier <= 3; modifier++) {
            expected pass = {.n = 0}, scan = {.n = 0}, over = {.n = 0};
            char words[WORDS];
            int good = faces(able(words, "troop", i), modifier);

            add_words(words, "modifier=%d", modifier);
            expect_ratio(&pass, "pass", good, 10);
            expect_ratio(&pass, "fail", 10 - good, 10);
            expect_mean_ratio(&pass, "pass", good, 10);
            check("skank.ability", words, &pass);
            expect_ratio(&scan, "revealed", good, 10);
            expect_ratio(&scan, "hidden", 10 - good, 10);
            check("skank.psionic-scan", words, &scan);
            able(words, "target", i);
            add_words(words, "modifier=%d", modifier);
            expect_ratio(&over, "dodged", good, 10);
            expect_ratio(&over, "killed", 10 - good, 10);
            check("skank.run-over", words, &over);
        }
}

static void run_over(void **state)
{
    (void)state;
    for (int rating = 0; rating <= 5; rating++)
        for (int dodge = 0; dodge < 2; dodge++) {
            expected e = {.n = 0};
            char words[WORDS];

            snprintf(words, WORDS, "target=elite dodge=%s target-rating=%d", yes(dodge), rating);
            expect_ratio(&e, "dodged", dodge ? 7 : 0, 10);
            expect_ratio(&e, rating >= 3 ? "unhurt" : "killed", dodge ? 3 : 10, 10);
            check("skank.run-over", words, &e);
        }
}

static void suppression(void **state)
{
    static const char *const WEAPONS[] = {"smg", "assault-rifle", "light-mg", "heavy-mg", "chain-gun"};

    (void)state;
    for (int i = 0; i < N_ABLE; i++)
        for (int w = 0; w < 5; w++)
            for (int targets = 1; targets <= 50; targets += 7) {
                int building = (i + w + targets) % 2, modifier = targets % 3 - 1, fails;
                expected e = {.n = 0};
                char words[WORDS];
                mpq_t p, half;

                mpq_inits(p, half, NULL);
                mpq_set_ui(half, 1, w < 2 ? 2 : 1);
                fails = 10 - faces(able(words, "target", i), modifier - building);
                add_words(words, "weapon=%s ", WEAPONS[w]);
                add_words(words, "targets=%d ", targets);
                add_words(words, "building=%s ", yes(building));
                add_words(words, "modifier=%d", modifier);
                for (int k = 0; k <= targets; k++) {
                    spread(p, targets, k, fails, 10);
                    mpq_mul(p, p, half);
                    expect_number(&e, k, p);
                }
                one_less(half, half);
                expect_number(&e, 0, half);
                expect_mean_ratio(&e, "suppressed", targets * fails, w < 2 ? 20 : 10);
                check("skank.suppression", words, &e);
                mpq_clears(p, half, NULL);
            }
}

static void roll_offs(void **state)
{
    static const struct {
        const char *procedure, *words, *outcomes;
    } CASES[] = {
        {"skank.suppression-contest", "", "a-suppressed=1/2 b-suppressed=1/2"},
        {"skank.suppression-contest", "ties=both", "a-suppressed=9/20 b-suppressed=9/20 both-suppressed=1/10"},
        {"skank.suppression-contest", "ties=neither", "a-suppressed=9/20 b-suppressed=9/20 neither=1/10"},
        {"skank.initiative", "", "a=1/2 b=1/2"},
        {"skank.initiative", "ties=keep", "a=9/20 b=9/20 tie=1/10"},
        {"skank.thrown-track", "", "no-right-turn=1/2 no-left-turn=1/2"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        answer is;

        ask(&is, &book, CASES[i].procedure, CASES[i].words);
        assert_answer(&is, CASES[i].outcomes, "");
        answer_free(&is);
    }
}

static void psionic_attacks(void **state)
{
    (void)state;
    for (int i = 0; i < 8 * (N_FIGURES + N_VEHICLES) * 16; i++) {
        int rating = 1 + i % 8, unit = i / 8 % (N_FIGURES + N_VEHICLES), flags = i / 8 / (N_FIGURES + N_VEHICLES);
        const figure *f = unit < N_FIGURES ? &FIGURES[unit] : NULL;
        const vehicle *v = f ? NULL : &VEHICLES[unit - N_FIGURES];
        bool scan = flags & 1, saves = flags & 2;
        int own = flags & 4 ? (i * 7) % 9 : f ? 1 : v->rating, wounds = flags & 8 ? 1 + i % 3 : f ? f->wounds : 1;
        int modifier = i % 5 - 2, found = scan ? 4 : 10, works = PSIONIC[rating], through = saves ? 4 : 10;
        expected e = {.n = 0};
        char words[WORDS];

        snprintf(words, WORDS, "rating=%d target=%s scan=%s ability=4 target-psionist=%s damage-modifier=%d ", rating,
                 f ? f->id : v->id, yes(scan), yes(saves), modifier);
        if (flags & 4)
            add_words(words, "target-rating=%d ", own);
        if (flags & 8)
            add_words(words, "target-wounds=%d ", wounds);
        expect_ratio(&e, "not-found", 10 - found, 10);
        expect_ratio(&e, "fail", found * (10 - works), 100);
        expect_ratio(&e, "saved", found * works * (10 - through), 1000);
        if (rating < own)
            expect_ratio(&e, "no-effect", found * works * through, 1000);
        else if (f)
            expect_ratio(&e, wounds == 1 ? "killed" : "wound", found * works * through, 1000);
        for (int roll = 1; roll <= 10 && rating >= own && v; roll++)
            expect_ratio(&e, label_of_letter(letter(v, roll + modifier - (rating - own))), found * works * through,
                         10000);
        check("skank.psionic-attack", words, &e);
    }
}

static void psionic_healing(void **state)
{
    (void)state;
    for (int attempts = 0; attempts <= 8; attempts++)
        for (int wounds = 0; wounds <= 4; wounds++) {
            expected e = {.n = 0};
            char words[WORDS];
            mpq_t p, mean, share;

            mpq_inits(p, mean, share, NULL);
            for (int k = 0; k <= attempts; k++) {
                spread(p, attempts, k, 4, 10);
                expect_number(&e, least(k, wounds), p);
                mpq_set_si(share, least(k, wounds), 1);
                mpq_mul(share, share, p);
                mpq_add(mean, mean, share);
            }
            expect_mean(&e, "healed", mean);
            snprintf(words, WORDS, "attempts=%d wounds=%d", attempts, wounds);
            check("skank.psionic-heal", words, &e);
            mpq_clears(p, mean, share, NULL);
        }
}

static void stuns(void **state)
{
    (void)state;
    for (int i = 0; i < N_ABLE; i++)
        for (int targets = 1; targets <= 13; targets += 3)
            for (int psionist = 0; psionist < 2; psionist++) {
                int modifier = targets % 5 - 2, fails;
                expected e = {.n = 0};
                char words[WORDS];
                mpq_t p;

                mpq_init(p);
                fails = (10 - faces(able(words, "target", i), modifier)) * (psionist ? 4 : 10);
                add_words(words, "targets=%d ", targets);
                add_words(words, "target-psionist=%s ", yes(psionist));
                add_words(words, "modifier=%d", modifier);
                for (int k = 0; k <= targets; k++) {
                    spread(p, targets, k, fails, 100);
                    expect_number(&e, k, p);
                }
                expect_mean_ratio(&e, "stunned", targets * fails, 100);
                check("skank.telekinetic-stun", words, &e);
                mpq_clear(p);
            }
}

static int strikes(const figure *a, const figure *b, int modifier)
{
    int number = MELEE[a->row][b->row];

    return number ? faces(number, modifier) : 0;
}

static void melee_attacks(void **state)
{
    (void)state;
    for (int i = 0; i < N_FIGURES * N_FIGURES * 16; i++) {
        const figure *a = &FIGURES[i % N_FIGURES], *b = &FIGURES[i / N_FIGURES % N_FIGURES];
        int flags = i / N_FIGURES / N_FIGURES, modifier = i % 5 - 2, wounds = flags & 8 ? 1 + i % 3 : b->wounds;
        int good = strikes(a, b, modifier + 2 * (flags & 1) + (flags & 2) + (flags & 4) / 2);
        expected e = {.n = 0};
        char words[WORDS];

        snprintf(words, WORDS, "attacker=%s target=%s entering=%s burning=%s disable=%s modifier=%d ", a->id, b->id,
                 yes(flags & 1), yes(flags & 2), yes(flags & 4), modifier);
        if (flags & 8)
            add_words(words, "target-wounds=%d", wounds);
        expect_ratio(&e, "miss", 10 - good, 10);
        expect_ratio(&e, flags & 4 ? "captured" : wounds == 1 ? "killed" : "wound", good, 10);
        expect_mean_ratio(&e, "hit", good, 10);
        check("skank.melee-attack", words, &e);
    }
}

typedef struct brawler {
    int good, attacks, wounds;
} brawler;

/* The chance that `by` takes exactly `lost` wounds of somebody with `wounds` left. */
static void chance_of_loss(mpq_ptr to, const brawler *by, int wounds, int lost)
{
    mpq_t p;

    mpq_init(p);
    mpq_set_ui(to, 0, 1);
    for (int hits = 0; hits <= by->attacks; hits++)
        if (least(hits, wounds) == lost) {
            binomial(p, by->attacks, hits, by->good);
            mpq_add(to, to, p);
        }
    mpq_clear(p);
}

static void expect_loss(expected *e, const char *name, const brawler *by, int wounds)
{
    mpq_t p, mean;

    mpq_inits(p, mean, NULL);
    for (int lost = 1; lost <= wounds; lost++) {
        chance_of_loss(p, by, wounds, lost);
        for (int i = 0; i < lost; i++)
            mpq_add(mean, mean, p);
    }
    expect_mean(e, name, mean);
    mpq_clears(p, mean, NULL);
}

static void put_brawl(char words[WORDS], int i, brawler *a, brawler *b)
{
    const figure *fa = &FIGURES[i % N_FIGURES], *fb = &FIGURES[i / N_FIGURES % N_FIGURES];
    int kind = i / N_FIGURES / N_FIGURES, ma = kind % 4 - 1, mb = 1 - kind % 3;

    *a = (brawler){strikes(fa, fb, ma), kind & 2 ? i % 5 : fa->attacks, kind & 4 ? 1 + i % 4 : fa->wounds};
    *b = (brawler){strikes(fb, fa, mb), kind & 1 ? i % 4 : fb->attacks, kind & 4 ? 1 + i % 3 : fb->wounds};
    snprintf(words, WORDS, "a=%s b=%s a-modifier=%d b-modifier=%d ", fa->id, fb->id, ma, mb);
    if (kind & 2)
        add_words(words, "a-attacks=%d ", a->attacks);
    if (kind & 1)
        add_words(words, "b-attacks=%d ", b->attacks);
    if (kind & 4) {
        add_words(words, "a-wounds=%d ", a->wounds);
        add_words(words, "b-wounds=%d ", b->wounds);
    }
}

enum { BRAWLS = N_FIGURES * N_FIGURES * 8 };

static void melee_rounds(void **state)
{
    static const char *const LABELS[] = {"both-stand", "a-down", "b-down", "both-down"};

    (void)state;
    for (int i = 0; i < BRAWLS; i++) {
        expected e = {.n = 0};
        char words[WORDS];
        brawler a, b;
        mpq_t p, q;

        mpq_inits(p, q, NULL);
        put_brawl(words, i, &a, &b);
        for (int of_a = 0; of_a <= a.wounds; of_a++)
            for (int of_b = 0; of_b <= b.wounds; of_b++) {
                chance_of_loss(p, &b, a.wounds, of_a);
                chance_of_loss(q, &a, b.wounds, of_b);
                mpq_mul(p, p, q);
                expect_chance(&e, LABELS[(of_a == a.wounds) + 2 * (of_b == b.wounds)], p);
            }
        expect_loss(&e, "a-wounds-lost", &b, a.wounds);
        expect_loss(&e, "b-wounds-lost", &a, b.wounds);
        check("skank.melee-round", words, &e);
        mpq_clears(p, q, NULL);
    }
}

/* By who is left with how many wounds: the fight from there on, solved from its end. */
typedef struct fate {
    mpq_t a, b, both, rounds;
} fate;

static void fate_of(fate *to, const brawler *a, const brawler *b, int left_a, int left_b)
{
    mpq_t p, q, stay;

    mpq_inits(p, q, stay, NULL);
    mpq_inits(to->a, to->b, to->both, to->rounds, NULL);
    if (left_a == 0 || left_b == 0) {
        mpq_set_ui(left_a ? to->a : left_b ? to->b : to->both, 1, 1);
        mpq_clears(p, q, stay, NULL);
        return;
    }
    mpq_set_ui(to->rounds, 1, 1);
    for (int of_a = 0; of_a <= left_a; of_a++)
        for (int of_b = 0; of_b <= left_b; of_b++) {
            fate then;

            chance_of_loss(p, b, left_a, of_a);
            chance_of_loss(q, a, left_b, of_b);
            mpq_mul(p, p, q);
            if (of_a == 0 && of_b == 0) {
                one_less(stay, p);
                continue;
            }
            fate_of(&then, a, b, left_a - of_a, left_b - of_b);
            mpq_ptr into[] = {to->a, to->b, to->both, to->rounds}, from[] = {then.a, then.b, then.both, then.rounds};
            for (int k = 0; k < 4; k++) {
                mpq_mul(from[k], from[k], p);
                mpq_add(into[k], into[k], from[k]);
            }
            mpq_clears(then.a, then.b, then.both, then.rounds, NULL);
        }
    mpq_div(to->a, to->a, stay);
    mpq_div(to->b, to->b, stay);
    mpq_div(to->both, to->both, stay);
    mpq_div(to->rounds, to->rounds, stay);
    mpq_clears(p, q, stay, NULL);
}

static void melee_fights(void **state)
{
    (void)state;
    for (int i = 0; i < BRAWLS; i++) {
        expected e = {.n = 0};
        char words[WORDS];
        brawler a, b;
        fate f;

        put_brawl(words, i, &a, &b);
        if (a.good * a.attacks == 0 && b.good * b.attacks == 0) {
            expect_ratio(&e, "stalemate", 1, 1);
            expect_mean_ratio(&e, "rounds", 0, 1);
        } else {
            fate_of(&f, &a, &b, a.wounds, b.wounds);
            expect_chance(&e, "a-wins", f.a);
            expect_chance(&e, "b-wins", f.b);
            expect_chance(&e, "both-down", f.both);
            expect_mean(&e, "rounds", f.rounds);
            mpq_clears(f.a, f.b, f.both, f.rounds, NULL);
        }
        check("skank.melee-fight", words, &e);
    }
}

typedef struct charge {
    const figure *attacker, *defender;
    const arm *weapon;
    bool melee, moved, obstacle, one;
    int attacker_wounds, defender_wounds, rating, modifier;
} charge;

static charge charge_of(int i)
{
    static const char *const WEAPONS[] = {"rifle", "shotgun", "grenade-launcher", "pistol", "missile"};
    charge c = {
        .attacker = &FIGURES[i % N_FIGURES],
        .defender = &FIGURES[i / N_FIGURES % N_FIGURES],
        .weapon = arm_of(WEAPONS[i % 5]),
        .melee = i / 36 & 1,
        .moved = i / 36 & 2,
        .obstacle = i / 36 & 4,
        .one = i / 36 & 8,
        .rating = 1 + i / 7 % 5,
        .modifier = i % 4 - 2,
    };

    c.attacker_wounds = i % 3 ? c.attacker->wounds : 1 + i % 5;
    c.defender_wounds = i % 4 ? c.defender->wounds : 1 + i % 7;
    return c;
}

static void add_product(mpq_ptr to, mpq_srcptr p, long n)
{
    mpq_t share;

    mpq_init(share);
    mpq_set_si(share, n, 1);
    mpq_mul(share, share, p);
    mpq_add(to, to, share);
    mpq_clear(share);
}

static void charges(void **state)
{
    static const char *const LABELS[] = {"neither", "attacker-down", "defender-down", "both-down"};

    (void)state;
    for (int i = 0; i < 36 * 16; i++) {
        charge c = charge_of(i);
        bool counts = c.weapon->rating >= c.rating, kills = c.weapon->cap && c.rating <= c.weapon->cap;
        int shot = c.melee || !counts ? 0 : faces(c.moved ? 3 : 8, c.defender->bonus + c.weapon->hit + c.modifier);
        int over = strcmp(c.attacker->id, "hero") == 0 && c.one ? 1 : c.one ? 0 : c.attacker->attacks - 1;
        brawler a = {strikes(c.attacker, c.defender, 0), c.obstacle ? over : c.attacker->attacks, c.attacker_wounds};
        brawler b = {strikes(c.defender, c.attacker, 0), c.melee || c.obstacle ? c.defender->attacks : 0,
                     c.defender_wounds};
        int shot_away = kills ? c.attacker_wounds : 1;
        expected e = {.n = 0};
        mpq_t p, q, of_a, of_b, missed;
        char words[WORDS];

        snprintf(words, WORDS,
                 "attacker=%s defender=%s weapon=%s response=%s defender-moved=%s obstacle=%s obstacle-attacks=%s "
                 "attacker-wounds=%d defender-wounds=%d attacker-rating=%d modifier=%d",
                 c.attacker->id, c.defender->id, c.weapon->id, c.melee ? "melee" : "snap-shot", yes(c.moved),
                 yes(c.obstacle), c.one ? "one" : "minus-one", c.attacker_wounds, c.defender_wounds, c.rating,
                 c.modifier);
        mpq_inits(p, q, of_a, of_b, missed, NULL);
        mpq_set_ui(p, (unsigned long)shot, 10);
        mpq_canonicalize(p);
        one_less(missed, p);
        expect_chance(&e, LABELS[shot_away == c.attacker_wounds], p);
        add_product(of_a, p, shot_away);
        for (int la = 0; la <= a.wounds; la++)
            for (int lb = 0; lb <= b.wounds; lb++) {
                chance_of_loss(p, &b, a.wounds, la);
                chance_of_loss(q, &a, b.wounds, lb);
                mpq_mul(p, p, q);
                mpq_mul(p, p, missed);
                expect_chance(&e, LABELS[(la == a.wounds) + 2 * (lb == b.wounds)], p);
                add_product(of_a, p, la);
                add_product(of_b, p, lb);
            }
        expect_mean(&e, "attacker-wounds-lost", of_a);
        expect_mean(&e, "defender-wounds-lost", of_b);
        check("skank.charge", words, &e);
        mpq_clears(p, q, of_a, of_b, missed, NULL);
    }
}

static void damage(void **state)
{
    (void)state;
    for (int v = 0; v < N_VEHICLES; v++)
        for (int modifier = -11; modifier <= 11; modifier++) {
            expected e = {.n = 0};
            char words[WORDS];

            snprintf(words, WORDS, "class=%s modifier=%d", VEHICLES[v].id, modifier);
            for (int roll = 1; roll <= 10; roll++)
                expect_ratio(&e, label_of_letter(letter(&VEHICLES[v], roll + modifier)), 1, 10);
            check("skank.vehicle-damage", words, &e);
        }
}

static void expect_rolls(expected *e, const vehicle *v, int rolls, int modifier, const char *mean)
{
    harm h;

    harm_init(&h);
    harm_of(&h, v, rolls, 10, true, false, modifier);
    for (int i = 0; i <= WRECKED; i++)
        expect_chance(e, state_label(i), h.p[i]);
    if (mean)
        expect_mean(e, mean, h.p[WRECKED]);
    harm_free(&h);
}

static void many_rolls(void **state)
{
    (void)state;
    for (int v = 0; v < N_VEHICLES; v++)
        for (int rolls = 0; rolls <= 10; rolls++)
            for (int modifier = -2; modifier <= 7; modifier += 3) {
                expected e = {.n = 0};
                char words[WORDS];

                snprintf(words, WORDS, "class=%s rolls=%d modifier=%d", VEHICLES[v].id, rolls, modifier);
                expect_rolls(&e, &VEHICLES[v], rolls, modifier, "destroyed");
                check("skank.damage-rolls", words, &e);
            }
}

static void crews(void **state)
{
    (void)state;
    for (int i = 0; i < N_VEHICLES * 5 * 4 * 3; i++) {
        const vehicle *v = &VEHICLES[i % N_VEHICLES];
        int skill = (int[]){0, 3, 5, 8, 12}[i / N_VEHICLES % 5], turns = i / N_VEHICLES / 5 % 4;
        int modifier = i / N_VEHICLES / 20 * 3 - 2;
        expected e = {.n = 0};
        char words[WORDS];
        mpq_t p, alive, dead;

        mpq_inits(p, alive, dead, NULL);
        for (int roll = 1; roll <= 10; roll++) {
            char c = letter(v, roll + modifier);

            if (c == 'w')
                continue;
            power(p, least(skill, 10), 10, c == 'c' ? 1 : c == 'b' ? turns : 0);
            mpq_add(alive, alive, p);
        }
        mpq_set_ui(p, 10, 1);
        mpq_div(alive, alive, p);
        one_less(dead, alive);
        expect_chance(&e, "alive", alive);
        expect_chance(&e, "dead", dead);
        snprintf(words, WORDS, "class=%s ability=%d brake-turns=%d modifier=%d", v->id, skill, turns, modifier);
        check("skank.crew-fate", words, &e);
        mpq_clears(p, alive, dead, NULL);
    }
}

/* p of `good` once, by k tries or in all of k tries. */
static void repeated(const char *procedure, const char *words, int good, int k, bool all, const char *yes_label,
                     const char *no_label)
{
    expected e = {.n = 0};
    mpq_t p, q;

    mpq_inits(p, q, NULL);
    power(p, all ? good : 10 - good, 10, k);
    one_less(q, p);
    expect_chance(&e, yes_label, all ? p : q);
    expect_chance(&e, no_label, all ? q : p);
    check(procedure, words, &e);
    mpq_clears(p, q, NULL);
}

static void brakes(void **state)
{
    (void)state;
    for (int skill = 0; skill <= 11; skill++)
        for (int turns = 0; turns <= 30; turns += 3) {
            char words[WORDS];

            snprintf(words, WORDS, "ability=%d turns=%d", skill, turns);
            repeated("skank.brakes", words, least(skill, 10), turns, true, "still-moving", "crashed");
        }
}

static void rallies(void **state)
{
    (void)state;
    for (int i = 0; i < N_ABLE; i++)
        for (int turns = 0; turns <= 6; turns++) {
            char words[WORDS];
            int good = faces(able(words, "troop", i), turns % 4 - 1);

            add_words(words, "turns=%d ", turns);
            add_words(words, "modifier=%d", turns % 4 - 1);
            repeated("skank.rally", words, good, turns, false, "rallied", "routing");
        }
}

static void collisions(void **state)
{
    static const int LOWEST[7][4] = {
        {0}, {99, 99, 99, 2}, {3, 6, 99, 9}, {5, 8, 99, 11}, {7, 12, 99, 17}, {8, 17, 21, 29}, {12, 23, 29, 35}};
    static const char *const OTHERS[] = {"ones", "twos", "threes", "fours", "fives", "sixes"};
    unsigned long seed = 5;

    (void)state;
    for (int i = 0; i < 6000; i++) {
        const vehicle *v = &VEHICLES[i % N_VEHICLES];
        int own = i / 5 % 3 ? v->rating : 1 + i / 15 % 8, total = own, heavy = 0, rolls, rare;
        int fixed, fast, counts[6];
        bool pile, head, prow, five, totalled, immune;
        const int *lowest = LOWEST[least(own, 6)];
        expected e = {.n = 0};
        char words[WORDS];

        seed = (seed * 1664525UL + 1013904223UL) & 0xFFFFFFFFUL;
        rare = (int)(seed >> 10);
        for (int k = 0; k < 6; k++) {
            counts[k] = (rare >> (2 * k)) % 4 == 3 ? 1 + k % 2 : 0;
            total += counts[k] * (k + 1);
            heavy += k ? counts[k] : 0;
        }
        fixed = rare % 7 == 0 ? 1 + rare % 5 : 0;
        pile = rare % 11 == 0;
        fast = rare % 5 == 0 ? 1 + rare % 3 : 0;
        head = rare % 6 == 0;
        prow = rare % 4 == 0;
        five = rare % 3 == 0;
        total += fixed + 6 * pile + 5 * fast + 10 * head;
        immune = own >= 5 && heavy == 0 && fixed == 0 && !pile;
        totalled = !immune && (total >= lowest[3] || (own == 5 && five && total >= 21));
        rolls = immune || totalled ? 0 : (total >= lowest[0]) + (total >= lowest[1]) + (total >= lowest[2]) + prow;
        snprintf(words, WORDS, "class=%s rating=%d fixed=%d pile-up=%s fast=%d head-on=%s prow=%s rating-five=%s ",
                 v->id, own, fixed, yes(pile), fast, yes(head), yes(prow), five ? "totalled" : "three-rolls");
        for (int k = 0; k < 6; k++) {
            add_words(words, "%s=", OTHERS[k]);
            add_words(words, "%d ", counts[k]);
        }
        if (!totalled)
            expect_rolls(&e, v, rolls, 0, NULL);
        else if (own == 1)
            expect_ratio(&e, "totalled", 1, 1);
        else
            expect_ratio(&e, "totalled-explodes", own >= 6 ? 10 : 2, 10);
        if (totalled && own > 1 && own < 6)
            expect_ratio(&e, "totalled", 8, 10);
        expect_mean_ratio(&e, "total", total, 1);
        expect_mean_ratio(&e, "damage-rolls", rolls, 1);
        check("skank.collision", words, &e);
    }
}

/* Turn after turn, as the example tells it. */
static void fires(void **state)
{
    (void)state;
    for (int rating = 1; rating <= 9; rating++)
        for (int begins = 0; begins <= 8; begins++)
            for (int turn = 1, strength = begins, hits = 0, since = 0; turn <= 14; turn++) {
                int collapse;
                expected e = {.n = 0};
                char words[WORDS];

                if (turn > 1 && since == 0)
                    strength += 2;
                else if (since)
                    hits = least(rating, hits + 2);
                if (strength >= rating && since == 0)
                    since = turn;
                expect_ratio(&e, since == 0 ? "growing" : hits < rating ? "damaging" : "collapsed", 1, 1);
                collapse = (rating > begins ? 1 + (rating - begins + 1) / 2 : 1) + (rating + 1) / 2;
                expect_mean_ratio(&e, "fire-rating", strength, 1);
                expect_mean_ratio(&e, "hits", hits, 1);
                expect_mean_ratio(&e, "collapse-turn", collapse, 1);
                expect_mean_ratio(&e, "fighters", strength, 1);
                expect_mean_ratio(&e, "fight-turns", (strength + 1) / 2, 1);
                snprintf(words, WORDS, "building-rating=%d fire-rating=%d turn=%d", rating, begins, turn);
                check("skank.arson", words, &e);
            }
}

static void spotting(void **state)
{
    static const char *const INFRARED[] = {"none", "troop", "vehicle"};

    (void)state;
    for (int i = 0; i < N_ABLE * 64 * 3; i++) {
        int flags = i / N_ABLE % 64, infrared = i / N_ABLE / 64, woods = 1 + i % 2, modifier = i % 5 - 2;
        int attempts = i % 4, sum, good;
        char words[WORDS];

        sum = modifier + 3 * (flags >> 4 & 1) - 2 * (flags >> 5 & 1);
        if (infrared == 0)
            sum += (flags & 1) + woods * (flags >> 1 & 1) + (flags >> 2 & 1) + 2 * (flags >> 3 & 1);
        good = faces(able(words, "spotter", i % N_ABLE), sum);
        add_words(words, "prone=%s ", yes(flags & 1));
        add_words(words, "woods=%s ", yes(flags & 2));
        add_words(words, "fog=%s ", yes(flags & 4));
        add_words(words, "ghillie=%s ", yes(flags & 8));
        add_words(words, "invisible=%s ", yes(flags & 16));
        add_words(words, "psionist=%s ", yes(flags & 32));
        add_words(words, "infrared=%s ", INFRARED[infrared]);
        add_words(words, "woods-modifier=%d ", woods);
        add_words(words, "modifier=%d ", modifier);
        add_words(words, "attempts=%d ", attempts);
        repeated("skank.spotting", words, infrared == 2 ? 10 : good, attempts, false, "spotted", "hidden");
    }
}

static void morale(void **state)
{
    (void)state;
    for (int i = 0; i < N_ABLE; i++)
        for (int size = 1; size <= 11; size += 2)
            for (int losses = 0; losses <= size; losses++) {
                expected e = {.n = 0};
                char words[WORDS];
                int modifier = losses % 3 - 1, good = faces(able(words, "troop", i), modifier);

                add_words(words, "size=%d ", size);
                add_words(words, "losses=%d ", losses);
                add_words(words, "modifier=%d", modifier);
                if (losses == 0 || 2 * losses < size) {
                    expect_ratio(&e, "no-check", 1, 1);
                } else {
                    expect_ratio(&e, "hold", good, 10);
                    expect_ratio(&e, "rout", 10 - good, 10);
                }
                check("skank.morale", words, &e);
            }
}

static void radiation(void **state)
{
    (void)state;
    for (int i = 0; i < N_ABLE; i++)
        for (int stays = 0; stays < 2; stays++) {
            expected e = {.n = 0};
            char words[WORDS], label[16];
            int safe = faces(able(words, "troop", i), 1);

            add_words(words, "modifier=1 policy=%s", stays ? "stay" : "leave");
            if (stays)
                safe = 0;
            expect_ratio(&e, "safe", safe, 10);
            for (int x = 1; x <= 6; x++)
                for (int y = 1; y <= 6; y++) {
                    snprintf(label, sizeof label, "%d", x + y);
                    expect_ratio(&e, label, 10 - safe, 360);
                }
            check("skank.radiation", words, &e);
        }
}

static void horses(void **state)
{
    (void)state;
    for (int n = 0; n <= 40; n += 4) {
        expected e = {.n = 0};
        char words[WORDS];
        mpq_t p;

        mpq_init(p);
        for (int k = 0; k <= n; k++) {
            binomial(p, n, k, 5);
            expect_number(&e, k, p);
        }
        expect_mean_ratio(&e, "survivors", n, 2);
        snprintf(words, WORDS, "horses=%d", n);
        check("skank.horse-survival", words, &e);
        mpq_clear(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ability),      cmocka_unit_test(run_over),        cmocka_unit_test(suppression),
        cmocka_unit_test(roll_offs),    cmocka_unit_test(psionic_attacks), cmocka_unit_test(psionic_healing),
        cmocka_unit_test(stuns),        cmocka_unit_test(melee_attacks),   cmocka_unit_test(melee_rounds),
        cmocka_unit_test(melee_fights), cmocka_unit_test(charges),         cmocka_unit_test(damage),
        cmocka_unit_test(many_rolls),   cmocka_unit_test(crews),           cmocka_unit_test(brakes),
        cmocka_unit_test(rallies),      cmocka_unit_test(collisions),      cmocka_unit_test(fires),
        cmocka_unit_test(spotting),     cmocka_unit_test(morale),          cmocka_unit_test(radiation),
        cmocka_unit_test(horses),
    };

    return cmocka_run_group_tests_name("the rest of Skank, by the book", tests, open_book, close_book);
}
