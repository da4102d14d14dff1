/* SPDX-License-Identifier: Apache-2.0 */
/* The cost of pairs of calls without a switch, with a mark at which the emulator counts. argv[1] is
 * the case. */
#include "event_groups.h"
#include "marks.h"
#include "semphr.h"
#include "stream_buffer.h"
#include <limen/board.h>
#include <string.h>

static SemaphoreHandle_t semaphore, mutex;
static QueueHandle_t queue;
static EventGroupHandle_t group;
static StreamBufferHandle_t stream;
static TaskHandle_t self;
static struct lm_semaphore native;
static uint32_t message[4];
static void (*chosen)(void);

BENCH_MARK(bench_mark)

BENCH_CASE(empty, )
BENCH_CASE(bare, (void)lm_semaphore_post(&native); (void)lm_semaphore_wait(&native, LM_FOREVER))
BENCH_CASE(of_semaphore, (void)xSemaphoreGive(semaphore);
           (void)xSemaphoreTake(semaphore, portMAX_DELAY))
BENCH_CASE(of_mutex, (void)xSemaphoreTake(mutex, portMAX_DELAY); (void)xSemaphoreGive(mutex))
BENCH_CASE(of_queue, (void)xQueueSend(queue, message, portMAX_DELAY);
           (void)xQueueReceive(queue, message, portMAX_DELAY))
BENCH_CASE(of_group, (void)xEventGroupSetBits(group, 1);
           (void)xEventGroupWaitBits(group, 1, pdTRUE, pdFALSE, portMAX_DELAY))
BENCH_CASE(of_notice, (void)xTaskNotifyGive(self); (void)ulTaskNotifyTake(pdTRUE, portMAX_DELAY))
BENCH_CASE(of_stream, (void)xStreamBufferSend(stream, message, 16, portMAX_DELAY);
           (void)xStreamBufferReceive(stream, message, 16, portMAX_DELAY))
BENCH_CASE(of_critical, taskENTER_CRITICAL(); taskEXIT_CRITICAL())
BENCH_CASE(of_memory, vPortFree(pvPortMalloc(16)))

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
    {"empty", empty},      {"native", bare},      {"semaphore", of_semaphore},
    {"mutex", of_mutex},   {"queue", of_queue},   {"group", of_group},
    {"notice", of_notice}, {"stream", of_stream}, {"critical", of_critical},
    {"memory", of_memory},
};

static void run(void *parameter)
{
    (void)parameter;
    self = xTaskGetCurrentTaskHandle();
    chosen();
    lm_board_exit(0);
}

int main(int argc, char **argv)
{
    for (size_t i = 0; argc > 1 && i < sizeof cases / sizeof cases[0]; i++) {
        if (strcmp(argv[1], cases[i].name) == 0) {
            chosen = cases[i].run;
        }
    }
    if (chosen == NULL) {
        return 1;
    }
    semaphore = xSemaphoreCreateBinary();
    mutex = xSemaphoreCreateMutex();
    queue = xQueueCreate(4, sizeof message);
    group = xEventGroupCreate();
    stream = xStreamBufferCreate(64, 1);
    (void)lm_semaphore_create(&native, "native", 0, LM_FIFO);
    (void)xTaskCreate(run, "run", 256, NULL, 3, NULL);
    vTaskStartScheduler();
    return 1;
}
