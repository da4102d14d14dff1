/* SPDX-License-Identifier: Apache-2.0 */
/* The three interrupts of a hart in machine mode, and the lines of limen/board.h. riscv.h explains
 * sources.
 *
 * A source that is less urgent than the one being served stays pending. The loop that serves the
 * more urgent source finds it afterwards. Pending sources are bits of one word, ordered by urgency
 * and then by source: the lowest bit is the most urgent source.
 *
 * Source: The RISC-V Instruction Set Manual, Volume II: Privileged Architecture, 3.1.9 (mip, mie)
 * and 3.1.15 (mcause).
 */
#include "board.h"
#include "port.h"
#include <limen/kernel.h>

enum {
    CAUSE_MASK = 0xFF,
    RANKS_OF_URGENCY = 8,
    ALL_RANKS = RANKS_OF_URGENCY * BOARD_NOTHING_SERVED
};
_Static_assert((int)BOARD_SOURCES <= (int)RANKS_OF_URGENCY && (int)ALL_RANKS <= 32, "one word");

#define MSIP (*(volatile uint32_t *)BOARD_OF_THIS_HART(BOARD_MSIP, 4))

static LM_PORT_INSTANCE struct {
    void (*serve)(unsigned source);
    uint32_t rank; /* one bit */
} sources[BOARD_SOURCES];

static LM_PORT_INSTANCE struct {
    void (*handler)(void *argument);
    void *argument;
} lines[LM_BOARD_LINES];

static LM_PORT_INSTANCE volatile uint32_t pending; /* ranks */
/* Ranks that interrupt the code that runs. */
static LM_PORT_INSTANCE volatile uint32_t more_urgent = UINT32_MAX;

void board_source_attach(unsigned source, unsigned urgency, void (*serve)(unsigned source))
{
    lm_lock_key key = lm_port_lock();

    sources[source].serve = serve;
    sources[source].rank = UINT32_C(1) << (urgency * RANKS_OF_URGENCY + source);
    board_machine_interrupt_enable(BOARD_MACHINE_SOFTWARE);
    lm_port_unlock(key);
}

void lm_port_interrupt_self(void)
{
    board_machine_interrupt_enable(BOARD_MACHINE_SOFTWARE);
    MSIP = 1;
    (void)MSIP; /* the write has arrived */
}

unsigned board_served_urgency(void)
{
    return lm_port_first_bit(~more_urgent) / RANKS_OF_URGENCY;
}

void board_source_found(unsigned source)
{
    pending |= sources[source].rank;
}

void board_source_pend(unsigned source)
{
    board_source_found(source);
    if ((sources[source].rank & more_urgent) != 0) {
        lm_port_interrupt_self();
    }
}

/* With the lock taken, on the stack of interrupts. */
static void serve_pending(void)
{
    uint32_t interrupted = more_urgent;

    for (uint32_t due = pending & interrupted; due != 0; due = pending & interrupted) {
        unsigned number = lm_port_first_bit(due);
        unsigned source = number % RANKS_OF_URGENCY;

        pending &= ~(UINT32_C(1) << number);
        more_urgent = (UINT32_C(1) << (number - source)) - 1;
        lm_port_unlock(0);
        sources[source].serve(source);
        lm_port_take_lock();
    }
    more_urgent = interrupted;
}

/* Out of line, so that the usual call of another hart needs no frame for it. */
static __attribute__((noinline, unused)) void serve_pending_rarely(void)
{
    serve_pending();
}

/* Serve the calls of other harts at once if they are the most urgent source: its number is known,
 * and need not be searched. */
static __attribute__((noinline, unused)) void serve_calls(void)
{
    const uint32_t number = LM_BOARD_ALARM_URGENCY * RANKS_OF_URGENCY + BOARD_SOURCE_CORES;
    const uint32_t above = (UINT32_C(1) << LM_BOARD_ALARM_URGENCY * RANKS_OF_URGENCY) - 1;
    uint32_t interrupted = more_urgent;

    MSIP = 0;
    board_order_withdrawal();
    if ((pending & interrupted) != 0 || (interrupted >> number & 1U) == 0) {
        board_source_found(BOARD_SOURCE_CORES);
        serve_pending_rarely();
        return;
    }
    more_urgent = above;
    lm_port_unlock(0);
    lm_cores_serve();
    lm_port_take_lock();
    more_urgent = interrupted;
    if ((pending & interrupted) != 0) {
        serve_pending_rarely();
    }
}

void board_interrupt(uintptr_t cause)
{
    LM_IF_CORES(if ((cause & CAUSE_MASK) == BOARD_MACHINE_SOFTWARE) {
        serve_calls();
        return;
    })
    switch (cause & CAUSE_MASK) {
    case BOARD_MACHINE_SOFTWARE:
        MSIP = 0;
        break;
    case BOARD_MACHINE_TIMER:
        board_mtime_expired();
        break;
    default:
        board_external_interrupt();
        break;
    }
    serve_pending();
}

static void board_line_handler(unsigned line)
{
    lm_interrupt_enter(line);
    lines[line].handler(lines[line].argument);
    lm_interrupt_exit(line);
}

void lm_board_interrupt_attach(unsigned line, unsigned urgency, void (*handler)(void *argument),
                               void *argument)
{
    lines[line].handler = handler;
    lines[line].argument = argument;
    board_source_attach(line, urgency, board_line_handler);
}

void lm_board_interrupt_raise(unsigned line)
{
    lm_lock_key key = lm_port_lock();
    uint32_t rank = sources[line].rank;
    bool is_served_now = key == 0 && (rank & more_urgent) != 0;

    board_source_pend(line);
    lm_port_unlock(key);
    while (is_served_now && (pending & rank) != 0) {
    }
}
