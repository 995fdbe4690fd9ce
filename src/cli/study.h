/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An experiment carried out: every job's answer in its files, a report that can be read, and a manifest that says how all
 * of it came about. The same experiment, data and program give the same bytes. */
#ifndef SALVO_CLI_STUDY_H
#define SALVO_CLI_STUDY_H

#include <jansson.h>

#include "cli/context.h"
#include "cli/experiment.h"

/* A job's outputs: for the report, for the manifest, for the page; then come the files that are kept. */
enum { JOB_REPORT, JOB_DOCUMENT, JOB_PAGE, JOB_KEPT };

/* What became of one job. */
typedef struct finding {
    const job *job;
    const char *command; /* as the report shows it, "salvo curve ..." */
    char **words;        /* what is run: the same, and where its answers go */
    size_t n_words;
    const char **files; /* that the job leaves in the study's folder */
    size_t n_files;
    bool has_chart;  /* among them: NAME-chart.csv, and with gnuplot NAME.svg */
    context context; /* its outputs are JOB_REPORT in Markdown, JOB_DOCUMENT in JSON, JOB_PAGE in HTML, and files */
    json_t *json;    /* an object, or whatever else the JSON is */
} finding;

typedef struct study {
    const char *path; /* the experiment's file */
    const char *name; /* of its file, without the ending */
    const experiment *experiment;
    const char *folder;  /* where its files go */
    bool has_page;       /* report.html is written, too */
    finding *findings;   /* one for each job */
    context *asked;      /* has the options of the job whose command was read last */
    salvo_arena *memory; /* borrowed from the context that runs the study */
} study;

/* Carries out every job, each in a context of its own, with the data of x (--data, --set). SALVO_BAD_INPUT names the job
 * that failed, or a file in the folder that is not a study's; SALVO_STOPPED: a signal stopped the study; SALVO_IO: another run
 * holds the folder, which the outputs of x hold from then on. On failure, and in the end, study_free. */
salvo_status study_run(study *s, context *x, const char *path, salvo_error *err);
void study_free(study *s);

/* The whole study as one page with its pictures, in HTML. */
void study_page(const study *s, FILE *out);

/* Adds the report (README.md) to the outputs of x, moves the kept files there and adds the manifest (manifest.json), as the
 * last file: while it is not there, the study is unfinished. Pictures that could not be drawn are passed on to x. */
salvo_status study_tell(study *s, context *x, salvo_error *err);

#endif
