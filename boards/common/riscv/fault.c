/* SPDX-License-Identifier: Apache-2.0 */
/* The end of a program after an exception: report its place and its context.
 *
 * Source: The RISC-V Instruction Set Manual, Volume II: Privileged Architecture, 3.1.14 to 3.1.16.
 */
#include "port.h"
#include "riscv.h"
#include <limen/thread.h>

enum {
    FRAME_RA = 0,
    FRAME_A0 = 8,
    FRAME_MEPC = 16,
    FRAME_SP = 18,
    FRAME_STATE = 19, /* 0: in an interrupt; 1: no thread runs yet */
    CAUSE_BREAKPOINT = 3,
    EBREAK_BYTES = 4 /* in start.S */
};

extern char main_stack_lowest[], main_stack_top[]; /* from the linker script */

static bool is_in_main_stack(uintptr_t stack_pointer)
{
    return stack_pointer >= (uintptr_t)main_stack_lowest &&
           stack_pointer <= (uintptr_t)main_stack_top;
}

/* The stack pointer of the interrupted thread is not known here, but the end of its stack is. */
static void print_handler(void)
{
    const struct lm_thread *thread = lm_thread_self();

    lm_board_print("in the handler of an interrupt\n");
    if (thread != NULL && board_is_memory(thread, sizeof *thread)) {
        board_print_used_up((uintptr_t)lm_thread_stack_end(thread));
    }
}

void board_fault(uintptr_t cause, uintptr_t *frame)
{
    uintptr_t state = frame[FRAME_STATE], stack_pointer = frame[FRAME_SP];
    bool is_in_thread = state > 1;

    if (cause == CAUSE_BREAKPOINT && board_has_no_debugger()) {
        frame[FRAME_A0] = UINTPTR_MAX;
        frame[FRAME_MEPC] += EBREAK_BYTES;
        return;
    }
    board_begin_report();
    if (board_main_stack_is_used_up() || (!is_in_thread && !is_in_main_stack(stack_pointer))) {
        lm_board_print("fault: the main stack has overflowed\n");
    } else {
        lm_board_print(
            "fault: the processor met an instruction or address that it cannot handle\n");
    }
    lm_board_printf("at %08lx, ra %08lx, ", (unsigned long)frame[FRAME_MEPC],
                    (unsigned long)frame[FRAME_RA]);
    if (state == 0) {
        print_handler();
    } else if (state == 1) {
        lm_board_print("before the first thread\n");
    } else {
        board_print_thread(stack_pointer);
    }
    lm_board_exit(3);
}
