/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The facts by which a chain describes its states. */
#include <salvo/rules.h>

#include <string.h>

int salvo_chain_stopped(const salvo_chain *chain, const void *situation, const void *state)
{
    return chain->stopped ? chain->stopped(situation, state) : chain->undecided;
}

void salvo_chain_describe(const salvo_chain *chain, const void *situation, const void *state,
                          salvo_state_description *description)
{
    *description = (salvo_state_description){.throw_name = chain->throw_name};
    if (chain->describe)
        chain->describe(situation, state, description);
}
