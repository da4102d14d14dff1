/* SPDX-License-Identifier: Apache-2.0 */
/* The threads of the application, whose stacks and queue are from the byte pool of CubeMX. */
#include "app_threadx.h"
#include "main.h"

#define STACK_SIZE 1024
#define READINGS 3
#define PERIOD_TICKS 10

static TX_THREAD tx_app_thread, reader;
static TX_QUEUE readings;

static VOID tx_app_thread_entry(ULONG thread_input)
{
    ULONG reading;

    (void)thread_input;
    for (int i = 0; i < READINGS; i++) {
        if (tx_queue_receive(&readings, &reading, TX_WAIT_FOREVER) != TX_SUCCESS) {
            Error_Handler();
        }
        HAL_GPIO_TogglePin();
        hal_print("reading %u at %u ms, LED %u\n", (unsigned)reading, (unsigned)HAL_GetTick(),
                  HAL_GPIO_ReadPin());
    }
    hal_end("the end\n");
}

static VOID read(ULONG thread_input)
{
    (void)thread_input;
    for (ULONG number = 0;; number++) {
        (void)tx_thread_sleep(PERIOD_TICKS);
        (void)tx_queue_send(&readings, &number, TX_NO_WAIT);
    }
}

UINT App_ThreadX_Init(VOID *memory_ptr)
{
    TX_BYTE_POOL *byte_pool = memory_ptr;
    CHAR *pointer;

    if (tx_byte_allocate(byte_pool, (VOID **)&pointer, STACK_SIZE, TX_NO_WAIT) != TX_SUCCESS) {
        return TX_POOL_ERROR;
    }
    if (tx_thread_create(&tx_app_thread, "tx app thread", tx_app_thread_entry, 0, pointer,
                         STACK_SIZE, 10, 10, TX_NO_TIME_SLICE, TX_AUTO_START) != TX_SUCCESS) {
        return TX_THREAD_ERROR;
    }
    if (tx_byte_allocate(byte_pool, (VOID **)&pointer, STACK_SIZE, TX_NO_WAIT) != TX_SUCCESS) {
        return TX_POOL_ERROR;
    }
    if (tx_thread_create(&reader, "reader", read, 0, pointer, STACK_SIZE, 5, 5, TX_NO_TIME_SLICE,
                         TX_AUTO_START) != TX_SUCCESS) {
        return TX_THREAD_ERROR;
    }
    if (tx_byte_allocate(byte_pool, (VOID **)&pointer, 4 * sizeof(ULONG), TX_NO_WAIT) !=
        TX_SUCCESS) {
        return TX_POOL_ERROR;
    }
    return tx_queue_create(&readings, "readings", TX_1_ULONG, pointer, 4 * sizeof(ULONG));
}

void MX_ThreadX_Init(void)
{
    tx_kernel_enter();
}
