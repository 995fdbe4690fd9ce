/* MAD-27 and MAD-28: the price of a ground element, of the WW2 and of the hi-tech game. 8.0 "Points System
 * Calculation". */
#ifndef SALVO_RULES_MAD_POINTS_H
#define SALVO_RULES_MAD_POINTS_H

#include <salvo/rules.h>

extern const salvo_procedure MAD_POINTS;
extern const salvo_procedure MAD_HITECH_POINTS;

#endif
