/* SPDX-License-Identifier: Apache-2.0 */
/* Several harts: the memory of each instance of the kernel, the start of a hart, and the software
 * interrupt by which one calls another.
 *
 * Other systems call the variables of an instance thread-local: the compiler addresses them by tp,
 * which no code changes, and the linker collects it (instances.ld).
 *
 * Source: The RISC-V Instruction Set Manual, Volume I: Unprivileged ISA, 2.7 (FENCE); Volume II:
 * Privileged Architecture, 3.1.9 (MSIP).
 */
#include "board.h"
#include "port.h"
#include <string.h>

enum { STACK_BYTES = 4096 };

extern unsigned char board_instances[], board_instances_end[]; /* from instances.ld */
extern const unsigned char board_instance_image[], board_instance_image_end[];
extern char main_stack_top[];

static _Alignas(16) unsigned char stacks[LM_CORES - 1][STACK_BYTES];

/* start.S waits until the instance is not NULL. */
struct board_hart_start board_hart_starts[LM_CORES];

static unsigned char *instance_of(unsigned hart)
{
    size_t bytes = (size_t)(board_instances_end - board_instances) / BOARD_HARTS_MOST;

    return board_instances + hart * bytes;
}

void board_prepare_harts(void)
{
    memset(board_instances, 0, (size_t)(board_instances_end - board_instances));
    for (unsigned hart = 0; hart < LM_CORES; hart++) {
        memcpy(instance_of(hart), board_instance_image,
               (size_t)(board_instance_image_end - board_instance_image));
    }
    lm_port_main_stack_top = main_stack_top;
}

void board_hart_main(void)
{
    board_prepare_hart();
    lm_port_main_stack_top = board_hart_starts[lm_port_core()].stack_top;
    lm_core_main();
}

/* The fence orders the store to the inbox before that to the device. */
static inline void interrupt(unsigned core)
{
    __asm__ volatile("fence w, o" ::: "memory");
    ((volatile uint32_t *)BOARD_MSIP)[core] = 1;
}

void lm_port_start_core(unsigned core)
{
    struct board_hart_start *start = &board_hart_starts[core];

    start->stack_top = stacks[core - 1] + STACK_BYTES;
    __atomic_store_n(&start->instance, instance_of(core), __ATOMIC_RELEASE);
    interrupt(core);
}

/* A hart that has not started checks whether it may, and waits again (start.S). */
enum lm_status lm_port_interrupt_core(unsigned core, lm_lock_key key)
{
    interrupt(core);
    lm_port_unlock(key);
    return LM_OK;
}

static void serve(unsigned source)
{
    (void)source;
    lm_cores_serve();
}

void lm_port_attach_core(void)
{
    board_source_attach(BOARD_SOURCE_CORES, LM_BOARD_ALARM_URGENCY, serve);
}
