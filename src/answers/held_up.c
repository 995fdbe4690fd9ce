#include "answers/held_up.h"

#include <math.h>
#include <string.h>

#include "answers/answer.h"
#include "answers/readable.h"
#include "fight/reach.h"
#include "rules/parse.h"

/* Work for one question that is asked for comparison: an answer may ask some dozens of them. */
enum { EFFORT = 400000, TRIALS = 20000, WORK = SALVO_WORK / 20, RANGES_TRIED = 32, HALVINGS = 12 };

/* A chance above is a certainty with the errors of doubles. */
static const double SURELY = 1 - 1e-9;

static const char SIDES[] = "ab";
static const char *const LETTERS[] = {"a", "b"};

void add_held_up(page *p, const held_up *h)
{
    if (h)
        page_paragraph(p, "%s", h->lines);
}

const char *held_up_lines(const held_up *h)
{
    return h ? h->lines : NULL;
}

/* Reasons while they are found. */
typedef struct finding {
    held_up *to;
    salvo_text lines;
} finding;

/* NULL where nothing was found, or memory ran out. */
static const held_up *keep(finding *f, salvo_arena *memory)
{
    held_up *kept = f->to && f->to->n && !f->lines.failed ? f->to : NULL;

    if (kept && !(kept->lines = salvo_arena_text(memory, salvo_text_of(&f->lines))))
        kept = NULL;
    salvo_text_free(&f->lines);
    return kept;
}

/* By the first format that asks. */
static const held_up *found_once(salvo_claims *claims, const held_up *find(const void *of), const void *of)
{
    if (!claims->held_up_found)
        claims->held_up = find(of);
    claims->held_up_found = true;
    return claims->held_up;
}

static finding find_in(salvo_arena *memory)
{
    return (finding){.to = salvo_arena_array(memory, 1, sizeof(held_up))};
}

/* The text of a new reason, on a line of its own; NULL: there is no room. */
static salvo_text *add_reason(finding *f, const held_up_reason *reason)
{
    if (!f->to || f->to->n == HELD_UP_MAX)
        return NULL;
    f->to->reasons[f->to->n++] = *reason;
    salvo_text_put(&f->lines, f->to->n > 1 ? "\n" : "");
    return &f->lines;
}

static const char *const KINDS[] = {[HELD_UP_REACH] = "reach",
                                    [HELD_UP_TURNS] = "turns",
                                    [HELD_UP_PARAMETER] = "parameter",
                                    [HELD_UP_ONLY_AT] = "only-at-range",
                                    [HELD_UP_ONLY_WITH] = "only-with-parameter"};

static void describe_reason(record *to, const void *of, size_t i)
{
    const held_up_reason *r = &((const held_up *)of)->reasons[i];
    const bool of_reach = r->kind == HELD_UP_REACH, ranged = of_reach || r->kind == HELD_UP_ONLY_AT;
    const field fields[] = {
        {JSON, "kind", as_text(KINDS[r->kind])},
        {JSON, "side", if_there(of_reach, as_text(LETTERS[r->side]))},
        {JSON, "fires", if_there(of_reach, as_flag(r->fires))},
        {JSON, "why", if_there(of_reach && r->why, as_text(r->why))},
        {JSON, "only", if_there(r->only, as_text(r->only))},
        {JSON, "parameter", if_there(r->parameter, as_text(r->parameter))},
        {JSON, "value", if_there(r->value, as_text(r->value))},
        {JSON, "range", if_there(of_reach, as_number(r->range))},
        {JSON, "from", if_there(of_reach, as_number(r->from))},
        {JSON, "upto", if_there(ranged, as_number(r->upto))},
        {JSON, "here", if_there(!of_reach, as_number(r->here))},
        {JSON, "otherwise", if_there(!of_reach, as_number(r->otherwise))},
    };

    PUT_FIELDS(to, fields);
}

datum as_held_up(const held_up *h)
{
    return if_there(h, as_objects(describe_reason, h, h ? h->n : 0));
}

/* Exact where it can be. */
static double value_of(const salvo_answer *answer, const salvo_figure *figure)
{
    return answer->counted ? figure->exact.value : figure->simulated.value;
}

/* Who can harm whom. */

/* Whether it fires at all tells what cannot do harm from what may not be fired; the rulebook says which of its rules it
 * is. What it says of a range that others are better than comes before that range. */
static void put_reach(finding *f, int side, const char *const names[2], const reach *r, double range, const char *unit)
{
    const char *by = names[side], *at = names[1 - side];
    const held_up_reason reason = {.kind = HELD_UP_REACH,
                                   .side = side,
                                   .fires = r->fires,
                                   .why = r->why,
                                   .range = range,
                                   .from = r->closest,
                                   .upto = r->upto};
    salvo_text *text = r->harms ? NULL : add_reason(f, &reason);

    if (!text)
        return;
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

static void put_limit(finding *f, const char *limit, double now, double without)
{
    const held_up_reason reason = {.kind = HELD_UP_TURNS, .value = limit, .here = now, .otherwise = without};
    salvo_text *text = without > now - 0.01 ? NULL : add_reason(f, &reason);

    if (text)
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

/* Whether the side may win the duel at that range. */
static bool wins_at(const salvo_question *q, int side, double range, salvo_arena *memory)
{
    const salvo_duel_adapter *adapter = q->book->ruleset->duel;
    const char *text = salvo_arena_printf(memory, "%.15g", range);
    salvo_odds odds;
    bool wins;

    if (!text || !ask_again(&odds, q, salvo_parameter_find(q->schema, adapter->range), text, memory))
        return false;
    wins = salvo_odds_probability(&odds, side ? adapter->b_wins : adapter->a_wins) > 0;
    salvo_odds_free(&odds);
    return wins;
}

static const salvo_approach QUICK_BATTLE = {.method = SALVO_WHICHEVER,
                                            .options = {.arithmetic = SALVO_DOUBLE, .effort = EFFORT},
                                            .plan = {.trials = TRIALS, .work_max = WORK, .seed = 1}};

/* Whether the side does any harm in the battle at that range. */
static bool harms_at(const salvo_rulebook *book, const salvo_battle_plan *plan, int side, double range)
{
    salvo_battle_plan there = *plan;
    salvo_battle battle;
    bool harms;

    there.range = range;
    if (salvo_battle_fight(&battle, book, &there, &QUICK_BATTLE, NULL) != SALVO_OK)
        return false;
    harms = value_of(&battle.answer, &battle.side[1 - side].strength_lost) > 0;
    salvo_battle_free(&battle);
    return harms;
}

/* Nothing is said where the rulebook has no battles, or a side cannot be read as an army. Reach is of fresh elements that
 * stand still; where words or states of the question (`duel`; NULL: the battle of the plan) are against it, a side's is not
 * told. */
static void put_both(finding *f, const salvo_rulebook *book, const salvo_battle_plan *plan, const char *const names[2],
                     const salvo_question *duel, salvo_arena *memory)
{
    reach of[2];

    if (!book->ruleset->battle || reach_find(of, book, plan, memory, NULL) != SALVO_OK)
        return;
    for (int s = 0; s < 2; s++)
        if (of[s].harms || isnan(of[s].upto) ||
            (duel ? wins_at(duel, s, of[s].upto, memory) : harms_at(book, plan, s, of[s].upto)))
            put_reach(f, s, names, &of[s], plan->range, book->store.distance_unit);
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

/* Whether words were given that no battle takes: "a-moves" of a duel, where lines move by their scenario. */
static bool has_words_of_duels(const salvo_question *q, const salvo_battle_plan *plan)
{
    const salvo_duel_adapter *adapter = q->book->ruleset->duel;
    const char *const others[] = {adapter->a, adapter->b, adapter->range, adapter->first, "turns"};
    const size_t n_others = sizeof others / sizeof *others;
    size_t left = 0;

    for (size_t i = 0; i < q->schema->n_parameters; i++) {
        size_t k = 0;

        while (k < n_others && strcmp(others[k], q->schema->parameters[i].key) != 0)
            k++;
        left += q->values[i].given && k == n_others;
    }
    return left > plan->n_words + plan->army[0].n_words + plan->army[1].n_words;
}

static void put_duel_reach(finding *f, const salvo_question *q, salvo_arena *memory)
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
    put_both(f, q->book, &plan, strcmp(names[0], names[1]) ? names : LETTERS, has_words_of_duels(q, &plan) ? q : NULL,
             memory);
}

/* Whether the parameter may be what holds a duel up: not who fights, nor how far apart. */
static bool may_hold_up(const salvo_question *q, size_t at)
{
    const salvo_duel_adapter *adapter = q->book->ruleset->duel;
    const salvo_parameter *p = &q->schema->parameters[at];

    return q->values[at].given && !p->required && p->kind != SALVO_NAME && strcmp(p->key, adapter->a) != 0 &&
           strcmp(p->key, adapter->b) != 0 && strcmp(p->key, adapter->range) != 0;
}

static void put_parameter(finding *f, const char *key, const char *value, double now, double without)
{
    const held_up_reason reason = {
        .kind = HELD_UP_PARAMETER, .parameter = key, .value = value, .here = now, .otherwise = without};
    salvo_text *text = add_reason(f, &reason);

    if (text)
        salvo_text_add(text, "%s=%s holds it up: without it nobody wins in %.2f %%, here in %.2f %%.", key, value,
                       100 * without, 100 * now);
}

/* Words without which somebody would win more often: a limit of turns, a line of sight that is blocked. */
static void put_words(finding *f, const salvo_question *q, double nobody, salvo_arena *memory)
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
            put_limit(f, q->values[i].text, nobody, without);
        } else if (without < nobody - 0.01) {
            put_parameter(f, key, q->values[i].text, nobody, without);
        }
    }
}

static const held_up *held_up_fight(const salvo_question *q, double nobody, salvo_arena *memory)
{
    finding f = find_in(memory);

    if (nobody <= 0.5)
        return NULL;
    put_duel_reach(&f, q, memory);
    put_words(&f, q, nobody, memory);
    return keep(&f, memory);
}

static const held_up *find_in_duel(const void *of)
{
    const salvo_duel *duel = of;

    return held_up_fight(&duel->question, value_of(&duel->answer, &duel->p_undecided), duel->memory);
}

const held_up *held_up_duel(const salvo_duel *duel)
{
    return found_once(duel->claims, find_in_duel, duel);
}

/* Battles. */

/* The same battle without a limit of turns. */
static void put_battle_limit(finding *f, const salvo_battle *battle, double nobody)
{
    const char *limit = salvo_arena_printf(battle->memory, "%d", (int)battle->turn_limit);
    salvo_battle_plan plan = *battle->plan;
    salvo_battle longer;

    plan.turns = -1;
    if (!limit || battle->turn_limit == 0 ||
        salvo_battle_fight(&longer, battle->book, &plan, &QUICK_BATTLE, NULL) != SALVO_OK)
        return;
    put_limit(f, limit, nobody, value_of(&longer.answer, &longer.p_undecided));
    salvo_battle_free(&longer);
}

static const held_up *find_in_battle(const void *of)
{
    const salvo_battle *battle = of;
    const double nobody = value_of(&battle->answer, &battle->p_undecided);
    finding f = find_in(battle->memory);

    if (nobody <= 0.5)
        return NULL;
    put_both(&f, battle->book, battle->plan, LETTERS, NULL, battle->memory);
    put_battle_limit(&f, battle, nobody);
    return keep(&f, battle->memory);
}

const held_up *held_up_battle(const salvo_battle *battle)
{
    return found_once(battle->claims, find_in_battle, battle);
}

/* Lines that close in come into reach by themselves. */
static const held_up *find_in_tipping(const void *of)
{
    const salvo_tipping *tipping = of;
    finding f = find_in(tipping->memory);

    if (!tipping->of_armies && tipping->plan->scenario == SALVO_HOLD)
        put_both(&f, tipping->book, tipping->plan, LETTERS, NULL, tipping->memory);
    return keep(&f, tipping->memory);
}

const held_up *held_up_tipping(const salvo_tipping *tipping)
{
    return found_once(tipping->claims, find_in_tipping, tipping);
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

static void put_only_at(finding *f, const salvo_question *q, size_t at, const char *outcome, double upto, double chance)
{
    const char *key = q->schema->parameters[at].key, *value = q->values[at].text;
    const held_up_reason reason = {.kind = HELD_UP_ONLY_AT,
                                   .only = outcome,
                                   .parameter = key,
                                   .value = value,
                                   .upto = upto,
                                   .here = 1,
                                   .otherwise = chance};
    salvo_text *text = add_reason(f, &reason);

    if (text)
        salvo_text_add(text, "Nothing but %s can come at %s=%s: up to %g %s it is %.2f %%.", outcome, key, value, upto,
                       q->book->store.distance_unit, 100 * chance);
}

/* The farthest range at which something else may come. */
static void put_range(finding *f, const salvo_question *q, const char *outcome, salvo_arena *memory)
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
    put_only_at(f, q, (size_t)at, outcome, upto[i - 1], chance);
}

static void put_only_with(finding *f, const char *key, const char *value, const char *outcome, double chance)
{
    const held_up_reason reason = {
        .kind = HELD_UP_ONLY_WITH, .only = outcome, .parameter = key, .value = value, .here = 1, .otherwise = chance};
    salvo_text *text = add_reason(f, &reason);

    if (text)
        salvo_text_add(text, "Nothing but %s can come with %s=%s: without it, it is %.2f %%.", outcome, key, value,
                       100 * chance);
}

/* What was given in place of a default, and leaves nothing else. A name says what the question is about, and stays. */
static void put_defaults(finding *f, const salvo_question *q, const char *outcome, salvo_arena *memory)
{
    for (size_t i = 0; i < q->schema->n_parameters; i++) {
        const salvo_parameter *p = &q->schema->parameters[i];
        double chance =
            q->values[i].given && !p->required && p->kind != SALVO_NAME && p->kind != SALVO_LIST && !p->distance
                ? chance_with(q, (int)i, NULL, outcome, memory)
                : NAN;

        if (!(chance < SURELY && chance > 0))
            continue;
        put_only_with(f, p->key, q->values[i].text, outcome, chance);
    }
}

/* A duel asked by its procedure. */
static bool is_duel(const salvo_question *q)
{
    const salvo_duel_adapter *adapter = q->book ? q->book->ruleset->duel : NULL;

    return adapter && strcmp(adapter->procedure, q->procedure->schema.name) == 0;
}

const held_up *held_up_odds(const salvo_question *question, const salvo_answer *answer, salvo_arena *memory)
{
    const salvo_procedure *p = question->procedure;
    finding f = find_in(memory);

    if (!answer->counted)
        return NULL;
    if (is_duel(question))
        return held_up_fight(question, nobody_wins(&answer->odds, question->book->ruleset->duel), memory);
    /* A procedure whose outcomes are numbers computes something, and is as often certain as not. */
    if (answer->odds.n_outcomes != 1 || !p->n_outcomes || (size_t)answer->odds.outcomes[0].outcome >= p->n_outcomes)
        return NULL;
    put_range(&f, question, answer->odds.outcomes[0].label, memory);
    put_defaults(&f, question, answer->odds.outcomes[0].label, memory);
    return keep(&f, memory);
}

/* Many answers. */

/* One outcome alone, the same at all points, is a curve of nothing; the first point says why. Where another value of what
 * is swept would help, the curve itself shows it. */
const held_up *held_up_curve(const salvo_curve *curve)
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
static void put_match(finding *f, const salvo_matrix *x, size_t a, size_t b)
{
    const char *const names[] = {salvo_matrix_name(x, a), salvo_matrix_name(x, b)};
    const size_t units[] = {x->picked.rows[a], x->picked.rows[b]};
    salvo_battle_plan plan = x->plan->battle ? *x->plan->battle : (salvo_battle_plan){.close_to = -1};

    plan.range = x->ranges.at[0];
    for (int s = 0; s < 2; s++)
        plan.army[s].list = salvo_unit_set_id(&x->unit_set, units[s]);
    put_both(f, x->book, &plan, a == b ? LETTERS : names, NULL, x->memory);
}

/* A matrix in which nobody wins anything says why of its first match. */
const held_up *held_up_matrix(const salvo_matrix *x)
{
    finding f = find_in(x->memory);

    for (size_t i = 0; i < x->n_units * x->n_units * x->n_stretches; i++)
        if (is_decided(&x->matches[i]))
            return NULL;
    put_match(&f, x, 0, x->n_units > 1 ? 1 : 0);
    return keep(&f, x->memory);
}
