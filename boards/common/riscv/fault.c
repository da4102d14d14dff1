/* SPDX-License-Identifier: Apache-2.0 */
/* The end of a program after an exception: report where it was, and in which context.
 *
 * Source: The RISC-V Instruction Set Manual, Volume II: Privileged Architecture, 3.1.14 to 3.1.16.
 */
#include "port.h"
#include "riscv.h"

enum {
    FRAME_RA = 0,
    FRAME_A0 = 8,
    FRAME_MEPC = 16,
    CAUSE_BREAKPOINT = 3,
    EBREAK_BYTES = 4 /* in start.S */
};

void board_fault(uintptr_t cause, uintptr_t *frame)
{
    uintptr_t state;

    if (cause == CAUSE_BREAKPOINT && board_has_no_debugger()) {
        frame[FRAME_A0] = UINTPTR_MAX;
        frame[FRAME_MEPC] += EBREAK_BYTES;
        return;
    }
    __asm__ volatile("csrr %0, mscratch" : "=r"(state));
    lm_board_print("fault: the processor met an instruction or address that it cannot handle\n");
    lm_board_printf("at %08lx, ra %08lx, ", (unsigned long)frame[FRAME_MEPC],
                    (unsigned long)frame[FRAME_RA]);
    if (state == 0) {
        lm_board_print("in the handler of an interrupt\n");
    } else if (state == 1) {
        lm_board_print("before the first thread\n");
    } else {
        board_print_thread();
    }
    lm_board_exit(3);
}
