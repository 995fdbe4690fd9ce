/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that describe a state of a chain. */
#ifndef SALVO_RULES_TOLD_H
#define SALVO_RULES_TOLD_H

#include <salvo/rules.h>

static inline void told_put(salvo_state_description *description, const char *name, int64_t value, int kind)
{
    description->at[description->n].name = name;
    description->at[description->n].kind = kind;
    description->at[description->n++].value = value;
}

static inline void told_number(salvo_state_description *description, const char *name, int64_t value)
{
    told_put(description, name, value, SALVO_FIELD_NUMBER);
}

#endif
