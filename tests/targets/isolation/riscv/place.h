/* SPDX-License-Identifier: Apache-2.0 */
/* Addresses of the board virt with RISC-V, and its differences. */
#ifndef ISOLATION_PLACE_H
#define ISOLATION_PLACE_H

#include <limen/user.h>

#define ATTACK_CODE 0x80000000U
#define ATTACK_PROTECTION 0x02004000U /* mtimecmp */
enum {
    ATTACK_CODE_BYTES = 1 << 24,
    RANDOM_CODE_BYTES = 1 << 15, /* the code of the kernel, and more */
    ATTACK_CODE_BIT = 0,
    ATTACK_NOTHING = 0x60000000, /* no memory */
    ATTACK_PROTECTION_CAUSE = LM_USER_BAD_ACCESS,
    ATTACK_OVERFLOW = LM_USER_BAD_ACCESS,
    ATTACK_GATE = LM_USER_BAD_INSTRUCTION /* it begins with one that needs privileges */
};

#define PLACE_UART 0x10000000U /* UART0, a 16550 */

static inline void place_uart_open(void)
{
}

/* Send a byte if there is room for it. */
static inline bool place_uart_put(unsigned char byte)
{
    volatile uint8_t *uart = (volatile uint8_t *)PLACE_UART;
    bool has_room = (uart[5] & 0x20U) != 0; /* the state of the line */

    if (has_room) {
        uart[0] = byte;
    }
    return has_room;
}

#define ATTACK_HUGE_ANSWER LM_BAD_ARGUMENT

static inline void fill_floats(void)
{
}

/* The kernel must not use the values that the thread has left there. */
static inline void poison_registers(void)
{
    __asm__ volatile("mv tp, zero\n\tecall" ::
                         : "memory", "ra", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "a0", "a1",
                           "a2", "a3", "a4", "a5", "a6", "a7");
}

#endif
