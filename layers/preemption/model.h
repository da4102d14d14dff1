/* SPDX-License-Identifier: Apache-2.0 */
/* The preemption model in force: the build's, or if that leaves it open, the kernel's. */
#ifndef LIMEN_MODEL_H
#define LIMEN_MODEL_H

#include "core/kernel.h"
#include <limen/section.h>

/* LM_MODEL, from the build, is LM_MODEL_OPEN or an enum lm_model. */
enum { LM_MODEL_OPEN = -1 };

static inline enum lm_model lm_model(const struct lm_kernel *kernel)
{
    return (int)LM_MODEL != (int)LM_MODEL_OPEN ? (enum lm_model)LM_MODEL
                                               : (enum lm_model)kernel->model;
}

#endif
