/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads dice expressions by recursive descent: a function for each line of the grammar in the header. The first fault
 * stops the reading; its place is reported as a column. */
#include "expression/expression.h"

#include "expression/reader.h"

/* Fifty brackets are beyond any formula and keep the recursion small. A face is a byte for the engines, hence 255
 * sides. */
enum { DEPTH_MAX = 50, SIDES_MAX = 255 };
/* Two such values can be added and subtracted in 64 bits, and one fits into an outcome (32 bits, beside the words). */
static const int64_t VALUE_MAX = 1000000000; /* of the absolute value */

bool passes(const face_test *test, int64_t number)
{
    return test->is != IS_NEVER && compared(test->is, number, test->number) == 1;
}

/* For `vs` the result is -1, 0 or 1; otherwise 0 or 1. A missing test never passes. */
int compared(comparison is, int64_t a, int64_t b)
{
    switch (is) {
    case IS_AT_LEAST:
        return a >= b;
    case IS_ABOVE:
        return a > b;
    case IS_AT_MOST:
        return a <= b;
    case IS_BELOW:
        return a < b;
    case IS_EQUAL:
        return a == b;
    case IS_OTHER:
        return a != b;
    case IS_VERSUS:
        return (a > b) - (a < b);
    case IS_NEVER:
        break;
    }
    return 0;
}

/* Rounds down, as the grammar in the header says, for negative numbers too; C rounds towards 0. */
int64_t divided(int64_t a, int64_t b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* A counted die is worth one if it passes; a die in a sum is worth its face. */
int64_t face_value(const dice_pool *pool, int64_t face)
{
    return pool->count.is == IS_NEVER ? face : passes(&pool->count, face);
}

static int read_expression(reader *r);

/* Longer signs are first: ">=" begins with ">". */
static comparison take_comparison(reader *r)
{
    static const struct {
        const char *sign;
        comparison is;
    } SIGNS[] = {{">=", IS_AT_LEAST}, {"<=", IS_AT_MOST}, {"!=", IS_OTHER},  {"<>", IS_OTHER},
                 {"==", IS_EQUAL},    {"≥", IS_AT_LEAST}, {"≤", IS_AT_MOST}, {"≠", IS_OTHER},
                 {">", IS_ABOVE},     {"<", IS_BELOW},    {"=", IS_EQUAL}};

    for (size_t i = 0; i < sizeof SIGNS / sizeof *SIGNS; i++)
        if (reader_take_sign(r, SIGNS[i].sign))
            return SIGNS[i].is;
    return reader_take_word(r, "vs") ? IS_VERSUS : IS_NEVER;
}

/* Reads a comparison with a number. `otherwise` replaces a missing sign; IS_NEVER: the sign is required. "reroll 1"
 * means "reroll = 1", because rulebooks write it that way; "count(5d6 4)" is ambiguous and is refused. */
static face_test read_test(reader *r, comparison otherwise)
{
    const char *at;
    face_test test;

    reader_skip_blanks(r);
    at = r->at;
    test = (face_test){.is = take_comparison(r)};
    if (test.is == IS_VERSUS)
        reader_fail(r, at, "a die cannot be tested with vs; use >=, >, <=, <, = or !=");
    if (test.is == IS_NEVER && otherwise == IS_NEVER)
        reader_fail_here(r, "a comparison as in >= 4");
    if (test.is == IS_NEVER)
        test.is = otherwise;
    test.number = reader_number(r, "the number that dice are compared with", 0, SALVO_EXPRESSION_NUMBER_MAX);
    return test;
}

/* Nodes. */

/* Adds a node. After too many, it returns the first one, which is good enough for a failed expression. Every limit is
 * checked when the node is made. So the message points at the operator or the dice that exceeded it, and later code
 * cannot overflow. */
static int add_node(reader *r, const char *at, expression_node node)
{
    if (r->e->n_nodes == EXPRESSION_NODES_MAX) {
        reader_fail(r, at, "the expression is too long: it has more than %d numbers, dice and signs",
                    EXPRESSION_NODES_MAX);
        return 0;
    }
    if (node.low < -VALUE_MAX || node.high > VALUE_MAX)
        reader_fail(r, at, "a value is out of range; values are from -%lld to %lld", (long long)VALUE_MAX,
                    (long long)VALUE_MAX);
    /* A distribution and a table of outcomes need room for the span. */
    if (node.high - node.low > SALVO_EXPRESSION_SPAN_MAX)
        reader_fail(r, at, "the expression has too many different values; at most %d can be distinguished",
                    SALVO_EXPRESSION_SPAN_MAX);
    if (node.throws > SALVO_EXPRESSION_DICE_MAX)
        reader_fail(r, at, "the expression throws too many dice; the maximum is %d, with rerolls and explosions",
                    SALVO_EXPRESSION_DICE_MAX);
    r->e->nodes[r->e->n_nodes] = node;
    return r->e->n_nodes++;
}

static int64_t lesser(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t greater(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* Products and quotients are least and greatest at the corners of two ranges. */
static void set_by_corners(expression_node *node, const expression_node *a, const expression_node *b)
{
    const int64_t left[] = {a->low, a->low, a->high, a->high}, right[] = {b->low, b->high, b->low, b->high};

    node->low = INT64_MAX;
    node->high = INT64_MIN;
    for (int i = 0; i < 4; i++) {
        int64_t value = node->kind == NODE_MULTIPLY ? left[i] * right[i] : divided(left[i], right[i]);

        node->low = lesser(node->low, value);
        node->high = greater(node->high, value);
    }
}

/* Sets the limits of its values. */
static void set_bounds(expression_node *node, const expression_node *a, const expression_node *b)
{
    switch (node->kind) {
    case NODE_ADD:
        node->low = a->low + b->low;
        node->high = a->high + b->high;
        break;
    case NODE_SUBTRACT:
        node->low = a->low - b->high;
        node->high = a->high - b->low;
        break;
    case NODE_MULTIPLY:
    case NODE_DIVIDE:
        set_by_corners(node, a, b);
        break;
    case NODE_MIN:
        node->low = lesser(a->low, b->low);
        node->high = lesser(a->high, b->high);
        break;
    case NODE_MAX:
        node->low = greater(a->low, b->low);
        node->high = greater(a->high, b->high);
        break;
    case NODE_COMPARE:
        node->low = node->is == IS_VERSUS ? -1 : 0;
        node->high = 1;
        break;
    case NODE_NUMBER:
    case NODE_POOL:
    case NODE_REPEAT:
        break;
    }
}

/* After a failure the operands may not exist, so nothing is computed from them. */
static int join(reader *r, const char *at, node_kind kind, comparison is, int a, int b)
{
    const expression_node *left = &r->e->nodes[a], *right = &r->e->nodes[b];
    expression_node node = {.kind = kind, .is = is, .a = a, .b = b, .throws = left->throws + right->throws};

    if (r->status != SALVO_OK)
        return 0;
    /* It is refused when it is read, though the divisor may be 0 only rarely: an answer that fails for some throws has
     * no distribution. */
    if (kind == NODE_DIVIDE && right->low <= 0 && right->high >= 0) {
        reader_fail(r, at, "the divisor can be 0");
        return 0;
    }
    set_bounds(&node, left, right);
    return add_node(r, at, node);
}

static int add_number(reader *r, const char *at, int64_t number)
{
    return add_node(r, at, (expression_node){.kind = NODE_NUMBER, .number = number, .low = number, .high = number});
}

/* Pools. */

/* Reads "keep 2", "drop lowest", and the forms of other tools: "kh3", "dl1". "keep" and "drop" must be whole words:
 * reader_take_word() does not take "k" out of "kh". */
static bool take_kept(reader *r, dice_pool *pool)
{
    static const struct {
        const char *word;
        bool drops, lowest, says; /* the word says which dice */
    } WORDS[] = {{"keep", false, false, false}, {"drop", true, true, false}, {"kh", false, false, true},
                 {"kl", false, true, true},     {"dl", true, true, true},    {"dh", true, false, true}};
    const char *at;

    reader_skip_blanks(r);
    at = r->at;
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        bool lowest = WORDS[i].lowest;
        int n;

        if (!reader_take_word(r, WORDS[i].word))
            continue;
        /* A second selection would apply to the remaining dice, which no rulebook uses and readers would understand in
         * two ways. */
        if (pool->kept < pool->dice)
            reader_fail(r, at, "the dice to keep are already chosen");
        if (!WORDS[i].says)
            /* "drop 1" drops the lowest and "keep 1" keeps the highest: WORDS has the default, and the next word may
             * change it. */
            lowest = reader_take_word(r, "lowest") || (!reader_take_word(r, "highest") && lowest);
        n = reader_number_follows(r) ? (int)reader_number(r, "the number of these dice", 1, pool->dice) : 1;
        if (WORDS[i].drops && n == pool->dice)
            reader_fail(r, at, "no die is left");
        pool->kept = WORDS[i].drops ? pool->dice - n : n;
        /* Dropping the lowest keeps the highest. */
        pool->lowest = WORDS[i].drops != lowest;
        return true;
    }
    return false;
}

/* It happens once, unless `max` says otherwise: "reroll 1s" in rulebooks means that the second throw stands. */
static bool take_reroll(reader *r, dice_pool *pool)
{
    const char *at;

    reader_skip_blanks(r);
    at = r->at;
    if (!reader_take_word(r, "reroll"))
        return false;
    if (pool->reroll.is != IS_NEVER)
        reader_fail(r, at, "these dice are already rerolled");
    pool->reroll = read_test(r, IS_EQUAL);
    pool->rerolls = reader_take_word(r, "max") ? (int)reader_number(r, "the number of rerolls", 1, 100) : 1;
    return true;
}

/* Without a limit, values would be unlimited and the table of outcomes infinite. The message asks for a limit in the
 * user's own form. */
static bool take_explode(reader *r, dice_pool *pool)
{
    const char *at;

    reader_skip_blanks(r);
    at = r->at;
    if (!reader_take_word(r, "explode"))
        return false;
    if (pool->explode.is != IS_NEVER)
        reader_fail(r, at, "these dice already explode");
    reader_skip_blanks(r);
    /* "explode max 3" names no face: the highest one explodes. */
    pool->explode = reader_is_letter(*r->at) || !*r->at ? (face_test){IS_EQUAL, pool->sides} : read_test(r, IS_EQUAL);
    if (!reader_take_word(r, "max"))
        reader_fail_here(r, "a limit, as in explode max 3,");
    else
        pool->explosions = (int)reader_number(r, "the number of explosions", 1, 100);
    return true;
}

/* Other tools write an explosion as "!"; it is recognised only for a message that says what to write here. "!=" is a
 * comparison. */
static void read_changes(reader *r, dice_pool *pool)
{
    while (r->status == SALVO_OK && (take_kept(r, pool) || take_reroll(r, pool) || take_explode(r, pool)))
        continue;
    reader_skip_blanks(r);
    if (*r->at == '!' && r->at[1] != '=')
        reader_fail(r, r->at, "exploding dice need a limit: explode max 3");
}

/* Returns whether "d6" or "5d10" follows: a "d" before the number of sides. A number before the "d" may be followed by
 * blanks, as in "2 d6". A letter d without a number of sides begins a word. */
static bool is_pool(const char *at)
{
    while (reader_is_digit(*at))
        at++;
    while (*at == ' ')
        at++;
    return (*at == 'd' || *at == 'D') && (reader_is_digit(at[1]) || at[1] == '%');
}

/* The limits on dice and sides are checked before any multiplication. */
static dice_pool read_pool(reader *r)
{
    dice_pool pool = {.dice = 1};

    if (reader_number_follows(r))
        pool.dice = (int)reader_number(r, "a number of dice", 1, SALVO_EXPRESSION_DICE_MAX);
    reader_skip_blanks(r);
    r->at++; /* the d */
    pool.sides = reader_take_sign(r, "%") ? 100 : (int)reader_number(r, "a number of sides", 1, SIDES_MAX);
    pool.kept = pool.dice;
    read_changes(r, &pool);
    return pool;
}

/* The greatest value counts every explosion of every kept die. The least is one for each die, because explosions only
 * add. */
static int add_pool(reader *r, const char *at, dice_pool pool)
{
    const int throws_of_one = 1 + pool.rerolls + pool.explosions;
    const int64_t worth = pool.count.is != IS_NEVER ? 1 : pool.sides;
    expression_node node = {.kind = NODE_POOL,
                            .pool = pool,
                            .low = pool.count.is != IS_NEVER ? 0 : pool.kept,
                            .high = pool.kept * worth * (1 + pool.explosions),
                            .throws = pool.dice * throws_of_one};

    /* The sums would decide which dice are kept, but single throws are counted: no reading of that is obvious. */
    if (pool.count.is != IS_NEVER && pool.explosions && pool.kept < pool.dice)
        reader_fail(r, at, "dice that explode cannot be both chosen and counted");
    return add_node(r, at, node);
}

/* Functions. */

static int read_count(reader *r, const char *at)
{
    dice_pool pool;

    reader_expect(r, "(", "after count");
    reader_skip_blanks(r);
    if (!is_pool(r->at)) {
        reader_fail_here(r, "dice as in count(5d10 >= 7)");
        return 0;
    }
    pool = read_pool(r);
    pool.count = read_test(r, IS_NEVER);
    reader_expect(r, ")", "after what is counted");
    return add_pool(r, at, pool);
}

static int read_extreme(reader *r, const char *at, node_kind kind)
{
    int a, b;

    reader_expect(r, "(", "after min and max");
    a = read_expression(r);
    reader_expect(r, ",", "between the two expressions");
    b = read_expression(r);
    reader_expect(r, ")", "after the second expression");
    return join(r, at, kind, IS_NEVER, a, b);
}

static int read_repeat(reader *r, const char *at)
{
    expression_node node = {.kind = NODE_REPEAT};
    const expression_node *a;

    reader_expect(r, "(", "after repeat");
    node.number = reader_number(r, "the number of repetitions", 1, SALVO_EXPRESSION_DICE_MAX);
    reader_expect(r, ",", "after the number");
    node.a = read_expression(r);
    reader_expect(r, ")", "after what is repeated");
    if (r->status != SALVO_OK)
        return 0;
    a = &r->e->nodes[node.a];
    node.low = node.number * a->low;
    node.high = node.number * a->high;
    node.throws = (int)node.number * a->throws;
    return add_node(r, at, node);
}

static int read_group(reader *r)
{
    int inner = read_expression(r);

    reader_expect(r, ")", "to close the bracket");
    return inner;
}

/* Without a known name it is not a function. The name is compared before the bracket, so that "min" without one is
 * reported as a missing bracket and not as an unknown word. */
static int read_function(reader *r)
{
    const char *at = r->at;

    if (reader_take_word(r, "count"))
        return read_count(r, at);
    if (reader_take_word(r, "min"))
        return read_extreme(r, at, NODE_MIN);
    if (reader_take_word(r, "max"))
        return read_extreme(r, at, NODE_MAX);
    if (reader_take_word(r, "repeat"))
        return read_repeat(r, at);
    reader_fail_here(r, "a number, dice as in 2d6, a bracket, or count, min, max or repeat");
    return 0;
}

/* The lines of the grammar, from the innermost. */

static int read_factor(reader *r)
{
    const char *at;

    reader_skip_blanks(r);
    at = r->at;
    if (r->status != SALVO_OK)
        return 0;
    if (is_pool(at))
        return add_pool(r, at, read_pool(r));
    if (reader_is_digit(*at))
        return add_number(r, at, reader_number(r, "a number", 0, SALVO_EXPRESSION_NUMBER_MAX));
    if (reader_take_sign(r, "("))
        return read_group(r);
    return read_function(r);
}

/* Reads signs before a factor. A sign is a subtraction from 0, so it needs no node kind of its own, and the bounds
 * follow. Two signs cancel. */
static int read_signed(reader *r)
{
    const char *at;
    bool negative = false;
    int factor;

    reader_skip_blanks(r);
    at = r->at;
    while (reader_take_sign(r, "-"))
        negative = !negative;
    factor = read_factor(r);
    return negative ? join(r, at, NODE_SUBTRACT, IS_NEVER, add_number(r, at, 0), factor) : factor;
}

/* Reads operands with one of two signs between them. Operators of one rank go from the left: 7 - 2 - 1 is (7 - 2) -
 * 1. */
static int read_chain(reader *r, int (*operand)(reader *), const char *const signs[2], const node_kind kinds[2])
{
    int left = operand(r);

    while (r->status == SALVO_OK) {
        const char *at;
        int which;

        reader_skip_blanks(r);
        at = r->at;
        which = reader_take_sign(r, signs[0]) ? 0 : reader_take_sign(r, signs[1]) ? 1 : 2;
        if (which == 2)
            break;
        left = join(r, at, kinds[which], IS_NEVER, left, operand(r));
    }
    return left;
}

static int read_product(reader *r)
{
    return read_chain(r, read_signed, (const char *const[]){"*", "/"}, (const node_kind[]){NODE_MULTIPLY, NODE_DIVIDE});
}

static int read_sum(reader *r)
{
    return read_chain(r, read_product, (const char *const[]){"+", "-"}, (const node_kind[]){NODE_ADD, NODE_SUBTRACT});
}

/* Comparisons bind least and do not chain; the caller that finds the second sign refuses `a < b < c`. */
static int read_expression(reader *r)
{
    const char *at;
    comparison is;
    int left;

    if (++r->depth > DEPTH_MAX)
        reader_fail(r, r->at, "brackets are nested more than %d deep", DEPTH_MAX);
    left = read_sum(r);
    reader_skip_blanks(r);
    at = r->at;
    is = r->status == SALVO_OK ? take_comparison(r) : IS_NEVER;
    if (is != IS_NEVER)
        left = join(r, at, NODE_COMPARE, is, left, read_sum(r));
    r->depth--;
    return left;
}

/* The text is kept by pointer: messages count columns in it, and its question owns it. */
salvo_status expression_read(dice_expression *e, const char *text, salvo_error *err)
{
    reader r = {.e = e, .text = text, .at = text, .err = err};
    const char *end;

    e->text = text;
    e->n_nodes = 0;
    e->root = read_expression(&r);
    reader_skip_blanks(&r);
    end = r.at;
    if (*end && take_comparison(&r) != IS_NEVER)
        reader_fail(&r, end, "a comparison cannot be compared again; put brackets around one of them");
    else if (*end)
        reader_fail_here(&r, "a sign as in +, >= or vs, or the end");
    return r.status;
}
