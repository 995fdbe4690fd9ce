/* Where an answer goes: one outlet for every file that it is written to, each in its own format. An outlet collects bytes
 * until the whole answer is there; only then anything is delivered. */
#ifndef SALVO_CLI_OUTLETS_H
#define SALVO_CLI_OUTLETS_H

#include <stdio.h>

#include <salvo/report.h>

typedef struct outlet {
    char *path; /* NULL: standard output */
    salvo_format format;
    FILE *stream; /* NULL: closed */
    char *bytes;  /* once it is closed */
    size_t length;
    struct collected *collected; /* what the stream writes, at an address that stays when outlets are moved */
} outlet;

/* Begins zeroed. */
typedef struct outlets {
    outlet *at;
    size_t n, capacity;
    char *folder; /* to be made before anything is delivered; NULL: none. */
} outlets;

/* One outlet more, open to be written. On failure there are as many as before. */
salvo_status outlets_add(outlets *o, const char *path, salvo_format format, salvo_error *err);

/* Moves a closed outlet of others to the end. */
salvo_status outlets_take(outlets *o, outlet *from, salvo_error *err);

/* The folder, and the one that holds it, are made before anything is delivered. */
salvo_status outlets_folder(outlets *o, const char *folder, salvo_error *err);

/* The format that a file's name ends in (csv, json, txt, md ...) becomes the format's kind. */
salvo_status outlets_format(const char *path, salvo_format *format, salvo_error *err);

/* What the name of a file of that format ends in: "csv", "md". */
const char *outlets_ending(salvo_format format);

/* Ends the writing: bytes and length are settled. SALVO_NO_MEMORY when an outlet ran out of it. */
salvo_status outlets_close(outlets *o, salvo_error *err);

/* Delivers every outlet or none. */
salvo_status outlets_deliver(const outlets *o, salvo_error *err);
void outlets_free(outlets *o);

/* for (EACH_OUTLET(o->outlets, to))
 *     status = status == SALVO_OK ? report(to->stream, to->format, ...) : status; */
#define EACH_OUTLET(outlets, to)       \
    const outlet *to = (outlets)->at;  \
    to < (outlets)->at + (outlets)->n; \
    to++

#endif
