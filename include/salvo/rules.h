/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a rulebook is made of: procedures, the parameters of their schemas, and the registration of a ruleset.
 *
 * A rule is a pure function from dice to an outcome. There are two shapes of procedure, and no third:
 *   a roll    one throw of a fixed set of dice: resolve(situation, dice) -> outcome;
 *   a chain   a rule repeated until something ends it: a start state, step(situation, state, dice) -> state, each step
 *             one throw, and outcome(situation, state) for a state that ends it.
 * Nothing in them draws random numbers, prints or allocates; exact odds, simulation and the reference engine all run
 * these same functions.
 *
 * Descriptors (parameters, procedures, rulesets) are static constants. An opened rulebook owns its data; values and
 * situations point into it and must not outlive it. The functions of a ruleset are called by several threads at once, for
 * the same tables and the same situation: after `load` and `prepare` they only read. */
#ifndef SALVO_RULES_H
#define SALVO_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <salvo/arena.h>
#include <salvo/data.h>
#include <salvo/dice.h>
#include <salvo/error.h>
#include <salvo/text.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Parameters. */

typedef enum {
    SALVO_FLAG,    /* yes or no; integer is 1 or 0 */
    SALVO_CHOICE,  /* one of `choices`; integer is its place there */
    SALVO_INTEGER, /* a whole number in [min, max] */
    SALVO_DECIMAL, /* a decimal number in [min, max]; value in `decimal` */
    SALVO_NAME,    /* a row of the table `table`; integer is the row. With `more_table`, the rows of the second table
                      follow those of the first. With `among`, only rows that say yes in that column (in the second
                      table too, if it has the column) */
    SALVO_TEXT,    /* any text, as a file's name; one of `choices` is spelled as there; only `text` is set */
    SALVO_LIST,    /* a comma list of rows of the tables in `sources`, or "none"; values in `items` */
} salvo_parameter_kind;

/* A table that holds possible items of a list. */
typedef struct salvo_source {
    const char *table;  /* NULL ends the array */
    const char *prefix; /* the text before the id in the list ("artillery-"); "" for none */
} salvo_source;

/* A conditional default: "target=open|closed" applies when that parameter has one of those values. A condition names a
 * parameter that comes before its own. */
typedef struct salvo_default {
    const char *when; /* NULL ends the array */
    const char *value;
} salvo_default;

/* Where a value goes: a member of the situation. */
typedef enum {
    SALVO_NOWHERE, /* no member: the value is looked up by its key, or only affects other parameters */
    SALVO_TO_BOOL,
    SALVO_TO_INTEGER, /* of 1, 2, 4 or 8 bytes, signed or not; an enum */
    SALVO_TO_DOUBLE,
    SALVO_TO_TEXT,   /* const char *: the value's canonical spelling */
    SALVO_TO_VALUE,  /* const salvo_value *: the value itself, as a list */
    SALVO_TO_TABLES, /* a pointer to the ruleset's own tables: of a schema, never of a parameter */
} salvo_member_kind;

typedef struct salvo_place {
    salvo_member_kind kind;
    size_t offset, size;
} salvo_place;

/* The place of a member, which may be inside a struct or an array: SALVO_PLACE(struct duel, side[A].shot.range_m). */
/* clang-format off */
#define SALVO_PLACE(type, member) \
    {_Generic(((type *)0)->member, \
              bool: SALVO_TO_BOOL, \
              int8_t: SALVO_TO_INTEGER, int16_t: SALVO_TO_INTEGER, int32_t: SALVO_TO_INTEGER, \
              int64_t: SALVO_TO_INTEGER, uint8_t: SALVO_TO_INTEGER, uint16_t: SALVO_TO_INTEGER, \
              uint32_t: SALVO_TO_INTEGER, uint64_t: SALVO_TO_INTEGER, \
              double: SALVO_TO_DOUBLE, \
              const char *: SALVO_TO_TEXT, \
              const struct salvo_value *: SALVO_TO_VALUE, \
              default: SALVO_TO_TABLES), \
     offsetof(type, member), sizeof ((type *)0)->member}
/* clang-format on */

/* A word that players use for a value: "hedge" for the cover "normal". */
typedef struct salvo_synonym {
    const char *word, *value; /* word is NULL at the end of the array */
} salvo_synonym;

typedef struct salvo_parameter {
    const char *key;
    const char *aliases; /* other keys with this meaning, "a-moves|a-moved"; or NULL */
    const char *help;    /* a few words, lower case */
    salvo_parameter_kind kind;
    double min, max;            /* INTEGER, DECIMAL: limits, inclusive */
    const char *const *choices; /* CHOICE, TEXT (or NULL there): ends with NULL */
    const char *table;      /* NAME: the table; INTEGER: the table whose ids are the possible numbers (items[0] is the
                          row); DECIMAL: the table whose brackets a sweep without values uses */
    const char *more_table; /* NAME: a second table ("troop or vehicle"), its ids differ from the first's; or NULL */
    const char *among;      /* NAME: a column of `table`; or NULL */
    const salvo_source *sources; /* LIST */
    const char *suffix;          /* LIST: a suffix that an item may have ("-fixed"); NULL for none */
    int64_t count_max;           /* LIST: the highest count of an item, "machine-gun:4"; 0: items have no count */
    const char *word;            /* INTEGER: a word allowed in place of a number ("none", "unlimited"); TEXT: another
                                    allowed form, for help ("the path of a file"); or NULL */
    const char *fallback;        /* the default, as a user would write it; NULL if there is none */
    const char *fallback_cell;   /* the default is this cell of the data, "modifiers.fortification.modifier"; or NULL */
    const salvo_default *defaults; /* have priority over `fallback`: the first that applies; or NULL */
    /* "a.weapon": the default is that cell of the row that the parameter `a` names, if the row's table has the column
     * and the cell is not empty. Has priority over `fallback`; or NULL. */
    const char *fallback_row;
    const salvo_synonym *synonyms; /* CHOICE, FLAG, TEXT: other words for values; or NULL */
    /* CHOICE, FLAG (no, yes): the phrase for each value, "in the open", "in cover", for pictures and titles; or NULL */
    const char *const *phrases;
    bool distance;        /* DECIMAL: in the ruleset's unit of distance, so that "500m" may be written */
    bool bracketed;       /* DECIMAL: a sweep without values uses the brackets of the procedure */
    bool required;        /* must be given ... */
    const char *unless;   /* ... unless this flag is yes */
    const char *excludes; /* must not be given together with this key; if that key is given, the default does not
                             apply */
    const char *only;     /* a condition; without it, the parameter has no value and accepts only its default */

    /* Where the value goes in the situation: yes and no as 1 and 0, a choice as its place, a name as its row, a whole
     * number that is the id of a row as that row, any other number as it is. A value without a number (absent, or
     * `word`) is stored as `without` (default 0). An absent text is "". Texts and values live as long as the
     * question. */
    salvo_place into;
    double without;
} salvo_parameter;

typedef struct salvo_item {
    size_t source; /* place in `sources` */
    size_t row;    /* of that source's table */
    bool suffixed;
    int64_t count; /* 1 unless the list counts its items */
} salvo_item;

/* The value of one parameter after parsing; `kind` says which members are set. */
typedef struct salvo_value {
    bool given;  /* the user wrote it */
    bool absent; /* it has no value: not given and no default */
    bool word;   /* it is the parameter's `word` */
    int64_t integer;
    double decimal;
    const salvo_item *items;
    size_t n_items;
    const char *text; /* the value in its canonical spelling, for printing; "" when absent */
} salvo_value;

/* Procedures. */

struct salvo_odds;
struct salvo_question;

enum {
    SALVO_EXPECTATIONS_MAX = 8,
    SALVO_STATE_MAX = 2048,  /* bytes of a chain's state */
    SALVO_LABEL_MAX = 64,    /* bytes of an outcome's label */
    SALVO_CONTINUES = -1,    /* outcome() of a state in which the chain continues */
    SALVO_BRACKETS_MAX = 32, /* the largest number for one situation */
    SALVO_STREAMS_MAX = 16,
};

/* The average of a whole-number tally. resolve and step add to gain[k], at most 2^31 in size; the expectation is
 * E[gain[k]] / parts. */
typedef struct salvo_expectation {
    const char *name;
    const char *help;
    int64_t parts; /* 0 is read as 1 */
} salvo_expectation;

/* A roll: of the dice that `dice` returns or, if that is NULL, always of `count` dice of `sides` sides. `gain` has one
 * zeroed tally for each expectation. */
typedef struct salvo_roll {
    void (*dice)(const void *situation, salvo_dice *dice);
    int (*resolve)(const void *situation, const uint8_t *faces, int64_t *gain);
    int count, sides;
} salvo_roll;

static inline void salvo_roll_dice(const salvo_roll *roll, const void *situation, salvo_dice *dice)
{
    if (roll->dice)
        roll->dice(situation, dice);
    else
        *dice = salvo_dice_of(roll->count, roll->sides);
}

enum { SALVO_STATE_FIELDS_MAX = 12 };

/* A state in words: the throw made from it, and the fields that change. Texts live as long as the situation. */
typedef struct salvo_state_description {
    const char *throw_name; /* "a's fire"; NULL: unknown */
    size_t n;
    struct {
        const char *name; /* "b's strength"; for a flag "b is pinned"; for a packed state "b's condition" */
        int64_t value;
        /* A packed state can only be compared for equality. */
        enum { SALVO_FIELD_NUMBER, SALVO_FIELD_FLAG, SALVO_FIELD_PACKED } kind;
    } at[SALVO_STATE_FIELDS_MAX]; /* the same names in the same order, whatever the state */
} salvo_state_description;

/* A chain. A state is a plain struct of `state_size` bytes, compared byte by byte: start() receives it zeroed and must
 * not leave garbage in padding. */
typedef struct salvo_chain {
    size_t state_size;
    void (*start)(const void *situation, void *state);        /* NULL: it is the zeroed one */
    int (*outcome)(const void *situation, const void *state); /* the outcome of the state, or SALVO_CONTINUES */
    void (*dice)(const void *situation, const void *state, salvo_dice *dice);
    bool (*step)(const void *situation, void *state, const uint8_t *faces, int64_t *gain); /* returns true at the end
                                                                                              of a turn */
    int64_t (*turn_limit)(const void *situation); /* turns after which the chain stops; 0: unlimited. NULL: unlimited */
    int undecided; /* the outcome of a chain that can never end, or that its limit stopped */
    /* For outcomes that describe the survivors: the outcome of a chain that can never end from this state, instead of
     * `undecided`. NULL: no such outcome. Only the exact engine calls it: a battle, which has it, is never simulated
     * past its dice. */
    int (*never_ends)(const void *situation, const void *state);
    /* For chains whose result so far is an outcome, such as a total: the outcome if the limit stops the chain in this
     * state, instead of `undecided`. NULL: no such outcome. A chain has at most one of stopped and never_ends. */
    int (*stopped)(const void *situation, const void *state);
    /* The stream of the throw from this state, 0 .. SALVO_STREAMS_MAX - 1 (initiative, a's shot, b's shot). In the
     * reference engine, every stream has its own random numbers in every turn, so variants use the same dice even if
     * one of them skips a throw. NULL: the throw's place in its turn. */
    int (*stream)(const void *situation, const void *state);
    /* For throws that many states share: the number of the throw that this state makes, or -1 for a throw of its own.
     * States with the same number throw the same dice, and two results of one kind have the same effect in all of
     * them, so one result of each kind is enough to find everything that can happen. Numbers are small. A throw
     * without dice has no kinds. Both NULL: there are none. */
    int (*throw_number)(const void *situation, const void *state);
    int (*throw_kind)(const void *situation, int number, const uint8_t *faces);
    bool kinds_gain_alike; /* two results of one kind also have equal gains */
    /* For explanations (salvo_chain_describe): `describe` fills in *description, which is zeroed. NULL: all throws have
     * the name `throw_name`, and states have no words. */
    void (*describe)(const void *situation, const void *state, salvo_state_description *description);
    const char *throw_name; /* "a shot" */
    bool describes_gains;   /* the words of the states contain everything that a step gains */
    /* For explanations of very many states: the part of the state that decides how the chain continues, as a key in
     * state_size zeroed bytes. States with equal keys make the same throws with the same gains and outcomes. Returns
     * true if the dice of the state's throw are interchangeable. Such states have no words, no two of them lead to the
     * same one by their own bytes, and their dice have no weights. NULL: every state is a case of its own. */
    bool (*future)(const void *situation, const void *state, void *key);
} salvo_chain;

/* The outcome if the limit of turns stops the chain in this state. */
int salvo_chain_stopped(const salvo_chain *chain, const void *situation, const void *state);

/* Fills in *description with the words of the state. */
void salvo_chain_describe(const salvo_chain *chain, const void *situation, const void *state,
                          salvo_state_description *description);

/* For schemas that know what an answer depends on: questions that cannot differ in an answer share it. An answer is the
 * bytes of one caller, who computes it for every question of a procedure in the same way. */
typedef struct salvo_sharing {
    /* Returns the answer that was kept for an equal question; NULL: none. The situation is filled and not prepared. */
    const void *(*find)(const void *tables, const void *situation);
    /* Prepares the situation in place of the schema's `prepare`, and notes from now on what its answer depends on. If
     * that shows that an equal question was answered, sets `known` to that answer. */
    salvo_status (*prepare)(const void *tables, void *situation, const void **known, salvo_error *err);
    /* Keeps a copy of the answer to the question that was prepared so. */
    void (*keep)(const void *situation, const void *answer, size_t size);
} salvo_sharing;

/* What can be asked: parameters, and the situation that their values make. */
typedef struct salvo_schema {
    const char *name; /* "mad.direct-fire"; messages begin with it */
    const salvo_parameter *parameters;
    size_t n_parameters;

    /* The typed situation that the rule works on. It is zeroed, filled with the ruleset's own tables (if `tables` has
     * a place) and with every value that has a place. `prepare` then refuses combinations that the limits of single
     * parameters cannot exclude, and computes what follows from the values; or NULL. */
    size_t situation_size;
    salvo_place tables;
    salvo_place self; /* where a pointer to this schema goes, for functions that serve many schemas; or none */
    salvo_status (*prepare)(const void *tables, void *situation, salvo_error *err);
    void (*explain)(const void *situation, salvo_text *text); /* the situation in words, line by line; or NULL */
    /* A short warning about the origin of the numbers; every report shows it in every format. It lives in the
     * situation, or for ever. NULL, and a result of NULL: none. */
    const char *(*remark)(const void *situation);
    /* The upper ends of the range brackets that apply in this situation, ascending; returns their number. For sweeps
     * over the parameter that is `bracketed`; or NULL. */
    size_t (*brackets)(const void *situation, double upto[SALVO_BRACKETS_MAX]);
    const salvo_sharing *sharing; /* NULL: each question is answered by itself */
} salvo_schema;

/* Texts for lists, help and the manual. */
typedef struct salvo_documentation {
    const char *chapter; /* the heading it is listed under */
    const char *title;   /* one line */
    const char *section; /* the place in the rulebook */
    const char *rulings; /* the rulings that it depends on, ids of rows of the table "rulings": "R-01 to R-11, R-49";
                            or NULL */
    const char *notes;   /* further remarks for the manual, in sentences; or NULL */
} salvo_documentation;

typedef struct salvo_procedure {
    const char *id; /* "MAD-01" */
    salvo_schema schema;
    salvo_documentation documentation;
    const salvo_expectation *expectations;
    size_t n_expectations;
    bool (*expects)(const void *situation, size_t expectation); /* whether this expectation is defined in the
                                                                   situation. NULL: all are */

    /* The closed list of outcomes: fixed labels, or labels made from the outcome's number. Without `label`, the number
     * is the label: outcome n_outcomes + 3 is "3". */
    const char *const *outcomes;
    size_t n_outcomes;                                                             /* of `outcomes` */
    const char *outcomes_help;                                                     /* the made labels, in words */
    void (*label)(const void *situation, int outcome, char text[SALVO_LABEL_MAX]); /* or NULL */
    /* The possible made labels, with "#" at the end for any number: {"more", "#"}; ends with NULL. NULL: numbers, if
     * there are made outcomes. */
    const char *const *made;

    const salvo_roll *roll; /* exactly one of the two is set */
    const salvo_chain *chain;
    /* Computes outcomes and averages of exact odds in another way, for chains with too many states. NULL: the chain is
     * used. */
    salvo_status (*solve)(struct salvo_odds *odds, const struct salvo_question *question, salvo_error *err);
    /* Simulates single trials from `first` on: for each, the outcome and then the tallies of the expectations.
     * Variants that are compared use the same dice for the same streams. NULL: the reference engine does it. */
    salvo_status (*trials)(const struct salvo_question *question, uint64_t seed, uint64_t first, size_t count,
                           int64_t *values, salvo_error *err);
} salvo_procedure;

/* Rulesets. */

/* One line of a unit's record card. */
typedef struct salvo_fact {
    const char *key;   /* "hp" */
    const char *label; /* "hit points" */
    const char *value;
} salvo_fact;

typedef struct salvo_card {
    const char *id, *name;
    const char *nation; /* NULL if units have none */
    salvo_fact *facts;
    size_t n_facts;
} salvo_card;

/* How salvo reads a ruleset's duel procedure: the keys of its four own parameters, and the meaning of each outcome for
 * side a. */
/* Who acts first in a turn, and how that is decided: always the same side; both at the same time; a throw or a showing
 * of hands; a card of each side; chance, if the rulebook has no throw for it; nobody, if the throw never decides. */
typedef enum {
    SALVO_FIRST_UNKNOWN, /* only the rules know */
    SALVO_FIRST_A,
    SALVO_FIRST_B,
    SALVO_FIRST_BOTH,
    SALVO_FIRST_INITIATIVE,
    SALVO_FIRST_CARDS,
    SALVO_FIRST_CHANCE,
    SALVO_FIRST_NOBODY,
    SALVO_N_FIRST,
} salvo_acts_first;
extern const char *const SALVO_ACTS_FIRST[SALVO_N_FIRST]; /* NULL, "a", "b", "both", "initiative" ... */

typedef struct salvo_duel_adapter {
    const char *procedure;
    const char *a, *b, *range, *first;
    const char *turns;                    /* the expectation that counts turns */
    const char *a_wins, *b_wins, *mutual; /* outcomes; all others are undecided */
    const char *counts;                   /* the unit of that expectation, "rounds"; NULL: turns */
    bool mirrors; /* b against a is a against b with the sides exchanged, unless a parameter concerns one side */
    salvo_acts_first (*acts_first)(const void *situation); /* NULL: unknown */
} salvo_duel_adapter;

/* A parameter that is set from the table row of the firer or the target. */
typedef struct salvo_row_word {
    const char *key;    /* NULL ends the array */
    const char *column; /* of the row's table; NULL: the row's id. An empty cell leaves the parameter its default */
    const char *value;  /* in place of both: a fixed value for every row */
} salvo_row_word;

enum { SALVO_ROW_WORDS_MAX = 4 };

/* How salvo asks about the fire of one unit at another. */
typedef struct salvo_fire_adapter {
    const char *procedure;
    const char *firers;       /* the table of the firers; NULL: the units */
    const char *firers_among; /* only rows that say yes in this column; NULL: all */
    const char *arms;         /* a table of arms that may be named in place of a unit that carries them; NULL: none */
    const char *arms_among;   /* as firers_among */
    salvo_row_word unit[SALVO_ROW_WORDS_MAX], target[SALVO_ROW_WORDS_MAX];
    salvo_row_word more_unit[SALVO_ROW_WORDS_MAX]; /* for rows of the second table of units; none: as `unit` */
    salvo_row_word arm[SALVO_ROW_WORDS_MAX];
    const char *range;
    const char *const
        *words; /* that apply unless the user gives others, "data=reconstruction"; ends with NULL; or NULL */
    /* A single shot of the activation: the parameter `each` set to 1, 2, ... shots(situation), or to 1 if all shots
     * are the same. Both NULL: an activation is one shot. */
    const char *each;
    bool alike;
    int (*shots)(const void *situation);
    const char *about;    /* what all shots have in common for every question, in a sentence or two */
    const char *damage;   /* the expectation */
    const char *killed;   /* the outcome, or the expectation that is the chance of it */
    const char *harmless; /* outcomes without a hit, "unharmed|no-shot" */
    const char *price;    /* a column of the units table; NULL if the ruleset prints no prices */
    const char *strength; /* the column of the units table that makes classes of targets */
    /* The class of a unit as a target, "vehicle" or "infantry": units of equal class and equal strength are the same
     * target. */
    const char *(*target_class)(const void *tables, size_t unit);
} salvo_fire_adapter;

/* Battles between many elements. */

enum { SALVO_ELEMENT_BYTES = 4 }; /* bytes of an element's unit state */

/* The order in which the elements of two armies act in a turn. */
typedef enum {
    SALVO_ALTERNATELY, /* the winner of the initiative begins; then the sides take turns, one element at a time */
    SALVO_AT_ONCE,     /* all elements, in their unit states at the start of the turn, even if they fall in it */
    SALVO_BY_SIDES,    /* all elements of the side that wins the initiative, then all of the other side */
    SALVO_BY_CARDS,    /* a shuffled deck with one card for every element of both sides */
} salvo_battle_order;

/* What affects an activation in addition to the actor and the target. */
typedef struct salvo_circumstances {
    int side;               /* the actor's: 0 a, 1 b */
    double range;           /* between the lines, in the ruleset's unit of distance */
    bool moving;            /* the actor moves with its line this turn, unless damage has stopped it */
    bool target_moving;     /* the same for the target */
    bool target_ever_moves; /* the target may move in some turn of the battle, wherever the lines are now */
    bool is_duel;           /* one against one, whose end may distinguish more than a battle does */
} salvo_circumstances;

/* Texts of the manual about the ruleset's battles, beyond what holds for every ruleset. */
typedef struct salvo_battle_words {
    const char *strength; /* the strength of an element: "its hit points" */
    const char *attack;   /* ends the sentence "an attack is an activation in which ..." */
    const char *fire;     /* the course of an activation, in sentences; the same for the others */
    const char *pace;     /* how far elements move in a turn, and the effect on their fire */
    const char *end;      /* the ruleset's own end of a battle; or NULL */
    /* What the limits count, "pinned or shaken", and the parameters of the field that set them; or NULL. */
    const char *worn, *out, *worn_key, *out_key;
    const char *limit_rulings; /* the rulings that they follow: "M21, M22"; or NULL */
} salvo_battle_words;

/* How a ruleset takes part in battles. An element's unit state is SALVO_ELEMENT_BYTES bytes of the ruleset's own. An
 * activation is a number of throws, one after the other, that change the unit states of the actor and of its target. A
 * throw may have no dice, for a certain event. Nothing here allocates. Functions marked "or NULL" may be left out. */
typedef struct salvo_battle_adapter {
    salvo_battle_order sequence;
    const salvo_battle_words *words;
    bool mirrors;  /* a battle with the two armies exchanged is its mirror */
    bool recovers; /* an element may act differently later even if nobody was weakened meanwhile */
    /* Of SALVO_AT_ONCE: each throw of an activation is aimed by itself, at an enemy that the throws before it have left.
     * All throws of an activation are alike. Their number depends on the actor alone, if the target can be harmed. */
    bool aims_each_throw;
    bool opposite; /* by default, an element fires at the enemy in the same place of the enemy's list, or at the next
                     survivor */
    /* One element of an army (its first parameter is the unit), and the values of the whole field. An element's
     * situation outlives the values that it was made of. */
    const salvo_schema *element, *field;

    void (*initial_state)(const void *element, uint8_t *unit_state); /* at full strength */
    int (*strength)(const void *element, const uint8_t *unit_state); /* 0: out of the fight */
    double (*price)(const void *element); /* below 0: the book prints none; NULL: no element has a price */
    double (*speed)(const void *element); /* distance in a turn; 0: it stands; below 0: it moves with its line */
    /* Whether damage can stop the element for good, and whether it has; both may be NULL. */
    bool (*can_stop)(const void *element);
    bool (*is_stopped)(const void *element, const uint8_t *unit_state);
    /* The remark of an answer in which such an element of `own` fights `enemies`, about a rule that a duel does not
     * show. Treated like a schema's remark, and printed after it. */
    const char *(*remark)(const void *field, const void *element, int own, int enemies);
    /* The range brackets of an element on that field, as those of a schema; NULL: those of the field alone. */
    size_t (*brackets)(const void *field, const void *element, double upto[SALVO_BRACKETS_MAX]);
    double (*closest)(const void *field); /* the distance at which lines stop, by default */
    int (*turn_limit)(const void *field); /* the limit of turns, by default; or NULL: none */

    /* A side that begins with this number of elements is beaten at once if `worn` of them are worn, or `out` of them
     * are out; both may be NULL. */
    void (*limits)(const void *field, int elements, int *worn, int *out);
    bool (*is_worn)(const void *element, const uint8_t *unit_state); /* and not out */

    /* The throw for the initiative (no dice if nobody rolls), and who begins: 0 side a, 1 side b, -1 throw again. Only
     * for sequences with an initiative. If it is always thrown again, no battle begins. */
    void (*order_dice)(const void *field, salvo_dice *dice);
    int (*order)(const void *field, const uint8_t *faces);

    /* An activation is aimed once into `fire` (fire_size bytes, zeroed), then thrown until dice() says that there is
     * no more. If all act at once, dice() sees both elements as they were at the start of the turn; resolve() sees its
     * actor in that state, and changes of the actor are lost, while the target has its
     * current state, and is still in the fight. */
    size_t fire_size;
    /* Refuses fire that the rules do not cover; or NULL. */
    salvo_status (*check)(const void *field, const void *actor, const void *target,
                          const salvo_circumstances *circumstances, salvo_error *err);
    void (*aim)(const void *field, const void *actor, const void *target, const salvo_circumstances *circumstances,
                void *fire);
    /* Throws of a fire are numbered from 0. */
    bool (*dice)(const void *fire, int number, const uint8_t *actor, const uint8_t *target, salvo_dice *dice);
    /* The number of throws, if the unit states of neither side change the fire while both are in the fight, and firing
     * does not change the actor. NULL: dice() and resolve() read the unit states. If `reads_actor` says so of a fire, it
     * is the number of throws alone that no unit state changes: resolve() may read and change the actor. */
    int (*throws)(const void *fire);
    bool (*reads_actor)(const void *fire); /* NULL: no fire does */
    /* With `throws`: results of equal kind have the same effect on any two elements; or NULL. Not called for a throw
     * without dice. */
    int (*kind)(const void *fire, int number, const uint8_t *faces);
    void (*resolve)(const void *fire, int number, const uint8_t *faces, uint8_t *actor, uint8_t *target);
    /* Whether the fire could ever have an effect that matters, from these unit states or any that follow while nobody
     * is weakened. If no survivor's fire could, the battle is a stalemate. */
    bool (*can_harm)(const void *fire, const uint8_t *actor, const uint8_t *target);
    /* Whether the rules allow the fire at all, harmful or not; NULL: if dice() has a throw. */
    bool (*may_fire)(const void *fire);
    /* Adds the reason why such fire damages nothing, for an answer that nobody wins: a clause without a full stop,
     * "its weapons fire at aircraft only". Adds nothing if the target is merely out of range. Called for elements as
     * aim() is; NULL: the rules have no words for it. */
    void (*why_harmless)(const void *field, const void *actor, const void *target,
                         const salvo_circumstances *circumstances, salvo_text *why);

    /* The end of a turn, for SALVO_AT_ONCE: at most one throw for each element; `before` is its unit state at the
     * start of the turn. Both may be NULL. */
    bool (*after_dice)(const void *element, bool moving, const uint8_t *before, const uint8_t *now, salvo_dice *dice);
    void (*after)(const void *element, const uint8_t *faces, uint8_t *now);
} salvo_battle_adapter;

/* One item of a price, such as a weapon or the speed. */
typedef struct salvo_price_item {
    const char *part;  /* what kind of item: "speed", "hp", "weapon" */
    const char *words; /* "Class D Cannon, fixed" */
    int64_t points;
} salvo_price_item;

/* The price of a unit by the rulebook's formula, item by item, beside the printed price. */
typedef struct salvo_price_breakdown {
    bool is_printed;
    int64_t printed;
    const char *substitute; /* the text in place of a printed price: "#"; "" if there is a price */
    const char *by;         /* the procedure or ruling that gives the formula: "MAD-27" */
    salvo_price_item *items;
    size_t n_items;
    int64_t computed; /* the formula's price, the sum of the items */
} salvo_price_breakdown;

/* A table of things with prices. */
typedef struct salvo_price_list {
    const char *table; /* NULL ends the array */
    /* The breakdown of a row; items and words are allocated from `memory`. */
    salvo_status (*breakdown)(const salvo_store *store, const void *tables, size_t row, salvo_arena *memory,
                              salvo_price_breakdown *breakdown, salvo_error *err);
} salvo_price_list;

/* Whether a cell was read. If no rule has read it, salvo may have. */
typedef enum {
    SALVO_UNREAD,
    SALVO_UNREAD_TEXT,     /* such as a name or a group of a row, or the weight of a mix */
    SALVO_READ_FOR_VALUES, /* its column decides about values of parameters: their defaults, which rows are possible */
    SALVO_READ,
} salvo_reading;

typedef struct salvo_ruleset {
    const char *id;
    const salvo_procedure *const *procedures;
    size_t n_procedures;
    const char *units, *weapons; /* names of those tables; NULL if the ruleset has none */
    const char *more_units;      /* a second table of units, which follow the first ones; NULL if there is one table */
    /* A table of things that have a record card but are not units (aircraft); for `card`, they follow the units. NULL
     * if there is none. A ruleset has at most one of this and `more_units`. */
    const char *more_cards;

    /* The first pointer in the tables when `load` is called, for a ruleset that was made for one book. NULL: none. */
    const void *script;
    /* Frees what such a ruleset holds beside its memory, before that memory is freed. NULL: nothing to free. */
    void (*close)(const struct salvo_ruleset *ruleset);
    /* Reads the store's text into the ruleset's own typed tables (zeroed, tables_size bytes) and checks every cell.
     * The store lives as long as `memory`, and tables may keep its address. */
    size_t tables_size;
    salvo_status (*load)(const salvo_store *store, salvo_arena *memory, void *tables, salvo_error *err);
    /* Frees what `memory` does not hold, also for tables that were not loaded completely. NULL: nothing to free. */
    void (*unload)(void *tables);
    /* The first fault of a rule since the tables were loaded, because rules cannot fail in another way. After a fault,
     * rules return at once, and their answers mean nothing. Any thread may call it. NULL: rules have no faults. */
    salvo_status (*fault)(const void *tables, salvo_error *err);
    /* From now on, a rule that keeps something between two calls is a fault, even if its answers stay the same; every
     * question takes longer. Call it before the first question, from one thread. NULL: rules cannot keep anything. */
    void (*check_purity)(void *tables);
    /* Whether an answer since the tables were loaded may depend on the cell of the store. An answer that does not
     * depend on it is the same for every valid content of the cell. NULL: unknown. */
    salvo_reading (*has_read)(const void *tables, size_t table, size_t row, size_t column);
    /* The record card of a unit; facts are allocated from `memory`. NULL: the columns of its row. */
    salvo_status (*card)(const salvo_store *store, const void *tables, size_t unit, salvo_arena *memory,
                         salvo_card *card, salvo_error *err);
    const salvo_duel_adapter *duel; /* NULL if the ruleset has none */
    const salvo_fire_adapter *fire;
    const char *no_fire; /* the reason why there is none, as a clause: "an engagement decides about both stands at
                            once"; or NULL */
    const salvo_battle_adapter *battle;
    const salvo_price_list *prices; /* NULL if the ruleset prints no points */
    /* What house rules replace, each with its place: "house.lua:3 replaces attack.level_of (attack.lua:8)". */
    const char *const *house_rules;
    size_t n_house_rules;
} salvo_ruleset;

/* The ids of salvo's own rulebooks, in the order in which they are listed. The folder of salvo's data has a folder of
 * that name for each. */
extern const char *const SALVO_BOOKS[];
extern const size_t SALVO_N_BOOKS;

/* An opened rulebook. Nothing that it owns points into this struct, so it may be moved until questions and results
 * borrow it. Do not call salvo_store_set for the store any more, because the tables are already made. */
typedef struct salvo_rulebook {
    const salvo_ruleset *ruleset;
    salvo_store store;
    void *tables; /* the ruleset's own struct */
    salvo_arena *memory;
    salvo_arena *script; /* owns a ruleset that was made for this book alone; NULL: it is the caller's */
} salvo_rulebook;

/* A folder with a ruleset.yaml. */
typedef struct salvo_folder {
    const char *directory;
    const char *id;    /* its id; NULL if it cannot be read ... */
    salvo_error fault; /* ... for this reason */
} salvo_folder;

/* Finds the rulebooks in the n places. A place is a rulebook's folder or holds such folders. They are in the order of
 * the places, then of the folders' names, each once. A place that does not exist holds nothing. Reads no table.
 * Everything lives in `memory`. SALVO_NO_MEMORY. */
salvo_status salvo_folders_find(salvo_folder **folders, size_t *n, const char *const *places, size_t n_places,
                                salvo_arena *memory, salvo_error *err);

/* Opens the data in `directory` (the folder that holds ruleset.yaml), after the n `settings`
 * ("weapons.cannon-b.damage=36"). If the ruleset is NULL, the folder decides: rules of its own, or those of salvo's
 * rulebook that it names or whose id it has. Rules that only salvo's folder has are read there (salvo_rulebook_find
 * describes the places, without $SALVO_DATA). A caller's own ruleset is for data with its id and without rules. On
 * failure, *book is zeroed and owns nothing. */
salvo_status salvo_rulebook_open(salvo_rulebook *book, const salvo_ruleset *ruleset, const char *directory,
                                 const char *const *settings, size_t n_settings, salvo_error *err);

/* What a user changes of a rulebook. */
typedef struct salvo_rulebook_changes {
    const char *const *settings; /* n_settings cells: "weapons.cannon-b.damage=36" */
    size_t n_settings;
    const char *const *rules; /* n_rules paths of house rules, each of which may replace functions of those before */
    size_t n_rules;
} salvo_rulebook_changes;

/* Does as salvo_rulebook_open does without a ruleset, with house rules too. Refuses a folder with another id than `id`,
 * unless that is NULL. `changes` may be NULL. */
salvo_status salvo_rulebook_open_changed(salvo_rulebook *book, const char *id, const char *directory,
                                         const salvo_rulebook_changes *changes, salvo_error *err);

/* Opens the rulebook with the id `id` after the settings, as salvo_rulebook_open does. `folder` is its folder or one of
 * rulebooks. If it is NULL, salvo's own rulebooks are searched, and then users'. Salvo's are in $SALVO_DATA, in the data
 * installed beside the program, in the checkout of the build, or in the library's installed data. Users' are in the
 * folders of $SALVO_RULES_PATH, separated by colons, and in salvo/rulesets of the user's data ($XDG_DATA_HOME or
 * ~/.local/share). For an unknown id, the error proposes the nearest one; two rulebooks with one id are an error. */
salvo_status salvo_rulebook_find(salvo_rulebook *book, const char *id, const char *folder, const char *const *settings,
                                 size_t n_settings, salvo_error *err);
void salvo_rulebook_close(salvo_rulebook *book); /* a zeroed book may be closed */

/* The first fault of a rule of this book since it was opened, in any thread. Check it after calling a procedure's
 * functions and before using their results. */
salvo_status salvo_rulebook_fault(const salvo_rulebook *book, salvo_error *err);

/* Opens `book` again with one cell changed and checked; reads no file. `book` and the change's text must outlive
 * *variant. On failure *variant is zeroed and owns nothing. */
salvo_status salvo_rulebook_vary(salvo_rulebook *variant, const salvo_rulebook *book, const salvo_change *change,
                                 salvo_error *err);

/* Finds the unit or card called `name`; the number counts units first, then what follows them. For unknown names, the
 * error proposes the nearest ones. The ruleset must have units. Works in `memory`. */
salvo_status salvo_unit_find(const salvo_rulebook *book, const char *name, salvo_arena *memory, size_t *unit,
                             salvo_error *err);

/* The record card of that unit, numbered as by salvo_unit_find; facts are allocated from `memory`. */
salvo_status salvo_unit_card(const salvo_rulebook *book, size_t unit, salvo_arena *memory, salvo_card *card,
                             salvo_error *err);

typedef enum {
    SALVO_NO_OUTCOME,
    SALVO_OUTCOME_WORD,   /* one of the fixed labels, or one of the words among the made ones */
    SALVO_OUTCOME_NUMBER, /* contains a number; the situation decides whether it is possible */
} salvo_outcome_form;

/* Whether, and how, the name can be that of an outcome of the procedure. */
salvo_outcome_form salvo_outcome_form_of(const salvo_procedure *procedure, const char *name);

/* Finds the procedure called `name` ("mad.direct-fire", or "MAD-01"); for unknown names, the error proposes the
 * nearest. */
salvo_status salvo_procedure_find(const salvo_ruleset *ruleset, const char *name, const salvo_procedure **procedure,
                                  salvo_error *err);

/* Whether rows of the table are values of parameters, or units and weapons. */
bool salvo_ruleset_names_rows(const salvo_ruleset *ruleset, const salvo_table *table);

/* The rulings that a procedure depends on, as rows of the ruleset's table "rulings", in the order of the procedure's
 * `rulings`. `rows` has room for `max`. Returns their number, 0 if it names none, or -1 if it names one that the table
 * does not have, or more than max. */
int salvo_rulings_of(const salvo_procedure *procedure, const salvo_table *rulings, size_t *rows, size_t max);

/* A question. */

/* A schema with a value for each parameter, and the situation made from them. Owns its memory; borrows the book, which
 * must not move until the question is freed. */
typedef struct salvo_question {
    const salvo_rulebook *book;
    const salvo_schema *schema;
    const salvo_procedure *procedure; /* the procedure of the schema; NULL for a schema without dice */
    salvo_value *values;              /* one for each parameter */
    void *situation;
    salvo_arena *memory;
} salvo_question;

/* Parses the n `words` ("range=500") against the procedure's schema and prepares the situation. Unknown, repeated,
 * missing, excluded and impossible values fail, and the error says what is possible. On failure, *question is
 * zeroed. */
salvo_status salvo_question_ask(salvo_question *question, const salvo_rulebook *book, const salvo_procedure *procedure,
                                const char *const *words, size_t n_words, salvo_error *err);
/* The same for a schema without dice; calls that answer questions do not accept it. */
salvo_status salvo_schema_ask(salvo_question *question, const salvo_rulebook *book, const salvo_schema *schema,
                              const char *const *words, size_t n_words, salvo_error *err);
void salvo_question_free(salvo_question *question);

/* Like salvo_question_ask, for a caller that asks thousands of questions of a procedure and computes the same of each.
 * If *known is not NULL, it is the answer that the caller kept for an equal question; then the situation is not
 * prepared, and the question can only be freed. Otherwise the caller computes the answer, on this thread, and keeps
 * it. */
salvo_status salvo_question_ask_shared(salvo_question *question, const salvo_rulebook *book,
                                       const salvo_procedure *procedure, const char *const *words, size_t n_words,
                                       const void **known, salvo_error *err);
void salvo_question_keep(const salvo_question *question, const void *answer, size_t size);

/* The same question with a total in place of its outcomes: the sum of the expectation `name` ("damage"). The outcomes
 * are totals, labelled by their numbers, and "undecided" if nothing can end the chain any more. Borrows `of`, owns the
 * rest. For an unknown name, the error proposes the nearest; on failure, *total is zeroed. */
salvo_status salvo_question_total(salvo_question *total, const salvo_question *of, const char *name, salvo_error *err);

/* Many questions whose totals are added up. */
typedef struct salvo_sum {
    const salvo_question *questions; /* n of them, at least 1, of one procedure without a limit of turns */
    const int *counts;               /* how often each question is asked, at least once */
    size_t n;
    const char *total; /* an expectation of the procedure, or one of its fixed outcomes, which are then counted */
    const char *title; /* one line */
    const char *words; /* the situation, line by line */
} salvo_sum;

/* The question about the sum of independent questions; its outcomes are totals like those of salvo_question_total.
 * Borrows everything that `of` points to. SALVO_BAD_INPUT if there are no questions; for an unknown total, the error
 * proposes the nearest. On failure, *sum is zeroed. */
salvo_status salvo_question_sum(salvo_question *sum, const salvo_sum *of, salvo_error *err);

/* The place of `key` among the schema's parameters, or -1. */
int salvo_parameter_find(const salvo_schema *schema, const char *key);

/* The remark on this question's numbers, or NULL. */
const char *salvo_question_remark(const salvo_question *question);

/* The label of an outcome of this question. */
void salvo_outcome_label(const salvo_question *question, int outcome, char text[SALVO_LABEL_MAX]);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
