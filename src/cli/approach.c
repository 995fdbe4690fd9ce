/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --method, --trials and related options. The question decides which of them are compatible. The command decides their
 * defaults. */
#include "cli/approach.h"

#include "cli/numbers.h"
#include "data/names.h"
#include "rules/parse.h"
#include "simulate/kernel.h"

enum { TURNS_LISTED = 1000 };
static const double TURNS_TAIL = 1e-6; /* a list of turns ends when less probability than this remains */

/* Half-widths shrink with the root of the trials: 0.00001 already takes about 10 billion trials. */
static salvo_status parse_precision(const options *o, double *precision, salvo_error *err)
{
    if (o->trials)
        /* Both say when to stop. A fixed number of trials also has another kind of interval, so neither option can take
         * precedence. */
        return salvo_fail(err, SALVO_BAD_INPUT, "--trials and --precision exclude each other; give one of them");
    if (!salvo_number_parse(o->precision, precision) || *precision < 1e-5 || *precision >= 1)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "--precision %s: not a half-width; give a number from 0.00001 to "
                          "less than 1, as in 0.001",
                          o->precision);
    return SALVO_OK;
}

static salvo_status read_precision_of(option_reader *r, uint64_t takes, salvo_precision_of *of)
{
    const options *o = r->of;
    int named = (int)*of;

    option_choice(r, OPTION(precision_of), &named);
    if (r->status != SALVO_OK)
        return r->status;
    if (o->precision_of && o->trials)
        return salvo_fail(r->err, SALVO_BAD_INPUT, "--trials and --precision-of exclude each other; give one of them");
    *of = (salvo_precision_of)named;
    return approach_precision_of_check(o, takes & TAKES_PLAN, r->err);
}

salvo_status approach_precision_of_check(const options *o, bool battles, salvo_error *err)
{
    const int named =
        o->precision_of ? salvo_name_among(SALVO_PRECISION_OF, SALVO_N_PRECISION_OF, o->precision_of) : -1;

    if (battles || named < 0 || named == SALVO_OF_WIN || named == SALVO_OF_ALL)
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT, "--precision-of %s is for battles; give win or all here",
                      SALVO_PRECISION_OF[named]);
}

/* Called after the other options, because salvo reports the first fault only. */
static void read_precision(option_reader *r, double *precision)
{
    if (r->of->precision && r->status == SALVO_OK)
        r->status = parse_precision(r->of, precision, r->err);
}

static salvo_status read_plan(const options *o, uint64_t takes, salvo_plan *plan, salvo_error *err)
{
    option_reader r = {.of = o, .err = err};
    const kernel *named;

    /* An unknown name is an error even if the answer is exact. */
    r.status = o->isa ? kernel_find(o->isa, &named, err) : SALVO_OK;
    plan->isa = o->isa;
    option_whole(&r, OPTION(trials), &plan->trials);
    read_precision(&r, &plan->precision);
    if (r.status == SALVO_OK)
        r.status = read_precision_of(&r, takes, &plan->precision_of);
    /* Without a limit, an answer must take at most two seconds. A user who sets a limit waits for it. */
    plan->work_max = o->precision || o->trials || o->time ? 0 : SALVO_WORK;
    if (o->time && !o->precision)
        plan->precision = 0; /* only the time or the trials end it */
    option_number(&r, OPTION(time), &plan->time_s);
    /* The seed is in the answer's JSON, whose integers are signed. */
    option_whole(&r, OPTION(seed), &plan->seed);
    option_count(&r, OPTION(threads), &plan->threads);
    return r.status;
}

enum { EXACT, MC, BOTH, DICE };
const char *const METHODS[N_METHODS + 1] = {"exact", "mc", "both", "dice"};

/* Without --method, the command decides: a comparison does both, and prices are always simulated. -1: unknown. */
static int method_of(const options *o, uint64_t takes)
{
    return o->method               ? salvo_name_among(METHODS, N_METHODS, o->method)
           : takes & TAKES_CHANGES ? BOTH
           : takes & TAKES_POINTS  ? MC
                                   : EXACT;
}

/* Without --method, a precision and similar options apply only if a question is too large for an exact answer. But a
 * user who sets trials or seconds wants a simulation. */
salvo_status approach_check(const options *o, uint64_t takes, salvo_error *err)
{
    const bool exact = method_of(o, takes) == EXACT;
    /* Sensitivity computes its variants in parallel, so threads help an exact answer, too. */
    bool threads = o->threads && !(takes & TAKES_SENSITIVITY);

    if (o->method && exact && (o->trials || o->precision || o->precision_of || o->time || o->seed || o->isa || threads))
        return salvo_fail(
            err, SALVO_BAD_INPUT,
            "--trials, --precision, --time, --seed, --threads and --isa are for simulations; leave them out with "
            "--method exact");
    /* A matrix can simulate some pairs and compute others exactly, so trials have a meaning there. */
    if (!o->method && exact && (o->trials || o->time) && !(takes & TAKES_MATCHING))
        return salvo_fail(err, SALVO_BAD_INPUT, "%s is for simulations; add --method mc",
                          o->trials ? "--trials" : "--time");
    return SALVO_OK;
}

salvo_status approach_read(salvo_approach *approach, const options *o, uint64_t takes, salvo_error *err)
{
    const int method = method_of(o, takes);
    salvo_status status;

    if (method < 0)
        return salvo_names_fail(err, METHODS, N_METHODS, o->method, "unknown method '%s'", o->method);
    *approach = (salvo_approach){
        /* Without --method, the library computes exactly, and simulates what is too large. */
        .method = !o->method        ? SALVO_EXACT_IF_QUICK
                  : method == EXACT ? SALVO_EXACT
                  : method == BOTH  ? SALVO_BOTH
                                    : SALVO_MONTE_CARLO,
        .options = {.arithmetic = SALVO_RATIONAL, .turns_max = TURNS_LISTED, .turns_tail = TURNS_TAIL},
        .plan = SALVO_PLAN,
    };
    /* The reference engine is a simulation like any other with another implementation. */
    approach->plan.reference_engine = method == DICE;
    approach->plan.precision_of = takes & TAKES_HEADLINE ? SALVO_OF_WIN : SALVO_OF_ALL;
    status = takes & TAKES_SENSITIVITY ? SALVO_OK : approach_check(o, takes, err); /* once its subject is known */
    return status == SALVO_OK ? read_plan(o, takes, &approach->plan, err) : status;
}
