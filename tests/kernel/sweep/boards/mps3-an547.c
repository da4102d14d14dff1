/* SPDX-License-Identifier: Apache-2.0 */
/* The trigger on the MPS3 with AN547: SysTick, which counts at 32 MHz, as the processor, with 64 ns
 * for each instruction. The timers of the subsystem take only every fourth tick in QEMU (sse.h of
 * the board): some instructions would be left out.
 *
 * Source: Armv8-M Architecture Reference Manual (DDI 0553), D1.2 (SYST_CSR, SHPR3, ICSR).
 */
#include "board.h"
#include "board_stamp.h"
#include "sweep.h"

struct systick {
    volatile uint32_t control;
    volatile uint32_t reload;
    volatile uint32_t value;
};

#define SYSTICK ((struct systick *)0xE000E010U)
#define ICSR (*(volatile uint32_t *)0xE000ED04U)
#define SYSTICK_PRIORITY (*(volatile uint8_t *)0xE000ED23U)

enum { OFF = 0, RUNS_WITH_INTERRUPT = 1 << 0 | 1 << 1 | 1 << 2, CLEAR_PENDING = 1 << 25 };

const uint32_t trigger_ticks = 2048;

static uint32_t start;

void SysTick_Handler(void);

/* The entry in the vector table, in place of the interrupt of a timer; lr stays EXC_RETURN. */
__attribute__((naked)) void SysTick_Handler(void)
{
    __asm__ volatile("b board_timer_handler");
}

void trigger_prepare(unsigned urgency)
{
    trigger_clear();
    SYSTICK_PRIORITY = (uint8_t)board_priority(urgency);
}

/* A period begins with the next tick, and has one more than the register says. */
void trigger_set(uint32_t ticks)
{
    SYSTICK->control = OFF;
    ICSR = CLEAR_PENDING;
    SYSTICK->reload = ticks;
    SYSTICK->value = 0;
    start = lm_port_stamp();
    SYSTICK->control = RUNS_WITH_INTERRUPT;
}

void trigger_clear(void)
{
    SYSTICK->control = OFF;
    ICSR = CLEAR_PENDING;
}

uint32_t trigger_elapsed(void)
{
    return lm_port_stamp() - start;
}
