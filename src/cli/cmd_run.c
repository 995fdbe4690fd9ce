/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a study: every job is a command of its own. The files of all jobs are delivered together or not at all. */
#include "base/try.h"
#include "cli/commands.h"
#include "cli/report.h"
#include "cli/study.h"

static void describe_job(record *to, const void *of, size_t i)
{
    const job *j = &((const study *)of)->experiment->jobs[i];
    const field fields[] = {
        {"job", as_text(j->name)},
        {"title", as_text(j->title)},
    };

    PUT_FIELDS(to, fields);
}

/* Prints the question and the place of the answers. */
static void add_study(page *p, const void *of)
{
    const study *s = of;

    page_heading(p, "%s", s->experiment->title);
    page_paragraph(p, "%s", s->experiment->question);
    page_rows(p, READ, describe_job, s, s->experiment->jobs_count);
    page_paragraph(p, "Written to %s/: start with %s; manifest.json and the tables of each job are beside it.",
                   s->folder, s->has_page ? "report.html" : "README.md");
}

/* stdout is only for readers; programs read the files. */
static const answer_kind STUDY_ANSWER = {.read = add_study};

static salvo_status carry_out(context *x, study *s, const char *path, salvo_error *err)
{
    TRY(study_run(s, x, path, err));
    TRY(report(x, &STUDY_ANSWER, s, SALVO_OK, err));
    return study_tell(s, x, err);
}

static salvo_status run(context *x, salvo_error *err)
{
    const options *o = &x->options;
    study s;
    salvo_status status;

    if (o->names.n != 1 || o->parameters.n)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "which study should be run? as in salvo run experiments/tiger-vs-firefly.yaml");
    status = carry_out(x, &s, o->names.text[0], err);
    /* A failed study also has findings. */
    study_free(&s);
    return status;
}

const command RUN_COMMAND = {
    .name = "run",
    .usage = "FILE.yaml [-o DIR] [--format html]",
    .help = "run a whole study: many commands, one report",
    .more =
        "  salvo run experiments/tiger-vs-firefly.yaml         writes results/tiger-vs-firefly\n"
        "Each job of the study is a command of salvo. The answers go into one folder, with README.md, the report,\n"
        "and manifest.json, which has the version, the seeds and the hashes of data, counts and files. The same\n"
        "program, data and seeds make the same files. salvo writes nothing until every job has an answer, and it\n"
        "writes the manifest last. If the manifest is missing or does not match the files, the next run says that\n"
        "the study is unfinished and makes it anew. No other run can use the folder in the meantime. salvo never\n"
        "replaces a README.md or another file that is not part of a study.\n"
        "--data and --set apply to every job, and to both variants of a comparison. If a job has its own, that one\n"
        "applies.",
    .takes = TAKES_FOLDER | TAKES_DATA | TAKES_SET,
    .run = run,
};
