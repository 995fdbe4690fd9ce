/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses the battle kernel, and keeps the tally that all kernels fill. Each thread has a tally for one battle
 * model. */
#include "fight/battle_kernel.h"

#include <stdlib.h>
#include <string.h>

extern const battle_kernel BATTLE_KERNEL_PORTABLE;
#ifdef SALVO_X86
extern const battle_kernel BATTLE_KERNEL_AVX2, BATTLE_KERNEL_AVX512;
#endif

/* The widest first. There are fewer battle kernels than simulation kernels. The widest one whose name starts the
 * other's name runs ("avx512" serves "avx512-vbmi"). */
static const battle_kernel *const KERNELS[] = {
#ifdef SALVO_X86
    &BATTLE_KERNEL_AVX512,
    &BATTLE_KERNEL_AVX2,
#endif
    &BATTLE_KERNEL_PORTABLE,
};

salvo_status battle_kernel_find(const char *isa, const battle_kernel **found, salvo_error *err)
{
    const kernel *like;
    salvo_status status = kernel_find(isa, &like, err);

    *found = &BATTLE_KERNEL_PORTABLE;
    /* From the narrowest up, so the last match is the widest. */
    for (size_t i = sizeof KERNELS / sizeof *KERNELS; i-- > 0 && status == SALVO_OK;)
        if (strncmp(like->name, KERNELS[i]->name, strlen(KERNELS[i]->name)) == 0)
            *found = KERNELS[i];
    return status;
}

/* Listed codes use an array, because a kernel counts millions of battles a second. Other codes use a hash. */
bool battle_tally_init(battle_tally *t, const battle_model *model)
{
    bool is_made;

    *t = (battle_tally){.n_codes = (size_t)model->n_outcomes + 1};
    is_made = tally_init(&t->all, t->n_codes <= CODES_LISTED_MAX ? t->n_codes : 0, N_GAINS);
    /* Most of it is for turns that no battle reaches, and stays untouched. */
    t->going = calloc(TURNS_TOLD + 2, sizeof *t->going);
    t->ended = calloc(TURNS_TOLD + 2, sizeof *t->ended);
    return is_made && t->going && t->ended;
}

void battle_tally_free(battle_tally *t)
{
    tally_free(&t->all);
    free(t->going);
    free(t->ended);
    memset(t, 0, sizeof *t);
}

void battle_tally_code(battle_tally *t, int code)
{
    if (t->all.n_results)
        t->all.results[code]++;
    else if (!tally_note(&t->all, code, 0, 1))
        t->no_memory = true; /* kernels cannot return it, so the engine reports it */
}

void battle_tally_turn(battle_tally *t, uint32_t turn)
{
    const uint32_t told = turn <= TURNS_TOLD ? turn : TURNS_TOLD + 1;

    t->last_turn = told > t->last_turn ? told : t->last_turn;
}

/* Codes that are not listed: writes number `i`, or reads the next one. */
static void pack_seen(battle_tally *t, size_t i, packed *p)
{
    const ending one = p->reads ? (ending){.count = 0} : tally_seen(&t->all, i);
    uint64_t code = (uint64_t)one.outcome, times = one.count;

    packed_number(p, &code);
    packed_number(p, &times);
    p->damaged = p->damaged || code >= t->n_codes;
    if (p->reads && !p->damaged && !tally_note(&t->all, (int)code, 0, times))
        p->no_memory = true;
}

static void pack_turns(battle_tally *t, packed *p)
{
    const size_t each = sizeof *t->going / sizeof(uint64_t);
    const uint32_t last = (uint32_t)packed_count(p, t->last_turn, TURNS_TOLD + 1);

    packed_sums(p, (uint64_t *)t->going, (last + 1) * each);
    packed_sums(p, (uint64_t *)t->ended, (last + 1) * each);
    battle_tally_turn(t, last);
}

void battle_tally_pack(battle_tally *t, packed *p)
{
    size_t n;

    packed_sum(p, &t->all.trials);
    packed_sum(p, &t->all.thrown);
    packed_sums(p, t->all.results, t->all.n_results);
    n = packed_count(p, t->all.seen.count, UINT32_MAX);
    for (size_t i = 0; i < n && !p->damaged; i++)
        pack_seen(t, i, p);
    for (size_t k = GAIN_TURNS; k <= GAIN_LOST_B; k++)
        salvo_moments_pack(&t->all.gain[k], p);
    pack_turns(t, p);
    p->no_memory = p->no_memory || t->no_memory;
}

salvo_status battle_too_long(salvo_error *err)
{
    return salvo_fail(err, SALVO_TOO_LARGE,
                      "a battle took more turns than it has random numbers for; it hardly ever ends; limit it with "
                      "--turns N");
}
