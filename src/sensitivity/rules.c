/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each variant of the rules is asked the same question. */
#include <salvo/sensitivity.h>

#include <math.h>
#include <stdlib.h>

#include "base/rank.h"
#include "rules/fault.h"
#include "sensitivity/baseline.h"
#include "sensitivity/probe_answers.h"
#include "simulate/answer.h"

/* The variants as the caller gives them. */
typedef struct given {
    const salvo_variant *variants;
    size_t n;
} given;

/* One probe for each variant. */
static salvo_status lay_variants(salvo_baseline *asked, batch *b, void *context, salvo_changed_answer **answers,
                                 salvo_error *err)
{
    const given *of = context;

    asked->of_rules = true;
    asked->n_cells = of->n;
    *answers = salvo_arena_array(asked->memory, of->n, sizeof **answers);
    b->probes = calloc(of->n + 1, sizeof *b->probes); /* one more, so that an empty list is no failure of calloc */
    if (!*answers || !b->probes)
        return salvo_fail_memory(err);
    for (; b->n < of->n; b->n++)
        b->probes[b->n] = (probe){.text = of->variants[b->n].name, .variant = of->variants[b->n].book};
    return SALVO_OK;
}

/* Returns the size of the difference; below 0 for an answer that is not known, or that does not exist. */
static double size_of(const salvo_baseline *asked, const salvo_changed_answer *m)
{
    const double difference = value_by(asked->exact, &m->difference);

    return m->known && !isnan(difference) ? fabs(difference) : -1;
}

/* Ties keep the order of the names. */
static salvo_status rank(salvo_rule_sensitivity *s, salvo_error *err)
{
    rank_entry *order = salvo_arena_array(s->baseline.memory, s->n_variants, sizeof *order);

    for (size_t i = 0; order && i < s->n_variants; i++)
        order[i] = (rank_entry){i, size_of(&s->baseline, &s->variants[i])};
    if (order) {
        rank_sort(order, s->n_variants);
        s->variants = rank_copy(order, s->n_variants, s->variants, sizeof *s->variants, s->baseline.memory);
    }
    return order && s->variants ? SALVO_OK : salvo_fail_memory(err);
}

salvo_status salvo_sensitivity_of_rules(salvo_rule_sensitivity *s, const salvo_rulebook *book,
                                        const salvo_subject *subject, const salvo_variant *variants, size_t n,
                                        const salvo_approach *approach, salvo_error *err)
{
    batch b = {.book = book, .subject = subject, .how = approach ? approach : &SALVO_APPROACH};
    salvo_status status;

    *s = (salvo_rule_sensitivity){.n_variants = n};
    status = probes_answer(&s->baseline, &b, lay_variants, &(given){variants, n}, &s->variants, err);
    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        status = salvo_fault_or(status, variants[i].book, err); /* a mistake in a rule is no refusal */
    for (size_t i = 0; i < n && status == SALVO_OK; i++) {
        s->baseline.n_not_examined += !s->variants[i].known && !s->variants[i].refused;
        s->n_moving += probe_moves_answer(&s->baseline, &b.probes[i], &s->variants[i]);
    }
    status = status == SALVO_OK ? rank(s, err) : status;
    batch_free(&b);
    if (status != SALVO_OK)
        salvo_rule_sensitivity_free(s);
    return status;
}

void salvo_rule_sensitivity_free(salvo_rule_sensitivity *s)
{
    baseline_free(&s->baseline);
    *s = (salvo_rule_sensitivity){.n_variants = 0};
}
