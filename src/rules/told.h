/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that describe a state of a chain. */
#ifndef SALVO_RULES_TOLD_H
#define SALVO_RULES_TOLD_H

#include <salvo/rules.h>

static inline void told_put(salvo_state_description *told, const char *name, int64_t value, int kind)
{
    told->at[told->n].name = name;
    told->at[told->n].kind = kind;
    told->at[told->n++].value = value;
}

static inline void told_number(salvo_state_description *told, const char *name, int64_t value)
{
    told_put(told, name, value, SALVO_FIELD_NUMBER);
}

#endif
