/* SPDX-License-Identifier: Apache-2.0 */
/* The start of the other cores, for interfaces whose programs do not do it themselves. */
#include "core/link.h"
#include "limen_layer.h"
#include <limen/cores.h>

#pragma weak lm_layer_prepare_core

static void prepare(void)
{
    lm_slices_in(lm_layer_tick);
    if (LM_IS_LINKED(lm_layer_prepare_core)) {
        lm_layer_prepare_core(lm_core_self());
    }
}

void lm_layer_start_cores(void)
{
    for (unsigned core = 1; core < LM_CORES; core++) {
        (void)lm_core_start(core, prepare);
    }
}
