/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/subject.h"

#include <string.h>

#include "base/phrase.h"
#include "base/try.h"
#include "cli/approach.h"
#include "cli/option_file.h"
#include "cli/option_table.h"
#include "data/names.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* The kinds of subjects, in the order of messages. */
static const struct kind {
    unsigned bit;
    const char *word;       /* its word in the grammar */
    const char *one, *many; /* in messages */
    const char *needs;      /* what it consists of */
    const char *form;       /* as it is typed ... */
    const char *means;      /* ... and what it means */
    const char *example;
} KINDS[] = {
    {.bit = OF_PROCEDURE,
     .word = "odds",
     .one = "a procedure",
     .many = "procedures",
     .needs = "a procedure needs its name and its values",
     .form = "PROCEDURE key=value ...",
     .means = "one procedure of a rulebook, such as mad.direct-fire",
     .example = "mad.direct-fire weapon=cannon-b range=500"},
    {.bit = OF_DUEL,
     .word = "duel",
     .one = "a duel",
     .many = "duels",
     .needs = "a duel needs two units",
     .form = "duel A B",
     .means = "two units; the word duel can be left out",
     .example = "duel \"Tiger I\" \"Sherman Firefly\" -r mad --range 750"},
    {.bit = OF_BATTLE,
     .word = "battle",
     .one = "a battle",
     .many = "battles",
     .needs = "a battle needs two armies",
     .form = "battle A B --range N",
     .means = "two armies, also as --a and --b, or battle FILE.yaml",
     .example = "battle \"2 Tiger I\" \"5 Sherman M4A1\" -r mad --range 1000"},
    {.bit = OF_FIRE,
     .word = "fire",
     .one = "fire",
     .many = "fire",
     .needs = "fire needs a list of units and a target",
     .form = "fire LIST TARGET",
     .means = "the total of the fire of many units at one",
     .example = "fire \"4 Panther, 2 Tiger I\" \"Sherman M4A1\" -r mad --range 500"},
    {.bit = OF_POINTS,
     .word = "points",
     .one = "points",
     .many = "points",
     .needs = "points need only options",
     .form = "points",
     .means = "the prices of random armies of equal cost",
     .example = "points -r mad"},
    {.bit = OF_DICE,
     .word = "dice",
     .one = "a dice expression",
     .many = "dice expressions",
     .needs = "dice need one expression in quotes",
     .form = "dice \"EXPRESSION\"",
     .means = "dice of no rulebook",
     .example = "dice \"2d6 >= 7\""},
};

static const struct kind *kind_of(unsigned bit)
{
    size_t i = 0;

    while (KINDS[i].bit != bit)
        i++;
    return &KINDS[i];
}

const char *subject_word(const subject *s)
{
    return kind_of(s->kind)->word;
}

/* What a subject does not take. */

/* Writes "duels, battles and points". */
static void put_kinds(salvo_text *to, unsigned of)
{
    size_t n = 0, put = 0;

    for (size_t i = 0; i < COUNT_OF(KINDS); i++)
        n += (of & KINDS[i].bit) != 0;
    for (size_t i = 0; i < COUNT_OF(KINDS); i++)
        if (of & KINDS[i].bit)
            salvo_text_add(to, "%s%s", salvo_between(put++, n, " and "), KINDS[i].many);
}

/* "--first is for duels, not for a battle" */
static salvo_status refuse(const char *what, unsigned of, unsigned kind, const char *more, salvo_error *err)
{
    salvo_text kinds = {0};

    put_kinds(&kinds, of);
    salvo_fail(err, SALVO_BAD_INPUT, "%s is for %s, not for %s%s", what, salvo_text_of(&kinds), kind_of(kind)->one,
               more);
    salvo_text_free(&kinds);
    return SALVO_BAD_INPUT;
}

/* Refuses the first option, before or after "--", that the subject does not take, and names the subjects that do. An
 * option that has no effect would leave the user with the answer to another question. */
static salvo_status refuse_strangers(const options *o, unsigned kind, salvo_error *err)
{
    const option *stranger = option_stranger(o, o->takes, kind);

    if (stranger)
        return refuse(stranger->name, stranger->of, kind,
                      kind == OF_PROCEDURE ? ", whose own parameters are words, as in range=500" : "", err);
    return approach_precision_of_check(o, kind == OF_BATTLE, err);
}

/* The grammar. */

unsigned subject_kind_named(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(KINDS); i++)
        if (salvo_name_matches(KINDS[i].word, name))
            return KINDS[i].bit;
    return 0;
}

static bool is_file(const char *name)
{
    static const char ENDING[] = ".yaml";
    const char *dot = strrchr(name, '.');

    return dot && strcmp(dot, ENDING) == 0;
}

static bool has_armies(const options *o)
{
    return o->army_a || o->army_b;
}

/* "mad.direct-fire" is a procedure even if another name follows it by mistake. */
static bool has_book(const char *name)
{
    const char *dot = strchr(name, '.');

    return dot && dot > name && dot[1] && !strchr(name, ' ');
}

/* Without its word, a subject shows itself: two units, one procedure, one file, or two armies. 0: nothing of these. */
static unsigned kind_shown(const options *o, const subject_verb *verb)
{
    const char *first = o->names.n ? o->names.text[0] : NULL;
    const unsigned procedure = verb->kinds & OF_PROCEDURE;

    return o->names.n == 0                ? has_armies(o) ? OF_BATTLE : 0
           : o->names.n == 1              ? is_file(first) ? OF_BATTLE : procedure
           : procedure && has_book(first) ? OF_PROCEDURE
           : o->names.n == 2              ? verb->of_armies ? OF_BATTLE : OF_DUEL
                                          : 0;
}

/* "duel" alone is the last part of a procedure's name, if the verb takes procedures. */
static bool is_word(const options *o, const subject_verb *verb, unsigned kind)
{
    const bool alone = o->names.n == 1 && verb->kinds & OF_PROCEDURE;

    return kind == OF_BATTLE                    ? !alone || has_armies(o) || o->range
           : kind == OF_DUEL || kind == OF_FIRE ? !alone
                                                : kind != 0;
}

/* "explain needs a subject: PROCEDURE key=value ..., duel A B or dice "EXPRESSION", as in ..." */
static salvo_status refuse_missing(const options *o, const subject_verb *verb, salvo_error *err)
{
    salvo_text text = {0};
    size_t n = 0, put = 0;
    const struct kind *example = NULL;

    for (size_t i = 0; i < COUNT_OF(KINDS); i++)
        if (verb->kinds & KINDS[i].bit) {
            example = !example || KINDS[i].bit == OF_DUEL ? &KINDS[i] : example;
            n++;
        }
    salvo_text_add(&text, "%s needs a subject: ", verb->name);
    for (size_t i = 0; i < COUNT_OF(KINDS); i++)
        if (verb->kinds & KINDS[i].bit)
            salvo_text_add(&text, "%s%s", salvo_between(put++, n, " or "), KINDS[i].form);
    salvo_text_add(&text, "; as in salvo %s %s", verb->name, example->example);
    if (options_refuse_distance(o, err) == SALVO_OK)
        options_fail_names(o, 2, err, salvo_text_of(&text));
    salvo_text_free(&text);
    return SALVO_BAD_INPUT;
}

/* "a duel needs two units, as in salvo explain duel ..." */
static salvo_status refuse_names(const options *o, const char *verb, const struct kind *k, salvo_error *err)
{
    const size_t most = k->bit == OF_DUEL || k->bit == OF_BATTLE || k->bit == OF_FIRE ? 2 : 1;
    salvo_text text = {0};

    salvo_text_add(&text, "%s, as in salvo %s%s%s", k->needs, verb, *verb ? " " : "", k->example);
    options_fail_names(o, most, err, salvo_text_of(&text));
    salvo_text_free(&text);
    return SALVO_BAD_INPUT;
}

/* The most common slip is a value without its key. */
static salvo_status read_procedure(subject *s, context *x, const char *verb, salvo_error *err)
{
    const list *names = &x->options.names;
    const char *message;

    if (names->n == 0)
        return salvo_fail(err, SALVO_BAD_INPUT, "which procedure? salvo list procedures lists them");
    s->name = names->text[0];
    if (names->n == 1)
        return SALVO_OK;
    message =
        salvo_arena_printf(x->memory, "'%s' is not a parameter; write key=value, as in range=500", names->text[1]);
    (void)verb;
    return message ? options_fail_names(&x->options, 1, err, message) : salvo_fail_memory(err);
}

/* "range=500" is --range 500, as in a duel. */
salvo_status subject_take_range(context *x, salvo_error *err)
{
    options *o = &x->options;
    size_t kept = 0;

    for (size_t i = 0; i < o->parameters.n; i++) {
        const char *word = o->parameters.text[i];
        const char *key = salvo_arena_slice(x->memory, word, strcspn(word, "="));
        bool is = false;

        TRY(key ? options_take(o, key, word + strlen(key) + 1, TAKES_RANGE, &is, err) : salvo_fail_memory(err));
        if (!is)
            o->parameters.text[kept++] = word;
    }
    o->parameters.n = kept;
    return SALVO_OK;
}

static salvo_status read_pair(subject *s, context *x, const char *verb, salvo_error *err)
{
    const list *names = &x->options.names;

    TRY(s->kind == OF_FIRE ? subject_take_range(x, err) : SALVO_OK);
    TRY(options_refuse_distance(&x->options, err));
    if (names->n != 2)
        return refuse_names(&x->options, verb, kind_of(s->kind), err);
    s->a = names->text[0];
    s->b = names->text[1];
    return SALVO_OK;
}

/* An expression such as "2d6 >= 7" contains the "=" of a parameter. */
static salvo_status read_dice(subject *s, context *x, const char *verb, salvo_error *err)
{
    const list *names = &x->options.names, *given = &x->options.parameters;

    if (names->n + given->n != 1)
        return refuse_names(&x->options, verb, kind_of(OF_DICE), err);
    s->name = names->n ? names->text[0] : given->text[0];
    return SALVO_OK;
}

static salvo_status take_armies(options *o, salvo_error *err)
{
    TRY(options_refuse_distance(o, err));
    if (o->names.n != 2)
        return SALVO_OK;
    if (has_armies(o))
        return salvo_fail(err, SALVO_BAD_INPUT, "the armies are given twice; give them as words, or as --a and --b");
    o->army_a = o->names.text[0];
    o->army_b = o->names.text[1];
    o->names.n = 0;
    return SALVO_OK;
}

static salvo_status take_file(context *x, salvo_error *err)
{
    list *names = &x->options.names;

    if (names->n != 1)
        return SALVO_OK;
    TRY(option_file_read(&x->options, &BATTLE_FILE, names->text[0], x->memory, err));
    list_drop_first(names);
    return SALVO_OK;
}

/* Refuses a battle without both armies and a range, and names what is missing. */
static salvo_status need_armies(const subject *s, const options *o, const char *verb, salvo_error *err)
{
    const char *missing[3];
    size_t n = 0;
    salvo_text needs = {0};
    salvo_status status = SALVO_OK;

    if (!o->army_a)
        missing[n++] = "--a ARMY";
    if (!o->army_b)
        missing[n++] = "--b ARMY";
    if (!o->range && !s->may_lack_range)
        missing[n++] = "--range N";
    for (size_t i = 0; i < n; i++)
        salvo_text_add(&needs, "%s%s", salvo_between(i, n, " and "), missing[i]);
    if (n)
        status = salvo_fail(err, SALVO_BAD_INPUT, "the battle needs %s, as in salvo %s%s%s, or a YAML file",
                            salvo_text_of(&needs), verb, *verb ? " " : "", kind_of(OF_BATTLE)->example);
    salvo_text_free(&needs);
    return status;
}

/* The armies are two names, --a and --b, or those of a file. The file sets only the options that are not typed, so one
 * option can change it for one run. */
static salvo_status read_battle(subject *s, context *x, const char *verb, salvo_error *err)
{
    options *o = &x->options;

    TRY(subject_take_range(x, err));
    TRY(take_armies(o, err));
    TRY(take_file(x, err));
    if (o->help)
        return SALVO_OK;
    TRY(need_armies(s, o, verb, err));
    if (o->names.n)
        return salvo_fail(err, SALVO_BAD_INPUT, "'%s' is not an option of the battle; give two armies or one YAML file",
                          o->names.text[o->names.n > 2 ? 2 : 0]);
    s->a = o->army_a;
    s->b = o->army_b;
    return SALVO_OK;
}

/* Points are about all units. */
static salvo_status read_points(subject *s, context *x, const char *verb, salvo_error *err)
{
    (void)s;
    if (x->options.names.n == 0)
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT,
                      "%s points takes no further arguments, only options: salvo %s points -r mad", verb, verb);
}

/* `verb` is "" for a short form, whose command has the name of the kind. */
static salvo_status read_kind(subject *s, context *x, const char *verb, salvo_error *err)
{
    static const struct {
        unsigned kind;
        salvo_status (*read)(subject *, context *, const char *verb, salvo_error *);
    } READERS[] = {{OF_PROCEDURE, read_procedure}, {OF_DUEL, read_pair}, {OF_BATTLE, read_battle},
                   {OF_FIRE, read_pair},           {OF_DICE, read_dice}, {OF_POINTS, read_points}};
    size_t i = 0;

    while (READERS[i].kind != s->kind)
        i++;
    return READERS[i].read(s, x, verb, err);
}

salvo_status subject_read(subject *s, context *x, const subject_verb *verb, salvo_error *err)
{
    options *o = &x->options;
    const unsigned named = o->names.n ? subject_kind_named(o->names.text[0]) : 0;
    const bool has_word = is_word(o, verb, named);

    *s = (subject){.kind = has_word ? named : kind_shown(o, verb), .may_lack_range = verb->finds_ranges};
    if (!s->kind)
        return refuse_missing(o, verb, err);
    if (!(s->kind & verb->kinds))
        return refuse(verb->name, verb->kinds, s->kind, "", err);
    if (has_word)
        list_drop_first(&o->names);
    TRY(refuse_strangers(o, s->kind, err));
    return read_kind(s, x, verb->name, err);
}

salvo_status subject_read_short(subject *s, context *x, unsigned kind, salvo_error *err)
{
    *s = (subject){.kind = kind};
    return read_kind(s, x, "", err);
}

void subject_help(const subject_verb *verb, salvo_text *to)
{
    salvo_text_put(to, "SUBJECT is one of\n");
    for (size_t i = 0; i < COUNT_OF(KINDS); i++)
        if (verb->kinds & KINDS[i].bit)
            salvo_text_add(to, "  %-24s %s\n", KINDS[i].form, KINDS[i].means);
}

const char *subject_next_word(const subject_verb *verb, size_t *at)
{
    while (*at < COUNT_OF(KINDS)) {
        const struct kind *k = &KINDS[(*at)++];

        if (verb->kinds & k->bit && k->bit != OF_PROCEDURE)
            return k->word;
    }
    return NULL;
}
