/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "answers/lists.h"
#include "base/try.h"
#include "cli/books.h"
#include "cli/commands.h"
#include "cli/program_manual.h"
#include "cli/report.h"
#include "rules/fault.h"

static salvo_status write_rulebook(context *x, salvo_error *err)
{
    salvo_rulebook book;
    manual m;
    salvo_status status;

    TRY(book_open_named(&book, x, err));
    status = manual_open(&m, &book, err);
    status = salvo_fault_or(report(x, &MANUAL_ANSWER, &m, status, err), &book, err);
    manual_close(&m);
    salvo_rulebook_close(&book);
    return status;
}

/* Writes a man page or Markdown. */
static salvo_status write_program(context *x, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (EACH_OUTPUT(&x->outputs, to)) {
        const bool in_markdown = to->format.kind == SALVO_MARKDOWN;

        if (status == SALVO_OK && !in_markdown && to->format.kind != SALVO_TABLE)
            status = salvo_fail(err, SALVO_BAD_INPUT,
                                "the manual of the program is a man page, or Markdown with --format markdown; there "
                                "is no other format");
        if (status == SALVO_OK)
            status = program_manual_write(to->stream, in_markdown ? &MANUAL_IN_MARKDOWN : &MANUAL_IN_ROFF, err);
    }
    return status;
}

/* The program and the words of Lua belong to no rulebook, so options without an effect are refused. */
static salvo_status run(context *x, salvo_error *err)
{
    const options *o = &x->options;
    bool program = o->names.n == 1 && strcmp(o->names.text[0], "program") == 0;
    bool lua = o->names.n == 1 && strcmp(o->names.text[0], "lua") == 0;

    if ((o->names.n && !program && !lua) || o->parameters.n)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "which manual? salvo manual -r ID, salvo manual program, or salvo manual lua");
    if (!program && !lua)
        return write_rulebook(x, err);
    if (o->ruleset || o->data || o->set.n || o->digits)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "salvo manual %s writes %s; it takes no option but --format, --also and -o", o->names.text[0],
                          program ? "the manual of the program" : "the words of rules in Lua");
    return program ? write_program(x, err) : report(x, &RULE_WORDS_ANSWER, NULL, SALVO_OK, err);
}

const command MANUAL_COMMAND = {
    .name = "manual",
    .usage = "-r ID | program | lua",
    .help = "write the manual of a rulebook, or the reference of the program",
    .more = "  salvo manual -r mad --format markdown     every procedure, ruling and table\n"
            "  salvo manual program | man -l -           the man page, in roff\n"
            "  salvo manual program --format markdown    the same as the page docs/reference.md\n"
            "  salvo manual lua                          the words of rules in Lua",
    .takes = TAKES_RULESET | TAKES_DATA | TAKES_SET | TAKES_OUTPUT,
    .run = run,
};
