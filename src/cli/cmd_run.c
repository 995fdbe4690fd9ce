#include "cli/commands.h"
#include "cli/study.h"
#include "cli/watch.h"
#include "report/page.h"

/* What was asked, and where the answers are. */
static salvo_status tell(const options *o, const study *s, salvo_error *err)
{
    const experiment *x = s->experiment;
    page p;
    sheet *jobs;
    salvo_status status = page_init(&p, err);

    if (status != SALVO_OK)
        return status;
    page_heading(&p, "%s", x->title);
    page_paragraph(&p, "%s", x->question);
    jobs = page_sheet(&p);
    sheet_column(jobs, "job", false);
    sheet_column(jobs, "answer", false);
    for (unsigned i = 0; i < x->jobs_count; i++) {
        sheet_cell(jobs, "%s", x->jobs[i].name);
        sheet_cell(jobs, "%s", x->jobs[i].title);
    }
    page_paragraph(&p, "Written to %s/: README.md, which is to be read, manifest.json, and the tables of each job.",
                   s->folder);
    status = page_write(o->outlets->at[0].stream, (salvo_format){.kind = SALVO_TABLE}, &p, err);
    page_free(&p);
    return status;
}

static salvo_status run(const options *o, salvo_error *err)
{
    study s;
    salvo_status status;

    if (o->names.n != 1 || o->parameters.n)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "run which experiment? as in salvo run experiments/tiger-vs-firefly.yaml");
    status = study_run(&s, o->names.text[0], o, err);
    if (status == SALVO_OK && watch_signal())
        watch_discard();
    else if (status == SALVO_OK)
        status = tell(o, &s, err);
    if (status == SALVO_OK && !watch_signal())
        status = outlets_folder(o->outlets, s.folder, err);
    if (status == SALVO_OK && !watch_signal())
        status = study_tell(&s, o, o->outlets, err);
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
