/* SPDX-License-Identifier: Apache-2.0 */
/* The three interrupts of a hart in machine mode, and the lines of limen/board.h. riscv.h explains
 * sources.
 *
 * A source that is less urgent than the one being served stays pending. The loop that serves the
 * more urgent source finds it afterwards.
 *
 * Source: The RISC-V Instruction Set Manual, Volume II: Privileged Architecture, 3.1.9 (mip, mie)
 * and 3.1.15 (mcause).
 */
#include "board.h"
#include "port.h"
#include <limen/kernel.h>

enum { CAUSE_MASK = 0xFF };

#define MSIP (*(volatile uint32_t *)BOARD_MSIP)

static struct {
    void (*serve)(unsigned source);
    unsigned urgency;
} sources[BOARD_SOURCES];

static struct {
    void (*handler)(void *argument);
    void *argument;
} lines[LM_BOARD_LINES];

static volatile uint32_t pending;
static volatile unsigned served_urgency = BOARD_NOTHING_SERVED;

void board_source_attach(unsigned source, unsigned urgency, void (*serve)(unsigned source))
{
    lm_lock_key key = lm_port_lock();

    sources[source].serve = serve;
    sources[source].urgency = urgency;
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
    return served_urgency;
}

void board_source_pend(unsigned source)
{
    pending |= 1U << source;
    if (sources[source].urgency < served_urgency) {
        lm_port_interrupt_self();
    }
}

/* The most urgent pending source that is more urgent than this urgency, or BOARD_SOURCES. */
static unsigned most_urgent(unsigned urgency)
{
    unsigned best = BOARD_SOURCES;

    for (unsigned source = 0; source < BOARD_SOURCES; source++) {
        if ((pending & 1U << source) != 0 && sources[source].urgency < urgency) {
            best = source;
            urgency = sources[source].urgency;
        }
    }
    return best;
}

/* With the lock taken, on the stack of interrupts. */
static void serve_pending(void)
{
    unsigned interrupted = served_urgency;
    unsigned source = most_urgent(interrupted);

    for (; source < BOARD_SOURCES; source = most_urgent(interrupted)) {
        pending &= ~(1U << source);
        served_urgency = sources[source].urgency;
        lm_port_unlock(0);
        sources[source].serve(source);
        lm_port_take_lock();
    }
    served_urgency = interrupted;
}

void board_interrupt(uintptr_t cause)
{
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
    bool is_served_now = key == 0 && sources[line].urgency < served_urgency;

    board_source_pend(line);
    lm_port_unlock(key);
    while (is_served_now && (pending & 1U << line) != 0) {
    }
}
