/* The same armies and battles as the fit's, with the scores of some meetings alone. */
#include "points/price_parts.h"

#include <string.h>

/* Grows by doubling, in the arena. */
static bool make_room(battle_log *log, size_t n)
{
    const size_t meetings = log->m->n_meetings, room = 2 * (log->n + n);
    observation *seen;
    float *scores;

    if (log->n + n <= log->room)
        return true;
    seen = salvo_arena_array(log->memory, room, sizeof *seen);
    scores = salvo_arena_array(log->memory, room * meetings, sizeof *scores);
    if (!seen || !scores)
        return false;
    if (log->n) {
        memcpy(seen, log->seen, log->n * sizeof *seen);
        memcpy(scores, log->scores, log->n * meetings * sizeof *scores);
    }
    log->seen = seen;
    log->scores = scores;
    log->room = room;
    return true;
}

salvo_status battle_log_add(battle_log *log, const pair_run *run, salvo_error *err)
{
    const size_t meetings = run->m->n_meetings;

    if (!make_room(log, run->n))
        return salvo_fail_memory(err);
    for (size_t i = 0; i < run->n; i++, log->n++) {
        log->seen[log->n] = observation_of(run->m, &run->pairs[i], run->results[i].mean);
        for (size_t at = 0; at < meetings; at++)
            log->scores[log->n * meetings + at] = (float)pair_score(run, i, at);
    }
    return SALVO_OK;
}

static size_t count_scenarios(const unit_pool *m)
{
    size_t n = 0;

    for (int s = 0; s < SALVO_N_SCENARIOS; s++)
        n += m->plan->scenarios[s];
    return n;
}

salvo_status price_parts_list(price_parts *to, const unit_pool *m, salvo_arena *memory, salvo_error *err)
{
    *to = (price_parts){.parts = salvo_arena_array(memory, SALVO_N_SCENARIOS + m->n_ranges, sizeof *to->parts)};
    if (!to->parts)
        return salvo_fail_memory(err);
    for (int s = 0; s < SALVO_N_SCENARIOS && count_scenarios(m) > 1; s++)
        if (m->plan->scenarios[s])
            to->parts[to->n++] = (salvo_price_part){.scenario = (salvo_scenario)s};
    for (size_t r = 0; r < m->n_ranges && m->n_ranges > 1; r++)
        to->parts[to->n++] = (salvo_price_part){.of_range = true, .range = m->ranges[r]};
    return SALVO_OK;
}

bool price_part_has(const salvo_price_part *part, const meeting *at)
{
    return part->of_range ? at->range == part->range : at->scenario == part->scenario;
}

static double score_of(const battle_log *log, size_t i, const salvo_price_part *part)
{
    double sum = 0;
    int n = 0;

    for (size_t at = 0; at < log->m->n_meetings; at++)
        if (price_part_has(part, &log->m->meetings[at])) {
            sum += (double)log->scores[i * log->m->n_meetings + at];
            n++;
        }
    return sum / n;
}

salvo_status price_part_fit(value_model *v, const battle_log *log, const salvo_price_part *part,
                            const worth_design *design, double prior_sd, salvo_error *err)
{
    salvo_arena *memory = salvo_arena_new();
    observation *seen = memory ? salvo_arena_array(memory, log->n, sizeof *seen) : NULL;
    salvo_status status;

    for (size_t i = 0; seen && i < log->n; i++) {
        seen[i] = log->seen[i];
        seen[i].score = score_of(log, i, part);
    }
    status = seen ? value_model_fit(v, design, seen, log->n, prior_sd, err) : salvo_fail_memory(err);
    salvo_arena_free(memory);
    return status;
}
