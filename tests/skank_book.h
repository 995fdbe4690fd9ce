/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Skank once more, straight from the book: its tables typed again and its rules written again, in chances instead of
 * dice, without a line of the library's. */
#ifndef SALVO_TESTS_SKANK_BOOK_H
#define SALVO_TESTS_SKANK_BOOK_H

#include <stdbool.h>
#include <stddef.h>

#include "support.h"

/* An answer as it should be. */

enum { LABELS_MAX = 128, MEANS_MAX = 8 };

typedef struct expected {
    struct {
        char label[32];
        mpq_t p;
    } outcome[LABELS_MAX];
    struct {
        const char *name;
        mpq_t value;
    } mean[MEANS_MAX];
    size_t n, n_means;
} expected;

void expected_free(expected *e);
void expect_chance(expected *e, const char *label, mpq_srcptr p); /* adds to the label */
void expect_mean(expected *e, const char *name, mpq_srcptr value);
void expect_ratio(expected *e, const char *label, long over, unsigned long under);
void expect_mean_ratio(expected *e, const char *name, long over, unsigned long under);

/* Asks and compares: every outcome and every mean, and nothing besides. Frees `e`. */
void check_answer(const salvo_rulebook *book, const char *procedure, const char *words, expected *e);

/* n over k, and p^k (1-p)^(n-k) times that, for p = faces/10. */
void binomial(mpq_ptr to, int n, int k, int faces);

/* Tables. */

typedef struct figure {
    const char *id;
    int ability, bonus, attacks, wounds, row; /* of the melee table */
} figure;
enum { N_FIGURES = 6 };
extern const figure FIGURES[N_FIGURES];

typedef struct vehicle {
    const char *id;
    int rating;
    bool large, engine_disarms;
    int tires;          /* 0: tracks */
    const char *damage; /* ten letters: w c k e g b t s */
} vehicle;
enum { N_VEHICLES = 5 };
extern const vehicle VEHICLES[N_VEHICLES];

typedef struct arm {
    const char *id;
    int rating, range, hit, damage, shots, cap; /* cap 99: anything */
    bool direct, indirect;
} arm;
enum { N_ARMS = 25 };
extern const arm ARMS[N_ARMS];

const figure *figure_of(const char *id);
const vehicle *vehicle_of(const char *id);
const arm *arm_of(const char *id);

/* The melee table; 0 for N. */
extern const int MELEE[5][5];
extern const int PSIONIC[9]; /* by rating */

int least(int a, int b);
int most(int a, int b);
int faces(int number, int modifier); /* good ones of ten */

/* The number of the fire chart; -99 when there may be no shot. `k` of a descending star counts 0, -1, -2. */
enum { NO_SHOT = -99 };
int chart(bool shooter_moves, bool target_moves, double range, bool descending);

/* Damage of vehicles. */

/* What a damage roll does, as bits; WRECKED alone when it destroys. */
enum { STOPPED = 1, SILENCED = 2, BRAKELESS = 4, TRACKLESS = 8, WRECKED = 16 };

/* The letter of a modified roll, and what it stands for. */
char letter(const vehicle *v, int roll);
const char *label_of_letter(char c);
int bits(const vehicle *v, char c);
const char *state_label(int suffered);

/* The chance of each set of damage (index: bits, or WRECKED) after n shots of which `faces` of ten hit, each hit a damage
 * roll with `modifier`, or destruction. By what never happened: of n shots none did more than S with (chance of one)^n. */
typedef struct harm {
    mpq_t p[WRECKED + 1];
} harm;
void harm_init(harm *h);
void harm_free(harm *h);
void harm_of(harm *h, const vehicle *v, int n, int faces, bool effective, bool destroys, int modifier);

/* Areas. */

/* What a burst does at a distance: chance in tenths that it has any effect, and the effect. */
typedef struct blast {
    int tenths;     /* of ten */
    bool effective; /* there is one at all */
    bool kills;     /* destroys; else a normal hit */
} blast;

/* `radius` and `save` are of the satchel charge. */
blast blast_at(const char *arm, double distance, bool is_figure, int rating, int bonus, int ability, bool indoors,
               double radius, bool save);

#endif
