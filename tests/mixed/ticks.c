/* SPDX-License-Identifier: Apache-2.0 */
/* ThreadX has 100 ticks in a second by default, and CMSIS-RTOS2 has 1000. */
#include "cmsis_os2.h"
#include "tx_api.h"
#include <stdio.h>

VOID tx_application_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    printf("not reached\n");
}

int main(void)
{
    (void)osKernelInitialize();
    tx_kernel_enter();
    return 2;
}
