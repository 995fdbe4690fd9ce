/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Section 9 "Requesting Fire": TRR-24, and the request with which other procedures begin. */
#ifndef SALVO_RULES_TRR_FIRE_REQUEST_H
#define SALVO_RULES_TRR_FIRE_REQUEST_H

#include <salvo/rules.h>
#include <salvo/text.h>

#include "rules/trr/tables.h"
#include "rules/trr/words.h"

#define TRR_INDIRECT_CHAPTER "Indirect fire"

enum trr_method { METHOD_RADIO, METHOD_TELEPHONE, METHOD_OWN_SIGHT };
extern const char *const TRR_METHOD_CHOICES[]; /* in the order of the enum; ends with NULL */

/* A request: the die and `modifier` reach `needed`; 0: it is always granted. */
struct trr_request {
    enum trr_method method;
    int jamming;
    bool artillery_between, other_battery, moving_target;
    int needed, modifier;
};

/* `at` is the path to the struct trr_request in the situation: "request.", or nothing if it is all of it. */
/* clang-format off */
#define TRR_REQUEST_PARAMETERS(type, at, methods) \
    CHOICE("method", "how the fire is requested", methods, "radio", INTO(type, at method)), \
    WHOLE("jamming", "points of jamming", 0, 10, "0", .only = "method=radio", INTO(type, at jamming)), \
    FLAG("artillery-between", "artillery falls on the telephone line", .only = "method=telephone", \
         INTO(type, at artillery_between)), \
    FLAG("other-battery", "not the observer's own (British and US, from 1943)", .only = "method=radio|telephone", \
         INTO(type, at other_battery))

#define TRR_MOVING_TARGET(type, at) \
    FLAG("moving-target", "the target moves more than 6 cm in this move", INTO(type, at moving_target))
/* clang-format on */

/* Computes the values that follow from the rest of the request. */
void trr_request_prepare(const struct trr_tables *tables, struct trr_request *request);

/* Returns one D10, or no die if it is always granted. */
salvo_dice trr_request_dice(const struct trr_request *request);
bool trr_is_granted(const struct trr_request *request, const uint8_t *faces);

/* Adds a line: "Granted on 5 or more, -1 on the die". */
void trr_request_explain(const struct trr_request *request, salvo_text *text);

extern const salvo_procedure TRR_FIRE_REQUEST;

#endif
