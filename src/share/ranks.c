/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages between ranks, up and down their tree. */
#include "share/ranks.h"
#include "base/try.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ranks_compose(packed *message, ranks_step step)
{
    uint64_t number = (uint64_t)step;

    packed_clear(message);
    packed_number(message, &number);
}

static salvo_status broken(salvo_error *err)
{
    return salvo_fail(err, SALVO_STOPPED, "another rank has failed");
}

static salvo_status parted(int from, salvo_error *err)
{
    return salvo_fail(
        err, SALVO_BAD_INPUT,
        "rank %d does something else; give all ranks the same command, the same tables and the same salvo", from);
}

salvo_status ranks_hear(ranks *r, int from, ranks_step step, packed *message, salvo_error *err)
{
    uint64_t at;

    packed_clear(message);
    if (!r->receive(r, from, message))
        return broken(err);
    if (message->no_memory)
        return salvo_fail_memory(err);
    packed_number(message, &at);
    return at == (uint64_t)step ? SALVO_OK : parted(from, err);
}

/* A failed allocation of a message is a failure of this rank alone; the others learn of it when it leaves. */
salvo_status ranks_say(ranks *r, int to, const packed *message, salvo_error *err)
{
    if (message->no_memory)
        return salvo_fail_memory(err);
    return r->send(r, to, message) ? SALVO_OK : broken(err);
}

salvo_status ranks_tell(ranks *r, ranks_step step, packed *message, salvo_error *err)
{
    const int child = ranks_first_child(r);
    salvo_status status = r->rank > 0 ? ranks_hear(r, ranks_parent(r), step, message, err) : SALVO_OK;

    for (int i = child; i < child + 2 && i < r->n && status == SALVO_OK; i++)
        status = ranks_say(r, i, message, err);
    return status;
}

void ranks_pack_failure(packed *message, salvo_status *status, salvo_error *error)
{
    uint64_t number = (uint64_t)*status;

    packed_number(message, &number);
    *status = (salvo_status)number;
    if (number != SALVO_OK)
        packed_raw(message, error, sizeof *error); /* ranks are machines of one kind */
}

/* One rank's view of whether all agree. */
typedef struct agreement {
    ranks *of;
    ranks_step step;
    const ranks_matter *matters;
    size_t n;
    bool differs;        /* a child differs from this rank */
    salvo_status status; /* of this rank and those below it */
    salvo_error why;
} agreement;

/* Moves to the first difference between two lists of words, at the beginning of a word. */
static void skip_common(const char **a, const char **b)
{
    size_t same = 0, word = 0;

    while ((*a)[same] && (*a)[same] == (*b)[same])
        if ((*a)[same++] == '\n')
            word = same;
    *a += word;
    *b += word;
}

/* A word in quotes; "nothing" at the end of the list. */
static void quote(char *to, size_t size, const char *word)
{
    if (*word)
        snprintf(to, size, "'%.*s'", (int)strcspn(word, "\n"), word);
    else
        snprintf(to, size, "nothing");
}

static void note_difference(agreement *a, int child, const ranks_matter *m, const char *theirs)
{
    const char *ours = m->words;
    char own[200], other[200];

    a->differs = true;
    skip_common(&ours, &theirs);
    quote(own, sizeof own, ours);
    quote(other, sizeof other, theirs);
    a->status = salvo_fail(&a->why, SALVO_BAD_INPUT, "rank %d of %d %s than rank %d, %s instead of %s; %s", child,
                           a->of->n, m->what, a->of->rank, other, own, m->remedy);
}

/* Compares with the words of a child. */
static void compare_words(agreement *a, int child, char *const *theirs)
{
    for (size_t i = 0; i < a->n && !a->differs; i++)
        if (strcmp(theirs[i], a->matters[i].words) != 0)
            note_difference(a, child, &a->matters[i], theirs[i]);
}

/* Compares with a child, and with the differences below it. The first child's own difference counts most: at rank 0 it
 * is one from rank 0. */
static void compare(agreement *a, int child, packed *message)
{
    char *theirs[RANKS_MATTERS_MAX] = {NULL};
    salvo_status below = SALVO_OK, status;
    salvo_error why = {0};

    for (size_t i = 0; i < a->n; i++)
        packed_text(message, &theirs[i]);
    ranks_pack_failure(message, &below, &why);
    status = packed_status(message, &why);
    if (status == SALVO_OK)
        compare_words(a, child, theirs);
    else
        below = status;
    for (size_t i = 0; i < a->n; i++)
        free(theirs[i]);
    if (a->status == SALVO_OK && below != SALVO_OK) {
        a->status = below;
        a->why = why;
    }
}

static salvo_status hear_children(agreement *a, packed *message, salvo_error *err)
{
    const int child = ranks_first_child(a->of);
    salvo_status status = SALVO_OK;

    for (int i = child; i < child + 2 && i < a->of->n && status == SALVO_OK; i++) {
        status = ranks_hear(a->of, i, a->step, message, err);
        if (status == SALVO_OK)
            compare(a, i, message);
    }
    return status;
}

static salvo_status tell_parent(agreement *a, packed *message, salvo_error *err)
{
    if (a->of->rank == 0)
        return SALVO_OK;
    ranks_compose(message, a->step);
    for (size_t i = 0; i < a->n; i++)
        packed_text(message, &(char *){(char *)a->matters[i].words});
    ranks_pack_failure(message, &a->status, &a->why);
    return ranks_say(a->of, ranks_parent(a->of), message, err);
}

/* Rank 0 knows whether all agree. */
static salvo_status hear_verdict(agreement *a, packed *message, salvo_error *err)
{

    if (a->of->rank == 0) {
        ranks_compose(message, a->step);
        ranks_pack_failure(message, &a->status, &a->why);
    }
    TRY(ranks_tell(a->of, a->step, message, err));
    if (a->of->rank > 0)
        ranks_pack_failure(message, &a->status, &a->why);
    if (a->status != SALVO_OK && err)
        *err = a->why;
    return a->status;
}

salvo_status ranks_agree(ranks *r, ranks_step step, const ranks_matter *matters, size_t n, salvo_error *err)
{
    agreement a = {.of = r, .step = step, .matters = matters, .n = n};
    packed message = {.n = 0};
    salvo_status status;

    if (r->n < 2)
        return SALVO_OK;
    status = hear_children(&a, &message, err);
    if (status == SALVO_OK)
        status = tell_parent(&a, &message, err);
    if (status == SALVO_OK)
        status = hear_verdict(&a, &message, err);
    packed_free(&message);
    return status;
}
