/* SPDX-License-Identifier: Apache-2.0 */
/* The rest of lm_port_check_caller: a handler that seems to be above the mask of the kernel. */
#include "port.h"

enum { LAST_OF_FAULTS = 6, FIRST_OF_NVIC = 16 };

/* The priorities of the system exceptions are elsewhere. The handler of a fault may ask the kernel
 * for the context, because its report ends the program. Source: Armv7-M Architecture Reference
 * Manual (DDI 0403E), B3.2.10 to B3.2.12 (SHPR1 to SHPR3). */
void lm_port_refuse_caller(uint32_t exception)
{
    const volatile uint8_t *priority = (const volatile uint8_t *)(0xE000ED18U - 4U);
    bool is_of_system = exception < FIRST_OF_NVIC;

    if (exception <= LAST_OF_FAULTS ||
        (is_of_system && priority[exception] >= LM_PORT_KERNEL_PRIORITY)) {
        return;
    }
    __asm__ volatile("udf %0" ::"i"(LM_PORT_UDF_CALLER));
}
