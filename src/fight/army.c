/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads an army list item by item. The count, the name and the options are cut out by hand, because unit names contain
 * digits, commas and parentheses. The options then become a question to the ruleset's element, which checks them and
 * reports errors. */
#include "fight/army.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef army_item item;

/* Returns a copy in the arena; NULL if memory is out. */
static char *trimmed(salvo_arena *memory, const char *from, const char *to)
{
    while (from < to && isspace((unsigned char)*from))
        from++;
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    return salvo_arena_slice(memory, from, (size_t)(to - from));
}

/* "and" separates two items if a count or an article follows it. A name may contain the word. */
static const char AND[] = " and ";

static bool begins_entry(const char *text)
{
    return isdigit((unsigned char)*text) || strncasecmp(text, "a ", 2) == 0 || strncasecmp(text, "an ", 3) == 0;
}

/* Returns the length of the separator at this place; 0 if there is none. */
static size_t divider(const char *at)
{
    if (*at == ',')
        return 1;
    return strncasecmp(at, AND, sizeof AND - 1) == 0 && begins_entry(at + sizeof AND - 1) ? sizeof AND - 1 : 0;
}

/* Returns the end of the item: a comma outside of parentheses, or the end of the text. Options and unit names contain
 * commas, so parentheses are counted. */
static const char *item_end(const char *from)
{
    int depth = 0;

    for (; *from && (depth > 0 || !divider(from)); from++)
        depth += *from == '(' ? 1 : *from == ')' ? -1 : 0;
    return from;
}

/* Returns the count before the name, 1 if there is none, 0 if it exceeds the limits; *text moves to the name. A number
 * without a blank behind it belongs to the name. */
static int take_count(const char **text)
{
    char *behind;
    long count;

    if (!isdigit((unsigned char)**text)) {
        if (begins_entry(*text))
            *text = strchr(*text, ' ') + 1;
        return 1;
    }
    count = strtol(*text, &behind, 10);
    behind += *behind == 'x' && isspace((unsigned char)behind[1]); /* "3x Tiger I" */
    if (!isspace((unsigned char)*behind))                          /* a name may begin with a digit: "88mm Flak" */
        return 1;
    *text = behind + strspn(behind, " \t");
    return count >= 1 && count <= SALVO_ELEMENTS_MAX ? (int)count : 0; /* the caller reports the 0 */
}

/* Cuts `options` in place; the words point into it. */
static salvo_status take_options(item *i, char *options, salvo_error *err)
{
    char *rest; /* many threads read lists at once, so strtok is not safe */

    for (char *word = strtok_r(options, ", \t", &rest); word; word = strtok_r(NULL, ", \t", &rest)) {
        if (i->n_words == ITEM_WORDS_MAX)
            return salvo_fail(err, SALVO_BAD_INPUT, "there are more than %d options for '%s'", ITEM_WORDS_MAX, i->name);
        i->words[i->n_words++] = word;
    }
    return SALVO_OK;
}

/* A parenthesis with "=" holds options. One without belongs to the name: "Infantry (Support)". The last parenthesis
 * decides, because a name may contain one before it. */
static char *options_in(char *text)
{
    char *open = strrchr(text, '(');
    size_t length = strlen(text);

    if (!open || !strchr(open, '=') || text[length - 1] != ')')
        return NULL;
    text[length - 1] = '\0';
    return open;
}

/* Returns whether the text ends inside of options. A name may have a bracket of its own. */
static bool is_open(const char *text)
{
    const char *open = strrchr(text, '(');

    return open && strchr(open, '=') && !strchr(open, ')');
}

/* *i borrows from the arena's copy of the item. Options are cut off before the count is read, so digits in them cannot
 * be mistaken for it. */
static salvo_status cut_item(item *i, const char *from, const char *to, salvo_arena *memory, salvo_error *err)
{
    char *text = trimmed(memory, from, to), *options;
    const char *name = text;

    *i = (item){.count = 0};
    if (!text)
        return salvo_fail_memory(err);
    if (is_open(text))
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "'%s': the bracket before the options is never closed; write them as in \"2 Tiger I "
                          "(cover=normal)\"",
                          text);
    options = *text ? options_in(text) : NULL;
    if (options)
        *options++ = '\0';
    i->count = take_count(&name);
    i->name = trimmed(memory, name, name + strlen(name));
    if (!i->name)
        return salvo_fail_memory(err);
    if (!*i->name)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "an army list has an empty entry; write it as in \"2 Tiger I, 1 Panther\"");
    if (i->count == 0)
        return salvo_fail(err, SALVO_BAD_INPUT, "'%s': a side has 1 to %d elements", text, SALVO_ELEMENTS_MAX);
    return options ? take_options(i, options, err) : SALVO_OK;
}

salvo_status army_item_read(army_item *i, const char **list, salvo_arena *memory, salvo_error *err)
{
    const char *end = item_end(*list);
    salvo_status status = cut_item(i, *list, end, memory, err);

    *list = *end ? end + divider(end) : NULL;
    return status;
}

/* Compares up to and including "=", so that "cover" does not match "cover-value". */
static bool same_key(const char *a, const char *b)
{
    size_t length = strcspn(a, "=");

    return strncmp(a, b, length + 1) == 0;
}

/* Collects the words of the question: the unit, the item's own words, and each of the army's words whose key the item
 * does not give. */
static size_t collect_words(const item *i, const salvo_army *army, const char *unit_word, const char **words)
{
    size_t n = 0;

    words[n++] = unit_word;
    for (size_t k = 0; k < i->n_words; k++)
        words[n++] = i->words[k];
    for (size_t k = 0; k < army->n_words; k++) {
        bool given = false;

        for (size_t own = 0; own < i->n_words; own++)
            given = given || same_key(army->words[k], i->words[own]);
        if (!given)
            words[n++] = army->words[k];
    }
    return n;
}

/* Returns the kind of the element, which is new unless a kind has the same unit and the same bytes; -1 if there are
 * too many. Elements with equal bytes fight alike, however they were written. Fewer kinds make smaller tables. */
static int find_kind(battle_side *s, const salvo_battle_adapter *adapter, const void *element, size_t unit,
                     const char *const *words)
{
    uint8_t fresh[SALVO_ELEMENT_BYTES] = {0};

    for (int k = 0; k < s->n_kinds; k++)
        if (s->kinds[k].unit == unit && memcmp(s->kinds[k].element, element, adapter->element->situation_size) == 0)
            return k;
    if (s->n_kinds == SALVO_KINDS_MAX)
        return -1;
    adapter->initial_state(element, fresh);
    s->kinds[s->n_kinds] = (element_kind){
        .element = element,
        .unit = unit,
        .words = words,
        .price = adapter->price ? adapter->price(element) : -1, /* below 0: the ruleset has no prices */
        .speed = adapter->speed(element),
        .full = adapter->strength(element, fresh),
    };
    return s->n_kinds++;
}

/* Returns the question's values as the book spells them; NULL if memory is out. */
static const char *const *spell(const salvo_question *question, salvo_arena *memory)
{
    const size_t n = question->schema->n_parameters;
    const char **words = salvo_arena_array(memory, n, sizeof *words);

    for (size_t i = 0; words && i < n; i++) {
        const char *text = question->values[i].text;

        words[i] = text ? salvo_arena_slice(memory, text, strlen(text)) : "";
        if (!words[i])
            return NULL;
    }
    return words;
}

/* Removes "unit=Tiger I: " from the beginning of the message, because the user typed an item and not that word. */
static void leave_out_word(salvo_error *err, const char *word)
{
    const size_t length = strlen(word);

    if (err && strncmp(err->text, word, length) == 0 && strncmp(err->text + length, ": ", 2) == 0)
        memmove(err->text, err->text + length + 2, strlen(err->text + length + 2) + 1);
}

/* Adds the item's elements to the side, as one kind. The unit is the first parameter of every element, so an item is a
 * question with one more word. */
static salvo_status enlist_kind(battle_side *s, const salvo_rulebook *book, const item *i, const salvo_army *army,
                                salvo_arena *memory, salvo_error *err)
{
    const salvo_battle_adapter *adapter = book->ruleset->battle;
    const char **words = salvo_arena_array(memory, 1 + i->n_words + army->n_words, sizeof *words);
    const char *unit_word = salvo_arena_printf(memory, "%s=%s", adapter->element->parameters[0].key, i->name);
    const char *const *spelled;
    salvo_question question;
    salvo_status status;
    void *element;
    int k;

    if (!words || !unit_word)
        return salvo_fail_memory(err);
    status = salvo_schema_ask(&question, book, adapter->element, words, collect_words(i, army, unit_word, words), err);
    if (status != SALVO_OK) {
        leave_out_word(err, unit_word);
        return status;
    }
    element = salvo_arena_array(memory, 1, adapter->element->situation_size);
    if (element)
        /* A copy, because the question's situation is freed below. */
        memcpy(element, question.situation, adapter->element->situation_size);
    spelled = element ? spell(&question, memory) : NULL;
    k = spelled ? find_kind(s, adapter, element, (size_t)question.values[0].integer, spelled) : 0;
    salvo_question_free(&question);
    if (!spelled)
        return salvo_fail_memory(err);
    if (k < 0)
        return salvo_fail(err, SALVO_BAD_INPUT, "a side has at most %d different kinds of elements", SALVO_KINDS_MAX);
    if (s->n + i->count > SALVO_ELEMENTS_MAX)
        return salvo_fail(err, SALVO_BAD_INPUT, "a side has at most %d elements", SALVO_ELEMENTS_MAX);
    s->kinds[k].count += i->count;
    for (int n = 0; n < i->count; n++)
        s->kind_of[s->n++] = (uint8_t)k;
    return SALVO_OK;
}

/* Orders by the units' table; kinds of one unit by their options. */
static int compare_in_book(const element_kind *x, const element_kind *y, size_t n_words)
{
    int order = (x->unit > y->unit) - (x->unit < y->unit);

    for (size_t i = 0; i < n_words && !order; i++)
        order = strcmp(x->words[i], y->words[i]);
    return order;
}

void army_find_places(battle_side *side, size_t n_words)
{
    for (int k = 0; k < side->n_kinds; k++)
        for (int other = 0; other < side->n_kinds; other++)
            side->kinds[k].in_book += compare_in_book(&side->kinds[other], &side->kinds[k], n_words) < (other < k);
}

/* An empty or missing list is an empty item, which cut_item() refuses. */
salvo_status army_read(battle_side *side, const salvo_rulebook *book, const salvo_army *army, salvo_arena *memory,
                       salvo_error *err)
{
    const char *from = army->list ? army->list : "";

    do {
        const char *to = item_end(from);
        item i;
        salvo_status status = cut_item(&i, from, to, memory, err);

        if (status != SALVO_OK)
            return status;
        status = enlist_kind(side, book, &i, army, memory, err);
        if (status != SALVO_OK)
            return status;
        from = *to ? to + divider(to) : NULL; /* NULL: this was the last item */
    } while (from);
    army_find_places(side, book->ruleset->battle->element->n_parameters);
    return SALVO_OK;
}

void army_in_order_of_book(battle_side *side)
{
    const battle_side was = *side;

    side->n = 0;
    for (int k = 0; k < was.n_kinds; k++)
        side->kinds[was.kinds[k].in_book] = was.kinds[k];
    for (int k = 0; k < was.n_kinds; k++)
        for (int i = 0; i < side->kinds[k].count; i++)
            side->kind_of[side->n++] = (uint8_t)k;
}
