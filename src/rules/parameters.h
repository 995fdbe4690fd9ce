/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Macros that describe parameters, so that the parameters of all rulebooks read alike. The arguments after the last
 * named one are further members of the parameter, in most cases INTO: FLAG("moving", "the firer moved", INTO(struct
 * shot, moving)). */
#ifndef SALVO_RULES_PARAMETERS_H
#define SALVO_RULES_PARAMETERS_H

#include <math.h>

#include <salvo/rules.h>

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* Two members of a description: the array and its length, such as .outcomes = WORDS, .n_outcomes = 3. */
#define ALL_OF(member, array) .member = array, .n_##member = COUNT_OF(array)

/* Two members of a schema: the struct that receives its values, and the place of the ruleset's tables in it. */
#define SITUATION(type, tables_) .situation_size = sizeof(type), .tables = SALVO_PLACE(type, tables_)

/* clang-format off */
#define INTO(type, member) .into = SALVO_PLACE(type, member)

#define FLAG(name, words, ...) {.key = name, .help = words, .kind = SALVO_FLAG, .fallback = "no", __VA_ARGS__}
#define FLAG_YES(name, words, ...) {.key = name, .help = words, .kind = SALVO_FLAG, .fallback = "yes", __VA_ARGS__}

/* Here and below, `otherwise` is the default; NULL: there is none. */
#define CHOICE(name, words, list, otherwise, ...) \
    {.key = name, .help = words, .kind = SALVO_CHOICE, .choices = list, .fallback = otherwise, __VA_ARGS__}

#define WHOLE(name, words, least, most, otherwise, ...) \
    {.key = name, .help = words, .kind = SALVO_INTEGER, .min = least, .max = most, .fallback = otherwise, __VA_ARGS__}

#define DECIMAL(name, words, least, most, otherwise, ...) \
    {.key = name, .help = words, .kind = SALVO_DECIMAL, .min = least, .max = most, .fallback = otherwise, __VA_ARGS__}

/* The .phrases of a flag for movement. */
extern const char *const SALVO_MOVING_PHRASES[];

#define ROW(name, words, of, otherwise, ...) \
    {.key = name, .help = words, .kind = SALVO_NAME, .table = of, .fallback = otherwise, __VA_ARGS__}
#define ROW_REQUIRED(name, words, of, ...) \
    {.key = name, .help = words, .kind = SALVO_NAME, .table = of, .required = true, __VA_ARGS__}
/* clang-format on */

#endif
