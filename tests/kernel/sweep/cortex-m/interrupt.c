/* SPDX-License-Identifier: Apache-2.0 */
/* The trigger's interrupt on a Cortex-M. The address of the interrupted instruction is in the frame
 * on the stack that EXC_RETURN names. Source: Armv7-M Architecture Reference Manual (DDI 0403E),
 * B1.5.6 and B1.5.8. */
#include "board.h"
#include "sweep.h"

void board_timer_handler(void);
void take_interrupt(const uint32_t *frame);

__attribute__((used)) void take_interrupt(const uint32_t *frame)
{
    enum { FRAME_PC = 6, FRAME_XPSR = 7, EXCEPTION_MASK = 0x1FF };
    enum { HANDLER = 16 + BOARD_FIRST_LINE + HANDLER_LINE };
    unsigned exception = frame[FRAME_XPSR] & EXCEPTION_MASK;
    enum place place = exception == HANDLER ? IN_HANDLER : IN_OTHER_INTERRUPT;

    trigger_taken(exception == 0 ? IN_THREAD : place, frame[FRAME_PC]);
}

/* lr stays EXC_RETURN. */
__attribute__((naked)) void board_timer_handler(void)
{
    __asm__ volatile(".syntax unified\n\t"
                     "mov r1, lr\n\t"
                     "mrs r0, msp\n\t"
                     "lsrs r1, r1, #3\n\t" /* bit 2 into the carry */
                     "bcc 1f\n\t"
                     "mrs r0, psp\n"
                     "1:\n\t"
                     "ldr r1, =take_interrupt\n\t"
                     "bx r1\n\t"
                     ".ltorg");
}
