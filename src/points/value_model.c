/* A logistic regression with shared factors, fitted by GSL's BFGS. Worths are sums of terms, so the logit is not linear
 * in the parameters; gradients are written out by hand, because numerical ones would take the loss once for
 * every parameter. */
#include "points/value_model.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_multimin.h>

/* Priors of log steepness and growth; wide, because the battles of a list say more. Lanchester's square law has a
 * steepness of about 2 for few elements, and a growth of 1/2. */
static const double STEEPNESS = 4, STEEPNESS_SD = 1, GROWTH = 0.5, GROWTH_SD = 0.5;

enum { ITERATIONS_MAX = 2000, DISPERSION_ROUNDS = 3 }; /* ITERATIONS_MAX is a guard */

/* The base is today's price, so that the prior draws worths towards it. */
salvo_status worth_design_unconstrained(worth_design *d, const double *prices, size_t n_classes, salvo_arena *memory,
                                        salvo_error *err)
{
    *d = (worth_design){.n_classes = n_classes, .n_factors = n_classes};
    d->terms = salvo_arena_array(memory, n_classes, sizeof *d->terms);
    d->first_term = salvo_arena_array(memory, n_classes + 1, sizeof *d->first_term);
    if (!d->terms || !d->first_term)
        return salvo_fail_memory(err);
    for (size_t c = 0; c < n_classes; c++) {
        d->terms[c] = (worth_term){.base = prices[c], .factor = {(int)c, NO_FACTOR}};
        d->first_term[c + 1] = c + 1;
    }
    return SALVO_OK;
}

static double term_value(const worth_term *t, const double *parameters)
{
    double log_factor = 0;

    for (int f = 0; f < TERM_FACTORS; f++) /* factors are parameters as logarithms: always above 0 */
        log_factor += t->factor[f] == NO_FACTOR ? 0 : parameters[t->factor[f]];
    return t->base * exp(log_factor);
}

static double worth(const worth_design *d, const double *parameters, size_t class)
{
    double sum = 0;

    for (size_t t = d->first_term[class]; t < d->first_term[class + 1]; t++)
        sum += term_value(&d->terms[t], parameters);
    return sum;
}

/* Adds weight times the derivative of the class's worth: a term's derivative by a log factor is the term. */
static void add_gradient(const worth_design *d, const double *parameters, size_t class, double weight, double *gradient)
{
    for (size_t t = d->first_term[class]; t < d->first_term[class + 1]; t++)
        for (int f = 0; f < TERM_FACTORS; f++)
            if (d->terms[t].factor[f] != NO_FACTOR)
                gradient[d->terms[t].factor[f]] += weight * term_value(&d->terms[t], parameters);
}

double value_model_worth(const value_model *v, size_t class)
{
    return worth(v->design, v->parameters, class);
}

void value_model_gradient(const value_model *v, size_t class, double *gradient)
{
    memset(gradient, 0, v->n * sizeof *gradient);
    /* The derivative of a logarithm: 1 / worth. */
    add_gradient(v->design, v->parameters, class, 1 / value_model_worth(v, class), gradient);
}

/* Units count by class: alike ones share a worth. */
observation observation_of(const unit_pool *m, const army_pair *pair, double score)
{
    observation o = {.score = score};

    for (int s = 0; s < 2; s++) {
        const army *a = &pair->side[s];

        o.n_kinds[s] = a->n_kinds;
        for (int k = 0; k < a->n_kinds; k++) {
            o.class[s][k] = (uint32_t)m->units[a->kind[k]].class;
            o.count[s][k] = a->count[k];
        }
        o.log_size += log(army_size(a)) / 2; /* half of each: the logarithm of the geometric mean */
    }
    return o;
}

/* Worths add up: an army is worth its elements. */
static double army_worth(const worth_design *d, const double *parameters, const observation *o, int side)
{
    double sum = 0;

    for (int k = 0; k < o->n_kinds[side]; k++)
        sum += o->count[side][k] * worth(d, parameters, o->class[side][k]);
    return sum;
}

/* An army pair as the model sees it: the expected score, and what it depends on. */
typedef struct view {
    double k, logit, score;
    double worth[2];
} view;

/* shape[0] is log steepness, shape[1] growth. */
static view look_at(const worth_design *d, const double *parameters, const observation *o)
{
    const double *shape = parameters + d->n_factors;
    view v = {.k = exp(shape[0] + shape[1] * o->log_size)};

    for (int s = 0; s < 2; s++)
        v.worth[s] = army_worth(d, parameters, o, s);
    v.logit = v.k * log(v.worth[0] / v.worth[1]);
    v.score = 1 / (1 + exp(-v.logit));
    return v;
}

/* Adds weight times the derivative of the logit, k (log V_a - log V_b), by all parameters. */
static void add_logit_gradient(const worth_design *d, const double *parameters, const observation *o, const view *v,
                               double weight, double *gradient)
{
    for (int s = 0; s < 2; s++)
        for (int k = 0; k < o->n_kinds[s]; k++)
            add_gradient(d, parameters, o->class[s][k],
                         (s ? -weight : weight) * v -> k * o -> count[s][k] / v -> worth[s], gradient);
    gradient[d->n_factors] += weight * v->logit;                   /* d logit / d log steepness = logit */
    gradient[d->n_factors + 1] += weight * v->logit * o->log_size; /* d logit / d growth = logit * log size */
}

void value_model_logit_gradient(const value_model *v, const observation *of, double *gradient)
{
    const view at = look_at(v->design, v->parameters, of);

    memset(gradient, 0, v->n * sizeof *gradient);
    add_logit_gradient(v->design, v->parameters, of, &at, 1, gradient);
}

double value_model_score(const value_model *v, const observation *of)
{
    return look_at(v->design, v->parameters, of).score;
}

/* log(1 + exp(x)), written so that nothing overflows. */
static double softplus(double x)
{
    return x > 0 ? x + log1p(exp(-x)) : log1p(exp(x));
}

/* What the loss function needs besides the parameters. */
typedef struct problem {
    const worth_design *design;
    const observation *seen;
    size_t n_seen, n; /* parameters */
    double dispersion, prior_sd;
} problem;

/* The normal prior of a parameter: where it lies unless the observations say otherwise. */
static void prior_of(const problem *p, size_t i, double *mean, double *sd)
{
    *mean = i < p->design->n_factors ? 0 : i == p->design->n_factors ? log(STEEPNESS) : GROWTH;
    *sd = i < p->design->n_factors ? p->prior_sd : i == p->design->n_factors ? STEEPNESS_SD : GROWTH_SD;
}

/* The negative log quasi-posterior and, unless NULL, its gradient. The likelihood is that of a Bernoulli trial with a
 * fraction for its outcome, divided by the dispersion. */
static double loss(const problem *p, const double *parameters, double *gradient)
{
    double sum = 0;

    if (gradient)
        memset(gradient, 0, p->n * sizeof *gradient);
    for (size_t i = 0; i < p->n_seen; i++) {
        const observation *o = &p->seen[i];
        view v = look_at(p->design, parameters, o);

        sum += (softplus(v.logit) - o->score * v.logit) / p->dispersion;
        if (gradient)
            add_logit_gradient(p->design, parameters, o, &v, (v.score - o->score) / p->dispersion, gradient);
    }
    for (size_t i = 0; i < p->n; i++) {
        double mean, sd;

        prior_of(p, i, &mean, &sd);
        sum += (parameters[i] - mean) * (parameters[i] - mean) / (2 * sd * sd);
        if (gradient)
            gradient[i] += (parameters[i] - mean) / (sd * sd);
    }
    return sum;
}

static double loss_f(const gsl_vector *x, void *context)
{
    return loss(context, x->data, NULL);
}

static void loss_df(const gsl_vector *x, void *context, gsl_vector *gradient)
{
    loss(context, x->data, gradient->data);
}

static void loss_fdf(const gsl_vector *x, void *context, double *f, gsl_vector *gradient)
{
    *f = loss(context, x->data, gradient->data);
}

/* Minimises the loss, from *parameters on; false when memory is out. A search that GSL says makes no progress has
 * arrived: its steps are below the precision of doubles. */
static bool minimise(const problem *p, double *parameters)
{
    gsl_multimin_function_fdf f = {.f = loss_f, .df = loss_df, .fdf = loss_fdf, .n = p->n, .params = (void *)p};
    gsl_multimin_fdfminimizer *search = gsl_multimin_fdfminimizer_alloc(gsl_multimin_fdfminimizer_vector_bfgs2, p->n);
    gsl_vector_view start = gsl_vector_view_array(parameters, p->n);
    /* First step, and how exact a line search need be. */
    bool done = search && gsl_multimin_fdfminimizer_set(search, &f, &start.vector, 0.01, 0.1) == GSL_SUCCESS;

    for (int i = 0; done && i < ITERATIONS_MAX; i++)
        if (gsl_multimin_fdfminimizer_iterate(search) != GSL_SUCCESS ||
            /* The loss is a sum over observations, and so is its gradient. */
            gsl_multimin_test_gradient(search->gradient, 1e-6 * (double)p->n_seen) == GSL_SUCCESS)
            break;
    if (done)
        memcpy(parameters, search->x->data, p->n * sizeof *parameters);
    if (search)
        gsl_multimin_fdfminimizer_free(search);
    return done;
}

/* The dispersion of scores about the model, in units of p (1 - p). Sums are divided instead of quotients summed, so
 * that sure battles, whose p (1 - p) is nearly 0, do not dominate. */
static double disperse(const problem *p, const double *parameters)
{
    double squares = 0, variance = 0;
    double freedom = (double)p->n_seen - (double)p->n;

    for (size_t i = 0; i < p->n_seen; i++) {
        view v = look_at(p->design, parameters, &p->seen[i]);

        squares += (p->seen[i].score - v.score) * (p->seen[i].score - v.score);
        variance += v.score * (1 - v.score);
    }
    /* For parameters that were fitted; at least a quarter is left. */
    squares *= (double)p->n_seen / fmax(freedom, (double)p->n_seen / 4);
    /* Above 1 no score can vary more than a coin; 1e-4 keeps the division safe. */
    return fmin(1, fmax(1e-4, variance > 0 ? squares / variance : 1));
}

/* Adds weight g g'. Most entries of g are 0, because a pair has few kinds. */
static void add_square(double *matrix, const double *g, size_t n, double weight)
{
    for (size_t i = 0; i < n; i++)
        if (g[i] != 0)
            for (size_t k = 0; k < n; k++)
                matrix[i * n + k] += weight * g[i] * g[k];
}

/* Fisher's information: what the observations know. */
static void add_information(const problem *p, const double *parameters, double *information, double *g)
{
    for (size_t i = 0; i < p->n_seen; i++) {
        view v = look_at(p->design, parameters, &p->seen[i]);

        memset(g, 0, p->n * sizeof *g);
        add_logit_gradient(p->design, parameters, &p->seen[i], &v, 1, g);
        add_square(information, g, p->n, v.score * (1 - v.score) / p->dispersion);
    }
}

/* g' matrix g. */
static double quadratic(const double *matrix, const double *g, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n && g[i] != 0; k++)
            sum += g[i] * g[k] * matrix[i * n + k];
    return sum;
}

/* Adds the squared residuals, each as if the fit had not seen its pair (HC3: MacKinnon and White 1985): where a price
 * hangs on few pairs, the fit follows them closely, and plain residuals are too small. */
static void add_residuals(const problem *p, const double *parameters, const double *inverse, double *squares, double *g)
{
    for (size_t i = 0; i < p->n_seen; i++) {
        view v = look_at(p->design, parameters, &p->seen[i]);
        double residual = (p->seen[i].score - v.score) / p->dispersion, leverage;

        memset(g, 0, p->n * sizeof *g);
        add_logit_gradient(p->design, parameters, &p->seen[i], &v, 1, g);
        /* Below 1, so that one pair cannot blow the sum up. */
        leverage = fmin(0.95, v.score * (1 - v.score) / p->dispersion * quadratic(inverse, g, p->n));
        residual /= 1 - leverage;
        add_square(squares, g, p->n, residual * residual);
    }
}

/* A normal prior is an observation of its parameter with that standard deviation. */
static void add_priors(const problem *p, double *diagonal)
{
    for (size_t i = 0; i < p->n; i++) {
        double mean, sd;

        prior_of(p, i, &mean, &sd);
        diagonal[i * p->n + i] += 1 / (sd * sd);
    }
}

/* Inverts the symmetric n x n matrix in place, by Cholesky; false when it is not positive definite. */
static bool invert(double *matrix, size_t n)
{
    gsl_matrix_view m = gsl_matrix_view_array(matrix, n, n);

    return gsl_linalg_cholesky_decomp1(&m.matrix) == GSL_SUCCESS &&
           gsl_linalg_cholesky_invert(&m.matrix) == GSL_SUCCESS;
}

/* to = inverse middle inverse, all symmetric; `half` is scratch. */
static void sandwich(double *to, double *inverse, double *middle, double *half, size_t n)
{
    gsl_matrix_view h = gsl_matrix_view_array(inverse, n, n), m = gsl_matrix_view_array(middle, n, n);
    gsl_matrix_view hm = gsl_matrix_view_array(half, n, n), covariance = gsl_matrix_view_array(to, n, n);

    gsl_blas_dsymm(CblasLeft, CblasLower, 1, &h.matrix, &m.matrix, 0, &hm.matrix);
    gsl_blas_dsymm(CblasRight, CblasLower, 1, &h.matrix, &hm.matrix, 0, &covariance.matrix);
}

/* The sandwich covariance H^-1 M H^-1: H is the information, M the sum of squared residuals, the prior in both as one
 * more observation of each parameter. */
static salvo_status find_covariance(value_model *v, const problem *p, salvo_error *err)
{
    size_t n = p->n;
    double *h = salvo_arena_array(v->memory, n * n, sizeof *h), *m = salvo_arena_array(v->memory, n * n, sizeof *m);
    double *half = salvo_arena_array(v->memory, n * n, sizeof *half), *g = salvo_arena_array(v->memory, n, sizeof *g);

    v->covariance = salvo_arena_array(v->memory, n * n, sizeof *v->covariance);
    if (!h || !m || !half || !g || !v->covariance)
        return salvo_fail_memory(err);
    add_information(p, v->parameters, h, g);
    add_priors(p, h);
    if (!invert(h, n))
        return salvo_fail(err, SALVO_TOO_LARGE, "the prices cannot be told from these battles: too few of them differ");
    add_residuals(p, v->parameters, h, m, g);
    add_priors(p, m);
    sandwich(v->covariance, h, m, half, n);
    return SALVO_OK;
}

double value_model_error(const value_model *v, const double *gradient)
{
    return sqrt(fmax(quadratic(v->covariance, gradient, v->n), 0)); /* rounding may leave a hair below 0 */
}

/* Ends with the covariance at the last parameters. */
static salvo_status fit(value_model *v, problem *p, salvo_error *err)
{
    /* The dispersion scales likelihood against prior, so parameters and dispersion are found in turns. */
    for (int round = 0; round < DISPERSION_ROUNDS; round++) {
        if (!minimise(p, v->parameters))
            return salvo_fail_memory(err);
        p->dispersion = disperse(p, v->parameters);
    }
    v->dispersion = p->dispersion;
    return find_covariance(v, p, err);
}

salvo_status value_model_fit(value_model *v, const worth_design *design, const observation *seen, size_t n,
                             double prior_sd, salvo_error *err)
{
    problem p = {.design = design, .seen = seen, .n_seen = n, .n = design->n_factors + 2, .prior_sd = prior_sd};
    /* Failures are returned; the handler is the process's, so only one thread may fit. */
    gsl_error_handler_t *before = gsl_set_error_handler_off();
    salvo_status status;

    p.dispersion = 0.25; /* a first guess; replaced after the first round */
    *v = (value_model){.design = design, .n = p.n, .prior_sd = prior_sd, .memory = salvo_arena_new()};
    v->parameters = v->memory ? salvo_arena_array(v->memory, p.n, sizeof *v->parameters) : NULL;
    if (v->parameters) {
        v->parameters[design->n_factors] = log(STEEPNESS);
        v->parameters[design->n_factors + 1] = GROWTH;
    }
    status = v->parameters ? fit(v, &p, err) : salvo_fail_memory(err);
    gsl_set_error_handler(before);
    if (status != SALVO_OK)
        value_model_free(v);
    return status;
}

void value_model_free(value_model *v)
{
    salvo_arena_free(v->memory);
    memset(v, 0, sizeof *v);
}
