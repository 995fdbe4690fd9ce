/* An experiment carried out: every job's answer in its files, a report that can be read, and a manifest that says how all
 * of it came about. The same experiment, data and program give the same bytes. */
#ifndef SALVO_CLI_STUDY_H
#define SALVO_CLI_STUDY_H

#include <jansson.h>

#include "cli/experiment.h"
#include "cli/options.h"

/* What became of one job. */
typedef struct finding {
    const job *job;
    const char *command; /* as the report shows it, "salvo curve ..." */
    bool has_chart;      /* among the files: NAME-chart.csv, and with gnuplot NAME.svg */
    outlets answers;     /* [0]: Markdown for the report, [1]: JSON, then the files that are kept */
    json_t *json;        /* an object, or whatever else the JSON is */
} finding;

typedef struct study {
    const char *path; /* the experiment's file */
    const char *name; /* of its file, without the ending */
    const experiment *experiment;
    const char *folder; /* where its files go */
    finding *findings;  /* one for each job */
    uint64_t rulesets;  /* bits by place among SALVO_RULESETS: those that the jobs use */
    salvo_arena *memory;
} study;

/* Carries out every job with the data of `o` (--data, --set). SALVO_BAD_INPUT names the job that failed. A signal ends the
 * study after the job that it broke off (watch_signal). On failure, and in the end, study_free. */
salvo_status study_run(study *s, const char *path, const options *o, salvo_error *err);
void study_free(study *s);

/* Moves the kept files into `to` and adds the report (README.md) and the manifest (manifest.json). */
salvo_status study_tell(study *s, const options *o, outlets *to, salvo_error *err);

#endif
