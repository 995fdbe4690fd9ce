/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A repeated test whose successes are counted. The state keeps only the remaining tries and the successes, so many
 * figures need few states. */
#include "rules/skank/tries.h"

#include "rules/skank/tables.h"

struct state {
    int16_t left;
    int16_t successes;
    int32_t gated; /* the roll at the gate is still to be made */
};

/* Without a gate roll, all tries are made. */
static void start(const void *situation, void *state)
{
    const struct skank_tries *tries = situation;

    *(struct state *)state = (struct state){.left = (int16_t)tries->tries, .gated = tries->gated};
}

/* `enough` ends it early if further successes change nothing, as for a target that has been spotted. */
static int outcome(const void *situation, const void *state)
{
    const struct skank_tries *tries = situation;
    const struct state *s = state;
    bool done = s->left == 0 || (tries->enough && s->successes >= tries->enough);

    return done ? s->successes : SALVO_CONTINUES;
}

static void dice(const void *situation, const void *state, salvo_dice *dice)
{
    const struct skank_tries *tries = situation;

    *dice = salvo_dice_of(((const struct state *)state)->gated ? 1 : tries->n_dice, FACES);
}

/* `under` decides how a die succeeds, because some procedures count passed tests and others failed ones. */
static bool succeeds(const struct skank_tries *tries, const uint8_t *faces)
{
    for (int i = 0; i < tries->n_dice; i++)
        if ((faces[i] > tries->over[i]) == tries->under)
            return false;
    return true;
}

/* The gate is thrown once for all tries: R12 has one roll for the whole area. */
static bool step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct skank_tries *tries = situation;
    struct state *s = state;

    if (s->gated) {
        s->gated = 0;
        if (faces[0] > tries->gate)
            s->left = 0;
        return false;
    }
    s->left--;
    if (succeeds(tries, faces)) {
        s->successes++;
        gain[0]++;
    }
    return false;
}

static const salvo_state_field SKANK_TRIES_TOLD[] = {
    SALVO_STATE_FIELD("successes", struct state, successes),
    {NULL, 0, 0},
};

const salvo_chain SKANK_TRIES = {.state_size = sizeof(struct state),
                                 .start = start,
                                 .outcome = outcome,
                                 .dice = dice,
                                 .step = step,
                                 .throw_name = "a try",
                                 .fields = SKANK_TRIES_TOLD};
