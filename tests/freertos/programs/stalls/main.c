/* SPDX-License-Identifier: Apache-2.0 */
/* A task that polls the time, as programs for a processor do. In virtual time it never ends. */
#include "FreeRTOS.h"
#include "task.h"

static void poll(void *parameter)
{
    (void)parameter;
    while ((TickType_t)(xTaskGetTickCount() - configINITIAL_TICK_COUNT) < 10) {
    }
    vTaskEndScheduler();
}

int main(void)
{
    (void)xTaskCreate(poll, "poller", 256, NULL, 1, NULL);
    vTaskStartScheduler();
    return 0;
}
