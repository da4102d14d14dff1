/* SPDX-License-Identifier: Apache-2.0 */
/* Addresses of the boards with a Cortex-M, and their differences. */
#ifndef ISOLATION_PLACE_H
#define ISOLATION_PLACE_H

#include <limen/user.h>

#if __ARM_ARCH >= 8
#define ATTACK_CODE 0x10000000U
#define ATTACK_STACK_END ATTACK_BELOW /* in struct area: the processor knows it */
#else
#define ATTACK_CODE 0U
#define ATTACK_STACK_END 0
#endif
#ifdef __ARM_FP
#define FRAME_BYTES 104
#else
#define FRAME_BYTES 32
#endif
#define ATTACK_PROTECTION 0xE000ED94U /* MPU_CTRL */
enum {
    ATTACK_CODE_BYTES = 1 << 19,
    RANDOM_CODE_BYTES = 1 << 15, /* the code of the kernel, and more */
    ATTACK_CODE_BIT = 1,         /* of the address of an instruction */
    ATTACK_NOTHING = 0x60000000, /* no memory */
    ATTACK_PROTECTION_CAUSE = LM_USER_BUS_ERROR,
    ATTACK_OVERFLOW = LM_USER_BAD_STACK, /* the frame of the fault does not fit */
    ATTACK_FRAME = FRAME_BYTES,          /* of an exception */
    ATTACK_GATE = LM_USER_BAD_ACCESS     /* it reads what only the kernel may */
};

/* UART0, whose registers begin with the data and the state; and the register of the peripheral
 * protection controller that lets accesses without privileges through, with the bit of UART0.
 * Source: Arm DAI 0505 and DAI 0547 (the boards), APBSPPPCEXP of the secure privilege control. */
#if __ARM_ARCH < 8
#define PLACE_UART 0x40004000U
#elif defined(__ARM_FEATURE_MVE)
#define PLACE_UART 0x59303000U
#define PLACE_DOOR 0x500800C8U
enum { PLACE_DOOR_OF_UART = 1 << 3 };
#else
#define PLACE_UART 0x50200000U
#define PLACE_DOOR 0x500800C4U
enum { PLACE_DOOR_OF_UART = 1 << 5 };
#endif

/* Let user threads use UART0 that have its region. */
static inline void place_uart_open(void)
{
#ifdef PLACE_DOOR
    *(volatile uint32_t *)PLACE_DOOR |= PLACE_DOOR_OF_UART;
#endif
}

/* Send a byte if there is room for it. */
static inline bool place_uart_put(unsigned char byte)
{
    volatile uint32_t *uart = (volatile uint32_t *)PLACE_UART;
    bool has_room = (uart[1] & 1U) == 0;

    if (has_room) {
        uart[0] = byte;
    }
    return has_room;
}

#define ATTACK_HUGE_ANSWER LM_BAD_OBJECT

/* Data that no other thread may see. */
static inline void fill_floats(void)
{
#ifdef __ARM_FP
    __asm__ volatile(".irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, "
                     "19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31\n\t"
                     "vmov s\\n, %0\n\t"
                     ".endr" ::"r"(0x5EC2E7)
                     : "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11",
                       "s12", "s13", "s14", "s15", "s16", "s17", "s18", "s19", "s20", "s21", "s22",
                       "s23", "s24", "s25", "s26", "s27", "s28", "s29", "s30", "s31");
#endif
}

/* The kernel must not use the values that the thread has left there. */
static inline void poison_registers(void)
{
    __asm__ volatile("mov r9, #0" ::: "r9");
}

#endif
