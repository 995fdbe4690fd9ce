/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bounds of every unit, made as narrow as the orders permit. If A costs more than B, A costs at least the least
 * price of B and a step. An empty interval cannot be satisfied, and the message names the two conflicting reasons. */
#include "points/price_limits.h"

#include <math.h>

#include "base/try.h"

/* The reason for a unit's bound: an option, or an order with another unit. */
typedef struct reason {
    const char *by;
    size_t other; /* if `by` is NULL */
} reason;

typedef struct reading_limits {
    price_limits *to;
    const unit_pool *pool;
    reason *low, *high; /* by unit */
    salvo_error *err;
} reading_limits;

static salvo_status find_unit(const unit_pool *pool, const char *id, size_t *unit, salvo_error *err)
{
    const salvo_excluded_unit *out = unit_pool_left_out(pool, id);

    if (out)
        return salvo_fail(err, SALVO_BAD_INPUT, "%s has no price to fit: %s", out->name, out->why);
    *unit = unit_pool_find(pool, id);
    if (*unit < pool->n)
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT, "'%s' is not one of the units that are fitted here", id);
}

static void raise_least(reading_limits *r, size_t unit, double price, reason why)
{
    if (price <= r->to->least[unit])
        return;
    r->to->least[unit] = price;
    r->to->is_order[2 * unit] = !why.by;
    r->low[unit] = why;
}

static void lower_greatest(reading_limits *r, size_t unit, double price, reason why)
{
    if (price >= r->to->greatest[unit])
        return;
    r->to->greatest[unit] = price;
    r->to->is_order[2 * unit + 1] = !why.by;
    r->high[unit] = why;
}

static void put_reason(const reading_limits *r, salvo_text *text, const reason *why, bool least)
{
    if (why->by)
        salvo_text_add(text, "%s", why->by);
    else
        salvo_text_add(text, "%s than %s", least ? "dearer" : "cheaper", r->pool->units[why->other].name);
}

/* Fails if no price of the unit lies between its bounds. */
static salvo_status check_unit(const reading_limits *r, size_t unit)
{
    const price_limits *l = r->to;
    salvo_text text = {0};
    salvo_status status;

    /* Bounds that are computed in two ways may differ by rounding. */
    if (l->least[unit] <= l->greatest[unit] * (1 + 1e-12))
        return SALVO_OK;
    salvo_text_add(&text, "%s cannot cost at least %.6g (", r->pool->units[unit].name, l->least[unit]);
    put_reason(r, &text, &r->low[unit], true);
    salvo_text_add(&text, ") and at most %.6g (", l->greatest[unit]);
    put_reason(r, &text, &r->high[unit], false);
    salvo_text_put(&text, ")");
    status = salvo_fail(r->err, SALVO_BAD_INPUT, "%s", salvo_text_of(&text));
    salvo_text_free(&text);
    return status;
}

/* NAN: the unit's present price. */
static void take_bound(reading_limits *r, const salvo_price_bound *b, size_t unit)
{
    const double price = r->pool->units[unit].price;
    const reason why = {.by = b->by};

    raise_least(r, unit, isnan(b->least) ? price : b->least, why);
    lower_greatest(r, unit, isnan(b->greatest) ? price : b->greatest, why);
}

static salvo_status take_bounds(reading_limits *r)
{
    const salvo_price_limits *of = r->pool->plan->limits;

    for (size_t i = 0; i < of->n_bounds; i++) {
        const salvo_price_bound *b = &of->bounds[i];
        size_t unit = 0;

        if (b->id && isnan(b->least) && unit_pool_find(r->pool, b->id) == r->pool->n)
            continue; /* a unit outside the fit keeps its price anyway */
        if (b->id)
            TRY(find_unit(r->pool, b->id, &unit, r->err));
        for (size_t u = b->id ? unit : 0; u < (b->id ? unit + 1 : r->pool->n); u++)
            take_bound(r, b, u);
    }
    /* If the author keeps a price at another value than the present one, no limit forbids that change. */
    for (size_t u = 0; of->change > 0 && u < r->pool->n; u++) {
        const reason why = {.by = "--change-at-most"};

        if (r->to->least[u] == r->to->greatest[u])
            continue;
        raise_least(r, u, r->pool->units[u].price * (1 - of->change), why);
        lower_greatest(r, u, r->pool->units[u].price * (1 + of->change), why);
    }
    return SALVO_OK;
}

static salvo_status read_orders(reading_limits *r)
{
    const salvo_price_limits *of = r->pool->plan->limits;

    for (size_t i = 0; i < of->n_orders; i++) {
        price_order *o = &r->to->orders[r->to->n_orders++];

        TRY(find_unit(r->pool, of->orders[i].dearer, &o->dearer, r->err));
        TRY(find_unit(r->pool, of->orders[i].cheaper, &o->cheaper, r->err));
    }
    return SALVO_OK;
}

/* Makes one pass over all orders. Returns whether any bound moved. */
static bool pass_orders(reading_limits *r)
{
    price_limits *l = r->to;
    bool moved = false;

    for (size_t i = 0; i < l->n_orders; i++) {
        const price_order *o = &l->orders[i];
        const double low = l->least[o->dearer], high = l->greatest[o->cheaper];

        raise_least(r, o->dearer, l->least[o->cheaper] + l->step, (reason){.other = o->cheaper});
        lower_greatest(r, o->cheaper, l->greatest[o->dearer] - l->step, (reason){.other = o->dearer});
        moved = moved || low != l->least[o->dearer] || high != l->greatest[o->cheaper];
    }
    return moved;
}

/* Without a cycle every bound is settled after as many passes as there are orders. */
static salvo_status apply_orders(reading_limits *r)
{
    const price_limits *l = r->to;
    bool moved = true;

    for (size_t pass = 0; pass <= l->n_orders && moved; pass++)
        moved = pass_orders(r);
    for (size_t i = 0; i < l->n_orders && moved; i++)
        return salvo_fail(r->err, SALVO_BAD_INPUT, "--order is a circle: %s would cost more than itself",
                          r->pool->units[l->orders[i].dearer].name);
    return SALVO_OK;
}

/* Checks whether a list within the limits can have that sum. It must, if the author asked for it. */
static salvo_status settle_sum(reading_limits *r)
{
    price_limits *l = r->to;
    double low = 0, high = 0, sum = 0;
    bool kept = false;

    for (size_t u = 0; u < l->n; u++) {
        sum += r->pool->units[u].price;
        low += l->least[u];
        high += l->greatest[u];
        kept = kept || l->least[u] == l->greatest[u];
    }
    l->sum = sum;
    if (low < sum && sum < high && (!kept || r->pool->plan->limits->keep_mean))
        return SALVO_OK;
    l->sum = 0;
    if (!r->pool->plan->limits->keep_mean)
        return SALVO_OK;
    return salvo_fail(r->err, SALVO_BAD_INPUT,
                      "--keep-mean: the average price is %.6g, and the other limits need %s %.6g", sum / (double)l->n,
                      low < sum ? "at most" : "more than", (low < sum ? high : low) / (double)l->n);
}

salvo_status price_limits_read(price_limits *to, const unit_pool *pool, salvo_arena *memory, salvo_error *err)
{
    static const salvo_price_limits NONE = {0};
    const salvo_price_limits *of = pool->plan->limits ? pool->plan->limits : &NONE;
    reading_limits r = {.to = to, .pool = pool, .err = err};

    *to = (price_limits){.n = pool->n,
                         .step = pool->plan->step > 0 ? pool->plan->step : 1,
                         .exist = of->n_bounds || of->n_orders || of->change > 0};
    to->least = salvo_arena_array(memory, pool->n, sizeof *to->least);
    to->greatest = salvo_arena_array(memory, pool->n, sizeof *to->greatest);
    to->is_order = salvo_arena_array(memory, 2 * pool->n, sizeof *to->is_order);
    to->orders = salvo_arena_array(memory, of->n_orders, sizeof *to->orders);
    r.low = salvo_arena_array(memory, pool->n, sizeof *r.low);
    r.high = salvo_arena_array(memory, pool->n, sizeof *r.high);
    if (!to->least || !to->greatest || !to->is_order || !to->orders || !r.low || !r.high)
        return salvo_fail_memory(err);
    for (size_t u = 0; u < pool->n; u++)
        to->greatest[u] = INFINITY;
    if (!to->exist)
        return SALVO_OK;
    TRY(take_bounds(&r));
    TRY(read_orders(&r));
    TRY(apply_orders(&r));
    for (size_t u = 0; u < pool->n; u++)
        TRY(check_unit(&r, u));
    return settle_sum(&r);
}
