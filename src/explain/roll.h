/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A roll explained: it is thrown once, and its effects are its outcomes with their gains. */
#ifndef SALVO_EXPLAIN_ROLL_H
#define SALVO_EXPLAIN_ROLL_H

#include <salvo/explain.h>

/* Fills in the throw and the outcomes, in fractions. */
salvo_status roll_explain(salvo_explanation *e, salvo_error *err);

#endif
