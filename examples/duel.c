/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who wins a duel, exactly and simulated: duel DATA A B WORD ...     (duel data/mad "Tiger I" "Panther A to G" range=750) */
#include <salvo/salvo.h>

#include <stdio.h>

static int complain(const salvo_error *err)
{
    fprintf(stderr, "duel: %s\n", err->text);
    return 1;
}

static void print(const char *who, const salvo_figure *p)
{
    printf("%-12s %.6f exactly, %.6f simulated (%.6f to %.6f)\n", who, p->exact.value, p->simulated.value,
           p->simulated.low, p->simulated.high);
}

int main(int argc, char **argv)
{
    salvo_approach approach = {.method = SALVO_BOTH, .plan = SALVO_PLAN};
    salvo_rulebook book;
    salvo_duel duel;
    salvo_error err;

    if (argc < 4) {
        fprintf(stderr, "usage: duel DATA A B [WORD ...]\n");
        return 2;
    }
    approach.plan.seed = 7;
    if (salvo_rulebook_find(&book, "mad", argv[1], NULL, 0, &err) != SALVO_OK)
        return complain(&err);
    if (salvo_duel_fight(&duel, &book, argv[2], argv[3], (const char *const *)argv + 4, (size_t)(argc - 4), &approach,
                         &err) != SALVO_OK)
        return complain(&err);
    print("a wins", &duel.p_a);
    print("b wins", &duel.p_b);
    printf("average number of turns: %.4f\n", duel.expected_turns.exact.value);
    salvo_duel_free(&duel);
    salvo_rulebook_close(&book);
    return 0;
}
