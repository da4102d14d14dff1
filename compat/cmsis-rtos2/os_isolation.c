/* SPDX-License-Identifier: Apache-2.0 */
/* Safety classes, zones and watchdogs of threads, which this layer does not have. */
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
REFUSE(osThreadSuspendClass, uint32_t safety_class, uint32_t mode)
REFUSE(osThreadResumeClass, uint32_t safety_class, uint32_t mode)
REFUSE(osThreadTerminateZone, uint32_t zone)

void osFaultResume(void)
{
}
