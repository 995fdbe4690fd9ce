#include "cli/commands.h"
#include "cli/study.h"
#include "document/page.h"

/* What was asked, and where the answers are. */
static salvo_status tell(context *x, const study *s, salvo_error *err)
{
    const experiment *asked = s->experiment;
    page p;
    sheet *jobs;
    salvo_status status = page_init(&p, err);

    if (status != SALVO_OK)
        return status;
    page_heading(&p, "%s", asked->title);
    page_paragraph(&p, "%s", asked->question);
    jobs = page_sheet(&p);
    sheet_column(jobs, "job", false);
    sheet_column(jobs, "answer", false);
    for (unsigned i = 0; i < asked->jobs_count; i++) {
        sheet_cell(jobs, "%s", asked->jobs[i].name);
        sheet_cell(jobs, "%s", asked->jobs[i].title);
    }
    page_paragraph(&p, "Written to %s/: start with README.md; manifest.json and the tables of each job are beside it.",
                   s->folder);
    status = page_write(x->outputs.at[0].stream, (salvo_format){.kind = SALVO_TABLE}, &p, err);
    page_free(&p);
    return status;
}

static salvo_status run(context *x, salvo_error *err)
{
    const options *o = &x->options;
    study s;
    salvo_status status;

    if (o->names.n != 1 || o->parameters.n)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "run which experiment? as in salvo run experiments/tiger-vs-firefly.yaml");
    status = study_run(&s, x, o->names.text[0], err);
    if (status == SALVO_OK)
        status = tell(x, &s, err);
    if (status == SALVO_OK)
        status = outputs_folder(&x->outputs, s.folder, err);
    if (status == SALVO_OK)
        status = study_tell(&s, x, err);
    study_free(&s);
    return status;
}

const command RUN_COMMAND = {
    .name = "run",
    .usage = "FILE.yaml [-o DIR]",
    .help = "a whole study: the commands of an experiment, with a report and a manifest",
    .more =
        "  salvo run experiments/tiger-vs-firefly.yaml         into results/tiger-vs-firefly\n"
        "Every job of the experiment is a command of salvo. Their answers go into one folder, with README.md, the\n"
        "report, and manifest.json, which has the version, the seeds and the hashes of data, counts and files. The\n"
        "same program, data and seeds make the same files. Nothing is written unless every job was answered.",
    .takes = TAKES_FOLDER | TAKES_DATA | TAKES_SET,
    .run = run,
};
