/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cards are drawn from a shuffled deck one by one. Each remaining card is equally likely, so a draw is a die with a
 * face for each of them, a's first. ROOKIE-18 and ROOKIE-19, the deck of the sequence of play. */
#include "rules/rookie/cards.h"

#include "rules/rookie/data.h"

enum { CARDS_MAX = 100 }; /* for each side: a die has at most 255 faces */

struct deck {
    int a_cards, b_cards, a_nth, b_nth;
};

/* clang-format off */
#define CARDS(least) \
    WHOLE("a-cards", "a's cards in the deck", least, CARDS_MAX, "5", INTO(struct deck, a_cards)), \
    WHOLE("b-cards", "b's cards in the deck", least, CARDS_MAX, "5", INTO(struct deck, b_cards))
/* clang-format on */

struct state {
    uint8_t a_left, b_left;
    uint8_t a_found, b_found; /* the two cards of the question have been drawn ... */
    uint8_t b_first;          /* ... b's before a's */
};

static void start(const void *situation, void *state)
{
    const struct deck *d = situation;

    *(struct state *)state = (struct state){.a_left = (uint8_t)d->a_cards, .b_left = (uint8_t)d->b_cards};
}

/* A deck never runs out within a question: each ends at the latest with the last card of its question. */
static void draw_dice(const void *situation, const void *state, salvo_dice *dice)
{
    const struct state *s = state;

    (void)situation;
    *dice = salvo_dice_of(1, s->a_left + s->b_left);
}

/* Takes the card from the deck; returns true if it is a's. */
static bool draw(struct state *s, const uint8_t *faces)
{
    bool is_a = faces[0] <= s->a_left;

    if (is_a)
        s->a_left--;
    else
        s->b_left--;
    return is_a;
}

enum { A_POSITION, B_POSITION };
enum { A_FIRST, B_FIRST };

/* Both sides' cards are shuffled into one deck, and a card lets its side activate a unit. */
static const salvo_parameter ACTIVATION[] = {
    CARDS(1),
    WHOLE("a-nth", "the number of a's activation", 1, CARDS_MAX, "1", INTO(struct deck, a_nth)),
    WHOLE("b-nth", "the number of b's activation", 1, CARDS_MAX, "1", INTO(struct deck, b_nth)),
};
static const char *const FIRSTS[] = {[A_FIRST] = "a-first", [B_FIRST] = "b-first"};
static const salvo_expectation ACTIVATION_EXPECTATIONS[] = {
    [A_POSITION] = {.name = "a-position", .help = "mean place of a's card in the deck"},
    [B_POSITION] = {.name = "b-position", .help = "mean place of b's card in the deck"},
};

static salvo_status check_nth(const char *side, int nth, int cards, salvo_error *err)
{
    if (nth <= cards)
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT, "%s-nth=%d: %s has %d cards, and no activation after them", side, nth, side,
                      cards);
}

static salvo_status prepare_activation(const void *tables, void *situation, salvo_error *err)
{
    const struct deck *d = situation;
    salvo_status status = check_nth("a", d->a_nth, d->a_cards, err);

    (void)tables;
    return status == SALVO_OK ? check_nth("b", d->b_nth, d->b_cards, err) : status;
}

/* The k-th activation of a side is its k-th card; further cards are ignored (K10), so more cards than units are the
 * same question. */
static int activation_outcome(const void *situation, const void *state)
{
    const struct state *s = state;

    (void)situation;
    if (!s->a_found || !s->b_found)
        return SALVO_CONTINUES;
    return s->b_first ? B_FIRST : A_FIRST;
}

/* Drawing goes on until both cards are drawn, because the answer includes their places. A place in the deck is the
 * number of draws up to it, so each draw counts for every card not yet drawn. At the end the rest of the deck is set to
 * nothing, so that all ways to the same answer are one state. */
static bool activation_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct deck *d = situation;
    struct state *s = state;

    gain[A_POSITION] += !s->a_found;
    gain[B_POSITION] += !s->b_found;
    if (draw(s, faces)) {
        s->a_found = s->a_found || d->a_cards - s->a_left == d->a_nth;
    } else if (!s->b_found && d->b_cards - s->b_left == d->b_nth) {
        s->b_found = 1;
        s->b_first = !s->a_found;
    }
    if (s->a_found && s->b_found) /* the rest of the deck does not matter */
        s->a_left = s->b_left = 0;
    return false;
}

static const salvo_state_field ACTIVATION_TOLD[] = {
    SALVO_STATE_FIELD("a's cards left", struct state, a_left),
    SALVO_STATE_FIELD("b's cards left", struct state, b_left),
    {NULL, 0, 0},
};

static const salvo_chain ACTIVATION_CHAIN = {.state_size = sizeof(struct state),
                                             .start = start,
                                             .outcome = activation_outcome,
                                             .dice = draw_dice,
                                             .step = activation_step,
                                             .throw_name = "a card",
                                             .fields = ACTIVATION_TOLD};

const salvo_procedure ROOKIE_ACTIVATION = {
    .id = "ROOKIE-18",
    .schema = {.name = "rookie.activation",
               ALL_OF(parameters, ACTIVATION),
               .situation_size = sizeof(struct deck),
               .prepare = prepare_activation},
    .documentation = {.chapter = "Sequence of play",
                      .title = "whether a's card comes before b's",
                      .section = "To Begin With, The Sequence of the Game",
                      .rulings = "K10"},
    ALL_OF(expectations, ACTIVATION_EXPECTATIONS),
    ALL_OF(outcomes, FIRSTS),
    .chain = &ACTIVATION_CHAIN,
};

enum { RUN };

/* The answer is how many units of a act before the enemy can act at all. */
static const salvo_parameter OPENING_RUN[] = {CARDS(0)};
static const salvo_expectation RUN_EXPECTATIONS[] = {
    [RUN] = {.name = "run", .help = "mean number of a's cards before b's first"}};

/* The run ends with b's first card, or with a's last. */
static int run_outcome(const void *situation, const void *state)
{
    const struct deck *d = situation;
    const struct state *s = state;

    return s->b_found || s->a_left == 0 ? d->a_cards - s->a_left : SALVO_CONTINUES;
}

/* The first card of the other side ends the run, and later cards make no difference. */
static bool run_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    struct state *s = state;

    (void)situation;
    if (draw(s, faces))
        gain[RUN]++;
    else
        s->b_found = 1;
    return false;
}

static const salvo_state_field RUN_TOLD[] = {
    SALVO_STATE_FIELD("a's cards left", struct state, a_left),
    SALVO_STATE_FIELD("b's cards left", struct state, b_left),
    {NULL, 0, 0},
};

static const salvo_chain RUN_CHAIN = {.state_size = sizeof(struct state),
                                      .start = start,
                                      .outcome = run_outcome,
                                      .dice = draw_dice,
                                      .step = run_step,
                                      .throw_name = "a card",
                                      .fields = RUN_TOLD};

const salvo_procedure ROOKIE_OPENING_RUN = {
    .id = "ROOKIE-19",
    .schema = {.name = "rookie.opening-run", ALL_OF(parameters, OPENING_RUN), .situation_size = sizeof(struct deck)},
    .documentation = {.chapter = "Sequence of play",
                      .title = "how many of a's cards come before b's first",
                      .section = "To Begin With, The Sequence of the Game",
                      .rulings = "K10"},
    ALL_OF(expectations, RUN_EXPECTATIONS),
    .outcomes_help = "0, 1, ... a-cards",
    .chain = &RUN_CHAIN,
};
