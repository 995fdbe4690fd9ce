/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Templates on the table: hand-placed cases on the very edge, and a whole grid against whole numbers. */
#include "rules/mad/geometry.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>

#include "support.h"

static const struct placing {
    const char *name;
    double distance;
    int face;
    double template_radius;
    struct mad_element element;
    bool under;
} PLACINGS[] = {
    {"12 is straight on", 20, 12, 0, {0, 20, 0}, true},
    {"3 is to the right", 20, 3, 0, {20, 0, 0}, true},
    {"6 is short", 20, 6, 0, {0, -20, 0}, true},
    {"9 is to the left", 20, 9, 0, {-20, 0, 0}, true},
    {"1 is 30 degrees clockwise", 20, 1, 0, {10, 17.320508075688772, 0}, true},
    {"2 is 60 degrees clockwise", 20, 2, 0, {17.320508075688772, 10, 0}, true},
    {"4 is 120 degrees clockwise", 20, 4, 0, {17.320508075688772, -10, 0}, true},
    {"5 is 150 degrees clockwise", 20, 5, 0, {10, -17.320508075688772, 0}, true},
    {"7 is 210 degrees clockwise", 20, 7, 0, {-10, -17.320508075688772, 0}, true},
    {"8 is 240 degrees clockwise", 20, 8, 0, {-17.320508075688772, -10, 0}, true},
    {"10 is 300 degrees clockwise", 20, 10, 0, {-17.320508075688772, 10, 0}, true},
    {"11 is 330 degrees clockwise", 20, 11, 0, {-10, 17.320508075688772, 0}, true},
    {"a hair off the point", 20, 1, 0, {10, 17.3206, 0}, false},
    /* The third side of a triangle with 60 degrees between 50 and 80 is 70; between 30 and 80 too. */
    {"on the edge at 50, 80 and 70", 50, 2, 70, {0, 80, 0}, true},
    {"on the edge at 30, 80 and 70", 30, 2, 70, {0, 80, 0}, true},
    {"just outside it", 50, 2, 70, {0, 80.0001, 0}, false},
    {"just outside the template", 50, 2, 69.9999, {0, 80, 0}, false},
    {"half of it the element's", 50, 2, 30, {0, 80, 40}, true},
    {"mirrored", 50, 10, 70, {0, 80, 0}, true},
    {"from the side", 50, 1, 70, {80, 0, 0}, true},
    {"from behind", 50, 8, 70, {0, -80, 0}, true},
    /* With 120 degrees between 70 and 80 it is 130. */
    {"on the edge at 70, 80 and 130", 70, 4, 100, {0, 80, 30}, true},
    {"outside it", 70, 5, 100, {0, 80, 30}, false},
    /* 30 degrees: the square of the third side of 20 and 20 is 800 - 400 sqrt 3 = 107.18 */
    {"inside the third side of 30 degrees", 20, 1, 10.353, {0, 20, 0}, true},
    {"outside the third side of 30 degrees", 20, 1, 10.352, {0, 20, 0}, false},
    {"tenths that no double holds", 20, 12, 0.1, {0, 20.3, 0.2}, true},
    {"tenths beyond", 20, 12, 0.1, {0, 20.4, 0.2}, false},
    {"far away, on the edge", 200, 3, 100, {10000.1, 0, 9700.1}, true},
    {"far away, outside", 200, 3, 100, {10000.2, 0, 9700.1}, false},
    {"no deviation", 0, 7, 15, {9, -12, 0}, true},
    {"no deviation, outside", 0, 7, 15, {9, -12.01, 0}, false},
    {"no number too large", 200, 5, 100, {1e300, -1e300, 0}, false},
    {"no element too large", 200, 5, 100, {1e300, 0, 1e301}, true},
};

static void placing_holds(void **state)
{
    const struct placing *p = *state;

    assert_int_equal(mad_under_template(p->distance, p->face, p->template_radius, &p->element), p->under);
}

/* Whether p + q sqrt 3 <= 0. */
static bool is_not_positive(int64_t p, int64_t q)
{
    if (p <= 0 && q <= 0)
        return true;
    if (p > 0 && q > 0)
        return false;
    return p <= 0 ? 3 * q * q <= p * p : p * p <= 3 * q * q;
}

/* |burst - element|^2 - reach^2, doubled, is p + q sqrt 3: sines and cosines are 0, 1/2, sqrt 3 / 2, 1. */
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

/* Offsets are in tenths of a millimetre. On every edge of the grid both must say yes. */
static void every_place_is_as_counted(void **state)
{
    static const int REACH[] = {0, 100, 150, 300, 345, 450, 600, 700, 1000, 1150};
    int edges = 0;

    (void)state;
    for (int d = 0; d <= 2000; d += 100)
        for (int face = 1; face <= 12; face++)
            for (size_t r = 0; r < COUNT_OF(REACH); r++)
                for (int x = -2000; x <= 2000; x += 125)
                    for (int y = -2000; y <= 2000; y += 100) {
                        const struct mad_element element = {x / 10.0, y / 10.0, REACH[r] % 100 / 10.0};
                        bool under = is_under(d, face, REACH[r], x, y);

                        if (mad_under_template(d / 10.0, face, REACH[r] / 100 * 10, &element) != under)
                            fail_msg("%d tenths, face %d, reach %d, element at %d, %d", d, face, REACH[r], x, y);
                        edges += under && !is_under(d, face, REACH[r] - 1, x, y);
                    }
    assert_true(edges > 1000);
}

/* A quarter turn of everything changes nothing. */
static void turning_the_table_changes_nothing(void **state)
{
    (void)state;
    for (int face = 1; face <= 12; face++)
        for (int d = 0; d <= 200; d += 10)
            for (int x = -120; x <= 120; x += 15)
                for (int y = -120; y <= 120; y += 15) {
                    const struct mad_element here = {x, y, 2.5}, turned = {y, -x, 2.5};

                    assert_int_equal(mad_under_template(d, face, 60, &here),
                                     mad_under_template(d, (face + 2) % 12 + 1, 60, &turned));
                }
}

int main(void)
{
    const struct CMUnitTest grids[] = {
        cmocka_unit_test(every_place_is_as_counted),
        cmocka_unit_test(turning_the_table_changes_nothing),
    };
    struct CMUnitTest tests[COUNT_OF(PLACINGS)];

    for (size_t i = 0; i < COUNT_OF(PLACINGS); i++)
        tests[i] = row_test(PLACINGS[i].name, placing_holds, &PLACINGS[i]);
    return cmocka_run_group_tests_name("templates by hand", tests, NULL, NULL) +
           cmocka_run_group_tests_name("templates by counting", grids, NULL, NULL);
}
