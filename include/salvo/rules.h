/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a rulebook is made of: procedures, the parameters of their schemas, and the registration of a ruleset.
 *
 * A rule is a pure function from dice to an outcome. There are two shapes of procedure, and no third:
 *   a roll    one throw of a fixed set of dice: resolve(situation, dice) -> outcome;
 *   a chain   a rule repeated until something ends it: a start state, step(situation, state, dice) -> state, each step
 *             one throw, and outcome(situation, state) for a state that ends it.
 * Nothing in them draws random numbers, prints or allocates; exact odds, simulation and the by-the-book roller all run
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
    SALVO_NAME,    /* a row of the table `table`; integer is the row. With `more_table` the rows of the second table
                      count on behind those of the first; with `among` it is a row that says yes in that column (of
                      the second table too, if it has the column) */
    SALVO_TEXT,    /* any text, as a file's name; one of `choices` is spelled as there; only `text` is set */
    SALVO_LIST,    /* comma list of rows of the tables in `sources`, or "none"; values in `items` */
} salvo_kind;

/* One table that the items of a list are names of. */
typedef struct salvo_source {
    const char *table;  /* NULL ends the array */
    const char *prefix; /* what stands before the id in the list ("artillery-"); "" for nothing */
} salvo_source;

/* A default that holds under a condition: "target=open|closed" holds when that parameter has one of those values. The
 * parameter that a condition names stands before the one that has the condition. */
typedef struct salvo_default {
    const char *when; /* NULL ends the array */
    const char *value;
} salvo_default;

/* Where a value goes: a member of the situation. */
typedef enum {
    SALVO_NOWHERE, /* the value is looked up by its key, or decides on other parameters alone */
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

/* The place of a member, which may lie in a struct or an array within: SALVO_PLACE(struct duel,
 * side[A].shot.range_m). */
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
    const char *said, *meant; /* said NULL ends the array */
} salvo_synonym;

typedef struct salvo_parameter {
    const char *key;
    const char *aliases; /* other keys that mean it, "a-moves|a-moved"; or NULL */
    const char *help;    /* a few words, lower case */
    salvo_kind kind;
    double min, max;            /* INTEGER, DECIMAL: limits, inclusive */
    const char *const *choices; /* CHOICE, TEXT (or NULL there): ends with NULL */
    const char *table; /* NAME: the table; INTEGER: the table whose ids are all the numbers that will do, and items[0]
                        * is the row; DECIMAL: the table whose brackets a sweep without values takes */
    const char *more_table; /* NAME: a second table ("troop or vehicle"), its ids differ from the first's; or NULL */
    const char *among;      /* NAME: a column of `table`; or NULL */
    const salvo_source *sources; /* LIST */
    const char *suffix;          /* LIST: what may stand behind an item ("-fixed"); NULL for nothing */
    int64_t count_max;           /* LIST: how many of an item there may be, "machine-gun:4"; 0: items are not counted */
    const char *word;            /* INTEGER: a word allowed in place of a number ("none", "unlimited"); TEXT: what
                                      else may stand there, for help ("the path of a file"); or NULL */
    const char *fallback;        /* the default, as a user would write it; NULL when there is none */
    const char *fallback_cell;   /* the default is this cell of the data, "modifiers.fortification.modifier"; or NULL */
    const salvo_default *defaults; /* come before `fallback`: the first that holds; or NULL */
    /* "a.weapon": the default is that cell of the row that the parameter `a` names, where the row's table has the column
     * and the cell holds something. Comes before `fallback`; or NULL. */
    const char *fallback_row;
    const salvo_synonym *synonyms; /* CHOICE, FLAG, TEXT: other words for values; or NULL */
    /* CHOICE, FLAG (no, yes): what is said of whoever has each of the values, "in the open", "in cover"; for pictures and
     * titles; or NULL */
    const char *const *phrases;
    bool distance;        /* DECIMAL: in the ruleset's unit of distance, so that "500m" may be written */
    bool bracketed;       /* DECIMAL: a sweep without values takes the brackets of the procedure */
    bool required;        /* must be given ... */
    const char *unless;   /* ... unless this flag is yes */
    const char *excludes; /* may not be given together with this key, for which its default gives way */
    const char *only;     /* a condition without which it has no value and takes only its default */

    /* Where the value goes in the situation: yes and no as 1 and 0, a choice as its place, a name as its row, a whole
     * number that is the id of a row as that row, any other number as it is. A value without a number (absent, or
     * `word`) leaves `without` there: 0 unless it is said. An absent text is "". Texts and values live as long as the
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

/* The value of one parameter after parsing; what is set is what its kind says. */
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
    SALVO_GOES_ON = -1,      /* outcome() of a state that ends nothing */
    SALVO_BRACKETS_MAX = 32, /* of one situation */
    SALVO_PURPOSES_MAX = 16,
};

/* The mean of a whole-number tally. resolve and step add to gain[k], by 2^31 in size at most; the expectation is
 * E[gain[k]] / parts. */
typedef struct salvo_expectation {
    const char *name;
    const char *help;
    int64_t parts; /* 0 is read as 1 */
} salvo_expectation;

/* A roll: of the dice that `dice` says, or where that is NULL of always the same ones, `count` of `sides` sides. `gain` has
 * one zeroed tally for each expectation. */
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

enum { SALVO_TOLD_MAX = 12 };

/* A state in words: whose throw is made from it, and what of it changes. Texts live as long as the situation. */
typedef struct salvo_told {
    const char *thrown; /* "a's fire"; NULL: nothing is known of it */
    size_t n;
    struct {
        const char *name; /* "b's strength"; of a flag "b is pinned"; of a mark "b's condition" */
        int64_t value;
        enum { SALVO_TOLD_NUMBER, SALVO_TOLD_FLAG, SALVO_TOLD_MARK } kind; /* a mark only says whether it is the same */
    } at[SALVO_TOLD_MAX]; /* the same names in the same order, whatever the state */
} salvo_told;

/* A field of a state that is told as a number: an integer of 1 (unsigned), 2 or 4 bytes. */
typedef struct salvo_told_field {
    const char *name; /* "hits so far"; NULL ends an array of them */
    size_t offset, size;
} salvo_told_field;

#define SALVO_TOLD_FIELD(words, type, member)                      \
    {                                                              \
        words, offsetof(type, member), sizeof(((type *)0)->member) \
    }

/* A chain. A state is a plain struct of `state_size` bytes, compared byte by byte: start() receives it zeroed and must
 * not leave garbage in padding. */
typedef struct salvo_chain {
    size_t state_size;
    void (*start)(const void *situation, void *state);        /* NULL: it is the zeroed one */
    int (*outcome)(const void *situation, const void *state); /* SALVO_GOES_ON, or the outcome that has come */
    void (*dice)(const void *situation, const void *state, salvo_dice *dice);
    bool (*step)(const void *situation, void *state, const uint8_t *faces, int64_t *gain); /* true: a turn is over */
    int64_t (*turn_limit)(const void *situation); /* turns after which the chain stops; 0: unlimited. NULL: unlimited */
    int undecided; /* the outcome of a chain that can never end, or that its limit stopped */
    /* Where an outcome says what is left: the outcome of a chain that can never end any more from this state on,
     * instead of `undecided`. NULL: none does. Only the exact engine asks: a battle, which has it, is never simulated
     * past its dice. */
    int (*never_ends)(const void *situation, const void *state);
    /* Where what has come so far is an outcome, as a total is: that of a chain whose limit stops it in this state, instead of
     * `undecided`. NULL: none does. A chain has this or never_ends, if any. */
    int (*stopped)(const void *situation, const void *state);
    /* What the throw from this state is for, 0 .. SALVO_PURPOSES_MAX - 1 (initiative, a's shot, b's shot). In the
     * reference engine every purpose has dice of its own in every turn, so that variants are compared on the same dice
     * although one of them skips a throw. NULL: the throw's place in its turn. */
    int (*purpose)(const void *situation, const void *state);
    /* Throws that are the same from many states: the number of the one that this state makes, or -1 for a throw of its
     * own. From states of equal number the same dice are thrown, and two of their results that are of one kind lead on
     * alike, from any of them: one result of each kind is enough to find what can come. Numbers are small. A throw of no
     * dice has no kinds to tell. NULL, both: there are none. */
    int (*throw_number)(const void *situation, const void *state);
    int (*throw_kind)(const void *situation, int number, const uint8_t *faces);
    /* For those who explain an answer (salvo_chain_tell): `tell` fills in *told, which is zeroed. A chain that makes one
     * kind of throw from fields that are words enough only names them. NULL, all of them: states have no words. */
    void (*tell)(const void *situation, const void *state, salvo_told *told);
    const char *thrown;           /* "a shot" */
    const salvo_told_field *told; /* up to SALVO_TOLD_MAX */
    bool tells_gains;             /* what is told of the states says all that a step gains */
    /* For those who explain an answer of very many states: what of the state decides how the chain goes on, as a key of
     * state_size zeroed bytes. States of equal keys make the same throws with the same gains and outcomes. true: the dice of
     * the state's throw are alike, and it does not matter which of them shows which face. Such states have no words, no
     * two of them lead to the same one by their own bytes, and their dice have no weights. NULL: each is a case of its own. */
    bool (*future)(const void *situation, const void *state, void *key);
} salvo_chain;

/* The outcome of a chain whose limit stops it in this state. */
int salvo_chain_stopped(const salvo_chain *chain, const void *situation, const void *state);

/* Fills in *told with what the chain says of the state. */
void salvo_chain_tell(const salvo_chain *chain, const void *situation, const void *state, salvo_told *told);

/* What can be asked: parameters, and the situation that their values make. */
typedef struct salvo_schema {
    const char *name; /* "mad.direct-fire"; messages begin with it */
    const salvo_parameter *parameters;
    size_t n_parameters;

    /* The typed situation that the rule works on: zeroed; filled with the ruleset's own tables, if `tables` is
     * anywhere, and with every value that has a place; then worked out. `derive` computes what follows from what is
     * there, and `prepare`, after it, refuses what no single parameter's limits can, and computes what may have to be
     * refused. NULL, each: there is nothing to do. */
    size_t situation_size;
    salvo_place tables;
    salvo_place self; /* where a pointer to this schema goes, for functions that serve many schemas; or none */
    void (*derive)(const void *tables, void *situation);
    salvo_status (*prepare)(const void *tables, void *situation, salvo_error *err);
    void (*explain)(const void *situation, salvo_text *text); /* the situation in words, line by line; or NULL */
    /* What whoever reads the numbers must know of where they come from, a few words; every report shows it in every
     * format. It lives in the situation or for ever. NULL, and a result of NULL: nothing. */
    const char *(*remark)(const void *situation);
    /* The upper ends of the range brackets that hold in this situation, ascending; returns how many. For the sweeps of
     * the parameter that is `bracketed`; or NULL. */
    size_t (*brackets)(const void *situation, double upto[SALVO_BRACKETS_MAX]);
} salvo_schema;

/* What lists, help and the manual say of a procedure. */
typedef struct salvo_documentation {
    const char *chapter; /* the heading it is listed under */
    const char *title;   /* one line */
    const char *section; /* where the rulebook says it */
    const char *rulings; /* ids of rows of the table "rulings" that it rests on, "R-01 to R-11, R-49"; or NULL */
    const char *notes;   /* what a reader of the manual should know beyond the lists, plain sentences; or NULL */
} salvo_documentation;

typedef struct salvo_procedure {
    const char *id; /* "MAD-01" */
    salvo_schema schema;
    salvo_documentation documentation;
    const salvo_expectation *expectations;
    size_t n_expectations;
    bool (*expects)(const void *situation, size_t expectation); /* is this one defined here? NULL: all are */

    /* The closed list of outcomes: fixed labels, or labels made from the outcome's number. Without `label`, an outcome
     * beyond the fixed ones is called by its number: n_outcomes + 3 is "3". */
    const char *const *outcomes;
    size_t n_outcomes;                                                             /* of `outcomes` */
    const char *outcomes_help;                                                     /* the made ones, in words */
    void (*label)(const void *situation, int outcome, char text[SALVO_LABEL_MAX]); /* or NULL */
    /* What made outcomes can be called, "#" at the end standing for any number: {"more", "#"}; ends with NULL. NULL: by
     * their numbers, where there are any. */
    const char *const *made;

    const salvo_roll *roll; /* exactly one of the two is set */
    const salvo_chain *chain;
    /* Fills in outcomes and means of exact odds by a way of its own, where the states of its chain would be too many.
     * NULL: by the chain. */
    salvo_status (*solve)(struct salvo_odds *odds, const struct salvo_question *question, salvo_error *err);
    /* Trials from `first` on, one by one: of each the outcome and then the expectations' tallies. Variants that are
     * compared use the same dice for the same things. NULL: the reference engine rolls them. */
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
    const char *nation; /* NULL when units have none */
    salvo_fact *facts;
    size_t n_facts;
} salvo_card;

/* How salvo reads a ruleset's duel procedure: the keys of its four own parameters, and what each outcome means for side
 * a. */
/* Who acts first in a turn, and what decides it: always the same side; both at the same time; a throw or showing of hands
 * that either side may win; a card of each; chance, where the rulebook has no throw for it; nobody, as the throw never
 * settles it. */
typedef enum {
    SALVO_FIRST_UNKNOWN, /* only rules of their own know */
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
    const char *a_wins, *b_wins, *mutual; /* outcomes; every other one is undecided */
    const char *counts;                   /* what that expectation counts, "rounds"; NULL: turns */
    bool mirrors; /* b against a is a against b with the sides exchanged, unless a parameter is about one side */
    salvo_acts_first (*acts_first)(const void *situation); /* or NULL: not known */
} salvo_duel_adapter;

/* A parameter that is set from the table row of the firer or the target. */
typedef struct salvo_row_word {
    const char *key;    /* NULL ends the array */
    const char *column; /* of the row's table; NULL: the row's id. An empty cell leaves the parameter its default */
    const char *value;  /* in place of both: of every row */
} salvo_row_word;

enum { SALVO_ROW_WORDS_MAX = 4 };

/* How salvo asks about one unit's fire at another. */
typedef struct salvo_fire_adapter {
    const char *procedure;
    const char *firers;       /* the table of what fires; NULL: the units */
    const char *firers_among; /* only rows that say yes in this column of it; NULL: all */
    const char *arms;         /* a table of what may be named in place of a unit that carries it; NULL: none */
    const char *arms_among;   /* as firers_among */
    salvo_row_word unit[SALVO_ROW_WORDS_MAX], target[SALVO_ROW_WORDS_MAX];
    salvo_row_word more_unit[SALVO_ROW_WORDS_MAX]; /* of rows of the second table of units; none: as `unit` */
    salvo_row_word arm[SALVO_ROW_WORDS_MAX];
    const char *range;
    const char *const
        *words; /* that hold unless the user says otherwise, "data=reconstruction"; ends with NULL; or NULL */
    /* One shot of the activation alone: the parameter `each` set to 1, 2, ... shots(situation), or to 1 for any of them
     * where they are alike. NULL, both: an activation is one shot. */
    const char *each;
    bool alike;
    int (*shots)(const void *situation);
    const char *about;    /* what every shot has in common whatever is asked, in a sentence or two */
    const char *damage;   /* the expectation */
    const char *killed;   /* the outcome, or the expectation that is the chance of it */
    const char *harmless; /* outcomes that are no hit, "unharmed|no-shot" */
    const char *price;    /* column of the units table; NULL when the ruleset prints no prices */
    const char *strength; /* column of the units table that target classes are made of */
    /* The class of targets that a unit stands for, "vehicle" or "infantry": units of equal class and equal strength
     * are the same target. */
    const char *(*target_class)(const void *tables, size_t unit);
} salvo_fire_adapter;

/* Battles: how elements of a ruleset fight in numbers. */

enum { SALVO_ELEMENT_BYTES = 4 }; /* what an element's unit state takes */

/* The order in which the elements of two armies act in a turn. */
typedef enum {
    SALVO_ALTERNATELY, /* the winner of the initiative begins; then one element of each side by turns */
    SALVO_AT_ONCE,     /* everybody, in the unit state in which the turn began, also who falls in the turn */
    SALVO_BY_SIDES,    /* all of the side that wins the initiative, then all of the other */
    SALVO_BY_CARDS,    /* a shuffled deck with a card for every element of both sides */
} salvo_battle_order;

/* What decides an activation besides who acts and on whom. */
typedef struct salvo_conditions {
    int side;               /* of the one who acts: 0 a, 1 b */
    double range;           /* between the lines, in the ruleset's unit of distance */
    bool moving;            /* the one who acts moves with his line this turn, unless damage has stopped him */
    bool target_moving;     /* so does the other */
    bool target_ever_moves; /* so may he in some turn of the battle, wherever the lines stand now */
} salvo_conditions;

/* What the manual says of the ruleset's battles beyond what holds for every ruleset. */
typedef struct salvo_battle_words {
    const char *strength; /* what an element's strength is: "its hit points" */
    const char *attack;   /* ends "an attack is an activation in which ..." */
    const char *fire;     /* what happens in an activation, in sentences, as are the others */
    const char *pace;     /* how far elements move in a turn, and what that does to their fire */
    const char *end;      /* the ruleset's own end of a battle; or NULL */
    /* What the limits count, "pinned or shaken", and the parameters of the field that set them; or NULL. */
    const char *worn, *out, *worn_key, *out_key;
    const char *limit_rulings; /* the rulings that they follow: "M21, M22"; or NULL */
} salvo_battle_words;

/* How a ruleset takes part in battles. An element's unit state is SALVO_ELEMENT_BYTES bytes of the ruleset's own. An
 * activation is a number of throws, one after the other, that change the unit states of the one who acts and of his
 * target. A throw may be of no dice: what happens for certain. Nothing here allocates. Functions marked "or NULL" may
 * be left out. */
typedef struct salvo_battle_adapter {
    salvo_battle_order sequence;
    const salvo_battle_words *words;
    bool mirrors;  /* two armies exchanged are the same battle seen from the other side */
    bool recovers; /* an element may act otherwise later though nobody was weakened meanwhile */
    /* Of SALVO_AT_ONCE: each throw of an activation is aimed by itself, at whoever the throws before it have left. All
     * its throws are alike, and their number depends on the actor alone, as long as the target can be harmed. */
    bool aims_each_throw;
    bool
        opposite; /* unless told otherwise one fires at the enemy in the same place of his list, or who is left after */
    /* One element of an army (its first parameter is the unit), and what holds for the whole field. An element's
     * situation outlives the values it was made of. */
    const salvo_schema *element, *field;

    void (*initial_state)(const void *element, uint8_t *unit_state); /* fresh and whole */
    int (*strength)(const void *element, const uint8_t *unit_state); /* 0: out of the fight */
    double (*price)(const void *element); /* below 0: the book prints none; or NULL: of no element */
    double (*speed)(const void *element); /* distance in a turn; 0: it stands; below 0: it goes along with its line */
    /* Whether damage may stop the element for good, and whether it has; or NULL, both. */
    bool (*can_stop)(const void *element);
    bool (*is_stopped)(const void *element, const uint8_t *unit_state);
    /* What an answer must say where such an element is one of `own` against `enemies`: a rule that one against one does not
     * show. As a schema's remark, and after it. */
    const char *(*remark)(const void *field, const void *element, int own, int enemies);
    double (*closest)(const void *field); /* where lines stop closing in, unless told */
    int (*turn_limit)(const void *field); /* turns after which it is broken off, unless told; or NULL: never */

    /* A side that begins with so many elements is beaten at once when that many of them are worn, or that many out; or
     * NULL, both. */
    void (*limits)(const void *field, int elements, int *worn, int *out);
    bool (*is_worn)(const void *element, const uint8_t *unit_state); /* and not out */

    /* The throw for the initiative (no dice where nobody rolls), and who begins: 0 side a, 1 side b, -1 throw again.
     * Only in sequences that have an initiative. Where it is always thrown again no battle begins. */
    void (*order_dice)(const void *field, salvo_dice *dice);
    int (*order)(const void *field, const uint8_t *faces);

    /* An activation: aimed once into `fire` (fire_size bytes, zeroed), then thrown until dice() says that there is no
     * more. Where all act at once, dice() sees both as they were when the turn began, and resolve() its actor,
     * whose changes are lost; the target is as it has become, and still in the fight. */
    size_t fire_size;
    /* Refuses fire of which the rules say nothing; or NULL. */
    salvo_status (*check)(const void *field, const void *actor, const void *target, const salvo_conditions *conditions,
                          salvo_error *err);
    void (*aim)(const void *field, const void *actor, const void *target, const salvo_conditions *conditions,
                void *fire);
    /* Throws of a fire are numbered from 0. */
    bool (*dice)(const void *fire, int number, const uint8_t *actor, const uint8_t *target, salvo_dice *dice);
    /* Where neither's unit state changes the fire while both are in the fight, and firing does not change the actor: how
     * many throws there are. Or NULL: dice() and resolve() look at the unit states. */
    int (*throws)(const void *fire);
    /* Beside it: results of equal kind do the same to any two elements; or NULL. Not asked of a throw of no dice. */
    int (*kind)(const void *fire, int number, const uint8_t *faces);
    void (*resolve)(const void *fire, int number, const uint8_t *faces, uint8_t *actor, uint8_t *target);
    /* Whether anything that matters could ever come of it, from these unit states or any that follow while nobody is
     * weakened. Where it could for nobody who is left, the battle is a stalemate. */
    bool (*can_harm)(const void *fire, const uint8_t *actor, const uint8_t *target);
    /* Whether the rules let it fire at all, harm or not; or NULL: where dice() has a throw. */
    bool (*may_fire)(const void *fire);
    /* Adds why such fire harms nobody, for an answer that nobody wins: a clause without a full stop, "its weapons fire at
     * aircraft only". Nothing where it is out of range and no more. Asked of elements as aim() is; or NULL: the rules have
     * no words for it. */
    void (*why_harmless)(const void *field, const void *actor, const void *target, const salvo_conditions *conditions,
                         salvo_text *why);

    /* The end of a turn, of SALVO_AT_ONCE: at most one throw for each element, `before` being its unit state when the
     * turn began; or NULL, both. */
    bool (*after_dice)(const void *element, bool moving, const uint8_t *before, const uint8_t *now, salvo_dice *dice);
    void (*after)(const void *element, const uint8_t *faces, uint8_t *now);
} salvo_battle_adapter;

/* One item of a price, such as a weapon or the speed. */
typedef struct salvo_price_item {
    const char *part;  /* what kind of item: "speed", "hp", "weapon" */
    const char *words; /* "Class D Cannon, fixed" */
    int64_t points;
} salvo_price_item;

/* The price that the rulebook's formula gives for a unit, item by item, beside the price that it prints. */
typedef struct salvo_price_breakdown {
    bool is_printed;
    int64_t printed;
    const char *mark; /* what is printed in place of a price: "#"; "" when there is one */
    const char *by;   /* the procedure or ruling that says how to price it: "MAD-27" */
    salvo_price_item *items;
    size_t n_items;
    int64_t computed; /* the formula's price, which the items add up to */
} salvo_price_breakdown;

/* A table of things with prices. */
typedef struct salvo_price_list {
    const char *table; /* NULL ends the array */
    /* The breakdown of a row; items and words are allocated from `memory`. */
    salvo_status (*breakdown)(const salvo_store *store, const void *tables, size_t row, salvo_arena *memory,
                              salvo_price_breakdown *breakdown, salvo_error *err);
} salvo_price_list;

typedef struct salvo_ruleset {
    const char *id;
    const salvo_procedure *const *procedures;
    size_t n_procedures;
    const char *units, *weapons; /* names of those tables; NULL when the ruleset has none */
    const char *more_units; /* a second table of units, counted on behind the first; NULL when there is one table */
    /* A table of things that have a record card but are no units (aircraft), counted on behind the units for `card`;
     * NULL when there is none. A ruleset has this or `more_units`. */
    const char *more_cards;

    /* What `load` finds as the first pointer in the tables: of a ruleset that was made for one book. NULL: nothing. */
    const void *script;
    /* From the store's text to the ruleset's own typed tables (zeroed, tables_size bytes), every cell checked. The store
     * lives as long as `memory`, and tables may keep its address. */
    size_t tables_size;
    salvo_status (*load)(const salvo_store *store, salvo_arena *memory, void *tables, salvo_error *err);
    /* Gives back what `memory` does not hold; also of tables that were not loaded to the end. NULL: there is nothing. */
    void (*unload)(void *tables);
    /* What has gone wrong in a rule since the tables were loaded, the first of it: rules have no way of their own to
     * fail. From then on rules end whatever they are asked, with answers that mean nothing. Any thread may ask. NULL:
     * nothing ever does. */
    salvo_status (*fault)(const void *tables, salvo_error *err);
    /* From now on a rule that keeps something from one call to the next is a fault, though its answers may be the same;
     * every question takes longer. Before the first is asked, by one thread. NULL: rules cannot keep anything. */
    void (*watch)(void *tables);
    /* Whether anything that was asked since the tables were loaded may rest on the cell of the store. What does not rest
     * on it comes to the same whatever the cell holds, as long as the tables take it. NULL: that is not known. */
    bool (*has_read)(const void *tables, size_t table, size_t row, size_t column);
    /* The record card of a unit; facts are allocated from `memory`. NULL: the columns of its row. */
    salvo_status (*card)(const salvo_store *store, const void *tables, size_t unit, salvo_arena *memory,
                         salvo_card *card, salvo_error *err);
    const salvo_duel_adapter *duel; /* NULL when the ruleset has none */
    const salvo_fire_adapter *fire;
    const char *no_fire; /* why there is none, a clause: "an engagement decides on both stands at once"; or NULL */
    const salvo_battle_adapter *battle;
    const salvo_price_list *prices; /* NULL when the ruleset prints no points */
} salvo_ruleset;

/* All rulesets, in the order in which they are listed. */
extern const salvo_ruleset *const SALVO_RULESETS[];
extern const size_t SALVO_N_RULESETS;

/* An opened rulebook. Nothing that it owns points into this struct, so that it may be moved until something borrows it:
 * questions and results do. The store is not to be set (salvo_store_set) any more: the tables are made. */

typedef struct salvo_rulebook {
    const salvo_ruleset *ruleset;
    salvo_store store;
    void *tables; /* the ruleset's own struct */
    salvo_arena *memory;
    salvo_arena *script; /* what holds a ruleset that was written for this book alone; NULL: it is one of salvo's */
} salvo_rulebook;

/* A folder with a ruleset.yaml. */
typedef struct salvo_folder {
    const char *directory;
    const char *id;    /* as it says; NULL when it cannot be read ... */
    salvo_error fault; /* ... for this reason */
} salvo_folder;

/* Finds the rulebooks in the n places, each of which is a rulebook's folder or holds such folders: in the order of the
 * places, then of the folders' names, each once. A place that is not there holds nothing. Reads no table. All of it
 * lives in `memory`. SALVO_NO_MEMORY. */
salvo_status salvo_folders_find(salvo_folder **folders, size_t *n, const char *const *places, size_t n_places,
                                salvo_arena *memory, salvo_error *err);

/* The ruleset called `name`; an unknown one fails with the nearest. */
salvo_status salvo_ruleset_find(const char *name, const salvo_ruleset **ruleset, salvo_error *err);

/* Opens a ruleset with the data in `directory` (the folder that holds ruleset.yaml), after the n `settings`
 * ("weapons.cannon-b.damage=36"). Without a ruleset (NULL) it is the one that the folder names: rules of its own, or else
 * the ruleset of salvo's with its id. On failure *book is zeroed and owns nothing. */
salvo_status salvo_rulebook_open(salvo_rulebook *book, const salvo_ruleset *ruleset, const char *directory,
                                 const char *const *settings, size_t n_settings, salvo_error *err);
void salvo_rulebook_close(salvo_rulebook *book); /* of a zeroed book: nothing */

/* What has gone wrong in a rule of this book since it was opened, in any thread. Whoever has called a procedure's functions asks before
 * he uses what they returned. */
salvo_status salvo_rulebook_fault(const salvo_rulebook *book, salvo_error *err);

/* Opens `book` again with one cell changed and checked; reads no file. `book` and the change's text must outlive
 * *variant. On failure *variant is zeroed and owns nothing. */
salvo_status salvo_rulebook_vary(salvo_rulebook *variant, const salvo_rulebook *book, const salvo_change *change,
                                 salvo_error *err);

/* Finds what has a record card and is called `name`, counted over the units and what is counted on behind them. Unknown
 * names fail with the nearest ones. The ruleset must have units. Works in `memory`. */
salvo_status salvo_unit_find(const salvo_rulebook *book, const char *name, salvo_arena *memory, size_t *unit,
                             salvo_error *err);

/* The record card of that unit, as salvo_unit_find counts; facts are allocated from `memory`. */
salvo_status salvo_unit_card(const salvo_rulebook *book, size_t unit, salvo_arena *memory, salvo_card *card,
                             salvo_error *err);

typedef enum {
    SALVO_NO_OUTCOME,
    SALVO_OUTCOME_WORD,   /* one of the fixed ones, or of the words among the made ones */
    SALVO_OUTCOME_NUMBER, /* with a number in it: whether it can come depends on the situation */
} salvo_outcome_form;

/* Whether, and how, the name can be that of an outcome of the procedure. */
salvo_outcome_form salvo_outcome_form_of(const salvo_procedure *procedure, const char *name);

/* The procedure called `name` ("mad.direct-fire"; "MAD-01" will do); unknown ones fail with the nearest. */
salvo_status salvo_procedure_find(const salvo_ruleset *ruleset, const char *name, const salvo_procedure **procedure,
                                  salvo_error *err);

/* The rulings that a procedure rests on: places in the ruleset's table "rulings", in the order of the procedure's
 * `rulings`. `rows` has room for `max`. How many there are, 0 when it names none; -1 when it names one that the table
 * does not have, or more than max. */
int salvo_rulings_of(const salvo_procedure *procedure, const salvo_table *rulings, size_t *rows, size_t max);

/* A question. */

/* A schema with a value for each parameter and the situation made of them. Owns its memory; borrows the book, which stays
 * where it is until the question is freed. */
typedef struct salvo_question {
    const salvo_rulebook *book;
    const salvo_schema *schema;
    const salvo_procedure *procedure; /* whose schema it is; NULL when a schema was asked that has no dice */
    salvo_value *values;              /* one for each parameter */
    void *situation;
    salvo_arena *memory;
} salvo_question;

/* Parses the n `words` ("range=500") against the procedure's schema and prepares the situation. Unknown, repeated,
 * missing, excluded and impossible values fail with what would do. On failure *question is zeroed. */
salvo_status salvo_question_ask(salvo_question *question, const salvo_rulebook *book, const salvo_procedure *procedure,
                                const char *const *words, size_t n_words, salvo_error *err);
/* The same of a schema without dice: calls that answer questions do not take it. */
salvo_status salvo_schema_ask(salvo_question *question, const salvo_rulebook *book, const salvo_schema *schema,
                              const char *const *words, size_t n_words, salvo_error *err);
void salvo_question_free(salvo_question *question);

/* The same question with a total in place of its outcomes: how much of the expectation `name` ("damage") comes in all. The
 * totals are outcomes, called by their numbers; where nothing ends the chain any more, "undecided". Borrows `of`, owns the
 * rest. An unknown name fails with the nearest; on failure *total is zeroed. */
salvo_status salvo_question_total(salvo_question *total, const salvo_question *of, const char *name, salvo_error *err);

/* Many questions whose totals are added up. */
typedef struct salvo_sum {
    const salvo_question *questions; /* n of them, at least 1, of one procedure without a limit of turns */
    const int *counts;               /* how often each of them is asked, at least once */
    size_t n;
    const char *total; /* an expectation of the procedure, or one of its fixed outcomes, which are then counted */
    const char *title; /* one line */
    const char *words; /* the situation, line by line */
} salvo_sum;

/* The question about the sum of independent questions: its outcomes are totals as those of salvo_question_total. Borrows
 * all that `of` points to. SALVO_BAD_INPUT for no questions; an unknown total fails with the nearest. On failure *sum is
 * zeroed. */
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
