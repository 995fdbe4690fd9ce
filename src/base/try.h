/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a function passes a failure on. */
#ifndef SALVO_BASE_TRY_H
#define SALVO_BASE_TRY_H

#include <salvo/error.h>

/* Returns the status of the call from the calling function, unless it is SALVO_OK. For functions that have nothing to
 * free; others keep the status and go on to their last line. */
#define TRY(call)                                \
    do {                                         \
        const salvo_status salvo_tried = (call); \
                                                 \
        if (salvo_tried != SALVO_OK)             \
            return salvo_tried;                  \
    } while (0)

#endif
