/* SPDX-License-Identifier: Apache-2.0 */
/* Source: The RISC-V Instruction Set Manual, Volume II: Privileged Architecture, 3.1.6.1 (MPP);
 * ports/riscv/switch.S: the frame of an interrupt, and where its address is. */
#include "sweep.h"

extern char main_stack_top[];
enum { FRAME_MEPC = 16, FRAME_MSTATUS = 17, MPP = 3 << 11 };

struct look look(void)
{
    uintptr_t place = (uintptr_t)main_stack_top - 16;
    const uintptr_t *frame = *(uintptr_t *const *)place;

    return (struct look){.is_thread = true,
                         .has_privileges = (frame[FRAME_MSTATUS] & MPP) == MPP,
                         .stack_pointer = (uintptr_t)frame,
                         .pc = frame[FRAME_MEPC]};
}

/* The arguments are in a0 to a2. */
__attribute__((naked)) uint32_t call_with_patterns(uint32_t number __attribute__((unused)),
                                                   lm_handle handle __attribute__((unused)),
                                                   void *buffer __attribute__((unused)))
{
    __asm__ volatile("addi sp, sp, -64\n\t"
                     ".equ slot, 0\n\t"
                     ".irp r, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, gp, tp, ra\n\t"
                     "sw \\r, slot(sp)\n\t"
                     ".equ slot, slot + 4\n\t"
                     ".endr\n\t"
                     "mv a7, a0\n\t"
                     "mv a0, a1\n\t"
                     "mv a1, a2\n\t"
                     "li a2, 0\n\t"
                     "li a3, 0\n\t"
                     ".equ value, 0x100\n\t"
                     ".irp r, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, tp\n\t"
                     "li \\r, value\n\t"
                     ".equ value, value + 1\n\t"
                     ".endr\n\t"
                     "ecall\n\t"
                     ".equ value, 0x100\n\t"
                     ".irp r, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, tp\n\t"
                     "addi t0, \\r, -0x100\n\t"
                     "addi t0, t0, 0x100 - value\n\t"
                     "snez t0, t0\n\t"
                     "slli t0, t0, 8\n\t"
                     "add a0, a0, t0\n\t"
                     ".equ value, value + 1\n\t"
                     ".endr\n\t"
                     ".equ slot, 0\n\t"
                     ".irp r, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, gp, tp, ra\n\t"
                     "lw \\r, slot(sp)\n\t"
                     ".equ slot, slot + 4\n\t"
                     ".endr\n\t"
                     "addi sp, sp, 64\n\t"
                     "ret");
}
