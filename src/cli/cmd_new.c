/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

#include "cli/commands.h"
#include "cli/templates.h"

/* Says what to do with the template. It names the files, because the user must edit them. */
static void print_next_steps(FILE *out, const template *t, const char *folder)
{
    fprintf(out, "%s:", folder);
    for (size_t i = 0; i < t->n; i++)
        fprintf(out, " %s", t->files[i]);
    fprintf(out,
            "\n\n"
            "  salvo check %s\n"
            "  salvo list procedures --data %s\n",
            folder, folder);
    if (t->has_appendix)
        fprintf(out, "  salvo appendix --data %s\n", folder);
    if (t->is_tried)
        fprintf(out, "  salvo run %s/experiment.yaml --data %s -o %s/results\n", folder, folder, folder);
    fprintf(out, "\nThen change the tables%s, and check again.\n",
            !t->has_rules ? ""
            : t->book     ? " and the rules"
                          : " and rules.lua");
}

static salvo_status run(context *x, salvo_error *err)
{
    const options *o = &x->options;
    template t;
    salvo_status status;

    if (o->names.n != 1 || o->parameters.n)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "in which folder should the new rulebook be? as in salvo new tiny --like dice-pool");
    status = template_find(&t, x, o->like, err);
    status = status == SALVO_OK ? template_write(&t, x, o->names.text[0], err) : status;
    if (status != SALVO_OK)
        return status;
    print_next_steps(x->outputs.at[0].stream, &t, o->names.text[0]);
    return SALVO_OK;
}

const command NEW_COMMAND = {
    .name = "new",
    .usage = "DIR --like KIND",
    .help = "start a rulebook of your own: tables, rules, tests and an experiment",
    .more =
        "  salvo new tiny-tanks --like hit-and-save\n"
        "The kinds are hit-and-save, penetration, opposed-dice, dice-pool, chain and blank, and salvo's rulebooks, as in\n"
        "  salvo new my-mad --like mad\n"
        "The name of the folder becomes the rulebook's id. If the folder exists, it must be empty.",
    .takes = TAKES_LIKE,
    .run = run,
};
