/* SPDX-License-Identifier: Apache-2.0 */
/* ThreadX applications on the host: unused memory, and the clock. */
#include "limen.h"
#include <limen_host.h>

#ifndef TX_LIMEN_FREE_MEMORY
#define TX_LIMEN_FREE_MEMORY (8U * 1024U * 1024U)
#endif

VOID *tx_limen_unused_memory(VOID)
{
    static UCHAR memory[TX_LIMEN_FREE_MEMORY] __attribute__((aligned(16)));

    return memory;
}

/* Applications also wait for ticks in loops. The environment variable LIMEN_CLOCK takes
 * precedence. Several cores are simulated, in virtual time, with which other interfaces begin,
 * too. */
VOID tx_limen_port_begin(VOID)
{
    if (LM_LAYER_STATE == LM_LAYER_INACTIVE) {
        (void)lm_host_set_clock(LM_CORES_OR("virtual", "real"));
    }
}
