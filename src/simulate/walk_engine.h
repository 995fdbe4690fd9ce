/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine of tables: a question compiled as a program, which the kernels walk. */
#ifndef SALVO_SIMULATE_WALK_ENGINE_H
#define SALVO_SIMULATE_WALK_ENGINE_H

#include "simulate/engine.h"
#include "simulate/program.h"
#include "simulate/turns.h"

typedef struct walk_engine {
    program program;
    turns turns; /* the program's, as far as the plan asks for them */
    const kernel *kernel;
} walk_engine;

static inline const walk_engine *walk_engine_of(const engine *e)
{
    return e->own;
}

#endif
