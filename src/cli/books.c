/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/books.h"

#include <string.h>

#include "base/try.h"
#include "cli/which_book.h"
#include "data/names.h"
#include "rules/lua/rule_differences.h"
#include "rules/shipped.h"

const char SECOND_VARIANT[] = "second variant";

/* Notes the hash of the changed cells, too: a study's manifest must distinguish changed tables from printed ones. */
static salvo_status note_book(salvo_rulebook *book, context *x, const char *folder, const char *whose, salvo_error *err)
{
    salvo_status status = context_note_tables(x, book->ruleset->id, folder, salvo_store_hash(&book->store), err);

    for (size_t i = 0; i < book->ruleset->n_house_rules && status == SALVO_OK; i++)
        status = context_note_rule(x, whose, book->ruleset->house_rules[i], err);
    if (status != SALVO_OK)
        salvo_rulebook_close(book);
    return status;
}

/* Returns the folder by which a user would name the rulebook again; NULL for salvo's own. */
static const char *folder_of(const known_book *known, const context *x)
{
    return x->options.data || !known->own ? known->directory : NULL;
}

static const char *source_of(const known_book *known, const context *x)
{
    return folder_of(known, x) ? folder_of(known, x) : "salvo";
}

/* The context notes the folder that the user named or would name. */
static salvo_status note_known(salvo_rulebook *book, context *x, const known_book *known, salvo_error *err)
{
    return note_book(book, x, x->options.data ? x->options.data : folder_of(known, x), NULL, err);
}

static salvo_rulebook_changes changes_of(const list *set, const list *rules)
{
    return (salvo_rulebook_changes){
        .settings = set->text, .n_settings = set->n, .rules = rules->text, .n_rules = rules->n};
}

static salvo_status open_known(salvo_rulebook *book, context *x, const known_book *known, salvo_error *err)
{
    const salvo_rulebook_changes changes = changes_of(&x->options.set, &x->options.rules);

    TRY(shelf_open(book, known, &changes, err));
    return note_known(book, x, known, err);
}

/* With --data, the folder may be anywhere. */
salvo_status book_open(salvo_rulebook *book, context *x, const char *id, salvo_error *err)
{
    shelf s;
    const known_book *known;
    salvo_status status = shelf_fill(&s, x->options.data, x->memory, err);

    status = status == SALVO_OK ? shelf_find(&s, id, &known, x->memory, err) : status;
    return status == SALVO_OK ? open_known(book, x, known, err) : status;
}

/* Who has the rules that differ. */
typedef struct owner {
    context *x;
    const char *whose;
} owner;

static salvo_status note_difference(void *of, const char *text, salvo_error *err)
{
    const owner *o = of;

    return context_note_rule(o->x, o->whose, text, err);
}

/* Answers from different rulebooks have nothing in common that could be paired. */
static salvo_status refuse_another(const char *folder, const char *id, const char *first, salvo_error *err)
{
    return salvo_fail_at(
        err, SALVO_BAD_INPUT, folder, 0, 0,
        "this is the rulebook '%s', not '%s'; salvo compare puts two rulebooks side by side, with -- -r "
        "%s --data %s",
        id, first, id, folder);
}

/* A copy may have an id of its own, as salvo new gives it. It has the same title and the same procedures. */
static bool is_copy(const salvo_rulebook *one, const salvo_rulebook *other_one)
{
    const salvo_ruleset *copy = one->ruleset, *of = other_one->ruleset;
    const size_t id = strlen(copy->id), other = strlen(of->id);
    bool is = copy->n_procedures == of->n_procedures && strcmp(one->store.title, other_one->store.title) == 0;

    for (size_t i = 0; is && i < of->n_procedures; i++)
        is = strcmp(copy->procedures[i]->schema.name + id, of->procedures[i]->schema.name + other) == 0;
    return is;
}

/* Opens a second variant of a rulebook: with other cells, with house rules, or from another folder. */
salvo_status book_open_again(salvo_rulebook *book, context *x, const salvo_rulebook *other, const char *folder,
                             const list *set, const list *rules, const char *whose, salvo_error *err)
{
    const salvo_rulebook_changes changes = changes_of(set, rules);
    owner of = {x, whose};
    const char *directory = other->store.directory;
    salvo_status status = SALVO_OK;

    TRY(folder ? shelf_directory(&directory, folder, other->ruleset->id, x->memory, err) : SALVO_OK);
    /* The folder decides whose rules they are. */
    TRY(salvo_rulebook_open_changed(book, NULL, directory, &changes, err));
    if (strcmp(book->ruleset->id, other->ruleset->id) != 0 && !is_copy(book, other))
        status = refuse_another(directory, book->ruleset->id, other->ruleset->id, err);
    if (status == SALVO_OK)
        status = rule_differences(&book->store, &other->store, x->memory, note_difference, &of, err);
    if (status != SALVO_OK) {
        salvo_rulebook_close(book);
        return status;
    }
    return note_book(book, x, folder ? folder : x->options.data, whose, err);
}

/* Lists the rulebooks, and finds the one that the options name. *known is NULL if they name none. */
static salvo_status find_named(shelf *s, context *x, const known_book **known, salvo_error *err)
{
    TRY(shelf_fill(s, x->options.data, x->memory, err));
    *known = s->single ? &s->at[0] : NULL;
    return x->options.ruleset ? shelf_find(s, x->options.ruleset, known, x->memory, err) : SALVO_OK;
}

/* The options take precedence over the default, and the default over the units that the command names. */
salvo_status book_open_named(salvo_rulebook *book, context *x, salvo_error *err)
{
    shelf s;
    const known_book *known;

    TRY(find_named(&s, x, &known, err));
    TRY(known ? SALVO_OK : which_book(&s, x, &known, err));
    return open_known(book, x, known, err);
}

salvo_status book_use(context *x, salvo_status (*use)(context *x, const salvo_rulebook *book, salvo_error *err),
                      salvo_error *err)
{
    salvo_rulebook book;
    salvo_status status;

    TRY(book_open_named(&book, x, err));
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
        if (open_known(&books->at[books->n], x, known, fault) == SALVO_OK || (broken && !known->own))
            books->n++;
        else if (known->own)
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
    salvo_status status = SALVO_OK;

    TRY(find_named(&s, x, &known, err));
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

/* Searches a rulebook. */
static salvo_status search(const known_book *known, salvo_rulebook *book, const salvo_procedure **procedure, context *x,
                           const char *name, bool short_too, name_list *names, salvo_error *err)
{
    const salvo_rulebook_changes changes = changes_of(&x->options.set, &x->options.rules);
    const salvo_status status = shelf_open(book, known, &changes, err);

    *procedure = NULL;
    if (status != SALVO_OK)
        return status;
    *procedure = find_procedure(book->ruleset, name, short_too);
    if (*procedure)
        return note_known(book, x, known, err);
    /* The context does not note a rulebook that has nothing of the question. */
    put_names(names, x, book->ruleset);
    salvo_rulebook_close(book);
    return SALVO_OK;
}

/* Searches the one rulebook that the options name. */
static salvo_status open_in(const known_book *known, salvo_rulebook *book, const salvo_procedure **procedure,
                            context *x, const char *name, salvo_error *err)
{
    name_list names = {.n = 0};
    salvo_status status = search(known, book, procedure, x, name, true, &names, err);

    return status != SALVO_OK || *procedure ? status : unknown_procedure(&names, name, known->id, err);
}

/* Searches every rulebook for the full name, and ignores broken ones. */
static salvo_status open_in_all(const shelf *s, salvo_rulebook *book, const salvo_procedure **procedure, context *x,
                                const char *name, salvo_error *err)
{
    name_list names = {.n = 0};

    for (size_t i = 0; i < s->n; i++) {
        salvo_status status = search(&s->at[i], book, procedure, x, name, false, &names, err);

        if (*procedure)
            return status;
    }
    return unknown_procedure(&names, name, NULL, err);
}

/* Finds the rulebook whose id stands before the dot. *known is NULL if there is none. */
static salvo_status find_meant(const shelf *s, context *x, const char *name, const known_book **known, salvo_error *err)
{
    const char *dot = strchr(name, '.');
    const char *id = dot ? salvo_arena_slice(x->memory, name, (size_t)(dot - name)) : NULL;

    *known = NULL;
    if (!dot)
        return SALVO_OK;
    if (!id)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < s->n; i++)
        if (s->at[i].id && salvo_name_matches(s->at[i].id, id))
            return shelf_find(s, s->at[i].id, known, x->memory, err);
    /* Another folder lacks it, and the message says so. */
    return shipped_id(id) ? shelf_find(s, shipped_id(id), known, x->memory, err) : SALVO_OK;
}

/* How a rulebook has a procedure: not at all, by the last part of its name, by its full name or id. */
typedef enum { LACKS, HAS_LAST_PART, HAS_NAME } having;

/* A broken rulebook lacks everything. */
static having how_has(const known_book *known, const char *name)
{
    salvo_rulebook book;
    having how = LACKS;

    if (shelf_open(&book, known, NULL, NULL) != SALVO_OK)
        return LACKS;
    if (find_procedure(book.ruleset, name, true))
        how = find_procedure(book.ruleset, name, false) ? HAS_NAME : HAS_LAST_PART;
    salvo_rulebook_close(&book);
    return how;
}

/* Finds the only one of salvo's rulebooks that has the name or its last part. *known is NULL if none has it. */
static salvo_status find_own(const shelf *s, context *x, const char *name, bool last_part, const known_book **known,
                             salvo_error *err)
{
    having *how = salvo_arena_array(x->memory, s->n + 1, sizeof *how);
    const char *has[2] = {NULL, NULL};
    size_t n = 0;

    *known = NULL;
    if (!how)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < s->n && !*known; i++)
        if (s->at[i].own) {
            how[i] = how_has(&s->at[i], name);
            *known = how[i] == HAS_NAME ? &s->at[i] : NULL;
        }
    for (size_t i = 0; last_part && i < s->n; i++)
        if (how[i] == HAS_LAST_PART)
            has[n++ > 0] = s->at[i].id;
    if (*known || n == 0)
        return SALVO_OK;
    if (n > 1)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "%zu rulebooks have a procedure '%s'; add the rulebook, as in "
                          "%s.%s or %s.%s",
                          n, name, has[0], name, has[1], name);
    return shelf_find(s, has[0], known, x->memory, err);
}

/* Finds a name without a rulebook's id in the default rulebook, or in salvo's. */
static salvo_status open_without_id(const shelf *s, salvo_rulebook *book, const salvo_procedure **procedure, context *x,
                                    const char *name, salvo_error *err)
{
    const known_book *usual = NULL, *known = NULL;
    const char *id;
    salvo_status status = which_default(x, &id, err);

    if (status == SALVO_OK && id)
        status = shelf_find(s, id, &usual, x->memory, err);
    if (status == SALVO_OK && (!usual || how_has(usual, name) == LACKS))
        status = find_own(s, x, name, !usual, &known, err);
    if (status != SALVO_OK)
        return status;
    known = known ? known : usual;
    return known ? open_in(known, book, procedure, x, name, err) : open_in_all(s, book, procedure, x, name, err);
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
    if (!strchr(name, '.'))
        return open_without_id(&s, book, procedure, x, name, err);
    status = find_meant(&s, x, name, &known, err);
    if (status == SALVO_OK && known)
        status = search(known, book, procedure, x, name, false, &names, err);
    return status != SALVO_OK || *procedure ? status : open_in_all(&s, book, procedure, x, name, err);
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

/* A fault in a rulebook is reported later, when a command opens it for use. */
static bool book_has_flag(const known_book *known, const char *key)
{
    salvo_rulebook book;
    bool found;

    if (shelf_open(&book, known, NULL, NULL) != SALVO_OK)
        return false;
    found = has_flag(book.ruleset, key);
    salvo_rulebook_close(&book);
    return found;
}

/* Whether one of salvo's rulebooks has the flag, wherever the options search. `id` NULL: any. */
static bool own_have_flag(context *x, const char *id, const char *key)
{
    shelf s;

    if (shelf_fill(&s, NULL, x->memory, NULL) != SALVO_OK)
        return false;
    for (size_t i = 0; i < s.n; i++)
        if (s.at[i].own && (!id || salvo_name_matches(id, s.at[i].id)) && book_has_flag(&s.at[i], key))
            return true;
    return false;
}

static bool users_have_flag(context *x, const char *key)
{
    const known_book *named;
    shelf s;

    if (find_named(&s, x, &named, NULL) != SALVO_OK)
        return false;
    for (size_t i = 0; i < s.n; i++)
        if (!s.at[i].own && (!named || named == &s.at[i]) && book_has_flag(&s.at[i], key))
            return true;
    return false;
}

bool book_is_named(context *x)
{
    const char *id;

    return x->options.ruleset || x->options.data || (which_default(x, &id, NULL) == SALVO_OK && id);
}

bool books_have_flag(void *of, const char *key)
{
    context *x = of;
    /* After "--", a flag may belong to another rulebook. */
    const char *id = x->options.changed_ruleset ? NULL : x->options.ruleset;

    return users_have_flag(x, key) || own_have_flag(x, id, key);
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
