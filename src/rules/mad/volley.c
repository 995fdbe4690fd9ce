/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several attacks on one element, whatever the first ones do. MAD-02, MAD-04 and MAD-12 are this chain with their own
 * attacks. */
#include "rules/mad/volley.h"

struct state {
    int32_t fired;
    int32_t hp_left;
};

enum { DAMAGE, HP_LOST };

const char *const MAD_VOLLEY_OUTCOMES[N_VOLLEY_OUTCOMES] = {
    [DESTROYED] = "destroyed", [DAMAGED] = "damaged", [UNHARMED] = "unharmed"};

const salvo_expectation MAD_VOLLEY_EXPECTATIONS[N_VOLLEY_EXPECTATIONS] = {
    [DAMAGE] = {.name = "damage", .help = "mean damage, including overkill"},
    [HP_LOST] = {.name = "hp-lost", .help = "mean number of hit points that the target loses"},
};

static void start(const void *situation, void *state)
{
    const struct mad_volley *v = situation;

    *(struct state *)state = (struct state){.hp_left = v->hp};
}

/* Only the total decides. An activation without attacks ends before the first dice, because it has nothing to take the
 * remainder by. */
static int outcome(const void *situation, const void *state)
{
    const struct mad_volley *v = situation;
    const struct state *s = state;

    if (v->n_attacks && s->fired < v->shots)
        return SALVO_CONTINUES;
    return s->hp_left == 0 ? DESTROYED : s->hp_left < v->hp ? DAMAGED : UNHARMED;
}

static void dice(const void *situation, const void *state, salvo_dice *dice)
{
    const struct mad_volley *v = situation;
    const struct state *s = state;

    *dice = mad_attack_dice(&v->attack[s->fired % v->n_attacks]);
}

/* `damage` counts damage beyond the last hit point, `hp-lost` does not. So attacks on a destroyed element go on. */
static bool step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct mad_volley *v = situation;
    struct state *s = state;
    int damage = mad_attack_damage(&v->attack[s->fired % v->n_attacks], faces);
    int lost = damage < s->hp_left ? damage : s->hp_left;

    gain[DAMAGE] += damage;
    gain[HP_LOST] += lost;
    s->hp_left -= lost;
    s->fired++;
    return false;
}

static const salvo_state_field MAD_VOLLEY_TOLD[] = {
    SALVO_STATE_FIELD("hit points left", struct state, hp_left),
    {NULL, 0, 0},
};

const salvo_chain MAD_VOLLEY = {.state_size = sizeof(struct state),
                                .start = start,
                                .outcome = outcome,
                                .dice = dice,
                                .step = step,
                                .throw_name = "an attack",
                                .fields = MAD_VOLLEY_TOLD};

void mad_volley_explain(const void *situation, salvo_text *text)
{
    const struct mad_volley *v = situation;

    if (v->n_attacks == 0)
        salvo_text_put(text, "no weapon to fire\n");
    for (int i = 0; i < v->n_attacks; i++) {
        mad_attack_explain(v->tables, &v->shot[i], text);
        salvo_text_put(text, "\n");
    }
}
