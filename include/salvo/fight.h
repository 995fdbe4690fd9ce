/* Who wins: a ruleset's own duel procedure, read as two sides. */
#ifndef SALVO_FIGHT_H
#define SALVO_FIGHT_H

#include <salvo/simulate.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct salvo_duel_turn {
    int64_t turn;
    double p_a, p_b, p_mutual; /* the chance that the duel ends in this very turn, and how */
} salvo_duel_turn;

typedef struct salvo_duel {
    salvo_question question; /* the procedure with its parameters: situation in words, values */
    salvo_answer answer;
    salvo_card a, b;
    salvo_figure p_a, p_b, p_mutual, p_undecided;
    bool ends; /* expected_turns is defined: the duel can end */
    salvo_figure expected_turns;
    salvo_duel_turn *by_turn; /* counted; none when only simulated */
    size_t n_turns;
    struct salvo_arena *memory;
} salvo_duel;

/* Fights a against b. `words` are the other parameters of the ruleset's duel ("range=500"); approach->options says how
 * many turns are listed (NULL: exact, no turns). SALVO_BAD_INPUT when the ruleset has no duel. On failure *duel is
 * zeroed. */
salvo_status salvo_duel_fight(salvo_duel *duel, const salvo_rulebook *book, const char *a, const char *b,
                              const char *const *words, size_t n_words, const salvo_approach *approach,
                              salvo_error *err);
void salvo_duel_free(salvo_duel *duel);

#ifdef __cplusplus
}
#endif
#endif
