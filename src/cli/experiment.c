/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All values are texts in the schema: a seed must reach the command as the author wrote it, and salvo's own messages
 * can name the job. */
#include "cli/experiment.h"

#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

#include "base/try.h"
#include "data/yaml.h"

static const cyaml_schema_field_t JOB_FIELDS[] = {
    YAML_TEXT(job, "name", name),
    YAML_TEXT(job, "title", title),
    YAML_OPTIONAL_TEXT(job, "text", text),
    YAML_TEXT(job, "command", command),
    YAML_OPTIONAL_TEXT(job, "seed", seed),
    YAML_OPTIONAL_TEXT(job, "trials", trials),
    YAML_OPTIONAL_TEXT(job, "precision", precision),
    YAML_OPTIONAL_TEXTS(job, "outputs", outputs),
    YAML_OPTIONAL_TEXT(job, "chart", chart),
    YAML_OPTIONAL_TEXT(job, "rows", rows),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t JOB = {CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, job, JOB_FIELDS)};

static const cyaml_schema_field_t FIELDS[] = {
    YAML_TEXT(experiment, "title", title),
    YAML_TEXT(experiment, "question", question),
    YAML_OPTIONAL_TEXT(experiment, "text", text),
    YAML_OPTIONAL_TEXT(experiment, "seed", seed),
    YAML_OPTIONAL_TEXT(experiment, "quick", quick),
    CYAML_FIELD_SEQUENCE("jobs", CYAML_FLAG_POINTER, experiment, jobs, &JOB, 1, CYAML_UNLIMITED),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t DOCUMENT = {CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, experiment, FIELDS)};

static const salvo_yaml_form FORM = {.schema = &DOCUMENT,
                                     .top = FIELDS,
                                     .entry = JOB_FIELDS,
                                     .noun = "job",
                                     .beginning = "the experiment's title, as in 'title: Tiger against Firefly'"};

/* Refuses the value of a key of that job; without a key, the job itself. */
SALVO_PRINTF(5, 6)
static salvo_status refuse(const salvo_yaml *yaml, size_t at, const char *key, salvo_error *err, const char *format,
                           ...)
{
    const salvo_yaml_step steps[] = {{"jobs", 0}, {NULL, at}, {key, 0}};
    va_list values;

    va_start(values, format);
    salvo_yaml_vrefuse(yaml, steps, key ? 3 : 2, err, format, values);
    va_end(values);
    return SALVO_BAD_INPUT;
}

static bool is_whole(const char *text)
{
    return *text && strspn(text, "0123456789") == strlen(text);
}

static bool is_either(const char *text, const char *one, const char *other)
{
    return !text || strcmp(text, one) == 0 || strcmp(text, other) == 0;
}

static salvo_status check_values(const salvo_yaml *yaml, const experiment *x, size_t at, salvo_error *err)
{
    const job *j = &x->jobs[at];

    if (!is_either(j->chart, "yes", "no"))
        return refuse(yaml, at, "chart", err, "chart: %s: write yes or no", j->chart);
    /* Nine digits fit a long on every system. */
    if (j->rows && strcmp(j->rows, "none") != 0 && !(is_whole(j->rows) && strlen(j->rows) < 10))
        return refuse(yaml, at, "rows", err, "rows: %s: write a whole number, or none", j->rows);
    /* Check now and not when the job runs: others may have run for an hour by then. */
    if (j->trials && j->precision)
        return refuse(yaml, at, NULL, err,
                      "the job '%s' has trials and a precision, which exclude each other; "
                      "remove one of them",
                      j->name);
    return SALVO_OK;
}

static salvo_status check_job(const salvo_yaml *yaml, const experiment *x, size_t at, salvo_error *err)
{
    const job *j = &x->jobs[at];

    /* The name becomes a file name on every system, and part of links in the report. */
    if (strspn(j->name, "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen(j->name) || j->name[0] == '-')
        return refuse(yaml, at, "name", err, "the job '%s' must have a name of small letters, digits and hyphens",
                      j->name);
    for (const job *other = x->jobs; other < j; other++)
        if (strcmp(other->name, j->name) == 0)
            return refuse(yaml, at, "name", err,
                          "two jobs are called '%s'; rename one, because their files have "
                          "the same name",
                          j->name);
    return check_values(yaml, x, at, err);
}

/* Checks every job before the first one runs: a wrong word must not make a study fail at its end. */
static salvo_status check(const salvo_yaml *yaml, const experiment *x, salvo_error *err)
{
    const salvo_yaml_step seed = {"seed", 0}, quick = {"quick", 0};
    salvo_status status = SALVO_OK;

    if (x->seed && !is_whole(x->seed))
        return salvo_yaml_refuse(yaml, &seed, 1, err, "seed: %s: write a whole number", x->seed);
    if (!is_either(x->quick, "yes", "no"))
        return salvo_yaml_refuse(yaml, &quick, 1, err, "quick: %s: write yes or no", x->quick);
    for (size_t i = 0; i < x->jobs_count && status == SALVO_OK; i++)
        status = check_job(yaml, x, i, err);
    return status;
}

/* The experiment is the document itself, in the arena; nothing is copied. */
salvo_status experiment_read(const char *path, salvo_arena *memory, const experiment **x, salvo_error *err)
{
    salvo_yaml yaml;

    TRY(salvo_yaml_read(&yaml, path, &FORM, memory, err));
    *x = yaml.document;
    return check(&yaml, *x, err);
}
