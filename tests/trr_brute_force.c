/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ten Rounds Rapid against the second copy of the book, over all dice and many situations: the library must give the
 * same fractions. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "splitmix.h"
#include "trr_book.h"

OWN_BOOK(trr, "trr")

static uint64_t sequence;
static char words[512];

static void begin(uint64_t seed)
{
    sequence = seed * 1000003;
    words[0] = '\0';
}

static int below(int n)
{
    return (int)(splitmix_next(&sequence) % (uint64_t)n);
}

static int from_to(int least, int most)
{
    return least + below(most - least + 1);
}

static void put(const char *key, const char *value)
{
    size_t n = strlen(words);

    snprintf(words + n, sizeof words - n, "%s=%s ", key, value);
}

static int put_number(const char *key, int number)
{
    char text[32];

    snprintf(text, sizeof text, "%d", number);
    put(key, text);
    return number;
}

static int draw_number(const char *key, int least, int most)
{
    return put_number(key, from_to(least, most));
}

static bool draw_flag(const char *key)
{
    bool flag = below(2);

    put(key, flag ? "yes" : "no");
    return flag;
}

/* One of the words separated by blanks; returns its place, and the word in *chosen. */
static int draw_word(const char *key, const char *list, char chosen[32])
{
    int n = 1, place;

    for (const char *c = list; *c; c++)
        n += *c == ' ';
    place = below(n);
    for (int i = 0; i < place; i++)
        list = strchr(list, ' ') + 1;
    snprintf(chosen, 32, "%.*s", (int)strcspn(list, " "), list);
    put(key, chosen);
    return place;
}

static int draw(const char *key, const char *list)
{
    char chosen[32];

    return draw_word(key, list, chosen);
}

/* A distance around the ends of brackets. */
static double draw_distance(const double *ends, int n, double least, double most)
{
    static const double STEPS[] = {-1, -0.5, 0, 0, 0.25, 1};
    double distance = ends[below(n)] + STEPS[below(6)];
    char text[32];

    distance = distance < least ? least : distance > most ? most : distance;
    snprintf(text, sizeof text, "%g", distance);
    put("distance", text);
    return distance;
}

static int draw_cover(void)
{
    return draw("cover", "none light medium heavy total");
}

static bool draw_column_e(void)
{
    return draw("off-right", "ineffective column-e");
}

static const char *const SOFT[] = {"hits", "figures-lost", "soft-markers", "shots-hit"};
static const char *const VEHICLE[] = {"markers", "struck"};
enum { HITS, FIGURES_LOST, SOFT_MARKERS, SHOTS_HIT };

static void add_hits(struct tally *t, int64_t ways, int hits, int n)
{
    t->sum[HITS] += ways * hits;
    t->sum[FIGURES_LOST] += ways * figures(n, hits);
    t->sum[SOFT_MARKERS] += ways * (hits / 2);
}

static void compare_soft(const char *procedure, bool out, int factor, int n)
{
    struct tally t = tally_of(10, 3, SOFT);

    for (int die = 1; die <= 10; die++)
        if (out)
            count(&t, 1, "out-of-range");
        else if (factor == 0)
            count(&t, 1, "ineffective");
        else {
            count_number(&t, 1, casualties(factor, die));
            add_hits(&t, 1, casualties(factor, die), n);
        }
    compare(&trr, procedure, words, &t);
}

static void small_arms(uint64_t seed)
{
    static const double ENDS[5] = {4, 8, 24, 40, 60};
    int basic, lmg, weapon, at, shift, n;
    bool column_e;

    begin(seed);
    basic = draw_number("figures", 1, 10);
    lmg = draw_number("lmg", 0, 5);
    basic += lmg == 0 ? -1 : lmg == 1 ? 0 : lmg == 2 ? 1 : 2;
    basic += draw_flag("mortar") ? 2 : 0;
    basic += draw_flag("bazooka") ? 2 : 0;
    weapon = draw("weapon", "rifle self-loading smg");
    at = bracket(ENDS, draw_distance(ENDS, 5, 0, 70));
    shift = draw_cover() + (draw_flag("vehicle-moving") ? 1 : 0);
    column_e = draw_column_e();
    n = draw_number("target-figures", 1, 10);
    if (at < 5 && weapon == 1)
        shift += RANGE_SHIFT[at] - (at == 3);
    else if (at < 5 && weapon == 2)
        shift += SMG_SHIFT[at] + (draw("smg-shift", "add replace") ? 0 : RANGE_SHIFT[at]);
    else if (at < 5)
        shift += RANGE_SHIFT[at];
    compare_soft("trr.small-arms", at == 5, final_factor(basic, shift, column_e), n);
}

static void support_fire(uint64_t seed)
{
    static const double ENDS[3][5] = {{4, 8, 24, 40, 60}, {4, 20, 40, 60, 75}, {4, 24, 50, 60, 100}};
    static const int PIVOT[] = {4, 6}, TRIPOD[] = {6, 8, 9, 10};
    int mount, barrels, cannon, at, shift, n, basic;
    bool column_e;

    begin(seed);
    mount = draw("mount", "tripod pivot multiple");
    barrels = draw_number("barrels", 1, mount == 0 ? 4 : mount == 1 ? 2 : 16);
    cannon = draw("weapon", "mg auto-cannon");
    at = cannon ? 2 : mount == 1 ? 0 : 1;
    at = bracket(ENDS[at], draw_distance(ENDS[at], 5, 0, 110));
    shift = (at < 5 ? RANGE_SHIFT[at] : 0) + draw_cover() + draw_flag("vehicle-moving");
    column_e = draw_column_e();
    n = draw_number("target-figures", 1, 10);
    basic = mount == 0 ? TRIPOD[barrels - 1] : mount == 1 ? PIVOT[barrels - 1] : barrels;
    compare_soft("trr.support-fire", at == 5, final_factor(basic, shift, column_e), n);
}

static void bare_table(uint64_t seed)
{
    struct tally t = tally_of(10, 3, SOFT);
    int factor, shift, modifier, n;
    bool column_e;

    begin(seed);
    factor = draw_number("factor", 0, below(2) ? 18 : 60);
    shift = draw_number("shift", -6, 8);
    modifier = below(2) ? put_number("die-modifier", 0) : draw_number("die-modifier", -10, 0);
    column_e = draw_column_e();
    n = draw_number("target-figures", 1, 10);
    factor = final_factor(factor, shift, column_e);
    for (int die = 1; die <= 10; die++) {
        int hits = casualties(factor, die + modifier);

        if (factor)
            count_number(&t, 1, hits);
        else
            count(&t, 1, "ineffective");
        add_hits(&t, 1, hits, n);
    }
    compare(&trr, "trr.casualties", words, &t);
}

static void sniper(uint64_t seed)
{
    static const double END[] = {60, 4, 30};
    static const char *const MEAN[] = {"hits"};
    struct tally t = tally_of(10, 1, MEAN);
    double distance;
    int factor;

    begin(seed);
    distance = draw_distance(END, 3, 0, 80);
    factor = draw_cover();
    factor = final_factor(4, factor, draw_column_e());
    for (int die = 1; die <= 10; die++) {
        bool hit = distance <= 60 && casualties(factor, die) > 0;

        count(&t, 1, distance > 60 ? "out-of-range" : factor == 0 ? "ineffective" : hit ? "hit" : "miss");
        t.sum[0] += hit;
    }
    compare(&trr, "trr.sniper", words, &t);
}

static void flame_thrower(uint64_t seed)
{
    static const double ENDS[] = {4, 8};
    int mount, shift, n;
    bool bunker, column_e;
    double distance;

    begin(seed);
    mount = draw("mount", "manpack vehicle");
    distance = draw_distance(ENDS, 2, 0, 20);
    bunker = draw("target", "soft bunker");
    shift = bunker ? 4 : draw_cover();
    column_e = bunker;
    if (below(2))
        column_e = draw_column_e();
    n = draw_number("target-figures", 1, 10);
    compare_soft("trr.flame-thrower", distance > (mount ? 8 : 4), final_factor(16, shift, column_e), n);
}

static const double HE_ENDS[] = {5, 30, 60, 90, 120, 150};

static int draw_shots(bool moving)
{
    int shots = draw("shots", "auto 1 2");

    return shots ? shots : moving ? 1 : 2;
}

static void direct_he(uint64_t seed)
{
    struct tally t;
    int factor, needed, shots, modifier, dice[4], n;
    double distance;
    bool out;

    begin(seed);
    factor = he_factor(draw_number("calibre", 20, below(2) ? 90 : 240));
    distance = draw_distance(HE_ENDS, 6, 0, 160);
    modifier = draw_flag("moving") ? -4 : 0;
    shots = draw_shots(modifier);
    factor = final_factor(factor, draw_cover(), draw_column_e());
    n = draw_number("target-figures", 1, 10);
    needed = he_needed(distance);
    out = distance < 5 || distance > 150;
    t = tally_of(ten_to(2 * shots), 4, SOFT);
    first_throw(dice, 2 * shots);
    do {
        int hits = 0;

        for (int i = 0; i < shots && !out; i++)
            if (dice[2 * i] + modifier >= needed) {
                t.sum[SHOTS_HIT]++;
                hits += factor ? casualties(factor, dice[2 * i + 1]) : 0;
            }
        if (out || factor == 0)
            count(&t, 1, out ? "out-of-range" : "ineffective");
        else
            count_number(&t, 1, hits);
        add_hits(&t, 1, hits, n);
    } while (next_throw(dice, 2 * shots));
    compare(&trr, "trr.direct-he", words, &t);
}

static void he_landing(uint64_t seed)
{
    static const char *const MEAN[] = {"landing"};
    struct tally t = tally_of(10, 1, MEAN);
    bool moving;
    double distance;

    begin(seed);
    distance = draw_distance(HE_ENDS, 6, 5, 150);
    moving = draw_flag("moving");
    t.parts[0] = 100;
    for (int die = 1; die <= 10; die++) {
        int score = die - (moving ? 4 : 0);
        double landing = score * 15 < 5 ? 5 : score * 15;
        char label[24];

        landing = score >= he_needed(distance) || landing > distance ? distance : landing;
        snprintf(label, sizeof label, "%g", landing);
        count(&t, 1, score >= he_needed(distance) ? "hit" : label);
        t.sum[0] += (int64_t)(landing * 100);
    }
    compare(&trr, "trr.he-landing", words, &t);
}

/* All throws of the dice, kept as the set of figures hit. */
static void allocation(uint64_t seed)
{
    static const char *const MEAN[] = {"figures-lost", "specialists-lost"};
    static int64_t ways[1024], next[1024];
    int hits, n, specialists, excess, faces;
    struct tally t;

    begin(seed);
    hits = draw_number("hits", 0, 10);
    n = draw_number("figures", 1, 10);
    specialists = draw_number("specialists", 0, n);
    excess = draw("excess", "absorbed wrap reroll");
    faces = excess == 2 ? n : 10;
    memset(ways, 0, sizeof ways);
    ways[0] = 1;
    t = tally_of(1, 2, MEAN);
    t.parts[0] = 1; /* figures are lost one by one here */
    for (int i = 0; i < hits; i++, t.total *= faces) {
        memset(next, 0, sizeof next);
        for (int set = 0; set < 1024; set++)
            for (int die = 1; die <= faces && ways[set]; die++) {
                int at = die <= n ? die : excess == 1 ? (die - 1) % n + 1 : 0;

                next[at ? set | 1 << (at - 1) : set] += ways[set];
            }
        memcpy(ways, next, sizeof ways);
    }
    for (int set = 0; set < 1024; set++) {
        int lost = 0, special = 0;

        for (int at = 1; at <= 10; at++)
            if (set >> (at - 1) & 1) {
                lost++;
                special += at <= specialists;
            }
        if (ways[set])
            count_number(&t, ways[set], lost);
        t.sum[0] += ways[set] * lost;
        t.sum[1] += ways[set] * special;
    }
    compare(&trr, "trr.allocation", words, &t);
}

static void motivation(uint64_t seed)
{
    static const int NUMBER[3][2] = {{6, 5}, {7, 6}, {8, 9}};
    static const char *const MEAN[] = {"score"};
    static const struct {
        const char *key;
        int armour, other; /* 9: may not be given */
        int most;
    } LINES[] = {
        {"advancing", 1, 1, 1},       {"poor-visibility", -1, 9, 1},   {"enemy-infantry", -2, 9, 1},
        {"no-company", -1, 9, 1},     {"no-friends", -2, -1, 1},       {"damage", -1, 9, 20},
        {"vehicles-lost", -2, 9, 20}, {"enemy-armour", 9, -2, 1},      {"officer-lost", 9, -2, 1},
        {"lost", 9, -1, 20},          {"lost-now", 9, -1, 20},         {"flame", -2, -2, 1},
        {"gas", -2, -2, 1},           {"counter-battery", -1, -1, 20},
    };
    bool rally = seed % 4 == 0;
    struct tally t = tally_of(10, 1, MEAN);
    int other, sum, role = 0, gap = 0;

    begin(seed);
    sum = draw("grade", "green normal elite");
    other = draw("type", "armour other");
    sum = NUMBER[sum][other];
    if (other) {
        static const int DEFENCES[] = {0, 1, -1};

        role = draw("role", "line towed on-table off-table");
        sum += DEFENCES[draw("defences", "none plus minus")];
        gap = rally ? 0 : draw("other-gap", "retire rout");
    }
    for (size_t i = 0; i < COUNT_OF(LINES); i++) {
        int modifier = other ? LINES[i].other : LINES[i].armour;

        if (modifier == 9 || below(3))
            continue;
        if (LINES[i].most == 1)
            sum += draw_flag(LINES[i].key) ? modifier : 0;
        else
            sum += modifier * draw_number(LINES[i].key, 0, below(4) ? 3 : 20);
    }
    for (int die = 1; die <= 10; die++) {
        static const char *const TOWED[] = {"continue", "act", "continue", "limber"};
        static const char *const ON[] = {"charge", "act", "half-speed", "limber"};
        static const char *const OFF[] = {"charge", "act", "half-speed", "continue"};
        static const char *const LINE[] = {"charge", "act", "half-speed", "retire"};
        const char *const *row = role == 0 ? LINE : role == 1 ? TOWED : role == 2 ? ON : OFF;
        int score = die + sum, band;

        t.sum[0] += score;
        if (rally) {
            count(&t, 1, score >= 10 ? "rallied" : score <= 0 ? "rout" : "halted");
            continue;
        }
        band = score > 18 ? 0 : score >= (other ? 10 : 8) ? 1 : score >= (other ? 6 : 4) ? 2 : 3;
        if (score <= 0 || (other && score <= 3 && gap))
            count(&t, 1, "rout");
        else
            count(&t, 1, row[band]);
    }
    compare(&trr, rally ? "trr.rally" : "trr.motivation", words, &t);
}

static void location(uint64_t seed)
{
    static const double ENDS[] = {5, 7.5, 12.5, 15, 17.5, 20, 25, 37.5, 42.5, 45, 50, 75, 100, 150};
    static const double CAP[] = {150, 75, 37.5, 15}, LESS[] = {0, 0, 5, 7.5};
    static const double VEHICLE_SEEN[] = {150, 150, 50, 25}, FOOT_SEEN[] = {50, 100, 25, 12.5};
    static const char *const MEAN[] = {"known"};
    struct tally t = tally_of(10, 1, MEAN);
    int target, posture, firing, weather;
    double distance, seen, test = -1;
    bool foot;

    begin(seed);
    target = draw("target", "vehicle heavy-weapon foot sniper");
    posture = draw("posture", "open moving edge concealed");
    firing = draw("firing", "none light heavy");
    weather = draw("weather", "clear moonlight mist fog");
    distance = draw_distance(ENDS, (int)COUNT_OF(ENDS), 0, 200);
    foot = target >= 2;
    seen = foot ? FOOT_SEEN[posture] : VEHICLE_SEEN[posture];
    if (target == 3) {
        seen = -1;
        test = 25 - LESS[weather];
    } else if (firing) {
        double least = firing == 1 ? 100 : 150;

        seen = seen < least ? least : seen;
    } else if (posture == 3) {
        seen -= LESS[weather];
        test = (foot ? 25 : 50) - LESS[weather];
    }
    for (int die = 1; die <= 10; die++) {
        const char *label = "out-of-sight";

        if (distance <= CAP[weather] && distance <= seen)
            label = "seen";
        else if (distance <= CAP[weather] && distance <= test)
            label = die >= (foot ? 9 : 7) ? "located" : "not-located";
        count(&t, 1, label);
        t.sum[0] += strcmp(label, "seen") == 0 || strcmp(label, "located") == 0;
    }
    compare(&trr, "trr.location", words, &t);
}

/* Dice taken off one after another, the distances kept in whole numbers of ways. */
static void movement(uint64_t seed)
{
    static const struct {
        const char *id;
        int road, cross, poor, bad, impassable, linear; /* 99: no */
        int wire;                                       /* 0 free, 1 as infantry, 99 no */
    } TYPES[] = {
        {"infantry", 20, 20, 1, 2, 3, 1, 1},          {"cavalry", 30, 30, 2, 3, 99, 1, 99},
        {"bicycle", 30, 30, 2, 3, 99, 2, 99},         {"horse-transport", 30, 25, 2, 3, 99, 99, 99},
        {"manhandled-gun", 10, 5, 3, 99, 99, 99, 99}, {"jeep", 80, 50, 2, 3, 99, 3, 99},
        {"light-truck", 80, 40, 2, 3, 99, 2, 99},     {"wheeled-afv", 80, 40, 2, 3, 99, 1, 99},
        {"large-wheeled", 60, 30, 2, 3, 99, 2, 99},   {"half-track", 80, 40, 2, 4, 6, 2, 0},
        {"very-slow-tracked", 25, 20, 1, 2, 3, 1, 0}, {"slow-tracked", 40, 30, 1, 2, 4, 1, 0},
        {"normal-tracked", 60, 40, 2, 3, 6, 1, 0},    {"fast-tracked", 70, 45, 3, 4, 7, 1, 0},
        {"very-fast-tracked", 80, 50, 4, 5, 8, 1, 0},
    };
    static const char *const MEAN[] = {"distance"};
    struct tally t = tally_of(1, 1, MEAN);
    int type, road, going, linear, size, penalties = 0, rate, wire, each;
    int64_t ways[128] = {0}, next[128];
    bool allowed = true;

    begin(seed);
    type = below((int)COUNT_OF(TYPES));
    put("type", TYPES[type].id);
    road = draw("surface", "cross-country road");
    rate = road ? TYPES[type].road : TYPES[type].cross;
    if (type == 0 && draw("infantry-rate", "20 29") && !road)
        rate = 29;
    rate = draw("speed", "full half") ? rate / 2 : rate;
    going = draw("going", "normal poor bad impassable");
    going = going == 0 ? 0 : going == 1 ? TYPES[type].poor : going == 2 ? TYPES[type].bad : TYPES[type].impassable;
    linear = draw_number("linear", 0, 3);
    size = draw("linear-size", "normal large bocage");
    each = TYPES[type].linear + size - draw_flag("cutter");
    wire = below(3) ? 0 : draw_number("wire", 0, 20);
    penalties = draw_number("extra", 0, 4);
    allowed = going != 99 && !(linear && TYPES[type].linear == 99) && !(wire && TYPES[type].wire == 99);
    penalties += going + linear * (each > 0 ? each : 0) + (TYPES[type].wire == 1 ? wire < 3 ? wire : 3 : 0);
    if (!allowed || penalties > 17) {
        if (!allowed) {
            count(&t, 1, "not-allowed");
            compare(&trr, "trr.movement", words, &t);
        }
        return;
    }
    ways[rate] = 1;
    for (int i = 0; i < penalties; i++, t.total *= 10) {
        memset(next, 0, sizeof next);
        for (int cm = 0; cm <= rate; cm++)
            for (int die = 1; die <= 10; die++)
                next[cm > die ? cm - die : 0] += ways[cm];
        memcpy(ways, next, sizeof ways);
    }
    for (int cm = 0; cm <= rate; cm++) {
        if (ways[cm])
            count_number(&t, ways[cm], cm);
        if (penalties <= 16)
            t.sum[0] += ways[cm] * cm;
    }
    if (penalties <= 16)
        compare(&trr, "trr.movement", words, &t);
}

/* Fractions of any length: the chance to be at each cm after each move, and the mean by the book's own recursion. */
static void engineering(uint64_t seed)
{
    int need, moves, rate, penalties, dice[6], of = 1;
    int64_t ways[128] = {0};
    mpq_t at[201], after[201], mean[201], share, left;
    answer is;

    begin(seed);
    need = draw_number("need", 1, 60);
    moves = draw_number("moves", 1, 8);
    penalties = draw_number("penalties", 0, 4);
    rate = draw_number("rate", penalties + 1, 60);
    first_throw(dice, penalties);
    do {
        int cm = rate;

        for (int i = 0; i < penalties; i++)
            cm -= dice[i];
        ways[cm > 0 ? cm : 0]++;
    } while (next_throw(dice, penalties));
    of = (int)ten_to(penalties);
    mpq_inits(share, left, NULL);
    for (int i = 0; i <= need; i++)
        mpq_inits(at[i], after[i], mean[i], NULL);
    ask(&is, &trr, "trr.engineering", words);
    mpq_set_ui(at[0], 1, 1);
    mpq_set_ui(left, 1, 1);
    for (int move = 1; move <= moves; move++) {
        char label[16];

        for (int cm = 0; cm <= need; cm++)
            mpq_set_ui(after[cm], 0, 1);
        for (int cm = 0; cm < need; cm++)
            for (int more = 0; more <= rate; more++) {
                int to = cm + more < need ? cm + more : need;

                mpq_set_ui(share, (unsigned long)ways[more], (unsigned long)of);
                mpq_canonicalize(share);
                mpq_mul(share, share, at[cm]);
                mpq_add(after[to], after[to], share);
            }
        snprintf(label, sizeof label, "%d", move);
        assert_probability(&is, label, after[need]);
        mpq_sub(left, left, after[need]);
        for (int cm = 0; cm < need; cm++)
            mpq_set(at[cm], after[cm]);
    }
    assert_probability(&is, "unfinished", left);
    /* mean(left) = (1 + sum over progress of P mean(left - progress)) / (1 - P(none)) */
    for (int cm = 1; cm <= need; cm++) {
        mpq_set_ui(mean[cm], (unsigned long)of, 1);
        for (int more = 1; more <= rate && more < cm; more++) {
            mpq_set_ui(share, (unsigned long)ways[more], 1);
            mpq_mul(share, share, mean[cm - more]);
            mpq_add(mean[cm], mean[cm], share);
        }
        mpq_set_ui(share, (unsigned long)(of - ways[0]), 1);
        mpq_div(mean[cm], mean[cm], share);
    }
    assert_mean(&is, "moves", mean[need]);
    for (int i = 0; i <= need; i++)
        mpq_clears(at[i], after[i], mean[i], NULL);
    mpq_clears(share, left, NULL);
    answer_free(&is);
}

static void sums(uint64_t seed)
{
    static const char *const MEAN[] = {"distance"};
    bool fire = seed % 2;
    struct tally t = tally_of(1, 1, MEAN);
    int64_t ways[128] = {1}, next[128];
    int moves;

    begin(seed);
    moves = put_number("moves", (int)(seed / 2 % 10) + 1);
    for (int i = 0; i < moves; i++, t.total *= 10) {
        memset(next, 0, sizeof next);
        for (int cm = 0; cm <= 10 * i; cm++)
            for (int die = 1; die <= 10; die++)
                next[cm + (fire ? die < 6 ? 6 - die : 0 : die)] += ways[cm];
        memcpy(ways, next, sizeof ways);
    }
    for (int cm = 0; cm <= 10 * moves; cm++) {
        if (ways[cm])
            count_number(&t, ways[cm], cm);
        t.sum[0] += ways[cm] * cm;
    }
    compare(&trr, fire ? "trr.fire-spread" : "trr.drift", words, &t);
}

static void anti_tank(uint64_t seed)
{
    static const char *const MEAN[] = {"markers", "score"};
    static const int CONCEALMENT[] = {0, -1, -2};
    struct tally t = tally_of(10, 2, MEAN);
    const struct class_of_gun *class;
    int strike, defence, at, modifier, strength, damage, firer_damage, applies;
    bool soft, continued, graded, report;
    char ammo[32] = "ap";

    begin(seed);
    if (below(2)) {
        const struct gun *gun = &GUN[below(GUNS)];

        put("gun", gun->id);
        strike = gun->strike;
        class = class_named(gun->class);
        if (gun->ammo && below(2)) {
            snprintf(ammo, sizeof ammo, "%s", gun->ammo);
            put("ammo", ammo);
        }
    } else {
        strike = draw_number("strike", 0, 20);
        class = &GUN_CLASSES[below(8)];
        put("class", class->id);
        draw_word("ammo", "ap hvap apds apcr", ammo);
    }
    at = bracket(class->ends, draw_distance(class->ends, 5, 0, 160));
    soft = draw("kind", "armour soft");
    defence = soft ? 0 : 5;
    if (below(3))
        defence = draw_number("defence", 0, 20);
    modifier = strike - defence + (at < 5 ? 2 - at + ammo_modifier(ammo, at) : 0) - (soft ? 5 : 0);
    modifier -= draw_flag("firer-moving") ? 2 : 0;
    modifier -= draw_flag("target-moving") ? 1 : 0;
    modifier += CONCEALMENT[draw("concealment", "none wood dug-in")];
    modifier -= draw_flag("camouflaged") ? 2 : 0;
    modifier += soft ? 0 : draw("aspect", "front flank rear");
    firer_damage = draw_number("firer-damage", 0, 5);
    damage = draw_number("target-damage", 0, 5);
    applies = draw("damage-applies", "firer target-easier target-harder none");
    modifier += applies == 0 ? -firer_damage : applies == 1 ? damage : applies == 2 ? -damage : 0;
    continued = draw("over-10", "five continue");
    strength = draw_number("strength", 1, 5);
    graded = draw("damage-model", "knockout graded");
    report = draw("report", "status markers");
    for (int die = 1; die <= 10; die++) {
        int m = markers(die + modifier, continued);

        if (at == 5) {
            count(&t, 1, "out-of-range");
            continue;
        }
        if (report)
            count_number(&t, 1, m);
        else
            count(&t, 1, status(m, strength, damage, graded));
        t.sum[0] += m;
        t.sum[1] += die + modifier;
    }
    compare(&trr, "trr.anti-tank", words, &t);
}

/* What the rules on vehicles share. */
static int draw_defence(void)
{
    static const struct {
        const char *id;
        int defence;
    } UNITS[] = {{"german-tiger-i", 8}, {"soviet-t26", 1}, {"soviet-is-iii", 15}, {"british-sherman-firefly", 5}};
    int unit = below(4);

    if (below(2))
        return draw_number("defence", 0, 12);
    put("unit", UNITS[unit].id);
    return UNITS[unit].defence;
}

static void draw_stand(int *strength, int *damage, bool *graded)
{
    *strength = draw_number("strength", 1, 5);
    *damage = draw_number("target-damage", 0, 5);
    *graded = draw("damage-model", "knockout graded");
}

static void flame_armour(uint64_t seed)
{
    static const double ENDS[] = {4, 8};
    struct tally t = tally_of(10, 1, VEHICLE);
    int mount, modifier, strength, damage;
    double distance;
    bool graded;

    begin(seed);
    mount = draw("mount", "manpack vehicle");
    distance = draw_distance(ENDS, 2, 0, 20);
    modifier = 3 - draw_defence();
    modifier -= draw_flag("dug-in") ? 2 : 0;
    modifier -= draw_number("firer-damage", 0, 5);
    draw_stand(&strength, &damage, &graded);
    for (int die = 1; die <= 10; die++) {
        int m = distance > (mount ? 8 : 4) ? 0 : markers(die + modifier, false);

        count(&t, 1, distance > (mount ? 8 : 4) ? "out-of-range" : status(m, strength, damage, graded));
        t.sum[0] += m;
    }
    compare(&trr, "trr.flame-armour", words, &t);
}

/* As many dice as markers, on the row of the score. */
static void add_passengers(struct tally *t, int64_t ways, int score)
{
    int n = markers(score, false), dice[5];

    first_throw(dice, n);
    do {
        int sum = 0;

        for (int i = 0; i < n; i++)
            sum += casualties(score, dice[i]);
        count_number(t, ways, sum);
        t->sum[0] += ways * sum;
    } while (next_throw(dice, n));
}

static void passengers(uint64_t seed)
{
    struct tally t;
    int score = 6 + (int)(seed % 20);

    begin(seed);
    put_number("score", score);
    t = tally_of(ten_to(markers(score, false)), 1, SOFT);
    add_passengers(&t, 1, score);
    compare(&trr, "trr.passengers", words, &t);
}

static void bunker_slit(uint64_t seed)
{
    static const char *const MEAN[] = {"hits", "penetrated"};
    struct tally t = tally_of(1000000, 2, MEAN);
    const struct class_of_gun *class;
    int strike, modifier;
    double distance;

    begin(seed);
    if (below(2)) {
        const struct gun *gun = &GUN[below(GUNS)];

        put("gun", gun->id);
        strike = gun->strike;
        class = class_named(gun->class);
    } else {
        strike = draw_number("strike", 0, 20);
        class = &GUN_CLASSES[below(8)];
        put("class", class->id);
    }
    distance = draw_distance(class->ends, 3, 0, 100);
    modifier = strike - 3 + 2 - bracket(class->ends, distance);
    modifier -= draw_flag("firer-moving") ? 2 : 0;
    for (int die = 1; die <= 10; die++) {
        int m = markers(die + modifier, false);

        if (distance > class->ends[1]) {
            count(&t, 100000, "out-of-range");
            continue;
        }
        add_passengers(&t, 100000 / ten_to(m), die + modifier);
        t.sum[1] += m ? 100000 : 0;
    }
    compare(&trr, "trr.bunker-slit", words, &t);
}

static void repair(uint64_t seed)
{
    static const char *const MEAN[] = {"removed", "left"};
    struct tally t = tally_of(1, 2, MEAN);
    int64_t ways[6] = {0}, next[6];
    int defence, start, attempts;

    begin(seed);
    defence = draw_defence();
    start = draw_number("markers", 1, 5);
    attempts = draw_number("attempts", 1, 10);
    ways[start] = 1;
    for (int i = 0; i < attempts; i++, t.total *= 10) {
        memset(next, 0, sizeof next);
        for (int left = 0; left <= 5; left++)
            for (int die = 1; die <= 10; die++) {
                int off = markers(die + 5 - defence, false);

                next[left > off ? left - off : 0] += ways[left];
            }
        memcpy(ways, next, sizeof ways);
    }
    for (int left = 0; left <= 5; left++) {
        count_number(&t, ways[left], left);
        t.sum[0] += ways[left] * (start - left);
        t.sum[1] += ways[left] * left;
    }
    compare(&trr, "trr.repair", words, &t);
}

struct walk {
    int rolls, density, modifier, strength, damage;
    bool armour, graded;
    struct tally t;
};

/* Roll after roll; `ways` of what is thrown so far, out of 100 for each roll to come. */
static void walk_mines(struct walk *w, int roll, int total, int64_t ways)
{
    const char *fate = w->armour ? status(total, w->strength, w->damage, w->graded) : "";
    bool stopped = strcmp(fate, "destroyed") == 0 || strcmp(fate, "out-of-action") == 0;
    int64_t each;

    if (roll == w->rolls || stopped) {
        if (w->armour)
            count(&w->t, ways, fate);
        else
            count_number(&w->t, ways, total);
        return;
    }
    each = ways / 100;
    walk_mines(w, roll + 1, total, each * 10 * (10 - w->density));
    for (int die = 1; die <= 10; die++) {
        int done = w->armour ? markers(die + w->modifier, false) : casualties(8, die);

        w->t.sum[0] += each * w->density * done;
        w->t.sum[1] += each * w->density;
        walk_mines(w, roll + 1, total + done, each * w->density);
    }
}

static void mines(uint64_t seed)
{
    static const char *const AT_SOFT[] = {"hits", "strikes"}, *const AT_ARMOUR[] = {"markers", "strikes"};
    static const double ENDS[] = {1, 4, 8, 12, 16};
    struct walk w = {.rolls = 0};
    int field, target;
    double distance;

    begin(seed);
    field = draw("field", "mixed personnel tank");
    w.density = draw_number("density", 1, 10);
    distance = draw_distance(ENDS, 5, 1, 60);
    w.rolls = (int)(draw("partial", "round-up round-down") ? floor(distance / 4) : ceil(distance / 4));
    target = draw("target", "foot soft-transport armour");
    w.armour = target == 2;
    if (w.armour) {
        w.modifier = 5 - draw_defence();
        draw_stand(&w.strength, &w.damage, &w.graded);
    }
    w.t = tally_of(ten_to(2 * w.rolls), 2, w.armour ? AT_ARMOUR : AT_SOFT);
    if ((field == 2 && target == 0) || (field == 1 && target == 2))
        count(&w.t, w.t.total, "not-attacked");
    else
        walk_mines(&w, 0, 0, w.t.total);
    compare(&trr, "trr.mines", words, &w.t);
}

static const char *bunker_status(int m, int strength)
{
    return m > strength ? "destroyed" : m ? "damaged" : "no-effect";
}

static void bunker_charge(uint64_t seed)
{
    static const double ENDS[] = {0, 2, 4, 8, 10, 12, 30, 60, 90, 120, 150};
    struct tally t = tally_of(100, 1, VEHICLE);
    int weapon, strength, modifier;
    double distance;
    bool out;

    begin(seed);
    weapon = draw("weapon", "charge petard stick-bomb rocket-380");
    distance = draw_distance(ENDS, 11, 0, 160);
    strength = draw_number("strength", 1, 5);
    out = weapon == 3 ? distance > 150 : weapon && distance > 12;
    modifier = (weapon == 2 ? 7 : 10) - 3;
    modifier += weapon == 0 ? 2 : weapon == 3 ? 0 : 2 - bracket(class_named("at-rocket")->ends, distance);
    for (int hit = 1; hit <= 10; hit++)
        for (int die = 1; die <= 10; die++) {
            int m = !out && (weapon == 0 || hit >= he_needed(distance)) ? markers(die + modifier, false) : 0;

            count(&t, 1, out ? "out-of-range" : bunker_status(m, strength));
            t.sum[0] += m;
        }
    compare(&trr, "trr.bunker-charge", words, &t);
}

static void bunker_he(uint64_t seed)
{
    struct tally t;
    int indirect, factor, strength, shots = 1, minus = 5, needed = 10, moving = 0, dice[4];
    bool out = false;

    begin(seed);
    indirect = draw("mode", "direct indirect");
    factor = draw_number("factor", 4, 36);
    strength = draw_number("strength", 1, 5);
    if (!indirect) {
        double distance = draw_distance(HE_ENDS, 6, 0, 160);

        out = distance < 5 || distance > 150;
        needed = he_needed(distance);
        moving = draw_flag("moving") ? 4 : 0;
        shots = draw_shots(moving);
        minus = draw("direct-minus-5", "yes no") ? 0 : 5;
    }
    t = tally_of(ten_to(2 * shots), 1, VEHICLE);
    first_throw(dice, 2 * shots);
    do {
        int m = 0;

        for (int i = 0; i < shots && !out; i++)
            if (dice[2 * i] - moving >= needed)
                m += markers(dice[2 * i + 1] - minus + factor - 6, false);
        count(&t, 1, out ? "out-of-range" : bunker_status(m, strength));
        t.sum[0] += m;
    } while (next_throw(dice, 2 * shots));
    compare(&trr, "trr.bunker-he", words, &t);
}

/* The effect of an area: on foot one die, on a vehicle the die that hits and the die that scores. */
struct effect {
    int target; /* 0 foot, 1 open, 2 closed */
    int factor; /* on the casualty table; 0: ineffective */
    int figures, die_modifier;
    int hit; /* die that hits a vehicle; 1: always */
    int modifier, strength, damage;
    bool graded;
};

static struct effect draw_effect(int factor, int shift, bool cover)
{
    struct effect e = {.target = draw("target", "foot open closed")};

    if (e.target == 0) {
        bool column_e = false;

        if (cover) {
            shift += draw_cover();
            column_e = draw_column_e();
        }
        e.figures = draw_number("target-figures", 1, 10);
        e.factor = final_factor(factor, shift, column_e);
        return e;
    }
    e.hit = e.target == 1 ? 9 : 10;
    e.modifier = factor - 5 - draw_defence();
    draw_stand(&e.strength, &e.damage, &e.graded);
    return e;
}

static struct tally effect_tally(const struct effect *e, int64_t total)
{
    return e->target == 0 ? tally_of(total, 3, SOFT) : tally_of(total, 2, VEHICLE);
}

/* The effect takes 100 ways out of each of `ways`. */
static void add_effect(struct tally *t, int64_t ways, const struct effect *e)
{
    for (int hit = 1; hit <= 10; hit++)
        for (int die = 1; die <= 10; die++) {
            bool struck = e->target && hit >= e->hit;
            int m = struck ? markers(die + e->modifier, false) : 0;
            int hits = casualties(e->factor, die + e->die_modifier);

            if (e->target) {
                count(t, ways, status(m, e->strength, e->damage, e->graded));
                t->sum[0] += ways * m;
                t->sum[1] += ways * struck;
            } else if (e->factor == 0) {
                count(t, ways, "ineffective");
            } else {
                count_number(t, ways, hits);
                add_hits(t, ways, hits, e->figures);
            }
        }
}

static void barrage(uint64_t seed)
{
    struct effect e;
    struct tally t;
    int factor;

    begin(seed);
    factor = draw_number("factor", 1, below(2) ? 10 : 36);
    factor *= draw_number("batteries", 1, below(2) ? 2 : 6);
    e = draw_effect(factor, 0, true);
    t = effect_tally(&e, 100);
    add_effect(&t, 1, &e);
    compare(&trr, "trr.barrage", words, &t);
}

static void gas(uint64_t seed)
{
    struct effect e;
    struct tally t;
    int factor, modifier;
    bool prepared;

    begin(seed);
    factor = draw_number("factor", 1, 20);
    e = draw_effect(factor, 0, false);
    prepared = draw_flag("prepared");
    modifier = prepared ? e.target == 2 ? -6 : -4 : e.target == 2 ? -2 : 0;
    e.die_modifier = modifier;
    e.hit = 1;
    e.modifier += modifier;
    if (e.target && draw("gas-minus-5", "yes no"))
        e.modifier += 5;
    t = effect_tally(&e, 100);
    add_effect(&t, 1, &e);
    compare(&trr, "trr.gas", words, &t);
}

/* How many faces of the request's die grant it. */
static int draw_request(bool counter)
{
    int method = draw("method", counter ? "radio telephone" : "radio telephone own-sight");
    bool moving = counter || draw_flag("moving-target");
    int less = 0, granted = 0;

    if (method == 0)
        less += draw_number("jamming", 0, 10);
    if (method == 1)
        less += draw_flag("artillery-between") ? 3 : 0;
    if (method < 2)
        less += draw_flag("other-battery");
    for (int die = 1; die <= 10; die++)
        granted += method == 2 ? !moving || die >= 6 : die - less >= (moving ? 8 : 4);
    return granted;
}

static void fire_request(uint64_t seed)
{
    static const char *const MEAN[] = {"granted"};
    struct tally t = tally_of(10, 1, MEAN);
    int granted;

    begin(seed);
    granted = draw_request(false);
    count(&t, granted, "granted");
    count(&t, 10 - granted, "refused");
    t.sum[0] = granted;
    compare(&trr, "trr.fire-request", words, &t);
}

/* Scatter by the two dice; the direction in *label. */
static int scatter(int die, int distance, int turns, int each, const char **label)
{
    int score = die + 2 * turns;

    *label = score >= 9 ? "on-target" : score >= 7 ? "over" : score >= 5 ? "short" : score >= 3 ? "right" : "left";
    return score >= 9 ? 0 : distance * each;
}

static void draw_landing(const char *given, int *turns, int *each)
{
    static const int EACH[] = {2, 1, 3};
    int visibility = strcmp(given, "visible") == 0 ? 1 : 0;

    if (!*given || below(2))
        visibility = draw("visibility", "observed visible unobserved");
    *each = EACH[visibility];
    *turns = visibility == 2 ? 0 : draw_number("previous-turns", 0, 5);
}

static void indirect_landing(uint64_t seed)
{
    static const char *const MEAN[] = {"scatter", "covered"};
    struct tally t = tally_of(100, 2, MEAN);
    int turns, each;

    begin(seed);
    draw_landing("", &turns, &each);
    for (int die = 1; die <= 10; die++)
        for (int distance = 1; distance <= 10; distance++) {
            const char *label;
            int cm = scatter(die, distance, turns, each, &label);

            count(&t, 1, label);
            t.sum[0] += cm;
            t.sum[1] += cm <= 5;
        }
    compare(&trr, "trr.indirect-landing", words, &t);
}

static void indirect_fire(uint64_t seed)
{
    struct effect e;
    struct tally t;
    int factor, granted, turns, each, covered = 0;

    begin(seed);
    granted = draw_request(false);
    draw_landing(strstr(words, "own-sight") ? "visible" : "observed", &turns, &each);
    factor = draw_number("factor", 1, 12);
    factor *= draw_number("batteries", 1, 3);
    e = draw_effect(factor, 0, true);
    t = effect_tally(&e, 100000);
    for (int die = 1; die <= 10; die++)
        for (int distance = 1; distance <= 10; distance++) {
            const char *label;

            covered += scatter(die, distance, turns, each, &label) <= 5;
        }
    count(&t, (10 - granted) * 10000, "refused");
    count(&t, granted * (100 - covered) * 100, "wide");
    if (granted && covered)
        add_effect(&t, granted * covered, &e);
    compare(&trr, "trr.indirect-fire", words, &t);
}

static void counter_battery(uint64_t seed)
{
    static const char *const MEAN[] = {"penalty"};
    struct tally t = tally_of(10000, 1, MEAN);
    int granted, located, dug;

    begin(seed);
    granted = draw_request(true);
    located =
        draw_flag("bonus") + draw_number("turns-fired", 0, 9) + 1; /* faces that locate: 10 alone and one more each */
    located = located > 10 ? 10 : located;
    dug = draw_flag("dug-in");
    count(&t, (10 - granted) * 1000, "not-requested");
    count(&t, granted * (10 - located) * 100, "not-located");
    for (int a = 1; a <= 10 && granted; a++)
        for (int b = 1; b <= 10; b++) {
            int penalty = a - b - dug > 0 ? a - b - dug : 0;

            count_number(&t, granted * located, penalty);
            t.sum[0] += granted * located * penalty;
        }
    compare(&trr, "trr.counter-battery", words, &t);
}

/* Of 10 x 10^n throws of the direction die and n scatter dice, those that cover; `t` counts the directions. */
static int64_t count_scatter(int n, int less, struct tally *t)
{
    int dice[5];
    int64_t covered = 0;

    first_throw(dice, 1 + n);
    do {
        int score = dice[0] - less, cm = 0;

        for (int i = 1; i <= n; i++)
            cm += score >= 9 ? 0 : dice[i];
        covered += cm <= 5;
        if (!t)
            continue;
        count(t, 1, score >= 9 ? "on-target" : score >= 5 ? "over" : "short");
        t->sum[0] += cm;
        t->sum[1] += cm <= 5;
    } while (next_throw(dice, 1 + n));
    return covered;
}

static const int SCATTER_DICE[] = {1, 1, 2, 4}, AIRCRAFT_DAMAGE[] = {0, 3, 5};

static void air_scatter(uint64_t seed)
{
    static const char *const MEAN[] = {"scatter", "covered"};
    struct tally t;
    int n, less;

    begin(seed);
    n = SCATTER_DICE[draw("altitude", "low dive medium high")];
    less = AIRCRAFT_DAMAGE[draw_number("aircraft-damage", 0, 2)];
    t = tally_of(ten_to(1 + n), 2, MEAN);
    count_scatter(n, less, &t);
    compare(&trr, "trr.air-scatter", words, &t);
}

static void air_attack(uint64_t seed)
{
    static const int FACTOR[3][4] = {{6, 8, 12, 16}, {12, 16, 24, 30}, {16, 20, 30, 36}};
    struct effect e;
    struct tally t;
    int aircraft, period, n, less;
    int64_t covered;

    begin(seed);
    aircraft = draw("aircraft", "fighter-bomber light-dive-bomber medium-bomber heavy-bomber");
    period = draw("period", "1939-42 1943-45 1950-53");
    n = aircraft == 3 ? 4 : 1;
    if (aircraft < 3 && below(3))
        n = aircraft < 2 ? SCATTER_DICE[draw("altitude", "low dive medium high")]
                         : (int[]){1, 2, 4}[draw("altitude", "low medium high")];
    less = AIRCRAFT_DAMAGE[draw_number("aircraft-damage", 0, 2)];
    e = draw_effect(FACTOR[period][aircraft], 0, true);
    covered = count_scatter(n, less, NULL);
    t = effect_tally(&e, ten_to(3 + n));
    count(&t, t.total - 100 * covered, "wide");
    add_effect(&t, covered, &e);
    compare(&trr, "trr.air-attack", words, &t);
}

static void strafe(uint64_t seed)
{
    static const int TRIPOD[] = {6, 8, 9, 10};
    struct effect e;
    struct tally t;
    int barrels, at, less, factor;

    begin(seed);
    barrels = draw_number("barrels", 1, 16);
    at = draw("bracket", "point-blank close medium long extreme");
    less = AIRCRAFT_DAMAGE[draw_number("aircraft-damage", 0, 2)];
    factor = TRIPOD[barrels < 2 ? 0 : barrels / 2 > 4 ? 3 : barrels / 2 - 1];
    e = draw_effect(factor, RANGE_SHIFT[at], true);
    e.die_modifier = -less;
    e.modifier -= less;
    if (e.target == 2 && !draw("closed-immune", "yes no"))
        e.hit = 11;
    t = effect_tally(&e, 100);
    add_effect(&t, 1, &e);
    compare(&trr, "trr.strafe", words, &t);
}

static void air_at_gun(uint64_t seed)
{
    struct tally t = tally_of(10, 1, VEHICLE);
    int modifier, strength, damage;
    bool graded;

    begin(seed);
    modifier = -1;
    if (below(2)) {
        const struct gun *gun = &GUN[below(GUNS)];

        put("gun", gun->id);
        modifier += gun->strike;
    } else {
        modifier += draw_number("strike", 0, 20);
    }
    modifier -= draw_defence();
    modifier += draw("aspect", "front flank rear");
    modifier -= draw("concealment", "none wood dug-in");
    modifier -= draw_flag("camouflaged") ? 2 : 0;
    modifier -= AIRCRAFT_DAMAGE[draw_number("aircraft-damage", 0, 2)];
    draw_stand(&strength, &damage, &graded);
    for (int die = 1; die <= 10; die++) {
        count(&t, 1, status(markers(die + modifier, false), strength, damage, graded));
        t.sum[0] += markers(die + modifier, false);
    }
    compare(&trr, "trr.air-at-gun", words, &t);
}

/* Shot after shot, and the crash die of an abort; 10 ways for each die to come. */
static void shoot_at(struct tally *t, int shots, int total, int modifier, int64_t ways)
{
    if (total >= 3) {
        count(t, ways / 2, "crashed");
        count(t, ways - ways / 2, "aborted");
    } else if (shots == 0) {
        count(t, ways, total == 0 ? "unhurt" : total == 1 ? "one-marker" : "two-markers");
    } else {
        for (int die = 1; die <= 10; die++) {
            int m = markers(die + modifier, false);

            t->sum[0] += ways / 10 * m;
            shoot_at(t, shots - 1, total + m, modifier, ways / 10);
        }
    }
}

static void aa_fire(uint64_t seed)
{
    static const int FACTOR[] = {1, 2, 4, 6}, NO = 99;
    static const int ALTITUDE[4][3] = {{0, 99, 99}, {1, 0, -4}, {0, 2, -4}, {-4, 1, 0}};
    struct tally t;
    int firer, altitude, defence, shots, damage, at;

    begin(seed);
    firer = draw("firer", "target light-30 light-40 heavy");
    altitude = draw("altitude", "low medium high dive");
    defence = (int[]){2, 3, 4, 5}[draw("engines", "glider single twin multi")];
    defence += (int[]){0, -1, 1}[draw("build", "normal transport armoured")];
    shots = draw_number("shots", 1, 6);
    damage = draw_number("aircraft-damage", 0, 2);
    at = ALTITUDE[firer][altitude < 3 ? altitude : firer == 0 ? 0 : 1];
    t = tally_of(ten_to(shots + 1), 1, VEHICLE);
    if (at == NO)
        count(&t, t.total, "no-fire");
    else
        shoot_at(&t, shots, damage, FACTOR[firer] + at - defence, t.total);
    compare(&trr, "trr.aa-fire", words, &t);
}

static void paradrop(uint64_t seed)
{
    static const int LOST[] = {0, 2, 4, 6, 8};
    static const char *const MEAN[] = {"landed"};
    struct tally t;
    int terrain, n, squares, more, faces = 0;
    int64_t ways[12] = {1}, next[12];
    bool aborted;

    begin(seed);
    terrain = draw("terrain", "clear hedge wood built-up water");
    n = draw_number("markers", 0, 2);
    aborted = draw_flag("aborted");
    squares = draw_number("squares", 1, 8);
    more = draw("para-need", "at-least more-than");
    for (int a = 1; a <= 10; a++)
        for (int b = 1; b <= 10; b++)
            faces += aborted ? a >= 9 : a > LOST[terrain] && (n == 0 || (more ? b > 2 * n : b >= 2 * n));
    t = tally_of(1, 1, MEAN);
    for (int i = 0; i < squares; i++, t.total *= 100) {
        memset(next, 0, sizeof next);
        for (int landed = 0; landed <= i; landed++) {
            next[landed] += ways[landed] * (100 - faces);
            next[landed + 1] += ways[landed] * faces;
        }
        memcpy(ways, next, sizeof ways);
    }
    for (int landed = 0; landed <= squares; landed++) {
        if (ways[landed])
            count_number(&t, ways[landed], landed);
        t.sum[0] += ways[landed] * landed;
    }
    compare(&trr, "trr.paradrop", words, &t);
}

static void glider(uint64_t seed)
{
    static const char *const MEAN[] = {"landed"};
    struct tally t = tally_of(10, 1, MEAN);
    int needed = 3;
    bool aborted;

    begin(seed);
    needed += draw_number("short-a", 0, below(2) ? 3 : 20);
    needed += draw_number("short-b", 0, below(2) ? 3 : 20);
    needed += 2 * draw_number("markers", 0, 2);
    aborted = draw_flag("aborted");
    for (int die = 1; die <= 10; die++) {
        bool lands = !aborted && die >= needed;

        count(&t, 1, lands ? "landed" : "crashed");
        t.sum[0] += lands;
    }
    compare(&trr, "trr.glider", words, &t);
}

static void small_ones(uint64_t seed)
{
    static const char *const ROLLS[] = {"rolls"}, *const DELAY[] = {"delay"}, *const MOVES[] = {"moves"},
                             *const MOVE[] = {"move"};
    struct tally order = tally_of(90, 1, ROLLS), kept = tally_of(100, 1, ROLLS), air = tally_of(90, 1, DELAY),
                 off = tally_of(100, 1, DELAY), smoke = tally_of(100, 1, MOVES), arrival = tally_of(10, 1, MOVE),
                 burning = tally_of(10, 0, NULL);

    (void)seed;
    for (int a = 1; a <= 10; a++)
        for (int b = 1; b <= 10; b++) {
            const char *first = a > b ? "a" : "b";

            count(&kept, 1, a == b ? "tie" : first);
            count(&off, 1, a == b ? "both-off" : first);
            count_number(&smoke, 1, a + b);
            smoke.sum[0] += a + b;
            if (a == b)
                continue;
            count(&order, 1, first);
            count(&air, 1, first);
            air.sum[0] += a < b ? a : b;
            off.sum[0] += a < b ? a : b;
        }
    order.sum[0] = 100;
    kept.sum[0] = 100;
    for (int die = 1; die <= 10; die++) {
        int move = die >= 8 ? 1 : 9 - die;

        count(&burning, 1, die % 2 ? "burning" : "not-burning");
        count_number(&arrival, 1, move);
        arrival.sum[0] += move;
    }
    compare(&trr, "trr.turn-order", "", &order);
    compare(&trr, "trr.turn-order", "ties=keep", &kept);
    compare(&trr, "trr.air-to-air", "", &air);
    compare(&trr, "trr.air-to-air", "ties=both-off", &off);
    compare(&trr, "trr.smoke-pot", "", &smoke);
    compare(&trr, "trr.ignite", "", &burning);
    compare(&trr, "trr.airborne-arrival", "", &arrival);
}

static const struct procedure {
    const char *name;
    void (*check)(uint64_t seed);
    int situations;
} PROCEDURES[] = {
    {"motivation and rally", motivation, 3000},
    {"location", location, 3000},
    {"movement", movement, 1500},
    {"engineering", engineering, 40},
    {"small arms", small_arms, 3000},
    {"support fire", support_fire, 2000},
    {"the bare table", bare_table, 3000},
    {"allocation", allocation, 150},
    {"sniper", sniper, 200},
    {"direct high explosive", direct_he, 400},
    {"where a miss lands", he_landing, 300},
    {"flame-thrower", flame_thrower, 400},
    {"fire and drift", sums, 20},
    {"counter-battery", counter_battery, 600},
    {"anti-tank", anti_tank, 5000},
    {"flame at armour", flame_armour, 1000},
    {"passengers", passengers, 20},
    {"repair", repair, 400},
    {"request", fire_request, 400},
    {"landing", indirect_landing, 100},
    {"barrage", barrage, 2000},
    {"indirect fire", indirect_fire, 1500},
    {"mines", mines, 250},
    {"firing slit", bunker_slit, 60},
    {"bunker charge", bunker_charge, 600},
    {"high explosive on a bunker", bunker_he, 400},
    {"gas", gas, 1500},
    {"air scatter", air_scatter, 60},
    {"air attack", air_attack, 250},
    {"strafing", strafe, 1500},
    {"anti-tank guns in the air", air_at_gun, 1000},
    {"fire at aircraft", aa_fire, 120},
    {"paradrop", paradrop, 500},
    {"glider", glider, 400},
    {"what has few situations", small_ones, 1},
};

static void run(void **state)
{
    const struct procedure *p = *state;

    for (int i = 0; i < p->situations; i++)
        p->check((uint64_t)i);
}

int main(void)
{
    struct CMUnitTest tests[COUNT_OF(PROCEDURES)];

    for (size_t i = 0; i < COUNT_OF(PROCEDURES); i++)
        tests[i] = row_test(PROCEDURES[i].name, run, &PROCEDURES[i]);
    return cmocka_run_group_tests_name("Ten Rounds Rapid by brute force", tests, open_book, close_book);
}
