/* Which battle kernel runs, and the tally that all kernels fill. A tally is made for one battle model, for each
 * thread. */
#include "fight/battle_kernel.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

extern const battle_kernel BATTLE_KERNEL_PORTABLE;
#ifdef SALVO_X86
extern const battle_kernel BATTLE_KERNEL_AVX2, BATTLE_KERNEL_AVX512;
#endif

/* Wider ones first. Battle kernels are fewer than kernels of simulations: the one that runs is the widest here whose
 * name begins the other's ("avx512" serves "avx512-vbmi"). */
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
    /* From the narrowest up: the last match is the widest. */
    for (size_t i = sizeof KERNELS / sizeof *KERNELS; i-- > 0 && status == SALVO_OK;)
        if (strncmp(like->name, KERNELS[i]->name, strlen(KERNELS[i]->name)) == 0)
            *found = KERNELS[i];
    return status;
}

bool battle_tally_init(battle_tally *t, const battle_model *e)
{
    memset(t, 0, sizeof *t);
    t->n_codes = (size_t)e->n_outcomes + 1; /* and the code of the battle that never ends */
    t->seen.key_size = sizeof(int);
    if (t->n_codes <= CODES_LISTED_MAX)
        t->codes = calloc(t->n_codes, sizeof *t->codes);
    return t->codes || t->n_codes > CODES_LISTED_MAX;
}

void battle_tally_free(battle_tally *t)
{
    free(t->codes);
    free(t->seen_counts);
    intern_table_free(&t->seen);
    memset(t, 0, sizeof *t);
}

void battle_tally_code(battle_tally *t, int code, uint64_t times)
{
    uint32_t number;
    bool is_new;

    /* Listed codes are an array, because a kernel counts millions of battles a second; the others are found by
     * hashing. */
    if (t->codes)
        t->codes[code] += times;
    else if (intern_table_of(&t->seen, &code, &number, &is_new) &&
             salvo_grow(&t->seen_counts, &t->seen_capacity, t->seen.count, sizeof *t->seen_counts))
        t->seen_counts[number] += times;
    else
        t->no_memory = true; /* told by battle_tally_add: kernels have nowhere to return it */
}

static void add_survivors(survivors to, const survivors more)
{
    uint64_t *sum = &to[0][0][0];
    const uint64_t *add = &more[0][0][0];

    for (size_t i = 0; i < sizeof(survivors) / sizeof *sum; i++)
        sum[i] += add[i];
}

bool battle_tally_add(battle_tally *t, const battle_tally *more)
{
    t->trials += more->trials;
    for (size_t i = 0; more->codes && i < more->n_codes; i++)
        t->codes[i] += more->codes[i];
    for (size_t i = 0; i < more->seen.count; i++)
        battle_tally_code(t, *(const int *)intern_table_key(&more->seen, i), more->seen_counts[i]);
    salvo_moments_join(&t->turns, &more->turns);
    salvo_moments_join(&t->lost[SIDE_A], &more->lost[SIDE_A]);
    salvo_moments_join(&t->lost[SIDE_B], &more->lost[SIDE_B]);
    add_survivors(t->going, more->going);
    add_survivors(t->ended, more->ended);
    t->too_long = t->too_long || more->too_long;
    t->no_memory = t->no_memory || more->no_memory;
    t->leaks = t->leaks || more->leaks;
    return !t->no_memory;
}
