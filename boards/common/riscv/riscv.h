/* SPDX-License-Identifier: Apache-2.0 */
/* Common parts of the boards with a RISC-V hart: interrupts, the clock, faults, beside those of
 * common.h.
 *
 * A board provides
 *   board.h        includes this file, and has the addresses of registers:
 *                  BOARD_MSIP      software interrupts, in interrupts.c
 *                  BOARD_MTIME     and
 *                  BOARD_MTIMECMP  the timer of the privileged architecture, in mtime.c
 *   board_stamp.h  includes mtime.h
 *   link.ld        memory regions CODE and DATA, main_stack_top, and INCLUDE sections.ld
 *   lm_work        from board_spin
 *   board_prepare, board_console_print, board_external_interrupt
 *
 * Software implements the priorities of interrupts: when one of the three interrupts of the
 * hardware comes, the corresponding source becomes pending, and interrupts.c serves pending sources
 * by urgency. */
#ifndef LIMEN_BOARD_RISCV_H
#define LIMEN_BOARD_RISCV_H

#include "common.h"
#include <limen_port.h>
#include <stdint.h>

/* The sources: the lines of limen/board.h, the alarm, and the devices of drivers/hardware.h. */
enum {
    BOARD_SOURCE_ALARM = LM_BOARD_LINES,
    BOARD_SOURCE_UART,
    BOARD_SOURCE_TIMER,
    BOARD_SOURCE_CORES, /* calls of other harts, if there are any */
    BOARD_SOURCES = LM_CORES_OR(BOARD_SOURCE_CORES + 1, BOARD_SOURCE_CORES)
};

/* Let a function serve a source, with an urgency as in limen/board.h. */
void board_source_attach(unsigned source, unsigned urgency, void (*serve)(unsigned source));

/* Serve the source as soon as its urgency permits. Requires: the kernel lock. */
void board_source_pend(unsigned source);

/* The same for the trap itself, before it serves the pending interrupts. */
void board_source_found(unsigned source);

/* Urgency of the source whose function runs, or is interrupted now; BOARD_NOTHING_SERVED: none. */
enum { BOARD_NOTHING_SERVED = 4 };
unsigned board_served_urgency(void);

/* For the trap of the port: serve interrupts. */
void board_interrupt(uintptr_t cause);

/* For the trap of the port: report the place of the program and end it with status 3, or return
 * after an instruction that needs no further handling. frame: the registers that the trap saved, in
 * ports/riscv/switch.S. */
void board_fault(uintptr_t cause, uintptr_t *frame);

/* For ports/riscv: cause an interrupt as soon as the lock is free. */
void lm_port_interrupt_self(void);

void lm_port_clock_init(void);

/* Several harts: cores/harts.c. The first of them is hart 0, which prepares the memory of all.
 * board_hart_main is the first function of another hart. board_prepare_hart, which the board
 * defines, prepares that hart. */
enum { BOARD_HARTS_MOST = 4 };

struct board_hart_start {
    unsigned char *instance, *stack_top; /* start.S reads them */
};

extern struct board_hart_start board_hart_starts[];

void board_prepare_harts(void);
void board_hart_main(void);
void board_prepare_hart(void);

/* The store that withdraws a software interrupt comes before the reads of the inbox. */
static inline void board_order_withdrawal(void)
{
    __asm__ volatile("fence o, r" ::: "memory");
}

/* The place of a register of this hart, of which each hart has one. */
#define BOARD_OF_THIS_HART(address, bytes)                                                         \
    ((uintptr_t)(address) + LM_CORES_OR((bytes)*lm_port_core(), 0U))

/* Defined by the board: an external interrupt has come. The function makes its source pending. */
void board_external_interrupt(void);

/* Machine interrupts in mie and mcause. Source: The RISC-V Instruction Set Manual, Volume II, 3.1.9
 * and 3.1.15. */
enum { BOARD_MACHINE_SOFTWARE = 3, BOARD_MACHINE_TIMER = 7, BOARD_MACHINE_EXTERNAL = 11 };

static inline void board_machine_interrupt_enable(unsigned number)
{
    __asm__ volatile("csrs mie, %0" ::"r"((uintptr_t)1 << number));
}

/* In mtime.c, the instants at which two sources become pending: BOARD_SOURCE_ALARM and _TIMER. */
void board_mtime_set(unsigned source, uint64_t instant);
void board_mtime_expired(void);

/* A loop of the given number of iterations, of two instructions each. */
static inline void board_spin(uint32_t rounds)
{
    if (rounds != 0) {
        __asm__ volatile("1: addi %0, %0, -1\n\tbnez %0, 1b" : "+r"(rounds));
    }
}

#endif
