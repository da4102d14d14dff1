/* SPDX-License-Identifier: Apache-2.0 */
/* Core 1 of the RP2040: its start by the boot ROM, the mailbox by which one core interrupts the
 * other, and an atomic addition, for which ARMv6-M has no instructions.
 *
 * Source: RP2040 datasheet, 2.3.1 (SIO: FIFOs, spinlocks), 2.3.2 (interrupts), 2.8.2 (launching
 * code on core 1). */
#include "board.h"
#include "port.h"
#include "registers.h"

enum {
    FIRST_IRQ = 15, /* of the mailbox of core 0; that of core 1 is the next one */
    LAUNCH_WORDS = 6,
    SPINLOCK = 14 /* of the two that the Pico SDK leaves to operating systems */
};

static bool runs; /* core 1: until then the boot ROM reads its mailbox */

static uint32_t receive(void)
{
    while ((REGISTER(SIO_FIFO_STATUS) & FIFO_HAS_WORD) == 0) {
        __asm__ volatile("wfe");
    }
    return REGISTER(SIO_FIFO_READ);
}

static void drain(void)
{
    while ((REGISTER(SIO_FIFO_STATUS) & FIFO_HAS_WORD) != 0) {
        (void)REGISTER(SIO_FIFO_READ);
    }
}

/* The boot ROM answers each word with itself. After another answer the words begin again. */
void lm_port_start_core(unsigned core)
{
    extern const uint32_t lm_board_vectors[];
    const uint32_t words[LAUNCH_WORDS] = {
        0, 0, 1, (uintptr_t)lm_board_vectors, board_second_vectors[0], board_second_vectors[1]};

    (void)core;
    board_order_memory();
    for (unsigned i = 0; i < LAUNCH_WORDS;) {
        if (words[i] == 0) {
            drain();
            __asm__ volatile("sev"); /* it may wait for room */
        }
        REGISTER(SIO_FIFO_WRITE) = words[i];
        __asm__ volatile("sev");
        i = receive() == words[i] ? i + 1 : 0;
    }
    runs = true;
}

/* A mailbox without room has interrupted the other core already. A core interrupts itself in its
 * NVIC. */
enum lm_status lm_port_interrupt_core(unsigned core, lm_lock_key key)
{
    board_order_memory();
    if (core == lm_port_core()) {
        REGISTER(NVIC_ISPR) = 1U << (FIRST_IRQ + core);
    } else if ((core == 0 || runs) && (REGISTER(SIO_FIFO_STATUS) & FIFO_HAS_ROOM) != 0) {
        REGISTER(SIO_FIFO_WRITE) = 0;
    }
    lm_port_unlock(key);
    return LM_OK;
}

void lm_port_attach_core(void)
{
    board_interrupt_enable(FIRST_IRQ + lm_port_core(), LM_BOARD_ALARM_URGENCY);
}

void board_cores_handler(void)
{
    drain();
    REGISTER(SIO_FIFO_STATUS) = 0; /* a write clears the errors */
    board_order_memory();
    lm_cores_serve();
}

/* For __atomic_fetch_add, which the compiler cannot do with instructions here. All other writes of
 * these words are by the one core that may write them. Interrupts are off, because a handler of
 * this core would wait for the spinlock for ever. */
uint32_t board_fetch_add(volatile void *address, uint32_t addend,
                         int order) __asm__("__atomic_fetch_add_4");

uint32_t board_fetch_add(volatile void *address, uint32_t addend, int order)
{
    volatile uint32_t *word = address;
    lm_lock_key key = lm_port_lock();

    (void)order; /* the strongest */
    while (REGISTER(SIO_SPINLOCK(SPINLOCK)) == 0) {
    }
    __asm__ volatile("dmb" ::: "memory");
    uint32_t before = *word;

    *word = before + addend;
    __asm__ volatile("dmb" ::: "memory");
    REGISTER(SIO_SPINLOCK(SPINLOCK)) = 0;
    lm_port_unlock(key);
    return before;
}
