/* The grids of one entry of an appendix. */
#ifndef SALVO_BALANCE_APPENDIX_GRIDS_H
#define SALVO_BALANCE_APPENDIX_GRIDS_H

#include <salvo/appendix.h>

#include "balance/appendix_document.h"

/* Answers the wish (of kind TABLE or DUELS), which is entry `at` of the list at `path`; errors say where they stand. */
salvo_status appendix_grids_make(salvo_appendix *appendix, size_t at, const appendix_wish *wish, const char *path,
                                 const salvo_approach *approach, salvo_error *err);

#endif
