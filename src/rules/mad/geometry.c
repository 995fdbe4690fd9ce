/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a round template that has scattered covers an element. The twelve directions have exact sines in halves of 1
 * and of the root of 3, so no trigonometry rounds them. */
#include "rules/mad/geometry.h"

#include <float.h>
#include <math.h>

/* 2 sin 30k, for k of 0 to 11 */
#define ROOT_3 1.73205080756887729352744634150587L
static const long double TWICE_SINE[MAD_DIRECTION_SIDES] = {0, 1,  ROOT_3,  2,  ROOT_3,  1,
                                                            0, -1, -ROOT_3, -2, -ROOT_3, -1};

/* For offsets and radii in whole millimetres, both squares are p + q sqrt 3. They differ by more than this or not at
 * all, up to distances far beyond any table. A decimal fraction is already rounded to a double, and the error of its
 * square grows with the square. */
static long double slack(long double square)
{
    return fmaxl(1e-9L, 2 * DBL_EPSILON * square);
}

/* "Under the template" compares centres, including the edge. Squares are compared, so no root is taken. Face 12
 * is straight on, and directions go clockwise in steps of 30 degrees, hence the sine for x. */
bool mad_under_template(double distance_mm, int face, double template_mm, const struct mad_element *element)
{
    long double sine = TWICE_SINE[face % MAD_DIRECTION_SIDES] / 2;
    long double cosine = TWICE_SINE[(face + 3) % MAD_DIRECTION_SIDES] / 2;
    long double dx = element->x_mm - distance_mm * sine;
    long double dy = element->y_mm - distance_mm * cosine;
    long double reach = (long double)template_mm + element->radius_mm;
    long double square = reach * reach;

    return dx * dx + dy * dy <= square + slack(square);
}
