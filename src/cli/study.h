/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs an experiment: it writes every job's answer to files, a report for readers, and a manifest that says how all
 * results were produced. The same experiment, data and program produce the same bytes. */
#ifndef SALVO_CLI_STUDY_H
#define SALVO_CLI_STUDY_H

#include "answers/answer.h"
#include "cli/context.h"
#include "cli/experiment.h"

/* The results of one job. */
typedef struct finding {
    const job *job;
    const char *command; /* as in the report: "salvo curve ..." */
    char **words;        /* the words to run: the command, and where its answers go */
    size_t n_words;
    const char **files; /* the job's files in the study's folder */
    size_t n_files;
    bool has_chart;  /* they include NAME-chart.csv, and NAME.svg */
    context context; /* its outputs are the files */
    kept_answer answer;
    placed_picture picture; /* in the report */
} finding;

typedef struct study {
    const char *path; /* the experiment's file */
    const char *name; /* name of that file without its ending */
    const experiment *experiment;
    const char *folder;  /* where its files go */
    bool has_page;       /* also write report.html */
    finding *findings;   /* one for each job */
    context *asked;      /* holds the options of the last command that was read */
    salvo_arena *memory; /* borrowed from the context that runs the study */
} study;

/* Runs every job in a context of its own, with the data of x (--data, --set). Returns SALVO_BAD_INPUT with the name of
 * the failed job, or of a file in the folder that is not a study's. SALVO_STOPPED: a signal stopped the study.
 * SALVO_IO: another run holds the folder. From then on the outputs of x hold it. Call study_free at the end and on
 * failure. */
salvo_status study_run(study *s, context *x, const char *path, salvo_error *err);
void study_free(study *s);

/* Adds the report (README.md, and report.html if it has a page) to the outputs of x, moves the kept files there, and
 * adds the manifest (manifest.json) last. A study without a manifest is unfinished. Missing pictures are passed on to x. */
salvo_status study_tell(study *s, context *x, salvo_error *err);

#endif
