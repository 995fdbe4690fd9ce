/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lists of one entry of an appendix: record cards, or a table of the data. */
#ifndef SALVO_APPENDIX_LISTS_H
#define SALVO_APPENDIX_LISTS_H

#include <salvo/appendix.h>

#include "appendix/document.h"

/* Fills the lists of the wish (of kind CARDS or DATA), which is entry `at` of the list `source`. With `asks_only` cards
 * are drawn and checked, but not listed. */
salvo_status appendix_cards_make(salvo_appendix *appendix, size_t at, const appendix_wish *wish,
                                 const salvo_yaml *source, bool asks_only, salvo_error *err);
salvo_status appendix_data_make(salvo_appendix *appendix, size_t at, const appendix_wish *wish,
                                const salvo_yaml *source, salvo_error *err);

#endif
