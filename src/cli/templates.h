/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rulebooks to begin with. They are folders among salvo's data, whole rulebooks called "my-game"; a copy is called as its
 * folder. */
#ifndef SALVO_CLI_TEMPLATES_H
#define SALVO_CLI_TEMPLATES_H

#include "cli/context.h"

/* The files of a template, by name. Everything lives in the context's memory. */
typedef struct template
{
    const char *directory;
    const char **files;
    size_t n;
}
template;

/* The template of that kind; an unknown one, and NULL, fail with the kinds that there are. */
salvo_status template_find(template *t, context *x, const char *kind, salvo_error *err);

/* Writes the template into `folder`, which is made, or is there and empty; nothing is written unless all of it is.
 * The folder's name becomes the rulebook's id. */
salvo_status template_write(const template *t, context *x, const char *folder, salvo_error *err);

#endif
