/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For analysers, which look at one file at a time: whatever tells a failure returns its status, and not possibly SALVO_OK.
 * scripts/check includes it before every file but base/error.c. */
#ifndef SALVO_ANALYSED_H
#define SALVO_ANALYSED_H

#include <salvo/error.h>

#define salvo_fail(err, status, ...)    ((salvo_fail)((err), (status), __VA_ARGS__), (status))
#define salvo_fail_at(err, status, ...) ((salvo_fail_at)((err), (status), __VA_ARGS__), (status))
#define salvo_fail_memory(err)          ((salvo_fail_memory)(err), SALVO_NO_MEMORY)

#endif
