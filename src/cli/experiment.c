/* All values are texts in the schema: a seed must come to the command as it was written, and our own messages can
 * name the job. */
#include "cli/experiment.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "data/yaml.h"

static const cyaml_schema_value_t TEXT = {CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, CYAML_UNLIMITED)};

#define NEEDED(of, key) CYAML_FIELD_STRING_PTR(#key, CYAML_FLAG_POINTER, of, key, 1, CYAML_UNLIMITED)
#define OPTIONAL(of, key) \
    CYAML_FIELD_STRING_PTR(#key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, of, key, 1, CYAML_UNLIMITED)

static const cyaml_schema_field_t JOB_FIELDS[] = {
    NEEDED(job, name),
    NEEDED(job, title),
    OPTIONAL(job, text),
    NEEDED(job, command),
    OPTIONAL(job, seed),
    OPTIONAL(job, trials),
    OPTIONAL(job, precision),
    CYAML_FIELD_SEQUENCE("outputs", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, job, outputs, &TEXT, 0, CYAML_UNLIMITED),
    OPTIONAL(job, chart),
    OPTIONAL(job, rows),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t JOB = {CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, job, JOB_FIELDS)};

static const cyaml_schema_field_t FIELDS[] = {
    NEEDED(experiment, title),
    NEEDED(experiment, question),
    OPTIONAL(experiment, text),
    OPTIONAL(experiment, seed),
    OPTIONAL(experiment, quick),
    CYAML_FIELD_SEQUENCE("jobs", CYAML_FLAG_POINTER, experiment, jobs, &JOB, 1, CYAML_UNLIMITED),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t DOCUMENT = {CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, experiment, FIELDS)};

static const salvo_yaml_form FORM = {.schema = &DOCUMENT,
                                     .top = FIELDS,
                                     .entry = JOB_FIELDS,
                                     .noun = "job",
                                     .beginning = "the experiment's title, as in 'title: Tiger against Firefly'"};

/* The reader's own memory goes with its document; the experiment lives as long as the arena. */
static bool copy_text(salvo_arena *memory, char **text)
{
    if (*text)
        *text = (char *)salvo_arena_text(memory, *text);
    else
        return true;
    return *text != NULL;
}

static bool copy_job(salvo_arena *memory, job *j)
{
    char **texts[] = {&j->name,   &j->title,     &j->text,  &j->command, &j->seed,
                      &j->trials, &j->precision, &j->chart, &j->rows};
    /* One more, so that an empty list is not out of memory. */
    char **outputs = salvo_arena_array(memory, j->outputs_count + 1, sizeof *outputs);
    bool done = outputs != NULL;

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        done = done && copy_text(memory, texts[i]);
    for (unsigned i = 0; i < j->outputs_count && done; i++) {
        outputs[i] = j->outputs[i];
        done = copy_text(memory, &outputs[i]);
    }
    j->outputs = outputs;
    return done;
}

static experiment *copy(salvo_arena *memory, const experiment *from)
{
    experiment *x = salvo_arena_array(memory, 1, sizeof *x);
    job *jobs = salvo_arena_array(memory, from->jobs_count, sizeof *jobs);
    bool done = x && jobs;

    if (!done)
        return NULL;
    *x = *from;
    memcpy(jobs, from->jobs, from->jobs_count * sizeof *jobs);
    x->jobs = jobs;
    done = copy_text(memory, &x->title) && copy_text(memory, &x->question) && copy_text(memory, &x->text) &&
           copy_text(memory, &x->seed) && copy_text(memory, &x->quick);
    for (unsigned i = 0; i < x->jobs_count; i++)
        done = done && copy_job(memory, &jobs[i]);
    return done ? x : NULL;
}

/* Refuses the value of a key of that job; without a key the job itself. */
SALVO_PRINTF(5, 6)
static salvo_status refuse(const salvo_yaml *yaml, size_t at, const char *key, salvo_error *err, const char *format,
                           ...)
{
    const salvo_yaml_step steps[] = {{"jobs", 0}, {NULL, at}, {key, 0}};
    char text[SALVO_ERROR_TEXT];
    va_list values;

    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    return salvo_yaml_refuse(yaml, steps, key ? 3 : 2, err, "%s", text);
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
        return refuse(yaml, at, "chart", err, "chart: %s: yes or no", j->chart);
    /* Nine digits fit a long everywhere. */
    if (j->rows && strcmp(j->rows, "none") != 0 && !(is_whole(j->rows) && strlen(j->rows) < 10))
        return refuse(yaml, at, "rows", err, "rows: %s: a whole number, or none", j->rows);
    /* Found here and not when the job runs: others may have run for an hour by then. */
    if (j->trials && j->precision)
        return refuse(yaml, at, NULL, err, "the job '%s' has trials and a precision, which exclude each other",
                      j->name);
    return SALVO_OK;
}

static salvo_status check_job(const salvo_yaml *yaml, const experiment *x, size_t at, salvo_error *err)
{
    const job *j = &x->jobs[at];

    /* The name becomes a file's, on every system and in links of the report. */
    if (strspn(j->name, "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen(j->name) || j->name[0] == '-')
        return refuse(yaml, at, "name", err, "the job '%s' must have a name of small letters, digits and hyphens",
                      j->name);
    for (const job *other = x->jobs; other < j; other++)
        if (strcmp(other->name, j->name) == 0)
            return refuse(yaml, at, "name", err, "two jobs are called '%s'; their files would be one", j->name);
    return check_values(yaml, x, at, err);
}

/* Every job before the first one runs: a study must not fail at its end for a word. */
static salvo_status check(const salvo_yaml *yaml, const experiment *x, salvo_error *err)
{
    const salvo_yaml_step seed = {"seed", 0}, quick = {"quick", 0};
    salvo_status status = SALVO_OK;

    if (x->seed && !is_whole(x->seed))
        return salvo_yaml_refuse(yaml, &seed, 1, err, "seed: %s: a whole number", x->seed);
    if (!is_either(x->quick, "yes", "no"))
        return salvo_yaml_refuse(yaml, &quick, 1, err, "quick: %s: yes or no", x->quick);
    for (size_t i = 0; i < x->jobs_count && status == SALVO_OK; i++)
        status = check_job(yaml, x, i, err);
    return status;
}

salvo_status experiment_read(const char *path, salvo_arena *memory, const experiment **x, salvo_error *err)
{
    salvo_yaml yaml;
    experiment *read;
    salvo_status status = salvo_yaml_read(&yaml, path, &FORM, memory, err);

    if (status != SALVO_OK)
        return status;
    read = copy(memory, yaml.document);
    salvo_yaml_free(&FORM, yaml.document);
    if (!read)
        return salvo_fail_memory(err);
    *x = read;
    return check(&yaml, read, err);
}
