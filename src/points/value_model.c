/* A logistic regression with shared factors. Worths are sums of terms, so the logit is not linear in the parameters;
 * Fisher's information needs first derivatives only, and most of a pair's are 0: it has few kinds. */
#include "points/value_model.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>

/* Priors of log steepness and growth; wide, because the battles of a list say more. Lanchester's square law has a
 * steepness of about 2 for few elements, and a growth of 1/2. */
static const double STEEPNESS = 4, STEEPNESS_SD = 1, GROWTH = 0.5, GROWTH_SD = 0.5;

/* Of the logarithm of an attacker's odds, about what is known of them; of a rule's effect, about 0: a tenth of an army's
 * cost is much. */
static const double ODDS_SD = 0.5, RULE_SD = 0.1;

enum { ITERATIONS_MAX = 60, HALVINGS_MAX = 30, DISPERSION_ROUNDS = 3 }; /* guards; the search takes about six steps */

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

/* Worths at some parameters: of every class, and of its terms. */
typedef struct worths {
    const worth_design *design;
    double *of, *term;
} worths;

static bool worths_make(worths *w, const worth_design *d, salvo_arena *memory)
{
    *w = (worths){d, salvo_arena_array(memory, d->n_classes, sizeof *w->of),
                  salvo_arena_array(memory, d->first_term[d->n_classes] + 1, sizeof *w->term)};
    return w->of && w->term;
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

static void worths_read(worths *w, const double *parameters)
{
    const worth_design *d = w->design;

    for (size_t c = 0; c < d->n_classes; c++) {
        w->of[c] = 0;
        for (size_t t = d->first_term[c]; t < d->first_term[c + 1]; t++)
            w->of[c] += w->term[t] = term_value(&d->terms[t], parameters);
    }
}

double value_model_worth(const value_model *v, size_t class)
{
    return worth(v->design, v->parameters, class);
}

void value_model_gradient(const value_model *v, size_t class, double *gradient)
{
    memset(gradient, 0, v->n * sizeof *gradient);
    for (size_t t = v->design->first_term[class]; t < v->design->first_term[class + 1]; t++)
        for (int f = 0; f < TERM_FACTORS; f++) /* a term's derivative by a log factor is the term */
            if (v->design->terms[t].factor[f] != NO_FACTOR)
                gradient[v->design->terms[t].factor[f]] +=
                    term_value(&v->design->terms[t], v->parameters) / value_model_worth(v, class);
}

/* Units count by class: alike ones share a worth. */
observation observation_of(const unit_pool *m, const army_pair *pair)
{
    observation o = {.log_size = 0};

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

/* Worths add up: elements' to an army's, before rules for the army as a whole. */
static double elements_worth(const double *of_class, const observation *o, int side)
{
    double sum = 0;

    for (int k = 0; k < o->n_kinds[side]; k++)
        sum += o->count[side][k] * of_class[o->class[side][k]];
    return sum;
}

/* 1 and the effects of the rules on the army. Bounded below, because a step of the search may overshoot. */
static double rules_factor(const double *effects, size_t n_rules, const observation *o, int side)
{
    double factor = 1;

    for (size_t r = 0; r < n_rules; r++)
        factor += effects[r] * o->share[side][r];
    return fmax(factor, 0.05);
}

/* What the loss function needs besides the parameters. */
typedef struct problem {
    const value_question *of;
    const value_model *v;     /* where the parameters stand */
    double dispersion, scale; /* weights are multiplied by the scale, so that a pair weighs 1 on average */
    bool is_even;             /* the loss is the squared imbalance that is left, and steepness and growth are fixed */
    bool is_exact;            /* curvature is the loss's own, not Fisher's information: for the covariance */
    double *near;             /* by pair, with is_even: its weight */
    double *known;            /* where steepness and growth are fixed */
    size_t n_free;
    worths now;
    /* The gradient of a pair's log worth ratio: dense, with the places that are not 0. */
    double *row;
    size_t *at, n_at;
    bool *is_in;
    double *gradient, *information, *step, *next;
} problem;

static double weight_of(const value_question *q, size_t condition)
{
    return q->weight ? q->weight[condition] : 1;
}

static bool attacks(const value_question *q, size_t condition)
{
    return q->odds && q->odds[condition] != 1;
}

/* The log ratio of both armies' worths. */
static double log_ratio(const problem *p, const double *x, const observation *o)
{
    double log_worth[2];

    for (int s = 0; s < 2; s++)
        log_worth[s] = log(elements_worth(p->now.of, o, s) * rules_factor(x + p->v->rules, p->v->n_rules, o, s));
    return log_worth[0] - log_worth[1];
}

static void add_to_row(problem *p, size_t i, double value)
{
    if (!p->is_in[i]) {
        p->is_in[i] = true;
        p->at[p->n_at++] = i;
    }
    p->row[i] += value;
}

static void clear_row(problem *p)
{
    for (size_t i = 0; i < p->n_at; i++) {
        p->row[p->at[i]] = 0;
        p->is_in[p->at[i]] = false;
    }
    p->n_at = 0;
}

/* Adds weight times the derivative of the class's worth: a term's derivative by a log factor is the term. */
static void add_class(problem *p, size_t class, double weight)
{
    const worth_design *d = p->of->design;

    for (size_t t = d->first_term[class]; t < d->first_term[class + 1]; t++)
        for (int f = 0; f < TERM_FACTORS; f++)
            if (d->terms[t].factor[f] != NO_FACTOR)
                add_to_row(p, (size_t)d->terms[t].factor[f], weight * p->now.term[t]);
}

/* The gradient of log_ratio, into the row. */
static void read_row(problem *p, const double *x, const observation *o)
{
    clear_row(p);
    for (int s = 0; s < 2; s++) {
        const double sign = s ? -1 : 1, all = elements_worth(p->now.of, o, s);
        const double factor = rules_factor(x + p->v->rules, p->v->n_rules, o, s);

        for (int k = 0; k < o->n_kinds[s]; k++)
            add_class(p, o->class[s][k], sign * o -> count[s][k] / all);
        for (size_t r = 0; r < p->v->n_rules; r++)
            if (o->share[s][r] != 0 && (!p->of->is_open || p->of->is_open[r]))
                add_to_row(p, p->v->rules + r, sign * o->share[s][r] / factor);
    }
}

/* A pair in one condition as the model sees it: the expected score, and what it depends on. */
typedef struct view {
    double k, logit, score, weight;
    double loss, slope, curvature; /* of one unit of weight: itself and its derivatives by the logit */
} view;

static view look_at(const value_model *v, const double *x, const observation *o, size_t condition, double ratio)
{
    view w = {.k = exp(x[v->steepness + condition] + x[v->growth] * o->log_size), .weight = 1};

    w.logit = w.k * (ratio - x[v->odds + condition]);
    w.score = 1 / (1 + exp(-w.logit));
    return w;
}

/* log(1 + exp(x)), written so that nothing overflows. */
static double softplus(double x)
{
    return x > 0 ? x + log1p(exp(-x)) : log1p(exp(x));
}

/* The logit of a score; a finite number of battles cannot tell scores beyond from 0 and 1. */
static double logit_of(const value_model *v, double score)
{
    const double s = fmin(1 - v->sure, fmax(v->sure, score));

    return log(s / (1 - s));
}

/* The likelihood is that of a Bernoulli trial with a fraction for its outcome. */
static void look_by_likelihood(view *w, double score)
{
    w->loss = softplus(w->logit) - score * w->logit;
    w->slope = w->score - score;
    w->curvature = w->score * (1 - w->score);
}

/* Twice the square of what would be left of the imbalance, had the armies been equal by the model. Its curvature at an
 * even score is the likelihood's. Battles that no price could make even have no slope, and so no say. */
static void look_by_imbalance(view *w, double logit, bool is_exact)
{
    const double t = tanh((logit - w->logit) / 2) / 2, q = 0.25 - t * t;

    w->loss = 2 * t * t;
    w->slope = -4 * t * q;
    w->curvature = 4 * q * (is_exact ? q - 2 * t * t : q);
}

static view view_of(const problem *p, const double *x, const observation *o, size_t i, double ratio)
{
    view w = look_at(p->v, x, o, o->at[i].condition, ratio);

    w.weight = weight_of(p->of, o->at[i].condition) * p->scale;
    w.weight *= p->is_even ? p->near[o - p->of->seen] : 1;
    if (p->is_even)
        look_by_imbalance(&w, logit_of(p->v, o->at[i].score), p->is_exact);
    else
        look_by_likelihood(&w, o->at[i].score);
    return w;
}

static double ratio_of(const value_model *v, const observation *o)
{
    double log_worth[2];

    for (int s = 0; s < 2; s++) {
        double sum = 0;

        for (int k = 0; k < o->n_kinds[s]; k++)
            sum += o->count[s][k] * worth(v->design, v->parameters, o->class[s][k]);
        log_worth[s] = log(sum * rules_factor(v->parameters + v->rules, v->n_rules, o, s));
    }
    return log_worth[0] - log_worth[1];
}

double value_model_score(const value_model *v, const observation *of, size_t condition)
{
    return look_at(v, v->parameters, of, condition, ratio_of(v, of)).score;
}

double value_model_left(const value_model *v, const observation *of, size_t i)
{
    const view w = look_at(v, v->parameters, of, of->at[i].condition, ratio_of(v, of));

    return fabs(tanh((logit_of(v, of->at[i].score) - w.logit) / 2)) / 2;
}

double value_model_steepness(const value_model *v, const double *weight)
{
    double sum = 0, all = 0;

    for (size_t c = 0; c < v->n_conditions; c++) {
        sum += (weight ? weight[c] : 1) * v->parameters[v->steepness + c];
        all += weight ? weight[c] : 1;
    }
    return exp(sum / all);
}

/* The normal prior of a parameter: where it lies unless the observations say otherwise. A standard deviation of 0: it is
 * fixed there. */
static void prior_of(const problem *p, size_t i, double *mean, double *sd)
{
    const value_model *v = p->v;

    *mean = 0;
    *sd = RULE_SD;
    if (p->is_even && i >= v->growth && i < v->odds) {
        *mean = p->known[i - v->growth];
        *sd = 0;
    } else if (i < v->growth) {
        *sd = p->of->prior_sd;
    } else if (i == v->growth) {
        *mean = GROWTH;
        *sd = GROWTH_SD;
    } else if (i < v->odds) {
        *mean = log(STEEPNESS);
        *sd = STEEPNESS_SD;
    } else if (i < v->rules) {
        *mean = p->of->odds ? log(p->of->odds[i - v->odds]) : 0;
        *sd = attacks(p->of, i - v->odds) ? ODDS_SD : 0;
    } else if (p->of->is_open && !p->of->is_open[i - v->rules]) {
        *sd = 0;
    }
}

/* The pair's part of the loss. */
static double pair_loss(const problem *p, const double *x, const observation *o)
{
    double sum = 0, ratio = log_ratio(p, x, o);

    for (size_t i = 0; i < o->n; i++) {
        view w = view_of(p, x, o, i, ratio);

        sum += w.weight * w.loss / p->dispersion;
    }
    return sum;
}

/* The negative log quasi-posterior. */
static double loss(problem *p, const double *x)
{
    double sum = 0;

    worths_read(&p->now, x);
    for (size_t i = 0; i < p->of->n_seen; i++)
        sum += pair_loss(p, x, &p->of->seen[i]);
    for (size_t i = 0; i < p->v->n; i++) {
        double mean, sd;

        prior_of(p, i, &mean, &sd);
        sum += sd > 0 ? (x[i] - mean) * (x[i] - mean) / (2 * sd * sd) : 0;
    }
    return sum;
}

/* What a condition's own parameters have of the gradient of its logit. */
typedef struct own_gradient {
    size_t at[3];
    double value[3];
    int n;
} own_gradient;

static own_gradient own_of(const problem *p, const observation *o, size_t condition, const view *w)
{
    const value_model *v = p->v;
    own_gradient own = {.n = 0};

    if (attacks(p->of, condition)) {
        own.at[own.n] = v->odds + condition;
        own.value[own.n++] = -w->k;
    }
    if (p->is_even) /* the others are fixed */
        return own;
    own.at[own.n] = v->growth;
    own.value[own.n++] = w->logit * o->log_size;
    own.at[own.n] = v->steepness + condition;
    own.value[own.n++] = w->logit;
    return own;
}

/* Adds weight (k row + own)(k row + own)' but for row row', which conditions share. */
static void add_own_squares(const problem *p, const own_gradient *own, double k, double weight, double *to)
{
    const size_t n = p->v->n;

    for (int a = 0; a < own->n; a++) {
        const size_t row = own->at[a];

        for (int b = 0; b < own->n; b++)
            to[row * n + own->at[b]] += weight * own->value[a] * own->value[b];
        for (size_t i = 0; i < p->n_at; i++) {
            const size_t column = p->at[i];
            const double both = weight * k * own->value[a] * p->row[column];

            to[row * n + column] += both;
            to[column * n + row] += both;
        }
    }
}

static void add_row_square(const problem *p, double weight, double *to)
{
    for (size_t i = 0; i < p->n_at; i++)
        for (size_t k = 0; k < p->n_at; k++)
            to[p->at[i] * p->v->n + p->at[k]] += weight * p->row[p->at[i]] * p->row[p->at[k]];
}

/* Adds the pair to the gradient of the loss and to Fisher's information, what the observations know. */
static void add_pair(problem *p, const double *x, const observation *o)
{
    const double ratio = log_ratio(p, x, o);
    double residual = 0, square = 0;

    read_row(p, x, o);
    for (size_t i = 0; i < o->n; i++) {
        view w = view_of(p, x, o, i, ratio);
        own_gradient own = own_of(p, o, o->at[i].condition, &w);
        const double r = w.weight * w.slope / p->dispersion;
        const double h = w.weight * w.curvature / p->dispersion;

        for (int k = 0; k < own.n; k++)
            p->gradient[own.at[k]] += r * own.value[k];
        add_own_squares(p, &own, w.k, h, p->information);
        residual += r * w.k;
        square += h * w.k * w.k;
    }
    for (size_t i = 0; i < p->n_at; i++)
        p->gradient[p->at[i]] += residual * p->row[p->at[i]];
    add_row_square(p, square, p->information);
}

/* A normal prior is an observation of its parameter with that standard deviation. What is fixed has no gradient, and 1 on
 * the diagonal, so that the matrix can be inverted. */
static void add_priors(const problem *p, const double *x, double *gradient, double *diagonal)
{
    for (size_t i = 0; i < p->v->n; i++) {
        double mean, sd;

        prior_of(p, i, &mean, &sd);
        diagonal[i * p->v->n + i] += sd > 0 ? 1 / (sd * sd) : 1;
        if (gradient)
            gradient[i] += sd > 0 ? (x[i] - mean) / (sd * sd) : 0;
    }
}

static void read_system(problem *p, const double *x)
{
    const size_t n = p->v->n;

    memset(p->gradient, 0, n * sizeof *p->gradient);
    memset(p->information, 0, n * n * sizeof *p->information);
    worths_read(&p->now, x);
    for (size_t i = 0; i < p->of->n_seen; i++)
        add_pair(p, x, &p->of->seen[i]);
    add_priors(p, x, p->gradient, p->information);
}

/* step = information^-1 gradient; false when the information is not positive definite. */
static bool solve_step(problem *p)
{
    const size_t n = p->v->n;
    gsl_matrix_view h = gsl_matrix_view_array(p->information, n, n);
    gsl_vector_view g = gsl_vector_view_array(p->gradient, n), s = gsl_vector_view_array(p->step, n);

    return gsl_linalg_cholesky_decomp1(&h.matrix) == GSL_SUCCESS &&
           gsl_linalg_cholesky_solve(&h.matrix, &g.vector, &s.vector) == GSL_SUCCESS;
}

/* Goes along the step as far as the loss falls; the greatest change of a parameter, 0 when it does not fall. */
static double descend(problem *p, double *x)
{
    const size_t n = p->v->n;
    const double before = loss(p, x);
    double length = 1;

    for (int h = 0; h < HALVINGS_MAX; h++, length /= 2) {
        double greatest = 0;

        for (size_t i = 0; i < n; i++) {
            p->next[i] = x[i] - length * p->step[i];
            greatest = fmax(greatest, fabs(length * p->step[i]));
        }
        if (!(loss(p, p->next) < before))
            continue;
        memcpy(x, p->next, n * sizeof *x);
        return greatest;
    }
    return 0;
}

/* Minimises the loss by Fisher's scoring, from x on. A search that no longer falls has arrived: its steps are below the
 * precision of doubles. */
static bool minimise(problem *p, double *x)
{
    static const double ARRIVED = 1e-7; /* of logarithms */

    for (int i = 0; i < ITERATIONS_MAX; i++) {
        read_system(p, x);
        if (!solve_step(p))
            return false;
        if (descend(p, x) < ARRIVED)
            break;
    }
    return true;
}

/* The dispersion of scores about the model, in units of p (1 - p). Sums are divided instead of quotients summed, so
 * that sure battles, whose p (1 - p) is nearly 0, do not dominate. A pair's residuals are added first: they hang
 * together. */
static double disperse(problem *p, const double *x)
{
    double squares = 0, variance = 0;
    double n = (double)p->of->n_seen, freedom = n - (double)p->n_free;

    worths_read(&p->now, x);
    for (size_t i = 0; i < p->of->n_seen; i++) {
        const observation *o = &p->of->seen[i];
        double ratio = log_ratio(p, x, o), residual = 0;

        for (size_t k = 0; k < o->n; k++) {
            view w = view_of(p, x, o, k, ratio);

            residual += w.weight * w.k * w.slope;
            variance += w.weight * w.k * w.k * w.curvature;
        }
        squares += residual * residual;
    }
    /* For parameters that were fitted; at least a quarter is left. */
    squares *= n / fmax(freedom, n / 4);
    /* 1e-4 keeps the division safe; a score varies no more than a coin, but weights may differ. */
    return fmin(4, fmax(1e-4, variance > 0 ? squares / variance : 1));
}

/* row' matrix row. */
static double row_quadratic(const problem *p, const double *matrix)
{
    double sum = 0;

    for (size_t i = 0; i < p->n_at; i++)
        for (size_t k = 0; k < p->n_at; k++)
            sum += p->row[p->at[i]] * p->row[p->at[k]] * matrix[p->at[i] * p->v->n + p->at[k]];
    return sum;
}

/* The row becomes the pair's gradient of the likelihood. */
static void read_pair_gradient(problem *p, const double *x, const observation *o, double ratio)
{
    double residual = 0;

    for (size_t i = 0; i < o->n; i++) {
        view w = view_of(p, x, o, i, ratio);

        residual -= w.weight * w.slope * w.k;
    }
    for (size_t i = 0; i < p->n_at; i++)
        p->row[p->at[i]] *= residual;
    for (size_t i = 0; i < o->n; i++) {
        view w = view_of(p, x, o, i, ratio);
        own_gradient own = own_of(p, o, o->at[i].condition, &w);

        for (int k = 0; k < own.n; k++)
            add_to_row(p, own.at[k], -w.weight * w.slope * own.value[k]);
    }
}

/* Adds the square of a pair's residuals, as if the fit had not seen it (HC3: MacKinnon and White 1985): where a price
 * hangs on few pairs, the fit follows them closely, and plain residuals are too small. */
static void add_residual(problem *p, const double *x, const observation *o, const double *inverse, double *squares)
{
    const double ratio = log_ratio(p, x, o);
    double known = 0, unseen;

    for (size_t i = 0; i < o->n; i++) {
        view w = view_of(p, x, o, i, ratio);

        known += w.weight * w.curvature * w.k * w.k / p->dispersion;
    }
    read_row(p, x, o);
    /* Leverage is below 1, so that one pair cannot blow the sum up. */
    unseen = 1 / (1 - fmin(0.95, known * row_quadratic(p, inverse)));
    read_pair_gradient(p, x, o, ratio);
    add_row_square(p, unseen * unseen / (p->dispersion * p->dispersion), squares);
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

/* What is fixed has no variance. */
static void free_fixed(const problem *p, double *squares)
{
    for (size_t i = 0; i < p->v->n; i++) {
        double mean, sd;

        prior_of(p, i, &mean, &sd);
        if (sd == 0)
            squares[i * p->v->n + i] = 0;
    }
}

/* The sandwich covariance H^-1 M H^-1: H is the information, M the sum of squared residuals, the prior in both as one
 * more observation of each parameter. */
static salvo_status find_covariance(value_model *v, problem *p, salvo_error *err)
{
    const size_t n = v->n;
    double *h = p->information, *m = salvo_arena_array(v->memory, n * n, sizeof *m);
    double *half = salvo_arena_array(v->memory, n * n, sizeof *half);

    v->covariance = salvo_arena_array(v->memory, n * n, sizeof *v->covariance);
    if (!m || !half || !v->covariance)
        return salvo_fail_memory(err);
    p->is_exact = true;
    read_system(p, v->parameters);
    if (!invert(h, n)) { /* the loss's own curvature may be negative where battles are few */
        p->is_exact = false;
        read_system(p, v->parameters);
        if (!invert(h, n))
            return salvo_fail(err, SALVO_TOO_LARGE,
                              "the prices cannot be told from these battles: too few of them differ");
    }
    p->is_exact = false; /* leverage is by the information */
    for (size_t i = 0; i < p->of->n_seen; i++)
        add_residual(p, v->parameters, &p->of->seen[i], h, m);
    add_priors(p, v->parameters, NULL, m);
    free_fixed(p, m);
    sandwich(v->covariance, h, m, half, n);
    free_fixed(p, h);
    v->inverse = h;
    return SALVO_OK;
}

double value_model_error(const value_model *v, const double *gradient)
{
    return sqrt(fmax(quadratic(v->covariance, gradient, v->n), 0)); /* rounding may leave a hair below 0 */
}

/* The pair's part of every condition's gradient. */
static void add_pulls(value_model *v, problem *p, const observation *o, double *weights)
{
    const double ratio = log_ratio(p, v->parameters, o);

    read_row(p, v->parameters, o);
    for (size_t i = 0; i < o->n; i++) {
        const size_t condition = o->at[i].condition;
        const view w = view_of(p, v->parameters, o, i, ratio);
        const own_gradient own = own_of(p, o, condition, &w);
        const double slope = w.weight * w.slope / p->dispersion;
        double *to = v->pulls + condition * v->n;

        for (size_t k = 0; k < p->n_at; k++)
            to[p->at[k]] += slope * w.k * p->row[p->at[k]];
        for (int k = 0; k < own.n; k++)
            to[own.at[k]] += slope * own.value[k];
        weights[condition] += w.weight;
    }
}

static double dot(const double *a, const double *b, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Steps by Fisher's information: the loss's own curvature is too small in places to say how far to go. */
static salvo_status find_pulls(value_model *v, problem *p, salvo_error *err)
{
    const size_t n = v->n;
    double *weights = salvo_arena_array(v->memory, v->n_conditions, sizeof *weights), all = 0;

    p->information = salvo_arena_array(v->memory, n * n, sizeof *p->information); /* v has the one before */
    v->pulls = salvo_arena_array(v->memory, v->n_conditions * n, sizeof *v->pulls);
    if (!weights || !v->pulls || !p->information)
        return salvo_fail_memory(err);
    read_system(p, v->parameters);
    for (size_t i = 0; i < p->of->n_seen; i++)
        add_pulls(v, p, &p->of->seen[i], weights);
    for (size_t c = 0; c < v->n_conditions; c++)
        all += weights[c];
    if (!invert(p->information, n))
        return salvo_fail(err, SALVO_TOO_LARGE, "the prices cannot be told from these battles: too few of them differ");
    for (size_t c = 0; c < v->n_conditions; c++) {
        for (size_t k = 0; k < n; k++) /* as if all that is weighed were the condition's own */
            p->gradient[k] = weights[c] > 0 ? v->pulls[c * n + k] * all / weights[c] : 0;
        for (size_t k = 0; k < n; k++)
            v->pulls[c * n + k] = -dot(p->information + k * n, p->gradient, n);
    }
    return SALVO_OK;
}

/* How the logit of a score answers to a change of prices is steeper than how scores answer on average over armies that
 * differ in all else: the slope of the scores' logits by the model's, condition by condition. */
static void steepen(value_model *v, problem *p)
{
    double *x = v->parameters;

    worths_read(&p->now, x);
    for (size_t c = 0; c < v->n_conditions; c++) {
        double both = 0, square = 0;

        for (size_t i = 0; i < p->of->n_seen; i++) {
            const observation *o = &p->of->seen[i];
            const double ratio = log_ratio(p, x, o);

            for (size_t k = 0; k < o->n; k++)
                if (o->at[k].condition == c) {
                    const view w = look_at(v, x, o, c, ratio);

                    both += w.logit * logit_of(v, o->at[k].score);
                    square += w.logit * w.logit;
                }
        }
        if (square > 0)
            x[v->steepness + c] += log(fmin(3, fmax(1, both / square)));
    }
}

/* What a score would be of equal armies is the less sure, the further from equal these are: the steepness between is only
 * known on average. */
static void weigh_near(problem *p, const double *x)
{
    static const double FAR = 0.3; /* a log ratio */

    worths_read(&p->now, x);
    for (size_t i = 0; i < p->of->n_seen; i++) {
        const observation *o = &p->of->seen[i];
        double off = log_ratio(p, x, o);

        off -= o->n ? x[p->v->odds + o->at[0].condition] : 0; /* armies that attack do nothing else */
        p->near[i] = 1 / (1 + off * off / (FAR * FAR));
    }
}

/* From the likeliest parameters on, those that leave least of the imbalance. */
static bool make_even(value_model *v, problem *p)
{
    steepen(v, p);
    weigh_near(p, v->parameters);
    memcpy(p->known, v->parameters + v->growth, (v->odds - v->growth) * sizeof *p->known);
    p->is_even = true;
    p->dispersion = disperse(p, v->parameters);
    return minimise(p, v->parameters);
}

/* Ends with the covariance at the last parameters. */
static salvo_status fit(value_model *v, problem *p, salvo_error *err)
{
    salvo_status status;

    /* The dispersion scales likelihood against prior, so parameters and dispersion are found in turns. */
    for (int round = 0; round < DISPERSION_ROUNDS; round++) {
        if (!minimise(p, v->parameters))
            return salvo_fail(err, SALVO_TOO_LARGE,
                              "the prices cannot be told from these battles: too few of them differ");
        p->dispersion = disperse(p, v->parameters);
    }
    v->dispersion = p->dispersion;
    if (p->of->is_even && !make_even(v, p))
        return salvo_fail_memory(err);
    status = find_covariance(v, p, err);
    return status == SALVO_OK ? find_pulls(v, p, err) : status;
}

/* Room for all that the search needs; false when memory is out. */
static bool make_room(problem *p, salvo_arena *memory)
{
    const size_t n = p->v->n;

    p->row = salvo_arena_array(memory, n, sizeof *p->row);
    p->at = salvo_arena_array(memory, n, sizeof *p->at);
    p->is_in = salvo_arena_array(memory, n, sizeof *p->is_in);
    p->gradient = salvo_arena_array(memory, n, sizeof *p->gradient);
    p->step = salvo_arena_array(memory, n, sizeof *p->step);
    p->next = salvo_arena_array(memory, n, sizeof *p->next);
    p->known = salvo_arena_array(memory, n, sizeof *p->known);
    p->near = salvo_arena_array(memory, p->of->n_seen, sizeof *p->near);
    p->information = salvo_arena_array(memory, n * n, sizeof *p->information);
    return p->row && p->at && p->is_in && p->gradient && p->step && p->next && p->known && p->near && p->information &&
           worths_make(&p->now, p->of->design, memory);
}

/* Weights are as they are asked for; a pair weighs 1 on average, whatever number of conditions it has. */
static double scale_of(const value_question *q)
{
    double sum = 0;

    for (size_t i = 0; i < q->n_seen; i++)
        for (size_t k = 0; k < q->seen[i].n; k++)
            sum += weight_of(q, q->seen[i].at[k].condition);
    return sum > 0 ? (double)q->n_seen / sum : 1;
}

static void begin(value_model *v, problem *p)
{
    for (size_t i = 0; i < v->n; i++) {
        double mean, sd;

        prior_of(p, i, &mean, &sd);
        v->parameters[i] = mean;
        p->n_free += sd > 0;
    }
    p->dispersion = 0.25; /* a first guess; replaced after the first round */
    p->scale = scale_of(p->of);
}

salvo_status value_model_fit(value_model *v, const value_question *of, salvo_error *err)
{
    const size_t factors = of->design->n_factors, conditions = of->n_conditions;
    problem p = {.of = of, .v = v};
    /* Failures are returned; the handler is the process's, so only one thread may fit. */
    gsl_error_handler_t *before = gsl_set_error_handler_off();
    salvo_status status;

    *v = (value_model){.design = of->design,
                       .n = factors + 1 + 2 * conditions + of->n_rules,
                       .growth = factors,
                       .steepness = factors + 1,
                       .odds = factors + 1 + conditions,
                       .rules = factors + 1 + 2 * conditions,
                       .n_conditions = conditions,
                       .n_rules = of->n_rules,
                       .sure = 0.5 / (double)(of->battles ? of->battles : 500),
                       .memory = salvo_arena_new()};
    v->parameters = v->memory ? salvo_arena_array(v->memory, v->n, sizeof *v->parameters) : NULL;
    status = v->parameters && make_room(&p, v->memory) ? SALVO_OK : salvo_fail_memory(err);
    if (status == SALVO_OK) {
        begin(v, &p);
        status = fit(v, &p, err);
    }
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
