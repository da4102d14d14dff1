/* SPDX-License-Identifier: Apache-2.0 */
/* Run times of tasks, and the two tables of text. */
#include "limen.h"

uint64_t lm_freertos_run_time(void)
{
    return LM_COUNTED ? lm_now() : 0;
}

/* The idle task has the time in which no thread runs, too. */
uint64_t lm_freertos_run_time_of(TaskHandle_t task)
{
    TaskHandle_t counted = lm_freertos_own(task);
    const struct lm_counters *counters = counted != NULL ? lm_freertos_counters(counted) : NULL;
    uint64_t own = counters != NULL ? counters->run_time : 0;

    return task != xTaskGetIdleTaskHandle() || counters == NULL || !LM_COUNTED
               ? own
               : lm_now() - lm_kernel_counters().run_time + own;
}

uint32_t ulTaskGetRunTimePercent(TaskHandle_t task)
{
    uint64_t hundredth = lm_freertos_run_time() / 100;

    return hundredth != 0 ? (uint32_t)(lm_freertos_run_time_of(task) / hundredth) : 0;
}

/* A text that grows up to its end. The letters that do not fit are dropped. */
struct text {
    char *at, *end;
};

static void put(struct text *text, char letter)
{
    if (text->at + 1 < text->end) {
        *text->at++ = letter;
    }
}

static void put_all(struct text *text, const char *letters)
{
    while (*letters != '\0') {
        put(text, *letters++);
    }
}

static void put_number(struct text *text, uint64_t number)
{
    char digits[20];
    unsigned count = 0;

    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    while (count > 0) {
        put(text, digits[--count]);
    }
}

/* The name, with as many spaces as the longest one needs. */
static void put_name(struct text *text, TaskHandle_t task)
{
    const char *name = pcTaskGetName(task);
    size_t length = strlen(name);

    put_all(text, name);
    for (; length + 1 < lm_freertos_options.name_bytes; length++) {
        put(text, ' ');
    }
}

static void put_state(struct text *text, TaskHandle_t task)
{
    put(text, '\t');
    put(text, "XRBSD?"[eTaskGetState(task)]);
    put(text, '\t');
    put_number(text, uxTaskPriorityGet(task));
    put(text, '\t');
    put_number(text, uxTaskGetStackHighWaterMark(task));
    put(text, '\t');
    put_number(text, uxTaskGetTaskNumber(task));
    put_all(text, "\r\n");
}

static void put_run_time(struct text *text, TaskHandle_t task)
{
    uint32_t percent = ulTaskGetRunTimePercent(task);

    put(text, '\t');
    put_number(text, lm_freertos_run_time_of(task));
    put_all(text, "\t\t");
    if (percent != 0) {
        put_number(text, percent);
    } else {
        put_all(text, "<1");
    }
    put_all(text, "%\r\n");
}

static void put_lines(char *buffer, size_t bytes, void (*put_rest)(struct text *, TaskHandle_t))
{
    struct text text = {buffer, buffer + bytes};

    vTaskSuspendAll();
    for (TaskHandle_t each = lm_freertos_task_after(NULL); each != NULL;
         each = lm_freertos_task_after(each)) {
        put_name(&text, each);
        put_rest(&text, each);
    }
    (void)xTaskResumeAll();
    *text.at = '\0';
}

void vTaskListTasks(char *buffer, size_t bytes)
{
    put_lines(buffer, bytes, put_state);
}

void vTaskGetRunTimeStatistics(char *buffer, size_t bytes)
{
    put_lines(buffer, bytes, put_run_time);
}
