/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The odds of one shot: odds [DATA]     (a folder with ruleset.yaml; without it, salvo's own tables) */
#include <salvo/salvo.h>

#include <stdio.h>

static int complain(const salvo_error *err)
{
    fprintf(stderr, "odds: %s\n", err->text);
    return 1;
}

static void print(const salvo_odds *odds)
{
    for (size_t i = 0; i < odds->n_outcomes; i++) {
        const salvo_outcome *o = &odds->outcomes[i];

        printf("%-10s %6.2f %%  %s\n", o->label, 100 * o->probability.value, o->probability.exact);
    }
    for (size_t i = 0; i < odds->n_means; i++)
        printf("average %s: %g\n", odds->means[i].name, odds->means[i].mean.value);
}

int main(int argc, char **argv)
{
    static const char *const WORDS[] = {"weapon=cannon-b", "range=500", "cover=normal"};
    const salvo_procedure *shot;
    salvo_rulebook book;
    salvo_question question;
    salvo_odds odds;
    salvo_error err;

    if (salvo_rulebook_find(&book, "mad", argc > 1 ? argv[1] : NULL, NULL, 0, &err) != SALVO_OK ||
        salvo_procedure_find(book.ruleset, "mad.direct-fire", &shot, &err) != SALVO_OK)
        return complain(&err);
    if (salvo_question_ask(&question, &book, shot, WORDS, sizeof WORDS / sizeof *WORDS, &err) != SALVO_OK)
        return complain(&err);
    if (salvo_odds_solve(&odds, &question, NULL, &err) != SALVO_OK)
        return complain(&err);
    print(&odds);
    salvo_odds_free(&odds);
    salvo_question_free(&question);
    salvo_rulebook_close(&book);
    return 0;
}
