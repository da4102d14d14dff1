/* SPDX-License-Identifier: Apache-2.0 */
/* The system counter and the system timers of the subsystem SSE-300: 64 bits at 32 MHz.
 *
 * In QEMU, an instant that is not a multiple of 4 ticks, which are 125 ns, ends the emulation: the
 * timer expires in the nanosecond before and is set again for the same one, for ever. So a timer is
 * up to 3 ticks late.
 *
 * Source: Arm 101773 (SSE-300), system counter and system timer.
 */
#ifndef LIMEN_BOARD_SSE_H
#define LIMEN_BOARD_SSE_H

#include <stdint.h>

struct sse_counter {
    volatile uint32_t control;
    volatile uint32_t status;
    volatile uint32_t low; /* written only while the counter stands still */
    volatile uint32_t high;
};

struct sse_timer {
    volatile uint32_t now_low;
    volatile uint32_t now_high;
    uint32_t unused[6];
    volatile uint32_t instant_low;
    volatile uint32_t instant_high;
    volatile uint32_t ticks_left;
    volatile uint32_t control;
};

#define SSE_COUNTER ((struct sse_counter *)0x58100000U)
#define SSE_TIMER0 ((struct sse_timer *)0x58000000U)
#define SSE_TIMER1 ((struct sse_timer *)0x58001000U)

enum { SSE_OFF = 0, SSE_ON = 1, SSE_GRAIN = 4 };

static inline uint64_t sse_rounded(uint64_t instant)
{
    return (instant + SSE_GRAIN - 1) / SSE_GRAIN * SSE_GRAIN;
}

/* Interrupt at an instant, or at once if it has passed. */
static inline void sse_timer_set(struct sse_timer *timer, uint64_t instant)
{
    uint64_t rounded = sse_rounded(instant);

    timer->control = SSE_OFF;
    timer->instant_low = (uint32_t)rounded;
    timer->instant_high = (uint32_t)(rounded >> 32);
    timer->control = SSE_ON;
}

#endif
