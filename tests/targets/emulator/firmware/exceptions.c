/* SPDX-License-Identifier: Apache-2.0 */
/* The cycles and the order of exceptions: entry, return, tail-chaining, late arrival, pending. */
#include "firmware.h"
#include <stdbool.h>

/* In timing.S, with the handlers of IRQ 0 and 1. */
void run_timing(void);
void pend_interrupts(uint32_t interrupts);

static uint32_t order;

static void note(uint32_t what)
{
    order = order * 10 + what;
}

void irq31(void)
{
    note(3);
}

void irq20(void)
{
    note(2);
    NVIC_ICPR = 1U << 20;
}

void pend_sv(void)
{
    note(5);
}

void supervisor_call(void)
{
    note(4);
}

static void instructions(void)
{
    run_timing();
}

static void entry_and_return(void)
{
    NVIC_ISER = 1;
    pend_interrupts(1);
}

static void tail_chain(void)
{
    NVIC_ISER = 3;
    pend_interrupts(3);
}

/* Alarm 0 expires within the eight cycles in which IRQ 31's frame is pushed, and is more urgent. */
static void late_arrival(void)
{
    NVIC_IPR(28) = 3U << 30;
    NVIC_ISER = 1U | 1U << 31;
    TIMER_INTE = 1;
    for (uint32_t delay = 0; delay < 40; delay++) {
        TIMER_ALARM0 = TIMER_RAWL + 4;
        for (uint32_t round = 0; round < 60 + delay; round++) {
            __asm__ volatile("");
        }
        pend_interrupts(1U << 31);
    }
}

/* Software can make any interrupt pending, and clear it. */
static void pending(void)
{
    NVIC_ISPR = 1U << 20 | 1U << 31;
    NVIC_ICPR = 1U << 20;
    print_number(NVIC_ISPR == 1U << 31);
    NVIC_ISPR = 1U << 20;
    print_number(NVIC_ISPR == (1U << 20 | 1U << 31));
    mask();
    NVIC_ISER = 1U << 20 | 1U << 31;
    print_number(order);
    unmask();
    print_number(order); /* equal priorities: the lower number first */
    print_number(NVIC_ISPR);
}

static void priorities(void)
{
    NVIC_IPR(28) = 2U << 30;
    NVIC_IPR(20) = 1U << 6;
    SHPR2 = 3U << 30;
    SHPR3 = 3U << 22;
    print_number(NVIC_IPR(28) >> 30);
    NVIC_ISER = 1U << 20 | 1U << 31;
    mask();
    ICSR = PENDSVSET;
    NVIC_ISPR = 1U << 20 | 1U << 31;
    unmask();
    __asm__ volatile("svc 0");
    print_number(order);
}

/* PRIMASK keeps the handler from running, not the processor asleep. */
static void wake_masked(void)
{
    mask();
    NVIC_ISER = 1U << 31;
    SYST_RVR = 999;
    SYST_CVR = 0;
    SYST_CSR = 7;
    wait_for_interrupt();
    print_number(order);
    SYST_CSR = 0;
    ICSR = 1U << 25;
    NVIC_ISPR = 1U << 31;
    wait_for_interrupt();
    print_number(order);
    unmask();
    print_number(order);
}

/* An alarm may come at any cycle of a supervisor call. One of the two is first; both are served. */
static void call_with_interrupt(void)
{
    uint32_t missed = 0;

    NVIC_IPR(0) = 1U << 6;
    SHPR2 = 2U << 30;
    NVIC_ISER = 1;
    TIMER_INTE = 1;
    for (uint32_t delay = 0; delay < 200; delay++) {
        order = 0;
        TIMER_ALARM0 = TIMER_RAWL + 3;
        for (uint32_t round = 0; round < delay; round++) {
            __asm__ volatile("nop");
        }
        __asm__ volatile("svc 0");
        missed += order != 4;
    }
    print_number(missed);
}

const struct firmware_case firmware_cases[] = {
    {"instructions", instructions},
    {"entry-and-return", entry_and_return},
    {"tail-chain", tail_chain},
    {"late-arrival", late_arrival},
    {"pending", pending},
    {"priorities", priorities},
    {"wake-masked", wake_masked},
    {"call-with-interrupt", call_with_interrupt},
    {0, 0},
};
