/* SPDX-License-Identifier: Apache-2.0 */
/* Two cores: the parts of a board with LIMEN_CORES besides the files of cortex_m.h. In a folder
 * `cores` it defines lm_port_start_core, lm_port_interrupt_core and lm_port_attach_core of
 * ports/port.h. LIMEN_CORE_REGISTER of its board.cmake is the address of a register from which each
 * core reads its own number.
 *
 * Each core has an instance of the variables that are marked LM_PORT_INSTANCE, which other systems
 * call thread-local. The compiler calls __aeabi_read_tp to find them (start.S). */
#ifndef LIMEN_BOARD_CORES_H
#define LIMEN_BOARD_CORES_H

#include <stdint.h>

/* The stack and the first function of core 1, aligned as a vector table. Then it takes the other
 * vectors of core 0. */
extern const uint32_t board_second_vectors[2];

/* From now on core 0 uses its instance (start.S). */
void board_choose_first_instance(void);

/* Initialise the instances of all cores. Context: start of core 0, with its memory initialised. */
void board_prepare_cores(void);

/* Completes earlier stores to memory before the next store to a device, and that store before
 * memory is read. A barrier that only orders accesses (DMB) would be enough for memory, but an
 * interrupt is not an access, so the stores have to be complete.
 * Source: Armv8-M Architecture Reference Manual (DDI 0553), B6.13 (DMB, DSB); Armv6-M (DDI 0419),
 * A3.7.3. */
static inline void board_order_memory(void)
{
    __asm__ volatile("dsb" ::: "memory");
}

#endif
