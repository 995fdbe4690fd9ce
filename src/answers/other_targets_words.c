#include "answers/other_targets_words.h"

#include "claims/other_targets.h"
#include "document/figures.h"

enum { DECIMALS = 2 }; /* as the answer has them */

static void put_other(salvo_text *text, const other_target *other)
{
    if (other->differs)
        salvo_text_add(text, ", in about %.0f %% with --targets %s", 100 * other->p_a, SALVO_TARGETS[other->targets]);
}

/* How it is asked, the answer itself tells: the same figure, not that of the quick look. The others were looked at with
 * other dice, and are told to a percent. */
static void put_usual(salvo_text *text, const salvo_battle *battle)
{
    char chance[FIGURE_MAX];

    reading_put(chance, read_probability(&battle->answer, &battle->p_a, DECIMALS), (salvo_format){.kind = SALVO_TABLE});
    salvo_text_add(text, "You did not say how targets are chosen, and it matters: a wins in %s as it is", chance);
}

void add_other_targets(page *p, const salvo_battle *battle)
{
    const other_targets *found = other_targets_of(battle, &p->failed);
    salvo_text text = {0};

    if (!found)
        return;
    put_usual(&text, battle);
    put_other(&text, &found->least);
    put_other(&text, &found->most);
    salvo_text_put(&text, ".");
    page_text(p, &text);
}

static void describe_other(record *to, const void *of, size_t i)
{
    const other_target *other = (const other_target *)of + i;
    const field fields[] = {
        {JSON, "targets", as_text(SALVO_TARGETS[other->targets])},
        {JSON, "p_a", as_number(other->p_a)},
    };

    PUT_FIELDS(to, fields);
}

static void describe_others(record *to, const void *of, size_t i)
{
    const other_targets *found = of;
    const field fields[] = {
        {JSON, "p_a", as_number(found->usual)},
        {JSON, "least", if_there(found->least.differs, as_row(describe_other, &found->least, 0))},
        {JSON, "most", if_there(found->most.differs, as_row(describe_other, &found->most, 0))},
        {JSON, "trials", as_whole((int64_t)found->trials)},
    };

    (void)i;
    PUT_FIELDS(to, fields);
}

void put_other_targets(record *to, const salvo_battle *battle)
{
    const other_targets *found = other_targets_of(battle, to->failed);
    const field fields[] = {{JSON, "other_targets", if_there(found, as_row(describe_others, found, 0))}};

    PUT_FIELDS(to, fields);
}
