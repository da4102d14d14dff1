/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: without time slices, tasks of equal priority that never wait all get the processor, because
 * one that is preempted goes behind the others. A tick alone changes nothing. Method: each task
 * notes when it is its turn. */
#include "FreeRTOS.h"
#include "task.h"
#include <limen/board.h>
#include <stdio.h>

enum { WORDS = 256, TURNS = 5, PERIOD = 3 };

static int running;

void vApplicationStackOverflowHook(TaskHandle_t task, char *name)
{
    (void)task;
    printf("overflow of %s\n", name);
}

static void work(void *parameter)
{
    int own = (int)(intptr_t)parameter;

    for (;;) {
        if (running != own) {
            running = own;
            printf("%u turn of %d\n", (unsigned)xTaskGetTickCount(), own);
        }
        lm_work(LM_MS(1) / 8);
    }
}

static void lead(void *parameter)
{
    (void)parameter;
    for (int i = 0; i < TURNS; i++) {
        vTaskDelay(PERIOD);
    }
    printf("%u end\n", (unsigned)xTaskGetTickCount());
    vTaskEndScheduler();
}

int main(void)
{
    for (intptr_t i = 1; i <= 3; i++) {
        (void)xTaskCreate(work, "work", WORDS, (void *)i, 1, NULL);
    }
    (void)xTaskCreate(lead, "lead", 2 * WORDS, NULL, 2, NULL);
    vTaskStartScheduler();
    return 1;
}
