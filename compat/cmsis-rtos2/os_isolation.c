/* SPDX-License-Identifier: Apache-2.0 */
/* Safety classes, zones, watchdogs of threads and affinity, which this layer does not have. */
#include "os.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

uint32_t osThreadGetClass(osThreadId_t thread_id)
{
    return osErrorId;
}

uint32_t osThreadGetZone(osThreadId_t thread_id)
{
    return osErrorId;
}

#define REFUSE(function, ...)                                                                      \
    osStatus_t function(__VA_ARGS__)                                                               \
    {                                                                                              \
        return os_in_interrupt() ? osErrorISR : osError;                                           \
    }

REFUSE(osKernelProtect, uint32_t safety_class)
REFUSE(osKernelDestroyClass, uint32_t safety_class, uint32_t mode)
REFUSE(osThreadFeedWatchdog, uint32_t ticks)
REFUSE(osThreadProtectPrivileged, void)
REFUSE(osThreadSetAffinityMask, osThreadId_t thread_id, uint32_t affinity_mask)
REFUSE(osThreadSuspendClass, uint32_t safety_class, uint32_t mode)
REFUSE(osThreadResumeClass, uint32_t safety_class, uint32_t mode)
REFUSE(osThreadTerminateZone, uint32_t zone)

uint32_t osThreadGetAffinityMask(osThreadId_t thread_id)
{
    return 0;
}

void osFaultResume(void)
{
}
