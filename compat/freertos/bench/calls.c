/* SPDX-License-Identifier: Apache-2.0 */
/* The cost of pairs of calls without a switch, and of round trips through a more urgent task with
 * two switches. There is a mark at which the emulator counts. argv[1] is the case. */
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
static TaskHandle_t self, partner;
static SemaphoreHandle_t question, answer;
static struct lm_semaphore native, native_answer;
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
BENCH_CASE(ask_by_semaphore, (void)xSemaphoreGive(question);
           (void)xSemaphoreTake(answer, portMAX_DELAY))
BENCH_CASE(ask_natively, (void)lm_semaphore_post(&native);
           (void)lm_semaphore_wait(&native_answer, LM_FOREVER))
BENCH_CASE(ask_by_notice, (void)xTaskNotifyGive(partner);
           (void)ulTaskNotifyTake(pdTRUE, portMAX_DELAY))
BENCH_CASE(of_stream, (void)xStreamBufferSend(stream, message, 16, portMAX_DELAY);
           (void)xStreamBufferReceive(stream, message, 16, portMAX_DELAY))
BENCH_CASE(of_critical, taskENTER_CRITICAL(); taskEXIT_CRITICAL())
BENCH_CASE(of_memory, vPortFree(pvPortMalloc(16)))

static void answer_by_semaphore(void *parameter)
{
    (void)parameter;
    for (;;) {
        (void)xSemaphoreTake(question, portMAX_DELAY);
        (void)xSemaphoreGive(answer);
    }
}

static void answer_natively(void *parameter)
{
    (void)parameter;
    for (;;) {
        (void)lm_semaphore_wait(&native, LM_FOREVER);
        (void)lm_semaphore_post(&native_answer);
    }
}

static void answer_by_notice(void *parameter)
{
    (void)parameter;
    for (;;) {
        (void)ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
        (void)xTaskNotifyGive(self);
    }
}

static const struct {
    const char *name;
    void (*run)(void);
    TaskFunction_t answer; /* of the other task */
} cases[] = {
    {"empty", empty, NULL},
    {"native", bare, NULL},
    {"semaphore", of_semaphore, NULL},
    {"mutex", of_mutex, NULL},
    {"queue", of_queue, NULL},
    {"group", of_group, NULL},
    {"notice", of_notice, NULL},
    {"stream", of_stream, NULL},
    {"critical", of_critical, NULL},
    {"memory", of_memory, NULL},
    {"round_semaphore", ask_by_semaphore, answer_by_semaphore},
    {"round_notice", ask_by_notice, answer_by_notice},
    {"round_native", ask_natively, answer_natively},
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
    TaskFunction_t other = NULL;

    for (size_t i = 0; argc > 1 && i < sizeof cases / sizeof cases[0]; i++) {
        if (strcmp(argv[1], cases[i].name) == 0) {
            chosen = cases[i].run;
            other = cases[i].answer;
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
    (void)lm_semaphore_create(&native_answer, "native answer", 0, LM_FIFO);
    question = xSemaphoreCreateBinary();
    answer = xSemaphoreCreateBinary();
    (void)xTaskCreate(run, "run", 256, NULL, 3, NULL);
    if (other != NULL) {
        (void)xTaskCreate(other, "partner", 256, NULL, 4, &partner);
    }
    vTaskStartScheduler();
    return 1;
}
