/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A single attack as a whole question. Many procedures end in one attack roll. Their situations begin with a struct
 * mad_one_attack, so one roll and one set of expectations serve all of them. */
#include "rules/mad/one_attack.h"

const char *const MAD_LEVEL_OUTCOMES[N_SHOT_OUTCOMES] = {
    [MISS] = "miss", [SINGLE] = "single", [DOUBLE] = "double", [CRITICAL] = "critical", [NO_SHOT] = "no-shot"};

const salvo_expectation MAD_ATTACK_EXPECTATIONS[N_ATTACK_EXPECTATIONS] = {
    [ATTACK_DAMAGE] = {.name = "damage", .help = "mean damage"},
    [ATTACK_SUCCESSES] = {.name = "successes", .help = "mean number of dice that succeed"},
    [ATTACK_KILL] = {.name = "kill", .help = "probability that the damage is at least hp"},
};

static void dice(const void *situation, salvo_dice *dice)
{
    *dice = mad_attack_dice(&((const struct mad_one_attack *)situation)->attack);
}

/* A procedure that throws more before its attack, as MAD-17 does, calls this for its last throw. */
int mad_one_attack_resolve(const struct mad_one_attack *one, const uint8_t *faces, int64_t *gain)
{
    enum mad_level level;

    if (one->attack.verdict != MAY_FIRE)
        return NO_SHOT;
    level = mad_attack_level(one->attack.target_number, faces);
    gain[ATTACK_DAMAGE] += one->attack.damage[level];
    gain[ATTACK_SUCCESSES] += mad_level_successes(level);
    gain[ATTACK_KILL] += one->hp && one->attack.damage[level] >= one->hp;
    return (int)level;
}

static int resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    return mad_one_attack_resolve(situation, faces, gain);
}

/* Without hit points there is nothing to destroy, so the chance is left out, not 0. */
bool mad_one_attack_expects(const void *situation, size_t expectation)
{
    return expectation != ATTACK_KILL || ((const struct mad_one_attack *)situation)->hp;
}

const salvo_roll MAD_ONE_ATTACK = {.dice = dice, .resolve = resolve};
