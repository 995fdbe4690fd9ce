/* MAD-27: the price of a ground element. 8.0 "Points System Calculation". */
#ifndef SALVO_RULES_MAD_POINTS_H
#define SALVO_RULES_MAD_POINTS_H

#include <salvo/rules.h>

extern const salvo_procedure MAD_POINTS;

#endif
