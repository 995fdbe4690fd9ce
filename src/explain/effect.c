/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explain/effect.h"

static void put_comma(salvo_text *text)
{
    salvo_text_put(text, text->length ? ", " : "");
}

/* For a mark the text can only say that it changes. */
static void put_change(salvo_text *text, const effect *x, const salvo_state_description *description, size_t i)
{
    const char *name = description->at[i].name;

    put_comma(text);
    switch (description->at[i].kind) {
    case SALVO_FIELD_PACKED:
        salvo_text_add(text, "%s changes", name);
        break;
    case SALVO_FIELD_NUMBER:
        salvo_text_add(text, "%s %+lld", name, (long long)x->change[i]);
        break;
    default:
        salvo_text_add(text, x->becomes[i] ? "%s" : "no longer: %s", name);
    }
}

/* An expectation may be counted in parts, such as damage in halves of a hit point; the text shows whole ones. */
static void put_gains(salvo_text *text, const effect *x, const salvo_procedure *p)
{
    for (size_t k = 0; k < p->n_expectations; k++) {
        const salvo_expectation *gained = &p->expectations[k];

        if (!x->gain[k])
            continue;
        put_comma(text);
        salvo_text_add(text, "%s %+.6g", gained->name,
                       (double)x->gain[k] / (double)(gained->parts > 1 ? gained->parts : 1));
    }
}

/* An outcome replaces the list of changes before it, which no longer matters. Gains are listed with both, because an
 * expectation is the sum over all throws, including the last. */
static void put_effect(salvo_text *text, const salvo_question *q, const effect *x,
                       const salvo_state_description *description, const char *next)
{
    const salvo_chain *chain = q->procedure->chain;
    char label[SALVO_LABEL_MAX];

    if (x->outcome != SALVO_CONTINUES) {
        salvo_outcome_label(q, (int)x->outcome, label);
        salvo_text_put(text, label);
    }
    for (size_t i = 0; i < description->n && x->outcome == SALVO_CONTINUES; i++)
        if (x->change[i])
            put_change(text, x, description, i);
    if (!chain || !chain->describes_gains)
        put_gains(text, x, q->procedure);
    if (next) {
        put_comma(text);
        salvo_text_add(text, "then %s", next);
    }
}

/* A result that neither ends nor changes anything still needs a text. It is "once more" if the same state returns, so
 * that the throw is repeated. It is "no effect" if only hidden parts of the state changed. */
const char *effect_words(const salvo_explanation *e, const effect *x, const salvo_state_description *description,
                         const char *next)
{
    salvo_text text = {0};
    const char *words;

    put_effect(&text, e->question, x, description, next);
    if (!text.length)
        salvo_text_put(&text, x->stays ? "once more" : description->n ? "no effect" : "goes on");
    words = text.failed ? NULL : salvo_arena_text(e->memory, salvo_text_of(&text));
    salvo_text_free(&text);
    return words;
}
