/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Suppression fire (SKANK-04) and two weapons that suppress each other (SKANK-05). A figure is suppressed if its test
 * of ability fails; vehicles cannot be. */
#include "rules/skank/basics.h"
#include "rules/skank/procedures.h"
#include "rules/skank/tries.h"
#include "rules/skank/words.h"

enum { TARGETS_MAX = 50 };

struct suppression {
    struct skank_tries tries; /* first: the chain's situation */
    int weapon;               /* row */
    struct skank_tester target;
    bool building;
};

/* clang-format off */
static const salvo_parameter SUPPRESSION[] = {
    SKANK_WEAPON("suppression", "light-mg", "the weapon that suppresses", INTO(struct suppression, weapon)),
    SKANK_TESTER(struct suppression, target, "target", "the targets",
                 "ability of the targets, in place of the troop's"),
    WHOLE("targets", "figures in the area", 1, TARGETS_MAX, "1", INTO(struct suppression, tries.tries)),
    FLAG("building", "the targets are inside a building", INTO(struct suppression, building)),
    SKANK_MODIFIER("modifier", "added to the ability roll", INTO(struct suppression, target.modifier)),
};
/* clang-format on */

static const salvo_expectation SUPPRESSION_EXPECTATIONS[] = {
    {.name = "suppressed", .help = "mean number of figures suppressed"}};

/* Submachine guns and assault rifles suppress only by burning the clip: one die for the whole area must show 5 or less,
 * without modifiers (R12). A building makes the test easier. */
static void derive_suppression(const void *tables, void *situation)
{
    const struct skank_tables *t = tables;
    struct suppression *s = situation;
    int building = s->building ? t->modifier[MODIFIER_SUPPRESSED_BUILDING] : 0;

    s->tries.gate = t->value[CLIP_SUPPRESSION];
    s->tries.gated = t->weapons[s->weapon].clip;
    s->tries.n_dice = 1;
    s->tries.over[0] = skank_ability_faces(t, &s->target, building);
}

const salvo_procedure SKANK_SUPPRESSION = {
    .id = "SKANK-04",
    .schema = {.name = "skank.suppression",
               ALL_OF(parameters, SUPPRESSION),
               .situation_size = sizeof(struct suppression),
               .derive = derive_suppression},
    .documentation = {.chapter = "Fire phase",
                      .title = "how many figures of an area are suppressed",
                      .section = "Fire Phase: Suppression Fire, Burning the Clip",
                      .rulings = "R3 R12"},
    ALL_OF(expectations, SUPPRESSION_EXPECTATIONS),
    .outcomes_help = "figures suppressed 0, 1, ... targets",
    .chain = &SKANK_TRIES,
};

enum ties { TIES_REROLL, TIES_BOTH, TIES_NEITHER };

static const char *const TIES_CHOICES[] = {
    [TIES_REROLL] = "reroll", [TIES_BOTH] = "both", [TIES_NEITHER] = "neither", NULL};

struct contest {
    struct skank_roll_off off; /* first: the chain's situation */
    enum ties ties;
};

/* Two weapons that suppress each other roll against each other, and the lower die wins. */
static const salvo_parameter CONTEST[] = {
    CHOICE("ties", "the effect of equal dice", TIES_CHOICES, "reroll", INTO(struct contest, ties)),
};

enum { A_SUPPRESSED, B_SUPPRESSED, BOTH_SUPPRESSED, NEITHER, N_CONTEST_OUTCOMES };

static const char *const CONTEST_OUTCOMES[N_CONTEST_OUTCOMES] = {[A_SUPPRESSED] = "a-suppressed",
                                                                 [B_SUPPRESSED] = "b-suppressed",
                                                                 [BOTH_SUPPRESSED] = "both-suppressed",
                                                                 [NEITHER] = "neither"};

/* The lower die suppresses the other side. Equal dice are rolled again by default (R13). */
static void derive_contest(const void *tables, void *situation)
{
    static const int OF_TIES[] = {[TIES_REROLL] = ROLL_AGAIN, [TIES_BOTH] = BOTH_SUPPRESSED, [TIES_NEITHER] = NEITHER};
    struct contest *c = situation;

    (void)tables;
    c->off = (struct skank_roll_off){.a_lower = B_SUPPRESSED, .b_lower = A_SUPPRESSED, .tie = OF_TIES[c->ties]};
}

const salvo_procedure SKANK_SUPPRESSION_CONTEST = {
    .id = "SKANK-05",
    .schema = {.name = "skank.suppression-contest",
               ALL_OF(parameters, CONTEST),
               .situation_size = sizeof(struct contest),
               .derive = derive_contest},
    .documentation = {.chapter = "Fire phase",
                      .title = "two weapons suppress each other",
                      .section = "Fire Phase: Suppression Fire",
                      .rulings = "R13"},
    ALL_OF(outcomes, CONTEST_OUTCOMES),
    .chain = &SKANK_ROLL_OFF,
};
