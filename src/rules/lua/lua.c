/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the result of rules.lua into a script: C structures that every copy of the book shares (`--set` makes copies),
 * while the functions stay in Lua. The file runs once here, in a state that is then closed. Each worker runs it anew to
 * get its own functions. The reading is one protected call. A fault anywhere in it ends the call with its message, and
 * everything made so far is in the arena. */
#include "rules/lua/lua.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "data/file.h"
#include "rules/lua/adapters.h"
#include "rules/lua/battle.h"
#include "rules/lua/dice.h"
#include "rules/lua/duel.h"
#include "rules/lua/house.h"
#include "rules/lua/made.h"
#include "rules/lua/procedure.h"
#include "rules/lua/rows.h"
#include "rules/lua/salvos_columns.h"
#include "rules/lua/situation.h"
#include "rules/lua/worker.h"

/* An int numbers the subjects and finds their functions. 250 is far above any rulebook, and prevents a faulty loop from
 * making 250,000 procedures. */
enum { PROCEDURES_MAX = 250, COLUMN_TEXT = 160 };

/* Tables. */

/* A column is a kind, or a list that begins with one. Most columns have no options, and `save = whole(2, 7)` should not
 * need a second pair of braces. */
static value_kind read_column_kind(lua_State *L, const reader *r, int line, const char *what)
{
    value_kind kind;

    if (kind_is(L, -1))
        return kind_read(L, -1, r->memory, line, what);
    if (lua_type(L, -1) != LUA_TTABLE)
        sandbox_fail(L, line, "%s is %s; a column must be a kind, whole(2, 7), or {kind, options ...}", what,
                     check_words_of(L, -1));
    check_options(L, -1, &COLUMN_OPTIONS, 2, line);
    lua_rawgeti(L, -1, 1);
    kind = kind_read(L, -1, r->memory, line, what);
    lua_pop(L, 1);
    kind.blank = kind_keep(L, check_text(L, -1, "blank"), r->memory);
    kind.is_optional = check_flag(L, -1, "optional");
    kind.word = kind_keep(L, check_text(L, -1, "word"), r->memory);
    if (kind.word && kind.kind != SALVO_INTEGER && kind.kind != SALVO_DECIMAL)
        sandbox_fail(L, line, "%s: only a number has a word", what);
    return kind;
}

/* Reads `rows`, the ids on top of the stack. Other rows are refused unless others = true, because a misspelt id is then
 * found where it is, and not only where it is missing. */
static void read_rows(lua_State *L, const reader *r, table_schema *table)
{
    char what[COLUMN_TEXT];

    snprintf(what, sizeof what, "the rows of the table '%.60s'", table->name);
    table->has_other_rows = check_flag(L, -1, "others");
    table->rows = kind_texts(L, -1, r->memory, table->line, what, &table->n_rows);
}

/* Reads `columns`, which is on top of the stack: {"table", kind}. */
static void read_columns_of(lua_State *L, const reader *r, table_schema *table)
{
    char what[COLUMN_TEXT];

    lua_rawgeti(L, -1, 1);
    table->columns_of = kind_keep(L, lua_tostring(L, -1), r->memory);
    snprintf(what, sizeof what, "the columns of the table '%.60s'", table->name);
    reader_need_table(L, r, table->columns_of, table->line, what);
    lua_rawgeti(L, -2, 2);
    table->columns_kind = read_column_kind(L, r, table->line, what);
    lua_pop(L, 2);
}

/* A column may be called "rows" or "columns", too: its kind does not begin with a text. */
static bool begins_with_text(lua_State *L, const char *name)
{
    bool is;

    if (lua_type(L, -1) != LUA_TTABLE || strcmp(lua_tostring(L, -2), name) != 0)
        return false;
    is = lua_rawgeti(L, -1, 1) == LUA_TSTRING;
    lua_pop(L, 1);
    return is;
}

/* The column's name lies below its kind, which is on top of the stack. */
static void read_column(lua_State *L, const reader *r, table_schema *table, column_schema *columns)
{
    char what[COLUMN_TEXT];
    value_kind kind;

    if (lua_type(L, -2) != LUA_TSTRING)
        sandbox_fail(L, table->line, "the columns of tables.%s need names: save = whole(2, 7)", table->name);
    if (begins_with_text(L, "rows")) {
        read_rows(L, r, table);
        return;
    }
    if (begins_with_text(L, "columns")) {
        read_columns_of(L, r, table);
        return;
    }
    snprintf(what, sizeof what, "the column '%.60s' of the table '%.60s'", lua_tostring(L, -2), table->name);
    kind = read_column_kind(L, r, table->line, what);
    /* The cells of a list would need a separator, and rulebooks do not agree on one. */
    if (kind.kind == SALVO_TEXT && kind.tables)
        sandbox_fail(L, table->line, "%s: only parameters can be records", what);
    if (kind.kind == SALVO_LIST)
        sandbox_fail(L, table->line, "%s: only parameters can be lists", what);
    for (const char *const *t = kind.tables; t && *t; t++)
        reader_need_table(L, r, *t, table->line, what);
    /* `brackets` means all columns headed by a distance. Only the table itself shows which these are, so it is kept
     * apart from the columns with names. */
    if (strcmp(lua_tostring(L, -2), "brackets") == 0) {
        table->has_brackets = true;
        table->brackets = kind;
    } else {
        columns[table->n_columns++] = (column_schema){kind_keep(L, lua_tostring(L, -2), r->memory), kind};
    }
}

/* Returns the name of the table that rules may spell with underscores. */
static const char *name_of_table(const reader *r, const char *typed)
{
    for (size_t i = 0; i < r->store->n_tables; i++)
        if (tables_is_name(r->store->tables[i].name, typed))
            return r->store->tables[i].name;
    return typed;
}

static void read_table(lua_State *L, const reader *r, table_schema *table)
{
    const char *name = name_of_table(r, lua_tostring(L, -2));
    column_schema *columns;

    reader_need_table(L, r, name, 0, "tables");
    if (lua_type(L, -1) != LUA_TTABLE)
        sandbox_fail(L, 0, "tables.%s is %s; it must be {column = kind, ...}", name, check_words_of(L, -1));
    *table = (table_schema){.name = kind_keep(L, name, r->memory)};
    check_push_keys(L, -1);
    columns = kind_array(L, r->memory, lua_rawlen(L, -1), sizeof *columns);
    for (lua_Integer i = 1; lua_rawgeti(L, -1, i) != LUA_TNIL; i++) {
        lua_pushvalue(L, -1);
        lua_rawget(L, -4);
        read_column(L, r, table, columns);
        lua_pop(L, 2);
    }
    lua_pop(L, 2);
    table->columns = columns;
}

static void read_tables(lua_State *L, const reader *r)
{
    table_schema *tables;

    if (lua_getfield(L, 1, "tables") != LUA_TTABLE) {
        lua_pop(L, 1);
        return;
    }
    check_push_keys(L, -1);
    tables = kind_array(L, r->memory, lua_rawlen(L, -1), sizeof *tables);
    for (lua_Integer i = 1; lua_rawgeti(L, -1, i) != LUA_TNIL; i++) {
        if (lua_type(L, -1) != LUA_TSTRING)
            sandbox_fail(L, 0, "tables need names: tables = {units = {...}}");
        lua_pushvalue(L, -1);
        lua_rawget(L, -4);
        read_table(L, r, &tables[r->script->n_tables++]);
        lua_pop(L, 2);
    }
    r->script->tables = tables;
    lua_pop(L, 3);
}

/* Reads the name of a table from a field of the rulebook. Without the field, it is the table of the field's own name,
 * if there is one: a rulebook with a table `units` need not name it. Only a name that the rulebook writes must
 * exist. */
static const char *read_table_name(lua_State *L, const reader *r, const char *field, bool by_itself)
{
    const char *name = kind_keep(L, check_text(L, 1, field), r->memory);

    if (name)
        reader_need_table(L, r, name, 0, field);
    else if (by_itself && salvo_store_table(r->store, field))
        name = field;
    return name;
}

/* Procedures. */

/* Two procedures with the same name or id would hide each other, because users find both by either. */
static void check_new(lua_State *L, const salvo_procedure *const *all, size_t n, const subject *s)
{
    for (size_t i = 0; i < n; i++)
        if (all[i] && all[i] != &s->procedure &&
            (strcmp(all[i]->schema.name, s->procedure.schema.name) == 0 || strcmp(all[i]->id, s->procedure.id) == 0))
            sandbox_fail(L, s->line, "two procedures are called %s (%s); give each a name of its own",
                         s->procedure.schema.name, s->procedure.id);
}

/* A duel of the battle has its place in the list now, and is made after the battle. */
static void keep_duel(lua_State *L, script *s, subject *one)
{
    one->line = made_line(L, -1);
    if (s->one_on_one)
        sandbox_fail(L, one->line, "there is a second duel {...}; a battle makes one");
    if (lua_getfield(L, 1, "battle") != LUA_TTABLE)
        sandbox_fail(L, one->line, "duel {...} needs a battle; return {battle = battle {...}, ...}");
    lua_pop(L, 1);
    s->one_on_one = one;
}

static void read_procedures(lua_State *L, const reader *r)
{
    script *s = r->script;
    /* There is room for two more: the battle is a subject too, and the duel that it makes is a procedure. */
    const salvo_procedure **all = kind_array(L, r->memory, PROCEDURES_MAX + 2, sizeof *all);
    const subject **subjects = kind_array(L, r->memory, PROCEDURES_MAX + 2, sizeof *subjects);
    size_t n = 0;

    if (lua_getfield(L, 1, "procedures") == LUA_TTABLE)
        n = lua_rawlen(L, -1);
    if (n > PROCEDURES_MAX)
        sandbox_fail(L, 0, "there are more than %d procedures", PROCEDURES_MAX);
    for (size_t i = 0; i < n; i++) {
        subject *one = kind_array(L, r->memory, 1, sizeof *one);
        const lua_options *made;

        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        made = made_by(L, -1);
        if (made == &BATTLE_OPTIONS)
            sandbox_fail(L, 0, "procedures[%zu] is a battle; write it beside them: battle = ...", i + 1);
        if (made != &ROLL_OPTIONS && made != &CHAIN_OPTIONS && made != &DUEL_OF_BATTLE_OPTIONS)
            sandbox_fail(L, 0, "procedures[%zu] is %s; procedures must be made by roll {...} or chain {...}", i + 1,
                         check_words_of(L, -1));
        one->number = (int)i;
        subjects[i] = one;
        if (made == &DUEL_OF_BATTLE_OPTIONS) {
            keep_duel(L, s, one);
        } else {
            procedure_read(L, r, lua_gettop(L), one);
            check_new(L, all, i, one);
            all[i] = &one->procedure;
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    s->subjects = subjects;
    s->n_subjects = n;
    s->ruleset.procedures = all;
    s->ruleset.n_procedures = n;
}

/* duel = true of a battle is an empty duel {}, listed after the other procedures. It has no functions, so it is no
 * subject with a number. */
static void make_duel(lua_State *L, const reader *r, bool is_asked)
{
    script *s = r->script;
    /* The list above has room for one more. Only the pointer in the ruleset is const. */
    const salvo_procedure **all = (const salvo_procedure **)(uintptr_t)s->ruleset.procedures;

    if (!s->one_on_one && !is_asked)
        return;
    if (!s->one_on_one) {
        s->one_on_one = kind_array(L, r->memory, 1, sizeof *s->one_on_one);
        s->one_on_one->line = s->battle->battle.line;
        s->one_on_one->number = (int)s->ruleset.n_procedures++;
        lua_newtable(L);
    } else {
        lua_getfield(L, 1, "procedures");
        lua_rawgeti(L, -1, s->one_on_one->number + 1);
        lua_replace(L, -2);
    }
    duel_make(L, r, lua_gettop(L));
    lua_pop(L, 1);
    all[s->one_on_one->number] = &s->one_on_one->procedure;
    check_new(L, all, s->ruleset.n_procedures, s->one_on_one);
}

/* The battle follows the procedures because it is the last subject with functions. Workers find the functions of
 * subject n at n times N_FUNCTIONS, so an assigned number must not change. */
static void read_battle(lua_State *L, const reader *r)
{
    script *s = r->script;

    if (lua_getfield(L, 1, "battle") == LUA_TTABLE) {
        battle_read(L, r, lua_gettop(L));
        s->battle->battle.number = (int)s->n_subjects;
        s->subjects[s->n_subjects++] = &s->battle->battle;
        make_duel(L, r, check_flag(L, -1, "duel"));
    }
    lua_pop(L, 1);
}

/* The order matters. Tables are first, because names of rows and columns in parameters are checked against them.
 * Adapters are last, because fire and duels name procedures. */
static void read_rulebook(lua_State *L, void *of)
{
    const reader *r = of;
    salvo_ruleset *ruleset = &r->script->ruleset;

    if (lua_type(L, 1) != LUA_TTABLE)
        sandbox_fail(L, 0, "the file returns %s; it must end with return {procedures = {...}}", check_words_of(L, 1));
    check_options(L, 1, &RULEBOOK_OPTIONS, 1, 0);
    read_tables(L, r);
    ruleset->units = read_table_name(L, r, "units", true);
    ruleset->weapons = read_table_name(L, r, "weapons", true);
    ruleset->more_units = read_table_name(L, r, "more_units", false);
    ruleset->more_cards = read_table_name(L, r, "more_cards", false);
    if (ruleset->more_units && ruleset->more_cards)
        sandbox_fail(L, 0, "a rulebook has more_units or more_cards, and not both");
    read_procedures(L, r);
    read_battle(L, r);
    ruleset->house_rules = house_told(L, r->memory, &ruleset->n_house_rules);
    adapters_read(L, r, 1);
    r->script->salvos = salvos_columns(L, r);
    if (!ruleset->n_procedures)
        sandbox_fail(L, 0, "the rulebook has no procedures; return {procedures = {...}}");
}

/* Opening. */

/* SALVO_RULES_MEMO=off evaluates every question, so that tests can compare the answers. */
static bool may_note_reads(void)
{
    const char *memo = getenv("SALVO_RULES_MEMO");

    return !memo || strcmp(memo, "off") != 0;
}

static uint64_t hash_files(const rules_files *all)
{
    uint64_t hash = SALVO_HASH;

    for (size_t i = 0; i < all->n; i++)
        hash = salvo_hash(hash, all->files[i].text, all->files[i].length);
    return hash;
}

/* A variant differs from the first book by its change. */
static uint64_t hash_of(const script *s, const salvo_store *store)
{
    const salvo_change *change = store->last;
    uint64_t hash;

    if (!s->first || store->n_changes != 1)
        return salvo_hash_number(salvo_store_hash(store), s->hash);
    hash = salvo_hash_number(salvo_hash_number(s->first_hash, change->table), change->row);
    return salvo_hash(salvo_hash_number(hash, change->column), change->text, strlen(change->text));
}

/* Rules see the tables only when all cells have their kinds. */
static salvo_status load_tables(lua_book *book, const salvo_store *store, salvo_arena *memory, salvo_error *err)
{
    salvo_status status = tables_load(&book->tables, book->script, store, memory, err);

    if (status == SALVO_OK)
        status = adapters_open(book, memory, err);
    /* Variants of a book are made after it, and by several threads. */
    if (status == SALVO_OK && !book->script->first) {
        script *s = (script *)(uintptr_t)book->script;

        s->first = book->tables;
        s->first_hash = book->hash;
    }
    return status;
}

/* Called for each copy of the book. The Lua states of the pool belong to the copy, because they keep its rows. */
static salvo_status load(const salvo_store *store, salvo_arena *memory, void *tables, salvo_error *err)
{
    lua_book *book = tables;

    book->store = store;
    book->hash = hash_of(book->script, store);
    book->memory = salvo_arena_new();
    book->pool = worker_pool_new();
    book->has_memo = may_note_reads();
    book->has_lock = pthread_mutex_init(&book->lock, NULL) == 0;
    if (!book->memory || !book->pool || !book->has_lock)
        return salvo_fail_memory(err);
    return load_tables(book, store, memory, err);
}

static void forget_book(lua_State *L, void *of)
{
    (void)of;
    rows_forget(L);
    situation_forget(L);
    dice_forget(L);
}

/* Also frees a book whose load() failed: every part is NULL or unset until it is made. */
static void unload(void *tables)
{
    lua_book *book = tables;

    worker_pool_free(book->pool, forget_book);
    reads_free_logs(book);
    salvo_arena_free(book->memory);
    if (book->has_lock)
        pthread_mutex_destroy(&book->lock);
}

static void close_ruleset(const salvo_ruleset *ruleset)
{
    worker_close_idle(ruleset->script);
}

static salvo_status fault(const void *tables, salvo_error *err)
{
    return book_fault_of(tables, err);
}

static void watch(void *tables)
{
    lua_book *book = tables;

    atomic_store(&book->is_watched, true);
}

static salvo_reading has_read(const void *tables, size_t table, size_t row, size_t column)
{
    return tables_reading(&((const lua_book *)tables)->tables[table], row, column);
}

/* The script may outlive the store. */
static bool copy_files(script *s, const salvo_store *store, salvo_arena *memory)
{
    salvo_rules_file *files = salvo_arena_array(memory, store->n_rules_files, sizeof *files);

    for (size_t i = 0; files && i < store->n_rules_files; i++) {
        const salvo_rules_file *from = &store->rules_files[i];
        char *text = salvo_arena_array(memory, from->length + 1, 1);

        files[i] = (salvo_rules_file){salvo_arena_printf(memory, "%s", from->name),
                                      salvo_arena_printf(memory, "%s", from->path), text, from->length};
        if (!text || !files[i].name || !files[i].path)
            return false;
        memcpy(text, from->text, from->length);
    }
    s->files = (rules_files){files, store->n_rules_files, store->n_house_rules,
                             salvo_arena_array(memory, store->n_rules_files + 1, sizeof *s->files.compiled), memory};
    return files && s->files.compiled;
}

/* Rules name rows and columns, so a table that lacks one makes them wrong, too. Then the message is about the table. */
static salvo_status blame_tables(const script *s, const salvo_store *store, salvo_arena *memory, salvo_error *err)
{
    const script tables_alone = {.tables = s->tables, .n_tables = s->n_tables};
    const table_data *tables;
    salvo_error own;
    salvo_status status = s->tables ? tables_load(&tables, &tables_alone, store, memory, &own) : SALVO_OK;

    if (status != SALVO_OK && err)
        *err = own;
    return status == SALVO_OK ? SALVO_BAD_INPUT : status;
}

/* `err` goes to worker_describe() unchanged. A fault in the file has a line of the file; a fault of a question
 * (book_error) also has the question. */
salvo_status salvo_lua_describe(const salvo_store *store, salvo_arena *memory, const salvo_ruleset **ruleset,
                                salvo_error *err)
{
    script *s = salvo_arena_array(memory, 1, sizeof *s);
    salvo_status status;

    if (!s || !copy_files(s, store, memory))
        return salvo_fail_memory(err);
    s->id = store->id;
    s->is_salvos = store->has_salvos_rules && !store->n_house_rules;
    s->hash = hash_files(&s->files);
    s->ruleset = (salvo_ruleset){.id = store->id,
                                 .script = s,
                                 .close = close_ruleset,
                                 .tables_size = sizeof(lua_book),
                                 .load = load,
                                 .unload = unload,
                                 .fault = fault,
                                 .check_purity = watch,
                                 .has_read = has_read};
    *ruleset = &s->ruleset;
    status = worker_describe(s, read_rulebook, &(reader){store, memory, s}, err);
    s->files.memory = NULL; /* from now on several threads read the files */
    return status == SALVO_BAD_INPUT ? blame_tables(s, store, memory, err) : status;
}
