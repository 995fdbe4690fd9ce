/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/books.h"

#include <string.h>

#include "cli/which_book.h"
#include "data/names.h"

/* Notes the hash of the changed cells, too: a study's manifest must distinguish changed tables from printed ones. */
static salvo_status open_noted(salvo_rulebook *book, context *x, const salvo_ruleset *ruleset, const char *directory,
                               const char *folder, const list *set, salvo_error *err)
{
    salvo_status status = salvo_rulebook_open(book, ruleset, directory, set->text, set->n, err);

    if (status != SALVO_OK)
        return status;
    status = context_note_tables(x, book->ruleset->id, folder, salvo_store_hash(&book->store), err);
    if (status != SALVO_OK)
        salvo_rulebook_close(book);
    return status;
}

/* Returns the folder by which a user would name the rulebook again; NULL for salvo's own. */
static const char *folder_of(const known_book *known, const context *x)
{
    return x->options.data || !known->ruleset ? known->directory : NULL;
}

static const char *source_of(const known_book *known, const context *x)
{
    return folder_of(known, x) ? folder_of(known, x) : "salvo";
}

/* The context notes the folder that the user named or would name. */
static salvo_status open_known(salvo_rulebook *book, context *x, const known_book *known, salvo_error *err)
{
    const options *o = &x->options;
    const char *folder = o->data ? o->data : folder_of(known, x);

    if (known->id)
        return open_noted(book, x, known->ruleset, known->directory, folder, &o->set, err);
    if (err)
        *err = *known->fault;
    return known->fault->status;
}

/* It searches by id, not by ruleset: with --data, the folder may be anywhere. */
salvo_status book_open(salvo_rulebook *book, context *x, const salvo_ruleset *ruleset, salvo_error *err)
{
    shelf s;
    const known_book *known;
    salvo_status status = shelf_fill(&s, x->options.data, x->memory, err);

    status = status == SALVO_OK ? shelf_find(&s, ruleset->id, &known, x->memory, err) : status;
    return status == SALVO_OK ? open_known(book, x, known, err) : status;
}

/* Opens a second variant of a rulebook: the rules of the first, with other cells or from another folder. */
salvo_status book_open_again(salvo_rulebook *book, context *x, const salvo_rulebook *other, const char *folder,
                             const list *set, salvo_error *err)
{
    const char *directory = other->store.directory;
    salvo_status status = folder ? shelf_directory(&directory, folder, other->ruleset->id, x->memory, err) : SALVO_OK;

    if (status != SALVO_OK)
        return status;
    /* The folder decides whose rules they are. The caller checks that it is the same rulebook. */
    return open_noted(book, x, folder || other->script ? NULL : other->ruleset, directory,
                      folder ? folder : x->options.data, set, err);
}

/* Lists the rulebooks, and finds the one that the options name. *known is NULL if they name none. */
static salvo_status find_named(shelf *s, context *x, const known_book **known, salvo_error *err)
{
    salvo_status status = shelf_fill(s, x->options.data, x->memory, err);

    if (status != SALVO_OK)
        return status;
    *known = s->single ? &s->at[0] : NULL;
    return x->options.ruleset ? shelf_find(s, x->options.ruleset, known, x->memory, err) : SALVO_OK;
}

/* The options take precedence over the default, and the default over the units that the command names. */
salvo_status book_open_named(salvo_rulebook *book, context *x, salvo_error *err)
{
    shelf s;
    const known_book *known;
    salvo_status status = find_named(&s, x, &known, err);

    if (status != SALVO_OK)
        return status;
    status = known ? SALVO_OK : which_book(&s, x, &known, err);
    return status == SALVO_OK ? open_known(book, x, known, err) : status;
}

salvo_status book_use(context *x, salvo_status (*use)(context *x, const salvo_rulebook *book, salvo_error *err),
                      salvo_error *err)
{
    salvo_rulebook book;
    salvo_status status = book_open_named(&book, x, err);

    if (status != SALVO_OK)
        return status;
    status = use(x, &book, err);
    salvo_rulebook_close(&book);
    return status;
}

/* A fault in salvo's own tables is always an error: users change them with --data and --set, and must see what is
 * wrong. */
static salvo_status open_each(open_books *books, context *x, const shelf *s, bool broken, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < s->n && status == SALVO_OK; i++) {
        const known_book *known = &s->at[i];
        salvo_error *fault = &books->faults[books->n];

        books->sources[books->n] = source_of(known, x);
        books->ids[books->n] = known->id;
        if (open_known(&books->at[books->n], x, known, fault) == SALVO_OK || (broken && !known->ruleset))
            books->n++;
        else if (known->ruleset)
            status = salvo_fail_at(err, fault->status, fault->path, fault->line, fault->column, "%s", fault->text);
    }
    return status;
}

/* A rulebook that the options name is alone and must open. Of several, a user's broken rulebook is left out, or listed
 * with its fault. */
salvo_status books_open(open_books *books, context *x, bool broken, salvo_error *err)
{
    shelf s;
    const known_book *known;
    salvo_status status = find_named(&s, x, &known, err);

    if (status != SALVO_OK)
        return status;
    if (known)
        s = (shelf){(known_book *)known, 1, true};
    *books = (open_books){.at = salvo_arena_array(x->memory, s.n + 1, sizeof *books->at),
                          .faults = salvo_arena_array(x->memory, s.n + 1, sizeof *books->faults),
                          .sources = salvo_arena_array(x->memory, s.n + 1, sizeof *books->sources),
                          .ids = salvo_arena_array(x->memory, s.n + 1, sizeof *books->ids)};
    if (!books->at || !books->faults || !books->sources || !books->ids)
        return salvo_fail_memory(err);
    if (known) {
        books->sources[0] = source_of(known, x);
        status = open_known(&books->at[0], x, known, err);
        books->n = status == SALVO_OK;
        return status;
    }
    status = open_each(books, x, &s, broken, err);
    if (status != SALVO_OK)
        books_close(books);
    return status;
}

void books_close(open_books *books)
{
    for (size_t i = 0; i < books->n; i++)
        salvo_rulebook_close(&books->at[i]);
}

/* A name's last part needs -r if several rulebooks have it, as with "duel". */
static const salvo_procedure *find_procedure(const salvo_ruleset *ruleset, const char *name, bool short_too)
{
    for (size_t i = 0; i < ruleset->n_procedures; i++) {
        const salvo_procedure *p = ruleset->procedures[i];

        if (salvo_name_matches(p->schema.name, name) || salvo_name_matches(p->id, name) ||
            /* The dot between the two is punctuation, which a match ignores. */
            (short_too && salvo_name_matches(p->schema.name + strlen(ruleset->id), name)))
            return p;
    }
    return NULL;
}

/* Names of procedures, from which a message proposes the nearest. */
typedef struct name_list {
    const char *at[WORDS_MAX];
    size_t n;
} name_list;

/* Copies the names: a user's rulebook is closed before the message is written. */
static void put_names(name_list *names, context *x, const salvo_ruleset *ruleset)
{
    for (size_t i = 0; i < ruleset->n_procedures && names->n < WORDS_MAX; i++) {
        const char *name = salvo_arena_text(x->memory, ruleset->procedures[i]->schema.name);

        if (name)
            names->at[names->n++] = name;
    }
}

/* If no name is near, the message names the command that lists them. `id` NULL: in every rulebook. */
static salvo_status unknown_procedure(const name_list *names, const char *name, const char *id, salvo_error *err)
{
    if (names->n > SALVO_NAMES_LISTED && !salvo_names_near(names->at, names->n, name))
        return salvo_fail(err, SALVO_BAD_INPUT, "there is no procedure '%s'; salvo list procedures%s%s lists them",
                          name, id ? " -r " : "", id ? id : "");
    return salvo_names_fail(err, names->at, names->n, name, "unknown procedure '%s'", name);
}

/* Whether `name` is "ID.something". */
static bool is_of(const known_book *known, context *x, const char *name)
{
    const char *dot = strchr(name, '.');
    const char *id = dot && known->id ? salvo_arena_slice(x->memory, name, (size_t)(dot - name)) : NULL;

    return id && salvo_name_matches(known->id, id);
}

/* Opens the rulebook to see its procedures. If it lacks the procedure, *procedure is NULL and the book is closed. */
static salvo_status look_into(const known_book *known, salvo_rulebook *book, const salvo_procedure **procedure,
                              context *x, const char *name, bool short_too, name_list *names, salvo_error *err)
{
    salvo_status status = open_known(book, x, known, err);

    if (status != SALVO_OK)
        return status;
    *procedure = find_procedure(book->ruleset, name, short_too);
    if (*procedure)
        return SALVO_OK;
    put_names(names, x, book->ruleset);
    salvo_rulebook_close(book);
    return SALVO_OK;
}

/* Searches the one rulebook that the options name. */
static salvo_status open_in(const known_book *known, salvo_rulebook *book, const salvo_procedure **procedure,
                            context *x, const char *name, salvo_error *err)
{
    name_list names = {.n = 0};
    salvo_status status;

    if (known->ruleset) {
        *procedure = find_procedure(known->ruleset, name, true);
        put_names(&names, x, known->ruleset);
        return *procedure ? open_known(book, x, known, err) : unknown_procedure(&names, name, known->id, err);
    }
    status = look_into(known, book, procedure, x, name, true, &names, err);
    return status != SALVO_OK || *procedure ? status : unknown_procedure(&names, name, known->id, err);
}

/* Searches the users' rulebooks. A name with a dot says which one. For other names it opens all of them and ignores
 * broken ones. */
static salvo_status open_in_users(const shelf *s, salvo_rulebook *book, const salvo_procedure **procedure, context *x,
                                  const char *name, name_list *names, salvo_error *err)
{
    for (size_t i = 0; i < s->n; i++) {
        const known_book *known = &s->at[i];
        bool meant = is_of(known, x, name);
        salvo_status status = SALVO_OK;

        if (known->ruleset)
            continue;
        if (meant)
            status = shelf_find(s, known->id, &known, x->memory, err);
        if (status != SALVO_OK)
            return status;
        status = look_into(known, book, procedure, x, name, false, names, err);
        if ((meant && status != SALVO_OK) || *procedure)
            return status;
    }
    return unknown_procedure(names, name, NULL, err);
}

/* Finds the rulebook for a name without one: the default, or the only one of salvo's with such a procedure. *known is
 * NULL if none has it. */
static salvo_status find_short(const shelf *s, context *x, const char *name, const known_book **known, salvo_error *err)
{
    const char *id, *has[2] = {NULL, NULL};
    size_t n = 0;
    salvo_status status = which_default(x, &id, err);

    *known = NULL;
    if (status != SALVO_OK)
        return status;
    for (size_t i = 0; i < SALVO_N_RULESETS && !id; i++)
        if (find_procedure(SALVO_RULESETS[i], name, true))
            has[n++ > 0] = SALVO_RULESETS[i]->id;
    if (n > 1)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "%zu rulebooks have a procedure '%s'; add the rulebook, as in "
                          "%s.%s or %s.%s",
                          n, name, has[0], name, has[1], name);
    return id || n ? shelf_find(s, id ? id : has[0], known, x->memory, err) : SALVO_OK;
}

salvo_status book_open_procedure(salvo_rulebook *book, const salvo_procedure **procedure, context *x, const char *name,
                                 salvo_error *err)
{
    shelf s;
    const known_book *known;
    name_list names = {.n = 0};
    salvo_status status = find_named(&s, x, &known, err);

    *procedure = NULL;
    if (status != SALVO_OK)
        return status;
    if (known && (x->options.ruleset || !strchr(name, '.') || is_of(known, x, name)))
        return open_in(known, book, procedure, x, name, err);
    for (size_t i = 0; i < SALVO_N_RULESETS; i++) {
        *procedure = find_procedure(SALVO_RULESETS[i], name, false);
        /* Open only this rulebook: a fault in another one does not concern this question. */
        if (*procedure)
            return book_open(book, x, SALVO_RULESETS[i], err);
        put_names(&names, x, SALVO_RULESETS[i]);
    }
    status = strchr(name, '.') ? SALVO_OK : find_short(&s, x, name, &known, err);
    if (status != SALVO_OK || known)
        return status == SALVO_OK ? open_in(known, book, procedure, x, name, err) : status;
    return open_in_users(&s, book, procedure, x, name, &names, err);
}

/* Whether any procedure has the flag. Only after it reads its words does a command know its procedure. */
static bool has_flag(const salvo_ruleset *ruleset, const char *key)
{
    for (size_t i = 0; i < ruleset->n_procedures; i++) {
        const salvo_schema *schema = &ruleset->procedures[i]->schema;

        for (size_t k = 0; k < schema->n_parameters; k++)
            if (schema->parameters[k].kind == SALVO_FLAG && strcmp(schema->parameters[k].key, key) == 0)
                return true;
    }
    return false;
}

/* Users' rulebooks must be opened. A fault in one is reported later, when a command opens it for use. */
static bool users_have_flag(context *x, const char *key)
{
    const known_book *named;
    salvo_rulebook book;
    bool found = false;
    shelf s;

    if (find_named(&s, x, &named, NULL) != SALVO_OK)
        return false;
    for (size_t i = 0; i < s.n && !found; i++)
        if (s.at[i].id && !s.at[i].ruleset && (!named || named == &s.at[i]) &&
            salvo_rulebook_open(&book, NULL, s.at[i].directory, NULL, 0, NULL) == SALVO_OK) {
            found = has_flag(book.ruleset, key);
            salvo_rulebook_close(&book);
        }
    return found;
}

bool book_is_named(context *x)
{
    const char *id;

    return x->options.ruleset || x->options.data || (which_default(x, &id, NULL) == SALVO_OK && id);
}

bool books_have_flag(context *x, const char *key)
{
    /* After "--", a flag may belong to another rulebook. */
    const char *id = x->options.changed_ruleset ? NULL : x->options.ruleset;

    for (size_t i = 0; i < SALVO_N_RULESETS; i++)
        if ((!id || salvo_name_matches(id, SALVO_RULESETS[i]->id)) && has_flag(SALVO_RULESETS[i], key))
            return true;
    return users_have_flag(x, key);
}

/* It searches the table of nations that the units refer to: a rulebook may have another one that no unit refers to. */
salvo_status book_nation(const salvo_rulebook *book, const char *name, size_t *nation, salvo_error *err)
{
    const char *units = book->ruleset->units;
    const salvo_table *nations = units ? salvo_store_table(&book->store, units)->nations : NULL;

    if (!nations)
        return salvo_fail(err, SALVO_BAD_INPUT, "the units of '%s' have no nations", book->ruleset->id);
    return salvo_table_find(nations, "nation", name, nation, err);
}
