/* The plan of a points test or fit, from options. */
#ifndef SALVO_CLI_POINTS_ORDERS_H
#define SALVO_CLI_POINTS_ORDERS_H

#include "base/arena.h"
#include "cli/options.h"

/* The plan with what it borrows; it must not be moved. */
typedef struct points_orders {
    salvo_points_plan plan;
    double ranges[SALVO_POINTS_RANGES_MAX];
    list field, element; /* words */
    size_t nation;
    salvo_table prices;
    salvo_arena *memory; /* of the prices */
} points_orders;

/* Fills *r, which is zeroed; points_orders_free in the end, also after a failure. A word whose key an element has is every element's, any other the field's. */
salvo_status points_orders_read(points_orders *r, const options *o, const salvo_rulebook *book, salvo_error *err);
void points_orders_free(points_orders *r);

#endif
