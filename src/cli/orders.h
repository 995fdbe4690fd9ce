/* The plan of a battle, from options. */
#ifndef SALVO_CLI_ORDERS_H
#define SALVO_CLI_ORDERS_H

#include "cli/options.h"

enum { ORDER_WORD_MAX = 256 };

/* The plan with the words it borrows; it must not be moved. */
typedef struct orders {
    salvo_battle_plan plan;
    list words, own[2]; /* of the field, of the sides */
    char cover[2][ORDER_WORD_MAX];
} orders;

/* Fills *r, which is zeroed, for the two armies. */
salvo_status orders_read(orders *r, const options *o, const char *army_a, const char *army_b, salvo_error *err);

#endif
