/* SPDX-License-Identifier: Apache-2.0 */
/* The second core of the SSE-200 (AN521): its start, and the message handling unit by which a core
 * interrupts another one.
 *
 * Source: Arm 101104 (SSE-200), 3.3 (CPUWAIT, INITSVTOR1) and 3.5 (MHU); Arm DAI 0521 (AN521). */
#include "board.h"
#include "port.h"

#define INITSVTOR1 (*(volatile uint32_t *)0x50021114U)
#define CPUWAIT (*(volatile uint32_t *)0x50021118U)
enum { WAITS_1 = 1 << 1 };

struct mhu_of_core {
    volatile uint32_t status;
    volatile uint32_t set;
    volatile uint32_t clear;
    uint32_t reserved;
};

#define MHU ((struct mhu_of_core *)0x50003000U) /* for each core */
enum { MHU_IRQ = 6 };

void lm_port_start_core(unsigned core)
{
    (void)core;
    INITSVTOR1 = (uintptr_t)board_second_vectors;
    board_order_memory();
    CPUWAIT &= ~(uint32_t)WAITS_1;
}

enum lm_status lm_port_interrupt_core(unsigned core, lm_lock_key key)
{
    board_order_memory();
    MHU[core].set = 1;
    lm_port_unlock(key);
    return LM_OK;
}

void lm_port_attach_core(void)
{
    board_interrupt_enable(MHU_IRQ, LM_BOARD_ALARM_URGENCY);
}

void board_cores_handler(void)
{
    MHU[lm_port_core()].clear = 1;
    board_order_memory();
    lm_cores_serve();
}
