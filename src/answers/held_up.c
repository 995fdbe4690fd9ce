#include "answers/held_up.h"

#include <math.h>
#include <string.h>

#include "answers/answer.h"
#include "answers/readable.h"
#include "fight/reach.h"
#include "rules/parse.h"

/* Work for one question that is asked for comparison: an answer may ask some dozens of them. */
enum { EFFORT = 400000, TRIALS = 20000, RANGES_TRIED = 32, HALVINGS = 12 };

/* A chance above is a certainty with the errors of doubles. */
static const double SURELY = 1 - 1e-9;

static const char SIDES[] = "ab";
static const char *const LETTERS[] = {"a", "b"};

void add_held_up(page *p, const char *lines)
{
    if (lines)
        page_paragraph(p, "%s", lines);
}

static const char *keep(salvo_text *text, salvo_arena *memory)
{
    const char *kept = *salvo_text_of(text) ? salvo_arena_text(memory, salvo_text_of(text)) : NULL;

    salvo_text_free(text);
    return kept;
}

static void new_line(salvo_text *text)
{
    salvo_text_put(text, *salvo_text_of(text) ? "\n" : "");
}

/* Exact where it can be. */
static double value_of(const salvo_answer *answer, const salvo_figure *figure)
{
    return answer->counted ? figure->exact.value : figure->simulated.value;
}

/* Who can harm whom. */

/* Whether it fires at all tells what cannot do harm from what may not be fired; the rulebook says which of its rules it
 * is. What it says of a range that others are better than comes before that range. */
static void put_reach(salvo_text *text, const char *by, const char *at, const reach *r, double range, const char *unit)
{
    if (r->harms)
        return;
    new_line(text);
    if (isnan(r->upto))
        salvo_text_add(text,
                       r->fires ? "%s cannot damage %s at any range: %s." : "%s never fires at %s, at any range: %s.",
                       by, at,
                       r->why     ? r->why
                       : r->fires ? "nothing changes, whatever it rolls"
                                  : "the rules give it no throw");
    else if (r->why && r->upto == 0)
        salvo_text_add(text, "%s cannot damage %s at %g %s: %s; it can in contact.", by, at, range, unit, r->why);
    else if (r->why)
        salvo_text_add(text, "%s cannot damage %s at %g %s: %s; it can %s %g %s.", by, at, range, unit, r->why,
                       r->upto < range ? "up to" : "at", r->upto < range ? r->upto : r->closest, unit);
    else if (r->upto < range)
        salvo_text_add(text, "%s is out of range at %g %s: it can damage %s up to %g %s.", by, range, unit, at, r->upto,
                       unit);
    else
        salvo_text_add(text, "%s cannot damage %s at %g %s: it can from %g to %g %s.", by, at, range, unit, r->closest,
                       r->upto, unit);
}

/* Nothing is said where the rulebook has no battles, or a side cannot be read as an army. */
static void put_both(salvo_text *text, const salvo_rulebook *book, const salvo_battle_plan *plan,
                     const char *const names[2], salvo_arena *memory)
{
    reach of[2];

    if (!book->ruleset->battle || reach_find(of, book, plan, memory, NULL) != SALVO_OK)
        return;
    for (int s = 0; s < 2; s++)
        put_reach(text, names[s], names[1 - s], &of[s], plan->range, book->store.distance_unit);
}

static void put_limit(salvo_text *text, const char *limit, double now, double without)
{
    if (without > now - 0.01)
        return;
    new_line(text);
    salvo_text_add(text, "The limit of %s turn%s holds it up: without it nobody wins in %.2f %%, here in %.2f %%.",
                   limit, strcmp(limit, "1") ? "s" : "", 100 * without, 100 * now);
}

/* Questions asked again. */

/* Words that say again what was given, but for the parameter at `but`; one more may be put behind them. */
static size_t given_words(const salvo_question *q, int but, const char **words, salvo_arena *memory)
{
    size_t n = 0;

    for (size_t i = 0; i < q->schema->n_parameters; i++)
        if (q->values[i].given && (int)i != but)
            words[n++] = salvo_arena_printf(memory, "%s=%s", q->schema->parameters[i].key, q->values[i].text);
    return n;
}

/* Asks with the parameter at `at` changed to `value`, or to its default (NULL). False where there is no answer. */
static bool ask_again(salvo_odds *odds, const salvo_question *q, int at, const char *value, salvo_arena *memory)
{
    static const salvo_odds_options QUICK = {.arithmetic = SALVO_DOUBLE, .effort = EFFORT};
    const char **words = salvo_arena_array(memory, q->schema->n_parameters + 1, sizeof *words);
    salvo_question again;
    bool answered;
    size_t n;

    if (!words)
        return false;
    n = given_words(q, at, words, memory);
    if (value)
        words[n++] = salvo_arena_printf(memory, "%s=%s", q->schema->parameters[at].key, value);
    for (size_t i = 0; i < n; i++)
        if (!words[i])
            return false;
    if (salvo_question_ask(&again, q->book, q->procedure, words, n, NULL) != SALVO_OK)
        return false;
    answered = salvo_odds_solve(odds, &again, &QUICK, NULL) == SALVO_OK;
    salvo_question_free(&again);
    return answered;
}

/* Duels. */

static double nobody_wins(const salvo_odds *odds, const salvo_duel_adapter *adapter)
{
    return fmax(0, 1 - salvo_odds_probability(odds, adapter->a_wins) - salvo_odds_probability(odds, adapter->b_wins) -
                       salvo_odds_probability(odds, adapter->mutual));
}

/* What was given of a side in the duel is a word of its element where that has the parameter. */
static void take_words(salvo_army *army, const salvo_question *q, char side, salvo_arena *memory)
{
    const salvo_duel_adapter *adapter = q->book->ruleset->duel;
    const salvo_schema *element = q->book->ruleset->battle->element;
    const char **words = salvo_arena_array(memory, q->schema->n_parameters, sizeof *words);

    army->words = words;
    for (size_t i = 0; words && i < q->schema->n_parameters; i++) {
        const char *key = q->schema->parameters[i].key;
        bool unit = strcmp(key, adapter->a) == 0 || strcmp(key, adapter->b) == 0;
        bool own = q->values[i].given && !unit && key[0] == side && key[1] == '-';

        if (own && salvo_parameter_find(element, key + 2) >= 0)
            words[army->n_words++] = salvo_arena_printf(memory, "%s=%s", key + 2, q->values[i].text);
    }
}

/* What was given of the field. */
static void take_field(salvo_battle_plan *plan, const salvo_question *q, salvo_arena *memory)
{
    const salvo_schema *of_field = q->book->ruleset->battle->field;
    const char **words = salvo_arena_array(memory, q->schema->n_parameters, sizeof *words);

    plan->words = words;
    for (size_t i = 0; words && i < q->schema->n_parameters; i++)
        if (q->values[i].given && salvo_parameter_find(of_field, q->schema->parameters[i].key) >= 0)
            words[plan->n_words++] =
                salvo_arena_printf(memory, "%s=%s", q->schema->parameters[i].key, q->values[i].text);
}

static void put_duel_reach(salvo_text *text, const salvo_question *q, salvo_arena *memory)
{
    const salvo_duel_adapter *adapter = q->book->ruleset->duel;
    const char *const keys[] = {adapter->a, adapter->b};
    const char *names[2];
    salvo_battle_plan plan = {.close_to = -1};

    if (!q->book->ruleset->battle)
        return;
    plan.range = q->values[salvo_parameter_find(q->schema, adapter->range)].decimal;
    for (int s = 0; s < 2; s++) {
        const size_t at = (size_t)salvo_parameter_find(q->schema, keys[s]);

        names[s] = readable_value(q, at);
        plan.army[s].list = q->values[at].text;
        take_words(&plan.army[s], q, SIDES[s], memory);
    }
    take_field(&plan, q, memory);
    put_both(text, q->book, &plan, strcmp(names[0], names[1]) ? names : LETTERS, memory);
}

/* Whether the parameter may be what holds a duel up: not who fights, nor how far apart. */
static bool may_hold_up(const salvo_question *q, size_t at)
{
    const salvo_duel_adapter *adapter = q->book->ruleset->duel;
    const salvo_parameter *p = &q->schema->parameters[at];

    return q->values[at].given && !p->required && p->kind != SALVO_NAME && strcmp(p->key, adapter->a) != 0 &&
           strcmp(p->key, adapter->b) != 0 && strcmp(p->key, adapter->range) != 0;
}

/* Words without which somebody would win more often: a limit of turns, a line of sight that is blocked. */
static void put_words(salvo_text *text, const salvo_question *q, double nobody, salvo_arena *memory)
{
    const int turns = salvo_parameter_find(q->schema, "turns"); /* by that name in every rulebook */
    salvo_odds odds;

    for (size_t i = 0; i < q->schema->n_parameters; i++) {
        const char *key = q->schema->parameters[i].key;
        double without;

        if (!may_hold_up(q, i) || !ask_again(&odds, q, (int)i, NULL, memory))
            continue;
        without = nobody_wins(&odds, q->book->ruleset->duel);
        salvo_odds_free(&odds);
        if ((int)i == turns) {
            put_limit(text, q->values[i].text, nobody, without);
        } else if (without < nobody - 0.01) {
            new_line(text);
            salvo_text_add(text, "%s=%s holds it up: without it nobody wins in %.2f %%, here in %.2f %%.", key,
                           q->values[i].text, 100 * without, 100 * nobody);
        }
    }
}

static const char *held_up_fight(const salvo_question *q, double nobody, salvo_arena *memory)
{
    salvo_text text = {0};

    if (nobody <= 0.5)
        return NULL;
    put_duel_reach(&text, q, memory);
    put_words(&text, q, nobody, memory);
    return keep(&text, memory);
}

const char *held_up_duel(const salvo_duel *duel)
{
    return held_up_fight(&duel->question, value_of(&duel->answer, &duel->p_undecided), duel->memory);
}

/* Battles. */

/* The same battle without a limit of turns. */
static void put_battle_limit(salvo_text *text, const salvo_battle *battle, double nobody)
{
    const salvo_approach quick = {.method = SALVO_WHICHEVER,
                                  .options = {.arithmetic = SALVO_DOUBLE, .effort = EFFORT},
                                  .plan = {.trials = TRIALS, .seed = 1}};
    const char *limit = salvo_arena_printf(battle->memory, "%d", (int)battle->turn_limit);
    salvo_battle_plan plan = *battle->plan;
    salvo_battle longer;

    plan.turns = -1;
    if (!limit || battle->turn_limit == 0 || salvo_battle_fight(&longer, battle->book, &plan, &quick, NULL) != SALVO_OK)
        return;
    put_limit(text, limit, nobody, value_of(&longer.answer, &longer.p_undecided));
    salvo_battle_free(&longer);
}

const char *held_up_battle(const salvo_battle *battle)
{
    const double nobody = value_of(&battle->answer, &battle->p_undecided);
    salvo_text text = {0};

    if (nobody <= 0.5)
        return NULL;
    put_both(&text, battle->book, battle->plan, LETTERS, battle->memory);
    put_battle_limit(&text, battle, nobody);
    return keep(&text, battle->memory);
}

/* Lines that close in come into reach by themselves. */
const char *held_up_tipping(const salvo_tipping *tipping)
{
    salvo_text text = {0};

    if (!tipping->of_armies && tipping->plan->scenario == SALVO_HOLD)
        put_both(&text, tipping->book, tipping->plan, LETTERS, tipping->memory);
    return keep(&text, tipping->memory);
}

/* Procedures. */

/* The distance that the question is about, or -1. */
static int distance_of(const salvo_question *q)
{
    for (size_t i = 0; i < q->schema->n_parameters; i++)
        if (q->schema->parameters[i].distance && !q->values[i].absent)
            return (int)i;
    return -1;
}

/* The ends of brackets that hold in this situation, else those of the parameter's table. */
static size_t ranges_of(const salvo_question *q, int at, double upto[RANGES_TRIED], salvo_arena *memory)
{
    const salvo_parameter *p = &q->schema->parameters[at];
    double all[SALVO_BRACKETS_MAX];
    const char **texts;
    size_t n = 0;

    if (p->bracketed && q->schema->brackets) {
        n = q->schema->brackets(q->situation, all);
        memcpy(upto, all, n * sizeof *upto);
        return n;
    }
    if (!p->table || salvo_parameter_sweep(p, &q->book->store, memory, &texts, &n, NULL) != SALVO_OK)
        return 0;
    n = n < RANGES_TRIED ? n : RANGES_TRIED;
    for (size_t i = 0; i < n; i++)
        if (!salvo_number_parse(texts[i], &upto[i]))
            return i;
    return n;
}

/* How likely the outcome is when the parameter is changed; NAN where that cannot be asked. */
static double chance_with(const salvo_question *q, int at, const char *value, const char *outcome, salvo_arena *memory)
{
    salvo_odds odds;
    double chance = NAN;

    if (ask_again(&odds, q, at, value, memory)) {
        chance = salvo_odds_probability(&odds, outcome);
        salvo_odds_free(&odds);
    }
    return chance;
}

static double chance_at(const salvo_question *q, int at, double range, const char *outcome, salvo_arena *memory)
{
    const char *value = salvo_arena_printf(memory, "%.15g", range);

    return value ? chance_with(q, at, value, outcome, memory) : NAN;
}

/* Between `near`, where something else may come, and `far`, where nothing may: a weapon's own range lies within a
 * bracket. To a part in four thousand, told to a tenth. */
static double last_between(const salvo_question *q, int at, double near, double far, const char *outcome,
                           salvo_arena *memory)
{
    double last = near;

    for (int i = 0; i < HALVINGS; i++) {
        double middle = last + (far - last) / 2;

        if (chance_at(q, at, middle, outcome, memory) < SURELY)
            last = middle;
        else
            far = middle;
    }
    /* Where the limit is a whole number the halves come near it from below. */
    return fabs(far - round(far)) < 0.02 * (1 + near / 100) ? round(far) : floor(last * 10) / 10;
}

/* The farthest range at which something else may come. */
static void put_range(salvo_text *text, const salvo_question *q, const char *outcome, salvo_arena *memory)
{
    const int at = distance_of(q);
    double upto[RANGES_TRIED], chance;
    const size_t n = at < 0 ? 0 : ranges_of(q, at, upto, memory);
    size_t i = n;

    /* Farther away is no help: there other things may come because nothing is fired at all. */
    while (i > 0 &&
           (upto[i - 1] >= q->values[at].decimal || !(chance_at(q, at, upto[i - 1], outcome, memory) < SURELY)))
        i--;
    if (i == 0)
        return;
    if (i < n)
        upto[i - 1] = last_between(q, at, upto[i - 1], fmin(upto[i], q->values[at].decimal), outcome, memory);
    chance = chance_at(q, at, upto[i - 1], outcome, memory);
    new_line(text);
    salvo_text_add(text, "Nothing but %s can come at %s=%s: up to %g %s it is %.2f %%.", outcome,
                   q->schema->parameters[at].key, q->values[at].text, upto[i - 1], q->book->store.distance_unit,
                   100 * chance);
}

/* What was given in place of a default, and leaves nothing else. A name says what the question is about, and stays. */
static void put_defaults(salvo_text *text, const salvo_question *q, const char *outcome, salvo_arena *memory)
{
    for (size_t i = 0; i < q->schema->n_parameters; i++) {
        const salvo_parameter *p = &q->schema->parameters[i];
        double chance =
            q->values[i].given && !p->required && p->kind != SALVO_NAME && p->kind != SALVO_LIST && !p->distance
                ? chance_with(q, (int)i, NULL, outcome, memory)
                : NAN;

        if (!(chance < SURELY && chance > 0))
            continue;
        new_line(text);
        salvo_text_add(text, "Nothing but %s can come with %s=%s: without it, it is %.2f %%.", outcome, p->key,
                       q->values[i].text, 100 * chance);
    }
}

/* A duel asked by its procedure. */
static bool is_duel(const salvo_question *q)
{
    const salvo_duel_adapter *adapter = q->book ? q->book->ruleset->duel : NULL;

    return adapter && strcmp(adapter->procedure, q->procedure->schema.name) == 0;
}

const char *held_up_odds(const salvo_question *question, const salvo_answer *answer, salvo_arena *memory)
{
    const salvo_procedure *p = question->procedure;
    salvo_text text = {0};

    if (!answer->counted)
        return NULL;
    if (is_duel(question))
        return held_up_fight(question, nobody_wins(&answer->odds, question->book->ruleset->duel), memory);
    /* A procedure whose outcomes are numbers computes something, and is as often certain as not. */
    if (answer->odds.n_outcomes != 1 || !p->n_outcomes || (size_t)answer->odds.outcomes[0].outcome >= p->n_outcomes)
        return NULL;
    put_range(&text, question, answer->odds.outcomes[0].label, memory);
    put_defaults(&text, question, answer->odds.outcomes[0].label, memory);
    return keep(&text, memory);
}

/* Many answers. */

/* One outcome alone, the same at all points, is a curve of nothing; the first point says why. Where another value of what
 * is swept would help, the curve itself shows it. */
const char *held_up_curve(const salvo_curve *curve)
{
    const salvo_answer *first = &curve->answers[0];

    for (size_t i = 0; i < curve->n_points; i++) {
        const salvo_answer *at = &curve->answers[i];

        if (!at->counted || at->odds.n_outcomes != 1 || at->odds.outcomes[0].outcome != first->odds.outcomes[0].outcome)
            return NULL;
    }
    return curve->n_points ? held_up_odds(&curve->questions[0], first, curve->memory) : NULL;
}

static bool is_decided(const salvo_match *m)
{
    return !m->known || m->p_nobody.exact.value <= 0.5 || m->p_nobody.simulated.value <= 0.5;
}

/* Elements that stand still, one against one, with what holds in every match. */
static void put_match(salvo_text *text, const salvo_matrix *x, size_t a, size_t b)
{
    const char *const names[] = {salvo_matrix_name(x, a), salvo_matrix_name(x, b)};
    const size_t units[] = {x->picked.rows[a], x->picked.rows[b]};
    salvo_battle_plan plan = x->plan->battle ? *x->plan->battle : (salvo_battle_plan){.close_to = -1};

    plan.range = x->ranges.at[0];
    for (int s = 0; s < 2; s++)
        plan.army[s].list = salvo_unit_set_id(&x->unit_set, units[s]);
    put_both(text, x->book, &plan, a == b ? LETTERS : names, x->memory);
}

/* A matrix in which nobody wins anything says why of its first match. */
const char *held_up_matrix(const salvo_matrix *x)
{
    salvo_text text = {0};

    for (size_t i = 0; i < x->n_units * x->n_units * x->n_stretches; i++)
        if (is_decided(&x->matches[i]))
            return NULL;
    put_match(&text, x, 0, x->n_units > 1 ? 1 : 0);
    return keep(&text, x->memory);
}
