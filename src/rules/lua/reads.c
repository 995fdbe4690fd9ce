/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The trie is two arrays: nodes, and a hash table of edges. A leaf is a node that asks nothing more. */
#include "rules/lua/reads.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/intern_table.h"
#include "rules/lua/state_bits.h"

enum {
    NODES_MAX = 1 << 20, /* then nothing more is kept */
    PLACES_FIRST = 256,  /* of edges; a power of 2 */
    TRIED = 4096,        /* answers of a function; then it must have found some, too */
};

/* Most nodes have one edge, and there are half a million nodes: so they are small. */
typedef struct node {
    read_key next; /* the read that follows; READ_NOTHING: none is known */
    union {
        const void *answer; /* if nothing follows; or NULL */
        struct {
            uint32_t value; /* of its first edge, by its number ... */
            uint32_t to;    /* ... and the node behind it; 0: there is none */
        };
    };
} node;

/* Further edges of nodes. */
typedef struct edge {
    uint32_t from, to; /* to 0: the place is free */
    read_value value;
} edge;

/* A function's beginning. A function whose questions hardly repeat is given up, so that it costs nothing more. */
typedef struct function_reads {
    uint32_t first;
    size_t n_found, n_kept;
} function_reads;

struct read_trie {
    node *nodes; /* the first one is unused, because 0 means none */
    size_t n_nodes, nodes_capacity;
    intern_table values; /* of the first edges: each read_value once */
    edge *edges;
    size_t n_edges, places;
    function_reads *functions;
    size_t n_functions, functions_capacity;
};

read_trie *reads_new(void)
{
    read_trie *t = calloc(1, sizeof *t);

    if (t) {
        t->n_nodes = 1;
        t->values.key_size = sizeof(read_value);
    }
    return t;
}

void reads_free(read_trie *t)
{
    if (!t)
        return;
    free(t->nodes);
    intern_table_free(&t->values);
    free(t->edges);
    free(t->functions);
    free(t);
}

/* Values. */

static read_value value_of_cell(const lua_book *book, row_value row, size_t column)
{
    const table_data *data = &book->tables[row.table];
    const rule_value *cell = &data->cells[row.row * data->table->n_columns + column];

    tables_note_read(data, row.row, column);
    return (read_value){(uint64_t)cell->is, tables_mark(data, row.row, column)};
}

static read_value value_of_condition(const salvo_circumstances *now, condition which)
{
    read_value value = {0, 0};

    switch (which) {
    case CONDITION_SIDE:
        value.number = (uint64_t)now->side;
        break;
    case CONDITION_RANGE:
        memcpy(&value.number, &now->range, sizeof value.number);
        break;
    case CONDITION_MOVING:
        value.number = now->moving;
        break;
    case CONDITION_TARGET_MOVING:
        value.number = now->target_moving;
        break;
    case CONDITION_EVER:
        value.number = now->target_ever_moves;
        break;
    case CONDITION_DUEL:
        value.number = now->is_duel;
        break;
    }
    return value;
}

static bool are_same(const rule_value *one, const rule_value *other)
{
    return one->is == VALUE_ROW && other->is == VALUE_ROW && one->of.row.table == other->of.row.table &&
           one->of.row.row == other->of.row.row;
}

/* Returns the value of a parameter, whose texts and lists are not copied. */
static rule_value parameter_of(const read_inputs *of, int root, size_t parameter)
{
    rule_value value;

    if (of->root[root])
        return of->root[root]->values[parameter];
    value_of_parameter(&value, &of->schema->parameters[parameter], of->values[parameter], of->book->store, NULL);
    return value;
}

/* A replaced value is known by its content alone. */
enum { REPLACED = 1 << 16 };

static bool is_replaced(const read_inputs *of, int root, size_t parameter)
{
    return of->root[root] && content_is_replaced(of->root[root], parameter);
}

static uint64_t mark_of(const read_inputs *of, int root, size_t parameter, const rule_value *value)
{
    if (of->root[root])
        return of->root[root]->marks[parameter];
    return book_mark(book_changeable(of->book), value, of->values[parameter]);
}

static read_value value_of_field(const read_inputs *of, read_key key)
{
    return (read_value){0, field_bits(&of->root[0]->subject->state.fields[key.at], key.more, of->state)};
}

static read_value value_of(const read_inputs *of, read_key key)
{
    rule_value value, other;

    if ((key.kind == READ_TABLE || key.kind == READ_PARAMETER) && is_replaced(of, key.root, key.at))
        return (read_value){REPLACED, of->root[key.root]->number};
    switch ((read_kind)key.kind) {
    case READ_SAME:
        return (read_value){0, of->root[key.root] == of->root[key.at]};
    case READ_TABLE:
        value = parameter_of(of, key.root, key.at);
        return (read_value){(uint64_t)value.is, value.is == VALUE_ROW ? (uint64_t)value.of.row.table : 0};
    case READ_SAME_ROW:
        value = parameter_of(of, key.root, key.at);
        other = parameter_of(of, (int)(key.more >> 16), key.more & 0xffff);
        return (read_value){0, are_same(&value, &other)};
    case READ_CELL:
        if (of->root[key.root]) /* the most frequent read */
            return value_of_cell(of->book, of->root[key.root]->values[key.at].of.row, key.more);
        value = parameter_of(of, key.root, key.at);
        return value_of_cell(of->book, value.of.row, key.more);
    case READ_PARAMETER:
        value = parameter_of(of, key.root, key.at);
        return (read_value){(uint64_t)value.is, mark_of(of, key.root, key.at, &value)};
    case READ_CONDITION:
        return value_of_condition(of->now, (condition)key.at);
    case READ_FIELD:
        return value_of_field(of, key);
    case READ_SHOWN:
        return of->shown;
    case READ_ALL:
        return (read_value){0, of->root[key.root]->number};
    case READ_JOIN:
    case READ_NOTHING:
        break;
    }
    return (read_value){0, 0};
}

/* The log. */

void reads_begin(read_log *log, const read_inputs *of)
{
    log->of = *of;
    log->is_lost = false;
    log->n = log->n_rows = log->joined = 0;
    log->entered = 0;
}

/* A question that fails never returns its log. */
read_log *reads_take_log(lua_book *book)
{
    read_log *log;

    pthread_mutex_lock(&book->lock);
    log = book->free_logs;
    if (log) {
        book->free_logs = log->next_free;
    } else {
        log = malloc(sizeof *log);
        if (log) {
            log->next = book->logs;
            book->logs = log;
        }
    }
    pthread_mutex_unlock(&book->lock);
    return log;
}

void reads_return_log(lua_book *book, read_log *log)
{
    pthread_mutex_lock(&book->lock);
    log->next_free = book->free_logs;
    book->free_logs = log;
    pthread_mutex_unlock(&book->lock);
}

void reads_free_logs(lua_book *book)
{
    for (read_log *log = book->logs, *next; log; log = next) {
        next = log->next;
        free(log);
    }
    book->logs = book->free_logs = NULL;
}

static bool is_key(read_key a, read_key b)
{
    return a.kind == b.kind && a.root == b.root && a.at == b.at && a.more == b.more;
}

/* The search is linear, because rules read a dozen values and evaluations are rare. */
void reads_note(read_log *log, read_key key)
{
    for (size_t i = log->joined; i < log->n; i++)
        if (is_key(log->reads[i].key, key))
            return;
    if (log->n == READS_MAX)
        log->is_lost = true;
    else
        log->reads[log->n++] = (one_read){key, value_of(&log->of, key)};
}

void reads_join(read_log *log, uint64_t number, uint64_t tables)
{
    if (log->n == READS_MAX)
        log->is_lost = true;
    if (log->is_lost)
        return;
    log->reads[log->n++] = (one_read){{.kind = READ_JOIN}, {0, number}};
    log->joined = log->n;
    log->n_rows = 0;
    log->entered = tables;
}

uint64_t reads_table(row_value row)
{
    return UINT64_C(1) << (row.table < 63 ? row.table : 63);
}

static bool is_entered(const read_log *log, row_value row)
{
    return log->entered & reads_table(row);
}

static void note_whole(read_log *log, row_read *row)
{
    row->is_whole = true;
    reads_note(log, (read_key){READ_PARAMETER, row->root, row->parameter, 0});
}

static void enter_all(read_log *log)
{
    log->entered = UINT64_MAX;
    for (size_t i = 0; i < log->n_rows; i++)
        note_whole(log, &log->rows[i]);
}

static void note_row(read_log *log, int root, size_t parameter)
{
    const rule_value *value = &log->of.root[root]->values[parameter];
    row_read *row;

    for (size_t i = 0; i < log->n_rows; i++)
        if (log->rows[i].root == root && log->rows[i].parameter == parameter)
            return;
    reads_note(log, (read_key){READ_TABLE, (uint8_t)root, (uint16_t)parameter, 0});
    if (content_is_replaced(log->of.root[root], parameter)) {
        enter_all(log);
        return;
    }
    if (value->is != VALUE_ROW)
        return;
    if (log->n_rows == READS_MAX) {
        log->is_lost = true;
        return;
    }
    row = &log->rows[log->n_rows];
    *row = (row_read){(uint8_t)root, (uint16_t)parameter, false, value->of.row};
    for (size_t i = 0; i < log->n_rows; i++)
        if (log->rows[i].row.table == row->row.table)
            reads_note(log, (read_key){READ_SAME_ROW, row->root, row->parameter,
                                       (uint32_t)log->rows[i].root << 16 | log->rows[i].parameter});
    log->n_rows++;
    if (is_entered(log, row->row))
        note_whole(log, row);
}

void reads_enters(read_log *log, row_value row)
{
    if (is_entered(log, row))
        return;
    log->entered |= reads_table(row);
    for (size_t i = 0; i < log->n_rows; i++)
        if (is_entered(log, log->rows[i].row))
            note_whole(log, &log->rows[i]);
}

void reads_all(read_log *log, int root)
{
    reads_note(log, (read_key){READ_ALL, (uint8_t)root, 0, 0});
    enter_all(log);
}

void reads_parameter(read_log *log, int root, size_t parameter)
{
    const content *of = log->of.root[root];
    const rule_value *value = &of->values[parameter];

    if (of->subject->procedure.schema.parameters[parameter].kind == SALVO_NAME) {
        note_row(log, root, parameter);
        return;
    }
    reads_note(log, (read_key){READ_PARAMETER, (uint8_t)root, (uint16_t)parameter, 0});
    if (content_is_replaced(of, parameter))
        enter_all(log);
    for (size_t i = 0; value->is == VALUE_ROWS && i < value->of.rows.n; i++)
        reads_enters(log, value->of.rows.row[i]);
    if (value->is == VALUE_ROW)
        reads_enters(log, value->of.row);
}

static row_read *parameter_with(read_log *log, row_value row)
{
    for (size_t i = 0; i < log->n_rows; i++)
        if (log->rows[i].row.table == row.table && log->rows[i].row.row == row.row)
            return &log->rows[i];
    return NULL;
}

void reads_cell(read_log *log, row_value row, size_t column)
{
    const row_read *of = parameter_with(log, row);

    if (of && !of->is_whole)
        reads_note(log, (read_key){READ_CELL, of->root, of->parameter, (uint32_t)column});
}

void reads_identity(read_log *log, row_value row)
{
    row_read *of = parameter_with(log, row);

    if (of && !of->is_whole)
        note_whole(log, of);
}

/* The trie. */

static bool same_value(read_value a, read_value b)
{
    return a.number == b.number && a.kind == b.kind;
}

static edge *place_of(const read_trie *t, uint32_t from, read_value value)
{
    uint64_t hash = (from ^ value.kind << 32) * UINT64_C(0x9e3779b97f4a7c15);

    hash = (hash ^ value.number ^ hash >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
    hash ^= hash >> 32;
    for (size_t i = hash & (t->places - 1);; i = (i + 1) & (t->places - 1)) {
        edge *e = &t->edges[i];

        if (!e->to || (e->from == from && same_value(e->value, value)))
            return e;
    }
}

/* Returns the node behind the edge; 0: none. */
static uint32_t node_behind(const read_trie *t, uint32_t from, read_value value)
{
    const node *n = &t->nodes[from];

    if (n->next.kind != READ_NOTHING && n->to) {
        const read_value *first = intern_table_key(&t->values, n->value);

        if (same_value(*first, value))
            return n->to;
    }
    return t->places ? place_of(t, from, value)->to : 0;
}

/* Follows the reads of the question from that node, and returns the answer at their end, or NULL. */
static const void *answer_from(const read_trie *t, uint32_t at, const read_inputs *of)
{
    for (read_key next; at && (next = t->nodes[at].next).kind != READ_NOTHING;)
        at = node_behind(t, at, next.kind == READ_FIELD ? value_of_field(of, next) : value_of(of, next));
    return at ? t->nodes[at].answer : NULL;
}

const void *reads_find(read_trie *t, size_t function, const read_inputs *of)
{
    const uint32_t first = t && function < t->n_functions ? t->functions[function].first : 0;
    const void *answer = answer_from(t, first, of);

    if (answer)
        t->functions[function].n_found++;
    return answer;
}

/* What `prepare` has set leads from the beginning of a function to the node where all reads join that lead to it. */
enum { JOINED = 1 << 17 }; /* the kind of that edge's value; no read has it */

static read_value joined_value(uint64_t number)
{
    return (read_value){JOINED, number};
}

uint64_t reads_joined(const read_log *log)
{
    return log->reads[log->joined - 1].value.number;
}

const void *reads_find_joined(read_trie *t, size_t function, uint64_t number, const read_inputs *of)
{
    const uint32_t first = function < t->n_functions ? t->functions[function].first : 0;
    const void *answer = first ? answer_from(t, node_behind(t, first, joined_value(number)), of) : NULL;

    if (answer)
        t->functions[function].n_found++;
    return answer;
}

/* Returns 0 if there is no room. */
static uint32_t new_node(read_trie *t)
{
    if (t->n_nodes == NODES_MAX || !salvo_grow(&t->nodes, &t->nodes_capacity, t->n_nodes + 1, sizeof *t->nodes))
        return 0;
    t->nodes[t->n_nodes] = (node){.answer = NULL};
    return (uint32_t)t->n_nodes++;
}

/* Keeps the table of edges at most half full. */
static bool widen(read_trie *t)
{
    read_trie wider = {.places = t->places ? 2 * t->places : PLACES_FIRST};

    if (t->edges && 2 * t->n_edges < t->places)
        return true;
    wider.edges = calloc(wider.places, sizeof *wider.edges);
    if (!wider.edges)
        return false;
    for (size_t i = 0; i < t->places; i++)
        if (t->edges[i].to)
            *place_of(&wider, t->edges[i].from, t->edges[i].value) = t->edges[i];
    free(t->edges);
    t->edges = wider.edges;
    t->places = wider.places;
    return true;
}

/* Returns false if there is no room. */
static bool lay_edge(read_trie *t, uint32_t from, read_value value, uint32_t to)
{
    node *n = &t->nodes[from];
    bool is_new;

    if (n->next.kind != READ_NOTHING && !n->to) {
        if (!intern_table_of(&t->values, &value, &n->value, &is_new))
            return false;
        n->to = to;
        return true;
    }
    if (!widen(t))
        return false;
    *place_of(t, from, value) = (edge){from, to, value};
    t->n_edges++;
    return true;
}

/* Returns the node behind the edge, which is made if necessary; 0: there is no room. */
static uint32_t follow(read_trie *t, uint32_t from, read_value value)
{
    const uint32_t known = node_behind(t, from, value), to = known ? known : new_node(t);

    return known || (to && lay_edge(t, from, value, to)) ? to : 0;
}

static function_reads *function_of(read_trie *t, size_t function)
{
    if (!salvo_grow(&t->functions, &t->functions_capacity, function + 1, sizeof *t->functions))
        return NULL;
    for (; t->n_functions <= function; t->n_functions++)
        t->functions[t->n_functions] = (function_reads){.first = 0};
    return &t->functions[function];
}

static bool pays(const function_reads *f)
{
    return f->n_kept < TRIED || f->n_found >= f->n_kept / 4;
}

bool reads_pay(const read_trie *t, size_t function)
{
    return !t || (t->n_nodes < NODES_MAX && (function >= t->n_functions || pays(&t->functions[function])));
}

/* A path of reads from a function's beginning. */
typedef struct path {
    uint32_t first, at; /* at 0: there is no room for it */
    bool is_other;      /* it contradicts an earlier one */
} path;

/* From the node before a join to the one behind it. */
static void join(read_trie *t, path *p, uint64_t number)
{
    const read_value none = {0, 0};
    const uint32_t to = follow(t, p->first, joined_value(number)), known = to ? node_behind(t, p->at, none) : 0;
    const bool is_laid = known || (to && lay_edge(t, p->at, none, to));

    p->is_other = known && known != to;
    p->at = is_laid ? to : 0;
}

/* Lays the path of the first n reads. */
static path lay(read_trie *t, function_reads *f, const read_log *log, size_t n)
{
    path p;

    if (!f->first)
        f->first = new_node(t);
    p = (path){.first = f->first, .at = f->first};
    if (!p.at) /* there was no room */
        return p;
    if (n && log->reads[0].key.kind == READ_JOIN) /* nothing leads there */
        p.at = follow(t, f->first, joined_value(log->reads[0].value.number));
    for (size_t i = p.at == p.first ? 0 : 1; p.at && !p.is_other && i < n; i++) {
        node *here = &t->nodes[p.at];

        if (here->next.kind == READ_NOTHING && !here->answer)
            here->next = log->reads[i].key;
        else if (!is_key(here->next, log->reads[i].key))
            p.is_other = true;
        if (!p.is_other && log->reads[i].key.kind == READ_JOIN)
            join(t, &p, log->reads[i].value.number);
        else if (!p.is_other)
            p.at = follow(t, p.at, log->reads[i].value);
    }
    return p;
}

bool reads_keep_joined(read_trie *t, size_t function, const read_log *log)
{
    function_reads *f = function_of(t, function);

    return !f || !pays(f) || !lay(t, f, log, log->joined).is_other;
}

const void *reads_keep(read_trie *t, size_t function, const read_log *log, const void *answer)
{
    function_reads *f = log->is_lost ? NULL : function_of(t, function);
    path p;

    if (!f || !pays(f))
        return answer;
    p = lay(t, f, log, log->n);
    if (p.is_other)
        return NULL;
    if (!p.at)
        return answer;
    if (t->nodes[p.at].next.kind != READ_NOTHING)
        return NULL;
    if (!t->nodes[p.at].answer) {
        t->nodes[p.at].answer = answer;
        f->n_kept++;
    }
    return t->nodes[p.at].answer;
}
