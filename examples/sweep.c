/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A procedure over one parameter, as CSV: sweep DATA PROCEDURE OVER WORD ...
 * (sweep data/mad mad.direct-fire range weapon=cannon-b) */
#include <salvo/salvo.h>

#include <stdio.h>

static int complain(const salvo_error *err)
{
    fprintf(stderr, "sweep: %s\n", err->text);
    return 1;
}

static void print(const salvo_curve *curve)
{
    printf("%s,outcome,probability\n", curve->over[0]);
    for (size_t i = 0; i < curve->n_points; i++) {
        const salvo_value *at = NULL;

        for (size_t k = 0; k < curve->procedure->schema.n_parameters; k++)
            if (curve->procedure->schema.parameters[k].key == curve->over[0])
                at = &curve->questions[i].values[k];
        for (size_t k = 0; k < curve->answers[i].n_outcomes; k++)
            printf("%s,%s,%.9g\n", at ? at->text : "", curve->answers[i].outcomes[k].name,
                   curve->answers[i].outcomes[k].figure.exact.value);
    }
}

int main(int argc, char **argv)
{
    const salvo_procedure *procedure;
    salvo_rulebook book;
    salvo_curve curve;
    salvo_error err;

    if (argc < 4) {
        fprintf(stderr, "usage: sweep DATA PROCEDURE OVER [WORD ...]\n");
        return 2;
    }
    if (salvo_rulebook_find(&book, "mad", argv[1], NULL, 0, &err) != SALVO_OK ||
        salvo_procedure_find(book.ruleset, argv[2], &procedure, &err) != SALVO_OK)
        return complain(&err);
    if (salvo_curve_draw(&curve, &book, procedure, (const char *const *)argv + 4, (size_t)(argc - 4),
                         (const char *const *)argv + 3, 1, NULL, &err) != SALVO_OK)
        return complain(&err);
    print(&curve);
    salvo_curve_free(&curve);
    salvo_rulebook_close(&book);
    return 0;
}
