/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The facts by which a chain describes its states. */
#include <salvo/rules.h>

#include <string.h>

static int64_t number_at(const void *state, const salvo_state_field *field)
{
    const char *at = (const char *)state + field->offset;
    int32_t four = 0;
    int16_t two = 0;

    if (field->size == sizeof four)
        memcpy(&four, at, sizeof four);
    else if (field->size == sizeof two)
        memcpy(&two, at, sizeof two);
    return field->size == 1 ? *(const unsigned char *)at : field->size == sizeof two ? two : four;
}

int salvo_chain_stopped(const salvo_chain *chain, const void *situation, const void *state)
{
    return chain->stopped ? chain->stopped(situation, state) : chain->undecided;
}

void salvo_chain_describe(const salvo_chain *chain, const void *situation, const void *state,
                          salvo_state_description *description)
{
    *description = (salvo_state_description){.throw_name = chain->throw_name};
    if (chain->describe) {
        chain->describe(situation, state, description);
        return;
    }
    for (const salvo_state_field *field = chain->fields;
         field && field->name && description->n < SALVO_STATE_FIELDS_MAX; field++) {
        description->at[description->n].name = field->name;
        description->at[description->n++].value = number_at(state, field);
    }
}
