/* SPDX-License-Identifier: Apache-2.0 */
/* The memory of the application, in the shape that STM32CubeMX gives it. */
#include "app_azure_rtos.h"
#include "app_threadx.h"
#include "main.h"

static UCHAR tx_byte_pool_buffer[TX_APP_MEM_POOL_SIZE] __attribute__((aligned(8)));
static TX_BYTE_POOL tx_app_byte_pool;

VOID tx_application_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    if (tx_byte_pool_create(&tx_app_byte_pool, "Tx App memory pool", tx_byte_pool_buffer,
                            TX_APP_MEM_POOL_SIZE) != TX_SUCCESS ||
        App_ThreadX_Init(&tx_app_byte_pool) != TX_SUCCESS) {
        Error_Handler();
    }
}
