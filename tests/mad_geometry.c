/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Templates on the table: the chance that an element is under one, against whole numbers for every distance and
 * direction of the burst. */
#include "support.h"

#include <stdint.h>
#include <stdio.h>

/* Whether p + q sqrt 3 <= 0. */
static bool is_not_positive(int64_t p, int64_t q)
{
    if (p <= 0 && q <= 0)
        return true;
    if (p > 0 && q > 0)
        return false;
    return p <= 0 ? 3 * q * q <= p * p : p * p <= 3 * q * q;
}

/* |burst - element|^2 - reach^2, doubled, is p + q sqrt 3: sines and cosines are 0, 1/2, sqrt 3 / 2, 1. All lengths are in
 * tenths of a millimetre. A face of 12 is straight on, and 3 is to the right. */
static bool is_under(int d, int face, int reach, int x, int y)
{
    static const struct {
        int half, root; /* the sine is (half + root sqrt 3) / 2 */
    } SINE[12] = {{0, 0}, {1, 0}, {0, 1}, {2, 0}, {0, 1}, {1, 0}, {0, 0}, {-1, 0}, {0, -1}, {-2, 0}, {0, -1}, {-1, 0}};
    int sine = face % 12, cosine = (face + 3) % 12;
    int64_t p = 2 * ((int64_t)d * d + (int64_t)x * x + (int64_t)y * y - (int64_t)reach * reach);
    int64_t q = 0;

    p -= 2 * (int64_t)d * (x * SINE[sine].half + y * SINE[cosine].half);
    q -= 2 * (int64_t)d * (x * SINE[sine].root + y * SINE[cosine].root);
    return is_not_positive(p, q);
}

/* An element at a place of the table, under a template of the book opened for it. */
typedef struct placing {
    const salvo_rulebook *book;
    int template_radius; /* mm */
    int element_radius;  /* from here on tenths of a millimetre */
    int x, y;
    bool observed;
} placing;

/* The burst is two D10 times 10 mm away, and with an observer 50 mm less, but not below 0. Counts the throws of 2D10 and D12
 * that cover the element. */
static int count_throws(const placing *p, int *edges)
{
    const int reach = p->template_radius * 10 + p->element_radius;
    int under = 0;

    for (int sum = 2; sum <= 20; sum++)
        for (int face = 1; face <= 12; face++) {
            const int away = sum * 100 - (p->observed ? 500 : 0), d = away < 0 ? 0 : away;
            const int throws = sum <= 11 ? sum - 1 : 21 - sum;

            if (!is_under(d, face, reach, p->x, p->y))
                continue;
            under += throws;
            *edges += reach == 0 || !is_under(d, face, reach - 1, p->x, p->y);
        }
    return under;
}

static void check_placing(const placing *p, int *edges)
{
    const int under = count_throws(p, edges);
    char words[256], expected[64];
    answer is;

    snprintf(words, sizeof words, "calibre=light observed=%s offset-x=%.1f offset-y=%.1f element-radius=%.1f",
             yes(p->observed), p->x / 10.0, p->y / 10.0, p->element_radius / 10.0);
    if (under == 0 || under == 1200)
        snprintf(expected, sizeof expected, "%s=1", under ? "under" : "clear");
    else
        snprintf(expected, sizeof expected, "under=%d/1200 clear=%d/1200", under, 1200 - under);
    ask(&is, p->book, "mad.artillery-coverage", words);
    assert_answer(&is, expected, NULL);
    answer_free(&is);
}

/* The template's edge counts: on every edge of the grid both must say yes. */
static void every_place_is_as_counted(void **state)
{
    static const int TEMPLATES[] = {0, 10, 15, 70, 100}, ELEMENTS[] = {0, 45, 300};
    int edges = 0;

    (void)state;
    for (size_t t = 0; t < COUNT_OF(TEMPLATES); t++) {
        char setting[64];
        salvo_rulebook book;

        snprintf(setting, sizeof setting, "artillery.light.radius_mm=%d", TEMPLATES[t]);
        book_open(&book, "mad", setting);
        for (size_t e = 0; e < COUNT_OF(ELEMENTS); e++)
            for (int x = -2000; x <= 2000; x += 500)
                for (int y = -2000; y <= 2000; y += 400)
                    check_placing(&(placing){&book, TEMPLATES[t], ELEMENTS[e], x, y, e == 1}, &edges);
        salvo_rulebook_close(&book);
    }
    assert_true(edges > 100);
}

/* Edges by hand: the third side of a triangle with 60 degrees between 50 and 80 is 70; with 120 degrees between 70 and 80
 * it is 130. Tenths that no double holds are on an edge, too. */
static void edges_are_under(void **state)
{
    static const struct {
        int template_radius, element_radius, x, y;
    } PLACES[] = {{70, 0, 0, 800},   {70, 0, 0, 801}, {69, 10, 0, 800},        {69, 9, 0, 800},
                  {30, 400, 0, 800}, {70, 0, 800, 0}, {70, 0, 0, -800},        {100, 300, 0, 800},
                  {0, 3, 0, 203},    {0, 2, 0, 203},  {100, 97001, 100001, 0}, {100, 97001, 100002, 0}};
    int edges = 0;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(PLACES); i++) {
        char setting[64];
        salvo_rulebook book;

        snprintf(setting, sizeof setting, "artillery.light.radius_mm=%d", PLACES[i].template_radius);
        book_open(&book, "mad", setting);
        check_placing(
            &(placing){&book, PLACES[i].template_radius, PLACES[i].element_radius, PLACES[i].x, PLACES[i].y, false},
            &edges);
        salvo_rulebook_close(&book);
    }
    assert_true(edges >= 8);
}

/* No number is too large. */
static void far_away_is_clear(void **state)
{
    answer is;

    (void)state;
    ask(&is, mad(), "mad.artillery-coverage", "calibre=heavy offset-x=1e300 offset-y=-1e300");
    assert_answer(&is, "clear=1", NULL);
    answer_free(&is);
    ask(&is, mad(), "mad.artillery-coverage", "calibre=heavy offset-x=1e300 element-radius=1e301");
    assert_answer(&is, "under=1", NULL);
    answer_free(&is);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_place_is_as_counted),
        cmocka_unit_test(edges_are_under),
        cmocka_unit_test(far_away_is_clear),
    };

    return cmocka_run_group_tests_name("templates by counting", tests, mad_open, mad_close);
}
