/* SPDX-License-Identifier: Apache-2.0 */
/* Safety classes, zones, watchdogs of threads and affinity, which this layer does not have. */
#include "os.h"

uint32_t osThreadGetClass(osThreadId_t thread_id)
{
    (void)thread_id;
    return osErrorId;
}

uint32_t osThreadGetZone(osThreadId_t thread_id)
{
    (void)thread_id;
    return osErrorId;
}

/* Returns osError, or the error for a call from an interrupt. */
static osStatus_t refuse(void)
{
    return os_in_interrupt() ? osErrorISR : osError;
}

#define REFUSE(function)                                                                           \
    osStatus_t function(uint32_t number)                                                           \
    {                                                                                              \
        (void)number;                                                                              \
        return refuse();                                                                           \
    }

#define REFUSE_BY_MODE(function)                                                                   \
    osStatus_t function(uint32_t safety_class, uint32_t mode)                                      \
    {                                                                                              \
        (void)safety_class;                                                                        \
        (void)mode;                                                                                \
        return refuse();                                                                           \
    }

REFUSE(osKernelProtect)
REFUSE(osThreadFeedWatchdog)
REFUSE(osThreadTerminateZone)
REFUSE_BY_MODE(osKernelDestroyClass)
REFUSE_BY_MODE(osThreadSuspendClass)
REFUSE_BY_MODE(osThreadResumeClass)

osStatus_t osThreadProtectPrivileged(void)
{
    return refuse();
}

osStatus_t osThreadSetAffinityMask(osThreadId_t thread_id, uint32_t affinity_mask)
{
    (void)thread_id;
    (void)affinity_mask;
    return refuse();
}

uint32_t osThreadGetAffinityMask(osThreadId_t thread_id)
{
    (void)thread_id;
    return 0;
}

void osFaultResume(void)
{
}
