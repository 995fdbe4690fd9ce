/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For analysers, which read one file at a time: a function that reports a failure returns its status, which is never
 * SALVO_OK. scripts/check includes this file before every file except base/error.c. */
#ifndef SALVO_ANALYSED_H
#define SALVO_ANALYSED_H

#include <salvo/error.h>

#define salvo_fail(err, status, ...)    ((salvo_fail)((err), (status), __VA_ARGS__), (status))
#define salvo_fail_at(err, status, ...) ((salvo_fail_at)((err), (status), __VA_ARGS__), (status))
#define salvo_fail_memory(err)          ((salvo_fail_memory)(err), SALVO_NO_MEMORY)

#endif
