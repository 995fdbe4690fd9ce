/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The grids of one entry of an appendix. */
#ifndef SALVO_APPENDIX_GRIDS_H
#define SALVO_APPENDIX_GRIDS_H

#include <salvo/appendix.h>

#include "appendix/document.h"

/* Answers the wish (of kind TABLE or DUELS), which is entry `at` of the list `source`; errors have their place in it.
 * With `asks_only`, questions are answered only if nothing else shows what is possible; the cells are then useless. */
salvo_status appendix_grids_make(salvo_appendix *appendix, size_t at, const appendix_wish *wish,
                                 const salvo_yaml *source, const salvo_approach *approach, bool asks_only,
                                 salvo_error *err);

#endif
