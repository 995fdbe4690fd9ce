/* A battle as a question about its winner: the chain that fights it, whose ends are told apart by who has won alone. What is
 * left of the armies is an outcome of its own elsewhere; here it would only be in the way. */
#include <salvo/fight.h>

#include <string.h>

#include "fight/battle_ready.h"
#include "fight/battle_state.h"

enum winner { A_WINS, B_WINS, NOBODY, UNDECIDED };

/* What a question owns; found again from its procedure, which stands first. */
typedef struct made {
    salvo_procedure procedure;
    salvo_chain chain;
    battle_ready ready;
} made;

static int winner_of(const battle_model *e, int code)
{
    const int winner = battle_model_winner(e, code);

    return winner == SIDE_A ? A_WINS : winner == SIDE_B ? B_WINS : winner == -2 ? NOBODY : UNDECIDED;
}

static int outcome(const void *situation, const void *state)
{
    const battle_model *e = situation;
    const int code = e->chain.outcome(e, state);

    return code == SALVO_GOES_ON ? SALVO_GOES_ON : winner_of(e, code);
}

static int never_ends(const void *situation, const void *state)
{
    const battle_model *e = situation;

    return winner_of(e, e->chain.never_ends(e, state));
}

static void put(salvo_told *told, const char *name, int64_t value)
{
    told->at[told->n].name = name;
    told->at[told->n++].value = value;
}

static void tell(const void *situation, const void *state, salvo_told *told)
{
    static const char *const FIRES[] = {"a's fire", "b's fire"}, *const LEFT[] = {"elements of a", "elements of b"},
                             *const STRENGTH[] = {"a's strength", "b's strength"};
    const battle_model *e = situation;
    const struct state *s = state;

    told->throw = s->phase == ORDER ? "who acts" : s->phase == ACT ? FIRES[s->side] : "the end of the turn";
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        int64_t left = 0, strength = 0;

        for (int i = 0; i < e->side[side].n; i++) {
            const int own = strength_at(e, s, side, i);

            left += own > 0;
            strength += own > 0 ? own : 0;
        }
        put(told, LEFT[side], left);
        put(told, STRENGTH[side], strength);
    }
}

static void shape(made *m)
{
    static const char *const OUTCOMES[] = {"a-wins", "b-wins", "nobody-left", "undecided"};
    const battle_model *e = m->ready.battle_model;

    m->chain = e->chain;
    m->chain.outcome = outcome;
    m->chain.never_ends = never_ends;
    m->chain.undecided = UNDECIDED;
    m->chain.purpose = NULL; /* every element has its own, and elements that are alike are to be told as one */
    m->chain.tell = tell;
    m->procedure = e->procedure;
    m->procedure.chain = &m->chain;
    m->procedure.n_expectations = 0;
    m->procedure.label = NULL;
    m->procedure.outcomes = OUTCOMES;
    m->procedure.n_outcomes = sizeof OUTCOMES / sizeof *OUTCOMES;
    m->procedure.documentation.title = "two armies fight it out";
}

salvo_status salvo_battle_ask(salvo_question *question, const salvo_rulebook *book, const salvo_battle_plan *plan,
                              salvo_error *err)
{
    salvo_arena *memory = salvo_arena_new();
    made *m = memory ? salvo_arena_array(memory, 1, sizeof *m) : NULL;
    salvo_status status = m ? battle_ready_make(&m->ready, book, plan, memory, err) : salvo_fail_memory(err);

    *question = (salvo_question){.memory = NULL};
    if (status != SALVO_OK) {
        if (m)
            battle_ready_free(&m->ready);
        salvo_arena_free(memory);
        return status;
    }
    shape(m);
    *question = (salvo_question){.book = book,
                                 .schema = &m->procedure.schema,
                                 .procedure = &m->procedure,
                                 .situation = m->ready.battle_model,
                                 .memory = memory};
    return SALVO_OK;
}

void salvo_battle_question_free(salvo_question *question)
{
    made *m = (made *)(void *)(uintptr_t)question->procedure;

    if (m)
        battle_ready_free(&m->ready);
    salvo_question_free(question);
}

size_t salvo_battle_units(const salvo_question *question, size_t units[2 * SALVO_KINDS_MAX])
{
    const battle_model *e = question->situation;
    size_t n = 0;

    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int k = 0; k < e->side[side].n_kinds; k++)
            units[n++] = e->side[side].kinds[k].unit;
    return n;
}
