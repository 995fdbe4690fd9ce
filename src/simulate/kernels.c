/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the kernels, and selects the one that runs here: the only place that asks the processor. */
#include <stddef.h>

#include "data/names.h"
#include "simulate/kernel.h"

extern const kernel KERNEL_PORTABLE;
#ifdef SALVO_X86
extern const kernel KERNEL_AVX2, KERNEL_AVX512, KERNEL_AVX512_VBMI;
#endif

/* The widest first: the first that runs here is taken. */
static const kernel *const KERNELS[] = {
#ifdef SALVO_X86
    &KERNEL_AVX512_VBMI,
    &KERNEL_AVX512,
    &KERNEL_AVX2,
#endif
    &KERNEL_PORTABLE,
};

enum { N_KERNELS = sizeof KERNELS / sizeof *KERNELS };

size_t kernels_here(const kernel *here[KERNELS_MAX])
{
    size_t n = 0;

    for (size_t i = 0; i < N_KERNELS; i++)
        if (KERNELS[i]->runs_here())
            here[n++] = KERNELS[i];
    return n;
}

/* A name that exists but does not run here is refused like an unknown one; the message lists those that run. */
salvo_status kernel_find(const char *isa, const kernel **found, salvo_error *err)
{
    const kernel *here[KERNELS_MAX] = {NULL};
    const char *names[KERNELS_MAX + 1] = {"auto"};
    size_t n = kernels_here(here);

    *found = here[0]; /* here[0] exists, because the portable kernel runs everywhere */
    if (!isa || salvo_name_matches(isa, "auto"))
        return SALVO_OK;
    for (size_t i = 0; i < n; i++) {
        names[i + 1] = here[i]->name;
        *found = here[i];
        if (salvo_name_matches(isa, here[i]->name))
            return SALVO_OK;
    }
    return salvo_names_fail(err, names, n + 1, isa, "this machine has no instruction set '%s'", isa);
}
