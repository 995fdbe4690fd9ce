/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/complete.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "cli/books.h"
#include "cli/commands.h"

/* A line that the user is typing. */
typedef struct typed {
    FILE *out;
    context *x;
    const command *command;
    const char *name; /* the first word that is neither an option nor key=value; NULL: none yet */
    const char *word; /* the word to complete ... */
    size_t head;      /* ... after this many bytes, which stay: "--range=", "2 Tiger I, 3 " */
} typed;

/* Case does not matter, as when the program reads the name. */
static void offer(const typed *t, const char *candidate, const char *help)
{
    const char *start = t->word + t->head;

    if (strncasecmp(candidate, start, strlen(start)) == 0)
        fprintf(t->out, "%.*s%s%s%s\n", (int)t->head, t->word, candidate, help ? "\t" : "", help ? help : "");
}

/* Offers "range=". The shell must put no space after it, so it must differ from a whole word. */
static void offer_key(const typed *t, const char *key, const char *help)
{
    const char *candidate = salvo_arena_printf(t->x->memory, "%s=", key);

    if (candidate)
        offer(t, candidate, help);
}

static void offer_all(const typed *t, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        offer(t, names[i], NULL);
}

static void offer_commands(const typed *t)
{
    for (size_t i = 0; COMMANDS[i]; i++)
        offer(t, COMMANDS[i]->name, COMMANDS[i]->help);
}

/* Calls `tell` for every rulebook that the words so far can mean. */
static void with_books(const typed *t, void (*tell)(const typed *t, const salvo_rulebook *book))
{
    open_books books;

    if (books_open(&books, t->x, false, NULL) != SALVO_OK)
        return;
    for (size_t i = 0; i < books.n; i++)
        tell(t, &books.at[i]);
    books_close(&books);
}

static void tell_book(const typed *t, const salvo_rulebook *book)
{
    offer(t, book->ruleset->id, book->store.title);
}

static void tell_procedures(const typed *t, const salvo_rulebook *book)
{
    for (size_t i = 0; i < book->ruleset->n_procedures; i++)
        offer(t, book->ruleset->procedures[i]->schema.name, book->ruleset->procedures[i]->documentation.title);
}

static void offer_rows(const typed *t, const salvo_store *store, const char *name, const char *heading)
{
    const salvo_table *table = name ? salvo_store_table(store, name) : NULL;

    for (size_t row = 0; table && row < table->n_rows; row++) {
        const char *text = salvo_table_text(table, row, heading);
        const char *full = salvo_table_text(table, row, "name");

        /* Without names, a row has its id only. */
        offer(t, text ? text : table->cells[row * table->n_columns].text, full != text ? full : NULL);
    }
}

static void tell_units(const typed *t, const salvo_rulebook *book)
{
    offer_rows(t, &book->store, book->ruleset->units, "name");
    offer_rows(t, &book->store, book->ruleset->more_units, "name");
    if (t->command == &SHOW_COMMAND)
        offer_rows(t, &book->store, book->ruleset->more_cards, "name");
}

static void tell_nations(const typed *t, const salvo_rulebook *book)
{
    const salvo_table *units = book->ruleset->units ? salvo_store_table(&book->store, book->ruleset->units) : NULL;

    if (units && units->nations)
        offer_rows(t, &book->store, units->nations->name, "id");
}

/* The usage already names the most common tables. */
static void tell_tables(const typed *t, const salvo_rulebook *book)
{
    for (size_t i = 0; i < book->store.n_tables; i++)
        if (!strstr(t->command->usage, book->store.tables[i].name))
            offer(t, book->store.tables[i].name, book->store.tables[i].title);
}

/* Offers parameters; if `side` is "a-" or "b-", as words of that side. */
static void offer_keys(const typed *t, const salvo_schema *schema, const char *side, size_t from)
{
    for (size_t i = from; i < schema->n_parameters; i++)
        offer_key(t, salvo_arena_printf(t->x->memory, "%s%s", side, schema->parameters[i].key),
                  schema->parameters[i].help);
}

static void offer_choices(const typed *t, const salvo_parameter *p)
{
    for (size_t i = 0; p->choices && p->choices[i]; i++)
        offer(t, p->choices[i], NULL);
}

/* Offers ids, not names, because they need no quotes. */
static void offer_values(const typed *t, const salvo_parameter *p, const salvo_store *store)
{
    static const char *const FLAGS[] = {"yes", "no"};

    if (p->kind == SALVO_FLAG)
        offer_all(t, FLAGS, 2);
    offer_choices(t, p);
    offer_rows(t, store, p->kind == SALVO_NAME ? p->table : NULL, "id");
    offer_rows(t, store, p->kind == SALVO_NAME ? p->more_table : NULL, "id");
    for (const salvo_source *s = p->kind == SALVO_LIST ? p->sources : NULL; s && s->table; s++)
        if (!*s->prefix)
            offer_rows(t, store, s->table, "id");
    if (p->word)
        offer(t, p->word, NULL);
}

/* Offers values of the parameter that the key names, also if the key is a side's. */
static void offer_values_of(const typed *t, const salvo_schema *schema, const salvo_store *store)
{
    const char *key = salvo_arena_slice(t->x->memory, t->word, strcspn(t->word, "="));
    typed value = *t;

    value.head = strcspn(t->word, "=") + 1;
    for (size_t i = 0; key && i < schema->n_parameters; i++)
        if (strcmp(schema->parameters[i].key, key) == 0 ||
            ((strncmp(key, "a-", 2) == 0 || strncmp(key, "b-", 2) == 0) &&
             strcmp(schema->parameters[i].key, key + 2) == 0))
            offer_values(&value, &schema->parameters[i], store);
}

/* Offers a key of the schema, or a value of the typed key. */
static void offer_words(const typed *t, const salvo_schema *schema, const salvo_store *store, const char *side)
{
    if (strchr(t->word, '='))
        offer_values_of(t, schema, store);
    else
        /* An element's first parameter is its unit, which the army list contains. */
        offer_keys(t, schema, side, *side != '\0');
}

/* A command with two units has the words of the ruleset's duel, or those of battles. */
static void tell_words(const typed *t, const salvo_rulebook *book)
{
    const salvo_duel_adapter *duel = book->ruleset->duel;
    const salvo_battle_adapter *battle = book->ruleset->battle;
    const salvo_procedure *p;

    if (duel && t->command->takes & TAKES_FIRST &&
        salvo_procedure_find(book->ruleset, duel->procedure, &p, NULL) == SALVO_OK)
        offer_words(t, &p->schema, &book->store, "");
    if (!battle || !(t->command->takes & TAKES_PLAN))
        return;
    offer_words(t, battle->field, &book->store, "");
    offer_words(t, battle->element, &book->store, "a-");
    if (!strchr(t->word, '=')) /* values belong to either side */
        offer_words(t, battle->element, &book->store, "b-");
}

/* Offers parameters of the named procedure, or of what the command asks of whole rulebooks. */
static void offer_parameters(const typed *t)
{
    const salvo_procedure *p;
    salvo_rulebook book;

    if (t->name && book_open_procedure(&book, &p, t->x, t->name, NULL) == SALVO_OK) {
        offer_words(t, &p->schema, &book.store, "");
        salvo_rulebook_close(&book);
    } else if (t->x->options.ruleset || t->x->options.data) {
        with_books(t, tell_words);
    }
}

/* Offers a word that may begin anywhere: "2 Tiger I, 3 Sh" is completed after the count. */
static void offer_army(typed t)
{
    const char *comma = strrchr(t.word + t.head, ',');

    t.head = comma ? (size_t)(comma + 1 - t.word) : t.head;
    t.head += strspn(t.word + t.head, " 0123456789");
    with_books(&t, tell_units);
}

/* The placeholder of a value in the help says what it is. */
static void offer_value(const typed *t, const option_told *o)
{
    if (o->as->choices)
        offer_choices(t, o->as);
    else if (strcmp(o->value, "ID") == 0)
        with_books(t, tell_book);
    else if (strcmp(o->value, "ARMY") == 0)
        offer_army(*t);
    else if (strcmp(o->value, "TARGET") == 0 || strcmp(o->value, "FILTER") == 0)
        with_books(t, tell_units);
    else if (strcmp(o->name, "--nation") == 0)
        with_books(t, tell_nations);
    else if (strcmp(o->value, "KEY=...") == 0)
        offer_parameters(t);
}

/* Offers the yes-or-no parameters of the named procedure. */
static void offer_flags(const typed *t)
{
    const salvo_procedure *p;
    salvo_rulebook book;

    if (!t->name || book_open_procedure(&book, &p, t->x, t->name, NULL) != SALVO_OK)
        return;
    for (size_t i = 0; i < p->schema.n_parameters; i++) {
        const salvo_parameter *flag = &p->schema.parameters[i];
        const char *name = salvo_arena_printf(t->x->memory, "--%s", flag->key);

        if (name && flag->kind == SALVO_FLAG)
            offer(t, name, flag->help);
    }
    salvo_rulebook_close(&book);
}

static void offer_options(const typed *t)
{
    for (option_told o = {.of = NULL}; options_next(&o, t->command->takes);)
        if (o.is_flags)
            offer_flags(t);
        else
            offer(t, o.name, o.help);
}

/* Finds the option that the command takes under that name. */
static bool find_option(const typed *t, const char *word, size_t length, option_told *o)
{
    for (*o = (option_told){.of = NULL}; options_next(o, t->command->takes);)
        if (!o->is_flags && ((strlen(o->name) == length && strncmp(o->name, word, length) == 0) ||
                             (length == 2 && o->letter == word[1])))
            return true;
    return false;
}

/* A word of a usage: "audit|test|fit", "PROCEDURE", "-r". */
typedef struct usage_word {
    const char *text;
    size_t length;
} usage_word;

/* Finds the next word of the usage that is not an option, an option's value, or in brackets. */
static bool usage_next(const char **rest, usage_word *word)
{
    bool option = false;

    while (**rest) {
        *rest += strspn(*rest, " \n");
        *word = (usage_word){*rest, strcspn(*rest, **rest == '[' ? "]" : " \n")};
        *rest += word->length + (**rest == '[' && (*rest)[word->length] == ']');
        if (word->length && *word->text != '[' && *word->text != '-' && !option)
            return true;
        option = word->length && *word->text == '-' && strncmp(word->text, "--", word->length) != 0;
    }
    return false;
}

static bool is_word(const usage_word *w, const char *text)
{
    return strlen(text) == w->length && strncmp(w->text, text, w->length) == 0;
}

/* Offers each word of "audit|test|fit". Returns true if the usage word is literal. */
static bool offer_literals(const typed *t, const usage_word *w)
{
    size_t at = 0;

    if (!islower((unsigned char)*w->text) || is_word(w, "salvo") || is_word(w, t->command->name))
        return false;
    while (at < w->length) {
        size_t length = strcspn(w->text + at, "| \n");
        const char *literal = salvo_arena_slice(t->x->memory, w->text + at, length);

        if (literal)
            offer(t, literal, NULL);
        at += length + 1;
    }
    return true;
}

/* Offers the words of subjects. Without them, a word may be a procedure. */
static bool offer_subjects(const typed *t, bool *procedures, bool *units)
{
    const subject_verb *about = t->command->about;
    size_t at = 0;

    *procedures = about->kinds & OF_PROCEDURE;
    *units = t->name != NULL;
    for (const char *word = t->name ? NULL : subject_next_word(about, &at); word; word = subject_next_word(about, &at))
        offer(t, word, NULL);
    return !t->name && !*t->word;
}

/* Offers what the usage has in the place of a name. Words that choose the command's subject come alone and first. */
static void offer_names(const typed *t)
{
    const bool named = t->x->options.ruleset || t->x->options.data;
    bool literals = false, procedures = false, units = false, tables = false;
    const char *rest = t->command->usage;
    usage_word w;

    while (usage_next(&rest, &w)) {
        if (is_word(&w, "SUBJECT")) {
            literals = offer_subjects(t, &procedures, &units) || literals;
            continue;
        }
        literals = (!t->name && offer_literals(t, &w)) || literals;
        procedures = procedures || is_word(&w, "PROCEDURE");
        tables = tables || is_word(&w, "TABLE");
        units = units || is_word(&w, "A") || is_word(&w, "UNIT");
    }
    if (tables && !t->name && named)
        with_books(t, tell_tables);
    if (literals)
        return;
    if (procedures && !t->name)
        with_books(t, tell_procedures);
    /* The units of all rulebooks are thousands. */
    if (units && named)
        with_books(t, tell_units);
    if (t->name || !procedures)
        offer_parameters(t);
}

/* Notes a word before the last: it can name the rulebook, or say what is asked. */
static void note_word(typed *t, const char *word, const option_told *value_of)
{
    if (value_of && strcmp(value_of->name, "--ruleset") == 0)
        t->x->options.ruleset = word;
    else if (value_of && strcmp(value_of->name, "--data") == 0)
        t->x->options.data = word;
    else if (!value_of && *word != '-' && !strchr(word, '=') && !t->name)
        t->name = word;
}

/* Reads the words before the last. If the last word is the value of an option, *pending is that option. */
static bool read_words(typed *t, int n, char **words, option_told *pending)
{
    bool waits = false;

    for (int i = 0; i < n; i++) {
        const char *word = words[i];
        /* "--seed=7" ends at the sign; "-rmad" after its letter. */
        size_t length = word[0] == '-' && word[1] != '-' && word[1] ? 2 : strcspn(word, "=");

        if (waits) {
            note_word(t, word, pending);
            waits = false;
        } else if (*word == '-' && find_option(t, word, length, pending) && pending->value) {
            waits = !word[length];
            if (!waits)
                note_word(t, word + length + (word[1] == '-'), pending);
        } else {
            note_word(t, word, NULL);
        }
    }
    return waits;
}

/* The last word's own beginning, or the option before it, determines what it is. */
static void offer_word(typed *t, bool waits, const option_told *pending)
{
    const size_t length = strcspn(t->word, "=");
    option_told o;

    if (waits) {
        offer_value(t, pending);
    } else if (*t->word == '-' && t->word[length] && find_option(t, t->word, length, &o) && o.value) {
        t->head = length + 1;
        offer_value(t, &o);
    } else if (*t->word == '-') {
        offer_options(t);
    } else if (t->word[length]) {
        offer_parameters(t);
    } else {
        offer_names(t);
    }
}

/* Words without a meaning get no candidates: a shell must not show errors while the user types. */
void complete(FILE *out, context *x, int n, char **words)
{
    typed t = {.out = out, .x = x, .word = n > 0 ? words[n - 1] : ""};
    option_told pending;
    bool waits;

    /* The last word may be the command that options precede. */
    if (n <= 1 || !options_behind(n - 1, words) || (n == 2 && strcmp(words[0], "help") == 0)) {
        offer_commands(&t);
        return;
    }
    if (command_find(words[0], &t.command, NULL) != SALVO_OK)
        return;
    waits = read_words(&t, n - 2, words + 1, &pending);
    offer_word(&t, waits, &pending);
}
