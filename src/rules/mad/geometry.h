/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a template lands, and what is under it (6.0 "Artillery Fire"; "Bombing", "Rocket Attacks"; ).
 *
 * The aim point is the origin. +y is 12 o'clock, away from the firing line or in the direction of flight, and +x is 3
 * o'clock. A burst scatters by its distance in mm in the direction that a D12 shows, 30 degrees clockwise for each
 * face: 3 is right, 6 is short, 12 is straight on. */
#ifndef SALVO_RULES_MAD_GEOMETRY_H
#define SALVO_RULES_MAD_GEOMETRY_H

#include <stdbool.h>

enum { MAD_DIRECTION_SIDES = 12 }; /* the die of the direction */

/* An element on the table: its centre and its radius (0: it is a point). */
struct mad_element {
    double x_mm, y_mm;
    double radius_mm;
};

/* Returns whether a template of that radius, whose centre has scattered `distance_mm` in direction `face` (1 .. 12),
 * covers or touches the element: the distance of the centres is at most the sum of the radii. Squares are compared with
 * an allowance for rounding errors (1e-9 mm^2 for distances on a table). */
bool mad_under_template(double distance_mm, int face, double template_mm, const struct mad_element *element);

#endif
