/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two armies meet: battle DATA ARMY ARMY RANGE     (battle data/mad "2 Tiger I" "3 Sherman M4A1" 500) */
#include <salvo/salvo.h>

#include <stdio.h>
#include <stdlib.h>

static int complain(const salvo_error *err)
{
    fprintf(stderr, "battle: %s\n", err->text);
    return 1;
}

int main(int argc, char **argv)
{
    salvo_battle_plan plan = {.scenario = SALVO_ADVANCE, .close_to = -1, .break_at = 0.5};
    salvo_rulebook book;
    salvo_battle battle;
    salvo_error err;

    if (argc != 5) {
        fprintf(stderr, "usage: battle DATA ARMY ARMY RANGE\n");
        return 2;
    }
    plan.army[0].list = argv[2];
    plan.army[1].list = argv[3];
    plan.range = strtod(argv[4], NULL);
    if (salvo_rulebook_find(&book, "mad", argv[1], NULL, 0, &err) != SALVO_OK)
        return complain(&err);
    if (salvo_battle_fight(&battle, &book, &plan, NULL, &err) != SALVO_OK)
        return complain(&err);
    printf("a advances and wins %.2f %%, b wins %.2f %%; a side withdraws after losing half\n",
           100 * battle.p_a.exact.value, 100 * battle.p_b.exact.value);
    salvo_battle_free(&battle);
    salvo_rulebook_close(&book);
    return 0;
}
