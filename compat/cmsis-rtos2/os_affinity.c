/* SPDX-License-Identifier: Apache-2.0 */
/* The affinity of threads, with one core; cores/os_affinity.c has it for several. */
#include "os.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

osStatus_t osThreadSetAffinityMask(osThreadId_t thread_id, uint32_t affinity_mask)
{
    return os_in_interrupt() ? osErrorISR : osError;
}

uint32_t osThreadGetAffinityMask(osThreadId_t thread_id)
{
    return 0;
}
