/* MBT 2030 written a second time, from the rules' text in plain ifs, against the library: who may engage whom, causes of
 * disadvantage, results, duels, battle groups, the scene's dice. Random situations from a fixed seed. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "splitmix.h"
#include "support.h"

static salvo_rulebook book;

static int open_mbt(void **state)
{
    (void)state;
    book_open(&book, "mbt2030", "");
    return 0;
}

static int close_mbt(void **state)
{
    (void)state;
    salvo_rulebook_close(&book);
    return 0;
}

/* ---- the rule ------------------------------------------------------------------------------------------------------------ */

static const char *const CLASSES[] = {"inf-minus", "inf-norm", "inf-plus", "mbt-minus", "mbt-norm", "mbt-plus",
                                      "art-minus", "art-norm", "art-plus", "air-minus", "air-norm", "air-plus"};
static const char *const POSTURES[4][7] = {{"infantry", "las", "atm", "rec", "ada", "pda", NULL},
                                           {"armour", NULL},
                                           {"cba", "otf", NULL},
                                           {"ecm", "asf", "cas", NULL}};
static const char *const SIGNS[] = {"minus", "norm", "plus"}, *const STATES[] = {"steady", "pinned", "shaken"},
                         *const GOING[] = {"good", "bad", "built-up"};

struct stand {
    int class; /* 0 .. 11 */
    const char *posture, *mode;
    int grade, state, going;
    int support, near_ecm, rear, extra;
};

struct field {
    double range;
    int dark, awc, blocked;
    int by_posture, by_type, both, full, absolute, mild_weather;
};

static int general(const struct stand *s)
{
    return s->class / 3;
}

static int level(const struct stand *s)
{
    return s->class % 3;
}

static bool is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

enum { NEVER = -1, ANY = 100000 };

static int infantry_range(const struct stand *e, const struct stand *t)
{
    if (is(t->posture, "rec") && level(e) > 0)
        return 4;
    if (is(t->mode, "static"))
        return 1;
    if (is(t->mode, "mobile"))
        return 2;
    return level(e) == 0 ? 2 : 3;
}

/* The engager's line of the text. */
static int reach(const struct stand *e, const struct stand *t, const struct field *f)
{
    bool infantry = general(t) == 0, armour = general(t) == 1, plain = is(t->posture, "infantry");
    bool counts = infantry && (!f->by_posture || plain);
    bool slow = is(t->mode, "static");

    if (is(e->posture, "infantry")) {
        if (infantry)
            return counts || (is(t->posture, "rec") && level(e) > 0) ? infantry_range(e, t) : NEVER;
        if (level(e) == 0)
            return NEVER;
        if (armour)
            return slow ? 4 : 8;
        return is(t->posture, "cas") ? 12 : NEVER;
    }
    if (is(e->posture, "las"))
        return counts ? 8 : NEVER;
    if (is(e->posture, "atm") || is(e->posture, "armour"))
        return armour ? 12 : NEVER;
    if (is(e->posture, "ada"))
        return is(t->posture, "asf") || is(t->posture, "ecm") ? 36 : NEVER;
    if (is(e->posture, "pda"))
        return general(t) == 3 ? 12 : NEVER;
    if (is(e->posture, "otf"))
        return (counts || armour) && (level(e) > 0 || slow) ? ANY : NEVER;
    if (is(e->posture, "cba"))
        return is(t->posture, "las") || general(t) == 2 ? ANY : NEVER;
    if (is(e->posture, "cas")) {
        if (f->awc && !f->mild_weather)
            return NEVER;
        if (is(t->posture, "las"))
            return 8;
        if (is(t->posture, "atm") || armour)
            return 12;
        return counts ? 4 : NEVER;
    }
    if (is(e->posture, "asf"))
        return general(t) == 3 ? 36 : NEVER;
    if (is(e->posture, "ecm")) {
        if (is(t->posture, "ada"))
            return 36;
        if (is(t->posture, "pda"))
            return 24;
        return is(t->posture, "ecm") || is(t->posture, "cba") ? ANY : NEVER;
    }
    return NEVER; /* rec */
}

static bool seen_on_table(const struct stand *s)
{
    return general(s) < 2 || is(s->posture, "cas");
}

static double reach_now(const struct stand *e, const struct stand *t, const struct field *f)
{
    double inches = reach(e, t, f);

    if (inches == NEVER || (f->blocked && seen_on_table(e) && seen_on_table(t)))
        return 0;
    if (inches == ANY)
        return -1;
    return inches * (f->dark ? 0.5 : 1) * (f->awc ? 0.5 : 1);
}

static bool may(const struct stand *e, const struct stand *t, const struct field *f)
{
    double inches = reach_now(e, t, f);

    return reach(e, t, f) != NEVER && (inches < 0 || f->range <= inches);
}

static int causes(const struct stand *s, const struct stand *t, const struct field *f, bool engages, bool twos)
{
    bool bad = t->going > 0;
    int n = s->extra;

    if (twos && level(s) < level(t))
        n += 2;
    if (twos && s->grade < t->grade)
        n += 2;
    if (twos && general(s) == 1 && general(t) == 1 && !s->support)
        n += 2;
    if (level(t) > level(s))
        n += 1;
    if (general(s) == 1 && s->rear)
        n += 1;
    if (!engages)
        return n;
    n += is(t->mode, "fast") || is(t->mode, "static") || bad;
    n += general(s) == 3 && f->awc && general(t) < 2;
    n += s->class == 0 && is(t->posture, "cas");
    n += is(s->posture, "atm") && general(t) == 1;
    n += is(s->posture, "atm") && (is(t->mode, "fast") || bad);
    n += is(s->posture, "las") && general(t) == 0;
    n += is(s->posture, "cba") && is(t->mode, "sns");
    n += is(t->posture, "ecm") || (general(t) == 3 && t->near_ecm);
    n += (is(s->mode, "mobile") || is(s->mode, "fast")) && s->going > 0;
    n += s->state > 0;
    n += general(t) == 0 && t->going == 2;
    return n;
}

/* 0 none, 1 pinned, 2 shaken, 3 broken, 4 left; result 0 win, 1 draw, 2 lose. */
static void resolve(bool mutual, int o, int q, bool absolute, int result, int *own, int *opp)
{
    *own = *opp = 0;
    if (mutual && result == 0)
        *opp = o - q >= 2 ? 1 : (absolute ? q >= 2 : q - o >= 2) ? 3 : 2;
    if (mutual && result == 1 && o != q)
        *(o > q ? own : opp) = 1;
    if (mutual && result == 2)
        *own = o - q >= 2 ? 3 : 2;
    if (!mutual && result == 0)
        *opp = o >= 2 ? 1 : 2;
    if (!mutual && result == 1) {
        *opp = q > o;
        *own = o >= 3;
    }
}

static int convert(const struct stand *s, int result)
{
    if (result == 1 && (is(s->posture, "ada") || is(s->posture, "pda")))
        return 3;
    return result == 2 && general(s) == 3 ? 4 : result;
}

/* 1 mutual, 0 unilateral, -1 opposing only, -2 none. */
static int kind(const struct stand *a, const struct stand *b, const struct field *f)
{
    bool own = may(a, b, f), opp = f->by_type ? reach(b, a, f) != NEVER : may(b, a, f);

    return own ? opp : opp ? -1 : -2;
}

static void engage(const struct stand *a, const struct stand *b, const struct field *f, bool mutual, int result,
                   int *own, int *opp)
{
    bool engages = mutual || f->full;
    int o = causes(a, b, f, true, true), q = causes(b, a, f, engages, engages && f->both);

    resolve(mutual, o, q, f->absolute, result, own, opp);
    *own = convert(a, *own);
    *opp = convert(b, *opp);
}

static int receive(const struct stand *s, int state, int result, bool step)
{
    if (result == 0)
        return state;
    if (result > state)
        return result;
    return step ? convert(s, state + 1) : state;
}

/* ---- random situations --------------------------------------------------------------------------------------------------- */

static uint64_t seed = 20300;

static int roll(int n)
{
    return (int)(splitmix_next(&seed) % (uint64_t)n);
}

static struct stand any_stand(void)
{
    struct stand s = {.class = roll(12), .grade = roll(3), .state = roll(2) * roll(3), .going = roll(2) * roll(3)};
    int n = 0;

    while (POSTURES[s.class / 3][n])
        n++;
    s.posture = POSTURES[s.class / 3][roll(n)];
    if (s.class < 6)
        s.mode = s.class == 0 ? (roll(2) ? "static" : "mobile") : roll(3) ? (roll(2) ? "mobile" : "fast") : "static";
    else if (s.class < 9)
        s.mode = s.class > 6 && roll(2) ? "sns" : "static";
    else
        s.mode = roll(4) ? "mobile" : "static";
    s.support = roll(3) > 0;
    s.near_ecm = roll(4) == 0;
    s.rear = roll(4) == 0;
    s.extra = roll(5) ? 0 : roll(5) - 2;
    return s;
}

static struct field any_field(void)
{
    static const double RANGES[] = {0, 0.25, 0.5, 1, 1.5, 2, 3, 4, 6, 8, 9, 12, 18, 24, 36, 37, 100};

    return (struct field){RANGES[roll(17)], roll(3) == 0, roll(3) == 0, roll(4) == 0, roll(3) == 0,
                          roll(4) == 0,     roll(3) == 0, roll(3) == 0, roll(3) == 0, roll(3) == 0};
}

static void put_stand(char *text, size_t size, const char *side, const struct stand *s)
{
    snprintf(text, size,
             "%s-class=%s %s-posture=%s %s-mode=%s %s-grade=%s %s-state=%s %s-terrain=%s %s-support=%s %s-near-ecm=%s "
             "%s-rear=%s %s-extra=%d",
             side, CLASSES[s->class], side, s->posture, side, s->mode, side, SIGNS[s->grade], side, STATES[s->state],
             side, GOING[s->going], side, s->support ? "yes" : "no", side, s->near_ecm ? "yes" : "no", side,
             s->rear ? "yes" : "no", side, s->extra);
}

static void put_field(char *text, size_t size, const struct field *f)
{
    snprintf(text, size,
             "range=%g light=%s awc=%s los=%s infantry-target=%s reciprocity=%s two-cause=%s target-count=%s "
             "break-count=%s awc-air=%s",
             f->range, f->dark ? "dark" : "day", f->awc ? "yes" : "no", f->blocked ? "blocked" : "clear",
             f->by_posture ? "posture" : "class", f->by_type ? "type" : "range", f->both ? "both" : "owner",
             f->full ? "full" : "passive", f->absolute ? "absolute" : "relative",
             f->mild_weather ? "disadvantage" : "banned");
}

enum { WORDS = 1200 };

/* The support's `ask` takes fewer words than two stands have. */
static void ask_long(answer *to, const char *procedure, const char *words)
{
    const salvo_procedure *found;
    char buffer[WORDS];
    const char *list[64];
    size_t n = 0;
    salvo_error err = {0};

    memset(to, 0, sizeof *to);
    snprintf(to->words, sizeof to->words, "%s %.480s", procedure, words);
    snprintf(buffer, sizeof buffer, "%s", words);
    for (char *word = strtok(buffer, " "); word; word = strtok(NULL, " "))
        list[n++] = word;
    assert_int_equal(salvo_procedure_find(book.ruleset, procedure, &found, NULL), SALVO_OK);
    if (salvo_question_ask(&to->question, &book, found, list, n, &err) != SALVO_OK ||
        salvo_odds_solve(&to->odds, &to->question, NULL, &err) != SALVO_OK)
        fail_msg("%s %s: %s", procedure, words, err.text);
}

static void near(const answer *a, const char *what, double value, double expected)
{
    if (fabs(value - expected) > 1e-9 * fmax(1, fabs(expected)))
        fail_msg("%s: %s is %.15g and should be %.15g", a->words, what, value, expected);
}

static void check_label(const answer *a, const char *label, double expected)
{
    near(a, label, probability_of(a, label)->value, expected);
}

static double mean(const answer *a, const char *name)
{
    assert_non_null(mean_of(a, name));
    return mean_of(a, name)->value;
}

/* ---- engagements ----------------------------------------------------------------------------------------------------------- */

static void eligibility_is_the_matrix(void **state)
{
    static const char *const KINDS[] = {"none", "opposing-only", "unilateral", "mutual"};

    (void)state;
    for (int i = 0; i < 1500; i++) {
        struct stand a = any_stand(), b = any_stand();
        struct field f = any_field();
        char own[300], opp[300], field[300], words[WORDS];
        answer is;

        put_stand(own, sizeof own, "own", &a);
        put_stand(opp, sizeof opp, "opp", &b);
        put_field(field, sizeof field, &f);
        snprintf(words, sizeof words, "%s %s %s", own, opp, field);
        ask_long(&is, "mbt2030.eligibility", words);
        check_label(&is, KINDS[kind(&a, &b, &f) + 2], 1);
        near(&is, "own-range", mean(&is, "own-range"), reach_now(&a, &b, &f));
        near(&is, "opp-range", mean(&is, "opp-range"), reach_now(&b, &a, &f));
        answer_free(&is);
    }
}

static void disadvantage_is_the_list(void **state)
{
    (void)state;
    for (int i = 0; i < 1500; i++) {
        struct stand a = any_stand(), b = any_stand();
        struct field f = any_field();
        bool mutual = roll(2), engages = mutual || f.full;
        char own[300], opp[300], field[300], words[WORDS], label[16];
        int o = causes(&a, &b, &f, true, true), q = causes(&b, &a, &f, engages, engages && f.both);
        answer is;

        put_stand(own, sizeof own, "own", &a);
        put_stand(opp, sizeof opp, "opp", &b);
        put_field(field, sizeof field, &f);
        snprintf(words, sizeof words, "%s %s %s type=%s", own, opp, field, mutual ? "mutual" : "unilateral");
        ask_long(&is, "mbt2030.disadvantage", words);
        snprintf(label, sizeof label, "%d", o);
        check_label(&is, label, 1);
        near(&is, "own-disadvantage", mean(&is, "own-disadvantage"), o);
        near(&is, "opp-disadvantage", mean(&is, "opp-disadvantage"), q);
        answer_free(&is);
    }
}

static void spell(char text[64], int own, int opp)
{
    static const char *const RESULTS[] = {"", "pinned", "shaken", "broken", "left"};

    text[0] = '\0';
    if (own)
        snprintf(text, 64, "own-%s", RESULTS[own]);
    if (opp)
        snprintf(text + strlen(text), 64 - strlen(text), "%sopp-%s", own ? "-" : "", RESULTS[opp]);
    if (!own && !opp)
        snprintf(text, 64, "no-effect");
}

/* Win, draw, lose of three hands against three, counted pair by pair. */
static void show(const int own[3], const int opp[3], double p[3])
{
    double all = (own[0] + own[1] + own[2]) * (double)(opp[0] + opp[1] + opp[2]);

    p[0] = p[1] = p[2] = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            bool wins = (i == 0 && k == 2) || (i == 1 && k == 0) || (i == 2 && k == 1);

            p[i == k ? 1 : wins ? 0 : 2] += own[i] * (double)opp[k] / all;
        }
}

static void any_hands(int hands[3])
{
    do
        for (int i = 0; i < 3; i++)
            hands[i] = roll(3) ? roll(20001) : roll(3);
    while (hands[0] + hands[1] + hands[2] == 0);
}

static void engagements_are_the_text(void **state)
{
    static const char *const TYPES[] = {"auto", "mutual", "unilateral"};

    (void)state;
    for (int i = 0; i < 1500; i++) {
        struct stand a = any_stand(), b = any_stand();
        struct field f = any_field();
        int type = roll(3), is_kind = type == 0 ? kind(&a, &b, &f) : type == 1, own_hands[3], opp_hands[3];
        char own[300], opp[300], field[300], words[WORDS], label[64];
        double p[3], own_out = 0, opp_out = 0, sum = 0;
        answer is;

        any_hands(own_hands);
        any_hands(opp_hands);
        show(own_hands, opp_hands, p);
        put_stand(own, sizeof own, "own", &a);
        put_stand(opp, sizeof opp, "opp", &b);
        put_field(field, sizeof field, &f);
        snprintf(words, sizeof words,
                 "%s %s %s type=%s own-rock=%d own-paper=%d own-scissors=%d opp-rock=%d opp-paper=%d opp-scissors=%d",
                 own, opp, field, TYPES[type], own_hands[0], own_hands[1], own_hands[2], opp_hands[0], opp_hands[1],
                 opp_hands[2]);
        ask_long(&is, "mbt2030.engage", words);
        if (is_kind < 0)
            check_label(&is, "not-allowed", 1);
        for (int result = 0; is_kind >= 0 && result < 3; result++) {
            int to_own, to_opp, x, y;
            double expected = 0;

            engage(&a, &b, &f, is_kind, result, &to_own, &to_opp);
            for (int other = 0; other < 3; other++) {
                engage(&a, &b, &f, is_kind, other, &x, &y);
                expected += x == to_own && y == to_opp ? p[other] : 0;
            }
            spell(label, to_own, to_opp);
            check_label(&is, label, expected);
            sum += p[result];
            own_out += to_own >= 3 ? p[result] : 0;
            opp_out += to_opp >= 3 ? p[result] : 0;
        }
        near(&is, "own-out", mean(&is, "own-out"), own_out);
        near(&is, "opp-out", mean(&is, "opp-out"), opp_out);
        near(&is, "the sum", is_kind < 0 ? 1 : sum, 1);
        answer_free(&is);
    }
}

/* ---- fights ------------------------------------------------------------------------------------------------------------------ */

struct fight {
    struct stand stand[2];
    struct field f;
    double p[2][3], first_a; /* by owner: win, draw, lose */
    bool step, unlimited, never;
    int n, pin_limit, break_limit;
};

/* One engagement: the states after it. */
static void clash(const struct fight *g, int owner, int result, int state_own, int state_opp, int after[2])
{
    struct stand own = g->stand[owner], opp = g->stand[!owner];
    int x, y;

    own.state = state_own;
    opp.state = state_opp;
    engage(&own, &opp, &g->f, kind(&own, &opp, &g->f) == 1, result, &x, &y);
    after[0] = receive(&own, state_own, x, g->step);
    after[1] = receive(&opp, state_opp, y, g->step);
}

/* The chance of each end and the rounds, from a turn's start, until so many turns are over; walked in doubles. */
struct ends {
    double a, b, both, stuck, rounds;
};

static bool moves(const struct fight *g, int a, int b)
{
    for (int owner = 0; owner < 2; owner++)
        for (int result = 0; result < 3; result++) {
            int after[2];

            if (kind(&g->stand[owner], &g->stand[!owner], &g->f) < 0 || g->p[owner][result] == 0)
                continue;
            clash(g, owner, result, owner ? b : a, owner ? a : b, after);
            if (after[0] != (owner ? b : a) || after[1] != (owner ? a : b))
                return true;
        }
    return false;
}

static void play_round(const struct fight *g, int owner, double from[3][3], double to[3][3], struct ends *e)
{
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
            if (from[a][b] == 0)
                continue;
            e->rounds += from[a][b];
            if (kind(&g->stand[owner], &g->stand[!owner], &g->f) < 0) {
                to[a][b] += from[a][b];
                continue;
            }
            for (int result = 0; result < 3; result++) {
                int after[2], na, nb;
                double p = from[a][b] * g->p[owner][result];

                clash(g, owner, result, owner ? b : a, owner ? a : b, after);
                na = after[owner];
                nb = after[!owner];
                if (na >= 3 || nb >= 3)
                    *(na >= 3 && nb >= 3 ? &e->both : nb >= 3 ? &e->a : &e->b) += p;
                else
                    to[na][nb] += p;
            }
        }
}

static struct ends duel(const struct fight *g, int turns)
{
    double now[3][3] = {{0}};
    struct ends e = {0};

    now[g->stand[0].state][g->stand[1].state] = 1;
    for (int turn = 0; turn < turns && !g->never; turn++) {
        double next[3][3] = {{0}};

        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++)
                if (g->unlimited && now[a][b] > 0 && !moves(g, a, b)) {
                    e.stuck += now[a][b];
                    now[a][b] = 0;
                }
        for (int first = 0; first < 2; first++) {
            double share = first ? 1 - g->first_a : g->first_a, half[3][3] = {{0}}, start[3][3];

            for (int k = 0; k < 9; k++)
                start[k / 3][k % 3] = share * now[k / 3][k % 3];
            play_round(g, first, start, half, &e);
            play_round(g, !first, half, next, &e);
        }
        memcpy(now, next, sizeof now);
    }
    for (int k = 0; k < 9; k++)
        e.stuck += now[k / 3][k % 3];
    return e;
}

static struct fight any_fight(char words[WORDS])
{
    static const char *const FIRST[] = {"a", "b", "initiative"};
    struct fight g = {.stand = {any_stand(), any_stand()}, .f = any_field(), .step = roll(2)};
    int first = roll(3), hands[2][3];
    char a[300], b[300], field[300];

    do {
        g.stand[0] = any_stand();
        g.stand[1] = any_stand();
        g.f = any_field();
    } while (roll(20) && kind(&g.stand[0], &g.stand[1], &g.f) < 0 && kind(&g.stand[1], &g.stand[0], &g.f) < 0);
    for (int side = 0; side < 2; side++)
        for (int hand = 0; hand < 3; hand++)
            hands[side][hand] = 1 + roll(6) - (roll(12) == 0);
    hands[0][1] += hands[0][0] + hands[0][1] + hands[0][2] == 0;
    hands[1][2] += hands[1][0] + hands[1][1] + hands[1][2] == 0;
    show(hands[0], hands[1], g.p[0]);
    show(hands[1], hands[0], g.p[1]);
    g.never = first == 2 && g.p[0][0] + g.p[0][2] == 0;
    g.first_a = first == 0 ? 1 : first == 1 ? 0 : g.never ? 0 : g.p[0][0] / (g.p[0][0] + g.p[0][2]);
    put_stand(a, sizeof a, "a", &g.stand[0]);
    put_stand(b, sizeof b, "b", &g.stand[1]);
    put_field(field, sizeof field, &g.f);
    snprintf(words, WORDS,
             "%s %s %s a-rock=%d a-paper=%d a-scissors=%d b-rock=%d b-paper=%d b-scissors=%d first=%s accumulate=%s", a,
             b, field, hands[0][0], hands[0][1], hands[0][2], hands[1][0], hands[1][1], hands[1][2], FIRST[first],
             g.step ? "step" : "no");
    return g;
}

static void duels_are_walked_alike(void **state)
{
    (void)state;
    for (int i = 0; i < 400; i++) {
        char words[WORDS], more[WORDS + 32];
        struct fight g = any_fight(words);
        int turns = roll(2) ? 0 : 1 + roll(6);
        struct ends e;
        answer is;

        g.unlimited = turns == 0;
        e = duel(&g, turns ? turns : 4000);
        snprintf(more, sizeof more, "%s turns=%d", words, turns);
        ask_long(&is, "mbt2030.duel", more);
        check_label(&is, "a-wins", e.a);
        check_label(&is, "b-wins", e.b);
        check_label(&is, "both-out", e.both);
        check_label(&is, "stalemate", e.stuck);
        near(&is, "rounds", mean(&is, "rounds"), e.rounds);
        answer_free(&is);
    }
}

/* ---- battle groups: every course of the fight, one after the other ------------------------------------------------------------ */

struct group {
    int state[2][3];
};

struct course {
    const struct fight *g;
    double a, b, both, turns;
};

static bool fragile(const struct fight *g, const int state[3])
{
    int hurt = 0, out = 0;

    for (int i = 0; i < g->n; i++) {
        out += state[i] >= 3;
        hurt += state[i] == 1 || state[i] == 2;
    }
    return hurt >= g->pin_limit || out >= g->break_limit;
}

static bool over(struct course *c, const struct group *now, double p)
{
    bool a = fragile(c->g, now->state[0]), b = fragile(c->g, now->state[1]);

    if (a || b)
        *(a && b ? &c->both : b ? &c->a : &c->b) += p;
    return a || b;
}

static void play(struct course *c, struct group now, int turns_left, int first, int round, int stand, double p);

static void begin_turn(struct course *c, struct group now, int turns_left, double p)
{
    if (turns_left == 0 || p == 0 || c->g->never)
        return;
    c->turns += p;
    play(c, now, turns_left, 0, 0, 0, p * c->g->first_a);
    play(c, now, turns_left, 1, 0, 0, p * (1 - c->g->first_a));
}

static void play(struct course *c, struct group now, int turns_left, int first, int round, int stand, double p)
{
    int owner = round ? !first : first, target = -1;

    if (p == 0)
        return;
    if (stand == c->g->n || kind(&c->g->stand[owner], &c->g->stand[!owner], &c->g->f) < 0) {
        if (round == 0)
            play(c, now, turns_left, first, 1, 0, p);
        else
            begin_turn(c, now, turns_left - 1, p);
        return;
    }
    for (int k = c->g->n - 1; k >= 0; k--)
        if (now.state[!owner][(stand + k) % c->g->n] < 3)
            target = (stand + k) % c->g->n;
    if (now.state[owner][stand] >= 3 || target < 0) {
        play(c, now, turns_left, first, round, stand + 1, p);
        return;
    }
    for (int result = 0; result < 3; result++) {
        struct group next = now;
        int after[2];

        clash(c->g, owner, result, now.state[owner][stand], now.state[!owner][target], after);
        next.state[owner][stand] = after[0];
        next.state[!owner][target] = after[1];
        if (!over(c, &next, p * c->g->p[owner][result]))
            play(c, next, turns_left, first, round, stand + 1, p * c->g->p[owner][result]);
    }
}

static void battles_are_counted_alike(void **state)
{
    (void)state;
    for (int i = 0; i < 50; i++) {
        char words[WORDS], more[WORDS + 96];
        struct fight g = any_fight(words);
        struct group start = {{{0}}};
        struct course c = {.g = &g};
        int turns;
        answer is;

        g.n = 1 + roll(3);
        turns = g.n == 1 ? 4 : g.n == 2 ? 2 : 1;
        g.pin_limit = 1 + roll(3);
        g.break_limit = 1 + roll(3);
        for (int side = 0; side < 2; side++)
            for (int k = 0; k < g.n; k++)
                start.state[side][k] = g.stand[side].state;
        if (!over(&c, &start, 1))
            begin_turn(&c, start, turns, 1);
        snprintf(more, sizeof more, "%s turns=%d stands=%d pin-limit=%d break-limit=%d", words, turns, g.n, g.pin_limit,
                 g.break_limit);
        ask_long(&is, "mbt2030.battle", more);
        check_label(&is, "a-wins", c.a);
        check_label(&is, "b-wins", c.b);
        check_label(&is, "both-fragile", c.both);
        check_label(&is, "undecided", 1 - c.a - c.b - c.both);
        near(&is, "turns", mean(&is, "turns"), c.turns);
        answer_free(&is);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eligibility_is_the_matrix), cmocka_unit_test(disadvantage_is_the_list),
        cmocka_unit_test(engagements_are_the_text),  cmocka_unit_test(duels_are_walked_alike),
        cmocka_unit_test(battles_are_counted_alike),
    };

    return cmocka_run_group_tests_name("MBT 2030 by brute force", tests, open_mbt, close_mbt);
}
