/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A study: every job is a command of its own; the files of all of them are delivered together or not at all. */
#include "cli/commands.h"
#include "cli/report.h"
#include "cli/study.h"

static void describe_job(record *to, const void *of, size_t i)
{
    const job *j = &((const study *)of)->experiment->jobs[i];
    const field fields[] = {
        {READ, "job", as_text(j->name)},
        {READ, "answer", as_text(j->title)},
    };

    PUT_FIELDS(to, fields);
}

/* What was asked, and where the answers are. */
static void add_study(page *p, const void *of)
{
    const study *s = of;

    page_heading(p, "%s", s->experiment->title);
    page_paragraph(p, "%s", s->experiment->question);
    page_rows(p, READ, describe_job, s, s->experiment->jobs_count);
    page_paragraph(p, "Written to %s/: start with %s; manifest.json and the tables of each job are beside it.",
                   s->folder, s->has_page ? "report.html" : "README.md");
}

/* Only read on stdout; the answers for programs are the files. */
static const answer_kind STUDY_ANSWER = {.read = add_study};

static salvo_status carry_out(context *x, study *s, const char *path, salvo_error *err)
{
    salvo_status status = study_run(s, x, path, err);

    if (status != SALVO_OK)
        return status;
    status = report(x, &STUDY_ANSWER, s, SALVO_OK, err);
    return status == SALVO_OK ? study_tell(s, x, err) : status;
}

static salvo_status run(context *x, salvo_error *err)
{
    const options *o = &x->options;
    study s;
    salvo_status status;

    if (o->names.n != 1 || o->parameters.n)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "run which experiment? as in salvo run experiments/tiger-vs-firefly.yaml");
    status = carry_out(x, &s, o->names.text[0], err);
    /* In any case: also a study that failed has findings. */
    study_free(&s);
    return status;
}

const command RUN_COMMAND = {
    .name = "run",
    .usage = "FILE.yaml [-o DIR] [--format html]",
    .help = "a whole study: the commands of an experiment, with a report and a manifest",
    .more =
        "  salvo run experiments/tiger-vs-firefly.yaml         into results/tiger-vs-firefly\n"
        "Every job of the experiment is a command of salvo. Their answers go into one folder, with README.md, the\n"
        "report, and manifest.json, which has the version, the seeds and the hashes of data, counts and files. The\n"
        "same program, data and seeds make the same files. Nothing is written unless every job was answered, and the\n"
        "manifest comes last: where it is missing, or other files are there than it says, the next run says that the\n"
        "study is unfinished, and makes it anew. While a run works, its folder is refused to every other one. A README.md or\n"
        "another file that is not a study's is never replaced.\n"
        "--data and --set belong to every job, and to both variants of a comparison. Where a job says its own, that holds.",
    .takes = TAKES_FOLDER | TAKES_DATA | TAKES_SET,
    .run = run,
};
