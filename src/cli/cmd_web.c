/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the page, which is a file that the build made. */
#include "base/try.h"
#include "cli/commands.h"
#include "cli/context.h"
#include "data/file.h"
#include "rules/shipped.h"

/* Finds the installed page, else that of the checkout of the build. */
static salvo_status find_page(context *x, const char **path, salvo_error *err)
{
    *path = shipped_file("salvo.html", x->memory);
    if (!*path)
        return salvo_fail_memory(err);
    if (salvo_file_is_there(*path))
        return SALVO_OK;
    *path = SALVO_BUILT_PAGE;
    if (salvo_file_is_there(*path))
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT,
                      "this salvo was installed without the page; scripts/web in its source builds salvo.html");
}

static salvo_status run(context *x, salvo_error *err)
{
    const char *path;
    char *bytes;
    size_t n;
    salvo_status status;

    if (x->options.names.n || x->options.parameters.n)
        return salvo_fail(err, SALVO_BAD_INPUT, "the page needs a file; name one, as in salvo web -o salvo.html");
    TRY(find_page(x, &path, err));
    status = salvo_file_read(path, x->memory, &bytes, &n, err);
    if (status == SALVO_OK)
        fwrite(bytes, 1, n, x->outputs.at[0].stream); /* outputs_close reports a failure */
    return status;
}

const command WEB_COMMAND = {
    .name = "web",
    .usage = "-o FILE",
    .help = "write salvo as one web page that works offline",
    .more = "  salvo web -o salvo.html\n"
            "The page has every rulebook and the whole engine. It opens from disk, on a telephone or from any web\n"
            "server. Without -o it goes to a pipe, not to a terminal.",
    .takes = TAKES_FILE,
    .run = run,
};
