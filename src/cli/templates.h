/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Templates for new rulebooks. Each is a whole rulebook named "my-game" in a folder of salvo's data. salvo's own
 * rulebooks are templates, too. A copy has the name of its folder. */
#ifndef SALVO_CLI_TEMPLATES_H
#define SALVO_CLI_TEMPLATES_H

#include "cli/context.h"

/* What a copy has in place of a text. */
typedef struct template_change {
    const char *from, *to;
} template_change;

/* The files of a template, by name. All memory is the context's. */
typedef struct template
{
    const char *directory;
    const char **files;
    size_t n;
    const char *book; /* the id of salvo's rulebook that it is; or NULL */
    bool has_rules;   /* rules of its own */
    bool is_tried;    /* it has an experiment */
    bool has_appendix;
}
template;

/* Finds the template of that kind. For an unknown kind or NULL it fails and lists the kinds. */
salvo_status template_find(template *t, context *x, const char *kind, salvo_error *err);

/* Writes the template into `folder`, which must be new or empty. It writes all files or none. The folder's name becomes
 * the rulebook's id. */
salvo_status template_write(const template *t, context *x, const char *folder, salvo_error *err);

#endif
