/* SPDX-License-Identifier: Apache-2.0 */
/* The core that a mask of cores means. */
#ifndef LIMEN_OS_AFFINITY_H
#define LIMEN_OS_AFFINITY_H

#include "os.h"

/* The lowest core of the mask; that of the caller if the mask is 0; LM_CORES if it is none that
 * exists. */
static inline unsigned os_lowest_core(uint32_t mask)
{
    unsigned core = 0;

    if (mask == 0) {
        return lm_core_self();
    }
    while (core < LM_CORES && (mask >> core & 1U) == 0) {
        core++;
    }
    return core;
}

/* Set the core of a thread that is to be created. Returns: whether the core exists. With one core
 * masks have no effect. */
static inline bool os_set_core(struct lm_thread_config *config, const osThreadAttr_t *attr)
{
    unsigned core = LM_CORES > 1 && attr != NULL ? os_lowest_core(attr->affinity_mask) : 0;

    (void)config;
    LM_IF_CORES(config->on_core = (uint8_t)(core + 1));
    return core < LM_CORES;
}

#endif
