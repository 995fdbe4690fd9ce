/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names as people type them: compared without regard to case, spacing and punctuation, with Roman numerals equal to
 * Arabic ones ("Tiger 1" is "Tiger I"). If a name matches nothing, the nearest ones are found. */
#ifndef SALVO_DATA_NAMES_H
#define SALVO_DATA_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include <salvo/error.h>

enum {
    SALVO_NAME_KEY_MAX = 128,  /* bytes of a name that are compared; longer ones are cut */
    SALVO_NAME_WORDS_MAX = 24, /* words of a name that are compared */
    SALVO_NAMES_LISTED = 20,   /* a list this short is shown whole */
};

/* The words of a name in small letters: as they are spelled, and with Arabic for Roman numerals. */
typedef struct salvo_name_words {
    char bytes[SALVO_NAME_KEY_MAX * 2];
    const char *spelled[SALVO_NAME_WORDS_MAX], *word[SALVO_NAME_WORDS_MAX];
    size_t count;
} salvo_name_words;

/* A typed name, prepared for many comparisons. It contains pointers into itself and must not be copied. */
typedef struct salvo_typed_name {
    const char *text;
    char squeezed[SALVO_NAME_KEY_MAX], joined[SALVO_NAME_KEY_MAX]; /* its letters and digits; those of its words */
    salvo_name_words words;
} salvo_typed_name;

void salvo_name_type(salvo_typed_name *typed, const char *name);

/* Do the same as salvo_name_matches, and as salvo_name_has_words with the typed name as the part. */
bool salvo_typed_matches(const salvo_typed_name *typed, const char *name);
bool salvo_typed_is_part(const salvo_typed_name *typed, const char *whole);

/* Returns whether adjacent words of `whole` are those of `part`: "sherman" in "Sherman M4 A1". As everywhere, blanks do
 * not count: "Ju 87" and "ju-87" are in "JU87 B1", "m4a1" in "Sherman M4 A1". A part of fewer than three letters and
 * digits matches nothing, because it would be in too much. */
bool salvo_name_has_words(const char *whole, const char *part);

/* The same for outcomes, whose names may be numbers or contain some. A minus is no hyphen: "-1" is not "1", and "a+1"
 * is not "a-1". */
int salvo_outcome_matches(const char *a, const char *b);

/* Returns the distance of a typed name from a real one. It is 0 for a match, else the number of slips in the whole name
 * or in one word of it: letters that are wrong, missing, doubled or swapped. */
size_t salvo_name_distance(const char *typed, const char *name);

/* Returns the place in names[0 .. n-1] of the one with the spelling of `typed`, else of the only one that matches it;
 * or -1. */
int salvo_name_among(const char *const *names, size_t n, const char *typed);

/* The same for names in structs: the first pointer is at `names`, the others follow every `stride` bytes. */
int salvo_name_among_at(const void *names, size_t stride, size_t n, const char *typed);

/* Returns whether the text is an id: words of the letters a to z and digits, joined by hyphens. */
bool salvo_is_id(const char *text);

/* Makes the id that the text suggests; "" if nothing of it can be used. */
enum { SALVO_ID_PROPOSAL = 64 };
void salvo_id_propose(char id[SALVO_ID_PROPOSAL], const char *text);

/* Returns whether `typed` may be a slip for one of the names. */
bool salvo_names_near(const char *const *names, size_t n, const char *typed);

/* Removes the "s" at the end of every word that has one: "Panthers" becomes "Panther". Returns false if there is none,
 * or too little room. */
bool salvo_name_singular(char *singular, size_t room, const char *name);

/* Fails with SALVO_BAD_INPUT. The message ends with a clause that helps: "; did you mean 'range'?", else the whole list
 * if it is short ("; there are 'a', 'b' and 'c'"), else that nothing is near. */
salvo_status salvo_names_fail(salvo_error *err, const char *const *names, size_t n, const char *typed,
                              const char *format, ...) SALVO_PRINTF(5, 6);

#endif
