/* SPDX-License-Identifier: Apache-2.0 */
/* The trigger on QEMU virt: the alarm of the real-time clock. It counts nanoseconds of virtual
 * time, with `-rtc clock=vm` in tools/src/limen/run/target.py, so that it can come at each
 * instruction. mtime counts 100 ns, which are more than an instruction takes. No driver uses the
 * source of the UART here.
 *
 * Source: QEMU, docs/system/riscv/virt.rst; the registers are those of the "goldfish" platform of
 * Android.
 */
#include "board.h"
#include "sweep.h"
#include "uart.h"

struct clock {
    volatile uint32_t time_low; /* reading it keeps the upper half */
    volatile uint32_t time_high;
    volatile uint32_t alarm_low; /* writing it sets the alarm */
    volatile uint32_t alarm_high;
    volatile uint32_t interrupt_enabled;
    volatile uint32_t clear_alarm;
    volatile uint32_t alarm_status;
    volatile uint32_t clear_interrupt;
};

#define CLOCK ((struct clock *)0x00101000U)

enum { CLOCK_INTERRUPT = 11, NS = 64 };

const uint32_t trigger_ticks = 1000 * NS;

static uint64_t start;
static enum place interrupted;
static uintptr_t address;

void __wrap_board_external_interrupt(void);

static uint64_t now_ns(void)
{
    uint32_t low = CLOCK->time_low;

    return (uint64_t)CLOCK->time_high << 32 | low;
}

static void serve(unsigned source)
{
    (void)source;
    PLIC_CLAIM = CLOCK_INTERRUPT; /* complete */
    trigger_taken(interrupted, address);
}

/* Replaces the board's function: with interrupts off, mepc is the interrupted instruction. */
void __wrap_board_external_interrupt(void)
{
    if (PLIC_CLAIM == CLOCK_INTERRUPT) {
        unsigned urgency = board_served_urgency();

        interrupted = urgency == BOARD_NOTHING_SERVED ? IN_THREAD : IN_OTHER_INTERRUPT;
        interrupted = urgency == HANDLER_URGENCY ? IN_HANDLER : interrupted;
        __asm__ volatile("csrr %0, mepc" : "=r"(address));
        CLOCK->clear_interrupt = 1;
        board_source_pend(BOARD_SOURCE_UART);
    }
}

void trigger_prepare(unsigned urgency)
{
    CLOCK->interrupt_enabled = 1;
    board_source_attach(BOARD_SOURCE_UART, urgency, serve);
    PLIC_PRIORITY[CLOCK_INTERRUPT] = 1;
    PLIC_ENABLE = 1U << CLOCK_INTERRUPT;
    board_machine_interrupt_enable(BOARD_MACHINE_EXTERNAL);
}

void trigger_set(uint32_t ticks)
{
    start = now_ns();
    uint64_t alarm = start + ticks;

    CLOCK->alarm_high = (uint32_t)(alarm >> 32);
    CLOCK->alarm_low = (uint32_t)alarm;
}

void trigger_clear(void)
{
    CLOCK->clear_alarm = 1;
    CLOCK->clear_interrupt = 1;
}

uint32_t trigger_elapsed(void)
{
    return (uint32_t)(now_ns() - start);
}
