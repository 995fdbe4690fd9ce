/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words behind a procedure's name, "range=500": what is understood, what is refused, and how. */
#include "support.h"

#include <math.h>
#include <string.h>

enum { WORDS_MAX = 6 };

static size_t count(const char *const words[WORDS_MAX])
{
    size_t n = 0;

    while (n < WORDS_MAX && words[n])
        n++;
    return n;
}

/* Words are given one by one here, not in a line: they may hold blanks. */
static salvo_status put(salvo_question *question, const char *name, const char *const words[WORDS_MAX],
                        salvo_error *err)
{
    const salvo_procedure *procedure;

    assert_int_equal(salvo_procedure_find(mad()->ruleset, name, &procedure, NULL), SALVO_OK);
    return salvo_question_ask(question, mad(), procedure, words, count(words), err);
}

#define FIRE    "mad.direct-fire"
#define SHOT    "weapon=cannon-b", "range=500"
#define POINTS  "mad.points"
#define ELEMENT "mobility=fast", "hp=5"

#define RANGE "range must be a number of at least 0; distances are in metres on the ground"
#define HP    "hp must be a whole number from 1 to 1000000"
#define ITEMS                                                                                                            \
    "is not something that the list can hold; there are 'small-arms', 'infantry-support', 'flame-thrower', 'cannon-a', " \
    "'cannon-b', 'cannon-c', 'cannon-d', 'cannon-e', 'artillery-light', 'artillery-medium' and 'artillery-heavy'"

static const struct refusal {
    const char *procedure;
    const char *words[WORDS_MAX];
    const char *message;
} REFUSALS[] = {
    /* clang-format off */
    /* words and keys */
    {FIRE, {"cannon-b"}, "'cannon-b' is not a parameter; write key=value, as in range=500"},
    {FIRE, {""}, "'' is not a parameter; write key=value, as in range=500"},
    {FIRE, {"=500"}, "'=500' is not a parameter; write key=value, as in range=500"},
    {FIRE, {"rnage=500"}, "mad.direct-fire has no parameter 'rnage'; did you mean 'range'?"},
    {FIRE, {"crew=5"},
     "mad.direct-fire has no parameter 'crew'; there are 'weapon', 'range', 'target', 'cover', 'fort-value', 'moving', "
     "'fixed', 'opportunity', 'contact', 'large-static', 'small-arms-vehicles', 'rounding' and 'hp'"},
    {"mad.initiative", {"dice=3"}, "mad.initiative has no parameter 'dice'; there is 'ties'"},
    {FIRE, {SHOT, "range=600"}, "range is given twice; give it once"},
    {FIRE, {SHOT, "range=500"}, "range is given twice; give it once"},
    {FIRE, {SHOT, "Range=600"}, "range is given twice; give it once"},

    /* what is required */
    {FIRE, {NULL}, "mad.direct-fire needs weapon=... (the weapon fired)"},
    {FIRE, {"range=500"}, "mad.direct-fire needs weapon=... (the weapon fired)"},
    {FIRE, {"weapon=cannon-b"}, "mad.direct-fire needs range=... (distance in metres), unless contact=yes"},
    {FIRE, {"weapon=cannon-b", "contact=no"},
     "mad.direct-fire needs range=... (distance in metres), unless contact=yes"},
    {"mad.volley", {SHOT}, "mad.volley needs hp=... (hit points of the target)"},
    {"mad.duel", {"a=tiger i", "range=500"}, "mad.duel needs b=... (the other element)"},

    /* numbers */
    {FIRE, {"range=-1"}, "range=-1: " RANGE},
    {FIRE, {"range=-1e-300"}, "range=-1e-300: " RANGE},
    {FIRE, {"range=nan"}, "range=nan: " RANGE},
    {FIRE, {"range=inf"}, "range=inf: " RANGE},
    {FIRE, {"range=1e400"}, "range=1e400: " RANGE},
    {FIRE, {"range=0x10"}, "range=0x10: " RANGE},
    {FIRE, {"range="}, "range=: " RANGE},
    {FIRE, {"range=5 "}, "range=5 : " RANGE},
    {FIRE, {"range= 5"}, "range= 5: " RANGE},
    {FIRE, {"range=500ell"}, "range=500ell: " RANGE},
    {FIRE, {"range=1,5"}, "range=1,5: " RANGE},
    {FIRE, {"range=1e"}, "range=1e: " RANGE},
    {FIRE, {"range=."}, "range=.: " RANGE},
    {FIRE, {"range=--5"}, "range=--5: " RANGE},
    {FIRE, {"range=none"}, "range=none: " RANGE},
    {FIRE, {"hp=0"}, "hp=0: " HP ", or 'none'"},
    {FIRE, {"hp=1000001"}, "hp=1000001: " HP ", or 'none'"},
    {FIRE, {"hp=1.5"}, "hp=1.5: " HP ", or 'none'"},
    {FIRE, {"hp=1e300"}, "hp=1e300: " HP ", or 'none'"},
    {FIRE, {"hp=unlimited"}, "hp=unlimited: " HP ", or 'none'"},
    {"mad.volley", {"hp=none"}, "hp=none: " HP}, /* here the target must have some */
    {"mad.duel", {"turns=none"}, "turns=none: turns must be a whole number from 1 to 1000000, or 'unlimited'"},
    {FIRE, {"fort-value=5"}, "fort-value=5: fort-value must be a whole number from 1 to 4"},
    {FIRE, {"fort-value=0"}, "fort-value=0: fort-value must be a whole number from 1 to 4"},

    /* choices and flags */
    {FIRE, {"target=ship"}, "target=ship: 'ship' is not a value of target; there are 'vehicle' and 'infantry'"},
    {FIRE, {"target=vehicel"}, "target=vehicel: 'vehicel' is not a value of target; did you mean 'vehicle'?"},
    {FIRE, {"target="}, "target=: '' is not a value of target; there are 'vehicle' and 'infantry'"},
    {FIRE, {"cover=saft"}, "cover=saft: 'saft' is not a value of cover; there are 'none', 'normal' and 'fortification'"},
    {FIRE, {"moving=perhaps"}, "moving=perhaps: 'perhaps' is not a value of moving; there are 'no' and 'yes'"},
    {FIRE, {"moving=2"}, "moving=2: '2' is not a value of moving; there are 'no' and 'yes'"},
    {FIRE, {"moving="}, "moving=: '' is not a value of moving; there are 'no' and 'yes'"},

    /* names */
    {FIRE, {"weapon=flame-trower"},
     "weapon=flame-trower: unknown weapon 'flame-trower'; did you mean 'flame-thrower' or 'Flame Throwers'?"},
    {FIRE, {"weapon=cannon"},
     "weapon=cannon: weapon 'cannon' could be any of 5: Class A Cannon (cannon-a), Class B Cannon (cannon-b), "
     "Class C Cannon (cannon-c), Class D Cannon (cannon-d), Class E Cannon (cannon-e)"},
    {FIRE, {"weapon="},
     "weapon=: unknown weapon ''; there are 'Small Arms', 'Infantry Support', 'Flame Throwers', 'Class A Cannon', "
     "'Class B Cannon', 'Class C Cannon', 'Class D Cannon' and 'Class E Cannon'"},
    {"mad.unit-fire", {"unit=Tigre"}, "unit=Tigre: unknown unit 'Tigre'; did you mean 'Tiger I' or 'Tiger II'?"},
    {POINTS, {"mobility=flying"},
     "mobility=flying: unknown movement 'flying'; there are 'Foot', 'Cavalry', 'Slow', 'Medium' and 'Fast'"},

    /* lists */
    {POINTS, {"weapons=flame-trower"},
     "weapons: 'flame-trower' is not something that the list can hold; did you mean 'flame-thrower'?"},
    {POINTS, {"weapons=cannon-b,light"},
     "weapons: 'light' is not something that the list can hold; did you mean 'artillery-light'?"},
    {POINTS, {"weapons=88mm"}, "weapons: '88mm' " ITEMS},
    {POINTS, {"weapons="}, "weapons: '' " ITEMS},
    {POINTS, {"weapons=,"}, "weapons: '' " ITEMS},
    {POINTS, {"weapons=cannon-b,"}, "weapons: '' " ITEMS},
    {POINTS, {"weapons=cannon-b,,cannon-a"}, "weapons: '' " ITEMS},
    {POINTS, {"weapons=none,cannon-b"}, "weapons: 'none' " ITEMS},
    {POINTS, {"weapons=-fixed"}, "weapons: '-fixed' " ITEMS},
    {POINTS, {"weapons=cannon-b cannon-a"}, "weapons: 'cannon-b cannon-a' " ITEMS},
    {POINTS, {"weapons=Class B Cannon"}, "weapons: 'Class B Cannon' " ITEMS}, /* a list is of ids */
    /* clang-format on */
};

static void each_mistake_has_its_message(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(REFUSALS); i++) {
        const struct refusal *r = &REFUSALS[i];
        salvo_question question;
        salvo_error err = {0};

        if (put(&question, r->procedure, r->words, &err) != SALVO_BAD_INPUT || strcmp(err.text, r->message))
            fail_msg("%s\n says %s\n not  %s", r->words[0] ? r->words[0] : "(nothing)", err.text, r->message);
        assert_int_equal(err.status, SALVO_BAD_INPUT);
        assert_string_equal(err.path, "");
        assert_int_equal(err.line, 0);
        assert_null(question.memory);
        assert_null(question.values);
    }
}

static void the_first_mistake_is_told(void **state)
{
    static const char *const words[WORDS_MAX] = {"range=-1", "hp=0", "crew"};
    salvo_question question;
    salvo_error err = {0};

    (void)state;
    assert_int_equal(put(&question, FIRE, words, &err), SALVO_BAD_INPUT);
    assert_string_equal(err.text, "range=-1: " RANGE);
    assert_int_equal(put(&question, FIRE, words, NULL), SALVO_BAD_INPUT); /* also to nobody */
}

static const struct understood {
    const char *procedure;
    const char *words[WORDS_MAX];
    const char *key, *text; /* a parameter and its value in the canonical spelling */
} UNDERSTOOD[] = {
    {FIRE, {"weapon=cannon-b", "range=1e3"}, "range", "1000"},
    {FIRE, {"weapon=cannon-b", "range=0"}, "range", "0"},
    {FIRE, {"weapon=cannon-b", "range=-0"}, "range", "0"},
    {FIRE, {"weapon=cannon-b", "range=+12.50"}, "range", "12.5"},
    {FIRE, {"weapon=cannon-b", "range=.5"}, "range", "0.5"},
    {FIRE, {"weapon=cannon-b", "range=1e300"}, "range", "1e+300"},
    {FIRE, {SHOT, "hp=1e3"}, "hp", "1000"},
    {FIRE, {SHOT, "hp=28.0"}, "hp", "28"},
    {FIRE, {SHOT, "hp=1000000"}, "hp", "1000000"},
    {FIRE, {SHOT, "hp=none"}, "hp", "none"},
    {FIRE, {SHOT, "HP=None"}, "hp", "none"},
    {FIRE, {SHOT}, "hp", "none"},
    {FIRE, {SHOT, "fort-value=1"}, "fort-value", "1"},
    {FIRE, {SHOT, "Fort Value=4"}, "fort-value", "4"},
    {FIRE, {SHOT}, "fort-value", "4"},
    {FIRE, {SHOT, "moving=YES"}, "moving", "yes"},
    {FIRE, {SHOT, "cover=Normal"}, "cover", "normal"},
    {FIRE, {SHOT}, "cover", "none"},
    {FIRE, {"range=500", "weapon=Class B Cannon"}, "weapon", "cannon-b"},
    {FIRE, {"range=500", "weapon=Cannon B"}, "weapon", "cannon-b"},
    {FIRE, {"range=500", "weapon=Infantry Support"}, "weapon", "infantry-support"},
    {FIRE, {"weapon=cannon-b", "contact=yes"}, "range", ""}, /* required, unless base to base */
    {FIRE, {"weapon=cannon-b", "contact=yes", "range=9"}, "range", "9"},
    {"mad.duel", {"a=tiger 1", "range=500", "b=Firefly"}, "b", "british-sherman-firefly"},
    {"mad.duel", {"a=tiger 1", "range=500", "b=tiger 1", "turns=Unlimited"}, "turns", "unlimited"},
    {POINTS, {ELEMENT, "weapons=cannon-b-fixed,artillery-light"}, "weapons", "cannon-b-fixed,artillery-light"},
    {POINTS, {ELEMENT, "weapons= cannon-b , cannon-b "}, "weapons", "cannon-b,cannon-b"},
    {POINTS,
     {ELEMENT, "weapons=Cannon B,CANNON B FIXED,cannonbfixed"},
     "weapons",
     "cannon-b,cannon-b-fixed,cannon-b-fixed"},
    {POINTS, {ELEMENT, "weapons=artillery-heavy-fixed"}, "weapons", "artillery-heavy-fixed"},
    {POINTS, {ELEMENT, "weapons=none"}, "weapons", "none"},
    {POINTS, {ELEMENT, "weapons=NONE"}, "weapons", "none"},
    {POINTS, {ELEMENT}, "weapons", "none"},
    {POINTS, {"hp=5", "mobility=FAST"}, "mobility", "fast"},
};

static void each_value_has_its_spelling(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(UNDERSTOOD); i++) {
        const struct understood *u = &UNDERSTOOD[i];
        salvo_question question;
        salvo_error err = {0};
        int at;

        if (put(&question, u->procedure, u->words, &err) != SALVO_OK)
            fail_msg("%s: %s", u->words[count(u->words) - 1], err.text);
        at = salvo_parameter_find(&question.procedure->schema, u->key);
        assert_true(at >= 0);
        assert_string_equal(question.values[at].text, u->text);
        salvo_question_free(&question);
    }
}

static void a_value_tells_where_it_is_from(void **state)
{
    static const char *const words[WORDS_MAX] = {"weapon=cannon-b", "contact=yes", "hp=none"};
    salvo_question q;
    int hp, range, cover;

    (void)state;
    assert_int_equal(put(&q, FIRE, words, NULL), SALVO_OK);
    assert_int_equal(salvo_parameter_find(&q.procedure->schema, "a-b"), -1); /* turned round it is "b-a", and so on */
    hp = salvo_parameter_find(&q.procedure->schema, "hp");
    range = salvo_parameter_find(&q.procedure->schema, "range");
    cover = salvo_parameter_find(&q.procedure->schema, "cover");
    assert_true(q.values[hp].given && q.values[hp].word && !q.values[hp].absent);
    assert_true(!q.values[range].given && q.values[range].absent);
    assert_true(!q.values[cover].given && !q.values[cover].absent);
    salvo_question_free(&q);
}

static void a_list_is_its_items_in_order(void **state)
{
    static const char *const words[WORDS_MAX] = {ELEMENT, "weapons=artillery-medium-fixed,cannon-e"};
    salvo_question q;
    const salvo_value *list;

    (void)state;
    assert_int_equal(put(&q, POINTS, words, NULL), SALVO_OK);
    list = &q.values[salvo_parameter_find(&q.procedure->schema, "weapons")];
    assert_int_equal(list->n_items, 2);
    assert_int_equal(list->items[0].source, 1); /* artillery: light, medium, heavy */
    assert_int_equal(list->items[0].row, 1);
    assert_true(list->items[0].suffixed);
    assert_int_equal(list->items[1].source, 0); /* weapons: the cannons end with E, in the last of eight rows */
    assert_int_equal(list->items[1].row, 7);
    assert_false(list->items[1].suffixed);
    salvo_question_free(&q);
}

static const salvo_parameter MADE_UP_KEYS[] = {
    {.key = "losses", .help = "figures lost", .kind = SALVO_INTEGER, .min = 0, .max = INFINITY, .excludes = "share"},
    {.key = "share", .help = "share lost", .kind = SALVO_DECIMAL, .min = -INFINITY, .max = INFINITY},
};

static const salvo_schema MADE_UP = {
    .name = "made.up",
    .parameters = MADE_UP_KEYS,
    .n_parameters = 2,
    .situation_size = 1,
};
static const salvo_schema BARE = {
    .name = "made.bare",
    .situation_size = 1,
};

static void assert_made_up(const salvo_schema *schema, const char *first, const char *second, const char *message)
{
    const char *const words[] = {first, second};
    salvo_question question;
    salvo_error err = {0};

    salvo_schema_ask(&question, mad(), schema, words, second ? 2 : 1, &err);
    assert_string_equal(err.text, message);
    salvo_question_free(&question);
}

static void keys_may_exclude_each_other(void **state)
{
    (void)state;
    assert_made_up(&MADE_UP, "losses=3", NULL, "");
    assert_made_up(&MADE_UP, "share=0.5", NULL, "");
    assert_made_up(&MADE_UP, "losses=3", "share=0.5", "losses and share exclude each other; give one of them");
    assert_made_up(&MADE_UP, "share=0.5", "losses=3", "losses and share exclude each other; give one of them");
    assert_made_up(&MADE_UP, "losses=-1", NULL, "losses=-1: losses must be a whole number of at least 0");
    assert_made_up(&MADE_UP, "share=half", NULL, "share=half: share must be a number");
    assert_made_up(&BARE, "share=1", NULL, "made.bare has no parameter 'share'; it has none");
}

static void a_procedure_has_a_name_and_a_number(void **state)
{
    const salvo_ruleset *ruleset = mad()->ruleset;
    const salvo_procedure *procedure;
    salvo_error err = {0};

    (void)state;
    assert_int_equal(salvo_procedure_find(ruleset, "MAD-01", &procedure, NULL), SALVO_OK);
    assert_string_equal(procedure->schema.name, FIRE);
    assert_int_equal(salvo_procedure_find(ruleset, "Mad Direct Fire", &procedure, NULL), SALVO_OK);
    assert_string_equal(procedure->schema.name, FIRE);
    assert_int_equal(salvo_procedure_find(ruleset, "mad.dirct-fire", &procedure, &err), SALVO_BAD_INPUT);
    assert_string_equal(
        err.text,
        "unknown procedure 'mad.dirct-fire'; did you mean 'mad.direct-fire', 'mad.air-fire' or 'mad.unit-fire'?");
}

static void a_rulebook_has_an_id(void **state)
{
    salvo_rulebook book;
    salvo_error err;

    (void)state;
    assert_int_equal(salvo_rulebook_find(&book, "M.A.D.", NULL, NULL, 0, NULL), SALVO_OK);
    assert_string_equal(book.ruleset->id, "mad");
    salvo_rulebook_close(&book);
    assert_int_equal(salvo_rulebook_find(&book, "chess", NULL, NULL, 0, &err), SALVO_BAD_INPUT);
    assert_memory_equal(err.text, "unknown ruleset 'chess'; there ", strlen("unknown ruleset 'chess'; there "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_mistake_has_its_message),        cmocka_unit_test(the_first_mistake_is_told),
        cmocka_unit_test(each_value_has_its_spelling),         cmocka_unit_test(a_value_tells_where_it_is_from),
        cmocka_unit_test(a_list_is_its_items_in_order),        cmocka_unit_test(keys_may_exclude_each_other),
        cmocka_unit_test(a_procedure_has_a_name_and_a_number), cmocka_unit_test(a_rulebook_has_an_id),
    };

    return cmocka_run_group_tests_name("arguments", tests, mad_open, mad_close);
}
